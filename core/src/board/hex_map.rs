//! A hex map under its terrain effects chart: what lies in each hex and on each hexside, and what a step costs.

use std::collections::BTreeMap;

use super::hex::{Grid, HexId, HexSet, Way};
use super::hex_chart::{Ground, HexChart, March, NO};

/// Marks a step that ends the movement of who makes it.
pub(super) const HALT: u8 = 0x80;

/// How steps are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// By the ground, as if there were no roads; bridges are used.
    Country,
    /// By the ground, or along roads where that is cheaper.
    Road,
    /// March movement.
    March,
}

/// What lies on the hexsides of one hex, as bits of the chart's kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    /// The kinds on each side.
    pub(super) kinds: [u16; 6],
    /// Those of them that belong to this hex: the upper end of a slope, the inside of a wall.
    pub(super) owned: [u16; 6],
    /// The ways that cross it.
    pub(super) ways: [u16; 6],
}

/// A place on the map that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexName {
    /// The name.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<HexId>,
    /// Whether somebody inferred it, since no source says.
    pub inferred: bool,
}

/// A hex map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMap {
    pub(super) name: String,
    pub(super) metres: u16,
    pub(super) grid: Grid,
    pub(super) chart: HexChart,
    pub(super) land: HexSet,
    pub(super) ground: Vec<u8>,
    pub(super) features: Vec<u16>,
    pub(super) sides: Vec<Sides>,
    pub(super) names: Vec<HexName>,
    pub(super) entries: BTreeMap<String, HexId>,
    pub(super) inferred: Vec<String>,
    /// Bits of the ways in which a unit in the hex controls its neighbours.
    pub(super) control: Vec<u8>,
    /// The cost of each step, by going and arm.
    pub(super) steps: [Vec<Vec<[u8; 6]>>; 3],
}

/// What a step over a hexside meets.
#[derive(Clone, Copy, Debug)]
pub struct Border<'m> {
    map: &'m HexMap,
    from: HexId,
    to: HexId,
    way: Way,
}

