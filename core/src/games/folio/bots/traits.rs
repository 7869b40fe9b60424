//! What each order does, in numbers of one meaning each: the one ply of thought that `steady` and scripts share.

use super::sight::Sight;
use crate::board::HexId;
use crate::games::folio::army::Kind as Unit;
use crate::games::folio::flow::{Kind, Step};
use crate::games::folio::model::{Flags, Place, UnitId};
use crate::games::folio::order::{Act, Order};

/// How many traits an order has.
pub const TRAITS: usize = 20;

/// What an order does; [`TRAIT_NAMES`] says which number counts what.
pub type Traits = [f32; TRAITS];

/// The traits by name, each better for the seat when it is greater, with what it counts.
pub const TRAIT_NAMES: [(&str, &str); TRAITS] = [
    ("near", "hexes from where a unit stands to what its side wants, less of them"),
    ("press", "how much stronger the side is than the enemy stacks next to a unit, up to some points each"),
    ("shelter", "how well the ground shelters a unit near the enemy"),
    ("company", "1 where a unit near the enemy is not alone in its hex"),
    ("guns", "how many enemy stacks guns that are ready to fire see in range, up to two"),
    ("marengo", "1 in Marengo"),
    ("exposed", "strength by which the enemy could attack a unit's hex beyond its defence, less of it"),
    ("mass", "strength points of the side in a unit's hex and next to it"),
    ("lead", "strength points that a leader stands with, and his safety"),
    ("camp", "how well headquarters and trains stand"),
    ("line", "0 with a safe line of retreat, else what is at stake, less of it"),
    ("rest", "how far a disrupted unit keeps from the enemy"),
    ("odds", "what the table promises who fights, over all six dice"),
    ("strike", "strength points that a fight costs the enemy in the mean, by his units' morale"),
    ("suffer", "strength points that it costs the side in the mean, less of them"),
    ("zone", "1 outside enemy zones of control; who seeks contact weighs it less than nothing"),
    ("behind", "enemy strength near a unit that is nearer to its line of communications than it is, less of it"),
    ("refuge", "hexes next to a unit to which it could retreat, up to two"),
    ("shelled", "strength of enemy guns, ready to fire, that see a unit in range, less of it"),
    ("advice", "what the engine thinks of an order otherwise"),
];

/// The traits by index.
pub(super) mod at {
    pub(crate) const NEAR: usize = 0;
    pub(crate) const PRESS: usize = 1;
    pub(crate) const SHELTER: usize = 2;
    pub(crate) const COMPANY: usize = 3;
    pub(crate) const GUNS: usize = 4;
    pub(crate) const MARENGO: usize = 5;
    pub(crate) const EXPOSED: usize = 6;
    pub(crate) const MASS: usize = 7;
    pub(crate) const LEAD: usize = 8;
    pub(crate) const CAMP: usize = 9;
    pub(crate) const LINE: usize = 10;
    pub(crate) const REST: usize = 11;
    pub(crate) const ODDS: usize = 12;
    pub(crate) const STRIKE: usize = 13;
    pub(crate) const SUFFER: usize = 14;
    pub(crate) const ZONE: usize = 15;
    pub(crate) const BEHIND: usize = 16;
    pub(crate) const REFUGE: usize = 17;
    pub(crate) const SHELLED: usize = 18;
    pub(crate) const ADVICE: usize = 19;
}

