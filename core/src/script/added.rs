//! What packs add to a game beside answers to its points: entries of named tables, such as steps and orders, each with
//! plain fields and functions.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::error::ScriptError;
use super::exports::{Exports, Hook};
use super::points::Fact;
use super::stack::Layer;
use super::value::{BadValue, Key, Value};
use crate::kernel::{HookMask, HookName};
use crate::pack::nearest::did_you_mean;
use crate::pack::plain::no_line;

/// A table that a pack's module may have.
#[derive(Clone, Copy, Debug)]
pub struct Addition {
    /// Its name in the module: `steps`.
    pub table: &'static str,
    /// The name of an entry's type.
    pub entry: &'static str,
    /// What an entry is, in a sentence.
    pub help: &'static str,
    /// The plain fields of an entry: name, type, what it means.
    pub fields: &'static [(&'static str, &'static str, &'static str)],
    /// The functions of an entry.
    pub calls: &'static [Call],
}

/// A function of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// Its name.
    pub name: &'static str,
    /// The name of the type of its facts.
    pub told: &'static str,
    /// What it is told beside the moment's facts.
    pub facts: &'static [Fact],
    /// The type of what it returns.
    pub returns: &'static str,
    /// Whether it may change what the pack remembers.
    pub changes: bool,
    /// What it is for, in a sentence.
    pub help: &'static str,
}

/// An entry of a pack.
pub struct Added {
    /// Its name.
    pub name: String,
    /// Its plain fields; nil where it has none of that name.
    pub fields: Value,
    /// Its functions in the order of [`Addition::calls`]; none that is missing or switched off.
    pub(super) hooks: Vec<Option<Hook>>,
    pub(super) layer: Rc<Layer>,
}

/// What is wrong with a table: the name of the entry, and why.
pub(super) enum Unread {
    Script(Box<ScriptError>),
    Entry(String),
}

impl From<Box<ScriptError>> for Unread {
    fn from(e: Box<ScriptError>) -> Unread {
        Unread::Script(e)
    }
}

/// An entry before its pack lies in the stack.
pub(super) type Raw = (String, Value, Vec<Option<Hook>>);

/// Reads a table of a pack's module. A switched-off entry keeps its place and loses its functions.
pub(super) fn read(module: &Exports, addition: &Addition, pack: &str, off: &HookMask) -> Result<Vec<Raw>, Unread> {
    let Some(list) = module.table(addition.table)? else { return Ok(Vec::new()) };
    let mut entries = Vec::new();
    for name in list.names()? {
        if let Some(why) = no_line(&name) {
            return Err(Unread::Entry(format!("`{}`: a name in it: {why}", addition.table)));
        }
        let called = format!("{}.{name}", addition.table);
        let entry = list.table(&name)?.ok_or_else(|| Unread::Entry(format!("`{called}` is missing")))?;
        let known = || addition.fields.iter().map(|f| f.0).chain(addition.calls.iter().map(|call| call.name));
        for key in entry.names()? {
            if !known().any(|known| known == key) {
                let hint = did_you_mean(&key, known()).map_or_else(String::new, |hint| format!("; {hint}"));
                return Err(Unread::Entry(format!("`{called}` has no `{key}`{hint}")));
            }
        }
        let mut fields = BTreeMap::new();
        for (field, ..) in addition.fields {
            let value = entry.value(field)?;
            if !value.is_nil() {
                fields.insert(Key::Text((*field).to_owned()), value);
            }
        }
        let is_off = off.contains(&HookName { pack: pack.to_owned(), hook: called.clone() });
        let mut hooks = Vec::new();
        for call in addition.calls {
            let hook = entry.hook(call.name)?.filter(|_| !is_off);
            // all functions of an entry are switched off together
            hooks.push(hook.map(|hook| Hook { name: called.as_str().into(), ..hook }));
        }
        entries.push((name, Value::Map(fields), hooks));
    }
    Ok(entries)
}

impl Added {
    /// The id of its pack.
    #[must_use]
    pub fn pack(&self) -> &str {
        self.layer.pack()
    }

    /// Whether a function is there and not switched off.
    #[must_use]
    pub fn has(&self, call: usize) -> bool {
        self.hooks.get(call).is_some_and(Option::is_some)
    }

    /// A text field in one line, or `help` in some; none when it is missing.
    ///
    /// # Errors
    /// It is no such text.
    pub fn text(&self, field: &str) -> Result<Option<&str>, BadValue> {
        match self.fields.field(field) {
            Value::Nil => Ok(None),
            value if field == "help" => value.lines("`help`").map(Some),
            value => value.line(&format!("`{field}`")).map(Some),
        }
    }

    /// A whole number in a range, or what holds when the field is missing.
    ///
    /// # Errors
    /// It is none, or out of range.
    pub fn count(&self, field: &str, range: std::ops::RangeInclusive<i64>, missing: u8) -> Result<u8, BadValue> {
        match self.fields.field(field) {
            Value::Nil => Ok(missing),
            value => Ok(value.int_in(&format!("`{field}`"), range)? as u8),
        }
    }
}