impl HexMap {
    /// The map's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
    /// How far the centres of two neighbours lie apart.
    #[must_use]
    pub const fn metres(&self) -> u16 {
        self.metres
    }
    /// The grid.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }
    /// The terrain effects chart.
    #[must_use]
    pub const fn chart(&self) -> &HexChart {
        &self.chart
    }
    /// The hexes that are on the map.
    #[must_use]
    pub const fn land(&self) -> &HexSet {
        &self.land
    }
    /// The ground of a hex.
    #[must_use]
    pub fn ground(&self, hex: HexId) -> &Ground {
        &self.chart.grounds[usize::from(self.ground[hex.index()])]
    }
    /// Whether a hex has a feature, by its place in the chart.
    #[must_use]
    pub fn has(&self, hex: HexId, feature: usize) -> bool {
        self.features[hex.index()] & (1 << feature) != 0
    }
    /// The features of a hex, as bits in the order of the chart.
    #[must_use]
    pub fn features(&self, hex: HexId) -> u16 {
        self.features[hex.index()]
    }
    /// How high a hex lies.
    #[must_use]
    pub fn level(&self, hex: HexId) -> u8 {
        self.feature_sum(hex, |feature| feature.level)
    }
    /// How much farther guns in a hex reach.
    #[must_use]
    pub fn range(&self, hex: HexId) -> u8 {
        self.feature_sum(hex, |feature| feature.range)
    }
    /// Whether all combat from a hex or into it is halved.
    #[must_use]
    pub fn halves(&self, hex: HexId) -> bool {
        self.feature_sum(hex, |feature| u8::from(feature.halves)) > 0
    }
    fn feature_sum(&self, hex: HexId, of: impl Fn(&super::hex_chart::Feature) -> u8) -> u8 {
        let bits = self.features[hex.index()];
        if bits == 0 {
            return 0;
        }
        let there = self.chart.features.iter().enumerate().filter(|(k, _)| bits & (1 << k) != 0);
        there.map(|(_, feature)| of(feature)).sum()
    }
    /// The kinds on a hexside, as bits in the order of the chart, and those of them that belong to this hex.
    #[must_use]
    pub fn side(&self, hex: HexId, way: Way) -> (u16, u16) {
        let sides = &self.sides[hex.index()];
        (sides.kinds[way.index()], sides.owned[way.index()])
    }
    /// The roads over a hexside, as bits in the order of the chart.
    #[must_use]
    pub fn ways(&self, hex: HexId, way: Way) -> u16 {
        self.sides[hex.index()].ways[way.index()]
    }
    /// Whether a road or trail passes a hex.
    #[must_use]
    pub fn is_on_way(&self, hex: HexId) -> bool {
        self.sides[hex.index()].ways.iter().any(|way| *way != 0)
    }
    /// The names on the map.
    #[must_use]
    pub fn names(&self) -> &[HexName] {
        &self.names
    }
    /// The name of a hex, where it has one.
    #[must_use]
    pub fn title(&self, hex: HexId) -> Option<&str> {
        self.names.iter().find(|name| name.hexes.contains(&hex)).map(|name| name.name.as_str())
    }
    /// A hex as it is printed.
    #[must_use]
    pub fn hex_name(&self, hex: HexId) -> String {
        self.grid.name(hex)
    }
    /// The hex on the map that four digits name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<HexId> {
        self.grid.named(name).filter(|hex| self.land.has(*hex))
    }
    /// The entry hex of a letter.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<HexId> {
        self.entries.get(name).copied()
    }
    /// The entry hexes by their letters.
    pub fn entries(&self) -> impl Iterator<Item = (&str, HexId)> {
        self.entries.iter().map(|(name, hex)| (name.as_str(), *hex))
    }
    /// What no source says and somebody inferred, a sentence each.
    #[must_use]
    pub fn inferred(&self) -> &[String] {
        &self.inferred
    }
    /// Whether a hex has a neighbour that is not on the map.
    #[must_use]
    pub fn is_edge(&self, hex: HexId) -> bool {
        Way::ALL.into_iter().any(|way| self.next(hex, way).is_none())
    }

    /// The neighbour on the map.
    #[must_use]
    #[inline]
    pub fn next(&self, hex: HexId, way: Way) -> Option<HexId> {
        self.grid.next(hex, way).filter(|next| self.land.has(*next))
    }

    /// The neighbours on the map, each with the way to it.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> impl Iterator<Item = (Way, HexId)> + '_ {
        Way::ALL.into_iter().filter_map(move |way| Some((way, self.next(hex, way)?)))
    }

    /// What lies between a hex and its neighbour; none where they are no neighbours.
    #[must_use]
    pub fn border(&self, from: HexId, to: HexId) -> Option<Border<'_>> {
        let way = self.grid.way(from, to)?;
        Some(Border { map: self, from, to, way })
    }

    /// What a step costs an arm in halves of a point, and whether it ends the movement; none where it may not be made.
    #[must_use]
    #[inline]
    pub fn step(&self, arm: usize, going: Going, from: HexId, way: Way) -> Option<(u8, bool)> {
        let step = self.steps[going as usize][arm][from.index()][way.index()];
        (step & !HALT != NO).then_some((step & !HALT, step & HALT != 0))
    }

    /// What the hex itself costs an arm that comes in from beyond the map, by road where one is there.
    #[must_use]
    pub fn entry_cost(&self, arm: usize, hex: HexId) -> Option<u8> {
        let ground = self.ground(hex).cost[arm];
        let road = self.sides[hex.index()].ways.iter().fold(0, |all, ways| all | ways);
        let road = self.chart.ways.iter().enumerate().filter(|(k, _)| road & (1 << k) != 0).map(|(_, w)| w.cost).min();
        let least = road.map_or(ground, |road| road.min(ground));
        (least != NO).then_some(least)
    }

    /// Works out what every step costs; called once when the map is read.
    pub(super) fn survey(&mut self) {
        let hexes: Vec<HexId> = self.grid.hexes().collect();
        let row = |map: &HexMap, arm, going, hex| Way::ALL.map(|way| map.surveyed(arm, going, hex, way));
        let arms = 0..self.chart.arms.len();
        self.steps = [Going::Country, Going::Road, Going::March].map(|going| {
            arms.clone().map(|arm| hexes.iter().map(|hex| row(self, arm, going, *hex)).collect()).collect()
        });
        let controls = |hex: &HexId| {
            let out = self.land.has(*hex) && self.ground(*hex).zone_out;
            let reached = self.neighbours(*hex).filter(|(way, next)| {
                let border = Border { map: self, from: *hex, to: *next, way: *way };
                out && self.ground(*next).zone_in && border.kinds().all(|side| side.zone)
            });
            reached.fold(0, |bits, (way, _)| bits | 1 << way.0)
        };
        self.control = hexes.iter().map(controls).collect();
    }

    fn surveyed(&self, arm: usize, going: Going, from: HexId, way: Way) -> u8 {
        let Some(to) = self.next(from, way).filter(|_| self.land.has(from)) else { return NO };
        let border = Border { map: self, from, to, way };
        let ways = self.sides[from.index()].ways[way.index()];
        let kinds = || self.chart.ways.iter().enumerate().filter(|(k, _)| ways & (1 << k) != 0).map(|(_, kind)| kind);
        let country = self.country(arm, &border);
        match going {
            Going::Country => country,
            Going::Road => match kinds().map(|kind| kind.cost).min() {
                Some(road) if road <= country & !HALT => road,
                _ => country,
            },
            Going::March => {
                let never = |hex| self.ground(hex).march == March::Never;
                if never(from) || never(to) {
                    return NO;
                }
                match kinds().filter_map(|kind| kind.march).min() {
                    Some(road) => road,
                    None if self.ground(to).march == March::Open => country,
                    None => NO,
                }
            }
        }
    }

    fn country(&self, arm: usize, border: &Border<'_>) -> u8 {
        let ground = self.ground(border.to);
        let mut cost = ground.cost[arm];
        if border.is_barred() || cost == NO {
            return NO;
        }
        let mut halts = ground.halts.has(arm);
        for (k, feature) in self.chart.features.iter().enumerate() {
            if self.has(border.to, k) {
                cost = cost.saturating_add(feature.extra[arm]);
                halts |= feature.halts.has(arm);
            }
        }
        cost = border.felt().fold(cost, |cost, side| cost.saturating_add(side.extra[arm]));
        cost.min(NO - 1) | if halts { HALT } else { 0 }
    }
}

