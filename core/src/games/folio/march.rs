//! Movement: who may be taken up, where he comes onto the map, and how far he gets. (4, 5, 13.1)

use super::Folio;
use super::army::Kind;
use super::lua_rules::ruled;
use super::model::{AUSTRIAN, Arm, Flags, Place, State, UnitId};
use super::order::Act;
use super::rules::{EntryFacts, MoveFacts, RoomFacts};
use crate::board::hex::MOST_HEXES;
use crate::board::{Bounds, Going, HexId, HexSet, Reach};
use crate::kernel::Refusal;

/// Room for the searches of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    country: Reach,
    road: Reach,
    march: Reach,
}

impl Scratch {
    /// The search that a movement to a hex goes by.
    fn reach(&self, act: Act, to: HexId) -> &Reach {
        match (act, self.road.cost(to), self.country.cost(to)) {
            (Act::March, ..) => &self.march,
            (_, Some(a), Some(b)) if b < a => &self.country,
            (_, None, _) => &self.country,
            _ => &self.road,
        }
    }
}

/// Where a unit sets out, and what it has spent by then, in halves of a point.
#[derive(Clone, Copy, Debug)]
struct Start {
    hex: HexId,
    spent: u8,
    /// What it has waited for those before it. (13.1)
    delay: u8,
    enters: bool,
}

impl Folio {
    /// What a unit may spend, in halves of a movement point. (2, 10.2)
    pub(super) fn allowance(&self, s: &State, unit: UnitId) -> u8 {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let points = if state.is(Flags::DEPLOYED) { facts.deployed } else { self.values(s, unit).movement };
        let (seat, arm, formation) = (facts.seat, facts.kind.arm(), facts.formation);
        let disrupted = state.is(Flags::DISRUPTED);
        ruled!(self, s, allowance, MoveFacts { seat, arm, formation, printed: points, disrupted })
    }

    /// The entry hex of a unit that may come now. (13.1, 17.2, 17.3)
    pub(super) fn entry(&self, s: &State, unit: UnitId) -> Result<HexId, Refusal> {
        let facts = self.army.facts(unit);
        let printed = match self.setup(s).group_of(unit) {
            Some(k) => {
                let arrival = s.arrivals[k];
                if arrival.turn == 0 {
                    return Err(Refusal::new("17.3", format!("{} has not arrived yet.", facts.name)));
                }
                arrival.entry.ok_or_else(|| Refusal::new("17.3", "Its entry hex is not settled yet."))?
            }
            None if facts.seat == AUSTRIAN => self.column_entry(s, unit)?,
            None => return Err(Refusal::new("17.3", format!("{} does not come by an entry hex.", facts.name))),
        };
        let arm = self.arm(unit);
        self.open_entry(s, facts.seat, arm, printed).ok_or_else(|| {
            let text = format!("The enemy holds {} and every edge hex near it.", self.map.hex_name(printed));
            Refusal::new("13.1", text)
        })
    }

    /// 17.2: no unit enters before every unit of the formations before its own.
    fn column_entry(&self, s: &State, unit: UnitId) -> Result<HexId, Refusal> {
        let formation = self.army.facts(unit).formation;
        for (column, entry) in s.columns.iter().zip(self.column_entries) {
            let Some(place) = column.iter().position(|f| *f == formation) else { continue };
            let waiting = self.waiting_formations(s);
            let waits = |f: u8| waiting & (1 << f) != 0;
            if let Some(before) = column[..place].iter().find(|f| waits(**f)) {
                let text =
                    format!("Formation {formation} comes after formation {before}, which is not all on the map.");
                return Err(Refusal::new("17.2", text));
            }
            return entry.ok_or_else(|| Refusal::new("17.2", "This map has no entry hex for the column."));
        }
        Err(Refusal::new("17.2", format!("Formation {formation} is in no column.")))
    }

    /// The Austrian formations of which units wait off the map, as bits.
    pub(super) fn waiting_formations(&self, s: &State) -> u16 {
        let units = self.army.all().zip(&s.units);
        let waiting = units
            .filter(|((_, facts), state)| facts.seat == AUSTRIAN && facts.kind.is_unit() && state.at == Place::Waiting);
        waiting.fold(0, |bits, ((_, facts), _)| bits | 1 << facts.formation)
    }

    /// Whether it is worth asking if a unit may be taken up; `waiting` are the formations off the map.
    pub(super) fn could_take(&self, s: &State, unit: UnitId, waiting: u16) -> bool {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        match state.at {
            Place::Hex(_) => !state.flags.any(Flags::MOVED.with(Flags::SQUARE)),
            Place::Waiting if state.is(Flags::MOVED) => false,
            Place::Waiting => match self.setup(s).group_of(unit) {
                Some(k) => s.arrivals[k].turn != 0,
                None => s.columns.iter().any(|column| {
                    let before = column.iter().take_while(|f| **f != facts.formation);
                    column.contains(&facts.formation) && before.into_iter().all(|f| waiting & (1 << f) == 0)
                }),
            },
            _ => false,
        }
    }

