//! Names on the map: each under its place, where no other text stands.

use super::chains::between;
use super::{HEX, LEFT, RIM, TOP, centre, sheet};
use crate::board::{HexId, HexMap};
use crate::scene::{Face, Label, Point, Role, Shape};

/// The height of the letters of a name.
const LETTERS: f32 = 30.0;

/// The names of places, and the letters of entry hexes.
pub(super) fn names(map: &HexMap) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut taken: Vec<[Point; 2]> = Vec::new();
    let [w, h] = sheet(map);
    for (letter, hex) in map.entries() {
        let at = entry_mark(map, hex);
        taken.push([[at[0] - 20.0, at[1] - 20.0], [at[0] + 20.0, at[1] + 20.0]]);
        let disc = Shape::circle(at, 17.0).filled(Role::Objective.fill()).stroked(Role::Face.line(2.5));
        shapes.push(disc.tip(format!("Entry hex {letter}, {}", map.hex_name(hex))));
        let label = Label::new(letter, at, 26.0).face(Face::Bold).colour(Role::Face.full());
        shapes.push(Shape::text(label));
    }
    for name in map.names() {
        let (Some(first), Some(last)) = (name.hexes.first(), name.hexes.last()) else { continue };
        let middle = between(centre(map, *first), centre(map, *last), 0.5);
        // broad enough for letters of any face
        let half = name.name.chars().count() as f32 * LETTERS * 0.27;
        let within = |x: f32| x.clamp(LEFT + half + 4.0, w - RIM - half - 4.0);
        // hex numbers stand in the upper part of hexes: the lower half of a row of hexes is free of them
        let tries = [[0.0, 0.24], [0.0, -0.16], [0.62, 0.24], [-0.62, 0.24], [0.62, -0.16], [-0.62, -0.16]];
        let places = tries.map(|[dx, dy]| [within(middle[0] + dx * HEX), middle[1] + dy * HEX]);
        let room = |[x, y]: Point| [[x - half, y - LETTERS * 0.45], [x + half, y + LETTERS * 0.45]];
        let free = |at: &Point| at[1] < h - RIM && !taken.iter().any(|other| meet(&room(*at), other));
        let at = places.into_iter().find(free).unwrap_or(places[0]);
        taken.push(room(at));
        let face = if name.inferred { Face::Italic } else { Face::Bold };
        let label = Label::new(name.name.clone(), at, LETTERS).face(face).halo(Role::Paper.at(230));
        shapes.push(Shape::text(label));
    }
    shapes
}

/// Where the letter of an entry hex stands: on the side of the map's edge.
fn entry_mark(map: &HexMap, hex: HexId) -> Point {
    let ([w, h], [x, y]) = (sheet(map), centre(map, hex));
    let (left, right, low, top) = (x - LEFT, w - RIM - x, h - RIM - y, y - TOP);
    match left.min(right).min(low).min(top) {
        near if near == left => [x - HEX * 0.3, y],
        near if near == right => [x + HEX * 0.3, y],
        near if near == low => [x, y + HEX * 0.3],
        _ => [x, y - HEX * 0.22],
    }
}

fn meet([low, high]: &[Point; 2], [a, b]: &[Point; 2]) -> bool {
    (0..2).all(|k| low[k] < b[k] && a[k] < high[k])
}
