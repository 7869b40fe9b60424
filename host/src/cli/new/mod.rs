//! `new`: a pack that works at once, with a case, tests and the editor's settings.

mod change;

use std::path::Path;

use bormida_core::kernel::{About, Opening};
use bormida_core::pack::LESSON_FILE;
use bormida_core::pack::builtin::{self, Files};
use bormida_core::pack::manifest::{AN_ID, valid_id};
use bormida_core::pack::{Pack, Packs};

use super::learn::written;
use super::open::opened;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::{New, PackKind};
pub(crate) use change::{Changeable, begin_change, changeable};

/// The files of a kind of pack: the path within it, and the text with words in `{{ }}` to fill in.
type Template = &'static [(&'static str, &'static str)];

const VARIANT: Template = &[
    ("pack.toml", include_str!("variant/pack.toml")),
    ("rules.luau", include_str!("variant/rules.luau")),
    ("rules.case", include_str!("variant/rules.case")),
    ("tests/rules.luau", include_str!("variant/tests.luau")),
    ("README.md", include_str!("variant/README.md")),
];
const SETUP: Template = &[
    ("pack.toml", include_str!("setup/pack.toml")),
    ("setup.toml", include_str!("setup/setup.toml")),
    ("setup.case", include_str!("setup/setup.case")),
    ("README.md", include_str!("setup/README.md")),
];
const BOT: Template = &[
    ("pack.toml", include_str!("bot/pack.toml")),
    ("bot.luau", include_str!("bot/bot.luau")),
    ("taste.luau", include_str!("bot/taste.luau")),
    ("tests/taste.luau", include_str!("bot/tests.luau")),
    ("README.md", include_str!("bot/README.md")),
];
/// The same kinds of pack for the game on hexes.
const HEX_VARIANT: Template = &[
    ("pack.toml", include_str!("folio/variant_pack.toml")),
    ("rules.luau", include_str!("folio/variant_rules.luau")),
    ("rules.case", include_str!("folio/variant_rules.case")),
    ("tests/rules.luau", include_str!("folio/variant_tests.luau")),
    ("README.md", include_str!("folio/variant_README.md")),
];
const HEX_SETUP: Template = &[
    ("pack.toml", include_str!("folio/setup_pack.toml")),
    ("setup.toml", include_str!("folio/setup_setup.toml")),
    ("setup.case", include_str!("folio/setup_setup.case")),
    ("README.md", include_str!("folio/setup_README.md")),
];
const HEX_BOT: Template = &[
    ("pack.toml", include_str!("bot/pack.toml")),
    ("bot.luau", include_str!("bot/bot.luau")),
    ("taste.luau", include_str!("folio/bot_taste.luau")),
    ("tests/taste.luau", include_str!("bot/tests.luau")),
    ("README.md", include_str!("bot/README.md")),
];
/// A bot for a game in Luau.
const PLAYER: Template = &[
    ("pack.toml", include_str!("player/pack.toml")),
    ("bot.luau", include_str!("player/bot.luau")),
    ("tests/bot.luau", include_str!("player/tests.luau")),
    ("README.md", include_str!("player/README.md")),
];
const GAME: Template = &[
    ("pack.toml", include_str!("game/pack.toml")),
    ("game.luau", include_str!("game/game.luau")),
    ("rules.luau", include_str!("game/rules.luau")),
    ("game.case", include_str!("game/game.case")),
    ("tests/rules.luau", include_str!("game/tests.luau")),
    ("README.md", include_str!("game/README.md")),
];
const TUTORIAL: Template = &[
    ("pack.toml", include_str!("tutorial/pack.toml")),
    ("lesson.luau", include_str!("tutorial/lesson.luau")),
    ("positions.case", include_str!("tutorial/positions.case")),
    ("README.md", include_str!("tutorial/README.md")),
];
/// The same for a game whose places are not known here.
const ELSEWHERE: Template = &[
    ("pack.toml", include_str!("tutorial/pack.toml")),
    ("lesson.luau", include_str!("tutorial/elsewhere.luau")),
    ("README.md", include_str!("tutorial/README.md")),
];
/// The editor's settings: of Luau itself, and of the language server.
const LUAURC: &str = include_str!("luaurc.json");
const EDITOR: &str = include_str!("editor.json");
/// The file that names places of a board, and the game that has it.
const PLACES: &str = "rules.case";
const BOARD: &str = "triomphe";
/// The game on hexes.
const HEXES: &str = "folio";
/// So many tokens of morale a set-up that is begun has more than the one below it.
const RAISE: i64 = 3;

