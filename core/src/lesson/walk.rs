//! Coming to a step that was not reached by playing: after its script has changed, or backwards.

use super::opening::Stage;
use super::plan::{Lesson, Task};
use super::report::StepReport;
use super::tutor::{Moment, Place, Tutor, played, replay};
use crate::kernel::{Ask, Table};

impl Tutor {
    /// Leads the table to where a step begins, by the right orders of those before it on its board; the moment, if the step
    /// is come to.
    pub(super) fn walk_to(&mut self, table: &mut Box<dyn Table>, step: usize) -> Option<Moment> {
        let report = self.report.clone();
        let (from, opening) = self.lesson.source(step);
        let stage = self.stages.iter().position(|stage| stage.opening == *opening)?;
        let switched = self.switch(table, stage);
        let first = self.stages.get(stage).map_or(0, |stage| stage.first);
        if switched.is_ok() && table.number() > first {
            table.back_to(first).ok()?;
        }
        self.place = Place::default();
        self.enter(table, from);
        while self.place.step < step {
            let at = self.place.step;
            // what does not go is left out: the step begins from as near as can be
            self.finish_step(table);
            self.enter(table, at + 1);
        }
        (self.report, self.notice) = (report, None);
        self.starts.get(&step).cloned()
    }

    /// Goes on with the lesson as its pack is now, at the step of the same name. What was ordered in the step is ordered
    /// again, as far as it still goes.
    pub fn reload(&mut self, table: &mut Box<dyn Table>, lesson: Lesson, mut stages: Vec<Stage>) {
        let ended = self.place.step >= self.lesson.steps.len();
        let name = self.step().map(|step| step.name.clone());
        let (old_start, old_report) = (self.starts.get(&self.place.step).cloned(), std::mem::take(&mut self.report));
        let (_, old_opening) = self.lesson.source(self.place.step);
        let now = played(&**table);
        let since = old_start.as_ref().and_then(|start| now.get(start.orders.len()..)).unwrap_or_default().to_vec();
        let step = match name.and_then(|name| lesson.step_named(&name)) {
            Some(step) => step,
            None if ended => lesson.steps.len() - 1,
            None => self.place.step.min(lesson.steps.len() - 1),
        };
        let (_, opening) = lesson.source(step);
        let stage = stages.iter().position(|stage| stage.opening == *opening).unwrap_or(0);
        let same_board = opening == old_opening;
        let Some(new) = stages.get_mut(stage).and_then(|stage| stage.table.take()) else {
            // nothing to play on: the lesson goes on as it was, and says why
            self.report = old_report;
            let why =
                stages.get(stage).and_then(|stage| stage.fault.as_ref()).map_or(String::new(), ToString::to_string);
            self.notice = Some(super::Notice::Fault(format!("The lesson as it is now has no board here: {why}")));
            self.write_card(&**table);
            return;
        };
        *table = new;
        (self.lesson, self.stages, self.stage) = (lesson, stages, stage);
        self.forget();
        self.report.clone_from(&old_report);
        self.report.steps = self.steps_anew(&old_report.steps);
        self.report.title.clone_from(&self.lesson.title);
        self.report.version.clone_from(&self.lesson.version);
        let is_quiz = |step: &&super::Step| matches!(step.task, Task::Quiz(_));
        self.report.questions = self.lesson.steps.iter().filter(is_quiz).count();
        self.report.count();
        let kept = old_start.filter(|start| same_board && replay(table, &start.orders).is_ok());
        self.place = Place { step, ..Place::default() };
        match kept {
            Some(_) => {
                let start = self.moment(&**table);
                self.starts.insert(step, start);
            }
            None => {
                if let Some(start) = self.walk_to(table, step) {
                    self.restore(table, &start);
                }
                self.place = Place { step, ..Place::default() };
            }
        }
        let report = self.report.clone();
        self.do_again(table, &since, step);
        self.report = report;
        if ended && self.place.step == step {
            self.skip(table);
        }
        self.write_card(&**table);
    }

    /// The learner's orders of a step once more, as long as they go and lead no further.
    fn do_again(&mut self, table: &mut Box<dyn Table>, orders: &[String], step: usize) {
        let looks_on = matches!(self.step().map(|step| &step.task), Some(Task::Watch { .. }));
        for order in orders {
            if looks_on {
                if table.play_text(order).is_err() {
                    return;
                }
                self.place.act += 1;
                continue;
            }
            let learner = self.learner(&**table);
            let asked = matches!(table.ask(), Ask::Ask(question) if question.seat == learner);
            let is_answered = !asked || played(&**table).last() == Some(order);
            if self.place.step != step {
                return;
            }
            if !is_answered && self.give(table, order).is_err() {
                return;
            }
        }
    }

    /// What was done in the steps of the same names.
    fn steps_anew(&self, old: &[StepReport]) -> Vec<StepReport> {
        let report = |step: &super::Step| {
            let known = old.iter().find(|known| known.name == step.name).cloned().unwrap_or_default();
            StepReport { name: step.name.clone(), title: step.title.clone(), ..known }
        };
        self.lesson.steps.iter().map(report).collect()
    }
}
