//! Who stands where, as one seat sees it: counts that a bot moves about to ask "what if".

use super::super::model::{Arm, Face, Flags, POSITIONS, Pos};
use super::super::view::{Token, View};
use crate::board::{AreaMap, LocaleId, LocaleSet};
use crate::kernel::Seat;

/// Counts by position and locale. Faces of enemy pieces are expected values over what the seat may know.
#[derive(Clone, Debug)]
pub(super) struct Field {
    at: [[u8; POSITIONS]; 2],
    inside: [[u8; AreaMap::MOST_LOCALES]; 2],
    /// Infantry in reserve, which takes retreat reductions there. (13.1)
    foot: [[f32; AreaMap::MOST_LOCALES]; 2],
    /// Guns, which a retreat eliminates. (13.1)
    guns: [[f32; AreaMap::MOST_LOCALES]; 2],
    held: [LocaleSet; 2],
    /// Locales whose French pieces cannot attack. (14)
    pub(super) disordered: LocaleSet,
}

/// What a piece may be, as far as a field needs it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kind {
    foot: f32,
    gun: f32,
}

impl Kind {
    /// A piece of a known type.
    pub(super) fn of(arm: Arm) -> Kind {
        let is = |a: Arm| f32::from(u8::from(a == arm));
        Kind { foot: is(Arm::Infantry), gun: is(Arm::Artillery) }
    }
    /// An enemy block: the mean over its pool.
    pub(super) fn of_token(view: &View, token: &Token) -> Kind {
        if let Some(class) = token.class() {
            return Kind::of(class.arm());
        }
        let Some(faces) = view.pools.iter().find(|f| f.pool == token.pool) else { return Kind::of(Arm::Infantry) };
        let share = |arm: Arm| {
            let of_arm = faces.classes.iter().filter(|c| c.arm() == arm).count();
            of_arm as f32 / faces.classes.len().max(1) as f32
        };
        Kind { foot: share(Arm::Infantry), gun: share(Arm::Artillery) }
    }
}

impl Field {
    /// Counts what a view shows.
    pub(super) fn of(map: &AreaMap, view: &View) -> Field {
        let mut field = Field {
            at: [[0; POSITIONS]; 2],
            inside: [[0; AreaMap::MOST_LOCALES]; 2],
            foot: [[0.0; AreaMap::MOST_LOCALES]; 2],
            guns: [[0.0; AreaMap::MOST_LOCALES]; 2],
            held: [LocaleSet::EMPTY; 2],
            disordered: LocaleSet::EMPTY,
        };
        let own = view.own.iter().map(|p| (view.seat, p.pos, p.flags, Kind::of(p.class.arm())));
        let foe = view.seat.other();
        let theirs = view.theirs.iter().map(|t| (foe, t.pos, t.flags, Kind::of_token(view, t)));
        for (seat, pos, flags, kind) in own.chain(theirs) {
            field.put(map, seat, pos, kind);
            if let Some(locale) = pos.locale(map)
                && flags.has(Flags::DISORGANIZED)
            {
                field.disordered.insert(locale);
            }
        }
        field
    }

    /// Puts a piece down.
    pub(super) fn put(&mut self, map: &AreaMap, seat: Seat, pos: Pos, kind: Kind) {
        let side = seat.index();
        self.at[side][pos.index()] += 1;
        if let Some(locale) = pos.locale(map) {
            self.inside[side][locale.index()] += 1;
            self.held[side].insert(locale);
            self.guns[side][locale.index()] += kind.gun;
            if pos.is_reserve() {
                self.foot[side][locale.index()] += kind.foot;
            }
        }
    }

    /// Takes a piece up; nothing happens where none stands.
    pub(super) fn lift(&mut self, map: &AreaMap, seat: Seat, pos: Pos, kind: Kind) {
        let side = seat.index();
        if self.at[side][pos.index()] == 0 {
            return;
        }
        self.at[side][pos.index()] -= 1;
        if let Some(locale) = pos.locale(map) {
            let k = locale.index();
            self.inside[side][k] -= 1;
            if self.inside[side][k] == 0 {
                self.held[side].remove(locale);
            }
            self.guns[side][k] = (self.guns[side][k] - kind.gun).max(0.0);
            if pos.is_reserve() {
                self.foot[side][k] = (self.foot[side][k] - kind.foot).max(0.0);
            }
        }
    }

    /// Moves a piece.
    pub(super) fn shift(&mut self, map: &AreaMap, seat: Seat, from: Pos, to: Pos, kind: Kind) {
        self.lift(map, seat, from, kind);
        self.put(map, seat, to, kind);
    }

    /// Takes every piece of a seat out of a locale.
    pub(super) fn clear(&mut self, map: &AreaMap, seat: Seat, locale: LocaleId) {
        let side = seat.index();
        self.at[side][Pos::reserve(locale).index()] = 0;
        for &approach in map.approaches_of(locale) {
            self.at[side][Pos::approach(approach).index()] = 0;
        }
        self.inside[side][locale.index()] = 0;
        self.foot[side][locale.index()] = 0.0;
        self.guns[side][locale.index()] = 0.0;
        self.held[side].remove(locale);
    }

    /// How many pieces of a seat stand in a position.
    pub(super) fn at(&self, seat: Seat, pos: Pos) -> u8 {
        self.at[seat.index()][pos.index()]
    }
    /// How many pieces of a seat stand in a locale.
    pub(super) fn inside(&self, seat: Seat, locale: LocaleId) -> u8 {
        self.inside[seat.index()][locale.index()]
    }
    /// Infantry of a seat in a locale's reserve, expected.
    pub(super) fn foot(&self, seat: Seat, locale: LocaleId) -> f32 {
        self.foot[seat.index()][locale.index()]
    }
    /// Guns of a seat in a locale, expected.
    pub(super) fn guns(&self, seat: Seat, locale: LocaleId) -> f32 {
        self.guns[seat.index()][locale.index()]
    }
    /// The locales that a seat occupies.
    pub(super) fn held(&self, seat: Seat) -> LocaleSet {
        self.held[seat.index()]
    }
}
