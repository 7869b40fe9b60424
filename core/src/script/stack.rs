//! Packs in a stack over a game's printed rules: each point is asked of the topmost pack that has it.
//!
//! A pack may ask `default()` what lies below it, down to the printed rule. Events are told to every pack that listens,
//! below to above. What nobody overrides never reaches a script.

use serde_json::Value as Json;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::added::{Added, Addition, Unread, read};
use super::desk::Desk;
use super::error::{Kind, ScriptError};
use super::exports::Hook;
use super::limits::Limits;
use super::memory::Memory;
use super::meter::{Meter, Operation};
use super::options;
use super::points::{Answer, Fact, Facts, MOST_FACTS, Point};
use super::sandbox::Sandbox;
use super::schema::{Eyes, Schema};
use super::source::Sources;
use super::store::Store;
use super::tree::facts_tree;
use super::value::Value;
use super::watch::Watch;
use crate::kernel::{FailedCall, Fault, HookMask, HookName};
use crate::pack::Pack;
use crate::pack::nearest::did_you_mean;

/// The module of a pack that holds its functions.
pub const RULES: &str = "rules";

/// Names a place of the board for scripts: the kind of place of its fact, and its number.
pub type PlaceName = Rc<dyn Fn(&'static str, i32) -> String>;

/// The printed rule: a point's index and its facts, to its answer.
pub type PrintedRule = Rc<dyn Fn(usize, &[i32]) -> Result<i32, Fault>>;

/// What a stack needs to know of its game.
#[derive(Clone)]
pub struct Ground {
    /// The points; an index into them names one.
    pub points: &'static [Point],
    /// What every point is told beside its own facts.
    pub moment: &'static [Fact],
    /// What packs may add beside the points; an index into them names one.
    pub additions: &'static [Addition],
    /// The sides' words, seat 0 first.
    pub seats: &'static [&'static str],
    /// Names of places.
    pub places: PlaceName,
    /// The rules without packs.
    pub printed: PrintedRule,
    /// The most bytes that all packs may remember together.
    pub memory: usize,
}

/// The packs of one game, opened in one thread.
pub struct Stack {
    layers: Vec<Rc<Layer>>,
    /// The topmost pack that has each point.
    tops: Vec<Option<Rc<Layer>>>,
    /// What packs have added, by the ground's tables, below to above.
    added: Vec<Vec<Added>>,
    additions: &'static [Addition],
    moment: Rc<RefCell<Moment>>,
    known: RefCell<Vec<Known>>,
    fresh: Vec<u8>,
    meter: Meter,
}

/// An answer of the operation under way: point, facts, answer. Offers ask the same few things hundreds of times.
///
/// What is known is forgotten when an operation begins, so that its budget is spent alike on a fresh machine and on a
/// warm one.
type Known = (usize, Facts, i32);

/// What holds for all calls of one question: the moment's facts, and what packs remember.
#[derive(Default)]
struct Moment {
    facts: Facts,
    memory: Vec<u8>,
}

/// One pack of the stack.
pub(super) struct Layer {
    sandbox: Sandbox,
    hooks: Vec<Option<Hook>>,
    desk: Rc<Desk>,
    below: Option<Rc<Layer>>,
    ground: Ground,
    schema: Option<Arc<Schema>>,
    /// Where its memory begins in the memory of all.
    at: usize,
    moment: Rc<RefCell<Moment>>,
}

/// What a function of an entry returned.
#[derive(Clone, Debug, PartialEq)]
pub struct Called {
    /// The pack and its entry.
    pub by: HookName,
    /// `file:line` where the function begins.
    pub at: String,
    /// What it returned.
    pub value: Value,
    /// What its pack remembers from now on, and where that stands in the memory of all; none when nothing may change.
    pub memory: Option<(usize, Vec<u8>)>,
}

/// What one pack wants after an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The pack and its hook.
    pub by: HookName,
    /// `file:line` where the function begins.
    pub at: String,
    /// What it returned: a list of effects.
    pub effects: Vec<Value>,
    /// What it remembers from now on, and where that stands in the memory of all; none when it has no memory.
    pub memory: Option<(usize, Vec<u8>)>,
}

