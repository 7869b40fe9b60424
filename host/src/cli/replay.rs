//! `replay`: what happened in a saved match, and whether today's rules tell the same story.

use bormida_core::kernel::Divergence;
use serde_json::{Value, json};

use super::listing::{side, write_log};
use super::open::{look, seat_named};
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Replay;
use crate::clipped::clipped;

/// A divergence as data; an edited file may hold a text of any length.
pub(super) fn parting(divergence: &Divergence) -> Value {
    json!({
        "order": divergence.order,
        "text": clipped(&divergence.text),
        "why": clipped(&divergence.why.to_string()),
    })
}

/// Plays the journal again and shows it. Exit status 1 when the rules part from it.
pub(super) fn run(args: &Replay, voice: &mut Voice<'_>) -> Ended {
    let loaded = look(&args.file, voice)?;
    let since = loaded.since();
    let mut table = loaded.table;
    let seat = args.seat.as_deref().map(|name| seat_named(&*table, name)).transpose()?;
    let last = table.number();
    if let Some(to) = args.to
        && table.to(to) != to
    {
        let first = table.first_known();
        return Err(Failure::Lost(format!("order {to} is not known; the match has {first} to {last}")));
    }
    let (log, sides, shown) = (table.log(seat), table.sides(), table.shown());
    let outcome = if shown == last { table.outcome() } else { None };
    let winner = outcome.as_ref().and_then(|o| o.winner).map(|seat| side(&sides, seat));
    if voice.json {
        let header = table.header();
        let lines: Vec<_> = log
            .iter()
            .map(|line| {
                let events: Vec<_> = line.events.iter().map(|e| json!({ "text": e.text, "rule": e.rule })).collect();
                json!({ "n": line.n, "seat": side(&sides, line.seat), "text": line.text, "rolled": line.rolled, "events": events })
            })
            .collect();
        voice.object(&json!({
            "game": header.game,
            "setup": header.setup.name,
            "variants": header.variants,
            "seats": header.seats,
            "seed": header.seed,
            "orders": last,
            "shown": shown,
            "hash": table.hash(),
            "log": lines,
            "outcome": outcome.as_ref().map(|o| json!({ "winner": winner, "kind": o.kind, "rule": o.rule })),
            "torn": loaded.torn,
            "other_packs": loaded.other_packs,
            "other_rules": loaded.other_rules,
            "since": since,
            "from_snapshot": loaded.from_snapshot,
            "later_snapshot": loaded.later_snapshot,
            "divergence": loaded.divergence.as_ref().map(parting),
        }))?;
    } else {
        write_log(&log, &sides, voice.out)?;
        writeln!(voice.out, "order {shown} of {last}, state {}", table.hash())?;
        if let Some(outcome) = &outcome {
            let who = winner.unwrap_or("nobody");
            writeln!(voice.out, "over: {who}, {} ({})", outcome.kind, outcome.rule)?;
        }
        if let Some(divergence) = &loaded.divergence {
            writeln!(voice.out, "first divergence: {}", clipped(&divergence.to_string()))?;
            if let Some(since) = since {
                writeln!(voice.out, "{since}")?;
            }
        }
    }
    Ok(if loaded.divergence.is_some() { Status::Findings } else { Status::Fine })
}
