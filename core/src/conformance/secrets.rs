//! What a seat cannot see changes nothing for it: neither offers nor refusals nor views nor the sequence of prompts, whether
//! it was hidden before or is hidden by an order.

use super::legality::Legal;
use super::{Broken, Kept, Moment, Report, broken, keep};
use crate::kernel::*;
use std::collections::BTreeMap;

/// Deals tried at each moment for each seat.
const DEALS: u64 = 2;
/// Orders played side by side at most.
const STEPS: u32 = 8;
/// Pairs of orders that look alike, and of such that do not, tried at each moment for each seat.
const PAIRS: usize = 2;

impl<G: Game> Moment<'_, G> {
    pub(super) fn secrets(
        &self,
        legal: &Legal<G::Order>,
        odd: &[G::Order],
        rng: &mut Rng,
        report: &mut Report,
    ) -> Kept {
        let asked = self.asked()?.seat;
        let json = serde_json::to_string(self.state).map_err(|e| broken("state", e.to_string()))?;
        let back: G::State = serde_json::from_str(&json).map_err(|e| broken("state", e.to_string()))?;
        keep("state", back == *self.state, || "the state is another one after JSON".to_owned())?;
        for seat in (0..self.game.sides().len() as u8).map(Seat) {
            let view = self.game.view(self.state, seat);
            let seen = seen(&view)?;
            for _ in 0..DEALS {
                report.deals += 1;
                let dealt = self.game.deal(&view, Seed(rng.u64(..)));
                let dealt = dealt.map_err(|f| broken("deal", format!("the true state is not possible: {f}")))?;
                same_view(self.game, &seen, &dealt, seat, "deal")?;
                keep("deal", self.game.ask(&dealt) == self.game.ask(self.state), || "another question".to_owned())?;
                if seat == asked {
                    self.same_rules(&dealt, legal, odd)?;
                }
                lockstep(self.game, self.state, dealt, seat, rng, report)?;
            }
            if seat != asked {
                self.hidden_choices(legal, seat, rng, report)?;
            }
        }
        Ok(())
    }

    /// Of two orders that look alike to another seat it reads and sees the same, until it is told something. And what it
    /// reads of an order is not hidden from it otherwise.
    fn hidden_choices(&self, legal: &Legal<G::Order>, seat: Seat, rng: &mut Rng, report: &mut Report) -> Kept {
        let mut looks: BTreeMap<Key, Vec<&G::Order>> = BTreeMap::new();
        for order in &legal.orders {
            looks.entry(self.game.perceived(self.state, order, seat)).or_default().push(order);
        }
        let mut alike: Vec<&Vec<&G::Order>> = looks.values().filter(|orders| orders.len() > 1).collect();
        rng.shuffle(&mut alike);
        for orders in alike.into_iter().take(PAIRS) {
            let at = rng.usize(1..orders.len());
            self.look_alike(orders[0], orders[at], seat, rng, report)?;
        }
        let mut others: Vec<&G::Order> = looks.values().filter_map(|orders| orders.first().copied()).collect();
        rng.shuffle(&mut others);
        others.chunks_exact(2).take(PAIRS).try_for_each(|two| self.look_different(two[0], two[1], seat))
    }

    /// Plays one order of this moment; nothing where a script fails, which the match itself will meet.
    fn played(&self, order: &G::Order) -> Option<Played<G::State>> {
        let (mut state, mut log) = (self.state.clone(), Vec::new());
        let effect = self.game.play(&mut state, order, &mut log).ok()?;
        Some(Played { state, effect, log })
    }

    fn look_alike(&self, a: &G::Order, b: &G::Order, seat: Seat, rng: &mut Rng, report: &mut Report) -> Kept {
        let (Some(here), Some(there)) = (self.played(a), self.played(b)) else { return Ok(()) };
        // the dice are the same ones, and excuse nothing as long as both throw them
        if here.tells(seat) || there.tells(seat) || here.effect.rolled != there.effect.rolled {
            return Ok(());
        }
        report.lockstep += 1;
        let [one, other] = [a, b].map(|order| self.game.write(self.state, order));
        let (x, y) = (self.game.ask(&here.state), self.game.ask(&there.state));
        keep("prompts", x == y, || format!("seat {} can tell \"{one}\" from \"{other}\": {x:?}, {y:?}", seat.0))?;
        let (x, y) = (here.lines(seat), there.lines(seat));
        keep("log", x == y, || {
            let (x, y) = (apart(&x, &y), apart(&y, &x));
            format!("\"{one}\" looks to seat {} as \"{other}\" does, and it reads {x:?} of it instead of {y:?}", seat.0)
        })?;
        let view = seen(&self.game.view(&here.state, seat))?;
        same_view(self.game, &view, &there.state, seat, "view")
            .map_err(|b| broken(b.clause, format!("after \"{other}\" instead of \"{one}\" {}", b.why)))?;
        match here.effect.rolled {
            true => Ok(()),
            false => lockstep(self.game, &here.state, there.state, seat, rng, report),
        }
    }

    fn look_different(&self, a: &G::Order, b: &G::Order, seat: Seat) -> Kept {
        let (Some(here), Some(there)) = (self.played(a), self.played(b)) else { return Ok(()) };
        let is_told = !here.effect.told.is_empty() || !there.effect.told.is_empty();
        if is_told || here.effect.rolled != there.effect.rolled {
            return Ok(());
        }
        if here.state == there.state || here.lines(seat) != there.lines(seat) {
            return Ok(());
        }
        let same = self.game.ask(&here.state) == self.game.ask(&there.state)
            && seen(&self.game.view(&here.state, seat))? == seen(&self.game.view(&there.state, seat))?;
        keep("perceived", !same, || {
            let [one, other] = [a, b].map(|order| self.game.write_public(self.state, order));
            let seat = seat.0;
            format!("seat {seat} reads \"{one}\" or \"{other}\", and what comes of either is hidden from it")
        })
    }

    /// Legality is a function of the view.
    fn same_rules(&self, dealt: &G::State, legal: &Legal<G::Order>, odd: &[G::Order]) -> Kept {
        let mut offers = Offers::new();
        self.game.offers(dealt, &mut offers).map_err(|f| broken("deal", f.to_string()))?;
        keep("deal", offers.as_slice() == self.offers, || "other offers in another deal".to_owned())?;
        for order in legal.orders.iter().chain(odd) {
            let (here, there) = (self.game.check(self.state, order), self.game.check(dealt, order));
            keep("deal", here == there, || format!("{order:?} is {here:?}, and in another deal {there:?}"))?;
        }
        for order in &legal.orders {
            let (here, there) = (self.game.write(self.state, order), self.game.write(dealt, order));
            keep("deal", here == there, || format!("\"{here}\" is written \"{there}\" in another deal"))?;
        }
        Ok(())
    }
}

