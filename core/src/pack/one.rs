//! A pack: its account of itself, its files, where it was found.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::folder::read_folder;
use super::manifest::{Kind, MANIFEST, Manifest};
use super::{Diagnostic, Diagnostics, Source, archive, builtin, nearest, options};
use crate::kernel::{InUse, OptionValue, PackStamp};

/// The file of a pack that brings a set-up.
pub const SETUP: &str = "setup.toml";
/// The file of a pack that brings a lesson.
pub const LESSON_FILE: &str = "lesson.luau";

/// Where a pack was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It travels inside the program.
    BuiltIn,
    /// A saved match carries it.
    Carried,
    /// In this folder or archive.
    Disk(PathBuf),
}

/// A pack: its account of itself and its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// What it says of itself.
    pub manifest: Manifest,
    /// Where it was found.
    pub origin: Origin,
    /// Its text files by their path within its folder.
    pub files: BTreeMap<String, String>,
    /// Its options as they stand in a match: the defaults until [`Pack::choose`].
    pub options: BTreeMap<String, OptionValue>,
}

impl Pack {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    /// Whether the house ships a pack of this id with the game, which a folder on disk may have laid its own over.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        builtin::text(&format!("scripts/{}/{}/{MANIFEST}", self.manifest.game, self.id())).is_some()
    }

    /// Id, version and content, as a match records them.
    #[must_use]
    pub fn stamp(&self) -> PackStamp {
        let mut hash = Xxh3::new();
        for (path, text) in &self.files {
            for part in [path, text] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
        let hash = format!("{:016x}", hash.digest());
        PackStamp { id: self.manifest.id.clone(), version: self.manifest.version.clone(), hash }
    }

    /// A file as findings call it: `id/path`.
    #[must_use]
    pub fn called(&self, path: &str) -> String {
        format!("{}/{path}", self.manifest.id)
    }

    /// Whether a folder or archive is one pack.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        path.join(MANIFEST).is_file() || archive::is_archive(path)
    }

    /// The pack in a folder or an archive.
    ///
    /// # Errors
    /// Everything that is wrong with it: files that a pack may not have, its manifest, what it lacks.
    pub fn read(path: &Path) -> Result<Pack, Diagnostics> {
        let files = match archive::is_archive(path) {
            true => archive::files(path)?,
            false => read_folder(path)?,
        };
        let shown = path.join(MANIFEST).display().to_string();
        if !files.contains_key(MANIFEST) {
            return Err(Diagnostic::of_file(shown, "there is no such file: it says what a pack is").into());
        }
        let pack = Pack::of(Origin::Disk(path.to_owned()), &shown, files)?;
        match pack.lack() {
            Some(lack) => Err(lack.into()),
            None => Ok(pack),
        }
    }

    pub(super) fn of(origin: Origin, shown: &str, files: BTreeMap<String, String>) -> Result<Pack, Diagnostics> {
        let manifest = Manifest::read(shown, files.get(MANIFEST).map_or("", String::as_str))?;
        let options = options::values(&manifest.id, &manifest.options, &BTreeMap::new()).unwrap_or_default();
        Ok(Pack { manifest, origin, files, options })
    }

    /// Sets its options, by `PACK.NAME`; those of other packs are left alone.
    ///
    /// # Errors
    /// A sentence: an option that it does not have, with the nearest that it has, or a value that it cannot take.
    pub fn choose(&mut self, chosen: &BTreeMap<String, String>) -> Result<(), String> {
        self.options = options::values(&self.manifest.id, &self.manifest.options, chosen)?;
        Ok(())
    }

    /// One of its files as it is read.
    #[must_use]
    pub fn source(&self, path: &str) -> Option<Source> {
        Some(Source::new(self.called(path), self.files.get(path)?.as_str()))
    }

    /// The manifest, as findings call it.
    pub(super) fn place(&self) -> String {
        match &self.origin {
            Origin::Disk(folder) => folder.join(MANIFEST).display().to_string(),
            Origin::BuiltIn | Origin::Carried => self.called(MANIFEST),
        }
    }

    /// The pack as a match uses it, for its author.
    #[must_use]
    pub fn in_use(&self) -> InUse {
        let place = match &self.origin {
            Origin::Disk(place) => Some(place.clone()),
            Origin::BuiltIn | Origin::Carried => None,
        };
        InUse { id: self.id().to_owned(), place, files: self.files.clone(), options: self.options.clone() }
    }

    /// Whether it lies in an archive.
    pub(super) fn is_packed(&self) -> bool {
        matches!(&self.origin, Origin::Disk(path) if archive::is_archive(path))
    }

    /// Why a pack of its kind would be played silently as if it were not there.
    pub(super) fn lack(&self) -> Option<Diagnostic> {
        let has = |path: &str| self.files.contains_key(path);
        let (what, wanted) = match self.manifest.kind {
            Kind::Variant if has("rules.luau") => return None,
            Kind::Variant if self.files.keys().any(|path| path.ends_with(".toml") && path != MANIFEST) => return None,
            Kind::Variant => {
                ("this variant changes nothing: it has no rules.luau and no TOML beside pack.toml", "rules.luau")
            }
            Kind::Game if self.manifest.engine.is_some() => return None,
            Kind::Game if !has("game.luau") => ("this game cannot be played: it has no game.luau", "game.luau"),
            Kind::Bot if !has("bot.luau") => ("this bot cannot play: it has no bot.luau", "bot.luau"),
            Kind::Setup if !has(SETUP) => ("this set-up places nothing: it has no setup.toml", SETUP),
            Kind::Tutorial if !has(LESSON_FILE) => ("this lesson teaches nothing: it has no lesson.luau", LESSON_FILE),
            Kind::Game | Kind::Bot | Kind::Setup | Kind::Tutorial => return None,
        };
        let scripts: Vec<&str> = self.files.keys().map(String::as_str).filter(|path| *path != MANIFEST).collect();
        let meant = nearest::nearest(wanted, scripts.iter().copied());
        let hint = meant.map(|path| format!("is {path} meant to be {wanted}?"));
        Some(Diagnostic::of_file(self.place(), what).hint(hint))
    }
}
