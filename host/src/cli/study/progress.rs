//! How far a study is, and what it will come to.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bormida_core::study::Session;
use serde::Serialize;

use super::super::open::eprint_line;

/// What a study will come to, as its first games tell.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Estimate {
    /// Seeds in all.
    games: u64,
    /// Seconds that all of them take.
    seconds: f64,
    /// How wide the widest interval will be, in points.
    width: f64,
}

impl Estimate {
    pub(super) fn sentence(&self) -> String {
        let Estimate { games, seconds, width } = self;
        format!("{games} seeds take about {seconds:.0} s; the interval will be about {width:.1} points wide.")
    }
}

/// A line on standard error that counts, where somebody looks.
pub(super) struct Progress {
    began: Instant,
    /// Seeds that an earlier run has played.
    before: u64,
    shown: bool,
    last: Option<Instant>,
}

impl Progress {
    pub(super) fn new(began: Instant, before: u64) -> Progress {
        Progress { began, before, shown: io::stderr().is_terminal(), last: None }
    }

    fn seconds_a_seed(&self, session: &Session) -> f64 {
        self.began.elapsed().as_secs_f64() / (session.done() - self.before).max(1) as f64
    }

    pub(super) fn estimate(&self, session: &Session) -> Estimate {
        let games = session.games();
        let seconds = self.seconds_a_seed(session) * games as f64;
        Estimate {
            games,
            seconds: (seconds * 10.0).round() / 10.0,
            width: (1000.0 * session.forecast()).round() / 10.0,
        }
    }

    /// Says the estimate of a study that takes long enough to wonder.
    pub(super) fn announce(&mut self, estimate: &Estimate) {
        if estimate.seconds > 3.0 {
            self.clear();
            eprint_line(&estimate.sentence());
        }
    }

    pub(super) fn show(&mut self, session: &Session) {
        if self.shown && self.last.is_none_or(|last| last.elapsed() > Duration::from_millis(100)) {
            self.last = Some(Instant::now());
            let (done, games) = (session.done(), session.games());
            let left = self.seconds_a_seed(session) * (games - done) as f64;
            let width = 100.0 * session.width();
            let line = format!("{done} of {games} seeds, about {left:.0} s left, interval {width:.1} points wide");
            let _ = write!(io::stderr(), "\r{line} \x1b[K");
        }
    }

    pub(super) fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
