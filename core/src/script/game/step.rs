//! Named steps: those that ask a seat, and those that are taken at once.

use super::declare::Names;
use crate::kernel::{Rule, Seat};
use crate::pack::nearest::did_you_mean;
use crate::pack::plain::no_line;
use crate::script::{BadValue, Exports, Eyes, FieldId, Hook, Memory, Schema, ScriptError, Shape, Value};

/// Who is asked at a step.
pub(super) enum Seating {
    Fixed(Seat),
    /// A public field of sides' words; the seats in the order of its words.
    Field(FieldId, Vec<Seat>),
}

/// A named step.
pub(super) struct Step {
    pub(super) name: String,
    pub(super) rule: Rule,
    pub(super) deed: Deed,
}

/// What a step is for.
pub(super) enum Deed {
    /// It waits for an order.
    Ask(Box<Prompt>),
    /// It is taken at once: `run(memory, rng, log)`.
    Run(Hook),
}

/// What a step asks, of whom, and what an order does.
pub(super) struct Prompt {
    pub(super) ask: Sentence,
    pub(super) help: Sentence,
    pub(super) hidden: bool,
    pub(super) seat: Seating,
    pub(super) offers: Hook,
    pub(super) check: Option<Hook>,
    /// Why an order is not offered.
    pub(super) why: Option<Hook>,
    /// What an order brings, for those who think about it.
    pub(super) follows: Option<Hook>,
    pub(super) play: Hook,
}

/// A sentence with places for public fields: `raise {fund.war} pounds`.
pub(super) struct Sentence(Vec<Piece>);

enum Piece {
    Text(String),
    Field(FieldId, Option<Seat>),
}

/// What is wrong with a step.
pub(super) enum StepError {
    Script(Box<ScriptError>),
    Value(BadValue),
}

impl From<Box<ScriptError>> for StepError {
    fn from(e: Box<ScriptError>) -> StepError {
        StepError::Script(e)
    }
}

impl From<BadValue> for StepError {
    fn from(e: BadValue) -> StepError {
        StepError::Value(e)
    }
}

/// The keys of a step that asks.
pub(in crate::script) const ASKING: [&str; 10] =
    ["ask", "help", "rule", "hidden", "seat", "offers", "check", "why", "follows", "play"];
