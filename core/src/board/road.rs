//! Roads as graphs: crossings between locales, joined inside a locale by unbroken road. (8)

use serde::{Deserialize, Serialize};

use super::id::{CrossingId, LocaleId, PairId};

/// The kind of a road. (3)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoadKind {
    /// Marches entirely on main road cost no command.
    Main,
    /// Any other road.
    Local,
}

impl RoadKind {
    /// The word for it in names.
    pub const fn word(self) -> &'static str {
        match self {
            RoadKind::Main => "main",
            RoadKind::Local => "local",
        }
    }
}

/// Where one road passes from a locale to another, or enters the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The pair of approaches that it passes; none where the road comes from beyond the map. (15)
    pub pair: Option<PairId>,
    /// The locales at its ends; only one where the road comes from beyond the map.
    pub ends: (LocaleId, Option<LocaleId>),
    /// Main or local.
    pub kind: RoadKind,
    /// Tells it from others of its kind there, counted from 1.
    pub number: u8,
    /// In each of its ends, the index of the locale's road that it belongs to.
    pub road: [u8; 2],
}

impl Crossing {
    /// Whether the road is a main road.
    pub const fn is_main(&self) -> bool {
        matches!(self.kind, RoadKind::Main)
    }

    /// The locale that one comes to when crossing from the other; none from a locale that it does not touch.
    pub fn across(&self, from: LocaleId) -> Option<LocaleId> {
        match self.ends {
            (first, Some(second)) if first == from => Some(second),
            (first, Some(second)) if second == from => Some(first),
            _ => None,
        }
    }
}

/// A road's end that is no crossing of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadEnd {
    /// It leaves the map here: kind, and number among the roads of that kind that leave from this locale.
    Edge(RoadKind, u8),
    /// It ends inside the locale.
    Stop,
}

/// Unbroken road inside one locale: a piece can go from any of its crossings to any other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Road {
    /// The crossings that it joins.
    pub crossings: Box<[CrossingId]>,
    /// Its other ends.
    pub ends: Box<[RoadEnd]>,
}
