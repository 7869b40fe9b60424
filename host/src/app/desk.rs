//! The program's window: the first screen, the dialog for a new game, or a match; menus over all of them.

use std::path::{Path, PathBuf};

use bormida_core::games::{Catalogue, Spec, Vacant};
use bormida_core::kernel::{About, Header, LoadedTable, Mended, Opening, Part, Seed, Trust, mend};
use eframe::egui::{self, CentralPanel, Key, MenuBar, Panel, RichText, Ui};

use super::board::BoardView;
use super::files::{Chosen, FileDialog, Purpose};
use super::first::{self, First};
use super::look::{Look, SCALES, book, head};
use super::match_page::{MatchPage, Wish};
use super::new_game::{Ended, NewGame, fresh_seed};
use super::sitting::{Notice, Sitting};
use crate::paint::Palette;
use crate::saves;

/// What fills the window.
enum Page {
    First,
    New(Box<NewGame>),
    Match(Box<MatchPage>),
}

/// The window of the program.
pub struct Desk<'a> {
    catalogue: &'a Catalogue,
    about: Option<About>,
    folder: Option<PathBuf>,
    saves: Vec<PathBuf>,
    page: Page,
    backdrop: Option<Backdrop>,
    look: Look,
    dressed: Option<Look>,
    dialog: Option<FileDialog>,
    word: Option<String>,
    stuck: Option<Stuck>,
    tabs: i32,
}

/// A saved match that does not open as it is, and what a person can choose.
struct Stuck {
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

/// The first game's board behind the first screen.
struct Backdrop {
    scene: bormida_core::scene::Scene,
    view: BoardView,
}

impl<'a> Desk<'a> {
    /// A window over these games; matches are kept in the folder, if there is one.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue, folder: Option<PathBuf>) -> Desk<'a> {
        let saves = folder.as_deref().map(saves::list).unwrap_or_default();
        let about = catalogue.abouts().into_iter().next();
        Desk {
            catalogue,
            about,
            folder,
            saves,
            page: Page::First,
            backdrop: None,
            look: Look::default(),
            dressed: None,
            dialog: None,
            word: None,
            stuck: None,
            tabs: 0,
        }
    }

    /// Opens a saved match at once.
    pub fn open(&mut self, path: &Path) {
        match self.load(path) {
            Ok(Some(page)) => self.page = Page::Match(Box::new(page)),
            Ok(None) => {}
            Err(why) => self.word = Some(why),
        }
    }

    /// Takes the tab keys before egui moves its focus with them: in a match they go from block to block.
    pub fn take_tabs(&mut self, ctx: &egui::Context, raw: &mut egui::RawInput) {
        let Page::Match(_) = self.page else { return };
        if self.dialog.is_some() || ctx.text_edit_focused() {
            return;
        }
        let mut tabs = 0;
        raw.events.retain(|event| match event {
            egui::Event::Key { key: Key::Tab, pressed, modifiers, .. } if !modifiers.alt && !modifiers.command => {
                if *pressed {
                    tabs += if modifiers.shift { -1 } else { 1 };
                }
                false
            }
            _ => true,
        });
        self.tabs += tabs;
    }

    /// Where a part of the match's board was last shown, for whoever drives the window.
    #[must_use]
    pub fn place_of(&self, part: Part) -> Option<egui::Pos2> {
        match &self.page {
            Page::Match(page) => page.middle(part),
            _ => None,
        }
    }

    /// Where the match in the window is saved.
    #[must_use]
    pub fn save_path(&self) -> Option<&Path> {
        match &self.page {
            Page::Match(page) => page.sitting.table.save_path(),
            _ => None,
        }
    }

    /// Shows one frame.
    pub fn show(&mut self, ui: &mut Ui) {
        if self.dressed != Some(self.look) {
            self.look.dress(ui.ctx());
            self.dressed = Some(self.look);
        }
        self.look.resize(ui.ctx());
        self.dropped(ui);
        Panel::top("bar").show(ui, |ui| self.bar(ui));
        let tabs = std::mem::take(&mut self.tabs);
        match &mut self.page {
            Page::First => self.first(ui),
            Page::New(dialog) => match dialog.show(ui) {
                Some(Ended::Cancelled) => self.go_first(),
                Some(Ended::Begin(header, open_table)) => self.begin(*header, open_table),
                None => {}
            },
            Page::Match(page) => match page.show(ui, &mut self.look, tabs) {
                Some(Wish::Leave) => self.go_first(),
                Some(Wish::New) => self.new_game(),
                Some(Wish::Again) => {
                    let open = page.sitting.open_table;
                    let header = Header { seed: Seed(fresh_seed()), ..page.sitting.table.header().clone() };
                    self.begin(header, open);
                }
                None => {}
            },
        }
        self.dialogs(ui);
    }

