//! The lay of the board at one moment: who stands where, counted once for many questions.

use super::Triomphe;
use super::model::{AUSTRIAN, FRENCH, Flags, State};
use super::rules::OrganizeFacts;
use super::settings::Waiting;
use crate::board::{AreaMap, LocaleId, LocaleSet, Position};
use crate::kernel::{Fault, Seat};

/// Counts of blocks by position and locale.
#[derive(Clone, Debug)]
pub(super) struct Lay {
    inside: [[u8; AreaMap::MOST_LOCALES]; 2],
    held: [LocaleSet; 2],
    /// Locales that a seat may not enter, because enemy reinforcements have to enter there first. (15)
    guarded: [LocaleSet; 2],
    /// Locales with a disorganized French piece. (14)
    pub(super) disorganized: LocaleSet,
    /// Organized French pieces on the map. (14)
    pub(super) organized: u8,
    /// Locales with a piece that cannot be organized again this turn: none there can be organized. (14)
    pub(super) spoiled: LocaleSet,
    /// Pieces still to be organized in the locales where organizing was begun and can be finished. (14)
    pub(super) unfinished: u8,
    /// Commands that are needed to organize them. (14)
    pub(super) owed: u8,
}

impl Lay {
    /// How many of a seat's blocks are in a locale.
    #[must_use]
    pub(super) fn inside(&self, seat: Seat, locale: LocaleId) -> u8 {
        self.inside[seat.index()][locale.index()]
    }
    /// The locales that a seat occupies. (3)
    #[must_use]
    pub(super) fn held(&self, seat: Seat) -> LocaleSet {
        self.held[seat.index()]
    }
    /// Whether a seat occupies a locale.
    #[must_use]
    pub(super) fn holds(&self, seat: Seat, locale: LocaleId) -> bool {
        self.held[seat.index()].contains(locale)
    }
    /// Whether a seat may not enter a locale, because enemy reinforcements have to enter there first. (15)
    #[must_use]
    pub(super) fn is_guarded(&self, seat: Seat, locale: LocaleId) -> bool {
        self.guarded[seat.index()].contains(locale)
    }
    /// How many more of a seat's blocks a locale has room for. (3, 20)
    #[must_use]
    pub(super) fn room(&self, map: &AreaMap, seat: Seat, locale: LocaleId) -> u8 {
        map.locale(locale).capacity.saturating_sub(self.inside(seat, locale))
    }
}

impl Triomphe {
    /// Counts the blocks of a state.
    pub(super) fn lay(&self, s: &State) -> Result<Lay, Fault> {
        let mut lay = Lay {
            inside: [[0; AreaMap::MOST_LOCALES]; 2],
            held: [LocaleSet::EMPTY; 2],
            guarded: [LocaleSet::EMPTY; 2],
            disorganized: LocaleSet::EMPTY,
            organized: 0,
            spoiled: LocaleSet::EMPTY,
            unfinished: 0,
            owed: 0,
        };
        for stack in s.pieces.chunk_by(|a, b| (a.seat, a.pos) == (b.seat, b.pos)) {
            let (seat, pos) = (stack[0].seat, stack[0].pos);
            if let Position::Holding(holding) = pos.place() {
                let h = self.map.holding(holding);
                let keeps_out = match self.numbers.waiting_protects_for_ever {
                    Waiting::Ever => true,
                    Waiting::Hour => self.hour(s) <= self.entry_hour(s, holding),
                    Waiting::Never => false,
                };
                if keeps_out {
                    lay.guarded[seat.other().index()].insert(h.enters);
                }
            }
            let Some(locale) = pos.locale(&self.map) else { continue };
            lay.inside[seat.index()][locale.index()] += stack.len() as u8;
            lay.held[seat.index()].insert(locale);
            if seat != FRENCH {
                continue;
            }
            for p in stack {
                if p.flags.has(Flags::DISORGANIZED) {
                    lay.disorganized.insert(locale);
                    lay.unfinished += u8::from(self.numbers.whole_locale && s.begun.contains(locale));
                    if !self.can_be_organized(p) {
                        lay.spoiled.insert(locale);
                    }
                } else {
                    lay.organized += 1;
                }
            }
        }
        if lay.unfinished > 0 {
            let open = |l: &LocaleId| s.begun.contains(*l) && !lay.spoiled.contains(*l);
            let left = |l: LocaleId| self.still_disorganized(s, l);
            lay.unfinished = lay.disorganized.iter().filter(open).map(left).sum();
            lay.owed = self.commands_to_organize(s, lay.unfinished, lay.organized)?;
        }
        Ok(lay)
    }

    /// How many commands it takes to organize so many pieces, when so many are organized already. (14)
    pub(super) fn commands_to_organize(&self, s: &State, mut pieces: u8, mut organized: u8) -> Result<u8, Fault> {
        let mut commands = 0_u8;
        while pieces > 0 {
            let done = self.rules.organizes(self.now(s), OrganizeFacts { organized })?.clamp(1, pieces);
            pieces -= done;
            organized += done;
            commands += 1;
        }
        Ok(commands * self.numbers.organize_cost)
    }

    /// Whether a seat's pieces can block approaches at all: the French cannot while they are surprised. (14)
    pub(super) fn can_block(&self, s: &State, seat: Seat) -> bool {
        seat == AUSTRIAN || s.round > self.numbers.surprise_rounds
    }
}
