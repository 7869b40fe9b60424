//! Links what an area map's file names: locales, pairs, crossings and roads become ids in flat arrays.

use std::ops::Range;

use super::approach::{Approach, Direction, Pair, Penalties};
use super::area::AreaMap;
use super::area_check::check_geometry;
use super::area_file::{LocaleEntry, MapFile, PairEntry};
use super::holding::Holding;
use super::id::{ApproachId, CrossingId, LocaleId, LocaleSet, PairId, Side};
use super::locale::{Beyond, Locale};
use super::road::{Crossing, Road, RoadEnd, RoadKind};
use crate::pack::diagnostic::Diagnostics;
use crate::pack::toml_doc::{Name, Reader, read_toml};

impl AreaMap {
    /// Reads a map from TOML; `file` is the name that findings call it by.
    ///
    /// A locale without `sides` has those of the pairs that name it; one without `roads` has one road that joins all
    /// its crossings; polygons may be left out. So a small map is a few lines.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place.
    pub fn load(file: &str, text: &str) -> Result<AreaMap, Diagnostics> {
        read_toml(file, text, |top| {
            let file = MapFile::read(top)?;
            check_geometry(top.reader(), &file);
            Link::new(top.reader(), &file).map()
        })
    }
}

/// The lookup of a file's names, while the map is put together.
struct Link<'d, 'f> {
    reader: &'d Reader<'d>,
    file: &'f MapFile<'d>,
    pairs: Vec<Pair>,
    /// The entry of each pair, at the pair's place.
    entries: Vec<&'f PairEntry<'d>>,
    crossings: Vec<Crossing>,
    /// Which ends of a crossing a road of the locale there has taken up.
    taken: Vec<[bool; 2]>,
}

impl<'d, 'f> Link<'d, 'f> {
    fn new(reader: &'d Reader<'d>, file: &'f MapFile<'d>) -> Self {
        Link { reader, file, pairs: Vec::new(), entries: Vec::new(), crossings: Vec::new(), taken: Vec::new() }
    }

    fn map(mut self) -> Option<AreaMap> {
        let file = self.file;
        self.limit("locales", AreaMap::MOST_LOCALES, file.locales.iter().map(|l| &l.id.at))?;
        self.limit("pairs of approaches", AreaMap::MOST_PAIRS, file.pairs.iter().map(|p| &p.id.at))?;
        self.limit("holding areas", AreaMap::MOST_HOLDINGS, file.holdings.iter().map(|h| &h.name.at))?;
        self.link_pairs();
        self.link_crossings();
        let entering = self.crossings.len();
        self.limit(
            "crossings",
            AreaMap::MOST_CROSSINGS,
            file.pairs.iter().flat_map(|p| p.crossings.iter().map(|c| &c.at)),
        )?;
        let mut locales: Vec<Locale> =
            file.locales.iter().enumerate().map(|(k, entry)| self.locale(LocaleId(k as u8), entry)).collect();
        self.report_loose_ends(entering);
        let holdings = self.holdings(&mut locales);
        self.limit(
            "crossings with those of holding areas",
            AreaMap::MOST_CROSSINGS,
            (0..self.crossings.len()).map(|_| &(0..0)),
        )?;
        let over = (0..self.pairs.len()).map(|k| self.crossings_over(PairId(k as u8)).collect()).collect();
        Some(AreaMap {
            name: file.name.as_str().into(),
            size: file.size,
            approaches: self.approaches(),
            locales: locales.into(),
            pairs: self.pairs.into(),
            over,
            crossings: self.crossings.into(),
            holdings: holdings.into(),
        })
    }

