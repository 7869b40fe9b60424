//! Offers: what a seat may do, as templates that narrowing, bots and windows all fill in the same way.

use super::{Few, Part};
use serde::{Deserialize, Serialize};

/// A kind of order, an index into [`Game::verbs`](super::Game::verbs).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Verb(pub u8);

/// What identical pieces share, an index into [`Game::classes`](super::Game::classes): "3I".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Class(pub u8);

/// What an order costs, in the game's unit (commands, pips).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cost(pub i16);

/// The places that an order names, in the order of the notation.
pub type Parts = Few<Part, 6>;

/// A multiset of classes, sorted by class, no count 0.
pub type Bag = Few<(Class, u8), 12>;

/// The box of poses that an offer allows, in the board's length unit and degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Least and greatest x.
    pub x: (f32, f32),
    /// Least and greatest y.
    pub y: (f32, f32),
    /// Least and greatest heading, degrees clockwise from up.
    pub heading: (f32, f32),
}

/// A place and heading on a free table, in hundredths of the length unit and of a degree: integers, so that equal
/// orders are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// Hundredths of the board's length unit to the right.
    pub x: i32,
    /// Hundredths of the board's length unit down.
    pub y: i32,
    /// Hundredths of a degree clockwise from up.
    pub heading: i32,
}

/// What is still open in an offer once its parts are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Slot {
    /// Nothing: the offer is an order.
    None,
    /// From `min` to `max` pieces out of these classes with their counts.
    Bag {
        /// What may be taken, and how many of each.
        classes: Bag,
        /// The least number in all.
        min: u8,
        /// The greatest number in all.
        max: u8,
    },
    /// A whole number.
    Number {
        /// The least.
        lo: i32,
        /// The greatest.
        hi: i32,
    },
    /// A pose inside a frame; whether it is legal only `check` knows.
    Pose {
        /// The box to look in.
        frame: Frame,
    },
}

/// What fills a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fill {
    /// For [`Slot::None`].
    None,
    /// For [`Slot::Bag`].
    Bag(Bag),
    /// For [`Slot::Number`].
    Number(i32),
    /// For [`Slot::Pose`].
    Pose(Pose),
}

/// A template of orders.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The kind of order.
    pub verb: Verb,
    /// The places that it names, in the order of the notation.
    pub parts: Parts,
    /// What is still open.
    pub slot: Slot,
    /// What the cheapest order of this offer costs.
    pub cost: Cost,
}

/// A whole order as plain data: what narrowing builds, and what scripts see of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Choice {
    /// The kind of order.
    pub verb: Verb,
    /// The places that it names, in the order of the notation.
    pub parts: Parts,
    /// What fills its slot.
    pub fill: Fill,
}

/// The offers of one moment, at most [`Offers::MOST`].
#[derive(Clone, Debug, Default)]
pub struct Offers {
    list: Vec<Offer>,
}

impl Offers {
    /// How many templates a game may offer at once; more is a fault of the game.
    pub const MOST: usize = 2048;

    /// No offers.
    #[must_use]
    pub fn new() -> Offers {
        Offers::default()
    }
    /// Forgets all offers and keeps the room.
    pub fn clear(&mut self) {
        self.list.clear();
    }
    /// Adds an offer.
    pub fn push(&mut self, offer: Offer) {
        self.list.push(offer);
    }
    /// Adds an offer that is finished where it lies.
    pub fn push_mut(&mut self, offer: Offer) -> &mut Offer {
        self.list.push_mut(offer)
    }
    /// The offers as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Offer] {
        &self.list
    }
}

impl std::ops::Deref for Offers {
    type Target = [Offer];
    fn deref(&self) -> &[Offer] {
        &self.list
    }
}

/// Calls `each` with every fill of a slot in canonical order until it says stop (`false`). Poses have no list: for
/// them nothing is called and the answer is `false`. Returns whether all fills were visited.
pub fn fills(slot: &Slot, each: &mut dyn FnMut(Fill) -> bool) -> bool {
    match slot {
        Slot::None => each(Fill::None),
        Slot::Number { lo, hi } => (*lo..=*hi).all(|n| each(Fill::Number(n))),
        Slot::Pose { .. } => false,
        Slot::Bag { classes, min, max } => bags(classes, *min, *max, &mut |bag| each(Fill::Bag(*bag))),
    }
}

/// Calls `each` with every bag of `min` to `max` pieces out of `classes` in canonical order until it says stop
/// (`false`). Returns whether all were visited.
pub fn bags(classes: &[(Class, u8)], min: u8, max: u8, each: &mut impl FnMut(&Bag) -> bool) -> bool {
    if (min, max) == (1, 1) {
        // one piece, as most orders name it: nothing to go through but the classes
        let mut bag = Bag::new();
        bag.push((Class(0), 1));
        return classes.iter().rev().filter(|(_, have)| *have > 0).all(|(class, _)| {
            bag[0].0 = *class;
            each(&bag)
        });
    }
    fuller_bags(classes, min, max, &mut Bag::new(), each)
}

fn fuller_bags(rest: &[(Class, u8)], min: u8, max: u8, bag: &mut Bag, each: &mut impl FnMut(&Bag) -> bool) -> bool {
    let Some((&(class, have), rest)) = rest.split_first().filter(|_| max > 0) else {
        return min > 0 || each(bag);
    };
    let later = rest.iter().fold(0u8, |sum, (_, n)| sum.saturating_add(*n));
    for n in min.saturating_sub(later)..=have.min(max) {
        if n > 0 {
            bag.push((class, n));
        }
        let on = fuller_bags(rest, min.saturating_sub(n), max - n, bag, each);
        if n > 0 {
            bag.pop();
        }
        if !on {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(classes: &[(Class, u8)], min: u8, max: u8) -> Vec<Bag> {
        let mut found = Vec::new();
        assert!(bags(classes, min, max, &mut |bag| {
            found.push(*bag);
            true
        }));
        found
    }

    #[test]
    fn bags_are_all_those_of_a_size_each_once() {
        let classes = [(Class(1), 2), (Class(4), 1), (Class(5), 3)];
        for (min, max) in [(0, 0), (0, 2), (1, 1), (1, 3), (2, 2), (6, 6), (0, 6), (7, 9)] {
            let mut expected = Vec::new();
            for (a, b, c) in (0..=2).flat_map(|a| (0..=1).flat_map(move |b| (0..=3).map(move |c| (a, b, c)))) {
                if (min..=max).contains(&(a + b + c)) {
                    let counts = [(Class(1), a), (Class(4), b), (Class(5), c)];
                    expected.push(counts.into_iter().filter(|(_, n)| *n > 0).collect::<Bag>());
                }
            }
            assert_eq!(listed(&classes, min, max), expected, "{min} to {max}");
        }
    }

    #[test]
    fn listing_bags_ends_when_told() {
        for max in [1, 2] {
            let mut seen = 0;
            let all = bags(&[(Class(0), 1), (Class(1), 1), (Class(2), 1)], 1, max, &mut |_| {
                seen += 1;
                seen < 2
            });
            assert_eq!((all, seen), (false, 2));
        }
    }
}
