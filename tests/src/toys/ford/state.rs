//! The state of Ford. Blocks of one side, place and group are shuffled, so a block is its class.

use bormida_core::kernel::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How many classes there are: infantry, cavalry, gun.
pub(super) const CLASSES: usize = 3;
/// How many places there are.
pub(super) const PLACES: usize = 8;
/// A multiset of blocks by class.
pub(super) type Count = [u8; CLASSES];
/// The blocks of each side at the start.
pub(super) const BLOCKS: Count = [3, 2, 1];
/// What a block of each class is worth in a fight.
pub(super) const STRENGTH: Count = [2, 1, 3];
/// The homes of both sides.
pub(super) const HOMES: [usize; 2] = [0, 7];
/// Turns of both sides together.
pub(super) const TURNS: u8 = 24;
/// Orders in one turn.
pub(super) const ORDERS: u8 = 3;
/// The neighbours of each place.
pub(super) const NEXT_TO: [&[usize]; PLACES] =
    [&[1, 2], &[0, 3, 4], &[0, 3, 4], &[1, 2, 5], &[1, 2, 5, 6], &[3, 4, 7], &[4, 7], &[5, 6]];

/// One side's blocks. A place holds a fresh group, a group that marched this turn, and blocks that lie open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Side {
    /// Hidden and ready.
    pub fresh: [Count; PLACES],
    /// Hidden and moved this turn; empty unless the side is active.
    pub moved: [Count; PLACES],
    /// Seen by everybody.
    pub open: [Count; PLACES],
    /// What everybody knows to be at least among the hidden blocks of a place.
    pub among: [Count; PLACES],
    /// Lost, seen by everybody.
    pub dead: Count,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The active side gives orders.
    Turn,
    /// The other side answers an attack.
    Reply {
        /// Where it comes from.
        from: u8,
        /// Where it goes.
        to: u8,
        /// Who comes; hidden.
        bag: Count,
    },
    /// The other side retreats, block by block.
    Retreat {
        /// Where the victors stand.
        from: u8,
        /// What is left.
        to: u8,
        /// The victors.
        bag: Count,
        /// Whether their faces were shown.
        shown: bool,
    },
    /// The end.
    Over {
        /// The victor.
        winner: Option<u8>,
        /// Whether a home was taken.
        home: bool,
    },
}

/// Everything that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) seed: Seed,
    pub(super) n: u32,
    pub(super) turn: u8,
    pub(super) left: u8,
    pub(super) active: u8,
    pub(super) sides: [Side; 2],
    pub(super) phase: Phase,
}

/// How many blocks a multiset has.
pub(super) fn total(count: &Count) -> u8 {
    count.iter().fold(0, |n, more| n.saturating_add(*more)) // a text may name 255 blocks of each class
}

/// The sum of two multisets.
pub(super) fn sum(a: &Count, b: &Count) -> Count {
    std::array::from_fn(|c| a[c] + b[c])
}

/// The first multiset without the second, never below nothing.
pub(super) fn less(a: &Count, b: &Count) -> Count {
    std::array::from_fn(|c| a[c].saturating_sub(b[c]))
}

/// The first class that a multiset holds.
pub(super) fn lowest(count: &Count) -> Option<usize> {
    count.iter().position(|n| *n > 0)
}

/// One block of a class.
pub(super) fn one(class: usize) -> Count {
    std::array::from_fn(|c| u8::from(c == class))
}

impl State {
    /// Six blocks for each side, three of them at home, dealt by chance.
    pub fn start(seed: Seed) -> State {
        let mut sides = [Side::default(), Side::default()];
        for (i, side) in sides.iter_mut().enumerate() {
            let mut blocks: Vec<usize> = (0..CLASSES).flat_map(|c| vec![c; usize::from(BLOCKS[c])]).collect();
            Dice::new(seed, i as u64, "set-up").shuffle(&mut blocks);
            let places = [HOMES[i], HOMES[i], HOMES[i], [1, 5][i], [1, 5][i], [2, 6][i]];
            for (class, place) in blocks.into_iter().zip(places) {
                side.fresh[place][class] += 1;
            }
        }
        State { seed, n: 0, turn: 0, left: ORDERS, active: 0, sides, phase: Phase::Turn }
    }

    /// The hidden blocks of a side at a place.
    pub(super) fn hidden(&self, side: usize, place: usize) -> Count {
        sum(&self.sides[side].fresh[place], &self.sides[side].moved[place])
    }

    /// All blocks of a side at a place.
    pub(super) fn at(&self, side: usize, place: usize) -> Count {
        sum(&self.hidden(side, place), &self.sides[side].open[place])
    }

    /// All blocks that a side has left.
    pub(super) fn living(&self, side: usize) -> Count {
        less(&BLOCKS, &self.sides[side].dead)
    }

    /// The side that is asked.
    pub(super) fn asked(&self) -> usize {
        let active = usize::from(self.active);
        if self.phase == Phase::Turn { active } else { 1 - active }
    }

    pub(super) fn ask(&self) -> Ask {
        let (name, text, rule) = match &self.phase {
            Phase::Over { winner, home } => {
                let kind = if *home { "the home is taken" } else { "more blocks at the end" };
                let winner = winner.map(Seat);
                return Ask::Over(Outcome { winner, kind: Cow::Borrowed(kind), rule: Rule::of("7") });
            }
            Phase::Turn => ("turn", "give orders", "1"),
            Phase::Reply { .. } => ("reply", "answer the attack", "4"),
            Phase::Retreat { .. } => ("retreat", "retreat the next block", "5"),
        };
        Ask::Ask(Question {
            seat: Seat(self.asked() as u8),
            text: Cow::Borrowed(text),
            help: Cow::Borrowed(""),
            name: Cow::Borrowed(name),
            rule: Rule::of(rule),
            needs_hidden_faces: true,
        })
    }
}

impl CanonicalBytes for State {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend(self.seed.0.to_le_bytes());
        out.extend(self.n.to_le_bytes());
        out.extend([self.turn, self.left, self.active]);
        for side in &self.sides {
            for group in [&side.fresh, &side.moved, &side.open, &side.among] {
                out.extend(group.as_flattened());
            }
            out.extend(side.dead);
        }
        match &self.phase {
            Phase::Turn => out.push(0),
            Phase::Reply { from, to, bag } => {
                out.extend([1, *from, *to]);
                out.extend(bag);
            }
            Phase::Retreat { from, to, bag, shown } => {
                out.extend([2, *from, *to, u8::from(*shown)]);
                out.extend(bag);
            }
            Phase::Over { winner, home } => out.extend([3, winner.map_or(9, |w| w), u8::from(*home)]),
        }
    }
}
