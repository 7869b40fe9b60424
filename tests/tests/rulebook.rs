//! The rules references: every section that the program cites is there to be read, and every drawing and link leads somewhere.

use std::collections::BTreeSet;

use bormida_core::games::folio::{Army, CombatTable, Folio, FolioKit, Kind, Numbers, POINTS, UnitFacts};
use bormida_core::games::{Spec, Vacant, house};
use bormida_core::kernel::{Ask, HookMask, Kit, Rng, Seed};
use bormida_core::pack::Rulebook;
use bormida_core::pack::builtin::{self, Files};

/// The games that have a reference.
const GAMES: [&str; 3] = ["triomphe", "bonaparte", "folio"];

/// A game in Luau has one too, without drawings.
const IN_LUAU: &str = "nwars";

/// Sections that the code of an engine cites: in refusals, questions, events. Of tables their names.
fn cited(engine: &str) -> BTreeSet<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src/games").join(engine);
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
            let starts = ["Rule::of(\"", "Refusal::new(\"", "bar(\"", "bar_at(\"", "say(\"", "no(\"", "tell(\""];
            for start in starts {
                let sections = code.split(start).skip(1).filter_map(|rest| rest.split('"').next());
                let is_one = |s: &&str| {
                    let table = s.len() > 1 && s.bytes().all(|byte| byte.is_ascii_uppercase());
                    table || s.starts_with(|c: char| c.is_ascii_digit())
                };
                found.extend(sections.filter(is_one).map(str::to_owned));
            }
        }
    }
    found
}

