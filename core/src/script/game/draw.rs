//! Drawing an order without listing all: where a step checks nothing, every fill of an offered slot is legal.

use super::declare::Offered;
use crate::kernel::{Bag, Choice, Class, Fill, Rng, Slot};

/// In how many ways a slot can be filled.
enum Ways {
    /// So many, in an order that numbers tell.
    Simple(u64),
    /// So many, and how many bags of each size there are of the classes from each one on.
    Bags(u64, Vec<Vec<u64>>),
}

/// The bags of the classes from each one on, by their size; none where 64 bits do not count them.
fn bags_by_size(classes: &[(Class, u8)], most: usize) -> Option<Vec<Vec<u64>>> {
    let mut rows = vec![vec![0u64; most + 1]; classes.len() + 1];
    rows[classes.len()][0] = 1;
    for (k, (_, have)) in classes.iter().enumerate().rev() {
        for size in 0..=most {
            let taken = 0..=size.min(usize::from(*have));
            rows[k][size] = taken.map(|n| rows[k + 1][size - n]).try_fold(0u64, u64::checked_add)?;
        }
    }
    Some(rows)
}

impl Ways {
    /// Counts without going through them; none where there is no list, or one beyond counting.
    fn of(slot: &Slot) -> Option<Ways> {
        Some(match slot {
            Slot::Pose { .. } => return None,
            Slot::None => Ways::Simple(1),
            Slot::Number { lo, hi } => Ways::Simple(u64::from(hi.abs_diff(*lo)) + 1),
            Slot::Bag { classes, min, max } => {
                let rows = bags_by_size(classes, usize::from(*max))?;
                let sizes = rows[0].get(usize::from(*min)..).unwrap_or_default();
                Ways::Bags(sizes.iter().copied().try_fold(0u64, u64::checked_add)?, rows)
            }
        })
    }

    fn count(&self) -> u64 {
        match self {
            Ways::Simple(count) | Ways::Bags(count, _) => *count,
        }
    }

    /// The fill of a number, in canonical order.
    fn fill(&self, slot: &Slot, number: u64) -> Option<Fill> {
        match (slot, self) {
            (Slot::None, _) => Some(Fill::None),
            (Slot::Number { lo, .. }, _) => Some(Fill::Number(lo.wrapping_add(number as i32))),
            (Slot::Bag { classes, min, max }, Ways::Bags(_, rows)) => {
                let (mut left, mut bag) = (number, Bag::new());
                let (mut least, mut most) = (usize::from(*min), usize::from(*max));
                for ((class, have), later) in classes.iter().zip(&rows[1..]) {
                    let mut taken = None;
                    for n in 0..=usize::from(*have).min(most) {
                        // so many bags go on after n of this class; their sum is no more than what was counted
                        let here: u64 = later[least.saturating_sub(n)..=most - n].iter().sum();
                        if left < here {
                            taken = Some(n);
                            break;
                        }
                        left -= here;
                    }
                    let n = taken?;
                    (least, most) = (least.saturating_sub(n), most - n);
                    if n > 0 {
                        bag.push((*class, n as u8));
                    }
                }
                Some(Fill::Bag(bag))
            }
            _ => None,
        }
    }
}

/// One of all orders of some offers, each equally likely; none where an offer has no list, or nothing is offered.
pub(super) fn any(offers: &[Offered], rng: &mut Rng) -> Option<Choice> {
    let ways = offers.iter().map(|o| Ways::of(&o.offer.slot)).collect::<Option<Vec<Ways>>>()?;
    let total = ways.iter().map(Ways::count).try_fold(0u64, u64::checked_add)?;
    if total == 0 {
        return None;
    }
    let mut number = rng.u64(..total);
    for (o, ways) in offers.iter().zip(ways) {
        if number < ways.count() {
            let fill = ways.fill(&o.offer.slot, number)?;
            return Some(Choice { verb: o.offer.verb, parts: o.offer.parts, fill });
        }
        number -= ways.count();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Cost, Offer, Parts, Verb, fills};
    use std::collections::BTreeSet;

    #[test]
    fn every_order_of_every_offer_is_drawn_and_no_other() {
        let bag: Bag = [(Class(0), 2), (Class(1), 1)].into_iter().collect();
        let slots = [Slot::None, Slot::Number { lo: -1, hi: 2 }, Slot::Bag { classes: bag, min: 1, max: 2 }];
        let offers: Vec<Offered> = slots
            .iter()
            .zip(0..)
            .map(|(slot, k)| {
                let offer = Offer { verb: Verb(k), parts: Parts::new(), slot: *slot, cost: Cost(0) };
                Offered { offer, weight: 1 }
            })
            .collect();
        let mut listed = BTreeSet::new();
        for o in &offers {
            fills(&o.offer.slot, &mut |fill| listed.insert(Choice { verb: o.offer.verb, parts: o.offer.parts, fill }));
        }
        let mut rng = Rng::with_seed(1);
        let drawn: BTreeSet<Choice> = (0..400).filter_map(|_| any(&offers, &mut rng)).collect();
        assert_eq!(drawn, listed);
        assert_eq!(any(&[], &mut rng), None);
    }

    #[test]
    fn bags_are_counted_and_told_by_number_as_they_are_listed() {
        let classes: Bag = [(Class(0), 2), (Class(3), 1), (Class(4), 3), (Class(7), 1)].into_iter().collect();
        for (min, max) in [(0, 0), (0, 7), (1, 1), (1, 3), (2, 2), (4, 6), (7, 7), (8, 9), (5, 3)] {
            let slot = Slot::Bag { classes, min, max };
            let mut listed = Vec::new();
            fills(&slot, &mut |fill| {
                listed.push(fill);
                true
            });
            let ways = Ways::of(&slot).unwrap();
            let told: Vec<Fill> = (0..ways.count()).map(|number| ways.fill(&slot, number).unwrap()).collect();
            assert_eq!(told, listed, "{min} to {max}");
        }
        let many: Bag = (0..12).map(|k| (Class(k), 255)).collect();
        let ways = Ways::of(&Slot::Bag { classes: many, min: 0, max: 255 });
        assert!(ways.is_none_or(|ways| ways.count() > 1 << 40), "nobody goes through so many");
    }
}
