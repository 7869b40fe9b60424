//! A seat: one player's place at the table.

use serde::{Deserialize, Serialize};

/// One player's place at the table, counted from 0 in the order in which the game names its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

impl Seat {
    /// The other seat of a game for two.
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(1 - self.0)
    }
    /// The seat as an index into per-seat arrays.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats, at most eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);
    /// Every seat.
    pub const ALL: Seats = Seats(0xff);
    /// The set that holds one seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }
    /// This set with one seat more.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }
    /// Both sets together.
    #[must_use]
    pub const fn union(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }
    /// Whether a seat is in the set.
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }
    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
