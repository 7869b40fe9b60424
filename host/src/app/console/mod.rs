//! The console of an all-seeing match: what its scripts print, how they fail, its state, a prompt, its packs' tests. No other
//! match has one.

mod errors;
mod output;
mod parted;
mod prompt;
mod reload;
mod state;
mod trials;

use bormida_core::games::Catalogue;
use bormida_core::kernel::{Divergence, Fault, InUse};
use bormida_core::pack::Diagnostics;
use eframe::egui::{self, Button, Panel, RichText, Ui};

use super::look::Look;
use super::match_page::MatchPage;
use super::sitting::Sitting;
use errors::{Shown, Wanted};
use prompt::Prompt;
use reload::Watched;
use state::StateTree;
use trials::Trials;

/// The tabs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    Output,
    Errors,
    State,
    TryIt,
    Tests,
}

/// The console.
pub(super) struct Console {
    /// Whether it is shown.
    pub(super) open: bool,
    /// Whether packs are read anew when their files change.
    pub(super) reload_on_save: bool,
    tab: Tab,
    watched: Watched,
    /// The packs of the match, as they were at the last look.
    packs: Vec<InUse>,
    /// What `check` says of the packs as they lie now.
    findings: Diagnostics,
    /// Why they could not be taken up.
    wrong: Option<Fault>,
    /// The packs as they lie now do not fit the match: the first order that differs.
    pub(super) parted: Option<Divergence>,
    /// What has led to that; the files were saved where it is nothing else.
    made: Option<String>,
    /// How the packs were taken up last.
    word: String,
    /// Failures that were there when somebody looked last.
    failures: usize,
    shown: Shown,
    /// Grows whenever packs are taken up, or what is wrong with them is forgotten.
    taken_up: u64,
    /// How often the match has gone on under other packs: what failed or was tested before is of the old ones.
    rules: u64,
    /// What the errors were made of that are shown.
    read: Option<(u64, u64, usize)>,
    state: StateTree,
    prompt: Prompt,
    trials: Trials,
}

impl Console {
    fn new(catalogue: &Catalogue, game: &str) -> Console {
        Console {
            open: true,
            reload_on_save: true,
            tab: Tab::Output,
            watched: Watched::default(),
            packs: Vec::new(),
            findings: Diagnostics::default(),
            wrong: None,
            parted: None,
            made: None,
            word: String::new(),
            failures: 0,
            shown: Shown::default(),
            taken_up: 0,
            rules: 0,
            read: None,
            state: StateTree::default(),
            prompt: Prompt::new(catalogue.game(game).map(|game| game.data()).unwrap_or_default()),
            trials: Trials::new(catalogue.files().clone()),
        }
    }

    /// From now on the match is played under other packs.
    pub(super) fn is_under_new_rules(&mut self) {
        self.rules += 1;
    }

    /// Asks how the match goes on under packs that its history does not fit, with a word on what has led to it.
    pub(super) fn ask_how_to_go_on(&mut self, divergence: Divergence, made: Option<String>) {
        (self.parted, self.made) = (Some(divergence), made);
    }

    fn show(&mut self, ui: &mut Ui, sitting: &mut Sitting, look: Look) {
        // the board above it stays as it is, whatever a tab holds
        ui.set_min_height(ui.available_height());
        let Some(heard) = sitting.table.console().cloned() else { return };
        let failures = heard.failures();
        if failures.len() > self.failures {
            self.tab = Tab::Errors;
        }
        self.failures = failures.len();
        let known = (heard.changes(), self.taken_up, sitting.table.off().len());
        if self.read != Some(known) {
            let off = sitting.table.off();
            self.shown.read(&self.packs, off, &self.findings, self.wrong.as_ref(), &failures, self.rules);
            self.read = Some(known);
        }
        ui.add_space(2.0);
        ui.horizontal(|ui| {
            let errors = match self.shown.count() {
                0 => "Errors".to_owned(),
                n => format!("Errors {n}"),
            };
            let tabs = [
                (Tab::Output, "Output".to_owned()),
                (Tab::Errors, errors),
                (Tab::State, "State".to_owned()),
                (Tab::TryIt, "Try it".to_owned()),
                (Tab::Tests, self.trials.label(self.rules)),
            ];
            for (tab, label) in tabs {
                if ui.add(Button::selectable(self.tab == tab, label)).clicked() {
                    self.tab = tab;
                    if tab == Tab::TryIt {
                        self.prompt.wants_keys();
                    }
                }
            }
            ui.separator();
            ui.checkbox(&mut self.reload_on_save, "Reload on save");
            if ui.add(Button::new("Reload now").small()).clicked() {
                self.watched.wanted = true;
            }
            ui.add(egui::Label::new(RichText::new(&self.word).small().weak()).truncate());
        });
        ui.separator();
        match self.tab {
            Tab::Output => output::show(ui, &heard),
            Tab::Errors => match self.shown.show(ui, look) {
                Some(Wanted::Clear) => {
                    heard.clear_failures();
                    (self.findings, self.wrong, self.failures) = (Diagnostics::default(), None, 0);
                    self.taken_up += 1;
                }
                Some(Wanted::Replay(pack, line)) => {
                    self.prompt.replay(&*sitting.table, &self.packs, pack, line);
                    self.prompt.wants_keys();
                    self.tab = Tab::TryIt;
                }
                Some(Wanted::Said(word)) => self.word = word,
                None => {}
            },
            Tab::State => self.state.show(ui, sitting),
            Tab::TryIt => self.prompt.show(ui, &*sitting.table, &self.packs, look),
            Tab::Tests => self.trials.show(ui, &self.packs, self.rules, look),
        }
    }
}

impl MatchPage {
    /// Opens the console of an all-seeing match, and takes up packs that have changed; called each frame.
    pub(super) fn follow_packs(&mut self, catalogue: &Catalogue, ctx: &egui::Context, now: f64) {
        if !self.sitting.table.header().all_seeing {
            self.console = None;
            return;
        }
        self.console_over(catalogue);
        if let Some(console) = &mut self.console {
            console.follow(&mut self.sitting, catalogue, ctx, now);
        }
    }

    /// The console of an all-seeing match.
    pub(super) fn console_over(&mut self, catalogue: &Catalogue) -> &mut Console {
        let game = self.sitting.table.header().game.clone();
        self.console.get_or_insert_with(|| Console::new(catalogue, &game))
    }

    /// Shows the console, when there is one and it is open.
    pub(super) fn console(&mut self, ui: &mut Ui, look: Look) {
        let Some(console) = self.console.as_mut().filter(|console| console.open) else { return };
        let sitting = &mut self.sitting;
        Panel::bottom("console")
            .resizable(true)
            .default_size(250.0)
            .size_range(110.0..=520.0)
            .show(ui, |ui| console.show(ui, sitting, look));
    }

    /// Shows or hides the console; whether there is one.
    pub(super) fn toggle_console(&mut self) -> bool {
        self.console.as_mut().map(|console| console.open = !console.open).is_some()
    }
}
