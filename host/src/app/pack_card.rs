//! A pack that was dropped on the window: what it changes and displaces, before anything is done with it.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use bormida_core::games::Catalogue;
use bormida_core::lesson;
use bormida_core::pack::{Diagnostics, Kind, Origin, Pack, archive};
use eframe::egui::{self, Button, ScrollArea, Ui};

use super::desk::{Desk, Page};
use super::packs::{Told, about, look_at, place_of, shown};
use super::shelf::Shelf;
use crate::installing::{install, others, place_of as installed_at};

/// The card of a pack.
pub(super) struct PackCard {
    pack: Pack,
    told: Told,
    /// What it would lie over or take the place of.
    displaces: Vec<String>,
    /// The games with it among their packs.
    trial: Rc<Catalogue>,
    wrong: Option<String>,
}

/// What a person does with the card.
enum Act {
    Use,
    Install,
    Leave,
}

/// Two versions in their authors' own counting: numbers between full stops, as far as they are such.
fn newer(one: &str, other: &str) -> Ordering {
    let parts = |text: &str| -> Vec<(u64, String)> {
        text.split('.').map(|part| (part.parse().unwrap_or(0), part.to_owned())).collect()
    };
    parts(one).cmp(&parts(other))
}

/// Whether what was dropped is meant as a pack rather than as a saved match.
pub(super) fn is_meant(path: &Path) -> bool {
    path.is_dir() || archive::is_archive(path)
}

/// The files of a pack as a match would carry them.
fn carried(pack: &Pack) -> BTreeMap<String, String> {
    pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())).collect()
}

/// What a pack would lie over or take the place of.
fn displaced(pack: &Pack, catalogue: &Catalogue, folder: Option<&Path>) -> Vec<String> {
    let mut found = Vec::new();
    let here = catalogue.game(&pack.manifest.game).map(|game| game.packs()).unwrap_or_default();
    match here.get(pack.id()) {
        Some(old) if old.stamp().hash == pack.stamp().hash => {
            found.push(format!("The same pack is here already, to the letter: {}.", place_of(old)));
        }
        Some(old) => {
            let (own, its) = (&pack.manifest.version, &old.manifest.version);
            let which = match newer(own, its) {
                Ordering::Greater => "newer",
                Ordering::Less => "older",
                Ordering::Equal => "of the same number, with other files",
            };
            let what = if old.origin == Origin::BuiltIn { "the pack of the house" } else { "a pack" };
            found.push(format!(
                "It lies over {what} of the same id, {its} ({}): this is {own}, {which}.",
                place_of(old)
            ));
        }
        None => {}
    }
    for old in folder.map(|folder| others(pack, folder, &installed_at(pack, folder))).unwrap_or_default() {
        found.push(format!(
            "Installed, it takes the place of {}, which stays there under a hidden name.",
            old.display()
        ));
    }
    found
}

