//! Packs from a terminal, with the real program: begun, checked, tested, played, packed, documented.

mod program_desk;

use std::fs;
use std::path::Path;

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::Seat;
use bormida_core::pack::archive;
use bormida_core::pack::builtin::Files;
use program_desk::{Desk, said, stderr, stdout};
use serde_json::Value;

fn bots<'a>() -> [&'a str; 4] {
    ["--seat", "austrian=random", "--seat", "french=random"]
}

/// A variant whose turns have so many commands by its option.
fn variant(desk: &Desk, id: &str, body: &str) {
    let manifest = format!(
        "id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"{id}\"\n\
         [options.many]\ntype = \"int\"\nrange = [0, 9]\ndefault = 4\ntitle = \"Commands\"\n"
    );
    desk.write(&format!("packs/{id}/pack.toml"), manifest);
    desk.write(&format!("packs/{id}/rules.luau"), body);
}

const OPTION: &str = "return { commands = function() return options.many end }";

#[test]
fn every_kind_of_pack_works_as_soon_as_it_is_begun() {
    let desk = Desk::new();
    for (kind, id) in [("variant", "mud"), ("setup", "fresh"), ("bot", "rooster"), ("game", "twenty")] {
        let (status, begun) = desk.json(&["new", kind, id, "--in", "mine", "--json"]);
        assert_eq!(status, 0, "{begun}");
        let folder = format!("mine/{id}");
        for file in ["pack.toml", "README.md", ".luaurc", "types/bormida.d.luau", ".vscode/settings.json"] {
            assert!(desk.path(&folder).join(file).is_file(), "{kind}: {file}");
        }
        assert!(fs::read_to_string(desk.path(&folder).join("README.md")).unwrap().lines().count() <= 12);
        for file in begun["files"].as_array().unwrap() {
            let text = fs::read_to_string(desk.path(&folder).join(file.as_str().unwrap())).unwrap();
            assert!(!text.contains("{{"), "{kind}: {file}");
        }
        let (status, checked) = desk.json(&["check", &folder, "--json"]);
        assert_eq!((status, &checked["findings"]), (0, &Value::Array(Vec::new())), "{kind}: {checked}");
        let (status, tested) = match kind {
            "game" => desk.json(&["test", &folder, "--packs", "mine", "--json"]),
            _ => desk.json(&["test", &folder, "--json"]),
        };
        assert_eq!((status, &tested["failed"]), (0, &Value::from(0)), "{kind}: {tested}");
        assert!(tested["passed"].as_u64().unwrap() > 0, "{kind}");
        let (status, twice) = said(&desk.run(&["new", kind, id, "--in", "mine"]));
        assert!(status == 1 && twice.contains("is there already"), "{status} {twice}");
    }
    let turn = fs::read_to_string(desk.path("mine/twenty/game.luau")).unwrap();
    assert!(turn.contains("seat = \"mover\""));
    desk.write("bad/twenty/game.luau", turn.replace("seat = \"mover\"", "seat = \"movr\""));
    for file in ["pack.toml", "rules.luau"] {
        desk.write(&format!("bad/twenty/{file}"), fs::read(desk.path(&format!("mine/twenty/{file}"))).unwrap());
    }
    // that a broken game has no sides is not what is wrong with it
    for command in [&["play"][..], &["study"], &["render", "--out", "a.svg"]] {
        let (command, rest) = command.split_first().unwrap();
        let seat: &[&str] = if *command == "render" { &[] } else { &["--seat", "white=random"] };
        let (_, told) = said(&desk.run(&[&[*command, "twenty", "--packs", "bad"][..], rest, seat].concat()));
        assert!(told.contains("cannot be played") && told.contains("movr"), "{command}: {told}");
        assert!(!told.contains("no side"), "{command}: {told}");
    }
    let play = |args: &[&str]| {
        let all = [&["play"], args, &["--packs", "mine", "--seed", "3", "--json"]].concat();
        let (status, played) = desk.json(&all);
        assert_eq!((status, &played["over"]), (0, &Value::from(true)), "{args:?}: {played}");
        played
    };
    let plain = play(&[&["triomphe"][..], &bots()].concat());
    let mud = play(&[&["triomphe", "--variant", "mud", "--option", "hour=6"][..], &bots()].concat());
    assert_eq!(mud["options"]["mud.hour"], "6");
    assert_ne!(plain["hash"], mud["hash"]);
    assert_ne!(plain["hash"], play(&[&["triomphe", "--setup", "fresh"][..], &bots()].concat())["hash"]);
    play(&["triomphe", "--seat", "french=rooster", "--seat", "austrian=random"]);
    play(&["twenty", "--seat", "white=random", "--seat", "black=random"]);
}

