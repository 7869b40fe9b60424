//! Players of this game: `steady`, the yardstick for all others, and scripted bots.

mod board;
mod lua_bot;
mod sight;
mod steady;
#[cfg(test)]
mod tests;
mod traits;

pub use lua_bot::{LuaBot, declarations as bot_declarations, page as bot_page};
pub use steady::{STEADY, Steady};
pub use traits::{TRAIT_NAMES, TRAITS, Traits};

pub(super) use crate::games::bot_script::BOT;
pub(super) use lua_bot::bot_module;

use super::Folio;
use crate::bots::Roster;
use crate::pack::Packs;
use crate::script::{Sources, Watch};

/// Who can play this game: `steady`, `lua`, the other scripted bots by the ids of their packs, `search:N`, `random`.
/// `watch` looks after the scripts.
#[must_use]
pub fn folio_bots(packs: &Packs, watch: &Watch) -> Roster<Folio> {
    let watch = watch.clone();
    Roster::default().with(STEADY, || Ok(Box::new(Steady))).with_packs(packs, move |pack| {
        let bot = LuaBot::load(pack.id(), Sources::of(&pack.files))?;
        watch.mind(bot.alarm());
        Ok(Box::new(bot))
    })
}
