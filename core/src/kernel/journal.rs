//! The journal of a match: a header and one JSON line for everything that happened, appended and synced line by line.

use super::{HookName, PackStamp, Seat, Seed, Setup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The form of the lines that this program writes.
pub const FORMAT: u32 = 1;

/// The first line: what was decided before the first order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The form of the lines, [`FORMAT`] or older.
    pub bormida: u32,
    /// The game's id.
    pub game: String,
    /// The packs in use, below to above.
    #[serde(default)]
    pub packs: Vec<PackStamp>,
    /// The set-up and its options.
    #[serde(default)]
    pub setup: Setup,
    /// Variants asked for, by pack id, below to above.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Readings of the rules that were chosen, by name.
    #[serde(default)]
    pub rulings: BTreeMap<String, String>,
    /// Who plays each seat, in seat order: `human`, `random`, `steady`, `search:1000`, a bot's id.
    #[serde(default)]
    pub seats: Vec<String>,
    /// The seed of all chance.
    pub seed: Seed,
    /// Whether orders may be taken back past dice, reveals and answers.
    #[serde(default)]
    pub friendly: bool,
    /// Whether this is a designer's match, in which scripts may show everything.
    #[serde(default)]
    pub all_seeing: bool,
    /// The files of a user's own packs, path -> text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub embedded: BTreeMap<String, String>,
}

/// A hash of a state, written as 16 hexadecimal digits so that every reader keeps all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateHash(pub u64);

impl std::fmt::Display for StateHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for StateHash {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StateHash {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<StateHash, D::Error> {
        let text = String::deserialize(d)?;
        u64::from_str_radix(&text, 16).map(StateHash).map_err(|_| serde::de::Error::custom("a hash is 16 hex digits"))
    }
}

/// One line after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Entry {
    /// A seat's order.
    Order {
        /// Its number; the first order is 1.
        n: u32,
        /// Who gave it.
        seat: Seat,
        /// The owner's text.
        text: String,
        /// The hash of the state after it.
        hash: StateHash,
    },
    /// A hook was switched off for the rest of the match.
    HookOff {
        /// The hook.
        #[serde(flatten)]
        hook: HookName,
        /// What it did.
        why: String,
    },
    /// The match went on under other packs.
    Packs {
        /// The packs from now on.
        packs: Vec<PackStamp>,
        /// The files of a user's own packs from now on.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        embedded: BTreeMap<String, String>,
        /// The history does not fit these packs: the match starts anew from the snapshot in the next line.
        #[serde(default)]
        from_here: bool,
    },
    /// Orders were taken back.
    Back {
        /// The number of the last order that still stands; 0 is the start.
        to: u32,
    },
    /// The whole state.
    Snapshot {
        /// The number of orders before it.
        n: u32,
        /// The hash of the state.
        hash: StateHash,
        /// The state.
        state: serde_json::Value,
    },
    /// A word of the players, which changes nothing.
    Note {
        /// What it says.
        text: String,
    },
}

/// What goes wrong with a file of a match.
#[derive(Debug, thiserror::Error)]
pub enum FileTrouble {
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
    /// Another program writes this match.
    #[error("{path} is open in another window or program")]
    Busy {
        /// The file.
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
    good: u64,
}

impl Saved {
    /// Reads a file without opening the match.
    ///
    /// # Errors
    /// When the file cannot be read, or a line other than a torn last one is damaged.
    pub fn read(path: &Path) -> Result<Saved, FileTrouble> {
        let mut bytes = Vec::new();
        File::open(path).and_then(|mut f| f.read_to_end(&mut bytes)).map_err(io_at(path))?;
        Saved::parse(path, &bytes)
    }

