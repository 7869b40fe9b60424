//! Games that a pack brings whole, as Luau and TOML: found among the packs, laid out like any other game.

mod case;
mod shelf;

pub use case::ScriptCase;
pub use shelf::ScriptShelf;
