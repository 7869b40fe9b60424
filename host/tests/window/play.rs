//! Orders by clicks and by text, decisions, the curtain, failing scripts, files.

use std::path::{Path, PathBuf};

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Ask, Entry, Offer, Opening, Saved, Seat, Seed, Table, Trouble, Trust, Whole};
use bormida_core::pack::builtin::Files;
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable;

use super::harness::*;

#[test]
fn one_starts_and_gives_an_order_by_clicks_and_takes_it_back() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    give_an_order(&mut harness);
    let path = harness.state().save_path().unwrap().to_owned();
    let given = orders(&path).len();
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    let entries = Saved::read(&path).unwrap().entries;
    assert!(matches!(entries.last(), Some(Entry::Back { .. })), "{entries:?}");
    press(&mut harness, Modifiers::COMMAND, Key::Y);
    assert_eq!(orders(&path).len(), given + 1);
}

#[test]
fn a_damaged_match_goes_on_from_the_line_before_when_a_person_says_so() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = match_at(&catalogue, home.path(), |table, name| name == "turn" && table.number() > 8);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines[5] = "{\"line\":";
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let damaged = std::fs::read(&path).unwrap();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    assert!(!labels(&harness, "A line cannot be read").is_empty());
    click(&mut harness, "Leave it");
    assert!(harness.state().save_path().is_none() && std::fs::read(&path).unwrap() == damaged);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    click(&mut harness, "Go back to the line before it");
    assert_eq!(harness.state().save_path(), Some(&*path));
    assert_eq!(orders(&path).len(), 4);
    let kept = path.with_extension("match.old");
    assert_eq!(std::fs::read(kept).unwrap(), damaged);
    drop(harness);
}

#[test]
fn where_history_does_not_fit_a_person_is_asked_and_once() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = match_at(&catalogue, home.path(), |table, name| name == "turn" && table.number() > 30);
    let text = std::fs::read_to_string(&path).unwrap();
    let fifth = text.lines().find(|line| line.starts_with("{\"line\":\"order\",\"n\":5,")).unwrap();
    let (start, _) = fifth.split_once("\"hash\":\"").unwrap();
    let edited = text.replace(fifth, &format!("{start}\"hash\":\"0123456789abcdef\"}}"));
    std::fs::write(&path, &edited).unwrap();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    assert!(!labels(&harness, "The rules tell another story").is_empty());
    click(&mut harness, "Leave it");
    assert!(harness.state().save_path().is_none() && std::fs::read_to_string(&path).unwrap() == edited);
    drop(harness);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    click(&mut harness, "Go on from there");
    assert_eq!(harness.state().save_path(), Some(&*path));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited, "nothing is written before the next order");
    drop(harness);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let snapshot = labels(&harness, "Go on from the snapshot after order ").remove(0);
    click(&mut harness, &snapshot);
    assert_eq!(harness.state().save_path(), Some(&*path));
    drop(harness);
    let harness = window(&catalogue, home.path(), Some(&path));
    assert!(labels(&harness, "The rules tell another story").is_empty());
    assert_eq!(harness.state().save_path(), Some(&*path));
}

#[test]
fn a_refused_order_stays_in_its_line_to_be_mended() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, home.path(), &Spec { seed: Seed(7), ..Spec::default() }, Vacant::People);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    write(&mut harness, "/");
    write(&mut harness, "emd");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(says(&harness, "No order begins with \"emd\"") && !says(&harness, "(notation)"));
    let line = harness.get_by_role(eframe::egui::accesskit::Role::TextInput);
    assert_eq!((line.value().as_deref(), line.is_focused()), (Some("emd"), true));
    for _ in 0..2 {
        press(&mut harness, Modifiers::NONE, Key::Backspace);
    }
    write(&mut harness, "nd");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(orders(&path), ["end"]);
    assert!(harness.query_by_role(eframe::egui::accesskit::Role::TextInput).is_none());
}

