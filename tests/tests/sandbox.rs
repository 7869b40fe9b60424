//! Attacks on the Luau sandbox: each ends within a second as the table says, and the machine works on afterwards.

use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use bormida_core::kernel::{Dice, Seed};
use bormida_core::script::{
    Alarm, Chance, Hook, Kind, Limits, Meter, Sandbox, ScriptError, Sources, UserData, UserDataMethods, Value,
};

/// A name, the body of a function, and how it must end.
type Attack = (&'static str, &'static str, End);

/// How an attack must end.
#[derive(Debug, PartialEq)]
enum End {
    /// The call fails as this kind.
    Fails(Kind),
    /// The call returns true: the script itself saw that it got nowhere.
    Harmless,
}
use End::{Fails, Harmless};

/// Loops that nothing but the count ends, however they hide from errors.
const LOOPS: &[Attack] = &[
    ("while true", "while true do end", Fails(Kind::Fuel)),
    ("repeat until false", "repeat until false", Fails(Kind::Fuel)),
    ("for over a huge range", "for i = 1, 1e18 do end", Fails(Kind::Fuel)),
    ("an iterator that never ends", "for x in function() return 1 end do end", Fails(Kind::Fuel)),
    (
        "an __iter that never ends",
        "for x in setmetatable({}, { __iter = function() return function() return 1 end end }) do end",
        Fails(Kind::Fuel),
    ),
    ("recursion", "local function f() return 1 + f() end f()", Fails(Kind::Runtime)),
    (
        "mutual tail calls",
        "local a, b function a() return b() end function b() return a() end a()",
        Fails(Kind::Runtime),
    ),
    ("pcall loop", "while true do pcall(function() while true do end end) end", Fails(Kind::Fuel)),
    ("pcall and away", "pcall(function() while true do end end) return 1", Fails(Kind::Fuel)),
    ("pcall recursion", "local function f() pcall(f) pcall(f) end f()", Fails(Kind::Fuel)),
    ("pcall of pcall", "while true do pcall(pcall, pcall, error) end", Fails(Kind::Fuel)),
    ("loop in an xpcall handler", "xpcall(error, function() while true do end end)", Fails(Kind::Fuel)),
    (
        "xpcall handler that starts over",
        "local function f() xpcall(error, f) end while true do f() end",
        Fails(Kind::Fuel),
    ),
    ("error in the error handler", "local ok = xpcall(error, function() error('again') end) return not ok", Harmless),
    ("coroutine.wrap loop", "while true do coroutine.wrap(function() while true do end end)() end", Fails(Kind::Fuel)),
    (
        "resume and ignore",
        "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
        Fails(Kind::Fuel),
    ),
    (
        "yield for ever",
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
        Fails(Kind::Fuel),
    ),
    (
        "close loop",
        "while true do local c = coroutine.create(function() coroutine.yield() end) coroutine.resume(c) coroutine.close(c) end",
        Fails(Kind::Fuel),
    ),
    ("resume chain", "local function f() coroutine.wrap(f)() end f()", Fails(Kind::Runtime)),
    (
        "a coroutine that spends all and dies",
        "coroutine.resume(coroutine.create(function() while true do end end)) return 1",
        Fails(Kind::Fuel),
    ),
    ("yield out of the call", "coroutine.yield(1)", Fails(Kind::Runtime)),
    (
        "__index that loops",
        "local t = setmetatable({}, { __index = function() while true do end end }) return t.x",
        Fails(Kind::Fuel),
    ),
    (
        "__index that asks itself",
        "local t t = setmetatable({}, { __index = function(_, k) return t[k .. 'x'] end }) return t.x",
        Fails(Kind::Runtime),
    ),
    (
        "an __index chain in a ring",
        "local a, b = {}, {} setmetatable(a, { __index = b }) setmetatable(b, { __index = a }) return a.x",
        Fails(Kind::Runtime),
    ),
    (
        "a __newindex chain in a ring",
        "local a, b = {}, {} setmetatable(a, { __newindex = b }) setmetatable(b, { __newindex = a }) a.x = 1",
        Fails(Kind::Runtime),
    ),
    (
        "__newindex that loops",
        "local t = setmetatable({}, { __newindex = function() while true do end end }) t.x = 1",
        Fails(Kind::Fuel),
    ),
    (
        "__concat that loops",
        "local t = setmetatable({}, { __concat = function() while true do end end }) return t .. t",
        Fails(Kind::Fuel),
    ),
    (
        "__eq that loops",
        "local m = { __eq = function() while true do end end } return setmetatable({}, m) == setmetatable({}, m)",
        Fails(Kind::Fuel),
    ),
    (
        "__lt that loops",
        "local m = { __lt = function() while true do end end } return setmetatable({}, m) < setmetatable({}, m)",
        Fails(Kind::Fuel),
    ),
    (
        "__le and __unm that loop",
        "local m = { __le = function() while true do end end, __unm = function() while true do end end } \
         local t = setmetatable({}, m) pcall(function() return t <= t end) return -t",
        Fails(Kind::Fuel),
    ),
    (
        "sort of what never ends to compare",
        "local m = { __lt = function() while true do end end } table.sort({ setmetatable({}, m), setmetatable({}, m) })",
        Fails(Kind::Fuel),
    ),
    ("__len that loops", "return #setmetatable({}, { __len = function() while true do end end })", Fails(Kind::Fuel)),
    (
        "__call of __call",
        "local t t = setmetatable({}, { __call = function() return t() end }) t()",
        Fails(Kind::Runtime),
    ),
    (
        "__tostring that loops",
        "tostring(setmetatable({}, { __tostring = function() while true do end end }))",
        Fails(Kind::Fuel),
    ),
    ("sort with an endless comparator", "table.sort({ 2, 1 }, function() while true do end end)", Fails(Kind::Fuel)),
    (
        "sort with an erratic comparator",
        "local n, t = 0, {} for i = 1, 500 do t[i] = i end pcall(table.sort, t, function() n += 1 return n % 3 == 0 end) return #t == 500",
        Harmless,
    ),
    ("sort with an erring comparator", "return not pcall(table.sort, { 2, 1 }, function() error('no') end)", Harmless),
    (
        "sort of a table that changes",
        "local t = {} for i = 1, 500 do t[i] = i end pcall(table.sort, t, function(a, b) table.clear(t) return a < b end) return true",
        Harmless,
    ),
];

