//! Orders: a verb and the hexes and units that it names.

use super::model::{PartKind, UnitId};
use crate::board::HexId;
use crate::kernel::{Choice, Fill, Part, Parts, Verb};

macro_rules! verbs {
    ($($(#[doc = $doc:literal])* $name:ident = $word:literal, $title:literal;)+) => {
        /// The kinds of order.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Act {
            $($(#[doc = $doc])* $name,)+
        }

        impl Act {
            /// All of them.
            pub const ALL: &[Act] = &[$(Act::$name),+];
        }

        /// The words of the notation, each with a name for people.
        pub const VERBS: &[(&str, &str)] = &[$(($word, $title)),+];

        /// The words alone.
        pub(super) const VERB_WORDS: [&str; VERBS.len()] = [$($word),+];
    };
}

verbs! {
    /// `column 4 > 1301`: the formation that comes next. (19.6)
    Column = "column", "Next formation";
    /// `place 44 > 1203`. (17.3)
    Place = "place", "Place a unit";
    /// `arrive 2529`. (17.3)
    Arrive = "arrive", "Choose the entry hex";
    /// `return 43 > 1828`. (10.3)
    Return = "return", "Return from rout";
    /// `replace 43`: a step comes back. (13.2)
    Replace = "replace", "Replace a step";
    /// `raise AL1 > Napoleon`: a unit comes back. (13.2, 19.5)
    Raise = "raise", "Bring back a unit";
    /// `detach 43 > AL1`: a battalion is taken out of a brigade. (19.5)
    Detach = "detach", "Detach a battalion";
    /// `unsquare 43`. (9.3)
    Unsquare = "unsquare", "Leave the square";
    /// `mass 1108`: three batteries become Marmont's; `mass 1108 > B1`: of four B1 stays as it is. (19.4)
    Mass = "mass", "Mass three batteries";
    /// `take 43`: it is going to move. (4.1)
    Take = "take", "Take up a unit";
    /// `to 1109`. (4.1)
    To = "to", "Move";
    /// `march 1125`. (4.5)
    March = "march", "March";
    /// `enter 1501`: onto the map beside the bridge, with the whole allowance. (17.2)
    Enter = "enter", "Enter beside the bridge";
    /// `emplace 1108`: go there and get ready to fire. (2)
    Emplace = "emplace", "Emplace guns";
    /// `limber`. (2)
    Limber = "limber", "Limber up";
    /// `stay`.
    Stay = "stay", "Stay";
    /// `exit`: headquarters leave the map. (11.3)
    Exit = "exit", "Leave the map";
    /// `hold 102`: into the chateau. (19.2)
    Hold = "hold", "Hold the chateau";
    /// `leave 102`: out of the chateau. (19.2)
    Leave = "leave", "Leave the chateau";
    /// `fire A2 > 1107`. (8)
    Fire = "fire", "Bombard";
    /// `charge Kell > 1204`. (9.1)
    Charge = "charge", "Charge";
    /// `square 43`. (9.2)
    Square = "square", "Form square";
    /// `counter Kell`. (9.5)
    Counter = "counter", "Counter-charge";
    /// `attack Latt > 1107`. (7.1)
    Attack = "attack", "Attack";
    /// `join Weid`. (7.1)
    Join = "join", "Join the attack";
    /// `go`: the dice fall.
    Go = "go", "Roll";
    /// `lose 43`. (7.5)
    Lose = "lose", "Lose a step";
    /// `mark Latt`. (7.5)
    Mark = "mark", "Mark with fire";
    /// `retreat 43 > 1109`. (7.6)
    Retreat = "retreat", "Retreat";
    /// `advance Latt > 1107`. (7.7)
    Advance = "advance", "Advance";
    /// `done`.
    Done = "done", "Done";
}

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Order {
    /// Its kind.
    pub act: Act,
    /// What it names.
    pub parts: Parts,
}

impl Order {
    /// An order that names nothing.
    #[must_use]
    pub fn bare(act: Act) -> Order {
        Order { act, parts: Parts::new() }
    }
    /// An order about a unit.
    #[must_use]
    pub fn of(act: Act, unit: UnitId) -> Order {
        Order::named(act, &[PartKind::Unit(unit)])
    }
    /// An order about a hex.
    #[must_use]
    pub fn at(act: Act, hex: HexId) -> Order {
        Order::named(act, &[PartKind::Hex(hex)])
    }
    /// An order about a unit and a hex.
    #[must_use]
    pub fn to(act: Act, unit: UnitId, hex: HexId) -> Order {
        Order::named(act, &[PartKind::Unit(unit), PartKind::Hex(hex)])
    }
    /// An order about these.
    #[must_use]
    pub fn named(act: Act, kinds: &[PartKind]) -> Order {
        Order { act, parts: kinds.iter().map(|kind| kind.part()).collect() }
    }

    /// The order of plain data, whether it can be given or not.
    #[must_use]
    pub fn of_verb(verb: Verb, parts: &[Part]) -> Option<Order> {
        let act = *Act::ALL.get(usize::from(verb.0))?;
        Some(Order { act, parts: parts.iter().copied().collect() })
    }

    /// As plain data.
    #[must_use]
    pub fn choice(&self) -> Choice {
        Choice { verb: Verb(self.act as u8), parts: self.parts, fill: Fill::None }
    }

    fn kind(&self, k: usize) -> Option<PartKind> {
        self.parts.get(k).copied().and_then(PartKind::of)
    }
    /// The first unit that it names.
    #[must_use]
    pub fn unit(&self) -> Option<UnitId> {
        self.kinds().find_map(|kind| if let PartKind::Unit(unit) = kind { Some(unit) } else { None })
    }
    /// The unit that it names second.
    #[must_use]
    pub fn other(&self) -> Option<UnitId> {
        if let Some(PartKind::Unit(unit)) = self.kind(1) { Some(unit) } else { None }
    }
    /// The hex that it names.
    #[must_use]
    pub fn hex(&self) -> Option<HexId> {
        self.kinds().find_map(|kind| if let PartKind::Hex(hex) = kind { Some(hex) } else { None })
    }
    /// The formation that it names.
    #[must_use]
    pub fn formation(&self) -> Option<u8> {
        self.kinds().find_map(|kind| if let PartKind::Formation(formation) = kind { Some(formation) } else { None })
    }
    /// What it names.
    pub fn kinds(&self) -> impl Iterator<Item = PartKind> + '_ {
        self.parts.iter().filter_map(|part| PartKind::of(*part))
    }
}
