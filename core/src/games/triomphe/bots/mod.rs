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
use crate::pack::manifest::MANIFEST;
use crate::pack::{Kind, Pack, Packs, builtin};
use crate::script::{Sources, Watch};

pub use declare::{declarations as bot_declarations, page as bot_page};
pub use judge::{STEADY, TRAIT_NAMES, TRAITS, Traits};
pub use lua_bot::LuaBot;
pub(super) use lua_bot::{BOT, bot_module};
pub use steady::Steady;

/// Names that no pack can take.
const TAKEN: [&str; 4] = ["steady", "lua", "search", "random"];

/// Who can play this game: `steady`, `lua`, the other scripted bots by the ids of their packs, `search:N`, `random`.
/// `watch` looks after the scripts.
#[must_use]
pub fn triomphe_bots(packs: &Packs, watch: &Watch) -> Roster<Triomphe> {
    let mut roster = Roster::default().with("steady", || Ok(Box::new(Steady::default())));
    let shipped = packs.of_kind(Kind::Bot).find(|pack| is_shipped(pack)).map(Pack::id);
    for pack in packs.of_kind(Kind::Bot) {
        let is_lua = shipped == Some(pack.id());
        let name = if is_lua { "lua" } else { pack.id() };
        if is_lua || !TAKEN.contains(&name) {
            let (pack, watch) = (pack.clone(), watch.clone());
            roster = roster.with(name, move || {
                let bot = LuaBot::load(pack.id(), sources(&pack))?;
                watch.mind(bot.alarm());
                Ok(Box::new(bot))
            });
        }
    }
    roster
}

/// Whether the house ships a pack of this id with the game, which a folder on disk may have laid its own over. The first of
/// them sits down as `lua`.
fn is_shipped(pack: &Pack) -> bool {
    builtin::text(&format!("scripts/{}/{}/{MANIFEST}", pack.manifest.game, pack.id())).is_some()
}

/// The scripts of a pack.
pub(super) fn sources(pack: &Pack) -> Sources {
    let scripts = pack.files.iter().filter(|(path, _)| path.ends_with(".luau"));
    scripts.fold(Sources::new(), |all, (path, text)| all.with(path.clone(), text.as_bytes()))
}
