//! The board over the land: locales, approaches with their symbols, crossings, the objective line, the margins. (3, 20)

use super::frame::{Symbol, arrow, no_horse, room, symbol};
use super::pieces::{Spot, crossing_part, part_of};
use super::places::{Interior, Places, Room, Strip, between, go};
use crate::board::{ApproachId, AreaMap, Beyond, CrossingId, Direction, LocaleId, PairId, Width};
use crate::scene::{Anchor, Face, Label, Pattern, Point, Role, Shape, Zoom};

/// An approach of fewer pixels shows bars and counts, from here on its symbols.
pub(super) const SYMBOLS_FROM: f32 = 30.0;
/// An approach of this many pixels shows faces too.
pub(super) const FACES_FROM: f32 = 60.0;

/// Locales, approaches, what the rules mark on them, and the margins.
pub(super) fn draw(map: &AreaMap, places: &Places) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for locale in map.locales() {
        shapes.extend(ground(map, locale, places));
    }
    for approach in map.approaches() {
        if let Some(strip) = places.strip(approach) {
            shapes.extend(approach_cell(map, approach, strip));
        }
    }
    for pair in map.pairs() {
        shapes.extend(direction_mark(map, pair, places));
    }
    objective_line(map, places, &mut shapes);
    for locale in map.locales() {
        shapes.extend(star(map, locale, places.interior(locale)));
    }
    margins(map, places, &mut shapes);
    shapes
}

/// Where roads pass from locale to locale.
pub(super) fn crossings(map: &AreaMap, places: &Places) -> Vec<Shape> {
    map.crossings().flat_map(|crossing| crossing_mark(map, crossing, places)).collect()
}

/// The numbers of the locales.
pub(super) fn numbers(map: &AreaMap, places: &Places) -> Vec<Shape> {
    map.locales().map(|locale| number(map, locale, places.interior(locale))).collect()
}

/// What each locale holds, and what stands there in the set-up. (4, 20)
pub(super) fn capacities(map: &AreaMap, places: &Places) -> Vec<Shape> {
    map.locales().flat_map(|locale| capacity(map, locale, places.interior(locale))).collect()
}

/// Scales at which an approach's symbols are seen.
pub(super) fn symbols_zoom(strip: &Strip) -> Zoom {
    Zoom::from(SYMBOLS_FROM / side_length(strip))
}

pub(super) fn side_length(strip: &Strip) -> f32 {
    let [a, b] = strip.side;
    (b[0] - a[0]).hypot(b[1] - a[1]).max(1.0)
}

/// The star of an objective, of its colour and with its first letter, beside the number of the locale. (19)
fn star(map: &AreaMap, locale: LocaleId, inner: &Interior) -> Vec<Shape> {
    let Some(colour) = &map.locale(locale).objective else { return Vec::new() };
    let role = match &**colour {
        "red" => Role::Red,
        "blue" => Role::Blue,
        "green" => Role::Tree,
        _ => Role::Objective,
    };
    // beyond the number and the capacity
    let size = inner.letters * 0.52;
    let at = go(inner.label, [1.0, 0.0], inner.letters * 2.02);
    let corner = |k: usize| {
        let turn = std::f32::consts::TAU * k as f32 / 10.0;
        let far = if k.is_multiple_of(2) { size } else { size * 0.46 };
        [at[0] + far * turn.sin(), at[1] - far * turn.cos()]
    };
    let letter = colour.chars().take(1).collect::<String>().to_uppercase();
    vec![
        Shape::polygon((0..10).map(corner).collect::<Vec<_>>())
            .filled(role.fill())
            .stroked(Role::Ink.line(4.0).at_least(0.5))
            .tip(format!("A {colour} objective")),
        Shape::text(Label::new(letter, at, size * 0.62).face(Face::Bold).colour(Role::Paper.full()))
            .zoom(Zoom::from(9.0 / size)),
    ]
}

/// The locale itself: a quiet line; sides that nothing crosses are hatched inside.
fn ground(map: &AreaMap, locale: LocaleId, places: &Places) -> Vec<Shape> {
    let facts = map.locale(locale);
    let outline = &places.interior(locale).outline;
    if outline.is_empty() {
        return Vec::new();
    }
    let mut tip = format!("{} {}: room for {}", facts.id, facts.name, facts.capacity);
    if facts.east_of_line {
        tip.push_str(", east of the objective line");
    }
    if let Some(colour) = &facts.objective {
        tip.push_str(&format!(", a {colour} objective"));
    }
    let mut shapes = vec![
        Shape::polygon(outline.clone())
            .filled(Role::Field.at(70).fill())
            .stroked(Role::Ink.at(150).line(7.0).at_least(0.7))
            .part(part_of(Spot::Reserve(locale)))
            .tip(tip),
    ];
    for (side, beyond) in facts.sides.iter().enumerate() {
        if *beyond == Beyond::Impassable {
            let (a, b) = (outline[side], outline[(side + 1) % outline.len()]);
            shapes.push(Shape::line([a, b]).stroked(Role::Ink.at(190).line(15.0).at_least(1.3)));
        }
    }
    shapes
}

