//! The match in the window: bar, board, panels and the prompt line, and what keys do there.

use bormida_core::kernel::{Ask, LogLine, Part};
use bormida_core::scene::{Face, Role, Scene};
use eframe::egui::{
    self, Align, Align2, CentralPanel, FontId, Frame, Key, Layout, Modal, Modifiers, Panel, RichText, Ui, vec2,
};

use super::board::{BoardView, Glow, Light};
use super::letters::Letters;
use super::lights::{changed, lights};
use super::line::Line;
use super::look::{Look, book};
use super::panels::{self, Act, LogFilter};
use super::sitting::Sitting;
use super::words;

/// What the match asks of the program around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Back to the first screen.
    Leave,
    /// The dialog for a new game.
    New,
    /// The same game once more.
    Again,
}

/// A match with its view.
pub(super) struct MatchPage {
    /// The match.
    pub(super) sitting: Sitting,
    board: BoardView,
    line: Line,
    letters: Option<Letters>,
    filter: LogFilter,
    lights: Vec<Light>,
    lit_at: Option<u64>,
    hovered: Vec<Part>,
    pointed: Vec<Part>,
    /// Whether the board was zoomed for a card.
    zoomed: bool,
}

impl MatchPage {
    /// A page for a match.
    pub(super) fn new(sitting: Sitting) -> MatchPage {
        MatchPage {
            sitting,
            board: BoardView::default(),
            line: Line::default(),
            letters: None,
            filter: LogFilter::default(),
            lights: Vec::new(),
            lit_at: None,
            hovered: Vec::new(),
            pointed: Vec::new(),
            zoomed: false,
        }
    }

    /// The middle of a part, as last shown in the window.
    pub(super) fn middle(&self, part: Part) -> Option<egui::Pos2> {
        self.board.middle(part)
    }

    /// Shows the whole board again.
    pub(super) fn fit(&mut self) {
        self.board.fit();
    }

    /// Shows the match below the bar and does what the person does.
    pub(super) fn show(&mut self, ui: &mut Ui, look: &mut Look, tabs: i32) -> Option<Wish> {
        let time = ui.input(|input| input.time);
        self.sitting.advance(ui.ctx(), time);
        if let Some(seat) = self.sitting.curtain {
            self.curtain(ui, &self.sitting.side(seat));
            return None;
        }
        self.keys(ui, look, tabs);
        let look = *look;
        Panel::bottom("prompt").show(ui, |ui| self.prompt(ui));
        Panel::right("side").default_size(320.0).size_range(260.0..=620.0).show(ui, |ui| self.side(ui, look));
        CentralPanel::no_frame().show(ui, |ui| self.board(ui, look));
        self.cards(ui)
    }

    fn side(&mut self, ui: &mut Ui, look: Look) {
        ui.add_space(4.0);
        panels::figures(ui, &self.sitting);
        let room = ui.available_height();
        let order = egui::ScrollArea::vertical().id_salt("order").max_height(room * 0.68).auto_shrink([false, true]);
        let mut acts = vec![order.show(ui, |ui| panels::order(ui, &self.sitting, look)).inner];
        ui.separator();
        let here: Vec<Part> = match self.sitting.composer.chosen() {
            [] => self.hovered.iter().take(1).copied().collect(),
            chosen => chosen.to_vec(),
        };
        let (act, pointed) = panels::log(ui, &self.sitting, &mut self.filter, &here);
        self.pointed = pointed;
        acts.push(act);
        for act in acts.into_iter().flatten() {
            self.act(act);
        }
    }

    fn act(&mut self, act: Act) {
        let sitting = &mut self.sitting;
        match act {
            Act::GoOn => sitting.go_on(),
            Act::Back => {
                sitting.back();
            }
            Act::Toggle(class) => sitting.toggle(class),
            Act::TakeAll(class) => sitting.take_all(class),
            Act::Number(n) => sitting.choose_number(n),
            Act::Propose(text) => sitting.play(&text),
            Act::Mark(k) => sitting.option = Some(k),
            Act::Plain(k) => {
                if let Some(choice) = sitting.plain_orders().get(k) {
                    sitting.lay_out(choice);
                }
            }
            Act::GoTo(parts) => self.board.go_to(&parts),
            Act::LookAt(n) => sitting.look_at(n),
        }
    }

    fn board(&mut self, ui: &mut Ui, look: Look) {
        if self.lit_at != Some(self.sitting.changes) {
            self.lights = lights(&mut self.sitting);
            self.lit_at = Some(self.sitting.changes);
        }
        let mut lit = self.lights.clone();
        lit.extend(self.pointed.iter().map(|&part| Light::new(part, Glow::Changed)));
        let scene = shown(&self.sitting.now.scene, look);
        let pointed = self.board.show(ui, &scene, look.palette, &lit);
        self.follow_cards();
        if let Some(part) = pointed.clicked {
            self.letters = None;
            self.sitting.choose(part);
        }
        if let Some(part) = pointed.asked {
            self.sitting.why_not(part);
        }
        self.hovered = pointed.hovered;
        if let Some(letters) = &self.letters {
            letters.paint(ui, &self.board, look);
        }
        self.ways(ui);
    }

