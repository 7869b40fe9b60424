//! Plain data, the only thing that crosses the border by value.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use mlua::{IntoLua, Lua};

use super::limits::Limits;
use super::memory::MemoryError;
use crate::pack::{Diagnostic, Diagnostics, plain};

/// The largest integer that Luau's numbers hold exactly, 2^53.
pub(super) const MOST: i64 = 1 << 53;

/// Nil, booleans, checked numbers, bounded strings, lists and maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Nothing.
    #[default]
    Nil,
    /// A boolean.
    Bool(bool),
    /// A whole number, at most 2^53 either way.
    Int(i64),
    /// A finite number that is not whole: may weigh a bot's choice, never reaches a state.
    Num(f64),
    /// UTF-8 text.
    Text(String),
    /// A table with keys 1 to n; also the empty table.
    List(Vec<Value>),
    /// Any other table whose keys are whole numbers and strings.
    Map(BTreeMap<Key, Value>),
}

/// A key of a [`Value::Map`]; numbers come before strings.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A whole number.
    Int(i64),
    /// A string.
    Text(String),
}

/// What stands for a key: one is found without being made.
trait Named {
    /// A number, or a word.
    fn named(&self) -> Result<i64, &str>;
}

impl Named for Key {
    fn named(&self) -> Result<i64, &str> {
        match self {
            Self::Int(n) => Ok(*n),
            Self::Text(word) => Err(word),
        }
    }
}

impl Named for &str {
    fn named(&self) -> Result<i64, &str> {
        Err(self)
    }
}

impl<'a> Borrow<dyn Named + 'a> for Key {
    fn borrow(&self) -> &(dyn Named + 'a) {
        self
    }
}

// the order of keys: numbers before words
impl Ord for dyn Named + '_ {
    fn cmp(&self, other: &Self) -> Ordering {
        self.named().cmp(&other.named())
    }
}

impl PartialOrd for dyn Named + '_ {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for dyn Named + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.named() == other.named()
    }
}

impl Eq for dyn Named + '_ {}

/// A value that may not cross the border, or is not what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadValue(pub String);

impl From<String> for BadValue {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<MemoryError> for BadValue {
    fn from(err: MemoryError) -> Self {
        Self(err.to_string())
    }
}

impl From<BadValue> for mlua::Error {
    fn from(err: BadValue) -> Self {
        Self::external(err)
    }
}

impl Value {
    /// Reads a Luau value within the limits on depth, count and text.
    ///
    /// # Errors
    /// Functions, handles, threads, buffers, table keys that are neither whole numbers nor strings, numbers that are
    /// not finite, and anything over a limit.
    pub fn read(value: &mlua::Value, limits: &Limits) -> Result<Self, BadValue> {
        let mut left = Room { values: limits.values, text: limits.texts };
        read(value, limits, limits.depth, &mut left)
    }

    /// What it costs to take it across the border, in steps.
    pub(super) fn weight(&self) -> u64 {
        let text = |text: &str| text.len() as u64 / 256;
        match self {
            Self::Nil | Self::Bool(_) | Self::Int(_) | Self::Num(_) => 0,
            Self::Text(words) => text(words),
            Self::List(items) => items.iter().map(|item| 1 + item.weight()).sum(),
            Self::Map(map) => {
                let key = |key: &Key| if let Key::Text(words) = key { 1 + text(words) } else { 1 };
                map.iter().map(|(k, value)| key(k) + value.weight()).sum()
            }
        }
    }

    /// Reads a TOML text; `file` is what findings call it.
    ///
    /// # Errors
    /// What is no TOML, and where; dates, which no script can hold.
    pub fn of_toml(file: &str, text: &str) -> Result<Value, Diagnostics> {
        crate::pack::toml_doc::read_toml(file, text, |_| Some(()))?;
        let wrong = |why: String| Diagnostics::from(Diagnostic::of_file(file, why));
        let table: toml::Table = toml::from_str(text).map_err(|why| wrong(why.message().to_owned()))?;
        super::schema::from_toml(&toml::Value::Table(table)).map_err(wrong)
    }

