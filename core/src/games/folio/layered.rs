//! The files of the game with what packs lay over them: numbers, terrain, map, order of battle, tables, set-ups.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::army::Army;
use super::crt::CombatTable;
use super::model::Arm;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use crate::board::hex_chart::Ground;
use crate::board::{HexChart, HexMap};
use crate::games::packed::{homeless_setup, strangers};
use crate::pack::SETUP;
use crate::pack::builtin::{self, Files};
use crate::pack::manifest::MANIFEST;
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostic, Diagnostics, Kind, Pack, Source};

/// Where the game's own files lie.
pub(super) const FOLDER: &str = "data/folio";
/// The files that packs may lay something over, beside set-ups.
pub(super) const NUMBERS: &str = "rules.toml";
const TERRAIN: &str = "terrain.toml";
const MAP: &str = "map.toml";
const ARMY: &str = "army.toml";
const TABLE: &str = "combat.toml";
/// The usual set-up.
const PRINTED: &str = "historical";
const VINEYARD: &str = "vineyard";
const LIGHT_WOODS: &str = "light_woods";

/// The game's files, with those of some variants over them, below to above.
pub(super) struct Layers<'a> {
    files: &'a Files,
    variants: &'a [Pack],
    /// The game's own files that were read: path and text.
    read: RefCell<BTreeMap<String, String>>,
}

impl<'a> Layers<'a> {
    pub(super) fn new(files: &'a Files, variants: &'a [Pack]) -> Layers<'a> {
        Layers { files, variants, read: RefCell::default() }
    }

    /// The files of the house that were read so far, by their paths.
    pub(super) fn read(&self) -> BTreeMap<String, String> {
        self.read.borrow().clone()
    }

    /// A file of the game alone.
    pub(super) fn base(&self, name: &str) -> Result<Source, Diagnostics> {
        let path = format!("{FOLDER}/{name}");
        let text = self.files.text(&path)?;
        self.read.borrow_mut().insert(path.clone(), text.to_string());
        Ok(Source::new(path, text))
    }

    /// The same with those of the variants over it.
    fn sources(&self, name: &str) -> Result<Vec<Source>, Diagnostics> {
        let base = self.base(name)?;
        Ok(std::iter::once(base).chain(self.variants.iter().filter_map(|pack| pack.source(name))).collect())
    }

    pub(super) fn numbers(&self) -> Result<Numbers, Diagnostics> {
        let lay = |numbers: Numbers, source: Source| numbers.overlaid(source.file(), source.text());
        self.sources(NUMBERS)?.into_iter().try_fold(Numbers::default(), lay)
    }

    /// The terrain effects chart under these numbers.
    pub(super) fn chart(&self, numbers: &Numbers) -> Result<HexChart, Diagnostics> {
        let sources = self.sources(TERRAIN)?;
        let mut chart = HexChart::load_layers(&sources)?;
        if chart.arms != Arm::NAMES {
            let file = sources.last().map_or(TERRAIN, Source::file);
            return Err(
                Diagnostic::of_file(file, format!("the arms of this game are {}", Arm::NAMES.join(", "))).into()
            );
        }
        if !numbers.vineyards {
            plain_vineyards(&mut chart);
        }
        Ok(chart)
    }

    pub(super) fn map(&self, chart: &HexChart) -> Result<HexMap, Diagnostics> {
        HexMap::load_layers(&self.sources(MAP)?, chart)
    }

    pub(super) fn army(&self) -> Result<Army, Diagnostics> {
        Army::load(&self.sources(ARMY)?)
    }

    pub(super) fn table(&self) -> Result<CombatTable, Diagnostics> {
        CombatTable::load(&self.sources(TABLE)?)
    }

    /// The names of the game's own set-ups, the usual one first.
    fn names(&self) -> Vec<String> {
        let folder = format!("{FOLDER}/setups/");
        let name = |path: &String| Some(path.strip_prefix(&folder)?.strip_suffix(".toml")?.to_owned());
        let mut names: Vec<String> = builtin::files(&folder).iter().filter_map(name).collect();
        names.sort_by_key(|name| (name != PRINTED, name.clone()));
        names
    }

    /// The game's own set-ups by name, the usual one first.
    pub(super) fn setups(&self, map: &HexMap, army: &Army) -> Result<Vec<(String, SetupFile)>, Diagnostics> {
        let names = self.names();
        if let Some(found) = homeless_setup(self.variants, &names) {
            return Err(found.into());
        }
        let read = |name: String| {
            let setup = SetupFile::load_layers(&self.sources(&format!("setups/{name}.toml"))?, map, army)?;
            Ok((name, setup))
        };
        names.into_iter().map(read).collect()
    }

    /// The set-up that a pack brings.
    pub(super) fn setup_of(&self, pack: &Pack, map: &HexMap, army: &Army) -> Result<SetupFile, Diagnostics> {
        let missing = || Diagnostic::of_file(pack.called(SETUP), "there is no such file");
        let own = pack.source(SETUP).ok_or_else(missing)?;
        let mut layers = Vec::new();
        if let Some(over) = SetupFile::over(own.file(), own.text()) {
            let names = self.names();
            if !names.contains(&over) {
                let hint = did_you_mean(&over, names.iter().map(String::as_str));
                let what = format!("there is no set-up \"{over}\" to lay this over");
                return Err(Diagnostic::of_file(own.file(), what).hint(hint).into());
            }
            layers = self.sources(&format!("setups/{over}.toml"))?;
        }
        layers.push(own);
        SetupFile::load_layers(&layers, map, army)
    }

    /// Everything that is wrong with a pack that lies over the game and over the variants below it.
    pub(super) fn examine(&self, pack: &Pack) -> Diagnostics {
        let known: &[&str] = match pack.manifest.kind {
            Kind::Setup => &[MANIFEST, SETUP],
            _ => &[MANIFEST, NUMBERS, TERRAIN, MAP, ARMY, TABLE],
        };
        let mut found = strangers(pack, known);
        let looked = || -> Result<(), Diagnostics> {
            let map = self.map(&self.chart(&self.numbers()?)?)?;
            let army = self.army()?;
            self.table()?;
            self.setups(&map, &army)?;
            if pack.manifest.kind == Kind::Setup {
                self.setup_of(pack, &map, &army)?;
            }
            Ok(())
        };
        found.extend(looked().err().unwrap_or_default());
        found
    }
}

/// 19.3 switched off: vineyards are what light woods are.
fn plain_vineyards(chart: &mut HexChart) {
    let woods = chart.grounds.iter().find(|ground| ground.name == LIGHT_WOODS).cloned();
    let vines = chart.grounds.iter_mut().find(|ground| ground.name == VINEYARD);
    if let (Some(woods), Some(vines)) = (woods, vines) {
        *vines = Ground { name: vines.name.clone(), ..woods };
    }
}
