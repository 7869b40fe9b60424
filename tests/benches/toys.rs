//! What the kernel costs on the small games: clones, random orders, search, narrowing, lines on the disk.

#![allow(missing_docs)] // the macros of criterion document nothing

use bormida_core::bots::Search;
use bormida_core::kernel::*;
use bormida_tests::toys::ferry::ferry;
use bormida_tests::toys::ford::FordKit;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::Arc;

/// A state some orders into a match.
fn midway<K: Kit>(kit: &K, orders: u32) -> (K::G, <K::G as Game>::State) {
    let game = kit.open(&HookMask::new()).unwrap();
    let mut state = game.start(&Setup::default(), Seed(3)).unwrap();
    let mut rng = Rng::with_seed(3);
    for _ in 0..orders {
        let order = game.sample(&state, &mut rng, Policy::Natural).unwrap();
        game.play(&mut state, &order, &mut ()).unwrap();
    }
    (game, state)
}

fn one_order<G: Game>(game: &G, start: &G::State, state: &mut G::State, rng: &mut Rng) {
    if let Ask::Over(_) = game.ask(state) {
        *state = start.clone();
    }
    let order = game.sample(state, rng, Policy::Natural).unwrap();
    game.play(state, &order, &mut ()).unwrap();
}

fn toys(c: &mut Criterion) {
    let (luau, ferry_state) = midway(&ferry(), 9);
    c.bench_function("a million clones of a state in Luau", |b| {
        b.iter(|| (0..1_000_000).for_each(|_| drop(black_box(black_box(&ferry_state).clone()))));
    });
    let mut rng = Rng::with_seed(1);
    let mut state = ferry_state.clone();
    c.bench_function("a random order in Luau", |b| b.iter(|| one_order(&luau, &ferry_state, &mut state, &mut rng)));
    let (ford, ford_state) = midway(&FordKit::default(), 12);
    let mut state = ford_state.clone();
    c.bench_function("a random order of Ford", |b| b.iter(|| one_order(&ford, &ford_state, &mut state, &mut rng)));
    let Ask::Ask(question) = ford.ask(&ford_state) else { return };
    let view = ford.view(&ford_state, question.seat);
    c.bench_function("100 iterations of search in Ford", |b| {
        b.iter(|| Search::new(100).choose(&ford, question.seat, &view, &mut rng, &|| false).unwrap());
    });
    let mut offers = Offers::new();
    ford.offers(&ford_state, &mut offers).unwrap();
    c.bench_function("narrowing Ford's offers by a part", |b| {
        b.iter(|| narrow(black_box(&offers), None, &[offers[offers.len() - 1].parts[0]]));
    });
    let folder = tempfile::tempdir().unwrap();
    let (kit, mut n) = (Arc::new(FordKit::default()), 0);
    c.bench_function("an order played, hashed and synced to the disk", |b| {
        b.iter_batched(
            || {
                n += 1;
                let path = folder.path().join(format!("{n}.match"));
                Match::start(kit.clone(), Header { seed: Seed(3), ..Header::default() }, Some(&path)).unwrap()
            },
            |mut game| {
                let order = game.read("end").unwrap();
                game.play(&order).unwrap();
                game
            },
            BatchSize::PerIteration,
        );
    });
}

criterion_group!(benches, toys);
criterion_main!(benches);
