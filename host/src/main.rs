//! The Bormida program.
fn main() {}
