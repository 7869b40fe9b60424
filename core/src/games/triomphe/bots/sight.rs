//! What each order does, in traits: the one ply of thought that `steady` and scripts share.

use super::super::Triomphe;
use super::super::flow::Step;
use super::super::model::{AUSTRIAN, Arm, FRENCH, Face, Flags, PartKind, Pos, part_kind};
use super::super::order::{one, size, verb};
use super::super::settings::Answer;
use super::super::view::View;
use super::field::{Field, Kind};
use super::ground::Ground;
use super::judge::{Judge, Spearhead, TRAITS, Traits, just, plus, traits};
use crate::board::{ApproachId, CrossingId, LocaleId, Position, Width};
use crate::kernel::{Bag, Class, Fill, Offer, Seat, Slot};

/// An order that is worth considering.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The offer's place in the list.
    pub(super) offer: usize,
    /// What fills its slot.
    pub(super) fill: Fill,
    /// What it does.
    pub(super) traits: Traits,
    /// Whether it costs nothing where others cost a command.
    pub(super) free: bool,
}

/// What a bot sees when it weighs the orders of one moment.
pub(super) struct Sight<'a> {
    pub(super) g: &'a Triomphe,
    pub(super) view: &'a View,
    pub(super) judge: &'a Judge<'a>,
    pub(super) field: Field,
    /// The traits of the field as it is.
    now: Traits,
}

/// Collects the orders of a moment that are worth a thought, with what they do.
pub(super) fn survey(g: &Triomphe, ground: &Ground, view: &View, offers: &[Offer], out: &mut Vec<Candidate>) {
    out.clear();
    let field = Field::of(&g.map, view);
    let spearhead = Spearhead::of(&g.map, ground, &g.numbers, &field);
    let judge = Judge::new(&g.map, &g.numbers, ground, &view.public, spearhead, &field);
    let now = judge.traits(&field, view.seat);
    let sight = Sight { g, view, judge: &judge, field, now };
    for (k, offer) in offers.iter().enumerate() {
        sight.consider(k, offer, out);
    }
}

/// The position that a part of an offer is.
pub(super) fn place(offer: &Offer, k: usize) -> Option<Pos> {
    match part_kind(*offer.parts.get(k)?)? {
        PartKind::Pos(pos) => Some(pos),
        PartKind::Crossing(_) => None,
    }
}

fn crossing(offer: &Offer, k: usize) -> Option<CrossingId> {
    match part_kind(*offer.parts.get(k)?)? {
        PartKind::Crossing(c) => Some(c),
        PartKind::Pos(_) => None,
    }
}

/// So many pieces of a slot, by a taste: the dearest first.
pub(super) fn pick(classes: &Bag, count: u8, taste: impl Fn(Class) -> i32) -> Bag {
    let mut order: Vec<(Class, u8)> = classes.to_vec();
    order.sort_by_key(|(class, _)| std::cmp::Reverse(taste(*class)));
    let mut left = count;
    let mut bag = Bag::new();
    for (class, n) in order {
        let some = n.min(left);
        left -= some;
        if some > 0 {
            bag.push((class, some));
        }
    }
    bag.sort_unstable();
    bag
}

/// Foot before horse before guns, strong before weak.
pub(super) fn foot_first(class: Class) -> i32 {
    i32::from(class.strength()) + 10 * class.arm() as i32
}

/// The arms of a bag's pieces, one by one.
pub(super) fn kinds(bag: &Bag) -> impl Iterator<Item = Kind> + '_ {
    bag.iter().flat_map(|(class, n)| std::iter::repeat_n(Kind::of(class.arm()), usize::from(*n)))
}

