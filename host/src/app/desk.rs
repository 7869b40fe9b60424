//! The program's window: the first screen, the dialog for a new game, or a match; menus over all of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use bormida_core::games::{Catalogue, Spec, Vacant};
use bormida_core::kernel::{About, Header, Part, Rule, Seed};
use bormida_core::lesson;
use bormida_core::pack::{Kind, Pack};
use eframe::egui::{self, CentralPanel, Key, Modifiers, Panel, Ui};

use super::board::BoardView;
use super::changing::Changing;
use super::files::{Chosen, FileDialog, Purpose};
use super::first::{self, First};
use super::keeping::{Memory, TableKind};
use super::keys_card;
use super::lesson::FIRST;
use super::look::Look;
use super::match_page::{MatchPage, Wish};
use super::new_game::{Ended, NewGame};
use super::opening::Stuck;
use super::pack_card::{PackCard, is_meant};
use super::packs::{PacksEnd, PacksPage};
use super::rules::RulesPage;
use super::settings::Settings;
use super::shelf::Shelf;
use super::sitting::{Notice, Sitting};
use super::study::StudyPage;
use crate::paint::LETTERS_SIDE;
use crate::{saves, seed};

/// What fills the window.
pub(super) enum Page {
    /// The first screen.
    First,
    /// The dialog for a new game.
    New(Box<NewGame>),
    /// The packs.
    Packs(Box<PacksPage>),
    /// A study.
    Study(Box<StudyPage>),
    /// A match.
    Match(Box<MatchPage>),
}

