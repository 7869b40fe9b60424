//! How Ford writes and reads orders: `m A 2i+1c > B`, for others `m A 3 > B`.

use super::orders::*;
use super::state::*;
use super::{Ford, State, count_of};
use bormida_core::kernel::*;

/// A key of a text.
pub fn key(text: &str) -> Key {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// Puts a public line into a log.
pub(super) fn note(log: &mut dyn Sink, section: &'static str, text: &str, at: Option<usize>) {
    if log.wants() {
        let parts = at.map(|p| Part(p as u32)).into_iter().collect();
        log.put(Event { public: text.to_owned(), private: None, rule: Rule::of(section), parts });
    }
}

pub(super) fn write(game: &Ford, s: &State, o: &Choice, owner: bool) -> String {
    let word = game.verbs().get(usize::from(o.verb.0)).map_or("?", |v| v.0);
    let mut places = o.parts.iter().map(|p| game.part_name(*p));
    let mut words = vec![word.to_owned()];
    words.extend(places.next());
    if let Fill::Bag(bag) = &o.fill {
        let count = count_of(bag);
        // a reply is open to all (4), and so is the retreat of a block that lies open
        let at = o.parts.first().map_or(0, |p| p.0 as usize).min(PLACES - 1);
        let open = o.verb == REPLY || o.verb == RETREAT && total(&s.sides[s.asked()].open[at]) > 0;
        let classes: Vec<String> =
            bag.iter().map(|(c, n)| format!("{n}{}", game.classes().get(usize::from(c.0)).unwrap_or(&"?"))).collect();
        words.push(match total(&count) {
            0 => "0".to_owned(),
            _ if owner || open => classes.join("+"),
            n => n.to_string(),
        });
    }
    for place in places {
        words.push(format!("> {place}"));
    }
    words.join(" ")
}

pub(super) fn read(game: &Ford, text: &str) -> Result<Choice, Refusal> {
    let no = |text: String| Refusal::new("1", text);
    let mut words = text.split_whitespace();
    let word = words.next().ok_or_else(|| no("an order begins with end, m, a, r, t or s".to_owned()))?;
    let verb = game.verbs().iter().position(|(w, _)| *w == word);
    let verb = verb.ok_or_else(|| no(format!("\"{word}\" is no order; orders are end, m, a, r, t, s")))?;
    let verb = Verb(verb as u8);
    let (mut parts, mut fill) = (Parts::new(), Fill::None);
    for word in words {
        if word == ">" {
            continue;
        }
        if let Some(part) = game.part_named(word) {
            parts.try_push(part).map_err(|_| no("too many places".to_owned()))?;
        } else {
            fill =
                Fill::Bag(bag(game, word).ok_or_else(|| {
                    no(format!("\"{word}\" is neither a place from A to H nor blocks such as 2i+1c"))
                })?);
        }
    }
    if verb == REPLY && parts.is_empty() {
        return Err(no("a reply names the place: r A 1i".to_owned()));
    }
    Ok(Choice { verb, parts, fill })
}

fn bag(game: &Ford, word: &str) -> Option<Bag> {
    let mut bag = Bag::new();
    if word == "0" {
        return Some(bag);
    }
    for piece in word.split('+') {
        let class = game.classes().iter().position(|c| piece.ends_with(c))?;
        let n: u8 = piece[..piece.len() - 1].parse().ok().filter(|n| *n > 0)?;
        bag.try_push((Class(class as u8), n)).ok()?;
    }
    Some(bag)
}
