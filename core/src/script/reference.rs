//! The reference of a game's rule points: data for tools, and a page for people, from the lists that the engine asks by.

use std::fmt::Write;

use serde::Serialize;

use super::added::Addition;
use super::declare::{Effect, call_signature, form, luau};
use super::points::{Answer, Cadence, Fact, FactKind, Point};
use crate::pack::manifest::API;

/// All that a pack of one game can change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reference {
    /// The game's id.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The version of the script API.
    pub api: u8,
    /// What every function is told beside its own facts.
    pub always: Vec<FactLine>,
    /// The rule points.
    pub points: Vec<PointLine>,
    /// What packs may add beside answers to points.
    pub additions: Vec<AdditionLine>,
    /// What events may ask for.
    pub effects: Vec<EffectLine>,
    /// The numbers and switches of `rules.toml`.
    pub numbers: Vec<NumberLine>,
}

/// One rule point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointLine {
    /// The name of its function.
    pub name: &'static str,
    /// The section of the rulebook.
    pub section: &'static str,
    /// `question` or `event`.
    pub kind: &'static str,
    /// When it is asked: `match`, `turn`, `query`; `event`.
    pub cadence: &'static str,
    /// Who knows what it is told: `public` is everybody.
    pub eyes: &'static str,
    /// What it decides.
    pub help: &'static str,
    /// The type of its facts.
    pub told: &'static str,
    /// What it is told, beside what is told always.
    pub facts: Vec<FactLine>,
    /// What it answers, as a Luau type.
    pub answer: &'static str,
    /// The smallest number that it may answer, if it answers a number.
    pub least: Option<i32>,
    /// The greatest.
    pub most: Option<i32>,
    /// What such a number counts.
    pub unit: &'static str,
    /// What holds where no pack answers, in a sentence.
    pub default: &'static str,
    /// A function that could stand in `rules.luau`.
    pub example: String,
}

/// One fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactLine {
    /// Its name.
    pub name: &'static str,
    /// Its Luau type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What is counted; empty where nothing is.
    pub unit: &'static str,
    /// What it can be.
    pub values: String,
    /// What it means.
    pub help: &'static str,
}

/// A table of entries that a pack may add, such as steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AdditionLine {
    /// Its name in `rules.luau`.
    pub table: &'static str,
    /// What an entry is.
    pub help: &'static str,
    /// The plain fields of an entry: name, type, what it means.
    pub fields: Vec<[&'static str; 3]>,
    /// The functions of an entry.
    pub calls: Vec<CallLine>,
}

/// A function of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallLine {
    /// Its name.
    pub name: &'static str,
    /// Its Luau type.
    pub signature: String,
    /// What it is for.
    pub help: &'static str,
    /// The type of its facts.
    pub told: &'static str,
    /// What it is told, beside what is told always.
    pub facts: Vec<FactLine>,
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EffectLine {
    /// Its name.
    pub name: &'static str,
    /// As a script writes it, with the types of its fields.
    pub form: String,
    /// What it does.
    pub help: &'static str,
}

/// One number or switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NumberLine {
    /// The table that it stands in.
    pub table: String,
    /// Its name.
    pub name: String,
    /// The section of the rulebook.
    pub section: String,
    /// What it is.
    pub help: String,
    /// What it can be.
    pub values: String,
    /// What it is in this game.
    pub default: String,
    /// When it is looked at: numbers hold for a match.
    pub cadence: &'static str,
    /// Who knows it.
    pub eyes: &'static str,
    /// Lines that could stand in `rules.toml`.
    pub example: String,
}

impl Reference {
    /// The reference of a game's lists.
    #[must_use]
    pub fn of(
        game: &str,
        title: &str,
        points: &[Point],
        moment: &[Fact],
        effects: &[Effect],
        additions: &[Addition],
    ) -> Reference {
        let point = |point: &Point| PointLine {
            name: point.name,
            section: point.section,
            kind: if point.cadence == Cadence::Event { "event" } else { "question" },
            cadence: point.cadence.word(),
            eyes: point.eyes.word(),
            help: point.help,
            told: point.told,
            facts: point.facts.iter().map(fact_line).collect(),
            answer: match point.answer {
                Answer::Count(..) => "number",
                Answer::Truth => "boolean",
                Answer::Effects => "{ Effect }?",
            },
            least: matches!(point.answer, Answer::Count(..)).then(|| *point.answer.range().unwrap_or(0..=0).start()),
            most: matches!(point.answer, Answer::Count(..)).then(|| *point.answer.range().unwrap_or(0..=0).end()),
            unit: point.unit,
            default: point.default,
            example: example(point, moment, effects),
        };
        Reference {
            game: game.to_owned(),
            title: title.to_owned(),
            api: API,
            always: moment.iter().map(fact_line).collect(),
            points: points.iter().map(point).collect(),
            additions: additions.iter().map(addition_line).collect(),
            effects: effects
                .iter()
                .map(|(name, fields, help)| EffectLine { name, form: form(name, fields), help })
                .collect(),
            numbers: Vec::new(),
        }
    }

