//! What a hex board costs: the reach of one unit, a line of sight, zones, the line home; and random games of Marengo on hexes.
#![allow(missing_docs)] // criterion's macros make public items

use std::hint::black_box;

use bormida_core::board::{Bounds, Going, HexChart, HexMap, HexSet, Reach};
use bormida_core::games::folio::{Folio, FolioKit};
use bormida_core::kernel::{Ask, Game, HookMask, Kit, Policy, Rng, Seed, Setup};
use bormida_core::pack::builtin::{Files, text};
use criterion::{Criterion, criterion_group, criterion_main};

const INFANTRY: usize = 0;
const HORSE: usize = 2;

fn map() -> HexMap {
    let file = |name: &str| text(&format!("data/folio/{name}.toml")).expect("it is built in");
    let chart = HexChart::load("terrain.toml", &file("terrain")).expect("it is whole");
    HexMap::load("map.toml", &file("map"), &chart).expect("it is whole")
}

fn board(c: &mut Criterion) {
    let map = map();
    let at = |name: &str| map.named(name).expect("it is on the map");
    let (field, zone) = (at("1515"), map.zones([at("1512"), at("1413"), at("1612")]));
    let mut reach = Reach::default();
    for (name, arm, allowance) in [("infantry", INFANTRY, 10), ("cavalry", HORSE, 16)] {
        let bounds = Bounds {
            allowance,
            sure: true,
            leave: 0,
            barred: &HexSet::EMPTY,
            barred_first: &HexSet::EMPTY,
            stop: &zone,
        };
        c.bench_function(&format!("hexes: reach of {name}"), |b| {
            b.iter(|| {
                reach.spread(&map, arm, Going::Road, black_box(field), &bounds);
                reach.hexes().len()
            })
        });
    }
    let (from, to) = (at("1515"), at("1318"));
    c.bench_function("hexes: line of sight over 4 hexes", |b| b.iter(|| map.sees(black_box(from), black_box(to))));
    let stacks: Vec<_> = ["1512", "1413", "1612", "1107", "1008", "1204", "1305", "0910"].map(at).to_vec();
    c.bench_function("hexes: zones of eight stacks", |b| b.iter(|| map.zones(black_box(&stacks).iter().copied())));
    c.bench_function("hexes: the line home from everywhere", |b| {
        b.iter(|| map.line_to(INFANTRY, black_box(at("1828")), &zone).steps(field))
    });
}

fn random_game(game: &Folio, seed: u64, by: Policy) -> u32 {
    let setup = Setup { name: "historical".to_owned(), ..Setup::default() };
    let mut state = game.start(&setup, Seed(seed)).expect("the set-up fits");
    let (mut rng, mut orders) = (Rng::with_seed(seed), 0);
    while let Ask::Ask(_) = game.ask(&state) {
        let order = game.sample(&state, &mut rng, by).expect("printed rules do not fail");
        game.play(&mut state, &order, &mut ()).expect("printed rules do not fail");
        orders += 1;
    }
    orders
}

fn games(c: &mut Criterion) {
    let kit = FolioKit::load(&Files::builtin(), &Default::default(), &[]).expect("the built-in files are whole");
    let game = kit.open(&HookMask::new()).expect("opens");
    for (name, by) in [("uniform", Policy::Uniform), ("natural", Policy::Natural)] {
        let mut seed = 0;
        c.bench_function(&format!("folio: a random game, {name}"), |b| {
            b.iter(|| {
                seed += 1;
                random_game(&game, seed, by)
            })
        });
    }
}

criterion_group!(benches, board, games);
criterion_main!(benches);
