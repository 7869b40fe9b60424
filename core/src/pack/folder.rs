//! The files in a folder of a pack, within bounds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::diagnostic::without_mark;
use super::{Diagnostic, Diagnostics};

/// The endings of the files that make up a pack; everything else in its folder is left alone.
const ENDINGS: [&str; 4] = [".toml", ".luau", ".case", ".md"];
/// Most bytes of one file.
pub(super) const MOST_BYTES: u64 = 256 << 10;
/// Most files of one pack.
pub(super) const MOST_FILES: usize = 256;
/// How deep folders are looked into.
pub(super) const DEPTH: usize = 6;

/// Whether a file belongs to a pack, by its path within: text of the known kinds, no declarations for editors, nothing hidden.
pub(super) fn is_part(path: &str) -> bool {
    let known = ENDINGS.iter().any(|ending| path.ends_with(ending)) && !path.ends_with(".d.luau");
    known && !path.split('/').any(|part| part.starts_with('.'))
}

/// What lies in a folder, in reverse order of names, so that a stack gives them in order; nothing when it cannot be read.
pub(super) fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = listed.collect();
    paths.sort_by(|a, b| b.cmp(a));
    paths
}

/// A folder, not a link to one, and not a hidden one.
pub(super) fn is_plain_folder(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    !hidden && std::fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

/// The text files of a pack's folder. A link is an error: it could lead out of the folder.
pub(super) fn read_folder(root: &Path) -> Result<BTreeMap<String, String>, Diagnostics> {
    let mut files = BTreeMap::new();
    let mut open = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = open.pop() {
        for path in entries(&folder) {
            if is_plain_folder(&path) && depth <= DEPTH {
                open.push((path, depth + 1));
                continue;
            }
            let Ok(about) = std::fs::symlink_metadata(&path) else { continue };
            let Ok(within) = path.strip_prefix(root) else { continue };
            let name = within.to_string_lossy().replace('\\', "/");
            let wrong = |why: String| Diagnostics::from(Diagnostic::of_file(path.display().to_string(), why));
            let hidden = name.rsplit('/').next().is_none_or(|name| name.starts_with('.'));
            let meant = ENDINGS.iter().any(|ending| name.ends_with(ending)) || path.is_dir();
            if about.is_symlink() && meant && !hidden {
                return Err(wrong("is a link; the files of a pack lie in its own folder".to_owned()));
            }
            if !about.is_file() || !is_part(&name) {
                continue;
            }
            if depth > DEPTH {
                return Err(wrong("lies too deep".to_owned()));
            }
            if about.len() > MOST_BYTES {
                return Err(wrong(format!("{} bytes; a file of a pack may have {MOST_BYTES}", about.len())));
            }
            if files.len() == MOST_FILES {
                return Err(wrong(format!("a pack may have {MOST_FILES} files")));
            }
            let text = std::fs::read_to_string(&path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
            files.insert(name, without_mark(text));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::builtin::Files;
    use crate::pack::{Kind, Pack, Packs};

    fn manifest(id: &str) -> String {
        format!("id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"ambush\"\nkind = \"variant\"\ntitle = \"T\"\n")
    }

    fn write(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn a_folder_has_a_size_a_number_of_files_and_a_depth() {
        let told = |fill: &dyn Fn(&Path)| {
            let disk = tempfile::tempdir().unwrap();
            write(disk.path(), "pack.toml", &manifest("mud"));
            write(disk.path(), "rules.luau", "return {}");
            fill(disk.path());
            Pack::read(disk.path()).map(|pack| pack.files.len()).map_err(|found| found.to_string())
        };
        let full = "x".repeat(MOST_BYTES as usize);
        assert_eq!(told(&|pack| write(pack, "a.md", &full)), Ok(3));
        let big = told(&|pack| write(pack, "a.md", &format!("{full}x"))).unwrap_err();
        assert!(big.contains(&format!("{} bytes; a file of a pack may have {MOST_BYTES}", MOST_BYTES + 1)), "{big}");
        let notes = |n: usize| move |pack: &Path| (0..n).for_each(|k| write(pack, &format!("notes/{k}.md"), ""));
        assert_eq!(told(&notes(MOST_FILES - 2)), Ok(MOST_FILES));
        let many = told(&notes(MOST_FILES - 1)).unwrap_err();
        assert!(many.contains(&format!("a pack may have {MOST_FILES} files")), "{many}");
        assert_eq!(told(&|pack| write(pack, "a/b/c/d/e/f/g.luau", "")), Ok(3));
        let deep = told(&|pack| write(pack, "a/b/c/d/e/f/g/h.luau", "")).unwrap_err();
        assert!(deep.contains("lies too deep"), "{deep}");
        assert_eq!(told(&|pack| write(pack, "a/b/c/d/e/f/.git/h.luau", "")), Ok(2), "hidden ones are no part of it");
    }

    #[test]
    fn a_byte_order_mark_before_a_script_does_no_harm() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "mud/pack.toml", &format!("\u{feff}{}", manifest("mud")));
        write(disk.path(), "mud/rules.luau", "\u{feff}return {}");
        let packs = Packs::find(&Files::over(disk.path()), "ambush");
        assert_eq!(packs.get("mud").unwrap().files["rules.luau"], "return {}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_a_pack_is_an_error_and_is_not_followed() {
        let disk = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        write(elsewhere.path(), "secret.luau", "return { told = 'secret' }");
        for (id, link) in [("one", "rules.luau"), ("two", "lib")] {
            write(disk.path(), &format!("{id}/pack.toml"), &manifest(id));
            let target = if link == "lib" { elsewhere.path().to_owned() } else { elsewhere.path().join("secret.luau") };
            std::os::unix::fs::symlink(target, disk.path().join(id).join(link)).unwrap();
        }
        let packs = Packs::find(&Files::over(disk.path()), "ambush");
        for id in ["one", "two"] {
            let why = packs.stack(&[id.to_owned()], Kind::Variant).unwrap_err();
            assert!(why.contains("is a link") && !why.contains("told"), "{why}");
        }
    }
}
