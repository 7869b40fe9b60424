//! Whose decision it is, and what is asked.

use super::Triomphe;
use super::flow::Step;
use super::model::State;
use super::morale::TokenChoice;
use super::settings::TokenLosses;
use crate::kernel::{Ask, Question, Rule, Seat};

/// The names of the decisions; one that a step of a pack asks for is called like the step.
pub(super) const QUESTIONS: [&str; 20] = [
    "turn",
    "respond",
    "step_up",
    "show",
    "onward",
    "continue",
    "also",
    "mark",
    "lead",
    "attack",
    "join",
    "gun",
    "gun_hit",
    "counter",
    "odd",
    "loss",
    "retreat",
    "take_tokens",
    "reinforce_tokens",
    "return",
];

impl Triomphe {
    /// The seat whose decision a step is.
    pub(super) fn decider(&self, s: &State) -> Seat {
        if let Some((choice, army)) = self.token_choice(s) {
            // 18: the opponent chooses
            let own = choice == TokenChoice::Take && self.numbers.token_losses_by == TokenLosses::Owner;
            return if own { army } else { army.other() };
        }
        if let Some(due) = s.fight.dues.first() {
            return due.by;
        }
        match s.step {
            Step::Own => s.prompt.map_or(s.active, |prompt| prompt.seat),
            Step::Respond
            | Step::Lead
            | Step::Gun
            | Step::Counter
            | Step::CounterOdd
            | Step::DefenderOdd
            | Step::DefenderExcess
            | Step::RetreatLoss
            | Step::Flee
            | Step::Target => s.active.other(),
            _ => s.active,
        }
    }

    pub(super) fn question(&self, s: &State) -> Ask {
        if let Some(ending) = s.ending {
            return Ask::Over(ending.outcome());
        }
        if let (Step::Own, Some(prompt), Some(step)) = (s.step, s.prompt, self.own.steps.get(usize::from(s.own)))
            && s.fight.dues.is_none()
            && self.token_choice(s).is_none()
        {
            return Ask::Ask(Question {
                seat: prompt.seat,
                text: step.ask.clone().into(),
                help: step.help.clone().into(),
                name: step.name.clone().into(),
                rule: Rule::of(step.rule),
                needs_hidden_faces: prompt.from.is_some(),
            });
        }
        let (name, text, section, faces) = match self.token_choice(s) {
            Some((TokenChoice::Take, _)) => ("take_tokens", "choose whose committed morale is lost", "18", false),
            Some((TokenChoice::Shift, _)) => {
                ("reinforce_tokens", "move committed morale to where it is owed, or leave it", "18", false)
            }
            None => match s.step {
                _ if let Some(due) = s.fight.dues.first() => {
                    ("loss", "choose who takes the next reduction", "11.8", due.by == due.seat)
                }
                Step::Mark => ("mark", "choose the approach that is bombarded", "10.2", false),
                Step::Also => ("also", "organize a second piece, or no more", "14", true),
                Step::Respond => ("respond", "answer the attack from reserve", "9.2", true),
                Step::StepUp => {
                    ("step_up", "advance the blocked attackers to the approach, or leave them", "9.4", false)
                }
                Step::Lead => ("lead", "choose who leads the defence", "11.2", true),
                Step::Head => ("attack", "choose who leads the attack", "11.3", true),
                Step::Join => ("join", "choose who else takes part in the assault", "11.3", true),
                Step::Gun => ("gun", "fire artillery in defence, or hold fire", "11.4", true),
                Step::Hit => ("gun_hit", "choose which leading piece is hit", "11.4", false),
                Step::Counter => ("counter", "choose who counter-attacks", "11.5", true),
                Step::CounterOdd => {
                    ("odd", "choose which counter-attacking piece takes the odd reduction", "11.5", false)
                }
                Step::AttackerOdd | Step::DefenderOdd => {
                    ("odd", "choose which leading piece takes the odd reduction", "11.8", false)
                }
                Step::AttackerExcess | Step::DefenderExcess => {
                    ("loss", "choose who takes the next reduction", "11.8", true)
                }
                Step::RetreatLoss => ("loss", "choose who takes the next reduction of the retreat", "13.1", false),
                Step::Target => ("loss", "choose who takes the bombardment's reduction", "10.2", true),
                Step::Flee => ("retreat", "choose where the next piece retreats", "13.2", false),
                Step::Onward => ("onward", "march on, or end the march", "8", true),
                Step::Ride => ("continue", "continue with cavalry to an approach, or stay", "12", true),
                Step::Reveals => ("show", "show an infantry piece of the attack", "9", true),
                Step::Return => ("return", "return a committed morale token, or none", "18", false),
                _ => ("turn", "give an order, or end the turn", "6", true),
            },
        };
        let phases = &self.numbers.phases;
        let text: std::borrow::Cow<'static, str> = match name {
            "turn" if phases.count() > 1 => format!("{}: give an order, or go on", phases.name(s.phase)).into(),
            _ => text.into(),
        };
        Ask::Ask(Question {
            seat: self.decider(s),
            text,
            help: "".into(),
            name: name.into(),
            rule: Rule::of(section),
            needs_hidden_faces: faces,
        })
    }
}
