//! `patch`: where today's packs and program part from a saved match, and why; and a branch that goes on from there.

use std::path::{Path, PathBuf};

use bormida_core::kernel::{Divergence, Entry, Opening, Seat, Table, Trust, replace};
use serde_json::json;

use super::listing::standing;
use super::open::{eprint_line, opened};
use super::replay::parting;
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Patch;
use crate::clipped::clipped;

/// Says whether all orders fit, else which is the first that does not; writes a branch where one is asked for. Exit
/// status 1 when they part and nothing was written.
pub(super) fn run(args: &Patch, voice: &mut Voice<'_>) -> Ended {
    let loaded = opened(&args.file, Opening::Today(Trust::Never), voice)?;
    let table = &*loaded.game;
    let (fits, orders) = (table.number(), orders_told(table.entries()).len() as u32);
    let at = args.at.unwrap_or(fits);
    if !(table.first_known()..=fits).contains(&at) {
        let first = table.first_known();
        return Err(Failure::Lost(format!(
            "a branch can begin after order {first} to {fits}; order {at} does not fit"
        )));
    }
    if args.at.is_some() && args.out.is_none() && !args.replace {
        return Err(Failure::Use("--at goes with --out FILE or --replace".to_owned()));
    }
    let compared = match &loaded.divergence {
        Some(divergence) => compare(&args.file, divergence, voice)?,
        None => None,
    };
    let since = loaded.divergence.as_ref().map(|_| {
        loaded
            .since()
            .unwrap_or_else(|| "packs and program are those it was played with: the file itself was changed".to_owned())
    });
    let branch = branch(args, table, at, voice)?;
    let file = args.file.display();
    if voice.json {
        voice.object(&json!({
            "game": table.header().game,
            "file": args.file,
            "orders": orders,
            "fits": fits,
            "torn": loaded.torn,
            "other_packs": loaded.other_packs,
            "changed_packs": loaded.changed_packs,
            "other_rules": loaded.other_rules,
            "divergence": loaded.divergence.as_ref().map(parting),
            "since": since,
            "differences": compared.as_ref().map(|c| json!({ "after": c.after, "was": c.was, "today": c.today })),
            "at": branch.as_ref().map(|_| at),
            "branch": branch.as_ref().map(|b| &b.file),
            "kept": branch.as_ref().and_then(|b| b.kept.as_ref()),
        }))?;
    } else {
        if let Some(torn) = &loaded.torn {
            eprint_line(&format!("{file}, line {}: not written to its end, and left out", torn.line));
        }
        match &loaded.divergence {
            None => writeln!(voice.out, "{file}: all {orders} orders fit")?,
            Some(divergence) => {
                writeln!(voice.out, "{file}: the first {fits} of {orders} orders fit")?;
                writeln!(voice.out, "{}", clipped(&divergence.to_string()))?;
            }
        }
        if let Some(since) = &since {
            writeln!(voice.out, "why: {since}")?;
        }
        if let Some(compared) = &compared {
            compared.write(voice)?;
        }
        if let Some(Branch { file, kept }) = &branch {
            let path = file.display();
            writeln!(voice.out, "{at} orders are in {path}: bormida play {path}")?;
            if let Some(kept) = kept {
                writeln!(voice.out, "the old file is {}", kept.display())?;
            }
        }
    }
    Ok(if loaded.divergence.is_some() && branch.is_none() { Status::Findings } else { Status::Fine })
}

/// A branch that was written.
struct Branch {
    file: PathBuf,
    /// Where the file is whose place it took.
    kept: Option<PathBuf>,
}

fn branch(args: &Patch, table: &dyn Table, at: u32, voice: &Voice<'_>) -> Result<Option<Branch>, Failure> {
    let lost = |trouble: &dyn std::fmt::Display| Failure::Lost(trouble.to_string());
    if let Some(out) = &args.out {
        if out.exists() {
            let why = "is there already; nothing is overwritten, but for --replace";
            return Err(Failure::Lost(format!("{}: {why}", out.display())));
        }
        write_branch(table, at, out, voice)?;
        return Ok(Some(Branch { file: out.clone(), kept: None }));
    }
    if !args.replace {
        return Ok(None);
    }
    let mut name = args.file.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    write_branch(table, at, &new, voice)?;
    match replace(&args.file, &new) {
        Ok(kept) => Ok(Some(Branch { file: args.file.clone(), kept: Some(kept) })),
        Err(trouble) => {
            let _ = std::fs::remove_file(&new); // the old file stands, and the new one would be in the way
            Err(lost(&trouble))
        }
    }
}

