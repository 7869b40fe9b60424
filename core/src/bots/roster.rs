//! Who may sit at a game's table: the bots that play any game, and those that the game adds.

use super::{Random, Search};
use crate::kernel::{Bot, Bots, Fault, Game, Policy};
use crate::pack::nearest::did_you_mean;
use crate::pack::{Kind, Pack, Packs};
use std::collections::BTreeMap;

/// Makes one bot; called in the thread in which it plays.
type Make<G> = Box<dyn Fn() -> Result<Box<dyn Bot<G>>, Fault> + Send + Sync>;

/// What the house's own scripted bot is called.
const LUA: &str = "lua";
/// Iterations of `search` when no number is given.
const ITERATIONS: u32 = 1000;

/// `random`, `search:N`, and a game's own bots by name.
pub struct Roster<G: Game> {
    own: Vec<(String, Make<G>)>,
    /// The own name of the bot that is called `lua`.
    lua: Option<String>,
}

impl<G: Game> Default for Roster<G> {
    fn default() -> Self {
        Roster { own: Vec::new(), lua: None }
    }
}

impl<G: Game> Roster<G> {
    /// The roster with one bot more.
    #[must_use]
    pub fn with(
        mut self,
        name: &str,
        make: impl Fn() -> Result<Box<dyn Bot<G>>, Fault> + Send + Sync + 'static,
    ) -> Self {
        self.own.push((name.to_owned(), Box::new(make)));
        self
    }

    /// The roster with the scripted bots of packs, by the packs' ids: the first that the house ships is called `lua`, and none
    /// takes a name that is taken.
    #[must_use]
    pub fn with_packs(
        mut self,
        packs: &Packs,
        load: impl Fn(&Pack) -> Result<Box<dyn Bot<G>>, Fault> + Clone + Send + Sync + 'static,
    ) -> Self {
        let shipped = packs.of_kind(Kind::Bot).find(|pack| pack.is_shipped()).map(Pack::id);
        for pack in packs.of_kind(Kind::Bot) {
            let is_lua = shipped == Some(pack.id());
            let name = if is_lua { LUA } else { pack.id() };
            if is_lua {
                self.lua = Some(pack.id().to_owned()).filter(|id| self.own.iter().all(|(taken, _)| taken != id));
            }
            if is_lua || (name != LUA && !Bots::<G>::names(&self).iter().any(|taken| taken == name)) {
                let (pack, load) = (pack.clone(), load.clone());
                self = self.with(name, move || load(&pack));
            }
        }
        self
    }

    /// Names that are others for those of [`Bots::names`]: the house's scripted bot is also called by its own.
    #[must_use]
    pub fn aliases(&self) -> BTreeMap<String, String> {
        self.lua.iter().map(|id| (id.clone(), LUA.to_owned())).collect()
    }
}

impl<G: Game> Bots<G> for Roster<G> {
    fn names(&self) -> Vec<String> {
        let own = self.own.iter().map(|(name, _)| name.clone());
        own.chain(["search".to_owned(), "random".to_owned()]).collect()
    }

    fn bot(&self, name: &str) -> Result<Box<dyn Bot<G>>, Fault> {
        let called = if self.lua.as_deref() == Some(name) { LUA } else { name };
        if let Some((_, make)) = self.own.iter().find(|(own, _)| own == called) {
            return make();
        }
        match name.split_once(':') {
            None if name == "random" => return Ok(Box::new(Random(Policy::Uniform))),
            None if name == "search" => return Ok(Box::new(Search::new(ITERATIONS))),
            Some(("search", number)) => {
                let number = number.parse().ok().filter(|n| *n > 0);
                let fault = || Fault::new(format!("\"{name}\": search:N needs a number of iterations from 1"));
                return Ok(Box::new(Search::new(number.ok_or_else(fault)?)));
            }
            _ => {}
        }
        let mut names = Bots::<G>::names(self);
        names.extend(self.lua.clone());
        names.sort();
        let hint = did_you_mean(name, names.iter().map(String::as_str));
        let hint = hint.unwrap_or_else(|| format!("there are {}", names.join(", ")));
        Err(Fault::new(format!("no bot is called \"{name}\"; {hint}")))
    }
}
