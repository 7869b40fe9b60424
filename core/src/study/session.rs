//! A study under way: threads that play, and one that counts what they play in the order of the seeds.

use super::interval::deviations;
use super::looks::looks;
use super::pairs::{Difference, Pairs};
use super::row::{Played, Row, Turn, Which};
use super::tally::Tally;
use super::trend::Trend;
use super::{Share, Study, Version};
use crate::kernel::{Ask, Bouts, Fault, Header, OpenBouts, Outcome, Part, Reading, Reckoning, Seed, Shelved, Trouble};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, available_parallelism, scope};

/// Why a study does not begin.
#[derive(Debug, thiserror::Error)]
pub enum CannotStudy {
    /// The game does not open.
    #[error(transparent)]
    Game(#[from] Trouble),
    /// A bot does not open, or what is forbidden is not known.
    #[error("{0}")]
    Bot(Fault),
    /// The versions are of games with other sides.
    #[error("the two versions have other sides")]
    Sides,
    /// The system gives no threads.
    #[error("no threads to play in: {0}")]
    Threads(#[from] std::io::Error),
}

/// Seeds that are dealt out and not counted yet, for each thread: what is in memory at once.
const AHEAD: u64 = 64;

/// A study with what is counted so far.
pub struct Session {
    study: Study,
    sides: Vec<String>,
    versions: Vec<Opened>,
    figures: Vec<(String, Reading)>,
    looks: Vec<u64>,
    done: u64,
    early: bool,
    pairs: Pairs,
}

/// A version that opens.
struct Opened {
    which: Which,
    header: Header,
    open: OpenBouts,
    tally: Tally,
    trend: Trend,
}

/// What a figure of a reckoning is called: `morale austrian`, `infantry lost french`.
fn named(reckoning: &Reckoning, sides: &[String]) -> Vec<(String, Reading)> {
    let name = |figure: &crate::kernel::Figure| {
        let lost = if figure.reading == Reading::Left { " lost" } else { "" };
        let side = figure.seat.and_then(|seat| sides.get(seat.index()));
        let side = side.map_or_else(String::new, |side| format!(" {side}"));
        (format!("{}{lost}{side}", figure.name), figure.reading)
    };
    reckoning.figures.iter().map(name).collect()
}

impl Session {
    /// Opens the versions of a study.
    ///
    /// # Errors
    /// When the game or a bot does not open at all. A game that fails later is a row.
    pub fn open(study: Study, game: &dyn Shelved) -> Result<Session, CannotStudy> {
        let (mut versions, mut sides, mut figures) = (Vec::new(), Vec::new(), Vec::new());
        let both = [(Which::Base, Some(&study.base)), (Which::Variant, study.variant.as_ref())];
        for (which, version) in both.into_iter().filter_map(|(which, version)| Some((which, version?))) {
            let Version { header, forbidden } = version;
            let table = game.start(header.clone(), None)?;
            if !versions.is_empty() && sides != table.sides() {
                return Err(CannotStudy::Sides);
            }
            sides = table.sides();
            let open = table.bouts(forbidden).map_err(CannotStudy::Bot)?;
            let mut bouts = open().map_err(CannotStudy::Bot)?;
            // a game that does not begin is a row like others
            if study.turns && bouts.begin(Seed(study.seeds.start)).is_ok() {
                for figure in named(&bouts.reckon(), &sides) {
                    if !figures.contains(&figure) {
                        figures.push(figure);
                    }
                }
            }
            let (tally, trend) = (Tally::of(&sides), Trend::default());
            versions.push(Opened { which, header: table.header().clone(), open, tally, trend });
        }
        let games = study.seeds.end.saturating_sub(study.seeds.start);
        let looks = if study.until.is_some() { looks(games) } else { vec![games] };
        let pairs = Pairs::of(&sides);
        Ok(Session { study, sides, versions, figures, looks, done: 0, early: false, pairs })
    }

    /// A study to count what is written of it, and not to play: its figures go by these names.
    #[must_use]
    pub fn recorded(study: Study, sides: Vec<String>, figures: Vec<String>) -> Session {
        let both = [(Which::Base, Some(&study.base)), (Which::Variant, study.variant.as_ref())];
        let opened = |(which, version): (Which, Option<&Version>)| {
            let open: OpenBouts = Arc::new(|| Err(Fault::new("this study is only counted")));
            let (tally, trend) = (Tally::of(&sides), Trend::default());
            Some(Opened { which, header: version?.header.clone(), open, tally, trend })
        };
        let versions = both.into_iter().filter_map(opened).collect();
        let figures = figures.into_iter().map(|name| (name, Reading::Level)).collect();
        let looks = vec![study.seeds.end.saturating_sub(study.seeds.start)];
        let pairs = Pairs::of(&sides);
        Session { study, sides, versions, figures, looks, done: 0, early: false, pairs }
    }

    /// The study.
    #[must_use]
    pub fn study(&self) -> &Study {
        &self.study
    }
    /// The sides in seat order.
    #[must_use]
    pub fn sides(&self) -> &[String] {
        &self.sides
    }
    /// The header of a version as its games have it, with the packs in use.
    #[must_use]
    pub fn header(&self, which: Which) -> Option<&Header> {
        self.version(which).map(|version| &version.header)
    }
    /// What is counted of a version.
    #[must_use]
    pub fn tally(&self, which: Which) -> Option<&Tally> {
        self.version(which).map(|version| &version.tally)
    }
    /// How its games went.
    #[must_use]
    pub fn trend(&self, which: Which) -> Option<&Trend> {
        self.version(which).map(|version| &version.trend)
    }
    /// The names of the figures of a turn.
    pub fn figures(&self) -> impl Iterator<Item = &str> {
        self.figures.iter().map(|(name, _)| name.as_str())
    }
    /// The pairs of games of the same seed; none are counted where one version is studied alone.
    #[must_use]
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }
    /// Seeds that are played and counted.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }
    /// Seeds in all.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.study.seeds.end.saturating_sub(self.study.seeds.start)
    }
    /// Whether the study has come to its end, and whether early, because its interval is narrow enough.
    #[must_use]
    pub fn ended(&self) -> (bool, bool) {
        (self.early || self.done >= self.games(), self.early)
    }