impl Stack {
    /// Opens packs, below to above, without the hooks that are switched off. `watch` looks after their scripts, and hears
    /// what their modules print.
    ///
    /// # Errors
    /// A module that does not load, a name in it that is no point, a memory that cannot be laid out.
    pub fn open(ground: &Ground, packs: &[Pack], off: &HookMask, watch: &Watch) -> Result<Stack, Fault> {
        let meter = Meter::default();
        watch.attend(&meter);
        let moment = Rc::new(RefCell::new(Moment::default()));
        let (layers, tops, known, fresh) = (Vec::new(), Vec::new(), RefCell::default(), Vec::new());
        let (additions, added) = (ground.additions, ground.additions.iter().map(|_| Vec::new()).collect());
        let mut stack = Stack { layers, tops, added, additions, moment, known, fresh, meter };
        for pack in packs.iter().filter(|pack| pack.files.contains_key(&format!("{RULES}.luau"))) {
            stack.put(ground, pack, off)?;
        }
        let top = |k: usize| stack.layers.iter().rev().find(|layer| layer.hooks[k].is_some()).cloned();
        stack.tops = (0..ground.points.len()).map(top).collect();
        Ok(stack)
    }

    fn put(&mut self, ground: &Ground, pack: &Pack, off: &HookMask) -> Result<(), Fault> {
        let mut sources = Sources::new();
        for (path, text) in pack.files.iter().filter(|(path, _)| path.ends_with(".luau")) {
            sources.add(path.clone(), text.clone());
        }
        let below = self.layers.last().cloned();
        let desk = Desk::new(ground.clone(), below.clone());
        let sandbox = Sandbox::with_api(pack.id(), sources, Limits::default(), &self.meter, |lua| {
            Desk::install(&desk, lua)?;
            options::install(lua, &pack.options)
        })?;
        let module = sandbox.load(RULES)?;
        let wrong =
            |what: String| Fault { pack: pack.id().to_owned(), at: format!("{RULES}.luau"), what, ..Fault::default() };
        for name in module.names()? {
            let known = ground.points.iter().map(|point| point.name).chain([MEMORY]);
            let known = known.chain(ground.additions.iter().map(|addition| addition.table));
            if !known.clone().any(|known| known == name) {
                let hint = did_you_mean(&name, known).map_or(String::new(), |hint| format!("; {hint}"));
                return Err(wrong(format!("there is no rule point `{name}`{hint}")));
            }
        }
        let mut hooks = Vec::with_capacity(ground.points.len());
        for point in ground.points {
            let hook = HookName { pack: pack.id().to_owned(), hook: point.name.to_owned() };
            hooks.push(if off.contains(&hook) { None } else { module.hook(point.name)? });
        }
        let mut tables = Vec::new();
        for addition in ground.additions {
            tables.push(read(&module, addition, pack.id(), off).map_err(|unread| match unread {
                Unread::Script(e) => Fault::from(e),
                Unread::Entry(what) => wrong(what),
            })?);
        }
        let at = self.fresh.len();
        let spec = module.value(MEMORY)?;
        let schema = if spec.is_nil() {
            None
        } else {
            let schema = Schema::parse(&spec, ground.seats).map_err(|err| wrong(format!("`{MEMORY}`: {err}")))?;
            if let Some(field) = schema.fields().iter().find(|field| field.eyes != Eyes::Public) {
                let what = format!("`{MEMORY}`: field `{}`: this game keeps public memory only", field.name);
                return Err(wrong(what));
            }
            self.fresh.extend_from_slice(schema.fresh().bytes());
            Some(Arc::new(schema))
        };
        if self.fresh.len() > ground.memory {
            let (all, most) = (self.fresh.len(), ground.memory);
            return Err(wrong(format!("`{MEMORY}`: with this pack all remember {all} bytes; they may have {most}")));
        }
        let moment = Rc::clone(&self.moment);
        let layer = Layer { sandbox, hooks, desk, below, ground: ground.clone(), schema, at, moment };
        let layer = Rc::new(layer);
        for (all, entries) in self.added.iter_mut().zip(tables) {
            all.extend(entries.into_iter().map(|(name, fields, hooks)| {
                let layer = Rc::clone(&layer);
                Added { name, fields, hooks, layer }
            }));
        }
        self.layers.push(layer);
        Ok(())
    }

    /// What packs have added to a table, below to above.
    #[must_use]
    pub fn added(&self, table: usize) -> &[Added] {
        &self.added[table]
    }

