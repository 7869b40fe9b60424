//! Narrowing: from the offers and what is chosen so far to what may be chosen next. Windows, the order line, tutorials
//! and scripted games all build their orders here.

use super::{Choice, Class, Fill, Offer, Part, Slot, Verb};
use serde::{Deserialize, Serialize};

/// What the offers leave open once a verb and some parts are chosen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Narrowed {
    /// The verbs that still have an offer, sorted.
    pub verbs: Vec<Verb>,
    /// The parts that may be chosen next, sorted.
    pub next: Vec<Part>,
    /// Offers whose parts are all chosen and whose slot is open; those that name the parts in the order chosen first.
    pub slots: Vec<Offer>,
    /// Orders that need nothing more; those that name the parts in the order chosen first.
    pub ready: Vec<Choice>,
}

impl Narrowed {
    /// The one order that is left, if nothing else could be meant.
    #[must_use]
    pub fn only(&self) -> Option<&Choice> {
        match &self.ready[..] {
            [choice] if self.next.is_empty() && self.slots.is_empty() => Some(choice),
            _ => None,
        }
    }

    /// Whether no offer fits what was chosen.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.verbs.is_empty()
    }
}

/// Filters the offers by a verb and by parts chosen in any order. A part that is chosen twice must be named twice.
#[must_use]
pub fn narrow(offers: &[Offer], verb: Option<Verb>, chosen: &[Part]) -> Narrowed {
    let mut all = Narrowed::default();
    let (mut turned_slots, mut turned_ready) = (Vec::new(), Vec::new());
    for offer in offers.iter().filter(|o| verb.is_none_or(|v| v == o.verb)) {
        let Some(rest) = without(&offer.parts, chosen) else { continue };
        all.verbs.push(offer.verb);
        let in_order = offer.parts[..] == *chosen;
        if !rest.is_empty() {
            all.next.extend(rest);
        } else if let Some(fill) = offer.slot.forced() {
            let choice = Choice { verb: offer.verb, parts: offer.parts, fill };
            if in_order { all.ready.push(choice) } else { turned_ready.push(choice) }
        } else if in_order {
            all.slots.push(*offer);
        } else {
            turned_slots.push(*offer);
        }
    }
    all.slots.append(&mut turned_slots);
    all.ready.append(&mut turned_ready);
    all.verbs.sort_unstable();
    all.verbs.dedup();
    all.next.sort_unstable();
    all.next.dedup();
    all
}

/// The parts that are left after taking away the chosen ones, or `None` when one of those is not among them.
fn without(parts: &[Part], chosen: &[Part]) -> Option<Vec<Part>> {
    let mut rest = parts.to_vec();
    for part in chosen {
        let at = rest.iter().position(|p| p == part)?;
        rest.remove(at);
    }
    Some(rest)
}

impl Slot {
    /// The only fill, when the slot leaves no choice.
    #[must_use]
    pub fn forced(&self) -> Option<Fill> {
        match self {
            Slot::None => Some(Fill::None),
            Slot::Number { lo, hi } if lo == hi => Some(Fill::Number(*lo)),
            Slot::Bag { classes, min, .. } if count(classes) == u32::from(*min) => Some(Fill::Bag(*classes)),
            _ => None,
        }
    }

    /// Whether a fill lies within the slot. Whether it is legal only the game knows.
    #[must_use]
    pub fn takes(&self, fill: &Fill) -> bool {
        match (self, fill) {
            (Slot::None, Fill::None) => true,
            (Slot::Number { lo, hi }, Fill::Number(n)) => (lo..=hi).contains(&n),
            (Slot::Pose { frame }, Fill::Pose(pose)) => {
                let inside = |n: i32, (lo, hi): (f32, f32)| {
                    let n = f64::from(n) / 100.0;
                    f64::from(lo) <= n && n <= f64::from(hi)
                };
                inside(pose.x, frame.x) && inside(pose.y, frame.y) && inside(pose.heading, frame.heading)
            }
            (Slot::Bag { classes, min, max }, Fill::Bag(bag)) => {
                let sorted = bag.windows(2).all(|two| two[0].0 < two[1].0) && bag.iter().all(|(_, n)| *n > 0);
                let have = |class: Class| classes.iter().find(|(c, _)| *c == class).map_or(0, |(_, n)| *n);
                let total = count(bag);
                sorted
                    && bag.iter().all(|(class, n)| *n <= have(*class))
                    && (u32::from(*min)..=u32::from(*max)).contains(&total)
            }
            _ => false,
        }
    }
}

