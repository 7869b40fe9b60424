//! What a seat can foresee: an order tried on deals of what its seat knows, and why an order that is not offered is not.

use super::matches::{Match, Trouble};
use super::*;
use serde::{Deserialize, Serialize};

/// What may come of an order, as its seat may foresee it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foresight {
    /// What it may give away: whether it can be taken back.
    pub effect: Effect,
    /// Who may be asked next; nobody when the match may be over then.
    pub next: Vec<Option<Seat>>,
    /// What the game itself says: see [`Game::follows`].
    #[serde(default, skip_serializing_if = "Odds::is_empty")]
    pub odds: Odds,
    /// What happened in every deal that was tried.
    pub sure: Vec<LogEvent>,
    /// What happened in some of them.
    pub perhaps: Vec<LogEvent>,
}

impl Foresight {
    /// Whether the order leaves the decision with its seat and can be taken back.
    #[must_use]
    pub fn is_quiet(&self, seat: Seat) -> bool {
        !self.effect.rolled && self.effect.told.is_empty() && self.next == [Some(seat)]
    }

    fn add(&mut self, first: bool, effect: Effect, next: Option<Seat>, events: Vec<LogEvent>) {
        self.effect = self.effect.and(effect);
        if !self.next.contains(&next) {
            self.next.push(next);
        }
        if first {
            self.sure = events;
            return;
        }
        let (sure, lost) = std::mem::take(&mut self.sure).into_iter().partition(|e| events.contains(e));
        self.sure = sure;
        let lost: Vec<LogEvent> = lost;
        for event in lost.into_iter().chain(events) {
            if !self.sure.contains(&event) && !self.perhaps.contains(&event) {
                self.perhaps.push(event);
            }
        }
    }
}

impl<K: Kit> Match<K> {
    /// Tries an order on so many deals of what its seat knows, with fresh dice. What only some deals show is a chance,
    /// not a promise; what all show is a promise only as far as the deals go.
    ///
    /// # Errors
    /// When the order is not legal or a script fails.
    pub fn foresee(&mut self, order: &<K::G as Game>::Order, deals: u32) -> Result<Foresight, Trouble> {
        self.check(order)?;
        let Ask::Ask(question) = self.ask() else { return Ok(Foresight::default()) };
        let seat = question.seat;
        self.ruled(|game, state| {
            let view = game.view(state, seat);
            let itself = game.write(state, order);
            let mut foresight = Foresight { odds: game.follows(&view, order)?, ..Foresight::default() };
            for k in 0..deals.max(1) {
                let mut could_be = game.deal(&view, Seed(u64::from(k)))?;
                let mut events: Vec<Event> = Vec::new();
                let effect = game.play(&mut could_be, order, &mut events)?;
                let next = match game.ask(&could_be) {
                    Ask::Ask(question) => Some(question.seat),
                    Ask::Over(_) => None,
                };
                let told = events.iter().map(|event| LogEvent::of(event, Some(seat)));
                let told = told.filter(|event| !event.text.ends_with(&itself)).collect();
                foresight.add(k == 0, effect, next, told);
            }
            Ok(foresight)
        })
    }

    /// What the game itself says that a legal order brings; see [`Game::follows`].
    ///
    /// # Errors
    /// When the order is not legal or a script fails.
    pub fn follows(&mut self, order: &<K::G as Game>::Order) -> Result<Odds, Trouble> {
        self.check(order)?;
        let Ask::Ask(question) = self.ask() else { return Ok(Odds::default()) };
        self.ruled(|game, state| Ok(game.follows(&game.view(state, question.seat), order)?))
    }

    /// The order that a choice means although it is not among the offers.
    ///
    /// # Errors
    /// Why it is not: the rule and a sentence.
    pub fn try_choice(&mut self, choice: &Choice) -> Result<<K::G as Game>::Order, Trouble> {
        if let Ask::Over(outcome) = self.ask() {
            return Err(Trouble::Over(outcome));
        }
        let offer = Offer { verb: choice.verb, parts: choice.parts, slot: Slot::None, cost: Cost::default() };
        self.ruled(|game, state| game.complete(state, &offer, &choice.fill))
    }
}