    fn first(&mut self, ui: &mut Ui) {
        if self.backdrop.is_none() {
            self.backdrop = self.about.as_ref().and_then(|about| {
                let header = Spec::default().header(about, Vacant::PersonAndBot).ok()?;
                let table = self.catalogue.start(header, None).ok()?;
                Some(Backdrop { scene: table.scene(bormida_core::kernel::Seat(0)), view: BoardView::default() })
            });
        }
        CentralPanel::no_frame().show(ui, |ui| {
            if let Some(backdrop) = &mut self.backdrop {
                ui.scope(|ui| {
                    let _ = backdrop.view.show(ui, &backdrop.scene, self.look.palette, &[]);
                });
            }
            let saves = self.saves.clone();
            match first::show(ui, self.about.as_ref(), &saves, self.look).filter(|_| self.dialog.is_none()) {
                Some(First::PlayNow) => self.quick(Vacant::PersonAndBot),
                Some(First::Two) => self.quick(Vacant::People),
                Some(First::Options) => self.new_game(),
                Some(First::Open(path)) => self.open(&path),
                Some(First::Files) => self.ask_for_file(),
                None => {}
            }
        });
    }

    fn new_game(&mut self) {
        self.page = Page::New(Box::new(NewGame::new(self.catalogue)));
    }

    fn go_first(&mut self) {
        self.page = Page::First;
        self.saves = self.folder.as_deref().map(saves::list).unwrap_or_default();
    }

    /// A match as the first game has it.
    fn quick(&mut self, vacant: Vacant) {
        let Some(about) = &self.about else { return };
        let spec = Spec { seed: Seed(fresh_seed()), ..Spec::default() };
        match spec.header(about, vacant) {
            Ok(header) => self.begin(header, false),
            Err(unfit) => self.word = Some(unfit.to_string()),
        }
    }

    /// Begins a match, which is on the disk from its first order.
    fn begin(&mut self, header: Header, open_table: bool) {
        let save = self.folder.as_deref().and_then(|folder| saves::new_file(folder, &header.game, header.seed.0));
        let (table, unsaved) = match self.catalogue.start(header.clone(), save.as_deref()) {
            Ok(table) => (Ok(table), save.is_none().then(|| "there is no folder for matches".to_owned())),
            Err(cannot) if save.is_some() => (self.catalogue.start(header, None), Some(cannot.to_string())),
            Err(cannot) => (Err(cannot), None),
        };
        match table {
            Ok(table) => {
                let mut sitting = Sitting::new(table);
                sitting.open_table = open_table;
                sitting.refresh();
                if let Some(why) = unsaved {
                    let text = format!("This match is not saved by itself ({why}). Match, Save as keeps it.");
                    sitting.notice = Some(Notice::Word(text));
                }
                self.page = Page::Match(Box::new(MatchPage::new(sitting)));
            }
            Err(cannot) => match &mut self.page {
                Page::New(dialog) => dialog.fail(cannot.to_string()),
                _ => self.word = Some(cannot.to_string()),
            },
        }
    }

    /// Loads a match; none when a person has to say first from where it goes on.
    fn load(&mut self, path: &Path) -> Result<Option<MatchPage>, String> {
        let look = match self.catalogue.load(path, Opening::Look) {
            Ok(look) => look,
            Err(error) if error.damaged_line().is_some() => {
                let why = format!("{}. The lines before it are whole.", cannot(path, &error));
                let ways = vec![("Go back to the line before it".to_owned(), Way::Mend)];
                self.stuck = Some(Stuck { path: path.to_owned(), title: "A line cannot be read", why, ways });
                return Ok(None);
            }
            Err(error) => return Err(cannot(path, &error)),
        };
        if let (Some(divergence), None) = (&look.divergence, look.from_snapshot) {
            let told = look.table.number();
            let since = look.since().map_or(String::new(), |since| format!(", {since}"));
            let why = format!(
                "{}: {divergence}{since}. The file is as it was; today's rules tell its story up to order {told}.",
                path.display()
            );
            let mut ways = vec![("Go on from there".to_owned(), Way::GoOn(Trust::SamePacks))];
            let snapshot = |n| (format!("Go on from the snapshot after order {n}"), Way::GoOn(Trust::Always));
            ways.extend(look.later_snapshot.map(snapshot));
            self.stuck = Some(Stuck { path: path.to_owned(), title: "The rules tell another story", why, ways });
            return Ok(None);
        }
        drop(look);
        self.go_on_with(path, Trust::SamePacks).map(Some)
    }

