//! The first screen: play now, two at this table, all options, or a match that was begun.

use std::path::{Path, PathBuf};

use bormida_core::kernel::About;
use bormida_core::scene::Face;
use eframe::egui::{Button, Frame, RichText, ScrollArea, Ui, vec2};

use super::lesson::FIRST;
use super::look::{Look, book, head};
use super::words::capital;

/// What a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// A match against the best bot.
    PlayNow,
    /// The first lesson.
    Learn,
    /// Another lesson, by its id.
    Lesson(String),
    /// A match of two people here.
    Two,
    /// The dialog for a new game.
    Options,
    /// A saved match.
    Open(PathBuf),
    /// Some other file.
    Files,
}

/// So many begun matches are listed.
const MOST: usize = 5;

/// Shows the first screen over whatever lies behind it; keys are not its own while the program is busy with something over
/// it.
pub(super) fn show(
    ui: &mut Ui,
    about: Option<&About>,
    saves: &[PathBuf],
    lessons: &[(String, String)],
    word: Option<&str>,
    look: Look,
    busy: bool,
) -> Option<First> {
    let mut wish = None;
    let room = ui.max_rect();
    let wide = 380.0_f32.min(room.width() - 32.0);
    let left = room.left() + (room.width() * 0.06).min(90.0);
    let card = eframe::egui::Rect::from_min_size(
        eframe::egui::pos2(left, room.top() + (room.height() * 0.09).min(90.0)),
        vec2(wide, room.height() * 0.82),
    );
    ui.scope_builder(eframe::egui::UiBuilder::new().max_rect(card), |ui| {
        let frame =
            Frame::window(ui.style()).inner_margin(22).fill(look.tint(bormida_core::scene::Role::Paper.at(244)));
        frame.show(ui, |ui| {
            ui.set_width(wide - 46.0);
            ui.label(book("Bormida", 42.0, Face::Bold));
            if let Some(about) = about {
                ui.label(book(&about.title, 21.0, Face::Italic));
                ui.add_space(4.0);
                ui.label(&about.summary);
                if about.reconstructed {
                    ui.label(RichText::new("reconstructed").italics());
                }
            }
            ui.add_space(12.0);
            let mut choice = |ui: &mut Ui, title: &str, hint: &str, first: First| {
                let button = Button::new(RichText::new(title).size(17.0)).min_size(vec2(ui.available_width(), 36.0));
                if ui.add(button).clicked() {
                    wish = Some(first);
                }
                ui.label(RichText::new(hint).small().weak());
                ui.add_space(3.0);
            };
            let side = about.and_then(|about| about.sides.first()).map_or_else(|| "one".to_owned(), |s| capital(s));
            let hint = format!("You lead the {side} side against the best bot. N");
            choice(ui, "Play now", &hint, First::PlayNow);
            let first = lessons.iter().any(|(id, _)| id == FIRST);
            if first {
                choice(ui, "Learn in ten minutes", "Eight short steps, led by the hand. L", First::Learn);
            }
            choice(ui, "Two at this table", "A curtain falls between your turns. T", First::Two);
            choice(ui, "All options", "Set-up, variants, rulings, seats, seed. A", First::Options);
            choice(ui, "Open", "A match from a file. O", First::Files);
            let others: Vec<_> = lessons.iter().filter(|(id, _)| id != FIRST).collect();
            if !others.is_empty() {
                ui.separator();
                ui.label(head("Lessons"));
                ScrollArea::vertical().id_salt("lessons").max_height(80.0).show(ui, |ui| {
                    for (id, title) in others {
                        if ui.add(Button::new(title).frame(false)).clicked() {
                            wish = Some(First::Lesson(id.clone()));
                        }
                    }
                });
            }
            if let Some(word) = word {
                ui.separator();
                ui.label(RichText::new(word).small().color(look.colour(bormida_core::scene::Role::Bad)));
            }
            if !saves.is_empty() {
                ui.separator();
                ui.label(head("Go on with"));
                ScrollArea::vertical().max_height(120.0).show(ui, |ui| {
                    for path in saves.iter().take(MOST) {
                        if ui.add(Button::new(name(path)).frame(false)).clicked() {
                            wish = Some(First::Open(path.clone()));
                        }
                    }
                });
            }
        });
    });
    wish.or_else(|| keys(ui).filter(|_| !busy))
}

fn keys(ui: &Ui) -> Option<First> {
    use eframe::egui::Key;
    if ui.ctx().text_edit_focused() {
        return None;
    }
    let keys = [
        (Key::N, First::PlayNow),
        (Key::L, First::Learn),
        (Key::T, First::Two),
        (Key::A, First::Options),
        (Key::O, First::Files),
    ];
    ui.input(|input| keys.into_iter().find(|(key, _)| input.key_pressed(*key)).map(|(_, first)| first))
}

/// A file's name without its ending.
pub(super) fn name(path: &Path) -> String {
    path.file_stem().map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into_owned())
}
