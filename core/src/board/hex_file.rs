//! Reading a hex map: grounds, features, hexsides, roads, names and entries, each hex by its printed number.

use std::collections::BTreeMap;
use std::ops::Range;

use super::hex::{Grid, HexId, HexSet, Run, Shifted, Way};
use super::hex_chart::HexChart;
use super::hex_map::{HexMap, HexName, Sides};
use crate::pack::nearest::{did_you_mean, nearest};
use crate::pack::toml_doc::{Name, Reader, Table, Value, read_layers, read_toml};
use crate::pack::{Diagnostics, Source};

impl HexMap {
    /// Reads a map under a chart.
    ///
    /// # Errors
    /// All that is wrong with the file, each with its place.
    pub fn load(file: &str, text: &str, chart: &HexChart) -> Result<HexMap, Diagnostics> {
        read_toml(file, text, |top| read(top, chart))
    }

    /// The same with files of packs laid over it, below to above.
    ///
    /// # Errors
    /// As [`HexMap::load`]; each finding stands in the file that brought in what is wrong.
    pub fn load_layers(layers: &[Source], chart: &HexChart) -> Result<HexMap, Diagnostics> {
        read_layers(layers, |top| read(top, chart))
    }
}

/// A map while it is read.
struct Drawn<'c> {
    grid: Grid,
    chart: &'c HexChart,
    land: HexSet,
    ground: Vec<u8>,
    features: Vec<u16>,
    sides: Vec<Sides>,
}

fn read(top: &Table<'_>, chart: &HexChart) -> Option<HexMap> {
    let about = top.need_table("map")?;
    let name = about.need("name").and_then(|v| v.text()).map_or_else(String::new, |name| name.text.to_owned());
    let columns = about.need("columns").and_then(|v| v.number(1, 99));
    let rows = about.need("rows").and_then(|v| Some((v.numbers(1, 99)?, v.at().clone())));
    let shifts = [("odd", Shifted::Odd), ("even", Shifted::Even)];
    let shifted = about.get("shifted").and_then(|v| v.choice(&shifts)).unwrap_or(Shifted::Even);
    let runs = [("east", Run::East), ("south", Run::South)];
    let run = about.get("rows_run").and_then(|v| v.choice(&runs)).unwrap_or(Run::South);
    let metres = about.get("metres").and_then(|v| v.number(1, 60_000)).unwrap_or(400);
    let (columns, (rows, at)): (i32, ([i32; 2], _)) = (columns?, rows?);
    let Some(grid) = Grid::new(columns as u8, rows.map(|r| r as u8), shifted, run) else {
        top.reader().error(&at, format!("a map has at most {} hexes", super::hex::MOST_HEXES));
        return None;
    };
    let count = grid.count();
    let mut drawn = Drawn {
        land: grid.hexes().collect(),
        grid,
        chart,
        ground: vec![0; count],
        features: vec![0; count],
        sides: vec![Sides::default(); count],
    };
    if let Some(off) = about.get("off") {
        for hex in drawn.hexes(&off) {
            drawn.land.remove(hex);
        }
    }
    let inferred = about.get("inferred").and_then(|v| v.texts()).unwrap_or_default();
    let inferred = inferred.iter().map(|name| name.text.to_owned()).collect();
    about.done();
    drawn.places(top);
    drawn.borders(top);
    drawn.roads(top);
    let names = drawn.names(top);
    let entries = drawn.entries(top);
    top.done();
    let Drawn { grid, land, ground, features, sides, .. } = drawn;
    let chart = chart.clone();
    let (control, steps) = (Vec::new(), Default::default());
    let mut map =
        HexMap { name, metres, grid, chart, land, ground, features, sides, names, entries, inferred, control, steps };
    map.survey();
    Some(map)
}

