//! N in Luau: every promise of the kernel, whole games at random, the reconstructed data's marks.

use bormida_core::conformance::{Trial, conformance, fingerprint};
use bormida_core::games::HouseGame;
use bormida_core::games::scripted::ScriptShelf;
use bormida_core::kernel::*;
use bormida_core::pack::Packs;
use bormida_core::pack::builtin::{self, Files};
use bormida_core::script::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

fn nwars() -> ScriptShelf {
    let files = Files::builtin();
    ScriptShelf::of(&files, Packs::games(&files).get("nwars").unwrap())
}

#[test]
fn the_game_keeps_every_promise() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup { name: "bonaparte_1792".to_owned(), ..Setup::default() };
    let trial = Trial { seeds: 0..2, setup, orders: 1000, every: 12, folder: folder.path().to_owned() };
    let kit = Arc::new(nwars().kit(&BTreeMap::new()).unwrap());
    let report = conformance(&kit, &trial).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.ended == 2 && report.orders > 400 && report.refused > 20 && report.deals > 20, "{report:?}");
    assert_eq!(fingerprint(&kit, &trial).unwrap(), fingerprint(&kit, &trial).unwrap());
}

#[test]
fn random_games_of_every_scenario_come_to_their_end() {
    let shelf = nwars();
    let kit = Arc::new(shelf.kit(&BTreeMap::new()).unwrap());
    let setups = shelf.about().setups;
    assert_eq!(setups.len(), 3);
    for (name, seed) in setups.iter().flat_map(|setup| (0..4).map(|seed| (&setup.name, seed))) {
        let setup = Setup { name: name.clone(), ..Setup::default() };
        let mut game =
            Match::start(kit.clone(), Header { seed: Seed(seed), setup, ..Header::default() }, None).unwrap();
        let mut rng = Rng::with_seed(seed);
        while let Ask::Ask(question) = game.ask() {
            assert!(game.number() < 2000, "{name}, seed {seed}: {} still", question.name);
            let order = game.game().sample(game.state(), &mut rng, Policy::Uniform).unwrap();
            game.play(&order).unwrap_or_else(|trouble| panic!("{name}, seed {seed}: {trouble}"));
        }
    }
}

#[test]
fn the_first_turn_begins_with_thirteen_pounds_and_a_board() {
    let shelf = nwars();
    let about = shelf.about();
    assert!(about.reconstructed && about.sides == ["coalition"] && about.rulings.len() == 7, "{about:?}");
    let header = Header { game: "nwars".to_owned(), seats: vec!["human".to_owned()], ..Header::default() };
    let mut table = shelf.start(header, None).unwrap();
    let line = table.play_text("begin").unwrap();
    assert!(line.events.iter().any(|event| event.text.contains("Income 13") && event.rule.0 == "4/1"), "{line:?}");
    let scene = table.scene(Seat(0));
    let shapes: usize = scene.layers.iter().map(|layer| layer.shapes.len()).sum();
    assert!(scene.size[0] > 1000.0 && shapes > 200, "{shapes} shapes: {scene:?}");
    assert_eq!(table.status(Seat(0))[0].name, "Turn");
}

/// What a thing says of its sources.
fn marks(thing: &Value) -> Vec<String> {
    let marks = ["mark", "die_mark"].map(|key| thing.field(key).text("a mark").ok().map(str::to_owned));
    marks.into_iter().flatten().collect()
}

#[test]
fn every_file_of_data_marks_what_it_reconstructs() {
    for path in builtin::files("data/nwars") {
        let text = builtin::text(&path).unwrap();
        let value = Value::of_toml(&path, &text).unwrap();
        let whole = marks(&value);
        let entries = value.entries("a file").unwrap();
        let things = entries.flat_map(|(_, entry)| match entry {
            Value::Map(_) => std::slice::from_ref(entry),
            _ => entry.list("").unwrap_or_default(),
        });
        let things = things.filter(|thing| matches!(thing, Value::Map(_)));
        let all: Vec<String> = things
            .flat_map(|thing| {
                let own = marks(thing);
                assert!(!whole.is_empty() || !own.is_empty(), "{path} says nothing of its sources: {thing:?}");
                own
            })
            .chain(whole.clone())
            .collect();
        let known = ["law", "public", "reconstructed"];
        assert!(!all.is_empty() && all.iter().all(|mark| known.contains(&mark.as_str())), "{path}: {all:?}");
        assert!(all.iter().any(|mark| mark == "reconstructed"), "{path}: {all:?}");
        assert_eq!(nwars().examine(&path, &text).map(|found| found.to_string()).as_deref(), Some(""), "{path}");
    }
    let torn = nwars().examine("data/nwars/wars.toml", "[[war]]\nword = \"egypt\"\n").unwrap();
    assert!(torn.to_string().contains("does not open"), "{torn}");
}