    /// A side's share of the games of a version with its interval, widened where the study may end early.
    #[must_use]
    pub fn share(&self, which: Which, side: &str) -> Share {
        let Some(tally) = self.tally(which) else { return Share::of(0, 0) };
        Share::within(tally.won(side), tally.ended(), deviations(self.looks.len()))
    }

    /// What a side gains by the variant, with its interval, widened where the study may end early.
    #[must_use]
    pub fn difference(&self, side: &str) -> Difference {
        self.pairs.difference(side, self.looks.len())
    }

    /// How wide the widest interval is.
    #[must_use]
    pub fn width(&self) -> f64 {
        let width = |side: &String| match self.study.variant {
            Some(_) => self.difference(side).width(),
            None => self.share(Which::Base, side).width(),
        };
        self.sides.iter().map(width).fold(0.0, f64::max)
    }

    /// How wide the widest interval will be at the last game, as far as the games so far tell.
    #[must_use]
    pub fn forecast(&self) -> f64 {
        self.forecast_at(self.games())
    }

    /// The same after so many games.
    #[must_use]
    pub fn forecast_at(&self, games: u64) -> f64 {
        let games = games.max(1);
        // of few games the counts say little: two of each kind are added to them (Agresti and Coull)
        let spread = match (&self.study.variant, self.tally(Which::Base)) {
            (None, Some(tally)) => {
                let n = tally.ended() as f64 + 4.0;
                let rates = self.sides.iter().map(|side| (tally.won(side) as f64 + 2.0) / n);
                rates.map(|rate| rate * (1.0 - rate)).fold(0.0, f64::max)
            }
            _ => {
                let apart = self.sides.iter().map(|side| self.pairs.apart(side)).max().unwrap_or(0);
                (apart as f64 + 2.0) / (self.pairs.whole as f64 + 4.0)
            }
        };
        let widest = if self.study.variant.is_some() { 2.0 } else { 1.0 };
        (2.0 * deviations(self.looks.len()) * (spread / games as f64).sqrt()).min(widest)
    }

