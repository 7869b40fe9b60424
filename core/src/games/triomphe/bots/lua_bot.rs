//! Bots in Luau: `choose(view, orders, rng)` of a pack's `bot.luau`, which sees its seat's view and nothing else.
//!
//! The engine thinks one order ahead for every bot: `orders` lists what is worth a thought with its traits. A bot picks
//! one of them by its number, or writes any legal order as text.

use std::sync::Arc;

use super::super::model::{PartKind, Pos};
use super::super::order::verb;
use super::super::view::View;
use super::super::{Order, Triomphe, part_kind, size};
use super::board::Board;
use super::ground::Ground;
use super::judge::TRAIT_NAMES;
use super::odds::Odds;
use super::sight::{Candidate, place, survey};
use crate::board::{AreaMap, Position};
use crate::games::bot_script::{Answer, BotScript, trait_named, weights as weights_of, worth};
use crate::kernel::{Ask, Bot, Chosen, Fault, Fill, Game, Offer, Offers, Part, Rng, Seat, Seed};
use crate::script::{Alarm, Sources, UserData, UserDataMethods};

/// A scripted player.
pub struct LuaBot {
    script: BotScript,
    ground: Option<Arc<Ground>>,
    offers: Offers,
}

impl LuaBot {
    /// Loads the bot of a pack.
    ///
    /// # Errors
    /// A script that does not load, or has no function `choose`.
    pub fn load(pack: &str, sources: Sources) -> Result<LuaBot, Fault> {
        Ok(LuaBot { script: BotScript::load(pack, sources)?, ground: None, offers: Offers::new() })
    }

    /// What ends a choice that takes too long by the wall clock.
    #[must_use]
    pub fn alarm(&self) -> &Alarm {
        self.script.alarm()
    }
}

