//! A memory as a host lends it to scripts, and what scripts do with one.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{AnyUserData, FromLua, IntoLua, Lua, LuaString, ObjectLike, Variadic};

use super::chance::Draw;
use super::ledger::Methods;
use super::lexicon::Lexicon;
use super::limits::Limits;
use super::memory::{Memory, MemoryError};
use super::sandbox::charge;
use super::schema::{Domain, DomainKind, FieldId, Schema, Shape};
use super::value::{BadValue, Key, Value};
use crate::kernel::Seat;
use crate::pack::nearest::did_you_mean;

/// A memory with its schema, ready to lend: by [`memory`](super::Args::memory) to read, by
/// [`memory_mut`](super::Args::memory_mut) to write.
///
/// Fields that each seat has are named with the seat's word: `memory:get("fatigue", "french")`. What the viewer may
/// not know reads as nil.
#[derive(Clone, Debug)]
pub struct Store {
    pub(super) schema: Arc<Schema>,
    /// The memory.
    pub memory: Memory,
    pub(super) viewer: Option<Seat>,
}

/// The memory that lies open in a machine.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) lexicon: Rc<Lexicon>,
    pub(super) memory: Memory,
    /// Who looks at it; none for rules, which see all.
    pub(super) viewer: Option<Seat>,
}

impl Store {
    /// Everything in `memory`, for rules.
    #[must_use]
    pub fn new(schema: Arc<Schema>, memory: Memory) -> Self {
        Self { schema, memory, viewer: None }
    }

    /// What `viewer` may know, for bots and tutorials.
    ///
    /// # Errors
    /// A memory that is not of this schema.
    pub fn seen_by(schema: Arc<Schema>, memory: &Memory, viewer: Seat) -> Result<Self, MemoryError> {
        let memory = if schema.hides() { schema.view(memory, viewer)? } else { memory.clone() };
        if memory.bytes().len() != schema.bytes() {
            return Err(MemoryError::Stored(format!("{} bytes, not {}", memory.bytes().len(), schema.bytes())));
        }
        Ok(Self::of_view(schema, memory, viewer))
    }

    /// A [`Store::seen_by`] from a memory that [`Schema::view`] already blanked.
    #[must_use]
    pub fn of_view(schema: Arc<Schema>, view: Memory, viewer: Seat) -> Self {
        Self { schema, memory: view, viewer: Some(viewer) }
    }
}

impl Sheet {
    fn schema(&self) -> &Schema {
        self.lexicon.schema()
    }

    /// The field and the owner that a script named.
    fn find(&self, name: &LuaString, whose: Option<&LuaString>) -> mlua::Result<(FieldId, Option<Seat>)> {
        let lexicon = &self.lexicon;
        if let Some(id) = lexicon.field(name) {
            let known = match whose {
                None => self.schema().field(id).each.is_empty().then_some(None),
                Some(word) => lexicon.holder(id, word).map(|at| Some(Seat(at as u8))),
            };
            if let Some(owner) = known {
                return Ok((id, owner));
            }
        }
        Err(self.unknown(&name.to_string_lossy(), whose))
    }

    /// Why there is no such field, or none of this holder.
    fn unknown(&self, name: &str, whose: Option<&LuaString>) -> mlua::Error {
        let hint = |word: &str, words: &mut dyn Iterator<Item = &str>| {
            did_you_mean(word, words).map_or(String::new(), |hint| format!("; {hint}"))
        };
        let Some(id) = self.schema().id(name) else {
            let mut names = self.schema().fields().iter().map(|field| field.name.as_str());
            return bad(format!("the memory has no field `{name}`{}", hint(name, &mut names)));
        };
        let each = &self.schema().field(id).each;
        match whose.map(LuaString::to_string_lossy) {
            None => bad(format!("`{name}`: there is one for each of {}: name which", each.join(", "))),
            Some(word) if each.is_empty() => bad(format!("no seat is called `{word}`")),
            Some(word) => {
                let mut words = each.iter().map(String::as_str);
                bad(format!("`{name}`: there is none for `{word}`{}", hint(&word, &mut words)))
            }
        }
    }

