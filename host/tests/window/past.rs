//! Taking back, doing again, going on from an earlier moment.

use bormida_core::games::{Spec, Vacant};
use bormida_core::kernel::{Entry, Saved, Seed};
use eframe::egui::{Key, Modifiers};

use super::harness::*;

fn against_steady(friendly: bool) -> Spec {
    let seats = [("austrian".to_owned(), "human".to_owned()), ("french".to_owned(), "steady".to_owned())].into();
    Spec { seats, friendly, seed: Seed(7), ..Spec::default() }
}

/// Ends the turn and waits until the bot has played its own.
fn end_turn(harness: &mut Window<'_>, path: &std::path::Path) {
    let before = orders(path).len();
    press(harness, Modifiers::NONE, Key::E);
    press(harness, Modifiers::NONE, Key::Enter);
    let answered =
        move |path: &std::path::Path| orders(path)[before..].iter().filter(|order| *order == "end").count() > 1;
    let path = path.to_owned();
    wait(harness, "the bot's turn", move |h| answered(&path) && !labels(h, "Choose ").is_empty());
}

#[test]
fn in_a_friendly_match_the_bots_answers_go_back_with_the_order() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, home.path(), &against_steady(true), Vacant::PersonAndBot);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    give_an_order(&mut harness);
    let mine = orders(&path);
    end_turn(&mut harness, &path);
    assert!(says(&harness, "Take back: end the turn"), "{:?}", labels(&harness, "Take back"));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    let entries = Saved::read(&path).unwrap().entries;
    let to = u32::try_from(mine.len()).unwrap();
    assert_eq!(entries.last(), Some(&Entry::Back { to }));
    // the person's turn it is, and the order before is the next to go
    assert!(!labels(&harness, "Choose ").is_empty());
    let words = words_of(&catalogue, &path, mine.last().unwrap());
    assert!(says(&harness, &format!("Take back: {words}")), "{words}: {:?}", labels(&harness, "Take back"));
    let button = labels(&harness, "Take back: ").remove(0);
    click(&mut harness, &button);
    assert_eq!(Saved::read(&path).unwrap().entries.last(), Some(&Entry::Back { to: to - 1 }));
}

#[test]
fn elsewhere_the_answer_bars_the_way_and_is_named() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, home.path(), &against_steady(false), Vacant::PersonAndBot);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    end_turn(&mut harness, &path);
    let before = Saved::read(&path).unwrap().entries.len();
    assert!(labels(&harness, "Take back").iter().any(|label| label == "Take back"));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(Saved::read(&path).unwrap().entries.len(), before);
    assert!(says(&harness, "It cannot be taken back. The other side has answered with order "));
}

#[test]
fn across_the_curtain_one_takes_back_ones_own_orders_unless_the_match_is_friendly() {
    for friendly in [false, true] {
        let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
        let spec = Spec { friendly, seed: Seed(7), ..Spec::default() };
        let path = saved(&catalogue, home.path(), &spec, Vacant::People);
        let mut harness = window(&catalogue, home.path(), Some(&path));
        press(&mut harness, Modifiers::NONE, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert_eq!(orders(&path), ["end"]);
        let raise = labels(&harness, "I play ").remove(0);
        click(&mut harness, &raise);
        assert_eq!(says(&harness, "Take back: end the turn"), friendly);
        press(&mut harness, Modifiers::COMMAND, Key::Z);
        let back = matches!(Saved::read(&path).unwrap().entries.last(), Some(Entry::Back { to: 0 }));
        assert_eq!(back, friendly);
    }
}

#[test]
fn a_friendly_match_goes_on_from_an_earlier_moment() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, home.path(), &against_steady(true), Vacant::PersonAndBot);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    give_an_order(&mut harness);
    let mine = u32::try_from(orders(&path).len()).unwrap();
    end_turn(&mut harness, &path);
    while !says(&harness, &format!("Order {mine} of ")) {
        press(&mut harness, Modifiers::NONE, Key::PageUp);
    }
    assert!(labels(&harness, "Choose ").is_empty());
    click(&mut harness, "Go on from here");
    assert_eq!(Saved::read(&path).unwrap().entries.last(), Some(&Entry::Back { to: mine }));
    assert!(!labels(&harness, "Choose ").is_empty());
    assert!(labels(&harness, "Go on from here").is_empty());
}