    fn parse(path: &Path, bytes: &[u8]) -> Result<Saved, FileTrouble> {
        let trouble = |line: usize, why: String| FileTrouble::Line { path: path.to_owned(), line, why };
        let (mut header, mut entries) = (None, Vec::new());
        let (mut torn, mut good, mut at) = (None, 0, 0);
        let count = bytes.split_inclusive(|b| *b == b'\n').count();
        for (i, raw) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
            let (line, last) = (i + 1, i + 1 == count);
            at += raw.len();
            let parsed = if header.is_none() {
                header_line(raw).map(|h| header = Some(h))
            } else {
                serde_json::from_slice(raw).map(|e| entries.push(e)).map_err(|e| e.to_string())
            };
            match parsed {
                Ok(()) => good = at as u64,
                Err(_) if last && line > 1 => torn = Some(Torn { line, bytes: raw.len() }),
                Err(why) => return Err(trouble(line, why)),
            }
        }
        let header = header.ok_or_else(|| trouble(1, "the file is empty".to_owned()))?;
        Ok(Saved { header, entries, torn, good })
    }
}

fn header_line(raw: &[u8]) -> Result<Header, String> {
    let header: Header = serde_json::from_slice(raw).map_err(|e| format!("no header of a match: {e}"))?;
    if header.bormida > FORMAT {
        return Err(format!("written by a newer Bormida (format {}, this one reads {FORMAT})", header.bormida));
    }
    Ok(header)
}

fn io_at(path: &Path) -> impl Fn(io::Error) -> FileTrouble + '_ {
    move |source| FileTrouble::Io { path: path.to_owned(), source }
}

/// A header with its lines, in memory or backed by a file that is locked while it is open.
#[derive(Debug)]
pub struct Journal {
    header: Header,
    entries: Vec<Entry>,
    file: Option<Backing>,
}

#[derive(Debug)]
struct Backing {
    path: PathBuf,
    file: File,
    /// Bytes that are known to be whole lines.
    good: u64,
}

impl Journal {
    /// A journal that lives in memory alone.
    #[must_use]
    pub fn in_memory(mut header: Header) -> Journal {
        header.bormida = FORMAT;
        Journal { header, entries: Vec::new(), file: None }
    }

    /// What a file held, as a journal in memory: looking at a match does not write to it.
    #[must_use]
    pub fn of_saved(saved: Saved) -> Journal {
        Journal { header: saved.header, entries: saved.entries, file: None }
    }

    /// Begins a new file.
    ///
    /// # Errors
    /// When there is such a file already, or the system refuses.
    pub fn create(header: Header, path: &Path) -> Result<Journal, FileTrouble> {
        let mut journal = Journal::in_memory(header);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(io_at(path))?;
        lock(&file, path)?;
        let mut backing = Backing { path: path.to_owned(), file, good: 0 };
        backing.write(&journal.header)?;
        // The name of a new file is safe only when its folder is synced; not every system can.
        if let Some(Ok(folder)) = path.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        journal.file = Some(backing);
        Ok(journal)
    }

    /// Opens a file to go on with it; a torn last line is dropped and reported.
    ///
    /// # Errors
    /// When the file is busy, damaged before its last line, or the system refuses.
    pub fn open(path: &Path) -> Result<(Journal, Option<Torn>), FileTrouble> {
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(io_at(path))?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io_at(path))?;
        let saved = Saved::parse(path, &bytes)?;
        let mut backing = Backing { path: path.to_owned(), file, good: saved.good };
        backing.cut()?;
        if saved.good > 0 && bytes.get(saved.good as usize - 1) != Some(&b'\n') {
            backing.append(b"\n")?;
        }
        Ok((Journal { header: saved.header, entries: saved.entries, file: Some(backing) }, saved.torn))
    }

    /// The first line.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The lines after the header.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The file behind it.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|b| b.path.as_path())
    }

    /// Appends a line; when this returns it is on the disk.
    ///
    /// # Errors
    /// When the system refuses; the file then still ends with the line before.
    pub fn append(&mut self, entry: Entry) -> Result<(), FileTrouble> {
        if let Some(backing) = &mut self.file {
            backing.write(&entry)?;
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Writes the whole journal to a new file and goes on there.
    ///
    /// # Errors
    /// When there is such a file already, or the system refuses.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileTrouble> {
        let mut copy = Journal::create(self.header.clone(), path)?;
        if let Some(backing) = &mut copy.file {
            let lines: Result<Vec<String>, _> = self.entries.iter().map(serde_json::to_string).collect();
            let text = lines.map_err(|e| io_at(path)(io::Error::other(e)))?;
            backing.append(text.iter().map(|l| format!("{l}\n")).collect::<String>().as_bytes())?;
        }
        self.file = copy.file;
        Ok(())
    }
}

