//! The console of an all-seeing match: reload on save, errors, state, prompt, tests; and that no other match has one.

use std::path::{Path, PathBuf};

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Entry, Saved, Seed};
use bormida_core::pack::builtin::Files;
use eframe::egui::{Key, Modifiers, OutputCommand};
use egui_kittest::kittest::Queryable;

use super::harness::*;

const MANIFEST: &str = "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mud\"\nauthors = [\"Me\"]\n\
     description = \"Mud.\"\n";
const RULES: &str = "return {\n\tcommands = function(facts, default)\n\t\tprint(\"asked\", facts.seat)\n\t\treturn \
                     default()\n\tend,\n}\n";
const CASE: &str = "setup none\nvariant mud\n\ncase M1 \"one marches\" section 7\nround 9:00AM\nturn french\nat 46 french 2I\n\
                    > m 46 2I > 45\n";

/// A folder with the variant `mud`, and a saved match of two people with it.
struct Room {
    disk: tempfile::TempDir,
    catalogue: Catalogue,
    save: PathBuf,
}

impl Room {
    fn new(all_seeing: bool) -> Room {
        let disk = tempfile::tempdir().unwrap();
        let room = disk.path().join("packs/mud");
        std::fs::create_dir_all(&room).unwrap();
        for (name, text) in [("pack.toml", MANIFEST), ("rules.luau", RULES), ("mud.case", CASE)] {
            std::fs::write(room.join(name), text).unwrap();
        }
        let catalogue = house(&Files::over(disk.path().join("packs"))).unwrap();
        let spec = Spec { variants: vec!["mud".to_owned()], all_seeing, seed: Seed(5), ..Spec::default() };
        let save = saved(&catalogue, disk.path(), &spec, Vacant::People);
        Room { disk, catalogue, save }
    }

    fn window(&self) -> Window<'_> {
        let mut harness = window(&self.catalogue, self.disk.path(), Some(&self.save));
        wait(&mut harness, "the table", |h| !says(h, "I play the"));
        harness
    }

    /// Saves the rules as an author would.
    fn rules(&self, text: &str) {
        std::fs::write(self.disk.path().join("packs/mud/rules.luau"), text).unwrap();
    }
}

fn packs_lines(path: &Path) -> usize {
    Saved::read(path).unwrap().entries.iter().filter(|entry| matches!(entry, Entry::Packs { .. })).count()
}

/// Opens the curtain, where it has fallen.
fn raise(harness: &mut Window<'_>) {
    if says(harness, "I play the") {
        press(harness, Modifiers::NONE, Key::Enter);
    }
}

fn order(harness: &mut Window<'_>, text: &str) {
    write(harness, "/");
    write(harness, text);
    press(harness, Modifiers::NONE, Key::Enter);
    press(harness, Modifiers::NONE, Key::Enter);
    raise(harness);
}

#[test]
fn in_a_match_with_secrets_no_key_and_no_menu_opens_the_console() {
    let room = Room::new(false);
    let mut harness = room.window();
    raise(&mut harness);
    order(&mut harness, "end");
    press(&mut harness, Modifiers::NONE, Key::F12);
    for label in ["Output", "Errors", "State", "Try it", "Reload on save", "designer mode", "Console  F12"] {
        assert!(!says(&harness, label), "{label}");
    }
    click(&mut harness, "Designer");
    assert!(!says(&harness, "Console  F12") && says(&harness, "Make a copy for trying rules"));
    room.rules("return {");
    for _ in 0..8 {
        harness.step();
    }
    assert!(!says(&harness, "rules.luau") && packs_lines(&room.save) == 0);
    // a copy shows everything, after a warning; the match itself keeps its secrets
    room.rules(RULES);
    click(&mut harness, "Make a copy for trying rules");
    assert!(says(&harness, "Nothing will be hidden"));
    click(&mut harness, "Make the copy");
    wait(&mut harness, "the copy", |h| says(h, "designer mode") || says(h, "I play the"));
    raise(&mut harness);
    assert!(says(&harness, "designer mode") && says(&harness, "Output"));
    let copy = harness.state().save_path().unwrap().to_owned();
    assert!(copy != room.save && Saved::read(&copy).unwrap().header.all_seeing);
    assert!(!Saved::read(&room.save).unwrap().header.all_seeing);
}

