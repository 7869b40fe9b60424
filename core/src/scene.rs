//! What a board looks like, as plain data: layers of styled shapes, some of them parts that can be pointed at.
//!
//! A game builds a [`Scene`] from a view; a window, an SVG or a PNG is painted from it. Lengths are board units
//! (metres on a map, inches on a table), `x` to the right and `y` down. Colours are roles of a palette, so that a
//! theme or a colour-blind mode recolours every board alike.
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::kernel::Part;

/// A point in board units: `[x, y]`, y down.
pub type Point = [f32; 2];

/// A board as drawn for one seat: its size in board units and its layers from the lowest up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Width and height in board units; the origin is the top left corner.
    pub size: Point,
    /// Painted in this order; several layers may be of one kind.
    pub layers: Vec<Layer>,
}

/// Shapes that are painted together, in their order; texts of a layer lie over its other shapes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// What the layer is for: lets a window hide, cache or dim it.
    pub kind: LayerKind,
    /// Shared, so that what never changes is built once and painters may keep what they made of it.
    pub shapes: Arc<Vec<Shape>>,
}

/// What a layer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LayerKind {
    /// The land under the board; decorative.
    Landscape,
    /// Roads, and where they pass from place to place.
    Roads,
    /// Areas, grids, symbols, tracks: what the rules speak of and what stays.
    Board,
    /// The numbers of places.
    Numbers,
    /// How much each place holds.
    Capacities,
    /// Names of places on the land.
    Names,
    /// Pieces and stacks.
    Pieces,
    /// How much of the roads is used.
    Traffic,
    /// What the enemy's pieces command around them.
    Zones,
    /// What can be seen from a place, and what hides the rest.
    Sight,
    /// How far a piece gets, by which way and at what cost.
    Reach,
    /// Tokens, states: what changes and is no piece.
    Marks,
    /// Arrows, rings and notes of lessons, logs and players.
    Annotations,
    /// What went wrong when the board was drawn, in place of a board.
    Fault,
}

/// One thing to paint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    /// Where and of what form.
    pub form: Form,
    /// Inside; `None` leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// Outline, or the line itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stroke: Option<Stroke>,
    /// The part that the shape belongs to; its whole inside (and 4 pixels about a line) answers the pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    /// One sentence shown when the pointer rests on the shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tip: Option<Arc<str>>,
    /// At which scales the shape is seen.
    #[serde(default, skip_serializing_if = "Zoom::is_always")]
    pub zoom: Zoom,
    /// Only the seat that the scene was drawn for may see it; [`Scene::public`] leaves it out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

/// The geometry of a shape, in board units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A closed polygon, convex or not, that does not cross itself.
    Polygon(Vec<Point>),
    /// An open line through its points.
    Line(Vec<Point>),
    /// A smooth line through its points; `closed` joins the last to the first.
    Curve {
        /// Points that the line passes through.
        through: Vec<Point>,
        /// Whether the line returns to its start, and may be filled.
        closed: bool,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f32,
    },
    /// A rectangle that may be turned.
    Rect {
        /// Its centre.
        at: Point,
        /// Width and height before turning.
        size: Point,
        /// Degrees, clockwise on the screen.
        turn: f32,
    },
    /// A word or a number.
    Text(Label),
}

/// A text on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// One line.
    pub text: String,
    /// Where the anchor lies.
    pub at: Point,
    /// Height of a line in board units.
    pub size: f32,
    /// Which point of the text lies at `at`.
    #[serde(default)]
    pub anchor: Anchor,
    /// Degrees about `at`, clockwise on the screen.
    #[serde(default)]
    pub turn: f32,
    /// The kind of letters.
    #[serde(default)]
    pub face: Face,
    /// The colour of the letters.
    pub colour: Colour,
    /// A rim around the letters that keeps them legible on a busy ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halo: Option<Colour>,
}

