//! Reading TOML with places: every wrong key, type and value is reported where it stands, and reading goes on.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::diagnostic::{Diagnostic, Diagnostics, Source};
use super::nearest::did_you_mean;
use super::overlay;
use super::plain::{in_a_line, no_line, no_lines};
use crate::board::UnknownName;
use crate::board::hour::{Hour, NoHour};

/// Reads a TOML text through `build`, which takes what it knows from the top table and reports the rest.
///
/// # Errors
/// All findings, when the text is not TOML, when `build` reported one, or when it gave nothing back.
/// After a syntax error the contents are not looked at: half a file would only be scolded for its missing half.
pub fn read_toml<T>(file: &str, text: &str, build: impl FnOnce(&Table<'_>) -> Option<T>) -> Result<T, Diagnostics> {
    read_layers(&[Source::new(file, text)], build)
}

/// Reads a TOML text with others laid over it, below to above: see [`overlay`]. Each finding stands in the file that
/// brought in what is wrong.
///
/// # Errors
/// As [`read_toml`], and what an overlay removes that is not there.
pub fn read_layers<T>(layers: &[Source], build: impl FnOnce(&Table<'_>) -> Option<T>) -> Result<T, Diagnostics> {
    let reader = Reader::new(layers);
    let Some((root, _)) = overlay::laid(&reader) else { return Err(reader.findings()) };
    let top = Table { reader: &reader, table: &root, at: 0..0, asked: RefCell::default(), meant: RefCell::default() };
    let built = build(&top);
    let found = reader.findings();
    match built {
        Some(built) if found.is_empty() => Ok(built),
        _ if found.is_empty() => {
            let file = layers.last().map_or("", Source::file);
            Err(Diagnostic::of_file(file, "cannot be used").into())
        }
        _ => Err(found),
    }
}

/// One text while it is being read, with those that lie over it: where findings gather.
///
/// Places are bytes of all layers behind each other, with one byte between two.
#[derive(Debug)]
pub struct Reader<'d> {
    layers: &'d [Source],
    found: RefCell<Diagnostics>,
}

/// A table of the file; remembers which keys were asked for, so that the others can be reported.
#[derive(Debug)]
pub struct Table<'d> {
    reader: &'d Reader<'d>,
    table: &'d DeTable<'d>,
    at: Range<usize>,
    asked: RefCell<Vec<&'static str>>,
    /// Keys that are called otherwise here: what somebody wrote, and what is meant.
    meant: RefCell<Vec<(&'static str, &'static str)>>,
}

/// A value of the file and its place.
#[derive(Clone, Debug)]
pub struct Value<'d> {
    reader: &'d Reader<'d>,
    value: &'d DeValue<'d>,
    at: Range<usize>,
}

/// A text of the file (a key or a string) and its place.
#[derive(Clone, Debug)]
pub struct Name<'d> {
    /// The text.
    pub text: &'d str,
    /// Its bytes in the file, quotes included.
    pub at: Range<usize>,
}

impl<'d> Reader<'d> {
    pub(super) fn new(layers: &'d [Source]) -> Reader<'d> {
        Reader { layers, found: RefCell::default() }
    }

    /// Parses each layer, its places counted from where the layer begins; none when one of them is not TOML.
    pub(super) fn parsed(&self) -> Option<Vec<(usize, DeTable<'d>)>> {
        let (mut tables, mut start) = (Vec::new(), 0);
        for source in self.layers {
            let (root, errors) = DeTable::parse_recoverable(source.text());
            for error in errors {
                let what = format!("not TOML: {}", error.message().trim());
                self.found.borrow_mut().push(Diagnostic::error(source, error.span().unwrap_or(0..0), what));
            }
            tables.push((start, root.into_inner()));
            start += source.text().len() + 1;
        }
        self.found.borrow().is_empty().then_some(tables)
    }

    /// The layer of a place, from 0, and the place within it.
    pub(super) fn within(&self, at: &Range<usize>) -> (usize, Range<usize>) {
        let mut start = 0;
        for (k, source) in self.layers.iter().enumerate() {
            let end = start + source.text().len();
            if at.start <= end {
                return (k, at.start - start..at.end.max(at.start) - start);
            }
            start = end + 1;
        }
        (self.layers.len().saturating_sub(1), 0..0)
    }

    /// A layer.
    pub(super) fn layer(&self, k: usize) -> Option<&'d Source> {
        self.layers.get(k)
    }

