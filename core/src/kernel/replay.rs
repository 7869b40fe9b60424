//! Taking up a match again: from its journal, or under other packs. History is played anew and compared order by order.

use super::journal::{Entry, Journal, Saved, StateHash, Torn};
use super::matches::{Match, Trouble, carry_out};
use super::*;
use std::path::Path;
use std::sync::Arc;

/// The first order of a history that the present rules do not reproduce.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("order {order} ({text}): {why}")]
pub struct Divergence {
    /// The order's number.
    pub order: u32,
    /// Its owner's text.
    pub text: String,
    /// What is different.
    pub why: Parting,
}

/// How history and rules part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Parting {
    /// The text means nothing any more.
    #[error("it cannot be read: {0}")]
    Unreadable(Refusal),
    /// The order is not legal any more.
    #[error("it is refused: {0}")]
    Refused(Refusal),
    /// A script or the data failed.
    #[error("{0}")]
    Fault(Fault),
    /// The order leads to another state.
    #[error("it leads to another position (hash {found} instead of {recorded})")]
    Hash {
        /// As the journal has it.
        recorded: StateHash,
        /// As it is now.
        found: StateHash,
    },
    /// Another seat, or none, is asked at this point.
    #[error("seat {} gave it, and is not asked here", .0.0)]
    NotAsked(Seat),
    /// The lines do not count on.
    #[error("number {0} was expected here")]
    Number(u32),
}

/// A match taken up again.
pub struct Loaded<K: Kit> {
    /// The match; where history could not be followed, it stands at the last order that could.
    pub game: Match<K>,
    /// A last line that was dropped.
    pub torn: Option<Torn>,
    /// The first order that the present rules do not reproduce.
    pub divergence: Option<Divergence>,
    /// The match goes on from the snapshot after this order, because history could not be followed to it.
    pub from_snapshot: Option<u32>,
    /// The packs are not the ones that the match was played with.
    pub other_packs: bool,
}

/// Whether a snapshot may stand in for a history that cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Only when the packs are the same.
    SamePacks,
    /// Always: a person has chosen to go on from there.
    Always,
}

impl<K: Kit> Match<K> {
    /// Opens a saved match to go on with it. Nothing is written until the next order, unless a person has chosen to go on
    /// from a snapshot under other packs.
    ///
    /// # Errors
    /// When the file is busy or damaged, or the game does not open.
    pub fn load(kit: Arc<K>, path: &Path, trust: Trust) -> Result<Loaded<K>, Trouble> {
        let (journal, torn) = Journal::open(path)?;
        Ok(Loaded { torn, ..Match::follow(kit, journal, trust)? })
    }

    /// Follows a saved match without a hand on its file.
    ///
    /// # Errors
    /// When the game does not open under its packs.
    pub fn look(kit: Arc<K>, saved: Saved) -> Result<Loaded<K>, Trouble> {
        let torn = saved.torn.clone();
        Ok(Loaded { torn, ..Match::follow(kit, Journal::of_saved(saved), Trust::SamePacks)? })
    }

    fn follow(kit: Arc<K>, journal: Journal, trust: Trust) -> Result<Loaded<K>, Trouble> {
        let entries = journal.entries().to_vec();
        let packs_line = entries.iter().rposition(|e| matches!(e, Entry::Packs { .. }));
        let packs = match packs_line.map(|at| &entries[at]) {
            Some(Entry::Packs { packs, .. }) => packs,
            _ => &journal.header().packs,
        };
        let other_packs = *packs != kit.packs();
        let trusted = trust == Trust::Always || !other_packs;

        // A hook that was off before the packs changed has its chance again. (`adopt` does the same.)
        let lines = Lines { entries: &entries, mask_from: packs_line.unwrap_or(0) };
        let anew = entries.iter().rposition(|e| matches!(e, Entry::Packs { from_here: true, .. }));
        let mut walk = match anew {
            None => {
                let off = HookMask::new();
                let game = kit.open(&off).map_err(Trouble::Fault)?;
                let first = game.start(&journal.header().setup, journal.header().seed).map_err(Trouble::Fault)?;
                Match::standing(kit, game, off, journal, (0, first))
            }
            Some(packs) => {
                let game = kit.open(&HookMask::new()).map_err(Trouble::Fault)?;
                let base = entries.get(packs + 1).and_then(snapshot_of::<K::G>);
                let base = base.ok_or_else(|| Fault::new("the match starts from a snapshot that is damaged"));
                Match::standing(kit, game, HookMask::new(), journal, base.map_err(Trouble::Fault)?)
            }
        };
        let stuck = walk.follow_lines(lines, anew.map_or(0, |packs| packs + 2));
        let mut from_snapshot = None;
        if let Some((at, _)) = &stuck
            && trusted
        {
            from_snapshot = walk.leap(lines, *at)?;
            if from_snapshot.is_some() && other_packs {
                // From here on the journal is a match under these packs.
                walk.begin_anew()?;
            }
        }
        walk.cut = stuck.is_some() && from_snapshot.is_none();
        let divergence = stuck.map(|(_, divergence)| divergence);
        Ok(Loaded { game: walk, torn: None, divergence, from_snapshot, other_packs })
    }

