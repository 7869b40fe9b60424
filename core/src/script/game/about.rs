//! What a game in Luau says of itself: its set-ups, the readings of its rules that can be chosen, its figures.

use super::declare::Names;
use crate::kernel::{Named, Rule, Ruling, Seat, Status};
use crate::pack::plain;
use crate::script::{BadValue, Key, Value};

/// What a game declares beside its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Set-ups, the usual one first.
    pub setups: Vec<Named>,
    /// Readings of the rules that can be chosen.
    pub options: Vec<Ruling>,
    /// Whether rules or values were reconstructed where no source gave them.
    pub reconstructed: bool,
}

/// Refuses a table with keys that are none of these.
pub(super) fn known(what: &str, value: &Value, keys: &[&str]) -> Result<(), BadValue> {
    for (key, _) in value.entries(what)? {
        if !matches!(key, Key::Text(key) if keys.contains(&key.as_str())) {
            return Err(BadValue(format!("{what}: {key:?} is none of {}", keys.join(", "))));
        }
    }
    Ok(())
}

fn words(what: &str, value: &Value) -> Result<String, BadValue> {
    if value.is_nil() { Ok(String::new()) } else { Ok(value.lines(what)?.to_owned()) }
}

/// `setups = { { name = "dawn", title = "Dawn", summary = ".." } }`.
pub(super) fn setups(value: &Value) -> Result<Vec<Named>, BadValue> {
    let what = "`setups`";
    if value.is_nil() {
        return Ok(Vec::new());
    }
    let setup = |value: &Value| {
        known(what, value, &["name", "title", "summary"])?;
        Ok(Named {
            name: value.field("name").line("`setups`: `name`")?.to_owned(),
            title: value.field("title").line("`setups`: `title`")?.to_owned(),
            summary: words("`setups`: `summary`", value.field("summary"))?,
        })
    };
    value.list(what)?.iter().map(setup).collect()
}

/// `options = { { name = "literal", rule = "7", help = "..", values = { "yes", "no" }, default = "no" } }`.
pub(super) fn options(value: &Value) -> Result<Vec<Ruling>, BadValue> {
    let what = "`options`";
    if value.is_nil() {
        return Ok(Vec::new());
    }
    let option = |value: &Value| {
        known(what, value, &["name", "rule", "help", "values", "default"])?;
        let text = |key: &str| Ok::<_, BadValue>(value.field(key).line(&format!("`options`: `{key}`"))?.to_owned());
        let values = value.field("values").list("`options`: `values`")?;
        let values = values.iter().map(|word| Ok(word.line("`options`: `values`")?.to_owned()));
        let option = Ruling {
            name: text("name")?,
            rule: Rule(text("rule")?.into()),
            help: value.field("help").lines("`options`: `help`")?.to_owned(),
            values: values.collect::<Result<_, BadValue>>()?,
            default: text("default")?,
        };
        if !option.values.contains(&option.default) {
            return Err(BadValue(format!("{what}: {}: `{}` is none of its values", option.name, option.default)));
        }
        Ok(option)
    };
    value.list(what)?.iter().map(option).collect()
}

/// Most figures beside a board.
const MOST_FIGURES: usize = 64;

/// What `status` returned: `{ { name = "Turn", text = "1", side = "red" } }`.
pub(super) fn figures(names: &Names, value: &Value) -> Result<Vec<Status>, BadValue> {
    let figure = |value: &Value| {
        known("`status`", value, &["name", "text", "side"])?;
        let text = match value.field("text") {
            Value::Int(n) => n.to_string(),
            text => plain::line(text.text("`status`: `text`")?),
        };
        let seat = match value.field("side") {
            Value::Nil => None,
            word => {
                let word = word.text("`status`: `side`")?;
                let at = names.sides.iter().position(|side| *side == word);
                Some(Seat(at.ok_or_else(|| BadValue(format!("`status`: no side is called `{word}`")))? as u8))
            }
        };
        Ok(Status { name: plain::line(value.field("name").text("`status`: `name`")?), text, seat })
    };
    let figures = value.list("`status`")?;
    if figures.len() > MOST_FIGURES {
        return Err(BadValue(format!("`status`: {} figures; there may be {MOST_FIGURES}", figures.len())));
    }
    figures.iter().map(figure).collect()
}
