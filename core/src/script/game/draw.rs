//! Drawing an order without listing all: where a step checks nothing, every fill of an offered slot is legal.

use super::declare::Offered;
use crate::kernel::{Choice, Fill, Rng, Slot, fills};

/// In how many ways a slot can be filled; none where there is no list.
fn ways(slot: &Slot) -> Option<usize> {
    match slot {
        Slot::Pose { .. } => None,
        Slot::Number { lo, hi } => Some(hi.abs_diff(*lo) as usize + 1),
        slot => {
            let mut ways = 0;
            fills(slot, &mut |_| {
                ways += 1;
                true
            });
            Some(ways)
        }
    }
}

/// The fill of a number, in canonical order.
fn nth(slot: &Slot, number: usize) -> Option<Fill> {
    if let Slot::Number { lo, .. } = slot {
        return Some(Fill::Number(lo.wrapping_add(number as i32)));
    }
    let (mut left, mut found) = (number, None);
    fills(slot, &mut |fill| {
        let here = left == 0;
        if here {
            found = Some(fill);
        }
        left = left.saturating_sub(1);
        !here
    });
    found
}

/// One of all orders of some offers, each equally likely; none where an offer has no list, or nothing is offered.
pub(super) fn any(offers: &[Offered], rng: &mut Rng) -> Option<Choice> {
    let ways = offers.iter().map(|o| ways(&o.offer.slot)).collect::<Option<Vec<usize>>>()?;
    let total: usize = ways.iter().sum();
    if total == 0 {
        return None;
    }
    let mut number = rng.usize(..total);
    for (o, ways) in offers.iter().zip(ways) {
        if number < ways {
            let fill = nth(&o.offer.slot, number)?;
            return Some(Choice { verb: o.offer.verb, parts: o.offer.parts, fill });
        }
        number -= ways;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bag, Class, Cost, Offer, Parts, Verb};
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
}
