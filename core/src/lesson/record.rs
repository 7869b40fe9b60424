//! The recorder: a lesson's skeleton from a match that was played.

use std::fmt::Write;

use super::order::Given;
use crate::kernel::{Entry, Seat, Table};

/// The most steps that are written.
const MOST: usize = 200;

/// What kind of lesson is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skeleton {
    /// The learner gives the orders of one side.
    Led,
    /// The learner looks on, and is told something after some of the orders.
    Replay,
}

/// A `lesson.luau` from the orders that stand on a table, up to order `to`; `learner` is whose orders are to be given.
/// What the learner is told is left to be written.
#[must_use]
pub fn skeleton(table: &mut dyn Table, learner: Seat, title: &str, kind: Skeleton, to: Option<u32>) -> String {
    let header = table.header().clone();
    let side = table.sides().get(learner.index()).cloned().unwrap_or_default();
    let mut orders: Vec<(u32, Seat, String)> = Vec::new();
    for entry in table.entries() {
        match entry {
            Entry::Order { n, seat, text, .. } => orders.push((*n, *seat, text.clone())),
            Entry::Back { to } => orders.retain(|(n, ..)| n <= to),
            _ => {}
        }
    }
    orders.retain(|(n, ..)| to.is_none_or(|to| *n <= to));
    let mut out = String::from(
        "-- Begun from a match. Write what the learner is told; `docs/lessons.md` says what else there is.\nreturn {\n",
    );
    let _ = writeln!(out, "\ttitle = {},\n\tabout = \"\",\n\tseat = {},", quoted(title), quoted(&side));
    let _ = writeln!(out, "\tsetup = {},\n\tseed = {},", quoted(&header.setup.name), header.seed.0);
    if !header.variants.is_empty() {
        let variants: Vec<String> = header.variants.iter().map(|id| quoted(id)).collect();
        let _ = writeln!(out, "\tvariants = {{ {} }},", variants.join(", "));
    }
    if !header.rulings.is_empty() {
        let rulings: Vec<String> = header.rulings.iter().map(|(k, v)| format!("{k} = {}", quoted(v))).collect();
        let _ = writeln!(out, "\trulings = {{ {} }},", rulings.join(", "));
    }
    match kind {
        Skeleton::Replay => replayed(&orders, &mut out),
        Skeleton::Led => led(table, learner, &orders, &mut out),
    }
    out.push_str("}\n");
    out
}

fn replayed(orders: &[(u32, Seat, String)], out: &mut String) {
    out.push_str("\torders = {\n");
    for (.., text) in orders {
        let _ = writeln!(out, "\t\t{},", quoted(text));
    }
    out.push_str("\t},\n\tsteps = {\n");
    let each = 20;
    for (k, some) in orders.chunks(each).enumerate() {
        let (first, last) = (k * each + 1, k * each + some.len());
        let _ = writeln!(out, "\t\tstep \"part-{}\" {{\n\t\t\ttext = \"What is to come.\",", k + 1);
        let _ = writeln!(out, "\t\t\tfrom = {first},\n\t\t\tto = {last},");
        let _ = writeln!(out, "\t\t\tcomments = {{\n\t\t\t\t[{last}] = \"What has come of it.\",\n\t\t\t}},\n\t\t}},");
    }
    out.push_str("\t},\n");
}

fn led(table: &mut dyn Table, learner: Seat, orders: &[(u32, Seat, String)], out: &mut String) {
    let patterns = patterns(table, orders);
    out.push_str("\tsteps = {\n");
    let is_reply = |at: &&(u32, Seat, String)| at.1 != learner;
    let before: Vec<String> = orders.iter().take_while(is_reply).map(|(.., text)| quoted(text)).collect();
    let mut at = before.len();
    for steps in 0.. {
        let Some((n, _, text)) = orders.get(at) else { break };
        if steps == MOST {
            let _ = writeln!(out, "\t\t-- {} more orders: a lesson has {MOST} steps at most", orders.len() - at);
            break;
        }
        let _ = writeln!(out, "\t\tstep \"order-{n}\" {{");
        if steps == 0 && !before.is_empty() {
            let _ = writeln!(out, "\t\t\tbefore = {{ {} }},", before.join(", "));
        }
        let _ = writeln!(out, "\t\t\ttext = \"What is to be done, and why.\",");
        let _ = writeln!(out, "\t\t\texpect = {},\n\t\t\tshow = {},", patterns[at], quoted(text));
        let answers: Vec<String> =
            orders[at + 1..].iter().take_while(is_reply).map(|(.., text)| quoted(text)).collect();
        if !answers.is_empty() {
            let _ = writeln!(out, "\t\t\treply = {{ {} }},", answers.join(", "));
        }
        out.push_str("\t\t},\n");
        at += 1 + answers.len();
    }
    out.push_str("\t},\n");
}

/// What each order is like, read off where it was given.
fn patterns(table: &mut dyn Table, orders: &[(u32, Seat, String)]) -> Vec<String> {
    let first = table.first_known();
    let mut goes_on = table.number() == first || table.back_to(first).is_ok();
    let mut pattern = |text: &String| {
        let plain = || format!("{{ order = {} }}", quoted(text));
        let line = if goes_on { table.check_text(text).ok() } else { None };
        let pattern = line.map_or_else(plain, |line| pattern_of(&Given::of(table, &line)));
        goes_on = goes_on && table.play_text(text).is_ok();
        pattern
    };
    orders.iter().map(|(.., text)| pattern(text)).collect()
}

fn pattern_of(order: &Given) -> String {
    let mut fields = vec![format!("verb = {}", quoted(&order.verb.1))];
    fields.extend(order.names.first().map(|from| format!("from = {}", quoted(from))));
    if order.names.len() > 1 {
        fields.extend(order.to.iter().map(|to| format!("to = {}", quoted(to))));
    }
    if order.pieces() > 0 {
        fields.push(format!("pieces = {}", order.pieces()));
    }
    fields.extend(order.number.map(|n| format!("number = {n}")));
    format!("{{ {} }}", fields.join(", "))
}

/// A text as Luau writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => {
                out.push('\\');
                out.push(sign);
            }
            '\n' => out.push_str("\\n"),
            sign if sign.is_control() => {}
            sign => out.push(sign),
        }
    }
    out.push('"');
    out
}
