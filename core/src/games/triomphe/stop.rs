//! Why an order does not go: a bar of the rules, or a fault of a script.

use std::borrow::Cow;

use super::model::Pos;
use crate::kernel::{Fault, No, Refusal};

/// A rule that stands in the way; cheap, since offers ask thousands of times. `{}` in the sentence is the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bar {
    /// The section of the rulebook.
    pub(super) section: &'static str,
    /// One plain sentence; a pack's own is no constant.
    pub(super) text: Cow<'static, str>,
    /// The place that it speaks of.
    pub(super) place: Option<Pos>,
}

/// Why an order does not go.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// A rule stands in the way.
    Bar(Bar),
    /// A script failed.
    Fault(Box<Fault>),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Fault(Box::new(fault))
    }
}

/// A rule that stands in the way.
pub(super) fn bar<T>(section: &'static str, text: &'static str) -> Result<T, Stop> {
    Err(Stop::Bar(Bar { section, text: Cow::Borrowed(text), place: None }))
}

/// A rule that stands in the way of entering or using a place.
pub(super) fn bar_at<T>(section: &'static str, text: &'static str, place: Pos) -> Result<T, Stop> {
    Err(Stop::Bar(Bar { section, text: Cow::Borrowed(text), place: Some(place) }))
}

/// A rule of a pack that stands in the way, in a sentence made for it.
pub(super) fn bar_by<T>(section: &'static str, text: String) -> Result<T, Stop> {
    Err(Stop::Bar(Bar { section, text: Cow::Owned(text), place: None }))
}

impl super::Triomphe {
    /// The stop in the kernel's words.
    pub(super) fn no(&self, stop: Stop) -> No {
        match stop {
            Stop::Fault(fault) => No::Fault(*fault),
            Stop::Bar(bar) => {
                let text = match bar.place {
                    Some(place) => bar.text.replace("{}", &self.pos_text(place)),
                    None => bar.text.into_owned(),
                };
                No::Refused(Refusal::new(bar.section, text))
            }
        }
    }
}
