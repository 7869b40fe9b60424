//! What every game shares: seats, offers, orders, refusals, dice, matches and their journal. Knows no game, no script
//! and no file format of a pack.

mod about;
mod ask;
mod bot;
mod branch;
mod canonical;
mod dice;
mod event;
mod fault;
mod few;
mod foresee;
mod game;
mod journal;
mod known;
mod laid;
mod matches;
mod narrow;
mod offer;
mod part;
mod replay;
mod saved;
mod seat;
mod sign;
mod table;

pub use about::{About, Named, Ruling};
pub use ask::{Ask, Outcome, Question};
pub use bot::{Bot, Bots, Chosen, Player, Recruit, Seen};
pub use canonical::{CanonicalBytes, state_hash};
pub use dice::{Dice, Seed};
pub use event::{Effect, Event, Sink, Told};
pub use fault::{Fault, No, Refusal, Rule};
pub use few::Few;
pub use foresee::Foresight;
pub use game::{Game, HookMask, HookName, Key, Kit, PackStamp, Policy, Rng, Setup, Whole};
pub use journal::{Entry, FORMAT, Header, Journal, StateHash};
pub use known::Known;
pub use laid::Laid;
pub use matches::{Barrier, Done, Match, SNAPSHOT_EVERY, Trouble};
pub use narrow::{Narrowed, narrow};
pub use offer::{Bag, Choice, Class, Cost, Fill, Frame, Offer, Offers, Parts, Pose, Slot, Verb, bags, fills};
pub use part::Part;
pub use replay::{Divergence, Loaded, Parting, Trust};
pub use saved::{FileTrouble, Mended, Saved, Torn, mend, replace};
pub use seat::{Seat, Seats};
pub use sign::{Sign, Signed};
pub use table::{LoadedTable, LogEvent, LogLine, Opening, OrderLine, Shelved, Status, Table};
