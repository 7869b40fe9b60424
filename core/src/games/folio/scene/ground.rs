//! The land: grounds, waters, roads, hexsides, the grid and its numbers; built once for each map.

use super::{HEX, NEAR, centre, corners, sheet};
use crate::board::{HexId, HexMap, Way};
use crate::games::folio::model::PartKind;
use crate::scene::{Face, Label, Layer, LayerKind, Pattern, Point, Role, Shape};

fn between(a: Point, b: Point, t: f32) -> Point {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/// The two ends of a hexside.
fn side(map: &HexMap, hex: HexId, way: Way) -> [Point; 2] {
    let c = corners(map, hex);
    [c[way.index()], c[(way.index() + 1) % 6]]
}

/// The layers of a map that never change.
pub(in crate::games::folio) fn land(map: &HexMap) -> Vec<Layer> {
    let mut ground = vec![Shape::rect(sheet(map).map(|n| n / 2.0), sheet(map), 0.0).filled(Role::Paper.fill())];
    let (mut roads, mut board, mut numbers, mut names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for hex in map.land().iter() {
        grounds(map, hex, &mut ground);
        sides(map, hex, &mut board);
        ways(map, hex, &mut roads);
        let title = map.title(hex).map_or_else(String::new, |title| format!(" {title}"));
        let kind = map.ground(hex).name.replace('_', " ");
        let features = map.chart().features.iter().enumerate().filter(|(k, _)| map.has(hex, *k));
        let features: String = features.map(|(_, feature)| format!(", {}", feature.name)).collect();
        let place =
            Shape::polygon(corners(map, hex)).stroked(Role::InkSoft.at(70).line(1.5)).part(PartKind::Hex(hex).part());
        board.push(place.tip(format!("{}{title}: {kind}{features}", map.hex_name(hex))));
        let [x, y] = centre(map, hex);
        let label = Label::new(map.hex_name(hex), [x, y - HEX * 0.44], HEX * 0.13).colour(Role::InkSoft.full());
        numbers.push(Shape::text(label).zoom(NEAR));
    }
    for name in map.names() {
        let Some(first) = name.hexes.first() else { continue };
        let [x, y] = centre(map, *first);
        let face = if name.inferred { Face::Italic } else { Face::Bold };
        let label = Label::new(name.name.clone(), [x, y + HEX * 0.5], HEX * 0.24).face(face).halo(Role::Paper.at(200));
        names.push(Shape::text(label));
    }
    for (letter, hex) in map.entries() {
        let [x, y] = centre(map, hex);
        let shape = Shape::circle([x + HEX * 0.3, y - HEX * 0.26], HEX * 0.13).filled(Role::Objective.fill());
        names.push(shape.tip(format!("Entry hex {letter}")));
        names.push(Shape::text(Label::new(letter, [x + HEX * 0.3, y - HEX * 0.26], HEX * 0.18).face(Face::Bold)));
    }
    vec![
        Layer::new(LayerKind::Landscape, ground),
        Layer::new(LayerKind::Roads, roads),
        Layer::new(LayerKind::Board, board),
        Layer::new(LayerKind::Numbers, numbers),
        Layer::new(LayerKind::Names, names),
    ]
}

fn grounds(map: &HexMap, hex: HexId, shapes: &mut Vec<Shape>) {
    let whole = || Shape::polygon(corners(map, hex));
    shapes.push(whole().filled(Role::Open.fill()));
    let (base, marks) = match map.ground(hex).name.as_str() {
        "light_woods" => (Role::Wood.at(120), Some(Role::Tree.at(150).strewn(Pattern::Trees { gap: 24.0 }))),
        "deep_woods" => (Role::Wood.full(), Some(Role::Tree.full().strewn(Pattern::Trees { gap: 15.0 }))),
        "vineyard" => (Role::Vineyard.full(), Some(Role::Vine.full().strewn(Pattern::Rows { gap: 13.0, turn: 20.0 }))),
        "swamp" | "swamp_creek" => (Role::Marsh.full(), Some(Role::Reed.full().strewn(Pattern::Reeds { gap: 18.0 }))),
        "river" => (Role::Water.full(), None),
        "rough" => (Role::PaperDeep.full(), Some(Role::Relief.full().strewn(Pattern::Dots { gap: 14.0, radius: 2.0 }))),
        _ => (Role::Open.full(), None),
    };
    shapes.push(whole().filled(base.fill()));
    if let Some(marks) = marks {
        shapes.push(whole().filled(marks));
    }
    let [x, y] = centre(map, hex);
    if map.ground(hex).name == "town" {
        let houses = [
            (-22.0, -14.0, 8.0),
            (6.0, -22.0, -12.0),
            (20.0, 4.0, 20.0),
            (-10.0, 14.0, -5.0),
            (-30.0, 12.0, 30.0),
            (12.0, 24.0, 0.0),
        ];
        for (dx, dy, turn) in houses {
            shapes.push(Shape::rect([x + dx, y + dy], [18.0, 13.0], turn).filled(Role::Building.fill()));
        }
    }
    for (k, feature) in map.chart().features.iter().enumerate().filter(|(k, _)| map.has(hex, *k)) {
        let _ = k;
        match feature.name.as_str() {
            "chateau" => {
                let wall = Shape::rect([x, y], [40.0, 40.0], 45.0).stroked(Role::Building.line(5.0));
                shapes.push(wall);
                shapes.push(Shape::rect([x, y], [16.0, 16.0], 45.0).filled(Role::Building.fill()));
            }
            "stream" => {
                let through =
                    [[x - HEX * 0.5, y + 6.0], [x - 14.0, y - 6.0], [x + 12.0, y + 8.0], [x + HEX * 0.5, y + 6.0]];
                shapes.push(Shape::curve(through).stroked(Role::Water.line(7.0)));
            }
            "hill" => shapes.push(Shape::circle([x, y], HEX * 0.38).stroked(Role::Relief.line(3.0))),
            _ => {}
        }
    }
}

fn sides(map: &HexMap, hex: HexId, shapes: &mut Vec<Shape>) {
    for (way, next) in map.neighbours(hex) {
        let (kinds, owned) = map.side(hex, way);
        if kinds == 0 {
            continue;
        }
        let [a, b] = side(map, hex, way);
        let named = |name: &str| map.chart().sides.iter().position(|side| side.name == name);
        let has = |bits: u16, name: &str| named(name).is_some_and(|k| bits & (1 << k) != 0);
        let first = hex < next;
        if first && has(kinds, "creek") {
            shapes.push(Shape::line([a, b]).stroked(Role::Water.line(10.0)));
        }
        if first && has(kinds, "treeline") {
            for t in [0.15, 0.38, 0.62, 0.85] {
                shapes.push(Shape::circle(between(a, b, t), 6.0).filled(Role::Tree.fill()));
            }
        }
        let (here, there) = (centre(map, hex), centre(map, next));
        let across = |t: f32, width: f32, role: Role, shapes: &mut Vec<Shape>| {
            let middle = between(here, there, 0.5);
            let ends = [between(middle, here, t), between(middle, there, t)];
            shapes.push(Shape::line(ends).stroked(role.line(width)));
        };
        if first && has(kinds, "bridge") {
            across(0.3, 16.0, Role::Bridge, shapes);
        }
        if first && has(kinds, "ford") {
            for t in [0.35, 0.5, 0.65] {
                let at = between(a, b, t);
                let ends = [between(at, here, 0.12), between(at, there, 0.12)];
                shapes.push(Shape::line(ends).stroked(Role::Bank.line(3.0)));
            }
        }
        if has(owned, "protected") {
            shapes
                .push(Shape::line([between(a, here, 0.06), between(b, here, 0.06)]).stroked(Role::Building.line(8.0)));
        }
        if has(owned, "slope") {
            for t in [0.12, 0.31, 0.5, 0.69, 0.88] {
                let at = between(a, b, t);
                shapes.push(Shape::line([at, between(at, there, 0.16)]).stroked(Role::Relief.line(3.0)));
            }
        }
    }
}

fn ways(map: &HexMap, hex: HexId, shapes: &mut Vec<Shape>) {
    for (way, next) in map.neighbours(hex).filter(|(_, next)| hex < *next) {
        let bits = map.ways(hex, way);
        if bits == 0 {
            continue;
        }
        let ends = [centre(map, hex), centre(map, next)];
        if bits & 1 != 0 {
            shapes.push(Shape::line(ends).stroked(Role::RoadMainEdge.line(13.0)));
            shapes.push(Shape::line(ends).stroked(Role::RoadMain.line(9.0)));
        } else {
            shapes.push(Shape::line(ends).stroked(Role::RoadLocal.line(5.0).dashed(14.0, 8.0)));
        }
    }
}
