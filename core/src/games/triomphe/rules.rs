//! What rule points are told, and what hooks may ask for.
//!
//! Every question is told public facts only, so that an answer gives nothing away. Answers of cadence *turn* are asked
//! once at the start of a turn and live in the state.

use super::dues::Role;
use super::model::{Arm, Flags, Pos, Public};
use super::numbers::Numbers;
use crate::board::{ApproachId, HoldingId, LocaleId, Width};
use crate::games::asked::Wish;
use crate::kernel::{Class, Seat};
use crate::script::facts;

facts! {
    /// What a turn's questions are told.
    TurnFacts {
        /// The round, from 1.
        round: u8 = "rounds",
        /// The hour of the round, 0 to 23.
        hour: u8 = "hours",
        /// Whose turn it is.
        seat: Seat,
    }
    /// What the question about a locale's room is told.
    LocaleFacts {
        /// The locale.
        locale: LocaleId,
        /// The capacity that is printed in it.
        printed: u8 = "pieces",
    }
    /// What the question about penalties is told.
    PenaltyFacts {
        /// The approach that bears them.
        over: ApproachId,
        /// The type of pieces that they weaken.
        arm: Arm,
        /// How many are printed.
        printed: u8 = "penalties",
    }
    /// What the question about the hour of reinforcements is told.
    HoldingFacts {
        /// Where they wait.
        holding: HoldingId,
        /// The hour that is printed, 0 to 23.
        printed: u8 = "hours",
    }
    /// What the question about scheduled morale is told.
    GainFacts {
        /// Whose morale.
        seat: Seat,
        /// How many tokens wait on the time track for this turn.
        on_track: u8 = "morale",
    }
    /// What the question about an off-road march's cost is told.
    MarchFacts {
        /// Whose march.
        seat: Seat,
        /// How many pieces march.
        pieces: u8 = "pieces",
        /// Whether it qualifies as a defensive march.
        defensive: bool,
        /// Whether it goes back into reserve from an approach that faces nobody.
        step_back: bool,
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
        attackers: u8 = "pieces",
        /// How many pieces block the approach.
        blockers: u8 = "pieces",
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
        attack: u8 = "strength",
        /// The penalties on the defence approach that match their type.
        penalty: u8 = "penalties",
        /// The total strength of the defence's leading pieces.
        defence: u8 = "strength",
        /// The total strength of the counter-attacking pieces.
        counter: u8 = "strength",
        /// How many pieces take part in the attack, leading or not.
        attackers: u8 = "pieces",
        /// How many leading pieces the attack has left.
        attack_leaders: u8 = "pieces",
        /// How many leading pieces the defence has.
        defence_leaders: u8 = "pieces",
        /// Whether the attacking army is demoralized and fights on.
        attack_broken: bool,
        /// Whether the defending army is.
        defence_broken: bool,
    }
    /// What the question about an assault's reductions is told, for one side.
    LossFacts {
        /// Whose reductions.
        seat: Seat,
        /// Whether it attacks.
        attacks: bool,
        /// Whether it has won.
        won: bool,
        /// How far the result is from 0.
        margin: u8 = "strength",
        /// How many leading pieces it has left.
        leaders: u8 = "pieces",
        /// Their total strength.
        strength: u8 = "strength",
        /// How many leading pieces the enemy has left.
        enemy_leaders: u8 = "pieces",
        /// How much cavalry counter-attacks it.
        enemy_cavalry: u8 = "pieces",
    }
    /// What the question about morale for the enemy's demoralization is told.
    RecoveryFacts {
        /// The seat that may gain.
        seat: Seat,
        /// Whether its own army is demoralized.
        broken: bool,
        /// For how many rounds the enemy's has been; 0 when it is not.
        enemy_broken_rounds: u8 = "rounds",
        /// Whether the gain is due: the enemy's alone is, in the round before or, where it is no gain for once, earlier.
        due: bool,
    }
    /// What the question about a bombardment is told.
    BombardFacts {
        /// The bombarding seat.
        seat: Seat,
        /// The approach opposite the gun.
        over: ApproachId,
        /// The strength of the gun.
        strength: u8 = "strength",
        /// The artillery penalties on that approach if somebody stands there; otherwise 0.
        penalty: u8 = "penalties",
    }
    /// What the question about retreat losses is told.
    RetreatFacts {
        /// The retreating seat.
        seat: Seat,
        /// The locale that is evacuated.
        from: LocaleId,
        /// The width of the position's approach; none for the reserve.
        approach: Option<Width>,
        /// Whether it is the approach whose assault causes the retreat.
        assaulted: bool,
        /// The width of the approach that the attack came over.
        attack: Width,
        /// How many pieces advance into the locale.
        advancing: u8 = "pieces",
    }
    /// What is told about pieces that entered a locale.
    EnterFacts {
        /// Whose pieces.
        seat: Seat,
        /// The locale.
        locale: LocaleId,
        /// Whether pieces are set up there at the start of the match.
        setup: bool,
    }
    /// What is told about pieces that retreated out of a locale.
    FlightFacts {
        /// The retreating seat.
        seat: Seat,
        /// The locale that was evacuated.
        from: LocaleId,
        /// How many pieces got away.
        pieces: u8 = "pieces",
    }
    /// What the question about organizing is told.
    OrganizeFacts {
        /// How many organized French pieces are on the map.
        organized: u8 = "pieces",
    }
    /// What the question about the objective line is told.
    LineFacts {
        /// How many Austrian pieces stand east of the line at the end.
        pieces_east: u8 = "pieces",
        /// How many locales with an objective star Austria occupies.
        stars: u8 = "locales",
        /// How many colours these stars have.
        colours: u8 = "colours",
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
        attackers: u8 = "pieces",
        /// How many pieces blocked the approach.
        blockers: u8 = "pieces",
        /// Whether it was the first maneuver attack across the approach this turn.
        first: bool,
        /// Whether it was an assault; otherwise a maneuver attack.
        assault: bool,
        /// Whether the attacker won.
        won: bool,
    }
    /// What the steps of packs are told.
    StepFacts {
        /// Who attacks: the seat whose turn it is.
        attacker: Seat,
        /// The other seat.
        defender: Seat,
        /// Who has won the attack; nil when it is not decided, or nobody attacks.
        winner: Option<Seat>,
        /// Who has lost it.
        loser: Option<Seat>,
        /// The defence approach of the attack; nil when nobody attacks.
        over: Option<ApproachId>,
        /// Its width.
        width: Width,
        /// Whether it is an assault; otherwise a maneuver attack.
        assault: bool,
        /// How many pieces attack.
        attackers: u8 = "pieces",
        /// How many leading pieces the attack has left.
        attack_leaders: u8 = "pieces",
        /// How many leading pieces the defence has left.
        defence_leaders: u8 = "pieces",
        /// How many other assault pieces the attack has left.
        attack_others: u8 = "pieces",
        /// How many other pieces block the defence approach.
        defence_others: u8 = "pieces",
        /// The type of the attack's leading pieces, also of those that are gone.
        attack_arm: Option<Arm>,
        /// The type of the defence's leading pieces, also of those that are gone.
        defence_arm: Option<Arm>,
        /// Whether either approach obstructs cavalry.
        obstructed: bool,
        /// The infantry penalties on the defence approach.
        infantry_over: u8 = "penalties",
        /// The cavalry penalties on the defence approach.
        cavalry_over: u8 = "penalties",
        /// The infantry penalties on the attack approach.
        infantry_from: u8 = "penalties",
        /// The cavalry penalties on the attack approach.
        cavalry_from: u8 = "penalties",
        /// How many pieces were chosen, or the number that was.
        chosen: u8 = "pieces",
        /// The total strength of the chosen pieces.
        strength: u8 = "strength",
    }
    /// What the orders of packs are told.
    PlaceFacts {
        /// Whose turn it is.
        seat: Seat,
        /// The position that the order names.
        place: Pos,
        /// Its locale; nil for a holding area.
        locale: Option<LocaleId>,
        /// Whether it is a reserve.
        reserve: bool,
        /// How many pieces the seat has there.
        pieces: u8 = "pieces",
        /// How many of them are disorganized.
        disorganized: u8 = "pieces",
        /// Whether the enemy occupies a locale that can be reached from there across one border.
        enemy_near: bool,
        /// Whether the enemy blocks the approach opposite.
        enemy_opposite: bool,
        /// How many pieces were chosen.
        chosen: u8 = "pieces",
        /// Their total strength, where they are shown; otherwise 0.
        strength: u8 = "strength",
    }
    /// What every point is told beside its own facts.
    MomentFacts {
        /// The round, from 1.
        round: u8 = "rounds",
        /// The hour of the round, 0 to 23.
        hour: u8 = "hours",
        /// Whose turn it is.
        turn: Seat,
        /// The morale level of the Austrians.
        austrian_morale: u8 = "morale",
        /// The morale level of the French.
        french_morale: u8 = "morale",
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
    /// Reductions to be placed.
    Reduce {
        /// Whose pieces take them.
        seat: Seat,
        /// Which of them.
        from: Role,
        /// How many.
        count: u8,
        /// Who chooses.
        by: Seat,
        /// Whether what leading pieces cannot take falls on the other assault pieces.
        rest: bool,
    },
    /// The chosen pieces get marks, or lose them.
    Mark {
        /// Which marks.
        marks: Flags,
        /// Whether they get them.
        set: bool,
    },
    /// The chosen pieces are moved.
    Move {
        /// Where to.
        to: Pos,
    },
    /// The chosen pieces are eliminated.
    Eliminate,
    /// Nothing attacks across a pair of approaches for the rest of the turn.
    Shut {
        /// One of the two.
        over: ApproachId,
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
pub type Asked = crate::games::Asked<Consequence>;

impl Wish for Consequence {
    fn remember(at: usize, bytes: Vec<u8>) -> Consequence {
        Consequence::Remember { at, bytes }
    }
}
