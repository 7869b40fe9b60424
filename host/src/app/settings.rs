//! What a person chose of the window, remembered between starts in a file of the program's data folder.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::keeping::{Memory, TableKind};
use super::look::{Look, SCALES};
use crate::in_place::put_in_place;
use crate::paint::Palette;

/// The choices that are remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Settings {
    /// The palette's name.
    palette: String,
    /// How large everything is; 0 goes by the size of the window.
    size: f32,
    /// The layers of the board that are not shown.
    hidden: Vec<String>,
    /// The kind of table of new games.
    pub(super) table: TableKind,
    /// The memory of new games.
    pub(super) memory: Memory,
    /// Where the window was: left, top, width and height in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) window: Option<[f32; 4]>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::of(Look::default(), TableKind::default(), Memory::default(), None)
    }
}

impl Settings {
    /// These choices.
    pub(super) fn of(look: Look, table: TableKind, memory: Memory, window: Option<[f32; 4]>) -> Settings {
        let mut layers = look;
        let hidden = layers.toggles().into_iter().filter(|(_, _, shown)| !**shown).map(|(_, name, _)| layer(name));
        Settings {
            hidden: hidden.map(str::to_owned).collect(),
            palette: look.palette.name().to_owned(),
            size: look.scale.unwrap_or(0.0),
            table,
            memory,
            window,
        }
    }

    /// The look among them.
    pub(super) fn look(&self) -> Look {
        let usual = Look::default();
        let palette = Palette::ALL.into_iter().find(|p| p.name() == self.palette).unwrap_or(usual.palette);
        let mut look = Look { palette, scale: SCALES.into_iter().find(|scale| *scale == self.size), ..usual };
        for (_, name, shown) in look.toggles() {
            *shown = !self.hidden.iter().any(|hidden| hidden == layer(name));
        }
        look
    }

    /// Reads the file. One that is not there is no news; one that cannot be read is left alone and told of.
    pub(super) fn read(path: &Path) -> (Settings, Option<String>) {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Settings::default(), None),
            Err(error) => return (Settings::default(), Some(format!("{}: {error}.", path.display()))),
        };
        match toml::from_str::<Settings>(&text) {
            Ok(mut settings) => {
                settings.window = settings.window.filter(is_a_window);
                (settings, None)
            }
            Err(error) => {
                let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
                let why = error.message().lines().next().unwrap_or_default().to_owned();
                let told = format!("{}, line {line}: {why}. The usual settings are taken.", path.display());
                (Settings::default(), Some(told))
            }
        }
    }

    /// Writes the file; the old one stands until the new one is whole.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| error.to_string())?;
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder
            .and_then(|()| put_in_place(path, text.as_bytes()))
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// A layer's name without the key that shows it.
fn layer(name: &str) -> &str {
    name.split_once("  ").map_or(name, |(name, _)| name)
}

/// Whether a window could be there: not tiny, not far away.
fn is_a_window([left, top, width, height]: &[f32; 4]) -> bool {
    let far = 20_000.0;
    (-far..far).contains(left)
        && (-far..far).contains(top)
        && (200.0..far).contains(width)
        && (150.0..far).contains(height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_and_broken_ones_are_told_and_left_alone() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("deep/settings.toml");
        assert_eq!(Settings::read(&path), (Settings::default(), None));
        let look = Look { palette: Palette::Night, scale: Some(1.5), landscape: false, ..Look::default() };
        let chosen = Settings::of(look, TableKind::BothHands, Memory::Full, Some([3.0, 4.0, 1000.0, 700.0]));
        chosen.write(&path).unwrap();
        let (read, word) = Settings::read(&path);
        assert_eq!((&read, word), (&chosen, None));
        assert_eq!(read.look(), look);
        for broken in ["palette = \"Night\"\nsize = \"big\"\n", "palette = \"Night\"\n[[", "colour = 1\n", "\u{0}"] {
            std::fs::write(&path, broken).unwrap();
            let (read, word) = Settings::read(&path);
            assert_eq!(read, Settings::default());
            assert!(word.unwrap().contains("settings.toml, line "), "{broken}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), broken);
        }
        std::fs::write(&path, "window = [0.0, 0.0, 1.0, nan]\n").unwrap();
        assert_eq!(Settings::read(&path).0.window, None);
    }
}
