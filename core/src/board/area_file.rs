//! An area map's TOML as it is written: what each key holds, before anything is looked up.

use std::ops::Range;

use super::approach::{Penalties, Width};
use super::hour::Hour;
use super::polygon::{Point, Polygon};
use crate::pack::toml_doc::{Name, Table, Value};

/// Metres that no map exceeds.
const FAR: i32 = 1_000_000;

/// The file.
pub(super) struct MapFile<'d> {
    pub(super) name: String,
    pub(super) size: [i32; 2],
    pub(super) locales: Vec<LocaleEntry<'d>>,
    pub(super) pairs: Vec<PairEntry<'d>>,
    pub(super) holdings: Vec<HoldingEntry<'d>>,
}

/// One `[locale.ID]`.
pub(super) struct LocaleEntry<'d> {
    pub(super) id: Name<'d>,
    pub(super) name: String,
    pub(super) capacity: u8,
    pub(super) setup: u8,
    pub(super) east_of_line: bool,
    pub(super) objective: Option<String>,
    pub(super) polygon: Option<(Polygon, Range<usize>)>,
    pub(super) sides: Option<(Vec<Name<'d>>, Range<usize>)>,
    pub(super) roads: Option<Vec<Vec<Name<'d>>>>,
}

/// One line of `[pair]`.
pub(super) struct PairEntry<'d> {
    pub(super) id: Name<'d>,
    pub(super) width: Width,
    pub(super) eastward: Option<Name<'d>>,
    pub(super) impassable: bool,
    pub(super) crossings: Vec<Name<'d>>,
    pub(super) symbols: Vec<(Name<'d>, Penalties)>,
}

/// One `[holding.NAME]`.
pub(super) struct HoldingEntry<'d> {
    pub(super) name: Name<'d>,
    pub(super) army: String,
    pub(super) hour: Hour,
    pub(super) places: u8,
    pub(super) enters: Name<'d>,
    pub(super) road: Name<'d>,
    pub(super) pontoon: bool,
}

impl<'d> MapFile<'d> {
    /// Takes the whole file; entries that lack something needed are reported and left out.
    pub(super) fn read(top: &Table<'d>) -> Option<Self> {
        let about = top.table("map");
        let file = MapFile {
            name: about
                .as_ref()
                .and_then(|map| map.need("name"))
                .and_then(|v| v.text())
                .map_or_else(String::new, |name| name.text.to_owned()),
            size: about.as_ref().and_then(|map| map.get("size")).and_then(|v| v.numbers(0, FAR)).unwrap_or_default(),
            locales: top.need_table("locale")?.tables().into_iter().filter_map(LocaleEntry::read).collect(),
            pairs: top
                .table("pair")
                .map_or_else(Vec::new, |pairs| pairs.tables())
                .into_iter()
                .filter_map(PairEntry::read)
                .collect(),
            holdings: top
                .table("holding")
                .map_or_else(Vec::new, |areas| areas.tables())
                .into_iter()
                .filter_map(HoldingEntry::read)
                .collect(),
        };
        if let Some(about) = about {
            about.done();
        }
        top.done();
        Some(file)
    }
}

impl<'d> LocaleEntry<'d> {
    fn read((id, table): (Name<'d>, Table<'d>)) -> Option<Self> {
        let simple = !id.text.is_empty() && id.text.len() <= 8 && id.text.bytes().all(|b| b.is_ascii_alphanumeric());
        if !simple || matches!(id.text, "edge" | "both") {
            table.reader().error(
                &id.at,
                format!(
                    "\"{}\" cannot name a locale: up to 8 letters and digits, and not \"edge\" or \"both\"",
                    id.text
                ),
            );
        }
        let name =
            table.get("name").and_then(|v| v.text()).map_or_else(|| id.text.to_owned(), |name| name.text.to_owned());
        let capacity = table.need("capacity").and_then(|v| v.number(1, u8::MAX));
        let setup = table.get("setup").and_then(|v| v.number(0, u8::MAX)).unwrap_or(0);
        let east_of_line = flag(&table, "east_of_line");
        let objective = table.get("objective").and_then(|v| colour(&v));
        let polygon = table.get("polygon").and_then(|v| Some((polygon(&v)?, v.at().clone())));
        let sides = table.get("sides").and_then(|v| Some((v.texts()?, v.at().clone())));
        let roads = table.get("roads").and_then(|v| Some(v.list()?.iter().filter_map(Value::texts).collect()));
        table.done();
        // a wrong capacity is reported above; the locale stays, so that what mentions it is not reported too
        let capacity = capacity.unwrap_or(1);
        Some(LocaleEntry { id, name, capacity, setup, east_of_line, objective, polygon, sides, roads })
    }
}

