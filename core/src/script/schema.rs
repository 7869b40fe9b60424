//! What a script may remember: declared fields, laid out as one flat buffer.
//!
//! ```toml
//! fatigue  = { int = [0, 12], each = "seat" }
//! weather  = { enum = ["clear", "mud"], eyes = "hidden" }
//! leader   = { place = 31, start = 15 }
//! hand     = { bag = ["red", "blue"], max = 5, eyes = "seat", from = "pool" }
//! pool     = { bag = ["red", "blue"], max = 20, eyes = "cup", start = { red = 6, blue = 9 } }
//! deck     = { list = { int = [1, 52] }, max = 52, eyes = "cup" }
//! corps_at = { enum = ["tray", "france", "germany"], each = ["ney", "davout"], start = { ney = "france" } }
//! ```

use std::collections::BTreeMap;

use super::memory::Memory;
use super::value::{Key, Value};
use crate::kernel::Seat;
use crate::pack::nearest::did_you_mean;

/// The fields of one pack's memory, in the order of their names, and where each stands in the buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    pub(super) fields: Vec<Field>,
    pub(super) seats: Vec<String>,
    pub(super) fresh: Memory,
}

/// One declared field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, an identifier.
    pub name: String,
    /// What it holds.
    pub shape: Shape,
    /// Who may know it.
    pub eyes: Eyes,
    /// Whether each seat has one of its own.
    pub per_seat: bool,
    /// The words that each have one of their own; empty for a field held once or by seats.
    pub each: Vec<String>,
    /// The cup that a bag is filled from, of the same classes.
    pub from: Option<FieldId>,
    /// First byte in the buffer.
    pub(super) offset: usize,
    /// Bytes of one copy.
    pub(super) size: usize,
}

/// Number of a field in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldId(pub(super) u16);

impl FieldId {
    /// The number of the field at this place.
    pub(super) fn of(at: usize) -> FieldId {
        FieldId(at as u16)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One small value.
    One(Domain),
    /// Up to `max` values in order.
    List {
        /// What each is.
        of: Domain,
        /// Most values.
        max: u16,
    },
    /// How many there are of each class, at most `max` together.
    Bag {
        /// The classes, by name.
        classes: Vec<String>,
        /// Most pieces.
        max: u16,
    },
}

/// The values that one slot may take, as whole numbers from `lo` to `hi`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// How the numbers are read and written.
    pub kind: DomainKind,
    /// Smallest.
    pub lo: i32,
    /// Largest.
    pub hi: i32,
}

/// How the numbers of a [`Domain`] show in scripts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainKind {
    /// As whole numbers.
    Int,
    /// As `false` and `true`.
    Bool,
    /// As one of these words; number 0 is the first.
    Enum(Vec<String>),
    /// As the id of a place from 1, or nil for nowhere (0); written by id or by one of these names.
    Place(Vec<String>),
}

/// Who may know a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Everybody.
    Public,
    /// The seat whose it is.
    Seat,
    /// Nobody but the rules.
    Hidden,
    /// Everybody knows what is in it, nobody in which order it comes.
    Cup,
}

impl Eyes {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Eyes::Public => "public",
            Eyes::Seat => "seat",
            Eyes::Hidden => "hidden",
            Eyes::Cup => "cup",
        }
    }
}

/// A schema that cannot be laid out: which field, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", self.prefix())]
pub struct SchemaError {
    /// Name of the field; none for the schema as a whole.
    pub field: Option<String>,
    /// One sentence, with a hint where there is one.
    pub message: String,
}

impl SchemaError {
    fn prefix(&self) -> String {
        self.field.as_ref().map(|name| format!("field `{name}`: ")).unwrap_or_default()
    }
}

/// Bytes of a whole memory: states are copied by the million.
const MOST_BYTES: usize = 4096;
const MOST_NAMES: usize = 255;

