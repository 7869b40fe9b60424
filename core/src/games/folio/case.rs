//! The `.case` format for this game: a position on any hex map, forced dice, orders, and what must hold afterwards.
//!
//! Set-up lines: `board`, `setup`, `variant`, `option`, `switch`, `seed`, `dice`; then `turn`, `step`, `orders`, `clear`, `at`, `off`, `track`,
//! `lost`, `unit`, `arrived`, `column`, `through`, `spare` and `score`. After `clear` every unit is gone. With `setup none` every unit that no line names is gone.

use super::flow::Step;
use super::model::{Flags, MOST_FORMATIONS, Place, State, Unit, UnitId};
use super::notation::SIDES;
use super::{Folio, FolioKit};
use crate::board::HexId;
use crate::games::case_play;
use crate::games::case_words::{fault, need, side, whole};
use crate::kernel::{Ask, Event, Game, Header, HookMask, Kit, Seed, StateHash, state_hash};
use crate::pack::builtin::Files;
use crate::pack::case::{CaseGame, Clause, Trouble, Verdict};
use crate::pack::nearest::did_you_mean;
use std::collections::BTreeMap;

/// Where a case finds its boards: a path as the case writes it to the file's text.
type Boards = dyn Fn(&str) -> Result<String, String>;

const SETTINGS: [&str; 22] = [
    "board", "setup", "variant", "option", "switch", "seed", "dice", "turn", "step", "at", "off", "track", "lost",
    "arrived", "spare", "score", "ready", "orders", "clear", "unit", "column", "through",
];

const EXPECTED: [&str; 12] =
    ["at", "unit", "steps", "points", "spare", "log", "over", "cost", "attack", "defence", "cell", "turn"];

/// The words for states of units.
pub(super) const MARKS: [(&str, Flags); 16] = [
    ("disrupted", Flags::DISRUPTED),
    ("square", Flags::SQUARE),
    ("inside", Flags::HOLDS),
    ("ammo", Flags::AMMO),
    ("deployed", Flags::DEPLOYED),
    ("moved", Flags::MOVED),
    ("marched", Flags::MARCHED),
    ("fought", Flags::FOUGHT),
    ("effective", Flags::EFFECTIVE),
    ("active", Flags::ACTIVE),
    ("moved_last", Flags::MOVED_LAST),
    ("alarmed", Flags::ALARMED),
    ("charger", Flags::CHARGER),
    ("tried", Flags::TRIED),
    ("passed", Flags::PASSED),
    ("spent", Flags::SPENT),
];

/// The steps at which a case may begin: those that begin a phase, and those that ask in it.
pub(super) const STEPS: [(&str, Step); 15] = [
    ("setup", Step::Column),
    ("begin", Step::Begin),
    ("command", Step::Command),
    ("move", Step::Move),
    ("bombard", Step::Guns),
    ("charge", Step::Horse),
    ("attack", Step::Battle),
    ("recover", Step::Recover),
    ("settle", Step::Settle),
    ("place", Step::Place),
    ("arrive", Step::Arrive),
    ("return", Step::Return),
    ("bombarding", Step::Fire),
    ("charging", Step::Charge),
    ("attacking", Step::Attack),
];

/// One case of this game.
pub struct FolioCase {
    boards: Box<Boards>,
    files: Files,
    board: Option<(String, String)>,
    setup: Option<String>,
    settings: BTreeMap<String, String>,
    variants: Vec<String>,
    seed: u64,
    dice: Vec<u8>,
    table: Option<Table>,
    step: Option<Step>,
    log: Vec<Event>,
    cost: Option<i16>,
}

struct Table {
    kit: FolioKit,
    game: Folio,
    state: State,
}

fn equal<T: PartialEq + std::fmt::Display>(k: usize, wanted: &T, found: &T, what: &str) -> Result<(), Trouble> {
    if wanted == found { Ok(()) } else { Err(Trouble::at(k, format!("{what}: {found}"))) }
}

impl FolioCase {
    /// A case that finds its boards by `boards`, and its packs among these files.
    pub fn new(boards: impl Fn(&str) -> Result<String, String> + 'static, files: Files) -> FolioCase {
        FolioCase {
            boards: Box::new(boards),
            files,
            board: None,
            setup: None,
            settings: BTreeMap::new(),
            variants: Vec::new(),
            seed: 0,
            dice: Vec::new(),
            table: None,
            step: None,
            log: Vec::new(),
            cost: None,
        }
    }

