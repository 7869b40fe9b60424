//! The try-it prompt: a line of Luau in a pack's sandbox, against the state as its scripts see it, which it cannot change.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::error::{Kind, ScriptError};
use super::limits::Limits;
use super::meter::Meter;
use super::options;
use super::sandbox::{Sandbox, freeze};
use super::source::Sources;
use super::value::Value;
use crate::kernel::{Console, InUse};

/// The chunk that a line is.
const PROMPT: &str = "prompt";
/// Bytes that a line may have.
const LONGEST: usize = 4096;

/// What came of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The value that it has, as a script would write it.
    pub value: String,
    /// What it printed on the way.
    pub printed: Vec<String>,
}

/// Evaluates an expression, or runs a statement, in a machine of its own over a pack's sources: the budget is that of one
/// call. `seen` is what the scripts see, by global: `state`, `facts`, `memory`; of `memory` by packs it is the pack's own.
/// All of it is a frozen copy.
///
/// # Errors
/// What is wrong with the line, or went wrong in it.
pub fn evaluate(
    pack: &InUse,
    seen: &Json,
    data: &BTreeMap<String, Value>,
    line: &str,
) -> Result<Answered, Box<ScriptError>> {
    let fault = |message: String| ScriptError::new(&pack.id, None, Kind::Source, message);
    if line.len() > LONGEST {
        return Err(fault(format!("the line has {} bytes; it may have {LONGEST}", line.len())));
    }
    let limits = Limits::default();
    let meter = Meter::new(limits.call_fuel, Default::default());
    let console = Console::default();
    meter.print_to(&console);
    let install = |lua: &mlua::Lua| {
        options::install(lua, &pack.options)?;
        if !data.is_empty() {
            super::game::lay_data(lua, data)?;
        }
        for (name, tree) in seen.as_object().into_iter().flatten() {
            let own = if name == "memory" { tree.get(&pack.id).unwrap_or(tree) } else { tree };
            let value = mlua::IntoLua::into_lua(Value::of_json(own), lua)?;
            freeze(&value)?;
            lua.globals().raw_set(name.as_str(), value)?;
        }
        Ok(())
    };
    let sandbox = Sandbox::with_api(&pack.id, Sources::of(&pack.files), limits, &meter, install)?;
    let hook = match sandbox.compile(PROMPT, &format!("return {line}\n")) {
        Ok(hook) => hook,
        // no expression: a statement, whose own error is the one to tell
        Err(_) => sandbox.compile(PROMPT, line)?,
    };
    let value = sandbox.call(&hook, &[]);
    let printed = console.lines().into_iter().flat_map(|line| vec![line.text; line.times as usize]).take(100);
    Ok(Answered { value: value?.written(), printed: printed.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pack() -> InUse {
        let files = [("rules.luau", "return { cost = function(n) return n + 1 end, deep = { 1, 2 } }")];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        InUse { id: "mud".to_owned(), files: files.into(), ..InUse::default() }
    }

    fn tried(line: &str) -> Result<Answered, Box<ScriptError>> {
        let seen = json!({ "state": { "round": 3, "places": [{ "name": "12" }], "seed": u64::MAX },
                           "memory": { "mud": { "fatigue": 2 }, "snow": { "depth": 1 } } });
        evaluate(&pack(), &seen, &BTreeMap::new(), line)
    }

    fn value(line: &str) -> String {
        tried(line).unwrap().value
    }

    #[test]
    fn expressions_and_statements_see_what_scripts_see() {
        assert_eq!(value("state.round + 1"), "4");
        assert_eq!(value("state.places[1]"), "{ name = \"12\" }");
        assert_eq!(value("memory.fatigue"), "2");
        assert_eq!(value("memory.depth"), "nil");
        assert_eq!(value("require('rules').cost(4)"), "5");
        assert_eq!(value("state.seed"), format!("\"{}\"", u64::MAX));
        let told = tried("for k = 1, 2 do print('line', k) end return 7").unwrap();
        assert_eq!((told.value.as_str(), told.printed), ("7", vec!["line 1".to_owned(), "line 2".to_owned()]));
        assert_eq!(value("local a = 1"), "nil");
    }

    #[test]
    fn a_line_changes_nothing_and_gets_nowhere() {
        for line in [
            "state.round = 9",
            "state.places[1].name = '13'",
            "memory.fatigue = 9",
            "state = nil",
            "require('rules').deep[1] = 9",
            "x = 1",
        ] {
            let told = tried(line).unwrap_err();
            assert!(told.message.contains("readonly"), "{line}: {}", told.message);
        }
        for line in ["os.time()", "io.open('a')", "loadstring('return 1')()", "require('../other')", "getfenv().x"] {
            assert!(tried(line).is_err(), "{line}");
        }
        assert_eq!(value("state.round"), "3", "every line has a machine of its own");
    }

    #[test]
    fn a_line_has_the_budget_of_one_call() {
        let told = tried("while true do end").unwrap_err();
        assert_eq!((told.kind, told.file.as_deref()), (Kind::Fuel, Some("prompt.luau")));
        assert_eq!(tried("string.rep('x', 1e9)").unwrap_err().kind, Kind::Runtime);
        let told = tried("local t = {} for k = 1, 1e6 do t[k] = {k} end").unwrap_err();
        assert!(matches!(told.kind, Kind::Fuel | Kind::Memory), "{told}");
        assert!(tried(&"x".repeat(LONGEST + 1)).unwrap_err().message.contains("may have"));
    }

    #[test]
    fn what_is_wrong_is_told_as_of_a_script() {
        assert_eq!(tried("1 +").unwrap_err().kind, Kind::Syntax);
        assert_eq!(tried("\u{1b}Lua").unwrap_err().kind, Kind::Source, "text alone, no byte-code");
        let told = tried("\n\nerror('no')").unwrap_err();
        assert_eq!((told.line, told.message.as_str()), (Some(3), "no"));
        let told = tried("function() end").unwrap_err();
        assert!(told.message.starts_with("result: "), "{}", told.message);
    }
}
