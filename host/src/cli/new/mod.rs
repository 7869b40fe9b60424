//! `new`: a pack that works at once, with a case, tests and the editor's settings.

use std::path::Path;

use bormida_core::pack::builtin;
use bormida_core::pack::manifest::valid_id;

use super::voice::{Ended, Failure, Status, Voice};
use super::words::{New, PackKind};

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
const GAME: Template = &[
    ("pack.toml", include_str!("game/pack.toml")),
    ("game.luau", include_str!("game/game.luau")),
    ("rules.luau", include_str!("game/rules.luau")),
    ("game.case", include_str!("game/game.case")),
    ("tests/rules.luau", include_str!("game/tests.luau")),
    ("README.md", include_str!("game/README.md")),
];
/// The editor's settings: of Luau itself, and of the language server.
const LUAURC: &str = include_str!("luaurc.json");
const EDITOR: &str = include_str!("editor.json");
/// The game whose places the cases of the templates name.
const BOARD: &str = "triomphe";

/// Writes the pack. Exit status 2 for an id or game that cannot be, 1 where the folder is taken.
pub(super) fn run(args: &New, voice: &mut Voice<'_>) -> Ended {
    if !valid_id(&args.id) {
        let why = "is no id of a pack: 1 to 64 small letters, digits and hyphens";
        return Err(Failure::Use(format!("\"{}\" {why}", args.id)));
    }
    let about = voice.catalogue.game(&args.game)?.about();
    let can_vary = voice.catalogue.game(&args.game)?.reference().is_some();
    if args.kind != PackKind::Game && !can_vary {
        return Err(Failure::Use(format!("{} takes no packs of other authors yet", about.title)));
    }
    if args.kind == PackKind::Game && voice.catalogue.game(&args.id).is_ok() {
        return Err(Failure::Use(format!("there is a game \"{}\" already", args.id)));
    }
    let folder = args.into.join(&args.id);
    if folder.exists() {
        return Err(Failure::Lost(format!("{}: is there already; nothing is overwritten", folder.display())));
    }
    let over = about.setups.first().map_or("", |setup| setup.name.as_str());
    let side = about.sides.last().map_or("", String::as_str);
    let title = title(&args.id);
    let fill = |text: &str| {
        let words = [("id", &*args.id), ("game", &*args.game), ("title", &*title), ("over", over), ("side", side)];
        words.iter().fold(text.to_owned(), |text, (word, value)| text.replace(&format!("{{{{{word}}}}}"), value))
    };
    let template = match args.kind {
        PackKind::Game => GAME,
        PackKind::Variant => VARIANT,
        PackKind::Setup => SETUP,
        PackKind::Bot => BOT,
    };
    // cases name places of a board
    let fits = |path: &str| args.kind == PackKind::Game || args.game == BOARD || !path.ends_with(".case");
    let mut written = Vec::new();
    let mut put = |path: &str, text: &str| -> Result<(), Failure> {
        write(&folder.join(path), text)?;
        written.push(path.to_owned());
        Ok(())
    };
    for (path, text) in template.iter().filter(|(path, _)| fits(path)) {
        put(path, &fill(text))?;
    }
    let types = types(&args.game, args.kind);
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
        writeln!(voice.out, "bormida check {shown}; bormida test {shown}; {}", play(args, &about.sides))?;
    }
    Ok(Status::Fine)
}

/// The command that plays it.
fn play(args: &New, sides: &[String]) -> String {
    let (id, game, packs) = (&args.id, &args.game, args.into.display());
    let side = sides.last().map_or("", String::as_str);
    match args.kind {
        PackKind::Game => format!("bormida play {id} --packs {packs}"),
        PackKind::Variant => format!("bormida play {game} --packs {packs} --variant {id}"),
        PackKind::Setup => format!("bormida play {game} --packs {packs} --setup {id}"),
        PackKind::Bot => format!("bormida play {game} --packs {packs} --seat {side}={id}"),
    }
}

/// The declarations that an editor reads: those of all games, and the game's own of this kind.
fn types(game: &str, kind: PackKind) -> Vec<(String, String)> {
    let own = match kind {
        PackKind::Variant => Some(format!("{game}.d.luau")),
        PackKind::Bot => Some(format!("{game}-bots.d.luau")),
        PackKind::Game | PackKind::Setup => None,
    };
    let names = ["bormida.d.luau".to_owned()].into_iter().chain(own);
    let found = names.filter_map(|name| {
        let text = builtin::text(&format!("scripts/api/{name}"))?;
        Some((format!("types/{name}"), text.into_owned()))
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
