//! A ban: kinds of order that a side must do without in a study, as far as anything else is left to it.

use super::{Bag, Choice, Fill, Offer, Offers, Seat, Slot, Verb};

/// Kinds of order that sides may not give. What an order's word offers to decline with, an empty bag or the number 0,
/// stays: who may not counter-attack still answers that he does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ban {
    barred: Vec<(Seat, Verb)>,
}

impl Ban {
    /// The ban with one kind of order of a side more.
    #[must_use]
    pub fn with(mut self, seat: Seat, verb: Verb) -> Ban {
        self.barred.push((seat, verb));
        self
    }

    /// Whether nothing is forbidden.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.barred.is_empty()
    }

    /// Whether an order of a seat is forbidden.
    #[must_use]
    pub fn bars(&self, seat: Seat, order: &Choice) -> bool {
        let declines = match &order.fill {
            Fill::Bag(bag) => bag.is_empty(),
            Fill::Number(n) => *n == 0,
            Fill::None | Fill::Pose(_) => false,
        };
        !declines && self.barred.contains(&(seat, order.verb))
    }

    /// What is left of an offer to a seat.
    #[must_use]
    pub fn left(&self, seat: Seat, offer: &Offer) -> Option<Offer> {
        if !self.barred.contains(&(seat, offer.verb)) {
            return Some(*offer);
        }
        let slot = match &offer.slot {
            Slot::Bag { min: 0, .. } => Slot::Bag { classes: Bag::new(), min: 0, max: 0 },
            Slot::Number { lo, hi } if (*lo..=*hi).contains(&0) => Slot::Number { lo: 0, hi: 0 },
            _ => return None,
        };
        Some(Offer { slot, ..*offer })
    }

    /// Takes from the offers to a seat what is forbidden, unless nothing else would be left.
    pub fn narrow(&self, seat: Seat, offers: &mut Offers) {
        if self.is_empty() {
            return;
        }
        let left: Vec<Offer> = offers.iter().filter_map(|offer| self.left(seat, offer)).collect();
        if !left.is_empty() {
            offers.clear();
            left.into_iter().for_each(|offer| offers.push(offer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Class, Cost, Parts};

    fn offer(verb: u8, slot: Slot) -> Offer {
        Offer { verb: Verb(verb), parts: Parts::new(), slot, cost: Cost(0) }
    }

    #[test]
    fn a_ban_leaves_what_declines_and_never_nothing() {
        let bag: Bag = [(Class(1), 2)].into_iter().collect();
        let ban = Ban::default().with(Seat(1), Verb(3));
        let some = |min| Slot::Bag { classes: bag, min, max: 2 };
        let mut offers = Offers::new();
        for slot in [some(1), some(0), Slot::Number { lo: 0, hi: 4 }, Slot::Number { lo: 1, hi: 4 }, Slot::None] {
            offers.push(offer(3, slot));
        }
        let mut theirs = offers.clone();
        ban.narrow(Seat(0), &mut theirs);
        assert_eq!(theirs.len(), 5, "the other side may");
        ban.narrow(Seat(1), &mut offers);
        let nothing = Slot::Bag { classes: Bag::new(), min: 0, max: 0 };
        assert_eq!(offers.as_slice(), [offer(3, nothing), offer(3, Slot::Number { lo: 0, hi: 0 })]);
        let mut only = Offers::new();
        only.push(offer(3, Slot::None));
        ban.narrow(Seat(1), &mut only);
        assert_eq!(only.len(), 1);
        let order = |fill| Choice { verb: Verb(3), parts: Parts::new(), fill };
        assert!(ban.bars(Seat(1), &order(Fill::Bag(bag))) && !ban.bars(Seat(0), &order(Fill::Bag(bag))));
        assert!(!ban.bars(Seat(1), &order(Fill::Number(0))) && ban.bars(Seat(1), &order(Fill::None)));
    }
}