impl Sight<'_> {
    /// Weighs the orders that an offer stands for.
    fn consider(&self, k: usize, offer: &Offer, out: &mut Vec<Candidate>) {
        let mut note = |fill: Fill, traits: Traits, free: bool| out.push(Candidate { offer: k, fill, traits, free });
        let free = offer.cost.0 == 0;
        match (offer.verb, &offer.slot) {
            (verb::MARCH, Slot::Bag { classes, min, max }) => {
                let (Some(from), Some(to)) = (place(offer, 0), place(offer, 1)) else { return };
                for count in *min..=*max {
                    let bag = pick(classes, count, foot_first);
                    let traits = self.traits_of_move(from, to, &bag);
                    // 7: only what does not block an approach more than fully is free
                    let free = match to.place() {
                        Position::Approach(a) if self.g.numbers.defensive_march_free => {
                            self.field.at(self.view.seat, to) + count <= self.g.map.width(a).pieces()
                        }
                        _ => false,
                    };
                    note(Fill::Bag(bag), traits, free);
                }
            }
            (verb::ROAD, Slot::Bag { classes, .. }) => {
                let Some(from) = place(offer, 0) else { return };
                let Some((to, attack)) = self.road_end(offer, from, 1) else { return };
                let bag = pick(classes, 1, foot_first);
                let traits = match attack {
                    Some(over) => self.traits_of_attack(Pos::reserve(to), from, over, &bag),
                    // continuation alone: the approach is chosen later (12)
                    None if offer.parts.len() == 1 => just(traits::ADVICE, -1.0),
                    None => self.traits_of_move(from, Pos::reserve(to), &bag),
                };
                note(Fill::Bag(bag), traits, free);
            }
            (verb::PONTOON, Slot::Bag { classes, .. }) => {
                let Some(from) = place(offer, 0) else { return };
                let Position::Holding(h) = from.place() else { return };
                let bag = pick(classes, 1, foot_first);
                let traits = self.traits_of_move(from, Pos::reserve(self.g.map.holding(h).enters), &bag);
                note(Fill::Bag(bag), traits, free);
            }
            (verb::ATTACK, Slot::Bag { classes, min, max }) => {
                let (Some(from), Some(Position::Approach(over))) = (place(offer, 0), place(offer, 1).map(Pos::place))
                else {
                    return;
                };
                for count in *min..=*max {
                    let bag = pick(classes, count, foot_first);
                    let traits = self.traits_of_attack(from, from, over, &bag);
                    note(Fill::Bag(bag), traits, false);
                }
            }
            (verb::ASSAULT, _) => {
                if let Some(Position::Approach(at)) = place(offer, 0).map(Pos::place) {
                    note(Fill::None, self.traits_of_assault(at), false);
                }
            }
            (verb::AIM, _) => note(Fill::None, just(traits::STRIKE, 0.5), true),
            (verb::BOMBARD, _) => note(Fill::None, just(traits::STRIKE, 1.5), true),
            (verb::UNAIM, _) => note(Fill::None, just(traits::ADVICE, NEVER), true),
            (verb::ORGANIZE | verb::ALSO, Slot::Bag { classes, .. }) => {
                let at = place(offer, 0).and_then(|p| p.locale(&self.g.map));
                let traits = at.map_or(just(traits::ORDER, 0.0), |l| self.traits_of_organizing(l));
                note(Fill::Bag(pick(classes, 1, foot_first)), traits, false);
            }
            (verb::END | verb::ENOUGH | verb::HALT | verb::STAY, _) => {
                note(Fill::None, just(traits::ADVICE, 0.0), false);
            }
            (verb::ON, _) => {
                let from = Pos::reserve(self.view.public.march.at);
                let marcher = self.marcher();
                if let Some((to, attack)) = self.road_end(offer, from, 0) {
                    let traits = match attack {
                        Some(over) => self.traits_of_attack(Pos::reserve(to), from, over, &marcher),
                        None => self.traits_of_move(from, Pos::reserve(to), &marcher),
                    };
                    note(Fill::None, traits, false);
                }
            }
            (verb::RIDE, Slot::Bag { classes, min, max }) => {
                let (from, Some(to)) = (Pos::reserve(self.view.public.march.at), place(offer, 0)) else { return };
                for count in *min..=*max {
                    let bag = pick(classes, count, foot_first);
                    let traits = self.traits_of_move(from, to, &bag);
                    note(Fill::Bag(bag), traits, false);
                }
            }
            _ => self.answer(k, offer, out),
        }
    }

    fn marcher(&self) -> Bag {
        self.view.own.iter().find(|p| p.flags.has(Flags::NAMED)).map(|p| one(p.class)).unwrap_or_default()
    }

    /// Where a road march comes to, and the approach that it attacks over if its last crossing leads to the enemy.
    fn road_end(&self, offer: &Offer, from: Pos, first: usize) -> Option<(LocaleId, Option<ApproachId>)> {
        let map = &self.g.map;
        let mut at = from.locale(map);
        let foe = self.view.seat.other();
        for k in first..offer.parts.len() {
            let c = crossing(offer, k)?;
            let to = match at {
                Some(l) => map.crossing(c).across(l)?,
                None => map.crossing(c).ends.0,
            };
            if self.field.held(foe).contains(to) {
                return Some((at?, map.approach_at(to, c)));
            }
            at = Some(to);
        }
        Some((at?, None))
    }

    /// What changes when the field becomes another.
    pub(super) fn change(&self, field: &Field) -> Traits {
        plus(self.judge.traits(field, self.view.seat), &self.now, -1.0)
    }

    /// What changes when pieces go from a position to another.
    fn traits_of_move(&self, from: Pos, to: Pos, bag: &Bag) -> Traits {
        let mut field = self.field.clone();
        for kind in kinds(bag) {
            field.shift(&self.g.map, self.view.seat, from, to, kind);
        }
        self.change(&field)
    }

    /// How many more blocks stop an attack, and how many the defender can send. (9.2, 9.3)
    pub(super) fn stopping(&self, from: Pos, over: ApproachId, attackers: u8, first: bool, defender: Seat) -> (u8, u8) {
        let width = self.g.map.width(over);
        let blockers = self.field.at(defender, Pos::approach(over));
        let n = &self.g.numbers;
        let enough = if attackers == 1 && first { 1 } else { n.closes(width) };
        let surprised = defender == FRENCH && self.view.public.round <= n.surprise_rounds;
        let reserve = self.field.at(defender, Pos::reserve(self.g.map.approach(over).locale));
        let most = if n.answer == Answer::Any { reserve } else { reserve.min(attackers) };
        let can_send = if from.is_reserve() && !surprised { most } else { 0 };
        (u8::saturating_sub(enough, blockers), can_send)
    }

    /// What a maneuver attack does: `stand` is where it is made from, `from` where the pieces are now.
    fn traits_of_attack(&self, stand: Pos, from: Pos, over: ApproachId, bag: &Bag) -> Traits {
        let (map, seat, foe) = (&self.g.map, self.view.seat, self.view.seat.other());
        let target = map.approach(over).locale;
        let attackers = size(bag);
        let first = !self.view.public.attacked.has(over.0 as usize);
        let (needed, can_send) = self.stopping(stand, over, attackers, first, foe);
        let exposure = self.judge.exposure(&self.field, foe, target);
        let won = {
            let mut field = self.field.clone();
            field.clear(map, foe, target);
            for kind in kinds(bag) {
                field.shift(map, seat, from, Pos::reserve(target), kind);
            }
            let pressed = map.width(over) == Width::Wide && attackers > 1 && field.foot(foe, target) > 1.0;
            let loss = exposure.loss + 0.3 + if pressed { 0.5 } else { 0.0 };
            let mut won = plus(self.change(&field), &just(traits::STRIKE, loss), 1.0);
            won[traits::FINISH] += self.finish(target, loss);
            won
        };
        if needed > can_send {
            return won;
        }
        let held = {
            let mut field = self.field.clone();
            let near = Pos::approach(over.opposite());
            for kind in kinds(bag) {
                field.shift(map, seat, from, if stand.is_reserve() { near } else { from }, kind);
            }
            for _ in 0..needed {
                field.shift(map, foe, Pos::reserve(target), Pos::approach(over), Kind::of(Arm::Infantry));
            }
            let mut held = self.change(&field);
            held[traits::PIN] += self.g.numbers.tokens_of_block(needed);
            held[traits::SUFFER] -= 0.1;
            held
        };
        // he will stop it, unless the attacks that follow leave him nobody to do it with
        let through = if exposure.forced { 0.45 } else { 0.1 };
        plus(plus([0.0; TRAITS], &won, through), &held, 1.0 - through)
    }

    /// 1 when driving the enemy out of a locale would break his army.
    fn finish(&self, target: LocaleId, loss: f32) -> f32 {
        let foe = self.view.seat.other();
        let stake = self.judge.stake(&self.field, foe, target, loss);
        f32::from(u8::from(stake >= f32::from(self.view.public.morale[foe.index()].level())))
    }

    fn traits_of_assault(&self, at: ApproachId) -> Traits {
        let (map, seat, foe) = (&self.g.map, self.view.seat, self.view.seat.other());
        let odds = self.g.assault_odds(self.view, at);
        if odds.success <= 0.0 {
            return just(traits::ADVICE, NEVER);
        }
        let over = at.opposite();
        let target = map.approach(over).locale;
        let mut field = self.field.clone();
        field.clear(map, foe, target);
        let here = Pos::approach(at);
        for _ in 0..field.at(seat, here).min(self.g.numbers.group) {
            field.shift(map, seat, here, Pos::reserve(target), Kind::of(Arm::Infantry));
        }
        let exposure = self.judge.exposure(&self.field, foe, target);
        let mut won = self.change(&field);
        won[traits::STRIKE] += exposure.loss + odds.taken + 0.4;
        won[traits::SUFFER] -= 0.3 * odds.lost;
        won[traits::FINISH] += self.finish(target, exposure.loss + odds.taken);
        let mut lost = [0.0; TRAITS];
        lost[traits::STRIKE] = 0.3 * odds.taken; // the winner of an assault loses no morale (18)
        lost[traits::PIN] = odds.chosen * f32::from(self.g.numbers.defence_tokens);
        lost[traits::SUFFER] = -odds.lost - 0.2;
        plus(plus([0.0; TRAITS], &won, odds.success), &lost, 1.0 - odds.success)
    }

    fn traits_of_organizing(&self, l: LocaleId) -> Traits {
        let exposure = self.judge.exposure(&self.field, FRENCH, l);
        let close = 1.2 - 0.06 * f32::from(self.judge.apart_from_head(l));
        let finish = if self.view.public.step == Step::Also || self.view.public.begun.contains(l) { 1.0 } else { 0.0 };
        just(traits::ORDER, close + finish + if exposure.attackable > 0 { 0.5 } else { 0.0 })
    }
}

/// What is not to be done.
const NEVER: f32 = -50.0;

/// Whether a seat pays morale for every piece that retreats. (13.2, 18)
pub(super) fn retreat_is_dear(seat: Seat) -> bool {
    seat == AUSTRIAN
}
