//! Bombardment: declared in one turn, completed in the next. (10)

use super::Triomphe;
use super::lay::Lay;
use super::model::{Arm, Face, Flags, Piece, Pos, State};
use super::rules::BombardFacts;
use super::settings::{ArtilleryPenalty, BombardElsewhere};
use super::stop::{Stop, bar_at};
use crate::board::ApproachId;
use crate::kernel::{Class, Fault};

/// What an order does with a gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GunOrder {
    /// Declares.
    Aim,
    /// Cancels.
    Unaim,
    /// Completes.
    Fire,
}

impl Triomphe {
    fn guns<'a>(&self, s: &'a State, at: ApproachId) -> impl Iterator<Item = &'a Piece> + use<'a> {
        s.at(s.active, Pos::approach(at)).filter(|p| p.class.arm() == Arm::Artillery)
    }

    /// Whether a gun suits an order.
    pub(super) fn gun_suits(&self, p: &Piece, order: GunOrder) -> bool {
        p.class.arm() == Arm::Artillery && self.marks_suit_gun(p, order)
    }

    /// Whether a piece would suit an order if it is a gun.
    pub(super) fn marks_suit_gun(&self, p: &Piece, order: GunOrder) -> bool {
        let (aimed, this_turn) = (p.flags.has(Flags::AIMED), p.flags.has(Flags::SALVO));
        let (acted, orderly) = (p.flags.has(Flags::ACTED), !p.flags.has(Flags::DISORGANIZED));
        let n = &self.numbers;
        let late = if this_turn { n.declare_after_fire } else { n.declare_after_march };
        match order {
            GunOrder::Aim => orderly && !aimed && (!acted || late),
            GunOrder::Unaim => aimed,
            GunOrder::Fire => orderly && !acted && aimed && !this_turn,
        }
    }

    /// Whether a bombardment can be declared or completed across an approach, whoever stands there. (10, 11)
    pub(super) fn check_fire_lane(&self, s: &State, lay: &Lay, at: ApproachId, order: GunOrder) -> Result<(), Stop> {
        let place = Pos::approach(at);
        let target = self.map.approach(at).beyond;
        if self.numbers.lost_assault_stops_fire && s.is_closed(at.pair()) {
            return bar_at("11", "An assault across {} was lost this turn: nothing attacks across it.", place);
        }
        if order == GunOrder::Aim {
            let forbids = self.numbers.artillery_penalty == ArtilleryPenalty::Forbids;
            if self.map.approach(at).impassable {
                return bar_at("20", "{} is impassable.", place);
            }
            if forbids && self.map.approach(at.opposite()).penalties.artillery > 0 {
                return bar_at(
                    "10",
                    "An artillery penalty on {} forbids bombardment across it.",
                    Pos::approach(at.opposite()),
                );
            }
            if !lay.holds(s.active.other(), target) {
                return bar_at("10", "{} is not enemy-occupied.", Pos::reserve(target));
            }
        }
        Ok(())
    }

    /// Whether a bombardment order is legal; none costs a command.
    pub(super) fn check_gun(&self, s: &State, lay: &Lay, at: ApproachId, order: GunOrder) -> Result<u8, Stop> {
        let place = Pos::approach(at);
        if self.guns(s, at).next().is_none() {
            return bar_at("10", "No artillery of yours is in {}; guns fire only from an approach.", place);
        }
        if order == GunOrder::Unaim {
            return if self.guns(s, at).any(|p| self.gun_suits(p, order)) {
                Ok(0)
            } else {
                bar_at("10", "No bombardment is declared from {}.", place)
            };
        }
        self.check_fire_lane(s, lay, at, order)?;
        if self.guns(s, at).any(|p| self.gun_suits(p, order)) {
            return Ok(0);
        }
        if self.guns(s, at).all(|p| p.flags.has(Flags::ACTED)) {
            return bar_at("6", "The gun in {} has acted this turn already.", place);
        }
        if self.guns(s, at).all(|p| p.flags.has(Flags::DISORGANIZED)) {
            return bar_at("14", "The gun in {} is disorganized: it cannot attack.", place);
        }
        match order {
            GunOrder::Aim => bar_at("10", "A bombardment is declared from {} already.", place),
            _ => bar_at("10.2", "No bombardment from {} was declared in your previous turn.", place),
        }
    }

    /// The enemy pieces that a completed bombardment may fall on: those in the opposite approach, else those in
    /// reserve, else those elsewhere in the locale. (10.2)
    pub(super) fn bombarded<'a>(&'a self, s: &'a State) -> Vec<&'a Piece> {
        let defender = s.active.other();
        let over = s.fight.over;
        let locale = self.map.approach(over).locale;
        if let Some(at) = self.map.approaches_of(locale).get(usize::from(s.fight.spot).wrapping_sub(1)) {
            return s.at(defender, Pos::approach(*at)).collect(); // the attacker chose it
        }
        for place in [Pos::approach(over), Pos::reserve(locale)] {
            let there: Vec<&Piece> = s.at(defender, place).collect();
            if !there.is_empty() {
                return there;
            }
        }
        s.inside(&self.map, defender, locale).collect()
    }

    /// The approaches that the attacker may choose from, where it is his choice: those that the enemy blocks when
    /// nobody is opposite nor in reserve. (10.2)
    pub(super) fn bombarded_approaches(&self, s: &State) -> Vec<ApproachId> {
        let (defender, over) = (s.active.other(), s.fight.over);
        let locale = self.map.approach(over).locale;
        let nearer = [Pos::approach(over), Pos::reserve(locale)];
        if self.numbers.bombard_elsewhere == BombardElsewhere::Owner
            || nearer.into_iter().any(|place| s.count_at(defender, place) > 0)
        {
            return Vec::new();
        }
        let blocked = |a: &&ApproachId| s.count_at(defender, Pos::approach(**a)) > 0;
        self.map.approaches_of(locale).iter().filter(blocked).copied().collect()
    }

    /// How many reductions a bombardment makes, by a gun of a class. (10.2)
    pub(super) fn bombard_points(&self, s: &State, gun: Class) -> Result<u8, Fault> {
        let over = s.fight.over;
        let opposite = s.count_at(s.active.other(), Pos::approach(over)) > 0;
        let penalty = if opposite { self.map.approach(over).penalties.artillery } else { 0 };
        let facts = BombardFacts { seat: s.active, over, strength: gun.strength(), penalty };
        self.rules.bombard_hits(self.now(s), facts)
    }
}
