//! The API of scripted bots in writing: type declarations for editors, made from the lists of methods.

use std::fmt::Write;

use super::super::ask::QUESTIONS;
use super::super::order::VERB_NAMES;
use super::board::VIEW_METHODS;
use super::judge::TRAIT_NAMES;
use super::lua_bot::ORDERS_METHODS;

/// The declarations of what `choose(view, orders, rng)` of a bot's `bot.luau` is lent.
#[must_use]
pub fn declarations() -> String {
    let mut out = "-- Made from the program's own lists; a test fails when they differ.\n\n".to_owned();
    out.push_str("export type Side = \"austrian\" | \"french\"\n\n");
    out.push_str("-- What an order does; each is better for the seat when it is greater.\nexport type Trait =\n");
    for (name, about) in TRAIT_NAMES {
        let _ = writeln!(out, "\t| \"{name}\" -- {about}");
    }
    out.push('\n');
    union(&mut out, "Verb", "What an order does.", &VERB_NAMES);
    union(&mut out, "Asked", "The decisions that a seat is asked for.", &QUESTIONS);
    class(&mut out, "View", "What the seat knows. Places are named as on the board: \"12\", \"12/11\".", &VIEW_METHODS);
    class(&mut out, "Orders", "The legal orders that are worth a thought, from 1.", &ORDERS_METHODS);
    out.push_str("-- What `bot.luau` returns. `choose` gives the number of an order, or any legal order as text.\n");
    out.push_str("export type Bot = {\n\tchoose: (view: View, orders: Orders, rng: Chance) -> number | string,\n}\n");
    out
}

/// The same as a part of a page for people.
#[must_use]
pub fn page() -> String {
    let mut out = "## What bots of Triomphe \u{e0} Marengo are lent\n\n".to_owned();
    out.push_str("`view`: what the seat knows. Places are named as on the board: `12`, `12/11`, `Novi`.\n\n");
    methods(&mut out, "view", &VIEW_METHODS);
    out.push_str("\n`orders`: the legal orders that are worth a thought, from 1.\n\n");
    methods(&mut out, "orders", &ORDERS_METHODS);
    let listed = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(out, "\nVerbs: {}.\n\nDecisions: {}.\n", listed(&VERB_NAMES), listed(&QUESTIONS));
    out.push_str("Traits, each better for the seat when it is greater:\n\n");
    for (name, about) in TRAIT_NAMES {
        let _ = writeln!(out, "- `{name}`: {about}.");
    }
    out
}

fn methods(out: &mut String, handle: &str, methods: &[(&str, &str, &str)]) {
    for (name, kind, help) in methods {
        let kind = kind.replacen("(self, ", "(", 1).replacen("(self)", "()", 1);
        let _ = writeln!(out, "- `{handle}:{name}{kind}` {help}");
    }
}

fn union(out: &mut String, name: &str, about: &str, words: &[&str]) {
    let _ = writeln!(out, "-- {about}\nexport type {name} =");
    for word in words {
        let _ = writeln!(out, "\t| \"{word}\"");
    }
    out.push('\n');
}

fn class(out: &mut String, name: &str, about: &str, methods: &[(&str, &str, &str)]) {
    let _ = writeln!(out, "-- {about}\ndeclare class {name}");
    for (name, kind, help) in methods {
        let (arguments, result) = kind.split_once(" -> ").unwrap_or((kind, "()"));
        let _ = writeln!(out, "\t-- {help}\n\tfunction {name}{arguments}: {result}");
    }
    out.push_str("end\n\n");
}
