//! Opens the game: board, set-ups and numbers read once, shared by the games of all threads.

use super::game::Triomphe;
use super::model::{CLASS_NAMES, MOST_PIECES};
use super::notation::SIDES;
use super::numbers::{Choices, Numbers};
use super::rules::Printed;
use super::sample::Ways;
use super::setup_file::{SetupFile, Words};
use super::show::Drawing;
use crate::board::{AreaMap, Landscape};
use crate::kernel::{About, Fault, HookMask, Kit, Named, PackStamp, Rule, Ruling};
use crate::pack::builtin::{Files, files as built_in};
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The words of this game's set-ups.
pub const WORDS: Words = Words { sides: &SIDES, faces: &CLASS_NAMES, most_pieces: MOST_PIECES };

const FOLDER: &str = "data/triomphe";

/// What the games of a match are opened from.
#[derive(Clone, Debug)]
pub struct TriompheKit {
    map: Arc<AreaMap>,
    setups: Arc<BTreeMap<String, SetupFile>>,
    numbers: Numbers,
    drawing: Arc<Drawing>,
    ways: Arc<Ways>,
    stamp: PackStamp,
}

impl TriompheKit {
    /// Reads the game's files, and sets numbers and rulings by name.
    ///
    /// # Errors
    /// Everything that is wrong with the files, as one text; or the first setting that is not there.
    pub fn load(files: &Files, settings: &BTreeMap<String, String>) -> Result<TriompheKit, Fault> {
        let mut hash = Xxh3::new();
        let mut read = |path: &str| -> Result<(String, String), Fault> {
            let text = files.text(path).map_err(|d| Fault::new(d.to_string()))?.into_owned();
            hash.update(path.as_bytes());
            hash.update(text.as_bytes());
            Ok((path.to_owned(), text))
        };
        let wrong = |found: crate::pack::Diagnostics| Fault::new(found.to_string());
        let (path, text) = read(&format!("{FOLDER}/map.toml"))?;
        let map = AreaMap::load(&path, &text).map_err(wrong)?;
        let (path, text) = read(&format!("{FOLDER}/landscape.toml"))?;
        let drawing = Arc::new(Drawing::of(Landscape::load(&path, &text, &map).map_err(wrong)?));
        let (path, text) = read(&format!("{FOLDER}/rules.toml"))?;
        let mut numbers = Numbers::default().overlaid(&path, &text).map_err(wrong)?;
        for (name, value) in settings {
            numbers.set(name, value).map_err(Fault::new)?;
        }
        let mut setups = BTreeMap::new();
        for path in built_in(&format!("{FOLDER}/setups")) {
            let Some(name) = path.rsplit('/').next().and_then(|f| f.strip_suffix(".toml")).map(str::to_owned) else {
                continue;
            };
            let (path, text) = read(&path)?;
            setups.insert(name, SetupFile::load(&path, &text, &map, &numbers, &WORDS).map_err(wrong)?);
        }
        let stamp = PackStamp {
            id: "triomphe".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            hash: format!("{:016x}", hash.digest()),
        };
        let ways = Arc::new(Ways::on(&map, numbers.road_steps));
        Ok(TriompheKit { map: Arc::new(map), setups: Arc::new(setups), numbers, drawing, ways, stamp })
    }

    /// A kit for another board and numbers, without set-ups: positions of cases.
    #[must_use]
    pub fn bare(map: AreaMap, numbers: Numbers) -> TriompheKit {
        let ways = Arc::new(Ways::on(&map, numbers.road_steps));
        let stamp = PackStamp { id: "triomphe".to_owned(), version: String::new(), hash: String::new() };
        TriompheKit { map: Arc::new(map), setups: Arc::default(), numbers, drawing: Arc::default(), ways, stamp }
    }

    /// The board.
    #[must_use]
    pub fn map(&self) -> &Arc<AreaMap> {
        &self.map
    }

    /// The game as a list of games shows it.
    #[must_use]
    pub fn about(&self) -> About {
        let setups = self.setups.iter().map(|(name, file)| Named {
            name: name.clone(),
            title: file.name.clone(),
            summary: file.help.clone(),
        });
        let printed = Numbers::default();
        let ruling = |s: &super::numbers::Setting| {
            let Choices::Words(words) = &s.choices else { return None };
            Some(Ruling {
                name: s.name.to_owned(),
                rule: Rule::of(s.section),
                help: s.help.to_owned(),
                values: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
                default: printed.get(s.name).unwrap_or_default(),
            })
        };
        About {
            id: "triomphe".to_owned(),
            title: "Triomphe à Marengo".to_owned(),
            summary:
                "14 June 1800: the Austrians come over the Bormida and drive east before the scattered French can \
                      concentrate. Hidden blocks, areas and approaches, morale."
                    .to_owned(),
            sides: SIDES.iter().map(|s| (*s).to_owned()).collect(),
            setups: setups.collect(),
            variants: Vec::new(),
            rulings: Numbers::settings().iter().filter(|s| s.is_ruling()).filter_map(ruling).collect(),
            seats: Vec::new(),
            reconstructed: false,
        }
    }
}

impl Kit for TriompheKit {
    type G = Triomphe;

    fn packs(&self) -> Vec<PackStamp> {
        vec![self.stamp.clone()]
    }

    fn open(&self, _: &HookMask) -> Result<Triomphe, Fault> {
        Ok(Triomphe::new(
            self.map.clone(),
            self.numbers.clone(),
            self.setups.clone(),
            Box::new(Printed),
            self.drawing.clone(),
            self.ways.clone(),
        ))
    }
}
