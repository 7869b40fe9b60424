//! Packs in a stack that say different things: the upper one wins, and people should know.

use std::collections::BTreeSet;

use crate::pack::manifest::MANIFEST;
use crate::pack::{Diagnostic, Diagnostics, Pack, Source, overlay};
use crate::script::lint::{Hook, hooks};
use crate::script::{Answer, Point, RULES};

/// Where packs, below to above, change the same value of a file, or answer the same question without asking what lies
/// below. `base` is a file of the game that they lie over.
pub(super) fn clashes(packs: &[Pack], points: &[Point], base: &dyn Fn(&str) -> Option<Source>) -> Diagnostics {
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
    found
}
