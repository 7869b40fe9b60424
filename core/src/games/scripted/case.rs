//! The `.case` format for games in Luau: a memory, steps, dice laid ready, orders, and what must hold afterwards.
//!
//! Set-up lines: `setup NAME`, `option NAME VALUE`, `seed N`, `orders N` (given before), `dice 4 2 6` (what the next rolls show), `set FIELD VALUE`,
//! `put FIELD CLASS..` (into a bag or list), `clear FIELD`, `step NAME..` (what is done next, the first first). A field
//! that several hold is followed by the holder's word: `set fervor germany 14`. Expectations: `expect FIELD VALUE`,
//! `expect BAG CLASS 2`, `expect BAG total 3`, `expect those FIELD VALUE 6` (how many hold it), `expect log "words"`,
//! `expect no log "words"`, `expect question "words"`, `expect over "kind"`, `expect dice none`.

use std::collections::BTreeMap;

use crate::games::case_play;
use crate::games::case_words::fault;
use crate::games::memory_words::{Holding, change, need, text_of, those};
use crate::kernel::{Ask, Event, Fault, Game, HookMask, Kit, No, Seed, Setup, StateHash, state_hash};
use crate::pack::Pack;
use crate::pack::case::{CaseGame, Clause, Trouble, Verdict};
use crate::pack::nearest::did_you_mean;
use crate::script::{ScriptGame, ScriptKit, ScriptState};

/// The first words of set-up lines.
const SETTINGS: [&str; 9] = ["setup", "option", "seed", "orders", "dice", "set", "put", "clear", "step"];

/// Makes a kit of a pack with some readings of its rules.
type MakeKit = fn(&Pack, &BTreeMap<String, String>) -> Result<ScriptKit, Fault>;

/// One case of a game in Luau: a [`CaseGame`].
pub struct ScriptCase {
    pack: Result<Pack, Fault>,
    make: MakeKit,
    setup: String,
    options: BTreeMap<String, String>,
    seed: u64,
    /// Orders that were given before.
    orders: u32,
    dice: Vec<u32>,
    steps: Vec<String>,
    /// What is changed in the memory before the first step.
    changes: Vec<Clause>,
    table: Option<Table>,
    log: Vec<Event>,
}

struct Table {
    game: ScriptGame,
    state: ScriptState,
}

