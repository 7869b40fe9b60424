//! The kernel's promises, on games that are kept for ever.

use bormida_core::conformance::{Breach, Report, Trial, conformance, fingerprint};
use bormida_core::kernel::*;
use bormida_tests::toys::ferry::{SOURCE, changed, ferry};
use bormida_tests::toys::field::FieldKit;
use bormida_tests::toys::ford::{Flaw, FordKit, Variant};
use std::io::Write;
use std::process::Command;
use std::sync::Arc;

fn trial<K: Kit + 'static>(kit: K, seeds: u64, orders: u32) -> Result<Report, Breach> {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup::default();
    let trial = Trial { seeds: 0..seeds, setup, orders, every: 1, folder: folder.path().to_owned() };
    conformance(&Arc::new(kit), &trial)
}

fn tried<K: Kit + 'static>(kit: K, seeds: u64, orders: u32) -> Report {
    trial(kit, seeds, orders).unwrap_or_else(|breach| panic!("{breach}"))
}

#[test]
fn hidden_blocks_keep_every_promise() {
    let report = tried(FordKit::default(), 12, 400);
    assert!(report.ended >= 6 && report.lockstep > 500 && report.refused > 500 && report.torn > 6, "{report:?}");
    assert!(report.searches > 20 && report.undone > 50 && report.narrowed > 1000, "{report:?}");
}

#[test]
fn a_free_table_keeps_every_promise() {
    let report = tried(FieldKit, 6, 400);
    assert!(report.ended == 6 && report.refused > 50 && report.searches > 5, "{report:?}");
}

#[test]
fn a_variant_that_fails_in_mid_order_is_switched_off_and_the_match_goes_on() {
    let report = tried(FordKit::with(Variant::Breaks), 12, 400);
    assert!(report.hooks_off >= 6 && report.ended >= 6, "{report:?}");
}

#[test]
fn every_flaw_is_noticed_by_its_clause() {
    let clauses: [(Flaw, &[&str]); 8] = [
        (Flaw::Leak, &["deal", "view"]),
        (Flaw::Offers, &["deal"]),
        (Flaw::Prompt, &["prompts"]),
        (Flaw::Text, &["text"]),
        (Flaw::Check, &["check"]),
        (Flaw::Undo, &["undo offer"]),
        (Flaw::Log, &["log"]),
        (Flaw::Memory, &["undo", "load", "threads", "view"]),
    ];
    for (flaw, expected) in clauses {
        match trial(FordKit::flawed(flaw), 20, 400) {
            Err(breach) => assert!(expected.contains(&breach.clause), "{flaw:?} is noticed as {breach}"),
            Ok(report) => panic!("{flaw:?} is not noticed: {report:?}"),
        }
    }
}

/// What a second process prints.
fn prints() -> String {
    let (setup, folder) = (Setup::default(), std::env::temp_dir());
    let trial = Trial { seeds: 0..8, setup, orders: 300, every: 1, folder };
    let ford = fingerprint(&Arc::new(FordKit::with(Variant::Breaks)), &trial).unwrap();
    let field = fingerprint(&Arc::new(FieldKit), &trial).unwrap();
    let ferry = fingerprint(&Arc::new(ferry()), &trial).unwrap();
    format!("{ford:016x} {field:016x} {ferry:016x}")
}

#[test]
fn a_second_process_comes_to_the_same_states() {
    if std::env::var_os("PRINT_FINGERPRINT").is_some() {
        std::io::stdout().write_all(format!("<{}>", prints()).as_bytes()).unwrap();
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_second_process_comes_to_the_same_states", "--nocapture"])
        .env("PRINT_FINGERPRINT", "1")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&child.stdout);
    assert!(printed.contains(&format!("<{}>", prints())), "{printed}");
}

#[test]
fn a_solitaire_in_luau_keeps_every_promise() {
    let report = tried(ferry(), 8, 200);
    assert!(report.ended == 8 && report.searches >= 8 && report.lockstep > 100 && report.refused > 100, "{report:?}");
}

#[test]
fn what_a_script_remembers_outside_of_its_memory_is_noticed() {
    let kit = changed(&[
        ("local TIRED = 12", "local TIRED = 12\nlocal calls = 0"),
        ("memory.days += 1", "calls += 1\n\t\tmemory.days += 1 + calls % 2"),
    ]);
    let breach = trial(kit, 8, 200).unwrap_err();
    assert!(["undo", "load", "threads", "deal", "view"].contains(&breach.clause), "{breach}");
}

#[test]
fn a_rule_that_looks_under_the_hat_is_noticed() {
    // `check` and `offers` are given what the seat knows, so there they see nothing; `play` sees all.
    let kit = changed(&[("memory.days += 1", "memory.days += 1 + memory:count('hat', 'red')")]);
    let breach = trial(kit, 20, 200).unwrap_err();
    assert!(["view", "prompts", "log"].contains(&breach.clause), "{breach}");
}

#[test]
fn a_script_that_fails_refuses_the_order_and_leaves_the_match_standing() {
    let kit = Arc::new(changed(&[("\"a chit goes under the hat, unseen\"", "`{(nil :: any).name}`")]));
    let mut game = Match::start(kit, Header::default(), None).unwrap();
    let before = game.hash();
    let order = game.read("hide hat > cup").unwrap();
    let trouble = game.play(&order).unwrap_err();
    let before_it = SOURCE.split_once("log:say(\"a chit goes").unwrap().0;
    let line = format!("ferry, game.luau:{}: play: attempt to index nil", before_it.lines().count());
    assert!(matches!(trouble, Trouble::Fault(_)) && trouble.to_string().contains(&line), "{trouble}");
    assert_eq!((game.hash(), game.number(), game.off().len()), (before, 0, 0));
    let order = game.read("draw cup").unwrap();
    game.play(&order).unwrap();
}

#[test]
fn a_wrong_declaration_says_what_is_wrong() {
    for (from, to, wanted) in [
        ("sides = { \"ferryman\" }", "sides = {}", "`sides`: a game has 1 to 8, not 0"),
        ("title = ", "tittle = ", "did you mean \"title\""),
        ("{ \"wait\", \"wait\" }", "{ \"wait a day\", \"wait\" }", "`wait a day` is no word"),
        ("ask = \"choose who crosses\",", "", "`steps.cross`: `ask`"),
        ("rule = \"2\",", "rule = \"2\", seat = \"captain\",", "`captain` is neither a side"),
        ("fatigue = { int = { 0, 12 } }", "fatigue = { int = { 12, 0 } }", "field `fatigue`"),
        ("return \"draw\"\n", "return \"drow\"\n", "there is no step `drow`"),
    ] {
        let game = Match::start(Arc::new(changed(&[(from, to)])), Header::default(), None);
        let trouble = game.err().map(|t| t.to_string()).unwrap_or_default();
        assert!(trouble.contains(wanted), "{to}: {trouble}");
    }
    for (from, to, wanted) in [
        ("{ verb = \"wait\" }", "{ verb = \"wail\" }", "did you mean \"wait\""),
        ("min = 1, max = 2", "min = 3, max = 2", "`min`: 3 is not from 0 to"),
        ("return {}\n\t\tend\n", "return { \"swim\" }\n\t\tend\n", "there is no step `swim`"),
    ] {
        let breach = trial(changed(&[(from, to)]), 8, 100).unwrap_err();
        assert!(breach.to_string().contains(wanted), "{to}: {breach}");
    }
}
