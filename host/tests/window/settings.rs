//! What is remembered between starts.

use bormida_core::games::{Spec, Vacant};
use bormida_core::kernel::{Opening, Rng, Seed, Trust};
use bormida_host::app::Desk;
use eframe::egui::{Key, Modifiers};

use super::harness::*;

#[test]
fn choices_are_remembered_between_starts() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let file = home.path().join("settings.toml");
    let desk = || Desk::new(&catalogue, Some(home.path().join("matches"))).remembering(file.clone());
    let mut harness = show(desk());
    assert!(!file.exists());
    click(&mut harness, "View");
    click(&mut harness, "Night");
    click(&mut harness, "125 %");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("palette = \"Night\"") && text.contains("size = 1.25"), "{text}");
    click(&mut harness, "All options");
    click(&mut harness, "Full");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    drop(harness);
    let mut harness = show(desk());
    assert!(harness.ctx.global_style().visuals.dark_mode);
    click(&mut harness, "Play now");
    let path = harness.state().save_path().unwrap().to_owned();
    assert_eq!(notes(&path), ["#memory full"]);
}

#[test]
fn a_broken_file_is_told_in_a_line_and_left_alone() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "palette = \"Night\"\nsize = what\n").unwrap();
    let mut harness = show(Desk::new(&catalogue, None).remembering(file.clone()));
    assert!(says(&harness, "settings.toml, line 2: "), "{:?}", labels(&harness, ""));
    click(&mut harness, "View");
    click(&mut harness, "Clear sides");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "palette = \"Night\"\nsize = what\n");
}

#[test]
fn playing_again_alone_leaves_the_remembered_table_as_it_is() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let file = home.path().join("settings.toml");
    std::fs::write(&file, "table = \"open\"\n").unwrap();
    let seats = [("austrian", "human"), ("french", "random")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let spec = Spec { seats: seats.into(), seed: Seed(5), ..Spec::default() };
    let path = saved(&catalogue, home.path(), &spec, Vacant::People);
    let mut table = catalogue.load(&path, Opening::GoOn(Trust::SamePacks)).unwrap().game;
    let mut rng = Rng::with_seed(5);
    while table.outcome().is_none() {
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    drop(table);
    let mut desk = Desk::new(&catalogue, Some(home.path().join("matches"))).remembering(file.clone());
    desk.open(&path);
    let mut harness = show(desk);
    click(&mut harness, "Play again");
    click(&mut harness, "View");
    click(&mut harness, "Night");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_ne!(harness.state().save_path(), Some(&*path));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("table = \"open\""), "{text}");
}
