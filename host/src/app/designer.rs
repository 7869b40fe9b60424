//! The menu of designer mode: the console of an all-seeing match, or a copy of another one that is all-seeing.

use bormida_core::scene::Face;
use eframe::egui::{Modal, Ui};

use super::desk::{Desk, Page};
use super::look::book;
use crate::saves;

/// What a copy without secrets means.
const WARNING: &str = "A copy of this match is made in which nothing is hidden: whoever sits here can look at every piece of \
                       both sides and at what comes by chance. It is for trying rules, and stays marked for ever. The match \
                       itself and its file stay as they are.";

impl Desk<'_> {
    /// What the menu holds for the match at hand.
    pub(super) fn designer_menu(&mut self, ui: &mut Ui) {
        let Page::Match(page) = &mut self.page else { return };
        match &mut page.console {
            Some(console) => {
                ui.checkbox(&mut console.open, "Console  F12");
                ui.checkbox(&mut console.reload_on_save, "Reload packs on save");
            }
            None if page.sitting.led.is_some() => {
                ui.label("Lessons keep what they hide.");
            }
            None => {
                if ui.button("Make a copy for trying rules").clicked() {
                    self.asks_to_copy = true;
                    ui.close();
                }
            }
        }
    }

    /// Asks before a copy is made in which nothing is hidden.
    pub(super) fn ask_to_copy(&mut self, ui: &Ui) {
        if !self.asks_to_copy {
            return;
        }
        let modal = Modal::new(ui.scope_id().with("all-seeing copy")).show(ui.ctx(), |ui| {
            ui.set_max_width(560.0);
            ui.label(book("Nothing will be hidden", 22.0, Face::Bold));
            ui.label(WARNING);
            ui.horizontal(|ui| (ui.button("Make the copy").clicked(), ui.button("Leave it").clicked())).inner
        });
        let (copies, leaves) = modal.inner;
        if copies || leaves || modal.should_close() {
            self.asks_to_copy = false;
        }
        if copies && let Err(why) = self.copy_all_seeing() {
            self.word = Some(why);
        }
    }

    /// Goes on in a copy of the match in which nothing is hidden.
    ///
    /// # Errors
    /// A sentence: no match, no place for the copy, or the system's refusal.
    pub(super) fn copy_all_seeing(&mut self) -> Result<(), String> {
        let Page::Match(page) = &self.page else { return Err("There is no match to copy.".to_owned()) };
        let table = &page.sitting.table;
        let beside = table.save_path().and_then(saves::free_beside);
        let new = || saves::new_file(self.folder.as_deref()?, &table.header().game);
        let path =
            beside.or_else(new).ok_or("There is no folder for the copy. Match, Save as makes a place for it.")?;
        table.branch_all_seeing(table.number(), &path).map_err(|trouble| trouble.to_string())?;
        self.open(&path);
        Ok(())
    }
}
