//! What is wrong with a file, where, and what was probably meant: shown as a compiler shows it.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::plain::{in_a_line, plain};

/// How bad a finding is: an error keeps the file from being used, a warning does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// The file can be used, but probably does not say what was meant.
    Warning,
}

/// A text file that is being read, under the name that findings call it by.
#[derive(Clone, Debug)]
pub struct Source {
    file: String,
    text: String,
    line_starts: Vec<usize>,
}

/// One finding in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The file's name, as the reader was told it.
    pub file: String,
    /// Line, counted from 1; 0 when the finding concerns the whole file.
    pub line: usize,
    /// Column in characters, counted from 1; 0 when the finding concerns the whole file.
    pub column: usize,
    /// The bytes concerned.
    pub span: Range<usize>,
    /// One sentence that says what is wrong.
    pub message: String,
    /// What to do about it, where that can be guessed.
    pub hint: Option<String>,
    /// The line concerned, as it stands in the file.
    pub excerpt: String,
}

/// All findings of one reading, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Source {
    /// A source of this name and text. A byte order mark, with which some editors begin a file, is left out.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        let text = without_mark(text.into());
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Source { file: file.into(), text, line_starts }
    }

    /// The name that findings call the file by.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column (characters, both from 1) of a byte offset.
    pub fn place(&self, offset: usize) -> (usize, usize) {
        let offset = self.boundary(offset);
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1]; // the first line starts at 0, so `line` is at least 1
        (line, self.text[start..offset].chars().count() + 1)
    }

    /// The text of a line counted from 1, without its end; empty beyond the last one.
    pub fn line(&self, line: usize) -> &str {
        self.text.lines().nth(line.saturating_sub(1)).unwrap_or("")
    }

    /// The bytes of a line counted from 1, without its indent and its end; those of the last one beyond it.
    pub fn line_span(&self, line: usize) -> Range<usize> {
        let k = line.saturating_sub(1).min(self.line_starts.len() - 1); // the first line starts at 0
        let (start, text) = (self.line_starts[k], self.line(k + 1));
        let indent = text.len() - text.trim_start().len();
        start + indent..start + text.trim_end().len().max(indent)
    }

    fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

impl Diagnostic {
    /// An error at these bytes of a source.
    pub fn error(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        Self::at(Severity::Error, source, span, message)
    }

    /// A warning at these bytes of a source.
    pub fn warning(source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        Self::at(Severity::Warning, source, span, message)
    }

