//! Opens the game: map, order of battle, tables, set-ups and numbers read once, shared by the games of all threads.

use super::Folio;
use super::army::Army;
use super::crt::CombatTable;
use super::lua_rules::rules_of;
use super::model::Arm;
use super::notation::SIDES;
use super::points::Rules;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use crate::board::{HexChart, HexMap};
use crate::games::settings::Choices;
use crate::kernel::{About, Console, Fault, HookMask, InUse, Kit, Named, PackStamp, Rule, Ruling, Wanted};
use crate::pack::builtin::{self, Files};
use crate::pack::toml_doc::read_toml;
use crate::pack::{Diagnostics, Kind, Origin, Pack, Packs, Source};
use crate::scene::Layer;
use crate::script::Watch;
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

/// The game's id.
pub(super) const ID: &str = "folio";
const FOLDER: &str = "data/folio";
const VINEYARD: &str = "vineyard";
const LIGHT_WOODS: &str = "light_woods";

/// What the games of a match are opened from.
#[derive(Clone, Debug)]
pub struct FolioKit {
    map: Arc<HexMap>,
    army: Arc<Army>,
    table: Arc<CombatTable>,
    setups: Arc<Vec<(String, SetupFile)>>,
    numbers: Numbers,
    land: Arc<Vec<Layer>>,
    watch: Watch,
    stamp: PackStamp,
    own: Arc<BTreeMap<String, String>>,
    layers: Vec<Pack>,
    packs: Arc<Packs>,
    /// Where it was read from.
    files: Files,
}

/// The files that were read, by path.
struct Reading<'a> {
    files: &'a Files,
    layers: &'a [Pack],
    read: BTreeMap<String, String>,
}

