//! The rules references: every section that the program cites is there to be read, and every drawing and link leads somewhere.

use std::collections::BTreeSet;

use bormida_core::games::{Spec, Vacant, house};
use bormida_core::kernel::{Ask, Rng, Seed};
use bormida_core::pack::Rulebook;
use bormida_core::pack::builtin::Files;

/// The games that have a reference.
const GAMES: [&str; 2] = ["triomphe", "bonaparte"];

/// A game in Luau has one too, without drawings.
const IN_LUAU: &str = "nwars";

/// Sections that the code of the engine cites: in refusals, questions, events.
fn cited() -> BTreeSet<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/games/triomphe");
    let mut found = BTreeSet::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let code = std::fs::read_to_string(&path).unwrap_or_default();
            let code = code.split("#[cfg(test)]").next().unwrap_or_default();
            for start in ["Rule::of(\"", "Refusal::new(\"", "bar(\"", "bar_at(\"", "say(\""] {
                let sections = code.split(start).skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(sections.filter(|s| s.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned));
            }
        }
    }
    found
}

#[test]
fn every_section_that_is_cited_can_be_read() {
    let catalogue = house(&Files::builtin()).unwrap();
    let code = cited();
    assert!(code.len() > 15, "{code:?}");
    for game in GAMES {
        let book = catalogue.rulebook(game).unwrap();
        let shelf = catalogue.game(game).unwrap();
        let rulings = shelf.about().rulings.into_iter().map(|ruling| ruling.rule.0.into_owned());
        let points = shelf.reference().unwrap().points.into_iter().map(|point| point.section.to_owned());
        let sections = points.flat_map(|list| list.split(", ").map(str::to_owned).collect::<Vec<_>>());
        let all = code.iter().cloned().chain(rulings).chain(sections);
        let lost: BTreeSet<String> =
            all.filter(|section| !section.is_empty() && book.find(section).is_none()).collect();
        assert!(lost.is_empty(), "{game}: no place to read {lost:?}");
        for section in book.sections.iter().skip(1) {
            let holds_more = book.sections.iter().any(|s| s.number.starts_with(&format!("{}.", section.number)));
            assert!(!section.text.is_empty() || holds_more, "{game}: \"{}\" says nothing", section.title);
        }
    }
}

#[test]
fn what_a_match_says_can_be_looked_up() {
    let catalogue = house(&Files::builtin()).unwrap();
    for game in GAMES.into_iter().chain([IN_LUAU]) {
        let book = catalogue.rulebook(game).unwrap();
        let about = catalogue.game(game).unwrap().about();
        let spec = Spec { seed: Seed(3), ..Spec::default() };
        let mut table = catalogue.start(spec.header(&about, Vacant::Yardstick).unwrap(), None).unwrap();
        let mut rng = Rng::with_seed(7);
        let mut told = 0;
        while let Ask::Ask(question) = table.ask() {
            assert!(book.find(&question.rule.0).is_some(), "{game}: {question:?}");
            let order = table.any_order(&mut rng).unwrap();
            for event in table.play_text(&order.text).unwrap().events {
                assert!(event.rule.0.is_empty() || book.find(&event.rule.0).is_some(), "{game}: {event:?}");
                told += 1;
            }
        }
        assert!(told > 100, "{told}");
    }
}

#[test]
fn links_and_drawings_lead_somewhere() {
    let catalogue = house(&Files::builtin()).unwrap();
    for game in GAMES.into_iter().chain([IN_LUAU]) {
        let book: Rulebook = catalogue.rulebook(game).unwrap();
        let mut drawings = 0;
        for section in &book.sections {
            for link in section.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                if link.starts_with('#') {
                    assert!(book.find_anchor(link).is_some(), "{game} {}: {link}", section.title);
                } else if link.ends_with(".svg") {
                    assert!(catalogue.rule_drawing(link).is_some(), "{game} {}: {link}", section.title);
                    drawings += 1;
                }
            }
        }
        assert!(drawings > 0 || game == IN_LUAU, "{game}");
    }
}
