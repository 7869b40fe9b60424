//! Games that packs bring whole in Luau: budgets, the wall clock, forged snapshots, today's packs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bormida_core::bots::Search;
use bormida_core::games::{Catalogue, house};
use bormida_core::kernel::*;
use bormida_core::pack::builtin::Files;
use bormida_core::script::{ScriptKit, ScriptState, Watch};
use bormida_tests::toys::ferry::{SOURCE, changed, ferry};

fn state(kit: &ScriptKit) -> (<ScriptKit as Kit>::G, ScriptState) {
    let game = kit.open(&HookMask::new()).unwrap();
    let start = game.start(&Setup::default(), Seed(1)).unwrap();
    (game, start)
}

#[test]
fn calls_that_are_each_within_their_budget_cannot_hang_an_operation_together() {
    const WORK: &str = "for _ = 1, 150000 do end";
    let wanted = "one operation may take 2000000 steps";
    // one look at each of sixty orders
    let (game, s) = state(&changed(&[
        ("number = { 1, 3 }", "number = { 1, 60 }"),
        ("rule = \"1\",", &format!("rule = \"1\", check = function() {WORK} return nil end,")),
    ]));
    let mut offers = Offers::new();
    game.offers(&s, &mut offers).unwrap();
    let rest = offers.iter().find(|offer| matches!(offer.slot, Slot::Number { .. })).unwrap();
    let many = game.expand(&s, rest, 100, &mut Vec::new()).unwrap_err();
    assert!(many.what.contains(wanted), "{many}");
    let any = game.sample(&s, &mut Rng::with_seed(1), Policy::Uniform).unwrap_err();
    assert!(any.what.contains(wanted), "{any}");
    let order = game.read(&s, "rest 60").unwrap();
    assert!(game.check(&s, &order).is_ok(), "one alone is within every budget");

    // many steps of one order, and of the start
    let spin = format!("steps = {{ spin = {{ rule = \"1\", run = function() {WORK} return \"spin\" end }}, ");
    let spun = |entry: (&str, &str)| changed(&[("steps = { ", spin.as_str()), entry]);
    let (game, mut s) = state(&spun((
        "return if memory:total(\"quay\") > 0 then { \"cross\", \"draw\" } else \"draw\"",
        "return \"spin\"",
    )));
    let order = game.read(&s, "draw cup").unwrap();
    let fault = game.play(&mut s, &order, &mut ()).unwrap_err();
    assert!(fault.what.contains(wanted), "{fault}");
    let game =
        spun(("return \"draw\"\n\tend,\n\tworth", "return \"spin\"\n\tend,\n\tworth")).open(&HookMask::new()).unwrap();
    let fault = game.start(&Setup::default(), Seed(1)).unwrap_err();
    assert!(fault.what.contains(wanted), "{fault}");
}

/// Ferry as a pack in a folder, with some work to do for every list of offers once a day has passed.
fn pack(folder: &Path, work: &str) {
    let manifest = "id = \"ferry\"\nversion = \"1\"\napi = 0\ngame = \"ferry\"\nkind = \"game\"\ntitle = \"Ferry\"\n";
    let empty = "local t = table.create(60000, 1)\nfor i = 1, 60000 do t[i] = nil end\n";
    let offers = "local offers = {}\n";
    let text = SOURCE.replacen(offers, &format!("{offers}if memory.days > 0 then {work} end\n"), 1);
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("game.luau"), format!("{empty}{text}")).unwrap();
}

fn begin(house: &Catalogue, save: Option<&Path>) -> Box<dyn Table> {
    let header = Header { game: "ferry".to_owned(), seats: vec!["human".to_owned()], ..Header::default() };
    house.start(header, save).unwrap()
}

/// Does some work while somebody looks after the scripts, a hundred times as often as the program does.
fn watched<T>(watches: &[Watch], work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                watches.iter().for_each(Watch::look);
                thread::sleep(Duration::from_millis(1));
            }
        });
        // also where the work panics: nothing else ends the thread
        let _ended = Ended(&done);
        work()
    })
}

struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_slow_game_is_asked_about_and_stands_and_its_match_loads() {
    let disk = tempfile::tempdir().unwrap();
    pack(disk.path(), "for i = 1, 6000 do next(t) end");
    let house = house(&Files::over(disk.path())).unwrap();
    let path = disk.path().join("a.match");
    let mut table = begin(&house, Some(&path));
    table.play_text("rest 1").unwrap();
    table.play_text("rest 2").unwrap();
    table.play_text("rest 3").unwrap();
    let stands = (table.number(), table.hash(), table.entries().len());
    // what was offered is remembered; at a moment that nobody has seen it is asked
    table.back_to(0).unwrap();
    table.play_text("rest 2").unwrap();
    let found = watched(&house.watches(), || table.play_text("rest 3").map(drop)).unwrap_err();
    let Trouble::Slow(fault) = found else { panic!("{found}") };
    assert!(fault.slow && fault.pack == "ferry" && fault.hook_name().is_none(), "{fault:?}");
    assert_eq!(table.number(), 1, "nothing is decided");
    table.back_to(0).unwrap();
    table.play_text("rest 1").unwrap();
    table.play_text("rest 2").unwrap();
    table.play_text("rest 3").unwrap();
    assert_eq!((table.number(), table.hash()), (stands.0, stands.1));
    drop(table);
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = kept.lines().filter(|line| !line.contains("\"snapshot\"")).collect();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let loaded = watched(&house.watches(), || house.load(&path, Opening::Look)).unwrap();
    assert!(loaded.divergence.is_none() && loaded.from_snapshot.is_none(), "{:?}", loaded.divergence);
    assert_eq!(loaded.game.hash(), stands.1);
    drop(loaded);
    // a house that has the game from the match alone looks after it too
    let other = bormida_core::games::house(&Files::builtin()).unwrap();
    let mut guest = other.load(&path, Opening::GoOn(Trust::SamePacks)).unwrap().game;
    guest.back_to(0).unwrap();
    guest.play_text("rest 2").unwrap();
    let found = watched(&other.watches(), || guest.play_text("rest 3").map(drop));
    assert!(matches!(found, Err(Trouble::Slow(_))), "{found:?}");
}

#[test]
fn a_snapshot_that_was_edited_is_not_played_on() {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("a.match");
    let kit = Arc::new(ferry());
    let mut game = Match::start(kit.clone(), Header::default(), Some(&path)).unwrap();
    let mut first = None;
    for text in ["draw cup", "wait", "draw cup", "wait"] {
        let order = game.read(text).unwrap();
        first = first.or(Some(game.play(&order).unwrap().hash));
    }
    drop(game);
    let text = std::fs::read_to_string(&path).unwrap().replace(&first.unwrap().to_string(), &StateHash(1).to_string());
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.len() - 1;
    let whole = lines[at].clone();
    let mut taken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut line: serde_json::Value = serde_json::from_str(&whole).unwrap();
        change(&mut line["state"]);
        let state: ScriptState = serde_json::from_value(line["state"].clone()).unwrap();
        line["hash"] = StateHash(state_hash(&state)).to_string().into();
        lines[at] = line.to_string();
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        Match::look(kit.clone(), Saved::read(&path).unwrap(), Trust::Always).unwrap().from_snapshot
    };
    assert_eq!(taken(&|_| ()), Some(4), "as it was it serves");
    let over = |winner: u8| serde_json::json!({ "winner": winner, "kind": "all across", "rule": "3" });
    let end = |winner| {
        move |s: &mut serde_json::Value| {
            s["steps"] = serde_json::json!([]);
            s["ending"] = over(winner);
        }
    };
    assert_eq!(taken(&end(0)), Some(4), "so it could have ended");
    let forgeries: [&dyn Fn(&mut serde_json::Value); 8] = [
        &|s| s["n"] = 5.into(),
        &|s| s["seed"] = 77.into(),
        &|s| s["steps"] = serde_json::json!([250]),
        &|s| s["steps"] = serde_json::json!([]),
        &|s| s["memory"] = "00".into(),
        &|s| s["memory"] = "ff".repeat(s["memory"].as_str().unwrap().len() / 2).into(),
        &end(7),
        &|s| s["ending"] = over(0),
    ];
    for (k, forge) in forgeries.into_iter().enumerate() {
        assert_eq!(taken(forge), None, "{k}");
    }
}