/// An approach: a light cell along its side. A wide one is cut in two, as it takes two blocks to fill; obstructed
/// ground is hatched.
fn approach_cell(map: &AreaMap, approach: ApproachId, strip: &Strip) -> Vec<Shape> {
    let facts = map.approach(approach);
    let part = part_of(Spot::Approach(approach));
    let penalties = facts.penalties;
    let mut tip = format!("{}: ", map.approach_name(approach));
    tip.push_str(match facts.width {
        Width::Narrow => "narrow",
        Width::Wide => "wide",
    });
    for (arm, penalty) in [("infantry", penalties.infantry), ("cavalry", penalties.cavalry)] {
        if penalty > 0 {
            tip.push_str(&format!(", {arm} \u{2212}{penalty}"));
        }
    }
    if penalties.artillery > 0 {
        tip.push_str(", no artillery fire into it");
    }
    if penalties.cavalry_obstructing {
        tip.push_str(", obstructs cavalry");
    }
    if facts.impassable {
        tip.push_str(", impassable");
    }
    let mut shapes = vec![Shape::polygon(strip.corners).part(part).tip(tip)];
    let edge = match facts.width {
        Width::Narrow => Role::Ink.at(150).line(6.0).at_least(0.6),
        Width::Wide => Role::Ink.at(110).line(4.0).at_least(0.5),
    };
    for cell in cells(strip, facts.width) {
        let [a, b, c, d] = cell;
        shapes.push(Shape::polygon(cell).filled(Role::Field.at(140).fill()));
        shapes.push(Shape::line([a, d, c, b]).stroked(edge));
        if facts.impassable {
            shapes.push(Shape::polygon(cell).filled(Role::Ink.at(120).fill()));
        } else if penalties.cavalry_obstructing {
            let turn = strip.along[1].atan2(strip.along[0]).to_degrees() + 60.0;
            let hatch = Pattern::Hatch { gap: 26.0, width: 5.0, turn };
            shapes.push(Shape::polygon(cell).filled(Role::Reed.at(150).strewn(hatch)));
        }
    }
    shapes.extend(symbols(map, approach, strip));
    shapes
}

/// The cell of a narrow approach, the two cells of a wide one.
fn cells(strip: &Strip, width: Width) -> Vec<[Point; 4]> {
    let [a, b, c, d] = strip.corners;
    if width == Width::Narrow {
        return vec![strip.corners];
    }
    let (outer, inner, gap) = (between(a, b), between(d, c), 9.0);
    let cut = |p: Point, way: f32| go(p, strip.along, way * gap);
    vec![[a, cut(outer, -1.0), cut(inner, -1.0), d], [cut(outer, 1.0), b, c, cut(inner, 1.0)]]
}

/// The printed symbols, from the left end of the strip as seen from inside.
fn symbols(map: &AreaMap, approach: ApproachId, strip: &Strip) -> Vec<Shape> {
    let penalties = map.approach(approach).penalties;
    let zoom = symbols_zoom(strip);
    let size = (strip.deep * 0.84).min(strip.long * 0.28);
    let step = size * 1.02;
    let mut shapes = Vec::new();
    let start = go(strip.middle, strip.along, -(strip.long / 2.0 - size * 0.55));
    let mut place = start;
    let mut next = || {
        let at = place;
        place = go(place, strip.along, step);
        at
    };
    let plate = |at: Point| {
        let [x, y] = strip.along;
        let turn = y.atan2(x).to_degrees();
        Shape::rect(at, [size * 0.94, size * 0.94], turn)
            .filled(Role::Field.fill())
            .stroked(Role::InkSoft.line(2.5))
            .zoom(zoom)
    };
    let kinds = [
        (Symbol::Infantry, penalties.infantry, Role::Ink),
        (Symbol::Cavalry, penalties.cavalry, Role::Horse),
        (Symbol::Artillery, penalties.artillery, Role::Gun),
    ];
    for (kind, count, role) in kinds {
        for _ in 0..count {
            let at = next();
            shapes.push(plate(at));
            shapes.extend(symbol(kind, at, strip.along, size, role.full(), zoom));
        }
    }
    if penalties.cavalry_obstructing {
        shapes.extend(no_horse(next(), strip.along, size, zoom));
    }
    shapes
}

