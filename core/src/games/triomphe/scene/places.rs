//! Where everything on the board lies: the middle of each locale, the strip of each approach, crossings and margins.

use crate::board::landscape::RoadCourse;
use crate::board::sheet::Frame;
use crate::board::{ApproachId, AreaMap, Beyond, CrossingId, HoldingId, Landscape, LocaleId, RoadKind, Sheet};
use crate::scene::Point;

/// Where the map's north-west corner lies on the sheet, in metres.
pub(super) const SHIFT: Point = [40.0, 280.0];
/// How deep an approach's strip reaches into its locale, at most.
const DEEP: f32 = 64.0;
/// The least and the greatest height of a locale's number.
const LETTERS: [f32; 2] = [78.0, 125.0];
/// How much smaller it may be written where the strips leave little room.
const SMALLEST: f32 = 0.84;
/// Between a locale's line and its strips.
const RIM: f32 = 7.0;

/// A box of the margins: its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub low: Point,
    pub high: Point,
}

/// The inside of a locale.
#[derive(Clone, Debug)]
pub(super) struct Interior {
    pub outline: Vec<Point>,
    /// The point farthest from all sides, and how far it is from the strips.
    pub centre: Point,
    pub radius: f32,
    /// Where its number and capacity stand, and how high they are written.
    pub label: Point,
    pub letters: f32,
}

/// The strip of an approach inside its locale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    /// Its corners: along the locale's side, then back along the inner edge.
    pub corners: [Point; 4],
    /// The middle of its mid-line, the unit vector along it, and its usable length.
    pub middle: Point,
    pub along: Point,
    pub long: f32,
    /// The unit vector into the locale.
    pub inward: Point,
    pub deep: f32,
    /// The whole side of the locale.
    pub side: [Point; 2],
}

/// Where everything on the board lies.
#[derive(Clone, Debug)]
pub struct Places {
    size: Point,
    pub(super) interiors: Vec<Interior>,
    pub(super) strips: Vec<Option<Strip>>,
    pub(super) crossings: Vec<Option<Crossing>>,
    pub(super) holdings: Vec<Room>,
    pub(super) track: Room,
    pub(super) morale: [Room; 2],
    pub(super) title: Room,
    pub(super) subtitle: String,
}

/// Where a road passes from locale to locale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    pub at: Point,
    /// The unit vector along the corridor between the two approaches.
    pub along: Point,
}

impl Places {
    /// Finds all places of a map; where roads cross is read off the landscape where it says, else spread evenly.
    pub(super) fn new(map: &AreaMap, land: &Landscape) -> Places {
        let mut interiors: Vec<Interior> = map.locales().map(|locale| interior(map, locale)).collect();
        let mut strips = vec![None; map.approaches().len()];
        for locale in map.locales() {
            let inner = &interiors[locale.index()];
            for (side, beyond) in map.locale(locale).sides.iter().enumerate() {
                if let Beyond::Approach(approach) = beyond {
                    strips[approach.index()] = strip(&inner.outline, side, depth(inner));
                }
            }
        }
        for (locale, inner) in map.locales().zip(&mut interiors) {
            let own = map.approaches_of(locale).iter().filter_map(|approach| strips[approach.index()].as_ref());
            make_room(inner, &own.collect::<Vec<_>>());
        }
        let sheet = land.sheet.clone().unwrap_or_else(|| Sheet::around(map));
        let mut places = Places {
            size: sheet.size.map(|metres| metres as f32),
            interiors,
            strips,
            crossings: Vec::new(),
            holdings: sheet.holdings.into_iter().map(Room::of).collect(),
            track: Room::of(sheet.track),
            morale: sheet.morale.map(Room::of),
            title: Room::of(sheet.title),
            subtitle: sheet.subtitle,
        };
        places.crossings = map.crossings().map(|crossing| places.crossing(map, land, crossing)).collect();
        places
    }

