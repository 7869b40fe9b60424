//! Players of Triomphe à Marengo: `steady`, and what any bot may ask the engine about a view.

mod answers;
mod board;
mod declare;
mod field;
mod ground;
mod judge;
mod lua_bot;
mod odds;
mod sight;
mod steady;
#[cfg(test)]
mod tests;

use super::Triomphe;
use crate::bots::Roster;
use crate::pack::builtin;
use crate::script::Sources;

pub use declare::declarations as bot_declarations;
pub use judge::{STEADY, TRAIT_NAMES, TRAITS, Traits};
pub use lua_bot::LuaBot;
pub use steady::Steady;

/// The pack of the shipped scripted bot, which sits down as `lua`.
const SHIPPED: &str = "marshal";

/// Who can play this game: `steady`, `lua`, `search:N` and `random`.
#[must_use]
pub fn triomphe_bots() -> Roster<Triomphe> {
    Roster::default()
        .with("steady", || Ok(Box::new(Steady::default())))
        .with("lua", || Ok(Box::new(LuaBot::load(SHIPPED, sources(SHIPPED))?)))
}

/// The built-in scripts of a pack.
fn sources(pack: &str) -> Sources {
    let folder = format!("scripts/triomphe/{pack}/");
    let mut sources = Sources::new();
    for path in builtin::files(&folder) {
        if let (Some(name), Some(text)) = (path.strip_prefix(&folder), builtin::text(&path))
            && name.ends_with(".luau")
        {
            sources.add(name, text.as_bytes());
        }
    }
    sources
}