#[test]
fn a_pack_is_begun_for_every_game_that_takes_packs() {
    let desk = Desk::new();
    let games = house(&Files::builtin()).unwrap();
    let open: Vec<String> = games.abouts().into_iter().map(|about| about.id).collect();
    let open: Vec<&String> = open.iter().filter(|id| games.game(id).unwrap().reference().is_some()).collect();
    assert!(open.len() >= 3, "{open:?}");
    for game in open {
        let about = games.game(game).unwrap().about();
        for (kind, id) in [("variant", "mud"), ("setup", "fresh"), ("bot", "rooster")] {
            let (status, begun) = desk.json(&["new", kind, id, "--game", game, "--in", game, "--json"]);
            assert_eq!(status, 0, "{begun}");
            let folder = format!("{game}/{id}");
            let read = |file: &str| fs::read_to_string(desk.path(&folder).join(file)).unwrap();
            let (status, checked) = desk.json(&["check", &folder, "--json"]);
            assert_eq!((status, &checked["findings"]), (0, &Value::Array(Vec::new())), "{folder}: {checked}");
            let (status, tested) = desk.json(&["test", &folder, "--json"]);
            assert_eq!((status, &tested["failed"]), (0, &Value::from(0)), "{folder}: {tested}");
            assert!(tested["passed"].as_u64().unwrap() > 0, "{folder}");
            // every file of types that a text or a setting names is there
            for file in begun["files"].as_array().unwrap().iter().filter_map(Value::as_str) {
                let text = read(file);
                assert!(!text.contains("{{"), "{folder}/{file}");
                for (at, _) in text.match_indices("types/") {
                    let named = text[at..].split_once(".d.luau").unwrap().0.to_owned() + ".d.luau";
                    assert!(desk.path(&folder).join(&named).is_file(), "{folder}/{file} names {named}");
                }
            }
            assert_eq!(begun["files"].to_string().matches("types/").count(), if kind == "setup" { 1 } else { 2 });
        }
        // the set-up begins another match: three tokens more than the one below, on each side, where there are tokens
        let begun = |setup: &str| {
            let packs = games_over(&desk.path(game));
            let about = packs.game(game).unwrap().about();
            let spec = Spec { setup: Some(setup.to_owned()), ..Spec::default() };
            packs.start(spec.header(&about, Vacant::People).unwrap(), None).unwrap().hash()
        };
        assert_ne!(begun(&about.setups[0].name), begun("fresh"), "{game}");
        if game == "folio" {
            continue;
        }
        let started = |setup: &str| {
            let packs = games_over(&desk.path(game));
            let about = packs.game(game).unwrap().about();
            let spec = Spec { setup: Some(setup.to_owned()), ..Spec::default() };
            let table = packs.start(spec.header(&about, Vacant::People).unwrap(), None).unwrap();
            let figures = table.status(Seat(0)).into_iter().filter(|figure| figure.name.contains("orale"));
            figures.map(|figure| (figure.seat, figure.text)).collect::<Vec<_>>()
        };
        let number =
            |text: &str| text.split(|c: char| !c.is_ascii_digit()).find_map(|n| n.parse::<u32>().ok()).unwrap();
        let (printed, fresh) = (started(&about.setups[0].name), started("fresh"));
        assert!(printed.len() == 2 && fresh.len() == 2, "{printed:?}");
        for ((_, printed), (_, fresh)) in printed.iter().zip(&fresh) {
            assert_eq!(number(fresh), number(printed) + 3, "{game}: {printed}, {fresh}");
        }
    }
}

fn games_over(folder: &Path) -> Catalogue {
    house(&Files::over(folder)).unwrap()
}

#[test]
fn every_game_among_the_paths_is_known_to_check_and_test() {
    let desk = Desk::new();
    for id in ["twenty", "thirty"] {
        desk.run(&["new", "game", id, "--in", "mine"]);
    }
    let (status, alone) = desk.json(&["test", "mine/twenty", "--json"]);
    assert_eq!((status, &alone["failed"]), (0, &Value::from(0)), "{alone}");
    let passed = alone["passed"].as_u64().unwrap();
    for paths in [&["mine"][..], &["mine/twenty", "mine/thirty"], &["mine/thirty/game.case", "mine"]] {
        let (status, tested) = desk.json(&[&["test"], paths, &["--json"]].concat());
        assert_eq!((status, &tested["failed"]), (0, &Value::from(0)), "{paths:?}: {tested}");
        assert_eq!(tested["passed"].as_u64(), Some(2 * passed), "{paths:?}");
        let (status, text) = said(&desk.run(&[&["check"], paths].concat()));
        assert_eq!(status, 0, "{paths:?}: {text}");
    }
}

