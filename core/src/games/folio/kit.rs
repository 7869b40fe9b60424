//! Opens the game: map, order of battle, tables, set-ups and numbers read once, shared by the games of all threads.

use super::Folio;
use super::army::Army;
use super::crt::CombatTable;
use super::layered::Layers;
use super::lua_rules::rules_of;
use super::notation::SIDES;
use super::points::Rules;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use crate::board::HexMap;
use crate::games::packed::about;
use crate::kernel::{About, Console, Fault, HookMask, InUse, Kit, Named, PackStamp, Wanted};
use crate::pack::builtin::{self, Files};
use crate::pack::find::SETUP;
use crate::pack::toml_doc::read_toml;
use crate::pack::{Diagnostic, Diagnostics, Kind, Origin, Pack, Packs};
use crate::scene::Layer;
use crate::script::Watch;
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The game's id.
pub(super) const ID: &str = "folio";

/// What the games of a match are opened from.
#[derive(Clone, Debug)]
pub struct FolioKit {
    map: Arc<HexMap>,
    army: Arc<Army>,
    table: Arc<CombatTable>,
    setups: Arc<Vec<(String, SetupFile)>>,
    /// How many of them are the game's own: they come first.
    own_setups: usize,
    numbers: Numbers,
    land: Arc<Vec<Layer>>,
    watch: Watch,
    stamp: PackStamp,
    own: Arc<BTreeMap<String, String>>,
    layers: Vec<Pack>,
    /// The pack that brings the set-up of the match, if one does.
    setup: Option<Pack>,
    packs: Arc<Packs>,
    /// Where it was read from.
    files: Files,
}

impl FolioKit {
    /// Reads the game's files, lays variants over them by pack id (below to above), and sets numbers and rulings by name.
    ///
    /// # Errors
    /// Everything that is wrong with the files, as one text; the first setting or variant that is not there.
    pub fn load(files: &Files, settings: &BTreeMap<String, String>, variants: &[String]) -> Result<FolioKit, Fault> {
        FolioKit::on(files, settings, variants, None)
    }

