//! What stands on the board: blocks as thin lines, morale tokens, the clock, the traffic at crossings.

use super::board::{FACES_FROM, SYMBOLS_FROM, side_length, token_at, track_cell};
use super::frame::symbol;
use super::places::{Interior, Places, Strip, go};
use crate::board::{ApproachId, AreaMap, CrossingId, HoldingId, LocaleId};
use crate::kernel::Part;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::scene::{Face, Label, Point, Role, Shape, Zoom};

pub use super::frame::Symbol;

/// A place for blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The reserve of a locale.
    Reserve(LocaleId),
    /// An approach.
    Approach(ApproachId),
    /// A holding area.
    Holding(HoldingId),
}

/// What a block is doing in the action under way, or waits to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Its bombardment is declared. (10.1)
    Aims,
    /// It is named in the action under way.
    Acts,
    /// It leads an attack or a defence. (11.2, 11.3)
    Leads,
    /// It counter-attacks. (11.5)
    Counters,
    /// It still has to retreat. (13.2)
    Flees,
}

impl Deed {
    const fn word(self) -> &'static str {
        match self {
            Deed::Aims => " bombarding",
            Deed::Acts => " in action",
            Deed::Leads => " leading",
            Deed::Counters => " counter-attacking",
            Deed::Flees => " retreating",
        }
    }
}

/// A block as a viewer sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockMark {
    /// The army: 0 Austrian, 1 French.
    pub army: u8,
    /// Its face, when the viewer knows it: symbol and strength, which is 0 where nobody has looked at it.
    pub face: Option<(Symbol, u8)>,
    /// It stands face up for all to see.
    pub face_up: bool,
    /// It is disorganized. (14)
    pub disorganized: bool,
    /// It is done for the turn. (6)
    pub acted: bool,
    /// What it is doing now.
    pub deed: Option<Deed>,
    /// A part of its own, where a single block can be chosen; else its place answers for it.
    pub part: Option<Part>,
}

/// All that stands on the board, as a viewer sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardMarks {
    /// Blocks with their places, in any order.
    pub blocks: Vec<(Spot, BlockMark)>,
    /// Morale tokens committed to locales: army and count. (18)
    pub committed: Vec<(LocaleId, u8, u8)>,
    /// Uncommitted morale tokens by army.
    pub uncommitted: [u8; 2],
    /// Morale tokens on the time track: round from 0, army, count.
    pub scheduled: Vec<(u8, u8, u8)>,
    /// The round under way, from 0.
    pub round: u8,
    /// Pieces that have marched over each crossing this turn. (8)
    pub traffic: Vec<(CrossingId, u8)>,
}

/// The part of a place.
pub(super) const fn part_of(spot: Spot) -> Part {
    match spot {
        Spot::Reserve(locale) => Part(locale.0 as u32),
        Spot::Approach(approach) => Part(128 + approach.0 as u32),
        Spot::Holding(holding) => Part(640 + holding.0 as u32),
    }
}

/// The part of a crossing.
pub(super) const fn crossing_part(crossing: CrossingId) -> Part {
    Part(1024 + crossing.0 as u32)
}

/// A block's length and thickness in metres, in a roomy place.
const BLOCK: Point = [165.0, 46.0];

/// The blocks, and then the tokens over them.
pub(super) fn draw(map: &AreaMap, places: &Places, marks: &BoardMarks) -> (Vec<Shape>, Vec<Shape>) {
    let mut blocks: Vec<(Spot, BlockMark)> = marks.blocks.clone();
    blocks.sort_by_key(|(spot, _)| *spot); // stable: blocks of one place keep their order
    let (mut pieces, mut tokens) = (Vec::new(), Vec::new());
    for here in blocks.chunk_by(|a, b| a.0 == b.0) {
        let blocks: Vec<BlockMark> = here.iter().map(|(_, block)| *block).collect();
        let first = pieces.len();
        match here[0].0 {
            Spot::Reserve(locale) => reserve(places, locale, &blocks, &mut pieces, &mut tokens),
            Spot::Approach(approach) => {
                if let Some(strip) = places.strip(approach) {
                    on_strip(strip, part_of(here[0].0), &blocks, &mut pieces, &mut tokens);
                }
            }
            Spot::Holding(holding) => waiting(places, holding, &blocks, &mut pieces),
        }
        let tip: Arc<str> = stack_in_words(map, here[0].0, &blocks).into();
        for shape in pieces[first..].iter_mut().filter(|shape| shape.part.is_some()) {
            shape.tip = Some(tip.clone());
        }
    }
    committed(map, places, marks, &mut tokens);
    tracks(places, marks, &mut tokens);
    (pieces, tokens)
}

