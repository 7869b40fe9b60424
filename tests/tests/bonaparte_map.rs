//! The board of Bonaparte at Marengo: its counts, its facts against the reference reading, its set-up.

use std::collections::BTreeMap;
use std::path::Path;

use bormida_core::board::{AreaMap, Direction, Landscape, LocaleId, Position, RoadKind, Side, Width};
use bormida_core::games::triomphe::numbers::Numbers;
use bormida_core::games::triomphe::setup_file::{SetupFile, Words};
use bormida_core::pack::builtin;

mod reading;
use reading::{our_roads, penalties, reference_road, side_text, texts, whole};

const FACES: &[&str] = &["1A", "1C", "2C", "1I", "2I", "3I"];

fn own(file: &str) -> String {
    builtin::text(&format!("scripts/bonaparte/game/{file}")).expect("the file is built in").into_owned()
}

fn board() -> AreaMap {
    AreaMap::load("map.toml", &own("map.toml")).unwrap_or_else(|found| panic!("{found}"))
}

fn setup(map: &AreaMap) -> SetupFile {
    let words = Words { sides: &["austrian", "french"], faces: FACES, most_pieces: 64 };
    SetupFile::load("historical.toml", &own("setups/historical.toml"), map, &Numbers::default(), &words)
        .unwrap_or_else(|found| panic!("{found}"))
}

#[test]
fn the_board_has_its_counts() {
    let map = board();
    assert_eq!((map.locales().len(), map.pairs().len(), map.holdings().len()), (66, 118, 4));
    let between = map.crossings().filter(|crossing| map.crossing(*crossing).pair.is_some()).count();
    assert_eq!((between, map.crossings().len()), (109, 113));
    let wide = map.pairs().filter(|pair| map.approach(pair.approach(Side::BOTH[0])).width == Width::Wide).count();
    assert_eq!(wide, 31);
    let setups: Vec<u8> = map.locales().map(|id| map.locale(id).setup).filter(|n| *n > 0).collect();
    assert_eq!((setups.len(), setups.iter().sum::<u8>()), (8, 12));
    assert_eq!(map.locales().map(|id| map.locale(id).capacity).max(), Some(20));
    assert!(map.approaches().all(|approach| map.direction(approach) == Direction::Unmarked));
    let [cabianca, guarasca] = ["1", "8"].map(|name| map.read_locale(name).unwrap());
    assert_eq!(map.approaches_facing(guarasca, cabianca).count(), 2);
}

#[test]
fn eight_locales_bear_stars_of_three_colours() {
    let map = board();
    let mut stars: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for id in map.locales() {
        let locale = map.locale(id);
        assert_eq!(locale.is_goal(), locale.objective.is_some());
        if let Some(colour) = &locale.objective {
            stars.entry(colour).or_default().push(&locale.id);
        }
    }
    let read = [("blue", vec!["55", "58", "59"]), ("green", vec!["61", "65"]), ("red", vec!["60", "62", "64"])];
    assert_eq!(stars, BTreeMap::from(read));
}

#[test]
fn a_colour_is_a_word_of_small_letters() {
    let found = AreaMap::load("m.toml", "[locale]\nP = { capacity = 1, objective = \"Deep Blue\" }\n").unwrap_err();
    assert_eq!(found.iter().map(|d| (d.line, d.column)).collect::<Vec<_>>(), [(2, 33)]);
    assert!(found.to_string().contains("\"Deep Blue\" cannot name a colour"), "{found}");
}

#[test]
fn the_set_up_is_that_of_the_board() {
    let map = board();
    let setup = setup(&map);
    let faces = |group: usize| -> Vec<(&str, u8)> {
        setup.groups[group].faces.iter().map(|(class, n)| (FACES[usize::from(class.0)], *n)).collect()
    };
    assert_eq!(faces(0), [("2C", 3), ("2I", 7), ("3I", 2)]);
    assert!(setup.groups[0].disorganized && setup.groups[1..].iter().all(|group| !group.disorganized));
    assert_eq!(setup.groups[0].into.len(), 8);
    assert_eq!(faces(4), [("1A", 1), ("2C", 6), ("2I", 10), ("3I", 3)]);
    for (place, n) in setup.groups[1..].iter().flat_map(|group| &group.into) {
        let Position::Holding(holding) = place else { panic!("{place:?} is no holding area") };
        assert_eq!(*n, map.holding(*holding).places);
    }
    assert_eq!(setup.morale.iter().map(|morale| morale.uncommitted).collect::<Vec<_>>(), [16, 17]);
    assert!(setup.morale.iter().all(|morale| morale.track.is_empty() && morale.committed.is_empty()));
}

#[test]
fn the_roads_of_the_landscape_pass_every_crossing_once() {
    let map = board();
    let land =
        Landscape::load("landscape.toml", &own("landscape.toml"), &map).unwrap_or_else(|found| panic!("{found}"));
    let mut passed: Vec<_> = land.roads.iter().flat_map(|road| road.crossings.iter().copied()).collect();
    passed.sort_unstable();
    assert_eq!(passed, map.crossings().filter(|id| map.crossing(*id).pair.is_some()).collect::<Vec<_>>());
    let sheet = land.sheet.expect("the landscape tells its sheet");
    let corners = map.locales().flat_map(|id| map.locale(id).polygon.corners().to_vec());
    assert!(corners.into_iter().all(|[x, y]| x < sheet.size[0] && y < sheet.size[1]));
}

