//! How numbers and switches are declared, read and written; `settings.rs` lists them.

use std::fmt;
use std::ops::RangeInclusive;

use super::model::{AUSTRIAN, Arm, FRENCH, Face};
pub use super::settings::{EliminationMorale, Numbers};
use super::settings::{FirstPlayer, Riders};
use crate::board::{Hour, Width};
use crate::kernel::{Class, Seat};
use crate::pack::Diagnostics;
use crate::pack::toml_doc::{Value, read_toml};
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
    /// Its name there and in [`Numbers`].
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

    /// The setting as the reference shows it, with its value among some numbers.
    pub(super) fn line(&self, numbers: &Numbers) -> NumberLine {
        NumberLine {
            table: self.table.to_owned(),
            name: self.name.to_owned(),
            section: self.section.to_owned(),
            help: self.help.to_owned(),
            values: self.choices.to_string(),
            default: numbers.get(self.name).unwrap_or_default(),
            cadence: Cadence::Match.word(),
            eyes: Eyes::Public.word(),
            example: format!("[{}]\n{} = {}", self.table, self.name, self.other(numbers)),
        }
    }

    /// A value that it does not have among some numbers, as TOML writes it.
    fn other(&self, numbers: &Numbers) -> String {
        let now = numbers.get(self.name).unwrap_or_default();
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
pub(super) trait Kind: Sized {
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
pub(super) use words;

/// The choices of a ruling or switch that is true or false.
macro_rules! yes_no {
    ($yes:literal, $no:literal) => {
        Choices::Words(&[("true", $yes), ("false", $no)])
    };
}
pub(super) use yes_no;

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
pub(super) use settings;

pub(super) fn wrong(name: &str, text: &str, choices: &Choices) -> String {
    format!("{name} cannot be \"{text}\"; it can be {choices}")
}

impl Riders {
    /// Whether a piece of a class is among them.
    pub fn admit(self, class: Class) -> bool {
        match self {
            Riders::Cavalry => class.arm() == Arm::Cavalry,
            Riders::Any => true,
            Riders::None => false,
        }
    }
}

impl EliminationMorale {
    /// What an eliminated piece of a class costs.
    pub fn price(self, class: Class) -> u8 {
        match self {
            EliminationMorale::Strength => class.strength(),
            EliminationMorale::Piece => 1,
            EliminationMorale::None => 0,
        }
    }
}

impl Numbers {
    /// These numbers with those of a TOML text laid over them; what the text leaves out stays.
    ///
    /// # Errors
    /// Every unknown key, wrong type and value out of range, with its place.
    pub fn overlaid(&self, file: &str, text: &str) -> Result<Numbers, Diagnostics> {
        read_toml(file, text, |top| {
            let mut numbers = self.clone();
            numbers.overlay(top);
            Some(numbers)
        })
    }

    /// The army that begins a round. (5)
    pub fn first_seat(&self) -> Seat {
        if self.first_player == FirstPlayer::Austrian { AUSTRIAN } else { FRENCH }
    }

    /// What a road march costs for the local roads that it uses, if it does. (8)
    pub fn local_roads(&self, uses: bool) -> u8 {
        if uses { self.local_road_cost } else { 0 }
    }

    /// How many pieces lead or counter-attack across an approach of a width. (11.2)
    pub fn leaders(&self, width: Width) -> u8 {
        match width {
            Width::Narrow => self.leaders_narrow,
            Width::Wide => self.leaders_wide,
        }
    }

    /// How many pieces block an approach of a width fully. (9)
    pub fn closes(&self, width: Width) -> u8 {
        match width {
            Width::Narrow => self.block_narrow,
            Width::Wide => self.block_wide,
        }
    }

    /// How many pieces Austria needs in the right places at the end: beyond the line, or one on a star of each colour. (19)
    pub fn goal_pieces(&self) -> u8 {
        if self.objective_colours > 0 { self.objective_colours } else { self.objective_pieces }
    }

    /// Tokens that a maneuver attack binds which so many blocks stop. (18)
    pub fn tokens_of_block(&self, blocks: u8) -> f32 {
        f32::from(if blocks > 1 { self.blocked_tokens_wide } else { self.blocked_tokens })
    }

    /// Reductions of the pieces that block an approach and have to leave it. (13.1)
    pub fn retreat_over(&self, width: Width) -> u8 {
        match width {
            Width::Narrow => self.retreat_narrow,
            Width::Wide => self.retreat_wide,
        }
    }

    /// Whether a disorganized piece may continue to an approach of its locale. (12, 14)
    pub fn rides_disorganized(&self) -> bool {
        self.continuation_of_disorganized && self.disorganized_may_march
    }

    /// The hour of a round, rounds counted from 1. (5)
    pub fn hour_of(&self, round: u8) -> Hour {
        Hour(((u16::from(self.first_hour.0) + u16::from(round.saturating_sub(1))) % 24) as u8)
    }

    /// The round that plays at an hour, if one does.
    pub fn round_at(&self, hour: Hour) -> Option<u8> {
        (1..=self.rounds).find(|round| self.hour_of(*round) == hour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::builtin;

    fn printed() -> String {
        builtin::text("data/triomphe/rules.toml").unwrap().into_owned()
    }

    #[test]
    fn the_file_holds_every_setting_with_its_printed_value() {
        let text = printed();
        let wrecked = Numbers {
            rounds: 1,
            commands: 0,
            disorganized_may_defend: false,
            elimination_morale: EliminationMorale::None,
            ..Numbers::default()
        };
        assert_eq!(wrecked.overlaid("rules.toml", &text).unwrap(), Numbers::default());
        for setting in Numbers::settings() {
            assert!(text.contains(&format!("\n{} = ", setting.name)), "{} is missing", setting.name);
        }
    }

    #[test]
    fn every_choice_of_every_setting_can_be_set_and_is_told_back() {
        for setting in Numbers::settings() {
            let values: Vec<String> = match setting.choices {
                Choices::Whole(range) => range.map(|n| n.to_string()).collect(),
                Choices::Hour => vec!["6:00AM".into(), "9:00PM".into()],
                Choices::Words(words) => words.iter().map(|(word, _)| (*word).to_owned()).collect(),
                Choices::Groups(words) => vec![words.join("+"), words.join(","), String::new()],
                Choices::Order(words) => vec![words.join(","), "head,join,gun,lead,result,losses,complete".into()],
            };
            assert!(values.len() > 1, "{}", setting.name);
            for value in values {
                let mut numbers = Numbers::default();
                numbers.set(setting.name, &value).unwrap();
                assert_eq!(numbers.get(setting.name), Some(value));
            }
        }
    }

    #[test]
    fn examples_in_the_reference_can_be_read_and_say_something_else() {
        let numbers = Numbers::default();
        for setting in Numbers::settings() {
            let line = setting.line(&numbers);
            let read = numbers.overlaid("rules.toml", &line.example).unwrap_or_else(|wrong| panic!("{wrong}"));
            assert_ne!(read.get(setting.name), numbers.get(setting.name), "{}", line.example);
        }
    }

    #[test]
    fn wrong_settings_are_refused_with_what_they_can_be() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.set("comands", "4").unwrap_err(), "no rule setting \"comands\"; did you mean \"commands\"?");
        assert_eq!(
            numbers.set("commands", "99").unwrap_err(),
            "commands cannot be \"99\"; it can be a whole number from 0 to 15"
        );
        assert_eq!(
            numbers.set("elimination_morale", "all").unwrap_err(),
            "elimination_morale cannot be \"all\"; it can be strength, piece, none"
        );
        let found = numbers.overlaid("v.toml", "[turn]\ncomands = 4\ngroup = 0\n[ruling]\n").unwrap_err();
        let lines: Vec<String> = found.iter().map(|d| format!("{}:{} {}", d.line, d.column, d.message)).collect();
        assert_eq!(lines, ["2:1 unknown key \"comands\"", "3:9 0 is not within 1 to 64", "4:2 unknown key \"ruling\""]);
    }

    #[test]
    fn rounds_are_hours() {
        let numbers = Numbers::default();
        assert_eq!(numbers.hour_of(1).to_string(), "6:00AM");
        assert_eq!(numbers.hour_of(16).to_string(), "9:00PM");
        assert_eq!(numbers.round_at(Hour(12)), Some(7));
        assert_eq!(numbers.round_at(Hour(22)), None);
    }
}
