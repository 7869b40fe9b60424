//! A set-up: who stands where, who comes when, as its TOML says. (17)

use super::army::{Army, Kind};
use super::model::{MOST_FORMATIONS, MOST_GROUPS, UnitId};
use crate::board::{HexId, HexMap};
use crate::pack::toml_doc::{Name, Table, Value, read_layers, read_toml};
use crate::pack::{Diagnostics, Source};

/// A group that arrives by dice. (17.3)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its units.
    pub units: Vec<UnitId>,
    /// The first turn in which it may arrive.
    pub first: u8,
    /// The greatest die with which it arrives, turn by turn from the first.
    pub chances: Vec<u8>,
    /// The turn in which it arrives without a die.
    pub last: u8,
    /// The entry hex; where a die decides, none.
    pub entry: Option<HexId>,
    /// The entry hexes by a die, if one decides.
    pub places: Vec<HexId>,
    /// The hex that must be held for the entry hex to serve.
    pub held: Option<HexId>,
    /// The entry hexes of which the owner chooses otherwise.
    pub others: Vec<HexId>,
}

/// A set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFile {
    /// Its title.
    pub name: String,
    /// A sentence or two.
    pub help: String,
    /// Units in their places.
    pub at: Vec<(HexId, Vec<UnitId>)>,
    /// Units that are placed within a hex of one, unstacked.
    pub near: Vec<(HexId, Vec<UnitId>)>,
    /// Leaders that are placed with a unit of some formations, as bits.
    pub with: Vec<(UnitId, u16)>,
    /// The Austrian column.
    pub column: Vec<u8>,
    /// Hexes by which single units of the column at A may come instead.
    pub beside: Vec<HexId>,
    /// Arrivals by dice.
    pub groups: Vec<Group>,
    /// Leaders that are incapable at first.
    pub incapable: Vec<UnitId>,
    /// Guns that are ready to fire.
    pub deployed: Vec<UnitId>,
}

impl SetupFile {
    /// Reads a set-up of a map and an order of battle.
    ///
    /// # Errors
    /// All that is wrong with the file.
    pub fn load(file: &str, text: &str, map: &HexMap, army: &Army) -> Result<SetupFile, Diagnostics> {
        SetupFile::load_layers(&[Source::new(file, text)], map, army)
    }

    /// The same of a text with others laid over it, below to above.
    ///
    /// # Errors
    /// As [`SetupFile::load`], each with its place in its own file.
    pub fn load_layers(layers: &[Source], map: &HexMap, army: &Army) -> Result<SetupFile, Diagnostics> {
        read_layers(layers, |top| Reading { map, army }.read(top))
    }

    /// The set-up that a text says it is laid over.
    #[must_use]
    pub fn over(file: &str, text: &str) -> Option<String> {
        read_toml(file, text, |top| Some(top.get("over")?.text()?.text.to_owned())).ok()
    }

    /// The group that a unit comes with.
    #[must_use]
    pub fn group_of(&self, unit: UnitId) -> Option<usize> {
        self.groups.iter().position(|group| group.units.contains(&unit))
    }
}

struct Reading<'a> {
    map: &'a HexMap,
    army: &'a Army,
}