impl Schema {
    /// Reads a schema from plain data; `seats` are the sides' words, seat 0 first.
    ///
    /// # Errors
    /// Which field is wrong, and how.
    pub fn parse(spec: &Value, seats: &[&str]) -> Result<Self, SchemaError> {
        let whole = |message: String| SchemaError { field: None, message };
        if seats.is_empty() || seats.len() > 8 {
            return Err(whole(format!("a game has 1 to 8 seats, not {}", seats.len())));
        }
        let mut specs = BTreeMap::new();
        for (key, spec) in spec.entries("memory").map_err(|err| whole(err.0))? {
            match key {
                Key::Text(name) => specs.insert(name.as_str(), spec),
                Key::Int(n) => return Err(whole(format!("fields have names, not numbers such as {n}"))),
            };
        }
        let mut schema = Self {
            fields: Vec::new(),
            seats: seats.iter().map(|&name| name.to_owned()).collect(),
            fresh: Memory::zeroed(0),
        };
        let mut offset = 0;
        for (name, spec) in &specs {
            let fault = |message| SchemaError { field: Some((*name).to_owned()), message };
            check_name(name).map_err(fault)?;
            let mut field = read_field(name, spec).map_err(fault)?;
            field.offset = offset;
            field.size = field.shape.size();
            offset += field.size * schema.copies(&field);
            if offset > MOST_BYTES {
                return Err(fault(format!("with this field the memory has {offset} bytes; it may have {MOST_BYTES}")));
            }
            schema.fields.push(field);
        }
        schema.fresh = Memory::zeroed(offset);
        for (at, (name, spec)) in specs.iter().enumerate() {
            schema.link(at, spec).map_err(|message| SchemaError { field: Some((*name).to_owned()), message })?;
        }
        Ok(schema)
    }

    /// Reads a schema from TOML.
    ///
    /// # Errors
    /// As [`Schema::parse`].
    pub fn parse_toml(table: &toml::Table, seats: &[&str]) -> Result<Self, SchemaError> {
        let spec = from_toml(&toml::Value::Table(table.clone()));
        Self::parse(&spec.map_err(|message| SchemaError { field: None, message })?, seats)
    }

    /// The memory at the start of a match.
    #[must_use]
    pub fn fresh(&self) -> Memory {
        self.fresh.clone()
    }

