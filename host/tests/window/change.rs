//! From a section of the rules to a variant that changes it.

use std::fs;
use std::path::Path;

use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Entry, Header, Opening, Saved, Seed, Table, Trust};
use bormida_core::pack::Pack;
use bormida_core::pack::builtin::Files;
use bormida_host::app::Desk;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::harness::{Window, click, labels, painted, press, says, show, write};

/// A window over a match, whose user keeps packs in a folder.
fn opened<'a>(catalogue: &'a Catalogue, home: &Path, all_seeing: bool) -> Window<'a> {
    let about = catalogue.abouts().remove(0);
    let header = Spec::default().header(&about, Vacant::People).unwrap();
    let path = home.join("begun.match");
    drop(catalogue.start(Header { all_seeing, ..header }, Some(&path)).unwrap());
    let mut desk = Desk::new(catalogue, Some(home.to_owned())).installing_in(home.join("packs"));
    desk.open(&path);
    show(desk)
}

/// Types an order that a section refuses.
fn refused(harness: &mut Window<'_>) {
    write(harness, "/");
    write(harness, "r Alessandria 2I > 1 > 2 > 4 > 6");
    press(harness, Modifiers::NONE, Key::Enter);
}

/// Opens the card of what can be changed.
fn change_this(harness: &mut Window<'_>) {
    click(harness, "Change this rule");
    // the card finds its height in the frame after
    harness.run_steps(3);
}

#[test]
fn a_refusal_leads_to_a_variant_that_joins_the_match() {
    let home = tempfile::tempdir().unwrap();
    let catalogue = house(&Files::builtin().and_beside(home.path().join("packs"))).unwrap();
    let mut harness = opened(&catalogue, home.path(), true);
    refused(&mut harness);
    assert!(!labels(&harness, "Change this rule").is_empty(), "{:?}", labels(&harness, ""));
    change_this(&mut harness);
    let ways = labels(&harness, "Change ");
    let way = ways.iter().find(|way| way.contains('_')).unwrap().clone();
    click(&mut harness, &way);
    assert!(!labels(&harness, "The match is played with change-").is_empty(), "{:?}", labels(&harness, ""));
    let made: Vec<_> = fs::read_dir(home.path().join("packs")).unwrap().flatten().map(|entry| entry.path()).collect();
    let pack = Pack::read(&made[0]).unwrap();
    assert_eq!(made.len(), 1);
    let save = Saved::read(harness.state().save_path().unwrap()).unwrap();
    let joined =
        |entry: &Entry| matches!(entry, Entry::Packs { packs, .. } if packs.iter().any(|stamp| stamp.id == pack.id()));
    assert!(save.entries.iter().any(joined), "{:?}", save.entries);
}

#[test]
fn where_something_is_hidden_a_copy_is_made_first() {
    let home = tempfile::tempdir().unwrap();
    let catalogue = house(&Files::builtin().and_beside(home.path().join("packs"))).unwrap();
    let mut harness = opened(&catalogue, home.path(), false);
    let before = fs::read(home.path().join("begun.match")).unwrap();
    refused(&mut harness);
    change_this(&mut harness);
    assert!(labels(&harness, "Change ").iter().all(|label| !label.contains('_')), "nothing is changed here at once");
    let ways = labels(&harness, "Copy the match and change ");
    let way = ways.iter().find(|way| way.contains('_')).unwrap().clone();
    click(&mut harness, &way);
    let copy = harness.state().save_path().unwrap().to_owned();
    assert_ne!(copy, home.path().join("begun.match"), "{:?}", labels(&harness, ""));
    assert!(Saved::read(&copy).unwrap().header.all_seeing);
    assert_eq!(fs::read(home.path().join("begun.match")).unwrap(), before);
    assert!(home.path().join("packs").exists());
}

#[test]
fn the_variant_is_in_the_dialog_of_the_same_session() {
    let home = tempfile::tempdir().unwrap();
    let catalogue = house(&Files::builtin().and_beside(home.path().join("packs"))).unwrap();
    let mut harness = opened(&catalogue, home.path(), true);
    refused(&mut harness);
    change_this(&mut harness);
    let way = labels(&harness, "Change ").into_iter().find(|way| way.contains('_')).unwrap();
    click(&mut harness, &way);
    let told = labels(&harness, "The match is played with change-").remove(0);
    assert!(told.contains("The file is ") && told.contains("rules."), "{told}");
    harness.get_all_by_label("Packs").last().unwrap().click();
    harness.run_ok();
    let title = labels(&harness, "Take Change").remove(0);
    click(&mut harness, &title);
    click(&mut harness, "Use in a new game");
    let title = title.strip_prefix("Take ").unwrap();
    assert!(!labels(&harness, &format!("Remove {title}")).is_empty(), "{:?}", labels(&harness, "Remove"));
}