impl Reading<'_> {
    /// A file of the game with those of the packs that lie over it.
    fn sources(&mut self, name: &str) -> Result<Vec<Source>, Fault> {
        let path = format!("{FOLDER}/{name}");
        let text = self.files.text(&path).map_err(|found| wrong(found.into()))?;
        self.read.insert(path.clone(), text.to_string());
        let over =
            self.layers.iter().filter_map(|pack| Some(Source::new(pack.called(name), pack.files.get(name)?.as_str())));
        Ok(std::iter::once(Source::new(path, text)).chain(over).collect())
    }
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
        let packs = Packs::find(files, ID);
        let mut layers = packs.stack(variants, Kind::Variant).map_err(Fault::new)?;
        for pack in &mut layers {
            pack.choose(settings).map_err(Fault::new)?;
        }
        let mut reading = Reading { files, layers: &layers, read: BTreeMap::new() };
        let mut numbers = Numbers::default();
        for source in reading.sources("rules.toml")? {
            numbers = numbers.overlaid(source.file(), source.text()).map_err(wrong)?;
        }
        for (name, value) in settings.iter().filter(|(name, _)| !name.contains('.')) {
            numbers.set(name, value).map_err(Fault::new)?;
        }
        let terrain = reading.sources("terrain.toml")?;
        let mut chart = HexChart::load_layers(&terrain).map_err(wrong)?;
        if chart.arms != Arm::NAMES {
            return Err(Fault::new(format!("terrain.toml: the arms of this game are {}", Arm::NAMES.join(", "))));
        }
        if !numbers.vineyards {
            plain_vineyards(&mut chart);
        }
        let map = match board {
            Some((file, text)) => HexMap::load(file, text, &chart),
            None => HexMap::load_layers(&reading.sources("map.toml")?, &chart),
        };
        let map = map.map_err(wrong)?;
        let army = Army::load(&reading.sources("army.toml")?).map_err(wrong)?;
        let table = CombatTable::load(&reading.sources("combat.toml")?).map_err(wrong)?;
        let mut setups = Vec::new();
        if board.is_none() {
            for path in builtin::files(&format!("{FOLDER}/setups")) {
                let Some(name) = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix("/setups/")) else {
                    continue;
                };
                let Some(name) = name.strip_suffix(".toml") else { continue };
                let text = files.text(&path).map_err(|found| wrong(found.into()))?;
                reading.read.insert(path.clone(), text.to_string());
                setups.push((name.to_owned(), SetupFile::load(&path, &text, &map, &army).map_err(wrong)?));
            }
            // the printed one is the usual one
            setups.sort_by_key(|(name, _)| (name != "historical", name.clone()));
        }
        let (mut hash, mut own) = (Xxh3::new(), reading.read);
        for (path, text) in &own {
            hash.update(path.as_bytes());
            hash.update(text.as_bytes());
        }
        own.retain(|path, text| builtin::text(path).as_deref() != Some(text));
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let stamp = PackStamp { id: ID.to_owned(), version, hash: format!("{:016x}", hash.digest()) };
        let land = Arc::new(super::scene::land(&map));
        let (map, army, table, setups) = (Arc::new(map), Arc::new(army), Arc::new(table), Arc::new(setups));
        let (own, packs, watch) = (Arc::new(own), Arc::new(packs), Watch::default());
        let files = files.clone().carrying_nothing();
        let kit = FolioKit { map, army, table, setups, numbers, land, watch, stamp, own, layers, packs, files };
        // a script that does not load is told now, not at the first match
        kit.rules(&HookMask::new(), &Watch::default())?;
        Ok(kit)
    }

    /// The same kit, whose games' scripts `watch` looks after.
    #[must_use]
    pub fn watched_by(mut self, watch: &Watch) -> FolioKit {
        self.watch = watch.clone();
        self
    }

    fn rules(&self, off: &HookMask, watch: &Watch) -> Result<Box<dyn Rules>, Fault> {
        let groups = self.setups.first().map_or_else(Vec::new, |(_, setup)| setup.groups.clone());
        let groups = groups.into_iter().map(|group| group.name).collect();
        rules_of(&self.map, groups, &self.numbers, &self.layers, off, watch)
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
        let variants = self.packs.of_kind(Kind::Variant).map(|pack| {
            let m = &pack.manifest;
            Named { name: m.id.clone(), title: m.title.clone(), summary: m.description.clone() }
        });
        let ruling = |s: &crate::games::settings::Setting| {
            let Choices::Words(words) = &s.choices else { return None };
            Some(Ruling {
                name: s.name.to_owned(),
                rule: Rule::of(s.section),
                help: s.help.to_owned(),
                values: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
                default: self.numbers.get(s.name).unwrap_or_default(),
            })
        };
        let examples = self.packs.of_kind(Kind::Variant).filter(|pack| pack.manifest.example);
        About {
            id: ID.to_owned(),
            title: "Marengo: Morning Defeat, Afternoon Victory".to_owned(),
            summary: "14 June 1800 on hexes: the Austrian column comes over the Bormida bridge, Victor holds the Fontanone, Desaix \
                      is on his way. Combat, morale, squares and charges."
                .to_owned(),
            sides: SIDES.iter().map(|side| (*side).to_owned()).collect(),
            setups: setups.collect(),
            variants: variants.collect(),
            options: self.packs.of_kind(Kind::Variant).flat_map(|pack| pack.manifest.options.iter().cloned()).collect(),
            rulings: Numbers::settings().iter().filter(|s| s.is_ruling()).filter_map(ruling).collect(),
            examples: examples.map(|pack| pack.id().to_owned()).collect(),
            seats: Vec::new(),
            aliases: BTreeMap::new(),
            reconstructed: true,
            broken: None,
            unusable: self.packs.unusable().map(|(name, why)| (name.to_owned(), why)).collect(),
        }
    }
}

/// 19.3 switched off: vineyards are what light woods are.
fn plain_vineyards(chart: &mut HexChart) {
    let woods = chart.grounds.iter().find(|ground| ground.name == LIGHT_WOODS).cloned();
    let vines = chart.grounds.iter_mut().find(|ground| ground.name == VINEYARD);
    if let (Some(woods), Some(vines)) = (woods, vines) {
        *vines = crate::board::hex_chart::Ground { name: vines.name.clone(), ..woods };
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
        std::iter::once(self.stamp.clone()).chain(self.layers.iter().map(Pack::stamp)).collect()
    }

    fn embedded(&self) -> BTreeMap<String, String> {
        let packs = self.layers.iter().filter(|pack| pack.origin != Origin::BuiltIn);
        let packs = packs.flat_map(|pack| pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())));
        self.own.iter().map(|(path, text)| (path.clone(), text.clone())).chain(packs).collect()
    }

    fn revision(&self) -> String {
        env!("RULES_FOLIO").to_owned()
    }

    fn in_use(&self) -> Vec<InUse> {
        self.layers.iter().map(Pack::in_use).collect()
    }

    fn console(&self) -> Option<&Console> {
        self.watch.console()
    }

    fn anew(&self, wanted: &Wanted<'_>) -> Result<FolioKit, Fault> {
        let files = Packs::find(&self.files, ID).lying_now(&self.files, wanted.carried);
        Ok(FolioKit::load(&files, &wanted.settings(), wanted.variants)?.watched_by(&self.watch))
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
