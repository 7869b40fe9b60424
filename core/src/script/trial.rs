//! Tests that a pack's author writes in Luau: each is named, has a budget of its own, and fails at its own line.
//!
//! ```luau
//! local rules = require("rules")
//!
//! test("a column is dear after noon", function()
//!     same(rules.march_cost({ hour = 13, pieces = 3 }, function() return 1 end), 2)
//! end)
//!
//! test("the fourth march is legal", function(position)
//!     local noon = position("setup none\nvariant mine\nround 12:00PM\nturn french\nat 46 french 2I")
//!     noon:play("m 46 2I > 45")
//!     noon:expect("commands 1")
//! end)
//! ```

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Function, Lua, UserData, UserDataMethods};

use super::error::{Kind, ScriptError};
use super::exports::Hook;
use super::limits::Limits;
use super::meter::{Alarm, Meter};
use super::options;
use super::sandbox::Sandbox;
use super::source::Sources;
use super::value::{BadValue, Value};
use crate::kernel::OptionValue;
use crate::pack::case::{CaseGame, Clause, Trouble, Verdict};

/// The globals that a file of tests has beside the others, with their types and what they do.
pub(super) const TESTS: [(&str, &str, &str); 2] = [
    (
        "test",
        "(name: string, body: (position: (lines: string) -> Position) -> ()) -> ()",
        "In tests: one test; it is lent the function that lays out a position by the lines of a case before its first order.",
    ),
    (
        "same",
        "(found: any, wanted: any, what: string?) -> ()",
        "In tests: fails unless both are equal, tables by what they hold.",
    ),
];

/// The methods of a position.
pub(super) const POSITION: [(&str, &str, &str); 6] = [
    ("play", "(self, order: string) -> ()", "Plays an order, which must be legal."),
    (
        "refused",
        "(self, order: string) -> (string, string)",
        "The section that forbids an order, and the reason; fails where it is legal.",
    ),
    ("is_legal", "(self, order: string) -> boolean", "Whether an order is legal."),
    ("expect", "(self, line: string) -> ()", "What must be so, in the words of `expect` lines of cases."),
    ("offers", "(self) -> { string }", "The legal orders."),
    ("asked", "(self) -> (string?, string?)", "Who has to decide, and what; nil when the game is over."),
];

/// Steps that one test may take: twenty times what a hook may.
const STEPS: u64 = 4_000_000;
/// Most tests of one file.
const MOST_TESTS: usize = 1000;

/// One test and what came of it.
#[derive(Debug)]
pub struct Tried {
    /// Its name.
    pub name: String,
    /// Why it failed, if it did.
    pub failure: Option<Box<ScriptError>>,
}

/// Opens a game for a position; none where the pack's game is not here.
pub type OpenGame<'g> = dyn Fn() -> Option<Box<dyn CaseGame>> + 'g;

/// Runs the tests of the file `name` (a path within the pack, without `.luau`) among a pack's `sources`; `data` is that of the
/// game, where its scripts have any.
///
/// # Errors
/// A file that does not load, or that names no test.
pub fn try_file(
    pack: &str,
    sources: &Sources,
    name: &str,
    chosen: &BTreeMap<String, OptionValue>,
    data: &BTreeMap<String, Value>,
    open: &OpenGame<'_>,
) -> Result<Vec<Tried>, Box<ScriptError>> {
    let named: Rc<RefCell<Vec<(String, Function)>>> = Rc::default();
    let limits = Limits { call_fuel: STEPS, ..Limits::default() };
    let meter = Meter::new(STEPS, Alarm::default());
    let install = |lua: &Lua| {
        options::install(lua, chosen)?;
        if !data.is_empty() {
            super::game::lay_data(lua, data)?;
        }
        let noted = Rc::clone(&named);
        let test = lua.create_function(move |_, (name, body): (String, Function)| {
            let mut noted = noted.borrow_mut();
            if noted.iter().any(|(other, _)| *other == name) {
                return Err(BadValue(format!("there is a test \"{name}\" already")).into());
            }
            if noted.len() == MOST_TESTS {
                return Err(BadValue(format!("a file may have {MOST_TESTS} tests")).into());
            }
            noted.push((name, body));
            Ok(())
        })?;
        lua.globals().raw_set("test", test)?;
        lua.globals().raw_set("same", lua.create_function(same)?)
    };
    let sandbox = Sandbox::with_api(pack, sources.clone(), limits, &meter, install)?;
    let missing = || ScriptError::new(pack, None, Kind::Source, format!("this pack has no file {name}.luau"));
    let text = sources.text(&format!("{name}.luau")).ok_or_else(missing)?;
    let file = sandbox.compile(name, text)?;
    sandbox.call_raw::<()>(&file, ())?;
    let tests = named.take();
    if tests.is_empty() {
        let mut err =
            ScriptError::new(pack, None, Kind::BadValue, "this file names no test: `test(\"name\", function() end)`");
        err.file = Some(format!("{name}.luau"));
        return Err(err);
    }
    let run = |(name, function): (String, Function)| {
        let hook = Hook { name: name.as_str().into(), function };
        let position = move |_: &Lua, lines: String| Position::of(open, &lines);
        let failure = sandbox.call_with(&hook, |args| args.function(position)).err();
        Tried { name, failure }
    };
    Ok(tests.into_iter().map(run).collect())
}

