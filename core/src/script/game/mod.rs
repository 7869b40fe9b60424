//! Whole games in Luau: the [`Game`] contract over a memory by schema and a stack of named steps kept in the state.
//!
//! The entry module returns one table: `sides`, `verbs`, `classes`, `places`, `memory` (a schema), `steps`, `start`, and
//! if it likes `titles`, `setups`, `options`, `worth`, `horizon`, `status` and `scene`. A step says who is asked (`seat`: a side's word, or the
//! name of a public `enum` field of such words), what (`ask`, `help`, `rule`), what may be done (`offers(memory, seat)`,
//! from what the seat knows alone), what the offers cannot say (`check(memory, order)`), why an order is not offered
//! (`why(memory, order)`), what an order brings as far as that can be said (`follows(memory, order)`) and what happens
//! (`play(memory, order, rng, log)`). `play` returns nil to stay, a step's name to go on with it, a list of names to do
//! one after another, or `{ over = { .. } }`. A step that asks nothing has `run(memory, rng, log)` instead, is taken at
//! once, and returns the same; nil is then done. The TOML of the pack stands in the global `data`, by file.

mod about;
mod book;
mod bot;
mod declare;
mod draw;
mod follows;
mod glossary;
mod kit;
mod known;
mod loan;
mod pen;
mod possible;
mod scene;
mod state;
mod step;
mod text;
mod thrown;
mod titles;

pub use about::Declared;
pub use bot::ScriptBot;
pub(super) use kit::lay_data;
pub use kit::{ReadAnew, Reader, ScriptKit};
pub(super) use pen::{COUNTER, strokes};
pub use state::{ScriptState, ScriptView};
pub(super) use step::{ASKING, DATA, OFFER, ORDER, PARTS, RUNNING, STEP};

use super::meter::Operation;
use super::{Args, Hook, Key as ValueKey, Sandbox, Schema, ScriptError, Store, Value};
use crate::kernel::*;
use crate::pack::case::as_word;
use crate::pack::nearest::did_you_mean;
use crate::pack::plain;
use crate::scene::Scene;
use book::Book;
use declare::{Names, Offered, Shown};
use glossary::{Glossary, Listed};
use known::Known;
use loan::{Kept, Lent};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use step::{Deed, Prompt, Seating, Step};
use thrown::{Loaded, Thrown};
use xxhash_rust::xxh3::xxh3_64;

/// A game of one thread, with its virtual machine.
pub struct ScriptGame {
    sandbox: Sandbox,
    names: Arc<Names>,
    schema: Arc<Schema>,
    steps: Vec<Step>,
    start: Hook,
    worth: Option<Hook>,
    horizon: u32,
    status: Option<Hook>,
    scene: Option<Hook>,
    declared: Declared,
    /// The readings that hold.
    chosen: BTreeMap<String, String>,
    /// Dice that a case has laid ready.
    loaded: Loaded,
    glossary: Rc<Glossary>,
    /// Chance, and the log, of the order under way.
    dice: Kept<Thrown>,
    book: Kept<Book>,
    /// What a study forbids.
    ban: Ban,
    known: RefCell<Known>,
}

/// A whole game has no hook that could be switched off: its faults name the place, and the match stands still.
fn failed(error: Box<ScriptError>) -> Fault {
    let hook = error.hook.clone().map_or(String::new(), |hook| format!("{hook}: "));
    let fault = Fault::from(error);
    Fault { what: format!("{hook}{}", fault.what), hook: String::new(), ..fault }
}

/// Most steps that are taken at once.
const MOST_STEPS: usize = 256;

impl ScriptGame {
    /// The schema of the game's memory.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// What it says of itself.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// Lays dice ready that the next rolls show one after another, as the case of a rulebook states them.
    pub fn lay_dice(&self, dice: impl IntoIterator<Item = u32>) {
        self.loaded.borrow_mut().extend(dice);
    }

