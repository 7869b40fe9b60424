//! The words of the command line.

use std::ops::Range;
use std::path::PathBuf;

use bormida_core::pack::Kind;
use clap::{Args, Parser, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  bormida                                     open the window
  bormida play triomphe                       play against a bot in the terminal
  bormida play triomphe --seat austrian=human --seat french=human
  bormida study triomphe --games 200 --seat austrian=lua --seat french=steady
  bormida test tests/cases

Exit status: 0 all is well, 1 something was found or cannot be done, 2 wrong use.";

/// Plays board wargames, and takes them apart.
#[derive(Debug, Parser)]
#[command(name = "bormida", version, after_help = EXAMPLES)]
pub(super) struct Words {
    /// What to do; without it the window opens.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    /// One JSON object on standard output, and nothing else there
    #[arg(long, global = true)]
    pub(super) json: bool,
    /// A folder whose packs and files win over the built-in ones, or one pack's archive
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) packs: Option<PathBuf>,
}

/// What the program does.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play a match in the terminal: people and bots
    #[command(after_help = "\
Examples:
  bormida play triomphe
  bormida play triomphe --seat austrian=human --seat french=steady --seed 7
  bormida play triomphe --seat austrian=random --seat french=random
  bormida play my.match                       go on with a saved match
  bormida play my.match --on-damage back      the same, up to a line that cannot be read

In the match `?` lists the legal orders, `help` the other words.")]
    Play(Play),
    /// List the legal orders of the seat that has to decide
    #[command(after_help = "\
Examples:
  bormida orders my.match
  bormida orders my.match --at 12 --json")]
    Orders(Orders),
    /// Show what happened in a saved match, and whether today's rules tell the same story
    #[command(after_help = "\
Examples:
  bormida replay my.match
  bormida replay my.match --to 40 --seat french
  bormida replay my.match --all               what is hidden too: nothing for who still plays")]
    Replay(Replay),
    /// Write the position of a saved match as a case or as a set-up
    #[command(after_help = "\
Examples:
  bormida copy my.match --as case --all > here.case       and `bormida test here.case --game triomphe` runs it
  bormida copy my.match --as setup --at 40 --seat french > my-setup/setup.toml

A case holds the position, what was done in the turn, variants and options, and says whose decision it is. Of a match
that is not over, --seat copies what a side knows: what is hidden from it is dealt anew, and dice to come are others;
--all copies everything.")]
    Copy(CopyIt),
    /// Say where today's packs and program part from a saved match and why, and begin a branch there
    #[command(after_help = "\
Examples:
  bormida patch my.match                      where and why they part
  bormida patch my.match --out new.match      keep the orders that fit, and go on from there in a new file
  bormida patch my.match --at 12 --out new.match
  bormida patch my.match --packs my-mods --json

The file itself is only read, unless --replace is given. Packs that the match carries are taken from it, except those
that the folder of --packs has: so a match can be tried under a changed pack. What is different is told as everybody
at the table may know it. Exit status: 0 when all orders fit or a branch was written, 1 when they part.")]
    Patch(Patch),
    /// Draw the board as SVG or PNG
    #[command(after_help = "\
Examples:
  bormida render triomphe --out board.svg
  bormida render my.match --to 40 --seat french --out board.png --size 1920x1200")]
    Render(Render),
    /// Let bots play many games, and count
    #[command(after_help = "\
Examples:
  bormida study triomphe --games 200 --seat austrian=lua --seat french=steady
  bormida study triomphe --seeds 1000..2000 --threads 2 --out games.csv --turns turns.csv
  bormida study triomphe --games 1000 --against variant=mud --until 5
  bormida study triomphe --games 400 --against forbid=counter-attack@french
  bormida study triomphe --games 5000 --against variant=mud --estimate
  bormida study merge here.csv there.csv --out all.csv

With --against both versions play the same seeds, and the answer is a sentence with its 95 % interval. A file of --out
that is there goes on where it ends, if it is of the same study. A game that a script breaks is counted as failed, with
its reason; exit status 1 then.")]
    Study(Study),
    /// Play a game or pack at random, in search of what breaks
    #[command(after_help = "\
Examples:
  bormida fuzz my-pack                        a folder, with all set-ups and values of its options
  bormida fuzz triomphe --games 500 --seed 7
  bormida fuzz mud --packs my-packs --time 60 --json
  bormida fuzz my-lesson                      a lesson: its right orders, Skip alone, then anything pressed

