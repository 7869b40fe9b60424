//! Procedures: which step follows which, where packs may order that otherwise.

use super::flow::Step;
use super::numbers::{Choices, Kind};
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
const BEFORE: [(Step, Step); 8] = [
    (Step::Head, Step::Join),
    (Step::Head, Step::Gun),
    (Step::Head, Step::Counter),
    (Step::Lead, Step::Counter),
    (Step::Lead, Step::Result),
    (Step::Gun, Step::Result),
    (Step::Counter, Step::Result),
    (Step::Result, Step::AttackerOdd),
];

/// The steps of an assault in the order in which they are played; what is left out is not played. (11)
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssaultOrder(Vec<Step>);

impl Default for AssaultOrder {
    fn default() -> Self {
        AssaultOrder(ASSAULT.iter().map(|(_, step)| *step).collect())
    }
}

impl AssaultOrder {
    /// The names of the steps, in the printed order.
    pub const NAMES: [&'static str; 8] = {
        let mut names = [""; 8];
        let mut k = 0;
        while k < 8 {
            names[k] = ASSAULT[k].0;
            k += 1;
        }
        names
    };

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

/// How many steps there are.
const STEPS: usize = Step::Mark as usize + 1;

/// The procedures of one game: for every step that ends a part of a procedure, the step that follows.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    /// The first step of an assault.
    pub(super) assault: Step,
    after: [Step; STEPS],
}

impl Flow {
    pub(super) fn of(assault: &AssaultOrder) -> Flow {
        let mut flow = Flow { assault: Step::Head, after: [Step::Finish; STEPS] };
        if let [first, ..] = assault.steps() {
            flow.assault = *first;
        }
        for pair in assault.steps().windows(2) {
            flow.after[pair[0] as usize] = pair[1];
        }
        flow
    }

    /// The step that follows when a step's part of its procedure is over.
    pub(super) fn after(&self, done: Step) -> Step {
        self.after[done as usize]
    }
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
            ("head result los complete", "an assault has no step \"los\"; did you mean \"losses\"?"),
            ("head head result complete", "the step \"head\" is there twice"),
            ("lead result complete", "an assault needs the step \"head\""),
            ("head complete result", "the last step of an assault is \"complete\""),
            ("head losses result complete", "the step \"result\" comes before \"losses\""),
            ("gun head result complete", "the step \"head\" comes before \"gun\""),
        ] {
            assert_eq!(order(text).unwrap_err(), wrong);
        }
    }

    #[test]
    fn a_shorter_order_skips_what_it_leaves_out() {
        let flow = Flow::of(&AssaultOrder::of(["head", "result", "complete"]).unwrap());
        assert_eq!(
            (flow.assault, flow.after(Step::Head), flow.after(Step::Result)),
            (Step::Head, Step::Result, Step::Complete)
        );
    }
}
