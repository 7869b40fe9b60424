//! The games that the house knows, and how a match of one is asked for.

use std::collections::BTreeMap;
use std::path::Path;

use crate::kernel::{
    About, ChosenOptions, Entry, Fault, FileTrouble, Header, LoadedTable, Opening, PackOption, Saved, Seed, Setup,
    Shelved, Table, Trouble,
};
use crate::pack::builtin::Files;
use crate::pack::case::{Case, CaseGame};
use crate::pack::manifest::{MANIFEST, PLAYERS};
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostics, Kind, Manifest, Pack, Packs, Rulebook, archive};
use crate::script::lint::Module;
use crate::script::{Reference, Value, Watch};

/// A game of the house: tables, and what its authors need beside them.
pub trait HouseGame: Shelved {
    /// A game for one case of a `.case` file; the files that the case names lie in `folder`.
    fn case(&self, folder: &Path) -> Box<dyn CaseGame>;
    /// What is wrong with a TOML file of the game, called `file` in findings; none when it is no file of this game.
    fn examine(&self, file: &str, text: &str) -> Option<Diagnostics>;
    /// What it expects of a pack's script, by the script's file.
    fn module(&self, _file: &Path) -> Module {
        Module::default()
    }
    /// What its packs can change; none where they can change nothing.
    fn reference(&self) -> Option<Reference> {
        None
    }
    /// What its scripts read as `data`, by file.
    fn data(&self) -> BTreeMap<String, Value> {
        BTreeMap::new()
    }
    /// Its packs.
    fn packs(&self) -> Packs {
        Packs::default()
    }
    /// What is wrong with a pack as a whole, with all that it is laid over.
    fn examine_pack(&self, _pack: &Pack) -> Diagnostics {
        Diagnostics::default()
    }
    /// Opens a pack once over those that lie below it, and begins with it, as a match would.
    ///
    /// # Errors
    /// Why it does not open, or not begin.
    fn open_pack(&self, _pack: &Pack, _below: &[&Pack]) -> Result<(), Fault> {
        Ok(())
    }
    /// Where several variants, below to above, say different things: warnings, each at what wins.
    fn clashes(&self, _variants: &[Pack]) -> Diagnostics {
        Diagnostics::default()
    }
    /// What is wrong with packs of it that were found and cannot be used.
    fn broken_packs(&self) -> Diagnostics {
        Diagnostics::default()
    }
    /// A board for a position of a pack: its set-up lines, without the steps after them. Of the header it reads the set-up
    /// for what the position leaves open, the variants, rulings and seats.
    ///
    /// # Errors
    /// What is wrong with the position; where a game takes up no positions.
    fn stand(&self, _header: Header, _pack: &Pack, case: &Case) -> Result<Box<dyn Table>, Fault> {
        let game = self.about().title;
        Err(Fault::new(format!("\"{}\": positions of {game} cannot be played on; begin from a set-up", case.name)))
    }
    /// Who looks after its scripts: a program with a person to ask calls [`Watch::look`] ten times a second.
    fn watch(&self) -> Watch {
        Watch::default()
    }
}

/// Where the rules of games lie in plain words, `GAME.md`, with their drawings.
const RULES: &str = "docs/rules";

/// The games on the shelf.
#[derive(Default)]
pub struct Catalogue {
    games: Vec<Box<dyn HouseGame>>,
    /// Games of packs that do not open, by id.
    left_out: Vec<(String, Fault)>,
    /// Where games are looked for that only a saved match has.
    files: Files,
    /// Who looks after the scripts of those.
    guests: Watch,
}

/// A match as somebody asks for it. What is left out is as the game has it first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// The set-up's name.
    pub setup: Option<String>,
    /// The variants by pack id, below to above.
    pub variants: Vec<String>,
    /// Readings of the rules, by name.
    pub rulings: BTreeMap<String, String>,
    /// Options of the variants: by `PACK.NAME`, or by `NAME` where one variant alone has it.
    pub options: BTreeMap<String, String>,
    /// Who plays, by side.
    pub seats: BTreeMap<String, String>,
    /// The seed of all chance.
    pub seed: Seed,
    /// Whether orders may be taken back past dice, reveals and answers.
    pub friendly: bool,
    /// Whether nothing is hidden: a match for trying rules.
    pub all_seeing: bool,
}

/// Who takes the seats that nobody was named for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacant {
    /// One person, unless one is seated already, and the game's best bot.
    PersonAndBot,
    /// People.
    People,
    /// The yardstick among bots.
    Yardstick,
}