/// The blocks of one place in a sentence: what the viewer knows of them.
fn stack_in_words(map: &AreaMap, spot: Spot, blocks: &[BlockMark]) -> String {
    let place = match spot {
        Spot::Reserve(locale) => format!("{} {}", map.locale_name(locale), map.locale(locale).name),
        Spot::Approach(approach) => map.approach_name(approach),
        Spot::Holding(holding) => map.holding_name(holding).to_owned(),
    };
    let mut kinds: BTreeMap<String, u8> = BTreeMap::new();
    for block in blocks {
        let mut kind = match block.face {
            Some((symbol, 0)) => format!("?{} ({} that nobody has looked at)", symbol.letter(), symbol.word()),
            Some((symbol, strength)) => {
                format!("{strength}{} ({} of strength {strength})", symbol.letter(), symbol.word())
            }
            None => "hidden".to_owned(),
        };
        for (is, word) in [(block.disorganized, " disorganized"), (block.acted, " done"), (block.face_up, " face up")] {
            if is {
                kind.push_str(word);
            }
        }
        kind.push_str(block.deed.map_or("", Deed::word));
        *kinds.entry(kind).or_default() += 1;
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, n)| format!("{n} x {kind}")).collect();
    format!("{place}: {} {}", army(blocks[0].army), kinds.join(", "))
}

/// An army's name.
const fn army(army: u8) -> &'static str {
    if army == 0 { "Austrian" } else { "French" }
}

/// Places for so many blocks in reserve, and their size: rows in the lower middle of the locale, smaller where there
/// are many.
pub(super) fn slots(inner: &Interior, count: usize) -> (Vec<Point>, Point) {
    let n = count as f32;
    // Under the number, which small places give more of their room.
    let top = (inner.label[1] + inner.letters * 0.42 - inner.centre[1]).max(inner.radius * -0.36);
    let foot = inner.radius * 0.80;
    let middle = go(inner.centre, [0.0, 1.0], (top + foot) / 2.0);
    let (wide, high) = (inner.radius * 1.62, foot - top);
    // The fewest columns whose rows fit, else smaller blocks.
    let (mut columns, mut scale) = (1.0, 0.0_f32);
    for tried in 1..=6 {
        let (columns_, rows) = (tried as f32, (n / tried as f32).ceil());
        let fits = (wide / (columns_ * (BLOCK[0] + 22.0))).min(high / (rows * (BLOCK[1] + 26.0))).min(1.0);
        if fits > scale + 0.001 {
            (columns, scale) = (columns_, fits);
        }
    }
    let step = [(BLOCK[0] + 22.0) * scale, (BLOCK[1] + 26.0) * scale];
    let rows = (n / columns).ceil();
    let place = |k: usize| {
        let (row, column) = ((k as f32 / columns).floor(), k as f32 % columns);
        let in_row = if row + 1.0 < rows { columns } else { n - (rows - 1.0) * columns };
        [middle[0] + (column - (in_row - 1.0) / 2.0) * step[0], middle[1] + (row - (rows - 1.0) / 2.0) * step[1]]
    };
    ((0..count).map(place).collect(), [BLOCK[0] * scale, BLOCK[1] * scale])
}

/// Blocks in reserve.
fn reserve(places: &Places, locale: LocaleId, blocks: &[BlockMark], out: &mut Vec<Shape>, deeds: &mut Vec<Shape>) {
    let (slots, size) = slots(places.interior(locale), blocks.len());
    let faces = Zoom::from(0.11 * BLOCK[0] / size[0].max(BLOCK[0] * 0.2));
    for (mark, at) in blocks.iter().zip(slots) {
        out.extend(block(mark, at, [1.0, 0.0], size, faces, part_of(Spot::Reserve(locale))));
        if let Some(deed) = mark.deed {
            deeds.extend(deed_mark(deed, mark.army, at, [1.0, 0.0], size));
        }
    }
}

