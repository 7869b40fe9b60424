//! `pack`: one file of a pack's folder, after a look at what is wrong with it.

use std::path::PathBuf;

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
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.zip", pack.id())));
    let lost = |why: String| Failure::Lost(format!("{}: {why}", out.display()));
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

fn refuse(files: usize, findings: &Diagnostics, voice: &mut Voice<'_>) -> Ended {
    tell(files, findings, voice)?;
    Ok(Status::Findings)
}