/// Which point of a text is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// The middle of the left side.
    Left,
    /// The middle.
    #[default]
    Middle,
    /// The middle of the right side.
    Right,
}

/// The letters of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// Names of places: a book face.
    #[default]
    Roman,
    /// Names of waters and single houses.
    Italic,
    /// Names of towns, titles, numbers that matter.
    Bold,
}

/// What fills a shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fill {
    /// Its colour; of a pattern, the colour of the marks.
    pub colour: Colour,
    /// Even, or strewn with marks.
    #[serde(default)]
    pub pattern: Pattern,
}

/// How a fill is spread. Spacings are in board units, so that a pattern grows with the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// One even colour.
    #[default]
    Solid,
    /// Parallel lines.
    Hatch {
        /// Distance between lines.
        gap: f32,
        /// Width of a line.
        width: f32,
        /// Degrees from the x axis, clockwise on the screen.
        turn: f32,
    },
    /// Rows of short strokes across the row, as vines stand.
    Rows {
        /// Distance between rows.
        gap: f32,
        /// Degrees of a row from the x axis, clockwise on the screen.
        turn: f32,
    },
    /// Small round crowns, strewn.
    Trees {
        /// Mean distance between crowns.
        gap: f32,
    },
    /// Level strokes with tufts between, as of wet ground.
    Reeds {
        /// Mean distance between tufts.
        gap: f32,
    },
    /// Level broken strokes, as of flooded fields.
    Paddies {
        /// Distance between strokes.
        gap: f32,
    },
    /// Dots on a slanted grid.
    Dots {
        /// Distance between dots.
        gap: f32,
        /// Radius of a dot.
        radius: f32,
    },
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Width in board units.
    pub width: f32,
    /// Never thinner than this many pixels (points of a window).
    #[serde(default)]
    pub at_least: f32,
    /// Lengths of dash and gap in board units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dash: Option<[f32; 2]>,
}

/// A role of the palette, more or less opaque.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Colour {
    /// What the colour stands for.
    pub role: Role,
    /// 255 is opaque.
    #[serde(default = "opaque")]
    pub alpha: u8,
}

/// What a colour stands for; the painter's palette gives each its hue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // the names say it
pub enum Role {
    // the ground
    Paper,
    PaperDeep,
    Open,
    Water,
    Bank,
    Marsh,
    Reed,
    Wood,
    Tree,
    Vineyard,
    Vine,
    Rice,
    Paddy,
    Garden,
    Relief,
    Building,
    RoadMain,
    RoadMainEdge,
    RoadLocal,
    Bridge,
    // the board
    Ink,
    InkSoft,
    Field,
    FieldEdge,
    Good,
    Bad,
    Horse,
    Gun,
    Objective,
    // the sides: line and tint of each, then what stands on a line
    Red,
    RedTint,
    Blue,
    BlueTint,
    Face,
    Black,
    // the window
    Lit,
    Chosen,
    Dimmed,
}

/// The scales at which a shape is seen, in pixels (points of a window) per board unit: `from <= scale < to`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Zoom {
    /// Seen from this scale on.
    pub from: f32,
    /// Hidden from this scale on; `f32::MAX` is never.
    pub to: f32,
}

const fn opaque() -> u8 {
    255
}

impl Role {
    /// The role at full strength.
    pub const fn full(self) -> Colour {
        Colour { role: self, alpha: 255 }
    }

    /// The role let through: `alpha` of 255 is opaque.
    pub const fn at(self, alpha: u8) -> Colour {
        Colour { role: self, alpha }
    }

    /// An even fill.
    pub const fn fill(self) -> Fill {
        self.full().fill()
    }

    /// A line of this width in board units, never thinner than half a pixel.
    pub const fn line(self, width: f32) -> Stroke {
        self.full().line(width)
    }
}

impl Colour {
    /// An even fill.
    pub const fn fill(self) -> Fill {
        Fill { colour: self, pattern: Pattern::Solid }
    }