impl<'d> PairEntry<'d> {
    fn read((id, table): (Name<'d>, Table<'d>)) -> Option<Self> {
        let width = table.need("width").and_then(|v| v.choice(&[("narrow", Width::Narrow), ("wide", Width::Wide)]));
        let eastward = table.get("eastward").and_then(|v| v.text());
        let impassable = flag(&table, "impassable");
        let crossings = table.get("crossings").and_then(|v| v.texts()).unwrap_or_default();
        let printed = table.table("symbols").map_or_else(Vec::new, |symbols| symbols.entries());
        table.done();
        let symbols = printed.into_iter().map(|(side, list)| (side, penalties(&list))).collect();
        Some(PairEntry { id, width: width.unwrap_or(Width::Narrow), eastward, impassable, crossings, symbols })
    }
}

impl<'d> HoldingEntry<'d> {
    fn read((name, table): (Name<'d>, Table<'d>)) -> Option<Self> {
        if name.text.is_empty() || !name.text.chars().all(char::is_alphanumeric) {
            let message = format!("\"{}\" cannot name a holding area: letters and digits only", name.text);
            table.reader().error(&name.at, message);
        }
        let army = table.need("army").and_then(|v| v.text());
        let hour = table.need("hour").and_then(|v| v.hour());
        let places = table.get("places").and_then(|v| v.number(0, u8::MAX)).unwrap_or(0);
        let enters = table.need("enters").and_then(|v| v.text());
        let road = table.need("road").and_then(|v| v.text());
        let pontoon = flag(&table, "pontoon");
        table.done();
        Some(HoldingEntry {
            name,
            army: army?.text.to_owned(),
            hour: hour?,
            places,
            enters: enters?,
            road: road?,
            pontoon,
        })
    }
}

fn flag(table: &Table<'_>, key: &'static str) -> bool {
    table.get(key).and_then(|v| v.truth()).unwrap_or(false)
}

/// The colour of an objective: any word of small letters; colours are told apart by it.
fn colour(value: &Value<'_>) -> Option<String> {
    let word = value.text()?.text;
    if word.is_empty() || word.len() > 16 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        value.error(format!("\"{word}\" cannot name a colour: up to 16 small letters, such as \"blue\""));
        return None;
    }
    Some(word.to_owned())
}

fn polygon(value: &Value<'_>) -> Option<Polygon> {
    let corners: Option<Vec<Point>> = value.list()?.iter().map(|corner| corner.numbers(-FAR, FAR)).collect();
    let corners = corners?;
    if corners.len() < 3 {
        value.error(format!("a polygon has at least 3 corners, found {}", corners.len()));
        return None;
    }
    Some(Polygon(corners.into()))
}

/// The symbols printed on an approach, as often as they are printed.
fn penalties(value: &Value<'_>) -> Penalties {
    #[derive(Clone, Copy)]
    enum Symbol {
        Infantry,
        Cavalry,
        Artillery,
        Obstructing,
    }
    use Symbol::{Artillery, Cavalry, Infantry, Obstructing};
    let words = [("infantry", Infantry), ("cavalry", Cavalry), ("artillery", Artillery), ("obstructing", Obstructing)];
    let mut penalties = Penalties::default();
    for symbol in value.list().unwrap_or_default() {
        let printed = match symbol.choice(&words) {
            Some(Infantry) => &mut penalties.infantry,
            Some(Cavalry) => &mut penalties.cavalry,
            Some(Artillery) => &mut penalties.artillery,
            Some(Obstructing) => {
                penalties.cavalry_obstructing = true;
                continue;
            }
            None => continue,
        };
        *printed = printed.saturating_add(1);
    }
    penalties
}
