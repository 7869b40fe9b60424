//! How the numbers and switches of a game are declared, read and written; each game lists its own with `settings!`.

use std::fmt;
use std::ops::RangeInclusive;

use crate::board::Hour;
use crate::pack::toml_doc::Value;
use crate::script::{Cadence, Eyes, NumberLine};

/// What a setting can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// A whole number within a range.
    Whole(RangeInclusive<u8>),
    /// A printed hour, such as `7:00AM`.
    Hour,
    /// One of some words, each with what it means.
    Words(&'static [(&'static str, &'static str)]),
    /// Some of these words, in an order.
    Order(&'static [&'static str]),
    /// Groups of these words, in an order: `march+road,aim`.
    Groups(&'static [&'static str]),
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choices::Whole(range) => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            Choices::Hour => f.write_str("an hour such as \"7:00AM\""),
            Choices::Words(words) => f.write_str(&words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")),
            Choices::Order(words) => write!(f, "an order of {}", words.join(",")),
            Choices::Groups(words) => write!(f, "groups, such as a+b,c, of {}", words.join(", ")),
        }
    }
}

/// One number or ruling, as dialogs, `check` and the reference show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The table of `rules.toml` that it stands in; `rulings` holds the switches.
    pub table: &'static str,
    /// Its name there and in the numbers of the game.
    pub name: &'static str,
    /// The sections of the rulebook.
    pub section: &'static str,
    /// What it is, or for a ruling what is asked.
    pub help: &'static str,
    /// What it can be.
    pub choices: Choices,
}

impl Setting {
    /// Whether it is a ruling: a question that the rulebook leaves open, answered by a switch.
    pub fn is_ruling(&self) -> bool {
        self.table == "rulings"
    }

    /// The setting as the reference shows it, with its value.
    pub(crate) fn line(&self, value: &str) -> NumberLine {
        NumberLine {
            table: self.table.to_owned(),
            name: self.name.to_owned(),
            section: self.section.to_owned(),
            help: self.help.to_owned(),
            values: self.choices.to_string(),
            default: value.to_owned(),
            cadence: Cadence::Match.word(),
            eyes: Eyes::Public.word(),
            example: format!("[{}]\n{} = {}", self.table, self.name, self.other(value)),
        }
    }

    /// A value other than this one, as TOML writes it.
    fn other(&self, now: &str) -> String {
        match &self.choices {
            Choices::Whole(range) => match now.parse::<u8>() {
                Ok(n) if n < *range.end() => (n + 1).to_string(),
                _ => range.start().to_string(),
            },
            Choices::Hour => {
                let next = now.parse().map_or(Hour(0), |hour: Hour| Hour((hour.0 + 1) % 24));
                format!("\"{next}\"")
            }
            Choices::Words(words) => {
                let other = words.iter().map(|(word, _)| *word).find(|word| *word != now).unwrap_or_default();
                if matches!(other, "true" | "false") { other.to_owned() } else { format!("\"{other}\"") }
            }
            // without the step before the last
            Choices::Order(words) => {
                let kept = words.iter().enumerate().filter(|(k, _)| k + 2 != words.len()).map(|(_, word)| word);
                format!("[{}]", kept.map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", "))
            }
            Choices::Groups(words) => format!("[\"{}\"]", words.join("\", \"")),
        }
    }
}

