//! Every rule point of the game on hexes changes a game: a position comes out in one way by the printed rules, and in another with a
//! pack of one function.

use bormida_core::games::folio::{FolioCase, POINTS};
use bormida_core::pack::builtin::Files;
use bormida_core::pack::case::CaseFile;
use std::collections::BTreeSet;

/// A point, what a pack answers, the position, and what follows by the printed rule and by the pack.
struct Proof {
    point: &'static str,
    answer: &'static str,
    position: &'static str,
    printed: &'static str,
    changed: &'static str,
}

const fn proof(
    point: &'static str,
    answer: &'static str,
    position: &'static str,
    printed: &'static str,
    changed: &'static str,
) -> Proof {
    Proof { point, answer, position, printed, changed }
}

const PROOFS: [Proof; 23] = [
    proof(
        "allowance",
        "if facts.arm == \"infantry\" then 2 else default()",
        "turn 2 austrian\nat 1303 Latt",
        "> take Latt\noffers to 1305",
        "> take Latt\n! 4.1 to 1305",
    ),
    proof(
        "room",
        "2",
        "turn 2 austrian\nat 1303 Latt\nat 1304 Weid",
        "> take Latt\noffers to 1304",
        "> take Latt\n! 4.4 to 1304",
    ),
    proof(
        "column_delay",
        "0",
        "turn 2 austrian\noff StJul Belle",
        "> take StJul\n> to 1301\n> take Belle\n> to 1302\nexpect cost 5",
        "> take StJul\n> to 1301\n> take Belle\n> to 1302\nexpect cost 4",
    ),
    proof(
        "is_surprised",
        "facts.turn == 2",
        "dice 6\nturn 2 austrian\nat 1204 44\nat 1202 Bussy",
        "> take Bussy\n> to 1203\nexpect unit 44 1204 not_disrupted",
        "> take Bussy\n> to 1203\nexpect unit 44 1204 disrupted",
    ),
    proof(
        "arrival_chance",
        "if facts.group == \"Napoleon\" then 6 else default()",
        "dice 5 6\nturn 2 french\nstep begin\noff Napoleon\nat 1108 43",
        "! 17.3 take Napoleon",
        "offers take Napoleon",
    ),
    proof(
        "attack_strength",
        "default() + 12",
        "turn 2 french\nstep attack\nat 1209 Froel\nat 1208 44",
        "expect attack 44 > 1209 4",
        "expect attack 44 > 1209 10",
    ),
    proof(
        "defence_strength",
        "facts.printed * 4",
        "turn 2 french\nstep attack\nat 1209 Froel\nat 1208 44",
        "expect defence 1209 by 44 3",
        "expect defence 1209 by 44 6",
    ),
    proof(
        "leader_bonus",
        "5",
        "turn 2 french\nstep attack\nat 1209 Froel\nat 1208 44\nat 1208 Napoleon effective",
        "expect attack 44 > 1209 6",
        "expect attack 44 > 1209 9",
    ),
    proof(
        "flank_shift",
        "3",
        "dice 2 3 3\nturn 2 austrian\nstep attack\nat 1203 Latt\nat 1204 44",
        "> attack Latt > 1204\n> go\nexpect log \"column +2,+3\"",
        "> attack Latt > 1204\n> go\nexpect log \"column +8,+9\"",
    ),
    proof(
        "nerve",
        "0",
        "dice 2 3\nturn 2 austrian\nstep attack\nat 1203 Latt\nat 1204 44",
        "> attack Latt > 1204\n> go\nexpect unit 44 1204 reduced not_disrupted",
        "> attack Latt > 1204\n> go\nask french retreat",
    ),
    proof(
        "retreat_hexes",
        "if facts.attacks then 0 else default()",
        "dice 2\nturn 2 austrian\nstep attack\nat 1203 Briey reduced\nat 1204 44\nat 1301 Latt",
        "> attack Briey > 1204\n> go\nask austrian retreat",
        "> attack Briey > 1204\n> go\nexpect unit Briey 1203 disrupted",
    ),
    proof(
        "rout_turns",
        "5",
        "dice 6 5\nturn 2 austrian\nstep attack\nat 1203 Latt\nat 1204 44",
        "> attack Latt > 1204\n> go\nexpect unit 44 track 4",
        "> attack Latt > 1204\n> go\nexpect unit 44 track 7",
    ),
    proof(
        "rallies",
        "true",
        "dice 6\nturn 2 french\nstep recover\nat 1108 43 disrupted",
        "expect unit 43 1108 disrupted",
        "expect unit 43 1108 not_disrupted",
    ),
    proof(
        "wants_ammunition",
        "false",
        "dice 5\nturn 2 austrian\nstep attack\nat 1203 Latt\nat 1204 44",
        "> attack Latt > 1204\n> go\nexpect unit Latt 1203 ammo",
        "> attack Latt > 1204\n> go\nexpect unit Latt 1203 not_ammo",
    ),
    proof(
        "finds_ammunition",
        "6",
        "dice 5\nturn 2 french\nstep recover\nat 1108 43 ammo",
        "expect unit 43 1108 ammo",
        "expect unit 43 1108 not_ammo",
    ),
    proof(
        "gun_range",
        "default() + 1",
        "turn 2 austrian\nstep bombard\nat 1302 A2 deployed\nat 1305 43",
        "! fire A2 > 1305",
        "offers fire A2 > 1305",
    ),
    proof(
        "charge_hexes",
        "0",
        "turn 2 austrian\nstep charge\nat 1202 Licht\nat 1204 44",
        "offers charge Licht > 1204",
        "! charge Licht > 1204",
    ),
    proof(
        "works",
        "false",
        "turn 2 austrian\nstep begin\nat 1302 HQ-A active\nat 1303 Latt",
        "expect spare austrian 1",
        "expect spare austrian 0",
    ),
    proof(
        "replacement_steps",
        "default() + 2",
        "turn 2 austrian\nstep begin\nat 1302 HQ-A active\nat 1303 Latt",
        "expect spare austrian 1",
        "expect spare austrian 3",
    ),
    proof(
        "points_for",
        "if facts.what == \"destroyed\" then 7 else default()",
        "turn 2 austrian\nat 1303 Latt\nscore austrian destroyed 1",
        "expect points austrian 1",
        "expect points austrian 7",
    ),
    proof(
        "marengo_decides",
        "false",
        "turn 9 french\nstep attack\nat 1107 43",
        "expect over french 18.2",
        "expect over nobody 18.3",
    ),
    proof(
        "points_to_win",
        "5",
        "turn 9 french\nstep attack\nat 1828 HQ-F\nscore austrian destroyed 9\nscore french destroyed 3",
        "expect over nobody 18.3",
        "expect over austrian 18.3",
    ),
    proof("may_hold", "true", "turn 2 french\nat 1204 44", "! 19.2 hold 44", "> hold 44\nexpect unit 44 1204 inside"),
];

