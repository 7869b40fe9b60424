//! Patterns of orders: "any march into 6 with two or more".

use super::order::Given;
use super::words::{PATTERN_WORDS, names};
use crate::kernel::Table;
use crate::pack::nearest::did_you_mean;
use crate::script::{BadValue, Key, Value};

/// What an order may be; what is left out fits anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    verbs: Vec<String>,
    from: Vec<String>,
    to: Vec<String>,
    into: Vec<String>,
    parts: Vec<String>,
    least: Option<u32>,
    most: Option<u32>,
    has: Vec<String>,
    only: Vec<String>,
    number: Option<i32>,
    cost: Option<i16>,
    orders: Vec<String>,
    asked: Vec<String>,
    seat: Option<String>,
}

impl Pattern {
    /// Reads a table; `extra` are keys that it may have beside those of a pattern, `what` names it in errors.
    ///
    /// # Errors
    /// An unknown key with the nearest known one, a value of the wrong type.
    pub(super) fn read(value: &Value, what: &str, extra: &'static [&'static str]) -> Result<Pattern, BadValue> {
        for (key, _) in value.entries(what)? {
            let Key::Text(key) = key else {
                return Err(BadValue(format!("{what}: a pattern has names, not {}", show(key))));
            };
            let known = names(&PATTERN_WORDS).chain(extra.iter().copied());
            if !known.clone().any(|name| name == key) {
                let hint = did_you_mean(key, known).map_or(String::new(), |hint| format!("; {hint}"));
                return Err(BadValue(format!("{what}: a pattern has no `{key}`{hint}")));
            }
        }
        let texts = |name: &str| words_of(value.field(name), &format!("{what}.{name}"));
        let count = |name: &str| -> Result<Option<u32>, BadValue> {
            let field = value.field(name);
            let read = || field.int_in(&format!("{what}.{name}"), 0..=255);
            if field.is_nil() { Ok(None) } else { Ok(u32::try_from(read()?).ok()) }
        };
        let whole = |name: &str| -> Result<Option<i64>, BadValue> {
            let field = value.field(name);
            let read = || field.int_in(&format!("{what}.{name}"), -32_000..=32_000);
            if field.is_nil() { Ok(None) } else { read().map(Some) }
        };
        let pieces = count("pieces")?;
        let (least, most) = (count("least")?, count("most")?);
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            return Err(BadValue(format!("{what}: `least` is {least} and `most` is {most}: no order fits")));
        }
        if let (Some(pieces), true) = (pieces, least.or(most).is_some()) {
            return Err(BadValue(format!("{what}: `pieces` says {pieces}, and `least` or `most` beside it: use one")));
        }
        Ok(Pattern {
            verbs: texts("verb")?,
            from: texts("from")?,
            to: texts("to")?,
            into: texts("into")?,
            parts: texts("parts")?,
            least: pieces.or(least),
            most: pieces.or(most),
            has: texts("has")?,
            only: texts("only")?,
            number: whole("number")?.and_then(|n| i32::try_from(n).ok()),
            cost: whole("cost")?.and_then(|n| i16::try_from(n).ok()),
            orders: texts("order")?,
            asked: texts("asked")?,
            seat: texts("seat")?.into_iter().next(),
        })
    }

    /// Whether an order is of this pattern.
    pub(super) fn fits(&self, order: &Given, table: &dyn Table) -> bool {
        let any = |wanted: &[String], fits: &dyn Fn(&str) -> bool| wanted.is_empty() || wanted.iter().any(|w| fits(w));
        let same =
            |a: &str, b: &str| a == b || table.part_named(a).is_some_and(|part| table.part_named(b) == Some(part));
        let is_verb = |word: &str| word == order.verb.0 || word == order.verb.1;
        let from = |place: &str| order.names.first().is_some_and(|first| same(first, place));
        let to = |place: &str| order.to.as_deref().is_some_and(|to| same(to, place));
        // an approach is named by its locale and the one beyond: 12/11
        let into = |place: &str| {
            let whole = order.to.as_deref().map(|to| to.split('/').next().unwrap_or(to));
            to(place) || whole.is_some_and(|whole| same(whole, place))
        };
        let named = |place: &String| order.names.iter().any(|name| same(name, place));
        let pieces = order.pieces();
        any(&self.verbs, &is_verb)
            && any(&self.from, &from)
            && any(&self.to, &to)
            && any(&self.into, &into)
            && self.parts.iter().all(named)
            && self.least.is_none_or(|least| pieces >= least)
            && self.most.is_none_or(|most| pieces <= most)
            && self.has.iter().all(|class| order.classes.contains_key(class))
            && (self.only.is_empty() || order.classes.keys().all(|class| self.only.contains(class)))
            && self.number.is_none_or(|n| order.number == Some(n))
            && self.cost.is_none_or(|cost| order.cost == cost)
            && any(&self.orders, &|glob| globbed(glob, &order.text))
            && any(&self.asked, &|asked| order.asked == asked)
            && self.seat.as_ref().is_none_or(|seat| order.side == *seat)
    }

    /// What in it no game of this table knows: the word, and a sentence on it.
    pub(super) fn stranger(&self, table: &dyn Table) -> Option<Stranger> {
        let verbs = table.verbs();
        let words = || verbs.iter().flat_map(|(word, name)| [word.as_str(), name.as_str()]);
        let told = |what: &str, name: &str, hint: Option<String>| Stranger::of(what, name, hint);
        if let Some(verb) = self.verbs.iter().find(|verb| words().all(|word| word != verb.as_str())) {
            return Some(told("kind of order", verb, did_you_mean(verb, words())));
        }
        let places = [&self.from, &self.to, &self.into, &self.parts];
        let mut places = places.into_iter().flatten();
        if let Some(place) = places.find(|place| table.part_named(place).is_none()) {
            return Some(told("place", place, None));
        }
        let classes = table.classes();
        let known = || classes.iter().map(String::as_str);
        let class = self.has.iter().chain(&self.only).find(|class| !classes.contains(class));
        if let Some(class) = class {
            return Some(told("class of pieces", class, did_you_mean(class, known())));
        }
        let sides = table.sides();
        if let Some(side) = self.seat.as_ref().filter(|seat| !sides.contains(seat)) {
            return Some(Stranger::among("side", side, &sides));
        }
        let questions = table.questions();
        let asked = self.asked.iter().find(|asked| !questions.is_empty() && !questions.contains(asked))?;
        Some(Stranger::among("question", asked, &questions))
    }
}

