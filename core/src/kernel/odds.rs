//! Odds: what an order brings, as its game reckons before it is given: in words, and case by case where dice decide.

use serde::{Deserialize, Serialize};

/// What comes of an order, as a player reads it before he gives it; what there is nothing to say of is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Odds {
    /// What it costs and how it is reckoned, a sentence a line: strengths with what halves and helps them, the column.
    pub sum: Vec<String>,
    /// The cases of the table that dice decide by, whose chances add up to a thousand; none where no dice fall.
    pub cases: Vec<Case>,
    /// What follows of the cases, each with the chance that it comes about.
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
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Odds::default()
    }

    /// All of it as lines of text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let cases = self.cases.iter().map(|case| format!("{:3} %  {}", case.percent(), case.text));
        let outlook = self.outlook.iter().map(|case| format!("{}: {} in 100.", case.text, case.percent()));
        self.sum.iter().cloned().chain(cases).chain(outlook).collect()
    }
}
