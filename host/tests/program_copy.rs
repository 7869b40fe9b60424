//! Positions of saved matches from a terminal, with the real program: written as cases and set-ups, and used.

mod program_desk;

use std::fs;

use program_desk::{Desk, said, stdout};
use serde_json::Value;

#[test]
fn a_copied_case_is_a_case_that_passes() {
    let desk = Desk::new();
    desk.match_of_bots("m.match", "5");
    for at in ["40", "41"] {
        let case = stdout(&desk.run(&["copy", "m.match", "--as", "case", "--at", at]));
        assert!(case.contains("\nask "), "{case}");
        desk.write("here.case", &case);
        let (status, tested) = desk.json(&["test", "here.case", "--game", "triomphe", "--json"]);
        assert_eq!((status, &tested["passed"]), (0, &Value::from(1)), "order {at}: {tested}\n{case}");
        // the case can fail
        desk.write("here.case", case.replace("\nask ", "\nask nobody # "));
        assert_eq!(desk.json(&["test", "here.case", "--game", "triomphe", "--json"]).0, 1, "order {at}");
    }
}

#[test]
fn a_copied_set_up_is_one_that_a_match_begins_from() {
    let desk = Desk::new();
    desk.match_of_bots("m.match", "5");
    assert_eq!(desk.run(&["new", "setup", "later", "--in", "packs"]).status.code(), Some(0));
    let (_, copied) = desk.json(&["copy", "m.match", "--as", "setup", "--at", "60", "--json"]);
    let text = copied["text"].as_str().unwrap();
    let old = fs::read_to_string(desk.path("packs/later/setup.toml")).unwrap();
    desk.write("packs/later/setup.toml", text);
    assert!(old != text && copied["at"] == 60);
    let begun = ["play", "triomphe", "--packs", "packs", "--setup", "later", "--seed", "1", "--save", "n.match"];
    let bots = ["--seat", "austrian=random", "--seat", "french=random"];
    let (status, told) = said(&desk.run(&[&begun[..], &bots].concat()));
    assert_eq!(status, 0, "{told}");
}

#[test]
fn what_is_hidden_of_a_match_under_way_is_not_copied_unasked() {
    let desk = Desk::new();
    desk.typing(&["play", "triomphe", "--seed", "9", "--save", "m.match"], b"quit\n");
    let (status, told) = said(&desk.run(&["copy", "m.match", "--as", "case"]));
    assert!(status == 2 && told.contains("--seat austrian or --seat french") && told.contains("--all"), "{told}");
    let own = stdout(&desk.run(&["copy", "m.match", "--as", "case", "--seat", "austrian"]));
    let all = stdout(&desk.run(&["copy", "m.match", "--as", "case", "--all"]));
    assert!(own.contains("seed 0\n") && all.contains("seed 9\n"), "{own}\n{all}");
    // where the French pieces stand is known, and not which they are
    let french =
        |text: &str| text.lines().filter(|line| line.contains(" french ")).map(str::to_owned).collect::<Vec<_>>();
    assert_ne!(french(&own), french(&all));
    let austrian = |text: &str| {
        text.lines()
            .filter(|line| line.starts_with("at ") && line.contains(" austrian "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(austrian(&own), austrian(&all));
    let (status, told) = said(&desk.run(&["copy", "m.match", "--as", "case", "--all", "--at", "99"]));
    assert!(status == 1 && told.contains("order 99 is not known"), "{told}");
}

#[test]
fn a_match_that_is_over_is_copied_for_everybody() {
    let desk = Desk::new();
    desk.match_of_bots("m.match", "5");
    let all = stdout(&desk.run(&["copy", "m.match", "--as", "case", "--all"]));
    let own = desk.run(&["copy", "m.match", "--as", "case", "--seat", "french"]);
    assert_eq!(said(&own).0, 0, "{}", said(&own).1);
    assert_eq!(stdout(&own), all);
}

#[test]
fn a_copied_case_of_a_match_with_packs_is_one_by_those_that_it_carries() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["new", "variant", "mud", "--in", "packs"]).status.code(), Some(0));
    let play = ["play", "triomphe", "--packs", "packs", "--variant", "mud", "--seed", "3", "--save", "m.match"];
    assert_eq!(desk.typing(&play, b"quit\n").status.code(), Some(0));
    let output = desk.run(&["copy", "m.match", "--as", "case", "--all"]);
    let case = stdout(&output);
    assert_eq!(said(&output).0, 0, "{}", said(&output).1);
    assert!(case.contains("variant mud") && case.contains("# It needs mud: "), "{case}");
    // as it says: in the pack's folder, or with --packs
    desk.write("packs/mud/from-play.case", &case);
    desk.write("here.case", &case);
    for args in [
        &["test", "packs/mud/from-play.case", "--json"][..],
        &["test", "here.case", "--game", "triomphe", "--packs", "packs", "--json"],
    ] {
        let (status, tested) = desk.json(args);
        assert_eq!((status, &tested["passed"]), (0, &Value::from(1)), "{tested}");
    }
    // a file that a failed command has left
    desk.write("empty.case", "");
    let (_, told) = said(&desk.run(&["test", "empty.case", "--game", "triomphe"]));
    assert!(told.contains("the file is empty"), "{told}");
}
