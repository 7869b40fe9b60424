//! What the game is made of: blocks, positions, and the state, small and flat, with this turn's memory.

use super::flow::{Fight, March, Step};
use super::own::Prompt;
use super::tally::{Marks, Tally};
use super::traffic::TrafficTable;
use crate::board::{ApproachId, AreaMap, CrossingId, HoldingId, LocaleId, LocaleSet, PairId, Position};
use crate::kernel::{CanonicalBytes, Class, Outcome, Part, Rule, Seat, Seed};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The Austrian seat: first in every round, as printed. (5)
pub const AUSTRIAN: Seat = Seat(0);
/// The French seat.
pub const FRENCH: Seat = Seat(1);

/// The type of a block. (2)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arm {
    /// Guns.
    Artillery,
    /// Horse.
    Cavalry,
    /// Foot.
    Infantry,
}

/// The strongest face that a pack may print.
pub(super) const MOST_STRENGTH: u8 = 4;

/// What a face shows: classes count from the weakest gun to the strongest infantry.
pub trait Face {
    /// The class of a face; strength from 1 to 4.
    fn of(arm: Arm, strength: u8) -> Self;
    /// Its type.
    fn arm(self) -> Arm;
    /// Its strength.
    fn strength(self) -> u8;
    /// The face one point weaker; none below 1. (2)
    fn reduced(self) -> Option<Class>;
}

impl Face for Class {
    fn of(arm: Arm, strength: u8) -> Class {
        Class(arm as u8 * MOST_STRENGTH + strength - 1)
    }
    fn arm(self) -> Arm {
        match self.0 / MOST_STRENGTH {
            0 => Arm::Artillery,
            1 => Arm::Cavalry,
            _ => Arm::Infantry,
        }
    }
    fn strength(self) -> u8 {
        if self == UNSEEN { LEAST_UNSEEN } else { self.0 % MOST_STRENGTH + 1 }
    }
    fn reduced(self) -> Option<Class> {
        (self.strength() > 1).then(|| Class::of(self.arm(), self.strength() - 1))
    }
}

/// How many classes of faces there are.
pub const CLASSES: usize = 3 * MOST_STRENGTH as usize;

/// The class of a block that nobody has looked at, its owner neither: infantry, whose face is drawn from its army's deck
/// when it is first shown. As no such block is told from another, that is the same as a draw at the start.
pub const UNSEEN: Class = Class(CLASSES as u8);

/// What such a block counts as long as it is unseen: no face in a deck is weaker.
pub(super) const LEAST_UNSEEN: u8 = 2;

/// The classes as the notation writes them: the faces, and last the block without one.
pub const CLASS_NAMES: [&str; CLASSES + 1] =
    ["1A", "2A", "3A", "4A", "1C", "2C", "3C", "4C", "1I", "2I", "3I", "4I", "?I"];

/// The faces alone, by class.
pub(super) const FACE_NAMES: &[&str] = CLASS_NAMES.split_at(CLASSES).0;

/// Faces by their class, with how many there are: of blocks that nobody has looked at.
pub type Deck = Tally<CLASSES>;

/// Where a block is: a reserve, an approach or a holding area. (3)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pos(pub u16);

const APPROACHES: u16 = 128;
const HOLDINGS: u16 = APPROACHES + 512;
/// How many positions there can be.
pub(super) const POSITIONS: usize = HOLDINGS as usize + 8;
const CROSSINGS: u32 = 1024;

