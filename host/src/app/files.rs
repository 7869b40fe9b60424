//! Small dialogs for files: which match to open, where to save one.

use std::path::PathBuf;

use bormida_core::scene::Face;
use eframe::egui::{Button, Key, Modal, Modifiers, ScrollArea, TextEdit, Ui};

use super::first::name;
use super::look::book;

/// What the dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To open a match.
    Open,
    /// To save the match under another name.
    SaveAs,
}

/// A dialog for a file.
pub(super) struct FileDialog {
    /// What it is for.
    pub(super) purpose: Purpose,
    path: String,
    known: Vec<PathBuf>,
    fresh: bool,
    /// Why the file would not do.
    wrong: Option<String>,
}

/// How the dialog ended.
pub(super) enum Chosen {
    /// Nothing was chosen.
    Cancelled,
    /// A file was named.
    File(PathBuf),
}

impl FileDialog {
    /// A dialog that begins with a path, and lists files to choose from.
    pub(super) fn new(purpose: Purpose, path: String, known: Vec<PathBuf>) -> FileDialog {
        FileDialog { purpose, path, known, fresh: true, wrong: None }
    }

    /// The file would not do: another can be named at once.
    pub(super) fn refuse(&mut self, why: String) {
        (self.wrong, self.fresh) = (Some(why), true);
    }

    /// Shows the dialog.
    pub(super) fn show(&mut self, ui: &Ui) -> Option<Chosen> {
        let mut chosen = None;
        let (title, go) = match self.purpose {
            Purpose::Open => ("Open a match", "Open"),
            Purpose::SaveAs => ("Save the match as", "Save"),
        };
        let modal = Modal::new(ui.scope_id().with("file")).show(ui.ctx(), |ui| {
            ui.set_width(520.0);
            ui.label(book(title, 22.0, Face::Bold));
            if self.purpose == Purpose::Open {
                ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                    for path in &self.known {
                        if ui.add(Button::new(name(path)).frame(false)).clicked() {
                            chosen = Some(Chosen::File(path.clone()));
                        }
                    }
                });
            }
            let label = ui.label("File");
            let edit = ui.add(TextEdit::singleline(&mut self.path).desired_width(500.0)).labelled_by(label.id);
            if std::mem::take(&mut self.fresh) {
                edit.request_focus();
            }
            let entered = edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if let Some(wrong) = &self.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
            ui.horizontal(|ui| {
                let named = !self.path.trim().is_empty();
                if (ui.add_enabled(named, Button::new(format!("{go}  Enter"))).clicked() || entered) && named {
                    chosen = Some(Chosen::File(PathBuf::from(self.path.trim())));
                }
                if ui.button("Cancel  Esc").clicked() {
                    chosen = Some(Chosen::Cancelled);
                }
            });
        });
        if chosen.is_none()
            && (modal.should_close() || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)))
        {
            chosen = Some(Chosen::Cancelled);
        }
        chosen
    }
}
