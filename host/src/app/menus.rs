//! The bar over everything: menus, taking back, and the moment of the match.

use bormida_core::scene::Role;
use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{self, MenuBar, PopupCloseBehavior, RichText, Ui};

use super::desk::{Desk, Page};
use super::first;
use super::keeping::{Memory, TableKind};
use super::look::{SCALES, head};
use super::past::TakeBack;
use super::sitting::Sitting;
use super::words;
use crate::paint::Palette;

impl Desk<'_> {
    pub(super) fn bar(&mut self, ui: &mut Ui) {
        MenuBar::new().ui(ui, |ui| {
            ui.menu_button("Match", |ui| self.match_menu(ui));
            // several things are chosen there at once
            let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
            MenuButton::new("View").config(stays).ui(ui, |ui| self.view_menu(ui));
            if ui.button("Packs").clicked() {
                self.show_packs(None, None);
            }
            if ui.button("Rules  F1").clicked() {
                self.toggle_rules();
            }
            if matches!(self.page, Page::Match(_)) {
                ui.menu_button("Designer", |ui| self.designer_menu(ui));
            }
            if let Page::Match(page) = &mut self.page {
                let sitting = &mut page.sitting;
                ui.separator();
                // a lesson takes back on its own card
                if sitting.curtain.is_none() && sitting.led.is_none() {
                    taking_back(ui, sitting);
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if let bormida_core::kernel::Ask::Ask(question) = &sitting.now.ask {
                        let turn = format!("The {} side decides", sitting.side(question.seat));
                        ui.label(RichText::new(turn).strong());
                        ui.separator();
                    }
                    if let Some(hour) = sitting.now.status.first() {
                        ui.label(RichText::new(&hour.text).strong());
                        ui.separator();
                    }
                    if sitting.people() > 1 {
                        let kind = sitting.keeping.table;
                        ui.label(RichText::new(kind.name()).weak()).on_hover_text(kind.help());
                        ui.separator();
                    }
                    if sitting.table.header().all_seeing {
                        let help = "Nothing is hidden in this match: it is for trying rules.";
                        ui.label(RichText::new("designer mode").strong()).on_hover_text(help);
                        ui.separator();
                    }
                    let name = sitting.table.save_path().map_or_else(|| "not saved".to_owned(), first::name);
                    ui.add(egui::Label::new(RichText::new(name).weak()).truncate());
                });
            }
        });
    }

    fn match_menu(&mut self, ui: &mut Ui) {
        if ui.button("New game").clicked() {
            self.new_game();
        }
        if ui.button("Open").clicked() {
            self.ask_for_file();
        }
        if matches!(self.page, Page::Match(_)) {
            if ui.button("Save as").clicked() {
                self.ask_where_to_save();
            }
            self.copy_menu(ui);
            if ui.button("Leave the match").clicked() {
                self.go_first();
            }
        }
        ui.separator();
        if ui.button("Quit").clicked() {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn view_menu(&mut self, ui: &mut Ui) {
        // menus leave the rim of rings and boxes out: their ground has to stand off from the paper
        ui.visuals_mut().widgets.inactive.bg_fill = self.look.colour(Role::FieldEdge).gamma_multiply(0.45);
        ui.label(head("Colours"));
        for palette in Palette::ALL {
            ui.radio_value(&mut self.look.palette, palette, palette.name());
        }
        ui.separator();
        ui.label(head("Size"));
        ui.radio_value(&mut self.look.scale, None, "as the window");
        for scale in SCALES {
            ui.radio_value(&mut self.look.scale, Some(scale), format!("{:.0} %", scale * 100.0));
        }
        ui.separator();
        // two a row: a menu of all of them would be longer than a small window
        egui::Grid::new("layers").num_columns(2).show(ui, |ui| {
            for (k, (_, name, shown)) in self.look.toggles().into_iter().enumerate() {
                ui.checkbox(shown, name);
                if k % 2 == 1 {
                    ui.end_row();
                }
            }
        });
        if let Page::Match(page) = &mut self.page {
            if page.sitting.people() == 1 {
                ui.checkbox(&mut page.sitting.answer_forced, "Answer for me where there is no choice");
            }
            let sitting = &mut page.sitting;
            if sitting.people() > 1 {
                ui.separator();
                let mut kind = sitting.keeping.table;
                choose_table(ui, &mut kind);
                sitting.set_table(kind);
            }
            ui.separator();
            let mut memory = sitting.keeping.memory;
            choose_memory(ui, &mut memory);
            sitting.set_memory(memory);
            ui.checkbox(&mut page.knowledge, "Who may know what  K");
            if ui.button("Whole board  Home").clicked() {
                page.fit();
                ui.close();
            }
        }
        ui.separator();
        if ui.button("Keys  F2").clicked() {
            self.keys_card = true;
            ui.close();
        }
    }
}

/// The buttons that take back and do again, and say what.
fn taking_back(ui: &mut Ui, sitting: &mut Sitting) {
    const LONGEST: usize = 40;
    let can = sitting.can_undo();
    let text = match &can {
        Ok(back) if back.words.chars().count() <= LONGEST => format!("Take back: {}", back.words),
        Ok(back) => format!("Take back: {}...", back.words.chars().take(LONGEST).collect::<String>()),
        Err(_) => "Take back".to_owned(),
    };
    let button = ui.add_enabled(can.is_ok(), egui::Button::new(text));
    let hint = match &can {
        Ok(TakeBack { others: 0, text, words, .. }) => format!("Takes back {words}: {text} (Ctrl+Z)"),
        Ok(TakeBack { others, text, words, .. }) => {
            format!("Takes back {words}: {text}, and {others} orders after it (Ctrl+Z)")
        }
        Err(why) => why.clone(),
    };
    if button.on_hover_text(&hint).on_disabled_hover_text(&hint).clicked() {
        sitting.undo();
    }
    if ui.add_enabled(sitting.table.can_redo(), egui::Button::new("Do again")).on_hover_text("Ctrl+Y").clicked() {
        sitting.redo();
    }
    if sitting.is_looking_back() {
        let can = sitting.can_go_on_from_here();
        let button = ui.add_enabled(can.is_ok(), egui::Button::new("Go on from here"));
        let hint = can.err().unwrap_or_else(|| "All orders after this moment are taken back.".to_owned());
        if button.on_hover_text(&hint).on_disabled_hover_text(&hint).clicked() {
            sitting.go_on_from_here();
        }
    }
}

/// The kinds of table.
pub(super) fn choose_table(ui: &mut Ui, kind: &mut TableKind) {
    ui.label(head("Table"));
    for choice in TableKind::ALL {
        ui.radio_value(kind, choice, words::capital(choice.name())).on_hover_text(choice.help());
    }
}

/// The kinds of memory.
pub(super) fn choose_memory(ui: &mut Ui, memory: &mut Memory) {
    ui.label(head("Memory"));
    for choice in Memory::ALL {
        ui.radio_value(memory, choice, words::capital(choice.name())).on_hover_text(choice.help());
    }
}
