//! The API of scripted bots in writing: type declarations for editors, made from the lists of methods.

use super::super::ask::QUESTIONS;
use super::super::order::VERB_NAMES;
use super::board::VIEW_METHODS;
use super::judge::TRAIT_NAMES;
use super::lua_bot::ORDERS_METHODS;
use crate::games::bot_script::Lent;
use crate::script::lint::Module;

fn lent() -> Lent {
    Lent {
        title: "Triomphe \u{e0} Marengo",
        places: "Places are named as on the board: \"12\", \"12/11\".",
        view: &VIEW_METHODS,
        orders: &ORDERS_METHODS,
        verbs: VERB_NAMES.to_vec(),
        asked: &QUESTIONS,
        traits: &TRAIT_NAMES,
    }
}

/// What `check` expects of a bot's module.
pub(in super::super) fn bot_module() -> Module {
    lent().module(&VERB_NAMES)
}

/// The declarations of what `choose(view, orders, rng)` of a bot's `bot.luau` is lent.
#[must_use]
pub fn declarations() -> String {
    lent().declarations()
}

/// The same as a part of a page for people.
#[must_use]
pub fn page() -> String {
    lent().page("Places are named as on the board: `12`, `12/11`, `Novi`.")
}
