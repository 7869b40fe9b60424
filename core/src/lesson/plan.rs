//! A lesson as its pack tells it: steps in turn, each something to do, to answer or to look on at.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::marks::MarkNames;
use super::pattern::Pattern;
use super::read::Script;
use crate::script::Hook;

/// A lesson with its script.
pub struct Lesson {
    /// The pack's id.
    pub id: String,
    /// The pack's version.
    pub version: String,
    /// The game that it is of.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// A sentence or two on it.
    pub about: String,
    /// The side that the learner plays; the game's first without it.
    pub seat: Option<String>,
    /// Where it begins.
    pub opening: Opening,
    /// The variants in use, below to above.
    pub variants: Vec<String>,
    /// Readings of the rules by name.
    pub rulings: BTreeMap<String, String>,
    /// The seed of all chance.
    pub seed: u64,
    /// The bot that answers where no reply is written, if the lesson names one.
    pub enemy: Option<String>,
    /// What the last card says.
    pub ending: String,
    /// The steps; never none.
    pub steps: Vec<Step>,
    pub(super) script: Rc<Script>,
}

/// A moment that a game can begin from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// The game's usual set-up.
    #[default]
    Usual,
    /// A set-up by name.
    Setup(String),
    /// A case of the pack, by name.
    Position(String),
}

/// A named step.
#[derive(Debug)]
pub struct Step {
    /// Its name: where a lesson goes on when its script has changed.
    pub name: String,
    /// What its card is called.
    pub title: String,
    /// The section of the rulebook; may be empty.
    pub rule: String,
    /// The side that the learner plays from here on.
    pub seat: Option<String>,
    /// Where it begins, if not where the last step ended.
    pub opening: Option<Opening>,
    /// Orders that are given before it begins.
    pub before: Vec<String>,
    /// What its card says.
    pub text: Text,
    /// What is marked on the board.
    pub(super) marks: MarkNames,
    /// What is to be done.
    pub task: Task,
}

/// What a step asks of the learner.
#[derive(Debug)]
pub enum Task {
    /// To do these in turn; never none.
    Acts(Vec<Act>),
    /// To answer a question.
    Quiz(Quiz),
    /// To look on.
    Watch {
        /// The orders in turn.
        orders: Vec<String>,
        /// The number of the first.
        first: u32,
        /// What is said after some of them, by number.
        comments: Vec<Comment>,
    },
}

/// One thing to do.
#[derive(Debug, Default)]
pub struct Act {
    /// What is said of it.
    pub text: Text,
    /// What is right; nothing where the learner only reads.
    pub(super) expect: Expect,
    /// What is said of other orders; the first that fits.
    pub(super) otherwise: Vec<(Pattern, Text)>,
    /// Asked after each order.
    pub(super) done: Option<Hook>,
    /// A help.
    pub hint: Text,
    /// The right orders.
    pub show: Vec<String>,
    /// The other side's answers.
    pub reply: Vec<String>,
    /// What is marked on the board.
    pub(super) marks: MarkNames,
}

/// What makes an order right.
#[derive(Debug, Default)]
pub(super) enum Expect {
    /// Nothing is to be ordered.
    #[default]
    Nothing,
    /// One of these must fit.
    Patterns(Vec<Pattern>),
    /// A function says.
    Asked(Hook),
}

/// A question of a quiz.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiz {
    /// The question.
    pub question: String,
    /// The answers, two or more.
    pub answers: Vec<String>,
    /// The right one, from 0.
    pub right: usize,
    /// What is said once it has been answered.
    pub why: String,
}

/// What is said after an order of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The number of the order, the first of the match is 1; 0 stands before it.
    pub after: u32,
    /// What is said.
    pub text: String,
}

/// A text, or a function that makes it.
#[derive(Clone, Debug, Default)]
pub enum Text {
    /// Nothing.
    #[default]
    None,
    /// These words.
    Words(String),
    /// What a function of the script returns.
    Made(Hook),
}

impl Text {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Text::None)
    }
}

impl Act {
    /// Whether the learner only reads.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        matches!(self.expect, Expect::Nothing) && self.done.is_none()
    }
}

impl Lesson {
    /// The step of this name.
    #[must_use]
    pub fn step_named(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.name == name)
    }

    /// Where the board of a step comes from: the step that opened it, if not the lesson itself.
    pub(super) fn source(&self, step: usize) -> (usize, &Opening) {
        let opened = |k: &usize| self.steps[*k].opening.as_ref();
        let found = (0..=step.min(self.steps.len() - 1)).rev().find_map(|k| Some((k, opened(&k)?)));
        found.unwrap_or((0, &self.opening))
    }

    /// The side that the learner plays in a step.
    pub(super) fn seat_of(&self, step: usize) -> Option<&str> {
        let own = self.steps.iter().take(step + 1).rev().find_map(|step| step.seat.as_deref());
        own.or(self.seat.as_deref())
    }
}

impl Quiz {
    /// Whether an answer is right.
    #[must_use]
    pub fn is_right(&self, answer: usize) -> bool {
        answer == self.right
    }
}