#[test]
fn what_cannot_be_begun_is_told() {
    let desk = Desk::new();
    let refused = |args: &[&str]| {
        let (status, text) = said(&desk.run(&[&["new"], args].concat()));
        assert_eq!(status, 2, "{text}");
        text
    };
    assert!(refused(&["variant", "../mud"]).contains("is no id of a pack"));
    assert!(refused(&["variant", "mud", "--game", "triumf"]).contains("there is no game"));
    assert!(refused(&["variant", "mud", "--game", "nwars"]).contains("takes only bots"));
    assert!(refused(&["game", "triomphe"]).contains("already"));
    assert!(refused(&["lesson", "mud"]).contains("possible values"));
    assert!(refused(&["variant", "--", "-x"]).contains("no hyphen first"));
    // a name means one thing
    for (kind, id, expected) in [
        ("variant", "triomphe", "there is a game \"triomphe\""),
        ("variant", "folio", "there is a game \"folio\""),
        ("setup", "historical", "has a set-up \"historical\" already"),
        ("variant", "historical", "has a set-up \"historical\" already"),
        ("bot", "human", "player of every game"),
        ("bot", "search", "player of every game"),
        ("bot", "steady", "player of every game"),
        ("variant", "random", "player of every game"),
        ("bot", "lua", "player of every game"),
        ("game", "lua", "player of every game"),
    ] {
        let text = refused(&[kind, id]);
        assert!(text.contains(expected) && !desk.path(id).exists(), "{kind} {id}: {text}");
    }
    assert!(!desk.path("mud").exists());
}

#[test]
fn a_pack_that_is_called_as_something_else_is_told_by_check_and_not_played() {
    let desk = Desk::new();
    for (id, expected) in [
        ("triomphe", "the game itself is called so"),
        ("nwars", "there is a game \"nwars\" already"),
        ("historical", "has a set-up \"historical\" already"),
        ("steady", "a player of every game is called \"steady\""),
    ] {
        variant(&desk, id, OPTION);
        let (status, text) = said(&desk.run(&["check", &format!("packs/{id}")]));
        assert!(status == 1 && text.contains(expected), "{id}: {status} {text}");
    }
    for id in ["triomphe", "historical", "steady"] {
        let args = ["play", "triomphe", "--packs", "packs", "--variant", id, "--json"];
        let (status, text) = said(&desk.run(&[&args[..], &bots()].concat()));
        assert!(status != 0 && text.contains("called"), "{id}: {status} {text}");
    }
}

#[test]
fn options_are_chosen_kept_in_the_save_and_refused_with_what_they_can_be() {
    let desk = Desk::new();
    variant(&desk, "mud", OPTION);
    let play = |options: &[&str]| {
        let mut args = vec!["play", "triomphe", "--packs", "packs", "--variant", "mud", "--seed", "3", "--json"];
        args.extend(options.iter().flat_map(|option| ["--option", option]));
        args.extend(bots());
        desk.json(&args)
    };
    let (_, four) = play(&[]);
    let (_, none) = play(&["many=0"]);
    let (_, same) = play(&["mud.many=0"]);
    assert_eq!((&four["options"]["mud.many"], &none["options"]["mud.many"]), (&"4".into(), &"0".into()));
    assert!(none["hash"] == same["hash"] && none["hash"] != four["hash"]);
    for (option, why) in [
        ("many=12", "mud.many cannot be \"12\"; it can be a whole number from 0 to 9"),
        ("mud.mny=2", "there is no option \"mud.mny\"; did you mean \"mud.many\"?"),
        ("many", "a name, `=` and a value are expected"),
    ] {
        let (status, object) = play(&[option]);
        assert!(status == 2 && object["error"].as_str().unwrap().contains(why), "{object}");
    }
    // the save opens by itself with its option, also where the pack is gone
    let save = ["play", "triomphe", "--packs", "packs", "--variant", "mud", "--option", "many=7", "--save", "a.match"];
    let (status, text) = said(
        &desk.run(&[&save[..], &["--seed", "3", "--seat", "french=random", "--seat", "austrian=random"]].concat()),
    );
    assert_eq!(status, 0, "{text}");
    assert!(fs::read_to_string(desk.path("a.match")).unwrap().contains("\"mud.many\":\"7\""));
    let (status, told) = desk.json(&["replay", "a.match", "--json"]);
    assert_eq!((status, &told["divergence"]), (0, &Value::Null), "{told}");
    let (status, text) = said(&desk.run(&["play", "a.match", "--option", "many=7"]));
    assert!(status == 2 && text.contains("goes with a new match"), "{text}");
    let (_, study) = desk.json(
        &[
            &[
                "study",
                "triomphe",
                "--games",
                "1",
                "--packs",
                "packs",
                "--variant",
                "mud",
                "--option",
                "many=1",
                "--json",
            ][..],
            &bots(),
        ]
        .concat(),
    );
    assert_eq!(study["options"]["mud.many"], "1");
    // a misspelt option in the script is found without running it
    desk.write("packs/mud/rules.luau", OPTION.replace("many", "mny"));
    let (status, found) = said(&desk.run(&["check", "packs/mud"]));
    assert!(
        status == 1 && found.contains("has no option `mny`") && found.contains("did you mean \"many\"?"),
        "{found}"
    );
}

