//! The program end to end, as a shell sees it: exit status, standard output, files.

mod program_desk;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use program_desk::{Desk, said, skipped, stderr, stdout};
use serde_json::{Value, json};

#[test]
fn a_match_of_bots_is_played_out_and_told_again() {
    let desk = Desk::new();
    let played = desk.match_of_bots("a.match", "3");
    assert_eq!((&played["over"], &played["game"]), (&Value::from(true), &Value::from("triomphe")));
    let (status, told) = desk.json(&["replay", "a.match", "--json"]);
    assert_eq!(status, 0);
    assert_eq!((&told["hash"], &told["orders"]), (&played["hash"], &played["orders"]));
    assert_eq!(told["outcome"], played["outcome"]);
    assert_eq!(told["log"].as_array().unwrap().len() as u64, played["orders"].as_u64().unwrap());
    // a snapshot at exit, however far east the armies went
    let saved = fs::read_to_string(desk.path("a.match")).unwrap();
    assert!(saved.lines().last().unwrap().starts_with("{\"line\":\"snapshot\""));
    // the same seed is the same match
    assert_eq!(desk.match_of_bots("b.match", "3")["hash"], played["hash"]);
    assert_ne!(desk.match_of_bots("c.match", "4")["hash"], played["hash"]);

    let (_, some) = desk.json(&["replay", "a.match", "--to", "7", "--json"]);
    let (_, orders) = desk.json(&["orders", "a.match", "--at", "7", "--json"]);
    assert_eq!((&some["hash"], &orders["at"]), (&orders["hash"], &Value::from(7)));
    // what was played next was among the orders
    let next = &told["log"][7];
    let (_, next_private) = desk.json(&["replay", "a.match", "--json", "--seat", next["seat"].as_str().unwrap()]);
    let text = &next_private["log"][7]["text"];
    assert!(orders["orders"].as_array().unwrap().iter().any(|o| o["text"] == *text), "{text} of {orders}");
    assert!(said(&desk.run(&["replay", "a.match", "--to", "99999"])).1.contains("not known"));
    assert!(said(&desk.run(&["replay", "a.match", "--seat", "frensh"])).1.contains("did you mean \"french\"?"));
}

#[test]
fn the_plain_command_plays_in_the_terminal_where_there_is_no_display() {
    let desk = Desk::new();
    let output = desk.typing(&[], b"?\nquit\n");
    let (status, text) = said(&output);
    assert_eq!(status, 0, "{text}");
    assert!(stderr(&output).starts_with("No display"), "{text}");
    assert!(stdout(&output).contains("give an order"), "{text}");
}

#[test]
fn a_match_of_people_is_kept_when_the_input_ends_and_taken_up_again() {
    let desk = Desk::new();
    let people = ["--seat", "austrian=human", "--seat", "french=human", "--seed", "5"];
    let play = [&["play", "triomphe"][..], &people].concat();
    let output =
        desk.typing(&play, b"r Alessandria 3I > 1; r Alessandria 2I > 1\nundo\nredo\nwhy end\nend; end\nlog\n");
    let (status, text) = said(&output);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("Taken back to order 1."), "{text}");
    assert!(text.contains("Legal: end"), "{text}");
    assert!(text.contains("Not given, since the decision has passed on: end"), "{text}");
    // the French read the log now, and may not learn which pieces came
    let french = text.split("--- for french alone ---").nth(1).unwrap();
    assert!(french.contains("r Alessandria > 1") && !french.contains("3I > 1"), "{french}");

    let save = desk.path("home/bormida/matches/triomphe-1.match");
    assert!(save.is_file());
    let save = save.to_str().unwrap();
    let output = desk.typing(&["play", save, "--seat", "french=random"], b"");
    assert!(stdout(&output).contains("3 orders have been played."), "{}", stdout(&output));
    let (_, told) = desk.json(&["replay", save, "--json"]);
    assert!(told["orders"].as_u64().unwrap() > 3, "the French have answered");
    // a second match does not touch the first
    desk.typing(&play, b"end\n");
    assert!(desk.path("home/bormida/matches/triomphe-2.match").is_file());
    let (status, text) = said(&desk.run(&["play", "triomphe", "--save", save]));
    assert!(status == 1 && text.contains("never overwritten"), "{text}");
}

#[test]
fn at_a_table_of_two_one_takes_back_ones_own_orders_unless_it_is_friendly() {
    let desk = Desk::new();
    let people = ["play", "triomphe", "--seat", "austrian=human", "--seat", "french=human"];
    let text = stdout(&desk.typing(&people, b"end\nundo\n"));
    assert!(text.contains("there is nothing to take back") && !text.contains("Taken back"), "{text}");
    let text = stdout(&desk.typing(&people, b"end\nend\nundo\n"));
    assert!(text.contains("Cannot be taken back: the other side has answered with order 2"), "{text}");
    let text = stdout(&desk.typing(&[&people[..], &["--friendly"]].concat(), b"end\nundo\n"));
    assert!(text.contains("Taken back to order 0."), "{text}");
}

