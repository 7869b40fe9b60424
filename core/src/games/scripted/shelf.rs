//! A pack's game on the shelf.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::ScriptCase;
use crate::bots::Roster;
use crate::games::HouseGame;
use crate::games::packed::laid_over;
use crate::games::tables::{Tables, Wanted};
use crate::kernel::{
    About, Bots, Fault, Game, Header, HookMask, InUse, Kit, LoadedTable, Opening, Seed, Setup, Shelved, Table, Trouble,
};
use crate::pack::Origin;
use crate::pack::builtin::{self, Files};
use crate::pack::case::CaseGame;
use crate::pack::manifest::MANIFEST;
use crate::pack::{Diagnostic, Diagnostics, Kind, Manifest, Pack, Packs};
use crate::script::lint::{GameWords, Module};
use crate::script::{Reader, ScriptBot, ScriptGame, ScriptKit, Sources, Value, Watch};

/// The module that returns the game.
const ENTRY: &str = "game";

/// A game written in Luau, with the pack that it comes from.
pub struct ScriptShelf {
    files: Files,
    about: About,
    /// The pack with its data, or why it cannot be played.
    pack: Result<Pack, Fault>,
    bots: Arc<dyn Bots<ScriptGame>>,
    watch: Watch,
}

/// The pack with the files of `data/GAME` beside its own, as `data/NAME.toml`; its own win.
fn with_data(files: &Files, pack: &Pack) -> Result<Pack, Fault> {
    let mut pack = pack.clone();
    let folder = format!("data/{}/", pack.manifest.game);
    for path in builtin::files(&folder) {
        let own = format!("data/{}", path.strip_prefix(&folder).unwrap_or(&path));
        if path.ends_with(".toml") && !pack.files.contains_key(&own) {
            let text = files.text(&path).map_err(|wrong| Fault::new(wrong.to_string()))?;
            pack.files.insert(own, text.into_owned());
        }
    }
    Ok(pack)
}

/// The files of its data that are others than the built-in ones, by their paths in the layout.
fn other_data(pack: &Pack) -> BTreeMap<String, String> {
    let other = |(path, text): (&String, &String)| {
        let path = format!("data/{}/{}", pack.manifest.game, path.strip_prefix("data/")?);
        builtin::text(&path).is_some_and(|built_in| built_in != *text).then(|| (path, text.clone()))
    };
    pack.files.iter().filter_map(other).collect()
}

/// The kit of a pack whose data lies beside it.
fn kit_of(pack: &Pack, options: &BTreeMap<String, String>) -> Result<ScriptKit, Fault> {
    let mut kit = ScriptKit::new(pack.id(), Sources::of(&pack.files), ENTRY);
    for (path, text) in &pack.files {
        if let Some(name) = path.strip_prefix("data/").and_then(|name| name.strip_suffix(".toml")) {
            let value = Value::of_toml(&pack.called(path), text).map_err(|wrong| Fault::new(wrong.to_string()))?;
            kit.data.insert(name.to_owned(), value);
        }
    }
    kit.options = options.clone();
    kit.stamps = vec![pack.stamp()];
    kit.in_use = vec![pack.in_use()];
    kit.files = match pack.origin {
        Origin::BuiltIn => other_data(pack),
        _ => pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())).collect(),
    };
    Ok(kit)
}

/// The bot of a pack, over the modules and the data of its game.
fn bot_of(game: &ScriptKit, pack: &Pack) -> Result<ScriptBot, Fault> {
    let sources = game.sources.clone().under(Sources::of(&pack.files));
    ScriptBot::load(pack.id(), sources, &game.data)
}

/// Who can play a pack's game: the scripted bots of packs, `search:N`, `random`.
fn bots_of(files: &Files, game: &Pack, watch: &Watch) -> Result<Roster<ScriptGame>, Fault> {
    let (kit, watch) = (Arc::new(kit_of(game, &BTreeMap::new())?), watch.clone());
    Ok(Roster::default().with_packs(&Packs::find(files, &game.manifest.game), move |pack| {
        let bot = bot_of(&kit, pack)?;
        watch.mind(bot.alarm());
        Ok(Box::new(bot))
    }))
}

