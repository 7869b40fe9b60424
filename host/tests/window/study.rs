//! The page of a study.

use bormida_core::games::house;
use bormida_core::pack::builtin::Files;
use eframe::egui::{Key, Modifiers};

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
    click(&mut harness, "Cancel");
    wait(&mut harness, "the end", |h| !labels(h, "Begin").is_empty());
    assert!(labels(&harness, "The ").iter().any(|told| told.contains("by Busy (95 % interval")));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!labels(&harness, "Add Busy").is_empty(), "back in the dialog");
}
