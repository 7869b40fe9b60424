//! The game on the shelf: what it says of itself, tables of it, and a look at its files.

use std::path::Path;
use std::sync::Arc;

use super::army::Army;
use super::bots::folio_bots;
use super::crt::CombatTable;
use super::kit::ID;
use super::lua_rules::MOMENT;
use super::points::POINTS;
use super::settings::Numbers;
use super::setup_file::SetupFile;
use super::{Folio, FolioCase, FolioKit};
use crate::board::{HexChart, HexMap};
use crate::games::HouseGame;
use crate::games::clash::clashes;
use crate::games::position::lay_out;
use crate::games::tables::{Tables, Wanted};
use crate::kernel::{
    About, Bots, Fault, Game, Header, HookMask, Kit, LoadedTable, Offers, Opening, Seed, Setup, Shelved, Table, Trouble,
};
use crate::pack::builtin::Files;
use crate::pack::case::{Case, CaseGame};
use crate::pack::manifest::MANIFEST;
use crate::pack::toml_doc::read_toml;
use crate::pack::{Diagnostics, Kind, Manifest, Pack, Packs, Source, archive};
use crate::script::lint::Module;
use crate::script::{RULES, Watch};

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
        let bots: Arc<dyn Bots<Folio>> = Arc::new(folio_bots());
        let mut about = kit.about();
        about.seats = std::iter::once("human".to_owned()).chain(bots.names()).collect();
        let broken = kit.all_packs().broken().clone();
        Ok(FolioShelf { numbers: kit.numbers().clone(), files, about, bots, watch: Watch::default(), broken })
    }

    fn kit(&self, wanted: &Wanted<'_>) -> Result<FolioKit, Fault> {
        let files = wanted.carrying.as_ref().unwrap_or(&self.files);
        let kit = FolioKit::load(files, &wanted.header.settings(), &wanted.variants)?;
        Ok(kit.watched_by(&self.watch.of_match(wanted.header.all_seeing)))
    }

    fn tables(&self) -> Tables<'_, FolioKit> {
        Tables { about: &self.about, bots: &self.bots, watch: &self.watch, files: &self.files }
    }
}

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
            Some(RULES) => Module::of_points(POINTS, MOMENT, &[], &[]),
            _ => Module::default(),
        }
    }

    fn clashes(&self, variants: &[Pack]) -> Diagnostics {
        let base = |name: &str| {
            let path = format!("data/folio/{name}");
            let text = self.files.text(&path).ok()?;
            Some(Source::new(path, text))
        };
        clashes(variants, POINTS, &[], &base)
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn stand(&self, mut header: Header, pack: &Pack, case: &Case) -> Result<Box<dyn Table>, Fault> {
        let _nobody_to_ask = self.watch.pause();
        let own = pack.files.clone();
        let boards =
            move |board: &str| own.get(board).cloned().ok_or_else(|| format!("{board}: there is no such file"));
        let mut position = FolioCase::new(boards, self.files.clone()).of(&header);
        lay_out(&mut position, pack, case)?;
        let nothing = || Fault::new("a position needs units, and no dice: `seed` decides them");
        let (kit, state) = position.taken_up().ok_or_else(nothing)?;
        header.seed = state.seed;
        let kit = Arc::new(kit.watched_by(&self.watch));
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
        if pack.manifest.kind != Kind::Variant {
            return Ok(());
        }
        let stack = || below.iter().copied().chain([pack]);
        let own = stack().flat_map(|pack| pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())));
        let files = self.files.clone().carrying(&own.collect());
        let variants: Vec<String> = stack().map(|pack| pack.id().to_owned()).collect();
        let kit = FolioKit::load(&files, &Default::default(), &variants)?;
        let game = kit.open(&HookMask::new())?;
        let name = kit.about().setups.first().map_or_else(String::new, |setup| setup.name.clone());
        let state = game.start(&Setup { name, ..Setup::default() }, Seed(0))?;
        game.offers(&state, &mut Offers::new())
    }

    fn case(&self, folder: &Path) -> Box<dyn CaseGame> {
        let own = || folder.ancestors().take(3).find(|folder| Pack::is_at(folder));
        let files = match own() {
            Some(pack) => self.files.clone().and_beside(pack),
            None => self.files.clone(),
        };
        let folder = folder.to_owned();
        let boards = move |board: &str| match archive::bytes(&folder.join(board)).map(String::from_utf8) {
            Ok(Ok(text)) => Ok(text),
            Ok(Err(_)) => Err(format!("{board}: is no text in UTF-8")),
            Err(found) => Err(found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join("; ")),
        };
        Box::new(FolioCase::new(boards, files))
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
        let chart = || {
            let path = "data/folio/terrain.toml";
            let text = self.files.text(path).map_err(Diagnostics::from)?;
            HexChart::load(path, &text)
        };
        let army = || {
            let path = "data/folio/army.toml";
            let text = self.files.text(path).map_err(Diagnostics::from)?;
            Army::load(&[Source::new(path, text)])
        };
        let map = |chart: &HexChart| {
            let path = "data/folio/map.toml";
            let text = self.files.text(path).map_err(Diagnostics::from)?;
            HexMap::load(path, &text, chart)
        };
        let found = if has(&["arms"]) {
            HexChart::load(file, text).map(drop)
        } else if has(&["map"]) {
            chart().and_then(|chart| HexMap::load(file, text, &chart).map(drop))
        } else if has(&["austrian", "french"]) {
            Army::load(&[source]).map(drop)
        } else if has(&["rows"]) {
            CombatTable::load(&[source]).map(drop)
        } else if has(&["setup"]) {
            chart().and_then(|chart| SetupFile::load(file, text, &map(&chart)?, &army()?).map(drop))
        } else if Numbers::settings().iter().any(|setting| has(&[setting.table])) {
            self.numbers.overlaid(file, text).map(drop)
        } else {
            return read.err();
        };
        Some(found.err().unwrap_or_default())
    }
}
