//! The game of the kernel's contract: board, numbers, set-ups and rules of one thread.

use super::Numbers;
use super::ask::QUESTIONS;
use super::doing::Doing;
use super::lua_rules::{MOMENT, moment};
use super::model::{CLASS_NAMES, Flags, PartKind, Pool, Pos, State, crossing_part, part_kind};
use super::notation::SIDES;
use super::order::Order;
use super::own::Own;
use super::points::Rules;
use super::rules::Now;
use super::sample::Ways;
use super::setup_file::SetupFile;
use super::show::{Drawing, sign_of, symbol};
use super::view::{Token, View};
use crate::board::{AreaMap, Hour, LocaleId, Position};
use crate::kernel::{
    Ask, Ban, Choice, Class, Cost, Effect, Event, Fault, Fill, Game, Header, Key, Known, No, Offer, Offers, Part,
    Policy, Reckoning, Refusal, Rng, Rule, Seat, Seed, Setup, Signed, Sink, Status, Whole,
};
use crate::scene::Scene;
use crate::script::facts_tree;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Triomphe à Marengo as one thread plays it.
pub struct Triomphe {
    /// The board.
    pub map: Arc<AreaMap>,
    /// The numbers and rulings.
    pub numbers: Numbers,
    /// The set-ups by name.
    pub setups: Arc<BTreeMap<String, SetupFile>>,
    pub(super) rules: Box<dyn Rules>,
    pub(super) drawing: Arc<Drawing>,
    pub(super) ways: Arc<Ways>,
    pub(super) own: Arc<Own>,
    /// What a study forbids.
    pub(super) ban: Ban,
    scratch: RefCell<Offers>,
}

impl Triomphe {
    pub(super) fn new(
        map: Arc<AreaMap>,
        numbers: Numbers,
        setups: Arc<BTreeMap<String, SetupFile>>,
        rules: Box<dyn Rules>,
        drawing: Arc<Drawing>,
        ways: Arc<Ways>,
        own: Arc<Own>,
    ) -> Triomphe {
        Triomphe { map, numbers, setups, rules, drawing, ways, own, ban: Ban::default(), scratch: RefCell::default() }
    }

    /// What the rules are asked about: the numbers, and what both seats know.
    pub(super) fn now<'a>(&'a self, s: &'a State) -> Now<'a> {
        Now { numbers: &self.numbers, public: &s.public }
    }

    /// Lays out what packs remember, as it is when a match begins.
    pub(super) fn remember_nothing(&self, s: &mut State) -> Result<(), Fault> {
        let fresh = self.rules.fresh_memory().try_into();
        s.memory = fresh.map_err(|_| Fault::new("the packs remember more than a state has room for"))?;
        Ok(())
    }

    /// The hour of a state's round.
    #[must_use]
    pub fn hour(&self, s: &State) -> Hour {
        self.numbers.hour_of(s.round)
    }

    /// Whether a position is on this board.
    pub(super) fn is_place(&self, pos: Pos) -> bool {
        match pos.place() {
            Position::Reserve(l) => l.index() < self.map.locales().len(),
            Position::Approach(a) => a.index() < self.map.approaches().len(),
            Position::Holding(h) => h.index() < self.map.holdings().len(),
        }
    }

    /// Whether a ban lets a legal order pass.
    fn allowed(&self, s: &State, o: &Order) -> Result<(), No> {
        let seat = self.decider(s);
        if self.ban.is_empty() || !self.ban.bars(seat, &o.choice()) {
            return Ok(());
        }
        let mut offers = Offers::new();
        self.collect_offers(s, &mut offers)?;
        match offers.iter().any(|offer| self.ban.left(seat, offer).is_some()) {
            true => Err(No::Refused(Refusal::new("", "The study forbids this kind of order."))),
            false => Ok(()),
        }
    }

    /// Goes on from a position put together by hand until somebody has to decide.
    ///
    /// # Errors
    /// When a script fails.
    pub fn settle(&self, s: &mut State, log: &mut dyn Sink) -> Result<Effect, Fault> {
        let _operation = self.rules.operation();
        let mut doing = Doing { g: self, s, log, effect: Effect::default(), depth: 0 };
        doing.run()?;
        Ok(doing.effect)
    }
}

