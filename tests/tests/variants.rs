//! Packs in play: each shipped variant changes a match, a broken one is switched off, and every run comes out alike.

use bormida_core::conformance::{Trial, conformance, fingerprint};
use bormida_core::games::triomphe::{FRENCH, State, TriompheKit, UNSEEN};
use bormida_core::kernel::*;
use bormida_core::pack::builtin::Files;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

const FOUR: &str = "four-commands-from-noon";
const BRIGADE: &str = "brigade-at-tortona";
const BROKEN: &str = "broken-on-purpose";

fn kit_over(files: &Files, variants: &[&str]) -> Result<TriompheKit, Fault> {
    let variants: Vec<String> = variants.iter().map(|id| (*id).to_owned()).collect();
    TriompheKit::load(files, &BTreeMap::new(), &variants)
}

fn kit(variants: &[&str]) -> Arc<TriompheKit> {
    Arc::new(kit_over(&Files::builtin(), variants).unwrap_or_else(|fault| panic!("{fault}")))
}

fn setup() -> Setup {
    Setup { name: "historical".to_owned(), ..Setup::default() }
}

fn begin(kit: &Arc<TriompheKit>, seed: u64, save: Option<&Path>) -> Match<TriompheKit> {
    let header = Header { game: "triomphe".to_owned(), setup: setup(), seed: Seed(seed), ..Header::default() };
    Match::start(Arc::clone(kit), header, save).unwrap()
}

/// Plays random orders until the match is over or `until` says so; hooks that fail are switched off on the way.
fn drift(game: &mut Match<TriompheKit>, seed: u64, mut until: impl FnMut(&State) -> bool) {
    let mut rng = Rng::with_seed(seed);
    while matches!(game.ask(), Ask::Ask(_)) && !until(game.state()) {
        match game.game().sample(game.state(), &mut rng, Policy::Natural) {
            Ok(order) => match game.play(&order) {
                Ok(_) | Err(Trouble::HookOff(_)) => {}
                Err(trouble) => panic!("{trouble}"),
            },
            Err(fault) => game.switch_off(fault.hook_name().unwrap(), &fault.to_string()).unwrap(),
        }
    }
}

fn trial(folder: &Path, seeds: std::ops::Range<u64>, orders: u32) -> Trial {
    Trial { seeds, setup: setup(), orders, every: 16, folder: folder.to_owned() }
}

#[test]
fn four_commands_from_noon_gives_a_fourth_command_and_makes_columns_dear() {
    let (printed, four) = (kit(&[]), kit(&[FOUR]));
    let mut game = begin(&printed, 3, None);
    let mut columns = 0;
    drift(&mut game, 3, |_| false);
    for done in game.history() {
        let s = &done.state;
        let now = game.game().numbers.hour_of(s.round).0 >= 12;
        if s.ending.is_some() || s.allowance == 0 {
            continue;
        }
        // the same position under both rules: only marches of three from noon on cost more
        let mut asked = s.clone();
        asked.memory.clear();
        let (mut one, mut other) = (Offers::new(), Offers::new());
        game.game().offers(&asked, &mut one).unwrap();
        let varied = four.open(&HookMask::new()).unwrap();
        varied.offers(&asked, &mut other).unwrap();
        if !now {
            assert_eq!(one.iter().collect::<Vec<_>>(), other.iter().collect::<Vec<_>>(), "before noon nothing differs");
            continue;
        }
        for offer in one.iter() {
            let mut orders = Vec::new();
            game.game().expand(&asked, offer, 40, &mut orders).unwrap();
            for order in orders {
                let before = game.game().check(&asked, &order).unwrap();
                let text = game.game().write(&asked, &order);
                let three = text.starts_with("m ") && before.0 == 1 && pieces(&text) == 3;
                match varied.check(&asked, &order) {
                    Ok(cost) => assert_eq!(cost.0, before.0 + i16::from(three), "{text}"),
                    Err(no) => assert!(three || s.allowance == 0, "{text}: {no}"),
                }
                columns += u32::from(three);
            }
        }
        if columns > 20 {
            break;
        }
    }
    assert!(columns > 0, "no column of three came up");

    let mut game = begin(&four, 3, None);
    let mut allowances = std::collections::BTreeSet::new();
    drift(&mut game, 3, |s| {
        allowances.insert((s.round >= 7, s.allowance));
        false
    });
    assert!(allowances.contains(&(false, 3)) && allowances.contains(&(true, 4)), "{allowances:?}");
    assert!(!allowances.contains(&(false, 4)), "{allowances:?}");
}

