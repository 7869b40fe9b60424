//! What a study counts in a state: the turn, and figures by side.

use super::{Seat, Status};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How a figure is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reading {
    /// As it stands: morale, points.
    Level,
    /// As what is lost since the match began: strength left.
    Left,
}

/// One number of a side, or of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What is counted, lower case: `morale`, `infantry`.
    pub name: Cow<'static, str>,
    /// Whose; none where it is everybody's.
    pub seat: Option<Seat>,
    /// The number.
    pub n: i32,
    /// How it is read.
    pub reading: Reading,
}

/// A state counted. It tells what is hidden too: it is for studies, never for a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reckoning {
    /// The turn, in words: when they change, a turn is over.
    pub time: String,
    /// The figures, in the same order in every state of a match.
    pub figures: Vec<Figure>,
}

impl Reckoning {
    /// What a game's figures for people say, as far as they begin with a number; the first tells the time.
    #[must_use]
    pub fn of_status(status: &[Status]) -> Reckoning {
        let number = |text: &str| {
            let digits = text.char_indices().take_while(|(k, c)| c.is_ascii_digit() || (*k == 0 && *c == '-'));
            text[..digits.last().map_or(0, |(k, _)| k + 1)].parse().ok()
        };
        let figure = |s: &Status| {
            let name = Cow::Owned(s.name.to_lowercase());
            Some(Figure { name, seat: s.seat, n: number(s.text.trim_start())?, reading: Reading::Level })
        };
        let time = status.first().map(|first| first.text.clone()).unwrap_or_default();
        Reckoning { time, figures: status.iter().skip(1).filter_map(figure).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_what_people_are_shown() {
        let line = |name: &str, text: &str| Status { name: name.into(), text: text.into(), seat: Some(Seat(1)) };
        let lines =
            [line("Year", "1805, spring"), line("Morale", "6 = 4 free"), line("Debt", "-3"), line("Mood", "fair")];
        let found = Reckoning::of_status(&lines);
        assert_eq!(found.time, "1805, spring");
        let figures: Vec<(&str, i32)> = found.figures.iter().map(|f| (&*f.name, f.n)).collect();
        assert_eq!(figures, [("morale", 6), ("debt", -3)]);
    }
}
