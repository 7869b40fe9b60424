//! The land as an engraver would draw it: grounds, waters, roads, hexsides, the grid with its numbers; built once for a map.

use super::chains::{between, clusters, eased, joined, rims, side};
use super::names::names;
use super::{HEX, LEFT, NEAR, RIM, RULED, TOP, centre, corners, sheet};
use crate::board::{HexId, HexMap, HexSet};
use crate::games::folio::model::PartKind;
use crate::scene::{Anchor, Face, Label, Layer, LayerKind, Pattern, Point, Role, Shape};

/// The layers of a map that never change.
pub(in crate::games::folio) fn land(map: &HexMap) -> Vec<Layer> {
    let (mut ground, mut roads, mut board, mut numbers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    paper(map, &mut ground);
    grounds(map, &mut ground);
    rivers(map, &mut ground);
    creeks(map, &mut ground);
    for hex in map.land().iter() {
        houses(map, hex, &mut ground);
        sides(map, hex, &mut ground);
    }
    frame(map, &mut ground);
    ways(map, &mut roads);
    bridges(map, &mut roads);
    for hex in map.land().iter() {
        let place = Shape::polygon(corners(map, hex)).stroked(Role::InkSoft.at(80).line(1.5));
        board.push(place.part(PartKind::Hex(hex).part()).tip(described(map, hex)));
        let [x, y] = centre(map, hex);
        let label = Label::new(map.hex_name(hex), [x, y - HEX * 0.43], HEX * 0.15).colour(Role::InkSoft.full());
        numbers.push(Shape::text(label).zoom(NEAR));
    }
    rulers(map, &mut numbers);
    vec![
        Layer::new(LayerKind::Landscape, ground),
        Layer::new(LayerKind::Roads, roads),
        Layer::new(LayerKind::Board, board),
        Layer::new(LayerKind::Numbers, numbers),
        Layer::new(LayerKind::Names, names(map)),
    ]
}

/// What a hex is, in words: its ground, what lies in it, where roads lead, what parts it from its neighbours.
pub(super) fn described(map: &HexMap, hex: HexId) -> String {
    let title = map.title(hex).map_or_else(String::new, |title| format!(" {title}"));
    let mut text = format!("{}{title}: {}", map.hex_name(hex), map.ground(hex).name.replace('_', " "));
    let features = map.chart().features.iter().enumerate().filter(|(k, _)| map.has(hex, *k));
    features.for_each(|(_, feature)| text.push_str(&format!(", {}", feature.name.replace('_', " "))));
    let mut list = |name: &str, hexes: Vec<String>| {
        if !hexes.is_empty() {
            text.push_str(&format!("; {name} {}", hexes.join(", ")));
        }
    };
    for (k, way) in map.chart().ways.iter().enumerate() {
        let led = map.neighbours(hex).filter(|(on, _)| map.ways(hex, *on) & (1 << k) != 0);
        list(&format!("{} to", way.name), led.map(|(_, next)| map.hex_name(next)).collect());
    }
    for (k, kind) in map.chart().sides.iter().enumerate() {
        let parted = map.neighbours(hex).filter(|(on, _)| map.side(hex, *on).0 & (1 << k) != 0);
        list(&format!("{} towards", kind.name.replace('_', " ")), parted.map(|(_, next)| map.hex_name(next)).collect());
    }
    text
}

/// The sheet, and the open ground of its hexes.
fn paper(map: &HexMap, shapes: &mut Vec<Shape>) {
    let [w, h] = sheet(map);
    shapes.push(Shape::rect([w / 2.0, h / 2.0], [w, h], 0.0).filled(Role::Paper.fill()));
    for hex in map.land().iter() {
        // a hair larger, so that no seam shows between neighbours
        let [x, y] = centre(map, hex);
        let grown = corners(map, hex).map(|[cx, cy]| [x + (cx - x) * 1.02, y + (cy - y) * 1.02]);
        shapes.push(Shape::polygon(grown).filled(Role::Open.fill()));
    }
}

/// The margins, over what runs off the map, and the frame.
fn frame(map: &HexMap, shapes: &mut Vec<Shape>) {
    let [w, h] = sheet(map);
    let (low, high) = ([LEFT, TOP], [w - RIM, h - RIM]);
    let margins = [
        ([-HEX, -HEX], [LEFT, h + HEX]),
        ([high[0], -HEX], [w + HEX, h + HEX]),
        ([-HEX, -HEX], [w + HEX, TOP]),
        ([-HEX, high[1]], [w + HEX, h + HEX]),
    ];
    for (from, to) in margins {
        let size = [to[0] - from[0], to[1] - from[1]];
        shapes.push(Shape::rect(between(from, to, 0.5), size, 0.0).filled(Role::Paper.fill()));
    }
    cartouche(map, high, shapes);
    let (middle, size) = (between(low, high, 0.5), [high[0] - low[0], high[1] - low[1]]);
    shapes.push(Shape::rect(middle, size, 0.0).stroked(Role::Ink.at(150).line(2.0)));
    shapes.push(Shape::rect(middle, size.map(|n| n + 12.0), 0.0).stroked(Role::Ink.line(4.0)));
}

/// The map's name and scale in its corner, where no hexes lie.
fn cartouche(map: &HexMap, [x, y]: Point, shapes: &mut Vec<Shape>) {
    let empty = |far: f32| {
        map.land().iter().all(|hex| {
            let [hx, hy] = centre(map, hex);
            hx < x - far || hy < y - 1.2 * HEX
        })
    };
    if !empty(3.0 * HEX) || map.metres() == 0 {
        return;
    }
    let right = x - 14.0;
    let size = (3.3 * HEX / map.name().chars().count().max(1) as f32).min(28.0);
    let title = Label::new(map.name(), [right, y - 62.0], size).face(Face::Italic).anchor(Anchor::Right);
    shapes.push(Shape::text(title));
    let kilometre = HEX * 1000.0 / f32::from(map.metres());
    let (from, to, line) = (right - kilometre, right, y - 22.0);
    shapes.push(Shape::line([[from, line], [to, line]]).stroked(Role::Ink.line(5.0)));
    for t in [0.0, 0.5, 1.0] {
        let at = from + (to - from) * t;
        shapes.push(Shape::line([[at, line - 9.0], [at, line + 2.5]]).stroked(Role::Ink.line(3.0)));
    }
    shapes.push(Shape::text(Label::new("1 km", [(from + to) / 2.0 + 62.0, line - 15.0], 22.0)));
}

/// Woods, vineyards, swamps: grounds of one kind run on into each other.
fn grounds(map: &HexMap, shapes: &mut Vec<Shape>) {
    let named = |name: &str| map.land().iter().filter(|hex| map.ground(*hex).name == name).collect::<HexSet>();
    let kinds = [
        ("rough", Role::PaperDeep.full(), Role::Relief.full().strewn(Pattern::Dots { gap: 14.0, radius: 2.0 })),
        ("swamp", Role::Marsh.full(), Role::Reed.full().strewn(Pattern::Reeds { gap: 22.0 })),
        ("swamp_creek", Role::Marsh.full(), Role::Reed.full().strewn(Pattern::Reeds { gap: 22.0 })),
        ("vineyard", Role::Vineyard.full(), Role::Vine.full().strewn(Pattern::Rows { gap: 15.0, turn: 20.0 })),
        ("light_woods", Role::Wood.at(150), Role::Tree.at(190).strewn(Pattern::Trees { gap: 26.0 })),
        ("deep_woods", Role::Wood.full(), Role::Tree.full().strewn(Pattern::Trees { gap: 15.0 })),
    ];
    for (name, base, marks) in kinds {
        for cluster in clusters(map, &named(name)) {
            for rim in rims(map, &cluster) {
                shapes.push(Shape::blob(rim.clone()).filled(base.fill()).stroked(base.line(4.0)));
                shapes.push(Shape::blob(rim).filled(marks));
            }
        }
    }
    let Some(hill) = map.chart().feature("hill") else { return };
    let hills: HexSet = map.land().iter().filter(|hex| map.has(*hex, hill)).collect();
    for cluster in clusters(map, &hills) {
        for rim in rims(map, &cluster) {
            for (a, b) in rim.iter().zip(rim.iter().cycle().skip(1)) {
                hachures([*a, *b], between(*a, *b, 0.5), 0.18, shapes);
            }
        }
    }
}

/// Rivers that fill hexes: a broad course through them that runs off the sheet where it ends, with lines along its banks.
fn rivers(map: &HexMap, shapes: &mut Vec<Shape>) {
    let wet: HexSet = map.land().iter().filter(|hex| map.ground(*hex).name == "river").collect();
    let mut courses: Vec<Vec<Point>> = Vec::new();
    for cluster in clusters(map, &wet) {
        let next = |hex: HexId| map.neighbours(hex).filter(|(_, next)| cluster.has(*next)).map(|(_, next)| next);
        if cluster.iter().any(|hex| next(hex).count() > 2) {
            rims(map, &cluster).into_iter().for_each(|rim| shapes.push(Shape::blob(rim).filled(Role::Water.fill())));
            continue;
        }
        let steps: Vec<[Point; 2]> = cluster
            .iter()
            .flat_map(|hex| next(hex).filter(move |to| hex < *to).map(move |to| (hex, to)))
            .map(|(a, b)| [centre(map, a), centre(map, b)])
            .collect();
        let lone = cluster.iter().next().filter(|_| steps.is_empty()).map(|hex| vec![centre(map, hex)]);
        courses.extend(joined(&steps).into_iter().chain(lone).map(|course| off_sheet(map, eased(&course), 1.2 * HEX)));
    }
    for (role, width) in [
        (Role::Bank.full(), 88.0),
        (Role::Water.full(), 83.0),
        (Role::Bank.at(90), 67.0),
        (Role::Water.full(), 64.5),
        (Role::Bank.at(50), 44.0),
        (Role::Water.full(), 42.0),
    ] {
        courses.iter().for_each(|course| shapes.push(Shape::curve(course.clone()).stroked(role.line(width))));
    }
}

/// A course lengthened at both ends to a border of the map that is near: straight on if it leads off the map, else to the
/// nearest.
fn off_sheet(map: &HexMap, mut course: Vec<Point>, near: f32) -> Vec<Point> {
    let [w, h] = sheet(map);
    let out = |before: Option<Point>, [x, y]: Point| {
        let borders = [[LEFT, y], [w - RIM, y], [x, TOP], [x, h - RIM]];
        let far = |b: &Point| (b[0] - x).abs() + (b[1] - y).abs();
        let nearest = borders.into_iter().min_by(|a, b| far(a).total_cmp(&far(b))).filter(|b| far(b) < near)?;
        let ahead = before.map(|[bx, by]| {
            let long = (x - bx).hypot(y - by).max(1.0);
            [x + (x - bx) / long * near, y + (y - by) / long * near]
        });
        let leaves = |p: &Point| p[0] < LEFT || p[0] > w - RIM || p[1] < TOP || p[1] > h - RIM;
        let within = |p: Point| [p[0].clamp(LEFT, w - RIM), p[1].clamp(TOP, h - RIM)];
        Some(ahead.filter(leaves).map_or(nearest, within))
    };
    let ends = [course.first().copied(), course.last().copied()];
    let n = course.len();
    let before = [course.get(1).copied(), if n > 1 { course.get(n - 2).copied() } else { None }];
    if let Some(end) = ends[0].and_then(|at| out(before[0], at)) {
        course.insert(0, end);
    }
    if let Some(end) = ends[1].and_then(|at| out(before[1], at)) {
        course.push(end);
    }
    course
}

/// Creeks along hexsides, and streams through hexes.
fn creeks(map: &HexMap, shapes: &mut Vec<Shape>) {
    let mut along: Vec<[Point; 2]> = Vec::new();
    let mut through: Vec<[Point; 2]> = Vec::new();
    let creek = map.chart().sides.iter().position(|side| side.name == "creek");
    let stream = map.chart().feature("stream");
    for hex in map.land().iter() {
        for (way, next) in map.neighbours(hex).filter(|(_, next)| hex < *next) {
            if creek.is_some_and(|k| map.side(hex, way).0 & (1 << k) != 0) {
                along.push(side(map, hex, way));
            }
            if stream.is_some_and(|k| map.has(hex, k) && map.has(next, k)) {
                through.push([centre(map, hex), centre(map, next)]);
            }
        }
    }
    let creeks: Vec<Vec<Point>> = joined(&along).iter().map(|line| eased(line)).collect();
    let streams: Vec<Vec<Point>> = joined(&through).iter().map(|line| winding(line)).collect();
    for (role, wide, narrow) in [(Role::Bank, 14.0, 6.5), (Role::Water, 9.0, 3.5)] {
        creeks.iter().for_each(|line| shapes.push(Shape::curve(line.clone()).stroked(role.line(wide))));
        streams.iter().for_each(|line| shapes.push(Shape::curve(line.clone()).stroked(role.line(narrow))));
    }
}

/// A stream winds from hex to hex.
fn winding(line: &[Point]) -> Vec<Point> {
    let bent = line.windows(2).enumerate().flat_map(|(k, ends)| {
        let bend = if k % 2 == 0 { 13.0 } else { -13.0 };
        let [x, y] = between(ends[0], ends[1], 0.5);
        [ends[0], [x, y + bend]]
    });
    bent.chain(line.last().copied()).collect()
}

/// Houses of towns, and walled farms.
fn houses(map: &HexMap, hex: HexId, shapes: &mut Vec<Shape>) {
    let [x, y] = centre(map, hex);
    if map.ground(hex).name == "town" {
        let built = [
            (-31.0, -27.0, 17.0, 11.0, 8.0),
            (-9.0, -31.0, 14.0, 11.0, -10.0),
            (14.0, -29.0, 19.0, 11.0, 4.0),
            (34.0, -18.0, 12.0, 15.0, 12.0),
            (-35.0, 6.0, 13.0, 14.0, -6.0),
            (-14.0, 12.0, 18.0, 9.0, 3.0),
            (30.0, 10.0, 17.0, 11.0, -14.0),
        ];
        for (dx, dy, w, h, turn) in built {
            shapes.push(Shape::rect([x + dx, y + dy], [w, h], turn).filled(Role::Building.fill()));
        }
    }
    if map.chart().feature("chateau").is_some_and(|k| map.has(hex, k)) {
        // a yard within its walls, a tower at each corner
        let (x, y) = (x, y - 10.0);
        let yard = Shape::rect([x, y], [34.0, 34.0], 0.0).filled(Role::PaperDeep.fill());
        shapes.push(yard.stroked(Role::Building.line(5.0)));
        for (dx, dy) in [(-17.0, -17.0), (17.0, -17.0), (17.0, 17.0), (-17.0, 17.0)] {
            shapes.push(Shape::rect([x + dx, y + dy], [11.0, 11.0], 0.0).filled(Role::Building.fill()));
        }
        shapes.push(Shape::rect([x, y - 5.0], [20.0, 9.0], 0.0).filled(Role::Building.fill()));
    }
}

/// What stands on hexsides besides waters: slopes, trees, walls.
fn sides(map: &HexMap, hex: HexId, shapes: &mut Vec<Shape>) {
    let kind = |name: &str| map.chart().sides.iter().position(|side| side.name == name);
    let (trees, wall, slope) = (kind("treeline"), kind("protected"), kind("slope"));
    let has = |bits: u16, kind: Option<usize>| kind.is_some_and(|k| bits & (1 << k) != 0);
    for (way, next) in map.neighbours(hex) {
        let (kinds, owned) = map.side(hex, way);
        if kinds == 0 {
            continue;
        }
        let [a, b] = side(map, hex, way);
        if hex < next && has(kinds, trees) {
            for t in [0.1, 0.3, 0.5, 0.7, 0.9] {
                let tree = Shape::circle(between(a, b, t), 7.0).filled(Role::Tree.fill());
                shapes.push(tree.stroked(Role::Ink.at(120).line(1.5)));
            }
        }
        let here = centre(map, hex);
        if has(owned, wall) {
            shapes
                .push(Shape::line([between(a, here, 0.06), between(b, here, 0.06)]).stroked(Role::Building.line(8.0)));
        }
        if has(owned, slope) {
            hachures([a, b], centre(map, next), 0.3, shapes);
        }
    }
}

/// Strokes down a slope from its brow, thick above and thin below.
fn hachures([a, b]: [Point; 2], down: Point, long: f32, shapes: &mut Vec<Shape>) {
    for k in 0..9 {
        let top = between(a, b, (k as f32 + 0.5) / 9.0);
        let long = if k % 2 == 0 { long } else { long * 0.7 };
        let foot = between(top, down, long);
        shapes.push(Shape::line([top, between(top, foot, 0.55)]).stroked(Role::Relief.line(4.5)));
        shapes.push(Shape::line([top, foot]).stroked(Role::Relief.line(2.0)));
    }
}

/// Roads and trails, from hex to hex.
fn ways(map: &HexMap, shapes: &mut Vec<Shape>) {
    let steps_of = |k: usize| -> Vec<[Point; 2]> {
        let steps = map.land().iter().flat_map(|hex| map.neighbours(hex).map(move |(way, next)| (hex, way, next)));
        let led = steps.filter(|(hex, way, next)| hex < next && map.ways(*hex, *way) & (1 << k) != 0);
        led.map(|(hex, _, next)| [centre(map, hex), centre(map, next)]).collect()
    };
    // the first kind is the best road
    for k in (0..map.chart().ways.len()).rev() {
        let courses = joined(&steps_of(k)).into_iter().map(|line| off_sheet(map, eased(&line), 0.7 * HEX));
        let courses: Vec<Vec<Point>> = courses.collect();
        let mut draw = |stroke: crate::scene::Stroke| {
            courses.iter().for_each(|course| shapes.push(Shape::curve(course.clone()).stroked(stroke)));
        };
        if k == 0 {
            draw(Role::RoadMainEdge.line(14.0));
            draw(Role::RoadMain.line(8.0));
        } else {
            draw(Role::RoadLocal.line(6.0).dashed(18.0, 9.0));
        }
    }
}

/// Bridges and fords over creeks, on top of the roads that they carry.
fn bridges(map: &HexMap, shapes: &mut Vec<Shape>) {
    let kind = |name: &str| map.chart().sides.iter().position(|side| side.name == name);
    let (bridge, ford) = (kind("bridge"), kind("ford"));
    let has = |bits: u16, kind: Option<usize>| kind.is_some_and(|k| bits & (1 << k) != 0);
    for hex in map.land().iter() {
        for (way, next) in map.neighbours(hex).filter(|(_, next)| hex < *next) {
            let kinds = map.side(hex, way).0;
            let ([a, b], here, there) = (side(map, hex, way), centre(map, hex), centre(map, next));
            let middle = between(a, b, 0.5);
            if has(kinds, bridge) {
                let (from, to) = (between(middle, here, 0.34), between(middle, there, 0.34));
                shapes.push(Shape::line([from, to]).stroked(Role::Bridge.line(24.0)));
                shapes.push(Shape::line([from, to]).stroked(Role::RoadMain.line(12.0)));
            } else if has(kinds, ford) {
                for t in [0.26, 0.42, 0.58, 0.74] {
                    let at = between(a, b, t);
                    let ends = [between(at, here, 0.22), between(at, there, 0.22)];
                    shapes.push(Shape::line(ends).stroked(Role::Bridge.line(4.5).dashed(9.0, 5.0)));
                }
            }
        }
    }
}

/// Column and row numbers along two edges of the sheet: there they can be read from afar.
fn rulers(map: &HexMap, shapes: &mut Vec<Shape>) {
    let grid = map.grid();
    let mut number = |n: u8, at: Point| {
        let label = Label::new(format!("{n:02}"), at, 26.0).face(Face::Roman).colour(Role::InkSoft.full());
        shapes.push(Shape::text(label).zoom(RULED));
    };
    let firsts: Vec<(u8, Point)> =
        (1..=grid.columns()).filter_map(|c| Some((c, centre(map, grid.at(c, 1)?)))).collect();
    // rows run to the right, or down
    let level = firsts.windows(2).any(|two| (two[0].1[1] - two[1].1[1]).abs() > HEX * 0.6);
    for (column, [x, y]) in &firsts {
        number(*column, if level { [LEFT * 0.45, *y] } else { [*x, TOP * 0.45] });
    }
    // along the edge where the sheet begins: the outermost column that is not pushed aside
    let Some(edge) = firsts.iter().min_by(|a, b| (a.1[0] + a.1[1]).total_cmp(&(b.1[0] + b.1[1]))) else { return };
    for (row, hex) in (1..=99u8).map_while(|row| Some((row, grid.at(edge.0, row)?))) {
        let [x, y] = centre(map, hex);
        number(row, if level { [x, TOP * 0.45] } else { [LEFT * 0.45, y] });
    }
}
