//! What happened: lines of the log, and what an order gave away.

use super::{Part, Rule, Seat, Seats};
use serde::{Deserialize, Serialize};

/// One line of the log. Each seat reads its own text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What every seat may read.
    pub public: String,
    /// What one seat reads instead, because it names its own hidden faces.
    pub private: Option<(Seat, String)>,
    /// The section of the rulebook behind it.
    pub rule: Rule,
    /// The places that it is about, for links from the log to the board.
    pub parts: Vec<Part>,
}

impl Event {
    /// The line as a seat reads it; `None` is a spectator.
    #[must_use]
    pub fn text(&self, seat: Option<Seat>) -> &str {
        match &self.private {
            Some((owner, text)) if seat == Some(*owner) => text,
            _ => &self.public,
        }
    }
}

/// Takes events. Random play and search pass a sink that wants none, and no text is built.
pub trait Sink {
    /// Whether events are wanted at all.
    fn wants(&self) -> bool;
    /// Takes one event.
    fn put(&mut self, event: Event);
}

impl Sink for Vec<Event> {
    fn wants(&self) -> bool {
        true
    }
    fn put(&mut self, event: Event) {
        self.push(event);
    }
}

/// The sink that wants nothing.
impl Sink for () {
    fn wants(&self) -> bool {
        false
    }
    fn put(&mut self, _: Event) {}
}

/// To whom an order told something hidden.
pub type Told = Seats;

/// What an order gave away: the barrier for undo is made of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Whether dice were used.
    pub rolled: bool,
    /// The seats that learnt something hidden.
    pub told: Told,
}

impl Effect {
    /// Both effects together.
    #[must_use]
    pub fn and(self, other: Effect) -> Effect {
        Effect { rolled: self.rolled || other.rolled, told: self.told.union(other.told) }
    }
}
