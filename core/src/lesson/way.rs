//! From step to step: on, back, past, and to a moment that was kept.

use std::collections::BTreeSet;

use super::card::Notice;
use super::marks::Marks;
use super::plan::Task;
use super::report::Outcome;
use super::tutor::{Moment, Tutor, arrow, played, replay, told};
use crate::kernel::{Fault, Table};

impl Tutor {
    pub(super) fn right(&mut self, table: &mut Box<dyn Table>) {
        self.settle_right(table);
        self.note_unasked();
        self.advance(table, Outcome::Done);
    }

    /// To the next act, or the next step.
    pub(super) fn advance(&mut self, table: &mut Box<dyn Table>, outcome: Outcome) {
        self.place.act += 1;
        self.place.replied = 0;
        if self.act().is_some() {
            if self.is_done(&**table) {
                self.advance(table, outcome);
            }
            return;
        }
        self.end_step(outcome);
        self.enter(table, self.place.step + 1);
    }

    pub(super) fn end_step(&mut self, outcome: Outcome) {
        if let Some(step) = self.report.steps.get_mut(self.place.step)
            && matches!(step.outcome, Outcome::Open | Outcome::Skipped)
        {
            step.outcome = outcome;
        }
    }

    /// Comes to a step, and past those that are done already.
    pub(super) fn enter(&mut self, table: &mut Box<dyn Table>, step: usize) {
        (self.place.step, self.place.act, self.place.replied) = (step, 0, 0);
        (self.hint, self.answered) = (None, None);
        let Some(entered) = self.lesson.steps.get(step) else {
            self.report.finished = true;
            return;
        };
        if let Some(opening) = entered.opening.clone() {
            self.place.ticked.clear();
            let stage = self.stages.iter().position(|stage| stage.opening == opening);
            match self.switch(table, stage.unwrap_or(self.stage)) {
                // without its own board the step goes on from where the last one ended
                Err(fault) => self.notice = Some(Notice::Fault(told(&fault))),
                Ok(()) => {
                    let first = self.stages.get(self.stage).map_or(0, |stage| stage.first);
                    if table.number() > first
                        && let Err(trouble) = table.back_to(first)
                    {
                        self.notice = Some(Notice::Fault(trouble.to_string()));
                    }
                }
            }
        }
        if self.place.ticked.remove(&step) {
            self.starts.insert(step, self.moment(&**table));
            self.end_step(Outcome::Early);
            return self.enter(table, step + 1);
        }
        for order in self.lesson.steps[step].before.clone() {
            if let Err(trouble) = table.play_text(&order) {
                self.notice = Some(Notice::Fault(format!("The lesson's order \"{order}\" does not go: {trouble}")));
                break;
            }
        }
        if self.act().is_some_and(|act| !act.is_reading()) {
            self.settle(table);
        }
        self.starts.insert(step, self.moment(&**table));
        if self.is_done(&**table) {
            self.advance(table, Outcome::Early);
        }
    }

    /// Puts the board of a stage on the table.
    pub(super) fn switch(&mut self, table: &mut Box<dyn Table>, stage: usize) -> Result<(), Fault> {
        if stage == self.stage {
            return Ok(());
        }
        let Some(next) = self.stages.get_mut(stage) else { return Err(Fault::new("there is no such board")) };
        let Some(new) = next.table.take() else {
            return Err(next.fault.clone().unwrap_or_else(|| Fault::new("this board is not here")));
        };
        let old = std::mem::replace(table, new);
        if let Some(before) = self.stages.get_mut(self.stage) {
            before.table = Some(old);
        }
        self.stage = stage;
        Ok(())
    }

    /// The moment as it is.
    pub(super) fn moment(&self, table: &dyn Table) -> Moment {
        Moment { stage: self.stage, orders: played(table), place: self.place.clone() }
    }

    /// Goes back to a moment; false where the table no longer leads there.
    pub(super) fn restore(&mut self, table: &mut Box<dyn Table>, moment: &Moment) -> bool {
        if self.switch(table, moment.stage).is_err() {
            return false;
        }
        self.place = moment.place.clone();
        (self.notice, self.hint, self.answered) = (None, None, None);
        match replay(table, &moment.orders) {
            Ok(()) => true,
            Err(trouble) => {
                self.notice = Some(Notice::Fault(trouble.to_string()));
                false
            }
        }
    }

    /// To the beginning of a step.
    pub(super) fn go_to(&mut self, table: &mut Box<dyn Table>, step: usize) {
        let start = match self.starts.get(&step) {
            Some(start) => Some(start.clone()),
            None => self.walk_to(table, step),
        };
        self.points.clear();
        match start {
            Some(start) if self.restore(table, &start) => self.place.step = step,
            _ => self.enter(table, step),
        }
        for step in self.report.steps.iter_mut().skip(step) {
            step.outcome = Outcome::Open;
        }
        self.report.finished = false;
    }

    /// To the next step, as if this one had been done.
    pub(super) fn skip(&mut self, table: &mut Box<dyn Table>) {
        let step = self.place.step;
        if step >= self.lesson.steps.len() {
            return;
        }
        let before = self.moment(&**table);
        if !self.finish_step(table) {
            let start = self.starts.get(&step).cloned();
            let again = start.is_some_and(|start| self.restore(table, &start)) && self.finish_step(table);
            if !again {
                self.restore(table, &before);
            }
        }
        self.place.step = step;
        self.notice = None;
        self.points.clear();
        self.end_step(Outcome::Skipped);
        self.enter(table, step + 1);
    }

    /// Gives everything that is left of the step, from where it stands; false where something does not go.
    pub(super) fn finish_step(&mut self, table: &mut Box<dyn Table>) -> bool {
        match self.step().map(|step| &step.task) {
            Some(Task::Acts(acts)) => {
                let most = acts.len();
                while self.place.act < most {
                    if !self.perform(table) {
                        return false;
                    }
                    self.place.act += 1;
                    self.place.replied = 0;
                }
                true
            }
            Some(Task::Watch { orders, .. }) => {
                let orders: Vec<String> = orders[self.place.act.min(orders.len())..].to_vec();
                orders.iter().all(|order| table.play_text(order).is_ok())
            }
            Some(Task::Quiz(_)) | None => true,
        }
    }

    /// Goes on after what is read or looked on at.
    pub(super) fn next(&mut self, table: &mut Box<dyn Table>) {
        self.notice = None;
        match self.step().map(|step| &step.task) {
            Some(Task::Watch { orders, first, comments }) if self.place.act < orders.len() => {
                let (mut at, most, first) = (self.place.act, orders.len(), *first);
                let stops: BTreeSet<u32> = comments.iter().map(|comment| comment.after).collect();
                let orders = orders.clone();
                loop {
                    let line = table.check_text(&orders[at]).ok();
                    if let Err(trouble) = table.play_text(&orders[at]) {
                        let what = format!("The order \"{}\" does not go: {trouble}. Skip goes on.", orders[at]);
                        self.notice = Some(Notice::Fault(what));
                        break;
                    }
                    self.shown = line.map_or_else(Marks::default, |line| arrow(&line.choice.parts));
                    at += 1;
                    let number = first + u32::try_from(at).unwrap_or(u32::MAX) - 1;
                    if at == most || stops.is_empty() || stops.contains(&number) {
                        break;
                    }
                }
                self.place.act = at;
            }
            Some(Task::Acts(_)) => self.advance(table, Outcome::Done),
            Some(_) => {
                self.end_step(Outcome::Done);
                self.enter(table, self.place.step + 1);
            }
            None => {}
        }
    }
}
