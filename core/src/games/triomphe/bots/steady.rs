//! `steady`: looks one order ahead on its own view, with no dice and no memory.

use super::super::model::AUSTRIAN;
use super::super::view::View;
use super::super::{Order, Triomphe};
use super::ground::Ground;
use super::judge::{STEADY, Traits};
use super::sight::{Candidate, survey};
use crate::games::bot_script::worth;
use crate::kernel::{Bot, Chosen, Fault, Game, No, Offers, Policy, Rng, Seat, Seed};

/// A sensible player of one ply: the yardstick of every other bot.
///
/// It never declares an assault that cannot succeed, uses free marches, organizes whole locales, and answers an attack
/// with as many blocks as stop it or with none. Austria drives for the objective line; France keeps in front of the
/// spearhead, out of reach or strong enough to hold.
pub struct Steady {
    weights: [Traits; 2],
    ground: Option<Ground>,
    offers: Offers,
    candidates: Vec<Candidate>,
    /// What each candidate gains, and its place among them.
    ranks: Vec<(f32, usize)>,
}

impl Default for Steady {
    fn default() -> Self {
        Steady::with_weights(STEADY)
    }
}

impl Steady {
    /// The same player with other tastes: what each trait of an order is worth to it, as Austria and as France.
    #[must_use]
    pub fn with_weights(weights: [Traits; 2]) -> Steady {
        Steady { weights, ground: None, offers: Offers::new(), candidates: Vec::new(), ranks: Vec::new() }
    }
}

/// Below this gain an action is not worth its while.
const IDLE: f32 = 0.02;
/// What is free is done before what costs a command.
const FREE_FIRST: f32 = 0.4;

impl Bot<Triomphe> for Steady {
    fn choose(
        &mut self,
        game: &Triomphe,
        seat: Seat,
        view: &View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<Order>, Fault> {
        let ground = match self.ground.take().filter(|g| g.is_of(&game.map)) {
            Some(ground) => ground,
            None => Ground::new(&game.map),
        };
        let state = game.deal(view, Seed(rng.u64(..)))?;
        game.offers(&state, &mut self.offers)?;
        survey(game, &ground, view, &self.offers, &mut self.candidates);
        self.ground = Some(ground);
        let weights = &self.weights[usize::from(seat != AUSTRIAN)];
        let gain = |c: &Candidate| {
            let gain = worth(&c.traits, weights);
            if c.free && gain > IDLE { gain + FREE_FIRST } else { gain }
        };
        // a candidate is long, and its gain a sum of many: what is put in order is short and told once
        self.ranks.clear();
        self.ranks.extend(self.candidates.iter().map(gain).zip(0..));
        self.ranks.sort_by(|a, b| b.0.total_cmp(&a.0));
        for c in self.ranks.iter().map(|(_, at)| &self.candidates[*at]) {
            match game.complete(&state, &self.offers[c.offer], &c.fill) {
                Ok(order) => return Ok(Chosen { order, why: String::new() }),
                Err(No::Refused(_)) => {}
                Err(No::Fault(fault)) => return Err(fault),
            }
        }
        Ok(Chosen { order: game.sample(&state, rng, Policy::Natural)?, why: String::new() })
    }

    fn again(&mut self) -> bool {
        true
    }
}