    /// A fill of marks in this colour.
    pub const fn strewn(self, pattern: Pattern) -> Fill {
        Fill { colour: self, pattern }
    }

    /// A line of this width in board units, never thinner than half a pixel.
    pub const fn line(self, width: f32) -> Stroke {
        Stroke { colour: self, width, at_least: 0.5, dash: None }
    }
}

impl Stroke {
    /// The line, never thinner than so many pixels.
    pub const fn at_least(self, pixels: f32) -> Stroke {
        Stroke { at_least: pixels, ..self }
    }

    /// The line broken into dashes and gaps of these lengths in board units.
    pub const fn dashed(self, dash: f32, gap: f32) -> Stroke {
        Stroke { dash: Some([dash, gap]), ..self }
    }
}

impl Zoom {
    /// Seen at every scale.
    pub const ALWAYS: Zoom = Zoom { from: 0.0, to: f32::MAX };

    /// Seen from this scale on.
    pub const fn from(scale: f32) -> Zoom {
        Zoom { from: scale, to: f32::MAX }
    }

    /// Seen below this scale.
    pub const fn below(scale: f32) -> Zoom {
        Zoom { from: 0.0, to: scale }
    }

    /// Whether a shape is seen at a scale.
    pub fn shows(self, scale: f32) -> bool {
        self.from <= scale && scale < self.to
    }

    fn is_always(&self) -> bool {
        *self == Zoom::ALWAYS
    }
}

impl Default for Zoom {
    fn default() -> Zoom {
        Zoom::ALWAYS
    }
}

impl Shape {
    /// A shape of this form, unpainted: a place for the pointer once it is a part.
    pub const fn new(form: Form) -> Shape {
        Shape { form, fill: None, stroke: None, part: None, tip: None, zoom: Zoom::ALWAYS, secret: false }
    }

    /// A closed polygon.
    pub fn polygon(corners: impl Into<Vec<Point>>) -> Shape {
        Shape::new(Form::Polygon(corners.into()))
    }

    /// An open line.
    pub fn line(points: impl Into<Vec<Point>>) -> Shape {
        Shape::new(Form::Line(points.into()))
    }

    /// A smooth open line.
    pub fn curve(through: impl Into<Vec<Point>>) -> Shape {
        Shape::new(Form::Curve { through: through.into(), closed: false })
    }

    /// A smooth closed line.
    pub fn blob(through: impl Into<Vec<Point>>) -> Shape {
        Shape::new(Form::Curve { through: through.into(), closed: true })
    }

    /// A circle.
    pub const fn circle(at: Point, radius: f32) -> Shape {
        Shape::new(Form::Circle { at, radius })
    }

    /// A rectangle about its centre, turned clockwise by degrees.
    pub const fn rect(at: Point, size: Point, turn: f32) -> Shape {
        Shape::new(Form::Rect { at, size, turn })
    }

    /// A text.
    pub fn text(label: Label) -> Shape {
        Shape::new(Form::Text(label))
    }

    /// The shape filled.
    pub fn filled(mut self, fill: Fill) -> Shape {
        self.fill = Some(fill);
        self
    }

    /// The shape outlined.
    pub fn stroked(mut self, stroke: Stroke) -> Shape {
        self.stroke = Some(stroke);
        self
    }

    /// The shape as part of something that can be pointed at.
    pub fn part(mut self, part: Part) -> Shape {
        self.part = Some(part);
        self
    }

    /// The shape with a sentence for the resting pointer.
    pub fn tip(mut self, tip: impl Into<Arc<str>>) -> Shape {
        self.tip = Some(tip.into());
        self
    }

    /// The shape, for the eyes of the seat that the scene is drawn for.
    pub fn secret(mut self) -> Shape {
        self.secret = true;
        self
    }

    /// The shape, seen at these scales only.
    pub fn zoom(mut self, zoom: Zoom) -> Shape {
        self.zoom = zoom;
        self
    }
}

