//! `pack.toml`: what a pack says of itself.
//!
//! ```toml
//! id = "four-commands-from-noon"
//! version = "1.0"
//! api = 0
//! game = "triomphe"
//! kind = "variant"
//! title = "Four commands from noon"
//! authors = ["A. Designer"]
//! description = "A sentence or two."
//! depends = ["another-pack"]
//! ```
//!
//! A pack that brings a game (`kind = "game"`) is called as its game is. It may say `reconstructed = true` when some of its
//! data are inferred, and which of the house's engines plays it (`engine = "triomphe"`); without an engine it is a whole game
//! in Luau.
//!
//! A variant may have options, and so may a game over an engine: see `options.rs`. A game in Luau has rulings instead.

use super::archive::is_device;
use super::toml_doc::{Table, Value, read_toml};
use super::{Diagnostics, options};
use crate::kernel::PackOption;

/// The version of the script API that this program speaks.
pub const API: u8 = 0;

/// The name of the file.
pub const MANIFEST: &str = "pack.toml";

/// What a pack is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Brings a whole game.
    Game,
    /// Changes rules or numbers of a match.
    Variant,
    /// Adds positions to begin from.
    Setup,
    /// Plays a seat.
    Bot,
    /// Leads a learner.
    Tutorial,
}

/// The kinds as `pack.toml` writes them.
pub const KINDS: [(&str, Kind); 5] = [
    ("game", Kind::Game),
    ("variant", Kind::Variant),
    ("setup", Kind::Setup),
    ("bot", Kind::Bot),
    ("tutorial", Kind::Tutorial),
];

/// The keys of a manifest beside its tables.
pub(super) const KEYS: [&str; 11] =
    ["id", "version", "api", "game", "kind", "title", "authors", "description", "depends", "engine", "reconstructed"];

/// A pack's own account of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Its id: 1 to 64 small letters, digits and hyphens.
    pub id: String,
    /// Its version, in its author's own counting.
    pub version: String,
    /// The game that it belongs to.
    pub game: String,
    /// What it is for.
    pub kind: Kind,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// A sentence or two.
    pub description: String,
    /// The ids of packs that have to lie below it.
    pub depends: Vec<String>,
    /// Of a game: the engine of the house that plays it; none when it is a whole game in Luau.
    pub engine: Option<String>,
    /// Of a game: whether some of its data are inferred.
    pub reconstructed: bool,
    /// Of a variant: whether it shows something to authors rather than being meant for play.
    pub example: bool,
    /// What it leaves to those who begin a match.
    pub options: Vec<PackOption>,
}

impl Manifest {
    /// Reads a `pack.toml`; `file` is what findings call it.
    ///
    /// # Errors
    /// Everything that is wrong with it: missing and unknown keys, wrong types, an API that this program does not speak.
    pub fn read(file: &str, text: &str) -> Result<Manifest, Diagnostics> {
        read_toml(file, text, manifest)
    }
}

fn manifest(top: &Table<'_>) -> Option<Manifest> {
    let id = top.need("id").and_then(|v| pack_id(&v));
    let version = top.need("version").and_then(|v| filled(&v));
    let api = top.need("api").and_then(|v| api(&v));
    let game = top.need("game").and_then(|v| id_of(&v, "a game"));
    let kind = top.need("kind").and_then(|v| v.choice(&KINDS));
    if let (Some(Kind::Game), Some(id), Some(game)) = (kind, &id, &game)
        && id != game
    {
        top.need("id")?.error(format!("a pack that brings a game is called as the game is: \"{game}\""));
    }
    if let (Some(Kind::Variant | Kind::Setup | Kind::Bot | Kind::Tutorial), Some(id), Some(game)) = (kind, &id, &game)
        && id == game
    {
        top.need("id")?.error("the game itself is called so");
    }
    if let Some(id) = id.as_ref().filter(|id| PLAYERS.contains(&id.as_str())) {
        top.need("id")?.error(format!("a player of every game is called \"{id}\""));
    }
    // other kinds have no such keys
    let of_game = |name| if kind == Some(Kind::Game) { top.get(name) } else { None };
    let engine = of_game("engine");
    let in_luau = kind == Some(Kind::Game) && engine.is_none();
    let engine = engine.and_then(|v| id_of(&v, "an engine"));
    let reconstructed = of_game("reconstructed").and_then(|v| v.truth()).unwrap_or(false);
    let example = if kind == Some(Kind::Variant) { top.get("example") } else { None };
    let example = example.and_then(|v| v.truth()).unwrap_or(false);
    let title = top.need("title").and_then(|v| filled(&v));
    let authors = top.get("authors").and_then(|v| v.texts()).unwrap_or_default();
    let description = top.get("description").and_then(|v| v.lines()).map_or_else(String::new, |n| n.text.to_owned());
    let depends = top.get("depends").and_then(|v| v.list()).unwrap_or_default();
    for need in depends.iter().filter(|need| need.is_text() && need.text().map(|n| n.text) == id.as_deref()) {
        need.error("a pack cannot lie below itself");
    }
    let depends = depends.iter().filter_map(pack_id).collect();
    let options = options::read(top, id.as_deref().unwrap_or_default());
    if let (Some(Kind::Setup | Kind::Bot | Kind::Tutorial), Some(table)) = (kind, top.table("options")) {
        top.reader().error(table.at(), "options are for variants and games");
    }
    if let Some(table) = top.table("options").filter(|_| in_luau) {
        let hint = "its choices are rulings: `options` of the table that game.luau returns, which `start` is given";
        top.reader().hinted(table.at(), "a game in Luau has no options here", Some(hint.to_owned()));
    }
    top.done();
    api?;
    Some(Manifest {
        id: id?,
        version: version?,
        game: game?,
        kind: kind?,
        title: title?,
        authors: authors.iter().map(|n| n.text.to_owned()).collect(),
        description,
        depends,
        engine,
        reconstructed,
        example,
        options,
    })
}

