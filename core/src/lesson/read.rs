//! Reading `lesson.luau`: a lesson's script, and what it returns.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::marks::MarkNames;
use super::pattern::{Pattern, words_of};
use super::plan::{Act, Comment, Expect, Lesson, Opening, Quiz, Step, Task, Text};
use super::words::{ACT_WORDS, LESSON, LESSON_WORDS, SAYS, STEP_WORDS, names};
use crate::kernel::Fault;
use crate::pack::LESSON_FILE;
use crate::pack::Pack;
use crate::pack::nearest::did_you_mean;
use crate::script::{BadValue, Exports, Hook, Key, Limits, Meter, Sandbox, ScriptError, Sources, Value};

/// The most steps of a lesson, and acts of a step.
const MOST: usize = 200;
/// The most orders of a row.
const MOST_ORDERS: usize = 2000;

/// A lesson's machine, for the functions among its words.
pub(super) struct Script {
    sandbox: Sandbox,
}

impl Script {
    /// What a function of the lesson returns.
    ///
    /// # Errors
    /// Anything that goes wrong in it.
    pub(super) fn ask(&self, hook: &Hook, told: &[Value]) -> Result<Value, Fault> {
        let answer = self.sandbox.call(hook, told);
        // nothing of a match that could be switched off
        answer.map_err(|err| Fault { hook: String::new(), ..Fault::from(err) })
    }

    /// A text, made anew if a function makes it; empty where there is none.
    ///
    /// # Errors
    /// Anything that goes wrong in the function, and what it returns beside a text that people can be shown.
    pub(super) fn text(&self, text: &Text, told: impl FnOnce() -> Value) -> Result<String, Fault> {
        match text {
            Text::None => Ok(String::new()),
            Text::Words(words) => Ok(words.clone()),
            Text::Made(hook) => match self.ask(hook, &[told()])? {
                Value::Nil => Ok(String::new()),
                made => {
                    let words = tidied(&made, hook.name());
                    words.map_err(|err| self.fault(format!("result of `{}`: {err}", hook.name())))
                }
            },
        }
    }

    pub(super) fn fault(&self, what: String) -> Fault {
        Fault { pack: self.sandbox.pack().to_owned(), at: LESSON_FILE.to_owned(), ..Fault::new(what) }
    }
}

/// A text for people, tidied: its author may indent it as the script around it.
fn tidied(value: &Value, what: &str) -> Result<String, BadValue> {
    Value::Text(tidy(value.text(what)?)).lines(what).map(str::to_owned)
}

/// A text as its author breaks it in a long string: lines are joined, an empty line parts paragraphs.
fn tidy(text: &str) -> String {
    let paragraphs = text.trim().split("\n\n");
    let join = |paragraph: &str| paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    paragraphs.map(join).filter(|paragraph| !paragraph.is_empty()).collect::<Vec<_>>().join("\n\n")
}

impl Lesson {
    /// The lesson of a pack.
    ///
    /// # Errors
    /// A script that does not load, and the first thing in what it returns that no lesson can be made of.
    pub fn read(pack: &Pack) -> Result<Lesson, Fault> {
        let scripts = pack.files.iter().filter(|(path, _)| path.ends_with(".luau"));
        let sources = scripts.fold(Sources::new(), |all, (path, text)| all.with(path.clone(), text.as_bytes()));
        let step = |lua: &mlua::Lua| {
            let named = lua.create_function(|lua, name: String| {
                lua.create_function(move |_, table: mlua::Table| {
                    if table.contains_key("name")? {
                        return Err(mlua::Error::runtime("a step is named by `step \"name\"`, not by a key `name`"));
                    }
                    table.raw_set("name", name.as_str())?;
                    Ok(table)
                })
            })?;
            lua.globals().raw_set("step", named)
        };
        let limits = Limits::default();
        let sandbox = Sandbox::with_api(pack.id(), sources, limits, &Meter::default(), step)?;
        let exports = sandbox.load(LESSON)?;
        let script = Rc::new(Script { sandbox });
        Reading { script, pack }.lesson(&exports)
    }
}

struct Reading<'a> {
    script: Rc<Script>,
    pack: &'a Pack,
}

