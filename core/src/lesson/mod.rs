//! Lessons: a learner is led through named steps over a table, without a window.
//!
//! A pack of kind `tutorial` returns a [`Lesson`] from its `lesson.luau`; a [`Tutor`] leads somebody through it. Every step
//! begins from a moment that is kept, so that going back, beginning anew and skipping always lead somewhere. The terminal
//! and the window both hold a tutor and show its [`Card`].

mod answers;
mod card;
mod examine;
mod hand;
mod help;
mod judge;
mod marks;
mod opening;
mod order;
mod pattern;
mod plan;
mod read;
mod record;
mod report;
mod tutor;
mod walk;
mod way;
mod words;

pub use card::{Button, Card, Notice};
pub use examine::{Trial, examine, try_lesson, walk_lesson};
pub use hand::Hand;
pub use marks::Marks;
pub use opening::{Stage, begin, changed, lessons, open_all};
pub use pattern::Pattern;
pub use plan::{Act, Comment, Lesson, Opening, Quiz, Step, Task, Text};
pub use record::{Skeleton, skeleton};
pub use report::{Outcome, Report, StepReport};
pub use tutor::Tutor;
pub use words::{declarations, module, reference};

#[cfg(test)]
mod tests;
