//! Packs as archives: a zip is read like a folder, and written so that the same files make the same bytes.
//!
//! Nothing of an archive is ever written to the disk. Names, kinds and sizes of all its entries are looked at before
//! anything is unpacked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::diagnostic::without_mark;
use super::folder::{DEPTH, MOST_BYTES, MOST_FILES, is_part};
use super::manifest::MANIFEST;
use super::{Diagnostic, Diagnostics};

/// How the files of archives end.
pub const ENDING: &str = "zip";
/// Most bytes of an archive, and of a file that lies in no pack.
const MOST_PACKED: u64 = 8 << 20;
/// Most entries of an archive, pictures and folders included.
const MOST_ENTRIES: usize = 2 * MOST_FILES;
/// Most bytes that an entry unpacks to for one that it takes: text does not shrink further.
const MOST_RATIO: u64 = 200;
/// The bits of a Unix mode that say what a file is, and a plain file's.
const KIND_BITS: u32 = 0o170_000;
const PLAIN: [u32; 3] = [0, 0o100_000, 0o040_000];

/// Whether a path is that of an archive that is there.
#[must_use]
pub fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)) && path.is_file()
}

/// The archive that a path leads into, and the rest of the path: `mud.zip/rules.luau`.
#[must_use]
pub fn within(path: &Path) -> Option<(&Path, String)> {
    let archive = path.ancestors().skip(1).find(|above| is_archive(above))?;
    let rest = path.strip_prefix(archive).ok()?.to_string_lossy().replace('\\', "/");
    Some((archive, rest))
}

/// The bytes of a file of a pack, in a folder or within an archive.
///
/// # Errors
/// Why it cannot be read; a device or a pipe, which might never end, is not.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Diagnostics> {
    let name = || path.display().to_string();
    match within(path) {
        Some((archive, rest)) => match files(archive)?.remove(&rest) {
            Some(text) => Ok(text.into_bytes()),
            None => Err(Diagnostic::of_file(name(), "there is no such file in the archive").into()),
        },
        None => {
            let wrong = |why: String| Diagnostics::from(Diagnostic::of_file(name(), why));
            let unreadable = |error: std::io::Error| wrong(format!("cannot be read: {error}"));
            let about = std::fs::metadata(path).map_err(unreadable)?;
            if !about.is_file() {
                let what = if about.is_dir() { "a folder" } else { "a device or a pipe" };
                return Err(wrong(format!("is no file, but {what}")));
            }
            if about.len() > MOST_PACKED {
                return Err(wrong(format!("{} bytes; a file may have {MOST_PACKED}", about.len())));
            }
            std::fs::read(path).map_err(unreadable)
        }
    }
}

/// The files of the pack in an archive, as paths that lead into it.
///
/// # Errors
/// As [`files`].
pub fn paths(archive: &Path) -> Result<Vec<PathBuf>, Diagnostics> {
    Ok(files(archive)?.keys().map(|name| archive.join(name)).collect())
}

/// The text files of the pack in an archive, by their path below its `pack.toml`.
///
/// # Errors
/// An archive that cannot be read or is no pack's; an entry that a pack may not have, by its name.
pub fn files(archive: &Path) -> Result<BTreeMap<String, String>, Diagnostics> {
    let name = archive.display().to_string();
    let wrong = |why: String| Diagnostics::from(Diagnostic::of_file(name.clone(), why));
    let size = std::fs::metadata(archive).map_err(|error| wrong(format!("cannot be read: {error}")))?.len();
    if size > MOST_PACKED {
        return Err(wrong(format!("{size} bytes; an archive may have {MOST_PACKED}")));
    }
    let bytes = std::fs::read(archive).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    read(&bytes).map_err(wrong)
}

/// The same of an archive's bytes.
///
/// # Errors
/// One sentence.
pub fn read(bytes: &[u8]) -> Result<BTreeMap<String, String>, String> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| format!("is no zip: {error}"))?;
    let entries = looked_at(&mut zip)?;
    let root = root(&entries)?;
    let mut files = BTreeMap::new();
    for Entry { index, name, size } in entries {
        let Some(own) = name.strip_prefix(&root).filter(|own| is_part(own)) else { continue };
        if files.len() == MOST_FILES {
            return Err(format!("a pack may have {MOST_FILES} files"));
        }
        let file = zip.by_index(index).map_err(|error| format!("\"{name}\" cannot be unpacked: {error}"))?;
        let mut text = Vec::new();
        // what a head says of its size need not be true
        let read = file.take(size + 1).read_to_end(&mut text);
        read.map_err(|error| format!("\"{name}\" cannot be unpacked: {error}"))?;
        if text.len() as u64 != size {
            return Err(format!("\"{name}\" is not of the size that it says"));
        }
        let text = String::from_utf8(text).map_err(|_| format!("\"{name}\" is no text: it is not UTF-8"))?;
        files.insert(own.to_owned(), without_mark(text));
    }
    Ok(files)
}

