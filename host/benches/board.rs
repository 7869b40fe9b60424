//! How long the board takes us: building it, one frame at rest, one frame of a moving camera, a picture.
#![allow(missing_docs)]

use std::hint::black_box;

use bormida_core::board::{AreaMap, Landscape};
use bormida_core::games::triomphe::scene::{BlockMark, BoardMarks, BoardScene, Spot};
use bormida_core::pack::builtin;
use bormida_core::scene::Scene;
use bormida_host::app::Camera;
use bormida_host::paint::{Hits, Palette, ScreenPainter, install_fonts, to_png};
use criterion::{Criterion, criterion_group, criterion_main};
use eframe::egui::{Context, RawInput, Rect, pos2, vec2};
use std::time::{Duration, Instant};

fn printed() -> Result<(AreaMap, Landscape), String> {
    let text = |path: &str| builtin::text(path).map(|text| text.into_owned()).ok_or(format!("no {path}"));
    let map = AreaMap::load("map.toml", &text("data/triomphe/map.toml")?).map_err(|found| found.to_string())?;
    let land = text("data/triomphe/landscape.toml")?;
    let land = Landscape::load("landscape.toml", &land, &map).map_err(|found| found.to_string())?;
    Ok((map, land))
}

fn marks(map: &AreaMap) -> BoardMarks {
    let blocks = map.locales().map(|locale| (Spot::Reserve(locale), BlockMark { army: 1, ..BlockMark::default() }));
    BoardMarks { blocks: blocks.collect(), ..BoardMarks::default() }
}

/// The time that the painter itself takes in frames of a window of this width, the scale growing by a factor a frame:
/// all of it, and that of the slowest frame.
fn frames(scene: &Scene, wide: f32, growth: f32, count: u64) -> (Duration, Duration) {
    let ctx = Context::default();
    install_fonts(&ctx);
    let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(wide, wide * 0.66));
    let whole = Camera::showing([[0.0, 0.0], scene.size], view);
    let mut painter = ScreenPainter::default();
    let (mut spent, mut slowest) = (Duration::ZERO, Duration::ZERO);
    for k in 0..=count {
        let camera = Camera { scale: whole.scale * growth.powi((k % 90) as i32), ..whole };
        let mut one = Duration::ZERO;
        let mut out = ctx.run_ui(RawInput { screen_rect: Some(view), ..RawInput::default() }, |ui| {
            let start = Instant::now();
            painter.paint(&ui.painter_at(view), scene, Palette::Engraving, camera, view);
            one = start.elapsed();
        });
        out.textures_delta.clear();
        drop(ctx.tessellate(std::mem::take(&mut out.shapes), 1.0));
        if k > 0 {
            // the first frame builds everything
            spent += one;
            slowest = slowest.max(one);
        }
    }
    (spent, slowest)
}

/// The time that a lens of 320 points takes, three times as near as a board 950 wide.
fn lens(scene: &Scene, count: u64) -> Duration {
    let ctx = Context::default();
    install_fonts(&ctx);
    let view = Rect::from_min_size(pos2(0.0, 0.0), vec2(320.0, 320.0));
    let mut spent = Duration::ZERO;
    for k in 0..count {
        let x = 2_000.0 + 40.0 * (k % 150) as f32;
        let camera = Camera { centre: [x, 4_000.0], scale: 3.0 * 950.0 / scene.size[0] };
        let mut out = ctx.run_ui(RawInput { screen_rect: Some(view), ..RawInput::default() }, |ui| {
            let start = Instant::now();
            ScreenPainter::paint_once(&ui.painter_at(view), scene, Palette::Engraving, camera, view);
            spent += start.elapsed();
        });
        out.textures_delta.clear();
        drop(ctx.tessellate(std::mem::take(&mut out.shapes), 1.0));
    }
    spent
}

fn board(c: &mut Criterion) {
    let (map, land) = match printed() {
        Ok(read) => read,
        Err(why) => return assert!(why.is_empty(), "{why}"),
    };
    let board = BoardScene::new(&map, &land);
    let scene = board.scene(&map, &marks(&map));
    c.bench_function("board: build it from map and land", |b| b.iter(|| BoardScene::new(&map, &land)));
    c.bench_function("board: a scene with 90 blocks", |b| b.iter(|| board.scene(&map, &marks(&map))));
    c.bench_function("board: find what can be pointed at", |b| b.iter(|| Hits::new(&scene)));
    for (name, wide) in [("950", 950.0), ("3400", 3400.0)] {
        c.bench_function(&format!("board: a frame at rest, {name} wide"), |b| {
            b.iter_custom(|count| frames(&scene, wide, 1.0, count).0);
        });
        c.bench_function(&format!("board: a frame of a zoom, {name} wide"), |b| {
            b.iter_custom(|count| frames(&scene, wide, 1.02, count).0);
        });
        c.bench_function(&format!("board: the slowest of 90 frames of a zoom, {name} wide"), |b| {
            b.iter_custom(|count| frames(&scene, wide, 1.02, 90).1 * count as u32);
        });
    }
    c.bench_function("board: a frame of the lens", |b| b.iter_custom(|count| lens(&scene, count)));
    let mut slow = c.benchmark_group("board: a picture");
    slow.sample_size(10);
    slow.bench_function("1280x860", |b| b.iter(|| black_box(to_png(&scene, Palette::Engraving, 1280, 860).is_ok())));
}

criterion_group!(benches, board);
criterion_main!(benches);
