//! Keys, dragging, double clicks, choosers, and what is said to dark places.

use bormida_core::games::{Catalogue, Spec, Vacant};
use bormida_core::kernel::{Opening, Part, Seed};
use eframe::egui::{Key, Modifiers, PointerButton};

use super::harness::*;

fn people(catalogue: &Catalogue, folder: &std::path::Path) -> std::path::PathBuf {
    saved(catalogue, folder, &Spec { seed: Seed(7), ..Spec::default() }, Vacant::People)
}

#[test]
fn arrows_move_a_cursor_and_enter_chooses_there() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = people(&catalogue, home.path());
    let table = catalogue.load(&path, Opening::Look).unwrap().game;
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let who = labels(&harness, "Choose ").remove(0);
    let goal = harness.state().place_of(part_of(&*table, &who, "Choose ")).unwrap();
    let under = |harness: &Window<'_>| labels(harness, "Austrian: ").remove(0)["Austrian: ".len()..].to_owned();
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    // from each place the likeliest arrow first, the next one when one comes back: no place is left out
    let mut visits: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for steps in 0.. {
        let said = under(&harness);
        if said.contains("Enter: Choose ") {
            break;
        }
        assert!(steps < 150, "no place that can act was reached: {visits:?}");
        let name = said.split([' ', '.']).next().unwrap().to_owned();
        let way = goal - harness.state().place_of(table.part_named(&name).unwrap()).unwrap();
        let mut keys =
            [(Key::ArrowRight, way.x), (Key::ArrowLeft, -way.x), (Key::ArrowDown, way.y), (Key::ArrowUp, -way.y)];
        keys.sort_by(|a, b| b.1.total_cmp(&a.1));
        let visit = visits.entry(name).or_default();
        press(&mut harness, Modifiers::NONE, keys[*visit % 4].0);
        *visit += 1;
    }
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(!targets(&harness).is_empty(), "{:?}", labels(&harness, ""));
    // `?` asks about the place under the cursor
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    write(&mut harness, "?");
    let asked = under(&harness);
    let answered = says(&harness, "can be chosen.") || says(&harness, "No order of this moment has to do with");
    assert!(answered || !refusals(&harness, &*table).is_empty(), "{asked}: {:?}", labels(&harness, ""));
    for _ in 0..4 {
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
    assert!(!labels(&harness, "Choose ").is_empty());
}

#[test]
fn shift_and_arrows_go_over_the_sides_of_a_place() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = people(&catalogue, home.path());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    let place = labels(&harness, "Austrian: ").remove(0)["Austrian: ".len()..].split(' ').next().unwrap().to_owned();
    let mut sides = std::collections::BTreeSet::new();
    for key in [Key::ArrowUp, Key::ArrowRight, Key::ArrowDown, Key::ArrowDown, Key::ArrowLeft, Key::ArrowUp] {
        press(&mut harness, Modifiers::SHIFT, key);
        let said = labels(&harness, "Austrian: ").remove(0);
        assert!(said.contains(&place), "{said} is no side of {place}");
        sides.extend((said.contains('/') || said.contains(" road ")).then_some(said));
    }
    assert!(sides.len() > 2, "{sides:?}");
}

#[test]
fn the_card_of_keys_opens_and_closes() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = people(&catalogue, home.path());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    press(&mut harness, Modifiers::NONE, Key::F2);
    for key in ["Tab, Shift+Tab", "Arrows", "K", "M", "?", "Ctrl+Z, Ctrl+Y", "Q, E"] {
        assert!(labels(&harness, key).iter().any(|label| label == key), "{key} is not on the card");
    }
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(labels(&harness, "Tab, Shift+Tab").is_empty());
    click(&mut harness, "View");
    click(&mut harness, "Keys  F2");
    assert!(!labels(&harness, "Tab, Shift+Tab").is_empty());
}

/// A place that can act, and a target of it that lies elsewhere: as parts.
fn who_and_where(harness: &mut Window<'_>, table: &dyn bormida_core::kernel::Table) -> (Part, Part) {
    for who in labels(harness, "Choose ") {
        click(harness, &who);
        let target = targets(harness).into_iter().next();
        press(harness, Modifiers::NONE, Key::Escape);
        press(harness, Modifiers::NONE, Key::Escape);
        if let Some((_, place)) = target {
            return (part_of(table, &who, "Choose "), table.part_named(&place).unwrap());
        }
    }
    panic!("nobody can go anywhere");
}

