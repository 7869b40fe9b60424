//! Why not: orders that are not offered are tried, and the rules say what forbids them.

use bormida_core::kernel::{Bag, Choice, Class, Fill, Offer, Part, Parts, Refusal, Slot, Table, Trouble, Verb};

use bormida_core::scene::Scene;

use super::composer::Composer;
use super::cursor::extent;
use super::words;

/// So many reasons are told at most.
const MOST: usize = 3;

/// Why a dark part cannot be chosen: kinds of order with their refusals, the most telling first. Orders of every kind
/// are tried that name the part after what is chosen; with nobody chosen, orders that begin there.
pub(super) fn why_not(
    table: &mut dyn Table,
    composer: &Composer,
    offers: &[Offer],
    scene: &Scene,
    part: Part,
) -> Vec<(String, Refusal)> {
    let verbs = table.verbs();
    let fills = fills_to_try(table, composer, offers);
    let idle = idle(table, &fills);
    let names = names_of(table, part);
    let mut found: Vec<Found> = Vec::new();
    let mut seek = |verb: Verb, tried: &[Parts], only_named: bool| {
        for (fill, parts) in fills.iter().flat_map(|fill| tried.iter().map(move |parts| (fill, parts))) {
            let Some(refusal) = refusal(table, verb, *parts, fill).filter(|refusal| !idle.contains(refusal)) else {
                continue;
            };
            if only_named && !speaks_of(&refusal, &names) {
                continue;
            }
            match found.iter_mut().find(|known| known.verb == verb && known.refusal == refusal) {
                Some(known) => (known.times, known.far) = (known.times + 1, known.far.max(parts.len())),
                None => found.push(Found { verb, refusal, times: 1, far: parts.len() }),
            }
        }
    };
    let first = composer.chosen().first().copied();
    let direct = after(&first.into_iter().collect(), part);
    let mut tried: Vec<Parts> = direct.into_iter().collect();
    if first.is_none() {
        // an order of this kind, of the same parts with a neighbour of the part that is offered to others
        let ends = offers.iter().filter_map(|o| o.parts.last().copied());
        let mut ends: Vec<Part> = ends.filter(|end| *end != part).collect();
        ends.sort_unstable_by_key(|end| (end.0.abs_diff(part.0), *end));
        ends.dedup();
        tried.extend(ends.into_iter().take(8).filter_map(|end| after(&direct?, end)));
    }
    for verb in (0..verbs.len()).map(|k| Verb(k as u8)) {
        seek(verb, &tried, false);
    }
    // routes that are offered, gone on with to the part, or to where it is entered: what is said of other places there
    // says nothing of this one
    for (verb, tried) in lengthened(composer, offers, &ways_to(scene, part)) {
        seek(verb, &tried, true);
    }
    // with nobody chosen most reasons are of orders that nobody meant: the one that most of them share is told
    let most = if first.is_none() { 1 } else { MOST };
    if first.is_some() && found.iter().any(|found| speaks_of(&found.refusal, &names)) {
        found.retain(|found| speaks_of(&found.refusal, &names));
        found.sort_by_key(|found| std::cmp::Reverse((found.far, found.times)));
    } else {
        found.sort_by_key(|found| std::cmp::Reverse(found.times));
    }
    let mut told: Vec<(String, Refusal)> = Vec::new();
    for Found { verb, refusal, .. } in found {
        if told.len() < most && !told.iter().any(|(_, r)| *r == refusal) {
            told.push((words::verb(table, verb), refusal));
        }
    }
    told
}

/// A refusal of some orders that were tried.
struct Found {
    verb: Verb,
    refusal: Refusal,
    /// Of how many.
    times: u32,
    /// How many parts the longest of them names.
    far: usize,
}

/// What is said of nothing, and of a part that is nowhere: it says nothing of any part.
fn idle(table: &mut dyn Table, fills: &[Fill]) -> Vec<Refusal> {
    let nowhere: Parts = [Part(u32::MAX)].into_iter().collect();
    let mut idle: Vec<Refusal> = Vec::new();
    for verb in (0..table.verbs().len()).map(|k| Verb(k as u8)) {
        for fill in fills {
            for parts in [Parts::new(), nowhere] {
                if let Some(said) = refusal(table, verb, parts, fill)
                    && !idle.contains(&said)
                {
                    idle.push(said);
                }
            }
        }
    }
    idle
}

/// The parts with one more behind them; none where an order names no more.
fn after(parts: &Parts, part: Part) -> Option<Parts> {
    let mut parts = *parts;
    parts.try_push(part).ok().map(|()| parts)
}

