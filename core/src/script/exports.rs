//! What a module returned: its hooks, its nested tables, its plain data.

use std::rc::Rc;

use mlua::Table;

use super::error::{Kind, ScriptError};
use super::limits::Limits;
use super::value::{Key, Value, a_type};

/// A function of a script that the host keeps to call.
#[derive(Clone, Debug)]
pub struct Hook {
    pub(super) name: Rc<str>,
    pub(super) function: mlua::Function,
}

impl Hook {
    /// The name that errors carry.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives an error the place where this function is defined.
    pub(super) fn place(&self, fault: &mut ScriptError) {
        let info = self.function.info();
        fault.file = info.short_src.and_then(|chunk| Some(chunk.split_once('/')?.1.to_owned()));
        fault.line = info.line_defined.and_then(|line| u32::try_from(line).ok());
    }
}

/// The table that a module returned, frozen; read without running any of the script.
#[derive(Clone, Debug)]
pub struct Exports {
    pub(super) table: Table,
    pub(super) pack: Rc<str>,
    pub(super) path: Rc<str>,
    pub(super) limits: Rc<Limits>,
}

/// An element of a list: a string, a table, or neither.
pub(super) type Entry = (Option<String>, Option<Exports>);

impl Exports {
    /// The function `name`, if the table has one.
    ///
    /// # Errors
    /// A value of that name that is not a function.
    pub fn hook(&self, name: &str) -> Result<Option<Hook>, Box<ScriptError>> {
        match self.raw(name)? {
            mlua::Value::Nil => Ok(None),
            mlua::Value::Function(function) => Ok(Some(Hook { name: name.into(), function })),
            other => Err(self.fault(format!("`{name}` must be a function, not {}", a_type(other.type_name())))),
        }
    }

    /// The plain data `name`; nil where there is none.
    ///
    /// # Errors
    /// Data that may not cross the border.
    pub fn value(&self, name: &str) -> Result<Value, Box<ScriptError>> {
        Value::read(&self.raw(name)?, &self.limits).map_err(|err| self.fault(format!("`{name}`: {err}")))
    }

    /// The nested table `name`, if there is one.
    ///
    /// # Errors
    /// A value of that name that is not a table.
    pub fn table(&self, name: &str) -> Result<Option<Self>, Box<ScriptError>> {
        match self.raw(name)? {
            mlua::Value::Nil => Ok(None),
            mlua::Value::Table(table) => Ok(Some(Self { table, ..self.clone() })),
            other => Err(self.fault(format!("`{name}` must be a table, not {}", a_type(other.type_name())))),
        }
    }

    /// The tables 1 to n of this one, as of a list of steps.
    ///
    /// # Errors
    /// An element that is not a table.
    pub fn tables(&self) -> Result<Vec<Self>, Box<ScriptError>> {
        let len = self.table.raw_len();
        if len > self.limits.values {
            return Err(self.fault(format!("a list of {len}; it may have {}", self.limits.values)));
        }
        (1..=len)
            .map(|at| match self.table.raw_get(at) {
                Ok(mlua::Value::Table(table)) => Ok(Self { table, ..self.clone() }),
                Ok(other) => {
                    Err(self.fault(format!("element {at} must be a table, not {}", a_type(other.type_name()))))
                }
                Err(err) => Err(ScriptError::from_lua(&self.pack, None, &err)),
            })
            .collect()
    }

    /// The elements 1 to n of this table, each a string or a table; any other is neither.
    ///
    /// # Errors
    /// A list that is too long.
    pub fn entries(&self) -> Result<Vec<Entry>, Box<ScriptError>> {
        let len = self.table.raw_len();
        if len > self.limits.values {
            return Err(self.fault(format!("a list of {len}; it may have {}", self.limits.values)));
        }
        let entry = |at| match self.table.raw_get(at) {
            Ok(mlua::Value::Table(table)) => Ok((None, Some(Self { table, ..self.clone() }))),
            Ok(mlua::Value::String(text)) => Ok((Some(text.to_string_lossy()), None)),
            Ok(_) => Ok((None, None)),
            Err(err) => Err(ScriptError::from_lua(&self.pack, None, &err)),
        };
        (1..=len).map(entry).collect()
    }

    /// The string keys in order: misspelt hooks are found by these.
    ///
    /// # Errors
    /// Keys that are neither strings nor whole numbers.
    pub fn names(&self) -> Result<Vec<String>, Box<ScriptError>> {
        let mut names = Vec::new();
        let mut strange = None;
        let walked = self.table.for_each(|key: mlua::Value, _: mlua::Value| {
            match Value::read(&key, &self.limits) {
                Ok(Value::Text(name)) => names.push(name),
                Ok(Value::Int(_)) => {}
                _ => strange = Some(key.type_name()),
            }
            Ok(())
        });
        walked.map_err(|err| ScriptError::from_lua(&self.pack, None, &err))?;
        if let Some(kind) = strange {
            return Err(self.fault(format!("{} may not be a key here", a_type(kind))));
        }
        names.sort();
        Ok(names)
    }

    /// The whole table as plain data.
    ///
    /// # Errors
    /// Data that may not cross the border, functions among them.
    pub fn plain(&self) -> Result<Value, Box<ScriptError>> {
        Value::read(&mlua::Value::Table(self.table.clone()), &self.limits).map_err(|err| self.fault(err.0))
    }

    fn raw(&self, name: &str) -> Result<mlua::Value, Box<ScriptError>> {
        self.table.raw_get(name).map_err(|err| ScriptError::from_lua(&self.pack, None, &err))
    }

    fn fault(&self, message: String) -> Box<ScriptError> {
        let mut err = ScriptError::new(&self.pack, None, Kind::BadValue, message);
        err.file = Some((*self.path).to_owned());
        err
    }
}

impl From<Key> for Value {
    fn from(key: Key) -> Self {
        match key {
            Key::Int(n) => Self::Int(n),
            Key::Text(text) => Self::Text(text),
        }
    }
}
