//! Random orders without the list of all orders.
//!
//! In a turn, orders are drawn from a numbered set of candidates that holds every legal order once; one that is not
//! legal is drawn again. So each legal order is equally likely, and nothing is listed.

use super::Triomphe;
use super::flow::Step;
use super::lay::Lay;
use super::march::free_of;
use super::model::{Arm, FRENCH, Face, Flags, Piece, Pos, State};
use super::order::{Order, Path, verb};
use super::rules::MarchFacts;
use super::stop::Stop;
use crate::board::{ApproachId, AreaMap, CrossingId, LocaleId, Position};
use crate::kernel::{Bag, Class, Fault, Fill, Offer, Offers, Policy, Rng, Slot};
use arrayvec::ArrayVec;

/// Every way along roads out of one place, as far as a march can go: traffic, enemies and room are not looked at.
/// Ways on main roads alone come first.
#[derive(Clone, Debug, Default)]
struct Fan {
    paths: Vec<Path>,
    main: usize,
}

impl Fan {
    fn of(mut paths: Vec<Path>, map: &AreaMap) -> Fan {
        let is_main = |path: &Path| path.iter().all(|c| map.crossing(*c).is_main());
        paths.sort_by_key(|path| !is_main(path));
        let main = paths.iter().take_while(|path| is_main(path)).count();
        Fan { paths, main }
    }

    /// The ways that can be paid for.
    fn open(&self, may_pay: bool) -> &[Path] {
        if may_pay { &self.paths } else { &self.paths[..self.main] }
    }
}

/// The roads of a board as fans of ways.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    from_locale: Vec<Fan>,
    from_holding: Vec<Fan>,
}

impl Ways {
    pub(super) fn on(map: &AreaMap, steps: u8) -> Ways {
        let from_locale = map.locales().map(|at| {
            let mut found = Vec::new();
            extend(map, at, None, steps, &mut Path::new(), &mut found);
            Fan::of(found, map)
        });
        let from_holding = map.holdings().map(|holding| {
            let h = map.holding(holding);
            let mut path: Path = [h.crossing].into_iter().collect();
            let mut found = vec![path];
            extend(map, h.enters, Some(h.crossing), steps.saturating_sub(1), &mut path, &mut found);
            Fan::of(found, map)
        });
        Ways { from_locale: from_locale.collect(), from_holding: from_holding.collect() }
    }
}

fn extend(map: &AreaMap, at: LocaleId, via: Option<CrossingId>, steps: u8, path: &mut Path, found: &mut Vec<Path>) {
    if steps == 0 || path.is_full() {
        return;
    }
    let next = via.map_or_else(|| map.crossings_of(at), |via| map.joined_to(at, via));
    for &crossing in next {
        let Some(to) = map.crossing(crossing).across(at) else { continue };
        if !path.contains(&crossing) {
            path.push(crossing);
            found.push(*path);
            extend(map, to, Some(crossing), steps - 1, path, found);
            path.pop();
        }
    }
}

/// The pieces of one position that are free to act, with the number of its candidates.
struct Source {
    pos: Pos,
    free: Bag,
    groups: u32,
    size: u32,
}

/// What the commands left can pay for: candidates that they cannot are not drawn at all.
#[derive(Clone, Copy)]
struct Purse {
    /// A local road.
    local: bool,
    /// A maneuver attack.
    attacks: bool,
    /// An off-road march that is not defensive.
    marches: bool,
}

impl Purse {
    /// How many ways a group in an approach has: into its reserve, and across.
    fn steps(self) -> u32 {
        if self.marches || self.attacks { 2 } else { 0 }
    }
}

/// What a number among a position's candidates stands for.
enum Code {
    March(Pos),
    Attack(ApproachId),
    One(Order),
}

