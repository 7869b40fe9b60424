//! `docs`: what packs of a game can change, as a page or as data.

use super::voice::{Ended, Failure, Status, Voice};
use super::words::Docs;
use crate::in_place::put_in_place;

/// Writes the reference to standard output, or into a file.
pub(super) fn run(args: &Docs, voice: &mut Voice<'_>) -> Ended {
    let game = voice.catalogue.game(&args.game)?;
    let nothing = || Failure::Lost(format!("packs can change nothing in {} yet", game.about().title));
    let reference = game.reference().ok_or_else(nothing)?;
    let Some(path) = &args.out else {
        match voice.json {
            true => voice.object(&reference)?,
            false => write!(voice.out, "{}", reference.page())?,
        }
        return Ok(Status::Fine);
    };
    let text = match voice.json {
        true => serde_json::to_string_pretty(&reference).map_err(std::io::Error::from)? + "\n",
        false => reference.page(),
    };
    let lost = |error: std::io::Error| Failure::Lost(format!("{}: cannot be written: {error}", path.display()));
    put_in_place(path, text.as_bytes()).map_err(lost)?;
    let count = reference.points.len();
    match voice.json {
        true => voice.object(&serde_json::json!({ "game": reference.game, "points": count, "out": path }))?,
        false => writeln!(voice.out, "{}: {count} rule points", path.display())?,
    }
    Ok(Status::Fine)
}
