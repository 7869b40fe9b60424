//! Looks: the moments at which a study may stop early, settled before it begins.
//!
//! Who looks after every game and stops when he likes what he sees fools himself. So the looks are few, after 100 games,
//! 200, 400 and so on up to the last, and the 5 % by which the interval may be wrong are shared out among them: whichever
//! look ends the study, all its looks together hold in 95 of 100 studies.

/// Games before the first look.
const FIRST: u64 = 100;

/// The looks of a study of so many games: after how many games each, the last after all.
pub(super) fn looks(games: u64) -> Vec<u64> {
    let doubled = std::iter::successors(Some(FIRST), |n| n.checked_mul(2));
    doubled.take_while(|n| *n < games).chain([games]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_and_end_with_the_last_game() {
        assert_eq!(looks(60), [60]);
        assert_eq!(looks(100), [100]);
        assert_eq!(looks(1000), [100, 200, 400, 800, 1000]);
        assert_eq!(looks(u64::MAX).len(), 59);
    }
}
