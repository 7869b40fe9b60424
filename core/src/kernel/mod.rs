//! What every game shares: seats, offers, orders, refusals, dice, matches and their journal. Knows no game, no script
//! and no file format of a pack.

mod ask;
mod canonical;
mod dice;
mod event;
mod fault;
mod game;
mod offer;
mod part;
mod seat;

pub use ask::{Ask, Outcome, Question};
pub use canonical::{CanonicalBytes, state_hash};
pub use dice::{Dice, Seed};
pub use event::{Effect, Event, Sink, Told};
pub use fault::{Fault, No, Refusal, Rule};
pub use game::{Game, HookMask, HookName, Key, Kit, PackStamp, Policy, Rng, Setup, Whole};
pub use offer::{Bag, Choice, Class, Cost, Fill, Frame, Offer, Offers, Parts, Pose, Slot, Verb, fills};
pub use part::Part;
pub use seat::{Seat, Seats};
