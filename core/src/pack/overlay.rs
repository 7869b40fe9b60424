//! Overlays: TOML laid over TOML, so that a pack says only what it changes.
//!
//! Tables are joined key by key, so that `[locale.12]` with one key changes that key alone and a new table adds what it
//! names. Any other value takes the place of the one below. Lists whose items are tables with an `id` are joined item by
//! item; `"roads+" = [...]` adds to the end of a list; `remove = ["locale.12", "pieces.reserve"]`, at the top of an
//! overlay, takes out what lies below it before the rest is laid on.

use std::ops::Range;

use serde::Serialize;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::diagnostic::{Diagnostic, Diagnostics, Source};
use super::nearest::did_you_mean;
use super::toml_doc::Reader;

/// The key of what an overlay takes out.
const REMOVE: &str = "remove";
/// The key by which items of lists are known.
const ID: &str = "id";

/// A value that lies over another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Override {
    /// What it is: `locale.12.capacity`.
    pub path: String,
    /// Where it stands.
    pub by: Place,
    /// What it lies over; for something removed, the table or value that is gone.
    pub over: Place,
}

/// A value in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The layer, 0 at the bottom.
    pub layer: usize,
    /// The file, as findings call it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Its bytes.
    #[serde(skip)]
    pub span: Range<usize>,
    /// The value as written there.
    pub value: String,
}

/// Every value of an upper layer that lies over one of a lower layer, in the order of laying.
///
/// # Errors
/// Layers that are not TOML, and what an overlay removes that is not there.
pub fn overrides(layers: &[Source]) -> Result<Vec<Override>, Diagnostics> {
    let reader = Reader::new(layers);
    let laid = laid(&reader);
    let found = reader.findings();
    match laid {
        Some((_, told)) if found.is_empty() => Ok(told),
        _ => Err(found),
    }
}

/// Where two layers above the lowest say different things: a warning at the upper one, which wins.
///
/// # Errors
/// As [`overrides`].
pub fn conflicts(layers: &[Source]) -> Result<Diagnostics, Diagnostics> {
    let differ = |told: &Override| told.over.layer > 0 && told.by.value != told.over.value;
    let warn = |told: Override| {
        let Override { path, by, over } = told;
        let source = layers.get(by.layer)?;
        let what = match path.strip_suffix(" (removed)") {
            Some(gone) => format!("\"{gone}\" is removed here, and {}:{} changes it", over.file, over.line),
            None => {
                format!("\"{path}\" is {} here and {} in {}:{}", by.value, over.value, over.file, over.line)
            }
        };
        let hint = "the upper pack wins; the other order of the packs turns it round".to_owned();
        Some(Diagnostic::warning(source, by.span, what).hint(hint))
    };
    Ok(overrides(layers)?.into_iter().filter(differ).filter_map(warn).collect())
}

/// All layers as one table, and what lies over what; none when a layer is not TOML.
pub(super) fn laid<'d>(reader: &Reader<'d>) -> Option<(DeTable<'d>, Vec<Override>)> {
    let mut tables = reader.parsed()?.into_iter();
    let (_, mut whole) = tables.next()?;
    let mut laying = Laying { reader, told: Vec::new() };
    for (start, above) in tables {
        let mut above = moved(above, start);
        if let Some(gone) = above.remove(REMOVE) {
            laying.remove(&mut whole, &gone);
        }
        laying.table(&mut whole, above, "");
    }
    Some((whole, laying.told))
}

/// One laying.
struct Laying<'r, 'd> {
    reader: &'r Reader<'d>,
    told: Vec<Override>,
}

