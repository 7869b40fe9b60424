//! The page of a study: what the new-game dialog has chosen against the game as it is printed, played by bots, with plots.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bormida_core::games::Catalogue;
use bormida_core::games::catalogue::PERSON;
use bormida_core::kernel::{About, Header, Part, Seat};
use bormida_core::scene::{Face, Role, Scene};
use bormida_core::study::{Difference, Session, Share, Study, Trend, Version, Which};
use eframe::egui::{self, Color32, ComboBox, Frame, Margin, ProgressBar, RichText, ScrollArea, Ui, vec2};

use super::board::BoardView;
use super::look::{Look, book, head};
use super::new_game::how_it_plays;
use super::plot::{Bar, Curve, bars, curves};
use super::words;

/// No game of any of our boards is so long; a variant that never ends is.
const MOST_ORDERS: u32 = 20_000;
/// How often the counts are shown anew.
const OFTEN: Duration = Duration::from_millis(200);
/// Seeds that are played before the start, to tell how long all of them take.
const PILOT: u64 = 2;
/// So many games are taken for the unit in which the width of an interval is told.
const UNIT: u64 = 1_000_000;

/// What is counted of a study so far.
#[derive(Clone, Default)]
struct Counts {
    done: u64,
    games: u64,
    seconds: f64,
    /// How wide the interval of one game alone would be, as far as the games so far tell, from 0 to 1 a side.
    spread: f64,
    ended: bool,
    verdict: Option<String>,
    /// Share of each side, by version.
    shares: Vec<(Which, Vec<Share>)>,
    differences: Vec<Difference>,
    trends: Vec<(Which, Trend)>,
    failed: Option<String>,
    wrong: Option<String>,
}

impl Counts {
    fn of(session: &Session, label: &str, seconds: f64) -> Counts {
        let sides = session.sides();
        let shares = |which| (which, sides.iter().map(|side| session.share(which, side)).collect());
        let compares = session.study().variant.is_some();
        let failures = session.versions().filter_map(|which| session.tally(which)?.first_failure.as_ref());
        Counts {
            done: session.done(),
            games: session.games(),
            seconds,
            spread: session.forecast_at(UNIT) * (UNIT as f64).sqrt(),
            ended: session.ended().0,
            verdict: compares.then(|| session.verdict(label)),
            shares: session.versions().map(shares).collect(),
            differences: sides.iter().filter(|_| compares).map(|side| session.difference(side)).collect(),
            trends: session.versions().filter_map(|which| Some((which, session.trend(which)?.clone()))).collect(),
            failed: failures.map(|(seed, why)| format!("The game of seed {seed} failed: {why}")).next(),
            wrong: None,
        }
    }

    /// How long so many games of each take, and how wide the interval will be; none before the first is played.
    fn forecast(&self, games: u64) -> Option<String> {
        let played = (self.done > 0).then_some(self.done as f64)?;
        let left = self.seconds / played * games as f64;
        Some(lasting(left))
    }

    /// How wide the interval after so many games will be, in points.
    fn width(&self, games: u64) -> f64 {
        let widest = if self.shares.len() > 1 { 200.0 } else { 100.0 };
        (100.0 * self.spread / (games.max(1) as f64).sqrt()).min(widest)
    }
}

/// A time in words.
fn lasting(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "less than a second".to_owned(),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.0} hours", s / 3600.0),
    }
}

