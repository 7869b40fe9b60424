//! Random orders without the list of all orders.

use super::Triomphe;
use super::model::State;
use super::order::{Order, verb};
use crate::kernel::{Bag, Class, Fault, Fill, No, Offer, Offers, Policy, Rng, Slot};

impl Triomphe {
    /// A random legal order: uniform over all, or by the quick policy that ends turns late and prefers to do something.
    pub(super) fn random_order(
        &self,
        s: &State,
        rng: &mut Rng,
        by: Policy,
        offers: &mut Offers,
    ) -> Result<Order, Fault> {
        self.collect_offers(s, offers)?;
        let weights = |o: &Offer| match by {
            Policy::Uniform => fill_count(&o.slot),
            Policy::Natural => natural_weight(o),
        };
        let total: u64 = offers.iter().map(weights).sum();
        if total == 0 {
            return Err(Fault::new("no order can be drawn: the match is over"));
        }
        // some fills of an offer may be refused, as cavalry alone over ground that obstructs it: draw again
        for _ in 0..1000 {
            let mut at = rng.u64(0..total);
            let Some(offer) = offers.iter().find(|o| {
                let w = weights(o);
                let here = at < w;
                at = at.saturating_sub(w);
                here
            }) else {
                continue;
            };
            let fill = draw_fill(&offer.slot, rng);
            let order = self.assemble(offer.verb, &offer.parts, &fill).map_err(refused)?;
            if !may_misfit(offer) {
                return Ok(order);
            }
            match self.legal(s, &order) {
                Ok(_) => return Ok(order),
                Err(super::stop::Stop::Bar(_)) => {}
                Err(super::stop::Stop::Fault(fault)) => return Err(*fault),
            }
        }
        Err(Fault::new("no legal order was drawn in a thousand tries"))
    }
}

fn refused(no: No) -> Fault {
    match no {
        No::Fault(fault) => fault,
        No::Refused(refusal) => Fault::new(format!("an offer makes no order: {refusal}")),
    }
}

/// Only attacks depend on which pieces are taken; every other offer holds for each of its fills.
fn may_misfit(offer: &Offer) -> bool {
    matches!(offer.verb, verb::ATTACK | verb::MARCH | verb::RIDE)
}

fn natural_weight(o: &Offer) -> u64 {
    match o.verb {
        verb::END | verb::UNAIM => 1,
        verb::ATTACK | verb::ASSAULT | verb::BOMBARD => 6,
        verb::ROAD if o.parts.len() > 2 => 4,
        _ => 2,
    }
}

/// In how many ways a slot can be filled.
fn fill_count(slot: &Slot) -> u64 {
    match slot {
        Slot::None => 1,
        Slot::Number { lo, hi } => u64::from(hi.abs_diff(*lo)) + 1,
        Slot::Pose { .. } => 0,
        Slot::Bag { classes, min, max } => {
            bags_by_size(classes)[usize::from(*min)..].iter().take(usize::from(max - min) + 1).sum()
        }
    }
}

const MOST_IN_BAG: usize = 64;

/// How many sub-multisets of a bag there are of each size.
fn bags_by_size(classes: &[(Class, u8)]) -> [u64; MOST_IN_BAG] {
    let mut ways = [0; MOST_IN_BAG];
    ways[0] = 1;
    let mut most = 0;
    for &(_, have) in classes {
        let have = usize::from(have);
        let old = ways;
        let was = most;
        most = (most + have).min(MOST_IN_BAG - 1);
        for (size, way) in ways.iter_mut().enumerate().take(most + 1) {
            *way = (size.saturating_sub(have)..=size.min(was)).map(|k| old[k]).sum();
        }
    }
    ways
}

/// A fill of a slot, each equally likely.
fn draw_fill(slot: &Slot, rng: &mut Rng) -> Fill {
    match slot {
        Slot::None | Slot::Pose { .. } => Fill::None,
        Slot::Number { lo, hi } => Fill::Number(rng.i32(*lo..=*hi)),
        Slot::Bag { classes, min, max } => {
            if *max == 1 && *min == 1 {
                let k = rng.usize(0..classes.len().max(1));
                return Fill::Bag(classes.get(k).map(|(c, _)| (*c, 1)).into_iter().collect());
            }
            let ways = bags_by_size(classes);
            let sizes = usize::from(*min)..=usize::from(*max);
            let mut at = rng.u64(0..sizes.clone().map(|n| ways[n]).sum::<u64>().max(1));
            let mut size = *min;
            for n in sizes {
                if at < ways[n] {
                    size = n as u8;
                    break;
                }
                at -= ways[n];
            }
            Fill::Bag(draw_bag(classes, size, rng))
        }
    }
}

/// A sub-multiset of a given size, each equally likely.
fn draw_bag(classes: &[(Class, u8)], size: u8, rng: &mut Rng) -> Bag {
    let mut bag = Bag::new();
    let mut left = size;
    for (k, &(class, have)) in classes.iter().enumerate() {
        let later = bags_by_size(&classes[k + 1..]);
        let choices = 0..=have.min(left);
        let mut at = rng.u64(0..choices.clone().map(|n| later[usize::from(left - n)]).sum::<u64>().max(1));
        for n in choices {
            let ways = later[usize::from(left - n)];
            if at < ways {
                if n > 0 {
                    bag.push((class, n));
                }
                left -= n;
                break;
            }
            at -= ways;
        }
    }
    bag
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::fills;

    #[test]
    fn every_sub_multiset_is_drawn_about_equally_often() {
        let classes: Bag = [(Class(1), 2), (Class(2), 1), (Class(3), 3)].into_iter().collect();
        let slot = Slot::Bag { classes, min: 1, max: 3 };
        let mut counts = std::collections::BTreeMap::new();
        fills(&slot, &mut |fill| counts.insert(fill, 0).is_none());
        assert_eq!(fill_count(&slot), counts.len() as u64);
        let mut rng = Rng::with_seed(5);
        let draws = 2000 * counts.len();
        for _ in 0..draws {
            *counts.get_mut(&draw_fill(&slot, &mut rng)).expect("only listed fills are drawn") += 1;
        }
        assert!(counts.values().all(|n| (1700..2300).contains(n)), "{counts:?}");
    }
}
