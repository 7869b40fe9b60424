//! Maneuver attacks: declaration, answer and result. (9)

use super::Triomphe;
use super::lay::Lay;
use super::model::{Arm, Face, Pos, State};
use super::order::size;
use super::rules::AttackFacts;
use super::stop::{Stop, bar, bar_at};
use crate::board::{ApproachId, Position};
use crate::kernel::Bag;

impl Triomphe {
    /// Whether a defence approach can be attacked across by maneuver at all.
    pub(super) fn check_defence(&self, s: &State, over: ApproachId, infantry: bool) -> Result<(), Stop> {
        let a = self.map.approach(over);
        let place = Pos::approach(over);
        if a.impassable {
            return bar_at("20", "{} is impassable.", place);
        }
        if s.is_closed(over.pair()) {
            return bar_at("11", "An assault across {} was lost this turn: nothing attacks across it.", place);
        }
        if s.count_at(s.active.other(), place) >= self.numbers.closes(a.width) {
            return bar_at("9", "{} is fully blocked: only an assault from the opposite approach can cross it.", place);
        }
        if a.penalties.cavalry_obstructing && !infantry {
            return bar_at("9", "{} obstructs cavalry: the attack needs infantry.", place);
        }
        Ok(())
    }

    /// What a maneuver attack costs, if it is legal.
    pub(super) fn check_attack(
        &self,
        s: &State,
        lay: &Lay,
        from: Pos,
        over: ApproachId,
        bag: &Bag,
    ) -> Result<u8, Stop> {
        let seat = s.active;
        let a = self.map.approach(over);
        let pieces = size(bag);
        match from.place() {
            Position::Reserve(here) if here == a.beyond => {}
            Position::Approach(here) if here == over.opposite() => {}
            Position::Approach(_) => return bar("9", "From an approach the attack goes into the opposite locale."),
            _ => return bar_at("9", "{} is not adjacent to where the attackers stand.", Pos::reserve(a.locale)),
        }
        if pieces == 0 {
            return bar("9", "No attacking piece is named.");
        }
        if pieces > self.numbers.group {
            return bar("9", "No more pieces than the limit for an action can attack.");
        }
        if !lay.holds(seat.other(), a.locale) {
            return bar_at("9", "{} is not enemy-occupied: march there.", Pos::reserve(a.locale));
        }
        let infantry = bag.iter().any(|(c, _)| c.arm() == Arm::Infantry);
        self.check_defence(s, over, infantry)?;
        self.check_pieces(s, seat, from, bag, true)?;
        let entering = if self.numbers.capacity_tested_at_declaration { pieces } else { 1 };
        self.check_room(lay, seat, a.locale, entering)?;
        self.check_commands(s, lay, self.numbers.attack_cost)?;
        Ok(self.numbers.attack_cost)
    }

    /// How many reserve pieces may answer the attack under way; none when nobody is asked. (9.2, 14)
    pub(super) fn answer_limit(&self, s: &State) -> Result<u8, Stop> {
        let f = &s.fight;
        let defender = s.active.other();
        if !f.from.is_reserve() || !self.can_block(s, defender) {
            return Ok(0);
        }
        let reserve = s.count_at(defender, Pos::reserve(self.map.approach(f.over).locale));
        Ok(self.rules.responders(self.now(s), self.attack_facts(s))?.min(reserve))
    }

    /// The public facts of the attack under way.
    pub(super) fn attack_facts(&self, s: &State) -> AttackFacts {
        let f = &s.fight;
        AttackFacts {
            seat: s.active,
            over: f.over,
            width: self.map.width(f.over),
            attackers: f.attackers,
            blockers: s.count_at(s.active.other(), Pos::approach(f.over)),
            first: f.first,
        }
    }
}
