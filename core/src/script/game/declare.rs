//! What a game in Luau declares: names, steps, offers. Everything wrong is said with the name of the thing.

use super::book::Pages;
use super::glossary::Glossary;
use super::loan::Kept;
use super::state::Ending;
use super::step::{self, StepError};
use super::titles::{self, Saying, Titles};
use super::{ScriptGame, about, failed};
use crate::kernel::*;
use crate::pack::nearest::did_you_mean;
use crate::pack::plain;
use crate::script::{BadValue, Chance, Exports, Key, Kind, Sandbox, Schema, ScriptError, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The words of a game. The contract lends them as plain `&str`, so they are kept as long as the program runs: once a
/// kit, not once a match.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) sides: Vec<&'static str>,
    pub(super) verbs: Vec<(&'static str, &'static str)>,
    pub(super) shown: Vec<Shown>,
    /// How orders are said, by verb.
    pub(super) says: Vec<Option<Saying>>,
    pub(super) classes: Vec<&'static str>,
    pub(super) places: Vec<String>,
    pub(super) titles: Titles,
    /// The places by their words: their numbers.
    pub(super) numbers: HashMap<String, u32>,
}

/// How much of an order the other seats read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// All of it.
    All,
    /// Its places, and of the pieces their number.
    Count,
    /// Only what kind of order it is.
    Verb,
}

/// The words as they were read.
pub(super) struct Words {
    sides: Vec<String>,
    verbs: Vec<(String, String)>,
    shown: Vec<Shown>,
    says: Vec<Option<Saying>>,
    classes: Vec<String>,
    places: Vec<String>,
    titles: Titles,
}

impl Words {
    pub(super) fn kept(&self) -> Names {
        let keep = |text: &String| -> &'static str { text.clone().leak() };
        Names {
            sides: self.sides.iter().map(keep).collect(),
            verbs: self.verbs.iter().map(|(word, name)| (keep(word), keep(name))).collect(),
            shown: self.shown.clone(),
            says: self.says.clone(),
            classes: self.classes.iter().map(keep).collect(),
            places: self.places.clone(),
            titles: self.titles.clone(),
            numbers: self.places.iter().cloned().zip(0..).collect(),
        }
    }
}

/// An offer, and how readily natural play takes it.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) offer: Offer,
    pub(super) weight: u32,
}

/// Orders that a search plays on before it judges, where a game names no other number.
const HORIZON: u32 = 30;

type Read<T> = Result<T, BadValue>;

