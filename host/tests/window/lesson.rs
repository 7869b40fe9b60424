//! A lesson in the window: its card, its buttons, an order at the board, and its results.

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::harness::*;

#[test]
fn the_first_lesson_is_begun_shown_taken_back_and_skipped_to_its_end() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "Learn in ten minutes");
    assert!(says(&harness, "step 1 of 8") && says(&harness, "March: from reserve to reserve"));
    click(&mut harness, "Hint");
    assert!(says(&harness, "Hint: Where from"));
    click(&mut harness, "Show me");
    assert!(says(&harness, "step 2 of 8") && says(&harness, "Shown: m 4 3I > 5."));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert!(says(&harness, "step 1 of 8"));
    click(&mut harness, "Skip step");
    click(&mut harness, "Back");
    assert!(says(&harness, "step 1 of 8"));
    for _ in 0..8 {
        click(&mut harness, "Skip step");
    }
    assert!(says(&harness, "The end"));
    let results = std::fs::read_to_string(home.path().join("learn-in-ten-minutes.results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert!(results["finished"] == true && results["steps"][7]["outcome"] == "skipped");
    click(&mut harness, "Leave");
    assert!(says(&harness, "Play now"));
}

#[test]
fn orders_at_the_board_are_judged_and_the_wrong_one_is_taken_back() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    press(&mut harness, Modifiers::NONE, Key::L);
    let typed = |harness: &mut Window<'_>, order: &str| {
        write(harness, "/");
        write(harness, order);
        press(harness, Modifiers::NONE, Key::Enter);
        press(harness, Modifiers::NONE, Key::Enter);
    };
    typed(&mut harness, "r 4 3I > 5");
    assert!(says(&harness, "That was a road march"));
    assert!(says(&harness, "Go on anyway"));
    click(&mut harness, "Take back");
    assert!(!says(&harness, "That was a road march") && says(&harness, "step 1 of 8"));
    typed(&mut harness, "m 4 3I > 5");
    assert!(says(&harness, "step 2 of 8"));
}

#[test]
fn the_match_of_a_lesson_is_saved_under_a_name_and_opens_as_a_match() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "The morning of 14 June");
    click(&mut harness, "Next  Space");
    click(&mut harness, "Show me");
    click(&mut harness, "Match");
    click(&mut harness, "Save as");
    let file = home.path().join("so far.match");
    harness.get_by_role(eframe::egui::accesskit::Role::TextInput).focus();
    harness.run_ok();
    press(&mut harness, Modifiers::COMMAND, Key::A);
    write(&mut harness, &file.display().to_string());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(!says(&harness, "Save the match as"), "{:?}", labels(&harness, ""));
    // the lesson goes on, and the file is a match of its own
    assert!(says(&harness, "step 3 of 12"));
    drop(harness);
    let harness = window(&catalogue, home.path(), Some(&file));
    assert!(!says(&harness, "step 3 of 12"));
    assert_eq!(harness.state().save_path(), Some(&*file), "{:?}", labels(&harness, ""));
}

#[test]
fn the_lesson_on_hexes_is_on_the_first_page_and_goes_to_its_end() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "Morning Defeat: the first assault");
    assert!(says(&harness, "step 1 of 8") && says(&harness, "Move a brigade"));
    for _ in 0..2 {
        click(&mut harness, "Show me");
    }
    assert!(says(&harness, "step 2 of 8") && says(&harness, "Stack two brigades"));
    for _ in 0..7 {
        click(&mut harness, "Skip step");
    }
    assert!(says(&harness, "The end"));
}

#[test]
fn every_button_of_the_card_keeps_its_place() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    press(&mut harness, Modifiers::NONE, Key::L);
    const ALL: [&str; 8] = ["Next  Space", "Hint", "Show me", "Take back", "Back", "Skip step", "Restart", "Leave"];
    harness.run_steps(3);
    let places = |h: &Window<'_>| ALL.map(|label| h.get_by_label(label).rect().left_top());
    let before = places(&harness);
    // a grey one may be drawn a dot beside
    let same = |h: &Window<'_>| places(h).iter().zip(&before).all(|(now, then)| now.distance(*then) < 2.0);
    click(&mut harness, "Show me");
    harness.run_steps(3);
    assert!(says(&harness, "step 2 of 8"));
    assert!(same(&harness), "{:?}", places(&harness));
    for _ in 0..6 {
        click(&mut harness, "Skip step");
        harness.run_steps(3);
        assert!(same(&harness), "{:?}", places(&harness));
    }
}

#[test]
fn results_are_written_from_the_first_thing_that_is_done() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    press(&mut harness, Modifiers::NONE, Key::L);
    let file = home.path().join("learn-in-ten-minutes.results.json");
    assert!(!file.exists(), "nothing is done yet");
    click(&mut harness, "Hint");
    harness.run_steps(2);
    let read = || serde_json::from_str::<serde_json::Value>(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(read()["steps"][0]["hints"], 1);
    click(&mut harness, "Skip step");
    harness.run_steps(2);
    assert_eq!(read()["steps"][0]["outcome"], "skipped");
}

#[test]
fn what_check_finds_in_a_lesson_of_one_s_own_is_on_its_card() {
    let home = tempfile::tempdir().unwrap();
    let packs = home.path().join("packs");
    let (built_in, folder) = (catalogue(), packs.join("own"));
    std::fs::create_dir_all(&folder).unwrap();
    let first =
        bormida_core::lesson::lessons(&built_in).into_iter().find(|p| p.id() == "learn-in-ten-minutes").unwrap();
    for (path, text) in &first.files {
        let text = text.replace("learn-in-ten-minutes", "own").replace("Learn in ten minutes", "My own");
        let place = folder.join(path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, text).unwrap();
    }
    let catalogue =
        bormida_core::games::house(&bormida_core::pack::builtin::Files::builtin().and_beside(&packs)).unwrap();
    let mut desk = bormida_host::app::Desk::new(&catalogue, Some(home.path().to_owned()));
    desk.learn("own");
    let mut harness = show_each(desk, 0.25);
    assert!(says(&harness, "step 1 of 8"));
    let lesson = std::fs::read_to_string(folder.join("lesson.luau")).unwrap();
    assert!(lesson.contains("verb = \"march\""), "{lesson}");
    std::fs::write(folder.join("lesson.luau"), lesson.replacen("verb = \"march\"", "verb = \"rode march\"", 1))
        .unwrap();
    wait(&mut harness, "what check finds", |h| says(h, "Check finds: ") && says(h, "rode march"));
}

#[test]
fn while_the_tutor_speaks_nobody_thinks() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "The morning of 14 June");
    assert!(labels(&harness, "").iter().all(|label| !label.ends_with("thinks.")), "{:?}", labels(&harness, ""));
    assert!(says(&harness, "Read the card, then Next."), "{:?}", labels(&harness, ""));
}
