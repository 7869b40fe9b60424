//! Cavalry continuation. (12)

use super::Triomphe;
use super::lay::Lay;
use super::model::{Flags, Piece, Pos, State};
use super::order::size;
use super::stop::{Stop, bar, bar_at};
use crate::board::{ApproachId, CrossingId, LocaleId, LocaleSet};
use crate::kernel::{Bag, Fault};

impl Triomphe {
    /// The pieces of the action under way that ended in reserve.
    pub(super) fn riders<'a>(&self, s: &'a State) -> impl Iterator<Item = &'a Piece> + use<'a> {
        s.at(s.active, Pos::reserve(s.march.at)).filter(|p| p.flags.has(Flags::NAMED))
    }

    /// Whether a road march could be continued to some approach of a locale. (8, 12)
    pub(super) fn can_ride_road(
        &self,
        s: &State,
        lay: &Lay,
        at: LocaleId,
        via: Option<CrossingId>,
        paid: bool,
    ) -> bool {
        self.map.approaches_of(at).iter().any(|&to| {
            self.faces_enemy(s, lay.held(s.active.other()), to)
                && self
                    .road_ride_cost(at, via, paid, to)
                    .is_some_and(|cost| cost + lay.owed * u8::from(cost > 0) <= s.commands_left())
        })
    }

    /// Whether an approach can be blocked by the active seat: an enemy is opposite. (7, 12, 14)
    fn faces_enemy(&self, s: &State, enemies: LocaleSet, to: ApproachId) -> bool {
        let a = self.map.approach(to);
        !a.impassable && enemies.contains(a.beyond) && self.can_block(s, s.active)
    }

    /// What continuation from a road march to an approach costs: nothing along a main road, and along a local one a
    /// command where the march has not paid it. None where no road joined to the march leads there. (12, R10, T210)
    fn road_ride_cost(&self, at: LocaleId, via: Option<CrossingId>, paid: bool, to: ApproachId) -> Option<u8> {
        let crossings = self.map.crossings_over(to.pair()).iter();
        let joined = crossings.filter(|c| via.is_none_or(|via| self.map.joined(at, via, **c)));
        joined
            .map(|c| {
                let main = self.map.crossing(*c).is_main();
                self.numbers.local_roads(!main && !paid && self.numbers.local_road_continuation_costs)
            })
            .min()
    }

    /// What it costs that so many of the riders continue to an approach, if it is legal: a command when others stay
    /// behind, for that is one destination more.
    pub(super) fn check_ride(&self, s: &State, lay: &Lay, to: ApproachId, bag: &Bag) -> Result<u8, Stop> {
        let place = Pos::approach(to);
        let here = self.riders(s).count() as u8;
        if self.map.approach(to).locale != s.march.at {
            return bar("12", "Continuation goes to an approach of the locale where the piece is.");
        }
        if !self.can_block(s, s.active) {
            return bar("14", "The French are surprised: they cannot block approaches in this round.");
        }
        if !self.faces_enemy(s, lay.held(s.active.other()), to) {
            return bar_at("12", "{} does not face an enemy-occupied locale.", place);
        }
        if s.march.only.is_some_and(|only| only != to) {
            return bar("12", "After a lost maneuver attack continuation goes only to the attack approach.");
        }
        if self.has_ridden_to(s, to) {
            return bar_at("12", "Pieces that continue to {} go there together.", place);
        }
        if size(bag) == 0 {
            return bar("12", "No piece is named.");
        }
        if bag.iter().any(|(c, _)| !self.numbers.riders.admit(*c)) {
            return bar("12", "Only cavalry has continuation.");
        }
        for (class, count) in bag {
            let riding = self.riders(s).filter(|p| p.class == *class);
            if (riding.count() as u8) < *count {
                return bar("12", "These pieces are not among those that marched.");
            }
        }
        if !self.numbers.rides_disorganized() && self.riders(s).any(|p| p.flags.has(Flags::DISORGANIZED)) {
            return bar("14", "A disorganized piece does not continue.");
        }
        let mut cost = u8::from(size(bag) < here);
        if s.march.road {
            match self.road_ride_cost(s.march.at, s.march.via, s.march.paid, to) {
                Some(road) => cost += road,
                None => return bar_at("12", "No road joined to the march leads to {}.", place),
            }
        }
        self.check_commands(s, lay, cost)?;
        Ok(cost)
    }

    /// Whether pieces of the action under way have continued to an approach already: those that share a destination
    /// ride as one, so that no command is paid for it twice.
    fn has_ridden_to(&self, s: &State, to: ApproachId) -> bool {
        s.at(s.active, Pos::approach(to)).any(|p| p.flags.has(Flags::NAMED))
    }

    /// The approaches to which continuation is open as far as everybody can see, with what the road asks for it.
    pub(super) fn ride_targets(&self, s: &State) -> Vec<(ApproachId, u8)> {
        let m = &s.march;
        let enemies = s.occupied(&self.map, s.active.other());
        let open = self.map.approaches_of(m.at).iter().copied().filter(|&to| self.faces_enemy(s, enemies, to));
        open.filter(|to| m.only.is_none_or(|only| only == *to) && !self.has_ridden_to(s, *to))
            .filter_map(|to| {
                let road = if m.road { self.road_ride_cost(m.at, m.via, m.paid, to)? } else { 0 };
                Some((to, road))
            })
            .collect()
    }

    /// Whether the enemy must think continuation possible.
    pub(super) fn ride_is_asked(&self, s: &State) -> Result<bool, Fault> {
        let riders: u8 = self.riders(s).count() as u8;
        let horse = self.riders(s).filter(|p| s.could_be(p, |c| self.numbers.riders.admit(c))).count() as u8;
        if horse == 0 || !self.numbers.rides_disorganized() && self.riders(s).any(|p| p.flags.has(Flags::DISORGANIZED))
        {
            return Ok(false);
        }
        let targets = self.ride_targets(s);
        if targets.is_empty() {
            return Ok(false); // as after most marches
        }
        let spare = s.commands_left().saturating_sub(self.lay(s)?.owed);
        Ok(targets.iter().any(|(_, road)| {
            // all together without splitting, or some with a command to spare
            horse == riders && *road <= spare || riders > 1 && *road < spare
        }))
    }

    /// Whether the active seat must continue: a road march without crossings is nothing else. (12)
    pub(super) fn must_ride(&self, s: &State) -> bool {
        s.march.road && s.march.via.is_none() && self.riders(s).next().is_some()
    }
}
