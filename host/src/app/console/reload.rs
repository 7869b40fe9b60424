//! Packs on the disk that a match is played with: looked at now and then, and taken up when they have changed.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bormida_core::games::Catalogue;
use bormida_core::kernel::{Fault, Reread, Trouble};
use bormida_core::pack::{Diagnostics, Severity};
use eframe::egui;

use super::super::sitting::Sitting;
use super::{Console, Tab};
use crate::cli::findings;

/// Seconds between two looks.
const PACE: f64 = 0.2;
/// Files of one pack that are looked at, and how deep.
const MOST_FILES: usize = 1000;
const DEPTH: usize = 6;
/// The endings of a pack's files.
const ENDINGS: [&str; 4] = ["toml", "luau", "case", "md"];

/// A file with when it was written and how long it is.
type Mark = (PathBuf, Option<SystemTime>, u64);

/// What is looked at.
#[derive(Default)]
pub(super) struct Watched {
    places: Vec<PathBuf>,
    seen: Vec<Mark>,
    /// The variants that the match had at the last look.
    variants: Vec<String>,
    next: f64,
    begun: bool,
    /// A person has asked for it.
    pub(super) wanted: bool,
    /// Something has changed that was not taken up.
    behind: bool,
}

/// The files of some packs as they lie now.
fn marks(places: &[PathBuf]) -> Vec<Mark> {
    let mut found = Vec::new();
    for place in places {
        mark(place, 0, &mut found);
    }
    found.sort();
    found
}

fn mark(path: &Path, depth: usize, found: &mut Vec<Mark>) {
    let Ok(about) = std::fs::symlink_metadata(path) else { return };
    if about.is_dir() && depth <= DEPTH {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            mark(&entry.path(), depth + 1, found);
        }
        return;
    }
    let named = path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| ENDINGS.contains(&ending));
    if about.is_file() && (named || depth == 0) && found.len() < MOST_FILES {
        found.push((path.to_owned(), about.modified().ok(), about.len()));
    }
}

impl Console {
    /// Looks whether the packs have changed, and takes them up.
    pub(in crate::app) fn follow(
        &mut self,
        sitting: &mut Sitting,
        catalogue: &Catalogue,
        ctx: &egui::Context,
        now: f64,
    ) {
        let watched = &mut self.watched;
        if watched.begun && now < watched.next && !watched.wanted {
            ctx.request_repaint_after(Duration::from_secs_f64(watched.next - now));
            return;
        }
        watched.next = now + PACE;
        ctx.request_repaint_after(Duration::from_secs_f64(PACE));
        if self.parted.is_some() {
            return; // a person is asked
        }
        let variants = sitting.table.variants();
        if watched.variants != variants {
            // somebody else has given the match other packs
            watched.variants = variants;
            self.look_at(sitting);
        }
        let watched = &mut self.watched;
        let seen = marks(&watched.places);
        let first = !std::mem::replace(&mut watched.begun, true);
        let asked = watched.wanted;
        if seen != watched.seen {
            (watched.seen, watched.behind) = (seen, true);
        }
        let takes = std::mem::take(&mut watched.wanted) || (watched.behind && self.reload_on_save);
        if first || takes {
            self.watched.behind = false;
            self.take_up(sitting, catalogue, first);
            if asked && self.word.is_empty() {
                self.word = "nothing new on the disk".to_owned();
            }
        }
    }

    /// Checks the packs and goes on under them, where nothing is wrong and history fits.
    fn take_up(&mut self, sitting: &mut Sitting, catalogue: &Catalogue, first: bool) {
        let begun = Instant::now();
        self.wrong = None;
        self.findings = match first {
            // a match that was just begun or opened has been told of what is wrong
            true => Diagnostics::default(),
            false => findings(&self.watched.places, catalogue),
        };
        let errors = self.findings.iter().filter(|found| found.severity == Severity::Error).count();
        if errors > 0 {
            self.word = format!("the old rules hold: {errors} error{}", if errors == 1 { "" } else { "s" });
            self.tab = Tab::Errors;
            self.taken_up += 1;
            return;
        }
        let order = sitting.table.number();
        match sitting.table.reread(None) {
            Ok(Reread::Same) => self.word.clear(),
            Ok(Reread::Fits) => {
                sitting.take_other_rules();
                self.is_under_new_rules();
                self.word = format!("packs read anew after order {order}: {} ms", begun.elapsed().as_millis());
            }
            Ok(Reread::Parts(divergence)) => {
                self.word = format!("the old rules hold: {divergence}");
                self.ask_how_to_go_on(divergence, None);
            }
            Err(trouble) => {
                self.word = "the old rules hold".to_owned();
                self.tab = Tab::Errors;
                self.wrong = Some(match trouble {
                    Trouble::Fault(fault) => fault,
                    other => Fault::new(other.to_string()),
                });
            }
        }
        self.look_at(sitting);
    }

    /// Looks at the packs of the match from now on.
    pub(in crate::app) fn look_at(&mut self, sitting: &Sitting) {
        self.packs = sitting.table.in_use();
        self.taken_up += 1;
        let places: Vec<PathBuf> = self.packs.iter().filter_map(|pack| pack.place.clone()).collect();
        // what lay somewhere may come back there
        for place in places {
            if !self.watched.places.contains(&place) {
                self.watched.places.push(place);
            }
        }
        self.watched.seen = marks(&self.watched.places);
    }

    /// Says how the match goes on.
    pub(in crate::app) fn say(&mut self, word: String) {
        self.word = word;
    }
}
