//! Help: a hint, the right order shown, an order taken back, an answer of a quiz.

use super::card::Notice;
use super::marks::Marks;
use super::order::Given;
use super::plan::{Act, Expect, Task};
use super::report::Outcome;
use super::tutor::{Tutor, arrow, told};
use crate::kernel::{OrderLine, Table};

/// So many legal orders are looked through for one that fits.
const MOST_ORDERS: usize = 2000;

impl Tutor {
    pub(super) fn give_hint(&mut self, table: &dyn Table) {
        let Some(act) = self.act() else { return };
        let hint = match self.said(&act.hint, table) {
            Ok(hint) if !hint.is_empty() => hint,
            Ok(_) => match act.show.first() {
                Some(order) => format!("The order begins with `{}`.", order.split(' ').next().unwrap_or(order)),
                None => return,
            },
            Err(fault) => {
                self.notice = Some(Notice::Fault(told(&fault)));
                return;
            }
        };
        self.hint = Some(hint);
        if let Some(step) = self.report.steps.get_mut(self.place.step) {
            step.hints += 1;
        }
    }

    /// The arrow of the order that is right now.
    pub(super) fn aim(&self, table: &mut Box<dyn Table>) -> Marks {
        let first = self.act().and_then(|act| act.show.first().cloned());
        let line = first.and_then(|order| table.check_text(&order).ok());
        line.map_or_else(Marks::default, |line| arrow(&line.choice.parts))
    }

    /// The right orders of the act are given.
    pub(super) fn show(&mut self, table: &mut Box<dyn Table>) {
        let before = self.moment(&**table);
        let Some(order) = self.act().map(|act| act.show.join("; ")) else { return };
        let mut marks = self.aim(table);
        let mut done = self.perform(table);
        if !done
            && let Some(start) = self.starts.get(&self.place.step).cloned()
            && self.restore(table, &start)
        {
            // from elsewhere the act cannot be done: the step begins anew, up to it
            let mut reached = true;
            while reached && self.place.act < before.place.act {
                reached = self.perform(table);
                self.place.act += 1;
                self.place.replied = 0;
            }
            marks = self.aim(table);
            done = reached && self.perform(table);
        }
        if !done {
            self.restore(table, &before);
            let what = "From here it cannot be shown. Restart the step, or skip it.";
            self.notice = Some(Notice::Fault(what.to_owned()));
            return;
        }
        self.points.push(before);
        (self.notice, self.hint) = (Some(Notice::Shown(format!("Shown: {order}."))), None);
        let notice = self.notice.clone();
        self.advance(table, Outcome::Shown);
        self.notice = self.notice.take().or(notice);
        self.shown = marks;
    }

    /// Gives the right orders of the act, with the answers to them; another that fits where those do not go.
    pub(super) fn perform(&mut self, table: &mut Box<dyn Table>) -> bool {
        let Some(mut orders) = self.act().map(|act| act.show.clone()) else { return true };
        if let Some(first) = orders.first()
            && table.check_text(first).is_err()
            && let Some(other) = self.fitting(table)
        {
            orders = vec![other];
        }
        orders.iter().all(|order| {
            let played = table.play_text(order).is_ok();
            self.settle_right(table);
            played
        })
    }

    /// A legal order that is right now.
    pub(super) fn fitting(&self, table: &mut Box<dyn Table>) -> Option<String> {
        let Some(Act { expect: Expect::Patterns(patterns), .. }) = self.act() else { return None };
        let (lines, _) = table.orders(MOST_ORDERS).ok()?;
        let fits = |line: &&OrderLine| {
            let order = Given::of(&**table, line);
            patterns.iter().any(|pattern| pattern.fits(&order, &**table))
        };
        lines.iter().find(fits).map(|line| line.text.clone())
    }

    pub(super) fn take_back(&mut self, table: &mut Box<dyn Table>) {
        if let Some(point) = self.points.pop() {
            self.restore(table, &point);
        }
    }

    pub(super) fn answer(&mut self, answer: usize) {
        let Some(Task::Quiz(quiz)) = self.step().map(|step| &step.task) else { return };
        let right = quiz.is_right(answer);
        let words = if right { "Right." } else { "Not so." };
        let why = if quiz.why.is_empty() { words.to_owned() } else { format!("{words} {}", quiz.why) };
        self.notice = Some(if right { Notice::Right(why) } else { Notice::Wrong(why) });
        self.answered = Some(answer);
        if let Some(step) = self.report.steps.get_mut(self.place.step) {
            step.answers.push(answer + 1);
            step.right.get_or_insert(right);
        }
        self.report.count();
    }
}
