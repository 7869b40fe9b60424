//! Pointing: which part of a scene lies under a point.

use bormida_core::kernel::Part;
use bormida_core::scene::{Form, Point, Scene, Shape, Zoom};

use super::ink::outline;

/// How near to a line the pointer must come, in pixels.
const REACH: f32 = 4.0;

/// The places of a scene that answer the pointer, the topmost first.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    places: Vec<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    part: Option<Part>,
    tip: Option<Box<str>>,
    outline: Vec<Point>,
    closed: bool,
    low: Point,
    high: Point,
    zoom: Zoom,
}

impl Hits {
    /// Finds the places of a scene. Texts answer nothing: what they name does.
    pub fn new(scene: &Scene) -> Hits {
        let shapes = scene.layers.iter().rev().flat_map(|layer| layer.shapes.iter().rev());
        let answering = shapes.filter(|shape| shape.part.is_some() || shape.tip.is_some());
        Hits { places: answering.filter_map(Place::new).collect() }
    }

    /// The parts under a point at a scale (pixels per board unit), the topmost first, each once.
    pub fn parts_at(&self, point: Point, scale: f32) -> Vec<Part> {
        let mut parts = Vec::new();
        for part in self.under(point, scale).filter_map(|place| place.part) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts
    }

    /// The sentence of the topmost shape under a point that has one.
    pub fn tip_at(&self, point: Point, scale: f32) -> Option<&str> {
        self.under(point, scale).find_map(|place| place.tip.as_deref())
    }

    /// The largest outline of a part at a scale, and whether it is closed: what a window lights. What stands on a place
    /// and belongs to it is not lit beside it.
    pub fn outline(&self, part: Part, scale: f32) -> Option<(&[Point], bool)> {
        let shown = self.places.iter().filter(|place| place.part == Some(part) && place.zoom.shows(scale));
        let size = |place: &&Place| (place.high[0] - place.low[0]) + (place.high[1] - place.low[1]);
        shown.max_by(|a, b| size(a).total_cmp(&size(b))).map(|place| (&*place.outline, place.closed))
    }

    /// The corners of the box about what stands on a part at a scale: its shapes but for the largest; `None` when it is
    /// drawn as one shape or not at all.
    pub fn standing(&self, part: Part, scale: f32) -> Option<[Point; 2]> {
        let shown: Vec<&Place> =
            self.places.iter().filter(|place| place.part == Some(part) && place.zoom.shows(scale)).collect();
        let size = |place: &Place| (place.high[0] - place.low[0]) + (place.high[1] - place.low[1]);
        let largest = (0..shown.len()).max_by(|a, b| size(shown[*a]).total_cmp(&size(shown[*b])))?;
        around(shown.iter().enumerate().filter(|(k, _)| *k != largest).map(|(_, place)| *place))
    }

    /// The corners of the box about a part, at any scale; `None` when the scene does not draw it.
    pub fn bounds(&self, part: Part) -> Option<[Point; 2]> {
        around(self.places.iter().filter(|place| place.part == Some(part)))
    }

    /// Whether a closed outline holds a point.
    pub(crate) fn holds(outline: &[Point], point: Point) -> bool {
        inside(outline, point)
    }

    fn under(&self, point: Point, scale: f32) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(move |place| place.zoom.shows(scale) && place.holds(point, REACH / scale))
    }
}

impl Place {
    fn new(shape: &Shape) -> Option<Place> {
        if matches!(shape.form, Form::Text(_)) {
            return None;
        }
        let (outline, closed) = outline(&shape.form);
        let first = *outline.first()?;
        let (low, high) = outline.iter().fold((first, first), |(low, high), p| {
            ([low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])])
        });
        Some(Place {
            part: shape.part,
            tip: shape.tip.as_deref().map(Into::into),
            outline,
            closed,
            low,
            high,
            zoom: shape.zoom,
        })
    }

    fn holds(&self, point: Point, reach: f32) -> bool {
        let margin = if self.closed { 0.0 } else { reach };
        let boxed = (0..2).all(|k| point[k] >= self.low[k] - margin && point[k] <= self.high[k] + margin);
        boxed && if self.closed { inside(&self.outline, point) } else { near(&self.outline, point, reach) }
    }
}

