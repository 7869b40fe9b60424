//! The bytes of a state that its hash is taken over.

use xxhash_rust::xxh3::xxh3_64;

/// A value with one byte form: equal values give equal bytes on every run and every machine.
pub trait CanonicalBytes {
    /// Appends the bytes of this value to `out`. Integers are written little-endian.
    fn canonical(&self, out: &mut Vec<u8>);
}

/// The hash of a state: xxh3 of its canonical bytes.
pub fn state_hash(state: &impl CanonicalBytes) -> u64 {
    let mut bytes = Vec::with_capacity(2048);
    state.canonical(&mut bytes);
    xxh3_64(&bytes)
}