impl Reading<'_> {
    fn unit(&self, name: &Name<'_>, table: &Table<'_>) -> Option<UnitId> {
        self.army.read(name.text).map_err(|wrong| table.reader().error(&name.at, wrong)).ok()
    }

    fn units(&self, value: &Value<'_>, table: &Table<'_>) -> Vec<UnitId> {
        value.texts().unwrap_or_default().iter().filter_map(|name| self.unit(name, table)).collect()
    }

    fn units_of(&self, table: &Table<'_>, key: &'static str) -> Vec<UnitId> {
        table.get(key).map_or_else(Vec::new, |value| self.units(&value, table))
    }

    fn hex(&self, name: &Name<'_>, table: &Table<'_>) -> Option<HexId> {
        self.map.read_hex(name.text).map_err(|wrong| table.reader().error(&name.at, wrong)).ok()
    }

    /// An entry hex by its letter.
    fn entry(&self, name: &Name<'_>, table: &Table<'_>) -> Option<HexId> {
        let entry = self.map.entry(name.text);
        if entry.is_none() {
            table.reader().unknown("entry hex", name, self.map.entries().map(|(name, _)| name));
        }
        entry
    }

    fn entries(&self, table: &Table<'_>, key: &'static str) -> Vec<HexId> {
        let names = table.get(key).and_then(|v| v.texts()).unwrap_or_default();
        names.iter().filter_map(|name| self.entry(name, table)).collect()
    }

    fn read(&self, top: &Table<'_>) -> Option<SetupFile> {
        let about = top.need_table("setup")?;
        let text = |key| about.get(key).and_then(|v| v.text()).map_or_else(String::new, |name| name.text.to_owned());
        let (name, help) = (text("name"), text("help"));
        about.done();
        let mut at = Vec::new();
        if let Some(table) = top.table("at") {
            for (name, value) in table.entries() {
                at.extend(self.hex(&name, &table).map(|hex| (hex, self.units(&value, &table))));
            }
        }
        let mut near = Vec::new();
        for (name, table) in top.table("near").map_or_else(Vec::new, |t| t.tables()) {
            near.extend(self.hex(&name, &table).map(|hex| (hex, self.units_of(&table, "units"))));
            table.done();
        }
        let mut with = Vec::new();
        if let Some(table) = top.table("with") {
            for (name, value) in table.entries() {
                let formations = value.list().unwrap_or_default();
                let bits = formations.iter().filter_map(|v| v.number(0, 15)).fold(0u16, |bits, f: i32| bits | 1 << f);
                with.extend(self.unit(&name, &table).map(|unit| (unit, bits)));
            }
        }
        let (mut column, mut beside) = (Vec::new(), Vec::new());
        if let Some(table) = top.table("column") {
            if let Some(value) = table.need("A") {
                column.extend(
                    value.list().unwrap_or_default().iter().filter_map(|v| v.number(0, 15)).map(|f: i32| f as u8),
                );
                if column.len() > MOST_FORMATIONS {
                    value.error("a column has at most 16 formations");
                }
            }
            let hexes = table.get("beside").and_then(|v| v.texts()).unwrap_or_default();
            beside.extend(hexes.iter().filter_map(|name| self.hex(name, &table)));
            table.done();
        }
        let tables = top.table("arrival").map_or_else(Vec::new, |t| t.tables());
        if let Some((name, _)) = tables.get(MOST_GROUPS) {
            top.reader().error(&name.at, format!("at most {MOST_GROUPS} groups arrive by dice"));
        }
        let groups =
            tables.into_iter().take(MOST_GROUPS).filter_map(|(name, table)| self.group(&name, &table)).collect();
        let (mut incapable, mut deployed) = (Vec::new(), Vec::new());
        if let Some(table) = top.table("states") {
            incapable = self.units_of(&table, "incapable");
            deployed = self.units_of(&table, "deployed");
            // 12.2: an active leader counts as effective and no more
            let _ = self.units_of(&table, "active");
            table.done();
        }
        let setup = SetupFile { name, help, at, near, with, column, beside, groups, incapable, deployed };
        let _ = top.get("over"); // of a pack's set-up: which one it is laid over
        self.everybody_has_one_place(top, &setup);
        top.done();
        Some(setup)
    }

    fn group(&self, name: &Name<'_>, table: &Table<'_>) -> Option<Group> {
        let units = table.need("units").map_or_else(Vec::new, |value| self.units(&value, table));
        let first = table.need("first").and_then(|v| v.number(1, 12))?;
        let last = table.need("last").and_then(|v| v.number(first, 12))?;
        let dice = table.get("chances").and_then(|v| v.list()).unwrap_or_default();
        let chances = dice.iter().filter_map(|v| v.number(0, 6)).map(|n: i32| n as u8).collect();
        let entry = table.get("entry").and_then(|v| v.text()).and_then(|name| self.entry(&name, table));
        let places_value = table.get("places");
        let places = self.entries(table, "places");
        if let Some(value) = places_value.filter(|_| places.len() != 6) {
            value.error("a place for each side of a die: six");
        }
        let held = table.get("held").and_then(|v| v.text()).and_then(|name| self.hex(&name, table));
        let others = self.entries(table, "others");
        table.done();
        if entry.is_none() && places.is_empty() {
            table.reader().error(&name.at, "a group needs an entry hex, or places by a die");
            return None;
        }
        Some(Group { name: name.text.to_owned(), units, first, chances, last, entry, places, held, others })
    }

    fn everybody_has_one_place(&self, top: &Table<'_>, setup: &SetupFile) {
        let placed = setup.at.iter().chain(&setup.near).flat_map(|(_, units)| units.iter().copied());
        let grouped = setup.groups.iter().flat_map(|group| group.units.iter().copied());
        let all: Vec<UnitId> = placed.chain(setup.with.iter().map(|(unit, _)| *unit)).chain(grouped).collect();
        for (unit, facts) in self.army.all() {
            let in_column = facts.seat == super::model::AUSTRIAN && setup.column.contains(&facts.formation);
            let count = all.iter().filter(|placed| **placed == unit).count() + usize::from(in_column);
            let special = facts.role != super::army::Role::Line;
            let wrong = match count {
                0 if !special => "has no place",
                0 | 1 => continue,
                _ => "has several places",
            };
            top.reader().error(&(0..0), format!("the unit {} {wrong}", facts.name));
        }
        for (unit, _) in &setup.with {
            if self.army.facts(*unit).kind != Kind::Leader {
                top.reader().error(&(0..0), format!("{} is no leader", self.army.facts(*unit).name));
            }
        }
    }
}
