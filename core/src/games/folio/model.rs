//! What the game is made of: units and where they are, the phases of a turn, the fight under way, and the state.

use super::crt::Harm;
use super::flow::{Fight, Step};
use crate::board::HexId;
use crate::games::MOST_MEMORY;
use crate::kernel::{CanonicalBytes, Few, Outcome, Part, Rule, Seat, Seed};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The Austrian seat: first in every turn. (17.1)
pub const AUSTRIAN: Seat = Seat(0);
/// The French seat.
pub const FRENCH: Seat = Seat(1);
/// The most units of a match.
pub const MOST_UNITS: usize = 96;
/// The most groups that arrive by dice.
pub const MOST_GROUPS: usize = 12;
/// The most formations of a column.
pub const MOST_FORMATIONS: usize = 16;

/// The rows of the terrain effects chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // the names say it
pub enum Arm {
    Infantry,
    Artillery,
    Cavalry,
    Train,
    Leader,
}

impl Arm {
    /// The names that the chart of the game must give its arms, in order.
    pub const NAMES: [&'static str; 5] = ["infantry", "artillery", "cavalry", "train", "leader"];
}

/// A unit of the order of battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Its place among the units.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Not yet on the map.
    #[default]
    Waiting,
    /// On the map.
    Hex(HexId),
    /// Routed, on the turn track in the box of a turn. (10.3)
    Track(u8),
    /// Held ready, to be brought in by a rule of its own. (19.4, 19.5)
    Ready,
    /// Destroyed, or a leader who fell. (11.2)
    Destroyed,
    /// Captured. (11.2)
    Captured,
    /// Gone for good without being destroyed. (19.4)
    Gone,
}

impl Place {
    /// The hex, when it is on the map.
    #[must_use]
    #[inline]
    pub const fn hex(self) -> Option<HexId> {
        match self {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    fn code(self) -> u16 {
        match self {
            Place::Waiting => 0x8000,
            Place::Hex(hex) => hex.0,
            Place::Track(turn) => 0x9000 | u16::from(turn),
            Place::Ready => 0xa000,
            Place::Destroyed => 0xb000,
            Place::Captured => 0xc000,
            Place::Gone => 0xd000,
        }
    }
}

/// The states of a unit, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Flags(pub u32);

#[allow(missing_docs)] // the names say it
impl Flags {
    /// None of them.
    pub const NONE: Flags = Flags(0);
    /// Disrupted. (10.2)
    pub const DISRUPTED: Flags = Flags(1);
    /// In square, or inside a chateau. (9.3, 19.2)
    pub const SQUARE: Flags = Flags(1 << 1);
    /// Out of ammunition. (14)
    pub const AMMO: Flags = Flags(1 << 2);
    /// Guns ready to fire. (2)
    pub const DEPLOYED: Flags = Flags(1 << 3);
    /// Has moved in this movement phase.
    pub const MOVED: Flags = Flags(1 << 4);
    /// Has marched in this turn. (4.5)
    pub const MARCHED: Flags = Flags(1 << 5);
    /// Has attacked or fired in this turn. (7.1, 8)
    pub const FOUGHT: Flags = Flags(1 << 6);
    /// Has checked for surprise. (19.1)
    pub const ALARMED: Flags = Flags(1 << 7);
    /// A leader who gives his benefits. (12.2)
    pub const EFFECTIVE: Flags = Flags(1 << 8);
    /// Headquarters that are active. (12.1)
    pub const ACTIVE: Flags = Flags(1 << 9);
    /// Moved in its last turn. (12.1)
    pub const MOVED_LAST: Flags = Flags(1 << 10);
    /// May charge: stood outside enemy zones when the phase began. (9.1)
    pub const CHARGER: Flags = Flags(1 << 11);
    /// Attacks in the fight under way.
    pub const ATTACKS: Flags = Flags(1 << 12);
    /// Defends in it.
    pub const DEFENDS: Flags = Flags(1 << 13);
    /// Has tried to form square or to counter-charge in it. (9.2, 9.5)
    pub const TRIED: Flags = Flags(1 << 14);
    /// Has passed its check and suffers what stands in brackets. (7.5)
    pub const PASSED: Flags = Flags(1 << 15);
    /// Has failed to come back, and never will. (13.2)
    pub const SPENT: Flags = Flags(1 << 16);
    /// Is inside the chateau of its hex. (19.2)
    pub const HOLDS: Flags = Flags(1 << 17);
    /// What ends with the player-turn.
    pub const OF_TURN: Flags = Flags(0b1000_0111_0000);
    /// What ends with a fight.
    pub const OF_FIGHT: Flags = Flags(0b1111_0000_0000_0000);
    /// Every state that there is.
    pub const ALL: Flags = Flags(0x3_ffff);

    /// Whether all of these hold.
    #[must_use]
    #[inline]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
    /// Whether any of these holds.
    #[must_use]
    pub const fn any(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }
    /// Both together.
    #[must_use]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
    /// These without others.
    #[must_use]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

/// A unit as it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Where it is.
    pub at: Place,
    /// Its states.
    pub flags: Flags,
    /// Steps left.
    pub steps: u8,
    /// Hexes that it still has to retreat. (7.5)
    pub flee: u8,
}

impl Unit {
    /// Whether a state holds.
    #[must_use]
    #[inline]
    pub const fn is(&self, flags: Flags) -> bool {
        self.flags.has(flags)
    }
    pub(super) fn set(&mut self, flags: Flags) {
        self.flags = self.flags.with(flags);
    }
    pub(super) fn clear(&mut self, flags: Flags) {
        self.flags = self.flags.without(flags);
    }
}

/// A group that arrives by dice. (17.3)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The turn in which it has arrived; 0 while it waits.
    pub turn: u8,
    /// The entry hex; none while it is not settled.
    pub entry: Option<HexId>,
}

/// What a side has won, piece by piece. (18.3)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Enemy units destroyed.
    pub destroyed: u8,
    /// Enemy leaders fallen.
    pub casualties: u8,
    /// Enemy units and leaders captured.
    pub captured: u8,
    /// Enemy headquarters and trains captured.
    pub great: u8,
}

