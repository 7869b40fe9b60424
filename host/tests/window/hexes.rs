//! The hex game in the window: stacks, reach and ways, previews of fights.

use std::path::{Path, PathBuf};

use bormida_core::games::{Catalogue, Spec, Vacant};
use bormida_core::kernel::{Ask, Seed, Table};
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;

use super::harness::*;

/// A saved match of two people on the hex map, played by a steady hand up to a moment for which something holds.
fn hexes_at(catalogue: &Catalogue, folder: &Path, holds: impl Fn(&mut dyn Table, &str) -> bool) -> PathBuf {
    let about = catalogue.game("folio").unwrap().about();
    for seed in 1..40 {
        let spec = Spec { setup: Some("at_once".into()), seed: Seed(seed), ..Spec::default() };
        let path = folder.join(format!("hexes-{seed}.match"));
        let mut table = catalogue.start(spec.header(&about, Vacant::People).unwrap(), Some(&path)).unwrap();
        let mut rng = bormida_core::kernel::Rng::with_seed(seed);
        while let Ask::Ask(question) = table.ask() {
            if holds(&mut *table, &question.name) {
                return path;
            }
            if table.number() > 600 {
                break;
            }
            let order = table.any_order(&mut rng).unwrap().text;
            table.play_text(&order).unwrap();
        }
    }
    panic!("no match came to such a moment");
}

#[test]
fn an_attack_shows_its_sum_and_its_column_before_the_dice_fall() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    // declared, and others could join: the card lists few answers
    let path = hexes_at(&catalogue, home.path(), |table, name| {
        name == "join" && table.orders(9).unwrap().0.len() > 1 && table.orders(10).unwrap().0.len() < 6
    });
    let before = orders(&path).len();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let answers: Vec<String> =
        labels(&harness, "").into_iter().filter(|l| l.ends_with("Roll") && !l.contains("Enter")).collect();
    let roll = answers.first().expect("an answer that rolls").clone();
    assert!(!says(&harness, "who fails"), "a table a marked answer only");
    click(&mut harness, &roll);
    for text in ["Attack ", "Defence ", "column ", " %"] {
        assert!(says(&harness, text), "{text}: {:?}", labels(&harness, ""));
    }
    assert!(says(&harness, "check, who fails") || says(&harness, "retreat"), "{:?}", labels(&harness, ""));
    assert_eq!(orders(&path).len(), before, "nothing has been thrown");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(orders(&path).len() > before);
}

#[test]
fn a_stack_is_opened_and_one_of_it_chosen() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = hexes_at(&catalogue, home.path(), |table, name| name == "move" && table.number() < 4);
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
    let path = hexes_at(&catalogue, home.path(), |_, name| name == "hand");
    let mut harness = window(&catalogue, home.path(), Some(&path));
    press(&mut harness, Modifiers::NONE, Key::Home);
    let costs = |h: &Window<'_>| ["2", "3", "4"].iter().filter(|n| exactly(h, n)).count();
    assert!(costs(&harness) > 0);
    press(&mut harness, Modifiers::NONE, Key::W);
    assert_eq!(costs(&harness), 0);
    press(&mut harness, Modifiers::NONE, Key::W);
    assert!(costs(&harness) > 0);
}

/// Whether some painted text is this and nothing else, in letters of the board.
fn exactly(harness: &Window<'_>, text: &str) -> bool {
    harness.output().shapes.iter().any(|clipped| match &clipped.shape {
        eframe::egui::Shape::Text(shape) => {
            shape.galley.text() == text
                && shape.galley.job.sections.len() == 1
                && shape.galley.size().y < 14.0
                && shape.pos.x < 900.0
        }
        _ => false,
    })
}
