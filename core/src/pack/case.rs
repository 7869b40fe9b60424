//! The `.case` format: a position, orders, refusals and expectations, read and run for any game.
//!
//! A file holds cases. A case opens with `case NAME "title" section N`; set-up lines follow, in words of the game; then
//! come the steps: `> ORDER` is played, `! ORDER` or `! SECTION ORDER` must be refused, `ask SEAT QUESTION` says who must
//! decide now, `offers A | B` and `only A | B` look at the legal orders, `expect ...` looks at the position. Lines before
//! the first case belong to every case of the file. `#` opens a comment.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use serde::Serialize;

use super::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::kernel::StateHash;

/// One word of a line; quotes hold several words together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word without its quotes.
    pub text: String,
    /// The bytes of the file that it takes, quotes included.
    pub span: Range<usize>,
}

/// One line: its words, and its text as written, without the comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    words: Vec<Word>,
    text: String,
    span: Range<usize>,
}

/// What a case does after its position is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `> ORDER`: legal, and played.
    Order(Clause),
    /// `! SECTION ORDER`: refused, by that section of the rulebook where one is named.
    Refuse {
        /// The section, or a beginning of it.
        section: Option<String>,
        /// The order.
        order: Clause,
    },
    /// `ask SEAT QUESTION`: the words after `ask`; `ask nobody` where the game is over.
    Ask(Clause),
    /// `offers A | B`, `only A | B`: these are legal now, with or without others.
    Offers {
        /// The orders named.
        orders: Vec<Clause>,
        /// Whether nothing else may be legal.
        only: bool,
    },
    /// `expect ...`: in words of the game.
    Expect(Clause),
}

/// One case: a position and what happens to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name, such as `T022`.
    pub name: String,
    /// What it is about, in a phrase.
    pub title: String,
    /// The section of the rulebook that it proves.
    pub section: Option<String>,
    /// The bytes of its opening line.
    pub span: Range<usize>,
    /// The set-up lines, those of the file first.
    pub position: Vec<Clause>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A file of cases.
#[derive(Clone, Debug)]
pub struct CaseFile {
    source: Source,
    cases: Vec<Case>,
}

/// Why a line of a case does not hold, as a game tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    message: String,
    hint: Option<String>,
    word: Option<usize>,
}

/// What the rules say to an order that is not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The order is legal.
    Legal,
    /// The order is refused, by this section and for this reason.
    Refused {
        /// The section of the rulebook.
        section: String,
        /// The reason, as the player reads it.
        why: String,
    },
    /// The text is no order at all, which proves nothing about the rules.
    Unreadable(String),
}

/// A game as its cases see it; one value serves one case.
pub trait CaseGame {
    /// Takes one set-up line.
    fn set(&mut self, line: &Clause) -> Result<(), Trouble>;
    /// Puts the position together when its last line has been read.
    fn begin(&mut self) -> Result<(), Trouble>;
    /// Plays an order of the seat that has to decide.
    fn order(&mut self, text: &str) -> Result<(), Trouble>;
    /// What the rules say to an order, which is not played.
    fn judge(&mut self, text: &str) -> Result<Verdict, Trouble>;
    /// Who has to decide now, and which question: (seat, question); none when the game is over.
    fn asked(&mut self) -> Result<Option<(String, String)>, Trouble>;
    /// The legal orders of the seat that has to decide, as its owner writes them.
    fn legal(&mut self) -> Result<Vec<String>, Trouble>;
    /// The text of an order in its one proper form, so that `1I+2I` and `2I+1I` are the same.
    fn proper(&mut self, text: &str) -> Result<String, Trouble>;
    /// Looks whether the words after `expect` hold.
    fn expect(&mut self, line: &Clause) -> Result<(), Trouble>;
    /// The hash of the position as it stands; none where the game does not tell.
    fn hash(&self) -> Option<StateHash> {
        None
    }
}

/// A text as one word of a line: in quotes where it would be several, or a comment.
#[must_use]
pub fn as_word(text: &str) -> Cow<'_, str> {
    let plain = !text.is_empty() && !text.chars().any(|sign| sign.is_whitespace() || sign == '#') && text != "|";
    if plain { Cow::Borrowed(text) } else { Cow::Owned(format!("\"{}\"", text.replace('"', "'"))) }
}

/// What came of one case.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The case's name.
    pub name: String,
    /// What does not hold; empty when the case passes.
    pub findings: Diagnostics,
}

