//! The words of a case's lines that every game of the house has: numbers, sides, what is missing.

use crate::kernel::{Fault, Seat};
use crate::pack::case::{Clause, Trouble};
use crate::pack::nearest::did_you_mean;

/// The word at a place, or trouble that says what is missing.
pub(crate) fn need<'a>(line: &'a Clause, k: usize, what: &str) -> Result<&'a str, Trouble> {
    line.word(k).ok_or_else(|| Trouble::new(format!("{what} is missing")))
}

/// A whole number from 0 to 255; a comma may follow it.
pub(crate) fn whole(line: &Clause, k: usize) -> Result<u8, Trouble> {
    let text = need(line, k, "a number")?;
    text.trim_end_matches(',').parse().map_err(|_| Trouble::at(k, format!("\"{text}\" is no number from 0 to 255")))
}

/// A side by its word.
pub(crate) fn side(line: &Clause, k: usize, sides: &[&'static str]) -> Result<Seat, Trouble> {
    let word = need(line, k, "a side")?.trim_end_matches(',');
    let known = sides.iter().position(|known| *known == word);
    let unknown = || Trouble::at(k, format!("\"{word}\" is no army")).hint(did_you_mean(word, sides.iter().copied()));
    known.map(|k| Seat(k as u8)).ok_or_else(unknown)
}

/// A fault of the game as trouble with a case.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn fault(fault: Fault) -> Trouble {
    Trouble::new(fault.to_string())
}
