//! Orders in the cases of any game of the house: given, judged, listed.

use crate::kernel::{Event, Game, No, Offers};
use crate::pack::case::{Trouble, Verdict};

use super::case_words::fault;

/// The section of a refusal that only says that a text is no order.
pub(crate) const NOTATION: &str = "notation";

/// The most orders that `offers` and `only` list.
const MOST_ORDERS: usize = 20_000;

fn read<G: Game>(game: &G, state: &G::State, text: &str) -> Result<(G::Order, i16), No> {
    let order = game.read(state, text)?;
    let cost = game.check(state, &order)?;
    Ok((order, cost.0))
}

/// Carries out an order of the seat that has to decide; what it cost, and what the log says.
///
/// # Errors
/// Why it is not legal, and what is asked instead.
pub(crate) fn give<G: Game>(game: &G, state: &mut G::State, text: &str) -> Result<(i16, Vec<Event>), Trouble> {
    let (order, cost) = read(game, state, text).map_err(|no| {
        let asked = asked(game, state).map_or_else(|| "nobody".to_owned(), |(seat, name)| format!("{seat} {name}"));
        Trouble::new(format!("{no}; asked is: {asked}"))
    })?;
    let mut log = Vec::new();
    game.play(state, &order, &mut log).map_err(fault)?;
    Ok((cost, log))
}

/// What the rules say to an order.
pub(crate) fn judge<G: Game>(game: &G, state: &G::State, text: &str) -> Verdict {
    match read(game, state, text) {
        Ok(_) => Verdict::Legal,
        Err(No::Refused(refusal)) if refusal.rule.0 == NOTATION => Verdict::Unreadable(refusal.text),
        Err(No::Refused(refusal)) => Verdict::Refused { section: refusal.rule.to_string(), why: refusal.text },
        Err(No::Fault(fault)) => Verdict::Unreadable(fault.to_string()),
    }
}

/// The side that has to decide, and the name of what it is asked; none when the game is over.
pub(crate) fn asked<G: Game>(game: &G, state: &G::State) -> Option<(String, String)> {
    game.ask(state).named(game.sides())
}

/// The legal orders as they are written.
///
/// # Errors
/// A script that fails.
pub(crate) fn legal<G: Game>(game: &G, state: &G::State) -> Result<Vec<String>, Trouble> {
    let (mut offers, mut orders) = (Offers::default(), Vec::new());
    game.offers(state, &mut offers).map_err(fault)?;
    for offer in offers.iter() {
        let room = MOST_ORDERS.saturating_sub(orders.len());
        game.expand(state, offer, room, &mut orders).map_err(fault)?;
    }
    Ok(orders.iter().map(|order| game.write(state, order)).collect())
}

/// An order's text as the game itself writes it.
///
/// # Errors
/// What it does not read.
pub(crate) fn proper<G: Game>(game: &G, state: &G::State, text: &str) -> Result<String, Trouble> {
    let order = game.read(state, text).map_err(|no| Trouble::new(no.to_string()))?;
    Ok(game.write(state, &order))
}
