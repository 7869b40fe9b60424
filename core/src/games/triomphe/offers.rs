//! What a seat may do now, as offers.

use super::Triomphe;
use super::assault::ARMS;
use super::bombard::GunOrder;
use super::flow::Step;
use super::lay::Lay;
use super::march::free_of;
use super::model::{Arm, Face, Piece, Pos, State, crossing_part, part_crossing, part_kind};
use super::morale::TokenChoice;
use super::order::{Order, Path, one, size, verb};
use super::roads::{March, Roads};
use super::settings::{Riders, StepUp};
use super::stop::Stop;
use crate::board::{ApproachId, LocaleId, Position};
use crate::kernel::{Bag, Cost, Fault, Fill, Offer, Offers, Part, Parts, Slot, Verb, Whole, bags, fills};

fn offer(verb: Verb, parts: impl IntoIterator<Item = Part>, slot: Slot, cost: u8) -> Offer {
    Offer { verb, parts: parts.into_iter().collect(), slot, cost: Cost(i16::from(cost)) }
}

fn bag_slot(classes: Bag, min: u8, max: u8) -> Slot {
    Slot::Bag { classes, min, max }
}

/// The answer of a check as an offer's cost; a bar means no offer.
fn open(answer: Result<u8, Stop>) -> Result<Option<u8>, Fault> {
    match answer {
        Ok(cost) => Ok(Some(cost)),
        Err(Stop::Bar(_)) => Ok(None),
        Err(Stop::Fault(fault)) => Err(*fault),
    }
}

/// Those among pieces who may do what is left to cavalry.
fn among(pieces: &Bag, riders: Riders) -> Bag {
    pieces.iter().copied().filter(|(c, _)| riders.admit(*c)).collect()
}

