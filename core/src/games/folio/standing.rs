//! A state as the set-up lines of a case.

use super::Folio;
use super::case::{MARKS, STEPS};
use super::flow::Fight;
use super::model::{Flags, Place, State, UnitId};
use super::notation::SIDES;
use crate::board::HexId;
use crate::kernel::{Header, Seat};
use crate::pack::case::as_word;

fn side(seat: Seat) -> &'static str {
    SIDES.get(seat.index()).copied().unwrap_or_default()
}

impl Folio {
    fn asked_for(&self, setup: &str, header: &Header) -> Vec<String> {
        let mut lines = vec![format!("setup {}", as_word(setup))];
        lines.extend(header.variants.iter().map(|id| format!("variant {id}")));
        lines.extend(header.options.iter().map(|(name, value)| format!("option {name} {}", as_word(value))));
        lines.extend(header.rulings.iter().map(|(name, value)| format!("switch {name} = {}", as_word(value))));
        lines
    }

    /// See [`crate::kernel::Game::beginning`].
    pub(super) fn beginning_lines(&self, header: &Header) -> Vec<String> {
        let mut lines = self.asked_for(&header.setup.name, header);
        lines.push(format!("seed {}", header.seed.0));
        lines
    }

    /// See [`crate::kernel::Game::position`]: where no unit is in hand and no fight under way.
    pub(super) fn position_lines(&self, s: &State, header: &Header) -> Option<Vec<String>> {
        let (step, _) = STEPS.into_iter().find(|(_, step)| step.asks() && *step == s.step)?;
        if s.hand.is_some() || s.ending.is_some() || s.fight != Fight::default() {
            return None;
        }
        let setup = self.setups.get(usize::from(s.setup)).map_or("none", |(name, _)| name);
        let mut lines = self.asked_for(setup, header);
        lines.extend([format!("seed {}", s.seed.0), format!("turn {} {}", s.turn, side(s.active))]);
        lines.extend([format!("step {step}"), format!("orders {}", s.orders), "clear".to_owned()]);
        for (unit, facts) in self.army.all() {
            let state = s.unit(unit);
            if state.flee > 0 {
                return None;
            }
            let marks = self.marks(s, unit)?;
            let name = as_word(&facts.name);
            match state.at {
                Place::Gone if marks.is_empty() => {}
                Place::Hex(hex) => lines.push(format!("at {} {name}{marks}", self.hex_word(hex))),
                other => lines.push(format!("unit {name} {}{marks}", self.place_word(other))),
            }
        }
        for seat in [Seat(0), Seat(1)] {
            let (spare, score) = (s.spare[seat.index()], s.score[seat.index()]);
            if spare > 0 {
                lines.push(format!("spare {} {spare}", side(seat)));
            }
            let all = [score.destroyed, score.casualties, score.captured, score.great];
            if all != [0; 4] {
                let [destroyed, casualties, captured, great] = all;
                lines.push(format!(
                    "score {} destroyed {destroyed} casualties {casualties} captured {captured} great {great}",
                    side(seat)
                ));
            }
        }
        for (group, arrival) in self.setup(s).groups.iter().zip(&s.arrivals) {
            if arrival.turn > 0 || arrival.entry.is_some() {
                let entry = arrival.entry.map_or_else(|| "none".to_owned(), |hex| self.hex_word(hex));
                lines.push(format!("arrived {} {entry} {}", as_word(&group.name), arrival.turn));
            }
        }
        for (name, column) in ["A", "M"].iter().zip(&s.columns) {
            if !column.is_empty() {
                let formations: Vec<String> = column.iter().map(u8::to_string).collect();
                lines.push(format!("column {name} {}", formations.join(" ")));
            }
        }
        lines.extend(s.through.iter().map(|(hex, n)| format!("through {} {n}", self.hex_word(*hex))));
        Some(lines)
    }

    /// The states of a unit as words after its place, and its steps where they are not all; none where there is no word.
    fn marks(&self, s: &State, unit: UnitId) -> Option<String> {
        let state = s.unit(unit);
        let has = |(_, mark): &&(&str, Flags)| state.is(*mark);
        let words: Vec<&(&str, Flags)> = MARKS.iter().filter(has).collect();
        let said = words.iter().fold(Flags::NONE, |all, (_, mark)| all.with(*mark));
        let mut marks: String = words.iter().map(|(word, _)| format!(" {word}")).collect();
        if state.steps != self.army.facts(unit).steps {
            marks.push_str(&format!(" steps {}", state.steps));
        }
        (said == state.flags).then_some(marks)
    }

    fn hex_word(&self, hex: HexId) -> String {
        as_word(&self.map.hex_name(hex)).into_owned()
    }

    /// Where a unit is, as cases say it.
    pub(super) fn place_word(&self, at: Place) -> String {
        match at {
            Place::Waiting => "off".to_owned(),
            Place::Hex(hex) => self.map.hex_name(hex),
            Place::Track(turn) => format!("track {turn}"),
            Place::Ready => "ready".to_owned(),
            Place::Destroyed => "destroyed".to_owned(),
            Place::Captured => "captured".to_owned(),
            Place::Gone => "gone".to_owned(),
        }
    }
}
