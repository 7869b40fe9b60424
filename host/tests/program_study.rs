//! Studies on the command line: two versions compared, files that are gone on with, parts put together.

mod program_desk;

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use program_desk::{Desk, said, stdout};
use serde_json::{Value, json};

const RANDOM: [&str; 4] = ["--seat", "austrian=random", "--seat", "french=random"];

fn study<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["study", "triomphe"][..], &RANDOM, more].concat()
}

/// A pack in which a turn has one command.
fn busy(desk: &Desk) {
    let manifest =
        "id = \"busy\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Busy\"\n";
    desk.write("packs/busy/pack.toml", manifest);
    desk.write("packs/busy/rules.luau", "return { commands = function() return 1 end }\n");
}

#[test]
fn a_comparison_is_a_sentence_with_its_interval() {
    let desk = Desk::new();
    busy(&desk);
    let against = ["--packs", "packs", "--games", "12", "--against", "variant=busy"];
    let (status, told) = desk.json(&study(&[&against[..], &["--json"]].concat()));
    assert_eq!(
        (status, &told["games"], &told["variant"]["games"], &told["pairs"]),
        (0, &json!(12), &json!(12), &json!(12))
    );
    assert_eq!((&told["variants"], &told["variant"]["variants"]), (&json!([]), &json!(["busy"])));
    let gain = &told["difference"]["french"];
    let [low, mean, high] = ["low", "gain", "high"].map(|key| gain[key].as_f64().unwrap());
    assert!(low < mean && mean < high && high - low > 0.05, "{gain}");
    let sentence = told["sentence"].as_str().unwrap();
    assert_eq!(gain["shown"].as_bool().unwrap(), !sentence.contains("no difference"), "{sentence}");
    let text = stdout(&desk.run(&study(&against)));
    assert!(text.starts_with(sentence), "{text}");
    assert!(
        text.contains("12 pairs of games of the same seed") && text.contains("Random play is a smoke test"),
        "{text}"
    );
}

#[test]
fn a_rule_is_priced_by_forbidding_it() {
    let desk = Desk::new();
    let tame = ["--games", "4", "--against", "forbid=maneuver-attack@french", "--json"];
    let (status, told) = desk.json(&study(&tame));
    assert_eq!((status, &told["variant"]["forbidden"]), (0, &json!(["maneuver-attack@french"])), "{told}");
    assert_eq!(told["variant"]["forced"], json!(0));
    assert!(told.get("forbidden").is_none());
    // what has to be given all the same is counted
    let (_, told) = desk.json(&study(&["--games", "1", "--forbid", "end@french", "--json"]));
    assert!(told["forced"].as_u64().unwrap() > 0, "{told}");
}

#[test]
fn wrong_use_of_a_study_is_told() {
    let desk = Desk::new();
    for (more, status, expected) in [
        (&["--against", "variant=fog"][..], 2, "there is no variant \"fog\""),
        (&["--against", "weather=fog"], 2, "forbid=VERB@SIDE"),
        (&["--against", "seat=french=random"], 2, "nothing to compare"),
        (&["--against", "ruling=x"], 2, "ruling=NAME=VALUE"),
        (&["--against", "forbid=end"], 2, "VERB@SIDE"),
        (&["--forbid", "end"], 2, "VERB@SIDE"),
        (&["--forbid", "dance@french"], 2, "no kind of order; there are"),
        (&["--forbid", "counter-atack@french"], 2, "did you mean \"counter-attack\"?"),
        (&["--forbid", "end@russian"], 2, "no side; there are austrian, french"),
        (&["--forbid", "end@frensh"], 2, "did you mean \"french\"?"),
        (&["--forbid", "end@french", "--against", "forbid=end-the-turn@french"], 2, "nothing to compare"),
        (&["--until", "0"], 2, "above 0"),
        (&["--turns", "a.csv"], 2, "--out"),
        (&["--out", "a.csv", "--turns", "a.txt"], 2, "FILE.csv or FILE.jsonl"),
        (&["--out", "a.csv", "--turns", "a.csv"], 2, "each needs its own"),
        (&["--out", "a.csv", "--turns", "./a.csv"], 2, "each needs its own"),
    ] {
        let (found, text) = said(&desk.run(&study(more)));
        assert!(found == status && text.contains(expected), "{more:?}: {found} {text}");
    }
    assert!(!desk.path("a.csv").exists());
}

