//! The Luau sandbox: one guarded virtual machine a pack, plain data across its border, memory by schema.
//!
//! ```
//! use bormida_core::kernel::{Dice, Seed};
//! use bormida_core::script::{Chance, Limits, Meter, Sandbox, Sources, Value};
//!
//! let sources = Sources::new().with(
//!     "rules.luau",
//!     "return { losses = function(pieces, rng) return math.min(pieces, rng:roll(6)) end }",
//! );
//! let meter = Meter::default(); // one for all packs of a game
//! let sandbox = Sandbox::new("harsh_winter", sources, Limits::default(), &meter)?;
//! let losses = sandbox.load("rules")?.hook("losses")?.expect("the pack has this hook");
//!
//! let _operation = meter.operation(); // one budget for all calls of this order
//! let mut rng = Chance(Dice::new(Seed(7), 12, "losses"));
//! let lost = sandbox.call_with(&losses, |args| {
//!     args.raw(4)?;
//!     args.handle_mut(&mut rng) // dead when the call returns
//! })?;
//! assert!((1..=4).contains(&lost.int("losses")?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod added;
mod chance;
mod declare;
mod desk;
mod error;
mod exports;
mod game;
mod knowledge;
mod ledger;
mod lexicon;
mod limits;
pub mod lint;
mod memory;
mod meter;
mod options;
mod points;
pub mod prompt;
mod reference;
mod sandbox;
mod schema;
mod source;
mod stack;
mod store;
pub mod syntax;
mod tree;
pub mod trial;
mod value;
mod watch;
mod written;

pub use added::{Added, Addition, Call};
pub use chance::{Chance, Draw};
pub use declare::{Effect, common, declarations};
pub use error::{Frame, Kind, ScriptError};
pub use exports::{Exports, Hook};
pub use game::{Declared, ReadAnew, Reader, ScriptBot, ScriptGame, ScriptKit, ScriptState, ScriptView};
pub use limits::Limits;
pub use memory::{Memory, MemoryError};
pub use meter::{Alarm, Meter, Operation};
pub(crate) use points::facts;
pub use points::{Answer, Cadence, Fact, FactKind, FactSet, Facts, MOST_FACTS, Point, Told};
pub use reference::{AdditionLine, CallLine, EffectLine, FactLine, NumberLine, PointLine, Reference};
pub use sandbox::{Args, Sandbox};
pub use schema::{Eyes, Field, FieldId, Schema, SchemaError, Shape};
pub use source::Sources;
pub use stack::{Called, Ground, Heard, PlaceName, PrintedRule, RULES, Stack};
pub use store::Store;
pub(crate) use tree::facts_tree;
pub use tree::memory_tree;
pub use value::{BadValue, Key, Value};
pub use watch::{PATIENCE, Pause, Watch};

/// What a handle type implements, and what its methods are made of.
pub use mlua::{MetaMethod, UserData, UserDataFields, UserDataMethods};

#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod tests;
