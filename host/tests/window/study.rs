//! The page of a study.

use bormida_core::games::house;
use bormida_core::pack::builtin::Files;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::harness::*;

#[test]
fn a_study_tells_what_a_variant_does_and_draws_how_the_games_went() {
    let (packs, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = packs.path().join("busy");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest =
        "id = \"busy\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Busy\"\n";
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("rules.luau"), "return { commands = function() return 1 end }").unwrap();
    let catalogue = house(&Files::over(packs.path())).unwrap();
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    click(&mut harness, "Add Busy");
    click(&mut harness, "Study…");
    assert!(says(&harness, "As printed against the same with Busy, on the same seeds."));
    click(&mut harness, "Begin");
    wait(&mut harness, "some games", |h| !labels(h, "Austrian, base: ").is_empty());
    assert!(!labels(&harness, "Austrian, variant: ").is_empty());
    assert!(
        !labels(&harness, "By turn, morale: ").is_empty()
            && !labels(&harness, "Lost by turn, infantry lost: ").is_empty()
    );
    assert!(says(&harness, "About "), "how long it takes");
    // how many games there are by then, and so which answer they give, is the machine's affair
    let answers = |h: &Window<'_>| {
        labels(h, "The ").iter().any(|told| told.contains("by Busy") && told.contains("(95 % interval"))
    };
    wait(&mut harness, "an answer", answers);
    click(&mut harness, "Cancel");
    wait(&mut harness, "the end", |h| !labels(h, "Begin").is_empty());
    assert!(painted(&harness, "Austrian, variant") && painted(&harness, "100"), "lines and axes have names");
    assert!(says(&harness, "Where fights happened"));
    click(&mut harness, "Fights as printed");
    assert!(answers(&harness));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!labels(&harness, "Remove Busy").is_empty(), "back in the dialog as it was left");
}

#[test]
fn before_a_study_begins_its_board_its_bots_and_what_it_takes_are_shown() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    click(&mut harness, "Study…");
    assert!(!labels(&harness, "Board").is_empty());
    assert!(says(&harness, "the interval will be about ") || says(&harness, "The interval will be about "));
    wait(&mut harness, "a game that is timed", |h| says(h, "Takes about "));
    let bot = harness.get_by_label("French by").accesskit_node().value();
    harness.get_by_label("French by").click();
    harness.run_ok();
    click(&mut harness, "random");
    assert_ne!(harness.get_by_label("French by").accesskit_node().value(), bot);
    assert!(labels(&harness, "Austrian, base: ").is_empty(), "nothing is begun");
}

#[test]
fn the_dialog_is_as_it_was_left_after_a_study_and_after_the_packs() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let other = catalogue.abouts().into_iter().find(|about| about.id == "bonaparte").unwrap();
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    click(&mut harness, &other.title);
    assert!(says(&harness, &other.summary));
    click(&mut harness, "Study…");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(says(&harness, &other.summary), "after the study");
    harness.get_all_by_label("Packs").last().unwrap().click();
    harness.run_ok();
    assert!(says(&harness, "Choose a pack to see what it changes"));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(says(&harness, &other.summary), "after the packs");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(says(&harness, "Play now"));
}
