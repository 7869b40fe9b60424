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
use crate::pack::Packs;
use crate::script::{Sources, Watch};

pub(super) use crate::games::bot_script::BOT;
pub(super) use declare::bot_module;
pub use declare::{declarations as bot_declarations, page as bot_page};
pub use judge::{STEADY, TRAIT_NAMES, TRAITS, Traits};
pub use lua_bot::LuaBot;
pub use steady::Steady;

/// Who can play this game: `steady`, `lua`, the other scripted bots by the ids of their packs, `search:N`, `random`.
/// `watch` looks after the scripts.
#[must_use]
pub fn triomphe_bots(packs: &Packs, watch: &Watch) -> Roster<Triomphe> {
    let watch = watch.clone();
    Roster::default().with("steady", || Ok(Box::new(Steady::default()))).with_packs(packs, move |pack| {
        let bot = LuaBot::load(pack.id(), Sources::of(&pack.files))?;
        watch.mind(bot.alarm());
        Ok(Box::new(bot))
    })
}
