//! The tables in N's rules are those of its data: `docs/rules/nwars.md` holds what is made here from `data/nwars`.
//!
//! `BORMIDA_WRITE=1 cargo test -p bormida-tests --test nwars_tables` writes them anew.

use bormida_core::pack::builtin;
use bormida_core::script::{Key, Value};
use std::path::Path;

const FROM: &str = "## Tables\n";
const TO: &str = "## Sources, and what is reconstructed\n";

fn file(name: &str) -> Value {
    let path = format!("data/nwars/{name}.toml");
    Value::of_toml(&path, &builtin::text(&path).unwrap()).unwrap()
}

fn text<'v>(row: &'v Value, key: &str) -> &'v str {
    row.field(key).text(key).unwrap_or("")
}

fn number(row: &Value, key: &str) -> i64 {
    row.field(key).int(key).unwrap()
}

fn is(row: &Value, key: &str) -> bool {
    *row.field(key) == Value::Bool(true)
}

/// The keys and values of a table, in the order of its keys.
fn entries(table: &Value) -> Vec<(String, &Value)> {
    let word = |key: &Key| if let Key::Text(word) = key { word.clone() } else { String::new() };
    table.entries("a table").unwrap().map(|(key, value)| (word(key), value)).collect()
}

/// A word as people write it.
fn named(word: &str) -> String {
    let nations = file("nations");
    let rows: Vec<Value> = ["wars", "diplomats", "corps", "chits", "religion"].map(file).to_vec();
    if let Ok(name) = nations.field("names").field(word).text("") {
        return name.to_owned();
    }
    let lists = [
        (&rows[0], "war"),
        (&rows[1], "red"),
        (&rows[1], "french"),
        (&rows[2], "corps"),
        (&nations, "country"),
        (&rows[4], "policy"),
    ];
    for (file, list) in lists {
        let found = file.field(list).list("").unwrap().iter().find(|row| text(row, "word") == word);
        if let Some(row) = found {
            return text(row, "name").to_owned();
        }
    }
    let chits = &rows[3];
    for list in ["names", "icon_names", "etat_names"] {
        if let Ok(name) = chits.field(list).field(word).text("") {
            return name.to_owned();
        }
    }
    let mut letters = word.replace('_', " ").chars().collect::<Vec<char>>();
    letters[0] = letters[0].to_ascii_uppercase();
    letters.into_iter().collect()
}

/// A star behind what is reconstructed.
fn star(row: &Value) -> &'static str {
    if text(row, "mark") == "reconstructed" { "\\*" } else { "" }
}

struct Page(String);

impl Page {
    fn chapter(&mut self, title: &str, about: &str) {
        self.0.push_str(&format!("\n### {title}\n\n{about}\n"));
    }

    fn table(&mut self, head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        self.0.push_str(&format!("\n| {} |\n|{}\n", head.join(" | "), " --- |".repeat(head.len())));
        for row in rows {
            assert_eq!(row.len(), head.len(), "{row:?}");
            self.0.push_str(&format!("| {} |\n", row.join(" | ")));
        }
    }
}

/// So many of each: `2 Etat client, 1 Ireland`.
fn counted(table: &Value) -> String {
    let several: Vec<String> = entries(table)
        .iter()
        .map(|(word, n)| match n.int("").unwrap() {
            1 => named(word),
            n => format!("{n} {}", named(word)),
        })
        .collect();
    if several.is_empty() { "nothing".to_owned() } else { several.join(", ") }
}

/// Whose is what: `Italy -2, Germany -1`.
fn paired(table: &Value) -> String {
    let pairs: Vec<String> = entries(table)
        .iter()
        .map(|(word, value)| match value {
            Value::Int(n) => format!("{} {n}", named(word)),
            Value::Text(nation) if !text(file("nations").field("names"), nation).is_empty() => {
                format!("{} {}", named(word), named(nation))
            }
            other => format!("{} {}", named(word), named(other.text("").unwrap()).to_lowercase()),
        })
        .collect();
    if pairs.is_empty() { "none".to_owned() } else { pairs.join(", ") }
}

