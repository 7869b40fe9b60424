//! Memory: parsing, typed access, knowledge, deals, and the handle that scripts see.

use std::sync::Arc;

use super::*;
use crate::kernel::{Dice, Seat, Seed, state_hash};

const FRENCH: Seat = Seat(0);
const AUSTRIAN: Seat = Seat(1);

fn parse(text: &str) -> Result<Schema, SchemaError> {
    Schema::parse_toml(&text.parse().unwrap(), &["french", "austrian"])
}

fn sample() -> Arc<Schema> {
    let text = r#"
        fatigue = { int = [-3, 300], each = "seat", start = 5 }
        weather = { enum = ["clear", "mud"], eyes = "hidden", start = "mud" }
        stirred = { bool = true }
        leader = { place = ["Marengo", "Spinetta"], start = "Spinetta" }
        route = { list = { place = 31 }, max = 4 }
        plan = { list = { int = [1, 9] }, max = 3, eyes = "seat" }
        pool = { bag = ["red", "blue"], max = 9, eyes = "cup", start = { red = 4, blue = 5 } }
        hand = { bag = ["red", "blue"], max = 3, eyes = "seat", from = "pool" }
        deck = { list = { int = [1, 52] }, max = 6, eyes = "cup", start = [9, 2, 7] }
    "#;
    Arc::new(parse(text).unwrap())
}

fn dice(seed: u64) -> Dice {
    Dice::new(Seed(seed), 0, "test")
}

#[test]
fn a_wrong_schema_names_the_field_and_the_fault() {
    for (text, wanted) in [
        ("x = { int = [3, 1] }", "field `x`: `int`: 3 is over 1"),
        ("x = { int = [0, 3], start = 4 }", "field `x`: `start`: 4 is not from 0 to 3"),
        ("x = { int = [0, 3], eys = 'seat' }", "did you mean \"eyes\"?"),
        ("x = { enum = ['a', 'b'], start = 'c' }", "`c` is none of its words"),
        ("x = { enum = ['a', 'a'] }", "`a` stands there twice"),
        ("x = { list = { int = [0, 1] } }", "`max` is missing"),
        ("x = { list = { list = { bool = true }, max = 2 }, max = 2 }", "unknown key `max`"),
        ("x = { bag = ['a'], max = 2, start = { a = 3 } }", "it holds 2, not 3"),
        ("x = { bag = ['a'], max = 2, eyes = 'seat', from = 'y' }", "there is no field `y`"),
        ("x = { int = [0, 1], bool = true }", "at once"),
        ("x = { bool = true, eyes = 'cup' }", "only a bag or a list can be a cup"),
        (
            "x = { list = { int = [0, 100000] }, max = 1024 }\ny = { list = { int = [0, 1] }, max = 9 }",
            "it may have 4096",
        ),
        ("push = { bool = true }", "name of a method"),
        ("x = { bool = 1979-05-27 }", "dates"),
        ("x = 3", "field `x`"),
    ] {
        let err = parse(text).unwrap_err().to_string();
        assert!(err.contains(wanted), "{text}: {err}");
    }
}

#[test]
fn a_script_may_declare_its_own_memory() {
    let source = r#"return { memory = {
        fatigue = { int = { 0, 12 }, start = 3 },
        pool = { bag = { "red", "blue" }, max = 5, start = { red = 2 } },
        route = { list = { place = { "Marengo", "Spinetta" } }, max = 4, start = { "Spinetta" } },
    } }"#;
    let vm =
        Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default()).unwrap();
    let spec = vm.load("main").unwrap().value("memory").unwrap();
    let schema = Schema::parse(&spec, &["one"]).unwrap();
    let memory = schema.fresh();
    assert_eq!(schema.get(&memory, schema.id("fatigue").unwrap(), None), Ok(3));
    assert_eq!(schema.total(&memory, schema.id("pool").unwrap(), None), Ok(2));
    assert_eq!(schema.at(&memory, schema.id("route").unwrap(), None, 0), Ok(Some(2)));
}