Crashes, scripts that fail or are slow, dead ends, hidden pieces that show, bad undo, impossible states: each finding is
made as short as it can be, and saved as a match that opens in the window. Exit status 1 when something was found.")]
    Fuzz(FuzzIt),
    /// Run the cases of .case files and the tests of packs
    #[command(after_help = "\
Examples:
  bormida test tests/cases
  bormida test tests/cases/triomphe/08-road.case --json
  bormida test my-pack                        its cases, and tests/*.luau")]
    Test(Paths),
    /// Look for what is wrong in TOML files, cases, scripts and packs
    #[command(after_help = "\
Examples:
  bormida check data/triomphe scripts/triomphe
  bormida check my-map.toml --game triomphe --json")]
    Check(Paths),
    /// Read the rules of a game in plain words
    #[command(after_help = "\
Examples:
  bormida rules triomphe
  bormida rules triomphe 9.2                  the section that a refusal names
  bormida rules triomphe \"road march\"        the sections that speak of it")]
    Rules(Rules),
    /// Be led through a lesson in the terminal, or list the lessons
    #[command(after_help = "\
Examples:
  bormida learn                               the lessons that there are
  bormida learn learn-in-ten-minutes
  bormida learn my-lesson --results me.json   a pack's folder; what was done goes into the file
  bormida learn --record my.match --seat austrian > lesson.luau
  bormida learn --record my.match --replay > lesson.luau

In the lesson an order is typed as in a match; `hint`, `show`, `undo`, `on`, `next`, `back`, `skip`, `restart`, a number
for an answer, `board`, `?` for the legal orders, `quit`.")]
    Learn(Learn),
    /// Begin a pack: it works at once, with tests and the editor's settings
    #[command(after_help = "\
Examples:
  bormida new variant mud-at-dawn --game triomphe
  bormida new bot rooster --in my-packs
  bormida new game twenty
  bormida new tutorial first-attack --from my.match")]
    New(New),
    /// Show what packs of a game can change: rule points, effects, numbers
    #[command(after_help = "\
Examples:
  bormida docs triomphe
  bormida docs triomphe --json --out triomphe.json")]
    Docs(Docs),
    /// Make one file of a pack, after a check
    #[command(after_help = "\
Examples:
  bormida pack mud-at-dawn
  bormida pack mud-at-dawn --out mud.zip --json

The same files make the same bytes. A zip works like the folder: in --packs DIR, for check, test and pack.")]
    Pack(PackUp),
}

/// A match as it is asked for.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Asked {
    /// The set-up; the game's first one without it
    #[arg(long, value_name = "NAME")]
    pub(super) setup: Option<String>,
    /// A variant; may be given several times, the later ones lie above
    #[arg(long = "variant", value_name = "PACK")]
    pub(super) variants: Vec<String>,
    /// A reading of the rules
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = pair)]
    pub(super) rulings: Vec<(String, String)>,
    /// An option of a variant: PACK.NAME, or NAME where one variant alone has it
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    pub(super) options: Vec<(String, String)>,
    /// Who plays a side: human, random, steady, lua, search:ITERATIONS, or another bot
    #[arg(long = "seat", value_name = "SIDE=PLAYER", value_parser = pair)]
    pub(super) seats: Vec<(String, String)>,
}

/// `play`.
#[derive(Args, Debug)]
pub(super) struct Play {
    /// A game, or the file of a match to go on with
    #[arg(value_name = "GAME|FILE")]
    pub(super) what: String,
    /// The match.
    #[command(flatten)]
    pub(super) asked: Asked,
    /// The seed of all chance; a new one without it
    #[arg(long, value_parser = seed, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,
    /// A new file for the match
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Orders may be taken back past dice, reveals and answers
    #[arg(long)]
    pub(super) friendly: bool,
    /// For trying rules: nothing is hidden in this match, and it says so for ever
    #[arg(long)]
    pub(super) designer: bool,
    /// Ask also where one answer alone is legal
    #[arg(long)]
    pub(super) ask_always: bool,
    /// What to do when a saved match does not fit today's rules
    #[arg(long, value_enum, default_value = "stop", value_name = "WHAT")]
    pub(super) on_divergence: OnDivergence,
    /// What to do when a line of a saved match cannot be read
    #[arg(long, value_enum, default_value = "stop", value_name = "WHAT")]
    pub(super) on_damage: OnDamage,
}

/// What becomes of a saved match with a line that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnDamage {
    /// Say so and leave the file as it is
    Stop,
    /// Go back to the line before it; the file as it was is kept beside it as FILE.old
    Back,
}

/// What becomes of a saved match whose history the rules do not reproduce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OnDivergence {
    /// Say so and leave the file as it is
    Stop,
    /// Go back to the last order that fits
    Back,
    /// Go on from the newest snapshot after it, if there is one
    Snapshot,
}

/// `orders`.
#[derive(Args, Debug)]
pub(super) struct Orders {
    /// The file of a match
    pub(super) file: PathBuf,
    /// After which order; the last without it
    #[arg(long, value_name = "N")]
    pub(super) at: Option<u32>,
}

/// `replay`.
#[derive(Args, Debug)]
pub(super) struct Replay {
    /// The file of a match
    pub(super) file: PathBuf,
    /// The last order to show
    #[arg(long, value_name = "N")]
    pub(super) to: Option<u32>,
    /// The side whose texts are shown; without it what everybody may read
    #[arg(long, value_name = "SIDE")]
    pub(super) seat: Option<String>,
    /// Show everything: the texts of all sides, the seed and the hash of the state
    #[arg(long, conflicts_with = "seat")]
    pub(super) all: bool,
}

/// `copy`.
#[derive(Args, Debug)]
pub(super) struct CopyIt {
    /// The file of a match
    pub(super) file: PathBuf,
    /// What to write
    #[arg(long = "as", value_enum, value_name = "FORM")]
    pub(super) form: CopyForm,
    /// After which order; the last without it
    #[arg(long, value_name = "N")]
    pub(super) at: Option<u32>,
    /// The side whose knowledge is copied
    #[arg(long, value_name = "SIDE")]
    pub(super) seat: Option<String>,
    /// Copy everything, what is hidden too
    #[arg(long, conflicts_with = "seat")]
    pub(super) all: bool,
}

/// What a position is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CopyForm {
    /// A case, which `test` runs
    Case,
    /// The setup.toml of a set-up pack
    Setup,
}

/// `patch`.
#[derive(Args, Debug)]
pub(super) struct Patch {
    /// The file of a match
    #[arg(value_name = "SAVE")]
    pub(super) file: PathBuf,
    /// A new file for the branch: the orders that fit, to go on from there
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// The last order that the branch keeps; without it the last that fits
    #[arg(long, value_name = "N")]
    pub(super) at: Option<u32>,
    /// Put the branch in the place of the file, which is kept beside it as SAVE.old
    #[arg(long, conflicts_with = "out")]
    pub(super) replace: bool,
}

/// `render`.
#[derive(Args, Debug)]
pub(super) struct Render {
    /// A game, the file of a match, or a position of a pack: FILE.case:NAME
    #[arg(value_name = "GAME|FILE")]
    pub(super) what: String,
    /// The side that looks; without it the one that has to decide
    #[arg(long, value_name = "SIDE")]
    pub(super) seat: Option<String>,
    /// The picture: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1600x1200", value_parser = size)]
    pub(super) size: (u32, u32),
    /// The set-up of the game
    #[arg(long, value_name = "NAME")]
    pub(super) setup: Option<String>,
    /// The seed of the game; 0 without it
    #[arg(long, value_parser = seed, allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,
    /// After which order of the match; the last without it
    #[arg(long, value_name = "N")]
    pub(super) to: Option<u32>,
    /// Only what lies about these places: 1107,1203
    #[arg(long, value_name = "PLACES", value_delimiter = ',')]
    pub(super) around: Vec<String>,
    /// An arrow from place to place: 1203=1107
    #[arg(long = "arrow", value_name = "FROM=TO", value_parser = pair)]
    pub(super) arrows: Vec<(String, String)>,
    /// Words at a place: 1107=Marengo
    #[arg(long = "label", value_name = "PLACE=WORDS", value_parser = pair)]
    pub(super) labels: Vec<(String, String)>,
}

/// `study`.
#[derive(Args, Debug)]
#[command(subcommand_negates_reqs = true)]
pub(super) struct Study {
    /// What else can be done with studies.
    #[command(subcommand)]
    pub(super) word: Option<StudyWord>,
    /// The game
    #[arg(required = true)]
    pub(super) game: Option<String>,
    /// The match.
    #[command(flatten)]
    pub(super) asked: Asked,
    /// How many games; 100 unless --seeds tells
    #[arg(long, value_name = "N")]
    pub(super) games: Option<u64>,
    /// One game for each seed from A on, B left out; 0..N without it
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub(super) seeds: Option<Range<u64>>,
    /// Games at once; as many as the machine has cores without it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    pub(super) threads: usize,
    /// One line a game: FILE.csv or FILE.jsonl; its plan is put beside it
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// One line a turn: FILE.csv or FILE.jsonl, with morale, losses and fights as far as the game tells them
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(super) turns: Option<PathBuf>,
    /// Compare with the same games with this beside: variant=PACK, setup=NAME, ruling=NAME=VALUE, option=NAME=VALUE,
    /// seat=SIDE=PLAYER, forbid=VERB@SIDE; may be given several times
    #[arg(long, value_name = "WHAT=VALUE", value_parser = pair)]
    pub(super) against: Vec<(String, String)>,
    /// A kind of order that a side has to do without, as counter-attack@french; may be given several times
    #[arg(long, value_name = "VERB@SIDE", value_parser = forbidden)]
    pub(super) forbid: Vec<(String, String)>,
    /// End early when no interval is wider than so many points of 100
    #[arg(long, value_name = "WIDTH", value_parser = points)]
    pub(super) until: Option<f64>,
    /// Play a few games only, and say how long all take and how wide the interval will be
    #[arg(long)]
    pub(super) estimate: bool,
}

/// What else can be done with studies.
#[derive(Debug, Subcommand)]
pub(super) enum StudyWord {
    /// Count the files of one study, played on many machines, as one
    Merge(Merge),
}

/// `study merge`.
#[derive(Args, Debug)]
pub(super) struct Merge {
    /// The files of --out, each with its plan beside it
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// A new file for the games of all
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// `fuzz`.
#[derive(Args, Debug)]
pub(super) struct FuzzIt {
    /// A pack's folder or archive, a game, or the id of a pack
    #[arg(value_name = "PACK|GAME")]
    pub(super) what: String,
    /// How many games; 100 without it, any number with --time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: Option<u64>,
    /// The seed of all chance: the same seed tries the same
    #[arg(long, default_value_t = 0, value_parser = seed, allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Begin no game and no order after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) time: Option<u64>,
    /// Try every promise at every so-many-th moment
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) every: u32,
    /// A game that has not ended after so many orders is a finding
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) most_orders: u32,
    /// Games at once; as many as the machine has cores without it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    pub(super) threads: usize,
    /// The folder for the matches of findings, made when there is one
    #[arg(long, value_name = "DIR", default_value = "findings")]
    pub(super) out: PathBuf,
}

/// `test` and `check`.
#[derive(Args, Debug)]
pub(super) struct Paths {
    /// Files, and folders with all that lies in them
    #[arg(required = true, value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// The game that the files belong to; without it a folder of their path names it
    #[arg(long, value_name = "GAME")]
    pub(super) game: Option<String>,
}

/// `new`.
#[derive(Args, Debug)]
pub(super) struct New {
    /// What the pack is for
    #[arg(value_enum)]
    pub(super) kind: PackKind,
    /// Its id: small letters, digits, hyphens
    pub(super) id: String,
    /// The game that it belongs to; triomphe without it, or the game of --from
    #[arg(long, value_name = "GAME")]
    pub(super) game: Option<String>,
    /// The folder that it is put into
    #[arg(long = "in", value_name = "DIR", default_value = ".")]
    pub(super) into: PathBuf,
    /// Of a tutorial: a saved match, of which its steps are made
    #[arg(long, value_name = "SAVE")]
    pub(super) from: Option<PathBuf>,
}

/// Kinds of packs that can be begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PackKind {
    /// A whole game in Luau
    Game,
    /// Other rules
    Variant,
    /// Another position to begin from
    Setup,
    /// A player
    Bot,
    /// A lesson
    Tutorial,
}

impl PackKind {
    /// The kind as a manifest has it.
    pub(super) const fn kind(self) -> Kind {
        match self {
            PackKind::Game => Kind::Game,
            PackKind::Variant => Kind::Variant,
            PackKind::Setup => Kind::Setup,
            PackKind::Bot => Kind::Bot,
            PackKind::Tutorial => Kind::Tutorial,
        }
    }
}

/// `rules`.
#[derive(Args, Debug)]
pub(super) struct Rules {
    /// The game
    pub(super) game: String,
    /// A section's number, or words to look for; all sections when left out
    pub(super) section: Option<String>,
}

/// `docs`.
#[derive(Args, Debug)]
pub(super) struct Docs {
    /// The game
    pub(super) game: String,
    /// A file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// `learn`.
#[derive(Args, Debug)]
pub(super) struct Learn {
    /// A lesson by its id, or the folder of its pack; the list of all without it
    #[arg(value_name = "LESSON|DIR")]
    pub(super) lesson: Option<String>,
    /// A new file for what was done, as JSON; it is written anew with each step
    #[arg(long, value_name = "FILE", requires = "lesson")]
    pub(super) results: Option<PathBuf>,
    /// Write over the file of --results when it is there already
    #[arg(long, requires = "results")]
    pub(super) force: bool,
    /// Write the skeleton of a lesson from a saved match
    #[arg(long, value_name = "SAVE", conflicts_with = "lesson")]
    pub(super) record: Option<PathBuf>,
    /// The side whose orders the learner is to give; without it the one of a person, or the one that began
    #[arg(long, value_name = "SIDE", requires = "record")]
    pub(super) seat: Option<String>,
    /// The learner is to look on, with a word after some of the orders
    #[arg(long, requires = "record")]
    pub(super) replay: bool,
    /// The last order that is taken
    #[arg(long, value_name = "N", requires = "record")]
    pub(super) to: Option<u32>,
}

/// `pack`.
#[derive(Args, Debug)]
pub(super) struct PackUp {
    /// The pack's folder
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// The archive; ID.zip without it, beside the folder when the program runs within
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Write over a file that is no archive of this pack
    #[arg(long)]
    pub(super) force: bool,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("a name, `=` and a value are expected, as in french=steady".to_owned()),
    }
}

/// A kind of order and the side that has to do without it.
pub(super) fn forbidden(text: &str) -> Result<(String, String), String> {
    match text.split_once('@') {
        Some((verb, side)) if !verb.is_empty() && !side.is_empty() => Ok((verb.to_owned(), side.to_owned())),
        _ => Err(format!("\"{text}\": VERB@SIDE is expected, as in counter-attack@french")),
    }
}

fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| *points > 0.0 && *points <= 200.0);
    points.ok_or_else(|| "a number of points above 0 and up to 200 is expected, as in 5".to_owned())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let fits = sides.filter(|(w, h)| (16..=16_384).contains(w) && (16..=16_384).contains(h));
    fits.ok_or_else(|| "width x height in pixels are expected, each from 16 to 16384, as in 1600x1200".to_owned())
}

fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (0..=MOST_THREADS).contains(number));
    number.ok_or_else(|| format!("a number up to {MOST_THREADS} is expected; 0 is one for each core"))
}

/// More threads than any machine has use for: each opens its own scripts before the first game begins.
const MOST_THREADS: usize = 256;

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number from 0 to {} is expected", u64::MAX))
}

fn seeds(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    ends.filter(|seeds: &Range<u64>| !seeds.is_empty())
        .ok_or_else(|| "A..B is expected, A below B, as in 0..200".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_words_hold_together() {
        Words::command().debug_assert();
        assert_eq!(seeds("3..7"), Ok(3..7));
        assert!(seeds("7..3").is_err() && seeds("7").is_err() && seeds("-1..3").is_err());
        assert!(seed("7") == Ok(7) && seed("-1").is_err() && seed("x").is_err());
        assert_eq!((threads("0"), threads("256")), (Ok(0), Ok(256)));
        assert!(threads("257").is_err() && threads("-1").is_err());
        assert_eq!(size("640x480"), Ok((640, 480)));
        assert!(size("640").is_err() && size("0x9").is_err() && size("99999x10").is_err());
        assert_eq!(pair("a=b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert_eq!(forbidden("s@french"), Ok(("s".to_owned(), "french".to_owned())));
        assert!(forbidden("s").is_err() && forbidden("@x").is_err() && points("0").is_err() && points("x").is_err());
        assert!(pair("a").is_err() && pair("=b").is_err());
    }
}
