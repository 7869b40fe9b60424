//! The `.case` format for this game: a position on any area map, orders, and what must hold afterwards.
//!
//! Set-up lines: `board`, `setup`, `variant`, `option`, `switch`, `seed`, `round`, `turn`, `commands`, `phase`; then `at`, `morale`, `track`,
//! `last_in`, `memory`, `remember` and others, which speak of places and so come after the board. Expectations: see `expect`.

mod expect;
mod position;
mod words;

use super::edition::Edition;
use super::flow::Step;
use super::kit::with_numbers;
use super::model::{AUSTRIAN, Pos, State};
use super::notation::SIDES;
use super::numbers::Numbers;
use super::phases::Phases;
use super::{Triomphe, TriompheKit};
use crate::board::{ApproachId, AreaMap, CrossingId, Hour, LocaleId, PairId, UnknownName};
use crate::games::case_play;
use crate::games::case_words::fault;
use crate::kernel::{Event, HookMask, Kit, Seat, Seed, StateHash, state_hash};
use crate::pack::builtin::Files;
use crate::pack::case::{CaseGame, Clause, Trouble, Verdict};
use crate::pack::nearest::did_you_mean;
use crate::pack::{Kind, Pack, Packs};
pub(super) use position::marks_alone;
use std::collections::BTreeMap;
use words::{hour, need, side, whole};

/// The first words of set-up lines.
const SETTINGS: [&str; 20] = [
    "board", "setup", "variant", "option", "switch", "seed", "round", "turn", "commands", "phase", "at", "morale",
    "track", "last_in", "memory", "unseen", "orders", "lost", "broken", "remember",
];

/// Where a case finds its boards: a path as the case writes it to the file's text.
type Boards = dyn Fn(&str) -> Result<String, String>;

/// One case of this game: a [`CaseGame`].
pub struct TriompheCase {
    boards: Box<Boards>,
    edition: Edition,
    files: Files,
    settings: Settings,
    table: Option<Table>,
    log: Vec<Event>,
    cost: Option<i16>,
}

/// What the lines before the first place have settled.
struct Settings {
    board: Option<(String, String)>,
    setup: Option<String>,
    variants: Vec<Pack>,
    options: BTreeMap<String, String>,
    numbers: Numbers,
    seed: u64,
    hour: Option<Hour>,
    active: Seat,
    commands: u8,
    /// `start`, or the action of a phase; else the actions of the turn are under way.
    phase: Option<String>,
}

/// The game and the position, once the board is settled.
struct Table {
    kit: TriompheKit,
    game: Triomphe,
    state: State,
}

impl TriompheCase {
    /// A case that finds its boards by `boards`; the printed map is there always, as `printed`.
    pub fn new(boards: impl Fn(&str) -> Result<String, String> + 'static) -> Self {
        TriompheCase {
            boards: Box::new(boards),
            edition: Edition::printed(),
            files: Files::builtin(),
            settings: Settings {
                board: None,
                setup: None,
                variants: Vec::new(),
                options: BTreeMap::new(),
                numbers: Numbers::default(),
                seed: 0,
                hour: None,
                active: AUSTRIAN,
                commands: 0,
                phase: None,
            },
            table: None,
            log: Vec::new(),
            cost: None,
        }
    }

    /// The position as it stands; none before the first line that speaks of places.
    #[must_use]
    pub fn standing(&self) -> Option<&State> {
        self.table.as_ref().map(|table| &table.state)
    }

    /// What opens its game, and the position as it stands, to be played on.
    #[must_use]
    pub fn taken_up(self) -> Option<(TriompheKit, State)> {
        self.table.map(|table| (table.kit, table.state))
    }

    /// The same case in another game of this engine, which has these numbers.
    #[must_use]
    pub fn of(mut self, edition: Edition, numbers: Numbers) -> Self {
        (self.edition, self.settings.numbers) = (edition, numbers);
        self
    }

    /// The same case with the packs of these files for its variants.
    #[must_use]
    pub fn over(mut self, files: Files) -> Self {
        self.files = files;
        self
    }