#[test]
fn packs_are_read_anew_on_save_and_what_scripts_print_is_shown() {
    let room = Room::new(true);
    let mut harness = room.window();
    raise(&mut harness);
    assert!(says(&harness, "designer mode") && says(&harness, "Output"));
    order(&mut harness, "end");
    assert!(painted(&harness, "mud: asked"));
    room.rules(&format!("-- a word more\n{RULES}"));
    wait(&mut harness, "the new rules", |h| painted(h, "packs read anew after order 1"));
    assert_eq!(packs_lines(&room.save), 1);
    // what is wrong is told at its line, and the old rules hold
    room.rules("return {\n\tcommands = function(facts default)\n\tend,\n}\n");
    wait(&mut harness, "the error", |h| says(h, "Errors 1"));
    assert!(painted(&harness, "rules.luau:2") && painted(&harness, "the old rules hold"));
    assert!(painted(&harness, ">    2 |     commands = function(facts default)"));
    order(&mut harness, "end");
    assert_eq!((orders(&room.save).len(), packs_lines(&room.save)), (2, 1));
    // nothing is taken up unasked once that is switched off
    click(&mut harness, "Reload on save");
    room.rules(RULES);
    for _ in 0..4 {
        harness.step();
    }
    assert!(says(&harness, "Errors 1"));
    click(&mut harness, "Reload now");
    wait(&mut harness, "the mended rules", |h| painted(h, "packs read anew after order 2"));
    assert!(!says(&harness, "Errors 1"));
    press(&mut harness, Modifiers::NONE, Key::F12);
    assert!(!says(&harness, "Output"));
}

#[test]
fn where_history_does_not_fit_a_person_says_how_the_match_goes_on() {
    let more = RULES.replace("default()", "default() + 2");
    for (button, number, lines) in [
        ("Keep the old rules  Esc", 2, 0),
        ("Go on from now under the new rules", 2, 1),
        ("Begin again under the new rules", 0, 1),
    ] {
        let room = Room::new(true);
        let mut harness = room.window();
        raise(&mut harness);
        order(&mut harness, "end");
        order(&mut harness, "end");
        room.rules(&more);
        wait(&mut harness, "the card", |h| says(h, "The new rules tell another story"));
        assert!(says(&harness, "Order 1 (end)"), "{:?}", labels(&harness, "Order"));
        click(&mut harness, button);
        raise(&mut harness);
        assert!(!says(&harness, "The new rules tell another story"));
        assert_eq!(packs_lines(&room.save), lines, "{button}");
        assert!(painted(&harness, &format!("order {number} of {number}")), "{button}");
    }
}

#[test]
fn a_hook_that_fails_is_shown_at_the_author_s_own_line() {
    let room = Room::new(true);
    let mut harness = room.window();
    raise(&mut harness);
    room.rules("return {\n\tcommands = function(facts, default)\n\t\tif facts.seat == \"french\" then\n\t\t\treturn facts.hours\n\t\tend\n\t\treturn default()\n\tend,\n}\n");
    wait(&mut harness, "what check finds", |h| says(h, "Errors 1"));
    room.rules("return {\n\tcommands = function(facts, default)\n\t\tif facts.seat == \"french\" then\n\t\t\terror(\"too deep\")\n\t\tend\n\t\treturn default()\n\tend,\n}\n");
    wait(&mut harness, "the new rules", |h| painted(h, "packs read anew"));
    order(&mut harness, "end");
    if says(&harness, "A script failed") {
        click(&mut harness, "Go on  Enter");
    }
    raise(&mut harness);
    assert!(says(&harness, "Errors 1"));
    assert!(painted(&harness, "mud/rules.luau:4  hook commands  (switched off for this match)"));
    assert!(painted(&harness, "Too deep.") && painted(&harness, ">    4 |             error(\"too deep\")"));
    // the call can be made again, and written down as a test
    harness.get_by_label("Make it a test").click();
    let mut copied = Vec::new();
    for _ in 0..3 {
        harness.step();
        copied.extend(harness.output().platform_output.commands.clone());
    }
    let is_test = |command: &OutputCommand| matches!(command, OutputCommand::CopyText(text) if text.contains("rules.commands({ "));
    assert!(copied.iter().any(is_test), "{copied:?}");
    click(&mut harness, "Replay this call");
    assert!(painted(&harness, "rules.luau:4: too deep"), "{:?}", labels(&harness, "rules"));
    // mended, the hook has its chance again; what failed before is told as it failed, and counted no more
    room.rules(&format!("-- one\n-- two\n{RULES}"));
    wait(&mut harness, "the mended rules", |h| painted(h, "packs read anew after order") && !says(h, "Errors 1"));
    click(&mut harness, "Errors");
    assert!(painted(&harness, "before the packs were read anew"));
    assert!(painted(&harness, "4 |             error(\"too deep\")") && !painted(&harness, ">    4 |"));
}

