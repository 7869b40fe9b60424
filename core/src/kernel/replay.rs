//! Taking up a match again: from its journal, or under other packs. History is played anew and compared order by order.

use super::journal::{Entry, Header, Journal, StateHash};
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
    /// Its text as everybody may read it; its owner's, when it cannot be read.
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
    /// The order leads to another state. The hashes stay unsaid: they are of all that is hidden.
    #[error("it leads to another position")]
    Hash {
        /// As the journal has it.
        recorded: StateHash,
        /// As it is now.
        found: StateHash,
    },
    /// The same in an all-seeing match, where what differs may be said.
    #[error("it leads to another position: {0}")]
    Differs(String),
    /// Another seat, or none, is asked at this point.
    #[error("seat {} gave it, and is not asked here", .0.0)]
    NotAsked(Seat),
    /// The lines do not count on.
    #[error("number {0} was expected here")]
    Number(u32),
    /// The snapshot from which the match went on is damaged, or holds what cannot be.
    #[error("the position from which the match went on here is damaged")]
    Damaged,
}

/// A match taken up again: the match itself, or a table that it lies on.
pub struct Loaded<T> {
    /// The match; where history could not be followed, it stands at the last order that could.
    pub game: T,
    /// A last line that was dropped.
    pub torn: Option<Torn>,
    /// The first order that the present rules do not reproduce.
    pub divergence: Option<Divergence>,
    /// The match goes on from the snapshot after this order, because history could not be followed to it.
    pub from_snapshot: Option<u32>,
    /// A later snapshot from which it could go on, if a person says so: the number of the order before it.
    pub later_snapshot: Option<u32>,
    /// The packs are not the ones that the match was played with.
    pub other_packs: bool,
    /// The ids of the packs that are others, are missing or have come.
    pub changed_packs: Vec<String>,
    /// The program's own rules are of another revision.
    pub other_rules: bool,
}

impl<T> Loaded<T> {
    /// The same, when the match is laid out in another way.
    pub fn map<U>(self, lay: impl FnOnce(T) -> U) -> Loaded<U> {
        let Loaded { game, torn, divergence, from_snapshot, later_snapshot, other_packs, changed_packs, other_rules } =
            self;
        let game = lay(game);
        Loaded { game, torn, divergence, from_snapshot, later_snapshot, other_packs, changed_packs, other_rules }
    }

    /// What has changed since the match was played, as far as it explains why history is not reproduced.
    #[must_use]
    pub fn since(&self) -> Option<String> {
        let which = match self.changed_packs.is_empty() {
            true => String::new(),
            false => format!(" ({})", self.changed_packs.join(", ")),
        };
        match (self.other_packs, self.other_rules) {
            _ if self.divergence.is_none() => None,
            (false, false) => None,
            (true, false) => Some(format!("it was played with other packs{which}")),
            (false, true) => Some("the program's rules have changed since".to_owned()),
            (true, true) => {
                Some(format!("it was played with other packs{which}, and the program's rules have changed since"))
            }
        }
    }
}

/// The ids of the packs that are not alike on both sides, each once.
fn changed(was: &[PackStamp], today: &[PackStamp]) -> Vec<String> {
    let gone = was.iter().filter(|stamp| !today.contains(stamp));
    let come = today.iter().filter(|stamp| !was.contains(stamp));
    let mut ids: Vec<String> = Vec::new();
    for stamp in gone.chain(come) {
        if !ids.contains(&stamp.id) {
            ids.push(stamp.id.clone());
        }
    }
    ids
}

/// Whether a snapshot may stand in for a history that cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Never: the match stands before the first order that is different.
    Never,
    /// Only when packs and program are the same.
    SamePacks,
    /// Always: a person has chosen to go on from there.
    Always,
}

impl<K: Kit> Match<K> {
    /// Opens a saved match to go on with it. Nothing is written until the next order, unless a person has chosen to go on
    /// from a snapshot.
    ///
    /// # Errors
    /// When the file is busy or damaged, or the game does not open.
    pub fn load(kit: Arc<K>, path: &Path, trust: Trust) -> Result<Loaded<Match<K>>, Trouble> {
        let (journal, torn) = Journal::open(path)?;
        Ok(Loaded { torn, ..Match::follow(kit, journal, trust)? })
    }

