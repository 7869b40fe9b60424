//! Looking through a lesson: the words that no game knows, and whether it can be gone through.

use std::ops::Range;

use serde::Serialize;

use super::card::{Button, Notice};
use super::opening::{Stage, open_all};
use super::pattern::Stranger;
use super::plan::{Expect, Lesson, Task};
use super::report::Outcome;
use super::tutor::Tutor;
use crate::games::Catalogue;
use crate::games::catalogue::PERSON;
use crate::kernel::{Fault, Rng, Table};
use crate::pack::LESSON_FILE;
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostic, Diagnostics, Pack};

/// One way through a lesson that was tried.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    /// What was done.
    pub name: String,
    /// What did not go, at the step's line; none where all went well.
    pub finding: Option<Diagnostic>,
}

/// What is wrong with the lesson of a pack: it does not load, its boards cannot be laid out, places or kinds of order that
/// its game does not have, steps whose right orders do not go.
#[must_use]
pub fn examine(pack: &Pack, catalogue: &Catalogue) -> Diagnostics {
    let lesson = match Lesson::read(pack) {
        Ok(lesson) => lesson,
        Err(fault) => return at_line(pack, "", &fault).into(),
    };
    let mut found = Diagnostics::default();
    let stages = open_all(&lesson, pack, catalogue);
    for stage in &stages {
        if let Some(fault) = &stage.fault {
            let step = lesson.steps.iter().find(|step| step.opening.as_ref() == Some(&stage.opening));
            let why = fault.to_string();
            // one cause may keep all boards from being laid out
            if stages.iter().take_while(|before| !std::ptr::eq(*before, stage)).all(|before| !has_said(before, &why)) {
                found.push(at_step(pack, step.map_or("", |step| &*step.name), &why).hint(hint(&why)));
            }
        }
    }
    let Some(table) = stages.iter().find_map(|stage| stage.table.as_deref()) else { return found };
    found.extend(strangers(pack, &lesson, table, catalogue));
    drop(stages);
    if !found.has_errors() {
        walk_lesson(pack, catalogue, WALKS, &|| false)
            .into_iter()
            .filter_map(|trial| trial.finding)
            .for_each(|finding| found.push(finding));
    }
    found
}

fn has_said(stage: &Stage, why: &str) -> bool {
    stage.fault.as_ref().is_some_and(|fault| fault.to_string() == why)
}

/// Where a pack could be that a lesson names and that is not here.
fn hint(why: &str) -> Option<String> {
    why.contains("there is no variant").then(|| "--packs DIR names the folder in which the variant lies".to_owned())
}

/// The words of a lesson that its game does not know: sides, bots, sections, places, kinds of order, questions.
fn strangers(pack: &Pack, lesson: &Lesson, table: &dyn Table, catalogue: &Catalogue) -> Diagnostics {
    let sides = table.sides();
    let mut found = Diagnostics::default();
    let mut say = |step: &str, stranger: Option<Stranger>| {
        if let Some(Stranger { word, why }) = stranger {
            found.push(at_word(pack, step, &word, &why));
        }
    };
    let side = |seat: &Option<String>| {
        let seat = seat.as_ref().filter(|seat| !sides.contains(seat))?;
        Some(Stranger::among("side", seat, &sides))
    };
    let bots = &table.about().seats;
    let strange = |enemy: &&String| *enemy == PERSON || table.recruit(enemy)().is_err();
    let enemy = lesson.enemy.as_ref().filter(strange);
    let bots: Vec<String> = bots.iter().filter(|bot| *bot != PERSON).cloned().collect();
    say("", enemy.map(|enemy| Stranger::among("bot", enemy, &bots)));
    say("", side(&lesson.seat));
    let book = catalogue.rulebook(&lesson.game);
    for step in &lesson.steps {
        say(&step.name, side(&step.seat));
        if let Some(book) = book.as_ref().filter(|book| !step.rule.is_empty() && book.find(&step.rule).is_none()) {
            let numbers: Vec<&str> = book.sections.iter().map(|section| &*section.number).collect();
            let known = numbers.iter().copied().filter(|number| !number.is_empty() && !number.contains('.'));
            let hint = did_you_mean(&step.rule, numbers.iter().copied())
                .unwrap_or_else(|| format!("known: {}", known.collect::<Vec<_>>().join(", ")));
            say(&step.name, Some(Stranger::of("section", &step.rule, Some(hint))));
        }
        say(&step.name, step.marks.stranger(table));
        let Task::Acts(acts) = &step.task else { continue };
        for act in acts {
            say(&step.name, act.marks.stranger(table));
            let expected: &[_] = if let Expect::Patterns(patterns) = &act.expect { patterns } else { &[] };
            let all = expected.iter().chain(act.otherwise.iter().map(|(pattern, _)| pattern));
            all.for_each(|pattern| say(&step.name, pattern.stranger(table)));
        }
    }
    found
}

/// Chances that `check` and `test` walk a lesson by.
const WALKS: Range<u64> = 1..4;

