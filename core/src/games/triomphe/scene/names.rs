//! Names of towns and houses, moved from where they stand on the land to where they hide nothing of the board.

use super::board::{label_room, setup_room, token_at};
use super::pieces::slots;
use super::places::{Interior, Places, Room, shifted};
use crate::board::landscape::PlaceName;
use crate::board::{AreaMap, Beyond, Landscape};
use crate::scene::{Face, Label, Point, Role, Shape, Zoom};

/// How far a name may move, and in which steps, in metres.
const REACH: [i32; 2] = [640, 520];
const STEP: usize = 20;
/// Letters that would be smaller than this many pixels are left out: they only grey the land.
const LEAST_PIXELS: f32 = 6.5;
/// Where there is no room, a name is written smaller, by these factors in turn.
const SMALLER: [f32; 3] = [1.0, 0.88, 0.76];

/// All names of the land, over the board.
pub(super) fn draw(map: &AreaMap, land: &Landscape, places: &Places) -> Vec<Shape> {
    let mut taken = Taken::new(map, land, places);
    // The largest first; names along a course move along it.
    let mut labels: Vec<_> = land.labels.iter().map(|label| (Kind::of(label, land), label)).collect();
    labels.sort_by_key(|(kind, _)| *kind);
    let mut shapes = Vec::new();
    for (kind, label) in labels {
        for (text, at, size) in taken.write(kind, label) {
            let label = Label::new(text, at, size).turned(label.turn as f32).halo(Role::Paper.at(215));
            let label = match kind {
                Kind::Town => label.face(Face::Bold),
                Kind::House => label.colour(Role::InkSoft.full()),
                Kind::Water => label.face(Face::Italic).colour(Role::Bank.full()),
                Kind::Road => label.face(Face::Italic).colour(Role::RoadMainEdge.full()),
            };
            shapes.push(Shape::text(label).zoom(Zoom::from(LEAST_PIXELS / size)));
        }
    }
    shapes
}

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Town,
    Water,
    Road,
    House,
}

impl Kind {
    fn of(label: &PlaceName, land: &Landscape) -> Kind {
        let course = label.turn != 0;
        if course && land.waters.iter().any(|water| water.name == label.text) {
            Kind::Water
        } else if course {
            Kind::Road
        } else if !label.text.starts_with("C. ") && land.settlements.iter().any(|p| p.village && p.name == label.text) {
            Kind::Town
        } else {
            Kind::House
        }
    }

    /// The height of a line in metres.
    const fn size(self) -> f32 {
        match self {
            Kind::Town => 112.0,
            Kind::Water | Kind::Road => 92.0,
            Kind::House => 76.0,
        }
    }

    /// How far it may move. A road's name may stand anywhere on it, a water's must stay by it.
    const fn reach(self) -> [i32; 2] {
        match self {
            Kind::Town | Kind::House => REACH,
            Kind::Road => [1_120, 0],
            Kind::Water => [640, 200],
        }
    }

    /// How bad it is to stand a metre from where it belongs.
    const fn astray(self) -> f32 {
        match self {
            Kind::Town | Kind::House | Kind::Water => 0.055,
            Kind::Road => 0.01,
        }
    }

    /// The width of a text for each unit of height, by the letters of the board's book face.
    fn width(self, text: &str) -> f32 {
        let wide: f32 = text.chars().map(letter).sum();
        if self == Kind::Town { wide * 1.07 } else { wide }
    }
}

fn letter(c: char) -> f32 {
    match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ' ' => 0.30,
        'r' | 's' | 'c' | 'J' => 0.42,
        'm' | 'w' | 'M' | 'W' => 0.86,
        _ if c.is_uppercase() => 0.66,
        _ => 0.51,
    }
}

/// A turned rectangle with the box about it.
#[derive(Clone, Copy, Debug)]
struct Quad {
    corners: [Point; 4],
    room: Room,
}

impl Quad {
    fn new(corners: [Point; 4]) -> Quad {
        let room = corners.iter().fold(Room { low: [f32::MAX; 2], high: [f32::MIN; 2] }, |room, p| Room {
            low: [room.low[0].min(p[0]), room.low[1].min(p[1])],
            high: [room.high[0].max(p[0]), room.high[1].max(p[1])],
        });
        Quad { corners, room }
    }

