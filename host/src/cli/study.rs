//! `study`: bots play many games, and the program counts.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bormida_core::games::Vacant;
use bormida_core::games::catalogue::PERSON;
use bormida_core::study::{Plan, Row, Tally};
use serde_json::{Map, Value, json};

use super::files::ends;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Study;

/// No game of any of our boards is so long; a variant that never ends is.
const MOST_ORDERS: u32 = 20_000;

/// Plays the games and tells the count. Exit status 1 when a game failed.
pub(super) fn run(args: &Study, voice: &mut Voice<'_>) -> Ended {
    let game = voice.catalogue.game(&args.game)?;
    let about = game.about();
    let header = args.asked.spec(0, false)?.header(&about, Vacant::Yardstick)?;
    if header.seats.iter().any(|name| name == PERSON) {
        return Err(Failure::Use("a study is played by bots; no seat can be human".to_owned()));
    }
    let seeds = match (&args.seeds, args.games) {
        (Some(seeds), None) => seeds.clone(),
        (Some(seeds), Some(games)) if seeds.end - seeds.start == games => seeds.clone(),
        (Some(seeds), Some(games)) => {
            let count = seeds.end - seeds.start;
            return Err(Failure::Use(format!("--seeds {seeds:?} are {count} games, --games says {games}")));
        }
        (None, Some(0)) => return Err(Failure::Use("--games needs at least one game".to_owned())),
        (None, games) => 0..games.unwrap_or(100),
    };
    let mut rows = args.out.as_deref().map(Rows::create).transpose()?;
    let plan = Plan { header, seeds: seeds.clone(), threads: args.threads, most_orders: MOST_ORDERS };

    let progress = Progress::new(seeds.end - seeds.start);
    let mut written = Ok(());
    let began = Instant::now();
    let tally = plan.run(game, &|| false, &|| progress.one_more(began), &mut |row| {
        if let (Some(rows), Ok(())) = (&mut rows, &written) {
            written = rows.put(row);
        }
    });
    let seconds = began.elapsed().as_secs_f64();
    progress.clear();
    let tally = tally.map_err(|cannot| Failure::Lost(cannot.to_string()))?;
    let flushed = written.and_then(|()| rows.map_or(Ok(()), |mut rows| rows.file.flush()));
    if let (Err(error), Some(path)) = (flushed, &args.out) {
        return Err(Failure::Lost(format!("{}: {error}", path.display())));
    }

    if voice.json {
        voice.object(&object(&plan, &about.sides, &tally, seconds))?;
    } else {
        write_tally(&plan, &about.title, &about.sides, &tally, seconds, voice.out)?;
    }
    Ok(if tally.failed > 0 { Status::Findings } else { Status::Fine })
}

fn object(plan: &Plan, sides: &[String], tally: &Tally, seconds: f64) -> Value {
    let header = &plan.header;
    let seats: Map<String, Value> = sides.iter().cloned().zip(header.seats.iter().cloned().map(Value::from)).collect();
    // of no game nothing is known
    let rate = |side: &String| (tally.ended() > 0).then(|| tally.share(side));
    let rates: Map<String, Value> = sides.iter().map(|side| (side.clone(), json!(rate(side)))).collect();
    json!({
        "game": header.game,
        "setup": header.setup.name,
        "variants": header.variants,
        "rulings": header.rulings,
        "options": header.options,
        "seats": seats,
        "seeds": [plan.seeds.start, plan.seeds.end],
        "games": tally.games,
        "wins": tally.wins,
        "rates": rates,
        "draws": tally.draws,
        "failed": tally.failed,
        "first_failure": tally.first_failure.as_ref().map(|(seed, why)| json!({ "seed": seed, "why": why })),
        "endings": tally.endings,
        "orders": tally.orders,
        "seconds": (seconds * 1000.0).round() / 1000.0,
    })
}

