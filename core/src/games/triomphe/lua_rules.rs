//! Rules that ask packs before the printed rulebook.

use super::additions::ADDITIONS;
use super::effects::{consequence, prompt};
use super::model::{AUSTRIAN, FRENCH, Pos};
use super::notation::SIDES;
use super::numbers::Numbers;
use super::own::{Leave, ORDERS, Prompt, STEPS, calls};
use super::points::{POINTS, Printed, Rules, printed_answer};
use super::rules::{Asked, MomentFacts, Now, PlaceFacts, StepFacts};
use crate::board::{ApproachId, AreaMap, HoldingId, LocaleId};
use crate::games::MOST_MEMORY;
use crate::games::asked::{line, wishes};
use crate::games::points::{Moment, Said, answer, wanted};
use crate::kernel::{Fault, HookMask};
use crate::pack::Pack;
use crate::script::{Called, FactSet, Ground, Heard, PrintedRule, Stack, Value, Watch};
use std::rc::Rc;
use std::sync::Arc;

/// What every point is told beside its own facts.
pub const MOMENT: &[crate::script::Fact] = MomentFacts::FACTS;

/// Rules that ask packs first.
pub(super) struct LuaRules {
    pub(super) stack: Stack,
    map: Arc<AreaMap>,
}

/// The rules of a match with some packs, below to above; the printed ones when none of them changes a point. `watch`
/// looks after their scripts.
///
/// # Errors
/// A pack that does not open.
pub(super) fn rules_of(
    map: &Arc<AreaMap>,
    numbers: &Numbers,
    packs: &[Pack],
    off: &HookMask,
    watch: &Watch,
) -> Result<Box<dyn Rules>, Fault> {
    if packs.is_empty() {
        return Ok(Box::new(Printed));
    }
    let stack = Stack::open(&ground(map, numbers), packs, off, watch)?;
    if stack.is_idle() {
        return Ok(Box::new(Printed));
    }
    Ok(Box::new(LuaRules { stack, map: Arc::clone(map) }))
}

fn ground(map: &Arc<AreaMap>, numbers: &Numbers) -> Ground {
    let board = Arc::clone(map);
    let places = move |kind: &'static str, n: i32| match kind {
        "approach" if (n as usize) < board.approaches().len() => board.approach_name(ApproachId(n as u16)),
        "locale" if (n as usize) < board.locales().len() => board.locale_name(LocaleId(n as u8)).to_owned(),
        "holding" if (n as usize) < board.holdings().len() => board.holding_name(HoldingId(n as u8)).to_owned(),
        "position" => board.position_name(Pos(n as u16).place()),
        _ => String::new(),
    };
    Ground {
        points: POINTS,
        moment: MOMENT,
        additions: &ADDITIONS,
        seats: &SIDES,
        places: Rc::new(places),
        printed: printed_rule(numbers.clone()),
        memory: MOST_MEMORY,
    }
}

/// The printed rules for `default`.
fn printed_rule(numbers: Numbers) -> PrintedRule {
    let nothing_known = super::model::State::empty(1).public;
    Rc::new(move |point, facts| printed_answer(point, Now { numbers: &numbers, public: &nothing_known }, facts))
}

pub(super) fn moment(now: Now<'_>) -> Moment<'_> {
    let p = now.public;
    let facts = MomentFacts {
        round: p.round,
        hour: now.numbers.hour_of(p.round).0,
        turn: p.active,
        austrian_morale: p.morale[AUSTRIAN.index()].level(),
        french_morale: p.morale[FRENCH.index()].level(),
    };
    Moment { facts: facts.tell(), memory: &p.memory }
}

impl LuaRules {
    /// The answer of the packs, as a number that fits; none when no pack has the point.
    pub(super) fn ask<A: Said>(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Option<A>, Fault> {
        answer(&self.stack, point, || moment(now), facts)
    }

    /// What the packs that listen to an event ask for, below to above.
    pub(super) fn tell(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Vec<Asked>, Fault> {
        wanted(&self.stack, point, || moment(now), facts, |effect| consequence(&self.map, effect))
    }

    /// What a step of a pack asks.
    pub(super) fn ask_step(&self, step: usize, now: Now<'_>, facts: StepFacts) -> Result<Option<Prompt>, Fault> {
        let what = (STEPS, step, calls::CHOOSE);
        let called = self.stack.call(what, &moment(now).facts, &facts.tell(), &now.public.memory)?;
        let Some(Called { value, .. }) = called.filter(|called| !called.value.is_nil()) else { return Ok(None) };
        prompt(&self.map, &value).map(Some).map_err(|wrong| self.stack.misfit(what, wrong.0))
    }

    /// Whether an order of a pack can be given; nowhere when it is switched off.
    pub(super) fn ask_order(&self, order: usize, now: Now<'_>, facts: PlaceFacts) -> Result<Leave, Fault> {
        let what = (ORDERS, order, calls::MAY);
        let leave = |given| if given { Leave::Given } else { Leave::Refused(None) };
        let Some(called) = self.stack.call(what, &moment(now).facts, &facts.tell(), &now.public.memory)? else {
            return Ok(leave(self.stack.added(ORDERS).get(order).is_some_and(|added| added.has(calls::ORDER_PLAY))));
        };
        match &called.value {
            Value::Bool(given) => Ok(leave(*given)),
            Value::Text(text) => match line(text) {
                Ok(text) if !text.trim().is_empty() => Ok(Leave::Refused(Some(text.to_owned()))),
                Ok(_) => Err(self.stack.misfit(what, "the reason is empty".to_owned())),
                Err(wrong) => Err(self.stack.misfit(what, wrong.0)),
            },
            other => {
                let wrong = format!("true, false or the reason as a text is wanted, not {}", other.type_word());
                Err(self.stack.misfit(what, wrong))
            }
        }
    }

    /// What a step or an order of a pack asks for when it is played.
    pub(super) fn play_added(
        &self,
        what: (usize, usize, usize),
        now: Now<'_>,
        facts: &impl FactSet,
    ) -> Result<Vec<Asked>, Fault> {
        let mut asked = Vec::new();
        if let Some(called) = self.stack.call(what, &moment(now).facts, &facts.tell(), &now.public.memory)? {
            let Called { by, at, value, memory } = called;
            let effects = match value {
                Value::Nil => Vec::new(),
                Value::List(effects) => effects,
                other => {
                    let wrong = format!("a list of effects is wanted, not {}", other.type_word());
                    return Err(self.stack.misfit(what, wrong));
                }
            };
            let heard = Heard { by, at, effects, memory };
            wishes(&heard, |effect| consequence(&self.map, effect), &mut asked)?;
        }
        Ok(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{AttackFacts, RetreatFacts};
    use super::*;
    use crate::board::Width;

    #[test]
    fn facts_come_back_as_they_were_told() {
        let told = AttackFacts {
            seat: FRENCH,
            over: ApproachId(7),
            width: Width::Wide,
            attackers: 3,
            blockers: 1,
            first: true,
        };
        assert_eq!(AttackFacts::hear(&told.tell()), told);
        for approach in [None, Some(Width::Narrow), Some(Width::Wide)] {
            let from = LocaleId(12);
            let told =
                RetreatFacts { seat: AUSTRIAN, from, approach, assaulted: true, attack: Width::Narrow, advancing: 2 };
            assert_eq!(RetreatFacts::hear(&told.tell()), told);
        }
    }
}
