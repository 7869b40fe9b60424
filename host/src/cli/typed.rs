//! What a person types in a match.

use std::io::{self, BufRead, Read};
use std::path::PathBuf;

/// One typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// Nothing.
    Empty,
    /// `help`.
    Help,
    /// `?`, `? m 15`: the legal orders that have all these words.
    List(String),
    /// `why ORDER`: whether it is legal, and why not.
    Why(String),
    /// `undo`.
    Undo,
    /// `redo`.
    Redo,
    /// `log`, `log all`: so many of the last lines.
    Log(usize),
    /// `board`.
    Board,
    /// `board 1107`: one place of it.
    Place(String),
    /// `save FILE`.
    Save(PathBuf),
    /// `note TEXT`.
    Note(String),
    /// `quit`.
    Quit,
    /// One of these words with something behind it that it does not go with: the word, and what it wants.
    Odd(&'static str, &'static str),
    /// Anything else: orders, one after the other.
    Orders(Vec<String>),
}

/// Words that nothing goes behind.
const ALONE: [&str; 5] = ["help", "undo", "redo", "quit", "exit"];

/// Lines of the log when no number is given.
const SOME_LINES: usize = 20;

/// What `help` says.
pub(super) const HELP: &str = "\
ORDER              give an order; several of yours in a row are joined by `;`
?                  list the legal orders;  ? m 15  lists those that begin so
why ORDER          whether an order is legal, what it costs, and if not, why not
board              what stands where;  board PLACE  that place and what lies about it
log, log all       what happened
undo, redo         take back your last order, give it again
save FILE          go on in another file;  note TEXT  write a word into it
quit               leave; the match is kept
An order that begins like one of these words: put `>` before it.";

impl Typed {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Typed {
        let line = line.trim();
        if let Some(order) = line.strip_prefix('>') {
            return Typed::orders(order);
        }
        if let Some(filter) = line.strip_prefix('?') {
            return Typed::List(filter.trim().to_owned());
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Typed::Empty,
            ("help", "") => Typed::Help,
            ("why", "") => Typed::Odd("why", "needs an order"),
            ("why", _) => Typed::Why(rest.to_owned()),
            ("undo", "") => Typed::Undo,
            ("redo", "") => Typed::Redo,
            ("log", "") => Typed::Log(SOME_LINES),
            ("log", "all") => Typed::Log(usize::MAX),
            ("log", number) if number.parse::<usize>().is_ok() => Typed::Log(number.parse().unwrap_or(SOME_LINES)),
            ("log", _) => Typed::Odd("log", "takes a number or `all`"),
            ("board", "") => Typed::Board,
            ("board", _) => Typed::Place(rest.to_owned()),
            ("save", "") => Typed::Odd("save", "needs the name of a new file"),
            ("save", _) => Typed::Save(PathBuf::from(rest)),
            ("note", "") => Typed::Odd("note", "needs a text"),
            ("note", _) => Typed::Note(rest.to_owned()),
            ("quit" | "exit", "") => Typed::Quit,
            (word, _) => match ALONE.iter().find(|known| **known == word) {
                Some(word) => Typed::Odd(word, "stands alone"),
                None => Typed::orders(line),
            },
        }
    }

    fn orders(line: &str) -> Typed {
        let orders: Vec<String> =
            line.split(';').map(str::trim).filter(|order| !order.is_empty()).map(str::to_owned).collect();
        if orders.is_empty() { Typed::Empty } else { Typed::Orders(orders) }
    }
}

/// The longest line that is read; more of it is no order in any game.
const LONGEST: u64 = 16 * 1024;

/// The next line of an input, whatever its bytes; none at its end.
pub(super) fn next_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = (&mut *input).take(LONGEST);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_orders() {
        let orders = |list: &[&str]| Typed::Orders(list.iter().map(|o| (*o).to_owned()).collect());
        assert_eq!(Typed::read("  "), Typed::Empty);
        assert_eq!(Typed::read("?"), Typed::List(String::new()));
        assert_eq!(Typed::read("? m 15"), Typed::List("m 15".to_owned()));
        assert_eq!(Typed::read("why m 15 3I > 16"), Typed::Why("m 15 3I > 16".to_owned()));
        assert_eq!(Typed::read("log 3"), Typed::Log(3));
        assert_eq!(Typed::read("log x"), Typed::Odd("log", "takes a number or `all`"));
        assert_eq!(Typed::read("> log x"), orders(&["log x"]));
        assert_eq!(Typed::read("undo 3"), Typed::Odd("undo", "stands alone"));
        assert_eq!(Typed::read("why"), Typed::Odd("why", "needs an order"));
        assert_eq!(
            (Typed::read("QUIT"), Typed::read("Save")),
            (Typed::Quit, Typed::Odd("save", "needs the name of a new file"))
        );
        assert_eq!(Typed::read("m 15 3I > 16 ; ; stay"), orders(&["m 15 3I > 16", "stay"]));
        assert_eq!(Typed::read("> undo"), orders(&["undo"]));
        assert_eq!(Typed::read(">;;"), Typed::Empty);
        assert_eq!(Typed::read("save my match"), Typed::Save(PathBuf::from("my match")));
    }

    #[test]
    fn any_bytes_are_lines() {
        let mut bytes = vec![0xff, b'a', b'\n'];
        bytes.extend(std::iter::repeat_n(b'x', LONGEST as usize + 100));
        bytes.extend(b"\nend");
        let mut input = &bytes[..];
        assert_eq!(next_line(&mut input).unwrap().as_deref(), Some("\u{fffd}a"));
        assert_eq!(next_line(&mut input).unwrap().map(|line| line.len()), Some(LONGEST as usize));
        assert_eq!(next_line(&mut input).unwrap().as_deref(), Some("end"));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
