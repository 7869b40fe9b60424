//! Distances over the board: worked out once for a map, since nothing on it moves.

use crate::board::{ApproachId, AreaMap, LocaleId, Width};
use std::sync::Arc;

/// One way out of a locale that pieces can take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The approach on this side.
    pub(super) near: ApproachId,
    /// The locale beyond.
    pub(super) beyond: LocaleId,
    /// Its width.
    pub(super) width: Width,
    /// Turns that an unopposed piece needs to the locale beyond.
    turns: f32,
}

/// What a bot knows of a map.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    map: Arc<AreaMap>,
    ways: Vec<Vec<Way>>,
    /// All locales by their distance from the line: the order in which distances settle soonest.
    nearest_first: Vec<LocaleId>,
    to_line: Vec<f32>,
    apart: Vec<Vec<u8>>,
    on_main: Vec<bool>,
}

/// Turns that a locale takes off the road; by main road three can be crossed in a turn, but not by all at once.
const OFF_ROAD: f32 = 1.0;
const MAIN_ROAD: f32 = 0.4;
/// A distance that means "not to be reached".
const FAR: u8 = 60;

impl Ground {
    /// Works out the distances of a map.
    pub(crate) fn new(map: &Arc<AreaMap>) -> Ground {
        let ways: Vec<Vec<Way>> = map
            .locales()
            .map(|l| {
                let open = map.approaches_of(l).iter().filter(|a| !map.approach(**a).impassable);
                open.map(|&near| {
                    let a = map.approach(near);
                    let main = map.crossings_over(near.pair()).iter().any(|c| map.crossing(*c).is_main());
                    let turns = if main { MAIN_ROAD } else { OFF_ROAD };
                    Way { near, beyond: a.beyond, width: a.width, turns }
                })
                .collect()
            })
            .collect();
        let nearest_first = map.locales().collect();
        let (to_line, apart, on_main) = (Vec::new(), Vec::new(), Vec::new());
        let mut ground = Ground { map: map.clone(), ways, nearest_first, to_line, apart, on_main };
        ground.on_main =
            map.locales().map(|l| map.crossings_of(l).iter().any(|c| map.crossing(*c).is_main())).collect();
        ground.to_line = ground.turns_to_line(|_| 0.0);
        let turns = &ground.to_line;
        ground.nearest_first.sort_by(|a, b| turns[a.index()].total_cmp(&turns[b.index()]));
        ground.apart = map.locales().map(|l| ground.steps_from(l)).collect();
        ground
    }

    /// Whether it was made for this very map.
    pub(crate) fn is_of(&self, map: &Arc<AreaMap>) -> bool {
        Arc::ptr_eq(&self.map, map)
    }
    /// The ways out of a locale.
    pub(super) fn ways(&self, locale: LocaleId) -> &[Way] {
        &self.ways[locale.index()]
    }
    /// Turns that an unopposed piece needs to get east of the objective line, or to a star; 0 there.
    pub(super) fn to_line(&self, locale: LocaleId) -> f32 {
        self.to_line[locale.index()]
    }
    /// How many approaches lie between two locales.
    pub(super) fn apart(&self, a: LocaleId, b: LocaleId) -> u8 {
        self.apart[a.index()][b.index()]
    }
    /// Whether a main road runs through a locale.
    pub(super) fn on_main(&self, locale: LocaleId) -> bool {
        self.on_main[locale.index()]
    }

    /// Turns from each locale to the objective line or a star, when a way takes so many turns more.
    pub(super) fn turns_to_line(&self, delay: impl Fn(&Way) -> f32) -> Vec<f32> {
        let start = |l| if self.map.locale(l).is_goal() { 0.0 } else { f32::from(FAR) };
        let mut turns: Vec<f32> = self.map.locales().map(start).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &l in &self.nearest_first {
                for way in self.ways(l) {
                    let least = turns[way.beyond.index()] + way.turns;
                    if least + 1e-3 < turns[l.index()] {
                        let via = least + delay(way);
                        if via + 1e-3 < turns[l.index()] {
                            turns[l.index()] = via;
                            changed = true;
                        }
                    }
                }
            }
        }
        turns
    }

    fn steps_from(&self, start: LocaleId) -> Vec<u8> {
        let mut steps = vec![FAR; self.ways.len()];
        steps[start.index()] = 0;
        let mut next = std::collections::VecDeque::from([start]);
        while let Some(l) = next.pop_front() {
            for way in self.ways(l) {
                if steps[way.beyond.index()] == FAR {
                    steps[way.beyond.index()] = steps[l.index()] + 1;
                    next.push_back(way.beyond);
                }
            }
        }
        steps
    }
}