impl Pos {
    /// The reserve of a locale.
    #[must_use]
    pub const fn reserve(locale: LocaleId) -> Pos {
        Pos(locale.0 as u16)
    }
    /// An approach.
    #[must_use]
    pub const fn approach(approach: ApproachId) -> Pos {
        Pos(APPROACHES + approach.0)
    }
    /// A holding area.
    #[must_use]
    pub const fn holding(holding: HoldingId) -> Pos {
        Pos(HOLDINGS + holding.0 as u16)
    }
    /// The position spelt out.
    #[must_use]
    pub const fn place(self) -> Position {
        if self.0 < APPROACHES {
            Position::Reserve(LocaleId(self.0 as u8))
        } else if self.0 < HOLDINGS {
            Position::Approach(ApproachId(self.0 - APPROACHES))
        } else {
            Position::Holding(HoldingId((self.0 - HOLDINGS) as u8))
        }
    }
    /// Whether it is a reserve.
    #[must_use]
    pub const fn is_reserve(self) -> bool {
        self.0 < APPROACHES
    }
    /// The locale that it lies in; none for a holding area.
    #[must_use]
    pub fn locale(self, map: &AreaMap) -> Option<LocaleId> {
        match self.place() {
            Position::Reserve(locale) => Some(locale),
            Position::Approach(approach) => Some(map.approach(approach).locale),
            Position::Holding(_) => None,
        }
    }
    /// A position in its compact form.
    #[must_use]
    pub const fn of(position: Position) -> Pos {
        match position {
            Position::Reserve(locale) => Pos::reserve(locale),
            Position::Approach(approach) => Pos::approach(approach),
            Position::Holding(holding) => Pos::holding(holding),
        }
    }
    /// The position as an index into tables of [`POSITIONS`] entries.
    #[must_use]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
    /// The position as a part of the board. A locale and its reserve are one part.
    #[must_use]
    pub const fn part(self) -> Part {
        Part(self.0 as u32)
    }
}

impl std::fmt::Debug for Pos {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.place())
    }
}

/// What a part of the board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A position, or the locale of a reserve.
    Pos(Pos),
    /// A crossing.
    Crossing(CrossingId),
}

impl PartKind {
    /// The position, if it is one.
    #[must_use]
    pub const fn pos(self) -> Option<Pos> {
        match self {
            PartKind::Pos(pos) => Some(pos),
            PartKind::Crossing(_) => None,
        }
    }
}

/// A crossing as a part of the board.
#[must_use]
pub const fn crossing_part(crossing: CrossingId) -> Part {
    Part(CROSSINGS + crossing.0 as u32)
}

/// What a part of this game's board is; none for a part of no meaning.
#[must_use]
pub fn part_kind(part: Part) -> Option<PartKind> {
    match part.0 {
        n if (n as usize) < POSITIONS => Some(PartKind::Pos(Pos(n as u16))),
        _ => part_crossing(part).map(PartKind::Crossing),
    }
}

/// The crossing that a part of this game's board is.
#[inline]
pub(super) fn part_crossing(part: Part) -> Option<CrossingId> {
    part.0.checked_sub(CROSSINGS).and_then(|n| u8::try_from(n).ok()).map(CrossingId)
}

/// The public marks of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Flags(pub u16);

impl Flags {
    /// It took part in an action this turn. (6)
    pub const ACTED: Flags = Flags(1);
    /// It is disorganized. (14)
    pub const DISORGANIZED: Flags = Flags(2);
    /// It was organized this turn. (14)
    pub const ORGANIZED: Flags = Flags(4);
    /// It has a bombardment declared and not completed. (10.1)
    pub const AIMED: Flags = Flags(8);
    /// It declared or completed a bombardment in its owner's latest turn. (11.4)
    pub const SALVO: Flags = Flags(16);
    /// It completed a bombardment this turn, or in some readings ended a declaration: its face stays up. (10.2)
    pub const FIRED: Flags = Flags(2048);
    /// Its face is up. (10.1, 11, 15)
    pub const UP: Flags = Flags(32);
    /// It came back into reserve by clean-up this turn, where that matters. (16)
    pub const CLEANED: Flags = Flags(64);
    /// It is one of the pieces of the action under way.
    pub const NAMED: Flags = Flags(128);
    /// It leads an attack or a defence. (11.2, 11.3)
    pub const LEADS: Flags = Flags(256);
    /// It counter-attacks. (11.5)
    pub const COUNTERS: Flags = Flags(512);
    /// It was chosen in a step or order of a pack that is under way.
    pub const CHOSEN: Flags = Flags(4096);
    /// It still has to retreat. (13.2)
    pub const FLEES: Flags = Flags(1024);
    /// All marks.
    pub(super) const ALL: Flags = Flags(4095);
    /// No mark.
    pub const NONE: Flags = Flags(0);

