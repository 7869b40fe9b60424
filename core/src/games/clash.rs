//! Packs in a stack that say different things: the upper one wins, and people should know.

use std::collections::BTreeSet;

use crate::pack::manifest::MANIFEST;
use crate::pack::{Diagnostic, Diagnostics, Pack, Source, overlay};
use crate::script::lint::{Entry, Hook, entries, hooks};
use crate::script::{Addition, Answer, Point, RULES};

/// Where packs, below to above, change the same value of a file, answer the same question without asking what lies below,
/// or add what is called or placed alike. `base` is a file of the game that they lie over.
pub(super) fn clashes(
    packs: &[Pack],
    points: &[Point],
    additions: &[Addition],
    base: &dyn Fn(&str) -> Option<Source>,
) -> Diagnostics {
    let mut found = Diagnostics::default();
    let paths: BTreeSet<&String> = packs.iter().flat_map(|pack| pack.files.keys()).collect();
    for path in paths.into_iter().filter(|path| path.ends_with(".toml") && *path != MANIFEST) {
        let own: Vec<Source> = packs.iter().filter_map(|pack| pack.source(path)).collect();
        if own.len() > 1 {
            let bottom = base(path).unwrap_or_else(|| Source::new(path.as_str(), ""));
            let layers: Vec<Source> = std::iter::once(bottom).chain(own).collect();
            // files that cannot be laid over each other are told when they are read
            found.extend(overlay::conflicts(&layers).unwrap_or_default());
        }
    }
    let scripts: Vec<(&Pack, Source, Vec<Hook>)> = packs
        .iter()
        .filter_map(|pack| {
            let source = pack.source(&format!("{RULES}.luau"))?;
            let own = hooks(&source);
            Some((pack, source, own))
        })
        .collect();
    let is_question = |name: &str| points.iter().any(|point| point.name == name && point.answer != Answer::Effects);
    for (k, (_, source, own)) in scripts.iter().enumerate() {
        for hook in own.iter().filter(|hook| is_question(&hook.name) && !hook.asks_below) {
            let below = scripts[..k].iter().rev().find(|(_, _, other)| other.iter().any(|o| o.name == hook.name));
            if let Some((below, ..)) = below {
                let what =
                    format!("`{}` never asks `default`, so what \"{}\" says to it is not heard", hook.name, below.id());
                let hint = "call `default()` where this pack has nothing to say, or turn the order of the packs round";
                found.push(Diagnostic::warning(source, hook.at.clone(), what).hint(Some(hint.to_owned())));
            }
        }
    }
    let tables: Vec<&str> = additions.iter().map(|addition| addition.table).collect();
    let added: Vec<Vec<Entry>> = scripts.iter().map(|(_, source, _)| entries(source, &tables)).collect();
    for (k, (_, source, _)) in scripts.iter().enumerate() {
        for entry in &added[k] {
            for (other, (below, ..)) in added[..k].iter().zip(&scripts) {
                found.extend(other.iter().filter_map(|other| clash(source, entry, below.id(), other)).collect());
            }
        }
    }
    found
}

/// What an entry of a pack and one of a pack below it cannot both have, or have in turns.
fn clash(source: &Source, entry: &Entry, below: &str, other: &Entry) -> Option<Diagnostic> {
    let named = |entry: &Entry| format!("`{}.{}`", entry.table, entry.name);
    let text = |entry: &Entry, key: &str| entry.texts.get(key).cloned();
    let word = |entry: &Entry| text(entry, WORD).unwrap_or_else(|| (entry.name.clone(), entry.at.clone()));
    let (own, at) = word(entry);
    if is_given(entry) && is_given(other) && own == word(other).0 {
        let what = format!("\"{own}\" is the word of {} here and of {} of \"{below}\"", named(entry), named(other));
        let hint = format!("no match can be played with both: `{WORD}` gives one of them another");
        return Some(Diagnostic::warning(source, at, what).hint(Some(hint)));
    }
    let (after, at) = text(entry, AFTER)?;
    (text(other, AFTER)?.0 == after).then(|| {
        let what = format!("{} follows \"{after}\", and so does {} of \"{below}\"", named(entry), named(other));
        let hint = "that of the lower pack is played first; the other order of the packs turns it round";
        Diagnostic::warning(source, at, what).hint(Some(hint.to_owned()))
    })
}

/// Whether somebody gives it as an order or an answer: then it has a word.
fn is_given(entry: &Entry) -> bool {
    entry.functions.contains(CHOOSE) || !entry.texts.contains_key(AFTER)
}

/// The keys of entries that say when they are played, what their text is, and that somebody is asked.
const AFTER: &str = "after";
const WORD: &str = "word";
const CHOOSE: &str = "choose";