/// Blocks along an approach: end to end along the strip, thin; a count where the strip is small on the screen.
fn on_strip(strip: &Strip, part: Part, blocks: &[BlockMark], out: &mut Vec<Shape>, deeds: &mut Vec<Shape>) {
    let n = blocks.len() as f32;
    let room = strip.long.max(strip.deep * 2.0);
    let size = [BLOCK[0].min(room / n.max(2.0) - 14.0).max(30.0), (strip.deep * 0.7).min(BLOCK[1])];
    let step = size[0] + 14.0;
    let faces = Zoom::from(FACES_FROM / side_length(strip));
    for (k, mark) in blocks.iter().enumerate() {
        let at = go(strip.middle, strip.along, (k as f32 - (n - 1.0) / 2.0) * step);
        out.extend(block(mark, at, strip.along, size, faces, part));
        if let Some(deed) = mark.deed {
            deeds.extend(deed_mark(deed, mark.army, at, strip.along, size));
        }
    }
    if blocks.len() > 1 {
        let at = go(strip.middle, strip.inward, strip.deep * 0.5 + 44.0);
        out.push(
            Shape::text(
                Label::new(blocks.len().to_string(), at, 84.0)
                    .face(Face::Bold)
                    .colour(side(blocks[0].army).0.full())
                    .halo(Role::Field.at(220)),
            )
            .zoom(Zoom::below(SYMBOLS_FROM / side_length(strip))),
        );
    }
}

/// Blocks that wait beside the map: rows in the box of their holding area.
fn waiting(places: &Places, holding: HoldingId, blocks: &[BlockMark], out: &mut Vec<Shape>) {
    let room = &places.holdings[holding.index()];
    let [wide, high] = room.size();
    let top = if wide > 600.0 { 190.0 } else { 165.0 };
    let columns = ((wide - 60.0) / (BLOCK[0] + 30.0)).floor().max(1.0) as usize;
    let rows = blocks.len().div_ceil(columns).max(1);
    let step = ((high - top - 20.0) / rows as f32).min(BLOCK[1] + 46.0);
    for (k, mark) in blocks.iter().enumerate() {
        let (row, column) = (k / columns, k % columns);
        let in_row = columns.min(blocks.len() - row * columns);
        let at = [
            room.middle()[0] + (column as f32 - (in_row as f32 - 1.0) / 2.0) * (BLOCK[0] + 30.0),
            room.low[1] + top + (row as f32 + 0.5) * step,
        ];
        let size = [BLOCK[0], BLOCK[1].min(step - 10.0)];
        out.extend(block(mark, at, [1.0, 0.0], size, Zoom::from(0.11), part_of(Spot::Holding(holding))));
    }
}

/// Line and tint of an army.
fn side(army: u8) -> (Role, Role) {
    if army == 0 { (Role::Red, Role::RedTint) } else { (Role::Blue, Role::BlueTint) }
}

