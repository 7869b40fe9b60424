//! The page of packs, and packs that are dropped on the window.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bormida_core::pack::{Pack, archive};
use bormida_host::app::Desk;
use eframe::egui::DroppedFile;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::harness::{Window, catalogue, click, labels, show};

#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_on(harness: &mut Window<'_>, path: &Path) {
    harness.input_mut().dropped_files.push(Arc::new(Dropped(path.to_owned())));
    harness.step();
    harness.run_ok();
}

/// A variant with one function and one number.
fn mud(folder: &Path, version: &str) -> PathBuf {
    let pack = folder.join("mud");
    fs::create_dir_all(&pack).unwrap();
    let manifest = format!(
        "id = \"mud\"\nversion = \"{version}\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mud\"\n"
    );
    fs::write(pack.join("pack.toml"), manifest).unwrap();
    fs::write(
        pack.join("rules.luau"),
        "return {\n\troad_reach = function(_, default)\n\t\treturn default()\n\tend,\n}\n",
    )
    .unwrap();
    fs::write(pack.join("rules.toml"), "[turn]\ncommands = 2\n").unwrap();
    pack
}

fn zipped(pack: &Path, to: &Path) {
    fs::write(to, archive::write(&Pack::read(pack).unwrap().files).unwrap()).unwrap();
}

#[test]
fn the_page_tells_what_each_pack_changes_and_takes_them_into_a_new_game() {
    let (catalogue, folder) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = show(Desk::new(&catalogue, Some(folder.path().to_owned())));
    click(&mut harness, "Packs");
    let title =
        catalogue.game("triomphe").unwrap().packs().get("desaix-two-hours-early").unwrap().manifest.title.clone();
    click(&mut harness, &title);
    assert!(!labels(&harness, "What it changes").is_empty());
    assert!(!labels(&harness, "desaix-two-hours-early ").is_empty());
    assert!(harness.get_by_label("Use in a new game").accesskit_node().is_disabled(), "nothing is ticked");
    click(&mut harness, &format!("Take {title}"));
    click(&mut harness, "Use in a new game");
    assert!(!labels(&harness, &format!("Remove {title}")).is_empty(), "{:?}", labels(&harness, "Remove"));
    // and there again from the dialog
    let packs = harness.get_all_by_label("Packs").last().unwrap();
    packs.click();
    harness.run_ok();
    assert!(!labels(&harness, "Choose a pack to see what it changes").is_empty());
}

#[test]
fn variants_that_contradict_each_other_are_told_before_a_game() {
    let (catalogue, folder) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = show(Desk::new(&catalogue, Some(folder.path().to_owned())));
    click(&mut harness, "Packs");
    let packs = catalogue.game("triomphe").unwrap().packs();
    for id in ["desaix-two-hours-early", "ott-by-a-second-bridge"] {
        click(&mut harness, &format!("Take {}", packs.get(id).unwrap().manifest.title));
    }
    assert!(!labels(&harness, "Chosen, the uppermost first").is_empty());
    assert!(
        !labels(&harness, "They do not contradict each other.").is_empty() || !labels(&harness, "ott-by-a").is_empty()
    );
}

#[test]
fn a_dropped_pack_shows_what_it_changes_and_is_used_from_where_it_is() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let packs = home.path().join("packs");
    let desk = Desk::new(&catalogue, Some(home.path().to_owned())).installing_in(packs.clone());
    let mut harness = show(desk);
    let pack = mud(home.path(), "0.1");
    drop_on(&mut harness, &pack);
    assert!(!labels(&harness, "question road_reach").is_empty());
    assert!(
        !labels(&harness, "rules.toml: turn.commands is 2 instead of 3").is_empty(),
        "{:?}",
        labels(&harness, "rules")
    );
    assert!(!labels(&harness, "Nothing is wrong with it.").is_empty());
    click(&mut harness, "Use it in a new game");
    assert!(!labels(&harness, "Remove Mud").is_empty());
    assert!(!packs.exists(), "nothing is installed");
    click(&mut harness, "Start  Enter");
    let save = harness.state().save_path().unwrap();
    // the save carries it
    assert!(fs::read_to_string(save).unwrap().contains("mud/rules.luau"));
}

#[test]
fn a_dropped_pack_is_installed_whole_and_displaces_an_older_one() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let packs = home.path().join("packs");
    let mut harness = show(Desk::new(&catalogue, Some(home.path().to_owned())).installing_in(packs.clone()));
    zipped(&mud(home.path(), "0.9"), &home.path().join("old.zip"));
    drop_on(&mut harness, &home.path().join("old.zip"));
    click(&mut harness, "Install it in your folder");
    assert_eq!(Pack::read(&packs.join("mud.zip")).unwrap().manifest.version, "0.9");
    assert!(!labels(&harness, "Installed: ").is_empty() && !labels(&harness, "mud 0.9, a variant").is_empty());
    // a newer one says so
    let pack = mud(home.path(), "0.10");
    drop_on(&mut harness, &pack);
    let told = labels(&harness, "It lies over a pack of the same id, 0.9");
    assert!(told.first().is_some_and(|line| line.ends_with("this is 0.10, newer.")), "{told:?}");
    click(&mut harness, "Leave it  Esc");
    assert_eq!(Pack::read(&packs.join("mud.zip")).unwrap().manifest.version, "0.9");
}

#[test]
fn of_a_broken_archive_it_is_told_why_and_nothing_else_happens() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let packs = home.path().join("packs");
    let mut harness = show(Desk::new(&catalogue, Some(home.path().to_owned())).installing_in(packs.clone()));
    let path = home.path().join("broken.zip");
    fs::write(&path, "PK but no zip").unwrap();
    drop_on(&mut harness, &path);
    let told = labels(&harness, "");
    assert!(told.iter().any(|label| label.contains("cannot be used") && label.contains("is no zip")), "{told:?}");
    click(&mut harness, "Close");
    assert!(!packs.exists() && harness.query_by_label("Play now").is_some());
    // a folder that is no pack
    drop_on(&mut harness, home.path());
    assert!(labels(&harness, "").iter().any(|label| label.contains("it says what a pack is")));
}
