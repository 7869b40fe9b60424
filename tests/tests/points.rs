//! Every rule point changes a game: each number, question, event and effect has a case that fails when it is taken away.

use bormida_core::games::triomphe::{ADDITIONS, EFFECTS, Edition, Numbers, POINTS, TriompheCase};
use bormida_core::pack::builtin::Files;
use bormida_core::pack::case::{Case, CaseFile, Clause};
use bormida_core::pack::{Kind, Pack};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A file of cases, and the pack that it lies in, if it lies in one.
struct Tests {
    folder: PathBuf,
    file: CaseFile,
    pack: Option<Pack>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files of cases below a folder.
fn tests_in(folder: &str) -> Vec<Tests> {
    let (mut open, mut found) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = open.pop() {
        let pack = Pack::is_at(&folder).then(|| Pack::read(&folder).unwrap());
        for path in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "case") {
                let text = std::fs::read_to_string(&path).unwrap();
                let file = CaseFile::read(path.display().to_string(), text).unwrap();
                found.push(Tests { folder: folder.clone(), file, pack: pack.clone() });
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no case");
    found
}

impl Tests {
    /// Whether a case comes out as it says; none when its position cannot be put together at all. Files that are
    /// carried stand before those on disk.
    fn holds(&self, case: &Case, carried: &BTreeMap<String, String>) -> Option<bool> {
        let folder = self.folder.clone();
        let boards = move |board: &str| std::fs::read_to_string(folder.join(board)).map_err(|wrong| wrong.to_string());
        let files = if self.pack.is_some() { Files::builtin().and_beside(&self.folder) } else { Files::builtin() };
        let game = TriompheCase::new(boards).of(Edition::printed(), Numbers::default()).over(files.carrying(carried));
        let findings = self.file.run_case(case, &mut { game });
        let is_set_up = |at: usize| case.span.contains(&at) || case.position.iter().any(|l| l.span().contains(&at));
        if findings.iter().any(|finding| is_set_up(finding.span.start)) { None } else { Some(findings.is_empty()) }
    }
}

/// The value that a case gives a number by `switch`, if it does.
fn switched<'a>(case: &'a Case, name: &str) -> Option<&'a str> {
    let is_it = |line: &&Clause| line.word(0) == Some("switch") && line.word(1) == Some(name);
    case.position.iter().rev().find(is_it).and_then(|line| line.word(3))
}

/// The case without its `switch` of a number.
fn unswitched(case: &Case, name: &str) -> Case {
    let mut plain = case.clone();
    plain.position.retain(|line| !(line.word(0) == Some("switch") && line.word(1) == Some(name)));
    plain
}

/// The case with one `switch` more, before the lines that speak of places.
fn switching(case: &Case, name: &str, value: &str) -> Case {
    let mut turned = case.clone();
    let places = |line: &Clause| ["at", "morale", "track", "last_in", "memory"].map(Some).contains(&line.word(0));
    let before = turned.position.iter().position(places).unwrap_or(turned.position.len());
    let mut lines = Clause::lines(&format!("switch {name} = {value}")).unwrap();
    turned.position.insert(before, lines.remove(0));
    turned
}

