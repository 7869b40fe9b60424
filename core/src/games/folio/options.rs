//! What may be ordered at each step, with its cost.

use super::Folio;
use super::army::{Kind as Unit, Role};
use super::flow::{Kind, Step};
use super::lua_rules::ruled;
use super::model::{AUSTRIAN, FRENCH, Flags, PartKind, Place, State, UnitId};
use super::order::{Act, Order};
use super::rules::ChateauFacts;
use super::settings::ColumnOrder;
use crate::board::HexId;
use crate::kernel::Seat;

/// How many batteries make Marmont's line of guns. (19.4)
pub(super) const MASSED: usize = 3;

/// Orders with their costs: halves of a movement point.
pub(super) type Options = Vec<(Order, u8)>;

impl Folio {
    /// The seat whose decision a step is.
    pub(super) fn decider(&self, s: &State) -> Seat {
        match s.step {
            Step::Column => AUSTRIAN,
            Step::Place => FRENCH,
            Step::Square | Step::Counter | Step::Mark => s.active.other(),
            Step::Loss => {
                if s.fight.owed[1] > 0 {
                    s.active.other()
                } else {
                    s.active
                }
            }
            Step::Retreat => {
                if self.flees(s, s.active.other()) {
                    s.active.other()
                } else {
                    s.active
                }
            }
            Step::Advance => {
                if s.fight.repulsed {
                    s.active.other()
                } else {
                    s.active
                }
            }
            _ => s.active,
        }
    }

    /// Whether units of a side still have to retreat.
    pub(super) fn flees(&self, s: &State, seat: Seat) -> bool {
        self.army.all().zip(&s.units).any(|((_, facts), unit)| facts.seat == seat && unit.flee > 0)
    }

    /// Whether anything may be ordered at the present step.
    pub(super) fn is_open(&self, s: &State) -> bool {
        let mut units = self.army.all().zip(&s.units);
        match s.step {
            Step::Hand | Step::Join | Step::ChargeJoin => true,
            Step::Move
                if units.any(|((_, facts), unit)| {
                    let free = unit.at.hex().is_some() && !unit.flags.any(Flags::MOVED.with(Flags::SQUARE));
                    facts.seat == s.active && free
                }) =>
            {
                true
            }
            _ => {
                let mut options = Options::new();
                self.options(s, &mut options);
                !options.is_empty()
            }
        }
    }

