//! Smooth lines: the course through points as many short straight stretches.

use bormida_core::scene::Point;

/// The stretches between two points of a smooth line.
const STEPS: usize = 4;

/// Points on a smooth line through the given ones (centripetal enough for surveyed courses: a Catmull-Rom spline).
/// A closed line does not repeat its first point.
pub(crate) fn smooth(through: &[Point], closed: bool) -> Vec<Point> {
    let n = through.len();
    if n < 3 {
        return through.to_vec();
    }
    let at = |k: isize| -> Point {
        let last = n as isize - 1;
        through[if closed { k.rem_euclid(n as isize) } else { k.clamp(0, last) } as usize]
    };
    let spans = if closed { n } else { n - 1 };
    let mut line = Vec::with_capacity(spans * STEPS + 1);
    for k in 0..spans as isize {
        let (p0, p1, p2, p3) = (at(k - 1), at(k), at(k + 1), at(k + 2));
        for step in 0..STEPS {
            let t = step as f32 / STEPS as f32;
            line.push(std::array::from_fn(|axis| {
                let (a, b, c, d) = (p0[axis], p1[axis], p2[axis], p3[axis]);
                let (t2, t3) = (t * t, t * t * t);
                0.5 * (2.0 * b
                    + (c - a) * t
                    + (2.0 * a - 5.0 * b + 4.0 * c - d) * t2
                    + (3.0 * b - a - 3.0 * c + d) * t3)
            }));
        }
    }
    if !closed {
        line.push(through[n - 1]);
    }
    line
}

/// The line with points left out that lie nearer than `off` to the straight way between those kept. Ends stay.
pub(crate) fn simplified(line: &[Point], off: f32) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(line.len());
    let mut from = 0; // the last point kept
    kept.extend(line.first());
    for k in 1..line.len() {
        let next = k + 1;
        let fits = next < line.len() && line[from + 1..next].iter().all(|&p| distance(p, line[from], line[next]) < off);
        if !fits {
            kept.push(line[k]);
            from = k;
        }
    }
    kept
}

fn distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let long = dx * dx + dy * dy;
    let t = if long > 0.0 { (((x - ax) * dx + (y - ay) * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - t * dx).hypot(y - ay - t * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simplified_line_keeps_its_corners_and_stays_near() {
        let points = [[0.0, 0.0], [5.0, 0.1], [10.0, 0.0], [10.0, 10.0], [10.1, 15.0], [10.0, 20.0]];
        assert_eq!(simplified(&points, 0.3), [[0.0, 0.0], [10.0, 0.0], [10.0, 20.0]]);
        assert_eq!(simplified(&points, 0.01), points);
        assert!(simplified(&[], 1.0).is_empty());
    }

    #[test]
    fn a_smooth_line_passes_through_its_points() {
        let points = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [30.0, 10.0]];
        let open = smooth(&points, false);
        let closed = smooth(&points, true);
        assert!(points.iter().all(|p| open.contains(p) && closed.contains(p)));
        assert_eq!((open.len(), closed.len()), (3 * STEPS + 1, 4 * STEPS));
    }
}
