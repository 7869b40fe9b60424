//! What each army can tell of the other's blocks.
//!
//! Blocks of one position and one set of public marks are always shuffled (17), unless a switch says otherwise, so a block
//! is its class. The enemy's
//! knowledge of them is a partition into pools: of a pool it knows which faces are in it and where its members are,
//! not which member has which face. Blocks whose face was shown form the pools of known classes. When some blocks of a
//! shuffled slot are singled out and the slot mixes pools, the enemy cannot tell which pool they came from: the pools
//! become one.

use super::model::{Arm, CLASSES, Face, Flags, LEAST_UNSEEN, MOST_PIECES, Piece, Pool, Pos, State, UNSEEN};
use crate::kernel::{Bag, Class, Dice, Seat};
use arrayvec::ArrayVec;

/// Indices into the list of blocks, good until the next sort.
pub(super) type Picked = ArrayVec<usize, MOST_PIECES>;

fn same_slot(a: &Piece, b: &Piece) -> bool {
    a.seat == b.seat && a.pos == b.pos && a.flags == b.flags
}

impl State {
    /// Singles out blocks by class among those of a seat in a position that fit, and merges the pools that this mixes
    /// up for the enemy. Where several slots hold a class, the first slot in canonical order gives it.
    pub fn single_out(&mut self, seat: Seat, pos: Pos, bag: &Bag, fits: impl Fn(&Piece) -> bool) -> Picked {
        let mut picked = Picked::new();
        for &(class, count) in bag {
            let found = (0..self.pieces.len()).filter(|&k| {
                let p = &self.pieces[k];
                p.seat == seat && p.pos == pos && p.class == class && fits(p)
            });
            picked.extend(found.take(usize::from(count)));
        }
        self.part_from_slots(&picked);
        picked
    }

    /// Singles out blocks of which the enemy sees which they are. Of those alike the ones of which he knows least go first.
    pub fn point_out(&self, seat: Seat, pos: Pos, bag: &Bag, fits: impl Fn(&Piece) -> bool) -> Picked {
        let mut picked = Picked::new();
        for &(class, count) in bag {
            let found = (0..self.pieces.len()).rev().filter(|&k| {
                let p = &self.pieces[k];
                p.seat == seat && p.pos == pos && p.class == class && fits(p)
            });
            picked.extend(found.take(usize::from(count)));
        }
        picked
    }

    /// Shuffles a seat's blocks: those of one place and one set of marks are taken for each other from now on. (17)
    pub fn shuffle(&mut self, seat: Seat) {
        for k in 0..self.pieces.len() {
            let slot = self.pieces[k];
            if slot.seat != seat || slot.flags.has(Flags::UP) {
                continue;
            }
            let mut pools: ArrayVec<Pool, MOST_PIECES> = ArrayVec::new();
            for p in self.pieces.iter().filter(|p| same_slot(p, &slot)) {
                if !pools.contains(&p.pool) {
                    pools.push(p.pool);
                }
            }
            if pools.len() > 1 {
                self.merge(&slot, &pools);
            }
        }
        self.sort();
    }

    /// Merges pools where a part of a slot, but not all of it, is singled out.
    fn part_from_slots(&mut self, picked: &Picked) {
        for &k in picked {
            let slot = self.pieces[k];
            if slot.flags.has(Flags::UP) {
                continue; // whose face is up is told apart
            }
            let mut pools: ArrayVec<Pool, MOST_PIECES> = ArrayVec::new();
            let (mut size, mut taken) = (0, 0);
            for (j, p) in self.pieces.iter().enumerate() {
                if same_slot(p, &slot) {
                    size += 1;
                    taken += usize::from(picked.contains(&j));
                    if !pools.contains(&p.pool) {
                        pools.push(p.pool);
                    }
                }
            }
            if taken < size && pools.len() > 1 {
                self.merge(&slot, &pools);
            }
        }
    }

    fn merge(&mut self, slot: &Piece, pools: &[Pool]) {
        let hidden = pools.iter().copied().filter(|p| p.class().is_none()).min();
        let into = hidden.unwrap_or_else(|| self.fresh_pool());
        for p in &mut self.pieces {
            let whole = p.pool.class().is_none() && pools.contains(&p.pool);
            if p.seat == slot.seat && (whole || same_slot(p, slot)) {
                p.pool = into;
            }
        }
    }

    fn fresh_pool(&self) -> Pool {
        let used = |n: u8| self.pieces.iter().any(|p| p.pool.0 == n);
        Pool((CLASSES as u8..).find(|n| !used(*n)).unwrap_or(u8::MAX))
    }