    /// Width and height of the sheet in metres.
    pub fn size(&self) -> Point {
        self.size
    }

    /// The middle of a locale's reserve.
    pub fn reserve(&self, locale: LocaleId) -> Point {
        self.interiors[locale.index()].centre
    }

    pub(super) fn interior(&self, locale: LocaleId) -> &Interior {
        &self.interiors[locale.index()]
    }

    pub(super) fn strip(&self, approach: ApproachId) -> Option<&Strip> {
        self.strips[approach.index()].as_ref()
    }

    fn crossing(&self, map: &AreaMap, land: &Landscape, id: CrossingId) -> Option<Crossing> {
        let crossing = map.crossing(id);
        let Some(pair) = crossing.pair else {
            let entering = map.holdings().find(|holding| map.holding(*holding).crossing == id)?;
            return Some(Crossing { at: self.entry(map, land, entering), along: [1.0, 0.0] });
        };
        let [a, b] = pair.approaches().map(|approach| self.strip(approach));
        let (a, b) = (a?, b?);
        // The middle line of the corridor runs between the two sides, which run opposite ways.
        let line = [between(a.side[0], b.side[1]), between(a.side[1], b.side[0])];
        let along = unit(line[0], line[1]);
        let drawn =
            land.roads.iter().find(|road| road.crossings.contains(&id)).and_then(|road| meeting(&road.points, line));
        let at = drawn.unwrap_or_else(|| {
            let (k, n) = rank(map, id);
            let t = (k as f32 + 1.0) / (n as f32 + 1.0);
            [line[0][0] + (line[1][0] - line[0][0]) * t, line[0][1] + (line[1][1] - line[0][1]) * t]
        });
        Some(Crossing { at, along })
    }

    /// Where the road of a holding area comes onto the map: the end of a main road that lies farthest out.
    fn entry(&self, map: &AreaMap, land: &Landscape, holding: HoldingId) -> Point {
        let room = self.holdings[holding.index()];
        let inside = &self.interiors[map.holding(holding).enters.index()];
        let middle = between(room.low, room.high);
        let far = |p: &Point| (p[0] - middle[0]).hypot(p[1] - middle[1]);
        let ends = loose_main_ends(land).map(shifted).filter(|&p| near_polygon(&inside.outline, p, 260.0));
        ends.min_by(|p, q| far(p).total_cmp(&far(q))).unwrap_or(inside.centre)
    }
}

impl Room {
    fn of([left, top, right, bottom]: Frame) -> Room {
        Room { low: [left as f32, top as f32], high: [right as f32, bottom as f32] }
    }

    pub(super) fn size(&self) -> Point {
        [self.high[0] - self.low[0], self.high[1] - self.low[1]]
    }

    pub(super) fn middle(&self) -> Point {
        between(self.low, self.high)
    }
}

/// A point of the map on the sheet.
pub(super) fn shifted(point: [i32; 2]) -> Point {
    [point[0] as f32 + SHIFT[0], point[1] as f32 + SHIFT[1]]
}

/// A point moved along a vector.
pub(super) fn go(from: Point, along: Point, far: f32) -> Point {
    [from[0] + along[0] * far, from[1] + along[1] * far]
}

