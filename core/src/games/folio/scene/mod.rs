//! What the board looks like: the house's own map of hexes, counters in the hobby's convention, the turn track, and what a
//! player lays over it: zones, reach, sight, fights.

mod chains;
mod counters;
mod ground;
mod names;
mod overlays;
mod tracks;

use super::Folio;
use super::model::{Flags, Place, State, UnitId};
use super::view::View;
use crate::board::{HexId, HexMap};
use crate::kernel::Seat;
use crate::scene::{Layer, LayerKind, Point, Role, Scene, Shape, Zoom};

pub(super) use ground::land;

/// The width of a hex in board units.
pub(super) const HEX: f32 = 100.0;
/// The margins of the sheet on the left and above, where numbers of rows and columns stand.
const LEFT: f32 = 44.0;
const TOP: f32 = 40.0;
/// Its margins on the other sides.
const RIM: f32 = 16.0;
/// A counter's side.
const COUNTER: f32 = 84.0;

/// Scales (points of a window for each board unit) from which more is written on a counter and on the map: with the board
/// fitted into a window of 1280 x 800 a unit is 0.31 points, of 1920 x 1080 0.43.
const READ: f32 = 0.26;
const NAMED: f32 = 0.42;
/// Where a counter is its symbol and its combat strength.
const FAR: Zoom = Zoom::below(READ);
/// Where its three values can be read.
const MIDDLE: Zoom = Zoom { from: READ, to: NAMED };
/// Where names and hex numbers can be read.
const NEAR: Zoom = Zoom::from(NAMED);
/// Where more than the symbol can be read.
const READABLE: Zoom = Zoom::from(READ);
/// Where the numbers along the edges can be read.
const RULED: Zoom = Zoom::from(0.2);

/// A hex's centre on the board.
fn centre(map: &HexMap, hex: HexId) -> Point {
    let [x, y] = map.grid().centre(hex);
    [LEFT + x * HEX, TOP + y * HEX]
}

/// A hex's corners on the board.
fn corners(map: &HexMap, hex: HexId) -> [Point; 6] {
    map.grid().corners(hex).map(|[x, y]| [LEFT + x * HEX, TOP + y * HEX])
}

/// The size of the map alone.
fn sheet(map: &HexMap) -> Point {
    let [w, h] = map.grid().size();
    [w * HEX + LEFT + RIM, h * HEX + TOP + RIM]
}

/// The colour of a side: line and tint.
fn colours(seat: Seat) -> (Role, Role) {
    if seat == super::model::AUSTRIAN { (Role::Red, Role::RedTint) } else { (Role::Blue, Role::BlueTint) }
}

impl Folio {
    /// The whole board for one seat.
    pub(super) fn draw(&self, v: &View) -> Scene {
        let s = &v.open;
        let [w, h] = sheet(&self.map);
        // zones lie under the grid, so that hexes keep the pointer's sentence
        let (under, over) = self.land.split_at(self.land.len().min(2));
        let mut layers: Vec<Layer> = under.to_vec();
        layers.push(Layer::new(LayerKind::Zones, self.zones(s, v.seat)));
        layers.extend_from_slice(over);
        layers.push(Layer::new(LayerKind::Board, self.track_boxes(s)));
        layers.push(Layer::new(LayerKind::Reach, self.reach(s)));
        layers.push(Layer::new(LayerKind::Pieces, self.counters(s)));
        layers.push(Layer::new(LayerKind::Marks, self.fight_marks(s)));
        Scene { size: [w, h + tracks::BAND], layers }
    }

    /// The fight under way: its hex, and lines from those who attack it.
    fn fight_marks(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        if s.fight.kind == super::flow::Kind::None {
            return shapes;
        }
        let to = centre(&self.map, s.fight.target);
        let tip = self.preview(s).join(" ");
        shapes.push(Shape::circle(to, HEX * 0.52).stroked(Role::Bad.line(7.0)).tip(tip));
        for unit in Folio::with_flag(s, Flags::ATTACKS) {
            if let Place::Hex(hex) = s.unit(unit).at {
                let from = centre(&self.map, hex);
                let [a, b] = [0.2, 0.62].map(|t| chains::between(from, to, t));
                let (along, long) = ([to[0] - from[0], to[1] - from[1]], far(from, to));
                let [ux, uy] = along.map(|n| n / long.max(1.0));
                let head = [
                    [b[0] + ux * 16.0, b[1] + uy * 16.0],
                    [b[0] - uy * 15.0, b[1] + ux * 15.0],
                    [b[0] + uy * 15.0, b[1] - ux * 15.0],
                ];
                shapes.push(Shape::line([a, b]).stroked(Role::Face.line(15.0)));
                shapes.push(Shape::line([a, b]).stroked(Role::Bad.line(9.0)));
                shapes.push(Shape::polygon(head).filled(Role::Bad.fill()).stroked(Role::Face.line(2.5)));
            }
        }
        shapes
    }

    /// Every counter, where it is.
    fn counters(&self, s: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (unit, at, seen) in self.off_map(s) {
            self.counter(s, unit, at, seen, &mut shapes);
        }
        self.formation_tabs(s, &mut shapes);
        let mut hexes: Vec<(HexId, UnitId)> = s.all().filter_map(|(id, unit)| Some((unit.at.hex()?, id))).collect();
        hexes.sort_by_key(|(hex, _)| *hex);
        for stack in hexes.chunk_by(|a, b| a.0 == b.0) {
            let units: Vec<UnitId> = stack.iter().map(|(_, unit)| *unit).collect();
            self.stack(s, units, centre(&self.map, stack[0].0), &mut shapes);
        }
        shapes
    }
}

/// The distance of two points.
fn far(a: Point, b: Point) -> f32 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}
