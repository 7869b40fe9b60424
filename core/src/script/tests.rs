//! The sandbox, seen from inside the crate.

use super::*;
use crate::kernel::{Dice, Seed};

fn sandbox(source: &str) -> Sandbox {
    Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default()).unwrap()
}

fn eval(body: &str) -> Result<Value, Box<ScriptError>> {
    let vm = sandbox(&format!("return {{ run = function(...)\n{body}\nend }}"));
    let hook = vm.load("main")?.hook("run")?.unwrap();
    vm.call(&hook, &[])
}

#[test]
fn plain_data_crosses_both_ways() {
    let vm = sandbox(
        "return { swap = function(t) return { t[2], t[1], name = t.name } end, id = function(x) return x end }",
    );
    let main = vm.load("main").unwrap();
    let id = main.hook("id").unwrap().unwrap();
    for value in [
        Value::Nil,
        Value::Bool(true),
        Value::Int(1 << 53),
        Value::Num(0.5),
        Value::Text("Bormida".into()),
        Value::List(vec![Value::Int(1), Value::List(vec![])]),
        Value::Map([(Key::Int(15), Value::Int(2)), (Key::Text("a".into()), Value::Bool(false))].into()),
    ] {
        assert_eq!(vm.call(&id, std::slice::from_ref(&value)).unwrap(), value);
    }
    assert_eq!(main.names().unwrap(), ["id", "swap"]);
}

#[test]
fn numbers_that_no_game_can_use_are_refused() {
    for body in ["return 0/0", "return 1/0", "return -math.huge", "return 2^53 + 2", "return { [0.5] = 1 }"] {
        assert_eq!(eval(body).unwrap_err().kind, Kind::BadValue, "{body}");
    }
    assert_eq!(eval("return -0").unwrap(), Value::Int(0));
    assert!(eval("return 1.5").unwrap().int("steps").is_err());
}

#[test]
fn errors_name_the_author_s_file_and_line() {
    let err = eval("local t = nil\nreturn t.x").unwrap_err();
    assert_eq!((err.kind, err.file.as_deref(), err.line), (Kind::Runtime, Some("main.luau"), Some(3)), "{err:?}");
    assert_eq!(err.hook.as_deref(), Some("run"));
    let err = eval("local function inner() error('no ammunition') end\ninner()").unwrap_err();
    assert_eq!((err.line, err.message.as_str()), (Some(2), "no ammunition"));
    let names: Vec<_> = err.frames.iter().map(|frame| (frame.function.as_deref(), frame.line)).collect();
    assert_eq!(names, [(Some("inner"), 2), (Some("run"), 3)], "{}", err.report());
    // Raised by the host's wrapper, told at the author's line.
    let err = eval("\n\nreturn string.rep('x', 1e9)").unwrap_err();
    assert_eq!((err.file.as_deref(), err.line), (Some("main.luau"), Some(4)), "{}", err.report());
    let err = eval("while true do end").unwrap_err();
    assert_eq!((err.kind, err.file.as_deref(), err.line), (Kind::Fuel, Some("main.luau"), Some(2)), "{}", err.report());
}

#[test]
fn addresses_never_show() {
    let source = "local t, f = {}, function() end
        local co = coroutine.create(f)
        return tostring(t) .. `{f}` .. string.format('%s %*', co, t) .. tostring(buffer.create(1))";
    let text = eval(source).unwrap();
    assert_eq!(text, Value::Text("tablefunctionthread tablebuffer".into()));
    let err = eval("error({})").unwrap_err();
    assert!(!err.report().contains("0x"), "{}", err.report());
}

#[test]
fn modules_are_run_once_frozen_and_named() {
    let sources = Sources::new()
        .with("main.luau", "local a, b = require('lib/a'), require('lib/a') return { same = a == b, run = function() a.list[1] = 2 end }")
        .with("lib/a.luau", "return { list = { 1 } }")
        .with("loop.luau", "return require('loop2')")
        .with("loop2.luau", "return require('loop')");
    let vm = Sandbox::new("pack", sources, Limits::default(), &Meter::default()).unwrap();
    let main = vm.load("main").unwrap();
    assert_eq!(main.value("same").unwrap(), Value::Bool(true));
    let err = vm.call(&main.hook("run").unwrap().unwrap(), &[]).unwrap_err();
    assert!(err.message.contains("readonly"), "{err}");
    let err = vm.load("loop").unwrap_err();
    assert!(err.message.contains("loop > loop2 > loop"), "{err}");
    assert_eq!(vm.load("missing").unwrap_err().kind, Kind::Source);
}

