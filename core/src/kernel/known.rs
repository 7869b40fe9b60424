//! What one side can tell of the pieces of another: their places, and the classes that they could be.

use super::{Class, Part, Seat};
use serde::{Deserialize, Serialize};

/// Pieces of one place that the other side cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// Where they are.
    pub part: Part,
    /// Whose they are.
    pub owner: Seat,
    /// How many there are.
    pub count: u8,
    /// The classes that each of them could be, sorted; with one of them they are known.
    pub classes: Vec<Class>,
}