/// The corners of the box about places; `None` about none.
fn around<'a>(mut places: impl Iterator<Item = &'a Place>) -> Option<[Point; 2]> {
    let first = places.next()?;
    Some(places.fold([first.low, first.high], |[low, high], place| {
        [[low[0].min(place.low[0]), low[1].min(place.low[1])], [high[0].max(place.high[0]), high[1].max(place.high[1])]]
    }))
}

fn inside(outline: &[Point], [x, y]: Point) -> bool {
    let mut inside = false;
    for (k, a) in outline.iter().enumerate() {
        let b = outline[(k + 1) % outline.len()];
        if (a[1] <= y) != (b[1] <= y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
            inside = !inside;
        }
    }
    inside
}

fn near(line: &[Point], point: Point, reach: f32) -> bool {
    line.windows(2).any(|ends| {
        let ([ax, ay], [bx, by]) = (ends[0], ends[1]);
        let (dx, dy) = (bx - ax, by - ay);
        let long = (dx * dx + dy * dy).max(f32::EPSILON);
        let t = (((point[0] - ax) * dx + (point[1] - ay) * dy) / long).clamp(0.0, 1.0);
        (point[0] - ax - t * dx).hypot(point[1] - ay - t * dy) <= reach
    })
}

#[cfg(test)]
mod tests {
    use bormida_core::scene::{Layer, LayerKind};

    use super::*;

    fn scene() -> Scene {
        let field = Shape::polygon([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]]).part(Part(1)).tip("Field");
        let house = Shape::rect([2.0, 2.0], [2.0, 2.0], 45.0).part(Part(2)).zoom(Zoom::from(5.0));
        let road = Shape::line([[0.0, 8.0], [10.0, 8.0]]).part(Part(3));
        let layer = |shapes| Layer::new(LayerKind::Board, shapes);
        Scene { size: [10.0, 10.0], layers: vec![layer(vec![field]), layer(vec![house, road])] }
    }

    #[test]
    fn the_topmost_shown_part_comes_first() {
        let hits = Hits::new(&scene());
        assert_eq!(hits.parts_at([2.0, 2.0], 10.0), [Part(2), Part(1)]);
        assert_eq!(hits.parts_at([2.0, 2.0], 1.0), [Part(1)]);
        assert_eq!(hits.parts_at([9.0, 9.9], 10.0), []);
        assert_eq!(hits.tip_at([2.0, 2.0], 10.0), Some("Field"));
    }

    #[test]
    fn a_line_answers_within_four_pixels() {
        let hits = Hits::new(&scene());
        assert_eq!(hits.parts_at([9.0, 8.39], 10.0), [Part(3)]);
        assert_eq!(hits.parts_at([9.0, 8.41], 10.0), []);
    }

    #[test]
    fn the_largest_outline_of_a_part_is_lit() {
        let mut scene = scene();
        let block = Shape::rect([3.0, 3.0], [1.0, 1.0], 0.0).part(Part(1));
        scene.layers.push(Layer::new(LayerKind::Pieces, vec![block]));
        let hits = Hits::new(&scene);
        assert_eq!(hits.outline(Part(1), 1.0).map(|(outline, closed)| (outline.len(), closed)), Some((3, true)));
        assert_eq!(hits.outline(Part(2), 1.0), None);
        assert_eq!(hits.standing(Part(1), 1.0), Some([[2.5, 2.5], [3.5, 3.5]]));
        assert_eq!(hits.standing(Part(3), 1.0), None);
    }

    #[test]
    fn bounds_hold_all_shapes_of_a_part() {
        assert_eq!(Hits::new(&scene()).bounds(Part(3)), Some([[0.0, 8.0], [10.0, 8.0]]));
        assert_eq!(Hits::new(&scene()).bounds(Part(9)), None);
    }
}
