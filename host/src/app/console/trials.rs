//! The console's tests: the cases and tests of the match's packs, run in a thread of their own.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bormida_core::games::house;
use bormida_core::games::proof::Proof;
use bormida_core::kernel::InUse;
use bormida_core::pack::builtin::Files;
use bormida_core::scene::Role;
use eframe::egui::{Button, Label, RichText, ScrollArea, Ui};

use super::super::look::Look;
use crate::cli::prove_packs;

/// The tests of the packs on the disk.
pub(super) struct Trials {
    files: Files,
    running: Option<Receiver<Result<Proof, String>>>,
    came: Option<Result<Proof, String>>,
    /// Under which packs of the match they ran.
    under: u64,
}

impl Trials {
    pub(super) fn new(files: Files) -> Trials {
        Trials { files, running: None, came: None, under: 0 }
    }

    /// What the tab is called: how many hold, under the packs as they are now.
    pub(super) fn label(&self, rules: u64) -> String {
        match &self.came {
            _ if self.running.is_none() && self.under != rules => "Tests".to_owned(),
            _ if self.running.is_some() => "Tests ...".to_owned(),
            Some(Ok(proof)) => format!("Tests {}/{}", proof.passed, proof.passed + proof.failed),
            _ => "Tests".to_owned(),
        }
    }

    fn run(&mut self, ui: &Ui, places: Vec<PathBuf>) {
        let (files, ctx) = (self.files.clone(), ui.ctx().clone());
        let (tell, hear) = channel();
        let work = move || {
            // games as they lie now, not as they lay when the program began
            let proof = house(&files).map(|house| prove_packs(&places, &house)).map_err(|fault| fault.to_string());
            let _ = tell.send(proof); // whoever asked may be gone
            ctx.request_repaint();
        };
        match thread::Builder::new().name("tests".to_owned()).spawn(work) {
            Ok(_) => self.running = Some(hear),
            Err(error) => self.came = Some(Err(format!("no thread for the tests: {error}"))),
        }
    }

    /// Shows what came of them, and runs them when somebody asks.
    pub(super) fn show(&mut self, ui: &mut Ui, packs: &[InUse], rules: u64, look: Look) {
        if let Some(hear) = &self.running {
            match hear.try_recv() {
                Ok(came) => (self.running, self.came) = (None, Some(came)),
                Err(TryRecvError::Disconnected) => {
                    (self.running, self.came) = (None, Some(Err("the tests ended without a word".to_owned())));
                }
                Err(TryRecvError::Empty) => {}
            }
        }
        let places: Vec<PathBuf> = packs.iter().filter_map(|pack| pack.place.clone()).collect();
        ui.horizontal(|ui| {
            let can = self.running.is_none() && !places.is_empty();
            if ui.add_enabled(can, Button::new("Run tests").small()).clicked() {
                self.run(ui, places.clone());
                self.under = rules;
            }
            let old = self.under != rules && self.came.is_some();
            let word = match &self.came {
                _ if self.running.is_some() => "running".to_owned(),
                _ if places.is_empty() => "no pack of this match lies on the disk".to_owned(),
                Some(Ok(proof)) if old => {
                    format!("before the packs were read anew: {} passed, {} failed", proof.passed, proof.failed)
                }
                Some(Ok(proof)) => format!("{} passed, {} failed", proof.passed, proof.failed),
                Some(Err(wrong)) => wrong.clone(),
                None => "the cases and tests of the packs on the disk".to_owned(),
            };
            ui.label(word);
        });
        let Some(Ok(proof)) = &self.came else { return };
        let old = self.under != rules;
        ScrollArea::both().id_salt("tests").auto_shrink(false).show(ui, |ui| {
            if old {
                ui.disable();
            }
            for failure in &proof.failures {
                let place = format!("{}:{}", failure.finding.file, failure.finding.line);
                let case = if failure.case.is_empty() { String::new() } else { format!("case {}: ", failure.case) };
                ui.label(RichText::new(place).monospace().strong());
                let text = RichText::new(format!("{case}{}", failure.finding.message)).color(look.colour(Role::Bad));
                ui.add(Label::new(text).wrap());
                if !failure.finding.excerpt.trim().is_empty() {
                    ui.label(RichText::new(failure.finding.excerpt.trim_end()).monospace().weak());
                }
            }
        });
    }
}