/// A crossing: the road's own drawing carried over the strips, a double line for a main road. (8)
fn crossing_mark(map: &AreaMap, id: CrossingId, places: &Places) -> Vec<Shape> {
    let Some(crossing) = places.crossings[id.index()] else { return Vec::new() };
    let facts = map.crossing(id);
    let kind = if facts.is_main() { "main road" } else { "local road" };
    let tip = format!("{}: {kind}", map.crossing_name(id));
    vec![
        Shape::circle(crossing.at, if facts.is_main() { 32.0 } else { 26.0 })
            .filled(if facts.is_main() { Role::RoadMain.fill() } else { Role::Field.fill() })
            .stroked(if facts.is_main() {
                Role::RoadMainEdge.line(10.0).at_least(1.0)
            } else {
                Role::RoadLocal.line(6.0).at_least(0.7)
            })
            .part(crossing_part(id))
            .tip(tip),
    ]
}

/// The arrow of an approach pair, from west to east. (3, 13)
fn direction_mark(map: &AreaMap, pair: PairId, places: &Places) -> Vec<Shape> {
    let [first, second] = pair.approaches();
    let (Some(a), Some(b)) = (places.strip(first), places.strip(second)) else { return Vec::new() };
    let east = match map.direction(first) {
        Direction::East => [-a.inward[0], -a.inward[1]],
        Direction::West => a.inward,
        Direction::Unmarked => return Vec::new(),
    };
    let line = [between(a.side[0], b.side[1]), between(a.side[1], b.side[0])];
    // In the middle of the corridor, or beside the crossings that are in the way.
    let crossings: Vec<Point> = map
        .crossings_over(pair)
        .iter()
        .filter_map(|id| places.crossings[id.index()].map(|crossing| crossing.at))
        .collect();
    let room = |t: &f32| {
        let at = [line[0][0] + (line[1][0] - line[0][0]) * t, line[0][1] + (line[1][1] - line[0][1]) * t];
        let free = crossings.iter().map(|c| (c[0] - at[0]).hypot(c[1] - at[1])).fold(f32::MAX, f32::min);
        (at, free)
    };
    let spots = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
    let Some(at) = spots
        .iter()
        .map(room)
        .find(|(_, free)| *free > 95.0)
        .or_else(|| spots.iter().map(room).max_by(|p, q| p.1.total_cmp(&q.1)))
    else {
        return Vec::new();
    };
    let shape = Shape::polygon(arrow(at.0, east, 66.0));
    vec![shape.filled(Role::InkSoft.fill()).stroked(Role::Field.line(6.0).at_least(0.6))]
}

/// The objective line, along the corridors that it follows. (19)
fn objective_line(map: &AreaMap, places: &Places, shapes: &mut Vec<Shape>) {
    for pair in map.pairs().filter(|pair| map.on_objective_line(*pair)) {
        let [a, b] = pair.approaches().map(|approach| places.strip(approach));
        if let (Some(a), Some(b)) = (a, b) {
            let line = [between(a.side[0], b.side[1]), between(a.side[1], b.side[0])];
            shapes.push(
                Shape::line(line)
                    .stroked(Role::Objective.at(200).line(16.0).at_least(1.6).dashed(70.0, 32.0))
                    .tip("Objective line: three Austrian blocks east of it at the end win"),
            );
        }
    }
}

/// The room that number and capacity of a locale take.
pub(super) fn label_room(inner: &Interior, id: &str) -> Room {
    let (size, [x, y]) = (inner.letters, inner.label);
    let left = size * (0.03 + 0.53 * id.chars().count() as f32);
    Room { low: [x - left, y - size * 0.45], high: [x + size * 0.92, y + size * 0.45] }
}

/// Where the morale tokens that an army has committed to a locale lie: left of its number, right of its capacity. (18)
pub(super) fn token_at(inner: &Interior, army: u8) -> Point {
    let side = if army == 0 { -1.0 } else { 1.0 };
    go(inner.label, [1.0, 0.0], side * (inner.radius * 0.62).clamp(inner.letters * 1.15, 230.0))
}

/// The room that the set-up symbols of a locale take.
pub(super) fn setup_room(inner: &Interior, count: u8) -> Room {
    let (size, [x, y]) = (inner.letters, inner.label);
    let half = f32::from(count) * size * 0.31;
    Room { low: [x - half, y + size * 0.62], high: [x + half, y + size * 0.82] }
}

