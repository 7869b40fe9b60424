//! What a whole game in Luau costs: a machine opened, a random game of N, what is offered, a decision by search.
#![allow(missing_docs)] // criterion's macros make public items

use std::collections::BTreeMap;
use std::hint::black_box;

use bormida_core::bots::Search;
use bormida_core::games::scripted::ScriptShelf;
use bormida_core::kernel::{Ask, Bot, Game, HookMask, Kit, Offers, Policy, Rng, Seat, Seed, Setup};
use bormida_core::pack::builtin::Files;
use bormida_core::pack::{Kind, Packs};
use bormida_core::script::{ScriptGame, ScriptKit, ScriptState};
use criterion::{Criterion, criterion_group, criterion_main};

fn kit() -> ScriptKit {
    let files = Files::builtin();
    let packs = Packs::games(&files);
    let pack = packs.of_kind(Kind::Game).find(|pack| pack.manifest.game == "nwars").expect("it is built in");
    ScriptShelf::of(&files, pack).kit(&BTreeMap::new()).expect("the game loads")
}

/// Plays on by `by` until the end, or for so many orders.
fn play_on(game: &ScriptGame, state: &mut ScriptState, rng: &mut Rng, by: Policy, most: u32) -> u32 {
    let mut orders = 0;
    while orders < most
        && let Ask::Ask(_) = game.ask(state)
    {
        let order = game.sample(state, rng, by).expect("no script of it fails");
        game.play(state, &order, &mut ()).expect("no script of it fails");
        orders += 1;
    }
    orders
}

fn started(game: &ScriptGame, setup: &str, seed: u64) -> ScriptState {
    let setup = Setup { name: setup.to_owned(), ..Setup::default() };
    game.start(&setup, Seed(seed)).expect("the set-up fits")
}

fn games(c: &mut Criterion) {
    let kit = kit();
    c.bench_function("nwars: a machine opened", |b| b.iter(|| kit.open(&HookMask::new()).map(drop)));
    let game = kit.open(&HookMask::new()).expect("opens");
    for (name, by) in [("uniform", Policy::Uniform), ("natural", Policy::Natural)] {
        let mut seed = 0;
        c.bench_function(&format!("nwars: a random game, {name}"), |b| {
            b.iter(|| {
                seed += 1;
                game.forget();
                play_on(&game, &mut started(&game, "bonaparte_1792", seed), &mut Rng::with_seed(seed), by, u32::MAX)
            })
        });
    }
}

fn moments(c: &mut Criterion) {
    let game = kit().open(&HookMask::new()).expect("opens");
    let mut state = started(&game, "napoleon_1805", 3);
    play_on(&game, &mut state, &mut Rng::with_seed(3), Policy::Natural, 40);
    let mut offers = Offers::new();
    c.bench_function("nwars: what is offered", |b| {
        b.iter(|| {
            game.forget();
            offers.clear();
            game.offers(black_box(&state), &mut offers).map(|()| offers.len())
        })
    });
    c.bench_function("nwars: a position judged", |b| b.iter(|| game.worth(black_box(&state), Seat(0))));
    let view = game.view(&state, Seat(0));
    let mut search = Search::new(30);
    c.bench_function("nwars: a decision by search:30", |b| {
        b.iter(|| search.choose(&game, Seat(0), &view, &mut Rng::with_seed(5), &|| false).map(|chosen| chosen.order))
    });
}

criterion_group! {
    name = nwars;
    config = Criterion::default().sample_size(20);
    targets = games, moments
}
criterion_main!(nwars);
