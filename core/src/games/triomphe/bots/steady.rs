//! `steady`: looks one order ahead on its own view, with no dice and no memory.

use super::super::Triomphe;
use super::super::flow::Step;
use super::super::model::{AUSTRIAN, Arm, FRENCH, Face, PartKind, Pos, part_kind};
use super::super::order::{one, size, verb};
use super::super::view::View;
use super::field::{Field, Kind};
use super::ground::Ground;
use super::judge::{Judge, STEADY};
use crate::board::{ApproachId, CrossingId, LocaleId, Position, Width};
use crate::kernel::{Bag, Bot, Chosen, Class, Fault, Fill, Game, No, Offer, Offers, Policy, Rng, Seat, Seed, Slot};

/// A sensible player of one ply: the yardstick of every other bot.
///
/// It never declares an assault that cannot succeed, uses free marches, organizes whole locales, and answers an attack
/// with as many blocks as stop it or with none. Austria drives for the objective line; France keeps in front of the
/// spearhead, out of reach or strong enough to hold.
#[derive(Default)]
pub struct Steady {
    ground: Option<Ground>,
    offers: Offers,
}

/// An order that is worth considering.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The offer's place in the list.
    pub(super) offer: usize,
    /// What fills its slot.
    pub(super) fill: Fill,
    /// What it gains, in points of morale.
    pub(super) gain: f32,
}

/// Below this gain an action is not worth its while.
const IDLE: f32 = 0.02;
/// What is free is done before what costs a command.
const FREE_FIRST: f32 = 0.4;

