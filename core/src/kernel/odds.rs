//! Odds: what the dice of an order may bring, case by case with its chance, and the sum that leads to it.

use serde::{Deserialize, Serialize};

/// What comes of dice, as a player reads it before he throws them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// How it is reckoned, a sentence a line: strengths with what halves and helps them, their difference, the column.
    pub sum: Vec<String>,
    /// The cases of the table, whose chances add up to a thousand.
    pub cases: Vec<Case>,
    /// What follows of them, each with the chance that it comes about.
    pub outlook: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its chance in thousandths.
    pub chance: u16,
    /// What it is.
    pub text: String,
}

impl Case {
    /// The chance in whole parts of a hundred.
    #[must_use]
    pub const fn percent(&self) -> u16 {
        (self.chance + 5) / 10
    }
}

impl Odds {
    /// All of it as lines of text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let cases = self.cases.iter().map(|case| format!("{:3} %  {}", case.percent(), case.text));
        let outlook = self.outlook.iter().map(|case| format!("{}: {} in 100.", case.text, case.percent()));
        self.sum.iter().cloned().chain(cases).chain(outlook).collect()
    }
}
