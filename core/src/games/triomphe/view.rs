//! What one seat may know, and full states that fit it.

use super::Triomphe;
use super::model::{Arm, Face, Flags, MOST_PIECES, Piece, Pool, Pos, Public, State};
use crate::kernel::{Class, Dice, Fault, Known, Seat, Seed};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// An enemy block as a seat sees it: its place and public marks, and the pool that its face is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Token {
    /// Where it is.
    pub pos: Pos,
    /// Its public marks.
    pub flags: Flags,
    /// What it is taken to be.
    pub pool: Pool,
}

impl Token {
    /// The face, where it is known.
    #[must_use]
    pub fn class(&self) -> Option<Class> {
        self.pool.class()
    }
}

/// The faces of a pool: which are in it is known, which member has which is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faces {
    /// The pool.
    pub pool: Pool,
    /// Its faces, sorted, one entry a member.
    pub classes: Vec<Class>,
}

/// What one seat may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view.
    pub seat: Seat,
    /// What everybody knows.
    pub public: Public,
    /// The seat's own blocks, with what the enemy takes them to be.
    pub own: Vec<Piece>,
    /// The enemy's blocks.
    pub theirs: Vec<Token>,
    /// The enemy's pools of hidden faces.
    pub pools: Vec<Faces>,
}

impl View {
    /// What each side can tell of the other's blocks, by place and pool.
    pub(super) fn known(&self) -> Vec<Known> {
        let own = |piece: &Piece| match piece.pool.class() {
            Some(class) => vec![class],
            None => {
                let pool = self.own.iter().filter(|other| other.pool == piece.pool).map(|other| other.class);
                let mut classes: Vec<Class> = pool.collect();
                classes.sort_unstable();
                classes.dedup();
                classes
            }
        };
        let ours = self.own.iter().map(|piece| (piece.pos, piece.seat, own(piece)));
        let theirs = self.theirs.iter().map(|token| (token.pos, self.seat.other(), self.could_be(token)));
        let mut known: Vec<Known> = Vec::new();
        for (pos, owner, classes) in ours.chain(theirs) {
            let part = pos.part();
            match known.iter_mut().find(|k| k.part == part && k.owner == owner && k.classes == classes) {
                Some(alike) => alike.count += 1,
                None => known.push(Known { part, owner, count: 1, classes }),
            }
        }
        known
    }

    /// The faces that an enemy block may have.
    pub fn could_be(&self, token: &Token) -> Vec<Class> {
        match token.class() {
            Some(class) => vec![class],
            None => {
                let faces = self.pools.iter().find(|f| f.pool == token.pool);
                let mut classes = faces.map_or_else(Vec::new, |f| f.classes.clone());
                classes.dedup();
                classes
            }
        }
    }
}

/// What the pieces in play tell of a hidden face, beyond their pools: an action that only some faces can do is under
/// way and the face is shown only at its end.
struct Promise {
    /// At least one of these blocks fits.
    among: fn(&State, &Piece) -> bool,
    fits: fn(&Triomphe, &State, Class) -> bool,
}

impl Triomphe {
    pub(super) fn view_of(&self, s: &State, seat: Seat) -> View {
        let mut theirs: Vec<Token> = Vec::new();
        let mut pools: Vec<Faces> = Vec::new();
        for p in s.pieces_of(seat.other()) {
            theirs.push(Token { pos: p.pos, flags: p.flags, pool: p.pool });
            if p.pool.class().is_none() {
                match pools.iter_mut().find(|f| f.pool == p.pool) {
                    Some(faces) => faces.classes.push(p.class),
                    None => pools.push(Faces { pool: p.pool, classes: vec![p.class] }),
                }
            }
        }
        theirs.sort_unstable();
        pools.sort_unstable_by_key(|f| f.pool);
        for faces in &mut pools {
            faces.classes.sort_unstable();
        }
        View { seat, public: s.public.clone(), own: s.pieces_of(seat).copied().collect(), theirs, pools }
    }

    /// A full state that fits a view: the hidden faces of each pool dealt to its members at random.
    pub(super) fn deal_of(&self, v: &View, seed: Seed) -> Result<State, Fault> {
        let mut dice = Dice::new(seed, u64::from(v.public.orders), "deal");
        let mut pieces: ArrayVec<Piece, MOST_PIECES> = ArrayVec::new();
        let full = || Fault::new("the view has more blocks than a match can have");
        pieces.try_extend_from_slice(&v.own).map_err(|_| full())?;
        let enemy = v.seat.other();
        let mut decks: Vec<Faces> = v.pools.clone();
        for deck in &mut decks {
            dice.shuffle(&mut deck.classes);
        }
        for token in &v.theirs {
            let dealt = || decks.iter_mut().find(|d| d.pool == token.pool).and_then(|d| d.classes.pop());
            let class = token.class().or_else(dealt);
            let class = class.ok_or_else(|| Fault::new("the view has a pool with too few faces"))?;
            let piece = Piece { seat: enemy, pos: token.pos, flags: token.flags, class, pool: token.pool };
            pieces.try_push(piece).map_err(|_| full())?;
        }
        let mut s = State { public: v.public.clone(), pieces, seed };
        s.sort();
        self.keep_promise(&mut s, v.seat, &mut dice);
        s.sort();
        Ok(s)
    }

    /// What the enemy's action under way promises about its pieces, as far as the seat has not seen it proved.
    fn promise(&self, s: &State, seat: Seat) -> Option<Promise> {
        if s.active == seat || s.ending.is_some() {
            return None;
        }
        let named = |_: &State, p: &Piece| p.flags.has(Flags::NAMED);
        if s.fight.assault && s.fight.attackers == 0 {
            // 11: it is not legal to declare an assault that nobody could lead
            return Some(Promise {
                among: |s, p| p.pos == s.fight.from && !p.flags.has(Flags::ACTED.with(Flags::DISORGANIZED)),
                fits: |g, s, class| g.can_head(s.fight.over, class),
            });
        }
        if s.march.road && s.march.attacked {
            return Some(Promise { among: named, fits: |g, _, class| g.numbers.road_attackers.admit(class) });
        }
        if s.march.road && s.march.via.is_none() {
            return Some(Promise { among: named, fits: |g, _, class| g.numbers.riders.admit(class) });
        }
        s.march.prove.then_some(Promise { among: named, fits: |_, _, class| class.arm() == Arm::Infantry })
    }

    /// Swaps faces within pools until the promise holds.
    fn keep_promise(&self, s: &mut State, seat: Seat, dice: &mut Dice) {
        let Some(promise) = self.promise(s, seat) else { return };
        let among = |s: &State, p: &Piece| p.seat != seat && (promise.among)(s, p);
        let fits = |s: &State, class| (promise.fits)(self, s, class);
        if s.pieces.iter().any(|p| among(s, p) && fits(s, p.class)) {
            return;
        }
        let mut swaps: Vec<(usize, usize)> = Vec::new();
        for (a, inside) in s.pieces.iter().enumerate().filter(|(_, p)| among(s, p) && p.pool.class().is_none()) {
            for (b, outside) in s.pieces.iter().enumerate() {
                if outside.pool == inside.pool && outside.seat == inside.seat && fits(s, outside.class) {
                    swaps.push((a, b));
                }
            }
        }
        if let Some(&(a, b)) = swaps.get(dice.below(swaps.len() as u32) as usize) {
            let class = s.pieces[a].class;
            s.pieces[a].class = s.pieces[b].class;
            s.pieces[b].class = class;
        }
    }
}
