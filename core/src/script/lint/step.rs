//! Steps of a game in Luau: their keys, what their functions are given, and the names of the steps that they return.

use full_moon::ast::{Expression, Field, TableConstructor};

use super::scope::Thing;
use super::walk::{Walk, literal, name_of};
use crate::pack::nearest::did_you_mean;
use crate::script::game::{ASKING, OFFER, RUNNING};

/// The functions that return steps.
const GOING_ON: [&str; 3] = ["start", "play", "run"];

impl<'m, 't> Walk<'m, 't> {
    /// Whether a function that the game calls returns what steps come next.
    pub(super) fn goes_on(&self, name: &str) -> bool {
        self.module.game.is_some() && GOING_ON.contains(&name)
    }

    /// Whether a function that the game calls returns the orders that can be given.
    pub(super) fn offers(&self, name: &str) -> bool {
        self.module.game.is_some() && name == "offers"
    }

    /// A table that is written as an offer.
    pub(super) fn offer(&mut self, table: &'t TableConstructor) {
        let keys = || {
            table.fields().iter().filter_map(|field| match field {
                Field::NameKey { key, .. } => Some(key),
                _ => None,
            })
        };
        if !self.within_offers || keys().all(|key| name_of(key) != "verb") {
            return;
        }
        for key in keys().filter(|key| !OFFER.contains(&name_of(key))) {
            let hint = did_you_mean(name_of(key), OFFER).or_else(|| Some(format!("it has {}", OFFER.join(", "))));
            self.error(key, format!("an offer has no `{}`", name_of(key)), hint);
        }
    }

    /// What an argument is by its name, in a module of a game.
    pub(super) fn lent(&self, name: &str) -> Option<Thing<'m>> {
        let (_, class) = self.module.game.as_ref()?.lent.iter().find(|(lent, _)| *lent == name)?;
        Some(Thing::Handle(class))
    }

    /// A table that is written as a step: it has a section and something to call.
    pub(super) fn step(&mut self, table: &'t TableConstructor) {
        let module = self.module;
        let Some(game) = &module.game else { return };
        let fields = || {
            table.fields().iter().filter_map(|field| match field {
                Field::NameKey { key, value, .. } => Some((name_of(key), key, &**value)),
                _ => None,
            })
        };
        let has = |wanted: &str| fields().any(|(name, ..)| name == wanted);
        if !has("rule") || !(has("run") || has("play") || has("offers")) {
            return;
        }
        let known: &[&str] = if has("run") { &RUNNING } else { &ASKING };
        for (name, at, value) in fields() {
            if !known.contains(&name) {
                let kind = if has("run") { "a step with `run`" } else { "a step" };
                let hint = did_you_mean(name, known.iter().copied());
                self.error(at, format!("{kind} has no `{name}`"), hint);
            }
            let expected = game.steps.iter().find(|function| function.name == name);
            if let (Expression::Function(function), Some(expected)) = (value, expected) {
                self.placed.push((function.body(), expected));
            }
        }
    }

    /// What a function returns that says which steps come next, as far as it is written out.
    pub(super) fn next_steps(&mut self, value: &'t Expression) {
        match value {
            Expression::String(text) => {
                let Some(steps) = self.module.game.as_ref().and_then(|game| game.words.steps.as_ref()) else { return };
                let name = literal(text);
                if !steps.contains(name) {
                    let hint = did_you_mean(name, steps.iter().map(String::as_str));
                    let listed = || (steps.len() <= 12).then(|| format!("the steps are {}", joined(steps)));
                    self.error(text, format!("there is no step `{name}`"), hint.or_else(listed));
                }
            }
            Expression::TableConstructor(table) => {
                for field in table.fields() {
                    match field {
                        Field::NoKey(value) => self.next_steps(value),
                        Field::NameKey { key, .. } if name_of(key) != "over" => {
                            let hint = "a name, a list of names, or `{ over = { winner =, kind =, rule = } }`";
                            let what = format!("`{}` does not say which step comes next", name_of(key));
                            self.error(key, what, Some(hint.to_owned()));
                        }
                        _ => {}
                    }
                }
            }
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                self.next_steps(expression);
            }
            Expression::IfExpression(choice) => {
                self.next_steps(choice.if_expression());
                for other in choice.else_if_expressions().into_iter().flatten() {
                    self.next_steps(other.expression());
                }
                self.next_steps(choice.else_expression());
            }
            _ => {}
        }
    }
}

fn joined(steps: &std::collections::BTreeSet<String>) -> String {
    steps.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}