    fn version(&self, which: Which) -> Option<&Opened> {
        self.versions.iter().find(|version| version.which == which)
    }

    /// The versions that are played.
    pub fn versions(&self) -> impl Iterator<Item = Which> {
        self.versions.iter().map(|version| version.which)
    }

    /// Counts the games of the next seed: what was played, or what an earlier run of the same study has written.
    pub fn count(&mut self, games: &[Played]) {
        for (played, version) in games.iter().zip(&mut self.versions) {
            version.tally.count(&played.row);
            version.trend.count(&played.turns);
        }
        if let [base, variant] = games {
            self.pairs.count(&base.row, &variant.row);
        }
        self.done += 1;
        if let Some(until) = self.study.until {
            self.early |= self.done < self.games() && self.looks.contains(&self.done) && self.width() <= until;
        }
    }

    /// Plays on until the study ends, `stop` turns true or `each` does. `each` is called in this thread with the games of
    /// one seed after the other, when they are counted. What is stopped in mid-game counts for nothing.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn run(
        &mut self,
        stop: &(dyn Fn() -> bool + Sync),
        each: &mut dyn FnMut(&Session, &[Played]) -> bool,
    ) -> Result<(), CannotStudy> {
        let threads = match self.study.threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let over = AtomicBool::new(false);
        let stopped = || over.load(Relaxed) || stop();
        let (tickets, taken) = channel::<u64>();
        let taken = Mutex::new(taken);
        let (told, heard) = channel::<(u64, Vec<Played>)>();
        let player = Player {
            versions: self.versions.iter().map(|version| (version.which, version.open.clone())).collect(),
            sides: self.sides.clone(),
            figures: self.figures.clone(),
            first: self.study.seeds.start,
            most_orders: self.study.most_orders,
            turns: self.study.turns,
        };
        scope(|scope| {
            for _ in 0..threads {
                let (told, taken, player, stopped) = (told.clone(), &taken, &player, &stopped);
                let body = move || player.play_on(taken, &told, stopped);
                if let Err(error) = Builder::new().name("study".to_owned()).spawn_scoped(scope, body) {
                    over.store(true, Relaxed);
                    return Err(CannotStudy::Threads(error));
                }
            }
            drop(told);
            self.hear(tickets, &heard, threads as u64 * AHEAD, stop, each);
            over.store(true, Relaxed);
            Ok(())
        })
    }

    /// Deals out seeds, and counts what comes back in their order.
    fn hear(
        &mut self,
        tickets: Sender<u64>,
        heard: &Receiver<(u64, Vec<Played>)>,
        ahead: u64,
        stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&Session, &[Played]) -> bool,
    ) {
        let mut dealt = self.done;
        let mut waiting = BTreeMap::new();
        while !self.ended().0 && !stop() {
            while dealt < self.games().min(self.done.saturating_add(ahead)) {
                // who does not listen any more has stopped
                let _ = tickets.send(dealt);
                dealt += 1;
            }
            let Ok((number, games)) = heard.recv() else { break };
            if games.is_empty() {
                break;
            }
            waiting.insert(number, games);
            while let Some(games) = waiting.remove(&self.done).filter(|_| !self.ended().0) {
                self.count(&games);
                if !each(self, &games) {
                    return;
                }
            }
        }
        // who waits for a seed hears that there are no more
        drop(tickets);
    }
}

/// What every thread plays.
struct Player {
    versions: Vec<(Which, OpenBouts)>,
    sides: Vec<String>,
    figures: Vec<(String, Reading)>,
    first: u64,
    most_orders: u32,
    turns: bool,
}

impl Player {
    /// Plays one seed after another until none is left.
    fn play_on(
        &self,
        taken: &Mutex<Receiver<u64>>,
        told: &Sender<(u64, Vec<Played>)>,
        stop: &(dyn Fn() -> bool + Sync),
    ) {
        let mut open: Vec<Option<Box<dyn Bouts>>> = self.versions.iter().map(|_| None).collect();
        loop {
            let ticket = taken.lock().map(|taken| taken.recv());
            let Ok(Ok(number)) = ticket else { return };
            let mut games = Vec::with_capacity(open.len());
            for ((which, opens), open) in self.versions.iter().zip(&mut open) {
                games.push(self.game(*which, opens, open, self.first + number, stop));
            }
            // what is stopped is told as nothing, so that nobody waits for it
            let stopped = stop();
            if stopped {
                games.clear();
            }
            if told.send((number, games)).is_err() || stopped {
                return;
            }
        }
    }

