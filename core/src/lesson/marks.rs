//! What a lesson marks on the board: arrows, rings, words, and the rest dimmed, as shapes of a scene.

use super::pattern::Stranger;
use crate::kernel::{Part, Table};
use crate::pack::nearest::did_you_mean;
use crate::scene::{Colour, Face, Form, Label, Layer, LayerKind, Point, Role, Scene, Shape};
use serde::Serialize;

/// Marks by the names of their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MarkNames {
    pub(super) arrows: Vec<(String, String)>,
    pub(super) rings: Vec<String>,
    pub(super) labels: Vec<(String, String)>,
    pub(super) bright: Vec<String>,
}

impl MarkNames {
    /// All places that are named.
    fn places(&self) -> impl Iterator<Item = &String> {
        let arrows = self.arrows.iter().flat_map(|(from, to)| [from, to]);
        arrows.chain(&self.rings).chain(self.labels.iter().map(|(place, _)| place)).chain(&self.bright)
    }

    /// A place that no board of this table has.
    pub(super) fn stranger(&self, table: &dyn Table) -> Option<Stranger> {
        let strange = self.places().find(|place| table.part_named(place).is_none())?;
        let digits: String = strange.chars().take_while(char::is_ascii_digit).collect();
        let near = (!digits.is_empty() && digits != *strange).then_some(digits);
        let hint = near.and_then(|near| did_you_mean(strange, [near.as_str()]));
        Some(Stranger::of("place", strange, hint))
    }

    /// The marks on a table's board; places that it does not have are left out.
    pub(super) fn on(&self, table: &dyn Table) -> Marks {
        let part = |name: &String| table.part_named(name);
        Marks {
            arrows: self.arrows.iter().filter_map(|(from, to)| Some((part(from)?, part(to)?))).collect(),
            rings: self.rings.iter().filter_map(part).collect(),
            labels: self.labels.iter().filter_map(|(place, text)| Some((part(place)?, text.clone()))).collect(),
            bright: self.bright.iter().filter_map(part).collect(),
        }
    }
}

/// Marks on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks {
    /// From part to part.
    pub arrows: Vec<(Part, Part)>,
    /// Parts with a ring.
    pub rings: Vec<Part>,
    /// Words at parts.
    pub labels: Vec<(Part, String)>,
    /// The parts that stay bright; all of the board when there are none.
    pub bright: Vec<Part>,
}

impl Marks {
    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Marks) -> Marks {
        self.arrows.extend(other.arrows);
        self.rings.extend(other.rings);
        self.labels.extend(other.labels);
        self.bright.extend(other.bright);
        self
    }

    /// Whether nothing is marked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Marks::default()
    }

    /// All parts that are marked: a window goes there.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        let arrows = self.arrows.iter().flat_map(|(from, to)| [*from, *to]);
        let labels = self.labels.iter().map(|(part, _)| *part);
        let mut parts: Vec<Part> = arrows.chain(self.rings.iter().copied()).chain(labels).collect();
        parts.extend(&self.bright);
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// The marks as a layer over a scene; none where nothing is marked.
    #[must_use]
    pub fn layer(&self, scene: &Scene) -> Option<Layer> {
        (!self.is_empty()).then(|| Layer::new(LayerKind::Annotations, self.shapes(scene)))
    }

    /// The scene with these marks over it.
    #[must_use]
    pub fn drawn(&self, scene: &Scene) -> Scene {
        Scene { size: scene.size, layers: scene.layers.iter().cloned().chain(self.layer(scene)).collect() }
    }

    fn shapes(&self, scene: &Scene) -> Vec<Shape> {
        let unit = scene.size[0].max(scene.size[1]) / 100.0;
        let mut shapes = Vec::new();
        if !self.bright.is_empty() {
            shapes.extend(dimmed(scene, &self.parts(), unit));
        }
        for part in &self.rings {
            let Some(box_) = bounds(scene, *part) else { continue };
            let radius = (size(box_)[0].max(size(box_)[1]) / 2.0 + unit * 0.4).max(unit * 1.2);
            for (role, width, pixels) in [(Role::Paper, 0.26, 4.0), (Role::Chosen, 0.12, 2.0)] {
                let line = role.line(unit * width).at_least(pixels);
                shapes.push(Shape::circle(middle(box_), radius).stroked(line));
            }
        }
        for (from, to) in &self.arrows {
            let (Some(a), Some(b)) = (bounds(scene, *from), bounds(scene, *to)) else { continue };
            arrow(middle(a), middle(b), unit, &mut shapes);
        }
        for (part, text) in &self.labels {
            let Some(box_) = bounds(scene, *part) else { continue };
            let [x, y] = middle(box_);
            let at = [x, y - (size(box_)[1] / 2.0).min(unit * 4.0) - unit];
            let label = Label::new(text.as_str(), at, unit * 2.2).face(Face::Bold).halo(Role::Paper.full());
            shapes.push(Shape::text(label));
        }
        shapes
    }
}

type Box_ = [Point; 2];

