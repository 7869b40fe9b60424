//! What one side sees at a moment, worked out once for all questions of it: stacks, ways home, and what fights cost.

use crate::board::{HexId, Line};
use crate::games::folio::Folio;
use crate::games::folio::army::Kind as Unit;
use crate::games::folio::crt::{Check, Harm};
use crate::games::folio::field::Lay;
use crate::games::folio::flow::Kind;
use crate::games::folio::model::{AUSTRIAN, Arm, Flags, Place, State, UnitId};
use crate::games::folio::options::Options;
use crate::kernel::Seat;

/// Enemy units in one hex.
pub(super) struct Stack {
    pub(super) hex: HexId,
    /// Their strength in defence.
    pub(super) defence: f32,
    /// Their strength in attack, of those that may attack.
    attack: f32,
    /// How far the fastest of them goes.
    reach: u8,
}

/// What a side sees.
pub(super) struct Sight<'a> {
    pub(super) g: &'a Folio,
    pub(super) s: &'a State,
    pub(super) seat: Seat,
    pub(super) options: &'a Options,
    pub(super) lay: Lay,
    pub(super) home: Line,
    pub(super) enemies: Vec<Stack>,
    /// Where the side wants to go: Marengo, or the enemy next to it.
    pub(super) aim: HexId,
}