    /// Bytes of a memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.fresh.bytes().len()
    }

    /// The fields, in the order of their names.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field of that name.
    #[must_use]
    pub fn id(&self, name: &str) -> Option<FieldId> {
        self.fields.binary_search_by(|field| field.name.as_str().cmp(name)).ok().map(|at| FieldId(at as u16))
    }

    /// A declared field.
    #[must_use]
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[usize::from(id.0)]
    }

    /// The seat with that word.
    #[must_use]
    pub fn seat(&self, word: &str) -> Option<Seat> {
        self.seats.iter().position(|name| name == word).map(|at| Seat(at as u8))
    }

    /// Copies of a field in the buffer.
    pub(super) fn copies(&self, field: &Field) -> usize {
        if field.is_many() { self.holders(field).len() } else { 1 }
    }

    /// The words that each have a copy of a field: seats, or those that the field declares; none for a field held once.
    #[must_use]
    pub fn holders<'s>(&'s self, field: &'s Field) -> &'s [String] {
        if field.per_seat { &self.seats } else { &field.each }
    }

    /// Whose copy of a field a word names. Copies are counted by a [`Seat`]'s number also where words hold them.
    #[must_use]
    pub fn holder(&self, field: &Field, word: &str) -> Option<Seat> {
        self.holders(field).iter().position(|name| name == word).map(|at| Seat(at as u8))
    }

    /// Whose copies of a field there are; none for a field held once.
    pub(super) fn owners(&self, field: &Field) -> impl Iterator<Item = Option<Seat>> + use<> {
        let many = field.is_many();
        (0..self.copies(field)).map(move |at| many.then_some(Seat(at as u8)))
    }

    /// The number that a word stands for in a field of values: `14`, `true`, a word of an enumeration, `none`.
    ///
    /// # Errors
    /// A word that the field cannot hold, a bag.
    pub fn number_of(&self, id: FieldId, word: &str) -> Result<i32, String> {
        let field = self.field(id);
        let domain = match &field.shape {
            Shape::One(domain) | Shape::List { of: domain, .. } => domain,
            Shape::Bag { .. } => return Err(format!("`{}` holds pieces, not values", field.name)),
        };
        let value = match (word.parse(), word) {
            (Ok(n), _) => Value::Int(n),
            (_, "true") => Value::Bool(true),
            (_, "false") => Value::Bool(false),
            (_, "none") if matches!(domain.kind, DomainKind::Place(_)) => Value::Nil,
            _ => Value::from(word),
        };
        domain.number(&value)
    }

    /// A number of a field of values as [`Schema::number_of`] reads it.
    #[must_use]
    pub fn word_of(&self, id: FieldId, n: i32) -> String {
        match &self.field(id).shape {
            Shape::One(domain) | Shape::List { of: domain, .. } => match domain.value(n) {
                Value::Text(word) => word,
                Value::Bool(b) => b.to_string(),
                Value::Int(n) => n.to_string(),
                _ => "none".to_owned(),
            },
            Shape::Bag { .. } => String::new(),
        }
    }

    /// Settles what needs all fields to be known: the cup, and the value at the start.
    fn link(&mut self, at: usize, spec: &Value) -> Result<(), String> {
        let id = FieldId(at as u16);
        if let Value::Text(cup) = spec.field("from") {
            let from = self.id(cup).ok_or_else(|| format!("`from`: there is no field `{cup}`"))?;
            let (this, that) = (&self.fields[at], self.field(from));
            let same = match (&this.shape, &that.shape) {
                (Shape::Bag { classes, .. }, Shape::Bag { classes: others, .. }) => classes == others,
                _ => false,
            };
            if that.eyes != Eyes::Cup || that.per_seat || !same {
                return Err(format!(
                    "`from`: `{cup}` must be a bag of the same classes with eyes = \"cup\", held once"
                ));
            }
            if this.eyes == Eyes::Cup || this.eyes == Eyes::Public {
                return Err("`from` is for bags that somebody may not know: eyes = \"seat\" or \"hidden\"".to_owned());
            }
            self.fields[at].from = Some(from);
        }
        let field = self.fields[at].clone();
        let start = spec.field("start");
        let own = matches!((&field.shape, start), (Shape::One(_), Value::Map(_))) && !field.each.is_empty();
        if own {
            for (word, _) in start.entries("`start`").map_err(|err| err.0)? {
                let known = matches!(word, Key::Text(word) if field.each.contains(word));
                if !known {
                    return Err(format!("`start`: {word:?} is none of `each`"));
                }
            }
        }
        let mut fresh = self.fresh.clone();
        for owner in self.owners(&field) {
            let start = match owner {
                Some(seat) if own => start.field(&field.each[seat.index()]),
                _ => start,
            };
            self.write_start(&mut fresh, id, owner, start).map_err(|message| format!("`start`: {message}"))?;
        }
        self.fresh = fresh;
        Ok(())
    }

    fn write_start(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, start: &Value) -> Result<(), String> {
        match &self.field(id).shape {
            Shape::One(domain) => {
                let n = if start.is_nil() { 0.clamp(domain.lo, domain.hi) } else { domain.number(start)? };
                self.set(memory, id, owner, n).map_err(|err| err.to_string())?;
            }
            Shape::List { of, .. } if !start.is_nil() => {
                for item in start.list("a list").map_err(|err| err.0)? {
                    self.push(memory, id, owner, of.number(item)?).map_err(|err| err.to_string())?;
                }
            }
            Shape::Bag { .. } if !start.is_nil() => {
                for (class, count) in start.entries("a bag").map_err(|err| err.0)? {
                    let Key::Text(class) = class else { return Err("classes have names".to_owned()) };
                    let count = count.int_in(class, 0..=65_535).map_err(|err| err.0)?;
                    let class = self.class(id, class).map_err(|err| err.to_string())?;
                    self.add(memory, id, owner, class, count as u16).map_err(|err| err.to_string())?;
                }
            }
            Shape::List { .. } | Shape::Bag { .. } => {}
        }
        Ok(())
    }
}

impl Field {
    /// Whether there are several copies, each with its own holder.
    #[must_use]
    pub fn is_many(&self) -> bool {
        self.per_seat || !self.each.is_empty()
    }
}

impl Shape {
    /// Bytes of one copy: counts take two, slots as many as their range needs.
    fn size(&self) -> usize {
        match self {
            Self::One(domain) => domain.width(),
            Self::List { of, max } => 2 + of.width() * usize::from(*max),
            Self::Bag { classes, .. } => 2 + 2 * classes.len(), // the total stands first: it stays when classes are hidden
        }
    }
}

impl Domain {
    /// The words of an enumeration.
    #[must_use]
    pub fn words(&self) -> Option<&[String]> {
        match &self.kind {
            DomainKind::Enum(words) => Some(words),
            _ => None,
        }
    }

