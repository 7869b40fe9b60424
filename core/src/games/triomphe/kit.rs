//! Opens the game: board, set-ups and numbers read once, shared by the games of all threads.

use super::edition::Edition;
use super::game::Triomphe;
use super::land;
use super::layered::{Layers, NUMBERS};
use super::lua_rules::rules_of;
use super::model::{FACE_NAMES, MOST_PIECES};
use super::notation::SIDES;
use super::numbers::Numbers;
use super::own::Own;
use super::sample::Ways;
use super::setup_file::{SetupFile, Words};
use super::show::Drawing;
use crate::board::AreaMap;
use crate::games::packed::about;
use crate::kernel::{About, Console, Fault, HookMask, InUse, Kit, Named, PackStamp, Wanted};
use crate::pack::builtin::{self, Files};
use crate::pack::find::SETUP;
use crate::pack::{Diagnostic, Diagnostics, Kind, Origin, Pack, Packs};
use crate::script::Watch;
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The words of this game's set-ups.
pub const WORDS: Words = Words { sides: &SIDES, faces: FACE_NAMES, most_pieces: MOST_PIECES };

/// What the games of a match are opened from.
#[derive(Clone, Debug)]
pub struct TriompheKit {
    edition: Edition,
    map: Arc<AreaMap>,
    setups: Arc<BTreeMap<String, SetupFile>>,
    numbers: Numbers,
    drawing: Arc<Drawing>,
    ways: Arc<Ways>,
    /// What the variants have added.
    added: Arc<Own>,
    stamp: PackStamp,
    /// The printed files that a folder on disk laid over the built-in ones.
    own: Arc<BTreeMap<String, String>>,
    /// The packs in force, below to above: the game's own, then the variants.
    layers: Vec<Pack>,
    /// The pack that brings the set-up of the match, if one does.
    setup: Option<Pack>,
    /// All packs of the game that were found.
    packs: Arc<Packs>,
    /// Who looks after the scripts of games that are opened.
    watch: Watch,
    /// Where it was read from.
    files: Files,
}

impl TriompheKit {
    /// The printed game: see [`TriompheKit::of`].
    ///
    /// # Errors
    /// As there.
    pub fn load(files: &Files, settings: &BTreeMap<String, String>, variants: &[String]) -> Result<TriompheKit, Fault> {
        TriompheKit::of(Edition::printed(), files, settings, variants)
    }

    /// Reads a game's files, lays variants over them by pack id (below to above), and sets numbers and rulings by name.
    ///
    /// A variant may hold numbers (`rules.toml`), functions for rule points (`rules.luau`), and what it changes of the
    /// board and the set-ups (`map.toml`, `landscape.toml`, `setups/*.toml`). `settings` holds numbers and rulings by name,
    /// options of packs by `PACK.NAME`.
    ///
    /// # Errors
    /// Everything that is wrong with the files, as one text; the first setting or variant that is not there; a script
    /// that does not load.
    pub fn of(
        edition: Edition,
        files: &Files,
        settings: &BTreeMap<String, String>,
        variants: &[String],
    ) -> Result<TriompheKit, Fault> {
        let mut packs = Packs::find(files, &edition.id);
        let mut layers = edition.with(packs.stack(variants, Kind::Variant).map_err(Fault::new)?);
        for pack in &mut layers {
            pack.choose(settings).map_err(Fault::new)?;
        }
        let over = Layers::new(&edition, files, edition.above(&layers));
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
        let map = Arc::new(over.map().map_err(wrong)?);
        let drawing = Arc::new(over.drawing(&map).map_err(wrong)?);
        let mut setups = over.setups(&map, &numbers).map_err(wrong)?;
        if setups.is_empty() {
            return Err(Fault::new("there is no set-up to begin from: the folder setups has no TOML file"));
        }
        let (mut hash, mut own) = (Xxh3::new(), over.read());
        for (path, text) in &own {
            hash.update(path.as_bytes());
            hash.update(text.as_bytes());
        }
        if let Some(pack) = &edition.pack {
            hash.update(pack.stamp().hash.as_bytes());
        }
        own.retain(|path, text| edition.pack.is_none() && builtin::text(path).as_deref() != Some(text));
        // a pack's set-up that does not fit this board is left out, and told
        let brought: Vec<Pack> = packs.of_kind(Kind::Setup).cloned().collect();
        for pack in brought {
            match over.setup_of(&pack, &map, &numbers) {
                Ok(setup) if !setups.contains_key(pack.id()) => drop(setups.insert(pack.id().to_owned(), setup)),
                Ok(_) => packs.set_aside(
                    &pack,
                    Diagnostic::of_file(pack.called(SETUP), "there is a set-up of this name already").into(),
                ),
                Err(found) => packs.set_aside(&pack, found),
            }
        }
        let hash = format!("{:016x}", hash.digest());
        let stamp = PackStamp { id: edition.id.clone(), version: edition.version.clone(), hash };
        // a script that does not load is told now, not at the first match
        let added = Own::of(&*rules_of(&map, &numbers, &layers, &HookMask::new(), &Watch::default())?, &numbers)?;
        let ways = Arc::new(Ways::on(&map, numbers.road_steps));
        let (setups, packs, own, added) = (Arc::new(setups), Arc::new(packs), Arc::new(own), Arc::new(added));
        let (watch, files) = (Watch::default(), files.clone().carrying_nothing());
        let setup = None;
        Ok(TriompheKit {
            edition,
            map,
            setups,
            numbers,
            drawing,
            ways,
            added,
            stamp,
            own,
            layers,
            setup,
            packs,
            watch,
            files,
        })
    }

