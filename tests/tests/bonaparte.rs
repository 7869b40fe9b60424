//! Bonaparte at Marengo, a pack on the native engine: matches end, every promise is kept, every run comes out alike.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use bormida_core::conformance::{Trial, conformance, fingerprint};
use bormida_core::games::triomphe::{Edition, State, Triomphe, TriompheKit};
use bormida_core::games::{Spec, Vacant, house};
use bormida_core::kernel::*;
use bormida_core::pack::Packs;
use bormida_core::pack::builtin::Files;

const GAME: &str = "bonaparte";
/// Orders of a match that is played three ways.
const ORDERS: usize = 350;

fn kit_over(files: &Files, variants: &[&str]) -> TriompheKit {
    let pack = Packs::games(files).get(GAME).expect("the pack is built in").clone();
    let variants: Vec<String> = variants.iter().map(|id| (*id).to_owned()).collect();
    TriompheKit::of(Edition::of(pack), files, &BTreeMap::new(), &variants).unwrap_or_else(|fault| panic!("{fault}"))
}

fn kit() -> TriompheKit {
    kit_over(&Files::builtin(), &[])
}

fn setup() -> Setup {
    Setup { name: "historical".to_owned(), ..Setup::default() }
}

fn trial(folder: &Path, seeds: std::ops::Range<u64>, orders: u32) -> Trial {
    Trial { seeds, setup: setup(), orders, every: 16, folder: folder.to_owned() }
}

/// A match of random orders.
struct Drift {
    state: State,
    rng: Rng,
}

impl Drift {
    fn begin(game: &Triomphe, seed: u64) -> Drift {
        Drift { state: game.start(&setup(), Seed(seed)).unwrap(), rng: Rng::with_seed(seed) }
    }

    /// One order; whether there was one to give.
    fn step(&mut self, game: &Triomphe) -> bool {
        let Ask::Ask(_) = game.ask(&self.state) else { return false };
        let order = game.sample(&self.state, &mut self.rng, Policy::Natural).unwrap_or_else(|fault| panic!("{fault}"));
        game.play(&mut self.state, &order, &mut ()).unwrap_or_else(|fault| panic!("{fault}"));
        true
    }

    fn hashes(&mut self, game: &Triomphe) -> Vec<u64> {
        let mut one = |_| {
            self.step(game);
            state_hash(&self.state)
        };
        (0..ORDERS).map(&mut one).collect()
    }
}

#[test]
fn the_house_has_the_game() {
    let house = house(&Files::builtin()).unwrap();
    let about = house.game(GAME).unwrap().about();
    assert_eq!((about.title.as_str(), about.reconstructed), ("Bonaparte at Marengo", true));
    let spec = Spec { setup: Some("historical".to_owned()), ..Spec::default() };
    let table = house.start(spec.header(&about, Vacant::People).unwrap(), None).unwrap();
    assert!(matches!(table.ask(), Ask::Ask(_)));
}

#[test]
fn random_matches_end_one_way_or_another() {
    let game = kit().open(&HookMask::new()).unwrap();
    let mut endings = BTreeMap::<_, u32>::new();
    for seed in 0..40 {
        let mut drift = Drift::begin(&game, seed);
        let mut orders = 0;
        while drift.step(&game) {
            orders += 1;
            assert!(orders < 20_000, "match {seed} does not end");
        }
        let ending = drift.state.ending.expect("a match that asks nobody is over");
        *endings.entry((ending.winner, ending.decisive)).or_default() += 1;
        assert_eq!(drift.state.round, game.numbers.rounds, "no army's ruin ends this game before its time");
        assert!(drift.state.morale.iter().all(|m| m.committed.total() == 0), "nothing is ever committed");
    }
    assert!(endings.len() > 1, "{endings:?}");
}

#[test]
fn every_promise_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let report = conformance(&Arc::new(kit()), &trial(folder.path(), 0..3, 600));
    let report = report.unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.orders > 600, "{report:?}");
}

#[test]
fn every_promise_is_kept_under_a_variant_that_breaks() {
    let disk = tempfile::tempdir().unwrap();
    let manifest =
        "id = \"breaks\"\nversion = \"1\"\napi = 0\ngame = \"bonaparte\"\nkind = \"variant\"\ntitle = \"Breaks\"\n";
    std::fs::write(disk.path().join("pack.toml"), manifest).unwrap();
    let rules = "return { retreat_losses = function(facts, default) \
                 if facts.round > 2 then error('too late') end return default() end }";
    std::fs::write(disk.path().join("rules.luau"), rules).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let kit = Arc::new(kit_over(&Files::over(disk.path()), &["breaks"]));
    let report = conformance(&kit, &trial(folder.path(), 0..2, 500)).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.hooks_off > 0, "{report:?}");
}

/// What a match comes to on a machine of its own.
fn fresh() -> Vec<u64> {
    let game = kit().open(&HookMask::new()).unwrap();
    Drift::begin(&game, 1).hashes(&game)
}

#[test]
fn a_warm_machine_with_another_match_in_between_comes_to_the_same_states() {
    let game = kit().open(&HookMask::new()).unwrap();
    Drift::begin(&game, 5).hashes(&game);
    let mut pair = [Drift::begin(&game, 1), Drift::begin(&game, 2)];
    let mut step = |_| {
        pair[0].step(&game);
        pair[1].step(&game);
        state_hash(&pair[0].state)
    };
    let warm: Vec<u64> = (0..ORDERS).map(&mut step).collect();
    assert_eq!(warm, fresh());
}

#[test]
fn a_second_process_comes_to_the_same_states() {
    let folder = tempfile::tempdir().unwrap();
    let print = fingerprint(&Arc::new(kit()), &trial(folder.path(), 0..2, 300)).unwrap();
    let told = format!("<{:x} {print:x}>", fresh()[ORDERS - 1]);
    if std::env::var_os("TELL_STATES").is_some() {
        std::io::stdout().write_all(told.as_bytes()).unwrap();
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_second_process_comes_to_the_same_states", "--nocapture"])
        .env("TELL_STATES", "1")
        .output()
        .unwrap();
    let printed = String::from_utf8(child.stdout).unwrap();
    assert!(printed.contains(&told), "{printed}");
}