/// A type of setting: how its value is read and written.
pub(crate) trait Kind: Sized {
    fn read(value: &Value<'_>, choices: &Choices) -> Option<Self>;
    fn parse(text: &str, choices: &Choices) -> Option<Self>;
    fn text(&self) -> String;
}

impl Kind for u8 {
    fn read(value: &Value<'_>, choices: &Choices) -> Option<Self> {
        match choices {
            Choices::Whole(range) => value.number(*range.start(), *range.end()),
            _ => value.number(0, u8::MAX),
        }
    }
    fn parse(text: &str, choices: &Choices) -> Option<Self> {
        let number = text.parse().ok()?;
        matches!(choices, Choices::Whole(range) if range.contains(&number)).then_some(number)
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Kind for Hour {
    fn read(value: &Value<'_>, _: &Choices) -> Option<Self> {
        value.hour()
    }
    fn parse(text: &str, _: &Choices) -> Option<Self> {
        text.parse().ok()
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

impl Kind for bool {
    fn read(value: &Value<'_>, _: &Choices) -> Option<Self> {
        value.truth()
    }
    fn parse(text: &str, _: &Choices) -> Option<Self> {
        text.parse().ok()
    }
    fn text(&self) -> String {
        self.to_string()
    }
}

/// A setting that is one of some words, each with what it means.
macro_rules! words {
    ($($(#[doc = $about:literal])* $name:ident { $($variant:ident = $word:literal, $means:literal;)+ })+) => {$(
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum $name {
            $(#[doc = $means] #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// The words, each with what it means.
            pub const WORDS: &[(&'static str, &'static str)] = &[$(($word, $means)),+];
        }

        impl Kind for $name {
            fn read(value: &Value<'_>, _: &Choices) -> Option<Self> {
                value.choice(&[$(($word, $name::$variant)),+])
            }
            fn parse(text: &str, _: &Choices) -> Option<Self> {
                match text {
                    $($word => Some($name::$variant),)+
                    _ => None,
                }
            }
            fn text(&self) -> String {
                match self {
                    $($name::$variant => $word.to_owned(),)+
                }
            }
        }
    )+};
}
pub(crate) use words;

/// The choices of a ruling or switch that is true or false.
macro_rules! yes_no {
    ($yes:literal, $no:literal) => {
        Choices::Words(&[("true", $yes), ("false", $no)])
    };
}
pub(crate) use yes_no;

macro_rules! settings {
    ($([$table:ident] $($name:ident: $kind:ty = $default:expr, $section:literal, $help:literal, $choices:expr;)+)+) => {
        /// All numbers and rulings that a match is played by.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Numbers {
            $($(#[doc = concat!($help, " (", $section, ")")] pub $name: $kind,)+)+
        }

        impl Default for Numbers {
            fn default() -> Self {
                Numbers { $($($name: $default,)+)+ }
            }
        }

        impl Numbers {
            /// All settings, in the order of `rules.toml`.
            pub fn settings() -> Vec<Setting> {
                vec![$($(Setting {
                    table: stringify!($table), name: stringify!($name), section: $section, help: $help, choices: $choices,
                },)+)+]
            }

            /// All settings with their values.
            pub(super) fn told(&self) -> crate::games::packed::Settings {
                let valued = |setting: Setting| {
                    let value = self.get(setting.name).unwrap_or_default();
                    (setting, value)
                };
                crate::games::packed::Settings { all: Numbers::settings().into_iter().map(valued).collect() }
            }

            /// The value of a setting as text.
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $($(stringify!($name) => Some(self.$name.text()),)+)+
                    _ => None,
                }
            }

            /// Sets one setting from text, as an option of a new match does.
            ///
            /// # Errors
            /// One sentence: there is no such setting, or it cannot be that.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), String> {
                match name {
                    $($(stringify!($name) => {
                        self.$name = Kind::parse(text, &$choices).ok_or_else(|| wrong(name, text, &$choices))?;
                    })+)+
                    _ => {
                        let hint = did_you_mean(name, [$($(stringify!($name)),+),+]);
                        return Err(format!("no rule setting \"{name}\"{}", hint.map_or_else(String::new, |hint| format!("; {hint}"))));
                    }
                }
                Ok(())
            }

            pub(super) fn overlay(&mut self, top: &Table<'_>) {
                $(if let Some(table) = top.table(stringify!($table)) {
                    $(if let Some(value) = table.get(stringify!($name)).and_then(|v| Kind::read(&v, &$choices)) {
                        self.$name = value;
                    })+
                    table.done();
                })+
                top.done();
            }
        }
    };
}
pub(crate) use settings;

pub(crate) fn wrong(name: &str, text: &str, choices: &Choices) -> String {
    format!("{name} cannot be \"{text}\"; it can be {choices}")
}
