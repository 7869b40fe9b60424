//! The phases of a turn: which actions are open one after the other, where the rules part them. (5)

use super::Triomphe;
use super::bombard::GunOrder;
use super::doing::Doing;
use super::flow::Step;
use super::lay::Lay;
use super::model::{Arm, FRENCH, Face, Flags, State};
use super::order::{Order, verb};
use super::procedure::names_of;
use super::resolve::fault;
use super::settings::CleanUp;
use super::stop::{Stop, bar};
use crate::board::Position;
use crate::games::settings::{Choices, Kind};
use crate::kernel::{Fault, Verb};
use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::Value;
use serde::{Deserialize, Serialize};

/// The actions by the names that `rules.toml` gives them; the verbs of all are below 16.
const ACTIONS: [(&str, Verb); 9] = [
    ("march", verb::MARCH),
    ("road", verb::ROAD),
    ("pontoon", verb::PONTOON),
    ("attack", verb::ATTACK),
    ("assault", verb::ASSAULT),
    ("aim", verb::AIM),
    ("unaim", verb::UNAIM),
    ("bombard", verb::BOMBARD),
    ("organize", verb::ORGANIZE),
];

/// The phases of a turn, each with its actions as bits by verb; none where all actions are open all the time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Phases(Vec<u16>);

impl Phases {
    /// The names of the actions.
    pub const NAMES: [&'static str; ACTIONS.len()] = names_of(&ACTIONS);

    /// The phases of some texts such as `march+road`.
    ///
    /// # Errors
    /// One sentence: an unknown action, or too many phases.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Phases, String> {
        let mut phases = Vec::new();
        for text in texts {
            let mut actions = 0;
            for name in text.split('+').map(str::trim) {
                let Some((_, word)) = ACTIONS.iter().find(|(known, _)| *known == name) else {
                    let hint = did_you_mean(name, Self::NAMES).map_or_else(String::new, |hint| format!("; {hint}"));
                    return Err(format!("a turn has no action \"{name}\"{hint}"));
                };
                actions |= 1 << word.0;
            }
            phases.push(actions);
        }
        if phases.len() > 9 { Err("a turn has at most 9 phases".to_owned()) } else { Ok(Phases(phases)) }
    }

    /// The first phase with an action.
    pub(super) fn with(&self, name: &str) -> Option<u8> {
        let (_, word) = ACTIONS.iter().find(|(known, _)| *known == name)?;
        self.0.iter().position(|actions| actions >> word.0 & 1 == 1).map(|k| k as u8)
    }

    /// Whether a phase is open to an action; to those of packs every phase is.
    pub(super) fn allow(&self, phase: u8, word: Verb) -> bool {
        self.0.is_empty()
            || word.0 > verb::ORGANIZE.0
            || self.0.get(usize::from(phase)).is_some_and(|actions| actions >> word.0 & 1 == 1)
    }

    /// How many phases a turn has.
    pub(super) fn count(&self) -> u8 {
        self.0.len().max(1) as u8
    }

    /// What is done in a phase, for people.
    pub(super) fn name(&self, phase: u8) -> String {
        let open = |word: &Verb| self.allow(phase, *word);
        let names =
            ACTIONS.iter().filter(|(_, word)| open(word)).map(|(_, word)| super::order::VERBS[word.0 as usize].1);
        names.collect::<Vec<_>>().join(", ")
    }
}

impl Kind for Phases {
    fn read(value: &Value<'_>, _: &Choices) -> Option<Self> {
        let texts = value.texts()?;
        Phases::of(texts.iter().map(|text| text.text)).map_err(|wrong| value.error(wrong)).ok()
    }
    fn parse(text: &str, _: &Choices) -> Option<Self> {
        if text.is_empty() { Some(Phases::default()) } else { Phases::of(text.split(',')).ok() }
    }
    fn text(&self) -> String {
        let names = |actions: &u16| {
            let open = ACTIONS.iter().filter(|(_, word)| actions >> word.0 & 1 == 1);
            open.map(|(name, _)| *name).collect::<Vec<_>>().join("+")
        };
        self.0.iter().map(names).collect::<Vec<_>>().join(",")
    }
}

/// The verb of an action; none for other orders.
fn action(order: &Order) -> Option<Verb> {
    Some(match order {
        Order::March { .. } => verb::MARCH,
        Order::Road { .. } => verb::ROAD,
        Order::Pontoon { .. } => verb::PONTOON,
        Order::Attack { .. } => verb::ATTACK,
        Order::Assault(_) => verb::ASSAULT,
        Order::Aim(_) => verb::AIM,
        Order::Unaim(_) => verb::UNAIM,
        Order::Bombard(_) => verb::BOMBARD,
        Order::Organize { .. } => verb::ORGANIZE,
        _ => return None,
    })
}

