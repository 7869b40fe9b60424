//! The kernel's promises, on games that are kept for ever.

use bormida_core::conformance::{Breach, Report, Trial, conformance, fingerprint};
use bormida_core::kernel::*;
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
    format!("{ford:016x} {field:016x}")
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