    /// An entry hex, or the nearest edge hex that is free, where the enemy holds or controls it. (13.1)
    fn open_entry(&self, s: &State, seat: crate::kernel::Seat, arm: usize, printed: HexId) -> Option<HexId> {
        let lay = self.lay(s, seat);
        let free = |hex: HexId| {
            !lay.held.has(hex) && !lay.lone.has(hex) && !lay.zone.has(hex) && self.map.entry_cost(arm, hex).is_some()
        };
        if free(printed) {
            return Some(printed);
        }
        let far = |hex: HexId| self.map.grid().distance(printed, hex);
        let edge = self.map.land().iter().filter(|hex| far(*hex) <= self.numbers.entry_shift && self.map.is_edge(*hex));
        edge.filter(|hex| free(*hex)).min_by_key(|hex| (far(*hex), *hex))
    }

    /// Whether a unit may be taken up, and why not. (4.1)
    pub(super) fn may_take(&self, s: &State, unit: UnitId) -> Result<(), Refusal> {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        if facts.seat != s.active {
            return Err(Refusal::new("4.1", format!("{} is not yours to move now.", facts.name)));
        }
        if state.is(Flags::MOVED) {
            return Err(Refusal::new("4.1", format!("{} has moved already.", facts.name)));
        }
        match state.at {
            Place::Hex(_) if self.is_inside(s, unit) => {
                Err(Refusal::new("19.2", format!("{} is inside the chateau: it leaves it first.", facts.name)))
            }
            Place::Hex(_) if state.is(Flags::SQUARE) => {
                Err(Refusal::new("9.3", format!("{} is in square and does not move.", facts.name)))
            }
            Place::Hex(_) => Ok(()),
            Place::Waiting => self.entry(s, unit).map(drop),
            _ => Err(Refusal::new("4.1", format!("{} is not on the map.", facts.name))),
        }
    }