impl<'d> Laying<'_, 'd> {
    fn table(&mut self, below: &mut DeTable<'d>, above: DeTable<'d>, path: &str) {
        for (key, value) in above {
            let name = key.get_ref().as_ref();
            let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            if let Some(list) = name.strip_suffix('+') {
                self.append(below, list, value);
                continue;
            }
            match below.get_mut(name) {
                Some(known) => self.value(known, value, &path),
                None => drop(below.insert(key, value)),
            }
        }
    }

    fn value(&mut self, below: &mut Spanned<DeValue<'d>>, above: Spanned<DeValue<'d>>, path: &str) {
        let (under, over) = (below.span(), above.span());
        match (below.get_mut(), above.into_inner()) {
            (DeValue::Table(known), DeValue::Table(new)) => self.table(known, new, path),
            (DeValue::Array(known), DeValue::Array(new)) if has_ids(known) && has_ids(&new) => {
                for item in &new {
                    let Some(id) = id_of(item) else { continue };
                    match known.iter_mut().find(|other| id_of(other) == Some(id)) {
                        Some(known) => self.value(known, item.clone(), &format!("{path}.{id}")),
                        None => known.push(item.clone()),
                    }
                }
            }
            // what says who somebody is changes nothing
            (_, DeValue::String(_)) if path.ends_with(".id") => {}
            (_, new) => {
                self.tell(path.to_owned(), &over, &under);
                *below = Spanned::new(over, new);
            }
        }
    }

    fn append(&mut self, below: &mut DeTable<'d>, list: &str, value: Spanned<DeValue<'d>>) {
        let at = value.span();
        match (below.get_mut(list).map(Spanned::get_mut), value.into_inner()) {
            (Some(DeValue::Array(known)), DeValue::Array(new)) => new.iter().for_each(|item| known.push(item.clone())),
            (Some(DeValue::Array(_)), _) => self.reader.error(&at, format!("\"{list}+\" wants a list")),
            _ => {
                let lists: Vec<&str> =
                    below.iter().filter(|(_, v)| v.get_ref().is_array()).map(|(k, _)| &**k.get_ref()).collect();
                let hint = did_you_mean(list, lists);
                self.reader.hinted(&at, format!("there is no list \"{list}\" to add to"), hint);
            }
        }
    }

    fn remove(&mut self, whole: &mut DeTable<'d>, gone: &Spanned<DeValue<'d>>) {
        let Some(paths) = gone.get_ref().as_array() else {
            self.reader
                .error(&gone.span(), format!("\"{REMOVE}\" is a list of what is taken out, as in [\"locale.12\"]"));
            return;
        };
        for path in paths {
            let at = path.span();
            let Some(path) = path.get_ref().as_str() else {
                self.reader.error(&at, "what is taken out is named by a text, as in \"locale.12\"");
                continue;
            };
            match take_out(whole, path) {
                Ok(under) => self.tell(format!("{path} (removed)"), &at, &under),
                Err(hint) => self.reader.hinted(&at, format!("there is no \"{path}\" to take out"), hint),
            }
        }
    }

    fn tell(&mut self, path: String, by: &Range<usize>, over: &Range<usize>) {
        if let (Some(by), Some(over)) = (self.place(by), self.place(over)) {
            self.told.push(Override { path, by, over });
        }
    }

    fn place(&self, at: &Range<usize>) -> Option<Place> {
        let (layer, span) = self.reader.within(at);
        let source = self.reader.layer(layer)?;
        let value = source.text().get(span.clone())?.trim().to_owned();
        Some(Place { layer, file: source.file().to_owned(), line: source.place(span.start).0, span, value })
    }
}