    pub(super) fn knows(&self, id: FieldId, owner: Option<Seat>) -> bool {
        self.viewer.is_none_or(|viewer| self.schema().knows(viewer, id, owner))
    }

    pub(super) fn get(&self, name: &LuaString, whose: Option<&LuaString>) -> mlua::Result<mlua::Value> {
        let (id, owner) = self.find(name, whose)?;
        let n = self.schema().get(&self.memory, id, owner).map_err(bad)?;
        match &self.schema().field(id).shape {
            Shape::One(domain) if self.knows(id, owner) => Ok(self.shown(id, domain, n)),
            _ => Ok(mlua::Value::Nil),
        }
    }

    /// What a number of a field's domain looks like in a script.
    pub(super) fn shown(&self, id: FieldId, domain: &Domain, n: i32) -> mlua::Value {
        match &domain.kind {
            DomainKind::Bool => mlua::Value::Boolean(n != 0),
            DomainKind::Enum(_) => {
                let word = self.lexicon.value_word(id, n as usize);
                word.map_or(mlua::Value::Nil, |word| mlua::Value::String(word.clone()))
            }
            DomainKind::Place(_) if n == 0 => mlua::Value::Nil,
            DomainKind::Int | DomainKind::Place(_) => mlua::Value::Number(f64::from(n)),
        }
    }

    /// Writes a single value; gives what is shown of it.
    pub(super) fn set(
        &mut self,
        name: &LuaString,
        whose: Option<&LuaString>,
        value: &mlua::Value,
    ) -> mlua::Result<mlua::Value> {
        let (id, owner) = self.find(name, whose)?;
        let n = self.number(id, value)?;
        self.lexicon.schema().set(&mut self.memory, id, owner, n).map_err(bad)?;
        Ok(match &self.schema().field(id).shape {
            Shape::One(domain) if self.knows(id, owner) => self.shown(id, domain, n),
            _ => mlua::Value::Nil,
        })
    }

    /// The number that a script's value stands for in a field of values.
    fn number(&self, id: FieldId, value: &mlua::Value) -> mlua::Result<i32> {
        let field = self.schema().field(id);
        let (Shape::One(domain) | Shape::List { of: domain, .. }) = &field.shape else {
            return Err(bad(MemoryError::Shape(field.name.clone(), "a value")));
        };
        let known = match (&domain.kind, value) {
            (DomainKind::Enum(_), mlua::Value::String(word)) => self.lexicon.value(id, word).map(|at| at as i32),
            (DomainKind::Bool, mlua::Value::Boolean(b)) => Some(i32::from(*b)),
            (DomainKind::Int, mlua::Value::Number(n)) if n.fract() == 0.0 => {
                (f64::from(domain.lo)..=f64::from(domain.hi)).contains(n).then_some(*n as i32)
            }
            _ => None,
        };
        if let Some(n) = known {
            return Ok(n);
        }
        // what is rare or wrong is read as any data, and told in words
        let value = Value::read(value, &Limits::default())?;
        domain.number(&value).map_err(|message| bad(format!("`{}`: {message}", field.name)))
    }

