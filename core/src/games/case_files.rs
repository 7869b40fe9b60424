//! Where the cases and positions of packs find their boards and their packs.

use std::path::Path;

use crate::pack::builtin::Files;
use crate::pack::{Pack, archive};

/// The boards in the folder of a case, by their paths from there.
pub(crate) fn boards_in(folder: &Path) -> impl Fn(&str) -> Result<String, String> + 'static {
    let folder = folder.to_owned();
    move |board| match archive::bytes(&folder.join(board)).map(String::from_utf8) {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(_)) => Err(format!("{board}: is no text in UTF-8")),
        Err(found) => Err(found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join("; ")),
    }
}

/// The boards among the files of a pack.
pub(crate) fn boards_of(pack: &Pack) -> impl Fn(&str) -> Result<String, String> + 'static {
    let files = pack.files.clone();
    move |board| files.get(board).cloned().ok_or_else(|| format!("{board}: there is no such file"))
}

/// The files for a case in a folder: where that lies in a pack, it knows that pack.
pub(crate) fn files_for(files: &Files, folder: &Path) -> Files {
    match folder.ancestors().take(3).find(|folder| Pack::is_at(folder)) {
        Some(pack) => files.clone().and_beside(pack),
        None => files.clone(),
    }
}
