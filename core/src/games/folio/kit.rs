//! Opens the game: map, order of battle, tables, set-ups and numbers read once, shared by the games of all threads.

use super::Folio;
use super::army::Army;
use super::crt::CombatTable;
use super::layered::{FOLDER, Layers};
use super::lua_rules::rules_of;
use super::notation::SIDES;
use super::points::Rules;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use crate::board::HexMap;
use crate::games::made_of::{MadeOf, brought};
use crate::games::packed::about;
use crate::kernel::{About, Console, Fault, HookMask, InUse, Kit, Named, PackStamp, Wanted};
use crate::pack::builtin::Files;
use crate::pack::toml_doc::read_toml;
use crate::pack::{Diagnostics, Pack, Packs};
use crate::scene::Layer;
use crate::script::Watch;
use std::collections::BTreeMap;
use std::sync::Arc;

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
    made_of: MadeOf,
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
        let mut made_of = MadeOf::bare(ID, FOLDER, None).with(files, variants, settings)?;
        let over = Layers::new(files, &made_of.layers);
        let mut numbers = over.numbers().map_err(wrong)?;
        for (name, value) in made_of.own_settings(settings)? {
            numbers.set(name, value).map_err(Fault::new)?;
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
        if board.is_none() {
            let is_there = |name: &str| setups.iter().any(|(known, _)| known == name);
            let read = |pack: &Pack| over.setup_of(pack, &map, &army);
            let brought = brought(&mut made_of.found, is_there, read);
            setups.extend(brought);
        }
        let printed = over.read();
        made_of.note(printed, env!("CARGO_PKG_VERSION"));
        let land = Arc::new(super::scene::land(&map));
        let (map, army, table, setups) = (Arc::new(map), Arc::new(army), Arc::new(table), Arc::new(setups));
        let kit = FolioKit { map, army, table, setups, own_setups, numbers, land, made_of };
        // a script that does not load is told now, not at the first match
        kit.rules(&HookMask::new(), &Watch::default())?;
        Ok(kit)
    }

    /// The same kit for a match that begins from a set-up: a pack that brings it is one of the match's packs, and others'
    /// set-ups are forgotten, so that a state says by a number that holds wherever the match is read from which it began.
    #[must_use]
    pub fn beginning_from(mut self, setup: &str) -> FolioKit {
        self.made_of = self.made_of.beginning_from(setup);
        let own = self.own_setups;
        let kept = self.setups.iter().enumerate().filter(|(k, (name, _))| *k < own || name == setup);
        self.setups = Arc::new(kept.map(|(_, named)| named.clone()).collect());
        self
    }

    /// The same kit, whose games' scripts `watch` looks after.
    #[must_use]
    pub fn watched_by(mut self, watch: &Watch) -> FolioKit {
        self.made_of = self.made_of.watched_by(watch);
        self
    }

    fn rules(&self, off: &HookMask, watch: &Watch) -> Result<Box<dyn Rules>, Fault> {
        // that of the match, or the usual one
        let setup = if self.made_of.setup.is_some() { self.setups.last() } else { self.setups.first() };
        let groups = setup.map_or_else(Vec::new, |(_, setup)| setup.groups.clone());
        let groups = groups.into_iter().map(|group| group.name).collect();
        rules_of(&self.map, &self.army, groups, &self.numbers, &self.made_of.layers, off, watch)
    }

    /// The numbers in force.
    #[must_use]
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// All packs of the game that were found.
    #[must_use]
    pub fn all_packs(&self) -> &Packs {
        &self.made_of.found
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
        about(game, &self.made_of.found, None, &self.numbers.told())
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
        self.made_of.stamps()
    }

    fn embedded(&self) -> BTreeMap<String, String> {
        self.made_of.embedded()
    }

    fn revision(&self) -> String {
        env!("RULES_FOLIO").to_owned()
    }

    fn in_use(&self) -> Vec<InUse> {
        self.made_of.in_use()
    }

    fn console(&self) -> Option<&Console> {
        self.made_of.watch.console()
    }

    fn anew(&self, wanted: &Wanted<'_>) -> Result<FolioKit, Fault> {
        let files = self.made_of.lying_now(wanted.carried);
        let kit = FolioKit::load(&files, &wanted.settings(), wanted.variants)?;
        Ok(kit.beginning_from(&wanted.header.setup.name).watched_by(&self.made_of.watch))
    }

    fn open(&self, off: &HookMask) -> Result<Folio, Fault> {
        Folio::new(
            self.map.clone(),
            self.army.clone(),
            self.table.clone(),
            self.numbers.clone(),
            self.rules(off, &self.made_of.watch)?,
            self.setups.clone(),
            self.land.clone(),
        )
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(super) fn wrong(found: Diagnostics) -> Fault {
    Fault::new(found.to_string())
}