pub(super) fn read(
    sandbox: Sandbox,
    table: &Exports,
    keep: impl FnOnce(&Words) -> Arc<Names>,
) -> Result<ScriptGame, Fault> {
    let fault = |what: String| {
        let mut error = ScriptError::new(sandbox.pack(), None, Kind::BadValue, what);
        error.file = Some(table.path.to_string());
        failed(error)
    };
    let value = |name: &str| table.value(name).map_err(failed);
    let known = || step::DATA.into_iter().chain(step::PARTS.map(|(name, _)| name));
    for name in table.names().map_err(failed)? {
        if known().all(|part| part != name) {
            let hint = did_you_mean(&name, known()).map_or(String::new(), |hint| format!("; {hint}"));
            return Err(fault(format!("a game has no `{name}`{hint}")));
        }
    }
    let sides = words("sides", &value("sides")?).map_err(|e| fault(e.0))?;
    if sides.is_empty() || sides.len() > 8 {
        return Err(fault(format!("`sides`: a game has 1 to 8, not {}", sides.len())));
    }
    let (verbs, shown, says) = verbs(&value("verbs")?).map_err(|e| fault(e.0))?;
    let classes = words("classes", &value("classes")?).map_err(|e| fault(e.0))?;
    let places = words("places", &value("places")?).map_err(|e| fault(e.0))?;
    let seats: Vec<&str> = sides.iter().map(String::as_str).collect();
    let schema = Schema::parse(&value("memory")?, &seats).map_err(|e| fault(format!("`memory`: {e}")))?;
    let titles = titles::read(&value("titles")?, [&sides, &places, &classes], &schema).map_err(|e| fault(e.0))?;
    let names = keep(&Words { sides, verbs, shown, says, classes, places, titles });

    let list = table.table("steps").map_err(failed)?.ok_or_else(|| fault("`steps` are missing".to_owned()))?;
    let mut steps = Vec::new();
    for name in list.names().map_err(failed)? {
        let step = list.table(&name).map_err(failed)?;
        let step = step.ok_or_else(|| fault(format!("`steps.{name}` is missing")))?;
        steps.push(step::read(&name, &step, &names, &schema).map_err(|e| match e {
            StepError::Script(e) => failed(e),
            StepError::Value(e) => fault(format!("`steps.{name}`: {e}")),
        })?);
    }
    if steps.is_empty() || steps.len() > 200 {
        return Err(fault(format!("`steps`: a game has 1 to 200, not {}", steps.len())));
    }
    let start = table.hook("start").map_err(failed)?.ok_or_else(|| fault("`start` is missing".to_owned()))?;
    let hook = |name: &str| table.hook(name).map_err(failed);
    let (worth, status, scene) = (hook("worth")?, hook("status")?, hook("scene")?);
    let declared = about::Declared {
        setups: about::setups(&value("setups")?).map_err(|e| fault(e.0))?,
        options: about::options(&value("options")?).map_err(|e| fault(e.0))?,
        reconstructed: value("reconstructed")? == Value::Bool(true),
    };
    let horizon = match value("horizon")? {
        Value::Nil => HORIZON,
        orders => match orders.int("`horizon`").map_err(|e| fault(e.0))? {
            n @ 0..=1000 => n as u32,
            n => return Err(fault(format!("`horizon`: 0 to 1000 orders, not {n}"))),
        },
    };
    let (schema, known, loaded) = (Arc::new(schema), RefCell::default(), Rc::default());
    let made = sandbox.keep(|lua| {
        let glossary = Rc::new(Glossary::new(lua, &names)?);
        let pages = |book| Pages { book, names: names.clone(), glossary: glossary.clone() };
        Ok((Kept::new(lua, Chance)?, Kept::new(lua, pages)?, glossary))
    });
    let (dice, book, glossary) = made.map_err(failed)?;
    Ok(ScriptGame {
        sandbox,
        names,
        schema,
        steps,
        start,
        worth,
        horizon,
        status,
        scene,
        declared,
        chosen: BTreeMap::new(),
        ban: Ban::default(),
        known,
        loaded,
        glossary,
        dice,
        book,
    })
}

/// A list of words of which none begins like a number: an order's text tells them apart by that.
fn words(what: &str, value: &Value) -> Read<Vec<String>> {
    if value.is_nil() {
        return Ok(Vec::new());
    }
    let list = value.list(&format!("`{what}`"))?;
    let mut words: Vec<String> = Vec::new();
    for word in list {
        let word = word.text(&format!("`{what}`"))?;
        check_word(what, word)?;
        if words.iter().any(|other| other == word) {
            return Err(BadValue(format!("`{what}`: `{word}` stands there twice")));
        }
        words.push(word.to_owned());
    }
    if words.len() > 250 {
        return Err(BadValue(format!("`{what}`: at most 250, not {}", words.len())));
    }
    Ok(words)
}

fn check_word(what: &str, word: &str) -> Read<()> {
    let sound = word.starts_with(|c: char| c.is_alphabetic())
        && word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '/')
        && word != "none";
    match sound {
        true => Ok(()),
        false => Err(BadValue(format!("`{what}`: `{word}` is no word: letters, digits, `_` and `/`, a letter first"))),
    }
}

type Verbs = (Vec<(String, String)>, Vec<Shown>, Vec<Option<Saying>>);

