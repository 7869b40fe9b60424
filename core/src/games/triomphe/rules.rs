//! The rule points: questions whose default is the printed rule, and which packs may answer otherwise.
//!
//! Every question is told public facts only, so that an answer gives nothing away. Answers of cadence *turn* are asked
//! once at the start of a turn and live in the state.

use super::model::{Arm, Morale};
use super::numbers::Numbers;
use crate::board::{ApproachId, HoldingId, LocaleId, Width};
use crate::kernel::{Class, Fault, Seat};

/// What a turn's questions are told.
#[derive(Clone, Copy, Debug)]
pub struct TurnFacts {
    /// The round, from 1.
    pub round: u8,
    /// The hour of the round, 0 to 23.
    pub hour: u8,
    /// Whose turn it is.
    pub seat: Seat,
}

/// What the question about an off-road march's cost is told.
#[derive(Clone, Copy, Debug)]
pub struct MarchFacts {
    /// Whose march.
    pub seat: Seat,
    /// How many pieces march.
    pub pieces: u8,
    /// Whether it qualifies as a defensive march.
    pub defensive: bool,
}

/// What the questions about one attack are told.
#[derive(Clone, Copy, Debug)]
pub struct AttackFacts {
    /// The attacking seat.
    pub seat: Seat,
    /// The defence approach.
    pub over: ApproachId,
    /// Its width.
    pub width: Width,
    /// How many pieces attack.
    pub attackers: u8,
    /// How many pieces block the approach.
    pub blockers: u8,
    /// Whether it is the first maneuver attack across the approach this turn.
    pub first: bool,
}

/// What the question about an assault's result is told.
#[derive(Clone, Copy, Debug)]
pub struct AssaultFacts {
    /// The attacking seat.
    pub seat: Seat,
    /// The defence approach.
    pub over: ApproachId,
    /// The type of the attack's leading pieces.
    pub arm: Arm,
    /// The total strength of the attack's leading pieces.
    pub attack: u8,
    /// The penalties on the defence approach that match their type.
    pub penalty: u8,
    /// The total strength of the defence's leading pieces.
    pub defence: u8,
    /// The total strength of the counter-attacking pieces.
    pub counter: u8,
}

/// What the question about retreat losses is told.
#[derive(Clone, Copy, Debug)]
pub struct RetreatFacts {
    /// The retreating seat.
    pub seat: Seat,
    /// The locale that is evacuated.
    pub from: LocaleId,
    /// The width of the position's approach; none for the reserve.
    pub approach: Option<Width>,
    /// The width of the approach that the attack came over.
    pub attack: Width,
    /// How many pieces advance into the locale.
    pub advancing: u8,
}

/// What a hook may do to a match. The game checks each before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// An army gains (or loses) uncommitted morale.
    Morale {
        /// Whose.
        seat: Seat,
        /// How much.
        change: i8,
    },
    /// The seat whose turn it is has more or fewer commands this turn.
    Commands {
        /// How many more.
        change: i8,
    },
    /// A block appears in a holding area, face hidden.
    Arrive {
        /// Whose.
        seat: Seat,
        /// Its face.
        class: Class,
        /// Where.
        holding: HoldingId,
    },
    /// A line in the log.
    Say(String),
}

/// The rule points of this game. A method's default is the printed rule.
pub trait Rules {
    /// How many commands a turn has (turn, public; 6).
    ///
    /// # Errors
    /// When a script fails; so for all points.
    fn commands(&self, n: &Numbers, _: TurnFacts) -> Result<u8, Fault> {
        Ok(n.commands)
    }
    /// How many morale tokens come in at the start of a turn, out of those on the track for it (turn, public; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn morale_gain(&self, _: &Numbers, _: TurnFacts, on_track: u8) -> Result<u8, Fault> {
        Ok(on_track)
    }
    /// What an off-road march costs (query, public; 6, 7).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn march_cost(&self, _: &Numbers, m: MarchFacts) -> Result<u8, Fault> {
        Ok(u8::from(!m.defensive))
    }
    /// How many reserve pieces may answer a maneuver attack (query, public; 9.2).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn responders(&self, _: &Numbers, a: AttackFacts) -> Result<u8, Fault> {
        Ok(a.attackers)
    }
    /// Whether a maneuver attack is blocked (query, public; 9.3).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn is_blocked(&self, _: &Numbers, a: AttackFacts) -> Result<bool, Fault> {
        let fully = a.blockers >= a.width.pieces();
        Ok(fully || (a.blockers > 0 && a.attackers == 1 && a.first))
    }
    /// How much morale the defender commits who wins a maneuver attack (query, public; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn blocked_tokens(&self, n: &Numbers, a: AttackFacts) -> Result<u8, Fault> {
        Ok(if a.width == Width::Wide && a.attackers > 1 && a.first { n.blocked_tokens_wide } else { n.blocked_tokens })
    }
    /// The result of an assault: above 0 the attacker wins (query, all; 11.6).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn assault_result(&self, _: &Numbers, a: AssaultFacts) -> Result<i8, Fault> {
        Ok(a.attack as i8 - a.penalty as i8 - a.defence as i8 - a.counter as i8)
    }
    /// How many reductions the pieces of one position take in a retreat (query, public; 13.1).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn retreat_losses(&self, n: &Numbers, r: RetreatFacts) -> Result<u8, Fault> {
        Ok(match r.approach {
            Some(Width::Narrow) => n.retreat_narrow,
            Some(Width::Wide) => n.retreat_wide,
            None if r.attack == Width::Wide && r.advancing > 1 => n.retreat_reserve_pressed,
            None => n.retreat_reserve,
        })
    }
    /// How much morale an army commits for pieces that retreat out of a locale (query, public; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn retreat_tokens(&self, n: &Numbers, seat: Seat, pieces: u8) -> Result<u8, Fault> {
        Ok(if seat == super::model::AUSTRIAN { pieces * n.retreat_tokens } else { 0 })
    }
    /// How many pieces an organize action may organize (query, public; 14).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn organizes(&self, n: &Numbers, organized: u8) -> Result<u8, Fault> {
        Ok(if organized >= n.organized_for_two { 2 } else { 1 })
    }
    /// Whether Austria wins the marginal victory with so many pieces east of the line (match end, public; 19).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn austria_holds(&self, n: &Numbers, pieces_east: u8) -> Result<bool, Fault> {
        Ok(pieces_east >= n.objective_pieces)
    }
    /// After a turn's scheduled morale and clean-up (event; 5).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_turn_start(&self, _: TurnFacts, _: &[Morale; 2]) -> Result<Vec<Consequence>, Fault> {
        Ok(Vec::new())
    }
    /// After a maneuver attack or an assault has been decided (event; 9, 11).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_attack_resolved(&self, _: AttackFacts, _assault: bool, _won: bool) -> Result<Vec<Consequence>, Fault> {
        Ok(Vec::new())
    }
    /// After a locale was evacuated (event; 13).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_retreat(&self, _seat: Seat, _from: LocaleId, _pieces: u8) -> Result<Vec<Consequence>, Fault> {
        Ok(Vec::new())
    }
    /// After a turn's morale clean-up (event; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_turn_end(&self, _: TurnFacts, _: &[Morale; 2]) -> Result<Vec<Consequence>, Fault> {
        Ok(Vec::new())
    }
}

/// The rules as printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rules for Printed {}