    /// Calls a function of an entry; none when it has no such function, or is switched off.
    ///
    /// # Errors
    /// What went wrong in the script.
    pub fn call(
        &self,
        (table, entry, call): (usize, usize, usize),
        moment: &[i32],
        facts: &[i32],
        memory: &[u8],
    ) -> Result<Option<Called>, Fault> {
        let Some(added) = self.added[table].get(entry) else { return Ok(None) };
        let (declared, Some(hook)) = (&self.additions[table].calls[call], &added.hooks[call]) else { return Ok(None) };
        self.note(moment, memory);
        Ok(Some(added.layer.call((declared.facts, None), hook, facts, declared.changes)?))
    }

    /// The fault of an entry whose function returned something that does not fit.
    #[must_use]
    pub fn misfit(&self, (table, entry, call): (usize, usize, usize), what: String) -> Fault {
        match self.added[table].get(entry).and_then(|added| Some((added, added.hooks.get(call)?.as_ref()?))) {
            Some((added, hook)) => added.layer.misplaced(hook, what).into(),
            None => Fault::new(what),
        }
    }

    /// Whether no pack changes anything and none remembers.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.fresh.is_empty() && self.added.iter().all(Vec::is_empty) && self.tops.iter().all(Option::is_none)
    }

    /// Whether some pack has a point.
    #[must_use]
    pub fn has(&self, point: usize) -> bool {
        self.tops.get(point).is_some_and(Option::is_some)
    }

    /// What packs remember at the start of a match, side by side.
    #[must_use]
    pub fn fresh(&self) -> &[u8] {
        &self.fresh
    }

    /// The memories of the packs that have one: the pack, its schema, where it begins in the memory of all.
    pub(super) fn memories(&self) -> impl Iterator<Item = (&str, &Schema, usize)> {
        self.layers.iter().filter_map(|layer| Some((layer.pack(), &**layer.schema.as_ref()?, layer.at)))
    }

    /// What each pack remembers in the memory of all, below to above: the pack, the fields and their values.
    pub fn recalled<'s>(&'s self, memory: &'s [u8]) -> impl Iterator<Item = (&'s str, &'s Schema, Memory)> {
        self.layers.iter().filter_map(move |layer| {
            let schema = layer.schema.as_deref()?;
            let own = memory.get(layer.at..layer.at + schema.bytes())?;
            Some((layer.pack(), schema, Memory::of(own)))
        })
    }

    /// Changes what a pack remembers in the memory of all.
    ///
    /// # Errors
    /// The packs that remember something, when it is none of them; what `change` says.
    pub fn remember<E>(
        &self,
        memory: &mut [u8],
        pack: &str,
        change: impl FnOnce(&Schema, &mut Memory) -> Result<(), E>,
    ) -> Result<Result<(), E>, Vec<&str>> {
        let known = || -> Vec<&str> {
            self.layers.iter().filter(|layer| layer.schema.is_some()).map(|layer| layer.pack()).collect()
        };
        let layer = self.layers.iter().find(|layer| layer.pack() == pack).ok_or_else(known)?;
        let schema = layer.schema.as_deref().ok_or_else(known)?;
        let own = memory.get_mut(layer.at..layer.at + schema.bytes()).ok_or_else(known)?;
        let mut changed = Memory::of(own);
        let result = change(schema, &mut changed);
        own.copy_from_slice(changed.bytes());
        Ok(result)
    }

    /// Begins an operation whose calls share one budget.
    #[must_use = "the operation ends when the guard is dropped"]
    pub fn operation(&self) -> Operation {
        if self.meter.is_idle() {
            self.known.borrow_mut().clear();
        }
        self.meter.operation()
    }

    /// The budget that all packs share, with the alarm that a program may raise when a person has waited long.
    #[must_use]
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Asks a question of the topmost pack that has it; none when nobody has.
    ///
    /// # Errors
    /// What went wrong in a script, or an answer that the game cannot use.
    pub fn ask(&self, point: usize, moment: &[i32], facts: &[i32], memory: &[u8]) -> Result<Option<i32>, Fault> {
        let Some(Some(top)) = self.tops.get(point) else { return Ok(None) };
        self.note(moment, memory);
        let known = self.known.borrow().iter().find(|(p, f, _)| *p == point && f[..] == *facts).map(|k| k.2);
        if known.is_some() {
            return Ok(known);
        }
        let answer = top.answer(point, facts)?;
        if !self.meter.is_idle() {
            self.known.borrow_mut().push((point, facts.iter().copied().take(MOST_FACTS).collect(), answer));
        }
        Ok(Some(answer))
    }

    /// Tells an event to every pack that listens, below to above.
    ///
    /// # Errors
    /// What went wrong in a script.
    pub fn tell(&self, point: usize, moment: &[i32], facts: &[i32], memory: &[u8]) -> Result<Vec<Heard>, Fault> {
        if !self.has(point) {
            return Ok(Vec::new());
        }
        self.note(moment, memory);
        let mut heard = Vec::new();
        for layer in &self.layers {
            if let Some(hook) = &layer.hooks[point] {
                heard.push(layer.listen(point, hook, facts)?);
            }
        }
        Ok(heard)
    }

    fn note(&self, moment: &[i32], memory: &[u8]) {
        let mut now = self.moment.borrow_mut();
        if now.facts[..] == *moment && (self.fresh.is_empty() || now.memory == memory) {
            return;
        }
        self.known.borrow_mut().clear();
        now.facts = moment.iter().copied().take(MOST_FACTS).collect();
        if !self.fresh.is_empty() {
            now.memory.clear();
            now.memory.extend_from_slice(memory);
        }
    }
}

