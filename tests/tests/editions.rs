//! Games that a pack makes of the native engine: found, played, varied, saved, and told when they do not open.

use bormida_core::games::{CannotLoad, Spec, Unfit, Vacant, house};
use bormida_core::kernel::*;
use bormida_core::pack::builtin::{self, Files};
use std::path::Path;

const MANIFEST: &str = "version = \"2\"\napi = 0\ntitle = \"Dawn\"\ndescription = \"An hour.\"\n";

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A folder with the game `dawn`: the printed board, five commands a turn, three rounds.
fn dawn(rules: &str) -> tempfile::TempDir {
    let disk = tempfile::tempdir().unwrap();
    let own = format!("id = \"dawn\"\ngame = \"dawn\"\nkind = \"game\"\nengine = \"triomphe\"\n{MANIFEST}");
    write(disk.path(), "dawn/pack.toml", &format!("{own}reconstructed = true\n"));
    for file in ["map.toml", "setups/historical.toml"] {
        let text = builtin::text(&format!("data/triomphe/{file}")).unwrap();
        write(disk.path(), &format!("dawn/{file}"), &text);
    }
    write(disk.path(), "dawn/rules.toml", "[turn]\ncommands = 5\n");
    write(disk.path(), "dawn/rules.luau", rules);
    disk
}

fn spec(variants: &[&str]) -> Spec {
    Spec { variants: variants.iter().map(|id| (*id).to_owned()).collect(), ..Spec::default() }
}

fn begin(files: &Files, spec: &Spec, save: Option<&Path>) -> Box<dyn Table> {
    let house = house(files).unwrap();
    let about = house.game("dawn").unwrap().about();
    house.start(spec.header(&about, Vacant::People).unwrap(), save).unwrap()
}

fn commands(table: &dyn Table) -> String {
    let figures = table.status(Seat(0));
    figures.into_iter().find(|figure| figure.name == "Commands").expect("the commands are shown").text
}

#[test]
fn a_pack_makes_a_game_of_the_engine_and_variants_lie_over_it() {
    let disk = dawn("return { commands = function(f, default) return default() + 1 end }");
    let variant = |id: &str| format!("id = \"{id}\"\ngame = \"dawn\"\nkind = \"variant\"\n{MANIFEST}");
    write(disk.path(), "haste/pack.toml", &variant("haste"));
    write(disk.path(), "haste/rules.luau", "return { commands = function(f, default) return default() + 2 end }");
    let files = Files::over(disk.path());
    let about = house(&files).unwrap().game("dawn").unwrap().about();
    assert!(about.reconstructed && about.title == "Dawn" && about.sides == ["austrian", "french"], "{about:?}");
    assert_eq!(about.variants.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["haste"]);
    // 5 of its numbers, 1 of its rules, 2 of the variant
    assert!(commands(&*begin(&files, &spec(&[]), None)).contains('6'));
    assert!(commands(&*begin(&files, &spec(&["haste"]), None)).contains('8'));
    // the printed game next to it is as printed, and does not know the variant
    let printed = house(&files).unwrap();
    let about = printed.game("triomphe").unwrap().about();
    assert!(about.variants.iter().all(|v| v.name != "haste") && !about.reconstructed);
}

#[test]
fn a_saved_match_opens_when_the_folder_is_gone() {
    let disk = dawn("return {}");
    let saves = tempfile::tempdir().unwrap();
    let file = saves.path().join("dawn.jsonl");
    let mut table = begin(&Files::over(disk.path()), &spec(&[]), Some(&file));
    table.play_text("end").unwrap();
    drop(table);
    drop(disk);
    let bare = house(&Files::builtin()).unwrap();
    assert!(matches!(bare.game("dawn"), Err(Unfit::Unknown { .. })));
    let loaded = bare.load(&file, Opening::Look).unwrap();
    assert!(commands(&*loaded.game).contains('5') && loaded.game.about().id == "dawn");
}

#[test]
fn the_games_own_hook_cannot_be_switched_off() {
    let disk = dawn("return { organizes = function() error('nobody is organized') end }");
    let files = Files::over(disk.path());
    let mut table = begin(&files, &spec(&[]), None);
    table.play_text("end").unwrap();
    let own = HookName { pack: "dawn".to_owned(), hook: "organizes".to_owned() };
    let offers = table.offers().map(|offers| offers.len());
    assert!(matches!(&offers, Err(Trouble::Fault(fault)) if fault.hook == "organizes"), "{offers:?}");
    assert!(table.off().is_empty());
    assert!(matches!(table.switch_off(own, "it is slow"), Err(Trouble::Fault(_))) && table.off().is_empty());
}

#[test]
fn a_game_that_does_not_open_is_left_out_and_says_why() {
    let why = |change: &dyn Fn(&Path)| {
        let disk = dawn("return {}");
        change(disk.path());
        let house = house(&Files::over(disk.path())).unwrap();
        assert!(house.game("triomphe").is_ok());
        house.game("dawn").err().unwrap().to_string()
    };
    let engine = |folder: &Path| {
        let path = folder.join("dawn/pack.toml");
        let text = std::fs::read_to_string(&path).unwrap().replace("engine = \"triomphe\"", "engine = \"triomph\"");
        std::fs::write(path, text).unwrap();
    };
    assert!(why(&engine).contains("no engine \"triomph\"; did you mean \"triomphe\"?"), "{}", why(&engine));
    let number = |folder: &Path| write(folder, "dawn/rules.toml", "[turn]\ncomands = 5\n");
    assert!(why(&number).contains("dawn/rules.toml:2:1") && why(&number).contains("comands"), "{}", why(&number));
    let map = |folder: &Path| std::fs::remove_file(folder.join("dawn/map.toml")).unwrap();
    assert!(why(&map).contains("dawn/map.toml"), "{}", why(&map));
    let script = |folder: &Path| write(folder, "dawn/rules.luau", "return { comands = function() return 1 end }");
    assert!(why(&script).contains("comands"), "{}", why(&script));
    let setup = |folder: &Path| std::fs::remove_file(folder.join("dawn/setups/historical.toml")).unwrap();
    assert!(why(&setup).contains("no set-up"), "{}", why(&setup));
}

#[test]
fn a_match_of_a_game_that_is_not_here_is_told_so() {
    let disk = dawn("return {}");
    let file = disk.path().join("save.jsonl");
    drop(begin(&Files::over(disk.path()), &spec(&[]), Some(&file)));
    let text = std::fs::read_to_string(&file).unwrap().replace("\"game\":\"dawn\"", "\"game\":\"dusk\"");
    assert!(text.contains("dusk"), "{text}");
    std::fs::write(&file, text).unwrap();
    let opened = house(&Files::builtin()).unwrap().load(&file, Opening::Look).err();
    assert!(matches!(opened, Some(CannotLoad::Game(Unfit::Unknown { .. }))), "{opened:?}");
}