impl Triomphe {
    /// Whether the phase of the turn is open to an action.
    pub(super) fn allows(&self, s: &State, word: Verb) -> bool {
        self.numbers.phases.allow(s.phase, word)
    }

    /// Whether the phase of the turn is open to an order.
    pub(super) fn check_phase(&self, s: &State, order: &Order) -> Result<(), Stop> {
        match action(order) {
            Some(word) if !self.allows(s, word) => bar("5", "That belongs to another phase of the turn."),
            _ => Ok(()),
        }
    }

    /// Whether a declared gun still has to fire before its phase ends. (10.2)
    pub(super) fn check_fired(&self, s: &State, lay: &Lay) -> Result<(), Stop> {
        let enemy = s.active.other();
        let waits = |p: &super::model::Piece| match p.pos.place() {
            Position::Approach(at) if self.gun_suits(p, GunOrder::Fire) => {
                lay.holds(enemy, self.map.approach(at).beyond) && self.check_gun(s, lay, at, GunOrder::Fire).is_ok()
            }
            _ => false,
        };
        if self.numbers.bombardment_must_fire && self.allows(s, verb::BOMBARD) && s.pieces_of(s.active).any(waits) {
            return bar("10.2", "A gun that has declared a bombardment and has a target must fire.");
        }
        Ok(())
    }

    /// Whether there is something to do in the phase of the turn, as far as both sides know. A phase of marches, and a turn
    /// without phases, is open until it is ended.
    pub(super) fn phase_is_open(&self, s: &State) -> Result<bool, Fault> {
        if self.numbers.phases.count() == 1 {
            return Ok(true);
        }
        let seat = s.active;
        let moves = [verb::MARCH, verb::ROAD, verb::PONTOON, verb::ATTACK].into_iter().any(|word| self.allows(s, word));
        if moves {
            return Ok(true);
        }
        let lay = self.lay(s)?;
        if self.allows(s, verb::ORGANIZE) && seat == FRENCH && self.can_organize(s, &lay).map_err(fault)? {
            return Ok(true);
        }
        // orders of packs belong to every phase
        if self.own_is_possible(s, &lay).map_err(fault)? {
            return Ok(true);
        }
        let [fire, aim, unaim, assault] =
            [verb::BOMBARD, verb::AIM, verb::UNAIM, verb::ASSAULT].map(|word| self.allows(s, word));
        Ok(s.pieces_of(seat).any(|p| {
            let Position::Approach(at) = p.pos.place() else { return false };
            let gun = s.could_be(p, |class| class.arm() == Arm::Artillery);
            let can = |order| gun && self.marks_suit_gun(p, order) && self.check_fire_lane(s, &lay, at, order).is_ok();
            let leads = || {
                !p.flags.has(Flags::ACTED.with(Flags::DISORGANIZED))
                    && s.could_be(p, |class| self.can_head(at.opposite(), class))
                    && self.check_assault_place(s, at).is_ok()
                    && self.check_room(&lay, seat, self.map.approach(at).beyond, 1).is_ok()
                    && self.check_commands(s, &lay, self.numbers.assault_cost).is_ok()
            };
            fire && can(GunOrder::Fire)
                || aim && can(GunOrder::Aim)
                || unaim && p.flags.has(Flags::AIMED)
                || assault && leads()
        }))
    }
}

impl Doing<'_> {
    /// The active seat goes on to the next phase, or is done with its actions. (5, 16)
    pub(super) fn end_phase(&mut self) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        if g.numbers.clean_up == CleanUp::MarchEnd && g.allows(self.s, verb::MARCH) {
            self.clean_up_approaches();
        }
        if self.s.phase + 1 < g.numbers.phases.count() {
            self.s.phase += 1;
            // what nobody can do anything in is passed over without a word
            if g.phase_is_open(self.s)? {
                self.say("5", &[], |g, s| format!("{}: {}.", g.side_name(seat), g.numbers.phases.name(s.phase)));
            }
            return Ok(());
        }
        self.s.phase = 0;
        self.s.step = Step::CleanUp;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_read_and_told_by_name() {
        let phases = Phases::of(["organize", "march+road", "aim"]).unwrap();
        assert_eq!((phases.count(), phases.text()), (3, "organize,march+road,aim".to_owned()));
        assert!(phases.allow(1, verb::ROAD) && !phases.allow(1, verb::ORGANIZE) && phases.with("aim") == Some(2));
        assert_eq!(Phases::of(["marsh"]).unwrap_err(), "a turn has no action \"marsh\"; did you mean \"march\"?");
        assert!(Phases::default().allow(0, verb::BOMBARD) && Phases::default().count() == 1);
    }
}
