//! Who sits at the match: people, and bots that think in threads of their own.

use std::time::Duration;

use bormida_core::games::catalogue::PERSON;
use bormida_core::kernel::{Ask, Seat, Trouble};
use eframe::egui;

use super::keeping::TableKind;
use super::sitting::{Notice, Sitting};
use super::thinker::Thinker;
use crate::succession::Succession;

/// How long a bot's order stands before the next, so that eyes can follow.
const BOT_PACE: Duration = Duration::from_millis(140);

/// Who plays a seat.
pub(super) enum Sitter {
    /// A person at this window.
    Person,
    /// A bot, with its thread once it has been asked.
    Bot {
        /// Its name.
        name: String,
        /// Its thread.
        thinker: Option<Thinker>,
    },
    /// The tutor of a lesson, who answers at once.
    Tutor,
}

/// Who the header of a match says sits where.
pub(super) fn seated(mut names: Vec<String>, sides: usize) -> Vec<Sitter> {
    names.resize(sides, PERSON.to_owned());
    let sitter = |name: String| match name == PERSON {
        true => Sitter::Person,
        false => Sitter::Bot { name, thinker: None },
    };
    names.into_iter().map(sitter).collect()
}

impl Sitting {
    /// Whether a person plays a seat.
    pub(super) fn is_person(&self, seat: Seat) -> bool {
        matches!(self.sitters.get(seat.index()), Some(Sitter::Person))
    }

    /// How many people sit here.
    pub(super) fn people(&self) -> usize {
        self.sitters.iter().filter(|s| matches!(s, Sitter::Person)).count()
    }

    /// Whether one person decides for all seats that no bot has: then nobody else draws conclusions from what the
    /// window does.
    pub(super) fn is_alone(&self) -> bool {
        self.people() == 1 || self.keeping.table == TableKind::BothHands
    }

    /// Lets the bots rest.
    pub(super) fn rest(&mut self) {
        for sitter in &mut self.sitters {
            if let Sitter::Bot { thinker: Some(thinker), .. } = sitter {
                thinker.cancel();
            }
        }
    }

    /// Whether a bot is at work.
    pub(super) fn is_thinking(&self) -> bool {
        self.sitters.iter().any(|s| matches!(s, Sitter::Bot { thinker: Some(t), .. } if t.is_thinking()))
    }

    /// Lets the bot play whose turn it is; called each frame.
    pub(super) fn advance(&mut self, ctx: &egui::Context, now: f64) {
        let Ask::Ask(question) = &self.now.ask else { return };
        let seat = question.seat;
        let card = self.slow.is_some() || !self.faults.is_empty() || !self.failed_bots.is_empty();
        if self.is_looking_back() || card || self.curtain.is_some() {
            return;
        }
        let Some(Sitter::Bot { name, thinker }) = self.sitters.get_mut(seat.index()) else { return };
        let thinker = match thinker {
            Some(thinker) => thinker,
            None => {
                let ctx = ctx.clone();
                match Thinker::new(self.table.recruit(name), move || ctx.request_repaint()) {
                    Ok(new) => thinker.insert(new),
                    Err(fault) => {
                        self.notice = Some(Notice::Word(fault.to_string()));
                        return;
                    }
                }
            }
        };
        if !thinker.is_thinking() {
            thinker.ask(self.table.seen(seat));
            return;
        }
        if now < self.bot_next {
            ctx.request_repaint_after(Duration::from_secs_f64(self.bot_next - now));
            return;
        }
        let Some(answer) = thinker.answer() else { return };
        match answer {
            Ok(chosen) => {
                self.bot_next = now + BOT_PACE.as_secs_f64();
                self.play(&chosen.order);
                // the order itself may name what is hidden from the person
                if matches!(self.notice, Some(Notice::Refused(_))) {
                    self.notice = None;
                    self.replace_bot(seat, "its order is refused");
                }
                ctx.request_repaint();
            }
            Err(fault) if fault.slow => {
                self.slow_bot = fault.hook_name().is_none().then_some(seat);
                self.slow = Some(fault);
            }
            Err(fault) => {
                // a rule that fails in the match itself is switched off there, and the bot is asked again
                let off = self.table.off().len();
                if self.table.offers().is_ok() && self.table.off().len() != off {
                    self.trouble(Trouble::HookOff(fault));
                } else {
                    self.replace_bot(seat, &fault.to_string());
                }
            }
        }
    }

    /// Another bot takes the seat of one that failed. Where there is none the match stands, and the bot is asked again when
    /// that has been read.
    pub(super) fn replace_bot(&mut self, seat: Seat, why: &str) {
        let Some(Sitter::Bot { name, .. }) = self.sitters.get(seat.index()) else { return };
        let name = name.clone();
        let succession = Succession::of(&name, &self.side(seat), why, &self.table.about().seats);
        let _ = self.table.note(&succession.told); // a courtesy: a full disk does not stop the match for it
        let name = succession.next.unwrap_or(name);
        self.sitters[seat.index()] = Sitter::Bot { name, thinker: None };
        self.failed_bots.push(succession.told);
        self.refresh();
    }

    /// The person whose seat comes after one, all seats in a circle; none where only the eyes' own are left.
    pub(super) fn next_person(&self, after: Seat) -> Option<Seat> {
        let sides = self.sitters.len();
        let round = (1..=sides).map(|step| Seat(((after.index() + step) % sides) as u8));
        { round }.find(|seat| self.is_person(*seat) && *seat != self.eyes)
    }
}
