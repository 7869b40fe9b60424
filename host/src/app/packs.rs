//! The page of packs: all that were found, what each changes, what is wrong with it, and a way to play with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bormida_core::games::Catalogue;
use bormida_core::games::changes::{Change, changes};
use bormida_core::kernel::About;
use bormida_core::pack::manifest::KINDS;
use bormida_core::pack::{Diagnostic, Kind, Origin, Pack, Severity};
use bormida_core::scene::Face;
use eframe::egui::{self, Button, CentralPanel, Checkbox, Frame, Key, Panel, RichText, ScrollArea, Ui, vec2};

use super::elsewhere::open_file;
use super::look::{book, head};
use super::new_game::{broken, warnings};
use crate::broken::in_a_line;
use crate::cli::findings;

/// The state of the page.
pub(super) struct PacksPage {
    /// The games, each with its packs by kind and id.
    games: Vec<(About, Vec<Pack>)>,
    /// The pack that is looked at: its game, and its place there.
    at: Option<(usize, usize)>,
    /// What is told of packs that were looked at.
    told: BTreeMap<(usize, usize), Told>,
    /// The packs that are ticked, by game: of variants those below before those above.
    taken: BTreeMap<usize, Vec<String>>,
    /// Where the chosen variants say different things, and which these are.
    clashes: Vec<String>,
    compared: (usize, Vec<String>),
    /// What is wrong with packs that cannot be used.
    broken: Vec<String>,
    /// What was done.
    pub(super) word: Option<String>,
}

/// What is told of one pack.
pub(super) struct Told {
    pub(super) changes: Vec<Change>,
    pub(super) findings: Vec<Diagnostic>,
    /// `check` has looked at it.
    is_checked: bool,
}

/// How the page ended.
pub(super) enum PacksEnd {
    /// Nothing is begun.
    Back,
    /// A new game with these packs of one game.
    Use(Vec<Pack>),
}

/// A kind of pack as its manifest writes it.
pub(super) fn kind_word(kind: Kind) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(word, _)| word)
}

/// Where a pack lies, for people.
pub(super) fn place_of(pack: &Pack) -> String {
    match &pack.origin {
        Origin::BuiltIn => "built in".to_owned(),
        Origin::Carried => "used from where it was dropped".to_owned(),
        Origin::Disk(path) => path.display().to_string(),
    }
}

/// What `check` finds in a pack; the house's own are looked at before they are shipped.
pub(super) fn look_at(pack: &Pack, catalogue: &Catalogue) -> Told {
    let changes = catalogue.game(&pack.manifest.game);
    let changes = changes.map(|game| changes_of(game, catalogue, pack)).unwrap_or_default();
    let findings = match &pack.origin {
        Origin::Disk(path) => findings(std::slice::from_ref(path), catalogue).iter().cloned().collect(),
        Origin::BuiltIn | Origin::Carried => Vec::new(),
    };
    Told { changes, findings, is_checked: matches!(pack.origin, Origin::Disk(_)) }
}

fn changes_of(game: &dyn bormida_core::games::HouseGame, catalogue: &Catalogue, pack: &Pack) -> Vec<Change> {
    changes(game, catalogue.files(), pack)
}

impl PacksPage {
    /// The page over the packs of all games.
    pub(super) fn new(catalogue: &Catalogue) -> PacksPage {
        let packs_of = |about: &About| {
            let own = catalogue.game(&about.id).map(|game| game.packs()).unwrap_or_default();
            let mut packs: Vec<Pack> = own.all().cloned().collect();
            packs.sort_by(|a, b| (a.manifest.kind, a.id()).cmp(&(b.manifest.kind, b.id())));
            packs
        };
        let games = catalogue.abouts().into_iter().map(|about| {
            let packs = packs_of(&about);
            (about, packs)
        });
        PacksPage {
            games: games.collect(),
            at: None,
            told: BTreeMap::new(),
            taken: BTreeMap::new(),
            clashes: Vec::new(),
            compared: Default::default(),
            broken: broken(catalogue),
            word: None,
        }
    }

    /// Looks at a pack.
    pub(super) fn turn_to(&mut self, id: &str) {
        let places = self.games.iter().enumerate();
        self.at =
            places.flat_map(|(g, (_, packs))| packs.iter().position(|pack| pack.id() == id).map(|p| (g, p))).next();
    }

    /// The game whose rules can be read beside it.
    pub(super) fn game(&self) -> Option<&str> {
        let (game, _) = self.at?;
        Some(self.games.get(game)?.0.id.as_str())
    }

