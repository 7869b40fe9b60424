//! What came of one game, and of its turns.

use crate::kernel::StateHash;
use serde::Serialize;

/// One of the versions of a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Which {
    /// What is studied.
    #[default]
    Base,
    /// What it is compared with.
    Variant,
}

impl Which {
    /// Its word in files: `base`, `variant`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Which::Base => "base",
            Which::Variant => "variant",
        }
    }
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its seed.
    pub seed: u64,
    /// The side that won; none in a draw, or when the game was given up.
    pub winner: Option<String>,
    /// The kind of victory, in the rulebook's words.
    pub kind: String,
    /// How many orders were played.
    pub orders: u32,
    /// The hash of the last state.
    pub hash: StateHash,
    /// Why the game was given up.
    pub fault: Option<String>,
    /// Forbidden orders that were given because nothing else was left.
    pub forced: u32,
    /// The version that was played.
    pub version: Which,
}

impl Row {
    pub(super) fn new(seed: u64, version: Which) -> Row {
        let (kind, hash) = (String::new(), StateHash(0));
        Row { seed, winner: None, kind, orders: 0, hash, fault: None, forced: 0, version }
    }
}

/// What a game came to in one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// The turn, from 1.
    pub turn: u32,
    /// What it is called.
    pub time: String,
    /// The figures at its end, in the order of [`super::Session::figures`]; none where the game tells none.
    pub figures: Vec<Option<i32>>,
    /// Where orders fought, by the names of the places, in the order of play.
    pub fights: Vec<String>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What came of it.
    pub row: Row,
    /// Its turns, where they are counted.
    pub turns: Vec<Turn>,
}