#[test]
fn overlays_change_add_and_remove_by_id_and_errors_stand_in_the_pack_s_own_file() {
    let desk = Desk::new();
    variant(&desk, "map", "return {}");
    desk.write("packs/map/map.toml", "[locale.46]\ncapacity = 2\n");
    desk.write(
        "packs/map/setups/historical.toml",
        "remove = [\"pieces.french-reinforcements\"]\n[morale.french]\nuncommitted = 9\n",
    );
    desk.write(
        "packs/map/map.case",
        "setup historical\nvariant map\n\ncase M1 \"nine tokens, nobody at Novi\" section 4\nexpect uncommitted french 9\nexpect at Novi nothing\n",
    );
    desk.write("packs/map/rules.case", "setup none\nturn french\nvariant map\n\ncase M2 \"no room\" section 3\nat 45 french 3x2I\nat 11 austrian 2I\n! 20 m 45 3x2I > 46\n");
    let (status, text) = said(&desk.run(&["check", "packs/map"]));
    assert!(status == 0, "{text}");
    let (status, text) = said(&desk.run(&["test", "packs/map"]));
    assert!(status == 0 && text.contains("2 passed"), "{text}");
    let (status, played) =
        desk.json(&[&["play", "triomphe", "--packs", "packs", "--variant", "map", "--json"][..], &bots()].concat());
    assert_eq!(status, 0, "{played}");

    desk.write("packs/map/map.toml", "remove = [\"locale.460\"]\n\n[locale.46]\ncapcity = 1\n");
    desk.write("packs/map/landscap.toml", "");
    let (status, found) = desk.json(&["check", "packs/map", "--json"]);
    let told: Vec<String> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            format!("{}:{}:{} {}", f["file"].as_str().unwrap(), f["line"], f["column"], f["message"].as_str().unwrap())
        })
        .collect();
    assert_eq!(status, 1);
    assert!(told.contains(&"packs/map/map.toml:4:1 unknown key \"capcity\"".to_owned()), "{told:?}");
    assert!(told.contains(&"packs/map/map.toml:1:11 there is no \"locale.460\" to take out".to_owned()), "{told:?}");
    assert!(told.contains(&"packs/map/landscap.toml:0:0 nothing reads this file".to_owned()), "{told:?}");
    let (status, text) =
        said(&desk.run(&[&["play", "triomphe", "--packs", "packs", "--variant", "map"][..], &bots()].concat()));
    assert!(status == 1 && text.contains("map/map.toml:4:1"), "{text}");
}

#[test]
fn packs_that_say_different_things_are_told_by_check_and_at_play() {
    let desk = Desk::new();
    variant(&desk, "fog", OPTION);
    variant(&desk, "mud", OPTION);
    desk.write("packs/fog/rules.toml", "[turn]\ngroup = 2\n");
    desk.write("packs/mud/rules.toml", "[turn]\ngroup = 1\n");
    let (status, text) = said(&desk.run(&["check", "packs"]));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("\"turn.group\" is 1 here and 2 in fog/rules.toml:2"), "{text}");
    assert!(text.contains("`commands` never asks `default`, so what \"fog\" says to it is not heard"), "{text}");
    let stack = ["play", "triomphe", "--packs", "packs", "--variant", "mud", "--variant", "fog", "--seed", "3"];
    let output = desk.run(&[&stack[..], &bots()].concat());
    let told = stderr(&output);
    assert!(told.contains("\"turn.group\" is 2 here and 1 in mud/rules.toml:2"), "{told}");
    // the same orders and steps
    let rules = |word: &str, after: &str| {
        format!(
            "return {{ orders = {{ rally = {{ word = \"{word}\", play = function() end }} }},\n\
             steps = {{ storm = {{ after = \"{after}\", play = function() end }} }} }}"
        )
    };
    let told = |fog: &str, mud: &str, order: &str| {
        variant(&desk, "fog", fog);
        variant(&desk, "mud", mud);
        for (id, order) in [("fog", ""), ("mud", order)] {
            desk.write(&format!("packs/{id}/rules.toml"), format!("[assault]\n{order}"));
        }
        let (status, text) = said(&desk.run(&["check", "packs"]));
        assert_eq!(status, 0, "{text}");
        text
    };
    let short = "assault_order = [\"lead\", \"head\", \"join\", \"gun\", \"counter\", \"result\", \"complete\"]\n";
    let text = told(&rules("rally", "turn.start"), &rules("rally", "turn.start"), "");
    assert!(text.contains("\"rally\" is the word of `orders.rally` here and of `orders.rally` of \"fog\""), "{text}");
    assert!(text.contains("`steps.storm` follows \"turn.start\", and so does `steps.storm` of \"fog\""), "{text}");
    let text = told(&rules("rally", "assault.losses"), &rules("rouse", "assault.result"), short);
    assert!(text.contains(" fog/rules.luau:2:") && text.contains("\"mud\" leaves \"losses\" out"), "{text}");
    assert_eq!(text.matches("warning: ").count(), 1, "{text}");
    assert!(!told(&rules("rally", "assault.result"), &rules("rouse", "turn.start"), "").contains("warning: "));
    desk.write("packs/fog/rules.toml", "");
    // one that asks what lies below is heard, and so is an event
    variant(&desk, "mud", "return { commands = function(_, default) return math.min(default(), 2) end }");
    let (_, text) = said(&desk.run(&["check", "packs"]));
    assert!(!text.contains("never asks"), "{text}");
}