    /// Takes the dice away again that no roll has shown.
    #[must_use]
    pub fn take_dice(&self) -> VecDeque<u32> {
        self.loaded.take()
    }

    /// A state with this memory that stands before these steps, the first first; steps that ask nothing are taken.
    ///
    /// # Errors
    /// Steps that there are not, a memory of another schema, a script that fails.
    pub fn stand(
        &self,
        seed: Seed,
        memory: super::Memory,
        steps: &[String],
    ) -> Result<(ScriptState, Vec<Event>), Fault> {
        let _operation = self.operation();
        self.schema.check(&memory).map_err(|e| self.fault(e))?;
        let mut s = ScriptState::new(seed, memory);
        let steps = Value::List(steps.iter().map(|name| Value::Text(name.clone())).collect());
        self.go_on(&mut s, None, &"the position", &steps)?;
        let _lent = self.lend(Thrown::new(seed, 0, "play", &self.loaded), Book::new(Rule::of(""), true));
        self.run_on(&mut s)?;
        Ok((s, self.book.with(|book| std::mem::take(&mut book.lines)).unwrap_or_default()))
    }

    /// The steps that wait, the next first.
    #[must_use]
    pub fn steps_before(&self, s: &ScriptState) -> Vec<String> {
        let name = |at: &u8| Some(self.steps.get(usize::from(*at))?.name.clone());
        s.steps.iter().rev().filter_map(name).collect()
    }

    /// Opens an operation, whose calls share one budget.
    fn operation(&self) -> Operation {
        self.sandbox.meter().operation()
    }

    /// Lends chance and the log to the steps that follow.
    fn lend(&self, dice: Thrown, book: Book) -> (Lent<'_, Thrown>, Lent<'_, Book>) {
        (self.dice.lend(dice), self.book.lend(book))
    }

    fn fault(&self, what: impl std::fmt::Display) -> Fault {
        Fault {
            pack: self.sandbox.pack().to_owned(),
            what: plain::in_a_line(&what.to_string()).into_owned(),
            ..Fault::default()
        }
    }

    /// What a function returned that the game cannot use, at the place of the function.
    fn misfit(&self, hook: Option<&Hook>, what: impl std::fmt::Display) -> Fault {
        let mut error = ScriptError::new(self.sandbox.pack(), None, super::Kind::BadValue, what.to_string());
        if let Some(hook) = hook {
            hook.place(&mut error);
        }
        failed(error)
    }

    fn step(&self, s: &ScriptState) -> Option<(u8, &Step)> {
        let top = *s.steps.last()?;
        Some((top, self.steps.get(usize::from(top))?))
    }

    /// The question that waits.
    fn prompt(&self, s: &ScriptState) -> Option<(u8, &Step, &Prompt)> {
        match self.step(s)? {
            (top, step @ Step { deed: Deed::Ask(prompt), .. }) => Some((top, step, prompt)),
            _ => None,
        }
    }

    /// Takes the steps that ask nothing, up to the next question or the end.
    fn run_on(&self, s: &mut ScriptState) -> Result<(), Fault> {
        for _ in 0..MOST_STEPS {
            let Some((_, Step { name, rule, deed: Deed::Run(run) })) = self.step(s) else { return Ok(()) };
            self.book.with(|book| book.rule.clone_from(rule));
            let mut store = Store::new(self.schema.clone(), std::mem::take(&mut s.memory));
            let lent = &mut store;
            let next = self.sandbox.call_with(run, |args| {
                args.memory_mut(lent)?;
                args.raw(self.dice.handle())?;
                args.raw(self.book.handle())
            });
            s.memory = store.memory;
            let next = match next.map_err(failed)? {
                Value::Nil => Value::List(Vec::new()),
                next => next,
            };
            self.go_on(s, Some(run), &format_args!("steps.{name}.run"), &next)?;
        }
        Err(self.fault(format!("{MOST_STEPS} steps were taken without a question")))
    }

