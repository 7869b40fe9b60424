//! How good a field is for a seat, in points of morale: what the enemy can do to it, what it can do to the enemy, and
//! where its pieces should be.

use super::super::Numbers;
use super::super::model::{AUSTRIAN, FRENCH, Pos, Public};
use super::field::Field;
use super::ground::{Ground, Way};
use crate::board::{AreaMap, LocaleId, LocaleSet, Width};
use crate::kernel::Seat;

/// How many traits a field or an order has.
pub const TRAITS: usize = 15;

/// What an order does, in numbers of one meaning each; [`TRAIT_NAMES`] says which. For what cannot be known they are
/// expected values over what the seat may know.
pub type Traits = [f32; TRAITS];

/// The traits by name, each better for the seat when it is greater, with what it counts.
pub const TRAIT_NAMES: [(&str, &str); TRAITS] = [
    ("safety", "morale that the enemy could force out of the seat's locales in his next turn, less of it"),
    ("threat", "morale that the seat could force out of the enemy's locales in its next turn"),
    ("advance", "turns that Austrian pieces have come nearer to the objective line, in the seat's favour"),
    ("beyond", "Austrian pieces east of the line as the victory counts them, weighed by how late it is"),
    ("close", "locales that French pieces have come nearer to the Austrian spearhead"),
    ("guard", "turns that French pieces have come back from behind the spearhead"),
    ("obstruct", "main roads that French pieces close in front of the spearhead"),
    ("strike", "morale that an attack takes from the enemy"),
    ("suffer", "morale and strength that an attack or its failure costs the seat, less of it"),
    ("pin", "enemy morale that an attack binds without taking it"),
    ("order", "French pieces organized, and how much it matters where"),
    ("siege", "morale that the seat could lose in assaults on its blocked approaches, less of it"),
    ("ruin", "how far the worst that threatens one locale goes beyond the morale that is left, less of it"),
    ("finish", "the chance that an attack breaks the enemy's army"),
    ("advice", "what the engine thinks of an answer in mid-action, in points of morale"),
];

/// The traits by index.
pub(super) mod traits {
    pub(crate) const SAFETY: usize = 0;
    pub(crate) const THREAT: usize = 1;
    pub(crate) const ADVANCE: usize = 2;
    pub(crate) const BEYOND: usize = 3;
    pub(crate) const CLOSE: usize = 4;
    pub(crate) const GUARD: usize = 5;
    pub(crate) const OBSTRUCT: usize = 6;
    pub(crate) const STRIKE: usize = 7;
    pub(crate) const SUFFER: usize = 8;
    pub(crate) const PIN: usize = 9;
    pub(crate) const ORDER: usize = 10;
    pub(crate) const SIEGE: usize = 11;
    pub(crate) const RUIN: usize = 12;
    pub(crate) const FINISH: usize = 13;
    pub(crate) const ADVICE: usize = 14;
}

/// One trait alone.
pub(super) fn just(which: usize, amount: f32) -> Traits {
    let mut only = [0.0; TRAITS];
    only[which] = amount;
    only
}

/// The sum of two sets of traits, the second so many times.
pub(super) fn plus(mut a: Traits, b: &Traits, times: f32) -> Traits {
    for (sum, more) in a.iter_mut().zip(b) {
        *sum += times * more;
    }
    a
}

/// What the traits are worth to `steady`, in points of morale, as Austria and as France: the one has a long way
/// and little morale at first, the other has more to lose by a failed attack than to win by a good one.
pub const STEADY: [Traits; 2] = [
    [0.85, 0.2, 0.27, 3.6, 0.0, 0.0, 0.0, 1.5, 0.9, 0.4, 0.0, 0.4, 1.5, 2.0, 1.0],
    [0.9, 0.3, 0.0, 0.0, 0.14, 0.35, 0.5, 1.0, 2.0, 0.3, 1.0, 0.2, 0.5, 2.0, 1.0],
];

/// A judge of fields at one moment of a match.
pub(super) struct Judge<'a> {
    map: &'a AreaMap,
    numbers: &'a Numbers,
    ground: &'a Ground,
    public: &'a Public,
    spearhead: Spearhead,
    /// Turns that Austrians need from each locale to the line, round or through the French.
    turns: Vec<f32>,
}

/// Where the foremost Austrian pieces stand that are enough for the marginal victory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spearhead {
    /// The locale of the hindmost of them.
    pub(super) at: LocaleId,
    /// How many turns it is from the objective line.
    pub(super) turns: f32,
}