/// The name under which a module declares its memory.
const MEMORY: &str = "memory";

impl Layer {
    /// The id of the pack.
    pub(super) fn pack(&self) -> &str {
        self.sandbox.pack()
    }

    /// The answer of the topmost pack from here down that has a point, or the printed rule's.
    pub(super) fn answer(&self, point: usize, facts: &[i32]) -> Result<i32, Box<ScriptError>> {
        let Some(hook) = &self.hooks[point] else { return below(&self.ground, self.below.as_deref(), point, facts) };
        self.ask(point, hook, facts).inspect_err(|error| {
            self.note_failure(error, hook, self.ground.points[point].facts, facts, Some(point));
        })
    }

    /// Tells the author of a call that failed, where somebody may read it.
    fn note_failure(&self, error: &ScriptError, hook: &Hook, declared: &[Fact], facts: &[i32], point: Option<usize>) {
        // what failed below has been told there
        let Some(console) = self.sandbox.meter().console().filter(|_| error.pack == self.pack()) else { return };
        let places = |kind: &'static str, n: i32| (self.ground.places)(kind, n);
        let moment = facts_tree(self.ground.moment, &self.moment.borrow().facts, &places);
        let mut told = facts_tree(declared, facts, &places);
        if let (Some(told), Json::Object(moment)) = (told.as_object_mut(), moment) {
            told.extend(moment);
        }
        let default = point.and_then(|point| {
            let n = below(&self.ground, self.below.as_deref(), point, facts).ok()?;
            Some(match self.ground.points[point].answer {
                Answer::Truth => Json::Bool(n != 0),
                _ => Json::from(n),
            })
        });
        let hook = HookName { pack: self.pack().to_owned(), hook: hook.name().to_owned() };
        console.call(FailedCall { hook, facts: told, default });
    }

    fn ask(&self, point: usize, hook: &Hook, facts: &[i32]) -> Result<i32, Box<ScriptError>> {
        let moment = self.moment.borrow().facts.clone();
        let _lent = self.desk.lend((self.ground.points[point].facts, Some(point)), facts, &moment);
        let (told, default) = self.desk.arguments();
        let answer = self.ground.points[point].answer;
        match &self.schema {
            None => {
                let result: mlua::Value = self.sandbox.call_raw(hook, (told, default))?;
                number(answer, &result)
            }
            Some(schema) => {
                let store = Store::new(Arc::clone(schema), self.memory(hook, schema)?);
                let result = self.sandbox.call_with(hook, |args| {
                    args.raw(told)?;
                    args.raw(default)?;
                    args.memory(&store)
                })?;
                match (answer, &result) {
                    (Answer::Truth, Value::Bool(truth)) => Some(i32::from(*truth)),
                    (Answer::Count(least, most), Value::Int(n)) => {
                        i32::try_from(*n).ok().filter(|n| (least..=most).contains(n))
                    }
                    _ => None,
                }
            }
        }
        .ok_or_else(|| self.unfit(hook, answer))
    }