impl Drawn<'_> {
    /// A hex that is on the map.
    fn hex(&self, reader: &Reader<'_>, text: &str, at: &Range<usize>) -> Option<HexId> {
        let hex = self.grid.named(text).filter(|hex| self.land.has(*hex));
        if hex.is_none() {
            let known: Vec<String> = self.land.iter().map(|hex| self.grid.name(hex)).collect();
            let hint = nearest(text, known.iter().map(String::as_str)).map(|name| format!("did you mean \"{name}\"?"));
            reader.hinted(at, format!("no hex \"{text}\" on this map"), hint);
        }
        hex
    }

    /// The hexes of a list: `"1107"`, or `"0127-0129"` along a column, or `"0101-1201"` along a row.
    fn hexes(&self, value: &Value<'_>) -> Vec<HexId> {
        let mut all = Vec::new();
        for name in value.texts().unwrap_or_default() {
            let reader = value.reader();
            let Some((a, b)) = name.text.split_once('-') else {
                all.extend(self.hex(reader, name.text, &name.at));
                continue;
            };
            let (Some(a), Some(b)) = (self.hex(reader, a, &name.at), self.hex(reader, b, &name.at)) else { continue };
            let ((ac, ar), (bc, br)) = (self.grid.place(a), self.grid.place(b));
            match (ac == bc, ar == br) {
                (true, _) => all.extend((ar.min(br)..=ar.max(br)).filter_map(|r| self.grid.at(ac, r))),
                (_, true) => all.extend((ac.min(bc)..=ac.max(bc)).filter_map(|c| self.grid.at(c, ar))),
                _ => reader.error(&name.at, "the two ends of a row of hexes share a column or a row"),
            }
        }
        all
    }

    /// A hexside: `1106/1107`, the side of the first towards the second.
    fn border(&self, reader: &Reader<'_>, name: &Name<'_>) -> Option<(HexId, Way)> {
        let Some((a, b)) = name.text.split_once('/') else {
            reader.error(&name.at, format!("\"{}\" is no hexside; one is written 1106/1107", name.text));
            return None;
        };
        let (a, b) = (self.hex(reader, a, &name.at)?, self.hex(reader, b, &name.at)?);
        let way = self.grid.way(a, b);
        if way.is_none() {
            reader.error(&name.at, format!("{} and {} are no neighbours", self.grid.name(a), self.grid.name(b)));
        }
        Some((a, way?))
    }

    /// `[ground]` and `[feature]`.
    fn places(&mut self, top: &Table<'_>) {
        if let Some(table) = top.table("ground") {
            for (name, value) in table.entries() {
                let known = || self.chart.grounds.iter().map(|ground| ground.name.as_str());
                match known().position(|ground| ground == name.text) {
                    Some(k) => self.hexes(&value).iter().for_each(|hex| self.ground[hex.index()] = k as u8),
                    None => top.reader().unknown("ground", &name, known()),
                }
            }
        }
        if let Some(table) = top.table("feature") {
            for (name, value) in table.entries() {
                let known = || self.chart.features.iter().map(|feature| feature.name.as_str());
                match known().position(|feature| feature == name.text) {
                    Some(k) => self.hexes(&value).iter().for_each(|hex| self.features[hex.index()] |= 1 << k),
                    None => top.reader().unknown("feature", &name, known()),
                }
            }
        }
    }

    /// `[side]`.
    fn borders(&mut self, top: &Table<'_>) {
        let Some(table) = top.table("side") else { return };
        for (name, value) in table.entries() {
            let known = || self.chart.sides.iter().map(|side| side.name.as_str());
            let Some(k) = known().position(|side| side == name.text) else {
                top.reader().unknown("kind of hexside", &name, known());
                continue;
            };
            for side in value.texts().unwrap_or_default() {
                let Some((hex, way)) = self.border(top.reader(), &side) else { continue };
                self.sides[hex.index()].kinds[way.index()] |= 1 << k;
                self.sides[hex.index()].owned[way.index()] |= 1 << k;
                if let Some(other) = self.grid.next(hex, way) {
                    self.sides[other.index()].kinds[way.back().index()] |= 1 << k;
                }
            }
        }
    }

    /// `[way]`: lists of roads, each a chain of neighbours.
    fn roads(&mut self, top: &Table<'_>) {
        let Some(table) = top.table("way") else { return };
        for (name, value) in table.entries() {
            let known = || self.chart.ways.iter().map(|way| way.name.as_str());
            let Some(k) = known().position(|way| way == name.text) else {
                top.reader().unknown("kind of road", &name, known());
                continue;
            };
            for road in value.texts().unwrap_or_default() {
                let stops: Vec<HexId> =
                    road.text.split('-').filter_map(|hex| self.hex(top.reader(), hex.trim(), &road.at)).collect();
                for two in stops.windows(2) {
                    let Some(way) = self.grid.way(two[0], two[1]) else {
                        let (a, b) = (self.grid.name(two[0]), self.grid.name(two[1]));
                        top.reader().error(&road.at, format!("the road leaps from {a} to {b}"));
                        continue;
                    };
                    self.sides[two[0].index()].ways[way.index()] |= 1 << k;
                    self.sides[two[1].index()].ways[way.back().index()] |= 1 << k;
                }
            }
        }
    }

    /// `[names]`: a name to its hexes; `[inferred_names]`: the same where no source says so.
    fn names(&self, top: &Table<'_>) -> Vec<HexName> {
        let mut names = Vec::new();
        for (key, inferred) in [("names", false), ("inferred_names", true)] {
            let Some(table) = top.table(key) else { continue };
            for (name, value) in table.entries() {
                names.push(HexName { name: name.text.to_owned(), hexes: self.hexes(&value), inferred });
            }
        }
        names
    }

    /// `[entries]`: a letter to its hex.
    fn entries(&self, top: &Table<'_>) -> BTreeMap<String, HexId> {
        let Some(table) = top.table("entries") else { return BTreeMap::new() };
        let entry = |(name, value): (Name<'_>, Value<'_>)| {
            let hex = value.text()?;
            Some((name.text.to_owned(), self.hex(top.reader(), hex.text, &hex.at)?))
        };
        table.entries().into_iter().filter_map(entry).collect()
    }
}

impl HexMap {
    /// A hex from its name, or the advice which one was meant.
    ///
    /// # Errors
    /// A sentence.
    pub fn read_hex(&self, name: &str) -> Result<HexId, String> {
        let place =
            || self.names.iter().find(|known| known.name.eq_ignore_ascii_case(name)).map(|known| &known.hexes[..]);
        if let Some(hex) = self.named(name) {
            return Ok(hex);
        }
        if let Some([only]) = place() {
            return Ok(*only);
        }
        let digits: Vec<String> = self.land.iter().map(|hex| self.grid.name(hex)).collect();
        let known = digits.iter().map(String::as_str).chain(self.names.iter().map(|known| known.name.as_str()));
        let hint = did_you_mean(name, known).map_or_else(String::new, |hint| format!("; {hint}"));
        Err(format!("there is no hex \"{name}\"{hint}"))
    }
}