#[test]
fn a_dark_place_says_why_it_cannot_be_chosen() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = match_at(&catalogue, home.path(), |_, name| name == "turn");
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let who = labels(&harness, "Choose ").remove(0);
    click(&mut harness, &who);
    let look = catalogue.load(&path, Opening::Look).unwrap().game;
    // an enemy's far place is no target
    let far = (0..90).map(bormida_core::kernel::Part).rfind(|part| {
        let name = look.part_name(*part);
        let lit = format!(" to {name},");
        harness.state().place_of(*part).is_some() && labels(&harness, "").iter().all(|l| !l.contains(&lit))
    });
    let at = harness.state().place_of(far.unwrap()).unwrap();
    harness.hover_at(at);
    harness.run_ok();
    for pressed in [true, false] {
        harness.event(eframe::egui::Event::PointerButton {
            pos: at,
            button: eframe::egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        harness.run_ok();
    }
    let told = labels(&harness, "March: ").len() + labels(&harness, "Road march: ").len();
    assert!(told > 0, "{:?}", labels(&harness, ""));
}

/// A match in which one block has marched out of Alessandria as far as a road march goes: the next comes less far.
fn marched(catalogue: &Catalogue, folder: &Path) -> PathBuf {
    let path = saved(catalogue, folder, &Spec::default(), Vacant::PersonAndBot);
    let mut table = catalogue.load(&path, Opening::GoOn(Trust::SamePacks)).unwrap().game;
    table.play_text("r Alessandria 2I > 1 > 2 > 3").unwrap();
    path
}

#[test]
fn a_place_beyond_the_end_of_a_road_march_says_what_the_order_line_says() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = marched(&catalogue, home.path());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let mut table = catalogue.load(&path, Opening::Look).unwrap().game;
    let Err(Trouble::Refused(refusal)) = table.check_text("r Alessandria 2I > 1 > 2 > 3") else {
        panic!("it is legal")
    };
    click(&mut harness, "Choose Alessandria");
    for name in ["3", "2-3/main1"] {
        let at = harness.state().place_of(table.part_named(name).unwrap()).unwrap();
        click_at(&mut harness, at, PointerButton::Secondary, 1);
        let (told, section) = (format!("Road march: {}", refusal.text), format!("({})", refusal.rule));
        let is_told = says(&harness, &told) && says(&harness, &section);
        assert!(is_told, "{told} {section} is not told of {name}: {:?}", labels(&harness, ""));
        assert!(!says(&harness, "Reinforcements enter by"), "{:?}", labels(&harness, ""));
    }
}

#[test]
fn a_click_on_a_place_takes_the_way_that_leads_into_it() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = marched(&catalogue, home.path());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let mut table = catalogue.load(&path, Opening::Look).unwrap().game;
    let part = |table: &dyn Table, name: &str| table.part_named(name).unwrap();
    let alessandria = part(&*table, "Alessandria");
    let offers = table.offers().unwrap();
    let place = part(&*table, "2");
    let into = |offer: &&Offer| {
        offer.parts.first() == Some(&alessandria) && table.sign(offer).is_some_and(|signed| signed.to == Some(place))
    };
    let ways: Vec<&Offer> = offers.iter().filter(into).collect();
    assert_eq!(ways.len(), 1, "{ways:?}");
    click(&mut harness, "Choose Alessandria");
    assert!(!labels(&harness, "Road march to 2").is_empty(), "{:?}", labels(&harness, ""));
    let at = harness.state().place_of(place).unwrap();
    click_at(&mut harness, at, PointerButton::Primary, 1);
    assert!(says(&harness, "Choose which pieces."), "{:?}", labels(&harness, ""));
    // a place into which nothing leads says why
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let at = harness.state().place_of(part(&*table, "3")).unwrap();
    click_at(&mut harness, at, PointerButton::Primary, 1);
    assert!(says(&harness, "The steps do not suffice"), "{:?}", labels(&harness, ""));
}