    fn seat_of(&self, s: &ScriptState, prompt: &Prompt) -> Seat {
        match &prompt.seat {
            Seating::Fixed(seat) => *seat,
            Seating::Field(field, seats) => {
                let n = self.schema.get(&s.memory, *field, None).unwrap_or(0);
                seats.get(n as usize).copied().unwrap_or(Seat(0))
            }
        }
    }

    /// The offers of the seat that is asked, from what it knows.
    fn offered(&self, s: &ScriptState) -> Result<Rc<[Offered]>, Fault> {
        let Some((top, step, prompt)) = self.prompt(s).filter(|_| s.ending.is_none()) else { return Ok(Rc::new([])) };
        if let Some(offers) = self.known.borrow().offers(top, &s.memory) {
            return Ok(offers);
        }
        let seat = self.seat_of(s, prompt);
        let store = Store::seen_by(self.schema.clone(), &s.memory, seat).map_err(|e| self.fault(e))?;
        let word = self.names.sides[seat.index()];
        let list = self.sandbox.call_lent(&prompt.offers, |args| {
            args.memory(&store)?;
            args.raw(word)
        });
        let list = list.map_err(failed)?;
        let mut offers = match self.glossary.offers(&list, self.sandbox.limits()) {
            Some(Listed { offers, steps }) => {
                self.sandbox.charge_result(&prompt.offers, steps).map_err(failed)?;
                offers
            }
            None => {
                let list = self.sandbox.read(&prompt.offers, &list).map_err(failed)?;
                let misfit = |e| self.misfit(Some(&prompt.offers), format!("steps.{}.offers: {e}", step.name));
                self.names.offers(&list).map_err(misfit)?
            }
        };
        if !self.ban.is_empty() {
            let left = |o: &Offered| self.ban.left(seat, &o.offer).map(|offer| Offered { offer, ..o.clone() });
            let left: Vec<Offered> = offers.iter().filter_map(left).collect();
            if !left.is_empty() {
                offers = left;
            }
        }
        let offers: Rc<[Offered]> = offers.into();
        self.known.borrow_mut().keep(top, &s.memory, offers.clone());
        Ok(offers)
    }

    fn refusal(&self, step: &Step, text: &str) -> No {
        No::Refused(Refusal { rule: step.rule.clone(), text: text.to_owned() })
    }

    /// Why an order is not offered, in the script's own words if it has any.
    fn not_offered(&self, s: &ScriptState, step: &Step, prompt: &Prompt, o: &Choice, usual: &str) -> No {
        match prompt.why.as_ref().map_or(Ok(()), |why| self.ask_script(s, step, prompt, o, why)) {
            Ok(()) => self.refusal(step, usual),
            Err(no) => no,
        }
    }

    /// Calls a function that may refuse an order: `check`, `why`.
    fn ask_script(&self, s: &ScriptState, step: &Step, prompt: &Prompt, o: &Choice, check: &Hook) -> Result<(), No> {
        let hook = check.name();
        let seat = self.seat_of(s, prompt);
        let store = Store::seen_by(self.schema.clone(), &s.memory, seat).map_err(|e| self.fault(e))?;
        let said = self.sandbox.call_with(check, |args| {
            args.memory(&store)?;
            self.lend_order(args, o)
        });
        match said.map_err(failed)? {
            Value::Nil | Value::Bool(true) => Ok(()),
            Value::Text(text) => Err(self.refusal(step, &plain::line(&text))),
            Value::Map(map) => {
                let word = |key: &str| match map.get(&ValueKey::Text(key.to_owned())) {
                    Some(Value::Text(text)) => Some(plain::line(text)),
                    _ => None,
                };
                let none = || self.misfit(Some(check), format!("steps.{}.{hook}: no `text`", step.name));
                let text = word("text").ok_or_else(none)?;
                let rule = word("rule").map_or(step.rule.clone(), |rule| Rule(Cow::Owned(rule)));
                Err(No::Refused(Refusal { rule, text }))
            }
            other => {
                let what = format!("steps.{}.{hook}: nil or a refusal is wanted, not {}", step.name, other.type_word());
                Err(No::Fault(self.misfit(Some(check), what)))
            }
        }
    }

