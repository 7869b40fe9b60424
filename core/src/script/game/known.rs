//! What was offered lately: a script is asked for the offers of a moment once, however often they are looked at.

use super::declare::Offered;
use crate::script::Memory;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Most moments that are kept: a search comes back to those near its root.
const MOST: usize = 512;

/// Moments with their offers, by a hash of each.
#[derive(Default)]
pub(super) struct Known(HashMap<u64, Moment, BuildHasherDefault<AsIs>>);

struct Moment {
    step: u8,
    memory: Memory,
    offers: Rc<[Offered]>,
}

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

fn key(step: u8, memory: &Memory) -> u64 {
    xxh3_64_with_seed(memory.bytes(), u64::from(step))
}

impl Known {
    /// The offers of that step with that memory, if they are known: the same memory shows its seat the same.
    pub(super) fn offers(&self, step: u8, memory: &Memory) -> Option<Rc<[Offered]>> {
        let moment = self.0.get(&key(step, memory))?;
        ((moment.step, &moment.memory) == (step, memory)).then(|| moment.offers.clone())
    }

    /// Keeps the offers of a moment. What is kept depends on the moments before alone, so that every machine asks alike.
    pub(super) fn keep(&mut self, step: u8, memory: &Memory, offers: Rc<[Offered]>) {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(key(step, memory), Moment { step, memory: memory.clone(), offers });
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
