//! Chance: every draw is a hash of the match's seed, a key in time and the name of a stream, so that one rule more or
//! less does not shift the other draws.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The seed of a match. Held by states, never by views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

/// A named stream of draws: draw `k` is hash(seed, key, name, k).
#[derive(Clone, Debug)]
pub struct Dice {
    base: [u8; 24],
    k: u64,
}

impl Dice {
    /// The stream `name` at a key in time: an order's number for rolls inside an order, or a turn or formation for
    /// set-up draws and arrivals.
    #[must_use]
    pub fn new(seed: Seed, key: u64, name: &str) -> Dice {
        let mut base = [0; 24];
        base[..8].copy_from_slice(&seed.0.to_le_bytes());
        base[8..16].copy_from_slice(&key.to_le_bytes());
        base[16..].copy_from_slice(&xxh3_64(name.as_bytes()).to_le_bytes());
        Dice { base, k: 0 }
    }

    /// The next 64 bits of the stream.
    pub fn bits(&mut self) -> u64 {
        let mut bytes = [0; 32];
        bytes[..24].copy_from_slice(&self.base);
        bytes[24..].copy_from_slice(&self.k.to_le_bytes());
        self.k += 1;
        xxh3_64(&bytes)
    }

    /// A whole number from 0 to `n` - 1, each equally likely; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let reject = u64::MAX - u64::MAX % u64::from(n);
        loop {
            let bits = self.bits();
            if bits < reject {
                return (bits % u64::from(n)) as u32;
            }
        }
    }

    /// One die of `sides` sides, from 1.
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }

    /// Puts a slice into a random order, each equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}