/// What the traits are worth to `steady`, as Austria and as France: the one has to come forward, the other to hold, not to be
/// cut off, and to strike back.
pub(super) const STEADY_WEIGHTS: [Traits; 2] = [
    [1.2, 1.0, 0.5, 0.8, 3.0, 3.0, 0.0, 0.0, 0.8, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    [0.6, 0.3, 1.0, 0.8, 3.0, 3.0, 0.0, 0.0, 0.8, 1.0, 1.0, 1.0, 0.0, 2.0, 0.0, -3.0, 0.4, 0.0, 0.0, 1.0],
];

/// One trait alone.
fn just(which: usize, amount: f32) -> Traits {
    let mut only = [0.0; TRAITS];
    only[which] = amount;
    only
}

/// The sum of two sets of traits, the second so many times.
fn plus(mut a: Traits, b: &Traits, times: f32) -> Traits {
    for (sum, more) in a.iter_mut().zip(b) {
        *sum += times * more;
    }
    a
}

fn advice(amount: f32) -> Traits {
    just(at::ADVICE, amount)
}

impl Sight<'_> {
    /// What an order does; only orders of one decision are compared.
    pub(super) fn traits(&self, order: &Order) -> Traits {
        let (g, s) = (self.g, self.s);
        let (unit, hex) = (order.unit(), order.hex());
        let at = |unit: Option<UnitId>| unit.and_then(|unit| s.unit(unit).at.hex());
        let near = |hex: HexId| -f32::from(g.map.grid().distance(hex, self.aim));
        let none = || [0.0; TRAITS];
        match order.act {
            Act::Done | Act::Go | Act::Stay | Act::Limber | Act::Exit | Act::Unsquare | Act::Leave => self.rest(order),
            Act::Column => advice(-(self.options.iter().position(|(other, _)| other == order).unwrap_or(0) as f32)),
            Act::Place => unit.zip(hex).map_or_else(none, |(unit, hex)| self.stand(unit, Act::To, hex)),
            Act::Arrive | Act::Return => hex.map_or_else(none, |hex| just(at::NEAR, near(hex))),
            Act::Replace => advice(1.0 + unit.map_or(0.0, |unit| f32::from(g.army.facts(unit).sides[0].combat))),
            Act::Raise => advice(9.0),
            Act::Detach => advice(-1.0),
            Act::Mass => advice(2.0),
            // who stands in front moves first, and the column from its head
            Act::Take => advice(10.0 + at(unit).map_or(-30.0, near) * 0.1),
            Act::To | Act::March | Act::Emplace | Act::Enter => {
                s.hand.zip(hex).map_or_else(none, |(unit, hex)| self.stand(unit, order.act, hex))
            }
            Act::Hold => {
                let threatened = at(unit).is_some_and(|hex| self.lay.zone.has(hex));
                advice(if threatened { 30.0 } else { -1.0 })
            }
            Act::Fire => unit
                .zip(hex)
                .map_or_else(none, |(unit, hex)| plus(self.fight(Kind::Fire, &[unit], hex), &advice(3.0), 1.0)),
            Act::Attack | Act::Charge => {
                unit.zip(hex).map_or_else(none, |(unit, hex)| self.onset(order.act, unit, hex))
            }
            Act::Join => unit.map_or_else(none, |unit| self.gain(unit)),
            Act::Square => advice(1.0),
            Act::Counter => advice(-0.5),
            Act::Lose => unit.map_or_else(none, |unit| {
                let (facts, state) = (g.army.facts(unit), s.unit(unit));
                let life = if state.steps == 1 { f32::from(facts.sides[0].combat) } else { 0.0 };
                advice(f32::from(state.steps) - life)
            }),
            Act::Mark => unit.map_or_else(none, |unit| advice(-f32::from(s.unit(unit).steps))),
            Act::Retreat => unit.zip(hex).map_or_else(none, |(unit, hex)| {
                let open = if self.lay.zone.has(hex) { -3.0 } else { 0.0 };
                plus(advice(open), &self.stand(unit, Act::To, hex), 0.1)
            }),
            Act::Advance => unit.zip(hex).map_or_else(none, |(unit, hex)| {
                let from = s.unit(unit).at.hex().unwrap_or(hex);
                let moved = plus(self.stand(unit, Act::To, hex), &self.stand(unit, Act::To, from), -1.0);
                plus(moved, &advice(if self.is_austrian() { 1.0 } else { 0.3 }), 1.0)
            }),
        }
    }

    /// What doing nothing more is worth.
    fn rest(&self, order: &Order) -> Traits {
        let s = self.s;
        match (order.act, s.step) {
            (Act::Stay, _) => match s.hand.map(|unit| (unit, s.unit(unit).at)) {
                Some((unit, Place::Hex(hex))) => plus(self.stand(unit, Act::To, hex), &advice(0.3), 1.0),
                _ => advice(-1000.0),
            },
            (Act::Limber, _) => match s.hand.and_then(|unit| s.unit(unit).at.hex()) {
                Some(hex) => {
                    let nearest = self.nearest(hex);
                    advice(if nearest > 4 { 50.0 } else { -50.0 })
                }
                None => advice(-1.0),
            },
            (Act::Exit, _) => advice(-10_000.0),
            (Act::Unsquare, _) => advice(5.0),
            (Act::Done, Step::Attack | Step::Charge) => advice(0.35),
            // an attack is made with all that helps
            (Act::Go, _) => advice(0.05),
            (Act::Leave, _) => advice(-5.0),
            (Act::Done, Step::Move) if self.options.len() > 1 => advice(-100.0),
            _ => [0.0; TRAITS],
        }
    }

    /// What standing in a hex is worth to a unit.
    fn stand(&self, unit: UnitId, act: Act, hex: HexId) -> Traits {
        let (g, s) = (self.g, self.s);
        let (facts, state) = (g.army.facts(unit), s.unit(unit));
        let grid = g.map.grid();
        let far = f32::from(grid.distance(hex, self.aim));
        let nearest = self.nearest(hex);
        let company = s.in_hex(hex).filter(|other| *other != unit && g.army.facts(*other).kind.is_unit()).count();
        let mut t = [0.0; TRAITS];
        if self.home.steps(hex).is_none() {
            t[at::LINE] = -20.0 - far;
            return t;
        }
        t[at::BEHIND] = -self.behind(hex);
        t[at::REFUGE] = self.refuges(unit, hex);
        match facts.kind {
            Unit::Hq => {
                let base = f32::from(grid.distance(hex, g.loc[facts.seat.index()]));
                let still = if state.at == Place::Hex(hex) { 4.0 } else { 0.0 };
                t[at::CAMP] = still - (base - 2.0).abs() * 0.5 - if nearest <= 2 { 15.0 } else { 0.0 };
                return t;
            }
            Unit::Train => {
                t[at::CAMP] = -(far - 5.0).abs() * 0.4 - if nearest <= 3 { 10.0 } else { 0.0 };
                return t;
            }
            Unit::Leader => {
                let led = s.in_hex(hex).filter(|other| {
                    let other = g.army.facts(*other);
                    other.kind.is_unit() && g.leads(unit, other.formation)
                });
                let led: f32 = led.map(|other| f32::from(g.values(s, other).combat)).sum();
                let alone = if company == 0 && nearest <= 3 { -15.0 } else { 0.0 };
                t[at::LEAD] = led + alone;
                t[at::NEAR] = -far * 0.3;
                return t;
            }
            _ => {}
        }
        t[at::ZONE] = if self.lay.zone.has(hex) { 0.0 } else { 1.0 };
        if state.is(Flags::DISRUPTED) {
            t[at::REST] = if nearest <= 1 { -8.0 } else { f32::from(nearest.min(4)) } - far * 0.1;
            return t;
        }
        t[at::NEAR] = -far;
        t[at::SHELLED] = -self.shelling(hex);
        if facts.kind == Unit::Battery {
            let reach = g.numbers.range + g.map.range(hex);
            let targets = self.enemies.iter().filter(|enemy| {
                let distance = grid.distance(hex, enemy.hex);
                distance >= 1 && distance <= reach && g.map.sees(hex, enemy.hex)
            });
            if act == Act::Emplace || state.is(Flags::DEPLOYED) {
                t[at::GUNS] = targets.count().min(2) as f32;
                t[at::ADVICE] -= 1.0;
            }
            if nearest <= 1 && company == 0 {
                t[at::ADVICE] -= 6.0;
            }
            if nearest <= 3 {
                t[at::EXPOSED] = -self.exposure(unit, hex);
                t[at::MASS] = self.mass(unit, hex);
            }
            return t;
        }
        let strength = f32::from(g.values(s, unit).combat);
        for enemy in self.enemies.iter().filter(|enemy| grid.distance(hex, enemy.hex) == 1) {
            let Some(border) = g.map.border(hex, enemy.hex).filter(|border| !border.is_barred()) else { continue };
            let halved = border.felt().any(|side| side.halves) || g.map.ground(enemy.hex).into_halved.has(g.arm(unit));
            let mine = if halved { strength / 2.0 } else { strength };
            let with = self.massed(enemy.hex, unit) + mine;
            t[at::PRESS] += ((with - enemy.defence) * 0.7).clamp(-2.5, 5.0);
        }
        if nearest <= 3 {
            t[at::SHELTER] = self.shelter(hex);
            t[at::COMPANY] = if company > 0 { 1.0 } else { 0.0 };
            t[at::EXPOSED] = -self.exposure(unit, hex);
            t[at::MASS] = self.mass(unit, hex);
        }
        if Some(hex) == g.marengo {
            t[at::MARENGO] = 1.0;
        }
        // march by all means while the enemy is far
        if act == Act::March {
            t[at::ADVICE] += 0.2;
        }
        t
    }

    /// What a fight with these promises.
    fn fight(&self, kind: Kind, units: &[UnitId], hex: HexId) -> Traits {
        let odds = self.g.odds(self.s, kind, units, hex, &[]);
        let (strike, suffer) = self.toll(kind, units, hex, odds.column);
        let mut t = just(at::ODDS, self.prospects(odds.column));
        (t[at::STRIKE], t[at::SUFFER]) = (strike, -suffer);
        t
    }

    /// What an attack on a hex promises when all join who help.
    fn onset(&self, act: Act, unit: UnitId, hex: HexId) -> Traits {
        let (g, s) = (self.g, self.s);
        let kind = if act == Act::Charge { Kind::Charge } else { Kind::Attack };
        let may = |other: &UnitId| match kind {
            Kind::Charge => g.may_charge(s, *other, hex).is_ok(),
            _ => g.may_attack(s, *other, hex).is_ok(),
        };
        let mut all: Vec<UnitId> = vec![unit];
        all.extend(g.army.all().map(|(other, _)| other).filter(|other| *other != unit && may(other)));
        let mut t = self.fight(kind, &all, hex);
        if Some(hex) == g.marengo {
            t[at::ADVICE] += 0.5;
        }
        if kind == Kind::Charge {
            t[at::ADVICE] -= 0.6; // it is disrupted by its own charge
        }
        if s.turn + 1 >= g.numbers.turns {
            t[at::ADVICE] += 0.3;
        }
        t
    }

    /// What a unit adds to the attack under way, against what it risks.
    fn gain(&self, unit: UnitId) -> Traits {
        let f = &self.s.fight;
        let mut all: Vec<UnitId> = crate::games::folio::Folio::with_flag(self.s, Flags::ATTACKS).collect();
        let before = self.fight(f.kind, &all, f.target);
        all.push(unit);
        let mut t = plus(self.fight(f.kind, &all, f.target), &before, -1.0);
        if self.g.army.facts(unit).kind == Unit::Battery {
            t[at::ADVICE] += 0.1;
        }
        t
    }
}
