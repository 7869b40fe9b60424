//! Finding files: those that a command works on, and the place where matches are kept.

use std::path::{Path, PathBuf};

use bormida_core::pack::archive;

use super::voice::Failure;
use crate::saves;

/// The files that were named, and those with one of the endings in folders that were named, in order.
pub(super) fn below(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in paths {
        if archive::is_archive(path) {
            found.extend(packed(path, endings)?);
        } else if path.is_dir() {
            let before = found.len();
            collect(path, endings, &mut found)?;
            if found.len() == before {
                return Err(Failure::Lost(format!("{}: no {} file lies in it", path.display(), endings.join(", "))));
            }
        } else {
            found.push(path.clone());
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The files within an archive, as paths that lead into it.
fn packed(path: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let all = archive::paths(path).map_err(|findings| Failure::Lost(findings.to_string()))?;
    Ok(all.into_iter().filter(|path| ends(path, endings)).collect())
}

/// Whether a path ends in one of the endings, given without the dot.
pub(super) fn ends(path: &Path, endings: &[&str]) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| endings.contains(&ending))
}

/// Whether a file declares types for editors: Luau in form, but never run.
fn declares(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.ends_with(".d.luau"))
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| Failure::Lost(format!("{}: cannot be read: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        // links are not followed into folders: they may lead in a circle
        if entry.file_type().map_err(unreadable)?.is_dir() {
            collect(&path, endings, found)?;
        } else if archive::is_archive(&path) {
            found.extend(packed(&path, endings)?);
        } else if ends(&path, endings) && !declares(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// A new file for a match where this desktop keeps such things; none when there is no such place.
pub(super) fn new_save(game: &str) -> Option<PathBuf> {
    saves::new_file(&saves::folder()?, game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_searched_and_named_files_are_taken_whatever_their_ending() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("b/c")).unwrap();
        for name in ["b/c/1.case", "b/2.case", "b/3.txt", "4.md"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let named = [folder.path().join("b"), folder.path().join("4.md"), folder.path().join("b/2.case")];
        let found = below(&named, &["case"]).unwrap();
        let names: Vec<_> = found.iter().map(|p| p.strip_prefix(folder.path()).unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["4.md", "b/2.case", "b/c/1.case"]);
        assert!(below(&named[..1], &["luau"]).is_err());
        // types for editors are no scripts, unless they are named
        std::fs::write(folder.path().join("b/api.d.luau"), "").unwrap();
        assert!(below(&named[..1], &["luau"]).is_err());
        // what is not there is found out when it is read
        assert_eq!(below(&[folder.path().join("no.case")], &["case"]).unwrap().len(), 1);
    }
}
