//! Why not: orders that are not offered are tried, and the rules say what forbids them.

use bormida_core::kernel::{Bag, Choice, Class, Fill, Offer, Part, Parts, Refusal, Slot, Table, Trouble, Verb};

use super::composer::Composer;
use super::words;

/// So many reasons are told at most.
const MOST: usize = 3;

/// Why a dark part cannot be chosen: kinds of order with their refusals, the most telling first. Orders of every kind
/// are tried that name the part after what is chosen; with nobody chosen, orders that begin there.
pub(super) fn why_not(
    table: &mut dyn Table,
    composer: &Composer,
    offers: &[Offer],
    part: Part,
) -> Vec<(String, Refusal)> {
    let verbs = table.verbs();
    let mut parts: Parts = composer.chosen().first().copied().into_iter().collect();
    let _ = parts.try_push(part);
    let fills = fills_to_try(table, composer, offers);
    // an order of this kind, of the same parts with a neighbour of the part that is offered to others
    let mut beyond: Vec<Option<Part>> = vec![None];
    if composer.chosen().is_empty() {
        let ends = offers.iter().filter_map(|o| o.parts.last().copied());
        let mut ends: Vec<Part> = ends.filter(|end| *end != part).collect();
        ends.sort_unstable_by_key(|end| (end.0.abs_diff(part.0), *end));
        ends.dedup();
        beyond.extend(ends.into_iter().take(8).map(Some));
    }
    // what is said of nothing, and of a part that is nowhere, says nothing of this part
    let nowhere: Parts = [Part(u32::MAX)].into_iter().collect();
    let mut idle: Vec<Refusal> = Vec::new();
    for k in 0..verbs.len() {
        for fill in &fills {
            for parts in [Parts::new(), nowhere] {
                if let Some(said) = refusal(table, Verb(k as u8), parts, fill)
                    && !idle.contains(&said)
                {
                    idle.push(said);
                }
            }
        }
    }
    let mut found: Vec<(String, Refusal, u32)> = Vec::new();
    for (k, (_, name)) in verbs.iter().enumerate() {
        let verb = Verb(k as u8);
        for fill in &fills {
            for beyond in &beyond {
                let mut parts = parts;
                parts.extend(beyond.iter().copied());
                let Some(refused) = refusal(table, verb, parts, fill) else { continue };
                if idle.contains(&refused) {
                    continue;
                }
                match found.iter_mut().find(|(n, r, _)| n == name && r.rule == refused.rule && r.text == refused.text) {
                    Some((_, _, times)) => *times += 1,
                    None => found.push((name.clone(), refused, 1)),
                }
            }
        }
    }
    found.sort_by_key(|(_, _, times)| std::cmp::Reverse(*times));
    // with nobody chosen most reasons are of orders that nobody meant: the one that most of them share is told
    let most = if composer.chosen().is_empty() { 1 } else { MOST };
    let mut told: Vec<(String, Refusal)> = Vec::new();
    for (name, refusal, _) in found {
        if told.len() < most && !told.iter().any(|(_, r)| *r == refusal) {
            told.push((words::capital(&name), refusal));
        }
    }
    told
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
