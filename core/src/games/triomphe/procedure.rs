//! Procedures: which step follows which, where packs may order that otherwise.

use super::flow::Step;
use crate::games::settings::{Choices, Kind};
use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::Value;
use serde::{Deserialize, Serialize};

/// The steps of an assault, by the names that `rules.toml` gives them, in the printed order. *losses* is the first of
/// four steps, *gun* and *counter* lead to one more each. (11)
pub(super) const ASSAULT: [(&str, Step); 8] = [
    ("lead", Step::Lead),
    ("head", Step::Head),
    ("join", Step::Join),
    ("gun", Step::Gun),
    ("counter", Step::Counter),
    ("result", Step::Result),
    ("losses", Step::AttackerOdd),
    ("complete", Step::Complete),
];

/// Which step of an assault has to come before which, where both are played.
const BEFORE: [(Step, Step); 9] = [
    (Step::Head, Step::Join),
    (Step::Head, Step::Gun),
    (Step::Head, Step::Counter),
    (Step::Join, Step::Result),
    (Step::Lead, Step::Counter),
    (Step::Lead, Step::Result),
    (Step::Gun, Step::Result),
    (Step::Counter, Step::Result),
    (Step::Result, Step::AttackerOdd),
];

/// The steps of an assault in the order in which they are played; what is left out is not played. (11)
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssaultOrder(Vec<Step>);

/// The words of a table of words and what they mean.
pub(super) const fn names_of<T, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut k = 0;
    while k < N {
        names[k] = table[k].0;
        k += 1;
    }
    names
}

impl Default for AssaultOrder {
    fn default() -> Self {
        AssaultOrder(ASSAULT.iter().map(|(_, step)| *step).collect())
    }
}

impl AssaultOrder {
    /// The names of the steps, in the printed order.
    pub const NAMES: [&'static str; ASSAULT.len()] = names_of(&ASSAULT);

    /// The order of some steps by name.
    ///
    /// # Errors
    /// One sentence: an unknown step, one that stands twice, one that comes too early, one that is missing.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<AssaultOrder, String> {
        let mut steps = Vec::new();
        for name in names {
            let Some(&(_, step)) = ASSAULT.iter().find(|(known, _)| *known == name) else {
                let hint = did_you_mean(name, Self::NAMES).map_or_else(String::new, |hint| format!("; {hint}"));
                return Err(format!("an assault has no step \"{name}\"{hint}"));
            };
            if steps.contains(&step) {
                return Err(format!("the step \"{name}\" is there twice"));
            }
            steps.push(step);
        }
        let at = |step: Step| steps.iter().position(|s| *s == step);
        if let Some((name, _)) =
            ASSAULT.iter().find(|(_, s)| matches!(s, Step::Head | Step::Result | Step::Complete) && !steps.contains(s))
        {
            return Err(format!("an assault needs the step \"{name}\""));
        }
        if steps.last() != Some(&Step::Complete) {
            return Err("the last step of an assault is \"complete\"".to_owned());
        }
        for (first, then) in BEFORE {
            if let (Some(a), Some(b)) = (at(first), at(then))
                && a > b
            {
                return Err(format!("the step \"{}\" comes before \"{}\"", named(first), named(then)));
            }
        }
        Ok(AssaultOrder(steps))
    }

    /// Whether a printed step of this name is not played.
    pub(super) fn leaves_out(&self, name: &str) -> bool {
        ASSAULT.iter().any(|(known, step)| *known == name && !self.0.contains(step))
    }

    /// The steps.
    pub(super) fn steps(&self) -> &[Step] {
        &self.0
    }
}

fn named(step: Step) -> &'static str {
    ASSAULT.iter().find(|(_, s)| *s == step).map_or("", |(name, _)| name)
}

