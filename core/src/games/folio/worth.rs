//! How good a state is, and the quick policy of playouts.

use super::Folio;
use super::flow::{Kind, Step};
use super::model::{AUSTRIAN, FRENCH, Flags, Place, State, UnitId};
use super::options::Options;
use super::order::{Act, Order};
use crate::board::HexId;
use crate::kernel::{Rng, Seat};

impl Folio {
    /// From -10,000 (lost) to 10,000 (won). (18)
    pub(super) fn standing(&self, s: &State, seat: Seat) -> i16 {
        match s.ending {
            Some(ending) => match ending.outcome().winner {
                Some(winner) if winner == seat => 10_000,
                Some(_) => -10_000,
                None => 0,
            },
            None => self.balance(s, seat).clamp(-9_000, 9_000) as i16,
        }
    }

    /// What the matter stands at while it goes on.
    pub(super) fn balance(&self, s: &State, seat: Seat) -> i32 {
        let points = |seat| i32::from(self.points_of(s, seat)) * 260;
        let mut value = points(AUSTRIAN) - points(FRENCH);
        for ((_, facts), unit) in self.army.all().zip(&s.units) {
            if !facts.kind.is_unit() {
                continue;
            }
            let sign = if facts.seat == AUSTRIAN { 1 } else { -1 };
            let values = facts.sides[usize::from(unit.steps < facts.steps)];
            let strength = i32::from(values.combat) * 12 + i32::from(unit.steps) * 30;
            value += sign
                * match unit.at {
                    Place::Hex(_) if unit.is(Flags::DISRUPTED) => strength * 3 / 4,
                    Place::Hex(_) => strength,
                    Place::Waiting => strength * 9 / 10,
                    Place::Track(_) => strength / 3,
                    _ => 0,
                };
        }
        // 18.2: whoever has Marengo is nearer to victory, the more the later
        let late = i32::from(s.turn) * 100 / i32::from(self.numbers.turns.max(1));
        value += if self.french_hold_marengo(s) { -20 * late } else { 12 * late };
        if seat == AUSTRIAN { value } else { -value }
    }

    /// An order that looks sensible at a glance.
    pub(super) fn natural(&self, s: &State, options: &Options, rng: &mut Rng) -> Order {
        let any = |rng: &mut Rng| options[rng.usize(..options.len())].0;
        let of = |act: Act| options.iter().map(|(order, _)| *order).filter(move |order| order.act == act);
        match s.step {
            Step::Move => of(Act::Take)
                .nth(rng.usize(..options.len().max(1)))
                .or_else(|| of(Act::Take).next())
                .unwrap_or_else(|| any(rng)),
            Step::Hand => {
                let aim = self.aim(s);
                let score = |order: &Order| match (order.act, order.hex()) {
                    (Act::To | Act::Emplace | Act::Enter, Some(hex)) => {
                        40 - i32::from(self.map.grid().distance(hex, aim)) * 2
                    }
                    (Act::March, Some(hex)) => 39 - i32::from(self.map.grid().distance(hex, aim)) * 2,
                    (Act::Exit, _) => -1000,
                    _ => 0,
                };
                let mut best: Option<(i32, Order)> = None;
                for _ in 0..6 {
                    let order = any(rng);
                    let score = score(&order);
                    if best.is_none_or(|(top, _)| score > top) {
                        best = Some((score, order));
                    }
                }
                best.map_or_else(|| any(rng), |(_, order)| order)
            }
            Step::Attack | Step::Charge => {
                let kind = if s.step == Step::Attack { Kind::Attack } else { Kind::Charge };
                let order = any(rng);
                match (order.act, order.unit().zip(order.hex())) {
                    (Act::Attack | Act::Charge, Some((_, hex))) if self.promise(s, kind, hex) >= 1 => order,
                    (Act::Mass, _) => order,
                    _ => Order::bare(Act::Done),
                }
            }
            Step::Join | Step::ChargeJoin => options
                .iter()
                .map(|(order, _)| *order)
                .find(|order| order.act != Act::Go)
                .unwrap_or(Order::bare(Act::Go)),
            Step::Fire => of(Act::Fire).next().unwrap_or_else(|| any(rng)),
            _ => any(rng),
        }
    }

    /// Where a side wants to go: to the enemy's nearest stack, or to Marengo.
    fn aim(&self, s: &State) -> HexId {
        self.marengo.unwrap_or(self.loc[s.active.other().index()])
    }

    /// The differential of all who could attack a hex.
    pub(super) fn promise(&self, s: &State, kind: Kind, hex: HexId) -> i16 {
        let may = |unit: &UnitId| match kind {
            Kind::Charge => self.may_charge(s, *unit, hex).is_ok(),
            _ => self.may_attack(s, *unit, hex).is_ok(),
        };
        let all: Vec<UnitId> = self.army.all().map(|(unit, _)| unit).filter(may).collect();
        if all.is_empty() {
            return i16::MIN;
        }
        let odds = self.odds(s, kind, &all, hex, &[]);
        odds.attack - odds.defence
    }
}
