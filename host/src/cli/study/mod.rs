//! `study`: bots play many games, alone or against a variant of them, and the program counts.

mod merge;
mod plan;
mod progress;
mod record;
mod sheet;
mod told;
mod versions;

use std::path::{Path, PathBuf};
use std::time::Instant;

use bormida_core::study::{Session, Study as Plan};
use serde_json::json;

use super::open::eprint_line;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::{Study, StudyWord};
use plan::Labels;
use progress::Progress;
use record::Record;
use told::Told;
use versions::versions;

/// No game of any of our boards is so long; a variant that never ends is.
const MOST_ORDERS: u32 = 20_000;
/// Games of each version after which the rest is estimated.
const PILOT: u64 = 16;

/// Plays the games and tells the count. Exit status 1 when a game failed.
pub(super) fn run(args: &Study, voice: &mut Voice<'_>) -> Ended {
    if let Some(StudyWord::Merge(merge)) = &args.word {
        return merge::run(merge, voice);
    }
    let game = voice.catalogue.game(args.game.as_deref().unwrap_or_default())?;
    let about = game.about();
    let (base, variant, label) = versions(args, game, &about)?;
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
    for path in args.out.iter().chain(&args.turns) {
        sheet::form(path)?;
    }
    if let (Some(out), Some(turns)) = (&args.out, &args.turns)
        && is_same(out, turns)
    {
        return Err(Failure::Use(format!("--out and --turns are one file, {}: each needs its own", out.display())));
    }
    let study = Plan {
        base,
        variant,
        seeds,
        threads: args.threads,
        most_orders: MOST_ORDERS,
        turns: args.turns.is_some(),
        until: args.until.map(|points| points / 100.0),
    };
    let mut session = Session::open(study, game).map_err(|cannot| Failure::Lost(cannot.to_string()))?;
    let labels = Labels { title: about.title, variant: label };
    let mut record = match (&args.out, args.estimate) {
        (Some(out), false) => Some(Record::open(out, args.turns.as_deref(), &labels, &mut session)?),
        _ => None,
    };
    if session.done() > 0 {
        eprint_line(&format!("{} games were played already: the study goes on.", session.done()));
    }

    let (before, began) = (session.done(), Instant::now());
    let mut progress = Progress::new(began, before);
    let mut written = Ok(());
    let mut estimate = None;
    let run = session.run(&|| false, &mut |session, games| {
        if let Some(record) = &mut record {
            written = record.put(games);
        }
        if session.done() - before == PILOT || args.estimate && session.ended().0 {
            let found = progress.estimate(session);
            if !args.estimate {
                progress.announce(&found);
            }
            estimate = Some(found);
        }
        progress.show(session);
        written.is_ok() && !(args.estimate && estimate.is_some())
    });
    let seconds = began.elapsed().as_secs_f64();
    progress.clear();
    run.map_err(|cannot| Failure::Lost(cannot.to_string()))?;
    written?;
    if args.estimate {
        let Some(found) = estimate else { return Err(Failure::Lost("no game was played".to_owned())) };
        match voice.json {
            true => voice.object(&json!({ "estimate": found }))?,
            false => writeln!(voice.out, "{}", found.sentence())?,
        }
        return Ok(Status::Fine);
    }
    let told = Told { session: &session, labels: &labels, seconds, played: session.done() - before };
    told.tell(voice)?;
    Ok(if told.failed() > 0 { Status::Findings } else { Status::Fine })
}

/// Whether two paths lead to one file, there or not.
fn is_same(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| -> Option<PathBuf> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        path.canonicalize().ok().or_else(|| Some(folder.canonicalize().ok()?.join(path.file_name()?)))
    };
    a == b || whole(a).is_some_and(|a| whole(b) == Some(a))
}
