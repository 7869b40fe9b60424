//! Hexes: their ids, sets of them, and the grid that they lie in, numbered by column and row as wargames print them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most hexes that a map may have.
pub const MOST_HEXES: usize = 1024;
/// No hex, in tables of neighbours.
const NOWHERE: u16 = u16::MAX;

/// A hex of a map: a small number, column by column. It is called by four digits, column and row: `1107`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub u16);

impl HexId {
    /// The place of its facts in the map's arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the six ways out of a hex, clockwise; 0 goes to the next row of the same column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Way(pub u8);

impl Way {
    /// All six.
    pub const ALL: [Way; 6] = [Way(0), Way(1), Way(2), Way(3), Way(4), Way(5)];

    /// The way back.
    #[must_use]
    pub const fn back(self) -> Way {
        Way((self.0 + 3) % 6)
    }

    /// The place in arrays of six.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of hexes of one map.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HexSet([u64; MOST_HEXES / 64]);

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet([0; MOST_HEXES / 64]);

    /// Whether a hex is in the set.
    #[must_use]
    pub const fn has(&self, hex: HexId) -> bool {
        self.0[(hex.0 / 64) as usize] & (1 << (hex.0 % 64)) != 0
    }

    /// Puts a hex in.
    pub fn add(&mut self, hex: HexId) {
        self.0[usize::from(hex.0 / 64)] |= 1 << (hex.0 % 64);
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: HexId) {
        self.0[usize::from(hex.0 / 64)] &= !(1 << (hex.0 % 64));
    }

    /// What is in either.
    #[must_use]
    pub fn or(&self, other: &HexSet) -> HexSet {
        let mut both = *self;
        both.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        both
    }

    /// What is in this one and not in the other.
    #[must_use]
    pub fn without(&self, other: &HexSet) -> HexSet {
        let mut rest = *self;
        rest.0.iter_mut().zip(other.0).for_each(|(word, less)| *word &= !less);
        rest
    }

    /// Whether no hex is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Its hexes, in order.
    pub fn iter(&self) -> impl Iterator<Item = HexId> + '_ {
        self.0.iter().enumerate().flat_map(|(k, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(HexId((k * 64) as u16 + bit as u16))
            })
        })
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<HexId> for HexSet {
    fn from_iter<I: IntoIterator<Item = HexId>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        hexes.into_iter().for_each(|hex| set.add(hex));
        set
    }
}

/// Which columns are pushed half a hex along their rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shifted {
    /// Columns 1, 3, 5 ...
    Odd,
    /// Columns 2, 4, 6 ...
    Even,
}

/// Where row numbers grow on the paper; columns grow to the left of that: north where rows run east.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// To the right: the columns climb.
    East,
    /// Down: the columns go to the right.
    South,
}

/// How hexes lie: so many columns of so many rows, two sides of each hex across its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    rows: [u8; 2],
    shifted: Shifted,
    run: Run,
    first: Vec<u16>,
    places: Vec<(u8, u8)>,
    next: Vec<[u16; 6]>,
}

/// The height of a hex between two columns, as a share of its width.
const BETWEEN: f32 = 0.866_025_4;

impl Grid {
    /// A grid of so many columns, with so many rows in odd and in even ones; none when it would have no hex, or more than
    /// [`MOST_HEXES`], or numbers that two digits cannot write.
    #[must_use]
    pub fn new(columns: u8, rows: [u8; 2], shifted: Shifted, run: Run) -> Option<Grid> {
        let rows_of = |c: u8| rows[usize::from(c.is_multiple_of(2))];
        let total: usize = (1..=columns).map(|c| usize::from(rows_of(c))).sum();
        if columns > 99 || rows.iter().any(|r| !(1..=99).contains(r)) || !(1..=MOST_HEXES).contains(&total) {
            return None;
        }
        let (mut first, mut places) = (Vec::new(), Vec::new());
        for c in 1..=columns {
            first.push(places.len() as u16);
            places.extend((1..=rows_of(c)).map(|r| (c, r)));
        }
        let mut grid = Grid { columns, rows, shifted, run, first, places, next: Vec::new() };
        grid.next = grid.places.iter().map(|&(c, r)| grid.around(i16::from(c), i16::from(r))).collect();
        Some(grid)
    }

    fn around(&self, c: i16, r: i16) -> [u16; 6] {
        // of the neighbours in the next column one lies half a hex ahead, the other half a hex behind
        let ahead = if self.is_shifted(c as u8) { r + 1 } else { r };
        let places = [(c, r + 1), (c - 1, ahead), (c - 1, ahead - 1), (c, r - 1), (c + 1, ahead - 1), (c + 1, ahead)];
        places.map(|(c, r)| match (u8::try_from(c), u8::try_from(r)) {
            (Ok(c), Ok(r)) => self.at(c, r).map_or(NOWHERE, |hex| hex.0),
            _ => NOWHERE,
        })
    }

