//! Running the cases of many files side by side.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use super::HouseGame;
use crate::pack::case::CaseFile;
use crate::pack::{Diagnostic, Diagnostics};

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

fn prove_file(path: &Path, game: Option<&dyn HouseGame>) -> Proof {
    let name = path.display().to_string();
    let broken = |findings: Diagnostics| {
        let failures = findings.into_iter().map(|finding| Failure { case: String::new(), finding }).collect();
        Proof { passed: 0, failed: 1, failures }
    };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return broken(Diagnostic::of_file(name, format!("cannot be read: {error}")).into()),
    };
    let Some(game) = game else {
        return broken(Diagnostic::of_file(name, "no folder of its path is called as a game").into());
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
