//! The program in the terminal.

mod cases;
mod check;
mod copy;
mod docs;
mod files;
mod fuzz;
mod learn;
mod listing;
mod new;
mod off;
mod open;
mod orders;
mod pack;
mod patch;
mod play;
mod render;
mod replay;
mod rules;
mod study;
mod talk;
mod typed;
mod voice;
mod words;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use bormida_core::games::proof::pack_of;
use bormida_core::games::{Catalogue, house_with};
use bormida_core::pack::builtin::Files;
use bormida_core::pack::manifest::MANIFEST;
use bormida_core::pack::{Kind, Pack, archive};
use clap::Parser;
use clap::error::ErrorKind;

pub(crate) use cases::prove_packs;
pub(crate) use check::findings;
pub(crate) use new::{Changeable, begin_change, changeable};
pub(crate) use off::Off;

use crate::broken::broken_packs;
use crate::saves;
use voice::{Ended, Failure, Plain, Voice};
use words::{Asked, Command, OnDamage, OnDivergence, Play, Words};

/// Does what the command line asks for.
#[must_use]
pub fn main() -> ExitCode {
    let words = match Words::try_parse() {
        Ok(words) => words,
        Err(error) => return wrong_words(&error),
    };
    let json = words.json;
    voice::exit(&obey(&words), json)
}

fn obey(words: &Words) -> Ended {
    let files = match &words.packs {
        None => Files::builtin(),
        Some(folder) if folder.is_dir() || archive::is_archive(folder) => Files::over(folder),
        Some(folder) => return Err(Failure::Use(format!("--packs {}: there is no such folder", folder.display()))),
    };
    let files = match saves::packs() {
        // it need not be there yet
        Some(own) => files.and_beside(own),
        None => files,
    };
    let own = own_games(words.command.as_ref());
    let catalogue = house_with(&files, &own).map_err(|fault| Failure::Lost(fault.to_string()))?;
    tell_broken_packs(&catalogue);
    let mut raw = io::stdout().lock();
    let mut out = Plain(&mut raw);
    let mut voice = Voice { catalogue: &catalogue, out: &mut out, json: words.json };
    let ended = match &words.command {
        None => no_command(&mut voice),
        Some(Command::Play(args)) => play::run(args, &mut voice),
        Some(Command::Orders(args)) => orders::run(args, &mut voice),
        Some(Command::Replay(args)) => replay::run(args, &mut voice),
        Some(Command::Copy(args)) => copy::run(args, &mut voice),
        Some(Command::Patch(args)) => patch::run(args, &mut voice),
        Some(Command::Render(args)) => render::run(args, &mut voice),
        Some(Command::Study(args)) => study::run(args, &mut voice),
        Some(Command::Fuzz(args)) => fuzz::run(args, &mut voice),
        Some(Command::Test(args)) => cases::run(args, &mut voice),
        Some(Command::Check(args)) => check::run(args, &mut voice),
        Some(Command::Learn(args)) => learn::run(args, &mut voice),
        Some(Command::New(args)) => new::run(args, &mut voice),
        Some(Command::Docs(args)) => docs::run(args, &mut voice),
        Some(Command::Pack(args)) => pack::run(args, &mut voice),
        Some(Command::Rules(args)) => rules::run(args, &mut voice),
    };
    voice.out.flush()?;
    ended
}

/// The packs of whole games among what `check`, `test` or `pack` looks at: a game that is worked on knows itself.
fn own_games(command: Option<&Command>) -> Vec<Pack> {
    let fuzzed;
    let paths = match command {
        Some(Command::Fuzz(args)) => {
            let path = Path::new(&args.what).to_owned();
            if !Pack::is_at(&path) {
                return Vec::new();
            }
            fuzzed = [path];
            &fuzzed[..]
        }
        Some(Command::Test(args) | Command::Check(args)) => &args.paths[..],
        Some(Command::Pack(args)) => std::slice::from_ref(&args.folder),
        _ => return Vec::new(),
    };
    let mut folders = BTreeMap::new();
    for path in paths {
        // what cannot be looked through is told by the command itself
        let manifests = files::below(std::slice::from_ref(path), &["toml"]).unwrap_or_default();
        let manifests = manifests.into_iter().filter(|file| file.file_name().is_some_and(|name| name == MANIFEST));
        for folder in manifests.chain([path.clone()]).filter_map(|file| pack_of(&file).map(Path::to_owned)) {
            // two ways to write a path lead to one pack
            folders.entry(folder.canonicalize().unwrap_or_else(|_| folder.clone())).or_insert(folder);
        }
    }
    let packs = folders.values().filter_map(|folder| Pack::read(folder).ok());
    packs.filter(|pack| pack.manifest.kind == Kind::Game).collect()
}

/// Tells of packs that cannot be used.
fn tell_broken_packs(catalogue: &Catalogue) {
    for (id, why) in catalogue.left_out() {
        open::eprint_line(&format!("The game \"{id}\" is left out: {why}"));
    }
    for finding in broken_packs(catalogue) {
        open::eprint_line(&finding.to_string());
    }
}

/// The window, or where none can be opened, a match in the terminal.
fn no_command(voice: &mut Voice<'_>) -> Ended {
    let has_display =
        ["WAYLAND_DISPLAY", "DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()));
    if has_display {
        match crate::app::run(voice.catalogue, None) {
            Ok(()) => return Ok(voice::Status::Fine),
            Err(why) => open::eprint_line(&format!("{why}. A match in the terminal instead.")),
        }
    } else {
        open::eprint_line("No display: a match in the terminal.");
    }
    let what = first_game(voice.catalogue)?;
    play::run(
        &Play {
            what,
            asked: Asked::default(),
            seed: None,
            save: None,
            friendly: false,
            designer: false,
            ask_always: false,
            on_divergence: OnDivergence::Stop,
            on_damage: OnDamage::Stop,
        },
        voice,
    )
}

fn first_game(catalogue: &Catalogue) -> Result<String, Failure> {
    let first = catalogue.abouts().into_iter().next();
    first.map(|about| about.id).ok_or_else(|| Failure::Lost("there is no game to play".to_owned()))
}

fn wrong_words(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|arg| arg == "--json");
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // a reader that went away wanted no more
        let _ = match json {
            false => error.print(),
            true => writeln!(io::stdout(), "{}", serde_json::json!({ "help": error.render().to_string() })),
        };
        return ExitCode::SUCCESS;
    }
    voice::say_error(&error.render().to_string(), json);
    ExitCode::from(2)
}