    /// Whether any of `other` is set.
    #[must_use]
    pub const fn has(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }
    /// These marks and others.
    #[must_use]
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
    /// These marks without others.
    #[must_use]
    pub const fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

/// The group of faces that the enemy takes a block to be from: below [`CLASSES`] its face is known to be that class, and
/// `Pool::UNSEEN` are the blocks known to have none yet; the others are each a pool whose members' faces are known only together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Pool(pub u8);

impl Pool {
    /// A pool that says nothing.
    pub(super) const HIDDEN: Pool = Pool(u8::MAX);
    /// Blocks known to be such as nobody has looked at.
    const UNSEEN: Pool = Pool(u8::MAX - 1);
    /// The group of blocks known to be of one class.
    #[must_use]
    pub const fn known(class: Class) -> Pool {
        if class.0 == UNSEEN.0 { Pool::UNSEEN } else { Pool(class.0) }
    }
    /// The class that every member is known to be.
    #[must_use]
    pub const fn class(self) -> Option<Class> {
        if self.0 == Pool::UNSEEN.0 {
            Some(UNSEEN)
        } else if (self.0 as usize) < CLASSES {
            Some(Class(self.0))
        } else {
            None
        }
    }
}

/// A block. Its place in the list means nothing: the list is kept sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// Where it is.
    pub pos: Pos,
    /// Its public marks.
    pub flags: Flags,
    /// Its face, hidden from the enemy.
    pub class: Class,
    /// What the enemy takes it to be.
    pub pool: Pool,
}

impl Piece {
    /// All its fields in one number, in the order in which blocks are sorted.
    pub(super) const fn rank(&self) -> u64 {
        (self.seat.0 as u64) << 48
            | (self.pos.0 as u64) << 32
            | (self.flags.0 as u64) << 16
            | (self.class.0 as u64) << 8
            | self.pool.0 as u64
    }
}

/// The most blocks that a match can have at once.
pub const MOST_PIECES: usize = 64;
/// The most rounds that a match can have.
pub const MOST_ROUNDS: usize = 24;

/// An army's morale. Its level is what is uncommitted and what is committed to locales. (18)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Morale {
    /// Tokens in the uncommitted morale area.
    pub uncommitted: u8,
    /// Tokens committed to each locale.
    pub committed: Tally<{ AreaMap::MOST_LOCALES }>,
    /// Tokens waiting on the time track, by round from 0.
    pub track: [u8; MOST_ROUNDS],
    /// Tokens lost.
    pub lost: u8,
}

impl Morale {
    /// The morale level.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.uncommitted + self.committed.total()
    }
}

/// How a match ended. (19)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub winner: Seat,
    /// By demoralization; otherwise by the objective line.
    pub decisive: bool,
}

impl Ending {
    /// The ending in the kernel's words.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        let kind = if self.decisive { "decisive victory" } else { "marginal victory" };
        Outcome { winner: Some(self.winner), kind: kind.into(), rule: Rule::of("19") }
    }
}

/// Everything that changes in a match except who sees what: public to both seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Public {
    /// The round, from 1.
    pub round: u8,
    /// Whose turn it is.
    pub active: Seat,
    /// Commands used this turn. (6)
    pub used: u8,
    /// Commands that this turn has. (6)
    pub allowance: u8,
    /// Both armies' morale, by seat.
    pub morale: [Morale; 2],
    /// Locales that each army was the last to enter, by seat. (18)
    pub entered: [LocaleSet; 2],
    /// French tokens that the enemy moved into a locale in its latest turn. (18)
    pub shifted: Tally<{ AreaMap::MOST_LOCALES }>,
    /// Road traffic this turn. (8)
    pub traffic: TrafficTable,
    /// Approaches across which a maneuver attack was made this turn. (9.3)
    pub attacked: Marks<8>,
    /// Pairs across which an assault was lost this turn. (11)
    pub closed: Marks<4>,
    /// Locales taken by assault this turn. (11)
    pub stormed: LocaleSet,
    /// Locales where organizing was begun this turn. (14)
    pub begun: LocaleSet,
    /// Pieces that came over the pontoon bridge this turn. (15)
    pub pontoon: u8,
    /// Where the turn stands.
    pub step: Step,
    /// The attack under way.
    pub fight: Fight,
    /// The road march or other movement under way.
    pub march: March,
    /// Tokens that each army still has to lose, by seat. (18)
    pub to_lose: [u8; 2],
    /// Tokens that each army still has to commit, and where, by seat. (18)
    pub to_commit: [(LocaleId, u8); 2],
    /// The round in which each army was demoralized and fought on, by seat; 0 when it is not. (19)
    #[serde(default, skip_serializing_if = "nobody_broken")]
    pub broken: [u8; 2],
    /// How many more pieces can be organized this turn; [`ANY_QUOTA`] is any number. (14)
    #[serde(default = "any_quota", skip_serializing_if = "is_any_quota")]
    pub quota: u8,
    /// How many steps road marches of the turn have; [`ANY_REACH`] is as many as the numbers say. (8)
    #[serde(default = "any_reach", skip_serializing_if = "is_any_reach")]
    pub reach: u8,
    /// The hours from which reinforcements of each holding area enter this turn; [`AS_PRINTED`] is that of the board. (15)
    #[serde(default = "as_printed", skip_serializing_if = "is_as_printed")]
    pub entry: [u8; AreaMap::MOST_HOLDINGS],
    /// The phase of the turn, from 0. (5)
    #[serde(default, skip_serializing_if = "is_zero")]
    pub phase: u8,
    /// How the match ended.
    pub ending: Option<Ending>,
    /// Orders played so far.
    pub orders: u32,
    /// What packs remember, laid out by their schemas.
    pub memory: ArrayVec<u8, 128>,
    /// Which step of a pack the turn stands at, or comes to next.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub own: u8,
    /// What that step asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Prompt>,
    /// The faces of the blocks that nobody has looked at, by seat: how many there are of each is known to all.
    #[serde(default, skip_serializing_if = "all_seen")]
    pub unseen: [Deck; 2],
}

