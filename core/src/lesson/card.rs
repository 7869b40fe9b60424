//! The card of a lesson: what it says now, and what can be pressed.

use super::hand::Hand;
use super::marks::Marks;
use super::plan::{Act, Task};
use super::tutor::{Tutor, told};
use crate::kernel::{Ask, Table};
use serde::Serialize;

/// Something that can be pressed on the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// Goes on: to the next order of a replay, or after what is only read.
    Next,
    /// A help.
    Hint,
    /// The right order is given.
    ShowMe,
    /// The learner's newest order is taken back.
    TakeBack,
    /// The order stands, though it was not asked for.
    GoOn,
    /// To the step before.
    Back,
    /// To the next step.
    Skip,
    /// To the beginning of the step.
    Restart,
    /// An answer of a quiz, from 0.
    Answer(usize),
}

/// What is said of what the learner did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "snake_case")]
pub enum Notice {
    /// It was right.
    Right(String),
    /// It was another order than asked for, or a wrong answer.
    Wrong(String),
    /// Something was done for the learner.
    Shown(String),
    /// The lesson itself fails.
    Fault(String),
}

impl Notice {
    /// Its words.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Notice::Right(text) | Notice::Wrong(text) | Notice::Shown(text) | Notice::Fault(text) => text,
        }
    }
}

/// What is to be seen of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Card {
    /// The lesson's title.
    pub lesson: String,
    /// The step's title.
    pub title: String,
    /// Which step it is, from 1.
    pub step: usize,
    /// How many there are.
    pub of: usize,
    /// What it says; paragraphs are parted by an empty line.
    pub text: String,
    /// The section of the rulebook that it teaches; may be empty.
    pub rule: String,
    /// The question of a quiz; may be empty.
    pub question: String,
    /// Its answers.
    pub answers: Vec<String>,
    /// What is said of what was done.
    pub notice: Option<Notice>,
    /// The help that was asked for.
    pub hint: Option<String>,
    /// What is marked on the board.
    pub marks: Marks,
    /// What can be pressed now; Back, Skip and Restart always can, but at the end.
    pub buttons: Vec<Button>,
    /// The lesson has come to its end.
    pub ended: bool,
}

impl Card {
    /// Whether a button can be pressed.
    #[must_use]
    pub fn has(&self, button: Button) -> bool {
        self.buttons.contains(&button)
    }

    /// Leaves of each passage that has two what this hand reads.
    fn read_by(&mut self, hand: Hand) {
        let told = self.notice.as_mut().map(|notice| match notice {
            Notice::Right(text) | Notice::Wrong(text) | Notice::Shown(text) | Notice::Fault(text) => text,
        });
        let texts = [&mut self.text, &mut self.question].into_iter().chain(&mut self.answers).chain(&mut self.hint);
        texts.chain(told).for_each(|text| *text = hand.reads(text));
    }
}

impl Tutor {
    /// Writes the card anew.
    pub(super) fn write_card(&mut self, table: &dyn Table) {
        let of = self.lesson.steps.len();
        let mut card = Card { lesson: self.lesson.title.clone(), of, ..Card::default() };
        let mut fault = None;
        match self.step() {
            None => {
                (card.ended, card.step, card.title) = (true, of, "The end".to_owned());
                card.text = match &*self.lesson.ending {
                    "" => "That was the whole lesson.".to_owned(),
                    text => text.to_owned(),
                };
                card.buttons = vec![Button::Back];
            }
            Some(step) => {
                let number = self.place.step + 1;
                (card.step, card.title, card.rule) = (number, step.title.clone(), step.rule.clone());
                card.marks = step.marks.on(table);
                let mut texts = vec![self.said(&step.text, table)];
                match &step.task {
                    Task::Acts(_) => {
                        if let Some(act) = self.act() {
                            texts.push(self.said(&act.text, table));
                            card.marks = card.marks.and(act.marks.on(table));
                        }
                    }
                    Task::Quiz(quiz) => {
                        (card.question, card.answers) = (quiz.question.clone(), quiz.answers.clone());
                    }
                    Task::Watch { first, comments, .. } => {
                        let seen = first + u32::try_from(self.place.act).unwrap_or(0) - 1;
                        if self.place.act > 0 {
                            texts.clear();
                        }
                        let said = comments.iter().filter(|comment| comment.after == seen);
                        texts.extend(said.map(|comment| Ok(comment.text.clone())));
                        if texts.is_empty() {
                            let log = table.log(Some(self.learner(table)));
                            let lines = log.last().map(|line| line.events.iter().map(|event| event.text.clone()));
                            texts.push(Ok(lines.map_or(String::new(), |lines| lines.collect::<Vec<_>>().join(" "))));
                        }
                    }
                }
                let mut said = Vec::new();
                for text in texts {
                    match text {
                        Ok(text) if !text.is_empty() => said.push(text),
                        Ok(_) => {}
                        Err(wrong) => fault = Some(wrong),
                    }
                }
                card.text = said.join("\n\n");
                card.buttons = self.buttons(table);
            }
        }
        if let Some(fault) = fault {
            self.notice = Some(Notice::Fault(told(&fault)));
        }
        card.marks = card.marks.and(self.shown.clone());
        (card.notice, card.hint) = (self.notice.clone(), self.hint.clone());
        card.read_by(self.hand);
        self.card = card;
    }

    pub(super) fn buttons(&self, table: &dyn Table) -> Vec<Button> {
        let mut buttons = Vec::new();
        let asks_learner = matches!(table.ask(), Ask::Ask(q) if q.seat == self.learner(table));
        match self.step().map(|step| &step.task) {
            Some(Task::Acts(_)) if self.act().is_some_and(Act::is_reading) => buttons.push(Button::Next),
            Some(Task::Acts(_)) => buttons.extend([Button::Hint, Button::ShowMe]),
            Some(Task::Quiz(quiz)) => {
                buttons.extend((0..quiz.answers.len()).map(Button::Answer));
                if self.answered.is_some() {
                    buttons.push(Button::Next);
                }
            }
            Some(Task::Watch { .. }) => buttons.push(Button::Next),
            None => {}
        }
        let is_wrong = matches!(self.notice, Some(Notice::Wrong(_))) && self.act().is_some();
        if is_wrong || (self.act().is_some_and(|act| !act.is_reading()) && !asks_learner) {
            buttons.push(Button::GoOn);
        }
        if !self.points.is_empty() {
            buttons.push(Button::TakeBack);
        }
        buttons.extend([Button::Back, Button::Skip, Button::Restart]);
        buttons
    }
}