    /// Adds an order as scripts see it to the arguments of a call.
    fn lend_order(&self, args: &mut Args<'_, '_>, o: &Choice) -> mlua::Result<()> {
        match self.glossary.order(o) {
            Some(order) => args.raw(order?),
            None => args.value(&self.names.order(o)),
        }
    }

    /// Puts what `start` or `play` returned into the state.
    fn go_on(
        &self,
        s: &mut ScriptState,
        by: Option<&Hook>,
        hook: &dyn std::fmt::Display,
        next: &Value,
    ) -> Result<(), Fault> {
        let wrong = |what: &dyn std::fmt::Display| self.misfit(by, format!("{hook}: {what}"));
        let number = |name: &Value| {
            let name = name.text("a step").map_err(|e| wrong(&e))?;
            let at = self.steps.iter().position(|step| step.name == name);
            at.map(|at| at as u8).ok_or_else(|| {
                let hint = did_you_mean(name, self.steps.iter().map(|step| step.name.as_str()));
                let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
                wrong(&format!("there is no step `{name}`{hint}"))
            })
        };
        match next {
            Value::Nil => {}
            Value::Text(_) => {
                s.steps.pop();
                s.push(number(next)?).map_err(|e| wrong(&e))?;
            }
            Value::List(names) => {
                s.steps.pop();
                for name in names.iter().rev() {
                    s.push(number(name)?).map_err(|e| wrong(&e))?;
                }
            }
            _ if !next.field("over").is_nil() => {
                let ending = self.names.ending(next.field("over")).map_err(|e| wrong(&format!("over: {e}")))?;
                s.ending = Some(Box::new(ending));
                s.steps.clear();
            }
            other => {
                return Err(wrong(&format!("nil, steps or `over` are wanted, not {}", other.type_word())));
            }
        }
        if s.steps.is_empty() && s.ending.is_none() {
            return Err(wrong(&"no step is left and the game is not over"));
        }
        Ok(())
    }

    fn a_pose(&self, s: &ScriptState, offer: &Offer, frame: &Frame, rng: &mut Rng) -> Result<Option<Choice>, Fault> {
        for _ in 0..64 {
            let mut draw = |(lo, hi): (f32, f32)| {
                let (lo, hi) = ((lo * 100.0).ceil() as i32, (hi * 100.0).floor() as i32);
                rng.i32(lo..=hi.max(lo))
            };
            let pose = Pose { x: draw(frame.x), y: draw(frame.y), heading: draw(frame.heading) };
            match self.complete(s, offer, &Fill::Pose(pose)) {
                Ok(choice) => return Ok(Some(choice)),
                Err(No::Refused(_)) => {}
                Err(No::Fault(fault)) => return Err(fault),
            }
        }
        Ok(None)
    }

    fn orders_of(&self, s: &ScriptState, offer: &Offer, rng: &mut Rng) -> Result<Vec<Choice>, Fault> {
        let mut orders = Vec::new();
        match &offer.slot {
            Slot::Pose { frame } => orders.extend(self.a_pose(s, offer, frame, rng)?),
            _ => drop(self.expand(s, offer, 1024, &mut orders)?),
        }
        Ok(orders)
    }
}

/// The lines of a case for the set-up and the readings of the rules of a match.
fn asked_for(header: &Header) -> Vec<String> {
    let setup = Some(&header.setup.name).filter(|name| !name.is_empty());
    let setup = setup.map(|name| format!("setup {}", as_word(name)));
    let options = header.rulings.iter().map(|(name, value)| format!("option {} {}", as_word(name), as_word(value)));
    setup.into_iter().chain(options).collect()
}

impl Game for ScriptGame {
    type State = ScriptState;
    type Order = Choice;
    type View = ScriptView;

