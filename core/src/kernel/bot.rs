//! Bots: players that see what a seat sees and nothing else.

use super::*;
use std::any::Any;
use std::sync::Arc;

/// A bot's decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen<O> {
    /// The order.
    pub order: O,
    /// Why, in a sentence for a person; empty when the bot has nothing to say.
    pub why: String,
}

/// Plays for one seat. What a bot knows is the view; offers come from its own deal of that view, and are the same in
/// every deal by the game's contract.
pub trait Bot<G: Game> {
    /// Chooses an order; `stop` says when the answer is wanted at once.
    ///
    /// # Errors
    /// When a script fails, or the seat is not asked.
    fn choose(
        &mut self,
        game: &G,
        seat: Seat,
        view: &G::View,
        rng: &mut Rng,
        stop: &dyn Fn() -> bool,
    ) -> Result<Chosen<G::Order>, Fault>;
    /// How it draws its orders, when it draws them from what is legal and looks at nothing else.
    fn draws(&self) -> Option<Policy> {
        None
    }
    /// Gets ready for another game, when it remembers nothing of the last; otherwise a new bot takes its seat.
    fn again(&mut self) -> bool {
        false
    }
}

/// Finds a bot by what a seat is called: `random`, `steady`, `search:1000`, a script's id.
pub trait Bots<G: Game>: Send + Sync {
    /// The names that [`Bots::bot`] knows, for dialogs and error texts.
    fn names(&self) -> Vec<String>;
    /// A new bot. Called in the thread in which it will play.
    ///
    /// # Errors
    /// When nobody is called so, or its script does not load.
    fn bot(&self, name: &str) -> Result<Box<dyn Bot<G>>, Fault>;
}

/// What a seat sees at one moment, sealed: only a [`Player`] of the same game can open it. It may go to another thread.
pub struct Seen {
    pub(super) seat: Seat,
    pub(super) view: Box<dyn Any + Send>,
    /// A seed for the bot's own chance: the same match gives the same bot the same luck.
    pub(super) luck: u64,
    /// The hooks that the match has switched off: a bot plays by the rules as they are now.
    pub(super) off: HookMask,
}

/// A bot with its game, and the types of the game erased. Lives in one thread.
pub trait Player {
    /// The bot's order as its owner writes it.
    ///
    /// # Errors
    /// When a script fails, or the view is of another game.
    fn choose(&mut self, seen: &Seen, stop: &dyn Fn() -> bool) -> Result<Chosen<String>, Fault>;
}

/// Makes a [`Player`] in the thread in which it is called.
pub type Recruit = Box<dyn FnOnce() -> Result<Box<dyn Player>, Fault> + Send>;

/// A bot and the game that it plays by.
pub(super) struct Seated<K: Kit> {
    pub(super) kit: Arc<K>,
    pub(super) game: K::G,
    pub(super) off: HookMask,
    pub(super) bot: Box<dyn Bot<K::G>>,
}

impl<K: Kit> Player for Seated<K> {
    fn choose(&mut self, seen: &Seen, stop: &dyn Fn() -> bool) -> Result<Chosen<String>, Fault> {
        if seen.off != self.off {
            self.game = self.kit.open(&seen.off)?;
            self.off = seen.off.clone();
        }
        let view = seen
            .view
            .downcast_ref::<<K::G as Game>::View>()
            .ok_or_else(|| Fault::new("this view is of another game"))?;
        let mut rng = Rng::with_seed(seen.luck);
        let chosen = self.bot.choose(&self.game, seen.seat, view, &mut rng, stop)?;
        let could_be = self.game.deal(view, Seed(seen.luck))?;
        Ok(Chosen { order: self.game.write(&could_be, &chosen.order), why: chosen.why })
    }
}
