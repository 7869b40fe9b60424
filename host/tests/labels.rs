//! What is written on the board of Triomphe stays clear: no text lies over another one or over a place for blocks.

use bormida_core::board::{AreaMap, Landscape, Width};
use bormida_core::games::triomphe::scene::{BlockMark, BoardMarks, BoardScene, Spot};
use bormida_core::pack::builtin;
use bormida_core::scene::{Anchor, Form, Label, LayerKind, Point, Scene, Shape};
use bormida_host::paint::{font_family, install_fonts};
use eframe::egui::{Color32, Context, FontId, RawInput};

/// Blocks that a reserve is drawn with: more stand together only where an army gathers.
const CROWD: u8 = 4;
/// The smallest letters that are painted, in pixels.
const LEAST_LETTERS: f32 = 5.0;

/// A board with blocks in every reserve and on every approach.
fn crowded() -> Scene {
    let map = AreaMap::load("map.toml", &builtin::text("data/triomphe/map.toml").unwrap()).unwrap();
    let land = builtin::text("data/triomphe/landscape.toml").unwrap();
    let land = Landscape::load("landscape.toml", &land, &map).unwrap();
    let mut blocks = Vec::new();
    for locale in map.locales() {
        let count = map.locale(locale).capacity.min(CROWD);
        blocks.extend((0..count).map(|_| (Spot::Reserve(locale), BlockMark::default())));
    }
    for approach in map.approaches() {
        let count = if map.approach(approach).width == Width::Wide { 2 } else { 1 };
        blocks.extend((0..count).map(|_| (Spot::Approach(approach), BlockMark::default())));
    }
    BoardScene::new(&map, &land).scene(&map, &BoardMarks { blocks, ..BoardMarks::default() })
}

/// A turned rectangle: its corners, clockwise on the screen.
struct Quad {
    what: String,
    corners: [Point; 4],
}

impl Quad {
    fn new(what: String, middle: Point, [w, h]: Point, about: Point, degrees: f32) -> Quad {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map(|[x, y]| {
            let (x, y) = (middle[0] + x * w - about[0], middle[1] + y * h - about[1]);
            [about[0] + x * cos - y * sin, about[1] + x * sin + y * cos]
        });
        Quad { what, corners }
    }

    fn meets(&self, other: &Quad) -> bool {
        !self.parts(other) && !other.parts(self)
    }

    fn parts(&self, other: &Quad) -> bool {
        (0..4).any(|k| {
            let (a, b) = (self.corners[k], self.corners[(k + 1) % 4]);
            other.corners.iter().all(|p| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) <= 0.0)
        })
    }
}

/// The room that the letters of a label take: their measured width, and the height of a capital with its tail.
fn written(ctx: &Context, label: &Label) -> Quad {
    let font = FontId::new(64.0, font_family(label.face));
    let galley = ctx.fonts_mut(|fonts| fonts.layout_no_wrap(label.text.clone(), font, Color32::BLACK));
    let size = [galley.size().x / 64.0 * label.size, label.size * 0.72];
    let shift = match label.anchor {
        Anchor::Left => 0.5,
        Anchor::Middle => 0.0,
        Anchor::Right => -0.5,
    };
    let middle = [label.at[0] + shift * size[0], label.at[1]];
    Quad::new(format!("\"{}\"", label.text), middle, size, label.at, label.turn)
}

fn of(scene: &Scene, kinds: &[LayerKind]) -> Vec<Shape> {
    let layers = scene.layers.iter().filter(|layer| kinds.contains(&layer.kind));
    layers.flat_map(|layer| layer.shapes.iter().cloned()).collect()
}

#[test]
fn no_text_lies_over_another_or_over_blocks() {
    let scene = crowded();
    let ctx = Context::default();
    install_fonts(&ctx);
    ctx.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
    let lettered = [LayerKind::Numbers, LayerKind::Capacities, LayerKind::Names, LayerKind::Board];
    let shapes = of(&scene, &lettered);
    let blocks: Vec<Quad> = of(&scene, &[LayerKind::Pieces])
        .iter()
        .filter(|shape| shape.part.is_some())
        .filter_map(|shape| match shape.form {
            Form::Rect { at, size, turn } => {
                Some(Quad::new(shape.tip.as_deref().unwrap_or("a block").to_owned(), at, size, at, turn))
            }
            _ => None,
        })
        .collect();
    assert!(blocks.len() > 400, "{}", blocks.len());
    let mut found = Vec::new();
    for (width, height) in [(1280.0, 800.0), (3840.0, 2160.0)] {
        let scale = f32::min(width / scene.size[0], height / scene.size[1]);
        let labels = shapes.iter().filter(|shape| shape.zoom.shows(scale)).filter_map(|shape| match &shape.form {
            Form::Text(label) if label.size * scale >= LEAST_LETTERS => Some(written(&ctx, label)),
            _ => None,
        });
        let labels: Vec<Quad> = labels.collect();
        assert!(labels.len() > 200, "{} labels at {width}", labels.len());
        for (k, label) in labels.iter().enumerate() {
            let others = labels[k + 1..].iter().chain(&blocks).filter(|other| label.meets(other));
            found.extend(others.map(|other| format!("{} over {} at {width}", label.what, other.what)));
        }
    }
    assert!(found.is_empty(), "{} overlaps:\n{}", found.len(), found.join("\n"));
}

#[test]
fn every_number_can_be_read_in_a_small_window() {
    let scene = crowded();
    let scale = 950.0 / scene.size[0]; // the board's share of a window 1280 wide
    let sizes = of(&scene, &[LayerKind::Numbers]).into_iter().filter_map(|shape| match shape.form {
        Form::Text(label) => Some(label.size * scale),
        _ => None,
    });
    let least = sizes.fold(f32::MAX, f32::min);
    assert!((5.4..40.0).contains(&least), "{least} pixels");
}