/// Why a match cannot be as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A name that nothing has.
    #[error("there is no {what} \"{name}\"; {advice}")]
    Unknown {
        /// What was named: game, set-up, side.
        what: &'static str,
        /// The name.
        name: String,
        /// The nearest known name, or all of them.
        advice: String,
    },
    /// A pack's game that does not open.
    #[error("the game \"{name}\" cannot be played: {why}")]
    Broken {
        /// Its id.
        name: String,
        /// Why.
        why: String,
    },
    /// A pack that is here and cannot be used.
    #[error("the {what} \"{name}\" cannot be used: {why}")]
    Unusable {
        /// What was named: variant, set-up, player.
        what: &'static str,
        /// Its name.
        name: String,
        /// Why, and what lies over it.
        why: String,
    },
    /// A ruling cannot have this value.
    #[error("{name} cannot be \"{value}\"; it can be {values}")]
    Value {
        /// The ruling.
        name: String,
        /// The value.
        value: String,
        /// What it can be.
        values: String,
    },
    /// `search:` without a number of iterations.
    #[error("\"{0}\" is no player; after \"search:\" comes a number of iterations from 1, as in search:1000")]
    Iterations(String),
    /// A bot was named as a variant.
    #[error("\"{0}\" is no variant, but a bot: it plays a side")]
    Bot(String),
    /// A variant was named twice.
    #[error("the variant \"{0}\" is named twice")]
    Twice(String),
    /// Several variants have an option of this name.
    #[error("several variants have an option \"{0}\"; say which: {1}")]
    Several(String, String),
    /// An option of a variant that the match is played without.
    #[error("\"{0}\" is an option of the variant \"{1}\", which this match is played without")]
    Without(String, String),
}

impl Unfit {
    /// The same, where a pack of the name is here and cannot be used: why.
    fn or_unusable(self, about: &About) -> Unfit {
        match self {
            Unfit::Unknown { what, name, advice } => match about.unusable.get(&name) {
                Some(why) => Unfit::Unusable { what, name, why: why.clone() },
                None => Unfit::Unknown { what, name, advice },
            },
            other => other,
        }
    }
}

/// Why a saved match cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum CannotLoad {
    /// Its game is not here.
    #[error("{0}")]
    Game(Unfit),
    /// The file or the game fails.
    #[error(transparent)]
    Trouble(#[from] Trouble),
}

impl CannotLoad {
    /// The line of the file that is damaged, when the lines before it are whole: see `kernel::mend`.
    #[must_use]
    pub fn damaged_line(&self) -> Option<usize> {
        match self {
            CannotLoad::Trouble(Trouble::File(trouble)) => trouble.damaged_line(),
            _ => None,
        }
    }
}

impl From<FileTrouble> for CannotLoad {
    fn from(trouble: FileTrouble) -> Self {
        CannotLoad::Trouble(trouble.into())
    }
}

impl Catalogue {
    /// An empty shelf.
    #[must_use]
    pub fn new() -> Self {
        Catalogue::default()
    }

    /// An empty shelf; a saved match that brings its own game is opened over these files.
    #[must_use]
    pub fn over(files: Files) -> Self {
        Catalogue { files, ..Catalogue::default() }
    }

    /// The shelf with one game more.
    #[must_use]
    pub fn with(self, game: impl HouseGame + 'static) -> Self {
        self.with_boxed(Box::new(game))
    }

    /// The same, of a game of any kind.
    #[must_use]
    pub fn with_boxed(mut self, game: Box<dyn HouseGame>) -> Self {
        self.games.push(game);
        self
    }

    /// The shelf without a game that does not open, and why.
    #[must_use]
    pub fn without(mut self, id: &str, why: Fault) -> Self {
        self.left_out.push((id.to_owned(), why));
        self
    }

    /// The games among other files, such as those of a pack more. Who looks after the scripts of these looks after
    /// theirs too.
    ///
    /// # Errors
    /// As [`super::house`].
    pub fn among(&self, files: &Files) -> Result<Catalogue, Fault> {
        let house = super::house(files)?;
        house.watches().iter().for_each(|watch| self.guests.join(watch));
        Ok(house)
    }

    /// The files that the games are looked for among.
    pub const fn files(&self) -> &Files {
        &self.files
    }

    /// The games of packs that do not open, each with the reason.
    pub fn left_out(&self) -> impl Iterator<Item = (&str, &Fault)> {
        self.left_out.iter().map(|(id, why)| (id.as_str(), why))
    }

