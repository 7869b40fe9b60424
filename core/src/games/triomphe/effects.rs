//! What scripts return, read and checked: the effects of events, steps and orders, and the choices that steps ask.

use super::additions::ARM_WORDS;
use super::dues::Role;
use super::model::{FACE_NAMES, Pos};
use super::notation::SIDES;
use super::own::{MARKS, Prompt, named};
use super::rules::Consequence;
use crate::board::AreaMap;
use crate::games::asked::{effect_named, line, side};
use crate::kernel::Class;
use crate::pack::nearest::did_you_mean;
use crate::script::{BadValue, Effect, Key, Value};

/// The effects that a hook may ask for: the name, its fields beside `effect`, and what it does.
pub const EFFECTS: [Effect; 10] = [
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
    (
        "reduce",
        &[("seat", "Seat"), ("from", "string"), ("count", "number"), ("by", "string?"), ("rest", "boolean?")],
        "Reductions, 0 to 40, of the \"leaders\", the \"others\", the \"chosen\" or the pieces in a position. The \"owner\" \
         says which, or the \"enemy\" where the faces are up; what leaders cannot take falls on the others if `rest` is set. \
         They are placed when all other effects are done; at most six may wait.",
    ),
    ("mark", &[("as", "string")], "The chosen pieces are marked: \"acted\", \"disorganized\" or \"organized\"."),
    ("unmark", &[("as", "string")], "The chosen pieces lose such a mark."),
    ("move", &[("to", "string")], "The chosen pieces are moved to a position where there is room and no enemy."),
    ("eliminate", &[], "The chosen pieces are eliminated."),
    ("shut", &[("over", "string")], "Nothing attacks across an approach, either way, for the rest of the turn."),
];

/// An effect as a script writes it: `{ effect = "morale", seat = "french", change = -1 }`.
pub(super) fn consequence(map: &AreaMap, effect: &Value) -> Result<Consequence, BadValue> {
    let name = effect_named(effect, &EFFECTS)?;
    let seat = || side(effect, "seat", &SIDES);
    let change = |most: i64| Ok::<i8, BadValue>(effect.field("change").int_in("`change`", -most..=most)? as i8);
    Ok(match name {
        "morale" => Consequence::Morale { seat: seat()?, change: change(20)? },
        "commands" => Consequence::Commands { change: change(15)? },
        "arrive" => {
            let face = effect.field("class").text("`class`")?;
            let class = FACE_NAMES.iter().position(|known| *known == face);
            let class = class.ok_or_else(|| BadValue(format!("`class` is one of {}", FACE_NAMES.join(", "))))?;
            let at = effect.field("at").text("`at`")?;
            let holding = map.read_holding(at).map_err(|unknown| BadValue(unknown.to_string()))?;
            Consequence::Arrive { seat: seat()?, class: Class(class as u8), holding }
        }
        "reduce" => {
            let (seat, from) = (seat()?, role(map, effect.field("from").text("`from`")?)?);
            let enemy = match effect.field("by") {
                Value::Nil => false,
                word => named("by", word.text("`by`")?, &[("owner", false), ("enemy", true)])?,
            };
            if enemy && !matches!(from, Role::Leaders | Role::Chosen) {
                return Err(BadValue("`by`: the enemy chooses among leaders and chosen pieces alone".to_owned()));
            }
            let rest = match effect.field("rest") {
                Value::Nil => false,
                value => value.bool("`rest`")?,
            };
            let count = effect.field("count").int_in("`count`", 0..=40)? as u8;
            Consequence::Reduce { seat, from, count, by: if enemy { seat.other() } else { seat }, rest }
        }
        "mark" | "unmark" => {
            let marks = named("as", effect.field("as").text("`as`")?, &MARKS)?;
            Consequence::Mark { marks, set: name == "mark" }
        }
        "move" => {
            let to = map.read_position(effect.field("to").text("`to`")?);
            Consequence::Move { to: Pos::of(to.map_err(|unknown| BadValue(unknown.to_string()))?) }
        }
        "eliminate" => Consequence::Eliminate,
        "shut" => {
            let over = map.read_approach(effect.field("over").text("`over`")?);
            Consequence::Shut { over: over.map_err(|unknown| BadValue(unknown.to_string()))? }
        }
        _ => {
            let text = effect.field("text").text("`text`")?;
            Consequence::Say(line(text)?.to_owned())
        }
    })
}

fn role(map: &AreaMap, word: &str) -> Result<Role, BadValue> {
    Ok(match word {
        "leaders" => Role::Leaders,
        "others" => Role::Others,
        "chosen" => Role::Chosen,
        place => Role::At(Pos::of(map.read_position(place).map_err(|unknown| BadValue(unknown.to_string()))?)),
    })
}

/// What a step asks, as its function returns it.
pub(super) fn prompt(map: &AreaMap, value: &Value) -> Result<Prompt, BadValue> {
    const KNOWN: [&str; 5] = ["seat", "from", "arm", "min", "max"];
    for (key, _) in value.entries("the result")? {
        match key {
            Key::Text(key) if KNOWN.contains(&key.as_str()) => {}
            Key::Text(key) => {
                let hint = did_you_mean(key, KNOWN).map_or_else(String::new, |h| format!("; {h}"));
                return Err(BadValue(format!("a choice has no `{key}`{hint}")));
            }
            Key::Int(_) => return Err(BadValue("the fields of a choice have names".to_owned())),
        }
    }
    let from = match value.field("from") {
        Value::Nil => None,
        word => Some(role(map, word.text("`from`")?)?),
    };
    if from == Some(Role::Chosen) {
        return Err(BadValue("`from`: the chosen pieces are those that are asked for".to_owned()));
    }
    let arm = match value.field("arm") {
        Value::Nil => None,
        word => Some(named("arm", word.text("`arm`")?, &ARM_WORDS)?),
    };
    let max = value.field("max").int_in("`max`", 0..=20)? as u8;
    let min = match value.field("min") {
        Value::Nil => 0,
        n => n.int_in("`min`", 0..=i64::from(max))? as u8,
    };
    Ok(Prompt { seat: side(value, "seat", &SIDES)?, from, arm, min, max })
}
