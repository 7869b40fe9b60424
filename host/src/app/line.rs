//! The order line: the same text as in the log, completed while one types.

use bormida_core::kernel::Whole;
use eframe::egui::{self, Key, Modifiers, RichText, TextEdit, Ui};

use super::sitting::{Notice, Sitting};

/// So many completions are shown.
const SHOWN: usize = 6;
/// So many orders are gathered for completion.
const GATHERED: usize = 600;

/// The order line.
#[derive(Default)]
pub(super) struct Line {
    open: bool,
    fresh: bool,
    text: String,
    known: Vec<String>,
}

impl Line {
    /// Opens the line, with the legal orders of the moment to complete from.
    pub(super) fn open(&mut self, sitting: &mut Sitting) {
        self.known = match sitting.table.orders(GATHERED) {
            Ok((lines, Whole::All | Whole::Some)) => lines.into_iter().map(|line| line.text).collect(),
            Err(trouble) => {
                sitting.notice = Some(Notice::Word(trouble.to_string()));
                Vec::new()
            }
        };
        (self.open, self.fresh) = (true, true);
        self.text.clear();
    }

    /// Opens the line again as it was, to be mended.
    pub(super) fn open_again(&mut self) {
        (self.open, self.fresh) = (true, true);
    }

    /// Whether it is open.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    fn completions(&self) -> Vec<&str> {
        let typed = self.text.trim_start();
        self.known.iter().map(String::as_str).filter(|order| order.starts_with(typed)).collect()
    }

    /// As far as all completions agree.
    fn complete(&mut self) {
        let completions = self.completions();
        let Some((first, rest)) = completions.split_first() else { return };
        let common = rest.iter().fold(first.len(), |common, other| {
            let same = first.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
            common.min(same.map_or(first.len().min(other.len()), |((at, _), _)| at))
        });
        let completed = first[..common].to_owned();
        self.text = completed;
    }

    /// Shows the line; gives the order that was entered.
    pub(super) fn show(&mut self, ui: &mut Ui) -> Option<String> {
        let mut given = None;
        let id = ui.make_persistent_id("order line");
        let focused = ui.memory(|memory| memory.has_focus(id));
        if focused && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Tab)) {
            self.complete();
            if let Some(mut state) = egui::TextEdit::load_state(ui.ctx(), id) {
                let end = egui::text::CCursor::new(self.text.chars().count());
                state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
                state.store(ui.ctx(), id);
            }
        }
        ui.horizontal(|ui| {
            let label = ui.label(RichText::new("Order").strong());
            let edit = TextEdit::singleline(&mut self.text).id(id).desired_width(320.0).lock_focus(true);
            let edit = ui.add(edit.font(egui::TextStyle::Monospace)).labelled_by(label.id);
            if self.fresh {
                edit.request_focus();
                self.fresh = false;
            }
            if edit.lost_focus() {
                if ui.input(|input| input.key_pressed(Key::Enter)) && !self.text.trim().is_empty() {
                    given = Some(self.text.trim().to_owned());
                }
                self.open = false;
            }
            let completions = self.completions();
            let count = completions.len();
            let shown = completions.into_iter().take(SHOWN).collect::<Vec<_>>().join("    ");
            let count = if count > SHOWN { format!("{count}:  ") } else { String::new() };
            ui.add(egui::Label::new(RichText::new(format!("{count}{shown}")).monospace().weak()).truncate());
        });
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completion_goes_as_far_as_all_agree() {
        let known = ["m 15 3I > 16", "m 15 3I > 17", "end"].map(str::to_owned).to_vec();
        let mut line = Line { known, text: "m".to_owned(), ..Line::default() };
        line.complete();
        assert_eq!(line.text, "m 15 3I > 1");
        line.text = "e".to_owned();
        line.complete();
        assert_eq!(line.text, "end");
        line.text = "x".to_owned();
        line.complete();
        assert_eq!(line.text, "x");
    }
}
