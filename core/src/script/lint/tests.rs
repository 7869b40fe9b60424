//! Findings in scripts of a small made-up game.

use super::*;
use crate::script::points::{Answer, Cadence, Fact, FactKind, Point};
use crate::script::{Addition, Call, Eyes};

const SIDES: &[&str] = &["blue", "red"];
const MOMENT: &[Fact] = &[Fact { name: "hour", kind: FactKind::Count, unit: "hours", help: "" }];
static FACTS: [Fact; 3] = [
    Fact { name: "seat", kind: FactKind::Word(SIDES), unit: "", help: "" },
    Fact { name: "wide", kind: FactKind::Truth, unit: "", help: "" },
    Fact { name: "from", kind: FactKind::Place("locale"), unit: "", help: "" },
];

const fn point(name: &'static str, cadence: Cadence, answer: Answer) -> Point {
    let (eyes, unit, help, default) = (Eyes::Public, "", "", "");
    Point { name, section: "1", cadence, eyes, facts: &FACTS, told: "ToldFacts", answer, unit, help, default }
}

static POINTS: [Point; 2] =
    [point("cost", Cadence::Query, Answer::Count(0, 9)), point("on_start", Cadence::Event, Answer::Effects)];
const EFFECTS: &[crate::script::Effect] = &[("gain", &[("seat", "Seat"), ("change", "number")], "")];

const TABLES: [Addition; 1] = [Addition {
    table: "orders",
    entry: "Order",
    help: "",
    fields: &[("cost", "number?", "")],
    calls: &[
        Call { name: "play", told: "ToldFacts", facts: &FACTS, returns: "any", changes: true, help: "" },
        Call { name: "may", told: "ToldFacts", facts: &FACTS, returns: "any", changes: false, help: "" },
    ],
}];

#[test]
fn entries_of_tables_are_looked_into() {
    only(
        "return { orders = { rally = { cots = 1, play = function() end } } }",
        "1:31 `orders.rally` has no `cots` | did you mean \"cost\"?",
    );
    only(
        "return { orders = { rally = { play = function(facts) return facts.wied end } } }",
        "1:67 there is no fact `wied`",
    );
}

/// The findings in a script, a line each: line, column, what, hint.
fn found_in(module: &Module, text: &str) -> Vec<String> {
    let found = examine("rules.luau", text.as_bytes(), module);
    let line = |finding: &Diagnostic| {
        let hint = finding.hint.as_ref().map_or(String::new(), |hint| format!(" | {hint}"));
        format!("{}:{} {}{hint}", finding.line, finding.column, finding.message)
    };
    found.iter().map(line).collect()
}

fn found(text: &str) -> Vec<String> {
    found_in(&Module::of_points(&POINTS, MOMENT, EFFECTS, &TABLES), text)
}

/// That one finding begins so, and that there is no other.
fn only(text: &str, beginning: &str) {
    let all = found(text);
    assert!(all.len() == 1 && all[0].starts_with(beginning), "{text}\n{all:#?}");
}

#[test]
fn a_sound_script_has_no_findings() {
    let sound = "--!strict
type Facts = { hour: number }
local MOST <const> = 3
local words = { 'a', 'b' }
for k, word in ipairs(words) do words[k] = word .. `{k}` end
local function helper(n: number): number
    local kept = {}
    for i = 1, n do table.insert(kept, i) end
    kept.last = n
    return #kept :: number
end
local M = { memory = { late = { bool = true }, list = { list = { int = { 0, 9 } }, max = 3 } } }
function M.cost(facts, default, memory)
    local seat = facts.seat
    if seat == 'blue' and facts['wide'] and facts.hour >= 12 and facts.from == 'Novi' then
        return default({ wide = false }) + helper(MOST)
    end
    local other = facts.seat
    other = 'green'
    if other == 'green' then return if memory.late then 1 else memory:len('list') end
    repeat local n = math.random and 1 until n == 1
    return default()
end
M.on_start = function(_facts, memory)
    memory.late = true
    memory:push('list', 3)
    return { { effect = 'gain', seat = 'red', change = 1 } }
end
return M";
    let sound = sound.replace("local MOST <const> = 3", "local MOST = 3").replace("math.random and 1", "1");
    assert_eq!(found(&sound), Vec::<String>::new());
    assert_eq!(found_in(&Module::default(), "return { any = function(a, b, c, d, e) return a.x end }"), [""; 0]);
}

