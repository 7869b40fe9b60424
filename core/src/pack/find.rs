//! Finding packs: folders with a `pack.toml` and archives of them, built in, beside a saved match, or on disk.
//!
//! Of packs with the same id the one that a match carries wins (it was played with that), then the one in the folder that
//! was named, then the one among the user's own, then the built-in one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::builtin::{self, Files};
use super::folder::{DEPTH, entries, is_part, is_plain_folder, read_folder};
use super::manifest::{Kind, MANIFEST, Manifest};
use super::{Diagnostic, Diagnostics, Origin, Pack, Severity, archive};

/// The built-in folder of packs that show authors how something is done, for whatever game.
const EXAMPLES: &str = "scripts/examples";
/// Most folders that are looked through for packs: a folder of packs is meant, not a whole disk.
const MOST_FOLDERS: usize = 2000;

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
}