    /// A kit for another board and numbers, without set-ups: positions of cases.
    #[must_use]
    pub fn bare(edition: Edition, map: AreaMap, numbers: Numbers) -> TriompheKit {
        let ways = Arc::new(Ways::on(&map, numbers.road_steps));
        let stamp = PackStamp { id: edition.id.clone(), version: String::new(), hash: String::new() };
        let added = Arc::new(Own::printed(&numbers));
        let (map, setups, drawing) = (Arc::new(map), Arc::default(), Arc::default());
        let (layers, own, packs, watch) = (edition.with(Vec::new()), Arc::default(), Arc::default(), Watch::default());
        let (setup, files) = (None, Files::builtin());
        TriompheKit {
            edition,
            map,
            setups,
            numbers,
            drawing,
            ways,
            added,
            stamp,
            own,
            layers,
            setup,
            packs,
            watch,
            files,
        }
    }

    /// The same board under these numbers, with these variants, below to above. The numbers of the packs' own files are
    /// not laid over them again.
    ///
    /// # Errors
    /// A script that does not load.
    pub fn ruled_by(mut self, numbers: Numbers, variants: Vec<Pack>) -> Result<TriompheKit, Fault> {
        let layers = self.edition.with(variants);
        let rules = rules_of(&self.map, &numbers, &layers, &HookMask::new(), &self.watch)?;
        self.added = Arc::new(Own::of(&*rules, &numbers)?);
        self.ways = Arc::new(Ways::on(&self.map, numbers.road_steps));
        (self.numbers, self.layers) = (numbers, layers);
        Ok(self)
    }

    /// The same kit for a match that begins from a set-up: a pack that brings it is one of the match's packs.
    #[must_use]
    pub fn beginning_from(mut self, setup: &str) -> TriompheKit {
        self.setup = self.packs.get(setup).filter(|pack| pack.manifest.kind == Kind::Setup).cloned();
        self
    }

    /// The same kit, whose games' scripts `watch` looks after.
    #[must_use]
    pub fn watched_by(mut self, watch: &Watch) -> TriompheKit {
        self.watch = watch.clone();
        self
    }

    /// The numbers in force.
    #[must_use]
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// All packs of the game that were found, of every kind, and what is wrong with those that cannot be used.
    #[must_use]
    pub fn all_packs(&self) -> &Packs {
        &self.packs
    }

    /// The board.
    #[must_use]
    pub fn map(&self) -> &Arc<AreaMap> {
        &self.map
    }

    /// The game as a list of games shows it.
    #[must_use]
    pub fn about(&self) -> About {
        let named_setup = |(name, file): (&String, &SetupFile)| Named {
            name: name.clone(),
            title: file.name.clone(),
            summary: file.help.clone(),
        };
        // the game's own come first: the first one is the usual one
        let of_pack = |name: &String| self.packs.get(name).is_some_and(|pack| pack.manifest.kind == Kind::Setup);
        let (own, brought): (Vec<_>, Vec<_>) = self.setups.iter().partition(|(name, _)| !of_pack(name));
        let setups = own.into_iter().chain(brought).map(named_setup);
        let game = About {
            id: self.edition.id.clone(),
            title: self.edition.title.clone(),
            summary: self.edition.summary.clone(),
            sides: SIDES.iter().map(|s| (*s).to_owned()).collect(),
            setups: setups.collect(),
            reconstructed: self.edition.reconstructed,
            ..About::default()
        };
        about(game, &self.packs, self.edition.pack.as_ref(), &self.numbers.told())
    }
}

impl Kit for TriompheKit {
    type G = Triomphe;

    fn packs(&self) -> Vec<PackStamp> {
        // the first stamp is the game's own, whether a pack brings it or not
        let others = self.edition.above(&self.layers).iter().chain(&self.setup);
        std::iter::once(self.stamp.clone()).chain(others.map(Pack::stamp)).collect()
    }

    fn embedded(&self) -> BTreeMap<String, String> {
        let packs = self.layers.iter().chain(&self.setup).filter(|pack| pack.origin != Origin::BuiltIn);
        let packs = packs.flat_map(|pack| pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())));
        self.own.iter().map(|(path, text)| (path.clone(), text.clone())).chain(packs).collect()
    }

    fn revision(&self) -> String {
        env!("RULES_TRIOMPHE").to_owned()
    }

    fn in_use(&self) -> Vec<InUse> {
        self.layers.iter().chain(&self.setup).map(Pack::in_use).collect()
    }

    fn console(&self) -> Option<&Console> {
        self.watch.console()
    }

    fn anew(&self, wanted: &Wanted<'_>) -> Result<TriompheKit, Fault> {
        let files = Packs::find(&self.files, &self.edition.id).lying_now(&self.files, wanted.carried);
        let edition = self.edition.anew(&files)?;
        let kit = TriompheKit::of(edition, &files, &wanted.settings(), wanted.variants)?;
        Ok(kit.beginning_from(&wanted.header.setup.name).watched_by(&self.watch))
    }

    fn open(&self, off: &HookMask) -> Result<Triomphe, Fault> {
        let rules = rules_of(&self.map, &self.numbers, &self.layers, off, &self.watch)?;
        Ok(Triomphe::new(
            land::read(&self.map, &self.numbers, &*rules)?,
            self.numbers.clone(),
            self.setups.clone(),
            rules,
            self.drawing.clone(),
            self.ways.clone(),
            self.added.clone(),
        ))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn wrong(found: Diagnostics) -> Fault {
    Fault::new(found.to_string())
}

/// Numbers with those of a pack laid over them.
pub(super) fn with_numbers(numbers: Numbers, pack: &Pack) -> Result<Numbers, Fault> {
    match pack.files.get(NUMBERS) {
        Some(text) => numbers.overlaid(&pack.called(NUMBERS), text).map_err(wrong),
        None => Ok(numbers),
    }
}
