//! What is legal in Ford: the offers, and the check, which does not look at the offers.

use super::state::*;
use super::{bag_of, count_of, place};
use bormida_core::kernel::*;

pub(super) const END: Verb = Verb(0);
pub(super) const MARCH: Verb = Verb(1);
pub(super) const ATTACK: Verb = Verb(2);
pub(super) const REPLY: Verb = Verb(3);
pub(super) const RETREAT: Verb = Verb(4);
pub(super) const SHUFFLE: Verb = Verb(5);
const GUN: usize = 2;

/// The class that retreats next: open blocks first, then the lowest class.
pub(super) fn next_to_retreat(s: &State, side: usize, at: usize) -> Option<(usize, bool)> {
    let open = lowest(&s.sides[side].open[at]).map(|c| (c, true));
    open.or_else(|| lowest(&s.hidden(side, at)).map(|c| (c, false)))
}

/// Where a block may retreat to: next door, away from the victors and from their blocks. Public facts alone.
fn retreats(s: &State, side: usize, from: usize, at: usize) -> impl Iterator<Item = usize> + '_ {
    NEXT_TO[at].iter().copied().filter(move |p| *p != from && total(&s.at(1 - side, *p)) == 0)
}

pub(super) fn offers_of(s: &State, out: &mut Offers) {
    let side = s.asked();
    let mut offer = |verb: Verb, parts: &[usize], slot: Slot, cost: i16| {
        out.push(Offer { verb, parts: parts.iter().map(|p| Part(*p as u32)).collect(), slot, cost: Cost(cost) });
    };
    match s.phase {
        Phase::Over { .. } => {}
        Phase::Reply { to, .. } => {
            let to = usize::from(to);
            let (classes, max) = (bag_of(&s.at(side, to)), total(&s.at(side, to)).min(2));
            offer(REPLY, &[to], Slot::Bag { classes, min: 0, max }, 0);
        }
        Phase::Retreat { from, to, .. } => {
            let (from, to) = (usize::from(from), usize::from(to));
            let Some((class, _)) = next_to_retreat(s, side, to) else { return };
            let slot = Slot::Bag { classes: bag_of(&one(class)), min: 1, max: 1 };
            let mut nowhere = true;
            for dest in retreats(s, side, from, to) {
                nowhere = false;
                offer(RETREAT, &[to, dest], slot, 0);
            }
            if nowhere {
                offer(RETREAT, &[to], slot, 0);
            }
        }
        Phase::Turn => {
            offer(END, &[], Slot::None, 0);
            for (from, next) in NEXT_TO.iter().enumerate() {
                if total(&s.sides[side].open[from]) > 0 {
                    offer(SHUFFLE, &[from], Slot::None, 0);
                }
                let fresh = s.sides[side].fresh[from];
                if total(&fresh) == 0 || s.left == 0 {
                    continue;
                }
                let slot = Slot::Bag { classes: bag_of(&fresh), min: 1, max: total(&fresh).min(2) };
                for to in *next {
                    if total(&s.at(1 - side, *to)) == 0 {
                        offer(MARCH, &[from, *to], slot, 1);
                    } else if fresh[0] + fresh[1] > 0 {
                        offer(ATTACK, &[from, *to], slot, 1);
                    }
                }
            }
        }
    }
}

pub(super) fn check(s: &State, o: &Choice) -> Result<Cost, Refusal> {
    let no = |section: &'static str, text: &str| Err(Refusal::new(section, text));
    let side = s.asked();
    let places: Option<Vec<usize>> = o.parts.iter().map(|p| place(*p)).collect();
    let Some(places) = places else { return no("1", "there is no such place") };
    let bag = match &o.fill {
        Fill::Bag(bag) if bag.iter().any(|(c, n)| usize::from(c.0) >= CLASSES || *n == 0) => {
            return no("1", "there are no such blocks");
        }
        Fill::Bag(bag) if bag.windows(2).any(|two| two[0].0 >= two[1].0) => return no("1", "name each class once"),
        Fill::Bag(bag) => Some(count_of(bag)),
        Fill::None => None,
        _ => return no("1", "blocks are named by class and number"),
    };
    match (&s.phase, o.verb, &places[..], bag) {
        (Phase::Over { .. }, ..) => no("7", "the game is over"),
        (Phase::Turn, END, [], None) => Ok(Cost(0)),
        (Phase::Turn, SHUFFLE, [at], None) => match total(&s.sides[side].open[*at]) {
            0 => no("6", "none of your blocks lies open there"),
            _ => Ok(Cost(0)),
        },
        (Phase::Turn, MARCH | ATTACK, [from, to], Some(bag)) => {
            if s.left == 0 {
                return no("1", "no order is left in this turn");
            }
            if !NEXT_TO[*from].contains(to) {
                return no("2", "these places are not neighbours");
            }
            if total(&bag) == 0 || total(&bag) > 2 || less(&bag, &s.sides[side].fresh[*from]) != [0; CLASSES] {
                return no("2", "one or two fresh blocks of that place may go");
            }
            match (total(&s.at(1 - side, *to)) > 0, o.verb) {
                (true, MARCH) => no("2", "the enemy stands there: attack"),
                (false, ATTACK) => no("3", "nobody stands there to be attacked"),
                (true, _) if bag[GUN] == total(&bag) => no("3", "a gun does not attack alone"),
                _ => Ok(Cost(1)),
            }
        }
        (Phase::Reply { to, .. }, REPLY, [at], Some(bag)) => {
            if usize::from(*to) != *at {
                no("4", "the attack is elsewhere")
            } else if total(&bag) > 2 || less(&bag, &s.at(side, *at)) != [0; CLASSES] {
                no("4", "up to two blocks of that place may answer")
            } else {
                Ok(Cost(0))
            }
        }
        (Phase::Retreat { from, to, .. }, RETREAT, [at, dest @ ..], Some(bag)) => {
            let (from, to) = (usize::from(*from), usize::from(*to));
            let next = next_to_retreat(s, side, to).map(|(class, _)| one(class));
            let mut open = retreats(s, side, from, to);
            if to != *at {
                no("5", "no block retreats from there")
            } else if next != Some(bag) {
                no("5", "open blocks retreat first, then one after another from the lowest class")
            } else {
                match dest {
                    [] if open.next().is_none() => Ok(Cost(0)),
                    [dest] if open.any(|p| p == *dest) => Ok(Cost(0)),
                    [] => no("5", "there is a place to retreat to"),
                    _ => no("5", "a block retreats next door, not to the enemy and not to where he came from"),
                }
            }
        }
        _ => no("1", "this is not what is asked"),
    }
}
