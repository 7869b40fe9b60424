//! `fuzz`: random play of a game or pack in search of what breaks.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bormida_core::fuzz::{Finding, Fuzz, Target};
use bormida_core::games::{Catalogue, HouseGame, house_with};
use bormida_core::kernel::About;
use bormida_core::lesson::walk_lesson;
use bormida_core::pack::{Diagnostic, Kind, Pack};
use serde_json::json;

use super::open::eprint_line;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::FuzzIt;

/// What is fuzzed, on whose shelf.
struct Chosen {
    /// A shelf of its own, for a pack that lies elsewhere.
    own: Option<Catalogue>,
    game: String,
    variants: Vec<String>,
    setup: Option<String>,
    bot: Option<String>,
    /// A lesson, which is walked instead of played.
    lesson: Option<Pack>,
}

impl Chosen {
    fn game(id: &str) -> Chosen {
        Chosen { own: None, game: id.to_owned(), variants: Vec::new(), setup: None, bot: None, lesson: None }
    }

    fn shelf<'a>(&'a self, catalogue: &'a Catalogue) -> Result<&'a dyn HouseGame, Failure> {
        Ok(self.own.as_ref().unwrap_or(catalogue).game(&self.game)?)
    }
}

/// Finds what a word of the command line names: a pack's folder or archive, a game, a pack of a game.
fn chosen(what: &str, catalogue: &Catalogue) -> Result<Chosen, Failure> {
    let path = Path::new(what);
    if Pack::is_at(path) {
        let pack = Pack::read(path).map_err(|findings| Failure::Lost(findings.to_string()))?;
        let mut chosen = Chosen::game(&pack.manifest.game);
        if pack.manifest.kind != Kind::Game {
            let files = catalogue.files().clone().and_beside(path);
            chosen.own = Some(house_with(&files, &[]).map_err(|fault| Failure::Lost(fault.to_string()))?);
        }
        chosen.take(&pack);
        return Ok(chosen);
    }
    if let Ok(game) = catalogue.game(what) {
        return Ok(Chosen::game(&game.about().id));
    }
    for about in catalogue.abouts() {
        let packs = catalogue.game(&about.id)?.packs();
        if let Some(pack) = packs.get(what) {
            let mut chosen = Chosen::game(&about.id);
            chosen.take(pack);
            return Ok(chosen);
        }
    }
    Err(match path.exists() {
        true => Failure::Use(format!("{what}: there is no pack.toml in it")),
        false => match catalogue.game(what) {
            Err(unfit) => Failure::Use(format!("{unfit}; a pack's id or folder will do too")),
            Ok(_) => Failure::Use(format!("\"{what}\" is not known")),
        },
    })
}

impl Chosen {
    fn take(&mut self, pack: &Pack) {
        let id = pack.id().to_owned();
        match pack.manifest.kind {
            Kind::Variant => {
                self.variants = pack.manifest.depends.iter().cloned().chain([id]).collect();
            }
            Kind::Setup => {
                self.variants.clone_from(&pack.manifest.depends);
                self.setup = Some(id);
            }
            Kind::Bot => self.bot = Some(id),
            Kind::Tutorial => self.lesson = Some(pack.clone()),
            Kind::Game => {}
        }
    }
}