    /// Bytes of one slot.
    pub(super) fn width(&self) -> usize {
        match self.hi.abs_diff(self.lo) {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    /// The number that a script's or a file's value stands for.
    pub(super) fn number(&self, value: &Value) -> Result<i32, String> {
        let found = match (&self.kind, value) {
            (DomainKind::Bool, Value::Bool(b)) => Some(i64::from(*b)),
            (DomainKind::Enum(words), Value::Text(word)) => {
                return word_number(words, word).map(|at| at as i32);
            }
            (DomainKind::Place(names), Value::Text(name)) => {
                return word_number(names, name).map(|at| at as i32 + 1);
            }
            (DomainKind::Place(_), Value::Nil) => Some(0),
            (DomainKind::Int | DomainKind::Place(_), Value::Int(n)) => Some(*n),
            _ => None,
        };
        match found {
            Some(n) if (i64::from(self.lo)..=i64::from(self.hi)).contains(&n) => Ok(n as i32),
            Some(n) => Err(format!("{n} is not from {} to {}", self.lo, self.hi)),
            None => Err(format!("{} is wanted, not {}", self.wanted(), value.type_word())),
        }
    }

    /// What a number of this domain looks like in a script.
    pub(super) fn value(&self, n: i32) -> Value {
        match &self.kind {
            DomainKind::Bool => Value::Bool(n != 0),
            DomainKind::Enum(words) => words.get(n as usize).map_or(Value::Nil, |word| Value::Text(word.clone())),
            DomainKind::Place(_) if n == 0 => Value::Nil,
            DomainKind::Int | DomainKind::Place(_) => Value::Int(i64::from(n)),
        }
    }

    fn wanted(&self) -> &'static str {
        match self.kind {
            DomainKind::Int => "a whole number",
            DomainKind::Bool => "a boolean",
            DomainKind::Enum(_) => "one of its words",
            DomainKind::Place(_) => "a place",
        }
    }
}

fn word_number(words: &[String], word: &str) -> Result<usize, String> {
    words.iter().position(|other| other == word).ok_or_else(|| {
        let hint = did_you_mean(word, words.iter().map(String::as_str));
        format!("`{word}` is none of its words{}", hint.map(|hint| format!("; {hint}")).unwrap_or_default())
    })
}

/// Names that scripts use for the memory's own methods.
const RESERVED: &[&str] = &[
    "get", "set", "len", "at", "put", "push", "remove", "clear", "count", "total", "add", "take", "draw", "shuffle",
    "all", "those",
];

fn check_name(name: &str) -> Result<(), String> {
    let sound =
        name.bytes().enumerate().all(|(at, b)| b.is_ascii_lowercase() || b == b'_' || at > 0 && b.is_ascii_digit());
    if !sound || name.is_empty() || name.len() > 40 {
        return Err("a name has 1 to 40 lower-case letters, digits and `_`, and starts with a letter".to_owned());
    }
    if RESERVED.contains(&name) {
        return Err("this is the name of a method of the memory".to_owned());
    }
    Ok(())
}

const KINDS: [&str; 6] = ["int", "bool", "enum", "place", "list", "bag"];

fn read_field(name: &str, spec: &Value) -> Result<Field, String> {
    check_keys(spec, &["max", "eyes", "each", "start", "from"])?;
    let kind = kind_of(spec)?;
    let max = match spec.field("max") {
        Value::Nil if matches!(kind, "list" | "bag") => return Err("`max` is missing: how many at most".to_owned()),
        Value::Nil => 0,
        _ if !matches!(kind, "list" | "bag") => return Err(format!("`max` belongs to lists and bags, not to {kind}")),
        max => max.int_in("`max`", 1..=1024).map_err(|err| err.0)? as u16,
    };
    let shape = match kind {
        "list" => {
            let of = spec.field("list");
            check_keys(of, &[])?;
            Shape::List { of: read_domain(kind_of(of)?, of)?, max }
        }
        "bag" => Shape::Bag { classes: read_words("bag", spec.field("bag"))?, max },
        _ => Shape::One(read_domain(kind, spec)?),
    };
    let eyes = match spec.field("eyes") {
        Value::Nil => Eyes::Public,
        Value::Text(word) => match word.as_str() {
            "public" => Eyes::Public,
            "seat" => Eyes::Seat,
            "hidden" => Eyes::Hidden,
            "cup" => Eyes::Cup,
            _ => return Err(format!("`eyes` is public, seat, hidden or cup, not `{word}`")),
        },
        other => return Err(format!("`eyes` is public, seat, hidden or cup, not {}", other.type_word())),
    };
    let (by_seat, each) = match spec.field("each") {
        Value::Nil => (false, Vec::new()),
        Value::Text(word) if word == "seat" => (true, Vec::new()),
        words @ Value::List(_) => (false, read_words("each", words)?),
        _ => return Err("`each` is \"seat\" or a list of words".to_owned()),
    };
    if eyes == Eyes::Seat && !each.is_empty() {
        return Err("eyes = \"seat\" goes with each = \"seat\", not with words".to_owned());
    }
    if eyes == Eyes::Cup && matches!(shape, Shape::One(_)) {
        return Err("only a bag or a list can be a cup".to_owned());
    }
    if !spec.field("from").is_nil() && !matches!((&shape, spec.field("from")), (Shape::Bag { .. }, Value::Text(_))) {
        return Err("`from` names the cup that a bag is filled from".to_owned());
    }
    Ok(Field {
        name: name.to_owned(),
        shape,
        eyes,
        per_seat: by_seat || eyes == Eyes::Seat,
        each,
        from: None,
        offset: 0,
        size: 0,
    })
}

/// The one key of a field's table that says what it holds.
fn kind_of(spec: &Value) -> Result<&'static str, String> {
    let mut kinds = KINDS.into_iter().filter(|kind| !spec.field(kind).is_nil());
    match (kinds.next(), kinds.next()) {
        (Some(kind), None) => Ok(kind),
        (Some(kind), Some(other)) => Err(format!("it is `{kind}` and `{other}` at once")),
        (None, _) => Err(format!("it must be one of {}", KINDS.join(", "))),
    }
}

