//! The games that the house plays itself, one folder each, with no arrow between them.

pub mod triomphe;
