//! Saved matches that are damaged, edited, old or in the wrong place, as a shell sees them.

mod program_desk;

use std::fs;

use program_desk::{Desk, said, skipped, stderr, stdout};
use serde_json::{Value, json};

const BOTS: [&str; 4] = ["--seat", "austrian=random", "--seat", "french=random"];

impl Desk {
    /// The lines of a match of bots.
    fn lines(&self, seed: &str) -> Vec<String> {
        self.match_of_bots("source.match", seed);
        let text = fs::read_to_string(self.path("source.match")).unwrap();
        fs::remove_file(self.path("source.match")).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    fn save(&self, name: &str, lines: &[String]) {
        self.write(name, lines.join("\n") + "\n");
    }
}

/// Changes one line's JSON.
fn edited(line: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value: Value = serde_json::from_str(line).unwrap();
    change(&mut value);
    value.to_string()
}

#[test]
fn a_line_that_cannot_be_read_costs_what_comes_after_it_and_the_file_is_kept() {
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(40);
    lines[20] = "{\"line\":\"order\",\"n\":20,".to_owned();
    desk.save("m.match", &lines);
    let before = fs::read(desk.path("m.match")).unwrap();
    for command in ["replay", "orders", "play", "patch"] {
        let (status, text) = said(&desk.run(&[command, "m.match"]));
        assert!(status == 1 && text.contains("line 21") && text.contains("--on-damage back"), "{command}: {text}");
    }
    assert_eq!(fs::read(desk.path("m.match")).unwrap(), before);
    let back =
        desk.run(&["play", "m.match", "--on-damage", "back", "--seat", "austrian=human", "--seat", "french=human"]);
    let (status, text) = said(&back);
    assert!(status == 0 && text.contains("19 orders have been played") && text.contains("m.match.old"), "{text}");
    assert_eq!(fs::read(desk.path("m.match.old")).unwrap(), before);
    let (status, told) = desk.json(&["replay", "m.match", "--json"]);
    assert_eq!((status, &told["orders"]), (0, &json!(19)));
    // a second time nothing has to be mended, and the copy is not overwritten
    desk.save("m.match", &lines);
    assert_eq!(desk.run(&[&["play", "m.match", "--on-damage", "back"][..], &BOTS].concat()).status.code(), Some(0));
    assert!(desk.path("m.match.old-2").is_file());
    assert_eq!(desk.run(&[&["play", "m.match", "--on-damage", "back"][..], &BOTS].concat()).status.code(), Some(0));
    assert!(!desk.path("m.match.old-3").exists());
}

#[test]
fn what_is_no_match_is_told_for_what_it_is() {
    let desk = Desk::new();
    desk.write("empty.match", "");
    desk.write("picture.match", b"\x89PNG\r\n\x1a\n\0\0\0");
    desk.write("other.match", "{\"name\":\"something else\"}\n");
    desk.write("utf16.match", b"\xff\xfe{\0\"\0");
    fs::create_dir(desk.path("folder.match")).unwrap();
    for (file, expected) in [
        ("empty.match", "line 1: the file is empty"),
        ("picture.match", "line 1: this is no saved match"),
        ("other.match", "line 1: this is no saved match"),
        ("utf16.match", "line 1: this is no saved match"),
        ("folder.match", "is no file, but a folder"),
        ("missing.match", "cannot be read"),
    ] {
        for command in ["replay", "orders", "play", "patch"] {
            let (status, text) = said(&desk.run(&[command, file]));
            assert!(status == 1 && text.contains(expected), "{command} {file}: {text}");
        }
    }
}

#[cfg(unix)]
#[test]
fn devices_and_files_without_permission_are_refused_at_once() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let (status, text) = said(&desk.run(&["replay", "/dev/zero"]));
    assert!(status == 1 && text.contains("a device or a pipe"), "{text}");
    desk.save("m.match", &desk.lines("2"));
    let mode = |mode| fs::set_permissions(desk.path("m.match"), fs::Permissions::from_mode(mode)).unwrap();
    mode(0o000);
    if fs::read(desk.path("m.match")).is_ok() {
        return skipped("this user may read everything");
    }
    let (status, text) = said(&desk.run(&["replay", "m.match"]));
    assert!(status == 1 && text.contains("m.match cannot be read: Permission denied"), "{text}");
    mode(0o444);
    assert_eq!(desk.run(&["replay", "m.match"]).status.code(), Some(0));
    let (status, text) = said(&desk.run(&["play", "m.match"]));
    assert!(status == 1 && text.contains("m.match cannot be written: Permission denied"), "{text}");
}

