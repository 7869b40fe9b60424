//! What goes on by itself in a retreat: faces shown, reductions, room, and who goes where. (13)

use super::doing::Doing;
use super::flow::Step;
use super::model::{Arm, Face, Flags, Pos};
use super::resolve::fault;
use super::rules::FlightFacts;
use crate::board::{LocaleId, Position};
use crate::kernel::{Class, Fault};

impl Doing<'_> {
    /// Retreating faces are shown and artillery is eliminated. (13.1)
    pub(super) fn reveal_retreat(&mut self) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        let locale = g.map.approach(self.s.fight.over).locale;
        let all: Vec<usize> = (0..self.s.pieces.len())
            .filter(|k| {
                let p = &self.s.pieces[*k];
                p.seat == defender && p.pos.locale(&g.map) == Some(locale)
            })
            .collect();
        if !all.is_empty() {
            self.show(defender, &all);
            self.mark(&all, Flags::UP.with(Flags::FLEES));
            self.say("13", &[Pos::reserve(locale).part()], |g, s| {
                let bag = g.bag_of(s.inside(&g.map, defender, locale));
                format!("{} evacuates {}: {}.", g.side_name(defender), g.map.locale_name(locale), g.bag_text(&bag))
            });
        }
        let is_gun = |p: &super::model::Piece| {
            p.seat == defender && p.class.arm() == Arm::Artillery && p.pos.locale(&g.map) == Some(locale)
        };
        while let Some(k) = self.s.pieces.iter().position(is_gun) {
            self.lose_piece(k, g.numbers.artillery_morale.price(self.s.pieces[k].class));
        }
        self.s.fight.spot = 0;
        self.open_spot()?;
        self.go_on(Step::Reveal);
        Ok(())
    }

    /// Takes a block away and counts what it costs in the fight. (13, 18)
    pub(super) fn lose_piece(&mut self, k: usize, morale: u8) {
        let p = self.s.pieces[k];
        self.s.eliminate(k);
        self.shown_by(p.seat);
        let losses = &mut self.s.fight.losses[p.seat.index()];
        *losses = losses.saturating_add(morale);
        self.say("13", &[p.pos.part()], |g, _| {
            format!("{}: {} in {} is eliminated.", g.side_name(p.seat), g.class_text(p.class), g.pos_text(p.pos))
        });
    }

    pub(super) fn open_spot(&mut self) -> Result<(), Fault> {
        let defender = self.s.active.other();
        if let Some(spot) = self.g.spot(self.s) {
            let any = self.g.spot_pieces(self.s, spot).next().is_some();
            let hits = if any { self.g.spot_losses(self.s, spot).map_err(fault)? } else { 0 };
            self.s.fight.hits[defender.index()] = hits;
        }
        Ok(())
    }

    /// Retreat reductions where there is nothing to choose. (13.1)
    pub(super) fn unasked_retreat_loss(&mut self) -> Result<(), Fault> {
        let defender = self.s.active.other();
        if self.g.is_lost(self.s, defender) {
            self.go_on(Step::RetreatLoss); // the army breaks before anything moves (18, R17)
            return Ok(());
        }
        let Some(spot) = self.g.spot(self.s) else {
            self.go_on(Step::RetreatLoss);
            return Ok(());
        };
        let next = self.g.spot_pieces(self.s, spot).next().copied();
        let hits = self.s.fight.hits[defender.index()];
        match next.and_then(|p| self.s.pieces.iter().position(|q| *q == p)) {
            Some(k) if hits > 0 => {
                self.s.fight.hits[defender.index()] -= 1;
                self.reduce(k);
            }
            _ => {
                self.s.fight.hits[defender.index()] = 0;
                self.s.fight.spot += 1;
                self.open_spot()?;
            }
        }
        Ok(())
    }

    /// The reductions are charged; then the room around decides who can go where. (13, 18)
    pub(super) fn count_room(&mut self) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        self.charge(defender);
        let locale = g.map.approach(self.s.fight.over).locale;
        let pieces = self.s.count_in(&g.map, defender, locale);
        let lay = self.lay()?;
        let (barred, stranded) = g.overflow(self.s, &lay, pieces);
        let f = &mut self.s.public.fight;
        (f.barred, f.stranded, f.fled) = (barred, stranded, 0);
        self.s.step = Step::Flee;
        Ok(())
    }

    /// One piece retreats, or is eliminated for want of room. (13.2)
    pub(super) fn flee(&mut self, class: Class, to: Option<LocaleId>) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        let fleeing = |p: &super::model::Piece| p.seat == defender && p.class == class && p.flags.has(Flags::FLEES);
        let Some(k) = self.s.pieces.iter().position(fleeing) else { return Ok(()) };
        let Some(to) = to else {
            self.s.fight.stranded = self.s.fight.stranded.saturating_sub(1);
            self.lose_piece(k, g.stranded_losses(class));
            return Ok(());
        };
        let lay = self.lay()?;
        if g.refuges(self.s, &lay).iter().any(|r| r.to == to && r.barred) {
            self.s.fight.barred = self.s.fight.barred.saturating_sub(1);
        }
        self.s.fight.fled += 1;
        self.move_to(&[k], Pos::reserve(to), Flags::NONE, Flags::FLEES);
        self.enter(defender, to)?;
        self.say("13.2", &[Pos::reserve(to).part()], |g, _| {
            format!("{}: {} retreats to {}.", g.side_name(defender), g.class_text(class), g.map.locale_name(to))
        });
        Ok(())
    }

    /// Faces are hidden again, pieces without a retreat are charged, and the Austrians commit morale for those that got away. (13, 18)
    pub(super) fn end_retreat(&mut self) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        self.charge(defender);
        self.s.remark(defender, |p| {
            let waits = matches!(p.pos.place(), Position::Holding(_));
            let stays_up = waits || p.flags.has(Flags::AIMED.with(Flags::FIRED));
            if stays_up { p.flags } else { p.flags.without(Flags::UP.with(Flags::FLEES)) }
        });
        let locale = g.map.approach(self.s.fight.over).locale;
        let flight = FlightFacts { seat: defender, from: locale, pieces: self.s.fight.fled };
        let tokens = g.rules.retreat_tokens(g.now(self.s), flight)?;
        self.owe(defender, locale, tokens);
        self.go_on(Step::Fled);
        let asked = g.rules.on_retreat(g.now(self.s), flight)?;
        self.follow_up(asked)
    }
}