#[test]
fn nothing_that_is_typed_ends_a_match() {
    let desk = Desk::new();
    let mut state = 7_u64;
    let mut dice = move |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let words = [
        "?",
        "why",
        "undo",
        "redo",
        "log",
        "board",
        "note",
        "help",
        ">",
        ";",
        "r",
        "m",
        "a",
        "s",
        "b",
        "bx",
        "o",
        "p",
        "end",
        "send",
        "none",
        "with",
        "lead",
        "Alessandria",
        "1",
        "12",
        "12/11",
        "3I",
        "2x2I",
        "+",
        "99x9C",
        "via",
        "-1",
        "18446744073709551616",
        "\u{e0}",
        "\"",
        "\0",
        "1I+1I+1I+1I+1I+1I+1I+1I+1I+1I+1I+1I+1I+1I",
        "stay",
        "flee",
    ];
    let mut input = Vec::new();
    for _ in 0..1500 {
        for _ in 0..dice(7) {
            input.extend(words[dice(words.len())].as_bytes());
            input.push(b' ');
        }
        if dice(9) == 0 {
            input.extend((0..dice(40)).map(|_| dice(256) as u8));
        }
        input.push(b'\n');
    }
    input.extend([0xff; 70_000]);
    input.extend(b"\nquit\n");
    let people = ["--seat", "austrian=human", "--seat", "french=human", "--friendly", "--seed", "1"];
    let output = desk.typing(&[&["play", "triomphe", "--save", "f.match"][..], &people].concat(), &input);
    let (status, text) = said(&output);
    assert_eq!(status, 0, "{}", &text[text.len().saturating_sub(2000)..]);
    let (status, told) = desk.json(&["replay", "f.match", "--json"]);
    assert_eq!((status, &told["divergence"]), (0, &Value::Null));
}

#[test]
fn a_truncated_save_loses_its_last_line_and_no_more() {
    let desk = Desk::new();
    desk.match_of_bots("whole.match", "2");
    let bytes = fs::read(desk.path("whole.match")).unwrap();
    let starts: Vec<usize> = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(k, _)| k + 1).collect();
    for cut in [starts[3] + 1, starts[7] - 2, starts[30] + 20] {
        let path = desk.write("cut.match", &bytes[..cut]);
        let output = desk.run(&["replay", "cut.match"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stderr(&output).contains("not written to its end"), "{}", stderr(&output));
        assert_eq!(fs::read(&path).unwrap(), bytes[..cut], "looking at a match writes nothing");
    }
    for cut in [0, 1, starts[0] / 2] {
        desk.write("cut.match", &bytes[..cut]);
        let (status, text) = said(&desk.run(&["replay", "cut.match"]));
        assert!(status == 1 && text.contains("cut.match, line 1"), "{text}");
    }
}

