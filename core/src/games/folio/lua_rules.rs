//! Rules that ask packs before the printed rulebook.

use super::army::Army;
use super::effects::consequence;
use super::model::UnitId;
use super::notation::SIDES;
use super::points::{POINTS, Printed, Rules, printed_answer};
use super::rules::{Asked, MomentFacts, Now};
use super::settings::Numbers;
use crate::board::{HexId, HexMap};
use crate::games::MOST_MEMORY;
use crate::games::points::{Moment, Said, answer, wanted};
use crate::kernel::{Fault, HookMask, Seat};
use crate::pack::Pack;
use crate::script::{FactSet, Ground, Stack, Watch};
use std::rc::Rc;
use std::sync::Arc;

/// What every point is told beside its own facts.
pub const MOMENT: &[crate::script::Fact] = MomentFacts::FACTS;

/// Rules that ask packs first.
pub(super) struct LuaRules {
    pub(super) stack: Stack,
    map: Arc<HexMap>,
    army: Arc<Army>,
}

/// The rules of a match with some packs, below to above; the printed ones when none of them changes a point. `watch` looks
/// after their scripts; `groups` are the names of those that arrive by dice.
///
/// # Errors
/// A pack that does not open.
pub(super) fn rules_of(
    map: &Arc<HexMap>,
    army: &Arc<Army>,
    groups: Vec<String>,
    numbers: &Numbers,
    packs: &[Pack],
    off: &HookMask,
    watch: &Watch,
) -> Result<Box<dyn Rules>, Fault> {
    if packs.is_empty() {
        return Ok(Box::new(Printed));
    }
    let (board, units) = (Arc::clone(map), Arc::clone(army));
    let places = move |kind: &'static str, n: i32| match kind {
        "hex" if (n as usize) < board.grid().count() => board.hex_name(HexId(n as u16)),
        "unit" if (n as usize) < units.count() => units.facts(UnitId(n as u8)).name.clone(),
        "group" => groups.get(n as usize).cloned().unwrap_or_default(),
        _ => String::new(),
    };
    let numbers = numbers.clone();
    let printed =
        move |point: usize, facts: &[i32]| printed_answer(point, Now { numbers: &numbers, state: None }, facts);
    let ground = Ground {
        points: POINTS,
        moment: MOMENT,
        additions: &[],
        seats: &SIDES,
        places: Rc::new(places),
        printed: Rc::new(printed),
        memory: MOST_MEMORY,
    };
    let stack = Stack::open(&ground, packs, off, watch)?;
    if stack.is_idle() {
        return Ok(Box::new(Printed));
    }
    Ok(Box::new(LuaRules { stack, map: Arc::clone(map), army: Arc::clone(army) }))
}

impl LuaRules {
    /// The answer of the packs, as a number that fits; none when no pack has the point.
    pub(super) fn ask<A: Said>(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Option<A>, Fault> {
        answer(&self.stack, point, || moment(now), facts)
    }

    /// What the packs that listen to an event ask for, below to above.
    pub(super) fn tell(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Vec<Asked>, Fault> {
        wanted(&self.stack, point, || moment(now), facts, |effect| consequence(&self.map, &self.army, effect))
    }
}

pub(super) fn moment(now: Now<'_>) -> Moment<'_> {
    let (turn, active) = now.state.map_or((1, Seat(0)), |s| (s.turn, s.active));
    let memory = now.state.map_or(&[][..], |s| &s.memory);
    Moment { facts: MomentFacts { turn, active }.tell(), memory }
}

/// Asks a rule point of a game: what a script answers, or the printed rule where it fails; the failure is kept, and ends what is
/// under way.
macro_rules! ruled {
    ($game:expr, $state:expr, $point:ident, $facts:expr) => {{
        let (now, facts) = (crate::games::folio::rules::Now { numbers: &$game.numbers, state: Some($state) }, $facts);
        match $game.rules.$point(now, facts) {
            Ok(answer) => answer,
            Err(fault) => {
                $game.fail(fault);
                crate::games::folio::points::Rules::$point(&crate::games::folio::points::Printed, now, facts)
                    .unwrap_or_default()
            }
        }
    }};
}
pub(super) use ruled;

/// Tells packs of an event, and does what they ask for.
macro_rules! told {
    ($doing:expr, $event:ident, $facts:expr) => {{
        let facts = $facts;
        let now = crate::games::folio::rules::Now { numbers: &$doing.g.numbers, state: Some(&*$doing.s) };
        let asked = $doing.g.rules.$event(now, facts);
        $doing.hear(asked);
    }};
}
pub(super) use told;