/// Of each kind of order the routes that begin as is chosen, each gone on with over one of the ways.
fn lengthened(composer: &Composer, offers: &[Offer], ways: &[Part]) -> Vec<(Verb, Vec<Parts>)> {
    let Some(first) = composer.chosen().first() else { return Vec::new() };
    let mut routes: Vec<(Verb, Vec<Parts>)> = Vec::new();
    for offer in offers.iter().filter(|offer| offer.parts.first() == Some(first)) {
        let on = ways.iter().filter(|way| !offer.parts.contains(way)).filter_map(|way| after(&offer.parts, *way));
        match routes.iter_mut().find(|(verb, _)| *verb == offer.verb) {
            Some((_, tried)) => tried.extend(on),
            None => routes.push((offer.verb, on.collect())),
        }
    }
    routes
}

/// The part, and what is drawn in the box about it: the ways into a place lie at its border.
fn ways_to(scene: &Scene, part: Part) -> Vec<Part> {
    const MOST_WAYS: usize = 24;
    let drawn = || scene.layers.iter().flat_map(|layer| layer.shapes.iter());
    let boxes = |of: Part| drawn().filter(move |shape| shape.part == Some(of)).filter_map(|shape| extent(&shape.form));
    let whole = boxes(part)
        .map(|(_, low, high)| (low, high))
        .reduce(|(a, b), (low, high)| ([a[0].min(low[0]), a[1].min(low[1])], [b[0].max(high[0]), b[1].max(high[1])]));
    let mut ways = vec![part];
    let Some((low, high)) = whole else { return ways };
    let rim = ((high[0] - low[0]) + (high[1] - low[1])) * 0.05;
    for shape in drawn() {
        let (Some(part), Some((_, a, b))) = (shape.part, extent(&shape.form)) else { continue };
        let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
        let within = (0..2).all(|k| (low[k] - rim..=high[k] + rim).contains(&middle[k]));
        if within && ways.len() < MOST_WAYS && !ways.contains(&part) {
            ways.push(part);
        }
    }
    ways
}

/// The words of a part's name: a sentence that has one of them is about the part.
fn names_of(table: &dyn Table, part: Part) -> Vec<String> {
    words_of(&table.part_name(part)).map(str::to_owned).collect()
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn speaks_of(refusal: &Refusal, names: &[String]) -> bool {
    words_of(&refusal.text).any(|word| names.iter().any(|name| name == word))
}

/// With nobody chosen, of a place that is the target of some orders: who could go there.
pub(super) fn who_first(table: &dyn Table, offers: &[Offer], part: Part) -> Option<String> {
    const MOST_NAMED: usize = 4;
    let reaching = offers.iter().filter(|offer| offer.parts.iter().skip(1).any(|p| *p == part));
    let mut who: Vec<Part> = reaching.filter_map(|offer| offer.parts.first().copied()).collect();
    who.sort_unstable();
    who.dedup();
    if who.is_empty() {
        return None;
    }
    let mut names: Vec<String> = who.iter().take(MOST_NAMED).map(|who| table.part_title(*who)).collect();
    if who.len() > MOST_NAMED {
        names.push(format!("{} more", who.len() - MOST_NAMED));
    }
    Some(format!("Choose first who acts: {} can go to {}.", names.join(", "), table.part_title(part)))
}

/// What is taken, else a piece of each class that could be taken, else of any class.
fn fills_to_try(table: &dyn Table, composer: &Composer, offers: &[Offer]) -> Vec<Fill> {
    let mut fills = vec![Fill::None];
    if !composer.picked().is_empty() {
        fills.push(Fill::Bag(*composer.picked()));
        return fills;
    }
    let from = composer.chosen().first();
    let mut classes: Vec<Class> = Vec::new();
    for offer in offers.iter().filter(|o| from.is_none() || o.parts.first() == from) {
        if let Slot::Bag { classes: here, .. } = &offer.slot {
            classes.extend(here.iter().map(|(class, _)| *class));
        }
    }
    classes.sort_unstable();
    classes.dedup();
    if from.is_none() || classes.is_empty() {
        classes = (0..table.classes().len() as u8).map(Class).collect();
    }
    fills.extend(classes.into_iter().map(|class| {
        let mut bag = Bag::new();
        bag.push((class, 1));
        Fill::Bag(bag)
    }));
    fills
}

fn refusal(table: &mut dyn Table, verb: Verb, parts: Parts, fill: &Fill) -> Option<Refusal> {
    match table.try_choice(&Choice { verb, parts, fill: *fill }) {
        Err(Trouble::Refused(refusal)) => Some(refusal),
        _ => None,
    }
}
