//! `fuzz` against packs that are broken on purpose: each break is found, made short, and saved as a match that opens.

mod program_desk;

use std::fs;

use program_desk::{Desk, said};
use serde_json::{Value, json};

/// The game of a new pack, with a piece of its script replaced.
fn game(desk: &Desk, changes: &[(&str, &str, &str)]) {
    let (status, text) = said(&desk.run(&["new", "game", "twenty"]));
    assert_eq!(status, 0, "{text}");
    for (file, from, to) in changes {
        let path = desk.path(&format!("twenty/{file}"));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

fn fuzz(desk: &Desk, what: &str, more: &[&str]) -> (i32, Value) {
    desk.json(&[&["fuzz", what, "--seed", "1", "--json"][..], more].concat())
}

/// The one finding, which opens as a match with a note.
fn only_finding(desk: &Desk, told: &Value) -> Value {
    let findings = told["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{told}");
    let finding = findings[0].clone();
    let file = finding["file"].as_str().unwrap();
    // it carries the pack that is broken
    let (status, replay) = desk.json(&["replay", file, "--json"]);
    assert_eq!((status, &replay["divergence"]), (0, &Value::Null), "{replay}");
    assert!(fs::read_to_string(desk.path(file)).unwrap().contains("fuzz: "));
    finding
}

#[test]
fn a_sound_game_has_no_finding() {
    let desk = Desk::new();
    game(&desk, &[]);
    let (status, told) = fuzz(&desk, "twenty", &["--games", "6"]);
    assert_eq!(
        (status, &told["findings"], &told["games"], &told["ended"]),
        (0, &json!([]), &json!(6), &json!(6)),
        "{told}"
    );
    assert!(told["moments"].as_u64().unwrap() > 6 && !desk.path("findings").exists());
}

#[test]
fn a_script_that_fails_is_found_by_its_last_order() {
    let desk = Desk::new();
    game(
        &desk,
        &[("game.luau", "log:say(`a {thrown}`)", "log:say(`a {thrown + (if memory.pot > 6 then nil else 0)}`)")],
    );
    let (status, told) = desk.json(&["fuzz", "twenty", "--games", "10", "--seed", "2", "--json"]);
    assert_eq!(status, 1, "{told}");
    let finding = only_finding(&desk, &told);
    // the first game shows it, however many are played at once
    assert_eq!(finding["seed"], json!(2));
    assert!(finding["clause"] == "script" && finding["why"].as_str().unwrap().contains("game.luau"), "{finding}");
    assert_eq!(finding["next"], json!("throw die"));
    // two throws bring more than six at the soonest: what came before is left out
    assert!(finding["orders"].as_array().unwrap().len() <= 6, "{finding}");
    let (_, text) = said(&desk.run(&["fuzz", "twenty", "--games", "10", "--seed", "1"]));
    assert!(text.contains("the next order shows it: throw die") && text.contains("one finding"), "{text}");
}

#[test]
fn a_dead_end_is_found() {
    let desk = Desk::new();
    game(&desk, &[("game.luau", "return offers\n", "return if memory.pot > 9 then {} else offers\n")]);
    let (status, told) = fuzz(&desk, "twenty", &["--games", "20"]);
    assert_eq!(status, 1, "{told}");
    let kinds: Vec<&str> = told["findings"].as_array().unwrap().iter().filter_map(|f| f["clause"].as_str()).collect();
    assert!(kinds.iter().any(|clause| ["offers", "sample", "possible"].contains(clause)), "{kinds:?}");
}

#[test]
fn what_tells_a_hidden_thing_is_found() {
    let desk = Desk::new();
    game(
        &desk,
        &[
            (
                "game.luau",
                "pot = { int = { 0, 99 } },",
                "pot = { int = { 0, 99 } }, hat = { int = { 0, 9 }, eyes = \"hidden\" },",
            ),
            ("game.luau", "if thrown > 1 then", "memory.hat = rng:roll(9)\n\t\t\tif thrown > 1 then"),
            // dice excuse what an order shows; this one throws none
            ("game.luau", "has {score}`", "has {score}, and under the hat is {memory.hat}`"),
        ],
    );
    let (status, told) = fuzz(&desk, "twenty", &["--games", "10", "--every", "1"]);
    assert_eq!(status, 1, "{told}");
    // what is read differs from game to game, and so may be found in several
    let finding = told["findings"][0].clone();
    assert!(finding["clause"] == "log" && finding["why"].as_str().unwrap().contains("under the hat"), "{finding}");
    assert!(finding["orders"].as_array().unwrap().len() <= 2, "{finding}");
}

/// A game of hidden landings: a smuggler chooses a cove, and an officer who may not know it sleeps.
fn coves(desk: &Desk, shown: &str, log: &str, weather: &str, scene: &str) {
    let manifest = "id = \"coves\"\nversion = \"1\"\napi = 0\ngame = \"coves\"\nkind = \"game\"\ntitle = \"Coves\"\n";
    desk.write("coves/pack.toml", manifest);
    let game = r#"return {
	sides = { "smuggler", "officer" },
	verbs = { { "land", "land the goods"SHOWN, says = "land the goods in {1}" }, { "sleep", "sleep on" } },
	places = { "north", "south", "east" },
	setups = { { name = "autumn", title = "Autumn", summary = "Nine nights." } },
	memory = {
		night = { int = { 1, 9 }, start = 1 },
		wind = { int = { 0, 6 } },
		landing = { enum = { "north", "south", "east" }, eyes = "seat", each = "seat" },
	},
	start = function() return "landing" end,
	steps = {
		landing = {
			ask = "choose a cove", help = "Nobody sees it.", rule = "1", seat = "smuggler",
			offers = function()
				local offers = {}
				for _, word in { "north", "south", "east" } do table.insert(offers, { verb = "land", parts = { word } }) end
				return offers
			end,
			play = function(memory, order, rng, log)
				memory:set("landing", "smuggler", order.parts[1])
				LOG
				return { "sky" }
			end,
		},
		sky = {
			rule = "2",
			run = function(memory, rng, log)
				memory.wind = rng:roll(6)
				log:say(`The wind: {memory.wind}`)
				WEATHER
				return { "watch" }
			end,
		},
		watch = {
			ask = "sleep on", help = "There is nothing to see.", rule = "3", seat = "officer",
			offers = function() return { { verb = "sleep" } } end,
			play = function(memory)
				if memory.night == 9 then return { over = { winner = "officer", kind = "winter comes", rule = "5" } } end
				memory.night += 1
				return { "landing" }
			end,
		},
	},
	SCENE
}
"#;
    let filled = [("SHOWN", shown), ("LOG", log), ("WEATHER", weather), ("SCENE", scene)];
    desk.write("coves/game.luau", filled.iter().fold(game.to_owned(), |text, (word, by)| text.replace(word, by)));
}

#[test]
fn a_hidden_choice_that_is_told_is_found_wherever_it_is_told() {
    let (shown, said) = (", shown = \"verb\"", "log:say(`the boat goes to {memory:get(\"landing\", \"smuggler\")}`)");
    for (shown, log, weather, clause, why) in [
        (shown, said, "", "log", "the boat goes to"),
        (shown, "", said, "log", "the boat goes to"),
        ("", "", "", "perceived", "hidden from it"),
    ] {
        let desk = Desk::new();
        coves(&desk, shown, log, weather, "");
        let (status, told) = fuzz(&desk, "coves", &["--games", "4"]);
        assert_eq!(status, 1, "{told}");
        let finding = told["findings"][0].clone();
        assert!(finding["clause"] == clause && finding["why"].as_str().unwrap().contains(why), "{finding}");
        assert!(finding["orders"].as_array().unwrap().len() <= 2, "{finding}");
    }
    // what is told on purpose is no secret any more
    let desk = Desk::new();
    coves(&desk, shown, "", &format!("log:told(\"officer\") {said}"), "");
    let (status, told) = fuzz(&desk, "coves", &["--games", "4", "--every", "1"]);
    assert_eq!(status, 0, "{told}");
}

#[test]
fn a_board_that_fails_late_is_found_with_what_its_author_said() {
    let desk = Desk::new();
    let scene = "scene = function(memory, side, draw)\n\t\tdraw:size(300, 100)\n\t\tif memory.night == 7 then error(\"no picture\") end\n\t\tfor k, word in { \"north\", \"south\", \"east\" } do draw:box({ x = k * 90 - 80, y = 10, w = 80, h = 80, part = word }) end\n\tend,";
    coves(&desk, ", shown = \"verb\"", "", "", scene);
    let (status, told) = fuzz(&desk, "coves", &["--games", "1", "--every", "1000"]);
    assert_eq!(status, 1, "{told}");
    let finding = only_finding(&desk, &told);
    let why = finding["why"].as_str().unwrap();
    assert!(finding["clause"] == "scene" && why.contains("no picture") && why.contains("game.luau"), "{finding}");
    assert_eq!(finding["orders"].as_array().unwrap().len(), 12, "{finding}");
}

#[test]
fn a_game_without_an_end_is_found() {
    let desk = Desk::new();
    game(&desk, &[("rules.luau", "return score >= GOAL", "return score >= 10 * GOAL")]);
    let (status, told) = fuzz(&desk, "twenty", &["--games", "2", "--most-orders", "40"]);
    assert_eq!(status, 1, "{told}");
    let finding = only_finding(&desk, &told);
    assert_eq!((&finding["clause"], &finding["games"]), (&json!("no end"), &json!(2)));
}

/// A variant with these rules.
fn variant(desk: &Desk, options: &str, rules: &str) {
    let manifest = "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mud\"\n";
    desk.write("mud/pack.toml", format!("{manifest}{options}"));
    desk.write("mud/rules.luau", rules);
}

const DEEP: &str = "[options.deep]\ntype = \"bool\"\ndefault = false\ntitle = \"Deep\"\n";

#[test]
fn a_hook_that_fails_with_one_value_of_an_option_is_found_with_that_value() {
    let desk = Desk::new();
    let rules = "return { commands = function(facts, default)\n\tif options.deep and facts.hour >= 7 then error(\"stuck\") end\n\treturn default()\nend }\n";
    variant(&desk, DEEP, rules);
    let (status, told) = fuzz(&desk, "mud", &["--games", "12", "--every", "100000"]);
    assert_eq!(status, 1, "{told}");
    let finding = only_finding(&desk, &told);
    assert_eq!((&finding["clause"], &finding["settings"]["mud.deep"]), (&json!("script"), &json!("true")), "{finding}");
    assert!(finding["why"].as_str().unwrap().contains("stuck"));
}

#[test]
fn a_slow_hook_is_found_before_it_is_stopped() {
    let desk = Desk::new();
    let rules = "return { commands = function(facts, default)\n\tlocal n = 0\n\tif facts.hour >= 7 then for k = 1, 150000 do n += k end end\n\treturn default()\nend }\n";
    variant(&desk, "", rules);
    let (status, told) = fuzz(&desk, "mud", &["--games", "1", "--every", "100000"]);
    assert_eq!(status, 1, "{told}");
    assert_eq!(only_finding(&desk, &told)["clause"], json!("slow"));
}

#[test]
fn a_bot_that_fails_is_found() {
    let desk = Desk::new();
    let manifest = "id = \"sick\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"bot\"\ntitle = \"Sick\"\n";
    desk.write("sick/pack.toml", manifest);
    desk.write(
        "sick/bot.luau",
        "return { choose = function(view, orders) if orders:count() > 20 then error('sick') end return 1 end }",
    );
    let (status, told) = fuzz(&desk, "sick", &["--games", "1", "--every", "100000"]);
    assert_eq!((status, &told["findings"][0]["clause"]), (1, &json!("bot")), "{told}");
}

#[test]
fn wrong_use_of_fuzz_is_told() {
    let desk = Desk::new();
    desk.write("empty/x.txt", "");
    for (args, expected) in [
        (&["fuzz", "triomhpe"][..], "did you mean \"triomphe\"?"),
        (&["fuzz", "empty"], "no pack.toml"),
        (&["fuzz"], "PACK|GAME"),
        (&["fuzz", "triomphe", "--games", "0"], "--games"),
        (&["fuzz", "triomphe", "--time", "0"], "--time"),
    ] {
        let (status, text) = said(&desk.run(args));
        assert!(status == 2 && text.contains(expected), "{args:?}: {status} {text}");
    }
}

#[test]
fn a_lesson_is_walked_and_its_faults_are_found() {
    let desk = Desk::new();
    assert_eq!(said(&desk.run(&["new", "tutorial", "mine"])).0, 0);
    let (status, told) = fuzz(&desk, "mine", &["--games", "4"]);
    assert_eq!((status, &told["games"], &told["findings"]), (0, &json!(6), &json!([])), "{told}");
    let path = desk.path("mine/lesson.luau");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("a 5 3I+2I > 12", "a 5 3I+2I > 13")).unwrap();
    let (status, told) = fuzz(&desk, "mine", &["--games", "4"]);
    let why = told["findings"][0]["why"].as_str().unwrap();
    assert!(status == 1 && why.contains("step \"attack\"") && why.contains("does not go"), "{told}");
}
