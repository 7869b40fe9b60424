//! Texts of strangers as a terminal may show them: without the signs that command it or turn the writing round.

use std::borrow::Cow;

/// The text with a replacement sign for every control character but line end and tab, and for the signs that change the
/// direction of writing.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    match text.contains(commands) {
        true => Cow::Owned(text.replace(commands, "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

fn commands(sign: char) -> bool {
    let control = sign.is_control() && !matches!(sign, '\n' | '\t');
    control || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_is_not_shown() {
        assert_eq!(plain("a\tà\nb"), "a\tà\nb");
        assert_eq!(plain("\u{1b}[2J\r\u{7}\u{9b}x\u{202e}y"), "\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}x\u{fffd}y");
    }
}
