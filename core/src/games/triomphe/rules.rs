//! The rule points: questions whose default is the printed rule, and which packs may answer otherwise.
//!
//! Every question is told public facts only, so that an answer gives nothing away. Answers of cadence *turn* are asked
//! once at the start of a turn and live in the state.

use super::model::{AUSTRIAN, Arm, Public};
use super::numbers::Numbers;
use crate::board::{ApproachId, HoldingId, LocaleId, Width};
use crate::kernel::{Class, Fault, HookName, Seat};
use crate::script::{Operation, facts};

facts! {
    /// What a turn's questions are told.
    TurnFacts {
        /// The round, from 1.
        round: u8,
        /// The hour of the round, 0 to 23.
        hour: u8,
        /// Whose turn it is.
        seat: Seat,
    }
    /// What the question about scheduled morale is told.
    GainFacts {
        /// Whose morale.
        seat: Seat,
        /// How many tokens wait on the time track for this turn.
        on_track: u8,
    }
    /// What the question about an off-road march's cost is told.
    MarchFacts {
        /// Whose march.
        seat: Seat,
        /// How many pieces march.
        pieces: u8,
        /// Whether it qualifies as a defensive march.
        defensive: bool,
    }
    /// What the questions about one attack are told.
    AttackFacts {
        /// The attacking seat.
        seat: Seat,
        /// The defence approach.
        over: ApproachId,
        /// Its width.
        width: Width,
        /// How many pieces attack.
        attackers: u8,
        /// How many pieces block the approach.
        blockers: u8,
        /// Whether it is the first maneuver attack across the approach this turn.
        first: bool,
    }
    /// What the question about an assault's result is told.
    AssaultFacts {
        /// The attacking seat.
        seat: Seat,
        /// The defence approach.
        over: ApproachId,
        /// The type of the attack's leading pieces.
        arm: Arm,
        /// The total strength of the attack's leading pieces.
        attack: u8,
        /// The penalties on the defence approach that match their type.
        penalty: u8,
        /// The total strength of the defence's leading pieces.
        defence: u8,
        /// The total strength of the counter-attacking pieces.
        counter: u8,
    }
    /// What the question about retreat losses is told.
    RetreatFacts {
        /// The retreating seat.
        seat: Seat,
        /// The locale that is evacuated.
        from: LocaleId,
        /// The width of the position's approach; none for the reserve.
        approach: Option<Width>,
        /// The width of the approach that the attack came over.
        attack: Width,
        /// How many pieces advance into the locale.
        advancing: u8,
    }
    /// What is told about pieces that retreated out of a locale.
    FlightFacts {
        /// The retreating seat.
        seat: Seat,
        /// The locale that was evacuated.
        from: LocaleId,
        /// How many pieces got away.
        pieces: u8,
    }
    /// What the question about organizing is told.
    OrganizeFacts {
        /// How many organized French pieces are on the map.
        organized: u8,
    }
    /// What the question about the objective line is told.
    LineFacts {
        /// How many Austrian pieces stand east of the line at the end.
        pieces_east: u8,
    }
    /// What is told about an attack that has been decided.
    DecisionFacts {
        /// The attacking seat.
        seat: Seat,
        /// The defence approach.
        over: ApproachId,
        /// Its width.
        width: Width,
        /// How many pieces attacked.
        attackers: u8,
        /// How many pieces blocked the approach.
        blockers: u8,
        /// Whether it was the first maneuver attack across the approach this turn.
        first: bool,
        /// Whether it was an assault; otherwise a maneuver attack.
        assault: bool,
        /// Whether the attacker won.
        won: bool,
    }
    /// What every point is told beside its own facts.
    MomentFacts {
        /// The round, from 1.
        round: u8,
        /// The hour of the round, 0 to 23.
        hour: u8,
        /// Whose turn it is.
        turn: Seat,
        /// The morale level of the Austrians.
        austrian_morale: u8,
        /// The morale level of the French.
        french_morale: u8,
    }
}

impl DecisionFacts {
    /// An attack, and how it ended.
    #[must_use]
    pub fn new(a: AttackFacts, assault: bool, won: bool) -> DecisionFacts {
        let AttackFacts { seat, over, width, attackers, blockers, first } = a;
        DecisionFacts { seat, over, width, attackers, blockers, first, assault, won }
    }
}

/// The moment at which the rules are asked: the numbers in force, and what both seats know.
#[derive(Clone, Copy, Debug)]
pub struct Now<'a> {
    /// The numbers.
    pub numbers: &'a Numbers,
    /// What both seats know.
    pub public: &'a Public,
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
    /// A pack remembers something from now on.
    Remember {
        /// Where its part of the memory begins.
        at: usize,
        /// The bytes of that part.
        bytes: Vec<u8>,
    },
}

