//! How games went: figures by turn, and where they fought. What is kept does not grow with the number of games.

use super::row::Turn;
use serde::Serialize;
use std::collections::BTreeMap;

/// The games of one version, summed up by turn and place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trend {
    /// The turns, the first first.
    pub turns: Vec<TurnSum>,
    /// How often orders fought at a place, by its name.
    pub fights: BTreeMap<String, u64>,
}

/// One turn of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TurnSum {
    /// What it is called in the first game that came to it.
    pub time: String,
    /// Games that came to it.
    pub games: u64,
    /// Of each figure the sum, and how many games told it.
    pub sums: Vec<(i64, u64)>,
}

impl TurnSum {
    /// What a figure was on average.
    #[must_use]
    pub fn mean(&self, figure: usize) -> Option<f64> {
        let (sum, games) = *self.sums.get(figure)?;
        (games > 0).then(|| sum as f64 / games as f64)
    }
}

impl Trend {
    pub(super) fn count(&mut self, turns: &[Turn]) {
        for turn in turns {
            let at = turn.turn.saturating_sub(1) as usize;
            if self.turns.len() <= at {
                self.turns.resize_with(at + 1, TurnSum::default);
            }
            let sum = &mut self.turns[at];
            if sum.games == 0 {
                sum.time.clone_from(&turn.time);
            }
            sum.games += 1;
            if sum.sums.len() < turn.figures.len() {
                sum.sums.resize(turn.figures.len(), (0, 0));
            }
            for ((total, games), n) in sum.sums.iter_mut().zip(&turn.figures) {
                *total += i64::from(n.unwrap_or(0));
                *games += u64::from(n.is_some());
            }
            for place in &turn.fights {
                match self.fights.get_mut(place) {
                    Some(count) => *count += 1,
                    None => drop(self.fights.insert(place.clone(), 1)),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_averaged_over_the_games_that_came_to_them() {
        let turn = |turn, n, fights: &[&str]| Turn {
            turn,
            time: format!("hour {turn}"),
            figures: vec![n, None],
            fights: fights.iter().map(|place| (*place).to_owned()).collect(),
        };
        let mut trend = Trend::default();
        trend.count(&[turn(1, Some(6), &["12"]), turn(2, Some(3), &["12", "9"])]);
        trend.count(&[turn(1, Some(4), &[])]);
        assert_eq!((trend.turns[0].mean(0), trend.turns[1].mean(0)), (Some(5.0), Some(3.0)));
        assert_eq!((trend.turns[0].games, trend.turns[1].games, trend.turns[0].mean(1)), (2, 1, None));
        assert_eq!(trend.fights, BTreeMap::from([("12".to_owned(), 2), ("9".to_owned(), 1)]));
    }
}