impl Kind for AssaultOrder {
    fn read(value: &Value<'_>, _: &Choices) -> Option<Self> {
        let names = value.texts()?;
        AssaultOrder::of(names.iter().map(|name| name.text)).map_err(|wrong| value.error(wrong)).ok()
    }
    fn parse(text: &str, _: &Choices) -> Option<Self> {
        AssaultOrder::of(text.split(',').map(str::trim)).ok()
    }
    fn text(&self) -> String {
        self.0.iter().map(|step| named(*step)).collect::<Vec<_>>().join(",")
    }
}

/// A step of a procedure: printed, or a pack's by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Printed(Step),
    Own(u8),
}

/// The steps after which packs may put their own, by name; those of an assault are there beside them.
const STAGES: [(&str, Step); 8] = [
    ("turn.start", Step::Start),
    ("turn.morale", Step::CleanUp),
    ("turn.return", Step::Return),
    ("attack.answer", Step::Respond),
    ("bombardment.hit", Step::Target),
    ("retreat.reveal", Step::Reveal),
    ("retreat.losses", Step::RetreatLoss),
    ("retreat.flight", Step::Fled),
];

/// What follows in the procedures that packs can only lengthen.
const NEXT: [(Step, Step); 8] = [
    (Step::Start, Step::Turn),
    (Step::CleanUp, Step::Return),
    (Step::Return, Step::Pass),
    (Step::Respond, Step::Resolve),
    (Step::Target, Step::Finish),
    (Step::Reveal, Step::RetreatLoss),
    (Step::RetreatLoss, Step::Room),
    (Step::Fled, Step::Advance),
];

/// The names of all steps after which packs may put their own.
pub(super) fn stage_names() -> impl Iterator<Item = String> {
    let assault = ASSAULT.iter().filter(|(_, step)| *step != Step::Complete);
    let assault =
        std::iter::once("declare").chain(assault.map(|(name, _)| *name)).map(|name| format!("assault.{name}"));
    assault.chain(STAGES.iter().map(|(name, _)| (*name).to_owned()))
}

/// How many steps there are.
const STEPS: usize = Step::Own as usize + 1;

/// What a pack's step has to know of its place.
#[derive(Clone, Copy, Debug)]
struct Place {
    next: Stage,
    in_assault: bool,
    decided: bool,
}

/// The procedures of one game: for every step that ends a part of a procedure, the step that follows.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// The first step of an assault.
    pub(super) assault: Stage,
    after: [Stage; STEPS],
    own: Vec<Place>,
}

impl Flow {
    pub(super) fn of(assault: &AssaultOrder) -> Flow {
        let first = Stage::Printed(assault.steps().first().copied().unwrap_or(Step::Head));
        let mut flow = Flow { assault: first, after: [Stage::Printed(Step::Finish); STEPS], own: Vec::new() };
        let pairs = assault.steps().windows(2).map(|pair| (pair[0], pair[1]));
        for (step, next) in pairs.chain(NEXT) {
            flow.after[step as usize] = Stage::Printed(next);
        }
        flow
    }

    /// Puts a pack's step after a printed one, behind those that lie there already.
    ///
    /// # Errors
    /// One sentence: there is no such step, or it is not played here.
    pub(super) fn insert(&mut self, assault: &AssaultOrder, own: u8, after: &str) -> Result<(), String> {
        let within = |step: Step| assault.steps().iter().position(|s| *s == step);
        let of_assault = after.strip_prefix("assault.");
        let step = match of_assault {
            Some("declare") => None,
            Some(name) => {
                let step = ASSAULT.iter().find(|(known, s)| *known == name && *s != Step::Complete).map(|(_, s)| *s);
                if step.is_some_and(|step| within(step).is_none()) {
                    return Err(format!("`after`: the step \"{name}\" is left out of the assault here"));
                }
                Some(step.ok_or_else(|| unknown(after))?)
            }
            None => {
                Some(STAGES.iter().find(|(known, _)| *known == after).map(|(_, s)| *s).ok_or_else(|| unknown(after))?)
            }
        };
        let decided = match step {
            Some(step) if of_assault.is_some() => within(step) >= within(Step::Result),
            Some(step) => matches!(step, Step::Reveal | Step::RetreatLoss | Step::Fled),
            None => false,
        };
        let mut last: Option<usize> = None;
        let mut next = step.map_or(self.assault, |step| self.after[step as usize]);
        while let Stage::Own(k) = next {
            (last, next) = (Some(usize::from(k)), self.own[usize::from(k)].next);
        }
        match (last, step) {
            (Some(k), _) => self.own[k].next = Stage::Own(own),
            (None, Some(step)) => self.after[step as usize] = Stage::Own(own),
            (None, None) => self.assault = Stage::Own(own),
        }
        self.own.push(Place { next, in_assault: of_assault.is_some(), decided });
        Ok(())
    }

