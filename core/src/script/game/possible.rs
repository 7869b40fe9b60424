//! Whether a state that was read from a file can be: a snapshot that somebody has edited is not played on.

use super::ScriptGame;
use super::state::ScriptState;
use super::step::Deed;
use crate::kernel::{Fault, Header};

impl ScriptGame {
    /// Looks for the first thing that cannot be after `n` orders of a match.
    pub(super) fn possible_state(&self, s: &ScriptState, n: u32, header: &Header) -> Result<(), Fault> {
        let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(self.fault(what)) };
        ensure(s.seed == header.seed && s.n == n, "it is of another match or moment")?;
        ensure(self.schema.check(&s.memory).is_ok(), "its memory is none of this game")?;
        let Some(ending) = &s.ending else {
            let known = s.steps.iter().all(|step| usize::from(*step) < self.steps.len());
            ensure(known, "a step waits that there is not")?;
            let asked = matches!(self.step(s), Some((_, step)) if matches!(step.deed, Deed::Ask(_)));
            ensure(asked, "nobody is asked anything")?;
            return ensure(!self.offered(s)?.is_empty(), "nobody could give an order");
        };
        ensure(s.steps.is_empty(), "a step waits after the end")?;
        let side = ending.winner.is_none_or(|seat| seat.index() < self.names.sides.len());
        ensure(side, "nobody of this game has won it")
    }
}
