//! Lessons in the terminal: the list, a lesson typed through, the recorder, and a pack that is begun.

mod program_desk;

use program_desk::Desk;

fn out(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn lessons_are_listed_and_learnt_with_results() {
    let desk = Desk::new();
    let (_, listed) = desk.json(&["learn", "--json"]);
    let ids: Vec<&str> = listed["lessons"].as_array().unwrap().iter().filter_map(|l| l["id"].as_str()).collect();
    assert!(ids.contains(&"learn-in-ten-minutes") && ids.contains(&"morning-of-14-june"), "{ids:?}");
    let typed =
        b"hint\nr 4 3I > 5\nundo\nm 4 3I > 5\nm 9 9I > 9\nshow\nskip\nskip\nskip\nskip\nskip\nback\nskip\nskip\n";
    let output = desk.typing(&["learn", "learn-in-ten-minutes", "--results", "me.json"], typed);
    let told = out(&output);
    assert!(output.status.success(), "{told}");
    for words in [
        "Type an order",
        "step 1 of 8",
        "Hint: Where from, then where to: 4, then 5. Type m 4 3I > 5.",
        "- That was a road march",
        "step 2 of 8",
        "! Shown",
        "The end",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let results: serde_json::Value = serde_json::from_slice(&std::fs::read(desk.path("me.json")).unwrap()).unwrap();
    assert_eq!(results["steps"][0]["outcome"], "done");
    assert_eq!((&results["steps"][0]["wrong"], &results["steps"][1]["outcome"]), (&1.into(), &"shown".into()));
    for words in ["Choose 4", "{", "|", "click"] {
        assert!(!told.contains(words), "{words} is for who points: {told}");
    }
    // a file that is there is kept, one that cannot be is told before anything is learnt
    let again = desk.typing(&["learn", "learn-in-ten-minutes", "--results", "me.json"], b"skip\n");
    assert!(again.status.code() == Some(1) && out(&again).contains("--force"), "{}", out(&again));
    let nowhere = desk.typing(&["learn", "learn-in-ten-minutes", "--results", "no/where.json"], b"skip\n");
    assert!(nowhere.status.code() == Some(1) && !out(&nowhere).contains("step 1"), "{}", out(&nowhere));
    // and who leaves in mid-lesson keeps what was done
    let left = desk.typing(&["learn", "learn-in-ten-minutes", "--results", "me.json", "--force"], b"skip\nquit\n");
    assert!(left.status.success(), "{}", out(&left));
    let results: serde_json::Value = serde_json::from_slice(&std::fs::read(desk.path("me.json")).unwrap()).unwrap();
    assert_eq!((&results["finished"], &results["steps"][0]["outcome"]), (&false.into(), &"skipped".into()));
    let unknown = desk.run(&["learn", "learn-in-ten-minuts"]);
    assert!(unknown.status.code() == Some(2) && out(&unknown).contains("did you mean \"learn-in-ten-minutes\"?"));
}

#[test]
fn a_lesson_that_is_begun_works_at_once_and_tells_its_mistakes() {
    let desk = Desk::new();
    for args in [&["new", "tutorial", "mine"][..], &["new", "tutorial", "theirs", "--game", "nwars"]] {
        let made = desk.run(args);
        assert!(made.status.success(), "{}", out(&made));
    }
    for args in [["check", "mine"], ["test", "mine"], ["check", "theirs"], ["test", "theirs"], ["pack", "mine"]] {
        let output = desk.run(&args);
        assert!(output.status.success(), "{args:?}: {}", out(&output));
    }
    let led = desk.typing(&["learn", "mine"], b"\na 5 3I > 12\nundo\na 5 3I+2I > 12\n2\nnext\n");
    assert!(out(&led).contains("One block may be stopped by one") && out(&led).contains("The end"), "{}", out(&led));
    let text = std::fs::read_to_string(desk.path("mine/lesson.luau")).unwrap();
    desk.write("mine/lesson.luau", text.replace("pieces = 2", "peices = 2"));
    let found = desk.run(&["check", "mine"]);
    assert!(found.status.code() == Some(1) && out(&found).contains("did you mean \"pieces\"?"), "{}", out(&found));
}

#[test]
fn every_answer_to_a_quiz_is_answered_and_the_end_asks_for_nothing() {
    let desk = Desk::new();
    assert!(desk.run(&["new", "tutorial", "mine"]).status.success());
    let led = desk.typing(&["learn", "mine"], b"\na 5 3I > 12\nundo\na 5 3I+2I > 12\n1\n3\n3\n4\n0\n2\nnext\n");
    let told = out(&led);
    assert_eq!(told.matches("Choose an answer, 1 to 3.").count(), 2, "{told}");
    let after: Vec<&str> = told.split("> 3\n").collect();
    assert_eq!(after.len(), 3, "{told}");
    for answer in &after[1..] {
        assert!(answer.trim_start().starts_with("- "), "{told}");
    }
    let end = told.split("The end").nth(1).unwrap();
    assert!(!end.contains('['), "nobody can type anything any more: {end}");
}

#[test]
fn a_lesson_whose_variant_is_not_here_says_so_once() {
    let desk = Desk::new();
    assert!(desk.run(&["new", "variant", "mud", "--in", "packs"]).status.success());
    assert!(desk.run(&["new", "tutorial", "mine"]).status.success());
    let text = std::fs::read_to_string(desk.path("mine/lesson.luau")).unwrap();
    desk.write("mine/lesson.luau", text.replacen("return {", "return {\n\tvariants = { \"mud\" },", 1));
    for what in ["check", "test"] {
        let found = desk.run(&[what, "mine"]);
        let told = out(&found);
        assert!(found.status.code() == Some(1) && told.contains("--packs DIR"), "{what}: {told}");
        assert_eq!(told.matches("there is no variant \"mud\"").count(), 1, "{what}: {told}");
    }
}

#[test]
fn a_match_becomes_a_lesson() {
    let desk = Desk::new();
    let seats = ["--seat", "austrian=steady", "--seat", "french=steady"];
    let played = desk.run(&[&["play", "triomphe", "--seed", "5", "--save", "my.match"][..], &seats].concat());
    assert!(played.status.success(), "{}", out(&played));
    let recorded = desk.run(&["learn", "--record", "my.match", "--seat", "austrian", "--to", "40"]);
    let text = out(&recorded);
    assert!(recorded.status.success() && text.contains("expect = {") && text.contains("reply = {"), "{text}");
    let replay = desk.run(&["learn", "--record", "my.match", "--replay", "--to", "40"]);
    assert!(out(&replay).contains("orders = {") && out(&replay).contains("comments = {"));
    let made = desk.run(&["new", "tutorial", "mine", "--from", "my.match"]);
    assert!(made.status.success(), "{}", out(&made));
    desk.write("mine/lesson.luau", text);
    let checked = desk.run(&["check", "mine"]);
    assert!(checked.status.success(), "{}", out(&checked));
}

#[test]
fn a_lesson_is_made_of_the_match_that_was_played() {
    let desk = Desk::new();
    let played = desk.typing(&["play", "nwars", "--seed", "1", "--save", "n.match"], b"quit\n");
    assert!(played.status.success(), "{}", out(&played));
    let (_, listed) = desk.json(&["orders", "n.match", "--json"]);
    let order = listed["orders"][0]["text"].as_str().unwrap();
    let played = desk.typing(&["play", "n.match"], format!("{order}\nquit\n").as_bytes());
    assert!(played.status.success(), "{}", out(&played));
    let made = desk.run(&["new", "tutorial", "mine", "--from", "n.match"]);
    assert!(made.status.success(), "{}", out(&made));
    assert!(std::fs::read_to_string(desk.path("mine/pack.toml")).unwrap().contains("game = \"nwars\""));
    let checked = desk.run(&["check", "mine"]);
    assert!(checked.status.success(), "{}", out(&checked));
    let wrong = desk.run(&["new", "tutorial", "mine", "--from", "n.match", "--game", "triomphe"]);
    assert!(wrong.status.code() == Some(2) && out(&wrong).contains("is a match of nwars"), "{}", out(&wrong));
    for game in ["nwars", "folio", "bonaparte"] {
        let lesson = &format!("of-{game}");
        let made = desk.run(&["new", "tutorial", lesson, "--game", game]);
        assert!(made.status.success(), "{}", out(&made));
        for what in ["check", "test"] {
            let tried = desk.run(&[what, lesson]);
            assert!(tried.status.success(), "{what}: {}", out(&tried));
        }
    }
}

#[test]
fn the_recorder_refuses_a_side_without_an_order() {
    let desk = Desk::new();
    let typed = b"r Alessandria 3I > 1 > 2 > 4\nquit\n";
    let played = desk.typing(
        &["play", "triomphe", "--seat", "austrian=human", "--seat", "french=human", "--save", "my.match"],
        typed,
    );
    assert!(played.status.success(), "{}", out(&played));
    let none = desk.run(&["learn", "--record", "my.match", "--seat", "austrian", "--to", "0"]);
    assert!(none.status.code() == Some(1) && out(&none).contains("nobody has ordered anything"), "{}", out(&none));
    let refused = desk.run(&["learn", "--record", "my.match", "--seat", "french"]);
    let text = out(&refused);
    assert!(refused.status.code() == Some(1) && text.contains("no order of the french side"), "{text}");
}
