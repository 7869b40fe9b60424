//! Intervals: what a share of games may truly be.

use serde::Serialize;

/// How many standard deviations hold 95 % when the 5 % are shared out among 1, 2, 3 ... intervals (Bonferroni): the
/// quantile of 1 - 0.025/k.
const DEVIATIONS: [f64; 24] = [
    1.959_964, 2.241_403, 2.393_980, 2.497_705, 2.575_829, 2.638_257, 2.690_110, 2.734_369, 2.772_921, 2.807_034,
    2.837_597, 2.865_260, 2.890_512, 2.913_726, 2.935_199, 2.955_167, 2.973_820, 2.991_316, 3.007_787, 3.023_341,
    3.038_074, 3.052_065, 3.065_383, 3.078_088,
];

/// The deviations of each of so many intervals that hold all together in 95 of 100 studies.
pub(super) fn deviations(intervals: usize) -> f64 {
    DEVIATIONS[intervals.clamp(1, DEVIATIONS.len()) - 1]
}

/// A share of games with what it may truly be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// Games won of games ended.
    pub rate: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Share {
    /// The share of `wins` in `games` with Wilson's interval at 95 %; of no games nothing is known.
    #[must_use]
    pub fn of(wins: u64, games: u64) -> Share {
        Share::within(wins, games, deviations(1))
    }

    /// The same within so many standard deviations.
    pub(super) fn within(wins: u64, games: u64, z: f64) -> Share {
        if games == 0 {
            return Share { rate: 0.0, low: 0.0, high: 1.0 };
        }
        let n = games as f64;
        let rate = wins as f64 / n;
        let scale = 1.0 + z * z / n;
        let middle = (rate + z * z / (2.0 * n)) / scale;
        let half = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt() / scale;
        let end = |x: f64| x.clamp(0.0, 1.0);
        Share { rate, low: end(middle - half), high: end(middle + half) }
    }

    /// How wide the interval is.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let half = Share::of(50, 100);
        assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4, "{half:?}");
        let none = Share::of(0, 10);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        let all = Share::of(200, 200);
        assert!((all.low - 0.9812).abs() < 1e-4 && all.high > 0.999_999, "{all:?}");
        assert_eq!(Share::of(0, 0), Share { rate: 0.0, low: 0.0, high: 1.0 });
        assert!(Share::within(50, 100, deviations(8)).width() > half.width());
        assert_eq!(deviations(1000), 3.078_088);
    }
}
