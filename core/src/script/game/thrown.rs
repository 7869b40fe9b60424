//! Chance of a game in Luau: the order's own dice, named streams beside them, and dice that a case has laid ready.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::kernel::{Dice, Seed};
use crate::script::Draw;

/// Dice that the next rolls show, as a case of the rulebook states them.
pub(super) type Loaded = Rc<RefCell<VecDeque<u32>>>;

/// Chance during one order; it knows whether it was used.
pub(super) struct Thrown {
    seed: Seed,
    order: u64,
    own: Dice,
    /// Streams come back where they were left.
    streams: BTreeMap<(String, u64), Dice>,
    now: Option<(String, u64)>,
    used: Rc<Cell<bool>>,
    loaded: Loaded,
}

impl Thrown {
    /// The dice of an order, whose own stream is called `name`.
    pub(super) fn new(seed: Seed, order: u64, name: &str, loaded: &Loaded) -> Thrown {
        let (streams, now) = (BTreeMap::new(), None);
        Thrown {
            seed,
            order,
            own: Dice::new(seed, order, name),
            streams,
            now,
            used: Rc::default(),
            loaded: loaded.clone(),
        }
    }

    /// Tells, also while the dice are lent, whether any was used.
    pub(super) fn used(&self) -> Rc<Cell<bool>> {
        self.used.clone()
    }
}

impl Draw for Thrown {
    fn below(&mut self, n: u32) -> u32 {
        self.used.set(true);
        match self.now.as_ref().and_then(|now| self.streams.get_mut(now)) {
            Some(stream) => stream.below(n),
            None => self.own.below(n),
        }
    }

    fn roll(&mut self, sides: u32) -> u32 {
        let laid = self.loaded.borrow_mut().pop_front().filter(|die| (1..=sides).contains(die));
        match laid {
            Some(die) => {
                self.used.set(true);
                die
            }
            None => self.below(sides) + 1,
        }
    }

    fn stream(&mut self, name: Option<&str>, key: Option<u64>) -> bool {
        self.now = name.map(|name| (name.to_owned(), key.unwrap_or(self.order)));
        if let Some((name, key)) = &self.now {
            let made = || Dice::new(self.seed, *key, &format!("stream {name}"));
            self.streams.entry((name.clone(), *key)).or_insert_with(made);
        }
        true
    }
}