/// A study at work in threads of its own; it stops when it is let go.
struct Work {
    counts: Arc<Mutex<Counts>>,
    stop: Arc<AtomicBool>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Work {
    fn begin(mut session: Session, label: String, ctx: egui::Context) -> Result<Work, String> {
        let counts = Arc::new(Mutex::new(Counts::of(&session, &label, 0.0)));
        let stop = Arc::new(AtomicBool::new(false));
        let (shared, stopped) = (counts.clone(), stop.clone());
        let play = move || {
            let (began, mut shown) = (Instant::now(), Instant::now());
            let put = |new: Counts| *shared.lock().unwrap_or_else(PoisonError::into_inner) = new;
            let run = session.run(&|| stopped.load(Ordering::Relaxed), &mut |session, _| {
                if shown.elapsed() > OFTEN {
                    shown = Instant::now();
                    put(Counts::of(session, &label, began.elapsed().as_secs_f64()));
                    ctx.request_repaint();
                }
                true
            });
            let wrong = run.err().map(|why| why.to_string());
            put(Counts { ended: true, wrong, ..Counts::of(&session, &label, began.elapsed().as_secs_f64()) });
            ctx.request_repaint();
        };
        let spawned = thread::Builder::new().name("study".to_owned()).spawn(play);
        spawned.map(|_| Work { counts, stop }).map_err(|error| format!("no thread for the study: {error}"))
    }

    fn counts(&self) -> Counts {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The page.
pub(super) struct StudyPage {
    title: String,
    base: Header,
    /// What is compared with it, and what it is called; none where the dialog has changed nothing.
    variant: Option<(Header, String)>,
    setup: String,
    sides: Vec<String>,
    /// The bots that can sit there.
    bots: Vec<String>,
    figures: Vec<String>,
    games: u64,
    scene: Option<Scene>,
    parts: BTreeMap<String, Part>,
    view: BoardView,
    /// A few games before the start, which tell how long all of them take.
    pilot: Option<Work>,
    work: Option<Work>,
    /// Whose fights are shown on the board.
    heat: Which,
    wrong: Option<String>,
}

/// The bot that plays where a person would sit.
fn stand_in(about: &About) -> String {
    let bot = about.seats.iter().find(|seat| *seat == "steady");
    bot.or_else(|| about.seats.iter().find(|seat| *seat != PERSON)).cloned().unwrap_or_default()
}

impl StudyPage {
    /// A study of the match that a dialog has chosen: against the same without its variants and rulings, where it has some.
    pub(super) fn new(about: &About, header: Header) -> StudyPage {
        let seats = header.seats.iter().map(|seat| if seat == PERSON { stand_in(about) } else { seat.clone() });
        let header = Header { seats: seats.collect(), ..header };
        let own = |key: &String| key.split('.').next() == Some(about.id.as_str());
        let printed = Header {
            variants: Vec::new(),
            rulings: BTreeMap::new(),
            options: about
                .options
                .iter()
                .filter(|option| own(&option.key()))
                .map(|option| (option.key(), option.default.to_string()))
                .collect(),
            ..header.clone()
        };
        let title = |name: &String| {
            let variant = about.variants.iter().find(|variant| variant.name == *name);
            variant.map_or(name.clone(), |variant| variant.title.clone())
        };
        let rulings = header.rulings.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " ")));
        let label: Vec<String> = header.variants.iter().map(title).chain(rulings).collect();
        let label = if label.is_empty() { "the options".to_owned() } else { label.join(" and ") };
        let variant = (header != printed).then_some((header, label));
        let setup = about.setups.iter().find(|setup| setup.name == printed.setup.name);
        let mut bots: Vec<String> = about.seats.iter().filter(|seat| *seat != PERSON).cloned().collect();
        for seat in &printed.seats {
            if !bots.contains(seat) {
                bots.push(seat.clone()); // a searcher with its own number of iterations
            }
        }
        StudyPage {
            title: about.title.clone(),
            setup: setup.map_or_else(|| printed.setup.name.clone(), |setup| setup.title.clone()),
            heat: if variant.is_some() { Which::Variant } else { Which::Base },
            base: printed,
            variant,
            sides: about.sides.clone(),
            bots,
            figures: Vec::new(),
            games: 400,
            scene: None,
            parts: BTreeMap::new(),
            view: BoardView::default(),
            pilot: None,
            work: None,
            wrong: None,
        }
    }

    /// Lays out the board, and plays a few games to tell how long all of them take.
    pub(super) fn lay_out(&mut self, catalogue: &Catalogue, ctx: &egui::Context) {
        let laid = self.board_of(catalogue).and_then(|()| {
            let session = self.session(catalogue, PILOT)?;
            Work::begin(session, String::new(), ctx.clone())
        });
        match laid {
            Ok(pilot) => (self.pilot, self.wrong) = (Some(pilot), None),
            Err(wrong) => (self.pilot, self.wrong) = (None, Some(wrong)),
        }
    }