impl Bot<Triomphe> for Steady {
    fn choose(
        &mut self,
        game: &Triomphe,
        _: Seat,
        view: &View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<super::super::Order>, Fault> {
        let ground = match self.ground.take().filter(|g| g.is_of(&game.map)) {
            Some(ground) => ground,
            None => Ground::new(&game.map),
        };
        let state = game.deal(view, Seed(rng.u64(..)))?;
        game.offers(&state, &mut self.offers)?;
        let field = Field::of(&game.map, view);
        let judge = Judge::new(game, &ground, &view.public, &field, STEADY);
        let mut sight = Sight { g: game, view, judge: &judge, field, now: 0.0 };
        sight.now = judge.value(&sight.field, view.seat);
        let mut candidates = Vec::new();
        for (k, offer) in self.offers.iter().enumerate() {
            sight.consider(k, offer, &mut candidates);
        }
        candidates.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        self.ground = Some(ground);
        for c in candidates {
            match game.complete(&state, &self.offers[c.offer], &c.fill) {
                Ok(order) => return Ok(Chosen { order, why: String::new() }),
                Err(No::Refused(_)) => {}
                Err(No::Fault(fault)) => return Err(fault),
            }
        }
        Ok(Chosen { order: game.sample(&state, rng, Policy::Natural)?, why: String::new() })
    }
}

/// What a bot sees when it weighs the orders of one moment.
pub(super) struct Sight<'a> {
    pub(super) g: &'a Triomphe,
    pub(super) view: &'a View,
    pub(super) judge: &'a Judge<'a>,
    pub(super) field: Field,
    /// The value of the field as it is.
    pub(super) now: f32,
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
        let mut note = |fill: Fill, gain: f32| out.push(Candidate { offer: k, fill, gain });
        let free = if offer.cost.0 == 0 { FREE_FIRST } else { 0.0 };
        let eager = |gain: f32| if gain > IDLE { gain + free } else { gain };
        match (offer.verb, &offer.slot) {
            (verb::MARCH, Slot::Bag { classes, min, max }) => {
                let (Some(from), Some(to)) = (place(offer, 0), place(offer, 1)) else { return };
                for count in *min..=*max {
                    let bag = pick(classes, count, foot_first);
                    let gain = self.gain_of_move(from, to, &bag);
                    // 7: only what blocks an approach fully is free
                    let free = match to.place() {
                        Position::Approach(a) => {
                            self.field.at(self.view.seat, to) + count <= self.g.map.width(a).pieces()
                        }
                        _ => false,
                    };
                    note(Fill::Bag(bag), if free { eager(gain) } else { gain });
                }
            }
            (verb::ROAD, Slot::Bag { classes, .. }) => {
                let Some(from) = place(offer, 0) else { return };
                let Some((to, attack)) = self.road_end(offer, from, 1) else { return };
                let horse = classes.iter().all(|(c, _)| c.arm() == Arm::Cavalry);
                let bag = pick(classes, 1, |c| if attack.is_some() && !horse { -foot_first(c) } else { foot_first(c) });
                let gain = match attack {
                    Some(over) => self.gain_of_attack(Pos::reserve(to), from, over, &bag),
                    None if offer.parts.len() == 1 => -1.0,
                    None => self.gain_of_move(from, Pos::reserve(to), &bag),
                };
                note(Fill::Bag(bag), eager(gain));
            }
            (verb::PONTOON, Slot::Bag { classes, .. }) => {
                let Some(from) = place(offer, 0) else { return };
                let Position::Holding(h) = from.place() else { return };
                let bag = pick(classes, 1, foot_first);
                let gain = self.gain_of_move(from, Pos::reserve(self.g.map.holding(h).enters), &bag);
                note(Fill::Bag(bag), gain.max(0.1));
            }
            (verb::ATTACK, Slot::Bag { classes, min, max }) => {
                let (Some(from), Some(Position::Approach(over))) = (place(offer, 0), place(offer, 1).map(Pos::place))
                else {
                    return;
                };
                for count in *min..=*max {
                    let bag = pick(classes, count, foot_first);
                    let gain = self.gain_of_attack(from, from, over, &bag);
                    note(Fill::Bag(bag), gain);
                }
            }
            (verb::ASSAULT, _) => {
                if let Some(Position::Approach(at)) = place(offer, 0).map(Pos::place) {
                    note(Fill::None, self.gain_of_assault(at));
                }
            }
            (verb::AIM, _) => note(Fill::None, 0.5),
            (verb::BOMBARD, _) => note(Fill::None, 2.0),
            (verb::UNAIM, _) => note(Fill::None, -9.0),
            (verb::ORGANIZE | verb::ALSO, Slot::Bag { classes, .. }) => {
                let at = place(offer, 0).and_then(|p| p.locale(&self.g.map));
                let gain = at.map_or(0.0, |l| self.gain_of_organizing(l));
                note(Fill::Bag(pick(classes, 1, foot_first)), gain);
            }
            (verb::END | verb::ENOUGH | verb::HALT | verb::STAY, _) => note(Fill::None, 0.0),
            (verb::ON, _) => {
                let from = Pos::reserve(self.view.public.march.at);
                let marcher = self.marcher();
                if let Some((to, attack)) = self.road_end(offer, from, 0) {
                    let gain = match attack {
                        Some(over) => self.gain_of_attack(Pos::reserve(to), from, over, &marcher),
                        None => self.gain_of_move(from, Pos::reserve(to), &marcher),
                    };
                    note(Fill::None, gain);
                }
            }
            (verb::RIDE, Slot::Bag { classes, min, max }) => {
                let (from, Some(to)) = (Pos::reserve(self.view.public.march.at), place(offer, 0)) else { return };
                for count in *min..=*max {
                    let bag = pick(classes, count, foot_first);
                    let gain = self.gain_of_move(from, to, &bag);
                    note(Fill::Bag(bag), gain);
                }
            }
            _ => self.answer(k, offer, out),
        }
    }

    fn marcher(&self) -> Bag {
        use super::super::model::Flags;
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

    /// What a field is better than the present one.
    pub(super) fn gain(&self, field: &Field) -> f32 {
        self.judge.value(field, self.view.seat) - self.now
    }

    /// What it gains that pieces go from a position to another.
    pub(super) fn gain_of_move(&self, from: Pos, to: Pos, bag: &Bag) -> f32 {
        let mut field = self.field.clone();
        for kind in kinds(bag) {
            field.shift(&self.g.map, self.view.seat, from, to, kind);
        }
        self.gain(&field)
    }

    /// How many more blocks stop an attack, and how many the defender can send. (9.2, 9.3)
    pub(super) fn stopping(&self, from: Pos, over: ApproachId, attackers: u8, first: bool, defender: Seat) -> (u8, u8) {
        let width = self.g.map.width(over);
        let blockers = self.field.at(defender, Pos::approach(over));
        let enough = if width == Width::Wide && !(attackers == 1 && first) { 2 } else { 1 };
        let surprised = defender == FRENCH && self.view.public.round <= self.g.numbers.surprise_rounds;
        let reserve = self.field.at(defender, Pos::reserve(self.g.map.approach(over).locale));
        let can_send = if from.is_reserve() && !surprised { reserve.min(attackers) } else { 0 };
        (u8::saturating_sub(enough, blockers), can_send)
    }

    /// What a maneuver attack gains: `stand` is where it is made from, `from` where the pieces are now.
    fn gain_of_attack(&self, stand: Pos, from: Pos, over: ApproachId, bag: &Bag) -> f32 {
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
            let mut loss = exposure.loss;
            if map.width(over) == Width::Wide && attackers > 1 && field.foot(foe, target) > 1.0 {
                loss += 0.5;
            }
            1.3 * loss + 0.4 + self.gain(&field)
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
            let tokens = if needed > 1 { 2.0 } else { 1.0 };
            let step_up = self.gain(&field);
            0.3 * tokens + step_up.max(0.0) - 0.15
        };
        // he will stop it, unless the attacks that follow leave him nobody to do it with
        let through = if exposure.forced { 0.45 } else { 0.1 };
        through * won + (1.0 - through) * held
    }

    fn gain_of_assault(&self, at: ApproachId) -> f32 {
        let (map, seat, foe) = (&self.g.map, self.view.seat, self.view.seat.other());
        let odds = self.g.assault_odds(self.view, at);
        if odds.success <= 0.0 {
            return -9.0;
        }
        let over = at.opposite();
        let target = map.approach(over).locale;
        let mut field = self.field.clone();
        field.clear(map, foe, target);
        let here = Pos::approach(at);
        for _ in 0..field.at(seat, here).min(3) {
            field.shift(map, seat, here, Pos::reserve(target), Kind::of(Arm::Infantry));
        }
        let exposure = self.judge.exposure(&self.field, foe, target);
        let won = 1.3 * (exposure.loss + odds.taken) + 0.6 + self.gain(&field) - 0.4 * odds.lost;
        let lost = 0.4 * odds.taken + 0.3 * odds.chosen - 1.3 * odds.lost - 0.3;
        odds.success * won + (1.0 - odds.success) * lost
    }

    fn gain_of_organizing(&self, l: LocaleId) -> f32 {
        let exposure = self.judge.exposure(&self.field, FRENCH, l);
        let close = 1.2 - 0.06 * f32::from(self.judge.apart_from_head(l));
        let finish = if self.view.public.step == Step::Also || self.view.public.begun.contains(l) { 1.0 } else { 0.0 };
        close + finish + if exposure.attackable > 0 { 0.5 } else { 0.0 }
    }
}

/// Whether a seat pays morale for every piece that retreats. (13.2, 18)
pub(super) fn retreat_is_dear(seat: Seat) -> bool {
    seat == AUSTRIAN
}
