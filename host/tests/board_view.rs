//! The board in a window without a display: one points, pans, zooms and chooses as a person or a screen reader would.

use bormida_core::board::{AreaMap, Landscape};
use bormida_core::games::triomphe::scene::{BlockMark, BoardMarks, BoardScene, Spot};
use bormida_core::kernel::Part;
use bormida_core::pack::builtin;
use bormida_core::scene::{Layer, LayerKind, Role, Scene, Shape};
use bormida_host::app::{BoardView, Glow, Light, Pointed};
use bormida_host::paint::{Palette, install_fonts, to_png};
use eframe::egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, TouchPhase, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

struct Table {
    view: BoardView,
    scene: Scene,
    lights: Vec<Light>,
    clicked: Vec<Part>,
    last: Pointed,
}

fn two_fields() -> Scene {
    let west = Shape::rect([250.0, 250.0], [480.0, 480.0], 0.0).filled(Role::Field.fill()).part(Part(1));
    let east = Shape::rect([750.0, 250.0], [480.0, 480.0], 0.0).filled(Role::Wood.fill()).part(Part(2));
    let house = Shape::circle([750.0, 250.0], 40.0).filled(Role::Building.fill()).part(Part(3));
    Scene { size: [1000.0, 500.0], layers: vec![Layer::new(LayerKind::Board, vec![west, east, house])] }
}

fn table(scene: Scene, lights: Vec<Light>) -> Harness<'static, Table> {
    let table = Table { view: BoardView::default(), scene, lights, clicked: Vec::new(), last: Pointed::default() };
    let show = |ui: &mut eframe::egui::Ui, table: &mut Table| {
        table.last = table.view.show(ui, &table.scene, Palette::Engraving, &table.lights);
        table.clicked.extend(table.last.clicked);
    };
    Harness::builder().with_size(vec2(1000.0, 500.0)).with_context_setup(install_fonts).build_ui_state(show, table)
}

fn light(part: u32, label: &str) -> Light {
    Light { label: label.to_owned(), ..Light::new(Part(part), Glow::Target) }
}

fn roll(harness: &Harness<'_, Table>, points: f32) {
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, points),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
}

fn middle(harness: &Harness<'_, Table>, part: u32) -> Pos2 {
    harness.state().view.middle(Part(part)).unwrap()
}

fn click(harness: &mut Harness<'_, Table>, at: Pos2) {
    harness.hover_at(at);
    harness.drag_at(at);
    harness.drop_at(at);
    harness.hover_at(at);
    harness.run();
}

#[test]
fn a_click_chooses_the_topmost_part_and_a_lit_one_before_it() {
    let mut harness = table(two_fields(), Vec::new());
    harness.run();
    let house = middle(&harness, 3);
    click(&mut harness, house);
    assert_eq!(harness.state().clicked, [Part(3)]);
    harness.state_mut().lights = vec![light(2, "")];
    click(&mut harness, house);
    assert_eq!(harness.state().clicked, [Part(3), Part(2)]);
    assert_eq!(harness.state().last.hovered, [Part(2), Part(3)]);
}

#[test]
fn a_lit_part_is_a_labelled_control() {
    let mut harness = table(two_fields(), vec![light(1, "March to the west field")]);
    harness.run();
    harness.get_by_label("March to the west field").click_accesskit();
    harness.run();
    assert_eq!(harness.state().clicked, [Part(1)]);
}

#[test]
fn the_wheel_zooms_about_the_pointer_and_dragging_pans() {
    let mut harness = table(two_fields(), Vec::new());
    harness.run();
    let at = pos2(300.0, 200.0);
    harness.hover_at(at);
    harness.run();
    let kept = harness.state().last.at.unwrap();
    for _ in 0..4 {
        roll(&harness, 120.0);
        harness.run_steps(12);
    }
    let near = harness.state().view.camera().unwrap();
    assert!(near.scale > 2.0, "{near:?}");
    let now = harness.state().last.at.unwrap();
    assert!((now[0] - kept[0]).abs() < 1.0 && (now[1] - kept[1]).abs() < 1.0, "{kept:?} {now:?}");

    harness.drag_at(at);
    harness.run_steps(2);
    harness.hover_at(at - vec2(80.0, 30.0));
    harness.run_steps(2);
    harness.drop_at(at - vec2(80.0, 30.0));
    harness.run_steps(2);
    let moved = harness.state().view.camera().unwrap();
    assert!((moved.centre[0] - near.centre[0] - 80.0 / near.scale).abs() < 1.0, "{near:?} {moved:?}");
    assert!(harness.state().clicked.is_empty(), "a drag is no click");
}

#[test]
fn the_camera_goes_to_parts_and_back() {
    let mut harness = table(two_fields(), Vec::new());
    harness.run();
    let whole = harness.state().view.camera().unwrap();
    harness.state_mut().view.go_to(&[Part(3)]);
    harness.run_steps(60);
    let near = harness.state().view.camera().unwrap();
    assert!(near.scale > whole.scale * 2.0 && (near.centre[0] - 750.0).abs() < 1.0, "{near:?}");
    harness.state_mut().view.go_back();
    harness.run_steps(60);
    assert_eq!(harness.state().view.camera().unwrap(), whole);
    assert!(!harness.state().view.has_gone());
}

fn printed_board() -> Scene {
    let map = AreaMap::load("map.toml", &builtin::text("data/triomphe/map.toml").unwrap()).unwrap();
    let land = builtin::text("data/triomphe/landscape.toml").unwrap();
    let land = Landscape::load("landscape.toml", &land, &map).unwrap();
    let blocks = map.locales().map(|locale| (Spot::Reserve(locale), BlockMark { army: 1, ..BlockMark::default() }));
    BoardScene::new(&map, &land).scene(&map, &BoardMarks { blocks: blocks.collect(), ..BoardMarks::default() })
}

#[test]
fn the_printed_board_comes_to_rest_at_every_scale() {
    let mut harness = table(printed_board(), Vec::new());
    harness.run(); // fails when it never stops asking for frames
    for _ in 0..3 {
        harness.hover_at(pos2(420.0, 260.0));
        roll(&harness, 200.0);
        harness.run_steps(80);
    }
    harness.run();
    harness.key_down_modifiers(Modifiers::ALT, Key::A);
    harness.run();
}

#[test]
fn the_printed_board_becomes_a_picture() {
    let picture = to_png(&printed_board(), Palette::Engraving, 1280, 860).unwrap();
    assert!(picture.len() > 300_000, "{}", picture.len());
}
