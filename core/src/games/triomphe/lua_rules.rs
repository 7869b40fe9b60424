//! The rule points as packs see them, and rules that ask packs before the printed rulebook.

use super::model::{AUSTRIAN, Arm, CLASS_NAMES, FRENCH};
use super::notation::SIDES;
use super::numbers::Numbers;
use super::rules::{
    Asked, AssaultFacts, AttackFacts, Consequence, DecisionFacts, FlightFacts, GainFacts, LineFacts, MarchFacts,
    MomentFacts, Now, OrganizeFacts, Printed, RetreatFacts, Rules, TurnFacts,
};
use crate::board::{ApproachId, AreaMap, LocaleId, Width};
use crate::kernel::{Class, Fault, HookMask, Seat};
use crate::pack::Pack;
use crate::pack::nearest::did_you_mean;
use crate::script::{
    Answer, BadValue, Cadence, Effect, FactKind, FactSet, Facts, Ground, Heard, Key, Operation, Point, PrintedRule,
    Stack, Told, Value,
};
use std::rc::Rc;
use std::sync::Arc;

const WIDTHS: &[&str] = &["narrow", "wide"];
const ARMS: &[&str] = &["artillery", "cavalry", "infantry"];

impl Told for Seat {
    const KIND: FactKind = FactKind::Word(&SIDES);
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> Seat {
        if n == 0 { AUSTRIAN } else { FRENCH }
    }
}

