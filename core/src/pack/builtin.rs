//! Built-in files: `data/`, `scripts/` and `docs/rules/` travel inside the program; a folder on disk of the same layout wins.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::diagnostic::Diagnostic;

static DATA: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../data");
static SCRIPTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scripts");
static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/rules");

/// The text of a built-in file by its path, such as `data/triomphe/map.toml`; none when there is no such text file.
pub fn text(path: &str) -> Option<Cow<'static, str>> {
    let within = |(root, dir): (&str, &'static Dir<'static>)| dir.get_file(path.strip_prefix(root)?.strip_prefix('/')?);
    roots().into_iter().find_map(within)?.contents_utf8().map(Cow::Borrowed)
}

/// The paths of all built-in files below a folder, such as `data/triomphe/setups`, in order.
pub fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (root, dir) in roots() {
        collect(root, dir, &mut found);
    }
    let below = format!("{}/", folder.trim_end_matches('/'));
    found.retain(|path| folder.is_empty() || path.starts_with(&below));
    found.sort();
    found
}

fn roots() -> [(&'static str, &'static Dir<'static>); 3] {
    [("data", &DATA), ("scripts", &SCRIPTS), ("docs/rules", &RULES)]
}

fn collect(root: &str, dir: &Dir<'_>, found: &mut Vec<String>) {
    found.extend(dir.files().map(|file| format!("{root}/{}", file.path().to_string_lossy().replace('\\', "/"))));
    for inner in dir.dirs() {
        collect(root, inner, found);
    }
}

/// The built-in files, what a saved match carries, and a folder on disk laid over them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    over: Option<PathBuf>,
    beside: Option<PathBuf>,
    carried: BTreeMap<String, String>,
}

impl Files {
    /// The built-in files alone.
    pub const fn builtin() -> Self {
        Files { over: None, beside: None, carried: BTreeMap::new() }
    }

    /// The built-in files, where files below `folder` of the same path (`folder/data/triomphe/map.toml`) win.
    pub fn over(folder: impl Into<PathBuf>) -> Self {
        Files { over: Some(folder.into()), beside: None, carried: BTreeMap::new() }
    }

    /// These files and those that a saved match carries: `id/path` of a pack, or the path of a built-in file, to text; see
    /// `Kit::embedded`.
    #[must_use]
    pub fn carrying(mut self, packs: &BTreeMap<String, String>) -> Self {
        self.carried.extend(packs.iter().map(|(path, text)| (path.clone(), text.clone())));
        self
    }

    /// The same without what a match carries: as they lie on the disk.
    #[must_use]
    pub fn carrying_nothing(mut self) -> Self {
        self.carried.clear();
        self
    }

    /// The same with packs of a folder of the user's own, below those of the folder laid over.
    #[must_use]
    pub fn and_beside(mut self, folder: impl Into<PathBuf>) -> Self {
        self.beside = Some(folder.into());
        self
    }

    /// The folder of the user's own packs.
    pub fn beside(&self) -> Option<&Path> {
        self.beside.as_deref()
    }

    /// The folder laid over the built-in files.
    pub fn folder(&self) -> Option<&Path> {
        self.over.as_deref()
    }

    /// The files that a saved match carries.
    pub const fn carried(&self) -> &BTreeMap<String, String> {
        &self.carried
    }

    /// The text of a file, by its path within the layout: of the match that carries it, of the folder, built in.
    ///
    /// # Errors
    /// There is no such file, its path leaves the layout, or it is no readable text; the finding names the file that was tried.
    pub fn text(&self, path: &str) -> Result<Cow<'static, str>, Diagnostic> {
        if Path::new(path).components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
            return Err(Diagnostic::of_file(path, "leaves the folder of its pack"));
        }
        if let Some(text) = self.carried.get(path) {
            return Ok(Cow::Owned(text.clone()));
        }
        if let Some(disk) = self.over.as_ref().map(|folder| folder.join(path))
            && disk.exists()
        {
            return std::fs::read_to_string(&disk)
                .map(Cow::Owned)
                .map_err(|error| Diagnostic::of_file(disk.display().to_string(), format!("cannot be read: {error}")));
        }
        text(path).ok_or_else(|| {
            let known = files("");
            let hint = super::nearest::did_you_mean(path, known.iter().map(String::as_str));
            Diagnostic::of_file(path, "there is no such file").hint(hint)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_files_are_found_and_a_folder_on_disk_wins() {
        assert!(files("data/triomphe").contains(&"data/triomphe/map.toml".to_owned()));
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("data/triomphe")).unwrap();
        std::fs::write(folder.path().join("data/triomphe/rules.toml"), "[turn]\n").unwrap();
        let over = Files::over(folder.path());
        assert_eq!(over.text("data/triomphe/rules.toml").unwrap(), "[turn]\n");
        assert_eq!(over.text("data/triomphe/map.toml").unwrap(), text("data/triomphe/map.toml").unwrap());
    }

    #[test]
    fn missing_files_and_paths_that_leave_the_pack_are_errors() {
        let files = Files::builtin();
        let missing = files.text("data/triomphe/mao.toml").unwrap_err();
        assert_eq!(missing.hint.as_deref(), Some("did you mean \"data/triomphe/map.toml\"?"));
        assert!(files.text("../Cargo.toml").unwrap_err().message.contains("leaves"));
        assert!(files.text("/etc/passwd").unwrap_err().message.contains("leaves"));
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("data")).unwrap();
        std::fs::write(folder.path().join("data/x"), [0xff, 0xfe]).unwrap();
        assert!(Files::over(folder.path()).text("data/x").unwrap_err().message.starts_with("cannot be read"));
    }
}