#[test]
fn every_number_is_proved_as_printed_and_turned() {
    let none = BTreeMap::new();
    let (all, printed) = (tests_in("tests/cases/triomphe"), Numbers::default());
    let mut missing = Vec::new();
    for setting in Numbers::settings() {
        let name = setting.name;
        let usual = printed.get(name).unwrap();
        let mut turned: Vec<(&Tests, &str)> = Vec::new();
        for tests in &all {
            for case in tests.file.cases() {
                let Some(value) = switched(case, name).filter(|value| *value != usual) else { continue };
                let proves = tests.holds(&unswitched(case, name), &none) == Some(false);
                if proves && tests.holds(case, &none) == Some(true) {
                    turned.push((tests, value));
                }
            }
        }
        // and a case beside it that holds under the printed value, but not under the other
        let is_printed = |(tests, value): &(&Tests, &str)| {
            let mut printed = tests.file.cases().iter().filter(|case| switched(case, name).is_none_or(|v| v == usual));
            printed.any(|case| {
                tests.holds(case, &none) == Some(true)
                    && tests.holds(&switching(&unswitched(case, name), name, value), &none) == Some(false)
            })
        };
        if turned.is_empty() {
            missing.push(format!("{name}: no case fails without its `switch`"));
        } else if !turned.iter().any(is_printed) {
            missing.push(format!("{name}: no case under the printed value fails under {:?}", turned[0].1));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// What is taken away from a pack's rules: a text that changes `rules`, which it returned.
enum Taken {
    /// A function or table of that name.
    Name(&'static str),
    /// An effect, wherever it is returned.
    Effect(&'static str),
}

/// The files of a pack whose rules are without something.
fn without(pack: &Pack, taken: &Taken) -> BTreeMap<String, String> {
    let change = match taken {
        Taken::Name(name) => format!("rules.{name} = nil"),
        Taken::Effect(name) => format!(
            "local function deaf(play)
                return function(...)
                    local effects = play(...)
                    if type(effects) ~= \"table\" then
                        return effects
                    end
                    local kept = {{}}
                    for _, effect in ipairs(effects) do
                        if effect.effect ~= \"{name}\" then
                            table.insert(kept, effect)
                        end
                    end
                    return kept
                end
            end
            for name, what in sorted_pairs(table.clone(rules)) do
                if type(what) == \"function\" then
                    rules[name] = deaf(what)
                end
            end
            for _, kind in {{ \"steps\", \"orders\" }} do
                if rules[kind] then
                    rules[kind] = table.clone(rules[kind])
                    for name, entry in sorted_pairs(table.clone(rules[kind])) do
                        rules[kind][name] = table.clone(entry)
                        rules[kind][name].play = deaf(entry.play)
                    end
                end
            end"
        ),
    };
    let mut files = pack.files.clone();
    let written = files.remove("rules.luau").unwrap();
    files.insert("as_written.luau".to_owned(), written);
    files.insert(
        "rules.luau".to_owned(),
        format!("local rules = table.clone(require(\"as_written\"))\n{change}\nreturn rules\n"),
    );
    files.into_iter().map(|(path, text)| (pack.called(&path), text)).collect()
}

#[test]
fn every_question_event_effect_and_addition_changes_what_happens_in_some_pack() {
    let mut all = tests_in("tests/packs/triomphe");
    all.extend(tests_in("scripts/triomphe"));
    all.retain(|tests| {
        tests
            .pack
            .as_ref()
            .is_some_and(|pack| pack.manifest.kind == Kind::Variant && pack.source("rules.luau").is_some())
    });
    let points = POINTS.iter().map(|point| Taken::Name(point.name));
    let additions = ADDITIONS.iter().map(|addition| Taken::Name(addition.table));
    let effects = EFFECTS.iter().map(|(name, ..)| Taken::Effect(name));
    let mut unproved = BTreeSet::new();
    for taken in points.chain(additions).chain(effects) {
        let (Taken::Name(name) | Taken::Effect(name)) = taken;
        // packs that do not even write the name cannot prove it
        let writes = |tests: &&Tests| tests.pack.as_ref().is_some_and(|pack| pack.files["rules.luau"].contains(name));
        let changes = |tests: &Tests| {
            let files = without(tests.pack.as_ref().unwrap(), &taken);
            let mut cases = tests.file.cases().iter();
            cases.any(|case| {
                tests.holds(case, &files) == Some(false) && tests.holds(case, &BTreeMap::new()) == Some(true)
            })
        };
        if !all.iter().filter(writes).any(changes) {
            unproved.insert(name);
        }
    }
    assert!(unproved.is_empty(), "no case of a pack fails without {unproved:?}");
}
