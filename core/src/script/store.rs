//! A memory as scripts see it: `memory.fatigue = 3`, `memory:push("route", 15)`, `memory:draw("pool", rng)`.

use std::collections::BTreeMap;
use std::sync::Arc;

use mlua::{AnyUserData, FromLua, IntoLua, Lua, LuaString, MetaMethod, ObjectLike, UserData, UserDataMethods};

use super::chance::Draw;
use super::limits::Limits;
use super::memory::{Memory, MemoryError};
use super::sandbox::charge;
use super::schema::{FieldId, Schema, Shape};
use super::value::{BadValue, Key, Value};
use crate::kernel::Seat;

/// A memory with its schema, ready to lend: by [`handle`](super::Args::handle) to read, by
/// [`handle_mut`](super::Args::handle_mut) to write.
///
/// Fields that each seat has are named with the seat's word: `memory:get("fatigue", "french")`. What the viewer may
/// not know reads as nil.
#[derive(Clone, Debug)]
pub struct Store {
    schema: Arc<Schema>,
    /// The memory.
    pub memory: Memory,
    viewer: Option<Seat>,
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
        let memory = schema.view(memory, viewer)?;
        Ok(Self { schema, memory, viewer: Some(viewer) })
    }

    /// A [`Store::seen_by`] from a memory that [`Schema::view`] already blanked.
    #[must_use]
    pub fn of_view(schema: Arc<Schema>, view: Memory, viewer: Seat) -> Self {
        Self { schema, memory: view, viewer: Some(viewer) }
    }

    /// The field and the owner that a script named.
    fn find(&self, name: &str, seat: Option<&LuaString>) -> mlua::Result<(FieldId, Option<Seat>)> {
        let id = self.schema.id(name).ok_or_else(|| {
            let names = self.schema.fields().iter().map(|field| field.name.as_str());
            let hint = crate::pack::nearest::did_you_mean(name, names).map(|hint| format!("; {hint}"));
            bad(format!("the memory has no field `{name}`{}", hint.unwrap_or_default()))
        })?;
        let field = self.schema.field(id);
        let owner = match seat {
            None if !field.each.is_empty() => {
                return Err(bad(format!("`{name}`: there is one for each of {}: name which", field.each.join(", "))));
            }
            None => None,
            Some(word) if field.each.is_empty() => {
                let word = word.to_string_lossy();
                Some(self.schema.seat(&word).ok_or_else(|| bad(format!("no seat is called `{word}`")))?)
            }
            Some(word) => {
                let word = word.to_string_lossy();
                Some(self.schema.holder(field, &word).ok_or_else(|| {
                    let hint = crate::pack::nearest::did_you_mean(&word, field.each.iter().map(String::as_str));
                    bad(format!(
                        "`{name}`: there is none for `{word}`{}",
                        hint.map_or(String::new(), |h| format!("; {h}"))
                    ))
                })?)
            }
        };
        Ok((id, owner))
    }

    fn knows(&self, id: FieldId, owner: Option<Seat>) -> bool {
        self.viewer.is_none_or(|viewer| self.schema.knows(viewer, id, owner))
    }

    fn get(&self, lua: &Lua, name: &str, seat: Option<&LuaString>) -> mlua::Result<mlua::Value> {
        let (id, owner) = self.find(name, seat)?;
        let n = self.schema.get(&self.memory, id, owner).map_err(bad)?;
        match &self.schema.field(id).shape {
            Shape::One(domain) if self.knows(id, owner) => domain.value(n).into_lua(lua),
            _ => Ok(mlua::Value::Nil),
        }
    }

    fn set(&mut self, name: &str, seat: Option<&LuaString>, value: &mlua::Value) -> mlua::Result<()> {
        let (id, owner) = self.find(name, seat)?;
        let n = self.number(id, value)?;
        self.schema.set(&mut self.memory, id, owner, n).map_err(bad)
    }

    /// The number that a script's value stands for in a field of values.
    fn number(&self, id: FieldId, value: &mlua::Value) -> mlua::Result<i32> {
        let field = self.schema.field(id);
        let value = Value::read(value, &Limits::default())?;
        match &field.shape {
            Shape::One(domain) | Shape::List { of: domain, .. } => {
                domain.number(&value).map_err(|message| bad(format!("`{}`: {message}", field.name)))
            }
            Shape::Bag { .. } => Err(bad(MemoryError::Shape(field.name.clone(), "a value"))),
        }
    }

    /// The whole of what a field holds, as plain data: a list, a bag's counts, or a single value by holder.
    fn all(&self, name: &str, seat: Option<&LuaString>) -> mlua::Result<Value> {
        let id = self.schema.id(name);
        if let (Some(id), None) = (id, seat)
            && let (true, Shape::One(domain)) = (self.schema.field(id).is_many(), &self.schema.field(id).shape)
        {
            let field = self.schema.field(id);
            let mut all = BTreeMap::new();
            for (word, owner) in self.schema.holders(field).iter().zip(self.schema.owners(field)) {
                if self.knows(id, owner) {
                    let n = self.schema.get(&self.memory, id, owner).map_err(bad)?;
                    all.insert(Key::Text(word.clone()), domain.value(n));
                }
            }
            return Ok(Value::Map(all));
        }
        let (id, owner) = self.find(name, seat)?;
        if !self.knows(id, owner) {
            return Ok(Value::Nil);
        }
        match &self.schema.field(id).shape {
            Shape::One(domain) => Ok(domain.value(self.schema.get(&self.memory, id, owner).map_err(bad)?)),
            Shape::List { of, .. } => {
                let len = self.schema.len(&self.memory, id, owner).map_err(bad)?;
                let value =
                    |index| Ok(self.schema.at(&self.memory, id, owner, index).map_err(bad)?.map(|n| of.value(n)));
                (0..len).filter_map(|index| value(index).transpose()).collect::<mlua::Result<_>>().map(Value::List)
            }
            Shape::Bag { classes, .. } => {
                let mut all = BTreeMap::new();
                for (class, word) in classes.iter().enumerate() {
                    let n = self.schema.count(&self.memory, id, owner, class).map_err(bad)?;
                    if n > 0 {
                        all.insert(Key::Text(word.clone()), Value::Int(n.into()));
                    }
                }
                Ok(Value::Map(all))
            }
        }
    }

    /// The holders whose value of a field is this one, in their order: the counters of a box. And how many there are.
    fn those(&self, name: &str, value: &mlua::Value) -> mlua::Result<(Vec<&str>, usize)> {
        let id = self.schema.id(name).map_or_else(|| self.find(name, None).map(|found| found.0), Ok)?;
        let field = self.schema.field(id);
        if !field.is_many() || !matches!(field.shape, Shape::One(_)) {
            return Err(bad(MemoryError::Shape(name.to_owned(), "a single value for each of several")));
        }
        let wanted = self.number(id, value)?;
        let mut those = Vec::new();
        for (word, owner) in self.schema.holders(field).iter().zip(self.schema.owners(field)) {
            if self.knows(id, owner) && self.schema.get(&self.memory, id, owner).map_err(bad)? == wanted {
                those.push(word.as_str());
            }
        }
        Ok((those, self.schema.holders(field).len()))
    }

    fn class(&self, id: FieldId, class: &LuaString) -> mlua::Result<usize> {
        self.schema.class(id, &class.to_string_lossy()).map_err(bad)
    }

    fn class_name(&self, id: FieldId, class: usize) -> Option<&str> {
        match &self.schema.field(id).shape {
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

impl UserData for Store {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, name: String| this.get(lua, &name, None));
        methods.add_meta_method_mut(MetaMethod::NewIndex, |_, this, (name, value): (String, mlua::Value)| {
            this.set(&name, None, &value)
        });
        methods.add_method("get", |lua, this, (name, seat): (String, Word)| this.get(lua, &name, seat.as_ref()));
        methods.add_method_mut("set", |_, this, (name, seat, value): (String, Word, mlua::Value)| {
            this.set(&name, seat.as_ref(), &value)
        });
        methods.add_method("all", |lua, this, (name, seat): (String, Word)| {
            let all = this.all(&name, seat.as_ref())?;
            charge(lua, all.weight())?;
            all.into_lua(lua)
        });
        methods.add_method("those", |lua, this, (name, value): (String, mlua::Value)| {
            let (those, among) = this.those(&name, &value)?;
            charge(lua, (those.len() + among / 16) as u64)?;
            lua.create_sequence_from(those)
        });
        add_list_methods(methods);
        add_bag_methods(methods);
        methods.add_method_mut("clear", |_, this, (name, seat): (String, Word)| {
            let (id, owner) = this.find(&name, seat.as_ref())?;
            this.schema.clear(&mut this.memory, id, owner).map_err(bad)
        });
    }
}