/// The keys of a step that is taken at once.
pub(in crate::script) const RUNNING: [&str; 2] = ["rule", "run"];
/// A function that the game calls, and what it is given.
type Called = (&'static str, &'static [&'static str]);
/// The functions of a step.
pub(in crate::script) const STEP: [Called; 6] = [
    ("offers", &["memory", "seat"]),
    ("check", &["memory", "order"]),
    ("why", &["memory", "order"]),
    ("follows", &["memory", "order"]),
    ("play", &["memory", "order", "rng", "log"]),
    ("run", &["memory", "rng", "log"]),
];
/// The functions of the table that is the game.
pub(in crate::script) const PARTS: [Called; 4] = [
    ("start", &["memory", "rng", "options"]),
    ("worth", &["memory", "side"]),
    ("status", &["memory", "side"]),
    ("scene", &["memory", "side", "draw"]),
];
/// What else stands in that table.
pub(in crate::script) const DATA: [&str; 12] = [
    "title",
    "setups",
    "options",
    "reconstructed",
    "horizon",
    "sides",
    "verbs",
    "classes",
    "places",
    "titles",
    "memory",
    "steps",
];
/// What an offer may have.
pub(in crate::script) const OFFER: [&str; 9] =
    ["verb", "parts", "number", "bag", "min", "max", "pose", "cost", "weight"];
/// What an order has.
pub(in crate::script) const ORDER: [&str; 5] = ["verb", "parts", "number", "bag", "pose"];

/// Reads a step of the game's table.
pub(super) fn read(name: &str, step: &Exports, names: &Names, schema: &Schema) -> Result<Step, StepError> {
    let run = step.hook("run")?;
    let known: &[&str] = if run.is_some() { &RUNNING } else { &ASKING };
    for key in step.names()? {
        if !known.contains(&key.as_str()) {
            let hint = did_you_mean(&key, known.iter().copied()).map_or(String::new(), |hint| format!("; {hint}"));
            let kind = if run.is_some() { "a step with `run`" } else { "a step" };
            return Err(BadValue(format!("{kind} has no `{key}`{hint}")).into());
        }
    }
    if let Some(why) = no_line(name) {
        return Err(BadValue(why).into());
    }
    let rule = Rule(step.value("rule")?.line("`rule`")?.to_owned().into());
    let deed = match run {
        Some(run) => Deed::Run(run),
        None => Deed::Ask(Box::new(read_prompt(step, names, schema)?)),
    };
    Ok(Step { name: name.to_owned(), rule, deed })
}

fn read_prompt(step: &Exports, names: &Names, schema: &Schema) -> Result<Prompt, StepError> {
    let need = |key: &str| step.hook(key)?.ok_or_else(|| StepError::Value(BadValue(format!("`{key}` is missing"))));
    let seat = match step.value("seat")? {
        Value::Nil => Seating::Fixed(Seat(0)),
        Value::Text(word) => seating(&word, names, schema)?,
        other => return Err(BadValue(format!("`seat`: a string is wanted, not {}", other.type_word())).into()),
    };
    let hidden = match step.value("hidden")? {
        Value::Nil => false,
        other => other.bool("`hidden`")?,
    };
    let help = match step.value("help")? {
        Value::Nil => Sentence(Vec::new()),
        text => Sentence::read("help", text.lines("`help`")?, schema)?,
    };
    Ok(Prompt {
        ask: Sentence::read("ask", step.value("ask")?.line("`ask`")?, schema)?,
        help,
        hidden,
        seat,
        offers: need("offers")?,
        check: step.hook("check")?,
        why: step.hook("why")?,
        follows: step.hook("follows")?,
        play: need("play")?,
    })
}

fn seating(word: &str, names: &Names, schema: &Schema) -> Result<Seating, BadValue> {
    let side = |word: &str| names.sides.iter().position(|side| *side == word).map(|at| Seat(at as u8));
    if let Some(seat) = side(word) {
        return Ok(Seating::Fixed(seat));
    }
    let wrong = || BadValue(format!("`seat`: `{word}` is neither a side nor a public enum field of sides"));
    let id = schema.id(word).ok_or_else(wrong)?;
    let field = schema.field(id);
    let (Eyes::Public, false, Shape::One(domain)) = (field.eyes, field.is_many(), &field.shape) else {
        return Err(wrong());
    };
    let words = domain.words().ok_or_else(wrong)?;
    let seats: Option<Vec<Seat>> = words.iter().map(|word| side(word)).collect();
    Ok(Seating::Field(id, seats.ok_or_else(wrong)?))
}

impl Sentence {
    fn read(what: &str, text: &str, schema: &Schema) -> Result<Sentence, BadValue> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let wrong = |why: String| BadValue(format!("`{what}`: {why}"));
            let (name, after) = after.split_once('}').ok_or_else(|| wrong("a brace is not closed".to_owned()))?;
            pieces.push(Piece::Text(before.to_owned()));
            pieces.push(field_of(name, schema).ok_or_else(|| {
                wrong(format!("`{{{name}}}` is no public value of the memory (`field`, or `field.whose`)"))
            })?);
            rest = after;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        Ok(Sentence(pieces))
    }

    /// The sentence as it reads now.
    pub(super) fn say(&self, names: &Names, schema: &Schema, memory: &Memory) -> String {
        let word = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Field(id, owner) => match (&schema.field(*id).shape, schema.get(memory, *id, *owner)) {
                (Shape::One(domain), Ok(n)) => match domain.value(n) {
                    Value::Text(word) => names.title(&word),
                    Value::Int(n) => n.to_string(),
                    Value::Bool(b) => b.to_string(),
                    _ => "nothing".to_owned(),
                },
                _ => String::new(),
            },
        };
        self.0.iter().map(word).collect()
    }
}

fn field_of(name: &str, schema: &Schema) -> Option<Piece> {
    let (name, whose) = name.split_once('.').map_or((name, None), |(name, whose)| (name, Some(whose)));
    let id = schema.id(name)?;
    let field = schema.field(id);
    let public = field.eyes == Eyes::Public && matches!(field.shape, Shape::One(_));
    let owner = match whose {
        Some(word) => Some(schema.holder(field, word)?),
        None => None,
    };
    (public && field.is_many() == owner.is_some()).then_some(Piece::Field(id, owner))
}