impl Triomphe {
    /// Collects the offers of a state.
    pub(super) fn collect_offers(&self, s: &State, out: &mut Offers) -> Result<(), Fault> {
        out.clear();
        if s.ending.is_some() {
            return Ok(());
        }
        if let Some((choice, army)) = self.token_choice(s) {
            let word = if choice == TokenChoice::Take { verb::TAKE } else { verb::SHIFT };
            for locale in self.token_locales(s, choice, army) {
                out.push(offer(word, [Pos::reserve(locale).part()], Slot::None, 0));
            }
            if choice == TokenChoice::Shift {
                out.push(offer(word, [], Slot::None, 0));
            }
            return Ok(());
        }
        if !s.fight.dues.is_none() {
            self.loss_offers(s, out);
            return Ok(());
        }
        let lay = self.lay(s)?;
        match s.step {
            Step::Turn => self.action_offers(s, &lay, out)?,
            Step::Also => {
                self.organize_offers(s, &lay, false, out)?;
                if let Some(cost) = open(self.check_enough(s, &lay))? {
                    out.push(offer(verb::ENOUGH, [], Slot::None, cost));
                }
            }
            Step::Respond => {
                let most = open(self.answer_limit(s))?.unwrap_or(0);
                out.push(offer(verb::SEND, [], bag_slot(self.responders(s), 0, most), 0));
            }
            Step::StepUp => {
                out.push(offer(verb::STEP_UP, [], Slot::Number { lo: 0, hi: 1 }, 0));
                let parts = self.numbers.step_up == StepUp::Any && s.fight.attackers > 1;
                if parts && s.commands_left() > lay.owed {
                    out.push(offer(verb::UP, [], bag_slot(self.blocked(s), 1, s.fight.attackers - 1), 1));
                }
            }
            Step::Onward => {
                for path in self.onward_paths(s, &lay) {
                    if let Some(cost) = open(self.check_on(s, &lay, &path))? {
                        out.push(offer(verb::ON, path.iter().map(|c| crossing_part(*c)), Slot::None, cost));
                    }
                }
                out.push(offer(verb::HALT, [], Slot::None, 0));
            }
            Step::Ride => self.ride_offers(s, &lay, out),
            Step::Reveals => out.push(offer(verb::REVEAL, [], bag_slot(self.provable(s), 1, 1), 0)),
            Step::Lead => {
                self.leading_offers(verb::LEAD, &self.lead_candidates(s), self.leaders(s), out);
                out.push(offer(verb::LEAD, [], bag_slot(Bag::new(), 0, 0), 0));
            }
            Step::Head => {
                let heads = self.head_candidates(s, super::resolve::approach_of(s.fight.from));
                self.leading_offers(verb::LEAD, &heads, self.leaders(s).min(self.named_limit(s)), out);
            }
            Step::Join => {
                let most = self.named_limit(s).saturating_sub(s.fight.attackers);
                let free = self.join_candidates(s);
                let most = most.min(size(&free));
                out.push(offer(verb::WITH, [], bag_slot(free, 0, most), 0));
            }
            Step::Gun => {
                let hi = i32::from(self.firing_gun(s).is_some());
                out.push(offer(verb::FIRE, [], Slot::Number { lo: 0, hi }, 0));
            }
            Step::Hit => out.push(offer(verb::HIT, [], bag_slot(self.bag_of(self.leading(s, s.active)), 1, 1), 0)),
            Step::Counter => {
                self.leading_offers(verb::COUNTER, &self.counter_candidates(s), self.leaders(s), out);
                out.push(offer(verb::COUNTER, [], bag_slot(Bag::new(), 0, 0), 0));
            }
            Step::CounterOdd | Step::AttackerOdd | Step::DefenderOdd => {
                let two = self.odd_among(s, self.decider(s)).into_iter().flatten();
                out.push(offer(verb::ODD, [], bag_slot(two.map(|c| (c, 1)).collect(), 1, 1), 0));
            }
            Step::AttackerExcess | Step::DefenderExcess | Step::RetreatLoss | Step::Target => self.loss_offers(s, out),
            Step::Own => {
                if let Some(offer) = self.prompt_offer(s) {
                    out.push(offer);
                }
            }
            Step::Mark => {
                for at in self.bombarded_approaches(s) {
                    out.push(offer(verb::MARK, [Pos::approach(at).part()], Slot::None, 0));
                }
            }
            Step::Flee => {
                if let Some(class) = self.next_to_flee(s) {
                    for to in self.flights(s, &lay) {
                        let parts = to.into_iter().map(|l| Pos::reserve(l).part());
                        out.push(offer(verb::FLEE, parts, bag_slot(one(class), 1, 1), 0));
                    }
                }
            }
            Step::Return => {
                for locale in self.returnable(s) {
                    out.push(offer(verb::RETURN, [Pos::reserve(locale).part()], Slot::None, 0));
                }
                out.push(offer(verb::RETURN, [], Slot::None, 0));
            }
            _ => return Err(Fault::new("the match stands at a step that asks nobody")),
        }
        if out.len() > Offers::MOST {
            return Err(Fault::new(format!("{} offers at once: more than {}", out.len(), Offers::MOST)));
        }
        Ok(())
    }

    fn loss_offers(&self, s: &State, out: &mut Offers) {
        let mut rest = &self.losable(s)[..];
        while let Some(&(at, _)) = rest.first() {
            let here = rest.iter().take_while(|(pos, _)| *pos == at).count();
            let classes = rest[..here].iter().map(|(_, c)| (*c, 1)).collect();
            out.push(offer(verb::LOSS, [at.part()], bag_slot(classes, 1, 1), 0));
            rest = &rest[here..];
        }
    }

    /// Choices of one type out of candidates, 1 to `most` pieces. (11.2, 11.3, 11.5)
    fn leading_offers(&self, word: Verb, candidates: &Bag, most: u8, out: &mut Offers) {
        for arm in ARMS {
            let classes: Bag = candidates.iter().copied().filter(|(c, _)| c.arm() == arm).collect();
            if !classes.is_empty() {
                let max = most.min(size(&classes));
                out.push(offer(word, [], bag_slot(classes, 1, max), 0));
            }
        }
    }