    /// An error that concerns a whole file, such as one that cannot be read.
    pub fn of_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            file: file.into(),
            line: 0,
            column: 0,
            span: 0..0,
            message: message.into(),
            hint: None,
            excerpt: String::new(),
        }
    }

    /// The same finding with a hint, if there is one.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

    fn at(severity: Severity, source: &Source, span: Range<usize>, message: impl Into<String>) -> Self {
        let (line, column) = source.place(span.start);
        Diagnostic {
            severity,
            file: source.file.clone(),
            line,
            column,
            span,
            message: message.into(),
            hint: None,
            excerpt: source.line(line).to_owned(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        // a message of several lines cannot look like several findings
        writeln!(f, "{kind}: {}", plain(&self.message).replace('\n', "\n  "))?;
        let file = in_a_line(&self.file);
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        if self.line == 0 {
            writeln!(f, "{margin}--> {file}")?;
        } else {
            writeln!(f, "{margin}--> {file}:{}:{}", self.line, self.column)?;
            // a tab takes one place in both lines, so that the marks stand under what they mean
            let (excerpt, before) = window(&plain(&self.excerpt).replace('\t', " "), self.column.saturating_sub(1));
            let left = excerpt.chars().count().saturating_sub(before);
            let marks = "^".repeat((self.span.end.saturating_sub(self.span.start)).clamp(1, left.max(1)));
            writeln!(f, "{margin} |")?;
            writeln!(f, "{number} | {excerpt}")?;
            writeln!(f, "{margin} | {}{marks}", " ".repeat(before))?;
        }
        if let Some(hint) = &self.hint {
            writeln!(f, "{margin} = hint: {}", in_a_line(hint))?;
        }
        Ok(())
    }
}

/// The part of a long line around a place in it, and where the place is in that part, in characters.
fn window(line: &str, place: usize) -> (String, usize) {
    const BEFORE: usize = 60;
    const MOST: usize = 160;
    let length = line.chars().count();
    if length <= MOST {
        return (line.to_owned(), place);
    }
    let from = place.saturating_sub(BEFORE).min(length - MOST);
    let part: String = line.chars().skip(from).take(MOST).collect();
    let (head, tail) = (if from > 0 { "..." } else { "" }, if from + MOST < length { "..." } else { "" });
    (format!("{head}{part}{tail}"), place - from + head.len())
}

/// A text without the byte order mark at its beginning.
#[must_use]
pub fn without_mark(mut text: String) -> String {
    const MARK: char = '\u{feff}';
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    text
}

impl Diagnostics {
    /// Takes one more finding.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Takes all findings of another reading.
    pub fn extend(&mut self, other: Diagnostics) {
        self.0.extend(other.0);
    }

    /// The findings, by file and place.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// How many findings there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the findings is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|finding| finding.severity == Severity::Error)
    }

    /// Puts the findings in the order of file and place.
    pub fn sort(&mut self) {
        self.0.sort_by(|a, b| (&a.file, a.span.start).cmp(&(&b.file, b.span.start)));
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics(vec![diagnostic])
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(findings: I) -> Self {
        Diagnostics(findings.into_iter().collect())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, finding) in self.0.iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            write!(f, "{finding}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_shown_as_a_compiler_shows_it() {
        let source = Source::new("map.toml", "[locale.é]\ncapcity = 3\n");
        let finding = Diagnostic::error(&source, 12..19, "unknown key \"capcity\"")
            .hint(Some("did you mean \"capacity\"?".to_owned()));
        assert_eq!((finding.line, finding.column), (2, 1));
        assert_eq!(
            finding.to_string(),
            "error: unknown key \"capcity\"\n --> map.toml:2:1\n  |\n2 | capcity = 3\n  | ^^^^^^^\n  = hint: did you mean \"capacity\"?\n"
        );
    }

    #[test]
    fn of_a_long_line_the_place_itself_is_shown_and_nothing_commands_the_terminal() {
        let text = format!("{}here\u{1b}[2J{}", "-".repeat(5000), "+".repeat(5000));
        let shown = Diagnostic::error(&Source::new("x", text), 5000..5004, "wrong").to_string();
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() < 200) && !shown.contains('\u{1b}'), "{shown}");
        assert_eq!(lines[3].find("here"), lines[4].find("^^^^"), "{shown}");
        assert!(lines[3].contains("...-") && lines[3].ends_with("+..."), "{shown}");
        let end = Diagnostic::error(&Source::new("x", "y".repeat(1000)), 1000..1000, "ends").to_string();
        assert!(end.lines().all(|line| line.len() < 200), "{end}");
    }

    #[test]
    fn a_finding_cannot_look_like_two() {
        let shown = Diagnostic::of_file("a\nerror: b", "it says\nerror: c").hint(Some("d\nerror: e".to_owned()));
        let shown = shown.to_string();
        assert_eq!(shown.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{shown}");
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let source = Source::new("x", "\u{feff}case");
        assert_eq!((source.text(), source.place(1)), ("case", (1, 2)));
    }

    #[test]
    fn columns_count_characters_and_offsets_never_split_one() {
        let source = Source::new("x", "é = é");
        assert_eq!(source.place(3), (1, 3));
        assert_eq!(source.place(1), (1, 1));
        assert_eq!(source.place(999), (1, 6));
        assert_eq!(Source::new("x", "").place(0), (1, 1));
    }

    #[test]
    fn findings_come_as_json() {
        let found = Diagnostics::from(Diagnostic::of_file("x.toml", "cannot be read"));
        let json = serde_json::to_value(&found).unwrap();
        assert_eq!(json[0]["severity"], "error");
        assert_eq!(json[0]["file"], "x.toml");
        assert_eq!(found.to_string(), "error: cannot be read\n --> x.toml\n");
    }
}
