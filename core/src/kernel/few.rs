//! A few plain things in a row, copied as one block of memory: offers and orders are made of them by the thousand.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Up to `N` things in a row, at most 255, kept in place.
#[derive(Clone, Copy)]
pub struct Few<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// Nothing.
    #[must_use]
    #[inline]
    pub fn new() -> Few<T, N> {
        const { assert!(N <= u8::MAX as usize) };
        Few { len: 0, items: [T::default(); N] }
    }
    /// Whether there is no room for more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }
    /// Adds a thing at the end.
    ///
    /// # Panics
    /// When the row is full.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }
    /// Adds a thing at the end where there is room; gives it back where there is none.
    ///
    /// # Errors
    /// The thing, when the row is full.
    pub fn try_push(&mut self, item: T) -> Result<(), T> {
        if self.is_full() {
            return Err(item);
        }
        self.push(item);
        Ok(())
    }
    /// Takes the last thing away.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }
    /// Puts a thing at a place; those from there on move up.
    ///
    /// # Panics
    /// When the row is full, or the place is beyond its end.
    pub fn insert(&mut self, at: usize, item: T) {
        self.push(item);
        self[at..].rotate_right(1);
    }
    /// Puts a thing at a place where there is room; gives it back where there is none.
    ///
    /// # Errors
    /// The thing, when the row is full.
    ///
    /// # Panics
    /// When the place is beyond the row's end.
    pub fn try_insert(&mut self, at: usize, item: T) -> Result<(), T> {
        self.try_push(item)?;
        self[at..].rotate_right(1);
        Ok(())
    }
    /// Takes away what is at a place; those behind move down.
    ///
    /// # Panics
    /// When nothing is at that place.
    pub fn remove(&mut self, at: usize) -> T {
        let item = self[at];
        self[at..].rotate_left(1);
        self.len -= 1;
        item
    }
    /// Keeps no more than the first so many.
    pub fn truncate(&mut self, most: usize) {
        if most < self.len() {
            self.len = most as u8; // less than what fits a u8 already
        }
    }
    /// Takes all things away.
    pub fn clear(&mut self) {
        self.len = 0;
    }
    /// Keeps the things that fit, in their order.
    pub fn retain(&mut self, fits: impl FnMut(&T) -> bool) {
        *self = self.iter().copied().filter(fits).collect();
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T, const N: usize> std::ops::Deref for Few<T, N> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> std::ops::DerefMut for Few<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for Few<T, N> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Few<T, N> {
        let mut row = Few::new();
        row.extend(items);
        row
    }
}

impl<T, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter().take(usize::from(self.len))
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut Few<T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Few<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self[..] == other[..]
    }
}

impl<T: Eq, const N: usize> Eq for Few<T, N> {}

impl<T: Ord, const N: usize> PartialOrd for Few<T, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord, const N: usize> Ord for Few<T, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self[..].cmp(&other[..])
    }
}

impl<T: Hash, const N: usize> Hash for Few<T, N> {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self[..].hash(to);
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let items = Vec::<T>::deserialize(from)?;
        if items.len() > N {
            return Err(de::Error::custom(format!("{} things where at most {N} fit", items.len())));
        }
        Ok(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_does_what_a_vector_does() {
        let mut rng = fastrand::Rng::with_seed(1);
        let (mut row, mut list): (Few<u8, 6>, Vec<u8>) = (Few::new(), Vec::new());
        for _ in 0..2000 {
            let (item, at) = (rng.u8(..), rng.usize(..=list.len()));
            match rng.u8(..8) {
                0..=2 if list.len() < 6 => {
                    row.insert(at, item);
                    list.insert(at, item);
                }
                0..=2 => {
                    assert_eq!((row.try_push(item), row.try_insert(at, item)), (Err(item), Err(item)));
                    assert!(row.is_full());
                }
                3 if at < list.len() => assert_eq!(row.remove(at), list.remove(at)),
                4 => assert_eq!(row.pop(), list.pop()),
                5 => {
                    row.retain(|kept| kept % 3 != item % 3);
                    list.retain(|kept| kept % 3 != item % 3);
                }
                6 => {
                    row.truncate(at + 1);
                    list.truncate(at + 1);
                }
                _ if row.try_push(item).is_ok() => list.push(item),
                _ => {}
            }
            assert_eq!((&row[..], row.len()), (&list[..], list.len()));
            assert_eq!(row.into_iter().collect::<Vec<u8>>(), list);
            assert_eq!(list.iter().copied().collect::<Few<u8, 6>>(), row, "what was taken away does not count");
        }
    }

    #[test]
    fn rows_are_in_order_and_written_as_lists_are() {
        let row = |items: &[u8]| items.iter().copied().collect::<Few<u8, 4>>();
        assert!(row(&[1, 9]) < row(&[2]) && row(&[2]) < row(&[2, 0]));
        let text = serde_json::to_string(&row(&[3, 1])).unwrap();
        assert_eq!(text, "[3,1]");
        assert_eq!(serde_json::from_str::<Few<u8, 4>>(&text).unwrap(), row(&[3, 1]));
        let long = serde_json::from_str::<Few<u8, 4>>("[1,2,3,4,5]").unwrap_err();
        assert!(long.to_string().starts_with("5 things where at most 4 fit"), "{long}");
    }
}