    /// Follows a saved match without a hand on its file.
    ///
    /// # Errors
    /// When the game does not open under its packs.
    pub fn look(kit: Arc<K>, saved: Saved, trust: Trust) -> Result<Loaded<Match<K>>, Trouble> {
        let torn = saved.torn.clone();
        Ok(Loaded { torn, ..Match::follow(kit, Journal::of_saved(saved), trust)? })
    }

    /// Looks at the first snapshot after the point where history parts: what was, not what would be. What came after it is
    /// left out.
    ///
    /// # Errors
    /// When the game does not open under its packs.
    pub fn glimpse(kit: Arc<K>, mut saved: Saved) -> Result<Loaded<Match<K>>, Trouble> {
        let followed = Match::look(kit.clone(), saved.clone(), Trust::Never)?;
        if let Some(stuck) = followed.game.cut {
            let snapshot = saved.entries[stuck..].iter().position(|e| matches!(e, Entry::Snapshot { .. }));
            saved.entries.truncate(snapshot.map_or(saved.entries.len(), |k| stuck + k + 1));
        }
        Match::look(kit, saved, Trust::Always)
    }

    fn follow(kit: Arc<K>, journal: Journal, trust: Trust) -> Result<Loaded<Match<K>>, Trouble> {
        let entries = journal.entries().to_vec();
        let packs_line = entries.iter().rposition(|e| matches!(e, Entry::Packs { .. }));
        let (packs, rules) = match packs_line.map(|at| &entries[at]) {
            Some(Entry::Packs { packs, rules, .. }) => (packs, rules),
            _ => (&journal.header().packs, &journal.header().rules),
        };
        let (other_packs, other_rules) = (*packs != kit.packs(), *rules != kit.revision());
        let changed_packs = changed(packs, &kit.packs());
        let trusted = match trust {
            Trust::Never => false,
            Trust::SamePacks => !(other_packs || other_rules),
            Trust::Always => true,
        };

        // A hook that was off before the packs changed has its chance again. (`adopt` does the same.)
        let lines = Lines { entries: &entries, mask_from: packs_line.unwrap_or(0) };
        let anew = entries.iter().rposition(|e| matches!(e, Entry::Packs { from_here: true, .. }));
        let game = kit.open(&HookMask::new()).map_err(Trouble::Fault)?;
        let base = anew.and_then(|packs| snapshot_of(&game, entries.get(packs + 1)?, journal.header()));
        let (mut walk, stuck) = match (anew, base) {
            (Some(packs), Some(base)) => {
                let mut walk = Match::standing(kit, game, HookMask::new(), journal, base);
                walk.begins = packs + 2;
                let stuck = walk.follow_lines(lines, packs + 2);
                (walk, stuck)
            }
            (anew, _) => {
                // a match that began from a position has it in its first line, where others have what the set-up gives
                let position = match entries.first() {
                    Some(first @ Entry::Snapshot { n: 0, .. }) if !(other_packs || other_rules) => {
                        snapshot_of(&game, first, journal.header())
                    }
                    _ => None,
                };
                let first = match position {
                    Some((_, state)) => state,
                    None => game.start(&journal.header().setup, journal.header().seed).map_err(Trouble::Fault)?,
                };
                let mut walk = Match::standing(kit, game, HookMask::new(), journal, (0, first));
                let before = Lines { entries: &entries[..anew.unwrap_or(entries.len())], ..lines };
                let mut stuck = walk.follow_lines(before, 0);
                if let (None, Some(packs)) = (&stuck, anew) {
                    let order = walk.number() + 1;
                    stuck = Some((packs, Divergence { order, text: String::new(), why: Parting::Damaged }));
                }
                (walk, stuck)
            }
        };
        let (mut from_snapshot, mut later_snapshot) = (None, None);
        if let Some((at, _)) = &stuck
            && let Some(before) = walk.leap(lines, *at)?
        {
            later_snapshot = Some(walk.base.0);
            if trusted {
                from_snapshot = later_snapshot;
                // what a person has chosen once is not asked again
                if trust == Trust::Always || other_packs || other_rules {
                    walk.begin_anew()?;
                }
            } else {
                walk.stand(before).map_err(Trouble::Fault)?;
            }
        }
        walk.cut = stuck.as_ref().filter(|_| from_snapshot.is_none()).map(|(at, _)| *at);
        let divergence = stuck.map(|(_, divergence)| divergence);
        Ok(Loaded {
            game: walk,
            torn: None,
            divergence,
            from_snapshot,
            later_snapshot,
            other_packs,
            changed_packs,
            other_rules,
        })
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
                let done = again(&self.game, self.state(), *seat, text, *hash);
                let done = done.map_err(|why| part(*n, &public_text(&self.game, self.state(), text), why))?;
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

    /// Goes on from the newest snapshot after index `stuck` from which the lines can be followed to their end. Gives
    /// the place where the match stood until now.
    fn leap(&mut self, lines: Lines, stuck: usize) -> Result<Option<Stand<K::G>>, Trouble> {
        for at in (stuck..lines.entries.len()).rev() {
            let Some(base) = snapshot_of(&self.game, &lines.entries[at], self.journal.header()) else { continue };
            let there = Stand { snapshot: base.0, base, begins: at + 1, done: Vec::new(), off: lines.mask_at(at) };
            let Ok(before) = self.stand(there) else { continue };
            if self.follow_lines(lines, at + 1).is_none() {
                return Ok(Some(before));
            }
            self.stand(before).map_err(Trouble::Fault)?;
        }
        Ok(None)
    }

    /// Moves to another place; gives the one where the match stood.
    fn stand(&mut self, there: Stand<K::G>) -> Result<Stand<K::G>, Fault> {
        let off = self.off.clone();
        self.set_mask(there.off)?;
        let base = std::mem::replace(&mut self.base, there.base);
        let begins = std::mem::replace(&mut self.begins, there.begins);
        let done = std::mem::replace(&mut self.done, there.done);
        let snapshot = std::mem::replace(&mut self.snapshot, there.snapshot);
        Ok(Stand { base, begins, done, snapshot, off })
    }

    fn set_mask(&mut self, off: HookMask) -> Result<(), Fault> {
        if off != self.off {
            self.game = self.kit.open(&off)?;
            self.off = off;
        }
        Ok(())
    }

    /// From here on the journal is a match under these packs: a hook that was off before has its chance again.
    pub(super) fn begin_anew(&mut self) -> Result<(), Trouble> {
        self.set_mask(HookMask::new()).map_err(Trouble::Fault)?;
        self.offers = None;
        self.append(packs_line(&*self.kit, true))?;
        self.snapshot_line()?;
        let base = (self.number(), self.state().clone());
        self.past.extend((self.base.0 + 1..).zip(self.done.drain(..)));
        (self.base, self.begins) = (base, self.journal.entries().len());
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

/// Where a match stands.
struct Stand<G: Game> {
    base: (u32, G::State),
    begins: usize,
    done: Vec<Done<G>>,
    snapshot: u32,
    off: HookMask,
}

/// The line that says which packs and rules hold from now on.
pub(super) fn packs_line(kit: &impl Kit, from_here: bool) -> Entry {
    Entry::Packs { packs: kit.packs(), rules: kit.revision(), embedded: kit.embedded(), from_here }
}

/// The state of a snapshot line; none when it is none, is damaged, or holds what cannot be.
pub(super) fn snapshot_of<G: Game>(game: &G, entry: &Entry, header: &Header) -> Option<(u32, G::State)> {
    let Entry::Snapshot { n, hash, state } = entry else { return None };
    let state = serde_json::from_value(state.clone()).ok()?;
    (StateHash(state_hash(&state)) == *hash && game.possible(&state, *n, header).is_ok()).then_some((*n, state))
}

/// A recorded order as everybody may read it.
fn public_text<G: Game>(game: &G, s: &G::State, text: &str) -> String {
    game.read(s, text).map_or_else(|_| text.to_owned(), |order| game.write_public(s, &order))
}

/// Plays a recorded order again.
pub(super) fn again<G: Game>(
    game: &G,
    s: &G::State,
    seat: Seat,
    text: &str,
    recorded: StateHash,
) -> Result<Done<G>, Parting> {
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
