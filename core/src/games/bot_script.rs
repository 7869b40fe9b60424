//! Bots of native games in Luau, as far as they are alike: a pack's `bot.luau` with `choose(view, orders, rng)`, traits that it
//! weighs, and what of them is written for editors and people.

use std::fmt::Write;

use crate::kernel::{Fault, No, Rng};
use crate::pack::nearest::did_you_mean;
use crate::script::lint::{Class, Expected, Given, Module};
use crate::script::{Alarm, Chance, Hook, Limits, Meter, Sandbox, Sources, UserData, Value};

/// The module of a bot's pack, without `.luau`.
pub(crate) const BOT: &str = "bot";

/// A method of a handle: its name, its type, what it gives.
pub(crate) type Method = (&'static str, &'static str, &'static str);
/// A trait: its name, and what it counts.
pub(crate) type Trait = (&'static str, &'static str);

/// What a bot chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// An order of the list by its place, from 0.
    Listed(usize),
    /// An order as text.
    Text(String),
}

/// The script of a bot.
pub(crate) struct BotScript {
    sandbox: Sandbox,
    choose: Hook,
}

impl BotScript {
    /// Loads the bot of a pack.
    ///
    /// # Errors
    /// A script that does not load, or has no function `choose`.
    pub(crate) fn load(pack: &str, sources: Sources) -> Result<BotScript, Fault> {
        let sandbox = Sandbox::new(pack, sources, Limits::default(), &Meter::default())?;
        let choose = sandbox.load(BOT)?.hook("choose")?;
        let missing = || broken(pack, "bot.luau must return a table with a function `choose`");
        Ok(BotScript { choose: choose.ok_or_else(missing)?, sandbox })
    }

    /// What ends a choice that takes too long by the wall clock.
    pub(crate) fn alarm(&self) -> &Alarm {
        self.sandbox.meter().alarm()
    }

    /// Asks for one of so many orders.
    ///
    /// # Errors
    /// A script that fails, or gives no order of the list and no text.
    pub(crate) fn choose<V, O>(&self, view: &V, orders: &O, most: usize, rng: &mut Rng) -> Result<Answer, Fault>
    where
        V: UserData + 'static,
        O: UserData + 'static,
    {
        let mut chance = Chance(Rng::with_seed(rng.u64(..)));
        let answer = self.sandbox.call_with(&self.choose, |args| {
            args.handle(view)?;
            args.handle(orders)?;
            args.handle_mut(&mut chance)
        });
        // no hook that a match could switch off
        let answer = answer.map_err(|err| Fault { hook: String::new(), ..Fault::from(err) })?;
        match answer {
            Value::Text(text) => Ok(Answer::Text(text)),
            Value::Int(k) => match usize::try_from(k - 1).ok().filter(|k| *k < most) {
                Some(k) => Ok(Answer::Listed(k)),
                None => Err(self.broken(format!("choose gave {k}; there are orders 1 to {most}"))),
            },
            _ => Err(self.broken("choose must give the number of an order, or an order's text")),
        }
    }

    /// A fault of this bot's.
    pub(crate) fn broken(&self, what: impl Into<String>) -> Fault {
        broken(self.sandbox.pack(), what)
    }

    /// Why an order that it chose does not go.
    pub(crate) fn refused(&self, no: No) -> Fault {
        match no {
            No::Fault(fault) => fault,
            No::Refused(refusal) => self.broken(format!("choose gave an order that is not legal: {refusal}")),
        }
    }
}

fn broken(pack: &str, what: impl Into<String>) -> Fault {
    Fault { pack: pack.to_owned(), ..Fault::new(what) }
}

/// The place of a trait by its name.
pub(crate) fn trait_named(traits: &[Trait], name: &str) -> mlua::Result<usize> {
    traits.iter().position(|(known, _)| *known == name).ok_or_else(|| {
        let hint = did_you_mean(name, traits.iter().map(|(known, _)| *known));
        mlua::Error::runtime(format!("no trait \"{name}\"{}", hint.map_or(String::new(), |h| format!("; {h}"))))
    })
}

