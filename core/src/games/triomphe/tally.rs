//! Small counts and sets that a state holds by index.

use serde::{Deserialize, Serialize};

/// A table of small counts, written sparsely.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Tally<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Tally<N> {
    fn default() -> Self {
        Tally([0; N])
    }
}

impl<const N: usize> Tally<N> {
    /// The sum of all counts.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }
    /// The entries that are not 0, with their index.
    pub fn entries(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.0.iter().copied().enumerate().filter(|(_, n)| *n > 0)
    }
}

impl<const N: usize> std::fmt::Debug for Tally<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.entries()).finish()
    }
}

impl<const N: usize> Serialize for Tally<N> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.entries())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Tally<N> {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut tally = Tally::default();
        for (k, n) in Vec::<(usize, u8)>::deserialize(from)? {
            let entry = tally.0.get_mut(k).ok_or_else(|| serde::de::Error::custom(format!("index {k} of {N}")))?;
            *entry = n;
        }
        Ok(tally)
    }
}

/// A set of approaches or pairs by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks<const W: usize>(#[serde(with = "words")] pub(super) [u64; W])
where
    [u64; W]: Default;

mod words {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer, const W: usize>(words: &[u64; W], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(words.iter())
    }
    pub(super) fn deserialize<'de, D: Deserializer<'de>, const W: usize>(from: D) -> Result<[u64; W], D::Error> {
        let words = Vec::<u64>::deserialize(from)?;
        words.try_into().map_err(|_| D::Error::custom(format!("expected {W} words")))
    }
}

impl<const W: usize> Marks<W>
where
    [u64; W]: Default,
{
    /// Whether an index is in the set.
    #[must_use]
    pub const fn has(&self, k: usize) -> bool {
        self.0[k / 64] >> (k % 64) & 1 == 1
    }
    /// Puts an index in.
    pub const fn set(&mut self, k: usize) {
        self.0[k / 64] |= 1 << (k % 64);
    }
    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    /// The indices in the set.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..W * 64).filter(|k| self.has(*k))
    }
}
