//! Placing on a free table: a click says where, a drag or keys turn, and numbers may be written.

use bormida_core::kernel::{Frame, Part, Pose};
use bormida_core::scene::{Form, Point, Role, Scene};
use eframe::egui::{DragValue, Stroke, Ui};

use super::board::BoardView;
use super::cursor::corners;
use super::look::Look;

/// A full turn in hundredths of a degree.
const FULL: i32 = 36_000;

/// What stands on the board for a part, if it is drawn as a rectangle: its middle, its size, its turn in degrees.
fn stand(scene: &Scene, part: Part) -> Option<(Point, Point, f32)> {
    let mut shapes = scene.layers.iter().rev().flat_map(|layer| layer.shapes.iter());
    shapes.find_map(|shape| match shape.form {
        Form::Rect { at, size, turn } if shape.part == Some(part) => Some((at, size, turn)),
        _ => None,
    })
}

/// The pose from which placing starts: where the part stands, else the middle of the frame.
pub(super) fn first(scene: &Scene, part: Option<Part>, frame: &Frame) -> Pose {
    let middle = |(lo, hi): (f32, f32)| (lo + hi) / 2.0;
    let (at, turn) = match part.and_then(|part| stand(scene, part)) {
        Some((at, _, turn)) => (at, turn),
        None => ([middle(frame.x), middle(frame.y)], frame.heading.0),
    };
    within(Pose { x: hundredths(at[0]), y: hundredths(at[1]), heading: hundredths(turn) }, frame)
}

/// The pose moved to a point of the board.
pub(super) fn moved(pose: Pose, to: Point) -> Pose {
    Pose { x: hundredths(to[0]), y: hundredths(to[1]), ..pose }
}

/// The pose turned by degrees.
pub(super) fn turned(pose: Pose, degrees: f32, frame: &Frame) -> Pose {
    within(Pose { heading: pose.heading + hundredths(degrees), ..pose }, frame)
}

/// The pose turned so that it faces a point of the board, in whole degrees.
pub(super) fn facing(pose: Pose, to: Point, frame: &Frame) -> Pose {
    let (dx, dy) = (to[0] - pose.x as f32 / 100.0, to[1] - pose.y as f32 / 100.0);
    if dx == 0.0 && dy == 0.0 {
        return pose;
    }
    let degrees = dx.atan2(-dy).to_degrees().round();
    within(Pose { heading: hundredths(degrees), ..pose }, frame)
}

/// The heading brought into the frame by whole turns where that can be.
fn within(pose: Pose, frame: &Frame) -> Pose {
    let low = hundredths(frame.heading.0);
    Pose { heading: low + (pose.heading - low).rem_euclid(FULL), ..pose }
}

#[expect(clippy::cast_possible_truncation, reason = "a float goes to the nearest bound")]
fn hundredths(length: f32) -> i32 {
    (length * 100.0).round() as i32
}

/// The numbers of a pose, to be read and written.
pub(super) fn numbers(ui: &mut Ui, pose: Pose, frame: &Frame) -> Option<Pose> {
    let mut new = pose;
    let field = |ui: &mut Ui, name: &str, value: &mut i32, (lo, hi): (f32, f32)| {
        let mut shown = *value as f32 / 100.0;
        let label = ui.label(name);
        let drag = DragValue::new(&mut shown).range(lo..=hi).speed((hi - lo).max(1.0) / 400.0).max_decimals(2);
        let drag = drag.clamp_existing_to_range(false);
        if ui.add(drag).labelled_by(label.id).changed() {
            *value = hundredths(shown);
        }
    };
    ui.horizontal_wrapped(|ui| {
        field(ui, "x", &mut new.x, frame.x);
        field(ui, "y", &mut new.y, frame.y);
        field(ui, "heading", &mut new.heading, frame.heading);
    });
    (new != pose).then_some(new)
}

/// Paints what is being placed over the board: its outline where it would stand, and an arrow the way it would face.
pub(super) fn ghost(ui: &Ui, board: &BoardView, scene: &Scene, part: Option<Part>, pose: Pose, look: Look) {
    let at = [pose.x as f32 / 100.0, pose.y as f32 / 100.0];
    let turn = pose.heading as f32 / 100.0;
    let long = scene.size[0].min(scene.size[1]) / 24.0;
    let size = part.and_then(|part| stand(scene, part)).map_or([long, long / 2.0], |(_, size, _)| size);
    let stroke = Stroke::new(2.0, look.colour(Role::Chosen));
    let places: Option<Vec<_>> = corners(at, size, turn).into_iter().map(|point| board.place(point)).collect();
    if let Some(mut outline) = places {
        outline.extend(outline.first().copied());
        ui.painter().line(outline, stroke);
    }
    let (sin, cos) = turn.to_radians().sin_cos();
    let tip = [at[0] + sin * size[0].max(long), at[1] - cos * size[0].max(long)];
    if let (Some(from), Some(to)) = (board.place(at), board.place(tip)) {
        ui.painter().arrow(from, to - from, stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { x: (0.0, 48.0), y: (0.0, 36.0), heading: (0.0, 360.0) };

    #[test]
    fn headings_are_clockwise_from_up_and_stay_in_their_frame() {
        let pose = Pose { x: 1000, y: 1000, heading: 0 };
        for (to, heading) in [([10.0, 5.0], 0), ([15.0, 10.0], 9000), ([10.0, 15.0], 18000), ([5.0, 10.0], 27000)] {
            assert_eq!(facing(pose, to, &FRAME).heading, heading);
        }
        assert_eq!(facing(pose, [10.0, 10.0], &FRAME), pose);
        assert_eq!(turned(pose, -15.0, &FRAME).heading, 34500);
        let half = Frame { heading: (-180.0, 180.0), ..FRAME };
        assert_eq!(facing(pose, [5.0, 10.0], &half).heading, -9000);
        assert_eq!(moved(pose, [1.25, 2.0]), Pose { x: 125, y: 200, heading: 0 });
    }
}