impl Clause {
    /// The lines of a text that hold words.
    ///
    /// # Errors
    /// A quote that is not closed, in a sentence.
    pub fn lines(text: &str) -> Result<Vec<Clause>, String> {
        let source = Source::new("", text);
        let (mut lines, mut start) = (Vec::new(), 0);
        for line in source.text().split_inclusive('\n') {
            let clause = Clause::read(&source, start..start + line.trim_end().len());
            let clause = clause.map_err(|_| format!("{}: a quote is opened and not closed", line.trim()))?;
            if clause.word(0).is_some() {
                lines.push(clause);
            }
            start += line.len();
        }
        Ok(lines)
    }

    /// The words.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The text of a word, or nothing beyond the last.
    pub fn word(&self, k: usize) -> Option<&str> {
        self.words.get(k).map(|word| word.text.as_str())
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as written from a word on; empty beyond the last.
    pub fn text_from(&self, k: usize) -> &str {
        self.words.get(k).map_or("", |word| &self.text[word.span.start - self.span.start..])
    }

    /// The bytes of the file that the line takes.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The line from a word on.
    #[must_use]
    pub fn from(&self, k: usize) -> Clause {
        let start = self.words.get(k).map_or(self.span.end, |word| word.span.start);
        Clause {
            words: self.words.iter().skip(k).cloned().collect(),
            text: self.text_from(k).to_owned(),
            span: start..self.span.end,
        }
    }

    /// Reads the part of a text between two bytes; the text beyond `#` is comment.
    fn read(source: &Source, span: Range<usize>) -> Result<Clause, Diagnostics> {
        let line = &source.text()[span.clone()];
        let mut words: Vec<Word> = Vec::new();
        let mut open: Option<(usize, bool)> = None; // where the present word began, and whether a quote opened it
        let mut end = line.len();
        for (at, sign) in line.char_indices() {
            match open {
                Some((start, true)) if sign == '"' && at > start => {
                    words.push(Word {
                        text: line[start + 1..at].to_owned(),
                        span: span.start + start..span.start + at + 1,
                    });
                    open = None;
                }
                Some((_, true)) => {}
                Some((start, false)) if sign.is_whitespace() => {
                    words.push(Word { text: line[start..at].to_owned(), span: span.start + start..span.start + at });
                    open = None;
                }
                Some(_) => {}
                None if sign == '#' => {
                    end = at;
                    break;
                }
                None if !sign.is_whitespace() => open = Some((at, sign == '"')),
                None => {}
            }
        }
        match open {
            Some((start, true)) => {
                return Err(Diagnostic::error(
                    source,
                    span.start + start..span.end,
                    "a quote is opened and not closed",
                )
                .into());
            }
            Some((start, false)) => {
                words.push(Word { text: line[start..end].to_owned(), span: span.start + start..span.start + end });
            }
            None => {}
        }
        let (start, end) = match (words.first(), words.last()) {
            (Some(first), Some(last)) => (first.span.start, last.span.end),
            _ => (span.start, span.start),
        };
        Ok(Clause { words, text: source.text()[start..end].to_owned(), span: start..end })
    }

    /// The parts between single `|`, as lines of their own.
    fn split(&self, source: &Source) -> Result<Vec<Clause>, Diagnostics> {
        let mut parts = Vec::new();
        let mut start = self.span.start;
        for bar in self.words.iter().filter(|word| word.text == "|") {
            parts.push(start..bar.span.start);
            start = bar.span.end;
        }
        parts.push(start..self.span.end);
        parts.into_iter().map(|part| Clause::read(source, part)).collect()
    }
}

impl Trouble {
    /// Trouble with the whole line.
    pub fn new(message: impl Into<String>) -> Self {
        Trouble { message: message.into(), hint: None, word: None }
    }

    /// Trouble with one word of the clause that the game was given.
    pub fn at(word: usize, message: impl Into<String>) -> Self {
        Trouble { message: message.into(), hint: None, word: Some(word) }
    }

    /// The same trouble with advice, if there is any.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// The same trouble, with the line that it is about in its message.
    #[must_use]
    pub fn within(self, line: &str) -> Self {
        Trouble { message: format!("{line}: {}", self.message), word: None, ..self }
    }

    /// What it is, with its hint.
    #[must_use]
    pub fn told(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}; {hint}", self.message),
            None => self.message.clone(),
        }
    }

    fn diagnose(self, source: &Source, clause: &Clause) -> Diagnostic {
        let span = self.word.and_then(|k| clause.words.get(k)).map_or_else(|| clause.span(), |word| word.span.clone());
        Diagnostic::error(source, span, self.message).hint(self.hint)
    }
}