/// Compares plain data by what it holds.
fn same(_: &Lua, (found, wanted, what): (mlua::Value, mlua::Value, Option<String>)) -> mlua::Result<()> {
    let read = |value: &mlua::Value| Value::read(value, &Limits::default());
    let (found, wanted) = (read(&found)?, read(&wanted)?);
    if found == wanted {
        return Ok(());
    }
    let what = what.map_or_else(String::new, |what| format!("{what}: "));
    Err(mlua::Error::runtime(format!("{what}{} is found, {} is wanted", found.written(), wanted.written())))
}

/// A position of the pack's game.
struct Position(RefCell<Box<dyn CaseGame>>);

impl Position {
    fn of(open: &OpenGame<'_>, lines: &str) -> mlua::Result<Position> {
        let no_game = || mlua::Error::runtime("position: the game of this pack is not here");
        let mut game = open().ok_or_else(no_game)?;
        for line in Clause::lines(lines).map_err(mlua::Error::runtime)? {
            game.set(&line).map_err(|trouble| raised(&trouble.within(line.text())))?;
        }
        game.begin().map_err(|trouble| raised(&trouble))?;
        Ok(Position(RefCell::new(game)))
    }
}

fn raised(trouble: &Trouble) -> mlua::Error {
    mlua::Error::runtime(trouble.told())
}

impl UserData for Position {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("play", |_, this, order: String| {
            this.0.borrow_mut().order(&order).map_err(|trouble| raised(&trouble))
        });
        methods.add_method("refused", |_, this, order: String| {
            match this.0.borrow_mut().judge(&order).map_err(|trouble| raised(&trouble))? {
                Verdict::Legal => Err(mlua::Error::runtime(format!("\"{order}\" is legal"))),
                Verdict::Refused { section, why } => Ok((section, why)),
                Verdict::Unreadable(why) => Err(mlua::Error::runtime(format!("\"{order}\" is no order: {why}"))),
            }
        });
        methods.add_method("is_legal", |_, this, order: String| {
            match this.0.borrow_mut().judge(&order).map_err(|trouble| raised(&trouble))? {
                Verdict::Legal => Ok(true),
                Verdict::Refused { .. } => Ok(false),
                Verdict::Unreadable(why) => Err(mlua::Error::runtime(format!("\"{order}\" is no order: {why}"))),
            }
        });
        methods.add_method("expect", |_, this, line: String| {
            for line in Clause::lines(&line).map_err(mlua::Error::runtime)? {
                // a game looks at the words behind `expect`
                let line = if line.word(0) == Some("expect") { line.from(1) } else { line };
                this.0.borrow_mut().expect(&line).map_err(|trouble| raised(&trouble.within(line.text())))?;
            }
            Ok(())
        });
        methods.add_method("offers", |_, this, ()| this.0.borrow_mut().legal().map_err(|trouble| raised(&trouble)));
        methods.add_method("asked", |_, this, ()| {
            let asked = this.0.borrow_mut().asked().map_err(|trouble| raised(&trouble))?;
            Ok(asked.map_or((None, None), |(seat, question)| (Some(seat), Some(question))))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(text: &str) -> Result<Vec<Tried>, Box<ScriptError>> {
        let rules = "return { cost = function(n) return n + 1 end }";
        let sources = Sources::new().with("rules.luau", rules).with("tests/a.luau", text);
        try_file("mud", &sources, "tests/a", &BTreeMap::new(), &BTreeMap::new(), &|| None)
    }

    #[test]
    fn each_test_passes_or_fails_at_its_own_line() {
        let all = tried(
            "local rules = require('rules')\ntest('adds', function() same(rules.cost(1), 2) end)\n\
             test('fails', function()\n  same({ a = 1 }, { a = 2 }, 'the table')\nend)\n\
             test('ends', function() while true do end end)\ntest('errs', function()\n\n  error('no')\nend)\n\
             test('sits', function(position) position('setup none') end)\n",
        );
        let told: Vec<(String, u32, String)> = all
            .unwrap()
            .into_iter()
            .map(|t| match t.failure {
                None => (t.name, 0, String::new()),
                Some(err) => (t.name, err.line.unwrap_or(0), err.message),
            })
            .collect();
        assert_eq!(told[0], ("adds".to_owned(), 0, String::new()));
        assert_eq!(told[1], ("fails".to_owned(), 4, "the table: { a = 1 } is found, { a = 2 } is wanted".to_owned()));
        assert_eq!((told[2].1, told[3].1, told[3].2.as_str()), (6, 9, "no"));
        assert!(told[4].2.contains("is not here"), "{}", told[4].2);
    }

    #[test]
    fn a_file_that_tests_nothing_is_told() {
        assert!(tried("local a = 1").unwrap_err().message.contains("names no test"));
        assert!(tried("test('a', function() end)\ntest('a', function() end)").unwrap_err().message.contains("already"));
        assert_eq!(tried("test(").unwrap_err().kind, Kind::Syntax);
    }
}
