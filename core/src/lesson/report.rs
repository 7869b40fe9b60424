//! What a learner did in a lesson: the file of results.

use serde::Serialize;

/// How a step ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It has not been done yet.
    #[default]
    Open,
    /// Done as it was asked for, or read, or answered.
    Done,
    /// Done before it was asked for.
    Early,
    /// Shown.
    Shown,
    /// Passed over.
    Skipped,
}

/// What was done in one step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepReport {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Orders that were others than asked for.
    pub wrong: u32,
    /// Hints that were asked for.
    pub hints: u32,
    /// In a quiz: what was answered, in turn, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<usize>,
    /// In a quiz: whether the first answer was right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<bool>,
}

/// What was done in a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The lesson's id.
    pub lesson: String,
    /// Its version.
    pub version: String,
    /// Its title.
    pub title: String,
    /// Whether its end was reached.
    pub finished: bool,
    /// Questions of quizzes.
    pub questions: usize,
    /// How many were answered rightly at once.
    pub right: usize,
    /// The steps in turn.
    pub steps: Vec<StepReport>,
}

impl Report {
    /// Counts the quizzes anew.
    pub(super) fn count(&mut self) {
        self.right = self.steps.iter().filter(|step| step.right == Some(true)).count();
    }
}
