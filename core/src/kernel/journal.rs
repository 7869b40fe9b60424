//! The journal of a match: a header and one JSON line for everything that happened, appended and synced line by line.

use super::saved::{FileTrouble, Saved, Torn, is_file, unreadable, unwritable};
use super::{ChosenOptions, HookName, PackStamp, Seat, Seed, Setup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
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
    /// The revision of the program's own rules, see `Kit::revision`; empty in older files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// The set-up and its options.
    #[serde(default)]
    pub setup: Setup,
    /// Variants asked for, by pack id, below to above.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Readings of the rules that were chosen, by name.
    #[serde(default)]
    pub rulings: BTreeMap<String, String>,
    /// Options of the packs in use.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: ChosenOptions,
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

impl Header {
    /// Rulings by name and options by `PACK.NAME`, as a game is opened with them.
    #[must_use]
    pub fn settings(&self) -> BTreeMap<String, String> {
        self.rulings.iter().chain(&self.options).map(|(name, value)| (name.clone(), value.clone())).collect()
    }
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
        /// The revision of the program's own rules from now on.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        rules: String,
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
    /// There may be half a line after them.
    ragged: bool,
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
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path).map_err(unwritable(path))?;
        lock(&file, path)?;
        let mut backing = Backing { path: path.to_owned(), file, good: 0, ragged: false };
        if let Err(trouble) = backing.write(&journal.header) {
            let _ = std::fs::remove_file(path); // an empty file is no match
            return Err(trouble);
        }
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
        is_file(path)?;
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(unwritable(path))?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable(path))?;
        let saved = Saved::parse(path, &bytes)?;
        let mut backing = Backing { path: path.to_owned(), file, good: saved.good, ragged: true };
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
    /// When there is such a file already, or the system refuses; then there is no new file.
    pub fn save_as(&mut self, path: &Path) -> Result<(), FileTrouble> {
        self.file = Journal::filled(self.header.clone(), &self.entries, path)?.file;
        Ok(())
    }

    /// Writes a header and lines to a new file.
    ///
    /// # Errors
    /// When there is such a file already, or the system refuses; then there is no new file.
    pub fn write_new(header: Header, entries: &[Entry], path: &Path) -> Result<(), FileTrouble> {
        Journal::filled(header, entries, path).map(drop)
    }

    fn filled(header: Header, entries: &[Entry], path: &Path) -> Result<Journal, FileTrouble> {
        let mut journal = Journal::create(header, path)?;
        if let Err(trouble) = journal.append_all(entries) {
            let _ = std::fs::remove_file(path); // half a match is none
            return Err(trouble);
        }
        Ok(journal)
    }

    fn append_all(&mut self, entries: &[Entry]) -> Result<(), FileTrouble> {
        let Some(backing) = &mut self.file else { return Ok(()) };
        let mut text = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut text, entry).map_err(|e| unwritable(&backing.path)(e.into()))?;
            text.push(b'\n');
        }
        backing.append(&text)
    }
}

impl Backing {
    fn write(&mut self, line: &impl Serialize) -> Result<(), FileTrouble> {
        let mut text = serde_json::to_vec(line).map_err(|e| unwritable(&self.path)(e.into()))?;
        text.push(b'\n');
        let done = self.append(&text);
        if done.is_err() {
            // A full disk leaves half a line: take it away, so that the next line does not join it.
            let _ = self.cut();
        }
        done
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), FileTrouble> {
        if self.ragged {
            self.cut()?;
        }
        // some systems go on writing to a file that has no name any more, and forget it at the end
        if matches!(self.path.try_exists(), Ok(false)) {
            return Err(FileTrouble::Gone { path: self.path.clone() });
        }
        self.ragged = true;
        self.file.write_all(bytes).and_then(|()| self.file.sync_data()).map_err(unwritable(&self.path))?;
        self.good += bytes.len() as u64;
        self.ragged = false;
        Ok(())
    }

    fn cut(&mut self) -> Result<(), FileTrouble> {
        let good = self.good;
        let done = self.file.set_len(good).and_then(|()| self.file.seek(SeekFrom::Start(good)));
        done.map_err(unwritable(&self.path))?;
        self.ragged = false;
        Ok(())
    }
}

pub(super) fn lock(file: &File, path: &Path) -> Result<(), FileTrouble> {
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
    fn a_whole_last_line_that_cannot_be_read_is_damage_and_is_kept_in_a_copy() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.match");
        let mut journal = Journal::create(header(), &path).unwrap();
        journal.append(note("one")).unwrap();
        drop(journal);
        let damaged = std::fs::read_to_string(&path).unwrap() + "{\"line\":\"dance\"}\n";
        std::fs::write(&path, &damaged).unwrap();
        assert_eq!(Journal::open(&path).unwrap_err().damaged_line(), Some(3));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged, "nothing is cut unasked");
        let mended = super::super::saved::mend(&path).unwrap().unwrap();
        assert_eq!((mended.line, std::fs::read_to_string(mended.kept).unwrap()), (3, damaged));
        assert_eq!(Saved::read(&path).unwrap().entries, [note("one")]);
    }

    #[test]
    fn a_damaged_line_is_told_with_one_line_and_column() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.match");
        drop(Journal::create(header(), &path).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{text}{{\"line\":\"order\", 5}}\n{text}")).unwrap();
        let told = Saved::read(&path).unwrap_err().to_string();
        assert!(told.contains("line 2: column 18: ") && !told.contains("line 1"), "{told}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_deleted_meanwhile_is_told_and_the_match_can_go_on_elsewhere() {
        let dir = tempfile::tempdir().unwrap();
        let (path, other) = (dir.path().join("a.match"), dir.path().join("b.match"));
        let mut journal = Journal::create(header(), &path).unwrap();
        journal.append(note("one")).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(journal.append(note("two")), Err(FileTrouble::Gone { .. })));
        assert_eq!(journal.entries(), [note("one")]);
        journal.save_as(&other).unwrap();
        journal.append(note("two")).unwrap();
        assert_eq!(Saved::read(&other).unwrap().entries, [note("one"), note("two")]);
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