/// `verbs = { { "take", "take a die", says = "take {1}" }, { "hide", "hide a die", shown = "verb" } }`.
fn verbs(value: &Value) -> Read<Verbs> {
    let (mut verbs, mut shown, mut says) = (Vec::<(String, String)>::new(), Vec::new(), Vec::new());
    for (at, verb) in value.list("`verbs`")?.iter().enumerate() {
        let what = format!("`verbs` {}", at + 1);
        let at_key = |n: i64| match verb {
            Value::List(list) => list.get(n as usize - 1),
            Value::Map(map) => map.get(&Key::Int(n)),
            _ => None,
        };
        let word = at_key(1).unwrap_or(&Value::Nil).text(&what)?.to_owned();
        check_word("verbs", &word)?;
        let name = at_key(2).unwrap_or(&Value::Nil).line(&what)?.to_owned();
        shown.push(match verb.field("shown") {
            Value::Nil => Shown::All,
            Value::Text(word) if word == "all" => Shown::All,
            Value::Text(word) if word == "count" => Shown::Count,
            Value::Text(word) if word == "verb" => Shown::Verb,
            _ => return Err(BadValue(format!("{what}: `shown` is all, count or verb"))),
        });
        says.push(match verb.field("says") {
            Value::Nil => None,
            text => Some(Saying::read(&what, text.line(&format!("{what}: `says`"))?)?),
        });
        verbs.push((word, name));
    }
    if verbs.is_empty() || verbs.len() > 250 {
        return Err(BadValue(format!("`verbs`: a game has 1 to 250, not {}", verbs.len())));
    }
    Ok((verbs, shown, says))
}

impl Names {
    pub(super) fn place(&self, word: &str) -> Option<Part> {
        self.numbers.get(word).map(|at| Part(*at))
    }

    pub(super) fn verb(&self, word: &str) -> Option<Verb> {
        self.verbs.iter().position(|(verb, _)| *verb == word).map(|at| Verb(at as u8))
    }

    pub(super) fn class(&self, word: &str) -> Option<Class> {
        self.classes.iter().position(|class| *class == word).map(|at| Class(at as u8))
    }

    /// Reads a list of offers: `{ verb = "carry", parts = { "quay" }, bag = { red = 2 }, min = 1, max = 2 }`.
    pub(super) fn offers(&self, list: &Value) -> Read<Vec<Offered>> {
        let list = list.list("the offers")?;
        if list.len() > Offers::MOST {
            return Err(BadValue(format!("{} offers, more than {}", list.len(), Offers::MOST)));
        }
        list.iter().map(|offer| self.offer(offer)).collect()
    }