#[test]
fn what_a_broken_manifest_declares_and_what_bots_weigh_is_looked_into_all_the_same() {
    let desk = Desk::new();
    variant(&desk, "mud", "return { commands = function() return options.mny + options.many end }");
    let manifest = fs::read_to_string(desk.path("packs/mud/pack.toml")).unwrap();
    desk.write("packs/mud/pack.toml", manifest.replace("api = 0", "api = 7"));
    let (status, text) = said(&desk.run(&["check", "packs"]));
    assert!(status == 1 && text.contains("api 0, not 7"), "{text}");
    assert!(text.contains("has no option `mny`") && text.matches("has no option").count() == 1, "{text}");
    desk.write("packs/mud/pack.toml", "id = \"mud\n");
    assert!(!said(&desk.run(&["check", "packs"])).1.contains("options"));
    let bot = "return { choose = function(view, orders)\nlocal t = orders:trait(1, \"dangr\")\n\
               local w = orders:weigh({ safty = 1, threat = 1 })\nreturn 1 end }";
    desk.write("packs/mud/pack.toml", manifest.split("[options").next().unwrap().replace("variant", "bot"));
    fs::remove_file(desk.path("packs/mud/rules.luau")).unwrap();
    desk.write("packs/mud/bot.luau", bot);
    let (status, text) = said(&desk.run(&["check", "packs"]));
    assert!(status == 1 && text.contains("bot.luau:2:") && text.contains("`trait` knows no \"dangr\""), "{text}");
    assert!(text.contains("bot.luau:3:") && text.contains("`weigh` takes no `safty`"), "{text}");
    assert!(text.contains("did you mean \"safety\"?"), "{text}");
}

#[test]
fn of_a_variant_over_which_a_broken_one_lies_the_broken_one_is_told() {
    let desk = Desk::new();
    variant(&desk, "four-commands-from-noon", OPTION);
    let path = "packs/four-commands-from-noon/pack.toml";
    let manifest = fs::read_to_string(desk.path(path)).unwrap();
    desk.write(path, manifest.replace("api = 0", "api = 7"));
    let play = ["play", "triomphe", "--packs", "packs", "--variant", "four-commands-from-noon", "--seed", "3"];
    let (status, text) = said(&desk.run(&[&play[..], &bots()].concat()));
    assert!(status != 0 && text.contains("the variant \"four-commands-from-noon\" cannot be used"), "{text}");
    assert!(text.contains("pack.toml:3 lies over it and cannot be used: this program speaks api 0, not 7"), "{text}");
    assert!(!text.contains("there is no variant"), "{text}");
}

#[test]
fn an_archive_is_the_same_pack_as_its_folder() {
    let desk = Desk::new();
    desk.run(&["new", "variant", "mud", "--in", "mine"]);
    let (status, one) = desk.json(&["pack", "mine/mud", "--out", "one.zip", "--json"]);
    assert_eq!(status, 0, "{one}");
    fs::create_dir_all(desk.path("other")).unwrap();
    desk.run(&["new", "variant", "mud", "--in", "other"]);
    let (_, two) = desk.json(&["pack", "other/mud", "--out", "two.zip", "--json"]);
    assert_eq!(one["hash"], two["hash"]);
    assert!(fs::read(desk.path("one.zip")).unwrap() == fs::read(desk.path("two.zip")).unwrap());
    assert!(
        stdout(&desk.run(&["pack", "mine/mud"])).contains(one["hash"].as_str().unwrap())
            && desk.path("mud.zip").is_file()
    );

    fs::create_dir_all(desk.path("zips")).unwrap();
    fs::copy(desk.path("one.zip"), desk.path("zips/anything.zip")).unwrap();
    for packs in ["zips", "zips/anything.zip", "mine"] {
        let save = format!("{}.match", packs.replace('/', "-"));
        let args = ["play", "triomphe", "--packs", packs, "--variant", "mud", "--seed", "3", "--save", &save, "--json"];
        let (status, played) = desk.json(&[&args[..], &bots()].concat());
        assert_eq!(status, 0, "{played}");
        let saved = fs::read_to_string(desk.path(&save)).unwrap();
        assert!(saved.lines().next().unwrap().contains(one["hash"].as_str().unwrap()), "{packs}");
    }
    for args in [&["check", "one.zip"][..], &["test", "one.zip"], &["check", "zips"]] {
        let (status, text) = said(&desk.run(args));
        assert_eq!(status, 0, "{args:?}: {text}");
    }
    // also among the user's own packs, below what --packs names
    fs::create_dir_all(desk.path("home/bormida/packs")).unwrap();
    fs::copy(desk.path("one.zip"), desk.path("home/bormida/packs/mud.zip")).unwrap();
    let (status, played) = desk.json(&[&["play", "triomphe", "--variant", "mud", "--json"][..], &bots()].concat());
    assert_eq!(status, 0, "{played}");
}