#[test]
fn a_decision_is_a_card_and_a_digit_and_enter_answer_it() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let few = |table: &mut dyn Table, name: &str| {
        name == "respond" && matches!(table.orders(10), Ok((lines, Whole::All)) if (2..=9).contains(&lines.len()))
    };
    let path = match_at(&catalogue, home.path(), few);
    let before = orders(&path).len();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let curtain = labels(&harness, "I play ");
    if let [raise] = &curtain[..] {
        click(&mut harness, raise);
    }
    assert!(!labels(&harness, "1  ").is_empty(), "{:?}", labels(&harness, ""));
    assert!(!labels(&harness, "What happened").is_empty());
    press(&mut harness, Modifiers::NONE, Key::Num1);
    assert_eq!(orders(&path).len(), before);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(orders(&path).len(), before + 1);
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    give_an_order(&mut harness);
    let path = harness.state().save_path().unwrap().to_owned();
    let given = orders(&path);
    drop(harness);
    let harness = window(&catalogue, home.path(), Some(&path));
    assert_eq!(harness.state().save_path(), Some(&*path));
    let last = words_of(&catalogue, &path, given.last().unwrap());
    assert!(says(&harness, &last), "{last} is not in the log");
}

#[test]
fn a_file_that_is_no_match_is_told_and_nothing_is_lost() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let path = home.path().join("broken.match");
    std::fs::write(&path, "{\"not\": \"a match\"}\n").unwrap();
    let harness = window(&catalogue, home.path(), Some(&path));
    assert!(labels(&harness, "").iter().any(|label| label.contains("broken.match")));
    assert!(!labels(&harness, "Play now").is_empty());
}

#[test]
fn the_curtain_falls_between_two_people() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "Two at this table");
    wait(&mut harness, "the first turn", |h| !labels(h, "Choose ").is_empty() || !labels(h, "I play ").is_empty());
    for _ in 0..30 {
        if let Some(raise) = labels(&harness, "I play ").first().cloned() {
            assert!(labels(&harness, "Board").is_empty(), "the board is seen behind the curtain");
            assert_no_face_is_painted(&catalogue, &harness);
            click(&mut harness, &raise);
            assert_eq!(labels(&harness, "Board").len(), 1);
            return;
        }
        press(&mut harness, Modifiers::NONE, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
    }
    panic!("the turn never passed");
}

/// No face of a block stands anywhere in the window.
fn assert_no_face_is_painted(catalogue: &Catalogue, harness: &Window<'_>) {
    let about = catalogue.abouts().remove(0);
    let table = catalogue.start(Spec::default().header(&about, Vacant::People).unwrap(), None).unwrap();
    let faces = table.classes();
    assert!(faces.len() >= 6);
    for face in faces {
        assert!(!painted(harness, &face) && !says(harness, &face), "{face} is seen: {:?}", labels(harness, ""));
    }
}

#[test]
fn behind_the_curtain_nobody_reads_which_blocks_attack() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    // the first side's last order names faces, and the second has to look at its own
    let path = match_at(&catalogue, home.path(), |table, _| {
        let Ask::Ask(question) = table.ask() else { return false };
        let (own, public) = (table.log(Some(Seat(0))), table.log(None));
        let last = own.last().zip(public.last());
        question.seat == Seat(1)
            && question.needs_hidden_faces
            && last.is_some_and(|(a, b)| a.seat == Seat(0) && a.text != b.text)
    });
    let mut harness = window(&catalogue, home.path(), Some(&path));
    let given = orders(&path).len();
    assert_eq!(labels(&harness, "I play the French").len(), 1, "{:?}", labels(&harness, ""));
    assert_no_face_is_painted(&catalogue, &harness);
    assert!(labels(&harness, "Take back").is_empty() && labels(&harness, "Do again").is_empty());
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    let entries = Saved::read(&path).unwrap().entries;
    assert!(orders(&path).len() == given && !entries.iter().any(|entry| matches!(entry, Entry::Back { .. })));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(labels(&harness, "Board").len(), 1);
    assert!(!labels(&harness, "Take back").is_empty());
}

