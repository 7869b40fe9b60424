//! What a file of a match holds, and the mending of a damaged one: everything up to the first line that cannot be read.

use super::journal::{Entry, FORMAT, Header};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What goes wrong with a file of a match.
#[derive(Debug, thiserror::Error)]
pub enum FileTrouble {
    /// The system refused.
    #[error("{path} cannot be {what}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What could not be done with it: `read`, `written`.
        what: &'static str,
        /// The system's own words.
        source: io::Error,
    },
    /// A folder, a device, a pipe.
    #[error("{path} is no file, but {what}")]
    NoFile {
        /// The path.
        path: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// Another program writes this match.
    #[error("{path} is open in another window or program")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// Somebody moved or deleted the file while it was written.
    #[error("{path} is not there any more: it was moved or deleted")]
    Gone {
        /// Where it was.
        path: PathBuf,
    },
    /// A line is no line of a match.
    #[error("{path}, line {line}: {why}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl FileTrouble {
    /// The line that is damaged, when the lines before it are whole: a match can go on from there, see [`mend`].
    #[must_use]
    pub fn damaged_line(&self) -> Option<usize> {
        match self {
            FileTrouble::Line { line, .. } if *line > 1 => Some(*line),
            _ => None,
        }
    }
}

/// A last line that was not written to its end, as after a crash. It was dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Torn {
    /// Its number, from 1.
    pub line: usize,
    /// How many bytes of it there were.
    pub bytes: usize,
}

/// What a file of a match holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The first line.
    pub header: Header,
    /// The lines after it.
    pub entries: Vec<Entry>,
    /// A last line that was dropped.
    pub torn: Option<Torn>,
    /// The bytes of all whole lines.
    pub(super) good: u64,
}

impl Saved {
    /// Reads a file without opening the match.
    ///
    /// # Errors
    /// When the file cannot be read, or a line other than a torn last one is damaged.
    pub fn read(path: &Path) -> Result<Saved, FileTrouble> {
        is_file(path)?;
        let mut bytes = Vec::new();
        File::open(path).and_then(|mut f| f.read_to_end(&mut bytes)).map_err(unreadable(path))?;
        Saved::parse(path, &bytes)
    }

    pub(super) fn parse(path: &Path, bytes: &[u8]) -> Result<Saved, FileTrouble> {
        match scan(bytes) {
            (Some(saved), None) => Ok(saved),
            (_, Some((line, why))) => Err(FileTrouble::Line { path: path.to_owned(), line, why }),
            (None, None) => {
                Err(FileTrouble::Line { path: path.to_owned(), line: 1, why: "the file is empty".to_owned() })
            }
        }
    }
}

/// The lines of a file up to the first that cannot be read; which that is, unless it is a torn last one, and why.
fn scan(bytes: &[u8]) -> (Option<Saved>, Option<(usize, String)>) {
    let mut saved: Option<Saved> = None;
    let mut at = 0;
    for (line, raw) in (1..).zip(bytes.split_inclusive(|b| *b == b'\n')) {
        at += raw.len();
        let parsed = match &mut saved {
            None => header_line(raw).map(|header| {
                saved = Some(Saved { header, entries: Vec::new(), torn: None, good: 0 });
            }),
            // an editor may have left an empty line
            Some(_) if raw.trim_ascii().is_empty() => Ok(()),
            Some(saved) => serde_json::from_slice(raw).map(|entry| saved.entries.push(entry)).map_err(|e| short(&e)),
        };
        match (parsed, &mut saved) {
            (Ok(()), Some(saved)) => saved.good = at as u64,
            // a line with an end was written whole, and is damaged like any other
            (Err(_), Some(saved)) if !raw.ends_with(b"\n") => saved.torn = Some(Torn { line, bytes: raw.len() }),
            (Err(why), _) => return (saved, Some((line, why))),
            (Ok(()), None) => {}
        }
    }
    (saved, None)
}

