//! Locales: the polygons that regulate where pieces are and move. (3)

use super::id::{ApproachId, CrossingId, LocaleSet};
use super::polygon::Polygon;
use super::road::Road;

/// What lies beyond one side of a locale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Another locale: the side is this approach.
    Approach(ApproachId),
    /// Ground that nothing crosses, and no locale beyond.
    Impassable,
    /// The edge of the map.
    Edge,
}

/// One locale.
#[derive(Clone, Debug, PartialEq)]
pub struct Locale {
    /// Its id in texts: a number on the printed board, any short word on others.
    pub id: Box<str>,
    /// Its name, for people.
    pub name: Box<str>,
    /// The most friendly pieces that may be in it. (3, 20)
    pub capacity: u8,
    /// How many set-up symbols are printed in it. (4)
    pub setup: u8,
    /// Whether it lies east of the objective line. (19)
    pub east_of_line: bool,
    /// The colour of the objective star printed in it, if there is one.
    pub objective: Option<Box<str>>,
    /// Its outline, clockwise on the screen; empty on a map without geometry.
    pub polygon: Polygon,
    /// What lies beyond each side; side k runs from corner k to the next. Without geometry: its approaches alone.
    pub sides: Box<[Beyond]>,
    /// Its approaches, in the order of the sides.
    pub approaches: Box<[ApproachId]>,
    /// The roads inside it; roads do not join each other.
    pub roads: Box<[Road]>,
    /// All crossings of its roads.
    pub crossings: Box<[CrossingId]>,
    /// The locales that it meets at parallel approaches, impassable ones included. (3)
    pub neighbours: LocaleSet,
}

impl Locale {
    /// Whether the attacking army wants to hold it at the end: it lies east of the objective line, or bears a star.
    #[must_use]
    pub const fn is_goal(&self) -> bool {
        self.east_of_line || self.objective.is_some()
    }
}
