//! Rules that ask packs before the printed rulebook: what facts look like to scripts, which effects they may ask for.

use super::model::{AUSTRIAN, Arm, CLASS_NAMES, FRENCH};
use super::notation::SIDES;
use super::numbers::Numbers;
use super::points::{POINTS, Printed, Rules, Said, printed_answer};
use super::rules::{Asked, Consequence, MomentFacts, Now};
use crate::board::{ApproachId, AreaMap, LocaleId, Width};
use crate::kernel::{Class, Fault, HookMask, Seat};
use crate::pack::Pack;
use crate::pack::nearest::did_you_mean;
use crate::script::{
    BadValue, Effect, FactKind, FactSet, Facts, Ground, Heard, Key, PrintedRule, Stack, Told, Value, Watch,
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

/// What every point is told beside its own facts.
pub const MOMENT: &[crate::script::Fact] = MomentFacts::FACTS;

/// Bytes that all packs of a match may remember together: what a state has room for.
const MOST_MEMORY: usize = 128;

/// Rules that ask packs first.
pub(super) struct LuaRules {
    pub(super) stack: Stack,
    map: Arc<AreaMap>,
}

/// The rules of a match with some packs, below to above; the printed ones when none of them changes a point. `watch`
/// looks after their scripts.
///
/// # Errors
/// A pack that does not open.
pub(super) fn rules_of(
    map: &Arc<AreaMap>,
    numbers: &Numbers,
    packs: &[Pack],
    off: &HookMask,
    watch: &Watch,
) -> Result<Box<dyn Rules>, Fault> {
    if packs.is_empty() {
        return Ok(Box::new(Printed));
    }
    let stack = Stack::open(&ground(map, numbers), packs, off)?;
    if stack.is_idle() {
        return Ok(Box::new(Printed));
    }
    watch.mind(stack.meter().alarm());
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
        points: POINTS,
        moment: MOMENT,
        seats: &SIDES,
        places: Rc::new(places),
        printed: printed_rule(numbers.clone()),
        memory: MOST_MEMORY,
    }
}

/// The printed rules for `default`.
fn printed_rule(numbers: Numbers) -> PrintedRule {
    let nothing_known = super::model::State::empty(1).public;
    Rc::new(move |point, facts| printed_answer(point, Now { numbers: &numbers, public: &nothing_known }, facts))
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
    pub(super) fn ask<A: Said>(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Option<A>, Fault> {
        if !self.stack.has(point) {
            return Ok(None);
        }
        let answer = self.stack.ask(point, &moment(now), &facts.tell(), &now.public.memory)?;
        Ok(answer.and_then(A::of))
    }

    /// What the packs that listen to an event ask for, below to above.
    pub(super) fn tell(&self, point: usize, now: Now<'_>, facts: &impl FactSet) -> Result<Vec<Asked>, Fault> {
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

#[cfg(test)]
mod tests {
    use super::super::rules::{AttackFacts, RetreatFacts};
    use super::*;

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
