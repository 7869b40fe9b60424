//! The game of the kernel's contract: map, order of battle, tables, numbers and set-ups of one thread.

use super::army::Army;
use super::ask::QUESTIONS;
use super::crt::CombatTable;
use super::doing::Doing;
use super::lua_rules::{MOMENT, moment};
use super::march::Scratch;
use super::model::{Arrival, Flags, MOST_UNITS, PartKind, Place, State, Unit, UnitId};
use super::notation::SIDES;
use super::options::Options;
use super::order::{Act, Order, VERBS};
use super::points::Rules;
use super::rules::Now;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use super::view::View;
use crate::board::{HexId, HexMap};
use crate::games::MOST_MEMORY;
use crate::kernel::{
    Ask, Choice, Cost, Dice, Effect, Fault, Few, Fill, Game, Header, Key, No, Offer, Offers, Part, Policy, Refusal,
    Rng, Seat, Seed, Setup, Sign, Signed, Sink, Slot, Status, Verb,
};
use crate::scene::{Layer, Scene};
use crate::script::facts_tree;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Marengo: Morning Defeat, Afternoon Victory as one thread plays it.
pub struct Folio {
    /// The map.
    pub map: Arc<HexMap>,
    /// The order of battle.
    pub army: Arc<Army>,
    /// The combat results table.
    pub table: Arc<CombatTable>,
    /// The numbers and rulings.
    pub numbers: Numbers,
    pub(super) rules: Box<dyn Rules>,
    /// What a script has failed with since the last look.
    fault: RefCell<Option<Fault>>,
    /// The set-ups, by name.
    pub setups: Arc<Vec<(String, SetupFile)>>,
    pub(super) blank: SetupFile,
    /// The hexes of the lines of communications. (17.2, 17.3)
    pub(super) loc: [HexId; 2],
    /// The entry hexes of the Austrian columns: A and M.
    pub(super) column_entries: [Option<HexId>; 2],
    /// The hex that decides the match. (18.2)
    pub(super) marengo: Option<HexId>,
    /// The chart's feature of chateaux.
    pub(super) chateau: Option<usize>,
    pub(super) land: Arc<Vec<Layer>>,
    pub(super) scratch: RefCell<Scratch>,
    room: RefCell<Options>,
    /// Dice that a case has laid out: they fall before the match's own.
    pub(super) forced: RefCell<VecDeque<u8>>,
}

impl Folio {
    pub(super) fn new(
        map: Arc<HexMap>,
        army: Arc<Army>,
        table: Arc<CombatTable>,
        numbers: Numbers,
        rules: Box<dyn Rules>,
        setups: Arc<Vec<(String, SetupFile)>>,
        land: Arc<Vec<Layer>>,
    ) -> Result<Folio, Fault> {
        let loc = |name| map.entry(name).ok_or_else(|| Fault::new(format!("the map has no entry hex {name}")));
        let blank = SetupFile {
            name: String::new(),
            help: String::new(),
            at: Vec::new(),
            near: Vec::new(),
            with: Vec::new(),
            column: setups.first().map_or_else(Vec::new, |(_, setup)| setup.column.clone()),
            beside: setups.first().map_or_else(Vec::new, |(_, setup)| setup.beside.clone()),
            groups: setups.first().map_or_else(Vec::new, |(_, setup)| setup.groups.clone()),
            incapable: Vec::new(),
            deployed: Vec::new(),
        };
        Ok(Folio {
            loc: [loc("A")?, loc("I")?],
            column_entries: [map.entry("A"), map.entry("M")],
            marengo: map.read_hex("Marengo").ok(),
            chateau: map.chart().feature("chateau"),
            map,
            army,
            table,
            numbers,
            rules,
            fault: RefCell::default(),
            setups,
            blank,
            land,
            scratch: RefCell::default(),
            room: RefCell::default(),
            forced: RefCell::default(),
        })
    }

