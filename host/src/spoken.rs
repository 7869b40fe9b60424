//! Orders in words: from an order's text, whose short words are for those who type, to a line that anybody can read.

use bormida_core::kernel::{LogEvent, LogLine, Table};

/// A game that ended and that no side won: who plays alone has lost it.
pub(crate) fn nobody_wins(sides: &[String]) -> String {
    if sides.len() == 1 { "The game is lost" } else { "Nobody wins" }.to_owned()
}

/// An order in words: `maneuver attack, 1 piece from 5 to 3` for `a 5 1 > 3`. What is no order of the game stays as it
/// is.
pub(crate) fn spoken(table: &dyn Table, text: &str) -> String {
    if let Some(words) = table.spoken(text) {
        return words;
    }
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let verbs = table.verbs();
    let Some((_, name)) = verbs.iter().find(|(known, _)| known == word) else { return text.to_owned() };
    let classes = table.classes();
    let rest = rest.trim();
    let told = match rest.split_once('>') {
        _ if rest.is_empty() => return name.clone(),
        Some((who, way)) => {
            let (from, pieces) = match who.trim().rsplit_once(' ') {
                Some((from, last)) if is_pieces(&classes, last) => (Some(from), Some(last)),
                // a lone number is a place
                None if is_named(&classes, who.trim()) => (None, Some(who.trim())),
                _ => (Some(who.trim()).filter(|from| !from.is_empty()), None),
            };
            let stops: Vec<&str> = way.split('>').map(str::trim).collect();
            let (to, through) = stops.split_last().map_or(("", &[][..]), |(to, through)| (*to, through));
            let through = if through.is_empty() { None } else { Some(format!("over {}", through.join(", "))) };
            let parts =
                [pieces.map(counted), from.map(|from| format!("from {from}")), through, Some(format!("to {to}"))];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        None if is_named(&classes, rest) => counted(rest),
        None => rest.to_owned(),
    };
    format!("{name}, {told}")
}

/// An event as people read it; one in which the game announces the order itself, in words.
pub(crate) fn event_spoken(table: &dyn Table, line: &LogLine, event: &LogEvent) -> String {
    match event.text.strip_suffix(&line.text) {
        Some(before) => format!("{before}{}", spoken(table, &line.text)),
        None => event.text.clone(),
    }
}

/// Whether a word of an order says which pieces, as in `3I+2x2C`, or how many.
fn is_pieces(classes: &[String], word: &str) -> bool {
    !classes.is_empty() && word.parse::<u8>().is_ok() || is_named(classes, word)
}

/// Whether a word of an order says which pieces.
fn is_named(classes: &[String], word: &str) -> bool {
    let is_class = |one: &str| {
        let class = one.split_once('x').filter(|(n, _)| n.parse::<u8>().is_ok()).map_or(one, |(_, class)| class);
        classes.iter().any(|known| known == class)
    };
    word.split('+').all(is_class)
}

fn counted(pieces: &str) -> String {
    match pieces {
        "1" => "1 piece".to_owned(),
        number if number.parse::<u8>().is_ok() => format!("{number} pieces"),
        named => named.replace('+', " + ").replace('x', " x "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bormida_core::games::{Spec, Vacant, house};
    use bormida_core::pack::builtin::Files;

    #[test]
    fn short_words_become_names_and_numbers_pieces() {
        let catalogue = house(&Files::builtin()).unwrap();
        let about = catalogue.game("triomphe").unwrap().about();
        let table = catalogue.start(Spec::default().header(&about, Vacant::People).unwrap(), None).unwrap();
        for (text, words) in [
            ("a 5 1 > 3", "maneuver attack, 1 piece from 5 to 3"),
            ("m 15 3I+2x2C > 16", "march, 3I + 2 x 2C from 15 to 16"),
            ("r Alessandria > 0 > 4", "road march, from Alessandria over 0 to 4"),
            ("flee 2I > 14", "retreat, 2I to 14"),
            ("send 2I+1C", "answer the attack, 2I + 1C"),
            ("r 9 > 11", "road march, from 9 to 11"),
            ("send none", "answer the attack, none"),
            ("o 37", "organize, 37"),
            ("stay", "no continuation"),
            ("hold fire", "hold fire"),
        ] {
            assert_eq!(spoken(&*table, text), words);
        }
    }
}
