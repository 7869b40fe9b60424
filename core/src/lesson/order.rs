//! An order as a lesson looks at it: its kind, where it goes, what it takes.

use crate::kernel::{Ask, Class, Fill, OrderLine, Seat, Table};
use crate::script::{Key, Value};
use std::collections::BTreeMap;

/// An order before it is carried out, with the names of its parts.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// Who gives it.
    pub(super) seat: Seat,
    /// The side's word.
    pub(super) side: String,
    /// The question that it answers.
    pub(super) asked: String,
    /// Its text.
    pub(super) text: String,
    /// The word and the name of its kind.
    pub(super) verb: (String, String),
    /// The places that it names.
    pub(super) names: Vec<String>,
    /// Where it ends: the place behind the last `>` of its text, else its last place.
    pub(super) to: Option<String>,
    /// Its pieces by class.
    pub(super) classes: BTreeMap<String, u8>,
    /// The number that it says.
    pub(super) number: Option<i32>,
    /// What it costs.
    pub(super) cost: i16,
}

impl Given {
    /// A legal order of the present moment of a table.
    pub(super) fn of(table: &dyn Table, line: &OrderLine) -> Given {
        let (seat, asked) = match table.ask() {
            Ask::Ask(question) => (question.seat, question.name.into_owned()),
            Ask::Over(_) => (Seat(0), String::new()),
        };
        let choice = &line.choice;
        let verb = table.verbs().get(usize::from(choice.verb.0)).cloned().unwrap_or_default();
        let names: Vec<String> = choice.parts.iter().map(|part| table.part_name(*part)).collect();
        let known = table.classes();
        let class = |class: Class| known.get(usize::from(class.0)).cloned().unwrap_or_default();
        let (mut classes, mut number) = (BTreeMap::new(), None);
        match &choice.fill {
            Fill::Bag(bag) => classes.extend(bag.iter().map(|(c, n)| (class(*c), *n))),
            Fill::Number(n) => number = Some(*n),
            Fill::None | Fill::Pose(_) => {}
        }
        let written = line.text.rsplit_once("> ").map(|(_, end)| end.split(" via ").next().unwrap_or(end));
        let written = written.and_then(|end| end.split(" over ").next()).map(str::trim);
        let written = written.filter(|end| table.part_named(end).is_some()).map(str::to_owned);
        let to = written.or_else(|| names.last().cloned());
        let side = table.sides().get(seat.index()).cloned().unwrap_or_default();
        Given { seat, side, asked, text: line.text.clone(), verb, names, to, classes, number, cost: line.cost.0 }
    }

    /// How many pieces it takes.
    pub(super) fn pieces(&self) -> u32 {
        self.classes.values().map(|n| u32::from(*n)).sum()
    }

    /// As functions of a lesson are told of it.
    pub(super) fn told(&self) -> Value {
        let text = |text: &str| Value::Text(text.to_owned());
        let maybe = |word: Option<&String>| word.map_or(Value::Nil, |word| Value::Text(word.clone()));
        let classes = self.classes.iter().map(|(class, n)| (Key::Text(class.clone()), Value::Int(i64::from(*n))));
        map([
            ("text", text(&self.text)),
            ("verb", text(&self.verb.0)),
            ("name", text(&self.verb.1)),
            ("from", maybe(self.names.first())),
            ("to", maybe(self.to.as_ref())),
            ("parts", Value::List(self.names.iter().map(|name| text(name)).collect())),
            ("pieces", Value::Int(i64::from(self.pieces()))),
            ("classes", Value::Map(classes.collect())),
            ("number", self.number.map_or(Value::Nil, |n| Value::Int(i64::from(n)))),
            ("cost", Value::Int(i64::from(self.cost))),
        ])
    }
}

/// The moment as the learner sees it, as functions of a lesson are told of it; `since` is the number of the order after
/// which the step began.
pub(super) fn moment(table: &dyn Table, learner: Seat, since: u32) -> Value {
    let (asked, seat) = match table.ask() {
        Ask::Ask(q) => {
            let side = table.sides().get(q.seat.index()).cloned().unwrap_or_default();
            (Value::Text(q.name.into_owned()), Value::Text(side))
        }
        Ask::Over(_) => (Value::Nil, Value::Nil),
    };
    let status = table.status(learner);
    let figure = |figure: &crate::kernel::Status| {
        let side = figure.seat.and_then(|seat| table.sides().get(seat.index()).cloned());
        let name = side.map_or_else(|| figure.name.clone(), |side| format!("{side} {}", figure.name));
        (Key::Text(name), Value::Text(figure.text.clone()))
    };
    let log = table.log(Some(learner));
    let lines = log.last().map(|line| line.events.iter().map(|event| Value::Text(event.text.clone())).collect());
    let view = table.view_json(learner).map_or(Value::Nil, |json| of_json(&json));
    map([
        ("asked", asked),
        ("seat", seat),
        ("orders", Value::Int(i64::from(table.number().saturating_sub(since)))),
        ("status", Value::Map(status.iter().map(figure).collect())),
        ("log", Value::List(lines.unwrap_or_default())),
        ("view", view),
    ])
}

fn map<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.into_iter().filter(|(_, value)| !value.is_nil());
    Value::Map(fields.map(|(name, value)| (Key::Text(name.to_owned()), value)).collect())
}

fn of_json(json: &serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Nil,
        serde_json::Value::Bool(truth) => Value::Bool(*truth),
        serde_json::Value::Number(n) => match (n.as_i64(), n.as_f64()) {
            (Some(n), _) if n.unsigned_abs() <= 1 << 53 => Value::Int(n),
            (_, Some(n)) => Value::Num(n),
            _ => Value::Nil,
        },
        serde_json::Value::String(text) => Value::Text(text.clone()),
        // a hole in a list would end it for a script
        serde_json::Value::Array(items) => {
            let item = |item: &serde_json::Value| if item.is_null() { Value::Bool(false) } else { of_json(item) };
            Value::List(items.iter().map(item).collect())
        }
        serde_json::Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            Value::Map(fields.map(|(name, value)| (Key::Text(name.clone()), of_json(value))).collect())
        }
    }
}
