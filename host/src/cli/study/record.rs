//! The files of a study: one line a game, and if wanted one a turn. A study that was killed goes on where they end.

use std::fs::File;
use std::path::Path;

use bormida_core::pack::nearest::did_you_mean;
use bormida_core::study::{Played, Row, Session, Turn, Which};
use serde_json::{Value, json};

use super::super::voice::Failure;
use super::plan::{self, Labels};
use super::sheet::{Lines, Sheet, number, taken, text, trouble};

/// The files that a study writes.
pub(super) struct Record {
    rows: Sheet,
    turns: Option<Sheet>,
    columns: Columns,
}

/// What stands in a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Orders that were forced.
    forced: bool,
    /// Which version was played.
    version: bool,
    /// Whether the game was won or lost, where one side plays alone.
    alone: bool,
}

impl Columns {
    pub(super) fn of(session: &Session) -> Columns {
        let study = session.study();
        let forbids = std::iter::once(&study.base).chain(&study.variant).any(|version| !version.forbidden.is_empty());
        Columns { forced: forbids, version: study.variant.is_some(), alone: session.sides().len() == 1 }
    }

    pub(super) fn rows(self) -> Vec<String> {
        let some = [("result", self.alone), ("forced", self.forced), ("version", self.version)];
        let some = some.into_iter().filter_map(|(name, there)| there.then_some(name));
        ["seed", "winner", "kind", "orders", "hash", "fault"].into_iter().chain(some).map(str::to_owned).collect()
    }

    fn turns(self, session: &Session) -> Vec<String> {
        let figures = session.figures().map(|name| name.replace([',', '"'], " "));
        let some = self.version.then(|| "version".to_owned());
        let begin = ["seed", "turn", "time"].map(str::to_owned);
        begin.into_iter().chain(figures).chain(["fights".to_owned()]).chain(some).collect()
    }

    pub(super) fn row(self, row: &Row) -> Vec<Value> {
        let mut values = vec![
            json!(row.seed),
            json!(row.winner),
            json!(row.kind),
            json!(row.orders),
            json!(row.hash),
            json!(row.fault),
        ];
        let result = || match (&row.fault, &row.winner) {
            (Some(_), _) => Value::Null,
            (None, Some(_)) => json!("won"),
            (None, None) => json!("lost"),
        };
        values.extend(self.alone.then(result));
        values.extend(self.forced.then(|| json!(row.forced)));
        values.extend(self.version.then(|| json!(row.version.word())));
        values
    }

    /// The game of a line; what it says must be of a game of these sides.
    pub(super) fn read_row(self, lines: &Lines, values: &[Value], sides: &[String]) -> Result<Row, Failure> {
        let row = self.row_of(values).ok_or_else(|| lines.wrong("it is no game"))?;
        match &row.winner {
            Some(winner) if !sides.contains(winner) => {
                let known = sides.join(", ");
                let hint = did_you_mean(winner, sides.iter().map(String::as_str));
                let hint = hint.unwrap_or_else(|| format!("there are {known}"));
                Err(lines.wrong(format!("the winner \"{winner}\" is no side of the game; {hint}")))
            }
            Some(winner) if row.fault.is_some() => {
                Err(lines.wrong(format!("{winner} has won, and the game was given up: only one can be")))
            }
            _ => Ok(row),
        }
    }

    fn row_of(self, values: &[Value]) -> Option<Row> {
        let mut rest = values.iter().skip(6 + usize::from(self.alone));
        let forced = if self.forced { number(rest.next()?)? } else { 0 };
        let version = if self.version { version(rest.next()?)? } else { Which::Base };
        Some(Row {
            seed: seed(&values[0])?,
            winner: text(&values[1]),
            kind: text(&values[2]).unwrap_or_default(),
            orders: number(&values[3])?,
            hash: serde_json::from_value(values[4].clone()).ok()?,
            fault: text(&values[5]),
            forced,
            version,
        })
    }

    fn turn(self, seed: u64, which: Which, turn: &Turn) -> Vec<Value> {
        let mut values = vec![json!(seed), json!(turn.turn), json!(turn.time)];
        values.extend(turn.figures.iter().map(|n| json!(n)));
        values.push(json!(turn.fights.join(";")));
        values.extend(self.version.then(|| json!(which.word())));
        values
    }

    fn read_turn(self, values: &[Value]) -> Option<(u64, Which, Turn)> {
        let which = if self.version { version(values.last()?)? } else { Which::Base };
        let last = values.len() - usize::from(self.version) - 1;
        let fights = text(&values[last]).map_or_else(Vec::new, |all| all.split(';').map(str::to_owned).collect());
        let figures = values[3..last].iter().map(number).collect();
        let time = text(&values[2]).unwrap_or_default();
        Some((seed(&values[0])?, which, Turn { turn: number(&values[1])?, time, figures, fights }))
    }
}

