//! What lies on the board for one side: who holds which hex, whose zones reach where, and the way home.

use super::Folio;
use super::army::Kind;
use super::lua_rules::ruled;
use super::model::{Arm, Flags, Place, State, UnitId};
use super::rules::{NerveFacts, RoomFacts};
use crate::board::{HexId, HexSet, Line};
use crate::kernel::Seat;

/// The board as one side meets it.
#[derive(Clone, Debug)]
pub(super) struct Lay {
    /// Hexes with enemy units.
    pub(super) held: HexSet,
    /// Hexes with enemy leaders or headquarters and no enemy unit.
    pub(super) lone: HexSet,
    /// Hexes that the enemy controls. (5)
    pub(super) zone: HexSet,
    /// Hexes with units of one's own.
    pub(super) own: HexSet,
}

impl Folio {
    /// The chart's row of a unit.
    #[inline]
    pub(super) fn arm(&self, unit: UnitId) -> usize {
        self.army.facts(unit).kind.arm() as usize
    }

    /// Whether a unit has a zone of control, wherever it stands. (5, 10.2, 9.3, 19.2)
    pub(super) fn controls(&self, s: &State, unit: UnitId) -> bool {
        let fights = !matches!(self.army.facts(unit).kind, Kind::Train | Kind::Leader | Kind::Hq);
        fights && !s.unit(unit).flags.any(Flags::DISRUPTED.with(Flags::SQUARE).with(Flags::MARCHED))
    }

    /// The board as a side meets it.
    pub(super) fn lay(&self, s: &State, seat: Seat) -> Lay {
        let (mut held, mut lone, mut own) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
        let mut masters: crate::kernel::Few<HexId, { super::model::MOST_UNITS }> = Default::default();
        for ((id, facts), unit) in self.army.all().zip(&s.units) {
            let Place::Hex(hex) = unit.at else { continue };
            match (facts.seat == seat, facts.kind.is_unit()) {
                (true, true) => own.add(hex),
                (false, false) => lone.add(hex),
                (false, true) => {
                    held.add(hex);
                    if self.controls(s, id) {
                        masters.push(hex);
                    }
                }
                (true, false) => {}
            }
        }
        Lay { held, lone: lone.without(&held), zone: self.map.zones(masters), own }
    }

    /// What a unit counts in a stack. (4.4)
    pub(super) fn weight(&self, unit: UnitId) -> u8 {
        let facts = self.army.facts(unit);
        match facts.kind {
            Kind::Leader | Kind::Hq => 0,
            Kind::Brigade | Kind::Cavalry => facts.steps,
            Kind::Battalion | Kind::Battery | Kind::Train => 1,
        }
    }

    /// Whether a hex has room for a unit. (4.4)
    pub(super) fn has_room(&self, s: &State, unit: UnitId, hex: HexId) -> bool {
        let weight = self.weight(unit);
        let there = s.in_hex(hex).filter(|other| *other != unit).map(|other| self.weight(other)).sum::<u8>();
        weight == 0 || there + weight <= ruled!(self, s, room, RoomFacts { hex })
    }

    /// The hexes of a stack's leaders. Effective ones only. (12.2)
    pub(super) fn leaders_in<'a>(&'a self, s: &'a State, seat: Seat, hex: HexId) -> impl Iterator<Item = UnitId> + 'a {
        s.in_hex(hex).filter(move |unit| {
            let facts = self.army.facts(*unit);
            facts.seat == seat && facts.kind == Kind::Leader && s.unit(*unit).is(Flags::EFFECTIVE)
        })
    }

    /// Whether a leader leads a formation.
    pub(super) fn leads(&self, leader: UnitId, formation: u8) -> bool {
        let facts = self.army.facts(leader);
        facts.army || facts.leads & (1 << formation) != 0
    }

    /// Hexes over which the line home of a side may not go: held by the enemy, or controlled by him and not by one's own
    /// presence. (7.6)
    pub(super) fn barred(&self, lay: &Lay) -> HexSet {
        lay.held.or(&lay.lone).or(&lay.zone.without(&lay.own))
    }

    /// The steps home from every hex for an arm of a side. (7.6)
    pub(super) fn home(&self, s: &State, seat: Seat, arm: usize) -> Line {
        let lay = self.lay(s, seat);
        self.map.line_to(arm, self.loc[seat.index()], &self.barred(&lay))
    }