    fn offer(&self, value: &Value) -> Read<Offered> {
        for (key, _) in value.entries("an offer")? {
            match key {
                Key::Text(key) if step::OFFER.contains(&key.as_str()) => {}
                Key::Text(key) => {
                    let hint = did_you_mean(key, step::OFFER).map_or(String::new(), |hint| format!("; {hint}"));
                    return Err(BadValue(format!("an offer has no `{key}`{hint}")));
                }
                Key::Int(n) => return Err(BadValue(format!("an offer has no {n}"))),
            }
        }
        let word = value.field("verb").text("`verb`")?;
        let verb = self.verb(word).ok_or_else(|| {
            let hint = did_you_mean(word, self.verbs.iter().map(|v| v.0)).map_or(String::new(), |h| format!("; {h}"));
            BadValue(format!("`verb`: there is no `{word}`{hint}"))
        })?;
        let mut parts = Parts::new();
        let misplaced = "`parts` is a list of places: `number` and `bag` stand beside it in the offer";
        let listed = match value.field("parts") {
            Value::Nil => &[],
            Value::Map(_) => return Err(BadValue(misplaced.to_owned())),
            parts => parts.list("`parts`")?,
        };
        for part in listed {
            if matches!(part, Value::Map(_) | Value::List(_)) {
                return Err(BadValue(misplaced.to_owned()));
            }
            let word = part.text("`parts`")?;
            let part = self.place(word).ok_or_else(|| BadValue(format!("`parts`: there is no place `{word}`")))?;
            parts.try_push(part).map_err(|_| BadValue("`parts`: too many places".to_owned()))?;
        }
        let small = |key: &str, lo: i64, hi: i64, usual: i64| match value.field(key) {
            Value::Nil => Ok(usual),
            n => n.int_in(&format!("`{key}`"), lo..=hi),
        };
        let cost = Cost(small("cost", -1000, 1000, 0)? as i16);
        let weight = small("weight", 0, 1000, 1)? as u32;
        let slot = match (value.field("number"), value.field("bag"), value.field("pose")) {
            (Value::Nil, Value::Nil, Value::Nil) => Slot::None,
            (range, Value::Nil, Value::Nil) => {
                let (lo, hi) = range_of("`number`", range)?;
                Slot::Number { lo, hi }
            }
            (Value::Nil, bag, Value::Nil) => {
                let classes = self.bag("`bag`", bag)?;
                let all = classes.iter().map(|(_, n)| i64::from(*n)).sum::<i64>().min(255);
                let (min, max) = (small("min", 0, all, 0)?, small("max", 0, 255, all)?.min(all));
                if min > max {
                    return Err(BadValue(format!("`bag`: from {min} to {max} of {all} pieces")));
                }
                Slot::Bag { classes, min: min as u8, max: max as u8 }
            }
            (Value::Nil, Value::Nil, pose) => {
                let side = |key: &str| {
                    let (lo, hi) = range_of(&format!("`pose.{key}`"), pose.field(key))?;
                    Ok::<_, BadValue>((lo as f32, hi as f32))
                };
                Slot::Pose { frame: Frame { x: side("x")?, y: side("y")?, heading: side("heading")? } }
            }
            _ => return Err(BadValue("an offer has one of `number`, `bag`, `pose`".to_owned())),
        };
        Ok(Offered { offer: Offer { verb, parts, slot, cost }, weight })
    }

    /// An offer as scripts see it, in the shape in which they make it.
    pub(super) fn offered(&self, offered: &Offered) -> Value {
        let Offered { offer: Offer { verb, parts, slot, cost }, weight } = offered;
        let Value::Map(mut map) = self.order(&Choice { verb: *verb, parts: *parts, fill: Fill::None }) else {
            return Value::Nil;
        };
        let mut put = |key: &str, value: Value| drop(map.insert(Key::Text(key.to_owned()), value));
        let range = |lo: i64, hi: i64| Value::List(vec![Value::Int(lo), Value::Int(hi)]);
        match slot {
            Slot::None => {}
            Slot::Number { lo, hi } => put("number", range(i64::from(*lo), i64::from(*hi))),
            Slot::Bag { classes, min, max } => {
                put("bag", self.pieces(classes));
                put("min", Value::Int(i64::from(*min)));
                put("max", Value::Int(i64::from(*max)));
            }
            Slot::Pose { frame } => {
                let sides = [("x", frame.x), ("y", frame.y), ("heading", frame.heading)];
                let sides = sides.map(|(key, (lo, hi))| (Key::Text(key.to_owned()), range(lo as i64, hi as i64)));
                put("pose", Value::Map(sides.into_iter().collect()));
            }
        }
        put("cost", Value::Int(i64::from(cost.0)));
        put("weight", Value::Int(i64::from(*weight)));
        Value::Map(map)
    }

    /// An order that a script wrote as a table, in the shape in which it is told orders.
    pub(super) fn ordered(&self, value: &Value) -> Read<Choice> {
        for (key, _) in value.entries("an order")? {
            if !matches!(key, Key::Text(key) if step::ORDER.contains(&key.as_str())) {
                return Err(BadValue(format!("an order has {}, and no other keys", step::ORDER.join(", "))));
            }
        }
        let named = ["verb", "parts"].map(|key| (Key::Text(key.to_owned()), value.field(key).clone()));
        let Offered { offer: Offer { verb, parts, .. }, .. } = self.offer(&Value::Map(named.into_iter().collect()))?;
        let fill = match (value.field("number"), value.field("bag"), value.field("pose")) {
            (Value::Nil, Value::Nil, Value::Nil) => Fill::None,
            (n, Value::Nil, Value::Nil) => Fill::Number(n.int_in("`number`", -1_000_000..=1_000_000)? as i32),
            (Value::Nil, bag, Value::Nil) => Fill::Bag(self.bag("`bag`", bag)?),
            (Value::Nil, Value::Nil, pose) => {
                let side = |key: &str| pose.field(key).int_in(&format!("`pose.{key}`"), -100_000_000..=100_000_000);
                let (x, y, heading) = (side("x")?, side("y")?, side("heading")?);
                Fill::Pose(Pose { x: x as i32, y: y as i32, heading: heading as i32 })
            }
            _ => return Err(BadValue("an order has one of `number`, `bag`, `pose`".to_owned())),
        };
        Ok(Choice { verb, parts, fill })
    }