    /// Every place where a unit may go: the kind of movement, the hex, and the cost in halves of a point.
    pub(super) fn destinations(&self, s: &State, unit: UnitId, each: &mut dyn FnMut(Act, HexId, u8)) {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let (kind, arm) = (facts.kind, facts.kind.arm() as usize);
        let allowance = self.allowance(s, unit);
        let lay = self.lay(s, facts.seat);
        let start = match state.at {
            Place::Hex(hex) => Start { hex, spent: 0, delay: 0, enters: false },
            Place::Waiting => {
                let Ok(hex) = self.entry(s, unit) else { return };
                let facts = EntryFacts { seat: facts.seat, hex, before: s.come_through(hex) };
                let length = if kind.is_unit() { ruled!(self, s, column_delay, facts) } else { 0 };
                let cost = self.map.entry_cost(arm, hex).unwrap_or(0);
                Start { hex, spent: cost.saturating_add(length).min(allowance), delay: length, enters: true }
            }
            _ => return,
        };
        // 11.3: only units ride leaders down
        let barred = if kind.is_unit() { lay.held } else { lay.held.or(&lay.lone) };
        let stop = lay.zone.or(&lay.lone);
        let in_zone = !start.enters && lay.zone.has(start.hex);
        let pinned = in_zone && kind != Kind::Cavalry && !self.numbers.zone_to_zone;
        let bounds = Bounds {
            allowance: allowance - start.spent,
            sure: !start.enters,
            leave: if in_zone { self.numbers.leave_zone * 2 } else { 0 },
            barred: &barred,
            barred_first: if pinned { &lay.zone } else { &HexSet::EMPTY },
            stop: &stop,
        };
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { country, road, march } = &mut *scratch;
        // 4.6: infantry and cavalry that go by road enter no enemy zone
        let by_road = matches!(kind.arm(), Arm::Infantry | Arm::Cavalry);
        let (all_barred, none) = (barred.or(&lay.zone), HexSet::EMPTY);
        let road_bounds = if by_road { Bounds { barred: &all_barred, barred_first: &none, ..bounds } } else { bounds };
        road.spread(&self.map, arm, Going::Road, start.hex, &road_bounds);
        country.begin();
        if by_road {
            country.spread(&self.map, arm, Going::Country, start.hex, &bounds);
        }
        let cost = |hex: HexId| match (road.cost(hex), country.cost(hex)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let weight = self.weight(unit);
        let mut loads = [0u8; MOST_HEXES];
        for (other, state) in s.all().filter(|(other, _)| *other != unit) {
            if let Place::Hex(hex) = state.at {
                loads[hex.index()] += self.weight(other);
            }
        }
        let fits = |hex: HexId| weight == 0 || loads[hex.index()] + weight <= ruled!(self, s, room, RoomFacts { hex });
        let mut reached = HexSet::EMPTY;
        let guns = kind == Kind::Battery && !state.is(Flags::DEPLOYED);
        for hex in road.hexes().iter().chain(country.hexes()).copied() {
            if reached.has(hex) {
                continue;
            }
            reached.add(hex);
            let Some(spent) = cost(hex).map(|cost| cost + start.spent) else { continue };
            let stays = hex == start.hex && !start.enters;
            if !fits(hex) {
                continue;
            }
            if !stays {
                each(Act::To, hex, spent);
            }
            if guns && spent < allowance && !lay.zone.has(hex) {
                each(Act::Emplace, hex, spent);
            }
        }
        if start.enters {
            self.beside(s, unit, start.hex, &lay.held.or(&lay.lone), &mut |hex| each(Act::Enter, hex, allowance));
        }
        // 4.5
        if state.flags.any(Flags::DISRUPTED.with(Flags::DEPLOYED)) || self.numbers.march_factor < 2 {
            return;
        }
        let near = self.near(&lay.held);
        if near.has(start.hex) {
            return;
        }
        let twice = allowance.saturating_mul(self.numbers.march_factor);
        // 13.1: who marches comes by road, and waits for those before it as long as others do
        let road = self.map.entry_cost(arm, start.hex).unwrap_or(0).div_ceil(2);
        let spent = if start.enters { road.saturating_add(start.delay).min(twice) } else { 0 };
        let closed = near.or(&barred).or(&lay.lone);
        let bounds = Bounds {
            allowance: twice.saturating_sub(spent),
            sure: false,
            leave: 0,
            barred: &closed,
            barred_first: &HexSet::EMPTY,
            stop: &HexSet::EMPTY,
        };
        march.spread(&self.map, arm, Going::March, start.hex, &bounds);
        for hex in march.hexes() {
            if let Some(cost) = march.cost(*hex).filter(|_| !reached.has(*hex) && fits(*hex)) {
                each(Act::March, *hex, cost + spent);
            }
        }
    }

    /// 17.2: hexes beside the bridge, one unit a turn each, with the whole allowance.
    fn beside(&self, s: &State, unit: UnitId, entry: HexId, held: &HexSet, each: &mut dyn FnMut(HexId)) {
        let facts = self.army.facts(unit);
        let by_column = facts.seat == AUSTRIAN && s.columns[0].contains(&facts.formation);
        if !by_column || self.setup(s).group_of(unit).is_some() {
            return;
        }
        for hex in self.setup(s).beside.iter().copied().filter(|hex| *hex != entry) {
            let open = self.map.entry_cost(self.arm(unit), hex).is_some() && !held.has(hex);
            if open && s.come_through(hex) == 0 && self.has_room(s, unit, hex) {
                each(hex);
            }
        }
    }

    /// The hexes that march movement keeps away from. (4.5)
    fn near(&self, held: &HexSet) -> HexSet {
        let mut near = *held;
        for _ in 1..self.numbers.march_distance {
            let rim: HexSet = near.iter().flat_map(|hex| self.map.neighbours(hex).map(|(_, next)| next)).collect();
            near = near.or(&rim);
        }
        near
    }

    /// The hexes between a unit and a hex that it can reach, for logs: by the cheaper of road and country.
    pub(super) fn route(&self, s: &State, unit: UnitId, act: Act, to: HexId) -> Vec<HexId> {
        self.destinations(s, unit, &mut |_, _, _| {});
        let scratch = self.scratch.borrow();
        let reach = scratch.reach(act, to);
        if reach.cost(to).is_some() { reach.path(&self.map, to) } else { vec![to] }
    }

    /// The same way with what the unit has spent in each hex, in halves of a point; empty where it does not get.
    pub(super) fn route_costs(&self, s: &State, unit: UnitId, to: HexId) -> Vec<(HexId, u8)> {
        let mut end = None;
        self.destinations(s, unit, &mut |act, hex, cost| {
            if hex == to && act != Act::Enter && end.is_none() {
                end = Some((act, cost));
            }
        });
        let Some((act, whole)) = end else { return Vec::new() };
        let scratch = self.scratch.borrow();
        let reach = scratch.reach(act, to);
        // who comes onto the map has spent something before its first hex
        let before = whole - reach.cost(to).unwrap_or(whole).min(whole);
        let spent = |hex: HexId| reach.cost(hex).unwrap_or(0).saturating_add(before);
        reach.path(&self.map, to).into_iter().map(|hex| (hex, spent(hex))).collect()
    }
}