#[test]
fn values_keep_their_range_and_equal_contents_have_equal_bytes() {
    let schema = sample();
    let mut memory = schema.fresh();
    let id = |name| schema.id(name).unwrap();
    assert_eq!(schema.get(&memory, id("fatigue"), Some(AUSTRIAN)), Ok(5));
    schema.set(&mut memory, id("fatigue"), Some(AUSTRIAN), -3).unwrap();
    assert!(schema.set(&mut memory, id("fatigue"), Some(AUSTRIAN), 301).is_err());
    assert!(schema.set(&mut memory, id("fatigue"), None, 1).is_err());
    assert!(schema.set(&mut memory, id("leader"), Some(FRENCH), 1).is_err());
    assert_eq!(schema.get(&memory, id("fatigue"), Some(AUSTRIAN)), Ok(-3));
    assert_eq!(schema.get(&memory, id("fatigue"), Some(FRENCH)), Ok(5));

    let mut other = memory.clone();
    for n in [15, 3, 9] {
        schema.push(&mut memory, id("route"), None, n).unwrap();
    }
    assert_eq!(schema.remove(&mut memory, id("route"), None, 1), Ok(3));
    for n in [15, 9] {
        schema.push(&mut other, id("route"), None, n).unwrap();
    }
    assert_eq!(memory, other);
    assert_eq!(state_hash(&memory), state_hash(&other));
    schema.check(&memory).unwrap();

    let json = serde_json::to_string(&memory).unwrap();
    assert_eq!(serde_json::from_str::<Memory>(&json).unwrap(), memory);
    assert!(serde_json::from_str::<Memory>("\"0g\"").is_err());
    let short: Memory = serde_json::from_str("\"00\"").unwrap();
    assert!(schema.check(&short).is_err());
}

#[test]
fn what_a_seat_may_not_know_changes_nothing_in_its_view() {
    let schema = sample();
    let id = |name| schema.id(name).unwrap();
    let deal = |seed: u64| {
        let mut memory = schema.fresh();
        let mut dice = dice(seed);
        schema.set(&mut memory, id("weather"), None, (seed % 2) as i32).unwrap();
        schema.push(&mut memory, id("plan"), Some(AUSTRIAN), 1 + (seed % 9) as i32).unwrap();
        schema.push(&mut memory, id("plan"), Some(FRENCH), 4).unwrap();
        schema.shuffle(&mut memory, id("deck"), None, &mut dice).unwrap();
        for _ in 0..2 {
            let class = schema.draw(&mut memory, id("pool"), None, &mut dice).unwrap().unwrap();
            schema.add(&mut memory, id("hand"), Some(AUSTRIAN), class, 1).unwrap();
        }
        memory
    };
    let views: Vec<_> = (0..20).map(|seed| schema.view(&deal(seed), FRENCH).unwrap()).collect();
    assert!(views.iter().all(|view| *view == views[0]));
    let others: std::collections::HashSet<_> =
        (0..20).map(|seed| schema.view(&deal(seed), AUSTRIAN).unwrap()).collect();
    assert!(others.len() > 4, "the owner sees his own");
    assert_eq!(schema.total(&views[0], id("hand"), Some(AUSTRIAN)), Ok(2));
    assert_eq!(schema.count(&views[0], id("pool"), None, 0), Ok(4), "the hand counts with its cup");
}

#[test]
fn what_is_read_of_a_memory_costs_steps_by_its_size() {
    let boxes: Vec<String> = (0..255).map(|k| format!("\"b{k}\"")).collect();
    let text = format!(
        "long = {{ list = {{ bool = true }}, max = 1000 }}\nmarks = {{ bool = true, each = [{}] }}",
        boxes.join(", ")
    );
    let schema = Arc::new(parse(&text).unwrap());
    let source = "return {
        one = function(m) return m:len('long') end, all = function(m) m:all('long') end,
        those = function(m) m:those('marks', false) end, none = function(m) m:those('marks', true) end,
        every = function(m) m:all('marks') end, shuffle = function(m, rng) m:shuffle('long', rng) end }";
    let vm =
        Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default()).unwrap();
    let main = vm.load("main").unwrap();
    let mut store = Store::new(Arc::clone(&schema), schema.fresh());
    let long = schema.id("long").unwrap();
    (0..1000).for_each(|_| schema.push(&mut store.memory, long, None, 1).unwrap());
    let mut spent = |name: &str| {
        let mut rng = Chance(dice(3));
        let called = vm.call_with(&main.hook(name).unwrap().unwrap(), |args| {
            args.memory_mut(&mut store)?;
            args.handle_mut(&mut rng)
        });
        called.unwrap();
        vm.fuel_used()
    };
    let one = spent("one");
    for (name, most) in [("all", 1000), ("those", 255), ("none", 15), ("every", 255), ("shuffle", 1000)] {
        assert!(one < 10 && spent(name) >= most, "{name}");
    }
}

