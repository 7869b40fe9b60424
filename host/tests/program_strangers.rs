//! The program in the hands of a stranger: files that are none, words in odd places, texts that would command the terminal.

mod program_desk;

use std::fs;

use program_desk::{Desk, said, skipped, stderr, stdout};
use serde_json::Value;

fn manifest(id: &str) -> String {
    format!("id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"T\"\n")
}

/// What `check` says of one file in a folder that is called like no game.
fn checked(desk: &Desk, name: &str) -> (i32, String) {
    let (status, found) = desk.json(&["check", name, "--json"]);
    let line = |f: &Value| format!("{}:{}:{} {}", f["file"], f["line"], f["column"], f["message"]);
    (status, found["findings"].as_array().unwrap().iter().map(line).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_pack_is_checked_by_what_it_says_of_itself() {
    let desk = Desk::new();
    desk.write("mine/mud/rules.luau", "return { comands = function() return 1 end }");
    for (text, line, what) in [
        (manifest("mud").replace("api = 0", "api = 7"), "pack.toml\":3:7", "api 0, not 7"),
        (manifest("mud").replace("variant", "varient"), "pack.toml\":5:8", "is none of"),
        ("id = \"mud\n".to_owned(), "pack.toml\":1:", "not TOML"),
        (manifest("mud").replace("triomphe", "triomph"), "pack.toml\":0:0", "did you mean \\\"triomphe\\\""),
    ] {
        desk.write("mine/mud/pack.toml", text);
        let (status, told) = checked(&desk, "mine");
        assert!(status == 1 && told.contains(line) && told.contains(what), "{told}");
    }
    desk.write("mine/mud/pack.toml", manifest("mud"));
    let (_, told) = checked(&desk, "mine");
    assert!(told.contains("no rule point `comands`"), "{told}");
    // a folder above that is called like another game does not count against the pack's own word
    for file in ["pack.toml", "rules.luau"] {
        desk.write(&format!("nwars/mud/{file}"), fs::read(desk.path(&format!("mine/mud/{file}"))).unwrap());
    }
    assert_eq!(checked(&desk, "nwars/mud").1, told.replace("mine", "nwars"));
}

#[test]
fn byte_order_marks_do_no_harm_to_scripts_and_cases() {
    let desk = Desk::new();
    let mark = "\u{feff}";
    desk.write("mine/mud/pack.toml", format!("{mark}{}", manifest("mud").replace('\n', "\r\n")));
    desk.write("mine/mud/rules.luau", format!("{mark}return {{}}\r\n"));
    desk.write("mine/mud/a.case", format!("{mark}case A \"x\"\r\nsetup historical\r\nask austrian\r\n"));
    assert_eq!(checked(&desk, "mine"), (0, String::new()));
    let (status, text) = said(&desk.run(&["--packs", "mine", "play", "triomphe", "--variant", "mud"]));
    assert_eq!(status, 0, "{text}");
    let (status, proof) = desk.json(&["test", "mine", "--json"]);
    assert_eq!((status, &proof["passed"]), (0, &Value::from(1)), "{proof}");
}

#[cfg(unix)]
#[test]
fn links_devices_and_pipes_are_told_and_not_read() {
    let desk = Desk::new();
    desk.write("secret", "secret words");
    desk.write("mine/mud/pack.toml", manifest("mud"));
    std::os::unix::fs::symlink(desk.path("secret"), desk.path("mine/mud/rules.luau")).unwrap();
    let (status, told) = checked(&desk, "mine");
    assert!(status == 1 && told.contains("is a link") && !told.contains("secret"), "{told}");
    for command in ["check", "test"] {
        let (status, text) = said(&desk.run(&[command, "/dev/zero", "--game", "triomphe"]));
        assert!(status == 1 && text.contains("device"), "{text}");
    }
}

#[test]
fn what_a_script_says_does_not_command_the_terminal() {
    let desk = Desk::new();
    desk.write("mine/mud/pack.toml", manifest("mud"));
    let script = "return { commands = function(facts, default)\n\
                  if facts.seat == 'french' then error('\\27[31mred\\7') end return default() end }";
    desk.write("mine/mud/rules.luau", script);
    let play = ["--packs", "mine", "play", "triomphe", "--variant", "mud", "--save", "m.match"];
    let output = desk.typing(&play, b"why \x1b[2J\nend\n");
    let all = format!("{}{}", stdout(&output), stderr(&output));
    assert!(all.contains("[31mred") && !all.contains(['\u{1b}', '\u{7}']), "{all}");
    // nor does a save that somebody sent
    let saved = fs::read_to_string(desk.path("m.match")).unwrap();
    desk.write("sent.match", saved.replacen("\"game\":\"triomphe\"", "\"game\":\"\\u001b[2Jx\"", 1));
    let output = desk.run(&["play", "sent.match"]);
    let all = format!("{}{}", stdout(&output), stderr(&output));
    assert!(all.contains("sent.match: there is no game") && !all.contains('\u{1b}'), "{all}");
}

#[test]
fn what_a_save_asks_for_and_is_not_here_is_told_with_its_file() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["play", "triomphe", "--seed", "4", "--save", "m.match"]).status.code(), Some(0));
    let saved = fs::read_to_string(desk.path("m.match")).unwrap();
    for (was, is, told) in [
        ("\"triomphe\"", "\"triomph\"", "no game"),
        ("historical", "hysterical", "no set-up"),
        ("\"rulings\":{}", "\"rulings\":{\"x\":\"y\"}", "\"x\""),
        ("\"variants\":[]", "\"variants\":[\"mud\"]", "no variant"),
    ] {
        assert!(saved.contains(was), "{was}");
        desk.write("n.match", saved.replacen(was, is, 1));
        for command in ["play", "replay", "orders", "patch"] {
            let (status, text) = said(&desk.run(&[command, "n.match"]));
            assert!(status == 1 && text.contains("n.match: ") && text.contains(told), "{command}: {text}");
        }
    }
}