/// A block: a thin line. Austrian ones are filled through, French ones hollow, so that colour is not needed to tell
/// them apart; a disorganized one leans; one that is done is pale; a face that is up has a golden line.
fn block(mark: &BlockMark, at: Point, along: Point, size: Point, faces: Zoom, place: Part) -> Vec<Shape> {
    let (line, tint) = side(mark.army);
    let lean: f32 = if mark.disorganized { -13.0 } else { 0.0 };
    let turn = along[1].atan2(along[0]) + lean.to_radians();
    let along = [turn.cos(), turn.sin()];
    let alpha = if mark.acted { 120 } else { 255 };
    let [long, thick] = size;
    let turn = turn.to_degrees();
    let edge = if mark.face_up { Role::Lit.full() } else { Role::Black.at(alpha) };
    let rim = if mark.face_up { 9.0 } else { 4.0 };
    let mut shapes = vec![
        // A pale ground first, so that a pale block does not let the land through.
        Shape::rect(at, [long + 8.0, thick + 8.0], turn).filled(Role::Field.fill()),
        Shape::rect(at, [long, thick], turn)
            .filled(line.at(alpha).fill())
            .stroked(edge.line(rim).at_least(0.5))
            .part(mark.part.unwrap_or(place)),
    ];
    let hollow = mark.army != 0;
    let core = [long * 0.88, thick * 0.46];
    if hollow {
        let shown = if mark.face.is_some() { Zoom::below(faces.from) } else { Zoom::ALWAYS };
        shapes.push(Shape::rect(at, core, turn).filled(tint.fill()).zoom(shown));
    }
    if mark.disorganized {
        let across = [-along[1], along[0]];
        let cut = |x: f32| {
            Shape::line([
                go(go(at, along, x + thick * 0.2), across, -thick * 0.52),
                go(go(at, along, x - thick * 0.2), across, thick * 0.52),
            ])
            .stroked(Role::Field.line(thick * 0.17).at_least(0.8))
        };
        shapes.push(cut(-long * 0.36));
        shapes.push(cut(long * 0.36));
    }
    if let Some((kind, strength)) = mark.face {
        let cell = thick * 0.92;
        let ink = if mark.acted { Role::Black } else { Role::Face };
        // what nobody has looked at has a question mark beside its symbol
        let count = if strength == 0 { 2.0 } else { f32::from(strength) };
        if strength == 0 {
            let place = go(at, along, cell * 0.51);
            let label = Label::new("?", place, cell).face(Face::Bold).colour(ink.full());
            shapes.push(Shape::text(label).zoom(faces).secret());
        }
        for k in 0..strength.max(1) {
            let place = go(at, along, (f32::from(k) - (count - 1.0) / 2.0) * cell * 1.02);
            let drawn = symbol(kind, place, along, cell, ink.full(), faces).into_iter();
            shapes.extend(drawn.map(|shape| if mark.face_up { shape } else { shape.secret() }));
        }
    }
    shapes
}

/// What a block does, drawn over it in forms that need no colour: a pennon for one that leads, a hollow one for one that
/// counter-attacks, the path of the shot for a gun that aims, two chevrons for one that flees, a bright line under one
/// that acts. `along` has the enemy on its left where there is one.
fn deed_mark(deed: Deed, army: u8, at: Point, along: Point, [long, thick]: Point) -> Vec<Shape> {
    let out = [along[1], -along[0]];
    let ink = Role::Ink.line(7.0).at_least(1.2);
    let spot = |x: f32, y: f32| go(go(at, along, x), out, y);
    match deed {
        Deed::Acts => {
            let y = -thick * 0.5 - 13.0;
            vec![
                Shape::line([spot(-long * 0.5, y), spot(long * 0.5, y)]).stroked(Role::Chosen.line(13.0).at_least(2.0)),
            ]
        }
        Deed::Leads | Deed::Counters => {
            let (line, _) = side(army);
            // Upright whatever way the block lies, so that it reads as a flag.
            let foot = go(at, along, -long * 0.42);
            let top = [foot[0], foot[1] - 92.0];
            let cloth = Shape::polygon([top, [top[0] + 66.0, top[1] + 22.0], [top[0], top[1] + 44.0]]).stroked(ink);
            let fill = if deed == Deed::Leads { line.fill() } else { Role::Field.fill() };
            vec![Shape::line([foot, top]).stroked(ink), cloth.filled(fill)]
        }
        Deed::Aims => {
            let (from, to) = (spot(0.0, thick * 0.5 + 4.0), spot(0.0, thick * 0.5 + 120.0));
            vec![
                Shape::line([from, to]).stroked(Role::Gun.line(9.0).at_least(1.3).dashed(22.0, 14.0)),
                Shape::circle(to, 15.0).filled(Role::Gun.fill()).stroked(Role::Field.line(4.0).at_least(0.7)),
            ]
        }
        Deed::Flees => {
            let chevron = |y: f32| {
                let points = [spot(-24.0, y), spot(0.0, y - 22.0), spot(24.0, y)];
                [
                    Shape::line(points).stroked(Role::Field.line(18.0).at_least(3.0)),
                    Shape::line(points).stroked(Role::Ink.line(9.0).at_least(1.6)),
                ]
            };
            let foot = -thick * 0.5 - 8.0;
            chevron(foot).into_iter().chain(chevron(foot - 20.0)).collect()
        }
    }
}