    /// The orders of the present step.
    pub(super) fn options(&self, s: &State, out: &mut Options) {
        let mut add = |order: Order| out.push((order, 0));
        match s.step {
            Step::Column => self.columns(s, &mut add),
            Step::Place => self.places(s, &mut add),
            Step::Arrive => {
                if let Some(k) = self.unsettled(s) {
                    let others = self.setup(s).groups[k].others.iter();
                    others.for_each(|hex| add(Order::at(Act::Arrive, *hex)));
                }
            }
            Step::Return => {
                for unit in self.returning(s) {
                    self.returns(s, unit).into_iter().for_each(|hex| add(Order::to(Act::Return, unit, hex)));
                }
            }
            Step::Command => self.commands(s, &mut add),
            Step::Move => {
                let waiting = self.waiting_formations(s);
                for (unit, facts) in self.army.all() {
                    if facts.seat != s.active {
                        continue;
                    }
                    if self.could_take(s, unit, waiting) && self.may_take(s, unit).is_ok() {
                        add(Order::of(Act::Take, unit));
                    }
                    if self.may_hold(s, unit) {
                        add(Order::of(Act::Hold, unit));
                    }
                    if self.is_inside(s, unit) && !s.unit(unit).is(Flags::MOVED) {
                        add(Order::of(Act::Leave, unit));
                    }
                }
            }
            Step::Hand => {
                let Some(unit) = s.hand else { return };
                self.destinations(s, unit, &mut |act, hex, cost| out.push((Order::at(act, hex), cost)));
                let mut add = |order: Order| out.push((order, 0));
                let (facts, state) = (self.army.facts(unit), s.unit(unit));
                if state.is(Flags::DEPLOYED) && self.may_limber(s, unit) {
                    add(Order::bare(Act::Limber));
                }
                if facts.kind == Unit::Hq && state.at == Place::Hex(self.loc[facts.seat.index()]) {
                    add(Order::bare(Act::Exit));
                }
                add(Order::bare(Act::Stay));
            }
            Step::Fire => {
                self.targets(
                    s,
                    Unit::Battery,
                    |unit, hex| {
                        self.is_near(s, unit, hex, self.fire_range(s, unit)) && self.may_fire(s, unit, hex).is_ok()
                    },
                    Act::Fire,
                    &mut add,
                );
            }
            Step::Charge | Step::ChargeJoin => {
                let only = (s.step == Step::ChargeJoin).then_some(s.fight.target);
                let may = |unit, hex| only.is_none_or(|only| only == hex) && self.may_charge(s, unit, hex).is_ok();
                self.targets(s, Unit::Cavalry, may, Act::Charge, &mut add);
            }
            Step::Square => {
                let units = s.in_hex(s.fight.target).filter(|unit| self.may_square(s, *unit));
                units.for_each(|unit| add(Order::of(Act::Square, unit)));
            }
            Step::Counter => {
                let units = self.army.all().map(|(unit, _)| unit).filter(|unit| self.may_counter(s, *unit));
                units.for_each(|unit| add(Order::of(Act::Counter, unit)));
            }
            Step::Attack => {
                let held = self.lay(s, s.active).held;
                let spent = Flags::FOUGHT.with(Flags::DISRUPTED).with(Flags::MARCHED).with(Flags::SQUARE);
                for (unit, facts) in self.army.all().filter(|(_, facts)| facts.seat == s.active) {
                    let Place::Hex(at) = s.unit(unit).at else { continue };
                    if !facts.kind.is_unit() || s.unit(unit).flags.any(spent) {
                        continue;
                    }
                    for (_, hex) in self.map.neighbours(at).filter(|(_, hex)| held.has(*hex)) {
                        if self.may_attack(s, unit, hex).is_ok() {
                            add(Order::to(Act::Attack, unit, hex));
                        }
                    }
                }
            }
            Step::Join => {
                let may =
                    |unit: UnitId| !s.unit(unit).is(Flags::ATTACKS) && self.may_attack(s, unit, s.fight.target).is_ok();
                let units = self.army.all().map(|(unit, _)| unit).filter(|unit| may(*unit));
                units.for_each(|unit| add(Order::of(Act::Join, unit)));
            }
            Step::Loss => {
                let (flag, _) = self.losers(s);
                self.candidates(s, flag).into_iter().for_each(|unit| add(Order::of(Act::Lose, unit)));
            }
            Step::Mark => Folio::with_flag(s, Flags::ATTACKS)
                .filter(|unit| s.unit(*unit).at.hex().is_some())
                .for_each(|unit| add(Order::of(Act::Mark, unit))),
            Step::Retreat => {
                let seat = self.decider(s);
                for (unit, _) in s.all().filter(|(_, unit)| unit.flee > 0) {
                    if self.army.facts(unit).seat == seat {
                        let ends = self.retreats(s, unit, s.unit(unit).flee).unwrap_or_default();
                        ends.into_iter().for_each(|hex| add(Order::to(Act::Retreat, unit, hex)));
                    }
                }
            }
            Step::Advance => self.advances(s, &mut add),
            Step::Begin
            | Step::Guns
            | Step::Horse
            | Step::Battle
            | Step::Roll
            | Step::Leaders
            | Step::Settle
            | Step::Recover => {}
        }
        self.masses(s, out);
        match s.step {
            // an attack that is declared is rolled for
            Step::ChargeJoin | Step::Join => out.push((Order::bare(Act::Go), 0)),
            Step::Move
            | Step::Command
            | Step::Fire
            | Step::Charge
            | Step::Square
            | Step::Counter
            | Step::Attack
            | Step::Advance
                if !out.is_empty() =>
            {
                out.push((Order::bare(Act::Done), 0));
            }
            _ => {}
        }
    }

