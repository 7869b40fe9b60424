//! How far a unit can go: the cheapest ways over a hex map, the zones of control that stop it, and the safe line home.

use super::hex::{HexId, HexSet, MOST_HEXES, Way};
use super::hex_chart::NO;
use super::hex_map::{Going, HALT, HexMap};

/// Not reached.
const FAR: u8 = u8::MAX;
/// More than any allowance, in halves of a point.
const MOST_COST: usize = 96;

/// What binds a unit's movement.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'s> {
    /// What it may spend, in halves of a point.
    pub allowance: u8,
    /// Whether the first step is affordable whatever it costs: it costs no more than the whole allowance.
    pub sure: bool,
    /// What the first step costs more: leaving a zone of control.
    pub leave: u8,
    /// Hexes that it may not enter.
    pub barred: &'s HexSet,
    /// Hexes that it may not enter with its first step.
    pub barred_first: &'s HexSet,
    /// Hexes in which it must stop.
    pub stop: &'s HexSet,
}

/// What a unit can reach: filled by [`Reach::spread`] and used again and again.
#[derive(Clone, Debug)]
pub struct Reach {
    cost: [u8; MOST_HEXES],
    from: [u8; MOST_HEXES],
    touched: Vec<HexId>,
    ring: Vec<Vec<HexId>>,
}

impl Default for Reach {
    fn default() -> Self {
        Reach { cost: [FAR; MOST_HEXES], from: [0; MOST_HEXES], touched: Vec::new(), ring: Vec::new() }
    }
}

impl Reach {
    /// Finds all that an arm can reach from a hex.
    pub fn spread(&mut self, map: &HexMap, arm: usize, going: Going, from: HexId, bounds: &Bounds<'_>) {
        self.begin();
        let allowance = usize::from(bounds.allowance).min(MOST_COST - 1);
        if self.ring.len() <= allowance {
            self.ring.resize_with(allowance + 1, Vec::new);
        }
        let steps = &map.steps[going as usize][arm];
        self.cost[from.index()] = 0;
        self.touched.push(from);
        self.ring[0].push(from);
        for spent in 0..=allowance {
            // a step may cost nothing more than what is spent: the list grows while it is read
            let mut k = 0;
            while let Some(&here) = self.ring[spent].get(k) {
                k += 1;
                if usize::from(self.cost[here.index()]) != spent {
                    continue;
                }
                let first = here == from;
                if !first && (bounds.stop.has(here) || self.from[here.index()] & HALT != 0) {
                    continue;
                }
                for (way, step) in Way::ALL.into_iter().zip(steps[here.index()]) {
                    if step & !HALT == NO {
                        continue;
                    }
                    let Some(next) = map.grid.next(here, way) else { continue };
                    if bounds.barred.has(next) || (first && bounds.barred_first.has(next)) {
                        continue;
                    }
                    let extra = if first { bounds.leave } else { 0 };
                    let price = usize::from(step & !HALT) + usize::from(extra);
                    let total = spent + if first && bounds.sure { price.min(allowance) } else { price };
                    if total > allowance || total >= usize::from(self.cost[next.index()]) {
                        continue;
                    }
                    if self.cost[next.index()] == FAR {
                        self.touched.push(next);
                    }
                    self.cost[next.index()] = total as u8;
                    self.from[next.index()] = way.0 | (step & HALT);
                    self.ring[total].push(next);
                }
            }
            self.ring[spent].clear();
        }
    }

    /// Forgets what was found.
    pub fn begin(&mut self) {
        for hex in self.touched.drain(..) {
            self.cost[hex.index()] = FAR;
        }
    }

    /// What reaching a hex costs, in halves of a point; 0 where it stands.
    #[must_use]
    pub fn cost(&self, hex: HexId) -> Option<u8> {
        Some(self.cost[hex.index()]).filter(|cost| *cost != FAR)
    }

    /// The hexes that it can reach, its own first.
    #[must_use]
    pub fn hexes(&self) -> &[HexId] {
        &self.touched
    }

    /// The hexes on the way to one that was reached, from the start on.
    #[must_use]
    pub fn path(&self, map: &HexMap, to: HexId) -> Vec<HexId> {
        let mut path = vec![to];
        let mut here = to;
        while self.cost[here.index()] != 0 && self.cost[here.index()] != FAR && path.len() < MOST_HEXES {
            let Some(before) = map.grid.next(here, Way(self.from[here.index()] & !HALT).back()) else { break };
            path.push(before);
            here = before;
        }
        path.reverse();
        path
    }
}

/// How far each hex lies from a goal over open hexes.
#[derive(Clone, Debug)]
pub struct Line {
    steps: [u8; MOST_HEXES],
}

impl Line {
    /// The steps from the hex to the goal; none where there is no way.
    #[must_use]
    pub fn steps(&self, hex: HexId) -> Option<u8> {
        Some(self.steps[hex.index()]).filter(|steps| *steps != FAR)
    }
}

impl HexMap {
    /// The hexes that units in these hexes control.
    #[must_use]
    pub fn zones(&self, units: impl IntoIterator<Item = HexId>) -> HexSet {
        let mut zones = HexSet::EMPTY;
        for hex in units {
            let bits = self.control[hex.index()];
            for way in Way::ALL {
                if bits & (1 << way.0) != 0
                    && let Some(next) = self.grid.next(hex, way)
                {
                    zones.add(next);
                }
            }
        }
        zones
    }

    /// Whether a unit in a hex controls a neighbour.
    #[must_use]
    pub fn controls(&self, from: HexId, to: HexId) -> bool {
        self.grid.way(from, to).is_some_and(|way| self.control[from.index()] & (1 << way.0) != 0)
    }

    /// The steps from every hex to a goal for an arm, over hexes that are not barred. A barred hex is given the steps that
    /// a unit which stands in it would need, and leads nowhere on.
    #[must_use]
    pub fn line_to(&self, arm: usize, goal: HexId, barred: &HexSet) -> Line {
        let mut line = Line { steps: [FAR; MOST_HEXES] };
        let road = &self.steps[Going::Road as usize][arm];
        line.steps[goal.index()] = 0;
        if barred.has(goal) {
            return line;
        }
        let (mut edge, mut beyond, mut steps) = (vec![goal], Vec::new(), 0u8);
        while !edge.is_empty() && steps < FAR - 1 {
            steps += 1;
            for hex in edge.drain(..) {
                for (way, next) in self.neighbours(hex) {
                    let back = road[next.index()][way.back().index()] & !HALT;
                    if back == NO || line.steps[next.index()] != FAR {
                        continue;
                    }
                    line.steps[next.index()] = steps;
                    if !barred.has(next) {
                        beyond.push(next);
                    }
                }
            }
            std::mem::swap(&mut edge, &mut beyond);
        }
        line
    }
}
