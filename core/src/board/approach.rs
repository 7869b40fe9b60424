//! Approaches: the sides of a locale, and the pairs that two opposite ones form.

use serde::{Deserialize, Serialize};

use super::id::{LocaleId, PairId, Side};

/// How many pieces it takes to block an approach. (3)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Width {
    /// One piece blocks it fully.
    Narrow,
    /// Two pieces block it fully, one partly.
    Wide,
}

impl Width {
    /// Pieces needed to block it fully, which is also the most that can lead across it: 1 or 2. (3, 11.2, 11.3)
    pub const fn pieces(self) -> u8 {
        match self {
            Width::Narrow => 1,
            Width::Wide => 2,
        }
    }
}

/// Where one goes when going over an approach, by the printed arrows alone. (3)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Along the arrow.
    East,
    /// Against the arrow.
    West,
    /// No arrow is printed.
    Unmarked,
}

/// The symbols printed on one approach. (3, 20)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Penalties {
    /// Taken off the strength of an attack led by infantry.
    pub infantry: u8,
    /// Taken off the strength of an attack led by cavalry.
    pub cavalry: u8,
    /// Artillery cannot fire across it from the opposite approach when this is above 0.
    pub artillery: u8,
    /// Cavalry cannot lead, counter-attack or attack alone across it.
    pub cavalry_obstructing: bool,
}

/// One approach: the facts of a half of a pair, all in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Approach {
    /// The locale that it lies in.
    pub locale: LocaleId,
    /// The locale of the opposite approach.
    pub beyond: LocaleId,
    /// Its width, the same on both sides.
    pub width: Width,
    /// Where one goes when going over it, out of its locale.
    pub direction: Direction,
    /// What is printed on it.
    pub penalties: Penalties,
    /// Nothing can occupy or cross it; the locales are adjacent all the same. (3, 20)
    pub impassable: bool,
}

/// A pair of opposite approaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its name in the file, such as `5-12` or `9-10a`.
    pub name: Box<str>,
    /// What tells it from another pair of the same two locales: empty, or one small letter.
    pub mark: Box<str>,
    /// The two locales, the one that the name begins with first.
    pub between: [LocaleId; 2],
    /// Its place among the pairs.
    pub id: PairId,
}

impl Pair {
    /// The locale on one side.
    pub const fn locale(&self, side: Side) -> LocaleId {
        self.between[side.index()]
    }
}