    /// What is called as a pack of a game is to be called, so that the name would mean two things; a sentence.
    #[must_use]
    pub fn name_taken(&self, id: &str, kind: Kind, game: &str) -> Option<String> {
        let abouts = self.abouts();
        let is_game = kind != Kind::Game && abouts.iter().any(|about| about.id == id);
        let of_game = abouts.iter().find(|about| kind != Kind::Game && about.id == game);
        let setup = of_game.filter(|about| about.setups.iter().any(|setup| setup.name == id));
        match setup {
            _ if PLAYERS.contains(&id) => Some(format!("a player of every game is called \"{id}\"")),
            _ if is_game => Some(format!("there is a game \"{id}\" already")),
            Some(about) => Some(format!("{} has a set-up \"{id}\" already", about.title)),
            None => None,
        }
    }

    /// The rules of a game in plain words; none where nobody wrote them down.
    #[must_use]
    pub fn rulebook(&self, game: &str) -> Option<Rulebook> {
        let text = self.files.text(&format!("{RULES}/{game}.md")).ok()?;
        Some(Rulebook::read(&text)).filter(|book| !book.sections.is_empty())
    }

    /// A drawing of a rules reference, as SVG, by its path in the text.
    #[must_use]
    pub fn rule_drawing(&self, path: &str) -> Option<String> {
        Some(self.files.text(&format!("{RULES}/{path}")).ok()?.into_owned())
    }

    /// What the games say of themselves.
    #[must_use]
    pub fn abouts(&self) -> Vec<About> {
        self.games.iter().map(|game| game.about()).collect()
    }

    /// Who looks after the scripts of each game.
    #[must_use]
    pub fn watches(&self) -> Vec<Watch> {
        self.games.iter().map(|game| game.watch()).chain([self.guests.clone()]).collect()
    }

    /// A game by its id.
    ///
    /// # Errors
    /// When there is none; the nearest id is named.
    pub fn game(&self, id: &str) -> Result<&dyn HouseGame, Unfit> {
        if let Some(game) = self.games.iter().find(|game| game.about().id == id) {
            return Ok(&**game);
        }
        match self.left_out().find(|(name, _)| *name == id) {
            Some((_, why)) => Err(Unfit::Broken { name: id.to_owned(), why: why.to_string() }),
            None => Err(unknown("game", id, self.abouts().iter().map(|a| a.id.as_str()))),
        }
    }

    /// The game of the pack that a path lies in, or the one whose id names one of its folders, or the only game that there
    /// is.
    #[must_use]
    pub fn game_of_path(&self, path: &Path) -> Option<&dyn HouseGame> {
        let folders = || path.iter().filter_map(|part| part.to_str());
        let by_folder = self.games.iter().find(|game| folders().any(|folder| folder == game.about().id));
        // a pack that lies anywhere says itself which game it is of
        let read = |folder: &Path| String::from_utf8(archive::bytes(&folder.join(MANIFEST)).ok()?).ok();
        let manifest = || path.ancestors().find_map(read);
        let of_pack = || Manifest::read(MANIFEST, &manifest()?).ok();
        let by_pack = of_pack().and_then(|pack| self.games.iter().find(|game| game.about().id == pack.game));
        match (&self.games[..], by_pack.or(by_folder)) {
            (_, Some(game)) | ([game], None) => Some(&**game),
            _ => None,
        }
    }

    /// Begins a match; `save` names a new file for it.
    ///
    /// # Errors
    /// When the game, the file or a script fails.
    pub fn start(&self, header: Header, save: Option<&Path>) -> Result<Box<dyn Table>, CannotLoad> {
        let game = self.game(&header.game).map_err(CannotLoad::Game)?;
        Ok(game.start(header, save)?)
    }

    /// Opens a saved match of any game on the shelf, or of the game that it brings along.
    ///
    /// # Errors
    /// When the file cannot be read, its game is not here, or does not open.
    pub fn load(&self, path: &Path, opening: Opening) -> Result<LoadedTable, CannotLoad> {
        let saved = Saved::read(path)?;
        let unfit = match self.game(&saved.header.game) {
            Ok(game) => return Ok(game.load(path, opening)?),
            Err(unfit) => unfit,
        };
        let Some(house) = self.with_packs_of(&saved)? else { return Err(CannotLoad::Game(unfit)) };
        house.watches().iter().for_each(|watch| self.guests.join(watch));
        match house.game(&saved.header.game) {
            Ok(game) => Ok(game.load(path, opening)?),
            // the game came along, and this is why it does not open
            Err(broken @ Unfit::Broken { .. }) => Err(CannotLoad::Game(broken)),
            Err(_) => Err(CannotLoad::Game(unfit)),
        }
    }
}

