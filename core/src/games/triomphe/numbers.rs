//! The numbers and rulings of the game: everything that a variant turns without a script. The defaults are the printed values.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::board::Hour;
use crate::pack::Diagnostics;
use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::{Table, Value, read_toml};

/// What the loss of a piece that has nowhere to retreat to costs. (13, 18)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EliminationMorale {
    /// One morale for each point of its strength.
    Strength,
    /// One morale for each piece.
    Piece,
    /// Nothing.
    None,
}

/// What a setting can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// A whole number within a range.
    Whole(RangeInclusive<u8>),
    /// A printed hour, such as `7:00AM`.
    Hour,
    /// One of some words, each with what it means.
    Words(&'static [(&'static str, &'static str)]),
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
}

/// A type of setting: how its value is read and written.
trait Kind: Copy + PartialEq {
    fn read(value: &Value<'_>, choices: &Choices) -> Option<Self>;
    fn parse(text: &str, choices: &Choices) -> Option<Self>;
    fn text(self) -> String;
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
    fn text(self) -> String {
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
    fn text(self) -> String {
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
    fn text(self) -> String {
        self.to_string()
    }
}

impl Kind for EliminationMorale {
    fn read(value: &Value<'_>, _: &Choices) -> Option<Self> {
        value.choice(&ELIMINATION)
    }
    fn parse(text: &str, _: &Choices) -> Option<Self> {
        ELIMINATION.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning)
    }
    fn text(self) -> String {
        ELIMINATION
            .iter()
            .find(|(_, meaning)| *meaning == self)
            .map_or_else(String::new, |(word, _)| (*word).to_owned())
    }
}

const ELIMINATION: [(&str, EliminationMorale); 3] =
    [("strength", EliminationMorale::Strength), ("piece", EliminationMorale::Piece), ("none", EliminationMorale::None)];

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

            fn overlay(&mut self, top: &Table<'_>) {
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

settings! {
    [clock]
    first_hour: Hour = Hour(6), "5", "The hour of the first round", Choices::Hour;
    rounds: u8 = 16, "5", "Rounds of a match, one an hour", Choices::Whole(1..=24);
    [turn]
    commands: u8 = 3, "6", "Commands that a turn has", Choices::Whole(0..=15);
    group: u8 = 3, "6", "Pieces that can take part in one action", Choices::Whole(1..=8);
    [road]
    road_steps: u8 = 3, "8", "Steps that a road march counts off", Choices::Whole(1..=15);
    traffic_limit: u8 = 3, "8", "Pieces that can pass a crossing in one turn", Choices::Whole(1..=15);
    [assault]
    leader_strength: u8 = 2, "11.3", "Strength that a leading piece of the attack must have", Choices::Whole(1..=4);
    counter_strength: u8 = 2, "11.5", "Strength that a counter-attacking piece must have", Choices::Whole(1..=4);
    [retreat]
    retreat_narrow: u8 = 1, "13.1", "Reductions of the pieces that block a narrow approach", Choices::Whole(0..=9);
    retreat_wide: u8 = 2, "13.1", "Reductions of the pieces that block a wide approach", Choices::Whole(0..=9);
    retreat_reserve: u8 = 1, "13.1", "Reductions of the infantry in reserve", Choices::Whole(0..=9);
    retreat_reserve_pressed: u8 = 2, "13.1",
        "Reductions of the infantry in reserve when several pieces advance over a wide approach", Choices::Whole(0..=9);
    [disorganization]
    surprise_rounds: u8 = 1, "14", "Rounds from the start in which French pieces cannot block", Choices::Whole(0..=24);
    organized_for_two: u8 = 3, "14", "Organized French pieces on the map that let an organize action take two", Choices::Whole(0..=64);
    [reinforcements]
    artillery_hour: Hour = Hour(7), "15", "The hour from which the Austrian artillery can enter", Choices::Hour;
    pontoon_pieces: u8 = 1, "15", "Pieces a turn that can enter by pontoon bridge", Choices::Whole(0..=8);
    pontoon_cost: u8 = 0, "15", "Commands that entering by pontoon bridge costs", Choices::Whole(0..=9);
    [morale]
    blocked_tokens: u8 = 1, "18", "Tokens that the winning defender of a maneuver attack commits", Choices::Whole(0..=9);
    blocked_tokens_wide: u8 = 2, "18",
        "The same for the first attack of the turn across a wide approach by several pieces", Choices::Whole(0..=9);
    retreat_tokens: u8 = 1, "18", "Tokens that Austria commits for each piece that retreats out of a locale", Choices::Whole(0..=9);
    return_until: Hour = Hour(16), "18", "The hour from which the French can no longer return a committed token", Choices::Hour;
    return_tokens: u8 = 1, "18", "Committed tokens that the French can return at the end of their turn", Choices::Whole(0..=9);
    [victory]
    objective_pieces: u8 = 3, "19", "Austrian pieces east of the objective line for a marginal victory", Choices::Whole(1..=64);
    [rulings]
    cleaned_up_may_road_march: bool = true, "8, 16", "May a piece that clean-up took back into reserve road march in the same turn?",
        Choices::Words(&[("true", "yes: clean-up comes before the actions"), ("false", "no: it did not start the turn in reserve")]);
    local_road_continuation_costs: bool = true, "8, 12", "Does continuation along a local road cost a free road march its command?",
        Choices::Words(&[("true", "yes: the whole move must be on main roads to be free"), ("false", "no: continuation itself costs nothing")]);
    continuation_of_disorganized: bool = true, "12, 14", "May disorganized cavalry continue to an approach of the locale it is in?",
        Choices::Words(&[("true", "yes: it stays inside its locale"), ("false", "no")]);
    capacity_tested_at_declaration: bool = true, "3, 9, 11", "Must there be room for all attackers when the attack is declared?",
        Choices::Words(&[("true", "yes: no more may be named than the locale has room for"),
            ("false", "no: those without room stay where they attacked from")]);
    gun_hidden_when_declaration_ends: bool = true, "10", "Is a gun hidden at once when its declaration ends without fire?",
        Choices::Words(&[("true", "yes"), ("false", "no: at the end of the turn, as after fire")]);
    disorganized_may_defend: bool = true, "11, 14", "May disorganized pieces lead a defence, counter-attack and fire in defence?",
        Choices::Words(&[("true", "yes: these are no attacks"), ("false", "no: they only block")]);
    elimination_morale: EliminationMorale = EliminationMorale::Strength, "13, 18", "What does a piece cost that has nowhere to retreat to?",
        Choices::Words(&[("strength", "one morale for each point of strength"), ("piece", "one morale for each piece"), ("none", "nothing")]);
    organize_again_after_contagion: bool = false, "14", "May a piece that was disorganized again be organized again in the same turn?",
        Choices::Words(&[("true", "yes"), ("false", "no: one organize action a piece and turn")]);
    orders_while_organizing: bool = true, "14", "May other actions come between those that organize one locale?",
        Choices::Words(&[("true", "yes, while enough commands are kept to finish it"), ("false", "no: what is begun is finished first")]);
    entering_half_organized_refused: bool = true, "14", "Is a half organized locale shut to organized pieces?",
        Choices::Words(&[("true", "yes: all would be disorganized and the locale left unfinished"),
            ("false", "no: all become disorganized and nothing need be finished")]);
    waiting_protects_for_ever: bool = true, "15", "Do pieces that could have entered still protect their entry locale?",
        Choices::Words(&[("true", "yes: as long as one waits"), ("false", "no: only until the hour at which they can enter is over")]);
}

fn wrong(name: &str, text: &str, choices: &Choices) -> String {
    let can_be = match choices {
        Choices::Whole(range) => format!("a whole number from {} to {}", range.start(), range.end()),
        Choices::Hour => "an hour such as \"7:00AM\"".to_owned(),
        Choices::Words(words) => words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", "),
    };
    format!("{name} cannot be \"{text}\"; it can be {can_be}")
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
        assert_eq!(lines, ["2:1 unknown key \"comands\"", "3:9 0 is not within 1 to 8", "4:2 unknown key \"ruling\""]);
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
