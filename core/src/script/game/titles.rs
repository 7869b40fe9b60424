//! What a game in Luau calls things before people: titles of its words, and orders as sentences.

use super::declare::Names;
use crate::kernel::{Choice, Class, Fill, Part};
use crate::pack::plain;
use crate::script::{BadValue, Key, Schema, Shape, Value};
use std::collections::BTreeMap;

/// Titles by word.
pub(super) type Titles = BTreeMap<String, String>;

/// An order as a sentence: `align {1} from {2}[ for {n} pounds]`. What stands in square brackets is left out where the
/// order lacks what it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saying(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// A place of the order, from 0.
    Part(usize),
    /// The number that was left open.
    Number,
    /// The pieces that were left open.
    Pieces,
    Perhaps(Vec<Piece>),
}

impl Saying {
    /// Reads a sentence.
    ///
    /// # Errors
    /// What is wrong with its braces and brackets.
    pub(super) fn read(what: &str, text: &str) -> Result<Saying, BadValue> {
        let wrong = |why: &str| BadValue(format!("{what}: `says`: {why}"));
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(at) = rest.find(['[', ']', '{', '}']) {
            let (before, after) = rest.split_at(at);
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            let (piece, left) = match after.as_bytes()[0] {
                b'[' => {
                    let (inner, left) = after[1..].split_once(']').ok_or_else(|| wrong("a bracket is not closed"))?;
                    if inner.contains('[') {
                        return Err(wrong("a bracket stands in a bracket"));
                    }
                    (Piece::Perhaps(Saying::read(what, inner)?.0), left)
                }
                b'{' => {
                    let (name, left) = after[1..].split_once('}').ok_or_else(|| wrong("a brace is not closed"))?;
                    let piece = match (name, name.parse::<usize>()) {
                        ("n", _) => Piece::Number,
                        ("pieces", _) => Piece::Pieces,
                        (_, Ok(n @ 1..=9)) => Piece::Part(n - 1),
                        _ => return Err(wrong(&format!("`{{{name}}}` is none of {{1}} to {{9}}, {{n}}, {{pieces}}"))),
                    };
                    (piece, left)
                }
                _ => return Err(wrong("a brace or bracket is closed that was not opened")),
            };
            pieces.push(piece);
            rest = left;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Saying(pieces))
    }
}

/// Reads `titles = { egypt = "Egypt" }`: words of the game, each with what people call it.
pub(super) fn read(value: &Value, lists: [&[String]; 3], schema: &Schema) -> Result<Titles, BadValue> {
    if value.is_nil() {
        return Ok(Titles::new());
    }
    let in_memory = |word: &str| {
        schema.fields().iter().any(|field| match &field.shape {
            Shape::One(domain) => domain.words().is_some_and(|words| words.iter().any(|known| known == word)),
            _ => false,
        })
    };
    let entries = value.entries("`titles`")?.map(|(key, title)| {
        let Key::Text(word) = key else { return Err(BadValue("`titles`: words have titles, not numbers".to_owned())) };
        if !lists.iter().any(|list| list.contains(word)) && !in_memory(word) {
            return Err(BadValue(format!("`titles`: `{word}` is no side, place, class, or word of the memory")));
        }
        Ok((word.clone(), plain::line(title.line(&format!("`titles.{word}`"))?)))
    });
    entries.collect()
}

impl Names {
    /// What people call a word.
    pub(super) fn title(&self, word: &str) -> String {
        self.titles.get(word).cloned().unwrap_or_else(|| word.replace('_', " "))
    }

    pub(super) fn part_title(&self, part: &Part) -> String {
        self.places.get(part.0 as usize).map_or_else(|| format!("?{}", part.0), |word| self.title(word))
    }

    pub(super) fn class_title(&self, class: Class) -> String {
        let word = self.classes.get(usize::from(class.0)).copied().unwrap_or("?");
        self.titles.get(word).map_or_else(|| word.to_owned(), Clone::clone)
    }