/// The weights of a table by trait; what is not in it weighs nothing.
pub(crate) fn weights<const N: usize>(traits: &[Trait; N], table: &mlua::Table) -> mlua::Result<[f32; N]> {
    let mut by = [0.0; N];
    table.for_each(|name: String, weight: f32| {
        by[trait_named(traits, &name)?] = weight;
        Ok(())
    })?;
    Ok(by)
}

/// What traits are worth in all.
#[must_use]
pub(crate) fn worth<const N: usize>(traits: &[f32; N], weights: &[f32; N]) -> f32 {
    traits.iter().zip(weights).map(|(t, w)| t * w).sum()
}

/// What a game lends its bots, as it is declared, linted and written down.
pub(crate) struct Lent {
    /// The game's title.
    pub(crate) title: &'static str,
    /// How places are named, in words.
    pub(crate) places: &'static str,
    pub(crate) view: &'static [Method],
    pub(crate) orders: &'static [Method],
    pub(crate) verbs: Vec<&'static str>,
    /// The names of the decisions that a seat is asked for.
    pub(crate) asked: &'static [&'static str],
    pub(crate) traits: &'static [Trait],
}

impl Lent {
    /// What `check` expects of a bot's module.
    pub(crate) fn module(&self, verbs: &'static [&'static str]) -> Module {
        let names: Vec<&'static str> = self.traits.iter().map(|(name, _)| *name).collect();
        let orders = Class::of("Orders", self.orders).answering("verb", verbs).taking("trait", 1, &names);
        let given = vec![
            Given::Class(Class::of("View", self.view).answering("asked", self.asked)),
            Given::Class(orders.keyed("weigh", &names)),
            Module::chance(),
        ];
        let functions = vec![Expected { name: "choose", given }];
        Module { functions, kind: "function", needed: Some("choose"), ..Module::default() }
    }

    /// The declarations of what `choose(view, orders, rng)` is lent.
    pub(crate) fn declarations(&self) -> String {
        let mut out = "-- Made from the program's own lists; a test fails when they differ.\n\n".to_owned();
        out.push_str("export type Side = \"austrian\" | \"french\"\n\n");
        out.push_str("-- What an order does; each is better for the seat when it is greater.\nexport type Trait =\n");
        for (name, about) in self.traits {
            let _ = writeln!(out, "\t| \"{name}\" -- {about}");
        }
        out.push('\n');
        union(&mut out, "Verb", "What an order does.", &self.verbs);
        union(&mut out, "Asked", "The decisions that a seat is asked for.", self.asked);
        class(&mut out, "View", &format!("What the seat knows. {}", self.places), self.view);
        class(&mut out, "Orders", "The legal orders that are worth a thought, from 1.", self.orders);
        out.push_str(
            "-- What `bot.luau` returns. `choose` gives the number of an order, or any legal order as text.\n",
        );
        out.push_str(
            "export type Bot = {\n\tchoose: (view: View, orders: Orders, rng: Chance) -> number | string,\n}\n",
        );
        out
    }

    /// The same as a part of a page for people; `places` says how places are named there.
    pub(crate) fn page(&self, places: &str) -> String {
        let mut out = format!("## What bots of {} are lent\n\n", self.title);
        let _ = writeln!(out, "`view`: what the seat knows. {places}\n");
        methods(&mut out, "view", self.view);
        out.push_str("\n`orders`: the legal orders that are worth a thought, from 1.\n\n");
        methods(&mut out, "orders", self.orders);
        let listed = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "\nVerbs: {}.\n\nDecisions: {}.\n", listed(&self.verbs), listed(self.asked));
        out.push_str("Traits, each better for the seat when it is greater:\n\n");
        for (name, about) in self.traits {
            let _ = writeln!(out, "- `{name}`: {about}.");
        }
        out
    }
}

fn methods(out: &mut String, handle: &str, methods: &[Method]) {
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

fn class(out: &mut String, name: &str, about: &str, methods: &[Method]) {
    let _ = writeln!(out, "-- {about}\ndeclare class {name}");
    for (name, kind, help) in methods {
        let (arguments, result) = kind.split_once(" -> ").unwrap_or((kind, "()"));
        let _ = writeln!(out, "\t-- {help}\n\tfunction {name}{arguments}: {result}");
    }
    out.push_str("end\n\n");
}