#[test]
fn where_history_does_not_fit_a_new_variant_the_three_ways_on_are_offered() {
    let home = tempfile::tempdir().unwrap();
    let packs = home.path().join("packs");
    fs::create_dir_all(packs.join("late")).unwrap();
    let manifest =
        "id = \"late\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Late\"\n";
    fs::write(packs.join("late/pack.toml"), manifest).unwrap();
    fs::write(packs.join("late/rules.luau"), "return {}\n").unwrap();
    let catalogue = house(&Files::builtin().and_beside(&packs)).unwrap();
    let about = catalogue.abouts().remove(0);
    let spec = Spec { variants: vec!["late".to_owned()], ..Spec::default() };
    let header = spec.header(&about, Vacant::People).unwrap();
    let path = home.path().join("begun.match");
    let mut table = catalogue.start(Header { all_seeing: true, ..header }, Some(&path)).unwrap();
    for _ in 0..2 {
        table.play_text("end").unwrap();
    }
    drop(table);
    let mut desk = Desk::new(&catalogue, Some(home.path().to_owned())).installing_in(packs.clone());
    desk.open(&path);
    let mut harness = show(desk);
    press(&mut harness, Modifiers::NONE, Key::Enter); // the curtain, where there is one
    // the file changes behind the console's back, which is told not to look
    click(&mut harness, "Reload on save");
    fs::write(packs.join("late/rules.luau"), "return { commands = function(_, default) return default() + 2 end }\n")
        .unwrap();
    refused(&mut harness);
    change_this(&mut harness);
    let way = labels(&harness, "Change ").into_iter().find(|way| way.contains('_')).unwrap();
    click(&mut harness, &way);
    assert!(says(&harness, "The new rules tell another story"), "{:?}", labels(&harness, ""));
    assert!(says(&harness, "The variant change-") && says(&harness, "The file is "));
    click(&mut harness, "Go on from now under the new rules");
    let joined = |entry: &Entry| matches!(entry, Entry::Packs { packs, .. } if packs.iter().any(|p| p.id.starts_with("change-")));
    assert!(Saved::read(&path).unwrap().entries.iter().any(joined));
}

#[test]
fn a_variant_joins_a_match_in_which_a_hook_has_failed_and_the_log_tells_of_it() {
    let home = tempfile::tempdir().unwrap();
    let packs = home.path().join("packs");
    let catalogue = house(&Files::builtin().and_beside(&packs)).unwrap();
    let about = catalogue.abouts().remove(0);
    let spec = Spec { variants: vec!["broken-on-purpose".to_owned()], seed: Seed(3), ..Spec::default() };
    let header = spec.header(&about, Vacant::People).unwrap();
    let path = home.path().join("begun.match");
    let mut table = catalogue.start(Header { all_seeing: true, ..header }, Some(&path)).unwrap();
    // the French organize at 7:00 and march at 8:00, when the first of its mistakes shows
    let give = |table: &mut dyn Table, verb: &str| {
        let (lines, _) = table.orders(5000).unwrap();
        let order = lines.into_iter().find(|line| line.text.starts_with(verb)).unwrap().text;
        table.play_text(&order).unwrap();
    };
    for verb in ["end", "end", "end", "o ", "o ", "end", "end", "m "] {
        give(&mut *table, verb);
    }
    assert_eq!(table.off().iter().next().map(|name| &*name.hook), Some("march_cost"));
    let before = table.number();
    drop(table);
    let mut desk = Desk::new(&catalogue, Some(home.path().to_owned())).installing_in(packs);
    desk.open(&path);
    let mut harness = show(desk);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(
        painted(&harness, "march_cost of broken-on-purpose failed and is switched off"),
        "{:?}",
        labels(&harness, "")
    );
    refused(&mut harness);
    change_this(&mut harness);
    let way = labels(&harness, "Change ").into_iter().find(|way| way.contains('_')).unwrap();
    click(&mut harness, &way);
    assert!(says(&harness, "The match is played with change-"), "{:?}", labels(&harness, ""));
    drop(harness);
    let loaded = catalogue.load(&path, Opening::GoOn(Trust::Never)).unwrap();
    assert!(loaded.divergence.is_none(), "{:?}", loaded.divergence);
    assert_eq!(loaded.game.number(), before);
}
