//! Rule points as data: what a game asks of its packs, what it tells them, what they may answer.
//!
//! A game lists its [`Point`]s once. Calls, checks of a pack's module, type declarations and the reference all follow
//! from that list.

use std::ops::RangeInclusive;

use super::schema::Eyes;

/// One question or event of a game, by which packs change it.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The name of the function in a pack's module.
    pub name: &'static str,
    /// The section of the rulebook.
    pub section: &'static str,
    /// When it is asked.
    pub cadence: Cadence,
    /// Who knows what it is told.
    pub eyes: Eyes,
    /// What it is told beside the moment's facts.
    pub facts: &'static [Fact],
    /// The name of the type of those facts.
    pub told: &'static str,
    /// What it may answer.
    pub answer: Answer,
    /// What a number that it answers counts; empty where it answers none.
    pub unit: &'static str,
    /// What it decides, in a sentence.
    pub help: &'static str,
    /// What holds where no pack answers, in a sentence.
    pub default: &'static str,
}

/// When a point is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// Once a match, at its end or its beginning.
    Match,
    /// Once at the start of a turn; the answer lives in the state.
    Turn,
    /// Whenever the rules want to know, thousands of times a turn.
    Query,
    /// When something has happened.
    Event,
}

impl Cadence {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Cadence::Match => "match",
            Cadence::Turn => "turn",
            Cadence::Query => "query",
            Cadence::Event => "event",
        }
    }

    /// When that is.
    #[must_use]
    pub const fn means(self) -> &'static str {
        match self {
            Cadence::Match => "once a match",
            Cadence::Turn => "once at the start of a turn; the answer holds for all of it",
            Cadence::Query => "whenever the rules want to know, thousands of times a turn",
            Cadence::Event => "when it has happened",
        }
    }

    /// All of them.
    pub const ALL: [Cadence; 4] = [Cadence::Match, Cadence::Turn, Cadence::Query, Cadence::Event];
}

/// One thing that a point is told.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: FactKind,
    /// What it counts, if it is a count.
    pub unit: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// What a fact is. In Rust every fact is a small number; scripts see it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    /// A whole number from 0 to 255.
    Count,
    /// True or false.
    Truth,
    /// One of some words, by index.
    Word(&'static [&'static str]),
    /// One of some words by index, or nil for -1.
    MaybeWord(&'static [&'static str]),
    /// A place of the board, by number; scripts see its name. The text says what kind of place.
    Place(&'static str),
    /// The same, or nil for -1.
    MaybePlace(&'static str),
}

/// What a point may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A whole number in a range.
    Count(i32, i32),
    /// True or false.
    Truth,
    /// A list of effects, or nothing.
    Effects,
}

impl Answer {
    /// The numbers that it can be; none for effects.
    #[must_use]
    pub const fn range(self) -> Option<RangeInclusive<i32>> {
        match self {
            Answer::Count(least, most) => Some(least..=most),
            Answer::Truth => Some(0..=1),
            Answer::Effects => None,
        }
    }
}

/// A type whose values are facts.
pub trait Told: Copy {
    /// What scripts see.
    const KIND: FactKind;
    /// The value as a number.
    fn tell(self) -> i32;
    /// The value of a number.
    fn hear(n: i32) -> Self;
}

impl Told for u8 {
    const KIND: FactKind = FactKind::Count;
    fn tell(self) -> i32 {
        i32::from(self)
    }
    fn hear(n: i32) -> u8 {
        n.clamp(0, 255) as u8
    }
}

impl Told for bool {
    const KIND: FactKind = FactKind::Truth;
    fn tell(self) -> i32 {
        i32::from(self)
    }
    fn hear(n: i32) -> bool {
        n != 0
    }
}

/// The most facts that one point is told, the moment's included.
pub const MOST_FACTS: usize = 32;

/// The facts of one call, in the order of their declaration.
pub type Facts = arrayvec::ArrayVec<i32, MOST_FACTS>;

/// Facts that a game hands out together: a struct of [`Told`] fields.
pub trait FactSet: Copy {
    /// The name of its type.
    const NAME: &'static str;
    /// Its fields.
    const FACTS: &'static [Fact];
    /// The values.
    fn tell(&self) -> Facts;
    /// The struct of some values; what is missing is 0.
    fn hear(facts: &[i32]) -> Self;
}

/// Declares a struct of facts once, for Rust and for scripts; the words of its comments go into the reference, with the
/// unit of what is counted.
macro_rules! facts {
    ($(
        $(#[doc = $about:literal])*
        $name:ident {
            $($(#[doc = $help:literal])* $field:ident: $kind:ty $(= $unit:literal)?,)*
        }
    )*) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $help])* pub $field: $kind,)*
        }

        impl $crate::script::FactSet for $name {
            const NAME: &'static str = stringify!($name);
            const FACTS: &'static [$crate::script::Fact] = &[$($crate::script::Fact {
                name: stringify!($field),
                kind: <$kind as $crate::script::Told>::KIND,
                unit: concat!($($unit)?),
                help: concat!($($help),*),
            },)*];
            fn tell(&self) -> $crate::script::Facts {
                [$($crate::script::Told::tell(self.$field),)*].into_iter().collect()
            }
            fn hear(facts: &[i32]) -> Self {
                let mut facts = facts.iter().copied().chain(std::iter::repeat(0));
                $name { $($field: <$kind as $crate::script::Told>::hear(facts.next().unwrap_or(0)),)* }
            }
        }
    )*};
}
pub(crate) use facts;