fn count(bag: &[(Class, u8)]) -> u32 {
    bag.iter().map(|(_, n)| u32::from(*n)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::Bag;
    use super::*;

    fn offer(verb: u8, parts: &[u32], slot: Slot) -> Offer {
        Offer { verb: Verb(verb), parts: parts.iter().map(|p| Part(*p)).collect(), slot, cost: Default::default() }
    }

    fn parts(list: &[u32]) -> Vec<Part> {
        list.iter().map(|p| Part(*p)).collect()
    }

    fn bag(list: &[(u8, u8)]) -> Bag {
        list.iter().map(|(c, n)| (Class(*c), *n)).collect()
    }

    #[test]
    fn parts_may_come_in_any_order() {
        let offers = [offer(0, &[1, 2], Slot::None), offer(0, &[1, 3], Slot::None), offer(1, &[4], Slot::None)];
        let start = narrow(&offers, None, &[]);
        assert_eq!(start.verbs, [Verb(0), Verb(1)]);
        assert_eq!(start.next, parts(&[1, 2, 3, 4]));
        assert_eq!(narrow(&offers, None, &parts(&[3])).next, parts(&[1]));
        let whole = narrow(&offers, None, &parts(&[3, 1]));
        assert_eq!(whole.only().map(|c| c.parts.to_vec()), Some(parts(&[1, 3])));
        assert!(narrow(&offers, Some(Verb(1)), &parts(&[1])).is_dead());
    }

    #[test]
    fn the_order_chosen_decides_between_there_and_back() {
        let offers = [offer(0, &[1, 2], Slot::None), offer(0, &[2, 1], Slot::None)];
        let both = narrow(&offers, None, &parts(&[2, 1]));
        assert_eq!(both.ready.len(), 2);
        assert_eq!(both.ready[0].parts.to_vec(), parts(&[2, 1]));
        assert!(both.only().is_none());
    }

    #[test]
    fn a_part_named_twice_is_chosen_twice() {
        let offers = [offer(0, &[1, 1], Slot::None)];
        assert_eq!(narrow(&offers, None, &parts(&[1])).next, parts(&[1]));
        assert!(narrow(&offers, None, &parts(&[1, 1])).only().is_some());
        assert!(narrow(&offers, None, &parts(&[1, 1, 1])).is_dead());
    }

    #[test]
    fn a_slot_stays_open_unless_it_is_forced() {
        let open = Slot::Bag { classes: bag(&[(0, 2), (1, 1)]), min: 1, max: 2 };
        let all = Slot::Bag { classes: bag(&[(0, 2)]), min: 2, max: 2 };
        let offers = [offer(0, &[1], open), offer(1, &[1], all)];
        let both = narrow(&offers, None, &parts(&[1]));
        assert_eq!(both.slots.len(), 1);
        assert_eq!(both.ready[0].fill, Fill::Bag(bag(&[(0, 2)])));
        assert!(open.takes(&Fill::Bag(bag(&[(0, 1), (1, 1)]))));
        for wrong in [bag(&[]), bag(&[(0, 3)]), bag(&[(1, 1), (0, 1)]), bag(&[(2, 1)]), bag(&[(0, 2), (1, 1)])] {
            assert!(!open.takes(&Fill::Bag(wrong)));
        }
    }
}