/// What is wrong with a case, as one text.
fn run(text: &str, files: &Files) -> String {
    let file = CaseFile::read("proof.case", text).unwrap_or_else(|found| panic!("{found}\n{text}"));
    let files = files.clone();
    let game = move |_: &_| FolioCase::new(|board| Err(format!("{board}: the printed map is meant")), files.clone());
    file.run(game).into_iter().map(|outcome| outcome.findings.to_string()).collect()
}

#[test]
fn every_point_changes_a_game() {
    let mut failed = Vec::new();
    for p in &PROOFS {
        let folder = tempfile::tempdir().unwrap();
        let pack = folder.path().join("proof");
        std::fs::create_dir_all(&pack).unwrap();
        let manifest = "id = \"proof\"\nversion = \"1.0\"\napi = 0\ngame = \"folio\"\nkind = \"variant\"\ntitle = \"P\"\nauthors = [\"T\"]\n";
        std::fs::write(pack.join("pack.toml"), manifest).unwrap();
        let rules =
            format!("return {{\n\t{} = function(facts, default)\n\t\treturn {}\n\tend,\n}}\n", p.point, p.answer);
        std::fs::write(pack.join("rules.luau"), rules).unwrap();
        let files = Files::builtin().and_beside(folder.path());
        let case = |variant: &str, steps: &str| {
            // dice stand before the lines that speak of places, as the variant does
            format!("setup none\n{variant}case P \"{}\" section x\n{}\n{steps}\n", p.point, p.position)
        };
        let plain = run(&case("", p.printed), &files);
        if !plain.is_empty() {
            failed.push(format!("{}: by the printed rules: {plain}", p.point));
        }
        let changed = run(&case("variant proof\n", p.changed), &files);
        if !changed.is_empty() {
            failed.push(format!("{}: with the pack: {changed}", p.point));
        }
        if run(&case("variant proof\n", p.printed), &files).is_empty() {
            failed.push(format!("{}: the pack changes nothing", p.point));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let proved: BTreeSet<&str> = PROOFS.iter().map(|proof| proof.point).collect();
    let missing: Vec<&str> = POINTS.iter().map(|point| point.name).filter(|name| !proved.contains(name)).collect();
    assert!(missing.is_empty(), "nothing proves {missing:?}");
}

#[test]
fn a_script_that_fails_ends_what_is_under_way_and_names_its_hook() {
    use bormida_core::games::folio::FolioKit;
    use bormida_core::kernel::*;
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("broken");
    std::fs::create_dir_all(&pack).unwrap();
    let manifest = "id = \"broken\"\nversion = \"1.0\"\napi = 0\ngame = \"folio\"\nkind = \"variant\"\ntitle = \"B\"\nauthors = [\"T\"]\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    std::fs::write(pack.join("rules.luau"), "return { nerve = function() error(\"no\") end }\n").unwrap();
    let files = Files::builtin().and_beside(folder.path());
    let kit = std::sync::Arc::new(FolioKit::load(&files, &Default::default(), &["broken".to_owned()]).unwrap());
    let header =
        Header { setup: Setup { name: "at_once".to_owned(), ..Setup::default() }, seed: Seed(3), ..Header::default() };
    let mut game = Match::start(kit, header, None).unwrap();
    let mut rng = Rng::with_seed(3);
    let mut off = 0;
    while let Ask::Ask(_) = game.ask() {
        let before = game.hash();
        let order = match game.game().sample(game.state(), &mut rng, Policy::Natural) {
            Ok(order) => order,
            Err(fault) => panic!("{fault}"),
        };
        match game.play(&order) {
            Ok(_) => {}
            Err(Trouble::HookOff(fault)) => {
                assert_eq!((fault.hook.as_str(), game.hash()), ("nerve", before), "the state stands as it stood");
                off += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(off, 1, "it fails once and is switched off");
}