#[test]
fn a_pack_with_errors_is_not_packed_and_hostile_archives_are_refused() {
    let desk = Desk::new();
    desk.run(&["new", "variant", "mud"]);
    desk.write("mud/rules.luau", "return { comands = function() return 3 end }");
    let (status, text) = said(&desk.run(&["pack", "mud"]));
    assert!(status == 1 && text.contains("did you mean \"commands\"?") && !desk.path("mud.zip").exists(), "{text}");
    let (status, text) = said(&desk.run(&["pack", "nowhere"]));
    assert!(status == 1 && text.contains("pack.toml"), "{text}");

    desk.write("zips/bad.zip", "PK\u{3}\u{4} and nothing more");
    let (status, text) = said(&desk.run(&["play", "triomphe", "--packs", "zips", "--variant", "bad"]));
    assert!(status != 0 && text.contains("is no zip"), "{text}");
    let (status, text) = said(&desk.run(&["check", "zips/bad.zip"]));
    assert!(status == 1 && text.contains("is no zip"), "{text}");
    assert!(archive::files(Path::new("no.zip")).is_err());
}

#[test]
fn an_archive_is_written_over_nothing_but_an_older_one_of_its_pack() {
    let desk = Desk::new();
    for id in ["mud", "fog"] {
        assert_eq!(desk.run(&["new", "variant", id]).status.code(), Some(0));
    }
    let rules = fs::read(desk.path("mud/rules.luau")).unwrap();
    desk.write("letter.txt", "dear");
    desk.write("letter.zip", "dear");
    assert_eq!(desk.run(&["pack", "fog"]).status.code(), Some(0));
    let fog = fs::read(desk.path("fog.zip")).unwrap();
    for (out, expected) in [
        ("mud/rules.luau", "lies in the pack itself"),
        ("mud/tests/new.zip", "lies in the pack itself"),
        ("letter.txt", "no archive of mud; --force"),
        ("letter.zip", "no archive of mud; --force"),
        ("fog.zip", "no archive of mud; --force"),
        ("nodir/mud.zip", "nodir/mud.zip: cannot be written"),
    ] {
        let (status, text) = said(&desk.run(&["pack", "mud", "--out", out]));
        assert!(status == 1 && text.contains(expected) && text.contains(out), "{out}: {status} {text}");
    }
    let (status, text) = said(&desk.run(&["pack", "mud", "--force", "--out", "mud/rules.luau"]));
    assert!(status == 1 && text.contains("lies in the pack itself"), "{text}");
    assert!(fs::read(desk.path("mud/rules.luau")).unwrap() == rules && !desk.path("mud/tests/new.zip").exists());
    assert!(
        fs::read(desk.path("letter.txt")).unwrap() == b"dear" && fs::read(desk.path("letter.zip")).unwrap() == b"dear"
    );
    assert!(fs::read(desk.path("fog.zip")).unwrap() == fog);
    // an older one of its own is, and others when they are meant
    for args in [&["pack", "mud"][..], &["pack", "mud"], &["pack", "mud", "--out", "letter.txt", "--force"]] {
        assert_eq!(desk.run(args).status.code(), Some(0), "{args:?}");
    }
    assert_eq!(fs::read(desk.path("letter.txt")).unwrap(), fs::read(desk.path("mud.zip")).unwrap());
    // from within the folder it goes beside it
    fs::remove_file(desk.path("mud.zip")).unwrap();
    let output = desk.command(&["pack", "."]).current_dir(desk.path("mud")).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", said(&output).1);
    assert!(desk.path("mud.zip").is_file() && !desk.path("mud/mud.zip").exists());
}

#[test]
fn tests_in_luau_fail_at_their_line_and_many_are_quick() {
    let desk = Desk::new();
    desk.run(&["new", "variant", "mud"]);
    let text = "test(\"holds\", function() same(1, 1) end)\n\ntest(\"fails\", function(position)\n\tlocal start = position(\"setup historical\")\n\tstart:expect(\"uncommitted french 9\")\nend)\n";
    desk.write("mud/tests/more.luau", text);
    let (status, tested) = desk.json(&["test", "mud", "--json"]);
    assert_eq!((status, &tested["failed"]), (1, &Value::from(1)), "{tested}");
    let failure = &tested["failures"][0];
    assert_eq!((failure["case"].as_str(), failure["line"].as_u64()), (Some("fails"), Some(5)), "{failure}");
    assert!(failure["file"].as_str().unwrap().ends_with("mud/tests/more.luau"), "{failure}");
    let (status, found) = said(&desk.run(&["check", "mud"]));
    assert_eq!(status, 0, "{found}");
}