/// The number of a locale, left of the middle of its label. (3)
fn number(map: &AreaMap, locale: LocaleId, inner: &Interior) -> Shape {
    let size = inner.letters;
    let at = go(inner.label, [1.0, 0.0], -size * 0.03);
    let label = Label::new(&*map.locale(locale).id, at, size).face(Face::Bold).anchor(Anchor::Right);
    Shape::text(label.colour(Role::Ink.full()).halo(Role::Field.at(210)))
}

/// Capacity and set-up symbols of a locale, right of and below the middle of its label. (3, 4)
fn capacity(map: &AreaMap, locale: LocaleId, inner: &Interior) -> Vec<Shape> {
    let facts = map.locale(locale);
    let size = inner.letters;
    let top = inner.label;
    let small = Zoom::from(5.0 / size);
    let at = go(top, [1.0, 0.0], size * 0.49);
    let mut shapes = vec![
        Shape::circle(at, size * 0.40).filled(Role::Field.at(235).fill()).stroked(Role::InkSoft.line(4.0)).zoom(small),
        Shape::text(Label::new(facts.capacity.to_string(), at, size * 0.56).colour(Role::InkSoft.full())),
    ];
    for k in 0..facts.setup {
        let x = (f32::from(k) - f32::from(facts.setup - 1) / 2.0) * size * 0.62;
        let at = [top[0] + x, top[1] + size * 0.72];
        shapes.push(
            Shape::rect(at, [size * 0.5, size * 0.16], 0.0)
                .filled(Role::BlueTint.fill())
                .stroked(Role::Blue.at(170).line(4.0))
                .tip("A French block of the set-up")
                .zoom(small),
        );
    }
    shapes
}

/// Hours of the time track as clocks of the time wrote them.
pub(super) const ROUNDS: usize = 16;

fn margins(map: &AreaMap, places: &Places, shapes: &mut Vec<Shape>) {
    title(map.name(), places, shapes);
    for holding in map.holdings() {
        let facts = map.holding(holding);
        let box_ = &places.holdings[holding.index()];
        let size = if box_.size()[0] > 600.0 { 100.0 } else { 84.0 };
        let mut drawn = room(box_, &facts.name, size);
        if let Some(frame) = drawn.first_mut() {
            frame.part = Some(part_of(Spot::Holding(holding)));
            frame.tip = Some(format!("{}: {} pieces may enter from {}", facts.name, facts.army, facts.hour).into());
        }
        shapes.append(&mut drawn);
        let under = [box_.middle()[0], box_.low[1] + size * 1.62];
        let hour = format!("from {}", hour_text(facts.hour.0));
        shapes.push(Shape::text(Label::new(hour, under, size * 0.62).face(Face::Italic).colour(Role::InkSoft.full())));
    }
    for k in 0..ROUNDS {
        let cell = track_cell(&places.track, k);
        shapes.push(
            Shape::rect(cell.middle(), cell.size(), 0.0)
                .filled(if k % 2 == 0 { Role::Paper.fill() } else { Role::PaperDeep.fill() })
                .stroked(Role::Ink.line(6.0).at_least(0.7)),
        );
        let at = [cell.middle()[0], cell.low[1] + 70.0];
        shapes.push(Shape::text(Label::new(hour_text(k as u8 + 6), at, 82.0).face(Face::Bold)));
    }
    for (army, box_) in places.morale.iter().enumerate() {
        let heading = if army == 0 { "Austrian morale" } else { "French morale" };
        shapes.extend(room(box_, heading, 88.0));
    }
}

fn title(name: &str, places: &Places, shapes: &mut Vec<Shape>) {
    let place = &places.title;
    let [x, _] = place.middle();
    let size = (place.size()[0] * 2.0 / name.chars().count().max(1) as f32).min(250.0);
    shapes.push(Shape::text(Label::new(name, [x, place.low[1] + 130.0], size).face(Face::Bold)));
    if !places.subtitle.is_empty() {
        let label = Label::new(places.subtitle.as_str(), [x, place.low[1] + 305.0], 112.0);
        shapes.push(Shape::text(label.face(Face::Italic).colour(Role::InkSoft.full())));
    }
}

/// The cell of a round on the time track, from 0.
pub(super) fn track_cell(track: &Room, round: usize) -> Room {
    let wide = track.size()[0] / ROUNDS as f32;
    let left = track.low[0] + wide * round as f32;
    Room { low: [left, track.low[1]], high: [left + wide, track.high[1]] }
}

fn hour_text(hour: u8) -> String {
    match hour {
        0 => "midnight".to_owned(),
        12 => "noon".to_owned(),
        1..12 => format!("{hour} AM"),
        _ => format!("{} PM", hour - 12),
    }
}