impl Desk<'_> {
    /// Shows what a pack in a folder or an archive would change; what is wrong with a broken one is told.
    pub(super) fn meet_pack(&mut self, path: &Path) {
        match self.card_of(path) {
            Ok(card) => self.card = Some(Box::new(card)),
            Err(why) => self.word = Some(format!("{} cannot be used.\n{why}", path.display())),
        }
    }

    fn card_of(&self, path: &Path) -> Result<PackCard, String> {
        let told = |found: Diagnostics| found.to_string().trim_end().to_owned();
        let pack = Pack::read(path).map_err(told)?;
        let files = self.catalogue.files().clone().carrying(&carried(&pack));
        let trial = self.catalogue.among(&files).map_err(|fault| fault.to_string())?;
        let told = look_at(&pack, &trial);
        let displaces = displaced(&pack, &self.catalogue, self.packs_folder.as_deref());
        Ok(PackCard { pack, told, displaces, trial: Rc::new(trial), wrong: None })
    }

    /// The card over everything.
    pub(super) fn show_card(&mut self, ui: &Ui) {
        let Some(card) = &self.card else { return };
        let mut act = None;
        let can_install = self.packs_folder.is_some();
        let is_broken = card.told.findings.iter().any(|found| found.severity == bormida_core::pack::Severity::Error);
        let modal = egui::Modal::new(ui.scope_id().with("pack card")).show(ui.ctx(), |ui| {
            ui.set_width(620.0);
            ScrollArea::vertical().max_height(520.0).show(ui, |ui| {
                about(ui, &card.pack);
                for line in &card.displaces {
                    ui.colored_label(ui.visuals().warn_fg_color, line);
                }
                shown(ui, &card.told);
            });
            if let Some(wrong) = &card.wrong {
                ui.colored_label(ui.visuals().error_fg_color, wrong);
            }
            ui.separator();
            ui.horizontal(|ui| {
                let using = match card.pack.manifest.kind {
                    Kind::Tutorial => "Begin the lesson",
                    _ => "Use it in a new game",
                };
                if ui.add_enabled(!is_broken, Button::new(using)).clicked() {
                    act = Some(Act::Use);
                }
                let install = ui.add_enabled(!is_broken && can_install, Button::new("Install it in your folder"));
                if install.on_disabled_hover_text("This desktop has no folder for packs, or it is broken.").clicked() {
                    act = Some(Act::Install);
                }
                if ui.button("Leave it  Esc").clicked() {
                    act = Some(Act::Leave);
                }
            });
        });
        if act.is_none() && modal.should_close() {
            act = Some(Act::Leave);
        }
        match act {
            None => {}
            Some(Act::Leave) => self.card = None,
            Some(Act::Use) => {
                if let Some(card) = self.card.take() {
                    self.use_dropped(*card);
                }
            }
            Some(Act::Install) => self.install_card(),
        }
    }

    /// A new game with the pack from where it is; a lesson is begun.
    fn use_dropped(&mut self, card: PackCard) {
        self.put_on_shelf(Shelf::Own(card.trial));
        if card.pack.manifest.kind == Kind::Tutorial {
            let found = lesson::lessons(&self.catalogue).into_iter().any(|pack| pack.id() == card.pack.id());
            if found {
                self.learn(card.pack.id());
            }
            return;
        }
        self.new_game_with(&[card.pack]);
    }

    fn install_card(&mut self) {
        let (Some(card), Some(folder)) = (&mut self.card, &self.packs_folder) else { return };
        let files = self.catalogue.files().clone().and_beside(folder);
        let done = install(&card.pack, folder)
            .and_then(|place| Ok((place, self.catalogue.among(&files).map_err(|fault| fault.to_string())?)));
        match done {
            Ok((place, catalogue)) => {
                let id = card.pack.id().to_owned();
                self.card = None;
                self.put_on_shelf(Shelf::Own(Rc::new(catalogue)));
                self.show_packs(Some(&id), installed_word(&place));
            }
            Err(why) => card.wrong = Some(format!("It cannot be installed: {why}")),
        }
    }

    /// A new game in which packs of one game are chosen.
    pub(super) fn new_game_with(&mut self, packs: &[Pack]) {
        let mut dialog = self.dialog_again();
        packs.iter().for_each(|pack| dialog.take_pack(pack));
        self.page = Page::New(dialog);
    }
}

fn installed_word(place: &Path) -> Option<String> {
    Some(format!("Installed: {}", place.display()))
}

#[cfg(test)]
mod tests {
    use super::newer;
    use std::cmp::Ordering;

    #[test]
    fn versions_are_counted_by_number() {
        assert_eq!(newer("0.10", "0.9"), Ordering::Greater);
        assert_eq!(newer("1", "1"), Ordering::Equal);
        assert_eq!(newer("1.0", "1"), Ordering::Greater);
        assert_eq!(newer("0.2", "1"), Ordering::Less);
    }
}