impl Spearhead {
    /// Looks for it: a single raider is none, since the line counts several pieces.
    pub(super) fn of(map: &AreaMap, ground: &Ground, numbers: &Numbers, field: &Field) -> Spearhead {
        let mut heads: Vec<(f32, LocaleId)> = field.held(AUSTRIAN).iter().map(|l| (ground.to_line(l), l)).collect();
        heads.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut count = 0;
        let mut found = None;
        for (turns, at) in heads {
            count += field.inside(AUSTRIAN, at);
            found = Some(Spearhead { at, turns });
            if count >= numbers.goal_pieces() {
                break;
            }
        }
        found.unwrap_or_else(|| {
            let at = map.holdings().next().map_or(LocaleId(0), |h| map.holding(h).enters);
            Spearhead { at, turns: ground.to_line(at) }
        })
    }
}

/// What an attack by maneuver on a locale would cost its defender, and whether it can be stopped.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exposure {
    /// Morale lost and pinned down in a retreat.
    pub(super) loss: f32,
    /// Whether the attackers can force it.
    pub(super) forced: bool,
    /// Approaches that can be attacked over.
    pub(super) attackable: u8,
    /// How likely an assault over a blocked approach is to succeed, from 0 to 1.
    pub(super) storm: f32,
}

impl<'a> Judge<'a> {
    /// A judge for the present moment.
    pub(super) fn new(
        map: &'a AreaMap,
        numbers: &'a Numbers,
        ground: &'a Ground,
        public: &'a Public,
        spearhead: Spearhead,
        field: &Field,
    ) -> Judge<'a> {
        // every French piece in the way takes time to drive out, and a blocked approach has to be stormed
        let delay = |way: &Way| match field.inside(FRENCH, way.beyond).min(4) {
            0 => 0.0,
            pieces => {
                let blocked = field.at(FRENCH, Pos::approach(way.near.opposite())) >= way.width.pieces();
                0.7 + 0.3 * f32::from(pieces) + if blocked { 2.0 } else { 0.0 }
            }
        };
        Judge { map, numbers, ground, public, spearhead, turns: ground.turns_to_line(delay) }
    }

    /// Rounds that are left after this one.
    pub(super) fn rounds_left(&self) -> f32 {
        f32::from(self.numbers.rounds.saturating_sub(self.public.round))
    }

    /// How many approaches a locale is from the spearhead.
    pub(super) fn apart_from_head(&self, l: LocaleId) -> u8 {
        self.ground.apart(l, self.spearhead.at)
    }

    /// The traits of a field for a seat; only differences mean something.
    pub(super) fn traits(&self, field: &Field, seat: Seat) -> Traits {
        let foe = seat.other();
        let mut found = [0.0; TRAITS];
        let level = f32::from(self.public.morale[seat.index()].level());
        for l in self.contact(field, seat).iter() {
            let e = self.exposure(field, seat, l);
            found[traits::SAFETY] -= self.danger(e);
            found[traits::SIEGE] -= e.storm * (0.3 + e.loss);
            let likely = if e.forced { 1.0 } else { e.storm.max(0.2 * f32::from(e.attackable.min(3))) };
            found[traits::RUIN] -= likely * (self.stake(field, seat, l, e.loss) + 1.0 - level).clamp(0.0, 6.0);
        }
        for l in self.contact(field, foe).iter() {
            found[traits::THREAT] += self.danger(self.exposure(field, foe, l));
        }
        if seat == AUSTRIAN {
            self.advance(field, &mut found);
        } else {
            self.guard(field, &mut found);
        }
        found
    }

    fn danger(&self, e: Exposure) -> f32 {
        if e.forced { 0.3 + e.loss } else { 0.25 * f32::from(e.attackable) + 0.05 * e.loss }
    }

    /// The locales of a seat with an enemy next to them.
    fn contact(&self, field: &Field, seat: Seat) -> LocaleSet {
        let mut near = 0;
        for l in field.held(seat.other()).iter() {
            near |= self.map.neighbours(l).0;
        }
        LocaleSet(near & field.held(seat).0)
    }

    /// What the enemy of a seat could do to a locale of it by maneuver in a turn of his own.
    pub(super) fn exposure(&self, field: &Field, seat: Seat, l: LocaleId) -> Exposure {
        let foe = seat.other();
        let mut e = Exposure::default();
        let mut reserve = i16::from(field.at(seat, Pos::reserve(l)));
        let mut pressed = false;
        let mut commands = 3i16;
        for way in self.ground.ways(l) {
            if !field.held(foe).contains(way.beyond) {
                continue;
            }
            if foe == FRENCH && field.disordered.contains(way.beyond) {
                continue;
            }
            let blockers = field.at(seat, Pos::approach(way.near));
            if blockers > 0 {
                e.loss += f32::from(self.numbers.retreat_over(way.width).min(2 * blockers));
            }
            let close = field.at(foe, Pos::approach(way.near.opposite()));
            if blockers > 0 && close > 0 {
                e.storm = e.storm.max(self.storm(way, blockers, close));
            }
            let closes = self.numbers.closes(way.width);
            if blockers >= closes {
                continue;
            }
            let far = field.at(foe, Pos::reserve(way.beyond));
            if close == 0 && far == 0 || commands == 0 {
                continue;
            }
            e.attackable += 1;
            commands -= 1;
            let alone = way.width == Width::Narrow || (close + far) < 2;
            let needed = if alone { 1 } else { closes } - blockers.min(1);
            pressed |= way.width == Width::Wide && close.max(far) > 1;
            // 9.2: nobody answers an attack from the approach itself
            if (close > 1 || close > 0 && blockers == 0) && needed > 0 {
                e.forced = true;
            }
            reserve -= i16::from(needed);
        }
        e.forced |= reserve < 0;
        let foot = field.foot(seat, l);
        let n = self.numbers;
        e.loss += foot.min(f32::from(if pressed { n.retreat_reserve_pressed } else { n.retreat_reserve }));
        e.loss += field.guns(seat, l);
        e.loss += 0.8 * f32::from(self.public.morale[seat.index()].committed.0[l.index()]);
        if seat == AUSTRIAN {
            e.loss += 0.8 * f32::from(n.retreat_tokens) * f32::from(field.inside(seat, l));
        }
        e
    }

    /// How likely an assault by so many on so many over a way is to succeed, by numbers and ground alone. (11)
    fn storm(&self, way: &Way, blockers: u8, close: u8) -> f32 {
        let lead = self.numbers.leaders(way.width);
        let ground = self.map.approach(way.near).penalties.infantry;
        let attack = 2.1 * f32::from(close.min(lead)) - f32::from(ground);
        let second = blockers.saturating_sub(lead).min(lead);
        let defence = 2.0 * f32::from(blockers.min(lead)) + f32::from(second);
        (0.3 + 0.4 * (attack - defence)).clamp(0.0, 0.9)
    }

    /// The morale that an army could lose at most when it has to leave a locale: its reductions, the tokens there, and
    /// for the Austrians a token for each piece. (18)
    pub(super) fn stake(&self, field: &Field, seat: Seat, l: LocaleId, loss: f32) -> f32 {
        let tokens = f32::from(self.public.morale[seat.index()].committed.0[l.index()]);
        let pieces = if seat == AUSTRIAN { f32::from(field.inside(seat, l)) } else { 0.0 };
        loss + 0.2 * (tokens + pieces)
    }

    fn advance(&self, field: &Field, found: &mut Traits) {
        let mut beyond = 0;
        let mut colours: Vec<&str> = Vec::new();
        for l in field.held(AUSTRIAN).iter() {
            let pieces = field.inside(AUSTRIAN, l);
            found[traits::ADVANCE] -= f32::from(pieces) * self.turns[l.index()];
            let facts = self.map.locale(l);
            if facts.is_goal() {
                beyond += pieces;
            }
            colours.extend(facts.objective.as_deref().filter(|colour| !colours.contains(colour)));
        }
        for h in self.map.holdings() {
            let waiting = field.at(AUSTRIAN, Pos::holding(h));
            let turns = self.turns[self.map.holding(h).enters.index()] + 1.5;
            found[traits::ADVANCE] -= f32::from(waiting) * turns;
        }
        let asked = self.numbers.goal_pieces();
        let reached = if self.numbers.objective_colours > 0 { colours.len() as u8 } else { beyond };
        let late = 1.0 / (1.0 + 0.5 * self.rounds_left());
        let reserve = 0.3 * f32::from(beyond.saturating_sub(asked).min(3));
        found[traits::BEYOND] += late * (f32::from(reached.min(asked)) + reserve);
    }

    fn guard(&self, field: &Field, found: &mut Traits) {
        let Spearhead { at: head, turns } = self.spearhead;
        let mut closed = 0.0_f32;
        for l in field.held(FRENCH).iter() {
            let pieces = f32::from(field.inside(FRENCH, l));
            let apart = f32::from(self.ground.apart(l, head)).min(14.0);
            found[traits::CLOSE] -= pieces * apart;
            found[traits::GUARD] -= pieces * (self.ground.to_line(l) - turns).max(0.0);
            if self.ground.on_main(l) && self.ground.to_line(l) < turns && apart <= 3.0 {
                closed += 1.0;
            }
        }
        for h in self.map.holdings() {
            found[traits::CLOSE] -= f32::from(field.at(FRENCH, Pos::holding(h))) * 16.0;
        }
        found[traits::OBSTRUCT] += closed.min(3.0);
    }
}