fn tables() -> String {
    let mut page = Page(format!(
        "{FROM}\nMade from the game's data; a star stands at what is reconstructed (see [Sources](#sources-and-what-is-reconstructed)). What has none is in\nthe rulebook or told by accounts of play.\n"
    ));
    let data = file("tables");

    page.chapter("French Invasion Table", "One die and the turn's number ([7/4](#74-the-invasion-table)).");
    let orders = |row: &Value| {
        let pairs = row.field("corps").list("").unwrap().iter().map(|pair| {
            let [nation, n] = pair.list("").unwrap() else { panic!("{pair:?}") };
            format!("{} {}", named(nation.text("").unwrap()), n.int("").unwrap())
        });
        pairs.collect::<Vec<_>>().join(", ")
    };
    let rows = data.field("invasion").list("").unwrap();
    page.table(
        &["Total", "Corps"],
        rows.iter().map(|row| vec![number(row, "total").to_string(), orders(row) + star(row)]),
    );

    page.chapter("Napoleon Table", "One die and the turn's number ([8/5](#85-napoleon-takes-the-field)).");
    let rows = data.field("napoleon").list("").unwrap();
    page.table(
        &["Total", "Where, with so many corps"],
        rows.iter().map(|row| {
            let result = match row.field("nation") {
                Value::Nil => "Grand Strategy (8/5/1)".to_owned(),
                nation => format!("{}, {}", named(nation.text("").unwrap()), number(row, "corps")),
            };
            vec![number(row, "total").to_string(), result + star(row)]
        }),
    );

    page.chapter(
        "Light Infantry Table",
        "One die with what [9/2](#92-light-infantry) adds; below 1 it reads 1. Reconstructed as a whole.",
    );
    let up_to = |n: i64, from: i64| match n {
        n if n < from => "-".to_owned(),
        n if n == from => n.to_string(),
        n => format!("{from} to {n}"),
    };
    let rows = data.field("light").field("rows").list("").unwrap();
    page.table(
        &["Fervor", "French Domination", "French Advantage", "No Advantage"],
        rows.iter().enumerate().map(|(fervor, row)| {
            let [fd, fa] = row.list("").unwrap() else { panic!("{row:?}") };
            let (fd, fa) = (fd.int("").unwrap(), fa.int("").unwrap());
            vec![fervor.to_string(), up_to(fd, 1), up_to(fa, fd + 1), format!("{} and more", fa + 1)]
        }),
    );

    page.chapter("Turn Record Track", "Years, the But, the chits to draw, the events ([13/0](#130-events)).");
    let (turns, events) = (file("turns"), file("events"));
    let rows = turns.field("turn").list("").unwrap();
    page.table(
        &["Turn", "Years", "But", "Chits", "Events"],
        rows.iter().enumerate().map(|(k, row)| {
            let happen = ["events", "late"].map(|key| row.field(key).list("").unwrap_or_default()).concat();
            let names = happen.iter().map(|word| {
                let name = text(events.field(word.text("").unwrap()), "name").to_owned();
                name.trim_end_matches(':').to_owned()
            });
            vec![
                (k + 1).to_string(),
                text(row, "years").to_owned() + star(row),
                named(text(row, "but")),
                number(row, "chits").to_string(),
                names.collect::<Vec<_>>().join(", "),
            ]
        }),
    );

    page.chapter("Minor Wars", "The brown boxes ([2/1](#21-the-map), [4/9](#49-minor-wars)).");
    let wars = file("wars");
    page.table(
        &["Box", "Number", "Sea", "Kind"],
        wars.field("war").list("").unwrap().iter().map(|row| {
            let kind = match text(row, "kind") {
                "commercial" if is(row, "busy") => "commercial; Napoleon is busy",
                kind => kind,
            };
            vec![
                text(row, "name").to_owned(),
                format!("{}{}", number(row, "number"), star(row)),
                if is(row, "anchor") { "anchor" } else { "" }.to_owned(),
                kind.to_owned(),
            ]
        }),
    );

    page.chapter(
        "Corps",
        "Strength; c is cavalry, a dot is vulnerable, immortal cannot die ([11/7](#117-french-losses)). Names and strengths are\nreconstructed, save those of the rulebook's examples.",
    );
    let corps = file("corps");
    let rows = corps.field("corps").list("").unwrap();
    let mut sides: Vec<&str> = Vec::new();
    rows.iter().for_each(|row| {
        if !sides.contains(&text(row, "side")) {
            sides.push(text(row, "side"))
        }
    });
    page.table(
        &["Side", "Corps", "Sum"],
        sides.iter().map(|side| {
            let own: Vec<&Value> = rows.iter().filter(|row| text(row, "side") == *side).collect();
            let one = |row: &&Value| {
                let horse = if is(row, "horse") { "c" } else { "" };
                let dot = if is(row, "immortal") {
                    " immortal"
                } else if is(row, "dot") {
                    " dot"
                } else {
                    ""
                };
                let name = if *side == "duchy" { String::new() } else { format!("{} ", text(row, "name")) };
                format!("{name}{}{horse}{dot}", number(row, "strength"))
            };
            let sum: i64 = own.iter().map(|row| number(row, "strength")).sum();
            vec![named(side), own.iter().map(one).collect::<Vec<_>>().join(", "), sum.to_string()]
        }),
    );

    page.chapter(
        "Diplomats",
        "Yours with their strength, the French with what each adds to the die ([6/1](#61-debate)).",
    );
    let diplomats = file("diplomats");
    let list = |key: &str, number_key: &str| {
        let rows = diplomats.field(key).list("").unwrap();
        let one = |row: &Value| format!("{} {}{}", text(row, "name"), number(row, number_key), star(row));
        rows.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    page.table(
        &["Side", "Diplomats"],
        [vec!["Coalition".to_owned(), list("red", "strength")], vec!["France".to_owned(), list("french", "adds")]],
    );

    page.chapter(
        "Etats and Cultural Icons",
        "How many Etats of each value lie face down ([4/6](#46-etats)); whose the icons are ([10/2](#102-cultural-icons)). The values are\nthe rulebook's, how many there are is reconstructed.",
    );
    let chits = file("chits");
    page.table(
        &["What", "Which"],
        [
            vec![
                "Etats".to_owned(),
                entries(chits.field("etats"))
                    .iter()
                    .map(|(word, n)| format!("{} of {}", n.int("").unwrap(), named(word)))
                    .collect::<Vec<_>>()
                    .join(", "),
            ],
            vec!["Icons".to_owned(), paired(chits.field("icons"))],
        ],
    );

    page.chapter(
        "Scenarios",
        "What each begins with ([3/5](#35-scenarios)). Reconstructed, save what accounts of play tell: see `setups.toml`.",
    );
    let setups = file("setups");
    let names = ["bonaparte_1792", "napoleon_1805", "the_end_1813"];
    let all = names.map(|name| setups.field(name));
    let row = |title: &str, cell: &dyn Fn(&Value) -> String| {
        let mut row = vec![title.to_owned()];
        row.extend(all.iter().map(|setup| cell(setup)));
        row
    };
    let words = |setup: &Value, key: &str| {
        let list = setup.field(key).list("").unwrap_or_default();
        let names: Vec<String> = list.iter().map(|word| named(word.text("").unwrap())).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let sea = |setup: &Value| {
        let rules = named(text(setup, "seas"));
        if is(setup, "nelson") { format!("{rules}, Nelson") } else { rules }
    };
    let marks = |setup: &Value| {
        let marks = [("pope", "the Pope"), ("paris", "the Paris Marker"), ("ulcer", "the Spanish Ulcer")];
        let there: Vec<&str> = marks.iter().filter(|(key, _)| is(setup, key)).map(|(_, name)| *name).collect();
        if there.is_empty() { "none".to_owned() } else { there.join(", ") }
    };
    page.table(
        &["", "Bonaparte 1792", "Napoleon 1805", "The End 1813"],
        [
            row("Turn", &|s| number(s, "turn").to_string()),
            row("Treasury, Minor War Fund, Admiralty", &|s| {
                ["treasury", "war_fund", "admiralty"].map(|fund| number(s.field("funds"), fund).to_string()).join(", ")
            }),
            row("Napoleon Abdicates", &|s| number(s, "abdication").to_string()),
            row("Fervor", &|s| paired(s.field("fervor"))),
            row("Status", &|s| paired(s.field("status"))),
            row("Scrolls", &|s| paired(s.field("scrolls"))),
            row("High Seas", &sea),
            row("Napoleon", &|s| match text(s, "napoleon") {
                "none" => "not yet".to_owned(),
                age => age.to_uppercase(),
            }),
            row("State Religion", &|s| named(text(s, "religion"))),
            row("Etats", &|s| paired(s.field("etats"))),
            row("Markers", &marks),
            row("Trade", &|s| words(s, "coins")),
            row("Wars fought", &|s| paired(s.field("wars"))),
            row("Hotel", &|s| words(s, "hotel")),
            row("High Politics Cup", &|s| counted(s.field("chits"))),
        ],
    );
    format!("{}\n", page.0)
}

#[test]
fn the_rules_hold_the_tables_of_the_data() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules/nwars.md");
    let rules = std::fs::read_to_string(&path).unwrap();
    let to = rules.find(TO).expect("the rules end with their sources");
    let from = rules.find(FROM).unwrap_or(to);
    let made = format!("{}{}{}", &rules[..from], tables(), &rules[to..]);
    if std::env::var_os("BORMIDA_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    } else {
        for (k, (was, is)) in rules.lines().zip(made.lines()).enumerate() {
            assert_eq!(was, is, "docs/rules/nwars.md:{}; BORMIDA_WRITE=1 writes the tables anew", k + 1);
        }
        assert_eq!(rules.len(), made.len());
    }
}