fn header_line(raw: &[u8]) -> Result<Header, String> {
    // some editors begin a file with a byte order mark
    let raw = raw.strip_prefix("\u{feff}".as_bytes()).unwrap_or(raw);
    let header: Header = serde_json::from_slice(raw)
        .map_err(|e| format!("this is no saved match, whose first line is a header ({})", short(&e)))?;
    if header.bormida > FORMAT {
        return Err(format!("written by a newer Bormida (format {}, this one reads {FORMAT})", header.bormida));
    }
    Ok(header)
}

/// The words of a reader, which may repeat a whole line of the file.
fn short(error: &serde_json::Error) -> String {
    const MOST: usize = 200;
    let text = error.to_string();
    // it counts lines within the one line that it was given
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = match text.strip_suffix(&place) {
        Some(what) => format!("column {}: {what}", error.column()),
        None => text,
    };
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

pub(super) fn unreadable(path: &Path) -> impl Fn(io::Error) -> FileTrouble + '_ {
    move |source| FileTrouble::Io { path: path.to_owned(), what: "read", source }
}

pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> FileTrouble + '_ {
    move |source| FileTrouble::Io { path: path.to_owned(), what: "written", source }
}

/// Refuses what is no plain file before it is opened: a pipe would wait for ever, a device has no end.
pub(super) fn is_file(path: &Path) -> Result<(), FileTrouble> {
    let about = std::fs::metadata(path).map_err(unreadable(path))?;
    let what = if about.is_dir() { "a folder" } else { "a device or a pipe" };
    if about.is_file() { Ok(()) } else { Err(FileTrouble::NoFile { path: path.to_owned(), what }) }
}

/// A damaged file that was mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// The first line that could not be read; it and all after it are not in the file any more.
    pub line: usize,
    /// Where the file is kept as it was.
    pub kept: PathBuf,
}

/// Cuts a damaged file before its first line that cannot be read. A copy of the file as it was is on the disk beside it
/// before anything is cut. None when no line but a torn last one is damaged.
///
/// # Errors
/// When the header is damaged, the file is busy, or the system refuses; the file is then as it was.
pub fn mend(path: &Path) -> Result<Option<Mended>, FileTrouble> {
    is_file(path)?;
    let mut file = File::options().read(true).write(true).open(path).map_err(unwritable(path))?;
    super::journal::lock(&file, path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unreadable(path))?;
    let (saved, broken) = scan(&bytes);
    let Some((line, why)) = broken else { return Ok(None) };
    let Some(saved) = saved else { return Err(FileTrouble::Line { path: path.to_owned(), line, why }) };
    let kept = keep_beside(path, &bytes)?;
    file.set_len(saved.good).and_then(|()| file.sync_all()).map_err(unwritable(path))?;
    Ok(Some(Mended { line, kept }))
}

/// Writes what a file held into a new one beside it: `a.match.old`, or `a.match.old-2` where there is one.
fn keep_beside(path: &Path, bytes: &[u8]) -> Result<PathBuf, FileTrouble> {
    let (kept, mut copy) = new_beside(path)?;
    let done = copy.write_all(bytes).and_then(|()| copy.sync_all());
    if let Err(error) = done {
        let _ = std::fs::remove_file(&kept); // half a copy is none
        return Err(unwritable(&kept)(error));
    }
    Ok(kept)
}

fn new_beside(path: &Path) -> Result<(PathBuf, File), FileTrouble> {
    let mut k = 1;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(if k == 1 { ".old".to_owned() } else { format!(".old-{k}") });
        let kept = PathBuf::from(name);
        match File::options().write(true).create_new(true).open(&kept) {
            Ok(file) => return Ok((kept, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && k < 1000 => k += 1,
            Err(error) => return Err(unwritable(&kept)(error)),
        }
    }
}

/// Puts one file of a match in the place of another. A copy of the old one is on the disk beside it before it goes; its
/// path.
///
/// # Errors
/// When the old file is busy, or the system refuses; the old file is then as it was.
pub fn replace(path: &Path, by: &Path) -> Result<PathBuf, FileTrouble> {
    is_file(path)?;
    let mut file = File::options().read(true).write(true).open(path).map_err(unwritable(path))?;
    super::journal::lock(&file, path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unreadable(path))?;
    let kept = keep_beside(path, &bytes)?;
    std::fs::rename(by, path).map_err(unwritable(path))?;
    Ok(kept)
}
