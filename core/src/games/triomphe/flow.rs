//! Where a turn stands: the steps between orders, and what an action under way has to remember.

use super::dues::Dues;
use super::model::{Arm, Pos};
use crate::board::{ApproachId, CrossingId, LocaleId};
use serde::{Deserialize, Serialize};

/// Where a turn stands. Steps marked *asks* may wait for an order; the others go on by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Scheduled morale and approach clean-up. (5, 16, 18)
    #[default]
    Start,
    /// *Asks* the active seat for its next action. (6)
    Turn,
    /// *Asks* for the second piece of an organize action. (14)
    Also,
    /// *Asks* the defender who answers a maneuver attack. (9.2)
    Respond,
    /// Determines the result of a maneuver attack. (9.3)
    Resolve,
    /// *Asks* whether blocked attackers advance to the attack approach. (9.4)
    StepUp,
    /// *Asks* the defender for his leading pieces. (11.2)
    Lead,
    /// *Asks* the attacker for his leading pieces. (11.3)
    Head,
    /// *Asks* the attacker for his other assault pieces. (11.3)
    Join,
    /// *Asks* the defender whether artillery fires. (11.4)
    Gun,
    /// *Asks* the attacker which leading piece is hit. (11.4)
    Hit,
    /// *Asks* the defender for counter-attacking pieces. (11.5)
    Counter,
    /// *Asks* the defender which counter-attacking piece takes the odd reduction. (11.5)
    CounterOdd,
    /// Calculates the result and the reductions of an assault. (11.6, 11.7)
    Result,
    /// *Asks* the attacker which leading piece takes the odd reduction. (11.8)
    AttackerOdd,
    /// *Asks* the attacker who takes the excess reductions. (11.8)
    AttackerExcess,
    /// *Asks* the defender which leading piece takes the odd reduction. (11.8)
    DefenderOdd,
    /// *Asks* the defender who takes the excess reductions. (11.8)
    DefenderExcess,
    /// Charges the loser's reductions and completes the assault. (11.9, 18)
    Complete,
    /// Shows the retreating faces and eliminates artillery. (13.1)
    Reveal,
    /// *Asks* the retreating side which pieces take reductions, position by position. (13.1)
    RetreatLoss,
    /// Charges the reductions and counts the room around. (13.1, 18)
    Room,
    /// *Asks* the retreating side where each piece goes. (13.2)
    Flee,
    /// Commits Austrian morale and ends the retreat. (13.2, 18)
    Fled,
    /// The attackers enter the locale. (9.4, 11.9)
    Advance,
    /// *Asks* the defender which piece a bombardment reduces. (10.2)
    Target,
    /// *Asks* whether a road march goes on after a won attack. (8)
    Onward,
    /// *Asks* for cavalry continuation. (12)
    Ride,
    /// *Asks* which infantry face is shown. (9)
    Reveals,
    /// Ends the action.
    Finish,
    /// Morale clean-up, steps 1 and 2. (18)
    CleanUp,
    /// *Asks* the French which token returns. (18)
    Return,
    /// Hands the turn over. (5)
    Pass,
    /// *Asks* the active seat which approach a bombardment falls on, where he may choose it. (10.2)
    Mark,
    /// A step of a pack: which one is said beside. It may *ask*.
    Own,
}

