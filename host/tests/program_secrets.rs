//! What the program tells of a match that is not over: nothing from which hidden faces could be worked out.

mod program_desk;

use std::fs;

use program_desk::{Desk, said, stdout};
use serde_json::{Value, json};

const PEOPLE: [&str; 4] = ["--seat", "austrian=human", "--seat", "french=human"];

/// The seed and the newest hash of a saved match, as its file has them.
fn secrets(text: &str) -> (String, String) {
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let hash = lines.iter().rev().find_map(|line| line["hash"].as_str());
    (lines[0]["seed"].to_string(), hash.unwrap().to_owned())
}

#[test]
fn seed_and_hashes_are_told_to_nobody_who_still_plays() {
    let desk = Desk::new();
    let played = desk.typing(&[&["play", "triomphe"][..], &PEOPLE].concat(), b"end\nboard\nlog\nquit\n");
    let folder = desk.path("home/bormida/matches");
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [file] = &files[..] else { panic!("{files:?}") };
    let (seed, hash) = secrets(&fs::read_to_string(file).unwrap());
    // nobody can try them all
    assert!(seed.len() > 7, "{seed}");
    let file = file.to_str().unwrap();
    let json_play = [&["play", "triomphe", "--json"][..], &PEOPLE].concat();
    let told = [
        said(&played).1,
        said(&desk.run(&["play", file])).1,
        said(&desk.run(&["play", file, "--json"])).1,
        said(&desk.run(&["replay", file])).1,
        said(&desk.run(&["replay", file, "--json"])).1,
        said(&desk.run(&["replay", file, "--seat", "french"])).1,
        said(&desk.run(&["replay", file, "--seat", "french", "--json"])).1,
        said(&desk.run(&["orders", file, "--json"])).1,
        said(&desk.run(&["patch", file, "--json"])).1,
    ];
    for text in &told {
        assert!(!text.contains(&seed) && !text.contains(&hash), "{seed} or {hash} is told: {text}");
    }
    let (_, begun) = desk.json(&json_play);
    assert_eq!((&begun["seed"], &begun["hash"], &begun["over"]), (&Value::Null, &Value::Null, &json!(false)));
    // to whoever wants to see all, and to whoever chose the seed
    let (status, all) = desk.json(&["replay", file, "--all", "--json"]);
    assert_eq!((status, all["seed"].to_string(), &all["hash"]), (0, seed, &json!(hash)));
    assert!(said(&desk.run(&["replay", file, "--all"])).1.contains(&hash));
    let chosen = desk.typing(&[&["play", "triomphe", "--seed", "31337"][..], &PEOPLE].concat(), b"quit\n");
    assert!(stdout(&chosen).contains("Seed 31337."), "{}", stdout(&chosen));
}

#[test]
fn the_whole_view_shows_the_texts_of_all_sides() {
    let desk = Desk::new();
    desk.match_of_bots("m.match", "3");
    let log = |more: &[&str]| {
        let (_, told) = desk.json(&[&["replay", "m.match", "--json"][..], more].concat());
        told["log"].as_array().unwrap().clone()
    };
    let (all, public) = (log(&["--all"]), log(&[]));
    for side in ["austrian", "french"] {
        let own = log(&["--seat", side]);
        assert!(own.iter().zip(&all).all(|(own, all)| own["seat"] != *side || own == all));
    }
    assert!(all.len() == public.len() && all.iter().zip(&public).any(|(all, public)| all["text"] != public["text"]));
    assert_eq!(said(&desk.run(&["replay", "m.match", "--all", "--seat", "french"])).0, 2);
}

#[test]
fn when_a_match_is_over_its_seed_is_told() {
    let desk = Desk::new();
    let played = desk.match_of_bots("m.match", "31337");
    assert_eq!(played["seed"], 31337);
    let text = fs::read_to_string(desk.path("m.match")).unwrap();
    let people = text.replacen("[\"random\",\"random\"]", "[\"human\",\"human\"]", 1);
    assert_ne!(people, text);
    desk.write("m.match", people);
    let (_, told) = desk.json(&["replay", "m.match", "--json", "--seat", "french"]);
    assert_eq!((&told["seed"], &told["hash"]), (&json!(31337), &played["hash"]));
    assert!(stdout(&desk.run(&["play", "m.match"])).contains("Seed 31337."));
    // a match of people that bots end
    let begun: String = text.lines().take(60).map(|line| format!("{line}\n")).collect();
    desk.write("n.match", begun.replacen("[\"random\",\"random\"]", "[\"human\",\"human\"]", 1));
    let bots = ["--seat", "austrian=random", "--seat", "french=random"];
    let text = stdout(&desk.run(&[&["play", "n.match"][..], &bots].concat()));
    let (begins, ends) = text.split_once('\n').unwrap();
    assert!(!begins.contains("31337") && ends.contains("The seed was 31337."), "{text}");
}
