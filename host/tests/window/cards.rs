//! The end of a match, and saving it under another name.

use std::path::{Path, PathBuf};

use bormida_core::games::{Catalogue, Spec, Vacant};
use bormida_core::kernel::{Opening, Rng, Saved, Seed};
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::harness::*;

/// A match between two people, played at random to its end.
fn finished(catalogue: &Catalogue, folder: &Path) -> PathBuf {
    let path = saved(catalogue, folder, &Spec { seed: Seed(5), friendly: true, ..Spec::default() }, Vacant::People);
    let trust = bormida_core::kernel::Trust::SamePacks;
    let mut table = catalogue.load(&path, Opening::GoOn(trust)).unwrap().game;
    let mut rng = Rng::with_seed(5);
    while table.outcome().is_none() {
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    path
}

#[test]
fn the_end_is_a_card_that_leads_on() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = finished(&catalogue, home.path());
    let played = orders(&path).len();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    assert!(says(&harness, " wins") || says(&harness, "Nobody wins"));
    assert!(says(&harness, &format!("after {played} orders.")), "{:?}", labels(&harness, ""));
    for choice in ["Save as", "Play again", "New game", "Leave the match"] {
        assert_eq!(labels(&harness, choice).len(), 1, "{choice}");
    }
    click(&mut harness, "Replay from the start");
    assert!(says(&harness, &format!("Order 0 of {played} is shown.")));
    assert!(labels(&harness, "Replay from the start").is_empty());
    press(&mut harness, Modifiers::NONE, Key::PageDown);
    assert!(says(&harness, "Order 1 of "));
    press(&mut harness, Modifiers::NONE, Key::End);
    // read is read, until the last order is taken back and given again
    assert!(labels(&harness, "Replay from the start").is_empty());
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(!says(&harness, " wins"));
    if let Some(raise) = labels(&harness, "I play ").first().cloned() {
        click(&mut harness, &raise);
    }
    press(&mut harness, Modifiers::COMMAND, Key::Y);
    assert!(!labels(&harness, "Replay from the start").is_empty());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(labels(&harness, "Replay from the start").is_empty());
}

/// Writes a file's name over the one in the dialog.
fn name_the_file(harness: &mut Window<'_>, file: &std::path::Path) {
    harness.get_by_role(eframe::egui::accesskit::Role::TextInput).focus();
    harness.run_ok();
    press(harness, Modifiers::COMMAND, Key::A);
    write(harness, &file.display().to_string());
}

#[test]
fn a_finished_match_is_saved_under_another_name_and_the_same_game_played_again() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = finished(&catalogue, home.path());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    click(&mut harness, "Save as");
    assert!(says(&harness, "Save the match as"));
    let other = home.path().join("kept for ever.match");
    // a free name is proposed; one that is taken is refused, and the dialog stays
    let proposed = harness.get_by_role(eframe::egui::accesskit::Role::TextInput).value().unwrap();
    assert!(!std::path::Path::new(&proposed).exists() && proposed.ends_with(" 2.match"), "{proposed}");
    name_the_file(&mut harness, &path);
    click(&mut harness, "Save  Enter");
    assert!(says(&harness, "Save the match as"));
    // the next name can be written at once
    press(&mut harness, Modifiers::COMMAND, Key::A);
    write(&mut harness, &other.display().to_string());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(!says(&harness, "Save the match as"), "{:?}", labels(&harness, ""));
    assert_eq!(harness.state().save_path(), Some(&*other));
    assert_eq!(orders(&other), orders(&path));
    // the same game once more, from the card of a match opened anew
    drop(harness);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    click(&mut harness, "Play again");
    let again = harness.state().save_path().unwrap().to_owned();
    assert_ne!(again, path);
    assert_eq!(Saved::read(&again).unwrap().header.seats, Saved::read(&path).unwrap().header.seats);
    assert!(Saved::read(&again).unwrap().header.friendly);
}

#[test]
fn a_card_asks_first_and_what_led_to_it_is_folded_below() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = match_at(&catalogue, home.path(), |_, name| name == "respond");
    let mut harness = window(&catalogue, home.path(), Some(&path));
    if let Some(raise) = labels(&harness, "I play ").first().cloned() {
        click(&mut harness, &raise);
    }
    let first = labels(&harness, "1  ").remove(0);
    let (answer, folded) = (harness.get_by_label(&first).rect(), harness.get_by_label("What happened").rect());
    assert!(answer.bottom() < folded.top(), "{answer:?} {folded:?}");
    let before = labels(&harness, "").len();
    click(&mut harness, "What happened");
    assert!(labels(&harness, "").len() > before, "it unfolds");
    // the way on is in view as soon as an answer is marked, however long the answers are
    press(&mut harness, Modifiers::NONE, Key::Num1);
    let (answer, log) = (harness.get_by_label("Answer  Enter").rect(), harness.get_by_label("LOG").rect());
    assert!(answer.bottom() < log.top() && log.bottom() < 800.0, "{answer:?} {log:?}");
}

#[test]
fn the_panel_keeps_its_width_whatever_an_order_says() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.game("nwars").unwrap().about();
    let header = Spec { seed: Seed(3), ..Spec::default() }.header(&about, Vacant::People).unwrap();
    let path = home.path().join("long.match");
    let mut table = catalogue.start(header, Some(&path)).unwrap();
    let mut rng = Rng::with_seed(3);
    let long = loop {
        let (lines, _) = table.orders(200).unwrap();
        if let Some(long) = lines.into_iter().map(|line| line.text).find(|text| text.len() > 44) {
            break long;
        }
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    };
    drop(table);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    if let Some(raise) = labels(&harness, "I play ").first().cloned() {
        click(&mut harness, &raise);
    }
    let wide = |harness: &Window<'_>| harness.get_by_label("Board").rect().width();
    let before = wide(&harness);
    write(&mut harness, "/");
    write(&mut harness, &format!("{long}?"));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(says(&harness, &long), "{:?}", labels(&harness, ""));
    assert_eq!(wide(&harness), before);
}