/// Writes the pack. Exit status 2 for an id or game that cannot be, 1 where the folder is taken.
pub(super) fn run(args: &New, voice: &mut Voice<'_>) -> Ended {
    if !valid_id(&args.id) {
        return Err(Failure::Use(format!("\"{}\" is no id of a pack: {AN_ID}", args.id)));
    }
    if args.from.is_some() && args.kind != PackKind::Tutorial {
        return Err(Failure::Use("--from goes with a tutorial".to_owned()));
    }
    let game = game_of(args, voice)?;
    let about = voice.catalogue.game(&game)?.about();
    let games = Packs::games(voice.catalogue.files());
    let own = games.get(&game);
    let in_luau = own.is_some_and(|pack| pack.manifest.engine.is_none());
    let can_vary = voice.catalogue.game(&game)?.reference().is_some();
    let free = matches!(args.kind, PackKind::Game | PackKind::Tutorial);
    if !(can_vary || free || in_luau && args.kind == PackKind::Bot) {
        let what = if in_luau { "only bots and lessons" } else { "no packs" };
        return Err(Failure::Use(format!("{} takes {what} of other authors yet", about.title)));
    }
    if args.kind == PackKind::Game && voice.catalogue.game(&args.id).is_ok() {
        return Err(Failure::Use(format!("there is a game \"{}\" already", args.id)));
    }
    if let Some(taken) = voice.catalogue.name_taken(&args.id, args.kind.kind(), &game) {
        return Err(Failure::Use(format!("{taken}: a pack needs a name of its own")));
    }
    let folder = args.into.join(&args.id);
    if folder.exists() {
        return Err(Failure::Lost(format!("{}: is there already; nothing is overwritten", folder.display())));
    }
    let over = about.setups.first().map_or("", |setup| setup.name.as_str());
    let side = about.sides.last().map_or("", String::as_str);
    let title = title(&args.id);
    let engine = own.and_then(|pack| pack.manifest.engine.as_deref()).unwrap_or(&game);
    // a question that every game answers: one of its sides is right
    let quoted: Vec<String> =
        about.sides.iter().chain([&"nobody".to_owned()]).map(|side| format!("\"{side}\"")).collect();
    let answers = quoted.join(", ");
    let tokens = match args.kind {
        PackKind::Setup if engine != HEXES => tokens(&about, over, own, voice.catalogue.files())?,
        _ => Vec::new(),
    };
    let raised = |line: &dyn Fn(&str, i64) -> String, between: &str| {
        let lines: Vec<String> = tokens.iter().map(|(side, tokens)| line(side, tokens + RAISE)).collect();
        lines.join(between)
    };
    let morale = raised(&|side, tokens| format!("[morale.{side}]\nuncommitted = {tokens}"), "\n\n");
    let expected = raised(&|side, tokens| format!("expect uncommitted {side} {tokens}"), "\n");
    // cases name places of a board
    let fits = |path: &str| [BOARD, HEXES].contains(&&*game) || path != PLACES;
    let cases = if fits(PLACES) { "`rules.case`, `tests/`" } else { "`tests/`" };
    let fill = |text: &str| {
        let words = [
            ("id", &*args.id),
            ("game", &*game),
            ("engine", engine),
            ("title", &*title),
            ("over", over),
            ("side", side),
            ("answers", &*answers),
            ("morale", &*morale),
            ("expected", &*expected),
            ("cases", cases),
        ];
        words.iter().fold(text.to_owned(), |text, (word, value)| text.replace(&format!("{{{{{word}}}}}"), value))
    };
    let recorded = match &args.from {
        Some(save) => Some(written(save, None, false, None, voice)?),
        None => None,
    };
    let template = match args.kind {
        PackKind::Game => GAME,
        PackKind::Variant if engine == HEXES => HEX_VARIANT,
        PackKind::Variant => VARIANT,
        PackKind::Setup if engine == HEXES => HEX_SETUP,
        PackKind::Setup => SETUP,
        PackKind::Bot if in_luau => PLAYER,
        PackKind::Bot if engine == HEXES => HEX_BOT,
        PackKind::Bot => BOT,
        PackKind::Tutorial if game == BOARD && recorded.is_none() => TUTORIAL,
        PackKind::Tutorial => ELSEWHERE,
    };
    let types = types((!in_luau).then_some(engine), args.kind)?;
    let mut written = Vec::new();
    let mut put = |path: &str, text: &str| -> Result<(), Failure> {
        write(&folder.join(path), text)?;
        written.push(path.to_owned());
        Ok(())
    };
    for (path, text) in template.iter().filter(|(path, _)| fits(path)) {
        match &recorded {
            Some(lesson) if *path == LESSON_FILE => put(path, lesson)?,
            _ => put(path, &fill(text))?,
        }
    }
    for (path, text) in &types {
        put(path, text)?;
    }
    put(".luaurc", LUAURC)?;
    let listed: Vec<String> =
        types.iter().enumerate().map(|(k, (path, _))| format!("\t\t\"@bormida{k}\": \"{path}\"")).collect();
    put(".vscode/settings.json", &EDITOR.replace("{{types}}", &listed.join(",\n")))?;
    if voice.json {
        let kind = format!("{:?}", args.kind).to_lowercase();
        voice.object(&serde_json::json!({ "id": args.id, "kind": kind, "folder": folder, "files": written }))?;
    } else {
        writeln!(voice.out, "{}: {}", folder.display(), written.join(", "))?;
        let shown = folder.display();
        writeln!(voice.out, "bormida check {shown}; bormida test {shown}; {}", play(args, &game, &about.sides))?;
    }
    Ok(Status::Fine)
}