    pub(super) fn findings(&self) -> Diagnostics {
        let mut found = self.found.take();
        found.sort();
        found
    }

    /// Reports an error at a place of the file.
    pub fn error(&self, at: &Range<usize>, message: impl Into<String>) {
        self.hinted(at, message, None);
    }

    /// Reports an error with a hint.
    pub fn hinted(&self, at: &Range<usize>, message: impl Into<String>, hint: Option<String>) {
        let (k, at) = self.within(at);
        let found = match self.layer(k) {
            Some(source) => Diagnostic::error(source, at, message),
            None => Diagnostic::of_file("", message),
        };
        self.found.borrow_mut().push(found.hint(hint));
    }

    /// Reports a name that is not among the known ones, with the nearest that is.
    pub fn unknown<'a>(&self, what: &str, name: &Name<'_>, known: impl IntoIterator<Item = &'a str>) {
        self.hinted(&name.at, format!("no {what} \"{}\"", name.text), did_you_mean(name.text, known));
    }

    /// Reports a name that a map does not know.
    pub fn no_such(&self, at: &Range<usize>, unknown: &UnknownName) {
        let hint = unknown.nearest.as_ref().map(|name| format!("did you mean \"{name}\"?"));
        self.hinted(at, format!("no {} \"{}\"", unknown.what, unknown.name), hint);
    }

    /// The line of a place, counted from 1.
    pub fn line(&self, at: &Range<usize>) -> usize {
        let (k, at) = self.within(at);
        self.layer(k).map_or(0, |source| source.place(at.start).0)
    }
}

impl<'d> Table<'d> {
    /// The reader that findings go to.
    pub fn reader(&self) -> &'d Reader<'d> {
        self.reader
    }

    /// Where the table is named.
    pub fn at(&self) -> &Range<usize> {
        &self.at
    }

    /// The value of a key that may be left out.
    pub fn get(&self, key: &'static str) -> Option<Value<'d>> {
        self.asked.borrow_mut().push(key);
        self.table.get(key).map(|value| Value::new(self.reader, value))
    }

    /// The value of a key that must be there; its absence is reported at the table's name.
    pub fn need(&self, key: &'static str) -> Option<Value<'d>> {
        let value = self.get(key);
        if value.is_none() {
            self.reader.error(&self.at, format!("missing key \"{key}\""));
        }
        value
    }

    /// The value of a key that must be there; where it is missing, a hint shows how it is written. `others` are keys that
    /// somebody could mean by it: one that stands there is told with it.
    pub fn need_like(&self, key: &'static str, form: &str, others: &[&'static str]) -> Option<Value<'d>> {
        let value = self.get(key);
        if value.is_none() {
            let other = others.iter().copied().find(|other| self.table.contains_key(*other));
            self.meant.borrow_mut().extend(other.map(|other| (other, key)));
            let is_meant =
                other.map_or_else(String::new, |other| format!("is \"{other}\" meant? It is called \"{key}\": "));
            self.reader.hinted(&self.at, format!("missing key \"{key}\""), Some(format!("{is_meant}{form}")));
        }
        value
    }

