//! What is remembered between starts.

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
