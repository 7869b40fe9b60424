//! The words of a game as its machine has them: offers are read, and orders written, by where their words lie.
//!
//! What is not as it should be is read again as any data, which tells in words what is wrong.

use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::BuildHasherDefault;

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaString, Table, Variadic};

use super::declare::{Names, Offered};
use super::known::AsIs;
use super::step::OFFER;
use crate::kernel::*;
use crate::script::Limits;
use crate::script::error::HOST_CHUNK;

/// The machine's own strings, told apart by their places: Luau keeps each once, and those that are kept here stay there.
pub(super) struct Glossary {
    terms: HashMap<u64, Term, BuildHasherDefault<AsIs>>,
    verbs: Vec<LuaString>,
    places: Vec<LuaString>,
    /// Classes and keys: nothing but their places is asked for.
    _others: Vec<LuaString>,
    /// Makes the table of an order.
    order: Function,
}

/// What a word may stand for, and how long it is.
#[derive(Clone, Copy, Default)]
struct Term {
    verb: Option<Verb>,
    place: Option<Part>,
    class: Option<Class>,
    key: Option<&'static str>,
    bytes: usize,
}

/// Offers as a script gave them, and what they cost to read, in steps.
pub(super) struct Listed {
    pub(super) offers: Vec<Offered>,
    pub(super) steps: u64,
}

/// What one piece of data may still hold, and what it has cost.
#[derive(Clone, Copy)]
struct Room {
    values: usize,
    text: usize,
    steps: u64,
}

/// Bags that were read already, by where they lie: offers of one list often share theirs. With what each takes of the room.
type Bags = Vec<(*const c_void, Bag, Room)>;

impl Room {
    fn value(&mut self) -> Option<()> {
        self.values = self.values.checked_sub(1)?;
        Some(())
    }

    fn word(&mut self, bytes: usize) -> Option<()> {
        self.text = self.text.checked_sub(bytes)?;
        self.steps += bytes as u64 / 256;
        Some(())
    }
}

fn place(word: &LuaString) -> u64 {
    word.to_pointer().addr() as u64
}

/// A whole number; Luau's own are exact up to 2^53, and all bounds here are far below.
fn whole(value: &mlua::Value) -> Option<i64> {
    match value {
        mlua::Value::Integer(n) => Some(*n),
        mlua::Value::Number(n) if n.fract() == 0.0 && n.abs() < 1e9 => Some(*n as i64),
        _ => None,
    }
}

fn within(n: i64, lo: i64, hi: i64) -> Option<i64> {
    (lo..=hi).contains(&n).then_some(n)
}

/// Goes through a list; nothing where it is none, or where `each` finds nothing.
fn through(list: &Table, mut each: impl FnMut(mlua::Value) -> Option<()>) -> Option<()> {
    let mut at = 0;
    let walked = list.for_each(|key: mlua::Value, value: mlua::Value| {
        at += 1;
        let fits = whole(&key) == Some(at);
        fits.then(|| each(value)).flatten().ok_or(mlua::Error::StackError)
    });
    walked.ok()
}

impl Glossary {
    pub(super) fn new(lua: &Lua, names: &Names) -> mlua::Result<Glossary> {
        let mut terms: HashMap<u64, Term, BuildHasherDefault<AsIs>> = HashMap::default();
        let mut kept = |word: &str, note: &dyn Fn(&mut Term)| -> mlua::Result<LuaString> {
            let text = lua.create_string(word)?;
            let term = terms.entry(place(&text)).or_default();
            term.bytes = word.len();
            note(term);
            Ok(text)
        };
        let verbs = names.verbs.iter().zip(0..).map(|((word, _), k)| kept(word, &|term| term.verb = Some(Verb(k))));
        let verbs = verbs.collect::<mlua::Result<Vec<_>>>()?;
        let places = names.places.iter().zip(0..).map(|(word, k)| kept(word, &|term| term.place = Some(Part(k))));
        let places = places.collect::<mlua::Result<Vec<_>>>()?;
        let classes = names.classes.iter().zip(0..).map(|(word, k)| kept(word, &|term| term.class = Some(Class(k))));
        let mut others = classes.collect::<mlua::Result<Vec<_>>>()?;
        for key in OFFER {
            others.push(kept(key, &|term| term.key = Some(key))?);
        }
        let order = "return function(verb, number, ...) return { verb = verb, number = number, parts = { ... } } end";
        let order = lua.load(order).set_name(format!("={HOST_CHUNK}")).set_mode(ChunkMode::Text).call(())?;
        Ok(Glossary { terms, verbs, places, _others: others, order })
    }

    fn term(&self, word: &mlua::Value) -> Option<&Term> {
        match word {
            mlua::Value::String(word) => self.terms.get(&place(word)),
            _ => None,
        }
    }

    /// So many places at most, by their words.
    pub(super) fn list(&self, words: &mlua::Value, most: usize) -> Option<Vec<Part>> {
        let mlua::Value::Table(words) = words else { return None };
        let mut places = Vec::new();
        through(words, |word| {
            places.push(self.term(&word)?.place?);
            (places.len() <= most).then_some(())
        })?;
        Some(places)
    }

