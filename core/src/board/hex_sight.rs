//! Lines of sight over a hex map, from centre to centre.

use super::hex::HexId;
use super::hex_chart::{SideSight, Sight};
use super::hex_map::HexMap;

impl HexMap {
    /// Whether an observer sees a hex. A line that runs along a hexside is blocked only when both sides block it.
    #[must_use]
    pub fn sees(&self, from: HexId, to: HexId) -> bool {
        self.blocked(from, to).is_none()
    }

    /// The hex at which an observer's line to a hex ends, if something blocks it: the one that hides what is behind it, or
    /// the one that cannot be seen over its own hexside.
    #[must_use]
    pub fn blocked(&self, from: HexId, to: HexId) -> Option<HexId> {
        if from == to {
            return None;
        }
        let stop = self.stopped(from, to, true)?;
        self.stopped(from, to, false).map(|_| stop)
    }

    fn stopped(&self, from: HexId, to: HexId, left: bool) -> Option<HexId> {
        let height = self.level(from);
        let mut before = from;
        for here in self.grid().line(from, to, left).skip(1) {
            let Some(here) = here.filter(|here| self.land().has(*here)) else { return Some(before) };
            let Some(border) = self.border(before, here) else { return Some(before) };
            let shut = |sight| match sight {
                SideSight::Open => false,
                SideSight::Level => height == self.level(to),
                SideSight::Uphill | SideSight::Into => false,
            };
            let shut_in = |sight| match sight {
                SideSight::Uphill => height < self.level(here).max(1),
                SideSight::Into => here == to,
                SideSight::Open | SideSight::Level => false,
            };
            if border.kinds().any(|side| shut(side.sight)) || border.rising().any(|side| shut_in(side.sight)) {
                return Some(here);
            }
            let blocked = match self.ground(here).sight {
                Sight::Open => false,
                Sight::Low => here != to && height == 0,
                Sight::Shut => true,
            };
            if blocked {
                return Some(here);
            }
            before = here;
        }
        (before != to).then_some(before)
    }
}
