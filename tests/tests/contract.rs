//! The kernel's promises, on games that are kept for ever.

use bormida_core::conformance::{Report, Trial, conformance};
use bormida_core::kernel::*;
use bormida_tests::toys::field::FieldKit;
use bormida_tests::toys::ford::FordKit;
use std::sync::Arc;

fn tried<K: Kit + 'static>(kit: K, seeds: u64, orders: u32) -> Report {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup::default();
    let trial = Trial { seeds: 0..seeds, setup, orders, every: 1, folder: folder.path().to_owned() };
    conformance(&Arc::new(kit), &trial).unwrap_or_else(|breach| panic!("{breach}"))
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
    let report = tried(FordKit { brittle: true, edition: 1 }, 12, 400);
    assert!(report.hooks_off >= 6 && report.ended >= 6, "{report:?}");
}