    /// 19.6: formation 2 is always the first.
    fn columns(&self, s: &State, add: &mut dyn FnMut(Order)) {
        let all = &self.setup(s).column;
        let chosen = |f: &u8| s.columns.iter().any(|column| column.contains(f));
        for formation in all.iter().filter(|f| !chosen(f)).take(if s.columns[0].is_empty() { 1 } else { all.len() }) {
            for (k, entry) in self.column_entries.iter().enumerate() {
                let open = k == 0 || self.numbers.otts_bridge && !s.columns[0].is_empty();
                if let Some(hex) = entry.filter(|_| open) {
                    add(Order::named(Act::Column, &[PartKind::Formation(*formation), PartKind::Hex(hex)]));
                }
            }
        }
    }

    /// Whether the Austrian chooses the order of his formations. (19.6)
    pub(super) fn chooses_columns(&self) -> bool {
        self.numbers.column_order == ColumnOrder::Free || self.numbers.otts_bridge
    }

    /// The next unit to be placed, and the hexes where it may stand. (17.3)
    pub(super) fn to_place(&self, s: &State) -> Option<(UnitId, Vec<HexId>)> {
        let setup = self.setup(s);
        let waits = |unit: &UnitId| s.unit(*unit).at == Place::Waiting;
        for (centre, units) in &setup.near {
            if let Some(unit) = units.iter().copied().find(waits) {
                let arm = self.arm(unit);
                let around = std::iter::once(*centre).chain(self.map.neighbours(*centre).map(|(_, hex)| hex));
                let empty = |hex: &HexId| s.in_hex(*hex).next().is_none() && self.map.entry_cost(arm, *hex).is_some();
                return Some((unit, around.filter(empty).collect()));
            }
        }
        let (leader, formations) = setup.with.iter().find(|(unit, _)| waits(unit))?;
        let of = |unit: UnitId| formations & (1 << self.army.facts(unit).formation) != 0;
        let french = |unit: &UnitId| self.army.facts(*unit).seat == FRENCH && self.army.facts(*unit).kind.is_unit();
        let units = self.army.all().map(|(unit, _)| unit).filter(french);
        let mut hexes: Vec<HexId> = units.filter(|unit| of(*unit)).filter_map(|unit| s.unit(unit).at.hex()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        Some((*leader, hexes))
    }

    fn places(&self, s: &State, add: &mut dyn FnMut(Order)) {
        if let Some((unit, hexes)) = self.to_place(s) {
            hexes.into_iter().for_each(|hex| add(Order::to(Act::Place, unit, hex)));
        }
    }

    /// The group that has arrived and whose entry hex its owner still chooses.
    pub(super) fn unsettled(&self, s: &State) -> Option<usize> {
        s.arrivals.iter().position(|arrival| arrival.turn != 0 && arrival.entry.is_none())
    }

    /// Routed units that have passed their check and return. (10.3)
    pub(super) fn returning(&self, s: &State) -> Vec<UnitId> {
        let back = |unit: &super::model::Unit| matches!(unit.at, Place::Track(_)) && unit.is(Flags::PASSED);
        s.all().filter(|(_, unit)| back(unit)).map(|(id, _)| id).collect()
    }

    /// Where a routed unit may return. (10.3)
    pub(super) fn returns(&self, s: &State, unit: UnitId) -> Vec<HexId> {
        let facts = self.army.facts(unit);
        let Some((_, hq)) = self.hq(s, facts.seat) else { return Vec::new() };
        let lay = self.lay(s, facts.seat);
        let near = |hex: &HexId| self.map.grid().distance(hq, *hex) <= self.numbers.rout_return;
        let free = |hex: &HexId| !lay.held.has(*hex) && !lay.lone.has(*hex) && !lay.zone.has(*hex);
        let open = |hex: &HexId| self.map.entry_cost(self.arm(unit), *hex).is_some() && self.has_room(s, unit, *hex);
        self.map.land().iter().filter(|hex| near(hex) && free(hex) && open(hex)).collect()
    }

    /// Replacements, at-large battalions and squares. (13.2, 19.5, 9.3)
    fn commands(&self, s: &State, add: &mut dyn FnMut(Order)) {
        for (unit, facts) in self.army.all().filter(|(_, facts)| facts.seat == s.active) {
            let state = s.unit(unit);
            if self.may_replace(s, unit).is_ok() {
                add(Order::of(Act::Replace, unit));
            }
            if self.may_raise(s, unit) {
                for leader in self.helpers(s, unit) {
                    add(Order::named(Act::Raise, &[PartKind::Unit(unit), PartKind::Unit(leader)]));
                }
            }
            if facts.role == Role::AtLarge && self.numbers.at_large && self.is_available(s, unit) {
                for brigade in
                    self.army.all().map(|(unit, _)| unit).filter(|brigade| self.may_detach(s, *brigade, unit))
                {
                    add(Order::named(Act::Detach, &[PartKind::Unit(brigade), PartKind::Unit(unit)]));
                }
            }
            if state.is(Flags::SQUARE) && state.at.hex().is_some() && !self.is_inside(s, unit) {
                add(Order::of(Act::Unsquare, unit));
            }
        }
    }

    /// Whether a step may come back to a unit. (13.2)
    pub(super) fn may_replace(&self, s: &State, unit: UnitId) -> Result<(), crate::kernel::Refusal> {
        use crate::kernel::Refusal;
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let no = |text: String| Err(Refusal::new("13.2", text));
        if facts.seat != s.active || s.spare[facts.seat.index()] == 0 {
            return no("There is no replacement step.".to_owned());
        }
        let (Place::Hex(at), Some((_, hq))) = (state.at, self.hq(s, facts.seat)) else {
            return no(format!("{} and its headquarters have to be on the map.", facts.name));
        };
        if state.steps >= facts.steps {
            return no(format!("{} has lost no step.", facts.name));
        }
        if self.map.grid().distance(at, hq) > self.numbers.hq_range {
            return no(format!("{} is not within {} hexes of its headquarters.", facts.name, self.numbers.hq_range));
        }
        Ok(())
    }

    /// Whether an at-large battalion may be brought in. (19.5)
    pub(super) fn is_available(&self, s: &State, unit: UnitId) -> bool {
        matches!(s.unit(unit).at, Place::Ready | Place::Destroyed | Place::Captured)
    }

    /// Whether a unit of one step may be brought back. (13.2, 19.5)
    fn may_raise(&self, s: &State, unit: UnitId) -> bool {
        let facts = self.army.facts(unit);
        let gone = match facts.role {
            Role::AtLarge => self.numbers.at_large && self.is_available(s, unit),
            _ => s.unit(unit).at == Place::Destroyed && !s.unit(unit).is(Flags::SPENT),
        };
        gone && facts.kind.is_unit() && facts.steps == 1 && facts.seat == s.active && s.spare[facts.seat.index()] > 0
    }

    /// The leaders who may help a unit back: at-large battalions have only the army's leader. (19.5)
    fn helpers(&self, s: &State, unit: UnitId) -> Vec<UnitId> {
        let facts = self.army.facts(unit);
        let helps = |leader: &UnitId| {
            let (other, state) = (self.army.facts(*leader), s.unit(*leader));
            let may = if facts.role == Role::AtLarge { other.army } else { self.leads(*leader, facts.formation) };
            other.seat == facts.seat && other.kind == Unit::Leader && state.is(Flags::EFFECTIVE) && may
        };
        let leaders = self.army.all().map(|(unit, _)| unit).filter(helps);
        leaders.filter(|leader| s.unit(*leader).at.hex().is_some_and(|hex| self.has_room(s, unit, hex))).collect()
    }

    /// Whether a battalion may be taken out of a brigade. (19.5)
    fn may_detach(&self, s: &State, brigade: UnitId, battalion: UnitId) -> bool {
        let (facts, state) = (self.army.facts(brigade), s.unit(brigade));
        let own = facts.seat == self.army.facts(battalion).seat && facts.kind == Unit::Brigade;
        let full = facts.steps == 2 && state.steps == 2;
        own && full && state.at.hex().is_some_and(|hex| self.has_room(s, battalion, hex))
    }

    /// 19.4: hexes in which three batteries stand, at each decision of the French; of more than three the order names
    /// those who stay as they are.
    fn masses(&self, s: &State, out: &mut Options) {
        // elsewhere it opens no decision, but goes with one
        let own = matches!(s.step, Step::Command | Step::Move | Step::Fire | Step::Charge | Step::Attack);
        let asked = own || !out.is_empty();
        let (massed, begun) = (self.massed(), !matches!(s.step, Step::Column | Step::Place));
        let waits = massed.is_some_and(|unit| s.unit(unit).at == Place::Ready);
        if !(asked && begun && waits && self.numbers.marmont && self.decider(s) == FRENCH) {
            return;
        }
        let mut hexes: Vec<HexId> = self.batteries(s).filter_map(|unit| s.unit(unit).at.hex()).collect();
        hexes.sort_unstable();
        hexes.dedup();
        for hex in hexes {
            let guns = self.batteries_in(s, hex);
            for stay in 0..1u32 << guns.len() {
                let going = guns.iter().enumerate().filter(|(k, _)| stay & (1 << k) == 0).map(|(_, unit)| *unit);
                if stay.count_ones() as usize + MASSED == guns.len() && self.alike(s, going) {
                    let mut parts = vec![PartKind::Hex(hex)];
                    let staying = guns.iter().enumerate().filter(|(k, _)| stay & (1 << k) != 0);
                    parts.extend(staying.map(|(_, unit)| PartKind::Unit(*unit)));
                    out.push((Order::named(Act::Mass, &parts), 0));
                }
            }
        }
    }

    /// Marmont's line of guns.
    pub(super) fn massed(&self) -> Option<UnitId> {
        self.army.all().find(|(_, facts)| facts.role == Role::Massed).map(|(unit, _)| unit)
    }

    /// Whether batteries have the same part in the fight under way, and none is in hand.
    fn alike(&self, s: &State, guns: impl Iterator<Item = UnitId>) -> bool {
        let mut parts = guns.map(|unit| {
            let state = s.unit(unit);
            (s.hand == Some(unit), state.flags.0 & Flags::OF_FIGHT.0, state.flee)
        });
        let first = parts.next();
        parts.all(|part| Some(part) == first) && first.is_some_and(|(in_hand, ..)| !in_hand)
    }

    /// The French batteries in a hex that could be massed.
    pub(super) fn batteries_in(&self, s: &State, hex: HexId) -> Vec<UnitId> {
        // an order has room for six names
        self.batteries(s).filter(|unit| s.unit(*unit).at == Place::Hex(hex)).take(MASSED + 5).collect()
    }

    /// The French batteries that could be massed.
    pub(super) fn batteries<'a>(&'a self, s: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        let guns = self.army.all().filter(|(_, f)| f.seat == FRENCH && f.kind == Unit::Battery && f.role == Role::Line);
        guns.map(|(unit, _)| unit).filter(move |unit| s.unit(*unit).at.hex().is_some())
    }