pub(super) fn between(a: Point, b: Point) -> Point {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

fn unit(a: Point, b: Point) -> Point {
    let long = (b[0] - a[0]).hypot(b[1] - a[1]).max(1e-6);
    [(b[0] - a[0]) / long, (b[1] - a[1]) / long]
}

/// How deep the strips of a locale are: small locales keep room for their reserve.
fn depth(inner: &Interior) -> f32 {
    DEEP.min((inner.radius + DEEP) * 0.26)
}

fn interior(map: &AreaMap, locale: LocaleId) -> Interior {
    let corners = map.locale(locale).polygon.corners();
    let outline: Vec<Point> = corners.iter().map(|c| shifted(*c)).collect();
    let (centre, far) = pole(&outline);
    let radius = (far - DEEP.min(far * 0.26) - RIM).max(1.0);
    let letters = (radius * 0.46).clamp(LETTERS[0], LETTERS[1]);
    Interior { outline, centre, radius, label: [centre[0], centre[1] - radius * 0.6], letters }
}

/// Moves a locale's label, and at need writes it smaller, until it lies on none of the locale's strips.
fn make_room(inner: &mut Interior, strips: &[&Strip]) {
    let (usual, radius) = (inner.letters, inner.radius);
    let shifts = |far: f32| [0.0, -far, far];
    for smaller in [1.0, 0.94, 0.88, SMALLEST] {
        let letters = (usual * smaller).max(LETTERS[0] * SMALLEST);
        for up in [0.6, 0.52, 0.44, 0.36, 0.28, 0.2] {
            for aside in [0.12, 0.24, 0.36, 0.48].into_iter().flat_map(|far| shifts(radius * far)) {
                let at = [inner.centre[0] + aside, inner.centre[1] - radius * up];
                let corners = [[-1.09, -0.36], [0.0, -0.36], [0.92, -0.36], [0.92, 0.36], [-1.09, 0.36]];
                let mut corners = corners.iter().map(|[x, y]| [at[0] + x * letters, at[1] + y * letters]);
                if corners.all(|p| strips.iter().all(|strip| !covers(strip, p)) && clearance(&inner.outline, p) > RIM) {
                    (inner.label, inner.letters) = (at, letters);
                    return;
                }
            }
        }
    }
    inner.letters = LETTERS[0] * SMALLEST;
}

/// Whether a point lies on a strip.
fn covers(strip: &Strip, p: Point) -> bool {
    (0..4).all(|k| {
        let (a, b) = (strip.corners[k], strip.corners[(k + 1) % 4]);
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0
    })
}

/// The point inside a polygon that is farthest from its sides, and how far.
fn pole(outline: &[Point]) -> (Point, f32) {
    let (mut low, mut high) = ([f32::MAX; 2], [0.0_f32; 2]);
    for p in outline {
        low = [low[0].min(p[0]), low[1].min(p[1])];
        high = [high[0].max(p[0]), high[1].max(p[1])];
    }
    let mut best = (between(low, high), f32::MIN);
    for _ in 0..4 {
        let step = [(high[0] - low[0]) / 20.0, (high[1] - low[1]) / 20.0];
        for i in 0..=20 {
            for j in 0..=20 {
                let p = [low[0] + step[0] * i as f32, low[1] + step[1] * j as f32];
                let far = clearance(outline, p);
                if far > best.1 {
                    best = (p, far);
                }
            }
        }
        low = [best.0[0] - step[0], best.0[1] - step[1]];
        high = [best.0[0] + step[0], best.0[1] + step[1]];
    }
    best
}

/// How far a point is from a polygon's sides; below 0 outside.
pub(super) fn clearance(outline: &[Point], p: Point) -> f32 {
    let mut inside = false;
    let mut far = f32::MAX;
    for (k, &a) in outline.iter().enumerate() {
        let b = outline[(k + 1) % outline.len()];
        if (a[1] <= p[1]) != (b[1] <= p[1]) && p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
            inside = !inside;
        }
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let t = (((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy).max(1e-6)).clamp(0.0, 1.0);
        far = far.min((p[0] - a[0] - t * dx).hypot(p[1] - a[1] - t * dy));
    }
    if inside { far } else { -far }
}

fn near_polygon(outline: &[Point], p: Point, reach: f32) -> bool {
    clearance(outline, p) > -reach
}

/// The strip along one side of a locale, mitred at its corners so that neighbouring strips only touch.
fn strip(outline: &[Point], side: usize, deep: f32) -> Option<Strip> {
    let n = outline.len();
    let corner = |k: usize| outline[k % n];
    let (before, a, b, after) = (corner(side + n - 1), corner(side), corner(side + 1), corner(side + 2));
    let along = unit(a, b);
    let inward = [-along[1], along[0]]; // clockwise on the screen: the inside is on the right hand
    // How far along the side one must go, for each metre inwards, to stay on the corner's bisector.
    let slope = |from: Point, to: Point| {
        let cosine = (from[0] * to[0] + from[1] * to[1]).clamp(-0.999, 0.999);
        ((1.0 + cosine) / (1.0 - cosine)).sqrt()
    };
    let turns_in = |p: Point, q: Point, r: Point| (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]) > 0.0;
    let start = if turns_in(before, a, b) { slope(along, unit(a, before)) } else { 0.0 };
    let end = if turns_in(a, b, after) { slope([-along[0], -along[1]], unit(b, after)) } else { 0.0 };
    let gap = 5.0;
    let at =
        |from: Point, way: f32, slope: f32, depth: f32| go(go(from, along, way * (slope * depth + gap)), inward, depth);
    let corners =
        [at(a, 1.0, start, RIM), at(b, -1.0, end, RIM), at(b, -1.0, end, RIM + deep), at(a, 1.0, start, RIM + deep)];
    let [p, q] = [between(corners[0], corners[3]), between(corners[1], corners[2])];
    let inner = unit_long(corners[3], corners[2]);
    let long = if (q[0] - p[0]) * along[0] + (q[1] - p[1]) * along[1] > 0.0 { inner } else { 0.0 };
    let middle = between(between(corners[3], corners[2]), go(between(corners[3], corners[2]), inward, -deep));
    (deep > 1.0).then_some(Strip { corners, middle, along, long, inward, deep, side: [a, b] })
}