    fn go_on_with(&self, path: &Path, trust: Trust) -> Result<MatchPage, String> {
        let loaded = self.catalogue.load(path, Opening::GoOn(trust)).map_err(|error| cannot(path, &error))?;
        let remarks = remarks(&loaded);
        let mut sitting = Sitting::new(loaded.table);
        if !remarks.is_empty() {
            sitting.notice = Some(Notice::Word(remarks.join(" ")));
        }
        Ok(MatchPage::new(sitting))
    }

    /// From where a match goes on that does not open as it is.
    fn ask_from_where(&mut self, ui: &Ui) {
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

    fn ask_for_file(&mut self) {
        let folder = self.folder.as_deref().map_or_else(String::new, |folder| folder.display().to_string());
        self.dialog = Some(FileDialog::new(Purpose::Open, folder, self.saves.clone()));
    }

    /// A file that was dropped on the window is opened.
    fn dropped(&mut self, ui: &Ui) {
        let path = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_path_buf()));
        if let Some(path) = path {
            self.open(&path);
        }
    }

    fn dialogs(&mut self, ui: &Ui) {
        self.ask_from_where(ui);
        if let Some(dialog) = &mut self.dialog {
            match (dialog.show(ui), dialog.purpose) {
                (None, _) => {}
                (Some(Chosen::Cancelled), _) => self.dialog = None,
                (Some(Chosen::File(path)), Purpose::Open) => match self.load(&path) {
                    Ok(page) => {
                        if let Some(page) = page {
                            self.page = Page::Match(Box::new(page));
                        }
                        self.dialog = None;
                    }
                    Err(why) => self.complain(why),
                },
                (Some(Chosen::File(path)), Purpose::SaveAs) => {
                    let Page::Match(page) = &mut self.page else { return };
                    match page.sitting.table.save_as(&path) {
                        Ok(()) => {
                            page.sitting.notice = Some(Notice::Word(format!("Saved as {}.", path.display())));
                            self.dialog = None;
                        }
                        Err(trouble) => self.complain(trouble.to_string()),
                    }
                }
            }
        }
        if let Some(word) = self.word.clone() {
            let modal = egui::Modal::new(ui.scope_id().with("word")).show(ui.ctx(), |ui| {
                ui.set_max_width(560.0);
                ui.label(word);
                ui.button("Close").clicked()
            });
            if modal.inner || modal.should_close() {
                self.word = None;
            }
        }
    }

    fn complain(&mut self, why: String) {
        if let Some(dialog) = &mut self.dialog {
            dialog.wrong = Some(why);
        }
    }

    fn bar(&mut self, ui: &mut Ui) {
        MenuBar::new().ui(ui, |ui| {
            ui.menu_button("Match", |ui| self.match_menu(ui));
            ui.menu_button("View", |ui| self.view_menu(ui));
            ui.menu_button("Keys", keys_menu);
            if let Page::Match(page) = &mut self.page {
                let sitting = &mut page.sitting;
                ui.separator();
                let can = sitting.can_undo();
                let undo = ui.add_enabled(can.is_ok(), egui::Button::new("Undo"));
                let undo = undo.on_hover_text("Take back (Ctrl-Z)");
                let undo = if let Err(why) = &can { undo.on_disabled_hover_text(why) } else { undo };
                if undo.clicked() {
                    sitting.undo();
                }
                if ui.add_enabled(sitting.table.can_redo(), egui::Button::new("Redo")).clicked() {
                    sitting.redo();
                }
                if sitting.is_looking_back()
                    && sitting.table.header().friendly
                    && ui.button("Go on from here").clicked()
                {
                    sitting.go_on_from_here();
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if let bormida_core::kernel::Ask::Ask(question) = &sitting.now.ask {
                        let turn = format!("{} to decide", sitting.side(question.seat));
                        ui.label(RichText::new(turn).strong());
                        ui.separator();
                    }
                    if let Some(hour) = sitting.now.status.first() {
                        ui.label(RichText::new(&hour.text).strong());
                        ui.separator();
                    }
                    let name = sitting.table.save_path().map_or_else(|| "not saved".to_owned(), first::name);
                    ui.add(egui::Label::new(RichText::new(name).weak()).truncate());
                });
            }
        });
    }

    fn match_menu(&mut self, ui: &mut Ui) {
        if ui.button("New game").clicked() {
            self.new_game();
        }
        if ui.button("Open").clicked() {
            self.ask_for_file();
        }
        if let Page::Match(page) = &mut self.page {
            if ui.button("Save as").clicked() {
                let path = page.sitting.table.save_path().map_or_else(String::new, |path| path.display().to_string());
                self.dialog = Some(FileDialog::new(Purpose::SaveAs, path, Vec::new()));
            }
            if ui.button("First screen").clicked() {
                self.go_first();
            }
        }
        ui.separator();
        if ui.button("Quit").clicked() {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn view_menu(&mut self, ui: &mut Ui) {
        ui.label(head("Colours"));
        for palette in Palette::ALL {
            ui.radio_value(&mut self.look.palette, palette, palette.name());
        }
        ui.separator();
        ui.label(head("Size"));
        ui.radio_value(&mut self.look.scale, None, "as the window");
        for scale in SCALES {
            ui.radio_value(&mut self.look.scale, Some(scale), format!("{:.0} %", scale * 100.0));
        }
        ui.separator();
        for (_, name, shown) in self.look.toggles() {
            ui.checkbox(shown, name);
        }
        if let Page::Match(page) = &mut self.page {
            if page.sitting.people() == 1 {
                ui.checkbox(&mut page.sitting.answer_forced, "Answer for me where there is no choice");
            }
            if page.sitting.people() > 1 {
                let mut open = page.sitting.open_table;
                if ui.checkbox(&mut open, "Open table").changed() {
                    page.sitting.open_table = open;
                    page.sitting.refresh();
                }
            }
            if ui.button("Whole board  Home").clicked() {
                page.fit();
            }
        }
    }
}

impl eframe::App for Desk<'_> {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, raw: &mut egui::RawInput) {
        self.take_tabs(ctx, raw);
    }
}

