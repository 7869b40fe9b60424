//! The board of Triomphe: its counts and names, its facts against the reference readings, and what bad maps are told.

use std::collections::BTreeMap;
use std::path::Path;

use bormida_core::board::{AreaMap, Direction, Landscape, LocaleId, Side, Width};
use bormida_core::games::triomphe::numbers::Numbers;
use bormida_core::games::triomphe::setup_file::{SetupFile, Words};
use bormida_core::pack::{Diagnostics, builtin};

mod reading;
use reading::{our_roads, penalties, reference_road, side_text, texts, whole};

fn printed() -> AreaMap {
    let text = builtin::text("data/triomphe/map.toml").expect("the map is built in");
    AreaMap::load("map.toml", &text).unwrap_or_else(|found| panic!("{found}"))
}

/// Findings as `line:column message | hint`.
fn told(found: &Diagnostics) -> Vec<String> {
    let hint = |hint: &Option<String>| hint.as_ref().map_or_else(String::new, |hint| format!(" | {hint}"));
    found.iter().map(|d| format!("{}:{} {}{}", d.line, d.column, d.message, hint(&d.hint))).collect()
}

#[test]
fn the_printed_board_has_its_counts() {
    let map = printed();
    assert_eq!((map.locales().len(), map.pairs().len(), map.approaches().len()), (90, 172, 344));
    let between = map.crossings().filter(|crossing| map.crossing(*crossing).pair.is_some()).count();
    assert_eq!((between, map.crossings().len(), map.holdings().len()), (163, 167, 4));
    assert_eq!(map.locales().map(|locale| map.locale(locale).setup).sum::<u8>(), 11); // 4
    let line: Vec<&str> =
        map.pairs().filter(|pair| map.on_objective_line(*pair)).map(|pair| map.pair_name(pair)).collect();
    assert!(line.contains(&"72-75") && !line.contains(&"71-72"), "{line:?}");
}

#[test]
fn every_name_reads_back_and_the_nearest_is_told() {
    let map = printed();
    map.locales().for_each(|id| assert_eq!(map.read_locale(map.locale_name(id)), Ok(id)));
    map.pairs().for_each(|id| assert_eq!(map.read_pair(map.pair_name(id)), Ok(id)));
    map.approaches().for_each(|id| assert_eq!(map.read_approach(&map.approach_name(id)), Ok(id)));
    map.crossings().for_each(|id| assert_eq!(map.read_crossing(&map.crossing_name(id)), Ok(id)));
    map.holdings().for_each(|id| assert_eq!(map.read_holding(map.holding_name(id)), Ok(id)));
    assert_eq!(map.approach_name(map.read_approach("10/9b").unwrap().opposite()), "9/10b");
    assert_eq!(map.read_approach("12/13").unwrap_err().to_string(), "no approach \"12/13\"; did you mean \"12/11\"?");
    assert_eq!(map.read_crossing("10-11/local9").unwrap_err().nearest.as_deref(), Some("10-11/local1"));
    assert_eq!(map.read_holding("Novy").unwrap_err().to_string(), "no holding area \"Novy\"; did you mean \"Novi\"?");
}

#[test]
fn what_is_true_from_one_side_is_true_from_the_other() {
    let map = printed();
    for approach in map.approaches() {
        let (here, there) = (map.approach(approach), map.approach(approach.opposite()));
        assert_eq!((here.locale, here.beyond, here.width), (there.beyond, there.locale, there.width));
        let back = match here.direction {
            Direction::East => Direction::West,
            Direction::West => Direction::East,
            Direction::Unmarked => Direction::Unmarked,
        };
        assert_eq!(there.direction, back);
        assert!(map.approaches_of(here.locale).contains(&approach));
        assert!(map.neighbours(here.locale).contains(here.beyond) && map.neighbours(here.beyond).contains(here.locale));
    }
    for crossing in map.crossings() {
        let (first, second) = map.crossing(crossing).ends;
        for locale in [Some(first), second].into_iter().flatten() {
            assert!(map.crossings_of(locale).contains(&crossing));
            assert!(map.joined_to(locale, crossing).contains(&crossing) && map.joined(locale, crossing, crossing));
        }
        if let (Some(pair), Some(second)) = (map.crossing(crossing).pair, second) {
            assert!(map.crossings_over(pair).contains(&crossing));
            assert_eq!(map.crossing(crossing).across(first), Some(second));
            assert_eq!(map.approach_at(second, crossing), map.approach_at(first, crossing).map(|a| a.opposite()));
        }
    }
}

