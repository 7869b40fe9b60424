//! The Luau sandbox: one guarded virtual machine a pack, plain data across its border, memory by schema.

mod chance;
mod error;
mod exports;
mod game;
mod knowledge;
mod limits;
mod memory;
mod meter;
mod sandbox;
mod schema;
mod source;
mod store;
mod value;

pub use chance::{Chance, Draw};
pub use error::{Frame, Kind, ScriptError};
pub use exports::{Exports, Hook};
pub use game::{ScriptGame, ScriptKit, ScriptState, ScriptView};
pub use limits::Limits;
pub use memory::{Memory, MemoryError};
pub use meter::{Alarm, Meter, Operation};
pub use sandbox::{Args, Sandbox};
pub use schema::{Eyes, Field, FieldId, Schema, SchemaError, Shape};
pub use source::Sources;
pub use store::Store;
pub use value::{BadValue, Key, Value};

/// What a handle type implements, and what its methods are made of.
pub use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods};

#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod tests;
