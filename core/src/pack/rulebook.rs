//! A rules reference: the sections of a game's rules in plain words, each found by the number that refusals cite.

use std::collections::BTreeSet;

/// One section under its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its number as cited, such as `9.2`; empty where the heading has none.
    pub number: String,
    /// The heading, with its number.
    pub title: String,
    /// How deep it stands: 1 for the title of the whole.
    pub level: usize,
    /// Its text in Markdown, without the heading and without the sections below it.
    pub text: String,
}

/// The sections of a reference, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// The sections.
    pub sections: Vec<Section>,
}

impl Rulebook {
    /// Reads Markdown: a section begins at each heading; a heading that begins with a digit begins with its number, and so does one
    /// that begins with the capitals of a table: `TEC`.
    #[must_use]
    pub fn read(markdown: &str) -> Rulebook {
        let mut sections: Vec<Section> = Vec::new();
        let mut fenced = false;
        for line in markdown.lines() {
            fenced ^= line.trim_start().starts_with("```");
            match heading(line).filter(|_| !fenced) {
                Some((level, title)) => {
                    let number = title.split_whitespace().next().unwrap_or_default();
                    let table = number.len() > 1 && number.bytes().all(|byte| byte.is_ascii_uppercase());
                    let number = if table || number.starts_with(|c: char| c.is_ascii_digit()) { number } else { "" };
                    let number = number.trim_end_matches(['.', ':']).to_owned();
                    sections.push(Section { number, title: title.to_owned(), level, text: String::new() });
                }
                None => {
                    if let Some(section) = sections.last_mut() {
                        section.text.push_str(line);
                        section.text.push('\n');
                    }
                }
            }
        }
        for section in &mut sections {
            section.text = section.text.trim().to_owned();
        }
        Rulebook { sections }
    }

    /// The section that says what of the game is reconstructed, and how printed values are put in: the last whose heading
    /// says so.
    #[must_use]
    pub fn reconstructed(&self) -> Option<&Section> {
        self.sections.iter().rfind(|section| section.title.contains("reconstructed"))
    }

    /// The section of a number, or the nearest that holds it: `9.2.1` is found in `9.2` or in `9`. Of several (`11, 14`) the
    /// first. A whole heading finds its section, too.
    #[must_use]
    pub fn find(&self, number: &str) -> Option<usize> {
        if let Some(titled) = self.sections.iter().position(|section| section.title == number) {
            return Some(titled);
        }
        let mut number = number.split(',').next().unwrap_or_default().trim();
        loop {
            if number.is_empty() {
                return None;
            }
            if let Some(k) = self.sections.iter().position(|section| section.number == number) {
                return Some(k);
            }
            number = number.rfind(['.', '/']).map_or("", |end| &number[..end]);
        }
    }

    /// The section that a link within the page leads to, by the anchor of its heading.
    #[must_use]
    pub fn find_anchor(&self, link: &str) -> Option<usize> {
        let wanted = link.trim_start_matches('#');
        self.sections.iter().position(|section| anchor(&section.title) == wanted)
    }

    /// The sections whose heading holds the words as they stand, then those whose text does, whatever their case. Where none
    /// does, those with all of the words in some form of theirs, the ones with most of them in the heading first; where none
    /// has all, those with any, the rarest word first.
    #[must_use]
    pub fn search(&self, words: &str) -> Vec<usize> {
        let words = words.trim().to_lowercase();
        if words.is_empty() {
            return (0..self.sections.len()).collect();
        }
        let holds = |text: &str| text.to_lowercase().contains(&words);
        let (headed, rest): (Vec<usize>, Vec<usize>) =
            (0..self.sections.len()).partition(|k| holds(&self.sections[*k].title));
        let whole: Vec<usize> =
            headed.into_iter().chain(rest.into_iter().filter(|k| holds(&self.sections[*k].text))).collect();
        if whole.is_empty() { self.alike(&words) } else { whole }
    }