    /// One game. A panic is the fault of its row, not the end of the study.
    fn game(
        &self,
        which: Which,
        opens: &OpenBouts,
        open: &mut Option<Box<dyn Bouts>>,
        seed: u64,
        stop: &dyn Fn() -> bool,
    ) -> Played {
        let (mut row, mut turns) = (Row::new(seed, which), Vec::new());
        let played = catch_unwind(AssertUnwindSafe(|| {
            // rules on which a panic fell are not used again
            let mut bouts = open.take().map_or_else(|| opens(), Ok).map_err(|e| e.to_string())?;
            bouts.begin(Seed(seed)).map_err(|e| e.to_string())?;
            let ended = self.play(&mut *bouts, stop, &mut row, &mut turns);
            row.hash = bouts.hash();
            *open = Some(bouts);
            ended
        }));
        row.fault = match played {
            Ok(played) => played.err(),
            Err(panic) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                Some(format!("the program failed after order {}: {text}", row.orders))
            }
        };
        Played { row, turns }
    }

    fn play(
        &self,
        bouts: &mut dyn Bouts,
        stop: &dyn Fn() -> bool,
        row: &mut Row,
        turns: &mut Vec<Turn>,
    ) -> Result<(), String> {
        let mut book = self.turns.then(|| TurnBook::new(bouts.reckon()));
        loop {
            if let Ask::Over(Outcome { winner, kind, .. }) = bouts.ask() {
                row.winner = winner.and_then(|seat| self.sides.get(seat.index()).cloned());
                row.kind = kind.into_owned();
                if let Some(book) = book {
                    turns.push(book.close(turns.len(), self, bouts));
                }
                return Ok(());
            }
            if row.orders >= self.most_orders || stop() {
                return Err(format!("no end after {} orders", row.orders));
            }
            let stroke = bouts.step(stop).map_err(|e| format!("after order {}: {e}", row.orders))?;
            row.orders += 1;
            row.forced += u32::from(stroke.forced);
            if let Some(book) = &mut book
                && let Some(turn) = book.order(turns.len(), self, bouts, stroke.fight)
            {
                turns.push(turn);
            }
        }
    }
}

/// Counts the turns of one game.
struct TurnBook {
    first: Reckoning,
    now: Reckoning,
    fights: Vec<Part>,
}

impl TurnBook {
    fn new(first: Reckoning) -> TurnBook {
        TurnBook { now: first.clone(), first, fights: Vec::new() }
    }

    /// The turn that an order has ended, if it has.
    fn order(&mut self, turns: usize, player: &Player, bouts: &dyn Bouts, fight: Option<Part>) -> Option<Turn> {
        let next = bouts.reckon();
        let over = next.time != self.now.time;
        self.fights.extend(fight);
        let turn = over.then(|| self.turn(turns, player, bouts));
        self.now = next;
        turn
    }

    /// The last turn.
    fn close(mut self, turns: usize, player: &Player, bouts: &dyn Bouts) -> Turn {
        self.turn(turns, player, bouts)
    }

    fn turn(&mut self, turns: usize, player: &Player, bouts: &dyn Bouts) -> Turn {
        let names = |reckoning: &Reckoning| named(reckoning, &player.sides);
        let (now, first) = (names(&self.now), names(&self.first));
        let value = |(name, reading): &(String, Reading)| {
            let at = now.iter().position(|(known, _)| known == name)?;
            let n = self.now.figures[at].n;
            match reading {
                Reading::Level => Some(n),
                Reading::Left => {
                    let began = first.iter().position(|(known, _)| known == name)?;
                    Some(self.first.figures[began].n - n)
                }
            }
        };
        Turn {
            turn: turns as u32 + 1,
            time: self.now.time.clone(),
            figures: player.figures.iter().map(value).collect(),
            fights: self.fights.drain(..).map(|part| bouts.part_name(part)).collect(),
        }
    }
}
