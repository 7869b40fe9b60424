//! The state of a game in Luau: small and flat, whatever the script declares.

use crate::kernel::{CanonicalBytes, Outcome, Rule, Seat, Seed};
use crate::script::Memory;
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Steps that wait, the one that is asked on top.
pub(super) type Steps = ArrayVec<u8, 14>;

/// Everything that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptState {
    pub(super) seed: Seed,
    pub(super) n: u32,
    pub(super) steps: Steps,
    pub(super) memory: Memory,
    pub(super) ending: Option<Box<Ending>>,
}

/// What a seat knows: the steps are public, the memory is blanked by its schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScriptView {
    pub(super) seat: Seat,
    pub(super) n: u32,
    pub(super) steps: Steps,
    pub(super) memory: Memory,
    pub(super) ending: Option<Box<Ending>>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ending {
    pub(super) winner: Option<Seat>,
    pub(super) kind: String,
    pub(super) rule: String,
}

impl Ending {
    pub(super) fn outcome(&self) -> Outcome {
        let (kind, rule) = (Cow::Owned(self.kind.clone()), Rule(Cow::Owned(self.rule.clone())));
        Outcome { winner: self.winner, kind, rule }
    }
}

impl ScriptState {
    pub(super) fn new(seed: Seed, memory: Memory) -> ScriptState {
        ScriptState { seed, n: 0, steps: Steps::new(), memory, ending: None }
    }

    pub(super) fn push(&mut self, step: u8) -> Result<(), String> {
        self.steps.try_push(step).map_err(|_| format!("more than {} steps wait", self.steps.capacity()))
    }

    /// The same state after so many orders.
    #[must_use]
    pub fn after(mut self, orders: u32) -> ScriptState {
        self.n = orders;
        self
    }

    /// The memory, for measurements and tests.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
}

impl CanonicalBytes for ScriptState {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend(self.seed.0.to_le_bytes());
        out.extend(self.n.to_le_bytes());
        out.push(self.steps.len() as u8);
        out.extend(&self.steps);
        self.memory.canonical(out);
        if let Some(ending) = &self.ending {
            out.push(ending.winner.map_or(255, |seat| seat.0));
            out.extend(ending.kind.bytes().chain([0]).chain(ending.rule.bytes()));
        }
    }
}
