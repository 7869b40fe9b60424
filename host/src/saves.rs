//! Where this desktop keeps matches and packs.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How files of matches end.
pub const ENDING: &str = "match";

/// The folder of matches in the user's own data; none where the desktop has no such place.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "bormida")?.data_dir().join("matches"))
}

/// The file of what a person chose of the window; none where the desktop has no such place.
#[must_use]
pub fn settings_file() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "bormida")?.data_dir().join("settings.toml"))
}

/// The folder of the user's own packs; none where the desktop has no such place.
#[must_use]
pub fn packs() -> Option<PathBuf> {
    Some(directories::ProjectDirs::from("", "", "bormida")?.data_dir().join("packs"))
}

/// A numbered name in a folder that no file has yet; the folder is made. None when it cannot be. The name tells nothing of
/// the match: both sides read it.
#[must_use]
pub fn new_file(folder: &Path, game: &str) -> Option<PathBuf> {
    std::fs::create_dir_all(folder).ok()?;
    (1..100_000).map(|k| folder.join(format!("{game}-{k}.{ENDING}"))).find(|path| !path.exists())
}

/// A name beside a file that no file has yet.
#[must_use]
pub fn free_beside(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    (2..1000).map(|k| path.with_file_name(format!("{stem} {k}.{ENDING}"))).find(|path| !path.exists())
}

/// The matches of a folder, the newest first.
#[must_use]
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let files = entries.flatten().map(|entry| entry.path());
    let mut files: Vec<(SystemTime, PathBuf)> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_never_has_an_old_name_and_old_ones_are_listed() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("matches");
        assert!(list(&folder).is_empty());
        let first = new_file(&folder, "ford").unwrap();
        std::fs::write(&first, "").unwrap();
        std::fs::write(folder.join("other.txt"), "").unwrap();
        let second = new_file(&folder, "ford").unwrap();
        assert_eq!(second.file_name().unwrap(), "ford-2.match");
        assert_eq!(list(&folder), [first.as_path()]);
        assert_eq!(free_beside(&first).unwrap().file_name().unwrap(), "ford-1 2.match");
        std::fs::write(folder.join("ford-1 2.match"), "").unwrap();
        assert_eq!(free_beside(&first).unwrap().file_name().unwrap(), "ford-1 3.match");
    }
}