impl CaseFile {
    /// Reads a text as cases, under the name that findings call the file by; all that is wrong is told at once.
    pub fn read(file: impl Into<String>, text: impl Into<String>) -> Result<CaseFile, Diagnostics> {
        let source = Source::new(file, text);
        let mut reader =
            Reader { source: &source, common: Vec::new(), cases: Vec::new(), findings: Diagnostics::default() };
        let mut start = 0;
        for line in source.text().split_inclusive('\n') {
            reader.line(start..start + line.trim_end().len());
            start += line.len();
        }
        reader.close();
        let Reader { cases, findings, .. } = reader;
        if findings.has_errors() { Err(findings) } else { Ok(CaseFile { source, cases }) }
    }

    /// The cases, in the order of the file.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// The file's name, as its reader was told it.
    pub fn file(&self) -> &str {
        self.source.file()
    }

    /// The file's name and text, for findings of one's own.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Runs every case on a game of its own.
    pub fn run<G: CaseGame>(&self, mut open: impl FnMut(&Case) -> G) -> Vec<Outcome> {
        let run = |case: &Case| Outcome { name: case.name.clone(), findings: self.run_case(case, &mut open(case)) };
        self.cases.iter().map(run).collect()
    }

    /// Runs one case; a false expectation does not end it, an impossible set-up or an illegal order does.
    pub fn run_case(&self, case: &Case, game: &mut dyn CaseGame) -> Diagnostics {
        let source = &self.source;
        let mut findings = Diagnostics::default();
        for line in &case.position {
            if let Err(trouble) = game.set(line) {
                findings.push(trouble.diagnose(source, line));
            }
        }
        if findings.has_errors() {
            return findings;
        }
        if let Err(Trouble { message, hint, .. }) = game.begin() {
            findings.push(Diagnostic::error(source, case.span.clone(), message).hint(hint));
            return findings;
        }
        for step in &case.steps {
            let (clause, result) = match step {
                Step::Order(order) => {
                    if let Err(trouble) = game.order(order.text()) {
                        findings.push(trouble.diagnose(source, order));
                        return findings; // what follows would speak of another position
                    }
                    continue;
                }
                Step::Refuse { section, order } => (order, refused(game, section.as_deref(), order.text())),
                Step::Ask(seat) => (seat, asked(game, seat)),
                Step::Offers { orders, only } => {
                    for finding in offered(game, orders, *only) {
                        findings.push(finding.1.diagnose(source, finding.0));
                    }
                    continue;
                }
                Step::Expect(what) => (what, game.expect(what)),
            };
            if let Err(trouble) = result {
                findings.push(trouble.diagnose(source, clause));
            }
        }
        findings
    }
}

fn refused(game: &mut dyn CaseGame, section: Option<&str>, text: &str) -> Result<(), Trouble> {
    match game.judge(text)? {
        Verdict::Legal => Err(Trouble::new("this order is legal, and was expected to be refused")),
        Verdict::Unreadable(why) => Err(Trouble::new(format!("this is no order: {why}"))),
        Verdict::Refused { section: by, why } => match section {
            Some(section) if !is_within(&by, section) => {
                Err(Trouble::new(format!("refused by section {by} instead of {section}: {why}")))
            }
            _ => Ok(()),
        },
    }
}

/// Whether section `11.3` lies within `11`: equal, or deeper.
fn is_within(section: &str, whole: &str) -> bool {
    section.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']))
}

fn asked(game: &mut dyn CaseGame, expected: &Clause) -> Result<(), Trouble> {
    let asked = game.asked()?;
    let found = asked.as_ref().map_or_else(|| "nobody".to_owned(), |(seat, question)| format!("{seat} {question}"));
    let fits = match (&asked, expected.word(0), expected.word(1)) {
        (None, Some("nobody"), None) => true,
        (Some((seat, _)), Some(expected), None) => seat == expected,
        (Some((seat, question)), Some(expected), Some(about)) => seat == expected && question == about,
        _ => false,
    };
    if fits { Ok(()) } else { Err(Trouble::new(format!("asked is: {found}"))) }
}

fn offered<'a>(game: &mut dyn CaseGame, orders: &'a [Clause], only: bool) -> Vec<(&'a Clause, Trouble)> {
    let Some(first) = orders.first() else {
        return Vec::new();
    };
    let legal: BTreeSet<String> = match game.legal() {
        Ok(legal) => legal.into_iter().collect(),
        Err(trouble) => return vec![(first, trouble)],
    };
    let mut named = BTreeSet::new();
    let mut troubles = Vec::new();
    for order in orders {
        match game.proper(order.text()) {
            Ok(proper) => {
                if !legal.contains(&proper) {
                    troubles.push((order, Trouble::new(format!("\"{proper}\" is not offered"))));
                }
                named.insert(proper);
            }
            Err(trouble) => troubles.push((order, trouble)),
        }
    }
    if only {
        let more: Vec<&str> = legal.difference(&named).map(String::as_str).collect();
        if !more.is_empty() {
            troubles.push((first, Trouble::new(format!("offered besides: {}", more.join(" | ")))));
        }
    }
    troubles
}