#[test]
fn a_prompt_runs_under_the_same_guard() {
    let vm = sandbox("return {}");
    let hook = vm.compile("prompt", "local a, b = ... return a * b").unwrap();
    assert_eq!(vm.call(&hook, &[Value::Int(6), Value::Int(7)]), Ok(Value::Int(42)));
    let err = vm.compile("prompt", "return 1 +").unwrap_err();
    assert_eq!((err.kind, err.file.as_deref(), err.line), (Kind::Syntax, Some("prompt.luau"), Some(1)));
    assert_eq!(vm.call(&vm.compile("prompt", "x = 1").unwrap(), &[]).unwrap_err().kind, Kind::Runtime);
}

#[test]
fn a_caught_host_error_is_text() {
    let vm = sandbox("return {}");
    let hook = vm.compile("prompt", "local _, why = pcall(...) return why").unwrap();
    let refuse = |_: &mlua::Lua, ()| Err::<(), _>(mlua::Error::runtime("no such locale"));
    let told = vm.call_with(&hook, |args| args.function(refuse));
    assert_eq!(told, Ok(Value::from("no such locale")));
}

struct Board(Vec<i64>);
impl UserData for Board {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("at", |_, board, i: usize| Ok(board.0.get(i).copied()));
    }
}

#[test]
fn handles_are_lent_for_one_call() {
    let vm = sandbox(
        "local kept return { keep = function(b, rng) kept = b return b:at(1) + rng:roll(6) * 0 end, use = function() return kept:at(1) end, write = function(b) b.x = 1 end }",
    );
    let main = vm.load("main").unwrap();
    let hook = |name| main.hook(name).unwrap().unwrap();
    let board = Board(vec![3, 7]);
    let mut rng = Chance(Dice::new(Seed(1), 0, "test"));
    let found = vm.call_with(&hook("keep"), |args| {
        args.handle(&board)?;
        args.handle_mut(&mut rng)
    });
    assert_eq!(found.unwrap(), Value::Int(7));
    assert_eq!(vm.call(&hook("use"), &[]).unwrap_err().kind, Kind::DeadHandle);
    let err = vm.call_with(&hook("write"), |args| args.handle(&board)).unwrap_err();
    assert_eq!(err.kind, Kind::Runtime);
}

#[test]
fn calling_a_running_machine_is_refused_and_cannot_be_caught() {
    let vm = sandbox("return { outer = function(f) return pcall(f) end, inner = function() return 1 end }");
    let main = vm.load("main").unwrap();
    let (outer, inner) = (main.hook("outer").unwrap().unwrap(), main.hook("inner").unwrap().unwrap());
    let vm = &vm;
    let err = vm.call_with(&outer, |args| args.function(move |_, ()| Ok(vm.call(&inner, &[])?))).unwrap_err();
    assert_eq!(err.kind, Kind::Reentry);
}

#[test]
fn what_crosses_the_border_costs_steps_by_its_size() {
    let vm = sandbox(
        "local many, long = table.create(4000, 1), string.rep('x', 60000) return {
            few = function() return { 1 } end, many = function() return many end, long = function() return long end,
            shuffled = function(rng) rng:shuffle(many) end }",
    );
    let main = vm.load("main").unwrap();
    let spent = |name: &str| {
        let mut rng = Chance(Dice::new(Seed(1), 0, "test"));
        vm.call_with(&main.hook(name).unwrap().unwrap(), |args| args.handle_mut(&mut rng)).unwrap();
        vm.fuel_used()
    };
    let few = spent("few");
    assert!(few < 10 && spent("many") >= few + 3999, "{few}");
    assert!(spent("long") >= 60_000 / 256 && spent("shuffled") >= 4000);
}

#[test]
fn one_budget_holds_for_a_whole_operation() {
    let meter = Meter::new(1000, Alarm::default());
    let sources = Sources::new().with("main.luau", "return { run = function() for i = 1, 100 do end end }");
    let vm = Sandbox::new("pack", sources, Limits::default(), &meter).unwrap();
    let run = vm.load("main").unwrap().hook("run").unwrap().unwrap();
    for _ in 0..100 {
        vm.call(&run, &[]).unwrap(); // each an operation of its own
    }
    let operation = meter.operation();
    let calls = (0..100).take_while(|_| vm.call(&run, &[]).is_ok()).count();
    assert_eq!(calls, 9);
    drop(operation);
    vm.call(&run, &[]).unwrap();
}