fn all_seen(unseen: &[Deck; 2]) -> bool {
    unseen.iter().all(|deck| deck.total() == 0)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// As many pieces as a match can have may be organized.
pub const ANY_QUOTA: u8 = MOST_PIECES as u8;

fn any_quota() -> u8 {
    ANY_QUOTA
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_any_quota(quota: &u8) -> bool {
    *quota == ANY_QUOTA
}

/// Road marches have as many steps as the numbers say.
pub const ANY_REACH: u8 = 15;

fn any_reach() -> u8 {
    ANY_REACH
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_any_reach(reach: &u8) -> bool {
    *reach == ANY_REACH
}

/// No hour: reinforcements enter as the board says.
pub const AS_PRINTED: u8 = u8::MAX;

fn as_printed() -> [u8; AreaMap::MOST_HOLDINGS] {
    [AS_PRINTED; AreaMap::MOST_HOLDINGS]
}

fn is_as_printed(entry: &[u8; AreaMap::MOST_HOLDINGS]) -> bool {
    *entry == as_printed()
}

fn nobody_broken(broken: &[u8; 2]) -> bool {
    *broken == [0; 2]
}

/// The whole state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What both seats know.
    pub public: Public,
    /// All blocks, sorted.
    pub pieces: ArrayVec<Piece, MOST_PIECES>,
    /// The seed of the match's dice.
    pub seed: Seed,
}

impl std::ops::Deref for State {
    type Target = Public;
    fn deref(&self) -> &Public {
        &self.public
    }
}

impl std::ops::DerefMut for State {
    fn deref_mut(&mut self) -> &mut Public {
        &mut self.public
    }
}

impl State {
    /// A seat's blocks.
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = &Piece> + '_ {
        self.own(seat).iter()
    }
    /// A seat's blocks, position by position.
    pub(super) fn stacks(&self, seat: Seat) -> impl Iterator<Item = &[Piece]> + '_ {
        self.own(seat).chunk_by(|a, b| a.pos == b.pos)
    }
    fn own(&self, seat: Seat) -> &[Piece] {
        // the list is sorted by seat
        let (first, second) = self.pieces.split_at(self.pieces.partition_point(|p| p.seat == Seat(0)));
        if seat == Seat(0) { first } else { second }
    }
    /// A seat's blocks in one position.
    pub fn at(&self, seat: Seat, pos: Pos) -> impl Iterator<Item = &Piece> + '_ {
        // the list is sorted by seat and position
        let start = self.pieces.partition_point(|p| (p.seat, p.pos) < (seat, pos));
        self.pieces[start..].iter().take_while(move |p| p.seat == seat && p.pos == pos)
    }
    /// How many blocks a seat has in one position.
    #[must_use]
    pub fn count_at(&self, seat: Seat, pos: Pos) -> u8 {
        self.at(seat, pos).count() as u8
    }
    /// A seat's blocks in one locale, in all its positions.
    pub fn inside<'a>(
        &'a self,
        map: &'a AreaMap,
        seat: Seat,
        locale: LocaleId,
    ) -> impl Iterator<Item = &'a Piece> + 'a {
        self.pieces.iter().filter(move |p| p.seat == seat && p.pos.locale(map) == Some(locale))
    }
    /// How many blocks a seat has in one locale.
    #[must_use]
    pub fn count_in(&self, map: &AreaMap, seat: Seat, locale: LocaleId) -> u8 {
        self.inside(map, seat, locale).count() as u8
    }
    /// The locales that a seat occupies: any block in any position. (3)
    #[must_use]
    pub fn occupied(&self, map: &AreaMap, seat: Seat) -> LocaleSet {
        self.pieces_of(seat).filter_map(|p| p.pos.locale(map)).collect()
    }
    /// Puts the list of blocks back into its one order.
    pub fn sort(&mut self) {
        // few blocks stand out of order: each is carried down to its place
        let mut last = 0;
        for k in 0..self.pieces.len() {
            let piece = self.pieces[k];
            let rank = piece.rank();
            if rank >= last {
                last = rank;
                continue;
            }
            let mut at = k;
            while at > 0 && self.pieces[at - 1].rank() > rank {
                self.pieces[at] = self.pieces[at - 1];
                at -= 1;
            }
            self.pieces[at] = piece;
        }
    }
    /// The commands that are left this turn.
    #[must_use]
    pub fn commands_left(&self) -> u8 {
        self.allowance.saturating_sub(self.used)
    }
    /// Whether an army is demoralized and fights on. (19)
    #[must_use]
    pub fn is_broken(&self, seat: Seat) -> bool {
        self.broken[seat.index()] > 0
    }
    /// Whether a pair was shut by a lost assault this turn. (11)
    #[must_use]
    pub fn is_closed(&self, pair: PairId) -> bool {
        self.closed.has(pair.index())
    }
}

