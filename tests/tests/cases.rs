//! Every `.case` file below `cases/` and of the shipped packs, one test a file; failures stand with file and line.

#![expect(clippy::print_stdout, reason = "a test runner of its own speaks on the terminal")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bormida_core::games::{Catalogue, house};
use bormida_core::pack::builtin::Files;
use bormida_core::pack::case::CaseFile;

fn main() -> ExitCode {
    let filters: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["tests/cases", "tests/packs", "scripts"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let catalogue = match house(&Files::builtin()) {
        Ok(catalogue) => catalogue,
        Err(fault) => {
            println!("{fault}");
            return ExitCode::FAILURE;
        }
    };
    let (mut cases, mut failed) = (0, 0);
    for path in &files {
        let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
        let (file, only) = match filters.first().and_then(|filter| filter.split_once(':')) {
            Some((file, case)) => (Some(file), Some(case)),
            None => (filters.first().map(String::as_str), None),
        };
        if file.is_some_and(|file| !name.contains(file)) {
            continue;
        }
        let found = run(path, &name, only, &catalogue, &mut cases);
        println!("test {name} ... {}", if found.is_empty() { "ok" } else { "FAILED" });
        failed += found.len();
        found.iter().for_each(|finding| println!("{finding}"));
    }
    println!("\n{} files, {cases} cases, {failed} failed", files.len());
    if failed == 0 && (cases > 0 || !filters.is_empty()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a file, or one of its cases; what fails, case by case.
fn run(path: &Path, name: &str, only: Option<&str>, catalogue: &Catalogue, cases: &mut usize) -> Vec<String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(wrong) => return vec![format!("{name}: {wrong}")],
    };
    let file = match CaseFile::read(name, text) {
        Ok(file) => file,
        Err(findings) => return vec![findings.to_string()],
    };
    // a pack says it itself, wherever the project lies
    let game = catalogue.game_of_path(Path::new(name)).or_else(|| catalogue.game_of_path(path));
    let Some(game) = game else {
        return vec![format!("{name}: no folder of its path is called as a game, and no pack says so")];
    };
    let folder = path.parent().unwrap_or(path);
    let mut failed = Vec::new();
    for case in file.cases().iter().filter(|case| only.is_none_or(|only| case.name == only)) {
        *cases += 1;
        let findings = file.run_case(case, &mut *game.case(folder));
        if !findings.is_empty() {
            failed.push(format!("{} \"{}\"\n{findings}", case.name, case.title));
        }
    }
    failed
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().map(|entry| entry.path()) {
        if entry.is_dir() {
            collect(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "case") {
            files.push(entry);
        }
    }
}
