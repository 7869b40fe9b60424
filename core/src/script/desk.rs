//! What a pack's function is lent while it answers: the facts, and `default`.
//!
//! Both are made once and used for every call, because making them anew would cost more than the call. Outside a call
//! they are dead.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use mlua::{AnyUserData, Function, Lua, MetaMethod, Table, UserData, UserDataMethods};

use super::limits::Limits;
use super::points::{Answer, Fact, FactKind, Facts};
use super::stack::{Ground, Layer, below};
use super::value::{BadValue, Key, Value};
use crate::pack::nearest::did_you_mean;

/// One pack's desk.
pub(super) struct Desk {
    ground: Ground,
    below: Option<Rc<Layer>>,
    /// What facts the call under way is told, and which question it answers; none between calls.
    told: Cell<Option<Told>>,
    /// Its own facts, then the moment's.
    facts: RefCell<Facts>,
    made: RefCell<Option<(AnyUserData, Function)>>,
}

/// A call's facts as they are declared, and the point that `default` asks, if it is a question.
type Told = (&'static [Fact], Option<usize>);

/// The facts as a script holds them.
struct Handle(Rc<Desk>);

/// Clears the desk when a call is over, whatever came of it.
pub(super) struct Lent<'a>(&'a Desk);

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.0.told.set(None);
    }
}

impl Desk {
    pub(super) fn new(ground: Ground, below: Option<Rc<Layer>>) -> Rc<Desk> {
        let (told, facts, made) = (Cell::new(None), RefCell::default(), RefCell::default());
        Rc::new(Desk { ground, below, told, facts, made })
    }

    /// Makes the handle and the function in a machine that is being built.
    pub(super) fn install(desk: &Rc<Desk>, lua: &Lua) -> mlua::Result<()> {
        let handle = lua.create_userdata(Handle(Rc::clone(desk)))?;
        // The function lies in the machine, and the machine in a layer: a strong desk would hold itself.
        let this = Rc::downgrade(desk);
        let default = lua.create_function(move |_, change: Option<Table>| {
            let desk = this.upgrade().ok_or(mlua::Error::CallbackDestructed)?;
            desk.default(change.as_ref())
        })?;
        desk.made.replace(Some((handle, default)));
        Ok(())
    }

    /// Lays out the facts of a call.
    pub(super) fn lend(&self, told: Told, own: &[i32], moment: &[i32]) -> Lent<'_> {
        let mut facts = self.facts.borrow_mut();
        facts.clear();
        let room = facts.capacity();
        facts.extend(own.iter().chain(moment).copied().take(room));
        self.told.set(Some(told));
        Lent(self)
    }

    /// The arguments of a call.
    pub(super) fn arguments(&self) -> (mlua::Value, mlua::Value) {
        match &*self.made.borrow() {
            Some((told, default)) => (mlua::Value::UserData(told.clone()), mlua::Value::Function(default.clone())),
            None => (mlua::Value::Nil, mlua::Value::Nil),
        }
    }

    /// A fact by its name.
    fn fact(&self, lua: &Lua, name: &str) -> mlua::Result<mlua::Value> {
        let (told, _) = self.told.get().ok_or(mlua::Error::UserDataDestructed)?;
        let known = || told.iter().chain(self.ground.moment);
        let Some((k, fact)) = known().enumerate().find(|(_, fact)| fact.name == name) else {
            let hint = did_you_mean(name, known().map(|fact| fact.name)).map_or(String::new(), |h| format!("; {h}"));
            return Err(BadValue(format!("there is no fact `{name}` here{hint}")).into());
        };
        let n = self.facts.borrow().get(k).copied().unwrap_or(0);
        let word = |words: &[&'static str]| usize::try_from(n).ok().and_then(|k| words.get(k).copied());
        Ok(match fact.kind {
            FactKind::Count => mlua::Value::Number(f64::from(n)),
            FactKind::Truth => mlua::Value::Boolean(n != 0),
            FactKind::Word(words) | FactKind::MaybeWord(words) => match word(words) {
                Some(word) => mlua::Value::String(lua.create_string(word)?),
                None => mlua::Value::Nil,
            },
            FactKind::MaybePlace(_) if n < 0 => mlua::Value::Nil,
            FactKind::Place(kind) | FactKind::MaybePlace(kind) => {
                mlua::Value::String(lua.create_string((self.ground.places)(kind, n))?)
            }
        })
    }

    /// What the packs below, or the printed rule, say to the same facts, or to some changed ones.
    fn default(&self, change: Option<&Table>) -> mlua::Result<mlua::Value> {
        let (_, point) = self.told.get().ok_or(mlua::Error::CallbackDestructed)?;
        let point = point.ok_or_else(|| BadValue("here is no default".to_owned()))?;
        let declared = &self.ground.points[point];
        if declared.answer == Answer::Effects {
            return Err(BadValue("an event has no default".to_owned()).into());
        }
        let mut facts: Facts = self.facts.borrow().iter().copied().take(declared.facts.len()).collect();
        if let Some(change) = change {
            let change = Value::read(&mlua::Value::Table(change.clone()), &Limits::default())?;
            for (name, value) in change.entries("default")? {
                let (k, n) = changed(declared.facts, name, value)?;
                facts[k] = n;
            }
        }
        let answer = below(&self.ground, self.below.as_deref(), point, &facts)?;
        Ok(match declared.answer {
            Answer::Truth => mlua::Value::Boolean(answer != 0),
            _ => mlua::Value::Number(f64::from(answer)),
        })
    }
}

/// A fact that a script sets otherwise for `default`.
fn changed(facts: &[Fact], name: &Key, value: &Value) -> Result<(usize, i32), BadValue> {
    let Key::Text(name) = name else { return Err(BadValue("default: facts have names".to_owned())) };
    let Some(k) = facts.iter().position(|fact| fact.name == name) else {
        let hint = did_you_mean(name, facts.iter().map(|f| f.name)).map_or(String::new(), |h| format!("; {h}"));
        return Err(BadValue(format!("default: there is no fact `{name}` to change{hint}")));
    };
    let n = match (facts[k].kind, value) {
        (FactKind::Count, value) => value.int_in(name, 0..=255)? as i32,
        (FactKind::Truth, value) => i32::from(value.bool(name)?),
        (FactKind::MaybeWord(_), Value::Nil) => -1,
        (FactKind::Word(words) | FactKind::MaybeWord(words), value) => {
            let word = value.text(name)?;
            let found = words.iter().position(|known| *known == word);
            found.ok_or_else(|| BadValue(format!("{name}: \"{word}\" is none of {}", words.join(", "))))? as i32
        }
        (FactKind::Place(_) | FactKind::MaybePlace(_), _) => {
            return Err(BadValue(format!("{name}: a place cannot be changed")));
        }
    };
    Ok((k, n))
}

impl UserData for Handle {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_meta_method(MetaMethod::Index, |lua, this, name: mlua::LuaString| match name.to_str() {
            Ok(name) => this.0.fact(lua, &name),
            Err(_) => Err(BadValue("a fact's name is text".to_owned()).into()),
        });
    }
}