#[test]
fn the_console_keeps_its_height_answers_and_takes_what_is_typed() {
    let room = Room::new(true);
    let mut harness = room.window();
    raise(&mut harness);
    let high = |h: &Window<'_>| h.get_by_label("Board").rect().height();
    click(&mut harness, "Reload now");
    assert!(painted(&harness, "nothing new on the disk"));
    let before = high(&harness);
    for tab in ["State", "Tests", "Errors", "Output", "Try it"] {
        click(&mut harness, tab);
        harness.run_steps(2);
        assert_eq!(high(&harness), before, "{tab}");
    }
    // nothing of it is an order
    write(&mut harness, "facts.round + 40");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(painted(&harness, "41") && orders(&room.save).is_empty());
}

#[test]
fn a_line_is_tried_against_the_state_which_is_shown_as_a_tree() {
    let room = Room::new(true);
    let mut harness = room.window();
    raise(&mut harness);
    click(&mut harness, "Try it");
    let hash = room.save.clone();
    for (line, answer) in [
        ("facts.round + 40", "41"),
        ("type(require(\"rules\").commands)", "\"function\""),
        ("facts.round = 2", "readonly"),
    ] {
        harness.get_by_label("try>").click();
        harness.run_ok();
        write(&mut harness, line);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert!(painted(&harness, answer), "{line}: {answer}");
    }
    assert!(orders(&hash).is_empty(), "keys of the prompt are no orders");
    // the arrows bring lines back
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    let typed = harness.get_by_label("try>").value();
    assert_eq!(typed.as_deref(), Some("type(require(\"rules\").commands)"));
    click(&mut harness, "State");
    assert!(painted(&harness, "round = 1") && painted(&harness, "facts"));
    harness.get_by_label("Search").click();
    harness.run_ok();
    write(&mut harness, "FACTS.HOUR");
    assert!(painted(&harness, "facts.hour = ") && !painted(&harness, "round = 1"));
}

#[test]
fn the_packs_tests_run_beside_the_match() {
    let room = Room::new(true);
    let mut harness = room.window();
    raise(&mut harness);
    click(&mut harness, "Tests");
    click(&mut harness, "Run tests");
    wait(&mut harness, "the tests", |h| says(h, "Tests 1/1"));
    let broken = CASE.replace("> m 46 2I > 45", "! 7 m 46 2I > 45");
    std::fs::write(room.disk.path().join("packs/mud/mud.case"), broken).unwrap();
    click(&mut harness, "Run tests");
    wait(&mut harness, "the broken case", |h| says(h, "Tests 0/1"));
    assert!(painted(&harness, "mud.case:8") && painted(&harness, "case M1"));
}

#[test]
fn the_mark_is_chosen_in_the_dialog_and_told_on_load() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    assert!(says(&harness, "Nothing is hidden in this match"));
    click(&mut harness, "Designer mode");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    wait(&mut harness, "the match", |h| says(h, "designer mode"));
    let save = harness.state().save_path().unwrap().to_owned();
    drop(harness);
    assert!(Saved::read(&save).unwrap().header.all_seeing);
    let harness = window(&catalogue, home.path(), Some(&save));
    assert!(says(&harness, "Nothing is hidden in this match: it is for trying rules."));
}

#[test]
fn in_an_all_seeing_match_no_curtain_falls_and_the_enemys_faces_are_on_the_board() {
    let room = Room::new(true);
    let mut harness = room.window();
    for _ in 0..2 {
        assert!(!says(&harness, "I play the"));
        write(&mut harness, "/");
        write(&mut harness, "end");
        press(&mut harness, Modifiers::NONE, Key::Enter);
        press(&mut harness, Modifiers::NONE, Key::Enter);
    }
    assert_eq!(Saved::read(&room.save).unwrap().entries.iter().filter(|e| matches!(e, Entry::Order { .. })).count(), 2);
}