/// The attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Where the attacking pieces stand.
    pub from: Pos,
    /// The defence approach.
    pub over: ApproachId,
    /// How many pieces attack.
    pub attackers: u8,
    /// Whether it is the first maneuver attack across the approach this turn. (9.3)
    pub first: bool,
    /// An assault; otherwise a maneuver attack.
    pub assault: bool,
    /// Whether the attacker has won.
    pub won: bool,
    /// Reductions still to be assessed, by seat. (11.8, 13.1)
    pub hits: [u8; 2],
    /// Reductions suffered and not yet charged to morale, by seat. (18)
    pub losses: [u8; 2],
    /// Defence leaders and counter-attackers chosen: the morale to be committed. (18)
    pub chosen: u8,
    /// Which position of the locale the retreat losses have come to. (13.1)
    pub spot: u8,
    /// Retreating pieces that must go against their direction. (13.2)
    pub barred: u8,
    /// Retreating pieces that find no room. (13.2)
    pub stranded: u8,
    /// Pieces that have retreated. (18)
    pub fled: u8,
    /// Reductions that are to be placed before anything goes on. (11.4, 11.8)
    #[serde(default, skip_serializing_if = "Dues::is_none")]
    pub dues: Dues,
    /// The types of the leading pieces by seat, where rules ask for them when none may be left. (11.6)
    #[serde(default, skip_serializing_if = "nobody_led")]
    pub led: [Option<Arm>; 2],
}

fn nobody_led(led: &[Option<Arm>; 2]) -> bool {
    *led == [None; 2]
}

impl Default for Fight {
    fn default() -> Self {
        Fight {
            from: Pos(0),
            over: ApproachId(0),
            attackers: 0,
            first: false,
            assault: false,
            won: false,
            hits: [0; 2],
            losses: [0; 2],
            chosen: 0,
            spot: 0,
            barred: 0,
            stranded: 0,
            fled: 0,
            dues: Dues::default(),
            led: [None; 2],
        }
    }
}

/// The movement under way, as far as continuation and a road march that goes on need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    /// The locale in whose reserve the pieces are.
    pub at: LocaleId,
    /// Whether it is a road march.
    pub road: bool,
    /// Steps counted off, waiting included. (8)
    pub steps: u8,
    /// The crossing that it came over last; none at its start.
    pub via: Option<CrossingId>,
    /// Whether a command was paid for a local road. (8)
    pub paid: bool,
    /// The only approach to which continuation may go, after a lost maneuver attack. (12)
    pub only: Option<ApproachId>,
    /// Whether a maneuver attack was made on the road: then the face is shown at the end. (8)
    pub attacked: bool,
    /// Whether the attack over cavalry-obstructing ground has to be proved by an infantry face. (9)
    pub prove: bool,
    /// Pieces or tokens that the action or step under way can still take. (14, 18)
    pub more: u8,
}

impl Default for March {
    fn default() -> Self {
        March {
            at: LocaleId(0),
            road: false,
            steps: 0,
            via: None,
            paid: false,
            only: None,
            attacked: false,
            prove: false,
            more: 0,
        }
    }
}

impl Step {
    pub(super) fn canonical(self, out: &mut Vec<u8>) {
        out.push(self as u8);
    }
}

impl Fight {
    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        out.extend(self.from.0.to_le_bytes());
        out.extend(self.over.0.to_le_bytes());
        out.extend([self.attackers, u8::from(self.first), u8::from(self.assault), u8::from(self.won)]);
        out.extend(self.hits);
        out.extend(self.losses);
        out.extend([self.chosen, self.spot, self.barred, self.stranded, self.fled]);
    }

    /// What is rarely there, behind everything else: where it is not, not a byte is written.
    pub(super) fn canonical_more(&self, out: &mut Vec<u8>) {
        if !self.dues.is_none() || !nobody_led(&self.led) {
            out.push(u8::MAX); // no seat: the list of pieces is over
            self.dues.canonical(out);
            out.extend(self.led.map(|arm| arm.map_or(0, |arm| 1 + arm as u8)));
        }
    }
}

impl March {
    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        out.extend([self.at.0, u8::from(self.road), self.steps, u8::from(self.via.is_some())]);
        out.extend([self.via.map_or(0, |c| c.0), u8::from(self.paid), u8::from(self.only.is_some())]);
        out.extend(self.only.map_or(0, |a| a.0).to_le_bytes());
        out.extend([u8::from(self.attacked), u8::from(self.prove), self.more]);
    }
}
