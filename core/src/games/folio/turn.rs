//! The phases of a player-turn that nobody decides, and the end of the match. (3, 10, 12, 13, 17, 18)

use super::army::Kind as Unit;
use super::doing::Doing;
use super::flow::Step;
use super::lua_rules::{ruled, told};
use super::model::{AUSTRIAN, Arrival, Ending, FRENCH, Flags, PartKind, Place, UnitId};
use super::rules::{
    ArrivalFacts, EndFacts, GroupId, HqFacts, PointFacts, RallyFacts, SpareFacts, SupplyFacts, TurnFacts, Worth,
};
use crate::board::{HexId, HexSet};
use crate::kernel::{Dice, Seat};

impl Doing<'_> {
    /// Begins a player-turn. (3)
    pub(super) fn begin(&mut self) {
        let seat = self.s.active;
        self.s.through = Default::default();
        self.tell("3", &[], |g, s| format!("Turn {}: {}", s.turn, g.side_name(seat)));
        self.arrivals(seat);
        self.command_states(seat);
        self.s.step = Step::Arrive;
        // 17.2, 17.3
        let working = self.g.hq(self.s, seat).is_some_and(|(hq, _)| self.s.unit(hq).is(Flags::ACTIVE));
        let steps = ruled!(self.g, &*self.s, replacement_steps, SpareFacts { seat, working });
        if steps > 0 {
            let spare = &mut self.s.spare[seat.index()];
            *spare = spare.saturating_add(steps);
            self.tell("17", &[], |_, s| format!("Replacement steps: {} in hand", s.spare[seat.index()]));
        }
        self.routed_units(seat);
        told!(self, on_turn_start, TurnFacts { seat });
    }

    /// 17.3: dice for arrivals, from streams of their own.
    fn arrivals(&mut self, seat: Seat) {
        for k in 0..self.s.arrivals.len() {
            let group = &self.g.setup(self.s).groups[k];
            let of_seat = group.units.first().is_some_and(|unit| self.seat(*unit) == seat);
            if !of_seat || self.s.arrivals[k].turn != 0 || self.s.turn < group.first {
                continue;
            }
            let mut dice = Dice::new(self.s.seed, u64::from(self.s.turn), &format!("arrival {}", group.name));
            let printed = group.chances.get(usize::from(self.s.turn - group.first)).copied();
            let told = |printed| ArrivalFacts { seat, group: GroupId(k as u8), printed };
            let chance = printed.map(|printed| ruled!(self.g, &*self.s, arrival_chance, told(printed)));
            let name = group.name.clone();
            if self.s.turn < group.last {
                let Some(chance) = chance else { continue };
                let die = self.g.die(&mut dice);
                self.rolled = true;
                let comes = die <= chance;
                self.tell("17.3", &[], |_, _| {
                    format!(
                        "{name}: {die}, {}",
                        if comes { "arrives".to_owned() } else { format!("not on 1 to {chance}") }
                    )
                });
                if !comes {
                    continue;
                }
            } else {
                self.tell("17.3", &[], |_, _| format!("{name} arrives"));
            }
            let entry = self.entry_of(k, &mut dice);
            self.s.arrivals[k] = Arrival { turn: self.s.turn, entry };
        }
    }

    /// The entry hex of a group that arrives; none where its owner chooses. (17.3)
    fn entry_of(&mut self, k: usize, dice: &mut Dice) -> Option<HexId> {
        let group = &self.g.setup(self.s).groups[k];
        if group.places.len() == 6 {
            let die = usize::from(self.g.die(dice));
            self.rolled = true;
            let hex = group.places[die - 1];
            let name = group.name.clone();
            self.tell("17.3", &[PartKind::Hex(hex)], |g, _| format!("{name}: {die}, by {}", g.map.hex_name(hex)));
            return Some(hex);
        }
        let Some(held) = group.held else { return group.entry };
        // 17.3: only where the owner's units hold the place
        let seat = group.units.first().map_or(FRENCH, |unit| self.seat(*unit));
        let holds = self.s.in_hex(held).any(|unit| {
            let facts = self.g.army.facts(unit);
            facts.seat == seat && facts.kind.is_unit()
        });
        if holds || group.others.is_empty() { group.entry } else { None }
    }

    /// States of headquarters and leaders; those of the set-up hold through the first turn. (12.1, 12.2)
    fn command_states(&mut self, seat: Seat) {
        if let Some((hq, at)) = self.g.hq(self.s, seat)
            && self.s.turn > 1
        {
            let lay = self.g.lay(self.s, seat);
            let near = self.g.map.neighbours(at).any(|(_, hex)| lay.held.has(hex));
            let (moved, safe) = (self.s.unit(hq).is(Flags::MOVED_LAST), self.g.has_line(self.s, hq));
            let active = ruled!(self.g, &*self.s, works, HqFacts { seat, near, moved, safe });
            let state = self.s.unit_mut(hq);
            let was = state.is(Flags::ACTIVE);
            state.clear(Flags::ACTIVE.with(Flags::MOVED_LAST));
            if active {
                state.set(Flags::ACTIVE);
            }
            if was != active {
                self.tell("12.1", &[PartKind::Unit(hq)], |g, _| {
                    format!("{} is {}", g.army.facts(hq).name, if active { "active" } else { "inactive" })
                });
            }
        }
        if self.s.turn < 2 {
            return;
        }
        let leaders: Vec<UnitId> =
            self.g.army.all().filter(|(_, f)| f.seat == seat && f.kind == Unit::Leader).map(|(id, _)| id).collect();
        for leader in leaders {
            let state = self.s.unit(leader);
            let Place::Hex(at) = state.at else { continue };
            let company = self.s.in_hex(at).any(|unit| {
                let facts = self.g.army.facts(unit);
                facts.seat == seat && facts.kind.is_unit() && self.g.leads(leader, facts.formation)
            });
            if state.is(Flags::EFFECTIVE) || !company {
                continue;
            }
            let die = self.roll();
            let recovers = die <= self.g.numbers.leader_recovers;
            self.tell("12.2", &[PartKind::Unit(leader)], |g, _| {
                format!(
                    "{}: {die}, {}",
                    g.army.facts(leader).name,
                    if recovers { "effective" } else { "still incapable" }
                )
            });
            if recovers {
                self.s.unit_mut(leader).set(Flags::EFFECTIVE);
            }
        }
    }

    /// Routed units whose turn has come check; who passes returns. (10.3)
    fn routed_units(&mut self, seat: Seat) {
        let due: Vec<UnitId> = self
            .s
            .all()
            .filter(|(id, unit)| unit.at == Place::Track(self.s.turn) && self.seat(*id) == seat)
            .map(|(id, _)| id)
            .collect();
        for unit in due {
            if self.check(unit, "to return") {
                self.s.unit_mut(unit).set(Flags::PASSED);
            } else {
                self.stay_away(unit);
            }
        }
    }

    fn stay_away(&mut self, unit: UnitId) {
        let turn = self.s.turn.saturating_add(self.g.numbers.rout_turns);
        let state = self.s.unit_mut(unit);
        state.at = Place::Track(turn);
        state.clear(Flags::PASSED);
    }

    /// Nobody returns where there is no room for him; called when the question is over.
    pub(super) fn left_over(&mut self) {
        for unit in self.g.returning(self.s) {
            self.stay_away(unit);
        }
    }

    /// 10.3: back on the map, a step weaker where it has two.
    pub(super) fn come_back(&mut self, unit: UnitId, hex: HexId) {
        let state = self.s.unit_mut(unit);
        state.clear(Flags::PASSED);
        state.at = Place::Hex(hex);
        if state.steps > 1 {
            state.steps -= 1;
        }
    }

    /// The recovery phase, and who comes next. (3, 10.2, 14)
    pub(super) fn recover(&mut self) {
        let seat = self.s.active;
        let lay = self.g.lay(self.s, seat);
        let own: Vec<UnitId> =
            self.g.army.all().filter(|(_, f)| f.seat == seat && f.kind.is_unit()).map(|(id, _)| id).collect();
        let rallying = self.rallying(seat);
        let supplied = self.supplied(seat);
        for unit in own {
            let Place::Hex(at) = self.s.unit(unit).at else { continue };
            // 19.2: zones mean nothing inside a chateau
            let free = !lay.zone.has(at) || self.g.is_inside(self.s, unit);
            if self.s.unit(unit).is(Flags::DISRUPTED) && free {
                let distance = rallying.iter().map(|hex| self.g.map.grid().distance(*hex, at)).min().unwrap_or(u8::MAX);
                let arm = self.g.army.facts(unit).kind.arm();
                let near = ruled!(self.g, &*self.s, rallies, RallyFacts { seat, arm, distance });
                if near || self.check(unit, "to rally") {
                    self.s.unit_mut(unit).clear(Flags::DISRUPTED);
                    self.tell("10.2", &[PartKind::Unit(unit)], |g, _| format!("{} rallies", g.army.facts(unit).name));
                }
            }
            if self.s.unit(unit).is(Flags::AMMO) {
                let arm = self.g.army.facts(unit).kind.arm();
                let told = SupplyFacts { seat, arm, supplied: supplied.has(at) };
                let most = ruled!(self.g, &*self.s, finds_ammunition, told);
                let found = most >= 6 || {
                    let die = self.roll();
                    self.tell("14", &[PartKind::Unit(unit)], |g, _| {
                        format!("{} looks for ammunition: {die}", g.army.facts(unit).name)
                    });
                    die <= most
                };
                if found {
                    self.s.unit_mut(unit).clear(Flags::AMMO);
                }
            }
        }
        for k in 0..self.s.units.len() {
            let unit = &mut self.s.units[k];
            if self.g.army.facts(UnitId(k as u8)).seat == seat {
                unit.clear(Flags::OF_TURN);
            }
        }
        told!(self, on_turn_end, TurnFacts { seat });
        if self.s.ending.is_some() {
            return;
        }
        self.s.step = Step::Begin;
        if seat == AUSTRIAN {
            self.s.active = FRENCH;
        } else if self.s.turn < self.g.numbers.turns {
            self.s.active = AUSTRIAN;
            self.s.turn += 1;
        } else {
            self.judge();
        }
    }

    /// The hexes of effective leaders and active headquarters. (10.2)
    fn rallying(&self, seat: Seat) -> Vec<HexId> {
        let helps = |unit: &UnitId| {
            let (facts, state) = (self.g.army.facts(*unit), self.s.unit(*unit));
            let able = match facts.kind {
                Unit::Leader => state.is(Flags::EFFECTIVE),
                Unit::Hq => state.is(Flags::ACTIVE),
                _ => false,
            };
            facts.seat == seat && able
        };
        let units = self.g.army.all().map(|(unit, _)| unit).filter(helps);
        units.filter_map(|unit| self.s.unit(unit).at.hex()).collect()
    }

    /// The hexes that trains supply: within reach over hexes free of the enemy and his zones. (14)
    fn supplied(&self, seat: Seat) -> HexSet {
        let lay = self.g.lay(self.s, seat);
        let barred = self.g.barred(&lay);
        let mut reached = HexSet::EMPTY;
        for (unit, _) in self.g.army.all().filter(|(_, f)| f.seat == seat && f.kind == Unit::Train) {
            let Place::Hex(at) = self.s.unit(unit).at else { continue };
            // as the wagons' loads go: on foot
            let line = self.g.map.line_to(super::model::Arm::Infantry as usize, at, &barred);
            let near = |hex: &HexId| line.steps(*hex).is_some_and(|steps| steps <= self.g.numbers.train_range);
            reached = reached.or(&self.g.map.land().iter().filter(near).collect());
        }
        reached
    }

    /// The end of the last turn. (18.2, 18.3)
    fn judge(&mut self) {
        let g = self.g;
        let french = |unit: &UnitId| g.army.facts(*unit).seat == FRENCH && g.army.facts(*unit).kind.is_unit();
        let there: Vec<UnitId> = g.marengo.map_or_else(Vec::new, |hex| self.s.in_hex(hex).filter(french).collect());
        let points = [AUSTRIAN, FRENCH].map(|seat| g.points_of(self.s, seat));
        let [austrian, french] = points.map(|n| n.min(u16::from(u8::MAX)) as u8);
        let safe = there.iter().any(|unit| g.has_line(self.s, *unit));
        let end = EndFacts { held: !there.is_empty(), safe, austrian, french };
        if ruled!(g, &*self.s, marengo_decides, end) {
            self.s.ending = Some(Ending::Marengo);
            return;
        }
        let enough = u16::from(ruled!(g, &*self.s, points_to_win, end));
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater if points[0] >= enough => Some(AUSTRIAN),
            std::cmp::Ordering::Less if points[1] >= enough => Some(FRENCH),
            _ => None,
        };
        self.tell("18.3", &[], |_, _| format!("Points: {} to {}", points[0], points[1]));
        self.s.ending = Some(Ending::Points(winner));
    }
}

impl super::Folio {
    /// The points of a side. (18.3)
    pub(super) fn points_of(&self, s: &super::model::State, seat: Seat) -> u16 {
        let score = &s.score[seat.index()];
        let each = [
            (score.destroyed, Worth::Destroyed),
            (score.casualties, Worth::Casualty),
            (score.captured, Worth::Captured),
            (score.great, Worth::Great),
        ];
        let worth = |what| u16::from(ruled!(self, s, points_for, PointFacts { seat, what }));
        each.iter().filter(|(count, _)| *count > 0).map(|(count, what)| u16::from(*count) * worth(*what)).sum()
    }
}
