//! A lesson in the window: the tutor at the table, its card over the board, and the lessons to choose from.

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use bormida_core::games::{Catalogue, house};
use bormida_core::kernel::{Rule, Seat, Table};
use bormida_core::lesson::{self, Button, Card, Notice as Said, Report, Tutor};
use bormida_core::pack::{Origin, Pack, Severity};
use bormida_core::scene::{Face, Layer, Role};
use eframe::egui::{self, Align2, Frame, Key, Modifiers, Rect, RichText, Ui, vec2};

use super::company::Sitter;
use super::look::{Look, book};
use super::match_page::{MatchPage, Wish};
use super::rules;
use super::sitting::{Notice, Sitting};
use crate::broken::in_a_line;
use crate::in_place::put_in_place;

/// The lesson that the first screen offers.
pub(super) const FIRST: &str = "learn-in-ten-minutes";
/// Seconds between two looks at whether its author has changed a lesson.
const PACE: f64 = 0.5;
/// The width of the card in points.
const WIDTH: f32 = 430.0;

/// A lesson that somebody is led through.
pub(super) struct Led {
    pub(super) tutor: Tutor,
    pack: Pack,
    looked: f64,
    /// What is wrong with the lesson as it lies on the disk now.
    wrong: Option<String>,
    /// What it marks on the board of the moment.
    marks: Option<Layer>,
    /// The results as they were last written down.
    written: Report,
    /// What `check` finds in the lesson, as soon as it has gone through it.
    checked: Option<Receiver<Option<String>>>,
    found: Option<String>,
}

impl Led {
    /// Goes through the lesson as `check` does, in a thread of its own: it takes its time.
    fn check(&mut self, catalogue: &Catalogue, ctx: &egui::Context) {
        let (pack, files, ctx) = (self.pack.clone(), catalogue.files().clone(), ctx.clone());
        let (tell, hear) = channel();
        let work = move || {
            let found = house(&files).map(|house| lesson::examine(&pack, &house)).unwrap_or_default();
            let first = found.iter().find(|found| found.severity == Severity::Error).or_else(|| found.iter().next());
            let _ = tell.send(first.map(in_a_line)); // whoever asked may be gone
            ctx.request_repaint();
        };
        // without a thread the lesson is played unchecked
        self.checked = thread::Builder::new().name("check".to_owned()).spawn(work).is_ok().then_some(hear);
        self.found = None;
    }

    /// What is wrong with the lesson, for its author.
    fn complaint(&self) -> Option<String> {
        let unread = self.wrong.as_ref().map(|why| format!("The lesson as it lies on the disk cannot be used: {why}"));
        unread.or_else(|| self.found.as_ref().map(|found| format!("Check finds: {found}")))
    }
}

impl Sitting {
    /// Sits down with a tutor, who answers for the other sides.
    pub(super) fn led(tutor: Tutor, table: Box<dyn Table>, pack: Pack) -> Sitting {
        let mut sitting = Sitting::new(table);
        // every answer is the learner's own
        sitting.answer_forced = false;
        let written = tutor.report().clone();
        let led = Led { tutor, pack, looked: 0.0, wrong: None, marks: None, written, checked: None, found: None };
        sitting.led = Some(led);
        sitting.follow_tutor();
        sitting
    }

    /// Does what a button of the card is for.
    pub(super) fn press(&mut self, button: Button) {
        let Some(led) = &mut self.led else { return };
        led.tutor.press(&mut self.table, button);
        self.follow_tutor();
    }

    /// Takes back the learner's newest order.
    pub(super) fn take_back_in_lesson(&mut self) {
        let Some(led) = &mut self.led else { return };
        if led.tutor.take_back_order(&mut self.table) {
            self.follow_tutor();
        } else {
            self.notice = Some(Notice::Word("There is nothing to take back.".to_owned()));
        }
    }