    /// Shows the page; keys are not its own while the program is busy with something over it.
    pub(super) fn show(&mut self, ui: &mut Ui, catalogue: &Catalogue, busy: bool) -> Option<PacksEnd> {
        self.compare(catalogue);
        let mut end = None;
        Panel::bottom("packs end").show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(38.0);
                let using = self.using();
                let button = Button::new(RichText::new("Use in a new game").strong().size(16.0));
                let button = ui.add_enabled(!using.is_empty(), button);
                let titles: Vec<&str> = using.iter().map(|pack| pack.manifest.title.as_str()).collect();
                let button = button.on_hover_text(titles.join(", ")).on_disabled_hover_text("Tick a pack first.");
                if button.clicked() {
                    end = Some(PacksEnd::Use(using));
                }
                if ui.button(RichText::new("Back  Esc").size(16.0)).clicked() {
                    end = Some(PacksEnd::Back);
                }
                if let Some(word) = &self.word {
                    ui.label(word);
                }
            });
        });
        if !busy && ui.input(|input| input.key_pressed(Key::Escape)) {
            end = Some(PacksEnd::Back);
        }
        CentralPanel::default().show(ui, |ui| {
            ui.label(book("Packs", 26.0, Face::Bold));
            let high = ui.available_height();
            ui.horizontal_top(|ui| {
                let wide = ui.available_width();
                let column = |ui: &mut Ui, part: f32, name: &str, fill: &mut dyn FnMut(&mut Ui)| {
                    ui.allocate_ui(vec2(wide * part - 12.0, high), |ui| {
                        Frame::group(ui.style()).show(ui, |ui| {
                            ui.set_width(wide * part - 34.0);
                            let scroll = ScrollArea::vertical().id_salt(name).auto_shrink([false, true]);
                            scroll.show(ui, |ui| ui.vertical(|ui| fill(ui)));
                        });
                    });
                };
                column(ui, 0.42, "packs", &mut |ui| self.list(ui));
                column(ui, 0.58, "pack", &mut |ui| self.details(ui, catalogue));
            });
        });
        end
    }

    /// The game whose ticked packs are meant: that of the pack that is looked at, where some of it are ticked.
    fn meant(&self) -> usize {
        let here = self.at.map(|(game, _)| game);
        let ticked = here.filter(|game| self.taken.contains_key(game)).or_else(|| self.taken.keys().next().copied());
        ticked.or(here).unwrap_or(0)
    }

    /// What a new game would be begun with: the ticked packs of one game.
    fn using(&self) -> Vec<Pack> {
        let game = self.meant();
        let Some((_, packs)) = self.games.get(game) else { return Vec::new() };
        let taken = self.taken.get(&game).into_iter().flatten();
        taken.filter_map(|id| packs.iter().find(|pack| pack.id() == id)).cloned().collect()
    }

    /// The ticked variants of a game, below to above.
    fn variants(&self, game: usize) -> Vec<String> {
        let packs = self.games.get(game).map(|(_, packs)| packs.as_slice()).unwrap_or_default();
        let is_variant = |id: &&String| packs.iter().any(|p| p.id() == *id && p.manifest.kind == Kind::Variant);
        self.taken.get(&game).into_iter().flatten().filter(is_variant).cloned().collect()
    }

    /// Looks anew where the chosen variants say different things, when other ones are chosen.
    fn compare(&mut self, catalogue: &Catalogue) {
        let game = self.meant();
        let now = (game, self.variants(game));
        if now == self.compared {
            return;
        }
        let stack = self.games.get(game).and_then(|(about, _)| {
            let game = catalogue.game(&about.id).ok()?;
            Some((game, game.packs().stack(&now.1, Kind::Variant)))
        });
        self.clashes = match stack {
            Some((game, Ok(stack))) if stack.len() > 1 => game.clashes(&stack).iter().map(in_a_line).collect(),
            Some((_, Err(why))) => vec![why],
            _ => Vec::new(),
        };
        self.compared = now;
    }

    /// All packs, game by game.
    fn list(&mut self, ui: &mut Ui) {
        let PacksPage { games, at, taken, .. } = self;
        for (g, (about, packs)) in games.iter().enumerate() {
            ui.label(head(&about.title));
            if packs.is_empty() {
                ui.label(RichText::new("No packs.").small().weak());
            }
            for (p, pack) in packs.iter().enumerate() {
                let about = &pack.manifest;
                ui.horizontal(|ui| {
                    let chosen = taken.entry(g).or_default();
                    let mut is_taken = chosen.iter().any(|id| id == pack.id());
                    let tick = ui.add(Checkbox::without_text(&mut is_taken));
                    tick.widget_info(|| {
                        let said = format!("Take {}", about.title);
                        egui::WidgetInfo::selected(egui::Role::CheckBox, true, is_taken, said)
                    });
                    let what = match about.kind {
                        Kind::Variant => "Take it into a new game, above those taken before.",
                        Kind::Tutorial => "Begin this lesson.",
                        Kind::Setup | Kind::Bot | Kind::Game => "Take it into a new game.",
                    };
                    if tick.on_hover_text(what).changed() {
                        // of set-ups, bots and lessons there is one
                        let alone = about.kind != Kind::Variant;
                        let other = |id: &String| packs.iter().any(|p| p.id() == id && p.manifest.kind == about.kind);
                        chosen.retain(|id| id != pack.id() && !(alone && other(id)));
                        if is_taken {
                            chosen.push(pack.id().to_owned());
                        }
                    }
                    let is_at = *at == Some((g, p));
                    if ui.add(Button::selectable(is_at, &about.title).wrap()).clicked() {
                        *at = Some((g, p));
                    }
                    let origin = if pack.origin == Origin::BuiltIn { "built in" } else { "yours" };
                    let line = format!("{}, {}, {origin}", kind_word(about.kind), about.version);
                    ui.label(RichText::new(line).small().weak());
                });
            }
            ui.add_space(8.0);
        }
        taken.retain(|_, chosen| !chosen.is_empty());
        if self.broken.is_empty() {
            ui.label(RichText::new("Nothing wrong with these packs.").small().weak());
        } else {
            ui.label(head("Packs that cannot be used"));
            warnings(ui, &self.broken);
        }
    }

    fn details(&mut self, ui: &mut Ui, catalogue: &Catalogue) {
        self.stacked(ui);
        let Some(at) = self.at else {
            ui.label("Choose a pack to see what it changes. Ticked ones are taken into a new game.");
            ui.label(RichText::new("A folder or a zip of a pack may be dropped on the window.").weak());
            return;
        };
        let Some(pack) = self.games.get(at.0).and_then(|(_, packs)| packs.get(at.1)) else { return };
        let told = self.told.entry(at).or_insert_with(|| look_at(pack, catalogue));
        about(ui, pack);
        shown(ui, told);
        if let Origin::Disk(path) = &pack.origin {
            let folder =
                if path.is_dir() { path.clone() } else { path.parent().map_or_else(PathBuf::new, PathBuf::from) };
            if ui.button("Open folder").clicked() {
                self.word = open_file(&folder).err();
            }
        }
    }

    /// The chosen variants as they lie over each other, and where they say different things.
    fn stacked(&self, ui: &mut Ui) {
        let (game, chosen) = &self.compared;
        if chosen.is_empty() {
            return;
        }
        let Some((about, packs)) = self.games.get(*game) else { return };
        ui.label(head("Chosen, the uppermost first"));
        for id in chosen.iter().rev() {
            let known = packs.iter().find(|pack| pack.id() == id);
            ui.label(known.map_or(id.as_str(), |pack| pack.manifest.title.as_str()));
        }
        ui.label(RichText::new(format!("over {} as printed", about.title)).weak());
        if self.clashes.is_empty() && chosen.len() > 1 {
            ui.label(RichText::new("They do not contradict each other.").small().weak());
        }
        warnings(ui, &self.clashes);
        ui.separator();
    }
}

