//! How good a field is for a seat, in points of morale: what the enemy can do to it, what it can do to the enemy, and
//! where its pieces should be.

use super::super::Triomphe;
use super::super::model::{AUSTRIAN, FRENCH, Pos, Public};
use super::field::Field;
use super::ground::Ground;
use crate::board::{LocaleId, LocaleSet, Width};
use crate::kernel::Seat;

/// What things are worth, in points of morale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Loss that the enemy threatens next turn.
    pub(super) exposure: f32,
    /// Loss that the seat threatens next turn.
    pub(super) threat: f32,
    /// An Austrian piece one turn nearer to the line.
    pub(super) advance: f32,
    /// An Austrian piece east of the line at the end, up to what the victory asks.
    pub(super) beyond: f32,
    /// A French piece one locale nearer to the Austrian spearhead.
    pub(super) close: f32,
    /// A French piece one turn behind the spearhead.
    pub(super) behind: f32,
    /// A road closed in front of the spearhead.
    pub(super) obstruct: f32,
}

/// The weights of `steady`.
pub(super) const STEADY: Weights =
    Weights { exposure: 0.8, threat: 0.25, advance: 0.35, beyond: 3.0, close: 0.12, behind: 0.5, obstruct: 0.5 };

/// A judge of fields at one moment of a match.
pub(super) struct Judge<'a> {
    pub(super) g: &'a Triomphe,
    pub(super) ground: &'a Ground,
    pub(super) public: &'a Public,
    pub(super) weights: Weights,
    /// Where the Austrian spearhead stands, and how many turns it is from the line.
    spearhead: (LocaleId, f32),
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
}

impl<'a> Judge<'a> {
    /// A judge for the present moment.
    pub(super) fn new(
        g: &'a Triomphe,
        ground: &'a Ground,
        public: &'a Public,
        field: &Field,
        weights: Weights,
    ) -> Judge<'a> {
        let mut heads: Vec<(f32, LocaleId, u8)> = Vec::new();
        for l in field.held(AUSTRIAN).iter() {
            heads.push((ground.to_line(l), l, field.inside(AUSTRIAN, l)));
        }
        heads.sort_by(|a, b| a.0.total_cmp(&b.0));
        // a single raider is no spearhead: the line counts three pieces
        let mut count = 0;
        let mut spearhead = None;
        for (turns, l, pieces) in heads {
            count += pieces;
            spearhead = Some((l, turns));
            if count >= g.numbers.objective_pieces {
                break;
            }
        }
        let entry = || {
            let holding = g.map.holdings().next().map(|h| g.map.holding(h).enters).unwrap_or(LocaleId(0));
            (holding, ground.to_line(holding))
        };
        Judge { g, ground, public, weights, spearhead: spearhead.unwrap_or_else(entry) }
    }

    /// Rounds that are left after this one.
    pub(super) fn rounds_left(&self) -> f32 {
        f32::from(self.g.numbers.rounds.saturating_sub(self.public.round))
    }

    /// How many approaches a locale is from the spearhead.
    pub(super) fn apart_from_head(&self, l: LocaleId) -> u8 {
        self.ground.apart(l, self.spearhead.0)
    }

    /// The value of a field for a seat; only differences mean something.
    pub(super) fn value(&self, field: &Field, seat: Seat) -> f32 {
        let foe = seat.other();
        let mut value = 0.0;
        for l in self.contact(field, seat).iter() {
            value -= self.weights.exposure * self.danger(self.exposure(field, seat, l));
        }
        for l in self.contact(field, foe).iter() {
            value += self.weights.threat * self.danger(self.exposure(field, foe, l));
        }
        value + if seat == AUSTRIAN { self.advance(field) } else { self.guard(field) }
    }

    fn danger(&self, e: Exposure) -> f32 {
        if e.forced { 0.3 + e.loss } else { 0.25 * f32::from(e.attackable) + 0.05 * e.loss }
    }

    /// The locales of a seat with an enemy next to them.
    fn contact(&self, field: &Field, seat: Seat) -> LocaleSet {
        let mut near = 0;
        for l in field.held(seat.other()).iter() {
            near |= self.g.map.neighbours(l).0;
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
                e.loss += f32::from(way.width.pieces().min(2 * blockers));
            }
            if blockers >= way.width.pieces() {
                continue;
            }
            let close = field.at(foe, Pos::approach(way.near.opposite()));
            let far = field.at(foe, Pos::reserve(way.beyond));
            if close == 0 && far == 0 || commands == 0 {
                continue;
            }
            e.attackable += 1;
            commands -= 1;
            let alone = way.width == Width::Narrow || (close + far) < 2;
            let needed = if alone { 1 } else { way.width.pieces() } - blockers.min(1);
            pressed |= way.width == Width::Wide && close.max(far) > 1;
            // 9.2: nobody answers an attack from the approach itself
            if (close > 1 || close > 0 && blockers == 0) && needed > 0 {
                e.forced = true;
            }
            reserve -= i16::from(needed);
        }
        e.forced |= reserve < 0;
        let foot = field.foot(seat, l);
        e.loss += foot.min(if pressed { 2.0 } else { 1.0 }) + field.guns(seat, l);
        e.loss += 0.8 * f32::from(self.public.morale[seat.index()].committed.0[l.index()]);
        if seat == AUSTRIAN {
            e.loss += 0.8 * f32::from(field.inside(seat, l));
        }
        e
    }

    fn advance(&self, field: &Field) -> f32 {
        let mut value = 0.0;
        let mut beyond = 0;
        for l in field.held(AUSTRIAN).iter() {
            let pieces = field.inside(AUSTRIAN, l);
            value -= self.weights.advance * f32::from(pieces) * self.ground.to_line(l);
            if self.g.map.locale(l).east_of_line {
                beyond += pieces;
            }
        }
        for h in self.g.map.holdings() {
            let waiting = field.at(AUSTRIAN, Pos::holding(h));
            let turns = self.ground.to_line(self.g.map.holding(h).enters) + 1.5;
            value -= self.weights.advance * f32::from(waiting) * turns;
        }
        let asked = self.g.numbers.objective_pieces;
        let late = 1.0 / (1.0 + 0.5 * self.rounds_left());
        value += self.weights.beyond * late * f32::from(beyond.min(asked));
        value + 0.3 * self.weights.beyond * late * f32::from(beyond.saturating_sub(asked).min(3))
    }

    fn guard(&self, field: &Field) -> f32 {
        let (head, turns) = self.spearhead;
        let mut value = 0.0;
        let mut closed = 0.0_f32;
        for l in field.held(FRENCH).iter() {
            let pieces = f32::from(field.inside(FRENCH, l));
            let apart = f32::from(self.ground.apart(l, head)).min(14.0);
            value -= self.weights.close * pieces * apart;
            let behind = (self.ground.to_line(l) - turns).max(0.0);
            value -= self.weights.behind * pieces * behind;
            if self.ground.on_main(l) && self.ground.to_line(l) < turns && apart <= 3.0 {
                closed += 1.0;
            }
        }
        for h in self.g.map.holdings() {
            let waiting = f32::from(field.at(FRENCH, Pos::holding(h)));
            value -= self.weights.close * waiting * 16.0;
        }
        value + self.weights.obstruct * closed.min(3.0)
    }
}