/// Goes through a lesson as it is meant to be gone through, by Skip alone, and by pressing anything; before that it is seen
/// whether its game knows its words.
#[must_use]
pub fn try_lesson(pack: &Pack, catalogue: &Catalogue) -> Vec<Trial> {
    let trial = |name: &str, finding| Trial { name: name.to_owned(), finding };
    let words = match Lesson::read(pack) {
        Ok(lesson) => {
            let stages = open_all(&lesson, pack, catalogue);
            let Some(table) = stages.iter().find_map(|stage| stage.table.as_deref()) else {
                // where no board can be laid out nothing can be gone through
                let why = stages.iter().find_map(|stage| stage.fault.as_ref()).map(ToString::to_string);
                let why = why.unwrap_or_else(|| "it has no board".to_owned());
                return vec![trial("the boards", Some(at_step(pack, "", &why).hint(hint(&why))))];
            };
            strangers(pack, &lesson, table, catalogue).into_iter().next()
        }
        Err(_) => None,
    };
    [trial("the words", words)].into_iter().chain(walk_lesson(pack, catalogue, WALKS, &|| false)).collect()
}

/// Goes through a lesson by its right orders, by Skip alone, and by pressing anything, once for each seed until `stop`
/// turns true.
#[must_use]
pub fn walk_lesson(pack: &Pack, catalogue: &Catalogue, seeds: Range<u64>, stop: &dyn Fn() -> bool) -> Vec<Trial> {
    let mut trials =
        vec![tried("the right orders", pack, catalogue, happy), tried("Skip alone", pack, catalogue, skipping)];
    for seed in seeds.take_while(|_| !stop()) {
        let name = format!("anything pressed, {seed}");
        trials.push(tried(&name, pack, catalogue, |tutor, table| walking(tutor, table, seed)));
    }
    trials
}

type Way<'w> = &'w mut dyn FnMut(&mut Tutor, &mut Box<dyn Table>) -> Result<(), String>;

fn tried(
    name: &str,
    pack: &Pack,
    catalogue: &Catalogue,
    mut way: impl FnMut(&mut Tutor, &mut Box<dyn Table>) -> Result<(), String>,
) -> Trial {
    let (step, failure) = gone(pack, catalogue, &mut way);
    let finding = failure.map(|why| at_step(pack, &step, &format!("{name}: {why}")));
    Trial { name: name.to_owned(), finding }
}

fn gone(pack: &Pack, catalogue: &Catalogue, way: Way<'_>) -> (String, Option<String>) {
    let lesson = match Lesson::read(pack) {
        Ok(lesson) => lesson,
        Err(fault) => return (String::new(), Some(fault.to_string())),
    };
    let stages = open_all(&lesson, pack, catalogue);
    let (mut tutor, mut table) = match Tutor::begin(lesson, stages) {
        Ok(begun) => begun,
        Err(fault) => return (String::new(), Some(fault.to_string())),
    };
    let failure = way(&mut tutor, &mut table).err();
    (tutor.step().map_or_else(String::new, |step| step.name.clone()), failure)
}

/// The learner does all that is asked for, as `show` has it.
fn happy(tutor: &mut Tutor, table: &mut Box<dyn Table>) -> Result<(), String> {
    for _ in 0..4 * Lesson::MOST_ACTS {
        if tutor.card().ended {
            let steps = &tutor.report().steps;
            let undone = steps.iter().find(|step| !matches!(step.outcome, Outcome::Done | Outcome::Early));
            return undone.map_or(Ok(()), |step| Err(format!("step \"{}\" was not done", step.name)));
        }
        fault_of(tutor)?;
        let orders = tutor.act().filter(|act| !act.is_reading()).map(|act| act.show.clone());
        match orders {
            Some(orders) => {
                let place = tutor.place.clone();
                for order in &orders {
                    tutor
                        .give(table, order)
                        .map_err(|trouble| format!("the order \"{order}\" of `show` does not go: {trouble}"))?;
                    fault_of(tutor)?;
                }
                if let Some(why) = tutor.unfit.take() {
                    tutor.place.step = place.step;
                    return Err(why);
                }
                if (tutor.place.step, tutor.place.act) == (place.step, place.act) {
                    let said = tutor.card().notice.as_ref().map_or("", |notice| notice.text());
                    return Err(format!("the orders of `show` do not do what is expected. {said}"));
                }
            }
            None if tutor.card().has(Button::Next) => tutor.press(table, Button::Next),
            None => match tutor.step().map(|step| &step.task) {
                Some(Task::Quiz(quiz)) => tutor.press(table, Button::Answer(quiz.right)),
                _ => return Err("nothing leads on from here but Skip".to_owned()),
            },
        }
    }
    Err("it comes to no end".to_owned())
}

fn fault_of(tutor: &Tutor) -> Result<(), String> {
    match &tutor.card().notice {
        Some(Notice::Fault(why)) => Err(why.clone()),
        _ => Ok(()),
    }
}