/// Plays, tells what broke, and saves it. Exit status 1 when something did.
pub(super) fn run(args: &FuzzIt, voice: &mut Voice<'_>) -> Ended {
    let chosen = chosen(&args.what, voice.catalogue)?;
    if let Some(lesson) = &chosen.lesson {
        return walk(lesson, chosen.own.as_ref().unwrap_or(voice.catalogue), args, voice);
    }
    let game = chosen.shelf(voice.catalogue)?;
    let about = game.about();
    if let Some(why) = &about.broken {
        return Err(Failure::Lost(format!("the game \"{}\" cannot be played: {why}", about.id)));
    }
    let bot = chosen.bot.as_ref().map(|bot| seat_of(&about, bot));
    let target = Target::of(&about, &chosen.variants, chosen.setup.as_deref(), bot.as_deref());
    let fuzz = Fuzz {
        target,
        seed: args.seed,
        games: args.games.unwrap_or(if args.time.is_some() { u64::MAX } else { 100 }),
        most_orders: args.most_orders,
        every: args.every,
        threads: args.threads,
    };
    let (began, shown) = (Instant::now(), io::stderr().is_terminal());
    let last = args.time.map(Duration::from_secs);
    let stop = || last.is_some_and(|last| began.elapsed() >= last);
    let fuzzed = quiet(|| {
        fuzz.run(game, &stop, &|fuzzed| {
            if shown {
                let (games, found) = (fuzzed.games, fuzzed.findings.len());
                let _ = write!(io::stderr(), "\r{games} games, {} orders, {found} findings \x1b[K", fuzzed.orders);
            }
        })
    });
    if shown {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let fuzzed = fuzzed.ok_or_else(|| Failure::Lost("the program itself failed".to_owned()))?;
    let saved = fuzzed.findings.iter().map(|finding| (finding, save(finding, game, &args.out, &args.what)));
    let saved: Vec<(&Finding, Option<PathBuf>)> = saved.collect();
    if voice.json {
        let findings: Vec<_> = saved.iter().map(|(finding, file)| told(finding, file.as_deref())).collect();
        voice.object(&json!({
            "game": about.id,
            "games": fuzzed.games,
            "ended": fuzzed.ended,
            "orders": fuzzed.orders,
            "moments": fuzzed.moments,
            "seed": args.seed,
            "seconds": (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            "findings": findings,
        }))?;
    } else {
        for (finding, file) in &saved {
            write_finding(finding, file.as_deref(), voice.out)?;
        }
        let (games, ended, orders) = (fuzzed.games, fuzzed.ended, fuzzed.orders);
        let found = if games == 0 { "no game was played".to_owned() } else { found(saved.len()) };
        writeln!(voice.out, "{games} games, {ended} to their end, {orders} orders: {found}.")?;
    }
    Ok(if saved.is_empty() { Status::Fine } else { Status::Findings })
}

/// A lesson is gone through by its right orders, by Skip alone, and then by pressing anything, once for each game that is
/// asked for.
fn walk(lesson: &Pack, catalogue: &Catalogue, args: &FuzzIt, voice: &mut Voice<'_>) -> Ended {
    let began = Instant::now();
    let last = args.time.map(Duration::from_secs);
    let stop = || last.is_some_and(|last| began.elapsed() >= last);
    let walks = args.games.unwrap_or(if args.time.is_some() { u64::MAX } else { 20 });
    let seeds = args.seed..args.seed.saturating_add(walks);
    let trials = quiet(|| walk_lesson(lesson, catalogue, seeds, &stop));
    let trials = trials.ok_or_else(|| Failure::Lost("the program itself failed".to_owned()))?;
    // what the right orders and Skip do not do is told once
    let mut findings: Vec<&Diagnostic> = trials.iter().filter_map(|trial| trial.finding.as_ref()).collect();
    findings.dedup_by_key(|finding| (finding.line, finding.message.rsplit(": ").next().map(str::to_owned)));
    if voice.json {
        let told = findings.iter().map(|finding| json!({ "clause": "lesson", "why": finding.message, "at": finding }));
        voice.object(&json!({
            "lesson": lesson.id(),
            "games": trials.len(),
            "seed": args.seed,
            "seconds": (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            "findings": told.collect::<Vec<_>>(),
        }))?;
    } else {
        for finding in &findings {
            writeln!(voice.out, "lesson: {finding}")?;
        }
        let found = found(findings.len());
        writeln!(voice.out, "{} was gone through {} times: {found}.", lesson.id(), trials.len())?;
    }
    Ok(if findings.is_empty() { Status::Fine } else { Status::Findings })
}

/// How much was found.
fn found(findings: usize) -> String {
    match findings {
        0 => "nothing broke".to_owned(),
        1 => "one finding".to_owned(),
        n => format!("{n} findings"),
    }
}

/// What a bot of a pack sits down as.
fn seat_of(about: &About, id: &str) -> String {
    // the first that the house ships sits down as `lua`
    if about.seats.iter().any(|seat| seat == id) { id.to_owned() } else { "lua".to_owned() }
}

/// Crashes are findings here, and told as such: the usual report of a panic would only repeat them.
fn quiet<T>(play: impl FnOnce() -> T) -> Option<T> {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(play));
    std::panic::set_hook(usual);
    played.ok()
}

/// Saves a finding under a name of its own; where that is not possible, it is said why.
fn save(finding: &Finding, game: &dyn HouseGame, folder: &Path, what: &str) -> Option<PathBuf> {
    if finding.clause == "start" {
        return None;
    }
    let name = Path::new(what).file_stem().and_then(|name| name.to_str()).unwrap_or("pack");
    let clause = finding.clause.replace(' ', "-");
    let file = |k: u32| match k {
        1 => folder.join(format!("{name}-{clause}-{}.match", finding.seed)),
        k => folder.join(format!("{name}-{clause}-{}-{k}.match", finding.seed)),
    };
    let path = (1..1000).map(file).find(|path| !path.exists())?;
    let made = std::fs::create_dir_all(folder).map_err(|e| e.to_string());
    match made.and_then(|()| finding.save(game, &path).map_err(|e| e.to_string())) {
        Ok(()) => Some(path),
        Err(why) => {
            eprint_line(&format!("{}: {why}", path.display()));
            None
        }
    }
}

fn told(finding: &Finding, file: Option<&Path>) -> serde_json::Value {
    json!({
        "clause": finding.clause,
        "why": finding.why,
        "seed": finding.seed,
        "setup": finding.header.setup.name,
        "settings": finding.header.settings(),
        "orders": finding.orders,
        "next": finding.next,
        "games": finding.games,
        "file": file.map(|file| file.display().to_string()),
    })
}

fn write_finding(finding: &Finding, file: Option<&Path>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", finding.clause, finding.why)?;
    let settings: Vec<String> =
        finding.header.settings().iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let settings = if settings.is_empty() { String::new() } else { format!(", {}", settings.join(", ")) };
    let games = if finding.games == 1 { "one game".to_owned() } else { format!("{} games", finding.games) };
    writeln!(
        out,
        "  set-up {}{settings}, seed {}, after {} orders; {games}",
        finding.header.setup.name,
        finding.seed,
        finding.orders.len()
    )?;
    if let Some(next) = &finding.next {
        writeln!(out, "  the next order shows it: {next}")?;
    }
    match file {
        Some(file) => writeln!(out, "  {}", file.display()),
        None => Ok(()),
    }
}
