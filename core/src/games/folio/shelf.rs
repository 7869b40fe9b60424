//! The game on the shelf: what it says of itself, tables of it, and a look at its files.

use std::path::Path;
use std::sync::Arc;

use super::army::Army;
use super::bots::{BOT, LuaBot, bot_module, folio_bots};
use super::crt::CombatTable;
use super::effects::EFFECTS;
use super::kit::ID;
use super::layered::Layers;
use super::lua_rules::MOMENT;
use super::points::POINTS;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use super::{Folio, FolioCase, FolioKit};
use crate::board::{HexChart, HexMap};
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

/// The game with the files that it is played from.
pub struct FolioShelf {
    files: Files,
    about: About,
    numbers: Numbers,
    bots: Arc<dyn Bots<Folio>>,
    watch: Watch,
    broken: Diagnostics,
}

impl FolioShelf {
    /// Reads the game's files once, to know what it can say of itself.
    ///
    /// # Errors
    /// Everything that is wrong with them, as one text.
    pub fn new(files: Files) -> Result<FolioShelf, Fault> {
        let kit = FolioKit::load(&files, &Default::default(), &[])?;
        let watch = Watch::default();
        let bots: Arc<dyn Bots<Folio>> = Arc::new(folio_bots(kit.all_packs(), &watch));
        let mut about = kit.about();
        about.seats = std::iter::once("human".to_owned()).chain(bots.names()).collect();
        let broken = kit.all_packs().broken().clone();
        Ok(FolioShelf { numbers: kit.numbers().clone(), files, about, bots, watch, broken })
    }

    fn kit(&self, wanted: &Wanted<'_>) -> Result<FolioKit, Fault> {
        let files = wanted.carrying.as_ref().unwrap_or(&self.files);
        let kit = FolioKit::load(files, &wanted.header.settings(), &wanted.variants)?;
        let watch = self.watch.of_match(wanted.header.all_seeing);
        Ok(kit.beginning_from(&wanted.header.setup.name).watched_by(&watch))
    }

    fn tables(&self) -> Tables<'_, FolioKit> {
        Tables { about: &self.about, bots: &self.bots, watch: &self.watch, files: &self.files }
    }
}

/// What packs can change.
const CHANGES: Changes = Changes { points: POINTS, moment: MOMENT, effects: &EFFECTS, additions: &[] };

impl Shelved for FolioShelf {
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

impl HouseGame for FolioShelf {
    fn module(&self, file: &Path) -> Module {
        match file.file_stem().and_then(|stem| stem.to_str()) {
            Some(RULES) => Module::of_points(POINTS, MOMENT, &EFFECTS, &[]),
            Some(BOT) => bot_module(),
            _ => Module::default(),
        }
    }

    fn clashes(&self, variants: &[Pack]) -> Diagnostics {
        let base = |name: &str| Layers::new(&self.files, &[]).base(name).ok();
        clashes(variants, POINTS, &[], &base)
    }

    fn reference(&self) -> Option<Reference> {
        Some(CHANGES.reference(ID, &self.about.title, &self.numbers.told()))
    }

    fn examine_pack(&self, pack: &Pack) -> Diagnostics {
        match looked_at_under(pack, &self.packs()) {
            Some(variants) => Layers::new(&self.files, &variants).examine(pack),
            None => Diagnostics::default(),
        }
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn stand(&self, mut header: Header, pack: &Pack, case: &Case) -> Result<Box<dyn Table>, Fault> {
        let _nobody_to_ask = self.watch.pause();
        let mut position = FolioCase::new(boards_of(pack), self.files.clone()).of(&header);
        lay_out(&mut position, pack, case)?;
        let nothing = || Fault::new("a position needs units, and no dice: `seed` decides them");
        let (kit, state) = position.taken_up().ok_or_else(nothing)?;
        header.seed = state.seed;
        let kit = Arc::new(kit.watched_by(&self.watch.of_match(header.all_seeing)));
        let game = Match::standing_at(kit, header, state).map_err(|trouble| Fault::new(trouble.to_string()))?;
        Ok(Box::new(Laid::new(game, self.about.clone(), self.bots.clone())))
    }

    fn broken_packs(&self) -> Diagnostics {
        self.broken.clone()
    }

    fn packs(&self) -> Packs {
        Packs::find(&self.files, ID)
    }

    fn open_pack(&self, pack: &Pack, below: &[&Pack]) -> Result<(), Fault> {
        let kind = pack.manifest.kind;
        match kind {
            Kind::Bot => return LuaBot::load(pack.id(), Sources::of(&pack.files)).map(drop),
            // a lesson is opened over all games, by `lesson::examine`
            Kind::Tutorial | Kind::Game => return Ok(()),
            Kind::Variant | Kind::Setup => {}
        }
        let (files, variants) = opened_with(&self.files, pack, below);
        let kit = FolioKit::load(&files, &Default::default(), &variants)?;
        let game = kit.open(&HookMask::new())?;
        let name = match kind {
            Kind::Setup => pack.id().to_owned(),
            _ => kit.about().setups.first().map_or_else(String::new, |setup| setup.name.clone()),
        };
        let state = game.start(&Setup { name, ..Setup::default() }, Seed(0))?;
        game.offers(&state, &mut Offers::new())
    }

    fn case(&self, folder: &Path) -> Box<dyn CaseGame> {
        Box::new(FolioCase::new(boards_in(folder), files_for(&self.files, folder)))
    }

    fn examine(&self, file: &str, text: &str) -> Option<Diagnostics> {
        if Path::new(file).file_name().is_some_and(|name| name == MANIFEST) {
            return Some(Manifest::read(file, text).err().unwrap_or_default());
        }
        let mut keys: Vec<String> = Vec::new();
        let read = read_toml(file, text, |top| {
            keys.extend(top.entries().iter().map(|(key, _)| key.text.to_owned()));
            Some(())
        });
        let has = |names: &[&str]| names.iter().any(|name| keys.iter().any(|key| key == name));
        let source = Source::new(file, text);
        let over = Layers::new(&self.files, &[]);
        let found = if has(&["arms"]) {
            HexChart::load(file, text).map(drop)
        } else if has(&["map"]) {
            over.chart(&self.numbers).and_then(|chart| HexMap::load(file, text, &chart).map(drop))
        } else if has(&["austrian", "french"]) {
            Army::load(&[source]).map(drop)
        } else if has(&["rows"]) {
            CombatTable::load(&[source]).map(drop)
        } else if has(&["setup"]) {
            over.chart(&self.numbers)
                .and_then(|chart| SetupFile::load(file, text, &over.map(&chart)?, &over.army()?).map(drop))
        } else if Numbers::settings().iter().any(|setting| has(&[setting.table])) {
            self.numbers.overlaid(file, text).map(drop)
        } else {
            return read.err();
        };
        Some(found.err().unwrap_or_default())
    }
}