/// Skip from step to step; what fails on the way is told.
fn skipping(tutor: &mut Tutor, table: &mut Box<dyn Table>) -> Result<(), String> {
    let steps = tutor.lesson().steps.len();
    for _ in 0..steps {
        fault_of(tutor)?;
        tutor.press(table, Button::Skip);
    }
    fault_of(tutor)?;
    if tutor.card().ended { Ok(()) } else { Err("Skip does not lead to the end".to_owned()) }
}

/// Any button and any order, then Skip to the end. Faults are no failure here: coming to no end is.
fn walking(tutor: &mut Tutor, table: &mut Box<dyn Table>, seed: u64) -> Result<(), String> {
    let mut rng = Rng::with_seed(seed);
    let steps = tutor.lesson().steps.len();
    for _ in 0..8 * steps + 40 {
        let before = tutor.place.step;
        let buttons = tutor.card().buttons.clone();
        match rng.usize(..4) {
            0 if !buttons.is_empty() => tutor.press(table, buttons[rng.usize(..buttons.len())]),
            1 => drop(tutor.give(table, "no order at all")),
            2 => {
                let right = tutor.act().and_then(|act| act.show.first().cloned()).unwrap_or_default();
                drop(tutor.give(table, &right));
            }
            _ => {
                if let Ok(line) = table.any_order(&mut rng) {
                    drop(tutor.give(table, &line.text));
                }
            }
        }
        if tutor.place.step > steps {
            return Err(format!("step {before} leads beyond the end"));
        }
    }
    for _ in 0..=steps {
        if tutor.card().ended {
            return Ok(());
        }
        let before = tutor.place.step;
        tutor.press(table, Button::Skip);
        if tutor.place.step <= before {
            return Err("Skip leads nowhere".to_owned());
        }
    }
    if tutor.card().ended { Ok(()) } else { Err("Skip does not lead to the end".to_owned()) }
}

impl Lesson {
    /// The most acts that a lesson is thought to have.
    const MOST_ACTS: usize = 2000;
}

/// A finding at the line where a step is begun.
fn at_step(pack: &Pack, step: &str, what: &str) -> Diagnostic {
    at_word(pack, step, "", what)
}

/// A finding at the first place where a step, or the lesson before its steps, has a word between quotes or as a number; at
/// the line where the step is begun if it has none.
fn at_word(pack: &Pack, step: &str, word: &str, what: &str) -> Diagnostic {
    let begins = |line: &str| ["step \"", "step '", "step(\"", "step('"].iter().any(|begin| line.contains(begin));
    let own =
        ["step \"", "step '", "step(\"", "step('"].map(|begin| format!("{begin}{step}{}", &begin[begin.len() - 1..]));
    let scripts = || pack.files.iter().filter(|(path, _)| path.ends_with(".luau"));
    let begun = |text: &str| text.lines().position(|line| own.iter().any(|begin| line.contains(begin.as_str())));
    let found = scripts().find_map(|(path, text)| Some((path.as_str(), begun(text)?)));
    let (path, line) = found.filter(|_| !step.is_empty()).unwrap_or((LESSON_FILE, 0));
    let step_named = if step.is_empty() { String::new() } else { format!("step \"{step}\": ") };
    let message = format!("{step_named}{what}");
    let Some(source) = pack.source(path) else { return Diagnostic::of_file(pack.called(path), message) };
    let quoted = [format!("\"{word}\""), format!("'{word}'")];
    let is_end = |k: usize, text: &str| k > line && begins(text) || step.is_empty() && begins(text);
    let lines = source.text().lines().enumerate().skip(line).take_while(|(k, text)| !is_end(*k, text));
    let at = { lines }.filter(|_| !word.is_empty()).find_map(|(k, text)| {
        let start = quoted.iter().find_map(|quoted| text.find(quoted.as_str()))?;
        let indent = text.len() - text.trim_start().len();
        let begin = source.line_span(k + 1).start + start - indent;
        Some(begin + 1..begin + 1 + word.len())
    });
    Diagnostic::error(&source, at.unwrap_or_else(|| source.line_span(line + 1)), message)
}

fn at_line(pack: &Pack, step: &str, fault: &Fault) -> Diagnostic {
    let (file, line) = fault.at.rsplit_once(':').map_or((&*fault.at, None), |(file, line)| (file, line.parse().ok()));
    match (pack.source(file), line) {
        (Some(source), Some(line)) => Diagnostic::error(&source, source.line_span(line), fault.what.clone()),
        _ => {
            // what is read wrongly names the step first: `roads.show`
            let name = fault.what.trim_start_matches('`').split(['.', ':', ' ', '"']).next().unwrap_or(step);
            let named = fault.what.split('"').nth(1).filter(|_| fault.what.starts_with("step "));
            at_step_plain(pack, named.unwrap_or(name), &fault.what)
        }
    }
}

fn at_step_plain(pack: &Pack, step: &str, what: &str) -> Diagnostic {
    let found = at_step(pack, step, what);
    let message = found.message.replacen(&format!("step \"{step}\": "), "", 1);
    Diagnostic { message, ..found }
}
