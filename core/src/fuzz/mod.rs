//! Fuzz: random play of every set-up and value of a game or pack, in search of what breaks. What is found is made as short
//! as it can be.

mod plan;
mod shrink;
#[cfg(test)]
mod tests;
mod walk;

pub use plan::Target;

use crate::kernel::{Header, Shelved, Trouble};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{available_parallelism, scope};
use walk::Walk;

/// Something that broke, with the shortest match that shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What kind of promise was broken: `script`, `crash`, `offers`, `text`, `deal`, `undo`, `slow` ...
    pub clause: String,
    /// What is wrong.
    pub why: String,
    /// The match up to there.
    #[serde(skip)]
    pub header: Header,
    /// Its seed.
    pub seed: u64,
    /// The orders that lead there.
    pub orders: Vec<String>,
    /// The order that shows it then, where one does.
    pub next: Option<String>,
    /// How many games showed it, or something like it.
    pub games: u64,
    /// The chance by which the moment was examined.
    #[serde(skip)]
    luck: u64,
}

impl Finding {
    /// What it is known by: its clause and words, whatever their numbers.
    fn kind(&self) -> String {
        let words = self.why.chars().filter(|c| !c.is_ascii_digit()).take(60);
        format!("{}: {}", self.clause, words.collect::<String>())
    }

    /// What a reader of the match should know.
    #[must_use]
    pub fn sentence(&self) -> String {
        let next = self.next.as_ref().map_or_else(String::new, |next| format!("; the order \"{next}\" shows it"));
        format!("{}: {}{next}", self.clause, self.why)
    }

    /// Writes the match into a new file, with a note of what is wrong.
    ///
    /// # Errors
    /// When the game does not begin, or the system refuses.
    pub fn save(&self, game: &dyn Shelved, path: &Path) -> Result<(), Trouble> {
        let mut table = game.start(self.header.clone(), Some(path))?;
        for order in &self.orders {
            table.play_text(order)?;
        }
        table.note(&format!("fuzz: {}", self.sentence()))
    }
}

/// What fuzz has tried and found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Fuzzed {
    /// Games played.
    pub games: u64,
    /// Games that came to their end.
    pub ended: u64,
    /// Orders played.
    pub orders: u64,
    /// Moments at which every promise was tried.
    pub moments: u64,
    /// What broke, one of each kind.
    pub findings: Vec<Finding>,
}

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Fuzz {
    /// What is played.
    pub target: Target,
    /// The seed of all chance: the same seed tries the same.
    pub seed: u64,
    /// Games; each set-up and each value of a setting has its turn.
    pub games: u64,
    /// A game that has not ended after so many orders is a finding.
    pub most_orders: u32,
    /// Every promise is tried at every so-many-th moment.
    pub every: u32,
    /// Games at once; 0 is as many as the machine has cores.
    pub threads: usize,
}

impl Fuzz {
    /// Plays until all games are played or `stop` turns true. `told` hears of each game, with what there is so far.
    pub fn run(&self, game: &dyn Shelved, stop: &(dyn Fn() -> bool + Sync), told: &(dyn Fn(&Fuzzed) + Sync)) -> Fuzzed {
        let threads = match self.threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let next = AtomicU64::new(0);
        let found = Mutex::new((Fuzzed::default(), BTreeMap::<String, usize>::new()));
        scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(number) = Some(next.fetch_add(1, Relaxed)).filter(|n| *n < self.games && !stop()) {
                        let walk = Walk { game, fuzz: self, header: self.target.header(number, self.seed) };
                        let (played, finding) = walk.go(stop);
                        self.note(&found, &played, finding, &walk, stop, told);
                    }
                });
            }
        });
        let (mut fuzzed, _) = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        fuzzed.findings.sort_by(|a, b| (&a.clause, a.seed).cmp(&(&b.clause, b.seed)));
        fuzzed
    }

    /// Adds a game to what there is; a finding of a new kind is made short before.
    fn note(
        &self,
        found: &Mutex<(Fuzzed, BTreeMap<String, usize>)>,
        played: &walk::Count,
        finding: Option<Finding>,
        walk: &Walk<'_>,
        stop: &dyn Fn() -> bool,
        told: &dyn Fn(&Fuzzed),
    ) {
        // a thread that failed while it held this has left whole numbers behind
        let lock = || found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = finding.as_ref().is_some_and(|finding| lock().1.contains_key(&finding.kind()));
        let finding = finding.map(|finding| if known { finding } else { walk.shrunk(finding, stop) });
        let mut found = lock();
        let (fuzzed, kinds) = &mut *found;
        fuzzed.games += 1;
        fuzzed.ended += u64::from(played.ended);
        fuzzed.orders += u64::from(played.orders);
        fuzzed.moments += u64::from(played.moments);
        if let Some(finding) = finding {
            match kinds.get(&finding.kind()) {
                Some(at) => fuzzed.findings[*at].games += 1,
                None => {
                    kinds.insert(finding.kind(), fuzzed.findings.len());
                    fuzzed.findings.push(finding);
                }
            }
        }
        told(fuzzed);
    }
}