/// Library work that meets no interrupt by itself.
const LIBRARY: &[Attack] = &[
    ("many a?", "string.match(string.rep('a', 60), string.rep('a?', 60) .. string.rep('a', 60))", Fails(Kind::Fuel)),
    ("many .-", "string.match(string.rep('a', 1000), string.rep('.-', 60) .. 'b')", Fails(Kind::Fuel)),
    ("%b over and over", "while true do string.match(string.rep('(', 1000), '%b()') end", Fails(Kind::Fuel)),
    ("%f over and over", "while true do string.find(string.rep('a', 1000), '%f[b]') end", Fails(Kind::Fuel)),
    (
        "gsub with a function",
        "string.gsub(string.rep('a', 1000), 'a', function() while true do end end)",
        Fails(Kind::Fuel),
    ),
    (
        "gsub with a table that loops",
        "string.gsub('aa', 'a', setmetatable({}, { __index = function() while true do end end }))",
        Fails(Kind::Fuel),
    ),
    (
        "gsub that blows up",
        "local s = 'a' while true do s = string.gsub(s, 'a', string.rep('a', 250)) end",
        Fails(Kind::Runtime),
    ),
    (
        "gmatch without end",
        "for _ in string.gmatch(string.rep('a', 1000), '') do string.match(string.rep('a', 1000), '.-b') end",
        Fails(Kind::Fuel),
    ),
    ("a subject too long", "string.match(string.rep('a', 60000), 'a')", Fails(Kind::Runtime)),
    ("string.rep", "string.rep('x', 1e9)", Fails(Kind::Runtime)),
    ("string.rep by method", "return ('x'):rep(2^40)", Fails(Kind::Runtime)),
    ("string.rep of nothing", "string.rep('', 1e15)", Fails(Kind::Runtime)),
    ("string.rep with NaN", "string.rep('x', 0/0)", Fails(Kind::Runtime)),
    ("string.rep for ever", "while true do string.rep('x', 60000) end", Fails(Kind::Fuel)),
    (
        "find plain on long strings",
        "while true do string.find(string.rep('a', 60000), string.rep('a', 30000) .. 'b', 1, true) end",
        Fails(Kind::Fuel),
    ),
    ("split into crumbs", "while true do string.split(string.rep('a', 60000), '') end", Fails(Kind::Fuel)),
    ("format width", "return string.format('%99999999d', 1)", Fails(Kind::Runtime)),
    ("format precision", "return string.format('%.999999f', 1)", Fails(Kind::Runtime)),
    (
        "format with much text",
        "local s = string.rep('x', 60000) return string.format('%s%s%s', s, s, s)",
        Fails(Kind::Runtime),
    ),
    (
        "upper and reverse",
        "local s = string.rep('x', 60000) while true do s = s:upper():reverse() end",
        Fails(Kind::Fuel),
    ),
    ("string.byte of all", "return string.byte(string.rep('x', 60000), 1, -1)", Fails(Kind::Runtime)),
    ("concat doubling", "local s = 'x' while true do s = s .. s end", Fails(Kind::Memory)),
    (
        "concat doubling, caught",
        "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end",
        Fails(Kind::Memory),
    ),
    ("table.concat", "return table.concat(table.create(1000, string.rep('x', 60000)))", Fails(Kind::Runtime)),
    ("table.concat over a huge range", "table.concat({}, '', 1, 1e9)", Fails(Kind::Runtime)),
    ("table.create", "table.create(1e9, 1)", Fails(Kind::Runtime)),
    ("table.create below nothing", "table.create(-1)", Fails(Kind::Runtime)),
    ("table.move over a huge range", "table.move({}, 1, 2^31 - 2, 2)", Fails(Kind::Runtime)),
    ("table.move to infinity", "table.move({}, 1, 10, 1/0)", Fails(Kind::Runtime)),
    ("unpack a huge range", "return table.unpack({}, 1, 1e8)", Fails(Kind::Runtime)),
    ("huge count of results", "local t = table.create(60000, 1) return unpack(t)", Fails(Kind::Runtime)),
    (
        "insert at the front for ever",
        "local t = table.create(60000, 1) while true do table.insert(t, 1, 1) table.remove(t, 1) end",
        Fails(Kind::Fuel),
    ),
    ("clone for ever", "local t = table.create(60000, 1) while true do table.clone(t) end", Fails(Kind::Memory)),
    ("sort for ever", "local t = table.create(60000, 1) while true do table.sort(t) end", Fails(Kind::Fuel)),
    ("buffer.create", "buffer.create(2^30)", Fails(Kind::Runtime)),
    ("string.sub for ever", "local s = string.rep('x', 60000) while true do s:sub(2) end", Fails(Kind::Fuel)),
    ("utf8.codepoint of all", "return utf8.codepoint(string.rep('x', 60000), 1, -1)", Fails(Kind::Runtime)),
    (
        "utf8.codepoint for ever",
        "local s = string.rep('x', 4000) while true do utf8.codepoint(s, 1, -1) end",
        Fails(Kind::Fuel),
    ),
    (
        "filling a buffer for ever",
        "local b = buffer.create(60000) while true do buffer.fill(b, 0, 1) end",
        Fails(Kind::Fuel),
    ),
    (
        "copying a buffer for ever",
        "local b = buffer.create(60000) while true do buffer.copy(b, 0, b) end",
        Fails(Kind::Fuel),
    ),
    (
        "writing into a buffer for ever",
        "local b, s = buffer.create(60000), string.rep('x', 60000) while true do buffer.writestring(b, 0, s) end",
        Fails(Kind::Fuel),
    ),
    (
        "texts of a buffer for ever",
        "local b = buffer.create(60000) while true do buffer.tostring(b) buffer.readstring(b, 0, 60000) end",
        Fails(Kind::Fuel),
    ),
    ("buffers for ever", "while true do buffer.create(60000) end", Fails(Kind::Fuel)),
    ("write past a buffer", "buffer.writeu8(buffer.create(8), 8, 1)", Fails(Kind::Runtime)),
    ("a table that grows", "local t = {} while true do t[#t + 1] = table.create(1000, 1) end", Fails(Kind::Memory)),
    (
        "memory error, caught and tried again",
        "while true do pcall(function() local t = {} while true do t[#t + 1] = buffer.create(60000) end end) end",
        Fails(Kind::Memory),
    ),
    (
        "memory error in a coroutine",
        "coroutine.resume(coroutine.create(function() local s = 'x' while true do s = s .. s end end)) return 1",
        Fails(Kind::Memory),
    ),
    (
        "memory error, hidden by a handler",
        "xpcall(function() local s = 'x' while true do s = s .. s end end, function() return 1 end) return 1",
        Fails(Kind::Memory),
    ),
    (
        "memory error in a handler",
        "xpcall(error, function() local s = 'x' while true do s = s .. s end end) return 1",
        Fails(Kind::Memory),
    ),
    (
        "searching that no count sees",
        "local t = table.create(60000, 1) for i = 1, 60000 do t[i] = nil end while true do next(t) end",
        Fails(Kind::TooSlow),
    ),
];

