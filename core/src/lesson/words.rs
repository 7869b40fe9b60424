//! The words of `lesson.luau`: what its tables may hold, for the reader, for editors and for the reference.

use std::fmt::Write;

use crate::script::lint::Module;

/// The module of a lesson, without `.luau`.
pub(super) const LESSON: &str = "lesson";

/// A key: its name, its type, what it is.
type Word = (&'static str, &'static str, &'static str);

/// What a lesson may hold.
pub(super) const LESSON_WORDS: [Word; 12] = [
    ("title", "string", "What it is called."),
    ("about", "string?", "A sentence or two for a list of lessons."),
    ("seat", "string?", "The side that the learner plays; the game's first side when it is missing."),
    ("setup", "string?", "The set-up from which it begins; the game's usual one when it is missing."),
    ("position", "string?", "Or a case of one of the pack's `.case` files, by its name."),
    (
        "variants",
        "{ string }?",
        "The variants in use, by pack id, below to above. `check`, `test` and `learn` then need `--packs` with the folder in \
         which they lie.",
    ),
    ("rulings", "{ [string]: string }?", "Readings of the rules, by name."),
    ("seed", "number?", "The seed of all chance, 0 when it is missing."),
    (
        "enemy",
        "string?",
        "The bot that answers where no reply is written; `steady` when it is missing, or what the game has instead.",
    ),
    ("orders", "{ string }?", "For a replay: the orders of a match, told in steps with `from` and `to`."),
    ("steps", "{ Step }", "The steps in turn, each begun with `step \"name\"`."),
    ("ending", "string?", "What the last card says."),
];

/// What a step may hold beside the words of an act.
pub(super) const STEP_WORDS: [Word; 15] = [
    ("title", "string?", "What the card is called; made from the step's name when it is missing."),
    ("rule", "string?", "The section of the rulebook that it teaches."),
    ("seat", "string?", "The side that the learner plays in this step and those after it."),
    ("setup", "string?", "The step begins from this set-up instead of where the last one ended."),
    ("position", "string?", "Or from this case of the pack's `.case` files."),
    ("before", "{ string }?", "Orders that are given before the step begins, by whoever is asked."),
    ("acts", "{ Act }?", "Several things to do, one after another. A step with one needs no list."),
    ("ask", "string?", "The question of a quiz."),
    ("answers", "{ string }?", "Its answers."),
    ("right", "number?", "Which answer is right, from 1."),
    ("why", "string?", "What is said once it has been answered."),
    ("orders", "{ string }?", "Orders to look on at: the learner goes through them with Next."),
    ("from", "number?", "Or these orders of the lesson's own `orders`: the first,"),
    ("to", "number?", "and the last."),
    ("comments", "{ [number]: string }?", "What is said after an order, by its number."),
];

/// What an act, or a step with one act, may hold.
pub(super) const ACT_WORDS: [Word; 11] = [
    ("text", "Text?", "What the card says."),
    (
        "expect",
        "(Expect | { Pattern })?",
        "What has to be done: a pattern, several of which one must fit, or a function.",
    ),
    (
        "otherwise",
        "(string | { string | Otherwise })?",
        "What is said of another order: by pattern, the first that fits.",
    ),
    ("done", "((now: Now) -> boolean)?", "Asked after each order: whether the act is done, whatever was ordered."),
    ("hint", "Text?", "What Hint says."),
    ("show", "(string | { string })?", "The right orders, for Show me and Skip."),
    ("reply", "(string | { string })?", "The other side's answers, in turn; the bot answers where they do not fit."),
    ("arrows", "{ { string } }?", "Arrows on the board, each from a place to a place."),
    ("rings", "{ string }?", "Places with a ring."),
    ("labels", "{ [string]: string }?", "Words at places."),
    ("bright", "{ string }?", "Places that stay bright while the rest is dimmed."),
];

/// What a pattern may hold; what is left out fits anything.
pub(super) const PATTERN_WORDS: [Word; 15] = [
    ("verb", "(string | { string })?", "The kind of order, by its word or its name: `m` or `march`."),
    ("from", "(string | { string })?", "Where it begins."),
    ("to", "(string | { string })?", "Where it ends, exactly."),
    ("into", "(string | { string })?", "The place that it ends in or at the edge of: `12` is also `12/11`."),
    ("parts", "{ string }?", "All of these places are named."),
    ("pieces", "number?", "So many pieces."),
    ("least", "number?", "So many pieces or more."),
    ("most", "number?", "So many pieces or fewer."),
    ("has", "(string | { string })?", "A piece of each of these classes is among them."),
    ("only", "(string | { string })?", "All pieces are of these classes."),
    ("number", "number?", "The number that it says."),
    ("cost", "number?", "What it costs."),
    ("order", "(string | { string })?", "Its text, with `*` for anything: `m 15 * > 16`."),
    ("asked", "(string | { string })?", "The question that it answers: `turn`, `respond`."),
    ("seat", "string?", "The side that gives it."),
];

/// What an entry of `otherwise` has beside a pattern.
pub(super) const SAYS: Word = ("text", "Text", "What is said of such an order.");

/// What a function is told of an order.
pub(super) const ORDER_WORDS: [Word; 10] = [
    ("text", "string", "As its owner writes it."),
    ("verb", "string", "The word of its kind."),
    ("name", "string", "The name of its kind."),
    ("from", "string?", "Its first place."),
    ("to", "string?", "The place where it ends."),
    ("parts", "{ string }", "The places that it names."),
    ("pieces", "number", "How many pieces it takes."),
    ("classes", "{ [string]: number }", "How many of each class."),
    ("number", "number?", "The number that it says."),
    ("cost", "number", "What it costs."),
];

/// What a function is told of the moment, as the learner sees it.
pub(super) const NOW_WORDS: [Word; 6] = [
    ("asked", "string?", "The question; none when the game is over."),
    ("seat", "string?", "The side that is asked."),
    ("orders", "number", "How many orders were given since the step began."),
    ("status", "{ [string]: string }", "The figures of the moment, by name."),
    ("log", "{ string }", "What happened by the last order, as the learner reads it."),
    ("view", "any", "All that the learner's side knows, as the game writes it for tools."),
];

/// The names of a list of words.
pub(super) fn names(words: &'static [Word]) -> impl Iterator<Item = &'static str> + Clone {
    words.iter().map(|(name, ..)| *name)
}

const TYPES: [(&str, &[Word], &str); 5] = [
    ("Order", &ORDER_WORDS, "An order of the learner, as functions are told of it."),
    ("Now", &NOW_WORDS, "The moment, as the learner sees it."),
    ("Pattern", &PATTERN_WORDS, "A pattern of orders."),
    ("Step", &STEP_WORDS, "A step: these words and those of an act."),
    ("Lesson", &LESSON_WORDS, "What `lesson.luau` returns."),
];

/// The type declarations of lessons for editors.
#[must_use]
pub fn declarations() -> String {
    let mut out = "-- Made from the program's own lists; a test fails when they differ.\n\n".to_owned();
    out.push_str(
        "-- A text, or a function that makes it.\nexport type Text = string | ((now: Now) -> string)\n\
         -- Whether an order is right: `true`, or a text on why it is not.\n\
         export type Expect = Pattern | ((order: Order, now: Now) -> boolean | string)\n\
         -- What is said of orders that fit a pattern.\nexport type Otherwise = Pattern & { text: Text }\n\n",
    );
    let mut table = |name: &str, words: &[&[Word]], help: &str| {
        let _ = writeln!(out, "-- {help}\nexport type {name} = {{");
        for (word, kind, help) in words.iter().flat_map(|words| words.iter()) {
            let _ = writeln!(out, "\t-- {help}\n\t{word}: {kind},");
        }
        out.push_str("}\n\n");
    };
    table("Act", &[&ACT_WORDS], "One thing to do.");
    for (name, words, help) in TYPES {
        match name {
            "Step" => table(name, &[words, &ACT_WORDS], help),
            _ => table(name, &[words], help),
        }
    }
    out.push_str("-- A step of this name: `step \"roads\" { text = \"...\" }`.\ndeclare function step(name: string): (Step) -> Step\n");
    out
}

/// The reference of the words, in Markdown.
#[must_use]
pub fn reference() -> String {
    let mut out = String::new();
    let mut table = |title: &str, words: &[Word]| {
        let _ = writeln!(out, "**{title}**\n");
        for (word, kind, help) in words {
            let _ = writeln!(out, "- `{word}: {kind}` {help}");
        }
        out.push('\n');
    };
    table("A lesson", &LESSON_WORDS);
    table("A step", &STEP_WORDS);
    table("An act, or a step with one act", &ACT_WORDS);
    table("A pattern", &PATTERN_WORDS);
    table("What functions are told of an order", &ORDER_WORDS);
    table("What functions are told of the moment", &NOW_WORDS);
    out
}

/// What `check` expects of a lesson's module; what its tables hold is read when the lesson is opened.
#[must_use]
pub fn module() -> Module {
    Module { globals: vec!["step"], tidies: true, ..Module::default() }
}