    fn board_of(&mut self, catalogue: &Catalogue) -> Result<(), String> {
        if self.scene.is_some() {
            return Ok(());
        }
        let table = catalogue.start(self.base.clone(), None).map_err(|cannot| cannot.to_string())?;
        let scene = table.scene(Seat(0));
        let shapes = scene.layers.iter().flat_map(|layer| layer.shapes.iter());
        self.parts = shapes.filter_map(|shape| Some((table.part_name(shape.part?), shape.part?))).collect();
        self.scene = Some(scene);
        Ok(())
    }

    fn session(&self, catalogue: &Catalogue, games: u64) -> Result<Session, String> {
        let game = catalogue.game(&self.base.game).map_err(|unfit| unfit.to_string())?;
        let version = |header: &Header| Version { header: header.clone(), forbidden: Vec::new() };
        let study = Study {
            base: version(&self.base),
            variant: self.variant.as_ref().map(|(header, _)| version(header)),
            seeds: 0..games,
            threads: 0,
            most_orders: MOST_ORDERS,
            turns: true,
            until: None,
        };
        Session::open(study, game).map_err(|cannot| cannot.to_string())
    }

    /// The game that is studied.
    pub(super) fn game(&self) -> &str {
        &self.base.game
    }

    fn begin(&mut self, catalogue: &Catalogue, ctx: &egui::Context) -> Result<(), String> {
        self.board_of(catalogue)?;
        let session = self.session(catalogue, self.games)?;
        self.figures = session.figures().map(str::to_owned).collect();
        let label = self.variant.as_ref().map_or_else(String::new, |(_, label)| label.clone());
        self.pilot = None; // it would play beside
        self.work = Some(Work::begin(session, label, ctx.clone())?);
        Ok(())
    }

