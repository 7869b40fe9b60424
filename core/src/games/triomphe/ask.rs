//! Whose decision it is, and what is asked.

use super::Triomphe;
use super::flow::Step;
use super::model::State;
use super::morale::TokenChoice;
use super::settings::TokenLosses;
use crate::kernel::{Ask, Question, Rule, Seat};
use std::borrow::Cow;

/// What is asked, in words that are always the same.
pub(super) struct Asked {
    /// The stable name of the question.
    name: &'static str,
    /// What is asked.
    pub(super) text: &'static str,
    /// The section that asks.
    pub(super) section: &'static str,
    /// Whether hidden faces must be seen to decide.
    faces: bool,
}

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
        let Asked { name, text, section, faces } = self.asked(s);
        let phases = &self.numbers.phases;
        let text: Cow<'static, str> = match name {
            "turn" if phases.count() > 1 => {
                let ends = if s.phase + 1 < phases.count() { "end this step of the turn" } else { "end the turn" };
                format!("it is time for {}: give such an order, or {ends}", phases.name(s.phase)).into()
            }
            "respond" => format!("answer the attack {} from reserve", self.attack_in_words(s)).into(),
            _ => text.into(),
        };
        let assault = s.fight.assault && matches!(name, "lead" | "attack" | "join" | "gun" | "gun_hit" | "counter");
        let help = match assault {
            true => format!("The assault goes {}.", self.attack_in_words(s)),
            false => String::new(),
        };
        Ask::Ask(Question {
            seat: self.decider(s),
            text,
            help: help.into(),
            name: name.into(),
            rule: Rule::of(section),
            needs_hidden_faces: faces,
        })
    }

    /// What everybody sees of the attack under way: `from 5 into 12 Marengo by 2 pieces`.
    fn attack_in_words(&self, s: &State) -> String {
        let (from, into) = (self.pos_text(s.fight.from), self.map.locale_title(self.map.approach(s.fight.over).locale));
        let by = match s.fight.attackers {
            0 => String::new(), // not chosen yet
            1 => " by 1 piece".to_owned(),
            n => format!(" by {n} pieces"),
        };
        format!("from {from} into {into}{by}")
    }

    /// What is asked but for what packs ask: the turn where nothing else is.
    pub(super) fn asked(&self, s: &State) -> Asked {
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
        Asked { name, text, section, faces }
    }
}
