//! Polygons in whole metres: whether they cross themselves, and whether two of them overlap.

/// A point: x to the east, y to the south, in metres.
pub type Point = [i32; 2];

/// A closed outline; the last corner joins the first. Empty where a map has no geometry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polygon(pub Box<[Point]>);

impl Polygon {
    /// Its corners.
    pub fn corners(&self) -> &[Point] {
        &self.0
    }

    /// Whether there is no geometry.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its sides; side k runs from corner k to the next.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        (0..self.0.len()).map(|k| (self.0[k], self.0[(k + 1) % self.0.len()]))
    }

    /// Twice the area in square metres: above 0 when the corners run clockwise on the screen.
    pub fn doubled_area(&self) -> i64 {
        self.sides().map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1])).sum()
    }

    /// The first two sides that cross or touch without being neighbours.
    pub fn self_crossing(&self) -> Option<(usize, usize)> {
        let sides: Vec<_> = self.sides().collect();
        let n = sides.len();
        (0..n)
            .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
            .find(|&(i, j)| j != i + 1 && (i != 0 || j != n - 1) && touches(sides[i], sides[j]))
    }

    /// Whether the two polygons share ground: touching along a side or at a corner is not sharing.
    pub fn overlaps(&self, other: &Polygon) -> bool {
        if self.is_empty() || other.is_empty() || !self.boxes_meet(other) {
            return false;
        }
        self.sides().any(|a| other.sides().any(|b| crosses(a, b)))
            || self.probes().any(|point| other.holds(point))
            || other.probes().any(|point| self.holds(point))
    }

    /// The centroid, for labels.
    pub fn centre(&self) -> [f32; 2] {
        let doubled = self.doubled_area() as f64;
        if doubled == 0.0 {
            return [0.0, 0.0];
        }
        let [mut x, mut y] = [0.0f64; 2];
        for (a, b) in self.sides() {
            let cross = f64::from(a[0]) * f64::from(b[1]) - f64::from(b[0]) * f64::from(a[1]);
            x += f64::from(a[0] + b[0]) * cross;
            y += f64::from(a[1] + b[1]) * cross;
        }
        [(x / (3.0 * doubled)) as f32, (y / (3.0 * doubled)) as f32]
    }

    /// Points strictly inside, tripled so that they stay whole: the middles of ears, of which every polygon has some.
    /// They show that one polygon lies within another whose sides it never crosses.
    fn probes(&self) -> impl Iterator<Item = Point> + '_ {
        let n = self.0.len();
        (0..n)
            .map(move |k| {
                let [a, b, c] = [self.0[k], self.0[(k + 1) % n], self.0[(k + 2) % n]];
                [a[0] + b[0] + c[0], a[1] + b[1] + c[1]]
            })
            .filter(|point| self.holds(*point))
    }

    /// Whether a tripled point lies strictly inside.
    fn holds(&self, point: Point) -> bool {
        let mut inside = false;
        for (a, b) in self.sides() {
            let (a, b) = ([a[0] * 3, a[1] * 3], [b[0] * 3, b[1] * 3]);
            let turn = turn(a, b, point);
            if turn == 0 && within(a, b, point) {
                return false;
            }
            if (a[1] > point[1]) != (b[1] > point[1]) && (turn > 0) == (b[1] > a[1]) {
                inside = !inside;
            }
        }
        inside
    }

    fn boxes_meet(&self, other: &Polygon) -> bool {
        let bounds = |polygon: &Polygon, axis: usize| {
            let values = || polygon.0.iter().map(|corner| corner[axis]);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        (0..2).all(|axis| {
            let (a, b) = (bounds(self, axis), bounds(other, axis));
            a.0 < b.1 && b.0 < a.1
        })
    }
}

/// The sign of the turn from a over b to c: above 0 to the right on the screen.
fn turn(a: Point, b: Point, c: Point) -> i64 {
    let [ax, ay, bx, by, cx, cy] = [a[0], a[1], b[0], b[1], c[0], c[1]].map(i64::from);
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

fn within(a: Point, b: Point, c: Point) -> bool {
    (0..2).all(|k| a[k].min(b[k]) <= c[k] && c[k] <= a[k].max(b[k]))
}

/// Whether two segments cross in a point inside both.
fn crosses((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    turn(a, b, c).signum() * turn(a, b, d).signum() < 0 && turn(c, d, a).signum() * turn(c, d, b).signum() < 0
}

/// Whether two segments share any point.
fn touches(p @ (a, b): (Point, Point), q @ (c, d): (Point, Point)) -> bool {
    let on = |a, b, c| turn(a, b, c) == 0 && within(a, b, c);
    crosses(p, q) || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[Point]) -> Polygon {
        Polygon(corners.into())
    }

    #[test]
    fn a_bow_tie_crosses_itself_and_a_square_does_not() {
        let square = polygon(&[[0, 0], [10, 0], [10, 10], [0, 10]]);
        assert_eq!(square.self_crossing(), None);
        assert_eq!(square.doubled_area(), 200);
        assert_eq!(square.centre(), [5.0, 5.0]);
        assert_eq!(polygon(&[[0, 0], [10, 10], [10, 0], [0, 10]]).self_crossing(), Some((0, 2)));
    }

    #[test]
    fn polygons_overlap_when_they_share_ground_not_when_they_touch() {
        let square = polygon(&[[0, 0], [10, 0], [10, 10], [0, 10]]);
        let beside = polygon(&[[10, 0], [20, 0], [20, 10], [10, 10]]);
        let across = polygon(&[[5, 5], [15, 5], [15, 15], [5, 15]]);
        let inside = polygon(&[[2, 2], [8, 2], [8, 8], [2, 8]]);
        assert!(!square.overlaps(&beside));
        assert!(square.overlaps(&across) && across.overlaps(&square));
        assert!(square.overlaps(&inside) && inside.overlaps(&square));
        assert!(square.overlaps(&square.clone()));
        assert!(!square.overlaps(&Polygon::default()));
        let triangle = polygon(&[[2, 2], [8, 2], [5, 8]]);
        assert!(square.overlaps(&triangle) && triangle.overlaps(&square));
    }
}
