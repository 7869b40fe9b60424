//! Attacks on the Luau sandbox: each ends within a second as the table says, and the machine works on afterwards.

mod attacks;

use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use bormida_core::kernel::{Dice, Seed};
use bormida_core::script::{
    Alarm, Chance, Hook, Kind, Limits, Meter, Sandbox, ScriptError, Sources, UserData, UserDataMethods, Value,
};

use attacks::End::{Fails, Harmless};
use attacks::{Attack, LIBRARY, LOOPS, WAYS_OUT};

fn sandbox(body: &str, meter: &Meter) -> Result<(Sandbox, Hook, Hook), Box<ScriptError>> {
    // what is well afterwards needs room of its own
    let well = "local t = {} for i = 1, 300 do t[i] = string.rep('x', 9999) .. i end return 42";
    let main = format!("return {{ attack = function(...) {body}\nend, well = function() {well} end }}");
    let sources = Sources::new()
        .with("main.luau", main)
        .with("lib/part.luau", "return { list = { 1 } }")
        .with("endless.luau", "while true do end")
        .with("cycle.luau", "return require('cycle2')")
        .with("cycle2.luau", "return require('cycle')");
    let vm = Sandbox::new("pack", sources, Limits::default(), meter)?;
    let main = vm.load("main")?;
    let hook = |name| main.hook(name).map(|hook| hook.expect("the module has it"));
    let (attack, well) = (hook("attack")?, hook("well")?);
    Ok((vm, attack, well))
}

