//! Players of Triomphe à Marengo: `steady`, and what any bot may ask the engine about a view.

mod answers;
mod field;
mod ground;
mod judge;
mod odds;
mod steady;
#[cfg(test)]
mod tests;

use super::Triomphe;
use crate::bots::Roster;

pub use steady::Steady;

/// Who can play this game: `steady`, `search:N` and `random`.
#[must_use]
pub fn triomphe_bots() -> Roster<Triomphe> {
    Roster::default().with("steady", || Ok(Box::new(Steady::default())))
}