/// Takes out what a path names, and says where it stood; or the nearest name that there is.
fn take_out(table: &mut DeTable<'_>, path: &str) -> Result<Range<usize>, Option<String>> {
    // ids may hold dots themselves: the longest key that fits is meant
    let ends = std::iter::once(path.len()).chain(path.rmatch_indices('.').map(|(at, _)| at));
    let Some(end) = { ends }.find(|end| table.contains_key(&path[..*end])) else {
        let first = path.split('.').next().unwrap_or_default();
        return Err(did_you_mean(first, table.keys().map(|key| &**key.get_ref())));
    };
    let (key, rest) = (&path[..end], path.get(end + 1..));
    let Some(rest) = rest else {
        let (key, value) = table.remove_entry(key).ok_or(None)?;
        // a table's own place is that of its head
        return Ok(if value.get_ref().is_table() { key.span() } else { value.span() });
    };
    match table.get_mut(key).map(Spanned::get_mut) {
        Some(DeValue::Table(inner)) => take_out(inner, rest),
        Some(DeValue::Array(items)) => {
            let at = items.iter().find(|item| id_of(item) == Some(rest)).map(Spanned::span);
            let at = at.ok_or_else(|| did_you_mean(rest, items.iter().filter_map(id_of)))?;
            *items = items.iter().filter(|item| id_of(item) != Some(rest)).cloned().collect();
            Ok(at)
        }
        _ => Err(None),
    }
}

fn id_of<'a>(item: &'a Spanned<DeValue<'_>>) -> Option<&'a str> {
    item.get_ref().as_table()?.get(ID)?.get_ref().as_str()
}

/// Whether every item of a list is a table with an id.
fn has_ids(list: &DeArray<'_>) -> bool {
    !list.is_empty() && list.iter().all(|item| id_of(item).is_some())
}

