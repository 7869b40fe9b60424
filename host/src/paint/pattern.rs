//! Patterns: the marks that fill a polygon, the same on paper and on the screen.

use bormida_core::scene::{Pattern, Point};

/// A mark of a pattern, in board units.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Mark {
    /// An open line and its width.
    Line(Vec<Point>, f32),
    /// A dot: centre and radius.
    Dot(Point, f32),
}

/// The marks of a pattern within a polygon. Marks stand on a grid of the whole board, so that neighbouring grounds of
/// one kind run on into each other; they are shaken by a fixed noise, so that every painting is the same.
pub(crate) fn marks(pattern: Pattern, polygon: &[Point]) -> Vec<Mark> {
    let mut marks = Vec::new();
    match pattern {
        Pattern::Solid => {}
        Pattern::Hatch { gap, width, turn } => {
            for (_, [a, b]) in scan(polygon, gap, turn) {
                marks.push(Mark::Line(vec![turned(a, turn), turned(b, turn)], width));
            }
        }
        Pattern::Rows { gap, turn } => vines(polygon, gap, turn, &mut marks),
        Pattern::Paddies { gap } => paddies(polygon, gap, &mut marks),
        Pattern::Trees { gap } => {
            for (at, noise) in strewn(polygon, gap) {
                tree(at, gap * (0.24 + 0.1 * noise), &mut marks);
            }
        }
        Pattern::Reeds { gap } => {
            for (at, noise) in strewn(polygon, gap) {
                tuft(at, gap * (0.26 + 0.12 * noise), &mut marks);
            }
        }
        Pattern::Dots { gap, radius } => {
            for (row, [a, b]) in scan(polygon, gap * 0.866, 0.0) {
                let shift = if row.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
                let mut column = (a[0] / gap - shift).ceil();
                while (column + shift) * gap < b[0] {
                    marks.push(Mark::Dot([(column + shift) * gap, a[1]], radius));
                    column += 1.0;
                }
            }
        }
    }
    marks
}

/// Where rows at a distance, turned about the origin, run inside a polygon: the row's number and both ends, in the
/// turned frame (where rows are level).
fn scan(polygon: &[Point], gap: f32, turn: f32) -> Vec<(i32, [Point; 2])> {
    let mut rows = Vec::new();
    if gap <= 0.0 || polygon.len() < 3 {
        return rows;
    }
    let level: Vec<Point> = polygon.iter().map(|&p| turned(p, -turn)).collect();
    let top = level.iter().map(|p| p[1]).fold(f32::MAX, f32::min);
    let bottom = level.iter().map(|p| p[1]).fold(f32::MIN, f32::max);
    let mut meets = Vec::new();
    for row in (top / gap).ceil() as i32..=(bottom / gap).floor() as i32 {
        let y = row as f32 * gap;
        meets.clear();
        for (k, &a) in level.iter().enumerate() {
            let b = level[(k + 1) % level.len()];
            if (a[1] <= y) != (b[1] <= y) {
                meets.push(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
            }
        }
        meets.sort_by(f32::total_cmp);
        rows.extend(meets.chunks_exact(2).map(|x| (row, [[x[0], y], [x[1], y]])));
    }
    rows
}

fn turned([x, y]: Point, degrees: f32) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [x * cos - y * sin, x * sin + y * cos]
}

/// A noise between 0 and 1 of a place in a grid.
fn noise(i: i32, j: i32) -> f32 {
    let mut h = (i as u32).wrapping_mul(0x9e37_79b1) ^ (j as u32).wrapping_mul(0x85eb_ca77);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    ((h ^ (h >> 15)) & 0xffff) as f32 / 65535.0
}

/// Shaken places of a grid inside a polygon, each with a noise of its own.
fn strewn(polygon: &[Point], gap: f32) -> Vec<(Point, f32)> {
    let mut places = Vec::new();
    for (row, [a, b]) in scan(polygon, gap * 0.85, 0.0) {
        let shift = noise(row, -7);
        for column in (a[0] / gap).floor() as i32 - 1..=(b[0] / gap).ceil() as i32 {
            let x = (column as f32 + shift + 0.5 * (noise(column, row) - 0.5)) * gap;
            if x > a[0] + 0.2 * gap && x < b[0] - 0.2 * gap {
                let y = a[1] + 0.35 * gap * (noise(row, column) - 0.5);
                places.push(([x, y], noise(column + 31, row + 17)));
            }
        }
    }
    places
}

