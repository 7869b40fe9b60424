//! What one seat may know: everything but the dice to come.

use super::model::State;
use crate::kernel::{Seat, Seed};
use serde::Serialize;

/// The match as a seat sees it. Nothing in this game is hidden but chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// The match, without its seed.
    pub open: State,
}

impl View {
    pub(super) fn of(s: &State, seat: Seat) -> View {
        View { seat, open: State { seed: Seed(0), ..s.clone() } }
    }

    pub(super) fn dealt(&self, seed: Seed) -> State {
        State { seed, ..self.open.clone() }
    }
}