#[test]
fn unbroken_road_joins_what_the_board_joins() {
    let map = printed();
    let joined = |locale: &str, a: &str, b: &str| {
        map.joined(map.read_locale(locale).unwrap(), map.read_crossing(a).unwrap(), map.read_crossing(b).unwrap())
    };
    assert!(joined("12", "5-12/main1", "12-19/main1"));
    assert!(joined("1", "1-edge/main1", "1-2b/main1")); // the Austrian entry (15)
    assert!(joined("9", "8-9/main1", "9-10b/main1") && !joined("9", "8-9/main1", "9-10a/local1"));
    assert!(!joined("12", "5-12/main1", "10-11/local1")); // not there at all
}

#[test]
fn the_printed_board_agrees_with_the_reference_readings() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/games/triomphe/board.toml");
    let Ok(text) = std::fs::read_to_string(&path) else { return };
    let board: toml::Table = text.parse().expect("the reference is TOML");
    let map = printed();
    let list = |key: &str| board[key].as_array().expect("a list").iter().map(|v| v.as_table().expect("a table"));
    let locale = |v: &toml::Value| map.read_locale(&whole(v).to_string()).expect("a locale");

    let mut facts = 0;
    assert_eq!(list("locale").count(), map.locales().len());
    for entry in list("locale") {
        let id = locale(&entry["id"]);
        let ours = map.locale(id);
        assert_eq!(Some(&*ours.name), entry["name"].as_str());
        assert_eq!(i64::from(ours.capacity), whole(&entry["capacity"]), "capacity of {}", ours.id);
        assert_eq!(i64::from(ours.setup), whole(&entry["french_setup"]), "set-up of {}", ours.id);
        assert_eq!(Some(ours.east_of_line), entry["east_of_objective"].as_bool());
        let corners: Vec<i64> = ours.polygon.corners().iter().flatten().map(|n| i64::from(*n)).collect();
        let read: Vec<i64> =
            entry["polygon"].as_array().unwrap().iter().flat_map(|p| p.as_array().unwrap()).map(whole).collect();
        assert_eq!(corners, read, "polygon of {}", ours.id);
        let sides: Vec<&str> = ours.sides.iter().map(|side| side_text(&map, *side)).collect();
        assert_eq!(sides, texts(&entry["sides"]));
        let roads = entry["roads"].as_array().unwrap().iter();
        let read: Vec<Vec<String>> = roads.map(|road| reference_road(road, str::to_owned)).collect();
        assert_eq!(our_roads(&map, id), read, "roads of {}", ours.id);
        facts += 5 + read.len() + sides.len();
    }

    assert_eq!(list("approach").count(), map.pairs().len());
    for entry in list("approach") {
        let pair = map.read_pair(entry["id"].as_str().unwrap()).expect("a pair");
        let between: Vec<LocaleId> = entry["between"].as_array().unwrap().iter().map(locale).collect();
        assert_eq!(map.pair(pair).between.to_vec(), between);
        let width = if entry["width"].as_str() == Some("wide") { Width::Wide } else { Width::Narrow };
        for (side, key) in Side::BOTH.into_iter().zip(["a", "b"]) {
            let approach = map.approach(pair.approach(side));
            let direction = match entry["eastward"].as_integer() {
                None => Direction::Unmarked,
                Some(_) if locale(&entry["eastward"]) == approach.beyond => Direction::East,
                Some(_) => Direction::West,
            };
            let ours = (approach.width, approach.direction, approach.penalties, approach.impassable);
            assert_eq!(
                ours,
                (width, direction, penalties(&entry[key]), false),
                "{}",
                map.approach_name(pair.approach(side))
            );
            facts += 7;
        }
        let crossings: Vec<String> = map.crossings_over(pair).iter().map(|c| map.crossing_name(*c)).collect();
        let read = entry["crossings"].as_array().unwrap().iter();
        assert_eq!(
            crossings,
            read.map(|c| format!("{}/{}", map.pair_name(pair), c.as_str().unwrap())).collect::<Vec<_>>()
        );
        assert_eq!(Some(map.on_objective_line(pair)), entry["objective_line"].as_bool());
        facts += 2 + crossings.len();
    }

    for entry in list("holding_area") {
        let ours = map.holding(map.read_holding(entry["name"].as_str().unwrap()).expect("a holding area"));
        assert_eq!((Some(&*ours.army), i64::from(ours.places)), (entry["army"].as_str(), whole(&entry["pieces"])));
        assert_eq!((Some(&*ours.hour.to_string()), ours.enters), (entry["hour"].as_str(), locale(&entry["enters"])));
        assert_eq!(map.crossing(ours.crossing).kind.word(), entry["road"].as_str().unwrap());
        assert_eq!(ours.pontoon, entry.get("pontoon").is_some());
        facts += 6;
    }
    assert!(facts > 3900, "only {facts} facts were compared");
    setup_agrees(&board, &map);
}

