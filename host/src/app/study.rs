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
use eframe::egui::{self, Color32, ProgressBar, RichText, ScrollArea, Ui, vec2};

use super::board::BoardView;
use super::look::{Look, book, head};
use super::plot::{Bar, Curve, bars, curves};
use super::words;

/// No game of any of our boards is so long; a variant that never ends is.
const MOST_ORDERS: u32 = 20_000;
/// How often the counts are shown anew.
const OFTEN: Duration = Duration::from_millis(200);

/// What is counted of a study so far.
#[derive(Clone, Default)]
struct Counts {
    done: u64,
    games: u64,
    seconds: f64,
    forecast: f64,
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
            forecast: session.forecast(),
            ended: session.ended().0,
            verdict: compares.then(|| session.verdict(label)),
            shares: session.versions().map(shares).collect(),
            differences: sides.iter().filter(|_| compares).map(|side| session.difference(side)).collect(),
            trends: session.versions().filter_map(|which| Some((which, session.trend(which)?.clone()))).collect(),
            failed: failures.map(|(seed, why)| format!("The game of seed {seed} failed: {why}")).next(),
            wrong: None,
        }
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
    sides: Vec<String>,
    figures: Vec<String>,
    games: u64,
    scene: Option<Scene>,
    parts: BTreeMap<String, Part>,
    view: BoardView,
    work: Option<Work>,
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
        StudyPage {
            title: about.title.clone(),
            base: printed,
            variant,
            sides: about.sides.clone(),
            figures: Vec::new(),
            games: 400,
            scene: None,
            parts: BTreeMap::new(),
            view: BoardView::default(),
            work: None,
            wrong: None,
        }
    }

    /// The game that is studied.
    pub(super) fn game(&self) -> &str {
        &self.base.game
    }

    fn begin(&mut self, catalogue: &Catalogue, ctx: &egui::Context) -> Result<(), String> {
        let game = catalogue.game(&self.base.game).map_err(|unfit| unfit.to_string())?;
        let version = |header: &Header| Version { header: header.clone(), forbidden: Vec::new() };
        let study = Study {
            base: version(&self.base),
            variant: self.variant.as_ref().map(|(header, _)| version(header)),
            seeds: 0..self.games,
            threads: 0,
            most_orders: MOST_ORDERS,
            turns: true,
            until: None,
        };
        let session = Session::open(study, game).map_err(|cannot| cannot.to_string())?;
        let table = catalogue.start(self.base.clone(), None).map_err(|cannot| cannot.to_string())?;
        self.scene = Some(table.scene(Seat(0)));
        let shapes = self.scene.iter().flat_map(|scene| &scene.layers).flat_map(|layer| layer.shapes.iter());
        self.parts = shapes.filter_map(|shape| Some((table.part_name(shape.part?), shape.part?))).collect();
        self.figures = session.figures().map(str::to_owned).collect();
        let label = self.variant.as_ref().map_or_else(String::new, |(_, label)| label.clone());
        self.work = Some(Work::begin(session, label, ctx.clone())?);
        Ok(())
    }

    /// Shows the page; whether it is left.
    pub(super) fn show(&mut self, ui: &mut Ui, catalogue: &Catalogue, look: Look, busy: bool) -> bool {
        let mut left = !busy && ui.input(|input| input.key_pressed(egui::Key::Escape));
        let counts = self.work.as_ref().map(Work::counts);
        egui::Panel::left("study").default_size(520.0).show(ui, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.label(book("Study", 26.0, Face::Bold));
                self.told(ui);
                left |= self.buttons(ui, catalogue, counts.as_ref());
                if let Some(wrong) = &self.wrong {
                    ui.colored_label(ui.visuals().error_fg_color, words::sentence(wrong));
                }
                if let Some(counts) = &counts {
                    self.found(ui, counts, look);
                }
            });
        });
        egui::CentralPanel::no_frame().show(ui, |ui| {
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
        let seats: Vec<String> =
            self.sides.iter().zip(&self.base.seats).map(|(side, bot)| format!("{side} by {bot}")).collect();
        ui.label(format!("{}, {}; {}.", self.title, self.base.setup.name, seats.join(", ")));
        match &self.variant {
            Some((_, label)) => ui.label(format!("As printed against the same with {label}, on the same seeds.")),
            None => ui.label("As printed. Choose a variant or a ruling in the dialog to compare it."),
        };
        if self.base.seats.iter().all(|bot| bot == "random") {
            ui.label(RichText::new("Random play is a smoke test: it says nothing about balance.").italics());
        }
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
            let left = counts.seconds / done as f64 * (games - done) as f64;
            let width = 100.0 * counts.forecast;
            ui.label(format!("About {left:.0} s left; the interval will be about {width:.1} points wide."));
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
                    lines.push(Curve {
                        name: format!("{}{version}", self.figures[*figure]),
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

    /// Where fights happen, of the variant where there is one: the larger the spot, the more.
    fn heat(&self, ui: &Ui, counts: &Counts, look: Look) {
        let Some((_, trend)) = counts.trends.last() else { return };
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
        let corner = ui.max_rect().left_top() + vec2(12.0, 10.0);
        let font = egui::FontId::proportional(13.0);
        let text = "Where fights happened: the larger the spot, the more of them.";
        ui.painter().text(corner, egui::Align2::LEFT_TOP, text, font, ui.visuals().text_color());
    }

    fn colour(&self, side: usize, look: Look) -> Color32 {
        look.colour(if side == 0 { Role::Red } else { Role::Blue })
    }
}
