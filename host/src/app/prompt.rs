//! The prompt line of a match: who is asked, what, and which keys; or the order line over it.

use bormida_core::kernel::{Ask, Part};
use bormida_core::lesson::Button;
use bormida_core::scene::{Face, LayerKind};
use eframe::egui::{self, Align, Layout, RichText, Ui};

use super::board::Glow;
use super::look::book;
use super::match_page::MatchPage;
use super::words;
use crate::spoken::nobody_wins;

impl MatchPage {
    /// The prompt line: who, what, which keys; read out when it changes.
    pub(super) fn prompt(&mut self, ui: &mut Ui) {
        if self.line.is_open() {
            let Some(text) = self.line.show(ui) else { return };
            let before = self.sitting.table.number();
            match text.strip_suffix('?') {
                Some(order) => self.sitting.ask_about(order.trim_end_matches(['?', ' '])),
                None => self.sitting.play(&text),
            }
            // what was refused is seldom far from what was meant
            if self.sitting.notice.is_some() && self.sitting.table.number() == before {
                self.line.open_again();
            }
            return;
        }
        let (who, what, keys) = self.prompt_words();
        ui.horizontal(|ui| {
            ui.set_min_height(24.0);
            let said = format!("{who}{}{what}", if who.is_empty() { "" } else { ": " });
            if !who.is_empty() {
                ui.label(book(who, 16.0, Face::Bold));
            }
            let label = ui.label(what);
            ui.ctx().accesskit_node_builder(label.id, |node| {
                node.set_label(said.clone());
                node.set_live(egui::accesskit::Live::Polite);
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // what stands under the pointer is too small to be read at a distance
                let line = self.under_pointer().unwrap_or_else(|| keys.to_owned());
                ui.add(egui::Label::new(RichText::new(line).weak().small()).truncate());
            });
        });
    }

    fn prompt_words(&self) -> (String, String, &'static str) {
        let sitting = &self.sitting;
        if sitting.is_looking_back() {
            let text = format!("Order {} of {} is shown.", sitting.table.shown(), sitting.table.number());
            return (String::new(), text, "Page Up, Page Down step    End back to the present");
        }
        match &sitting.now.ask {
            Ask::Over(outcome) => {
                let won = outcome.winner.map_or_else(
                    || nobody_wins(&sitting.table.sides()),
                    |seat| format!("The {} side wins", sitting.side(seat)),
                );
                (String::new(), format!("{won}: {} {}.", outcome.kind, words::section(&outcome.rule)), "")
            }
            Ask::Ask(question) if !sitting.is_person(question.seat) => {
                if let Some(card) = sitting.card() {
                    let asked = (0..card.answers.len()).any(|k| card.has(Button::Answer(k)));
                    let what = if asked { "Answer the question on the card." } else { "Read the card, then Next." };
                    return (String::new(), what.to_owned(), "");
                }
                (sitting.side(question.seat), "thinks.".to_owned(), "Ctrl-Z takes back")
            }
            Ask::Ask(question) => {
                if let Some(cursor) = self.cursor.filter(|cursor| cursor.armed) {
                    let text = self.under_cursor(cursor.part);
                    return (
                        sitting.side(question.seat),
                        text,
                        "Arrows move    Enter chooses    ? why not    Esc back",
                    );
                }
                let text = match (&sitting.proposals[..], sitting.options.is_empty(), sitting.option) {
                    ([_], _, _) => "Enter gives the order, Esc steps back.".to_owned(),
                    (_, false, Some(_)) => "Enter gives the answer.".to_owned(),
                    _ if sitting.composer.is_empty() => words::sentence(&question.text),
                    _ => sitting.what_is_left(),
                };
                let keys = "Tab next    Arrows    F letters    / type    ? why not    E end turn    F2 keys";
                (sitting.side(question.seat), text, keys)
            }
        }
    }

    /// What the pieces say of themselves that stand in the place under the pointer.
    fn under_pointer(&self) -> Option<String> {
        let part = *self.hovered.first()?;
        let pieces = self.sitting.now.scene.layers.iter().filter(|layer| layer.kind == LayerKind::Pieces);
        let mut standing = pieces.flat_map(|layer| layer.shapes.iter()).filter(|shape| shape.part == Some(part));
        standing.find_map(|shape| shape.tip.as_deref().map(str::to_owned))
    }

    /// The place under the cursor, and what choosing it would do.
    fn under_cursor(&self, part: Part) -> String {
        let name = self.sitting.table.part_title(part);
        let lit = self.lights.iter().find(|light| light.part == part && !light.label.is_empty());
        let chosen = self.lights.iter().any(|light| light.part == part && light.glow == Glow::Chosen);
        match lit {
            Some(light) => format!("{name}. Enter: {}.", light.label),
            None if chosen => format!("{name}, chosen."),
            None => format!("{name}. Nothing to choose here; ? says why."),
        }
    }
}