#[test]
fn numbers_that_no_memory_can_hold_are_refused_wherever_they_stand() {
    let schema = sample();
    let uses = [
        "m:set('fatigue', 'french', X)",
        "m.leader = X",
        "m:push('route', X)",
        "m:put('route', X, 15)",
        "m:put('route', 1, X)",
        "m:remove('route', X)",
        "m:add('pool', 'red', X)",
        "m:take('pool', 'red', X)",
        "rng:roll(X)",
        "rng:below(X)",
        "rng:stream('x', X)",
    ];
    for number in ["0/0", "1/0", "-1/0", "2^53 + 2", "-2^53 - 2", "1e300", "0.5"] {
        for used in uses.map(|used| used.replace('X', &format!("({number})"))) {
            let source = format!("return {{ f = function(m, rng) m:push('route', 15) {used} end }}");
            let sources = Sources::new().with("main.luau", source);
            let vm = Sandbox::new("pack", sources, Limits::default(), &Meter::default()).unwrap();
            let hook = vm.load("main").unwrap().hook("f").unwrap().unwrap();
            let (mut store, mut rng) = (Store::new(Arc::clone(&schema), schema.fresh()), Chance(dice(3)));
            let result = vm.call_with(&hook, |args| {
                args.memory_mut(&mut store)?;
                args.handle_mut(&mut rng)
            });
            let kind = result.expect_err(&used).kind;
            assert!(matches!(kind, Kind::BadValue | Kind::Runtime), "{used}: {kind:?}");
            schema.check(&store.memory).unwrap();
        }
    }
}

#[test]
fn every_deal_agrees_with_the_view_that_it_came_from() {
    let schema = sample();
    let id = |name| schema.id(name).unwrap();
    let mut truth = schema.fresh();
    schema.push(&mut truth, id("plan"), Some(AUSTRIAN), 7).unwrap();
    schema.take(&mut truth, id("pool"), None, 1, 2).unwrap();
    schema.add(&mut truth, id("hand"), Some(AUSTRIAN), 1, 2).unwrap();
    let view = schema.view(&truth, FRENCH).unwrap();
    let dealt: std::collections::HashSet<_> =
        (0..2000).map(|seed| schema.deal(&view, FRENCH, &mut dice(seed)).unwrap()).collect();
    assert!(dealt.iter().all(|memory| schema.view(memory, FRENCH).unwrap() == view));
    assert!(dealt.contains(&truth), "the true deal is possible");
}

#[test]
fn bytes_that_are_no_memory_are_refused_without_a_panic() {
    let schema = sample();
    let wild: Memory = serde_json::from_str(&format!("\"{}\"", "ff".repeat(schema.bytes()))).unwrap();
    assert!(schema.check(&wild).is_err());
    assert!(schema.view(&wild, FRENCH).is_err());
    assert!(schema.deal(&wild, FRENCH, &mut dice(1)).is_err());
}

