//! Lists of legal orders, the log and the board as text.

use std::io::{self, Write};

use bormida_core::kernel::{Cost, LogLine, OrderLine, Refusal, Seat, Slot, Table, Trouble, Whole};
use bormida_core::scene::{LayerKind, Scene};

use crate::spoken::spoken;

/// Orders that a list holds at most; games whose slots are wide have millions.
pub(super) const MOST: usize = 5_000;

/// Orders of one kind that are shown when nobody asked for that kind.
const FEW: usize = 6;

/// The legal orders that begin with `filter`, by kind; with names of places where somebody asked for a part of them.
pub(super) fn list_orders(table: &mut dyn Table, filter: &str, out: &mut dyn Write) -> Result<(), Listed> {
    let (orders, whole) = table.orders(MOST)?;
    let verbs = table.verbs();
    let words: Vec<&str> = filter.split_whitespace().collect();
    let wanted = |order: &&OrderLine| {
        let mut text = order.text.split_whitespace();
        words.iter().all(|word| text.next() == Some(word))
    };
    let orders: Vec<&OrderLine> = orders.iter().filter(wanted).collect();
    let width = orders.iter().map(|order| order.text.chars().count()).max().unwrap_or(0).min(40);
    for (k, (word, name)) in verbs.iter().enumerate() {
        let kind: Vec<&&OrderLine> = orders.iter().filter(|order| usize::from(order.choice.verb.0) == k).collect();
        let Some(first) = kind.first() else { continue };
        match kind.len() {
            1 if first.text == *name => writeln!(out, "{name}:")?,
            1 => writeln!(out, "{name} ({word}):")?,
            n => writeln!(out, "{name} ({word}), {n} orders:")?,
        }
        let shown = if words.is_empty() { FEW } else { usize::MAX };
        for order in kind.iter().take(shown) {
            write!(out, "  {:<width$}  {}", order.text, cost(order.cost))?;
            if let Some(words) = table.spoken(&order.text) {
                write!(out, "   {words}")?;
            } else if !words.is_empty() {
                let names: Vec<String> = order.choice.parts.iter().map(|part| table.part_name(*part)).collect();
                write!(out, "   {}", names.join(" > "))?;
            }
            writeln!(out)?;
        }
        if kind.len() > shown {
            writeln!(out, "  ... and {} more: ? {word}", kind.len() - shown)?;
        }
    }
    let poses = if words.is_empty() { list_poses(table, out)? } else { 0 };
    if orders.is_empty() && poses == 0 {
        writeln!(out, "No legal order begins so.")?;
    } else if whole == Whole::Some && poses == 0 {
        writeln!(out, "These are not all: there are more than {MOST}.")?;
    }
    Ok(())
}

/// Offers whose orders have no list: anywhere within a frame.
fn list_poses(table: &mut dyn Table, out: &mut dyn Write) -> Result<usize, Listed> {
    let (offers, verbs, mut count) = (table.offers()?, table.verbs(), 0);
    for offer in &offers {
        let Slot::Pose { frame } = &offer.slot else { continue };
        count += 1;
        let name = verbs.get(usize::from(offer.verb.0)).map_or("", |(_, name)| name);
        let parts: Vec<String> = offer.parts.iter().map(|part| table.part_name(*part)).collect();
        writeln!(
            out,
            "{name}: {} to x {} to {}, y {} to {}, heading {} to {}",
            parts.join(" > "),
            frame.x.0,
            frame.x.1,
            frame.y.0,
            frame.y.1,
            frame.heading.0,
            frame.heading.1
        )?;
    }
    Ok(count)
}

/// Why a list ends early.
#[derive(Debug, thiserror::Error)]
pub(super) enum Listed {
    /// The game fails.
    #[error(transparent)]
    Game(#[from] Trouble),
    /// Nobody reads it.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl From<Listed> for super::voice::Failure {
    fn from(listed: Listed) -> Self {
        match listed {
            Listed::Game(trouble) => trouble.into(),
            Listed::Stream(error) => error.into(),
        }
    }
}

/// A cost in words: what is free needs none.
pub(super) fn cost(cost: Cost) -> String {
    match cost.0 {
        0 => "free".to_owned(),
        n => format!("cost {n}"),
    }
}

/// A refusal: the sentence and its section.
pub(super) fn refusal(refusal: &Refusal) -> String {
    format!("No: {refusal}")
}

/// An order and what came of it.
pub(super) fn write_log(table: &dyn Table, lines: &[LogLine], out: &mut dyn Write) -> io::Result<()> {
    let sides = table.sides();
    for line in lines {
        // in words, and as it is typed
        let words = spoken(table, &line.text);
        let typed = if words == line.text { String::new() } else { format!("  [{}]", line.text) };
        writeln!(out, "{:4}  {}: {words}{typed}", line.n, side(&sides, line.seat))?;
        // a game may announce the order itself, which stands above already
        for event in line.events.iter().filter(|event| !event.text.ends_with(&line.text)) {
            writeln!(out, "        {}{}", event.text, event.rule.behind())?;
        }
    }
    Ok(())
}

/// The name of a side.
pub(super) fn side(sides: &[String], seat: Seat) -> &str {
    sides.get(seat.index()).map_or("nobody", String::as_str)
}

/// Whether a layer holds what changes in a match.
fn shows_state(kind: LayerKind) -> bool {
    matches!(kind, LayerKind::Pieces | LayerKind::Traffic | LayerKind::Marks)
}

/// The figures of the moment and what stands on the board, as a seat knows them: what the pieces and marks of its picture
/// say of themselves.
pub(super) fn board(table: &dyn Table, seat: Seat) -> Vec<String> {
    let mut lines = figures(table, seat);
    lines.extend(standing(&table.scene(seat)));
    if lines.is_empty() {
        lines.push("Nothing stands on this board that could be named.".to_owned());
    }
    lines
}

/// The figures of the moment, a line each.
fn figures(table: &dyn Table, seat: Seat) -> Vec<String> {
    let sides = table.sides();
    let whose = |of: Option<Seat>| of.map_or(String::new(), |of| format!("{} ", side(&sides, of)));
    table.status(seat).iter().map(|figure| format!("{}{}: {}", whose(figure.seat), figure.name, figure.text)).collect()
}

/// What the pieces and marks of a picture say of themselves.
pub(super) fn standing(scene: &Scene) -> Vec<String> {
    let layers = scene.layers.iter().filter(|layer| shows_state(layer.kind));
    let mut lines: Vec<String> = Vec::new();
    for tip in layers.flat_map(|layer| layer.shapes.iter()).filter_map(|shape| shape.tip.as_deref()) {
        if lines.iter().all(|line| line != tip) {
            lines.push(tip.to_owned());
        }
    }
    lines
}
