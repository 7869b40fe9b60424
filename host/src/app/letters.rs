//! Letters on targets: with `F` every lit place gets one, and typing it chooses the place.

use bormida_core::kernel::Part;
use eframe::egui::{Align2, Event, InputState, Pos2, Ui, Vec2, vec2};

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
        let middles: Vec<Option<Pos2>> = self.tags.iter().map(|(_, part)| board.sign_place(*part)).collect();
        let wide = if self.tags.len() > 26 { 26.0 } else { 17.0 };
        let places = apart(&middles, vec2(wide, 24.0));
        for ((name, _), at) in self.tags.iter().zip(places).filter(|((name, _), _)| name.starts_with(&self.typed)) {
            if let Some(at) = at.filter(|at| ui.clip_rect().contains(*at)) {
                tag(ui.painter(), at, Align2::CENTER_CENTER, &name.to_uppercase(), look);
            }
        }
    }
}

/// Where tags of one size hang about their places, so that none covers another: each as near as it can.
fn apart(middles: &[Option<Pos2>], size: Vec2) -> Vec<Option<Pos2>> {
    let mut hung: Vec<Option<Pos2>> = Vec::with_capacity(middles.len());
    for middle in middles {
        let covers = |at: Pos2| {
            let over = |other: &Pos2| (other.x - at.x).abs() < size.x && (other.y - at.y).abs() < size.y;
            hung.iter().flatten().any(over)
        };
        let ways = [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)];
        let tries = (0..12).flat_map(|far| ways.map(|way| way * size * 0.5 * far as f32));
        hung.push(middle.map(|middle| tries.map(|off| middle + off).find(|at| !covers(*at)).unwrap_or(middle)));
    }
    hung
}

fn name(k: usize, long: bool) -> String {
    let letter = |k: usize| char::from(b'a' + (k % 26) as u8);
    if long { [letter(k / 26), letter(k)].iter().collect() } else { letter(k).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_covers_another() {
        let middles = [(10.0, 10.0), (12.0, 14.0), (11.0, 12.0), (100.0, 10.0), (12.0, 14.0)];
        let middles: Vec<_> = middles.into_iter().map(|(x, y)| Some(Pos2::new(x, y))).collect();
        let size = vec2(17.0, 24.0);
        let places: Vec<Pos2> = apart(&middles, size).into_iter().flatten().collect();
        assert_eq!((places.len(), places[0], places[3]), (5, middles[0].unwrap(), middles[3].unwrap()));
        for (k, a) in places.iter().enumerate() {
            for b in &places[k + 1..] {
                assert!((a.x - b.x).abs() >= size.x || (a.y - b.y).abs() >= size.y, "{places:?}");
            }
        }
    }

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
