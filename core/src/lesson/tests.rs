//! Lessons over the printed game: right, wrong and early orders, moments to go back to, a script that changes, scripts
//! that fail.

use std::collections::BTreeMap;

use super::*;
use crate::games::{Catalogue, house};
use crate::kernel::{Ask, Table, Trouble};
use crate::pack::builtin::Files;
use crate::pack::{Origin, Pack};

const CASES: &str = "\
setup none
turn austrian

case before-marengo \"two blocks before a village\"
round 10:00AM
at 5 austrian 3I+2I
at 2 austrian 2C
at 11 french 1I
at 46 french 2x2I
ask austrian turn
";

const LESSON: &str = "\
return {
	title = \"A trial\",
	seat = \"austrian\",
	position = \"before-marengo\",
	steps = {
		step \"look\" { text = \"Look at it.\", rings = { \"5\" }, labels = { [12] = \"Here\" } },
		step \"attack\" {
			rule = \"9\",
			text = function(now) return \"You are asked for a \" .. now.asked .. \".\" end,
			expect = { verb = \"maneuver attack\", into = \"South-west of Marengo\", least = 2 },
			otherwise = {
				{ verb = \"a\", pieces = 1, text = \"One is too few.\" },
				\"It stays French.\",
			},
			hint = \"From 5.\",
			show = \"a 5 3I+2I > 11\",
			reply = { \"send none\" },
		},
		step \"ride\" { expect = { verb = \"m\", from = 2, to = 4, only = \"2C\" }, show = \"m 2 2C > 4\" },
		step \"asked\" { ask = \"Which?\", answers = { \"this\", \"that\" }, right = 2, why = \"So it is.\" },
	},
	ending = [[
\t\tDone.]],
}
";

fn pack(lesson: &str) -> Pack {
    let manifest =
        "id = \"trial\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"tutorial\"\ntitle = \"T\"\n";
    let files = [("pack.toml", manifest), ("lesson.luau", lesson), ("positions.case", CASES)];
    let files: BTreeMap<String, String> = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    Pack {
        manifest: crate::pack::Manifest::read("pack.toml", manifest).unwrap(),
        origin: Origin::Carried,
        files,
        options: BTreeMap::new(),
    }
}

fn shelf() -> Catalogue {
    house(&Files::builtin()).unwrap()
}

fn led(lesson: &str) -> (Tutor, Box<dyn Table>) {
    begin(&pack(lesson), &shelf()).unwrap()
}

fn said(tutor: &Tutor) -> String {
    tutor.card().notice.as_ref().map_or(String::new(), |notice| notice.text().to_owned())
}

#[test]
fn the_right_orders_lead_to_the_end() {
    let (mut tutor, mut table) = led(LESSON);
    assert_eq!((tutor.card().step, tutor.card().of, tutor.card().title.as_str()), (1, 4, "Look"));
    assert_eq!(tutor.card().marks.labels[0].1, "Here");
    tutor.press(&mut table, Button::Next);
    assert_eq!(tutor.card().text, "You are asked for a turn.");
    tutor.give(&mut table, "a 5 3I+2I > 11").unwrap();
    // the French block has answered and left
    assert_eq!((tutor.card().title.as_str(), tutor.learner(&*table).0), ("Ride", 0));
    assert!(matches!(table.ask(), Ask::Ask(question) if question.seat.0 == 0));
    tutor.give(&mut table, "m 2 2C > 4").unwrap();
    assert_eq!(tutor.card().question, "Which?");
    tutor.press(&mut table, Button::Answer(0));
    assert_eq!(said(&tutor), "Not so. So it is.");
    tutor.press(&mut table, Button::Answer(1));
    tutor.press(&mut table, Button::Next);
    assert!(tutor.card().ended && tutor.report().finished && tutor.card().text == "Done.");
    let report = tutor.report();
    assert_eq!((report.questions, report.right, report.steps[3].answers.as_slice()), (1, 0, &[1, 2][..]));
    assert!(report.steps.iter().all(|step| step.outcome == Outcome::Done));
    assert!(serde_json::to_string(report).unwrap().contains("\"outcome\":\"done\""));
}

#[test]
fn a_wrong_order_is_told_and_taken_back_or_stands() {
    let (mut tutor, mut table) = led(LESSON);
    tutor.press(&mut table, Button::Next);
    let before = table.hash();
    tutor.give(&mut table, "a 5 3I > 11").unwrap();
    assert_eq!(said(&tutor), "One is too few.");
    assert!(tutor.card().has(Button::TakeBack) && tutor.card().has(Button::GoOn));
    // the enemy waits until the learner has chosen
    assert!(matches!(table.ask(), Ask::Ask(question) if question.seat.0 == 1));
    tutor.press(&mut table, Button::TakeBack);
    assert_eq!((table.hash(), said(&tutor)), (before, String::new()));
    tutor.give(&mut table, "m 5 3I > 4").unwrap();
    assert_eq!(said(&tutor), "It stays French.");
    tutor.press(&mut table, Button::GoOn);
    assert_eq!((tutor.card().title.as_str(), said(&tutor)), ("Attack", String::new()));
    // from here it cannot be shown: the step begins anew
    tutor.press(&mut table, Button::ShowMe);
    assert_eq!((tutor.card().title.as_str(), said(&tutor).as_str()), ("Ride", "Shown: a 5 3I+2I > 11."));
    assert_eq!(tutor.card().marks.arrows.len(), 1);
    assert_eq!(tutor.report().steps[1].wrong, 2);
    tutor.press(&mut table, Button::TakeBack);
    assert_eq!(tutor.card().title, "Attack");
    tutor.press(&mut table, Button::Restart);
    assert_eq!(table.hash(), before);
    assert!(matches!(tutor.give(&mut table, "a 5 9I > 11"), Err(Trouble::Refused(_))));
}

#[test]
fn what_is_done_early_is_ticked() {
    let (mut tutor, mut table) = led(LESSON);
    tutor.press(&mut table, Button::Next);
    tutor.give(&mut table, "m 2 2C > 4").unwrap();
    assert!(said(&tutor).contains("step 3 already"), "{}", said(&tutor));
    tutor.give(&mut table, "a 5 3I+2I > 11").unwrap();
    assert_eq!(tutor.card().step, 4);
    assert_eq!(tutor.report().steps[2].outcome, Outcome::Early);
    // what was done early is no step to go back to: the one before is
    tutor.press(&mut table, Button::Back);
    assert_eq!((tutor.card().step, tutor.report().steps[2].outcome), (2, Outcome::Open));
    tutor.give(&mut table, "a 5 3I+2I > 11").unwrap();
    assert_eq!((tutor.card().step, tutor.report().steps[2].outcome), (3, Outcome::Open));
}

#[test]
fn every_button_of_every_card_leads_somewhere() {
    for trial in try_lesson(&pack(LESSON), &shelf()) {
        assert!(trial.finding.is_none(), "{}: {}", trial.name, trial.finding.unwrap());
    }
    assert!(examine(&pack(LESSON), &shelf()).is_empty());
}

#[test]
fn a_changed_script_goes_on_at_the_same_step() {
    let (mut tutor, mut table) = led(LESSON);
    tutor.press(&mut table, Button::Next);
    tutor.give(&mut table, "a 5 3I+2I > 11").unwrap();
    assert_eq!(tutor.card().title, "Ride");
    let marengo = table.hash();
    let changed = LESSON
        .replace("step \"ride\" {", "step \"more\" { text = \"New.\" },\n\t\tstep \"ride\" { title = \"To horse\",")
        .replace("\"A trial\"", "\"A better trial\"");
    let new = pack(&changed);
    let lesson = Lesson::read(&new).unwrap();
    let stages = open_all(&lesson, &new, &shelf());
    tutor.reload(&mut table, lesson, stages);
    let card = tutor.card();
    assert_eq!((card.lesson.as_str(), card.title.as_str(), card.step, card.of), ("A better trial", "To horse", 4, 5));
    assert_eq!((table.hash(), tutor.report().steps[1].outcome), (marengo, Outcome::Done));
    tutor.press(&mut table, Button::Back);
    assert_eq!(tutor.card().text, "New.");
    // a step that is no more: the one at its place
    let gone = changed.replace("step \"more\"", "step \"other\"");
    let new = pack(&gone);
    let lesson = Lesson::read(&new).unwrap();
    let stages = open_all(&lesson, &new, &shelf());
    tutor.reload(&mut table, lesson, stages);
    assert_eq!(tutor.card().step, 3);
    // another position under the same step: what was played does not fit, and the step begins as it is now
    let mut other = pack(&gone.replace("before-marengo", "elsewhere"));
    let cases = format!(
        "{CASES}\ncase elsewhere \"b\"\nat 5 austrian 3I+2I\nat 2 austrian 2C\nat 11 french 1C\nask austrian turn\n"
    );
    other.files.insert("positions.case".to_owned(), cases);
    let lesson = Lesson::read(&other).unwrap();
    let stages = open_all(&lesson, &other, &shelf());
    tutor.reload(&mut table, lesson, stages);
    assert_eq!(tutor.card().step, 3);
    tutor.press(&mut table, Button::Skip);
    assert_eq!(tutor.card().title, "To horse");
}

#[test]
fn a_script_that_fails_ends_in_a_card() {
    let broken = LESSON.replace("return \"You are asked for a \" .. now.asked .. \".\"", "while true do end").replace(
        "expect = { verb = \"m\", from = 2, to = 4, only = \"2C\" }",
        "expect = function(order, now) return order.nothing.at end",
    );
    let (mut tutor, mut table) = led(&broken);
    tutor.press(&mut table, Button::Next);
    assert!(said(&tutor).contains("The lesson fails here") && said(&tutor).contains("lesson.luau"), "{}", said(&tutor));
    tutor.press(&mut table, Button::Skip);
    tutor.give(&mut table, "m 2 2C > 4").unwrap();
    assert!(said(&tutor).contains("lesson.luau:"), "{}", said(&tutor));
    tutor.press(&mut table, Button::Skip);
    assert_eq!(tutor.card().question, "Which?");
    let found = examine(&pack(&broken), &shelf());
    assert!(found.has_errors());
}

#[test]
fn a_lesson_sees_what_its_learner_sees() {
    let peeping = LESSON.replace(
        "expect = { verb = \"maneuver attack\", into = \"South-west of Marengo\", least = 2 }",
        "expect = function(order, now)\n\tlocal found = {}\n\tlocal function walk(v) if type(v) == \"table\" then for k, w in pairs(v) do walk(k) walk(w) end \
         else table.insert(found, tostring(v)) end end\n\twalk(now)\n\treturn table.concat(found, \" \") end",
    );
    let seen = |french: &str| {
        let mut pack = pack(&peeping);
        pack.files.insert("positions.case".to_owned(), CASES.replace("at 46 french 2x2I", french));
        let (mut tutor, mut table) = begin(&pack, &shelf()).unwrap();
        tutor.press(&mut table, Button::Next);
        tutor.give(&mut table, "m 5 3I > 4").unwrap();
        assert!(said(&tutor).len() > 100, "{}", said(&tutor));
        said(&tutor)
    };
    // the same army stands elsewhere: nobody but the French can know
    assert_eq!(seen("at 46 french 3I\nat 38 french 2I"), seen("at 46 french 2I\nat 38 french 3I"));
}

#[test]
fn wrong_words_are_told_at_their_step() {
    for (from, to, told) in [
        ("title = \"A trial\",", "", "a lesson needs a `title`"),
        ("hint = \"From 5.\"", "hintt = \"From 5.\"", "has no `hintt`; did you mean \"hint\"?"),
        ("least = 2", "leest = 2", "a pattern has no `leest`; did you mean \"least\"?"),
        ("\"maneuver attack\"", "\"maneuver atack\"", "there is no kind of order \"maneuver atack\"; did you mean"),
        ("into = \"South-west of Marengo\"", "into = \"Marengoo\"", "there is no place \"Marengoo\""),
        ("only = \"2C\"", "only = \"9C\"", "there is no class of pieces \"9C\""),
        ("right = 2", "right = 3", "3 is not from 1 to 2"),
        ("show = \"m 2 2C > 4\"", "hint = \"x\"", "has no `show`"),
        ("show = \"m 2 2C > 4\"", "show = \"m 2 2C > 11\"", "does not go"),
        ("show = \"m 2 2C > 4\"", "show = \"m 2 2C > 3\"", "do not do what is expected"),
        ("step \"ride\"", "step \"attack\"", "two steps are called \"attack\""),
        ("\"before-marengo\"", "\"before-marango\"", "did you mean \"before-marengo\"?"),
        ("seat = \"austrian\"", "seat = \"austrians\"", "there is no side \"austrians\""),
        ("Look at it.", "Look \\27at it.", "the sign U+001B"),
        ("step \"ride\" {", "step \"ride\" { name = \"x\",", "not by a key `name`"),
        ("least = 2", "least = 3, most = 2", "`least` is 3 and `most` is 2"),
        ("least = 2", "asked = \"respnod\"", "there is no question \"respnod\"; did you mean \"respond\"?"),
        ("seat = \"austrian\",", "seat = \"austrian\", enemy = \"stedy\",", "there is no bot \"stedy\"; did you mean"),
        ("rule = \"9\"", "rule = \"99\"", "there is no section \"99\""),
        ("reply = { \"send none\" }", "reply = { \"send 9I\" }", "the order \"send 9I\" of `reply` does not go"),
        ("reply = { \"send none\" }", "reply = { \"send none\", \"end\" }", "the other side is not asked for it"),
    ] {
        let text = LESSON.replacen(from, to, 1);
        assert_ne!(text, LESSON, "{from}");
        let found = examine(&pack(&text), &shelf());
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert!(lines.iter().any(|line| line.contains(told)), "{told}: {lines:?}");
        // `test` finds what `check` does
        let tried = try_lesson(&pack(&text), &shelf());
        assert!(tried.iter().any(|trial| trial.finding.is_some()), "{told}");
    }
}

#[test]
fn a_strange_word_is_told_where_it_stands() {
    for (from, to, place, word) in [
        ("into = \"South-west of Marengo\"", "into = \"Marengoo\"", (10, 49), "Marengoo"),
        ("seat = \"austrian\"", "seat = \"austrians\"", (3, 10), "austrians"),
    ] {
        let found = examine(&pack(&LESSON.replacen(from, to, 1)), &shelf());
        let first = found.iter().next().unwrap();
        assert_eq!((first.file.as_str(), first.line, first.column), ("trial/lesson.luau", place.0, place.1), "{first}");
        assert!(first.message.contains(word), "{first}");
    }
}

#[test]
fn a_card_speaks_to_who_types_and_to_who_points() {
    let text = LESSON.replacen("Look at it.", "Look{ and click|}.", 1);
    let text = text.replacen("hint = \"From 5.\"", "hint = \"{Choose 5.|Type a 5.}\"", 1);
    let (mut tutor, mut table) = led(&text);
    assert_eq!(tutor.card().text, "Look and click.");
    tutor.speak_to(&*table, Hand::Typing);
    assert_eq!(tutor.card().text, "Look.");
    tutor.press(&mut table, Button::Next);
    tutor.press(&mut table, Button::Hint);
    assert_eq!(tutor.card().hint.as_deref(), Some("Type a 5."));
}

#[test]
fn a_replay_is_looked_on_at_with_a_word_at_its_orders() {
    let replay = "\
return {
	title = \"A replay\",
	position = \"before-marengo\",
	orders = { \"m 2 2C > 4\", \"a 5 3I+2I > 11\", \"send none\" },
	steps = {
		step \"first\" { text = \"See.\", from = 1, to = 2, comments = { [1] = \"They ride.\", [2] = \"They attack.\" } },
		step \"second\" { from = 3, comments = { [3] = \"Nobody comes.\" } },
	},
}
";
    let (mut tutor, mut table) = led(replay);
    assert_eq!(tutor.card().text, "See.");
    assert!(tutor.give(&mut table, "m 2 2C > 4").is_err());
    let mut texts = Vec::new();
    while !tutor.card().ended {
        tutor.press(&mut table, Button::Next);
        texts.push(tutor.card().text.clone());
    }
    assert_eq!(texts[..2], ["They ride.", "They attack."]);
    assert!(texts.iter().any(|text| text == "Nobody comes."));
    assert!(examine(&pack(replay), &shelf()).is_empty());
}

#[test]
fn a_skeleton_of_a_match_is_a_lesson_that_works() {
    let shelf = shelf();
    let about = shelf.abouts().remove(0);
    let spec = crate::games::Spec { seed: crate::kernel::Seed(3), ..Default::default() };
    let mut table = shelf.start(spec.header(&about, crate::games::Vacant::People).unwrap(), None).unwrap();
    let mut rng = crate::kernel::Rng::with_seed(5);
    while table.number() < 30 {
        let order = table.any_order(&mut rng).unwrap();
        table.play_text(&order.text).unwrap();
    }
    for kind in [Skeleton::Led, Skeleton::Replay] {
        let text = skeleton(&mut *table, crate::kernel::Seat(0), "Mine", kind, None);
        let found = examine(&pack(&text), &shelf);
        assert!(found.is_empty(), "{found}\n{text}");
    }
}

#[test]
fn the_written_types_are_those_of_the_reader() {
    let text = declarations();
    for word in ["export type Pattern", "declare function step(name: string)", "reply: (string | { string })?"] {
        assert!(text.contains(word), "{word}");
    }
    assert!(reference().contains("- `expect:"));
}