/// Seconds that a thread has run, where the system tells: on a busy machine less than the wall clock shows.
fn ran(task: Option<&Path>) -> Option<Duration> {
    let told = std::fs::read_to_string(task?.join("schedstat")).ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// Raises the alarm when `work` takes over half a second; gives its time too.
fn watched<R>(alarm: &Alarm, work: impl FnOnce() -> R) -> (R, Duration) {
    let task = std::fs::read_link("/proc/thread-self").ok().map(|link| Path::new("/proc").join(link));
    let (start, before) = (Instant::now(), ran(task.as_deref()));
    let took = || match (before, ran(task.as_deref())) {
        (Some(before), Some(now)) => now.saturating_sub(before),
        _ => start.elapsed(),
    };
    let (done, wait) = mpsc::channel::<()>();
    std::thread::scope(|threads| {
        let alarm = alarm.clone();
        threads.spawn(move || {
            while wait.recv_timeout(Duration::from_millis(20)) == Err(mpsc::RecvTimeoutError::Timeout) {
                if took() > Duration::from_millis(500) {
                    alarm.raise();
                }
            }
        });
        let result = work();
        drop(done);
        (result, took())
    })
}

/// How long an attack may go on by the wall clock before it counts as one that never ends.
const NEVER: Duration = Duration::from_secs(30);

/// Runs one attack beside the test, which would else hang with it; what is wrong with its end, if anything.
fn fault_of(attack: &'static Attack) -> Option<String> {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || tell.send(fault_in(attack)));
    told.recv_timeout(NEVER).unwrap_or_else(|why| panic!("{}: does not end: {why}", attack.0))
}

fn fault_in((name, body, end): &Attack) -> Option<String> {
    let meter = Meter::default();
    let (vm, attack, well) = sandbox(body, &meter).unwrap_or_else(|err| panic!("{name}: {err}"));
    let (result, took) = watched(meter.alarm(), || vm.call(&attack, &[]));
    let found = match &result {
        Ok(Value::Bool(true)) => Some(Harmless),
        Ok(_) => None,
        Err(err) => Some(Fails(err.kind)),
    };
    if found.as_ref() != Some(end) {
        return Some(format!("{name}: {end:?} is wanted, not {result:?}"));
    }
    if took > Duration::from_secs(1) {
        return Some(format!("{name}: took {took:?}"));
    }
    if let Err(err) = &result
        && (err.report().contains("0x") || err.message.len() > 70_000)
    {
        return Some(format!("{name}: the report shows too much: {}", err.report()));
    }
    meter.alarm().clear();
    let after = vm.call(&well, &[]);
    (after != Ok(Value::Int(42))).then(|| format!("{name}: the machine is broken afterwards: {after:?}"))
}

fn run_all(attacks: &'static [Attack]) {
    // A busy machine may be too slow once; a sandbox that lets an attack through is so every time.
    let wrong: Vec<_> = attacks
        .iter()
        .filter_map(|attack| fault_of(attack).and_then(|_| fault_of(attack)).and_then(|_| fault_of(attack)))
        .take(5)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn loops_end_by_the_count() {
    run_all(LOOPS);
}

#[test]
fn library_work_ends_by_size_or_count() {
    run_all(LIBRARY);
}

#[test]
fn nothing_leads_out() {
    run_all(WAYS_OUT);
}

#[test]
fn only_text_is_loaded() {
    let load = |source: &[u8]| {
        let sources = Sources::new().with("main.luau", source);
        Sandbox::new("pack", sources, Limits::default(), &Meter::default()).and_then(|vm| vm.load("main")).map(|_| ())
    };
    let kind = |source: &[u8]| load(source).expect_err("must not load").kind;
    assert_eq!(kind(b"\x06\x03garbage"), Kind::Source);
    assert_eq!(kind(b"\x0b\x03garbage"), Kind::Source);
    assert_eq!(kind(b"\x1bLua garbage"), Kind::Source);
    assert_eq!(kind(b"return { '\xff' }"), Kind::Source);
    assert_eq!(kind(&vec![b' '; (256 << 10) + 1]), Kind::Source);
    assert_eq!(kind(b"return {"), Kind::Syntax);
    assert_eq!(kind(format!("return {}1{}", "(".repeat(5000), ")".repeat(5000)).as_bytes()), Kind::Syntax);
    assert_eq!(kind(b"return 1"), Kind::BadValue);
    assert_eq!(kind(b"error('at load')"), Kind::Runtime);
    assert_eq!(kind(b"while true do end"), Kind::Fuel);
    let start = Instant::now();
    assert!(
        load("return {}\n-- a line of a long file\n".repeat(5000).replacen("return {}\n", "", 4999).as_bytes()).is_ok()
    );
    assert!(start.elapsed() < Duration::from_secs(1));
    let within = Sources::new().with("main.luau", "return {}").with("lib/part.luau", b"\x06\x03garbage");
    let within = Sandbox::new("pack", within, Limits::default(), &Meter::default()).expect_err("must not load");
    assert_eq!((within.kind, within.file.as_deref()), (Kind::Source, Some("lib/part.luau")));
    for path in ["../main.luau", "/main.luau", "a\\b.luau", "main.lua", "a//b.luau", "Ä.luau", ""] {
        let sources = Sources::new().with(path, "return {}");
        let err = Sandbox::new("pack", sources, Limits::default(), &Meter::default()).expect_err(path);
        assert_eq!(err.kind, Kind::Source, "{path}");
    }
}

#[test]
fn a_prompt_takes_no_byte_code() {
    let vm = Sandbox::new("pack", Sources::new(), Limits::default(), &Meter::default()).expect("no files, no faults");
    for text in ["\x06\x03garbage", "\x0b\x03garbage", "\x1bLuaS"] {
        assert_eq!(vm.compile("prompt", text).expect_err("must not load").kind, Kind::Source);
    }
}

#[test]
fn errors_without_a_text_are_told_in_words() {
    for (body, told) in [
        ("error(nil)", "error(nil)"),
        ("error({ code = 1 })", "error(table)"),
        ("error()", "error(nil)"),
        ("error(print)", "error(function)"),
        ("error(true)", "error(true)"),
    ] {
        let (vm, attack, _) = sandbox(body, &Meter::default()).expect("loads");
        let err = vm.call(&attack, &[]).expect_err("it raises an error");
        assert_eq!(err.message, format!("an error was raised without a text: {told}"), "{body}");
        assert_eq!(err.line, Some(1), "{body}: {}", err.report());
    }
    let (vm, attack, _) = sandbox("error('nil')", &Meter::default()).expect("loads");
    assert_eq!(vm.call(&attack, &[]).expect_err("raised").message, "nil");
    let sources = Sources::new().with("main.luau", "return 1 // 1");
    let vm = Sandbox::new("pack", sources, Limits::default(), &Meter::default()).expect("sound");
    let why = vm.load("main").expect_err("no table").message;
    assert!(why.ends_with("not a number") || why.ends_with("not an integer"), "{why}");
}

#[test]
fn every_limit_of_size_is_one() {
    let run = |body: &str, limits: Limits| {
        let sources = Sources::new().with("main.luau", format!("return {{ f = function() {body} end }}"));
        let vm = Sandbox::new("pack", sources, limits, &Meter::default())?;
        let hook = vm.load("main")?.hook("f")?.expect("there");
        vm.call(&hook, &[])
    };
    let small = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    };
    let bodies: [(&str, Limits, Kind); 9] = [
        ("return 1", small(|l| l.file = 10), Kind::Source),
        ("return 1", small(|l| l.pack = 10), Kind::Source),
        ("return { { { 1 } } }", small(|l| l.depth = 2), Kind::BadValue),
        ("return { 1, 2, 3, 4 }", small(|l| l.values = 3), Kind::BadValue),
        ("return { 'four', 'five' }", small(|l| l.texts = 7), Kind::BadValue),
        ("return #table.create(50, 1)", small(|l| l.items = 20), Kind::Runtime),
        ("return #string.rep('x', 50)", small(|l| l.text = 20), Kind::Runtime),
        ("return string.find('aaaaaaaaaaaaaaaa', 'a')", small(|l| l.subject = 10), Kind::Runtime),
        ("for i = 1, 50 do end return 1", small(|l| l.call_fuel = 20), Kind::Fuel),
    ];
    for (body, limits, kind) in bodies {
        assert_eq!(run(body, limits).map_err(|err| err.kind), Err(kind), "{body}");
        assert!(run(body, Limits::default()).is_ok(), "{body}: within the usual limits nothing is wrong");
    }
}

/// Without its limit, each of these would not fail: the limit is what the test is about.
#[test]
fn limits_are_what_stops() {
    let run = |body: &str, limits: Limits| {
        let sources = Sources::new().with("main.luau", format!("return {{ f = function() {body} end }}"));
        let vm = Sandbox::new("pack", sources, limits, &Meter::new(u64::MAX, Alarm::default())).expect("loads");
        let hook = vm.load("main").expect("runs").hook("f").expect("a function").expect("there");
        vm.call(&hook, &[]).map_err(|err| err.kind)
    };
    let roomy = Limits { call_fuel: 50_000_000, memory: 256 << 20, ..Limits::default() };
    let count = "for i = 1, 300000 do end return true";
    assert_eq!(run(count, Limits::default()), Err(Kind::Fuel));
    assert_eq!(run(count, roomy.clone()), Ok(Value::Bool(true)));
    let grow = "local t = {} for i = 1, 150000 do t[i] = { i, i, i, i, i, i, i, i } end return true";
    assert_eq!(run(grow, Limits { call_fuel: 50_000_000, ..Limits::default() }), Err(Kind::Memory));
    assert_eq!(run(grow, roomy.clone()), Ok(Value::Bool(true)));
    let long = "return #string.rep('x', 100000) == 100000";
    assert_eq!(run(long, roomy.clone()), Err(Kind::Runtime));
    assert_eq!(run(long, Limits { text: 1 << 20, ..roomy }), Ok(Value::Bool(true)));
}

struct Ground(i64);
impl UserData for Ground {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("height", |_, ground, ()| Ok(ground.0));
    }
}