fn setup_agrees(board: &toml::Table, map: &AreaMap) {
    const FACES: &[&str] = &["1A", "1C", "2C", "1I", "2I", "3I"];
    let words = Words { sides: &["austrian", "french"], faces: FACES, most_pieces: 64 };
    let text = builtin::text("data/triomphe/setups/historical.toml").expect("the set-up is built in");
    let numbers = Numbers::default();
    let setup =
        SetupFile::load("historical.toml", &text, map, &numbers, &words).unwrap_or_else(|found| panic!("{found}"));
    for (group, key) in setup.groups.iter().zip(["french_at_start", "french_reinforcements", "austrian"]) {
        let faces: BTreeMap<&str, i64> =
            group.faces.iter().map(|(class, n)| (FACES[usize::from(class.0)], i64::from(*n))).collect();
        let read = board["order_of_battle"][key].as_table().unwrap();
        assert_eq!(faces, read.iter().map(|(face, n)| (face.as_str(), n.as_integer().unwrap())).collect());
        for (place, n) in &group.into {
            if let bormida_core::board::Position::Holding(holding) = place {
                assert_eq!(*n, map.holding(*holding).places);
            }
        }
    }
    let track = board["time_track"].as_table().unwrap();
    for (seat, morale) in setup.morale.iter().enumerate() {
        assert_eq!(i64::from(morale.uncommitted), track["uncommitted_at_start"][seat].as_integer().unwrap());
        for round in 1..=numbers.rounds {
            let ours = morale.track.iter().find(|(at, _)| *at == round).map_or(0, |(_, n)| i64::from(*n));
            assert_eq!(ours, track[&numbers.hour_of(round).to_string()][seat].as_integer().unwrap(), "round {round}");
        }
    }
}

#[test]
fn a_map_without_geometry_is_a_few_lines() {
    let map = AreaMap::load(
        "small.toml",
        r#"
        [locale]
        P = { capacity = 9 }
        Q = { capacity = 3, roads = [["P/main1", "S/local1"], ["Pb/local1", "edge/main1"]] }
        S = { capacity = 9, east_of_line = true }
        [pair]
        P-Q = { width = "wide", eastward = "Q", crossings = ["main1"], symbols.Q = ["cavalry", "cavalry", "obstructing"] }
        P-Qb = { width = "narrow", crossings = ["local1"] }
        Q-S = { width = "narrow", crossings = ["local1"] }
        P-S = { width = "narrow", impassable = true }
        [holding.Camp]
        army = "french"
        hour = "7:00AM"
        enters = "Q"
        road = "edge/main1"
        "#,
    )
    .unwrap_or_else(|found| panic!("{found}"));
    let [p, q] = ["P", "Q"].map(|name| map.read_locale(name).unwrap());
    let names: Vec<String> = map.approaches_of(p).iter().map(|approach| map.approach_name(*approach)).collect();
    assert_eq!(names, ["P/Q", "P/Qb", "P/S"]);
    let facing = map.approach(map.read_approach("Q/P").unwrap());
    assert_eq!(
        (facing.penalties.cavalry, facing.penalties.cavalry_obstructing, facing.direction),
        (2, true, Direction::West)
    );
    let entry = map.holding(map.read_holding("Camp").unwrap()).crossing;
    assert_eq!(map.crossing_name(entry), "Q-edge/main1");
    assert!(map.joined(q, entry, map.read_crossing("P-Qb/local1").unwrap()));
    assert!(!map.joined(q, entry, map.read_crossing("P-Q/main1").unwrap()));
    // without `roads` all crossings of a locale join
    assert!(map.joined(p, map.read_crossing("P-Q/main1").unwrap(), map.read_crossing("P-Qb/local1").unwrap()));
    let bare = AreaMap::load(
        "bare.toml",
        "[locale]\nP = { capacity = 1 }\n[holding]\nA = { army = \"x\", hour = \"6:00AM\", enters = \"P\", road = \"edge/main1\" }\n",
    );
    assert_eq!(bare.map(|map| map.crossings().len()), Ok(1));
    assert!(map.neighbours(p).contains(map.read_locale("S").unwrap())); // adjacent though impassable (3)
}

