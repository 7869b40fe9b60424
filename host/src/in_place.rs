//! Writing a file whole or not at all.

use std::io::Result;
use std::path::{Path, PathBuf};

/// Writes a file beside its place and moves it there when it is whole: a full disk costs no older one. What is no plain file,
/// such as a link or a pipe, is written to where it is.
pub(crate) fn put_in_place(path: &Path, bytes: &[u8]) -> Result<()> {
    if std::fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return std::fs::write(path, bytes);
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let done = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    if done.is_err() {
        let _ = std::fs::remove_file(&part); // half a file is none
    }
    done
}