    /// The position as it stands; none before the first line that speaks of places.
    #[must_use]
    pub fn standing(&self) -> Option<&State> {
        self.table.as_ref().map(|table| &table.state)
    }

    /// The same case with the seed, the variants and the readings of a match; what the case says of them itself comes first.
    #[must_use]
    pub fn of(mut self, header: &Header) -> FolioCase {
        (self.seed, self.settings, self.variants) = (header.seed.0, header.settings(), header.variants.clone());
        self
    }

    /// The position with what its games are opened from; none before the first line that speaks of places, and where dice were
    /// laid out for it, since a match that goes on from it rolls its own.
    #[must_use]
    pub fn taken_up(self) -> Option<(FolioKit, State)> {
        let own_dice = self.dice.is_empty();
        self.table.filter(|_| own_dice).map(|table| (table.kit, table.state))
    }

    fn table(&mut self) -> Result<&mut Table, Trouble> {
        if self.table.is_none() {
            let board = self.board.as_ref().map(|(file, text)| (file.as_str(), text.as_str()));
            let kit = FolioKit::on(&self.files, &self.settings, &self.variants, board).map_err(fault)?;
            let game = kit.open(&HookMask::new()).map_err(fault)?;
            let state = match &self.setup {
                Some(name) => {
                    let k = game.setups.iter().position(|(known, _)| known == name);
                    let k = k.ok_or_else(|| Trouble::new(format!("no set-up \"{name}\"")))?;
                    game.lay_out(k as u8, Seed(self.seed))
                }
                None => {
                    let mut state = game.lay_out(u8::MAX, Seed(self.seed));
                    state.units.iter_mut().for_each(|unit| unit.at = Place::Gone);
                    state
                }
            };
            game.force(&self.dice);
            self.table = Some(Table { kit, game, state });
        }
        self.table.as_mut().ok_or_else(|| Trouble::new("there is no board"))
    }

    fn unit(&mut self, line: &Clause, k: usize) -> Result<UnitId, Trouble> {
        let name = need(line, k, "a unit")?;
        self.table()?.game.army.read(name).map_err(|wrong| Trouble::at(k, wrong))
    }

    fn hex(&mut self, line: &Clause, k: usize) -> Result<HexId, Trouble> {
        let name = need(line, k, "a hex")?;
        self.table()?.game.map.read_hex(name).map_err(|wrong| Trouble::at(k, wrong))
    }

    /// Units joined by `+`.
    fn units(&mut self, line: &Clause, k: usize) -> Result<Vec<UnitId>, Trouble> {
        let names = need(line, k, "units")?;
        let army = self.table()?.game.army.clone();
        names.split('+').map(|name| army.read(name).map_err(|wrong| Trouble::at(k, wrong))).collect()
    }

    fn mark(&mut self, line: &Clause, k: usize, unit: UnitId) -> Result<(), Trouble> {
        let word = need(line, k, "a state")?;
        let state = self.table()?.state.unit_mut(unit);
        match word {
            "reduced" => {
                state.steps = 1;
                return Ok(());
            }
            "steps" => {
                state.steps = whole(line, k + 1)?;
                return Ok(());
            }
            // the number before it
            _ if k > 0 && line.word(k - 1) == Some("steps") => return Ok(()),
            _ => {}
        }
        let known = MARKS.iter().find(|(known, _)| *known == word);
        let known = known.ok_or_else(|| {
            Trouble::at(k, format!("\"{word}\" is no state of a unit"))
                .hint(did_you_mean(word, MARKS.map(|(word, _)| word)))
        })?;
        // who is inside a chateau has the square's marker
        state.set(if known.1 == Flags::HOLDS { Flags::HOLDS.with(Flags::SQUARE) } else { known.1 });
        Ok(())
    }

