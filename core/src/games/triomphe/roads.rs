//! Every path of a road march, the gate of each crossing looked at once. (8, 15)

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

/// The roads at one moment.
pub(super) struct Roads<'a> {
    g: &'a Triomphe,
    s: &'a State,
    lay: &'a Lay,
    /// By crossing and way: not looked at yet, shut, or a gate.
    gates: [[Option<Option<Gate>>; 2]; AreaMap::MOST_CROSSINGS],
}

impl<'a> Roads<'a> {
    pub(super) fn new(g: &'a Triomphe, s: &'a State, lay: &'a Lay) -> Roads<'a> {
        Roads { g, s, lay, gates: [[None; 2]; AreaMap::MOST_CROSSINGS] }
    }

    /// Visits every path on from a walker, parents before children: its crossings, its last stride, and the commands
    /// that a local road on it costs.
    pub(super) fn paths(&mut self, march: March, w: Walker, visit: &mut impl FnMut(&Path, &Stride, u8)) {
        self.walk(march, w, &mut Path::new(), visit);
    }

    fn walk(&mut self, march: March, w: Walker, path: &mut Path, visit: &mut impl FnMut(&Path, &Stride, u8)) {
        let (g, s, lay) = (self.g, self.s, self.lay);
        if w.steps >= g.road_steps(s) || path.is_full() {
            return;
        }
        let next: &[CrossingId] = match (w.at, w.via, march.from.place()) {
            (Some(at), Some(via), _) => g.map.joined_to(at, via),
            (Some(at), None, _) => g.map.crossings_of(at),
            (None, _, Position::Holding(holding)) => std::slice::from_ref(&g.map.holding(holding).crossing),
            (None, ..) => &[],
        };
        for &crossing in next {
            if path.contains(&crossing) || !(march.may_pay || w.local || g.map.crossing(crossing).is_main()) {
                continue;
            }
            let c = g.map.crossing(crossing);
            let Some(to) = w.at.map_or(Some(c.ends.0), |at| c.across(at)) else { continue };
            if !march.attacks && lay.holds(s.active.other(), to) {
                continue;
            }
            let Ok(step) = g.step_over(s, w, crossing, to) else { continue };
            let Some(Gate { attack, ends }) = self.gate(crossing, to) else { continue };
            let stride = Stride { crossing, to, step, attack, ends };
            let on = g.after(w, &stride);
            let cost = g.numbers.local_roads(on.local && !s.march.paid);
            if ends && g.check_road_price(s, lay, march.from, Some(&stride), cost).is_err() {
                continue;
            }
            path.push(crossing);
            visit(path, &stride, g.numbers.local_roads(on.local));
            if !attack && !ends {
                self.walk(march, on, path, visit);
            }
            path.pop();
        }
    }

    fn gate(&mut self, crossing: CrossingId, to: LocaleId) -> Option<Gate> {
        let way = usize::from(self.g.map.crossing(crossing).ends.0 == to);
        *self.gates[crossing.index()][way].get_or_insert_with(|| self.g.gate(self.s, self.lay, crossing, to).ok())
    }
}
