//! The hex game in the window: stacks, reach and ways, previews of fights.

use std::path::{Path, PathBuf};

use bormida_core::games::{Catalogue, Spec, Vacant};
use bormida_core::kernel::{Ask, Seed};
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;

use super::harness::*;

/// A saved match of two people on the hex map after some orders; before an attack all phases end that come first.
fn after(catalogue: &Catalogue, folder: &Path, orders: &[&str]) -> PathBuf {
    let about = catalogue.game("folio").unwrap().about();
    let spec = Spec { setup: Some("at_once".into()), seed: Seed(5), ..Spec::default() };
    let path = folder.join("hexes.match");
    let mut table = catalogue.start(spec.header(&about, Vacant::People).unwrap(), Some(&path)).unwrap();
    for order in orders {
        while order.starts_with("attack") && !matches!(table.ask(), Ask::Ask(question) if question.name == "attack") {
            table.play_text("done").unwrap();
        }
        table.play_text(order).unwrap();
    }
    path
}

#[test]
fn an_attack_shows_its_sum_and_its_column_before_the_dice_fall() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    // declared, and others could join: the card lists few answers
    let set = ["take Frim-L", "to 1303", "take Jg", "to 1303", "attack Frim-L > 1203"];
    let path = after(&catalogue, home.path(), &set);
    let before = orders(&path).len();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    // the digit before the answer that rolls
    let answers = labels(&harness, "").into_iter().filter(|l| l.ends_with("  Roll"));
    let digit = answers.filter_map(|l| l.split_whitespace().next()?.parse::<usize>().ok()).next().expect("a roll");
    assert!(!says(&harness, "Defence "), "the sum and the table are shown of a marked answer only");
    let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6];
    press(&mut harness, Modifiers::NONE, keys[digit - 1]);
    for text in ["Attack ", "Defence ", "column ", " %"] {
        assert!(says(&harness, text), "{text}: {:?}", labels(&harness, ""));
    }
    assert!(painted(&harness, "who fails") || painted(&harness, "retreat"), "{:?}", labels(&harness, ""));
    assert_eq!(orders(&path).len(), before, "nothing has been thrown");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(orders(&path).len() > before);
}

#[test]
fn a_stack_is_opened_and_one_of_it_chosen() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = after(&catalogue, home.path(), &[]);
    let before = orders(&path).len();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    press(&mut harness, Modifiers::NONE, Key::Home);
    // formation 2 waits at its bridge, all of it in one stack
    let at = harness.get_by_label("Choose Jg").rect().center();
    click_at(&mut harness, at, PointerButton::Primary, 1);
    assert_eq!(orders(&path).len(), before, "a stack is opened, nobody is taken up");
    let listed = labels(&harness, "").into_iter().filter(|label| label.contains("formation 2")).count();
    assert!(listed >= 5, "{listed}");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, "Mariassy J\u{e4}ger), Austria, formation 2"));
    click_at(&mut harness, at, PointerButton::Primary, 1);
    write(&mut harness, "b");
    assert_eq!(orders(&path).len(), before + 1, "one of it is taken up");
}

#[test]
fn reach_is_drawn_and_hidden_by_its_key() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = after(&catalogue, home.path(), &["take Frim-L"]);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    press(&mut harness, Modifiers::NONE, Key::Home);
    let digits = |h: &Window<'_>| ["2", "3", "4"].iter().map(|n| written(h, n)).sum::<usize>();
    let shown = digits(&harness);
    press(&mut harness, Modifiers::NONE, Key::W);
    let hidden = digits(&harness);
    assert!(shown > hidden + 3, "{shown} with the reach, {hidden} without");
    press(&mut harness, Modifiers::NONE, Key::W);
    assert_eq!(digits(&harness), shown);
}

/// How often a text is painted that is this and nothing else.
fn written(harness: &Window<'_>, text: &str) -> usize {
    let is_it = |shape: &eframe::egui::Shape| match shape {
        eframe::egui::Shape::Text(shape) => shape.galley.text() == text,
        _ => false,
    };
    harness.output().shapes.iter().filter(|clipped| is_it(&clipped.shape)).count()
}

/// Where a text is painted in the window.
fn place_of(harness: &Window<'_>, text: &str) -> Option<eframe::egui::Pos2> {
    harness.output().shapes.iter().find_map(|clipped| match &clipped.shape {
        eframe::egui::Shape::Text(shape) if shape.galley.text() == text => Some(shape.pos),
        _ => None,
    })
}

#[test]
fn the_board_stays_still_from_phase_to_phase() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = after(&catalogue, home.path(), &["take Frim-L", "to 1303"]);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    harness.run_steps(8);
    let whole = place_of(&harness, "Marengo").expect("it is named");
    let answer = |harness: &mut Window<'_>| {
        press(harness, Modifiers::NONE, Key::E);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    let before = orders(&path).len();
    for _ in 0..2 {
        answer(&mut harness);
        harness.run_steps(8);
        assert_eq!(place_of(&harness, "Marengo"), Some(whole));
    }
    assert_eq!(orders(&path).len(), before + 2, "phases have ended");
    press(&mut harness, Modifiers::NONE, Key::Home);
    assert_eq!(place_of(&harness, "Marengo"), Some(whole), "all of it is shown from the first");
}