#[test]
fn one_roll_more_shifts_no_other_stream() {
    let kit = Arc::new(nwars().kit(&BTreeMap::new()).unwrap());
    let envoys = |moved: bool| {
        let mut game = Match::start(kit.clone(), Header { seed: Seed(5), ..Header::default() }, None).unwrap();
        let mut rng = Rng::with_seed(1);
        while let Ask::Ask(question) = game.ask() {
            let text = match &*question.name {
                "begin" => "begin",
                "funds" if moved && game.number() == 1 => "move treasury > war_fund 3",
                "funds" | "market" | "debate" | "mission" => "done",
                "build" => break,
                _ => {
                    let order = game.game().sample(game.state(), &mut rng, Policy::Uniform).unwrap();
                    game.play(&order).unwrap();
                    continue;
                }
            };
            let order = game.read(text).unwrap();
            game.play(&order).unwrap();
        }
        let events = game.history().iter().flat_map(|done| &done.events);
        events
            .filter(|event| event.rule.0 == "5/1" && event.public.starts_with("Die"))
            .map(|event| event.public.clone())
            .collect::<Vec<_>>()
    };
    assert!(envoys(false).len() == 2 && envoys(false) == envoys(true), "{:?}", envoys(true));
}

/// How far Napoleon Abdicates comes when this player plays the scenario of 1805 to its end.
fn reached(player: &str, seed: u64) -> i32 {
    let setup = Setup { name: "napoleon_1805".to_owned(), ..Setup::default() };
    let seats = vec![player.to_owned()];
    let header = Header { game: "nwars".to_owned(), setup, seats, seed: Seed(seed), ..Header::default() };
    let mut table = nwars().start(header, None).unwrap();
    let mut bot = table.recruit(player)().unwrap();
    while let Ask::Ask(_) = table.ask() {
        let chosen = bot.choose(&table.seen(Seat(0)), &|| false).unwrap();
        table.play_text(&chosen.order).unwrap();
    }
    let figures = table.status(Seat(0));
    let abdication = figures.iter().find(|figure| figure.name == "Abdication").unwrap();
    abdication.text.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn the_shipped_bot_plays_whole_games_and_far_better_than_chance() {
    let both = |player: &str| reached(player, 0) + reached(player, 1);
    let (bot, chance) = (both("lua"), both("random"));
    assert!(bot >= chance + 10, "Castlereagh comes to {bot}, random play to {chance}");
}

#[test]
fn every_choice_has_help_and_says_what_follows() {
    let shelf = nwars();
    let options = [("cavalry_reaction", "yes"), ("icon_chits", "yes"), ("russians_delayed", "any")];
    let options: BTreeMap<String, String> = options.map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    let kit = Arc::new(shelf.kit(&options).unwrap());
    let mut asked = BTreeMap::new();
    for (setup, seed) in shelf.about().setups.iter().flat_map(|setup| (0..3).map(move |seed| (setup, seed))) {
        let setup = Setup { name: setup.name.clone(), ..Setup::default() };
        let mut game =
            Match::start(kit.clone(), Header { seed: Seed(seed), setup, ..Header::default() }, None).unwrap();
        let mut rng = Rng::with_seed(seed);
        while let Ask::Ask(question) = game.ask() {
            assert!(question.help.len() > 30, "{} has no help", question.name);
            let codes = question.text.contains('_') || question.help.contains('_');
            assert!(!codes, "{}: {} {}", question.name, question.text, question.help);
            let order = game.game().sample(game.state(), &mut rng, Policy::Natural).unwrap();
            let text = game.game().write(game.state(), &order);
            let follows = game.follows(&order).unwrap();
            assert!(
                !follows.sum.is_empty() && follows.lines().iter().all(|line| line.len() > 10),
                "{text}: {follows:?}"
            );
            let spoken = game.game().spoken(&text).unwrap();
            assert!(!spoken.contains('_') && !spoken.contains(" > "), "{text}: {spoken}");
            *asked.entry(question.name.to_string()).or_insert(0) += 1;
            game.play(&order).unwrap();
        }
    }
    assert!(asked.len() >= 16, "{asked:?}");
}
