//! Attacks on the Luau sandbox by theme: loops, work of the library, ways out of it.

use bormida_core::script::Kind;

/// A name, the body of a function, and how it must end.
pub(crate) type Attack = (&'static str, &'static str, End);

/// How an attack must end.
#[derive(Debug, PartialEq)]
pub(crate) enum End {
    /// The call fails as this kind.
    Fails(Kind),
    /// The call returns true: the script itself saw that it got nowhere.
    Harmless,
}
use End::{Fails, Harmless};

/// Loops that nothing but the count ends, however they hide from errors.
pub(crate) const LOOPS: &[Attack] = &[
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
pub(crate) const LIBRARY: &[Attack] = &[
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
pub(crate) const WAYS_OUT: &[Attack] = &[
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