impl ScriptShelf {
    /// The game of a pack. One that cannot be opened stands there too, and says why.
    #[must_use]
    pub fn of(files: &Files, pack: &Pack) -> ScriptShelf {
        let watch = Watch::default();
        let mut bots = Roster::default();
        let mut about = About {
            id: pack.manifest.game.clone(),
            title: pack.manifest.title.clone(),
            summary: pack.manifest.description.clone(),
            ..About::default()
        };
        let opened = with_data(files, pack).and_then(|pack| {
            let game = kit_of(&pack, &BTreeMap::new())?.open(&HookMask::new())?;
            let bots = bots_of(files, &pack, &watch)?;
            Ok((pack, game, bots))
        });
        let pack = match opened {
            Ok((pack, game, players)) => {
                bots = players;
                let declared = game.declared().clone();
                about.sides = game.sides().iter().map(|side| (*side).to_owned()).collect();
                (about.setups, about.rulings) = (declared.setups, declared.options);
                about.reconstructed = declared.reconstructed || pack.manifest.reconstructed;
                about.aliases = bots.aliases();
                about.seats = std::iter::once("human".to_owned()).chain(Bots::<ScriptGame>::names(&bots)).collect();
                Ok(pack)
            }
            Err(fault) => {
                about.summary = format!("It cannot be played: {fault}");
                about.broken = Some(fault.to_string());
                Err(fault)
            }
        };
        ScriptShelf { files: files.clone(), about, pack, bots: Arc::new(bots), watch }
    }

    /// The kit of the game with some readings of its rules.
    ///
    /// # Errors
    /// Why the game cannot be played.
    pub fn kit(&self, options: &BTreeMap<String, String>) -> Result<ScriptKit, Fault> {
        self.kit_of(self.pack.as_ref().map_err(Clone::clone)?, options)
    }

    fn kit_of(&self, pack: &Pack, options: &BTreeMap<String, String>) -> Result<ScriptKit, Fault> {
        let mut kit = kit_of(pack, options)?;
        kit.watch = self.watch.clone();
        Ok(kit)
    }

    /// The kit of a match: an all-seeing one lets its scripts print.
    fn of_match(&self, mut kit: ScriptKit, header: &Header) -> ScriptKit {
        kit.watch = self.watch.of_match(header.all_seeing);
        kit.in_use.extend(data_in_use(&self.files, &self.about.id));
        kit.reader = Some(reader(&self.files, &self.about.id, &kit.watch));
        kit
    }

    /// The kit of a match: of the pack that it carries, or of the shelf's own.
    fn wanted(&self, wanted: &Wanted<'_>) -> Result<ScriptKit, Fault> {
        let options = &wanted.header.rulings;
        let Some(files) = &wanted.carrying else {
            return Ok(self.of_match(self.kit(options)?, wanted.header));
        };
        let games = Packs::games(files);
        let own = games.of_kind(Kind::Game).find(|pack| pack.manifest.game == self.about.id);
        let own = own.ok_or_else(|| Fault::new("the match carries no game that can be played"))?;
        Ok(self.of_match(self.kit_of(&with_data(files, own)?, options)?, wanted.header))
    }

    fn tables(&self) -> Tables<'_, ScriptKit> {
        Tables { about: &self.about, bots: &self.bots, watch: &self.watch, files: &self.files }
    }
}

/// The game's data that lies over what is built in.
fn data_in_use(files: &Files, id: &str) -> Option<InUse> {
    laid_over(files, id, &format!("data/{id}"))
}

