//! A table in a file, one line a record: CSV or JSONL. What is written can be read again up to the last whole line.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::super::files::ends;
use super::super::voice::Failure;

/// A table that is written.
pub(super) struct Sheet {
    path: PathBuf,
    file: BufWriter<File>,
    form: Form,
    columns: Vec<String>,
}

/// How the lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Csv,
    Jsonl,
}

/// The form of a file by its ending.
pub(super) fn form(path: &Path) -> Result<Form, Failure> {
    match (ends(path, &["csv"]), ends(path, &["jsonl"])) {
        (true, _) => Ok(Form::Csv),
        (_, true) => Ok(Form::Jsonl),
        _ => Err(Failure::Use(format!("{}: FILE.csv or FILE.jsonl is expected", path.display()))),
    }
}

pub(super) fn trouble(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Lost(format!("{}: {why}", path.display()))
}

/// A file that this program alone writes as long as it is open, there before or not; nothing in it is touched yet.
pub(super) fn taken(path: &Path) -> Result<File, Failure> {
    let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path);
    let file = file.map_err(|e| trouble(path, e))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(trouble(path, "another study is writing it: let it end, or give this one a file of its own"))
        }
        // where files cannot be locked nobody is kept out
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

impl Sheet {
    /// A table in a file that was taken: a new one, or the one of an earlier run cut off after so many bytes.
    pub(super) fn open(path: &Path, mut file: File, columns: Vec<String>, keep: u64) -> Result<Sheet, Failure> {
        let form = form(path)?;
        let mut cut = || {
            file.set_len(keep)?;
            file.seek(SeekFrom::End(0))
        };
        cut().map_err(|e: io::Error| trouble(path, e))?;
        let mut sheet = Sheet { path: path.to_owned(), file: BufWriter::new(file), form, columns };
        if keep == 0 && form == Form::Csv {
            let names = sheet.columns.join(",");
            writeln!(sheet.file, "{names}").map_err(|e| trouble(path, e))?;
        }
        Ok(sheet)
    }

    /// Writes a record, one value a column.
    pub(super) fn put(&mut self, values: &[Value]) -> Result<(), Failure> {
        let line = match self.form {
            Form::Csv => values.iter().map(field).collect::<Vec<_>>().join(","),
            Form::Jsonl => {
                // in the order of the columns
                let pair = |(name, value): (&String, &Value)| format!("{}:{value}", Value::from(name.as_str()));
                let pairs: Vec<String> = self.columns.iter().zip(values).map(pair).collect();
                format!("{{{}}}", pairs.join(","))
            }
        };
        writeln!(self.file, "{line}").map_err(|e| trouble(&self.path, e))
    }

    /// Hands what was written to the system: it outlives this program.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|e| trouble(&self.path, e))
    }
}

/// A field of a CSV file; a record is one line whatever it says.
fn field(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => text.replace(['\n', '\r'], " "),
        other => other.to_string(),
    };
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// The fields of a line of CSV; none when a quote is not closed.
fn fields(line: &str) -> Option<Vec<Value>> {
    let (mut found, mut text, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                text.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => found.push(std::mem::take(&mut text)),
            other => text.push(other),
        }
    }
    found.push(text);
    let value = |text: String| if text.is_empty() { Value::Null } else { Value::String(text) };
    (!quoted).then(|| found.into_iter().map(value).collect())
}

/// Reads a table line by line.
pub(super) struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    form: Form,
    columns: Vec<String>,
    /// Bytes of the lines read so far.
    at: u64,
    number: u64,
    /// Whether something lies behind the last line end.
    torn: bool,
}

impl Lines {
    /// Opens a table; its columns must be these.
    pub(super) fn open(path: &Path, columns: &[String]) -> Result<Lines, Failure> {
        Lines::of(path, File::open(path).map_err(|e| trouble(path, e))?, columns)
    }

    /// The same of a file that was taken.
    pub(super) fn within(path: &Path, file: &File, columns: &[String]) -> Result<Lines, Failure> {
        let again = || {
            let mut file = file.try_clone()?;
            file.rewind()?;
            Ok(file)
        };
        Lines::of(path, again().map_err(|e: io::Error| trouble(path, e))?, columns)
    }

