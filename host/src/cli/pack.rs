//! `pack`: one file of a pack's folder, after a look at what is wrong with it.

use std::path::{Path, PathBuf};

use bormida_core::pack::{Diagnostics, Pack, archive};
use serde_json::json;

use super::check::{look_at, tell};
use super::voice::{Ended, Failure, Status, Voice};
use super::words::PackUp;
use crate::in_place::put_in_place;

/// Writes the archive. Exit status 1 when the pack has errors: then nothing is written.
pub(super) fn run(args: &PackUp, voice: &mut Voice<'_>) -> Ended {
    let pack = match Pack::read(&args.folder) {
        Ok(pack) => pack,
        Err(findings) => return refuse(1, &findings, voice),
    };
    let (files, findings) = look_at(std::slice::from_ref(&args.folder), None, voice.catalogue)?;
    if findings.has_errors() {
        return refuse(files, &findings, voice);
    }
    let out = match &args.out {
        Some(out) => out.clone(),
        None => place(&args.folder, &format!("{}.zip", pack.id())),
    };
    let lost = |why: String| Failure::Lost(format!("{}: {why}", out.display()));
    if args.folder.canonicalize().is_ok_and(|whole| is_within(&out, &whole)) {
        return Err(lost("lies in the pack itself: its archive goes elsewhere".to_owned()));
    }
    if !args.force && is_in_the_way(&out, &pack) {
        return Err(lost(format!("is there already and is no archive of {}; --force writes over it", pack.id())));
    }
    let bytes = archive::write(&pack.files).map_err(lost)?;
    // what is given away must be what was looked at
    if archive::read(&bytes).map_err(lost)? != pack.files {
        return Err(lost("the archive does not read back as it was written".to_owned()));
    }
    put_in_place(&out, &bytes).map_err(|error| lost(format!("cannot be written: {error}")))?;
    let stamp = pack.stamp();
    if voice.json {
        let object = json!({
            "id": stamp.id, "version": stamp.version, "hash": stamp.hash, "out": out,
            "files": pack.files.len(), "bytes": bytes.len(),
        });
        voice.object(&object)?;
    } else {
        let (id, version, hash) = (stamp.id, stamp.version, stamp.hash);
        let (files, bytes) = (pack.files.len(), bytes.len());
        writeln!(voice.out, "{}: {id} {version}, {files} files, {bytes} bytes, content {hash}", out.display())?;
    }
    Ok(Status::Fine)
}

/// Where the archive lies when nothing is said of it: here, or beside the pack when this is the pack's own folder.
fn place(pack: &Path, name: &str) -> PathBuf {
    let here = PathBuf::from(name);
    match pack.canonicalize() {
        Ok(whole) if is_within(&here, &whole) => whole.parent().map_or(here, |beside| beside.join(name)),
        _ => here,
    }
}

/// Whether a file, there or not, lies in a folder.
fn is_within(file: &Path, folder: &Path) -> bool {
    let above = file.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.is_dir() && above.canonicalize().is_ok_and(|above| above.starts_with(folder))
}

/// Whether a file would be lost under a pack's archive: one that is no older archive of the same pack.
fn is_in_the_way(out: &Path, pack: &Pack) -> bool {
    let is_old = |old: Pack| old.id() == pack.id();
    // a pipe or a device takes what comes
    out.is_file() && !(archive::is_archive(out) && Pack::read(out).is_ok_and(is_old))
}

fn refuse(files: usize, findings: &Diagnostics, voice: &mut Voice<'_>) -> Ended {
    tell(files, findings, voice)?;
    Ok(Status::Findings)
}
