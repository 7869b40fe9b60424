//! The cursor of the keys: it goes over the board from place to place, and from side to side within a place.

use bormida_core::kernel::Part;
use bormida_core::scene::{Form, Point, Scene};

/// Where the cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The part under it.
    pub(super) part: Part,
    /// It was moved since it last chose something: Enter chooses its part.
    pub(super) armed: bool,
}

/// Right, left, up or down: the unit vector on the board.
pub(super) type Way = Point;

/// A part of the scene: its outline and the box about it.
struct Spot {
    part: Part,
    outline: Vec<Point>,
    low: Point,
    high: Point,
}

impl Spot {
    fn middle(&self) -> Point {
        [(self.low[0] + self.high[0]) / 2.0, (self.low[1] + self.high[1]) / 2.0]
    }

    fn area(&self) -> f32 {
        (self.high[0] - self.low[0]) * (self.high[1] - self.low[1])
    }

    fn holds(&self, [x, y]: Point) -> bool {
        let mut inside = false;
        for (k, a) in self.outline.iter().enumerate() {
            let b = self.outline[(k + 1) % self.outline.len()];
            if (a[1] <= y) != (b[1] <= y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
                inside = !inside;
            }
        }
        inside
    }
}

/// The parts of a scene, each with the place that it belongs to: places themselves lie in no other part and are no
/// mere marks between them.
struct Chart {
    spots: Vec<Spot>,
    /// The index of each spot's place; of a place its own.
    places: Vec<usize>,
}

impl Chart {
    fn new(scene: &Scene) -> Chart {
        let mut spots: Vec<Spot> = Vec::new();
        for shape in scene.layers.iter().flat_map(|layer| layer.shapes.iter()) {
            let (Some(part), Some((outline, low, high))) = (shape.part, extent(&shape.form)) else { continue };
            let spot = Spot { part, outline, low, high };
            match spots.iter_mut().find(|known| known.part == part) {
                Some(known) if known.area() < spot.area() => *known = spot,
                Some(_) => {}
                None => spots.push(spot),
            }
        }
        let around = |k: usize| {
            let spot = &spots[k];
            let larger = |j: &usize| spots[*j].area() > spot.area() && spots[*j].holds(spot.middle());
            (0..spots.len()).filter(larger).min_by(|a, b| spots[*a].area().total_cmp(&spots[*b].area()))
        };
        let within: Vec<Option<usize>> = (0..spots.len()).map(around).collect();
        let least = within.iter().flatten().map(|j| spots[*j].area()).reduce(f32::min).unwrap_or(0.0) / 2.0;
        let is_place = |k: &usize| within[*k].is_none() && spots[*k].area() >= least;
        let nearest = |at: Point| {
            let far = |k: &usize| apart(spots[*k].middle(), at);
            (0..spots.len()).filter(is_place).min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let home = |k: usize| match within[k] {
            _ if is_place(&k) => k,
            Some(around) if is_place(&around) => around,
            _ => nearest(spots[k].middle()).unwrap_or(k),
        };
        let places = (0..spots.len()).map(home).collect();
        Chart { spots, places }
    }

    fn find(&self, part: Part) -> Option<usize> {
        self.spots.iter().position(|spot| spot.part == part)
    }

    /// Of some spots the one that lies best in a direction.
    fn towards(&self, from: Point, way: Way, spots: impl Iterator<Item = usize>) -> Option<usize> {
        // what lies rather aside is only gone to when nothing lies rather ahead
        let ahead = |k: usize| {
            let to = self.spots[k].middle();
            let (far, along) = (apart(from, to), (to[0] - from[0]) * way[0] + (to[1] - from[1]) * way[1]);
            (along > far * 0.3).then(|| (k, along < far * 0.7, far * (2.0 - along / far)))
        };
        let order = |(_, aside, far): &(usize, bool, f32), (_, other_aside, other): &(usize, bool, f32)| {
            aside.cmp(other_aside).then(far.total_cmp(other))
        };
        spots.filter_map(ahead).min_by(order).map(|(k, ..)| k)
    }
}

/// The part to which an arrow leads: to the next place, or over the sides within a place. Stays where nothing lies
/// that way; without a part to start from, it is the place nearest to `start`.
pub(super) fn step(scene: &Scene, from: Option<Part>, start: Point, way: Way, within: bool) -> Option<Part> {
    let chart = Chart::new(scene);
    let is_place = |k: &usize| chart.places[*k] == *k;
    let Some(at) = from.and_then(|part| chart.find(part)) else {
        let far = |k: &usize| apart(chart.spots[*k].middle(), start);
        let nearest = (0..chart.spots.len()).filter(is_place).min_by(|a, b| far(a).total_cmp(&far(b)));
        return nearest.map(|k| chart.spots[k].part);
    };
    let place = chart.places[at];
    let next = if within {
        let sides = (0..chart.spots.len()).filter(|k| *k != at && *k != place && chart.places[*k] == place);
        chart.towards(chart.spots[at].middle(), way, sides)
    } else {
        chart.towards(chart.spots[place].middle(), way, (0..chart.spots.len()).filter(is_place))
    };
    Some(chart.spots[next.unwrap_or(at)].part)
}

fn apart(a: Point, b: Point) -> f32 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The outline of a form with the box about it; texts have none.
pub(super) fn extent(form: &Form) -> Option<(Vec<Point>, Point, Point)> {
    let outline = match form {
        Form::Polygon(points) | Form::Line(points) | Form::Curve { through: points, .. } => points.clone(),
        Form::Circle { at: [x, y], radius: r } => vec![[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]],
        Form::Rect { at, size, turn } => corners(*at, *size, *turn).to_vec(),
        Form::Text(_) => return None,
    };
    let first = *outline.first()?;
    let (low, high) = outline.iter().fold((first, first), |(low, high), p| {
        ([low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])])
    });
    Some((outline, low, high))
}

