//! The game on the shelf: what it says of itself, tables of it, and a look at its files.

use std::path::Path;
use std::sync::Arc;

use super::bots::{BOT, LuaBot, bot_module};
use super::edition::Edition;
use super::layered::{LANDSCAPE, Layers};
use super::numbers::Numbers;
use super::setup_file::SetupFile;
use super::{ADDITIONS, EFFECTS, MOMENT, POINTS, Triomphe, TriompheCase, TriompheKit, WORDS, triomphe_bots};
use crate::board::{AreaMap, Landscape};
use crate::games::HouseGame;
use crate::games::case_files::{boards_in, boards_of, files_for};
use crate::games::clash::clashes;
use crate::games::packed::{Changes, looked_at_under, opened_with};
use crate::games::position::lay_out;
use crate::games::tables::{Tables, Wanted};
use crate::kernel::{
    About, Bots, Fault, Game, Header, HookMask, Kit, Laid, LoadedTable, Match, Offers, Opening, Seed, Setup, Shelved,
    Table, Trouble,
};
use crate::pack::builtin::Files;
use crate::pack::case::{Case, CaseGame};
use crate::pack::manifest::MANIFEST;
use crate::pack::toml_doc::read_toml;
use crate::pack::{Diagnostics, Kind, Manifest, Pack, Packs, Source};
use crate::script::lint::Module;
use crate::script::{RULES, Reference, Sources, Watch};

/// A game of this engine with the files that it is played from.
pub struct TriompheShelf {
    edition: Edition,
    numbers: Numbers,
    files: Files,
    about: About,
    bots: Arc<dyn Bots<Triomphe>>,
    watch: Watch,
    broken: Diagnostics,
}

impl TriompheShelf {
    /// The printed game: see [`TriompheShelf::of`].
    ///
    /// # Errors
    /// As there.
    pub fn new(files: Files) -> Result<TriompheShelf, Fault> {
        TriompheShelf::of(files, Edition::printed())
    }

    /// Reads a game's files once, to know what it can say of itself.
    ///
    /// # Errors
    /// Everything that is wrong with them, as one text.
    pub fn of(files: Files, edition: Edition) -> Result<TriompheShelf, Fault> {
        let kit = TriompheKit::of(edition.clone(), &files, &Default::default(), &[])?;
        let watch = Watch::default();
        let roster = triomphe_bots(kit.all_packs(), &watch);
        let mut about = kit.about();
        about.aliases = roster.aliases();
        let bots: Arc<dyn Bots<Triomphe>> = Arc::new(roster);
        about.seats = std::iter::once("human".to_owned()).chain(bots.names()).collect();
        let broken = kit.all_packs().broken().clone();
        let numbers = kit.numbers().clone();
        Ok(TriompheShelf { edition, numbers, files, about, bots, watch, broken })
    }

    fn kit(&self, wanted: &Wanted<'_>) -> Result<TriompheKit, Fault> {
        let Wanted { header, variants, carrying } = wanted;
        let files = carrying.as_ref().unwrap_or(&self.files);
        let kit = TriompheKit::of(self.edition.among(files), files, &header.settings(), variants)?;
        Ok(kit.beginning_from(&header.setup.name).watched_by(&self.watch.of_match(header.all_seeing)))
    }

    fn tables(&self) -> Tables<'_, TriompheKit> {
        Tables { about: &self.about, bots: &self.bots, watch: &self.watch, files: &self.files }
    }
}

impl Shelved for TriompheShelf {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&self, header: Header, save: Option<&Path>) -> Result<Box<dyn Table>, Trouble> {
        self.tables().start(header, save, |wanted| self.kit(&wanted))
    }

    fn load(&self, path: &Path, opening: Opening) -> Result<LoadedTable, Trouble> {
        self.tables().load(path, opening, || self.packs(), |wanted| self.kit(&wanted))
    }
}

impl HouseGame for TriompheShelf {
    fn module(&self, file: &Path) -> Module {
        match file.file_stem().and_then(|stem| stem.to_str()) {
            Some(RULES) => Module::of_points(POINTS, MOMENT, &EFFECTS, &ADDITIONS),
            Some(BOT) => bot_module(),
            _ => Module::default(),
        }
    }

    fn broken_packs(&self) -> Diagnostics {
        self.broken.clone()
    }

    fn packs(&self) -> Packs {
        Packs::find(&self.files, &self.edition.id)
    }

    fn examine_pack(&self, pack: &Pack) -> Diagnostics {
        match looked_at_under(pack, &self.packs()) {
            Some(variants) => Layers::new(&self.edition, &self.files, &variants).examine(pack),
            None => Diagnostics::default(),
        }
    }