    /// A table below this one, which may be left out.
    pub fn table(&self, key: &'static str) -> Option<Table<'d>> {
        self.asked.borrow_mut().push(key);
        let (name, value) = self.table.get_key_value(key)?;
        Value::new(self.reader, value).table_named(name.span())
    }

    /// A table below this one, which must be there.
    pub fn need_table(&self, key: &'static str) -> Option<Table<'d>> {
        if !self.table.contains_key(key) {
            self.asked.borrow_mut().push(key);
            self.reader.error(&self.at, format!("missing table \"{key}\""));
        }
        self.table(key)
    }

    /// Names and values in the order of the file, for a table whose keys are names of its author's.
    pub fn entries(&self) -> Vec<(Name<'d>, Value<'d>)> {
        let mut entries: Vec<_> = self
            .table
            .iter()
            .map(|(key, value)| (Name { text: key.get_ref(), at: key.span() }, Value::new(self.reader, value)))
            .collect();
        entries.sort_by_key(|(name, _)| name.at.start);
        entries
    }

    /// Names and tables in the order of the file.
    pub fn tables(&self) -> Vec<(Name<'d>, Table<'d>)> {
        let named = |(name, value): (Name<'d>, Value<'d>)| {
            let table = value.table_named(name.at.clone())?;
            if let Some(why) = no_line(name.text) {
                self.reader.error(&name.at, why);
                return None;
            }
            Some((name, table))
        };
        self.entries().into_iter().filter_map(named).collect()
    }

    /// Reports every key that nobody asked for, with the nearest one that exists.
    pub fn done(&self) {
        self.done_below(&[]);
    }

    /// As [`Table::done`]; `above` are keys of the top of the file, which TOML puts into this table when they stand below
    /// its name.
    pub fn done_below(&self, above: &[&str]) {
        let (asked, meant) = (self.asked.borrow(), self.meant.borrow());
        for (name, _) in self.entries() {
            if !asked.contains(&name.text) {
                let other = meant.iter().find(|(other, _)| *other == name.text);
                let other = other.map(|(_, key)| format!("did you mean \"{key}\"?"));
                let is_above = above.contains(&name.text);
                let is_above = is_above.then(|| format!("\"{}\" stands above the first [table]", name.text));
                let hint = other.or(is_above).or_else(|| did_you_mean(name.text, asked.iter().copied()));
                self.reader.hinted(&name.at, format!("unknown key \"{}\"", in_a_line(name.text)), hint);
            }
        }
    }
}

impl<'d> Value<'d> {
    fn new(reader: &'d Reader<'d>, value: &'d Spanned<DeValue<'d>>) -> Self {
        Value { reader, value: value.get_ref(), at: value.span() }
    }

    /// The reader that findings go to.
    pub fn reader(&self) -> &'d Reader<'d> {
        self.reader
    }

    /// Where the value stands.
    pub fn at(&self) -> &Range<usize> {
        &self.at
    }

    /// Reports an error at the value.
    pub fn error(&self, message: impl Into<String>) {
        self.reader.error(&self.at, message);
    }

    /// Whether it is a text, for values that may be one or something else.
    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    /// Whether it is a whole number.
    pub fn is_number(&self) -> bool {
        self.value.is_integer()
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// A text that can be shown in one line.
    pub fn text(&self) -> Option<Name<'d>> {
        self.fitting(no_line)
    }

    /// A text that may have several lines.
    pub fn lines(&self) -> Option<Name<'d>> {
        self.fitting(no_lines)
    }

    fn fitting(&self, unfit: fn(&str) -> Option<String>) -> Option<Name<'d>> {
        let DeValue::String(text) = self.value else { return self.expected("a text") };
        match unfit(text) {
            None => Some(Name { text, at: self.at.clone() }),
            Some(why) => {
                self.error(why);
                None
            }
        }
    }

