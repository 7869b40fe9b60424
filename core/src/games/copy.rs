//! A moment of a match as a text of its own: a case that `test` runs, or a set-up to begin from.

use std::fmt::Write;
use std::path::Path;

use super::HouseGame;
use crate::kernel::{Fault, Seat, StateHash, Table};
use crate::pack::Origin;
use crate::pack::case::{CaseFile, Clause};

/// What a moment is copied as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A case: the position, this turn's memory, options and variants, and whose decision it is.
    Case,
    /// The `setup.toml` of a set-up pack.
    Setup,
}

/// Why a moment cannot be copied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCopy {
    /// Only whole actions can be written without what a seat may not know.
    #[error("an action is under way, and what led to it may not be told{}", at.map_or_else(String::new, |at| format!("; the moment after order {at} can be copied")))]
    Midway {
        /// The latest moment before that can be written.
        at: Option<u32>,
    },
    /// There is no set-up of it.
    #[error("{0}")]
    Setup(String),
    /// The text does not make the position again.
    #[error("the position cannot be written as a case: {0}")]
    Unlike(String),
    /// The game fails.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// The most moments before that are tried as the beginning of a case.
const MOST_TRIES: usize = 6;

/// The moment that a table shows as text: exactly, or as far as a seat knows it, with what it does not know dealt anew and
/// other dice to come. A case is run before it is given away, and makes the same state, to the hash.
///
/// # Errors
/// Why it cannot be written.
pub fn copied(game: &dyn HouseGame, table: &dyn Table, seat: Option<Seat>, form: Form) -> Result<String, NoCopy> {
    let n = table.shown();
    if form == Form::Setup {
        return table.setup_text(n, seat).map_err(NoCopy::Setup);
    }
    let now = table.standing(n, seat)?;
    let mut why = String::from("its game cannot write it");
    let mut tries = 0;
    for from in (table.first_known()..=n).rev() {
        let then = if from == n { now.clone() } else { table.standing(from, seat)? };
        let Some(lines) = then.lines else { continue };
        if seat.is_some() && from < n {
            return Err(NoCopy::Midway { at: Some(from) });
        }
        match case_of(game, table, &lines, from, now.hash, seat) {
            Ok(text) => return Ok(text),
            Err(other) => why = other,
        }
        tries += 1;
        if tries == MOST_TRIES {
            break;
        }
    }
    match (seat, &now.beginning) {
        (Some(_), _) if tries == 0 => Err(NoCopy::Midway { at: None }),
        // what no line can say came of the orders so far
        (None, Some(lines)) if table.first_known() == 0 => {
            case_of(game, table, lines, 0, now.hash, None).map_err(NoCopy::Unlike)
        }
        _ => Err(NoCopy::Unlike(why)),
    }
}

/// The case that begins with some lines after an order and goes on by the orders since.
fn case_of(
    game: &dyn HouseGame,
    table: &dyn Table,
    lines: &[String],
    from: u32,
    hash: StateHash,
    seat: Option<Seat>,
) -> Result<String, String> {
    let n = table.shown();
    let mut since: Vec<(u32, String)> = (0..table.sides().len())
        .flat_map(|k| {
            let seat = Seat(k as u8);
            table.log(Some(seat)).into_iter().filter(move |line| line.seat == seat)
        })
        .filter(|line| line.n > from)
        .map(|line| (line.n, line.text))
        .collect();
    since.sort_unstable();
    let told = |trouble: crate::pack::case::Trouble| trouble.told();
    let mut case = game.case(Path::new(""));
    for line in Clause::lines(&lines.join("\n"))? {
        case.set(&line).map_err(|trouble| trouble.within(line.text()).told())?;
    }
    case.begin().map_err(told)?;
    for (_, order) in &since {
        case.order(order).map_err(|trouble| trouble.within(order).told())?;
    }
    if case.hash() != Some(hash) {
        return Err("something in it has no words".to_owned());
    }
    let asked = case.asked().map_err(told)?;
    let asked = asked.map_or_else(|| "nobody".to_owned(), |(seat, question)| format!("{seat} {question}"));
    let mut text = format!("# Copied from a match of {}.\n", game.about().title);
    if let Some(side) = seat.and_then(|seat| table.sides().get(seat.index()).cloned()) {
        let _ =
            writeln!(text, "# It is what {side} knows: pieces that are hidden from it, and dice to come, are others.");
    }
    let installed = game.packs();
    let own = |id: &&String| installed.get(id).is_some_and(|pack| pack.origin != Origin::BuiltIn);
    let own: Vec<&str> = table.header().variants.iter().filter(own).map(String::as_str).collect();
    if !own.is_empty() {
        let own = own.join(", ");
        let _ = writeln!(
            text,
            "# It needs {own}: lay it in that pack's folder, or test it with --packs and where that lies."
        );
    }
    let _ = writeln!(text, "case after-{n} \"After order {n}\"");
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    for (_, order) in &since {
        let _ = writeln!(text, "> {order}");
    }
    let _ = writeln!(text, "ask {asked}");
    let file = CaseFile::read("copy.case", text.as_str()).map_err(|found| found.to_string())?;
    let findings = file.cases().first().map(|only| file.run_case(only, &mut *game.case(Path::new(""))));
    match findings {
        Some(findings) if findings.is_empty() => Ok(text),
        Some(findings) => Err(findings.to_string()),
        None => Err("it is no case".to_owned()),
    }
}