    /// Follows the lines from index `at`; says at which index it is stuck, and why.
    fn follow_lines(&mut self, lines: Lines, mut at: usize) -> Option<(usize, Divergence)> {
        while at < lines.entries.len() {
            if let Err(divergence) = self.follow_line(lines, at) {
                // What cannot be followed but was taken back later need not be followed.
                let known = self.base.0..=self.number();
                let back = |e: &Entry| matches!(e, Entry::Back { to } if known.contains(to));
                let Some(later) = lines.entries[at + 1..].iter().position(back) else {
                    return Some((at, divergence));
                };
                at += 1 + later;
                if self.set_mask(lines.mask_at(at)).is_err() {
                    return Some((at, divergence));
                }
                continue;
            }
            at += 1;
        }
        None
    }

    fn follow_line(&mut self, lines: Lines, at: usize) -> Result<(), Divergence> {
        let part = |order, text: &str, why| Divergence { order, text: text.to_owned(), why };
        let next = self.number() + 1;
        match &lines.entries[at] {
            Entry::Order { n, seat, text, hash } => {
                if *n != next {
                    return Err(part(*n, text, Parting::Number(next)));
                }
                let done = again(&self.game, self.state(), *seat, text, *hash).map_err(|why| part(*n, text, why))?;
                self.done.push(done);
            }
            Entry::HookOff { .. } => {
                self.set_mask(lines.mask_at(at + 1)).map_err(|f| part(next, "", Parting::Fault(f)))?;
            }
            Entry::Back { to } => {
                if *to < self.base.0 || *to > self.number() {
                    return Err(part(*to, "", Parting::Number(next)));
                }
                self.done.truncate((*to - self.base.0) as usize);
                self.snapshot = self.snapshot.min(*to);
            }
            Entry::Snapshot { n, .. } if *n == self.number() => self.snapshot = *n,
            Entry::Snapshot { .. } | Entry::Packs { .. } | Entry::Note { .. } => {}
        }
        Ok(())
    }

    /// Goes on from the newest snapshot after index `stuck` from which the lines can be followed to their end.
    fn leap(&mut self, lines: Lines, stuck: usize) -> Result<Option<u32>, Trouble> {
        let mask = self.off.clone();
        for at in (stuck..lines.entries.len()).rev() {
            let Some(base) = snapshot_of::<K::G>(&lines.entries[at]) else { continue };
            if self.set_mask(lines.mask_at(at)).is_err() {
                continue;
            }
            let n = base.0;
            let before = (std::mem::replace(&mut self.base, base), std::mem::take(&mut self.done), self.snapshot);
            self.snapshot = n;
            if self.follow_lines(lines, at + 1).is_none() {
                return Ok(Some(n));
            }
            (self.base, self.done, self.snapshot) = before;
        }
        self.set_mask(mask).map_err(Trouble::Fault)?;
        Ok(None)
    }

    fn set_mask(&mut self, off: HookMask) -> Result<(), Fault> {
        if off != self.off {
            self.game = self.kit.open(&off)?;
            self.off = off;
        }
        Ok(())
    }

