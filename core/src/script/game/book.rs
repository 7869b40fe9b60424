//! What a step says while it plays: `log:say(text)`, `log:say(text, "4/9", { "egypt" })`, `log:told(side)`.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{LuaString, UserData, UserDataMethods};

use super::declare::Names;
use super::glossary::Glossary;
use super::loan::Loan;
use crate::kernel::{Event, Part, Rule, Seat, Told};
use crate::pack::plain;
use crate::script::sandbox::charge;
use crate::script::{BadValue, Limits, Value};

/// What one order says.
pub(super) struct Book {
    /// The section of the step under way.
    pub(super) rule: Rule,
    pub(super) lines: Vec<Event>,
    pub(super) told: Told,
    /// Whether anybody reads the lines: where nobody does, they are counted and checked all the same.
    wanted: bool,
    said: usize,
}

/// The book as scripts hold it.
pub(super) struct Pages {
    pub(super) book: Loan<Book>,
    pub(super) names: Arc<Names>,
    pub(super) glossary: Rc<Glossary>,
}

/// Most lines of one order; what is said beyond them is not kept, and costs steps all the same.
const MOST_LINES: usize = 256;
/// Steps that a line beyond them costs.
const LOST_LINE: u64 = 16;
/// Most places of one line.
const MOST_PLACES: usize = 32;

impl Book {
    /// An empty book.
    pub(super) fn new(rule: Rule, wanted: bool) -> Book {
        Book { rule, lines: Vec::new(), told: Told::NONE, wanted, said: 0 }
    }
}

impl UserData for Pages {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        type Said = (LuaString, Option<LuaString>, mlua::Value);
        methods.add_method("say", |lua, pages, (text, rule, parts): Said| {
            let (text, rule) = (text.to_str()?, rule.as_ref().map(LuaString::to_str).transpose()?);
            let keep = |book: &mut Book| {
                book.said += 1;
                (book.said <= MOST_LINES, book.wanted)
            };
            let (kept, wanted) = pages.book.with(keep).ok_or(mlua::Error::UserDataDestructed)?;
            charge(lua, text.len() as u64 / 256 + if kept { 0 } else { LOST_LINE })?;
            if !kept {
                return Ok(());
            }
            let parts = pages.places(&parts)?;
            if wanted {
                pages.book.with(|book| {
                    let rule = rule.map_or(book.rule.clone(), |rule| Rule(plain::line(&rule).into()));
                    book.lines.push(Event { public: plain::line(&text), private: None, rule, parts });
                });
            }
            Ok(())
        });
        methods.add_method("told", |_, pages, side: String| {
            let seat = pages.names.sides.iter().position(|word| *word == side);
            let told = match seat {
                Some(seat) => pages.book.with(|book| book.told = book.told.with(Seat(seat as u8))),
                None if side == "all" => pages.book.with(|book| book.told = Told::ALL),
                None => return Err(BadValue(format!("log:told: no side is called `{side}`")).into()),
            };
            told.ok_or(mlua::Error::UserDataDestructed)
        });
    }
}

impl Pages {
    /// The places that a line is about.
    fn places(&self, words: &mlua::Value) -> mlua::Result<Vec<Part>> {
        if words.is_nil() {
            return Ok(Vec::new());
        }
        if let Some(places) = self.glossary.list(words, MOST_PLACES) {
            return Ok(places);
        }
        let words = Value::read(words, &Limits::default())?;
        let words = words.list("log:say: the places")?;
        if words.len() > MOST_PLACES {
            return Err(BadValue(format!("log:say: {} places; a line may have {MOST_PLACES}", words.len())).into());
        }
        let place = |word: &Value| {
            let word = word.text("log:say: a place")?;
            let found = self.names.place(word);
            found.ok_or_else(|| mlua::Error::from(BadValue(format!("log:say: there is no place `{word}`"))))
        };
        words.iter().map(place).collect()
    }
}
