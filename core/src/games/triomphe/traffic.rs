//! The road traffic of a turn, crossing by crossing. (8)

use crate::board::{AreaMap, CrossingId};
use serde::{Deserialize, Serialize};

/// The road traffic over one crossing this turn. (8)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// The step of the latest passage; 0 when there was none.
    pub last: u8,
    /// How many passed.
    pub count: u8,
    /// Which way they go: 0 nobody, 1 towards the crossing's first end, 2 towards its second.
    pub way: u8,
    /// Whether a road maneuver attack used it.
    pub attacked: bool,
}

/// All traffic of a turn, packed: last step, count, way and attack in a few bits each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TrafficTable([u16; AreaMap::MOST_CROSSINGS]);

impl Default for TrafficTable {
    fn default() -> Self {
        TrafficTable([0; AreaMap::MOST_CROSSINGS])
    }
}

impl TrafficTable {
    /// The traffic over a crossing.
    #[must_use]
    pub const fn at(&self, crossing: CrossingId) -> Traffic {
        let bits = self.0[crossing.index()];
        Traffic {
            last: (bits & 15) as u8,
            count: (bits >> 4 & 15) as u8,
            way: (bits >> 8 & 3) as u8,
            attacked: bits >> 10 & 1 == 1,
        }
    }
    /// Writes the traffic over a crossing.
    pub const fn set(&mut self, crossing: CrossingId, traffic: Traffic) {
        self.0[crossing.index()] = (traffic.last as u16 & 15)
            | (traffic.count as u16 & 15) << 4
            | (traffic.way as u16 & 3) << 8
            | (traffic.attacked as u16) << 10;
    }
    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        for bits in self.0 {
            out.extend(bits.to_le_bytes());
        }
    }
    /// The crossings with traffic.
    pub fn used(&self) -> impl Iterator<Item = (CrossingId, Traffic)> + '_ {
        (0..self.0.len()).filter(|k| self.0[*k] != 0).map(|k| (CrossingId(k as u8), self.at(CrossingId(k as u8))))
    }
}

impl std::fmt::Debug for TrafficTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.used().map(|(c, t)| (c.0, t))).finish()
    }
}

impl Serialize for TrafficTable {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.used().map(|(c, t)| (c.0, t)))
    }
}

impl<'de> Deserialize<'de> for TrafficTable {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut table = TrafficTable::default();
        for (crossing, traffic) in Vec::<(u8, Traffic)>::deserialize(from)? {
            table.set(CrossingId(crossing), traffic);
        }
        Ok(table)
    }
}
