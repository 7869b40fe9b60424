//! Every path of a road march, the way over each crossing looked at once. (8, 15)

use super::Triomphe;
use super::lay::Lay;
use super::model::{Pos, State};
use super::order::Path;
use super::road::{Gate, Stride, Walker};
use crate::board::{AreaMap, CrossingId, LocaleId, Position};

/// What all paths of a march have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct March {
    /// Where it starts.
    pub(super) from: Pos,
    /// Whether somebody there may attack by road.
    pub(super) attacks: bool,
    /// Whether a local road can be paid for.
    pub(super) may_pay: bool,
}

/// An open way over a crossing, whoever comes and however he came.
#[derive(Clone, Copy)]
struct Way {
    to: LocaleId,
    /// The step of the latest passage this turn.
    last: u8,
    gate: Gate,
}

/// The roads at one moment.
pub(super) struct Roads<'a> {
    g: &'a Triomphe,
    s: &'a State,
    lay: &'a Lay,
    steps: u8,
    /// By crossing and the end that it is come from: not looked at yet, shut, or open.
    ways: [[Option<Option<Way>>; 2]; AreaMap::MOST_CROSSINGS],
}

impl<'a> Roads<'a> {
    pub(super) fn new(g: &'a Triomphe, s: &'a State, lay: &'a Lay) -> Roads<'a> {
        Roads { g, s, lay, steps: g.road_steps(s), ways: [[None; 2]; AreaMap::MOST_CROSSINGS] }
    }

    /// Visits every path on from a walker, parents before children: its crossings, its last stride, and the commands
    /// that a local road on it costs.
    pub(super) fn paths(&mut self, march: March, w: Walker, visit: impl FnMut(&Path, &Stride, u8)) {
        if w.steps < self.steps {
            Walk { roads: self, march, path: Path::new(), visit }.on(w);
        }
    }

    /// The way over a crossing from one of its ends, or onto the map.
    fn way(&mut self, crossing: CrossingId, from: Option<LocaleId>) -> Option<Way> {
        let (g, s, lay) = (self.g, self.s, self.lay);
        let c = g.map.crossing(crossing);
        let side = usize::from(from == Some(c.ends.0));
        *self.ways[crossing.index()][side].get_or_insert_with(|| {
            let to = from.map_or(Some(c.ends.0), |from| c.across(from))?;
            let last = g.traffic_over(s, crossing, to).ok()?;
            let gate = g.gate(s, lay, crossing, to).ok()?;
            Some(Way { to, last, gate })
        })
    }
}

/// A walk along the roads, path by path.
struct Walk<'r, 'a, F> {
    roads: &'r mut Roads<'a>,
    march: March,
    path: Path,
    visit: F,
}

impl<F: FnMut(&Path, &Stride, u8)> Walk<'_, '_, F> {
    fn on(&mut self, w: Walker) {
        let (g, march) = (self.roads.g, self.march);
        let next: &[CrossingId] = match (w.at, w.via, march.from.place()) {
            (Some(at), Some(via), _) => g.map.joined_to(at, via),
            (Some(at), None, _) => g.map.crossings_of(at),
            (None, _, Position::Holding(holding)) => std::slice::from_ref(&g.map.holding(holding).crossing),
            (None, ..) => &[],
        };
        for &crossing in next {
            let local = w.local || !g.map.crossing(crossing).is_main();
            if local && !w.local && !march.may_pay || self.path.contains(&crossing) {
                continue;
            }
            let Some(Way { to, last, gate: Gate { attack, ends } }) = self.roads.way(crossing, w.at) else { continue };
            let step = w.steps.max(last) + 1;
            if step > self.roads.steps || attack && !march.attacks {
                continue;
            }
            let stride = Stride { crossing, to, step, attack, ends };
            if ends && !self.may_end(&stride, local) {
                continue;
            }
            self.path.push(crossing);
            (self.visit)(&self.path, &stride, g.numbers.local_roads(local));
            if !attack && !ends && step < self.roads.steps && !self.path.is_full() {
                self.on(Walker { at: Some(to), via: Some(crossing), steps: step, local });
            }
            self.path.pop();
        }
    }

    /// Whether a march can pay for ending among disorganized pieces. (14)
    fn may_end(&self, last: &Stride, local: bool) -> bool {
        let Roads { g, s, lay, .. } = *self.roads;
        let cost = g.numbers.local_roads(local && !s.march.paid);
        g.check_road_price(s, lay, self.march.from, Some(last), cost).is_ok()
    }
}