#[test]
fn p_goes_round_the_other_sides_of_an_open_table() {
    let (packs, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = packs.path().join("three");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest = "id = \"three\"\nversion = \"1\"\napi = 0\ngame = \"three\"\nkind = \"game\"\ntitle = \"Three\"\n";
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("game.luau"), THREE_SIDES).unwrap();
    let catalogue = house(&Files::over(packs.path())).unwrap();
    let about = catalogue.abouts().into_iter().find(|about| about.id == "three").unwrap();
    assert_eq!(about.sides.len(), 3, "{}", about.summary);
    let path = home.path().join("begun.match");
    drop(catalogue.start(Spec::default().header(&about, Vacant::People).unwrap(), Some(&path)).unwrap());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    click(&mut harness, "View");
    click(&mut harness, "Open table");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    press(&mut harness, Modifiers::NONE, Key::E);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(painted(&harness, "Seen by green"), "{:?}", labels(&harness, ""));
    for side in ["blue", "red", "blue"] {
        harness.key_down(Key::P);
        harness.run_ok();
        assert!(painted(&harness, &format!("Seen by {side}")), "{side}");
        // a key that is held says so again and again
        harness.key_down(Key::P);
        harness.run_ok();
        assert!(painted(&harness, &format!("Seen by {side}")), "{side}");
        harness.key_up(Key::P);
        harness.run_ok();
        assert!(painted(&harness, "Seen by green"));
    }
}

/// A game of three sides in turn, each of which sees its own name.
const THREE_SIDES: &str = r#"local SIDES = { "red", "green", "blue" }
return {
	sides = SIDES,
	verbs = { { "pass", "pass the turn" } },
	classes = {},
	places = { "table" },
	setups = { { name = "start", title = "From the start", summary = "Nothing has happened." } },
	memory = { mover = { enum = SIDES } },
	steps = {
		turn = {
			ask = "pass the turn",
			help = "There is nothing else to do.",
			rule = "1",
			seat = "mover",
			offers = function(_memory)
				return { { verb = "pass" } }
			end,
			play = function(memory, _order, _rng, _log)
				memory.mover = if memory.mover == "red" then "green" elseif memory.mover == "green" then "blue" else "red"
				return nil
			end,
		},
	},
	start = function()
		return "turn"
	end,
	scene = function(_memory, side, draw)
		draw:size(600, 300)
		draw:box({ x = 60, y = 90, w = 300, h = 120, name = `Seen by {side}`, letters = 20, fill = "paper", part = "table" })
	end,
}
"#;

#[test]
fn another_bot_takes_the_seat_of_one_that_fails() {
    let (packs, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = packs.path().join("sick");
    std::fs::create_dir_all(&folder).unwrap();
    let manifest = "id = \"sick\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"bot\"\ntitle = \"Sick\"\n";
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("bot.luau"), "return { choose = function() error('sick') end }").unwrap();
    let catalogue = house(&Files::over(packs.path())).unwrap();
    let seats = [("austrian", "human"), ("french", "sick")].map(|(side, who)| (side.to_owned(), who.to_owned()));
    let spec = Spec { seats: seats.into(), seed: Seed(3), ..Spec::default() };
    let path = saved(&catalogue, home.path(), &spec, Vacant::People);
    let mut harness = window(&catalogue, home.path(), Some(&path));
    for _ in 0..4 {
        if says(&harness, "A bot failed") {
            break;
        }
        press(&mut harness, Modifiers::NONE, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        wait(&mut harness, "the bot", |h| says(h, "A bot failed") || !labels(h, "Choose ").is_empty());
    }
    let told = "The bot sick failed as French (";
    assert!(says(&harness, "A bot failed") && says(&harness, told), "{:?}", labels(&harness, ""));
    assert!(says(&harness, "; steady plays on."));
    let before = orders(&path).len();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    wait(&mut harness, "the other bot", |_| orders(&path).len() > before);
    let notes = notes(&path);
    assert!(notes.iter().any(|note| note.starts_with(told) && note.ends_with("; steady plays on.")), "{notes:?}");
}

#[test]
fn a_failing_script_is_told_on_a_card_and_play_goes_on() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.abouts().remove(0);
    let variant =
        about.variants.iter().map(|v| v.name.clone()).find(|name| name.contains("broken-on-purpose")).unwrap();
    let path = home.path().join("broken.match");
    let spec = Spec { variants: vec![variant], seed: Seed(3), ..Spec::default() };
    drop(catalogue.start(spec.header(&about, Vacant::People).unwrap(), Some(&path)).unwrap());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    for _ in 0..60 {
        if !labels(&harness, "A script failed").is_empty() {
            press(&mut harness, Modifiers::NONE, Key::Enter);
            assert!(labels(&harness, "A script failed").is_empty());
            let off = |entry: &Entry| matches!(entry, Entry::HookOff { .. });
            assert!(Saved::read(&path).unwrap().entries.iter().any(off));
            return;
        }
        if let Some(raise) = labels(&harness, "I play ").first().cloned() {
            click(&mut harness, &raise);
            continue;
        }
        press(&mut harness, Modifiers::NONE, Key::E);
        press(&mut harness, Modifiers::NONE, Key::Enter);
    }
    panic!("no script failed");
}

