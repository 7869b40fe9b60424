//! The dialog for a new game.

use bormida_core::games::house;
use bormida_core::kernel::Saved;
use bormida_core::pack::builtin::Files;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::harness::*;

#[test]
fn variants_are_added_moved_and_removed_and_the_choices_stand_in_the_save() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.abouts().remove(0);
    let mut variants = about.variants;
    variants.retain(|variant| !about.examples.contains(&variant.name));
    assert!(variants.len() >= 3);
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    let title = |k: usize| variants[k].title.clone();
    for k in [0, 1, 2] {
        click(&mut harness, &format!("Add {}", title(k)));
    }
    click(&mut harness, &format!("Move {} up", title(2)));
    click(&mut harness, &format!("Move {} down", title(0)));
    click(&mut harness, &format!("Remove {}", title(1)));
    assert_eq!(labels(&harness, &format!("Add {}", title(1))).len(), 1);
    click(&mut harness, "Full");
    click(&mut harness, "Friendly: past dice, reveals and answers");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let path = harness.state().save_path().unwrap().to_owned();
    let header = Saved::read(&path).unwrap().header;
    assert_eq!(header.variants, [variants[2].name.clone(), variants[0].name.clone()]);
    assert!(header.friendly);
    assert_eq!(notes(&path), ["#memory full"]);
}

#[test]
fn examples_for_authors_are_folded_away_and_can_be_played() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.abouts().remove(0);
    assert!(about.examples.len() > 5, "{:?}", about.examples);
    let named = |name: &&bormida_core::kernel::Named| about.examples.contains(&name.name);
    let example = about.variants.iter().find(named).unwrap();
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    let add = format!("Add {}", example.title);
    assert!(labels(&harness, &add).is_empty(), "{:?}", labels(&harness, ""));
    click(&mut harness, "Examples for authors");
    harness.run_ok();
    click(&mut harness, &add);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let header = Saved::read(harness.state().save_path().unwrap()).unwrap().header;
    assert_eq!(header.variants, std::slice::from_ref(&example.name));
}

#[test]
fn a_setup_tells_what_it_is_and_rulings_their_section() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.abouts().remove(0);
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    assert!(says(&harness, &about.setups[0].summary));
    for ruling in &about.rulings {
        assert!(says(&harness, &ruling.help) && says(&harness, &format!("({})", ruling.rule)), "{ruling:?}");
    }
}

#[test]
fn a_reconstructed_game_leads_to_what_is_so_and_to_printed_values() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    for id in ["folio", "nwars", "bonaparte"] {
        let about = catalogue.game(id).unwrap().about();
        assert!(about.reconstructed);
        let title = catalogue.rulebook(id).unwrap().reconstructed().unwrap().title.clone();
        assert!(labels(&harness, &title).is_empty());
        click(&mut harness, &about.title);
        harness.run();
        click(&mut harness, &title);
        assert!(!labels(&harness, "Close  F1").is_empty() && labels(&harness, &title).len() > 1, "{id}");
        press(&mut harness, Modifiers::NONE, Key::F1);
    }
}

