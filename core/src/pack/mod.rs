//! Packs: reading their files and saying exactly what is wrong with them.

pub mod archive;
pub mod builtin;
pub mod case;
pub mod depends;
pub mod diagnostic;
pub mod find;
pub mod manifest;
pub mod nearest;
pub mod options;
pub mod overlay;
pub mod plain;
pub mod rulebook;
pub mod toml_doc;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, Source};
pub use find::{Origin, Pack, Packs};
pub use manifest::{Kind, Manifest};
pub use rulebook::Rulebook;