fn middle([low, high]: Box_) -> Point {
    [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
}

fn size([low, high]: Box_) -> Point {
    [high[0] - low[0], high[1] - low[1]]
}

fn around(a: Box_, b: Box_) -> Box_ {
    [[a[0][0].min(b[0][0]), a[0][1].min(b[0][1])], [a[1][0].max(b[1][0]), a[1][1].max(b[1][1])]]
}

/// The box around everything that a scene draws of a part.
fn bounds(scene: &Scene, part: Part) -> Option<Box_> {
    let shapes = scene.layers.iter().flat_map(|layer| layer.shapes.iter()).filter(|shape| shape.part == Some(part));
    shapes.filter_map(|shape| extent(&shape.form)).reduce(around)
}

fn extent(form: &Form) -> Option<Box_> {
    let about = |at: Point, x: f32, y: f32| Some([[at[0] - x, at[1] - y], [at[0] + x, at[1] + y]]);
    match form {
        Form::Polygon(points) | Form::Line(points) | Form::Curve { through: points, .. } => {
            points.iter().map(|point| [*point, *point]).reduce(around)
        }
        Form::Circle { at, radius } => about(*at, *radius, *radius),
        Form::Rect { at, size, turn } => {
            let (sin, cos) = turn.to_radians().sin_cos();
            let [w, h] = [size[0] / 2.0, size[1] / 2.0];
            about(*at, (w * cos).abs() + (h * sin).abs(), (w * sin).abs() + (h * cos).abs())
        }
        Form::Text(_) => None,
    }
}

/// An arrow with a rim.
fn arrow(from: Point, to: Point, unit: f32, shapes: &mut Vec<Shape>) {
    let way = [to[0] - from[0], to[1] - from[1]];
    let length = way[0].hypot(way[1]);
    if length <= f32::EPSILON {
        return;
    }
    let ahead = [way[0] / length, way[1] / length];
    let aside = [-ahead[1], ahead[0]];
    let head = (unit * 1.0).min(length * 0.45);
    let point = |along: f32, beside: f32| {
        [from[0] + ahead[0] * along + aside[0] * beside, from[1] + ahead[1] * along + aside[1] * beside]
    };
    let shaft = vec![point(0.0, 0.0), point(length - head, 0.0)];
    let tip = |more: f32| {
        vec![
            point(length + more, 0.0),
            point(length - head - more, head * 0.55 + more),
            point(length - head - more, -head * 0.55 - more),
        ]
    };
    let rim = Role::Paper.line(unit * 0.34).at_least(4.5);
    shapes.push(Shape::line(shaft.clone()).stroked(rim));
    shapes.push(Shape::polygon(tip(unit * 0.1)).filled(Role::Paper.fill()));
    shapes.push(Shape::line(shaft).stroked(Role::Chosen.line(unit * 0.15).at_least(2.5)));
    shapes.push(Shape::polygon(tip(0.0)).filled(Role::Chosen.fill()));
}

/// The board dimmed but for an oval about some parts: two halves with a bay each, since no polygon may have a hole.
fn dimmed(scene: &Scene, parts: &[Part], unit: f32) -> Vec<Shape> {
    const STEPS: u16 = 24;
    const DIM: Colour = Role::Ink.at(96);
    let Some(box_) = parts.iter().filter_map(|part| bounds(scene, *part)).reduce(around) else { return Vec::new() };
    let [x, y] = middle(box_);
    // an oval about a box is wider than it by the root of two
    let [a, b] = size(box_).map(|length| length / 2.0 * 1.45 + unit * 1.5);
    let [width, height] = scene.size;
    let inside = |[px, py]: Point| [px.clamp(0.0, width), py.clamp(0.0, height)];
    let half = |side: f32| {
        let edge = if side < 0.0 { 0.0 } else { width };
        let bay = (0..=STEPS).map(|k| {
            let angle = std::f32::consts::PI * f32::from(k) / f32::from(STEPS);
            inside([x + side * a * angle.sin(), y - b * angle.cos()])
        });
        let mut points = vec![[edge, 0.0], [x, 0.0]];
        points.extend(bay);
        points.extend([[x, height], [edge, height]]);
        points.dedup();
        Shape::polygon(points).filled(DIM.fill())
    };
    vec![half(-1.0), half(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let place = |at: Point, part: u32| Shape::circle(at, 2.0).part(Part(part));
        let board = vec![place([10.0, 10.0], 1), place([30.0, 10.0], 2), place([50.0, 40.0], 3)];
        Scene { size: [100.0, 50.0], layers: vec![Layer::new(LayerKind::Board, board)] }
    }

    #[test]
    fn marks_lie_over_the_board_and_answer_no_pointer() {
        let marks = Marks {
            arrows: vec![(Part(1), Part(2))],
            rings: vec![Part(2)],
            labels: vec![(Part(1), "here".to_owned())],
            bright: vec![Part(1)],
        };
        let drawn = marks.drawn(&scene());
        assert_eq!((drawn.layers.len(), drawn.layers[1].kind), (2, LayerKind::Annotations));
        assert!(drawn.layers[1].shapes.iter().all(|shape| shape.part.is_none()));
        let text = |shape: &Shape| matches!(&shape.form, Form::Text(label) if label.text == "here");
        assert!(drawn.layers[1].shapes.iter().any(text));
        // what is bright is all that is marked: the far part alone is under the shade
        let shaded = |[x, y]: Point| {
            let polygons = drawn.layers[1].shapes.iter().take(2).map(|shape| match &shape.form {
                Form::Polygon(points) => points.clone(),
                _ => Vec::new(),
            });
            let crosses = |points: Vec<Point>| {
                let ends = points.iter().zip(points.iter().cycle().skip(1));
                ends.filter(|(a, b)| (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
                    .count()
                    % 2
                    == 1
            };
            { polygons }.any(crosses)
        };
        assert_eq!([[10.0, 10.0], [30.0, 10.0], [50.0, 40.0]].map(shaded), [false, false, true]);
        assert_eq!(Marks::default().drawn(&scene()), scene());
    }
}
