//! Strengths, odds, and who may attack, charge or fire. (7, 8, 9)

use super::Folio;
use super::army::Kind as Unit;
use super::crt::{Cell, Tags};
use super::flow::Kind;
use super::lua_rules::ruled;
use super::model::{Arm, Flags, Place, State, UnitId};
use super::rules::{BonusFacts, ChargeFacts, DefenceFacts, FlankFacts, RangeFacts, StrengthFacts};
use crate::board::{HexId, Way};
use crate::kernel::{Refusal, Seat};

/// What clear ground costs, in halves of a point. (TEC)
const CLEAR: u8 = 2;

/// What a fight stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The attackers' strength.
    pub attack: i16,
    /// The defenders'.
    pub defence: i16,
    /// Columns that a flank moves it to the right.
    pub shift: i8,
    /// The column of the table.
    pub column: u8,
}

impl Folio {
    /// The units of the fight with a part in it.
    pub(super) fn with_flag(s: &State, flag: Flags) -> impl Iterator<Item = UnitId> + '_ {
        s.all().filter(move |(_, unit)| unit.is(flag)).map(|(id, _)| id)
    }

    /// Twice the strength of an attacker. (7.2)
    pub(super) fn attack_halves(&self, s: &State, unit: UnitId, kind: Kind, target: HexId) -> u16 {
        let (arm, state) = (self.arm(unit), s.unit(unit));
        let Place::Hex(from) = state.at else { return 0 };
        let (into, out) = (self.map.ground(target), self.map.ground(from));
        let border = self.map.border(from, target);
        let clear = border.is_some_and(|border| border.is_clear());
        let by_ground = !into.over_clear || clear;
        let ones = into.into_ones.has(arm) && by_ground
            || border.is_some_and(|border| border.felt().any(|side| side.ones.has(arm)));
        // 9.3: not against squares
        let squares = || self.garrison(s, target).iter().any(|unit| s.unit(*unit).is(Flags::SQUARE));
        let rides = kind == Kind::Charge && !squares();
        let halved = state.is(Flags::AMMO)
            || into.into_halved.has(arm) && by_ground
            || out.from_halved.has(arm)
            || self.map.halves(from)
            || self.map.halves(target)
            || border.is_some_and(|border| border.felt().any(|side| side.halves));
        let facts = StrengthFacts {
            seat: self.army.facts(unit).seat,
            arm: self.army.facts(unit).kind.arm(),
            fight: kind,
            target,
            printed: self.values(s, unit).combat,
            halved,
            one: ones,
            rides,
        };
        u16::from(ruled!(self, s, attack_strength, facts))
    }

    /// Twice the strength of a defender; `foot` says whether infantry or guns attack. (9.3, 10.2)
    pub(super) fn defence_halves(&self, s: &State, unit: UnitId, foot: bool) -> u16 {
        let (arm, state) = (self.arm(unit), s.unit(unit));
        let Place::Hex(at) = state.at else { return 0 };
        let halved = state.is(Flags::DISRUPTED)
            || arm == Arm::Artillery as usize && !state.is(Flags::DEPLOYED)
            || state.is(Flags::SQUARE) && !self.is_inside(s, unit) && foot
            || self.map.ground(at).defends_halved.has(arm)
            || self.map.halves(at);
        let (seat, kind) = (self.army.facts(unit).seat, self.army.facts(unit).kind);
        let facts = DefenceFacts { seat, arm: kind.arm(), hex: at, printed: self.values(s, unit).combat, halved };
        u16::from(ruled!(self, s, defence_strength, facts))
    }

    /// The greatest bonus of leaders in some hexes. (7.4, 12.4)
    fn bonus(&self, s: &State, seat: Seat, hexes: &[HexId], attacks: bool) -> i16 {
        let bonus = |hex: &HexId| self.leaders_in(s, seat, *hex).map(|leader| self.army.facts(leader).bonus).max();
        let Some(printed) = hexes.iter().filter_map(bonus).max() else { return 0 };
        i16::from(ruled!(self, s, leader_bonus, BonusFacts { seat, attacks, printed }))
    }

    /// Whether attackers on these sides of a hex flank it: from opposite sides, or from three that do not touch. (7.4)
    pub(super) fn is_flanked(ways: u8) -> bool {
        (0..3).any(|k| ways & (1 << k) != 0 && ways & (1 << (k + 3)) != 0)
            || [0b01_0101, 0b10_1010].contains(&(ways & 0x3f))
    }

    /// What a fight of these attackers against a hex stands at; `defenders` besides those in it. (7.3, 7.4, 8)
    pub(super) fn odds(&self, s: &State, kind: Kind, attackers: &[UnitId], target: HexId, more: &[UnitId]) -> Odds {
        let mut defenders = self.garrison(s, target);
        defenders.extend_from_slice(more);
        let seat = attackers.first().map_or(s.active, |unit| self.army.facts(*unit).seat);
        let halves: u16 = attackers.iter().map(|unit| self.attack_halves(s, *unit, kind, target)).sum();
        let foot = attackers.iter().any(|unit| self.arm(*unit) != Arm::Cavalry as usize);
        let against: u16 = defenders.iter().map(|unit| self.defence_halves(s, *unit, foot)).sum();
        // 7.2: halves are kept until the sum, which is at least 1
        let whole = |halves: u16| (halves / 2).max(1) as i16;
        let (mut attack, mut defence) = (whole(halves), whole(against));
        let mut shift = 0;
        if kind == Kind::Fire {
            defence = (defence / i16::from(self.numbers.bombard_defence)).max(1);
        } else {
            let from: Vec<HexId> = attackers.iter().filter_map(|unit| s.unit(*unit).at.hex()).collect();
            attack += self.bonus(s, seat, &from, true);
            defence += self.bonus(s, seat.other(), &[target], false);
            let ways = self.ways_from(target, &from);
            let facts = FlankFacts { seat, target, hexes: ways.count_ones() as u8, flanked: Folio::is_flanked(ways) };
            shift = ruled!(self, s, flank_shift, facts) as i8;
        }
        let column = self.table.column(attack - defence, shift);
        Odds { attack, defence, shift, column }
    }

    /// The ways from a hex to those around it, as bits.
    pub(super) fn ways_from(&self, target: HexId, hexes: &[HexId]) -> u8 {
        let ways = hexes.iter().filter_map(|hex| self.map.grid().way(target, *hex));
        ways.fold(0, |bits, way: Way| bits | 1 << way.0)
    }

    /// The cell of the table that a die hits.
    pub(super) fn cell(&self, die: u8, column: u8) -> (Cell, Tags) {
        let (cell, mut tags) =
            self.table.cell(die, column, self.numbers.df_cells == super::settings::FireCells::Diagonal);
        tags.leader &= self.numbers.casualties;
        (cell, tags)
    }

    /// Whether a unit could fight at all in its own turn, and why not.
    fn may_fight(&self, s: &State, unit: UnitId) -> Result<HexId, Refusal> {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let no = |section: &'static str, why: &str| Err(Refusal::new(section, format!("{} {why}", facts.name)));
        let Place::Hex(hex) = state.at else { return no("7.1", "is not on the map.") };
        if facts.seat != s.active {
            return no("7.1", "is not yours.");
        }
        if matches!(facts.kind, Unit::Train | Unit::Leader | Unit::Hq) {
            return no("7.1", "does not attack.");
        }
        if state.is(Flags::DISRUPTED) {
            return no("10.2", "is disrupted and does not attack.");
        }
        if state.is(Flags::MARCHED) {
            return no("4.5", "has marched and does not attack.");
        }
        if state.is(Flags::ATTACKS) {
            return no("7.1", "attacks already.");
        }
        if state.is(Flags::FOUGHT) {
            return no("7.1", "has fought already.");
        }
        if self.is_inside(s, unit) {
            return no("19.2", "is inside the chateau and does not attack.");
        }
        if state.is(Flags::SQUARE) {
            return no("9.3", "is in square and does not attack.");
        }
        Ok(hex)
    }

    /// Whether there is an enemy to be attacked in a hex.
    fn may_be_attacked(&self, s: &State, target: HexId) -> Result<(), Refusal> {
        let enemy = s.in_hex(target).any(|unit| {
            let facts = self.army.facts(unit);
            facts.kind.is_unit() && facts.seat != s.active
        });
        if enemy { Ok(()) } else { Err(Refusal::new("7.1", "There is no enemy unit in that hex.")) }
    }

    /// Whether a unit may attack a hex next to it. (7.1)
    pub(super) fn may_attack(&self, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
        let (from, facts) = (self.may_fight(s, unit)?, self.army.facts(unit));
        self.may_be_attacked(s, target)?;
        let Some(border) = self.map.border(from, target) else {
            return Err(Refusal::new("7.1", "Attackers stand next to the hex that they attack."));
        };
        if facts.kind == Unit::Battery && !s.unit(unit).is(Flags::DEPLOYED) {
            return Err(Refusal::new("2", format!("{} is limbered and does not fire.", facts.name)));
        }
        if border.is_barred() {
            return Err(Refusal::new("TEC", "Nobody attacks across a creek without a bridge or a ford."));
        }
        if self.is_shut(s, target) && !self.is_infantry(unit) {
            return Err(Refusal::new("19.2", "Only infantry attacks a chateau."));
        }
        Ok(())
    }

    /// Whether a battery may fire on a hex from afar. (8)
    pub(super) fn may_fire(&self, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
        let (from, facts) = (self.may_fight(s, unit)?, self.army.facts(unit));
        if facts.kind != Unit::Battery {
            return Err(Refusal::new("8", "Only guns bombard."));
        }
        if !s.unit(unit).is(Flags::DEPLOYED) {
            return Err(Refusal::new("2", format!("{} is limbered and does not fire.", facts.name)));
        }
        let range = self.fire_range(s, unit);
        if self.map.grid().distance(from, target) > range || from == target {
            return Err(Refusal::new("8", format!("Its range is {range}.")));
        }
        self.may_be_attacked(s, target)?;
        if !self.map.ground(target).fire {
            return Err(Refusal::new("TEC", "Nobody bombards into deep woods."));
        }
        if self.is_shut(s, target) {
            return Err(Refusal::new("19.2", "Only infantry attacks a chateau."));
        }
        if !self.map.sees(from, target) {
            return Err(Refusal::new("6", "It does not see that hex."));
        }
        Ok(())
    }

    /// How far a battery fires from where it stands. (8)
    pub(super) fn fire_range(&self, s: &State, unit: UnitId) -> u8 {
        let higher = s.unit(unit).at.hex().map_or(0, |hex| self.map.range(hex));
        ruled!(self, s, gun_range, RangeFacts { seat: self.army.facts(unit).seat, higher })
    }

    /// What cavalry may spend on a charge, in halves of a point. (9.1)
    pub(super) fn charge_points(&self, s: &State, unit: UnitId) -> u8 {
        let facts = ChargeFacts { seat: self.army.facts(unit).seat, points: self.allowance(s, unit) };
        ruled!(self, s, charge_points, facts)
    }

    /// What a step of a charge costs: ground that lets charges through costs no more than clear ground. (9.1)
    fn charge_step(&self, from: HexId, way: Way) -> Option<u8> {
        let arm = Arm::Cavalry as usize;
        let (cost, _) = self.map.step(arm, crate::board::Going::Country, from, way)?;
        let ground = self.map.ground(self.map.next(from, way)?);
        Some(cost - ground.cost[arm].min(cost) + ground.cost[arm].min(CLEAR))
    }

    /// Where a charge would come into contact. (9.1)
    pub(super) fn may_charge(&self, s: &State, unit: UnitId, target: HexId) -> Result<HexId, Refusal> {
        let (from, facts) = (self.may_fight(s, unit)?, self.army.facts(unit));
        if facts.kind != Unit::Cavalry {
            return Err(Refusal::new("9.1", "Only cavalry charges."));
        }
        if !s.unit(unit).is(Flags::CHARGER) {
            return Err(Refusal::new("9.1", format!("{} began the phase in an enemy zone of control.", facts.name)));
        }
        self.may_be_attacked(s, target)?;
        if self.is_shut(s, target) {
            return Err(Refusal::new("19.2", "Only infantry attacks a chateau."));
        }
        let far = self.map.grid().distance(from, target);
        let most = self.charge_points(s, unit);
        let straight = || Refusal::new("9.1", "A charge goes in a straight line, over half the allowance at most.");
        // a hex costs a point at least, and the last is not entered
        if far == 0 || far - 1 > most / CLEAR {
            return Err(straight());
        }
        let lay = self.lay(s, facts.seat);
        let (mut here, mut spent) = (from, 0u8);
        let way = Way::ALL.into_iter().find(|way| {
            let ahead = (0..far).try_fold(from, |hex, _| self.map.next(hex, *way));
            ahead == Some(target)
        });
        let way = way.ok_or_else(straight)?;
        let rough = || Refusal::new("9.1", "A charge goes over clear ground, roads and vineyards.");
        if !self.map.ground(from).charge || !self.map.ground(target).charge {
            return Err(rough());
        }
        for _ in 1..far {
            let next = self.map.next(here, way).ok_or_else(straight)?;
            let cost = self.charge_step(here, way).filter(|_| self.map.ground(next).charge).ok_or_else(rough)?;
            spent = spent.saturating_add(cost);
            if spent > most {
                return Err(straight());
            }
            if lay.held.has(next) || lay.lone.has(next) || lay.zone.has(here) {
                return Err(Refusal::new("9.1", "The enemy is in its way."));
            }
            here = next;
        }
        if self.map.border(here, target).is_none_or(|border| border.is_barred()) {
            return Err(Refusal::new("TEC", "Nobody attacks across a creek without a bridge or a ford."));
        }
        if here != from && !self.has_room(s, unit, here) {
            return Err(Refusal::new("4.4", "There is no room for it in front of that hex."));
        }
        Ok(here)
    }

    /// Whether a unit may form square before a charge. (9.2)
    pub(super) fn may_square(&self, s: &State, unit: UnitId) -> bool {
        let state = s.unit(unit);
        let free = !state.flags.any(Flags::DISRUPTED.with(Flags::SQUARE).with(Flags::TRIED).with(Flags::MARCHED));
        self.numbers.squares
            && free
            && state.at == Place::Hex(s.fight.target)
            && self.is_infantry(unit)
            && self.army.facts(unit).seat != s.active
    }

    /// Whether cavalry may counter-charge. (9.5)
    pub(super) fn may_counter(&self, s: &State, unit: UnitId) -> bool {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let Place::Hex(at) = state.at else { return false };
        let near = (1..=self.numbers.counter_range).contains(&self.map.grid().distance(at, s.fight.target));
        let free = !state.flags.any(Flags::DISRUPTED.with(Flags::TRIED).with(Flags::MARCHED));
        facts.kind == Unit::Cavalry && facts.seat != s.active && near && free && self.rides_to(s, facts.seat, at)
    }

    /// Whether cavalry in a hex finds its way to the fight within its range: the ground lets it, and no enemy unit. (9.5)
    fn rides_to(&self, s: &State, seat: Seat, from: HexId) -> bool {
        let (target, held) = (s.fight.target, self.lay(s, seat).held);
        let mut front = vec![from];
        for _ in 0..self.numbers.counter_range {
            let mut next: Vec<HexId> = Vec::new();
            for here in &front {
                for (way, hex) in self.map.neighbours(*here) {
                    let open = self.map.step(Arm::Cavalry as usize, crate::board::Going::Road, *here, way).is_some();
                    if open && !held.has(hex) && !next.contains(&hex) {
                        next.push(hex);
                    }
                }
            }
            if next.contains(&target) {
                return true;
            }
            front = next;
        }
        false
    }
}
