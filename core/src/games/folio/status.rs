//! The figures that players want before their eyes: the turn, the fight, points and replacements.

use super::Folio;
use super::model::Place;
use super::view::View;
use crate::kernel::{Seat, Status};

impl Folio {
    /// The figures of a view, the turn first.
    pub(super) fn figures(&self, v: &View) -> Vec<Status> {
        let s = &v.open;
        let figure = |name: &str, text: String, seat| Status { name: name.to_owned(), text, seat };
        let n = &self.numbers;
        let minutes = u32::from(n.begins.0) * 60 + (u32::from(s.turn) - 1) * u32::from(n.minutes);
        let turn = format!("{} of {}, {:02}:{:02}", s.turn, n.turns, minutes / 60 % 24, minutes % 60);
        let mut figures = vec![figure("Turn", turn, None)];
        let preview = self.preview(s);
        if !preview.is_empty() {
            figures.push(figure("Fight", preview.join(" "), None));
        }
        for seat in [Seat(0), Seat(1)] {
            let mut text = format!("{} points", self.points_of(s, seat));
            let spare = s.spare[seat.index()];
            if spare > 0 {
                text.push_str(&format!(", {spare} to replace"));
            }
            let away = self.army.all().zip(&s.units).filter(|((_, facts), _)| facts.seat == seat);
            let away = away.filter(|(_, unit)| matches!(unit.at, Place::Track(_))).count();
            if away > 0 {
                text.push_str(&format!(", {away} routed"));
            }
            figures.push(figure("Side", text, Some(seat)));
        }
        figures
    }
}