    fn action_offers(&self, s: &State, lay: &Lay, out: &mut Offers) -> Result<(), Fault> {
        let seat = s.active;
        let moves = [verb::MARCH, verb::ROAD, verb::PONTOON, verb::ATTACK].iter().any(|word| self.allows(s, *word));
        if self.numbers.orders_while_organizing || lay.owed == 0 {
            let mut roads = Roads::new(self, s, lay);
            for here in s.stacks(seat) {
                match here[0].pos.place() {
                    Position::Reserve(locale) if moves => self.reserve_offers(s, lay, &mut roads, locale, here, out)?,
                    Position::Approach(approach) => self.approach_offers(s, lay, approach, here, out)?,
                    Position::Holding(_) if moves => self.holding_offers(s, lay, &mut roads, here[0].pos, out)?,
                    Position::Reserve(_) | Position::Holding(_) => {}
                }
            }
        }
        if self.numbers.orders_while_organizing || lay.owed == 0 {
            self.own_offers(s, lay, out)?;
        }
        self.organize_offers(s, lay, true, out)?;
        if let Some(cost) = open(self.legal_on(s, lay, &Order::End))? {
            out.push(offer(verb::END, [], Slot::None, cost));
        }
        Ok(())
    }

    /// Marches of up to as many pieces as are free, find room and can be paid for.
    fn march_offer(&self, s: &State, lay: &Lay, from: Pos, to: Pos, free: &Bag, out: &mut Offers) -> Result<(), Fault> {
        if free.is_empty() || !self.allows(s, verb::MARCH) {
            return Ok(());
        }
        let ground = match self.march_ground(s, lay, from, to) {
            Ok(ground) => ground,
            Err(Stop::Bar(_)) => return Ok(()),
            Err(Stop::Fault(fault)) => return Err(*fault),
        };
        let all = size(free).min(self.numbers.group).min(ground.room);
        let (mut least, mut most, mut cheapest) = (0, 0, u8::MAX);
        for count in 1..=all {
            let cost = self.march_cost(s, ground, count)?;
            if self.check_march_price(s, lay, from, to, count, cost).is_ok() {
                least = if most == 0 { count } else { least };
                most = count;
                cheapest = cheapest.min(cost);
            } else if most > 0 {
                break;
            }
        }
        if most > 0 {
            out.push(offer(verb::MARCH, [from.part(), to.part()], bag_slot(*free, least, most), cheapest));
        }
        Ok(())
    }

    fn attack_offer(
        &self,
        s: &State,
        lay: &Lay,
        from: Pos,
        over: ApproachId,
        free: &Bag,
        out: &mut Offers,
    ) -> Result<(), Fault> {
        // infantry if there is some, for ground that asks for it
        let Some(&(class, _)) = free.last().filter(|_| self.allows(s, verb::ATTACK)) else { return Ok(()) };
        let Some(cost) = open(self.check_attack(s, lay, from, over, &one(class)))? else { return Ok(()) };
        let mut most = size(free).min(self.numbers.group);
        if self.numbers.capacity_tested_at_declaration {
            most = most.min(lay.room(&self.map, s.active, self.map.approach(over).locale));
        }
        let parts = [from.part(), Pos::approach(over).part()];
        out.push(offer(verb::ATTACK, parts, bag_slot(*free, 1, most), cost));
        Ok(())
    }

