//! The lessons of the house: each can be gone through as it is meant, by Skip, and by pressing anything.

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Ask, Opening, Rng, Table};
use bormida_core::lesson::{Button, Lesson, Notice, Outcome, Tutor, begin, examine, lessons, open_all, try_lesson};
use bormida_core::pack::Pack;
use bormida_core::pack::builtin::Files;

fn shelf() -> Catalogue {
    house(&Files::builtin()).unwrap()
}

fn pack(shelf: &Catalogue, id: &str) -> Pack {
    lessons(shelf).into_iter().find(|pack| pack.id() == id).unwrap()
}

fn led(id: &str) -> (Tutor, Box<dyn Table>) {
    let shelf = shelf();
    begin(&pack(&shelf, id), &shelf).unwrap()
}

fn said(tutor: &Tutor) -> &str {
    tutor.card().notice.as_ref().map_or("", Notice::text)
}

fn skip_to(tutor: &mut Tutor, table: &mut Box<dyn Table>, step: usize) {
    while tutor.card().step < step {
        tutor.press(table, Button::Skip);
    }
}

/// Gives some orders at a step and then a wrong one: something is said of it, and it is taken back.
fn wrong(tutor: &mut Tutor, table: &mut Box<dyn Table>, step: usize, first: &[&str], order: &str, words: &str) {
    skip_to(tutor, table, step);
    for order in first {
        tutor.give(table, order).unwrap();
    }
    let before = table.hash();
    tutor.give(table, order).unwrap();
    assert!(said(tutor).contains(words), "{order}: {}", said(tutor));
    assert!(matches!(tutor.card().notice, Some(Notice::Wrong(_))) && tutor.card().step == step, "{order}");
    tutor.press(table, Button::TakeBack);
    assert_eq!((table.hash(), said(tutor)), (before, ""), "{order}");
}

/// The names of a lesson's steps, each of which cites a rule.
fn ideas(id: &str) -> Vec<String> {
    let (tutor, _) = led(id);
    let steps = &tutor.lesson().steps;
    assert!(steps.iter().all(|step| !step.rule.is_empty()));
    steps.iter().map(|step| step.name.clone()).collect()
}

/// Begins a lesson, comes to a step and gives an order there; then other words stand in the script: the step is the same.
fn reworded(id: &str, step: usize, order: &str, from: &str, to: &str) -> (Tutor, Box<dyn Table>) {
    let shelf = shelf();
    let mut changed = pack(&shelf, id);
    let (mut tutor, mut table) = begin(&changed, &shelf).unwrap();
    skip_to(&mut tutor, &mut table, step);
    tutor.give(&mut table, order).unwrap();
    let stands = (table.hash(), tutor.card().step, tutor.card().title.clone());
    let text = changed.files["lesson.luau"].replace(from, to);
    changed.files.insert("lesson.luau".to_owned(), text);
    let lesson = Lesson::read(&changed).unwrap();
    let stages = open_all(&lesson, &changed, &shelf);
    tutor.reload(&mut table, lesson, stages);
    assert_eq!((table.hash(), tutor.card().step, tutor.card().title.clone()), stands);
    (tutor, table)
}

#[test]
fn the_first_lessons_are_there_and_nothing_is_wrong_with_them() {
    let shelf = shelf();
    let ids: Vec<String> = lessons(&shelf).iter().map(|pack| pack.id().to_owned()).collect();
    for id in ["learn-in-ten-minutes", "morning-of-14-june", "first-assault"] {
        assert!(ids.iter().any(|known| known == id), "{ids:?}");
    }
    for pack in lessons(&shelf) {
        let found = examine(&pack, &shelf);
        assert!(found.is_empty(), "{found}");
        for trial in try_lesson(&pack, &shelf) {
            assert!(trial.finding.is_none(), "{} {}: {}", pack.id(), trial.name, trial.finding.unwrap());
        }
    }
}

#[test]
fn a_game_names_all_that_it_asks() {
    let shelf = shelf();
    for about in shelf.abouts() {
        let mut table = shelf.start(Spec::default().header(&about, Vacant::People).unwrap(), None).unwrap();
        let (mut rng, known) = (Rng::with_seed(3), table.questions());
        for _ in 0..600 {
            let Ask::Ask(question) = table.ask() else { break };
            assert!(known.iter().any(|name| *name == question.name), "{}: {}", about.id, question.name);
            let order = table.any_order(&mut rng).unwrap();
            table.play_text(&order.text).unwrap();
        }
    }
}