impl Backing {
    fn write(&mut self, line: &impl Serialize) -> Result<(), FileTrouble> {
        let path = &self.path;
        let mut text = serde_json::to_vec(line)
            .map_err(|e| FileTrouble::Io { path: path.clone(), source: io::Error::other(e) })?;
        text.push(b'\n');
        let done = self.append(&text);
        if done.is_err() {
            // A full disk leaves half a line: take it away, so that the next line does not join it.
            let _ = self.cut();
        }
        done
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), FileTrouble> {
        self.file
            .write_all(bytes)
            .and_then(|()| self.file.sync_data())
            .map_err(|source| FileTrouble::Io { path: self.path.clone(), source })?;
        self.good += bytes.len() as u64;
        Ok(())
    }

    fn cut(&mut self) -> Result<(), FileTrouble> {
        self.file
            .set_len(self.good)
            .and_then(|()| self.file.seek(SeekFrom::Start(self.good)))
            .map(|_| ())
            .map_err(|source| FileTrouble::Io { path: self.path.clone(), source })
    }
}

fn lock(file: &File, path: &Path) -> Result<(), FileTrouble> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(FileTrouble::Busy { path: path.to_owned() }),
        // A file system without locks is no reason not to play.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str) -> Entry {
        Entry::Note { text: text.to_owned() }
    }

    fn header() -> Header {
        Header { game: "toy".to_owned(), seed: Seed(u64::MAX), ..Header::default() }
    }

    #[test]
    fn a_line_torn_at_any_byte_is_dropped_and_the_rest_kept() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.match");
        let mut journal = Journal::create(header(), &path).unwrap();
        journal.append(note("one")).unwrap();
        let whole = std::fs::read(&path).unwrap().len();
        journal.append(note("two \u{e0}")).unwrap();
        drop(journal);
        let bytes = std::fs::read(&path).unwrap();
        for cut in whole + 1..bytes.len() - 1 {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            let (mut journal, torn) = Journal::open(&path).unwrap();
            assert_eq!(torn, Some(Torn { line: 3, bytes: cut - whole }));
            assert_eq!(journal.entries(), [note("one")]);
            journal.append(note("three")).unwrap();
            drop(journal);
            assert_eq!(Saved::read(&path).unwrap().entries, [note("one"), note("three")]);
        }
        // only the line end is missing: nothing is lost
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let (mut journal, torn) = Journal::open(&path).unwrap();
        assert_eq!(torn, None);
        journal.append(note("three")).unwrap();
        drop(journal);
        assert_eq!(Saved::read(&path).unwrap().entries.len(), 3);
    }

    #[test]
    fn damage_before_the_last_line_is_an_error_with_its_line() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.match");
        let mut journal = Journal::create(header(), &path).unwrap();
        journal.append(note("one")).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"line\":\"dance\"}}\n{text}")).unwrap();
        assert!(Saved::read(&path).unwrap_err().to_string().contains("line 3"));
        std::fs::write(&path, text.replace("\"bormida\":1", "\"bormida\":99")).unwrap();
        assert!(Saved::read(&path).unwrap_err().to_string().contains("newer"));
        std::fs::write(&path, "").unwrap();
        assert!(Saved::read(&path).unwrap_err().to_string().contains("empty"));
    }

    #[test]
    fn a_file_has_one_writer_and_is_never_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.match");
        let journal = Journal::create(header(), &path).unwrap();
        assert!(matches!(Journal::open(&path), Err(FileTrouble::Busy { .. })));
        assert!(matches!(Journal::create(header(), &path), Err(FileTrouble::Io { .. })));
        drop(journal);
        assert!(Journal::open(&path).is_ok());
    }
}
