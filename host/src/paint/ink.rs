//! Ink: the plain lines, areas and dots that a shape comes to at a scale; every painter draws only these.

use bormida_core::scene::{Colour, Form, Label, Pattern, Point, Shape, Stroke};

use super::curve::smooth;
use super::pattern::{Mark, marks};

/// One stroke of the pen, in board units.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ink<'a> {
    /// A polygon filled evenly.
    Area(&'a [Point], Colour),
    /// A line, closed or open.
    Line { points: &'a [Point], closed: bool, width: f32, colour: Colour },
    /// A filled circle.
    Dot { at: Point, radius: f32, colour: Colour },
    /// A text.
    Words(&'a Label),
}

/// Gives the ink of a shape at a scale (pixels per board unit), lowest first; nothing where the shape is not seen.
pub(crate) fn ink(shape: &Shape, scale: f32, mut draw: impl FnMut(Ink<'_>)) {
    if !shape.zoom.shows(scale) {
        return;
    }
    if let Form::Text(label) = &shape.form {
        return draw(Ink::Words(label));
    }
    if let (Form::Circle { at, radius }, Some(fill)) = (&shape.form, shape.fill)
        && fill.pattern == Pattern::Solid
    {
        draw(Ink::Dot { at: *at, radius: *radius, colour: fill.colour });
        if let Some(stroke) = shape.stroke {
            let (points, closed) = outline(&shape.form);
            trace(&points, closed, stroke, scale, &mut draw);
        }
        return;
    }
    let (points, closed) = outline(&shape.form);
    if let (Some(fill), true) = (shape.fill, points.len() > 2) {
        if fill.pattern == Pattern::Solid {
            draw(Ink::Area(&points, fill.colour));
        } else {
            for mark in marks(thinned(fill.pattern, scale), &points) {
                match mark {
                    Mark::Line(points, width) => {
                        let width = width.max(0.5 / scale);
                        draw(Ink::Line { points: &points, closed: false, width, colour: fill.colour });
                    }
                    Mark::Dot(at, radius) => draw(Ink::Dot { at, radius, colour: fill.colour }),
                }
            }
        }
    }
    if let Some(stroke) = shape.stroke {
        trace(&points, closed, stroke, scale, &mut draw);
    }
}

/// The corners of a closed form; none of lines and texts.
pub(crate) fn corners_of(form: &Form) -> Option<Vec<Point>> {
    let (points, closed) = outline(form);
    (closed && points.len() > 2).then_some(points)
}

/// The outline of a form as straight stretches, and whether it is closed; a text has none.
pub(crate) fn outline(form: &Form) -> (Vec<Point>, bool) {
    match form {
        Form::Polygon(corners) => (corners.clone(), true),
        Form::Line(points) => (points.clone(), false),
        Form::Curve { through, closed } => (smooth(through, *closed), *closed),
        Form::Circle { at: [x, y], radius } => {
            let points = (0..32).map(|k| {
                let (sin, cos) = (k as f32 / 32.0 * std::f32::consts::TAU).sin_cos();
                [x + radius * cos, y + radius * sin]
            });
            (points.collect(), true)
        }
        Form::Rect { at: [x, y], size: [w, h], turn } => {
            let (sin, cos) = turn.to_radians().sin_cos();
            let corner = |[dx, dy]: Point| [x + dx * w * cos - dy * h * sin, y + dx * w * sin + dy * h * cos];
            ([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(corner).to_vec(), true)
        }
        Form::Text(_) => (Vec::new(), false),
    }
}

/// Whether a shape may have ink in a box of the board; texts always may.
pub(crate) fn may_meet(shape: &Shape, [low, high]: [Point; 2]) -> bool {
    let mut within = [[f32::MAX, f32::MIN]; 2];
    let mut hold = |p: Point, margin: f32| {
        for (axis, [least, most]) in within.iter_mut().enumerate() {
            *least = least.min(p[axis] - margin);
            *most = most.max(p[axis] + margin);
        }
    };
    let margin = shape.stroke.map_or(0.0, |stroke| stroke.width);
    match &shape.form {
        Form::Polygon(points) | Form::Line(points) => points.iter().for_each(|&p| hold(p, margin)),
        // A smooth line may swing out between its points.
        Form::Curve { through, .. } => through.iter().for_each(|&p| hold(p, margin + 50.0)),
        Form::Circle { at, radius } => hold(*at, radius + margin),
        Form::Rect { at, size, .. } => hold(*at, size[0].hypot(size[1]) / 2.0 + margin),
        Form::Text(_) => return true,
    }
    (0..2).all(|axis| within[axis][0] <= high[axis] && within[axis][1] >= low[axis])
}

/// Marks nearer to each other than this many pixels would only grey the ground.
const NEAREST_MARKS: f32 = 4.5;

/// A pattern with its marks set wider, by doubling, until they can be told apart at a scale.
fn thinned(mut pattern: Pattern, scale: f32) -> Pattern {
    if let Pattern::Hatch { gap, .. }
    | Pattern::Dots { gap, .. }
    | Pattern::Rows { gap, .. }
    | Pattern::Trees { gap }
    | Pattern::Reeds { gap }
    | Pattern::Paddies { gap } = &mut pattern
    {
        while *gap > 0.0 && *gap * scale < NEAREST_MARKS {
            *gap *= 2.0;
        }
    }
    pattern
}

fn trace(points: &[Point], closed: bool, stroke: Stroke, scale: f32, draw: &mut impl FnMut(Ink<'_>)) {
    let width = stroke.width.max(stroke.at_least / scale);
    let colour = stroke.colour;
    match stroke.dash {
        Some([dash, gap]) if dash > 0.0 && gap > 0.0 && (dash + gap) * scale >= 2.0 => {
            for points in dashes(points, closed, dash, gap) {
                draw(Ink::Line { points: &points, closed: false, width, colour });
            }
        }
        _ if points.len() > 1 => draw(Ink::Line { points, closed, width, colour }),
        _ => {}
    }
}

/// The dashes of a line, cut at their ends and bent at its corners.
fn dashes(points: &[Point], closed: bool, dash: f32, gap: f32) -> Vec<Vec<Point>> {
    let mut cut: Vec<Vec<Point>> = Vec::new();
    let mut open: Vec<Point> = Vec::new();
    let (mut inked, mut left) = (true, dash);
    let ends = if closed { points.len() } else { points.len().saturating_sub(1) };
    for k in 0..ends {
        let (mut a, b) = (points[k], points[(k + 1) % points.len()]);
        let mut long = (b[0] - a[0]).hypot(b[1] - a[1]);
        while long > left {
            let t = left / long;
            let end = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
            if inked {
                open.push(a);
                open.push(end);
                cut.push(std::mem::take(&mut open));
            }
            long -= left;
            a = end;
            inked = !inked;
            left = if inked { dash } else { gap };
        }
        left -= long;
        if inked {
            open.push(a);
            if k + 1 == ends {
                open.push(b);
            }
        }
    }
    if open.len() > 1 {
        cut.push(open);
    }
    cut
}

#[cfg(test)]
mod tests {
    use bormida_core::scene::{Role, Zoom};

    use super::*;

    #[test]
    fn dashes_bend_at_corners_and_keep_their_length() {
        let cut = dashes(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]], false, 6.0, 2.0);
        assert_eq!(cut[0], [[0.0, 0.0], [6.0, 0.0]]);
        assert_eq!(cut[1], [[8.0, 0.0], [10.0, 0.0], [10.0, 4.0]]);
        assert_eq!(cut[2], [[10.0, 6.0], [10.0, 10.0]]);
    }

    #[test]
    fn marks_are_thinned_until_they_can_be_told_apart() {
        let pattern = Pattern::Trees { gap: 10.0 };
        assert_eq!(thinned(pattern, 1.0), pattern);
        assert_eq!(thinned(pattern, 0.2), Pattern::Trees { gap: 40.0 });
        assert_eq!(thinned(Pattern::Trees { gap: 0.0 }, 0.2), Pattern::Trees { gap: 0.0 });
    }

    #[test]
    fn a_shape_out_of_its_scale_gives_no_ink_and_a_thin_line_is_kept_visible() {
        let line = Shape::line([[0.0, 0.0], [9.0, 0.0]]).stroked(Role::Ink.line(1.0)).zoom(Zoom::from(0.01));
        let mut widths = Vec::new();
        for scale in [0.001, 0.01, 10.0] {
            ink(&line, scale, |ink| {
                if let Ink::Line { width, .. } = ink {
                    widths.push(width);
                }
            });
        }
        assert_eq!(widths, [50.0, 1.0]);
    }
}