    /// Shows the faces of blocks to the enemy. Those that nobody has looked at are drawn.
    pub fn show(&mut self, picked: &[usize]) {
        for &k in picked {
            if self.pieces[k].class == UNSEEN {
                self.pieces[k].class = self.draw(self.pieces[k].seat);
            }
            let p = &mut self.pieces[k];
            p.pool = Pool::known(p.class);
        }
        self.settle_pools();
    }

    /// Draws a face from an army's deck; of an empty one the least.
    fn draw(&mut self, seat: Seat) -> Class {
        let deck = &mut self.public.unseen[seat.index()];
        let left = deck.total();
        // a stream of its own for each draw, however many one order makes
        let key = u64::from(self.public.orders) << 9 | u64::from(left) << 1 | u64::from(seat.0);
        let mut at = Dice::new(self.seed, key, "unseen").below(u32::from(left)) as u8;
        for (class, count) in (0..).map(Class).zip(&mut deck.0) {
            if at < *count {
                *count -= 1;
                return class;
            }
            at -= *count;
        }
        Class::of(Arm::Infantry, LEAST_UNSEEN)
    }

    /// Makes pools known whose members can only be of one class.
    pub fn settle_pools(&mut self) {
        for k in 0..self.pieces.len() {
            let pool = self.pieces[k].pool;
            if pool.class().is_some() {
                continue;
            }
            let class = self.pieces[k].class;
            if self.pieces.iter().all(|p| p.pool != pool || p.class == class) {
                for p in self.pieces.iter_mut().filter(|p| p.pool == pool) {
                    p.pool = Pool::known(class);
                }
            }
        }
    }

    /// Whether the enemy must think it possible that a block's face fits.
    pub fn could_be(&self, piece: &Piece, fits: impl Fn(Class) -> bool) -> bool {
        match piece.pool.class() {
            Some(class) => fits(class),
            None => self.pieces.iter().any(|p| p.pool == piece.pool && fits(p.class)),
        }
    }

