//! Putting a pack of somebody else's into the user's own folder, whole or not at all.

use std::path::{Path, PathBuf};

use bormida_core::pack::{Pack, archive};

use crate::in_place::put_in_place;

/// The file that a pack is installed as.
#[must_use]
pub(crate) fn place_of(pack: &Pack, folder: &Path) -> PathBuf {
    folder.join(format!("{}.{}", pack.id(), archive::ENDING))
}

/// Copies a pack into a folder as one archive. Other packs of its id there are set aside: they stay, under hidden names.
/// Returns where it lies now.
///
/// # Errors
/// A sentence: what the system refuses. Then nothing has changed.
pub(crate) fn install(pack: &Pack, folder: &Path) -> Result<PathBuf, String> {
    let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(|error| told(folder, error))?;
    let bytes = archive::write(&pack.files)?;
    let place = place_of(pack, folder);
    let mut aside: Vec<(PathBuf, PathBuf)> = Vec::new();
    let back = |aside: &[(PathBuf, PathBuf)]| {
        for (from, to) in aside {
            let _ = std::fs::rename(to, from);
        }
    };
    for old in others(pack, folder, &place) {
        let Some(hidden) = hidden_beside(&old) else { continue };
        if let Err(error) = std::fs::rename(&old, &hidden) {
            back(&aside);
            return Err(told(&old, error));
        }
        aside.push((old, hidden));
    }
    match put_in_place(&place, &bytes) {
        Ok(()) => Ok(place),
        Err(error) => {
            back(&aside);
            Err(told(&place, error))
        }
    }
}

/// Packs of the same id that lie in the folder, but not where it is installed.
pub(crate) fn others(pack: &Pack, folder: &Path, place: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let hidden = |path: &Path| path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    let same = |path: &PathBuf| Pack::read(path).is_ok_and(|other| other.id() == pack.id());
    let mut found: Vec<PathBuf> =
        entries.filter(|path| path != place && !hidden(path) && Pack::is_at(path)).filter(same).collect();
    found.sort();
    found
}

/// A hidden name beside a path that nothing has yet.
fn hidden_beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    (1..1000).map(|k| path.with_file_name(format!(".{name}.old-{k}"))).find(|path| !path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(folder: &Path, version: &str) -> Pack {
        std::fs::create_dir_all(folder).unwrap();
        let manifest = format!(
            "id = \"mud\"\nversion = \"{version}\"\napi = 0\ngame = \"triomphe\"\nkind = \"variant\"\ntitle = \"Mud\"\n"
        );
        std::fs::write(folder.join("pack.toml"), manifest).unwrap();
        std::fs::write(folder.join("rules.luau"), "return {}").unwrap();
        Pack::read(folder).unwrap()
    }

    #[test]
    fn a_pack_is_installed_whole_and_the_older_one_is_set_aside() {
        let home = tempfile::tempdir().unwrap();
        let packs = home.path().join("packs");
        let old = pack(&packs.join("my mud"), "1");
        let new = pack(&home.path().join("mud"), "2");
        let place = install(&new, &packs).unwrap();
        let read = Pack::read(&place).unwrap();
        assert_eq!((read.stamp(), &read.files), (new.stamp(), &new.files));
        assert!(!packs.join("my mud").exists());
        assert_eq!(Pack::read(&packs.join(".my mud.old-1")).unwrap().stamp(), old.stamp());
        // again: the archive is replaced in its place
        let newer = pack(&home.path().join("mud"), "3");
        assert_eq!(install(&newer, &packs).unwrap(), place);
        assert_eq!(Pack::read(&place).unwrap().manifest.version, "3");
        assert_eq!(std::fs::read_dir(&packs).unwrap().count(), 2);
    }

    #[test]
    fn where_it_cannot_be_written_nothing_changes() {
        let home = tempfile::tempdir().unwrap();
        let new = pack(&home.path().join("mud"), "2");
        let taken = home.path().join("packs");
        std::fs::write(&taken, "a file").unwrap();
        assert!(install(&new, &taken).is_err());
        assert_eq!(std::fs::read_to_string(&taken).unwrap(), "a file");
    }
}