struct Reader<'a> {
    source: &'a Source,
    common: Vec<Clause>,
    cases: Vec<Case>,
    findings: Diagnostics,
}

impl Reader<'_> {
    fn line(&mut self, span: Range<usize>) {
        let clause = match Clause::read(self.source, span) {
            Ok(clause) => clause,
            Err(findings) => return self.findings.extend(findings),
        };
        let Some(head) = clause.word(0) else { return };
        if head == "case" {
            return self.open(&clause);
        }
        let step = match head {
            ">" | "!" | "ask" | "offers" | "only" | "expect" if clause.words.len() == 1 => {
                return self.error(clause.span(), format!("nothing follows \"{head}\""));
            }
            ">" => Step::Order(clause.from(1)),
            "!" => {
                let is_section = |word: &str| {
                    // a chart is called by its letters, as TEC
                    if word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase()) {
                        return true;
                    }
                    // a pack's own rules may have a letter before the number
                    let number = word.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(word);
                    number.starts_with(|c: char| c.is_ascii_digit())
                        && number.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '/')
                };
                match clause.word(1) {
                    Some(section) if is_section(section) && clause.words.len() > 2 => {
                        Step::Refuse { section: Some(section.to_owned()), order: clause.from(2) }
                    }
                    _ => Step::Refuse { section: None, order: clause.from(1) },
                }
            }
            "ask" => Step::Ask(clause.from(1)),
            "offers" | "only" => match clause.from(1).split(self.source) {
                Ok(orders) => Step::Offers { orders, only: head == "only" },
                Err(findings) => return self.findings.extend(findings),
            },
            "expect" => Step::Expect(clause.from(1)),
            _ => {
                match self.cases.last_mut() {
                    None => self.common.push(clause),
                    Some(case) if case.steps.is_empty() => case.position.push(clause),
                    Some(_) => {
                        let word = clause.words[0].clone();
                        let hint =
                            super::nearest::did_you_mean(&word.text, ["ask", "offers", "only", "expect", "case"]);
                        self.findings.push(
                            Diagnostic::error(
                                self.source,
                                word.span,
                                format!("\"{}\" is no step; set-up lines stand before the first step", word.text),
                            )
                            .hint(hint),
                        );
                    }
                }
                return;
            }
        };
        match self.cases.last_mut() {
            Some(case) => case.steps.push(step),
            None => self.error(clause.span(), "a step stands before the first case".to_owned()),
        }
    }

    fn open(&mut self, clause: &Clause) {
        self.check_last();
        let name = clause.word(1).unwrap_or_default().to_owned();
        if name.is_empty() {
            return self.error(clause.span(), "a case needs a name".to_owned());
        }
        if self.cases.iter().any(|case| case.name == name) {
            self.error(clause.words[1].span.clone(), format!("a case of the name {name} stands above"));
        }
        let title = clause.word(2).unwrap_or_default().to_owned();
        let section = match (clause.word(3), clause.word(4), clause.words.len()) {
            (None, ..) => None,
            (Some("section"), Some(section), 5) => Some(section.to_owned()),
            _ => {
                let (first, last) = (clause.words[3].span.start, clause.span.end);
                self.error(first..last, "after the title comes `section` and its number".to_owned());
                None
            }
        };
        let position = self.common.clone();
        self.cases.push(Case { name, title, section, span: clause.span(), position, steps: Vec::new() });
    }

    fn close(&mut self) {
        self.check_last();
        if self.cases.is_empty() && self.findings.is_empty() {
            let what =
                if self.source.text().trim().is_empty() { "the file is empty" } else { "the file holds no case" };
            self.findings.push(Diagnostic::of_file(self.source.file(), what));
        }
    }

    /// A case whose steps are orders alone may prove that they are legal; one without steps proves nothing.
    fn check_last(&mut self) {
        if let Some(case) = self.cases.last().filter(|case| case.steps.is_empty()) {
            let (span, name) = (case.span.clone(), case.name.clone());
            self.error(span, format!("case {name} has no step, so it cannot fail"));
        }
    }

    fn error(&mut self, span: Range<usize>, message: String) {
        self.findings.push(Diagnostic::error(self.source, span, message));
    }
}

#[cfg(test)]
mod tests;