    /// Plain data of a program as a script would hold it; whole numbers that Luau cannot hold exactly become text.
    #[must_use]
    pub fn of_json(json: &serde_json::Value) -> Value {
        use serde_json::Value as Json;
        match json {
            Json::Null => Self::Nil,
            Json::Bool(truth) => Self::Bool(*truth),
            Json::Number(n) => match (n.as_i64(), n.as_f64()) {
                (Some(n), _) if (-MOST..=MOST).contains(&n) => Self::Int(n),
                (None, Some(broken)) if !n.is_u64() => Self::Num(broken),
                _ => Self::Text(n.to_string()),
            },
            Json::String(text) => Self::Text(text.clone()),
            Json::Array(items) => Self::List(items.iter().map(Self::of_json).collect()),
            Json::Object(map) => {
                Self::Map(map.iter().map(|(key, value)| (Key::Text(key.clone()), Self::of_json(value))).collect())
            }
        }
    }

    /// The value as plain data of a program.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self {
            Self::Nil => Json::Null,
            Self::Bool(truth) => Json::Bool(*truth),
            Self::Int(n) => Json::from(*n),
            Self::Num(n) => Json::from(*n),
            Self::Text(text) => Json::String(text.clone()),
            Self::List(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Self::Map(map) => {
                let entry = |(key, value): (&Key, &Self)| match key {
                    Key::Int(n) => (n.to_string(), value.to_json()),
                    Key::Text(text) => (text.clone(), value.to_json()),
                };
                Json::Object(map.iter().map(entry).collect())
            }
        }
    }

