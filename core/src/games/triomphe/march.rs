//! Off-road marches. (7)

use super::Triomphe;
use super::lay::Lay;
use super::model::{Flags, Piece, Pos, State};
use super::order::size;
use super::rules::MarchFacts;
use super::settings::CapturedShut;
use super::stop::{Stop, bar, bar_at};
use crate::board::{LocaleId, Position};
use crate::kernel::{Bag, Fault, Seat};

/// What the ground says to an off-road march.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    /// The most pieces that find room.
    pub(super) room: u8,
    /// The most pieces whose march is defensive; 0 when none is. (7)
    pub(super) defensive: u8,
    /// Whether it leads back into reserve from an approach that faces nobody. (16)
    pub(super) step_back: bool,
}

impl Triomphe {
    /// What an off-road march costs, if it is legal.
    pub(super) fn check_march(&self, s: &State, lay: &Lay, from: Pos, to: Pos, bag: &Bag) -> Result<u8, Stop> {
        let seat = s.active;
        let pieces = size(bag);
        if pieces == 0 {
            return bar("7", "No piece is named.");
        }
        if pieces > self.numbers.group {
            return bar("6", "No more pieces than the limit can take part in one action.");
        }
        let ground = self.march_ground(s, lay, from, to)?;
        if pieces > ground.room {
            return bar_at("20", "{} has no room for so many pieces.", to);
        }
        self.check_pieces(s, seat, from, bag, self.bars_disorganized(from, to))?;
        let cost = self.march_cost(s, ground, pieces)?;
        self.check_march_price(s, lay, from, to, pieces, cost)?;
        Ok(cost)
    }

    /// Whether a march is barred to disorganized pieces: out of their locale, or any. (14)
    pub(super) fn bars_disorganized(&self, from: Pos, to: Pos) -> bool {
        !self.numbers.disorganized_may_march || from.locale(&self.map) != to.locale(&self.map)
    }

    /// Whether the commands left can pay for a march, with what its disorder makes dearer. (6, 14)
    pub(super) fn check_march_price(
        &self,
        s: &State,
        lay: &Lay,
        from: Pos,
        to: Pos,
        pieces: u8,
        cost: u8,
    ) -> Result<(), Stop> {
        self.check_commands(s, lay, cost)?;
        match to.locale(&self.map) {
            Some(there) if from.locale(&self.map) != Some(there) => self.check_mixing(s, lay, there, pieces, cost),
            _ => Ok(()),
        }
    }

    /// What so many pieces pay for a march that the ground allows. (6, 7)
    pub(super) fn march_cost(&self, s: &State, ground: Ground, pieces: u8) -> Result<u8, Fault> {
        let (defensive, step_back) = (pieces <= ground.defensive, ground.step_back);
        self.rules.march_cost(self.now(s), MarchFacts { seat: s.active, pieces, defensive, step_back })
    }

    /// What the ground says to an off-road march, whoever marches.
    pub(super) fn march_ground(&self, s: &State, lay: &Lay, from: Pos, to: Pos) -> Result<Ground, Stop> {
        let seat = s.active;
        let anywhere = Ground { room: u8::MAX, defensive: 0, step_back: false };
        let entering = |there| Ground { room: lay.room(&self.map, seat, there), ..anywhere };
        Ok(match (from.place(), to.place()) {
            (Position::Reserve(_), Position::Reserve(there)) => {
                let Some(here) = from.locale(&self.map) else { return bar("7", "That is no place on the map.") };
                self.check_way(s, here, there)?;
                self.check_entry(s, lay, there, 1)?;
                entering(there)
            }
            (Position::Reserve(here), Position::Approach(approach)) => {
                let a = self.map.approach(approach);
                if a.locale != here {
                    return bar("7", "From reserve a piece blocks only approaches of its own locale.");
                }
                if a.impassable {
                    return bar_at("20", "{} is impassable: nothing can stand there.", to);
                }
                if !lay.holds(seat.other(), a.beyond) {
                    return bar_at("7", "{} cannot be blocked: no enemy is opposite.", to);
                }
                if !self.can_block(s, seat) {
                    return bar("14", "The French are surprised: they cannot block approaches in this round.");
                }
                // no more than needed to block it fully
                Ground { defensive: self.numbers.closes(a.width).saturating_sub(s.count_at(seat, to)), ..anywhere }
            }
            (Position::Approach(approach), Position::Reserve(there)) => {
                let a = self.map.approach(approach);
                if there != a.locale {
                    if there != a.beyond {
                        return bar(
                            "7",
                            "From an approach a piece marches to its own reserve or to the opposite locale.",
                        );
                    }
                    if a.impassable || s.is_closed(approach.pair()) {
                        return bar_at(
                            "11",
                            "An assault across {} was lost this turn: nothing marches across it.",
                            from,
                        );
                    }
                    self.check_entry(s, lay, there, 1)?;
                    entering(there)
                } else {
                    Ground { step_back: !lay.holds(seat.other(), a.beyond), ..anywhere }
                }
            }
            (Position::Holding(_), _) => {
                return bar("15", "Reinforcements enter by road march or by the pontoon bridge.");
            }
            (_, Position::Holding(_)) => return bar("15", "Nothing returns to a holding area."),
            (Position::Approach(_), Position::Approach(_)) => {
                return bar("7", "From an approach a piece marches to its own reserve or to the opposite locale.");
            }
        })
    }