#[test]
fn what_outlives_a_call_is_told() {
    only("local n = 0\nreturn { cost = function()\n  n += 1\n  return n\nend }", "3:3 `n` outlives this call");
    only("local seen = {}\nreturn { cost = function(f) seen[f.hour] = true return 1 end }", "2:29 what `seen` holds");
    only("local all = {}\nreturn { cost = function() table.insert(all, 1) return 1 end }", "2:41 what `all` holds");
    only(
        "local t = {}\nlocal function f() t.x = 1 end\nreturn { cost = function() f() return 1 end }",
        "2:20 what `t`",
    );
}

#[test]
fn the_data_of_a_pack_are_known_to_games_alone() {
    assert_eq!(found_in(&in_game(false), "return { sides = data.sides }"), [""; 0]);
    only("return { cost = function() return data.cost end }", "1:35 nothing is called `data` here");
}

#[test]
fn globals_are_neither_written_nor_guessed() {
    only("count = 1\nreturn {}", "1:1 `count` is no local name");
    only("function help() end\nreturn {}", "1:10 `help` is no local name");
    only(
        "return { cost = function() pritn('x') return 1 end }",
        "1:28 nothing is called `pritn` here | did you mean \"print\"?",
    );
    only("return { cost = function() return math.random(6) end }", "1:40 there is no `math.random` here | chance");
    only(
        "return { cost = function() return os.time() end }",
        "1:35 nothing is called `os` here | a script knows no clock",
    );
    only("return { cost = function() return string.fromat('') end }", "1:42 there is no `string.fromat` here");
}

#[test]
fn keys_that_are_tables_or_functions_are_told() {
    only("return { cost = function() local t = {} t[{}] = 1 return 1 end }", "1:43 a table as a key");
    only(
        "local k = function() end\nlocal t = { [k] = 1 }\nreturn { cost = function() return #t end }",
        "2:14 a function as",
    );
    only("return { cost = function(facts) local t = {} t[facts] = 1 return 1 end }", "1:48 a handle as a key");
}

#[test]
fn comparisons_that_are_never_true_are_told() {
    let with = |test: &str| format!("return {{ cost = function(facts) if {test} then return 1 end return 2 end }}");
    only(&with("facts.seat == 'rde'"), "1:50 this is never \"rde\" | did you mean \"red\"?");
    only(&with("'green' ~= facts.seat"), "1:36 this is never \"green\" | it can be blue, red");
    only(&with("facts.hour == '12'"), "1:50 a number is never equal to a text");
    only(&with("facts.wide == 1"), "1:36 a boolean is never equal to a number");
    assert_eq!(found(&with("facts.seat == 'red'")), [""; 0]);
}

#[test]
fn names_and_arities_are_those_of_the_api() {
    only("return { csot = function() return 1 end }", "1:10 there is no rule point `csot` | did you mean \"cost\"?");
    only(
        "return { cost = function(facts) return facts.huor end }",
        "1:46 there is no fact `huor` here | did you mean \"hour\"?",
    );
    only("return { cost = function(facts) facts.hour = 3 return 1 end }", "1:33 facts are read-only");
    only(
        "return { cost = function(a, b, c, d) return b() end }",
        "1:35 `cost` is given 3 arguments; the 4th is always nil",
    );
    only(
        "return { cost = function(_, default) return default({ wied = 1 }) end }",
        "1:55 `default` has no fact `wied`",
    );
    let memory = "memory = { late = { bool = true } }";
    only(
        &format!("return {{ {memory}, on_start = function(_, memory) memory.lat = true end }}"),
        "1:85 `memory` has no field `lat` | did you mean",
    );
    only(
        &format!("return {{ {memory}, on_start = function(_, m) m:push('late') end }}"),
        "1:75 `push` takes 2 to 3 arguments",
    );
    only(
        &format!("return {{ {memory}, on_start = function(_, m) m:psuh('late', 1) end }}"),
        "1:75 Memory has no method `psuh`",
    );
    only("return { on_start = function() return { { effect = 'gian' } } end }", "1:52 there is no effect \"gian\"");
    only(
        "return { on_start = function() return { { effect = 'gain', seat = 'red', chnage = 1 } } end }",
        "1:74 the effect",
    );
    let bot = Module {
        kind: "function",
        needed: Some("choose"),
        functions: vec![Expected {
            name: "choose",
            given: vec![Given::Class(Class::of("View", &[("hour", "(self) -> number", "")])), Module::chance()],
        }],
        ..Module::default()
    };
    assert_eq!(
        found_in(&bot, "return { chose = function() return 1 end }"),
        [
            "1:1 the table that is returned has no function `choose`",
            "1:10 there is no function `chose` | did you mean \"choose\"?",
        ]
    );
    let words = Class::of("View", &[("asked", "(self) -> Asked", "")]).answering("asked", &["turn", "respond"]);
    let given = vec![Given::Class(words)];
    let asks = Module { functions: vec![Expected { name: "choose", given }], ..bot.clone() };
    let compared = "return { choose = function(view) local a = view:asked() if a == 'repsond' or view:asked() == 'rally' then \
                    return 2 end return 1 end }";
    assert_eq!(found_in(&asks, compared), ["1:65 this is never \"repsond\" | did you mean \"respond\"?"]);
    let called = "local function choose(view, rng) return rng:roll() + view:huor() end\nreturn { choose = choose }";
    assert_eq!(
        found_in(&bot, called),
        ["1:45 `roll` takes 1 argument, not 0", "1:59 View has no method `huor` | did you mean \"hour\"?",]
    );
}

