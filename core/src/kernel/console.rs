//! What the scripts of an all-seeing match print, and how they fail: for the eyes of their author.

use super::{Fault, HookName};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Most lines that are kept; the oldest go first.
const MOST_LINES: usize = 500;
/// Most failures that are kept; the oldest go first.
const MOST_FAILURES: usize = 50;
/// Most characters of one line.
const LONGEST: usize = 2000;

/// A line that a script printed, and how often one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The pack's id.
    pub pack: String,
    /// The line.
    pub text: String,
    /// How often.
    pub times: u32,
}

/// A call of a hook that failed, so that its author can make it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCall {
    /// The pack and its hook.
    pub hook: HookName,
    /// The facts that it was told, by name.
    pub facts: serde_json::Value,
    /// What `default()` answers to the same; none for what has no default.
    pub default: Option<serde_json::Value>,
}

/// A failure, and how often it was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// What went wrong, and where.
    pub fault: Fault,
    /// The call, where a hook was told facts.
    pub call: Option<FailedCall>,
    /// How often.
    pub times: u32,
}

/// Where scripts print to, bounded. Only a match in which nothing is hidden has one: rules scripts see everything.
///
/// It hears only the thread in which it was opened: bots that think in threads of their own try what never happens.
#[derive(Clone, Debug)]
pub struct Console {
    thread: ThreadId,
    heard: Arc<Mutex<Heard>>,
}

#[derive(Debug, Default)]
struct Heard {
    lines: VecDeque<Printed>,
    failures: VecDeque<Failed>,
    /// The call that failed last.
    call: Option<FailedCall>,
    /// How many have asked for silence.
    hushed: u32,
    changes: u64,
}

/// While it lives no line is heard; see [`Console::hush`].
#[derive(Debug)]
pub struct Hush(Console);

impl Default for Console {
    fn default() -> Console {
        Console { thread: thread::current().id(), heard: Arc::default() }
    }
}

impl Console {
    /// A line that a pack's script printed.
    pub fn print(&self, pack: &str, text: &str) {
        let Some(mut heard) = self.open().filter(|heard| heard.hushed == 0) else { return };
        let text: String = text.chars().take(LONGEST).collect();
        heard.changes += 1;
        if let Some(last) = heard.lines.back_mut()
            && last.pack == pack
            && last.text == text
        {
            last.times = last.times.saturating_add(1);
            return;
        }
        if heard.lines.len() == MOST_LINES {
            heard.lines.pop_front();
        }
        heard.lines.push_back(Printed { pack: pack.to_owned(), text, times: 1 });
    }

    /// A call that has failed just now.
    pub fn call(&self, call: FailedCall) {
        if let Some(mut heard) = self.open() {
            heard.call = Some(call);
        }
    }

    /// A script that failed. It is heard in silence, too: what fails while something is tried is switched off all the same.
    pub fn fail(&self, fault: &Fault) {
        let Some(mut heard) = self.open() else { return };
        heard.changes += 1;
        if let Some(known) = heard.failures.iter_mut().find(|known| known.fault == *fault) {
            known.times = known.times.saturating_add(1);
            return;
        }
        if heard.failures.len() == MOST_FAILURES {
            heard.failures.pop_front();
        }
        let call = heard.call.take().filter(|call| fault.hook_name().as_ref() == Some(&call.hook));
        heard.failures.push_back(Failed { fault: fault.clone(), call, times: 1 });
    }

    /// The lines, oldest first.
    #[must_use]
    pub fn lines(&self) -> Vec<Printed> {
        self.heard().lines.iter().cloned().collect()
    }

    /// The failures, oldest first.
    #[must_use]
    pub fn failures(&self) -> Vec<Failed> {
        self.heard().failures.iter().cloned().collect()
    }

    /// Grows with everything that is heard or forgotten.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.heard().changes
    }

    /// Forgets the lines.
    pub fn clear_lines(&self) {
        let mut heard = self.heard();
        heard.lines.clear();
        heard.changes += 1;
    }

    /// Forgets the failures.
    pub fn clear_failures(&self) {
        let mut heard = self.heard();
        heard.failures.clear();
        heard.changes += 1;
    }

    /// Hears no lines while something is tried that does not happen, or has happened before.
    #[must_use = "the silence ends when the guard is dropped"]
    pub fn hush(&self) -> Hush {
        self.heard().hushed += 1;
        Hush(self.clone())
    }

    /// What was heard, if it is to be added to.
    fn open(&self) -> Option<MutexGuard<'_, Heard>> {
        let own = self.thread == thread::current().id();
        own.then(|| self.heard())
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        // a panic elsewhere leaves the lists whole
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Hush {
    fn drop(&mut self) {
        self.0.heard().hushed -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_repeated_ones_counted() {
        let console = Console::default();
        console.print("mud", "wet");
        console.print("mud", "wet");
        console.print("snow", "wet");
        assert_eq!(console.lines().iter().map(|line| line.times).collect::<Vec<_>>(), [2, 1]);
        for k in 0..2 * MOST_LINES {
            console.print("mud", &k.to_string());
        }
        assert_eq!((console.lines().len(), console.lines()[0].text.as_str()), (MOST_LINES, "500"));
        console.print("mud", &"x".repeat(3 * LONGEST));
        assert_eq!(console.lines()[MOST_LINES - 1].text.len(), LONGEST);
        console.clear_lines();
        assert!(console.lines().is_empty());
    }

    #[test]
    fn failures_are_counted_and_silence_and_other_threads_are_not_heard() {
        let console = Console::default();
        let fault = Fault::new("broken");
        console.fail(&fault);
        console.fail(&fault);
        let hush = console.hush();
        console.fail(&fault);
        assert_eq!(console.failures(), [Failed { fault, call: None, times: 3 }]);
        console.print("mud", "wet");
        drop(hush);
        let there = console.clone();
        thread::spawn(move || there.print("mud", "wet")).join().unwrap();
        assert_eq!((console.lines().len(), console.failures().len()), (0, 1));
        console.print("mud", "dry");
        assert_eq!(console.lines().len(), 1);
    }
}