fn add_list_methods<M: UserDataMethods<Store>>(methods: &mut M) {
    methods.add_method("len", |_, this, (name, seat): (String, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        this.schema.len(&this.memory, id, owner).map_err(bad)
    });
    methods.add_method("at", |lua, this, (name, index, seat): (String, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.schema.at(&this.memory, id, owner, index.index()?).map_err(bad)?;
        match (&this.schema.field(id).shape, n) {
            (Shape::List { of, .. }, Some(n)) if this.knows(id, owner) => of.value(n).into_lua(lua),
            _ => Ok(mlua::Value::Nil),
        }
    });
    methods.add_method_mut("put", |_, this, (name, index, value, seat): (String, Whole, mlua::Value, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.number(id, &value)?;
        this.schema.put(&mut this.memory, id, owner, index.index()?, n).map_err(bad)
    });
    methods.add_method_mut("push", |_, this, (name, value, seat): (String, mlua::Value, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.number(id, &value)?;
        this.schema.push(&mut this.memory, id, owner, n).map_err(bad)
    });
    methods.add_method_mut("remove", |lua, this, (name, index, seat): (String, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let n = this.schema.remove(&mut this.memory, id, owner, index.index()?).map_err(bad)?;
        match &this.schema.field(id).shape {
            Shape::List { of, .. } => of.value(n).into_lua(lua),
            _ => Ok(mlua::Value::Nil),
        }
    });
    methods.add_method_mut("shuffle", |lua, this, (name, rng, seat): (String, AnyUserData, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        charge(lua, this.schema.len(&this.memory, id, owner).map_err(bad)? as u64)?;
        let mut rng = Lent::new(rng);
        let result = this.schema.shuffle(&mut this.memory, id, owner, &mut rng);
        rng.told(result)
    });
}