fn check_keys(spec: &Value, more: &[&str]) -> Result<(), String> {
    for (key, _) in spec.entries("its description").map_err(|err| err.0)? {
        let Key::Text(key) = key else { return Err("its description has a number for a key".to_owned()) };
        let known = || KINDS.iter().chain(more).copied();
        if !known().any(|other| other == key) {
            let hint = did_you_mean(key, known()).map(|hint| format!("; {hint}")).unwrap_or_default();
            return Err(format!("unknown key `{key}`{hint}"));
        }
    }
    Ok(())
}

fn read_domain(kind: &str, spec: &Value) -> Result<Domain, String> {
    let given = spec.field(kind);
    match kind {
        "bool" if *given == Value::Bool(true) => Ok(Domain { kind: DomainKind::Bool, lo: 0, hi: 1 }),
        "bool" => Err("write `bool = true`".to_owned()),
        "int" => {
            let range = given.list("`int`").map_err(|err| err.0)?;
            let [lo, hi] = range else { return Err("write `int = [smallest, largest]`".to_owned()) };
            let bound = |n: &Value| n.int_in("`int`", -1_000_000_000..=1_000_000_000).map_err(|err| err.0);
            let (lo, hi) = (bound(lo)? as i32, bound(hi)? as i32);
            if lo > hi {
                return Err(format!("`int`: {lo} is over {hi}"));
            }
            Ok(Domain { kind: DomainKind::Int, lo, hi })
        }
        "enum" => {
            let words = read_words("enum", given)?;
            let hi = words.len() as i32 - 1;
            Ok(Domain { kind: DomainKind::Enum(words), lo: 0, hi })
        }
        "place" => match given {
            Value::Int(_) => {
                let hi = given.int_in("`place`", 1..=65_535).map_err(|err| err.0)? as i32;
                Ok(Domain { kind: DomainKind::Place(Vec::new()), lo: 0, hi })
            }
            names => {
                let names = read_words("place", names)?;
                let hi = names.len() as i32;
                Ok(Domain { kind: DomainKind::Place(names), lo: 0, hi })
            }
        },
        other => Err(format!("a list cannot hold a {other}")),
    }
}

fn read_words(kind: &str, given: &Value) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    for word in given.list(&format!("`{kind}`")).map_err(|err| err.0)? {
        let word = word.line(&format!("`{kind}`")).map_err(|err| err.0)?;
        if words.iter().any(|other| other == word) {
            return Err(format!("`{kind}`: `{word}` stands there twice"));
        }
        words.push(word.to_owned());
    }
    if words.is_empty() || words.len() > MOST_NAMES {
        return Err(format!("`{kind}`: 1 to {MOST_NAMES} words are wanted, not {}", words.len()));
    }
    Ok(words)
}

pub(super) fn from_toml(value: &toml::Value) -> Result<Value, String> {
    Ok(match value {
        toml::Value::String(text) => Value::Text(text.clone()),
        toml::Value::Integer(n) => Value::Int(*n),
        toml::Value::Float(n) => Value::Num(*n),
        toml::Value::Boolean(b) => Value::Bool(*b),
        toml::Value::Datetime(_) => return Err("dates have no place in a script".to_owned()),
        toml::Value::Array(items) => Value::List(items.iter().map(from_toml).collect::<Result<_, _>>()?),
        toml::Value::Table(table) => Value::Map(
            table
                .iter()
                .map(|(key, value)| Ok((Key::Text(key.clone()), from_toml(value)?)))
                .collect::<Result<_, String>>()?,
        ),
    })
}
