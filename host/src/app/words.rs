//! Sentences of the window: orders, pieces and consequences in words, for any game.

use bormida_core::kernel::{Choice, Class, Fill, LogEvent, Rule, Seat, Table, Verb};

use super::sitting::Proposal;
use crate::spoken::spoken;

/// A word with a capital.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A text with a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = capital(text.trim());
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

/// A rule's section in brackets; nothing where there is none.
pub(super) fn section(rule: &Rule) -> String {
    rule.behind().trim_start().to_owned()
}

/// Pieces in words: `3I + 2 x 2I`.
pub(super) fn bag(table: &dyn Table, bag: &[(Class, u8)]) -> String {
    let classes = table.classes();
    let name = |class: Class| classes.get(class.0 as usize).map_or("?", String::as_str).to_owned();
    let one = |(class, n): &(Class, u8)| match n {
        1 => name(*class),
        n => format!("{n} x {}", name(*class)),
    };
    if bag.is_empty() { "nobody".to_owned() } else { bag.iter().rev().map(one).collect::<Vec<_>>().join(" + ") }
}

/// A kind of order in words.
pub(super) fn verb(table: &dyn Table, verb: Verb) -> String {
    let verbs = table.verbs();
    capital(verbs.get(verb.0 as usize).map_or("order", |(_, name)| name))
}

/// An order in words: `March 15 > 16: 3I + 2C`.
pub(super) fn order(table: &dyn Table, choice: &Choice, text: &str) -> String {
    if let Some(words) = table.spoken(text) {
        return capital(&words);
    }
    let mut words = verb(table, choice.verb);
    let parts: Vec<String> = choice.parts.iter().map(|part| table.part_title(*part)).collect();
    if !parts.is_empty() {
        words.push(' ');
        words.push_str(&parts.join(" > "));
    }
    match &choice.fill {
        // an order that leaves out the place which its like name: `return none`
        Fill::None if choice.parts.is_empty() && text.ends_with(" none") => words.push_str(": none"),
        Fill::None | Fill::Pose(_) => {}
        Fill::Bag(pieces) => words.push_str(&format!(": {}", bag(table, pieces))),
        Fill::Number(_) => words = capital(&spoken(table, text)),
    }
    words
}

/// What an order may bring, a sentence a line; the first lines are sure.
pub(super) fn consequences(proposal: &Proposal, asked: Seat, sides: &[String]) -> Vec<String> {
    const MOST: usize = 5;
    let told = |event: &LogEvent| format!("{} {}", sentence(&event.text), section(&event.rule)).trim_end().to_owned();
    let foresight = &proposal.foresight;
    // where the chances are known, single throws tell nothing
    let shown = if foresight.odds.cases.is_empty() { MOST.saturating_sub(foresight.odds.sum.len()) } else { 0 };
    let mut lines: Vec<String> = foresight.sure.iter().take(shown).map(told).collect();
    let room = shown.saturating_sub(lines.len());
    lines.extend(foresight.perhaps.iter().take(room).map(|event| format!("Perhaps: {}", told(event))));
    let side = |seat: &Seat| sides.get(seat.index()).map_or_else(String::new, |side| capital(side));
    let mut others: Vec<&Seat> = foresight.next.iter().flatten().filter(|seat| **seat != asked).collect();
    others.sort_unstable();
    let certainly = foresight.next.len() == 1;
    if let [other] = others[..] {
        lines.push(match certainly {
            true => format!("Then the {} side decides.", side(other)),
            false => format!("Then the {} side may have to decide.", side(other)),
        });
    }
    if foresight.next.contains(&None) {
        lines.push(if certainly { "It ends the game.".to_owned() } else { "It may end the game.".to_owned() });
    }
    if foresight.effect.rolled {
        lines.push("Chance decides: it cannot be taken back.".to_owned());
    } else if !foresight.effect.told.is_empty() {
        lines.push("It shows something hidden: it cannot be taken back.".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use bormida_core::games::{Spec, Vacant, house};
    use bormida_core::kernel::Parts;
    use bormida_core::pack::builtin::Files;

    #[test]
    fn an_order_that_takes_none_says_so() {
        let catalogue = house(&Files::builtin()).unwrap();
        let about = catalogue.game("triomphe").unwrap().about();
        let table = catalogue.start(Spec::default().header(&about, Vacant::People).unwrap(), None).unwrap();
        let verb = table.verbs().iter().position(|(word, _)| word == "return").unwrap();
        let choice = Choice { verb: Verb(verb as u8), parts: Parts::new(), fill: Fill::None };
        assert_eq!(order(&*table, &choice, "return none"), "Return morale: none");
    }
}
