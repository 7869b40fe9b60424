//! Bots for games in Luau: `choose(memory, asked, offers, rng, ahead)` of a pack's `bot.luau`, which sees what its seat may
//! know and nothing else. Its modules lie over those of the game, so that it can `require` the game's own words.

use super::kit::lay_out;
use super::{ScriptGame, ScriptView, failed};
use crate::kernel::*;
use crate::pack::plain;

use crate::script::sandbox::charge;
use crate::script::{Alarm, BadValue, Chance, Hook, Limits, Meter, Sandbox, Sources, Store, Value};
use std::collections::BTreeMap;

/// The module of a bot's pack, without `.luau`.
const BOT: &str = "bot";
/// Most games that `ahead` tries an order on.
const MOST_TRIES: u32 = 16;

/// A scripted player of a game in Luau.
pub struct ScriptBot {
    sandbox: Sandbox,
    choose: Hook,
}

impl ScriptBot {
    /// Loads the bot of a pack; `sources` are the game's with the bot's laid over them, `data` the game's.
    ///
    /// # Errors
    /// A script that does not load, or has no function `choose`.
    pub fn load(pack: &str, sources: Sources, data: &BTreeMap<String, Value>) -> Result<ScriptBot, Fault> {
        let sandbox = Sandbox::with_api(pack, sources, Limits::default(), &Meter::default(), |lua| lay_out(lua, data))?;
        let choose = sandbox.load(BOT)?.hook("choose")?;
        let missing = || broken(pack, "bot.luau must return a table with a function `choose`");
        Ok(ScriptBot { choose: choose.ok_or_else(missing)?, sandbox })
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

impl Bot<ScriptGame> for ScriptBot {
    fn choose(
        &mut self,
        game: &ScriptGame,
        seat: Seat,
        view: &ScriptView,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<Choice>, Fault> {
        let pack = self.sandbox.pack();
        let state = game.deal(view, Seed(rng.u64(..)))?;
        let asked = match game.ask(&state) {
            Ask::Ask(question) => question.name,
            Ask::Over(_) => return Err(Fault::new("the match is over: nobody is asked")),
        };
        let offers = game.offered(&state)?;
        let store = Store::of_view(game.schema.clone(), view.memory.clone(), seat);
        let mut chance = Chance(Rng::with_seed(rng.u64(..)));
        let tries = rng.u64(..);
        let order = |said: &Value| -> Result<Choice, Fault> {
            let order = match said {
                Value::Text(text) => game.read(&state, text),
                Value::Int(k) => {
                    let offer = usize::try_from(k - 1).ok().and_then(|k| offers.get(k));
                    let most = offers.len();
                    let offer = offer.ok_or_else(|| broken(pack, format!("there is no offer {k}: 1 to {most}")))?;
                    game.complete(&state, &offer.offer, &Fill::None)
                }
                Value::Map(_) => game.names.ordered(said).map_err(|e| No::Fault(broken(pack, e.to_string()))),
                _ => {
                    let wanted =
                        "an order is wanted: its text, a table, or the number of an offer that leaves nothing open";
                    return Err(broken(pack, wanted));
                }
            };
            let legal = order.and_then(|order| game.check(&state, &order).map(|_| order));
            legal.map_err(|no| match no {
                No::Fault(fault) => fault,
                No::Refused(refusal) => broken(pack, format!("this order is not legal: {refusal}")),
            })
        };
        let ahead = |said: &Value, times: u32| -> Result<f64, Fault> {
            let order = order(said)?;
            let mut sum = 0.0;
            for k in 0..times {
                let mut state = game.deal(view, Seed(tries.wrapping_add(u64::from(k))))?;
                game.play(&mut state, &order, &mut ())?;
                sum += match game.ask(&state) {
                    Ask::Over(Outcome { winner: Some(winner), .. }) => {
                        if winner == seat {
                            10_000.0
                        } else {
                            -10_000.0
                        }
                    }
                    Ask::Over(_) => 0.0,
                    Ask::Ask(_) => game.worth(&state, seat)?.map_or(0.0, f64::from),
                };
            }
            Ok(sum / f64::from(times.max(1)))
        };
        let listed = Value::List(offers.iter().map(|offered| game.names.offered(offered)).collect());
        let answer = self.sandbox.call_with(&self.choose, |args| {
            args.memory(&store)?;
            args.raw(&*asked)?;
            args.value(&listed)?;
            args.handle_mut(&mut chance)?;
            args.function(|lua, (said, times): (mlua::Value, Option<u32>)| {
                let said = Value::read(&said, &Limits::default())?;
                let times = times.unwrap_or(1).clamp(1, MOST_TRIES);
                let before = game.spent();
                let worth = ahead(&said, times).map_err(|fault| BadValue(fault.to_string()))?;
                // the game's work is done for the bot, and comes off its budget
                charge(lua, game.spent().saturating_sub(before))?;
                Ok(worth)
            })
        });
        // no hook that a match could switch off
        let answer = answer.map_err(failed)?;
        let (said, why) = match &answer {
            Value::Map(_) if !answer.field("order").is_nil() => {
                let why = match answer.field("why") {
                    Value::Text(why) => plain::line(why),
                    _ => String::new(),
                };
                (answer.field("order"), why)
            }
            said => (said, String::new()),
        };
        Ok(Chosen { order: order(said)?, why })
    }
}
