//! `check`: what is wrong in TOML files, cases, scripts and whole packs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bormida_core::games::opened::finding;
use bormida_core::games::proof::{NO_GAME, pack_of};
use bormida_core::games::{Catalogue, HouseGame};
use bormida_core::lesson;
use bormida_core::pack::case::CaseFile;
use bormida_core::pack::manifest::MANIFEST;
use bormida_core::pack::{Diagnostic, Diagnostics, Kind, Origin, Pack, Severity, archive, depends, options};
use bormida_core::script::lint::{self, GameWords, Module};
use serde_json::json;

use super::cases::{is_test, whole};
use super::files::below;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Paths;

/// Looks at every file and tells all that it finds. Exit status 1 when a file cannot be used.
pub(super) fn run(args: &Paths, voice: &mut Voice<'_>) -> Ended {
    let (files, findings) = look_at(&args.paths, args.game.as_deref(), voice.catalogue)?;
    tell(files, &findings, voice)?;
    Ok(if findings.has_errors() { Status::Findings } else { Status::Fine })
}

/// Tells how many files were looked at, and what was found.
pub(super) fn tell(files: usize, findings: &Diagnostics, voice: &mut Voice<'_>) -> Result<(), Failure> {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    if voice.json {
        let warnings = findings.len() - errors;
        return voice.object(&json!({ "files": files, "errors": errors, "warnings": warnings, "findings": findings }));
    }
    for finding in findings {
        writeln!(voice.out, "{finding}")?;
    }
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let (files, warnings) = (count(files, "file"), count(findings.len() - errors, "warning"));
    Ok(writeln!(voice.out, "{files}: {}, {warnings}", count(errors, "error"))?)
}

/// What is wrong with some packs, as the command tells it.
pub(crate) fn findings(places: &[PathBuf], catalogue: &Catalogue) -> Diagnostics {
    match look_at(places, None, catalogue) {
        Ok((_, findings)) => findings,
        Err(failure) => Diagnostic::of_file("", failure.to_string()).into(),
    }
}

/// What is wrong with some files and those in some folders: how many files these are, and the findings. The packs among
/// them are looked at as wholes too, and the variants of one game as a stack, in the order of their paths.
pub(super) fn look_at(
    paths: &[PathBuf],
    game: Option<&str>,
    catalogue: &Catalogue,
) -> Result<(usize, Diagnostics), Failure> {
    let named = game.map(|id| catalogue.game(id)).transpose()?;
    let files = below(paths, &["toml", "case", "luau"])?;
    let mut packs: BTreeMap<PathBuf, Result<Pack, Diagnostics>> = BTreeMap::new();
    for folder in files.iter().filter_map(|file| pack_of(file)) {
        packs.entry(folder.to_owned()).or_insert_with(|| Pack::read(folder));
    }
    // what one module of a game in Luau says holds for all of them
    let words: BTreeMap<&Path, GameWords> = packs
        .iter()
        .filter_map(|(folder, pack)| Some((folder.as_path(), pack.as_ref().ok().filter(|pack| is_luau_game(pack))?)))
        .map(|(folder, pack)| (folder, GameWords::of(&pack.files)))
        .collect();
    let game_of = |path: &Path| named.or_else(|| catalogue.game_of_path(&whole(path)));
    let mut findings = Diagnostics::default();
    let mut whole_packs = Vec::new();
    for file in &files {
        let folder = pack_of(file);
        let pack = folder.and_then(|folder| packs.get(folder));
        let is_manifest = file.file_name().is_some_and(|name| name == MANIFEST);
        match pack {
            Some(Err(wrong)) if is_manifest => findings.extend(wrong.clone()),
            Some(Ok(pack)) if is_manifest => {
                let game = named.map_or_else(|| catalogue.game(&pack.manifest.game), Ok);
                let strange = game.as_ref().err().filter(|_| pack.manifest.kind != Kind::Game);
                if let Some(unfit) = strange {
                    findings.push(Diagnostic::of_file(file.display().to_string(), unfit.to_string()));
                }
                // a game that nobody can open is told here alone
                let left_out = catalogue.left_out().find(|(id, _)| *id == pack.id());
                if let Some((_, why)) = left_out.filter(|_| pack.manifest.kind == Kind::Game) {
                    let shown = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
                    findings.push(placed(finding(pack, why), pack, &shown));
                    continue;
                }
                let own = pack.manifest.kind;
                // a set-up that is here is called so itself
                if own != Kind::Setup
                    && let Some(taken) = catalogue.name_taken(pack.id(), own, &pack.manifest.game)
                {
                    findings.push(Diagnostic::of_file(file.display().to_string(), taken));
                }
                let game = game.ok();
                whole_packs.extend(game.map(|game| (game, pack, folder)));
            }
            Some(Ok(pack)) if is_overlay(pack, file) => {}
            _ => {
                let words = folder.and_then(|folder| words.get(folder));
                findings.extend(examine(file, game_of(file), pack, words));
            }
        }
    }
    for (game, pack, folder) in &whole_packs {
        let shown = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        let whole = game.examine_pack(pack).into_iter().map(|found| placed(found, pack, &shown));
        findings.extend(whole.collect());
        let own = |found: &&Diagnostic| Path::new(&found.file).starts_with(&shown);
        // what is wrong with its files is why it does not open
        let is_sound = findings.iter().filter(own).all(|found| found.severity == Severity::Warning);
        let installed = game.packs();
        let known: Vec<&Pack> = whole_packs.iter().map(|(_, pack, _)| *pack).chain(installed.all()).collect();
        let known: Vec<&Pack> = known.into_iter().filter(|known| known.manifest.game == pack.manifest.game).collect();
        match depends::below(pack, &known) {
            Err(found) => findings.push(placed(*found, pack, &shown)),
            Ok(_) if is_sound && pack.manifest.kind == Kind::Tutorial => {
                let found = lesson::examine(pack, catalogue).into_iter().map(|found| placed(found, pack, &shown));
                findings.extend(found.collect());
            }
            Ok(below) if is_sound => {
                let opened = game.open_pack(pack, &below).err();
                findings.extend(opened.iter().map(|fault| placed(finding(pack, fault), pack, &shown)).collect());
            }
            Ok(_) => {}
        }
    }
    findings.extend(clashes(&whole_packs));
    Ok((files.len(), findings))
}

