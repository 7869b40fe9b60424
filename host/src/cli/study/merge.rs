//! `study merge`: parts of one study, played on many machines, put together.

use std::path::Path;

use bormida_core::study::{Played, Session};
use serde_json::Value;

use super::super::voice::{Ended, Failure, Status, Voice};
use super::super::words::Merge;
use super::plan;
use super::record::Columns;
use super::sheet::{Lines, Sheet, form, taken, trouble};
use super::told::Told;

/// A part of a study.
struct Part<'a> {
    path: &'a Path,
    first: u64,
    last: u64,
}

/// Counts the games of all files as those of one study.
pub(super) fn run(args: &Merge, voice: &mut Voice<'_>) -> Ended {
    let Some(first) = args.files.first() else { return Err(Failure::Use("a file is expected".to_owned())) };
    let ours = plan::read(first)?;
    for path in &args.files {
        form(path)?;
        let theirs = plan::read(path)?;
        if let Some(other) = plan::difference(&theirs, &ours) {
            return Err(trouble(path, format!("this is a part of another study than {}: {other}", first.display())));
        }
        if !theirs["until"].is_null() {
            let why = "it may have stopped early: its end depends on what it saw, and it stands for itself alone";
            return Err(trouble(path, why));
        }
    }
    let empty = plan::counted(first, &ours, 0..0)?.0;
    let columns = Columns::of(&empty);
    let mut parts = Vec::new();
    for path in &args.files {
        parts.extend(part(path, columns, empty.sides())?);
    }
    parts.sort_by_key(|part| part.first);
    if let Some([a, b]) = parts.windows(2).find(|two| two[1].first <= two[0].last) {
        return Err(trouble(b.path, format!("seed {} is in {} too", b.first, a.path.display())));
    }
    let seeds = parts.first().map_or(0, |part| part.first)..parts.last().map_or(0, |part| part.last.saturating_add(1));
    let (mut session, labels) = plan::counted(first, &ours, seeds.clone())?;
    let mut out = match &args.out {
        Some(path) if path.exists() => return Err(trouble(path, "it is there already")),
        Some(path) => Some(Sheet::open(path, taken(path)?, columns.rows(), 0)?),
        None => None,
    };
    for part in &parts {
        count(part.path, columns, &mut session, out.as_mut())?;
    }
    if let (Some(sheet), Some(path)) = (&mut out, &args.out) {
        sheet.flush()?;
        let mut plan = ours;
        plan["seeds"] = Value::from(vec![seeds.start, seeds.end]);
        plan["turns"] = Value::Null; // the parts' own stay with them
        plan::write(path, &plan)?;
    }
    let told = Told { session: &session, labels: &labels, seconds: 0.0, played: 0 };
    told.tell(voice)?;
    Ok(if told.failed() > 0 { Status::Findings } else { Status::Fine })
}

/// The seeds of a file; none when no game stands in it.
fn part<'a>(path: &'a Path, columns: Columns, sides: &[String]) -> Result<Option<Part<'a>>, Failure> {
    let mut lines = Lines::open(path, &columns.rows())?;
    let mut found: Option<Part<'a>> = None;
    let mut last = None;
    while let Some(values) = lines.record()? {
        let row = columns.read_row(&lines, &values, sides)?;
        if last.replace((row.seed, row.version)) == Some((row.seed, row.version)) {
            return Err(lines.wrong(format!("the game of seed {} stands there twice", row.seed)));
        }
        match &mut found {
            Some(part) if row.seed < part.last => return Err(lines.wrong("the seeds do not rise")),
            Some(part) => part.last = row.seed,
            None => found = Some(Part { path, first: row.seed, last: row.seed }),
        }
    }
    Ok(found)
}

/// Counts the whole seeds of a file, and copies them.
fn count(path: &Path, columns: Columns, session: &mut Session, mut out: Option<&mut Sheet>) -> Result<(), Failure> {
    let mut lines = Lines::open(path, &columns.rows())?;
    let versions = session.versions().count();
    loop {
        let mut games: Vec<Played> = Vec::with_capacity(versions);
        while games.len() < versions {
            let Some(values) = lines.record()? else { return Ok(()) };
            let row = columns.read_row(&lines, &values, session.sides())?;
            if games.first().is_some_and(|first| first.row.seed != row.seed) {
                return Err(lines.wrong("its other version is missing"));
            }
            games.push(Played { row, turns: Vec::new() });
        }
        session.count(&games);
        if let Some(sheet) = &mut out {
            for played in &games {
                sheet.put(&columns.row(&played.row))?;
            }
        }
    }
}
