//! Where a turn stands: its steps, and the fight under way.

use crate::board::HexId;
use serde::{Deserialize, Serialize};

/// A step of the game. Steps that *ask* wait for an order; the others are gone through at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// *Asks* the Austrian which formation comes next, and by which entry. (19.6)
    #[default]
    Column,
    /// *Asks* the French where the next unit begins. (17.3)
    Place,
    /// Begins a player-turn: arrivals, states of leaders and headquarters. (3)
    Begin,
    /// *Asks* the French by which hex Rivaud comes. (17.3)
    Arrive,
    /// *Asks* where a routed unit returns. (10.3)
    Return,
    /// *Asks* for replacements and what else may be done before movement. (13.2, 19.5)
    Command,
    /// *Asks* which unit moves. (4)
    Move,
    /// *Asks* where the unit in hand goes. (4)
    Hand,
    /// Begins the bombardment phase.
    Guns,
    /// *Asks* which battery fires where. (8)
    Fire,
    /// Begins the charge phase.
    Horse,
    /// *Asks* which cavalry charges whom. (9)
    Charge,
    /// *Asks* who else charges the same hex. (9)
    ChargeJoin,
    /// *Asks* the enemy which infantry forms square. (9.2)
    Square,
    /// *Asks* the enemy which cavalry counter-charges. (9.5)
    Counter,
    /// Begins the combat phase.
    Battle,
    /// *Asks* who attacks whom. (7)
    Attack,
    /// *Asks* who else attacks the same hex. (7)
    Join,
    /// Rolls for the fight under way.
    Roll,
    /// *Asks* who loses a step. (7.5)
    Loss,
    /// *Asks* the defender on whom his fire tells. (7.5)
    Mark,
    /// *Asks* where beaten units retreat. (7.6)
    Retreat,
    /// Leaders in danger, leaders left alone.
    Leaders,
    /// *Asks* who advances. (7.7)
    Advance,
    /// Ends the fight.
    Settle,
    /// The recovery phase, and the end of the player-turn. (10.2, 14)
    Recover,
}

impl Step {
    /// Whether it waits for an order.
    #[must_use]
    pub const fn asks(self) -> bool {
        !matches!(
            self,
            Step::Begin
                | Step::Guns
                | Step::Horse
                | Step::Battle
                | Step::Roll
                | Step::Leaders
                | Step::Settle
                | Step::Recover
        )
    }
}

/// What kind of fight is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// None.
    #[default]
    None,
    /// Guns fire from afar. (8)
    Fire,
    /// Cavalry charges. (9)
    Charge,
    /// Combat. (7)
    Attack,
}

/// The fight under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Its kind.
    pub kind: Kind,
    /// The hex that is attacked.
    pub target: HexId,
    /// The die, once it is rolled.
    pub die: u8,
    /// The column that it was read in.
    pub column: u8,
    /// Steps that attackers and defenders still have to lose.
    pub owed: [u8; 2],
    /// Whether the defender's fire still has to be told. (7.5)
    pub mark: bool,
    /// The ways from the target to the attackers, as bits.
    pub ways: u8,
    /// Whether the attackers are the beaten side.
    pub repulsed: bool,
    /// Where advancing units come from and go to, once the first has gone. (7.7)
    pub advance: Option<(HexId, HexId)>,
}

impl Fight {
    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        out.push(self.kind as u8);
        out.extend(self.target.0.to_le_bytes());
        out.extend([self.die, self.column, self.owed[0], self.owed[1], u8::from(self.mark), self.ways]);
        out.push(u8::from(self.repulsed));
        let (from, to) = self.advance.map_or((u16::MAX, u16::MAX), |(from, to)| (from.0, to.0));
        out.extend(from.to_le_bytes());
        out.extend(to.to_le_bytes());
    }
}