impl Triomphe {
    /// A random legal order: uniform over all, or by the quick policy that prefers fights and marches to ending the turn.
    pub(super) fn random_order(
        &self,
        s: &State,
        rng: &mut Rng,
        by: Policy,
        offers: &mut Offers,
    ) -> Result<Order, Fault> {
        // few orders are possible where nothing marches: they are listed
        let marches = s.step == Step::Turn && self.allows(s, verb::MARCH);
        if marches && s.ending.is_none() && s.fight.dues.is_none() && self.token_choice(s).is_none() {
            let lay = self.lay(s)?;
            let purse = self.purse(s, &lay)?;
            let sources = self.sources(s, &lay, purse);
            let disorganized = self.disorganized(s);
            let total: u32 = sources.iter().map(|p| p.size).sum::<u32>() + disorganized.len() as u32 + 1;
            offers.clear();
            self.own_offers(s, &lay, offers)?;
            let own = offers.iter().map(|o| fill_count(&o.slot) as u32).sum::<u32>();
            for _ in 0..4000 {
                let number = rng.u32(0..total + own);
                let order = match number.checked_sub(total) {
                    Some(number) => self.own_candidate(offers, number, rng),
                    None => self.candidate(s, &lay, purse, &sources, &disorganized, number),
                };
                let Some(order) = order else { continue };
                if !self.ban.is_empty() && self.ban.bars(s.active, &order.choice()) {
                    continue;
                }
                if by == Policy::Natural && rng.u8(0..8) >= eagerness(&order) {
                    continue;
                }
                match self.legal_on(s, &lay, &order) {
                    Ok(_) => return Ok(order),
                    Err(Stop::Bar(_)) => {}
                    Err(Stop::Fault(fault)) => return Err(*fault),
                }
            }
        }
        self.listed_order(s, rng, offers)
    }

    /// A random order of those packs' orders that a number falls on.
    fn own_candidate(&self, offers: &Offers, mut number: u32, rng: &mut Rng) -> Option<Order> {
        for offer in offers.iter() {
            let fills = fill_count(&offer.slot) as u32;
            if number < fills {
                return self.assemble(offer.verb, &offer.parts, &draw_fill(&offer.slot, rng));
            }
            number -= fills;
        }
        None
    }

    fn purse(&self, s: &State, lay: &Lay) -> Result<Purse, Fault> {
        if s.commands_left() > lay.owed {
            return Ok(Purse { local: true, attacks: true, marches: true });
        }
        let mut marches = false;
        let most = self.numbers.group.min(s.pieces.len() as u8);
        let steps_back = s.pieces_of(s.active).any(|p| match p.pos.place() {
            Position::Approach(at) => !lay.holds(s.active.other(), self.map.approach(at).beyond),
            _ => false,
        });
        for step_back in [false, true].into_iter().take(1 + usize::from(steps_back)) {
            for pieces in 1..=most {
                let facts = MarchFacts { seat: s.active, pieces, defensive: false, step_back };
                marches |= self.rules.march_cost(self.now(s), facts)? == 0;
            }
        }
        Ok(Purse { local: self.numbers.local_road_cost == 0, attacks: self.numbers.attack_cost == 0, marches })
    }

    /// The positions with free pieces of the active seat.
    fn sources(&self, s: &State, lay: &Lay, purse: Purse) -> ArrayVec<Source, 64> {
        let mut sources: ArrayVec<Source, 64> = ArrayVec::new();
        let late = self.numbers.declare_after_march || self.numbers.declare_after_fire;
        // a declared gun can be cancelled even when it has acted, and some may declare late
        let gun = |p: &Piece| p.flags.has(Flags::AIMED) || late && p.class.arm() == Arm::Artillery;
        for here in s.stacks(s.active) {
            if here.iter().any(|p| !p.flags.has(Flags::ACTED) || gun(p)) {
                sources.push(Source { pos: here[0].pos, free: free_of(here, false), groups: 0, size: 0 });
            }
        }
        let enemy = s.active.other();
        for source in &mut sources {
            source.groups = groups(&source.free, self.numbers.group);
            let classes = source.free.len() as u32;
            source.size = match source.pos.place() {
                Position::Reserve(at) => {
                    let sides = self.map.approaches_of(at).iter();
                    let here = |a: &ApproachId| targets(lay.holds(enemy, self.map.approach(*a).beyond), purse);
                    let ways = self.ways.from_locale[at.index()].open(purse.local).len() as u32 + 1;
                    sides.map(here).sum::<u32>() * source.groups + ways * classes
                }
                Position::Approach(_) => purse.steps() * source.groups + 4,
                Position::Holding(h) => {
                    (self.ways.from_holding[h.index()].open(purse.local).len() as u32 + 1) * classes
                }
            };
        }
        sources
    }

