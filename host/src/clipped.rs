//! Texts that fit a screen, whatever an edited file holds.

/// A sentence that fits a screen.
pub(crate) fn clipped(text: &str) -> String {
    clipped_to(1000, text)
}

/// A text of so many characters at most; what is left out is counted.
pub(crate) fn clipped_to(most: usize, text: &str) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}... ({} bytes more)", &text[..at], text.len() - at),
        None => text.to_owned(),
    }
}