#[test]
fn a_handle_dies_with_its_call_wherever_it_was_kept() {
    let keepers = [
        "kept = x",
        "kept = function() return x:height() end",
        "kept = coroutine.wrap(function() coroutine.yield() return x:height() end) kept()",
        "kept = x.height; other = x",
    ];
    for keep in keepers {
        let source = format!(
            "local kept, other return {{ keep = function(x) {keep} return x:height() end, use = function() \
             if type(kept) == 'function' then return kept(other) end return kept:height() end }}"
        );
        let vm = Sandbox::new("pack", Sources::new().with("main.luau", source), Limits::default(), &Meter::default())
            .expect("loads");
        let main = vm.load("main").expect("runs");
        let hook = |name| main.hook(name).expect("a function").expect("there");
        let ground = Ground(3);
        assert_eq!(vm.call_with(&hook("keep"), |args| args.handle(&ground)), Ok(Value::Int(3)), "{keep}");
        let err = vm.call(&hook("use"), &[]).expect_err(keep);
        assert_eq!(err.kind, Kind::DeadHandle, "{keep}: {err}");
    }
}

#[test]
fn a_failure_below_passes_through_every_catch() {
    let below = Sources::new().with("main.luau", "return { f = function() while true do end end }");
    let meter = Meter::default();
    let below = Sandbox::new("below", below, Limits::default(), &meter).expect("loads");
    let endless = below.load("main").expect("runs").hook("f").expect("a function").expect("there");
    for body in [
        "pcall(...) return 1",
        "xpcall(..., function() end) return 1",
        "coroutine.resume(coroutine.create(...)) return 1",
        "(...)()",
    ] {
        let (vm, attack, _) = sandbox(body, &meter).expect("loads");
        let (below, endless) = (&below, &endless);
        let err = vm
            .call_with(&attack, |args| args.function(move |_, ()| Ok(below.call(endless, &[])?)))
            .expect_err("the failure below must show");
        assert_eq!((err.pack.as_str(), err.kind), ("below", Kind::Fuel), "{body}: {err}");
    }
}

