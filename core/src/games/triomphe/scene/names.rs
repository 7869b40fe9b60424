//! Names of towns and houses, moved from where they stand on the land to where they hide nothing of the board.

use super::board::label_at;
use super::places::{Places, Room, shifted};
use crate::board::landscape::PlaceName;
use crate::board::{AreaMap, Landscape};
use crate::scene::{Face, Label, Point, Role, Shape};

/// How far a name may move, and in which steps, in metres.
const REACH: [i32; 2] = [640, 520];
const STEP: usize = 40;

/// All names of the land, over the board.
pub(super) fn draw(map: &AreaMap, land: &Landscape, places: &Places) -> Vec<Shape> {
    let mut taken = Taken::new(map, land, places);
    let mut shapes = Vec::new();
    let town = |label: &PlaceName| {
        land.settlements.iter().any(|place| place.village && place.name == label.text) && !label.text.starts_with("C. ")
    };
    // The largest first; names along a course move along it.
    let mut labels: Vec<_> = land.labels.iter().collect();
    labels.sort_by_key(|label| (!town(label), label.turn == 0));
    for label in labels {
        let (town, course) = (town(label), label.turn != 0);
        let size = if town {
            112.0
        } else if course {
            92.0
        } else {
            72.0
        };
        let wide = size * label.text.chars().count() as f32 * if town { 0.52 } else { 0.46 };
        let water = land.waters.iter().any(|water| water.name == label.text);
        // A road's name may stand anywhere on it, a water's must stay by it.
        let reach = match (course, water) {
            (false, _) => REACH,
            (true, false) => [1_120, 0],
            (true, true) => [200, 0],
        };
        let at = taken.place(shifted(label.at), [wide, size * 0.8], label.turn as f32, reach);
        let text = Label::new(&*label.text, at, size).turned(label.turn as f32).halo(Role::Paper.at(215));
        let text = if town {
            text.face(Face::Bold)
        } else if !course {
            text.colour(Role::InkSoft.full())
        } else if water {
            text.face(Face::Italic).colour(Role::Bank.full())
        } else {
            text.face(Face::Italic).colour(Role::RoadMainEdge.full())
        };
        shapes.push(Shape::text(text));
    }
    shapes
}

/// What names must not hide, with how bad it is.
struct Taken {
    quads: Vec<([Point; 4], Room)>,
    rooms: Vec<(Room, f32)>,
    sheet: Point,
}

impl Taken {
    fn new(map: &AreaMap, land: &Landscape, places: &Places) -> Taken {
        let quads = places.strips.iter().flatten().map(|strip| {
            // The strip and its half of the corridor, where arrows and crossings stand.
            let out = |p: Point| [p[0] - strip.inward[0] * 30.0, p[1] - strip.inward[1] * 30.0];
            let [a, b] = strip.side;
            let quad = [out(a), out(b), strip.corners[2], strip.corners[3]];
            (quad, bounds(&quad))
        });
        let mut rooms: Vec<(Room, f32)> = vec![(places.track, 6.0), (places.title, 6.0)];
        rooms.extend(places.holdings.iter().chain(&places.morale).map(|room| (*room, 6.0)));
        let houses = land.settlements.iter().flat_map(|place| &place.buildings);
        rooms.extend(houses.map(|house| (about(shifted(house.at), [24.0, 24.0]), 1.5)));
        for locale in map.locales() {
            let inner = places.interior(locale);
            let at = label_at(inner);
            let size = (inner.radius * 0.46).clamp(56.0, 125.0);
            let half = [size * 1.15, size * 0.55];
            rooms.push((about(at, half), 4.0));
            if map.locale(locale).setup > 0 {
                rooms.push((about([at[0], at[1] + size * 0.72], [size * 0.7, size * 0.3]), 3.0));
            }
            let blocks = [inner.centre[0], inner.centre[1] + inner.radius * 0.22];
            rooms.push((about(blocks, [inner.radius * 0.6, inner.radius * 0.4]), 1.6));
        }
        Taken { quads: quads.collect(), rooms, sheet: places.size() }
    }