#[test]
fn an_edited_save_is_told_by_its_first_wrong_order_and_left_alone() {
    let desk = Desk::new();
    desk.match_of_bots("whole.match", "2");
    let text = fs::read_to_string(desk.path("whole.match")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let edit = |line: usize, edited: String| {
        let mut lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        lines[line] = edited;
        lines.join("\n") + "\n"
    };
    // line 10 of the file holds order 10: before it stands the header
    let mut order: Value = serde_json::from_str(lines[10]).unwrap();
    assert_eq!(order["n"], 10);
    order["hash"] = Value::from("0123456789abcdef");
    let path = desk.write("hash.match", edit(10, order.to_string()));
    let before = fs::read(&path).unwrap();
    let (status, told) = desk.json(&["replay", "hash.match", "--json"]);
    assert_eq!((status, &told["divergence"]["order"]), (1, &Value::from(10)));
    assert!(told["divergence"]["why"].as_str().unwrap().contains("another position"), "{told}");

    order["text"] = Value::from("dance 12");
    desk.write("text.match", edit(10, order.to_string()));
    let (status, told) = desk.json(&["replay", "text.match", "--json"]);
    assert_eq!((status, &told["divergence"]["text"]), (1, &Value::from("dance 12")));

    desk.write("json.match", edit(10, "{\"line\":\"dance\"}".to_owned()));
    let (status, said_) = said(&desk.run(&["replay", "json.match"]));
    assert!(status == 1 && said_.contains("json.match, line 11"), "{said_}");
    for (from, to, expected) in [
        ("\"game\":\"triomphe\"", "\"game\":\"triomfe\"", "did you mean \"triomphe\"?"),
        ("\"bormida\":1", "\"bormida\":999", "newer Bormida"),
        ("\"historical\"", "\"hysterical\"", "no set-up \"hysterical\""),
    ] {
        desk.write("head.match", text.replacen(from, to, 1));
        let (status, said_) = said(&desk.run(&["replay", "head.match"]));
        assert!(status == 1 && said_.contains(expected), "{said_}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_journal_from_other_rules_stays_as_it_is_until_somebody_decides() {
    let desk = Desk::new();
    desk.match_of_bots("a.match", "6");
    // bots play to the end: go on from the middle
    let text = fs::read_to_string(desk.path("a.match")).unwrap();
    let middle: String = text.lines().take(60).map(|line| format!("{line}\n")).collect();
    let path = desk.write("a.match", &middle);
    desk.write("other/data/triomphe/rules.toml", "[road]\nroad_steps = 1\n");
    let bots = ["--seat", "austrian=random", "--seat", "french=random"];
    let (status, told) = desk.json(&["replay", "a.match", "--json", "--packs", "other"]);
    assert_eq!((status, &told["other_packs"]), (1, &Value::from(true)));
    let order = told["divergence"]["order"].as_u64().unwrap();
    let play = [&["play", "a.match", "--packs", "other"][..], &bots].concat();
    let (status, said_) = said(&desk.run(&play));
    assert!(status == 1 && said_.contains("--on-divergence"), "{said_}");
    assert_eq!(fs::read_to_string(&path).unwrap(), middle, "the file was not touched");
    let (status, said_) = said(&desk.run(&[&play[..], &["--on-divergence", "back"]].concat()));
    assert!(status == 0 && said_.contains(&format!("{} orders have been played", order - 1)), "{said_}");
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&middle), "what was played is still there");
}

#[test]
fn unknown_names_and_wrong_flags_are_wrong_use() {
    let desk = Desk::new();
    for (args, expected) in [
        (&["play", "triomfe"][..], "did you mean \"triomphe\"?"),
        (&["play", "triomphe", "--setup", "historicle"], "did you mean \"historical\"?"),
        (&["play", "triomphe", "--variant", "fog"], "there is no variant \"fog\""),
        (&["play", "triomphe", "--seat", "frensh=random"], "did you mean \"french\"?"),
        (&["play", "triomphe", "--seat", "french=radnom"], "did you mean \"random\"?"),
        (&["play", "triomphe", "--seat", "french=search:x"], "number of iterations"),
        (&["play", "triomphe", "--seat", "french"], "as in french=steady"),
        (&["play", "triomphe", "--seat", "french=random", "--seat", "french=human"], "given twice"),
        (&["play", "triomphe", "--ruling", "elimination_moral=piece"], "did you mean \"elimination_morale\"?"),
        (&["play", "triomphe", "--ruling", "elimination_morale=all"], "it can be strength, piece, none"),
        (&["play", "triomphe", "--seed=-1"], "--seed"),
        (&["play", "triomphe", "--sede", "1"], "--seed"),
        (&["study", "triomphe", "--seat", "french=human"], "no seat can be human"),
        (&["study", "triomphe", "--games", "5", "--seeds", "0..6"], "6 games"),
        (&["study", "triomphe", "--games", "0"], "at least one"),
        (&["study", "triomphe", "--out", "x.txt"], "FILE.csv or FILE.jsonl"),
        (&["render", "triomphe", "--out", "x.gif"], "FILE.svg or FILE.png"),
        (&["render", "triomphe", "--out", "x.png", "--size", "0x10"], "16 to 16384"),
        (&["test"], "PATH"),
        (&["dance"], "dance"),
        (&["orders", "a.match", "--packs", "nowhere"], "no such folder"),
    ] {
        let (status, text) = said(&desk.run(args));
        assert!(status == 2 && text.contains(expected), "{args:?}: {status} {text}");
        let (status, object) = desk.json(&[args, &["--json"]].concat());
        assert!(status == 2 && object["error"].as_str().unwrap().contains(expected), "{args:?}: {object}");
    }
}

#[test]
fn unreadable_files_are_told_and_cost_nothing() {
    let desk = Desk::new();
    desk.write("noise.match", [0, 159, 146, 150, 10, 255]);
    desk.write("folder.match/x", "");
    for (file, expected) in [("none.match", "none.match"), ("noise.match", "line 1"), ("folder.match", "folder.match")]
    {
        for command in ["replay", "orders", "play"] {
            let (status, text) = said(&desk.run(&[command, file]));
            assert!(status == 1 && text.contains(expected), "{command} {file}: {status} {text}");
        }
    }
}

#[test]
fn check_tells_every_finding_with_its_place() {
    let desk = Desk::new();
    let rules = "[turn]\ncomands = 4\ngroup = 0\n";
    desk.write("mod/rules.toml", rules);
    desk.write("mod/broken.toml", "[turn\ncommands = 4\n");
    desk.write("mod/strange.toml", "[weather]\nrain = 1\n");
    desk.write("mod/a.luau", "local x = \n");
    desk.write("mod/good.luau", "return {}\n");
    desk.write("mod/a.case", "case A \"x\"\n> \n");
    let (status, found) = desk.json(&["check", "mod", "--game", "triomphe", "--json"]);
    assert_eq!(status, 1);
    let findings = found["findings"].as_array().unwrap();
    let at = |file: &str, line: u64| {
        findings.iter().filter(|f| f["file"] == format!("mod/{file}") && f["line"] == line).count()
    };
    assert_eq!((at("rules.toml", 2), at("rules.toml", 3)), (1, 1), "{found}");
    assert!(at("broken.toml", 1) >= 1 && at("strange.toml", 0) == 1 && at("a.case", 2) >= 1, "{found}");
    assert!(
        findings.iter().any(|f| f["file"] == "mod/a.luau") && findings.iter().all(|f| f["file"] != "mod/good.luau")
    );
    assert!(findings.iter().any(|f| f["hint"] == "did you mean \"commands\"?"), "{found}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let own = [root.join("data"), root.join("tests/cases")];
    let own: Vec<&str> = own.iter().map(|path| path.to_str().unwrap()).collect();
    let (status, text) = said(&desk.run(&[&["check"][..], &own].concat()));
    assert_eq!(status, 0, "{text}");
}

#[test]
fn cases_are_run_and_failures_have_file_and_line() {
    let desk = Desk::new();
    desk.write(
        "triomphe/a.case",
        "case A \"holds\"\nsetup historical\nask austrian\n\ncase B \"does not\"\nsetup historical\nask french\n",
    );
    let (status, proof) = desk.json(&["test", "triomphe", "--json"]);
    assert_eq!((status, &proof["passed"], &proof["failed"]), (1, &Value::from(1), &Value::from(1)), "{proof}");
    let failure = &proof["failures"][0];
    assert_eq!(
        (&failure["case"], &failure["line"], &failure["file"]),
        (&"B".into(), &7.into(), &"triomphe/a.case".into())
    );
    desk.write("triomphe/b.case", "case A \"no steps\"\n");
    let (status, proof) = desk.json(&["test", "triomphe/b.case", "--game", "triomphe", "--json"]);
    assert_eq!((status, &proof["failed"]), (1, &Value::from(1)));
}

#[test]
fn a_study_gives_the_same_rows_whatever_the_threads() {
    let desk = Desk::new();
    let bots = ["--seat", "austrian=random", "--seat", "french=random", "--json"];
    let study = |more: &[&str]| desk.json(&[&["study", "triomphe"][..], &bots, more].concat());
    let (status, one) = study(&["--seeds", "3..9", "--threads", "1", "--out", "1.jsonl"]);
    let (_, two) = study(&["--seeds", "3..9", "--threads", "2", "--out", "2.jsonl"]);
    assert_eq!((status, &one["games"]), (0, &Value::from(6)));
    let wins = one["wins"].as_object().unwrap();
    assert_eq!(wins.values().map(|n| n.as_u64().unwrap()).sum::<u64>() + one["draws"].as_u64().unwrap(), 6);
    assert!(one["seconds"].is_number() && one["orders"].as_u64().unwrap() > 600, "{one}");
    for key in ["wins", "endings", "orders", "rates"] {
        assert_eq!(one[key], two[key]);
    }
    let rows = fs::read_to_string(desk.path("1.jsonl")).unwrap();
    assert_eq!(rows, fs::read_to_string(desk.path("2.jsonl")).unwrap());
    assert_eq!(rows.lines().count(), 6);
}

#[test]
fn pictures_are_drawn_of_games_and_of_moments_of_a_match() {
    let desk = Desk::new();
    desk.match_of_bots("a.match", "2");
    for (what, out, begins) in [("triomphe", "a.svg", &b"<svg"[..]), ("a.match", "b.png", b"\x89PNG")] {
        let (status, told) = desk.json(&["render", what, "--out", out, "--size", "640x480", "--json"]);
        assert_eq!(status, 0, "{told}");
        assert!(fs::read(desk.path(out)).unwrap().starts_with(begins), "{out}");
    }
    let (status, _) = said(&desk.run(&["render", "a.match", "--to", "9", "--seat", "french", "--out", "c.svg"]));
    assert_eq!(status, 0);
    // the place is looked at before the work begins
    let (status, text) = said(&desk.run(&["render", "no.match", "--out", "no/c.svg"]));
    assert!(status == 1 && text.contains("there is no folder no") && !text.contains("no.match"), "{text}");
}

#[test]
fn a_hundred_kills_lose_at_most_the_order_in_flight() {
    let desk = Desk::new();
    let bots = ["--seat", "austrian=random", "--seat", "french=random"];
    let (mut kills, mut matches, mut seen) = (0, 0, 0);
    while kills < 100 {
        let name = format!("{matches}.match");
        let fresh = !desk.path(&name).exists();
        let seed = matches.to_string();
        let args = match fresh {
            true => [&["play", "triomphe", "--seed", &seed, "--save", &name][..], &bots].concat(),
            false => [&["play", &name][..], &bots].concat(),
        };
        let mut child = desk.command(&args).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let wanted = 1 + kills % 7;
        let mut orders = 0;
        let over = loop {
            let Some(line) = lines.next() else { break true };
            // an order's line is told when it is on the disk: its number, two spaces, the side
            let number =
                line.unwrap().split_once("  ").and_then(|(_, rest)| rest.trim_start().split("  ").next()?.parse().ok());
            if let Some(number) = number {
                (seen, orders) = (number, orders + 1);
            }
            if orders == wanted {
                child.kill().unwrap();
                break false;
            }
        };
        child.wait().unwrap();
        if over {
            (matches, seen) = (matches + 1, 0);
            continue;
        }
        kills += 1;
        let (status, told) = desk.json(&["replay", &name, "--json"]);
        assert_eq!((status, &told["divergence"]), (0, &Value::Null));
        let stands: u32 = told["orders"].as_u64().unwrap() as u32;
        assert!(stands >= seen, "order {seen} was told and {stands} stand");
    }
    assert!(kills == 100 && seen > 0);
}

#[test]
fn a_variant_that_fails_is_switched_off_and_bots_play_the_match_out() {
    let desk = Desk::new();
    let seats = ["--seat", "austrian=random", "--seat", "french=random"];
    let play = ["play", "triomphe", "--variant", "broken-on-purpose", "--seed", "3", "--save", "b.match"];
    let (status, told) = said(&desk.run(&[&play[..], &seats].concat()));
    assert!(status == 0 && told.contains("march_cost of broken-on-purpose"), "{told}");
    let journal = fs::read_to_string(desk.path("b.match")).unwrap();
    for place in ["rules.luau:8", "rules.luau:13", "rules.luau:19"] {
        assert!(journal.contains(place), "{place} is not in the journal");
    }
    let (status, text) = said(&desk.run(&["replay", "b.match"]));
    assert!(status == 0 && text.contains("victory"), "{text}");
    for place in ["march_cost of broken-on-purpose (", "rules.luau:8", "rules.luau:13", "rules.luau:19"] {
        assert!(told.contains(place) && text.contains(place), "{place}: {told}{text}");
    }
    let (status, replayed) = desk.json(&["replay", "b.match", "--json"]);
    let play = ["play", "triomphe", "--variant", "broken-on-purpose", "--seed", "3", "--json"];
    let (_, played) = desk.json(&[&play[..], &seats].concat());
    assert_eq!((status, &replayed["switched_off"], &played["failed_bots"]), (0, &played["switched_off"], &json!([])));
    let off = played["switched_off"].as_array().unwrap();
    let march = off.iter().find(|off| off["hook"] == "march_cost" && off["pack"] == "broken-on-purpose").unwrap();
    assert!(off.len() == 3 && march["why"].as_str().unwrap().contains("rules.luau:"), "{played}");
    let first = march["after"].as_u64().unwrap().to_string();
    let (_, before) = desk.json(&["replay", "b.match", "--json", "--to", &first]);
    assert!(before["switched_off"].as_array().unwrap().contains(march));
}

#[test]
fn a_bot_that_failed_stands_in_the_object_with_its_reason() {
    let desk = Desk::new();
    sick_bot(&desk);
    let seats = ["--seat", "austrian=random", "--seat", "french=sick"];
    let (status, played) =
        desk.json(&[&["play", "triomphe", "--packs", "packs", "--seed", "3", "--json"][..], &seats].concat());
    let failed = played["failed_bots"].as_array().unwrap();
    let [failed] = &failed[..] else { panic!("{played}") };
    assert_eq!((status, &failed["seat"], &failed["bot"]), (0, &json!("french"), &json!("sick")));
    assert!(failed["next"] == "steady" && failed["why"].as_str().unwrap().contains("bot.luau:1"), "{failed}");
    assert_eq!(played["switched_off"], json!([]));
}

/// A bot that never chooses.
fn sick_bot(desk: &Desk) {
    let manifest = "id = \"sick\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"bot\"\ntitle = \"Sick\"\n";
    desk.write("packs/sick/pack.toml", manifest);
    desk.write("packs/sick/bot.luau", "return { choose = function() error('sick') end }");
}

#[test]
fn of_no_game_a_study_knows_no_rate() {
    let desk = Desk::new();
    sick_bot(&desk);
    let study = ["study", "triomphe", "--packs", "packs", "--games", "1", "--seat", "french=sick"];
    let (status, told) = desk.json(&[&study[..], &["--json"]].concat());
    assert_eq!((status, &told["failed"]), (1, &json!(1)), "{told}");
    assert_eq!(told["rates"], json!({ "austrian": null, "french": null }));
    assert!(stdout(&desk.run(&study)).contains("No game was counted."));
}

#[test]
fn a_match_carries_the_pack_that_it_is_played_with() {
    let desk = Desk::new();
    let manifest =
        "id = \"mine\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mine\"\n";
    desk.write("packs/mine/pack.toml", manifest);
    desk.write("packs/mine/rules.luau", "return { commands = function() return 5 end }\n");
    desk.write("packs/mine/five.case", "case M1 \"five\"\nsetup none\nvariant mine\nturn french\nphase start\nat 46 french 6x2I\nat 11 austrian 2I\n> m 46 2I > 45\n> m 46 2I > 45\n> m 46 2I > 45\n> m 46 2I > 45\n> m 46 2I > 45\n! 6 m 46 2I > 45\n");
    let (status, proof) = desk.json(&["test", "packs/mine", "--json"]);
    assert!(status == 0 && proof["passed"] == 1, "{proof}");
    let seats = ["--seat", "austrian=random", "--seat", "french=random"];
    let play = ["play", "triomphe", "--packs", "packs", "--variant", "mine", "--save", "m.match"];
    let (status, told) = said(&desk.run(&[&play[..], &seats].concat()));
    assert_eq!(status, 0, "{told}");
    fs::remove_dir_all(desk.path("packs")).unwrap();
    let (status, told) = said(&desk.run(&["replay", "m.match"]));
    assert!(status == 0 && told.contains("victory"), "{told}");
}

#[test]
fn a_pack_that_cannot_be_read_is_told_with_its_place() {
    let desk = Desk::new();
    desk.write("mine/mud/pack.toml", "id = ");
    let output = desk.run(&["--packs", "mine", "play", "triomphe", "--variant", "mud"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("the variant \"mud\" cannot be used: mine/mud/pack.toml:1: not TOML"), "{said}");
}

#[test]
fn a_match_whose_bot_is_gone_says_how_to_seat_another() {
    let desk = Desk::new();
    let header = "id = \"dull\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"bot\"\ntitle = \"T\"\n";
    desk.write("mine/dull/pack.toml", header);
    desk.write("mine/dull/bot.luau", "return { choose = function() return 1 end }");
    let seats = ["--seat", "austrian=human", "--seat", "french=dull", "--save", "m.match"];
    let begun = desk.run(&[&["--packs", "mine", "play", "triomphe"], &seats[..]].concat());
    assert_eq!(begun.status.code(), Some(0), "{}", stderr(&begun));
    let without = desk.run(&["play", "m.match"]);
    let said = stderr(&without);
    assert_eq!(without.status.code(), Some(1));
    assert!(said.contains("no player \"dull\"") && said.contains("--seat french=PLAYER"), "{said}");
    assert_eq!(desk.run(&["play", "m.match", "--seat", "french=steady"]).status.code(), Some(0));
}

#[test]
fn what_is_told_of_an_edited_save_fits_a_screen() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["play", "triomphe", "--seed", "4", "--save", "m.match"]).status.code(), Some(0));
    let saved = fs::read_to_string(desk.path("m.match")).unwrap();
    let order = "x".repeat(1 << 20);
    let header = saved.lines().next().unwrap();
    let line = format!("{{\"line\":\"order\",\"n\":1,\"seat\":0,\"text\":\"{order}\",\"hash\":\"0000000000000000\"}}");
    desk.write("long.match", format!("{header}\n{line}\n"));
    for args in [["replay", "long.match"], ["play", "long.match"], ["orders", "long.match"]] {
        let output = desk.run(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(output.stdout.len() + output.stderr.len() < 4000, "{args:?}");
    }
}

#[test]
fn a_match_that_nothing_keeps_says_so() {
    let desk = Desk::new();
    let file = desk.write("file", "");
    let mut command = desk.command(&["play", "triomphe"]);
    let output = command.env("XDG_DATA_HOME", file.join("no")).stdin(Stdio::null()).output().unwrap();
    assert!(stderr(&output).contains("not saved by itself"), "{}", stderr(&output));
}

fn slow_variant(desk: &Desk) {
    let manifest =
        "id = \"slow\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Slow\"\n";
    desk.write("packs/slow/pack.toml", manifest);
    // few steps, each of them long: the count of steps lets it run for many seconds
    let rules = "local t = table.create(65000)\nfor i = 1, 70000 do t[-i] = 1 end for i = 1, 70000 do t[-i] = nil end\n\
                 return { organizes = function() while true do next(t) end end }";
    desk.write("packs/slow/rules.luau", rules);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_answer_to_a_slow_script_is_asked_for_again() {
    let desk = Desk::new();
    slow_variant(&desk);
    let args = ["play", "triomphe", "--packs", "packs", "--variant", "slow", "--seed", "3", "--save", "s.match"];
    let seats = ["--seat", "austrian=random", "--seat", "french=human"];
    let (fill, less) =
        (format!("note {}\n", "n".repeat(900)).repeat(9), format!("note {}\n", "n".repeat(100)).repeat(9));
    let typed = format!("{fill}{less}note n\nnote n\n?\nwait\n\n?\noff\nsave n.match\nquit\n");
    let Some(output) = desk.on_a_small_disk(&[&args[..], &seats].concat(), &typed) else {
        return skipped("there is no bash here");
    };
    let told = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{told}{}", stderr(&output));
    assert_eq!(told.matches("Wait, or switch it off for this match?").count(), 2, "{told}");
    assert_eq!(told.matches("Enter tries again, `quit` leaves.").count(), 2, "{told}");
}

#[test]
fn a_slow_script_is_asked_about_and_the_answer_stands_in_the_journal() {
    let desk = Desk::new();
    slow_variant(&desk);
    let args = ["play", "triomphe", "--packs", "packs", "--variant", "slow", "--seed", "3", "--save", "s.match"];
    let seats = ["--seat", "austrian=random", "--seat", "french=human"];
    let output = desk.typing(&[&args[..], &seats].concat(), b"?\nwhat\nwait\n?\noff\n?\nquit\n");
    let told = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{told}{}", stderr(&output));
    assert_eq!(told.matches("Wait, or switch it off for this match?").count(), 2, "{told}");
    assert!(told.contains("rules.luau:3") && told.contains("too slow on this machine"), "{told}");
    assert!(told.contains("Switched off in this match"), "{told}");
    let journal = fs::read_to_string(desk.path("s.match")).unwrap();
    assert!(journal.contains("Waited for a slow script") && journal.contains("organizes"), "{journal}");
}

#[test]
fn check_finds_what_no_match_would_tell_in_time() {
    let desk = Desk::new();
    desk.write(
        "triomphe/mud/pack.toml",
        "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"varient\"\ntitel = \"Mud\"\n",
    );
    let rules = "local n = 0\nreturn {\n\tcomands = function() return 3 end,\n\tmarch_cost = function(facts, default)\n\t\t\
                 n += 1\n\t\tif facts.seat == 'frnech' then return default({ piece = 1 }) end\n\t\treturn facts.huor\n\tend,\n}\n";
    desk.write("triomphe/mud/rules.luau", rules);
    desk.write("triomphe/sleeper/bot.luau", "return { choose = function(view, orders) return orders:cuont() end }\n");
    let (status, object) = desk.json(&["check", "triomphe", "--json"]);
    assert_eq!(status, 1);
    let found: Vec<String> = object["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| format!("{}:{}:{} {} | {}", f["file"], f["line"], f["column"], f["message"], f["hint"]))
        .collect();
    for wanted in [
        ("rules.luau\":3:2", "comands", "commands"),
        ("rules.luau\":5:3", "outlives this call", "memory"),
        ("rules.luau\":6:20", "never", "french"),
        ("rules.luau\":7:16", "huor", "hour"),
        ("bot.luau\":1:56", "cuont", "count"),
        ("pack.toml\":5", "varient", "variant"),
        ("pack.toml\":6", "titel", "title"),
    ] {
        let fits = |line: &&String| line.contains(wanted.0) && line.contains(wanted.1) && line.contains(wanted.2);
        assert!(found.iter().any(|line| fits(&line)), "{wanted:?}\n{}", found.join("\n"));
    }
    let (status, told) = said(&desk.run(&["check", "triomphe"]));
    assert!(status == 1 && told.contains("did you mean"), "{told}");
}

#[test]
fn a_variant_that_would_change_nothing_is_refused_with_its_reason() {
    let desk = Desk::new();
    desk.write(
        "packs/mud/pack.toml",
        "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mud\"\n",
    );
    let output = desk.run(&["play", "triomphe", "--packs", "packs", "--variant", "mud", "--seat", "french=random"]);
    assert_ne!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("has no rules.luau"), "{}", stderr(&output));
    let seed = desk.run(&["play", "triomphe", "--seed", "-1"]);
    assert_eq!(seed.status.code(), Some(2));
    assert!(stderr(&seed).contains("a whole number from 0"), "{}", stderr(&seed));
}

#[test]
fn a_person_reads_words_sections_and_what_pieces_are_called() {
    let desk = Desk::new();
    let input = b"help\nsend none\nwhy m 2 1I > 1\nr Alessandria 2I > 1 > 2 > 3\nlog\n";
    let (_, text) = said(&desk.typing(&["play", "triomphe", "--seed", "1"], input));
    for line in [
        "3I is infantry of strength 3",
        "None of your pieces stand in 2. (6)",
        "road march, 2I from Alessandria over 1, 2 to 3  [r Alessandria 2I > 1 > 2 > 3]",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
}

#[test]
fn where_one_answer_is_legal_it_is_given_and_taken_back_with_what_led_to_it() {
    let desk = Desk::new();
    let input = b"r Alessandria 2C > 1 > 2\nundo\n";
    let play = ["play", "bonaparte", "--seat", "austrian=human", "--seat", "french=random", "--seed", "1"];
    let road = b"r Alessandria 2I > 0 > 4\nundo\n";
    let (_, text) = said(&desk.typing(&play, road));
    assert!(text.contains("One answer is legal, and given for you: no continuation [stay]"), "{text}");
    assert!(text.contains("Taken back to order 0."), "{text}");
    let (_, text) = said(&desk.typing(&[&play[..], &["--ask-always"]].concat(), road));
    assert!(!text.contains("given for you"), "{text}");
    let (_, text) = said(&desk.typing(&["play", "triomphe", "--seed", "1"], input));
    assert!(text.contains("Taken back to order 0."), "{text}");
}

#[test]
fn a_folder_is_no_match_and_a_board_that_fails_is_no_picture() {
    let desk = Desk::new();
    desk.write(
        "nim/pack.toml",
        "id = \"nim\"\nversion = \"1\"\napi = 0\ngame = \"nim\"\nkind = \"game\"\ntitle = \"Nim\"\n",
    );
    let (status, text) = said(&desk.run(&["play", "nim", "--packs", ".", "--option", "heaps=3"]));
    assert!(status != 0 && !text.contains("goes with a new match"), "{text}");
    let game = r#"return {
	sides = { "one" },
	verbs = { { "pass", "pass the turn" } },
	classes = {},
	places = { "table" },
	setups = { { name = "start", title = "From the start", summary = "Nothing has happened." } },
	memory = { moves = { int = { 0, 9 } } },
	steps = {
		turn = {
			ask = "pass the turn",
			help = "There is nothing else to do.",
			rule = "1",
			seat = "one",
			offers = function(_memory)
				return { { verb = "pass" } }
			end,
			play = function(_memory, _order, _rng, _log)
				return nil
			end,
		},
	},
	start = function()
		return "turn"
	end,
	scene = function(_memory, _side, _draw)
		error("no ink")
	end,
}
"#;
    desk.write("nim/game.luau", game);
    let output = desk.run(&["render", "nim", "--packs", ".", "--out", "nim.png"]);
    let (status, text) = said(&output);
    assert!(status == 1 && text.contains("no ink"), "{status} {text}");
    assert!(!desk.path("nim.png").exists());
}

#[test]
fn the_board_of_a_hex_game_is_told_by_its_hexes() {
    let desk = Desk::new();
    let play =
        ["play", "folio", "--setup", "at_once", "--seed", "1", "--seat", "austrian=human", "--seat", "french=human"];
    let input = b"board\nboard 1107\nboard Marengo\nboard nowhere\ntake Frim-L\nto 1202\nwhy take Jg\n";
    let (_, text) = said(&desk.typing(&play, input));
    // who stands where, a hex a line
    let marengo = text.lines().find(|line| line.contains("1107 Marengo: 24L")).unwrap_or_else(|| panic!("{text}"));
    assert!(marengo.contains("4-4-5"), "{marengo}");
    assert!(
        text.contains("Formation 2, waiting at its bridge (17.2): ") && text.contains("Turn 2, 07:30: ConGd"),
        "{text}"
    );
    assert!(text.contains("1007: 96") && text.contains("; Victor, "), "a stack stands on one line: {text}");
    // a hex with its ground, its borders and its neighbours, by number and by name
    let described = text.matches("1107 Marengo: town, chateau; road to").count();
    assert_eq!(described, 2, "{text}");
    for line in
        ["creek towards 1006, 1106, 1206", "bridge towards 1106", "Next to it:", "\n  1108: clear", "\n  1106: clear"]
    {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(text.contains("Nothing on this board is called \"nowhere\"."), "{text}");
}

#[test]
fn why_tells_the_chances_of_a_fight() {
    let desk = Desk::new();
    let play =
        ["play", "folio", "--setup", "at_once", "--seed", "5", "--seat", "austrian=human", "--seat", "french=steady"];
    // guns come up to Pietrabona and are laid
    let input = b"take HA1\nemplace 1302\ntake Frim-L\nto 1303\ndone\ndone\nwhy attack Frim-L > 1203\n";
    let (_, text) = said(&desk.typing(&play, input));
    for part in ["Attack ", "Defence ", "column ", " %  ", "The defenders leave the hex: "] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}