    /// Whether a battalion may go into the chateau of its hex. (19.2)
    pub(super) fn may_hold(&self, s: &State, unit: UnitId) -> bool {
        let state = s.unit(unit);
        self.army.facts(unit).seat == s.active && !state.is(Flags::SQUARE) && self.fits_chateau(s, unit)
    }

    /// Whether the unit's hex has a chateau, and it is one that may be inside: in square it is. (19.2)
    pub(super) fn fits_chateau(&self, s: &State, unit: UnitId) -> bool {
        let facts = self.army.facts(unit);
        let (Some(hex), true) = (s.unit(unit).at.hex(), matches!(facts.kind, Unit::Brigade | Unit::Battalion)) else {
            return false;
        };
        let battalion = facts.kind == Unit::Battalion;
        self.has_chateau(hex) && ruled!(self, s, may_hold, ChateauFacts { seat: facts.seat, hex, battalion })
    }

    /// 2: sides are not changed in an enemy zone.
    pub(super) fn may_limber(&self, s: &State, unit: UnitId) -> bool {
        let zone = self.lay(s, self.army.facts(unit).seat).zone;
        s.unit(unit).at.hex().is_some_and(|hex| !zone.has(hex))
    }

    fn is_near(&self, s: &State, unit: UnitId, hex: HexId, most: u8) -> bool {
        s.unit(unit).at.hex().is_some_and(|at| self.map.grid().distance(at, hex) <= most)
    }

