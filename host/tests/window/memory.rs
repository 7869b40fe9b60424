//! What is remembered: notes on places, what pieces could be, what the enemy may know.

use bormida_core::games::{Spec, Vacant};
use bormida_core::kernel::{Opening, Part, Seed};
use eframe::egui::{Key, Modifiers};

use super::harness::*;

#[test]
fn a_note_on_a_place_is_kept_and_only_its_writer_reads_it() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, home.path(), &Spec { seed: Seed(7), ..Spec::default() }, Vacant::People);
    let look = catalogue.load(&path, Opening::Look).unwrap().game;
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let at = harness.state().place_of(Part(12)).unwrap();
    harness.hover_at(at);
    harness.run_ok();
    press(&mut harness, Modifiers::NONE, Key::M);
    assert!(says(&harness, "A note on "), "{:?}", labels(&harness, ""));
    write(&mut harness, "guns?");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(!says(&harness, "A note on "));
    let written = notes(&path);
    let [note] = &written[..] else { panic!("{written:?}") };
    assert!(note.starts_with("#place austrian ") && note.ends_with(": guns?"), "{note}");
    assert!(look.part_named(note["#place austrian ".len()..].split(": ").next().unwrap()).is_some());
    assert!(painted(&harness, "guns?"));
    // it is there again, and hidden from the other side
    drop(harness);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    assert!(painted(&harness, "guns?"));
    for _ in 0..30 {
        if let Some(raise) = labels(&harness, "I play the French").first().cloned() {
            assert!(!painted(&harness, "guns?"));
            click(&mut harness, &raise);
            assert!(!painted(&harness, "guns?"), "the other side reads the note");
            return;
        }
        if let Some(raise) = labels(&harness, "I play ").first().cloned() {
            click(&mut harness, &raise);
        }
        press(&mut harness, Modifiers::NONE, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
    }
    panic!("the other side never decided");
}

#[test]
fn k_shows_what_the_enemy_may_know_and_full_memory_the_reverse() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, home.path(), &Spec { seed: Seed(7), ..Spec::default() }, Vacant::People);
    let look = catalogue.load(&path, Opening::Look).unwrap().game;
    let known = look.known(bormida_core::kernel::Seat(0));
    let place = |own: bool| {
        let seat = bormida_core::kernel::Seat(u8::from(!own));
        known.iter().find(|known| known.owner == seat && known.classes.len() > 1).unwrap().part
    };
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let (own, theirs) =
        (harness.state().place_of(place(true)).unwrap(), harness.state().place_of(place(false)).unwrap());
    let few = "x3I/";
    assert!(!painted(&harness, few));
    press(&mut harness, Modifiers::NONE, Key::K);
    assert!(painted(&harness, few) && !painted(&harness, "he: "));
    harness.hover_at(own);
    harness.run_ok();
    assert!(says(&harness, "The enemy knows: "), "{:?}", labels(&harness, ""));
    harness.hover_at(theirs);
    harness.run_ok();
    assert!(!says(&harness, "It could be: "));
    click(&mut harness, "View");
    click(&mut harness, "Full");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(notes(&path), ["#memory full"]);
    assert!(painted(&harness, "he: "));
    harness.hover_at(theirs);
    harness.run_ok();
    assert!(says(&harness, "It could be: "), "{:?}", labels(&harness, ""));
    press(&mut harness, Modifiers::NONE, Key::K);
    assert!(!painted(&harness, "he: "));
}

#[test]
fn a_table_without_memory_takes_no_notes_and_both_hands_need_no_curtain() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "Two at this table");
    let path = harness.state().save_path().unwrap().to_owned();
    assert!(labels(&harness, "curtain").iter().any(|label| label == "curtain"));
    click(&mut harness, "View");
    click(&mut harness, "None");
    click(&mut harness, "Both hands");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(notes(&path), ["#memory none", "#table both hands"]);
    press(&mut harness, Modifiers::NONE, Key::M);
    assert!(says(&harness, "This match keeps no notes"));
    for _ in 0..12 {
        assert!(labels(&harness, "I play ").is_empty(), "a curtain fell");
        press(&mut harness, Modifiers::NONE, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
    }
    let given = bormida_core::kernel::Saved::read(&path).unwrap().entries;
    let seats = given.iter().filter_map(|entry| match entry {
        bormida_core::kernel::Entry::Order { seat, .. } => Some(*seat),
        _ => None,
    });
    assert_eq!(seats.collect::<std::collections::BTreeSet<_>>().len(), 2, "one hand played alone");
    assert!(labels(&harness, "both hands").iter().any(|label| label == "both hands"));
    drop(harness);
    let harness = window(&catalogue, home.path(), Some(&path));
    assert!(labels(&harness, "both hands").iter().any(|label| label == "both hands"), "the table was forgotten");
}