impl Told for Width {
    const KIND: FactKind = FactKind::Word(WIDTHS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Width {
        if n == 0 { Width::Narrow } else { Width::Wide }
    }
}

impl Told for Option<Width> {
    const KIND: FactKind = FactKind::MaybeWord(WIDTHS);
    fn tell(self) -> i32 {
        self.map_or(-1, Told::tell)
    }
    fn hear(n: i32) -> Option<Width> {
        (n >= 0).then(|| Told::hear(n))
    }
}

impl Told for Arm {
    const KIND: FactKind = FactKind::Word(ARMS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Arm {
        match n {
            0 => Arm::Artillery,
            1 => Arm::Cavalry,
            _ => Arm::Infantry,
        }
    }
}

impl Told for ApproachId {
    const KIND: FactKind = FactKind::Place("approach");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> ApproachId {
        ApproachId(n as u16)
    }
}

impl Told for LocaleId {
    const KIND: FactKind = FactKind::Place("locale");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> LocaleId {
        LocaleId(n as u8)
    }
}

const fn point<F: FactSet>(
    name: &'static str,
    section: &'static str,
    cadence: Cadence,
    answer: Answer,
    help: &'static str,
) -> Point {
    Point { name, section, cadence, facts: F::FACTS, told: F::NAME, answer, help }
}

/// A number of tokens, pieces or reductions that a script may answer.
const FEW: Answer = Answer::Count(0, 20);

/// The rule points, in the order of [`Rules`].
pub static POINTS: [Point; 15] = [
    point::<TurnFacts>("commands", "6", Cadence::Turn, Answer::Count(0, 15), "How many commands a turn has."),
    point::<GainFacts>(
        "morale_gain",
        "18",
        Cadence::Turn,
        FEW,
        "How many morale tokens come in at the start of a turn, out of those on the track for it; the others are lost.",
    ),
    point::<MarchFacts>("march_cost", "6, 7", Cadence::Query, Answer::Count(0, 15), "What an off-road march costs."),
    point::<AttackFacts>(
        "responders",
        "9.2",
        Cadence::Query,
        FEW,
        "How many reserve pieces may answer a maneuver attack.",
    ),
    point::<AttackFacts>("is_blocked", "9.3", Cadence::Query, Answer::Truth, "Whether a maneuver attack is blocked."),
    point::<AttackFacts>(
        "blocked_tokens",
        "18",
        Cadence::Query,
        FEW,
        "How much morale the defender commits who wins a maneuver attack.",
    ),
    point::<AssaultFacts>(
        "assault_result",
        "11.6",
        Cadence::Query,
        Answer::Count(-100, 100),
        "The result of an assault: above 0 the attacker wins.",
    ),
    point::<RetreatFacts>(
        "retreat_losses",
        "13.1",
        Cadence::Query,
        FEW,
        "How many reductions the pieces of one position take in a retreat.",
    ),
    point::<FlightFacts>(
        "retreat_tokens",
        "18",
        Cadence::Query,
        Answer::Count(0, 100),
        "How much morale an army commits for pieces that retreated out of a locale.",
    ),
    point::<OrganizeFacts>(
        "organizes",
        "14",
        Cadence::Query,
        Answer::Count(1, 3),
        "How many pieces an organize action may organize.",
    ),
    point::<LineFacts>(
        "austria_holds",
        "19",
        Cadence::Match,
        Answer::Truth,
        "Whether Austria wins the marginal victory with so many pieces east of the objective line.",
    ),
    point::<TurnFacts>(
        "on_turn_start",
        "5",
        Cadence::Event,
        Answer::Effects,
        "After a turn's scheduled morale and clean-up, before its first action.",
    ),
    point::<DecisionFacts>(
        "on_attack_resolved",
        "9, 11",
        Cadence::Event,
        Answer::Effects,
        "After a maneuver attack or an assault has been decided.",
    ),
    point::<FlightFacts>("on_retreat", "13", Cadence::Event, Answer::Effects, "After a locale was evacuated."),
    point::<TurnFacts>("on_turn_end", "18", Cadence::Event, Answer::Effects, "After a turn's morale clean-up."),
];

/// What every point is told beside its own facts.
pub const MOMENT: &[crate::script::Fact] = MomentFacts::FACTS;

const COMMANDS: usize = 0;
const MORALE_GAIN: usize = 1;
const MARCH_COST: usize = 2;
const RESPONDERS: usize = 3;
const IS_BLOCKED: usize = 4;
const BLOCKED_TOKENS: usize = 5;
const ASSAULT_RESULT: usize = 6;
const RETREAT_LOSSES: usize = 7;
const RETREAT_TOKENS: usize = 8;
const ORGANIZES: usize = 9;
const AUSTRIA_HOLDS: usize = 10;
const ON_TURN_START: usize = 11;
const ON_ATTACK_RESOLVED: usize = 12;
const ON_RETREAT: usize = 13;
const ON_TURN_END: usize = 14;

/// Bytes that all packs of a match may remember together: what a state has room for.
const MOST_MEMORY: usize = 128;

/// Rules that ask packs first.
pub(super) struct LuaRules {
    stack: Stack,
    map: Arc<AreaMap>,
}

/// The rules of a match with some packs, below to above; the printed ones when none of them changes a point.
///
/// # Errors
/// A pack that does not open.
pub(super) fn rules_of(
    map: &Arc<AreaMap>,
    numbers: &Numbers,
    packs: &[Pack],
    off: &HookMask,
) -> Result<Box<dyn Rules>, Fault> {
    if packs.is_empty() {
        return Ok(Box::new(Printed));
    }
    let stack = Stack::open(&ground(map, numbers), packs, off)?;
    if stack.is_idle() {
        return Ok(Box::new(Printed));
    }
    Ok(Box::new(LuaRules { stack, map: Arc::clone(map) }))
}

fn ground(map: &Arc<AreaMap>, numbers: &Numbers) -> Ground {
    let board = Arc::clone(map);
    let places = move |kind: &'static str, n: i32| match kind {
        "approach" if (n as usize) < board.approaches().len() => board.approach_name(ApproachId(n as u16)),
        "locale" if (n as usize) < board.locales().len() => board.locale_name(LocaleId(n as u8)).to_owned(),
        _ => String::new(),
    };
    Ground {
        points: &POINTS,
        moment: MOMENT,
        seats: &SIDES,
        places: Rc::new(places),
        printed: printed_rule(numbers.clone()),
        memory: MOST_MEMORY,
    }
}

/// The printed rules for `default`. They look at nothing but numbers and facts.
fn printed_rule(numbers: Numbers) -> PrintedRule {
    let nothing_known = super::model::State::empty(1).public;
    Rc::new(move |point, facts| {
        let now = Now { numbers: &numbers, public: &nothing_known };
        Ok(match point {
            COMMANDS => Printed.commands(now, FactSet::hear(facts))?.into(),
            MORALE_GAIN => Printed.morale_gain(now, FactSet::hear(facts))?.into(),
            MARCH_COST => Printed.march_cost(now, FactSet::hear(facts))?.into(),
            RESPONDERS => Printed.responders(now, FactSet::hear(facts))?.into(),
            IS_BLOCKED => Printed.is_blocked(now, FactSet::hear(facts))?.into(),
            BLOCKED_TOKENS => Printed.blocked_tokens(now, FactSet::hear(facts))?.into(),
            ASSAULT_RESULT => Printed.assault_result(now, FactSet::hear(facts))?.into(),
            RETREAT_LOSSES => Printed.retreat_losses(now, FactSet::hear(facts))?.into(),
            RETREAT_TOKENS => Printed.retreat_tokens(now, FactSet::hear(facts))?.into(),
            ORGANIZES => Printed.organizes(now, FactSet::hear(facts))?.into(),
            AUSTRIA_HOLDS => Printed.austria_holds(now, FactSet::hear(facts))?.into(),
            _ => 0,
        })
    })
}

fn moment(now: Now<'_>) -> Facts {
    let p = now.public;
    MomentFacts {
        round: p.round,
        hour: now.numbers.hour_of(p.round).0,
        turn: p.active,
        austrian_morale: p.morale[AUSTRIAN.index()].level(),
        french_morale: p.morale[FRENCH.index()].level(),
    }
    .tell()
}

impl LuaRules {
    /// The answer of the packs, as a number that fits; none when no pack has the point.
    fn ask<N: TryFrom<i32>>(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Option<N>, Fault> {
        if !self.stack.has(point) {
            return Ok(None);
        }
        let answer = self.stack.ask(point, &moment(now), &facts.tell(), &now.public.memory)?;
        Ok(answer.and_then(|n| N::try_from(n).ok()))
    }

    fn truth(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Option<bool>, Fault> {
        Ok(self.ask::<i32>(point, now, facts)?.map(|n| n != 0))
    }

    fn tell(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Vec<Asked>, Fault> {
        if !self.stack.has(point) {
            return Ok(Vec::new());
        }
        let mut asked = Vec::new();
        for heard in self.stack.tell(point, &moment(now), &facts.tell(), &now.public.memory)? {
            let asks = |what| Asked { by: heard.by.clone(), at: heard.at.clone(), what };
            for (k, effect) in heard.effects.iter().enumerate() {
                let what = consequence(&self.map, effect).map_err(|wrong| unfit(&heard, k, &wrong))?;
                asked.push(asks(what));
            }
            if let Some((at, bytes)) = &heard.memory {
                asked.push(asks(Consequence::Remember { at: *at, bytes: bytes.clone() }));
            }
        }
        Ok(asked)
    }
}

fn unfit(heard: &Heard, k: usize, wrong: &BadValue) -> Fault {
    let (by, at, what) = (heard.by.clone(), heard.at.clone(), format!("effect {}: {wrong}", k + 1));
    Fault { pack: by.pack, hook: by.hook, at, what, ..Fault::default() }
}

/// The effects that a hook may ask for: the name, its fields beside `effect`, and what it does.
pub const EFFECTS: [Effect; 4] = [
    (
        "morale",
        &[("seat", "Seat"), ("change", "number")],
        "An army gains uncommitted morale, or loses some: -20 to 20.",
    ),
    ("commands", &[("change", "number")], "The army whose turn it is has more or fewer commands this turn: -15 to 15."),
    (
        "arrive",
        &[("seat", "Seat"), ("class", "string"), ("at", "string")],
        "A block such as \"2I\" appears in a holding area such as \"Novi\".",
    ),
    ("say", &[("text", "string")], "A line in the log, of at most 200 bytes."),
];

/// An effect as a script writes it: `{ effect = "morale", seat = "french", change = -1 }`.
fn consequence(map: &AreaMap, effect: &Value) -> Result<Consequence, BadValue> {
    let name = effect.field("effect").text("`effect`")?;
    let Some((_, fields, _)) = EFFECTS.iter().find(|(known, ..)| *known == name) else {
        let hint = did_you_mean(name, EFFECTS.iter().map(|(known, ..)| *known));
        return Err(BadValue(format!(
            "there is no effect \"{name}\"{}",
            hint.map_or(String::new(), |h| format!("; {h}"))
        )));
    };
    for (key, _) in effect.entries("an effect")? {
        let known = || fields.iter().map(|(field, _)| *field).chain(["effect"]);
        let Key::Text(key) = key else { return Err(BadValue("its fields have names".to_owned())) };
        if !known().any(|field| field == key) {
            let hint = did_you_mean(key, known()).map_or(String::new(), |h| format!("; {h}"));
            return Err(BadValue(format!("\"{name}\" has no field `{key}`{hint}")));
        }
    }
    let seat = || {
        let word = effect.field("seat").text("`seat`")?;
        let found = SIDES.iter().position(|side| *side == word);
        found.map(|k| Seat(k as u8)).ok_or_else(|| BadValue(format!("`seat` is {}", SIDES.join(" or "))))
    };
    let change = |most: i64| Ok::<i8, BadValue>(effect.field("change").int_in("`change`", -most..=most)? as i8);
    Ok(match name {
        "morale" => Consequence::Morale { seat: seat()?, change: change(20)? },
        "commands" => Consequence::Commands { change: change(15)? },
        "arrive" => {
            let face = effect.field("class").text("`class`")?;
            let class = CLASS_NAMES.iter().position(|known| *known == face);
            let class = class.ok_or_else(|| BadValue(format!("`class` is one of {}", CLASS_NAMES.join(", "))))?;
            let at = effect.field("at").text("`at`")?;
            let holding = map.read_holding(at).map_err(|unknown| BadValue(unknown.to_string()))?;
            Consequence::Arrive { seat: seat()?, class: Class(class as u8), holding }
        }
        _ => {
            let text = effect.field("text").text("`text`")?;
            if text.len() > 200 || text.chars().any(char::is_control) {
                return Err(BadValue("`text` is one line of at most 200 bytes".to_owned()));
            }
            Consequence::Say(text.to_owned())
        }
    })
}

/// Asks the packs, and the printed rules where no pack answers.
macro_rules! asked {
    ($($name:ident($facts:ty) -> $answer:ty = $ask:ident $point:ident;)*) => {$(
        fn $name(&self, now: Now<'_>, facts: $facts) -> Result<$answer, Fault> {
            match self.$ask($point, now, &facts)? {
                Some(answer) => Ok(answer),
                None => Printed.$name(now, facts),
            }
        }
    )*};
}

impl Rules for LuaRules {
    asked! {
        commands(TurnFacts) -> u8 = ask COMMANDS;
        morale_gain(GainFacts) -> u8 = ask MORALE_GAIN;
        march_cost(MarchFacts) -> u8 = ask MARCH_COST;
        responders(AttackFacts) -> u8 = ask RESPONDERS;
        is_blocked(AttackFacts) -> bool = truth IS_BLOCKED;
        blocked_tokens(AttackFacts) -> u8 = ask BLOCKED_TOKENS;
        assault_result(AssaultFacts) -> i8 = ask ASSAULT_RESULT;
        retreat_losses(RetreatFacts) -> u8 = ask RETREAT_LOSSES;
        retreat_tokens(FlightFacts) -> u8 = ask RETREAT_TOKENS;
        organizes(OrganizeFacts) -> u8 = ask ORGANIZES;
        austria_holds(LineFacts) -> bool = truth AUSTRIA_HOLDS;
    }
    fn on_turn_start(&self, now: Now<'_>, facts: TurnFacts) -> Result<Vec<Asked>, Fault> {
        self.tell(ON_TURN_START, now, &facts)
    }
    fn on_attack_resolved(&self, now: Now<'_>, facts: DecisionFacts) -> Result<Vec<Asked>, Fault> {
        self.tell(ON_ATTACK_RESOLVED, now, &facts)
    }
    fn on_retreat(&self, now: Now<'_>, facts: FlightFacts) -> Result<Vec<Asked>, Fault> {
        self.tell(ON_RETREAT, now, &facts)
    }
    fn on_turn_end(&self, now: Now<'_>, facts: TurnFacts) -> Result<Vec<Asked>, Fault> {
        self.tell(ON_TURN_END, now, &facts)
    }
    fn fresh_memory(&self) -> &[u8] {
        self.stack.fresh()
    }
    fn operation(&self) -> Option<Operation> {
        Some(self.stack.operation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_points_is_in_the_order_of_their_numbers() {
        let named = [
            ("commands", COMMANDS),
            ("morale_gain", MORALE_GAIN),
            ("march_cost", MARCH_COST),
            ("responders", RESPONDERS),
            ("is_blocked", IS_BLOCKED),
            ("blocked_tokens", BLOCKED_TOKENS),
            ("assault_result", ASSAULT_RESULT),
            ("retreat_losses", RETREAT_LOSSES),
            ("retreat_tokens", RETREAT_TOKENS),
            ("organizes", ORGANIZES),
            ("austria_holds", AUSTRIA_HOLDS),
            ("on_turn_start", ON_TURN_START),
            ("on_attack_resolved", ON_ATTACK_RESOLVED),
            ("on_retreat", ON_RETREAT),
            ("on_turn_end", ON_TURN_END),
        ];
        assert_eq!(named.len(), POINTS.len());
        for (name, k) in named {
            assert_eq!(POINTS[k].name, name);
        }
    }

    #[test]
    fn facts_come_back_as_they_were_told() {
        let told = AttackFacts {
            seat: FRENCH,
            over: ApproachId(7),
            width: Width::Wide,
            attackers: 3,
            blockers: 1,
            first: true,
        };
        assert_eq!(AttackFacts::hear(&told.tell()), told);
        for approach in [None, Some(Width::Narrow), Some(Width::Wide)] {
            let from = LocaleId(12);
            let told = RetreatFacts { seat: AUSTRIAN, from, approach, attack: Width::Narrow, advancing: 2 };
            assert_eq!(RetreatFacts::hear(&told.tell()), told);
        }
    }
}