/// Writes a branch and opens it again: what cannot be gone on with is not left behind.
fn write_branch(table: &dyn Table, at: u32, path: &Path, voice: &Voice<'_>) -> Result<(), Failure> {
    table.branch(at, path)?;
    let again = voice.catalogue.load(path, Opening::Look);
    let why = match again {
        Ok(loaded) if loaded.divergence.is_none() && loaded.game.number() == at => return Ok(()),
        Ok(loaded) => loaded.divergence.map_or("orders are missing".to_owned(), |divergence| divergence.to_string()),
        Err(cannot) => cannot.to_string(),
    };
    let _ = std::fs::remove_file(path);
    Err(Failure::Lost(format!("a branch after order {at} does not open again: {}", clipped(&why))))
}

/// The texts of the orders that stand by the journal's own account.
fn orders_told(entries: &[Entry]) -> Vec<&str> {
    let mut texts: Vec<&str> = Vec::new();
    for entry in entries {
        match entry {
            Entry::Order { text, .. } => texts.push(text),
            Entry::Back { to } => texts.truncate(*to as usize),
            _ => {}
        }
    }
    texts
}

/// Two positions after the same order: as the save has it, and as it would be today.
struct Compared {
    after: u32,
    was: Vec<String>,
    today: Vec<String>,
}

/// So many lines of each side are written.
const MOST: usize = 12;

impl Compared {
    fn write(&self, voice: &mut Voice<'_>) -> Result<(), Failure> {
        if self.was.is_empty() && self.today.is_empty() {
            writeln!(
                voice.out,
                "after order {} everybody would see the same; what is hidden is different",
                self.after
            )?;
            return Ok(());
        }
        writeln!(voice.out, "after order {}:", self.after)?;
        for (whose, lines) in [("the save has", &self.was), ("today it is", &self.today)] {
            for line in lines.iter().take(MOST) {
                writeln!(voice.out, "  {whose:12}  {line}")?;
            }
            if lines.len() > MOST {
                writeln!(voice.out, "  {whose:12}  ... and {} lines more", lines.len() - MOST)?;
            }
        }
        Ok(())
    }
}

/// Compares the save's next snapshot with today's position after the same orders, as somebody who looks on sees them. None
/// when there is no snapshot, or today the orders do not lead so far.
fn compare(path: &Path, divergence: &Divergence, voice: &Voice<'_>) -> Result<Option<Compared>, Failure> {
    let mut save = opened(path, Opening::Glimpse, voice)?;
    let Some(after) = save.from_snapshot.filter(|n| *n >= divergence.order) else { return Ok(None) };
    let mut today = opened(path, Opening::Today(Trust::Never), voice)?.game;
    save.game.to(after);
    let texts: Vec<String> = {
        let entries = today.entries();
        let line = entries.iter().rposition(|e| matches!(e, Entry::Snapshot { n, .. } if *n == after));
        let told = orders_told(&entries[..line.unwrap_or(entries.len())]);
        told.into_iter().skip(today.number() as usize).map(str::to_owned).collect()
    };
    for text in texts {
        if today.play_text(&text).is_err() {
            return Ok(None);
        }
    }
    if today.number() != after {
        return Ok(None);
    }
    let (was, now) = (public_lines(&*save.game), public_lines(&*today));
    let only = |a: &[String], b: &[String]| a.iter().filter(|line| !b.contains(line)).cloned().collect();
    Ok(Some(Compared { after, was: only(&was, &now), today: only(&now, &was) }))
}

/// What everybody may see at the moment shown, a line each: the figures that all sides know alike, and the board.
fn public_lines(table: &dyn Table) -> Vec<String> {
    let seats: Vec<Seat> = (0..table.sides().len()).map(|k| Seat(k as u8)).collect();
    let figures: Vec<_> = seats.iter().map(|seat| table.status(*seat)).collect();
    let sides = table.sides();
    let mut lines = Vec::new();
    for figure in figures.first().into_iter().flatten() {
        if figures.iter().all(|other| other.contains(figure)) {
            let side = figure.seat.and_then(|seat| sides.get(seat.index())).map_or(String::new(), |s| format!("{s} "));
            lines.push(format!("{side}{}: {}", figure.name, figure.text));
        }
    }
    lines.extend(standing(table, &table.scene(Seat(0)).public()));
    lines
}
