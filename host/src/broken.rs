//! What is wrong with packs that were found and cannot be used.

use bormida_core::games::Catalogue;
use bormida_core::pack::find::Packs;
use bormida_core::pack::{Diagnostic, Diagnostics, plain};

/// What is wrong with packs of the folder that was named or of the user's own, each finding once. Who asks for one of them
/// is else only told that it is not there.
pub(crate) fn broken_packs(catalogue: &Catalogue) -> Vec<Diagnostic> {
    let files = catalogue.files();
    let mut found: Vec<Diagnostic> = Vec::new();
    if files.folder().or(files.beside()).is_none() {
        return found;
    }
    let mut take = |wrong: Diagnostics| {
        for finding in wrong {
            if !found.contains(&finding) {
                found.push(finding);
            }
        }
    };
    take(Packs::games(files).broken().clone());
    for about in catalogue.abouts() {
        take(Packs::find(files, &about.id).broken().clone());
        take(catalogue.game(&about.id).map(|game| game.broken_packs()).unwrap_or_default());
    }
    found
}

/// A finding in one line: where and what.
pub(crate) fn in_a_line(finding: &Diagnostic) -> String {
    let told = match finding {
        Diagnostic { file, line: 0, message, .. } => format!("{file}: {message}"),
        Diagnostic { file, line, message, .. } => format!("{file}:{line}: {message}"),
    };
    plain::in_a_line(&told).into_owned()
}