    fn level(room: Room) -> Quad {
        let Room { low, high } = room;
        Quad { corners: [low, [high[0], low[1]], high, [low[0], high[1]]], room }
    }

    /// A rectangle about its middle, turned by degrees.
    fn turned(at: Point, size: Point, degrees: f32) -> Quad {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let corner = |x: f32, y: f32| {
            let (x, y) = (size[0] * x, size[1] * y);
            [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos]
        };
        Quad::new([corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)])
    }

    /// Whether two of them share ground: no side of either keeps them apart.
    fn meets(&self, other: &Quad) -> bool {
        meet(&self.room, &other.room) && !self.parts(other) && !other.parts(self)
    }

    /// Whether a side of this one has all of the other beyond it; corners go clockwise on the screen.
    fn parts(&self, other: &Quad) -> bool {
        (0..4).any(|k| {
            let (a, b) = (self.corners[k], self.corners[(k + 1) % 4]);
            other.corners.iter().all(|p| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) <= 0.0)
        })
    }
}

/// What names must not hide, with how bad it is.
struct Taken {
    quads: Vec<(Quad, f32)>,
    sheet: Point,
}

impl Taken {
    fn new(map: &AreaMap, land: &Landscape, places: &Places) -> Taken {
        let mut quads = Vec::new();
        for strip in places.strips.iter().flatten() {
            // The strip and its half of the corridor, where arrows stand.
            let out = |p: Point| [p[0] - strip.inward[0] * 30.0, p[1] - strip.inward[1] * 30.0];
            let [a, b] = strip.side;
            quads.push((Quad::new([out(a), out(b), strip.corners[2], strip.corners[3]]), 50.0));
        }
        let rooms =
            [places.track, places.title].into_iter().chain(places.holdings.iter().copied()).chain(places.morale);
        quads.extend(rooms.map(|room| (Quad::level(room), 60.0)));
        let crossings = places.crossings.iter().flatten();
        quads.extend(crossings.map(|crossing| (Quad::level(about(crossing.at, [40.0, 40.0])), 12.0)));
        let houses = land.settlements.iter().flat_map(|place| &place.buildings);
        quads.extend(houses.map(|house| (Quad::level(about(shifted(house.at), [22.0, 22.0])), 0.8)));
        for locale in map.locales() {
            let inner = places.interior(locale);
            let facts = map.locale(locale);
            quads.push((Quad::level(label_room(inner, &facts.id)), 60.0));
            if facts.setup > 0 {
                quads.push((Quad::level(setup_room(inner, facts.setup)), 20.0));
            }
            quads.extend([0, 1].map(|army| (Quad::level(about(token_at(inner, army), [50.0, 50.0])), 15.0)));
            // A few blocks stand in most places some time, a full house in few.
            for (count, bad) in [(4, 60.0), (8, 12.0), (usize::from(facts.capacity), 4.0)] {
                quads.push((Quad::level(slots_room(inner, count)), bad));
            }
            let corners = &inner.outline;
            for (side, beyond) in facts.sides.iter().enumerate() {
                if !matches!(beyond, Beyond::Approach(_)) {
                    let (a, b) = (corners[side], corners[(side + 1) % corners.len()]);
                    quads.push((wall(a, b), 9.0));
                }
            }
        }
        Taken { quads, sheet: places.size() }
    }

    /// Finds the best place and form for a name, which is then taken: its lines with their places and their height.
    fn write(&mut self, kind: Kind, label: &PlaceName) -> Vec<(String, Point, f32)> {
        let turn = label.turn as f32;
        let mut best: Option<(f32, Point, Vec<&str>, f32)> = None;
        for (k, smaller) in SMALLER.into_iter().enumerate() {
            let size = kind.size() * smaller;
            for lines in forms(&label.text, kind) {
                let form = k as f32 * 4.0 + (lines.len() - 1) as f32 * 1.5;
                let own = shifted(label.at);
                let (cost, at) = self.place(own, extent(kind, &lines, size), turn, kind);
                if best.as_ref().is_none_or(|(least, ..)| cost + form < *least) {
                    best = Some((cost + form, at, lines, size));
                }
            }
        }
        let Some((_, at, lines, size)) = best else { return Vec::new() };
        self.quads.push((Quad::turned(at, extent(kind, &lines, size), turn), 60.0));
        let middle = (lines.len() - 1) as f32 / 2.0;
        let line =
            |(k, text): (usize, &str)| (text.to_owned(), [at[0], at[1] + (k as f32 - middle) * size * LEADING], size);
        lines.into_iter().enumerate().map(line).collect()
    }

