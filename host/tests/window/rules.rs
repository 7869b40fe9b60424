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
