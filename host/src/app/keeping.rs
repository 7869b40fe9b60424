//! What the people of a match keep beside its orders: the kind of their table, how much is remembered for them, and
//! notes on places. All of it lies in note lines of the journal.

use std::collections::BTreeMap;

use bormida_core::kernel::{Entry, Part, Seat, Table};
use serde::{Deserialize, Serialize};

/// How people share one screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TableKind {
    /// A curtain falls when another person must see hidden faces.
    #[default]
    Curtain,
    /// No curtain: the board turns to whoever decides, and `P` shows the other side.
    Open,
    /// One person plays all sides.
    BothHands,
}

/// How much of what was seen is remembered for the people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Memory {
    /// Nothing: one has a head of one's own.
    None,
    /// Own notes on places.
    #[default]
    Notes,
    /// Notes, and what each enemy piece could be.
    Full,
}

impl TableKind {
    /// All kinds, the usual one first.
    pub(super) const ALL: [TableKind; 3] = [TableKind::Curtain, TableKind::Open, TableKind::BothHands];

    /// Its name for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            TableKind::Curtain => "curtain",
            TableKind::Open => "open table",
            TableKind::BothHands => "both hands",
        }
    }

    /// What it means.
    pub(super) const fn help(self) -> &'static str {
        match self {
            TableKind::Curtain => "A curtain falls between two people.",
            TableKind::Open => "No curtain; the board turns to whoever decides, P shows the other side.",
            TableKind::BothHands => "One person plays all sides.",
        }
    }
}

impl Memory {
    /// All kinds, from nothing to everything.
    pub(super) const ALL: [Memory; 3] = [Memory::None, Memory::Notes, Memory::Full];

    /// Its name for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Memory::None => "none",
            Memory::Notes => "own notes",
            Memory::Full => "full",
        }
    }

    /// What it means.
    pub(super) const fn help(self) -> &'static str {
        match self {
            Memory::None => "Nothing is remembered for you.",
            Memory::Notes => "You write short notes on places (M).",
            Memory::Full => "Notes, and what each enemy piece could be by all that was shown (K).",
        }
    }
}

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keeping {
    /// The kind of table.
    pub(super) table: TableKind,
    /// How much is remembered.
    pub(super) memory: Memory,
    notes: BTreeMap<(Seat, Part), String>,
}

const TABLE: &str = "#table ";
const MEMORY: &str = "#memory ";
const PLACE: &str = "#place ";
/// A note is so many letters long at most.
pub(super) const LONGEST: usize = 60;

impl Keeping {
    /// What a match's journal says; lines that are no such notes, or of places that are not there, say nothing.
    pub(super) fn read(table: &dyn Table) -> Keeping {
        let mut keeping = Keeping::default();
        for entry in table.entries() {
            if let Entry::Note { text } = entry {
                keeping.take(table, text);
            }
        }
        keeping
    }

    fn take(&mut self, table: &dyn Table, line: &str) {
        if let Some(name) = line.strip_prefix(TABLE) {
            self.table = TableKind::ALL.into_iter().find(|kind| kind.name() == name).unwrap_or(self.table);
        } else if let Some(name) = line.strip_prefix(MEMORY) {
            self.memory = Memory::ALL.into_iter().find(|memory| memory.name() == name).unwrap_or(self.memory);
        } else if let Some((place, text)) = line.strip_prefix(PLACE).and_then(|rest| rest.split_once(": "))
            && let Some((side, place)) = place.split_once(' ')
            && let Some(seat) = table.sides().iter().position(|name| name == side)
            && let Some(part) = table.part_named(place)
        {
            self.set(Seat(seat as u8), part, text);
        }
    }

    fn set(&mut self, seat: Seat, part: Part, text: &str) {
        let text: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST).collect();
        if text.is_empty() {
            self.notes.remove(&(seat, part));
        } else {
            self.notes.insert((seat, part), text);
        }
    }

    /// The line of the journal that chooses a kind of table.
    pub(super) fn table_line(kind: TableKind) -> String {
        format!("{TABLE}{}", kind.name())
    }

    /// The line of the journal that chooses a memory.
    pub(super) fn memory_line(memory: Memory) -> String {
        format!("{MEMORY}{}", memory.name())
    }

    /// Writes a seat's note on a place, or wipes it out with an empty text; returns its line of the journal.
    pub(super) fn write(&mut self, table: &dyn Table, seat: Seat, part: Part, text: &str) -> String {
        self.set(seat, part, text);
        let side = table.sides().get(seat.index()).cloned().unwrap_or_default();
        format!("{PLACE}{side} {}: {}", table.part_name(part), self.note(seat, part).unwrap_or_default())
    }

    /// A seat's note on a place.
    pub(super) fn note(&self, seat: Seat, part: Part) -> Option<&str> {
        self.notes.get(&(seat, part)).map(String::as_str)
    }

    /// A seat's notes.
    pub(super) fn notes(&self, seat: Seat) -> impl Iterator<Item = (Part, &str)> {
        self.notes.iter().filter(move |((whose, _), _)| *whose == seat).map(|((_, part), text)| (*part, text.as_str()))
    }
}