    /// Keeps the first failure of a script; the printed rule has stood in for it.
    pub(super) fn fail(&self, fault: Fault) {
        self.fault.borrow_mut().get_or_insert(fault);
    }

    /// Does something that may ask scripts, as one operation.
    ///
    /// # Errors
    /// When one of them failed: then what was done is worth nothing.
    pub(super) fn ruled<T>(&self, done: impl FnOnce() -> T) -> Result<T, Fault> {
        let _operation = self.rules.operation();
        self.fault.take();
        let result = done();
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(result),
        }
    }

    /// Lays out the dice that fall next, whatever the seed: for cases.
    pub(super) fn force(&self, dice: &[u8]) {
        self.forced.borrow_mut().extend(dice);
    }

    /// A die of six sides: one that was laid out, or the next of a stream.
    pub(super) fn die(&self, dice: &mut Dice) -> u8 {
        let forced = self.forced.borrow_mut().pop_front();
        forced.unwrap_or_else(|| dice.roll(6) as u8)
    }

    /// The set-up that a state began from.
    pub(super) fn setup(&self, s: &State) -> &SetupFile {
        self.setups.get(usize::from(s.setup)).map_or(&self.blank, |(_, setup)| setup)
    }

    /// The state at the beginning of a set-up, before anybody is asked. (17)
    pub(super) fn lay_out(&self, setup: u8, seed: Seed) -> State {
        let mut units: Few<Unit, MOST_UNITS> = Few::new();
        for (_, facts) in self.army.all() {
            let at = if facts.role == super::army::Role::Line { Place::Waiting } else { Place::Ready };
            units.push(Unit { at, flags: Flags::NONE, steps: facts.steps, flee: 0 });
        }
        let mut s = State {
            seed,
            orders: 0,
            setup,
            turn: 1,
            active: super::model::AUSTRIAN,
            step: super::flow::Step::Column,
            units,
            hand: None,
            fight: Default::default(),
            spare: [0; 2],
            score: Default::default(),
            arrivals: Few::new(),
            columns: Default::default(),
            through: Few::new(),
            ending: None,
            memory: self.rules.fresh_memory().iter().copied().take(MOST_MEMORY).collect(),
        };
        let file = self.setup(&s);
        let (at, groups, incapable, deployed) = (&file.at, file.groups.len(), &file.incapable, &file.deployed);
        let mut columns: [Few<u8, { super::model::MOST_FORMATIONS }>; 2] = Default::default();
        if !self.chooses_columns() {
            columns[0] = file.column.iter().copied().take(super::model::MOST_FORMATIONS).collect();
        }
        let mut arrivals = Few::new();
        (0..groups).for_each(|_| arrivals.push(Arrival::default()));
        for (hex, placed) in at {
            for unit in placed {
                let state = &mut s.units[unit.index()];
                state.at = Place::Hex(*hex);
                if self.army.facts(*unit).kind == super::army::Kind::Leader && !incapable.contains(unit) {
                    state.set(Flags::EFFECTIVE);
                }
            }
        }
        deployed.iter().for_each(|unit| s.units[unit.index()].set(Flags::DEPLOYED));
        (s.columns, s.arrivals) = (columns, arrivals);
        s
    }

    /// Goes on from a position put together by hand until somebody has to decide.
    pub(super) fn settle(&self, s: &mut State, log: &mut dyn Sink) -> Effect {
        let mut doing = Doing::new(self, s, log);
        doing.run();
        Effect { rolled: doing.rolled, ..Effect::default() }
    }

    /// The legal orders, in their order.
    fn listed<T>(&self, s: &State, of: impl FnOnce(&Options) -> T) -> T {
        let mut room = self.room.take();
        room.clear();
        if s.ending.is_none() {
            self.options(s, &mut room);
        }
        let result = of(&room);
        self.room.replace(room);
        result
    }

    /// A unit by its name.
    #[must_use]
    pub fn unit(&self, name: &str) -> Option<UnitId> {
        self.army.named(name)
    }
}