    /// The table of an order that leaves nothing open but a number.
    pub(super) fn order(&self, o: &Choice) -> Option<mlua::Result<mlua::Value>> {
        let number = match &o.fill {
            Fill::None => mlua::Value::Nil,
            Fill::Number(n) => mlua::Value::Number(f64::from(*n)),
            Fill::Bag(_) | Fill::Pose(_) => return None,
        };
        let verb = self.verbs.get(usize::from(o.verb.0))?;
        let mut words: Vec<mlua::Value> = vec![mlua::Value::String(verb.clone()), number];
        for part in &o.parts {
            words.push(mlua::Value::String(self.places.get(part.0 as usize)?.clone()));
        }
        Some(self.order.call(Variadic::from(words)))
    }

    /// Reads a list of offers in which all is as it should be.
    pub(super) fn offers(&self, list: &mlua::Value, limits: &Limits) -> Option<Listed> {
        let mlua::Value::Table(list) = list else { return None };
        if limits.depth < 4 {
            return None;
        }
        let mut room = Room { values: limits.values, text: limits.texts, steps: 0 };
        room.value()?;
        let mut offers = Vec::with_capacity(list.raw_len().min(Offers::MOST));
        let mut bags = Bags::new();
        through(list, |offer| {
            let mlua::Value::Table(offer) = offer else { return None };
            room.value()?;
            room.steps += 1;
            offers.push(self.offer(&offer, &mut room, &mut bags)?);
            (offers.len() <= Offers::MOST).then_some(())
        })?;
        Some(Listed { offers, steps: room.steps })
    }

    fn offer(&self, table: &Table, room: &mut Room, bags: &mut Bags) -> Option<Offered> {
        let (mut verb, mut parts, mut number, mut bag) = (None, Parts::new(), None, None);
        let (mut min, mut max, mut cost, mut weight) = (None, None, 0, 1);
        let walked = table.for_each(|key: mlua::Value, value: mlua::Value| {
            let mut read = || -> Option<()> {
                let term = self.term(&key)?;
                room.word(term.bytes)?;
                room.steps += 1;
                room.value()?;
                match term.key? {
                    "verb" => {
                        let term = self.term(&value)?;
                        room.word(term.bytes)?;
                        verb = Some(term.verb?);
                    }
                    "parts" => parts = self.parts(&value, room)?,
                    "number" => number = Some(range(&value, room)?),
                    "bag" => bag = Some(self.bag(&value, room, bags)?),
                    "min" => min = Some(whole(&value)?),
                    "max" => max = Some(whole(&value)?),
                    "cost" => cost = within(whole(&value)?, -1000, 1000)?,
                    "weight" => weight = within(whole(&value)?, 0, 1000)?,
                    _ => return None,
                }
                Some(())
            };
            read().ok_or(mlua::Error::StackError)
        });
        walked.ok()?;
        let slot = match (number, bag) {
            (None, None) => Slot::None,
            (Some((lo, hi)), None) => Slot::Number { lo, hi },
            (None, Some(classes)) => {
                let all = classes.iter().map(|(_, n)| i64::from(*n)).sum::<i64>().min(255);
                let min = within(min.unwrap_or(0), 0, all)?;
                let max = within(max.unwrap_or(all), 0, 255)?.min(all);
                if min > max {
                    return None;
                }
                Slot::Bag { classes, min: min as u8, max: max as u8 }
            }
            (Some(_), Some(_)) => return None,
        };
        Some(Offered { offer: Offer { verb: verb?, parts, slot, cost: Cost(cost as i16) }, weight: weight as u32 })
    }

    fn parts(&self, list: &mlua::Value, room: &mut Room) -> Option<Parts> {
        let mlua::Value::Table(list) = list else { return None };
        let mut parts = Parts::new();
        through(list, |word| {
            let term = self.term(&word)?;
            room.value()?;
            room.word(term.bytes)?;
            room.steps += 1;
            parts.try_push(term.place?).ok()
        })?;
        Some(parts)
    }

    fn bag(&self, map: &mlua::Value, room: &mut Room, bags: &mut Bags) -> Option<Bag> {
        let mlua::Value::Table(map) = map else { return None };
        let (at, before) = (map.to_pointer(), *room);
        if let Some((_, bag, taken)) = bags.iter().find(|(place, ..)| *place == at) {
            room.values = room.values.checked_sub(taken.values)?;
            room.text = room.text.checked_sub(taken.text)?;
            room.steps += taken.steps;
            return Some(*bag);
        }
        let mut bag = Bag::new();
        let walked = map.for_each(|class: mlua::Value, n: mlua::Value| {
            let mut read = || -> Option<()> {
                let term = self.term(&class)?;
                room.value()?;
                room.word(term.bytes)?;
                room.steps += 1;
                match (term.class?, within(whole(&n)?, 0, 255)?) {
                    (_, 0) => Some(()),
                    (class, n) => bag.try_push((class, n as u8)).ok(),
                }
            };
            read().ok_or(mlua::Error::StackError)
        });
        walked.ok()?;
        bag.sort_unstable();
        let (values, text) = (before.values - room.values, before.text - room.text);
        bags.push((at, bag, Room { values, text, steps: room.steps - before.steps }));
        Some(bag)
    }
}

fn range(list: &mlua::Value, room: &mut Room) -> Option<(i32, i32)> {
    let mlua::Value::Table(list) = list else { return None };
    let mut bounds = arrayvec::ArrayVec::<i32, 2>::new();
    through(list, |n| {
        room.value()?;
        room.steps += 1;
        bounds.try_push(within(whole(&n)?, -1_000_000, 1_000_000)? as i32).ok()
    })?;
    match bounds[..] {
        [lo, hi] if lo <= hi => Some((lo, hi)),
        _ => None,
    }
}
