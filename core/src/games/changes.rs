//! What a pack changes of its game, in words: rule points, numbers, tables, steps and orders, set-ups.

use super::HouseGame;
use crate::pack::SETUP;
use crate::pack::builtin::Files;
use crate::pack::manifest::MANIFEST;
use crate::pack::{Kind, Pack, Source, overlay};
use crate::script::lint::{entries, hooks};
use crate::script::{NumberLine, RULES, Reference};

/// One thing that a pack changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it is: `road_reach`, `turn.austrian_commands: 3 instead of 4`.
    pub what: String,
    /// The section of the rulebook; empty where there is none.
    pub section: String,
    /// What it means.
    pub help: String,
}

/// So many values of one file are told one by one.
const MOST_VALUES: usize = 12;
/// Letters of a value that are shown.
const MOST_LETTERS: usize = 48;

impl Change {
    fn new(what: impl Into<String>, section: &str, help: impl Into<String>) -> Change {
        Change { what: what.into(), section: section.to_owned(), help: help.into() }
    }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// All that a pack changes, in the order of its files; `files` are those that it is laid over.
#[must_use]
pub fn changes(game: &dyn HouseGame, files: &Files, pack: &Pack) -> Vec<Change> {
    let reference = game.reference().unwrap_or_default();
    let title = game.about().title;
    let mut found = match pack.manifest.kind {
        Kind::Game => vec![Change::new("a whole game", "", pack.manifest.title.as_str())],
        Kind::Bot => vec![Change::new("a player", "", "It can be seated on any side.")],
        Kind::Tutorial => vec![Change::new("a lesson", "", format!("It leads through {title}."))],
        Kind::Setup => vec![Change::new("a set-up", "", format!("Another position from which {title} begins."))],
        Kind::Variant => Vec::new(),
    };
    if pack.manifest.kind == Kind::Variant {
        found.extend(functions(&reference, pack));
        for path in pack.files.keys().filter(|path| path.ends_with(".toml") && *path != MANIFEST && *path != SETUP) {
            found.extend(values(&reference, files, pack, path));
        }
    }
    found
}

/// The rule points that it answers and the events that it hears of, and what it adds beside them.
fn functions(reference: &Reference, pack: &Pack) -> Vec<Change> {
    let Some(source) = pack.source(&format!("{RULES}.luau")) else { return Vec::new() };
    let point = |name: &str| reference.points.iter().find(|point| point.name == name);
    let mut found: Vec<Change> = hooks(&source)
        .into_iter()
        .filter_map(|hook| {
            let point = point(&hook.name)?;
            let alone = if hook.asks_below || point.kind == "event" { "" } else { " What lies below is not asked." };
            Some(Change::new(format!("{} {}", point.kind, point.name), point.section, format!("{}{alone}", point.help)))
        })
        .collect();
    let tables: Vec<&str> = reference.additions.iter().map(|addition| addition.table).collect();
    found.extend(entries(&source, &tables).into_iter().map(|entry| {
        let help = reference.additions.iter().find(|addition| addition.table == entry.table);
        Change::new(format!("{}.{}", entry.table, entry.name), "", help.map_or("", |addition| addition.help))
    }));
    found
}

/// The numbers and switches that a text sets, each with what it is in this game.
fn numbers(reference: &Reference, text: &str) -> Vec<Change> {
    let top: toml::Table = toml::from_str(text).unwrap_or_default();
    let set = |number: &NumberLine| {
        let value = top.get(&number.table)?.get(&number.name)?;
        let now = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let what = format!("{}.{} is {} instead of {}", number.table, number.name, clipped(&now), number.default);
        Some(Change::new(what, &number.section, number.help.as_str()))
    };
    reference.numbers.iter().filter_map(set).collect()
}

/// The values of a file of the game that it lays others over.
fn values(reference: &Reference, files: &Files, pack: &Pack, path: &str) -> Vec<Change> {
    let Some(own) = pack.source(path) else { return Vec::new() };
    let base = format!("data/{}/{path}", pack.manifest.game);
    let Ok(text) = files.text(&base) else {
        let numbers = numbers(reference, own.text());
        return match numbers.is_empty() {
            true => vec![Change::new(path, "", "A file of its own.")],
            false => numbers,
        };
    };
    let told = overlay::overrides(&[Source::new(base, text), own]).unwrap_or_default();
    if told.is_empty() {
        return vec![Change::new(path, "", "It adds to this file.")];
    }
    let number = |path: &str| {
        let (table, name) = path.split_once('.')?;
        reference.numbers.iter().find(|number| number.table == table && number.name == name)
    };
    let more = told.len().saturating_sub(MOST_VALUES);
    let mut found: Vec<Change> = told
        .iter()
        .take(MOST_VALUES)
        .map(|told| {
            let what = match told.path.strip_suffix(" (removed)") {
                Some(gone) => format!("{path}: {gone} is taken out"),
                None => {
                    let (now, before) = (clipped(&told.by.value), clipped(&told.over.value));
                    format!("{path}: {} is {now} instead of {before}", told.path)
                }
            };
            let number = number(&told.path);
            Change::new(what, number.map_or("", |number| &number.section), number.map_or("", |number| &number.help))
        })
        .collect();
    if more > 0 {
        found.push(Change::new(format!("{path}: {more} values more"), "", ""));
    }
    found
}
