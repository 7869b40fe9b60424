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

const PROOFS: [Proof; 29] = [
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
        "charge_points",
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
    proof(
        "on_turn_start",
        "if facts.seat == \"french\" then { { effect = \"replacements\", seat = \"french\", change = 3 } } else nil",
        "turn 2 french\nstep begin\nat 1108 43",
        "expect spare french 0",
        "expect spare french 3",
    ),
    proof(
        "on_enter",
        "{ { effect = \"disrupt\", unit = facts.unit } }",
        "turn 2 austrian\nat 1204 44\nat 1202 Bussy",
        "> take Bussy\n> to 1203\nexpect unit Bussy 1203 not_disrupted",
        "> take Bussy\n> to 1203\nexpect unit Bussy 1203 disrupted",
    ),
    proof(
        "on_fight",
        "if facts.fight == \"attack\" and facts.die == 2 then { { effect = \"ammunition\", unit = \"44\", has = false } } else nil",
        "dice 2 3\nturn 2 austrian\nstep attack\nat 1203 Latt\nat 1204 44",
        "> attack Latt > 1204\n> go\nexpect unit 44 1204 not_ammo",
        "> attack Latt > 1204\n> go\nexpect unit 44 1204 ammo",
    ),
    proof(
        "on_rout",
        "{ { effect = \"replacements\", seat = facts.seat, change = 5 } }",
        "dice 6 5\nturn 2 austrian\nstep attack\nat 1203 Latt\nat 1204 44",
        "> attack Latt > 1204\n> go\nexpect spare french 0",
        "> attack Latt > 1204\n> go\nexpect spare french 5",
    ),
    proof(
        "on_loss",
        "{ { effect = \"step\", unit = \"Latt\", change = if facts.captured then 1 else -1 } }",
        "turn 2 austrian\nat 1202 Bussy\nat 1203 Victor\nat 1301 Latt reduced",
        "> take Bussy\n> to 1203\nexpect steps Latt 1",
        "> take Bussy\n> to 1203\nexpect steps Latt 2",
    ),
    proof(
        "on_turn_end",
        "{ { effect = \"replacements\", seat = facts.seat, change = 2 } }",
        "turn 2 french\nat 1108 43",
        "> take 43\n> stay\nexpect spare french 0",
        "> take 43\n> stay\nexpect spare french 2",
    ),
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

/// Runs a position with one pack of these rules over the game.
fn with_rules(rules: &str, steps: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("proof");
    std::fs::create_dir_all(&pack).unwrap();
    let manifest = "id = \"proof\"\nversion = \"1.0\"\napi = 0\ngame = \"folio\"\nkind = \"variant\"\ntitle = \"P\"\nauthors = [\"T\"]\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    std::fs::write(pack.join("rules.luau"), rules).unwrap();
    run(
        &format!("setup none\nvariant proof\ncase P \"p\" section x\n{steps}\n"),
        &Files::builtin().and_beside(folder.path()),
    )
}

#[test]
fn effects_do_what_they_say_and_nothing_to_what_is_not_there() {
    let at_start = |effects: &str| {
        format!(
            "return {{ on_turn_start = function(facts) return if facts.seat == \"french\" then {{ {effects} }} else nil end }}"
        )
    };
    let position = "dice 6 6\nturn 2 french\nstep begin\nat 1108 43\nat 1109 44 disrupted\nat 1509 24L reduced\n";
    for (effects, expected) in [
        ("{ effect = \"rally\", unit = \"44\" }", "expect unit 44 1109 not_disrupted"),
        ("{ effect = \"disrupt\", unit = \"43\" }", "expect unit 43 1108 disrupted"),
        ("{ effect = \"ammunition\", unit = \"43\", has = false }", "expect unit 43 1108 ammo"),
        ("{ effect = \"step\", unit = \"43\", change = -1 }", "expect steps 43 1"),
        ("{ effect = \"step\", unit = \"24L\", change = 1 }", "expect steps 24L 2"),
        // the last step takes the unit, and the line home is open
        ("{ effect = \"step\", unit = \"24L\", change = -1 }", "expect points austrian 1"),
        ("{ effect = \"rout\", unit = \"43\" }", "expect unit 43 track 4"),
        ("{ effect = \"place\", unit = \"Kell\", at = \"1110\" }", "expect at 1110 Kell"),
        // no room beside two brigades, and nobody stands twice
        ("{ effect = \"place\", unit = \"43\", at = \"1110\" }", "expect unit 43 1108 not_disrupted"),
        ("{ effect = \"disrupt\", unit = \"Weid\" }", "expect points french 0"),
        ("{ effect = \"say\", text = \"Mud.\" }", "offers take 43"),
        ("{ effect = \"replacements\", seat = \"french\", change = -3 }", "expect spare french 0"),
    ] {
        let told = with_rules(&at_start(effects), &format!("{position}{expected}"));
        assert!(told.is_empty(), "{effects}: {told}");
    }
    for (effects, told) in [
        ("{ effect = \"disrubt\", unit = \"43\" }", "did you mean"),
        ("{ effect = \"disrupt\", unit = \"45\" }", "there is no unit"),
        ("{ effect = \"disrupt\", unit = \"43\", hard = true }", "no field `hard`"),
        ("{ effect = \"step\", unit = \"43\", change = 0 }", "`change` is 1 or -1"),
        ("{ effect = \"rout\", unit = \"Victor\" }", "does not rout"),
        ("{ effect = \"place\", unit = \"A2\", at = \"0304\" }", "cannot stand"),
        ("{ effect = \"replacements\", seat = \"prussian\", change = 1 }", "austrian or french"),
    ] {
        let found = with_rules(&at_start(effects), &format!("{position}expect spare french 0"));
        assert!(found.contains(told), "{effects}: {found}");
    }
}

#[test]
fn a_pack_remembers_from_turn_to_turn() {
    let rules = "return {
        memory = { turns = { int = { 0, 9 } } },
        on_turn_end = function(facts, memory)
            memory.turns += 1
            return nil
        end,
        replacement_steps = function(facts, default, memory)
            return memory.turns
        end,
    }";
    // one French and one Austrian player-turn end before the next French one begins
    let told = with_rules(rules, "turn 2 french\nat 1108 43\n> take 43\n> stay\nexpect turn 3\nexpect spare french 2");
    assert!(told.is_empty(), "{told}");
}
