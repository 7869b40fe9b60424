//! The card of packs that the history of a match does not fit, with the ways on.

use bormida_core::kernel::WayOn;
use bormida_core::scene::Face;
use eframe::egui::{Modal, Ui};

use super::super::look::book;
use super::super::match_page::MatchPage;
use super::super::sitting::Notice;
use super::super::words;

/// What a person chose.
enum Chosen {
    Keep,
    Way(WayOn),
}

impl MatchPage {
    /// Whether a person is asked how the match goes on.
    pub(in crate::app) fn is_parted(&self) -> bool {
        self.console.as_ref().is_some_and(|console| console.parted.is_some())
    }

    /// Asks how the match goes on.
    pub(in crate::app) fn parted_card(&mut self, ui: &Ui) {
        let Some(console) = &mut self.console else { return };
        let Some(divergence) = &console.parted else { return };
        let mut chosen = None;
        let modal = Modal::new(ui.scope_id().with("parted")).show(ui.ctx(), |ui| {
            ui.set_max_width(620.0);
            ui.label(book("The new rules tell another story", 22.0, Face::Bold));
            ui.label(words::sentence(&divergence.to_string()));
            if let Some(made) = &console.made {
                ui.label(made);
            }
            ui.label("The match goes on by the rules as they were before, until you say otherwise.");
            ui.add_space(4.0);
            let last = divergence.order.saturating_sub(1);
            let back = match last {
                0 => "Begin again under the new rules".to_owned(),
                _ => format!("Go back to order {last} under the new rules"),
            };
            let ways = [
                ("Keep the old rules  Esc".to_owned(), "Nothing changes in the match.", Chosen::Keep),
                (back, "What came after it is taken back.", Chosen::Way(WayOn::BackThere)),
                (
                    "Go on from now under the new rules".to_owned(),
                    "The position stays; orders before it cannot be taken back any more.",
                    Chosen::Way(WayOn::FromNow),
                ),
            ];
            for (label, help, way) in ways {
                if ui.button(label).on_hover_text(help).clicked() {
                    chosen = Some(way);
                }
            }
        });
        if modal.should_close() {
            chosen = chosen.or(Some(Chosen::Keep));
        }
        let Some(chosen) = chosen else { return };
        console.parted = None;
        let made = console.made.take();
        let Chosen::Way(way) = chosen else {
            console.say(match made {
                Some(_) => "the match is played without the new variant".to_owned(),
                None => "the old rules hold until the files are saved again".to_owned(),
            });
            return;
        };
        match self.sitting.table.go_on_under(way) {
            Ok(()) => {
                self.sitting.take_other_rules();
                console.say(format!("under the new rules after order {}", self.sitting.table.number()));
                console.look_at(&self.sitting);
                console.is_under_new_rules();
                self.sitting.notice = made.map(Notice::Word);
            }
            Err(trouble) => {
                console.say("the old rules hold".to_owned());
                self.sitting.notice = Some(Notice::Word(words::sentence(&trouble.to_string())));
            }
        }
    }
}