fn cannot(path: &Path, error: &dyn std::fmt::Display) -> String {
    let file = path.display().to_string();
    let error = error.to_string();
    if error.contains(&file) { error } else { format!("{file}: {error}") }
}

/// What is remarkable about a match that was loaded, a sentence each.
fn remarks(loaded: &LoadedTable) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(torn) = &loaded.torn {
        remarks.push(format!("Line {} was not written to its end and is left out.", torn.line));
    }
    if loaded.other_packs {
        remarks.push("It was played with other packs than are here now.".to_owned());
    } else if loaded.since().is_some() {
        remarks.push("The program's rules have changed since.".to_owned());
    }
    if let (Some(divergence), Some(n)) = (&loaded.divergence, loaded.from_snapshot) {
        remarks.push(format!("{divergence}; the snapshot after order {n} is taken instead."));
    }
    remarks
}

fn keys_menu(ui: &mut Ui) {
    egui::Grid::new("keys").num_columns(2).spacing([18.0, 3.0]).show(ui, |ui| {
        for (key, what) in [
            ("Tab, Shift-Tab", "the next, the previous place that can act"),
            ("1 to 9", "take or put back pieces, choose an answer or a way"),
            ("F", "letters on all lit places"),
            ("Enter, Esc", "give the order; one step back"),
            ("/", "type an order; Tab completes it"),
            ("? or right button", "why a place cannot be chosen"),
            ("Ctrl-Z, Ctrl-Y", "take back, do again"),
            ("E, Enter", "end the turn"),
            ("Page Up, Page Down, End", "step through the match"),
            ("Z, Home", "to the action and back; the whole board"),
            ("N, R, C", "show or hide numbers, roads and pips, capacities"),
            ("Alt", "magnifier"),
        ] {
            ui.label(RichText::new(key).strong());
            ui.label(what);
            ui.end_row();
        }
    });
}