#[test]
fn the_reference_is_a_page_and_data_whose_examples_play() {
    let desk = Desk::new();
    let page = stdout(&desk.run(&["docs", "triomphe"]));
    assert!(page.contains("**`commands`**") && page.contains("```lua\ncommands = function(facts, default)"), "{page}");
    let (status, data) = desk.json(&["docs", "triomphe", "--json"]);
    assert_eq!(status, 0);
    let points = data["points"].as_array().unwrap();
    assert!(points.len() >= 16, "{}", points.len());
    let mut body = String::from("return {\n");
    for point in points {
        for key in ["name", "section", "cadence", "eyes", "help", "answer", "default", "example"] {
            assert!(point[key].as_str().is_some_and(|text| !text.is_empty()), "{point}");
        }
        for fact in point["facts"].as_array().unwrap() {
            assert!(["name", "type", "unit", "help"].iter().all(|key| fact[*key].is_string()), "{fact}");
        }
        body += point["example"].as_str().unwrap();
        body.push('\n');
    }
    assert!(data["numbers"].as_array().unwrap().iter().any(|number| number["name"] == "traffic_limit"));
    desk.run(&["new", "variant", "all", "--in", "packs"]);
    desk.write("packs/all/rules.luau", body + "}\n");
    fs::remove_dir_all(desk.path("packs/all/tests")).unwrap();
    let (status, found) = said(&desk.run(&["check", "packs/all"]));
    assert_eq!(status, 0, "{found}");
    let args =
        ["play", "triomphe", "--packs", "packs", "--variant", "all", "--seed", "5", "--save", "a.match", "--json"];
    let (status, played) = desk.json(&[&args[..], &bots()].concat());
    assert_eq!((status, &played["over"]), (0, &Value::from(true)), "{played}");
    let saved = fs::read_to_string(desk.path("a.match")).unwrap();
    assert!(!saved.contains("hook_off"), "an example failed");
    let (status, _) = desk.json(&["docs", "triomphe", "--out", "page.md", "--json"]);
    assert!(status == 0 && desk.path("page.md").is_file());
    let (status, text) = said(&desk.run(&["docs", "triumphe"]));
    assert!(status == 2 && text.contains("did you mean \"triomphe\"?"), "{text}");
}

#[test]
fn a_game_in_luau_is_looked_into_by_what_its_modules_declare() {
    let desk = Desk::new();
    assert_eq!(desk.json(&["new", "game", "twenty", "--json"]).0, 0);
    let game = fs::read_to_string(desk.path("twenty/game.luau")).unwrap();
    let broken = game.replacen("memory.pot > 0", "memory.pto > 0", 1).replacen("return \"turn\"", "return \"trun\"", 1);
    desk.write("twenty/game.luau", broken);
    let helper = "return { pay = function(memory, log) log:sya(memory:get(\"socre\", \"white\")) end }";
    desk.write("twenty/pay.luau", helper);
    let (status, found) = said(&desk.run(&["check", "twenty"]));
    assert_eq!(status, 1, "{found}");
    for (wanted, hint) in [
        ("`memory` has no field `pto`", "did you mean \"pot\"?"),
        ("there is no step `trun`", "did you mean \"turn\"?"),
        ("Log has no method `sya`", "did you mean \"say\"?"),
        ("`memory` has no field `socre`", "did you mean \"score\"?"),
    ] {
        assert!(found.contains(wanted) && found.contains(hint), "{wanted}\n{found}");
    }
    assert!(found.contains("4 errors"), "{found}");
}

#[test]
fn why_a_game_in_luau_does_not_begin_is_told_and_no_file_of_its_data_is_blamed() {
    let desk = Desk::new();
    desk.json(&["new", "game", "twenty", "--json"]);
    desk.write("twenty/data/pots.toml", "most = 20\n");
    assert_eq!(said(&desk.run(&["check", "twenty"])).0, 0);
    let game = fs::read_to_string(desk.path("twenty/game.luau")).unwrap();
    for (from, to, expected) in
        [("seat = \"mover\"", "seat = \"movr\"", "movr"), ("ask = \"", "ask = \"{nothing.here} ", "nothing")]
    {
        desk.write("twenty/game.luau", game.replacen(from, to, 1));
        let (status, told) = said(&desk.run(&["check", "twenty"]));
        assert!(status == 1 && told.contains(expected) && told.contains("game.luau"), "{status} {told}");
        assert!(!told.contains("no kind of file"), "{told}");
    }
}

#[test]
fn a_manifest_that_cannot_be_read_hides_no_option_from_the_scripts() {
    let desk = Desk::new();
    variant(&desk, "mud", "return { commands = function(_, default) return options.hour + default() end }");
    let manifest = fs::read_to_string(desk.path("packs/mud/pack.toml")).unwrap();
    let option = "[options.hour]\ntype = \"bool\"\ndefault = true\ntitle = \"Hour\"\ndepends = []\n";
    desk.write("packs/mud/pack.toml", format!("{manifest}{option}"));
    let (status, found) = said(&desk.run(&["check", "packs/mud"]));
    assert!(status == 1 && found.contains("stands above the first [table]"), "{found}");
    assert!(found.contains("1 error") && !found.contains("nothing is called"), "{found}");
}