impl Catalogue {
    /// The same shelf with the packs that a saved match carries over all others; none where it carries nothing.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn carrying(&self, path: &Path) -> Result<Option<Catalogue>, CannotLoad> {
        self.with_packs_of(&Saved::read(path)?)
    }

    fn with_packs_of(&self, saved: &Saved) -> Result<Option<Catalogue>, CannotLoad> {
        let newest = saved.entries.iter().rev().find_map(|entry| match entry {
            Entry::Packs { embedded, .. } => Some(embedded),
            _ => None,
        });
        let carried = newest.unwrap_or(&saved.header.embedded);
        if carried.is_empty() {
            return Ok(None);
        }
        Ok(Some(super::house(&self.files.clone().carrying(carried)).map_err(Trouble::Fault)?))
    }
}

impl Spec {
    /// The header of the match that is asked for.
    ///
    /// # Errors
    /// Why the game cannot be played, or the first name that it does not know, with the nearest that it does.
    pub fn header(&self, about: &About, vacant: Vacant) -> Result<Header, Unfit> {
        // of such a game no name is known, and that is not why it cannot be played
        if let Some(why) = &about.broken {
            return Err(Unfit::Broken { name: about.id.clone(), why: why.clone() });
        }
        let setup = match &self.setup {
            None => about.setups.first().map(|first| first.name.clone()).unwrap_or_default(),
            Some(name) => known("set-up", name, about.setups.iter().map(|s| s.name.as_str()))
                .map_err(|unfit| unfit.or_unusable(about))?,
        };
        let mut variants = Vec::new();
        for name in &self.variants {
            let variant = known("variant", name, about.variants.iter().map(|v| v.name.as_str()));
            let variant = variant.map_err(|unfit| match about.seats.contains(name) {
                true => Unfit::Bot(name.clone()),
                false => unfit.or_unusable(about),
            })?;
            if variants.contains(&variant) {
                return Err(Unfit::Twice(variant));
            }
            // a save tells the packs of a match by their names alone
            if about.setups.iter().any(|setup| setup.name == variant) {
                let why = "a set-up of the game is called so too".to_owned();
                return Err(Unfit::Unusable { what: "variant", name: variant, why });
            }
            variants.push(variant);
        }
        for (name, value) in &self.rulings {
            let ruling = about.rulings.iter().find(|ruling| ruling.name == *name);
            let ruling =
                ruling.ok_or_else(|| unknown("ruling", name, about.rulings.iter().map(|r| r.name.as_str())))?;
            if !ruling.values.is_empty() && !ruling.values.contains(value) {
                let (name, value, values) = (name.clone(), value.clone(), ruling.values.join(", "));
                return Err(Unfit::Value { name, value, values });
            }
        }
        Ok(Header {
            game: about.id.clone(),
            setup: Setup { name: setup, options: BTreeMap::new() },
            options: self.chosen(about, &variants)?,
            variants,
            rulings: self.rulings.clone(),
            seats: self.company(about, vacant)?,
            seed: self.seed,
            friendly: self.friendly,
            all_seeing: self.all_seeing,
            ..Header::default()
        })
    }

    /// Every option of the variants in use, as it is chosen or by default.
    fn chosen(&self, about: &About, variants: &[String]) -> Result<ChosenOptions, Unfit> {
        let in_use = |option: &&PackOption| option.pack == about.id || variants.contains(&option.pack);
        let own: Vec<&PackOption> = about.options.iter().filter(in_use).collect();
        let mut chosen: ChosenOptions = own.iter().map(|option| (option.key(), option.default.to_string())).collect();
        for (name, text) in &self.options {
            let fits: Vec<&&PackOption> = own.iter().filter(|o| o.key() == *name || o.name == *name).collect();
            let option = match fits[..] {
                [option] => option,
                [] => match about.options.iter().find(|option| option.key() == *name) {
                    Some(option) => return Err(Unfit::Without(name.clone(), option.pack.clone())),
                    None => {
                        let keys: Vec<String> = own.iter().map(|option| option.key()).collect();
                        let names = own.iter().map(|option| option.name.as_str());
                        return Err(unknown("option", name, keys.iter().map(String::as_str).chain(names)));
                    }
                },
                _ => {
                    let keys: Vec<String> = fits.iter().map(|option| option.key()).collect();
                    return Err(Unfit::Several(name.clone(), keys.join(", ")));
                }
            };
            if option.form.read(text).is_none() {
                let (name, value, values) = (option.key(), text.clone(), option.form.to_string());
                return Err(Unfit::Value { name, value, values });
            }
            chosen.insert(option.key(), text.clone());
        }
        Ok(chosen)
    }

