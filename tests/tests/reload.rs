//! Packs of all-seeing matches that their author changes in mid-match: what fits goes on, and what does not has three ways on.

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::*;
use bormida_core::pack::builtin::{self, Files};
use std::path::{Path, PathBuf};

const MANIFEST: &str = "version = \"1\"\napi = 0\ntitle = \"Mud\"\n";
const RULES: &str = "return { commands = function(facts, default) print('asked', facts.seat) return default() end }";

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A folder with the variant `mud` of Triomphe, a place for a save, and the games over it.
struct Desk {
    disk: tempfile::TempDir,
    house: Catalogue,
    save: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let disk = tempfile::tempdir().unwrap();
        write(
            disk.path(),
            "packs/mud/pack.toml",
            &format!("id = \"mud\"\ngame = \"triomphe\"\nkind = \"variant\"\n{MANIFEST}"),
        );
        write(disk.path(), "packs/mud/rules.luau", RULES);
        let house = house(&Files::over(disk.path().join("packs"))).unwrap();
        let save = disk.path().join("a.match");
        Desk { disk, house, save }
    }

    fn rules(&self, text: &str) {
        write(self.disk.path(), "packs/mud/rules.luau", text);
    }

    fn begin(&self, game: &str, variants: &[&str], all_seeing: bool) -> Box<dyn Table> {
        let about = self.house.game(game).unwrap().about();
        let variants = variants.iter().map(|id| (*id).to_owned()).collect();
        let spec = Spec { variants, all_seeing, seed: Seed(5), ..Spec::default() };
        self.house.start(spec.header(&about, Vacant::People).unwrap(), Some(&self.save)).unwrap()
    }

    /// The save, once its match is closed and the folder of packs is gone.
    fn load_elsewhere(&self) -> LoadedTable {
        std::fs::remove_dir_all(self.disk.path().join("packs")).unwrap();
        house(&Files::builtin()).unwrap().load(&self.save, Opening::GoOn(Trust::Never)).unwrap()
    }
}