#[test]
fn every_section_that_is_cited_can_be_read() {
    let catalogue = house(&Files::builtin()).unwrap();
    for game in GAMES {
        let code = cited(if game == "folio" { "folio" } else { "triomphe" });
        assert!(code.len() > 15, "{code:?}");
        let book = catalogue.rulebook(game).unwrap();
        let shelf = catalogue.game(game).unwrap();
        let rulings = shelf.about().rulings.into_iter().map(|ruling| ruling.rule.0.into_owned());
        let points = if game == "folio" {
            let settings = Numbers::settings();
            let settings = settings.iter().map(|setting| setting.section);
            POINTS.iter().map(|point| point.section).chain(settings).map(str::to_owned).collect()
        } else {
            let points = shelf.reference().unwrap().points;
            points.into_iter().map(|point| point.section.to_owned()).collect::<Vec<_>>()
        };
        let sections = points.into_iter().flat_map(|list| list.split(", ").map(str::to_owned).collect::<Vec<_>>());
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

/// The values of a counter as the page writes them.
fn values(facts: &UnitFacts) -> String {
    match facts.kind {
        Kind::Leader if facts.army => format!("all formations, +{}", facts.bonus),
        Kind::Leader => {
            let led = (0..16).filter(|f| facts.leads & (1 << f) != 0).map(|f| f.to_string());
            format!("formations {}, +{}", led.collect::<Vec<_>>().join(", "), facts.bonus)
        }
        Kind::Hq => format!("moves {}", facts.sides[0].movement),
        _ => {
            let side = |k: usize| {
                let v = facts.sides[k];
                format!("{}-{}-{}", v.combat, v.morale, v.movement)
            };
            let sides = if facts.steps == 2 { format!("{} / {}", side(0), side(1)) } else { side(0) };
            match facts.kind {
                Kind::Battery => format!("{sides}, deployed {}", facts.deployed),
                _ => sides,
            }
        }
    }
}

/// Every table of the page is that of the data: the counters, the two charts, the numbers.
#[test]
fn the_tables_of_the_hex_game_are_those_of_its_data() {
    let kit = FolioKit::load(&Files::builtin(), &Default::default(), &[]).unwrap();
    let game: Folio = kit.open(&HookMask::new()).unwrap();
    let page = builtin::text("docs/rules/folio.md").unwrap();
    let mut lines: BTreeSet<&str> = page.lines().collect();
    let mut wanted = Vec::new();
    let (army, table): (&Army, &CombatTable) = (&game.army, &game.table);
    for (_, facts) in army.all() {
        let kind = match facts.kind {
            Kind::Brigade => "brigade",
            Kind::Battalion => "battalion",
            Kind::Cavalry => "cavalry",
            Kind::Battery => "battery",
            Kind::Train => "train",
            Kind::Leader => "leader",
            Kind::Hq => "headquarters",
        };
        let (name, title, formation) = (&facts.name, &facts.title, facts.formation);
        wanted.push(format!("| {name} | {title} | {formation} | {kind} | {} |", values(facts)));
    }
    let headings: Vec<String> = (0..table.columns()).map(|column| table.heading(column)).collect();
    wanted.push(format!("| Die | {} |", headings.join(" | ")));
    for die in 1..=6 {
        let cells = (0..table.columns()).map(|column| {
            let (cell, tags) = table.cell(die, column, true);
            format!("{cell}{tags}")
        });
        wanted.push(format!("| {die} | {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
    for row in wanted {
        assert!(lines.remove(&*row), "docs/rules/folio.md has no row {row}");
    }
    let points = |halves: u8| match halves {
        bormida_core::board::hex_chart::NO => "no".to_owned(),
        _ if halves.is_multiple_of(2) => (halves / 2).to_string(),
        _ => format!("{}/2", halves),
    };
    let more = |halves: u8| if halves == 0 { "-".to_owned() } else { format!("+{}", points(halves)) };
    let chart = game.map.chart();
    let grounds = chart.grounds.iter().map(|g| (&g.name, g.cost.iter().map(|n| points(*n)).collect::<Vec<_>>()));
    let features = chart.features.iter().map(|f| (&f.name, f.extra.iter().map(|n| more(*n)).collect::<Vec<_>>()));
    let sides = chart.sides.iter().map(|s| (&s.name, s.extra.iter().map(|n| more(*n)).collect::<Vec<_>>()));
    for (name, costs) in grounds.chain(features).chain(sides) {
        let row = format!("| {} | {} | ", name.replace('_', " "), costs.join(" | "));
        assert!(lines.iter().any(|line| line.starts_with(&row)), "docs/rules/folio.md has no row {row}");
    }
    for setting in Numbers::settings() {
        let (name, value) = (setting.name, game.numbers.get(setting.name).unwrap());
        let said = |line: &&&str| line.contains(&format!("| {name} | {value}")) && line.contains(setting.help);
        let row =
            lines.iter().find(said).unwrap_or_else(|| panic!("docs/rules/folio.md has no row of {name}, {value}"));
        for section in setting.section.split(", ") {
            assert!(row.contains(&format!("[{section}](#")), "{row}: no link to {section}");
        }
    }
}

/// The page says how a pack puts printed values in, and such a pack does.
#[test]
fn printed_values_are_put_in_as_the_page_says() {
    let page = builtin::text("docs/rules/folio.md").unwrap();
    let book = Rulebook::read(&page);
    let told = book.reconstructed().unwrap();
    let blocks: Vec<&str> =
        told.text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    let [manifest, army] = blocks[..] else { panic!("two files: {blocks:?}") };
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("printed")).unwrap();
    std::fs::write(folder.path().join("printed/pack.toml"), manifest).unwrap();
    std::fs::write(folder.path().join("printed/army.toml"), army).unwrap();
    let files = Files::builtin().and_beside(folder.path());
    let kit = FolioKit::load(&files, &Default::default(), &["printed".to_owned()]).unwrap();
    let game = kit.open(&HookMask::new()).unwrap();
    let (latt, weid) = (game.unit("Latt").unwrap(), game.unit("Weid").unwrap());
    assert_eq!(values(game.army.facts(latt)), "7-4-4 / 4-4-4");
    assert_eq!(values(game.army.facts(weid)), "6-4-4 / 3-4-4");
}
