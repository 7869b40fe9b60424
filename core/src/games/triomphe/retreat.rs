//! Retreats: reductions, room and destinations. (13)

use super::Triomphe;
use super::lay::Lay;
use super::model::{AUSTRIAN, Arm, Face, Flags, Piece, Pos, State};
use super::rules::RetreatFacts;
use super::settings::Demoralization;
use super::stop::Stop;
use crate::board::{Direction, LocaleId};
use crate::kernel::{Class, Seat};

/// A locale where pieces can retreat to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refuge {
    /// The locale.
    pub(super) to: LocaleId,
    /// How many pieces it has room for.
    pub(super) room: u8,
    /// Whether it lies the way that the army retreats only for want of another. (13.2)
    pub(super) barred: bool,
}

impl Triomphe {
    /// The positions of the evacuated locale in the order in which reductions are assessed: its approaches, then its
    /// reserve. (13.1)
    pub(super) fn spot(&self, s: &State) -> Option<Pos> {
        let locale = self.map.approach(s.fight.over).locale;
        let approaches = self.map.approaches_of(locale);
        let spot = usize::from(s.fight.spot);
        match spot.cmp(&approaches.len()) {
            std::cmp::Ordering::Less => Some(Pos::approach(approaches[spot])),
            std::cmp::Ordering::Equal => Some(Pos::reserve(locale)),
            std::cmp::Ordering::Greater => None,
        }
    }

    /// How many reductions the retreating pieces in a position take in total. (13.1)
    pub(super) fn spot_losses(&self, s: &State, spot: Pos) -> Result<u8, Stop> {
        let f = &s.fight;
        let approach = match spot.place() {
            crate::board::Position::Approach(approach) => Some(self.map.width(approach)),
            _ => None,
        };
        let facts = RetreatFacts {
            seat: s.active.other(),
            from: self.map.approach(f.over).locale,
            approach,
            assaulted: f.assault && spot == Pos::approach(f.over),
            attack: self.map.width(f.over),
            advancing: self.advancing(s),
        };
        Ok(self.rules.retreat_losses(self.now(s), facts)?)
    }

    /// How many attacking pieces are alive to advance into the locale. (11.9, 13.1)
    fn advancing(&self, s: &State) -> u8 {
        s.pieces_of(s.active).filter(|p| p.flags.has(Flags::NAMED)).count() as u8
    }

    /// The retreating pieces of a position that can take a reduction: infantry and cavalry in an approach, infantry in
    /// reserve. (13.1)
    pub(super) fn spot_pieces<'a>(&self, s: &'a State, spot: Pos) -> impl Iterator<Item = &'a Piece> + use<'a> {
        let reserve = spot.is_reserve();
        s.at(s.active.other(), spot).filter(move |p| match p.class.arm() {
            Arm::Infantry => true,
            Arm::Cavalry => !reserve,
            Arm::Artillery => false,
        })
    }

    /// The locales where the retreating side may go, with their room now. (13.2)
    pub(super) fn refuges(&self, s: &State, lay: &Lay) -> Vec<Refuge> {
        let f = &s.fight;
        let seat = s.active.other();
        let from = self.map.approach(f.over).locale;
        let origin = self.map.approach(f.over).beyond;
        let against = if seat == AUSTRIAN { Direction::East } else { Direction::West };
        let mut refuges: Vec<Refuge> = Vec::new();
        for &approach in self.map.approaches_of(from) {
            let a = self.map.approach(approach);
            let to = a.beyond;
            // impassable stays impassable; not where the attack came from; no enemies; no enemy entry locale
            if a.impassable || to == origin || lay.holds(s.active, to) || lay.is_guarded(seat, to) {
                continue;
            }
            let barred = self.numbers.retreat_by_arrows && a.direction == against;
            match refuges.iter_mut().find(|r| r.to == to) {
                Some(known) => known.barred &= barred,
                None => {
                    // those that have come there in this retreat are still face up
                    let come = s.at(seat, Pos::reserve(to)).filter(|p| p.flags.has(Flags::UP)).count() as u8;
                    let most = self.numbers.retreat_limit.saturating_sub(come);
                    refuges.push(Refuge { to, room: lay.room(&self.map, seat, to).min(most), barred });
                }
            }
        }
        refuges.retain(|r| r.room > 0);
        refuges
    }

    /// The class that retreats next: the weakest that still has to. (13.2)
    pub(super) fn next_to_flee(&self, s: &State) -> Option<Class> {
        s.pieces_of(s.active.other()).filter(|p| p.flags.has(Flags::FLEES)).map(|p| p.class).min()
    }

    /// Where the next retreating piece may go: a locale, or nowhere when some have to be eliminated. While a way that
    /// is not barred has room it is used, piece by piece; which pieces are left for the barred way or for none is the
    /// owner's choice. (13.2, R5, R6)
    pub(super) fn flights(&self, s: &State, lay: &Lay) -> Vec<Option<LocaleId>> {
        let f = &s.fight;
        let left = s.pieces_of(s.active.other()).filter(|p| p.flags.has(Flags::FLEES)).count() as u8;
        let free = left - f.barred.min(left) - f.stranded.min(left - f.barred.min(left));
        let mut flights: Vec<Option<LocaleId>> = self
            .refuges(s, lay)
            .into_iter()
            .filter(|r| if r.barred { f.barred > 0 } else { free > 0 })
            .map(|r| Some(r.to))
            .collect();
        if f.stranded > 0 {
            flights.push(None);
        }
        flights
    }

    /// How many of so many retreating pieces must go the barred way, and how many find no room. (13.2)
    pub(super) fn overflow(&self, s: &State, lay: &Lay, pieces: u8) -> (u8, u8) {
        let (mut free, mut barred) = (0_u16, 0_u16);
        for r in self.refuges(s, lay) {
            *(if r.barred { &mut barred } else { &mut free }) += u16::from(r.room);
        }
        let over = u16::from(pieces).saturating_sub(free);
        let against = over.min(barred);
        (against as u8, (over - against) as u8)
    }

    /// What the elimination of a piece for want of a retreat counts as in morale. (13.2, 18, R25)
    pub(super) fn stranded_losses(&self, class: Class) -> u8 {
        self.numbers.elimination_morale.price(class)
    }

    /// Whether an army would be demoralized by what it has lost in the retreat so far. (18, 19, R17)
    pub(super) fn is_lost(&self, s: &State, seat: Seat) -> bool {
        let losses = s.fight.losses[seat.index()];
        self.numbers.demoralization == Demoralization::Ends && losses > 0 && losses >= s.morale[seat.index()].level()
    }
}
