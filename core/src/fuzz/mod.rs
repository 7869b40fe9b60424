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
use std::collections::btree_map::Entry;
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
        let found = Mutex::new((Fuzzed::default(), BTreeMap::new()));
        scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(number) = Some(next.fetch_add(1, Relaxed)).filter(|n| *n < self.games && !stop()) {
                        let walk = Walk { game, fuzz: self, header: self.target.header(number, self.seed) };
                        let (played, finding) = walk.go(stop);
                        let finding = finding.map(|finding| (number, finding));
                        self.note(&found, &played, finding, &walk, stop, told);
                    }
                });
            }
        });
        let (mut fuzzed, kinds) = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        fuzzed.findings = findings(&kinds);
        fuzzed
    }

    /// Adds a game to what there is; the first of a kind, by the games' numbers, is made short before.
    fn note(
        &self,
        found: &Mutex<(Fuzzed, Kinds)>,
        played: &walk::Count,
        finding: Option<(u64, Finding)>,
        walk: &Walk<'_>,
        stop: &dyn Fn() -> bool,
        told: &dyn Fn(&Fuzzed),
    ) {
        // a thread that failed while it held this has left whole numbers behind
        let lock = || found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let finding = finding.map(|(number, finding)| {
            let kind = finding.kind();
            let is_later = lock().1.get(&kind).is_some_and(|(first, _)| *first < number);
            (kind, number, if is_later { finding } else { walk.shrunk(finding, stop) })
        });
        let mut found = lock();
        let (fuzzed, kinds) = &mut *found;
        fuzzed.games += 1;
        fuzzed.ended += u64::from(played.ended);
        fuzzed.orders += u64::from(played.orders);
        fuzzed.moments += u64::from(played.moments);
        if let Some((kind, number, finding)) = finding {
            join(kinds, kind, number, finding);
            fuzzed.findings = findings(kinds);
        }
        told(fuzzed);
    }
}

/// Findings by what they were known by before they were made short, each of the first game that showed it: which this is
/// does not hang on how many games were played at once.
type Kinds = BTreeMap<String, (u64, Finding)>;

fn join(kinds: &mut Kinds, kind: String, number: u64, mut finding: Finding) {
    match kinds.entry(kind) {
        Entry::Vacant(new) => drop(new.insert((number, finding))),
        Entry::Occupied(mut known) => {
            let (first, old) = known.get_mut();
            let games = old.games + finding.games;
            if number < *first {
                finding.games = games;
                (*first, *old) = (number, finding);
            } else {
                old.games = games;
            }
        }
    }
}

/// One finding of each kind: what was two kinds may be one when it is short.
fn findings(kinds: &Kinds) -> Vec<Finding> {
    let mut short = Kinds::new();
    for (number, finding) in kinds.values() {
        join(&mut short, finding.kind(), *number, finding.clone());
    }
    let mut all: Vec<(u64, Finding)> = short.into_values().collect();
    all.sort_by(|(a_number, a), (b_number, b)| (&a.clause, a_number).cmp(&(&b.clause, b_number)));
    all.into_iter().map(|(_, finding)| finding).collect()
}
