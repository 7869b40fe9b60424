//! `replay`: what happened in a saved match, and whether today's rules tell the same story.

use bormida_core::kernel::{Divergence, LogLine, Seat, Table};
use serde_json::{Value, json};

use super::listing::{side, write_log};
use super::off::Off;
use super::open::{look, seat_named};
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Replay;
use crate::clipped::clipped;
use crate::seed::is_open;

/// A divergence as data; an edited file may hold a text of any length.
pub(super) fn parting(divergence: &Divergence) -> Value {
    json!({
        "order": divergence.order,
        "text": clipped(&divergence.text),
        "why": clipped(&divergence.why.to_string()),
    })
}

/// Every order as its own side reads it.
fn told_all(table: &dyn Table) -> Vec<LogLine> {
    let seats = (0..table.sides().len()).map(|k| Seat(k as u8));
    let mut own: Vec<LogLine> =
        seats.flat_map(|seat| table.log(Some(seat)).into_iter().filter(move |line| line.seat == seat)).collect();
    own.sort_by_key(|line| line.n);
    own
}

/// Plays the journal again and shows it. Exit status 1 when the rules part from it.
pub(super) fn run(args: &Replay, voice: &mut Voice<'_>) -> Ended {
    let loaded = look(&args.file, voice)?;
    let since = loaded.since();
    let mut table = loaded.game;
    let seat = args.seat.as_deref().map(|name| seat_named(&*table, name)).transpose()?;
    let last = table.number();
    if let Some(to) = args.to
        && table.to(to) != to
    {
        let first = table.first_known();
        return Err(Failure::Lost(format!("order {to} is not known; the match has {first} to {last}")));
    }
    let open = args.all || is_open(&*table);
    let log = if args.all { told_all(&*table) } else { table.log(seat) };
    let (sides, shown) = (table.sides(), table.shown());
    let off: Vec<Off> = Off::all(table.entries()).into_iter().filter(|off| off.after <= shown).collect();
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
            "seed": open.then_some(header.seed),
            "orders": last,
            "shown": shown,
            "hash": open.then(|| table.hash()),
            "log": lines,
            "switched_off": off,
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
        let mut off = off.iter().peekable();
        for line in &log {
            while let Some(off) = off.next_if(|off| off.after < line.n) {
                writeln!(voice.out, "      switched off: {off}")?;
            }
            write_log(&*table, std::slice::from_ref(line), voice.out)?;
        }
        for off in off {
            writeln!(voice.out, "      switched off: {off}")?;
        }
        let state = if open { format!(", state {}", table.hash()) } else { String::new() };
        writeln!(voice.out, "order {shown} of {last}{state}")?;
        if let Some(outcome) = &outcome {
            let who = winner.unwrap_or("nobody");
            writeln!(voice.out, "over: {who}, {}{}", outcome.kind, outcome.rule.behind())?;
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