    /// The best place for a name of an extent near its own, with what it costs. A turned name moves along itself only.
    fn place(&self, own: Point, size: Point, turn: f32, kind: Kind) -> (f32, Point) {
        let (reach, astray) = (kind.reach(), kind.astray());
        let (sin, cos) = turn.to_radians().sin_cos();
        let far = Quad::turned(own, [size[0] + 2.0 * reach[0] as f32, size[1] + 2.0 * reach[1] as f32], turn).room;
        let near: Vec<&(Quad, f32)> = self.quads.iter().filter(|(quad, _)| meet(&quad.room, &far)).collect();
        let mut best = (f32::MAX, own);
        for ([dx, dy], far) in steps(reach) {
            let mut cost = far * astray;
            if cost >= best.0 {
                break; // all others are farther
            }
            let at = [own[0] + dx * cos - dy * sin, own[1] + dx * sin + dy * cos];
            let name = Quad::turned(at, size, turn);
            let Room { low, high } = name.room;
            if (0..2).any(|axis| low[axis] < 60.0 || high[axis] > self.sheet[axis] - 60.0) {
                cost += 90.0;
            }
            cost += near.iter().filter(|(quad, _)| quad.meets(&name)).map(|(_, bad)| bad).sum::<f32>();
            if cost < best.0 {
                best = (cost, at);
            }
        }
        best
    }
}

/// Shifts within a reach with their lengths, the shortest first.
fn steps(reach: [i32; 2]) -> Vec<(Point, f32)> {
    let axis = |reach: i32| (-reach..=reach).step_by(STEP);
    let shifts = axis(reach[0]).flat_map(|dx| axis(reach[1]).map(move |dy| [dx as f32, dy as f32]));
    let mut steps: Vec<(Point, f32)> = shifts.map(|[dx, dy]| ([dx, dy], dx.hypot(dy))).collect();
    steps.sort_by(|a, b| a.1.total_cmp(&b.1));
    steps
}

/// From line to line, for each unit of height.
const LEADING: f32 = 0.86;

/// The ways to write a name: on one line, and a town's of several words on two.
fn forms(text: &str, kind: Kind) -> Vec<Vec<&str>> {
    let mut forms = vec![vec![text]];
    if kind == Kind::Town
        && let Some((first, last)) = text.rsplit_once(' ')
    {
        forms.push(vec![first, last]);
    }
    forms
}

/// Width and height of a name in metres.
fn extent(kind: Kind, lines: &[&str], size: f32) -> Point {
    let wide = lines.iter().map(|line| kind.width(line)).fold(0.0, f32::max);
    [size * wide, size * (0.82 + LEADING * (lines.len() - 1) as f32)]
}

/// A thick line.
fn wall(a: Point, b: Point) -> Quad {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
    Quad::turned(middle, [dx.hypot(dy), 24.0], dy.atan2(dx).to_degrees())
}

/// The room that so many blocks take in a reserve.
fn slots_room(inner: &Interior, count: usize) -> Room {
    let (slots, size) = slots(inner, count);
    let half = [size[0] / 2.0 + 6.0, size[1] / 2.0 + 6.0];
    let rooms = slots.into_iter().map(|at| about(at, half));
    rooms
        .reduce(|a, b| Room {
            low: [a.low[0].min(b.low[0]), a.low[1].min(b.low[1])],
            high: [a.high[0].max(b.high[0]), a.high[1].max(b.high[1])],
        })
        .unwrap_or(about(inner.centre, [0.0, 0.0]))
}

pub(super) fn about(at: Point, half: Point) -> Room {
    Room { low: [at[0] - half[0], at[1] - half[1]], high: [at[0] + half[0], at[1] + half[1]] }
}

pub(super) fn meet(a: &Room, b: &Room) -> bool {
    (0..2).all(|k| a.low[k] <= b.high[k] && b.low[k] <= a.high[k])
}

#[cfg(test)]
pub(super) fn holds(room: &Room, p: Point) -> bool {
    (0..2).all(|k| room.low[k] <= p[k] && p[k] <= room.high[k])
}
