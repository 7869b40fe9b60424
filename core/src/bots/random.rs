//! The bot that plays anything legal: for fuzz and benches, not for people.

use crate::kernel::{Bot, Chosen, Fault, Game, Policy, Rng, Seat, Seed};

/// Plays a random order.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub Policy);

impl<G: Game> Bot<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        _: Seat,
        view: &G::View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<G::Order>, Fault> {
        let could_be = game.deal(view, Seed(rng.u64(..)))?;
        Ok(Chosen { order: game.sample(&could_be, rng, self.0)?, why: String::new() })
    }

    fn draws(&self) -> Option<Policy> {
        Some(self.0)
    }

    fn again(&mut self) -> bool {
        true
    }
}
