//! What a seat cannot see changes nothing for it: neither offers nor refusals nor views nor the sequence of prompts.

use super::legality::Legal;
use super::{Broken, Kept, Moment, Report, broken, keep};
use crate::kernel::*;

/// Deals tried at each moment for each seat.
const DEALS: u64 = 2;
/// Orders played side by side at most.
const STEPS: u32 = 8;

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
        }
        Ok(())
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