fn write_tally(
    plan: &Plan,
    title: &str,
    sides: &[String],
    tally: &Tally,
    seconds: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let header = &plan.header;
    let seats: Vec<String> = sides.iter().zip(&header.seats).map(|(side, name)| format!("{side} = {name}")).collect();
    write!(out, "{title}, {}", header.setup.name)?;
    if !header.variants.is_empty() {
        write!(out, " with {}", header.variants.join(", "))?;
    }
    for (name, value) in header.rulings.iter().chain(&header.options) {
        write!(out, ", {name} = {value}")?;
    }
    writeln!(out, "; {}; seeds {:?}", seats.join(", "), plan.seeds)?;
    let width = sides.iter().map(String::len).max().unwrap_or(0);
    if tally.ended() == 0 {
        writeln!(out, "No game was counted.")?;
    }
    for side in sides.iter().filter(|_| tally.ended() > 0) {
        let (wins, share) = (tally.wins.get(side).copied().unwrap_or(0), tally.share(side));
        let [rate, low, high] = [share.rate, share.low, share.high].map(|x| 100.0 * x);
        writeln!(
            out,
            "{side:<width$}  won {wins} of {}, {rate:.1} % (95 % interval {low:.1} to {high:.1})",
            tally.ended()
        )?;
    }
    for (ending, count) in &tally.endings {
        writeln!(out, "  {ending}: {count}")?;
    }
    if let Some((seed, why)) = &tally.first_failure {
        writeln!(out, "failed: {} games, not counted above; the first has seed {seed}: {why}", tally.failed)?;
    }
    if header.seats.iter().all(|name| name == "random") {
        writeln!(out, "Random play is a smoke test: it says nothing about balance.")?;
    }
    let speed = tally.games as f64 / seconds.max(1e-9);
    writeln!(out, "{} orders in {seconds:.1} s, {speed:.1} games a second", tally.orders)
}

/// One line a game.
struct Rows {
    file: BufWriter<File>,
    csv: bool,
}

impl Rows {
    fn create(path: &Path) -> Result<Rows, Failure> {
        let csv = ends(path, &["csv"]);
        if !csv && !ends(path, &["jsonl"]) {
            return Err(Failure::Use(format!("{}: --out takes FILE.csv or FILE.jsonl", path.display())));
        }
        let trouble = |error: io::Error| Failure::Lost(format!("{}: {error}", path.display()));
        let mut rows = Rows { file: BufWriter::new(File::create(path).map_err(trouble)?), csv };
        if csv {
            writeln!(rows.file, "seed,winner,kind,orders,hash,fault").map_err(trouble)?;
        }
        Ok(rows)
    }

    fn put(&mut self, row: &Row) -> io::Result<()> {
        if self.csv {
            let [winner, kind, fault] =
                [row.winner.as_deref(), Some(&row.kind), row.fault.as_deref()].map(|t| quoted(t.unwrap_or("")));
            writeln!(self.file, "{},{winner},{kind},{},{},{fault}", row.seed, row.orders, row.hash)
        } else {
            serde_json::to_writer(&mut self.file, row)?;
            writeln!(self.file)
        }
    }
}

/// A field of a CSV file.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A line on standard error that counts, where somebody looks.
struct Progress {
    games: u64,
    ended: AtomicU64,
    shown: bool,
}

impl Progress {
    fn new(games: u64) -> Progress {
        Progress { games, ended: AtomicU64::new(0), shown: io::stderr().is_terminal() }
    }

    fn one_more(&self, began: Instant) {
        let ended = self.ended.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown {
            let left = began.elapsed().as_secs_f64() / ended as f64 * (self.games - ended) as f64;
            let _ = write!(io::stderr(), "\r{ended} of {} games, about {left:.0} s left \x1b[K", self.games);
        }
    }

    fn clear(&self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bormida_core::kernel::StateHash;

    #[test]
    fn rows_are_one_line_each_whatever_they_say() {
        let folder = tempfile::tempdir().unwrap();
        let row = Row {
            seed: 7,
            winner: None,
            kind: String::new(),
            orders: 3,
            hash: StateHash(0xab),
            fault: Some("rules.luau:3: \"x\", y\nz".to_owned()),
        };
        for (name, expected) in [
            ("a.csv", "seed,winner,kind,orders,hash,fault\n7,,,3,00000000000000ab,\"rules.luau:3: \"\"x\"\", y\nz\"\n"),
            (
                "a.jsonl",
                "{\"seed\":7,\"winner\":null,\"kind\":\"\",\"orders\":3,\"hash\":\"00000000000000ab\",\"fault\":\"rules.luau:3: \\\"x\\\", y\\nz\"}\n",
            ),
        ] {
            let path = folder.path().join(name);
            let mut rows = Rows::create(&path).unwrap();
            rows.put(&row).unwrap();
            drop(rows);
            assert_eq!(std::fs::read_to_string(path).unwrap(), expected);
        }
        assert!(matches!(Rows::create(&folder.path().join("a.txt")), Err(Failure::Use(_))));
    }
}
