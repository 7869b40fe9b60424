//! Opening games and saved matches as commands name them.

use std::collections::BTreeMap;
use std::path::Path;

use bormida_core::games::{CannotLoad, Spec, Unfit};
use bormida_core::kernel::{LoadedTable, Opening, Seat, Seed, Table, Trouble};
use bormida_core::pack::nearest::did_you_mean;
use bormida_core::pack::plain::plain;

use super::voice::{Failure, Voice};
use super::words::Asked;
use crate::remarks;

/// What a word of the command line means where a game or a file may stand.
pub(super) enum Named<'a> {
    /// The id of a game.
    Game(&'a str),
    /// A file.
    File(&'a Path),
}

/// Tells a game from a file: a game's id wins, then what is a file, then what looks like one. A folder is no match.
pub(super) fn named<'a>(what: &'a str, voice: &Voice<'_>) -> Result<Named<'a>, Failure> {
    let path = Path::new(what);
    match voice.catalogue.game(what) {
        Ok(_) => Ok(Named::Game(what)),
        Err(_) if path.is_file() || what.contains(['/', '\\', '.']) => Ok(Named::File(path)),
        Err(unfit) => Err(unfit.into()),
    }
}

impl Asked {
    /// The match that was asked for.
    pub(super) fn spec(&self, seed: u64, friendly: bool) -> Result<Spec, Failure> {
        Ok(Spec {
            setup: self.setup.clone(),
            variants: self.variants.clone(),
            rulings: named_once(&self.rulings)?,
            options: named_once(&self.options)?,
            seats: named_once(&self.seats)?,
            seed: Seed(seed),
            friendly,
            all_seeing: false,
        })
    }
}

fn named_once(pairs: &[(String, String)]) -> Result<BTreeMap<String, String>, Failure> {
    let mut map = BTreeMap::new();
    for (name, value) in pairs {
        if map.insert(name.clone(), value.clone()).is_some() {
            return Err(Failure::Use(format!("\"{name}\" is given twice")));
        }
    }
    Ok(map)
}

/// A saved match to look at. What is remarkable about its file is said on standard error.
pub(super) fn look(path: &Path, voice: &Voice<'_>) -> Result<LoadedTable, Failure> {
    let loaded = opened(path, Opening::Look, voice)?;
    if !voice.json {
        for remark in remarks(&loaded, path) {
            eprint_line(&remark);
        }
    }
    Ok(loaded)
}

/// Opens a saved match; of a damaged one it is said how to go on.
pub(super) fn opened(path: &Path, opening: Opening, voice: &Voice<'_>) -> Result<LoadedTable, Failure> {
    voice.catalogue.load(path, opening).map_err(|cannot| match cannot.damaged_line() {
        None if matches!(cannot, CannotLoad::Trouble(Trouble::File(_))) => cannot.into(),
        // what its header asks for is not here
        None => Failure::Lost(format!("{}: {cannot}", path.display())),
        Some(line) => Failure::Lost(format!(
            "{cannot}\nThe lines before line {line} are whole. `bormida play {} --on-damage back` goes on from there, and \
             keeps the file as it was beside it.",
            path.display()
        )),
    })
}

/// What is remarkable about the match of a file that was loaded, a line each.
pub(super) fn remarks(loaded: &LoadedTable, path: &Path) -> Vec<String> {
    remarks::remarks(loaded).iter().map(|remark| format!("{}: {remark}", path.display())).collect()
}

/// A side by its name.
pub(super) fn seat_named(table: &dyn Table, name: &str) -> Result<Seat, Failure> {
    let sides = table.sides();
    let found = sides.iter().position(|side| side == name);
    found.map(|k| Seat(k as u8)).ok_or_else(|| {
        let advice = did_you_mean(name, sides.iter().map(String::as_str));
        let advice = advice.unwrap_or_else(|| format!("known: {}", sides.join(", ")));
        Unfit::Unknown { what: "side", name: name.to_owned(), advice }.into()
    })
}

/// One line on standard error; when it cannot be written, nobody wants it.
#[expect(clippy::print_stderr, reason = "the program speaks to a person here")]
pub(super) fn eprint_line(line: &str) {
    eprintln!("{}", plain(line));
}
