//! Bots in Luau: `choose(view, orders, rng)` of a pack's `bot.luau`, which sees its seat's view and nothing else.
//!
//! The engine thinks one order ahead for every bot: `orders` lists what is worth a thought with its traits. A bot picks
//! one of them by its number, or writes any legal order as text.

use std::sync::Arc;

use super::super::ask::QUESTIONS;
use super::super::model::{PartKind, Pos};
use super::super::order::{VERB_NAMES, verb};
use super::super::view::View;
use super::super::{Order, Triomphe, part_kind, size};
use super::board::{Board, VIEW_METHODS};
use super::ground::Ground;
use super::judge::{TRAIT_NAMES, TRAITS, Traits, worth};
use super::odds::Odds;
use super::sight::{Candidate, place, survey};
use crate::board::{AreaMap, Position};
use crate::kernel::{Ask, Bot, Chosen, Fault, Fill, Game, No, Offer, Offers, Part, Rng, Seat, Seed};
use crate::pack::nearest::did_you_mean;
use crate::script::lint::{Class, Expected, Given, Module};
use crate::script::{Alarm, Chance, Hook, Limits, Meter, Sandbox, Sources, UserData, UserDataMethods, Value};

/// The module of a bot's pack, without `.luau`.
pub(in super::super) const BOT: &str = "bot";

/// A scripted player.
pub struct LuaBot {
    sandbox: Sandbox,
    choose: Hook,
    ground: Option<Arc<Ground>>,
    offers: Offers,
}

impl LuaBot {
    /// Loads the bot of a pack.
    ///
    /// # Errors
    /// A script that does not load, or has no function `choose`.
    pub fn load(pack: &str, sources: Sources) -> Result<LuaBot, Fault> {
        let sandbox = Sandbox::new(pack, sources, Limits::default(), &Meter::default())?;
        let exports = sandbox.load(BOT)?;
        let choose = exports.hook("choose")?;
        let missing = || broken(pack, "bot.luau must return a table with a function `choose`");
        Ok(LuaBot { choose: choose.ok_or_else(missing)?, sandbox, ground: None, offers: Offers::new() })
    }

    /// What ends a choice that takes too long by the wall clock.
    #[must_use]
    pub fn alarm(&self) -> &Alarm {
        self.sandbox.meter().alarm()
    }
}

fn broken(pack: &str, what: impl Into<String>) -> Fault {
    Fault { pack: pack.to_owned(), ..Fault::new(what) }
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
        let mut chance = Chance(Rng::with_seed(rng.u64(..)));
        let answer = self.sandbox.call_with(&self.choose, |args| {
            args.handle(&board)?;
            args.handle(&orders)?;
            args.handle_mut(&mut chance)
        });
        // no hook that a match could switch off
        let answer = answer.map_err(|err| Fault { hook: String::new(), ..Fault::from(err) })?;
        let pack = self.sandbox.pack();
        let refused = |no: No| match no {
            No::Fault(fault) => fault,
            No::Refused(refusal) => broken(pack, format!("choose gave an order that is not legal: {refusal}")),
        };
        let order = match answer {
            Value::Text(text) => game.read(&state, &text).map_err(refused)?,
            Value::Int(k) => {
                let chosen = usize::try_from(k - 1).ok().and_then(|k| orders.candidates.get(k));
                let most = orders.candidates.len();
                let chosen =
                    chosen.ok_or_else(|| broken(pack, format!("choose gave {k}; there are orders 1 to {most}")))?;
                game.complete(&state, &self.offers[chosen.offer], &chosen.fill).map_err(refused)?
            }
            _ => return Err(broken(pack, "choose must give the number of an order, or an order's text")),
        };
        game.check(&state, &order).map_err(refused)?;
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

fn trait_named(name: &str) -> mlua::Result<usize> {
    TRAIT_NAMES.iter().position(|(known, _)| *known == name).ok_or_else(|| {
        let hint = did_you_mean(name, TRAIT_NAMES.iter().map(|(known, _)| *known));
        mlua::Error::runtime(format!("no trait \"{name}\"{}", hint.map_or(String::new(), |h| format!("; {h}"))))
    })
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
        methods.add_method("trait", |_, o, (k, name): (usize, String)| Ok(o.at(k)?.traits[trait_named(&name)?]));
        methods.add_method("weigh", |lua, o, weights: mlua::Table| {
            let mut by: Traits = [0.0; TRAITS];
            weights.for_each(|name: String, weight: f32| {
                by[trait_named(&name)?] = weight;
                Ok(())
            })?;
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

/// What `check` expects of a bot's module.
pub(in super::super) fn bot_module() -> Module {
    let given = vec![
        Given::Class(Class::of("View", &VIEW_METHODS).answering("asked", &QUESTIONS)),
        Given::Class(
            Class::of("Orders", &ORDERS_METHODS)
                .answering("verb", &VERB_NAMES)
                .taking("trait", 1, &TRAIT_NAMES.map(|(name, _)| name))
                .keyed("weigh", &TRAIT_NAMES.map(|(name, _)| name)),
        ),
        Module::chance(),
    ];
    let functions = vec![Expected { name: "choose", given }];
    Module { functions, kind: "function", needed: Some("choose"), ..Module::default() }
}
