//! Orders as text, and names of hexes, units and formations.

use super::Folio;
use super::model::{PartKind, State};
use super::order::{Act, Order, VERBS};
use crate::kernel::{No, Part, Parts, Refusal, Seat};
use crate::pack::nearest::did_you_mean;

/// The sides in seat order.
pub const SIDES: [&str; 2] = ["austrian", "french"];

impl Folio {
    /// An army's name in the log.
    pub(super) fn side_name(&self, seat: Seat) -> &'static str {
        ["Austria", "France"][seat.index() % 2]
    }

    /// Whether a part is on this board.
    pub(super) fn is_there(&self, kind: PartKind) -> bool {
        match kind {
            PartKind::Hex(hex) => hex.index() < self.map.grid().count() && self.map.land().has(hex),
            PartKind::Unit(unit) => unit.index() < self.army.count(),
            PartKind::Formation(_) => true,
        }
    }

    pub(super) fn part_text(&self, part: Part) -> String {
        match PartKind::of(part).filter(|kind| self.is_there(*kind)) {
            Some(PartKind::Hex(hex)) => self.map.hex_name(hex),
            Some(PartKind::Unit(unit)) => self.army.facts(unit).name.clone(),
            Some(PartKind::Formation(formation)) => format!("F{formation}"),
            None => format!("part {}", part.0),
        }
    }

    pub(super) fn part_in_words(&self, part: Part) -> String {
        match PartKind::of(part).filter(|kind| self.is_there(*kind)) {
            Some(PartKind::Hex(hex)) => match self.map.title(hex) {
                Some(title) => format!("{} {title}", self.map.hex_name(hex)),
                None => self.map.hex_name(hex),
            },
            Some(PartKind::Unit(unit)) => {
                let facts = self.army.facts(unit);
                if facts.title == facts.name { facts.name.clone() } else { format!("{} ({})", facts.name, facts.title) }
            }
            Some(PartKind::Formation(formation)) => format!("formation {formation}"),
            None => self.part_text(part),
        }
    }

    pub(super) fn read_part(&self, name: &str) -> Result<PartKind, String> {
        let formation = name.strip_prefix(['F', 'f']).and_then(|n| n.parse().ok()).filter(|n| *n < 16);
        if let Some(formation) = formation {
            return Ok(PartKind::Formation(formation));
        }
        if let Some(unit) = self.army.named(name) {
            return Ok(PartKind::Unit(unit));
        }
        if name.len() == 4 && name.bytes().all(|b| b.is_ascii_digit()) {
            return self.map.read_hex(name).map(PartKind::Hex);
        }
        match self.map.read_hex(name) {
            Ok(hex) => Ok(PartKind::Hex(hex)),
            Err(no_hex) => Err(self.army.read(name).err().filter(|text| text.contains(';')).unwrap_or(no_hex)),
        }
    }

    /// `attack Latt > 1107`.
    pub(super) fn order_text(&self, order: &Order) -> String {
        let (word, _) = VERBS[order.act as usize];
        let parts: Vec<String> = order.parts.iter().map(|part| self.part_text(*part)).collect();
        if parts.is_empty() { word.to_owned() } else { format!("{word} {}", parts.join(" > ")) }
    }

    /// Reads an order; whether it is legal is another question.
    pub(super) fn read_order(&self, _: &State, text: &str) -> Result<Order, No> {
        let refuse = |text: String| No::Refused(Refusal::new("notation", text));
        let mut words = text.split_whitespace();
        let word = words.next().ok_or_else(|| refuse("An order begins with a word such as `take`.".to_owned()))?;
        let Some(k) = VERBS.iter().position(|(known, _)| *known == word) else {
            let hint = did_you_mean(word, VERBS.iter().map(|(known, _)| *known));
            let hint = hint.map_or_else(String::new, |hint| format!("; {hint}"));
            return Err(refuse(format!("no order is called \"{word}\"{hint}")));
        };
        let mut parts = Parts::new();
        for name in words.filter(|word| *word != ">") {
            let kind = self.read_part(name).map_err(refuse)?;
            parts.try_push(kind.part()).map_err(|_| refuse("That names too many things.".to_owned()))?;
        }
        Ok(Order { act: Act::ALL[k], parts })
    }
}

/// Halves of a movement point, as people write them: `2\u{bd}`.
pub(super) fn points(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "\u{bd}".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}\u{bd}"),
    }
}