    fn targets(
        &self,
        s: &State,
        kind: Unit,
        may: impl Fn(UnitId, HexId) -> bool,
        act: Act,
        add: &mut dyn FnMut(Order),
    ) {
        let mine = || {
            self.army
                .all()
                .zip(&s.units)
                .filter(|((_, f), u)| f.seat == s.active && f.kind == kind && u.at.hex().is_some())
        };
        let able =
            |unit: &super::model::Unit| !unit.flags.any(Flags::FOUGHT.with(Flags::DISRUPTED).with(Flags::MARCHED));
        if !mine().any(|(_, unit)| able(unit)) {
            return;
        }
        let held = self.lay(s, s.active).held;
        for ((unit, _), _) in mine().filter(|(_, unit)| able(unit)) {
            held.iter().filter(|hex| may(unit, *hex)).for_each(|hex| add(Order::to(act, unit, hex)));
        }
    }

    /// Whose loss comes next: the flag of his units, and his place among the owed.
    pub(super) fn losers(&self, s: &State) -> (Flags, usize) {
        if s.fight.owed[1] > 0 { (Flags::DEFENDS, 1) } else { (Flags::ATTACKS, 0) }
    }

    /// The units of which one loses a step: those that stand, or all when all flee. (7.5)
    pub(super) fn candidates(&self, s: &State, flag: Flags) -> Vec<UnitId> {
        let all: Vec<UnitId> = Folio::with_flag(s, flag).filter(|unit| s.unit(*unit).at.hex().is_some()).collect();
        let standing: Vec<UnitId> = all.iter().copied().filter(|unit| s.unit(*unit).is(Flags::PASSED)).collect();
        if standing.is_empty() { all } else { standing }
    }

