//! The camera: which piece of the board the window shows, and how large.

use bormida_core::scene::Point;
use eframe::egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Where the middle of the view lies on the board, and how many points of the window a board unit takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The board point in the middle of the view.
    pub centre: Point,
    /// Points of the window per board unit.
    pub scale: f32,
}

/// How much nearer than the fitted board one can come.
const NEAREST: f32 = 40.0;

impl Camera {
    /// Shows a box of the board whole and as large as the view allows.
    pub fn showing([low, high]: [Point; 2], view: Rect) -> Camera {
        let (w, h) = ((high[0] - low[0]).max(f32::EPSILON), (high[1] - low[1]).max(f32::EPSILON));
        let scale = (view.width() / w).min(view.height() / h).max(f32::EPSILON);
        Camera { centre: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0], scale }
    }

    /// Where a board point lies in the window.
    pub fn place(&self, point: Point, view: Rect) -> Pos2 {
        let middle = view.center();
        pos2(middle.x + (point[0] - self.centre[0]) * self.scale, middle.y + (point[1] - self.centre[1]) * self.scale)
    }

    /// Which board point lies at a place of the window.
    pub fn point(&self, place: Pos2, view: Rect) -> Point {
        let from = place - view.center();
        [self.centre[0] + from.x / self.scale, self.centre[1] + from.y / self.scale]
    }

    /// The board dragged along by so many points of the window.
    pub fn dragged(self, by: Vec2) -> Camera {
        let centre = [self.centre[0] - by.x / self.scale, self.centre[1] - by.y / self.scale];
        Camera { centre, ..self }
    }

    /// Nearer (above 1) or farther, with the board point under `about` kept in its place.
    pub fn zoomed(self, factor: f32, about: Pos2, view: Rect) -> Camera {
        let kept = self.point(about, view);
        let scale = self.scale * factor;
        let from = about - view.center();
        Camera { centre: [kept[0] - from.x / scale, kept[1] - from.y / scale], scale }
    }

    /// Kept within reason: never farther than the whole board, never nearer than a fortieth of it, never off it.
    pub fn within(self, size: Point, view: Rect) -> Camera {
        let whole = Camera::showing([[0.0, 0.0], size], view);
        let scale = self.scale.clamp(whole.scale, whole.scale * NEAREST);
        let half = vec2(view.width(), view.height()) / (2.0 * scale);
        let keep = |centre: f32, half: f32, size: f32| {
            if 2.0 * half >= size { size / 2.0 } else { centre.clamp(half, size - half) }
        };
        Camera { centre: [keep(self.centre[0], half.x, size[0]), keep(self.centre[1], half.y, size[1])], scale }
    }

    /// A part of the way to another camera, even to the eye: 0 is here, 1 is there.
    pub fn towards(self, other: Camera, part: f32) -> Camera {
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Camera {
            centre: [mix(self.centre[0], other.centre[0]), mix(self.centre[1], other.centre[1])],
            scale: self.scale * (other.scale / self.scale).powf(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Rect = Rect { min: pos2(100.0, 50.0), max: pos2(500.0, 250.0) };

    #[test]
    fn places_and_points_are_inverse_and_zoom_keeps_the_point_under_the_pointer() {
        let camera = Camera { centre: [300.0, 200.0], scale: 0.5 };
        let about = pos2(180.0, 90.0);
        let kept = camera.point(about, VIEW);
        assert!((camera.place(kept, VIEW) - about).length() < 1e-3);
        let near = camera.zoomed(3.0, about, VIEW);
        assert!((near.place(kept, VIEW) - about).length() < 1e-2 && near.scale == 1.5);
    }

    #[test]
    fn the_camera_never_leaves_the_board() {
        let far = Camera { centre: [-900.0, 9000.0], scale: 1e-6 }.within([1000.0, 400.0], VIEW);
        assert_eq!(far, Camera::showing([[0.0, 0.0], [1000.0, 400.0]], VIEW));
        let near = Camera { centre: [-900.0, 9000.0], scale: 4.0 }.within([1000.0, 400.0], VIEW);
        assert_eq!(near.centre, [50.0, 375.0]);
    }
}
