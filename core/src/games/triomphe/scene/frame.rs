//! Small drawings that the board repeats: symbols of the types, arrows, boxes.

use super::places::{Room, between, go};
use crate::scene::{Colour, Face, Label, Point, Role, Shape, Zoom};

/// A symbol of a type in a square cell: foot a saltire, horse a slant, guns a ball; the sign that old maps share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// Guns.
    Artillery,
}

impl Symbol {
    /// The letter of the notation: `3I`.
    pub const fn letter(self) -> char {
        match self {
            Symbol::Infantry => 'I',
            Symbol::Cavalry => 'C',
            Symbol::Artillery => 'A',
        }
    }

    /// The type's name.
    pub const fn word(self) -> &'static str {
        match self {
            Symbol::Infantry => "infantry",
            Symbol::Cavalry => "cavalry",
            Symbol::Artillery => "artillery",
        }
    }
}

/// A cell with its symbol: `along` is the unit vector of its lower edge, `size` its width.
pub(super) fn symbol(kind: Symbol, at: Point, along: Point, size: f32, colour: Colour, zoom: Zoom) -> Vec<Shape> {
    let across = [-along[1], along[0]];
    let half = size * 0.36;
    let corner = |x: f32, y: f32| go(go(at, along, x * half), across, y * half);
    let pen = colour.line(size * 0.13).at_least(0.8);
    let stroke = |a: Point, b: Point| Shape::line([a, b]).stroked(pen).zoom(zoom);
    match kind {
        Symbol::Infantry => {
            vec![stroke(corner(-1.0, -1.0), corner(1.0, 1.0)), stroke(corner(-1.0, 1.0), corner(1.0, -1.0))]
        }
        Symbol::Cavalry => vec![stroke(corner(-0.75, 1.0), corner(0.75, -1.0))],
        Symbol::Artillery => vec![Shape::circle(at, half * 0.72).filled(colour.fill()).zoom(zoom)],
    }
}

/// Horse barred: its slant in a red ring with a level bar.
pub(super) fn no_horse(at: Point, along: Point, size: f32, zoom: Zoom) -> Vec<Shape> {
    let across = [-along[1], along[0]];
    let half = size * 0.36;
    let corner = |x: f32, y: f32| go(go(at, along, x * half), across, y * half);
    let pen = Role::Bad.line(size * 0.11).at_least(0.8);
    vec![
        Shape::circle(at, size * 0.44).filled(Role::Field.fill()).stroked(pen).zoom(zoom),
        Shape::line([corner(-0.5, 0.85), corner(0.5, -0.85)]).stroked(Role::Ink.line(size * 0.13)).zoom(zoom),
        Shape::line([corner(-1.1, 0.0), corner(1.1, 0.0)]).stroked(pen).zoom(zoom),
    ]
}

/// A filled arrow head of a length about a point, along a unit vector.
pub(super) fn arrow(at: Point, along: Point, long: f32) -> Vec<Point> {
    let across = [-along[1], along[0]];
    let back = go(at, along, -long * 0.45);
    let (half, notch) = (long * 0.40, go(at, along, -long * 0.2));
    vec![go(at, along, long * 0.6), go(back, across, half), notch, go(back, across, -half)]
}

/// A box of the margins with a double line and a heading.
pub(super) fn room(room: &Room, heading: &str, size: f32) -> Vec<Shape> {
    let [w, h] = room.size();
    let inner = [w - 24.0, h - 24.0];
    vec![
        Shape::rect(room.middle(), [w, h], 0.0).filled(Role::Paper.fill()).stroked(Role::Ink.line(9.0).at_least(1.0)),
        Shape::rect(room.middle(), inner, 0.0).stroked(Role::InkSoft.line(3.0)),
        Shape::text(
            Label::new(heading, [between(room.low, room.high)[0], room.low[1] + size * 0.8], size)
                .face(Face::Bold)
                .colour(Role::Ink.full()),
        ),
    ]
}