    /// Takes in what the tutor has changed: whose orders are wanted, and what lies on the table.
    pub(super) fn follow_tutor(&mut self) {
        let Some(led) = &self.led else { return };
        let learner = led.tutor.learner(&*self.table);
        let card = led.tutor.card();
        let orders = card.has(Button::ShowMe);
        let sitter = |k: usize| if orders && learner == Seat(k as u8) { Sitter::Person } else { Sitter::Tutor };
        self.sitters = (0..self.sitters.len()).map(sitter).collect();
        (self.eyes, self.curtain, self.veiled) = (learner, None, false);
        self.notice = None;
        self.outcome_read = true;
        self.refresh();
        if let Some(led) = &mut self.led {
            led.marks = led.tutor.card().marks.layer(&self.now.scene);
        }
    }

    /// What the lesson marks on the board.
    pub(super) fn marks(&self) -> Option<&Layer> {
        self.led.as_ref()?.marks.as_ref().filter(|_| !self.is_looking_back())
    }

    /// The card of the lesson.
    pub(super) fn card(&self) -> Option<&Card> {
        self.led.as_ref().map(|led| led.tutor.card())
    }

    /// Goes on with the lesson as its author has it now.
    pub(super) fn reload_lesson(&mut self, catalogue: &Catalogue, ctx: &egui::Context, now: f64) {
        let Some(led) = &mut self.led else { return };
        if !matches!(led.pack.origin, Origin::Disk(_)) {
            return;
        }
        // an author looks at the window, and moves nothing
        ctx.request_repaint_after(Duration::from_secs_f64(PACE));
        if led.looked == 0.0 {
            led.check(catalogue, ctx);
        }
        if let Some(found) = led.checked.as_ref().and_then(|checked| checked.try_recv().ok()) {
            (led.found, led.checked) = (found, None);
        }
        if led.looked > 0.0 && now - led.looked < PACE {
            return;
        }
        led.looked = now.max(f64::MIN_POSITIVE);
        let read = match lesson::changed(&led.pack) {
            None => {
                led.wrong = None;
                return;
            }
            Some(Err(found)) => Err(found.to_string()),
            Some(Ok(pack)) => match lesson::Lesson::read(&pack) {
                Ok(lesson) => Ok((lesson::open_all(&lesson, &pack, catalogue), lesson, pack)),
                Err(fault) => Err(fault.to_string()),
            },
        };
        match read {
            Ok((stages, lesson, pack)) => {
                led.tutor.reload(&mut self.table, lesson, stages);
                (led.pack, led.wrong) = (pack, None);
                led.check(catalogue, ctx);
                self.follow_tutor();
            }
            Err(why) => led.wrong = Some(why),
        }
    }

    /// Writes the results beside the matches, when they have changed.
    pub(super) fn write_results(&mut self, folder: Option<&Path>) {
        let (Some(led), Some(folder)) = (&mut self.led, folder) else { return };
        let report = led.tutor.report();
        if *report == led.written {
            return;
        }
        led.written = report.clone();
        let path = folder.join(format!("{}.results.json", report.lesson));
        if let Ok(text) = serde_json::to_string_pretty(report) {
            // a courtesy: a full disk does not stop a lesson
            let _ = std::fs::create_dir_all(folder).and_then(|()| put_in_place(&path, text.as_bytes()));
        }
    }
}

/// What the learner pressed.
enum Pressed {
    Button(Button),
    Rule(Rule),
    Leave,
    Play,
}