    fn position(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(0).unwrap_or_default() {
            "turn" => {
                let (turn, active) = (whole(line, 1)?, side(line, 2, &SIDES)?);
                let state = &mut self.table()?.state;
                (state.turn, state.active) = (turn, active);
            }
            "step" => {
                let word = need(line, 1, "a step")?;
                let step = STEPS.iter().find(|(known, _)| *known == word).map(|(_, step)| *step);
                let hint = || did_you_mean(word, STEPS.map(|(word, _)| word));
                self.step = Some(step.ok_or_else(|| Trouble::at(1, format!("\"{word}\" is no step")).hint(hint()))?);
            }
            "at" => {
                let (hex, unit) = (self.hex(line, 1)?, self.unit(line, 2)?);
                self.table()?.state.unit_mut(unit).at = Place::Hex(hex);
                for k in 3..line.words().len() {
                    self.mark(line, k, unit)?;
                }
            }
            "off" | "ready" => {
                for k in 1..line.words().len() {
                    let unit = self.unit(line, k)?;
                    let at = if line.word(0) == Some("off") { Place::Waiting } else { Place::Ready };
                    self.table()?.state.unit_mut(unit).at = at;
                }
            }
            "track" => {
                let (turn, unit) = (whole(line, 1)?, self.unit(line, 2)?);
                self.table()?.state.unit_mut(unit).at = Place::Track(turn);
            }
            "lost" => {
                for k in 1..line.words().len() {
                    let unit = self.unit(line, k)?;
                    self.table()?.state.unit_mut(unit).at = Place::Destroyed;
                }
            }
            "unit" => {
                let unit = self.unit(line, 1)?;
                let (at, next) = match need(line, 2, "a place")? {
                    "off" => (Place::Waiting, 3),
                    "track" => (Place::Track(whole(line, 3)?), 4),
                    "ready" => (Place::Ready, 3),
                    "destroyed" => (Place::Destroyed, 3),
                    "captured" => (Place::Captured, 3),
                    "gone" => (Place::Gone, 3),
                    _ => (Place::Hex(self.hex(line, 2)?), 3),
                };
                self.table()?.state.unit_mut(unit).at = at;
                for k in next..line.words().len() {
                    self.mark(line, k, unit)?;
                }
            }
            "clear" => {
                let Table { game, state, .. } = self.table()?;
                for ((_, facts), unit) in game.army.all().zip(state.units.iter_mut()) {
                    *unit = Unit { at: Place::Gone, flags: Flags::NONE, steps: facts.steps, flee: 0 };
                }
                (state.columns, state.through, state.spare, state.score) = Default::default();
                state.arrivals.iter_mut().for_each(|arrival| *arrival = Default::default());
            }
            "orders" => {
                let orders = need(line, 1, "a number")?;
                let orders = orders.parse().map_err(|_| Trouble::at(1, "orders are counted from 0"))?;
                self.table()?.state.orders = orders;
            }
            "column" => {
                let k = match need(line, 1, "an entry, A or M,")? {
                    "A" => 0,
                    "M" => 1,
                    other => return Err(Trouble::at(1, format!("columns enter by A or M, not by \"{other}\""))),
                };
                let formations = (2..line.words().len()).map(|k| whole(line, k)).collect::<Result<Vec<u8>, _>>()?;
                if formations.len() > MOST_FORMATIONS {
                    return Err(Trouble::at(2, format!("a column has at most {MOST_FORMATIONS} formations")));
                }
                self.table()?.state.columns[k] = formations.into_iter().collect();
            }
            "through" => {
                let (hex, n) = (self.hex(line, 1)?, whole(line, 2)?);
                let through = &mut self.table()?.state.through;
                if through.len() == 16 {
                    return Err(Trouble::at(0, "there are not so many entry hexes"));
                }
                through.push((hex, n));
            }
            "arrived" => {
                let name = need(line, 1, "a group")?.to_owned();
                let entry = if line.word(2) == Some("none") { None } else { Some(self.hex(line, 2)?) };
                let turn = if line.words().len() > 3 { whole(line, 3)? } else { 1 };
                let Table { game, state, .. } = self.table()?;
                let k = game.setup(state).groups.iter().position(|group| group.name == name);
                let k = k.ok_or_else(|| Trouble::at(1, format!("no group \"{name}\" arrives")))?;
                state.arrivals[k] = super::model::Arrival { turn, entry };
            }
            "spare" => {
                let (side, n) = (side(line, 1, &SIDES)?, whole(line, 2)?);
                self.table()?.state.spare[side.index()] = n;
            }
            "score" => {
                let side = side(line, 1, &SIDES)?;
                for k in (2..line.words().len()).step_by(2) {
                    let n = whole(line, k + 1)?;
                    let score = &mut self.table()?.state.score[side.index()];
                    let field = match line.word(k).unwrap_or_default() {
                        "destroyed" => &mut score.destroyed,
                        "casualties" => &mut score.casualties,
                        "captured" => &mut score.captured,
                        "great" => &mut score.great,
                        other => {
                            return Err(Trouble::at(
                                k,
                                format!("\"{other}\" is none of destroyed, casualties, captured, great"),
                            ));
                        }
                    };
                    *field = n;
                }
            }
            other => {
                return Err(
                    Trouble::at(0, format!("\"{other}\" is no set-up line")).hint(did_you_mean(other, SETTINGS))
                );
            }
        }
        Ok(())
    }

