//! What is off the map: the turn track with those who come and those who have routed, the Austrian column at its bridge,
//! and the lost.

use super::counters::Seen;
use super::{COUNTER, HEX, LEFT, RIM, centre, colours, sheet};
use crate::board::{HexId, HexSet};
use crate::games::folio::Folio;
use crate::games::folio::flow::Step;
use crate::games::folio::model::{AUSTRIAN, Arm, FRENCH, MOST_FORMATIONS, PartKind, Place, State, UnitId};
use crate::kernel::Seat;
use crate::scene::{Anchor, Face, Label, Point, Role, Shape};

/// The height of the strip below the map.
pub(super) const BAND: f32 = 122.0;
/// The height of its headings.
const HEAD: f32 = 28.0;
/// How wide the box of the lost is, as a share of a turn's box.
const LOST: f32 = 2.4;

/// A box of the strip.
struct Cell {
    low: Point,
    high: Point,
}

impl Folio {
    /// The box of a turn; one more is the box of the lost.
    fn track_cell(&self, turn: u8) -> Cell {
        let [w, h] = sheet(&self.map);
        let turns = f32::from(self.numbers.turns.max(1));
        let width = (w - LEFT - RIM) / (turns + LOST);
        let from = f32::from(turn.max(1)) - 1.0;
        let wide = if turn > self.numbers.turns { LOST } else { 1.0 };
        let x = LEFT + width * from;
        Cell { low: [x, h + 2.0], high: [x + width * wide - 5.0, h + BAND - 3.0] }
    }

    /// The boxes of the turns with what their headings say.
    pub(super) fn track_boxes(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        self.trays(s, &mut shapes);
        for turn in 1..=self.numbers.turns + 1 {
            let Cell { low, high } = self.track_cell(turn);
            let (middle, size) = (super::chains::between(low, high, 0.5), [high[0] - low[0], high[1] - low[1]]);
            let lost = turn > self.numbers.turns;
            let fill = match (lost, turn.cmp(&s.turn)) {
                (false, std::cmp::Ordering::Equal) => Role::Lit.at(90),
                (false, std::cmp::Ordering::Less) => Role::PaperDeep.at(90),
                _ => Role::PaperDeep.full(),
            };
            let (head, tip) = if lost { ("Lost".to_owned(), self.lost_words(s)) } else { self.turn_words(s, turn) };
            let frame = Shape::rect(middle, size, 0.0).filled(fill.fill()).stroked(Role::InkSoft.line(2.0));
            shapes.push(frame.tip(tip));
            let at = [low[0] + 8.0, low[1] + HEAD * 0.55];
            shapes.push(Shape::text(Label::new(head, at, 25.0).face(Face::Bold).anchor(Anchor::Left)));
        }
        shapes
    }

    /// A tray under each formation that waits at its bridge.
    pub(super) fn trays(&self, s: &State, shapes: &mut Vec<Shape>) {
        for (formation, at) in self.queue(s) {
            let tray = Shape::rect(at, [98.0, 98.0], 0.0).filled(Role::Paper.at(110).fill());
            shapes.push(tray.tip(format!("Formation {formation}, waiting at its bridge (17.2)")));
        }
    }

    /// The heading of a turn, and who comes then.
    fn turn_words(&self, s: &State, turn: u8) -> (String, String) {
        let head = format!("{turn}  {}", self.clock(turn));
        let mut told = vec![format!("Turn {turn}, {}", self.clock(turn))];
        let names = |units: Vec<UnitId>| {
            let names: Vec<&str> = units.iter().map(|unit| self.army.facts(*unit).name.as_str()).collect();
            names.join(", ")
        };
        for (group, arrival) in self.setup(s).groups.iter().zip(&s.arrivals) {
            let waits: Vec<UnitId> =
                group.units.iter().copied().filter(|unit| s.unit(*unit).at == Place::Waiting).collect();
            if waits.is_empty() || !(group.first.max(arrival.turn)..=group.last.max(arrival.turn)).contains(&turn) {
                continue;
            }
            let when = match (arrival.turn, group.chances.get(usize::from(turn - group.first))) {
                (0, Some(most)) if turn < group.last => format!(" on a die of {most} or less"),
                _ => String::new(),
            };
            told.push(format!("{} to come{when} (17.3)", names(waits)));
        }
        let routed = s.all().filter(|(_, unit)| unit.at == Place::Track(turn)).map(|(id, _)| id).collect::<Vec<_>>();
        if !routed.is_empty() {
            told.push(format!("{} routed, to check then (10.3)", names(routed)));
        }
        (head, told.join(". "))
    }

