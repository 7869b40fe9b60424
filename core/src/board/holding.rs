//! Holding areas: where pieces wait beside the map. (4, 15)

use super::hour::Hour;
use super::id::{CrossingId, LocaleId};

/// One holding area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Its name.
    pub name: Box<str>,
    /// The army whose pieces wait there, in the game's own word.
    pub army: Box<str>,
    /// From when they are eligible to enter.
    pub hour: Hour,
    /// How many pieces it holds at the start; 0 on a map that does not say.
    pub places: u8,
    /// The locale that they have to enter first.
    pub enters: LocaleId,
    /// Where the road enters the map: the first crossing of the march.
    pub crossing: CrossingId,
    /// Whether one more piece a turn may come over a pontoon bridge, which no road leaves.
    pub pontoon: bool,
}
