//! Whether an order is legal, and what it costs.

use super::Triomphe;
use super::ask::Asked;
use super::bombard::GunOrder;
use super::flow::Step;
use super::lay::Lay;
use super::model::{Arm, Face, Flags, Pos, State};
use super::morale::TokenChoice;
use super::order::{Order, size};
use super::settings::StepUp;
use super::stop::{Stop, bar, bar_at, bar_by};
use crate::kernel::{Bag, Class, Fill};

impl Triomphe {
    /// What an order costs, if it is legal.
    pub(super) fn legal(&self, s: &State, order: &Order) -> Result<u8, Stop> {
        self.legal_on(s, &self.lay(s)?, order)
    }

    /// The same where the blocks are counted already.
    pub(super) fn legal_on(&self, s: &State, lay: &Lay, order: &Order) -> Result<u8, Stop> {
        if s.ending.is_some() {
            return bar("19", "The match is over.");
        }
        if let Some((choice, army)) = self.token_choice(s) {
            let from = match (choice, order) {
                (TokenChoice::Take, Order::Take(from)) | (TokenChoice::Shift, Order::Shift(Some(from))) => *from,
                (TokenChoice::Shift, Order::Shift(None)) => return Ok(0),
                _ => return bar("18", "First it has to be chosen which committed morale is taken."),
            };
            return if self.token_locales(s, choice, army).contains(&from) {
                Ok(0)
            } else {
                bar_at("18", "There is no morale to take from {}.", Pos::reserve(from))
            };
        }
        if !s.fight.dues.is_none() {
            return match order {
                Order::Loss { at, class } if self.losable(s).contains(&(*at, *class)) => Ok(0),
                _ => bar("11.8", "First it has to be chosen who of those asked about takes the next reduction."),
            };
        }
        match (s.step, order) {
            (Step::Turn, _) => self.legal_action(s, lay, order),
            (Step::Also, Order::Also { at, class }) => self.check_organize(s, lay, *at, *class, false),
            (Step::Also, Order::Enough) => self.check_enough(s, lay),
            (Step::Respond, Order::Send(bag)) => self.check_send(s, bag),
            (Step::StepUp, Order::StepUp(_)) => Ok(0),
            (Step::StepUp, Order::Up(bag)) => self.check_up(s, lay, bag),
            (Step::Onward, Order::On(path)) => self.check_on(s, lay, path),
            (Step::Onward, Order::Halt) => Ok(0),
            (Step::Ride, Order::Ride { bag, to }) => self.check_ride(s, lay, *to, bag),
            (Step::Ride, Order::Stay) if self.must_ride(s) => {
                bar("12", "A march without crossings has to continue to an approach.")
            }
            (Step::Ride, Order::Stay) => Ok(0),
            (Step::Reveals, Order::Reveal(class)) => {
                if self.provable(s).iter().any(|(c, _)| c == class) {
                    Ok(0)
                } else {
                    bar("9", "An infantry piece of the attack has to be shown.")
                }
            }
            (Step::Lead, Order::Lead(bag)) => self.check_leading(s, bag, &self.lead_candidates(s), "11.2").map(|()| 0),
            (Step::Head, Order::Lead(bag)) => {
                if bag.is_empty() {
                    return bar("11.3", "An assault needs at least one leading piece.");
                }
                let heads = self.head_candidates(s, super::resolve::approach_of(s.fight.from));
                if size(bag) > self.named_limit(s) {
                    return bar("20", "There is no room beyond for so many pieces.");
                }
                self.check_leading(s, bag, &heads, "11.3").map(|()| 0)
            }
            (Step::Join, Order::With(bag)) => {
                if size(bag) + s.fight.attackers > self.named_limit(s) {
                    return bar("11.3", "No more pieces can take part in the assault.");
                }
                self.check_among(bag, &self.join_candidates(s), "11.3")
            }
            (Step::Gun, Order::Fire(fire)) => {
                if *fire && self.firing_gun(s).is_none() {
                    return bar("11.4", "No artillery there can fire in defence.");
                }
                Ok(0)
            }
            (Step::Hit, Order::Hit(class)) => {
                if self.leading(s, s.active).any(|p| p.class == *class) {
                    Ok(0)
                } else {
                    bar("11.4", "Artillery defence hits a leading piece.")
                }
            }
            (Step::Counter, Order::Counter(bag)) => {
                self.check_leading(s, bag, &self.counter_candidates(s), "11.5").map(|()| 0)
            }
            (Step::CounterOdd | Step::AttackerOdd | Step::DefenderOdd, Order::Odd(class)) => {
                let owner = self.decider(s);
                match self.odd_among(s, owner) {
                    Some(two) if two.contains(class) => Ok(0),
                    _ => bar("11.8", "The odd reduction falls on one of the two leading pieces."),
                }
            }
            (
                Step::AttackerExcess | Step::DefenderExcess | Step::RetreatLoss | Step::Target,
                Order::Loss { at, class },
            ) => {
                if self.losable(s).contains(&(*at, *class)) {
                    return Ok(0);
                }
                match s.step {
                    Step::Target => bar(
                        "10.2",
                        "The piece comes from the approach opposite the gun, then from reserve, then from elsewhere.",
                    ),
                    Step::RetreatLoss => {
                        bar("13.1", "The reduction has to be taken by a piece of the position that is asked about.")
                    }
                    _ => bar("11.8", "The excess reductions fall on the other assault pieces."),
                }
            }
            (Step::Own, Order::Own { verb, at: None, fill }) => self.check_answer(s, *verb, fill),
            (Step::Mark, Order::Mark(at)) => {
                if self.bombarded_approaches(s).contains(at) {
                    Ok(0)
                } else {
                    bar("10.2", "The bombardment falls on an approach of the locale that the enemy blocks.")
                }
            }
            (Step::Flee, Order::Flee { class, to }) => {
                if self.next_to_flee(s) != Some(*class) {
                    return bar("13.2", "The weakest of the retreating pieces goes first.");
                }
                if self.flights(s, lay).contains(to) {
                    return Ok(0);
                }
                match to {
                    Some(to) => bar_at("13.2", "A piece cannot retreat to {} now.", Pos::reserve(*to)),
                    None => bar("13.2", "A piece that has where to retreat to is not eliminated."),
                }
            }
            (Step::Return, Order::Return(None)) => Ok(0),
            (Step::Return, Order::Return(Some(from))) => {
                if self.returnable(s).contains(from) {
                    Ok(0)
                } else {
                    bar_at("18", "No committed morale in {} can be returned.", Pos::reserve(*from))
                }
            }
            _ => {
                let Asked { text, section, .. } = self.asked(s);
                bar_by(section, format!("That is not what is asked now: {text}."))
            }
        }
    }

