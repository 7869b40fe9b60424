//! What the numbers of the game mean; `settings.rs` lists them.

use super::model::{AUSTRIAN, Arm, FRENCH, Face};
pub use super::settings::{EliminationMorale, Numbers};
use super::settings::{FirstPlayer, Riders};
use crate::board::{Hour, Width};
pub use crate::games::settings::{Choices, Setting};
use crate::kernel::{Class, Seat};
use crate::pack::Diagnostics;
use crate::pack::toml_doc::read_toml;

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
            let line = setting.line(&numbers.get(setting.name).unwrap_or_default());
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