fn play(table: &mut dyn Table, orders: u32) {
    let mut rng = Rng::with_seed(1);
    while table.number() < orders {
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
}

fn packs_lines(table: &dyn Table) -> usize {
    table.entries().iter().filter(|entry| matches!(entry, Entry::Packs { .. })).count()
}

#[test]
fn a_match_goes_on_under_packs_that_its_history_fits() {
    let desk = Desk::new();
    let mut table = desk.begin("triomphe", &["mud"], true);
    play(&mut *table, 120);
    let (hash, place) = (table.hash(), table.in_use()[0].place.clone());
    assert_eq!(place, Some(desk.disk.path().join("packs/mud")));
    assert_eq!(table.reread(None).unwrap(), Reread::Same);
    desk.rules(&format!("-- a word more\n{RULES}"));
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    assert_eq!((table.hash(), table.number(), packs_lines(&*table)), (hash, 120, 1));
    assert!(table.in_use()[0].files["rules.luau"].starts_with("-- a word more"));
    assert_eq!(table.reread(None).unwrap(), Reread::Same);
    drop(table);
    let loaded = desk.load_elsewhere();
    assert!(loaded.divergence.is_none() && loaded.game.in_use()[0].files["rules.luau"].starts_with("-- a word more"));
    assert_eq!((loaded.game.hash(), loaded.game.in_use()[0].place.clone()), (hash, None));
    assert!(loaded.game.header().all_seeing, "the stamp cannot be taken off");
}

#[test]
fn where_history_does_not_fit_there_are_three_ways_on() {
    let more = RULES.replace("default()", "default() + 2");
    let parted = || {
        let desk = Desk::new();
        let mut table = desk.begin("triomphe", &["mud"], true);
        play(&mut *table, 60);
        let ends: Vec<u32> = table.log(None).iter().filter(|line| line.text == "end").map(|line| line.n).collect();
        desk.rules(&more);
        let hash = table.hash();
        let Reread::Parts(divergence) = table.reread(None).unwrap() else { panic!("two commands more are no change") };
        assert_eq!((table.hash(), table.number(), packs_lines(&*table)), (hash, 60, 0), "nothing has changed yet");
        assert!(!ends.is_empty() && divergence.order <= 60, "{divergence}");
        let told = divergence.to_string();
        assert!(told.contains("another position: state.public.allowance is 5, was 3"), "{told}");
        (desk, table, divergence.order)
    };
    // the old rules
    let (desk, mut table, _) = parted();
    play(&mut *table, 61);
    desk.rules(RULES);
    assert_eq!(table.reread(None).unwrap(), Reread::Same);
    assert!(table.go_on_under(WayOn::FromNow).is_err(), "nothing waits any more");
    // back there
    let (desk, mut table, order) = parted();
    table.go_on_under(WayOn::BackThere).unwrap();
    assert_eq!((table.number(), packs_lines(&*table)), (order - 1, 1));
    play(&mut *table, order + 5);
    let hash = table.hash();
    drop(table);
    let loaded = desk.load_elsewhere();
    assert_eq!((loaded.game.hash(), loaded.game.number(), loaded.divergence), (hash, order + 5, None));
    // from now on
    let (desk, mut table, _) = parted();
    table.go_on_under(WayOn::FromNow).unwrap();
    assert_eq!((table.number(), table.first_known()), (60, 60));
    play(&mut *table, 70);
    let numbers: Vec<u32> = table.log(None).iter().map(|line| line.n).collect();
    assert!(numbers.into_iter().eq(1..=70), "what happened before can still be read");
    assert!(table.back_to(59).is_err(), "and not be taken back");
    desk.rules(&format!("-- and on\n{more}"));
    assert_eq!(table.reread(None).unwrap(), Reread::Fits, "from there on it fits");
    let hash = table.hash();
    drop(table);
    let loaded = desk.load_elsewhere();
    assert_eq!((loaded.game.hash(), loaded.game.number(), loaded.divergence), (hash, 70, None));
}

#[test]
fn what_is_wrong_leaves_the_old_rules_in_force() {
    let desk = Desk::new();
    let mut table = desk.begin("triomphe", &["mud"], true);
    play(&mut *table, 10);
    let hash = table.hash();
    let told = |table: &mut dyn Table| table.reread(None).unwrap_err().to_string();
    desk.rules("return {\n\tcommands = function( return 1 end\n}");
    let wrong = told(&mut *table);
    assert!(wrong.contains("rules.luau:2"), "{wrong}");
    desk.rules("return { comands = function() return 1 end }");
    assert!(told(&mut *table).contains("did you mean \"commands\"?"));
    write(desk.disk.path(), "packs/mud/pack.toml", "id = \"mud");
    assert!(told(&mut *table).contains("pack.toml"), "what the match carries does not hide it");
    assert_eq!((table.hash(), packs_lines(&*table)), (hash, 0));
    play(&mut *table, 12);
}

#[test]
fn numbers_of_a_pack_are_read_anew() {
    let desk = Desk::new();
    write(desk.disk.path(), "packs/mud/rules.toml", "[road]\nroad_steps = 3\n");
    let mut table = desk.begin("triomphe", &["mud"], true);
    let far = "r Alessandria 2I > 1 > 2 > 4 > 8";
    assert!(table.check_text(far).is_err());
    write(desk.disk.path(), "packs/mud/rules.toml", "[road]\nroad_steps = 99\n");
    let wrong = table.reread(None).unwrap_err().to_string();
    assert!(wrong.contains("mud/rules.toml:2"), "{wrong}");
    write(desk.disk.path(), "packs/mud/rules.toml", "[turn]\ncommands = 7\n");
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    table.play_text("end").unwrap();
    let commands = table.status(Seat(0)).into_iter().find(|figure| figure.name == "Commands").unwrap();
    assert!(commands.text.contains('7'), "{}", commands.text);
}

#[test]
fn a_board_that_has_changed_is_read_and_one_that_has_not_stays() {
    let desk = Desk::new();
    let mut table = desk.begin("triomphe", &["mud"], true);
    let name = |table: &dyn Table| table.part_title(table.part_named("12").unwrap());
    let before = name(&*table);
    desk.rules(&format!("-- a word more\n{RULES}"));
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    assert_eq!(name(&*table), before);
    let map = "[locale.12]\nname = \"Elsewhere\"\n";
    write(desk.disk.path(), "packs/mud/map.toml", map);
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    assert!(before != name(&*table) && name(&*table).contains("Elsewhere"), "{}", name(&*table));
}

#[test]
fn a_running_match_takes_one_variant_more() {
    let desk = Desk::new();
    let mut table = desk.begin("triomphe", &[], true);
    assert!(table.variants().is_empty() && table.in_use().is_empty());
    play(&mut *table, 20);
    assert_eq!(table.reread(Some(&["mud".to_owned()])).unwrap(), Reread::Fits);
    assert_eq!((table.variants(), table.in_use().len()), (vec!["mud".to_owned()], 1));
    assert!(table.reread(Some(&["muds".to_owned()])).unwrap_err().to_string().contains("did you mean \"mud\"?"));
    play(&mut *table, 30);
    let hash = table.hash();
    drop(table);
    let loaded = desk.load_elsewhere();
    assert_eq!((loaded.game.hash(), loaded.game.variants()), (hash, vec!["mud".to_owned()]));
}

#[test]
fn a_game_in_luau_is_read_anew() {
    let desk = Desk::new();
    let folder = desk.disk.path().join("packs/nwars");
    for path in builtin::files("scripts/nwars/game").iter() {
        let Some(text) = builtin::text(path) else { continue };
        write(&folder, path.strip_prefix("scripts/nwars/game/").unwrap(), &text);
    }
    let desk = Desk { house: house(&Files::over(desk.disk.path().join("packs"))).unwrap(), ..desk };
    let mut table = desk.begin("nwars", &[], true);
    assert_eq!(table.in_use()[0].place.as_ref(), Some(&folder));
    play(&mut *table, 10);
    let (hash, game) = (table.hash(), std::fs::read_to_string(folder.join("game.luau")).unwrap());
    write(&folder, "game.luau", &format!("-- a word more\n{game}"));
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    write(&folder, "game.luau", &game.replacen("return", "retrun", 1));
    let wrong = table.reread(None).unwrap_err().to_string();
    assert!(wrong.contains(".luau:"), "{wrong}");
    assert_eq!((table.hash(), packs_lines(&*table)), (hash, 1));
    assert!(table.inspect().unwrap()["memory"].as_object().is_some_and(|fields| fields.len() > 3));
    drop(table);
    let loaded = desk.load_elsewhere();
    assert_eq!((loaded.game.hash(), loaded.divergence), (hash, None));
}

#[test]
fn a_match_that_is_not_all_seeing_tells_its_author_nothing() {
    let desk = Desk::new();
    let mut table = desk.begin("triomphe", &["mud"], false);
    play(&mut *table, 30);
    assert!(table.console().is_none() && table.in_use().is_empty());
    for refused in [table.inspect().map(drop), table.reread(None).map(drop), table.go_on_under(WayOn::FromNow)] {
        assert!(refused.is_err());
    }
    // a branch of it may show everything; it is played alike, and the match itself keeps its secrets
    let path = desk.disk.path().join("open.match");
    table.branch_all_seeing(30, &path).unwrap();
    let mut open = desk.house.load(&path, Opening::GoOn(Trust::Never)).unwrap().game;
    assert!(open.header().all_seeing && !table.header().all_seeing);
    assert!(!Saved::read(&desk.save).unwrap().header.all_seeing);
    for table in [&mut table, &mut open] {
        play(&mut **table, 60);
    }
    assert_eq!(table.hash(), open.hash(), "what is printed costs the same unread");
    let lines = open.console().unwrap().lines();
    assert!(lines.iter().any(|line| line.pack == "mud" && line.text == "asked french"), "{lines:?}");
    let tree = open.inspect().unwrap();
    assert!(tree["facts"]["round"].is_number() && tree["state"].is_object(), "{tree}");
}

#[test]
fn in_an_all_seeing_match_every_face_is_drawn_and_every_word_is_told() {
    let desk = Desk::new();
    let (mut closed, path) = (desk.begin("triomphe", &[], false), desk.disk.path().join("open.match"));
    play(&mut *closed, 60);
    closed.branch_all_seeing(60, &path).unwrap();
    let open = desk.house.load(&path, Opening::GoOn(Trust::Never)).unwrap().game;
    let seats = [Seat(0), Seat(1)];
    let hides = |table: &dyn Table, seat| serde_json::to_string(&table.scene(seat)).unwrap().contains("hidden");
    assert_eq!(seats.map(|seat| hides(&*closed, seat)), [true, true]);
    assert_eq!(seats.map(|seat| hides(&*open, seat)), [false, false]);
    // whoever looks reads what the owner of each text reads
    let [ours, theirs] = seats.map(|seat| closed.log(Some(seat)));
    assert_ne!(ours, theirs);
    let told = open.log(None);
    assert_eq!(seats.map(|seat| open.log(Some(seat))), [told.clone(), told.clone()]);
    for ((line, ours), theirs) in told.iter().zip(&ours).zip(&theirs) {
        assert_eq!(line.text, if line.seat == Seat(0) { &ours.text } else { &theirs.text }.as_str());
        for (k, event) in line.events.iter().enumerate() {
            assert!([&ours.events[k], &theirs.events[k]].contains(&event), "{event:?}");
        }
        assert!(
            line.events.iter().map(|e| e.text.len()).sum::<usize>() >= ours.events.iter().map(|e| e.text.len()).sum()
        );
    }
    // bots still see what their seat may know
    assert_eq!(closed.view_json(Seat(0)).unwrap(), open.view_json(Seat(0)).unwrap());
}

#[test]
fn a_hook_that_fails_is_told_with_its_place_and_has_its_chance_again() {
    let desk = Desk::new();
    let mut table = desk.begin("triomphe", &["mud"], true);
    desk.rules("return {\n\tcommands = function(facts, default)\n\t\treturn facts.seat == 'french' and facts.nothing or default()\n\tend,\n}");
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    while table.off().is_empty() {
        let number = table.number();
        play_on(&mut *table);
        assert!(number < 200, "nobody has asked for commands");
    }
    let failures = table.console().unwrap().failures();
    assert_eq!((failures[0].fault.at.as_str(), failures[0].times), ("rules.luau:3", 1));
    let call = failures[0].call.as_ref().expect("the call can be made again");
    assert_eq!((call.facts["seat"].as_str(), call.default.clone()), (Some("french"), Some(3.into())));
    desk.rules(RULES);
    assert!(matches!(table.reread(None).unwrap(), Reread::Fits | Reread::Parts(_)));
}

#[test]
fn what_a_module_prints_while_it_is_read_is_heard_once_and_the_history_under_it_is_not() {
    let desk = Desk::new();
    let printing = |word: &str| format!("print('{word}')\n{RULES}");
    desk.rules(&printing("read"));
    let mut table = desk.begin("triomphe", &["mud"], true);
    let heard = |table: &dyn Table| {
        let lines = table.console().unwrap().lines().into_iter();
        lines.map(|line| (line.text, line.times)).collect::<Vec<_>>()
    };
    assert_eq!(heard(&*table)[0], ("read".to_owned(), 1));
    play(&mut *table, 60);
    let before = heard(&*table);
    assert!(before.len() > 1 && before.iter().filter(|(text, _)| text == "read").count() == 1, "{before:?}");
    desk.rules(&printing("read anew"));
    assert_eq!(table.reread(None).unwrap(), Reread::Fits);
    assert_eq!(heard(&*table)[before.len()..], [("read anew".to_owned(), 1)]);
}

#[test]
fn printed_files_that_lie_over_those_of_the_house_are_read_anew_too() {
    for (game, file, variants) in
        [("triomphe", "rules.toml", &["mud"][..]), ("folio", "rules.toml", &[]), ("nwars", "wars.toml", &[])]
    {
        let desk = Desk::new();
        let (root, path) = (desk.disk.path().join("packs"), format!("data/{game}/{file}"));
        let text = builtin::text(&path).unwrap();
        write(&root, &path, &text);
        let mut table = desk.begin(game, variants, true);
        let used = table.in_use();
        let printed = used.last().unwrap();
        assert_eq!(printed.place.as_ref(), Some(&root.join(format!("data/{game}"))));
        assert_eq!(printed.files.keys().collect::<Vec<_>>(), [file]);
        play(&mut *table, 5);
        let hash = table.hash();
        write(&root, &path, &format!("# a word more\n{text}"));
        assert_eq!(table.reread(None).unwrap(), Reread::Fits, "{game}");
        assert!(table.in_use().last().unwrap().files[file].starts_with("# a word more"));
        assert_eq!((table.hash(), packs_lines(&*table)), (hash, 1));
        assert_eq!(table.reread(None).unwrap(), Reread::Same);
        write(&root, &path, "nothing here");
        assert!(table.reread(None).unwrap_err().to_string().contains(file), "{game}");
        drop(table);
        let loaded = desk.load_elsewhere();
        assert_eq!((loaded.game.hash(), loaded.divergence, loaded.changed_packs), (hash, None, Vec::<String>::new()));
    }
}

/// One order, at which a hook may go off.
fn play_on(table: &mut dyn Table) {
    let order = table.any_order(&mut Rng::with_seed(u64::from(table.number()))).unwrap().text;
    match table.play_text(&order) {
        Ok(_) | Err(Trouble::HookOff(_)) => {}
        Err(other) => panic!("{other}"),
    }
}
