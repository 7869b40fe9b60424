//! A new match that begins with the orders of an old one: what still stands, under today's packs and program.

use super::journal::{Entry, Header, Journal, StateHash};
use super::replay::packs_line;
use super::*;
use std::path::Path;

impl<K: Kit> Match<K> {
    /// Writes the lines up to order `to` into a new file, with the packs that are in force now. This match and its file
    /// stay as they are.
    ///
    /// # Errors
    /// When the order does not stand, there is such a file already, or the system refuses; then there is no new file.
    pub fn branch(&self, to: u32, path: &Path) -> Result<(), Trouble> {
        self.branch_off(to, path, self.journal.header().clone())
    }

    /// The same as an all-seeing match: this one and its file keep their secrets.
    ///
    /// # Errors
    /// As [`Match::branch`].
    pub fn branch_all_seeing(&self, to: u32, path: &Path) -> Result<(), Trouble> {
        self.branch_off(to, path, Header { all_seeing: true, ..self.journal.header().clone() })
    }

    fn branch_off(&self, to: u32, path: &Path, header: Header) -> Result<(), Trouble> {
        if !(self.base.0..=self.number()).contains(&to) {
            let why = format!("order {to} does not stand; the match has {} to {}", self.base.0, self.number());
            return Err(Trouble::Fault(Fault::new(why)));
        }
        let entries = self.journal.entries();
        let newest_packs = entries.iter().rposition(|e| matches!(e, Entry::Packs { .. }));
        let mut lines = Vec::new();
        if newest_packs.is_some() || self.begins > 0 {
            lines.push(packs_line(&*self.kit, self.begins > 0));
        }
        if self.begins > 0 {
            let state = serde_json::to_value(&self.base.1).map_err(|e| Trouble::Fault(Fault::new(e.to_string())))?;
            lines.push(Entry::Snapshot { n: self.base.0, hash: StateHash(state_hash(&self.base.1)), state });
            let before = entries.iter().take(self.begins).skip(newest_packs.unwrap_or(0));
            lines.extend(before.filter(|entry| matches!(entry, Entry::HookOff { .. })).cloned());
        }
        let kept = self.lines_up_to(to).filter(|(at, entry)| match entry {
            Entry::Packs { .. } | Entry::Snapshot { .. } => false,
            // a hook that was off before the packs changed has had its chance again
            Entry::HookOff { .. } => newest_packs.is_none_or(|packs| *at > packs),
            Entry::Order { .. } | Entry::Back { .. } | Entry::Note { .. } => true,
        });
        lines.extend(kept.map(|(_, entry)| entry.clone()));
        let (packs, rules, embedded) = (self.kit.packs(), self.kit.revision(), self.kit.embedded());
        let header = Header { packs, rules, embedded, ..header };
        Ok(Journal::write_new(header, &lines, path)?)
    }

    /// The lines by which the match came to order `to`, with their index in the journal.
    fn lines_up_to(&self, to: u32) -> impl Iterator<Item = (usize, &Entry)> {
        let entries = self.journal.entries();
        let stands = &entries[..self.cut.unwrap_or(entries.len())];
        let (base, first) = (self.base.0, self.begins);
        // the lines of the orders that stand, as they are given and taken back
        let mut orders: Vec<usize> = Vec::new();
        for (at, entry) in stands.iter().enumerate().skip(first) {
            match entry {
                Entry::Order { n, .. } if *n == base + orders.len() as u32 + 1 => orders.push(at),
                Entry::Back { to } => orders.truncate(to.saturating_sub(base) as usize),
                _ => {}
            }
        }
        let last = (to - base).checked_sub(1).and_then(|k| orders.get(k as usize));
        let mut end = last.map_or(first, |at| at + 1);
        while let Some(Entry::HookOff { .. } | Entry::Note { .. }) = stands.get(end) {
            end += 1;
        }
        stands.iter().take(end).enumerate().skip(first)
    }
}