#[test]
fn a_byte_order_mark_and_other_line_ends_do_no_harm() {
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(30);
    desk.save("plain.match", &lines);
    desk.write("dos.match", format!("\u{feff}{}\r\n\r\n", lines.join("\r\n")));
    let (_, plain) = desk.json(&["replay", "plain.match", "--json", "--all"]);
    let (status, dos) = desk.json(&["replay", "dos.match", "--json", "--all"]);
    assert!(plain["hash"].is_string());
    assert_eq!((status, &dos["hash"], &dos["torn"]), (0, &plain["hash"], &Value::Null));
    let (status, text) = said(&desk.run(&[&["play", "dos.match"][..], &BOTS].concat()));
    assert_eq!(status, 0, "{text}");
    assert_eq!(desk.json(&["replay", "dos.match", "--json"]).0, 0);
}

#[test]
fn a_header_with_another_number_of_players_is_refused() {
    let desk = Desk::new();
    let lines = desk.lines("2");
    for seats in [json!(["human"]), json!([]), json!(["human", "human", "human"])] {
        let mut lines = lines.clone();
        lines[0] = edited(&lines[0], |header| header["seats"] = seats);
        desk.save("m.match", &lines);
        for command in ["replay", "play", "orders"] {
            let (status, text) = said(&desk.run(&[command, "m.match"]));
            assert!(status == 1 && text.contains("m.match, line 1") && text.contains("2 sides"), "{command}: {text}");
        }
    }
}