impl<'m> Border<'m> {
    fn bits(&self) -> u16 {
        self.map.sides[self.from.index()].kinds[self.way.index()]
    }

    fn of(self, bits: u16) -> impl Iterator<Item = &'m super::hex_chart::HexSide> {
        let kinds = self.map.chart.sides.iter().enumerate();
        kinds.filter(move |(k, _)| bits & (1 << k) != 0).map(|(_, side)| side)
    }

    /// What lies on the hexside.
    pub fn kinds(self) -> impl Iterator<Item = &'m super::hex_chart::HexSide> {
        self.of(self.bits())
    }

    /// What the hex beyond owns of it: slopes that rise to it, walls about it.
    pub fn rising(self) -> impl Iterator<Item = &'m super::hex_chart::HexSide> {
        self.of(self.map.sides[self.to.index()].owned[self.way.back().index()])
    }

    /// What is felt in this direction: all but slopes that fall.
    pub fn felt(self) -> impl Iterator<Item = &'m super::hex_chart::HexSide> {
        let rising = self.map.sides[self.to.index()].owned[self.way.back().index()];
        let kinds = self.map.chart.sides.iter().enumerate();
        let bits = self.bits();
        kinds
            .filter(move |(k, side)| bits & (1 << k) != 0 && (!side.uphill || rising & (1 << k) != 0))
            .map(|(_, side)| side)
    }

    /// Whether nothing lies on it.
    #[must_use]
    pub fn is_clear(self) -> bool {
        self.bits() == 0
    }

    /// Whether it may not be crossed.
    #[must_use]
    pub fn is_barred(self) -> bool {
        self.kinds().any(|side| side.bars) && !self.kinds().any(|side| side.opens)
    }
}