    fn expect_unit(&mut self, line: &Clause) -> Result<(), Trouble> {
        let unit = self.unit(line, 1)?;
        let Table { game, state, .. } = self.table()?;
        let at = game.place_word(state.unit(unit).at);
        let mut k = 2;
        let mut wanted = need(line, 2, "a place")?.to_owned();
        if wanted == "track" {
            k = 3;
            wanted = format!("track {}", need(line, 3, "a turn")?);
        }
        equal(2, &wanted, &at, "it is at")?;
        let unit = *state.unit(unit);
        for k in k + 1..line.words().len() {
            let word = line.word(k).unwrap_or_default();
            let (no, word) = word.strip_prefix("not_").map_or((false, word), |word| (true, word));
            let holds = match word {
                "reduced" => unit.steps == 1,
                _ => match MARKS.iter().find(|(known, _)| *known == word) {
                    Some((_, flag)) => unit.is(*flag),
                    None => return Err(Trouble::at(k, format!("\"{word}\" is no state of a unit"))),
                },
            };
            if holds == no {
                return Err(Trouble::at(k, format!("it is {}{word}", if holds { "" } else { "not " })));
            }
        }
        Ok(())
    }

    fn expectation(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(0).unwrap_or_default() {
            "at" => {
                let hex = self.hex(line, 1)?;
                let mut wanted: Vec<String> =
                    (2..line.words().len()).filter_map(|k| line.word(k)).map(str::to_owned).collect();
                let Table { game, state, .. } = self.table()?;
                let mut found: Vec<String> = state.in_hex(hex).map(|unit| game.army.facts(unit).name.clone()).collect();
                wanted.retain(|word| word != "nothing");
                wanted.sort();
                found.sort();
                equal(2, &wanted.join(" "), &found.join(" "), "there is")
            }
            "unit" => self.expect_unit(line),
            "steps" => {
                let (unit, wanted) = (self.unit(line, 1)?, whole(line, 2)?);
                equal(2, &wanted, &self.table()?.state.unit(unit).steps, "steps")
            }
            "points" => {
                let (side, wanted) = (side(line, 1, &SIDES)?, whole(line, 2)?);
                let Table { game, state, .. } = self.table()?;
                equal(2, &u16::from(wanted), &game.points_of(state, side), "points")
            }
            "spare" => {
                let (side, wanted) = (side(line, 1, &SIDES)?, whole(line, 2)?);
                equal(2, &wanted, &self.table()?.state.spare[side.index()], "replacement steps")
            }
            "turn" => equal(1, &whole(line, 1)?, &self.table()?.state.turn, "turn"),
            "log" => {
                let text = need(line, 1, "a text")?;
                let lines: Vec<&str> = self.log.iter().map(|event| event.text(None)).collect();
                if lines.iter().any(|line| line.contains(text)) {
                    Ok(())
                } else {
                    Err(Trouble::at(1, format!("the log says: {}", lines.join(" / "))))
                }
            }
            "over" => {
                let Table { game, state, .. } = self.table()?;
                let found = match game.ask(state) {
                    Ask::Ask(_) => "no".to_owned(),
                    Ask::Over(outcome) => {
                        let side = outcome.winner.and_then(|seat| SIDES.get(seat.index()).copied());
                        format!("{} {}", side.unwrap_or("nobody"), outcome.rule)
                    }
                };
                equal(1, &line.text_from(1).to_owned(), &found, "over")
            }
            "cost" => {
                let wanted = i16::from(whole(line, 1)?);
                let cost = self.cost.ok_or_else(|| Trouble::at(0, "no order was played"))?;
                equal(1, &wanted, &cost, "the cost in halves of a point")
            }
            // `attack 44+101 > 1107 5`: the strength of these against a hex
            "attack" | "charge" | "bombard" => {
                let (units, target, wanted) = (self.units(line, 1)?, self.hex(line, 3)?, whole(line, 4)?);
                let kind = match line.word(0) {
                    Some("charge") => super::flow::Kind::Charge,
                    Some("bombard") => super::flow::Kind::Fire,
                    _ => super::flow::Kind::Attack,
                };
                let Table { game, state, .. } = self.table()?;
                equal(4, &i16::from(wanted), &game.odds(state, kind, &units, target, &[]).attack, "the attack is")
            }
            // `defence 1107 by 44 4`
            "defence" => {
                let (target, units, wanted) = (self.hex(line, 1)?, self.units(line, 3)?, whole(line, 4)?);
                let Table { game, state, .. } = self.table()?;
                let odds = game.odds(state, super::flow::Kind::Attack, &units, target, &[]);
                equal(4, &i16::from(wanted), &odds.defence, "the defence is")
            }
            // `cell +10 6 "Dm(Dx) Ammo"`
            "cell" => {
                let text = need(line, 1, "a differential")?;
                let differential =
                    text.trim_start_matches('+').parse().map_err(|_| Trouble::at(1, "a differential is a number"))?;
                let (die, wanted) = (whole(line, 2)?, need(line, 3, "a cell")?);
                let game = &self.table()?.game;
                let (cell, tags) = game.cell(die, game.table.column(differential, 0));
                equal(3, &wanted.to_owned(), &format!("{cell}{tags}"), "the cell is")
            }
            other => Err(Trouble::at(0, format!("\"{other}\" cannot be expected")).hint(did_you_mean(other, EXPECTED))),
        }
    }
}

