//! The card of all keys.

use bormida_core::scene::Face;
use eframe::egui::{Grid, Key, Modal, Modifiers, RichText, Ui};

use super::look::{book, head};

/// Keys with what they do, under headings.
const KEYS: [(&str, &[(&str, &str)]); 4] = [
    (
        "An order",
        &[
            ("Tab, Shift+Tab", "the next, the previous place that can act"),
            ("Arrows", "move the cursor from place to place"),
            ("Shift+arrows", "over the sides of a place"),
            ("Enter", "choose what the cursor is on; give the order"),
            ("Esc", "one step back"),
            ("1 to 9", "take or put back pieces; choose an answer"),
            ("A to D", "choose one of several ways"),
            ("F", "letters on all lit places; type one to choose"),
            ("/", "type an order; Tab completes it, a ? at its end asks about it"),
            ("Q, E", "while something is placed: turn it, with Shift by a little"),
            ("E, Enter", "else: end the turn, or this step of it"),
        ],
    ),
    (
        "Mouse",
        &[
            ("Click", "who acts, then where to"),
            ("Double click", "take as many pieces as one order allows"),
            ("Drag", "from who acts to the target, as two clicks; elsewhere it moves the board"),
            ("Right button", "why not?"),
            ("Wheel", "nearer and farther"),
        ],
    ),
    (
        "Help",
        &[
            ("?", "why the place under cursor or pointer cannot be chosen"),
            ("K", "what the enemy may know of your pieces; with full memory also the reverse"),
            ("M", "a note on a place"),
            ("P, held", "the board of the other side, at an open table; pressed again, of the next"),
            ("Space", "close a message"),
            ("F1", "the rules, open at what the moment is about"),
            ("F2", "this card"),
            ("F12", "the console, in designer mode"),
        ],
    ),
    (
        "View and match",
        &[
            ("N, R, C", "show or hide numbers, roads and pips, capacities"),
            ("O, V, W", "zones of control, lines of sight, reach and ways"),
            ("Z", "to the action and back"),
            ("Home", "the whole board"),
            ("Alt, held", "magnifier"),
            ("Page Up, Page Down, End", "step through the match, back to the present"),
            ("Ctrl+Z, Ctrl+Y", "take back, do again"),
        ],
    ),
];

/// Shows the card, with how the game writes its pieces and places; whether it is to be closed.
pub(super) fn show(ui: &Ui, legend: &[String]) -> bool {
    let modal = Modal::new(ui.scope_id().with("keys card")).show(ui.ctx(), |ui| {
        ui.label(book("Keys", 22.0, Face::Bold));
        ui.horizontal_top(|ui| {
            for (column, headings) in KEYS.chunks(2).enumerate() {
                ui.vertical(|ui| {
                    ui.set_width(470.0_f32.min(ui.ctx().content_rect().width() / 2.0 - 40.0));
                    for (heading, keys) in headings {
                        ui.label(head(*heading));
                        Grid::new((column, heading)).num_columns(2).spacing([14.0, 2.0]).show(ui, |ui| {
                            for (key, what) in *keys {
                                ui.label(RichText::new(*key).strong());
                                ui.add(eframe::egui::Label::new(*what).wrap());
                                ui.end_row();
                            }
                        });
                        ui.add_space(6.0);
                    }
                });
            }
        });
        if !legend.is_empty() {
            ui.label(head("Pieces and places"));
            for line in legend {
                ui.label(line);
            }
            ui.add_space(6.0);
        }
        ui.button("Close  Esc").clicked()
    });
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    modal.inner || modal.should_close() || pressed(Key::Escape) || pressed(Key::Enter) || pressed(Key::Space)
}
