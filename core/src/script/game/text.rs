//! How games in Luau write orders: `carry quay > far 2red+1blue`; for others, as its verb says, `carry quay > far 3`.

use super::declare::{Names, Shown};
use crate::kernel::*;
use crate::pack::nearest::did_you_mean;

impl Names {
    pub(super) fn write(&self, o: &Choice, shown: Shown) -> String {
        let mut text = self.verbs.get(usize::from(o.verb.0)).map_or("?", |v| v.0).to_owned();
        if shown == Shown::Verb {
            return text;
        }
        for (i, part) in o.parts.iter().enumerate() {
            text.push_str(if i == 0 { " " } else { " > " });
            text.push_str(self.places.get(part.0 as usize).map_or("?", |place| place));
        }
        match &o.fill {
            Fill::None => {}
            Fill::Number(n) => text.push_str(&format!(" {n}")),
            Fill::Pose(Pose { x, y, heading }) => text.push_str(&format!(" {x},{y},{heading}")),
            Fill::Bag(bag) if bag.is_empty() => text.push_str(" none"),
            Fill::Bag(bag) if shown == Shown::Count => {
                text.push_str(&format!(" {}", bag.iter().map(|(_, n)| u32::from(*n)).sum::<u32>()));
            }
            Fill::Bag(bag) => {
                let class = |c: &Class| self.classes.get(usize::from(c.0)).copied().unwrap_or("?");
                let pieces: Vec<String> = bag.iter().map(|(c, n)| format!("{n}{}", class(c))).collect();
                text.push_str(&format!(" {}", pieces.join("+")));
            }
        }
        text
    }

    /// Reads an order; what is wrong, as a sentence.
    pub(super) fn read(&self, text: &str) -> Result<Choice, String> {
        let mut words = text.split_whitespace();
        let list = || self.verbs.iter().map(|(word, _)| *word);
        let word =
            words.next().ok_or_else(|| format!("an order begins with {}", list().collect::<Vec<_>>().join(", ")))?;
        let verb = self.verb(word).ok_or_else(|| {
            let hint = did_you_mean(word, list()).unwrap_or_else(|| list().collect::<Vec<_>>().join(", "));
            format!("\"{word}\" is no order; {hint}")
        })?;
        let (mut parts, mut fill) = (Parts::new(), None);
        for word in words.filter(|word| *word != ">") {
            if fill.is_some() {
                return Err(format!("\"{word}\" comes after the end of the order"));
            }
            if word == "none" || word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                fill = Some(self.fill(word)?);
                continue;
            }
            let part = self.place(word).ok_or_else(|| {
                let places = self.places.iter().map(String::as_str);
                let hint = did_you_mean(word, places).map_or(String::new(), |hint| format!("; {hint}"));
                format!("there is no place \"{word}\"{hint}")
            })?;
            parts.try_push(part).map_err(|_| "too many places".to_owned())?;
        }
        Ok(Choice { verb, parts, fill: fill.unwrap_or(Fill::None) })
    }

    /// What an order lacks, or has too much, at its end: another kind of thing is wanted there.
    pub(super) fn amiss(&self, slot: &Slot, fill: &Fill) -> Option<String> {
        let missing = matches!(fill, Fill::None);
        match (slot, fill) {
            (Slot::None, Fill::None) | (Slot::Number { .. }, Fill::Number(_)) => None,
            (Slot::Bag { .. }, Fill::Bag(_)) | (Slot::Pose { .. }, Fill::Pose(_)) => None,
            (Slot::None, _) => Some("this order takes nothing at its end: no number, no pieces".to_owned()),
            (Slot::Number { lo, hi }, _) => {
                let what = if missing { "a number is missing" } else { "a number is wanted" };
                let range = if lo == hi { format!("{lo}") } else { format!("{lo} to {hi}") };
                Some(format!("{what} at its end: {range}"))
            }
            (Slot::Bag { .. }, _) => {
                let what = if missing { "the pieces are missing" } else { "pieces are wanted" };
                Some(format!("{what} at its end, such as 2{}", self.example()))
            }
            (Slot::Pose { .. }, _) => {
                let what = if missing { "a place is missing" } else { "a place is wanted" };
                Some(format!("{what} at its end, as x,y,heading"))
            }
        }
    }

    fn fill(&self, word: &str) -> Result<Fill, String> {
        let wrong =
            || format!("\"{word}\" is neither a number, nor pieces such as 2{}, nor x,y,heading", self.example());
        if word == "none" {
            return Ok(Fill::Bag(Bag::new()));
        }
        if let Ok(n) = word.parse() {
            return Ok(Fill::Number(n));
        }
        if word.contains(',') {
            let numbers: Result<Vec<i32>, _> = word.split(',').map(str::parse).collect();
            let [x, y, heading] = numbers.map_err(|_| wrong())?[..] else { return Err(wrong()) };
            return Ok(Fill::Pose(Pose { x, y, heading }));
        }
        let mut bag = Bag::new();
        for piece in word.split('+') {
            let at = piece.find(|c: char| !c.is_ascii_digit()).ok_or_else(wrong)?;
            let n = piece[..at].parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?;
            let class = self.class(&piece[at..]).ok_or_else(wrong)?;
            bag.try_push((class, n)).map_err(|_| wrong())?;
        }
        bag.sort_unstable();
        Ok(Fill::Bag(bag))
    }

    fn example(&self) -> &str {
        self.classes.first().copied().unwrap_or("red")
    }
}
