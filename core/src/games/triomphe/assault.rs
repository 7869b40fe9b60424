//! Assaults: declaration, leading pieces, counter-attack and reductions. (11)

use super::Triomphe;
use super::lay::Lay;
use super::march::add;
use super::model::{Arm, Face, Flags, Piece, Pos, State};
use super::order::size;
use super::settings::{GunPoints, LeaderLosses};
use super::stop::{Stop, bar, bar_at};
use crate::board::{ApproachId, Width};
use crate::kernel::{Bag, Class, Seat};

/// The arms in class order.
pub(super) const ARMS: [Arm; 3] = [Arm::Artillery, Arm::Cavalry, Arm::Infantry];

impl Triomphe {
    /// What an assault from an attack approach costs, if it is legal. (11.1)
    pub(super) fn check_assault(&self, s: &State, lay: &Lay, at: ApproachId) -> Result<u8, Stop> {
        self.check_assault_place(s, at)?;
        if self.head_candidates(s, at).is_empty() {
            let leads = |p: &Piece| !p.flags.has(Flags::ACTED) && self.can_head(at.opposite(), p.class);
            if s.at(s.active, Pos::approach(at)).any(leads) {
                return bar_at("14", "Who could lead in {} is disorganized: it cannot attack.", Pos::approach(at));
            }
            return bar_at(
                "11.3",
                "No piece in {} can lead: it must be free to act, fit for the ground and strong enough.",
                Pos::approach(at),
            );
        }
        self.check_room(lay, s.active, self.map.approach(at).beyond, 1)?;
        self.check_commands(s, lay, self.numbers.assault_cost)?;
        Ok(self.numbers.assault_cost)
    }

    /// Whether an assault can start from an approach, whoever would lead it. (11)
    pub(super) fn check_assault_place(&self, s: &State, at: ApproachId) -> Result<(), Stop> {
        let seat = s.active;
        let over = at.opposite();
        if s.count_at(seat, Pos::approach(at)) == 0 {
            return bar_at("11", "No piece of yours blocks {}: an assault starts from an approach.", Pos::approach(at));
        }
        if s.is_closed(at.pair()) {
            return bar_at(
                "11",
                "An assault across {} was lost this turn: nothing attacks across it.",
                Pos::approach(at),
            );
        }
        if s.count_at(seat.other(), Pos::approach(over)) == 0 {
            return bar_at("11", "No enemy blocks {}: only a blocked approach is assaulted.", Pos::approach(over));
        }
        if s.is_broken(seat) && !self.numbers.broken_may_assault {
            return bar("19", "A demoralized army makes no assault.");
        }
        Ok(())
    }

    /// Whether a face may lead or counter-attack across a defence approach. (11.2, 11.3, 11.5)
    pub(super) fn suits_ground(&self, over: ApproachId, class: Class) -> bool {
        class.arm() != Arm::Cavalry || !self.map.approach(over).penalties.cavalry_obstructing
    }

    /// The penalties on a defence approach that match a type. (11.3, 11.6)
    pub(super) fn penalty(&self, over: ApproachId, arm: Arm) -> u8 {
        let printed = self.map.approach(over).penalties;
        match arm {
            Arm::Infantry => printed.infantry,
            Arm::Cavalry => printed.cavalry,
            Arm::Artillery => 0,
        }
    }

    /// Whether a face may lead a defence. (11.2)
    pub(super) fn can_lead(&self, over: ApproachId, class: Class) -> bool {
        self.suits_ground(over, class) && (self.numbers.artillery_leads || class.arm() != Arm::Artillery)
    }

    /// Whether a face may lead an attack. (11.3)
    pub(super) fn can_head(&self, over: ApproachId, class: Class) -> bool {
        let beats = || class.strength() > self.penalty(over, class.arm());
        self.can_lead(over, class)
            && class.strength() >= self.numbers.leader_strength
            && (!self.numbers.leader_over_penalty || beats())
    }

    pub(super) fn can_counter(&self, over: ApproachId, class: Class) -> bool {
        self.suits_ground(over, class) && class.strength() >= self.numbers.counter_strength
    }

