//! Judging an order: right, right later, on the way, or wrong.

use super::card::Notice;
use super::order::{Given, moment};
use super::plan::{Act, Expect, Step, Task, Text};
use super::tutor::{Tutor, told};
use crate::kernel::{Ask, Fault, Table};
use crate::pack::plain;
use crate::script::Value;

/// What is said of a wrong order where the lesson has no word for it.
pub(super) const NOT_ASKED: &str = "That is legal, but not what this step asks for. Take it back, or go on from there.";

/// What an order is in the eyes of a lesson.
pub(super) enum Verdict {
    Right,
    /// Right for a later step; what is said of it here, if something is.
    Early(usize, Option<String>),
    /// Something that has to be answered before what is asked for.
    OnTheWay,
    Wrong(String),
}

impl Tutor {
    /// What an order is, before it is carried out.
    pub(super) fn judged_before(&mut self, table: &mut Box<dyn Table>, order: &Given) -> Verdict {
        let learner = self.learner(&**table);
        let since = self.since(&**table);
        let Some(act) = self.act() else { return Verdict::OnTheWay };
        let only_done = matches!(act.expect, Expect::Nothing);
        let mut why = None;
        let mut fault = None;
        match &act.expect {
            Expect::Nothing => {}
            Expect::Patterns(patterns) => {
                if patterns.iter().any(|pattern| pattern.fits(order, &**table)) {
                    return Verdict::Right;
                }
            }
            Expect::Asked(hook) => {
                match self.lesson.script.ask(hook, &[order.told(), moment(&**table, learner, since)]) {
                    Ok(Value::Bool(true)) => return Verdict::Right,
                    Ok(Value::Text(text)) => why = Some(text),
                    Ok(_) => {}
                    Err(wrong) => fault = Some(wrong),
                }
            }
        }
        let said = act.otherwise.iter().find(|(pattern, _)| pattern.fits(order, &**table));
        let why = why.or_else(|| match self.said(&said?.1, &**table) {
            Ok(text) => Some(text),
            Err(wrong) => {
                fault = Some(wrong);
                None
            }
        });
        // what cannot be ordered yet is not blamed on what has to be answered first
        let wanted = act.show.last().cloned();
        let too_soon = order.asked != "turn" && wanted.is_some_and(|wanted| table.check_text(&wanted).is_err());
        if let Some(fault) = fault {
            self.notice = None;
            return Verdict::Wrong(told(&fault));
        }
        let early = self.later_step(order, &**table);
        let why = why.map(|why| plain::plain(&why).chars().take(plain::LINES).collect());
        match (early, why) {
            (Some(step), why) => Verdict::Early(step, why),
            // where a function alone says when it is done, many orders may lead there
            (None, None) if only_done => Verdict::OnTheWay,
            (None, None) if too_soon => Verdict::OnTheWay,
            (None, Some(why)) => Verdict::Wrong(why),
            (None, None) => Verdict::Wrong(NOT_ASKED.to_owned()),
        }
    }

    /// Whether what this step asks for can still be done after an order of a later step: else that came too early.
    pub(super) fn can_still_be_done(&self, table: &mut Box<dyn Table>) -> bool {
        let Some(first) = self.act().and_then(|act| act.show.first().cloned()) else { return true };
        match table.ask() {
            Ask::Ask(question) if question.seat == self.learner(&**table) => table.check_text(&first).is_ok(),
            // what is asked in mid-action leads back to the learner
            Ask::Ask(question) => question.name != "turn",
            Ask::Over(_) => false,
        }
    }

    /// A later step on this board for which an order is right.
    pub(super) fn later_step(&self, order: &Given, table: &dyn Table) -> Option<usize> {
        let later = self.lesson.steps.iter().enumerate().skip(self.place.step + 1);
        let mut same_board = later.take_while(|(_, step)| step.opening.is_none() && step.before.is_empty());
        let fits = |(k, step): &(usize, &Step)| match &step.task {
            Task::Acts(acts) => match &acts[..] {
                [Act { expect: Expect::Patterns(patterns), .. }] => {
                    !self.place.ticked.contains(k) && patterns.iter().any(|pattern| pattern.fits(order, table))
                }
                _ => false,
            },
            _ => false,
        };
        same_board.find(fits).map(|(k, _)| k)
    }

    /// Whether the act's own function says that it is done.
    pub(super) fn is_done(&mut self, table: &dyn Table) -> bool {
        let (learner, since) = (self.learner(table), self.since(table));
        let Some(hook) = self.act().and_then(|act| act.done.clone()) else { return false };
        match self.lesson.script.ask(&hook, &[moment(table, learner, since)]) {
            Ok(answer) => answer == Value::Bool(true),
            Err(fault) => {
                self.notice = Some(Notice::Fault(told(&fault)));
                false
            }
        }
    }

    /// The number of the order after which the step began.
    pub(super) fn since(&self, table: &dyn Table) -> u32 {
        let orders = self.starts.get(&self.place.step).map_or(0, |start| start.orders.len());
        table.first_known() + u32::try_from(orders).unwrap_or(u32::MAX)
    }

    pub(super) fn said(&self, text: &Text, table: &dyn Table) -> Result<String, Fault> {
        let (learner, since) = (self.learner(table), self.since(table));
        self.lesson.script.text(text, || moment(table, learner, since))
    }
}