/// A consequence, and the hook that asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The hook.
    pub by: HookName,
    /// `file:line` where its function begins.
    pub at: String,
    /// What it asks for.
    pub what: Consequence,
}

/// The rule points of this game. A method's default is the printed rule.
pub trait Rules {
    /// How many commands a turn has (turn, public; 6).
    ///
    /// # Errors
    /// When a script fails; so for all points.
    fn commands(&self, now: Now<'_>, _: TurnFacts) -> Result<u8, Fault> {
        Ok(now.numbers.commands)
    }
    /// How many morale tokens come in at the start of a turn, out of those on the track for it (turn, public; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn morale_gain(&self, _: Now<'_>, m: GainFacts) -> Result<u8, Fault> {
        Ok(m.on_track)
    }
    /// What an off-road march costs (query, public; 6, 7).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn march_cost(&self, _: Now<'_>, m: MarchFacts) -> Result<u8, Fault> {
        Ok(u8::from(!m.defensive))
    }
    /// How many reserve pieces may answer a maneuver attack (query, public; 9.2).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn responders(&self, _: Now<'_>, a: AttackFacts) -> Result<u8, Fault> {
        Ok(a.attackers)
    }
    /// Whether a maneuver attack is blocked (query, public; 9.3).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn is_blocked(&self, _: Now<'_>, a: AttackFacts) -> Result<bool, Fault> {
        let fully = a.blockers >= a.width.pieces();
        Ok(fully || (a.blockers > 0 && a.attackers == 1 && a.first))
    }
    /// How much morale the defender commits who wins a maneuver attack (query, public; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn blocked_tokens(&self, now: Now<'_>, a: AttackFacts) -> Result<u8, Fault> {
        let n = now.numbers;
        Ok(if a.width == Width::Wide && a.attackers > 1 && a.first { n.blocked_tokens_wide } else { n.blocked_tokens })
    }
    /// The result of an assault: above 0 the attacker wins (query, all; 11.6).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn assault_result(&self, _: Now<'_>, a: AssaultFacts) -> Result<i8, Fault> {
        Ok(a.attack as i8 - a.penalty as i8 - a.defence as i8 - a.counter as i8)
    }
    /// How many reductions the pieces of one position take in a retreat (query, public; 13.1).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn retreat_losses(&self, now: Now<'_>, r: RetreatFacts) -> Result<u8, Fault> {
        let n = now.numbers;
        Ok(match r.approach {
            Some(Width::Narrow) => n.retreat_narrow,
            Some(Width::Wide) => n.retreat_wide,
            None if r.attack == Width::Wide && r.advancing > 1 => n.retreat_reserve_pressed,
            None => n.retreat_reserve,
        })
    }
    /// How much morale an army commits for pieces that retreated out of a locale (query, public; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn retreat_tokens(&self, now: Now<'_>, f: FlightFacts) -> Result<u8, Fault> {
        let each = if f.seat == AUSTRIAN { now.numbers.retreat_tokens } else { 0 };
        Ok(f.pieces.saturating_mul(each))
    }
    /// How many pieces an organize action may organize (query, public; 14).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn organizes(&self, now: Now<'_>, o: OrganizeFacts) -> Result<u8, Fault> {
        Ok(if o.organized >= now.numbers.organized_for_two { 2 } else { 1 })
    }
    /// Whether Austria wins the marginal victory with so many pieces east of the line (match, public; 19).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn austria_holds(&self, now: Now<'_>, l: LineFacts) -> Result<bool, Fault> {
        Ok(l.pieces_east >= now.numbers.objective_pieces)
    }
    /// After a turn's scheduled morale and clean-up (event; 5).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_turn_start(&self, _: Now<'_>, _: TurnFacts) -> Result<Vec<Asked>, Fault> {
        Ok(Vec::new())
    }
    /// After a maneuver attack or an assault has been decided (event; 9, 11).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_attack_resolved(&self, _: Now<'_>, _: DecisionFacts) -> Result<Vec<Asked>, Fault> {
        Ok(Vec::new())
    }
    /// After a locale was evacuated (event; 13).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_retreat(&self, _: Now<'_>, _: FlightFacts) -> Result<Vec<Asked>, Fault> {
        Ok(Vec::new())
    }
    /// After a turn's morale clean-up (event; 18).
    ///
    /// # Errors
    /// See [`Rules::commands`].
    fn on_turn_end(&self, _: Now<'_>, _: TurnFacts) -> Result<Vec<Asked>, Fault> {
        Ok(Vec::new())
    }
    /// What packs remember at the start of a match.
    fn fresh_memory(&self) -> &[u8] {
        &[]
    }
    /// Begins an operation whose script calls share one budget: all offers, one order.
    fn operation(&self) -> Option<Operation> {
        None
    }
}

/// The rules as printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rules for Printed {}
