//! Bots in Luau: `choose(view, orders, rng)` of a pack's `bot.luau`, which sees its seat's view and nothing else.
//!
//! The engine thinks one order ahead for every bot: `orders` lists every legal order with its traits. A bot picks one of them by
//! its number, or writes any legal order as text.

use std::sync::Arc;

use super::board::{Board, VIEW_METHODS};
use super::sight::Sight;
use super::traits::{TRAIT_NAMES, Traits};
use crate::board::HexMap;
use crate::games::bot_script::{Answer, BotScript, Lent, trait_named, weights as weights_of, worth};
use crate::games::folio::Folio;
use crate::games::folio::army::Army;
use crate::games::folio::ask::QUESTIONS;
use crate::games::folio::options::Options;
use crate::games::folio::order::{Order, VERB_WORDS};
use crate::games::folio::view::View;
use crate::kernel::{Ask, Bot, Chosen, Fault, Game, Rng, Seat, Seed};
use crate::script::lint::Module;
use crate::script::{Alarm, Sources, UserData, UserDataMethods};

/// A scripted player.
pub struct LuaBot {
    script: BotScript,
}

impl LuaBot {
    /// Loads the bot of a pack.
    ///
    /// # Errors
    /// A script that does not load, or has no function `choose`.
    pub fn load(pack: &str, sources: Sources) -> Result<LuaBot, Fault> {
        Ok(LuaBot { script: BotScript::load(pack, sources)? })
    }

    /// What ends a choice that takes too long by the wall clock.
    #[must_use]
    pub fn alarm(&self) -> &Alarm {
        self.script.alarm()
    }
}

impl Bot<Folio> for LuaBot {
    fn choose(
        &mut self,
        game: &Folio,
        seat: Seat,
        view: &View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<Order>, Fault> {
        let s = game.deal(view, Seed(0))?;
        let asked = match game.ask(&s) {
            Ask::Ask(question) => question.name.into_owned(),
            Ask::Over(_) => return Err(Fault::new("the match is over: nobody is asked")),
        };
        let mut options = Options::new();
        game.options(&s, &mut options);
        let sight = Sight::of(game, &s, seat, &options);
        let traits = options.iter().map(|(order, _)| sight.traits(order)).collect();
        let board = Board::of(game, &sight, asked);
        let orders = Orders { map: game.map.clone(), army: game.army.clone(), traits, options: options.clone() };
        let script = &self.script;
        let order = match script.choose(&board, &orders, options.len(), rng)? {
            Answer::Text(text) => game.read(&s, &text).map_err(|no| script.refused(no))?,
            Answer::Listed(k) => options[k].0,
        };
        game.check(&s, &order).map_err(|no| script.refused(no))?;
        Ok(Chosen { order, why: String::new() })
    }
}

/// The legal orders, as a script holds them.
struct Orders {
    map: Arc<HexMap>,
    army: Arc<Army>,
    options: Options,
    traits: Vec<Traits>,
}

impl Orders {
    fn at(&self, k: usize) -> mlua::Result<(&(Order, u8), &Traits)> {
        let found = k.checked_sub(1).and_then(|k| self.options.get(k).zip(self.traits.get(k)));
        found.ok_or_else(|| mlua::Error::runtime(format!("no order {k}; there are 1 to {}", self.options.len())))
    }
}

impl UserData for Orders {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("count", |_, o, ()| Ok(o.options.len()));
        methods.add_method("verb", |_, o, k: usize| Ok(VERB_WORDS[o.at(k)?.0.0.act as usize]));
        methods.add_method("unit", |_, o, k: usize| {
            let unit = o.at(k)?.0.0.unit();
            Ok(unit.map(|unit| o.army.facts(unit).name.clone()))
        });
        methods.add_method("hex", |_, o, k: usize| {
            let hex = o.at(k)?.0.0.hex();
            Ok(hex.map(|hex| o.map.hex_name(hex)))
        });
        methods.add_method("cost", |_, o, k: usize| Ok(f64::from(o.at(k)?.0.1) / 2.0));
        methods
            .add_method("trait", |_, o, (k, name): (usize, String)| Ok(o.at(k)?.1[trait_named(&TRAIT_NAMES, &name)?]));
        methods.add_method("weigh", |lua, o, weights: mlua::Table| {
            let by = weights_of(&TRAIT_NAMES, &weights)?;
            lua.create_sequence_from(o.traits.iter().map(|traits| worth(traits, &by)))
        });
    }
}

/// The methods of the orders: name, type, what it gives.
pub(super) const ORDERS_METHODS: [(&str, &str, &str); 7] = [
    ("count", "(self) -> number", "How many orders are legal."),
    ("verb", "(self, k: number) -> Verb", "What order k does."),
    ("unit", "(self, k: number) -> string?", "The unit that it names first."),
    ("hex", "(self, k: number) -> string?", "The hex that it names."),
    ("cost", "(self, k: number) -> number", "The movement points that it costs."),
    ("trait", "(self, k: number, name: Trait) -> number", "One of its traits."),
    ("weigh", "(self, weights: { [Trait]: number }) -> { number }", "What the traits of each order are worth in all."),
];

fn lent() -> Lent {
    Lent {
        title: "Marengo: Morning Defeat, Afternoon Victory",
        places: "Hexes are named as on the board, \"1107\"; units by their names, \"Frim-L\".",
        view: &VIEW_METHODS,
        orders: &ORDERS_METHODS,
        verbs: VERB_WORDS.to_vec(),
        asked: &QUESTIONS,
        traits: &TRAIT_NAMES,
    }
}

/// What `check` expects of a bot's module.
pub(in crate::games::folio) fn bot_module() -> Module {
    lent().module(&VERB_WORDS)
}

/// The declarations of what `choose(view, orders, rng)` of a bot's `bot.luau` is lent.
#[must_use]
pub fn declarations() -> String {
    lent().declarations()
}

/// The same as a part of a page for people.
#[must_use]
pub fn page() -> String {
    lent().page("Hexes are named as on the board, `1107`, and units by their names, `Frim-L`.")
}