    /// Goes to the place of a decision that somebody else's order asks for, and back when the turn goes on.
    fn follow_cards(&mut self) {
        let card = self.sitting.question().is_some_and(|question| question.name != "turn");
        match (card, self.zoomed) {
            (true, false) => {
                let of = |line: &LogLine| line.events.iter().flat_map(|event| event.parts.clone()).collect::<Vec<_>>();
                let mut newest = self.sitting.now.log.iter().rev().map(of);
                let mut parts: Vec<Part> = newest.find(|parts| !parts.is_empty()).unwrap_or_default();
                parts.extend(self.sitting.options.iter().flat_map(|option| option.line.choice.parts.iter().copied()));
                if !parts.is_empty() {
                    self.board.go_to(&parts);
                }
                self.zoomed = true;
            }
            (false, true) if self.sitting.question().is_some() => {
                self.board.go_back();
                self.zoomed = false;
            }
            _ => {}
        }
    }

    /// Several ways to one target, a line each.
    fn ways(&mut self, ui: &Ui) {
        let Some(part) = self.sitting.composer.ways().first().and_then(|way| way.parts.last().copied()) else { return };
        let Some(at) = self.board.middle(part) else { return };
        let mut chosen = None;
        egui::Area::new(ui.scope_id().with("ways")).fixed_pos(at + vec2(14.0, 14.0)).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                for (k, way) in self.sitting.composer.ways().iter().enumerate() {
                    let table = &*self.sitting.table;
                    let parts: Vec<String> = way.parts.iter().map(|part| table.part_name(*part)).collect();
                    let verbs = table.verbs();
                    let verb = verbs.get(way.verb.0 as usize).map_or("order", |(_, name)| name);
                    let text =
                        format!("{}  {} {}, cost {}", k + 1, words::capital(verb), parts.join(" > "), way.cost.0);
                    if ui.button(text).clicked() {
                        chosen = Some(k);
                    }
                }
            });
        });
        if let Some(k) = chosen {
            self.sitting.choose_way(k);
        }
    }

    /// The prompt line: who, what, which keys; read out when it changes.
    fn prompt(&mut self, ui: &mut Ui) {
        if self.line.is_open() {
            match self.line.show(ui) {
                Some(text) if text.ends_with('?') => self.sitting.ask_about(text.trim_end_matches(['?', ' '])),
                Some(text) => self.sitting.play(&text),
                None => {}
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
                ui.label(RichText::new(keys).weak().small());
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
                let won =
                    outcome.winner.map_or("Nobody wins".to_owned(), |seat| format!("{} wins", sitting.side(seat)));
                (String::new(), format!("{won}: {} {}.", outcome.kind, words::section(&outcome.rule)), "")
            }
            Ask::Ask(question) if !sitting.is_person(question.seat) => {
                (sitting.side(question.seat), "thinks.".to_owned(), "Ctrl-Z takes back")
            }
            Ask::Ask(question) => {
                let text = match (&sitting.proposals[..], sitting.options.is_empty(), sitting.option) {
                    ([_], _, _) => "Enter gives the order, Esc steps back.".to_owned(),
                    (_, false, Some(_)) => "Enter gives the answer.".to_owned(),
                    _ if sitting.composer.is_empty() => words::sentence(&question.text),
                    _ => sitting.what_is_left(),
                };
                let keys = "Tab next    F letters    / type    ? why not    Z zoom    E end turn";
                (sitting.side(question.seat), text, keys)
            }
        }
    }

    fn keys(&mut self, ui: &Ui, look: &mut Look, tabs: i32) {
        if ui.ctx().text_edit_focused() || !self.sitting.faults.is_empty() || self.sitting.slow.is_some() {
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
        let pressed = |modifiers: Modifiers, key: Key| ui.input_mut(|input| input.consume_key(modifiers, key));
        if pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z) || pressed(Modifiers::COMMAND, Key::Y) {
            self.sitting.redo();
        }
        if pressed(Modifiers::COMMAND, Key::Z) {
            self.sitting.undo();
        }
        let free = ui.memory(|memory| memory.focused().is_none());
        if free && pressed(Modifiers::NONE, Key::Enter) {
            self.sitting.go_on();
        }
        if pressed(Modifiers::NONE, Key::Escape) {
            let had = self.letters.take().is_some() || self.sitting.back();
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
        if typed("?")
            && let Some(&part) = self.hovered.first()
        {
            self.sitting.why_not(part);
        }
        if pressed(Modifiers::NONE, Key::F) && self.sitting.question().is_some() {
            self.letters = Some(Letters::new(&self.lights, &self.board));
        }
        if pressed(Modifiers::NONE, Key::Z) {
            self.zoom();
        }
        if pressed(Modifiers::NONE, Key::Home) {
            self.board.fit();
        }
        for (key, _, shown) in look.toggles() {
            if key.is_some_and(|key| pressed(Modifiers::NONE, key)) {
                *shown = !*shown;
            }
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

    /// To the action and back.
    fn zoom(&mut self) {
        if self.board.has_gone() {
            self.board.go_back();
            return;
        }
        let mut parts = self.sitting.composer.chosen().to_vec();
        if parts.is_empty() {
            parts.extend(changed(&self.sitting));
        }
        if parts.is_empty() {
            parts.extend(self.lights.iter().map(|light| light.part));
        }
        self.board.go_to(&parts);
    }

    fn curtain(&mut self, ui: &mut Ui, side: &str) {
        let mut raise = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        CentralPanel::default().show(ui, |ui| {
            ui.vertical_centered(|ui| {
                ui.add_space(ui.available_height() * 0.35);
                ui.label(book(format!("{side} decides"), 32.0, Face::Bold));
                ui.label("The other side looks away.");
                ui.add_space(12.0);
                let text = RichText::new(format!("I am {side}  Enter")).size(18.0);
                raise |= ui.button(text).clicked();
            });
        });
        if raise {
            self.sitting.raise_curtain();
        }
    }

    /// Cards over the match: failed hooks, a slow script, the outcome.
    fn cards(&mut self, ui: &Ui) -> Option<Wish> {
        let mut wish = None;
        if let Some(fault) = self.sitting.faults.first().cloned() {
            let mut read = false;
            Modal::new(ui.scope_id().with("fault")).show(ui.ctx(), |ui| {
                ui.set_max_width(520.0);
                ui.label(book("A script failed", 22.0, Face::Bold));
                ui.label(format!("Pack {}, hook {}", fault.pack, fault.hook));
                ui.label(words::sentence(&fault.what));
                ui.label("The hook is switched off for this match. Play goes on by the printed rule.");
                read = ui.button("Go on  Enter").clicked();
            });
            if read || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
                self.sitting.faults.remove(0);
            }
        } else if let Some(fault) = self.sitting.slow.clone() {
            let (mut wait, mut off) = (false, false);
            Modal::new(ui.scope_id().with("slow")).show(ui.ctx(), |ui| {
                ui.set_max_width(520.0);
                ui.label(book("A script takes long", 22.0, Face::Bold));
                ui.label(words::sentence(&fault.to_string()));
                ui.horizontal(|ui| {
                    wait = ui.button("Wait").clicked();
                    off = ui.button("Switch it off").clicked();
                });
            });
            if wait {
                self.sitting.wait_for_script();
            } else if off {
                self.sitting.switch_off_script();
            }
        } else if let Ask::Over(outcome) = &self.sitting.now.ask
            && !self.sitting.outcome_read
            && !self.sitting.is_looking_back()
        {
            let who =
                outcome.winner.map_or("Nobody wins".to_owned(), |seat| format!("{} wins", self.sitting.side(seat)));
            let how = format!("{} {}", words::capital(&outcome.kind), words::section(&outcome.rule));
            let orders = self.sitting.table.number();
            let mut read = false;
            Modal::new(ui.scope_id().with("outcome")).show(ui.ctx(), |ui| {
                ui.label(book(who, 28.0, Face::Bold));
                ui.label(format!("{how}, after {orders} orders."));
                ui.add_space(8.0);
                ui.horizontal(|ui| {
                    read = ui.button("Look at the board").clicked();
                    if ui.button("Step through the match").clicked() {
                        read = true;
                        let first = self.sitting.table.first_known();
                        self.sitting.look_at(first);
                    }
                    if ui.button("Play again").clicked() {
                        wish = Some(Wish::Again);
                    }
                    if ui.button("New game").clicked() {
                        wish = Some(Wish::New);
                    }
                    if ui.button("First screen").clicked() {
                        wish = Some(Wish::Leave);
                    }
                });
            });
            self.sitting.outcome_read |= read;
        }
        wish
    }
}

/// The scene without what the person does not want to see.
fn shown(scene: &Scene, look: Look) -> Scene {
    Scene { size: scene.size, layers: scene.layers.iter().filter(|layer| look.shows(layer.kind)).cloned().collect() }
}

/// A tag on the board with a letter.
pub(super) fn tag(painter: &egui::Painter, at: egui::Pos2, text: &str, look: Look) {
    let font = FontId::monospace(14.0);
    let galley = painter.layout_no_wrap(text.to_owned(), font, look.colour(Role::Paper));
    let room = Align2::CENTER_CENTER.anchor_size(at, galley.size()).expand(3.0);
    painter.rect_filled(room, 3.0, look.colour(Role::Ink));
    painter.galley(room.min + vec2(3.0, 3.0), galley, look.colour(Role::Paper));
}
