//! Handing a file over to the program that the desktop opens it with.

use std::path::Path;
use std::process::{Command, Stdio};

/// Opens a file, or a folder, with the program of the desktop for it; does not wait for it.
///
/// # Errors
/// A sentence with the path, where the desktop has no such program: then a person opens it by hand.
pub(super) fn open_file(path: &Path) -> Result<(), String> {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started =
        Command::new(opener).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match started {
        Ok(_) => Ok(()),
        Err(_) if path.is_dir() => Err(format!("Nothing could be opened to show it. The folder is {}", path.display())),
        Err(_) => Err(format!("No editor could be opened. The file is {}", path.display())),
    }
}
