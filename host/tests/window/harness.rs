//! The window in a harness, and what the tests do with it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Ask, Entry, Opening, Part, Rng, Saved, Seed, Table};
use bormida_core::pack::builtin::Files;
use bormida_host::app::Desk;
use bormida_host::paint::install_fonts;
use eframe::egui::{self, Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

pub(crate) type Window<'a> = Harness<'a, Desk<'a>>;

pub(crate) fn catalogue() -> Catalogue {
    house(&Files::builtin()).unwrap()
}

pub(crate) fn window<'a>(catalogue: &'a Catalogue, folder: &Path, open: Option<&Path>) -> Window<'a> {
    let mut desk = Desk::new(catalogue, Some(folder.to_owned()));
    if let Some(path) = open {
        desk.open(path);
    }
    let builder = Harness::builder().with_size(vec2(1280.0, 800.0)).with_context_setup(install_fonts);
    let mut harness = builder.with_max_steps(400).build_ui_state(|ui, desk: &mut Desk<'a>| desk.show(ui), desk);
    harness.run_ok();
    harness
}

pub(crate) fn labels(harness: &Window<'_>, start: &str) -> Vec<String> {
    let has = |label: &String| label.starts_with(start);
    let all = harness.root().children_recursive();
    all.filter_map(|node| node.accesskit_node().label().or_else(|| node.accesskit_node().value())).filter(has).collect()
}

pub(crate) fn press(harness: &mut Window<'_>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_ok();
}

pub(crate) fn click(harness: &mut Window<'_>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// Follows the match until something holds; bots play in threads of their own.
pub(crate) fn wait(harness: &mut Window<'_>, what: &str, mut holds: impl FnMut(&Window<'_>) -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !holds(harness) {
        assert!(Instant::now() < until, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.run_ok();
}

pub(crate) fn orders(path: &Path) -> Vec<String> {
    let text = |entry: &Entry| match entry {
        Entry::Order { text, .. } => Some(text.clone()),
        _ => None,
    };
    Saved::read(path).unwrap().entries.iter().filter_map(text).collect()
}

/// A saved match of two people, played at random up to a question for which something holds.
pub(crate) fn match_at(catalogue: &Catalogue, folder: &Path, holds: impl Fn(&mut dyn Table, &str) -> bool) -> PathBuf {
    let about = catalogue.abouts().remove(0);
    for seed in 1..40 {
        let header = Spec { seed: Seed(seed), ..Spec::default() }.header(&about, Vacant::People).unwrap();
        let path = folder.join(format!("prepared-{seed}.match"));
        let mut table = catalogue.start(header, Some(&path)).unwrap();
        let mut rng = Rng::with_seed(seed);
        while let Ask::Ask(question) = table.ask() {
            if holds(&mut *table, &question.name) {
                return path;
            }
            let order = table.any_order(&mut rng).unwrap().text;
            table.play_text(&order).unwrap();
        }
    }
    panic!("no match came to such a question");
}

pub(crate) fn begin<'a>(catalogue: &'a Catalogue, folder: &Path) -> Window<'a> {
    let mut harness = window(catalogue, folder, None);
    click(&mut harness, "Play now");
    wait(&mut harness, "the person's turn", |h| !labels(h, "Choose ").is_empty());
    harness
}

/// Clicks from lit place to lit place until an order stands in the save file.
pub(crate) fn give_an_order(harness: &mut Window<'_>) {
    let path = harness.state().save_path().unwrap().to_owned();
    let before = orders(&path).len();
    for who in labels(harness, "Choose ") {
        click(harness, &who);
        let targets: Vec<String> = labels(harness, "").into_iter().filter(|l| l.contains("march to ")).collect();
        if let Some(target) = targets.first() {
            click(harness, target);
            press(harness, Modifiers::NONE, Key::Num1);
            press(harness, Modifiers::NONE, Key::Enter);
            if orders(&path).len() > before {
                return;
            }
        }
        press(harness, Modifiers::NONE, Key::Escape);
        press(harness, Modifiers::NONE, Key::Escape);
    }
    panic!("no order could be given");
}

/// A match as it is asked for, saved in a folder.
pub(crate) fn saved(catalogue: &Catalogue, folder: &Path, spec: &Spec, vacant: Vacant) -> PathBuf {
    let about = catalogue.abouts().remove(0);
    let path = folder.join("begun.match");
    drop(catalogue.start(spec.header(&about, vacant).unwrap(), Some(&path)).unwrap());
    path
}