#[test]
fn a_save_of_another_revision_is_silent_where_it_fits_and_says_so_where_it_parts() {
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(60);
    assert!(serde_json::from_str::<Value>(&lines[0]).unwrap()["rules"].as_str().unwrap().len() == 16);
    lines[0] = edited(&lines[0], |header| header["rules"] = json!("0123456789abcdef"));
    desk.save("old.match", &lines);
    let output = desk.run(&["replay", "old.match"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", stderr(&output));

    let order = lines.iter().position(|l| l.starts_with("{\"line\":\"order\",\"n\":30,")).unwrap();
    lines[order] = edited(&lines[order], |order| order["hash"] = json!("0123456789abcdef"));
    desk.save("old.match", &lines);
    let (status, told) = desk.json(&["replay", "old.match", "--json"]);
    assert_eq!((status, &told["divergence"]["order"], &told["other_rules"]), (1, &json!(30), &json!(true)));
    assert_eq!((&told["orders"], &told["from_snapshot"]), (&json!(29), &Value::Null), "a person decides");
    let (status, text) = said(&desk.run(&["play", "old.match"]));
    assert!(status == 1 && text.contains("the program's rules have changed since"), "{text}");
    assert!(text.contains("from the snapshot after order 50"), "{text}");
    let snapshot = desk.run(&[&["play", "old.match", "--on-divergence", "snapshot"][..], &BOTS].concat());
    let (status, text) = said(&snapshot);
    assert!(status == 0 && text.contains("57 orders have been played"), "{text}");
    let (status, told) = desk.json(&["replay", "old.match", "--json"]);
    assert_eq!((status, &told["divergence"], &told["other_rules"]), (0, &Value::Null, &json!(false)));
}

#[test]
fn an_edited_save_is_played_on_when_a_person_says_from_where() {
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(60);
    let order = lines.iter().position(|l| l.starts_with("{\"line\":\"order\",\"n\":30,")).unwrap();
    lines[order] = edited(&lines[order], |order| order["hash"] = json!("0123456789abcdef"));
    desk.save("m.match", &lines);
    let before = fs::read(desk.path("m.match")).unwrap();
    for stop in [&["play", "m.match"][..], &["play", "m.match", "--on-divergence", "stop"]] {
        let (status, text) = said(&desk.run(&[stop, &BOTS].concat()));
        assert!(status == 1 && text.contains("`--on-divergence back` goes on from there"), "{text}");
        assert!(text.contains("up to order 29") && text.contains("from the snapshot after order 50"), "{text}");
        assert!(!text.contains("0123456789abcdef") && !text.contains("begun with"), "{text}");
        assert_eq!(fs::read(desk.path("m.match")).unwrap(), before);
    }
    let go_on = |how: &str| {
        desk.save("m.match", &lines);
        let (status, text) = said(&desk.run(&[&["play", "m.match", "--on-divergence", how][..], &BOTS].concat()));
        assert_eq!(status, 0, "{text}");
        let (status, told) = desk.json(&["replay", "m.match", "--json"]);
        assert_eq!((status, &told["divergence"]), (0, &Value::Null), "it is asked once: {told}");
        text
    };
    assert!(go_on("back").contains("29 orders have been played"));
    assert!(go_on("snapshot").contains("57 orders have been played"));
}

#[test]
fn going_on_from_a_snapshot_is_refused_where_there_is_none() {
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(20);
    lines[0] = edited(&lines[0], |header| header["rules"] = json!("0123456789abcdef"));
    lines[9] = edited(&lines[9], |order| order["hash"] = json!("0123456789abcdef"));
    desk.save("m.match", &lines);
    let before = fs::read(desk.path("m.match")).unwrap();
    let (status, text) = said(&desk.run(&[&["play", "m.match", "--on-divergence", "snapshot"][..], &BOTS].concat()));
    assert!(status == 1 && text.contains("no later snapshot"), "{text}");
    assert_eq!(fs::read(desk.path("m.match")).unwrap(), before);
}

#[test]
fn a_snapshot_that_was_edited_is_not_played_on() {
    use bormida_core::games::triomphe::State;
    use bormida_core::kernel::Class;
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(60);
    let order = lines.iter().position(|l| l.starts_with("{\"line\":\"order\",\"n\":30,")).unwrap();
    lines[order] = edited(&lines[order], |order| order["hash"] = json!("0123456789abcdef"));
    let at = lines.iter().rposition(|l| l.starts_with("{\"line\":\"snapshot\"")).unwrap();
    let forge = |change: &dyn Fn(&mut State)| {
        edited(&lines[at], |line| {
            let mut state: State = serde_json::from_value(line["state"].clone()).unwrap();
            change(&mut state);
            line["hash"] = json!(format!("{:016x}", bormida_core::kernel::state_hash(&state)));
            line["state"] = serde_json::to_value(&state).unwrap();
        })
    };
    desk.save("m.match", &lines);
    let (_, told) = desk.json(&["replay", "m.match", "--json"]);
    assert_eq!(told["from_snapshot"], 50, "the same packs and program: the snapshot stands in");
    type Forgery = fn(&mut State);
    let forgeries: [Forgery; 5] = [
        |s| s.pieces[0].pos.0 = 9999,
        |s| s.pieces[0].class = Class(11),
        |s| s.public.active.0 = 9,
        |s| s.public.morale[1].uncommitted += 9,
        |s| s.pieces.clear(),
    ];
    for (k, change) in forgeries.iter().enumerate() {
        let mut forged = lines.clone();
        forged[at] = forge(change);
        desk.save("m.match", &forged);
        let (status, told) = desk.json(&["replay", "m.match", "--json"]);
        let stands = (&told["from_snapshot"], &told["later_snapshot"], &told["orders"]);
        assert_eq!((status, stands), (1, (&Value::Null, &Value::Null, &json!(29))), "{k}");
        let (status, text) = said(&desk.run(&[&["play", "m.match", "--on-divergence", "back"][..], &BOTS].concat()));
        assert_eq!(status, 0, "{k}: {text}");
    }
}

#[test]
fn divergences_of_any_length_are_told_in_a_few_words() {
    let desk = Desk::new();
    let mut lines = desk.lines("2");
    lines.truncate(6);
    let long = "x".repeat(1 << 20);
    lines[3] = edited(&lines[3], |order| order["text"] = json!(long));
    desk.save("m.match", &lines);
    for command in ["replay", "patch"] {
        let output = desk.run(&[command, "m.match", "--json"]);
        assert!(output.status.code() == Some(1) && output.stdout.len() < 8000, "{command}: {}", output.stdout.len());
    }
    lines[3] = format!("{{\"line\":\"{long}\"}}");
    desk.save("m.match", &lines);
    let output = desk.run(&["replay", "m.match"]);
    assert!(output.status.code() == Some(1) && output.stderr.len() < 2000, "{}", output.stderr.len());
}

#[test]
fn patch_says_where_rules_part_and_begins_a_branch_there() {
    let desk = Desk::new();
    let mut lines = desk.lines("6");
    lines.truncate(60);
    desk.save("a.match", &lines);
    let (status, text) = said(&desk.run(&["patch", "a.match"]));
    assert!(status == 0 && text.contains("orders fit"), "{text}");
    desk.write("other/data/triomphe/rules.toml", "[road]\nroad_steps = 1\n");
    let (status, told) = desk.json(&["patch", "a.match", "--packs", "other", "--json"]);
    let (order, fits) = (told["divergence"]["order"].as_u64().unwrap(), told["fits"].as_u64().unwrap());
    assert_eq!((status, order, &told["other_packs"]), (1, fits + 1, &json!(true)), "{told}");
    assert_eq!(told["since"], "it was played with other packs (triomphe)");
    assert_eq!(told["changed_packs"], json!(["triomphe"]));
    assert!(told["divergence"]["why"].as_str().unwrap().contains("it is refused"), "{told}");
    let before = fs::read(desk.path("a.match")).unwrap();
    let (status, told) = desk.json(&["patch", "a.match", "--packs", "other", "--out", "b.match", "--json"]);
    assert_eq!((status, &told["at"], &told["branch"]), (0, &json!(fits), &json!("b.match")), "{told}");
    assert_eq!(fs::read(desk.path("a.match")).unwrap(), before);
    let (status, text) = said(&desk.run(&["patch", "a.match", "--packs", "other", "--out", "b.match"]));
    assert!(status == 1 && text.contains("b.match: is there already"), "nothing is overwritten: {text}");
    // the branch carries the folder's files, and is a match of its own
    fs::remove_dir_all(desk.path("other")).unwrap();
    let (status, told) = desk.json(&["replay", "b.match", "--json"]);
    assert_eq!((status, &told["orders"], &told["other_packs"]), (0, &json!(fits), &json!(false)), "{told}");
    let (status, text) = said(&desk.run(&[&["play", "b.match"][..], &BOTS].concat()));
    assert_eq!(status, 0, "{text}");
    assert_eq!(desk.json(&["replay", "b.match", "--json"]).0, 0);

    // an earlier point, in the place of the old file, which is kept
    let (status, text) = said(&desk.run(&["patch", "a.match", "--at", "5", "--replace"]));
    assert!(status == 0 && text.contains("a.match.old"), "{text}");
    assert_eq!(fs::read(desk.path("a.match.old")).unwrap(), before);
    assert_eq!(desk.json(&["replay", "a.match", "--json"]).1["orders"], 5);
    for (args, status, expected) in [
        (&["patch", "a.match", "--at", "6", "--out", "c.match"][..], 1, "order 6 does not fit"),
        (&["patch", "a.match", "--at", "3"], 2, "--at goes with"),
        (&["patch", "a.match", "--out", "c.match", "--replace"], 2, "cannot be used with"),
    ] {
        let (ended, text) = said(&desk.run(args));
        assert!(ended == status && text.contains(expected), "{args:?}: {text}");
    }
}

#[test]
fn patch_compares_the_next_snapshot_in_public_words() {
    let desk = Desk::new();
    let manifest =
        "id = \"mine\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mine\"\n";
    let pack = |commands: u8| {
        desk.write("packs/mine/pack.toml", manifest);
        desk.write("packs/mine/rules.luau", format!("return {{ commands = function() return {commands} end }}\n"));
    };
    pack(4);
    let play = ["play", "triomphe", "--packs", "packs", "--variant", "mine", "--seed", "3", "--save", "m.match"];
    let (status, told) = said(&desk.run(&[&play[..], &BOTS].concat()));
    assert_eq!(status, 0, "{told}");
    let text = fs::read_to_string(desk.path("m.match")).unwrap();
    let some: String = text.lines().take(40).map(|line| format!("{line}\n")).collect();
    desk.write("m.match", some);
    // the match carries the pack that it is played with; patch takes the folder's
    pack(5);
    assert_eq!(desk.json(&["replay", "m.match", "--packs", "packs", "--json"]).0, 0);
    let (status, told) = desk.json(&["patch", "m.match", "--packs", "packs", "--json"]);
    assert_eq!((status, &told["other_packs"]), (1, &json!(true)), "{told}");
    let differences = &told["differences"];
    assert_eq!(differences["after"], 25, "{told}");
    let (was, today) = (differences["was"].to_string(), differences["today"].to_string());
    assert!(was.contains("of 4") && today.contains("of 5"), "{told}");
    let (_, text) = said(&desk.run(&["patch", "m.match", "--packs", "packs"]));
    assert!(text.lines().count() < 40 && text.contains("it was played with other packs"), "{text}");
    let (status, _) = desk.json(&["patch", "m.match", "--packs", "packs", "--out", "n.match", "--json"]);
    assert_eq!(status, 0);
    fs::remove_dir_all(desk.path("packs")).unwrap();
    let saved = fs::read_to_string(desk.path("n.match")).unwrap();
    assert!(saved.lines().next().unwrap().contains("return 5"), "the branch carries today's pack");
    assert_eq!(desk.json(&["replay", "n.match", "--json"]).0, 0);
}

#[test]
fn what_a_folder_lays_over_the_game_travels_with_the_match() {
    let desk = Desk::new();
    desk.write("other/data/triomphe/rules.toml", "[road]\nroad_steps = 1\n");
    let play = ["play", "triomphe", "--packs", "other", "--seed", "3", "--save", "m.match"];
    assert_eq!(desk.run(&[&play[..], &BOTS].concat()).status.code(), Some(0));
    fs::remove_dir_all(desk.path("other")).unwrap();
    let (status, told) = desk.json(&["replay", "m.match", "--json"]);
    assert_eq!((status, &told["other_packs"]), (0, &json!(false)), "{}", told["divergence"]);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_match_stands_in_memory_and_in_the_file() {
    let desk = Desk::new();
    let people = ["--seat", "austrian=human", "--seat", "french=human", "--seed", "5"];
    let play = [&["play", "triomphe", "--save", "m.match"][..], &people].concat();
    // each note is a line of some 900 bytes
    let notes = format!("note {}\n", "n".repeat(900)).repeat(9);
    let output = desk.on_a_small_disk(&play, &format!("{notes}end\nsave n.match\nquit\n"));
    let Some(output) = output else { return skipped("there is no bash here") };
    let text = stdout(&output);
    assert!(text.contains("m.match cannot be written") && text.contains("The match stands as before"), "{text}");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (status, told) = desk.json(&["replay", "m.match", "--json"]);
    assert_eq!((status, &told["torn"]), (0, &Value::Null), "{told}");
    // a bot's order that cannot be written is put before the person too
    let against = ["--seat", "austrian=human", "--seat", "french=random", "--seed", "5", "--save", "b.match"];
    let play = [&["play", "triomphe"][..], &against].concat();
    let turns = "end\nend\n".repeat(60);
    let Some(output) = desk.on_a_small_disk(&play, &turns) else { return skipped("there is no bash here") };
    let text = stdout(&output);
    assert!(output.status.code() == Some(0) && text.contains("`save FILE` goes on in another file"), "{text}");
    assert_eq!(desk.json(&["replay", "b.match", "--json"]).0, 0);
}

#[test]
fn a_match_for_trying_rules_says_so_whenever_it_is_loaded() {
    let desk = Desk::new();
    let begun = ["play", "triomphe", "--designer", "--seed", "3", "--save", "d.match"];
    let people = ["--seat", "austrian=human", "--seat", "french=human"];
    stdout(&desk.typing(&[&begun[..], &people].concat(), b"end\nquit\n"));
    let text = fs::read_to_string(desk.path("d.match")).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["all_seeing"], json!(true));
    for command in [&["replay", "d.match"][..], &["orders", "d.match"]] {
        let told = desk.run(command);
        assert!(
            told.status.success() && stderr(&told).contains("nothing is hidden in this match"),
            "{}",
            stderr(&told)
        );
    }
    // the stamp is the header's own: it is no choice of who goes on
    let (status, text) = said(&desk.run(&["play", "d.match", "--designer"]));
    assert!(status == 2 && text.contains("--designer goes with a new match"), "{text}");
}