impl Scene {
    /// What went wrong when the board was drawn, if something did.
    pub fn fault(&self) -> Option<&str> {
        let shapes = self.layers.iter().filter(|layer| layer.kind == LayerKind::Fault).flat_map(|l| l.shapes.iter());
        shapes.into_iter().find_map(|shape| match &shape.form {
            Form::Text(label) => Some(label.text.as_str()),
            _ => None,
        })
    }

    /// The scene as everybody may see it. Layers without secrets stay shared.
    pub fn public(&self) -> Scene {
        let open = |layer: &Layer| {
            if layer.shapes.iter().any(|shape| shape.secret) {
                Layer::new(layer.kind, layer.shapes.iter().filter(|shape| !shape.secret).cloned().collect())
            } else {
                layer.clone()
            }
        };
        Scene { size: self.size, layers: self.layers.iter().map(open).collect() }
    }
}

impl Label {
    /// A roman text in ink about its middle.
    pub fn new(text: impl Into<String>, at: Point, size: f32) -> Label {
        let (anchor, turn, face) = (Anchor::Middle, 0.0, Face::Roman);
        Label { text: text.into(), at, size, anchor, turn, face, colour: Role::Ink.full(), halo: None }
    }

    /// The text in other letters.
    pub fn face(self, face: Face) -> Label {
        Label { face, ..self }
    }

    /// The text in another colour.
    pub fn colour(self, colour: Colour) -> Label {
        Label { colour, ..self }
    }

    /// The text with a rim.
    pub fn halo(self, colour: Colour) -> Label {
        Label { halo: Some(colour), ..self }
    }

    /// The text turned clockwise by degrees.
    pub fn turned(self, degrees: f32) -> Label {
        Label { turn: degrees, ..self }
    }

    /// The text placed by another point.
    pub fn anchor(self, anchor: Anchor) -> Label {
        Label { anchor, ..self }
    }
}

impl Layer {
    /// A layer of these shapes.
    pub fn new(kind: LayerKind, shapes: Vec<Shape>) -> Layer {
        Layer { kind, shapes: Arc::new(shapes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scene_survives_json() -> Result<(), serde_json::Error> {
        let house =
            Shape::rect([3.0, 4.0], [2.0, 1.0], 30.0).filled(Role::Building.fill()).part(Part(7)).tip("A house");
        let name = Shape::text(Label::new("Marengo", [3.0, 6.0], 2.0).face(Face::Bold)).zoom(Zoom::from(0.1));
        let scene = Scene { size: [10.0, 8.0], layers: vec![Layer::new(LayerKind::Board, vec![house, name])] };
        let text = serde_json::to_string(&scene)?;
        assert_eq!(serde_json::from_str::<Scene>(&text)?, scene);
        Ok(())
    }

    #[test]
    fn the_public_scene_leaves_secrets_out_and_shares_the_rest() {
        let land = Layer::new(LayerKind::Landscape, vec![Shape::circle([1.0, 1.0], 1.0)]);
        let face = Shape::text(Label::new("3I", [1.0, 1.0], 1.0)).secret();
        let pieces = Layer::new(LayerKind::Pieces, vec![Shape::circle([1.0, 1.0], 1.0), face]);
        let public = Scene { size: [2.0, 2.0], layers: vec![land.clone(), pieces] }.public();
        assert!(Arc::ptr_eq(&public.layers[0].shapes, &land.shapes));
        assert_eq!(public.layers[1].shapes.len(), 1);
    }

    #[test]
    fn zoom_is_half_open() {
        let zoom = Zoom { from: 0.1, to: 0.2 };
        assert!(zoom.shows(0.1) && !zoom.shows(0.2) && !zoom.shows(0.09));
        assert!(Zoom::ALWAYS.shows(0.0) && Zoom::ALWAYS.shows(1e9));
    }
}