    fn sides(&self) -> &[&str] {
        &self.names.sides
    }
    fn verbs(&self) -> &[(&str, &str)] {
        &self.names.verbs
    }
    fn questions(&self) -> Vec<String> {
        let asks = self.steps.iter().filter(|step| matches!(step.deed, Deed::Ask(_)));
        asks.map(|step| step.name.clone()).collect()
    }
    fn classes(&self) -> &[&str] {
        &self.names.classes
    }
    fn part_name(&self, part: Part) -> String {
        self.names.places.get(part.0 as usize).map_or_else(|| format!("?{}", part.0), Clone::clone)
    }
    fn part_title(&self, part: Part) -> String {
        self.names.part_title(&part)
    }
    fn class_title(&self, class: Class) -> String {
        self.names.class_title(class)
    }
    fn spoken(&self, text: &str) -> Option<String> {
        self.names.read(text).ok().map(|order| self.names.say(&order))
    }
    fn part_named(&self, name: &str) -> Option<Part> {
        self.names.places.iter().position(|place| place == name).map(|at| Part(at as u32))
    }

    fn start(&self, setup: &Setup, seed: Seed) -> Result<ScriptState, Fault> {
        let _operation = self.operation();
        let mut s = ScriptState::new(seed, self.schema.fresh());
        let mut store = Store::new(self.schema.clone(), s.memory.clone());
        if !setup.name.is_empty() && !self.declared.setups.iter().any(|known| known.name == setup.name) {
            return Err(self.fault(format!("there is no set-up \"{}\"", setup.name)));
        }
        let _lent = self.lend(Thrown::new(seed, 0, "start", &self.loaded), Book::new(Rule::of(""), false));
        let options = self.chosen.iter().chain(&setup.options);
        let options = options.map(|(k, v)| (ValueKey::Text(k.clone()), Value::Text(v.clone())));
        let options = Value::Map(
            options.chain([(ValueKey::Text("setup".to_owned()), Value::Text(setup.name.clone()))]).collect(),
        );
        let lent = &mut store;
        let first = self.sandbox.call_with(&self.start, |args| {
            args.memory_mut(lent)?;
            args.raw(self.dice.handle())?;
            args.value(&options)
        });
        let first = first.map_err(failed)?;
        s.memory = store.memory;
        if first.is_nil() {
            return Err(self.misfit(Some(&self.start), "start: the first step is missing"));
        }
        self.go_on(&mut s, Some(&self.start), &"start", &first)?;
        // what is said before the first order has no line of the journal to stand under
        self.run_on(&mut s)?;
        Ok(s)
    }

    fn ask(&self, s: &ScriptState) -> Ask {
        if let Some(ending) = &s.ending {
            return Ask::Over(ending.outcome());
        }
        let Some((_, step, prompt)) = self.prompt(s) else {
            let kind = Cow::Borrowed("nothing is asked");
            return Ask::Over(Outcome { winner: None, kind, rule: Rule::of("") });
        };
        Ask::Ask(Question {
            seat: self.seat_of(s, prompt),
            text: Cow::Owned(prompt.ask.say(&self.names, &self.schema, &s.memory)),
            help: Cow::Owned(prompt.help.say(&self.names, &self.schema, &s.memory)),
            name: Cow::Owned(step.name.clone()),
            rule: step.rule.clone(),
            needs_hidden_faces: prompt.hidden,
        })
    }

    fn offers(&self, s: &ScriptState, out: &mut Offers) -> Result<(), Fault> {
        let _operation = self.operation();
        self.offered(s)?.iter().for_each(|offered| out.push(offered.offer));
        Ok(())
    }

    fn complete(&self, s: &ScriptState, offer: &Offer, fill: &Fill) -> Result<Choice, No> {
        let choice = Choice { verb: offer.verb, parts: offer.parts, fill: *fill };
        self.check(s, &choice)?;
        Ok(choice)
    }

    fn choice(&self, _: &ScriptState, o: &Choice) -> Choice {
        *o
    }