#[test]
fn options_stand_below_their_variant_and_clashes_are_told() {
    let (packs, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let write = |path: &str, text: &str| {
        let path = packs.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    for (id, title) in [("fog", "Fog"), ("mud", "Mud")] {
        let manifest = format!(
            "id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"{title}\"\n\
             [options.late]\ntype = \"bool\"\ndefault = false\ntitle = \"{title} comes late\"\n"
        );
        write(&format!("{id}/pack.toml"), &manifest);
        write(&format!("{id}/rules.luau"), "return { commands = function() return if options.late then 2 else 4 end }");
    }
    let catalogue = house(&Files::over(packs.path())).unwrap();
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    click(&mut harness, "Add Fog");
    click(&mut harness, "Fog comes late");
    assert!(
        labels(&harness, "Mud comes late").is_empty() && labels(&harness, "mud/rules.luau:1: `commands`").is_empty()
    );
    click(&mut harness, "Add Mud");
    assert!(!labels(&harness, "mud/rules.luau:1: `commands` never asks").is_empty());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let header = Saved::read(harness.state().save_path().unwrap()).unwrap().header;
    let chosen: Vec<String> = header.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(chosen, ["fog.late=true", "mud.late=false"]);
}

#[test]
fn packs_that_cannot_be_used_are_told_in_the_dialog() {
    let (packs, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let whole = catalogue();
    let mut harness = window(&whole, home.path(), None);
    click(&mut harness, "All options");
    assert!(says(&harness, "Nothing wrong with these packs."), "{:?}", labels(&harness, ""));
    std::fs::create_dir_all(packs.path().join("fog")).unwrap();
    std::fs::write(packs.path().join("fog/pack.toml"), "id = \"fog\"\nversion = 1\n").unwrap();
    let broken = house(&Files::over(packs.path())).unwrap();
    let mut harness = window(&broken, home.path(), None);
    click(&mut harness, "All options");
    assert!(says(&harness, "fog/pack.toml:2:"), "{:?}", labels(&harness, ""));
    assert!(!says(&harness, "Nothing wrong with these packs."));
}

#[test]
fn escape_closes_a_list_before_it_cancels_the_dialog() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    click(&mut harness, "All options");
    let lists = |h: &Window<'_>| labels(h, "bot: steady").len();
    let closed = lists(&harness);
    harness.get_all_by_role(eframe::egui::accesskit::Role::ComboBox).last().unwrap().click();
    harness.run_ok();
    assert!(lists(&harness) > closed, "{:?}", labels(&harness, ""));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(lists(&harness), closed);
    assert!(says(&harness, "Start  Enter"), "the dialog is gone");
    click(&mut harness, "Match");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(says(&harness, "Start  Enter"), "the dialog is gone");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!says(&harness, "Start  Enter") && !labels(&harness, "Play now").is_empty());
}

#[test]
fn under_a_card_keys_do_nothing_to_the_first_screen_and_the_dialog() {
    let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
    let mut harness = window(&catalogue, home.path(), None);
    press(&mut harness, Modifiers::NONE, Key::F2);
    assert!(says(&harness, "Close  Esc"));
    for key in [Key::A, Key::N, Key::T] {
        press(&mut harness, Modifiers::NONE, key);
        assert!(!labels(&harness, "Play now").is_empty() && harness.state().save_path().is_none(), "{key:?}");
    }
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::A);
    assert!(says(&harness, "Start  Enter"), "with the card the keys are back");
    // an error over the dialog
    drop(harness);
    let path = home.path().join("broken.match");
    std::fs::write(&path, "{\"not\": \"a match\"}\n").unwrap();
    let mut harness = window(&catalogue, home.path(), Some(&path));
    assert!(says(&harness, "broken.match"));
    press(&mut harness, Modifiers::NONE, Key::N);
    assert!(says(&harness, "broken.match") && harness.state().save_path().is_none());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::N);
    assert!(harness.state().save_path().is_some());
}

#[test]
fn games_of_packs_are_played_in_the_window_without_code_for_them() {
    for (title, id) in [("Bonaparte at Marengo", "bonaparte"), ("N: The Napoleonic Wars", "nwars")] {
        let (catalogue, home) = (catalogue(), tempfile::tempdir().unwrap());
        let mut harness = window(&catalogue, home.path(), None);
        click(&mut harness, "All options");
        click(&mut harness, title);
        press(&mut harness, Modifiers::NONE, Key::Enter);
        let path = harness.state().save_path().unwrap().to_owned();
        assert_eq!(Saved::read(&path).unwrap().header.game, id);
        if id == "bonaparte" {
            wait(&mut harness, "the person's turn", |h| !labels(h, "Choose ").is_empty());
            give_an_order(&mut harness);
        } else {
            press(&mut harness, Modifiers::NONE, Key::E);
            press(&mut harness, Modifiers::NONE, Key::Enter);
        }
        assert!(!orders(&path).is_empty(), "{title}: {:?}", labels(&harness, ""));
    }
}