    fn of(path: &Path, file: File, columns: &[String]) -> Result<Lines, Failure> {
        let (file, columns) = (BufReader::new(file), columns.to_vec());
        let mut lines =
            Lines { path: path.to_owned(), file, form: form(path)?, columns, at: 0, number: 0, torn: false };
        if lines.form == Form::Csv
            && let Some(line) = lines.line()?
            && line != lines.columns.join(",")
        {
            return Err(lines.wrong(format!("the columns are {line}, and not {}", lines.columns.join(","))));
        }
        Ok(lines)
    }

    /// How many bytes the lines have that were read.
    pub(super) const fn at(&self) -> u64 {
        self.at
    }

    /// Whether the end was reached, and a line there was cut off in writing.
    pub(super) const fn torn(&self) -> bool {
        self.torn
    }

    /// The next whole line: what lies behind the last line end was cut off in writing.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        self.file.read_until(b'\n', &mut bytes).map_err(|e| trouble(&self.path, e))?;
        let last = bytes.pop();
        if last != Some(b'\n') {
            self.torn = last.is_some();
            return Ok(None);
        }
        self.at += bytes.len() as u64 + 1;
        self.number += 1;
        let wrong = |_| trouble(&self.path, format!("line {} is no text in UTF-8", self.number));
        String::from_utf8(bytes).map(Some).map_err(wrong)
    }

    /// The next record, one value a column.
    pub(super) fn record(&mut self) -> Result<Option<Vec<Value>>, Failure> {
        let Some(line) = self.line()? else { return Ok(None) };
        let values = match self.form {
            Form::Csv => fields(&line),
            Form::Jsonl => {
                let map = serde_json::from_str::<Map<String, Value>>(&line).ok();
                let map = map.filter(|map| map.len() == self.columns.len());
                map.and_then(|mut map| self.columns.iter().map(|name| map.remove(name)).collect())
            }
        };
        match values.filter(|values: &Vec<Value>| values.len() == self.columns.len()) {
            Some(values) => Ok(Some(values)),
            None => Err(self.wrong("it is no record of this study")),
        }
    }

    /// What is wrong with the line read last.
    pub(super) fn wrong(&self, why: impl std::fmt::Display) -> Failure {
        trouble(&self.path, format!("line {}: {why}", self.number))
    }
}

/// A whole number of a record.
pub(super) fn number<N: TryFrom<i64> + std::str::FromStr>(value: &Value) -> Option<N> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// A text of a record; an empty one is none.
pub(super) fn text(value: &Value) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn records_are_one_line_each_and_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let columns: Vec<String> = ["seed", "winner", "fault"].map(str::to_owned).to_vec();
        let record = [json!(u64::MAX), Value::Null, json!("rules.luau:3: \"x\", y\nz")];
        for (name, expected) in [
            ("a.csv", "seed,winner,fault\n18446744073709551615,,\"rules.luau:3: \"\"x\"\", y z\"\n"),
            (
                "a.jsonl",
                "{\"seed\":18446744073709551615,\"winner\":null,\"fault\":\"rules.luau:3: \\\"x\\\", y\\nz\"}\n",
            ),
        ] {
            let path = folder.path().join(name);
            let mut sheet = Sheet::open(&path, taken(&path).unwrap(), columns.clone(), 0).unwrap();
            assert!(taken(&path).is_err_and(|failure| failure.to_string().contains("another study")));
            sheet.put(&record).unwrap();
            sheet.flush().unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
            // a torn line is not read, and cut off
            write!(sheet.file, "7,red").unwrap();
            drop(sheet);
            let mut lines = Lines::open(&path, &columns).unwrap();
            let read = lines.record().unwrap().unwrap();
            assert_eq!((number::<u64>(&read[0]), text(&read[1])), (Some(u64::MAX), None));
            assert!(text(&read[2]).unwrap().starts_with("rules.luau:3: \"x\", y"));
            assert!(lines.record().unwrap().is_none());
            assert!(lines.torn());
            drop(Sheet::open(&path, taken(&path).unwrap(), columns.clone(), lines.at()).unwrap());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
            let other = Lines::open(&path, &columns[..2]).and_then(|mut lines| lines.record());
            assert!(other.err().unwrap().to_string().contains("line 1"));
        }
        assert!(matches!(form(Path::new("a.txt")), Err(Failure::Use(_))));
    }
}
