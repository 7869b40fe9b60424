//! Texts of strangers as people may be shown them: without the signs that command a terminal, forge a line or turn the
//! writing round, and no longer than anybody reads.

use std::borrow::Cow;

/// Most characters of a text of one line: a title, a name, a line of the log.
pub const LINE: usize = 400;
/// Most characters of a text that may have several lines: a description, a help.
pub const LINES: usize = 4000;

/// The text with a replacement sign for every control character but line end and tab, for the signs that change the
/// direction of writing, and for the other two signs that end a line or a paragraph.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    let strange = |sign: char| commands(sign) && !matches!(sign, '\n' | '\t');
    match text.contains(strange) {
        true => Cow::Owned(text.replace(strange, REPLACED)),
        false => Cow::Borrowed(text),
    }
}

/// The same in one line: what ends a line is a space in it.
#[must_use]
pub fn in_a_line(text: &str) -> Cow<'_, str> {
    match text.contains(commands) {
        true => Cow::Owned(text.replace(ends_line, " ").replace(commands, REPLACED)),
        false => Cow::Borrowed(text),
    }
}

/// The same, of at most [`LINE`] characters.
#[must_use]
pub fn line(text: &str) -> String {
    in_a_line(text).chars().take(LINE).collect()
}

/// Why a text cannot be shown in one line; none when it can.
#[must_use]
pub fn no_line(text: &str) -> Option<String> {
    unfit(text, LINE, commands)
}

/// Why a text cannot be shown in some lines; none when it can.
#[must_use]
pub fn no_lines(text: &str) -> Option<String> {
    unfit(text, LINES, |sign| commands(sign) && sign != '\n')
}

fn unfit(text: &str, most: usize, refused: fn(char) -> bool) -> Option<String> {
    if let Some(sign) = text.chars().find(|sign| refused(*sign)) {
        return Some(format!("the sign U+{:04X} has no place in this text", u32::from(sign)));
    }
    let length = text.chars().count();
    (length > most).then(|| format!("this text has {length} characters; it may have {most}"))
}

const REPLACED: &str = "\u{fffd}";

fn commands(sign: char) -> bool {
    sign.is_control()
        || ends_line(sign)
        || matches!(sign, '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn ends_line(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_not_shown() {
        assert_eq!(plain("a\tà\nb"), "a\tà\nb");
        assert_eq!(plain("\u{1b}[2J\r\u{7}\u{9b}x\u{202e}y"), "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}x\u{fffd}y");
        assert_eq!(plain("a\u{2028}b\u{2029}c"), "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn a_line_cannot_become_two() {
        assert_eq!(line("x\n  9 black: keep pot\u{2028}y\u{1b}[2J"), "x   9 black: keep pot y\u{fffd}[2J");
        assert_eq!(line(&"é".repeat(LINE + 7)).chars().count(), LINE);
        assert_eq!(no_line("Ælfred, \"the Great\""), None);
        for text in ["a\nb", "a\tb", "\u{1b}[2J", "a\u{2029}b", "a\u{202e}b", "a\u{85}b"] {
            assert!(no_line(text).is_some_and(|why| why.contains("U+")), "{text:?}");
        }
        assert!(no_line(&"x".repeat(LINE)).is_none() && no_line(&"x".repeat(LINE + 1)).is_some());
        assert!(no_lines("a\nb").is_none() && no_lines("a\rb").is_some());
        assert!(no_lines(&"x".repeat(LINES + 1)).is_some());
    }
}
