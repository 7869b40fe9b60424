//! Two versions compared, game by game of the same seed.
//!
//! The difference of two win rates of the same seeds has Newcombe's interval for paired proportions (1998, his method 10):
//! the Wilson intervals of both rates, joined by the correlation of the pairs. It holds for few games too, and does not
//! shrink to nothing when all pairs end alike.

use super::Share;
use super::interval::deviations;
use super::row::Row;
use serde::Serialize;
use std::collections::BTreeMap;

/// How pairs of games ended for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Fates {
    both: u64,
    base: u64,
    variant: u64,
    neither: u64,
}

/// The pairs counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    fates: BTreeMap<String, Fates>,
    /// Pairs of which both games came to their end.
    pub whole: u64,
    /// Pairs of which a game was given up; they count for nothing.
    pub broken: u64,
    /// Pairs with a game that nobody won.
    drawn: u64,
}

/// What a side gains by the variant, in games won of all, from -1 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The rate of the variant less that of the base.
    pub gain: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether the data show a difference: the interval does not hold 0.
    pub shown: bool,
}

impl Difference {
    /// How wide the interval is.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

impl Fates {
    fn difference(self, z: f64) -> Difference {
        let [a, b, c, d] = [self.both, self.base, self.variant, self.neither].map(|n| n as f64);
        let n = self.both + self.base + self.variant + self.neither;
        if n == 0 {
            return Difference { gain: 0.0, low: -1.0, high: 1.0, shown: false };
        }
        let base = Share::within(self.both + self.base, n, z);
        let variant = Share::within(self.both + self.variant, n, z);
        let product = (a + b) * (c + d) * (a + c) * (b + d);
        // with Edwards' correction: few pairs look more alike than they are
        let together = match a * d - b * c {
            more if more > n as f64 / 2.0 => more - n as f64 / 2.0,
            more if more >= 0.0 => 0.0,
            less => less,
        };
        let phi = if product > 0.0 { together / product.sqrt() } else { 0.0 };
        let gain = variant.rate - base.rate;
        let reach = |up: f64, down: f64| (up * up - 2.0 * phi * up * down + down * down).max(0.0).sqrt();
        let low = gain - reach(variant.rate - variant.low, base.high - base.rate);
        let high = gain + reach(variant.high - variant.rate, base.rate - base.low);
        // nothing but the rounding of floating-point numbers may carry an end over 0
        let (low, high) = (low.max(-1.0), high.min(1.0));
        Difference { gain, low, high, shown: low > 1e-9 || high < -1e-9 }
    }
}

impl Pairs {
    /// Nothing counted yet, for these sides.
    #[must_use]
    pub fn of(sides: &[String]) -> Pairs {
        Pairs { fates: sides.iter().map(|side| (side.clone(), Fates::default())).collect(), ..Pairs::default() }
    }

    /// Counts the games of one seed.
    pub fn count(&mut self, base: &Row, variant: &Row) {
        if base.fault.is_some() || variant.fault.is_some() {
            self.broken += 1;
            return;
        }
        self.whole += 1;
        self.drawn += u64::from(base.winner.is_none() || variant.winner.is_none());
        for (side, fates) in &mut self.fates {
            let won = |row: &Row| row.winner.as_ref() == Some(side);
            match (won(base), won(variant)) {
                (true, true) => fates.both += 1,
                (true, false) => fates.base += 1,
                (false, true) => fates.variant += 1,
                (false, false) => fates.neither += 1,
            }
        }
    }

    /// Pairs of which a side has won one game and not the other.
    pub(super) fn apart(&self, side: &str) -> u64 {
        self.fates.get(side).map_or(0, |fates| fates.base + fates.variant)
    }

    /// How many differences are told that do not follow from each other: of two sides without a draw one gains what the
    /// other loses.
    #[must_use]
    pub fn told(&self) -> usize {
        match self.fates.len() {
            2 if self.drawn == 0 => 1,
            sides => sides.max(1),
        }
    }

    /// What a side gains, with its interval; `looks` is 1 unless the study may have stopped early. All that the pairs tell
    /// holds together in 95 of 100 studies.
    #[must_use]
    pub fn difference(&self, side: &str, looks: usize) -> Difference {
        let z = deviations(looks.saturating_mul(self.told()));
        self.fates.get(side).copied().unwrap_or_default().difference(z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Which;

    #[test]
    fn the_interval_is_newcombes() {
        // the worked examples of his table: 36, 12, 2, 0 and 2, 0, 4, 44 among others
        let gain = |both, base, variant, neither| {
            let found = Fates { both, base, variant, neither }.difference(deviations(1));
            (found.gain, found.low, found.high)
        };
        let near = |(gain, low, high): (f64, f64, f64), expected: (f64, f64, f64)| {
            (gain - expected.0).abs() < 5e-5 && (low - expected.1).abs() < 5e-5 && (high - expected.2).abs() < 5e-5
        };
        assert!(near(gain(36, 2, 12, 0), (0.2, 0.0569, 0.3404)), "{:?}", gain(36, 2, 12, 0));
        let (mean, low, high) = gain(36, 12, 2, 0);
        assert!(near((-mean, -high, -low), gain(36, 2, 12, 0)), "it is the same the other way round");
        let none = Fates { both: 30, base: 0, variant: 0, neither: 20 }.difference(deviations(1));
        assert!(none.gain == 0.0 && none.low < -0.0 && none.high > 0.0 && !none.shown, "{none:?}");
        assert_eq!(Fates::default().difference(1.96).width(), 2.0);
    }

    #[test]
    fn a_difference_is_called_only_where_the_pairs_show_it() {
        let row = |seed, winner: Option<&str>| Row { winner: winner.map(str::to_owned), ..Row::new(seed, Which::Base) };
        let mut pairs = Pairs::of(&["red".to_owned(), "blue".to_owned()]);
        for seed in 0..100 {
            let (base, variant) = (if seed < 40 { "red" } else { "blue" }, if seed < 80 { "red" } else { "blue" });
            pairs.count(&row(seed, Some(base)), &row(seed, Some(variant)));
        }
        let (red, blue) = (pairs.difference("red", 1), pairs.difference("blue", 1));
        assert!(red.shown && (red.gain - 0.4).abs() < 1e-9 && red.low > 0.25 && red.high < 0.55, "{red:?}");
        assert!(blue.shown && (blue.gain + 0.4).abs() < 1e-9);
        assert_eq!(pairs.told(), 1);
        assert!(pairs.difference("red", 8).width() > red.width(), "who may stop early pays for it");
        pairs.count(&row(100, None), &Row { fault: Some("x".into()), ..row(100, None) });
        assert_eq!((pairs.whole, pairs.broken, pairs.told()), (100, 1, 1));
        pairs.count(&row(101, None), &row(101, Some("red")));
        assert_eq!(pairs.told(), 2);
    }
}