/// What a pack says of itself, and where it lies.
pub(super) fn about(ui: &mut Ui, pack: &Pack) {
    let about = &pack.manifest;
    ui.label(book(&about.title, 20.0, Face::Bold));
    let by = if about.authors.is_empty() { String::new() } else { format!(", by {}", about.authors.join(", ")) };
    ui.label(format!("{} {}, a {} of {}{by}", about.id, about.version, kind_word(about.kind), about.game));
    ui.label(RichText::new(place_of(pack)).small().weak());
    if !about.description.is_empty() {
        ui.label(&about.description);
    }
    if !about.depends.is_empty() {
        ui.label(format!("It lies over {}.", about.depends.join(", ")));
    }
    for option in &about.options {
        ui.label(RichText::new(format!("option {}: {} ({})", option.name, option.title, option.default)).small());
    }
}

/// What a pack changes, and what is wrong with it.
pub(super) fn shown(ui: &mut Ui, told: &Told) {
    ui.add_space(6.0);
    ui.label(head("What it changes"));
    if told.changes.is_empty() {
        ui.label("Nothing.");
    }
    let mut said = BTreeSet::new();
    for change in &told.changes {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&change.what).strong());
            if !change.section.is_empty() {
                ui.label(RichText::new(format!("({})", change.section)).small());
            }
        });
        if !change.help.is_empty() && said.insert(&change.help) {
            ui.indent(&change.what, |ui| ui.label(RichText::new(&change.help).small().weak()));
        }
    }
    if !told.is_checked {
        return;
    }
    ui.add_space(6.0);
    if told.findings.is_empty() {
        ui.label(RichText::new("Nothing is wrong with it.").small().weak());
        return;
    }
    ui.label(head("What is wrong with it"));
    for finding in &told.findings {
        let colour = match finding.severity {
            Severity::Error => ui.visuals().error_fg_color,
            Severity::Warning => ui.visuals().warn_fg_color,
        };
        ui.add(egui::Label::new(RichText::new(in_a_line(finding)).small().color(colour)).wrap());
    }
}
