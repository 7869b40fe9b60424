//! The dialog for a new game: game, set-up, variants in order, rulings, seats, the table and the seed.

use std::collections::BTreeMap;

use bormida_core::games::catalogue::PERSON;
use bormida_core::games::{Catalogue, Spec, Unfit, Vacant};
use bormida_core::kernel::{About, Header, Named, OptionForm, OptionValue, PackOption, Rule, Seed};
use bormida_core::pack::{Kind, Pack};
use bormida_core::scene::Face;
use eframe::egui::{
    self, Button, ComboBox, Frame, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};

use super::keeping::{Memory, TableKind};
use super::look::{book, head};
use super::menus::{choose_memory, choose_table};
use super::rules;
use super::words;
use crate::broken::{broken_packs, in_a_line};
use crate::seed;

/// The state of the dialog.
pub(super) struct NewGame {
    abouts: Vec<About>,
    game: usize,
    setup: usize,
    /// The variants that are taken, the lowest first.
    variants: Vec<String>,
    rulings: BTreeMap<String, String>,
    /// Options that are not as their packs have them, by `PACK.NAME`.
    options: BTreeMap<String, String>,
    /// Where the variants say different things, and the game and variants of which this is true.
    clashes: Vec<String>,
    compared: (String, Vec<String>),
    /// What is wrong with packs that cannot be used.
    broken: Vec<String>,
    seats: Vec<String>,
    iterations: u32,
    table: TableKind,
    memory: Memory,
    friendly: bool,
    designer: bool,
    seed: String,
    wrong: Option<String>,
    /// The section of the rules that says what of the chosen game is reconstructed.
    reconstructed: Option<Rule>,
    /// A section of the rules that the person wants to read.
    pub(super) wanted: Option<Rule>,
    /// The person wants to see the packs.
    pub(super) to_packs: bool,
}

/// What the mark of a designer's match means.
const DESIGNER: &str = "Nothing is hidden in this match: it is for trying rules. It shows what scripts print and the whole \
                        state, reads packs anew when they are saved, and stays marked for ever.";

/// How the dialog ended.
pub(super) enum Ended {
    /// Nothing is begun.
    Cancelled,
    /// Bots play this match many times.
    Study(Box<Header>),
    /// A match with this header, at this table, with this memory.
    Begin(Box<Header>, (TableKind, Memory)),
}

/// A ruling's value for people.
fn choice_words(value: &str) -> String {
    match value {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        _ => value.replace('_', " "),
    }
}

/// Packs that were found and cannot be used, a line a finding.
pub(super) fn broken(catalogue: &Catalogue) -> Vec<String> {
    let left_out = catalogue.left_out().map(|(id, why)| format!("The game \"{id}\" is left out: {why}"));
    left_out.chain(broken_packs(catalogue).iter().map(in_a_line)).collect()
}

/// What is wrong with packs, in small letters: where variants say different things, and those that cannot be used.
pub(super) fn warnings(ui: &mut Ui, lines: &[String]) {
    for line in lines {
        ui.add(egui::Label::new(RichText::new(line).small().color(ui.visuals().warn_fg_color)).wrap());
    }
}

/// One option below its variant; what is as the pack has it is not kept.
fn option_row(ui: &mut Ui, option: &PackOption, chosen: &mut BTreeMap<String, String>) {
    let key = option.key();
    let now = chosen.get(&key).and_then(|text| option.form.read(text)).unwrap_or_else(|| option.default.clone());
    let mut value = now.clone();
    ui.horizontal(|ui| {
        ui.add_space(22.0);
        match (&option.form, &mut value) {
            (OptionForm::Bool, OptionValue::Bool(truth)) => {
                ui.checkbox(truth, &option.title).on_hover_text(&option.help);
            }
            (OptionForm::Int(least, most), OptionValue::Int(n)) => {
                let label = ui.label(&option.title).on_hover_text(&option.help);
                ui.add(egui::DragValue::new(n).range(*least..=*most)).labelled_by(label.id);
            }
            (OptionForm::Choice(words), OptionValue::Word(word)) => {
                let label = ui.label(&option.title).on_hover_text(&option.help);
                let list = ComboBox::from_id_salt(&key).selected_text(choice_words(word)).show_ui(ui, |ui| {
                    for choice in words {
                        ui.selectable_value(word, choice.clone(), choice_words(choice));
                    }
                });
                list.response.labelled_by(label.id);
            }
            _ => {}
        }
    });
    if value == option.default {
        chosen.remove(&key);
    } else if value != now {
        chosen.insert(key, value.to_string());
    }
}