    /// The value as a script would write it.
    #[must_use]
    pub fn written(&self) -> String {
        match self {
            Self::Nil => "nil".to_owned(),
            Self::Bool(truth) => truth.to_string(),
            Self::Int(n) => n.to_string(),
            Self::Num(n) => n.to_string(),
            Self::Text(text) => format!("\"{text}\""),
            Self::List(items) => format!("{{ {} }}", items.iter().map(Self::written).collect::<Vec<_>>().join(", ")),
            Self::Map(map) => {
                let pairs = map.iter().map(|(key, value)| match key {
                    Key::Int(n) => format!("[{n}] = {}", value.written()),
                    Key::Text(name) => format!("{name} = {}", value.written()),
                });
                format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// The word for this value's type in messages.
    #[must_use]
    pub fn type_word(&self) -> &'static str {
        match self {
            Self::Nil => "nil",
            Self::Bool(_) => "a boolean",
            Self::Int(_) => "a whole number",
            Self::Num(_) => "a broken number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Map(_) => "a map",
        }
    }

    /// A boolean; `what` names the value in the error.
    ///
    /// # Errors
    /// Any other type.
    pub fn bool(&self, what: &str) -> Result<bool, BadValue> {
        match self {
            Self::Bool(b) => Ok(*b),
            other => Err(other.instead(what, "a boolean")),
        }
    }

    /// A whole number.
    ///
    /// # Errors
    /// Any other type, and broken numbers.
    pub fn int(&self, what: &str) -> Result<i64, BadValue> {
        match self {
            Self::Int(n) => Ok(*n),
            other => Err(other.instead(what, "a whole number")),
        }
    }

    /// A whole number within `range`.
    ///
    /// # Errors
    /// Any other type, and numbers outside.
    pub fn int_in(&self, what: &str, range: RangeInclusive<i64>) -> Result<i64, BadValue> {
        let n = self.int(what)?;
        if range.contains(&n) {
            return Ok(n);
        }
        Err(BadValue(format!("{what}: {n} is not from {} to {}", range.start(), range.end())))
    }

    /// Any finite number.
    ///
    /// # Errors
    /// Any other type.
    pub fn number(&self, what: &str) -> Result<f64, BadValue> {
        match self {
            Self::Int(n) => Ok(*n as f64),
            Self::Num(n) => Ok(*n),
            other => Err(other.instead(what, "a number")),
        }
    }

    /// A string.
    ///
    /// # Errors
    /// Any other type.
    pub fn text(&self, what: &str) -> Result<&str, BadValue> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.instead(what, "a string")),
        }
    }

    /// A string that people can be shown in one line.
    ///
    /// # Errors
    /// Any other type; signs that end a line or command a terminal; more than [`plain::LINE`] characters.
    pub fn line(&self, what: &str) -> Result<&str, BadValue> {
        let text = self.text(what)?;
        plain::no_line(text).map_or(Ok(text), |why| Err(BadValue(format!("{what}: {why}"))))
    }

    /// A string that people can be shown in some lines.
    ///
    /// # Errors
    /// As [`Value::line`], with [`plain::LINES`] characters.
    pub fn lines(&self, what: &str) -> Result<&str, BadValue> {
        let text = self.text(what)?;
        plain::no_lines(text).map_or(Ok(text), |why| Err(BadValue(format!("{what}: {why}"))))
    }

    /// The elements of a list.
    ///
    /// # Errors
    /// Any other type.
    pub fn list(&self, what: &str) -> Result<&[Self], BadValue> {
        match self {
            Self::List(items) => Ok(items),
            other => Err(other.instead(what, "a list")),
        }
    }

    /// The entries of a map; an empty table is an empty map too.
    ///
    /// # Errors
    /// Any other type.
    pub fn entries(&self, what: &str) -> Result<impl Iterator<Item = (&Key, &Self)>, BadValue> {
        match self {
            Self::Map(map) => Ok(Some(map.iter()).into_iter().flatten()),
            Self::List(items) if items.is_empty() => Ok(None.into_iter().flatten()),
            other => Err(other.instead(what, "a map")),
        }
    }

    /// The field `name` of a map; nil where there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> &Self {
        const NIL: &Value = &Value::Nil;
        match self {
            Self::Map(map) => map.get(&name as &dyn Named).unwrap_or(NIL),
            _ => NIL,
        }
    }

    /// Whether this is nil.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        matches!(self, Self::Nil)
    }

    fn instead(&self, what: &str, wanted: &str) -> BadValue {
        let found = match self {
            Self::Num(n) => n.to_string(),
            other => other.type_word().to_owned(),
        };
        BadValue(format!("{what}: {wanted} is wanted, not {found}"))
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Self::Bool(b)
    }
}
impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Int(n)
    }
}
impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl IntoLua for &Value {
    fn into_lua(self, lua: &Lua) -> mlua::Result<mlua::Value> {
        Ok(match self {
            Value::Nil => mlua::Value::Nil,
            Value::Bool(b) => mlua::Value::Boolean(*b),
            Value::Int(n) if n.unsigned_abs() <= MOST.unsigned_abs() => mlua::Value::Number(*n as f64),
            Value::Int(n) => return Err(BadValue(format!("{n} is over 2^53")).into()),
            Value::Num(n) => mlua::Value::Number(*n),
            Value::Text(text) => mlua::Value::String(lua.create_string(text)?),
            Value::List(items) => mlua::Value::Table(lua.create_sequence_from(items)?),
            Value::Map(map) => mlua::Value::Table(lua.create_table_from(map)?),
        })
    }
}

impl IntoLua for Value {
    fn into_lua(self, lua: &Lua) -> mlua::Result<mlua::Value> {
        (&self).into_lua(lua)
    }
}

impl IntoLua for &Key {
    fn into_lua(self, lua: &Lua) -> mlua::Result<mlua::Value> {
        match self {
            Key::Int(n) => Value::Int(*n).into_lua(lua),
            Key::Text(text) => lua.create_string(text).map(mlua::Value::String),
        }
    }
}

