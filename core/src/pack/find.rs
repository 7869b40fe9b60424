//! Finding packs: folders with a `pack.toml` and archives of them, built in, beside a saved match, or on disk.
//!
//! Of packs with the same id the one that a match carries wins (it was played with that), then the one in the folder that
//! was named, then the one among the user's own, then the built-in one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::builtin::{self, Files};
use super::diagnostic::without_mark;
use super::manifest::{Kind, MANIFEST, Manifest};
use super::{Diagnostic, Diagnostics, Severity, Source, archive, options};
use crate::kernel::{InUse, OptionValue, PackStamp};

/// The endings of the files that make up a pack; everything else in its folder is left alone.
const ENDINGS: [&str; 4] = [".toml", ".luau", ".case", ".md"];
/// The file of a pack that brings a set-up.
pub const SETUP: &str = "setup.toml";
/// The built-in folder of packs that show authors how something is done, for whatever game.
const EXAMPLES: &str = "scripts/examples";
/// The file of a pack that brings a lesson.
pub const LESSON_FILE: &str = "lesson.luau";
/// Most bytes of one file.
pub(super) const MOST_BYTES: u64 = 256 << 10;
/// Most files of one pack.
pub(super) const MOST_FILES: usize = 256;
/// How deep folders are looked into.
pub(super) const DEPTH: usize = 6;
/// Most folders that are looked through for packs: a folder of packs is meant, not a whole disk.
const MOST_FOLDERS: usize = 2000;

/// Whether a file belongs to a pack, by its path within: text of the known kinds, no declarations for editors, nothing hidden.
pub(super) fn is_part(path: &str) -> bool {
    let known = ENDINGS.iter().any(|ending| path.ends_with(ending)) && !path.ends_with(".d.luau");
    known && !path.split('/').any(|part| part.starts_with('.'))
}

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

/// The packs of one game, by id.
#[derive(Clone, Debug, Default)]
pub struct Packs {
    packs: BTreeMap<String, Pack>,
    broken: Diagnostics,
    /// The same by what the pack calls itself and what its folder is called.
    why_broken: BTreeMap<String, Diagnostics>,
    /// The ids of packs over which one lies that cannot be used.
    displaced: BTreeSet<String>,
    /// The ids that were found in the layer that is looked through.
    fresh: BTreeSet<String>,
}

/// Which packs are looked for.
#[derive(Clone, Copy)]
enum Sought<'g> {
    /// All of a game.
    Of(&'g str),
    /// Those that bring games.
    Games,
}

