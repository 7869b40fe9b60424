//! What keys do in a match.

use bormida_core::kernel::Part;
use eframe::egui::{self, Key, Modifiers, Ui};

use super::cursor::{self, Cursor, Way};
use super::keeping::Memory;
use super::letters::Letters;
use super::look::Look;
use super::match_page::MatchPage;
use super::notepad::Notepad;
use super::panels::{self, Act};
use super::pose;
use super::sitting::Notice;

const ARROWS: [(Key, Way); 4] = [
    (Key::ArrowUp, [0.0, -1.0]),
    (Key::ArrowDown, [0.0, 1.0]),
    (Key::ArrowLeft, [-1.0, 0.0]),
    (Key::ArrowRight, [1.0, 0.0]),
];

impl MatchPage {
    pub(super) fn keys(&mut self, ui: &Ui, look: &mut Look, tabs: i32) {
        if ui.ctx().text_edit_focused()
            || self.notepad.is_some()
            || self.is_parted()
            || !self.sitting.faults.is_empty()
            || !self.sitting.failed_bots.is_empty()
            || self.sitting.slow.is_some()
        {
            return;
        }
        for _ in 0..tabs.abs() {
            self.next_who(tabs.signum());
        }
        if let Some(letters) = &mut self.letters {
            let pressed = ui.input(Letters::typed);
            if let Some(letter) = pressed {
                if let Some(part) = letters.press(letter) {
                    self.letters = None;
                    self.sitting.choose(part);
                } else if letters.is_dead() {
                    self.letters = None;
                }
                return;
            }
        }
        if !self.pile.is_empty()
            && let Some(letter) = ui.input(Letters::typed)
        {
            self.choose_of_pile(usize::from(letter as u8 - b'a'));
            return;
        }
        if !self.sitting.composer.ways().is_empty()
            && let Some(letter) = ui.input(Letters::typed)
        {
            self.sitting.choose_way(usize::from(letter as u8 - b'a'));
            return;
        }
        let pressed = |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            self.sitting.redo();
        }
        if pressed(Modifiers::COMMAND, Key::Z) {
            self.sitting.undo();
        }
        let free = ui.memory(|memory| memory.focused().is_none()) && !self.shows_outcome();
        if free && pressed(Modifiers::NONE, Key::Enter) {
            match &mut self.cursor {
                Some(cursor) if cursor.armed && self.sitting.question().is_some() => {
                    cursor.armed = false;
                    let part = cursor.part;
                    self.pointed_at = None;
                    self.sitting.choose(part);
                }
                _ => self.sitting.go_on(),
            }
        }
        for (key, way) in ARROWS {
            for (modifiers, within) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
                if free && pressed(modifiers, key) {
                    self.move_cursor(way, within);
                }
            }
        }
        if free && pressed(Modifiers::NONE, Key::Space) {
            self.sitting.notice = None;
        }
        if !self.shows_outcome() && pressed(Modifiers::NONE, Key::Escape) {
            let had = !std::mem::take(&mut self.pile).is_empty()
                || self.letters.take().is_some()
                || self.sitting.back()
                || self.cursor.take().is_some();
            if !had && self.board.has_gone() {
                self.board.go_back();
            }
        }
        if let Some(k) = panels::digit(ui) {
            self.digit(k);
        }
        let typed = |text: &str| {
            ui.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::Text(t) if t == text)))
        };
        if typed("/") && self.sitting.question().is_some() {
            self.line.open(&mut self.sitting);
        }
        if typed("?") {
            match self.at_hand() {
                Some(part) => self.sitting.why_not(part),
                None => {
                    let text = "Point at a place, or go there with the arrows, and ask again.";
                    self.sitting.notice = Some(Notice::Word(text.to_owned()));
                }
            }
        }
        if let Some(frame) = self.sitting.frame() {
            for (key, by) in [(Key::Q, -1.0), (Key::E, 1.0)] {
                for (modifiers, degrees) in [(Modifiers::SHIFT, 1.0), (Modifiers::NONE, 15.0)] {
                    if pressed(modifiers, key) {
                        let turned = pose::turned(self.sitting.pose(&frame), by * degrees, &frame);
                        self.sitting.place(turned);
                    }
                }
            }
        }
        for (key, _, shown) in look.toggles() {
            if key.is_some_and(|key| pressed(Modifiers::NONE, key)) {
                *shown = !*shown;
            }
        }
        if pressed(Modifiers::NONE, Key::K) {
            self.knowledge = !self.knowledge;
        }
        if pressed(Modifiers::NONE, Key::M) {
            self.open_notepad(ui);
        }
        if pressed(Modifiers::NONE, Key::F) && self.sitting.question().is_some() {
            self.relight(); // a key before it may have chosen who acts
            self.letters = Some(Letters::new(&self.lights, &self.board));
        }
        if pressed(Modifiers::NONE, Key::Z) {
            self.zoom();
        }
        if pressed(Modifiers::NONE, Key::Home) {
            self.board.fit();
        }
        if pressed(Modifiers::NONE, Key::E) {
            self.act(Act::Plain(0));
        }
        if pressed(Modifiers::NONE, Key::PageUp) {
            self.sitting.look_at(self.sitting.table.shown().saturating_sub(1));
        }
        if pressed(Modifiers::NONE, Key::PageDown) {
            self.sitting.look_at(self.sitting.table.shown() + 1);
        }
        if pressed(Modifiers::NONE, Key::End) {
            self.sitting.look_at(self.sitting.table.number());
        }
    }

    fn digit(&mut self, k: usize) {
        let sitting = &mut self.sitting;
        if !sitting.composer.ways().is_empty() {
            sitting.choose_way(k);
        } else if !sitting.options.is_empty() {
            if k < sitting.options.len() {
                sitting.option = Some(k);
            }
        } else if let Some(chip) = sitting.composer.chips(&sitting.now.offers).get(k) {
            sitting.toggle(chip.class);
        } else if sitting.proposals.len() > 1
            && let Some(proposal) = sitting.proposals.get(k)
        {
            let text = proposal.line.text.clone();
            sitting.play(&text);
        }
    }

    /// The next place that can act, by its name on the board.
    fn next_who(&mut self, by: i32) {
        if self.sitting.question().is_none() {
            return;
        }
        let mut who: Vec<Part> = self.sitting.now.offers.iter().filter_map(|o| o.parts.first().copied()).collect();
        who.sort_unstable();
        who.dedup();
        if who.is_empty() {
            return;
        }
        let at = self.sitting.composer.chosen().first().and_then(|part| who.iter().position(|p| p == part));
        let next = match (at, by > 0) {
            (Some(at), true) => (at + 1) % who.len(),
            (Some(at), false) => (at + who.len() - 1) % who.len(),
            (None, true) => 0,
            (None, false) => who.len() - 1,
        };
        self.sitting.composer = Default::default();
        self.sitting.choose(who[next]);
    }

    /// The part under the cursor, else under the pointer.
    fn at_hand(&self) -> Option<Part> {
        self.cursor.map(|cursor| cursor.part).or_else(|| self.hovered.first().copied())
    }

    fn move_cursor(&mut self, way: Way, within: bool) {
        let from = self.at_hand().or_else(|| self.sitting.composer.chosen().last().copied());
        let scene = &self.sitting.now.scene;
        let start = self.board.camera().map_or([0.0, 0.0], |camera| camera.centre);
        let Some(part) = cursor::step(scene, from, start, way, within) else { return };
        self.cursor = Some(Cursor { part, armed: true });
        if self.board.middle(part).is_some_and(|at| !self.board_room.contains(at)) {
            self.board.go_to(&[part]);
        }
    }

    /// Opens the note on the place at hand.
    fn open_notepad(&mut self, ui: &Ui) {
        let sitting = &mut self.sitting;
        if sitting.keeping.memory == Memory::None {
            sitting.notice = Some(Notice::Word("This match keeps no notes (View, Memory).".to_owned()));
            return;
        }
        let part = self.cursor.map(|cursor| cursor.part).or_else(|| self.hovered.first().copied());
        let Some(part) = part.or_else(|| sitting.composer.chosen().last().copied()).filter(|_| !sitting.veiled) else {
            sitting.notice = Some(Notice::Word("Point at a place first.".to_owned()));
            return;
        };
        let text = sitting.keeping.note(sitting.eyes, part).unwrap_or_default().to_owned();
        // the key's own letter is no part of the note
        ui.input_mut(|input| input.events.retain(|event| !matches!(event, egui::Event::Text(_))));
        self.notepad = Some(Notepad::new(part, sitting.table.part_title(part), text));
    }
}