impl NewGame {
    /// The dialog as the first game has it, with the table and the memory that were chosen last.
    pub(super) fn new(catalogue: &Catalogue, (table, memory): (TableKind, Memory)) -> NewGame {
        let mut dialog = NewGame {
            abouts: catalogue.abouts(),
            game: 0,
            setup: 0,
            variants: Vec::new(),
            rulings: BTreeMap::new(),
            options: BTreeMap::new(),
            clashes: Vec::new(),
            compared: Default::default(),
            broken: broken(catalogue),
            seats: Vec::new(),
            iterations: 1000,
            table,
            memory,
            friendly: false,
            designer: false,
            seed: String::new(),
            wrong: None,
            reconstructed: None,
            wanted: None,
            to_packs: false,
        };
        dialog.take_up();
        dialog
    }

    /// Takes in the games as they are now; what was chosen and still is there stays chosen.
    pub(super) fn take_in(&mut self, catalogue: &Catalogue) {
        let game = self.game().map(str::to_owned);
        let setup = self.abouts.get(self.game).and_then(|about| Some(about.setups.get(self.setup)?.name.clone()));
        (self.abouts, self.broken) = (catalogue.abouts(), broken(catalogue));
        (self.compared, self.wrong) = (Default::default(), None);
        let Some(at) = self.abouts.iter().position(|about| Some(&about.id) == game.as_ref()) else {
            self.game = 0;
            self.take_up();
            return;
        };
        self.game = at;
        let about = &self.abouts[at];
        self.setup = about.setups.iter().position(|here| Some(&here.name) == setup.as_ref()).unwrap_or(0);
        self.variants.retain(|id| about.variants.iter().any(|variant| variant.name == *id));
        if self.seats.iter().any(|seat| !about.seats.contains(seat)) {
            let company = Spec::default().header(about, Vacant::PersonAndBot).map(|header| header.seats);
            self.seats = company.unwrap_or_else(|_| vec![PERSON.to_owned(); about.sides.len()]);
        }
    }

    /// Says what went wrong when the match was to begin.
    pub(super) fn fail(&mut self, why: String) {
        self.wrong = Some(why);
    }

    /// The game that is chosen.
    pub(super) fn game(&self) -> Option<&str> {
        self.abouts.get(self.game).map(|about| about.id.as_str())
    }

    /// Chooses a pack, with its game and with the variants that it lies over.
    pub(super) fn take_pack(&mut self, pack: &Pack) {
        let Some(game) = self.abouts.iter().position(|about| about.id == pack.manifest.game) else { return };
        if self.game != game {
            self.game = game;
            self.take_up();
        }
        let about = &self.abouts[game];
        match pack.manifest.kind {
            Kind::Variant => {
                let below = pack.manifest.depends.iter().map(String::as_str);
                for id in below.chain([pack.id()]) {
                    let is_new = self.variants.iter().all(|taken| taken != id);
                    if is_new && about.variants.iter().any(|variant| variant.name == id) {
                        self.variants.push(id.to_owned());
                    }
                }
            }
            Kind::Setup => {
                let setup = about.setups.iter().position(|setup| setup.name == pack.id());
                self.setup = setup.unwrap_or(self.setup);
            }
            Kind::Bot => {
                let seat = self.seats.iter_mut().rev().find(|seat| *seat != PERSON);
                if let Some(seat) = seat.filter(|_| about.seats.iter().any(|seat| seat == pack.id())) {
                    *seat = pack.id().to_owned();
                }
            }
            Kind::Game | Kind::Tutorial => {}
        }
    }

    /// Takes up the chosen game's own choices.
    fn take_up(&mut self) {
        let Some(about) = self.abouts.get(self.game) else { return };
        self.setup = 0;
        self.variants.clear();
        self.rulings.clear();
        self.options.clear();
        let company = Spec::default().header(about, Vacant::PersonAndBot).map(|header| header.seats);
        self.seats = company.unwrap_or_else(|_| vec![PERSON.to_owned(); about.sides.len()]);
    }

