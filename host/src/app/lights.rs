//! Which parts of the board are lit: who may act, where to, what is chosen, what has changed.

use std::collections::BTreeSet;

use bormida_core::kernel::{Offer, Part, Signed};

use super::badge::Badge;
use super::board::{Glow, Light};
use super::sitting::Sitting;
use super::words;

/// So many targets are tried for what they bring; with more, all look like plain ones.
const MOST_TRIED: usize = 80;

/// The lights of the moment.
pub(super) fn lights(sitting: &mut Sitting) -> Vec<Light> {
    let mut lights: Vec<Light> = changed(sitting).into_iter().map(|part| Light::new(part, Glow::Changed)).collect();
    if sitting.question().is_none() {
        return lights;
    }
    let composer = sitting.composer.clone();
    let targets = composer.targets(&sitting.now.offers);
    let whole = targets.len() <= MOST_TRIED;
    let begins = composer.chosen().is_empty();
    for (part, end) in targets {
        let name = sitting.table.part_name(part);
        let (glow, label, badge) = match end {
            _ if begins => (Glow::Target, format!("Choose {name}"), None),
            None => (Glow::Target, format!("Over {name}"), None),
            Some(offer) => {
                let signed = sitting.table.sign(&offer);
                let verb = words::verb(&*sitting.table, offer.verb);
                let place = match signed.and_then(|signed| signed.to).filter(|to| *to != part) {
                    Some(to) => format!("{} by {name}", sitting.table.part_title(to)),
                    None => name,
                };
                let label = format!("{verb} to {place}, cost {}", sitting.table.cost_text(offer.cost));
                let glow = match offer.cost.0 {
                    _ if whole && sitting.is_grave(&offer) => Glow::Attack,
                    0 => Glow::Free,
                    _ => Glow::Target,
                };
                let badge = signed.filter(|signed| signed.at == part);
                (glow, label, badge.map(|signed| badge_of(signed, &offer)))
            }
        };
        lights.push(Light { part, glow, label, badge });
    }
    lights.extend(on_the_spot(sitting));
    for &part in composer.chosen() {
        lights.push(Light::new(part, Glow::Chosen));
    }
    lights
}

/// Badges of orders that go nowhere: they name the place where they begin alone, and may be signed on another. While
/// nothing is chosen they show which places can give such orders.
fn on_the_spot(sitting: &Sitting) -> Vec<Light> {
    let composer = &sitting.composer;
    let here = composer.fitting(&sitting.now.offers);
    let still = here.iter().filter(|offer| match composer.chosen() {
        [] => offer.parts.len() == 1,
        chosen => offer.parts[..] == *chosen,
    });
    let mut lights: Vec<Light> = Vec::new();
    for offer in still {
        let Some(signed) = sitting.table.sign(offer) else { continue };
        let badge = badge_of(signed, offer);
        if !lights.iter().any(|light| light.part == signed.at && light.badge.as_ref() == Some(&badge)) {
            let name = sitting.table.part_name(signed.at);
            let cost = sitting.table.cost_text(offer.cost);
            let label = format!("{}: {name}, cost {cost}", words::verb(&*sitting.table, offer.verb));
            lights.push(Light { badge: Some(badge), label, ..Light::new(signed.at, Glow::Badge) });
        }
    }
    lights
}

fn badge_of(signed: Signed, offer: &Offer) -> Badge {
    Badge { sign: signed.sign, verb: offer.verb, cost: offer.cost.0, way: offer.parts.to_vec() }
}

/// The places of what happened since the eyes' own last order; of the order shown, when looking back.
pub(super) fn changed(sitting: &Sitting) -> BTreeSet<Part> {
    let log = &sitting.now.log;
    let since: Vec<_> = match sitting.is_looking_back() {
        true => log.iter().rev().take(1).collect(),
        false if !sitting.composer.is_empty() => Vec::new(),
        false => log.iter().rev().take_while(|line| line.seat != sitting.eyes).collect(),
    };
    since.into_iter().flat_map(|line| &line.events).flat_map(|event| event.parts.iter().copied()).collect()
}