/// Tokens committed to locales: a disc beside the number. (18)
fn committed(map: &AreaMap, places: &Places, marks: &BoardMarks, out: &mut Vec<Shape>) {
    for &(locale, army, count) in marks.committed.iter().filter(|(_, _, count)| *count > 0) {
        let inner = places.interior(locale);
        token(token_at(inner, army), 46.0, army, count, out);
        let place = map.locale_name(locale);
        said(out, format!("{place}: {count} {} morale committed (18)", self::army(army)));
    }
}

/// A morale token with the count of the pile.
fn token(at: Point, radius: f32, army: u8, count: u8, out: &mut Vec<Shape>) {
    let (line, tint) = side(army);
    out.push(Shape::circle(at, radius).filled(line.fill()).stroked(Role::Black.line(4.0).at_least(0.6)));
    if army != 0 {
        out.push(Shape::circle(at, radius * 0.72).filled(tint.fill()));
    }
    let ink = if army == 0 { Role::Face } else { line };
    out.push(Shape::text(Label::new(count.to_string(), at, radius * 1.25).face(Face::Bold).colour(ink.full())));
}

/// What the last shape says when it is pointed at.
fn said(shapes: &mut [Shape], tip: String) {
    if let Some(shape) = shapes.last_mut() {
        shape.tip = Some(tip.into());
    }
}

/// So many tokens lie side by side; more are one token with their number.
const MOST_TOKENS: u8 = 8;

fn tracks(places: &Places, marks: &BoardMarks, out: &mut Vec<Shape>) {
    for &(round, army, count) in &marks.scheduled {
        let cell = track_cell(&places.track, usize::from(round));
        let x = cell.middle()[0] + if army == 0 { -84.0 } else { 84.0 };
        token([x, cell.high[1] - 80.0], 56.0, army, count, out);
        said(
            out,
            format!(
                "Round {}: {} receives {count} morale (18)",
                round + 1,
                ["Austria", "France"][usize::from(army.min(1))]
            ),
        );
    }
    let now = track_cell(&places.track, usize::from(marks.round));
    out.push(Shape::rect(now.middle(), now.size(), 0.0).stroked(Role::Ink.line(22.0).at_least(2.0)));
    let [x, y] = [now.middle()[0], now.high[1] + 8.0];
    out.push(Shape::polygon([[x, y], [x + 52.0, y + 62.0], [x - 52.0, y + 62.0]]).filled(Role::Ink.fill()));
    for (army, room) in places.morale.iter().enumerate() {
        let count = marks.uncommitted[army];
        if count > MOST_TOKENS {
            token([room.middle()[0], room.high[1] - 88.0], 56.0, army as u8, count, out);
            said(out, format!("{} morale: {count} uncommitted (18)", self::army(army as u8)));
            continue;
        }
        let step = ((room.size()[0] - 90.0) / f32::from(count.max(1))).min(104.0);
        for k in 0..count {
            let x = room.middle()[0] + (f32::from(k) - f32::from(count - 1) / 2.0) * step;
            let (line, tint) = side(army as u8);
            let at = [x, room.high[1] - 88.0];
            out.push(Shape::circle(at, 44.0).filled(line.fill()).stroked(Role::Black.line(4.0).at_least(0.6)));
            if army != 0 {
                out.push(Shape::circle(at, 30.0).filled(tint.fill()));
            }
            said(out, format!("{} morale: {count} uncommitted (18)", self::army(army as u8)));
        }
    }
}

/// Pips at crossings: one a piece that has marched over it this turn, three at most. (8)
pub(super) fn traffic(map: &AreaMap, places: &Places, marks: &BoardMarks) -> Vec<Shape> {
    let mut out = Vec::new();
    for &(id, count) in marks.traffic.iter().filter(|(_, count)| *count > 0) {
        let Some(crossing) = places.crossings[id.index()] else { continue };
        let tip = format!("{}: {count} of 3 have marched over it this turn", map.crossing_name(id));
        for k in 0..3_u8 {
            let at = go(crossing.at, crossing.along, 62.0 + 40.0 * f32::from(k));
            let pip = Shape::circle(at, 16.0).stroked(Role::Ink.line(5.0).at_least(0.7)).tip(&*tip);
            out.push(pip.filled(if k < count { Role::Ink.fill() } else { Role::Field.fill() }));
        }
    }
    out
}
