//! How the rule points of a game are declared: each question with its printed rule, each event, once for the engine, for packs and
//! for the reference.

use super::asked::{Asked, Wish, wishes};
use crate::kernel::{Fault, Seat};
use crate::script::{Answer, BadValue, Cadence, Eyes, FactKind, FactSet, Facts, Point, Stack, Told, Value};

/// The sides of the house's games of this battle, in seat order.
const ARMIES: [&str; 2] = ["austrian", "french"];

impl Told for Seat {
    const KIND: FactKind = FactKind::Word(&ARMIES);
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> Seat {
        Seat(u8::from(n != 0))
    }
}

impl Told for Option<Seat> {
    const KIND: FactKind = FactKind::MaybeWord(&ARMIES);
    fn tell(self) -> i32 {
        self.map_or(-1, Told::tell)
    }
    fn hear(n: i32) -> Option<Seat> {
        (n >= 0).then(|| Told::hear(n))
    }
}

/// A point of these.
pub(crate) const fn point<F: FactSet>(
    name: &'static str,
    section: &'static str,
    (cadence, eyes): (Cadence, Eyes),
    (answer, unit): (Answer, &'static str),
    (help, default): (&'static str, &'static str),
) -> Point {
    Point { name, section, cadence, eyes, facts: F::FACTS, told: F::NAME, answer, unit, help, default }
}

/// What a question may be answered with: a small number in Rust and in scripts.
pub(crate) trait Said: Sized {
    /// The answer of a number; none when it does not fit.
    fn of(n: i32) -> Option<Self>;
}

impl Said for u8 {
    fn of(n: i32) -> Option<u8> {
        n.try_into().ok()
    }
}

impl Said for i8 {
    fn of(n: i32) -> Option<i8> {
        n.try_into().ok()
    }
}

impl Said for bool {
    fn of(n: i32) -> Option<bool> {
        Some(n != 0)
    }
}

/// A moment at which packs are asked: what every point is told beside its own facts, and what packs remember.
pub(crate) struct Moment<'a> {
    pub(crate) facts: Facts,
    pub(crate) memory: &'a [u8],
}

/// The answer of the packs, as a number that fits; none when no pack has the point.
pub(crate) fn answer<'a, A: Said>(
    stack: &Stack,
    point: usize,
    moment: impl FnOnce() -> Moment<'a>,
    facts: &impl FactSet,
) -> Result<Option<A>, Fault> {
    if !stack.has(point) {
        return Ok(None);
    }
    let moment = moment();
    Ok(stack.ask(point, &moment.facts, &facts.tell(), moment.memory)?.and_then(A::of))
}

/// What the packs that listen to an event ask for, below to above; `read` reads an effect.
pub(crate) fn wanted<'a, W: Wish>(
    stack: &Stack,
    point: usize,
    moment: impl FnOnce() -> Moment<'a>,
    facts: &impl FactSet,
    read: impl Fn(&Value) -> Result<W, BadValue>,
) -> Result<Vec<Asked<W>>, Fault> {
    let mut asked = Vec::new();
    if stack.has(point) {
        let moment = moment();
        for heard in stack.tell(point, &moment.facts, &facts.tell(), moment.memory)? {
            wishes(&heard, &read, &mut asked)?;
        }
    }
    Ok(asked)
}

/// Declares the trait `Rules` of a game, the table `POINTS`, and rules that ask packs first (`LuaRules`), which have a `stack`, and
/// methods `ask` and, where there are events, `tell`. `also` holds further methods of the trait, `scripted` those of `LuaRules`. The
/// game has `Now`, `Printed`, `LuaRules` and, where there are events, `Asked` in scope.
macro_rules! points {
    (
        questions { $(
            $ask:ident($asked_of:ty) -> $answer:ty = $ask_section:literal, $cadence:ident, $ask_eyes:ident,
            $range:expr $(=> $unit:literal)?, $ask_help:literal, $default:literal,
            |$now:pat_param, $facts:pat_param| $rule:expr;
        )* }
        events { $(
            $event:ident($told:ty) = $event_section:literal, $event_eyes:ident, $event_help:literal;
        )* }
        also { $($also:tt)* }
        scripted { $($scripted:tt)* }
    ) => {
        /// The rule points of this game. A question's default is the printed rule, an event's is nothing.
        pub trait Rules {
            $(
                #[doc = concat!($ask_help, " ", $default, " (", $ask_section, ")")]
                ///
                /// # Errors
                /// When a script fails.
                fn $ask(&self, $now: Now<'_>, $facts: $asked_of) -> Result<$answer, Fault> {
                    Ok($rule)
                }
            )*
            $(
                #[doc = concat!($event_help, " (", $event_section, ")")]
                ///
                /// # Errors
                /// When a script fails.
                fn $event(&self, _: Now<'_>, _: $told) -> Result<Vec<Asked>, Fault> {
                    Ok(Vec::new())
                }
            )*
            /// What packs remember at the start of a match.
            fn fresh_memory(&self) -> &[u8] {
                &[]
            }
            /// Begins an operation whose script calls share one budget: all offers, one order.
            fn operation(&self) -> Option<Operation> {
                None
            }
            /// The packs.
            fn stack(&self) -> Option<&Stack> {
                None
            }
            $($also)*
        }

        /// The rule points as packs see them.
        pub static POINTS: &[Point] = &[
            $($crate::games::points::point::<$asked_of>(
                stringify!($ask),
                $ask_section,
                (Cadence::$cadence, Eyes::$ask_eyes),
                ($range, concat!($($unit)?)),
                ($ask_help, $default),
            ),)*
            $($crate::games::points::point::<$told>(
                stringify!($event),
                $event_section,
                (Cadence::Event, Eyes::$event_eyes),
                (Answer::Effects, ""),
                ($event_help, "Nothing happens."),
            ),)*
        ];

        /// The places of the points in [`POINTS`].
        #[expect(non_camel_case_types, reason = "the points' own names")]
        #[derive(Clone, Copy)]
        enum At {
            $($ask,)*
            $($event,)*
        }

        /// The printed answer to a question. It looks at nothing but numbers and facts.
        pub(super) fn printed_answer(point: usize, now: Now<'_>, facts: &[i32]) -> Result<i32, Fault> {
            match point {
                $(k if k == At::$ask as usize => Ok(Printed.$ask(now, FactSet::hear(facts))?.into()),)*
                _ => Ok(0),
            }
        }

        /// Asks the packs, and the printed rules where no pack answers.
        impl Rules for LuaRules {
            $(fn $ask(&self, now: Now<'_>, facts: $asked_of) -> Result<$answer, Fault> {
                match self.ask(At::$ask as usize, now, &facts)? {
                    Some(answer) => Ok(answer),
                    None => Printed.$ask(now, facts),
                }
            })*
            $(fn $event(&self, now: Now<'_>, facts: $told) -> Result<Vec<Asked>, Fault> {
                self.tell(At::$event as usize, now, &facts)
            })*
            fn fresh_memory(&self) -> &[u8] {
                self.stack.fresh()
            }
            fn operation(&self) -> Option<Operation> {
                Some(self.stack.operation())
            }
            fn stack(&self) -> Option<&Stack> {
                Some(&self.stack)
            }
            $($scripted)*
        }
    };
}

pub(crate) use points;
