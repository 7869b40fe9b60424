//! Links an area map's roads: crossings over pairs, roads inside locales, and where holding areas enter.

use super::area::AreaMap;
use super::area_file::LocaleEntry;
use super::area_link::Link;
use super::holding::Holding;
use super::id::{CrossingId, LocaleId, PairId};
use super::locale::Locale;
use super::road::{Crossing, Road, RoadEnd, RoadKind};
use crate::pack::toml_doc::Name;

/// The most roads inside one locale.
const MOST_ROADS: usize = 100;

impl<'d> Link<'d, '_> {
    pub(super) fn link_crossings(&mut self) {
        for k in 0..self.pairs.len() {
            let (pair, entry) = (PairId(k as u8), self.entries[k]);
            let [a, b] = self.pairs[k].between;
            for name in &entry.crossings {
                let Some((kind, number)) = road_name(name.text) else {
                    self.reader.error(
                        &name.at,
                        format!(
                            "\"{}\" is no crossing: \"main\" or \"local\" and a number, such as \"main1\"",
                            name.text
                        ),
                    );
                    continue;
                };
                if self
                    .crossings_over(pair)
                    .any(|old| (self.crossings[old.index()].kind, self.crossings[old.index()].number) == (kind, number))
                {
                    self.reader.error(&name.at, format!("crossing \"{}\" is named twice", name.text));
                    continue;
                }
                if entry.impassable {
                    self.reader.error(&name.at, format!("a road crosses the impassable pair \"{}\"", entry.id.text));
                }
                self.crossings.push(Crossing {
                    pair: Some(pair),
                    ends: (a, Some(b)),
                    kind,
                    number,
                    road: [u8::MAX; 2],
                });
                self.taken.push([false; 2]);
            }
        }
    }

    pub(super) fn crossings_over(&self, pair: PairId) -> impl Iterator<Item = CrossingId> + '_ {
        (0..self.crossings.len()).filter(move |k| self.crossings[*k].pair == Some(pair)).map(|k| CrossingId(k as u8))
    }

    pub(super) fn roads(&mut self, here: LocaleId, entry: &LocaleEntry<'d>) -> Vec<Road> {
        let Some(written) = &entry.roads else {
            let all: Box<[CrossingId]> = (0..self.crossings.len())
                .filter(|k| self.end(CrossingId(*k as u8), here).is_some())
                .map(|k| CrossingId(k as u8))
                .collect();
            all.iter().for_each(|crossing| self.take_up(*crossing, here, 0));
            return if all.is_empty() { Vec::new() } else { vec![Road { crossings: all, ends: Box::default() }] };
        };
        if written.len() > MOST_ROADS {
            self.reader.error(&entry.id.at, format!("locale \"{}\" has more than {MOST_ROADS} roads", entry.id.text));
            return Vec::new();
        }
        let mut roads = Vec::new();
        for (index, names) in written.iter().enumerate() {
            let (mut crossings, mut ends) = (Vec::new(), Vec::new());
            for name in names {
                if name.text == "end" {
                    ends.push(RoadEnd::Stop);
                } else if let Some((kind, number)) = name.text.strip_prefix("edge/").and_then(road_name) {
                    let end = RoadEnd::Edge(kind, number);
                    if ends.contains(&end) || roads.iter().any(|road: &Road| road.ends.contains(&end)) {
                        self.reader.error(
                            &name.at,
                            format!("\"{}\" is named twice in locale \"{}\"", name.text, entry.id.text),
                        );
                    }
                    ends.push(end);
                } else if let Some(crossing) = self.find_crossing(here, name) {
                    if self.end(crossing, here).is_some_and(|end| self.taken[crossing.index()][end]) {
                        self.reader.error(
                            &name.at,
                            format!("crossing \"{}\" is on two roads of locale \"{}\"", name.text, entry.id.text),
                        );
                    } else {
                        self.take_up(crossing, here, index);
                        crossings.push(crossing);
                    }
                }
            }
            roads.push(Road { crossings: crossings.into(), ends: ends.into() });
        }
        roads
    }

    fn end(&self, crossing: CrossingId, here: LocaleId) -> Option<usize> {
        let (first, second) = self.crossings[crossing.index()].ends;
        [Some(first), second].iter().position(|end| *end == Some(here))
    }

    fn take_up(&mut self, crossing: CrossingId, here: LocaleId, road: usize) {
        if let Some(end) = self.end(crossing, here) {
            self.taken[crossing.index()][end] = true;
            self.crossings[crossing.index()].road[end] = u8::try_from(road).unwrap_or(u8::MAX);
        }
    }

    /// A crossing by the locale's own name for it: the locale beyond, a slash, the road.
    fn find_crossing(&self, here: LocaleId, name: &Name<'d>) -> Option<CrossingId> {
        let known = self.approaches_of(here);
        let mut names = Vec::new();
        for (text, approach) in &known {
            for crossing in self.crossings_over(approach.pair()) {
                let facts = &self.crossings[crossing.index()];
                names.push((format!("{text}/{}{}", facts.kind.word(), facts.number), crossing));
            }
        }
        let found = names.iter().find(|(text, _)| text == name.text).map(|(_, crossing)| *crossing);
        if found.is_none() {
            let what = format!("crossing of locale \"{}\" called", self.locale_text(here));
            self.reader.unknown(
                &what,
                name,
                names.iter().map(|(text, _)| text.as_str()).chain(["edge/main1", "edge/local1", "end"]),
            );
        }
        found
    }

    /// Roads that do not meet: a crossing that no road of one of its locales takes up.
    pub(super) fn report_loose_ends(&self) {
        for (k, taken) in self.taken.iter().enumerate() {
            let crossing = &self.crossings[k];
            let Some(entry) = crossing.pair.map(|pair| self.entries[pair.index()]) else { continue };
            for (end, locale) in [Some(crossing.ends.0), crossing.ends.1].into_iter().flatten().enumerate() {
                if !taken[end] {
                    let word = format!("{}{}", crossing.kind.word(), crossing.number);
                    let at =
                        entry.crossings.iter().find(|name| name.text == word).map_or(&entry.id.at, |name| &name.at);
                    self.reader.error(
                        at,
                        format!(
                            "crossing \"{}/{word}\" meets no road in locale \"{}\"",
                            entry.id.text,
                            self.locale_text(locale)
                        ),
                    );
                }
            }
        }
    }

    /// Holding areas, and the crossings where they enter, which join the roads that leave the map there.
    pub(super) fn holdings(&mut self, locales: &mut [Locale]) -> Vec<Holding> {
        let mut holdings: Vec<Holding> = Vec::new();
        for entry in &self.file.holdings {
            if self.find_locale(entry.name.text).is_some() {
                self.reader
                    .error(&entry.name.at, format!("holding area \"{}\" has the name of a locale", entry.name.text));
            }
            let Some(enters) = self.find_locale(entry.enters.text) else {
                self.reader.unknown("locale", &entry.enters, self.locale_ids());
                continue;
            };
            let locale = &mut locales[enters.index()];
            let wanted = entry.road.text.strip_prefix("edge/").and_then(road_name);
            if let (Some((kind, number)), None) = (wanted, &self.file.locales[enters.index()].roads) {
                leave_by(&mut locale.roads, RoadEnd::Edge(kind, number));
            }
            let road = wanted.and_then(|(kind, number)| {
                locale.roads.iter().position(|road| road.ends.contains(&RoadEnd::Edge(kind, number)))
            });
            let (Some((kind, number)), Some(road)) = (wanted, road) else {
                let known: Vec<String> =
                    locale.roads.iter().flat_map(|road| road.ends.iter()).filter_map(edge_text).collect();
                self.reader.unknown(
                    &format!("road of locale \"{}\" called", entry.enters.text),
                    &entry.road,
                    known.iter().map(String::as_str),
                );
                continue;
            };
            let same = |c: &Crossing| c.pair.is_none() && c.ends.0 == enters && (c.kind, c.number) == (kind, number);
            let at = self.crossings.iter().position(same).unwrap_or(self.crossings.len());
            if at == AreaMap::MOST_CROSSINGS {
                self.reader.error(
                    &entry.road.at,
                    format!("a map has at most {at} crossings, those of holding areas included"),
                );
                continue;
            }
            let crossing = CrossingId(at as u8);
            if crossing.index() == self.crossings.len() {
                self.crossings.push(Crossing {
                    pair: None,
                    ends: (enters, None),
                    kind,
                    number,
                    road: [road as u8, u8::MAX],
                });
                let joined = &mut locale.roads[road].crossings;
                *joined = joined.iter().copied().chain([crossing]).collect();
                locale.crossings = locale.crossings.iter().copied().chain([crossing]).collect();
            }
            holdings.push(Holding {
                name: entry.name.text.into(),
                army: entry.army.as_str().into(),
                hour: entry.hour,
                places: entry.places,
                enters,
                crossing,
                pontoon: entry.pontoon,
            });
        }
        holdings
    }
}

/// Lets the one road of a locale that tells none leave the map.
fn leave_by(roads: &mut Box<[Road]>, end: RoadEnd) {
    if roads.is_empty() {
        *roads = Box::new([Road::default()]);
    }
    if !roads[0].ends.contains(&end) {
        roads[0].ends = roads[0].ends.iter().copied().chain([end]).collect();
    }
}

/// `main1`, `local2`: kind and number.
fn road_name(text: &str) -> Option<(RoadKind, u8)> {
    [RoadKind::Main, RoadKind::Local].into_iter().find_map(|kind| {
        let digits = text.strip_prefix(kind.word())?;
        let number = digits.parse().ok().filter(|number| *number > 0 && digits == u8::to_string(number))?;
        Some((kind, number))
    })
}

fn edge_text(end: &RoadEnd) -> Option<String> {
    match end {
        RoadEnd::Edge(kind, number) => Some(format!("edge/{}{number}", kind.word())),
        RoadEnd::Stop => None,
    }
}
