//! Cards over a match: the curtain, a failed or a slow script, a note, the outcome.

use bormida_core::kernel::{Ask, Fault, Outcome};
use bormida_core::scene::Face;
use eframe::egui::{self, CentralPanel, Key, Modal, Modifiers, RichText, Ui};

use super::look::book;
use super::match_page::{MatchPage, Wish};
use super::notepad::Written;
use super::panels;
use super::sitting::Sitting;
use super::words;
use crate::spoken::nobody_wins;

impl MatchPage {
    /// The curtain between two people.
    pub(super) fn curtain(&mut self, ui: &mut Ui, side: &str) {
        let mut raise = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        CentralPanel::default().show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(ui.available_height() * 0.35);
                ui.label(book(format!("The {side} side decides"), 32.0, Face::Bold));
                ui.label("The other side looks away.");
                ui.add_space(12.0);
                let text = RichText::new(format!("I play the {side} side  Enter")).size(18.0);
                raise |= ui.button(text).clicked();
            });
        });
        if raise {
            self.sitting.raise_curtain();
        }
    }

    /// Whether the card of the outcome is up: until it has been read.
    pub(super) fn shows_outcome(&self) -> bool {
        let over = matches!(self.sitting.now.ask, Ask::Over(_));
        over && !self.sitting.outcome_read && !self.sitting.is_looking_back()
    }

    /// Cards over the match: failed hooks, a slow script, the outcome.
    pub(super) fn cards(&mut self, ui: &Ui) -> Option<Wish> {
        let mut wish = None;
        if let Some(notepad) = &mut self.notepad {
            match notepad.show(ui) {
                None => {}
                Some(written) => {
                    self.notepad = None;
                    if let Written::Note(part, text) = written {
                        self.sitting.write_note(part, &text);
                    }
                }
            }
        } else if let Some(fault) = self.sitting.faults.first().cloned() {
            let read = fault_card(ui, &fault);
            if read || entered(ui) {
                self.sitting.faults.remove(0);
            }
        } else if let Some(told) = self.sitting.failed_bots.first() {
            if bot_card(ui, told) || entered(ui) {
                self.sitting.failed_bots.remove(0);
            }
        } else if let Some(fault) = self.sitting.slow.clone() {
            match slow_card(ui, &fault, self.sitting.slow_bot.is_some()) {
                Some(Slow::Wait) => self.sitting.wait_for_script(),
                Some(Slow::Off) => self.sitting.switch_off_script(),
                None => {}
            }
        } else if let Ask::Over(outcome) = &self.sitting.now.ask
            && self.shows_outcome()
        {
            match outcome_card(ui, &self.sitting, outcome) {
                None => {}
                Some(Next::Look) => self.sitting.outcome_read = true,
                Some(Next::Replay) => {
                    self.sitting.outcome_read = true;
                    let first = self.sitting.table.first_known();
                    self.sitting.look_at(first);
                }
                Some(Next::Wish(asked)) => {
                    // a dialog over a card would have to fight for the keys
                    self.sitting.outcome_read = asked == Wish::SaveAs;
                    wish = Some(asked);
                }
            }
        }
        wish
    }
}

fn entered(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))
}

/// A hook that failed; whether it was read.
fn fault_card(ui: &Ui, fault: &Fault) -> bool {
    let modal = Modal::new(ui.scope_id().with("fault")).show(ui.ctx(), |ui| {
        ui.set_max_width(520.0);
        ui.label(book("A script failed", 22.0, Face::Bold));
        ui.label(format!("Pack {}, hook {}", fault.pack, fault.hook));
        ui.label(words::sentence(&fault.what));
        ui.label("The hook is switched off for this match. Play goes on by the printed rule.");
        ui.button("Go on  Enter").clicked()
    });
    modal.inner
}

/// A bot that failed; whether it was read.
fn bot_card(ui: &Ui, told: &str) -> bool {
    let modal = Modal::new(ui.scope_id().with("failed bot")).show(ui.ctx(), |ui| {
        ui.set_max_width(520.0);
        ui.label(book("A bot failed", 22.0, Face::Bold));
        ui.label(told);
        ui.button("Go on  Enter").clicked()
    });
    modal.inner
}

/// What becomes of a slow script.
enum Slow {
    Wait,
    Off,
}