    /// The whole of what a field holds, as plain data: a list, a bag's counts, or a single value by holder.
    fn all(&self, name: &LuaString, seat: Option<&LuaString>) -> mlua::Result<Value> {
        let id = self.lexicon.field(name);
        if let (Some(id), None) = (id, seat)
            && let (true, Shape::One(domain)) = (self.schema().field(id).is_many(), &self.schema().field(id).shape)
        {
            let field = self.schema().field(id);
            let mut all = BTreeMap::new();
            for (word, owner) in self.schema().holders(field).iter().zip(self.schema().owners(field)) {
                if self.knows(id, owner) {
                    let n = self.schema().get(&self.memory, id, owner).map_err(bad)?;
                    all.insert(Key::Text(word.clone()), domain.value(n));
                }
            }
            return Ok(Value::Map(all));
        }
        let (id, owner) = self.find(name, seat)?;
        if !self.knows(id, owner) {
            return Ok(Value::Nil);
        }
        match &self.schema().field(id).shape {
            Shape::One(domain) => Ok(domain.value(self.schema().get(&self.memory, id, owner).map_err(bad)?)),
            Shape::List { of, .. } => {
                let len = self.schema().len(&self.memory, id, owner).map_err(bad)?;
                let value =
                    |index| Ok(self.schema().at(&self.memory, id, owner, index).map_err(bad)?.map(|n| of.value(n)));
                (0..len).filter_map(|index| value(index).transpose()).collect::<mlua::Result<_>>().map(Value::List)
            }
            Shape::Bag { classes, .. } => {
                let mut all = BTreeMap::new();
                for (class, word) in classes.iter().enumerate() {
                    let n = self.schema().count(&self.memory, id, owner, class).map_err(bad)?;
                    if n > 0 {
                        all.insert(Key::Text(word.clone()), Value::Int(n.into()));
                    }
                }
                Ok(Value::Map(all))
            }
        }
    }

    /// The holders whose value of a field is this one, in their order: the counters of a box.
    pub(super) fn those(&self, lua: &Lua, name: &LuaString, value: &mlua::Value) -> mlua::Result<Variadic<LuaString>> {
        let lexicon = &self.lexicon;
        let id = lexicon.field(name).ok_or_else(|| self.unknown(&name.to_string_lossy(), None))?;
        let field = self.schema().field(id);
        if !field.is_many() || !matches!(field.shape, Shape::One(_)) {
            return Err(bad(MemoryError::Shape(field.name.clone(), "a single value for each of several")));
        }
        let wanted = self.number(id, value)?;
        let mut those = Variadic::with_capacity(16);
        self.schema()
            .holding(&self.memory, id, wanted, |at| {
                if self.knows(id, Some(Seat(at as u8))) {
                    those.extend(lexicon.holder_word(id, at).cloned());
                }
            })
            .map_err(bad)?;
        charge(lua, (those.len() + self.schema().holders(field).len() / 16) as u64)?;
        Ok(those)
    }

    fn class(&self, id: FieldId, class: &LuaString) -> mlua::Result<usize> {
        match &self.schema().field(id).shape {
            Shape::Bag { .. } => self.lexicon.value(id, class),
            _ => None,
        }
        .map_or_else(|| self.schema().class(id, &class.to_string_lossy()).map_err(bad), Ok)
    }

    fn class_name(&self, id: FieldId, class: usize) -> Option<&str> {
        match &self.schema().field(id).shape {
            Shape::Bag { classes, .. } => classes.get(class).map(String::as_str),
            _ => None,
        }
    }
}

/// A number that a script gave and that must be whole: 1.5 is an error, never 1.
struct Whole(i64);

impl Whole {
    /// A place in a list, which Luau counts from 1, as an index from 0.
    fn index(self) -> mlua::Result<usize> {
        usize::try_from(self.0 - 1).map_err(|_| bad(format!("{} is no place in a list: they start at 1", self.0)))
    }

    fn count(self) -> mlua::Result<u16> {
        u16::try_from(self.0).map_err(|_| bad(format!("{} is no number of pieces", self.0)))
    }
}

impl FromLua for Whole {
    fn from_lua(value: mlua::Value, _: &Lua) -> mlua::Result<Self> {
        Ok(Self(Value::read(&value, &Limits::default())?.int("here")?))
    }
}

fn bad(why: impl Into<BadValue>) -> mlua::Error {
    why.into().into()
}

/// Chance that a script handed on; a failed draw is kept and told afterwards.
struct Lent {
    rng: AnyUserData,
    failed: Option<mlua::Error>,
}

impl Lent {
    fn new(rng: AnyUserData) -> Self {
        Self { rng, failed: None }
    }

    fn told<T>(self, result: Result<T, MemoryError>) -> mlua::Result<T> {
        self.failed.map_or_else(|| result.map_err(bad), Err)
    }
}