#[test]
fn scripts_write_where_the_host_lets_them_and_see_what_their_seat_may() {
    let schema = sample();
    let source = r#"return {
        write = function(m, rng)
            m.stirred = true
            m.leader = "Marengo"
            m:set("fatigue", "french", m:get("fatigue", "french") + 1)
            m:push("route", 15); m:push("route", 16); m:put("route", 2, 17)
            local class = m:draw("pool", rng)
            m:add("hand", class, 1, "austrian")
            m:shuffle("deck", rng)
            return { m.leader, m:len("route"), m:at("route", 2), m:total("pool"), m.weather }
        end,
        read = function(m) return { m.weather == nil, m:count("hand", "red", "austrian") == nil, m:total("hand", "austrian") } end,
        broken = function(m) m:push("route", 1.5) end,
        unknown = function(m) return m.leadr end,
    }"#;
    let vm =
        Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default()).unwrap();
    let main = vm.load("main").unwrap();
    let hook = |name| main.hook(name).unwrap().unwrap();
    let mut store = Store::new(Arc::clone(&schema), schema.fresh());
    let mut rng = Chance(dice(3));
    let result = vm.call_with(&hook("write"), |args| {
        args.memory_mut(&mut store)?;
        args.handle_mut(&mut rng)
    });
    let wanted = [Value::Int(1), Value::Int(2), Value::Int(17), Value::Int(8), Value::from("mud")];
    assert_eq!(result.unwrap(), Value::List(wanted.into()));
    schema.check(&store.memory).unwrap();
    let fatigue = schema.id("fatigue").unwrap();
    assert_eq!(schema.get(&store.memory, fatigue, Some(FRENCH)), Ok(6));

    let before = store.memory.clone();
    let err = vm.call_with(&hook("write"), |args| args.memory(&store)).unwrap_err();
    assert!(err.message.contains("read-only"), "{err}");
    assert_eq!(store.memory, before);
    let err = vm.call_with(&hook("unknown"), |args| args.memory(&store)).unwrap_err();
    assert_eq!(err.kind, Kind::BadValue);
    assert!(err.message.contains("did you mean \"leader\"?"), "{err}");
    assert_eq!(vm.call_with(&hook("broken"), |args| args.memory_mut(&mut store)).unwrap_err().kind, Kind::BadValue);

    let seen = Store::seen_by(Arc::clone(&schema), &before, FRENCH).unwrap();
    let result = vm.call_with(&hook("read"), |args| args.memory(&seen)).unwrap();
    assert_eq!(result, Value::List(vec![Value::Bool(true), Value::Bool(true), Value::Int(1)]));
    let told = schema.describe(&before, Some(FRENCH)).unwrap();
    assert_eq!(told.field("hand").field("austrian"), &Value::from("1 unknown"));
}

#[test]
fn a_handle_that_a_script_keeps_shows_the_memory_of_the_call_under_way_or_none() {
    let schema = sample();
    let source = "local kept, get
        local function look() return { kept.weather or 'unknown', get(kept, 'fatigue', 'french'), kept:len('route') } end
        return { keep = function(m) kept, get = m, m.get m.stirred = true m:push('route', 15) return look() end,
            look = look, field = function() return kept.stirred end, get = function() return get(kept, 'fatigue', 'french') end,
            list = function() return kept:len('route') end, write = function() kept.stirred = false end,
            pairs = function() for _ in kept do end end, unlock = function() return getmetatable(kept).__index end }";
    let vm =
        Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default()).unwrap();
    let main = vm.load("main").unwrap();
    let hook = |name| main.hook(name).unwrap().unwrap();
    let mut store = Store::new(Arc::clone(&schema), schema.fresh());
    let all = |word: &str, n: i64, len: i64| Value::List(vec![Value::from(word), Value::Int(n), Value::Int(len)]);
    assert_eq!(vm.call_with(&hook("keep"), |args| args.memory_mut(&mut store)), Ok(all("mud", 5, 1)));
    for name in ["field", "get", "list", "write"] {
        assert_eq!(vm.call(&hook(name), &[]).unwrap_err().kind, Kind::DeadHandle, "{name}");
        let raw = vm.call_raw::<mlua::Value>(&hook(name), ()).unwrap_err();
        assert_eq!(raw.kind, Kind::DeadHandle, "{name}");
    }
    // another call is lent what a seat may know, of another moment
    let fatigue = schema.id("fatigue").unwrap();
    schema.set(&mut store.memory, fatigue, Some(FRENCH), 9).unwrap();
    let seen = Store::seen_by(Arc::clone(&schema), &store.memory, AUSTRIAN).unwrap();
    assert_eq!(vm.call_with(&hook("look"), |args| args.memory(&seen)), Ok(all("unknown", 9, 1)));
    let err = vm.call_with(&hook("write"), |args| args.memory(&seen)).unwrap_err();
    assert!(err.message.contains("read-only"), "{err}");
    assert_eq!(vm.call_with(&hook("look"), |args| args.memory(&store)), Ok(all("mud", 9, 1)));
    for name in ["pairs", "unlock"] {
        assert!(vm.call_with(&hook(name), |args| args.memory(&store)).is_err(), "{name}");
    }
    let twice = vm.call_with(&hook("look"), |args| {
        args.memory(&store)?;
        args.memory(&seen)
    });
    assert!(twice.is_err());
}
