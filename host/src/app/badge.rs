//! Badges: the sign of what an order would do, hung on the board where it would do it, with pips for its cost.

use bormida_core::kernel::{Part, Sign, Verb};
use bormida_core::scene::{Colour, Role};
use eframe::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2, vec2};

use crate::paint::Palette;

/// What an order would do at a lit part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// What it does.
    pub sign: Sign,
    /// The kind of order.
    pub verb: Verb,
    /// Commands, or what else the game counts.
    pub cost: i16,
    /// The parts that it leads over, from where it begins to the lit one.
    pub way: Vec<Part>,
}

/// Half the width of a badge in points.
pub(super) const HALF: f32 = 10.0;
/// More pips than this are written as a number of them is: a row that long is not counted at a glance.
const MOST_PIPS: i16 = 4;

/// Paints badges, and the ways that lead to them, in the colours of a palette.
pub(super) struct Pen<'a> {
    pub(super) painter: &'a Painter,
    pub(super) palette: Palette,
}

impl Pen<'_> {
    /// A badge about a point; `towards` is where its march goes.
    pub(super) fn badge(&self, badge: &Badge, at: Pos2, towards: Vec2) {
        let ink = self.tint(Role::Ink.full());
        let ground = self.tint(Role::Field.full());
        let line = Stroke::new(1.8, ink);
        match badge.sign {
            Sign::Guard => self.shield(at, ground, line),
            Sign::Assault => {
                self.outlined(star(at, HALF + 3.0, HALF - 2.5), ground, Stroke::new(1.4, ink));
            }
            _ => {
                self.painter.circle(at, HALF, ground, Stroke::new(1.4, ink));
            }
        }
        match badge.sign {
            Sign::March => self.arrow(at, towards, line),
            Sign::Guard => {}
            Sign::Road => self.milestone(at, line),
            Sign::Attack => self.swords(at, 6.0),
            Sign::Assault => self.swords(at, 5.0),
            Sign::Fire => self.burst(at, line),
            Sign::Rally => self.drum(at, line),
        }
        self.pips(badge.cost, at + vec2(0.0, HALF + 4.5));
    }

    /// A way over points: dots, with a tick where each step ends.
    pub(super) fn way(&self, points: &[Pos2]) {
        let (ink, rim) = (self.tint(Role::Ink.full()), self.tint(Role::Field.at(220)));
        for ends in points.windows(2) {
            for (colour, radius) in [(rim, 3.2), (ink, 1.9)] {
                self.painter.extend(Shape::dotted_line(ends, colour, 8.0, radius));
            }
            let along = (ends[1] - ends[0]).normalized() * 6.0;
            let tick = [ends[1] + along.rot90(), ends[1] - along.rot90()];
            self.painter.line_segment(tick, Stroke::new(5.0, rim));
            self.painter.line_segment(tick, Stroke::new(2.5, ink));
        }
    }

    /// One dot a command; a hollow one says that it costs nothing.
    fn pips(&self, cost: i16, at: Pos2) {
        let (ink, ground) = (self.tint(Role::Ink.full()), self.tint(Role::Field.full()));
        let count = cost.clamp(1, MOST_PIPS);
        for k in 0..count {
            let place = at + vec2((f32::from(k) - f32::from(count - 1) / 2.0) * 7.0, 0.0);
            self.painter.circle_filled(place, 4.0, ground);
            if cost > 0 {
                self.painter.circle_filled(place, 2.8, ink);
            } else {
                self.painter.circle_stroke(place, 2.4, Stroke::new(1.4, ink));
            }
        }
    }

    fn arrow(&self, at: Pos2, towards: Vec2, line: Stroke) {
        let along = if towards.length() > 0.1 { towards.normalized() } else { vec2(1.0, 0.0) };
        let (tip, across) = (at + along * 6.0, along.rot90());
        self.painter.line_segment([at - along * 6.0, tip], line);
        for side in [-4.0, 4.0] {
            self.painter.line_segment([tip, tip - along * 4.5 + across * side], line);
        }
    }

    fn shield(&self, at: Pos2, ground: Color32, line: Stroke) {
        let half = [(0.0, -1.0), (0.8, -0.8), (0.8, 0.1), (0.5, 0.65), (0.0, 1.1)];
        let left = half.iter().rev().skip(1).take(3).map(|(x, y)| (-x, *y));
        let points = half.iter().copied().chain(left).map(|(x, y)| at + vec2(x, y) * HALF).collect();
        self.painter.add(Shape::convex_polygon(points, ground, line));
        self.painter
            .line_segment([at - vec2(0.0, HALF * 0.7), at + vec2(0.0, HALF * 0.8)], Stroke::new(1.2, line.color));
        self.painter.line_segment(
            [at - vec2(HALF * 0.7, HALF * 0.15), at + vec2(HALF * 0.7, -HALF * 0.15)],
            Stroke::new(1.2, line.color),
        );
    }

    /// Two blades that cross, with their guards.
    fn swords(&self, at: Pos2, reach: f32) {
        let line = Stroke::new(2.0, self.tint(Role::Bad.full()));
        for side in [-1.0, 1.0] {
            let along = vec2(side, -1.0).normalized();
            self.painter.line_segment([at - along * reach, at + along * (reach + 1.0)], line);
            let guard = at - along * (reach * 0.45);
            self.painter.line_segment([guard + along.rot90() * 3.0, guard - along.rot90() * 3.0], line);
        }
    }

    fn milestone(&self, at: Pos2, line: Stroke) {
        for side in [-3.0, 3.0] {
            let foot = vec2(side * 1.5, 6.0);
            self.painter.line_segment([at + foot, at + vec2(side * 0.6, -6.0)], line);
        }
        for (from, to) in [(5.0, 2.5), (0.5, -1.5), (-3.5, -5.0)] {
            self.painter.line_segment([at + vec2(0.0, from), at + vec2(0.0, to)], Stroke::new(1.4, line.color));
        }
    }

    /// A ball with the rays of its burst.
    fn burst(&self, at: Pos2, line: Stroke) {
        self.painter.circle_filled(at, 3.4, line.color);
        for k in 0..8 {
            let ray = Vec2::angled(k as f32 * std::f32::consts::TAU / 8.0);
            self.painter.line_segment([at + ray * 5.0, at + ray * 7.8], Stroke::new(1.5, line.color));
        }
    }

    fn drum(&self, at: Pos2, line: Stroke) {
        let thin = Stroke::new(1.4, line.color);
        let (top, foot) = (at - vec2(0.0, 2.0), at + vec2(0.0, 5.0));
        let rim = |middle: Pos2| {
            let turn = |k: i32| Vec2::angled(k as f32 * std::f32::consts::TAU / 16.0);
            (0..=16).map(|k| middle + turn(k) * vec2(6.0, 2.2)).collect::<Vec<_>>()
        };
        self.painter.line(rim(top), thin);
        self.painter.line(rim(foot).into_iter().take(9).collect(), thin);
        for side in [-6.0, 6.0] {
            self.painter.line_segment([top + vec2(side, 0.0), foot + vec2(side, 0.0)], thin);
            // the sticks
            self.painter.line_segment([top + vec2(side * 0.9, -5.5), top - vec2(side * 0.1, 0.5)], thin);
        }
    }

    /// A polygon that need not be convex, painted from its middle out.
    fn outlined(&self, points: Vec<Pos2>, ground: Color32, line: Stroke) {
        let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / points.len().max(1) as f32;
        for (k, &a) in points.iter().enumerate() {
            let b = points[(k + 1) % points.len()];
            self.painter.add(Shape::convex_polygon(vec![middle.to_pos2(), a, b], ground, Stroke::NONE));
        }
        self.painter.add(Shape::closed_line(points, line));
    }

    fn tint(&self, colour: Colour) -> Color32 {
        let [r, g, b, a] = self.palette.rgba(colour);
        Color32::from_rgba_unmultiplied(r, g, b, a)
    }
}

/// A star of eight points between two radii.
fn star(at: Pos2, outer: f32, inner: f32) -> Vec<Pos2> {
    let point = |k: i32| {
        let radius = if k % 2 == 0 { outer } else { inner };
        at + Vec2::angled(k as f32 * std::f32::consts::TAU / 16.0) * radius
    };
    (0..16).map(point).collect()
}