/// What came of an order.
struct Played<S> {
    state: S,
    effect: Effect,
    log: Vec<Event>,
}

impl<S> Played<S> {
    fn tells(&self, seat: Seat) -> bool {
        self.effect.told.has(seat)
    }

    fn lines(&self, seat: Seat) -> Vec<&str> {
        self.log.iter().map(|event| event.text(Some(seat))).collect()
    }
}

/// The first line that another log does not have there.
fn apart<'a>(here: &[&'a str], there: &[&str]) -> &'a str {
    here.iter()
        .zip(there.iter().map(Some).chain(std::iter::repeat(None)))
        .find(|(a, b)| Some(*a) != *b)
        .map_or("", |(a, _)| a)
}

fn seen<V: serde::Serialize>(view: &V) -> Result<String, Broken> {
    serde_json::to_string(view).map_err(|e| broken("view", e.to_string()))
}

fn same_view<G: Game>(game: &G, here: &str, other: &G::State, seat: Seat, clause: &'static str) -> Kept {
    let there = seen(&game.view(other, seat))?;
    keep(clause, here == there, || {
        let at = here.bytes().zip(there.bytes()).take_while(|(a, b)| a == b).count();
        let piece = |text: &str| {
            let part = text.as_bytes().get(at.saturating_sub(60)..).unwrap_or_default();
            String::from_utf8_lossy(&part[..part.len().min(120)]).into_owned()
        };
        format!("seat {} sees …{}… instead of …{}…", seat.0, piece(&there), piece(here))
    })
}

