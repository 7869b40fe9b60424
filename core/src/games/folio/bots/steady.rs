//! The bot that looks one order ahead: it masses, attacks where the table promises, and holds where ground shelters.

use super::ground::Sight;
use crate::board::HexId;
use crate::games::folio::Folio;
use crate::games::folio::army::Kind as Unit;
use crate::games::folio::flow::{Kind, Step};
use crate::games::folio::model::{AUSTRIAN, Flags, Place, State, UnitId};
use crate::games::folio::options::Options;
use crate::games::folio::order::{Act, Order};
use crate::games::folio::view::View;
use crate::kernel::{Bot, Chosen, Fault, Game, Rng, Seat, Seed};

/// What a seat is called that this bot plays.
pub const STEADY: &str = "steady";

/// Plays by one look ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Bot<Folio> for Steady {
    fn choose(
        &mut self,
        game: &Folio,
        seat: Seat,
        view: &View,
        rng: &mut Rng,
        _: &dyn Fn() -> bool,
    ) -> Result<Chosen<Order>, Fault> {
        let s = game.deal(view, Seed(0))?;
        let mut options = Options::new();
        game.options(&s, &mut options);
        let sight = game.sight(&s, seat);
        let mut best: Option<(f32, Order)> = None;
        for (order, _) in &options {
            // a hair of chance, so that equal orders take turns
            let score = game.merit(&s, &sight, &options, order) + rng.f32() * 0.01;
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, *order));
            }
        }
        let (_, order) = best.ok_or_else(|| Fault::new("nobody is asked"))?;
        Ok(Chosen { order, why: String::new() })
    }
}

impl Folio {
    /// How well an order looks at its step; only orders of one step are compared.
    fn merit(&self, s: &State, sight: &Sight, options: &Options, order: &Order) -> f32 {
        let (unit, hex) = (order.unit(), order.hex());
        let at = |unit: Option<UnitId>| unit.and_then(|unit| s.unit(unit).at.hex());
        let near_aim = |hex: HexId| -f32::from(self.map.grid().distance(hex, sight.aim));
        match order.act {
            Act::Done | Act::Go | Act::Stay | Act::Limber | Act::Exit | Act::Unsquare | Act::Leave => {
                self.rest(s, sight, options, order)
            }
            Act::Column => -(options.iter().position(|(other, _)| other == order).unwrap_or(0) as f32),
            Act::Place => unit.zip(hex).map_or(0.0, |(unit, hex)| self.stand(s, sight, unit, Act::To, hex)),
            Act::Arrive | Act::Return => hex.map_or(0.0, near_aim),
            Act::Replace => 1.0 + unit.map_or(0.0, |unit| f32::from(self.army.facts(unit).sides[0].combat)),
            Act::Raise => 9.0,
            Act::Detach => -1.0,
            Act::Mass => 2.0,
            // who stands in front moves first, and the column from its head
            Act::Take => 10.0 + at(unit).map_or(-30.0, near_aim) * 0.1,
            Act::To | Act::March | Act::Emplace | Act::Enter => {
                s.hand.zip(hex).map_or(0.0, |(unit, hex)| self.stand(s, sight, unit, order.act, hex))
            }
            Act::Hold => {
                if at(unit).is_some_and(|hex| sight.lay.zone.has(hex)) {
                    30.0
                } else {
                    -1.0
                }
            }
            Act::Fire => unit
                .zip(hex)
                .map_or(0.0, |(unit, hex)| self.prospects(self.odds(s, Kind::Fire, &[unit], hex, &[]).column) + 3.0),
            Act::Attack | Act::Charge => unit.zip(hex).map_or(0.0, |(unit, hex)| self.onset(s, order.act, unit, hex)),
            Act::Join => unit.map_or(0.0, |unit| self.gain(s, unit)),
            Act::Square => 1.0,
            Act::Counter => -0.5,
            Act::Lose => unit.map_or(0.0, |unit| {
                let (facts, state) = (self.army.facts(unit), s.unit(unit));
                let last = state.steps == 1;
                f32::from(state.steps) - if last { f32::from(facts.sides[0].combat) } else { 0.0 }
            }),
            Act::Mark => -unit.map_or(0.0, |unit| f32::from(s.unit(unit).steps)),
            Act::Retreat => unit.zip(hex).map_or(0.0, |(unit, hex)| {
                let open = if sight.lay.zone.has(hex) { -3.0 } else { 0.0 };
                open + self.stand(s, sight, unit, Act::To, hex) * 0.1
            }),
            Act::Advance => unit.zip(hex).map_or(0.0, |(unit, hex)| {
                let from = s.unit(unit).at.hex().unwrap_or(hex);
                self.stand(s, sight, unit, Act::To, hex) - self.stand(s, sight, unit, Act::To, from)
                    + if self.army.facts(unit).seat == AUSTRIAN { 1.0 } else { 0.3 }
            }),
        }
    }

    /// What doing nothing more is worth.
    fn rest(&self, s: &State, sight: &Sight, options: &Options, order: &Order) -> f32 {
        match (order.act, s.step) {
            (Act::Stay, _) => match s.hand.map(|unit| (unit, s.unit(unit).at)) {
                Some((unit, Place::Hex(hex))) => self.stand(s, sight, unit, Act::To, hex) + 0.3,
                _ => -1000.0,
            },
            (Act::Limber, _) => s.hand.zip(s.hand.and_then(|unit| s.unit(unit).at.hex())).map_or(-1.0, |(_, hex)| {
                let nearest =
                    sight.enemies.iter().map(|(at, _)| self.map.grid().distance(hex, *at)).min().unwrap_or(20);
                if nearest > 4 { 50.0 } else { -50.0 }
            }),
            (Act::Exit, _) => -10_000.0,
            (Act::Unsquare, _) => 5.0,
            (Act::Done, Step::Attack | Step::Charge) => 0.35,
            // an attack is made with all that helps
            (Act::Go, _) => 0.05,
            (Act::Leave, _) => -5.0,
            (Act::Done, Step::Move) if options.len() > 1 => -100.0,
            _ => 0.0,
        }
    }

    /// What an attack on a hex promises when all join who help.
    fn onset(&self, s: &State, act: Act, unit: UnitId, hex: HexId) -> f32 {
        let kind = if act == Act::Charge { Kind::Charge } else { Kind::Attack };
        let may = |other: &UnitId| match kind {
            Kind::Charge => self.may_charge(s, *other, hex).is_ok(),
            _ => self.may_attack(s, *other, hex).is_ok(),
        };
        let mut all: Vec<UnitId> = vec![unit];
        all.extend(self.army.all().map(|(other, _)| other).filter(|other| *other != unit && may(other)));
        let mut value = self.prospects(self.odds(s, kind, &all, hex, &[]).column);
        if Some(hex) == self.marengo {
            value += 0.5;
        }
        if kind == Kind::Charge {
            value -= 0.6; // it is disrupted by its own charge
        }
        let late = s.turn + 1 >= self.numbers.turns;
        value + if late { 0.3 } else { 0.0 }
    }

    /// What a unit adds to the attack under way, against what it risks.
    fn gain(&self, s: &State, unit: UnitId) -> f32 {
        let mut all: Vec<UnitId> = Folio::with_flag(s, Flags::ATTACKS).collect();
        let before = self.prospects(self.odds(s, s.fight.kind, &all, s.fight.target, &[]).column);
        all.push(unit);
        let after = self.prospects(self.odds(s, s.fight.kind, &all, s.fight.target, &[]).column);
        let guns = if self.army.facts(unit).kind == Unit::Battery { 0.1 } else { 0.0 };
        after - before + guns
    }
}
