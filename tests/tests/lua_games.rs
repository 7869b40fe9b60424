//! Games that packs bring whole in Luau: budgets, the wall clock, forged snapshots, today's packs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use bormida_core::games::{Catalogue, house};
use bormida_core::kernel::*;
use bormida_core::pack::builtin::Files;
use bormida_core::script::{ScriptKit, ScriptState, Watch};
use bormida_tests::toys::ferry::{SOURCE, changed, ferry};

fn state(kit: &ScriptKit) -> (<ScriptKit as Kit>::G, ScriptState) {
    let game = kit.open(&HookMask::new()).unwrap();
    let start = game.start(&Setup::default(), Seed(1)).unwrap();
    (game, start)
}

#[test]
fn calls_that_are_each_within_their_budget_cannot_hang_an_operation_together() {
    const WORK: &str = "for _ = 1, 150000 do end";
    let wanted = "one operation may take 2000000 steps";
    // one look at each of sixty orders
    let (game, s) = state(&changed(&[
        ("number = { 1, 3 }", "number = { 1, 60 }"),
        ("rule = \"1\",", &format!("rule = \"1\", check = function() {WORK} return nil end,")),
    ]));
    let mut offers = Offers::new();
    game.offers(&s, &mut offers).unwrap();
    let rest = offers.iter().find(|offer| matches!(offer.slot, Slot::Number { .. })).unwrap();
    let many = game.expand(&s, rest, 100, &mut Vec::new()).unwrap_err();
    assert!(many.what.contains(wanted), "{many}");
    let any = game.sample(&s, &mut Rng::with_seed(1), Policy::Uniform).unwrap_err();
    assert!(any.what.contains(wanted), "{any}");
    let order = game.read(&s, "rest 60").unwrap();
    assert!(game.check(&s, &order).is_ok(), "one alone is within every budget");

    // many steps of one order, and of the start
    let spin = format!("steps = {{ spin = {{ rule = \"1\", run = function() {WORK} return \"spin\" end }}, ");
    let spun = |entry: (&str, &str)| changed(&[("steps = { ", spin.as_str()), entry]);
    let (game, mut s) = state(&spun((
        "return if memory:total(\"quay\") > 0 then { \"cross\", \"draw\" } else \"draw\"",
        "return \"spin\"",
    )));
    let order = game.read(&s, "draw cup").unwrap();
    let fault = game.play(&mut s, &order, &mut ()).unwrap_err();
    assert!(fault.what.contains(wanted), "{fault}");
    let game =
        spun(("return \"draw\"\n\tend,\n\tworth", "return \"spin\"\n\tend,\n\tworth")).open(&HookMask::new()).unwrap();
    let fault = game.start(&Setup::default(), Seed(1)).unwrap_err();
    assert!(fault.what.contains(wanted), "{fault}");
}

/// Ferry as a pack in a folder, with some work to do for every list of offers once a day has passed.
fn pack(folder: &Path, work: &str) {
    let manifest = "id = \"ferry\"\nversion = \"1\"\napi = 0\ngame = \"ferry\"\nkind = \"game\"\ntitle = \"Ferry\"\n";
    let empty = "local t = table.create(60000, 1)\nfor i = 1, 60000 do t[i] = nil end\n";
    let offers = "local offers = {}\n";
    let text = SOURCE.replacen(offers, &format!("{offers}if memory.days > 0 then {work} end\n"), 1);
    std::fs::write(folder.join("pack.toml"), manifest).unwrap();
    std::fs::write(folder.join("game.luau"), format!("{empty}{text}")).unwrap();
}

fn begin(house: &Catalogue, save: Option<&Path>) -> Box<dyn Table> {
    let header = Header { game: "ferry".to_owned(), seats: vec!["human".to_owned()], ..Header::default() };
    house.start(header, save).unwrap()
}