    fn reserve_offers(
        &self,
        s: &State,
        lay: &Lay,
        roads: &mut Roads<'_>,
        at: LocaleId,
        here: &[Piece],
        out: &mut Offers,
    ) -> Result<(), Fault> {
        let from = Pos::reserve(at);
        let inside = free_of(here, !self.numbers.disorganized_may_march);
        if inside.is_empty() {
            return Ok(());
        }
        // only a locale with disorganized pieces holds some that cannot leave (14)
        let leaving = if lay.disorganized.contains(at) { free_of(here, true) } else { inside };
        let enemy = s.active.other();
        let mut seen: crate::board::LocaleSet = crate::board::LocaleSet::EMPTY;
        for &approach in self.map.approaches_of(at) {
            let beyond = self.map.approach(approach).beyond;
            if lay.holds(enemy, beyond) {
                self.march_offer(s, lay, from, Pos::approach(approach), &inside, out)?;
                self.attack_offer(s, lay, from, approach.opposite(), &leaving, out)?;
            } else if !seen.contains(beyond) {
                seen.insert(beyond);
                self.march_offer(s, lay, from, Pos::reserve(beyond), &leaving, out)?;
            }
        }
        if self.allows(s, verb::ROAD) && self.can_ride_road(s, lay, at, None, false) {
            let riding = self.road_free(s, from, !self.numbers.rides_disorganized());
            let horse = among(&riding, self.numbers.riders);
            if !horse.is_empty() {
                out.push(offer(verb::ROAD, [from.part()], bag_slot(horse, 1, 1), 0));
            }
        }
        if self.numbers.cleaned_up_may_road_march {
            return self.road_offers(s, lay, roads, from, &leaving, out);
        }
        self.road_offers(s, lay, roads, from, &self.road_free(s, from, true), out)
    }

    fn holding_offers(
        &self,
        s: &State,
        lay: &Lay,
        roads: &mut Roads<'_>,
        from: Pos,
        out: &mut Offers,
    ) -> Result<(), Fault> {
        let free = self.road_free(s, from, true);
        if let Some(&(class, _)) = free.first()
            && self.allows(s, verb::PONTOON)
            && let Some(cost) = open(self.check_pontoon(s, lay, from, class))?
        {
            out.push(offer(verb::PONTOON, [from.part()], bag_slot(free, 1, 1), cost));
        }
        self.road_offers(s, lay, roads, from, &free, out)
    }

    fn road_offers(
        &self,
        s: &State,
        lay: &Lay,
        roads: &mut Roads<'_>,
        from: Pos,
        free: &Bag,
        out: &mut Offers,
    ) -> Result<(), Fault> {
        if free.is_empty() || !self.allows(s, verb::ROAD) {
            return Ok(());
        }
        let horse = among(free, self.numbers.road_attackers);
        let quiet = offer(verb::ROAD, [from.part()], bag_slot(*free, 1, 1), 0);
        let attack = Offer { slot: bag_slot(horse, 1, 1), ..quiet };
        let may_pay = self.check_commands(s, lay, self.numbers.local_road_cost).is_ok();
        let march = March { from, attacks: !horse.is_empty(), may_pay };
        roads.paths(march, self.walker(from), |path, stride, cost| {
            let offer = out.push_mut(if stride.attack { attack } else { quiet });
            offer.parts.extend(path.iter().map(|c| crossing_part(*c)));
            offer.cost = Cost(i16::from(cost));
        });
        Ok(())
    }

    /// The ways on for a road march after a won attack. (8)
    pub(super) fn onward_paths(&self, s: &State, lay: &Lay) -> Vec<Path> {
        let mut paths = Vec::new();
        let may_pay = s.march.paid || self.check_commands(s, lay, self.numbers.local_road_cost).is_ok();
        let march = March { from: Pos::reserve(s.march.at), attacks: true, may_pay };
        Roads::new(self, s, lay).paths(march, self.marcher(s), |path, _, _| paths.push(*path));
        paths
    }

    fn approach_offers(
        &self,
        s: &State,
        lay: &Lay,
        at: ApproachId,
        here: &[Piece],
        out: &mut Offers,
    ) -> Result<(), Fault> {
        let from = Pos::approach(at);
        let a = self.map.approach(at);
        let inside = free_of(here, !self.numbers.disorganized_may_march);
        if !inside.is_empty() {
            self.march_offer(s, lay, from, Pos::reserve(a.locale), &inside, out)?;
            let leaving = free_of(here, true);
            if lay.holds(s.active.other(), a.beyond) {
                self.attack_offer(s, lay, from, at.opposite(), &leaving, out)?;
                if self.allows(s, verb::ASSAULT)
                    && let Some(cost) = open(self.check_assault(s, lay, at))?
                {
                    out.push(offer(verb::ASSAULT, [from.part()], Slot::None, cost));
                }
            } else {
                self.march_offer(s, lay, from, Pos::reserve(a.beyond), &leaving, out)?;
            }
        }
        for (word, gun) in [(verb::AIM, GunOrder::Aim), (verb::UNAIM, GunOrder::Unaim), (verb::BOMBARD, GunOrder::Fire)]
        {
            let suits = self.allows(s, word) && here.iter().any(|p| self.gun_suits(p, gun));
            if suits && open(self.check_gun(s, lay, at, gun))?.is_some() {
                out.push(offer(word, [from.part()], Slot::None, 0));
            }
        }
        Ok(())
    }