/// A table with its places counted from where its layer begins.
fn moved(table: DeTable<'_>, by: usize) -> DeTable<'_> {
    let key = |key: Spanned<_>| Spanned::new(shifted(key.span(), by), key.into_inner());
    table.into_iter().map(|(name, value)| (key(name), moved_value(value, by))).collect()
}

fn moved_value(value: Spanned<DeValue<'_>>, by: usize) -> Spanned<DeValue<'_>> {
    let at = shifted(value.span(), by);
    let inner = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(moved(table, by)),
        DeValue::Array(items) => DeValue::Array(items.iter().cloned().map(|item| moved_value(item, by)).collect()),
        other => other,
    };
    Spanned::new(at, inner)
}

fn shifted(at: Range<usize>, by: usize) -> Range<usize> {
    at.start + by..at.end + by
}

#[cfg(test)]
mod tests {
    use super::super::toml_doc::{Table, read_layers};
    use super::*;

    const BASE: &str = "size = 3\nroads = [[1, 2]]\n[locale.12]\nname = \"Marengo\"\ncapacity = 7\n[locale.\"12/11\"]\nname = \"x\"\n[[pieces]]\nid = \"guard\"\ncount = 2\n[[pieces]]\nid = \"line\"\ncount = 5\n";

    fn layers(texts: &[&str]) -> Vec<Source> {
        texts.iter().enumerate().map(|(k, text)| Source::new(format!("{k}.toml"), *text)).collect()
    }

    /// What is left, as `path=value` lines; or the findings.
    fn flat(texts: &[&str]) -> Vec<String> {
        fn walk(table: &Table<'_>, path: &str, out: &mut Vec<String>) {
            for (name, value) in table.entries() {
                let path = format!("{path}{}", name.text);
                if let Some(number) = value.is_number().then(|| value.number(0_u8, 255)).flatten() {
                    out.push(format!("{path}={number}"));
                } else if value.is_text() {
                    out.extend(value.text().map(|text| format!("{path}={}", text.text)));
                } else if value.is_list() {
                    let items = value.list().unwrap_or_default();
                    out.push(format!("{path}: {}", items.len()));
                    for item in items.iter().filter(|item| item.is_table()) {
                        item.table().into_iter().for_each(|item| walk(&item, &format!("{path}/"), out));
                    }
                } else {
                    value.table().into_iter().for_each(|table| walk(&table, &format!("{path}."), out));
                }
            }
        }
        let read = read_layers(&layers(texts), |top| {
            let mut out = Vec::new();
            walk(top, "", &mut out);
            Some(out)
        });
        read.unwrap_or_else(|found| {
            found.iter().map(|d| format!("{}:{}:{} {}", d.file, d.line, d.column, d.message)).collect()
        })
    }

    #[test]
    fn values_are_changed_added_and_removed_by_name_and_id() {
        let over = "remove = [\"locale.12/11\", \"pieces.guard\"]\nsize = 4\n\"roads+\" = [[5, 6]]\n[locale.12]\ncapacity = 9\n[locale.13]\nname = \"new\"\n[[pieces]]\nid = \"line\"\ncount = 6\n[[pieces]]\nid = \"late\"\ncount = 1\n";
        let mut left = flat(&[BASE, over]);
        left.sort();
        assert_eq!(
            left,
            [
                "locale.12.capacity=9",
                "locale.12.name=Marengo",
                "locale.13.name=new",
                "pieces/count=1",
                "pieces/count=6",
                "pieces/id=late",
                "pieces/id=line",
                "pieces: 2",
                "roads: 2",
                "size=4",
            ]
        );
    }

    #[test]
    fn what_is_wrong_stands_in_the_file_that_brought_it() {
        assert_eq!(
            flat(&[BASE, "remove = [\"locale.14\", \"lcale\", \"pieces.gard\", 3]\n\"raods+\" = []\n", "size = \n"]),
            ["2.toml:1:8 not TOML: string values must be quoted, expected literal string"]
        );
        let found =
            flat(&[BASE, "remove = [\"locale.14\", \"lcale\", \"pieces.gard\", 3]\n\"raods+\" = []\n", "remove = 7\n"]);
        assert_eq!(
            found,
            [
                "1.toml:1:11 there is no \"locale.14\" to take out",
                "1.toml:1:24 there is no \"lcale\" to take out",
                "1.toml:1:33 there is no \"pieces.gard\" to take out",
                "1.toml:1:48 what is taken out is named by a text, as in \"locale.12\"",
                "1.toml:2:12 there is no list \"raods\" to add to",
                "2.toml:1:10 \"remove\" is a list of what is taken out, as in [\"locale.12\"]",
            ]
        );
        let read = read_layers(&layers(&[BASE, "size = 300\n", "\n[locale.12]\nnmae = \"x\"\n"]), |top| {
            let _ = top.get("size").and_then(|size| size.number(0_u8, 9));
            let locale = top.table("locale").and_then(|all| all.table("12"))?;
            let _ = (locale.get("name"), locale.get("capacity"));
            locale.done();
            Some(())
        });
        let found: Vec<String> =
            read.unwrap_err().iter().map(|d| format!("{}:{}:{} {}", d.file, d.line, d.column, d.message)).collect();
        assert_eq!(found, ["1.toml:1:8 300 is not within 0 to 9", "2.toml:3:1 unknown key \"nmae\""]);
    }

    #[test]
    fn what_lies_over_what_is_told_and_two_packs_that_differ_are_warned_of() {
        let (one, two) = ("[locale.12]\ncapacity = 9\n", "size = 5\n[locale.12]\ncapacity = 8\n");
        let told = overrides(&layers(&[BASE, one, two])).unwrap();
        let told: Vec<String> = told
            .iter()
            .map(|o| format!("{} {}:{} over {}:{}", o.path, o.by.file, o.by.line, o.over.file, o.over.line))
            .collect();
        assert_eq!(
            told,
            [
                "locale.12.capacity 1.toml:2 over 0.toml:5",
                "locale.12.capacity 2.toml:3 over 1.toml:2",
                "size 2.toml:1 over 0.toml:1",
            ]
        );
        let clash = conflicts(&layers(&[BASE, one, two])).unwrap();
        assert_eq!(clash.len(), 1);
        let text = clash.to_string();
        assert!(text.contains("warning") && text.contains("is 8 here and 9 in 1.toml:2"), "{text}");
        assert!(conflicts(&layers(&[BASE, one, one])).unwrap().is_empty());
        let gone = conflicts(&layers(&[BASE, one, "remove = [\"locale.12.capacity\"]\n"])).unwrap().to_string();
        assert!(gone.contains("removed here, and 1.toml:2 changes it"), "{gone}");
    }
}