    fn expand(&self, s: &ScriptState, o: &Offer, cap: usize, out: &mut Vec<Choice>) -> Result<Whole, Fault> {
        let _operation = self.operation();
        expand_by_fills(self, s, o, cap, out)
    }

    fn inspect(&self, s: &ScriptState) -> serde_json::Value {
        let ending = s.ending.as_ref().map(|ending| &ending.kind);
        serde_json::json!({
            "memory": super::memory_tree(&self.schema, &s.memory),
            "state": { "orders": s.n, "steps": self.steps_before(s), "over": ending, "seed": s.seed.0 },
        })
    }

    fn possible(&self, s: &ScriptState, n: u32, header: &Header) -> Result<(), Fault> {
        let _operation = self.operation();
        self.possible_state(s, n, header)
    }

    fn sample(&self, s: &ScriptState, rng: &mut Rng, by: Policy) -> Result<Choice, Fault> {
        let _operation = self.operation();
        let offers = self.offered(s)?;
        let unchecked = self.prompt(s).is_some_and(|(.., prompt)| prompt.check.is_none());
        let drawn = |offers: &[Offered], rng: &mut Rng| if unchecked { draw::any(offers, rng) } else { None };
        let mut orders = Vec::new();
        if by == Policy::Natural {
            // The script's weights say what is sensible.
            let mut left = rng.u32(0..offers.iter().map(|o| o.weight).sum::<u32>().max(1));
            let chosen = offers.iter().find(|o| {
                let here = left < o.weight;
                left = left.saturating_sub(o.weight);
                here
            });
            if let Some(chosen) = chosen {
                if let Some(order) = drawn(std::slice::from_ref(chosen), rng) {
                    return Ok(order);
                }
                orders = self.orders_of(s, &chosen.offer, rng)?;
            }
        }
        if orders.is_empty() {
            if let Some(order) = drawn(&offers, rng) {
                return Ok(order);
            }
            for offered in offers.iter() {
                orders.append(&mut self.orders_of(s, &offered.offer, rng)?);
            }
        }
        match orders.len() {
            0 => Err(self.fault("a seat is asked and nothing is legal")),
            n => Ok(orders.swap_remove(rng.usize(..n))),
        }
    }

    fn check(&self, s: &ScriptState, o: &Choice) -> Result<Cost, No> {
        let _operation = self.operation();
        let Some((_, step, prompt)) = self.prompt(s) else {
            return Err(No::Refused(Refusal::new("", "the game is over")));
        };
        let offers = self.offered(s)?;
        let verb = |offered: &&Offered| offered.offer.verb == o.verb;
        let Some(_) = offers.iter().find(verb) else {
            return Err(self.not_offered(s, step, prompt, o, "this is not what is asked"));
        };
        let mut placed = offers.iter().filter(verb).filter(|offered| offered.offer.parts == o.parts).peekable();
        if placed.peek().is_none() {
            return Err(self.not_offered(s, step, prompt, o, "this cannot be done there"));
        }
        // what is left out is told before anything that the script makes of its absence
        let slots: Vec<Slot> = placed.clone().map(|offered| offered.offer.slot).collect();
        let amiss: Option<Vec<String>> = slots.iter().map(|slot| self.names.amiss(slot, &o.fill)).collect();
        if let Some([amiss, ..]) = amiss.as_deref() {
            return Err(self.refusal(step, amiss));
        }
        let Some(offered) = placed.find(|offered| offered.offer.slot.takes(&o.fill)) else {
            return Err(self.not_offered(s, step, prompt, o, "so many, or these, are not possible"));
        };
        if let Some(check) = &prompt.check {
            self.ask_script(s, step, prompt, o, check)?;
        }
        Ok(offered.offer.cost)
    }

    fn follows(&self, v: &ScriptView, o: &Choice) -> Result<Odds, Fault> {
        let _operation = self.operation();
        self.foretold(v, o)
    }

