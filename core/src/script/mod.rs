//! The Luau sandbox: one guarded virtual machine a pack, plain data across its border, memory by schema.

mod chance;
mod error;
mod exports;
mod limits;
mod meter;
mod sandbox;
mod source;
mod value;

pub use chance::{Chance, Draw, SplitMix};
pub use error::{Frame, Kind, ScriptError};
pub use exports::{Exports, Hook};
pub use limits::Limits;
pub use meter::{Alarm, Meter, Operation};
pub use sandbox::{Args, Sandbox};
pub use source::Sources;
pub use value::{BadValue, Key, Value};

/// What a handle type implements, and what its methods are made of.
pub use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods};

#[cfg(test)]
mod tests;
