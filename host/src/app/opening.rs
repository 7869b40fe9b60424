//! Opening saved matches: what is remarkable about them, and from where one goes on that does not open as it is.

use std::path::{Path, PathBuf};

use bormida_core::kernel::{Mended, Opening, Trust, mend};
use eframe::egui::{self, Ui};

use super::desk::{Desk, Page};
use super::look::book;
use super::match_page::MatchPage;
use super::sitting::{Notice, Sitting};
use super::words;
use crate::remarks::remarks;

/// A saved match that does not open as it is, and what a person can choose.
pub(super) struct Stuck {
    path: PathBuf,
    title: &'static str,
    why: String,
    ways: Vec<(String, Way)>,
}

/// A way to go on with a match that does not open as it is.
#[derive(Clone, Copy)]
enum Way {
    /// From where history can be followed to, or from a snapshot.
    GoOn(Trust),
    /// From the line before a damaged one.
    Mend,
}

impl Desk<'_> {
    /// Opens a saved match at once.
    pub fn open(&mut self, path: &Path) {
        match self.load(path) {
            Ok(Some(page)) => self.page = Page::Match(Box::new(page)),
            Ok(None) => {}
            Err(why) => self.word = Some(why),
        }
    }

    /// Loads a match; none when a person has to say first from where it goes on.
    pub(super) fn load(&mut self, path: &Path) -> Result<Option<MatchPage>, String> {
        let look = match self.catalogue.load(path, Opening::Follow) {
            Ok(look) => look,
            Err(error) if error.damaged_line().is_some() => {
                let why = format!("{}. The lines before it are whole.", cannot(path, &error));
                let ways = vec![("Go back to the line before it".to_owned(), Way::Mend)];
                self.stuck = Some(Stuck { path: path.to_owned(), title: "A line cannot be read", why, ways });
                return Ok(None);
            }
            Err(error) => return Err(cannot(path, &error)),
        };
        if let Some(divergence) = &look.divergence {
            let told = look.game.number();
            let since = look.since().map_or(String::new(), |since| format!(", {since}"));
            let why = format!(
                "{}: {divergence}{since}. The file is as it was; today's rules tell its story up to order {told}.",
                path.display()
            );
            let mut ways = vec![("Go on from there".to_owned(), Way::GoOn(Trust::Never))];
            let snapshot = |n| (format!("Go on from the snapshot after order {n}"), Way::GoOn(Trust::Always));
            ways.extend(look.later_snapshot.map(snapshot));
            self.stuck = Some(Stuck { path: path.to_owned(), title: "The rules tell another story", why, ways });
            return Ok(None);
        }
        drop(look);
        self.go_on_with(path, Trust::Never).map(Some)
    }

    fn go_on_with(&self, path: &Path, trust: Trust) -> Result<MatchPage, String> {
        let loaded = self.catalogue.load(path, Opening::GoOn(trust)).map_err(|error| cannot(path, &error))?;
        let remarks: Vec<String> = remarks(&loaded).iter().map(|remark| words::sentence(remark)).collect();
        let mut sitting = Sitting::new(loaded.game);
        if !remarks.is_empty() {
            sitting.notice = Some(Notice::Word(remarks.join(" ")));
        }
        Ok(MatchPage::new(sitting))
    }

    /// From where a match goes on that does not open as it is.
    pub(super) fn ask_from_where(&mut self, ui: &Ui) {
        let Some(stuck) = &self.stuck else { return };
        let (mut way, mut leave) = (None, false);
        let modal = egui::Modal::new(ui.scope_id().with("stuck")).show(ui.ctx(), |ui| {
            ui.set_max_width(560.0);
            ui.label(book(stuck.title, 22.0, bormida_core::scene::Face::Bold));
            ui.label(&stuck.why);
            ui.horizontal(|ui| {
                for (label, choice) in &stuck.ways {
                    if ui.button(label).clicked() {
                        way = Some(*choice);
                    }
                }
                leave = ui.button("Leave it").clicked();
            });
        });
        let leave = leave || modal.should_close();
        if way.is_none() && !leave {
            return;
        }
        let Some(Stuck { path, .. }) = self.stuck.take() else { return };
        match way.map(|way| self.take_way(&path, way)) {
            Some(Ok(Some(page))) => self.page = Page::Match(Box::new(page)),
            Some(Err(why)) => self.word = Some(why),
            Some(Ok(None)) | None => {}
        }
    }

    fn take_way(&mut self, path: &Path, way: Way) -> Result<Option<MatchPage>, String> {
        match way {
            Way::GoOn(trust) => self.go_on_with(path, trust).map(Some),
            Way::Mend => {
                let mended = mend(path).map_err(|trouble| trouble.to_string())?;
                let mut page = self.load(path)?;
                if let (Some(page), Some(Mended { line, kept })) = (&mut page, mended) {
                    let kept = kept.display();
                    let word = format!("Line {line} and all after it are left out; the file as it was is {kept}.");
                    page.sitting.notice = Some(Notice::Word(word));
                }
                Ok(page)
            }
        }
    }
}

fn cannot(path: &Path, error: &dyn std::fmt::Display) -> String {
    let file = path.display().to_string();
    let error = error.to_string();
    if error.contains(&file) { error } else { format!("{file}: {error}") }
}
