//! Lines and outlines on a map of hexes: hexsides and steps joined into courses, hexes joined into grounds.

use super::corners;
use crate::board::{HexId, HexMap, HexSet, Way};
use crate::scene::Point;

/// A point between two others.
pub(super) fn between(a: Point, b: Point, t: f32) -> Point {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/// The two ends of a hexside.
pub(super) fn side(map: &HexMap, hex: HexId, way: Way) -> [Point; 2] {
    let c = corners(map, hex);
    [c[way.index()], c[(way.index() + 1) % 6]]
}

/// Stretches that share their ends joined into lines as long as can be: a line ends where nothing goes on, or where more
/// than two meet. One that comes back to its start ends with the point that it began with.
pub(super) fn joined(stretches: &[[Point; 2]]) -> Vec<Vec<Point>> {
    let meets = |a: Point, b: Point| (a[0] - b[0]).abs() < 0.5 && (a[1] - b[1]).abs() < 0.5;
    let mut left = stretches.to_vec();
    let degree = |at: Point| stretches.iter().flatten().filter(|end| meets(**end, at)).count();
    let mut lines = Vec::new();
    while !left.is_empty() {
        // from an end or a fork while there is one; what is left then are rings
        let start = left.iter().position(|[a, _]| degree(*a) != 2).map(|k| (k, false));
        let start = start.or_else(|| left.iter().position(|[_, b]| degree(*b) != 2).map(|k| (k, true)));
        let (k, turned) = start.unwrap_or((0, false));
        let [a, b] = left.swap_remove(k);
        let mut line = if turned { vec![b, a] } else { vec![a, b] };
        while let Some(&end) = line.last().filter(|end| degree(**end) == 2 && !meets(**end, line[0])) {
            let Some(k) = left.iter().position(|[a, b]| meets(*a, end) || meets(*b, end)) else { break };
            let [a, b] = left.swap_remove(k);
            line.push(if meets(a, end) { b } else { a });
        }
        lines.push(line);
    }
    lines
}

/// A course with its corners taken off: through the middles of its stretches, from its first point to its last.
pub(super) fn eased(line: &[Point]) -> Vec<Point> {
    let middles = line.windows(2).map(|ends| between(ends[0], ends[1], 0.5));
    let ends = line.first().copied().zip(line.last().copied());
    match ends {
        Some((first, last)) if line.len() > 2 => std::iter::once(first).chain(middles).chain([last]).collect(),
        _ => line.to_vec(),
    }
}

/// The rims of a ground, each a ring of points to be smoothed: through the middles of the hexsides that part it from others.
pub(super) fn rims(map: &HexMap, hexes: &HexSet) -> Vec<Vec<Point>> {
    let outer = |hex: HexId| {
        let others = Way::ALL.into_iter().filter(move |way| map.next(hex, *way).is_none_or(|next| !hexes.has(next)));
        others.map(move |way| side(map, hex, way))
    };
    let stretches: Vec<[Point; 2]> = hexes.iter().flat_map(outer).collect();
    let middles = |ring: Vec<Point>| ring.windows(2).map(|ends| uneven(between(ends[0], ends[1], 0.5))).collect();
    joined(&stretches).into_iter().map(middles).collect()
}

/// A point a little beside itself, by a fixed noise: no ground grows along a ruler.
fn uneven([x, y]: Point) -> Point {
    let noise = |seed: f32| (seed.sin() * 43_758.547).fract().abs() - 0.5;
    [x + 9.0 * noise(x * 0.131 + y * 0.737), y + 9.0 * noise(x * 0.913 - y * 0.271)]
}

/// Hexes of one kind that hang together.
pub(super) fn clusters(map: &HexMap, hexes: &HexSet) -> Vec<HexSet> {
    let mut left = *hexes;
    let mut found = Vec::new();
    loop {
        let Some(first) = left.iter().next() else { return found };
        let (mut cluster, mut front) = (HexSet::EMPTY, vec![first]);
        while let Some(hex) = front.pop() {
            if left.has(hex) {
                left.remove(hex);
                cluster.add(hex);
                front.extend(map.neighbours(hex).map(|(_, next)| next));
            }
        }
        found.push(cluster);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_join_up_to_forks_and_round_rings() {
        let (a, b, c, d, e) = ([0.0, 0.0], [9.0, 0.0], [18.0, 0.0], [9.0, 9.0], [0.0, 9.0]);
        let path = joined(&[[b, a], [b, c]]);
        assert_eq!(path.len(), 1);
        assert!(path[0] == [a, b, c] || path[0] == [c, b, a], "{path:?}");
        let fork = joined(&[[a, b], [b, c], [d, b]]);
        assert_eq!(fork.len(), 3);
        assert!(fork.iter().all(|line| line.len() == 2));
        let ring = joined(&[[a, b], [b, d], [d, e], [e, a]]);
        assert_eq!(ring.len(), 1);
        assert_eq!((ring[0].len(), ring[0].first()), (5, ring[0].last()));
    }

    #[test]
    fn an_eased_course_keeps_its_ends() {
        let line = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]];
        assert_eq!(eased(&line), [[0.0, 0.0], [5.0, 0.0], [10.0, 5.0], [10.0, 10.0]]);
        assert_eq!(eased(&line[..2]), line[..2]);
    }
}