/// Work of many kinds, whose fuel and result must not depend on the machine's past.
const PROBE: &str = "
    local rng, sum, words = ..., 0, {}
    for i = 1, 300 do
        sum += rng:roll(6)
        words[`k{rng:below(1000)}`] = i
    end
    local text = {}
    for key, value in sorted_pairs(words) do table.insert(text, key .. value) end
    table.sort(text, function(a, b) return a > b end)
    local joined = table.concat(text, ',')
    for word in string.gmatch(joined, '%d+') do sum += tonumber(word) end
    local co = coroutine.wrap(function() for i = 1, 50 do coroutine.yield(i) end end)
    for i = 1, 50 do sum += co() end
    pcall(error, { sum })
    return { sum, #joined }";

fn probe(vm: &Sandbox, hook: &Hook) -> String {
    let mut rng = Chance(Dice::new(Seed(7), 1, "probe"));
    let result = vm.call_with(hook, |args| args.handle_mut(&mut rng)).expect("the probe runs");
    format!("{result:?} fuel {}", vm.fuel_used())
}

#[test]
fn fuel_is_the_same_in_a_fresh_machine_a_warm_one_and_another_process() {
    let meter = Meter::default();
    // Joined text is longer than a pattern's subject: room for it.
    let build = || {
        let sources = Sources::new().with("main.luau", format!("return {{ attack = function(...) {PROBE} end }}"));
        let limits = Limits { subject: 64 << 10, ..Limits::default() };
        let vm = Sandbox::new("pack", sources, limits, &meter).expect("loads");
        let hook = vm.load("main").expect("runs").hook("attack").expect("a function").expect("there");
        (vm, hook)
    };
    let (fresh, hook) = build();
    let first = probe(&fresh, &hook);
    if std::env::var_os("BORMIDA_PROBE").is_some() {
        assert_eq!(std::env::var("BORMIDA_PROBE").as_ref(), Ok(&first));
        return;
    }
    let (other, other_hook) = build();
    for _ in 0..20 {
        assert_eq!(probe(&fresh, &hook), first);
        assert_eq!(probe(&other, &other_hook), first);
    }
    let name = "fuel_is_the_same_in_a_fresh_machine_a_warm_one_and_another_process";
    let this = std::env::current_exe().expect("the test program has a path");
    let child = Command::new(this).args(["--exact", name]).env("BORMIDA_PROBE", &first).output().expect("it runs");
    let told = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && told.contains("1 passed"), "{told}");
}