    fn is_shifted(&self, column: u8) -> bool {
        column.is_multiple_of(2) == (self.shifted == Shifted::Even)
    }

    /// How many hexes there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// How many columns there are.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Every hex, column by column.
    pub fn hexes(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.places.len() as u16).map(HexId)
    }

    /// The hex at a column and row, both from 1.
    #[must_use]
    pub fn at(&self, column: u8, row: u8) -> Option<HexId> {
        let within = (1..=self.columns).contains(&column)
            && (1..=self.rows[usize::from(column.is_multiple_of(2))]).contains(&row);
        within.then(|| HexId(self.first[usize::from(column) - 1] + u16::from(row) - 1))
    }

    /// A hex's column and row, from 1.
    #[must_use]
    pub fn place(&self, hex: HexId) -> (u8, u8) {
        self.places[hex.index()]
    }

    /// A hex as it is printed: `1107`.
    #[must_use]
    pub fn name(&self, hex: HexId) -> String {
        let (column, row) = self.place(hex);
        format!("{column:02}{row:02}")
    }

    /// The hex that four digits name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<HexId> {
        let digits = name.len() == 4 && name.bytes().all(|b| b.is_ascii_digit());
        let number = |text: Option<&str>| text?.parse::<u8>().ok();
        digits.then(|| self.at(number(name.get(..2))?, number(name.get(2..))?))?
    }

    /// The neighbour in a direction; none beyond the grid.
    #[must_use]
    #[inline]
    pub fn next(&self, hex: HexId, way: Way) -> Option<HexId> {
        let next = self.next[hex.index()][way.index()];
        (next != NOWHERE).then_some(HexId(next))
    }

    /// The neighbours, each with the way to it.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (Way, HexId)> + '_ {
        Way::ALL.into_iter().filter_map(move |way| Some((way, self.next(hex, way)?)))
    }

    /// The way from a hex to its neighbour.
    #[must_use]
    pub fn way(&self, from: HexId, to: HexId) -> Option<Way> {
        Way::ALL.into_iter().find(|way| self.next[from.index()][way.index()] == to.0)
    }

    /// How many steps two hexes lie apart.
    #[must_use]
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        let ([ax, ay], [bx, by]) = (self.axial(a), self.axial(b));
        let (dx, dy) = (ax - bx, ay - by);
        ((dx.abs() + dy.abs() + (dx + dy).abs()) / 2) as u8
    }

    /// Skewed coordinates, in which every step changes one of x, y and x + y by one.
    fn axial(&self, hex: HexId) -> [i16; 2] {
        let (c, r) = self.place(hex);
        let line = i16::from(c) - i16::from(self.shifted == Shifted::Even);
        [i16::from(r) - (line - (line & 1)) / 2, line]
    }

    fn of_axial(&self, [x, y]: [i16; 2]) -> Option<HexId> {
        let (c, r) = (y + i16::from(self.shifted == Shifted::Even), x + (y - (y & 1)) / 2);
        self.at(u8::try_from(c).ok()?, u8::try_from(r).ok()?)
    }

    /// The hexes that a line from centre to centre passes, both ends included. A line along a hexside passes one of its two
    /// hexes: `left` says which.
    pub fn line(&self, from: HexId, to: HexId, left: bool) -> impl Iterator<Item = Option<HexId>> + '_ {
        let (a, b) = (self.axial(from), self.axial(to));
        let steps = i32::from(self.distance(from, to)).max(1);
        // a hair beside the centre: on a scale of 64 parts of a hex for each step
        let hair = if left { 1 } else { -1 };
        (0..=steps).map(move |k| {
            let between = |a: i16, b: i16| i32::from(a) * (steps - k) * 64 + i32::from(b) * k * 64;
            let (x, y) = (between(a[0], b[0]) + hair * 2, between(a[1], b[1]) + hair);
            self.of_axial(rounded(x, y, steps * 64))
        })
    }

    /// The centre of a hex in widths of a hex, x to the right and y down, as the map is printed.
    #[must_use]
    pub fn centre(&self, hex: HexId) -> [f32; 2] {
        let (c, r) = self.place(hex);
        let half = if self.is_shifted(c) { 0.5 } else { 0.0 };
        let (along, across) = (f32::from(r) - 0.5 + half, (f32::from(c) - 1.0) * BETWEEN);
        let edge = 0.577_350_3;
        match self.run {
            Run::East => [along, (f32::from(self.columns) - 1.0) * BETWEEN - across + edge],
            Run::South => [across + edge, along],
        }
    }

    /// The six corners of a hex in the units of [`Grid::centre`]; the side of way k lies between corner k and the next.
    #[must_use]
    pub fn corners(&self, hex: HexId) -> [[f32; 2]; 6] {
        let [x, y] = self.centre(hex);
        let (half, edge, tip) = (0.5, 0.288_675_13, 0.577_350_3);
        // rows run east: the side of way 0 is upright, on the right; ways go clockwise on paper with south below
        let east = [[half, -edge], [half, edge], [0.0, tip], [-half, edge], [-half, -edge], [0.0, -tip]];
        match self.run {
            Run::East => east.map(|[dx, dy]| [x + dx, y + dy]),
            // the same picture, turned so that "along" goes down and "across" to the right
            Run::South => east.map(|[dx, dy]| [x - dy, y + dx]),
        }
    }

    /// The size of the whole grid in the units of [`Grid::centre`].
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        let along = (1..=self.columns).map(|c| {
            f32::from(self.rows[usize::from(c.is_multiple_of(2))]) + if self.is_shifted(c) { 0.5 } else { 0.0 }
        });
        let along = along.fold(0.0, f32::max);
        let across = (f32::from(self.columns) - 1.0) * BETWEEN + 2.0 * 0.577_350_3;
        match self.run {
            Run::East => [along, across],
            Run::South => [across, along],
        }
    }
}

