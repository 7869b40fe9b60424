//! Whose decision it is, and what is asked.

use super::{Rule, Seat};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing: the game is over.
    Over(Outcome),
    /// A decision of one seat.
    Ask(Question),
}

impl Ask {
    /// The word of the side that decides, of the sides in seat order, and the name of the question; none when the game is
    /// over.
    #[must_use]
    pub fn named(self, sides: &[&str]) -> Option<(String, String)> {
        match self {
            Ask::Over(_) => None,
            Ask::Ask(question) => {
                let side = sides.get(question.seat.index()).copied().unwrap_or("?");
                Some((side.to_owned(), question.name.into_owned()))
            }
        }
    }
}

/// One decision of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Who decides.
    pub seat: Seat,
    /// One plain sentence without names of hidden things: "answer the attack on 12".
    pub text: Cow<'static, str>,
    /// A sentence or two for somebody who asks what this is about; may be empty.
    #[serde(default)]
    pub help: Cow<'static, str>,
    /// A short stable name of the kind of decision: `turn`, `respond`, `lead`. Scripts and tests match on it.
    pub name: Cow<'static, str>,
    /// The section of the rulebook that asks.
    pub rule: Rule,
    /// Whether the seat must see its own hidden faces to decide; the curtain falls only then.
    pub needs_hidden_faces: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// The kind of victory in the rulebook's words: "decisive victory".
    pub kind: Cow<'static, str>,
    /// The section that decides it.
    pub rule: Rule,
}
