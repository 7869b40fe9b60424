//! A cut of a board: what lies in a box, as a scene of its own.

use bormida_core::scene::{Form, Layer, Point, Scene, Shape};

/// The part of a scene between two corners, moved to the origin. What lies outside altogether is left out.
#[must_use]
pub fn cut(scene: &Scene, [low, high]: [Point; 2]) -> Scene {
    let size = [high[0] - low[0], high[1] - low[1]];
    let layer = |layer: &Layer| {
        let shapes = layer.shapes.iter().filter(|shape| reaches(shape, low, high)).map(|shape| moved(shape, low));
        Layer::new(layer.kind, shapes.collect())
    };
    Scene { size, layers: scene.layers.iter().map(layer).collect() }
}

fn reaches(shape: &Shape, low: Point, high: Point) -> bool {
    // words spread about the point where they stand
    let spread = if let Form::Text(label) = &shape.form { label.size * label.text.len() as f32 } else { 0.0 };
    let width = shape.stroke.as_ref().map_or(0.0, |stroke| stroke.width) + spread;
    shape.form.extent().is_some_and(|[a, b]| (0..2).all(|k| a[k] - width <= high[k] && b[k] + width >= low[k]))
}

fn moved(shape: &Shape, by: Point) -> Shape {
    let mut shape = shape.clone();
    let shift = |point: &mut Point| {
        point[0] -= by[0];
        point[1] -= by[1];
    };
    match &mut shape.form {
        Form::Polygon(points) | Form::Line(points) | Form::Curve { through: points, .. } => {
            points.iter_mut().for_each(shift);
        }
        Form::Circle { at, .. } | Form::Rect { at, .. } => shift(at),
        Form::Text(label) => shift(&mut label.at),
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use bormida_core::scene::{LayerKind, Role};

    #[test]
    fn a_cut_holds_what_reaches_into_it() {
        let dot = |at: Point| Shape::circle(at, 5.0).filled(Role::Ink.fill());
        let board = vec![dot([10.0, 10.0]), dot([50.0, 50.0]), dot([96.0, 50.0])];
        let scene = Scene { size: [200.0, 100.0], layers: vec![Layer::new(LayerKind::Board, board)] };
        let part = cut(&scene, [[40.0, 20.0], [92.0, 80.0]]);
        assert_eq!(part.size, [52.0, 60.0]);
        let centres: Vec<Point> = part.layers[0]
            .shapes
            .iter()
            .map(|shape| if let Form::Circle { at, .. } = shape.form { at } else { [0.0; 2] })
            .collect();
        assert_eq!(centres, [[10.0, 30.0], [56.0, 30.0]]);
    }
}