/// The notes in a save.
pub(crate) fn notes(path: &Path) -> Vec<String> {
    let text = |entry: &Entry| match entry {
        Entry::Note { text } => Some(text.clone()),
        _ => None,
    };
    Saved::read(path).unwrap().entries.iter().filter_map(text).collect()
}

/// Opens a window of its own over a finished desk.
pub(crate) fn show<'a>(desk: Desk<'a>) -> Window<'a> {
    show_each(desk, 0.25)
}

/// Opens a window whose frames are so many seconds apart.
pub(crate) fn show_each<'a>(desk: Desk<'a>, seconds: f32) -> Window<'a> {
    let builder = Harness::builder().with_size(vec2(1280.0, 800.0)).with_context_setup(install_fonts);
    let mut harness =
        builder.with_step_dt(seconds).with_max_steps(400).build_ui_state(|ui, desk: &mut Desk<'a>| desk.show(ui), desk);
    harness.run_ok();
    harness
}

/// Whether some label holds a text.
pub(crate) fn says(harness: &Window<'_>, text: &str) -> bool {
    labels(harness, "").iter().any(|label| label.contains(text))
}

/// Whether a text is painted, as a control or not.
pub(crate) fn painted(harness: &Window<'_>, text: &str) -> bool {
    fn holds(shape: &egui::Shape, text: &str) -> bool {
        match shape {
            egui::Shape::Text(shape) => shape.galley.text().contains(text),
            egui::Shape::Vec(shapes) => shapes.iter().any(|shape| holds(shape, text)),
            _ => false,
        }
    }
    harness.output().shapes.iter().any(|clipped| holds(&clipped.shape, text))
}

/// Presses or lets go of a button of the mouse.
pub(crate) fn button(harness: &mut Window<'_>, at: Pos2, button: PointerButton, pressed: bool) {
    harness.event(Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
    harness.step();
}

/// Clicks at a point of the window, at once so many times.
pub(crate) fn click_at(harness: &mut Window<'_>, at: Pos2, which: PointerButton, times: u32) {
    harness.hover_at(at);
    harness.step();
    for _ in 0..times {
        button(harness, at, which, true);
        button(harness, at, which, false);
        harness.step();
    }
    harness.run_ok();
}

/// Drags from a point to another.
pub(crate) fn drag(harness: &mut Window<'_>, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.step();
    button(harness, from, PointerButton::Primary, true);
    for k in 1..=4 {
        harness.hover_at(from + (to - from) * (k as f32 / 4.0));
        harness.step();
    }
    button(harness, to, PointerButton::Primary, false);
    harness.run_ok();
}

/// Types a text, as keys do that are no commands.
pub(crate) fn write(harness: &mut Window<'_>, text: &str) {
    harness.event(Event::Text(text.to_owned()));
    harness.run_ok();
}

/// The lit targets: their labels, and the places that these name.
pub(crate) fn targets(harness: &Window<'_>) -> Vec<(String, String)> {
    let place = |label: String| {
        let (_, rest) = label.split_once(" to ")?;
        let place = rest.split_once(", cost ")?.0;
        // of a way into a place, the way
        let place = place.rsplit_once(" by ").map_or(place, |(_, way)| way).to_owned();
        Some((label, place))
    };
    labels(harness, "").into_iter().filter_map(place).collect()
}

/// The part that a control is called after.
pub(crate) fn part_of(table: &dyn Table, label: &str, start: &str) -> Part {
    table.part_named(label.strip_prefix(start).unwrap()).unwrap()
}

/// How an order of a saved match begins in words: with its kind.
pub(crate) fn words_of(catalogue: &Catalogue, path: &Path, order: &str) -> String {
    let table = catalogue.load(path, Opening::Look).unwrap().game;
    let word = order.split(' ').next().unwrap();
    let (_, name) = table.verbs().into_iter().find(|(known, _)| known == word).unwrap();
    format!("{name}, ")
}

/// The refusals on the panel: kinds of order with what forbids them.
pub(crate) fn refusals(harness: &Window<'_>, table: &dyn Table) -> Vec<String> {
    let kinds: Vec<String> = table.verbs().into_iter().map(|(_, name)| format!("{}: ", name.to_lowercase())).collect();
    let refused = |label: &String| kinds.iter().any(|kind| label.to_lowercase().starts_with(kind));
    let mut refusals: Vec<String> = labels(harness, "").into_iter().filter(refused).collect();
    refusals.dedup(); // a label has its text beside it
    refusals
}
