//! What Triomphe and its older sibling cost: random games, the orders of a crowded position, copies of a state, a whole journal.
#![allow(missing_docs)] // criterion's macros make public items

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use bormida_core::games::triomphe::{Edition, State, Triomphe, TriompheCase, TriompheKit};
use bormida_core::kernel::{Ask, Game, Header, HookMask, Kit, Match, Offers, Policy, Rng, Saved, Seed, Setup, Trust};
use bormida_core::pack::Packs;
use bormida_core::pack::builtin::Files;
use bormida_core::pack::case::{CaseFile, CaseGame};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

fn kit() -> TriompheKit {
    TriompheKit::load(&Files::builtin(), &BTreeMap::new(), &[]).expect("the built-in files are whole")
}

/// The older sibling, a pack of numbers and Luau on the same engine.
fn older() -> Triomphe {
    let pack = Packs::games(&Files::builtin()).get("bonaparte").expect("it is built in").clone();
    let kit = TriompheKit::of(Edition::of(pack), &Files::builtin(), &BTreeMap::new(), &[]).expect("it is whole");
    kit.open(&HookMask::new()).expect("opens")
}

fn historical() -> Setup {
    Setup { name: "historical".to_owned(), options: BTreeMap::new() }
}

/// A game by `sample`, to its end; how many orders it had.
fn random_game(game: &Triomphe, seed: u64) -> u32 {
    let mut state = game.start(&historical(), Seed(seed)).expect("the set-up fits");
    let (mut rng, mut orders) = (Rng::with_seed(seed), 0);
    while let Ask::Ask(_) = game.ask(&state) {
        let order = game.sample(&state, &mut rng, Policy::Uniform).expect("printed rules do not fail");
        game.play(&mut state, &order, &mut ()).expect("printed rules do not fail");
        orders += 1;
    }
    orders
}

/// A game in which every legal order is listed before one is taken.
fn listed_game(game: &Triomphe, seed: u64) -> u32 {
    let mut state = game.start(&historical(), Seed(seed)).expect("the set-up fits");
    let (mut rng, mut count) = (Rng::with_seed(seed), 0);
    let (mut offers, mut orders) = (Offers::new(), Vec::new());
    while let Ask::Ask(_) = game.ask(&state) {
        offers.clear();
        orders.clear();
        game.offers(&state, &mut offers).expect("printed rules do not fail");
        for offer in offers.iter() {
            game.expand(&state, offer, usize::MAX, &mut orders).expect("printed rules do not fail");
        }
        let order = &orders[rng.usize(..orders.len())];
        game.play(&mut state, order, &mut ()).expect("printed rules do not fail");
        count += 1;
    }
    count
}

/// The first position of a file of cases.
fn position(file: &str) -> State {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/triomphe").join(file);
    let text = std::fs::read_to_string(&path).expect("the file is there");
    let file = CaseFile::read(file, text).expect("the file is well-formed");
    let mut case = TriompheCase::new(|board| Err(format!("{board}: the printed map is meant")));
    for line in &file.cases()[0].position {
        case.set(line).unwrap_or_else(|trouble| panic!("{}: {trouble:?}", line.text()));
    }
    case.begin().expect("the position holds together");
    case.standing().expect("it has begun").clone()
}

/// A whole match of random orders, as its file holds it.
fn journal(kit: &Arc<TriompheKit>) -> Saved {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.match");
    let header = Header { game: "triomphe".to_owned(), setup: historical(), seed: Seed(1), ..Header::default() };
    let mut game = Match::start(kit.clone(), header, Some(&path)).expect("begins");
    let mut rng = Rng::with_seed(1);
    while let Ask::Ask(_) = game.ask() {
        let order = game.game().sample(game.state(), &mut rng, Policy::Uniform).expect("printed rules do not fail");
        game.play(&order).expect("a sampled order is legal");
    }
    drop(game);
    Saved::read(&path).expect("what was written can be read")
}

fn triomphe(c: &mut Criterion) {
    let kit = Arc::new(kit());
    let game = kit.open(&HookMask::new()).expect("opens");
    let mut seed = 0;
    c.bench_function("a random game by sample", |b| {
        b.iter(|| {
            seed += 1;
            black_box(random_game(&game, seed))
        });
    });
    c.bench_function("a random game with full lists", |b| {
        b.iter(|| {
            seed += 1;
            black_box(listed_game(&game, seed))
        });
    });
    let sibling = older();
    c.bench_function("a random game of bonaparte by sample", |b| {
        b.iter(|| {
            seed += 1;
            black_box(random_game(&sibling, seed))
        });
    });
    let busy = position("busy.case");
    let mut offers = Offers::new();
    c.bench_function("offers of the busy position", |b| {
        b.iter(|| {
            offers.clear();
            game.offers(&busy, &mut offers).expect("printed rules do not fail");
            black_box(offers.len())
        });
    });
    c.bench_function("a copy of a state", |b| b.iter(|| black_box(&busy).clone()));
    let saved = journal(&kit);
    c.bench_function("a whole journal played again", |b| {
        b.iter_batched(
            || saved.clone(),
            |saved| Match::look(kit.clone(), saved, Trust::Never).expect("follows").game.number(),
            BatchSize::LargeInput,
        );
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).warm_up_time(std::time::Duration::from_millis(500)).measurement_time(std::time::Duration::from_secs(3));
    targets = triomphe
}
criterion_main!(benches);
