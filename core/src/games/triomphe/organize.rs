//! Organize actions. (14)

use super::Triomphe;
use super::lay::Lay;
use super::model::{FRENCH, Flags, Piece, Pos, State};
use super::rules::OrganizeFacts;
use super::stop::{Stop, bar, bar_at};
use crate::board::LocaleId;
use crate::kernel::Class;

impl Triomphe {
    /// Whether a piece can be organized now.
    pub(super) fn can_be_organized(&self, p: &Piece) -> bool {
        p.flags.has(Flags::DISORGANIZED)
            && (self.numbers.organize_again_after_contagion || !p.flags.has(Flags::ORGANIZED))
    }

    /// What organizing a piece costs, if it is legal: the first piece of an action, or the second.
    pub(super) fn check_organize(&self, s: &State, lay: &Lay, at: Pos, class: Class, first: bool) -> Result<u8, Stop> {
        if s.active != FRENCH {
            return bar("14", "Only French pieces are organized.");
        }
        let Some(locale) = at.locale(&self.map) else {
            return bar("14", "Reinforcements are organized already.");
        };
        let here = || s.at(FRENCH, at).filter(|p| p.class == class);
        if here().next().is_none() {
            return bar_at("14", "{} does not hold this piece.", at);
        }
        if !here().any(|p| p.flags.has(Flags::DISORGANIZED)) {
            return bar_at("14", "The piece in {} is organized already.", at);
        }
        if !here().any(|p| self.can_be_organized(p)) {
            return bar_at("14", "The piece in {} was organized this turn already.", at);
        }
        if s.quota == 0 {
            return bar("14", "No more pieces are organized this turn.");
        }
        let cost = if first { self.numbers.organize_cost } else { 0 };
        if s.commands_left() < cost {
            return bar("6", "No command is left for it this turn.");
        }
        if self.numbers.whole_locale {
            self.check_locale(s, lay, locale, first)?;
        }
        Ok(cost)
    }

    /// A locale is organized whole in a turn, or not begun: whether what is left allows it. (14)
    fn check_locale(&self, s: &State, lay: &Lay, locale: LocaleId, first: bool) -> Result<(), Stop> {
        if lay.spoiled.contains(locale) {
            return bar_at(
                "14",
                "Not all pieces in {} can be organized this turn, so none may be.",
                Pos::reserve(locale),
            );
        }
        let here = if s.begun.contains(locale) { 0 } else { self.still_disorganized(s, locale) };
        let commands = s.commands_left();
        // This piece is done now; a first piece may be followed by a second in the same action.
        let mut rest = (lay.unfinished + here).saturating_sub(1);
        let mut organized = lay.organized + 1;
        let mut commands_after = commands;
        if first {
            commands_after -= self.numbers.organize_cost;
            let with = self
                .rules
                .organizes(self.now(s), OrganizeFacts { organized: lay.organized })?
                .saturating_sub(1)
                .min(rest);
            rest -= with;
            organized += with;
        }
        if self.commands_to_organize(s, rest, organized)? > commands_after {
            return bar_at(
                "14",
                "The commands left do not suffice to organize all of {}: all or none.",
                Pos::reserve(locale),
            );
        }
        Ok(())
    }

    /// The disorganized pieces in a locale.
    pub(super) fn still_disorganized(&self, s: &State, locale: LocaleId) -> u8 {
        s.inside(&self.map, FRENCH, locale).filter(|p| p.flags.has(Flags::DISORGANIZED)).count() as u8
    }

    /// Whether so many organized pieces from the map may become disorganized in a locale: with fewer organized pieces
    /// an organize action may take only one, and what was begun needs more commands. (14, Q9)
    pub(super) fn check_mixing(&self, s: &State, lay: &Lay, to: LocaleId, pieces: u8, cost: u8) -> Result<(), Stop> {
        if !self.numbers.contagion || lay.owed == 0 || !lay.disorganized.contains(to) || s.begun.contains(to) {
            return Ok(());
        }
        let organized = lay.organized.saturating_sub(pieces);
        if self.commands_to_organize(s, lay.unfinished, organized)? + cost > s.commands_left() {
            return bar_at(
                "14",
                "With pieces disorganized in {} the commands left would not finish organizing a locale.",
                Pos::reserve(to),
            );
        }
        Ok(())
    }

    /// Whether an organize action may end with one piece.
    pub(super) fn check_enough(&self, s: &State, lay: &Lay) -> Result<u8, Stop> {
        if lay.owed > s.commands_left() {
            return bar("14", "A locale once begun is organized whole: name a second piece.");
        }
        Ok(0)
    }

    /// Every piece that could be organized now: position and class, each once.
    pub(super) fn organizable(&self, s: &State) -> Vec<(Pos, Class)> {
        let mut found: Vec<(Pos, Class)> =
            s.pieces_of(FRENCH).filter(|p| self.can_be_organized(p)).map(|p| (p.pos, p.class)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether some organize action is possible now.
    pub(super) fn can_organize(&self, s: &State, lay: &Lay) -> Result<bool, Stop> {
        for (at, class) in self.organizable(s) {
            match self.check_organize(s, lay, at, class, true) {
                Ok(_) => return Ok(true),
                Err(Stop::Bar(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(false)
    }

    /// Spreads disorganization where organized and disorganized pieces come together. (14, Q17)
    pub(super) fn contagion(&self, s: &mut State, locale: LocaleId) {
        if !self.numbers.contagion {
            return;
        }
        let mixed = |s: &State| {
            let mut kinds = [false; 2];
            for p in s.inside(&self.map, FRENCH, locale) {
                kinds[usize::from(p.flags.has(Flags::DISORGANIZED))] = true;
            }
            kinds == [true; 2]
        };
        if !mixed(s) {
            return;
        }
        for k in 0..s.pieces.len() {
            let p = s.pieces[k];
            if p.seat == FRENCH && p.pos.locale(&self.map) == Some(locale) {
                s.pieces[k].flags = p.flags.with(Flags::DISORGANIZED);
            }
        }
        s.sort();
    }
}