    fn play(&self, s: &mut ScriptState, o: &Choice, log: &mut dyn Sink) -> Result<Effect, Fault> {
        let _operation = self.operation();
        let Some((_, step, prompt)) = self.prompt(s) else { return Err(self.fault("the game is over")) };
        s.n += 1;
        let mut store = Store::new(self.schema.clone(), std::mem::take(&mut s.memory));
        let thrown = Thrown::new(s.seed, u64::from(s.n), "play", &self.loaded);
        let used = thrown.used();
        let book = Book::new(step.rule.clone(), log.wants());
        let _lent = self.lend(thrown, book);
        let lent = &mut store;
        let next = self.sandbox.call_with(&prompt.play, |args| {
            args.memory_mut(lent)?;
            self.lend_order(args, o)?;
            args.raw(self.dice.handle())?;
            args.raw(self.book.handle())
        });
        s.memory = store.memory;
        self.go_on(s, Some(&prompt.play), &format_args!("steps.{}.play", step.name), &next.map_err(failed)?)?;
        self.run_on(s)?;
        let said = self.book.with(|book| (std::mem::take(&mut book.lines), book.told));
        let (lines, told) = said.unwrap_or((Vec::new(), Told::NONE));
        if log.wants() {
            for mut line in lines {
                if line.parts.is_empty() {
                    line.parts = o.parts.to_vec();
                }
                log.put(line);
            }
        }
        Ok(Effect { rolled: used.get(), told })
    }

    fn view(&self, s: &ScriptState, seat: Seat) -> ScriptView {
        // A memory of another schema, as from a foreign snapshot, shows nothing; its deals are refused.
        let memory = self.schema.view(&s.memory, seat).unwrap_or_default();
        ScriptView { seat, n: s.n, steps: s.steps.clone(), memory, ending: s.ending.clone() }
    }

    fn deal(&self, v: &ScriptView, seed: Seed) -> Result<ScriptState, Fault> {
        let mut rng = Dice::new(seed, u64::from(v.n), "deal");
        let memory = self.schema.deal(&v.memory, v.seat, &mut rng).map_err(|e| self.fault(e))?;
        Ok(ScriptState { seed, n: v.n, steps: v.steps.clone(), memory, ending: v.ending.clone() })
    }

    fn perceived(&self, s: &ScriptState, o: &Choice, by: Seat) -> Key {
        let owner = self.prompt(s).is_some_and(|(.., prompt)| self.seat_of(s, prompt) == by);
        xxh3_64(if owner { self.write(s, o) } else { self.write_public(s, o) }.as_bytes())
    }

    fn worth(&self, s: &ScriptState, seat: Seat) -> Result<Option<i16>, Fault> {
        let (Some(hook), Some(word)) = (&self.worth, self.names.sides.get(seat.index())) else { return Ok(None) };
        let store = Store::new(self.schema.clone(), s.memory.clone());
        let said = self.sandbox.call_with(hook, |args| {
            args.memory(&store)?;
            args.raw(*word)
        });
        let worth = said.map_err(failed)?.int("worth").map_err(|e| self.misfit(Some(hook), e))?;
        Ok(Some(worth.clamp(-10_000, 10_000) as i16))
    }

    fn horizon(&self) -> u32 {
        self.horizon
    }

    fn spent(&self) -> u64 {
        self.sandbox.meter().total()
    }

    fn strain(&self) -> u16 {
        self.sandbox.meter().strain()
    }

    fn forget(&self) {
        self.known.borrow_mut().clear();
    }

    fn write(&self, _: &ScriptState, o: &Choice) -> String {
        self.names.write(o, Shown::All)
    }

    fn write_public(&self, _: &ScriptState, o: &Choice) -> String {
        let shown = self.names.shown.get(usize::from(o.verb.0)).copied().unwrap_or(Shown::Verb);
        self.names.write(o, shown)
    }

    fn read(&self, s: &ScriptState, text: &str) -> Result<Choice, No> {
        let rule = self.step(s).map_or(Rule::of(""), |(_, step)| step.rule.clone());
        self.names.read(text).map_err(|text| No::Refused(Refusal { rule, text }))
    }

