//! The position of a match, copied from the window.

use bormida_core::games::{Spec, Vacant};
use bormida_core::pack::case::CaseFile;
use eframe::egui::OutputCommand;
use egui_kittest::kittest::Queryable;

use crate::harness::{Window, catalogue, click, labels, saved, window};

/// What a click on an entry of the menu puts into the clipboard.
fn copied(harness: &mut Window<'_>, entry: &str) -> Option<String> {
    click(harness, "Match");
    harness.get_by_label(entry).click();
    (0..5).find_map(|_| {
        harness.step();
        harness.output().platform_output.commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    })
}

#[test]
fn a_position_is_copied_as_its_side_knows_it() {
    let (catalogue, folder) = (catalogue(), tempfile::tempdir().unwrap());
    let path = saved(&catalogue, folder.path(), &Spec::default(), Vacant::PersonAndBot);
    let mut harness = window(&catalogue, folder.path(), Some(&path));
    let text = copied(&mut harness, "Copy position as case").unwrap();
    assert!(text.contains("# It is what austrian knows") && text.contains("ask austrian turn"), "{text}");
    let file = CaseFile::read("copied.case", text.as_str()).unwrap();
    let game = catalogue.game("triomphe").unwrap();
    let outcomes = file.run_case(&file.cases()[0], &mut *game.case(folder.path()));
    assert!(outcomes.is_empty(), "{outcomes}");
    assert!(!labels(&harness, "The position is in the clipboard as a case").is_empty());
    let text = copied(&mut harness, "Copy position as set-up").unwrap();
    assert!(text.contains("[setup]") && text.contains("[morale.french]"), "{text}");
}

#[test]
fn a_game_that_has_no_set_ups_of_others_says_so() {
    let (catalogue, folder) = (catalogue(), tempfile::tempdir().unwrap());
    let about = catalogue.abouts().into_iter().find(|about| about.id == "folio").unwrap();
    let path = folder.path().join("folio.match");
    drop(catalogue.start(Spec::default().header(&about, Vacant::People).unwrap(), Some(&path)).unwrap());
    let mut harness = window(&catalogue, folder.path(), Some(&path));
    assert_eq!(copied(&mut harness, "Copy position as set-up"), None);
    assert!(!labels(&harness, "Cannot copy: A match of this game begins from its own set-ups").is_empty());
}
