//! Many games side by side: seeds in, a table out. The same seed gives the same row on every machine.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use serde::Serialize;

use crate::kernel::{Ask, Header, Outcome, Seed, Shelved, StateHash, Table, Trouble};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every game's header but for the seed; its seats are bots.
    pub header: Header,
    /// One game for each seed.
    pub seeds: Range<u64>,
    /// Games at once; 0 is as many as the machine has cores.
    pub threads: usize,
    /// A game that has not ended after so many orders is given up.
    pub most_orders: u32,
}

/// What came of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its seed.
    pub seed: u64,
    /// The side that won; none in a draw, or when the game was given up.
    pub winner: Option<String>,
    /// The kind of victory, in the rulebook's words.
    pub kind: String,
    /// How many orders were played.
    pub orders: u32,
    /// The hash of the last state.
    pub hash: StateHash,
    /// Why the game was given up.
    pub fault: Option<String>,
}

/// The rows counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Games played, those given up included.
    pub games: u64,
    /// Games won, by side.
    pub wins: BTreeMap<String, u64>,
    /// Games that nobody won.
    pub draws: u64,
    /// Games given up: a script or the house failed.
    pub failed: u64,
    /// The reason of the first game that was given up, with its seed.
    pub first_failure: Option<(u64, String)>,
    /// How games ended: (side that won or `draw`, kind) -> games, as `side: kind`.
    pub endings: BTreeMap<String, u64>,
    /// Orders of all games.
    pub orders: u64,
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

