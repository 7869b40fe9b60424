//! What the board looks like: the house's own map of hexes, counters in the hobby's convention, the turn track, and marks of
//! zones, paths and fights.

mod counters;
mod ground;

use super::Folio;
use super::model::{Flags, MOST_FORMATIONS, PartKind, Place, State, UnitId};
use super::view::View;
use crate::board::{HexId, HexMap};
use crate::kernel::Seat;
use crate::scene::{Anchor, Face, Label, Layer, LayerKind, Point, Role, Scene, Shape, Zoom};

pub(super) use ground::land;

/// The width of a hex in board units.
pub(super) const HEX: f32 = 100.0;
/// The margin about the map.
const MARGIN: f32 = 60.0;
/// The height of the band below the map: turn track and units off the map.
const BAND: f32 = 620.0;
/// A counter's side.
pub(super) const COUNTER: f32 = 58.0;

/// A hex's centre on the board.
pub(super) fn centre(map: &HexMap, hex: HexId) -> Point {
    let [x, y] = map.grid().centre(hex);
    [MARGIN + x * HEX, MARGIN + y * HEX]
}

/// A hex's corners on the board.
pub(super) fn corners(map: &HexMap, hex: HexId) -> [Point; 6] {
    map.grid().corners(hex).map(|[x, y]| [MARGIN + x * HEX, MARGIN + y * HEX])
}

/// The size of the map alone.
pub(super) fn sheet(map: &HexMap) -> Point {
    let [w, h] = map.grid().size();
    [w * HEX + 2.0 * MARGIN, h * HEX + 2.0 * MARGIN]
}

/// The colour of a side: line and tint.
pub(super) fn colours(seat: Seat) -> (Role, Role) {
    if seat == super::model::AUSTRIAN { (Role::Red, Role::RedTint) } else { (Role::Blue, Role::BlueTint) }
}

impl Folio {
    /// The whole board for one seat.
    pub(super) fn draw(&self, v: &View) -> Scene {
        let s = &v.open;
        let [w, h] = sheet(&self.map);
        let mut layers: Vec<Layer> = self.land.to_vec();
        layers.push(Layer::new(LayerKind::Board, self.tracks(s)));
        layers.push(Layer::new(LayerKind::Marks, self.overlays(s)));
        layers.push(Layer::new(LayerKind::Pieces, self.counters(s)));
        layers.push(Layer::new(LayerKind::Marks, self.fight_marks(s)));
        Scene { size: [w, h + BAND], layers }
    }

    /// Zones of control of the enemy and the reach of the unit in hand.
    fn overlays(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let Some(unit) = s.hand else { return shapes };
        let lay = self.lay(s, self.army.facts(unit).seat);
        let (line, _) = colours(self.army.facts(unit).seat.other());
        for hex in lay.zone.iter() {
            let shape = Shape::polygon(corners(&self.map, hex)).filled(line.at(38).fill());
            shapes.push(shape.tip("A zone of control of the enemy (5)"));
        }
        let mut costs: Vec<(HexId, u8)> = Vec::new();
        self.destinations(s, unit, &mut |_, hex, cost| {
            if !costs.iter().any(|(known, _)| *known == hex) {
                costs.push((hex, cost));
            }
        });
        for (hex, cost) in costs {
            let [x, y] = centre(&self.map, hex);
            let text = if cost.is_multiple_of(2) { (cost / 2).to_string() } else { format!("{}\u{bd}", cost / 2) };
            let label = Label::new(text, [x, y + HEX * 0.38], HEX * 0.2).face(Face::Bold);
            shapes.push(Shape::text(label.halo(Role::Paper.at(220))));
        }
        shapes
    }