/// How a match ended. (18)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The French headquarters have left the map. (18.1)
    FrenchLeave,
    /// Napoleon fell. (18.1)
    NapoleonFalls,
    /// The Austrian headquarters have left the map. (18.2)
    AustriansLeave,
    /// The French hold Marengo and have a safe line of retreat. (18.2)
    Marengo,
    /// By points. (18.3)
    Points(Option<Seat>),
}

impl Ending {
    /// The outcome in the kernel's words.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        let (winner, kind, rule) = match self {
            Ending::FrenchLeave => (Some(AUSTRIAN), "the French headquarters have left the map", "18.1"),
            Ending::NapoleonFalls => (Some(AUSTRIAN), "Napoleon has fallen", "18.1"),
            Ending::AustriansLeave => (Some(FRENCH), "the Austrian headquarters have left the map", "18.2"),
            Ending::Marengo => (Some(FRENCH), "the French hold Marengo", "18.2"),
            Ending::Points(Some(winner)) => (Some(winner), "victory by points", "18.3"),
            Ending::Points(None) => (None, "draw", "18.3"),
        };
        Outcome { winner, kind: kind.into(), rule: Rule::of(rule) }
    }
}

/// Everything that changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The seed of all chance.
    pub seed: Seed,
    /// Orders played.
    pub orders: u32,
    /// The set-up, by its place among those of the game.
    pub setup: u8,
    /// The turn, from 1.
    pub turn: u8,
    /// Whose player-turn it is.
    pub active: Seat,
    /// Where the turn stands.
    pub step: Step,
    /// The units, in the order of the order of battle.
    pub units: Few<Unit, MOST_UNITS>,
    /// The unit that is being moved.
    pub hand: Option<UnitId>,
    /// The fight under way.
    pub fight: Fight,
    /// Replacement steps by seat. (13.2)
    pub spare: [u8; 2],
    /// What each side has won. (18.3)
    pub score: [Score; 2],
    /// The groups that arrive by dice, in the order of the set-up.
    pub arrivals: Few<Arrival, MOST_GROUPS>,
    /// The formations of the Austrian columns, by entry: A and M. (17.2, 19.6)
    pub columns: [Few<u8, MOST_FORMATIONS>; 2],
    /// How many units have come through each entry hex in this turn. (13.1)
    pub through: Few<(HexId, u8), 16>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// What packs remember.
    #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
    pub memory: ArrayVec<u8, MOST_MEMORY>,
}

