//! Running the cases and scripted tests of many files side by side.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::HouseGame;
use crate::pack::case::CaseFile;
use crate::pack::{Diagnostic, Diagnostics, Pack, Source, archive};
use crate::script::trial::{Tried, try_file};
use crate::script::{ScriptError, Sources};

/// What came of the cases.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Proof {
    /// Cases that hold.
    pub passed: usize,
    /// Cases that do not, and files that cannot be read.
    pub failed: usize,
    /// What does not hold, by file and place.
    pub failures: Vec<Failure>,
}

/// Something in a case that does not hold.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The case's name; empty when the file as a whole is at fault.
    pub case: String,
    /// File, line and reason.
    #[serde(flatten)]
    pub finding: Diagnostic,
}

/// Runs every case of some files; `game_of` says which game a file belongs to.
pub fn prove<'g>(files: &[PathBuf], game_of: &(dyn Fn(&Path) -> Option<&'g dyn HouseGame> + Sync)) -> Proof {
    let parts: Vec<Proof> = files.par_iter().map(|file| prove_file(file, game_of(file))).collect();
    parts.into_iter().fold(Proof::default(), |mut all, mut part| {
        all.passed += part.passed;
        all.failed += part.failed;
        all.failures.append(&mut part.failures);
        all
    })
}

/// A file that cannot be run.
fn broken(findings: Diagnostics) -> Proof {
    let failures = findings.into_iter().map(|finding| Failure { case: String::new(), finding }).collect();
    Proof { passed: 0, failed: 1, failures }
}

/// The pack that a file lies in: a folder with a manifest, or an archive.
#[must_use]
pub fn pack_of(path: &Path) -> Option<&Path> {
    path.ancestors().skip(1).find(|above| Pack::is_at(above))
}

/// The tests of a pack's script.
fn prove_script(path: &Path, game: Option<&dyn HouseGame>) -> Proof {
    let name = path.display().to_string();
    let Some((folder, within)) = pack_of(path).and_then(|folder| Some((folder, path.strip_prefix(folder).ok()?)))
    else {
        return broken(Diagnostic::of_file(name, "no folder above it is a pack, whose tests it could hold").into());
    };
    let pack = match Pack::read(folder) {
        Ok(pack) => pack,
        Err(findings) => return broken(findings),
    };
    let within = within.to_string_lossy().replace('\\', "/");
    let sources = Sources::of(&pack.files);
    let data = game.map(|game| game.data()).unwrap_or_default();
    let finding = |err: &ScriptError| {
        let own = err.file.as_deref().and_then(|file| Some((file, pack.files.get(file)?)));
        let Some((file, text)) = own else { return Diagnostic::of_file(name.clone(), err.message.clone()) };
        let source = Source::new(folder.join(file).display().to_string(), text.as_str());
        Diagnostic::error(&source, source.line_span(err.line.unwrap_or(1) as usize), err.message.clone())
    };
    let open = || game.map(|game| game.case(folder));
    let run = || try_file(pack.id(), &sources, within.trim_end_matches(".luau"), &pack.options, &data, &open);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    match outcome {
        Ok(Ok(tried)) => {
            let mut proof = Proof::default();
            for Tried { name, failure } in tried {
                match failure {
                    None => proof.passed += 1,
                    Some(err) => {
                        proof.failed += 1;
                        proof.failures.push(Failure { case: name, finding: finding(&err) });
                    }
                }
            }
            proof
        }
        Ok(Err(err)) => broken(finding(&err).into()),
        Err(_) => broken(Diagnostic::of_file(name.clone(), "the program itself failed in these tests").into()),
    }
}

/// What is said of a file whose game nobody knows.
pub const NO_GAME: &str = "which game it is of is not known: no folder above it is called like a game, and no pack.toml \
                           above it names one that is here; `--game` names it";

fn prove_file(path: &Path, game: Option<&dyn HouseGame>) -> Proof {
    if path.extension().is_some_and(|ending| ending == "luau") {
        return prove_script(path, game);
    }
    let name = path.display().to_string();
    let text = match archive::bytes(path).map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(_)) => return broken(Diagnostic::of_file(name, "cannot be read: it is no text in UTF-8").into()),
        Err(findings) => return broken(findings),
    };
    let Some(game) = game else {
        return broken(Diagnostic::of_file(name, NO_GAME).into());
    };
    let file = match CaseFile::read(name, text) {
        Ok(file) => file,
        Err(findings) => return broken(findings),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let run = |case: &crate::pack::case::Case| {
        let run = AssertUnwindSafe(|| file.run_case(case, &mut *game.case(folder)));
        let findings = catch_unwind(run).unwrap_or_else(|_| {
            Diagnostic::error(file.source(), case.span.clone(), "the program itself failed in this case").into()
        });
        (case.name.clone(), findings)
    };
    let outcomes: Vec<(String, Diagnostics)> = file.cases().par_iter().map(run).collect();
    let mut proof = Proof::default();
    for (case, findings) in outcomes {
        match findings.is_empty() {
            true => proof.passed += 1,
            false => proof.failed += 1,
        }
        proof.failures.extend(findings.into_iter().map(|finding| Failure { case: case.clone(), finding }));
    }
    proof
}