    /// 7.7: one stack of the winners into the vacated hex, cavalry one hex further.
    fn advances(&self, s: &State, add: &mut dyn FnMut(Order)) {
        let f = &s.fight;
        if !matches!(f.kind, Kind::Attack | Kind::Charge) {
            return;
        }
        let winners = if f.repulsed { Flags::DEFENDS } else { Flags::ATTACKS };
        let seat = if f.repulsed { s.active.other() } else { s.active };
        if f.repulsed && !self.map.ground(f.target).advance {
            return;
        }
        let lay = self.lay(s, seat);
        let vacated: Vec<HexId> = match f.repulsed {
            false => vec![f.target],
            true => {
                let around = self.map.neighbours(f.target);
                around.filter(|(way, _)| f.ways & (1 << way.0) != 0).map(|(_, hex)| hex).collect()
            }
        };
        let vacated: Vec<HexId> = vacated.into_iter().filter(|hex| !lay.held.has(*hex)).collect();
        if vacated.is_empty() {
            return;
        }
        for (unit, facts) in self.army.all().filter(|(_, facts)| facts.seat == seat) {
            let state = s.unit(unit);
            let Place::Hex(from) = state.at else { continue };
            let leader = facts.kind == Unit::Leader && f.advance.is_some_and(|(start, _)| start == from);
            let fit = state.is(winners) && matches!(facts.kind, Unit::Brigade | Unit::Battalion | Unit::Cavalry);
            let still = state.flags.any(Flags::DISRUPTED.with(Flags::SQUARE))
                || f.advance.is_some_and(|(start, _)| start != from);
            if !(leader || fit) || still {
                continue;
            }
            for to in vacated.iter().copied().filter(|to| f.advance.is_none_or(|(_, gone)| gone == *to)) {
                let Some(way) = self.map.grid().way(from, to) else { continue };
                let arm = facts.kind.arm() as usize;
                if self.map.step(arm, crate::board::Going::Road, from, way).is_none() || leader && lay.lone.has(to) {
                    continue;
                }
                if self.has_room(s, unit, to) {
                    add(Order::to(Act::Advance, unit, to));
                }
                if facts.kind != Unit::Cavalry || !self.numbers.advance_beyond || lay.lone.has(to) {
                    continue;
                }
                for (on, beyond) in self.map.neighbours(to) {
                    let open = beyond != from && !lay.held.has(beyond) && !vacated.contains(&beyond);
                    let step = self.map.step(arm, crate::board::Going::Road, to, on).is_some();
                    if open && step && self.has_room(s, unit, beyond) && self.map.grid().way(from, beyond).is_none() {
                        add(Order::to(Act::Advance, unit, beyond));
                    }
                }
            }
        }
    }
}
