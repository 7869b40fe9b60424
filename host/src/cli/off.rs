//! Hooks that failed and are off for the rest of a match.

use std::fmt;

use bormida_core::kernel::{Entry, HookMask, HookName};
use serde::Serialize;

use crate::clipped::clipped;

/// A hook that was switched off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Off {
    /// The number of the order after which it was.
    pub(crate) after: u32,
    /// The hook.
    #[serde(flatten)]
    hook: HookName,
    /// What it did, with file and line where they are known.
    why: String,
}

impl Off {
    /// All that a journal tells of, by the orders after which it was.
    pub(crate) fn all(entries: &[Entry]) -> Vec<Off> {
        let (mut after, mut all) = (0, Vec::new());
        for entry in entries {
            match entry {
                Entry::Order { n, .. } | Entry::Snapshot { n, .. } => after = *n,
                Entry::Back { to } => after = *to,
                Entry::HookOff { hook, why } => all.push(Off { after, hook: hook.clone(), why: reason(hook, why) }),
                Entry::Packs { .. } | Entry::Note { .. } => {}
            }
        }
        all.sort_by_key(|off| off.after);
        all
    }

    /// Those that are off now.
    pub(super) fn now(entries: &[Entry], mask: &HookMask) -> Vec<Off> {
        let mut now: Vec<Off> = Vec::new();
        for off in Off::all(entries).into_iter().filter(|off| mask.contains(&off.hook)) {
            // one that was on again under other packs is told as it went off last
            now.retain(|earlier| earlier.hook != off.hook);
            now.push(off);
        }
        now
    }

    /// A line of a log; why it failed may tell what is hidden.
    pub(crate) fn line(&self, why: bool) -> String {
        let why = if why { format!(": {}", self.why) } else { ".".to_owned() };
        format!("{} of {} failed and is switched off{why}", self.hook.hook, self.hook.pack)
    }

    /// Whether it is one of these.
    pub(super) fn is_in(&self, mask: &HookMask) -> bool {
        mask.contains(&self.hook)
    }
}

impl fmt::Display for Off {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({})", self.hook.hook, self.hook.pack, self.why)
    }
}

/// The reason without the names that stand beside it.
fn reason(hook: &HookName, why: &str) -> String {
    let names = format!("{}, {}", hook.pack, hook.hook);
    let rest = why.strip_prefix(&names).and_then(|rest| rest.strip_prefix([',', ':']));
    clipped(rest.unwrap_or(why).trim_start())
}