    /// Goes on under other packs, if the whole history is the same under them; else nothing changes, and the answer is
    /// the first order that differs.
    ///
    /// # Errors
    /// When the game does not open or start under the packs, or the system refuses.
    pub fn adopt(&mut self, kit: Arc<K>) -> Result<Option<Divergence>, Trouble> {
        let off = HookMask::new();
        let game = kit.open(&off).map_err(Trouble::Fault)?;
        let base = match self.base.0 {
            0 => {
                let header = self.journal.header();
                game.start(&header.setup, header.seed).map_err(Trouble::Fault)?
            }
            _ => self.base.1.clone(),
        };
        let mut done: Vec<Done<K::G>> = Vec::with_capacity(self.done.len());
        for (old, n) in self.done.iter().zip(self.base.0 + 1..) {
            let before = done.last().map_or(&base, |d| &d.state);
            match again(&game, before, old.seat, &old.text, old.hash) {
                Ok(same) => done.push(same),
                Err(why) => return Ok(Some(Divergence { order: n, text: old.text.clone(), why })),
            }
        }
        let (packs, embedded) = (kit.packs(), kit.embedded());
        self.append(Entry::Packs { packs, embedded, from_here: false })?;
        (self.kit, self.game, self.off, self.offers) = (kit, game, off, None);
        (self.base.1, self.done) = (base, done);
        Ok(None)
    }

    /// Goes on under other packs from this position, although history does not fit them. Orders before it cannot be
    /// taken back any more.
    ///
    /// # Errors
    /// When the game does not open under the packs, or the system refuses.
    pub fn adopt_from_now(&mut self, kit: Arc<K>) -> Result<(), Trouble> {
        let off = HookMask::new();
        let game = kit.open(&off).map_err(Trouble::Fault)?;
        (self.kit, self.game, self.off, self.offers) = (kit, game, off, None);
        self.begin_anew()
    }

    fn begin_anew(&mut self) -> Result<(), Trouble> {
        let (packs, embedded) = (self.kit.packs(), self.kit.embedded());
        self.append(Entry::Packs { packs, embedded, from_here: true })?;
        self.snapshot_line()?;
        self.base = (self.number(), self.state().clone());
        self.done.clear();
        self.undone.clear();
        Ok(())
    }
}

/// The lines of a journal that is being followed.
#[derive(Clone, Copy)]
struct Lines<'a> {
    entries: &'a [Entry],
    /// Hooks switched off before this index have their chance again.
    mask_from: usize,
}

impl Lines<'_> {
    /// The hooks that are off before the line at an index.
    fn mask_at(self, at: usize) -> HookMask {
        let hooks = self.entries[..at].iter().skip(self.mask_from).filter_map(|e| match e {
            Entry::HookOff { hook, .. } => Some(hook.clone()),
            _ => None,
        });
        hooks.collect()
    }
}

fn snapshot_of<G: Game>(entry: &Entry) -> Option<(u32, G::State)> {
    let Entry::Snapshot { n, hash, state } = entry else { return None };
    let state = serde_json::from_value(state.clone()).ok()?;
    (StateHash(state_hash(&state)) == *hash).then_some((*n, state))
}

/// Plays a recorded order again.
fn again<G: Game>(game: &G, s: &G::State, seat: Seat, text: &str, recorded: StateHash) -> Result<Done<G>, Parting> {
    match game.ask(s) {
        Ask::Ask(question) if question.seat == seat => {}
        _ => return Err(Parting::NotAsked(seat)),
    }
    let order = game.read(s, text).map_err(|no| parting(no, Parting::Unreadable))?;
    game.check(s, &order).map_err(|no| parting(no, Parting::Refused))?;
    let done = carry_out(game, s, seat, &order).map_err(Parting::Fault)?;
    if done.hash == recorded { Ok(done) } else { Err(Parting::Hash { recorded, found: done.hash }) }
}

fn parting(no: No, refused: fn(Refusal) -> Parting) -> Parting {
    match no {
        No::Refused(refusal) => refused(refusal),
        No::Fault(fault) => Parting::Fault(fault),
    }
}
