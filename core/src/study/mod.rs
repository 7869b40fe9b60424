//! Many games side by side: seeds in, counts out. A study of one version of a game, or of two that play the same seeds.
//! The same seed gives the same row on every machine.

mod interval;
mod looks;
mod pairs;
mod row;
mod session;
mod tally;
#[cfg(test)]
mod tests;
mod trend;
mod verdict;

pub use interval::Share;
pub use pairs::{Difference, Pairs};
pub use row::{Played, Row, Turn, Which};
pub use session::{CannotStudy, Session};
pub use tally::Tally;
pub use trend::{Trend, TurnSum};

use crate::kernel::Header;
use std::ops::Range;

/// One way to play a game: what is studied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Version {
    /// The match's header but for the seed; its seats are bots.
    pub header: Header,
    /// Sides, and kinds of order by word or name that they must do without.
    pub forbidden: Vec<(String, String)>,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Study {
    /// What is studied.
    pub base: Version,
    /// What it is compared with, on the same seeds.
    pub variant: Option<Version>,
    /// One game of each version for each seed.
    pub seeds: Range<u64>,
    /// Games at once; 0 is as many as the machine has cores.
    pub threads: usize,
    /// A game that has not ended after so many orders is given up.
    pub most_orders: u32,
    /// Whether the turns of each game are counted too.
    pub turns: bool,
    /// The study ends early when no interval is wider than this share of games, from 0 to 1.
    pub until: Option<f64>,
}