impl Bot<Triomphe> for LuaBot {
    fn choose(
        &mut self,
        game: &Triomphe,
        _: Seat,
        view: &View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<Order>, Fault> {
        let ground = match self.ground.take().filter(|g| g.is_of(&game.map)) {
            Some(ground) => ground,
            None => Arc::new(Ground::new(&game.map)),
        };
        self.ground = Some(ground.clone());
        let state = game.deal(view, Seed(rng.u64(..)))?;
        game.offers(&state, &mut self.offers)?;
        let mut candidates = Vec::new();
        survey(game, &ground, view, &self.offers, &mut candidates);
        let asked = match game.ask(&state) {
            Ask::Ask(question) => question.name,
            Ask::Over(_) => return Err(Fault::new("the match is over: nobody is asked")),
        };
        // only what is legal is laid before the script; elsewhere an offer holds for each of its fills
        let offers = &self.offers;
        candidates.retain(|c| {
            let offer = &offers[c.offer];
            !game.may_misfit(offer) || game.complete(&state, offer, &c.fill).is_ok()
        });
        let board = Board::new(game, &ground, view, &asked);
        let verbs = game.own.verbs.iter().map(|(_, name)| *name).collect();
        let odds = candidates.iter().map(|c| {
            let offer = &self.offers[c.offer];
            let Some(Position::Approach(at)) = place(offer, 0).map(Pos::place) else { return None };
            (offer.verb == verb::ASSAULT).then(|| game.assault_odds(view, at))
        });
        let odds = odds.collect();
        let orders = Orders { map: game.map.clone(), verbs, offers: self.offers.to_vec(), candidates, odds };
        let script = &self.script;
        let order = match script.choose(&board, &orders, orders.candidates.len(), rng)? {
            Answer::Text(text) => game.read(&state, &text).map_err(|no| script.refused(no))?,
            Answer::Listed(k) => {
                let chosen = &orders.candidates[k];
                let order = game.complete(&state, &self.offers[chosen.offer], &chosen.fill);
                order.map_err(|no| script.refused(no))?
            }
        };
        game.check(&state, &order).map_err(|no| script.refused(no))?;
        Ok(Chosen { order, why: String::new() })
    }
}

/// The orders that are worth a thought, as a script holds them.
struct Orders {
    map: Arc<AreaMap>,
    /// Names of verbs, those of packs behind the engine's own.
    verbs: Vec<&'static str>,
    offers: Vec<Offer>,
    candidates: Vec<Candidate>,
    /// Of an assault, what it can come to.
    odds: Vec<Option<Odds>>,
}

impl Orders {
    fn at(&self, k: usize) -> mlua::Result<&Candidate> {
        let found = k.checked_sub(1).and_then(|k| self.candidates.get(k));
        found.ok_or_else(|| mlua::Error::runtime(format!("no order {k}; there are 1 to {}", self.candidates.len())))
    }
    fn offer(&self, k: usize) -> mlua::Result<&Offer> {
        Ok(&self.offers[self.at(k)?.offer])
    }
    fn part(&self, k: usize, which: usize) -> mlua::Result<Option<String>> {
        Ok(self.offer(k)?.parts.get(which).and_then(|part| self.named(*part)))
    }
    fn named(&self, part: Part) -> Option<String> {
        part_kind(part).map(|kind| match kind {
            PartKind::Pos(pos) => self.map.position_name(pos.place()),
            PartKind::Crossing(crossing) => self.map.crossing_name(crossing),
        })
    }
}

impl UserData for Orders {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("count", |_, o, ()| Ok(o.candidates.len()));
        methods.add_method("verb", |_, o, k: usize| {
            let verb = usize::from(o.offer(k)?.verb.0);
            Ok(o.verbs.get(verb).copied().unwrap_or_default())
        });
        methods.add_method("from", |_, o, k: usize| o.part(k, 0));
        methods.add_method("to", |_, o, k: usize| {
            let parts = o.offer(k)?.parts.len();
            o.part(k, parts.saturating_sub(1))
        });
        methods.add_method("ends", |_, o, k: usize| {
            Ok(o.offer(k)?.parts.iter().filter_map(|part| o.named(*part)).collect::<Vec<_>>())
        });
        methods.add_method("odds", |_, o, k: usize| {
            o.at(k)?;
            let odds = o.odds.get(k - 1).copied().flatten();
            Ok(odds.map_or((None, None, None), |odds| (Some(odds.success), Some(odds.lost), Some(odds.taken))))
        });
        methods.add_method("free", |_, o, k: usize| Ok(o.at(k)?.free));
        methods.add_method("pieces", |_, o, k: usize| {
            Ok(match &o.at(k)?.fill {
                Fill::Bag(bag) => i32::from(size(bag)),
                Fill::Number(n) => *n,
                Fill::None | Fill::Pose(_) => 0,
            })
        });
        methods.add_method("trait", |_, o, (k, name): (usize, String)| {
            Ok(o.at(k)?.traits[trait_named(&TRAIT_NAMES, &name)?])
        });
        methods.add_method("weigh", |lua, o, weights: mlua::Table| {
            let by = weights_of(&TRAIT_NAMES, &weights)?;
            lua.create_sequence_from(o.candidates.iter().map(|c| worth(&c.traits, &by)))
        });
    }
}

/// The methods of the orders: name, type, what it gives.
pub(super) const ORDERS_METHODS: [(&str, &str, &str); 10] = [
    ("count", "(self) -> number", "How many orders are worth a thought."),
    (
        "verb",
        "(self, k: number) -> Verb",
        "What order k does; one that a pack adds has the name that the pack gives it.",
    ),
    ("from", "(self, k: number) -> string?", "The first place that it names."),
    ("to", "(self, k: number) -> string?", "The last place or crossing that it names."),
    (
        "ends",
        "(self, k: number) -> { string }",
        "All places and crossings that it names, in turn: where from, where to.",
    ),
    (
        "odds",
        "(self, k: number) -> (number?, number?, number?)",
        "Of an assault: the share of the deals of what is hidden in which it succeeds when it is defended as well as can be, and the points that it costs and takes on average; nil of other orders.",
    ),
    ("free", "(self, k: number) -> boolean", "Whether it costs nothing where others cost a command."),
    ("pieces", "(self, k: number) -> number", "How many pieces it takes, or the number that it says."),
    ("trait", "(self, k: number, name: Trait) -> number", "One of its traits."),
    ("weigh", "(self, weights: { [Trait]: number }) -> { number }", "What the traits of each order are worth in all."),
];
