//! Signs: what an order does, in the few drawings that a window hangs on the places of a board.

use super::Part;
use serde::{Deserialize, Serialize};

/// What an order does at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// Pieces go there: an arrow.
    March,
    /// Pieces go there to hold it: a shield.
    Guard,
    /// Pieces go there by road: a milestone at the end of the way.
    Road,
    /// Pieces try to push the enemy off: crossed swords.
    Attack,
    /// Pieces storm it: crossed swords on a star.
    Assault,
    /// Guns are laid or fire on it: a bursting ball.
    Fire,
    /// Pieces there are put in order: a drum.
    Rally,
}

/// The sign of an order and the place that it stands on, which the order need not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The sign.
    pub sign: Sign,
    /// The place.
    pub at: Part,
    /// Where its pieces would come to stand, if they go anywhere: pointing at that place means the order too.
    pub to: Option<Part>,
}