/// Each map, and all that it is told.
const BAD_MAPS: &[(&str, &[&str])] = &[
    ("", &["1:1 missing table \"locale\""]),
    ("[locale.P]\ncapacity = \n", &["2:12 not TOML: string values must be quoted, expected literal string"]),
    ("[locale.P]\ncapacity = 1\n[locale.P]\n", &["3:9 not TOML: duplicate key"]),
    (
        "[locale.P]\ncapcity = 3\n[locale.Q]\ncapacity = 0\n[locale.S]\ncapacity = \"3\"\n[local.T]\n",
        &[
            "1:9 missing key \"capacity\"",
            "2:1 unknown key \"capcity\" | did you mean \"capacity\"?",
            "4:12 0 is not within 1 to 255",
            "6:12 expected a whole number, found a text",
            "7:2 unknown key \"local\" | did you mean \"locale\"?",
        ],
    ),
    (
        "[locale]\nedge = { capacity = 1 }\n\"a-b\" = { capacity = 1 }\n",
        &[
            "2:1 \"edge\" cannot name a locale: up to 8 letters and digits, and not \"edge\" or \"both\"",
            "3:1 \"a-b\" cannot name a locale: up to 8 letters and digits, and not \"edge\" or \"both\"",
        ],
    ),
    (
        "[locale]\n10 = { capacity = 1 }\n11 = { capacity = 1 }\n[pair]\n10-12 = { width = \"wide\" }\n10-10 = { width = \"wide\" }\n10 = { width = \"wide\" }\n10-11 = { width = \"wde\" }\n11-10 = { width = \"wide\" }\n",
        &[
            "5:1 no locale \"12\" | did you mean \"10\"?",
            "6:1 locale \"10\" cannot meet itself",
            "7:1 \"10\" is no pair: two locales joined by \"-\", such as \"5-12\"",
            "8:19 \"wde\" is none of \"narrow\", \"wide\" | did you mean \"wide\"?",
            "9:1 \"11-10\" is the pair \"10-11\" once more",
        ],
    ),
    (
        "[locale]\nP = { capacity = 1 }\nQ = { capacity = 1 }\nS = { capacity = 1 }\n[pair]\nP-Q = { width = \"wide\", eastward = \"S\", symbols.S = [], symbols.P = [\"cavlry\"] }\n",
        &[
            "6:36 eastward of \"P-Q\" is \"P\" or \"Q\", not \"S\"",
            "6:49 symbols of \"P-Q\" are on \"P\", \"Q\" or \"both\", not on \"S\"",
            "6:70 \"cavlry\" is none of \"infantry\", \"cavalry\", \"artillery\", \"obstructing\" | did you mean \"cavalry\"?",
        ],
    ),
    // one-sided, and sides without a pair
    (
        "[locale]\nP = { capacity = 1, sides = [\"edge\"] }\nQ = { capacity = 1, sides = [\"P\", \"S\", \"T\", \"P\"] }\nS = { capacity = 1 }\n[pair]\nP-Q = { width = \"wide\" }\n",
        &[
            "2:29 pair \"P-Q\" is one-sided: no side of locale \"P\" is \"Q\"",
            "3:35 side \"S\" has no pair \"Q-S\" | add it under [pair]",
            "3:40 no locale \"T\"",
            "3:45 side \"P\" is named twice",
        ],
    ),
    (
        "[locale]\n9 = { capacity = 1, sides = [\"10\", \"10b\"] }\n10 = { capacity = 1 }\n[pair]\n9-10a = { width = \"wide\" }\n9-10b = { width = \"wide\" }\n",
        &[
            "2:29 pair \"9-10a\" is one-sided: no side of locale \"9\" is \"10a\"",
            "2:30 side \"10\" has no pair \"9-10\" | did you mean \"10a\"?",
        ],
    ),
    // roads that do not meet
    (
        "[locale]\nP = { capacity = 1, roads = [[\"Q/main1\"], [\"Q/main1\", \"Q/main3\", \"S/main1\"]] }\nQ = { capacity = 1, roads = [[\"end\"]] }\n[pair]\nP-Q = { width = \"wide\", crossings = [\"main1\", \"main2\", \"road1\", \"main2\", \"main0\"] }\n",
        &[
            "2:44 crossing \"Q/main1\" is on two roads of locale \"P\"",
            "2:55 no crossing of locale \"P\" called \"Q/main3\" | did you mean \"Q/main1\"?",
            "2:66 no crossing of locale \"P\" called \"S/main1\" | did you mean \"Q/main1\"?",
            "5:38 crossing \"P-Q/main1\" meets no road in locale \"Q\"",
            "5:47 crossing \"P-Q/main2\" meets no road in locale \"P\"",
            "5:47 crossing \"P-Q/main2\" meets no road in locale \"Q\"",
            "5:56 \"road1\" is no crossing: \"main\" or \"local\" and a number, such as \"main1\"",
            "5:65 crossing \"main2\" is named twice",
            "5:74 \"main0\" is no crossing: \"main\" or \"local\" and a number, such as \"main1\"",
        ],
    ),
    (
        "[locale]\nP = { capacity = 1 }\nQ = { capacity = 1 }\n[pair]\nP-Q = { width = \"wide\", impassable = true, crossings = [\"main1\"] }\n",
        &["5:57 a road crosses the impassable pair \"P-Q\""],
    ),
    (
        "[locale]\nP = { capacity = 1, roads = [[\"edge/main1\"], [\"edge/main1\"]] }\n",
        &["2:47 \"edge/main1\" is named twice in locale \"P\""],
    ),
    (
        "[locale]\nP = { capacity = 1 }\n[holding]\nP = { army = \"x\", hour = \"6:00AM\", enters = \"P\", road = \"edge/main1\" }\n\"A/B\" = { army = \"x\" }\n",
        &[
            "4:1 holding area \"P\" has the name of a locale",
            "5:1 \"A/B\" cannot name a holding area: letters and digits only",
            "5:1 missing key \"hour\"",
            "5:1 missing key \"enters\"",
            "5:1 missing key \"road\"",
        ],
    ),
    // polygons
    (
        "[map]\nname = \"x\"\nsize = [20, 20]\n[locale]\nP = { capacity = 1, polygon = [[0, 0], [10, 0], [10, 10], [0, 10]] }\n\
         Q = { capacity = 1, polygon = [[0, 0], [10, 10], [10, 0], [0, 10]] }\nR = { capacity = 1, polygon = [[5, 5], [15, 5], [15, 15]] }\n\
         S = { capacity = 1, polygon = [[11, 0], [11, 1], [12, 1]], sides = [\"edge\"] }\nT = { capacity = 1, polygon = [[16, 0], [30, 0], [30, 1]] }\nU = { capacity = 1, polygon = [[1, 1], [2, 2]] }\n",
        &[
            "6:31 the polygon of locale \"Q\" crosses itself: side 1 meets side 3",
            "7:31 the polygon of locale \"R\" overlaps that of locale \"P\" in line 5",
            "8:31 the corners of locale \"S\" do not run clockwise",
            "8:68 locale \"S\" has 3 corners and 1 sides",
            "9:31 corner [30, 0] of locale \"T\" is beyond the map's 20 by 20",
            "10:31 a polygon has at least 3 corners, found 2",
        ],
    ),
    (
        "[locale]\nP = { capacity = 1, roads = [[\"edge/main1\", \"edge/local1\"]] }\n[holding.A]\narmy = \"french\"\nhour = \"6h\"\nenters = \"P\"\nroad = \"edge/main1\"\n\
         [holding.B]\narmy = \"french\"\nhour = \"6:00AM\"\nenters = \"Q\"\nroad = \"edge/main1\"\n[holding.C]\narmy = \"french\"\nhour = \"6:00AM\"\nenters = \"P\"\nroad = \"edge/main2\"\n",
        &[
            "5:8 \"6h\" is no full hour such as \"6:00AM\" or \"12:00PM\"",
            "11:10 no locale \"Q\"",
            "17:8 no road of locale \"P\" called \"edge/main2\" | did you mean \"edge/main1\"?",
        ],
    ),
];