#[test]
fn words_with_something_odd_behind_them_are_explained() {
    let desk = Desk::new();
    let typed = b"undo 3\nwhy\nlog x\nnote\nsave\nHELP\nquit now\nboard\nQuit\nlog\n";
    let output = desk.typing(&["play", "triomphe", "--save", "m.match"], typed);
    let text = stdout(&output);
    for told in ["`undo` stands alone", "`why` needs an order", "`log` takes a number", "`note` needs", "`save` needs"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(text.contains("give an order; several") && text.contains("`quit` stands alone"), "{text}");
    assert!(text.contains("austrian Commands: 3 of 3 left"), "the figures stand beside the board: {text}");
    assert!(!text.contains("No: ") && !text.contains("> log\n"), "{text}");
    desk.write("mine/dull/pack.toml", manifest("dull").replace("variant", "bot"));
    desk.write("mine/dull/bot.luau", "return { choose = function() return 1 end }");
    let (status, text) = said(&desk.run(&["--packs", "mine", "play", "triomphe", "--variant", "dull"]));
    assert!(status == 2 && text.contains("a bot"), "{text}");
    let (status, help) = desk.json(&["play", "--help", "--json"]);
    assert!(status == 0 && help["help"].as_str().unwrap().contains("--seed"));
}

#[cfg(unix)]
#[test]
fn a_save_that_is_deleted_in_mid_match_is_told_and_goes_on_elsewhere() {
    use std::io::{Read, Write};
    use std::process::Stdio;

    let desk = Desk::new();
    let seats = ["--seat", "austrian=human", "--seat", "french=human"];
    let mut command = desk.command(&[&["play", "triomphe", "--save", "m.match"], &seats[..]].concat());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut typist, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    typist.write_all(b"p 3I\nnote here\n").unwrap();
    let mut wait = 0;
    while !fs::read_to_string(desk.path("m.match")).is_ok_and(|text| text.contains("here")) && wait < 600 {
        std::thread::sleep(std::time::Duration::from_millis(50));
        wait += 1;
    }
    fs::remove_file(desk.path("m.match")).unwrap();
    typist.write_all(b"end\nsave n.match\nend\n").unwrap();
    drop(typist);
    let mut text = String::new();
    screen.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success() && text.contains("moved or deleted"), "{text}");
    let (status, told) = desk.json(&["replay", "n.match", "--json"]);
    assert_eq!((status, &told["orders"]), (0, &Value::from(2)), "{text}");
}