/// Ways out of the sandbox, or into what it shares.
const WAYS_OUT: &[Attack] = &[
    (
        "no way out by name",
        "for _, name in { 'io', 'os', 'debug', 'package', 'loadstring', 'load', 'dofile', 'loadfile', 'getfenv', 'setfenv', 'collectgarbage', 'gcinfo', 'newproxy', '_G', 'integer' } do if getmetatable(name) == nil then return false end end return io == nil and os == nil and debug == nil and package == nil and loadstring == nil and load == nil and dofile == nil and loadfile == nil and getfenv == nil and setfenv == nil and collectgarbage == nil and gcinfo == nil and newproxy == nil and _G == nil",
        Harmless,
    ),
    ("no chance but the host's", "return math.random == nil and math.randomseed == nil", Harmless),
    ("no packing", "return string.pack == nil and string.unpack == nil and string.dump == nil", Harmless),
    ("writing to the string metatable", "getmetatable('').__index = nil", Fails(Kind::Runtime)),
    ("writing to a library", "string.rep = nil", Fails(Kind::Runtime)),
    ("rawset on a library", "rawset(math, 'floor', nil)", Fails(Kind::Runtime)),
    ("writing a global", "leak = 1", Fails(Kind::Runtime)),
    ("replacing a builtin", "tostring = nil", Fails(Kind::Runtime)),
    ("table.clear on a library", "table.clear(table)", Fails(Kind::Runtime)),
    ("setmetatable on a library", "setmetatable(string, {})", Fails(Kind::Runtime)),
    ("setmetatable on a string", "setmetatable('', {})", Fails(Kind::Runtime)),
    ("weak tables", "setmetatable({}, { __mode = 'k' })", Fails(Kind::Runtime)),
    ("weak tables, later", "local m = {} setmetatable({}, m) m.__mode = 'v'", Fails(Kind::Runtime)),
    (
        "weak tables, by the back door",
        "local m = {} setmetatable({}, m) rawset(m, '__mode', 'v')",
        Fails(Kind::Runtime),
    ),
    (
        "__gc is never called",
        "for i = 1, 1000 do setmetatable({}, { __gc = function() error('called') end }) end return true",
        Harmless,
    ),
    (
        "a protected metatable stays",
        "local t = setmetatable({}, { __metatable = 'mine' }) return getmetatable(t) == 'mine' and not pcall(setmetatable, t, {})",
        Harmless,
    ),
    ("addresses by tostring", "return tostring({}) == 'table' and tostring(print) == 'function'", Harmless),
    ("addresses by format", "return string.format('%s', {}) == 'table' and `{print}` == 'function'", Harmless),
    (
        "addresses by a false __metatable",
        "return tostring(setmetatable({}, { __metatable = { __tostring = 1 } })) == 'table'",
        Harmless,
    ),
    (
        "addresses by an error",
        "local _, why = pcall(function() return {} + 1 end) return not string.find(why, '0x')",
        Harmless,
    ),
    (
        "the host's frames give nothing",
        "local ok, why = pcall(require, {}) return not ok and type(why) == 'string'",
        Harmless,
    ),
    ("error(nil)", "error(nil)", Fails(Kind::Runtime)),
    ("error(table)", "error({ code = 1 })", Fails(Kind::Runtime)),
    (
        "error with a bomb for its text",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        Fails(Kind::Fuel),
    ),
    (
        "error with an error for its text",
        "error(setmetatable({}, { __tostring = function() error('again') end }))",
        Fails(Kind::Runtime),
    ),
    (
        "error with a number for its text",
        "error(setmetatable({}, { __tostring = function() return 7 end }))",
        Fails(Kind::Runtime),
    ),
    ("error with a false type", "error(setmetatable({}, { __type = 'x' }))", Fails(Kind::Runtime)),
    ("error with much text", "error(string.rep('x', 60000))", Fails(Kind::Runtime)),
    ("require up", "require('../main')", Fails(Kind::Runtime)),
    ("require here", "require('./main')", Fails(Kind::Runtime)),
    ("require from the root", "require('/etc/passwd')", Fails(Kind::Runtime)),
    ("require with a drive", "require('C:/x')", Fails(Kind::Runtime)),
    ("require with a backslash", "require('lib\\\\part')", Fails(Kind::Runtime)),
    ("require with a zero byte", "require('lib/part\\0x')", Fails(Kind::Runtime)),
    ("require with another case", "require('Lib/Part')", Fails(Kind::Runtime)),
    ("require a device", "require('/dev/zero')", Fails(Kind::Runtime)),
    ("require a device by its old name", "require('CON')", Fails(Kind::Runtime)),
    ("require nothing", "require('')", Fails(Kind::Runtime)),
    ("require an alias", "require('@self/x')", Fails(Kind::Runtime)),
    ("require with an ending", "require('lib/part.luau')", Fails(Kind::Runtime)),
    ("require an endless module", "require('endless')", Fails(Kind::Fuel)),
    ("require a module that waits for itself", "require('cycle')", Fails(Kind::Runtime)),
    ("require the same twice", "return require('lib/part') == require('lib/part')", Harmless),
    ("writing into a module", "require('lib/part').list[1] = 2", Fails(Kind::Runtime)),
    ("NaN", "return 0/0", Fails(Kind::BadValue)),
    ("infinity", "return { at = 1/0 }", Fails(Kind::BadValue)),
    ("minus infinity", "return { -1/0 }", Fails(Kind::BadValue)),
    ("beyond exact numbers", "return 2^53 + 2", Fails(Kind::BadValue)),
    ("a table for a key", "return { [{}] = 1 }", Fails(Kind::BadValue)),
    ("a broken number for a key", "return { [1.5] = 1 }", Fails(Kind::BadValue)),
    ("a boolean for a key", "return { [true] = 1 }", Fails(Kind::BadValue)),
    ("a function as a result", "return print", Fails(Kind::BadValue)),
    ("a coroutine as a result", "return { coroutine.create(print) }", Fails(Kind::BadValue)),
    ("a buffer as a result", "return buffer.create(1)", Fails(Kind::BadValue)),
    ("a result that holds itself", "local t = {} t.t = t return t", Fails(Kind::BadValue)),
    ("a result too large", "return table.create(60000, 1)", Fails(Kind::BadValue)),
    (
        "a result too wide at depth",
        "local t = {} for i = 1, 100 do t[i] = table.create(100, 1) end return t",
        Fails(Kind::BadValue),
    ),
    ("a text too long", "local s = string.rep('x', 60000) return s .. s", Fails(Kind::BadValue)),
    ("texts too long together", "local s = string.rep('x', 60000) return { s, s, s, s, s }", Fails(Kind::BadValue)),
    ("a text that is none", "return '\\xff'", Fails(Kind::BadValue)),
    (
        "a result with a trap",
        "return setmetatable({ 1 }, { __index = error, __len = error, __iter = error })[1] == 1",
        Harmless,
    ),
    ("printing without end", "while true do print('x') end", Fails(Kind::Fuel)),
    (
        "order by insertion",
        "local a, b = {}, {} for i = 1, 50 do a['k' .. i] = i b['k' .. 51 - i] = 51 - i end local ka, kb = '', '' for k in sorted_pairs(a) do ka ..= k end for k in sorted_pairs(b) do kb ..= k end return ka == kb",
        Harmless,
    ),
    ("sorted_pairs with a table for a key", "for _ in sorted_pairs({ [{}] = 1 }) do end", Fails(Kind::Runtime)),
];

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
