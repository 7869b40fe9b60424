//! The games of one version, counted.

use super::Share;
use super::row::Row;
use serde::Serialize;
use std::collections::BTreeMap;

/// The rows counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Games played, those given up included.
    pub games: u64,
    /// Games won, by side.
    pub wins: BTreeMap<String, u64>,
    /// Games that nobody won, of two or more sides.
    pub draws: u64,
    /// Games that a side that plays alone has not won: it has lost them.
    pub lost: u64,
    /// Games given up: a script or the house failed.
    pub failed: u64,
    /// The reason of the first game that was given up, with its seed.
    pub first_failure: Option<(u64, String)>,
    /// How games ended: (side that won, `draw`, or `lost` by who plays alone; kind) -> games, as `side: kind`.
    pub endings: BTreeMap<String, u64>,
    /// Orders of all games.
    pub orders: u64,
    /// Forbidden orders that were given because nothing else was left.
    pub forced: u64,
}

impl Tally {
    /// Nothing counted yet, for these sides.
    #[must_use]
    pub fn of(sides: &[String]) -> Tally {
        Tally { wins: sides.iter().map(|side| (side.clone(), 0)).collect(), ..Tally::default() }
    }

    /// Counts a game.
    pub fn count(&mut self, row: &Row) {
        self.games += 1;
        self.orders += u64::from(row.orders);
        self.forced += u64::from(row.forced);
        match (&row.fault, &row.winner) {
            (Some(fault), _) => {
                self.failed += 1;
                self.first_failure.get_or_insert_with(|| (row.seed, fault.clone()));
                return;
            }
            (None, Some(winner)) => *self.wins.entry(winner.clone()).or_default() += 1,
            (None, None) if self.wins.len() == 1 => self.lost += 1,
            (None, None) => self.draws += 1,
        }
        let nobody = if self.lost > 0 { "lost" } else { "draw" };
        let who = row.winner.as_deref().unwrap_or(nobody);
        *self.endings.entry(format!("{who}: {}", row.kind)).or_default() += 1;
    }

    /// Games that came to their end.
    #[must_use]
    pub fn ended(&self) -> u64 {
        self.games - self.failed
    }

    /// A side's share of the games that ended, draws counting as not won.
    #[must_use]
    pub fn share(&self, side: &str) -> Share {
        Share::of(self.won(side), self.ended())
    }

    pub(super) fn won(&self, side: &str) -> u64 {
        self.wins.get(side).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Which;

    #[test]
    fn games_given_up_are_counted_apart_from_lost_ones() {
        let row = |seed, winner: Option<&str>, fault: Option<&str>| Row {
            winner: winner.map(str::to_owned),
            kind: "rout".to_owned(),
            orders: 10,
            fault: fault.map(str::to_owned),
            ..Row::new(seed, Which::Base)
        };
        let mut tally = Tally::of(&["red".to_owned(), "blue".to_owned()]);
        for row in [row(1, Some("red"), None), row(2, None, None), row(3, None, Some("dead")), row(4, None, Some("x"))]
        {
            tally.count(&row);
        }
        assert_eq!((tally.games, tally.ended(), tally.draws, tally.failed, tally.orders), (4, 2, 1, 2, 40));
        assert_eq!(tally.first_failure, Some((3, "dead".to_owned())));
        assert_eq!(tally.share("red").rate, 0.5);
        assert_eq!(tally.endings.keys().collect::<Vec<_>>(), ["draw: rout", "red: rout"]);
        // who plays alone and does not win has lost
        let mut alone = Tally::of(&["red".to_owned()]);
        [row(1, Some("red"), None), row(2, None, None), row(3, None, Some("dead"))]
            .iter()
            .for_each(|row| alone.count(row));
        assert_eq!((alone.draws, alone.lost, alone.failed, alone.ended()), (0, 1, 1, 2));
        assert_eq!(alone.endings.keys().collect::<Vec<_>>(), ["lost: rout", "red: rout"]);
    }
}
