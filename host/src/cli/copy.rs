//! `copy`: the position of a saved match as a case or as a set-up.

use bormida_core::games::copy::{Form, NoCopy, copied};
use serde_json::json;

use super::open::{look, seat_named};
use super::voice::{Ended, Failure, Status, Voice};
use super::words::{CopyForm, CopyIt};
use crate::seed::is_open;

/// Writes it to standard output. Exit status 1 where it cannot be written.
pub(super) fn run(args: &CopyIt, voice: &mut Voice<'_>) -> Ended {
    let mut table = look(&args.file, voice)?.game;
    let mut seat = args.seat.as_deref().map(|name| seat_named(&*table, name)).transpose()?;
    // when it is over everybody may know its end
    if is_open(&*table) && args.at.is_none_or(|at| at == table.number()) {
        seat = None;
    }
    if seat.is_none() && !(args.all || table.header().all_seeing || is_open(&*table)) {
        let sides = table.sides().join(" or --seat ");
        let what = "somebody still plays, and pieces or dice to come may be hidden";
        return Err(Failure::Use(format!("{what}: --seat {sides} copies what a side knows, --all everything")));
    }
    if let Some(at) = args.at
        && table.to(at) != at
    {
        let (first, last) = (table.first_known(), table.number());
        return Err(Failure::Lost(format!("order {at} is not known; the match has {first} to {last}")));
    }
    // the match's own packs make the position again, whatever lies on the disk
    let carried = voice.catalogue.carrying(&args.file).map_err(|cannot| Failure::Lost(cannot.to_string()))?;
    let game = carried.as_ref().unwrap_or(voice.catalogue).game(&table.header().game)?;
    let (form, word) = match args.form {
        CopyForm::Case => (Form::Case, "case"),
        CopyForm::Setup => (Form::Setup, "setup"),
    };
    let text = copied(game, &*table, seat, form).map_err(|why: NoCopy| Failure::Lost(why.to_string()))?;
    if voice.json {
        voice.object(&json!({ "as": word, "at": table.shown(), "text": text }))?;
    } else {
        write!(voice.out, "{text}")?;
    }
    Ok(Status::Fine)
}