impl MatchPage {
    /// The card of the lesson over the board.
    pub(super) fn lesson_card(&mut self, ui: &Ui, look: Look, busy: bool) -> Option<Wish> {
        let card = self.sitting.card()?.clone();
        let wrong = self.sitting.led.as_ref().and_then(Led::complaint);
        let room: Rect = self.board_room;
        let mut pressed = None;
        if !busy && card.has(Button::Next) && ui.ctx().memory(|memory| memory.focused().is_none()) {
            let space = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Space));
            pressed = space.then_some(Pressed::Button(Button::Next));
        }
        let window = egui::Window::new("Lesson").id(ui.scope_id().with("lesson")).title_bar(false).resizable(false);
        let frame = Frame::window(ui.style()).inner_margin(12);
        let window = window.frame(frame).pivot(Align2::LEFT_BOTTOM).default_pos(room.left_bottom() + vec2(12.0, -12.0));
        window.constrain_to(room).default_width(WIDTH).show(ui.ctx(), |ui| {
            ui.set_width(WIDTH);
            let chosen = body(ui, &card, wrong.as_deref(), look);
            pressed = chosen.or(pressed.take());
        });
        match pressed? {
            Pressed::Button(button) => self.sitting.press(button),
            Pressed::Rule(rule) => self.wanted = Some(rule),
            Pressed::Leave => return Some(Wish::Leave),
            Pressed::Play => return Some(Wish::New),
        }
        None
    }

    /// Goes to what the lesson marks, when it has gone on.
    pub(super) fn follow_lesson(&mut self) {
        let Some(card) = self.sitting.card() else { return };
        let at = (card.step, card.title.clone(), card.marks.clone());
        if self.marked.as_ref() == Some(&at) {
            return;
        }
        let parts = card.marks.parts();
        if parts.is_empty() {
            self.board.go_back();
        } else if !parts.iter().all(|part| self.board.middle(*part).is_some()) {
            return; // not drawn yet
        } else {
            self.board.go_to(&parts);
        }
        self.marked = Some(at);
    }
}

fn body(ui: &mut Ui, card: &Card, wrong: Option<&str>, look: Look) -> Option<Pressed> {
    let mut pressed = None;
    ui.horizontal(|ui| {
        let at = if card.ended { String::new() } else { format!("   step {} of {}", card.step, card.of) };
        ui.label(RichText::new(format!("{}{at}", card.lesson)).small().weak());
        if !card.rule.is_empty() {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if rules::link(ui, &Rule(card.rule.clone().into())) {
                    pressed = Some(Pressed::Rule(Rule(card.rule.clone().into())));
                }
            });
        }
    });
    ui.label(book(&card.title, 21.0, Face::Bold));
    for paragraph in card.text.split("\n\n").filter(|text| !text.is_empty()) {
        ui.label(paragraph);
    }
    if !card.question.is_empty() {
        ui.label(RichText::new(&card.question).strong());
        for (k, answer) in card.answers.iter().enumerate() {
            let button = egui::Button::new(format!("{}  {answer}", k + 1)).wrap();
            if ui.add_enabled(card.has(Button::Answer(k)), button).clicked() {
                pressed = Some(Pressed::Button(Button::Answer(k)));
            }
        }
    }
    if let Some(hint) = &card.hint {
        ui.label(RichText::new(format!("Hint: {hint}")).italics());
    }
    if let Some(said) = &card.notice {
        let role = match said {
            Said::Right(_) => Role::Good,
            Said::Wrong(_) | Said::Fault(_) => Role::Bad,
            Said::Shown(_) => Role::Chosen,
        };
        let frame = Frame::new().inner_margin(6).stroke((1.5, look.colour(role))).corner_radius(3);
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(said.text());
            if card.has(Button::GoOn) && ui.button("Go on anyway").clicked() {
                pressed = Some(Pressed::Button(Button::GoOn));
            }
        });
    }
    if let Some(why) = wrong {
        ui.label(RichText::new(why).color(look.colour(Role::Bad)));
    }
    ui.add_space(4.0);
    // each has its place, also where it is grey: none comes to lie under the pointer that was over another
    let rows = [
        [
            (Button::Next, "Next  Space"),
            (Button::Hint, "Hint"),
            (Button::ShowMe, "Show me"),
            (Button::TakeBack, "Take back"),
        ]
        .as_slice(),
        [(Button::Back, "Back"), (Button::Skip, "Skip step"), (Button::Restart, "Restart")].as_slice(),
    ];
    for (k, row) in rows.into_iter().enumerate() {
        ui.horizontal(|ui| {
            for (button, text) in row {
                if ui.add_enabled(card.has(*button), egui::Button::new(*text)).clicked() {
                    pressed = Some(Pressed::Button(*button));
                }
            }
            if k > 0 {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Leave").clicked() {
                        pressed = Some(Pressed::Leave);
                    }
                    if card.ended && ui.button("Play").clicked() {
                        pressed = Some(Pressed::Play);
                    }
                });
            }
        });
    }
    pressed
}