#[test]
fn dragging_is_two_clicks_and_a_drag_elsewhere_moves_the_board() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = people(&catalogue, home.path());
    let table = catalogue.load(&path, Opening::Look).unwrap().game;
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let (who, target) = who_and_where(&mut harness, &*table);
    let place = |harness: &Window<'_>, part| harness.state().place_of(part).unwrap();
    let (from, to) = (place(&harness, who), place(&harness, target));
    let board = eframe::egui::Rect::from_min_max(eframe::egui::pos2(60.0, 80.0), eframe::egui::pos2(880.0, 700.0));
    drag(&mut harness, from, to);
    assert_eq!(place(&harness, who), from, "the board has moved");
    let (who_name, target_name) = (table.part_name(who), table.part_title(target));
    let chosen =
        |label: &String| label.starts_with(&format!("{} > ", table.part_title(who))) && label.ends_with(&target_name);
    assert!(labels(&harness, "").iter().any(chosen) || !orders(&path).is_empty(), "{:?}", labels(&harness, ""));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    // near enough to have room for it, a drag that begins on nothing lit moves the board
    click(&mut harness, &format!("Choose {who_name}"));
    press(&mut harness, Modifiers::NONE, Key::Z);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let before = place(&harness, who);
    let dark = (0..90).map(Part).find(|part| {
        let lit = format!("Choose {}", table.part_name(*part));
        labels(&harness, &lit).is_empty() && harness.state().place_of(*part).is_some_and(|at| board.contains(at))
    });
    let from = place(&harness, dark.unwrap());
    drag(&mut harness, from, from - eframe::egui::vec2(40.0, 25.0));
    assert_ne!(place(&harness, who), before, "the board has not moved");
}

#[test]
fn a_double_click_takes_as_many_as_one_order_allows() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = people(&catalogue, home.path());
    let table = catalogue.load(&path, Opening::Look).unwrap().game;
    let mut desk = bormida_host::app::Desk::new(&catalogue, Some(home.path().to_owned()));
    desk.open(&path);
    let mut harness = show_each(desk, 0.05);
    for who in labels(&harness, "Choose ") {
        let at = harness.state().place_of(part_of(&*table, &who, "Choose ")).unwrap();
        click_at(&mut harness, at, PointerButton::Primary, 2);
        let count =
            |label: &String| label.split(": ").nth(1).unwrap().split(' ').next().unwrap().parse::<u32>().unwrap();
        let chips = labels(&harness, "").into_iter().filter(|label| label.ends_with(" taken"));
        let taken: u32 = chips.map(|label| count(&label)).sum();
        let most = labels(&harness, "take ").remove(0).rsplit(' ').next().unwrap().parse::<u32>().unwrap();
        assert_eq!(taken, most, "{who}: {:?}", labels(&harness, ""));
        press(&mut harness, Modifiers::NONE, Key::Escape);
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn several_ways_are_laid_out_with_letters() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path =
        match_at(&catalogue, home.path(), |table, name| name == "turn" && two_ways(&table.offers().unwrap()).is_some());
    let mut look = catalogue.load(&path, Opening::Look).unwrap().game;
    let offers = look.offers().unwrap();
    let (who, target) = two_ways(&offers).unwrap();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    if let Some(raise) = labels(&harness, "I play ").first().cloned() {
        click(&mut harness, &raise);
    }
    for part in [who, target] {
        let at = harness.state().place_of(part).unwrap();
        click_at(&mut harness, at, PointerButton::Primary, 1);
    }
    assert_eq!((labels(&harness, "A  ").len(), labels(&harness, "B  ").len()), (1, 1), "{:?}", labels(&harness, ""));
    assert!(labels(&harness, "E  ").is_empty());
    write(&mut harness, "b");
    assert!(labels(&harness, "A  ").is_empty());
}

/// Who can go to some target by several ways.
fn two_ways(offers: &[bormida_core::kernel::Offer]) -> Option<(Part, Part)> {
    let ends = |o: &bormida_core::kernel::Offer| Some((*o.parts.first()?, *o.parts.last()?)).filter(|(a, b)| a != b);
    let ways = |pair: &(Part, Part)| offers.iter().filter(|o| ends(o) == Some(*pair)).count();
    offers.iter().filter_map(ends).find(|pair| (2..=4).contains(&ways(pair)))
}

#[test]
fn with_nobody_chosen_a_dark_place_says_who_could_go_there() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = people(&catalogue, home.path());
    let mut table = catalogue.load(&path, Opening::Look).unwrap().game;
    let offers = table.offers().unwrap();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let first = |part: Part| offers.iter().any(|o| o.parts.first() == Some(&part));
    let target = offers
        .iter()
        .filter_map(|o| o.parts.get(1).copied())
        .find(|part| !first(*part) && harness.state().place_of(*part).is_some());
    let at = harness.state().place_of(target.unwrap()).unwrap();
    click_at(&mut harness, at, PointerButton::Secondary, 1);
    assert!(says(&harness, "Choose first who acts: "), "{:?}", labels(&harness, ""));
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert!(!says(&harness, "Choose first who acts: "));
    // where nobody can go: one reason, or the same advice
    let far = (0..90)
        .map(Part)
        .rfind(|part| offers.iter().all(|o| !o.parts.contains(part)) && harness.state().place_of(*part).is_some());
    let at = harness.state().place_of(far.unwrap()).unwrap();
    click_at(&mut harness, at, PointerButton::Secondary, 1);
    let told = refusals(&harness, &*table);
    assert!(told.len() == 1 || says(&harness, "can act now. Choose first who acts"), "{told:?}");
}