impl<'a> Sight<'a> {
    pub(super) fn of(g: &'a Folio, s: &'a State, seat: Seat, options: &'a Options) -> Sight<'a> {
        let mut enemies: Vec<Stack> = Vec::new();
        for (unit, facts) in g.army.all().filter(|(_, facts)| facts.seat != seat && facts.kind.is_unit()) {
            let Place::Hex(hex) = s.unit(unit).at else { continue };
            let defence = f32::from(g.defence_halves(s, unit, true)) / 2.0;
            let able = !s.unit(unit).flags.any(Flags::DISRUPTED.with(Flags::SQUARE));
            let (attack, reach) = match able {
                true => (f32::from(g.values(s, unit).combat), facts.sides[0].movement),
                false => (0.0, 0),
            };
            match enemies.iter_mut().find(|stack| stack.hex == hex) {
                Some(stack) => {
                    stack.defence += defence;
                    stack.attack += attack;
                    stack.reach = stack.reach.max(reach);
                }
                None => enemies.push(Stack { hex, defence, attack, reach }),
            }
        }
        let marengo = g.marengo.unwrap_or(g.loc[seat.other().index()]);
        let ours = s.in_hex(marengo).any(|unit| g.army.facts(unit).seat == seat);
        let near = enemies.iter().map(|stack| stack.hex).min_by_key(|hex| g.map.grid().distance(*hex, marengo));
        let aim = match near {
            Some(near) if ours && seat == AUSTRIAN => near,
            _ => marengo,
        };
        let (lay, home) = (g.lay(s, seat), g.home(s, seat, Arm::Infantry as usize));
        Sight { g, s, seat, options, lay, home, enemies, aim }
    }

    pub(super) fn is_austrian(&self) -> bool {
        self.seat == AUSTRIAN
    }

    /// How far the nearest enemy stack is; 20 where there is none.
    pub(super) fn nearest(&self, hex: HexId) -> u8 {
        self.enemies.iter().map(|stack| self.g.map.grid().distance(hex, stack.hex)).min().unwrap_or(20)
    }

    /// The strength that the side has beside an enemy's hex, one unit aside.
    pub(super) fn massed(&self, target: HexId, but: UnitId) -> f32 {
        let (g, s) = (self.g, self.s);
        let mut sum = 0.0;
        for (_, hex) in g.map.neighbours(target) {
            if !self.lay.own.has(hex) || g.map.border(hex, target).is_none_or(|border| border.is_barred()) {
                continue;
            }
            for unit in s.in_hex(hex).filter(|unit| *unit != but) {
                let facts = g.army.facts(unit);
                if facts.seat == self.seat && facts.kind.is_unit() && !s.unit(unit).is(Flags::DISRUPTED) {
                    sum += f32::from(g.attack_halves(s, unit, Kind::Attack, target)) / 2.0;
                }
            }
        }
        sum
    }

    /// The side's strength in a hex and around it, one unit aside that would stand there.
    pub(super) fn mass(&self, but: UnitId, hex: HexId) -> f32 {
        let (g, s) = (self.g, self.s);
        let own = g.army.all().filter(|(unit, facts)| *unit != but && facts.seat == self.seat && facts.kind.is_unit());
        let near = own.filter(|(unit, _)| {
            let at = s.unit(*unit).at.hex();
            at.is_some_and(|at| g.map.grid().distance(at, hex) <= 1) && !s.unit(*unit).is(Flags::DISRUPTED)
        });
        near.map(|(unit, _)| f32::from(g.values(s, unit).combat)).sum()
    }

    /// Strength by which the enemy could attack a hex beyond what would defend it with one unit more in it. Who stands next
    /// to it counts whole, who could come in part.
    pub(super) fn exposure(&self, unit: UnitId, hex: HexId) -> f32 {
        let (g, s) = (self.g, self.s);
        let grid = g.map.grid();
        let mut threat = 0.0;
        for stack in &self.enemies {
            let distance = grid.distance(hex, stack.hex);
            if distance == 1 {
                if g.map.border(stack.hex, hex).is_some_and(|border| !border.is_barred()) {
                    threat += stack.attack;
                }
            } else if distance <= stack.reach {
                threat += stack.attack * 0.5 * (1.0 - f32::from(distance) / f32::from(stack.reach + 1));
            }
        }
        let ground = g.map.ground(hex);
        if ground.into_halved.has(Arm::Infantry as usize) && !ground.over_clear {
            threat /= 2.0;
        }
        let others = s.in_hex(hex).filter(|other| *other != unit && g.army.facts(*other).seat == self.seat);
        let stack: f32 = others.map(|other| f32::from(g.defence_halves(s, other, true)) / 2.0).sum();
        let own = f32::from(g.values(s, unit).combat) + stack;
        (threat - own).max(0.0)
    }

    /// Enemy strength within a few hexes that stands between a hex and the side's line of communications.
    pub(super) fn behind(&self, hex: HexId) -> f32 {
        let (grid, base) = (self.g.map.grid(), self.g.loc[self.seat.index()]);
        let far = grid.distance(hex, base);
        let cuts = |stack: &&Stack| grid.distance(stack.hex, base) < far && grid.distance(stack.hex, hex) <= 4;
        self.enemies.iter().filter(cuts).map(|stack| stack.attack).sum()
    }

    /// Hexes next to one that are nearer home, open, and have room for a unit, up to two. (7.6)
    pub(super) fn refuges(&self, unit: UnitId, hex: HexId) -> f32 {
        let Some(steps) = self.home.steps(hex) else { return 0.0 };
        let barred = self.g.barred(&self.lay);
        let open = |next: &HexId| {
            let nearer = self.home.steps(*next).is_some_and(|to| to < steps);
            nearer && !barred.has(*next) && self.g.has_room(self.s, unit, *next)
        };
        self.g.map.neighbours(hex).map(|(_, next)| next).filter(open).take(2).count() as f32
    }

    /// The strength of enemy guns, ready to fire, that have a hex in range and in sight. (8)
    pub(super) fn shelling(&self, hex: HexId) -> f32 {
        let (g, s) = (self.g, self.s);
        let guns = g.army.all().filter(|(unit, facts)| {
            facts.seat != self.seat && facts.kind == Unit::Battery && s.unit(*unit).is(Flags::DEPLOYED)
        });
        let aimed = guns.filter(|(unit, _)| {
            let Place::Hex(at) = s.unit(*unit).at else { return false };
            g.map.grid().distance(at, hex) <= g.numbers.range + g.map.range(at) && g.map.sees(at, hex)
        });
        aimed.map(|(unit, _)| f32::from(g.values(s, unit).combat)).sum()
    }

    /// How well a hex shelters its defenders.
    pub(super) fn shelter(&self, hex: HexId) -> f32 {
        let map = &self.g.map;
        let ground = map.ground(hex);
        let walls = if ground.into_halved.has(0) && !ground.over_clear { 1.5 } else { 0.0 };
        let sides = map.neighbours(hex).filter_map(|(_, from)| map.border(from, hex)).map(|border| {
            if border.is_barred() {
                0.5
            } else if border.felt().any(|side| side.halves) {
                0.3
            } else {
                0.0
            }
        });
        walls + sides.sum::<f32>()
    }

    /// What a fight with these odds promises who begins it, over all six dice.
    pub(super) fn prospects(&self, column: u8) -> f32 {
        let value = |die: u8| {
            let (cell, tags) = self.g.cell(die, column);
            let harm = match (cell.check, cell.harm) {
                (Check::None, Harm::Ax) => -3.5,
                (Check::None, Harm::Ar) => -2.0,
                (Check::None, Harm::Dr) => 2.0,
                (Check::None, Harm::Dx) => 4.0,
                (Check::None, Harm::Ex) => -0.2,
                (Check::None, Harm::Ne) => 0.0,
                (Check::Ac, _) => -1.0,
                (Check::Dc, Harm::Dr) => 1.7,
                (Check::Dc, Harm::Ex) => 0.4,
                (Check::Dc, _) => 0.6,
                (Check::Dm, Harm::Dx) => 4.5,
                (Check::Dm, _) => 3.2,
            };
            harm - if tags.ammo { 0.5 } else { 0.0 }
                - if tags.fire { 2.0 } else { 0.0 }
                - if tags.leader { 0.2 } else { 0.0 }
        };
        (1..=6).map(value).sum::<f32>() / 6.0
    }

    /// Strength points that a fight costs the enemy and the side in the mean, by the morale of those in it: a rout counts half
    /// of a unit's strength, disruption and retreat a quarter; without a safe line of retreat all of it.
    pub(super) fn toll(&self, kind: Kind, attackers: &[UnitId], target: HexId, column: u8) -> (f32, f32) {
        let (g, s) = (self.g, self.s);
        let garrison = g.garrison(s, target);
        let fails = |unit: UnitId| f32::from(6 - g.nerve(s, unit).clamp(1, 5)) / 6.0;
        let strength = |unit: UnitId| f32::from(g.values(s, unit).combat).max(1.0);
        let sum = |units: &[UnitId]| units.iter().map(|unit| strength(*unit)).sum::<f32>();
        let step = |units: &[UnitId]| {
            let each = units.iter().map(|unit| strength(*unit) / f32::from(s.unit(*unit).steps.max(1)));
            each.fold(f32::MAX, f32::min).min(9.0)
        };
        let cut_off = garrison.first().is_some_and(|unit| !g.has_line(s, *unit));
        let back = |unit: UnitId| match (cut_off, s.unit(unit).is(Flags::DISRUPTED)) {
            (true, _) => strength(unit) + 2.0,
            (false, true) => strength(unit) * 0.5,
            (false, false) => strength(unit) * 0.25,
        };
        let run = |unit: UnitId| if cut_off { strength(unit) + 2.0 } else { strength(unit) * 0.5 };
        let (mut strike, mut suffer) = (0.0, 0.0);
        for die in 1..=6 {
            let (cell, tags) = g.cell(die, column);
            let beaten: f32 = garrison.iter().map(|unit| back(*unit)).sum();
            let failing: f32 = garrison.iter().map(|unit| fails(*unit) * back(*unit)).sum();
            let routing: f32 = garrison.iter().map(|unit| fails(*unit) * run(*unit)).sum();
            let holds: f32 = garrison.iter().map(|unit| 1.0 - fails(*unit)).sum::<f32>() / garrison.len().max(1) as f32;
            let own: f32 = attackers.iter().map(|unit| strength(*unit) * 0.25).sum();
            let own_failing: f32 = attackers.iter().map(|unit| fails(*unit) * strength(*unit) * 0.25).sum();
            let (hit, hurt) = match (cell.check, cell.harm) {
                (Check::None, Harm::Ax) => (0.0, own + step(attackers)),
                (Check::None, Harm::Ar) => (0.0, own),
                (Check::None, Harm::Dr) => (beaten, 0.0),
                (Check::None, Harm::Dx) => (beaten + step(&garrison), 0.0),
                (Check::None, Harm::Ex) => (step(&garrison), step(attackers)),
                (Check::None, Harm::Ne) => (0.0, 0.0),
                (Check::Ac, Harm::Ex) => (step(&garrison) * 0.6, own_failing + step(attackers) * 0.6),
                (Check::Ac, _) => (0.0, own_failing),
                (Check::Dc, Harm::Ex) => (failing + holds * step(&garrison), holds * step(attackers)),
                (Check::Dc, Harm::Dr) => (failing + holds * 0.1 * sum(&garrison), 0.0),
                (Check::Dc, _) => (failing, 0.0),
                (Check::Dm, Harm::Dx) => (routing + holds * step(&garrison), 0.0),
                (Check::Dm, _) => (routing + holds * 0.1 * sum(&garrison), 0.0),
            };
            strike += hit;
            // guns from afar suffer nothing but want of ammunition
            suffer += if kind == Kind::Fire { 0.0 } else { hurt };
            suffer += if tags.ammo { 0.1 * sum(attackers) } else { 0.0 };
            suffer += if tags.fire && kind != Kind::Fire { own + step(attackers) * 0.4 } else { 0.0 };
        }
        (strike / 6.0, suffer / 6.0)
    }
}