    /// Pieces as scripts see them: how many of each class.
    fn pieces(&self, bag: &Bag) -> Value {
        let class = |c: &Class| self.classes.get(usize::from(c.0)).copied().unwrap_or("").to_owned();
        Value::Map(bag.iter().map(|(c, n)| (Key::Text(class(c)), Value::Int(i64::from(*n)))).collect())
    }

    fn bag(&self, what: &str, value: &Value) -> Read<Bag> {
        let mut bag = Bag::new();
        for (class, n) in value.entries(what)? {
            let Key::Text(word) = class else { return Err(BadValue(format!("{what}: classes have names"))) };
            let class = self.class(word).ok_or_else(|| BadValue(format!("{what}: there is no class `{word}`")))?;
            let n = n.int_in(&format!("{what}.{word}"), 0..=255)?;
            if n > 0 {
                bag.try_push((class, n as u8)).map_err(|_| BadValue(format!("{what}: too many classes")))?;
            }
        }
        bag.sort_unstable();
        Ok(bag)
    }

    /// An order as scripts see it.
    pub(super) fn order(&self, o: &Choice) -> Value {
        let text = |text: &str| Key::Text(text.to_owned());
        let verb = self.verbs.get(usize::from(o.verb.0)).map_or("", |v| v.0);
        let parts = o.parts.iter().filter_map(|p| self.places.get(p.0 as usize)).cloned().map(Value::Text).collect();
        let mut map = BTreeMap::from([(text("verb"), Value::from(verb)), (text("parts"), Value::List(parts))]);
        match &o.fill {
            Fill::None => {}
            Fill::Number(n) => drop(map.insert(text("number"), Value::Int(i64::from(*n)))),
            Fill::Bag(bag) => drop(map.insert(text("bag"), self.pieces(bag))),
            Fill::Pose(pose) => {
                let sides = [("x", pose.x), ("y", pose.y), ("heading", pose.heading)];
                let pose = sides.map(|(key, n)| (text(key), Value::Int(i64::from(n))));
                map.insert(text("pose"), Value::Map(pose.into_iter().collect()));
            }
        }
        Value::Map(map)
    }

    pub(super) fn ending(&self, value: &Value) -> Read<Ending> {
        let winner = match value.field("winner") {
            Value::Nil => None,
            word => {
                let word = word.text("`winner`")?;
                let at = self.sides.iter().position(|side| *side == word);
                Some(Seat(at.ok_or_else(|| BadValue(format!("`winner`: no side is called `{word}`")))? as u8))
            }
        };
        let kind = plain::line(value.field("kind").text("`kind`")?);
        let rule = match value.field("rule") {
            Value::Nil => String::new(),
            rule => plain::line(rule.text("`rule`")?),
        };
        Ok(Ending { winner, kind, rule })
    }
}

fn range_of(what: &str, value: &Value) -> Read<(i32, i32)> {
    let [lo, hi] = value.list(what)? else {
        return Err(BadValue(format!("{what}: `{{ lowest, highest }}` is wanted")));
    };
    let bound = |n: &Value| n.int_in(what, -1_000_000..=1_000_000);
    let (lo, hi) = (bound(lo)? as i32, bound(hi)? as i32);
    if lo > hi {
        return Err(BadValue(format!("{what}: {lo} is over {hi}")));
    }
    Ok((lo, hi))
}
