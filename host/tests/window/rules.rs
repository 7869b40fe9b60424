//! The rules reference beside the board.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};

use egui_kittest::kittest::Queryable;

use super::harness::*;

#[test]
fn the_rules_open_at_what_was_refused_follow_links_and_are_searched() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    press(&mut harness, Modifiers::NONE, Key::Slash);
    write(&mut harness, "m 999 3I > 12");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::F1);
    assert!(!labels(&harness, "Close  F1").is_empty());
    let book = catalogue.rulebook("triomphe").unwrap();
    // a search in words
    let found = book.search("road march").remove(0);
    harness.get_by_role(Role::TextInput).click();
    harness.run();
    write(&mut harness, "road march");
    click(&mut harness, &book.sections[found].title);
    assert!(!labels(&harness, &book.sections[found].title).is_empty());
    press(&mut harness, Modifiers::NONE, Key::F1);
    assert!(labels(&harness, "Close  F1").is_empty());
}

#[test]
fn a_section_in_the_log_is_a_way_into_the_rules() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    give_an_order(&mut harness);
    let section = labels(&harness, "(").into_iter().find(|label| label.ends_with(')')).unwrap();
    harness.get_all_by_label(&section).next().unwrap().click();
    harness.run();
    let number = section.trim_matches(['(', ')']);
    let book = catalogue.rulebook("triomphe").unwrap();
    let title = &book.sections[book.find(number).unwrap()].title;
    assert!(!labels(&harness, title).is_empty(), "{title}");
}

#[test]
fn a_section_that_is_asked_for_stands_at_the_top_and_escape_closes_the_page() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    let who = labels(&harness, "Choose ").remove(0);
    click(&mut harness, &who);
    press(&mut harness, Modifiers::NONE, Key::F1);
    harness.run_steps(6);
    let book = catalogue.rulebook("triomphe").unwrap();
    let title = &book.sections[book.find("6").unwrap()].title;
    // the chapter's name stands above, in the list of chapters
    let heading = harness.get_all_by_label(title).map(|node| node.rect().top()).fold(0.0, f32::max);
    assert!(heading < 160.0, "{title} at {heading}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(labels(&harness, "Close  F1").is_empty());
    assert!(labels(&harness, "Choose ").is_empty(), "who acts is still chosen");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!labels(&harness, "Choose ").is_empty());
}

#[test]
fn the_contents_fit_into_the_page() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    press(&mut harness, Modifiers::NONE, Key::F1);
    harness.run_steps(6);
    for link in ["9 Maneuver attacks", "14 Disorganization", "20 Terrain", "Rulings"] {
        let place = harness.get_all_by_label(link).next().unwrap().rect();
        assert!(place.right() < 380.0 && place.bottom() < 800.0, "{link}: {place}");
    }
}