#[test]
fn bad_maps_are_told_all_their_mistakes_with_their_places() {
    for (text, expected) in BAD_MAPS {
        match AreaMap::load("bad.toml", text) {
            Ok(_) => panic!("loads:\n{text}"),
            Err(found) => assert_eq!(told(&found), *expected, "\n{text}\n{found}"),
        }
    }
}

#[test]
fn a_finding_shows_its_line_and_what_was_meant() {
    let found = AreaMap::load("map.toml", "[locale.P]\ncapcity = 3\ncapacity = 2\n").unwrap_err();
    assert_eq!(
        found.to_string(),
        "error: unknown key \"capcity\"\n --> map.toml:2:1\n  |\n2 | capcity = 3\n  | ^^^^^^^\n  = hint: did you mean \"capacity\"?\n"
    );
}

#[test]
fn maps_beyond_the_limits_are_refused() {
    let locales = |n: usize| (0..n).map(|k| format!("L{k} = {{ capacity = 1 }}\n")).collect::<String>();
    let pairs = |n: usize, crossings: &str| {
        let ends = (0..n).map(|k| (k / 20, 20 + k % 20));
        ends.map(|(a, b)| format!("L{a}-L{b} = {{ width = \"wide\", crossings = [{crossings}] }}\n"))
            .collect::<String>()
    };
    let holdings = |n: usize| {
        (0..n)
            .map(|k| format!("H{k} = {{ army = \"x\", hour = \"6:00AM\", enters = \"L0\", road = \"edge/main1\" }}\n"))
            .collect::<String>()
    };
    let refusal = |text: String| told(&AreaMap::load("big.toml", &text).unwrap_err());
    assert!(AreaMap::load("big.toml", &format!("[locale]\n{}", locales(128))).is_ok());
    assert_eq!(refusal(format!("[locale]\n{}", locales(129))), ["130:1 a map has at most 128 locales"]);
    assert!(AreaMap::load("big.toml", &format!("[locale]\n{}[pair]\n{}", locales(40), pairs(256, ""))).is_ok());
    assert_eq!(
        refusal(format!("[locale]\n{}[pair]\n{}", locales(40), pairs(257, ""))),
        ["299:1 a map has at most 256 pairs of approaches"]
    );
    let crowded = format!("[locale]\n{}[pair]\n{}", locales(40), pairs(129, "\"main1\", \"main2\""));
    assert_eq!(refusal(crowded), ["171:41 a map has at most 256 crossings"]);
    let full = format!("[locale]\n{}[pair]\n{}", locales(40), pairs(128, "\"main1\", \"main2\""));
    assert!(AreaMap::load("big.toml", &full).is_ok());
    assert_eq!(
        refusal(format!("{full}[holding]\n{}", holdings(1))),
        ["172:59 a map has at most 256 crossings, those of holding areas included"]
    );
    assert!(
        refusal(format!("[locale]\n{}[holding]\n{}", locales(1), holdings(9)))[0]
            .ends_with("a map has at most 8 holding areas")
    );
}