    /// Shows the page; whether it is left.
    pub(super) fn show(&mut self, ui: &mut Ui, catalogue: &Catalogue, look: Look, busy: bool) -> bool {
        let mut left = !busy && ui.input(|input| input.key_pressed(egui::Key::Escape));
        let counts = self.work.as_ref().map(Work::counts);
        egui::Panel::left("study").default_size(520.0).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                // the scroll bar lies over what it scrolls
                Frame::new().inner_margin(Margin { right: 14, ..Margin::ZERO }).show(ui, |ui| {
                    ui.label(book("Study", 26.0, Face::Bold));
                    self.told(ui);
                    self.company(ui, catalogue, counts.as_ref());
                    left |= self.buttons(ui, catalogue, counts.as_ref());
                    self.foretold(ui, counts.as_ref());
                    if let Some(wrong) = &self.wrong {
                        ui.colored_label(ui.visuals().error_fg_color, words::sentence(wrong));
                    }
                    if let Some(counts) = &counts {
                        self.found(ui, counts, look);
                    }
                });
            });
        });
        egui::CentralPanel::default().frame(Frame::new().fill(ui.visuals().panel_fill)).show(ui, |ui| {
            let Some(scene) = &self.scene else { return };
            self.view.show(ui, scene, look.palette, &[]);
            if let Some(counts) = &counts {
                self.heat(ui, counts, look);
            }
        });
        left
    }

    /// What is studied.
    fn told(&self, ui: &mut Ui) {
        ui.label(format!("{}: {}.", self.title, self.setup));
        match &self.variant {
            Some((_, label)) => ui.label(format!("As printed against the same with {label}, on the same seeds.")),
            None => ui.label("As printed. Choose a variant or a ruling in the dialog to compare it."),
        };
        if self.base.seats.iter().all(|bot| bot == "random") {
            ui.label(RichText::new("Random play is a smoke test: it says nothing about balance.").italics());
        }
    }

    /// Who plays; the same bots play the game as printed and the variant.
    fn company(&mut self, ui: &mut Ui, catalogue: &Catalogue, counts: Option<&Counts>) {
        let runs = counts.is_some_and(|counts| !counts.ended);
        let mut seats = self.base.seats.clone();
        ui.add_enabled_ui(!runs, |ui| {
            ui.horizontal_wrapped(|ui| {
                for (side, seat) in self.sides.iter().zip(&mut seats) {
                    let label = ui.label(format!("{} by", words::capital(side)));
                    let list = ComboBox::from_id_salt(("bot", side)).width(110.0).selected_text(seat.as_str());
                    let list = list.show_ui(ui, |ui| {
                        for bot in &self.bots {
                            let choice = ui.selectable_value(seat, bot.clone(), bot);
                            if let Some(help) = how_it_plays(bot) {
                                choice.on_hover_text(help);
                            }
                        }
                    });
                    list.response.labelled_by(label.id);
                }
            });
        });
        if seats != self.base.seats {
            if let Some((header, _)) = &mut self.variant {
                header.seats.clone_from(&seats);
            }
            self.base.seats = seats;
            self.work = None; // others have played that
            self.lay_out(catalogue, ui.ctx());
        }
    }

    /// How long it will take and how sure it will be, before it is begun.
    fn foretold(&self, ui: &mut Ui, counts: Option<&Counts>) {
        if counts.is_some_and(|counts| !counts.ended) {
            return; // it is told beside the bar
        }
        let pilot = self.pilot.as_ref().map(Work::counts);
        let Some(known) = counts.or(pilot.as_ref()).filter(|known| known.wrong.is_none()) else { return };
        let width = known.width(self.games);
        let text = match known.forecast(self.games) {
            Some(time) => format!("Takes about {time}; the interval will be about {width:.1} points wide."),
            None => format!("A game is timed. The interval will be about {width:.1} points wide."),
        };
        ui.label(RichText::new(text).weak());
    }

    fn buttons(&mut self, ui: &mut Ui, catalogue: &Catalogue, counts: Option<&Counts>) -> bool {
        let runs = counts.is_some_and(|counts| !counts.ended);
        let mut left = false;
        ui.horizontal(|ui| {
            let value = ui.add_enabled(!runs, egui::DragValue::new(&mut self.games).range(1..=1_000_000).speed(10));
            let label = ui.label("games of each");
            value.labelled_by(label.id);
            if runs {
                if ui.button("Cancel").clicked()
                    && let Some(work) = &self.work
                {
                    work.stop.store(true, Ordering::Relaxed);
                }
            } else if ui.button(RichText::new("Begin").strong()).clicked() {
                self.wrong = self.begin(catalogue, ui.ctx()).err();
            }
            left = ui.button("Back  Esc").clicked();
        });
        left
    }

    /// What was found so far.
    fn found(&self, ui: &mut Ui, counts: &Counts, look: Look) {
        let (done, games) = (counts.done, counts.games);
        let share = done as f32 / games.max(1) as f32;
        ui.add(ProgressBar::new(share).text(format!("{done} of {games}")));
        if !counts.ended && done > 0 {
            let (left, width) = (counts.forecast(games - done).unwrap_or_default(), counts.width(games));
            ui.label(format!("About {left} left; the interval will be about {width:.1} points wide."));
        }
        for wrong in counts.wrong.iter().chain(&counts.failed) {
            ui.colored_label(ui.visuals().error_fg_color, wrong);
        }
        if done == 0 {
            return;
        }
        if let Some(verdict) = &counts.verdict {
            ui.add_space(6.0);
            ui.label(RichText::new(verdict).strong().size(16.0));
        }
        ui.add_space(6.0);
        ui.label(head("Games won, with 95 % intervals"));
        let names = |which: Which, side: &str| match counts.shares.len() {
            1 => words::capital(side),
            _ => format!("{}, {}", words::capital(side), which.word()),
        };
        let mut all = Vec::new();
        for (k, side) in self.sides.iter().enumerate() {
            for (which, shares) in &counts.shares {
                let Some(Share { rate, low, high }) = shares.get(k).copied() else { continue };
                all.push(Bar { name: names(*which, side), colour: self.colour(k, look), rate, low, high });
            }
        }
        bars(ui, &all);
        for (side, found) in self.sides.iter().zip(&counts.differences) {
            let [gain, low, high] = [found.gain, found.low, found.high].map(|share| 100.0 * share);
            let shown = if found.shown { "" } else { "; no difference is shown" };
            let side = words::capital(side);
            ui.label(format!("{side}: {gain:+.1} of 100 games ({low:+.1} to {high:+.1}){shown}"));
        }
        let lost = self.figures.iter().any(|name| name.contains(" lost"));
        let plots = [("By turn", false), ("Lost by turn", true)];
        for (title, losses) in plots.into_iter().filter(|(_, losses)| !losses || lost) {
            let figures: Vec<usize> =
                (0..self.figures.len()).filter(|k| self.figures[*k].contains(" lost") == losses).collect();
            if !figures.is_empty() {
                ui.add_space(6.0);
                ui.label(head(title));
                self.plot(ui, title, &figures, counts, look);
            }
        }
    }

    fn plot(&self, ui: &mut Ui, title: &str, figures: &[usize], counts: &Counts, look: Look) {
        // one plot for each name, with the sides as its lines
        let mut names: Vec<String> = Vec::new();
        let stem = |name: &str| {
            let side = self.sides.iter().find_map(|side| name.strip_suffix(side.as_str()));
            side.unwrap_or(name).trim_end().to_owned()
        };
        for figure in figures {
            let name = stem(&self.figures[*figure]);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let longest = counts.trends.iter().max_by_key(|(_, trend)| trend.turns.len());
        let turns: Vec<String> =
            longest.map_or_else(Vec::new, |(_, trend)| trend.turns.iter().map(|turn| turn.time.clone()).collect());
        for name in names {
            let mut lines = Vec::new();
            for figure in figures.iter().filter(|figure| stem(&self.figures[**figure]) == name) {
                let side = self.sides.iter().position(|side| self.figures[*figure].ends_with(side.as_str()));
                for (which, trend) in &counts.trends {
                    let version = if counts.trends.len() > 1 { format!(", {}", which.word()) } else { String::new() };
                    let whose = side.map_or_else(|| self.figures[*figure].clone(), |k| words::capital(&self.sides[k]));
                    let variant = if *which == Which::Variant { ", variant" } else { "" };
                    lines.push(Curve {
                        name: format!("{}{version}", self.figures[*figure]),
                        short: format!("{whose}{variant}"),
                        colour: side.map_or(ui.visuals().text_color(), |side| self.colour(side, look)),
                        broken: *which == Which::Variant,
                        points: trend.turns.iter().map(|turn| turn.mean(*figure)).collect(),
                    });
                }
            }
            ui.label(RichText::new(words::capital(&name)).small());
            curves(ui, &format!("{title}, {name}"), &turns, &lines);
        }
        if counts.trends.len() > 1 {
            ui.label(RichText::new("Broken lines are the variant's.").small().weak());
        }
    }

    /// Where fights happen, of one version: the larger the spot, the more.
    fn heat(&mut self, ui: &mut Ui, counts: &Counts, look: Look) {
        let Some((_, trend)) = counts.trends.iter().find(|(which, _)| *which == self.heat) else { return };
        let most = trend.fights.values().max().copied().unwrap_or(0).max(1) as f32;
        let [r, g, b, _] = look.colour(Role::Bad).to_srgba_unmultiplied();
        for (place, times) in &trend.fights {
            let Some(at) = self.parts.get(place).and_then(|part| self.view.middle(*part)) else { continue };
            if !ui.clip_rect().contains(at) {
                continue;
            }
            let share = (*times as f32 / most).sqrt();
            ui.painter().circle_filled(at, 6.0 + 22.0 * share, Color32::from_rgba_unmultiplied(r, g, b, 110));
        }
        let corner = ui.max_rect().left_top() + vec2(8.0, 6.0);
        egui::Area::new(ui.scope_id().with("heat")).fixed_pos(corner).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.label("Where fights happened: the larger the spot, the more of them.");
                if let Some((_, label)) = &self.variant {
                    ui.horizontal(|ui| {
                        ui.selectable_value(&mut self.heat, Which::Base, "Fights as printed");
                        ui.selectable_value(&mut self.heat, Which::Variant, format!("Fights with {label}"));
                    });
                }
            });
        });
    }

    fn colour(&self, side: usize, look: Look) -> Color32 {
        look.colour(if side == 0 { Role::Red } else { Role::Blue })
    }
}
