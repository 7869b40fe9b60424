//! Positions: where exactly a piece is. (3)

use serde::{Deserialize, Serialize};

use super::area::AreaMap;
use super::area_names::{UnknownName, unknown};
use super::id::{ApproachId, HoldingId, LocaleId};

/// One position of an area board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// The interior of a locale.
    Reserve(LocaleId),
    /// One side of a locale.
    Approach(ApproachId),
    /// A holding area beside the map.
    Holding(HoldingId),
}

impl Position {
    /// The locale that it lies in; none for a holding area.
    pub fn locale(self, map: &AreaMap) -> Option<LocaleId> {
        match self {
            Position::Reserve(locale) => Some(locale),
            Position::Approach(approach) => Some(map.approach(approach).locale),
            Position::Holding(_) => None,
        }
    }
}

impl AreaMap {
    /// The position's name: `12` a reserve, `12/11` an approach, or the holding area's name.
    pub fn position_name(&self, position: Position) -> String {
        match position {
            Position::Reserve(locale) => self.locale_name(locale).to_owned(),
            Position::Approach(approach) => self.approach_name(approach),
            Position::Holding(holding) => self.holding_name(holding).to_owned(),
        }
    }

    /// The position of this name.
    ///
    /// # Errors
    /// The nearest known name, when there is no such position.
    pub fn read_position(&self, name: &str) -> Result<Position, UnknownName> {
        let found = if name.contains('/') {
            self.read_approach(name).map(Position::Approach)
        } else {
            self.read_locale(name).map(Position::Reserve).or_else(|_| self.read_holding(name).map(Position::Holding))
        };
        found.map_err(|_| {
            let all = self.locales().map(Position::Reserve).chain(self.approaches().map(Position::Approach));
            let all = all.chain(self.holdings().map(Position::Holding));
            unknown("position", name, all.map(|position| self.position_name(position)))
        })
    }
}