    /// Whether some way between two adjacent locales is open for marching.
    pub(super) fn check_way(&self, s: &State, from: LocaleId, to: LocaleId) -> Result<(), Stop> {
        let mut closed = false;
        for approach in self.map.approaches_facing(from, to) {
            if self.map.approach(approach).impassable {
                continue;
            }
            if !s.is_closed(approach.pair()) {
                return Ok(());
            }
            closed = true;
        }
        if closed {
            bar_at("11", "The way to {} is shut: an assault across it was lost this turn.", Pos::reserve(to))
        } else if self.map.neighbours(from).contains(to) {
            bar_at("20", "The way to {} is impassable.", Pos::reserve(to))
        } else {
            bar_at("3", "{} is not adjacent.", Pos::reserve(to))
        }
    }

    /// Whether the active seat's pieces may march into a locale: no enemy, room, no waiting enemy reinforcements.
    pub(super) fn check_entry(&self, s: &State, lay: &Lay, to: LocaleId, pieces: u8) -> Result<(), Stop> {
        let seat = s.active;
        let place = Pos::reserve(to);
        if lay.holds(seat.other(), to) {
            return bar_at("7", "{} is enemy-occupied: only an attack can enter it.", place);
        }
        if self.numbers.captured_shut == CapturedShut::All && s.stormed.contains(to) {
            return bar_at("11", "{} was taken by assault this turn: no other piece enters it.", place);
        }
        self.check_room(lay, seat, to, pieces)?;
        let n = &self.numbers;
        if n.whole_locale
            && n.contagion
            && n.entering_half_organized_refused
            && s.begun.contains(to)
            && lay.disorganized.contains(to)
        {
            return bar_at("14", "Organizing {} was begun this turn and is not finished: nothing may enter it.", place);
        }
        Ok(())
    }

    /// Whether a seat's pieces may enter a locale as far as capacity and waiting reinforcements go.
    pub(super) fn check_room(&self, lay: &Lay, seat: Seat, to: LocaleId, pieces: u8) -> Result<(), Stop> {
        if lay.is_guarded(seat, to) {
            return bar_at(
                "15",
                "{} is where enemy reinforcements have yet to enter: no piece may enter it.",
                Pos::reserve(to),
            );
        }
        if lay.room(&self.map, seat, to) < pieces {
            return bar_at("20", "{} has no room for so many pieces.", Pos::reserve(to));
        }
        Ok(())
    }

    /// Whether the named pieces of the active seat are there and free to act.
    pub(super) fn check_pieces(&self, s: &State, seat: Seat, pos: Pos, bag: &Bag, leaves: bool) -> Result<(), Stop> {
        if s.at(seat, pos).next().is_none() {
            return match s.at(seat.other(), pos).next() {
                Some(_) => bar_at("6", "{} is held by the enemy: none of your pieces stand there.", pos),
                None => bar_at("6", "None of your pieces stand in {}.", pos),
            };
        }
        if s.at(seat, pos).all(|p| p.flags.has(Flags::ACTED)) {
            return bar_at("6", "All your pieces in {} have acted this turn.", pos);
        }
        for &(class, count) in bag {
            let (mut there, mut free, mut fit) = (0, 0, 0);
            for p in s.at(seat, pos).filter(|p| p.class == class) {
                there += 1;
                if !p.flags.has(Flags::ACTED) {
                    free += 1;
                    fit += u8::from(!(leaves && p.flags.has(Flags::DISORGANIZED)));
                }
            }
            if there < count {
                return bar_at("6", "{} does not hold these pieces.", pos);
            }
            if free < count {
                return bar_at("6", "A piece in {} has acted this turn already.", pos);
            }
            if fit < count {
                return bar_at("14", "A piece in {} is disorganized: it cannot attack or leave its locale.", pos);
            }
        }
        Ok(())
    }

    /// Whether so many commands are left, counting those that finish organizing what was begun. (6, 14)
    pub(super) fn check_commands(&self, s: &State, lay: &Lay, cost: u8) -> Result<(), Stop> {
        if cost == 0 {
            return Ok(());
        }
        if s.commands_left() < cost {
            return bar("6", "No command is left for it this turn.");
        }
        if s.commands_left() < cost + lay.owed {
            return bar("14", "The commands left are needed to finish organizing a locale.");
        }
        Ok(())
    }

    /// The active seat's pieces in a position that are free to act, by class.
    pub(super) fn free(&self, s: &State, pos: Pos, leaves: bool) -> Bag {
        free_of(s.at(s.active, pos), leaves)
    }
}

/// The blocks that are free to act, or free to leave their locale too, by class.
pub(super) fn free_of<'a>(blocks: impl IntoIterator<Item = &'a Piece>, leaves: bool) -> Bag {
    let mut bag = Bag::new();
    let barred = if leaves { Flags::ACTED.with(Flags::DISORGANIZED) } else { Flags::ACTED };
    for p in blocks {
        if !p.flags.has(barred) {
            add(&mut bag, p.class, 1);
        }
    }
    bag
}

/// Adds pieces to a bag, which stays sorted.
pub(super) fn add(bag: &mut Bag, class: crate::kernel::Class, count: u8) {
    match bag.binary_search_by_key(&class, |(c, _)| *c) {
        Ok(k) => bag[k].1 += count,
        Err(k) => bag.insert(k, (class, count)),
    }
}