impl CaseGame for FolioCase {
    fn set(&mut self, line: &Clause) -> Result<(), Trouble> {
        let early = ["board", "setup", "variant", "option", "switch", "seed", "dice"];
        let word = line.word(0).unwrap_or_default();
        if !early.contains(&word) {
            return self.position(line);
        }
        if self.table.is_some() {
            return Err(Trouble::at(0, "this stands before the lines that speak of places"));
        }
        match word {
            "board" => {
                let path = need(line, 1, "a file, or `printed`,")?;
                self.board = match path {
                    "printed" => None,
                    _ => Some((path.to_owned(), (self.boards)(path).map_err(|wrong| Trouble::at(1, wrong))?)),
                };
            }
            "setup" => {
                let name = need(line, 1, "a set-up, or `none`,")?;
                self.setup = (name != "none").then(|| name.to_owned());
            }
            "variant" => self.variants.push(need(line, 1, "a variant")?.to_owned()),
            "option" => {
                let (name, value) = (need(line, 1, "an option, as `PACK.NAME`,")?, need(line, 2, "a value")?);
                if !name.contains('.') {
                    return Err(Trouble::at(1, "an option is written with its variant, as `PACK.NAME`"));
                }
                self.settings.insert(name.to_owned(), value.to_owned());
            }
            "switch" => {
                let (name, value) = (need(line, 1, "a name")?, need(line, 3, "a value after `=`")?);
                super::Numbers::default().set(name, value).map_err(|wrong| Trouble::at(1, wrong))?;
                self.settings.insert(name.to_owned(), value.to_owned());
            }
            "seed" => {
                let seed = need(line, 1, "a number")?;
                self.seed = seed.parse().map_err(|_| Trouble::at(1, "a seed is a whole number"))?;
            }
            _ => {
                for k in 1..line.words().len() {
                    let die = whole(line, k)?;
                    if !(1..=6).contains(&die) {
                        return Err(Trouble::at(k, "a die shows 1 to 6"));
                    }
                    self.dice.push(die);
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        let step = self.step;
        let printed = self.setup.is_some();
        let Table { game, state, .. } = self.table()?;
        state.step = step.unwrap_or(if printed { Step::Column } else { Step::Move });
        let mut log = Vec::new();
        game.ruled(|| game.settle(state, &mut log)).map_err(fault)?;
        self.log = log;
        Ok(())
    }

    fn order(&mut self, text: &str) -> Result<(), Trouble> {
        let Table { game, state, .. } = self.table()?;
        let (cost, log) = case_play::give(game, state, text)?;
        (self.cost, self.log) = (Some(cost), log);
        Ok(())
    }

    fn judge(&mut self, text: &str) -> Result<Verdict, Trouble> {
        let Table { game, state, .. } = self.table()?;
        Ok(case_play::judge(game, state, text))
    }

    fn asked(&mut self) -> Result<Option<(String, String)>, Trouble> {
        let Table { game, state, .. } = self.table()?;
        Ok(case_play::asked(game, state))
    }

    fn legal(&mut self) -> Result<Vec<String>, Trouble> {
        let Table { game, state, .. } = self.table()?;
        case_play::legal(game, state)
    }

    fn proper(&mut self, text: &str) -> Result<String, Trouble> {
        let Table { game, state, .. } = self.table()?;
        case_play::proper(game, state, text)
    }

    fn expect(&mut self, line: &Clause) -> Result<(), Trouble> {
        self.expectation(line)
    }

    fn hash(&self) -> Option<StateHash> {
        self.standing().map(|state| StateHash(state_hash(state)))
    }
}
