//! The first state of a match: the set-up's groups dealt blindly to their places. (4)

use super::Triomphe;
use super::flow::{Fight, March, Step};
use super::knowledge::Picked;
use super::model::{
    ANY_QUOTA, ANY_REACH, AS_PRINTED, AUSTRIAN, Arm, CLASSES, Face, Flags, MOST_PIECES, Morale, Piece, Pool, Pos,
    Public, State, UNSEEN,
};
use super::setup_file::{Group, SetupFile};
use crate::board::{AreaMap, HoldingId, LocaleId, LocaleSet, Position};
use crate::kernel::{Class, Dice, Fault, Seat, Seed};
use arrayvec::ArrayVec;

impl State {
    /// A board without blocks and morale in some round, before the Austrian turn, which is the first one as printed.
    #[must_use]
    pub fn empty(round: u8) -> State {
        let public = Public {
            round,
            active: AUSTRIAN,
            used: 0,
            allowance: 0,
            morale: [Morale::default(); 2],
            entered: [LocaleSet::EMPTY; 2],
            shifted: Default::default(),
            traffic: Default::default(),
            attacked: Default::default(),
            closed: Default::default(),
            stormed: LocaleSet::EMPTY,
            begun: LocaleSet::EMPTY,
            pontoon: 0,
            step: Step::Start,
            fight: Fight::default(),
            march: March::default(),
            to_lose: [0; 2],
            to_commit: [(LocaleId(0), 0); 2],
            broken: [0; 2],
            phase: 0,
            quota: ANY_QUOTA,
            reach: ANY_REACH,
            entry: [AS_PRINTED; AreaMap::MOST_HOLDINGS],
            ending: None,
            orders: 0,
            own: 0,
            prompt: None,
            memory: ArrayVec::new(),
            unseen: Default::default(),
        };
        State { public, pieces: ArrayVec::new(), seed: Seed(0) }
    }
}

impl Triomphe {
    /// Deals a set-up. Each group has dice of its own, so that another group's change does not shift them.
    pub(super) fn deal_setup(&self, setup: &SetupFile, seed: Seed) -> Result<State, Fault> {
        let mut s = State::empty(setup.round);
        s.seed = seed;
        s.public.active = self.numbers.first_seat();
        self.remember_nothing(&mut s)?;
        for (k, group) in setup.groups.iter().enumerate() {
            let alike = |other: &Group| group.pool.is_some() && (&other.pool, other.seat) == (&group.pool, group.seat);
            let pool = setup.groups.iter().position(alike).unwrap_or(k);
            self.deal_group(&mut s, group, (k, pool), seed)?;
        }
        for (k, start) in setup.morale.iter().enumerate().take(2) {
            let morale = &mut s.public.morale[k];
            morale.uncommitted = start.uncommitted;
            for &(round, tokens) in &start.track {
                if let Some(space) = morale.track.get_mut(usize::from(round) - 1) {
                    *space = tokens;
                }
            }
            for &(locale, tokens) in &start.committed {
                morale.committed.0[locale.index()] = tokens;
            }
        }
        s.sort();
        for seat in [Seat(0), Seat(1)] {
            s.entered[seat.index()] = s.occupied(&self.map, seat);
        }
        s.settle_pools();
        s.sort();
        Ok(s)
    }

    fn deal_group(&self, s: &mut State, group: &Group, (k, pool): (usize, usize), seed: Seed) -> Result<(), Fault> {
        let mut faces: Vec<Class> = Vec::new();
        for &(class, count) in &group.faces {
            faces.extend(std::iter::repeat_n(class, usize::from(count)));
        }
        Dice::new(seed, k as u64, "set-up").shuffle(&mut faces);
        let pool = Pool((CLASSES + pool) as u8);
        for &(place, count) in &group.into {
            for _ in 0..count {
                let face = faces.pop().ok_or_else(|| Fault::new("a group of the set-up has too few faces"))?;
                let unseen = group.unseen && face.arm() == Arm::Infantry;
                if unseen {
                    s.public.unseen[group.seat.index()].0[usize::from(face.0)] += 1;
                }
                let class = if unseen { UNSEEN } else { face };
                let marks = if group.disorganized { Flags::DISORGANIZED } else { Flags::NONE };
                let mut piece = Piece { seat: group.seat, pos: Pos::of(place), flags: marks, class, pool };
                // 4.6, 15: the Austrian artillery waits face-up until it can enter
                let waits = matches!(place, Position::Holding(_));
                if waits
                    && group.seat == AUSTRIAN
                    && class.arm() == Arm::Artillery
                    && self.hour(s) < self.numbers.artillery_hour
                {
                    piece.flags = marks.with(Flags::UP);
                    piece.pool = Pool::known(class);
                }
                s.pieces
                    .try_push(piece)
                    .map_err(|_| Fault::new(format!("more than {MOST_PIECES} blocks in the set-up")))?;
            }
        }
        Ok(())
    }

    /// A block arrives in a holding area, face hidden; a hook asks for it.
    pub(super) fn arrive(&self, s: &mut State, seat: Seat, class: Class, holding: HoldingId) -> Result<(), Fault> {
        if holding.index() >= self.map.holdings().len() {
            return Err(Fault::new("a hook names a holding area that is not there"));
        }
        let pos = Pos::holding(holding);
        // it joins the hidden blocks that wait there, or stands for itself
        let there: Picked =
            (0..s.pieces.len()).filter(|k| s.pieces[*k].seat == seat && s.pieces[*k].pos == pos).collect();
        let pool = there.iter().map(|k| s.pieces[*k].pool).find(|p| p.class().is_none()).unwrap_or(Pool::known(class));
        let piece = Piece { seat, pos, flags: Flags::NONE, class, pool };
        s.pieces.try_push(piece).map_err(|_| Fault::new("a hook adds more blocks than a match can have"))?;
        s.sort();
        Ok(())
    }
}
