//! Reductions that are placed one by one whatever step the turn stands at: by guns in defence, on leading pieces where
//! the enemy spreads them, and by packs. (11.4, 11.8)

use super::Triomphe;
use super::doing::Doing;
use super::flow::Step;
use super::model::{Face, Flags, Piece, Pool, Pos, State};
use crate::kernel::{Class, Seat};
use serde::{Deserialize, Serialize};

/// Which pieces of a seat take a reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Its leading pieces.
    #[default]
    Leaders,
    /// Its other assault pieces. (11.8)
    Others,
    /// Its pieces in one position.
    At(Pos),
    /// Those chosen in a pack's step or order.
    Chosen,
}

impl Role {
    /// Three bytes that tell it from all others.
    pub(super) fn code(self) -> [u8; 3] {
        let (kind, pos) = match self {
            Role::Leaders => (0, 0),
            Role::Others => (1, 0),
            Role::At(pos) => (2, pos.0),
            Role::Chosen => (3, 0),
        };
        let [low, high] = pos.to_le_bytes();
        [kind, low, high]
    }
}

/// Reductions that are still to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Whose pieces take them.
    pub seat: Seat,
    /// Which of them.
    pub from: Role,
    /// How many reductions; none is no due.
    pub count: u8,
    /// Who chooses, one reduction after the other.
    pub by: Seat,
    /// Whether what leading pieces cannot take falls on the other assault pieces, as their owner chooses.
    pub rest: bool,
}

impl Default for Due {
    fn default() -> Self {
        Due { seat: Seat(0), from: Role::Leaders, count: 0, by: Seat(0), rest: false }
    }
}

/// The dues of a fight, the next one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dues([Due; Dues::MOST]);

impl Dues {
    /// The most dues at once.
    pub const MOST: usize = 6;

    /// Whether nothing is due.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.0[0].count == 0
    }

    /// The next due.
    #[must_use]
    pub fn first(&self) -> Option<Due> {
        Some(self.0[0]).filter(|due| due.count > 0)
    }

    /// All dues, the places of none included.
    pub(super) const fn all(&self) -> &[Due; Dues::MOST] {
        &self.0
    }

    /// Puts a due behind the others; false when there are too many.
    pub(super) fn add(&mut self, due: Due) -> bool {
        if due.count == 0 {
            return true;
        }
        match self.0.iter_mut().find(|place| place.count == 0) {
            Some(place) => {
                *place = due;
                true
            }
            None => false,
        }
    }

    /// Changes the next due; one without reductions makes way for those behind.
    fn change(&mut self, due: Due) {
        self.0[0] = due;
        if due.count == 0 {
            self.0.copy_within(1.., 0);
            self.0[Dues::MOST - 1] = Due::default();
        }
    }

    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        for due in &self.0 {
            out.extend(due.from.code());
            out.extend([due.seat.0, due.count, due.by.0, u8::from(due.rest)]);
        }
    }
}

impl Triomphe {
    /// The pieces that can take a due.
    pub(super) fn payers<'a>(&'a self, s: &'a State, due: Due) -> Vec<&'a Piece> {
        self.role(s, due.seat, due.from)
    }

    /// A seat's pieces of a role.
    pub(super) fn role<'a>(&'a self, s: &'a State, seat: Seat, role: Role) -> Vec<&'a Piece> {
        match role {
            Role::Leaders => self.leading(s, seat).collect(),
            Role::Others => self.others(s, seat).collect(),
            Role::At(pos) => s.at(seat, pos).collect(),
            Role::Chosen => s.pieces_of(seat).filter(|p| p.flags.has(Flags::CHOSEN)).collect(),
        }
    }

    /// Whether somebody has to choose who takes the next reduction. Depends on public facts alone.
    pub(super) fn due_is_asked(&self, s: &State, due: Due) -> bool {
        let payers = self.payers(s, due);
        payers.len() > 1 && payers.iter().any(|p| p.pool != payers[0].pool || p.pool.class().is_none())
    }
}

impl Doing<'_> {
    /// Places one reduction that nobody has to choose, or passes on what cannot be placed.
    pub(super) fn settle_due(&mut self, due: Due) {
        match self.g.payers(self.s, due).first().map(|p| (p.pos, p.class)) {
            Some((pos, class)) => self.pay(due, pos, class),
            None if due.rest => {
                self.s.fight.dues.change(Due { from: Role::Others, by: due.seat, rest: false, ..due });
            }
            // more than the pieces can take is ignored (11.8)
            None => self.s.fight.dues.change(Due { count: 0, ..due }),
        }
    }

    /// A piece of a class takes one reduction of a due.
    pub(super) fn pay(&mut self, due: Due, pos: Pos, class: Class) {
        let payers = self.g.payers(self.s, due);
        let fitting = || payers.iter().filter(|p| p.pos == pos && p.class == class);
        // of two alike the one whose face is up, so that no other has to be shown
        let chosen = fitting().find(|p| p.flags.has(Flags::UP)).or_else(|| fitting().next()).map(|p| **p);
        let Some(chosen) = chosen else { return };
        let picked = self.single_out(due.seat, pos, &super::order::one(class), |p| p.flags == chosen.flags);
        self.s.fight.dues.change(Due { count: due.count - 1, ..due });
        let Some(&k) = picked.first() else { return };
        self.reduce(k);
        if !self.assault_is_open() {
            self.charge(due.seat);
        }
    }

    /// Whether an assault's losses are still counted and not charged: until it is completed. (18)
    pub(super) fn assault_is_open(&self) -> bool {
        let step = self.s.step;
        let own = step == Step::Own && self.g.own.flow.is_in_assault(self.s.own);
        self.s.fight.assault && (own || (Step::Lead..=Step::Complete).contains(&step))
    }

    /// So many reductions on one block, as far as it goes.
    pub(super) fn reduce_by(&mut self, k: usize, points: u8) {
        let was = self.s.pieces[k];
        let mut next = Some(k);
        for _ in 0..points {
            let Some(k) = next else { return };
            let now = self.reduce(k);
            let left = now.map(|class| Piece { class, pool: Pool::known(class), ..was });
            next = left.and_then(|left| self.s.pieces.iter().position(|p| *p == left));
        }
    }

    /// The reductions of an assault where the enemy spreads them over leading pieces. (11.8)
    pub(super) fn spread_losses(&mut self) {
        for seat in [self.s.active, self.s.active.other()] {
            let count = std::mem::take(&mut self.s.fight.hits[seat.index()]);
            self.s.fight.dues.add(Due { seat, from: Role::Leaders, count, by: seat.other(), rest: true });
        }
        self.go_on(Step::AttackerOdd);
    }

    /// Artillery defence where its points or who places them is not as printed. (11.4)
    pub(super) fn fire_on_leaders(&mut self, gun: Class) {
        use super::settings::{GunPoints, LeaderLosses};
        let (n, seat) = (&self.g.numbers, self.s.active);
        let count = if n.gun_defence_hits == GunPoints::Strength { gun.strength() } else { 1 };
        let by = if n.leader_losses_by == LeaderLosses::Enemy { seat.other() } else { seat };
        self.s.fight.dues.add(Due { seat, from: Role::Leaders, count, by, rest: false });
        self.go_on(Step::Gun);
    }
}