fn unit_long(a: Point, b: Point) -> f32 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

/// Where a road's course first meets a line; a little beyond the line's ends counts too.
fn meeting(road: &[[i32; 2]], line: [Point; 2]) -> Option<Point> {
    let (r, s) = (line[0], [line[1][0] - line[0][0], line[1][1] - line[0][1]]);
    let mut near: Option<(f32, Point)> = None;
    for ends in road.windows(2) {
        let (a, b) = (shifted(ends[0]), shifted(ends[1]));
        let d = [b[0] - a[0], b[1] - a[1]];
        let cross = d[0] * s[1] - d[1] * s[0];
        if cross.abs() < 1e-6 {
            continue;
        }
        let t = ((r[0] - a[0]) * s[1] - (r[1] - a[1]) * s[0]) / cross;
        let u = ((r[0] - a[0]) * d[1] - (r[1] - a[1]) * d[0]) / cross;
        let off = (u - u.clamp(0.02, 0.98)).abs();
        if (-0.05..=1.05).contains(&t) && off < 0.08 && near.is_none_or(|(best, _)| off < best) {
            let u = u.clamp(0.02, 0.98);
            near = Some((off, [r[0] + s[0] * u, r[1] + s[1] * u]));
        }
    }
    near.map(|(_, at)| at)
}

/// Ends of main roads that no other road goes on from.
fn loose_main_ends(land: &Landscape) -> impl Iterator<Item = [i32; 2]> + '_ {
    let ends = |road: &RoadCourse| road.points.first().copied().into_iter().chain(road.points.last().copied());
    let goes_on = move |end: [i32; 2]| land.roads.iter().flat_map(ends).filter(|other| *other == end).count() > 1;
    land.roads.iter().filter(|road| road.kind == RoadKind::Main).flat_map(ends).filter(move |end| !goes_on(*end))
}

/// A crossing's place among those over its pair.
fn rank(map: &AreaMap, id: CrossingId) -> (usize, usize) {
    let over = map.crossing(id).pair.map_or(&[][..], |pair| map.crossings_over(pair));
    (over.iter().position(|&c| c == id).unwrap_or(0), over.len().max(1))
}
