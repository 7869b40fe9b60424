//! Fuzz of games of the house, and of what is broken on purpose.

use super::*;
use crate::games::triomphe::TriompheShelf;
use crate::kernel::{About, Opening};
use crate::pack::builtin::Files;

fn fuzz(about: &About, games: u64) -> Fuzz {
    let target = Target::of(about, &[], None, None);
    Fuzz { target, seed: 3, games, most_orders: 5000, every: 200, threads: 2 }
}

#[test]
fn the_printed_game_has_no_finding_and_the_same_seed_tries_the_same() {
    let game = TriompheShelf::new(Files::builtin()).unwrap();
    let fuzz = fuzz(&game.about(), 3);
    let first = fuzz.run(&game, &|| false, &|_| ());
    assert!(first.findings.is_empty(), "{:?}", first.findings);
    assert_eq!((first.games, first.ended), (3, 3));
    let again = Fuzz { threads: 1, ..fuzz.clone() }.run(&game, &|| false, &|_| ());
    assert_eq!((first.orders, first.moments), (again.orders, again.moments));
    assert_eq!(fuzz.run(&game, &|| true, &|_| ()).games, 0);
}

#[test]
fn a_finding_is_made_as_short_as_it_can_be() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("mire");
    std::fs::create_dir_all(&pack).unwrap();
    let manifest =
        "id = \"mire\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mire\"\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    // it fails as soon as three commands of a turn are used: whatever lies before that turn is not needed
    let rules = "return { march_cost = function(facts, default)\n\tif facts.hour >= 8 then error(\"stuck\") end\n\treturn default()\nend }\n";
    std::fs::write(pack.join("rules.luau"), rules).unwrap();
    let game = TriompheShelf::new(Files::over(folder.path())).unwrap();
    let target = Target::of(&game.about(), &["mire".to_owned()], None, None);
    let fuzz = Fuzz { target, every: 100_000, ..fuzz(&game.about(), 1) };
    let found = fuzz.run(&game, &|| false, &|_| ());
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    assert!(finding.clause == "script" && finding.why.contains("stuck"), "{finding:?}");
    // two rounds have to pass, and hardly more than the ends of their turns are needed for it
    assert!(finding.orders.len() <= 12 && finding.orders.iter().any(|order| order == "end"), "{finding:?}");
    let path = folder.path().join("a.match");
    finding.save(&game, &path).unwrap();
    let loaded = game.load(&path, Opening::Look).unwrap();
    assert!(loaded.divergence.is_none() && loaded.game.number() as usize == finding.orders.len());
}

#[test]
fn orders_that_others_build_on_are_left_out_with_them() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("crash");
    std::fs::create_dir_all(&pack).unwrap();
    let manifest =
        "id = \"crash\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Crash\"\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    let rules = "return { commands = function(facts, default)\n\tif facts.hour >= 10 then error(\"boom at ten\") end\n\treturn default()\nend }\n";
    std::fs::write(pack.join("rules.luau"), rules).unwrap();
    let game = TriompheShelf::new(Files::over(folder.path())).unwrap();
    let target = Target::of(&game.about(), &["crash".to_owned()], None, None);
    let fuzz = Fuzz { target, seed: 0, every: 100_000, ..fuzz(&game.about(), 1) };
    let found = fuzz.run(&game, &|| false, &|_| ());
    let [finding] = &found.findings[..] else { panic!("{:?}", found.findings) };
    // four rounds of two turns have to end
    assert!(finding.why.contains("boom at ten") && finding.orders.len() <= 8, "{finding:?}");
}

#[test]
fn the_same_is_found_whatever_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("mire");
    std::fs::create_dir_all(&pack).unwrap();
    let manifest =
        "id = \"mire\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mire\"\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    let rules = "return { march_cost = function(facts, default)\n\tif facts.hour >= 6 then error(\"stuck\") end\n\treturn default()\nend }\n";
    std::fs::write(pack.join("rules.luau"), rules).unwrap();
    let game = TriompheShelf::new(Files::over(folder.path())).unwrap();
    let target = Target::of(&game.about(), &["mire".to_owned()], None, None);
    let fuzz = |threads| Fuzz { target: target.clone(), every: 100_000, threads, ..fuzz(&game.about(), 4) };
    let told = |threads| serde_json::to_string(&fuzz(threads).run(&game, &|| false, &|_| ())).unwrap();
    let alone = told(1);
    assert!(alone.contains("\"seed\":3,"), "the first game shows it: {alone}");
    assert_eq!(told(4), alone);
}
