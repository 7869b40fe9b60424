//! The dense ids of an area board: small numbers, in the order of the map's file.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! dense_ids {
    ($($(#[$doc:meta])* $name:ident($raw:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $raw);

        impl $name {
            /// The place of its facts in the map's arrays.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

dense_ids! {
    /// A locale: at most 128 a map.
    LocaleId(u8);
    /// A pair of opposite approaches, where two locales meet: at most 256 a map. Two locales can share two pairs.
    PairId(u8);
    /// One approach: the half of a pair that lies in one locale; twice the pair plus the side.
    ApproachId(u16);
    /// A crossing: where one road passes a pair of approaches, or enters from beyond the map: at most 256 a map.
    CrossingId(u8);
    /// A holding area beside the map: at most 8 a map.
    HoldingId(u8);
}

/// Which of a pair's two locales: the one named first or the one named second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The locale that the pair's name begins with.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 or 1.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

impl PairId {
    /// The pair's approach on one side.
    pub const fn approach(self, side: Side) -> ApproachId {
        ApproachId(self.0 as u16 * 2 + side as u16)
    }

    /// Both approaches, the first side's first.
    pub const fn approaches(self) -> [ApproachId; 2] {
        [self.approach(Side::First), self.approach(Side::Second)]
    }
}

impl ApproachId {
    /// The pair it is half of.
    pub const fn pair(self) -> PairId {
        PairId((self.0 / 2) as u8)
    }

    /// Which half.
    pub const fn side(self) -> Side {
        if self.0.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// The approach that faces it. (3)
    pub const fn opposite(self) -> ApproachId {
        ApproachId(self.0 ^ 1)
    }
}

/// A set of locales, one bit each. Written as two words, the lower first: numbers of JSON have 64 bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "[u64; 2]", from = "[u64; 2]")]
pub struct LocaleSet(pub u128);

impl From<LocaleSet> for [u64; 2] {
    fn from(set: LocaleSet) -> Self {
        [set.0 as u64, (set.0 >> 64) as u64]
    }
}

impl From<[u64; 2]> for LocaleSet {
    fn from([low, high]: [u64; 2]) -> Self {
        LocaleSet(u128::from(high) << 64 | u128::from(low))
    }
}

impl LocaleSet {
    /// No locale.
    pub const EMPTY: LocaleSet = LocaleSet(0);

    /// Whether the locale is in the set.
    pub const fn contains(self, locale: LocaleId) -> bool {
        // by halves: this is asked more often than anything else, and to shift a wide number takes many steps
        let half = if locale.0 & 64 == 0 { self.0 as u64 } else { (self.0 >> 64) as u64 };
        half >> (locale.0 & 63) & 1 == 1
    }

    /// Puts a locale in.
    pub const fn insert(&mut self, locale: LocaleId) {
        self.0 |= 1 << (locale.0 & 127);
    }

    /// Takes a locale out.
    pub const fn remove(&mut self, locale: LocaleId) {
        self.0 &= !(1 << (locale.0 & 127));
    }

    /// Whether the two sets share a locale.
    pub const fn meets(self, other: LocaleSet) -> bool {
        self.0 & other.0 != 0
    }

    /// How many locales.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The locales in the order of their ids.
    pub fn iter(self) -> impl Iterator<Item = LocaleId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = u8::try_from(left.trailing_zeros()).ok().filter(|_| left != 0)?;
            left &= left - 1;
            Some(LocaleId(next))
        })
    }
}

impl FromIterator<LocaleId> for LocaleSet {
    fn from_iter<I: IntoIterator<Item = LocaleId>>(locales: I) -> Self {
        let mut set = LocaleSet::EMPTY;
        locales.into_iter().for_each(|locale| set.insert(locale));
        set
    }
}

impl fmt::Debug for LocaleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|locale| locale.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_with_high_locales_is_written_and_read_back() {
        let set = LocaleSet(1 << 3 | 1 << 63 | 1 << 64 | 1 << 127);
        let written = serde_json::to_value(set).unwrap();
        assert_eq!(serde_json::from_value::<LocaleSet>(written).unwrap(), set);
    }

    #[test]
    fn an_approach_is_its_pair_twice_plus_its_side() {
        let [a, b] = PairId(255).approaches();
        assert_eq!((a.0, b.0), (510, 511));
        assert_eq!((a.opposite(), b.opposite()), (b, a));
        assert_eq!((b.pair(), b.side(), a.side()), (PairId(255), Side::Second, Side::First));
    }

    #[test]
    fn a_set_of_locales_holds_what_was_put_in() {
        let mut set: LocaleSet = [LocaleId(127), LocaleId(0), LocaleId(64)].into_iter().collect();
        assert_eq!(set.iter().map(|l| l.0).collect::<Vec<_>>(), [0, 64, 127]);
        assert!(set.contains(LocaleId(64)) && !set.contains(LocaleId(63)) && set.len() == 3);
        set.remove(LocaleId(64));
        assert!(!set.meets(LocaleSet(1 << 64)) && !set.is_empty());
    }
}