/// The corners of a rectangle turned clockwise by degrees about its middle, from its upper left one.
pub(super) fn corners([x, y]: Point, [wide, high]: Point, turn: f32) -> [Point; 4] {
    let (sin, cos) = turn.to_radians().sin_cos();
    let turned = |dx: f32, dy: f32| [x + dx * cos - dy * sin, y + dx * sin + dy * cos];
    let (w, h) = (wide / 2.0, high / 2.0);
    [turned(-w, -h), turned(w, -h), turned(w, h), turned(-w, h)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use bormida_core::scene::{Layer, LayerKind, Shape};

    const UP: Way = [0.0, -1.0];
    const RIGHT: Way = [1.0, 0.0];
    const LEFT: Way = [-1.0, 0.0];

    /// Two places side by side with a side each where they meet, a third above the first, a mark between the two.
    fn scene() -> Scene {
        let rect = |at: Point, size: Point, part: u32| Shape::rect(at, size, 0.0).part(Part(part));
        let shapes = vec![
            rect([10.0, 30.0], [18.0, 18.0], 1),
            rect([30.0, 30.0], [18.0, 18.0], 2),
            rect([11.0, 10.0], [18.0, 18.0], 3),
            rect([17.0, 30.0], [3.0, 14.0], 12),
            rect([23.0, 30.0], [3.0, 14.0], 21),
            rect([10.0, 23.0], [14.0, 3.0], 13),
            Shape::circle([20.0, 30.0], 0.5).part(Part(99)),
        ];
        Scene { size: [40.0, 40.0], layers: vec![Layer::new(LayerKind::Board, shapes)] }
    }

    fn go(from: u32, way: Way, within: bool) -> u32 {
        step(&scene(), Some(Part(from)), [0.0, 0.0], way, within).unwrap().0
    }

    #[test]
    fn arrows_go_from_place_to_place_and_over_its_sides() {
        assert_eq!(step(&scene(), None, [33.0, 33.0], UP, false), Some(Part(2)));
        assert_eq!(go(1, RIGHT, false), 2);
        assert_eq!(go(1, UP, false), 3);
        assert_eq!(go(2, RIGHT, false), 2); // the edge of the board
        assert_eq!(go(1, UP, true), 13);
        assert_eq!(go(13, RIGHT, true), 12);
        // from a side to a place: as from its own
        assert_eq!(go(12, RIGHT, false), 2);
        assert_eq!(go(21, LEFT, false), 1);
    }
}