    fn header(&self) -> Result<Header, String> {
        let about = self.abouts.get(self.game).ok_or("There is no game to play.")?;
        // one that nobody chose is seen by nobody: it is the key to what is hidden
        let seed = match self.seed.trim() {
            "" => seed::fresh(),
            chosen => chosen.parse::<u64>().map_err(|_| "The seed is a whole number.".to_owned())?,
        };
        let seat = |name: &String| match name.as_str() {
            "search" => format!("search:{}", self.iterations),
            _ => name.clone(),
        };
        let spec = Spec {
            setup: about.setups.get(self.setup).map(|setup| setup.name.clone()),
            variants: self.variants.clone(),
            rulings: self.rulings.clone(),
            options: self.options_in_use(about),
            seats: about.sides.iter().cloned().zip(self.seats.iter().map(seat)).collect(),
            seed: Seed(seed),
            friendly: self.friendly,
            all_seeing: self.designer,
        };
        spec.header(about, Vacant::PersonAndBot).map_err(|unfit: Unfit| words::sentence(&unfit.to_string()))
    }

    /// The options of the variants that are taken.
    fn options_in_use(&self, about: &About) -> BTreeMap<String, String> {
        let taken = |option: &&PackOption| option.pack == about.id || self.variants.contains(&option.pack);
        let keys: Vec<String> = about.options.iter().filter(taken).map(PackOption::key).collect();
        let in_use = self.options.iter().filter(|(key, _)| keys.contains(key));
        in_use.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// Looks anew where the variants say different things, when other ones are taken.
    fn compare(&mut self, catalogue: &Catalogue) {
        let Some(about) = self.abouts.get(self.game) else { return };
        let now = (about.id.clone(), self.variants.clone());
        if now == self.compared {
            return;
        }
        let told = catalogue.rulebook(&about.id).filter(|_| about.reconstructed);
        self.reconstructed = told.and_then(|book| Some(Rule(book.reconstructed()?.title.clone().into())));
        let game = catalogue.game(&about.id).ok().filter(|_| self.variants.len() > 1);
        let stack = game.and_then(|game| Some((game, game.packs().stack(&self.variants, Kind::Variant).ok()?)));
        let found = stack.map(|(game, stack)| game.clashes(&stack)).unwrap_or_default();
        self.clashes = found.iter().map(in_a_line).collect();
        self.compared = now;
    }

    /// Shows the dialog; keys are not its own while the program is busy with something over it.
    pub(super) fn show(&mut self, ui: &mut Ui, catalogue: &Catalogue, busy: bool) -> Option<Ended> {
        self.compare(catalogue);
        let mut ended = None;
        egui::Panel::bottom("new game end").show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.set_min_height(38.0);
                let go = ui.button(RichText::new("Start  Enter").strong().size(16.0)).clicked();
                if ui.button(RichText::new("Cancel  Esc").size(16.0)).clicked() {
                    ended = Some(Ended::Cancelled);
                }
                let study = ui.button(RichText::new("Study…").size(16.0));
                if study.on_hover_text("Bots play it many times, with these variants and without.").clicked() {
                    match self.header() {
                        Ok(header) => ended = Some(Ended::Study(Box::new(header))),
                        Err(wrong) => self.wrong = Some(wrong),
                    }
                }
                if let Some(wrong) = &self.wrong {
                    ui.colored_label(ui.visuals().error_fg_color, wrong);
                }
                let free = !busy && ui.memory(|memory| memory.focused().is_none());
                if go || (free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter))) {
                    match self.header() {
                        Ok(header) => ended = Some(Ended::Begin(Box::new(header), (self.table, self.memory))),
                        Err(wrong) => self.wrong = Some(wrong),
                    }
                }
            });
        });
        if !busy && ui.input(|input| input.key_pressed(Key::Escape)) {
            ended = Some(Ended::Cancelled);
        }
        egui::CentralPanel::default().show(ui, |ui| {
            ui.label(book("New game", 26.0, Face::Bold));
            let high = ui.available_height();
            ui.horizontal_top(|ui| {
                let wide = ui.available_width();
                let column = |ui: &mut Ui, part: f32, name: &str, fill: &mut dyn FnMut(&mut Ui)| {
                    ui.allocate_ui(vec2(wide * part - 12.0, high), |ui| {
                        Frame::group(ui.style()).show(ui, |ui| {
                            ui.set_width(wide * part - 34.0);
                            ScrollArea::vertical().id_salt(name).auto_shrink([false, true]).show(ui, |ui| {
                                ui.vertical(|ui| fill(ui));
                            });
                        });
                    });
                };
                column(ui, 0.22, "games", &mut |ui| self.games(ui));
                column(ui, 0.46, "rules", &mut |ui| self.rules(ui));
                column(ui, 0.32, "seats", &mut |ui| self.company(ui));
            });
        });
        ended
    }

    fn games(&mut self, ui: &mut Ui) {
        ui.label(head("Game"));
        for k in 0..self.abouts.len() {
            let about = &self.abouts[k];
            let clicked = ui.add(Button::selectable(self.game == k, &about.title).wrap()).clicked();
            if about.reconstructed {
                ui.label(RichText::new("reconstructed").small().italics());
            }
            if clicked && self.game != k {
                self.game = k;
                self.take_up();
            }
        }
        if let Some(about) = self.abouts.get(self.game) {
            ui.add_space(8.0);
            ui.label(RichText::new(&about.summary).weak());
        }
        if let Some(rule) = &self.reconstructed
            && ui.link(RichText::new(rule.0.as_ref()).small()).clicked()
        {
            self.wanted = Some(rule.clone());
        }
        ui.add_space(8.0);
        if self.broken.is_empty() {
            ui.label(RichText::new("Nothing wrong with these packs.").small().weak());
        } else {
            ui.label(head("Packs that cannot be used"));
            warnings(ui, &self.broken);
        }
        self.to_packs |= ui.button("Packs").on_hover_text("All packs, and what each changes.").clicked();
    }

    fn rules(&mut self, ui: &mut Ui) {
        let Some(about) = self.abouts.get(self.game) else { return };
        ui.label(head("Set-up"));
        for (k, setup) in about.setups.iter().enumerate() {
            ui.radio_value(&mut self.setup, k, &setup.title);
            if self.setup == k && !setup.summary.is_empty() {
                ui.indent(&setup.name, |ui| ui.label(RichText::new(&setup.summary).small().weak()));
            }
        }
        ui.add_space(8.0);
        variants(ui, about, &mut self.variants, &mut self.options);
        warnings(ui, &self.clashes);
        ui.add_space(8.0);
        let changed = self.rulings.len();
        ui.horizontal(|ui| {
            ui.label(head("Rulings"));
            ui.label(format!("{} as recommended, {changed} changed", about.rulings.len() - changed));
            if changed > 0 && ui.small_button("as recommended").clicked() {
                self.rulings.clear();
            }
        });
        let mut wanted = None;
        for ruling in &about.rulings {
            let now = self.rulings.get(&ruling.name).unwrap_or(&ruling.default).clone();
            ui.horizontal(|ui| {
                let mut value = now.clone();
                let combo = ComboBox::from_id_salt(&ruling.name).selected_text(choice_words(&value)).width(110.0);
                let combo = combo.show_ui(ui, |ui| {
                    for choice in &ruling.values {
                        ui.selectable_value(&mut value, choice.clone(), choice_words(choice));
                    }
                });
                let text = RichText::new(&ruling.help);
                let label = egui::Label::new(if now == ruling.default { text } else { text.strong() }).wrap();
                let label = ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 3.0;
                    let label = ui.add(label);
                    if rules::link(ui, &ruling.rule) {
                        wanted = Some(ruling.rule.clone());
                    }
                    label
                });
                combo.response.labelled_by(label.inner.id);
                if value == ruling.default {
                    self.rulings.remove(&ruling.name);
                } else {
                    self.rulings.insert(ruling.name.clone(), value);
                }
            });
        }
        self.wanted = wanted.or(self.wanted.take());
    }

    fn company(&mut self, ui: &mut Ui) {
        let Some(about) = self.abouts.get(self.game) else { return };
        ui.label(head("Seats"));
        for (side, seat) in about.sides.iter().zip(&mut self.seats) {
            ui.horizontal(|ui| {
                let called = |name: &str| if name == PERSON { "a person".to_owned() } else { format!("bot: {name}") };
                let combo = ComboBox::from_id_salt(side).selected_text(called(seat)).width(150.0);
                let combo = combo.show_ui(ui, |ui| {
                    for name in &about.seats {
                        let choice = ui.selectable_value(seat, name.clone(), called(name));
                        if let Some(help) = how_it_plays(name) {
                            choice.on_hover_text(help);
                        }
                    }
                });
                let label = ui.label(words::capital(side));
                combo.response.labelled_by(label.id);
            });
        }
        if self.seats.iter().any(|seat| seat == "search") {
            ui.horizontal(|ui| {
                let value = ui.add(egui::DragValue::new(&mut self.iterations).range(10..=1_000_000).speed(10));
                let label = ui.label("iterations a decision");
                value.labelled_by(label.id);
            });
        }
        ui.add_space(8.0);
        if self.seats.iter().filter(|seat| *seat == PERSON).count() > 1 {
            choose_table(ui, &mut self.table);
            ui.label(RichText::new(self.table.help()).small().weak());
            ui.add_space(8.0);
        }
        choose_memory(ui, &mut self.memory);
        ui.label(RichText::new(self.memory.help()).small().weak());
        ui.add_space(8.0);
        ui.label(head("Taking back"));
        ui.checkbox(&mut self.friendly, "Friendly: past dice, reveals and answers");
        ui.add_space(8.0);
        ui.label(head("Trying rules"));
        ui.checkbox(&mut self.designer, "Designer mode");
        ui.label(RichText::new(DESIGNER).small().weak());
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let label = ui.label(head("Seed"));
            let edit = TextEdit::singleline(&mut self.seed).hint_text("one that nobody knows");
            ui.add(edit.desired_width(180.0)).labelled_by(label.id);
        });
    }
}

