//! A variant that changes one thing: begun from the section that stood in somebody's way.

use std::path::{Path, PathBuf};

use bormida_core::games::HouseGame;
use bormida_core::kernel::Rule;
use bormida_core::pack::manifest::MANIFEST;
use bormida_core::script::{FactLine, NumberLine, PointLine};

use super::{EDITOR, LUAURC, title, types, write};
use crate::cli::words::PackKind;

/// What can be changed of a section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Changeable {
    /// A function answers a question, or hears of an event.
    Point(Box<PointLine>, Vec<FactLine>),
    /// A number or switch is another.
    Number(Box<NumberLine>),
}

impl Changeable {
    /// Its name.
    pub(crate) fn name(&self) -> String {
        match self {
            Changeable::Point(point, _) => point.name.to_owned(),
            Changeable::Number(number) => format!("{}.{}", number.table, number.name),
        }
    }

    /// What it is, and what is printed.
    pub(crate) fn help(&self) -> String {
        match self {
            Changeable::Point(point, _) => format!("{} As printed: {}", point.help, point.default).replace('`', ""),
            Changeable::Number(number) => {
                let now = if number.default.is_empty() { "nothing" } else { &number.default };
                let help = number.help.trim_end_matches('.');
                // written for a page that sets such words in type of their own
                format!("{help}. Now: {now}. It can be: {}.", number.values.trim_end_matches('.')).replace('`', "")
            }
        }
    }

    /// The file of the pack that it is written in.
    fn file(&self) -> &'static str {
        match self {
            Changeable::Point(..) => "rules.luau",
            Changeable::Number(_) => "rules.toml",
        }
    }

    /// That file: the printed rule as it is, to be changed.
    fn text(&self) -> String {
        match self {
            Changeable::Point(point, always) => {
                let mut text = format!("-- {} ({}): {}\n", point.name, point.section, point.help);
                text.push_str(&format!("-- Without an answer: {}\n", point.default));
                if point.kind == "question" {
                    text.push_str("-- `default()` is that answer, or what variants below this one say.\n");
                }
                text.push_str("return {\n");
                text.push_str(&format!("\t{} = function({})\n", point.name, arguments(point)));
                for fact in point.facts.iter().chain(always) {
                    text.push_str(&format!("\t\t-- facts.{}: {} ({})\n", fact.name, fact.help, fact.values));
                }
                let body = if point.kind == "question" { "default()" } else { "nil" };
                text.push_str(&format!("\t\treturn {body}\n\tend,\n}}\n"));
                text
            }
            Changeable::Number(number) => {
                let NumberLine { table, name, section, help, values, default, .. } = &**number;
                format!(
                    "# {help} ({section}). As printed: {default}; {values}.\n[{table}]\n{name} = {}\n",
                    as_toml(number)
                )
            }
        }
    }
}

fn arguments(point: &PointLine) -> &'static str {
    if point.kind == "question" { "facts, default" } else { "facts" }
}

/// The value of a number as TOML writes it: as its example does.
fn as_toml(number: &NumberLine) -> String {
    let example = number.example.lines().last().and_then(|line| line.split_once(" = ")).map_or("", |(_, value)| value);
    match example.chars().next() {
        Some('"') => format!("\"{}\"", number.default),
        Some('[') => {
            let words: Vec<String> = number.default.split(',').map(|word| format!("\"{}\"", word.trim())).collect();
            format!("[{}]", words.join(", "))
        }
        _ => number.default.clone(),
    }
}

/// Whether a section of a rule point or number and the one that somebody reads are one, or one holds the other.
fn speaks_of(sections: &str, rule: &str) -> bool {
    let holds = |whole: &str, part: &str| {
        part.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
    };
    let each = |text: &str| {
        text.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect::<Vec<_>>()
    };
    let rules = each(rule);
    each(sections).iter().any(|section| rules.iter().any(|rule| holds(section, rule) || holds(rule, section)))
}

/// What packs can change of a section, functions first; what the section itself is named for stands before its neighbours.
pub(crate) fn changeable(game: &dyn HouseGame, rule: &Rule) -> Vec<Changeable> {
    let Some(reference) = game.reference() else { return Vec::new() };
    let always = reference.always;
    let points = reference.points.into_iter().filter(|point| speaks_of(point.section, &rule.0));
    let points = points.map(|point| (point.section.to_owned(), Changeable::Point(Box::new(point), always.clone())));
    let numbers = reference.numbers.into_iter().filter(|number| speaks_of(&number.section, &rule.0));
    let numbers = numbers.map(|number| (number.section.clone(), Changeable::Number(Box::new(number))));
    let mut found: Vec<(String, Changeable)> = points.chain(numbers).collect();
    found.sort_by_key(|(section, _)| section != &*rule.0);
    found.into_iter().map(|(_, what)| what).collect()
}

/// Writes a variant that says what is printed, into a folder of packs; returns its id and the file that is to be changed.
///
/// # Errors
/// A sentence: what the system refuses.
pub(crate) fn begin_change(game: &dyn HouseGame, what: &Changeable, into: &Path) -> Result<(String, PathBuf), String> {
    let told = |failure: crate::cli::voice::Failure| failure.to_string();
    let about = game.about();
    let name = format!("change-{}", what.name().replace(['_', '.'], "-"));
    let is_free = |id: &String| !into.join(id).exists() && game.packs().get(id).is_none();
    let numbered = (2..1000).map(|k| format!("{name}-{k}"));
    let id =
        [name.clone()].into_iter().chain(numbered).find(is_free).ok_or("there are a thousand such packs already")?;
    let folder = into.join(&id);
    let manifest = format!(
        "id = \"{id}\"\nversion = \"0.1\"\napi = 0\ngame = \"{}\"\nkind = \"variant\"\ntitle = \"{}\"\nauthors = [\"You\"]\n\
         description = \"It changes {}.\"\n",
        about.id,
        title(&id),
        what.name()
    );
    write(&folder.join(MANIFEST), &manifest).map_err(told)?;
    let file = folder.join(what.file());
    write(&file, &what.text()).map_err(told)?;
    // for the author's editor; a game without types has none
    let types = types(Some(&about.id), PackKind::Variant).unwrap_or_default();
    for (path, text) in &types {
        write(&folder.join(path), text).map_err(told)?;
    }
    write(&folder.join(".luaurc"), LUAURC).map_err(told)?;
    let listed: Vec<String> =
        types.iter().enumerate().map(|(k, (path, _))| format!("\t\t\"@bormida{k}\": \"{path}\"")).collect();
    let editor = EDITOR.replace("{{types}}", &listed.join(",\n"));
    write(&folder.join(".vscode/settings.json"), &editor).map_err(told)?;
    Ok((id, file))
}
