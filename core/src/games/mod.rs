//! The games that the house plays itself, one folder each, with no arrow between them.

pub mod catalogue;
pub mod proof;
pub mod scripted;
pub mod triomphe;

pub use catalogue::{CannotLoad, Catalogue, HouseGame, Spec, Unfit, Vacant};

use crate::kernel::Fault;
use crate::pack::builtin::Files;

/// The games of the house, over the files that are built in or laid over them.
///
/// # Errors
/// When something is wrong with the files that a game cannot do without.
pub fn house(files: &Files) -> Result<Catalogue, Fault> {
    let native = Catalogue::new().with(triomphe::TriompheShelf::new(files.clone())?);
    Ok(scripted::scripted_games(files).into_iter().fold(native, Catalogue::with))
}