    fn organize_offers(&self, s: &State, lay: &Lay, first: bool, out: &mut Offers) -> Result<(), Fault> {
        let shut = first && !self.allows(s, verb::ORGANIZE);
        if shut || s.active != super::model::FRENCH || lay.disorganized.is_empty() {
            return Ok(());
        }
        let word = if first { verb::ORGANIZE } else { verb::ALSO };
        let mut classes = Bag::new();
        let all = self.organizable(s);
        for (k, &(at, class)) in all.iter().enumerate() {
            if open(self.check_organize(s, lay, at, class, first))?.is_some() {
                classes.push((class, 1));
            }
            let last_here = all.get(k + 1).is_none_or(|(next, _)| *next != at);
            if last_here && !classes.is_empty() {
                let found = std::mem::take(&mut classes);
                out.push(offer(
                    word,
                    [at.part()],
                    bag_slot(found, 1, 1),
                    if first { self.numbers.organize_cost } else { 0 },
                ));
            }
        }
        Ok(())
    }

    fn ride_offers(&self, s: &State, lay: &Lay, out: &mut Offers) {
        let riders = self.riders(s).count() as u8;
        let horse = self.bag_of(self.riders(s).filter(|p| self.numbers.riders.admit(p.class)));
        let spare = s.commands_left().saturating_sub(lay.owed);
        let count = size(&horse);
        for (to, road) in self.ride_targets(s) {
            let split = road < spare;
            let whole = count == riders && road <= spare;
            let (min, max, cost) = match (split, whole) {
                (true, true) => (1, count, road),
                (true, false) => (1, count, road + 1),
                (false, true) => (count, count, road),
                (false, false) => continue,
            };
            if count > 0 {
                out.push(offer(verb::RIDE, [Pos::approach(to).part()], bag_slot(horse, min, max), cost));
            }
        }
        if !self.must_ride(s) {
            out.push(offer(verb::STAY, [], Slot::None, 0));
        }
    }

    /// Whether some fills of an offer may be refused: only an attack over ground that obstructs cavalry asks for more
    /// than its slot says. (9)
    pub(super) fn may_misfit(&self, o: &Offer) -> bool {
        let over = || match o.parts.get(1).copied().and_then(part_kind)?.pos()?.place() {
            Position::Approach(over) => Some(self.map.approach(over).penalties.cavalry_obstructing),
            _ => None,
        };
        o.verb == verb::ATTACK && over() != Some(false)
    }

    /// The legal orders of an offer, at most `cap`.
    pub(super) fn list(&self, o: &Offer, cap: usize, out: &mut Vec<Order>) -> Whole {
        let most = out.len().saturating_add(cap);
        let all = match &o.slot {
            Slot::Bag { classes, min, max } => {
                // the order is put together once; its copies name other pieces where they lie, for whoever copies
                // what was written in part just before waits for it
                let some = Fill::Bag(classes.iter().take(1).map(|(class, _)| (*class, 1)).collect());
                let Some(order) = self.assemble(o.verb, &o.parts, &some) else { return Whole::All };
                let infantry = self.may_misfit(o);
                bags(classes, *min, *max, &mut |bag| {
                    if out.len() == most {
                        return false;
                    }
                    // 9: over ground that obstructs cavalry only infantry attacks, or with infantry
                    let fits = !infantry || bag.iter().any(|(c, _)| c.arm() == Arm::Infantry);
                    if fits && !out.push_mut(order).name_pieces(bag) {
                        out.pop();
                    }
                    true
                })
            }
            slot => fills(slot, &mut |fill| {
                if out.len() == most {
                    return false;
                }
                out.extend(self.assemble(o.verb, &o.parts, &fill));
                true
            }),
        };
        if all { Whole::All } else { Whole::Some }
    }

