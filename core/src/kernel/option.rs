//! Options: what a pack leaves to those who begin a match.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One option of a pack, as a dialog shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackOption {
    /// The pack's id.
    pub pack: String,
    /// Its name in commands, files and scripts.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it does, in a sentence.
    pub help: String,
    /// What it can be.
    pub form: OptionForm,
    /// What it is when nobody says otherwise.
    pub default: OptionValue,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OptionForm {
    /// True or false.
    Bool,
    /// A whole number, both ends included.
    Int(i32, i32),
    /// One of some words.
    Choice(Vec<String>),
}

/// What an option is in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// A word.
    Word(String),
}

/// Options as a match chose them: `PACK.NAME` to the value's text.
pub type ChosenOptions = BTreeMap<String, String>;

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Bool(truth) => write!(f, "{truth}"),
            OptionValue::Int(n) => write!(f, "{n}"),
            OptionValue::Word(word) => f.write_str(word),
        }
    }
}

impl fmt::Display for OptionForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionForm::Bool => f.write_str("true or false"),
            OptionForm::Int(least, most) => write!(f, "a whole number from {least} to {most}"),
            OptionForm::Choice(words) => f.write_str(&words.join(", ")),
        }
    }
}

impl OptionForm {
    /// The value of a text; none when it does not fit.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<OptionValue> {
        match self {
            OptionForm::Bool => text.parse().ok().map(OptionValue::Bool),
            OptionForm::Int(least, most) => {
                text.parse().ok().filter(|n| (least..=most).contains(&n)).map(OptionValue::Int)
            }
            OptionForm::Choice(words) => {
                words.iter().any(|word| word == text).then(|| OptionValue::Word(text.to_owned()))
            }
        }
    }
}

impl PackOption {
    /// What a match calls it: `PACK.NAME`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}.{}", self.pack, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_the_form_has_it() {
        let whole = OptionForm::Int(-2, 5);
        assert_eq!((whole.read("-2"), whole.read("6"), whole.read("x")), (Some(OptionValue::Int(-2)), None, None));
        assert_eq!(
            (OptionForm::Bool.read("true"), OptionForm::Bool.read("yes")),
            (Some(OptionValue::Bool(true)), None)
        );
        let words = OptionForm::Choice(vec!["dry".to_owned(), "wet".to_owned()]);
        assert_eq!((words.read("wet"), words.read("damp")), (Some(OptionValue::Word("wet".to_owned())), None));
        assert_eq!(words.to_string(), "dry, wet");
    }
}
