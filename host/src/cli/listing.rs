//! Lists of legal orders, the log and the board as text.

use std::io::{self, Write};

use bormida_core::kernel::{Cost, LogLine, OrderLine, Part, Refusal, Seat, Slot, Table, Trouble, Whole};
use bormida_core::scene::{LayerKind, Point, Scene, Shape};

use crate::paint::{Hits, corners_of};
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
            write!(out, "  {:<width$}  {}", order.text, cost(table, order.cost))?;
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
pub(super) fn cost(table: &dyn Table, cost: Cost) -> String {
    match cost.0 {
        0 => "free".to_owned(),
        _ => format!("cost {}", table.cost_text(cost)),
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
    lines.extend(standing(table, &table.scene(seat)));
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

/// What the pieces and marks of a picture say of themselves; those that do not say where they are stand behind the place
/// under them, a place a line.
pub(super) fn standing(table: &dyn Table, scene: &Scene) -> Vec<String> {
    let places = places(table, scene);
    let mut lines: Vec<(Option<&str>, Vec<String>)> = Vec::new();
    for (shape, tip) in saying(scene) {
        let under = place_under(&places, shape).filter(|place| {
            let names = place.part.map(|part| table.part_name(part));
            let named = names.iter().any(|name| speaks_of(tip, name)) || speaks_of(tip, &place.title);
            !named && (place.part.is_none() || place.part != shape.part)
        });
        let place = under.map(|place| place.title.as_str());
        if lines.iter().any(|(at, tips)| *at == place && tips.iter().any(|known| known == tip)) {
            continue;
        }
        match lines.iter_mut().find(|(at, _)| place.is_some() && *at == place) {
            Some((_, tips)) => tips.push(tip.to_owned()),
            None => lines.push((place, vec![tip.to_owned()])),
        }
    }
    let told = |(place, tips): (Option<&str>, Vec<String>)| match place {
        Some(place) => format!("{place}: {}", tips.join("; ")),
        None => tips.join("; "),
    };
    lines.into_iter().map(told).collect()
}

/// One place: what it is, what stands there, and the places that touch it.
///
/// # Errors
/// When nothing on the board is called so.
pub(super) fn place(table: &dyn Table, seat: Seat, name: &str) -> Result<Vec<String>, String> {
    let part = table.part_named(name).ok_or_else(|| format!("Nothing on this board is called \"{name}\"."))?;
    let scene = table.scene(seat);
    let places = places(table, &scene);
    let here = |of: Part| -> Vec<String> {
        let over = |shape: &Shape| {
            shape.part == Some(of) || place_under(&places, shape).is_some_and(|place| place.part == Some(of))
        };
        let mut tips: Vec<String> =
            saying(&scene).filter(|(shape, _)| over(shape)).map(|(_, tip)| tip.to_owned()).collect();
        tips.dedup();
        tips
    };
    let ground = |of: Part| {
        let shapes = scene.layers.iter().filter(|layer| layer.kind == LayerKind::Board);
        let mut own = shapes.flat_map(|layer| layer.shapes.iter()).filter(|shape| shape.part == Some(of));
        own.find_map(|shape| shape.tip.as_deref()).map_or_else(|| table.part_title(of), str::to_owned)
    };
    let mut lines = vec![ground(part)];
    let said: Vec<String> = here(part).into_iter().filter(|tip| *tip != lines[0]).collect();
    lines.extend(said.into_iter().map(|tip| format!("  {tip}")));
    let Some(own) = places.iter().find(|place| place.part == Some(part)) else { return Ok(lines) };
    let mut told: Vec<String> = Vec::new();
    for other in places.iter().filter(|other| touch(&own.outline, &other.outline)) {
        let Some(of) = other.part.filter(|of| *of != part) else { continue };
        let line = std::iter::once(ground(of)).chain(here(of)).collect::<Vec<_>>().join("; ");
        if !told.contains(&line) {
            told.push(line);
        }
    }
    if !told.is_empty() {
        lines.push("Next to it:".to_owned());
        lines.extend(told.into_iter().map(|line| format!("  {line}")));
    }
    Ok(lines)
}

/// The shapes of pieces and marks that say something of themselves.
fn saying(scene: &Scene) -> impl Iterator<Item = (&Shape, &str)> {
    let layers = scene.layers.iter().filter(|layer| shows_state(layer.kind));
    layers.flat_map(|layer| layer.shapes.iter()).filter_map(|shape| Some((shape, shape.tip.as_deref()?)))
}

/// A place of a board: a closed shape under all pieces that is a part or says what it is.
struct Place {
    part: Option<Part>,
    /// What it is called.
    title: String,
    outline: Vec<Point>,
}

fn places(table: &dyn Table, scene: &Scene) -> Vec<Place> {
    let board = scene.layers.iter().filter(|layer| layer.kind == LayerKind::Board);
    let place = |shape: &Shape| {
        let title = match (shape.part, shape.tip.as_deref()) {
            (Some(part), _) => table.part_title(part),
            // the first of its sentences names it
            (None, Some(tip)) => tip.split(". ").next().unwrap_or(tip).to_owned(),
            (None, None) => return None,
        };
        Some(Place { part: shape.part, title, outline: corners_of(&shape.form)? })
    };
    board.flat_map(|layer| layer.shapes.iter()).filter_map(place).collect()
}

/// The place under the middle of a shape, the smallest where several are.
fn place_under<'a>(places: &'a [Place], shape: &Shape) -> Option<&'a Place> {
    let corners = corners_of(&shape.form)?;
    let [low, high] = around(&corners);
    let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
    let size = |place: &&Place| {
        let [low, high] = around(&place.outline);
        (high[0] - low[0]) * (high[1] - low[1])
    };
    let under = places.iter().filter(|place| Hits::holds(&place.outline, middle));
    under.min_by(|a, b| size(a).total_cmp(&size(b)))
}

fn around(corners: &[Point]) -> [Point; 2] {
    let start = [[f32::MAX, f32::MAX], [f32::MIN, f32::MIN]];
    corners
        .iter()
        .fold(start, |[low, high], p| [[low[0].min(p[0]), low[1].min(p[1])], [high[0].max(p[0]), high[1].max(p[1])]])
}

/// Whether two outlines share a side: two corners of one lie on corners of the other.
fn touch(a: &[Point], b: &[Point]) -> bool {
    let [low, high] = around(a);
    let near = ((high[0] - low[0]) + (high[1] - low[1])) * 0.01;
    let meets = |p: &&Point| b.iter().any(|q| (p[0] - q[0]).abs() < near && (p[1] - q[1]).abs() < near);
    a.iter().filter(meets).count() >= 2
}

/// Whether a sentence names something as a word of its own.
fn speaks_of(text: &str, name: &str) -> bool {
    let bare = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(name)
        .any(|(k, _)| bare(text[..k].chars().next_back()) && bare(text[k + name.len()..].chars().next()))
}
