//! The board as the packs of a match read it: asked once, when a game is opened.

use super::model::{Arm, State};
use super::numbers::Numbers;
use super::points::{Rules, is_answered};
use super::rules::{LocaleFacts, Now, PenaltyFacts};
use crate::board::{AreaMap, Penalties};
use crate::kernel::Fault;
use std::sync::Arc;

/// The board with the capacities and penalties that packs give it; the printed one where they give none. (3, 11.6, 20)
///
/// # Errors
/// When a script fails.
pub(super) fn read(map: &Arc<AreaMap>, numbers: &Numbers, rules: &dyn Rules) -> Result<Arc<AreaMap>, Fault> {
    if !["capacity", "penalty"].into_iter().any(|question| is_answered(rules, question)) {
        return Ok(Arc::clone(map));
    }
    let _operation = rules.operation();
    let mut before = State::empty(1).public;
    let memory = rules.fresh_memory().try_into();
    before.memory = memory.map_err(|_| Fault::new("the packs remember more than a state has room for"))?;
    let now = Now { numbers, public: &before };
    let read = map.read_as(
        |locale, printed| rules.capacity(now, LocaleFacts { locale, printed }),
        |over, printed: Penalties| {
            let asked = |arm, printed| rules.penalty(now, PenaltyFacts { over, arm, printed });
            Ok(Penalties {
                infantry: asked(Arm::Infantry, printed.infantry)?,
                cavalry: asked(Arm::Cavalry, printed.cavalry)?,
                artillery: asked(Arm::Artillery, printed.artillery)?,
                ..printed
            })
        },
    );
    read.map(Arc::new)
}