/// Plays the truth and another deal side by side, by orders that a seat cannot tell apart, until it is told something.
fn lockstep<G: Game>(
    game: &G,
    truth: &G::State,
    dealt: G::State,
    seat: Seat,
    rng: &mut Rng,
    report: &mut Report,
) -> Kept {
    let (mut here, mut there) = (truth.clone(), dealt);
    for _ in 0..STEPS {
        let Ask::Ask(question) = game.ask(&here) else { return Ok(()) };
        let Ok(order) = game.sample(&here, rng, Policy::Uniform) else { return Ok(()) };
        let key = game.perceived(&here, &order, seat);
        let alike = if question.seat == seat { Some(order.clone()) } else { looks_alike(game, &there, seat, key, rng) };
        let Some(alike) = alike else { return Ok(()) };
        if let Err(No::Refused(refusal)) = game.check(&there, &alike) {
            return Err(broken("deal", format!("{order:?} is refused in another deal: {refusal}")));
        }
        let text = game.write(&here, &order);
        let (mut log_here, mut log_there) = (Vec::new(), Vec::new());
        // A hook that fails ends the comparison; the match itself will meet it.
        let Ok(effect_here) = game.play(&mut here, &order, &mut log_here) else { return Ok(()) };
        let Ok(effect_there) = game.play(&mut there, &alike, &mut log_there) else { return Ok(()) };
        let tells = |effect: &Effect| effect.rolled || effect.told.has(seat);
        if question.seat == seat {
            let bars = |effect: &Effect| effect.rolled || !effect.told.is_empty();
            keep("undo offer", bars(&effect_here) == bars(&effect_there), || {
                format!("whether \"{text}\" can be taken back depends on what seat {} cannot see", seat.0)
            })?;
        }
        if tells(&effect_here) || tells(&effect_there) {
            return Ok(());
        }
        report.lockstep += 1;
        let (asked_here, asked_there) = (game.ask(&here), game.ask(&there));
        keep("prompts", asked_here == asked_there, || {
            format!("after \"{text}\" seat {} can tell {asked_here:?} from {asked_there:?}", seat.0)
        })?;
        let lines = |log: &[Event]| log.iter().map(|e| e.text(Some(seat)).to_owned()).collect::<Vec<_>>();
        let (a, b) = (lines(&log_here), lines(&log_there));
        keep("log", a == b, || format!("after \"{text}\" seat {} reads {b:?} instead of {a:?}", seat.0))?;
        same_view(game, &seen(&game.view(&here, seat))?, &there, seat, "view")
            .map_err(|b| broken(b.clause, format!("after \"{text}\" {}", b.why)))?;
    }
    Ok(())
}

/// A legal order that a seat cannot tell from one with this key.
fn looks_alike<G: Game>(game: &G, state: &G::State, seat: Seat, key: Key, rng: &mut Rng) -> Option<G::Order> {
    let (mut offers, mut orders) = (Offers::new(), Vec::new());
    game.offers(state, &mut offers).ok()?;
    for offer in offers.iter() {
        game.expand(state, offer, 64, &mut orders).ok()?;
    }
    orders.extend((0..8).filter_map(|_| game.sample(state, rng, Policy::Uniform).ok()));
    orders.into_iter().find(|order| game.perceived(state, order, seat) == key)
}
