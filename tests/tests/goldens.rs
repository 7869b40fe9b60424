//! Matches and counts of orders that must come out as they did: `BORMIDA_BLESS=1 cargo test -p bormida-tests --test goldens`
//! writes them anew after a change of the rules that is meant.

use bormida_core::games::folio::FolioKit;
use bormida_core::games::scripted::ScriptShelf;
use bormida_core::games::triomphe::*;
use bormida_core::kernel::*;
use bormida_core::pack::Packs;
use bormida_core::pack::builtin::Files;
use bormida_core::pack::case::{CaseFile, CaseGame};
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("goldens")
}

/// Compares with a file of the goldens folder, or writes it when blessing.
fn holds(name: &str, now: &str) {
    let path = folder().join(name);
    if std::env::var_os("BORMIDA_BLESS").is_some() {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let then = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}; write it with BORMIDA_BLESS=1"));
    for (k, (was, is)) in then.lines().zip(now.lines()).enumerate() {
        assert_eq!(was, is, "{name}:{}", k + 1);
    }
    assert_eq!(then.lines().count(), now.lines().count(), "{name} has another length");
}

fn game() -> Triomphe {
    TriompheKit::load(&Files::builtin(), &Default::default(), &[]).unwrap().open(&HookMask::new()).unwrap()
}

fn bonaparte() -> Triomphe {
    let edition = Edition::of(Packs::games(&Files::builtin()).get("bonaparte").unwrap().clone());
    TriompheKit::of(edition, &Files::builtin(), &Default::default(), &[]).unwrap().open(&HookMask::new()).unwrap()
}

fn historical() -> Setup {
    Setup { name: "historical".to_owned(), ..Setup::default() }
}

/// A match as text: each order as its owner writes it, the log that everybody reads, and the state after it.
fn journal<G: Game>(game: &G, setup: &Setup, seed: u64, orders: impl Iterator<Item = String>) -> String {
    let mut s = game.start(setup, Seed(seed)).unwrap();
    let mut text = format!("seed {seed} {:016x}\n", state_hash(&s));
    for line in orders {
        let order = game.read(&s, &line).unwrap_or_else(|no| panic!("seed {seed}, {line}: {no}"));
        game.check(&s, &order).unwrap_or_else(|no| panic!("seed {seed}, {line}: {no}"));
        let mut log: Vec<Event> = Vec::new();
        game.play(&mut s, &order, &mut log).unwrap();
        writeln!(text, "> {line} = {:016x}", state_hash(&s)).unwrap();
        for event in &log {
            writeln!(text, "    {}", event.text(None)).unwrap();
        }
    }
    assert!(matches!(game.ask(&s), Ask::Over(_)), "seed {seed} is no whole match");
    text
}

/// The orders of a match drawn at random: only for writing a golden anew.
fn drawn<G: Game>(game: &G, setup: &Setup, seed: u64) -> Vec<String> {
    let mut s = game.start(setup, Seed(seed)).unwrap();
    let mut rng = Rng::with_seed(seed);
    let mut orders = Vec::new();
    while let Ask::Ask(_) = game.ask(&s) {
        let order = game.sample(&s, &mut rng, Policy::Natural).unwrap();
        orders.push(game.write(&s, &order));
        game.play(&mut s, &order, &mut ()).unwrap();
    }
    orders
}

/// Plays the matches of a game's goldens again.
fn matches_hold<G: Game>(game: &G, id: &str, setup: &Setup, seeds: &[u64]) {
    for &seed in seeds {
        let name = format!("{id}-{seed}.txt");
        let orders: Vec<String> = if std::env::var_os("BORMIDA_BLESS").is_some() {
            drawn(game, setup, seed)
        } else {
            let text = std::fs::read_to_string(folder().join(&name)).unwrap();
            let orders =
                text.lines().filter_map(|l| l.strip_prefix("> ")?.rsplit_once(" = ").map(|(o, _)| o.to_owned()));
            orders.collect()
        };
        holds(&name, &journal(game, setup, seed, orders.into_iter()));
    }
}

#[test]
fn golden_matches_come_out_as_they_did() {
    matches_hold(&game(), "triomphe", &historical(), &[14, 6, 1800]);
}

#[test]
fn golden_matches_of_the_older_sibling_come_out_as_they_did() {
    matches_hold(&bonaparte(), "bonaparte", &historical(), &[14, 6]);
}

#[test]
fn golden_matches_on_hexes_come_out_as_they_did() {
    let kit = FolioKit::load(&Files::builtin(), &Default::default(), &[]).unwrap();
    matches_hold(&kit.open(&HookMask::new()).unwrap(), "folio", &historical(), &[1, 1800]);
}

#[test]
fn golden_matches_in_luau_come_out_as_they_did() {
    let packs = Packs::games(&Files::builtin());
    let kit = ScriptShelf::of(&Files::builtin(), packs.get("nwars").unwrap()).kit(&Default::default()).unwrap();
    let setup = Setup { name: "bonaparte_1792".to_owned(), ..Setup::default() };
    matches_hold(&kit.open(&HookMask::new()).unwrap(), "nwars", &setup, &[3, 8]);
}

/// How many rows of orders of a length there are.
fn perft<G: Game>(game: &G, s: &G::State, depth: u32) -> u64 {
    if matches!(game.ask(s), Ask::Over(_)) {
        return 0;
    }
    let (mut offers, mut orders) = (Offers::new(), Vec::new());
    game.offers(s, &mut offers).unwrap();
    for offer in offers.iter() {
        game.expand(s, offer, usize::MAX, &mut orders).unwrap();
    }
    if depth == 1 {
        return orders.len() as u64;
    }
    let after = |order: &G::Order| {
        let mut next = s.clone();
        game.play(&mut next, order, &mut ()).unwrap();
        perft(game, &next, depth - 1)
    };
    orders.iter().map(after).sum()
}

/// The position of the first case of a file.
fn position(file: &str) -> State {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/triomphe").join(file);
    let file = CaseFile::read(file, std::fs::read_to_string(path).unwrap()).unwrap();
    let mut case = TriompheCase::new(|board| Err(format!("{board}: the printed map is meant")));
    for line in &file.cases()[0].position {
        case.set(line).unwrap();
    }
    case.begin().unwrap();
    case.standing().unwrap().clone()
}

#[test]
fn positions_have_as_many_orders_as_they_had() {
    let (printed, older) = (game(), bonaparte());
    let (start, field) =
        (printed.start(&historical(), Seed(14)).unwrap(), older.start(&historical(), Seed(14)).unwrap());
    let busy = position("busy.case");
    let mut text = String::new();
    let places = [("historical", &printed, &start, 4), ("busy", &printed, &busy, 1), ("bonaparte", &older, &field, 3)];
    for (name, game, state, depths) in places {
        for depth in 1..=depths {
            writeln!(text, "{name} {depth} {}", perft(game, state, depth)).unwrap();
        }
    }
    holds("perft.txt", &text);
}