    fn legal_action(&self, s: &State, lay: &Lay, order: &Order) -> Result<u8, Stop> {
        self.check_phase(s, order)?;
        let organizes = matches!(order, Order::Organize { .. } | Order::End);
        if !self.numbers.orders_while_organizing && lay.owed > 0 && !organizes {
            return bar("14", "Organizing a locale was begun: it is finished before anything else is done.");
        }
        match order {
            Order::March { from, to, bag } => self.check_march(s, lay, *from, *to, bag),
            Order::Road { from, class, path } => self.check_road(s, lay, *from, *class, path),
            Order::Pontoon { from, class } => self.check_pontoon(s, lay, *from, *class),
            Order::Attack { from, over, bag } => self.check_attack(s, lay, *from, *over, bag),
            Order::Assault(at) => self.check_assault(s, lay, *at),
            Order::Aim(at) => self.check_gun(s, lay, *at, GunOrder::Aim),
            Order::Unaim(at) => self.check_gun(s, lay, *at, GunOrder::Unaim),
            Order::Bombard(at) => self.check_gun(s, lay, *at, GunOrder::Fire),
            Order::Organize { at, class } => self.check_organize(s, lay, *at, *class, true),
            Order::Own { verb, at: Some(at), fill: Fill::Bag(bag) } => self.check_own(s, lay, *verb, *at, bag),
            Order::End => {
                if lay.owed > 0 && self.can_organize(s, lay)? {
                    return bar("14", "A locale where organizing was begun has to be organized whole.");
                }
                self.check_fired(s, lay)?;
                Ok(0)
            }
            _ => bar("6", "Nothing is under way that this order could answer."),
        }
    }

    /// What it costs that some of the blocked attackers advance and the others stay. (9.4)
    fn check_up(&self, s: &State, lay: &Lay, bag: &Bag) -> Result<u8, Stop> {
        if self.numbers.step_up == StepUp::All {
            return bar("9.4", "Blocked attackers advance all or none.");
        }
        if bag.is_empty() || size(bag) >= s.fight.attackers {
            return bar("9.4", "Some of the attackers advance, and some stay.");
        }
        self.check_among(bag, &self.blocked(s), "9.4")?;
        self.check_commands(s, lay, 1)?;
        Ok(1)
    }

    /// The blocked attackers, by class. (9.4)
    pub(super) fn blocked(&self, s: &State) -> Bag {
        self.bag_of(s.at(s.active, s.fight.from).filter(|p| p.flags.has(Flags::NAMED)))
    }

    fn check_among(&self, bag: &Bag, of: &Bag, section: &'static str) -> Result<u8, Stop> {
        for (class, count) in bag {
            if of.iter().all(|(c, n)| c != class || n < count) {
                return bar(section, "Not all these pieces are there and free to act.");
            }
        }
        Ok(0)
    }

    fn check_send(&self, s: &State, bag: &Bag) -> Result<u8, Stop> {
        if size(bag) > self.answer_limit(s)? {
            return bar("9.2", "No more pieces may answer than attack.");
        }
        self.check_among(bag, &self.responders(s), "9.2")
    }

    /// The reserve pieces that can answer a maneuver attack, by class. (9.2)
    pub(super) fn responders(&self, s: &State) -> Bag {
        let reserve = Pos::reserve(self.map.approach(s.fight.over).locale);
        self.bag_of(s.at(s.active.other(), reserve))
    }

    /// The infantry that can be shown as proof, by class. (9)
    pub(super) fn provable(&self, s: &State) -> Bag {
        let named = s.pieces_of(s.active).filter(|p| p.flags.has(Flags::NAMED));
        self.bag_of(named.filter(|p| p.class.arm() == Arm::Infantry))
    }

    /// Who can take the next reduction, position and class, each once.
    pub(super) fn losable(&self, s: &State) -> Vec<(Pos, Class)> {
        let defender = s.active.other();
        let mut found: Vec<(Pos, Class)> = match s.step {
            _ if let Some(due) = s.fight.dues.first() => self.payers(s, due).iter().map(|p| (p.pos, p.class)).collect(),
            Step::Target => self.bombarded(s).iter().map(|p| (p.pos, p.class)).collect(),
            Step::AttackerExcess => self.others(s, s.active).map(|p| (p.pos, p.class)).collect(),
            Step::DefenderExcess => self.others(s, defender).map(|p| (p.pos, p.class)).collect(),
            _ => match self.spot(s) {
                Some(spot) => self.spot_pieces(s, spot).map(|p| (p.pos, p.class)).collect(),
                None => Vec::new(),
            },
        };
        found.sort_unstable();
        found.dedup();
        found
    }
}