/// The game that a pack is begun for: the one that is named, which a match to begin from must be of, or the match's own.
fn game_of(args: &New, voice: &Voice<'_>) -> Result<String, Failure> {
    let Some(save) = &args.from else { return Ok(args.game.clone().unwrap_or_else(|| BOARD.to_owned())) };
    let own = opened(save, Opening::Look, voice)?.game.about().id.clone();
    match &args.game {
        Some(game) if *game != own => {
            Err(Failure::Use(format!("--game {game}: {} is a match of {own}", save.display())))
        }
        _ => Ok(own),
    }
}

/// The command that plays it.
fn play(args: &New, game: &str, sides: &[String]) -> String {
    let (id, packs) = (&args.id, args.into.display());
    let side = sides.last().map_or("", String::as_str);
    match args.kind {
        PackKind::Game => format!("bormida play {id} --packs {packs}"),
        PackKind::Variant => format!("bormida play {game} --packs {packs} --variant {id}"),
        PackKind::Setup => format!("bormida play {game} --packs {packs} --setup {id}"),
        PackKind::Tutorial => format!("bormida learn {}", args.into.join(id).display()),
        PackKind::Bot => format!("bormida play {game} --packs {packs} --seat {side}={id}"),
    }
}

/// The tokens that each side begins with at hand in a set-up of the game, by the set-up's own file. (4.2)
fn tokens(about: &About, setup: &str, own: Option<&Pack>, files: &Files) -> Result<Vec<(String, i64)>, Failure> {
    let path = format!("setups/{setup}.toml");
    let lost = |why: String| Failure::Lost(format!("{} {path}: {why}", about.id));
    let text = match own {
        Some(pack) => pack.files.get(&path).cloned().ok_or_else(|| lost("there is no such file".to_owned()))?,
        None => files.text(&format!("data/{}/{path}", about.id)).map_err(|why| lost(why.to_string()))?.into_owned(),
    };
    let table: toml::Table = toml::from_str(&text).map_err(|error| lost(error.message().to_owned()))?;
    let of_side = |side: &String| {
        let tokens = table.get("morale")?.get(side)?.get("uncommitted")?.as_integer()?;
        Some((side.clone(), tokens))
    };
    let found = about.sides.iter().map(|side| of_side(side).ok_or_else(|| lost(format!("no morale of {side} in it"))));
    found.collect()
}

/// The declarations that an editor reads: those of all games, and the engine's own of this kind.
fn types(engine: Option<&str>, kind: PackKind) -> Result<Vec<(String, String)>, Failure> {
    let own = match kind {
        PackKind::Variant => engine.map(|engine| format!("{engine}.d.luau")),
        PackKind::Bot => engine.map(|engine| format!("{engine}-bots.d.luau")),
        PackKind::Tutorial => Some("lessons.d.luau".to_owned()),
        PackKind::Game | PackKind::Setup => None,
    };
    let names = ["bormida.d.luau".to_owned()].into_iter().chain(own);
    let found = names.map(|name| {
        let path = format!("scripts/api/{name}");
        let text = builtin::text(&path).ok_or_else(|| Failure::Lost(format!("{path}: there are no such types")))?;
        Ok((format!("types/{name}"), text.into_owned()))
    });
    found.collect()
}

/// An id as a title: `mud-at-dawn` is "Mud at dawn".
fn title(id: &str) -> String {
    let words = id.replace('-', " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let lost = |error: std::io::Error| Failure::Lost(format!("{}: cannot be written: {error}", path.display()));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(lost)?;
    }
    std::fs::write(path, text).map_err(lost)
}