impl State {
    /// A unit.
    #[must_use]
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
    #[inline]
    pub(super) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }
    /// All units with their ids.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(k, unit)| (UnitId(k as u8), unit))
    }
    /// The units in a hex.
    pub fn in_hex(&self, hex: HexId) -> impl Iterator<Item = UnitId> + '_ {
        self.all().filter(move |(_, unit)| unit.at == Place::Hex(hex)).map(|(id, _)| id)
    }
    /// How many units have come through an entry hex in this turn.
    #[must_use]
    pub fn come_through(&self, hex: HexId) -> u8 {
        self.through.iter().find(|(entry, _)| *entry == hex).map_or(0, |(_, n)| *n)
    }
}

impl CanonicalBytes for State {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend(self.seed.0.to_le_bytes());
        out.extend(self.orders.to_le_bytes());
        out.extend([self.setup, self.turn, self.active.0, self.step as u8, self.hand.map_or(u8::MAX, |unit| unit.0)]);
        out.extend(self.spare);
        for score in self.score {
            out.extend([score.destroyed, score.casualties, score.captured, score.great]);
        }
        self.fight.canonical(out);
        out.push(self.units.len() as u8);
        for unit in &self.units {
            out.extend(unit.at.code().to_le_bytes());
            out.extend(unit.flags.0.to_le_bytes());
            out.extend([unit.steps, unit.flee]);
        }
        for arrival in &self.arrivals {
            out.push(arrival.turn);
            out.extend(arrival.entry.map_or(u16::MAX, |hex| hex.0).to_le_bytes());
        }
        for column in &self.columns {
            out.push(column.len() as u8);
            out.extend(column.iter());
        }
        for (hex, n) in &self.through {
            out.extend(hex.0.to_le_bytes());
            out.push(*n);
        }
        out.push(match self.ending {
            None => 0,
            Some(Ending::FrenchLeave) => 1,
            Some(Ending::NapoleonFalls) => 2,
            Some(Ending::AustriansLeave) => 3,
            Some(Ending::Marengo) => 4,
            Some(Ending::Points(None)) => 5,
            Some(Ending::Points(Some(seat))) => 6 + seat.0,
        });
        // nothing where no pack remembers anything
        out.extend(&self.memory);
    }
}

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A hex.
    Hex(HexId),
    /// A unit.
    Unit(UnitId),
    /// A formation of the Austrian column.
    Formation(u8),
}

const UNITS: u32 = 0x1000;
const FORMATIONS: u32 = 0x2000;

impl PartKind {
    /// The id that scenes and orders use.
    #[must_use]
    pub const fn part(self) -> Part {
        Part(match self {
            PartKind::Hex(hex) => hex.0 as u32,
            PartKind::Unit(unit) => UNITS + unit.0 as u32,
            PartKind::Formation(formation) => FORMATIONS + formation as u32,
        })
    }

    /// What an id stands for; whether it is on this board is another question.
    #[must_use]
    pub fn of(part: Part) -> Option<PartKind> {
        match part.0 {
            n if n < UNITS => Some(PartKind::Hex(HexId(n as u16))),
            n if n < UNITS + MOST_UNITS as u32 => Some(PartKind::Unit(UnitId((n - UNITS) as u8))),
            n if (FORMATIONS..FORMATIONS + 16).contains(&n) => Some(PartKind::Formation((n - FORMATIONS) as u8)),
            _ => None,
        }
    }
}

impl Harm {
    /// Whether it is the attackers whom it befalls first.
    #[must_use]
    pub const fn of_attackers(self) -> bool {
        matches!(self, Harm::Ax | Harm::Ar)
    }
}
