//! `check`: what is wrong in TOML files, cases and scripts.

use std::path::Path;

use bormida_core::games::HouseGame;
use bormida_core::pack::case::CaseFile;
use bormida_core::pack::{Diagnostic, Diagnostics, Severity};
use bormida_core::script::lint;
use serde_json::json;

use super::cases::whole;
use super::files::below;
use super::voice::{Ended, Status, Voice};
use super::words::Paths;

/// Looks at every file and tells all that it finds. Exit status 1 when a file cannot be used.
pub(super) fn run(args: &Paths, voice: &mut Voice<'_>) -> Ended {
    let catalogue = voice.catalogue;
    let named = args.game.as_deref().map(|id| catalogue.game(id)).transpose()?;
    let files = below(&args.paths, &["toml", "case", "luau"])?;
    let mut findings = Diagnostics::default();
    for file in &files {
        findings.extend(examine(file, named.or_else(|| catalogue.game_of_path(&whole(file)))));
    }
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if voice.json {
        let warnings = findings.len() - errors;
        voice.object(&json!({ "files": files.len(), "errors": errors, "warnings": warnings, "findings": findings }))?;
    } else {
        for finding in &findings {
            writeln!(voice.out, "{finding}")?;
        }
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let (files, warnings) = (count(files.len(), "file"), count(findings.len() - errors, "warning"));
        writeln!(voice.out, "{files}: {}, {warnings}", count(errors, "error"))?;
    }
    Ok(if errors > 0 { Status::Findings } else { Status::Fine })
}

fn examine(path: &Path, game: Option<&dyn HouseGame>) -> Diagnostics {
    let name = path.display().to_string();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Diagnostic::of_file(name, format!("cannot be read: {error}")).into(),
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    if ending == "luau" {
        let module = game.map(|game| game.module(path)).unwrap_or_default();
        return lint::examine(&name, &bytes, &module);
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            return Diagnostic::of_file(name, format!("is no text: byte {at} is not UTF-8")).into();
        }
    };
    match (ending, game) {
        ("case", _) => CaseFile::read(name, text).err().unwrap_or_default(),
        ("toml", Some(game)) => game.examine(&name, &text).unwrap_or_else(|| {
            let what = format!("is no kind of file that {} knows", game.about().id);
            Diagnostic::of_file(name, what).into()
        }),
        ("toml", None) => {
            Diagnostic::of_file(name, "no folder of its path is called as a game; --game names one").into()
        }
        _ => Diagnostic::of_file(name, "is neither TOML nor a case nor a script").into(),
    }
}