    /// One more variant over those before it; its numbers hold until a `switch` after it.
    fn variant(&mut self, id: &str) -> Result<(), Trouble> {
        let mut ids: Vec<String> = self.settings.variants.iter().map(|pack| pack.id().to_owned()).collect();
        ids.push(id.to_owned());
        let stack = Packs::find(&self.files, &self.edition.id).stack(&ids, Kind::Variant);
        self.settings.variants = stack.map_err(|wrong| Trouble::at(1, wrong))?;
        self.choose()?;
        if let Some(pack) = self.settings.variants.last() {
            let numbers = with_numbers(self.settings.numbers.clone(), pack);
            self.settings.numbers = numbers.map_err(|fault| Trouble::at(1, fault.to_string()))?;
        }
        Ok(())
    }

    /// One option of a variant named before; without a pack's id of the one named last.
    fn option(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (name, value) = (need(line, 1, "a name")?, need(line, 2, "a value")?);
        let last = || self.settings.variants.last().ok_or_else(|| Trouble::at(0, "options stand after their variant"));
        let key = if name.contains('.') { name.to_owned() } else { format!("{}.{name}", last()?.id()) };
        self.settings.options.insert(key, value.to_owned());
        self.choose()
    }

    fn choose(&mut self) -> Result<(), Trouble> {
        let Settings { variants, options, .. } = &mut self.settings;
        variants.iter_mut().try_for_each(|pack| pack.choose(options)).map_err(|wrong| Trouble::at(1, wrong))
    }

    fn setting(&mut self, line: &Clause) -> Result<(), Trouble> {
        if self.table.is_some() {
            return Err(Trouble::at(0, "this stands before the lines that speak of places"));
        }
        match line.word(0).unwrap_or_default() {
            "board" => {
                let path = need(line, 1, "a file, or `printed`,")?;
                self.settings.board = match path {
                    "printed" => None,
                    _ => Some((path.to_owned(), (self.boards)(path).map_err(|wrong| Trouble::at(1, wrong))?)),
                };
            }
            "setup" => {
                let name = need(line, 1, "a set-up, or `none`,")?;
                self.settings.setup = (name != "none").then(|| name.to_owned());
            }
            "variant" => {
                let id = need(line, 1, "a variant")?.to_owned();
                self.variant(&id)?;
            }
            "option" => self.option(line)?,
            "switch" => {
                let (name, value) = (need(line, 1, "a name")?, need(line, 3, "a value after `=`")?);
                self.settings.numbers.set(name, value).map_err(|wrong| Trouble::at(1, wrong))?;
            }
            "seed" => {
                let seed = need(line, 1, "a number")?;
                self.settings.seed = seed.parse().map_err(|_| Trouble::at(1, "a seed is a whole number"))?;
            }
            "round" => self.settings.hour = Some(hour(line, 1)?),
            "turn" => self.settings.active = self.seat(line, 1)?,
            "commands" => self.settings.commands = whole(line, 1)?,
            _ => {
                let phase = need(line, 1, "`start`, `actions` or an action")?;
                if !["start", "actions"].contains(&phase) && self.settings.numbers.phases.with(phase).is_none() {
                    let known = ["start", "actions"].into_iter().chain(Phases::NAMES);
                    let what = "a phase is `start`, `actions` or, where a turn has phases, an action of one";
                    return Err(Trouble::at(1, what).hint(did_you_mean(phase, known)));
                }
                self.settings.phase = (phase != "actions").then(|| phase.to_owned());
            }
        }
        Ok(())
    }

