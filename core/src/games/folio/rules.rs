//! What rule points are told, and what hooks may ask for. Nothing of this game is hidden, so that every question is public.

use super::flow::Kind;
use super::model::{Arm, Flags, State, UnitId};
use super::settings::Numbers;
use crate::board::HexId;
use crate::games::asked::Wish;
use crate::kernel::Seat;
use crate::script::{FactKind, Told, facts};

/// What the rules are asked about: the numbers, and the match.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// The numbers in force.
    pub numbers: &'a Numbers,
    /// The match; none where a question is asked of the printed rules alone.
    pub state: Option<&'a State>,
}

/// A group that arrives by dice, by its place in the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupId(pub u8);

const ARMS: &[&str] = &Arm::NAMES;
const FIGHTS: &[&str] = &["none", "bombardment", "charge", "attack"];
const WORTHS: &[&str] = &["destroyed", "casualty", "captured", "great"];

impl Told for Arm {
    const KIND: FactKind = FactKind::Word(ARMS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Arm {
        match n {
            0 => Arm::Infantry,
            1 => Arm::Artillery,
            2 => Arm::Cavalry,
            3 => Arm::Train,
            _ => Arm::Leader,
        }
    }
}

impl Told for Kind {
    const KIND: FactKind = FactKind::Word(FIGHTS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Kind {
        match n {
            1 => Kind::Fire,
            2 => Kind::Charge,
            3 => Kind::Attack,
            _ => Kind::None,
        }
    }
}

/// What points are given for. (18.3)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Worth {
    Destroyed,
    Casualty,
    Captured,
    Great,
}

impl Told for Worth {
    const KIND: FactKind = FactKind::Word(WORTHS);
    fn tell(self) -> i32 {
        self as i32
    }
    fn hear(n: i32) -> Worth {
        match n {
            0 => Worth::Destroyed,
            1 => Worth::Casualty,
            2 => Worth::Captured,
            _ => Worth::Great,
        }
    }
}

impl Told for HexId {
    const KIND: FactKind = FactKind::Place("hex");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> HexId {
        HexId(n.clamp(0, i32::from(u16::MAX)) as u16)
    }
}

impl Told for UnitId {
    const KIND: FactKind = FactKind::Place("unit");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> UnitId {
        UnitId(n.clamp(0, 255) as u8)
    }
}

impl Told for GroupId {
    const KIND: FactKind = FactKind::Place("group");
    fn tell(self) -> i32 {
        i32::from(self.0)
    }
    fn hear(n: i32) -> GroupId {
        GroupId(n.clamp(0, 255) as u8)
    }
}

facts! {
    /// What every question is told beside its own facts.
    MomentFacts {
        /// The turn, from 1.
        turn: u8 = "turns",
        /// Whose player-turn it is.
        active: Seat,
    }
    /// What the question about an allowance is told.
    MoveFacts {
        /// Whose unit.
        seat: Seat,
        /// Its arm.
        arm: Arm,
        /// Its formation.
        formation: u8 = "formation number",
        /// The movement points of the side of the counter that it shows.
        printed: u8 = "points",
        /// Whether it is disrupted.
        disrupted: bool,
    }
    /// What the question about a hex's room is told.
    RoomFacts {
        /// The hex.
        hex: HexId,
    }
    /// What the question about a column's length is told.
    EntryFacts {
        /// Whose column.
        seat: Seat,
        /// The entry hex.
        hex: HexId,
        /// How many units have come through it in this turn.
        before: u8 = "units",
    }
    /// What the question about surprise is told.
    SurpriseFacts {
        /// The turn, from 1.
        turn: u8 = "turns",
        /// The arm of the unit that is come upon.
        arm: Arm,
        /// Its formation.
        formation: u8 = "formation number",
    }
    /// What the question about an arrival is told.
    ArrivalFacts {
        /// Whose units.
        seat: Seat,
        /// The group.
        group: GroupId,
        /// The greatest die with which it arrives by the set-up.
        printed: u8 = "sides of a die",
    }
    /// What the question about an attacker's strength is told.
    StrengthFacts {
        /// The attacking seat.
        seat: Seat,
        /// The attacker's arm.
        arm: Arm,
        /// The kind of fight.
        fight: Kind,
        /// The hex that is attacked.
        target: HexId,
        /// The combat strength of the side of the counter that it shows.
        printed: u8 = "strength",
        /// Whether something halves it.
        halved: bool,
        /// Whether the ground or the hexside lets it count 1.
        one: bool,
        /// Whether it charges infantry that is not in square.
        rides: bool,
    }
    /// What the question about a defender's strength is told.
    DefenceFacts {
        /// The defending seat.
        seat: Seat,
        /// The defender's arm.
        arm: Arm,
        /// Its hex.
        hex: HexId,
        /// The combat strength of the side of the counter that it shows.
        printed: u8 = "strength",
        /// Whether something halves it.
        halved: bool,
    }
    /// What the question about leaders in combat is told.
    BonusFacts {
        /// Whose leader.
        seat: Seat,
        /// Whether he attacks.
        attacks: bool,
        /// The bonus of the best leader there.
        printed: u8 = "strength",
    }
    /// What the question about a flank is told.
    FlankFacts {
        /// The attacking seat.
        seat: Seat,
        /// The hex that is attacked.
        target: HexId,
        /// From how many hexes it is attacked.
        hexes: u8 = "hexes",
        /// Whether they are opposite, or three that do not touch.
        flanked: bool,
    }
    /// What the question about morale is told.
    NerveFacts {
        /// Whose unit.
        seat: Seat,
        /// Its arm.
        arm: Arm,
        /// Its formation.
        formation: u8 = "formation number",
        /// The morale of the side of the counter that it shows.
        printed: u8 = "sides of a die",
        /// The greatest bonus of an effective leader of its formation, or of the army, who stands with it; 0 without one.
        bonus: u8 = "sides of a die",
        /// Whether it is disrupted or out of ammunition.
        shaken: bool,
    }
    /// What the question about a retreat is told.
    RetreatFacts {
        /// Whose units.
        seat: Seat,
        /// Whether they attacked.
        attacks: bool,
        /// Whether they have passed their check.
        passed: bool,
    }
    /// What the question about a rout is told.
    RoutFacts {
        /// Whose unit.
        seat: Seat,
        /// Its arm.
        arm: Arm,
        /// Whether it has a safe line of retreat.
        safe: bool,
    }
    /// What the question about rallying is told.
    RallyFacts {
        /// Whose unit.
        seat: Seat,
        /// Its arm.
        arm: Arm,
        /// How far the nearest effective leader or active headquarters are; 255 where there are none.
        distance: u8 = "hexes",
    }
    /// What the question about want of ammunition is told.
    AmmoFacts {
        /// Whose unit.
        seat: Seat,
        /// Its arm.
        arm: Arm,
        /// The kind of fight.
        fight: Kind,
    }
    /// What the question about finding ammunition is told.
    SupplyFacts {
        /// Whose unit.
        seat: Seat,
        /// Its arm.
        arm: Arm,
        /// Whether a train reaches it.
        supplied: bool,
    }
    /// What the question about a battery's reach is told.
    RangeFacts {
        /// Whose battery.
        seat: Seat,
        /// How much farther guns on its ground reach.
        higher: u8 = "hexes",
    }
    /// What the question about a charge's length is told.
    ChargeFacts {
        /// Whose cavalry.
        seat: Seat,
        /// Its allowance.
        points: u8 = "halves of a point",
    }
    /// What the question about active headquarters is told.
    HqFacts {
        /// Whose headquarters.
        seat: Seat,
        /// Whether an enemy unit stands next to them.
        near: bool,
        /// Whether they moved in their last turn.
        moved: bool,
        /// Whether they have a safe line of retreat.
        safe: bool,
    }
    /// What the question about replacement steps is told.
    SpareFacts {
        /// Whose.
        seat: Seat,
        /// Whether the headquarters are active.
        working: bool,
    }
    /// What the question about points is told.
    PointFacts {
        /// Who wins them.
        seat: Seat,
        /// For what.
        what: Worth,
    }
    /// What the question about the end is told.
    EndFacts {
        /// Whether a French unit is in Marengo.
        held: bool,
        /// Whether it has a safe line of retreat.
        safe: bool,
        /// The Austrian points.
        austrian: u8 = "points",
        /// The French points.
        french: u8 = "points",
    }
    /// What the start and the end of a player-turn are told.
    TurnFacts {
        /// Whose player-turn.
        seat: Seat,
    }
    /// What is told when a unit has moved, come onto the map or advanced.
    EnterFacts {
        /// Whose unit.
        seat: Seat,
        /// The unit.
        unit: UnitId,
        /// Its arm.
        arm: Arm,
        /// Its formation.
        formation: u8 = "formation number",
        /// The hex that it is in now.
        hex: HexId,
        /// Whether it follows up a fight.
        advance: bool,
    }
    /// What is told when a fight is over.
    FightFacts {
        /// The seat that attacked, charged or fired.
        seat: Seat,
        /// The kind of fight.
        fight: Kind,
        /// The hex that was attacked.
        target: HexId,
        /// The die.
        die: u8 = "pips",
        /// Whether the attackers were thrown back.
        repulsed: bool,
        /// Whether no unit of the enemy is left in that hex.
        cleared: bool,
    }
    /// What is told when a unit is lost or runs.
    LossFacts {
        /// Whose unit.
        seat: Seat,
        /// The unit.
        unit: UnitId,
        /// Its arm.
        arm: Arm,
        /// Its formation.
        formation: u8 = "formation number",
        /// The hex that it was in.
        hex: HexId,
        /// Whether it is captured.
        captured: bool,
    }
    /// What the question about chateaux is told.
    ChateauFacts {
        /// Whose infantry.
        seat: Seat,
        /// The hex of the chateau.
        hex: HexId,
        /// Whether it is a battalion.
        battalion: bool,
    }
}

/// What a hook may do to a match. The game checks each before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// A side has more or fewer replacement steps.
    Replacements {
        /// Whose.
        seat: Seat,
        /// How many more.
        change: i8,
    },
    /// A unit gets a state, or loses it.
    Mark {
        /// The unit.
        unit: UnitId,
        /// The state.
        flags: Flags,
        /// Whether it gets it.
        set: bool,
    },
    /// A unit loses a step or regains one.
    Step {
        /// The unit.
        unit: UnitId,
        /// Whether it regains one.
        gained: bool,
    },
    /// A unit routs.
    Rout {
        /// The unit.
        unit: UnitId,
    },
    /// A unit appears on the map.
    Place {
        /// The unit.
        unit: UnitId,
        /// Where.
        at: HexId,
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