    /// Free pieces in an attack approach that could lead an assault, by class.
    pub(super) fn head_candidates(&self, s: &State, at: ApproachId) -> Bag {
        let mut bag = self.free(s, Pos::approach(at), true);
        bag.retain(|(class, _)| self.can_head(at.opposite(), *class));
        bag
    }

    /// The attacker's pieces that can still be named, by class: free ones in the attack approach. (11.3)
    pub(super) fn join_candidates(&self, s: &State) -> Bag {
        self.free(s, s.fight.from, true)
    }

    /// The pieces in the defence approach without any of some marks.
    pub(super) fn defence<'a>(&self, s: &'a State, without: Flags) -> impl Iterator<Item = &'a Piece> + 'a + use<'a> {
        s.at(s.active.other(), Pos::approach(s.fight.over)).filter(move |p| !p.flags.has(without))
    }

    /// The defender's pieces that can lead, by class. (11.2)
    pub(super) fn lead_candidates(&self, s: &State) -> Bag {
        let mut bag = Bag::new();
        for p in self.defence(s, Flags::NONE).filter(|p| self.may_defend(p) && self.can_lead(s.fight.over, p.class)) {
            add(&mut bag, p.class, 1);
        }
        bag
    }

    /// The defender's pieces that can counter-attack, by class. (11.5)
    pub(super) fn counter_candidates(&self, s: &State) -> Bag {
        let mut bag = Bag::new();
        for p in self.defence(s, Flags::LEADS).filter(|p| self.may_defend(p) && self.can_counter(s.fight.over, p.class))
        {
            add(&mut bag, p.class, 1);
        }
        bag
    }

    /// Whether disorganization lets a piece lead, counter-attack and fire in defence. (14, R9)
    fn may_defend(&self, p: &Piece) -> bool {
        self.numbers.disorganized_may_defend || !p.flags.has(Flags::DISORGANIZED)
    }

    /// Whether the attacker must think it possible that somebody leads the defence.
    pub(super) fn lead_is_asked(&self, s: &State) -> bool {
        self.defence(s, Flags::NONE).any(|p| self.may_defend(p) && s.could_be(p, |c| self.can_lead(s.fight.over, c)))
    }

    /// Whether the attacker must think it possible that somebody counter-attacks.
    pub(super) fn counter_is_asked(&self, s: &State) -> bool {
        self.defence(s, Flags::LEADS)
            .any(|p| self.may_defend(p) && s.could_be(p, |c| self.can_counter(s.fight.over, c)))
    }

    fn gun_may_fire(&self, s: &State, p: &Piece) -> bool {
        // 11.4: not leading, no bombardment in the defender's latest turn, no penalty on the attack approach where that bars it
        self.may_defend(p)
            && !p.flags.has(Flags::SALVO)
            && (!self.numbers.gun_penalty_bars || self.map.approach(s.fight.over.opposite()).penalties.artillery == 0)
    }

    /// Whether the attacker must think it possible that artillery fires in defence.
    pub(super) fn gun_is_asked(&self, s: &State) -> bool {
        self.defence(s, Flags::LEADS).any(|p| self.gun_may_fire(s, p) && s.could_be(p, |c| c.arm() == Arm::Artillery))
    }

    /// The gun that can fire in defence, the strongest if there are several: one defence, one reduction. (T249)
    pub(super) fn firing_gun(&self, s: &State) -> Option<Class> {
        let guns = self.defence(s, Flags::LEADS).filter(|p| p.class.arm() == Arm::Artillery && self.gun_may_fire(s, p));
        guns.map(|p| p.class).max()
    }

    /// Whether artillery defence makes one reduction, which the attacker places. (11.4)
    pub(super) fn hit_as_printed(&self) -> bool {
        self.numbers.gun_defence_hits == GunPoints::One && self.numbers.leader_losses_by == LeaderLosses::Owner
    }

    /// How many pieces may lead or counter-attack across the approach under attack.
    pub(super) fn leaders(&self, s: &State) -> u8 {
        self.numbers.leaders(self.map.width(s.fight.over))
    }

    /// Whether a choice of leading or counter-attacking pieces is one type, not too many and out of the candidates.
    pub(super) fn check_leading(&self, s: &State, bag: &Bag, of: &Bag, section: &'static str) -> Result<(), Stop> {
        if size(bag) > self.leaders(s) {
            let (most, width) = (self.leaders(s), self.map.width(s.fight.over));
            return bar(
                section,
                match (width, most) {
                    (Width::Narrow, 1) => "Across a narrow approach only one piece can be chosen.",
                    (Width::Narrow, _) => "Across a narrow approach no more than two pieces can be chosen.",
                    (Width::Wide, 1) => "Across a wide approach only one piece can be chosen.",
                    (Width::Wide, _) => "Across a wide approach no more than two pieces can be chosen.",
                },
            );
        }
        for (class, count) in bag {
            if of.iter().all(|(c, n)| c != class || n < count) {
                return bar(section, "Not all these pieces are there and fit to be chosen.");
            }
        }
        if bag.iter().any(|(c, _)| c.arm() != bag[0].0.arm()) {
            return bar(section, "Two pieces chosen together must be of the same type.");
        }
        Ok(())
    }

    /// How many pieces may be named for the assault in all. (6, 11.3, 20)
    pub(super) fn named_limit(&self, s: &State) -> u8 {
        let capacity = self.map.locale(self.map.approach(s.fight.over).locale).capacity;
        if self.numbers.capacity_tested_at_declaration { self.numbers.group.min(capacity) } else { self.numbers.group }
    }

    /// A seat's leading pieces in the assault under way.
    pub(super) fn leading<'a>(&self, s: &'a State, seat: Seat) -> impl Iterator<Item = &'a Piece> + 'a + use<'a> {
        s.pieces_of(seat).filter(|p| p.flags.has(Flags::LEADS))
    }

    /// The defender's counter-attacking pieces.
    pub(super) fn countering<'a>(&self, s: &'a State) -> impl Iterator<Item = &'a Piece> + 'a + use<'a> {
        s.pieces_of(s.active.other()).filter(|p| p.flags.has(Flags::COUNTERS))
    }

    /// A seat's assault pieces that take what its leading pieces cannot: for the defender all in the approach, for the
    /// attacker those that were named. (11.8)
    pub(super) fn others<'a>(&self, s: &'a State, seat: Seat) -> impl Iterator<Item = &'a Piece> + 'a + use<'a> {
        let active = s.active;
        let place = if seat == active { s.fight.from } else { Pos::approach(s.fight.over) };
        s.at(seat, place).filter(move |p| !p.flags.has(Flags::LEADS) && (seat != active || p.flags.has(Flags::NAMED)))
    }

    /// How reductions fall on two leading or counter-attacking pieces: what each takes for certain, and whether one
    /// point more is the owner's choice. Even, capped by strength. (11.5, 11.8, R15)
    pub(super) fn split(hits: u8, strengths: [u8; 2]) -> ([u8; 2], u8) {
        let half = hits / 2;
        let mut taken = [half.min(strengths[0]), half.min(strengths[1])];
        let mut rest = hits - taken[0] - taken[1];
        let room = [strengths[0] - taken[0], strengths[1] - taken[1]];
        if room[0] > 0 && room[1] > 0 {
            return (taken, rest.min(1));
        }
        for k in 0..2 {
            let more = rest.min(room[k]);
            taken[k] += more;
            rest -= more;
        }
        (taken, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_fall_evenly_capped_by_strength() {
        for (hits, strengths, taken, odd) in [
            (3, [3, 3], [1, 1], 1), // T110: one of them takes the second
            (3, [3, 1], [2, 1], 0), // R15
            (4, [3, 1], [3, 1], 0), // R15
            (2, [2, 2], [1, 1], 0), // T097
            (1, [3, 2], [0, 0], 1), // T098
            (5, [2, 2], [2, 2], 0), // the excess falls on the others
            (4, [3, 2], [2, 2], 0),
        ] {
            assert_eq!(Triomphe::split(hits, strengths), (taken, odd), "{hits} on {strengths:?}");
        }
    }
}
