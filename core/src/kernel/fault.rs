//! Why an order is refused, and what went wrong in a script.

use super::HookName;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A section of a rulebook, as printed: "11.3", "18".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rule(pub Cow<'static, str>);

impl Rule {
    /// A section known when the program is written.
    #[must_use]
    pub const fn of(section: &'static str) -> Rule {
        Rule(Cow::Borrowed(section))
    }

    /// The section in brackets, to stand behind a sentence, whatever a pack calls its own; nothing where there is none, as
    /// for what the notation cannot read.
    #[must_use]
    pub fn behind(&self) -> String {
        match &*self.0 {
            "" | "notation" => String::new(),
            section => format!(" ({section})"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why an order is not legal: the rule and one plain sentence, from what the seat may know alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{text}{}", rule.behind())]
pub struct Refusal {
    /// The section of the rulebook.
    pub rule: Rule,
    /// One sentence for a person.
    pub text: String,
}

impl Refusal {
    /// A refusal by a section.
    pub fn new(section: &'static str, text: impl Into<String>) -> Refusal {
        Refusal { rule: Rule::of(section), text: text.into() }
    }
}

/// A failure that is nobody's order: a script that broke, data that does not hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}{what}", Fault::place(pack, hook, at))]
pub struct Fault {
    /// The pack whose script failed; empty for the house itself.
    pub pack: String,
    /// The hook or rule point that failed; empty when there is none that a match could switch off and go on (the
    /// house itself, or a whole game written as a script).
    pub hook: String,
    /// `file:line` of the author's own line, when known.
    pub at: String,
    /// What went wrong, without values that a seat may not see.
    pub what: String,
    /// The traceback, author's frames first.
    pub trace: String,
    /// The wall clock ran out, not the script's own budget: nothing is decided, a person is asked *wait or switch off*.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub slow: bool,
}

impl Fault {
    /// A fault of the house: data or files, no script.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault { what: what.into(), ..Fault::default() }
    }

    /// The hook that could be switched off to go on.
    #[must_use]
    pub fn hook_name(&self) -> Option<HookName> {
        (!self.hook.is_empty()).then(|| HookName { pack: self.pack.clone(), hook: self.hook.clone() })
    }

    fn place(pack: &str, hook: &str, at: &str) -> String {
        let parts: Vec<&str> = [pack, hook, at].into_iter().filter(|p| !p.is_empty()).collect();
        if parts.is_empty() { String::new() } else { format!("{}: ", parts.join(", ")) }
    }
}

/// Why an order was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum No {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A script or the data failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
