//! What a place is worth to a unit, and a fight to who begins it.

use crate::board::{HexId, Line};
use crate::games::folio::Folio;
use crate::games::folio::army::Kind as Unit;
use crate::games::folio::crt::{Check, Harm};
use crate::games::folio::field::Lay;
use crate::games::folio::flow::Kind;
use crate::games::folio::model::{AUSTRIAN, Flags, Place, State, UnitId};
use crate::games::folio::order::Act;
use crate::kernel::Seat;

/// What one side sees at a moment, worked out once for all questions of it.
pub(super) struct Sight {
    pub(super) lay: Lay,
    pub(super) home: Line,
    pub(super) enemies: Vec<(HexId, f32)>,
    pub(super) aim: HexId,
}

impl Folio {
    pub(super) fn sight(&self, s: &State, seat: Seat) -> Sight {
        let mut enemies: Vec<(HexId, f32)> = Vec::new();
        for (unit, _) in self.army.all().filter(|(_, facts)| facts.seat != seat && facts.kind.is_unit()) {
            let Place::Hex(hex) = s.unit(unit).at else { continue };
            let strength = f32::from(self.defence_halves(s, unit, true)) / 2.0;
            match enemies.iter_mut().find(|(known, _)| *known == hex) {
                Some((_, sum)) => *sum += strength,
                None => enemies.push((hex, strength)),
            }
        }
        let marengo = self.marengo.unwrap_or(self.loc[seat.other().index()]);
        let ours = s.in_hex(marengo).any(|unit| self.army.facts(unit).seat == seat);
        let near = enemies.iter().map(|(hex, _)| *hex).min_by_key(|hex| self.map.grid().distance(*hex, marengo));
        let aim = match near {
            Some(near) if ours && seat == AUSTRIAN => near,
            _ => marengo,
        };
        let arm = crate::games::folio::model::Arm::Infantry as usize;
        Sight { lay: self.lay(s, seat), home: self.home(s, seat, arm), enemies, aim }
    }

    /// What standing in a hex is worth to a unit.
    pub(super) fn stand(&self, s: &State, sight: &Sight, unit: UnitId, act: Act, hex: HexId) -> f32 {
        let (facts, state) = (self.army.facts(unit), s.unit(unit));
        let grid = self.map.grid();
        let far = f32::from(grid.distance(hex, sight.aim));
        let nearest = sight.enemies.iter().map(|(at, _)| grid.distance(hex, *at)).min().unwrap_or(20);
        let company = s.in_hex(hex).filter(|other| *other != unit && self.army.facts(*other).kind.is_unit()).count();
        if sight.home.steps(hex).is_none() {
            return -20.0 - far;
        }
        match facts.kind {
            Unit::Hq => return self.camp(s, unit, hex, nearest),
            Unit::Train => {
                let safe = if nearest <= 3 { -10.0 } else { 0.0 };
                return safe - (far - 5.0).abs() * 0.4;
            }
            Unit::Leader => {
                let led = s.in_hex(hex).filter(|other| {
                    let other = self.army.facts(*other);
                    other.kind.is_unit() && self.leads(unit, other.formation)
                });
                let led: f32 = led.map(|other| f32::from(self.values(s, other).combat)).sum();
                let alone = if company == 0 && nearest <= 3 { -12.0 } else { 0.0 };
                return led * 0.8 + alone - far * 0.3;
            }
            _ => {}
        }
        if state.is(Flags::DISRUPTED) {
            return if nearest <= 1 { -8.0 } else { f32::from(nearest.min(4)) } - far * 0.1;
        }
        let mut value = -far * if facts.seat == AUSTRIAN { 1.2 } else { 0.9 };
        if facts.kind == Unit::Battery {
            let targets = sight.enemies.iter().filter(|(at, _)| {
                let distance = grid.distance(hex, *at);
                distance >= 1 && distance <= self.numbers.range + self.map.range(hex) && self.map.sees(hex, *at)
            });
            let deployed = act == Act::Emplace || state.is(Flags::DEPLOYED);
            value += if deployed { targets.count().min(2) as f32 * 3.0 - 1.0 } else { 0.0 };
            return value - if nearest <= 1 && company == 0 { 6.0 } else { 0.0 };
        }
        let strength = f32::from(self.values(s, unit).combat);
        for (at, defence) in sight.enemies.iter().filter(|(at, _)| grid.distance(hex, *at) == 1) {
            let Some(border) = self.map.border(hex, *at).filter(|border| !border.is_barred()) else { continue };
            let halved = border.felt().any(|side| side.halves) || self.map.ground(*at).into_halved.has(self.arm(unit));
            let mine = if halved { strength / 2.0 } else { strength };
            let with = self.massed(s, facts.seat, *at, unit) + mine;
            value += ((with - defence) * 0.7).clamp(-2.5, 5.0);
        }
        if nearest <= 3 {
            value += self.shelter(hex) * if facts.seat == AUSTRIAN { 0.5 } else { 1.0 };
            value += if company > 0 { 0.8 } else { 0.0 };
        }
        if Some(hex) == self.marengo {
            value += 3.0;
        }
        // march by all means while the enemy is far
        value + if act == Act::March { 0.2 } else { 0.0 }
    }

    fn camp(&self, s: &State, unit: UnitId, hex: HexId, nearest: u8) -> f32 {
        let still = s.unit(unit).at == Place::Hex(hex);
        let base = self.loc[self.army.facts(unit).seat.index()];
        let far = f32::from(self.map.grid().distance(hex, base));
        let danger = if nearest <= 2 { -15.0 } else { 0.0 };
        danger + if still { 4.0 } else { 0.0 } - (far - 2.0).abs() * 0.5
    }

    /// The strength that a side has beside a hex, one unit aside.
    fn massed(&self, s: &State, seat: Seat, target: HexId, but: UnitId) -> f32 {
        let around = self
            .map
            .neighbours(target)
            .filter_map(|(_, hex)| self.map.border(hex, target).filter(|border| !border.is_barred()).map(|_| hex));
        let units = around.flat_map(|hex| s.in_hex(hex).collect::<Vec<_>>());
        let mine = units.filter(|unit| *unit != but && self.army.facts(*unit).seat == seat);
        let able = mine.filter(|unit| !s.unit(*unit).is(Flags::DISRUPTED) && self.army.facts(*unit).kind.is_unit());
        able.map(|unit| f32::from(self.attack_halves(s, unit, Kind::Attack, target)) / 2.0).sum()
    }

    /// How well a hex shelters its defenders.
    fn shelter(&self, hex: HexId) -> f32 {
        let ground = self.map.ground(hex);
        let walls = if ground.into_halved.has(0) && !ground.over_clear { 1.5 } else { 0.0 };
        let sides = self.map.neighbours(hex).filter_map(|(_, from)| self.map.border(from, hex)).map(|border| {
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
            let (cell, tags) = self.cell(die, column);
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
}