impl Draw for Lent {
    fn below(&mut self, n: u32) -> u32 {
        match self.rng.call_method::<u32>("below", n) {
            Ok(draw) if draw < n => draw,
            Ok(_) => 0,
            Err(err) => {
                self.failed.get_or_insert(err);
                0
            }
        }
    }
}

type Word = Option<LuaString>;

/// The methods of a memory, besides those that go by the tables of its handle: `get`, `set`, `those`.
pub(super) fn methods(on: &Methods<'_>) -> mlua::Result<()> {
    on.read("all", |lua, this, (name, seat): (LuaString, Word)| {
        let all = this.all(&name, seat.as_ref())?;
        charge(lua, all.weight())?;
        all.into_lua(lua)
    })?;
    on.write("clear", |_, this, (name, seat): (LuaString, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        this.lexicon.schema().clear(&mut this.memory, id, owner).map_err(bad)
    })?;
    list_methods(on)?;
    bag_methods(on)
}

fn list_methods(on: &Methods<'_>) -> mlua::Result<()> {
    on.read("len", |_, this, (name, seat): (LuaString, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        this.schema().len(&this.memory, id, owner).map_err(bad)
    })?;
    on.read("at", |_, this, (name, index, seat): (LuaString, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.schema().at(&this.memory, id, owner, index.index()?).map_err(bad)?;
        Ok(match (&this.schema().field(id).shape, n) {
            (Shape::List { of, .. }, Some(n)) if this.knows(id, owner) => this.shown(id, of, n),
            _ => mlua::Value::Nil,
        })
    })?;
    on.write("put", |_, this, (name, index, value, seat): (LuaString, Whole, mlua::Value, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.number(id, &value)?;
        this.lexicon.schema().put(&mut this.memory, id, owner, index.index()?, n).map_err(bad)
    })?;
    on.write("push", |_, this, (name, value, seat): (LuaString, mlua::Value, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.number(id, &value)?;
        this.lexicon.schema().push(&mut this.memory, id, owner, n).map_err(bad)
    })?;
    on.write("remove", |_, this, (name, index, seat): (LuaString, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.lexicon.schema().remove(&mut this.memory, id, owner, index.index()?).map_err(bad)?;
        Ok(match &this.schema().field(id).shape {
            Shape::List { of, .. } => this.shown(id, of, n),
            _ => mlua::Value::Nil,
        })
    })?;
    on.write("shuffle", |lua, this, (name, rng, seat): (LuaString, AnyUserData, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        charge(lua, this.schema().len(&this.memory, id, owner).map_err(bad)? as u64)?;
        let mut rng = Lent::new(rng);
        let result = this.lexicon.schema().shuffle(&mut this.memory, id, owner, &mut rng);
        rng.told(result)
    })
}

fn bag_methods(on: &Methods<'_>) -> mlua::Result<()> {
    on.read("total", |_, this, (name, seat): (LuaString, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        this.schema().total(&this.memory, id, owner).map_err(bad)
    })?;
    on.read("count", |_, this, (name, class, seat): (LuaString, LuaString, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let class = this.class(id, &class)?;
        let count = this.schema().count(&this.memory, id, owner, class).map_err(bad)?;
        Ok(this.knows(id, owner).then_some(count))
    })?;
    on.write("add", |_, this, (name, class, n, seat): (LuaString, LuaString, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let class = this.class(id, &class)?;
        this.lexicon.schema().add(&mut this.memory, id, owner, class, n.count()?).map_err(bad)
    })?;
    on.write("take", |_, this, (name, class, n, seat): (LuaString, LuaString, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let class = this.class(id, &class)?;
        this.lexicon.schema().take(&mut this.memory, id, owner, class, n.count()?).map_err(bad)
    })?;
    on.write("draw", |lua, this, (name, rng, seat): (LuaString, AnyUserData, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let mut rng = Lent::new(rng);
        let result = this.lexicon.schema().draw(&mut this.memory, id, owner, &mut rng);
        let class = rng.told(result)?;
        class.and_then(|class| this.class_name(id, class)).map(|name| lua.create_string(name)).transpose()
    })
}
