//! The match's past: taking back, doing again, looking at earlier moments.

use bormida_core::kernel::{Ask, LogLine, Seat};

use super::keeping::TableKind;
use super::sitting::{Notice, Sitting};
use super::words;
use crate::spoken::spoken;

/// What taking back would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TakeBack {
    /// The number of the order that would stand last.
    pub(super) to: u32,
    /// The order that would be taken back, as the eyes may read it.
    pub(super) text: String,
    /// The same in words.
    pub(super) words: String,
    /// How many orders of others, and answers that left no choice, go with it.
    pub(super) others: u32,
}

impl Sitting {
    /// What taking back would do, or why nothing can be taken back. It goes to before the person's own last decision:
    /// answers that the window gave because there was no choice are none.
    pub(super) fn can_undo(&self) -> Result<TakeBack, String> {
        if self.is_looking_back() {
            return Err("An earlier moment is shown.".to_owned());
        }
        if self.led.is_some() {
            return Err("A lesson takes back on its own card.".to_owned());
        }
        if self.curtain.is_some() {
            return Err("Nobody looks yet: the curtain is down.".to_owned());
        }
        let own = |line: &&LogLine| self.may_take_back(line.seat) && !self.forced.contains(&line.n);
        let line = self.now.log.iter().rev().find(own).ok_or("There is nothing to take back.")?;
        let to = line.n - 1;
        let free = self.table.can_go_back(line.seat, to);
        free.map_err(|barrier| words::sentence(&barrier.to_string()))?;
        Ok(TakeBack {
            to,
            text: line.text.clone(),
            words: spoken(&*self.table, &line.text),
            others: self.table.number() - line.n,
        })
    }

    /// Whether orders of a seat are the person's to take back who is at the window. Across a curtain only one's own are,
    /// unless the match is friendly.
    fn may_take_back(&self, seat: Seat) -> bool {
        let shared = self.table.header().friendly || self.keeping.table != TableKind::Curtain || self.people() < 2;
        self.is_person(seat) && (shared || seat == self.at_hand())
    }

    /// The person at the window: who is asked, else whose eyes look.
    fn at_hand(&self) -> Seat {
        match &self.now.ask {
            Ask::Ask(question) if self.is_person(question.seat) => question.seat,
            _ => self.eyes,
        }
    }

    /// Takes back to before the person's own last decision.
    pub(super) fn undo(&mut self) {
        if self.led.is_some() {
            return self.take_back_in_lesson();
        }
        self.rest();
        let back = self.can_undo().and_then(|back| match self.table.back_to(back.to) {
            Ok(()) => Ok(back.to),
            Err(trouble) => Err(words::sentence(&trouble.to_string())),
        });
        match back {
            Ok(to) => self.gone_back(to),
            Err(why) => self.notice = Some(Notice::Word(format!("It cannot be taken back. {why}"))),
        }
    }

    fn gone_back(&mut self, to: u32) {
        self.forced.retain(|n| *n <= to);
        self.notice = None;
        self.outcome_read = false;
        self.refresh();
    }

    /// Gives the order again that was taken back.
    pub(super) fn redo(&mut self) {
        if self.led.is_some() {
            return;
        }
        match self.table.redo() {
            Ok(_) => {
                self.notice = None;
                self.refresh();
            }
            Err(trouble) => self.trouble(trouble),
        }
    }

    /// Shows the moment after an order.
    pub(super) fn look_at(&mut self, n: u32) {
        self.rest();
        self.table.to(n.max(self.table.first_known()));
        self.notice = None;
        self.refresh();
    }

    /// Whether the match can go on from the moment shown, or why not: all after it is taken back.
    pub(super) fn can_go_on_from_here(&self) -> Result<(), String> {
        if self.led.is_some() {
            return Err("A lesson goes back on its own card.".to_owned());
        }
        let own = self.now.log.iter().rev().find(|line| self.may_take_back(line.seat));
        let seat = own.map_or_else(|| self.at_hand(), |line| line.seat);
        let free = self.table.can_go_back(seat, self.table.shown());
        free.map_err(|barrier| words::sentence(&format!("{barrier}; only friendly matches go on from here")))
    }

    /// Goes on from the moment shown; all after it is taken back.
    pub(super) fn go_on_from_here(&mut self) {
        self.rest();
        let n = self.table.shown();
        let done = self.can_go_on_from_here();
        match done.and_then(|()| self.table.back_to(n).map_err(|trouble| words::sentence(&trouble.to_string()))) {
            Ok(()) => self.gone_back(n),
            Err(why) => self.notice = Some(Notice::Word(why)),
        }
    }
}