/// The window of the program.
pub struct Desk<'a> {
    pub(super) catalogue: Shelf<'a>,
    about: Option<About>,
    pub(super) folder: Option<PathBuf>,
    pub(super) saves: Vec<PathBuf>,
    pub(super) page: Page,
    backdrop: Option<Backdrop>,
    pub(super) look: Look,
    dressed: Option<Look>,
    pub(super) dialog: Option<FileDialog>,
    pub(super) word: Option<String>,
    /// A line on the first screen.
    first_word: Option<String>,
    pub(super) stuck: Option<Stuck>,
    /// A copy of the match without secrets is wanted, and the warning is up.
    pub(super) asks_to_copy: bool,
    tabs: i32,
    /// The card of keys is open.
    pub(super) keys_card: bool,
    /// The rules reference, when it is open.
    rules: Option<RulesPage>,
    /// The table and the memory of new games.
    pub(super) habits: (TableKind, Memory),
    window: Option<[f32; 4]>,
    /// The lessons, once they have been looked for: id and title of each.
    lessons: Option<Vec<(String, String)>>,
    settings: Settings,
    settings_file: Option<PathBuf>,
    /// Where packs of others are put.
    pub(super) packs_folder: Option<PathBuf>,
    /// Files are handed over to the desktop's own programs.
    pub(super) opens_files: bool,
    /// What of a section can be changed, when a person wants to change it.
    pub(super) changing: Option<Changing>,
    /// A pack that was dropped on the window.
    pub(super) card: Option<Box<PackCard>>,
    /// The dialog that a person comes back to from a study or the packs.
    kept: Option<Box<NewGame>>,
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
            catalogue: Shelf::Given(catalogue),
            about,
            folder,
            saves,
            page: Page::First,
            backdrop: None,
            look: Look::default(),
            dressed: None,
            dialog: None,
            word: None,
            first_word: None,
            stuck: None,
            asks_to_copy: false,
            tabs: 0,
            keys_card: false,
            rules: None,
            habits: Default::default(),
            window: None,
            lessons: None,
            settings: Settings::default(),
            settings_file: None,
            packs_folder: None,
            opens_files: false,
            changing: None,
            card: None,
            kept: None,
        }
    }

    /// Hands files that a person is to change over to the desktop's own programs.
    #[must_use]
    pub fn opening_files(mut self) -> Desk<'a> {
        self.opens_files = true;
        self
    }

    /// Puts packs of others that are to stay into this folder.
    #[must_use]
    pub fn installing_in(mut self, folder: PathBuf) -> Desk<'a> {
        self.packs_folder = Some(folder);
        self
    }

    /// Takes up what was chosen when the program last ran, and remembers in this file what is chosen from now on.
    #[must_use]
    pub fn remembering(mut self, file: PathBuf) -> Desk<'a> {
        let (settings, word) = Settings::read(&file);
        self.look = settings.look();
        // a broken file stays as it is until its owner has mended it
        self.settings_file = word.is_none().then_some(file);
        self.first_word = word;
        (self.habits, self.window) = ((settings.table, settings.memory), settings.window);
        self.settings = settings;
        self
    }

    /// Where the window was when the program last ran: left, top, width and height in points.
    #[must_use]
    pub fn last_window(&self) -> Option<[f32; 4]> {
        self.window
    }

    /// Writes down what was chosen, when it has changed; where the window is, only at the end.
    fn remember(&mut self, ends: bool) {
        let window = if ends { self.window } else { self.settings.window };
        let settings = Settings::of(self.look, self.habits.0, self.habits.1, window);
        if settings == self.settings {
            return;
        }
        self.settings = settings;
        if let Some(file) = &self.settings_file
            && let Err(why) = self.settings.write(file)
        {
            self.first_word = Some(format!("Your settings are not remembered: {why}."));
            self.settings_file = None;
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
        // before the bar: a menu there closes by the key that would also leave the page
        let popup = egui::Popup::is_any_open(ui.ctx());
        Panel::top("bar").show(ui, |ui| self.bar(ui));
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F2)) {
            self.keys_card = !self.keys_card;
        }
        if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F1)) {
            self.toggle_rules();
        }
        if let Page::Match(page) = &mut self.page
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F12))
        {
            page.toggle_console();
        }
        // where nothing lies over it, the key closes what is read before it steps back in an order
        let reads = self.rules.is_some() && !popup && !self.is_busy();
        let closes = reads && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if let Some(rules) = &mut self.rules
            && (Panel::left("rules")
                .default_size(380.0)
                .size_range(280.0..=640.0)
                .show(ui, |ui| rules.show(ui, &self.catalogue, self.look))
                .inner
                || closes)
        {
            self.rules = None;
        }
        // before the page: the card's keys are no orders
        let legend = match &self.page {
            Page::Match(page) if self.keys_card => page.sitting.table.legend(),
            _ => Vec::new(),
        };
        if self.keys_card && keys_card::show(ui, &legend) {
            self.keys_card = false;
        }
        if let Page::Match(page) = &mut self.page {
            page.sitting.reload_lesson(&self.catalogue, ui.ctx(), ui.input(|input| input.time));
            page.sitting.write_results(self.folder.as_deref());
            page.follow_packs(&self.catalogue, ui.ctx(), ui.input(|input| input.time));
        }
        let tabs = std::mem::take(&mut self.tabs);
        let busy = popup || self.is_busy();
        match &mut self.page {
            Page::First => self.first(ui, busy),
            Page::New(dialog) => match dialog.show(ui, &self.catalogue, busy) {
                Some(Ended::Cancelled) => self.go_first(),
                Some(Ended::Study(header)) => {
                    if let Some(about) = self.catalogue.abouts().into_iter().find(|about| about.id == header.game) {
                        let mut page = StudyPage::new(&about, *header);
                        page.lay_out(&self.catalogue, ui.ctx());
                        self.keep_dialog();
                        self.page = Page::Study(Box::new(page));
                    }
                }
                Some(Ended::Begin(header, habits)) => {
                    self.habits = habits;
                    self.begin(*header);
                }
                None => {}
            },
            Page::Packs(page) => match page.show(ui, &self.catalogue, busy) {
                Some(PacksEnd::Back) if self.kept.is_some() => self.back_to_dialog(),
                Some(PacksEnd::Back) => self.go_first(),
                Some(PacksEnd::Use(packs)) => self.use_packs(&packs),
                None => {}
            },
            Page::Study(page) => {
                if page.show(ui, &self.catalogue, self.look, busy) {
                    self.back_to_dialog();
                }
            }
            Page::Match(page) => match page.show(ui, &mut self.look, tabs, busy) {
                Some(Wish::Leave) => self.go_first(),
                Some(Wish::New) => self.new_game(),
                Some(Wish::Again) => {
                    let keeping = &page.sitting.keeping;
                    // one person alone chose no table
                    let table = if page.sitting.people() > 1 { keeping.table } else { self.habits.0 };
                    self.habits = (table, keeping.memory);
                    let header = Header { seed: Seed(seed::fresh()), ..page.sitting.table.header().clone() };
                    self.begin(header);
                }
                Some(Wish::SaveAs) => self.ask_where_to_save(),
                None => {}
            },
        }
        let wanted = match &mut self.page {
            Page::Match(page) => page.wanted.take(),
            Page::New(dialog) => dialog.wanted.take(),
            Page::First | Page::Study(_) | Page::Packs(_) => None,
        };
        if let Some(rule) = wanted {
            self.read(&rule);
        }
        let to_change = match &mut self.page {
            Page::Match(page) => page.to_change.take().or_else(|| self.rules.as_mut().and_then(RulesPage::take_change)),
            _ => None,
        };
        if let Some(rule) = to_change {
            self.ask_to_change(&rule);
        }
        if matches!(&self.page, Page::New(dialog) if dialog.to_packs) {
            self.show_packs(None, None);
        }
        self.dialogs(ui);
        if !matches!(self.page, Page::Study(_) | Page::Packs(_)) {
            self.kept = None;
        }
        self.measure(ui);
        self.remember(false);
    }

    /// Whether something lies over the page.
    fn is_busy(&self) -> bool {
        let asks = self.dialog.is_some() || self.word.is_some() || self.stuck.is_some() || self.asks_to_copy;
        asks || self.keys_card || self.card.is_some() || self.changing.is_some()
    }

    /// Opens the rules reference at what the moment is about, or closes it.
    pub(super) fn toggle_rules(&mut self) {
        if self.rules.take().is_some() {
            return;
        }
        let section = match &self.page {
            Page::Match(page) => page.section(),
            _ => None,
        };
        self.read(&section.unwrap_or(Rule::of("")));
    }

    /// Opens the rules reference of the game at hand at a section.
    fn read(&mut self, rule: &Rule) {
        let game = match &self.page {
            Page::Match(page) => Some(page.sitting.table.header().game.clone()),
            Page::New(dialog) => dialog.game().map(str::to_owned),
            Page::Study(page) => Some(page.game().to_owned()),
            Page::Packs(page) => page.game().map(str::to_owned),
            Page::First => self.about.as_ref().map(|about| about.id.clone()),
        };
        let Some(game) = game else { return };
        if !self.rules.as_ref().is_some_and(|rules| rules.is_of(&game)) {
            self.rules = RulesPage::of(&self.catalogue, &game);
        }
        match &mut self.rules {
            Some(rules) => rules.go_to(rule),
            None => self.word = Some("Nobody has written down the rules of this game yet.".to_owned()),
        }
    }

    /// Where the window is now; minimized or maximized ones tell nothing.
    fn measure(&mut self, ui: &Ui) {
        let zoom = ui.ctx().zoom_factor();
        let now = ui.input(|input| {
            let viewport = input.viewport();
            let usual = viewport.maximized != Some(true) && viewport.minimized != Some(true);
            let (outer, inner) = (viewport.outer_rect?, viewport.inner_rect?);
            usual.then(|| [outer.left(), outer.top(), inner.width(), inner.height()].map(|points| points * zoom))
        });
        self.window = now.or(self.window);
    }

    fn first(&mut self, ui: &mut Ui, busy: bool) {
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
            let lessons = self.lessons.get_or_insert_with(|| {
                let all = lesson::lessons(&self.catalogue);
                all.iter().map(|pack| (pack.id().to_owned(), pack.manifest.title.clone())).collect()
            });
            let word = self.first_word.as_deref();
            match first::show(ui, self.about.as_ref(), &saves, lessons, word, self.look, busy) {
                Some(First::Learn) => self.learn(FIRST),
                Some(First::Lesson(id)) => self.learn(&id),
                Some(First::PlayNow) => self.quick(Vacant::PersonAndBot),
                Some(First::Two) => self.quick(Vacant::People),
                Some(First::Options) => self.new_game(),
                Some(First::Open(path)) => self.open(&path),
                Some(First::Files) => self.ask_for_file(),
                None => {}
            }
        });
    }

    /// The dialog for a new game.
    pub(super) fn new_game(&mut self) {
        self.restock();
        self.page = Page::New(Box::new(NewGame::new(&self.catalogue, self.habits)));
    }

    /// Keeps the dialog of a new game for whoever comes back to it.
    fn keep_dialog(&mut self) {
        match std::mem::replace(&mut self.page, Page::First) {
            Page::New(dialog) => self.kept = Some(dialog),
            other => self.page = other,
        }
    }

    /// The dialog as it was left, or a new one.
    fn back_to_dialog(&mut self) {
        self.page = Page::New(self.dialog_again());
    }

    /// The dialog as it was left, over the packs that there are now; a new one where none was.
    pub(super) fn dialog_again(&mut self) -> Box<NewGame> {
        self.restock();
        match self.kept.take() {
            Some(mut dialog) => {
                dialog.take_in(&self.catalogue);
                dialog
            }
            None => Box::new(NewGame::new(&self.catalogue, self.habits)),
        }
    }

    /// Reads the games anew where their packs on the disk are no more those that they tell of.
    fn restock(&mut self) {
        let told = |about: &About| -> BTreeSet<String> {
            let all = [&about.variants, &about.setups].into_iter().flatten().map(|named| named.name.clone());
            all.chain(about.seats.iter().cloned()).collect()
        };
        let is_new = |about: &About| {
            let Ok(game) = self.catalogue.game(&about.id) else { return false };
            let told = told(about);
            let kinds = [Kind::Variant, Kind::Setup, Kind::Bot];
            let is_meant = |pack: &&Pack| kinds.contains(&pack.manifest.kind);
            game.packs().all().filter(is_meant).any(|pack| !told.contains(pack.id()))
        };
        if self.catalogue.abouts().iter().any(is_new) {
            let files = self.catalogue.files().clone();
            // one that cannot be read now was read once: its games are played on
            if let Ok(catalogue) = self.catalogue.among(&files) {
                self.put_on_shelf(Shelf::Own(Rc::new(catalogue)));
            }
        }
    }

    /// The packs, one of them looked at, with a word of what was done.
    pub(super) fn show_packs(&mut self, id: Option<&str>, word: Option<String>) {
        self.keep_dialog();
        if let Some(dialog) = &mut self.kept {
            dialog.to_packs = false;
        }
        let mut page = PacksPage::new(&self.catalogue);
        if let Some(id) = id {
            page.turn_to(id);
        }
        page.word = word;
        self.page = Page::Packs(Box::new(page));
    }

    /// A new game with packs; a lesson is begun.
    fn use_packs(&mut self, packs: &[Pack]) {
        match packs.iter().find(|pack| pack.manifest.kind == Kind::Tutorial) {
            Some(lesson) => self.learn(lesson.id()),
            None => self.new_game_with(packs),
        }
    }

    /// Other games from now on; what is open stays as it is.
    pub(super) fn put_on_shelf(&mut self, shelf: Shelf<'a>) {
        self.catalogue = shelf;
        self.lessons = None;
    }

    /// Back to the first screen.
    pub(super) fn go_first(&mut self) {
        self.page = Page::First;
        self.saves = self.folder.as_deref().map(saves::list).unwrap_or_default();
    }

    /// Begins a lesson.
    pub fn learn(&mut self, id: &str) {
        let packs = lesson::lessons(&self.catalogue);
        let Some(pack) = packs.into_iter().find(|pack| pack.id() == id) else { return };
        match lesson::begin(&pack, &self.catalogue) {
            Ok((tutor, table)) => self.page = Page::Match(Box::new(MatchPage::new(Sitting::led(tutor, table, pack)))),
            Err(fault) => self.word = Some(format!("The lesson cannot begin: {fault}")),
        }
    }

    /// A match as the first game has it.
    fn quick(&mut self, vacant: Vacant) {
        let Some(about) = &self.about else { return };
        let spec = Spec { seed: Seed(seed::fresh()), ..Spec::default() };
        match spec.header(about, vacant) {
            Ok(header) => self.begin(header),
            Err(unfit) => self.word = Some(unfit.to_string()),
        }
    }

    /// Begins a match, which is on the disk from its first order.
    fn begin(&mut self, header: Header) {
        let save = self.folder.as_deref().and_then(|folder| saves::new_file(folder, &header.game));
        let (table, unsaved) = match self.catalogue.start(header.clone(), save.as_deref()) {
            Ok(table) => (Ok(table), save.is_none().then(|| "there is no folder for matches".to_owned())),
            Err(cannot) if save.is_some() => (self.catalogue.start(header, None), Some(cannot.to_string())),
            Err(cannot) => (Err(cannot), None),
        };
        match table {
            Ok(table) => {
                let mut sitting = Sitting::new(table);
                if sitting.people() > 1 {
                    sitting.set_table(self.habits.0);
                }
                sitting.set_memory(self.habits.1);
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

    /// Asks under which name the match is to be saved.
    pub(super) fn ask_where_to_save(&mut self) {
        let Page::Match(page) = &self.page else { return };
        let path = page.sitting.table.save_path().and_then(saves::free_beside);
        let path = path.map_or_else(String::new, |path| path.display().to_string());
        self.dialog = Some(FileDialog::new(Purpose::SaveAs, path, Vec::new()));
    }

    /// Asks which file is to be opened.
    pub(super) fn ask_for_file(&mut self) {
        let folder = self.folder.as_deref().map_or_else(String::new, |folder| folder.display().to_string());
        self.dialog = Some(FileDialog::new(Purpose::Open, folder, self.saves.clone()));
    }

    /// A file that was dropped on the window is opened.
    fn dropped(&mut self, ui: &Ui) {
        let path = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_path_buf()));
        if let Some(path) = path {
            match is_meant(&path) {
                true => self.meet_pack(&path),
                false => self.open(&path),
            }
        }
    }

    fn dialogs(&mut self, ui: &Ui) {
        self.ask_from_where(ui);
        self.ask_to_copy(ui);
        self.show_card(ui);
        self.show_changing(ui);
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
            dialog.refuse(why);
        }
    }
}

impl eframe::App for Desk<'_> {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.remember(true);
    }

    fn raw_input_hook(&mut self, ctx: &egui::Context, raw: &mut egui::RawInput) {
        self.take_tabs(ctx, raw);
        // the graphics say in the first frame what they allow
        if let Some(side) = &mut raw.max_texture_side {
            *side = LETTERS_SIDE.min(*side);
        }
    }
}
