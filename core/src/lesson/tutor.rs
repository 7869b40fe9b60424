//! The tutor: leads a learner through a lesson over a table that somebody else holds.
//!
//! The learner's orders all come by [`Tutor::give`], and everything on the card by [`Tutor::press`]; both may change what
//! lies on the table, also for another board. What a script does wrong is told on the card, and Skip leads on.

use std::collections::{BTreeMap, BTreeSet};

use super::card::{Button, Card, Notice};
use super::hand::Hand;
use super::judge::{NOT_ASKED, Verdict};
use super::marks::Marks;
use super::opening::Stage;
use super::order::Given;
use super::plan::{Act, Lesson, Step, Task};
use super::report::{Outcome, Report, StepReport};
use crate::kernel::{Entry, Fault, Part, Player, Refusal, Seat, Table, Trouble};
use crate::pack::plain;

/// Somebody who leads through a lesson.
pub struct Tutor {
    pub(super) lesson: Lesson,
    pub(super) stages: Vec<Stage>,
    /// Which of them is on the table.
    pub(super) stage: usize,
    pub(super) place: Place,
    /// Where each step began that has been come to.
    pub(super) starts: BTreeMap<usize, Moment>,
    /// The moments before the learner's orders.
    pub(super) points: Vec<Moment>,
    pub(super) notice: Option<Notice>,
    pub(super) hint: Option<String>,
    /// The arrow of what was shown last.
    pub(super) shown: Marks,
    pub(super) answered: Option<usize>,
    pub(super) bot: Option<(usize, Box<dyn Player>)>,
    /// The answer of the other side that did not go, since this was last asked.
    pub(super) unfit: Option<String>,
    /// How the learner gives orders.
    pub(super) hand: Hand,
    pub(super) report: Report,
    pub(super) card: Card,
}

/// How far the learner is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The step, as many as there are at the end.
    pub(super) step: usize,
    /// The act in it, or how many orders of a replay have been seen.
    pub(super) act: usize,
    /// How many of the act's replies were given.
    pub(super) replied: usize,
    /// Steps that were done before they were asked for.
    pub(super) ticked: BTreeSet<usize>,
}

/// A moment to go back to.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) stage: usize,
    /// All orders of the table so far.
    pub(super) orders: Vec<String>,
    pub(super) place: Place,
}

impl Tutor {
    /// Begins a lesson, whose boards are laid out; what it says is on the card, and its first board is the table.
    ///
    /// # Errors
    /// When the board that it begins from cannot be laid out.
    pub fn begin(lesson: Lesson, stages: Vec<Stage>) -> Result<(Tutor, Box<dyn Table>), Fault> {
        let steps = lesson.steps.iter().map(|step| StepReport {
            name: step.name.clone(),
            title: step.title.clone(),
            ..StepReport::default()
        });
        let report = Report {
            lesson: lesson.id.clone(),
            version: lesson.version.clone(),
            title: lesson.title.clone(),
            questions: lesson.steps.iter().filter(|step| matches!(step.task, Task::Quiz(_))).count(),
            steps: steps.collect(),
            ..Report::default()
        };
        let mut tutor = Tutor {
            lesson,
            stages,
            stage: 0,
            place: Place::default(),
            starts: BTreeMap::new(),
            points: Vec::new(),
            notice: None,
            hint: None,
            shown: Marks::default(),
            answered: None,
            bot: None,
            unfit: None,
            hand: Hand::default(),
            report,
            card: Card::default(),
        };
        let (_, opening) = tutor.lesson.source(0);
        let stage = tutor.stages.iter().position(|stage| stage.opening == *opening).unwrap_or(0);
        let Some(stage_here) = tutor.stages.get_mut(stage) else { return Err(Fault::new("a lesson needs a board")) };
        let Some(mut table) = stage_here.table.take() else {
            return Err(stage_here.fault.clone().unwrap_or_else(|| Fault::new("a lesson needs a board")));
        };
        tutor.stage = stage;
        tutor.enter(&mut table, 0);
        tutor.write_card(&*table);
        Ok((tutor, table))
    }

