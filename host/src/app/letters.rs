//! Letters on targets: with `F` every lit place gets one, and typing it chooses the place.

use bormida_core::kernel::Part;
use eframe::egui::{Align2, Event, InputState, Ui};

use super::board::{BoardView, Glow, Light};
use super::look::Look;
use super::match_page::tag;

/// The lit places with their letters, and what was typed of them.
pub(super) struct Letters {
    tags: Vec<(String, Part)>,
    typed: String,
}

impl Letters {
    /// Letters for all lit targets that can be seen, row by row.
    pub(super) fn new(lights: &[Light], board: &BoardView) -> Letters {
        let targets = lights.iter().filter(|light| !light.glow.is_quiet() && light.glow != Glow::Chosen);
        let mut places: Vec<_> = targets.filter_map(|light| Some((board.middle(light.part)?, light.part))).collect();
        places.sort_by_key(|(at, _)| ((at.y / 40.0) as i32, at.x as i32));
        let long = places.len() > 26;
        let tags = places.iter().enumerate().map(|(k, (_, part))| (name(k, long), *part)).collect();
        Letters { tags, typed: String::new() }
    }

    /// The letter typed in this frame.
    pub(super) fn typed(input: &InputState) -> Option<char> {
        input.events.iter().find_map(|event| match event {
            Event::Text(text) => text.chars().next().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase()),
            _ => None,
        })
    }

    /// Types a letter; gives the place that is meant.
    pub(super) fn press(&mut self, letter: char) -> Option<Part> {
        self.typed.push(letter);
        self.tags.iter().find(|(name, _)| *name == self.typed).map(|(_, part)| *part)
    }

    /// Whether what was typed begins no place's letters.
    pub(super) fn is_dead(&self) -> bool {
        !self.tags.iter().any(|(name, _)| name.starts_with(&self.typed))
    }

    /// Paints the letters over the board.
    pub(super) fn paint(&self, ui: &Ui, board: &BoardView, look: Look) {
        for (name, part) in self.tags.iter().filter(|(name, _)| name.starts_with(&self.typed)) {
            if let Some(at) = board.middle(*part).filter(|at| ui.clip_rect().contains(*at)) {
                tag(ui.painter(), at, Align2::CENTER_CENTER, &name.to_uppercase(), look);
            }
        }
    }
}

fn name(k: usize, long: bool) -> String {
    let letter = |k: usize| char::from(b'a' + (k % 26) as u8);
    if long { [letter(k / 26), letter(k)].iter().collect() } else { letter(k).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_name_more_than_twenty_six_places() {
        let tags = (0..30).map(|k| (name(k, true), Part(k as u32))).collect();
        let mut letters = Letters { tags, typed: String::new() };
        assert_eq!(letters.press('b'), None);
        assert!(!letters.is_dead());
        assert_eq!(letters.press('d'), Some(Part(29)));
        assert!(Letters { tags: vec![("a".to_owned(), Part(0))], typed: "z".to_owned() }.is_dead());
    }
}