impl Sought<'_> {
    fn takes(self, manifest: &Manifest) -> bool {
        match self {
            Sought::Of(game) => manifest.game == game,
            Sought::Games => manifest.kind == Kind::Game,
        }
    }

    /// Whether a pack may be meant whose manifest cannot be read as a whole.
    fn may_mean(self, manifest: &str) -> bool {
        let (key, value) = match self {
            Sought::Of(game) => ("game", game),
            Sought::Games => ("kind", "game"),
        };
        written(manifest, key).is_none_or(|text| text == value)
    }
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

    fn of(origin: Origin, shown: &str, files: BTreeMap<String, String>) -> Result<Pack, Diagnostics> {
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
    fn place(&self) -> String {
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
    fn is_packed(&self) -> bool {
        matches!(&self.origin, Origin::Disk(path) if archive::is_archive(path))
    }

    /// Why a pack of its kind would be played silently as if it were not there.
    fn lack(&self) -> Option<Diagnostic> {
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
        let meant = super::nearest::nearest(wanted, scripts.iter().copied());
        let hint = meant.map(|path| format!("is {path} meant to be {wanted}?"));
        Some(Diagnostic::of_file(self.place(), what).hint(hint))
    }
}

impl Packs {
    /// The packs of a game, of every kind, among the built-in files and what is laid over them. Packs that cannot be read
    /// are left out and told by [`Packs::broken`].
    #[must_use]
    pub fn find(files: &Files, game: &str) -> Packs {
        Packs::among(files, &[&format!("scripts/{game}"), EXAMPLES], Sought::Of(game))
    }

    /// The packs that bring whole games, of every game.
    #[must_use]
    pub fn games(files: &Files) -> Packs {
        Packs::among(files, &["scripts"], Sought::Games)
    }

    fn among(files: &Files, scripts: &[&str], sought: Sought<'_>) -> Packs {
        let mut found = Packs::default();
        let built_in: Vec<String> = scripts.iter().flat_map(|folder| builtin::files(folder)).collect();
        let read = |path: &String| Some((path.clone(), builtin::text(path)?.into_owned()));
        found.take_all(&Origin::BuiltIn, "", sought, &built_in.iter().filter_map(read).collect());
        for folder in files.beside().into_iter().chain(files.folder()) {
            found.fresh.clear();
            found.take_disk(folder, sought);
        }
        found.fresh.clear();
        found.take_all(&Origin::Carried, "(carried by the match) ", sought, files.carried());
        found
    }

    /// A pack by its id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Pack> {
        self.packs.get(id)
    }

    /// All packs, in the order of their ids.
    pub fn all(&self) -> impl Iterator<Item = &Pack> {
        self.packs.values()
    }

    /// The packs of a kind, in the order of their ids.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Pack> {
        self.packs.values().filter(move |pack| pack.manifest.kind == kind)
    }

    /// Leaves out a pack that its game cannot use.
    pub fn set_aside(&mut self, pack: &Pack, why: Diagnostics) {
        self.packs.remove(pack.id());
        self.why_broken.entry(pack.id().to_owned()).or_default().extend(why.clone());
        self.broken.extend(why);
    }

    /// What is wrong with packs that were found and cannot be used.
    #[must_use]
    pub fn broken(&self) -> &Diagnostics {
        &self.broken
    }

    /// What is wrong with the pack that calls itself so, or whose folder is called so.
    #[must_use]
    pub fn why_broken(&self, id: &str) -> Option<&Diagnostics> {
        self.why_broken.get(id)
    }

    /// The ids of packs that would be here, but for one of the same id over them that cannot be used; what is wrong with it.
    pub fn displaced(&self) -> impl Iterator<Item = (&str, &Diagnostics)> {
        let ids = self.displaced.iter().filter(|id| !self.packs.contains_key(*id));
        ids.filter_map(|id| Some((id.as_str(), self.why_broken(id)?)))
    }

    /// The packs that were found and cannot be used, by what they and their folders are called: where the first thing
    /// that is wrong stands, and what it is.
    pub fn unusable(&self) -> impl Iterator<Item = (&str, String)> {
        let gone = self.why_broken.iter().filter(|(name, _)| !self.packs.contains_key(*name));
        gone.map(|(name, why)| {
            let over = if self.displaced.contains(name) { " lies over it and cannot be used" } else { "" };
            let told = why.iter().next().map_or_else(String::new, |first| {
                let place = if first.line > 0 { format!(":{}", first.line) } else { String::new() };
                format!("{}{place}{over}: {}", first.file, first.message)
            });
            (name.as_str(), told)
        })
    }

    /// The packs with these ids in this order, below to above, each once; what they depend on must lie below them.
    ///
    /// # Errors
    /// The first id that is not known, named twice, of another kind, or without what it depends on.
    pub fn stack(&self, ids: &[String], kind: Kind) -> Result<Vec<Pack>, String> {
        let mut stack: Vec<Pack> = Vec::new();
        for id in ids {
            let known = self.get(id).filter(|pack| pack.manifest.kind == kind);
            let Some(pack) = known else {
                if let Some(why) = self.why_broken(id) {
                    return Err(format!("the variant \"{id}\" cannot be used\n{}", why.to_string().trim_end()));
                }
                let names = self.of_kind(kind).map(Pack::id);
                let hint = super::nearest::did_you_mean(id, names).map_or(String::new(), |hint| format!("; {hint}"));
                return Err(format!("there is no variant \"{id}\"{hint}"));
            };
            if stack.iter().any(|below| below.id() == id) {
                return Err(format!("the variant \"{id}\" is named twice"));
            }
            if let Some(missing) = pack.manifest.depends.iter().find(|need| stack.iter().all(|p| p.id() != *need)) {
                return Err(format!("\"{id}\" needs the variant \"{missing}\" before it"));
            }
            stack.push(pack.clone());
        }
        Ok(stack)
    }

    /// Of the files that a match carries those for which there is nothing on the disk today: neither the file nor a pack of
    /// that id.
    #[must_use]
    pub fn missing(&self, files: &Files, carried: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let is_here = |path: &str| {
            let pack = path.split_once('/').and_then(|(id, _)| self.get(id));
            let on_disk = pack.is_some_and(|pack| matches!(pack.origin, Origin::Disk(_)));
            on_disk || files.folder().is_some_and(|folder| folder.join(path).is_file())
        };
        let missing = carried.iter().filter(|(path, _)| !is_here(path));
        missing.map(|(path, text)| (path.clone(), text.clone())).collect()
    }

    /// The files with what a match carries, but for what lies on the disk today, be it broken: its author wants to know.
    #[must_use]
    pub fn lying_now(&self, files: &Files, carried: &BTreeMap<String, String>) -> Files {
        let mut missing = self.missing(files, carried);
        missing.retain(|path, _| path.split_once('/').is_none_or(|(id, _)| self.why_broken(id).is_none()));
        files.clone().carrying(&missing)
    }

    /// Takes every pack among some files; those of another game are left alone.
    fn take_all(&mut self, origin: &Origin, shown: &str, sought: Sought<'_>, files: &BTreeMap<String, String>) {
        let ending = format!("/{MANIFEST}");
        let folders: Vec<String> = files.keys().filter_map(|p| Some(p.strip_suffix(&ending)?.to_owned())).collect();
        for folder in folders {
            let below = format!("{folder}/");
            let own = |(path, text): (&String, &String)| Some((path.strip_prefix(&below)?.to_owned(), text.clone()));
            let own = files.iter().filter_map(own).filter(|(path, _)| is_part(path));
            let own: BTreeMap<String, String> = own.collect();
            let manifest = own.get(MANIFEST).cloned().unwrap_or_default();
            self.take(Pack::of(origin.clone(), &format!("{shown}{folder}{ending}"), own), sought, &folder, &manifest);
        }
    }

    fn take(&mut self, pack: Result<Pack, Diagnostics>, sought: Sought<'_>, folder: &str, manifest: &str) {
        let pack = pack.and_then(|pack| match pack.lack().filter(|_| sought.takes(&pack.manifest)) {
            Some(lack) => Err(lack.into()),
            None => Ok(pack),
        });
        match pack {
            Ok(pack) if sought.takes(&pack.manifest) => {
                let id = pack.manifest.id.clone();
                let first = self.packs.get(&id).filter(|_| self.fresh.contains(&id));
                match first {
                    Some(first) => {
                        // an archive is a copy that was given away: who has the folder edits there
                        let is_over = first.is_packed() && !pack.is_packed();
                        let (played, other) = if is_over { (&pack, first) } else { (first, &pack) };
                        let what = format!("the pack \"{id}\" is there twice: {} is played, not this", played.place());
                        let told = Diagnostic::of_file(other.place(), what);
                        self.broken.push(Diagnostic { severity: Severity::Warning, ..told });
                        if is_over {
                            self.packs.insert(id, pack);
                        }
                    }
                    None => {
                        self.fresh.insert(id.clone());
                        self.packs.insert(id, pack);
                    }
                }
            }
            Ok(_) => {}
            Err(found) => {
                let names = names_of(folder, manifest);
                // what it lies over is not played in its place; a whole one beside it is
                let is_meant = sought.may_mean(manifest) && !self.fresh.contains(&names[0]);
                if is_meant && let Some((id, _)) = self.packs.remove_entry(&names[0]) {
                    self.displaced.insert(id);
                }
                for name in names {
                    self.why_broken.entry(name).or_default().extend(found.clone());
                }
                self.broken.extend(found);
            }
        }
    }

    fn take_disk(&mut self, root: &Path, sought: Sought<'_>) {
        let mut open = vec![(root.to_owned(), 0)];
        let (mut seen, mut deeper) = (0, Vec::new());
        while let Some((folder, depth)) = open.pop() {
            seen += 1;
            if seen > MOST_FOLDERS {
                let what = format!("over {MOST_FOLDERS} folders lie in it: packs in the others are not looked for");
                let hint = "name the folder in which the packs lie";
                self.broken.push(Diagnostic::of_file(root.display().to_string(), what).hint(Some(hint.to_owned())));
                break;
            }
            let is_archive = archive::is_archive(&folder);
            if is_archive || folder.join(MANIFEST).is_file() {
                let (files, name) = match is_archive {
                    true => (archive::files(&folder), folder.with_extension("")),
                    false => (read_folder(&folder), folder.clone()),
                };
                let manifest = match &files {
                    Ok(files) => files.get(MANIFEST).cloned(),
                    Err(_) => std::fs::read_to_string(folder.join(MANIFEST)).ok(),
                };
                let shown = folder.join(MANIFEST).display().to_string();
                let pack = files.and_then(|files| Pack::of(Origin::Disk(folder), &shown, files));
                self.take(pack, sought, &name.to_string_lossy(), &manifest.unwrap_or_default());
            } else if depth < DEPTH {
                let inner = entries(&folder).into_iter();
                let inner = inner.filter(|path| is_plain_folder(path) || is_plain_archive(path));
                open.extend(inner.map(|path| (path, depth + 1)));
            } else {
                deeper.extend(entries(&folder).into_iter().filter(|path| is_plain_folder(path)));
            }
        }
        if let Some(first) = deeper.iter().min() {
            let more = if deeper.len() > 1 { format!(" and {} more", deeper.len() - 1) } else { String::new() };
            let what = format!("this folder{more} lies over {DEPTH} deep: no packs are looked for there");
            let finding = Diagnostic::of_file(first.display().to_string(), what);
            self.broken.push(Diagnostic { severity: Severity::Warning, ..finding });
        }
    }
}