    /// An order as a sentence: as its verb says, else its verb's name and the titles of its places.
    pub(super) fn say(&self, o: &Choice) -> String {
        let verb = usize::from(o.verb.0);
        let name = self.verbs.get(verb).map_or("?", |verb| verb.1);
        let said = self.says.get(verb).and_then(|saying| self.fill_in(&saying.as_ref()?.0, o));
        said.unwrap_or_else(|| {
            let titles: Vec<String> = o.parts.iter().map(|part| self.part_title(part)).collect();
            let places = if titles.is_empty() { String::new() } else { format!(", {}", titles.join(" > ")) };
            let fill = self.number(o).or_else(|| self.pieces_of(o));
            format!("{name}{places}{}", fill.map_or_else(String::new, |fill| format!(": {fill}")))
        })
    }

    fn fill_in(&self, pieces: &[Piece], o: &Choice) -> Option<String> {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(words) => text.push_str(words),
                Piece::Part(k) => text.push_str(&self.part_title(o.parts.get(*k)?)),
                Piece::Number => text.push_str(&self.number(o)?),
                Piece::Pieces => text.push_str(&self.pieces_of(o)?),
                Piece::Perhaps(pieces) => text.push_str(&self.fill_in(pieces, o).unwrap_or_default()),
            }
        }
        Some(text)
    }

    fn number(&self, o: &Choice) -> Option<String> {
        match o.fill {
            Fill::Number(n) => Some(n.to_string()),
            _ => None,
        }
    }

    /// The pieces; where the others may only count them, how many.
    fn pieces_of(&self, o: &Choice) -> Option<String> {
        let one = |(class, n): &(Class, u8)| match n {
            1 => self.class_title(*class),
            n => format!("{n} x {}", self.class_title(*class)),
        };
        match &o.fill {
            Fill::Bag(bag) if bag.is_empty() => Some("nothing".to_owned()),
            Fill::Bag(bag) => Some(bag.iter().map(one).collect::<Vec<_>>().join(", ")),
            Fill::Number(1) => Some("1 piece".to_owned()),
            Fill::Number(n) => Some(format!("{n} pieces")),
            Fill::None | Fill::Pose(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Bag, Parts, Verb};
    use crate::script::game::declare::Shown;

    fn names() -> Names {
        let saying = Saying::read("verbs", "send {pieces} from {1} to {2}[ over {3}][ for {n} pounds]").unwrap();
        Names {
            sides: vec!["red"],
            verbs: vec![("send", "send"), ("rest", "rest a while")],
            shown: vec![Shown::All; 2],
            says: vec![Some(saying), None],
            classes: vec!["sp2"],
            places: ["quay", "far_shore", "ford"].map(str::to_owned).to_vec(),
            titles: [("quay", "the Quay"), ("sp2", "a corps of 2")].map(|(k, v)| (k.to_owned(), v.to_owned())).into(),
        }
    }

    #[test]
    fn an_order_is_said_with_titles_and_without_what_it_lacks() {
        let order = |verb, parts: &[u32], fill| {
            let parts: Parts = parts.iter().map(|n| Part(*n)).collect();
            names().say(&Choice { verb: Verb(verb), parts, fill })
        };
        let two: Bag = [(Class(0), 2)].into_iter().collect();
        assert_eq!(order(0, &[0, 1], Fill::Bag(two)), "send 2 x a corps of 2 from the Quay to far shore");
        assert_eq!(
            order(0, &[0, 1, 2], Fill::Number(1)),
            "send 1 piece from the Quay to far shore over ford for 1 pounds"
        );
        // what is not there makes the sentence impossible: the name stands
        assert_eq!(order(0, &[0], Fill::None), "send, the Quay");
        assert_eq!(order(1, &[0, 2], Fill::Number(3)), "rest a while, the Quay > ford: 3");
    }

    #[test]
    fn sentences_that_cannot_be_are_refused() {
        for (text, why) in [
            ("go {1", "not closed"),
            ("go [to {1}", "not closed"),
            ("go {0}", "none of"),
            ("go {to}", "none of"),
            ("go]", "not opened"),
            ("go [a [b]]", "in a bracket"),
        ] {
            let error = Saying::read("`verbs` 1", text).unwrap_err();
            assert!(error.0.contains(why), "{text}: {error:?}");
        }
    }
}
