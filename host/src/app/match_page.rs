//! The match in the window: board, panels, prompt line and cards.

use bormida_core::kernel::{LogLine, Part, Rule, Seat};
use bormida_core::scene::{Layer, LayerKind, Point, Role, Scene};
use eframe::egui::{self, Align2, CentralPanel, FontId, Frame, Key, Panel, Pos2, Rect, Stroke, Ui, vec2};

use super::board::{BoardView, Drag, Glow, Light, Pointed};
use super::console::Console;
use super::cursor::Cursor;
use super::keeping::TableKind;
use super::letters::Letters;
use super::lights::{changed, lights};
use super::line::Line;
use super::look::Look;
use super::notepad::Notepad;
use super::panels::{self, Act, LogFilter};
use super::pose;
use super::remembered;
use super::sitting::{Notice, Sitting};
use super::words;
use crate::paint::Hits;

/// What the match asks of the program around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Back to the first screen.
    Leave,
    /// The dialog for a new game.
    New,
    /// The same game once more.
    Again,
    /// The dialog that saves the match under another name.
    SaveAs,
}

/// The height in points that the log and the buttons above it keep, however much is asked.
const LEAST_LOG: f32 = 170.0;

/// What the game draws about what is chosen or pointed at, kept until that changes.
#[derive(Default)]
struct Focus {
    of: Option<(u64, Vec<Part>, Option<Part>)>,
    layers: Vec<Layer>,
}

/// A match with its view.
pub(super) struct MatchPage {
    /// The match.
    pub(super) sitting: Sitting,
    pub(super) board: BoardView,
    /// The room of the board in the window, as last shown.
    pub(super) board_room: Rect,
    pub(super) line: Line,
    pub(super) letters: Option<Letters>,
    /// The keys' cursor.
    pub(super) cursor: Option<Cursor>,
    /// A note being written.
    pub(super) notepad: Option<Notepad>,
    /// Tags on the board tell who may know what.
    pub(super) knowledge: bool,
    /// A section of the rules that the person wants to read.
    pub(super) wanted: Option<Rule>,
    /// A section of the rules that the person wants to change.
    pub(super) to_change: Option<Rule>,
    /// Where the pointer chose last; a chooser opens there.
    pub(super) pointed_at: Option<Pos2>,
    filter: LogFilter,
    pub(super) lights: Vec<Light>,
    lit_at: Option<u64>,
    pub(super) hovered: Vec<Part>,
    focus: Focus,
    /// Pieces that lie over each other where the pointer chose, one to be chosen.
    pub(super) pile: Vec<Part>,
    /// The lit part that is being dragged has been chosen.
    dragging: bool,
    pointed: Vec<Part>,
    /// The side whose board was last looked at from an open table.
    peeked: Option<Seat>,
    /// The number of the order after which a card was last looked at, and the board zoomed where it had to be.
    looked: Option<u32>,
    /// The step and the marks of the lesson that the board was last moved for.
    pub(super) marked: Option<(usize, String, bormida_core::lesson::Marks)>,
    /// The console, in an all-seeing match.
    pub(super) console: Option<Console>,
}

