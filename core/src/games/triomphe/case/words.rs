//! The words of a case's lines: bags, numbers, hours.

use crate::board::Hour;
pub(super) use crate::games::case_words::{need, side, whole};
use crate::games::triomphe::model::CLASS_NAMES;
use crate::kernel::{Bag, Class};
use crate::pack::case::{Clause, Trouble};
use crate::pack::nearest::did_you_mean;

/// `2x3I+2C`.
pub(super) fn bag(line: &Clause, k: usize) -> Result<Bag, Trouble> {
    let text = need(line, k, "a bag such as `2x3I+2C`")?;
    parse_bag(text).map_err(|trouble| {
        let hint = did_you_mean(text, CLASS_NAMES);
        Trouble::at(k, trouble).hint(hint)
    })
}

/// Reads `2x3I+2C`; the error is a sentence.
pub(super) fn parse_bag(text: &str) -> Result<Bag, String> {
    let mut bag = Bag::new();
    for part in text.split('+') {
        let (count, name) = match part.split_once('x') {
            Some((count, name)) => (count.parse::<u8>().ok().filter(|n| *n > 0), name),
            None => (Some(1), part),
        };
        let class = CLASS_NAMES.iter().position(|known| *known == name).and_then(|k| u8::try_from(k).ok());
        let (Some(count), Some(class)) = (count, class) else {
            return Err(format!("\"{part}\" is no piece such as `3I` or `2x2C`"));
        };
        match bag.iter_mut().find(|(known, _)| *known == Class(class)) {
            Some((_, n)) => *n = n.saturating_add(count),
            None => bag.push((Class(class), count)),
        }
    }
    bag.sort_unstable();
    Ok(bag)
}

/// Writes a bag, strongest last; an empty one is `nothing`.
pub(super) fn write_bag(bag: &Bag) -> String {
    if bag.is_empty() {
        return "nothing".to_owned();
    }
    let name = |class: &Class| CLASS_NAMES.get(usize::from(class.0)).copied().unwrap_or("?");
    let one = |(class, n): &(Class, u8)| if *n == 1 { name(class).to_owned() } else { format!("{n}x{}", name(class)) };
    bag.iter().map(one).collect::<Vec<_>>().join("+")
}

/// A bag of single classes.
pub(super) fn collect(classes: impl Iterator<Item = Class>) -> Bag {
    let mut bag = Bag::new();
    for class in classes {
        match bag.iter_mut().find(|(known, _)| *known == class) {
            Some((_, n)) => *n = n.saturating_add(1),
            None => bag.push((class, 1)),
        }
    }
    bag.sort_unstable();
    bag
}

/// `10:00AM`.
pub(super) fn hour(line: &Clause, k: usize) -> Result<Hour, Trouble> {
    let text = need(line, k, "an hour such as `10:00AM`")?;
    text.parse().map_err(|wrong: crate::board::hour::NoHour| Trouble::at(k, wrong.to_string()))
}
