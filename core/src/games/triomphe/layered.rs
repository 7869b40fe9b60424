//! The files of a game with what packs lay over them: numbers, board, landscape, set-ups.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::WORDS;
use super::edition::Edition;
use super::numbers::Numbers;
use super::setup_file::SetupFile;
use super::show::Drawing;
use crate::board::{AreaMap, Landscape};
use crate::games::packed::{homeless_setup, strangers};
use crate::pack::SETUP;
use crate::pack::builtin::Files;
use crate::pack::manifest::MANIFEST;
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostic, Diagnostics, Kind, Pack, Source};
use crate::script::RULES;
use crate::script::lint::entries;

/// The board.
const MAP: &str = "map.toml";
/// A file of numbers.
pub(super) const NUMBERS: &str = "rules.toml";
/// The key of the steps of an assault in it.
const ASSAULT_ORDER: &str = "assault_order";
/// A file of what the board looks like; a game may be without it.
pub(super) const LANDSCAPE: &str = "landscape.toml";

/// A game's files, with those of some variants over them, below to above.
pub(super) struct Layers<'a> {
    edition: &'a Edition,
    files: &'a Files,
    variants: &'a [Pack],
    /// The game's own files that were read, without those of a pack: path and text.
    read: RefCell<BTreeMap<String, String>>,
}

impl<'a> Layers<'a> {
    pub(super) fn new(edition: &'a Edition, files: &'a Files, variants: &'a [Pack]) -> Layers<'a> {
        Layers { edition, files, variants, read: RefCell::default() }
    }

    /// The files of the house that were read so far, by their paths.
    pub(super) fn read(&self) -> BTreeMap<String, String> {
        self.read.borrow().clone()
    }

    fn base(&self, edition: &Edition, name: &str) -> Result<Source, Diagnostics> {
        let (path, text) = edition.text(self.files, name)?;
        if edition.pack.is_none() {
            self.read.borrow_mut().insert(path.clone(), text.clone().into_owned());
        }
        Ok(Source::new(path, text))
    }

    /// A file of the game, with those of the variants over it.
    fn sources(&self, name: &str) -> Result<Vec<Source>, Diagnostics> {
        let base = self.base(self.edition, name)?;
        Ok(std::iter::once(base).chain(self.variants.iter().filter_map(|pack| pack.source(name))).collect())
    }

    /// The numbers. Those of every game of this engine lie over the printed ones.
    pub(super) fn numbers(&self) -> Result<Numbers, Diagnostics> {
        let printed = self.base(&Edition::printed(), NUMBERS)?;
        let own = self.edition.pack.iter().chain(self.variants).filter_map(|pack| pack.source(NUMBERS));
        let mut all = std::iter::once(printed).chain(own);
        all.try_fold(Numbers::default(), |numbers, source| numbers.overlaid(source.file(), source.text()))
    }

    /// The files of the board.
    pub(super) fn board(&self) -> Result<Vec<Source>, Diagnostics> {
        self.sources(MAP)
    }

    pub(super) fn map(&self) -> Result<AreaMap, Diagnostics> {
        AreaMap::load_layers(&self.board()?)
    }

    pub(super) fn drawing(&self, map: &AreaMap) -> Result<Drawing, Diagnostics> {
        match self.edition.has(LANDSCAPE) {
            true => Ok(Drawing::of(Landscape::load_layers(&self.sources(LANDSCAPE)?, map)?)),
            false => Ok(Drawing::default()),
        }
    }

    /// The game's own set-ups by name.
    pub(super) fn setups(&self, map: &AreaMap, numbers: &Numbers) -> Result<BTreeMap<String, SetupFile>, Diagnostics> {
        let mut setups = BTreeMap::new();
        for (name, path) in self.edition.setups() {
            setups.insert(name, SetupFile::load_layers(&self.sources(&path)?, map, numbers, &WORDS)?);
        }
        let names: Vec<&String> = setups.keys().collect();
        if let Some(found) = homeless_setup(self.variants, &names) {
            return Err(found.into());
        }
        Ok(setups)
    }

    /// The set-up that a pack brings.
    pub(super) fn setup_of(&self, pack: &Pack, map: &AreaMap, numbers: &Numbers) -> Result<SetupFile, Diagnostics> {
        let missing = || Diagnostic::of_file(pack.called(SETUP), "there is no such file");
        let own = pack.source(SETUP).ok_or_else(missing)?;
        let mut layers = Vec::new();
        if let Some(over) = SetupFile::over(own.file(), own.text()) {
            let setups = self.edition.setups();
            let found = setups.iter().find(|(name, _)| *name == over);
            let unknown = || {
                let hint = did_you_mean(&over, setups.iter().map(|(name, _)| name.as_str()));
                Diagnostic::of_file(own.file(), format!("there is no set-up \"{over}\" to lay this over")).hint(hint)
            };
            layers = self.sources(&found.ok_or_else(unknown)?.1)?;
        }
        layers.push(own);
        SetupFile::load_layers(&layers, map, numbers, &WORDS)
    }

    /// Steps of packs that follow a step of the assault which another pack leaves out.
    pub(super) fn homeless_steps(&self) -> Diagnostics {
        let Ok(numbers) = self.numbers() else { return Diagnostics::default() };
        let orders = |pack: &&Pack| pack.files.get(NUMBERS).is_some_and(|text| text.contains(ASSAULT_ORDER));
        let Some(by) = self.variants.iter().rev().find(orders) else { return Diagnostics::default() };
        let mut found = Diagnostics::default();
        for pack in self.variants.iter().filter(|pack| pack.id() != by.id()) {
            let Some(source) = pack.source(&format!("{RULES}.luau")) else { continue };
            for entry in entries(&source, &["steps"]) {
                let Some((after, at)) = entry.texts.get("after") else { continue };
                let left_out = after.strip_prefix("assault.").filter(|step| numbers.assault_order.leaves_out(step));
                if let Some(step) = left_out {
                    let (name, by) = (&entry.name, by.id());
                    let what = format!(
                        "`steps.{name}` follows \"{after}\", and \"{by}\" leaves \"{step}\" out of the assault"
                    );
                    let hint = "no match can be played with both".to_owned();
                    found.push(Diagnostic::warning(&source, at.clone(), what).hint(Some(hint)));
                }
            }
        }
        found
    }

    /// Everything that is wrong with a pack that lies over the game and over the variants below it.
    pub(super) fn examine(&self, pack: &Pack) -> Diagnostics {
        let known: &[&str] = match pack.manifest.kind {
            Kind::Setup => &[MANIFEST, SETUP],
            _ => &[MANIFEST, MAP, LANDSCAPE, NUMBERS],
        };
        let mut found = strangers(pack, known);
        let looked = || -> Result<(), Diagnostics> {
            let numbers = self.numbers()?;
            let map = self.map()?;
            self.drawing(&map)?;
            self.setups(&map, &numbers)?;
            if pack.manifest.kind == Kind::Setup {
                self.setup_of(pack, &map, &numbers)?;
            }
            Ok(())
        };
        found.extend(looked().err().unwrap_or_default());
        found
    }
}
