//! Every shipped pack comes to the same states three times: on a fresh machine, on a warm one that plays another match in
//! between, and in a second process.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::Command;
use std::sync::Arc;

use bormida_core::games::triomphe::{State, Triomphe, TriompheKit, triomphe_bots};
use bormida_core::kernel::*;
use bormida_core::pack::Kind;
use bormida_core::pack::builtin::Files;
use bormida_core::script::Watch;

/// Orders of one match.
const ORDERS: usize = 350;
/// Orders that a bot gives: it thinks about each.
const CHOICES: usize = 40;

fn kit(variants: &[String]) -> TriompheKit {
    TriompheKit::load(&Files::builtin(), &BTreeMap::new(), variants).unwrap_or_else(|fault| panic!("{fault}"))
}

fn shipped(kind: Kind) -> Vec<String> {
    let found = kit(&[]).all_packs().of_kind(kind).map(|pack| pack.id().to_owned()).collect::<Vec<_>>();
    assert!(!found.is_empty());
    found
}

/// Machines that stay open, one for each set of hooks that are off.
struct Machines {
    kit: TriompheKit,
    open: BTreeMap<HookMask, Triomphe>,
}

impl Machines {
    fn of(variant: &str) -> Machines {
        Machines { kit: kit(&[variant.to_owned()]), open: BTreeMap::new() }
    }

    fn without(&mut self, off: &HookMask) -> &Triomphe {
        self.open.entry(off.clone()).or_insert_with(|| self.kit.open(off).unwrap())
    }
}

/// A match of random orders, without a journal; a hook that fails is off from then on.
struct Drift {
    state: State,
    rng: Rng,
    off: HookMask,
}

impl Drift {
    fn begin(machines: &mut Machines, seed: u64) -> Drift {
        let setup = Setup { name: "historical".to_owned(), ..Setup::default() };
        let state = machines.without(&HookMask::new()).start(&setup, Seed(seed)).unwrap();
        Drift { state, rng: Rng::with_seed(seed), off: HookMask::new() }
    }

    /// One order; the hash of what it led to.
    fn step(&mut self, machines: &mut Machines) -> u64 {
        let game = machines.without(&self.off);
        if let Ask::Ask(_) = game.ask(&self.state) {
            let mut after = self.state.clone();
            let done = game
                .sample(&self.state, &mut self.rng, Policy::Natural)
                .and_then(|order| game.play(&mut after, &order, &mut ()));
            match done {
                Ok(_) => self.state = after,
                Err(fault) => drop(self.off.insert(fault.hook_name().unwrap_or_else(|| panic!("{fault}")))),
            }
        }
        state_hash(&self.state)
    }
}

/// What a pack comes to on a machine of its own.
fn fresh(variant: &str) -> Vec<u64> {
    let mut machines = Machines::of(variant);
    let mut drift = Drift::begin(&mut machines, 1);
    (0..ORDERS).map(|_| drift.step(&mut machines)).collect()
}

/// The same where another match goes on in turns, after a whole one.
fn warm(variant: &str) -> Vec<u64> {
    let mut machines = Machines::of(variant);
    let mut before = Drift::begin(&mut machines, 5);
    (0..ORDERS).for_each(|_| _ = before.step(&mut machines));
    let mut pair = [Drift::begin(&mut machines, 1), Drift::begin(&mut machines, 2)];
    let mut step = |_| {
        let hash = pair[0].step(&mut machines);
        pair[1].step(&mut machines);
        hash
    };
    (0..ORDERS).map(&mut step).collect()
}

/// What a bot comes to that plays both sides of a match; with `other`, it plays a second match in turns.
fn played(pack: &str, other: bool) -> Vec<u64> {
    let kit = kit(&[]);
    let game = kit.open(&HookMask::new()).unwrap();
    let roster = triomphe_bots(kit.all_packs(), &Watch::default());
    let name = if roster.names().iter().any(|name| name == pack) { pack } else { "lua" };
    let mut bot = roster.bot(name).unwrap();
    let setup = Setup { name: "historical".to_owned(), ..Setup::default() };
    let seeds = if other { 1..3 } else { 1..2 };
    let mut states: Vec<State> = seeds.map(|seed| game.start(&setup, Seed(seed)).unwrap()).collect();
    let mut hashes = Vec::new();
    for n in 0..CHOICES {
        for state in &mut states {
            let Ask::Ask(question) = game.ask(state) else { continue };
            let view = game.view(state, question.seat);
            let mut luck = Rng::with_seed(n as u64);
            let chosen = bot.choose(&game, question.seat, &view, &mut luck, &|| false).unwrap();
            game.play(state, &chosen.order, &mut ()).unwrap();
        }
        hashes.push(state_hash(&states[0]));
    }
    hashes
}

/// One number for each pack.
fn told() -> String {
    let variants = shipped(Kind::Variant).into_iter().map(|id| (fresh(&id), id));
    let bots = shipped(Kind::Bot).into_iter().map(|id| (played(&id, false), id));
    variants.chain(bots).map(|(hashes, id)| format!("<{id} {:x}>", hashes[hashes.len() - 1])).collect()
}

#[test]
fn a_warm_machine_with_another_match_in_between_comes_to_the_same_states() {
    for variant in shipped(Kind::Variant) {
        assert_eq!(fresh(&variant), warm(&variant), "{variant}");
    }
    for bot in shipped(Kind::Bot) {
        assert_eq!(played(&bot, false), played(&bot, true), "{bot}");
    }
}

#[test]
fn a_second_process_comes_to_the_same_states() {
    if std::env::var_os("TELL_PACKS").is_some() {
        std::io::stdout().write_all(told().as_bytes()).unwrap();
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_second_process_comes_to_the_same_states", "--nocapture"])
        .env("TELL_PACKS", "1")
        .output()
        .unwrap();
    let printed = String::from_utf8(child.stdout).unwrap();
    assert!(printed.contains(&told()), "{printed}");
}

/// The three hashes are worth something only if a pack that keeps a secret count is found out.
#[test]
fn a_pack_that_counts_its_calls_is_found_out() {
    let disk = tempfile::tempdir().unwrap();
    let manifest =
        "id = \"counts\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"C\"\n";
    std::fs::write(disk.path().join("pack.toml"), manifest).unwrap();
    let rules = "local n = 0 return { commands = function() n += 1 return 1 + n % 5 end }";
    std::fs::write(disk.path().join("rules.luau"), rules).unwrap();
    let kit = TriompheKit::load(&Files::over(disk.path()), &BTreeMap::new(), &["counts".to_owned()]).unwrap();
    let kit = Arc::new(kit);
    let run = |others: usize| {
        let mut machines = Machines { kit: (*kit).clone(), open: BTreeMap::new() };
        (0..others).for_each(|_| drop(Drift::begin(&mut machines, 9)));
        let mut drift = Drift::begin(&mut machines, 1);
        (0..20).map(|_| drift.step(&mut machines)).collect::<Vec<_>>()
    };
    assert_eq!(run(0), run(0));
    assert_ne!(run(0), run(1));
}