/// A script that takes long: a rule's, or a bot's own, which then leaves its seat.
fn slow_card(ui: &Ui, fault: &Fault, bot: bool) -> Option<Slow> {
    let can_go = bot || fault.hook_name().is_some();
    let modal = Modal::new(ui.scope_id().with("slow")).show(ui.ctx(), |ui| {
        ui.set_max_width(520.0);
        ui.label(book("A script takes long", 22.0, Face::Bold));
        if !fault.pack.is_empty() {
            ui.label(format!("Pack {}, hook {}", fault.pack, fault.hook));
        }
        ui.label(words::sentence(&fault.what));
        ui.label("Nothing is lost: the match stands as it was before.");
        let mut chosen = None;
        ui.horizontal(|ui| {
            if ui.button("Wait  Enter").clicked() {
                chosen = Some(Slow::Wait);
            }
            if ui.add_enabled(can_go, egui::Button::new("Switch it off  O")).clicked() {
                chosen = Some(Slow::Off);
            }
        });
        chosen
    });
    let off = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::O)) && can_go;
    modal.inner.or_else(|| off().then_some(Slow::Off)).or_else(|| entered(ui).then_some(Slow::Wait))
}

/// What comes after a match.
enum Next {
    Look,
    Replay,
    Wish(Wish),
}

/// Who won and how, and what now.
fn outcome_card(ui: &Ui, sitting: &Sitting, outcome: &Outcome) -> Option<Next> {
    let who = outcome
        .winner
        .map_or_else(|| nobody_wins(&sitting.table.sides()), |seat| format!("The {} side wins", sitting.side(seat)));
    let how = format!("{} {}", words::capital(&outcome.kind), words::section(&outcome.rule));
    let orders = sitting.table.number();
    let modal = Modal::new(ui.scope_id().with("outcome")).show(ui.ctx(), |ui| {
        ui.set_width(430.0);
        ui.label(book(who, 28.0, Face::Bold));
        ui.label(format!("{}, after {orders} orders.", how.trim_end()));
        ui.add_space(4.0);
        panels::figures(ui, sitting);
        ui.add_space(6.0);
        let choices = [
            ("Look around  Enter", Next::Look),
            ("Replay from the start", Next::Replay),
            ("Save as", Next::Wish(Wish::SaveAs)),
            ("Play again", Next::Wish(Wish::Again)),
            ("New game", Next::Wish(Wish::New)),
            ("Leave the match", Next::Wish(Wish::Leave)),
        ];
        let mut chosen = None;
        egui::Grid::new("what now").num_columns(2).spacing([8.0, 6.0]).show(ui, |ui| {
            for (k, (text, next)) in choices.into_iter().enumerate() {
                if ui.add(egui::Button::new(text).min_size(egui::vec2(200.0, 28.0))).clicked() {
                    chosen = Some(next);
                }
                if k % 2 == 1 {
                    ui.end_row();
                }
            }
        });
        chosen
    });
    let leaves = modal.should_close() || entered(ui);
    modal.inner.or_else(|| leaves.then_some(Next::Look))
}

#[cfg(test)]
mod tests {
    use super::super::look::Look;
    use super::*;
    use bormida_core::games::{Spec, Vacant, house};
    use bormida_core::pack::builtin::Files;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    /// A page of a match with a variant, one of whose hooks takes too long.
    fn slow() -> Harness<'static, MatchPage> {
        let catalogue = house(&Files::builtin()).unwrap();
        let about = catalogue.abouts().remove(0);
        let variant = about.variants.iter().find(|variant| variant.name.contains("four-commands")).unwrap();
        let spec = Spec { variants: vec![variant.name.clone()], ..Spec::default() };
        let table = catalogue.start(spec.header(&about, Vacant::People).unwrap(), None).unwrap();
        let mut page = MatchPage::new(Sitting::new(table));
        page.sitting.slow = Some(Fault {
            pack: variant.name.clone(),
            hook: "allowance".to_owned(),
            what: "too slow on this machine".to_owned(),
            slow: true,
            ..Fault::default()
        });
        let builder = Harness::builder().with_context_setup(crate::paint::install_fonts);
        let mut harness = builder.with_size(egui::vec2(1280.0, 800.0)).build_ui_state(
            |ui, page: &mut MatchPage| {
                let _ = page.show(ui, &mut Look::default(), 0, false);
            },
            page,
        );
        harness.run_ok();
        harness
    }

    #[test]
    fn a_slow_script_is_waited_for_or_switched_off() {
        let mut harness = slow();
        assert!(harness.query_by_label("Too slow on this machine.").is_some());
        harness.get_by_label("Wait  Enter").click();
        harness.run_ok();
        assert!(harness.query_by_label("A script takes long").is_none());
        assert!(harness.state().sitting.table.off().is_empty());
        for by_key in [true, false] {
            let mut harness = slow();
            if by_key {
                harness.key_press(Key::O);
            } else {
                harness.get_by_label("Switch it off  O").click();
            }
            harness.run_ok();
            assert!(harness.query_by_label("A script takes long").is_none());
            let off = harness.state().sitting.table.off();
            assert!(off.iter().any(|hook| hook.hook == "allowance"), "{off:?}");
        }
    }
}