/// What reads a game anew from where it lies.
fn reader(files: &Files, id: &str, watch: &Watch) -> Reader {
    let (files, id, watch) = (files.clone().carrying_nothing(), id.to_owned(), watch.clone());
    Reader(Arc::new(move |wanted| {
        let files = Packs::games(&files).lying_now(&files, wanted.carried);
        let games = Packs::games(&files);
        let own = games.of_kind(Kind::Game).find(|pack| pack.manifest.game == id);
        let own = own.ok_or_else(|| match games.why_broken(&id) {
            Some(why) => Fault::new(why.to_string().trim_end()),
            None => Fault::new(format!("the game \"{id}\" does not lie there any more")),
        })?;
        let mut kit = kit_of(&with_data(&files, own)?, &wanted.header.rulings)?;
        kit.in_use.extend(data_in_use(&files, &id));
        kit.reader = Some(reader(&files, &id, &watch));
        kit.watch = watch.clone();
        Ok(kit)
    }))
}

impl Shelved for ScriptShelf {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn start(&self, header: Header, save: Option<&Path>) -> Result<Box<dyn Table>, Trouble> {
        self.tables().start(header, save, |wanted| self.wanted(&wanted))
    }

    fn load(&self, path: &Path, opening: Opening) -> Result<LoadedTable, Trouble> {
        self.tables().load(path, opening, || Packs::games(&self.files), |wanted| self.wanted(&wanted))
    }
}

impl HouseGame for ScriptShelf {
    fn case(&self, _: &Path) -> Box<dyn CaseGame> {
        Box::new(ScriptCase::new(self.pack.clone(), kit_of))
    }

    fn module(&self, file: &Path) -> Module {
        // a script that is asked of here lies in a pack of its own: a bot's, with the game's words
        let words = self.pack.as_ref().map(|pack| GameWords::of(&pack.files)).unwrap_or_default();
        Module::of_bot(words, file.file_stem().is_some_and(|stem| stem == "bot"))
    }

    fn data(&self) -> BTreeMap<String, Value> {
        self.kit(&BTreeMap::new()).map(|kit| kit.data).unwrap_or_default()
    }

    fn packs(&self) -> Packs {
        Packs::find(&self.files, &self.about.id)
    }

    fn watch(&self) -> Watch {
        self.watch.clone()
    }

    fn open_pack(&self, pack: &Pack, _: &[&Pack]) -> Result<(), Fault> {
        if pack.manifest.kind == Kind::Bot {
            let game = self.kit(&BTreeMap::new())?;
            return bot_of(&game, pack).map(drop);
        }
        if pack.manifest.kind != Kind::Game {
            return Ok(());
        }
        let game = kit_of(&with_data(&self.files, pack)?, &BTreeMap::new())?.open(&HookMask::new())?;
        let mut setups: Vec<String> = game.declared().setups.iter().map(|setup| setup.name.clone()).collect();
        if setups.is_empty() {
            setups.push(String::new());
        }
        setups.into_iter().try_for_each(|name| {
            let setup = Setup { name, ..Setup::default() };
            game.try_out(&game.start(&setup, Seed(0))?)
        })
    }

    /// A manifest, or a file of data: the game is opened, and every set-up laid out, with the file in its place.
    fn examine(&self, file: &str, text: &str) -> Option<Diagnostics> {
        let name = Path::new(file).file_name()?.to_str()?;
        if name == MANIFEST {
            return Some(Manifest::read(file, text).err().unwrap_or_default());
        }
        if let Err(wrong) = Value::of_toml(file, text) {
            return Some(wrong);
        }
        let mut pack = self.pack.clone().ok()?;
        let known = pack.files.insert(format!("data/{name}"), text.to_owned());
        known?;
        let opened = kit_of(&pack, &BTreeMap::new()).and_then(|kit| {
            let game = kit.open(&HookMask::new())?;
            let mut setups = game.declared().setups.iter();
            setups.try_for_each(|setup| {
                let setup = Setup { name: setup.name.clone(), ..Setup::default() };
                game.start(&setup, Seed(0)).map(drop)
            })
        });
        let finding = |fault: Fault| Diagnostic::of_file(file, format!("the game does not open with it: {fault}"));
        Some(opened.err().map_or_else(Diagnostics::default, |fault| finding(fault).into()))
    }
}