#[test]
fn no_damage_to_the_printed_files_makes_the_readers_panic() {
    let map = printed();
    let words = Words { sides: &["austrian", "french"], faces: &["1A", "1C", "2C", "1I", "2I", "3I"], most_pieces: 64 };
    let mut rng = fastrand::Rng::with_seed(14);
    for file in ["map.toml", "landscape.toml", "rules.toml", "setups/historical.toml"] {
        let whole = builtin::text(&format!("data/triomphe/{file}")).unwrap().into_owned();
        for _ in 0..60 {
            let mut text: Vec<char> = whole.chars().collect();
            for _ in 0..rng.usize(1..6) {
                let at = rng.usize(..text.len());
                match rng.u8(..4) {
                    0 => drop(text.remove(at)),
                    1 => text[at] = char::from(rng.u8(32..127)),
                    2 => text.insert(at, rng.choice(['é', '[', '}', '"', '\n', '9', '-']).unwrap()),
                    _ => text.truncate(at.max(1)),
                }
            }
            let text: String = text.into_iter().collect();
            let findings = [
                AreaMap::load(file, &text).err(),
                Landscape::load(file, &text, &map).err(),
                Numbers::default().overlaid(file, &text).err(),
                SetupFile::load(file, &text, &map, &Numbers::default(), &words).err(),
            ];
            for found in findings.into_iter().flatten() {
                assert!(!found.is_empty() && found.iter().all(|d| d.file == file && !d.message.is_empty()));
                assert!(!found.to_string().is_empty());
            }
        }
    }
}