    /// The step that follows when a step's part of its procedure is over.
    pub(super) fn after(&self, done: Step) -> Stage {
        self.after[done as usize]
    }

    /// The step that follows a pack's.
    pub(super) fn after_own(&self, own: u8) -> Stage {
        self.own.get(usize::from(own)).map_or(Stage::Printed(Step::Finish), |place| place.next)
    }

    /// Whether a pack's step belongs to an assault.
    pub(super) fn is_in_assault(&self, own: u8) -> bool {
        self.own.get(usize::from(own)).is_some_and(|place| place.in_assault)
    }

    /// Whether an attack is decided when a pack's step is come to.
    pub(super) fn is_decided(&self, own: u8) -> bool {
        self.own.get(usize::from(own)).is_some_and(|place| place.decided)
    }

    /// Whether packs have steps.
    pub(super) fn has_own(&self) -> bool {
        !self.own.is_empty()
    }
}

fn unknown(after: &str) -> String {
    let names: Vec<String> = stage_names().collect();
    let hint = did_you_mean(after, names.iter().map(String::as_str));
    let hint = hint.map_or_else(|| format!("; it can be {}", names.join(", ")), |hint| format!("; {hint}"));
    format!("`after`: there is no step \"{after}\"{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_an_assault_are_checked() {
        let order = |text: &str| AssaultOrder::of(text.split(' '));
        assert_eq!(order("lead head join gun counter result losses complete"), Ok(AssaultOrder::default()));
        assert!(order("head join gun lead result losses complete").is_ok());
        for (text, wrong) in [
            ("head result loses complete", "an assault has no step \"loses\"; did you mean \"losses\"?"),
            ("head head result complete", "the step \"head\" is there twice"),
            ("lead result complete", "an assault needs the step \"head\""),
            ("head complete result", "the last step of an assault is \"complete\""),
            ("head losses result complete", "the step \"result\" comes before \"losses\""),
            ("gun head result complete", "the step \"head\" comes before \"gun\""),
            ("head result losses join complete", "the step \"join\" comes before \"result\""),
        ] {
            assert_eq!(order(text).unwrap_err(), wrong);
        }
    }

    #[test]
    fn a_shorter_order_skips_what_it_leaves_out() {
        let order = AssaultOrder::of(["head", "result", "complete"]).unwrap();
        let mut flow = Flow::of(&order);
        assert_eq!(
            (flow.assault, flow.after(Step::Head), flow.after(Step::Result)),
            (Stage::Printed(Step::Head), Stage::Printed(Step::Result), Stage::Printed(Step::Complete))
        );
        assert_eq!(
            flow.insert(&order, 0, "assault.losses").unwrap_err(),
            "`after`: the step \"losses\" is left out of the assault here"
        );
        assert_eq!(
            flow.insert(&order, 0, "assault.reslut").unwrap_err(),
            "`after`: there is no step \"assault.reslut\"; did you mean \"assault.result\"?"
        );
        for own in 0..2 {
            flow.insert(&order, own, "assault.result").unwrap();
        }
        let way = (flow.after(Step::Result), flow.after_own(0), flow.after_own(1));
        assert_eq!(way, (Stage::Own(0), Stage::Own(1), Stage::Printed(Step::Complete)));
    }
}
