//! Copying the position of the match as text: a case that `test` runs, or a set-up to begin from.

use bormida_core::games::copy::{Form, copied};
use eframe::egui::{Button, Ui};

use super::desk::{Desk, Page};
use super::sitting::Notice;

impl Desk<'_> {
    /// The entries of a menu.
    pub(super) fn copy_menu(&mut self, ui: &mut Ui) {
        let Page::Match(page) = &mut self.page else { return };
        // behind the curtain nobody looks at the board
        let open = page.sitting.curtain.is_none();
        for (label, form, as_what, end) in [
            (
                "Copy position as case",
                Form::Case,
                "as a case",
                "`bormida test` runs it from a file that ends in .case.",
            ),
            ("Copy position as set-up", Form::Setup, "as a set-up", "It is the setup.toml of a set-up pack."),
        ] {
            let button = ui.add_enabled(open, Button::new(label));
            if !button.on_hover_text("As text, to the clipboard: what is hidden from you is dealt anew.").clicked() {
                continue;
            }
            let sitting = &mut page.sitting;
            let table = &*sitting.table;
            // nothing is hidden of a match that is over or that was begun so
            let all = table.header().all_seeing || table.outcome().is_some();
            let seat = (!all).then_some(sitting.eyes);
            let text = match self.catalogue.game(&table.header().game) {
                Ok(game) => copied(game, table, seat, form).map_err(|why| why.to_string()),
                Err(unfit) => Err(unfit.to_string()),
            };
            let word = match text {
                Ok(text) => {
                    ui.ctx().copy_text(text);
                    let known = match seat {
                        Some(seat) => format!(", with what the {} side knows", sitting.side(seat)),
                        None => String::new(),
                    };
                    format!("The position is in the clipboard {as_what}{known}. {end}")
                }
                Err(why) => format!("Cannot copy: {why}"),
            };
            sitting.notice = Some(Notice::Word(word));
        }
    }
}
