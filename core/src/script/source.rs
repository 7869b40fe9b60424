//! The named source texts of one pack: what `require` can reach, and nothing else.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::error::{Kind, ScriptError};
use super::limits::Limits;

/// The `.luau` files of a pack by their path within it, `/` between folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources(BTreeMap<String, File>);

/// One file, and what our own compiler made of it: once for all machines that load these sources.
#[derive(Clone, Debug, Default)]
struct File {
    text: Arc<[u8]>,
    code: Arc<OnceLock<Option<Vec<u8>>>>,
}

impl PartialEq for File {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for File {}

impl Sources {
    /// No files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The scripts among the files of a pack, which are text by their path.
    #[must_use]
    pub fn of(files: &BTreeMap<String, String>) -> Self {
        let scripts = files.iter().filter(|(path, _)| path.ends_with(".luau"));
        scripts.fold(Self::new(), |all, (path, text)| all.with(path.clone(), text.as_bytes()))
    }

    /// These files with those of another set laid over them.
    #[must_use]
    pub fn under(mut self, over: Sources) -> Self {
        self.0.extend(over.0);
        self
    }

    /// Adds a file; a later one of the same path takes its place.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) {
        let text: Vec<u8> = text.into();
        self.0.insert(path.into(), File { text: text.into(), code: Arc::default() });
    }

    /// Adds a file and hands the set on.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.add(path, text);
        self
    }

    /// Paths in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The text of a file that [`Sources::check`] passed.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path).and_then(|file| std::str::from_utf8(&file.text).ok())
    }

    /// What `compile` makes of the text of a file, made once; none of a text that does not parse.
    ///
    /// A pack brings texts alone: whatever is loaded as code was compiled here.
    pub(super) fn code(&self, path: &str, compile: impl FnOnce(&str) -> Option<Vec<u8>>) -> Option<&[u8]> {
        let file = self.0.get(path)?;
        file.code.get_or_init(|| std::str::from_utf8(&file.text).ok().and_then(compile)).as_deref()
    }

    /// Says whether every file may be loaded: its name, its size, UTF-8, no byte-code.
    pub(super) fn check(&self, pack: &str, limits: &Limits) -> Result<(), Box<ScriptError>> {
        let fault = |path: &str, message: String| {
            let mut err = ScriptError::new(pack, None, Kind::Source, message);
            err.file = Some(path.to_owned());
            Err(err)
        };
        let mut whole = 0;
        for (path, File { text: bytes, .. }) in &self.0 {
            if let Some(why) = bad_path(path.strip_suffix(".luau").unwrap_or("")) {
                return fault(path, format!("bad file name: {why}"));
            }
            whole += bytes.len();
            if bytes.len() > limits.file {
                return fault(path, format!("{} bytes; a file may have {}", bytes.len(), limits.file));
            }
            if whole > limits.pack {
                return fault(path, format!("with this file the pack has {whole} bytes; it may have {}", limits.pack));
            }
            match std::str::from_utf8(bytes) {
                Err(err) => return fault(path, format!("not UTF-8 at byte {}", err.valid_up_to())),
                Ok(text) if text.contains(|c: char| c.is_ascii_control() && !"\t\r\n".contains(c)) => {
                    return fault(path, "not a text: it has control characters".to_owned());
                }
                Ok(_) => {}
            }
        }
        Ok(())
    }

    /// The path that `require(name)` means, or why there is none.
    pub(super) fn resolve(&self, name: &str) -> Result<String, String> {
        if let Some(why) = bad_path(name) {
            return Err(format!("require: {why}"));
        }
        let path = format!("{name}.luau");
        if self.0.contains_key(&path) {
            return Ok(path);
        }
        let twin = self.0.keys().find(|other| other.eq_ignore_ascii_case(&path));
        Err(match twin.and_then(|other| other.strip_suffix(".luau")) {
            Some(other) => format!("require: no module `{name}`; names are exact, this pack has `{other}`"),
            None => format!("require: this pack has no module `{name}`"),
        })
    }
}

/// Why a module name is not one: names are folders and a file below the pack's own root, without the ending.
fn bad_path(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.len() > 120 {
        return Some("a module name has 1 to 120 characters, and its file ends in `.luau`");
    }
    if name.contains('\\') {
        return Some("folders are parted by `/`, not by a backslash");
    }
    if name.starts_with('/') {
        return Some("a module name starts at the pack's folder, not at a root");
    }
    for part in name.split('/') {
        if part == ".." || part == "." {
            return Some("a module name may not climb or point to its own folder; it starts at the pack's folder");
        }
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
            return Some("a module name is made of letters, digits, `_`, `-` and `/`");
        }
    }
    None
}

/// Why a pack id is not one.
pub(super) fn bad_pack_id(id: &str) -> bool {
    id.is_empty() || id.len() > 64 || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
}