    /// The disorganized French pieces by position and class, in their turn.
    fn disorganized(&self, s: &State) -> ArrayVec<(Pos, Class), 64> {
        let mut found: ArrayVec<(Pos, Class), 64> = ArrayVec::new();
        if s.active == FRENCH {
            for p in s.pieces_of(FRENCH).filter(|p| p.flags.has(Flags::DISORGANIZED)) {
                if !found.contains(&(p.pos, p.class)) {
                    found.push((p.pos, p.class));
                }
            }
        }
        found
    }

    /// The candidate of a number; none where a locale faces its neighbour twice and the march was counted before.
    fn candidate(
        &self,
        s: &State,
        lay: &Lay,
        purse: Purse,
        sources: &[Source],
        disorganized: &[(Pos, Class)],
        mut number: u32,
    ) -> Option<Order> {
        for source in sources {
            if number < source.size {
                return match self.code(s, lay, purse, source, number)? {
                    (Code::One(order), _) => Some(order),
                    (Code::March(to), group) => Some(Order::March {
                        from: source.pos,
                        to,
                        bag: nth_group(&source.free, self.numbers.group, group),
                    }),
                    (Code::Attack(over), group) => Some(Order::Attack {
                        from: source.pos,
                        over,
                        bag: nth_group(&source.free, self.numbers.group, group),
                    }),
                };
            }
            number -= source.size;
        }
        match disorganized.get(number as usize) {
            Some(&(at, class)) => Some(Order::Organize { at, class }),
            None => Some(Order::End),
        }
    }

    fn code(&self, s: &State, lay: &Lay, purse: Purse, source: &Source, mut number: u32) -> Option<(Code, u32)> {
        let enemy = s.active.other();
        let from = source.pos;
        let groups = source.groups.max(1);
        match from.place() {
            Position::Reserve(at) => {
                for (k, &approach) in self.map.approaches_of(at).iter().enumerate() {
                    let beyond = self.map.approach(approach).beyond;
                    let held = lay.holds(enemy, beyond);
                    let here = source.groups * targets(held, purse);
                    if number < here {
                        let (way, group) = (number / groups, number % groups);
                        let code = match (held, way) {
                            (false, _) => {
                                // two pairs between the same locales are one march
                                let earlier = &self.map.approaches_of(at)[..k];
                                if earlier.iter().any(|a| self.map.approach(*a).beyond == beyond) {
                                    return None;
                                }
                                Code::March(Pos::reserve(beyond))
                            }
                            (true, 0) => Code::March(Pos::approach(approach)),
                            (true, _) => Code::Attack(approach.opposite()),
                        };
                        return Some((code, group));
                    }
                    number -= here;
                }
                let classes = source.free.len().max(1) as u32;
                let class = source.free.get((number % classes) as usize)?.0;
                let ways = self.ways.from_locale[at.index()].open(purse.local);
                let path = match ways.get((number / classes) as usize) {
                    Some(path) => *path,
                    None if self.numbers.riders.admit(class) => Path::new(),
                    None => return None,
                };
                Some((Code::One(Order::Road { from, class, path }), 0))
            }
            Position::Approach(at) => {
                let a = self.map.approach(at);
                let (way, group) = (number / groups, number % groups);
                let marches = purse.steps() * source.groups;
                if number < marches {
                    let code = match way {
                        0 => Code::March(Pos::reserve(a.locale)),
                        _ if lay.holds(enemy, a.beyond) => Code::Attack(at.opposite()),
                        _ => Code::March(Pos::reserve(a.beyond)),
                    };
                    return Some((code, group));
                }
                let order = match number - marches {
                    0 => Order::Assault(at),
                    1 => Order::Aim(at),
                    2 => Order::Unaim(at),
                    _ => Order::Bombard(at),
                };
                Some((Code::One(order), 0))
            }
            Position::Holding(h) => {
                let classes = source.free.len().max(1) as u32;
                let class = source.free.get((number % classes) as usize)?.0;
                let ways = self.ways.from_holding[h.index()].open(purse.local);
                let order = match ways.get((number / classes) as usize) {
                    Some(path) => Order::Road { from, class, path: *path },
                    None => Order::Pontoon { from, class },
                };
                Some((Code::One(order), 0))
            }
        }
    }

