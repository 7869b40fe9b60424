//! Making a finding short: orders are left out as long as the match can be played without them and still shows it.

use super::Finding;
use super::walk::{Break, REFUSED, Walk, drawn, examined, panic_text, played};
use crate::kernel::{Shelved, Table};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Matches that are tried for one finding at most.
const TRIES: u32 = 400;

/// Orders that make one action, as a rule at most: the first asks, and the others answer.
const ACTION: usize = 4;

/// A match that shows something.
struct Shown {
    /// The orders that were played.
    orders: Vec<String>,
    broken: Break,
}

impl Walk<'_> {
    /// The shortest match that was found to show the same.
    pub(super) fn shrunk(&self, mut finding: Finding, stop: &dyn Fn() -> bool) -> Finding {
        // of these nothing can be left out, or the whole match is what is wrong
        if ["no end", "save", "bot", "start"].contains(&&*finding.clause) {
            return finding;
        }
        let mut tries = 0;
        let mut shows = |orders: &[String], next: Option<&str>| {
            tries += 1;
            match tries > TRIES || stop() {
                true => None,
                false => self.shown(orders, next, &finding.clause, finding.luck),
            }
        };
        let Some(mut least) = shows(&finding.orders, finding.next.as_deref()) else { return finding };
        // the shortest beginning: what a look shows late may have been there before; what an order shows would have shown
        let (mut from, mut to) = (0, if finding.next.is_none() { least.orders.len() } else { 0 });
        while from < to {
            let middle = usize::midpoint(from, to);
            match shows(&least.orders[..middle], None) {
                Some(shorter) => {
                    to = middle.min(shorter.orders.len());
                    least = shorter;
                }
                None => from = middle + 1,
            }
        }
        // then ever smaller pieces of it, the last first, for others build on the first; at last short ones at every place
        // and till none goes, for an order may ask what the next ones answer
        let (mut size, mut slides, mut is_shorter) = (least.orders.len().div_ceil(2), false, false);
        while size > 0 {
            let mut end = least.orders.len();
            while end >= size {
                let fewer = [&least.orders[..end - size], &least.orders[end..]].concat();
                match shows(&fewer, least.broken.next.as_deref()) {
                    Some(shorter) => {
                        end = (end - size).min(shorter.orders.len());
                        (least, is_shorter) = (shorter, true);
                    }
                    None => end -= if slides { 1 } else { size },
                }
            }
            size = match size {
                1 if !slides || is_shorter => {
                    (slides, is_shorter) = (true, false);
                    ACTION.min(least.orders.len())
                }
                _ if slides => size - 1,
                _ => size / 2,
            };
        }
        (finding.orders, finding.next, finding.why) = (least.orders, least.broken.next, least.broken.why);
        finding
    }

    /// What a match of these orders shows of a clause: at its end, by the next order, or by one before. Orders that cannot be
    /// given without those that were left out are left out as well.
    fn shown(&self, orders: &[String], next: Option<&str>, clause: &str, luck: u64) -> Option<Shown> {
        let mut at = None;
        let mut given = Vec::with_capacity(orders.len());
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let mut table = begun(self.game, self)?;
            for order in orders {
                at = Some(order.clone());
                match played(&mut *table, order) {
                    Ok(()) => given.push(order.clone()),
                    // that an order is refused is what is to be shown, and need not be the same refusal
                    Err(_) if clause == REFUSED => return None,
                    Err(broken) if broken.clause == REFUSED => {}
                    Err(broken) => return Some(broken),
                }
            }
            at = next.map(str::to_owned);
            match next {
                // what an order shows needs no look at the moment before it
                Some(order) => {
                    let broken = played(&mut *table, order).err();
                    broken.filter(|broken| clause == REFUSED || broken.clause != REFUSED)
                }
                None if clause == "scene" => drawn(&*table).err(),
                None => [luck, 1, 2, 3].into_iter().find_map(|luck| examined(&mut *table, luck).err()),
            }
        }));
        let broken = match tried {
            Ok(shown) => shown?,
            Err(panic) => Break::new("crash", panic_text(&*panic), at.as_deref()),
        };
        (broken.clause == clause).then_some(Shown { orders: given, broken })
    }
}

fn begun(game: &dyn Shelved, walk: &Walk<'_>) -> Option<Box<dyn Table>> {
    let table = game.start(walk.header.clone(), None).ok()?;
    let _ = table.strain();
    Some(table)
}