/// The variants that are taken, to be moved and removed, and those that could be.
fn variants(ui: &mut Ui, about: &About, taken: &mut Vec<String>, options: &mut BTreeMap<String, String>) {
    ui.label(head("Variants"));
    if about.variants.is_empty() {
        ui.label(RichText::new("none").weak());
    }
    let small = |ui: &mut Ui, text: &str, said: String, enabled: bool| {
        let button = ui.add_enabled(enabled, Button::new(text).small());
        button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, &said));
        button.clicked()
    };
    let (mut swap, mut gone) = (None, None);
    for (k, name) in taken.iter().enumerate() {
        let Some(variant) = about.variants.iter().find(|variant| variant.name == *name) else { continue };
        ui.horizontal(|ui| {
            if small(ui, "up", format!("Move {} up", variant.title), k > 0) {
                swap = Some((k - 1, k));
            }
            if small(ui, "down", format!("Move {} down", variant.title), k + 1 < taken.len()) {
                swap = Some((k, k + 1));
            }
            if small(ui, "remove", format!("Remove {}", variant.title), true) {
                gone = Some(k);
            }
            ui.add(egui::Label::new(format!("{}. {}", k + 1, variant.title)).wrap()).on_hover_text(&variant.summary);
        });
        for option in about.options.iter().filter(|option| option.pack == *name) {
            option_row(ui, option, options);
        }
    }
    if let Some((a, b)) = swap {
        taken.swap(a, b);
    }
    if let Some(k) = gone {
        taken.remove(k);
    }
    if taken.len() > 1 {
        ui.label(RichText::new("A later one overrides those before it.").small().weak());
    }
    let open = about.variants.iter().filter(|variant| !taken.contains(&variant.name));
    let (examples, meant): (Vec<&Named>, Vec<&Named>) =
        open.partition(|variant| about.examples.contains(&variant.name));
    let mut offer = |ui: &mut Ui, variant: &Named| {
        ui.horizontal(|ui| {
            if small(ui, "add", format!("Add {}", variant.title), true) {
                taken.push(variant.name.clone());
            }
            ui.add(egui::Label::new(&variant.title).wrap()).on_hover_text(&variant.summary);
        });
    };
    meant.iter().for_each(|variant| offer(ui, variant));
    if !examples.is_empty() {
        let title = RichText::new("Examples for authors").weak();
        ui.collapsing(title, |ui| examples.iter().for_each(|variant| offer(ui, variant)));
    }
}

/// How a kind of bot plays, for whoever has to choose one.
pub(super) fn how_it_plays(seat: &str) -> Option<&'static str> {
    Some(match seat.split(':').next().unwrap_or(seat) {
        "lua" => "The game's own script. Play now takes it.",
        "steady" => "Gives the order that looks best at the moment.",
        "search" => "Plays on in its head before it decides; takes its time.",
        "random" => "Gives any legal order: no opponent, but good for trying things out.",
        _ => return None,
    })
}