    /// The same on a map of one's own: a name for findings, and its text.
    ///
    /// # Errors
    /// As [`FolioKit::load`].
    pub fn on(
        files: &Files,
        settings: &BTreeMap<String, String>,
        variants: &[String],
        board: Option<(&str, &str)>,
    ) -> Result<FolioKit, Fault> {
        let mut packs = Packs::find(files, ID);
        let mut layers = packs.stack(variants, Kind::Variant).map_err(Fault::new)?;
        for pack in &mut layers {
            pack.choose(settings).map_err(Fault::new)?;
        }
        let over = Layers::new(files, &layers);
        let mut numbers = over.numbers().map_err(wrong)?;
        for (name, value) in settings {
            match name.split_once('.') {
                None => numbers.set(name, value).map_err(Fault::new)?,
                Some((pack, _)) if layers.iter().any(|layer| layer.id() == pack) => {}
                Some(_) => {
                    return Err(Fault::new(format!("\"{name}\" is an option of a pack that is not in this match")));
                }
            }
        }
        let chart = over.chart(&numbers).map_err(wrong)?;
        let map = match board {
            Some((file, text)) => HexMap::load(file, text, &chart),
            None => over.map(&chart),
        };
        let map = map.map_err(wrong)?;
        let army = over.army().map_err(wrong)?;
        let table = over.table().map_err(wrong)?;
        // another map has other hexes
        let mut setups = if board.is_none() { over.setups(&map, &army).map_err(wrong)? } else { Vec::new() };
        let own_setups = setups.len();
        let (mut hash, mut own) = (Xxh3::new(), over.read());
        for (path, text) in &own {
            hash.update(path.as_bytes());
            hash.update(text.as_bytes());
        }
        own.retain(|path, text| builtin::text(path).as_deref() != Some(text));
        // a pack's set-up that does not fit this board is left out, and told
        let brought: Vec<Pack> = packs.of_kind(Kind::Setup).filter(|_| board.is_none()).cloned().collect();
        for pack in brought {
            match over.setup_of(&pack, &map, &army) {
                Ok(setup) if setups.iter().all(|(name, _)| name != pack.id()) => {
                    setups.push((pack.id().to_owned(), setup));
                }
                Ok(_) => packs.set_aside(
                    &pack,
                    Diagnostic::of_file(pack.called(SETUP), "there is a set-up of this name already").into(),
                ),
                Err(found) => packs.set_aside(&pack, found),
            }
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let stamp = PackStamp { id: ID.to_owned(), version, hash: format!("{:016x}", hash.digest()) };
        let land = Arc::new(super::scene::land(&map));
        let (map, army, table, setups) = (Arc::new(map), Arc::new(army), Arc::new(table), Arc::new(setups));
        let (own, packs, watch) = (Arc::new(own), Arc::new(packs), Watch::default());
        let (setup, files) = (None, files.clone().carrying_nothing());
        let kit = FolioKit {
            map,
            army,
            table,
            setups,
            own_setups,
            numbers,
            land,
            watch,
            stamp,
            own,
            layers,
            setup,
            packs,
            files,
        };
        // a script that does not load is told now, not at the first match
        kit.rules(&HookMask::new(), &Watch::default())?;
        Ok(kit)
    }

    /// The same kit for a match that begins from a set-up: a pack that brings it is one of the match's packs, and others'
    /// set-ups are forgotten, so that a state says by a number that holds wherever the match is read from which it began.
    #[must_use]
    pub fn beginning_from(mut self, setup: &str) -> FolioKit {
        self.setup = self.packs.get(setup).filter(|pack| pack.manifest.kind == Kind::Setup).cloned();
        let own = self.own_setups;
        let kept = self.setups.iter().enumerate().filter(|(k, (name, _))| *k < own || name == setup);
        self.setups = Arc::new(kept.map(|(_, named)| named.clone()).collect());
        self
    }

    /// The same kit, whose games' scripts `watch` looks after.
    #[must_use]
    pub fn watched_by(mut self, watch: &Watch) -> FolioKit {
        self.watch = watch.clone();
        self
    }

    fn rules(&self, off: &HookMask, watch: &Watch) -> Result<Box<dyn Rules>, Fault> {
        // that of the match, or the usual one
        let setup = if self.setup.is_some() { self.setups.last() } else { self.setups.first() };
        let groups = setup.map_or_else(Vec::new, |(_, setup)| setup.groups.clone());
        let groups = groups.into_iter().map(|group| group.name).collect();
        rules_of(&self.map, &self.army, groups, &self.numbers, &self.layers, off, watch)
    }

    /// The numbers in force.
    #[must_use]
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// All packs of the game that were found.
    #[must_use]
    pub fn all_packs(&self) -> &Packs {
        &self.packs
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Arc<HexMap> {
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
        let game = About {
            id: ID.to_owned(),
            title: "Marengo: Morning Defeat, Afternoon Victory".to_owned(),
            summary: "14 June 1800 on hexes: the Austrian column comes over the Bormida bridge, Victor holds the Fontanone, Desaix \
                      is on his way. Combat, morale, squares and charges."
                .to_owned(),
            sides: SIDES.iter().map(|side| (*side).to_owned()).collect(),
            setups: setups.collect(),
            reconstructed: true,
            ..About::default()
        };
        about(game, &self.packs, None, &self.numbers.told())
    }
}

impl Numbers {
    /// These numbers with those of a TOML text laid over them; what the text leaves out stays.
    ///
    /// # Errors
    /// Every unknown key, wrong type and value out of range, with its place.
    pub fn overlaid(&self, file: &str, text: &str) -> Result<Numbers, Diagnostics> {
        read_toml(file, text, |top| {
            let mut numbers = self.clone();
            numbers.overlay(top);
            Some(numbers)
        })
    }
}

impl Kit for FolioKit {
    type G = Folio;

    fn packs(&self) -> Vec<PackStamp> {
        std::iter::once(self.stamp.clone()).chain(self.layers.iter().chain(&self.setup).map(Pack::stamp)).collect()
    }

    fn embedded(&self) -> BTreeMap<String, String> {
        let packs = self.layers.iter().chain(&self.setup).filter(|pack| pack.origin != Origin::BuiltIn);
        let packs = packs.flat_map(|pack| pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())));
        self.own.iter().map(|(path, text)| (path.clone(), text.clone())).chain(packs).collect()
    }

    fn revision(&self) -> String {
        env!("RULES_FOLIO").to_owned()
    }

    fn in_use(&self) -> Vec<InUse> {
        self.layers.iter().chain(&self.setup).map(Pack::in_use).collect()
    }

    fn console(&self) -> Option<&Console> {
        self.watch.console()
    }

    fn anew(&self, wanted: &Wanted<'_>) -> Result<FolioKit, Fault> {
        let files = Packs::find(&self.files, ID).lying_now(&self.files, wanted.carried);
        let kit = FolioKit::load(&files, &wanted.settings(), wanted.variants)?;
        Ok(kit.beginning_from(&wanted.header.setup.name).watched_by(&self.watch))
    }

    fn open(&self, off: &HookMask) -> Result<Folio, Fault> {
        Folio::new(
            self.map.clone(),
            self.army.clone(),
            self.table.clone(),
            self.numbers.clone(),
            self.rules(off, &self.watch)?,
            self.setups.clone(),
            self.land.clone(),
        )
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(super) fn wrong(found: Diagnostics) -> Fault {
    Fault::new(found.to_string())
}