fn pack_id(value: &Value<'_>) -> Option<String> {
    id_of(value, "a pack")
}

/// What players of every game are called; no pack is.
pub const PLAYERS: [&str; 5] = ["human", "random", "steady", "search", "lua"];

/// What the id of a pack is, in words.
pub const AN_ID: &str =
    "1 to 64 small letters, digits and hyphens, no hyphen first, and no name of a device such as \"con\"";

/// Whether a text can be a pack's id: also the name of its folder and of its archive, on any system.
#[must_use]
pub fn valid_id(text: &str) -> bool {
    let sound = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(sound) && !text.starts_with('-') && !is_device(text)
}

fn id_of(value: &Value<'_>, whose: &str) -> Option<String> {
    let text = value.text()?.text;
    if !valid_id(text) {
        value.error(format!("the id of {whose} is {AN_ID}"));
        return None;
    }
    Some(text.to_owned())
}

fn filled(value: &Value<'_>) -> Option<String> {
    let text = value.text()?.text;
    if text.trim().is_empty() {
        value.error("this text is empty");
        return None;
    }
    Some(text.to_owned())
}

fn api(value: &Value<'_>) -> Option<u8> {
    let api = value.number(0_u8, u8::MAX)?;
    if api != API {
        value.error(format!("this program speaks api {API}, not {api}"));
        return None;
    }
    Some(api)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: &str =
        "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mud\"\n";

    fn found(text: &str) -> Vec<String> {
        let line = |d: &super::super::Diagnostic| {
            format!("{}: {}{}", d.line, d.message, d.hint.as_ref().map_or(String::new(), |h| format!(" | {h}")))
        };
        Manifest::read("pack.toml", text).unwrap_err().iter().map(line).collect()
    }

    #[test]
    fn a_manifest_says_what_a_pack_is() {
        let mud = Manifest::read("pack.toml", &format!("{FINE}authors = [\"A\"]\ndepends = [\"rain\"]")).unwrap();
        assert_eq!(
            (mud.id.as_str(), mud.kind, mud.depends.as_slice()),
            ("mud", Kind::Variant, &["rain".to_owned()][..])
        );
        let lesson = Manifest::read("pack.toml", &FINE.replace("variant", "tutorial")).unwrap();
        assert_eq!(lesson.kind, Kind::Tutorial);
    }

    #[test]
    fn a_game_says_which_engine_plays_it_and_nobody_else_does() {
        let game = FINE.replace("variant", "game").replace("\"triomphe\"", "\"mud\"");
        let mud = Manifest::read("pack.toml", &format!("{game}engine = \"triomphe\"\nreconstructed = true")).unwrap();
        assert!(mud.kind == Kind::Game && mud.engine.as_deref() == Some("triomphe") && mud.reconstructed);
        assert_eq!(Manifest::read("pack.toml", &game).unwrap().engine, None);
        assert_eq!(found(&format!("{FINE}engine = \"triomphe\"")), ["7: unknown key \"engine\""]);
        let other = found(&FINE.replace("variant", "game"));
        assert_eq!(other, ["1: a pack that brings a game is called as the game is: \"triomphe\""]);
    }

    #[test]
    fn a_variant_may_be_an_example_and_nothing_else_may() {
        assert!(!Manifest::read("pack.toml", FINE).unwrap().example);
        assert!(Manifest::read("pack.toml", &format!("{FINE}example = true")).unwrap().example);
        let setup = FINE.replace("variant", "setup");
        assert_eq!(found(&format!("{setup}example = true")), ["7: unknown key \"example\""]);
    }

    #[test]
    fn a_game_in_luau_leaves_its_choices_to_its_rulings() {
        let game = FINE.replace("variant", "game").replace("\"triomphe\"", "\"mud\"");
        let fog = "[options.fog]\ntype = \"bool\"\ndefault = false\ntitle = \"Fog\"\n";
        let over_engine = Manifest::read("pack.toml", &format!("{game}engine = \"triomphe\"\n{fog}")).unwrap();
        assert_eq!(over_engine.options.len(), 1);
        assert_eq!(
            found(&format!("{game}{fog}")),
            [
                "7: a game in Luau has no options here | its choices are rulings: `options` of the table that game.luau returns, which `start` is given"
            ]
        );
    }

    #[test]
    fn every_mistake_is_told_with_the_nearest_known_word() {
        assert_eq!(
            found(&format!("{FINE}author = [\"A\"]")),
            ["7: unknown key \"author\" | did you mean \"authors\"?"]
        );
        assert_eq!(found(&FINE.replace("api = 0", "api = 7")), ["3: this program speaks api 0, not 7"]);
        assert!(found(&FINE.replace("variant", "varient"))[0].ends_with("did you mean \"variant\"?"));
        assert!(found(&FINE.replace("mud", "../mud"))[0].contains("small letters"));
        assert_eq!(found("id = 3").len(), 6);
    }

    #[test]
    fn texts_that_forge_lines_and_names_of_devices_are_refused_at_their_place() {
        let sign = |text: &str| found(text)[0].clone();
        for (from, to, line) in [
            ("title = \"Mud\"", "title = \"AA\\nerror: x\"", 6),
            ("title = \"Mud\"", "title = \"\\u001b[2J\"", 6),
            ("version = \"1\"", "version = \"1\\u2028\"", 2),
            ("api = 0", "api = 0\nauthors = [\"a\\u202eb\"]", 4),
            ("api = 0", "api = 0\ndescription = \"a\\rb\"", 4),
        ] {
            let told = sign(&FINE.replace(from, to));
            assert!(told.starts_with(&format!("{line}: the sign U+")) && !told.contains('\n'), "{to}: {told}");
        }
        assert!(sign(&FINE.replace("Mud", &"x".repeat(401))).contains("401 characters"));
        assert!(!sign(&format!("{FINE}\"a\\nb\" = 1")).contains('\n'));
        let lines = format!("{FINE}description = \"One.\\nTwo.\"");
        assert_eq!(Manifest::read("pack.toml", &lines).unwrap().description, "One.\nTwo.");
        for device in ["con", "nul", "com1", "lpt9"] {
            assert!(sign(&FINE.replace("\"mud\"", &format!("\"{device}\""))).contains("device"), "{device}");
        }
        assert!(sign(&format!("{FINE}depends = [\"rain\", \"mud\"]")).starts_with("7: a pack cannot lie below itself"));
    }

    #[test]
    fn options_have_a_type_a_default_and_words_for_people() {
        let text = "[options.hours]\ntype = \"int\"\nrange = [1, 6]\ndefault = 3\ntitle = \"Hours\"\n\
                    [options.sky]\ntype = \"choice\"\nchoices = [\"dry\", \"wet\"]\ndefault = \"wet\"\ntitle = \"Sky\"\n\
                    [options.fog]\ntype = \"bool\"\ndefault = false\ntitle = \"Fog\"\nhelp = \"No sight.\"\n";
        let mud = Manifest::read("pack.toml", &format!("{FINE}{text}")).unwrap();
        let told: Vec<String> = mud.options.iter().map(|o| format!("{} {} = {}", o.key(), o.form, o.default)).collect();
        assert_eq!(
            told,
            ["mud.hours a whole number from 1 to 6 = 3", "mud.sky dry, wet = wet", "mud.fog true or false = false"]
        );
        let wrong = "[options.Hours]\ntype = \"imt\"\ntitle = \"H\"\ndefault = 3\n[options.n]\ntype = \"int\"\n\
                     range = [6, 1]\ndefault = 9\ntitle = \"N\"\nhlep = \"\"\n";
        assert_eq!(
            found(&format!("{FINE}{wrong}")),
            [
                "7: the name of an option is 1 to 40 small letters, digits and underscores, a letter first",
                "8: \"imt\" is none of \"bool\", \"int\", \"choice\" | did you mean \"int\"?",
                "13: a range goes from a lower number to a higher one",
                "14: 9 is not within 6 to 1",
                "16: unknown key \"hlep\" | did you mean \"help\"?",
            ]
        );
        let below = "[options.fog]\ntype = \"bool\"\ndefault = false\ntitle = \"Fog\"\ndepends = [\"rain\"]\n";
        assert_eq!(
            found(&format!("{FINE}{below}")),
            ["11: unknown key \"depends\" | \"depends\" stands above the first [table]"]
        );
        let bot = format!("{}{text}", FINE.replace("variant", "bot"));
        assert_eq!(found(&bot), ["7: options are for variants and games"]);
    }
}