/// One file of an archive, before it is unpacked.
struct Entry {
    index: usize,
    name: String,
    size: u64,
}

/// Every entry's name, kind and size, none of which a pack may not have.
fn looked_at(zip: &mut ZipArchive<Cursor<&[u8]>>) -> Result<Vec<Entry>, String> {
    if zip.has_duplicate_names() {
        return Err("has two files of one name".to_owned());
    }
    if zip.len() > MOST_ENTRIES {
        return Err(format!("{} entries; an archive may have {MOST_ENTRIES}", zip.len()));
    }
    let (mut entries, mut seen) = (Vec::new(), BTreeSet::new());
    for index in 0..zip.len() {
        let file = zip.by_index_raw(index).map_err(|error| format!("entry {} cannot be read: {error}", index + 1))?;
        let name = String::from_utf8(file.name_raw().to_vec()).map_err(|_| "a name in it is not UTF-8".to_owned())?;
        let bare = name.strip_suffix('/').unwrap_or(&name);
        if let Some(why) = bad_name(bare) {
            return Err(format!("the name \"{}\" {why}", name.escape_debug()));
        }
        if !seen.insert(bare.to_lowercase()) {
            return Err(format!("\"{name}\" is there twice, apart from capitals"));
        }
        if file.is_symlink() {
            return Err(format!("\"{name}\" is a link; the files of a pack lie in its own folder"));
        }
        if !PLAIN.contains(&(file.unix_mode().unwrap_or(0) & KIND_BITS)) {
            return Err(format!("\"{name}\" is neither a file nor a folder"));
        }
        if file.encrypted() {
            return Err(format!("\"{name}\" is locked by a password"));
        }
        if !is_part(&name) {
            continue;
        }
        if !matches!(file.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(format!("\"{name}\" is packed in a way that is not read here"));
        }
        let (size, packed) = (file.size(), file.compressed_size());
        if size > MOST_BYTES {
            return Err(format!("\"{name}\" has {size} bytes; a file of a pack may have {MOST_BYTES}"));
        }
        if size > 4096 && size / MOST_RATIO > packed {
            return Err(format!("\"{name}\" unpacks {packed} bytes to {size}: that is no text"));
        }
        entries.push(Entry { index, name, size });
    }
    Ok(entries)
}

/// The folder of the one `pack.toml` that lies nearest to the top, with a slash behind it; empty for the top itself.
fn root(entries: &[Entry]) -> Result<String, String> {
    let folders = entries.iter().filter_map(|entry| entry.name.strip_suffix(MANIFEST));
    let mut folders: Vec<&str> = folders.filter(|folder| folder.is_empty() || folder.ends_with('/')).collect();
    let depth = |folder: &&str| folder.matches('/').count();
    folders.sort_by_key(depth);
    match folders[..] {
        [] => Err(format!("holds no {MANIFEST}")),
        [first, second, ..] if depth(&first) == depth(&second) => {
            Err(format!("holds several packs: {first}{MANIFEST} and {second}{MANIFEST}"))
        }
        [first, ..] => Ok(first.to_owned()),
    }
}

/// Why a name is none that a file of a pack may have, on any system.
pub(super) fn bad_name(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.len() > 240 {
        return Some("is empty or longer than 240 bytes");
    }
    if name.starts_with('/') || name.starts_with('\\') || name.as_bytes().get(1) == Some(&b':') {
        return Some("starts at a root");
    }
    if name.contains('\\') {
        return Some("has a backslash: folders are parted by /");
    }
    if name.chars().any(|c| c.is_control() || "<>:\"|?*".contains(c)) {
        return Some("has a character that file systems do not take");
    }
    let parts: Vec<&str> = name.split('/').collect();
    if parts.iter().any(|part| matches!(*part, "" | "." | "..")) {
        return Some("climbs or points to its own folder");
    }
    if parts.iter().any(|part| part.ends_with(['.', ' '])) {
        return Some("has a part that ends in a full stop or a space");
    }
    if parts.iter().any(|part| is_device(part)) {
        return Some("is a device's");
    }
    (parts.len() > DEPTH + 2).then_some("lies too deep")
}