#[test]
fn a_match_is_looked_at_as_it_would_be_with_today_s_packs_wherever_they_lie() {
    let (own, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    pack(own.path(), "");
    let path = elsewhere.path().join("a.match");
    let mut table = begin(&house(&Files::over(own.path())).unwrap(), Some(&path));
    table.play_text("rest 1").unwrap();
    drop(table);
    pack(own.path(), "local other = 1");
    for files in [Files::over(own.path()), Files::builtin().and_beside(own.path())] {
        let house = house(&files).unwrap();
        let changed = |opening| house.load(&path, opening).unwrap().changed_packs;
        assert!(changed(Opening::Look).is_empty(), "it carries its own");
        assert_eq!(changed(Opening::Today(Trust::Never)), ["ferry"]);
    }
    let house = house(&Files::builtin()).unwrap();
    let loaded = house.load(&path, Opening::Today(Trust::Never)).unwrap();
    assert!(loaded.changed_packs.is_empty(), "nothing else is there today");
}

#[test]
fn a_broken_game_that_lies_over_another_is_told_and_the_other_is_not_played_for_it() {
    let own = tempfile::tempdir().unwrap();
    std::fs::write(own.path().join("pack.toml"), "id = \"nwars\"\nkind = \"game\"\n").unwrap();
    let house = house(&Files::builtin().and_beside(own.path())).unwrap();
    let told = house.game("nwars").err().unwrap().to_string();
    assert!(told.contains("cannot be played") && told.contains("missing key \"version\""), "{told}");
}

#[test]
fn a_variant_of_the_user_s_own_folder_is_today_s_too() {
    let (own, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |script: &str| {
        let manifest =
            "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"M\"\n";
        std::fs::write(own.path().join("pack.toml"), manifest).unwrap();
        std::fs::write(own.path().join("rules.luau"), script).unwrap();
    };
    write("return {}");
    let files = Files::builtin().and_beside(own.path());
    let path = elsewhere.path().join("a.match");
    let spec = bormida_core::games::Spec { variants: vec!["mud".to_owned()], ..Default::default() };
    {
        let house = house(&files).unwrap();
        let about = house.game("triomphe").unwrap().about();
        drop(house.start(spec.header(&about, bormida_core::games::Vacant::People).unwrap(), Some(&path)).unwrap());
    }
    write("return { }");
    let house = house(&files).unwrap();
    assert!(house.load(&path, Opening::Look).unwrap().changed_packs.is_empty(), "it carries its own");
    assert_eq!(house.load(&path, Opening::Today(Trust::Never)).unwrap().changed_packs, ["mud"]);
}

#[test]
fn what_a_game_returns_that_cannot_be_used_is_told_with_the_line_of_its_function() {
    let line = |text: &str| 1 + SOURCE[..SOURCE.find(text).unwrap()].matches('\n').count();
    let misplaced = "parts = { \"cup\", number = { 1, 2 } }";
    let (game, s) = state(&changed(&[("parts = { \"cup\" }, weight = 5", &format!("{misplaced}, weight = 5"))]));
    let fault = game.offers(&s, &mut Offers::new()).unwrap_err();
    assert_eq!(fault.at, format!("game.luau:{}", line("offers = function")), "{fault}");
    assert!(fault.what.ends_with("`number` and `bag` stand beside it in the offer"), "{fault}");
    let game = changed(&[("return \"draw\"\n\tend,\n\tworth", "return \"darw\"\n\tend,\n\tworth")]);
    let fault = game.open(&HookMask::new()).unwrap().start(&Setup::default(), Seed(1)).unwrap_err();
    assert_eq!(fault.what, "start: there is no step `darw`; did you mean \"draw\"?");
    assert_eq!(fault.at, format!("game.luau:{}", line("start = function")));
    let (game, s) = state(&changed(&[("number = { 1, 3 } })", "parts = { { number = { 1, 3 } } } })")]));
    let fault = game.offers(&s, &mut Offers::new()).unwrap_err();
    assert!(fault.what.ends_with("`number` and `bag` stand beside it in the offer"), "{fault}");
}

/// Ferry whose every order does some work first.
fn working(work: &str) -> ScriptKit {
    let play = "play = function(memory, order, rng, log)";
    changed(&[(play, &format!("{play}\n{work}"))])
}

#[test]
fn a_search_ends_by_the_steps_of_its_scripts_alike_on_a_warm_game_and_on_a_fresh_one() {
    const TRIES: u32 = 20;
    let kit = working("for _ = 1, 5000 do log:say(\"on and on\") end");
    let search = Search { fuel: 40_000, ..Search::new(TRIES) };
    let choose = |game: &<ScriptKit as Kit>::G| {
        let view = game.view(&game.start(&Setup::default(), Seed(1)).unwrap(), Seat(0));
        let before = game.spent();
        let chosen = search.clone().choose(game, Seat(0), &view, &mut Rng::with_seed(3), &|| false).unwrap();
        (chosen, game.spent() - before)
    };
    let game = kit.open(&HookMask::new()).unwrap();
    let first = choose(&game);
    let most = search.fuel * u64::from(TRIES);
    assert!(first.1 > most && first.1 < most + kit.fuel, "{} of {most}", first.1);
    assert!(!first.0.why.contains("of 20 tries"), "{}", first.0.why);
    assert_eq!(choose(&game), first, "warm");
    assert_eq!(choose(&kit.open(&HookMask::new()).unwrap()), first, "fresh");
    let easy = Search::new(TRIES).choose(
        &ferry().open(&HookMask::new()).unwrap(),
        Seat(0),
        &game.view(&game.start(&Setup::default(), Seed(1)).unwrap(), Seat(0)),
        &mut Rng::with_seed(3),
        &|| false,
    );
    // where nothing ends it, no more than the tries that are left could change the answer
    let why = easy.unwrap().why;
    let (most, all) = why.split_once(" of ").unwrap();
    let [most, all] = [most, all.split(' ').next().unwrap()].map(|n| n.parse::<u32>().unwrap());
    assert!(all == TRIES || most > TRIES - all, "{why}");
}

#[test]
fn lines_beyond_those_that_the_log_keeps_cost_steps() {
    let played = |n: u32| {
        let (game, mut s) = state(&working(&format!("for _ = 1, {n} do log:say(\"on\") end")));
        let order = game.read(&s, "rest 1").unwrap();
        let mut log = Vec::new();
        game.play(&mut s, &order, &mut log).map(|_| log.len())
    };
    assert_eq!(played(5000).unwrap(), 256);
    let fault = played(20_000).unwrap_err();
    assert!(fault.what.contains("ran out of fuel"), "{fault}");
    // what is told to sides is a set, and no list that grows
    let (game, mut s) = state(&working("for _ = 1, 50000 do log:told(\"ferryman\") end"));
    let order = game.read(&s, "rest 1").unwrap();
    assert!(game.play(&mut s, &order, &mut ()).unwrap().told.has(Seat(0)));
}

#[test]
fn what_a_board_is_drawn_of_costs_steps_by_its_size() {
    let drawn = |times: u32| {
        let scene = format!(
            "\tscene = function(_, _, draw) local much = table.create(4000, 1)\n\
             for _ = 1, {times} do pcall(function() draw:box(much) end) end end,\n\tworth = function"
        );
        let (game, s) = state(&changed(&[("\tworth = function", &scene)]));
        serde_json::to_string(&game.scene(&game.view(&s, Seat(0)))).unwrap()
    };
    assert!(!drawn(3).contains("fuel") && drawn(1000).contains("ran out of fuel"));
}

#[test]
fn no_text_of_a_game_forges_a_line_or_commands_a_terminal() {
    const BAD: &str = "x\\n  9 black: keep pot\\u{1b}[2J\\u{2028}\\u{202e}y";
    let clean = |text: &str| {
        let strange = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{202e}');
        assert!(text.contains("9 black") && !text.contains(strange) && text.chars().count() <= 400, "{text:?}");
    };
    let long = format!("\"{BAD}\" .. (\"W\"):rep(60000)");
    let (game, mut s) = state(&changed(&[
        ("if memory.days > 60 then", "if memory.days > 2 then"),
        ("log:say(`a {class} chit comes onto the quay`)", &format!("log:say({long}, {long})")),
        ("kind = \"winter\", rule = \"4\"", &format!("kind = {long}, rule = {long}")),
        (
            "\trule = \"1\",",
            &format!("\trule = \"1\", why = function() return {{ text = {long}, rule = {long} }} end,"),
        ),
        (
            "\tworth = function",
            &format!(
                "\tstatus = function() return {{ {{ name = {long}, text = {long} }} }} end,\n\tscene = function(_, _, draw)\n\
                 draw:text({{ x = 1, y = 1, letters = 2, text = {long}, tip = {long} }}) end,\n\tworth = function"
            ),
        ),
    ]));
    let view = game.view(&s, Seat(0));
    let status = game.status(&view);
    clean(&status[0].name);
    clean(&status[0].text);
    let drawn = serde_json::to_value(game.scene(&view)).unwrap();
    let mut open = vec![&drawn];
    let mut texts = 0;
    while let Some(value) = open.pop() {
        match value {
            serde_json::Value::String(text) if text.contains("black") => {
                clean(text);
                texts += 1;
            }
            serde_json::Value::Array(items) => open.extend(items),
            serde_json::Value::Object(map) => open.extend(map.values()),
            _ => {}
        }
    }
    assert_eq!(texts, 2);
    let no = game.check(&s, &game.read(&s, "wait").unwrap()).unwrap_err();
    let No::Refused(refusal) = no else { panic!("{no}") };
    clean(&refusal.text);
    clean(&refusal.rule.0);
    let mut log = Vec::new();
    let draw = game.read(&s, "draw cup").unwrap();
    game.play(&mut s, &draw, &mut log).unwrap();
    clean(&log[0].public);
    clean(&log[0].rule.0);
    let mut s = game.start(&Setup::default(), Seed(1)).unwrap();
    let rest = game.read(&s, "rest 3").unwrap();
    game.play(&mut s, &rest, &mut ()).unwrap();
    let Ask::Over(outcome) = game.ask(&s) else { panic!("it is over") };
    clean(&outcome.kind);
    clean(&outcome.rule.0);
    let (game, mut s) = state(&working(&format!("error(\"{BAD}\")")));
    let draw = game.read(&s, "draw cup").unwrap();
    clean(&game.play(&mut s, &draw, &mut ()).unwrap_err().to_string());
    // what is declared is refused where it is declared
    for (from, to) in [
        ("ask = \"choose who crosses\"", "ask = \"BAD\""),
        ("rule = \"2\"", "rule = \"BAD\""),
        ("\"draw a chit\"", "\"BAD\""),
        ("start = function()", "setups = { { name = \"a\", title = \"BAD\" } }, start = function()"),
        ("start = function()", "setups = { { name = \"a\", title = \"A\", summary = \"a\\tb\" } }, start = function()"),
        ("cross = cross }", "cross = cross, [\"BAD\"] = cross }"),
    ] {
        let fault = changed(&[(from, &to.replace("BAD", BAD))]).open(&HookMask::new()).err().unwrap();
        assert!(fault.what.contains("has no place in this text") && fault.at.starts_with("game.luau"), "{to}: {fault}");
        assert!(!fault.to_string().contains(char::is_control), "{to}");
    }
}

#[test]
fn a_judgement_that_fails_fails_the_search_that_asks_for_it() {
    for (worth, why) in [("while true do end", "ran out of fuel"), ("return 0/0", "a number that a game can use")] {
        let kit = changed(&[("return 1000 * memory:total(\"far\") - 500 * memory.fatigue", worth)]);
        let (game, s) = state(&kit);
        assert!(game.worth(&s, Seat(0)).unwrap_err().what.contains(why));
        let mut search = Search { horizon: Some(1), ..Search::new(5) };
        let view = game.view(&s, Seat(0));
        let fault = search.choose(&game, Seat(0), &view, &mut Rng::with_seed(3), &|| false).unwrap_err();
        assert!(fault.what.contains(why) && fault.pack == "ferry", "{fault}");
    }
}

#[test]
fn what_an_order_brings_is_told_from_what_its_seat_knows() {
    let told = "follows = function(memory) return `{memory:count(\"hat\", \"red\")} and {memory:count(\"far\", \"red\")}` end,";
    let kit = Arc::new(changed(&[("\trule = \"1\",", &format!("\trule = \"1\", {told}"))]));
    let mut hats = Vec::new();
    for seed in 0..8 {
        let mut game = Match::start(kit.clone(), Header { seed: Seed(seed), ..Header::default() }, None).unwrap();
        let hide = game.read("hide hat > cup").unwrap();
        game.play(&hide).unwrap();
        let rest = game.read("rest 1").unwrap();
        assert_eq!(game.follows(&rest).unwrap().sum, ["nil and 0"], "seed {seed}");
        hats.push(game.game().inspect(game.state())["memory"]["hat"].to_string());
    }
    hats.sort_unstable();
    hats.dedup();
    assert_eq!(hats.len(), 2, "under the hat lies the one and the other: {hats:?}");
}

#[test]
fn what_is_asked_of_an_order_before_it_is_given_is_not_heard() {
    let disk = tempfile::tempdir().unwrap();
    pack(disk.path(), "");
    let told = "\trule = \"1\", follows = function() print(\"before\") return \"a day\" end,";
    let text = SOURCE.replacen("\trule = \"1\",", told, 1);
    std::fs::write(disk.path().join("game.luau"), text).unwrap();
    let header =
        Header { game: "ferry".to_owned(), seats: vec!["human".to_owned()], all_seeing: true, ..Header::default() };
    let mut table = house(&Files::over(disk.path())).unwrap().start(header, None).unwrap();
    let heard = |table: &dyn Table| table.console().unwrap().lines();
    table.foresee("rest 1", 2).unwrap();
    assert!(heard(&*table).is_empty(), "tried");
    assert_eq!(table.follows("rest 1").unwrap().sum, ["a day"]);
    assert!(heard(&*table).is_empty(), "told");
}

#[test]
fn a_game_in_luau_tells_the_chances_of_its_dice_and_they_add_up() {
    let told = |says: &str| {
        let says = format!("\trule = \"1\", follows = function() return {says} end,");
        let (game, s) = state(&changed(&[("\trule = \"1\",", &says)]));
        let rest = game.read(&s, "rest 1").unwrap();
        game.follows(&game.view(&s, Seat(0)), &rest)
    };
    let odds = told(
        "{ sum = \"2 against 1\", cases = { { chance = 333, text = \"it holds\" }, { chance = 667, text = \"it sinks\" } },
           outlook = { { chance = 667, text = \"A swim\" } } }",
    );
    let lines = ["2 against 1", " 33 %  it holds", " 67 %  it sinks", "A swim: 67 in 100."];
    assert_eq!(odds.unwrap().lines(), lines);
    assert!(told("nil").unwrap().is_empty());
    for (says, why) in [
        ("{ cases = { { chance = 300, text = \"a\" } } }", "steps.draw.follows: the chances of `cases` add up to 300"),
        ("{ cases = { { chance = 1001, text = \"a\" } } }", "`cases`: `chance`"),
        ("{ case = {} }", "is none of sum, cases, outlook"),
        ("{ 7 }", "a line"),
    ] {
        let fault = told(says).unwrap_err();
        assert!(fault.what.contains(why) && fault.at.starts_with("game.luau:"), "{says}: {fault}");
    }
}

#[test]
fn with_nothing_hidden_a_board_is_drawn_of_all_that_there_is() {
    let scene = "\tscene = function(memory, _, draw) draw:text({ x = 1, y = 1, letters = 2, \
                 text = `red: {memory:count(\"hat\", \"red\")}` }) end,\n\tworth = function";
    let kit = changed(&[("\tworth = function", scene)]);
    let game = kit.open(&HookMask::new()).unwrap();
    let mut drawn = Vec::new();
    for seed in 0..8 {
        let mut s = game.start(&Setup::default(), Seed(seed)).unwrap();
        let hide = game.read(&s, "hide hat > cup").unwrap();
        game.play(&mut s, &hide, &mut ()).unwrap();
        let says =
            |scene: &bormida_core::scene::Scene, text: &str| serde_json::to_string(scene).unwrap().contains(text);
        assert!(says(&game.scene(&game.view(&s, Seat(0))), "red: nil"), "seed {seed}");
        drawn.push(says(&game.unveiled(&s, Seat(0)), "red: 1"));
    }
    assert!(drawn.contains(&true) && drawn.contains(&false), "{drawn:?}");
}

#[test]
fn a_search_plays_on_as_far_as_its_game_says() {
    let chosen = |kit: &ScriptKit, mut search: Search| {
        let (game, s) = state(kit);
        let (view, before) = (game.view(&s, Seat(0)), game.spent());
        let chosen = search.choose(&game, Seat(0), &view, &mut Rng::with_seed(3), &|| false).unwrap();
        (chosen, game.spent() - before)
    };
    let named = |horizon: &str| changed(&[("start = function()", &format!("horizon = {horizon}, start = function()"))]);
    let usual = chosen(&ferry(), Search::new(20));
    let short = chosen(&named("2"), Search::new(20));
    assert_eq!(short, chosen(&ferry(), Search { horizon: Some(2), ..Search::new(20) }));
    assert!(short.1 < usual.1, "{} steps, {} usually", short.1, usual.1);
    // who searches may know better
    assert_eq!(usual, chosen(&named("2"), Search { horizon: Some(30), ..Search::new(20) }));
    for (horizon, why) in [("-1", "0 to 1000 orders, not -1"), ("\"far\"", "`horizon`")] {
        let fault = named(horizon).open(&HookMask::new()).err().unwrap();
        assert!(fault.what.contains(why) && fault.at.starts_with("game.luau"), "{fault}");
    }
}