    /// Who plays each seat, in seat order.
    fn company(&self, about: &About, vacant: Vacant) -> Result<Vec<String>, Unfit> {
        for (side, player) in &self.seats {
            known("side", side, about.sides.iter().map(String::as_str))?;
            check_player(about, player)?;
        }
        let mut person_seated = self.seats.values().any(|player| player == PERSON);
        let mut seat = |side: &String| match (self.seats.get(side), vacant) {
            (Some(player), _) => player.clone(),
            (None, Vacant::People) => PERSON.to_owned(),
            (None, Vacant::PersonAndBot) if !person_seated => {
                person_seated = true;
                PERSON.to_owned()
            }
            (None, Vacant::PersonAndBot) => first_of(about, &["lua", "steady", "search"]),
            (None, Vacant::Yardstick) => first_of(about, &["steady"]),
        };
        Ok(about.sides.iter().map(&mut seat).collect())
    }
}

/// What a seat is called that a person plays.
pub const PERSON: &str = "human";

/// Whether a game knows a player of this name.
///
/// # Errors
/// When it does not; the nearest name is told.
pub fn check_player(about: &About, player: &str) -> Result<(), Unfit> {
    match player.split_once(':') {
        Some(("search", number)) if about.seats.iter().any(|seat| seat == "search") => {
            let fine = number.parse::<u32>().is_ok_and(|n| n > 0);
            if fine { Ok(()) } else { Err(Unfit::Iterations(player.to_owned())) }
        }
        _ => known("player", player, about.seats.iter().chain(about.aliases.keys()).map(String::as_str))
            .map(drop)
            .map_err(|unfit| unfit.or_unusable(about)),
    }
}

fn first_of(about: &About, wanted: &[&str]) -> String {
    let has = |name: &&&str| about.seats.iter().any(|seat| seat == **name);
    wanted.iter().find(has).unwrap_or(&"random").to_string()
}

fn known<'a>(what: &'static str, name: &str, names: impl Iterator<Item = &'a str> + Clone) -> Result<String, Unfit> {
    if names.clone().any(|known| known == name) { Ok(name.to_owned()) } else { Err(unknown(what, name, names)) }
}