impl Reading<'_> {
    fn wrong(&self, what: impl Into<String>) -> Fault {
        self.script.fault(what.into())
    }

    fn checked<T>(&self, read: Result<T, BadValue>) -> Result<T, Fault> {
        read.map_err(|err| self.wrong(err.0))
    }

    fn value(&self, table: &Exports, name: &str) -> Result<Value, Fault> {
        table.value(name).map_err(placed)
    }

    /// One line; none where there is nothing.
    fn line(&self, table: &Exports, name: &str, whole: &str) -> Result<Option<String>, Fault> {
        let value = self.value(table, name)?;
        if value.is_nil() {
            return Ok(None);
        }
        let line = self.checked(value.line(whole))?;
        if line.trim().is_empty() {
            return Err(self.wrong(format!("`{whole}`: this text is empty")));
        }
        Ok(Some(line.to_owned()))
    }

    fn words(&self, table: &Exports, name: &str, whole: &str) -> Result<Vec<String>, Fault> {
        let value = self.value(table, name)?;
        let words = self.checked(words_of(&value, &format!("`{whole}`")))?;
        if words.len() > MOST_ORDERS {
            return Err(self.wrong(format!("`{whole}`: a row of {}; it may have {MOST_ORDERS}", words.len())));
        }
        Ok(words)
    }

    fn known(&self, table: &Exports, what: &str, known: &[&'static str]) -> Result<(), Fault> {
        for name in table.names().map_err(placed)? {
            if !known.contains(&name.as_str()) {
                let hint = did_you_mean(&name, known.iter().copied()).map_or(String::new(), |h| format!("; {h}"));
                return Err(self.wrong(format!("{what} has no `{name}`{hint}")));
            }
        }
        Ok(())
    }

    fn lesson(&self, table: &Exports) -> Result<Lesson, Fault> {
        self.known(table, "a lesson", &names(&LESSON_WORDS).collect::<Vec<_>>())?;
        let text = |name: &str| self.line(table, name, name);
        let title = text("title")?.ok_or_else(|| self.wrong("a lesson needs a `title`"))?;
        let opening = self.opening(table, "the lesson")?.unwrap_or_default();
        let (seat, enemy) = (text("seat")?, text("enemy")?);
        let lines = |name: &str| -> Result<String, Fault> {
            let value = self.value(table, name)?;
            if value.is_nil() { Ok(String::new()) } else { self.checked(tidied(&value, name)) }
        };
        let (about, ending) = (lines("about")?, lines("ending")?);
        let seed = self.value(table, "seed")?;
        let seed = if seed.is_nil() { 0 } else { self.checked(seed.int_in("`seed`", 0..=1 << 53))?.unsigned_abs() };
        let rulings = self.value(table, "rulings")?;
        let mut by_name = BTreeMap::new();
        if !rulings.is_nil() {
            for (key, value) in self.checked(rulings.entries("`rulings`"))? {
                let Key::Text(key) = key else { return Err(self.wrong("`rulings`: a ruling has a name")) };
                let value = match value {
                    Value::Bool(truth) => truth.to_string(),
                    Value::Int(n) => n.to_string(),
                    other => self.checked(other.line("`rulings`"))?.to_owned(),
                };
                by_name.insert(key.clone(), value);
            }
        }
        let variants = self.words(table, "variants", "variants")?;
        let orders = self.words(table, "orders", "orders")?;
        let list = table.table("steps").map_err(placed)?.ok_or_else(|| self.wrong("a lesson needs `steps`"))?;
        let list = list.tables().map_err(placed)?;
        if list.is_empty() || list.len() > MOST {
            return Err(self.wrong(format!("`steps`: a lesson has 1 to {MOST} steps, not {}", list.len())));
        }
        let mut seen = BTreeSet::new();
        let mut steps = Vec::new();
        for (k, table) in list.iter().enumerate() {
            let step = self.step(table, k, &orders)?;
            if !seen.insert(step.name.clone()) {
                return Err(self.wrong(format!("two steps are called \"{}\"", step.name)));
            }
            steps.push(step);
        }
        let (id, version, game) =
            (self.pack.id().to_owned(), self.pack.manifest.version.clone(), self.pack.manifest.game.clone());
        let (rulings, script) = (by_name, self.script.clone());
        Ok(Lesson {
            id,
            version,
            game,
            title,
            about,
            seat,
            opening,
            variants,
            rulings,
            seed,
            enemy,
            ending,
            steps,
            script,
        })
    }

    fn opening(&self, table: &Exports, what: &str) -> Result<Option<Opening>, Fault> {
        let (setup, position) = (self.line(table, "setup", "setup")?, self.line(table, "position", "position")?);
        match (setup, position) {
            (Some(_), Some(_)) => {
                Err(self.wrong(format!("{what} begins from a `setup` or from a `position`, not both")))
            }
            (Some(setup), None) => Ok(Some(Opening::Setup(setup))),
            (None, Some(position)) => Ok(Some(Opening::Position(position))),
            (None, None) => Ok(None),
        }
    }

    fn step(&self, table: &Exports, k: usize, all: &[String]) -> Result<Step, Fault> {
        let name = self.line(table, "name", "name")?;
        let name =
            name.ok_or_else(|| self.wrong(format!("step {} has no name: it begins with `step \"name\"`", k + 1)))?;
        let what = format!("step \"{name}\"");
        let known: Vec<&str> = names(&STEP_WORDS).chain(names(&ACT_WORDS)).chain(["name"]).collect();
        self.known(table, &what, &known)?;
        let text = |word: &str| self.line(table, word, &format!("{name}.{word}"));
        let title = text("title")?.unwrap_or_else(|| titled(&name));
        let has = |word: &str| -> Result<bool, Fault> { Ok(table.names().map_err(placed)?.iter().any(|n| n == word)) };
        let (quiz, watch, acts) = (has("ask")?, has("orders")? || has("from")?, has("acts")?);
        if u8::from(quiz) + u8::from(watch) + u8::from(acts) > 1 {
            return Err(
                self.wrong(format!("{what} is a quiz (`ask`), a replay (`orders`, `from`) or has `acts`, not several"))
            );
        }
        if (quiz || watch || acts) && (has("expect")? || has("done")? || has("show")?) {
            return Err(
                self.wrong(format!("{what}: what is to be done stands in an act, and this step has no single one"))
            );
        }
        let task = if quiz {
            Task::Quiz(self.quiz(table, &name)?)
        } else if watch {
            self.watch(table, &name, all)?
        } else if acts {
            let list =
                table.table("acts").map_err(placed)?.map_or(Ok(Vec::new()), |list| list.tables()).map_err(placed)?;
            if list.is_empty() || list.len() > MOST {
                return Err(self.wrong(format!("{what}: `acts` has 1 to {MOST} entries")));
            }
            let act = |(k, table): (usize, &Exports)| {
                let whole = format!("{name}.acts[{}]", k + 1);
                self.known(table, &format!("an act of {what}"), &names(&ACT_WORDS).collect::<Vec<_>>())?;
                self.act(table, &whole, true)
            };
            Task::Acts(list.iter().enumerate().map(act).collect::<Result<_, _>>()?)
        } else {
            Task::Acts(vec![self.act(table, &name, false)?])
        };
        let before = self.words(table, "before", &format!("{name}.before"))?;
        let opening = self.opening(table, &what)?;
        Ok(Step {
            title,
            rule: text("rule")?.unwrap_or_default(),
            seat: text("seat")?,
            opening,
            before,
            text: self.text(table, "text", &name)?,
            marks: self.marks(table, &name)?,
            task,
            name,
        })
    }

    /// An act; `own` where its text and marks are not those of the step.
    fn act(&self, table: &Exports, whole: &str, own: bool) -> Result<Act, Fault> {
        let expect = match self.hook_or_value(table, "expect")? {
            Either::Hook(hook) => Expect::Asked(hook),
            Either::Value(Value::Nil) => Expect::Nothing,
            Either::Value(value) => {
                let what = format!("{whole}.expect");
                let list = match &value {
                    Value::List(items) => items.clone(),
                    one => vec![one.clone()],
                };
                if list.is_empty() {
                    return Err(self.wrong(format!("`{what}`: there is no pattern in it")));
                }
                let read = |value: &Value| self.checked(Pattern::read(value, &what, &[]));
                Expect::Patterns(list.iter().map(read).collect::<Result<_, _>>()?)
            }
        };
        let done = table.hook("done").map_err(placed)?;
        let show = self.words(table, "show", &format!("{whole}.show"))?;
        if (!matches!(expect, Expect::Nothing) || done.is_some()) && show.is_empty() {
            return Err(self.wrong(format!("{whole} expects an order and has no `show`: Show me and Skip need it")));
        }
        Ok(Act {
            text: if own { self.text(table, "text", whole)? } else { Text::None },
            marks: if own { self.marks(table, whole)? } else { MarkNames::default() },
            expect,
            otherwise: self.otherwise(table, whole)?,
            done,
            hint: self.text(table, "hint", whole)?,
            show,
            reply: self.words(table, "reply", &format!("{whole}.reply"))?,
        })
    }

    fn otherwise(&self, table: &Exports, whole: &str) -> Result<Vec<(Pattern, Text)>, Fault> {
        let what = format!("{whole}.otherwise");
        match self.value_or_tables(table, "otherwise", &what)? {
            Listed::Value(Value::Nil) => Ok(Vec::new()),
            Listed::Value(text) => {
                let words = self.checked(tidied(&text, &what))?;
                Ok(vec![(Pattern::default(), Text::Words(words))])
            }
            Listed::Tables(list) => {
                let one = |entry: &Entry| match entry {
                    Entry::Words(words) => Ok((Pattern::default(), Text::Words(words.clone()))),
                    Entry::Table(table) => {
                        let text = self.text(table, SAYS.0, &what)?;
                        if text.is_none() {
                            return Err(self.wrong(format!("`{what}`: an entry needs a `text`")));
                        }
                        Ok((self.pattern_of(table, &what)?, text))
                    }
                };
                list.iter().map(one).collect()
            }
        }
    }

    /// The pattern of a table that has a text beside it, which may be a function.
    fn pattern_of(&self, table: &Exports, what: &str) -> Result<Pattern, Fault> {
        let mut fields = BTreeMap::new();
        for name in table.names().map_err(placed)? {
            if name != SAYS.0 {
                fields.insert(Key::Text(name.clone()), self.value(table, &name)?);
            }
        }
        self.checked(Pattern::read(&Value::Map(fields), what, &[SAYS.0]))
    }

    fn quiz(&self, table: &Exports, name: &str) -> Result<Quiz, Fault> {
        let question = self.line(table, "ask", &format!("{name}.ask"))?.unwrap_or_default();
        let answers = self.words(table, "answers", &format!("{name}.answers"))?;
        if !(2..=9).contains(&answers.len()) {
            return Err(self.wrong(format!("{name}: a quiz has 2 to 9 `answers`, not {}", answers.len())));
        }
        let most = i64::try_from(answers.len()).unwrap_or(9);
        let right = self.value(table, "right")?;
        let right = self.checked(right.int_in(&format!("`{name}.right`"), 1..=most))?;
        let why = self.value(table, "why")?;
        let why = if why.is_nil() { String::new() } else { self.checked(tidied(&why, &format!("{name}.why")))? };
        Ok(Quiz { question, answers, right: usize::try_from(right - 1).unwrap_or(0), why })
    }

    fn watch(&self, table: &Exports, name: &str, all: &[String]) -> Result<Task, Fault> {
        let own = self.words(table, "orders", &format!("{name}.orders"))?;
        let (orders, first) = if own.is_empty() {
            let most = i64::try_from(all.len()).unwrap_or(0);
            if most == 0 {
                return Err(self.wrong(format!(
                    "{name}: `from` and `to` name orders of the lesson's own `orders`, and it has none"
                )));
            }
            let number = |word: &str, from: i64, default: i64| {
                let value = self.value(table, word)?;
                if value.is_nil() {
                    Ok(default)
                } else {
                    self.checked(value.int_in(&format!("`{name}.{word}`"), from..=most))
                }
            };
            let first = number("from", 1, 1)?;
            let last = number("to", first, most)?;
            let at = |n: i64| usize::try_from(n).unwrap_or(1);
            (all[at(first) - 1..at(last)].to_vec(), u32::try_from(first).unwrap_or(1))
        } else {
            (own, 1)
        };
        let said = self.value(table, "comments")?;
        let mut comments = Vec::new();
        let mut say = |after: i64, words: &Value| -> Result<(), Fault> {
            let text = self.checked(tidied(words, &format!("{name}.comments")))?;
            let last = i64::from(first) + i64::try_from(orders.len()).unwrap_or(0);
            if !(i64::from(first) - 1..last).contains(&after) {
                return Err(self.wrong(format!("`{name}.comments`: this step has no order {after}")));
            }
            comments.push(Comment { after: u32::try_from(after).unwrap_or(0), text });
            Ok(())
        };
        match &said {
            Value::Nil => {}
            Value::List(items) => items.iter().zip(1..).try_for_each(|(words, n)| say(n, words))?,
            map => {
                for (key, words) in self.checked(map.entries(&format!("`{name}.comments`")))? {
                    let Key::Int(n) = key else {
                        return Err(
                            self.wrong(format!("`{name}.comments`: a comment stands at the number of an order"))
                        );
                    };
                    say(*n, words)?;
                }
            }
        }
        Ok(Task::Watch { orders, first, comments })
    }

    fn text(&self, table: &Exports, name: &str, whole: &str) -> Result<Text, Fault> {
        match self.hook_or_value(table, name)? {
            Either::Hook(hook) => Ok(Text::Made(hook)),
            Either::Value(Value::Nil) => Ok(Text::None),
            Either::Value(value) => Ok(Text::Words(self.checked(tidied(&value, &format!("`{whole}.{name}`")))?)),
        }
    }

    fn marks(&self, table: &Exports, whole: &str) -> Result<MarkNames, Fault> {
        let rings = self.words(table, "rings", &format!("{whole}.rings"))?;
        let bright = self.words(table, "bright", &format!("{whole}.bright"))?;
        let mut arrows = Vec::new();
        let what = format!("`{whole}.arrows`");
        let value = self.value(table, "arrows")?;
        if !value.is_nil() {
            for pair in self.checked(value.list(&what))? {
                match &self.checked(words_of(pair, &what))?[..] {
                    [from, to] => arrows.push((from.clone(), to.clone())),
                    _ => return Err(self.wrong(format!("{what}: an arrow is {{ \"from\", \"to\" }}"))),
                }
            }
        }
        let mut labels = Vec::new();
        let what = format!("`{whole}.labels`");
        let value = self.value(table, "labels")?;
        if !value.is_nil() {
            for (key, words) in match &value {
                Value::List(items) => items.iter().zip(1..).map(|(words, n)| (Key::Int(n), words)).collect::<Vec<_>>(),
                other => self.checked(other.entries(&what))?.map(|(key, words)| (key.clone(), words)).collect(),
            } {
                let place = match key {
                    Key::Int(n) => n.to_string(),
                    Key::Text(place) => place,
                };
                labels.push((place, self.checked(words.line(&what))?.to_owned()));
            }
        }
        Ok(MarkNames { arrows, rings, labels, bright })
    }

    fn hook_or_value(&self, table: &Exports, name: &str) -> Result<Either, Fault> {
        match table.hook(name) {
            Ok(Some(hook)) => Ok(Either::Hook(hook)),
            _ => self.value(table, name).map(Either::Value),
        }
    }

    fn value_or_tables(&self, table: &Exports, name: &str, what: &str) -> Result<Listed, Fault> {
        let inner = match table.table(name) {
            Ok(Some(inner)) => inner,
            Ok(None) => return Ok(Listed::Value(Value::Nil)),
            Err(_) => return self.value(table, name).map(Listed::Value),
        };
        if inner.names().map_err(placed)?.iter().any(|name| name == SAYS.0) {
            return Ok(Listed::Tables(vec![Entry::Table(inner)]));
        }
        let entries = inner.entries().map_err(placed)?;
        if entries.is_empty() {
            return Err(self.wrong(format!("`{what}`: a text, or a list of texts and of patterns with a `text`")));
        }
        let entry = |(words, table): (Option<String>, Option<Exports>)| match (words, table) {
            (_, Some(table)) => Ok(Entry::Table(table)),
            (Some(words), None) => Ok(Entry::Words(self.checked(tidied(&Value::Text(words), what))?)),
            (None, None) => Err(self.wrong(format!("`{what}`: an entry is a text, or a pattern with a `text`"))),
        };
        Ok(Listed::Tables(entries.into_iter().map(entry).collect::<Result<_, _>>()?))
    }
}

enum Either {
    Hook(Hook),
    Value(Value),
}

enum Listed {
    Value(Value),
    Tables(Vec<Entry>),
}

enum Entry {
    Words(String),
    Table(Exports),
}

/// A script's error, as nothing of a match that could be switched off.
fn placed(err: Box<ScriptError>) -> Fault {
    Fault { hook: String::new(), ..Fault::from(err) }
}

/// A step's name as a title: `first-roads` is "First roads".
fn titled(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