    /// The order that an offer's parts and a fill make, without asking whether it is legal; none where they do not fit
    /// together.
    pub(super) fn assemble(&self, word: Verb, parts: &Parts, fill: &Fill) -> Option<Order> {
        let pos = |k: usize| {
            let pos = part_kind(*parts.get(k)?)?.pos()?;
            self.is_place(pos).then_some(pos)
        };
        let approach = |k: usize| match pos(k)?.place() {
            Position::Approach(approach) => Some(approach),
            _ => None,
        };
        let locale = |k: usize| match pos(k)?.place() {
            Position::Reserve(locale) => Some(locale),
            _ => None,
        };
        let some_locale = || if parts.is_empty() { Some(None) } else { locale(0).map(Some) };
        let path = |from: usize| {
            let mut path = Path::new();
            let crossings = self.map.crossings().len();
            for part in parts.get(from..)? {
                path.try_push(part_crossing(*part).filter(|c| c.index() < crossings)?).ok()?;
            }
            Some(path)
        };
        let bag = || match fill {
            Fill::Bag(bag) => Some(*bag),
            _ => None,
        };
        let class = || match fill {
            Fill::Bag(bag) if size(bag) == 1 => Some(bag[0].0),
            _ => None,
        };
        let yes = || match fill {
            Fill::Number(n @ 0..=1) => Some(*n == 1),
            _ => None,
        };
        Some(match word {
            verb::MARCH => Order::March { from: pos(0)?, to: pos(1)?, bag: bag()? },
            verb::ROAD => Order::Road { from: pos(0)?, class: class()?, path: path(1)? },
            verb::PONTOON => Order::Pontoon { from: pos(0)?, class: class()? },
            verb::ATTACK => Order::Attack { from: pos(0)?, over: approach(1)?, bag: bag()? },
            verb::ASSAULT => Order::Assault(approach(0)?),
            verb::AIM => Order::Aim(approach(0)?),
            verb::UNAIM => Order::Unaim(approach(0)?),
            verb::BOMBARD => Order::Bombard(approach(0)?),
            verb::ORGANIZE => Order::Organize { at: pos(0)?, class: class()? },
            verb::END => Order::End,
            verb::ALSO => Order::Also { at: pos(0)?, class: class()? },
            verb::ENOUGH => Order::Enough,
            verb::SEND => Order::Send(bag()?),
            verb::STEP_UP => Order::StepUp(yes()?),
            verb::UP => Order::Up(bag()?),
            verb::ON => Order::On(path(0)?),
            verb::HALT => Order::Halt,
            verb::RIDE => Order::Ride { bag: bag()?, to: approach(0)? },
            verb::STAY => Order::Stay,
            verb::REVEAL => Order::Reveal(class()?),
            verb::LEAD => Order::Lead(bag()?),
            verb::WITH => Order::With(bag()?),
            verb::FIRE => Order::Fire(yes()?),
            verb::HIT => Order::Hit(class()?),
            verb::COUNTER => Order::Counter(bag()?),
            verb::ODD => Order::Odd(class()?),
            verb::LOSS => Order::Loss { at: pos(0)?, class: class()? },
            verb::FLEE => Order::Flee { class: class()?, to: some_locale()? },
            verb::SHIFT => Order::Shift(some_locale()?),
            verb::TAKE => Order::Take(locale(0)?),
            verb::RETURN => Order::Return(some_locale()?),
            verb::MARK => Order::Mark(approach(0)?),
            own if self.own.step_of(own).is_some() => Order::Own { verb: own, at: None, fill: *fill },
            own if usize::from(own.0) < self.own.verbs.len() => {
                Order::Own { verb: own, at: Some(pos(0)?), fill: Fill::Bag(bag()?) }
            }
            _ => return None,
        })
    }
}
