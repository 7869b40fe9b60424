//! Triangles that fill a polygon, by cutting ears.

use bormida_core::scene::Point;

/// Corners of triangles, three indices each, that fill a simple polygon of either turn. A polygon that crosses itself
/// gives what could be cut: never more than its corners allow, and never a panic.
pub(crate) fn triangles(polygon: &[Point]) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..polygon.len()).collect();
    left.dedup_by(|a, b| polygon[*a] == polygon[*b]);
    while left.len() > 1 && polygon[left[0]] == polygon[left[left.len() - 1]] {
        left.pop();
    }
    if area(polygon) < 0.0 {
        left.reverse();
    }
    let mut cut = Vec::with_capacity(left.len());
    let mut at = 0;
    let mut misses = 0;
    while left.len() > 3 && misses <= left.len() {
        let n = left.len();
        let ear = [left[(at + n - 1) % n], left[at % n], left[(at + 1) % n]];
        if is_ear(polygon, &left, ear) {
            cut.push(ear);
            left.remove(at % n);
            at = if at % n == 0 { 0 } else { at % n - 1 };
            misses = 0;
        } else {
            at = (at + 1) % n;
            misses += 1;
        }
    }
    if left.len() == 3 {
        cut.push([left[0], left[1], left[2]]);
    }
    cut
}

/// Twice the signed area; positive when the corners go clockwise on the screen.
fn area(polygon: &[Point]) -> f32 {
    let n = polygon.len();
    (0..n).map(|k| cross([0.0, 0.0], polygon[k], polygon[(k + 1) % n])).sum()
}

fn cross(o: Point, a: Point, b: Point) -> f32 {
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

fn is_ear(polygon: &[Point], left: &[usize], ear: [usize; 3]) -> bool {
    let [a, b, c] = ear.map(|k| polygon[k]);
    let turn = cross(a, b, c);
    if turn <= 0.0 {
        return turn == 0.0; // a straight corner can always go
    }
    left.iter().filter(|k| !ear.contains(k)).map(|&k| polygon[k]).all(|p| {
        p == a || p == b || p == c || !(cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(polygon: &[Point]) -> f32 {
        let cut = triangles(polygon);
        cut.iter().map(|[a, b, c]| cross(polygon[*a], polygon[*b], polygon[*c]).abs()).sum()
    }

    #[test]
    fn triangles_cover_a_hollow_polygon_of_either_turn() {
        let mut bay = vec![[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [6.0, 10.0], [5.0, 2.0], [4.0, 10.0], [0.0, 10.0]];
        let whole = area(&bay).abs();
        assert!((filled(&bay) - whole).abs() < 1e-3);
        bay.reverse();
        assert!((filled(&bay) - whole).abs() < 1e-3);
    }

    #[test]
    fn degenerate_polygons_end_quietly() {
        assert!(triangles(&[]).is_empty());
        assert!(triangles(&[[1.0, 1.0], [2.0, 2.0]]).is_empty());
        assert!(triangles(&[[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]]).len() <= 2);
    }
}
