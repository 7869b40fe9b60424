//! The games that the house plays itself, one folder each, with no arrow between them.

mod asked;
mod bot_script;
mod case_files;
mod case_play;
mod case_words;
pub mod catalogue;
pub mod changes;
mod clash;
pub mod copy;
pub mod folio;
mod made_of;
mod memory_words;
pub mod opened;
mod packed;
mod points;
mod position;
pub mod proof;
pub mod scripted;
pub mod settings;
mod tables;
pub mod triomphe;

pub use asked::{Asked, MOST_MEMORY};
pub use catalogue::{CannotLoad, Catalogue, HouseGame, Spec, Unfit, Vacant};

use crate::kernel::Fault;
use crate::pack::builtin::Files;
use crate::pack::nearest::did_you_mean;
use crate::pack::{Kind, Origin, Pack, Packs};

/// The engines that play games of packs.
const ENGINES: [&str; 1] = ["triomphe"];

/// The games of the house, over the files that are built in or laid over them: the native ones, and those that packs
/// bring. A pack's game that does not open is left out, and told by [`Catalogue::left_out`].
///
/// # Errors
/// When something is wrong with the files that a native game cannot do without.
pub fn house(files: &Files) -> Result<Catalogue, Fault> {
    house_with(files, &[])
}

/// The same with games that lie elsewhere: those of these packs, which win over others of the same id.
///
/// # Errors
/// As [`house`].
pub fn house_with(files: &Files, own: &[Pack]) -> Result<Catalogue, Fault> {
    let mut house = Catalogue::over(files.clone()).with(triomphe::TriompheShelf::new(files.clone())?);
    house = house.with(folio::FolioShelf::new(files.clone())?);
    let found = Packs::games(files);
    let others = found.of_kind(Kind::Game).filter(|pack| own.iter().all(|own| own.id() != pack.id()));
    for pack in own.iter().chain(others) {
        let opened = match house.abouts().iter().any(|about| about.id == pack.id()) {
            true => Err(Fault::new(format!("\"{}\" is the name of a game of the house", pack.id()))),
            false => shelf_of(&beside(files, own, pack), pack),
        };
        house = match opened {
            Ok(game) => house.with_boxed(game),
            Err(fault) => house.without(pack.id(), fault),
        };
    }
    for (id, why) in found.displaced().filter(|(id, _)| own.iter().all(|own| own.id() != *id)) {
        house = house.without(id, Fault::new(why.to_string().trim_end()));
    }
    Ok(house)
}

/// The files of a pack's game: one that lies elsewhere is laid over the built-in files itself.
fn beside(files: &Files, own: &[Pack], pack: &Pack) -> Files {
    let Origin::Disk(folder) = &pack.origin else { return files.clone() };
    if own.iter().all(|own| own.id() != pack.id()) {
        return files.clone();
    }
    match files.beside() {
        Some(packs) => Files::over(folder).and_beside(packs),
        None => Files::over(folder),
    }
}

/// The shelf of a pack's game: whole in Luau, or over an engine.
fn shelf_of(files: &Files, pack: &Pack) -> Result<Box<dyn HouseGame>, Fault> {
    let engine = pack.manifest.engine.as_deref();
    match engine {
        None => Ok(Box::new(scripted::ScriptShelf::of(files, pack))),
        Some("triomphe") => {
            let edition = triomphe::Edition::of(pack.clone());
            Ok(Box::new(triomphe::TriompheShelf::of(files.clone(), edition)?))
        }
        Some(other) => {
            let hint = did_you_mean(other, ENGINES).unwrap_or_else(|| format!("known: {}", ENGINES.join(", ")));
            Err(Fault::new(format!("there is no engine \"{other}\"; {hint}")))
        }
    }
}
