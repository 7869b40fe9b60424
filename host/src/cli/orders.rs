//! `orders`: the legal orders of the seat that has to decide.

use bormida_core::kernel::{Ask, Whole};
use serde_json::json;

use super::listing::{MOST, side};
use super::open::look;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Orders;
use crate::seed::is_open;

/// Lists them, one a line: cost, a tab, the order.
pub(super) fn run(args: &Orders, voice: &mut Voice<'_>) -> Ended {
    let loaded = look(&args.file, voice)?;
    let mut table = loaded.game;
    let open = is_open(&*table);
    if let Some(at) = args.at {
        let known = table.first_known()..=table.number();
        if !known.contains(&at) {
            let (first, last) = (known.start(), known.end());
            return Err(Failure::Lost(format!("order {at} is not known; the match has {first} to {last}")));
        }
        if at < table.number() {
            table.back_to(at)?; // in memory alone: the file is only looked at
        }
    }
    let question = match table.ask() {
        Ask::Ask(question) => Some(question),
        Ask::Over(_) => None,
    };
    let (orders, whole) = table.orders(MOST)?;
    let sides = table.sides();
    if voice.json {
        let verbs = table.verbs();
        let orders: Vec<_> = orders
            .iter()
            .map(|order| {
                let parts: Vec<String> = order.choice.parts.iter().map(|part| table.part_name(*part)).collect();
                json!({
                    "text": order.text,
                    "public": order.public,
                    "cost": order.cost,
                    "verb": verbs.get(usize::from(order.choice.verb.0)).map(|(_, name)| name),
                    "parts": parts,
                })
            })
            .collect();
        voice.object(&json!({
            "game": table.header().game,
            "at": table.number(),
            "hash": open.then(|| table.hash()),
            "seat": question.as_ref().map(|q| side(&sides, q.seat)),
            "question": question.as_ref().map(|q| &q.name),
            "text": question.as_ref().map(|q| &q.text),
            "rule": question.as_ref().map(|q| &q.rule),
            "orders": orders,
            "whole": whole == Whole::All,
        }))?;
    } else {
        match &question {
            Some(q) => writeln!(voice.out, "# {}: {}{}", side(&sides, q.seat), q.text, q.rule.behind())?,
            None => writeln!(voice.out, "# the game is over")?,
        }
        for order in &orders {
            writeln!(voice.out, "{}\t{}", order.cost.0, order.text)?;
        }
        if whole == Whole::Some {
            writeln!(voice.out, "# these are not all")?;
        }
    }
    // a history that the rules do not reproduce is a finding, though its position can be asked
    Ok(if loaded.divergence.is_some() { Status::Findings } else { Status::Fine })
}