    /// Settles board and numbers, and lays out the position that the other lines fill.
    fn open(&mut self) -> Result<(), Trouble> {
        if self.table.is_some() {
            return Ok(());
        }
        let settings = &self.settings;
        let kit = match &settings.board {
            None => {
                let variants: Vec<String> = settings.variants.iter().map(|pack| pack.id().to_owned()).collect();
                TriompheKit::of(self.edition.clone(), &self.files, &settings.options, &variants).map_err(fault)?
            }
            Some((file, text)) => {
                let map =
                    AreaMap::load(file, text).map_err(|wrong| Trouble::new(format!("the board is wrong:\n{wrong}")))?;
                TriompheKit::bare(self.edition.clone(), map, Numbers::default())
            }
        };
        let kit = kit.ruled_by(settings.numbers.clone(), settings.variants.clone()).map_err(fault)?;
        let game = kit.open(&HookMask::new()).map_err(fault)?;
        let mut state = match &settings.setup {
            None => position::blank(),
            Some(name) => {
                let file = game.setups.get(name).ok_or_else(|| Trouble::new(format!("no set-up \"{name}\"")))?;
                game.deal_setup(file, Seed(settings.seed)).map_err(fault)?
            }
        };
        game.remember_nothing(&mut state).map_err(fault)?;
        state.seed = Seed(settings.seed);
        let hour = settings.hour.or_else(|| settings.setup.is_none().then_some(Hour(10)));
        if let Some(hour) = hour {
            let round = settings.numbers.round_at(hour);
            state.public.round = round.ok_or_else(|| Trouble::new(format!("no round is played at {hour}")))?;
        }
        state.public.active = settings.active;
        self.table = Some(Table { kit, game, state });
        Ok(())
    }

    fn table(&mut self) -> Result<&mut Table, Trouble> {
        self.open()?;
        self.table.as_mut().ok_or_else(|| Trouble::new("there is no board"))
    }

    fn state(&mut self) -> Result<&mut State, Trouble> {
        Ok(&mut self.table()?.state)
    }

    fn map(&mut self) -> Result<&AreaMap, Trouble> {
        Ok(self.table()?.game.map.as_ref())
    }

    fn round_at(&self, hour: Hour) -> Option<u8> {
        self.settings.numbers.round_at(hour)
    }

    fn seat(&self, line: &Clause, k: usize) -> Result<Seat, Trouble> {
        side(line, k, &SIDES)
    }

    fn named<T>(
        &mut self,
        line: &Clause,
        k: usize,
        what: &str,
        read: impl Fn(&AreaMap, &str) -> Result<T, UnknownName>,
    ) -> Result<T, Trouble> {
        let name = need(line, k, what)?.trim_end_matches(',');
        read(self.map()?, name).map_err(|wrong| Trouble::at(k, wrong.to_string()))
    }

    fn locale(&mut self, line: &Clause, k: usize) -> Result<LocaleId, Trouble> {
        self.named(line, k, "a locale", AreaMap::read_locale)
    }

    fn approach(&mut self, line: &Clause, k: usize) -> Result<ApproachId, Trouble> {
        self.named(line, k, "an approach", AreaMap::read_approach)
    }

    fn pair(&mut self, line: &Clause, k: usize) -> Result<PairId, Trouble> {
        self.named(line, k, "a pair of approaches", AreaMap::read_pair)
    }

    fn crossing(&mut self, line: &Clause, k: usize) -> Result<CrossingId, Trouble> {
        self.named(line, k, "a crossing", AreaMap::read_crossing)
    }

    /// A reserve, an approach or a holding area.
    fn position(&mut self, line: &Clause, k: usize) -> Result<Pos, Trouble> {
        self.named(line, k, "a position", |map, name| map.read_position(name).map(Pos::of))
    }

    fn locale_of(&mut self, pos: Pos) -> Result<Option<LocaleId>, Trouble> {
        Ok(pos.locale(self.map()?))
    }
}

impl CaseGame for TriompheCase {
    fn set(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(0) {
            Some(
                "board" | "setup" | "variant" | "option" | "switch" | "seed" | "round" | "turn" | "commands" | "phase",
            ) => self.setting(line),
            _ => self.set_position(line),
        }
    }

    fn begin(&mut self) -> Result<(), Trouble> {
        self.open()?;
        let (used, phase) = (self.settings.commands, self.settings.phase.as_deref());
        let from_start = phase == Some("start");
        let phase = phase.and_then(|action| self.settings.numbers.phases.with(action)).unwrap_or(0);
        let Table { game, state, .. } = self.table()?;
        let answers = game.turn_answers(state).map_err(fault)?;
        answers.note(&mut state.public);
        (state.public.used, state.public.phase) = (used, phase);
        state.public.step = if from_start { Step::Start } else { Step::Turn };
        state.sort();
        state.settle_pools();
        state.sort();
        let mut log = Vec::new();
        game.settle(state, &mut log).map_err(fault)?;
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
