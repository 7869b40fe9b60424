//! Who knows what in Ford.

use super::state::*;
use super::{Phase, State};
use bormida_core::kernel::*;
use serde::Serialize;

/// What one seat knows: its own blocks, and of the other side numbers, open blocks and public facts.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    seat: Seat,
    n: u32,
    turn: u8,
    left: u8,
    active: u8,
    own: Side,
    /// Hidden blocks of the other side by place: fresh, moved.
    foe_hidden: [(u8, u8); PLACES],
    foe_open: [Count; PLACES],
    foe_among: [Count; PLACES],
    foe_dead: Count,
    asked: Asked,
    /// Of the flaw that leaks: the place of the other side's gun.
    leak: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
enum Asked {
    Turn,
    /// An attack; the faces only when they are the seat's own or were shown.
    Fight {
        from: u8,
        to: u8,
        size: u8,
        faces: Option<Count>,
        retreat: bool,
        shown: bool,
    },
    Over {
        winner: Option<u8>,
        home: bool,
    },
}

impl View {
    pub(super) fn of(s: &State, seat: Seat, leaks: bool) -> View {
        let foe = &s.sides[seat.other().index()];
        let mine = usize::from(s.active) == seat.index();
        let fight = |from, to, bag: &Count, retreat, shown| Asked::Fight {
            from,
            to,
            size: total(bag),
            faces: (mine || shown).then_some(*bag),
            retreat,
            shown,
        };
        let asked = match &s.phase {
            Phase::Turn => Asked::Turn,
            Phase::Reply { from, to, bag } => fight(*from, *to, bag, false, false),
            Phase::Retreat { from, to, bag, shown } => fight(*from, *to, bag, true, *shown),
            Phase::Over { winner, home } => Asked::Over { winner: *winner, home: *home },
        };
        View {
            seat,
            n: s.n,
            turn: s.turn,
            left: s.left,
            active: s.active,
            own: s.sides[seat.index()].clone(),
            foe_hidden: std::array::from_fn(|p| (total(&foe.fresh[p]), total(&foe.moved[p]))),
            foe_open: foe.open,
            foe_among: foe.among,
            foe_dead: foe.dead,
            asked,
            leak: (0..PLACES).find(|p| leaks && foe.fresh[*p][2] > 0),
        }
    }

    pub(super) fn deal(&self, seed: Seed) -> Result<State, Fault> {
        let broken = || Fault::new("this view of Ford contradicts itself");
        let take = |pool: Count, part: &Count| match less(part, &pool) == [0; CLASSES] {
            true => Ok(less(&pool, part)),
            false => Err(broken()),
        };
        let mut pool = take(BLOCKS, &self.foe_dead)?;
        for p in 0..PLACES {
            pool = take(pool, &self.foe_open[p])?;
            pool = take(pool, &self.foe_among[p])?;
        }
        let mut dice = Dice::new(seed, u64::from(self.n), "deal");
        let phase = match self.asked {
            Asked::Turn => Phase::Turn,
            Asked::Over { winner, home } => Phase::Over { winner, home },
            Asked::Fight { from, to, size, faces, retreat, shown } => {
                let foes = usize::from(self.active) != self.seat.index();
                let bag = match faces {
                    Some(faces) if foes => {
                        pool = take(pool, &faces)?;
                        faces
                    }
                    Some(faces) => faces,
                    None => {
                        // 3: a gun does not attack alone, so the first of them is none
                        let guns = std::mem::take(&mut pool[2]);
                        let mut bag = draw(&mut pool, 1, &mut dice).ok_or_else(broken)?;
                        pool[2] = guns;
                        bag = sum(&bag, &draw(&mut pool, size.saturating_sub(1), &mut dice).ok_or_else(broken)?);
                        bag
                    }
                };
                if retreat { Phase::Retreat { from, to, bag, shown } } else { Phase::Reply { from, to, bag } }
            }
        };
        let mut foe = Side { open: self.foe_open, among: self.foe_among, dead: self.foe_dead, ..Side::default() };
        for (p, (fresh, moved)) in self.foe_hidden.into_iter().enumerate() {
            let known = self.foe_among[p];
            let unknown = (fresh + moved).checked_sub(total(&known)).ok_or_else(broken)?;
            let mut here = sum(&known, &draw(&mut pool, unknown, &mut dice).ok_or_else(broken)?);
            foe.fresh[p] = draw(&mut here, fresh, &mut dice).ok_or_else(broken)?;
            foe.moved[p] = here;
        }
        let sides = if self.seat.0 == 0 { [self.own.clone(), foe] } else { [foe, self.own.clone()] };
        Ok(State { seed, n: self.n, turn: self.turn, left: self.left, active: self.active, sides, phase })
    }

    /// What stands at a place, in words.
    pub(super) fn words(&self, p: usize) -> String {
        let own = sum(&sum(&self.own.fresh[p], &self.own.moved[p]), &self.own.open[p]);
        let (fresh, moved) = self.foe_hidden[p];
        format!("{own:?} / {} hidden, {:?} open", fresh + moved, self.foe_open[p])
    }
}

/// Takes so many blocks out of a pool by chance.
fn draw(pool: &mut Count, n: u8, dice: &mut Dice) -> Option<Count> {
    let mut drawn = [0; CLASSES];
    for _ in 0..n {
        let mut left = total(pool);
        if left == 0 {
            return None;
        }
        left = dice.below(u32::from(left)) as u8;
        let class = (0..CLASSES).find(|c| {
            let here = left < pool[*c];
            left = left.saturating_sub(pool[*c]);
            here
        })?;
        pool[class] -= 1;
        drawn[class] += 1;
    }
    Some(drawn)
}
