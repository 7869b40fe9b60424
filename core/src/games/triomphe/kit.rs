//! Opens the game: board, set-ups and numbers read once, shared by the games of all threads.

use super::edition::{Edition, FOLDER};
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
use crate::games::made_of::{MadeOf, brought};
use crate::games::packed::about;
use crate::kernel::{About, Console, Fault, HookMask, InUse, Kit, Named, PackStamp, Wanted};
use crate::pack::builtin::Files;
use crate::pack::{Diagnostics, Kind, Pack, Packs};
use crate::script::Watch;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The words of this game's set-ups.
pub const WORDS: Words = Words { sides: &SIDES, faces: FACE_NAMES, most_pieces: MOST_PIECES };

/// What the games of a match are opened from.
#[derive(Clone, Debug)]
pub struct TriompheKit {
    edition: Edition,
    map: Arc<AreaMap>,
    /// The texts that the map was read from, below to above.
    board: Arc<Vec<String>>,
    setups: Arc<BTreeMap<String, SetupFile>>,
    numbers: Numbers,
    drawing: Arc<Drawing>,
    ways: Arc<Ways>,
    /// What the variants have added.
    added: Arc<Own>,
    made_of: MadeOf,
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
        TriompheKit::after(None, edition, files, settings, variants)
    }

    /// The same after an older one: a map whose files have not changed is not read again, which takes the most time.
    fn after(
        old: Option<&TriompheKit>,
        edition: Edition,
        files: &Files,
        settings: &BTreeMap<String, String>,
        variants: &[String],
    ) -> Result<TriompheKit, Fault> {
        let mut made_of = MadeOf::bare(&edition.id, FOLDER, edition.pack.as_ref()).with(files, variants, settings)?;
        let over = Layers::new(&edition, files, made_of.variants());
        let mut numbers = over.numbers().map_err(wrong)?;
        for (name, value) in made_of.own_settings(settings)? {
            numbers.set(name, value).map_err(Fault::new)?;
        }
        let sources = over.board().map_err(wrong)?;
        let board: Vec<String> = sources.iter().map(|source| source.text().to_owned()).collect();
        let map = match old.filter(|old| *old.board == board) {
            Some(old) => old.map.clone(),
            None => Arc::new(AreaMap::load_layers(&sources).map_err(wrong)?),
        };
        let drawing = Arc::new(over.drawing(&map).map_err(wrong)?);
        let mut setups = over.setups(&map, &numbers).map_err(wrong)?;
        if setups.is_empty() {
            return Err(Fault::new("there is no set-up to begin from: the folder setups has no TOML file"));
        }
        let (mut found, is_there) = (made_of.found.clone(), |name: &str| setups.contains_key(name));
        let brought = brought(&mut found, is_there, |pack| over.setup_of(pack, &map, &numbers));
        setups.extend(brought);
        let printed = over.read();
        made_of.found = found;
        made_of.note(printed, &edition.version);
        // a script that does not load is told now, not at the first match
        let rules = rules_of(&map, &numbers, &made_of.layers, &HookMask::new(), &Watch::default())?;
        let (added, setups, board) = (Arc::new(Own::of(&*rules, &numbers)?), Arc::new(setups), Arc::new(board));
        Ok(TriompheKit { board, setups, drawing, added, made_of, ..TriompheKit::bare(edition, map, numbers) })
    }

    /// A kit for another board and numbers, without set-ups: positions of cases.
    #[must_use]
    pub fn bare(edition: Edition, map: impl Into<Arc<AreaMap>>, numbers: Numbers) -> TriompheKit {
        let map = map.into();
        TriompheKit {
            made_of: MadeOf::bare(&edition.id, FOLDER, edition.pack.as_ref()),
            board: Arc::default(),
            setups: Arc::default(),
            drawing: Arc::default(),
            ways: Arc::new(Ways::on(&map, numbers.road_steps)),
            added: Arc::new(Own::printed(&numbers)),
            map,
            edition,
            numbers,
        }
    }

    /// The same board under these numbers, with these variants, below to above. The numbers of the packs' own files are
    /// not laid over them again.
    ///
    /// # Errors
    /// A script that does not load.
    pub fn ruled_by(mut self, numbers: Numbers, variants: Vec<Pack>) -> Result<TriompheKit, Fault> {
        let layers = self.edition.with(variants);
        let rules = rules_of(&self.map, &numbers, &layers, &HookMask::new(), &self.made_of.watch)?;
        self.added = Arc::new(Own::of(&*rules, &numbers)?);
        self.ways = Arc::new(Ways::on(&self.map, numbers.road_steps));
        (self.numbers, self.made_of.layers) = (numbers, layers);
        Ok(self)
    }

    /// The same kit for a match that begins from a set-up: a pack that brings it is one of the match's packs.
    #[must_use]
    pub fn beginning_from(mut self, setup: &str) -> TriompheKit {
        self.made_of = self.made_of.beginning_from(setup);
        self
    }

    /// The same kit, whose games' scripts `watch` looks after.
    #[must_use]
    pub fn watched_by(mut self, watch: &Watch) -> TriompheKit {
        self.made_of = self.made_of.watched_by(watch);
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
        &self.made_of.found
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
        let of_pack =
            |name: &String| self.made_of.found.get(name).is_some_and(|pack| pack.manifest.kind == Kind::Setup);
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
        about(game, &self.made_of.found, self.edition.pack.as_ref(), &self.numbers.told())
    }
}

impl Kit for TriompheKit {
    type G = Triomphe;

    fn packs(&self) -> Vec<PackStamp> {
        self.made_of.stamps()
    }

    fn embedded(&self) -> BTreeMap<String, String> {
        self.made_of.embedded()
    }

    fn revision(&self) -> String {
        env!("RULES_TRIOMPHE").to_owned()
    }

    fn in_use(&self) -> Vec<InUse> {
        self.made_of.in_use()
    }

    fn console(&self) -> Option<&Console> {
        self.made_of.watch.console()
    }

    fn anew(&self, wanted: &Wanted<'_>) -> Result<TriompheKit, Fault> {
        let files = self.made_of.lying_now(wanted.carried);
        let edition = self.edition.anew(&files)?;
        let kit = TriompheKit::after(Some(self), edition, &files, &wanted.settings(), wanted.variants)?;
        Ok(kit.beginning_from(&wanted.header.setup.name).watched_by(&self.made_of.watch))
    }

    fn open(&self, off: &HookMask) -> Result<Triomphe, Fault> {
        let rules = rules_of(&self.map, &self.numbers, &self.made_of.layers, off, &self.made_of.watch)?;
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