fn add_bag_methods<M: UserDataMethods<Store>>(methods: &mut M) {
    methods.add_method("total", |_, this, (name, seat): (String, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        this.schema.total(&this.memory, id, owner).map_err(bad)
    });
    methods.add_method("count", |_, this, (name, class, seat): (String, LuaString, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let class = this.class(id, &class)?;
        let count = this.schema.count(&this.memory, id, owner, class).map_err(bad)?;
        Ok(this.knows(id, owner).then_some(count))
    });
    methods.add_method_mut("add", |_, this, (name, class, n, seat): (String, LuaString, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let class = this.class(id, &class)?;
        this.schema.add(&mut this.memory, id, owner, class, n.count()?).map_err(bad)
    });
    methods.add_method_mut("take", |_, this, (name, class, n, seat): (String, LuaString, Whole, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let class = this.class(id, &class)?;
        this.schema.take(&mut this.memory, id, owner, class, n.count()?).map_err(bad)
    });
    methods.add_method_mut("draw", |lua, this, (name, rng, seat): (String, AnyUserData, Word)| {
        let (id, owner) = this.find(&name, seat.as_ref())?;
        let mut rng = Lent::new(rng);
        let result = this.schema.draw(&mut this.memory, id, owner, &mut rng);
        let class = rng.told(result)?;
        class.and_then(|class| this.class_name(id, class)).map(|name| lua.create_string(name)).transpose()
    });
}
