//! Writing a note on a place.

use bormida_core::kernel::Part;
use bormida_core::scene::Face;
use eframe::egui::{Key, Modal, TextEdit, Ui};

use super::keeping::LONGEST;
use super::look::book;

/// A note being written.
pub(super) struct Notepad {
    part: Part,
    place: String,
    text: String,
    fresh: bool,
}

/// How writing ended.
pub(super) enum Written {
    /// As it was.
    Left,
    /// The place has this note; an empty one is none.
    Note(Part, String),
}

impl Notepad {
    /// The note of a place as it is, to be written anew.
    pub(super) fn new(part: Part, place: String, text: String) -> Notepad {
        Notepad { part, place, text, fresh: true }
    }

    /// Shows it.
    pub(super) fn show(&mut self, ui: &Ui) -> Option<Written> {
        let mut written = None;
        let modal = Modal::new(ui.scope_id().with("notepad")).show(ui.ctx(), |ui| {
            ui.set_width(360.0);
            ui.label(book(format!("A note on {}", self.place), 20.0, Face::Bold));
            let label = ui.label("Only you read it; empty wipes it out.");
            let edit = TextEdit::singleline(&mut self.text).char_limit(LONGEST).desired_width(340.0);
            let edit = ui.add(edit).labelled_by(label.id);
            if self.fresh {
                edit.request_focus();
                self.fresh = false;
            }
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            ui.horizontal(|ui| {
                if ui.button("Keep  Enter").clicked() || entered {
                    written = Some(Written::Note(self.part, self.text.clone()));
                }
                if ui.button("Leave  Esc").clicked() {
                    written = Some(Written::Left);
                }
            });
        });
        written.or_else(|| modal.should_close().then_some(Written::Left))
    }
}
