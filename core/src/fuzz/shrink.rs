//! Making a finding short: orders are left out as long as the match can be played without them and still shows it.

use super::Finding;
use super::walk::{Break, Walk, examined, panic_text, played};
use crate::kernel::{Shelved, Table};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Matches that are tried for one finding at most.
const TRIES: u32 = 400;

impl Walk<'_> {
    /// The shortest match that was found to show the same.
    pub(super) fn shrunk(&self, mut finding: Finding, stop: &dyn Fn() -> bool) -> Finding {
        // of these nothing can be left out, or the whole match is what is wrong
        if ["no end", "save", "bot", "start"].contains(&&*finding.clause) {
            return finding;
        }
        let mut tries = 0;
        let mut shows = |orders: &[String], next: &mut Option<String>| {
            tries += 1;
            if tries > TRIES || stop() {
                return false;
            }
            match self.shown(orders, next.as_deref(), finding.luck) {
                Some(found) if found.clause == finding.clause => {
                    *next = found.next;
                    true
                }
                _ => false,
            }
        };
        let (mut orders, mut next) = (finding.orders.clone(), finding.next.clone());
        if !shows(&orders, &mut next) {
            return finding;
        }
        // the shortest beginning: what shows late may have been there before
        let (mut least, mut most) = (0, orders.len());
        while least < most {
            let middle = usize::midpoint(least, most);
            let mut without = None;
            if shows(&orders[..middle], &mut without) {
                (most, next) = (middle, without);
                orders.truncate(middle);
            } else {
                least = middle + 1;
            }
        }
        // then ever smaller pieces of it
        let mut size = orders.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < orders.len() {
                let mut fewer = orders[..at].to_vec();
                fewer.extend_from_slice(&orders[orders.len().min(at + size)..]);
                let mut shown = next.clone();
                if shows(&fewer, &mut shown) {
                    (orders, next) = (fewer, shown);
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        (finding.orders, finding.next) = (orders, next);
        finding
    }

    /// What a match of these orders shows: at its end, or by the next order.
    fn shown(&self, orders: &[String], next: Option<&str>, luck: u64) -> Option<Break> {
        let mut at = None;
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let mut table = begun(self.game, self)?;
            for order in orders {
                at = Some(order.clone());
                if played(&mut *table, order).is_err() {
                    // it cannot be played so far without those that were left out
                    return None;
                }
            }
            at = next.map(str::to_owned);
            let by_order = next.and_then(|order| played(&mut *table, order).err());
            by_order.or_else(|| [luck, 1, 2, 3].into_iter().find_map(|luck| examined(&mut *table, luck).err()))
        }));
        match tried {
            Ok(shown) => shown,
            // a crash on the way is of a longer match than there need be
            Err(panic) if at.as_deref() == next => Some(Break::new("crash", panic_text(&*panic), next)),
            Err(_) => None,
        }
    }
}

fn begun(game: &dyn Shelved, walk: &Walk<'_>) -> Option<Box<dyn Table>> {
    let table = game.start(walk.header.clone(), None).ok()?;
    let _ = table.strain();
    Some(table)
}
