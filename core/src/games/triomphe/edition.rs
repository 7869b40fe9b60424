//! Which game the engine plays: the printed one, or the one that a pack makes of it by a board, set-ups, numbers and rules of its own.

use std::borrow::Cow;

use crate::kernel::Fault;
use crate::pack::builtin::{Files, files as built_in};
use crate::pack::{Diagnostic, Pack, Packs};

/// The id of the printed game.
const PRINTED: &str = "triomphe";
/// Where the printed files lie.
pub(super) const FOLDER: &str = "data/triomphe";

/// A game of this engine.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The game's id.
    pub(super) id: String,
    /// Its title.
    pub(super) title: String,
    /// What it is, in a sentence or two.
    pub(super) summary: String,
    /// Its version.
    pub(super) version: String,
    /// Whether some of its data are inferred.
    pub(super) reconstructed: bool,
    /// The pack that brings it; none for the printed game.
    pub(super) pack: Option<Pack>,
}

impl Edition {
    /// Triomphe à Marengo.
    #[must_use]
    pub fn printed() -> Edition {
        Edition {
            id: PRINTED.to_owned(),
            title: "Triomphe à Marengo".to_owned(),
            summary:
                "14 June 1800: the Austrians come over the Bormida and drive east before the scattered French can \
                      concentrate. Hidden blocks, areas and approaches, morale."
                    .to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            reconstructed: false,
            pack: None,
        }
    }

    /// The game that a pack brings. Its numbers and rules lie over the printed ones, below every variant.
    #[must_use]
    pub fn of(pack: Pack) -> Edition {
        let m = pack.manifest.clone();
        let (id, title, summary, version) = (m.game, m.title, m.description, m.version);
        Edition { id, title, summary, version, reconstructed: m.reconstructed, pack: Some(pack) }
    }

    /// The same game as these files have it: a match carries the game that it was begun with.
    pub(super) fn among(&self, files: &Files) -> Edition {
        if self.pack.is_none() || files.carried().is_empty() {
            return self.clone();
        }
        let own = Packs::games(files).get(&self.id).cloned();
        own.map_or_else(|| self.clone(), Edition::of)
    }

    /// The same game as it lies now.
    ///
    /// # Errors
    /// What is wrong with the pack that brings it.
    pub(super) fn anew(&self, files: &Files) -> Result<Edition, Fault> {
        if self.pack.is_none() {
            return Ok(self.clone());
        }
        let games = Packs::games(files);
        match (games.get(&self.id), games.why_broken(&self.id)) {
            (Some(pack), _) => Ok(Edition::of(pack.clone())),
            (None, Some(why)) => Err(Fault::new(why.to_string().trim_end())),
            // it is played on as it was opened
            (None, None) => Ok(self.clone()),
        }
    }

    /// Whether it has a file of its own.
    pub(super) fn has(&self, name: &str) -> bool {
        self.pack.as_ref().is_none_or(|pack| pack.files.contains_key(name))
    }

    /// A file of it, `map.toml` or `setups/historical.toml`: how findings call it, and its text.
    pub(super) fn text<'a>(&'a self, files: &Files, name: &str) -> Result<(String, Cow<'a, str>), Diagnostic> {
        let Some(pack) = &self.pack else {
            let path = format!("{FOLDER}/{name}");
            let text = files.text(&path)?;
            return Ok((path, text));
        };
        let path = pack.called(name);
        match pack.files.get(name) {
            Some(text) => Ok((path, Cow::Borrowed(text))),
            None => Err(Diagnostic::of_file(path, "there is no such file, and the game cannot be without it")),
        }
    }

    /// Its set-ups: the name, and the file.
    pub(super) fn setups(&self) -> Vec<(String, String)> {
        let paths: Vec<String> = match &self.pack {
            Some(pack) => pack.files.keys().cloned().collect(),
            None => built_in(FOLDER).iter().filter_map(|p| Some(p.strip_prefix(FOLDER)?[1..].to_owned())).collect(),
        };
        let setup = |path: String| {
            let name = path.strip_prefix("setups/")?.strip_suffix(".toml")?.to_owned();
            Some((name, path))
        };
        paths.into_iter().filter_map(setup).collect()
    }

    /// The packs of a match of it, below to above: its own, then the variants.
    pub(super) fn with(&self, variants: Vec<Pack>) -> Vec<Pack> {
        self.pack.iter().cloned().chain(variants).collect()
    }
}