    /// The sections that have words in forms near to these.
    fn alike(&self, words: &str) -> Vec<usize> {
        let wanted: Vec<String> = stems(words).collect();
        let has = |text: &str| -> Vec<bool> {
            let known: BTreeSet<String> = stems(text).collect();
            wanted.iter().map(|word| known.contains(word)).collect()
        };
        let held: Vec<(Vec<bool>, Vec<bool>)> =
            self.sections.iter().map(|section| (has(&section.title), has(&section.text))).collect();
        let any = |k: usize, word: usize| held[k].0[word] || held[k].1[word];
        let sections = |word: usize| (0..held.len()).filter(|k| any(*k, word)).count();
        // a word that most of the page has says little
        let weight: Vec<f64> = (0..wanted.len()).map(|word| 1.0 / (1.0 + sections(word) as f64)).collect();
        let score = |k: usize| -> f64 {
            let of = |has: &[bool], times: f64| -> f64 {
                has.iter().zip(&weight).filter(|(has, _)| **has).map(|(_, weight)| weight * times).sum()
            };
            of(&held[k].0, 3.0) + of(&held[k].1, 1.0)
        };
        let all: Vec<usize> = (0..held.len()).filter(|k| (0..wanted.len()).all(|word| any(*k, word))).collect();
        let some = || (0..held.len()).filter(|k| (0..wanted.len()).any(|word| any(*k, word))).collect();
        let mut found: Vec<usize> = if all.is_empty() { some() } else { all };
        found.sort_by(|a, b| score(*b).total_cmp(&score(*a)));
        found
    }
}

/// The words of a text without their endings, so that `marching` and `marches` are found by `march`. Words that join
/// others are left out.
fn stems(text: &str) -> impl Iterator<Item = String> {
    const JOINING: [&str; 14] =
        ["the", "and", "for", "with", "what", "how", "are", "can", "may", "does", "from", "into", "that", "this"];
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    let words: Vec<String> = words.map(str::to_lowercase).filter(|word| !JOINING.contains(&word.as_str())).collect();
    words.into_iter().map(|word| {
        let endings = ["ingly", "ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "s", "e", "y"];
        let ending = endings.iter().find(|ending| word.ends_with(**ending) && word.len() >= ending.len() + 3);
        word[..word.len() - ending.map_or(0, |ending| ending.len())].to_owned()
    })
}

/// The depth and the words of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = line[level..].strip_prefix(' ')?.trim();
    ((1..=6).contains(&level) && !title.is_empty()).then_some((level, title))
}

/// What a heading is linked to by: its letters, digits and dashes in lower case, spaces as dashes.
fn anchor(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Toy\nIntro.\n## 9 Attacks\nAn attack.\n```\n# no heading\n```\n### 9.2 The answer\nAnswered, see [9](#9-attacks).\n\
        ## Rulings\n#no heading either\n## TEC Terrain\nWoods.\n## A day\nLong.\n";

    #[test]
    fn sections_are_found_by_number_by_what_holds_them_and_by_anchor() {
        let book = Rulebook::read(PAGE);
        let titles: Vec<&str> = book.sections.iter().map(|section| &*section.title).collect();
        assert_eq!(titles, ["Toy", "9 Attacks", "9.2 The answer", "Rulings", "TEC Terrain", "A day"]);
        assert_eq!(book.find("9.2"), Some(2));
        assert_eq!(book.find("9.2.4"), Some(2));
        assert_eq!(book.find("9/1"), Some(1));
        assert_eq!(book.find("9.2, 14"), Some(2));
        assert_eq!(book.find("91"), None);
        assert_eq!(book.find(""), None);
        assert_eq!((book.find("TEC"), book.find("A")), (Some(4), None));
        assert_eq!(book.find_anchor("#92-the-answer"), Some(2));
        assert!(book.sections[1].text.contains("# no heading"));
        assert_eq!((book.find("A day"), book.reconstructed()), (Some(5), None));
        assert_eq!(book.sections[3].text, "#no heading either");
    }

    #[test]
    fn a_search_takes_headings_before_texts() {
        let book = Rulebook::read(PAGE);
        assert_eq!(book.search("ANSWER"), [2]);
        assert_eq!(book.search("attack"), [1, 2]);
        assert_eq!(book.search("answered"), [2]);
        assert_eq!(book.search(" ").len(), 6);
    }

    #[test]
    fn words_are_found_in_other_forms_and_by_any_of_them() {
        let page = "# Toy\n## 8 Road moves\nA unit moves by road.\n## 9 Attacks\nWho attacks, rolls a die.\n## 10 Weather\nMud.";
        let book = Rulebook::read(page);
        assert_eq!(book.search("road march")[0], 1, "any of the words");
        assert_eq!(book.search("moving by roads"), [1]);
        assert_eq!(book.search("attacking"), [2]);
        assert_eq!(book.search("rolled"), [2]);
        assert!(book.search("navy").is_empty());
    }
}