/// How many pieces the bag of a march holds: `m 15 3I+2x2C > 16`.
fn pieces(text: &str) -> u32 {
    let bag = text.split(' ').nth(2).unwrap_or_default();
    bag.split('+').map(|part| part.split_once('x').map_or(1, |(n, _)| n.parse().unwrap_or(1))).sum()
}

#[test]
fn infantry_that_nobody_has_looked_at_keeps_every_promise_and_is_drawn_in_play() {
    let setup = || Setup { name: "solitaire".to_owned(), ..Setup::default() };
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { seeds: 0..3, setup: setup(), orders: 2000, every: 37, folder: folder.path().to_owned() };
    let report = conformance(&kit(&[]), &trial).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.ended > 0 && report.deals > 20 && report.searches > 0 && report.torn > 0, "{report:?}");

    let game = kit(&[]).open(&HookMask::new()).unwrap();
    let mut rng = Rng::with_seed(5);
    let mut s = game.start(&setup(), Seed(5)).unwrap();
    let unseen = |s: &State| s.pieces_of(FRENCH).filter(|p| p.class == UNSEEN).count();
    assert_eq!((unseen(&s), s.unseen[FRENCH.index()].total()), (14, 14));
    let mut drawn = 0;
    while let Ask::Ask(_) = game.ask(&s) {
        let (before, order) = (unseen(&s), game.sample(&s, &mut rng, Policy::Natural).unwrap());
        let effect = game.play(&mut s, &order, &mut ()).unwrap();
        assert_eq!(effect.rolled, unseen(&s) < before, "a draw is no order that can be taken back");
        assert_eq!(unseen(&s), usize::from(s.unseen[FRENCH.index()].total()));
        drawn += before - unseen(&s);
    }
    assert!(drawn > 0);
}

#[test]
fn a_brigade_waits_at_tortona_from_noon_on() {
    let kit = kit(&[BRIGADE]);
    let mut came = Vec::new();
    for seed in 0..6 {
        let mut game = begin(&kit, seed, None);
        let plain = game.state().pieces_of(FRENCH).count();
        assert_eq!(game.state().memory.len(), 2);
        drift(&mut game, seed, |s| s.memory.contains(&1) && s.memory[0] == 1);
        if game.outcome_is_none() {
            let s = game.state();
            assert!(s.active == FRENCH && s.round >= 7, "the brigade came in round {}", s.round);
            let line = game.history().last().unwrap().events.iter().any(|e| e.public.contains("waits in Tortona"));
            assert!(line, "the log tells it");
            came.push((s.pieces_of(FRENCH).count(), plain));
        }
    }
    assert!(!came.is_empty(), "no match lasted until noon");
}

trait Standing {
    fn outcome_is_none(&self) -> bool;
}

impl Standing for Match<TriompheKit> {
    fn outcome_is_none(&self) -> bool {
        matches!(self.ask(), Ask::Ask(_))
    }
}

#[test]
fn a_broken_variant_is_switched_off_and_the_printed_rules_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.match");
    let kit = kit(&[BROKEN]);
    let mut game = begin(&kit, 5, Some(&path));
    let mut offs: Vec<String> = Vec::new();
    let mut rng = Rng::with_seed(5);
    while game.outcome_is_none() && game.state().round < 7 {
        let (number, hash, lines) = (game.number(), game.hash(), game.journal().entries().len());
        let before = game.off().len();
        if let Ok(order) = game.game().sample(game.state(), &mut rng, Policy::Natural) {
            match game.play(&order) {
                Ok(_) => {}
                Err(Trouble::HookOff(fault)) => {
                    assert_eq!((game.number(), game.hash()), (number, hash), "the state before the order stands");
                    assert!(fault.pack == BROKEN && fault.at.starts_with("rules.luau:"), "{fault:?}");
                    assert!(game.offers().is_ok(), "the seat is asked again");
                }
                Err(trouble) => panic!("{trouble}"),
            }
        } else {
            game.offers().unwrap();
            assert_eq!((game.number(), game.hash()), (number, hash));
        }
        for entry in &game.journal().entries()[lines..] {
            if let Entry::HookOff { hook, why } = entry {
                offs.push(hook.hook.clone());
                assert!(hook.pack == BROKEN && why.contains("rules.luau:"), "{why}");
                assert_eq!(game.off().len(), before + 1);
            }
        }
    }
    assert_eq!(offs, ["march_cost", "on_turn_start", "commands"], "each fails in its hour, and once");
    assert_eq!(game.state().allowance, 3, "the printed rule holds");

    let (hash, number) = (game.hash(), game.number());
    drop(game);
    let loaded = Match::load(Arc::clone(&kit), &path, Trust::SamePacks).unwrap();
    assert!(loaded.divergence.is_none() && !loaded.other_packs && loaded.torn.is_none(), "{:?}", loaded.divergence);
    assert_eq!((loaded.game.hash(), loaded.game.number(), loaded.game.off().len()), (hash, number, 3));
}