    /// The fight under way: its hex, and lines from those who attack it.
    fn fight_marks(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        if s.fight.kind == super::flow::Kind::None {
            return shapes;
        }
        let to = centre(&self.map, s.fight.target);
        let tip = self.preview(s).join(" ");
        shapes.push(Shape::circle(to, HEX * 0.46).stroked(Role::Bad.line(6.0)).tip(tip));
        for unit in Folio::with_flag(s, Flags::ATTACKS) {
            if let Place::Hex(hex) = s.unit(unit).at {
                let from = centre(&self.map, hex);
                let part = |t: f32| [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
                shapes.push(Shape::line([part(0.25), part(0.75)]).stroked(Role::Bad.line(7.0)));
            }
        }
        shapes
    }

    /// The turn track with reinforcements and routed units, the column, and who is lost.
    fn tracks(&self, s: &State) -> Vec<Shape> {
        let [w, h] = sheet(&self.map);
        let mut shapes = Vec::new();
        let turns = f32::from(self.numbers.turns.max(1));
        let width = (w - 2.0 * MARGIN) / turns;
        for turn in 1..=self.numbers.turns {
            let x = MARGIN + width * (f32::from(turn) - 0.5);
            let now = turn == s.turn;
            let fill = if now { Role::Lit.at(90) } else { Role::PaperDeep.full() };
            let frame = Shape::rect([x, h + 95.0], [width - 8.0, 170.0], 0.0).filled(fill.fill());
            shapes.push(
                frame.stroked(Role::InkSoft.line(2.0)).tip(format!("Turn {turn}: who routs comes back here (10.3)")),
            );
            let label = Label::new(format!("Turn {turn}"), [x, h + 26.0], 22.0).face(Face::Bold);
            shapes.push(Shape::text(label));
        }
        let rows = [(h + 210.0, "To come"), (h + 470.0, "Lost")];
        for (y, title) in rows {
            let label = Label::new(title, [MARGIN, y], 22.0).face(Face::Bold).anchor(Anchor::Left);
            shapes.push(Shape::text(label));
        }
        for (k, formation) in self.formations(s).enumerate() {
            let at = [MARGIN + 150.0 + 60.0 * k as f32, h + 210.0];
            let part = PartKind::Formation(formation).part();
            let shape = Shape::rect(at, [52.0, 28.0], 0.0).filled(Role::RedTint.fill()).part(part);
            shapes.push(
                shape.stroked(Role::Red.line(1.5)).tip(format!("Formation {formation} of the Austrian column (17.2)")),
            );
            shapes.push(Shape::text(Label::new(format!("F{formation}"), at, 18.0).face(Face::Bold)));
        }
        shapes
    }

    /// The formations in the order of the column, those not chosen yet last.
    fn formations(&self, s: &State) -> impl Iterator<Item = u8> {
        let chosen = s.columns.iter().flat_map(|column| column.iter().copied());
        let mut all: Vec<u8> = chosen.collect();
        for formation in &self.setup(s).column {
            if !all.contains(formation) {
                all.push(*formation);
            }
        }
        all.into_iter().take(MOST_FORMATIONS)
    }

    /// Where each unit is drawn that is not on the map.
    fn off_map(&self, s: &State) -> Vec<(UnitId, Point)> {
        let [w, h] = sheet(&self.map);
        let turns = f32::from(self.numbers.turns.max(1));
        let width = (w - 2.0 * MARGIN) / turns;
        let step = COUNTER + 6.0;
        let columns = ((w - 2.0 * MARGIN) / step) as usize;
        let mut routed: Vec<(u8, usize)> = Vec::new();
        let (mut waiting, mut lost) = (0usize, 0usize);
        let mut places = Vec::new();
        let order: Vec<u8> = self.formations(s).collect();
        let rank = |unit: &UnitId| {
            let facts = self.army.facts(*unit);
            (facts.seat, order.iter().position(|f| *f == facts.formation), *unit)
        };
        let mut units: Vec<UnitId> = self.army.all().map(|(unit, _)| unit).collect();
        units.sort_by_key(rank);
        for unit in units {
            let at = match s.unit(unit).at {
                Place::Hex(_) => continue,
                Place::Track(turn) => {
                    let turn = turn.min(self.numbers.turns);
                    let there = routed.iter().filter(|(t, _)| *t == turn).count();
                    routed.push((turn, there));
                    let across = ((width / step) as usize).max(1);
                    [
                        MARGIN + width * (f32::from(turn) - 1.0) + step * (0.6 + (there % across) as f32),
                        h + 75.0 + step * (there / across) as f32,
                    ]
                }
                Place::Waiting | Place::Ready => {
                    waiting += 1;
                    let k = waiting - 1;
                    [MARGIN + step * ((k % columns) as f32 + 0.5), h + 270.0 + step * (k / columns) as f32]
                }
                Place::Destroyed | Place::Captured | Place::Gone => {
                    lost += 1;
                    let k = lost - 1;
                    [MARGIN + step * ((k % columns) as f32 + 0.5), h + 520.0 + step * (k / columns) as f32]
                }
            };
            places.push((unit, at));
        }
        places
    }

    /// Every counter: stacks on the map lie a little beside each other.
    fn counters(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let mut hexes: Vec<(HexId, UnitId)> = s.all().filter_map(|(id, unit)| Some((unit.at.hex()?, id))).collect();
        // leaders on top, battalions inside a chateau at the bottom
        hexes.sort_by_key(|(hex, id)| (*hex, !self.is_inside(s, *id), self.army.facts(*id).kind, *id));
        for stack in hexes.chunk_by(|a, b| a.0 == b.0) {
            let [x, y] = centre(&self.map, stack[0].0);
            let most = stack.len() as f32 - 1.0;
            let shift = if stack.len() > 4 { 7.0 } else { 11.0 };
            for (k, (_, unit)) in stack.iter().enumerate() {
                let d = (k as f32 - most / 2.0) * shift;
                self.counter(s, *unit, [x + d, y - d], &mut shapes);
            }
        }
        for (unit, at) in self.off_map(s) {
            self.counter(s, unit, at, &mut shapes);
        }
        shapes
    }
}

/// Seen when a hex is large enough to be read.
pub(super) const NEAR: Zoom = Zoom { from: 0.28, to: f32::MAX };