#[test]
fn the_first_lesson_goes_on_at_the_same_step_when_its_script_changes() {
    let (id, from, to) = ("learn-in-ten-minutes", "Lead with both.", "Let both lead.");
    let (mut tutor, mut table) = reworded(id, 6, "s 11/10", from, to);
    assert!(tutor.card().text.contains("Let both lead."), "{}", tutor.card().text);
    tutor.give(&mut table, "lead 2x3I").unwrap();
    assert!(tutor.card().text.contains("you win"));
}

#[test]
fn wrong_and_early_acts_of_the_morning_are_told() {
    let (mut tutor, mut table) = led("morning-of-14-june");
    for (step, order, told) in [
        (2, "end", "An hour is gone"),
        (5, "end", "not used this hour"),
        (10, "a 4 2I > 5", "an attack out of reserve"),
    ] {
        wrong(&mut tutor, &mut table, step, &[], order, told);
    }
    // the pontoon bridge before its step
    let (mut tutor, mut table) = led("morning-of-14-june");
    skip_to(&mut tutor, &mut table, 3);
    tutor.give(&mut table, "p 2I").unwrap();
    assert!(said(&tutor).contains("step 5 already"), "{}", said(&tutor));
}

#[test]
fn the_match_of_a_lesson_is_saved_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let (mut tutor, mut table) = led("morning-of-14-june");
    skip_to(&mut tutor, &mut table, 4);
    let path = folder.path().join("lesson.match");
    table.save_as(&path).unwrap();
    tutor.give(&mut table, "r Alessandria 2I > 1").unwrap();
    let shelf = shelf();
    let loaded = shelf.load(&path, Opening::Look).unwrap();
    assert!(loaded.divergence.is_none());
    assert_eq!(loaded.game.hash(), table.hash());
    // one that began from a position that no set-up leads to is not written into a file that nobody could read
    let (mut tutor, mut table) = led("learn-in-ten-minutes");
    tutor.give(&mut table, "m 4 3I > 5").unwrap();
    let path = folder.path().join("position.match");
    let refused = table.save_as(&path).unwrap_err().to_string();
    assert!(refused.contains("began from a position") && !path.exists(), "{refused}");
}

#[test]
fn the_first_lesson_has_its_eight_ideas_in_order() {
    let order = ["reserve", "approach", "road", "organize", "attack", "assault", "retreat", "morale"];
    assert_eq!(ideas("learn-in-ten-minutes"), order);
}

#[test]
fn wrong_acts_of_the_first_lesson_are_told_and_taken_back() {
    let (mut tutor, mut table) = led("learn-in-ten-minutes");
    for (step, order, told) in [
        (1, "r 4 3I > 5", "road march"),
        (3, "r 1 2I > 2", "not all the way"),
        (3, "m 1 2I > 2", "By road it goes three"),
        (4, "o 46 2I", "Begin with 38"),
        (5, "a 5 2I > 12", "Send both"),
        (8, "return none", "nothing is gained"),
    ] {
        wrong(&mut tutor, &mut table, step, &[], order, told);
    }
    tutor.press(&mut table, Button::ShowMe);
    assert!(tutor.card().ended && tutor.report().steps[7].outcome == Outcome::Shown);
}

#[test]
fn one_leader_too_few_is_told_with_the_sum() {
    let (mut tutor, mut table) = led("learn-in-ten-minutes");
    skip_to(&mut tutor, &mut table, 6);
    tutor.give(&mut table, "s 11/10").unwrap();
    tutor.give(&mut table, "lead 3I").unwrap();
    assert!(said(&tutor).starts_with("3 - 1 - 2 = 0"), "{}", said(&tutor));
    tutor.press(&mut table, Button::TakeBack);
    tutor.give(&mut table, "lead 2x3I").unwrap();
    assert!(tutor.card().text.contains("you win") && tutor.card().step == 6);
    tutor.press(&mut table, Button::Next);
    assert_eq!(tutor.card().step, 7);
}

#[test]
fn an_early_act_of_the_first_lesson_ticks_its_step() {
    let (mut tutor, mut table) = led("learn-in-ten-minutes");
    tutor.give(&mut table, "r 1 2I > 2 > 4 > 5").unwrap();
    assert!(said(&tutor).contains("step 3 already"), "{}", said(&tutor));
    tutor.give(&mut table, "m 4 3I > 5").unwrap();
    tutor.give(&mut table, "m 5 2I > 5/12").unwrap();
    assert_eq!((tutor.card().step, tutor.report().steps[2].outcome), (4, Outcome::Early));
}

