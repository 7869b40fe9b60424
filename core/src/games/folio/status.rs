//! The figures that players want before their eyes: the turn, the fight, points and replacements.

use super::Folio;
use super::model::State;
use super::model::{Flags, Place};
use super::view::View;
use crate::kernel::{Seat, Status};

impl Folio {
    /// The figures of a view, the turn first.
    pub(super) fn figures(&self, v: &View) -> Vec<Status> {
        let s = &v.open;
        let figure = |name: &str, text: String, seat| Status { name: name.to_owned(), text, seat };
        let turn = format!("{} of {}, {}", s.turn, self.numbers.turns, self.clock(s.turn));
        let mut figures = vec![figure("Turn", turn, None)];
        let coming = self.coming(s);
        if !coming.is_empty() {
            figures.push(figure("To come", coming, None));
        }
        for seat in [Seat(0), Seat(1)] {
            let mut text = match self.points_of(s, seat) {
                1 => "1 point".to_owned(),
                points => format!("{points} points"),
            };
            let spare = s.spare[seat.index()];
            if spare > 0 {
                text.push_str(&format!(", {spare} to replace"));
            }
            let away = self.army.all().zip(&s.units).filter(|((_, facts), _)| facts.seat == seat);
            let away = away.filter(|(_, unit)| matches!(unit.at, Place::Track(_))).count();
            if away > 0 {
                text.push_str(&format!(", {away} routed"));
            }
            let mine = self.army.all().zip(&s.units).filter(|((_, facts), _)| facts.seat == seat);
            let spent: Vec<&str> = mine
                .filter(|(_, unit)| unit.is(Flags::AMMO) && unit.at.hex().is_some())
                .map(|((_, facts), _)| facts.name.as_str())
                .collect();
            if !spent.is_empty() {
                text.push_str(&format!(", out of ammunition: {}", spent.join(", ")));
            }
            figures.push(figure("Side", text, Some(seat)));
        }
        figures
    }

    /// Who comes next: the head of the Austrian column, and the groups that arrive by dice. (17.2, 17.3)
    fn coming(&self, s: &State) -> String {
        let mut told: Vec<String> = Vec::new();
        let waiting = self.waiting_formations(s);
        let head = s.columns.iter().filter_map(|column| column.iter().find(|f| waiting & (1 << **f) != 0));
        told.extend(head.map(|formation| format!("formation {formation}")));
        let mut groups: Vec<(u8, &str)> = Vec::new();
        for (k, group) in self.setup(s).groups.iter().enumerate() {
            if group.units.iter().any(|unit| s.unit(*unit).at == Place::Waiting) {
                groups.push((self.due(s, k), &group.name));
            }
        }
        groups.sort_unstable();
        // the track shows the later ones
        for due in groups.chunk_by(|a, b| a.0 == b.0).take(1) {
            let names: Vec<&str> = due.iter().map(|(_, name)| *name).collect();
            told.push(format!("turn {} {}", due[0].0, names.join(", ")));
        }
        told.join("; ")
    }

    /// When a turn begins.
    pub(super) fn clock(&self, turn: u8) -> String {
        let n = &self.numbers;
        let minutes = u32::from(n.begins.0) * 60 + (u32::from(turn.max(1)) - 1) * u32::from(n.minutes);
        format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
    }
}