#[test]
fn texts_that_could_forge_lines_are_told_where_people_are_shown_them() {
    only("return { on_start = function() return { { text = 'a\\nb' } } end }", "1:50 the sign U+000A has no place");
    only("local t = { tip = `a {1} \\27[2J` }\nreturn {}", "1:24 the sign U+001B");
    only("local t = { name = ('a' .. 'b\\u{202E}') }\nreturn {}", "1:28 the sign U+202E");
    only("local t = { title = [[a\nb]] }\nreturn {}", "1:21 the sign U+000A");
    only(
        "return { orders = { rally = { play = function() end, may = function(f) return f.wide or 'no\\r' end } } }",
        "1:89 the sign U+000D",
    );
    let said = "return { start = function(_, _, _) return 'turn' end, steps = { turn = { rule = '1',\n\
                play = function(_, _, _, log) log:say('a\\tb', '1') return nil end } } }";
    let found = found_in(&in_game(true), said);
    assert!(found.len() == 1 && found[0].starts_with("2:39 the sign U+0009"), "{found:?}");
    let sound = "local t = { text = 'a\\\\n \\65\\'', help = 'two\\nlines', lines = 'a\\nb' }\nreturn {}";
    assert_eq!(self::found(sound), [""; 0]);
}

#[test]
fn many_findings_come_in_the_order_of_their_places_and_deep_nesting_harms_nobody() {
    let many = "x = 1\ny = 2\nreturn { cots = function(f) return f + z end }";
    let places: Vec<String> = found(many).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(places, ["1:1", "2:1", "3:10", "3:40"]);
    for depth in [100, 400, 900, 5000] {
        let deep = format!("return {{ cost = function() return {}1{} end }}", "(".repeat(depth), ")".repeat(depth));
        assert!(found(&deep).len() <= 1);
    }
    assert_eq!(found("return {\n  cost = function( end }").len(), 1);
}

/// A module of a game whose memory has `mover` and `heap`, and whose steps are `turn` and `count`.
fn in_game(is_entry: bool) -> Module {
    let set = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    let mut module =
        Module::of_game(GameWords { memory: set(&["mover", "heap"]), steps: set(&["turn", "count"]) }, is_entry);
    module.options = Some(Vec::new());
    module
}