    /// The best place for a name of a size near its own, which is then taken. A turned name moves along itself only.
    fn place(&mut self, own: Point, size: Point, turn: f32, reach: [i32; 2]) -> Point {
        let (sin, cos) = turn.to_radians().sin_cos();
        let mut best = (f32::MAX, own);
        for dx in (-reach[0]..=reach[0]).step_by(STEP) {
            for dy in (-reach[1]..=reach[1]).step_by(STEP) {
                let (dx, dy) = (dx as f32, dy as f32);
                let moved = dx.hypot(dy) * if turn == 0.0 { 0.03 } else { 0.01 };
                if moved < best.0 {
                    let at = [own[0] + dx * cos - dy * sin, own[1] + dx * sin + dy * cos];
                    let cost = moved + self.cost(at, size, turn);
                    if cost < best.0 {
                        best = (cost, at);
                    }
                }
            }
        }
        self.rooms.push((about(best.1, turned_half(size, turn)), 5.0));
        best.1
    }

    /// How much a name would hide, by points spread over it.
    fn cost(&self, at: Point, size: Point, turn: f32) -> f32 {
        let (sin, cos) = turn.to_radians().sin_cos();
        let own = about(at, turned_half(size, turn));
        let quads: Vec<_> = self.quads.iter().filter(|(_, room)| meet(room, &own)).collect();
        let rooms: Vec<_> = self.rooms.iter().filter(|(room, _)| meet(room, &own)).collect();
        let mut cost = 0.0;
        for i in 0..=10 {
            for j in 0..3 {
                let (x, y) = (size[0] * (i as f32 / 10.0 - 0.5), size[1] * (j as f32 / 2.0 - 0.5));
                let p = [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos];
                cost += rooms.iter().filter(|(room, _)| holds(room, p)).map(|(_, bad)| bad).sum::<f32>();
                cost += quads.iter().filter(|(quad, _)| in_quad(quad, p)).count() as f32 * 2.5;
                if p[0] < 80.0 || p[1] < 80.0 || p[0] > self.sheet[0] - 80.0 || p[1] > self.sheet[1] - 80.0 {
                    cost += 9.0;
                }
            }
        }
        cost
    }
}

/// Half of the box about a turned rectangle.
fn turned_half(size: Point, turn: f32) -> Point {
    let (sin, cos) = turn.to_radians().sin_cos();
    let (sin, cos) = (sin.abs() / 2.0, cos.abs() / 2.0);
    [size[0] * cos + size[1] * sin, size[0] * sin + size[1] * cos]
}

pub(super) fn about(at: Point, half: Point) -> Room {
    Room { low: [at[0] - half[0], at[1] - half[1]], high: [at[0] + half[0], at[1] + half[1]] }
}

fn bounds(points: &[Point]) -> Room {
    points.iter().fold(Room { low: [f32::MAX; 2], high: [f32::MIN; 2] }, |room, p| Room {
        low: [room.low[0].min(p[0]), room.low[1].min(p[1])],
        high: [room.high[0].max(p[0]), room.high[1].max(p[1])],
    })
}

pub(super) fn meet(a: &Room, b: &Room) -> bool {
    (0..2).all(|k| a.low[k] <= b.high[k] && b.low[k] <= a.high[k])
}

pub(super) fn holds(room: &Room, p: Point) -> bool {
    (0..2).all(|k| room.low[k] <= p[k] && p[k] <= room.high[k])
}

/// Whether a point lies in a quadrangle whose corners go clockwise.
fn in_quad(quad: &[Point; 4], p: Point) -> bool {
    (0..4).all(|k| {
        let (a, b) = (quad[k], quad[(k + 1) % 4]);
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0
    })
}
