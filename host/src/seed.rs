//! Seeds of matches.

use bormida_core::kernel::{Header, Rng, Table};

use bormida_core::games::catalogue::PERSON;

/// A seed that nobody chose. It is the key to every hidden face and every roll, so it is one of too many to be tried; 53
/// bits are what every reader of JSON keeps.
pub(crate) fn fresh() -> u64 {
    Rng::new().u64(1..1 << 53)
}

/// Whether nothing is secret any more of a match that somebody looks at: its seed and the hashes of its states may be told.
pub(crate) fn is_open(table: &dyn Table) -> bool {
    table.outcome().is_some()
}

/// Whether no person sits at a match, by its header and by who plays it now.
pub(crate) fn nobody_plays(header: &Header, names: &[String]) -> bool {
    header.seats.iter().chain(names).all(|name| name != PERSON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_are_too_many_to_be_tried() {
        let seeds: Vec<u64> = (0..64).map(|_| fresh()).collect();
        assert!(seeds.iter().all(|seed| (1..1 << 53).contains(seed)));
        // 64 of them below 2^40 are one case in 2^832
        assert!(seeds.iter().any(|seed| *seed > 1 << 40), "{seeds:?}");
    }
}
