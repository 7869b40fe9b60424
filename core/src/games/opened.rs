//! What a fault says of a pack that does not open, told at the author's own line.

use crate::kernel::Fault;
use crate::pack::manifest::MANIFEST;
use crate::pack::{Diagnostic, Kind, Pack, Source};

/// The finding that a pack does not open, or not begin a match: at the line of the script that failed, or where a table that
/// cannot be used is written.
#[must_use]
pub fn finding(pack: &Pack, fault: &Fault) -> Diagnostic {
    let (file, line) = fault.at.rsplit_once(':').map_or((&*fault.at, None), |(file, line)| (file, line.parse().ok()));
    let hook = if fault.hook.is_empty() { String::new() } else { format!("{}: ", fault.hook) };
    let entry = match pack.manifest.kind {
        Kind::Game if pack.manifest.engine.is_none() => "game.luau",
        Kind::Bot => "bot.luau",
        Kind::Tutorial => "lesson.luau",
        _ => MANIFEST,
    };
    let file = if file.is_empty() { entry } else { file };
    match pack.source(file).filter(|_| fault.pack == pack.id()) {
        Some(source) => {
            let line = line.or_else(|| written(&source, &fault.what)).unwrap_or(1);
            Diagnostic::error(&source, source.line_span(line), format!("this does not open: {hook}{}", fault.what))
        }
        None => Diagnostic::of_file(pack.called(MANIFEST), format!("this does not open: {fault}")),
    }
}

/// The line at which a script writes what a message names in backquotes, from without to within: `steps.turn`, `ask`.
fn written(source: &Source, what: &str) -> Option<usize> {
    let (mut found, mut from) = (None, 0);
    for named in what.split('`').skip(1).step_by(2) {
        let name = named.rsplit('.').next().unwrap_or(named);
        let begins = |line: &str| {
            let line = line.trim_start();
            let rest = line.strip_prefix("local ").unwrap_or(line).strip_prefix(name);
            !name.is_empty() && rest.is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        if let Some(at) = source.text().lines().skip(from).position(begins) {
            from += at;
            found = Some(from + 1);
        }
    }
    found
}