/// Where the variants of one game say different things.
fn clashes(packs: &[(&dyn HouseGame, &Pack, Option<&Path>)]) -> Diagnostics {
    let mut found = Diagnostics::default();
    let mut games: Vec<String> = packs.iter().map(|(_, pack, _)| pack.manifest.game.clone()).collect();
    games.sort();
    games.dedup();
    for id in games {
        let own = packs.iter().filter(|(_, pack, _)| pack.manifest.game == id && pack.manifest.kind == Kind::Variant);
        let stack: Vec<Pack> = own.clone().map(|(_, pack, _)| (*pack).clone()).collect();
        if let Some((game, ..)) = { own }.next() {
            found.extend(game.clashes(&stack));
        }
    }
    found
}

/// A finding in a file of a pack, told by its path instead of the pack's id.
pub(super) fn placed(mut found: Diagnostic, pack: &Pack, folder: &str) -> Diagnostic {
    if let Some(within) = found.file.strip_prefix(&format!("{}/", pack.id())) {
        found.file = Path::new(folder).join(within).display().to_string();
    }
    found
}

/// Whether a TOML file says only what differs: it is looked at together with what it is laid over.
fn is_overlay(pack: &Pack, file: &Path) -> bool {
    let kind = matches!(pack.manifest.kind, Kind::Variant | Kind::Setup);
    kind && file.extension().is_some_and(|ending| ending == "toml")
}

/// The path of a file within its pack.
fn within(pack: &Pack, path: &Path) -> Option<String> {
    let Origin::Disk(folder) = &pack.origin else { return None };
    Some(path.strip_prefix(folder).ok()?.to_string_lossy().replace('\\', "/"))
}

/// Whether a pack is a game in Luau as a whole, without an engine of the house.
fn is_luau_game(pack: &Pack) -> bool {
    pack.manifest.kind == Kind::Game && pack.manifest.engine.is_none()
}

fn examine(
    path: &Path,
    game: Option<&dyn HouseGame>,
    read: Option<&Result<Pack, Diagnostics>>,
    words: Option<&GameWords>,
) -> Diagnostics {
    let pack = read.and_then(|read| read.as_ref().ok());
    let name = path.display().to_string();
    if path.is_symlink() && pack_of(path).is_some() {
        return Diagnostic::of_file(name, "is a link; the files of a pack lie in its own folder").into();
    }
    // the texts of a pack have been read with it, where another look would unpack an archive again
    let packed = pack.and_then(|pack| pack.files.get(&within(pack, path)?));
    let bytes = match packed.map_or_else(|| archive::bytes(path), |text| Ok(text.clone().into_bytes())) {
        Ok(bytes) => bytes,
        Err(findings) => return findings,
    };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
    if ending == "luau" {
        // some editors begin a file with a byte order mark
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
        let mut module = module(path, game, pack, words);
        if read.is_some_and(Result::is_err) {
            match declared(path) {
                Some(names) => module.options = Some(names),
                // which options it has is not known until its manifest is mended
                None => module.globals.push("options"),
            }
        }
        return lint::examine(&name, bytes, &module);
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
            // a game that does not begin says nothing of its files, and why it does not is told
            if game.about().broken.is_some() {
                return Diagnostics::default();
            }
            let what = format!("is no kind of file that {} knows", game.about().id);
            Diagnostic::of_file(name, what).into()
        }),
        ("toml", None) => Diagnostic::of_file(name, NO_GAME).into(),
        _ => Diagnostic::of_file(name, "is neither TOML nor a case nor a script").into(),
    }
}

/// The options that the manifest of a script's pack declares, broken as it may be otherwise.
fn declared(script: &Path) -> Option<Vec<String>> {
    let manifest = archive::bytes(&pack_of(script)?.join(MANIFEST)).ok()?;
    options::names(&String::from_utf8(manifest).ok()?)
}

/// What a script of a pack is expected to be.
fn module(path: &Path, game: Option<&dyn HouseGame>, pack: Option<&Pack>, words: Option<&GameWords>) -> Module {
    let mut module = match (is_test(path), words) {
        (true, _) => Module::of_tests(),
        (false, Some(words)) => {
            let is_entry = pack.and_then(|pack| within(pack, path)).is_some_and(|within| within == "game.luau");
            Module::of_game(words.clone(), is_entry)
        }
        (false, None) if pack.is_some_and(|pack| pack.manifest.kind == Kind::Tutorial) => lesson::module(),
        (false, None) => game.map(|game| game.module(path)).unwrap_or_default(),
    };
    let has_options = |pack: &&Pack| is_test(path) || matches!(pack.manifest.kind, Kind::Variant | Kind::Game);
    if let Some(pack) = pack.filter(has_options) {
        module.options = Some(pack.manifest.options.iter().map(|option| option.name.clone()).collect());
    }
    module
}