/// A word of a lesson that its game does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stranger {
    /// The word as it is written.
    pub(super) word: String,
    /// What is wrong with it.
    pub(super) why: String,
}

impl Stranger {
    pub(super) fn of(what: &str, word: &str, hint: Option<String>) -> Stranger {
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        Stranger { word: word.to_owned(), why: format!("there is no {what} \"{word}\"{hint}") }
    }

    /// One of a few words was expected.
    pub(super) fn among(what: &str, word: &str, known: &[String]) -> Stranger {
        let near = did_you_mean(word, known.iter().map(String::as_str));
        let hint = near.unwrap_or_else(|| format!("known: {}", known.join(", ")));
        Stranger::of(what, word, Some(hint))
    }
}

fn show(key: &Key) -> String {
    match key {
        Key::Int(n) => n.to_string(),
        Key::Text(text) => text.clone(),
    }
}

/// A text or a list of texts.
pub(super) fn words_of(value: &Value, what: &str) -> Result<Vec<String>, BadValue> {
    match value {
        Value::Nil => Ok(Vec::new()),
        Value::Int(n) => Ok(vec![n.to_string()]),
        Value::List(items) => {
            let word = |item: &Value| match item {
                Value::Int(n) => Ok(n.to_string()),
                other => other.line(what).map(str::to_owned),
            };
            items.iter().map(word).collect()
        }
        other => Ok(vec![other.line(what)?.to_owned()]),
    }
}

/// Whether a text is as a pattern with `*` for anything has it.
fn globbed(glob: &str, text: &str) -> bool {
    let mut pieces = glob.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut last = None;
    for piece in pieces {
        if let Some(before) = last.replace(piece) {
            match rest.find(before) {
                Some(at) => rest = &rest[at + before.len()..],
                None => return false,
            }
        }
    }
    match last {
        None => rest.is_empty(),
        Some(end) => rest.ends_with(end),
    }
}

#[cfg(test)]
mod tests {
    use super::globbed;

    #[test]
    fn a_star_stands_for_anything() {
        for (glob, text, fits) in [
            ("m 15 * > 16", "m 15 2I > 16", true),
            ("m 15 * > 16", "m 15 2I > 17", false),
            ("m 15 2I > 16", "m 15 2I > 16", true),
            ("m 15 2I > 1", "m 15 2I > 16", false),
            ("r *> 80", "r Sale 2I > 79 > 80", true),
            ("*2I*> 16", "m 15 3I+2I > 16", true),
            ("*", "", true),
            ("a*a", "a", false),
        ] {
            assert_eq!(globbed(glob, text), fits, "{glob} | {text}");
        }
    }
}