#[test]
fn shipped_variants_keep_every_promise() {
    for variants in [&[FOUR][..], &[BRIGADE], &[BROKEN], &[BRIGADE, FOUR]] {
        let folder = tempfile::tempdir().unwrap();
        let report = conformance(&kit(variants), &trial(folder.path(), 0..2, 500));
        let report = report.unwrap_or_else(|breach| panic!("{variants:?}: {breach}"));
        assert!(report.orders > 300, "{variants:?}: {report:?}");
        assert!(variants != [BROKEN] || report.hooks_off > 0, "{report:?}");
    }
}

fn prints() -> String {
    let folder = std::env::temp_dir();
    let prints = [&[FOUR][..], &[BRIGADE], &[BROKEN], &[BRIGADE, FOUR]];
    let one = |variants: &&[&str]| format!("{:016x}", fingerprint(&kit(variants), &trial(&folder, 0..3, 400)).unwrap());
    prints.iter().map(one).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_second_process_comes_to_the_same_states() {
    if std::env::var_os("PRINT_VARIANTS").is_some() {
        std::io::stdout().write_all(format!("<{}>", prints()).as_bytes()).unwrap();
        return;
    }
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_second_process_comes_to_the_same_states", "--nocapture"])
        .env("PRINT_VARIANTS", "1")
        .output()
        .unwrap();
    let printed = String::from_utf8(child.stdout).unwrap();
    assert!(printed.contains(&format!("<{}>", prints())), "{printed}");
}

#[test]
fn a_warm_machine_that_also_plays_another_match_comes_to_the_same_states() {
    let kit = kit(&[BRIGADE, FOUR]);
    let hashes = |game: &mut dyn FnMut(usize) -> u64| (0..400).map(game).collect::<Vec<u64>>();
    // one machine for both matches, their orders taken in turns
    let shared = kit.open(&HookMask::new()).unwrap();
    let mut pair: Vec<(State, Rng)> =
        (0..2).map(|seed| (shared.start(&setup(), Seed(seed)).unwrap(), Rng::with_seed(seed))).collect();
    let step = |game: &bormida_core::games::triomphe::Triomphe, (s, rng): &mut (State, Rng)| {
        if let Ask::Ask(_) = game.ask(s) {
            let order = game.sample(s, rng, Policy::Uniform).unwrap();
            game.play(s, &order, &mut ()).unwrap();
        }
        state_hash(s)
    };
    let mixed = hashes(&mut |_| {
        step(&shared, &mut pair[1]);
        step(&shared, &mut pair[0])
    });
    let fresh = kit.open(&HookMask::new()).unwrap();
    let mut alone = (fresh.start(&setup(), Seed(0)).unwrap(), Rng::with_seed(0));
    assert_eq!(hashes(&mut |_| step(&fresh, &mut alone)), mixed);
}

#[test]
fn stamps_tell_packs_apart_and_a_match_carries_a_users_pack() {
    let disk = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(disk.path().join("mine").join(name), text).unwrap();
    std::fs::create_dir_all(disk.path().join("mine")).unwrap();
    write(
        "pack.toml",
        "id = \"mine\"\nversion = \"2\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mine\"\n",
    );
    write("rules.toml", "[turn]\ncommands = 2\n");
    write("rules.luau", "return { commands = function(_, default) return default() + 3 end }");
    let own = Arc::new(kit_over(&Files::over(disk.path()), &[FOUR, "mine"]).unwrap());
    let ids: Vec<String> = own.packs().into_iter().map(|stamp| stamp.id).collect();
    assert_eq!(ids, ["triomphe", FOUR, "mine"]);
    assert_eq!(own.embedded().keys().collect::<Vec<_>>(), ["mine/pack.toml", "mine/rules.luau", "mine/rules.toml"]);
    assert_eq!(begin(&own, 1, None).state().allowance, 5, "numbers first, then the functions, top to bottom");

    // The order of the stack decides who has the last word.
    let below = Arc::new(kit_over(&Files::over(disk.path()), &["mine", FOUR]).unwrap());
    assert_eq!(begin(&below, 1, None).state().allowance, 5, "before noon the upper pack asks the lower");

    let carried = own.embedded();
    drop(disk);
    let without = kit_over(&Files::builtin(), &[FOUR, "mine"]).unwrap_err();
    assert!(without.what.contains("no variant \"mine\""), "{without}");
    let again = kit_over(&Files::builtin().carrying(&carried), &[FOUR, "mine"]).unwrap();
    assert_eq!((again.packs(), again.embedded()), (own.packs(), carried));
}

/// A kit with one pack of a user's, from its functions.
fn mine(rules: &str) -> Result<Arc<TriompheKit>, Fault> {
    let disk = tempfile::tempdir().unwrap();
    let manifest =
        "id = \"mine\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mine\"\n";
    std::fs::write(disk.path().join("pack.toml"), manifest).unwrap();
    std::fs::write(disk.path().join("rules.luau"), rules).unwrap();
    kit_over(&Files::over(disk.path()), &["mine"]).map(Arc::new)
}

#[test]
fn a_pack_that_cannot_be_opened_says_where_and_why() {
    let refused = |rules: &str| mine(rules).map(drop).unwrap_err().to_string();
    assert!(refused("return { comands = function() end }").contains("did you mean \"commands\"?"));
    assert!(refused("return { commands = 4 }").contains("`commands` must be a function"));
    assert!(refused("return {\n  commands = function( 4 }").contains("rules.luau:2"));
    assert!(
        refused("return { memory = { secret = { bool = true, eyes = \"hidden\" } } }").contains("public memory only")
    );
    assert!(refused("return { memory = { much = { list = { int = { 0, 9 } }, max = 200 } } }").contains("128"));
    assert!(refused("while true do end").contains("rules.luau:1"));
}

/// The fault of a hook that runs when a match begins.
fn fault_of(rules: &str) -> Fault {
    let kit = mine(rules).unwrap();
    let game = kit.open(&HookMask::new()).unwrap();
    let fault = game.start(&setup(), Seed(1)).map(drop).unwrap_err();
    assert_eq!(fault.pack, "mine", "{fault}");
    assert!(fault.hook_name().is_some() && fault.at.starts_with("rules.luau:"), "{fault}");
    fault
}

#[test]
fn answers_and_effects_are_checked_before_anything_is_done() {
    let cases = [
        ("return { commands = function() return 16 end }", "a whole number from 0 to 15"),
        ("return { commands = function() return 2.5 end }", "a whole number from 0 to 15"),
        ("return { commands = function() return nil end }", "a whole number from 0 to 15"),
        ("return { commands = function(facts) return facts.huor end }", "did you mean \"hour\"?"),
        ("return { commands = function(facts) facts.hour = 3 return 3 end }", ""),
        ("return { commands = function(_, default) return default({ hours = 3 }) end }", "did you mean \"hour\"?"),
        ("return { commands = function(_, default) return default({ hour = 300 }) end }", "300 is not from 0 to 255"),
        ("return { on_turn_start = function() return 3 end }", "a list of effects is wanted"),
        ("return { on_turn_start = function() return { { effect = \"moral\" } } end }", "did you mean \"morale\"?"),
        (
            "return { on_turn_start = function() return { { effect = \"morale\", seat = \"french\", change = 1, by = 2 } } end }",
            "\"morale\" has no field `by`",
        ),
        (
            "return { on_turn_start = function() return table.create(17, { effect = \"commands\", change = 0 }) end }",
            "an event may have 16 effects",
        ),
        (
            "return { on_turn_start = function() return { { effect = \"morale\", seat = \"french\", change = 99 } } end }",
            "99 is not from -20 to 20",
        ),
        (
            "return { on_turn_start = function() return { { effect = \"arrive\", seat = \"french\", class = \"2I\", at = \"Novy\" } } end }",
            "Novi",
        ),
        (
            "return { memory = { n = { int = { 0, 3 } } }, on_turn_start = function(_, memory) memory.n = 4 return nil end }",
            "is not from 0 to 3",
        ),
        (
            "return { memory = { n = { int = { 0, 3 } } }, commands = function(_, _, memory) memory.n = 1 return 3 end }",
            "read-only",
        ),
    ];
    for (rules, expected) in cases {
        let fault = fault_of(rules);
        assert!(fault.what.contains(expected), "{rules}: {fault}");
    }
    let morale = "{ effect = \"morale\", seat = \"french\", change = 20 }";
    let many = format!("return {{ on_turn_start = function() return {{ {} }} end }}", [morale; 7].join(", "));
    assert!(fault_of(&many).what.contains("more morale than fits"));
    let kept = "local kept return { commands = function(_, default) kept = default return 3 end, \
                on_turn_start = function() return kept() end }";
    assert!(fault_of(kept).what.contains("an event has no default"));
}

#[test]
fn a_board_that_a_script_misreads_is_not_opened() {
    for (rules, expected) in [
        ("return { capacity = function() return 0 end }", "a whole number from 1 to 64"),
        ("return { capacity = function(facts) return facts.prnited end }", "did you mean \"printed\"?"),
        ("return { penalty = function(_, default) return default() + 10 end }", "a whole number from 0 to 9"),
        ("return { penalty = function() while true do end end }", "200000"),
    ] {
        let fault = mine(rules).unwrap().open(&HookMask::new()).map(drop).unwrap_err();
        assert!(fault.what.contains(expected), "{rules}: {fault}");
        assert!(fault.hook_name().is_some() && fault.at.starts_with("rules.luau:"), "{fault}");
    }
    let off: HookMask = [HookName { pack: "mine".to_owned(), hook: "capacity".to_owned() }].into();
    let printed = kit(&[]).open(&HookMask::new()).unwrap();
    let without = mine("return { capacity = function() return 0 end }").unwrap().open(&off).unwrap();
    assert_eq!(without.map, printed.map);
}

#[test]
fn calls_that_are_each_within_their_budget_cannot_hang_an_operation_together() {
    let disk = tempfile::tempdir().unwrap();
    let ids = ["slow-a", "slow-b", "slow-c", "slow-d", "slow-e"];
    for id in ids {
        let folder = disk.path().join(id);
        std::fs::create_dir(&folder).unwrap();
        let manifest = format!(
            "id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"S\"\n"
        );
        let rules = "return { march_cost = function(_, default) for i = 1, 190000 do end return default() end }";
        std::fs::write(folder.join("pack.toml"), manifest).unwrap();
        std::fs::write(folder.join("rules.luau"), rules).unwrap();
    }
    let all = Arc::new(kit_over(&Files::over(disk.path()), &ids).unwrap());
    let mut game = begin(&all, 1, None);
    let mut whys = Vec::new();
    drift(&mut game, 1, |s| s.round > 3);
    for entry in game.journal().entries() {
        if let Entry::HookOff { hook, why } = entry {
            assert!(hook.hook == "march_cost" && ids.contains(&hook.pack.as_str()), "{hook:?}");
            whys.push(why.clone());
        }
    }
    assert!(!whys.is_empty() && whys.len() < ids.len(), "some of them fit together: {whys:?}");
    assert!(whys.iter().all(|why| why.contains("2000000")), "{whys:?}");

    let few = Arc::new(kit_over(&Files::over(disk.path()), &ids[..1]).unwrap());
    let mut game = begin(&few, 1, None);
    drift(&mut game, 1, |s| s.round > 3);
    assert!(game.off().is_empty(), "one alone is within every budget");
}

#[test]
fn a_variant_that_overrides_nothing_plays_like_no_variant() {
    let (plain, idle) = (kit(&[]), mine("return {}").unwrap());
    let folder = std::env::temp_dir();
    let one = fingerprint(&plain, &trial(&folder, 0..3, 300)).unwrap();
    assert_eq!(fingerprint(&idle, &trial(&folder, 0..3, 300)).unwrap(), one);
}

/// Seconds that this thread has run, where the system tells; seconds on the wall otherwise.
fn seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64(), |n| n / 1e9)
}

/// Uniformly random games a second, printed with `--nocapture`; the bar is 200 in a release build.
#[test]
fn a_variant_slows_random_games_only_a_little() {
    let pace = |variants: &[&str]| {
        let game = kit(variants).open(&HookMask::new()).unwrap();
        let (start, mut orders) = (seconds(), 0_u32);
        for seed in 0..GAMES {
            let (mut s, mut rng) = (game.start(&setup(), Seed(seed)).unwrap(), Rng::with_seed(seed));
            while let Ask::Ask(_) = game.ask(&s) {
                let order = game.sample(&s, &mut rng, Policy::Uniform).unwrap();
                game.play(&mut s, &order, &mut ()).unwrap();
                orders += 1;
            }
        }
        (GAMES as f64 / (seconds() - start), orders)
    };
    let (printed, four) = (pace(&[]), pace(&[FOUR]));
    let line = format!("random games a second (orders): printed {printed:?}, with {FOUR} {four:?}\n");
    std::io::stdout().write_all(line.as_bytes()).unwrap();
    assert!(four.0 * 10.0 > printed.0, "{line}");
}

const GAMES: u64 = 50;