#[test]
fn earlier_moments_are_only_looked_at() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    give_an_order(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::PageUp);
    assert!(labels(&harness, "Choose ").is_empty(), "an order is offered in the past");
    assert!(labels(&harness, "").iter().any(|label| label.ends_with("is shown.")));
    press(&mut harness, Modifiers::NONE, Key::End);
    assert!(!labels(&harness, "Choose ").is_empty());
}

#[test]
fn an_order_is_typed_with_completion() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = begin(&catalogue, home.path());
    let path = harness.state().save_path().unwrap().to_owned();
    let before = orders(&path);
    harness.event(eframe::egui::Event::Text("/".to_owned()));
    harness.run_ok();
    harness.event(eframe::egui::Event::Text("en".to_owned()));
    harness.run_ok();
    press(&mut harness, Modifiers::NONE, Key::Tab);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(orders(&path)[before.len()..].first().is_some_and(|order| order == "end"), "{:?}", orders(&path));
}

#[test]
fn a_click_on_a_badge_lays_its_order_out() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let stands = |table: &dyn Table, offer: &Offer| offer.parts.len() == 1 && table.sign(offer).is_some();
    let path = match_at(&catalogue, home.path(), |table, name| {
        name == "turn" && {
            let offers = table.offers().unwrap();
            offers.iter().any(|offer| stands(table, offer) && table.verbs()[offer.verb.0 as usize].1 == "assault")
        }
    });
    let mut harness = window(&catalogue, home.path(), Some(&path));
    for _ in 0..3 {
        // the seat may be behind its curtain
        if let Some(raise) = labels(&harness, "I play ").first().cloned() {
            click(&mut harness, &raise);
        }
    }
    let badge = labels(&harness, "Assault: ").remove(0);
    let place = harness.get_by_label(&badge).rect().center();
    let given = orders(&path).len();
    click_at(&mut harness, place, PointerButton::Primary, 1);
    assert!(says(&harness, "Assault  Enter"), "{badge}: {:?}", labels(&harness, ""));
    assert_eq!(orders(&path).len(), given, "an assault asks the enemy and waits for a word");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(orders(&path).len(), given + 1);
}

#[test]
fn a_number_of_pounds_is_moved_by_clicks() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.abouts().into_iter().find(|about| about.id == "nwars").unwrap();
    let path = home.path().join("begun.match");
    let header = Spec::default().header(&about, Vacant::People).unwrap();
    drop(catalogue.start(header, Some(&path)).unwrap());
    let mut harness = window(&catalogue, home.path(), Some(&path));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let who = labels(&harness, "Choose ").into_iter().find(|label| label != "Choose ").unwrap();
    click(&mut harness, &who);
    let fund = labels(&harness, "").into_iter().find(|label| label.contains(" to war_fund")).unwrap();
    click(&mut harness, &fund);
    click(&mut harness, "3");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(orders(&path).last().map(String::as_str), Some("move treasury > war_fund 3"));
}