    /// From now on the card speaks to who gives orders in this way.
    pub fn speak_to(&mut self, table: &dyn Table, hand: Hand) {
        self.hand = hand;
        self.write_card(table);
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The card as it is now.
    #[must_use]
    pub fn card(&self) -> &Card {
        &self.card
    }

    /// What the learner has done so far.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The side that the learner plays now.
    #[must_use]
    pub fn learner(&self, table: &dyn Table) -> Seat {
        let sides = table.sides();
        let seat = self.lesson.seat_of(self.place.step.min(self.lesson.steps.len() - 1));
        let at = seat.and_then(|word| sides.iter().position(|side| side == word)).unwrap_or(0);
        Seat(u8::try_from(at).unwrap_or(0))
    }

    pub(super) fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.place.step)
    }

    pub(super) fn act(&self) -> Option<&Act> {
        match &self.step()?.task {
            Task::Acts(acts) => acts.get(self.place.act),
            Task::Quiz(_) | Task::Watch { .. } => None,
        }
    }

    /// Carries out an order of the learner and says on the card what to think of it.
    ///
    /// # Errors
    /// Why it is not carried out: not legal, or the card waits for something else. The table then stands as before.
    pub fn give(&mut self, table: &mut Box<dyn Table>, text: &str) -> Result<(), Trouble> {
        let refused = |why: &'static str| Err(Refusal::new("", why).into());
        match (self.step().map(|step| &step.task), self.act()) {
            (None, _) => return refused("The lesson is over."),
            (Some(Task::Quiz(_)), _) => return refused("This step is a question: choose an answer."),
            (Some(Task::Watch { .. }), _) => return refused("In this step you look on: Next goes on."),
            (_, Some(act)) if act.is_reading() => return refused("This card is only to be read: Next goes on."),
            _ => {}
        }
        let line = table.check_text(text)?;
        let order = Given::of(&**table, &line);
        if order.seat != self.learner(&**table) {
            return refused("The other side decides now: Go on, or take your order back.");
        }
        let verdict = self.judged_before(table, &order);
        let before = self.moment(&**table);
        table.play_text(text)?;
        self.points.push(before);
        (self.notice, self.hint, self.shown, self.answered) = (None, None, Marks::default(), None);
        let verdict = match verdict {
            Verdict::Right => Verdict::Right,
            _ if self.is_done(&**table) => Verdict::Right,
            Verdict::Early(_, why) if !self.can_still_be_done(table) => {
                Verdict::Wrong(why.unwrap_or_else(|| NOT_ASKED.to_owned()))
            }
            other => other,
        };
        match verdict {
            Verdict::Right => self.right(table),
            Verdict::Early(step, _) => {
                self.place.ticked.insert(step);
                let title = &self.lesson.steps[step].title;
                self.notice = Some(Notice::Right(format!("That was step {} already, {title}: done.", step + 1)));
                self.settle(table);
            }
            Verdict::OnTheWay => {
                self.settle(table);
                if self.is_done(&**table) {
                    self.advance(table, Outcome::Done);
                }
            }
            Verdict::Wrong(why) => {
                if let Some(step) = self.report.steps.get_mut(self.place.step) {
                    step.wrong += 1;
                }
                self.notice = self.notice.take().or(Some(Notice::Wrong(why)));
            }
        }
        self.write_card(&**table);
        Ok(())
    }

    /// Does what a button of the card is for; one that is not there does nothing.
    pub fn press(&mut self, table: &mut Box<dyn Table>, button: Button) {
        if !self.card.has(button) {
            return;
        }
        let shown = std::mem::take(&mut self.shown);
        match button {
            Button::Hint => {
                self.give_hint(&**table);
                self.shown = self.aim(table);
            }
            Button::ShowMe => self.show(table),
            Button::TakeBack => self.take_back(table),
            Button::GoOn => {
                self.notice = None;
                self.settle(table);
                if self.is_done(&**table) {
                    self.advance(table, Outcome::Done);
                }
            }
            Button::Back => {
                let early =
                    |step: &usize| self.report.steps.get(*step).is_some_and(|step| step.outcome == Outcome::Early);
                let before = (0..self.place.step).rev().find(|step| !early(step));
                self.go_to(table, before.unwrap_or(0));
            }
            Button::Restart => self.go_to(table, self.place.step.min(self.lesson.steps.len() - 1)),
            Button::Skip => self.skip(table),
            Button::Next => self.next(table),
            Button::Answer(answer) => {
                self.shown = shown;
                self.answer(answer);
            }
        }
        self.write_card(&**table);
    }

    /// Takes back the learner's newest order; whether there was one.
    pub fn take_back_order(&mut self, table: &mut Box<dyn Table>) -> bool {
        let had = !self.points.is_empty();
        self.shown = Marks::default();
        self.take_back(table);
        self.write_card(&**table);
        had
    }

    /// Forgets what was of the lesson as it was.
    pub(super) fn forget(&mut self) {
        self.starts.clear();
        self.points.clear();
        (self.notice, self.hint, self.answered, self.bot) = (None, None, None, None);
        self.shown = Marks::default();
    }
}

/// An arrow from the first to the last of some places, or a ring about the only one.
pub(super) fn arrow(parts: &[Part]) -> Marks {
    match parts {
        [] => Marks::default(),
        [only] => Marks { rings: vec![*only], ..Marks::default() },
        [first, .., last] => Marks { arrows: vec![(*first, *last)], ..Marks::default() },
    }
}

/// A fault of a lesson's script, for its learner.
pub(super) fn told(fault: &Fault) -> String {
    plain::line(&format!("The lesson fails here ({fault}). Skip goes on."))
}

/// The orders that stand on a table, as their owners wrote them.
pub(super) fn played(table: &dyn Table) -> Vec<String> {
    let mut orders = Vec::new();
    for entry in table.entries() {
        match entry {
            Entry::Order { text, .. } => orders.push(text.clone()),
            Entry::Back { to } => orders.truncate(to.saturating_sub(table.first_known()) as usize),
            _ => {}
        }
    }
    orders
}

/// Leads a table to where these orders stand and no others.
pub(super) fn replay(table: &mut Box<dyn Table>, orders: &[String]) -> Result<(), Trouble> {
    let now = played(&**table);
    let same = now.iter().zip(orders).take_while(|(a, b)| a == b).count();
    if same < now.len() {
        table.back_to(table.first_known() + u32::try_from(same).unwrap_or(u32::MAX))?;
    }
    orders[same..].iter().try_for_each(|order| table.play_text(order).map(drop))
}