    fn open_pack(&self, pack: &Pack, below: &[&Pack]) -> Result<(), Fault> {
        let kind = pack.manifest.kind;
        match kind {
            Kind::Bot => return LuaBot::load(pack.id(), Sources::of(&pack.files)).map(drop),
            // a lesson is opened over all games, by `lesson::examine`
            Kind::Tutorial => return Ok(()),
            Kind::Game | Kind::Variant | Kind::Setup => {}
        }
        let (files, variants) = opened_with(&self.files, pack, below);
        let kit = TriompheKit::of(self.edition.clone(), &files, &Default::default(), &variants)?;
        let game = kit.open(&HookMask::new())?;
        let setups = kit.about().setups.into_iter().map(|setup| setup.name);
        let setups: Vec<String> = match kind {
            Kind::Setup => vec![pack.id().to_owned()],
            Kind::Game => setups.collect(),
            _ => setups.take(1).collect(),
        };
        setups.into_iter().try_for_each(|name| {
            let state = game.start(&Setup { name, ..Setup::default() }, Seed(0))?;
            game.offers(&state, &mut Offers::new())
        })
    }

    fn clashes(&self, variants: &[Pack]) -> Diagnostics {
        let base = |name: &str| {
            let (path, text) = self.edition.text(&self.files, name).ok()?;
            Some(Source::new(path, text))
        };
        let mut found = clashes(variants, POINTS, &ADDITIONS, &base);
        found.extend(Layers::new(&self.edition, &self.files, variants).homeless_steps());
        found
    }

    fn reference(&self) -> Option<Reference> {
        Some(CHANGES.reference(&self.edition.id, &self.edition.title, &self.numbers.told()))
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn stand(&self, header: Header, pack: &Pack, case: &Case) -> Result<Box<dyn Table>, Fault> {
        let _nobody_to_ask = self.watch.pause();
        let position = TriompheCase::new(boards_of(pack)).of(self.edition.clone(), self.numbers.clone());
        let mut position = position.over(self.files.clone());
        lay_out(&mut position, pack, case)?;
        let (kit, state) = position.taken_up().ok_or_else(|| Fault::new("a position needs a board"))?;
        let kit = Arc::new(kit.watched_by(&self.watch.of_match(header.all_seeing)));
        let game = Match::standing_at(kit, header, state).map_err(|trouble| Fault::new(trouble.to_string()))?;
        Ok(Box::new(Laid::new(game, self.about.clone(), self.bots.clone())))
    }

    fn case(&self, folder: &Path) -> Box<dyn CaseGame> {
        let case = TriompheCase::new(boards_in(folder)).of(self.edition.clone(), self.numbers.clone());
        Box::new(case.over(files_for(&self.files, folder)))
    }

    fn examine(&self, file: &str, text: &str) -> Option<Diagnostics> {
        self.look_at(file, text)
    }
}

/// What packs can change.
const CHANGES: Changes = Changes { points: POINTS, moment: MOMENT, effects: &EFFECTS, additions: &ADDITIONS };

/// The kinds of TOML files that the game has, told by a table that each of them must have.
#[derive(Clone, Copy)]
enum FileKind {
    Map,
    Landscape,
    Setup,
    Numbers,
}

const KINDS: [(&str, FileKind); 7] = [
    ("locale", FileKind::Map),
    ("pair", FileKind::Map),
    ("setup", FileKind::Setup),
    ("pieces", FileKind::Setup),
    ("ground", FileKind::Landscape),
    ("heights", FileKind::Landscape),
    ("villages", FileKind::Landscape),
];

impl TriompheShelf {
    /// What is wrong with a TOML file of the game; none when nothing in it is of the game. Set-ups and landscapes are
    /// looked at on the game's own map, with its numbers.
    fn look_at(&self, file: &str, text: &str) -> Option<Diagnostics> {
        if Path::new(file).file_name().is_some_and(|name| name == MANIFEST) {
            return Some(Manifest::read(file, text).err().unwrap_or_default());
        }
        let mut kind = None;
        let read = read_toml(file, text, |top| {
            let has = |name: &str| top.entries().iter().any(|(key, _)| key.text == name);
            // a landscape may have any of its tables, and none; it is known by its name
            if Path::new(file).file_name().is_some_and(|name| name == LANDSCAPE) {
                kind = Some(FileKind::Landscape);
                return Some(());
            }
            kind = KINDS.iter().find(|(name, _)| has(name)).map(|(_, kind)| *kind);
            if kind.is_none() && Numbers::settings().iter().any(|setting| has(setting.table)) {
                kind = Some(FileKind::Numbers);
            }
            Some(())
        });
        // a text that is no TOML is told as such whatever it was to be
        let kind = match (kind, read) {
            (Some(kind), _) => kind,
            (None, Err(findings)) => return Some(findings),
            (None, Ok(())) => return None,
        };
        let map = || {
            let (path, text) = self.edition.text(&self.files, "map.toml").map_err(Diagnostics::from)?;
            AreaMap::load(&path, &text)
        };
        let found = match kind {
            FileKind::Map => AreaMap::load(file, text).map(drop),
            FileKind::Numbers => self.numbers.overlaid(file, text).map(drop),
            FileKind::Landscape => map().and_then(|map| Landscape::load(file, text, &map).map(drop)),
            FileKind::Setup => map().and_then(|map| SetupFile::load(file, text, &map, &self.numbers, &WORDS).map(drop)),
        };
        Some(found.err().unwrap_or_default())
    }
}
