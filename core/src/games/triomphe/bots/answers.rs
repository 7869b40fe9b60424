//! What `steady` says to questions in mid-action: answers, leaders, losses, retreats, tokens.

use super::super::flow::Step;
use super::super::model::{Arm, Face, Flags, Pos};
use super::super::order::{size, verb};
use super::super::settings::TokenLosses;
use super::field::Kind;
use super::judge::{Traits, just, traits};
use super::sight::{Candidate, Sight, foot_first, kinds, pick, place, retreat_is_dear};
use crate::board::LocaleId;
use crate::kernel::{Bag, Class, Fill, Game, Offer, Policy, Rng, Seed, Slot, fills};

impl Sight<'_> {
    /// Weighs the answers that an offer stands for.
    pub(super) fn answer(&self, k: usize, offer: &Offer, out: &mut Vec<Candidate>) {
        let mut note = |fill: Fill, gain: f32| {
            out.push(Candidate { offer: k, fill, traits: just(traits::ADVICE, gain), free: false });
        };
        let locale = place(offer, 0).and_then(|p| p.locale(&self.g.map));
        match (offer.verb, &offer.slot) {
            (verb::SEND, Slot::Bag { classes, max, .. }) => self.send(classes, *max, &mut note),
            (verb::STEP_UP, _) => {
                note(Fill::Number(0), 0.0);
                let traits = self.traits_of_stepping_up();
                out.push(Candidate { offer: k, fill: Fill::Number(1), traits, free: false });
            }
            (verb::LEAD, slot) if self.view.public.step == Step::Lead => {
                each_bag(slot, &mut |bag| {
                    let gain = self.gain_of_defence(&bag);
                    note(Fill::Bag(bag), gain);
                });
            }
            (verb::LEAD, slot) => each_bag(slot, &mut |bag| {
                let gain = self.gain_of_heading(&bag);
                note(Fill::Bag(bag), gain);
            }),
            (verb::WITH, Slot::Bag { classes, max, .. }) => {
                // more pieces share the losses and enter together
                note(Fill::Bag(pick(classes, *max, foot_first)), 1.0);
            }
            (verb::FIRE, Slot::Number { hi, .. }) => note(Fill::Number(*hi), 1.0),
            (verb::HIT | verb::ODD, slot) => each_bag(slot, &mut |bag| {
                // a lone point is a block less
                let gain = bag.first().map_or(0.0, |(class, _)| f32::from(class.strength()));
                note(Fill::Bag(bag), gain);
            }),
            (verb::COUNTER, slot) => each_bag(slot, &mut |bag| {
                let gain = self.gain_of_counter(&bag);
                note(Fill::Bag(bag), gain);
            }),
            (verb::LOSS, slot) => each_bag(slot, &mut |bag| {
                let theirs = self.view.public.fight.dues.first().is_some_and(|due| due.seat != self.view.seat);
                let worth = |class: Class| if theirs { f32::from(class.strength()) } else { cheapness(class) };
                let gain = bag.first().map_or(0.0, |(class, _)| worth(*class));
                note(Fill::Bag(bag), gain);
            }),
            (verb::FLEE, slot) => each_bag(slot, &mut |bag| {
                let traits = match locale {
                    Some(to) => self.traits_of_fleeing(to, &bag),
                    None => just(traits::ADVICE, -50.0),
                };
                out.push(Candidate { offer: k, fill: Fill::Bag(bag), traits, free: false });
            }),
            (verb::REVEAL, slot) => each_bag(slot, &mut |bag| {
                let gain = bag.first().map_or(0.0, |(class, _)| -f32::from(class.strength()));
                note(Fill::Bag(bag), gain);
            }),
            (verb::TAKE, _) => {
                // of one's own the tokens that are lost soonest, of the enemy's those that are safe
                let sign = if self.g.numbers.token_losses_by == TokenLosses::Owner { 1.0 } else { -1.0 };
                note(Fill::None, locale.map_or(0.0, |l| sign * self.peril_of_tokens(l)));
            }
            (verb::SHIFT, _) => note(Fill::None, self.gain_of_shifting(locale)),
            (verb::RETURN, _) => {
                let gain = locale.map_or(0.0, |l| 0.1 + self.judge.exposure(&self.field, self.view.seat, l).loss);
                note(Fill::None, gain);
            }
            _ => each_any(&offer.slot, &mut |fill| {
                let gain = self.gain_by_trial(offer, &fill);
                note(fill, gain);
            }),
        }
    }

    /// What an order that only its pack knows brings, in points of strength: tried on some deals of what is known, and
    /// played out by chance until the action is over.
    fn gain_by_trial(&self, offer: &Offer, fill: &Fill) -> f32 {
        const DEALS: u64 = 8;
        const ANSWERS: u32 = 16;
        const POINT: f32 = 40.0; // what search counts for one
        let trial = |deal: u64| {
            let mut rng = Rng::with_seed(deal);
            let mut s = self.g.deal(self.view, Seed(deal)).ok()?;
            let before = self.g.balance(&s, self.view.seat);
            let order = self.g.complete(&s, offer, fill).ok()?;
            self.g.play(&mut s, &order, &mut ()).ok()?;
            for _ in 0..ANSWERS {
                if s.step == Step::Turn || s.ending.is_some() {
                    break;
                }
                let order = self.g.sample(&s, &mut rng, Policy::Natural).ok()?;
                self.g.play(&mut s, &order, &mut ()).ok()?;
            }
            Some((self.g.balance(&s, self.view.seat) - before) as f32)
        };
        let gains: Option<f32> = (0..DEALS).map(trial).sum();
        gains.map_or(-1.0, |sum| sum / DEALS as f32 / POINT)
    }

    /// None, or as many as stop the attack: fewer only cost more. (9.2, 9.3)
    fn send(&self, classes: &Bag, max: u8, note: &mut dyn FnMut(Fill, f32)) {
        let (map, seat) = (&self.g.map, self.view.seat);
        let f = &self.view.public.fight;
        let (needed, can_send) = self.stopping(f.from, f.over, f.attackers, f.first, seat);
        let target = map.approach(f.over).locale;
        note(Fill::Bag(Bag::new()), 0.0);
        if needed == 0 || needed > can_send.min(max) {
            return;
        }
        let exposure = self.judge.exposure(&self.field, seat, target);
        let mut loss = exposure.loss + f32::from(self.field.at(seat, Pos::approach(f.over)));
        if retreat_is_dear(seat) && self.g.numbers.retreat_tokens > 0 {
            loss += 0.5 * f32::from(self.field.inside(seat, target));
        }
        // at best the guns stay out of it, and horse that blocks can be hit where in reserve it cannot
        let bag = pick(classes, needed, |c| match c.arm() {
            Arm::Infantry => 20 + i32::from(c.strength()),
            Arm::Cavalry => 10 + i32::from(c.strength()),
            Arm::Artillery => 0,
        });
        let mut field = self.field.clone();
        for kind in kinds(&bag) {
            field.shift(map, seat, Pos::reserve(target), Pos::approach(f.over), kind);
        }
        let tokens = self.g.numbers.tokens_of_block(needed);
        let after = self.judge.exposure(&field, seat, target);
        let doomed = if after.forced { 0.6 * (after.loss - exposure.loss + tokens).max(0.0) + 0.4 * loss } else { 0.0 };
        note(Fill::Bag(bag), 1.2 * loss + 0.6 - 0.25 * tokens - doomed);
    }

    fn traits_of_stepping_up(&self) -> Traits {
        let f = &self.view.public.fight;
        let to = Pos::approach(f.over.opposite());
        let mut field = self.field.clone();
        for p in self.view.own.iter().filter(|p| p.flags.has(Flags::NAMED)) {
            field.shift(&self.g.map, self.view.seat, f.from, to, Kind::of(p.class.arm()));
        }
        self.change(&field)
    }

    /// The strength of the attack that has to be expected, after the ground.
    fn expected_attack(&self) -> f32 {
        let over = self.view.public.fight.over;
        let leaders = self.view.theirs.iter().filter(|t| t.flags.has(Flags::LEADS));
        let known: f32 = leaders.filter_map(|t| t.class()).map(|c| f32::from(c.strength())).sum();
        let ground = self.g.map.approach(over).penalties;
        if known > 0.0 {
            let horse = self
                .view
                .theirs
                .iter()
                .any(|t| t.flags.has(Flags::LEADS) && t.class().is_some_and(|c| c.arm() == Arm::Cavalry));
            return known - f32::from(if horse { ground.cavalry } else { ground.infantry });
        }
        let there = self.field.at(self.view.public.active, self.view.public.fight.from);
        let width = self.g.numbers.leaders(self.g.map.width(over));
        // whoever assaults has picked his place: rather more than the mean strength
        2.6 * f32::from(there.min(width)) - f32::from(ground.infantry)
    }

    /// Defence leaders: as few as are likely to hold, for each is a reduction less to the attacker and a token bound.
    fn gain_of_defence(&self, bag: &Bag) -> f32 {
        let sum: f32 = bag.iter().map(|(c, n)| f32::from(c.strength()) * f32::from(*n)).sum();
        let over = self.view.public.fight.over;
        let others = self.view.own.iter().filter(|p| p.pos == Pos::approach(over));
        let reserve: f32 = others.map(|p| f32::from(p.class.strength().saturating_sub(1))).sum::<f32>() - sum;
        let attack = self.expected_attack();
        let holds = ((sum + 0.6 * reserve.max(0.0) - attack) * 1.2).clamp(-2.0, 2.0);
        let stake = 2.0 + 0.3 * f32::from(self.field.inside(self.view.seat, self.g.map.approach(over).locale));
        // each leader costs the attacker a reduction, and binds a token if the defence holds
        holds * stake / 2.0 + 0.5 * f32::from(size(bag))
    }

    fn gain_of_counter(&self, bag: &Bag) -> f32 {
        let (view, f) = (self.view, &self.view.public.fight);
        let leaders: Vec<Class> =
            view.theirs.iter().filter(|t| t.flags.has(Flags::LEADS)).filter_map(|t| t.class()).collect();
        let hits = leaders.len() as f32;
        let led = view.own.iter().filter(|p| p.flags.has(Flags::LEADS)).map(|p| f32::from(p.class.strength()));
        let base = self.expected_attack() - led.sum::<f32>();
        let sum: f32 = bag.iter().map(|(c, n)| f32::from(c.strength()) * f32::from(*n)).sum();
        let counter = (sum - hits).max(0.0);
        let held = base - counter <= 0.0;
        if bag.is_empty() {
            return if base <= 0.0 { 1.0 } else { 0.0 };
        }
        let inside = self.field.inside(view.seat, self.g.map.approach(f.over).locale);
        let stake = 2.0 + 0.5 * f32::from(inside);
        if held && base > 0.0 { stake - 0.9 * hits - 0.3 * f32::from(size(bag)) } else { -hits }
    }

    /// Attack leaders: the strongest, unless fewer win just as well against what is shown.
    fn gain_of_heading(&self, bag: &Bag) -> f32 {
        let over = self.view.public.fight.over;
        let ground = self.g.map.approach(over).penalties;
        let horse = bag.first().is_some_and(|(c, _)| c.arm() == Arm::Cavalry);
        let sum: f32 = bag.iter().map(|(c, n)| f32::from(c.strength()) * f32::from(*n)).sum();
        sum - f32::from(if horse { ground.cavalry } else { ground.infantry })
    }

    fn traits_of_fleeing(&self, to: LocaleId, bag: &Bag) -> Traits {
        let (map, seat) = (&self.g.map, self.view.seat);
        let from = map.approach(self.view.public.fight.over).locale;
        let mut field = self.field.clone();
        for kind in kinds(bag) {
            field.shift(map, seat, Pos::reserve(from), Pos::reserve(to), kind);
        }
        // the attacker comes in behind
        for _ in 0..self.view.public.fight.attackers {
            field.put(map, seat.other(), Pos::reserve(from), Kind::of(Arm::Infantry));
        }
        self.change(&field)
    }

    /// How likely tokens in a locale are to be lost to their army anyway.
    fn peril_of_tokens(&self, l: LocaleId) -> f32 {
        let exposure = self.judge.exposure(&self.field, self.view.seat.other(), l);
        if exposure.forced { 1.0 } else { 0.2 * f32::from(exposure.attackable) }
    }

    /// Enemy tokens go where they will be lost, or stay where they are in peril. (18)
    fn gain_of_shifting(&self, from: Option<LocaleId>) -> f32 {
        let Some(from) = from else { return 0.0 };
        let army = self.view.seat.other();
        let to = self.view.public.to_commit[army.index()].0;
        let lost = if self.field.inside(army, to) == 0 { 1.5 } else { self.peril_of_tokens(to) };
        lost - self.peril_of_tokens(from)
    }
}

/// How little a reduction of a piece hurts: a block of many points loses one, a lone point is a block.
fn cheapness(class: Class) -> f32 {
    match (class.arm(), class.strength()) {
        (_, 1) => 0.0,
        (Arm::Artillery, _) => 0.5,
        (_, n) => f32::from(n),
    }
}

fn each_bag(slot: &Slot, each: &mut dyn FnMut(Bag)) {
    fills(slot, &mut |fill| {
        if let Fill::Bag(bag) = fill {
            each(bag);
        }
        true
    });
}

fn each_any(slot: &Slot, each: &mut dyn FnMut(Fill)) {
    fills(slot, &mut |fill| {
        each(fill);
        true
    });
}