#[test]
fn a_morning_of_ones_own_reaches_its_end() {
    let (mut tutor, mut table) = led("morning-of-14-june");
    let mut rng = Rng::with_seed(14);
    tutor.press(&mut table, Button::Next);
    // another block first: the step takes it, and the rest of the lesson goes on from there
    tutor.give(&mut table, "r Alessandria 2C > 1 > 2 > 4").unwrap();
    while !tutor.card().ended {
        let step = tutor.card().step;
        let line = table.any_order(&mut rng);
        let given = line.and_then(|line| tutor.give(&mut table, &line.text));
        if given.is_err() || tutor.card().has(Button::GoOn) {
            tutor.press(&mut table, Button::Skip);
            assert!(tutor.card().ended || tutor.card().step > step);
        }
    }
}

#[test]
fn the_morning_goes_on_at_the_same_step_when_its_script_changes() {
    let (from, to) = ("And a fresh one from Alessandria", "Last, a fresh one from Alessandria");
    let (mut tutor, mut table) = reworded("morning-of-14-june", 7, "r 2 2I > 4", from, to);
    tutor.give(&mut table, "r 1 2I > 2 > 4").unwrap();
    assert!(tutor.card().text.contains("Last, a fresh one"), "{}", tutor.card().text);
}

#[test]
fn the_lesson_on_hexes_has_its_eight_ideas_in_order() {
    let order = ["moving", "stacking", "zones", "guns", "attack", "retreat", "rally", "victory"];
    assert_eq!(ideas("first-assault"), order);
}

#[test]
fn wrong_acts_of_the_lesson_on_hexes_are_told_and_taken_back() {
    let (mut tutor, mut table) = led("first-assault");
    for (step, first, order, told) in [
        (1, &[][..], "take Ottoc", "its turn comes"),
        (1, &["take Waras"], "to 1204", "one hex too far"),
        (1, &["take Waras"], "stay", "stays where it is"),
        (2, &["take Ottoc"], "to 1304", "does not stand with Waras"),
        (3, &["take Wurtt"], "to 1404", "not next to the brigade 44"),
        (4, &[], "done", "without a shot"),
        (5, &[], "attack Frim-L > 1204", "begin with Latt"),
        (5, &["attack Latt > 1204"], "go", "no good column"),
        (7, &[], "done", "still in the enemy's zone"),
        (8, &["take 43"], "to 1109", "does not win the battle"),
    ] {
        wrong(&mut tutor, &mut table, step, first, order, told);
        tutor.press(&mut table, Button::Restart);
    }
}

#[test]
fn what_the_lesson_on_hexes_says_of_its_dice_is_so() {
    let (mut tutor, mut table) = led("first-assault");
    let logged = |table: &dyn Table, words: &str| {
        table.log(None).iter().flat_map(|line| &line.events).any(|event| event.text.contains(words))
    };
    skip_to(&mut tutor, &mut table, 4);
    tutor.give(&mut table, "fire A2 > 1416").unwrap();
    assert!(logged(&*table, "+2: column +2,+3") && logged(&*table, ": Dr"), "the battery's shot");
    assert!(logged(&*table, "28 retreats") && tutor.card().text.contains("Dr sends them back"));
    // the card is read with the board as the shot left it
    assert!(!logged(&*table, "Turn 6: France"));
    skip_to(&mut tutor, &mut table, 5);
    for order in ["attack Latt > 1204", "join Frim-L", "go"] {
        tutor.give(&mut table, order).unwrap();
    }
    assert!(
        logged(&*table, "+6: column +6,+7") && tutor.card().text.contains("1204 is empty"),
        "{}",
        tutor.card().text
    );
    tutor.give(&mut table, "advance Latt > 1204").unwrap();
    assert_eq!(tutor.card().step, 6);
    // the brigade has the safe line that its step speaks of
    assert!(table.orders(100).unwrap().0.len() > 1);
    skip_to(&mut tutor, &mut table, 7);
    for order in ["take 44", "to 1107", "done"] {
        tutor.give(&mut table, order).unwrap();
    }
    assert!(logged(&*table, "44 rallies") && tutor.card().text.contains("without a roll"));
    skip_to(&mut tutor, &mut table, 8);
    for order in ["take 43", "to 1107", "done"] {
        tutor.give(&mut table, order).unwrap();
    }
    assert!(matches!(table.ask(), Ask::Over(outcome) if outcome.rule.0 == "18.2") && tutor.card().ended);
}