impl CanonicalBytes for State {
    fn canonical(&self, out: &mut Vec<u8>) {
        let p = &self.public;
        out.extend([p.round, p.active.0, p.used, p.allowance, p.pontoon]);
        for seat in 0..2 {
            let m = &p.morale[seat];
            out.extend([m.uncommitted, m.lost, p.to_lose[seat], p.to_commit[seat].0.0, p.to_commit[seat].1]);
            out.extend(m.committed.0);
            out.extend(m.track);
            out.extend(p.entered[seat].0.to_le_bytes());
        }
        out.extend(p.shifted.0);
        p.traffic.canonical(out);
        for word in p.attacked.0.iter().chain(&p.closed.0) {
            out.extend(word.to_le_bytes());
        }
        out.extend(p.stormed.0.to_le_bytes());
        out.extend(p.begun.0.to_le_bytes());
        p.step.canonical(out);
        p.fight.canonical(out);
        p.march.canonical(out);
        out.extend(p.ending.map_or([0; 2], |e| [1 + e.winner.0, u8::from(e.decisive)]));
        out.extend(p.orders.to_le_bytes());
        out.extend((p.memory.len() as u32).to_le_bytes());
        out.extend(&p.memory);
        for piece in &self.pieces {
            out.push(piece.seat.0);
            out.extend(piece.pos.0.to_le_bytes());
            out.extend(piece.flags.0.to_le_bytes());
            out.extend([piece.class.0, piece.pool.0]);
        }
        p.fight.canonical_more(out);
        if p.step == Step::Own {
            out.extend([p.own, u8::from(p.prompt.is_some())]);
            if let Some(prompt) = p.prompt {
                prompt.canonical(out);
            }
        }
        if !nobody_broken(&p.broken) || p.phase > 0 || p.quota != ANY_QUOTA {
            out.push(254); // no seat: the list of pieces is over
            out.extend(p.broken);
            out.extend([p.phase, p.quota]);
        }
        if p.reach != ANY_REACH || !is_as_printed(&p.entry) {
            out.push(253);
            out.push(p.reach);
            out.extend(p.entry);
        }
        if !all_seen(&p.unseen) {
            out.push(252);
            p.unseen.iter().for_each(|deck| out.extend(deck.0));
        }
        out.extend(self.seed.0.to_le_bytes());
    }
}