#[test]
fn a_picture_is_written_whole_or_not_at_all() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("b.svg")).unwrap();
    let (status, text) = said(&desk.run(&["render", "triomphe", "--out", "b.svg"]));
    assert!(status == 1 && text.contains("b.svg: cannot be written"), "{text}");
    desk.write("a.svg", "an older one");
    assert_eq!(desk.run(&["render", "triomphe", "--out", "a.svg"]).status.code(), Some(0));
    let whole = fs::read(desk.path("a.svg")).unwrap();
    assert!(whole.starts_with(b"<svg") && whole.len() > 6 * 1024);
    assert_eq!(parts(&desk), 0);
}

/// How many files were begun and left.
fn parts(desk: &Desk) -> usize {
    let files = fs::read_dir(desk.path(".")).unwrap().flatten();
    files.filter(|file| [".part", ".new"].iter().any(|part| file.file_name().to_string_lossy().contains(part))).count()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_older_file() {
    let desk = Desk::new();
    desk.run(&["new", "variant", "mud"]);
    let long: String = (0..4000_u32).map(|k| format!("-- {:x}\n", k.wrapping_mul(2_654_435_761))).collect();
    desk.write("mud/long.luau", long + "return {}\n");
    for (args, out) in [
        (&["render", "triomphe", "--out", "a.svg"][..], "a.svg"),
        (&["docs", "triomphe", "--out", "a.md"], "a.md"),
        (&["pack", "mud", "--force", "--out", "mud.zip"], "mud.zip"),
    ] {
        desk.write(out, "an older one");
        let Some(output) = desk.on_a_small_disk(args, "") else { return skipped("there is no bash here") };
        let (status, text) = said(&output);
        assert!(status == 1 && text.contains(&format!("{out}: cannot be written")), "{text}");
        assert_eq!(fs::read_to_string(desk.path(out)).unwrap(), "an older one", "{args:?}");
    }
    assert_eq!(parts(&desk), 0);
}

#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_written_to_and_not_replaced() {
    let desk = Desk::new();
    desk.run(&["new", "variant", "mud"]);
    for (k, args) in
        [&["docs", "triomphe"][..], &["pack", "mud", "--force"], &["render", "triomphe"]].iter().enumerate()
    {
        let ending = ["md", "zip", "svg"][k];
        let (link, file) = (format!("link.{ending}"), format!("file.{ending}"));
        desk.write(&file, "an older one");
        std::os::unix::fs::symlink(desk.path(&file), desk.path(&link)).unwrap();
        let (status, text) = said(&desk.run(&[args, &["--out", &link][..]].concat()));
        assert_eq!(status, 0, "{text}");
        assert!(desk.path(&link).is_symlink(), "{link} was replaced");
        assert!(fs::read(desk.path(&file)).unwrap() != b"an older one", "{file} is as it was");
        // a folder in its place
        let folder = format!("folder.{ending}");
        fs::create_dir(desk.path(&folder)).unwrap();
        let (status, text) = said(&desk.run(&[args, &["--out", &folder][..]].concat()));
        assert!(status == 1 && text.contains(&format!("{folder}: cannot be written")), "{text}");
    }
    assert_eq!(parts(&desk), 0);
}