#[test]
fn a_pack_that_no_match_could_open_is_told_by_check_and_not_packed() {
    let desk = Desk::new();
    let checked = |folder: &str| {
        let (status, told) = desk.json(&["check", folder, "--json"]);
        let errors = told["findings"].as_array().unwrap().iter().filter(|found| found["severity"] == "error");
        let errors = errors.map(|found| {
            let file = found["file"].as_str().unwrap().rsplit('/').next().unwrap();
            format!("{file}:{}: {}", found["line"], found["message"].as_str().unwrap())
        });
        (status, errors.collect::<Vec<String>>().join("\n"))
    };
    assert_eq!(desk.run(&["new", "game", "twenty", "--in", "mine"]).status.code(), Some(0));
    let game = fs::read_to_string(desk.path("mine/twenty/game.luau")).unwrap();
    let sides = "local SIDES = { \"white\", \"black\" }";
    for (from, to, wanted) in [
        (sides, "local SIDES = {}", "game.luau:41: this does not open: `sides`: a game has 1 to 8, not 0"),
        (sides, "local SIDES = { \"white\", \"white\" }", "game.luau:41: this does not open: `sides`: `white` stands"),
        ("{pot}", "{nope}", "game.luau:7: this does not open: `steps.turn`: `ask`: `{nope}` is no public value"),
        ("int = { 0, 99 }", "int = { 9, 0 }", "game.luau:48: this does not open: `memory`"),
        ("draw:size(600, 300)", "error(\"boo\")", "game.luau:66: this does not open: scene: boo"),
        ("return 100 * (", "return 0/0 * (", "worth"),
        ("return offers\n", "return {}\n", "nothing is offered"),
    ] {
        assert!(game.contains(from), "{from}");
        desk.write("mine/twenty/game.luau", game.replacen(from, to, 1));
        let (status, told) = checked("mine/twenty");
        assert!(status == 1 && told.contains(wanted) && told.lines().count() == 1, "{to}: {told}");
        assert_eq!(desk.run(&["pack", "mine/twenty", "--out", "t.zip"]).status.code(), Some(1), "{to}");
        assert!(!desk.path("t.zip").exists(), "{to}");
    }
    variant(&desk, "still", "return nil");
    let (status, told) = checked("packs/still");
    assert!(status == 1 && told.contains("rules.luau:1: ") && told.contains("must return a table"), "{told}");
    // bots, and packs that need each other
    let manifest = |id: &str, kind: &str, depends: &str| {
        let text = format!(
            "id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"{kind}\"\ntitle = \"T\"\ndepends = [{depends}]\n"
        );
        desk.write(&format!("packs/{id}/pack.toml"), text);
    };
    manifest("late", "bot", "");
    desk.write("packs/late/bot.luau", "local n = nil\nlocal m = n.x\nreturn { choose = function() return 1 end }");
    let (status, told) = checked("packs/late");
    assert!(status == 1 && told.contains("bot.luau:2: "), "{told}");
    for (id, need) in [("one", "\"two\""), ("two", "\"one\"")] {
        manifest(id, "variant", need);
        desk.write(&format!("packs/{id}/rules.luau"), "return { commands = function() return 3 end }");
    }
    fs::remove_dir_all(desk.path("packs/late")).unwrap();
    fs::remove_dir_all(desk.path("packs/still")).unwrap();
    let (status, told) = checked("packs");
    assert!(status == 1 && told.contains("pack.toml:7: ") && told.contains("one needs two needs one"), "{told}");
    manifest("two", "variant", "");
    assert_eq!(checked("packs"), (0, String::new()));
    for id in ["con", "nul", "com1"] {
        let (status, told) = said(&desk.run(&["new", "variant", id, "--in", "mine"]));
        assert!(status == 2 && told.contains("device"), "{id}: {told}");
    }
}

#[test]
fn a_folder_is_no_match_and_a_board_that_fails_is_no_picture() {
    let desk = Desk::new();
    desk.write(
        "nim/pack.toml",
        "id = \"nim\"\nversion = \"1\"\napi = 0\ngame = \"nim\"\nkind = \"game\"\ntitle = \"Nim\"\n",
    );
    let (status, text) = said(&desk.run(&["play", "nim", "--packs", ".", "--option", "heaps=3"]));
    assert!(status != 0 && !text.contains("goes with a new match"), "{text}");
    let game = r#"return {
	sides = { "one" },
	verbs = { { "pass", "pass the turn" } },
	classes = {},
	places = { "table" },
	setups = { { name = "start", title = "From the start", summary = "Nothing has happened." } },
	memory = { moves = { int = { 0, 9 } } },
	steps = {
		turn = {
			ask = "pass the turn",
			help = "There is nothing else to do.",
			rule = "1",
			seat = "one",
			offers = function(_memory)
				return { { verb = "pass" } }
			end,
			play = function(_memory, _order, _rng, _log)
				return nil
			end,
		},
	},
	start = function()
		return "turn"
	end,
	scene = function(_memory, _side, _draw)
		error("no ink")
	end,
}
"#;
    desk.write("nim/game.luau", game);
    let output = desk.run(&["render", "nim", "--packs", ".", "--out", "nim.png"]);
    let (status, text) = said(&output);
    assert!(status == 1 && text.contains("no ink"), "{status} {text}");
    assert!(!desk.path("nim.png").exists());
}