    fn listen(&self, point: usize, hook: &Hook, facts: &[i32]) -> Result<Heard, Box<ScriptError>> {
        let told = (self.ground.points[point].facts, Some(point));
        let Called { by, at, value, memory } = self.call(told, hook, facts, true)?;
        match value {
            Value::Nil => Ok(Heard { by, at, effects: Vec::new(), memory }),
            Value::List(effects) if effects.len() <= MOST_EFFECTS => Ok(Heard { by, at, effects, memory }),
            Value::List(_) => Err(self.misplaced(hook, format!("an event may have {MOST_EFFECTS} effects"))),
            other => Err(self.misplaced(hook, format!("a list of effects is wanted, not {}", other.type_word()))),
        }
    }

    /// Calls a function with facts and the pack's memory, to change it or only to read it.
    fn call(
        &self,
        told: (&'static [Fact], Option<usize>),
        hook: &Hook,
        facts: &[i32],
        changes: bool,
    ) -> Result<Called, Box<ScriptError>> {
        self.called(told, hook, facts, changes).inspect_err(|error| self.note_failure(error, hook, told.0, facts, None))
    }

    fn called(
        &self,
        told: (&'static [Fact], Option<usize>),
        hook: &Hook,
        facts: &[i32],
        changes: bool,
    ) -> Result<Called, Box<ScriptError>> {
        let moment = self.moment.borrow().facts.clone();
        let _lent = self.desk.lend(told, facts, &moment);
        let (told, _) = self.desk.arguments();
        let by = HookName { pack: self.sandbox.pack().to_owned(), hook: hook.name().to_owned() };
        let (value, memory) = match &self.schema {
            None => (self.sandbox.call_with(hook, |args| args.raw(told))?, None),
            Some(schema) => {
                let mut store = Store::new(Arc::clone(schema), self.memory(hook, schema)?);
                let value = self.sandbox.call_with(hook, |args| {
                    args.raw(told)?;
                    if changes { args.memory_mut(&mut store) } else { args.memory(&store) }
                })?;
                (value, changes.then(|| (self.at, store.memory.bytes().to_vec())))
            }
        };
        let at = Fault::from(self.misplaced(hook, String::new())).at;
        Ok(Called { by, at, value, memory })
    }

    /// The pack's own part of what is remembered.
    fn memory(&self, hook: &Hook, schema: &Schema) -> Result<Memory, Box<ScriptError>> {
        let all = &self.moment.borrow().memory;
        let own = all.get(self.at..self.at + schema.bytes()).map(Memory::of);
        match own.filter(|memory| schema.check(memory).is_ok()) {
            Some(memory) => Ok(memory),
            None => Err(self.misplaced(hook, "the match remembers nothing that is of this pack".to_owned())),
        }
    }

    fn unfit(&self, hook: &Hook, answer: Answer) -> Box<ScriptError> {
        let wanted = match answer {
            Answer::Count(least, most) => format!("a whole number from {least} to {most}"),
            Answer::Truth => "true or false".to_owned(),
            Answer::Effects => "a list of effects".to_owned(),
        };
        self.misplaced(hook, format!("the result must be {wanted}"))
    }

    /// An error at the function itself, without what it returned.
    fn misplaced(&self, hook: &Hook, what: String) -> Box<ScriptError> {
        let mut fault = ScriptError::new(self.sandbox.pack(), Some(hook.name()), Kind::BadValue, what);
        hook.place(&mut fault);
        fault
    }
}

/// Most effects that one event may have in one pack.
const MOST_EFFECTS: usize = 16;

/// What lies below a pack: the next one, or the printed rule.
pub(super) fn below(
    ground: &Ground,
    layer: Option<&Layer>,
    point: usize,
    facts: &[i32],
) -> Result<i32, Box<ScriptError>> {
    match layer {
        Some(layer) => layer.answer(point, facts),
        None => (ground.printed)(point, facts).map_err(|fault| ScriptError::new("", None, Kind::Runtime, fault.what)),
    }
}

fn number(answer: Answer, result: &mlua::Value) -> Option<i32> {
    let n = match (answer, result) {
        (Answer::Truth, mlua::Value::Boolean(truth)) => return Some(i32::from(*truth)),
        (Answer::Count(..), mlua::Value::Integer(n)) => i32::try_from(*n).ok()?,
        (Answer::Count(..), mlua::Value::Number(n)) if n.fract() == 0.0 && n.abs() < 1e9 => *n as i32,
        _ => return None,
    };
    answer.range().filter(|range| range.contains(&n)).map(|_| n)
}