impl Doing<'_> {
    /// Writes the order itself into the log.
    pub(super) fn announce(&mut self, order: &Order) {
        if self.log.wants() {
            let choice = order.choice();
            let (public, private, seat) = self.g.announcement(self.s, order);
            let private = (private != public).then_some((seat, private));
            self.log.put(Event { public, private, rule: Rule::of(""), parts: choice.parts.to_vec() });
        }
    }
}

impl Game for Triomphe {
    type State = State;
    type Order = Order;
    type View = View;

    fn sides(&self) -> &[&str] {
        &SIDES
    }
    fn verbs(&self) -> &[(&str, &str)] {
        &self.own.verbs
    }
    fn questions(&self) -> Vec<String> {
        let own = self.own.steps.iter().map(|step| step.name.to_string());
        QUESTIONS.iter().map(|name| (*name).to_owned()).chain(own).collect()
    }
    fn classes(&self) -> &[&str] {
        &CLASS_NAMES
    }
    fn class_title(&self, class: Class) -> String {
        let (symbol, strength) = symbol(class);
        match strength {
            0 => format!("{} that nobody has looked at", symbol.word()),
            _ => format!("{} of strength {strength}", symbol.word()),
        }
    }
    fn legend(&self) -> Vec<String> {
        let ways =
            "12/11 is the approach of 12 that faces 11; `via 10-11/local1` says which of several roads is meant.";
        vec![
            "3I is infantry of strength 3, 2C cavalry of strength 2, 1A artillery of strength 1.".to_owned(),
            ways.to_owned(),
        ]
    }
    fn part_name(&self, part: Part) -> String {
        match part_kind(part) {
            Some(PartKind::Pos(pos)) if self.is_place(pos) => self.pos_text(pos),
            Some(PartKind::Crossing(c)) if c.index() < self.map.crossings().len() => self.map.crossing_name(c),
            _ => format!("part {}", part.0),
        }
    }
    fn part_title(&self, part: Part) -> String {
        match part_kind(part) {
            Some(PartKind::Pos(pos)) if self.is_place(pos) => match pos.place() {
                Position::Reserve(locale) => self.map.locale_title(locale),
                _ => self.pos_text(pos),
            },
            Some(PartKind::Crossing(c)) if c.index() < self.map.crossings().len() => self.map.crossing_title(c),
            _ => self.part_name(part),
        }
    }
    fn part_named(&self, name: &str) -> Option<Part> {
        let crossing = || self.map.read_crossing(name).ok().map(crossing_part);
        // a locale's printed name is another name for it
        let named = |locale: &LocaleId| *self.map.locale(*locale).name == *name;
        let titled = || self.map.locales().find(named).map(|locale| Pos::reserve(locale).part());
        self.map.read_position(name).ok().map(|p| Pos::of(p).part()).or_else(crossing).or_else(titled)
    }
    fn start(&self, setup: &Setup, seed: Seed) -> Result<State, Fault> {
        let file = self.setups.get(&setup.name).ok_or_else(|| {
            let known: Vec<&str> = self.setups.keys().map(String::as_str).collect();
            Fault::new(format!("no set-up \"{}\"; there is {}", setup.name, known.join(", ")))
        })?;
        let mut s = self.deal_setup(file, seed)?;
        self.settle(&mut s, &mut ())?;
        Ok(s)
    }
    fn ask(&self, s: &State) -> Ask {
        self.question(s)
    }
    fn offers(&self, s: &State, out: &mut Offers) -> Result<(), Fault> {
        let _operation = self.rules.operation();
        self.collect_offers(s, out)?;
        self.ban.narrow(self.decider(s), out);
        Ok(())
    }
    fn complete(&self, s: &State, offer: &Offer, fill: &Fill) -> Result<Order, No> {
        let _operation = self.rules.operation();
        let fits = |order: &Order| {
            let said = order.choice();
            said.parts == offer.parts && said.fill == *fill
        };
        let order = self.assemble(offer.verb, &offer.parts, fill).filter(fits);
        let misfit = || No::Refused(Refusal::new("6", "The parts of the order do not fit together."));
        let order = order.ok_or_else(misfit)?;
        self.check(s, &order)?;
        Ok(order)
    }
    fn expand(&self, _: &State, o: &Offer, cap: usize, out: &mut Vec<Order>) -> Result<Whole, Fault> {
        Ok(self.list(o, cap, out))
    }
    fn choice(&self, _: &State, o: &Order) -> Choice {
        o.choice()
    }
    fn sample(&self, s: &State, rng: &mut Rng, by: Policy) -> Result<Order, Fault> {
        let _operation = self.rules.operation();
        self.random_order(s, rng, by, &mut self.scratch.borrow_mut())
    }
    fn check(&self, s: &State, o: &Order) -> Result<Cost, No> {
        let _operation = self.rules.operation();
        let cost = self.legal(s, o).map_err(|stop| self.no(stop))?;
        self.allowed(s, o)?;
        Ok(Cost(i16::from(cost)))
    }
    fn play(&self, s: &mut State, o: &Order, log: &mut dyn Sink) -> Result<Effect, Fault> {
        let _operation = self.rules.operation();
        let mut doing = Doing { g: self, s, log, effect: Effect::default(), depth: 0 };
        doing.order(o)?;
        Ok(doing.effect)
    }
    fn inspect(&self, s: &State) -> serde_json::Value {
        let facts = facts_tree(MOMENT, &moment(self.now(s)).facts, &|_, _| String::new());
        let memory = self.rules.stack().map(|stack| stack.remembered(&s.memory)).unwrap_or_default();
        serde_json::json!({ "facts": facts, "memory": memory, "state": serde_json::to_value(s).unwrap_or_default() })
    }
    fn possible(&self, s: &State, n: u32, header: &Header) -> Result<(), Fault> {
        let _operation = self.rules.operation();
        self.possible_state(s, n, header)
    }
    fn view(&self, s: &State, seat: Seat) -> View {
        self.view_of(s, seat)
    }
    fn deal(&self, v: &View, seed: Seed) -> Result<State, Fault> {
        self.deal_of(v, seed)
    }
    fn perceived(&self, s: &State, o: &Order, by: Seat) -> Key {
        let other = self.decider(s) != by;
        let mut seen = self.order_text(s, o, other).into_bytes();
        if other {
            for (flags, pool) in self.marks_taken(s, o) {
                seen.extend(flags.0.to_le_bytes());
                seen.push(pool.0);
            }
        }
        xxh3_64(&seen)
    }
    fn worth(&self, s: &State, seat: Seat) -> Result<Option<i16>, Fault> {
        Ok(Some(self.standing(s, seat)))
    }
    fn spent(&self) -> u64 {
        self.rules.stack().map_or(0, |stack| stack.meter().total())
    }
    fn strain(&self) -> u16 {
        self.rules.stack().map_or(0, |stack| stack.meter().strain())
    }
    fn write(&self, s: &State, o: &Order) -> String {
        self.order_text(s, o, false)
    }
    fn write_public(&self, s: &State, o: &Order) -> String {
        self.order_text(s, o, true)
    }
    fn read(&self, s: &State, text: &str) -> Result<Order, No> {
        self.read_order(s, text)
    }
    fn sign(&self, offer: &Offer) -> Option<Signed> {
        sign_of(&self.map, offer)
    }
    fn forbid(&mut self, ban: Ban) -> bool {
        self.ban = ban;
        true
    }
    fn reckon(&self, s: &State) -> Reckoning {
        self.counted(s)
    }
    fn status(&self, v: &View) -> Vec<Status> {
        self.figures(v)
    }
    fn known(&self, v: &View) -> Vec<Known> {
        v.known()
    }
    fn position(&self, s: &State, header: &Header) -> Option<Vec<String>> {
        self.position_lines(s, header)
    }
    fn beginning(&self, header: &Header) -> Option<Vec<String>> {
        Some(self.beginning_lines(header))
    }
    fn setup_text(&self, s: &State, name: &str) -> Result<String, String> {
        self.setup_toml(s, name)
    }
    fn scene(&self, v: &View) -> Scene {
        self.draw(v, |token| token.class().filter(|_| token.flags.has(Flags::UP)))
    }
    fn unveiled(&self, s: &State, seat: Seat) -> Scene {
        let mut s = s.clone();
        for piece in &mut s.pieces {
            piece.pool = Pool::known(piece.class);
        }
        self.draw(&self.view_of(&s, seat), Token::class)
    }
}