/// An archive, not a link to one, and not a hidden one.
fn is_plain_archive(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    !hidden && archive::is_archive(path) && std::fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
}

/// What a pack is known by, also where its manifest cannot be read: its id as written, and its folder's name.
fn names_of(folder: &str, manifest: &str) -> Vec<String> {
    let folder = folder.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let mut names: Vec<String> = written(manifest, "id").into_iter().chain([folder]).collect();
    names.dedup();
    names
}

/// What a manifest that cannot be read as a whole has in the line of a key.
fn written(manifest: &str, key: &str) -> Option<String> {
    let value = |line: &str| {
        let value = line.trim().strip_prefix(key)?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches(['"', '\'']).to_owned())
    };
    manifest.lines().find_map(value)
}

/// What lies in a folder, in reverse order of names, so that a stack gives them in order; nothing when it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = listed.collect();
    paths.sort_by(|a, b| b.cmp(a));
    paths
}

/// A folder, not a link to one, and not a hidden one.
fn is_plain_folder(path: &Path) -> bool {
    let hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    !hidden && std::fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
}

/// The text files of a pack's folder. A link is an error: it could lead out of the folder.
fn read_folder(root: &Path) -> Result<BTreeMap<String, String>, Diagnostics> {
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

    fn manifest(id: &str, game: &str) -> String {
        format!("id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"{game}\"\nkind = \"variant\"\ntitle = \"T\"\n")
    }

    fn write(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn packs_on_disk_are_found_with_their_text_files() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "mine/mud/pack.toml", &manifest("mud", "ambush"));
        write(disk.path(), "mine/mud/rules.luau", "return {}");
        write(disk.path(), "mine/mud/lib/a.luau", "return {}");
        write(disk.path(), "mine/mud/picture.png", "no text");
        write(disk.path(), "other/pack.toml", &manifest("other", "chess"));
        let packs = Packs::find(&Files::over(disk.path()), "ambush");
        let mud = packs.get("mud").unwrap();
        assert_eq!(mud.files.keys().collect::<Vec<_>>(), ["lib/a.luau", "pack.toml", "rules.luau"]);
        assert!(packs.get("other").is_none() && packs.broken().is_empty());
        let before = mud.stamp();
        write(disk.path(), "mine/mud/rules.luau", "return { }");
        let after = Packs::find(&Files::over(disk.path()), "ambush").get("mud").unwrap().stamp();
        assert!(before.id == after.id && before.hash != after.hash);
    }

    #[test]
    fn a_broken_or_doubled_pack_is_told_and_the_others_serve() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "a/pack.toml", &manifest("mud", "ambush"));
        write(disk.path(), "a/rules.luau", "return {}");
        write(disk.path(), "b/pack.toml", &manifest("mud", "ambush"));
        write(disk.path(), "b/rules.toml", "");
        write(disk.path(), "c/pack.toml", "id = ");
        let packs = Packs::find(&Files::over(disk.path()), "ambush");
        assert!(packs.get("mud").is_some());
        let broken = packs.broken().to_string();
        assert!(broken.contains("not TOML"), "{broken}");
        let twice = packs.broken().iter().find(|found| found.severity == Severity::Warning).unwrap();
        let (wins, loses) = (disk.path().join("a/pack.toml"), disk.path().join("b/pack.toml"));
        assert_eq!(twice.file, loses.display().to_string());
        assert_eq!(twice.message, format!("the pack \"mud\" is there twice: {} is played, not this", wins.display()));
    }

    #[test]
    fn a_copy_in_an_archive_is_never_played_in_place_of_the_folder() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "mud/pack.toml", &manifest("mud", "ambush"));
        write(disk.path(), "mud/rules.luau", "return {}");
        let pack = Pack::read(&disk.path().join("mud")).unwrap();
        std::fs::write(disk.path().join("mud.zip"), archive::write(&pack.files).unwrap()).unwrap();
        std::fs::create_dir(disk.path().join("from-you")).unwrap();
        std::fs::copy(disk.path().join("mud.zip"), disk.path().join("from-you/mud.zip")).unwrap();
        let found = || Packs::find(&Files::over(disk.path()), "ambush");
        for text in ["return {}", "return { }"] {
            write(disk.path(), "mud/rules.luau", text);
            // the folder is played, wherever the copies lie, and they are told
            assert_eq!(found().get("mud").unwrap().origin, Origin::Disk(disk.path().join("mud")));
            let told = found().broken().to_string();
            assert!(found().broken().len() == 2 && !told.contains("error"), "{told}");
            assert!(told.contains("mud.zip") && told.contains("from-you") && told.contains("is there twice"), "{told}");
        }
    }

    #[test]
    fn an_archive_is_found_like_a_folder_and_the_folder_that_was_named_wins() {
        let (own, named) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(own.path(), "mud/pack.toml", &manifest("mud", "ambush"));
        write(own.path(), "mud/rules.luau", "return {}");
        write(own.path(), "rain/pack.toml", &manifest("rain", "ambush"));
        write(own.path(), "rain/rules.luau", "return {}");
        let folder = Pack::read(&own.path().join("mud")).unwrap();
        std::fs::write(named.path().join("m.zip"), archive::write(&folder.files).unwrap()).unwrap();
        std::fs::write(named.path().join("broken.zip"), "PK").unwrap();
        let packs = Packs::find(&Files::over(named.path()).and_beside(own.path()), "ambush");
        let mud = packs.get("mud").unwrap();
        assert_eq!(mud.origin, Origin::Disk(named.path().join("m.zip")));
        assert_eq!((mud.stamp(), &mud.files), (folder.stamp(), &folder.files));
        assert!(packs.get("rain").is_some());
        assert!(packs.why_broken("broken").unwrap().to_string().contains("is no zip"));
        assert_eq!(packs.broken().len(), 1);
        // an archive by itself serves too
        let alone = Packs::find(&Files::over(named.path().join("m.zip")), "ambush");
        assert!(alone.get("mud").is_some());
    }

    #[test]
    fn a_stack_is_in_order_without_twins_and_with_what_it_needs() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "rain/pack.toml", &manifest("rain", "ambush"));
        write(disk.path(), "rain/rules.toml", "");
        write(disk.path(), "mud/rules.luau", "return {}");
        write(disk.path(), "mud/pack.toml", &format!("{}depends = [\"rain\"]", manifest("mud", "ambush")));
        let packs = Packs::find(&Files::over(disk.path()), "ambush");
        let stack = |ids: &[&str]| {
            let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
            packs.stack(&ids, Kind::Variant)
        };
        assert_eq!(stack(&["rain", "mud"]).unwrap().len(), 2);
        assert_eq!(stack(&["mud"]).unwrap_err(), "\"mud\" needs the variant \"rain\" before it");
        assert_eq!(stack(&["rain", "rain"]).unwrap_err(), "the variant \"rain\" is named twice");
        assert_eq!(stack(&["rian"]).unwrap_err(), "there is no variant \"rian\"; did you mean \"rain\"?");
    }

    #[test]
    fn a_pack_that_would_change_nothing_is_told_when_it_is_asked_for() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "mud/pack.toml", &manifest("mud", "ambush"));
        write(disk.path(), "mud/rule.luau", "return {}");
        write(disk.path(), "tone/pack.toml", &manifest("rain", "ambush").replace("api = 0", "api = 9"));
        write(disk.path(), "sleeper/pack.toml", &manifest("sleeper", "ambush").replace("variant", "bot"));
        let packs = Packs::find(&Files::over(disk.path()), "ambush");
        let asked = |id: &str| packs.stack(&[id.to_owned()], Kind::Variant).unwrap_err();
        assert!(asked("mud").contains("has no rules.luau") && asked("mud").contains("rule.luau"), "{}", asked("mud"));
        assert!(asked("rain").contains("api 0, not 9") && asked("tone").contains("api 0, not 9"));
        assert!(packs.why_broken("sleeper").unwrap().to_string().contains("has no bot.luau"));
        assert_eq!(packs.broken().len(), 3);
    }

    #[test]
    fn a_broken_pack_does_not_leave_its_place_to_the_one_that_it_lies_over() {
        let (own, named) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(own.path(), "mud/pack.toml", &manifest("mud", "ambush"));
        write(own.path(), "mud/rules.luau", "return {}");
        write(own.path(), "rain/pack.toml", &manifest("rain", "ambush"));
        write(own.path(), "rain/rules.luau", "return {}");
        // called like another, it stands for what it calls itself
        write(named.path(), "rain/pack.toml", &manifest("mud", "ambush").replace("api = 0", "api = 9"));
        let files = Files::over(named.path()).and_beside(own.path());
        let packs = Packs::find(&files, "ambush");
        let asked = |id: &str| packs.stack(&[id.to_owned()], Kind::Variant);
        assert!(asked("mud").unwrap_err().contains("api 0, not 9") && packs.get("mud").is_none());
        assert_eq!(asked("rain").unwrap().len(), 1);
        assert_eq!(packs.displaced().map(|(id, _)| id).collect::<Vec<_>>(), ["mud"]);
        // within one folder the whole one serves
        write(named.path(), "whole/pack.toml", &manifest("mud", "ambush"));
        write(named.path(), "whole/rules.luau", "return {}");
        write(named.path(), "zbroken/pack.toml", "id = \"mud\"\n");
        let packs = Packs::find(&files, "ambush");
        assert_eq!(packs.get("mud").unwrap().origin, Origin::Disk(named.path().join("whole")));
        assert_eq!(packs.displaced().count(), 0);
    }

    #[test]
    fn a_folder_has_a_size_a_number_of_files_and_a_depth() {
        let told = |fill: &dyn Fn(&Path)| {
            let disk = tempfile::tempdir().unwrap();
            write(disk.path(), "pack.toml", &manifest("mud", "ambush"));
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
    fn a_folder_of_packs_has_a_depth_and_a_number_of_folders_and_what_is_left_out_is_told() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "a/b/c/d/e/mud/pack.toml", &manifest("mud", "ambush"));
        write(disk.path(), "a/b/c/d/e/mud/rules.luau", "return {}");
        let found = || Packs::find(&Files::over(disk.path()), "ambush");
        assert!(found().get("mud").is_some() && found().broken().is_empty());
        write(disk.path(), "a/b/c/d/e/f/rain/pack.toml", &manifest("rain", "ambush"));
        write(disk.path(), "a/b/c/d/e/f/rain/rules.luau", "return {}");
        assert!(found().get("rain").is_none());
        let told: Vec<Diagnostic> = found().broken().iter().cloned().collect();
        assert!(told.len() == 1 && told[0].severity == Severity::Warning, "{told:?}");
        assert!(told[0].file.ends_with("rain") && told[0].message.contains("over 6 deep"), "{told:?}");
        (0..MOST_FOLDERS).for_each(|k| std::fs::create_dir(disk.path().join(format!("n{k}"))).unwrap());
        let broken = found().broken().to_string();
        assert!(broken.contains("over 2000 folders") && found().broken().has_errors(), "{broken}");
    }

    #[test]
    fn a_byte_order_mark_before_a_script_does_no_harm() {
        let disk = tempfile::tempdir().unwrap();
        write(disk.path(), "mud/pack.toml", &format!("\u{feff}{}", manifest("mud", "ambush")));
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
            write(disk.path(), &format!("{id}/pack.toml"), &manifest(id, "ambush"));
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
