//! The bot that looks one order ahead: it masses, attacks where the table promises, and holds where ground shelters.

use super::sight::Sight;
use super::traits::STEADY_WEIGHTS;
use crate::games::bot_script::worth;
use crate::games::folio::Folio;
use crate::games::folio::options::Options;
use crate::games::folio::order::Order;
use crate::games::folio::view::View;
use crate::kernel::{Bot, Chosen, Fault, Game, Rng, Seat, Seed};

/// What a seat is called that this bot plays.
pub const STEADY: &str = "steady";

/// Plays by one look ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Bot<Folio> for Steady {
    fn choose(
        &mut self,
        game: &Folio,
        seat: Seat,
        view: &View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<Order>, Fault> {
        let s = game.deal(view, Seed(0))?;
        let mut options = Options::new();
        game.options(&s, &mut options);
        let sight = Sight::of(game, &s, seat, &options);
        let mut best: Option<(f32, Order)> = None;
        for (order, _) in &options {
            // a hair of chance, so that equal orders take turns
            let score = worth(&sight.traits(order), &STEADY_WEIGHTS[seat.index()]) + rng.f32() * 0.01;
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *order));
            }
        }
        let (_, order) = best.ok_or_else(|| Fault::new("nobody is asked"))?;
        Ok(Chosen { order, why: String::new() })
    }
}