/// Vines: short strokes across rows, each row planted with a little disorder.
fn vines(polygon: &[Point], gap: f32, turn: f32, marks: &mut Vec<Mark>) {
    let (step, half) = (gap * 0.55, gap * 0.24);
    for (row, [a, b]) in scan(polygon, gap, turn) {
        for plant in (a[0] / step).ceil() as i32..=(b[0] / step).floor() as i32 {
            let x = (plant as f32 + 0.3 * (noise(plant, row) - 0.5)) * step;
            let lean = half * 0.5;
            let stroke = vec![turned([x - lean, a[1] + half], turn), turned([x + lean, a[1] - half], turn)];
            marks.push(Mark::Line(stroke, gap * 0.09));
        }
    }
}

/// Paddies: level strokes of uneven length, open between.
fn paddies(polygon: &[Point], gap: f32, marks: &mut Vec<Mark>) {
    for (row, [a, b]) in scan(polygon, gap, 0.0) {
        let mut x = (a[0] / (gap * 6.0)).floor() * gap * 6.0;
        let mut k = (x / gap) as i32;
        while x < b[0] {
            let long = gap * (1.6 + 2.8 * noise(k, row));
            let (from, to) = (x.max(a[0]), (x + long).min(b[0]));
            if to - from > gap * 0.3 {
                marks.push(Mark::Line(vec![[from, a[1]], [to, a[1]]], gap * 0.1));
            }
            x += long + gap * (0.5 + 0.8 * noise(row, k));
            k += 1;
        }
    }
}

/// A crown seen from above with the sun in the north-west: an open ring, heavier on the shaded side.
fn tree(at: Point, radius: f32, marks: &mut Vec<Mark>) {
    let arc = |from: f32, to: f32, r: f32| -> Vec<Point> {
        (0..=6)
            .map(|k| {
                let angle = (from + (to - from) * k as f32 / 6.0).to_radians();
                [at[0] + r * angle.cos(), at[1] + r * angle.sin()]
            })
            .collect()
    };
    marks.push(Mark::Line(arc(100.0, 350.0, radius), radius * 0.16));
    marks.push(Mark::Line(arc(-20.0, 110.0, radius), radius * 0.42));
}

/// A tuft of reeds on its line of water.
fn tuft(at: Point, half: f32, marks: &mut Vec<Mark>) {
    let [x, y] = at;
    let width = half * 0.14;
    marks.push(Mark::Line(vec![[x - half, y], [x + half, y]], width));
    for (lean, tall) in [(-0.35, 0.55), (0.0, 0.8), (0.35, 0.55)] {
        marks.push(Mark::Line(vec![[x + lean * half * 0.6, y], [x + lean * half, y - tall * half]], width));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: [Point; 4] = [[0.0, 0.0], [100.0, 0.0], [100.0, 60.0], [0.0, 60.0]];

    fn inside(p: Point, margin: f32) -> bool {
        (-margin..=100.0 + margin).contains(&p[0]) && (-margin..=60.0 + margin).contains(&p[1])
    }

    #[test]
    fn marks_stay_in_their_field() {
        let patterns = [
            Pattern::Hatch { gap: 7.0, width: 1.0, turn: 33.0 },
            Pattern::Rows { gap: 8.0, turn: 20.0 },
            Pattern::Trees { gap: 9.0 },
            Pattern::Reeds { gap: 9.0 },
            Pattern::Paddies { gap: 6.0 },
            Pattern::Dots { gap: 6.0, radius: 1.0 },
        ];
        for pattern in patterns {
            let marks = marks(pattern, &FIELD);
            assert!(marks.len() > 8, "{pattern:?}: {}", marks.len());
            let at_home = marks.iter().all(|mark| match mark {
                Mark::Line(points, _) => points.iter().all(|&p| inside(p, 5.0)),
                Mark::Dot(at, _) => inside(*at, 0.0),
            });
            assert!(at_home, "{pattern:?}");
        }
    }

    #[test]
    fn a_gap_of_nothing_gives_no_marks() {
        assert!(marks(Pattern::Hatch { gap: 0.0, width: 1.0, turn: 0.0 }, &FIELD).is_empty());
    }
}