/// Does some work while somebody looks after the scripts, a hundred times as often as the program does.
fn watched<T>(watches: &[Watch], work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                watches.iter().for_each(Watch::look);
                thread::sleep(Duration::from_millis(1));
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[test]
fn a_slow_game_is_asked_about_and_stands_and_its_match_loads() {
    let disk = tempfile::tempdir().unwrap();
    pack(disk.path(), "for i = 1, 1500 do next(t) end");
    let house = house(&Files::over(disk.path())).unwrap();
    let path = disk.path().join("a.match");
    let mut table = begin(&house, Some(&path));
    table.play_text("rest 1").unwrap();
    table.play_text("rest 2").unwrap();
    table.play_text("rest 3").unwrap();
    let stands = (table.number(), table.hash(), table.entries().len());
    // what was offered is known; after going back it is asked anew
    table.back_to(1).unwrap();
    let found = watched(&house.watches(), || table.play_text("rest 2").map(drop)).unwrap_err();
    let Trouble::Slow(fault) = found else { panic!("{found}") };
    assert!(fault.slow && fault.pack == "ferry" && fault.hook_name().is_none(), "{fault:?}");
    assert_eq!(table.number(), 1, "nothing is decided");
    table.play_text("rest 2").unwrap();
    table.play_text("rest 3").unwrap();
    assert_eq!((table.number(), table.hash()), (stands.0, stands.1));
    drop(table);
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = kept.lines().filter(|line| !line.contains("\"snapshot\"")).collect();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let loaded = watched(&house.watches(), || house.load(&path, Opening::Look)).unwrap();
    assert!(loaded.divergence.is_none() && loaded.from_snapshot.is_none(), "{:?}", loaded.divergence);
    assert_eq!(loaded.table.hash(), stands.1);
    drop(loaded);
    // a house that has the game from the match alone looks after it too
    let other = bormida_core::games::house(&Files::builtin()).unwrap();
    let mut guest = other.load(&path, Opening::GoOn(Trust::SamePacks)).unwrap().table;
    guest.back_to(1).unwrap();
    let found = watched(&other.watches(), || guest.play_text("rest 2").map(drop));
    assert!(matches!(found, Err(Trouble::Slow(_))), "{found:?}");
}

#[test]
fn a_snapshot_that_was_edited_is_not_played_on() {
    let disk = tempfile::tempdir().unwrap();
    let path = disk.path().join("a.match");
    let kit = Arc::new(ferry());
    let mut game = Match::start(kit.clone(), Header::default(), Some(&path)).unwrap();
    let mut first = None;
    for text in ["draw cup", "wait", "draw cup", "wait"] {
        let order = game.read(text).unwrap();
        first = first.or(Some(game.play(&order).unwrap().hash));
    }
    drop(game);
    let text = std::fs::read_to_string(&path).unwrap().replace(&first.unwrap().to_string(), &StateHash(1).to_string());
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.len() - 1;
    let whole = lines[at].clone();
    let mut taken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut line: serde_json::Value = serde_json::from_str(&whole).unwrap();
        change(&mut line["state"]);
        let state: ScriptState = serde_json::from_value(line["state"].clone()).unwrap();
        line["hash"] = StateHash(state_hash(&state)).to_string().into();
        lines[at] = line.to_string();
        std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        Match::look(kit.clone(), Saved::read(&path).unwrap(), Trust::Always).unwrap().from_snapshot
    };
    assert_eq!(taken(&|_| ()), Some(4), "as it was it serves");
    let over = |winner: u8| serde_json::json!({ "winner": winner, "kind": "all across", "rule": "3" });
    let end = |winner| {
        move |s: &mut serde_json::Value| {
            s["steps"] = serde_json::json!([]);
            s["ending"] = over(winner);
        }
    };
    assert_eq!(taken(&end(0)), Some(4), "so it could have ended");
    let forgeries: [&dyn Fn(&mut serde_json::Value); 8] = [
        &|s| s["n"] = 5.into(),
        &|s| s["seed"] = 77.into(),
        &|s| s["steps"] = serde_json::json!([250]),
        &|s| s["steps"] = serde_json::json!([]),
        &|s| s["memory"] = "00".into(),
        &|s| s["memory"] = "ff".repeat(s["memory"].as_str().unwrap().len() / 2).into(),
        &end(7),
        &|s| s["ending"] = over(0),
    ];
    for (k, forge) in forgeries.into_iter().enumerate() {
        assert_eq!(taken(forge), None, "{k}");
    }
}