    /// Reports the first thing too many; nothing is linked then, for ids would not fit.
    fn limit<'s>(&self, what: &str, most: usize, mut things: impl Iterator<Item = &'s Range<usize>>) -> Option<()> {
        match things.nth(most) {
            None => Some(()),
            Some(at) => {
                self.reader.error(at, format!("a map has at most {most} {what}"));
                None
            }
        }
    }

    fn locale_ids(&self) -> impl Iterator<Item = &'d str> + use<'d, 'f> {
        self.file.locales.iter().map(|locale| locale.id.text)
    }

    fn find_locale(&self, text: &str) -> Option<LocaleId> {
        self.locale_ids().position(|id| id == text).map(|k| LocaleId(k as u8))
    }

    fn locale_text(&self, locale: LocaleId) -> &'d str {
        self.file.locales[locale.index()].id.text
    }

    /// A locale and the letter that may follow it where two pairs meet: `10a`.
    fn find_marked<'t>(&self, text: &'t str) -> Option<(LocaleId, &'t str)> {
        if let Some(locale) = self.find_locale(text) {
            return Some((locale, ""));
        }
        let cut = text.len().checked_sub(1).filter(|_| text.ends_with(|c: char| c.is_ascii_lowercase()))?;
        Some((self.find_locale(&text[..cut])?, &text[cut..]))
    }

    fn link_pairs(&mut self) {
        for entry in &self.file.pairs {
            let Some((first, second)) = entry.id.text.split_once('-') else {
                self.reader.error(
                    &entry.id.at,
                    format!("\"{}\" is no pair: two locales joined by \"-\", such as \"5-12\"", entry.id.text),
                );
                continue;
            };
            let (a, b) = (self.find_locale(first), self.find_marked(second));
            if a.is_none() {
                self.reader.unknown("locale", &Name { text: first, at: entry.id.at.clone() }, self.locale_ids());
            }
            if b.is_none() {
                self.reader.unknown("locale", &Name { text: second, at: entry.id.at.clone() }, self.locale_ids());
            }
            let (Some(a), Some((b, mark))) = (a, b) else { continue };
            if a == b {
                self.reader.error(&entry.id.at, format!("locale \"{first}\" cannot meet itself"));
                continue;
            }
            if let Some(same) = self.pairs.iter().find(|pair| pair.between == [b, a] && *pair.mark == *mark) {
                self.reader
                    .error(&entry.id.at, format!("\"{}\" is the pair \"{}\" once more", entry.id.text, same.name));
                continue;
            }
            let id = PairId(self.pairs.len() as u8);
            self.pairs.push(Pair { name: entry.id.text.into(), mark: mark.into(), between: [a, b], id });
            self.entries.push(entry);
            if let Some(east) = &entry.eastward
                && self.find_locale(east.text).is_none_or(|east| east != a && east != b)
            {
                let ends = [a, b].map(|end| self.locale_text(end));
                self.reader.error(
                    &east.at,
                    format!(
                        "eastward of \"{}\" is \"{}\" or \"{}\", not \"{}\"",
                        entry.id.text, ends[0], ends[1], east.text
                    ),
                );
            }
            for (side, _) in &entry.symbols {
                if side.text != "both" && self.find_locale(side.text).is_none_or(|side| side != a && side != b) {
                    let ends = [a, b].map(|end| self.locale_text(end));
                    self.reader.error(
                        &side.at,
                        format!(
                            "symbols of \"{}\" are on \"{}\", \"{}\" or \"both\", not on \"{}\"",
                            entry.id.text, ends[0], ends[1], side.text
                        ),
                    );
                }
            }
        }
    }

    fn link_crossings(&mut self) {
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
                } else if entry.impassable {
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

    fn crossings_over(&self, pair: PairId) -> impl Iterator<Item = CrossingId> + '_ {
        (0..self.crossings.len()).filter(move |k| self.crossings[*k].pair == Some(pair)).map(|k| CrossingId(k as u8))
    }

    /// A locale's own view of a pair: by the locale beyond, with the letter where there are two.
    fn pair_facing(&self, here: LocaleId, text: &str) -> Option<ApproachId> {
        let (beyond, mark) = self.find_marked(text)?;
        let pair = self
            .pairs
            .iter()
            .find(|pair| *pair.mark == *mark && (pair.between == [here, beyond] || pair.between == [beyond, here]))?;
        Some(pair.id.approach(if pair.between[0] == here { Side::First } else { Side::Second }))
    }

    /// All approaches of a locale by the names that the locale has for them.
    fn approaches_of(&self, here: LocaleId) -> Vec<(String, ApproachId)> {
        let named = |pair: &Pair| {
            let side = Side::BOTH.into_iter().find(|side| pair.locale(*side) == here)?;
            Some((format!("{}{}", self.locale_text(pair.locale(side.other())), pair.mark), pair.id.approach(side)))
        };
        self.pairs.iter().filter_map(named).collect()
    }

    fn locale(&mut self, here: LocaleId, entry: &LocaleEntry<'d>) -> Locale {
        let sides = self.sides(here, entry);
        let approaches: Box<[ApproachId]> = sides
            .iter()
            .filter_map(|side| if let Beyond::Approach(approach) = side { Some(*approach) } else { None })
            .collect();
        let roads = self.roads(here, entry);
        let neighbours: LocaleSet = approaches
            .iter()
            .map(|approach| self.pairs[approach.pair().index()].locale(approach.side().other()))
            .collect();
        Locale {
            id: entry.id.text.into(),
            name: entry.name.as_str().into(),
            capacity: entry.capacity,
            setup: entry.setup,
            east_of_line: entry.east_of_line,
            polygon: entry.polygon.as_ref().map(|(polygon, _)| polygon.clone()).unwrap_or_default(),
            crossings: roads.iter().flat_map(|road| road.crossings.iter().copied()).collect(),
            sides: sides.into(),
            approaches,
            roads: roads.into(),
            neighbours,
        }
    }

    fn sides(&self, here: LocaleId, entry: &LocaleEntry<'d>) -> Vec<Beyond> {
        let known = self.approaches_of(here);
        let Some((names, at)) = &entry.sides else {
            return known.iter().map(|(_, approach)| Beyond::Approach(*approach)).collect();
        };
        let mut sides = Vec::new();
        for name in names {
            let side = match name.text {
                "edge" => Beyond::Edge,
                "impassable" => Beyond::Impassable,
                text => match self.pair_facing(here, text) {
                    Some(approach) if sides.contains(&Beyond::Approach(approach)) => {
                        self.reader.error(&name.at, format!("side \"{text}\" is named twice"));
                        continue;
                    }
                    Some(approach) => Beyond::Approach(approach),
                    None => {
                        self.report_side(here, name, &known);
                        continue;
                    }
                },
            };
            sides.push(side);
        }
        for (text, approach) in &known {
            if !sides.contains(&Beyond::Approach(*approach)) {
                let pair = &self.pairs[approach.pair().index()].name;
                self.reader.error(
                    at,
                    format!("pair \"{pair}\" is one-sided: no side of locale \"{}\" is \"{text}\"", entry.id.text),
                );
            }
        }
        sides
    }

    /// A side that no pair stands for: the locale is unknown, or the pair is missing.
    fn report_side(&self, here: LocaleId, name: &Name<'d>, known: &[(String, ApproachId)]) {
        match self.find_marked(name.text) {
            Some(_) if self.find_locale(name.text) != Some(here) => {
                let pair = format!("{}-{}", self.locale_text(here), name.text);
                let hint =
                    known.iter().find(|(text, _)| text.trim_end_matches(|c: char| c.is_ascii_lowercase()) == name.text);
                let hint = hint
                    .map(|(text, _)| format!("did you mean \"{text}\"?"))
                    .or_else(|| Some("add it under [pair]".to_owned()));
                self.reader.hinted(&name.at, format!("side \"{}\" has no pair \"{pair}\"", name.text), hint);
            }
            _ => self.reader.unknown(
                "locale",
                name,
                known.iter().map(|(text, _)| text.as_str()).chain(self.locale_ids()),
            ),
        }
    }

    fn roads(&mut self, here: LocaleId, entry: &LocaleEntry<'d>) -> Vec<Road> {
        let Some(written) = &entry.roads else {
            let all: Box<[CrossingId]> = (0..self.crossings.len())
                .filter(|k| self.end(CrossingId(*k as u8), here).is_some())
                .map(|k| CrossingId(k as u8))
                .collect();
            all.iter().for_each(|crossing| self.take_up(*crossing, here, 0));
            return if all.is_empty() { Vec::new() } else { vec![Road { crossings: all, ends: Box::default() }] };
        };
        let mut roads = Vec::new();
        for (index, names) in written.iter().enumerate() {
            let (mut crossings, mut ends) = (Vec::new(), Vec::new());
            for name in names {
                if name.text == "end" {
                    ends.push(RoadEnd::Stop);
                } else if let Some((kind, number)) = name.text.strip_prefix("edge/").and_then(road_name) {
                    ends.push(RoadEnd::Edge(kind, number));
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
    fn report_loose_ends(&self, crossings: usize) {
        for (k, taken) in self.taken.iter().enumerate().take(crossings) {
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

    fn approaches(&self) -> Box<[Approach]> {
        let mut approaches = Vec::with_capacity(self.pairs.len() * 2);
        for (pair, entry) in self.pairs.iter().zip(&self.entries) {
            let east = entry.eastward.as_ref().and_then(|name| self.find_locale(name.text));
            for side in Side::BOTH {
                let (locale, beyond) = (pair.locale(side), pair.locale(side.other()));
                let own = |name: &Name<'_>| name.text == self.locale_text(locale);
                let printed = |wanted: &dyn Fn(&Name<'_>) -> bool| {
                    entry.symbols.iter().find(|(name, _)| wanted(name)).map(|(_, p)| *p)
                };
                let penalties: Penalties =
                    printed(&own).or_else(|| printed(&|name| name.text == "both")).unwrap_or_default();
                let direction = match east {
                    Some(east) if east == beyond => Direction::East,
                    Some(_) => Direction::West,
                    None => Direction::Unmarked,
                };
                approaches.push(Approach {
                    locale,
                    beyond,
                    width: entry.width,
                    direction,
                    penalties,
                    impassable: entry.impassable,
                });
            }
        }
        approaches.into()
    }

    /// Holding areas, and the crossings where they enter, which join the roads that leave the map there.
    fn holdings(&mut self, locales: &mut [Locale]) -> Vec<Holding> {
        let mut holdings: Vec<Holding> = Vec::new();
        for entry in &self.file.holdings {
            let Some(enters) = self.find_locale(entry.enters.text) else {
                self.reader.unknown("locale", &entry.enters, self.locale_ids());
                continue;
            };
            let locale = &mut locales[enters.index()];
            let wanted = entry.road.text.strip_prefix("edge/").and_then(road_name);
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
            let crossing = CrossingId(self.crossings.iter().position(same).unwrap_or(self.crossings.len()) as u8);
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