impl Game for Folio {
    type State = State;
    type Order = Order;
    type View = View;

    fn sides(&self) -> &[&str] {
        &SIDES
    }
    fn verbs(&self) -> &[(&str, &str)] {
        VERBS
    }
    fn questions(&self) -> Vec<String> {
        QUESTIONS.map(str::to_owned).to_vec()
    }
    fn classes(&self) -> &[&str] {
        &[]
    }
    fn legend(&self) -> Vec<String> {
        vec![
            "A hex is four digits, column and row: 1107 is Marengo.".to_owned(),
            "A unit is called by its name: Frim-L, 43, Napoleon. Its numbers are combat, morale and movement."
                .to_owned(),
            "take 43, then to 1109, moves it; attack 43 > 1107, join 96, go, attacks.".to_owned(),
        ]
    }
    fn part_name(&self, part: Part) -> String {
        self.part_text(part)
    }
    fn part_title(&self, part: Part) -> String {
        self.part_in_words(part)
    }
    fn part_named(&self, name: &str) -> Option<Part> {
        self.read_part(name).ok().map(PartKind::part)
    }
    fn start(&self, setup: &Setup, seed: Seed) -> Result<State, Fault> {
        let Some(k) = self.setups.iter().position(|(name, _)| *name == setup.name) else {
            let known: Vec<&str> = self.setups.iter().map(|(name, _)| name.as_str()).collect();
            return Err(Fault::new(format!("no set-up \"{}\"; there is {}", setup.name, known.join(", "))));
        };
        let mut s = self.lay_out(k as u8, seed);
        self.ruled(|| self.settle(&mut s, &mut ()))?;
        Ok(s)
    }
    fn ask(&self, s: &State) -> Ask {
        let _operation = self.rules.operation();
        let ask = self.question(s);
        // who offers next is told what failed
        self.fault.take();
        ask
    }
    fn offers(&self, s: &State, out: &mut Offers) -> Result<(), Fault> {
        self.ruled(|| {
            self.listed(s, |options| {
                for (order, cost) in options {
                    let Choice { verb, parts, .. } = order.choice();
                    out.push(Offer { verb, parts, slot: Slot::None, cost: Cost(i16::from(*cost)) });
                }
            });
        })
    }
    fn complete(&self, s: &State, offer: &Offer, fill: &Fill) -> Result<Order, No> {
        if *fill != Fill::None {
            return Err(No::Refused(Refusal::new("notation", "This order names hexes and units, nothing else.")));
        }
        let order = Order::of_verb(offer.verb, &offer.parts)
            .ok_or_else(|| Refusal::new("notation", "There is no such kind of order."))?;
        self.check(s, &order)?;
        Ok(order)
    }
    fn choice(&self, _: &State, o: &Order) -> Choice {
        o.choice()
    }
    fn sample(&self, s: &State, rng: &mut Rng, by: Policy) -> Result<Order, Fault> {
        self.ruled(|| {
            self.listed(s, |options| match by {
                _ if options.is_empty() => Err(Fault::new("the match is over")),
                Policy::Uniform => Ok(options[rng.usize(..options.len())].0),
                Policy::Natural => Ok(self.natural(s, options, rng)),
            })
        })?
    }
    fn check(&self, s: &State, o: &Order) -> Result<Cost, No> {
        let find = |options: &Options| options.iter().find(|(order, _)| order == o).map(|(_, cost)| *cost);
        match self.ruled(|| self.listed(s, find))? {
            Some(cost) => Ok(Cost(i16::from(cost))),
            None if s.ending.is_some() => Err(No::Refused(Refusal::new("17.1", "The match is over."))),
            None if o.kinds().count() < o.parts.len() || o.kinds().any(|kind| !self.is_there(kind)) => {
                Err(No::Refused(Refusal::new("notation", "That names what is not on this board.")))
            }
            None => Err(No::Refused(self.ruled(|| self.refusal(s, o))?)),
        }
    }
    fn play(&self, s: &mut State, o: &Order, log: &mut dyn Sink) -> Result<Effect, Fault> {
        self.ruled(|| {
            let mut doing = Doing::new(self, s, log);
            doing.order(o)?;
            Ok(Effect { rolled: doing.rolled, ..Effect::default() })
        })?
    }
    fn inspect(&self, s: &State) -> serde_json::Value {
        let now = Now { numbers: &self.numbers, state: Some(s) };
        let facts = facts_tree(MOMENT, &moment(now).facts, &|_, _| String::new());
        let memory = self.rules.stack().map(|stack| stack.remembered(&s.memory)).unwrap_or_default();
        serde_json::json!({ "facts": facts, "memory": memory, "state": serde_json::to_value(s).unwrap_or_default() })
    }
    fn possible(&self, s: &State, n: u32, header: &Header) -> Result<(), Fault> {
        self.possible_state(s, n, header)
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        View::of(s, seat)
    }
    fn deal(&self, v: &View, seed: Seed) -> Result<State, Fault> {
        Ok(v.dealt(seed))
    }
    fn perceived(&self, _: &State, o: &Order, _: Seat) -> Key {
        let mut seen = vec![o.act as u8];
        o.parts.iter().for_each(|part| seen.extend(part.0.to_le_bytes()));
        xxh3_64(&seen)
    }
    fn worth(&self, s: &State, seat: Seat) -> Result<Option<i16>, Fault> {
        self.ruled(|| Some(self.standing(s, seat)))
    }
    fn spent(&self) -> u64 {
        self.rules.stack().map_or(0, |stack| stack.meter().total())
    }
    fn write(&self, _: &State, o: &Order) -> String {
        self.order_text(o)
    }
    fn write_public(&self, _: &State, o: &Order) -> String {
        self.order_text(o)
    }
    fn read(&self, s: &State, text: &str) -> Result<Order, No> {
        self.read_order(s, text)
    }
    fn sign(&self, offer: &Offer) -> Option<Signed> {
        let order = Order::of_verb(offer.verb, &offer.parts)?;
        let sign = match order.act {
            Act::Attack => Sign::Attack,
            Act::Charge => Sign::Assault,
            Act::Fire => Sign::Fire,
            Act::Emplace => Sign::Guard,
            // every hex of a reach with a badge would hide the map: it is lit, with its cost
            Act::Retreat | Act::Advance | Act::Enter => Sign::March,
            _ => return None,
        };
        let at = PartKind::Hex(order.hex()?).part();
        Some(Signed { sign, at, to: None })
    }
    fn status(&self, v: &View) -> Vec<Status> {
        self.ruled(|| self.figures(v)).unwrap_or_default()
    }
    fn follows(&self, v: &View, o: &Order) -> Result<crate::kernel::Odds, Fault> {
        self.ruled(|| self.foretold(&v.open, o).unwrap_or_default())
    }
    fn cost_text(&self, cost: Cost) -> String {
        super::notation::points(cost.0.unsigned_abs())
    }
    fn focus(&self, v: &View, chosen: &[Part], under: Option<Part>) -> Vec<Layer> {
        let _operation = self.rules.operation();
        let layers = self.focused(v, chosen, under);
        self.fault.take();
        layers
    }
    fn position(&self, s: &State, header: &Header) -> Option<Vec<String>> {
        self.position_lines(s, header)
    }
    fn beginning(&self, header: &Header) -> Option<Vec<String>> {
        Some(self.beginning_lines(header))
    }
    fn scene(&self, v: &View) -> Scene {
        // where a script fails the printed rule has been drawn
        let _operation = self.rules.operation();
        let scene = self.draw(v);
        self.fault.take();
        scene
    }
}

/// The verb of a kind of order.
#[must_use]
pub fn verb(act: Act) -> Verb {
    Verb(act as u8)
}