/// The hex nearest to x / scale, y / scale in skewed coordinates.
fn rounded(x: i32, y: i32, scale: i32) -> [i16; 2] {
    let z = -x - y;
    let near = |n: i32| (2 * n + scale).div_euclid(2 * scale);
    let off = |n: i32| (near(n) * scale - n).abs();
    let (rx, ry, rz) = (near(x), near(y), near(z));
    let fixed = if off(x) > off(y) && off(x) > off(z) {
        [-ry - rz, ry]
    } else if off(y) > off(z) {
        [rx, -rx - rz]
    } else {
        [rx, ry]
    };
    fixed.map(|n| n as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::new(25, [29, 28], Shifted::Even, Run::East).unwrap()
    }

    fn hex(name: &str) -> HexId {
        grid().named(name).unwrap()
    }

    #[test]
    fn numbers_are_read_and_written_as_printed() {
        let grid = grid();
        assert_eq!(grid.count(), 13 * 29 + 12 * 28);
        for hex in grid.hexes() {
            assert_eq!(grid.named(&grid.name(hex)), Some(hex));
        }
        for wrong in ["0000", "0130", "0229", "2601", "107", "11o7", "\u{e0}07"] {
            assert_eq!(grid.named(wrong), None, "{wrong}");
        }
        assert!(Grid::new(99, [99, 99], Shifted::Odd, Run::South).is_none());
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        for (shifted, run) in [(Shifted::Even, Run::East), (Shifted::Odd, Run::South)] {
            let grid = Grid::new(7, [5, 6], shifted, run).unwrap();
            for a in grid.hexes() {
                for (way, b) in grid.neighbours(a) {
                    assert_eq!((grid.next(b, way.back()), grid.way(a, b)), (Some(a), Some(way)));
                    assert_eq!(grid.distance(a, b), 1);
                    let ([ax, ay], [bx, by]) = (grid.centre(a), grid.centre(b));
                    assert!(((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-4);
                    // the side lies midway between the two centres
                    let (c, k) = (grid.corners(a), way.index());
                    let mid = [(c[k][0] + c[(k + 1) % 6][0]) / 2.0, (c[k][1] + c[(k + 1) % 6][1]) / 2.0];
                    assert!((mid[0] - (ax + bx) / 2.0).hypot(mid[1] - (ay + by) / 2.0) < 1e-3, "{a:?} {way:?}");
                }
            }
        }
    }

    #[test]
    fn distances_are_those_of_a_walk() {
        let grid = Grid::new(9, [8, 7], Shifted::Even, Run::East).unwrap();
        for a in grid.hexes() {
            let mut steps = vec![u8::MAX; grid.count()];
            steps[a.index()] = 0;
            let mut edge = vec![a];
            while let Some(here) = edge.pop() {
                for (_, b) in grid.neighbours(here) {
                    if steps[b.index()] > steps[here.index()] + 1 {
                        steps[b.index()] = steps[here.index()] + 1;
                        edge.push(b);
                    }
                }
            }
            assert!(grid.hexes().all(|b| grid.distance(a, b) == steps[b.index()]));
        }
    }

    #[test]
    fn lines_go_step_by_step_and_take_either_side_of_a_hexside() {
        let grid = grid();
        let names = |left| -> Vec<String> {
            grid.line(hex("1107"), hex("1308"), left).map(|h| grid.name(h.unwrap())).collect()
        };
        // 1308 lies beyond the hexside between 1207 and 1208 seen from 1108; from 1107 the line is broken by 1207 alone
        assert_eq!((names(true).len(), names(false).len()), (3, 3));
        let along = |left| grid.name(grid.line(hex("1105"), hex("1306"), left).nth(1).unwrap().unwrap());
        let mut both = [along(true), along(false)];
        both.sort();
        assert_eq!(both, ["1205", "1205"], "1306 is two steps in one direction");
        let beside = |left| grid.name(grid.line(hex("1105"), hex("1305"), left).nth(1).unwrap().unwrap());
        let mut both = [beside(true), beside(false)];
        both.sort();
        assert_eq!(both, ["1204", "1205"], "the line runs along the side between the two");
    }
}
