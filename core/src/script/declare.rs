//! The script API in writing: type declarations for editors, made from the bindings' lists.

use std::fmt::Write;

use super::added::{Addition, Call};
use super::points::{Answer, Fact, FactKind, Point};
use super::trial::{POSITION, TESTS};

/// A method of a handle: its name, its type, what it does.
type Method = (&'static str, &'static str, &'static str);

/// The methods of [`super::Chance`].
pub(super) const CHANCE: [Method; 5] = [
    ("roll", "(self, sides: number) -> number", "A die with so many sides, from 1."),
    ("below", "(self, n: number) -> number", "A number from 0 to n - 1."),
    ("pick", "(self, list: { any }) -> any", "One element of a list that is not empty."),
    ("shuffle", "(self, list: { any }) -> { any }", "A shuffled copy of a list."),
    (
        "stream",
        "(self, name: string?, key: number?) -> ()",
        "In games: goes on with a stream of its own, which other rolls do not shift; the key (a turn; left out, the order) says when. Without a name, back to the order's.",
    ),
];

/// The methods of [`super::Store`].
pub(super) const MEMORY: [Method; 16] = [
    ("get", "(self, field: string, seat: string?) -> any", "A value; `memory.field` is short for a field held once."),
    (
        "set",
        "(self, field: string, seat: string?, value: any) -> ()",
        "Writes a value, checked against its declaration.",
    ),
    ("len", "(self, field: string, seat: string?) -> number", "How many values a list holds."),
    ("at", "(self, list: string, index: number, seat: string?) -> any", "A value of a list, from 1."),
    ("put", "(self, list: string, index: number, value: any, seat: string?) -> ()", "Writes a value of a list."),
    ("push", "(self, list: string, value: any, seat: string?) -> ()", "Adds a value to the end of a list."),
    ("remove", "(self, list: string, index: number, seat: string?) -> any", "Takes a value out of a list."),
    ("shuffle", "(self, list: string, rng: Chance, seat: string?) -> ()", "Shuffles a list."),
    ("total", "(self, bag: string, seat: string?) -> number", "How many pieces a bag holds."),
    ("count", "(self, bag: string, class: string, seat: string?) -> number?", "How many of a class."),
    ("add", "(self, bag: string, class: string, n: number, seat: string?) -> ()", "Puts pieces into a bag."),
    ("take", "(self, bag: string, class: string, n: number, seat: string?) -> ()", "Takes pieces out of a bag."),
    ("draw", "(self, bag: string, rng: Chance, seat: string?) -> string?", "Draws a piece blindly."),
    ("clear", "(self, field: string, seat: string?) -> ()", "Empties a list or a bag."),
    (
        "all",
        "(self, field: string, seat: string?) -> any",
        "A whole list, a bag's counts by class, or the values of a field by holder.",
    ),
    (
        "those",
        "(self, field: string, value: any) -> { string }",
        "The holders of a field that have this value: the counters of a box.",
    ),
];

/// The methods of the log of a game's step.
pub(super) const LOG: [Method; 2] = [
    (
        "say",
        "(self, text: string, rule: string?, parts: { string }?) -> ()",
        "A line of the log, with its section and the places that it is about; left out, those of the step and the order.",
    ),
    (
        "told",
        "(self, side: string) -> ()",
        "A side, or \"all\", has learnt something hidden: the order is not taken back.",
    ),
];

/// The methods of the pen of a game's `scene`.
pub(super) const PEN: [Method; 8] = [
    ("size", "(self, width: number, height: number) -> ()", "The board's size, in units of your own; y goes down."),
    (
        "box",
        "(self, what: { [string]: any }) -> ()",
        "x, y (top left), w, h; name, letters, fill, line, width, ink, part, tip.",
    ),
    (
        "text",
        "(self, what: { [string]: any }) -> ()",
        "x, y (of the anchor), text, letters (height); w, anchor, bold, ink, part, tip.",
    ),
    ("line", "(self, what: { [string]: any }) -> ()", "x, y, x2, y2; line, width, dash."),
    (
        "track",
        "(self, what: { [string]: any }) -> ()",
        "x, y, w, h (of one box), from, to; across, marks: a list of counters, each with `at`.",
    ),
    ("stack", "(self, what: { [string]: any }) -> ()", "x, y, w, h, counters (a list); most (the largest side)."),
    (
        "counter",
        "(self, what: { [string]: any }) -> ()",
        "x, y, w, h; text, number, fill, ink, line, horse, round, part, tip.",
    ),
    ("cup", "(self, what: { [string]: any }) -> ()", "x, y, w, h; name, total, fill, part, tip."),
];

/// What a game in Luau is made of.
const GAMES: &str = "\
-- What a step of a game offers: a kind of order with its places, and one thing at most that is left open.
export type Offer = {
	verb: string,
	parts: { string }?,
	-- A number is left open: { lowest, highest }.
	number: { number }?,
	-- Pieces are left open: how many there are of each class; `min` to `max` of them are taken.
	bag: { [string]: number }?,
	min: number?,
	max: number?,
	-- A place on a free table is left open, each as { lowest, highest }.
	pose: { x: { number }, y: { number }, heading: { number } }?,
	-- What it costs, for people.
	cost: number?,
	-- How readily random play takes it: 0 to 1000, 1 when it is missing.
	weight: number?,
}

-- An order that was given, with what the offer left open; `pose` in hundredths.
export type Order = {
	verb: string,
	parts: { string },
	number: number?,
	bag: { [string]: number }?,
	pose: { x: number, y: number, heading: number }?,
}

-- What comes next: a step, several one after another, or the end.
export type Next = string | { string } | { over: { winner: string?, kind: string, rule: string? } }

-- Why an order does not go.
export type Refused = string | { rule: string?, text: string }

-- A case of a table that dice decide by; the chance in thousandths.
export type Case = { chance: number, text: string }

-- What an order brings: how it is reckoned, the cases of the dice, which add up to 1000, and what follows of them.
export type Odds = { sum: (string | { string })?, cases: { Case }?, outlook: { Case }? }

-- A step that asks has `ask`, `offers` and `play`; one that is taken at once has `run`.
export type Step = {
	rule: string,
	ask: string?,
	help: string?,
	hidden: boolean?,
	-- A side, or a public field of the memory that says which.
	seat: string?,
	offers: ((memory: Memory, seat: string) -> { Offer })?,
	check: ((memory: Memory, order: Order) -> Refused?)?,
	why: ((memory: Memory, order: Order) -> Refused?)?,
	-- What a legal order brings, as far as it can be said before it is given: prices, chances.
	follows: ((memory: Memory, order: Order) -> (string | { string } | Odds)?)?,
	play: ((memory: Memory, order: Order, rng: Chance, log: Log) -> Next?)?,
	run: ((memory: Memory, rng: Chance, log: Log) -> Next?)?,
}

-- What `start` is told: the name of the set-up, and each of the game's options by its name.
export type Options = { setup: string, [string]: string }

-- An order as a bot gives it: a table, its text, or the number of an offer that leaves nothing open.
export type Chosen = Order | string | number

-- What `bot.luau` returns, for a game in Luau.
export type GameBot = {
	choose: (
		memory: Memory,
		asked: string,
		offers: { Offer },
		rng: Chance,
		ahead: (order: Chosen, times: number?) -> number
	) -> Chosen | { order: Chosen, why: string? },
}

-- What `game.luau` returns.
export type Game = {
	title: string?,
	setups: { { name: string, title: string, summary: string? } }?,
	options: { { name: string, rule: string, help: string, values: { string }, default: string } }?,
	reconstructed: boolean?,
	sides: { string },
	-- Each a word and a name; `shown` is \"all\", \"count\" or \"verb\": what the others read of it. `says` is the order as a
	-- sentence: \"carry {pieces} from {1} to {2}[ for {n} pounds]\".
	verbs: { { any } },
	classes: { string },
	places: { string },
	-- What people call a side, place, class or word of the memory; without a title it is called as it is written.
	titles: { [string]: string }?,
	memory: { [string]: any },
	steps: { [string]: Step },
	start: (memory: Memory, rng: Chance, options: Options) -> Next,
	worth: ((memory: Memory, side: string) -> number)?,
	-- How many orders `search` plays on before it asks for `worth`; 30 where nothing is said.
	horizon: number?,
	status: ((memory: Memory, side: string) -> { { name: string, text: string | number, side: string? } })?,
	scene: ((memory: Memory, side: string, draw: Pen) -> ())?,
}

";

/// An effect that events may ask for: its name, its fields with their types, what it does.
pub type Effect = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const NOTICE: &str = "-- Made from the program's own lists; a test fails when they differ.\n";

/// The declarations that all games share: chance and memory.
#[must_use]
pub fn common() -> String {
    let mut out = format!("{NOTICE}\n");
    class(&mut out, "Chance", "Seeded chance, lent for one call: the only chance that scripts have.", &CHANCE);
    class(&mut out, "Memory", "What a pack remembers, by the fields that it declares, lent for one call.", &MEMORY);
    class(&mut out, "Log", "What a step of a game tells while it plays.", &LOG);
    class(&mut out, "Position", "A position of the pack's game, in tests.", &POSITION);
    class(&mut out, "Pen", "What a game's board is drawn with; colours are roles such as \"red\" or \"paper\".", &PEN);
    out.push_str(GAMES);
    out.push_str("-- The TOML files of a game's pack, by name.\ndeclare data: { [string]: any }\n");
    out.push_str(
        "-- The options of the pack, as they were chosen for the match.\ndeclare options: { [string]: any }\n",
    );
    for (name, kind, help) in TESTS {
        let (arguments, result) = kind.rsplit_once(" -> ").unwrap_or((kind, "()"));
        let _ = writeln!(out, "-- {help}\ndeclare function {name}{arguments}: {result}");
    }
    out.push_str("-- As pairs, with the keys in order.\n");
    out.push_str("declare function sorted_pairs<K, V>(map: { [K]: V }): () -> (K, V)\n");
    out
}

fn class(out: &mut String, name: &str, about: &str, methods: &[Method]) {
    let _ = writeln!(out, "-- {about}\ndeclare class {name}");
    for (name, kind, help) in methods {
        let (arguments, result) = kind.split_once(" -> ").unwrap_or((kind, "()"));
        let _ = writeln!(out, "\t-- {help}\n\tfunction {name}{arguments}: {result}");
    }
    out.push_str("end\n\n");
}

/// The declarations of a game's rule points: facts, effects, and the table that a pack's `rules.luau` returns.
#[must_use]
pub fn declarations(
    points: &[Point],
    moment: &[Fact],
    seats: &[&str],
    effects: &[Effect],
    additions: &[Addition],
) -> String {
    let mut out = format!("{NOTICE}\n");
    let _ = writeln!(out, "export type Seat = {}\n", quoted(seats));
    facts(&mut out, "Moment", None, moment);
    let mut declared: Vec<&str> = Vec::new();
    for point in points {
        if !declared.contains(&point.told) {
            declared.push(point.told);
            facts(&mut out, point.told, Some("Moment"), point.facts);
        }
    }
    for call in additions.iter().flat_map(|addition| addition.calls) {
        if !declared.contains(&call.told) {
            declared.push(call.told);
            facts(&mut out, call.told, Some("Moment"), call.facts);
        }
    }
    let forms: Vec<String> = effects.iter().map(|(name, fields, _)| form(name, fields)).collect();
    let _ = writeln!(out, "export type Effect =\n\t{}\n", forms.join("\n\t| "));
    for addition in additions {
        let _ = writeln!(out, "-- {}\nexport type {} = {{", addition.help, addition.entry);
        for (name, kind, help) in addition.fields {
            let _ = writeln!(out, "\t-- {help}\n\t{name}: {kind},");
        }
        for call in addition.calls {
            let _ = writeln!(out, "\t-- {}\n\t{}: ({})?,", call.help, call.name, call_signature(call));
        }
        out.push_str("}\n\n");
    }
    out.push_str("-- What `rules.luau` returns; every function may be left out.\nexport type Rules = {\n\tmemory: { [string]: any }?,\n");
    for point in points {
        let _ = writeln!(out, "\t-- {}\n\t{}: ({})?,", about(point), point.name, signature(point));
    }
    for addition in additions {
        let _ = writeln!(out, "\t-- {}\n\t{}: {{ [string]: {} }}?,", addition.help, addition.table, addition.entry);
    }
    out.push_str("}\n");
    out
}

pub(super) fn form(name: &str, fields: &[(&str, &str)]) -> String {
    let fields: String = fields.iter().map(|(field, kind)| format!(", {field}: {kind}")).collect();
    format!("{{ effect: \"{name}\"{fields} }}")
}

fn facts(out: &mut String, name: &str, base: Option<&str>, facts: &[Fact]) {
    let extends = base.map_or(String::new(), |base| format!(" extends {base}"));
    let _ = writeln!(out, "declare class {name}{extends}");
    for fact in facts {
        let _ = writeln!(out, "\t--{}\n\t{}: {}", fact.help, fact.name, luau(fact.kind));
    }
    out.push_str("end\n\n");
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | ")
}

pub(super) fn luau(kind: FactKind) -> String {
    match kind {
        FactKind::Count => "number".to_owned(),
        FactKind::Truth => "boolean".to_owned(),
        FactKind::Word(words) => quoted(words),
        FactKind::MaybeWord(words) => format!("({})?", quoted(words)),
        FactKind::Place(_) => "string".to_owned(),
        FactKind::MaybePlace(_) => "string?".to_owned(),
    }
}

fn signature(point: &Point) -> String {
    let result = match point.answer {
        Answer::Count(..) => "number",
        Answer::Truth => "boolean",
        Answer::Effects => return format!("(facts: {}, memory: Memory?) -> {{ Effect }}?", point.told),
    };
    let default = format!("(change: {{ [string]: any }}?) -> {result}");
    format!("(facts: {}, default: {default}, memory: Memory?) -> {result}", point.told)
}

pub(super) fn call_signature(call: &Call) -> String {
    format!("(facts: {}, memory: Memory?) -> {}", call.told, call.returns)
}

fn about(point: &Point) -> String {
    let range = match point.answer {
        Answer::Count(least, most) => format!(" From {least} to {most}."),
        _ => String::new(),
    };
    format!("{}{range} ({}; {})", point.help, point.cadence.word(), point.section)
}

#[cfg(test)]
mod tests {
    use super::GAMES;
    use crate::script::game::{ASKING, DATA, OFFER, ORDER, PARTS, RUNNING};

    #[test]
    fn the_written_types_of_games_have_every_key_and_no_other() {
        let keys = |name: &str| -> Vec<&str> {
            let body =
                GAMES.split(&format!("export type {name} = {{\n")).nth(1).and_then(|rest| rest.split("\n}").next());
            let lines = body.unwrap().lines().filter_map(|line| line.trim().split_once(": "));
            let mut keys: Vec<&str> = lines.map(|(key, _)| key).filter(|key| !key.starts_with("--")).collect();
            keys.sort_unstable();
            keys
        };
        let sorted = |words: &[&'static str]| {
            let mut words = words.to_vec();
            words.sort_unstable();
            words.dedup();
            words
        };
        assert_eq!(keys("Offer"), sorted(&OFFER));
        assert_eq!(keys("Order"), sorted(&ORDER));
        assert_eq!(keys("Step"), sorted(&[&ASKING[..], &RUNNING[..]].concat()));
        assert_eq!(keys("Game"), sorted(&[&DATA[..], &PARTS.map(|(name, _)| name)[..]].concat()));
    }
}
