//! Links what an area map's file names: locales, pairs, crossings and roads become ids in flat arrays.

use std::ops::Range;

use super::approach::{Approach, Direction, Pair, Penalties};
use super::area::AreaMap;
use super::area_check::check_geometry;
use super::area_file::{LocaleEntry, MapFile, PairEntry};
use super::id::{ApproachId, LocaleId, LocaleSet, PairId, Side};
use super::locale::{Beyond, Locale};
use super::road::Crossing;
use crate::pack::diagnostic::{Diagnostics, Source};
use crate::pack::toml_doc::{Name, Reader, read_layers};

impl AreaMap {
    /// Reads a map from TOML; `file` is the name that findings call it by.
    ///
    /// A locale without `sides` has those of the pairs that name it; one without `roads` has one road that joins all
    /// its crossings and those of holding areas; polygons may be left out. So a small map is a few lines.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place.
    pub fn load(file: &str, text: &str) -> Result<AreaMap, Diagnostics> {
        AreaMap::load_layers(&[Source::new(file, text)])
    }

    /// The same of a text with others laid over it, below to above.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place in its own file.
    pub fn load_layers(layers: &[Source]) -> Result<AreaMap, Diagnostics> {
        read_layers(layers, |top| {
            let file = MapFile::read(top)?;
            check_geometry(top.reader(), &file);
            Link::new(top.reader(), &file).map()
        })
    }
}

/// The lookup of a file's names, while the map is put together.
pub(super) struct Link<'d, 'f> {
    pub(super) reader: &'d Reader<'d>,
    pub(super) file: &'f MapFile<'d>,
    pub(super) pairs: Vec<Pair>,
    /// The entry of each pair, at the pair's place.
    pub(super) entries: Vec<&'f PairEntry<'d>>,
    pub(super) crossings: Vec<Crossing>,
    /// Which ends of a crossing a road of the locale there has taken up.
    pub(super) taken: Vec<[bool; 2]>,
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
        let crossings = file.pairs.iter().flat_map(|pair| pair.crossings.iter().map(|crossing| &crossing.at));
        self.limit("crossings", AreaMap::MOST_CROSSINGS, crossings)?;
        self.link_pairs();
        self.link_crossings();
        let mut locales: Vec<Locale> =
            file.locales.iter().enumerate().map(|(k, entry)| self.locale(LocaleId(k as u8), entry)).collect();
        self.report_loose_ends();
        let holdings = self.holdings(&mut locales);
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

    pub(super) fn locale_ids(&self) -> impl Iterator<Item = &'d str> + use<'d, 'f> {
        self.file.locales.iter().map(|locale| locale.id.text)
    }

    pub(super) fn find_locale(&self, text: &str) -> Option<LocaleId> {
        self.locale_ids().position(|id| id == text).map(|k| LocaleId(k as u8))
    }

    pub(super) fn locale_text(&self, locale: LocaleId) -> &'d str {
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
    pub(super) fn approaches_of(&self, here: LocaleId) -> Vec<(String, ApproachId)> {
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
            objective: entry.objective.as_deref().map(Into::into),
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
}