fn unknown<'a>(what: &'static str, name: &str, names: impl Iterator<Item = &'a str>) -> Unfit {
    let names: Vec<&str> = names.collect();
    let advice = did_you_mean(name, names.iter().copied()).unwrap_or_else(|| match names.is_empty() {
        true => "there are none".to_owned(),
        false => format!("known: {}", names.join(", ")),
    });
    Unfit::Unknown { what, name: name.to_owned(), advice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Named, OptionForm, OptionValue, Rule, Ruling};

    fn about() -> About {
        let named = |name: &str| Named { name: name.to_owned(), ..Named::default() };
        About {
            id: "ambush".to_owned(),
            sides: vec!["blue".to_owned(), "red".to_owned()],
            setups: vec![named("dawn"), named("dusk")],
            variants: vec![named("fog"), named("snow")],
            options: [("fog", "hours"), ("snow", "hours"), ("snow", "depth")]
                .map(|(pack, name)| PackOption {
                    pack: pack.to_owned(),
                    name: name.to_owned(),
                    title: String::new(),
                    help: String::new(),
                    form: OptionForm::Int(1, 6),
                    default: OptionValue::Int(3),
                })
                .to_vec(),
            rulings: vec![Ruling {
                name: "may_swim".to_owned(),
                rule: Rule::of("3"),
                help: String::new(),
                values: vec!["true".to_owned(), "false".to_owned()],
                default: "true".to_owned(),
            }],
            seats: ["human", "steady", "search", "random"].map(str::to_owned).to_vec(),
            ..About::default()
        }
    }

    fn pairs(list: &[(&str, &str)]) -> BTreeMap<String, String> {
        list.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    fn refusal(spec: &Spec) -> String {
        spec.header(&about(), Vacant::PersonAndBot).unwrap_err().to_string()
    }

    #[test]
    fn what_is_left_out_is_as_the_game_has_it_first() {
        let header = Spec::default().header(&about(), Vacant::PersonAndBot).unwrap();
        assert_eq!((header.game.as_str(), header.setup.name.as_str()), ("ambush", "dawn"));
        assert_eq!(header.seats, ["human", "steady"]);
        let red = Spec { seats: pairs(&[("red", "human")]), ..Spec::default() };
        assert_eq!(red.header(&about(), Vacant::PersonAndBot).unwrap().seats, ["steady", "human"]);
        assert_eq!(red.header(&about(), Vacant::People).unwrap().seats, ["human", "human"]);
        let search = Spec { seats: pairs(&[("red", "search:40")]), ..Spec::default() };
        assert_eq!(search.header(&about(), Vacant::Yardstick).unwrap().seats, ["steady", "search:40"]);
    }

    #[test]
    fn options_of_the_variants_in_use_are_chosen_by_name() {
        let spec = |variants: &[&str], options: &[(&str, &str)]| Spec {
            variants: variants.iter().map(|v| (*v).to_owned()).collect(),
            options: pairs(options),
            ..Spec::default()
        };
        let header = spec(&["fog"], &[("hours", "5")]).header(&about(), Vacant::People).unwrap();
        assert_eq!(header.options, pairs(&[("fog.hours", "5")]));
        let header = spec(&["snow"], &[("snow.depth", "1")]).header(&about(), Vacant::People).unwrap();
        assert_eq!(header.options, pairs(&[("snow.depth", "1"), ("snow.hours", "3")]));
        assert!(Spec::default().header(&about(), Vacant::People).unwrap().options.is_empty());
        let both = refusal(&spec(&["fog", "snow"], &[("hours", "5")]));
        assert_eq!(both, "several variants have an option \"hours\"; say which: fog.hours, snow.hours");
        let wrong = refusal(&spec(&["fog"], &[("fog.hours", "9")]));
        assert_eq!(wrong, "fog.hours cannot be \"9\"; it can be a whole number from 1 to 6");
        let near = refusal(&spec(&["fog"], &[("fog.hour", "3")]));
        assert_eq!(near, "there is no option \"fog.hour\"; did you mean \"fog.hours\"?");
        let without = refusal(&spec(&["fog"], &[("snow.depth", "3")]));
        assert_eq!(without, "\"snow.depth\" is an option of the variant \"snow\", which this match is played without");
    }

    #[test]
    fn unknown_names_are_refused_with_the_nearest_known_one() {
        let setup = Spec { setup: Some("dusc".to_owned()), ..Spec::default() };
        assert_eq!(refusal(&setup), "there is no set-up \"dusc\"; did you mean \"dusk\"?");
        let variant = Spec { variants: vec!["thunder".to_owned()], ..Spec::default() };
        assert_eq!(refusal(&variant), "there is no variant \"thunder\"; known: fog, snow");
        let mut with_broken = about();
        with_broken.unusable = pairs(&[("thunder", "mine/pack.toml lies over it")]);
        let told = variant.header(&with_broken, Vacant::People).unwrap_err().to_string();
        assert_eq!(told, "the variant \"thunder\" cannot be used: mine/pack.toml lies over it");
        let twice = Spec { variants: vec!["fog".to_owned(), "fog".to_owned()], ..Spec::default() };
        assert_eq!(refusal(&twice), "the variant \"fog\" is named twice");
        let side = Spec { seats: pairs(&[("blu", "human")]), ..Spec::default() };
        assert_eq!(refusal(&side), "there is no side \"blu\"; did you mean \"blue\"?");
        let player = Spec { seats: pairs(&[("blue", "stedy")]), ..Spec::default() };
        assert_eq!(refusal(&player), "there is no player \"stedy\"; did you mean \"steady\"?");
        let search = Spec { seats: pairs(&[("blue", "search:many")]), ..Spec::default() };
        assert!(refusal(&search).contains("number of iterations"));
        let ruling = Spec { rulings: pairs(&[("may_swin", "true")]), ..Spec::default() };
        assert_eq!(refusal(&ruling), "there is no ruling \"may_swin\"; did you mean \"may_swim\"?");
        let value = Spec { rulings: pairs(&[("may_swim", "often")]), ..Spec::default() };
        assert_eq!(refusal(&value), "may_swim cannot be \"often\"; it can be true, false");
        let empty = Catalogue::new();
        assert_eq!(empty.game("chess").err().unwrap().to_string(), "there is no game \"chess\"; there are none");
    }
}