impl ScriptCase {
    /// A case of the pack's game.
    #[must_use]
    pub fn new(pack: Result<Pack, Fault>, make: MakeKit) -> ScriptCase {
        ScriptCase {
            pack,
            make,
            setup: String::new(),
            options: BTreeMap::new(),
            seed: 0,
            orders: 0,
            dice: Vec::new(),
            steps: Vec::new(),
            changes: Vec::new(),
            table: None,
            log: Vec::new(),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Trouble> {
        self.table.as_mut().ok_or_else(|| Trouble::new("there is no position"))
    }

    fn log_has(&self, words: &str) -> bool {
        self.log.iter().any(|line| line.public.contains(words) || line.rule.0 == words)
    }

    fn lines(&self) -> String {
        let lines = self.log.iter().map(|line| format!("{} ({})", line.public, line.rule));
        lines.collect::<Vec<_>>().join(" | ")
    }
}

impl CaseGame for ScriptCase {
    fn set(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(0).unwrap_or_default() {
            "setup" => self.setup = need(line, 1, "a set-up")?.to_owned(),
            "option" => {
                let (name, value) = (need(line, 1, "a name")?, need(line, 2, "a value")?);
                self.options.insert(name.to_owned(), value.to_owned());
            }
            "seed" => {
                let seed = need(line, 1, "a number")?;
                self.seed = seed.parse().map_err(|_| Trouble::at(1, "a seed is a whole number"))?;
            }
            "orders" => {
                let orders = need(line, 1, "a number")?;
                self.orders = orders.parse().map_err(|_| Trouble::at(1, "orders are counted from 0"))?;
            }
            "dice" => {
                for (k, die) in line.words().iter().enumerate().skip(1) {
                    let die = die.text.parse().map_err(|_| Trouble::at(k, "a die shows a whole number"))?;
                    self.dice.push(die);
                }
            }
            "step" => self.steps = line.words().iter().skip(1).map(|word| word.text.clone()).collect(),
            "set" | "put" | "clear" => self.changes.push(line.clone()),
            word => {
                let hint = did_you_mean(word, SETTINGS);
                return Err(Trouble::at(0, format!("\"{word}\" is no set-up line")).hint(hint));
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        let pack = self.pack.as_ref().map_err(|wrong| fault(wrong.clone()))?;
        let kit = (self.make)(pack, &self.options).map_err(fault)?;
        let game = kit.open(&HookMask::new()).map_err(fault)?;
        for (name, value) in &self.options {
            let known = game.declared().options.iter().find(|option| option.name == *name);
            if !known.is_some_and(|option| option.values.contains(value)) {
                return Err(Trouble::new(format!("there is no option \"{name}\" that can be \"{value}\"")));
            }
        }
        let setup = Setup { name: self.setup.clone(), ..Setup::default() };
        let started = game.start(&setup, Seed(self.seed)).map_err(fault)?;
        let mut memory = started.memory().clone();
        for line in &self.changes {
            change(game.schema(), &mut memory, line).map_err(|wrong| wrong.within(line.text()))?;
        }
        let steps = if self.steps.is_empty() { game.steps_before(&started) } else { self.steps.clone() };
        game.lay_dice(self.dice.iter().copied());
        let (state, log) = game.stand(Seed(self.seed), memory, &steps).map_err(fault)?;
        let state = state.after(self.orders);
        (self.table, self.log) = (Some(Table { game, state }), log);
        Ok(())
    }

    fn order(&mut self, text: &str) -> Result<(), Trouble> {
        let Table { game, state } = self.table()?;
        (_, self.log) = case_play::give(game, state, text)?;
        Ok(())
    }

    fn judge(&mut self, text: &str) -> Result<Verdict, Trouble> {
        let Table { game, state } = self.table()?;
        let order = match game.read(state, text) {
            Ok(order) => order,
            Err(no) => return Ok(Verdict::Unreadable(no.to_string())),
        };
        Ok(match game.check(state, &order) {
            Ok(_) => Verdict::Legal,
            Err(No::Refused(refusal)) => Verdict::Refused { section: refusal.rule.to_string(), why: refusal.text },
            Err(No::Fault(fault)) => Verdict::Unreadable(fault.to_string()),
        })
    }

    fn asked(&mut self) -> Result<Option<(String, String)>, Trouble> {
        let Table { game, state } = self.table()?;
        Ok(case_play::asked(game, state))
    }

    fn legal(&mut self) -> Result<Vec<String>, Trouble> {
        let Table { game, state } = self.table()?;
        case_play::legal(game, state)
    }

    fn proper(&mut self, text: &str) -> Result<String, Trouble> {
        let Table { game, state } = self.table()?;
        case_play::proper(game, state, text)
    }

    fn expect(&mut self, line: &Clause) -> Result<(), Trouble> {
        let not = |found: String| Err(Trouble::new(found));
        match (line.word(0).unwrap_or_default(), line.word(1)) {
            ("log", _) => {
                let words = need(line, 1, "what the log says")?;
                if self.log_has(words) { Ok(()) } else { not(format!("the log says: {}", self.lines())) }
            }
            ("no", Some("log")) => {
                let words = need(line, 2, "what the log does not say")?;
                if self.log_has(words) { not(format!("the log says: {}", self.lines())) } else { Ok(()) }
            }
            ("question", _) => {
                let words = need(line, 1, "what is asked")?.to_owned();
                let Table { game, state } = self.table()?;
                match game.ask(state) {
                    Ask::Ask(question) if question.text.contains(&words) || question.help.contains(&words) => Ok(()),
                    Ask::Ask(question) => not(format!("asked is: {} {}", question.text, question.help)),
                    Ask::Over(outcome) => not(format!("the game is over: {}", outcome.kind)),
                }
            }
            ("over", kind) => {
                let kind = kind.map(str::to_owned);
                let Table { game, state } = self.table()?;
                match game.ask(state) {
                    Ask::Over(outcome) if kind.as_ref().is_none_or(|kind| *kind == outcome.kind) => Ok(()),
                    Ask::Over(outcome) => not(format!("it is over by: {}", outcome.kind)),
                    Ask::Ask(question) => not(format!("asked is: {}", question.text)),
                }
            }
            ("dice", Some("none")) => {
                let left = self.table()?.game.take_dice();
                if left.is_empty() { Ok(()) } else { not(format!("these dice were not rolled: {left:?}")) }
            }
            ("those", Some(_)) => {
                let Table { game, state } = self.table()?;
                let (found, wanted) = (those(game.schema(), state.memory(), line)?, need(line, 3, "how many")?);
                if found.to_string() == wanted { Ok(()) } else { not(format!("there are {found}")) }
            }
            _ => {
                let Table { game, state } = self.table()?;
                let (schema, memory) = (game.schema(), state.memory());
                let holding = Holding::read(schema, line, 0)?;
                let (found, wanted) = (holding.found(memory, line)?, text_of(line, holding.next));
                if found == wanted { Ok(()) } else { not(format!("it is {found}")) }
            }
        }
    }

    fn hash(&self) -> Option<StateHash> {
        self.table.as_ref().map(|table| StateHash(state_hash(&table.state)))
    }
}
