//! From a section of the rules to a variant that changes it.

use std::fs;
use std::path::Path;

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Entry, Header, Saved};
use bormida_core::pack::Pack;
use bormida_core::pack::builtin::Files;
use bormida_host::app::Desk;
use eframe::egui::{Key, Modifiers};

use crate::harness::{Window, click, labels, press, show, write};

/// A window over a match, whose user keeps packs in a folder.
fn opened<'a>(catalogue: &'a Catalogue, home: &Path, all_seeing: bool) -> Window<'a> {
    let about = catalogue.abouts().remove(0);
    let header = Spec::default().header(&about, Vacant::People).unwrap();
    let path = home.join("begun.match");
    drop(catalogue.start(Header { all_seeing, ..header }, Some(&path)).unwrap());
    let mut desk = Desk::new(catalogue, Some(home.to_owned())).installing_in(home.join("packs"));
    desk.open(&path);
    show(desk)
}

/// Types an order that a section refuses.
fn refused(harness: &mut Window<'_>) {
    write(harness, "/");
    write(harness, "r Alessandria 2I > 1 > 2 > 4 > 6");
    press(harness, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_refusal_leads_to_a_variant_that_joins_the_match() {
    let home = tempfile::tempdir().unwrap();
    let catalogue = house(&Files::builtin().and_beside(home.path().join("packs"))).unwrap();
    let mut harness = opened(&catalogue, home.path(), true);
    refused(&mut harness);
    assert!(!labels(&harness, "Change this rule").is_empty(), "{:?}", labels(&harness, ""));
    click(&mut harness, "Change this rule");
    let ways = labels(&harness, "Change ");
    let way = ways.iter().find(|way| way.contains('_')).unwrap().clone();
    click(&mut harness, &way);
    assert!(!labels(&harness, "The match is played with change-").is_empty(), "{:?}", labels(&harness, ""));
    let made: Vec<_> = fs::read_dir(home.path().join("packs")).unwrap().flatten().map(|entry| entry.path()).collect();
    let pack = Pack::read(&made[0]).unwrap();
    assert_eq!(made.len(), 1);
    let save = Saved::read(harness.state().save_path().unwrap()).unwrap();
    let joined =
        |entry: &Entry| matches!(entry, Entry::Packs { packs, .. } if packs.iter().any(|stamp| stamp.id == pack.id()));
    assert!(save.entries.iter().any(joined), "{:?}", save.entries);
}

#[test]
fn where_something_is_hidden_a_copy_is_made_first() {
    let home = tempfile::tempdir().unwrap();
    let catalogue = house(&Files::builtin().and_beside(home.path().join("packs"))).unwrap();
    let mut harness = opened(&catalogue, home.path(), false);
    let before = fs::read(home.path().join("begun.match")).unwrap();
    refused(&mut harness);
    click(&mut harness, "Change this rule");
    assert!(labels(&harness, "Change ").iter().all(|label| !label.contains('_')), "nothing is changed here at once");
    // the card finds its height in the frame after
    harness.run_steps(3);
    let ways = labels(&harness, "Copy the match and change ");
    let way = ways.iter().find(|way| way.contains('_')).unwrap().clone();
    click(&mut harness, &way);
    let copy = harness.state().save_path().unwrap().to_owned();
    assert_ne!(copy, home.path().join("begun.match"), "{:?}", labels(&harness, ""));
    assert!(Saved::read(&copy).unwrap().header.all_seeing);
    assert_eq!(fs::read(home.path().join("begun.match")).unwrap(), before);
    assert!(home.path().join("packs").exists());
}