/// Whether a file of this name is a device on some systems, whatever its ending.
pub(super) fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = |word: &str| {
        let rest = stem.strip_prefix(word).unwrap_or_default();
        rest.chars().count() == 1 && rest.chars().all(|c| c.is_ascii_digit() || "¹²³".contains(c))
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT")
}

/// An archive of some files: the same bytes for the same files, whenever and wherever it is made.
///
/// # Errors
/// One sentence: a name that no archive may have.
pub fn write(files: &BTreeMap<String, String>) -> Result<Vec<u8>, String> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(6))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, text) in files {
        if let Some(why) = bad_name(name) {
            return Err(format!("the name \"{name}\" {why}"));
        }
        zip.start_file(name, options).map_err(|error| format!("\"{name}\": {error}"))?;
        zip.write_all(text.as_bytes()).map_err(|error| format!("\"{name}\": {error}"))?;
    }
    zip.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(entries: &[(&str, &str)]) -> Vec<u8> {
        made(entries, |zip, name, text| {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        })
    }

    type Zip = ZipWriter<Cursor<Vec<u8>>>;

    fn made(entries: &[(&str, &str)], add: impl Fn(&mut Zip, &str, &str)) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        entries.iter().for_each(|(name, text)| add(&mut zip, name, text));
        zip.finish().unwrap().into_inner()
    }

    fn refused(bytes: &[u8]) -> String {
        read(bytes).unwrap_err()
    }

    #[test]
    fn what_is_written_is_read_back_and_is_always_the_same() {
        let files: BTreeMap<String, String> = [("pack.toml", "id = 1\n"), ("lib/a.luau", "return {}\n")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into();
        let bytes = write(&files).unwrap();
        assert_eq!((read(&bytes).unwrap(), write(&files).unwrap()), (files.clone(), bytes));
        // a folder around the pack, pictures and hidden folders are no part of it
        let wrapped = plain(&[
            ("mud-main/pack.toml", "id = 1\n"),
            ("mud-main/lib/a.luau", "return {}\n"),
            ("mud-main/board.png", "no text"),
            ("mud-main/.git/pack.toml", "no part"),
            ("mud-main/types/bormida.d.luau", "no part"),
        ]);
        assert_eq!(read(&wrapped).unwrap(), files);
    }

    #[test]
    fn names_that_lead_out_or_hit_devices_are_refused() {
        for name in [
            "../pack.toml",
            "a/../../b.luau",
            "/etc/x.toml",
            "C:/x.toml",
            "c:x.toml",
            "\\\\host\\x.toml",
            "a\\b.luau",
            "a//b.luau",
            "./a.luau",
            "con.luau",
            "lib/NUL",
            "Com1.toml",
            "lpt9.luau.md",
            "a.luau.",
            "b /x.luau",
            "a\nb.luau",
            "what?.luau",
            "a/b/c/d/e/f/g/h/i.luau",
        ] {
            assert!(bad_name(name).is_some(), "{name}");
            let bytes = plain(&[("pack.toml", ""), (name, "x")]);
            assert!(read(&bytes).is_err(), "{name}");
        }
        for name in ["console.luau", "lib/communes.luau", "über.md", "a.b.luau"] {
            assert_eq!(bad_name(name), None, "{name}");
        }
    }

    #[test]
    fn doubles_and_twins_by_capitals_are_refused() {
        let twins = plain(&[("pack.toml", ""), ("Rules.luau", "a"), ("rules.luau", "b")]);
        assert!(refused(&twins).contains("apart from capitals"), "{}", refused(&twins));
        // the same name twice: the writer refuses it, so a name is changed afterwards
        let mut bytes = plain(&[("pack.toml", ""), ("rules.luau", "a"), ("rulez.luau", "b")]);
        while let Some(at) = bytes.windows(10).position(|part| part == b"rulez.luau") {
            bytes[at + 4] = b's';
        }
        assert!(refused(&bytes).contains("two files of one name"), "{}", refused(&bytes));
    }

    #[test]
    fn links_and_locked_entries_are_refused() {
        let link = made(&[("pack.toml", ""), ("rules.luau", "/etc/passwd")], |zip, name, text| match name {
            "pack.toml" => zip.start_file(name, SimpleFileOptions::default()).unwrap(),
            _ => zip.add_symlink(name, text, SimpleFileOptions::default()).unwrap(),
        });
        assert!(refused(&link).contains("is a link"), "{}", refused(&link));
        let mut locked = plain(&[("pack.toml", "id")]);
        for head in [&b"PK\x03\x04"[..], b"PK\x01\x02"] {
            let at = locked.windows(4).position(|part| part == head).unwrap();
            locked[at + if head[2] == 3 { 6 } else { 8 }] |= 1;
        }
        assert!(refused(&locked).contains("password"), "{}", refused(&locked));
    }

    #[test]
    fn bombs_are_refused_before_they_are_unpacked() {
        let big = "a".repeat(MOST_BYTES as usize + 1);
        assert!(refused(&plain(&[("pack.toml", ""), ("x.toml", &big)])).contains("may have"));
        let dense = "a".repeat(MOST_BYTES as usize);
        assert!(refused(&plain(&[("pack.toml", ""), ("x.toml", &dense)])).contains("that is no text"));
        let names: Vec<String> = (0..=MOST_ENTRIES).map(|k| format!("{k}.png")).collect();
        let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        assert!(refused(&plain(&many)).contains("entries"));
        // a head that says less than there is
        let mut liar = plain(&[("pack.toml", &"id = 1 ".repeat(100))]);
        let at = liar.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
        liar[at + 24..at + 28].copy_from_slice(&7_u32.to_le_bytes());
        let told = refused(&liar);
        assert!(told.starts_with("\"pack.toml\" cannot be unpacked") && told.contains("larger than"), "{told}");
        liar[at + 24..at + 28].copy_from_slice(&900_u32.to_le_bytes());
        assert_eq!(refused(&liar), "\"pack.toml\" is not of the size that it says");
    }

    #[test]
    fn an_archive_has_a_size_a_number_of_files_and_a_depth() {
        let disk = tempfile::tempdir().unwrap();
        let path = disk.path().join("mud.zip");
        let big = std::fs::File::create(&path).unwrap();
        big.set_len(MOST_PACKED + 1).unwrap();
        let told = files(&path).unwrap_err().to_string();
        assert!(told.contains(&format!("{} bytes; an archive may have {MOST_PACKED}", MOST_PACKED + 1)), "{told}");
        // nor is a file read that nobody can have written
        let loose = disk.path().join("mud.luau");
        std::fs::File::create(&loose).unwrap().set_len(MOST_PACKED + 1).unwrap();
        assert!(bytes(&loose).unwrap_err().to_string().contains("bytes; a file may have"));
        big.set_len(MOST_PACKED).unwrap();
        assert!(files(&path).unwrap_err().to_string().contains("is no zip"), "it is looked into");
        let names: Vec<String> = (0..MOST_FILES).map(|k| format!("{k}.md")).collect();
        let all: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "x")).collect();
        let with = |more: &[(&'static str, &'static str)]| plain(&[&all[1..], more].concat());
        assert_eq!(read(&with(&[("pack.toml", "")])).unwrap().len(), MOST_FILES);
        let many = refused(&with(&[("pack.toml", ""), ("more.md", "")]));
        assert!(many.contains(&format!("a pack may have {MOST_FILES} files")), "{many}");
        let deep = refused(&plain(&[("pack.toml", ""), ("a/b/c/d/e/f/g/h/i.luau", "")]));
        assert!(deep.contains("lies too deep"), "{deep}");
    }

    #[test]
    fn a_byte_order_mark_in_an_archive_does_no_harm() {
        let marked = plain(&[("pack.toml", "\u{feff}id = 1\n"), ("rules.luau", "\u{feff}return {}")]);
        let files = read(&marked).unwrap();
        assert_eq!((files["pack.toml"].as_str(), files["rules.luau"].as_str()), ("id = 1\n", "return {}"));
    }

    #[test]
    fn what_is_no_archive_of_one_pack_is_told() {
        assert!(refused(b"PK but no zip").contains("is no zip"));
        assert!(refused(&plain(&[("a.luau", "")])).contains("holds no pack.toml"));
        assert!(refused(&plain(&[("a/pack.toml", ""), ("b/pack.toml", "")])).contains("several packs"));
        let whole = plain(&[("pack.toml", "id = 1\n")]);
        for cut in 0..whole.len() {
            assert!(read(&whole[..cut]).is_err());
        }
    }
}