/// A seed: more than what other numbers may be.
fn seed(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn version(value: &Value) -> Option<Which> {
    [Which::Base, Which::Variant].into_iter().find(|which| Some(which.word()) == value.as_str())
}

impl Record {
    /// Opens the files. What an earlier run of the same study has written is counted; of another study nothing is touched.
    pub(super) fn open(
        out: &Path,
        turns: Option<&Path>,
        labels: &Labels,
        session: &mut Session,
    ) -> Result<Record, Failure> {
        let columns = Columns::of(session);
        let ours = plan::plan(session, labels, turns);
        let was_there = out.exists();
        let rows = taken(out)?;
        let length = rows.metadata().map_err(|e| trouble(out, e))?.len();
        let has_plan = was_there && plan::beside(out).exists();
        if length > 0 && !has_plan {
            return Err(trouble(out, "it is there already, and no plan of a study lies beside it"));
        }
        let theirs = if has_plan { plan::read(out)? } else { Value::Null };
        if has_plan {
            let seeds = |plan: &Value| (plan["seeds"][0].clone(), plan["seeds"][1].clone());
            let (a, b) = (seeds(&theirs), seeds(&ours));
            let other = plan::difference(&theirs, &ours).or_else(|| {
                // the looks of a study that may stop early are settled with its last seed
                let same = a.0 == b.0 && (a.1 == b.1 || ours["until"].is_null());
                (!same).then(|| format!("the seeds are {}..{} there and {}..{} here", a.0, a.1, b.0, b.1))
            });
            if let Some(other) = other {
                return Err(trouble(out, format!("this is the file of another study: {other}")));
            }
            match &theirs["turns"] {
                Value::String(name) if *name != ours["turns"] => {
                    return Err(trouble(out, format!("the turns of its games are in {name}: --turns has to name it")));
                }
                _ => {}
            }
        }
        // a plan of an older program does not say where its turns are
        let knows_turns = has_plan && (theirs.get("turns").is_none() || theirs["turns"].is_string());
        if let Some(path) = turns
            && !knows_turns
            && std::fs::metadata(path).is_ok_and(|about| about.len() > 0)
        {
            if !was_there {
                let _ = std::fs::remove_file(out); // it was made a moment ago, and is empty
            }
            return Err(trouble(path, "it is there already: the turns of a new study go into a file of their own"));
        }
        let begun = turns.filter(|path| !path.exists());
        let book = turns.map(|path| Ok::<_, Failure>((path, taken(path)?))).transpose()?;
        let (mut kept, mut kept_turns) = (0, 0);
        if has_plan {
            let book = book.as_ref().map(|(path, file)| (*path, file));
            let counted = recount((out, &rows), book, columns, session);
            (kept, kept_turns) = counted.inspect_err(|_| {
                let _ = begun.map(std::fs::remove_file); // an empty file helps nobody
            })?;
        }
        if theirs != ours {
            plan::write(out, &ours)?;
        }
        let rows = Sheet::open(out, rows, columns.rows(), kept)?;
        let turns = book.map(|(path, file)| Sheet::open(path, file, columns.turns(session), kept_turns)).transpose()?;
        let mut record = Record { rows, turns, columns };
        record.flush()?;
        Ok(record)
    }

    /// Writes the games of one seed: when this returns, they outlive the program.
    pub(super) fn put(&mut self, games: &[Played]) -> Result<(), Failure> {
        for Played { row, turns } in games {
            self.rows.put(&self.columns.row(row))?;
            if let Some(sheet) = &mut self.turns {
                for turn in turns {
                    sheet.put(&self.columns.turn(row.seed, row.version, turn))?;
                }
            }
        }
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Failure> {
        // a game whose line is written has its turns written too
        self.turns.as_mut().map_or(Ok(()), Sheet::flush)?;
        self.rows.flush()
    }
}

/// A file that was taken, with its path.
type Taken<'a> = (&'a Path, &'a File);

/// Counts what an earlier run has written; how many bytes of both files stand.
fn recount(
    (out, rows): Taken<'_>,
    turns: Option<Taken<'_>>,
    columns: Columns,
    session: &mut Session,
) -> Result<(u64, u64), Failure> {
    let mut rows = Lines::within(out, rows, &columns.rows())?;
    let mut book = match turns {
        Some((path, file)) => Some((path, Lines::within(path, file, &columns.turns(session))?)),
        None => None,
    };
    let versions: Vec<Which> = session.versions().collect();
    let (mut kept, mut kept_turns) = (rows.at(), book.as_ref().map_or(0, |(_, book)| book.at()));
    let mut next_turn = None;
    loop {
        if session.ended().0 {
            if rows.record()?.is_some() {
                let why = "more games stand in it than are asked for: ask for as many, or for another file";
                return Err(trouble(out, why));
            }
            return Ok((kept, kept_turns));
        }
        // a seed counts with all its games, or with none
        let (mut games, mut end) = (Vec::new(), kept_turns);
        for which in &versions {
            let Some(values) = rows.record()? else { return Ok((kept, kept_turns)) };
            let expected = session.study().seeds.start + session.done();
            let row = columns.read_row(&rows, &values, session.sides())?;
            if row.seed != expected || row.version != *which {
                return Err(rows.wrong(format!("the game of seed {expected} is expected")));
            }
            let mut turns = Vec::new();
            if let Some((path, book)) = &mut book {
                loop {
                    if next_turn.is_none() {
                        next_turn = match book.record()? {
                            None => break,
                            Some(values) => {
                                Some(columns.read_turn(&values).ok_or_else(|| book.wrong("it is no turn"))?)
                            }
                        };
                    }
                    match next_turn.take() {
                        Some((seed, version, turn)) if (seed, version) == (row.seed, row.version) => {
                            turns.push(turn);
                            end = book.at();
                        }
                        other => {
                            next_turn = other;
                            break;
                        }
                    }
                }
                // the last turn was cut off, perhaps of this game: it is played again
                if next_turn.is_none() && book.torn() {
                    return Ok((kept, kept_turns));
                }
                if turns.is_empty() && row.fault.is_none() {
                    let why =
                        format!("the turns of seed {expected} are missing, and its game stands in {}", out.display());
                    return Err(trouble(path, why));
                }
            }
            games.push(Played { row, turns });
        }
        session.count(&games);
        (kept, kept_turns) = (rows.at(), end);
    }
}
