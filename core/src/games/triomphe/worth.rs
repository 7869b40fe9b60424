//! How good a state is, for search that has to stop before the end.

use super::Triomphe;
use super::model::{AUSTRIAN, Face, State};
use crate::kernel::Seat;

impl Triomphe {
    /// From -10,000 (lost) to 10,000 (won): morale, strength, and how close Austria is to its pieces beyond the line.
    pub(super) fn standing(&self, s: &State, seat: Seat) -> i16 {
        match s.ending {
            Some(ending) if ending.winner == seat => 10_000,
            Some(_) => -10_000,
            None => self.balance(s, seat).clamp(-9_000, 9_000) as i16,
        }
    }

    /// What the matter stands at while it goes on: a point of strength is 40, a point of morale 120.
    pub(super) fn balance(&self, s: &State, seat: Seat) -> i32 {
        let sign = if seat == AUSTRIAN { 1 } else { -1 };
        let army = |seat: Seat| {
            let morale = &s.morale[seat.index()];
            let coming: u8 = morale.track.iter().sum();
            let strength: i32 = s.pieces_of(seat).map(|p| i32::from(p.class.strength())).sum();
            let broken = if s.is_broken(seat) { -600 } else { 0 };
            broken + i32::from(morale.level()) * 120 + i32::from(coming) * 60 + strength * 40
        };
        let size = self.map.size()[0].max(1);
        let east = |p: &super::model::Piece| -> i32 {
            let Some(locale) = p.pos.locale(&self.map) else { return 0 };
            let facts = self.map.locale(locale);
            let centre = if facts.polygon.is_empty() { 0.0 } else { facts.polygon.centre()[0] };
            (centre * 100.0 / size as f32) as i32 + if facts.is_goal() { 250 } else { 0 }
        };
        let progress: i32 = s.pieces_of(AUSTRIAN).map(east).sum();
        let late = i32::from(s.round) * 100 / i32::from(self.numbers.rounds.max(1));
        let value = army(AUSTRIAN) - army(Seat(1)) + progress * late / 100;
        sign * value
    }
}