impl MatchPage {
    /// A page for a match.
    pub(super) fn new(sitting: Sitting) -> MatchPage {
        MatchPage {
            sitting,
            board: BoardView::default(),
            board_room: Rect::NOTHING,
            line: Line::default(),
            letters: None,
            cursor: None,
            notepad: None,
            knowledge: false,
            wanted: None,
            to_change: None,
            pointed_at: None,
            filter: LogFilter::default(),
            lights: Vec::new(),
            lit_at: None,
            hovered: Vec::new(),
            focus: Focus::default(),
            pile: Vec::new(),
            dragging: false,
            pointed: Vec::new(),
            peeked: None,
            looked: None,
            marked: None,
            console: None,
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

    /// Shows the match below the bar and does what the person does; keys are not the match's while the program is busy
    /// with a dialog over it.
    pub(super) fn show(&mut self, ui: &mut Ui, look: &mut Look, tabs: i32, busy: bool) -> Option<Wish> {
        let time = ui.input(|input| input.time);
        self.sitting.advance(ui.ctx(), time);
        if let Some(seat) = self.sitting.curtain {
            self.curtain(ui, &self.sitting.side(seat));
            return None;
        }
        if !busy {
            self.keys(ui, look, tabs);
        }
        let look = *look;
        Panel::bottom("prompt").show(ui, |ui| self.prompt(ui));
        self.console(ui, look);
        Panel::right("side").default_size(320.0).size_range(260.0..=620.0).show(ui, |ui| {
            // nothing that is told makes the panel wider: the board would shrink
            let room = ui.available_rect_before_wrap();
            self.side(&mut ui.new_child(egui::UiBuilder::new().max_rect(room)), look);
            ui.advance_cursor_after_rect(room);
        });
        CentralPanel::no_frame().show(ui, |ui| self.board(ui, look));
        let left = self.lesson_card(ui, look, busy);
        if self.is_parted() {
            self.parted_card(ui);
            return left;
        }
        self.cards(ui).or(left)
    }

    /// The section of the rules that the moment is about: what was refused last, else what is asked.
    pub(super) fn section(&self) -> Option<Rule> {
        match &self.sitting.notice {
            Some(Notice::Refused(reasons)) if reasons.iter().any(|(_, refusal)| !refusal.rule.0.is_empty()) => {
                reasons.iter().map(|(_, refusal)| refusal.rule.clone()).find(|rule| !rule.0.is_empty())
            }
            _ if self.sitting.card().is_some_and(|card| !card.rule.is_empty()) => {
                self.sitting.card().map(|card| Rule(card.rule.clone().into()))
            }
            _ => self.sitting.question().map(|question| question.rule.clone()),
        }
    }

    fn side(&mut self, ui: &mut Ui, look: Look) {
        ui.add_space(4.0);
        panels::figures(ui, &self.sitting);
        let room = ui.available_height();
        let most = (room - LEAST_LOG).max(room * 0.5);
        let order = egui::ScrollArea::vertical().id_salt("order").max_height(most).auto_shrink([false, true]);
        let mut acts = vec![order.show(ui, |ui| panels::order(ui, &self.sitting, look)).inner];
        acts.push(panels::decision(ui, &self.sitting));
        ui.separator();
        let remembered =
            self.cursor.map(|cursor| cursor.part).or_else(|| self.sitting.composer.chosen().first().copied());
        if let Some(part) = remembered.or_else(|| self.hovered.first().copied().filter(|_| self.knowledge)) {
            remembered::panel(ui, &self.sitting, part, look);
        }
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

    /// Does what a person did in a panel.
    pub(super) fn act(&mut self, act: Act) {
        let sitting = &mut self.sitting;
        match act {
            Act::GoOn => sitting.go_on(),
            Act::Back => {
                sitting.back();
            }
            Act::Toggle(class) => sitting.toggle(class),
            Act::TakeAll(class) => sitting.take_all(class),
            Act::Number(n) => sitting.choose_number(n),
            Act::Place(pose) => sitting.place(pose),
            Act::Propose(text) => sitting.play(&text),
            Act::Mark(k) => sitting.option = Some(k),
            Act::Plain(k) => {
                if let Some(choice) = sitting.plain_orders().get(k) {
                    sitting.lay_out(choice);
                }
            }
            Act::GoTo(parts) => self.board.go_to(&parts),
            Act::LookAt(n) => sitting.look_at(n),
            Act::Read(rule) => self.wanted = Some(rule),
            Act::Change(rule) => self.to_change = Some(rule),
        }
    }

    /// Works the lights out anew when something has changed since.
    pub(super) fn relight(&mut self) {
        if self.lit_at != Some(self.sitting.changes) {
            self.lights = lights(&mut self.sitting);
            self.pile.clear();
            self.lit_at = Some(self.sitting.changes);
        }
    }

    /// Asks the game anew what to draw about the parts at hand when others are at hand, or the moment is another.
    fn refocus(&mut self) {
        let sitting = &self.sitting;
        let under = self.cursor.map(|cursor| cursor.part).or_else(|| self.hovered.first().copied());
        let of = (sitting.changes, sitting.composer.chosen().to_vec(), under);
        if self.focus.of.as_ref() == Some(&of) {
            return;
        }
        let hidden = sitting.veiled || sitting.curtain.is_some();
        self.focus.layers = if hidden { Vec::new() } else { sitting.table.focus(sitting.eyes, &of.1, under) };
        self.focus.of = Some(of);
    }

    fn board(&mut self, ui: &mut Ui, look: Look) {
        self.relight();
        let mut lit = self.lights.clone();
        lit.extend(self.pointed.iter().map(|&part| Light::new(part, Glow::Changed)));
        let peeked = self.peek(ui);
        self.refocus();
        let mut scene = shown(peeked.as_ref().unwrap_or(&self.sitting.now.scene), look);
        for layer in self.focus.layers.iter().filter(|layer| look.shows(layer.kind)) {
            // what can be seen is washed over the land, ways go over all
            let pieces = scene.layers.iter().position(|layer| layer.kind == LayerKind::Pieces);
            let at = pieces.filter(|_| layer.kind == LayerKind::Sight).unwrap_or(scene.layers.len());
            scene.layers.insert(at, layer.clone());
        }
        scene.layers.extend(self.sitting.marks().cloned());
        self.board_room = ui.max_rect();
        let frame = self.sitting.frame();
        self.board.hold(frame.is_some());
        let pointed = self.board.show(ui, &scene, look.palette, &lit);
        match self.sitting.led {
            Some(_) => self.follow_lesson(),
            None => self.follow_cards(),
        }
        if let Some(part) = pointed.asked {
            self.sitting.why_not(part);
        }
        match (frame, pointed.drag) {
            (Some(frame), drag) => self.placed(&pointed, drag, &frame),
            (None, Some(drag)) => self.dragged(ui, drag, &pointed, look),
            (None, None) => self.clicked(ui, &pointed),
        }
        self.hovered = pointed.hovered;
        if let Some(pose) = self.sitting.composer.pose() {
            let part = self.sitting.composer.chosen().first().copied();
            pose::ghost(ui, &self.board, &scene, part, pose, look);
        }
        remembered::paint(ui, &self.board, &self.sitting, self.knowledge, look);
        if let Some(letters) = &self.letters {
            letters.paint(ui, &self.board, look);
        }
        if let Some(at) = self.cursor.and_then(|cursor| self.board.middle(cursor.part)) {
            for (width, role) in [(6.0, Role::Paper), (2.5, Role::Ink)] {
                ui.painter().circle_stroke(at, 16.0, Stroke::new(width, look.colour(role)));
            }
        }
        self.ways(ui);
        self.pile(ui);
    }

    /// The board as another person's side sees it, while the key is held at a table where nobody hides anything; each
    /// press takes the next side.
    fn peek(&mut self, ui: &Ui) -> Option<Scene> {
        let sitting = &self.sitting;
        let open = sitting.keeping.table != TableKind::Curtain && sitting.people() > 1;
        let held = open && !ui.ctx().text_edit_focused() && ui.input(|input| input.key_down(Key::P));
        if !held {
            return None;
        }
        let is_press =
            |event: &egui::Event| matches!(event, egui::Event::Key { key: Key::P, pressed: true, repeat: false, .. });
        let last = self.peeked.unwrap_or(sitting.eyes);
        let pressed = ui.input(|input| input.events.iter().any(is_press));
        let next = if pressed || last == sitting.eyes { sitting.next_person(last)? } else { last };
        self.peeked = Some(next);
        Some(sitting.table.scene(next))
    }

    fn clicked(&mut self, ui: &Ui, pointed: &Pointed) {
        if let Some(badge) = &pointed.signed {
            (self.letters, self.cursor) = (None, None);
            self.sitting.choose_deed(badge.verb, &badge.way);
        }
        let Some(part) = pointed.clicked else { return };
        self.letters = None;
        self.cursor = None;
        self.pointed_at = ui.input(|input| input.pointer.interact_pos());
        // keys and screen readers name the piece that they mean
        let clicked = ui.input(|input| input.pointer.primary_clicked());
        let at = self.pointed_at.filter(|_| clicked).and_then(|place| self.board.point_at(place));
        self.pile = at.map_or_else(Vec::new, |at| self.pile_at(at));
        if self.pile.len() > 1 {
            return;
        }
        self.pile.clear();
        if pointed.double && self.sitting.composer.chosen() == [part] {
            self.sitting.take_most();
        } else {
            self.sitting.choose(part);
        }
    }

    /// The lit pieces that lie over each other at a point, the topmost first.
    fn pile_at(&self, spot: Point) -> Vec<Part> {
        let Some(camera) = self.board.camera() else { return Vec::new() };
        let scene = &self.sitting.now.scene;
        let pieces = scene.layers.iter().filter(|layer| layer.kind == LayerKind::Pieces).cloned().collect();
        let mut pile = Hits::new(&Scene { size: scene.size, layers: pieces }).parts_at(spot, camera.scale);
        pile.retain(|part| self.lights.iter().any(|light| light.part == *part && !light.glow.is_quiet()));
        pile
    }

    /// Chooses a piece of the pile.
    pub(super) fn choose_of_pile(&mut self, k: usize) {
        if let Some(part) = self.pile.get(k).copied() {
            self.pile.clear();
            self.sitting.choose(part);
        }
    }

    /// The pieces of a pile, a line each with what it says of itself.
    fn pile(&mut self, ui: &Ui) {
        let Some(first) = self.pile.first().copied() else { return };
        let at = self.pointed_at.or_else(|| self.board.middle(first)).unwrap_or(self.board_room.center());
        let pieces = self.sitting.now.scene.layers.iter().filter(|layer| layer.kind == LayerKind::Pieces);
        let shapes: Vec<_> = pieces.flat_map(|layer| layer.shapes.iter()).collect();
        let mut chosen = None;
        let area =
            egui::Area::new(ui.scope_id().with("pile")).fixed_pos(at + vec2(14.0, 14.0)).constrain_to(self.board_room);
        area.show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                for (k, part) in self.pile.iter().enumerate() {
                    let own = shapes.iter().filter(|shape| shape.part == Some(*part));
                    let said = own.filter_map(|shape| shape.tip.as_deref()).next();
                    let text = said.map_or_else(|| self.sitting.table.part_title(*part), str::to_owned);
                    let letter = char::from(b'A' + (k % 26) as u8);
                    if ui.button(format!("{letter}  {text}")).clicked() {
                        chosen = Some(k);
                    }
                }
            });
        });
        if let Some(k) = chosen {
            self.choose_of_pile(k);
        }
    }

    /// Something lit in hand: who acts where it was taken, where to where it is let go.
    fn dragged(&mut self, ui: &Ui, drag: Drag, pointed: &Pointed, look: Look) {
        let Some(from) = drag.part else { return };
        if !std::mem::replace(&mut self.dragging, !drag.ended) {
            (self.letters, self.cursor) = (None, None);
            self.sitting.begin_with(from);
        }
        let at = ui.input(|input| input.pointer.interact_pos());
        if let (Some(start), Some(at)) = (self.board.middle(from), at) {
            ui.painter().arrow(start, at - start, Stroke::new(3.0, look.colour(Role::Chosen)));
        }
        let over = pointed.hovered.first().copied().filter(|over| *over != from);
        if let Some(over) = over.filter(|_| drag.ended) {
            self.pointed_at = at;
            let into = self.sitting.can_choose(over) || !self.sitting.ways_into(over).is_empty();
            if into {
                self.sitting.choose(over);
            } else {
                self.sitting.why_not(over);
            }
        }
    }

    /// On a free table a click says where and a drag turns; another lit part is chosen as ever.
    fn placed(&mut self, pointed: &Pointed, drag: Option<Drag>, frame: &bormida_core::kernel::Frame) {
        let pose = self.sitting.pose(frame);
        let targets = self.sitting.composer.targets(&self.sitting.now.offers);
        if let Some(part) = pointed.clicked.filter(|part| targets.iter().any(|(target, _)| target == part)) {
            self.sitting.choose(part);
        } else if let Some(spot) = pointed.spot {
            self.sitting.place(pose::moved(pose, spot));
        } else if let (Some(_), Some(at)) = (drag, pointed.at) {
            let turned = pose::facing(pose, at, frame);
            if turned != pose {
                self.sitting.place(turned);
            }
        }
    }

    /// Goes to the place of a decision that somebody else's order asks for, or that is out of sight, and back when the turn
    /// goes on. What follows of a seat's own orders, phase after phase, moves nothing while it is in sight.
    fn follow_cards(&mut self) {
        let asked = self.sitting.question().map(|question| (question.seat, question.name == "turn"));
        let number = self.sitting.table.number();
        match asked {
            Some((seat, false)) if self.looked != Some(number) => {
                let of = |line: &LogLine| line.events.iter().flat_map(|event| event.parts.clone()).collect::<Vec<_>>();
                let log = &self.sitting.now.log;
                // an order that names places; the end of somebody's phase names none
                let names = |line: &LogLine| line.events.first().is_some_and(|event| !event.parts.is_empty());
                let answers = log.last().is_some_and(|line| line.seat != seat && names(line));
                let mut parts: Vec<Part> = log.iter().rev().map(of).find(|parts| !parts.is_empty()).unwrap_or_default();
                parts.extend(self.sitting.options.iter().flat_map(|option| option.line.choice.parts.iter().copied()));
                let in_sight = |part: &Part| self.board.middle(*part).is_none_or(|at| self.board_room.contains(at));
                // card after card about what is in sight moves nothing
                if answers && !self.board.has_gone() || !parts.iter().all(in_sight) {
                    self.board.go_to(&parts);
                }
                self.looked = Some(number);
            }
            Some((_, true)) if self.looked.is_some() => {
                self.board.go_back();
                self.looked = None;
            }
            _ => {}
        }
    }

    /// Several ways to one target, a line each.
    fn ways(&mut self, ui: &Ui) {
        let Some(part) = self.sitting.composer.ways().first().and_then(|way| way.parts.last().copied()) else { return };
        let Some(at) = self.pointed_at.or_else(|| self.board.middle(part)) else { return };
        let mut chosen = None;
        egui::Area::new(ui.scope_id().with("ways")).fixed_pos(at + vec2(14.0, 14.0)).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                for (k, way) in self.sitting.composer.ways().iter().enumerate() {
                    let table = &*self.sitting.table;
                    let parts: Vec<String> = way.parts.iter().skip(1).map(|part| table.part_title(*part)).collect();
                    let verb = words::verb(table, way.verb);
                    let letter = char::from(b'A' + k as u8);
                    let text = format!("{letter}  {verb} {}, cost {}", parts.join(" > "), table.cost_text(way.cost));
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

    /// To the action and back.
    pub(super) fn zoom(&mut self) {
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
}

/// The scene without what the person does not want to see.
fn shown(scene: &Scene, look: Look) -> Scene {
    Scene { size: scene.size, layers: scene.layers.iter().filter(|layer| look.shows(layer.kind)).cloned().collect() }
}

/// A tag on the board with a few letters.
pub(super) fn tag(painter: &egui::Painter, at: Pos2, anchor: Align2, text: &str, look: Look) {
    let font = FontId::monospace(14.0);
    let galley = painter.layout_no_wrap(text.to_owned(), font, look.colour(Role::Paper));
    let room = anchor.anchor_size(at, galley.size()).expand(3.0);
    painter.rect_filled(room, 3.0, look.colour(Role::Ink));
    painter.galley(room.min + vec2(3.0, 3.0), galley, look.colour(Role::Paper));
}