    /// A random order out of the list of offers.
    fn listed_order(&self, s: &State, rng: &mut Rng, offers: &mut Offers) -> Result<Order, Fault> {
        self.collect_offers(s, offers)?;
        self.ban.narrow(self.decider(s), offers);
        let weights = |o: &Offer| fill_count(&o.slot);
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
            let order = self.assemble(offer.verb, &offer.parts, &fill);
            let order = order.ok_or_else(|| Fault::new("an offer makes no order: its parts do not fit together"))?;
            if !self.may_misfit(offer) {
                return Ok(order);
            }
            match self.legal(s, &order) {
                Ok(_) => return Ok(order),
                Err(Stop::Bar(_)) => {}
                Err(Stop::Fault(fault)) => return Err(*fault),
            }
        }
        Err(Fault::new("no legal order was drawn in a thousand tries"))
    }
}

/// How many kinds of candidates there are across one side of a locale: a march to block the approach and an attack
/// where the enemy is beyond, and a march there where he is not.
fn targets(held: bool, purse: Purse) -> u32 {
    if held { 1 + u32::from(purse.attacks) } else { u32::from(purse.marches) }
}

/// How eagerly the quick policy takes an order, out of 8.
fn eagerness(order: &Order) -> u8 {
    match order {
        Order::Attack { .. } | Order::Assault(_) | Order::Bombard(_) => 8,
        Order::Road { path, .. } if path.len() > 1 => 5,
        Order::Organize { .. } | Order::Pontoon { .. } => 5,
        Order::End | Order::Unaim(_) => 1,
        _ => 3,
    }
}

/// In how many ways 1 to `most` pieces can be taken out of a bag.
fn groups(bag: &[(Class, u8)], most: u8) -> u32 {
    sized(bag, most)[1..].iter().sum()
}

/// How many sub-multisets of each size from 0 up to `most` or to the whole bag.
fn sized(bag: &[(Class, u8)], most: u8) -> ArrayVec<u32, MOST_IN_BAG> {
    let all: usize = bag.iter().map(|(_, have)| usize::from(*have)).sum();
    let most = usize::from(most).min(all).min(MOST_IN_BAG - 1);
    let mut ways: ArrayVec<u32, MOST_IN_BAG> = (0..=most).map(|size| u32::from(size == 0)).collect();
    for &(_, have) in bag {
        let have = usize::from(have);
        for size in (1..=most).rev() {
            let least = size.saturating_sub(have);
            ways[size] += ways[least..size].iter().sum::<u32>();
        }
    }
    ways
}

/// The sub-multiset of a number: by size, then by the count of the first class, and so on.
fn nth_group(bag: &[(Class, u8)], most: u8, mut number: u32) -> Bag {
    let mut taken = Bag::new();
    let ways = sized(bag, most);
    let mut left = 1_usize;
    while left + 1 < ways.len() && number >= ways[left] {
        number -= ways[left];
        left += 1;
    }
    for (k, &(class, have)) in bag.iter().enumerate() {
        let later = sized(&bag[k + 1..], left as u8);
        for count in 0..=usize::from(have).min(left) {
            let ways = later.get(left - count).copied().unwrap_or(0);
            if number < ways {
                if count > 0 {
                    taken.push((class, count as u8));
                }
                left -= count;
                break;
            }
            number -= ways;
        }
    }
    taken
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
    fn every_group_has_one_number() {
        let bag: Bag = [(Class(1), 2), (Class(2), 1), (Class(3), 3)].into_iter().collect();
        let numbered: Vec<Fill> = (0..groups(&bag, 3)).map(|n| Fill::Bag(nth_group(&bag, 3, n))).collect();
        let mut listed = Vec::new();
        fills(&Slot::Bag { classes: bag, min: 1, max: 3 }, &mut |fill| {
            listed.push(fill);
            true
        });
        let sorted = |mut fills: Vec<Fill>| {
            fills.sort();
            fills
        };
        assert_eq!(sorted(numbered), sorted(listed));
    }

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