    /// One of some texts, each of which means something.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Option<T> {
        let name = self.text()?;
        let chosen = choices.iter().find(|(text, _)| *text == name.text).map(|(_, meaning)| *meaning);
        if chosen.is_none() {
            let all: Vec<String> = choices.iter().map(|(text, _)| format!("\"{text}\"")).collect();
            let hint = did_you_mean(name.text, choices.iter().map(|(text, _)| *text));
            self.reader.hinted(&name.at, format!("\"{}\" is none of {}", name.text, all.join(", ")), hint);
        }
        chosen
    }

    /// A printed hour, such as `6:00AM`.
    pub fn hour(&self) -> Option<Hour> {
        self.text()?.text.parse().map_err(|wrong: NoHour| self.error(wrong.to_string())).ok()
    }

    /// True or false.
    pub fn truth(&self) -> Option<bool> {
        match self.value {
            DeValue::Boolean(truth) => Some(*truth),
            _ => self.expected("true or false"),
        }
    }

    /// A whole number within a range, both ends included.
    pub fn number<N: TryFrom<i64> + Into<i64> + Copy>(&self, least: N, most: N) -> Option<N> {
        let DeValue::Integer(digits) = self.value else {
            return self.expected("a whole number");
        };
        let (least, most): (i64, i64) = (least.into(), most.into());
        let number = i64::from_str_radix(&digits.as_str().replace('_', ""), digits.radix()).ok();
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) => N::try_from(number).ok(),
            None => {
                self.error(format!("{} is not within {least} to {most}", digits.as_str()));
                None
            }
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Option<Vec<Value<'d>>> {
        match self.value {
            DeValue::Array(items) => Some(items.iter().map(|item| Value::new(self.reader, item)).collect()),
            _ => self.expected("a list"),
        }
    }

    /// The texts of a list; items of another kind are reported and left out.
    pub fn texts(&self) -> Option<Vec<Name<'d>>> {
        Some(self.list()?.iter().filter_map(Value::text).collect())
    }

    /// A fixed count of whole numbers, such as a point.
    pub fn numbers<const N: usize>(&self, least: i32, most: i32) -> Option<[i32; N]> {
        let items = self.list()?;
        if items.len() != N {
            self.error(format!("expected {N} numbers, found {}", items.len()));
            return None;
        }
        let mut numbers = [0; N];
        for (slot, item) in numbers.iter_mut().zip(&items) {
            *slot = item.number(least, most)?;
        }
        Some(numbers)
    }

    /// A table, named after its own place.
    pub fn table(&self) -> Option<Table<'d>> {
        self.table_named(self.at.clone())
    }

    /// A table whose missing keys are reported at `at`, the place of its name.
    pub fn table_named(&self, at: Range<usize>) -> Option<Table<'d>> {
        match self.value {
            DeValue::Table(table) => {
                let (asked, meant) = (RefCell::default(), RefCell::default());
                Some(Table { reader: self.reader, table, at, asked, meant })
            }
            _ => self.expected("a table"),
        }
    }

    fn expected<T>(&self, what: &str) -> Option<T> {
        let found = match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(format!("expected {what}, found {found}"));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let read = read_toml("t.toml", text, |top| {
            let name = top.need("name").and_then(|v| v.text()).map(|n| n.text.to_owned());
            let size = top.get("size").and_then(|v| v.number(1u8, 9));
            let kind = top.get("kind").and_then(|v| v.choice(&[("wide", 1), ("narrow", 2)]));
            top.done();
            let _ = (size, kind);
            name
        });
        let line = |d: &Diagnostic| {
            format!(
                "{}:{} {}{}",
                d.line,
                d.column,
                d.message,
                d.hint.as_ref().map_or(String::new(), |h| format!(" | {h}"))
            )
        };
        read.map_or_else(|found| found.iter().map(line).collect(), |name| vec![name])
    }

    #[test]
    fn every_mistake_of_a_file_is_reported_at_its_place() {
        assert_eq!(read("name = \"x\"\nsize = 9"), ["x"]);
        assert_eq!(
            read("size = 12\nkind = \"wid\"\nnmae = \"x\""),
            [
                "1:1 missing key \"name\"",
                "1:8 12 is not within 1 to 9",
                "2:8 \"wid\" is none of \"wide\", \"narrow\" | did you mean \"wide\"?",
                "3:1 unknown key \"nmae\" | did you mean \"name\"?",
            ]
        );
        assert_eq!(
            read("name = 3\nsize = \"x\""),
            ["1:8 expected a text, found a whole number", "2:8 expected a whole number, found a text"]
        );
        assert_eq!(
            read("name = \"x\"\nsize = 99999999999999999999")[0],
            "2:8 99999999999999999999 is not within 1 to 9"
        );
    }

    #[test]
    fn all_syntax_errors_are_reported_and_nothing_else() {
        let found = read("name = \nsize = 5\nkind == 3\n");
        assert!(found.len() >= 2 && found.iter().all(|line| line.contains("not TOML")), "{found:?}");
        assert!(found[0].starts_with("1:"), "{found:?}");
        assert!(read("name = \"a\"\nname = \"b\"\n")[0].starts_with("2:1 not TOML: duplicate key"));
    }
}
