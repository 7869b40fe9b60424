//! Other packs in mid-match: whether the history of a match fits them, and the ways on where it does not.

use super::journal::{Entry, Header};
use super::matches::{Match, Trouble, carry_out};
use super::replay::{Divergence, Parting, again, packs_line};
use super::*;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Which packs a match is to be played with, as they lie now.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// What was decided before the first order.
    pub header: &'a Header,
    /// The variants by pack id, below to above.
    pub variants: &'a [String],
    /// The files that the match carries, for packs that lie nowhere any more.
    pub carried: &'a BTreeMap<String, String>,
}

impl Wanted<'_> {
    /// Rulings by name, and options by `PACK.NAME` of the packs that are wanted.
    #[must_use]
    pub fn settings(&self) -> BTreeMap<String, String> {
        let mut settings = self.header.settings();
        settings.retain(|name, _| match name.split_once('.') {
            Some((pack, _)) => pack == self.header.game || self.variants.iter().any(|id| id == pack),
            None => true,
        });
        settings
    }
}

/// A pack that a match is played with, for its author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InUse {
    /// Its id.
    pub id: String,
    /// The folder or archive that it lies in; none for one that is built in or that the match alone carries.
    pub place: Option<PathBuf>,
    /// Its files by their path within it.
    pub files: BTreeMap<String, String>,
    /// Its options as they stand in the match.
    pub options: BTreeMap<String, OptionValue>,
}

/// What came of reading the packs of a match anew.
#[derive(Clone, Debug, PartialEq)]
pub enum Reread {
    /// They are as they were.
    Same,
    /// The match goes on under them.
    Fits,
    /// Its history does not fit them: the match is as it was, and somebody has to say which way it goes on.
    Parts(Divergence),
}

/// A way on under packs that the history of a match does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WayOn {
    /// After the last order that is the same under them; the others are taken back.
    BackThere,
    /// From the present position; what lies before it cannot be taken back any more.
    FromNow,
}

/// A history played anew under other packs, as far as it fits.
struct Retraced<G: Game> {
    game: G,
    base: G::State,
    done: Vec<Done<G>>,
    parts: Option<Divergence>,
}

impl<K: Kit> Match<K> {
    /// Plays the history anew under other packs, up to the first order that differs.
    fn retrace(&self, kit: &K) -> Result<Retraced<K::G>, Trouble> {
        let game = kit.open(&HookMask::new()).map_err(Trouble::Fault)?;
        // what happens again has been told before; what the modules print has not
        let _told_before = kit.console().map(Console::hush);
        let header = self.journal.header();
        let stood = matches!(self.journal.entries().first(), Some(Entry::Snapshot { n: 0, .. }));
        let base = if self.begins == 0 && self.base.0 == 0 && !stood {
            game.start(&header.setup, header.seed).map_err(Trouble::Fault)?
        } else {
            game.possible(&self.base.1, self.base.0, header).map_err(unfit)?;
            self.base.1.clone()
        };
        let mut done: Vec<Done<K::G>> = Vec::with_capacity(self.done.len());
        for (old, n) in self.done.iter().zip(self.base.0 + 1..) {
            let before = done.last().map_or(&base, |d| &d.state);
            match again(&game, before, old.seat, &old.text, old.hash) {
                Ok(same) => done.push(same),
                Err(mut why) => {
                    if let (true, Parting::Hash { .. }) = (header.all_seeing, &why)
                        && let Some(told) = differs(&game, before, old)
                    {
                        why = Parting::Differs(told);
                    }
                    let parts = Some(Divergence { order: n, text: old.public.clone(), why });
                    return Ok(Retraced { game, base, done, parts });
                }
            }
        }
        Ok(Retraced { game, base, done, parts: None })
    }

    /// Goes on under other packs, if the whole history is the same under them; else nothing changes, and the answer is
    /// the first order that differs.
    ///
    /// # Errors
    /// When the game does not open or start under the packs, or the system refuses.
    pub fn adopt(&mut self, kit: Arc<K>) -> Result<Option<Divergence>, Trouble> {
        let anew = self.retrace(&kit)?;
        if anew.parts.is_some() {
            return Ok(anew.parts);
        }
        self.append(packs_line(&*kit, false))?;
        self.take_up(kit, anew);
        Ok(None)
    }

    /// Goes on under other packs after the last order that is the same under them, and returns its number. What came
    /// after it is taken back.
    ///
    /// # Errors
    /// When the game does not open or start under the packs, or the system refuses.
    pub fn adopt_back_there(&mut self, kit: Arc<K>) -> Result<u32, Trouble> {
        let anew = self.retrace(&kit)?;
        let to = self.base.0 + anew.done.len() as u32;
        if to < self.number() {
            self.back_to(to)?;
        }
        self.append(packs_line(&*kit, false))?;
        self.take_up(kit, anew);
        self.undone.clear();
        Ok(to)
    }

    fn take_up(&mut self, kit: Arc<K>, anew: Retraced<K::G>) {
        (self.kit, self.game, self.off, self.offers) = (kit, anew.game, HookMask::new(), None);
        (self.base.1, self.done) = (anew.base, anew.done);
    }

    /// Goes on under other packs from this position, although history does not fit them. Orders before it cannot be
    /// taken back any more.
    ///
    /// # Errors
    /// When the game does not open under the packs, the position cannot be one of theirs, or the system refuses; the
    /// match then stands as before.
    pub fn adopt_from_now(&mut self, kit: Arc<K>) -> Result<(), Trouble> {
        let off = HookMask::new();
        let game = kit.open(&off).map_err(Trouble::Fault)?;
        game.possible(self.state(), self.number(), self.journal.header()).map_err(unfit)?;
        let old = (self.kit.clone(), std::mem::replace(&mut self.game, game), std::mem::replace(&mut self.off, off));
        self.kit = kit;
        let begun = self.begin_anew();
        if begun.is_err() {
            (self.kit, self.game, self.off) = old;
        }
        begun
    }
}

/// What an order leads to under other packs that it did not lead to before: the first values that differ.
fn differs<G: Game>(game: &G, before: &G::State, old: &Done<G>) -> Option<String> {
    const MOST: usize = 3;
    let order = game.read(before, &old.text).ok()?;
    let new = carry_out(game, before, old.seat, &order).ok()?;
    let mut found = Vec::new();
    compare("", &game.inspect(&old.state), &game.inspect(&new.state), &mut found);
    let more = found.len().saturating_sub(MOST);
    found.truncate(MOST);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!found.is_empty()).then(|| format!("{}{more}", found.join(", ")))
}

/// The values of two trees that differ, as `path is new, was old`; lists count from 1.
fn compare(path: &str, old: &Json, new: &Json, found: &mut Vec<String>) {
    match (old, new) {
        (Json::Object(a), Json::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, a.get(key).unwrap_or(&Json::Null), b.get(key).unwrap_or(&Json::Null), found);
            }
        }
        (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
            for (k, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{path}[{}]", k + 1), a, b, found);
            }
        }
        _ if old == new => {}
        _ => found.push(format!("{path} is {}, was {}", short(new), short(old))),
    }
}

fn short(value: &Json) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

/// A position that is none under other packs.
fn unfit(fault: Fault) -> Trouble {
    Trouble::Fault(Fault { what: format!("the position is none under these packs: {}", fault.what), ..fault })
}
