//! The game's own bot: the yardstick for all others.

mod ground;
mod steady;

pub use steady::{STEADY, Steady};

use super::Folio;
use crate::bots::Roster;

/// Who may sit at a table of this game.
#[must_use]
pub fn folio_bots() -> Roster<Folio> {
    Roster::default().with(STEADY, || Ok(Box::new(Steady)))
}