    /// The page, in Markdown.
    #[must_use]
    pub fn page(&self) -> String {
        let mut out = format!("## Rule points of {}\n\n", self.title);
        out.push_str(
            "In brackets stand when a point is asked, who knows what it is told, and the section of the rulebook:\n\n",
        );
        for cadence in Cadence::ALL {
            let _ = writeln!(out, "- `{}`: {}.", cadence.word(), cadence.means());
        }
        out.push_str(
            "- `public`: both sides know all that the function is told, so that no answer gives anything away.\n\n\
             Every function is told `facts`. These are there always:\n\n",
        );
        list(&mut out, &self.always);
        for (kind, head) in [("question", "Questions"), ("event", "Events")] {
            let _ = writeln!(out, "\n### {head}\n");
            for point in self.points.iter().filter(|point| point.kind == kind) {
                let range = match (point.least, point.most) {
                    (Some(least), Some(most)) => format!(" From {least} to {most} {}.", point.unit),
                    _ => String::new(),
                };
                let PointLine { name, help, cadence, eyes, section, default, .. } = point;
                let _ = writeln!(out, "**`{name}`** {help}{range} ({cadence}; {eyes}; {section})\n");
                let _ = writeln!(out, "Without an answer: {default}\n");
                list(&mut out, &point.facts);
                let _ = writeln!(out, "\n```lua\n{}\n```\n", point.example);
            }
        }
        for addition in &self.additions {
            let _ = writeln!(out, "### `{}`\n\n{} Each has a name and:\n", addition.table, addition.help);
            for [name, kind, help] in &addition.fields {
                let _ = writeln!(out, "- `{name}: {kind}` {help}");
            }
            for call in &addition.calls {
                let _ = writeln!(out, "\n**`{}`** {} `{}`\n", call.name, call.help, call.signature);
                let first = addition.calls.iter().find(|other| other.told == call.told);
                if first.is_some_and(|first| first.name == call.name) {
                    list(&mut out, &call.facts);
                }
            }
            out.push('\n');
        }
        out.push_str("### Effects\n\nAn event returns nothing, or a list of these:\n\n");
        for effect in &self.effects {
            let _ = writeln!(out, "- `{}`: {}", effect.form, effect.help);
        }
        if !self.numbers.is_empty() {
            let about = "They hold for a match, and both sides know them. What `rules.toml` of a variant may set:\n";
            let _ = writeln!(out, "\n## Numbers of {}\n\n{about}", self.title);
            let mut table = "";
            for number in &self.numbers {
                if number.table != table {
                    table = &number.table;
                    let _ = writeln!(out, "{}`[{table}]`\n", if out.ends_with(":\n\n") { "" } else { "\n" });
                }
                let NumberLine { name, section, help, values, default, example, .. } = number;
                let line = example.lines().last().unwrap_or_default();
                let _ = writeln!(out, "- `{name}` {help} ({section}). Now {default}; {values}. `{line}`");
            }
        }
        out
    }
}

fn addition_line(addition: &Addition) -> AdditionLine {
    let calls = addition.calls.iter().map(|call| CallLine {
        name: call.name,
        signature: call_signature(call),
        help: call.help,
        told: call.told,
        facts: call.facts.iter().map(fact_line).collect(),
    });
    AdditionLine {
        table: addition.table,
        help: addition.help,
        fields: addition.fields.iter().map(|(name, kind, help)| [*name, *kind, *help]).collect(),
        calls: calls.collect(),
    }
}

fn fact_line(fact: &Fact) -> FactLine {
    let values = match fact.kind {
        FactKind::Count => "a whole number from 0 to 255".to_owned(),
        FactKind::Truth => "true or false".to_owned(),
        FactKind::Word(words) => words.join(", "),
        FactKind::MaybeWord(words) => format!("{}, or nil", words.join(", ")),
        FactKind::Place(kind) => format!("a name: {kind}"),
        FactKind::MaybePlace(kind) => format!("a name: {kind}, or nil"),
    };
    FactLine { name: fact.name, kind: luau(fact.kind), unit: fact.unit, values, help: fact.help.trim() }
}

fn list(out: &mut String, facts: &[FactLine]) {
    for fact in facts {
        let FactLine { name, kind, unit, help, .. } = fact;
        let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
        let _ = writeln!(out, "- `{name}`: {help} `{kind}`{unit}");
    }
}

/// A function for a point that would load and play.
fn example(point: &Point, moment: &[Fact], effects: &[Effect]) -> String {
    let all = point.facts.iter().chain(moment);
    let case = all.filter_map(condition).next().unwrap_or_else(|| "true".to_owned());
    let name = point.name;
    let (arguments, body) = match point.answer {
        Answer::Count(_, most) => {
            ("facts, default", format!("\treturn if {case} then math.min(default() + 1, {most}) else default()"))
        }
        Answer::Truth => ("facts, default", format!("\treturn if {case} then true else default()")),
        Answer::Effects => {
            let says = effects.iter().any(|(effect, ..)| *effect == "say");
            let list = if says { "{ { effect = \"say\", text = \"It happened.\" } }" } else { "{}" };
            ("facts", format!("\tif {case} then\n\t\treturn {list}\n\tend\n\treturn nil"))
        }
    };
    format!("{name} = function({arguments})\n{body}\nend,")
}

/// A condition on one fact.
fn condition(fact: &Fact) -> Option<String> {
    let name = fact.name;
    match fact.kind {
        FactKind::Count => Some(format!("facts.{name} >= 2")),
        FactKind::Truth => Some(format!("facts.{name}")),
        FactKind::Word(words) | FactKind::MaybeWord(words) => Some(format!("facts.{name} == \"{}\"", words.first()?)),
        FactKind::Place(_) | FactKind::MaybePlace(_) => None,
    }
}