#[test]
fn a_killed_study_goes_on_where_it_stood() {
    let desk = Desk::new();
    for (rows, turns) in [("a.csv", "a-turns.jsonl"), ("b.jsonl", "b-turns.csv")] {
        let whole = ["--seeds", "5..45", "--against", "setup=historical", "--against", "seat=french=steady"];
        let whole = [&whole[..], &["--out", rows, "--turns", turns, "--json"]].concat();
        let mut child = desk.command(&study(&whole)).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        let lines = || fs::read_to_string(desk.path(rows)).map_or(0, |text| text.lines().count());
        while lines() < 6 && began.elapsed() < Duration::from_secs(120) {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let begun = lines();
        assert!(begun >= 6, "{begun}");
        // a line that was cut off in writing counts for nothing
        let mut torn = fs::read_to_string(desk.path(rows)).unwrap();
        torn.truncate(torn.len() - 7);
        fs::write(desk.path(rows), torn).unwrap();
        let (status, told) = desk.json(&study(&whole));
        assert_eq!((status, &told["games"], &told["pairs"]), (0, &json!(40), &json!(40)), "{told}");
        let other = |name: &str| name.replace(['a', 'b'], "whole");
        let names = [other(rows), other(turns)];
        let again = [&whole[..6], &["--out", &names[0], "--turns", &names[1], "--json"]].concat();
        let (_, fresh) = desk.json(&study(&again));
        for key in ["wins", "orders", "endings", "difference", "sentence", "turns"] {
            assert_eq!(told[key], fresh[key], "{key}");
        }
        for name in [rows, turns] {
            let [one, two] = [name.to_owned(), other(name)].map(|name| fs::read_to_string(desk.path(&name)).unwrap());
            assert!(one == two, "{name} is not what it is without a kill");
        }
        assert!(told["turns"]["by_turn"][0]["means"]["morale french"].as_f64().unwrap() > 0.0, "{}", told["turns"]);
    }
}

#[test]
fn the_file_of_another_study_is_left_alone() {
    let desk = Desk::new();
    let out = ["--games", "2", "--out", "a.csv"];
    assert_eq!(desk.run(&study(&out)).status.code(), Some(0));
    let before = fs::read_to_string(desk.path("a.csv")).unwrap();
    assert!(before.starts_with("seed,winner,kind,orders,hash,fault\n0,"), "{before}");
    for (more, expected) in [
        (&["--seat", "french=steady"][..], "who plays french: \"random\" there and \"steady\" here"),
        (&["--forbid", "end@french"], "what is forbidden (--forbid): none there and end"),
        (&["--against", "forbid=end@french"], "it plays one version alone"),
        (&["--ruling", "elimination_morale=piece"], "the ruling elimination_morale: "),
    ] {
        let args = match more[0] {
            "--seat" => [&["study", "triomphe", "--seat", "austrian=random"][..], more, &out].concat(),
            _ => study(&[more, &out].concat()),
        };
        let (status, text) = said(&desk.run(&args));
        assert!(status == 1 && text.contains("another study") && text.contains(expected), "{more:?}: {text}");
        assert!(!text.contains('{'), "no raw data: {text}");
    }
    let (status, text) = said(&desk.run(&study(&["--seeds", "1..3", "--out", "a.csv"])));
    assert!(status == 1 && text.contains("seeds"), "{text}");
    assert_eq!(fs::read_to_string(desk.path("a.csv")).unwrap(), before);
    // more seeds of the same study are played behind them
    let (status, told) = desk.json(&study(&["--games", "4", "--out", "a.csv", "--json"]));
    assert_eq!((status, &told["games"]), (0, &json!(4)));
    assert!(fs::read_to_string(desk.path("a.csv")).unwrap().starts_with(&before));
    // and none of its games is lost when fewer are asked for
    let (status, text) = said(&desk.run(&study(&["--games", "3", "--out", "a.csv"])));
    assert!(status == 1 && text.contains("more games"), "{text}");
    assert_eq!(fs::read_to_string(desk.path("a.csv")).unwrap().lines().count(), 5);
    desk.write("c.csv", "mine\n");
    let (status, text) = said(&desk.run(&study(&["--games", "2", "--out", "c.csv"])));
    assert!(status == 1 && text.contains("there already"), "{text}");
}

#[test]
fn the_turns_of_a_study_are_in_a_file_of_its_own_and_whole() {
    let desk = Desk::new();
    desk.write("mine.csv", "precious\n");
    let run = |more: &[&str]| said(&desk.run(&study(more)));
    let (status, text) = run(&["--games", "2", "--out", "q.csv", "--turns", "mine.csv"]);
    assert!(status == 1 && text.contains("mine.csv: it is there already"), "{status} {text}");
    assert!(fs::read_to_string(desk.path("mine.csv")).unwrap() == "precious\n" && !desk.path("q.csv").exists());

    let args = ["--games", "4", "--out", "q.csv", "--turns", "qt.csv"];
    let (status, text) = run(&args);
    assert_eq!(status, 0, "{text}");
    let read = |name: &str| fs::read_to_string(desk.path(name)).unwrap();
    let (rows, turns, plan) = (read("q.csv"), read("qt.csv"), read("q.csv.plan.json"));
    assert!(plan.contains("\"turns\": \"qt.csv\""), "{plan}");
    // the games whose turns they are have to be told with them
    for more in [&["--games", "4", "--out", "q.csv"][..], &["--games", "4", "--out", "q.csv", "--turns", "rt.csv"]] {
        let (status, text) = run(more);
        assert!(status == 1 && text.contains("the turns of its games are in qt.csv"), "{text}");
    }
    assert!(!desk.path("rt.csv").exists());
    // a turn that was cut off: its game is played again
    desk.write("qt.csv", &turns[..turns.len() - 10]);
    let (status, text) = run(&args);
    assert!(status == 0 && text.contains("3 games were played already"), "{status} {text}");
    assert!(read("q.csv") == rows && read("qt.csv") == turns, "another file than before");
    // turns that are missing as a whole are told
    let second: Vec<&str> = turns.lines().filter(|line| !line.starts_with("1,")).collect();
    desk.write("qt.csv", second.join("\n") + "\n");
    let (status, text) = run(&args);
    assert!(status == 1 && text.contains("qt.csv: the turns of seed 1 are missing"), "{status} {text}");
    desk.write("qt.csv", "");
    let (status, text) = run(&args);
    assert!(status == 1 && text.contains("the turns of seed 0 are missing") && read("q.csv") == rows, "{text}");
    desk.write("qt.csv", &turns);
    assert_eq!(run(&args).0, 0);
    // of what was played without them nothing is known
    assert_eq!(run(&["--games", "2", "--out", "p.csv"]).0, 0);
    let (status, text) = run(&["--games", "2", "--out", "p.csv", "--turns", "pt.csv"]);
    assert!(status == 1 && text.contains("turns of seed 0 are missing") && !desk.path("pt.csv").exists(), "{text}");
    let (status, text) = run(&["--games", "2", "--out", "p.csv", "--turns", "mine.csv"]);
    assert!(status == 1 && text.contains("there already") && read("mine.csv") == "precious\n", "{text}");
}

#[test]
fn a_plan_is_written_whole_and_only_when_it_changes() {
    let desk = Desk::new();
    let run = |more: &[&str]| said(&desk.run(&study(more)));
    assert_eq!(run(&["--games", "2", "--out", "a.csv"]).0, 0);
    let plan = desk.path("a.csv.plan.json");
    let before = fs::metadata(&plan).unwrap().modified().unwrap();
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(run(&["--games", "2", "--out", "a.csv"]).0, 0);
    assert_eq!(fs::metadata(&plan).unwrap().modified().unwrap(), before);
    assert_eq!(run(&["--games", "3", "--out", "a.csv"]).0, 0);
    assert!(fs::read_to_string(&plan).unwrap().contains("3\n  ]"), "{}", fs::read_to_string(&plan).unwrap());
    // as a kill of an older program has left it
    fs::write(&plan, "").unwrap();
    let (status, text) = run(&["--games", "4", "--out", "a.csv"]);
    assert!(status == 1 && text.contains("begin the same study with another --out"), "{text}");
    assert_eq!(run(&["--games", "1", "--out", "b.csv"]).0, 0);
    fs::copy(desk.path("b.csv.plan.json"), &plan).unwrap();
    let (status, text) = run(&["--games", "4", "--out", "a.csv"]);
    assert!(status == 0 && text.contains("3 games were played already"), "{text}");
    let (status, text) = run(&["--games", "2", "--out", "nodir/x.csv"]);
    assert!(status == 1 && text.contains("nodir/x.csv: ") && !text.contains("plan.json"), "{text}");
}

#[test]
fn two_studies_do_not_write_one_file() {
    let desk = Desk::new();
    let args = study(&["--games", "100000", "--out", "a.jsonl"]);
    let mut child = desk.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let lines = || fs::read_to_string(desk.path("a.jsonl")).map_or(0, |text| text.lines().count());
    while lines() < 1 && began.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let (status, text) = said(&desk.run(&study(&["--games", "1", "--out", "a.jsonl"])));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(status == 1 && text.contains("another study is writing it"), "{status} {text}");
    // and whoever was killed holds nothing
    let (status, text) = said(&desk.run(&study(&["--games", "100000", "--out", "a.jsonl", "--estimate"])));
    assert_eq!(status, 0, "{text}");
    let more = (lines() + 1).to_string();
    assert_eq!(said(&desk.run(&study(&["--games", &more, "--out", "a.jsonl"]))).0, 0);
}

#[test]
fn parts_of_one_study_are_merged_and_no_others() {
    let desk = Desk::new();
    let part =
        |seeds, out| desk.json(&study(&["--against", "seat=french=steady", "--seeds", seeds, "--out", out, "--json"]));
    part("0..3", "a.csv");
    part("3..8", "b.jsonl");
    let (_, whole) = part("0..8", "whole.csv");
    let (status, told) = desk.json(&["study", "merge", "b.jsonl", "a.csv", "--out", "all.csv", "--json"]);
    assert_eq!(status, 0, "{told}");
    for key in ["games", "wins", "orders", "difference", "sentence", "pairs", "endings"] {
        assert_eq!(told[key], whole[key], "{key}");
    }
    let [all, one] = ["all.csv", "whole.csv"].map(|name| fs::read_to_string(desk.path(name)).unwrap());
    assert_eq!(all, one);
    part("2..4", "c.csv");
    desk.json(&study(&["--games", "2", "--out", "other.csv", "--json"]));
    for (files, expected) in [
        (&["a.csv", "c.csv"][..], "seed 2 is in"),
        (&["a.csv", "a.csv"], "seed 0 is in"),
        (&["a.csv", "other.csv"], "another study"),
        (&["a.csv", "none.csv"], "none.csv"),
    ] {
        let (status, text) = said(&desk.run(&[&["study", "merge"][..], files].concat()));
        assert!(status == 1 && text.contains(expected), "{files:?}: {text}");
    }
    assert_eq!(desk.run(&["study", "merge"]).status.code(), Some(2));
    // what was written by hand is told with file and line
    let rows = fs::read_to_string(desk.path("a.csv")).unwrap();
    let winner = if rows.lines().nth(2).unwrap().contains(",french,") { "french" } else { "austrian" };
    let line = rows.lines().nth(2).unwrap();
    desk.write("a.csv", rows.replace(line, &line.replace(winner, "frensh")));
    let (status, text) = said(&desk.run(&["study", "merge", "a.csv", "b.jsonl"]));
    assert!(status == 1 && text.contains("a.csv: line 3: the winner \"frensh\" is no side"), "{text}");
    desk.write("a.csv", rows.replacen("seed,winner", "seed,victor", 1));
    let (status, text) = said(&desk.run(&["study", "merge", "a.csv", "b.jsonl"]));
    assert!(status == 1 && text.contains("a.csv: line 1: the columns are seed,victor"), "{text}");
    let b = fs::read_to_string(desk.path("b.jsonl")).unwrap();
    desk.write("a.csv", rows);
    desk.write("b.jsonl", b.replacen("\"winner\"", "\"victor\"", 1));
    let (status, text) = said(&desk.run(&["study", "merge", "a.csv", "b.jsonl"]));
    assert!(status == 1 && text.contains("b.jsonl: line 1"), "{text}");
}

#[test]
fn who_plays_alone_and_does_not_win_has_lost() {
    let desk = Desk::new();
    let (status, text) = said(&desk.run(&["new", "game", "patience", "--in", "packs"]));
    assert_eq!(status, 0, "{text}");
    let path = desk.path("packs/patience/game.luau");
    let changes = [
        ("local SIDES = { \"white\", \"black\" }", "local SIDES = { \"white\" }"),
        ("rules.has_won(score)", "score > 12"),
        (
            "winner = memory.mover, kind = \"twenty points\"",
            "winner = if score % 2 == 0 then memory.mover else nil, kind = \"even\"",
        ),
        ("\t\tmemory.mover = rules.other(memory.mover)\n", ""),
        (
            "100 * (memory:get(\"score\", side) - memory:get(\"score\", rules.other(side)))",
            "memory:get(\"score\", side)",
        ),
        ("\t\t\t{ name = \"Black\", text = tostring(memory:get(\"score\", \"black\")), side = \"black\" },\n", ""),
        (", Black {memory:get(\"score\", \"black\")}", ""),
    ];
    let text = changes.iter().fold(fs::read_to_string(&path).unwrap(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    fs::write(&path, text).unwrap();
    let play = ["study", "patience", "--packs", "packs", "--games", "30", "--seat", "white=random"];
    let (status, told) = desk.json(&[&play[..], &["--out", "a.csv", "--json"]].concat());
    assert_eq!(status, 0, "{told}");
    let (won, lost) = (told["wins"]["white"].as_u64().unwrap(), told["lost"].as_u64().unwrap());
    assert!(won > 0 && lost > 0 && won + lost == 30 && told["draws"] == 0, "{told}");
    assert_eq!(told["endings"]["lost: even"], json!(lost));
    let rows = fs::read_to_string(desk.path("a.csv")).unwrap();
    assert!(rows.starts_with("seed,winner,kind,orders,hash,fault,result\n"), "{rows}");
    assert_eq!(rows.lines().filter(|line| line.ends_with(",lost")).count() as u64, lost);
    let (_, text) = said(&desk.run(&play));
    assert!(text.contains(&format!("won {won} of 30, lost {lost}")) && !text.contains("draw"), "{text}");
}

#[test]
fn a_study_tells_beforehand_what_it_will_come_to() {
    let desk = Desk::new();
    let (status, told) = desk.json(&study(&["--games", "4000", "--estimate", "--json"]));
    let found = &told["estimate"];
    assert_eq!((status, &found["games"]), (0, &json!(4000)), "{told}");
    assert!(
        found["seconds"].as_f64().unwrap() > 0.0 && (0.5..8.0).contains(&found["width"].as_f64().unwrap()),
        "{found}"
    );
    let (_, text) = said(&desk.run(&study(&["--games", "10", "--estimate"])));
    assert!(text.contains("points wide"), "{text}");
}

#[test]
fn a_study_ends_early_when_it_knows_enough() {
    let desk = Desk::new();
    let (status, told) = desk.json(&study(&["--games", "1000", "--until", "60", "--json"]));
    assert_eq!((status, &told["games"], &told["ended_early"]), (0, &json!(100), &Value::Bool(true)), "{told}");
    let rate = &told["rates"]["french"];
    assert!(rate["high"].as_f64().unwrap() - rate["low"].as_f64().unwrap() <= 0.6, "{rate}");
}

#[test]
fn a_scripted_bot_is_called_by_its_own_name_too() {
    let desk = Desk::new();
    let args = ["study", "triomphe", "--games", "1", "--seat", "french=random", "--json"];
    let (status, told) = desk.json(&[&args[..], &["--seat", "austrian=marshal"]].concat());
    assert_eq!((status, &told["seats"]["austrian"], &told["failed"]), (0, &json!("marshal"), &json!(0)), "{told}");
    let (status, text) = said(&desk.run(&["play", "triomphe", "--seat", "austrian=marshl"]));
    assert!(status == 2 && text.contains("did you mean \"marshal\"?"), "{text}");
    let (status, text) = said(&desk.run(&["rules", "bonaparte", "road march"]));
    assert!(status == 0 && text.contains("Nothing says \"road march\" as it stands"), "{text}");
}