    fn lost_words(&self, s: &State) -> String {
        let of = |seat: Seat, place: Place| {
            let units = s.all().filter(|(id, unit)| unit.at == place && self.army.facts(*id).seat == seat);
            units.map(|(id, _)| self.army.facts(id).name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut told = Vec::new();
        for seat in [AUSTRIAN, FRENCH] {
            for (place, word) in [
                (Place::Destroyed, "destroyed"),
                (Place::Captured, "captured"),
                (Place::Gone, "broken up"),
                (Place::Ready, "held ready"),
            ] {
                let names = of(seat, place);
                if !names.is_empty() {
                    told.push(format!("{} {word}: {names}", self.side_name(seat)));
                }
            }
        }
        if told.is_empty() { "Nobody is lost".to_owned() } else { told.join(". ") }
    }

    /// Where each unit is drawn that is not on the map.
    pub(super) fn off_map(&self, s: &State) -> Vec<(UnitId, Point, Seen)> {
        let mut places = Vec::new();
        let mut boxes: Vec<Vec<UnitId>> = vec![Vec::new(); usize::from(self.numbers.turns) + 1];
        let mut queues: Vec<(Point, Vec<UnitId>)> = self.queue(s).into_iter().map(|(_, at)| (at, Vec::new())).collect();
        let formations: Vec<u8> = self.queue(s).into_iter().map(|(formation, _)| formation).collect();
        let last = boxes.len() - 1;
        for (unit, facts) in self.army.all() {
            let turn = match s.unit(unit).at {
                Place::Hex(_) => continue,
                Place::Track(turn) => usize::from(turn),
                Place::Waiting => match self.setup(s).group_of(unit) {
                    Some(k) => usize::from(self.due(s, k)),
                    None => match formations.iter().position(|f| *f == facts.formation && facts.seat == AUSTRIAN) {
                        Some(k) => {
                            queues[k].1.push(unit);
                            continue;
                        }
                        None => usize::from(s.turn),
                    },
                },
                Place::Ready | Place::Destroyed | Place::Captured | Place::Gone => last + 1,
            };
            boxes[turn.clamp(1, last + 1) - 1].push(unit);
        }
        for (k, mut units) in boxes.into_iter().enumerate() {
            // leaders are small and lie on top; who is placed next is seen whole
            let next = self.to_place(s).filter(|_| s.step == Step::Place).map(|(unit, _)| unit);
            units.sort_by_key(|unit| {
                let facts = self.army.facts(*unit);
                (next == Some(*unit), facts.seat, !facts.kind.is_unit(), *unit)
            });
            let Cell { low, high } = self.track_cell(k as u8 + 1);
            let (from, to) = (low[0] + COUNTER * 0.56, high[0] - COUNTER * 0.56);
            let step = ((to - from) / (units.len().max(2) - 1) as f32).min(COUNTER + 6.0);
            let y = high[1] - COUNTER * 0.53;
            let last = units.len().saturating_sub(1);
            let seen = |n: usize| if n == last || step >= COUNTER { Seen::Whole } else { Seen::Left(step) };
            places.extend(units.into_iter().enumerate().map(|(n, unit)| (unit, [from + step * n as f32, y], seen(n))));
        }
        for (at, units) in queues {
            let step = if units.len() > 4 { 5.0 } else { 8.0 };
            // the first of the order of battle on top
            for (n, unit) in units.iter().rev().enumerate() {
                let d = step * (n as f32 - (units.len() - 1) as f32 / 2.0);
                let seen = if n + 1 == units.len() { Seen::Whole } else { Seen::Edge };
                places.push((*unit, [at[0] + d, at[1] - d], seen));
            }
        }
        places
    }

    /// The turn in which a group that arrives by dice may come next. (17.3)
    pub(in crate::games::folio) fn due(&self, s: &State, k: usize) -> u8 {
        let (group, arrival) = (&self.setup(s).groups[k], s.arrivals[k]);
        if arrival.turn != 0 {
            return arrival.turn.max(s.turn);
        }
        // its die of this turn has fallen when its owner moves
        let rolled = s.active == FRENCH && s.step > Step::Begin;
        group.first.max(s.turn + u8::from(rolled)).min(group.last)
    }

    /// The formations that wait at their bridge, in the order of the column, with the place of each. (17.2)
    fn queue(&self, s: &State) -> Vec<(u8, Point)> {
        let waiting = self.waiting_formations(s);
        let chiefs = self.army.all().zip(&s.units).filter(|((unit, facts), state)| {
            let alone = !facts.kind.is_unit() && facts.seat == AUSTRIAN && state.at == Place::Waiting;
            alone && self.setup(s).group_of(*unit).is_none()
        });
        let waiting = chiefs.fold(waiting, |bits, ((_, facts), _)| bits | 1 << facts.formation);
        let mut columns: [Vec<u8>; 2] = [0, 1].map(|k| s.columns[k].iter().copied().collect());
        let chosen = columns.concat();
        columns[0].extend(self.setup(s).column.iter().copied().filter(|f| !chosen.contains(f)));
        let mut queue = Vec::new();
        for (column, entry) in columns.iter().zip(self.column_entries) {
            let Some(entry) = entry else { continue };
            let spots = self.banks(entry);
            let here = column.iter().copied().filter(|f| waiting & (1 << f) != 0).take(MOST_FORMATIONS);
            for (k, formation) in here.enumerate() {
                let spot = spots
                    .get(k)
                    .or(spots.last())
                    .map_or_else(|| centre(&self.map, entry), |hex| centre(&self.map, *hex));
                queue.push((formation, spot));
            }
        }
        queue
    }

    /// Hexes that nobody can enter, outward from an entry hex: room to draw those who wait to come by it.
    fn banks(&self, entry: HexId) -> Vec<HexId> {
        let closed = |hex: HexId| (0..Arm::NAMES.len()).all(|arm| self.map.entry_cost(arm, hex).is_none());
        let (mut seen, mut found) = (HexSet::EMPTY, Vec::new());
        let mut front = std::collections::VecDeque::from([entry]);
        while let Some(hex) = front.pop_front() {
            for (_, next) in self.map.neighbours(hex) {
                if !seen.has(next) && closed(next) {
                    seen.add(next);
                    found.push(next);
                    front.push_back(next);
                }
            }
        }
        found
    }

    /// The number of each formation that waits, on its counters: a part of the orders that choose the column. (19.6)
    pub(super) fn formation_tabs(&self, s: &State, shapes: &mut Vec<Shape>) {
        let (line, _) = colours(AUSTRIAN);
        for (formation, [x, y]) in self.queue(s) {
            let at = [x + HEX * 0.66, y + 4.0];
            let tab = Shape::rect(at, [44.0, 28.0], 0.0).filled(line.fill()).stroked(Role::Face.line(2.5));
            shapes.push(tab.part(PartKind::Formation(formation).part()));
            let label = Label::new(format!("F{formation}"), at, 24.0).face(Face::Bold).colour(Role::Face.full());
            shapes.push(Shape::text(label));
        }
    }
}