/// Why a study does not begin.
#[derive(Debug, thiserror::Error)]
pub enum CannotStudy {
    /// The game does not open.
    #[error(transparent)]
    Game(#[from] Trouble),
    /// A bot does not open.
    #[error("{0}")]
    Bot(crate::kernel::Fault),
    /// The system gives no threads.
    #[error("no threads to play in: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Games that wait for their turn to be counted, per thread: what is in memory at once.
const AHEAD: u64 = 128;

impl Plan {
    /// Plays the games. `each` receives the rows in the order of their seeds, `counted` hears of every game as it ends
    /// in its own thread, and when `stop` turns true the rest is left out.
    ///
    /// # Errors
    /// When the game or a bot does not open at all. A game that fails later is a row.
    pub fn run(
        &self,
        game: &dyn Shelved,
        stop: &(dyn Fn() -> bool + Sync),
        counted: &(dyn Fn() + Sync),
        each: &mut dyn FnMut(&Row),
    ) -> Result<Tally, CannotStudy> {
        let table = game.start(self.header.clone(), None)?;
        for name in &self.header.seats {
            table.recruit(name)().map_err(CannotStudy::Bot)?;
        }
        let mut tally = Tally { wins: table.sides().into_iter().map(|side| (side, 0)).collect(), ..Tally::default() };
        drop(table);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let step = AHEAD * threads.current_num_threads() as u64;
        let mut from = self.seeds.start;
        while from < self.seeds.end && !stop() {
            let to = self.seeds.end.min(from.saturating_add(step));
            // one by one: games differ too much in length to be dealt out in blocks; counted from 0, so that no range of
            // seeds ends where numbers do
            let next = AtomicU64::new(0);
            let another = || Some(next.fetch_add(1, Relaxed)).filter(|k| *k < to - from && !stop());
            let played = threads.broadcast(|_| {
                let (mut table, mut rows) = (None, Vec::new());
                while let Some(k) = another() {
                    rows.push(self.row(game, &mut table, from + k, stop));
                    counted();
                }
                rows
            });
            let mut rows = played.concat();
            rows.sort_by_key(|row| row.seed);
            // what was stopped in mid-game says nothing, and what lies behind it would leave a gap
            for row in rows.iter().take_while(|_| !stop()) {
                tally.count(row);
                each(row);
            }
            from = to;
        }
        Ok(tally)
    }

    /// One game. A panic is the fault of its row, not the end of the study.
    fn row(&self, game: &dyn Shelved, free: &mut Option<Box<dyn Table>>, seed: u64, stop: &dyn Fn() -> bool) -> Row {
        let mut row = Row { seed, winner: None, kind: String::new(), orders: 0, hash: StateHash(0), fault: None };
        let played = catch_unwind(AssertUnwindSafe(|| {
            // a table at which a panic fell is not used again
            let mut table = self.table(game, free.take(), seed)?;
            let played = self.play(table.as_mut(), stop, &mut row);
            *free = Some(table);
            played
        }));
        row.fault = match played {
            Ok(played) => played.err(),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                Some(format!("the program failed after order {}: {text}", row.orders))
            }
        };
        row
    }

    /// A table with a match from the seed on it: packs are read once for the games of a thread.
    fn table(&self, game: &dyn Shelved, free: Option<Box<dyn Table>>, seed: u64) -> Result<Box<dyn Table>, String> {
        let seed = Seed(seed);
        match free {
            Some(mut table) => table.again(seed).map(|()| table),
            None => game.start(Header { seed, ..self.header.clone() }, None),
        }
        .map_err(|e| e.to_string())
    }

    fn play(&self, table: &mut dyn Table, stop: &dyn Fn() -> bool, row: &mut Row) -> Result<(), String> {
        let sides = table.sides();
        let recruits = self.header.seats.iter().map(|name| table.recruit(name)());
        let mut players = recruits.collect::<Result<Vec<_>, _>>().map_err(|e| e.to_string())?;
        let at = |row: &Row, why: String| format!("after order {}: {why}", row.orders);
        loop {
            let question = match table.ask() {
                Ask::Over(Outcome { winner, kind, .. }) => {
                    row.winner = winner.and_then(|seat| sides.get(seat.index()).cloned());
                    row.kind = kind.into_owned();
                    row.hash = table.hash();
                    return Ok(());
                }
                Ask::Ask(question) => question,
            };
            if row.orders >= self.most_orders {
                return Err(format!("no end after {} orders", self.most_orders));
            }
            let player = players.get_mut(question.seat.index());
            let player = player.ok_or_else(|| at(row, format!("nobody plays seat {}", question.seat.0)))?;
            let chosen = player.choose(&table.seen(question.seat), stop).map_err(|e| at(row, e.to_string()))?;
            table.play_text(&chosen.order).map_err(|e| at(row, format!("\"{}\": {e}", chosen.order)))?;
            // a study knows no half-broken variant: the match would go on without the hook, and the figures would lie
            if let Some(hook) = table.off().first() {
                return Err(at(row, format!("{}, {} failed and was switched off", hook.pack, hook.hook)));
            }
            row.orders += 1;
            row.hash = table.hash();
        }
    }
}

impl Tally {
    fn count(&mut self, row: &Row) {
        self.games += 1;
        self.orders += u64::from(row.orders);
        match (&row.fault, &row.winner) {
            (Some(fault), _) => {
                self.failed += 1;
                self.first_failure.get_or_insert_with(|| (row.seed, fault.clone()));
                return;
            }
            (None, Some(winner)) => *self.wins.entry(winner.clone()).or_default() += 1,
            (None, None) => self.draws += 1,
        }
        let who = row.winner.as_deref().unwrap_or("draw");
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
        Share::of(self.wins.get(side).copied().unwrap_or(0), self.ended())
    }
}

impl Share {
    /// The share of `wins` in `games` with Wilson's interval at 95 %; of no games nothing is known.
    #[must_use]
    pub fn of(wins: u64, games: u64) -> Share {
        const Z: f64 = 1.959_963_984_540_054; // 97.5 % of a normal distribution lie below
        if games == 0 {
            return Share { rate: 0.0, low: 0.0, high: 1.0 };
        }
        let n = games as f64;
        let rate = wins as f64 / n;
        let scale = 1.0 + Z * Z / n;
        let middle = (rate + Z * Z / (2.0 * n)) / scale;
        let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
        let end = |x: f64| x.clamp(0.0, 1.0);
        Share { rate, low: end(middle - half), high: end(middle + half) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Setup;

    #[test]
    fn intervals_are_wilsons() {
        let half = Share::of(50, 100);
        assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4, "{half:?}");
        let none = Share::of(0, 10);
        assert!(none.low == 0.0 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        let all = Share::of(200, 200);
        assert!((all.low - 0.9812).abs() < 1e-4 && all.high > 0.999_999, "{all:?}");
        assert_eq!(Share::of(0, 0), Share { rate: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn a_study_that_ends_with_the_last_seed_ends() {
        let game = crate::games::triomphe::TriompheShelf::new(crate::pack::builtin::Files::builtin()).unwrap();
        let setup = Setup { name: "historical".to_owned(), ..Setup::default() };
        let header = Header { setup, seats: vec!["random".to_owned(); 2], ..Header::default() };
        let plan = Plan { header, seeds: u64::MAX - 3..u64::MAX, threads: 2, most_orders: 2 };
        let played = AtomicU64::new(0);
        let mut seeds = Vec::new();
        let stop = || played.load(Relaxed) > 50; // one that does not end is stopped
        let counted = || _ = played.fetch_add(1, Relaxed);
        let tally = plan.run(&game, &stop, &counted, &mut |row| seeds.push(row.seed)).unwrap();
        assert_eq!((tally.games, seeds), (3, vec![u64::MAX - 3, u64::MAX - 2, u64::MAX - 1]));
    }

    #[test]
    fn games_given_up_are_counted_apart_from_lost_ones() {
        let row = |seed, winner: Option<&str>, fault: Option<&str>| Row {
            seed,
            winner: winner.map(str::to_owned),
            kind: "rout".to_owned(),
            orders: 10,
            hash: StateHash(0),
            fault: fault.map(str::to_owned),
        };
        let mut tally = Tally::default();
        for row in [row(1, Some("red"), None), row(2, None, None), row(3, None, Some("dead")), row(4, None, Some("x"))]
        {
            tally.count(&row);
        }
        assert_eq!((tally.games, tally.ended(), tally.draws, tally.failed, tally.orders), (4, 2, 1, 2, 40));
        assert_eq!(tally.first_failure, Some((3, "dead".to_owned())));
        assert_eq!(tally.share("red").rate, 0.5);
        assert_eq!(tally.endings.keys().collect::<Vec<_>>(), ["draw: rout", "red: rout"]);
    }
}