/// What one piece of data may still hold.
struct Room {
    values: usize,
    text: usize,
}

fn read(value: &mlua::Value, limits: &Limits, depth: usize, left: &mut Room) -> Result<Value, BadValue> {
    if left.values == 0 {
        return Err(BadValue(format!("more than {} values in one piece of data", limits.values)));
    }
    left.values -= 1;
    Ok(match value {
        mlua::Value::Nil => Value::Nil,
        mlua::Value::Boolean(b) => Value::Bool(*b),
        mlua::Value::Integer(n) => whole(*n)?,
        mlua::Value::Number(n) => number(*n)?,
        mlua::Value::String(text) => Value::Text(read_text(text, limits, left)?),
        mlua::Value::Table(table) => match depth.checked_sub(1) {
            Some(depth) => read_table(table, limits, depth, left)?,
            None => return Err(BadValue(format!("tables nested more than {} deep", limits.depth))),
        },
        other => return Err(BadValue(format!("{} may not leave a script", a_type(other.type_name())))),
    })
}

fn read_table(table: &mlua::Table, limits: &Limits, depth: usize, left: &mut Room) -> Result<Value, BadValue> {
    let mut map = BTreeMap::new();
    let mut fault = None;
    // Raw: no metamethod of the script runs here.
    let walked = table.for_each(|key: mlua::Value, value: mlua::Value| {
        let entry = read_key(&key, limits, left).and_then(|key| Ok((key, read(&value, limits, depth, left)?)));
        match entry {
            Ok((key, value)) => {
                map.insert(key, value);
                Ok(())
            }
            Err(err) => {
                fault = Some(err);
                Err(mlua::Error::StackError)
            }
        }
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    walked.map_err(|err| BadValue(err.to_string()))?;
    let is_list = map.keys().zip(1..).all(|(key, at)| *key == Key::Int(at));
    Ok(if is_list { Value::List(map.into_values().collect()) } else { Value::Map(map) })
}

fn read_key(key: &mlua::Value, limits: &Limits, left: &mut Room) -> Result<Key, BadValue> {
    match key {
        mlua::Value::Integer(n) if n.unsigned_abs() <= MOST.unsigned_abs() => Ok(Key::Int(*n)),
        mlua::Value::String(text) => Ok(Key::Text(read_text(text, limits, left)?)),
        other => {
            Err(BadValue(format!("{} may not be a key: keys are whole numbers and strings", a_type(other.type_name()))))
        }
    }
}

fn read_text(text: &mlua::LuaString, limits: &Limits, left: &mut Room) -> Result<String, BadValue> {
    let bytes = text.as_bytes();
    if bytes.len() > limits.text {
        return Err(BadValue(format!("a string of {} bytes; it may have {}", bytes.len(), limits.text)));
    }
    let Some(room) = left.text.checked_sub(bytes.len()) else {
        return Err(BadValue(format!("strings of more than {} bytes in one piece of data", limits.texts)));
    };
    left.text = room;
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(BadValue("a string that is not UTF-8".to_owned())),
    }
}

fn number(n: f64) -> Result<Value, BadValue> {
    if !n.is_finite() {
        return Err(BadValue(format!("{n} is not a number that a game can use")));
    }
    if n.fract() != 0.0 {
        return Ok(Value::Num(n));
    }
    if n.abs() > MOST as f64 {
        return Err(BadValue(format!("{n} is over 2^53: not exact")));
    }
    Ok(Value::Int(n as i64)) // also takes -0 for 0
}

fn whole(n: i64) -> Result<Value, BadValue> {
    if n.unsigned_abs() > MOST.unsigned_abs() {
        return Err(BadValue(format!("{n} is over 2^53: not exact")));
    }
    Ok(Value::Int(n))
}

/// "a table", "an integer": a type's name with its article.
pub(super) fn a_type(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) && !name.starts_with("user") { "an" } else { "a" };
    format!("{article} {name}")
}
