//! A fight from the die to the advance. (7, 8, 9)

use super::Folio;
use super::army::Kind as Unit;
use super::crt::{Cell, Check, Harm, Tags};
use super::doing::Doing;
use super::flow::{Fight, Kind, Step};
use super::lua_rules::{ruled, told};
use super::model::{Flags, PartKind, Place, UnitId};
use super::rules::{AmmoFacts, FightFacts, RetreatFacts, RoutFacts};
use crate::board::HexId;

impl Doing<'_> {
    /// 9.1: cavalry outside enemy zones at the start of the phase may charge.
    pub(super) fn muster_horse(&mut self) {
        self.s.step = if self.g.numbers.charges { Step::Charge } else { Step::Battle };
        let zone = self.g.lay(self.s, self.s.active).zone;
        for (unit, facts) in self.g.army.all() {
            let state = self.s.unit_mut(unit);
            let free = state.at.hex().is_some_and(|hex| !zone.has(hex));
            if facts.seat == self.s.active && facts.kind == Unit::Cavalry && free {
                self.s.unit_mut(unit).set(Flags::CHARGER);
            }
        }
    }

    /// Infantry forms square; in the hex of a chateau it is inside then, and out of reach for horse. (9.2, 19.2)
    pub(super) fn squares_up(&mut self, unit: UnitId) {
        self.s.unit_mut(unit).set(Flags::SQUARE);
        if !self.g.fits_chateau(self.s, unit) {
            return;
        }
        self.s.unit_mut(unit).set(Flags::HOLDS);
        let target = self.s.fight.target;
        if self.g.is_shut(self.s, target) {
            let attackers: Vec<UnitId> = Folio::with_flag(self.s, Flags::ATTACKS).collect();
            attackers.into_iter().for_each(|unit| self.s.unit_mut(unit).set(Flags::FOUGHT));
            self.tell("19.2", &[PartKind::Hex(target)], |_, _| "The charge breaks on the walls".to_owned());
            self.s.step = Step::Settle;
        }
    }

    /// Rolls for the fight under way, and begins what follows.
    pub(super) fn fight(&mut self) {
        let attackers: Vec<UnitId> = Folio::with_flag(self.s, Flags::ATTACKS).collect();
        let counters: Vec<UnitId> = Folio::with_flag(self.s, Flags::DEFENDS).collect();
        let (kind, target) = (self.s.fight.kind, self.s.fight.target);
        let odds = self.g.odds(self.s, kind, &attackers, target, &counters);
        let hexes: Vec<HexId> = attackers.iter().filter_map(|unit| self.s.unit(*unit).at.hex()).collect();
        let inside = self.g.is_shut(self.s, target);
        for unit in self.g.garrison(self.s, target) {
            self.s.unit_mut(unit).set(Flags::DEFENDS);
        }
        for unit in &attackers {
            self.s.unit_mut(*unit).set(Flags::FOUGHT);
        }
        let die = self.roll();
        let (cell, tags) = self.g.cell(die, odds.column);
        let f = &mut self.s.fight;
        (f.die, f.column, f.ways) = (die, odds.column, self.g.ways_from(target, &hexes));
        self.tell(section(kind), &[PartKind::Hex(target)], |g, _| {
            let what = match kind {
                Kind::Fire => "Bombardment",
                Kind::Charge => "Charge",
                Kind::Attack | Kind::None => "Attack",
            };
            let names: Vec<&str> = attackers.iter().map(|unit| g.army.facts(*unit).name.as_str()).collect();
            let flank = if odds.shift > 0 { ", a flank" } else { "" };
            format!(
                "{what} on {} by {}: {} to {}, {:+}{flank}: column {}; die {die}: {cell}{tags}",
                g.map.hex_name(target),
                names.join(", "),
                odds.attack,
                odds.defence,
                odds.attack - odds.defence,
                g.table.heading(odds.column),
            )
        });
        self.s.step = Step::Loss;
        self.tagged(&attackers, &hexes, tags);
        if self.s.ending.is_some() {
            return;
        }
        match kind {
            Kind::Fire => self.shelled(cell),
            _ => self.result(&attackers, cell, inside),
        }
        if tags.fire && kind != Kind::Fire {
            // 7.5: all attackers are disrupted, and one of them is hit
            attackers.iter().for_each(|unit| self.s.unit_mut(*unit).set(Flags::DISRUPTED));
            self.s.fight.mark = true;
        }
    }

    /// The tags Leader and Ammo. (7.5)
    fn tagged(&mut self, attackers: &[UnitId], hexes: &[HexId], tags: Tags) {
        if tags.ammo {
            for unit in attackers {
                let (seat, arm) = (self.seat(*unit), self.g.army.facts(*unit).kind.arm());
                if ruled!(self.g, &*self.s, wants_ammunition, AmmoFacts { seat, arm, fight: self.s.fight.kind }) {
                    self.s.unit_mut(*unit).set(Flags::AMMO);
                }
            }
        }
        if !tags.leader {
            return;
        }
        let target = self.s.fight.target;
        let there = |hex: HexId| hex == target || self.s.fight.kind != Kind::Fire && hexes.contains(&hex);
        let leaders = self.g.army.all().filter(|(_, facts)| facts.kind == Unit::Leader).map(|(unit, _)| unit);
        let leaders: Vec<UnitId> = leaders.filter(|unit| self.s.unit(*unit).at.hex().is_some_and(there)).collect();
        for leader in leaders {
            let die = self.roll();
            self.tell("7.5", &[PartKind::Unit(leader)], |g, _| {
                format!("{} in danger: {die}", g.army.facts(leader).name)
            });
            if die <= self.g.numbers.leader_falls {
                self.fall(leader);
            } else if die <= self.g.numbers.leader_taken {
                // captured, if his stack is lost: seen when the fight is over
                self.s.unit_mut(leader).set(Flags::TRIED);
            }
        }
    }

    /// What a cell does in combat. (7.5, 19.2)
    fn result(&mut self, attackers: &[UnitId], cell: Cell, inside: bool) {
        let defenders: Vec<UnitId> = Folio::with_flag(self.s, Flags::DEFENDS).collect();
        let back = self.retreat(true, false);
        let (far, brackets) = (self.retreat(false, false), self.retreat(false, true));
        match (cell.check, cell.harm) {
            (Check::None, Harm::Ax | Harm::Ar) => {
                attackers.iter().for_each(|unit| self.shaken(*unit, back));
                self.s.fight.repulsed = true;
                self.s.fight.owed[0] = u8::from(cell.harm == Harm::Ax);
            }
            (Check::None, Harm::Dr) if inside => {}
            (Check::None, Harm::Dr) => defenders.iter().for_each(|unit| self.beaten(*unit, far)),
            // the rest are beaten once the step is lost
            (Check::None, Harm::Dx) => self.s.fight.owed[1] = 1,
            (Check::None, Harm::Ex) => self.s.fight.owed = [1, u8::from(!inside)],
            (Check::None, Harm::Ne) => {}
            (Check::Ac, harm) => {
                let mut passed = 0;
                for unit in attackers {
                    if self.check(*unit, "in the attack") {
                        self.s.unit_mut(*unit).set(Flags::PASSED);
                        passed += 1;
                    } else {
                        self.shaken(*unit, back);
                    }
                }
                self.s.fight.repulsed = passed == 0;
                if passed > 0 && harm == Harm::Ex {
                    self.s.fight.owed = [1, u8::from(!inside)];
                }
            }
            // 19.2: nothing but Dx and Dm counts inside the walls, but the attackers take all of theirs
            (Check::Dc, harm) if inside => self.s.fight.owed[0] = u8::from(harm == Harm::Ex),
            (Check::Dc | Check::Dm, harm) => {
                let mut passed = Vec::new();
                for unit in &defenders {
                    if self.check(*unit, "in the defence") {
                        self.s.unit_mut(*unit).set(Flags::PASSED);
                        passed.push(*unit);
                    } else if cell.check == Check::Dm {
                        self.rout(*unit);
                    } else {
                        self.beaten(*unit, far);
                    }
                }
                if passed.is_empty() || inside {
                    return;
                }
                match harm {
                    Harm::Ex => self.s.fight.owed = [1, 1],
                    Harm::Dr => passed.iter().for_each(|unit| self.yields(*unit, brackets)),
                    Harm::Dx => {
                        self.s.fight.owed[1] = 1;
                        passed.iter().for_each(|unit| self.yields(*unit, brackets));
                    }
                    Harm::Ne | Harm::Ax | Harm::Ar => {}
                }
            }
        }
    }

    /// What a cell does from afar: the battery suffers nothing. (8)
    fn shelled(&mut self, cell: Cell) {
        let defenders: Vec<UnitId> = Folio::with_flag(self.s, Flags::DEFENDS).collect();
        let (far, brackets) = (self.retreat(false, false), self.retreat(false, true));
        match (cell.check, cell.harm) {
            (Check::Ac, _) | (Check::None, Harm::Ax | Harm::Ar | Harm::Ne | Harm::Ex) => {}
            (Check::None, Harm::Dr) => defenders.iter().for_each(|unit| self.beaten(*unit, far)),
            // the rest are beaten once the step is lost
            (Check::None, Harm::Dx) => self.s.fight.owed[1] = 1,
            (Check::Dc | Check::Dm, harm) => {
                for unit in &defenders {
                    let passed = self.check(*unit, "under fire");
                    match (passed, cell.check) {
                        (false, Check::Dm) => self.rout(*unit),
                        (false, _) => self.beaten(*unit, far),
                        (true, Check::Dm) => {
                            self.s.unit_mut(*unit).set(Flags::PASSED);
                            if harm == Harm::Dx {
                                self.s.fight.owed[1] = 1;
                            }
                            self.yields(*unit, brackets);
                        }
                        // 8: Dc tells on those who fail alone
                        (true, _) => {}
                    }
                }
            }
        }
    }

    /// How far a side retreats. (7.5)
    fn retreat(&self, attacks: bool, passed: bool) -> u8 {
        let seat = if attacks { self.s.active } else { self.s.active.other() };
        ruled!(self.g, &*self.s, retreat_hexes, RetreatFacts { seat, attacks, passed })
    }

    /// An attacker is beaten: disrupted, and back. (7.5)
    fn shaken(&mut self, unit: UnitId, hexes: u8) {
        let state = self.s.unit_mut(unit);
        state.set(Flags::DISRUPTED);
        state.flee = hexes;
    }

    /// A defender is beaten: disrupted, or routed where he was so already. (7.5, 10.2)
    fn beaten(&mut self, unit: UnitId, hexes: u8) {
        let state = self.s.unit_mut(unit);
        if state.is(Flags::DISRUPTED) {
            self.rout(unit);
            return;
        }
        state.set(Flags::DISRUPTED);
        state.clear(Flags::SQUARE.with(Flags::HOLDS));
        state.flee = hexes;
    }

    /// A defender gives way in order. (7.5)
    fn yields(&mut self, unit: UnitId, hexes: u8) {
        let state = self.s.unit_mut(unit);
        if hexes > 0 {
            state.clear(Flags::SQUARE.with(Flags::HOLDS));
        }
        state.flee = hexes;
    }

    /// A unit runs to the turn track. (10.3)
    pub(super) fn rout(&mut self, unit: UnitId) {
        let (seat, arm) = (self.seat(unit), self.g.army.facts(unit).kind.arm());
        let turns = RoutFacts { seat, arm, safe: self.g.has_line(self.s, unit) };
        let turns = ruled!(self.g, &*self.s, rout_turns, turns);
        let due = self.s.turn.saturating_add(turns);
        let (ammo, hex) = (self.s.unit(unit).flags.0 & Flags::AMMO.0, self.s.unit(unit).at.hex());
        self.remove(unit, Place::Track(due));
        self.s.unit_mut(unit).set(Flags(ammo));
        self.tell("10.3", &[PartKind::Unit(unit)], |g, _| {
            format!("{} routs, until turn {due}", g.army.facts(unit).name)
        });
        if let Some(facts) = self.loss(unit, hex, false) {
            told!(self, on_rout, facts);
        }
    }

    /// Steps that are owed where nobody has a choice; whether there was something to do. (7.5)
    pub(super) fn losses(&mut self) -> bool {
        if self.s.fight.owed == [0, 0] {
            self.after_dx();
            self.s.step = Step::Mark;
            return true;
        }
        let (flag, k) = self.g.losers(self.s);
        match self.g.candidates(self.s, flag)[..] {
            [] => self.s.fight.owed[k] = 0,
            [only] => self.lose(only),
            _ => return false,
        }
        true
    }

    /// Those whom a Dx without a check has left are beaten; in a chateau nobody is. (7.5, 19.2)
    fn after_dx(&mut self) {
        let (cell, _) = self.g.cell(self.s.fight.die, self.s.fight.column);
        if (cell.check, cell.harm) != (Check::None, Harm::Dx) {
            return;
        }
        let far = self.retreat(false, false);
        let left: Vec<UnitId> = Folio::with_flag(self.s, Flags::DEFENDS)
            .filter(|unit| self.s.unit(*unit).at.hex().is_some() && !self.g.is_inside(self.s, *unit))
            .collect();
        left.into_iter().for_each(|unit| self.beaten(unit, far));
    }

    /// A unit loses a step. (11.1)
    pub(super) fn lose(&mut self, unit: UnitId) {
        let k = self.g.losers(self.s).1;
        self.s.fight.owed[k] -= 1;
        self.step_lost(unit);
    }

    pub(super) fn step_lost(&mut self, unit: UnitId) {
        if self.s.unit(unit).steps <= 1 {
            self.destroy(unit);
        } else {
            self.s.unit_mut(unit).steps -= 1;
            self.tell("11.1", &[PartKind::Unit(unit)], |g, _| format!("{} loses a step", g.army.facts(unit).name));
        }
    }

    /// The defender's fire tells on a unit of his choice. (7.5)
    pub(super) fn marked(&mut self, unit: UnitId) {
        self.s.fight.mark = false;
        if !self.check(unit, "in the defender's fire") {
            self.step_lost(unit);
        }
    }

    /// Retreats that leave no choice; whether there was something to do. (7.6, 11.2)
    pub(super) fn retreats(&mut self) -> bool {
        let seat = self.g.decider(self.s);
        let fleeing: Vec<UnitId> = self.s.all().filter(|(_, unit)| unit.flee > 0).map(|(id, _)| id).collect();
        let fleeing: Vec<UnitId> = fleeing.into_iter().filter(|unit| self.seat(*unit) == seat).collect();
        if fleeing.is_empty() {
            self.s.step = Step::Leaders;
            return true;
        }
        let (mut open, mut shut) = (Vec::new(), None);
        for unit in &fleeing {
            let Some(ends) = self.g.retreats(self.s, *unit, self.s.unit(*unit).flee) else {
                self.tell("7.6", &[PartKind::Unit(*unit)], |g, _| {
                    format!("{} has no safe line of retreat and surrenders", g.army.facts(*unit).name)
                });
                self.capture(*unit);
                return true;
            };
            if ends.is_empty() {
                shut = shut.or(Some(*unit));
            }
            open.extend(ends.into_iter().map(|end| (*unit, end)));
        }
        match (&open[..], shut) {
            ([(unit, end)], _) => self.fall_back(*unit, *end),
            // while others can still make room, nobody is lost for want of it
            ([], Some(unit)) => {
                self.tell("7.6", &[PartKind::Unit(unit)], |g, _| {
                    format!("{} finds no room to retreat to", g.army.facts(unit).name)
                });
                self.destroy(unit);
            }
            _ => return false,
        }
        true
    }

    /// A unit retreats, and leaders whom it would leave alone with it. (7.6)
    pub(super) fn fall_back(&mut self, unit: UnitId, to: HexId) {
        let state = self.s.unit_mut(unit);
        state.flee = 0;
        let Place::Hex(from) = state.at else { return };
        state.at = Place::Hex(to);
        self.tell("7.6", &[PartKind::Unit(unit), PartKind::Hex(to)], |g, _| {
            format!("{} retreats from {} to {}", g.army.facts(unit).name, g.map.hex_name(from), g.map.hex_name(to))
        });
        let seat = self.seat(unit);
        let left: Vec<UnitId> = self.s.in_hex(from).filter(|id| self.seat(*id) == seat).collect();
        if left.iter().all(|id| !self.g.army.facts(*id).kind.is_unit()) {
            left.into_iter().for_each(|id| self.s.unit_mut(id).at = Place::Hex(to));
        }
    }

    /// Leaders in danger whose stack is gone are captured. (7.5)
    pub(super) fn leaders_after(&mut self) {
        let in_danger: Vec<UnitId> = Folio::with_flag(self.s, Flags::TRIED)
            .filter(|unit| self.g.army.facts(*unit).kind == Unit::Leader && self.s.unit(*unit).at.hex().is_some())
            .collect();
        for leader in in_danger {
            let seat = self.seat(leader);
            let Place::Hex(at) = self.s.unit(leader).at else { continue };
            let company = self.s.in_hex(at).any(|id| {
                let facts = self.g.army.facts(id);
                facts.seat == seat && facts.kind.is_unit()
            });
            if !company {
                self.capture(leader);
            }
        }
        self.s.step = Step::Advance;
    }

    /// A unit of the winners advances. (7.7)
    pub(super) fn advance(&mut self, unit: UnitId, to: HexId) {
        let Place::Hex(from) = self.s.unit(unit).at else { return };
        let near = self.g.map.grid().way(from, to).is_some();
        if self.s.fight.advance.is_none() {
            // cavalry that rides on has passed the vacated hex
            let vacated = if near { to } else { self.passed(from, to) };
            self.s.fight.advance = Some((from, vacated));
        }
        self.put(unit, to);
        self.ride_down(unit, to);
        self.entered(unit, true);
    }

    /// The vacated hex that cavalry has ridden through.
    fn passed(&self, from: HexId, to: HexId) -> HexId {
        let f = &self.s.fight;
        let between =
            |hex: &HexId| self.g.map.grid().way(from, *hex).is_some() && self.g.map.grid().way(*hex, to).is_some();
        let around = self.g.map.neighbours(f.target).filter(|(way, _)| f.ways & (1 << way.0) != 0).map(|(_, hex)| hex);
        let vacated = if f.repulsed { around.collect() } else { vec![f.target] };
        vacated.into_iter().find(between).unwrap_or(to)
    }

    /// The fight is over. (9.4)
    pub(super) fn settle(&mut self) {
        let kind = self.s.fight.kind;
        let charged = kind == Kind::Charge && self.g.numbers.charge_disrupts;
        for k in 0..self.s.units.len() {
            let unit = &mut self.s.units[k];
            if charged && unit.is(Flags::ATTACKS) && unit.at.hex().is_some() {
                unit.set(Flags::DISRUPTED);
            }
            unit.clear(Flags::OF_FIGHT);
        }
        let Fight { target, die, repulsed, .. } = std::mem::take(&mut self.s.fight);
        self.s.step = match kind {
            Kind::Fire => Step::Fire,
            Kind::Charge => Step::Charge,
            Kind::Attack | Kind::None => Step::Attack,
        };
        if kind != Kind::None {
            let seat = self.s.active;
            let defends = |unit: UnitId| self.seat(unit) != seat && self.g.army.facts(unit).kind.is_unit();
            let cleared = !self.s.in_hex(target).any(defends);
            told!(self, on_fight, FightFacts { seat, fight: kind, target, die, repulsed, cleared });
        }
    }
}

fn section(kind: Kind) -> &'static str {
    match kind {
        Kind::Fire => "8",
        Kind::Charge => "9.1",
        Kind::Attack | Kind::None => "7.3",
    }
}