#[test]
fn a_match_is_looked_at_as_it_would_be_with_today_s_packs_wherever_they_lie() {
    let (own, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    pack(own.path(), "");
    let path = elsewhere.path().join("a.match");
    let mut table = begin(&house(&Files::over(own.path())).unwrap(), Some(&path));
    table.play_text("rest 1").unwrap();
    drop(table);
    pack(own.path(), "local other = 1");
    for files in [Files::over(own.path()), Files::builtin().and_beside(own.path())] {
        let house = house(&files).unwrap();
        let changed = |opening| house.load(&path, opening).unwrap().changed_packs;
        assert!(changed(Opening::Look).is_empty(), "it carries its own");
        assert_eq!(changed(Opening::Today(Trust::Never)), ["ferry"]);
    }
    let house = house(&Files::builtin()).unwrap();
    let loaded = house.load(&path, Opening::Today(Trust::Never)).unwrap();
    assert!(loaded.changed_packs.is_empty(), "nothing else is there today");
}

#[test]
fn a_broken_game_that_lies_over_another_is_told_and_the_other_is_not_played_for_it() {
    let own = tempfile::tempdir().unwrap();
    std::fs::write(own.path().join("pack.toml"), "id = \"nwars\"\nkind = \"game\"\n").unwrap();
    let house = house(&Files::builtin().and_beside(own.path())).unwrap();
    let told = house.game("nwars").err().unwrap().to_string();
    assert!(told.contains("cannot be played") && told.contains("missing key \"version\""), "{told}");
}

#[test]
fn a_variant_of_the_user_s_own_folder_is_today_s_too() {
    let (own, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |script: &str| {
        let manifest =
            "id = \"mud\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"M\"\n";
        std::fs::write(own.path().join("pack.toml"), manifest).unwrap();
        std::fs::write(own.path().join("rules.luau"), script).unwrap();
    };
    write("return {}");
    let files = Files::builtin().and_beside(own.path());
    let path = elsewhere.path().join("a.match");
    let spec = bormida_core::games::Spec { variants: vec!["mud".to_owned()], ..Default::default() };
    {
        let house = house(&files).unwrap();
        let about = house.game("triomphe").unwrap().about();
        drop(house.start(spec.header(&about, bormida_core::games::Vacant::People).unwrap(), Some(&path)).unwrap());
    }
    write("return { }");
    let house = house(&files).unwrap();
    assert!(house.load(&path, Opening::Look).unwrap().changed_packs.is_empty(), "it carries its own");
    assert_eq!(house.load(&path, Opening::Today(Trust::Never)).unwrap().changed_packs, ["mud"]);
}

#[test]
fn what_a_game_returns_that_cannot_be_used_is_told_with_the_line_of_its_function() {
    let line = |text: &str| 1 + SOURCE[..SOURCE.find(text).unwrap()].matches('\n').count();
    let misplaced = "parts = { \"cup\", number = { 1, 2 } }";
    let (game, s) = state(&changed(&[("parts = { \"cup\" }, weight = 5", &format!("{misplaced}, weight = 5"))]));
    let fault = game.offers(&s, &mut Offers::new()).unwrap_err();
    assert_eq!(fault.at, format!("game.luau:{}", line("offers = function")), "{fault}");
    assert!(fault.what.ends_with("`number` and `bag` stand beside it in the offer"), "{fault}");
    let game = changed(&[("return \"draw\"\n\tend,\n\tworth", "return \"darw\"\n\tend,\n\tworth")]);
    let fault = game.open(&HookMask::new()).unwrap().start(&Setup::default(), Seed(1)).unwrap_err();
    assert_eq!(fault.what, "start: there is no step `darw`; did you mean \"draw\"?");
    assert_eq!(fault.at, format!("game.luau:{}", line("start = function")));
    let (game, s) = state(&changed(&[("number = { 1, 3 } })", "parts = { { number = { 1, 3 } } } })")]));
    let fault = game.offers(&s, &mut Offers::new()).unwrap_err();
    assert!(fault.what.ends_with("`number` and `bag` stand beside it in the offer"), "{fault}");
}
