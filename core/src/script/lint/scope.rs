//! Names in force while a script is read, and what is known of their values.

use std::collections::BTreeSet;

use super::super::points::{Fact, FactKind};
use super::expected::Class;
use crate::pack::nearest::nearest;

/// What is known of a value before the script runs.
#[derive(Clone, Debug)]
pub(super) enum Thing<'m> {
    /// Nothing.
    Unknown,
    /// A number.
    Number,
    /// True or false.
    Truth,
    /// This text.
    Text(String),
    /// Some text.
    AnyText,
    /// One of some words; also nil, if so marked.
    Word(&'static [&'static str]),
    /// One of some words, or one that a pack has added.
    Mostly(&'static [&'static str]),
    /// The name of a step of the game.
    Step(&'m BTreeSet<String>),
    /// A table or a function.
    Reference(&'static str),
    /// Facts of a rule point.
    Facts(&'m [Fact]),
    /// A handle.
    Handle(&'m Class),
    /// The function that asks what lies below.
    Default(&'static [Fact]),
}

impl Thing<'_> {
    /// What a fact is.
    pub(super) fn of_fact(kind: FactKind) -> Thing<'static> {
        match kind {
            FactKind::Count => Thing::Number,
            FactKind::Truth => Thing::Truth,
            FactKind::Word(words) | FactKind::MaybeWord(words) => Thing::Word(words),
            FactKind::Place(_) | FactKind::MaybePlace(_) => Thing::AnyText,
        }
    }

    /// What it is called, where it is told apart from others in a table's keys.
    pub(super) fn as_reference(&self) -> Option<&'static str> {
        match self {
            Thing::Reference(kind) => Some(kind),
            Thing::Default(_) => Some("function"),
            Thing::Facts(_) | Thing::Handle(_) => Some("handle"),
            _ => None,
        }
    }

    /// Its type, where that is sure.
    fn kind(&self) -> Option<&'static str> {
        match self {
            Thing::Number => Some("number"),
            Thing::Truth => Some("boolean"),
            Thing::Text(_) | Thing::AnyText | Thing::Word(_) | Thing::Mostly(_) | Thing::Step(_) => Some("text"),
            Thing::Reference(kind) => Some(kind),
            _ => None,
        }
    }

    /// Why two values are never equal, if that is sure, and the words that one of them can be.
    pub(super) fn never_equals<'a>(&'a self, other: &'a Thing<'_>) -> Option<(String, Vec<&'a str>)> {
        match (self, other) {
            (Thing::Step(steps), Thing::Text(text)) | (Thing::Text(text), Thing::Step(steps)) => {
                let known = || steps.iter().map(String::as_str).collect();
                (!steps.contains(text)).then(|| (format!("no step of the game is called \"{text}\""), known()))
            }
            (Thing::Word(words), Thing::Text(text)) | (Thing::Text(text), Thing::Word(words)) => {
                (!words.contains(&text.as_str())).then(|| (format!("this is never \"{text}\""), words.to_vec()))
            }
            (Thing::Mostly(words), Thing::Text(text)) | (Thing::Text(text), Thing::Mostly(words)) => {
                let is_slip = !words.contains(&text.as_str()) && nearest(text, words.iter().copied()).is_some();
                is_slip.then(|| (format!("this is never \"{text}\""), words.to_vec()))
            }
            _ => match (self.kind()?, other.kind()?) {
                (one, two) if one != two => Some((format!("a {one} is never equal to a {two}"), Vec::new())),
                _ => None,
            },
        }
    }
}

/// A local name.
#[derive(Clone, Debug)]
pub(super) struct Local<'m> {
    pub(super) name: String,
    /// How many functions lie around its declaration; 0 in the module itself.
    pub(super) depth: usize,
    pub(super) thing: Thing<'m>,
}

/// The local names in force, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scopes<'m> {
    locals: Vec<Local<'m>>,
    /// How many functions lie around the place that is read.
    pub(super) depth: usize,
}

impl<'m> Scopes<'m> {
    /// A mark to go back to with [`Scopes::leave`].
    pub(super) fn enter(&self) -> usize {
        self.locals.len()
    }

    /// Forgets the names since a mark.
    pub(super) fn leave(&mut self, mark: usize) {
        self.locals.truncate(mark);
    }

    pub(super) fn declare(&mut self, name: &str, thing: Thing<'m>) {
        self.locals.push(Local { name: name.to_owned(), depth: self.depth, thing });
    }

    pub(super) fn find(&self, name: &str) -> Option<&Local<'m>> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// All names in force.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().map(|local| local.name.as_str())
    }

    /// Whether a name is the module's own and a function is read: what it holds then outlives the call.
    pub(super) fn outlives_calls(&self, name: &str) -> bool {
        self.depth > 0 && self.find(name).is_some_and(|local| local.depth == 0)
    }
}
