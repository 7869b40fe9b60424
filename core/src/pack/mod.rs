//! Packs: reading their files and saying exactly what is wrong with them.

pub mod archive;
pub mod builtin;
pub mod case;
pub mod depends;
pub mod diagnostic;
pub mod find;
mod folder;
pub mod manifest;
pub mod nearest;
mod one;
pub mod options;
pub mod overlay;
pub mod plain;
pub mod rulebook;
pub mod toml_doc;

pub use diagnostic::{Diagnostic, Diagnostics, Severity, Source};
pub use find::Packs;
pub use manifest::{Kind, Manifest};
pub use one::{LESSON_FILE, Origin, Pack, SETUP};
pub use rulebook::Rulebook;