#[test]
fn a_game_in_luau_is_looked_into() {
    let game = |body: &str| {
        format!("return {{ start = function() return 'turn' end, steps = {{ turn = {{ rule = '1',\n{body}\n}} }} }}")
    };
    let cases = [
        ("play = function(m, o, r, l) l:sya('x') return nil end", "Log has no method `sya` | did you mean \"say\"?"),
        ("play = function(m) m.mvoer = 1 return nil end", "`memory` has no field `mvoer` | did you mean \"mover\"?"),
        ("offers = function(m) return { n = m:gte('heap', 'left') } end", "Memory has no method `gte`"),
        ("offers = function(m) return { n = m:get('haep', 'left') } end", "`memory` has no field `haep`"),
        ("play = function() return 'trun' end", "there is no step `trun` | did you mean \"turn\"?"),
        ("run = function(m) return if m.mover then { 'turn', 'cuont' } else nil end", "there is no step `cuont`"),
        ("run = function(m) return { ovre = { kind = 'end' } } end", "`ovre` does not say which step comes next"),
        ("play = function(m, order) return order.nubmer end", "an order has no `nubmer` | did you mean \"number\"?"),
        ("play = function(m, o, rng) return rng:role(6) end", "Chance has no method `role` | did you mean \"roll\"?"),
        ("run = function(m, order, rng, log) return nil end", "`run` is given 3 arguments; the 4th is always nil"),
        (
            "ofers = function() end, play = function() return nil end",
            "a step has no `ofers` | did you mean \"offers\"?",
        ),
        ("run = function() return options.fog end", "this pack has no option `fog` | `start` is given the options"),
    ];
    for (body, wanted) in cases {
        let found = found_in(&in_game(true), &game(body));
        assert!(found.len() == 1 && found[0].starts_with("2:") && found[0].contains(wanted), "{body}\n{found:#?}");
    }
    for (body, wanted) in [
        (
            "offers = function() return { { verb = 'draw', prats = {} } } end",
            "an offer has no `prats` | did you mean \"parts\"?",
        ),
        ("offers = function(m) local o = {} table.insert(o, { verb = 'x', numbre = 1 }) return o end", "`numbre`"),
        (
            "offers = function() local f = function() return { verb = 'x', wieght = 1 } end return { f() } end",
            "`wieght`",
        ),
    ] {
        let found = found_in(&in_game(true), &game(body));
        assert!(found.len() == 1 && found[0].contains(wanted), "{body}\n{found:#?}");
    }
    let other = "play = function() local t = { verb = 'x', any = 1 } return nil end,\n\
                 offers = function() return { { verb = 'x', parts = {}, weight = 2 }, t, { any = 1 } } end";
    assert_eq!(found_in(&in_game(true), &game(&other.replace(", t,", ","))), [""; 0]);
    for (stroke, wanted) in [
        ("draw:box({ x = 1, y = 1, hieght = 2 })", "`box` takes no `hieght`"),
        ("draw:text { x = 1, txet = 'a' }", "`text` takes no `txet` | did you mean \"text\"?"),
        (
            "draw:stack({ counters = { { text = 'a', horze = true } } })",
            "a counter takes no `horze` | did you mean \"horse\"?",
        ),
        ("draw:track({ marks = { { at = 1, nmuber = 2 } } })", "`nmuber`"),
    ] {
        let text = format!("return {{ start = print, scene = function(_, _, draw) {stroke} end }}");
        let found = found_in(&in_game(true), &text);
        assert!(found.len() == 1 && found[0].contains(wanted), "{stroke}\n{found:#?}");
    }
    let drawn =
        "return { start = f, scene = function(_, _, pen) pen:bx({}) end }".replace("start = f", "start = print");
    assert_eq!(found_in(&in_game(true), &drawn), ["1:57 Pen has no method `bx` | did you mean \"box\"?"]);
    let begun = "return { start = function() return 'trun' end, scnee = 1 }";
    let found = found_in(&in_game(true), begun);
    assert!(
        found.len() == 2 && found[1].contains("there is no part of a game `scnee` | did you mean \"scene\"?"),
        "{found:?}"
    );
    // by their names in modules that are required
    let helper = "local H = {}\nfunction H.pay(memory, rng, log) log:sya(memory.mvoer) rng:rol(6) end\nreturn H";
    assert_eq!(found_in(&in_game(false), helper).len(), 3);
    // what is not known is not told
    let unknown = Module::of_game(GameWords::default(), true);
    assert_eq!(found_in(&unknown, &game("play = function(m) m.any = m:get('thing') return 'some' end")), [""; 0]);
    let sound = "run = function(memory, rng, log) local function next() return 'x' end log:say(next(), '1')\n\
                 memory.mover = rng:roll(2) return { 'count', 'turn' } end";
    assert_eq!(found_in(&in_game(true), &game(sound)), [""; 0]);
}

#[test]
fn a_bot_of_a_game_in_luau_is_read_with_the_games_words() {
    let game = "return { memory = { pot = { int = { 0, 9 } } }, steps = { turn = {}, roll = {} } }";
    let words = GameWords::of(&[("game.luau".to_owned(), game.to_owned())].into());
    let found = |text: &str| -> Vec<String> {
        let found = examine("bot.luau", text.as_bytes(), &Module::of_bot(words.clone(), true));
        found.iter().map(|finding| format!("{} {}", finding.message, finding.hint.as_deref().unwrap_or(""))).collect()
    };
    let body =
        |body: &str| format!("return {{ choose = function(memory, asked, offers, rng, ahead) {body} return 1 end }}");
    assert!(found(&body("if asked == 'turn' then return memory.pot end")).is_empty());
    let wrong = found(&body("if asked == 'trun' then return memory.pott end"));
    assert!(
        wrong.iter().any(|line| line.contains("no step of the game is called \"trun\"") && line.contains("\"turn\"?")),
        "{wrong:?}"
    );
    assert!(
        wrong.iter().any(|line| line.contains("`memory` has no field `pott`") && line.contains("\"pot\"?")),
        "{wrong:?}"
    );
    assert!(found("return { chose = 1 }").iter().any(|line| line.contains("choose")));
    // a helper of the bot is lent the same by name
    let helper =
        examine("odds.luau", b"return { of = function(memory) return memory.pott end }", &Module::of_bot(words, false));
    assert_eq!(helper.iter().count(), 1);
}
