//! The figures that players want before their eyes: the hour, commands, morale.

use super::Triomphe;
use super::model::{Arm, Face, State};
use super::view::View;
use crate::kernel::{Figure, Reading, Reckoning, Seat, Status};

impl Triomphe {
    /// The figures of a view, the hour first. (5, 6, 18)
    pub(super) fn figures(&self, v: &View) -> Vec<Status> {
        let p = &v.public;
        let figure = |name: &str, text: String, seat| Status { name: name.to_owned(), text, seat };
        let hour = format!("{}, round {} of {}", self.numbers.hour_of(p.round), p.round, self.numbers.rounds);
        let commands = format!("{} of {} left", p.allowance.saturating_sub(p.used), p.allowance);
        let mut figures = vec![figure("Hour", hour, None), figure("Commands", commands, Some(p.active))];
        for seat in [Seat(0), Seat(1)] {
            let morale = &p.morale[seat.index()];
            let on_map = morale.committed.total();
            let n = &self.numbers;
            let commits = [n.blocked_tokens, n.blocked_tokens_wide, n.retreat_tokens, n.defence_tokens];
            // a track that nothing is committed from is one number
            let mut text = if on_map == 0 && commits == [0; 4] {
                morale.level().to_string()
            } else {
                format!("{} = {} free + {on_map} on the map", morale.level(), morale.uncommitted)
            };
            if p.broken[seat.index()] > 0 {
                text.push_str(", demoralized");
            }
            let now = usize::from(p.round).saturating_sub(1);
            let to_come: u32 = morale.track.iter().skip(now + 1).map(|n| u32::from(*n)).sum();
            if to_come > 0 {
                text.push_str(&format!(", {to_come} to come"));
            }
            figures.push(figure("Morale", text, Some(seat)));
        }
        figures
    }

    /// What a study counts: morale, and the strength left by arm. (5, 18)
    pub(super) fn counted(&self, s: &State) -> Reckoning {
        let mut figures = Vec::with_capacity(8);
        for seat in [Seat(0), Seat(1)] {
            let mut figure = |name: &'static str, n: i32, reading| {
                figures.push(Figure { name: name.into(), seat: Some(seat), n, reading });
            };
            figure("morale", i32::from(s.morale[seat.index()].level()), Reading::Level);
            for (arm, name) in [(Arm::Infantry, "infantry"), (Arm::Cavalry, "cavalry"), (Arm::Artillery, "artillery")] {
                let own = s.pieces_of(seat).filter(|piece| piece.class.arm() == arm);
                figure(name, own.map(|piece| i32::from(piece.class.strength())).sum(), Reading::Left);
            }
        }
        Reckoning { time: self.numbers.hour_of(s.round).to_string(), figures }
    }
}
