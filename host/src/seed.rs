//! Seeds of matches.

use bormida_core::kernel::Rng;

/// A seed that nobody chose, short enough to be told to somebody.
pub(crate) fn fresh() -> u64 {
    Rng::new().u64(1..100_000)
}