    fn forbid(&mut self, ban: Ban) -> bool {
        self.ban = ban;
        self.forget();
        true
    }

    fn status(&self, v: &ScriptView) -> Vec<Status> {
        let _operation = self.operation();
        let figures = self.figures(v).map_err(|fault| fault.to_string());
        figures.unwrap_or_else(|why| vec![Status { name: "Script".to_owned(), text: plain::line(&why), seat: None }])
    }

    fn position(&self, s: &ScriptState, header: &Header) -> Option<Vec<String>> {
        if s.ending.is_some() {
            return None;
        }
        let mut lines = asked_for(header);
        lines.extend([format!("seed {}", s.seed.0), format!("orders {}", s.n)]);
        lines.extend(self.schema.written(&s.memory));
        let steps: Vec<String> = self.steps_before(s).iter().map(|step| as_word(step).into_owned()).collect();
        lines.push(format!("step {}", steps.join(" ")));
        Some(lines)
    }
    fn beginning(&self, header: &Header) -> Option<Vec<String>> {
        let mut lines = asked_for(header);
        lines.push(format!("seed {}", header.seed.0));
        Some(lines)
    }

    fn scene(&self, v: &ScriptView) -> Scene {
        let _operation = self.operation();
        self.drawn(Store::of_view(self.schema.clone(), v.memory.clone(), v.seat), v.seat)
    }
    fn unveiled(&self, s: &ScriptState, seat: Seat) -> Scene {
        let _operation = self.operation();
        self.drawn(Store::new(self.schema.clone(), s.memory.clone()), seat)
    }
}

impl ScriptGame {
    /// What `status` says of a view.
    fn figures(&self, v: &ScriptView) -> Result<Vec<Status>, Fault> {
        let Some(hook) = &self.status else { return Ok(Vec::new()) };
        let store = Store::of_view(self.schema.clone(), v.memory.clone(), v.seat);
        let word = self.names.sides.get(v.seat.index()).copied().unwrap_or("");
        let said = self.sandbox.call_with(hook, |args| {
            args.memory(&store)?;
            args.raw(word)
        });
        about::figures(&self.names, &said.map_err(failed)?).map_err(|e| self.misfit(Some(hook), e))
    }

    /// What `scene` draws of a memory; the reason, where it fails.
    fn drawn(&self, memory: Store, seat: Seat) -> Scene {
        self.draw(&memory, seat).unwrap_or_else(|fault| scene::note(&plain::line(&fault.to_string())))
    }

    fn draw(&self, store: &Store, seat: Seat) -> Result<Scene, Fault> {
        let Some(hook) = &self.scene else { return Ok(scene::boxes(&self.names)) };
        let word = self.names.sides.get(seat.index()).copied().unwrap_or("");
        let mut pen = pen::Pen::new(self.names.clone());
        let lent = &mut pen;
        let drawn = self.sandbox.call_with(hook, |args| {
            args.memory(store)?;
            args.raw(word)?;
            args.handle_mut(lent)
        });
        match drawn.map_err(failed)? {
            Value::Nil => Ok(pen.scene()),
            value => scene::read(&self.names, &value).map_err(|e| self.misfit(Some(hook), e)),
        }
    }

    /// Asks everything once that a match asks of a state: who decides, the offers, the judgement, figures and board.
    ///
    /// # Errors
    /// The first script that fails.
    pub fn try_out(&self, s: &ScriptState) -> Result<(), Fault> {
        if self.offered(s)?.is_empty() && s.ending.is_none() {
            return Err(self.fault("a seat is asked and nothing is offered"));
        }
        for seat in (0..self.names.sides.len()).map(|k| Seat(k as u8)) {
            self.worth(s, seat)?;
            let view = self.view(s, seat);
            self.figures(&view)?;
            self.draw(&Store::of_view(self.schema.clone(), view.memory, seat), seat)?;
        }
        Ok(())
    }
}