    /// Whether the enemy knows these blocks to be all alike: then a choice among them is none.
    pub fn known_alike<'a>(&'a self, mut pieces: impl Iterator<Item = &'a Piece>) -> bool {
        let Some(first) = pieces.next() else { return true };
        first.pool.class().is_some() && pieces.all(|p| p.pool == first.pool && p.flags == first.flags)
    }

    /// Takes one point off a block, showing its old and new face; a block of strength 1 is gone. (2)
    /// The indices of other blocks do not hold afterwards.
    pub fn reduce(&mut self, k: usize) {
        self.show(&[k]);
        match self.pieces[k].class.reduced() {
            Some(class) => {
                let p = &mut self.pieces[k];
                p.class = class;
                p.pool = Pool::known(class);
            }
            None => {
                self.pieces.remove(k);
                self.settle_pools();
            }
        }
        self.sort();
    }

    /// Takes a block away, face shown.
    pub fn eliminate(&mut self, k: usize) {
        self.show(&[k]);
        self.pieces.remove(k);
        self.settle_pools();
    }

    /// Changes the marks of a seat's blocks.
    pub fn remark(&mut self, seat: Seat, change: impl Fn(&Piece) -> Flags) {
        for p in self.pieces.iter_mut().filter(|p| p.seat == seat) {
            p.flags = change(p);
        }
        self.sort();
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::FRENCH;
    use super::*;
    use crate::kernel::Seed;

    fn piece(pos: u16, class: Class, pool: u8) -> Piece {
        Piece { seat: FRENCH, pos: Pos(pos), flags: Flags::NONE, class, pool: Pool(pool) }
    }

    #[test]
    fn a_part_of_a_mixed_slot_merges_its_pools_and_a_whole_slot_does_not() {
        let (foot, horse) = (Class::of(Arm::Infantry, 2), Class::of(Arm::Cavalry, 2));
        let mut s = State::empty(1);
        s.pieces.extend([piece(1, foot, 20), piece(1, horse, horse.0), piece(2, horse, 20)]);
        s.sort();
        let mut whole = s.clone();
        let bag: Bag = [(horse, 1), (foot, 1)].into_iter().collect();
        whole.single_out(FRENCH, Pos(1), &bag, |_| true);
        assert_eq!(whole, s, "nobody can mistake who left when all leave");
        s.single_out(FRENCH, Pos(1), &[(horse, 1)].into_iter().collect(), |_| true);
        assert!(s.pieces.iter().all(|p| p.pool == Pool(20)), "it may have been either");
    }

    #[test]
    fn without_shuffling_the_enemy_sees_who_leaves_until_the_turn_begins() {
        let (foot, horse) = (Class::of(Arm::Infantry, 2), Class::of(Arm::Cavalry, 2));
        let mut s = State::empty(1);
        s.pieces.extend([piece(1, horse, horse.0), piece(1, horse, 20), piece(1, foot, 20), piece(2, horse, horse.0)]);
        s.sort();
        let before = s.clone();
        let picked = s.point_out(FRENCH, Pos(1), &[(horse, 1)].into_iter().collect(), |_| true);
        assert_eq!((picked.len(), s.pieces[picked[0]].pool), (1, Pool(20)), "the one that is less known");
        assert_eq!(s, before, "nothing is mixed up");
        s.shuffle(FRENCH);
        let pools: Vec<Pool> = s.pieces.iter().map(|p| p.pool).collect();
        assert_eq!(pools, [Pool(20), Pool(20), Pool(20), Pool::known(horse)], "each place by itself");
    }

    #[test]
    fn faces_that_are_up_are_not_mixed_up() {
        let (foot, horse) = (Class::of(Arm::Infantry, 2), Class::of(Arm::Cavalry, 2));
        let mut s = State::empty(1);
        s.pieces.extend([piece(1, foot, foot.0), piece(1, horse, horse.0)]);
        s.remark(FRENCH, |_| Flags::UP);
        let open = s.clone();
        s.single_out(FRENCH, Pos(1), &[(horse, 1)].into_iter().collect(), |_| true);
        assert_eq!(s, open);
    }

    #[test]
    fn two_known_faces_that_are_mixed_up_stay_among_themselves() {
        let (foot, horse) = (Class::of(Arm::Infantry, 2), Class::of(Arm::Cavalry, 2));
        let mut s = State::empty(1);
        s.pieces.extend([piece(1, foot, foot.0), piece(1, horse, horse.0), piece(2, horse, horse.0)]);
        s.sort();
        s.single_out(FRENCH, Pos(1), &[(horse, 1)].into_iter().collect(), |_| true);
        let far = s.pieces.iter().find(|p| p.pos == Pos(2)).map(|p| p.pool);
        assert_eq!(far, Some(Pool::known(horse)));
        let near: Vec<Pool> = s.pieces.iter().filter(|p| p.pos == Pos(1)).map(|p| p.pool).collect();
        assert!(near[0] == near[1] && near[0].class().is_none());
    }

    #[test]
    fn a_block_that_nobody_has_looked_at_is_drawn_when_it_is_shown() {
        let [two, three] = [2, 3].map(|strength| Class::of(Arm::Infantry, strength));
        let mut drawn = [0; 2];
        for seed in 0..400 {
            let mut s = State::empty(1);
            s.seed = Seed(seed);
            s.public.unseen[FRENCH.index()].0[usize::from(two.0)] = 2;
            s.public.unseen[FRENCH.index()].0[usize::from(three.0)] = 1;
            s.pieces.extend([0, 1, 2].map(|pos| piece(pos, UNSEEN, 20)));
            s.settle_pools();
            assert!(s.pieces.iter().all(|p| p.pool.class() == Some(UNSEEN)), "that they are unseen is known");
            s.show(&[0]);
            drawn[usize::from(s.pieces[0].class == three)] += 1;
            assert_eq!(s.pieces[0].pool, Pool::known(s.pieces[0].class));
            s.show(&[1, 2]);
            let mut all: Vec<Class> = s.pieces.iter().map(|p| p.class).collect();
            all.sort_unstable();
            assert_eq!((all, s.public.unseen[1].total()), (vec![two, two, three], 0), "the deck is drawn, no more");
        }
        assert!((100..167).contains(&drawn[1]), "one in three is strong: {drawn:?}");
    }

    #[test]
    fn an_unseen_block_is_reduced_from_the_face_that_is_drawn() {
        let mut s = State::empty(1);
        s.public.unseen[FRENCH.index()].0[usize::from(Class::of(Arm::Infantry, 3).0)] = 1;
        s.pieces.push(piece(0, UNSEEN, 20));
        s.reduce(0);
        assert_eq!(s.pieces[0].class, Class::of(Arm::Infantry, 2));
    }

    #[test]
    fn the_last_face_of_a_pool_is_known_by_counting() {
        let (foot, horse) = (Class::of(Arm::Infantry, 2), Class::of(Arm::Cavalry, 2));
        let mut s = State::empty(1);
        s.pieces.extend([piece(1, foot, 20), piece(2, horse, 20)]);
        s.show(&[0]);
        assert!(s.pieces.iter().all(|p| p.pool.class() == Some(p.class)));
    }
}