#[test]
fn the_board_agrees_with_the_reference_reading() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/games/bonaparte/board.toml");
    let Ok(text) = std::fs::read_to_string(&path) else { return };
    let facts: toml::Table = text.parse().expect("the reference is TOML");
    let map = board();
    let list = |key: &str| facts[key].as_array().expect("a list").iter().map(|v| v.as_table().expect("a table"));
    let locale = |v: &toml::Value| map.read_locale(&whole(v).to_string()).expect("a locale");

    let (mut seen, mut moved) = (0, 0);
    assert_eq!(list("locale").count(), map.locales().len());
    for entry in list("locale") {
        let id = locale(&entry["id"]);
        let ours = map.locale(id);
        assert_eq!(Some(&*ours.name), entry["name"].as_str());
        assert_eq!(i64::from(ours.capacity), whole(&entry["capacity"]), "capacity of {}", ours.id);
        assert_eq!(i64::from(ours.setup), whole(&entry["french_setup"]), "set-up of {}", ours.id);
        assert_eq!(ours.objective.as_deref().unwrap_or_default(), entry["objective"].as_str().unwrap());
        let read = entry["polygon"].as_array().unwrap();
        assert_eq!(ours.polygon.corners().len(), read.len(), "corners of {}", ours.id);
        for (corner, read) in ours.polygon.corners().iter().zip(read) {
            // five metres to a step of the reading below a margin; corners whose outlines crossed were moved apart
            let read = read.as_array().unwrap();
            let read = [whole(&read[0]) * 5, whole(&read[1]) * 5 + 300];
            let off = (i64::from(corner[0]) - read[0]).abs().max((i64::from(corner[1]) - read[1]).abs());
            assert!(off <= 90, "{corner:?} of {} was read as {read:?}", ours.id);
            moved += usize::from(off > 0);
        }
        let sides: Vec<&str> = ours.sides.iter().map(|side| side_text(&map, *side)).collect();
        assert_eq!(sides, texts(&entry["sides"]), "sides of {}", ours.id);
        let read: Vec<Vec<String>> =
            entry["roads"].as_array().unwrap().iter().map(|road| reference_road(road, kind)).collect();
        assert_eq!(our_roads(&map, id), read, "roads of {}", ours.id);
        seen += 5 + sides.len() + read.len();
    }

    assert_eq!(list("approach").count(), map.pairs().len());
    for entry in list("approach") {
        let pair = map.read_pair(entry["id"].as_str().unwrap()).expect("a pair");
        let between: Vec<LocaleId> = entry["between"].as_array().unwrap().iter().map(locale).collect();
        assert_eq!(map.pair(pair).between.to_vec(), between);
        let width = if entry["width"].as_str() == Some("wide") { Width::Wide } else { Width::Narrow };
        // the first penalties belong to the approach in the first locale
        for (side, key) in Side::BOTH.into_iter().zip(["a", "b"]) {
            let approach = map.approach(pair.approach(side));
            let ours = (approach.width, approach.penalties, approach.impassable);
            assert_eq!(ours, (width, penalties(&entry[key]), false), "{}", map.approach_name(pair.approach(side)));
            seen += 5;
        }
        let crossings: Vec<String> = map.crossings_over(pair).iter().map(|c| map.crossing_name(*c)).collect();
        let read = texts(&entry["crossings"]).into_iter().map(|c| format!("{}/{}", map.pair_name(pair), kind(c)));
        assert_eq!(crossings, read.collect::<Vec<_>>());
        seen += 1 + crossings.len();
    }

    for entry in list("holding_area") {
        let ours = map.holdings().map(|id| map.holding(id)).find(|h| h.enters == locale(&entry["enters"]));
        let ours = ours.expect("a holding area");
        assert_eq!((Some(&*ours.army), ours.pontoon), (entry["army"].as_str(), entry.get("pontoon").is_some()));
        assert_eq!(Some(&*ours.hour.to_string()), entry["hour"].as_str());
        let pieces = entry.get("pieces").map_or_else(|| army(&facts["austrian"]).values().sum(), whole);
        assert_eq!(i64::from(ours.places), pieces);
        assert_eq!(map.crossing(ours.crossing).kind, RoadKind::Main);
        seen += 5;
    }
    assert!(seen > 2100, "only {seen} facts were compared");
    assert_eq!(moved, 15);

    let setup = setup(&map);
    let count = |group: usize| -> BTreeMap<&str, i64> {
        let faces = setup.groups[group].faces.iter();
        faces.map(|(class, n)| (FACES[usize::from(class.0)], i64::from(*n))).collect()
    };
    assert_eq!((count(0), count(4)), (army(&facts["french_at_start"]), army(&facts["austrian"])));
    for (seat, side) in ["austrian", "french"].into_iter().enumerate() {
        assert_eq!(i64::from(setup.morale[seat].uncommitted), whole(&facts["morale_start"][side]));
    }
}

fn army(value: &toml::Value) -> BTreeMap<&str, i64> {
    value.as_table().expect("a table").iter().map(|(face, n)| (face.as_str(), whole(n))).collect()
}

/// Our word for the reference's kinds of road.
fn kind(text: &str) -> String {
    text.replace("primary", "main").replace("secondary", "local")
}