    /// Whether a unit on the map has a safe line of retreat. (7.6)
    pub(super) fn has_line(&self, s: &State, unit: UnitId) -> bool {
        let facts = self.army.facts(unit);
        let Place::Hex(hex) = s.unit(unit).at else { return false };
        self.home(s, facts.seat, facts.kind.arm() as usize).steps(hex).is_some()
    }

    /// The hexes in which a retreat of so many hexes can end; none without a safe line, empty where there is no room. (7.6)
    pub(super) fn retreats(&self, s: &State, unit: UnitId, hexes: u8) -> Option<Vec<HexId>> {
        let facts = self.army.facts(unit);
        let Place::Hex(at) = s.unit(unit).at else { return Some(Vec::new()) };
        let (arm, lay) = (facts.kind.arm() as usize, self.lay(s, facts.seat));
        let barred = self.barred(&lay);
        let line = self.map.line_to(arm, self.loc[facts.seat.index()], &barred);
        line.steps(at)?;
        let mut front = vec![at];
        for _ in 0..hexes {
            let mut next: Vec<HexId> = Vec::new();
            for here in &front {
                for (way, hex) in self.map.neighbours(*here) {
                    let nearer = line.steps(hex).zip(line.steps(*here)).is_some_and(|(to, from)| to < from);
                    let open = nearer && !barred.has(hex) && !next.contains(&hex);
                    if open && self.map.step(arm, crate::board::Going::Road, *here, way).is_some() {
                        next.push(hex);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            front = next;
        }
        front.retain(|hex| *hex != at && self.has_room(s, unit, *hex));
        front.sort_unstable();
        Some(front)
    }

    /// The headquarters of a side that are on the map, with their hex.
    pub(super) fn hq(&self, s: &State, seat: Seat) -> Option<(UnitId, HexId)> {
        let hq = self.army.all().find(|(_, facts)| facts.seat == seat && facts.kind == Kind::Hq)?.0;
        Some((hq, s.unit(hq).at.hex()?))
    }

    /// The die that a unit's morale check must not exceed. (10.1)
    pub(super) fn nerve(&self, s: &State, unit: UnitId) -> i8 {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let (seat, arm, formation) = (facts.seat, facts.kind.arm(), facts.formation);
        let bonus = |hex| {
            let leaders = self.leaders_in(s, seat, hex).filter(|leader| self.leads(*leader, formation));
            leaders.map(|leader| self.army.facts(leader).bonus).max()
        };
        let bonus = state.at.hex().and_then(bonus).unwrap_or(0);
        let shaken = state.flags.any(Flags::DISRUPTED.with(Flags::AMMO));
        let printed = self.values(s, unit).morale;
        ruled!(self, s, nerve, NerveFacts { seat, arm, formation, printed, bonus, shaken })
    }

    /// The values of a unit as it stands.
    pub(super) fn values(&self, s: &State, unit: UnitId) -> super::army::Values {
        let facts = self.army.facts(unit);
        facts.sides[usize::from(s.unit(unit).steps < facts.steps)]
    }

    /// Whether a hex has a chateau that counts. (19.2)
    pub(super) fn has_chateau(&self, hex: HexId) -> bool {
        self.numbers.chateaux && self.chateau.is_some_and(|k| self.map.has(hex, k))
    }

    /// Whether a unit is inside a chateau. (19.2)
    pub(super) fn is_inside(&self, s: &State, unit: UnitId) -> bool {
        let state = s.unit(unit);
        state.is(Flags::HOLDS) && state.at.hex().is_some_and(|hex| self.has_chateau(hex))
    }

    /// Who would defend a hex: all units there, those inside a chateau only when nobody else is. (7.1, 19.2)
    pub(super) fn garrison(&self, s: &State, hex: HexId) -> Vec<UnitId> {
        let all: Vec<UnitId> = s.in_hex(hex).filter(|unit| self.army.facts(*unit).kind.is_unit()).collect();
        let outside: Vec<UnitId> = all.iter().copied().filter(|unit| !self.is_inside(s, *unit)).collect();
        if outside.is_empty() { all } else { outside }
    }

    /// Whether all who would defend a hex are inside its chateau. (19.2)
    pub(super) fn is_shut(&self, s: &State, hex: HexId) -> bool {
        let garrison = self.garrison(s, hex);
        !garrison.is_empty() && garrison.iter().all(|unit| self.is_inside(s, *unit))
    }

    /// Whether a unit is infantry.
    pub(super) fn is_infantry(&self, unit: UnitId) -> bool {
        self.army.facts(unit).kind.arm() == Arm::Infantry
    }
}
