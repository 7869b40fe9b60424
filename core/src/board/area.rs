//! The area board: locales, the approaches between them, and the roads across; every question answered from flat arrays.

use super::approach::{Approach, Direction, Pair, Penalties, Width};
use super::holding::Holding;
use super::id::{ApproachId, CrossingId, HoldingId, LocaleId, LocaleSet, PairId};
use super::locale::Locale;
use super::road::Crossing;

/// A whole area board. Ids are only good for the map they come from.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaMap {
    pub(super) name: Box<str>,
    pub(super) size: [i32; 2],
    pub(super) locales: Box<[Locale]>,
    pub(super) pairs: Box<[Pair]>,
    pub(super) approaches: Box<[Approach]>,
    pub(super) over: Box<[Box<[CrossingId]>]>,
    pub(super) crossings: Box<[Crossing]>,
    pub(super) holdings: Box<[Holding]>,
}

impl AreaMap {
    /// The most locales of a map.
    pub const MOST_LOCALES: usize = 128;
    /// The most approach pairs of a map.
    pub const MOST_PAIRS: usize = 256;
    /// The most crossings of a map.
    pub const MOST_CROSSINGS: usize = 256;
    /// The most holding areas of a map.
    pub const MOST_HOLDINGS: usize = 8;

    /// The same map with other capacities and penalties, as somebody reads them.
    ///
    /// # Errors
    /// The first error of a reader.
    pub fn read_as<E>(
        &self,
        mut capacity: impl FnMut(LocaleId, u8) -> Result<u8, E>,
        mut penalties: impl FnMut(ApproachId, Penalties) -> Result<Penalties, E>,
    ) -> Result<AreaMap, E> {
        let mut map = self.clone();
        for (id, locale) in self.locales().zip(&mut map.locales) {
            locale.capacity = capacity(id, locale.capacity)?;
        }
        for (id, approach) in self.approaches().zip(&mut map.approaches) {
            approach.penalties = penalties(id, approach.penalties)?;
        }
        Ok(map)
    }

    /// The map's name, for people.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Width and height in metres; 0 and 0 on a map without geometry.
    pub fn size(&self) -> [i32; 2] {
        self.size
    }

    /// All locales, in the order of the file.
    pub fn locales(&self) -> impl ExactSizeIterator<Item = LocaleId> + use<> {
        (0..self.locales.len()).map(|k| LocaleId(k as u8))
    }

    /// All approach pairs.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = PairId> + use<> {
        (0..self.pairs.len()).map(|k| PairId(k as u8))
    }

    /// All approaches, two a pair.
    pub fn approaches(&self) -> impl ExactSizeIterator<Item = ApproachId> + use<> {
        (0..self.approaches.len()).map(|k| ApproachId(k as u16))
    }

    /// All crossings: those between locales first, then those where holding areas enter.
    pub fn crossings(&self) -> impl ExactSizeIterator<Item = CrossingId> + use<> {
        (0..self.crossings.len()).map(|k| CrossingId(k as u8))
    }

    /// All holding areas.
    pub fn holdings(&self) -> impl ExactSizeIterator<Item = HoldingId> + use<> {
        (0..self.holdings.len()).map(|k| HoldingId(k as u8))
    }

    /// The facts of a locale.
    pub fn locale(&self, locale: LocaleId) -> &Locale {
        &self.locales[locale.index()]
    }

    /// The facts of a pair.
    pub fn pair(&self, pair: PairId) -> &Pair {
        &self.pairs[pair.index()]
    }

    /// The facts of an approach.
    pub fn approach(&self, approach: ApproachId) -> &Approach {
        &self.approaches[approach.index()]
    }

    /// The facts of a crossing.
    pub fn crossing(&self, crossing: CrossingId) -> &Crossing {
        &self.crossings[crossing.index()]
    }

    /// The facts of a holding area.
    pub fn holding(&self, holding: HoldingId) -> &Holding {
        &self.holdings[holding.index()]
    }

    /// The approaches of a locale, impassable ones included.
    pub fn approaches_of(&self, locale: LocaleId) -> &[ApproachId] {
        &self.locale(locale).approaches
    }

    /// The crossings of a locale's roads.
    pub fn crossings_of(&self, locale: LocaleId) -> &[CrossingId] {
        &self.locale(locale).crossings
    }

    /// The crossings over a pair of approaches.
    pub fn crossings_over(&self, pair: PairId) -> &[CrossingId] {
        &self.over[pair.index()]
    }

    /// The locales adjacent to a locale: meeting it at parallel approaches. (3)
    pub fn neighbours(&self, locale: LocaleId) -> LocaleSet {
        self.locale(locale).neighbours
    }

    /// The width of an approach.
    pub fn width(&self, approach: ApproachId) -> Width {
        self.approach(approach).width
    }

    /// Where one goes when going over an approach, out of its locale.
    pub fn direction(&self, approach: ApproachId) -> Direction {
        self.approach(approach).direction
    }

    /// Whether the objective line runs along a pair: one of its locales lies east of it, the other does not.
    pub fn on_objective_line(&self, pair: PairId) -> bool {
        let [a, b] = self.pair(pair).between;
        self.locale(a).east_of_line != self.locale(b).east_of_line
    }

    /// The index, among the locale's roads, of the road that a crossing belongs to; none if it does not touch the locale.
    pub fn road_of(&self, locale: LocaleId, crossing: CrossingId) -> Option<u8> {
        let crossing = self.crossing(crossing);
        if crossing.ends.0 == locale {
            Some(crossing.road[0])
        } else {
            (crossing.ends.1 == Some(locale)).then_some(crossing.road[1])
        }
    }

    /// The crossings that a piece which came over `crossing` can go on to inside `locale` by unbroken road,
    /// `crossing` itself among them; none if it does not touch the locale. (8)
    pub fn joined_to(&self, locale: LocaleId, crossing: CrossingId) -> &[CrossingId] {
        match self.road_of(locale, crossing) {
            Some(road) => &self.locale(locale).roads[usize::from(road)].crossings,
            None => &[],
        }
    }

    /// Whether unbroken road joins two crossings inside a locale. (8)
    pub fn joined(&self, locale: LocaleId, a: CrossingId, b: CrossingId) -> bool {
        self.road_of(locale, a).is_some_and(|road| self.road_of(locale, b) == Some(road))
    }

    /// The locale's approach that a crossing passes; none for an entry or a locale that it does not touch.
    pub fn approach_at(&self, locale: LocaleId, crossing: CrossingId) -> Option<ApproachId> {
        let pair = self.crossing(crossing).pair?;
        pair.approaches().into_iter().find(|approach| self.approach(*approach).locale == locale)
    }

    /// The approaches of `from` that face `to`: none, one, or two where the locales meet twice.
    pub fn approaches_facing(&self, from: LocaleId, to: LocaleId) -> impl Iterator<Item = ApproachId> + '_ {
        self.approaches_of(from).iter().copied().filter(move |approach| self.approach(*approach).beyond == to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_board_has_as_many_places_as_printed() {
        let text = include_str!("../../../data/triomphe/map.toml");
        let map = AreaMap::load("map.toml", text).unwrap_or_else(|found| panic!("{found}"));
        assert_eq!((map.locales().len(), map.pairs().len(), map.crossings().len()), (90, 172, 167));
    }
}
