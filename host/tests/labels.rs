//! What is written on boards stays clear: no text lies over another one, or over a place for blocks.

use bormida_core::board::{AreaMap, Landscape, Width};
use bormida_core::games::triomphe::scene::{BlockMark, BoardMarks, BoardScene, Spot};
use bormida_core::games::{Spec, Vacant, house};
use bormida_core::kernel::{Ask, Rng, Seat, Seed, Table};
use bormida_core::pack::builtin::{self, Files};
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

/// A match of the hex game, played at random for so many orders.
fn hexes(orders: u32) -> Box<dyn Table> {
    let catalogue = house(&Files::builtin()).unwrap();
    let game = catalogue.game("folio").unwrap();
    let spec = Spec { setup: Some("at_once".into()), seed: Seed(3), ..Spec::default() };
    let mut table = catalogue.start(spec.header(&game.about(), Vacant::People).unwrap(), None).unwrap();
    let mut rng = Rng::with_seed(3);
    while table.number() < orders && matches!(table.ask(), Ask::Ask(_)) {
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    table
}

/// The texts of some layers that are painted at a scale, with the room that they take.
fn painted(ctx: &Context, scene: &Scene, kinds: &[LayerKind], scale: f32) -> Vec<Quad> {
    let shapes = of(scene, kinds).into_iter().filter(|shape| shape.zoom.shows(scale));
    let labels = shapes.filter_map(|shape| match &shape.form {
        Form::Text(label) if label.size * scale >= LEAST_LETTERS => Some(written(ctx, label)),
        _ => None,
    });
    labels.collect()
}

/// Scales at which the hex map is fitted into windows of 1280 x 800 and 1920 x 1080, and one nearer.
const FITTED: [f32; 3] = [0.305, 0.41, 0.9];

#[test]
fn names_and_numbers_of_a_hex_map_stand_apart() {
    let ctx = Context::default();
    install_fonts(&ctx);
    ctx.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
    let scene = hexes(0).scene(Seat(0));
    for scale in FITTED {
        let labels = painted(&ctx, &scene, &[LayerKind::Numbers, LayerKind::Names, LayerKind::Board], scale);
        assert!(labels.len() > 60, "{} labels at {scale}", labels.len());
        let mut found = Vec::new();
        for (k, label) in labels.iter().enumerate() {
            found.extend(
                labels[k + 1..].iter().filter(|o| label.meets(o)).map(|o| format!("{} over {}", label.what, o.what)),
            );
        }
        assert!(found.is_empty(), "at {scale}: {}", found.join(", "));
        if scale > 0.8 {
            assert!(labels.len() > 700, "every hex has its number from near");
        }
    }
}

#[test]
fn counters_show_their_values_in_a_small_window_and_their_names_in_a_larger_one() {
    let scene = hexes(400).scene(Seat(0));
    let pieces = of(&scene, &[LayerKind::Pieces]);
    let texts = |scale: f32| -> Vec<(String, f32)> {
        let shown = pieces.iter().filter(|shape| shape.zoom.shows(scale));
        let texts = shown.filter_map(|shape| match &shape.form {
            Form::Text(label) => Some((label.text.clone(), label.size * scale)),
            _ => None,
        });
        texts.collect()
    };
    let is_values =
        |text: &str| text.matches('-').count() == 2 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let small = texts(FITTED[0]);
    let values: Vec<f32> = small.iter().filter(|(text, _)| is_values(text)).map(|(_, size)| *size).collect();
    assert!(values.len() > 15 && values.iter().all(|size| *size >= 10.0), "{values:?}");
    assert!(!small.iter().any(|(text, _)| text == "Frim-L"));
    let large = texts(0.6);
    assert!(large.iter().any(|(text, size)| text.chars().any(char::is_alphabetic) && *size >= 10.0), "{large:?}");
    let tiny = texts(0.19);
    assert!(tiny.iter().all(|(text, _)| !is_values(text)), "only the combat strength from afar");
    let strengths = tiny.iter().filter(|(text, size)| text.len() == 1 && *size >= 8.0).count();
    assert!(strengths > 15, "{tiny:?}");
}
