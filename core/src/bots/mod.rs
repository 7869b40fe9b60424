//! Bots that play any game: they see a view, and think on deals of it.

mod random;
mod roster;
mod search;

pub use random::Random;
pub use roster::Roster;
pub use search::Search;
