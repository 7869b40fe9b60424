//! Carrying out orders: the one place where a state changes while a log is kept.

use super::Folio;
use super::army::Kind as Unit;
use super::flow::Step;
use super::lua_rules::{ruled, told};
use super::model::{AUSTRIAN, Ending, FRENCH, Flags, PartKind, Place, State, UnitId};
use super::order::{Act, Order};
use super::rules::{EnterFacts, LossFacts, SurpriseFacts};
use crate::board::HexId;
use crate::kernel::{Dice, Event, Fault, Rule, Seat, Sink};

/// A game, a state and a log, while something is done.
pub(super) struct Doing<'a> {
    pub(super) g: &'a Folio,
    pub(super) s: &'a mut State,
    pub(super) log: &'a mut dyn Sink,
    pub(super) dice: Dice,
    pub(super) rolled: bool,
    /// How deep events and effects have led to each other.
    pub(super) depth: u8,
}

impl<'a> Doing<'a> {
    pub(super) fn new(g: &'a Folio, s: &'a mut State, log: &'a mut dyn Sink) -> Doing<'a> {
        let dice = Dice::new(s.seed, u64::from(s.orders), "dice");
        Doing { g, s, log, dice, rolled: false, depth: 0 }
    }

    /// A die of six sides.
    pub(super) fn roll(&mut self) -> u8 {
        self.rolled = true;
        self.g.die(&mut self.dice)
    }

    /// Writes a line into the log.
    pub(super) fn tell(&mut self, rule: &'static str, parts: &[PartKind], text: impl FnOnce(&Folio, &State) -> String) {
        if self.log.wants() {
            let (public, parts) = (text(self.g, self.s), parts.iter().map(|kind| kind.part()).collect());
            self.log.put(Event { public, private: None, rule: Rule::of(rule), parts });
        }
    }

    /// A morale check. (10.1)
    pub(super) fn check(&mut self, unit: UnitId, why: &str) -> bool {
        let (die, nerve) = (self.roll(), self.g.nerve(self.s, unit));
        let numbers = &self.g.numbers;
        let passes = die <= numbers.always_passes || die < numbers.always_fails && die as i8 <= nerve;
        self.tell("10.1", &[PartKind::Unit(unit)], |g, _| {
            let name = &g.army.facts(unit).name;
            format!("{name} checks morale {why}: {die} against {nerve}, {}", if passes { "passed" } else { "failed" })
        });
        passes
    }

    /// Goes on until somebody has to decide.
    pub(super) fn run(&mut self) {
        while self.s.ending.is_none() {
            if self.automatic() {
                continue;
            }
            if self.g.is_open(self.s) {
                return;
            }
            self.skip();
        }
    }

    /// The step after one that nobody can do anything in.
    fn skip(&mut self) {
        self.s.step = match self.s.step {
            Step::Column => Step::Place,
            Step::Place => Step::Begin,
            Step::Arrive => Step::Return,
            Step::Return => {
                self.left_over();
                Step::Command
            }
            Step::Command => Step::Move,
            Step::Move | Step::Hand => Step::Guns,
            Step::Fire => Step::Horse,
            Step::Charge => Step::Battle,
            Step::ChargeJoin => Step::Square,
            Step::Square => Step::Counter,
            Step::Counter | Step::Join => Step::Roll,
            Step::Attack => Step::Recover,
            Step::Loss => Step::Mark,
            Step::Mark => Step::Retreat,
            Step::Retreat => Step::Leaders,
            Step::Advance => Step::Settle,
            other => other,
        };
    }

    /// Does what no one decides at the present step; whether there was any of it.
    fn automatic(&mut self) -> bool {
        match self.s.step {
            Step::Column => {
                if self.g.chooses_columns()
                    && self.s.columns[0].len() + self.s.columns[1].len() < self.g.setup(self.s).column.len()
                {
                    return false;
                }
                self.s.step = Step::Place;
            }
            Step::Place => {
                if self.g.to_place(self.s).is_some() {
                    return false;
                }
                self.s.step = Step::Begin;
            }
            Step::Begin => self.begin(),
            Step::Guns => self.s.step = Step::Fire,
            Step::Horse => self.muster_horse(),
            Step::Battle => self.s.step = Step::Attack,
            Step::Roll => self.fight(),
            Step::Loss => return self.losses(),
            Step::Mark => {
                if self.s.fight.mark {
                    return false;
                }
                self.s.step = Step::Retreat;
            }
            Step::Retreat => return self.retreats(),
            Step::Leaders => self.leaders_after(),
            Step::Settle => self.settle(),
            Step::Recover => self.recover(),
            _ => return false,
        }
        true
    }

    /// Carries out a legal order.
    pub(super) fn order(&mut self, order: &Order) -> Result<(), Fault> {
        self.s.orders += 1;
        self.dice = Dice::new(self.s.seed, u64::from(self.s.orders), "dice");
        self.announce(order);
        let lost = || Fault::new("an order names what is not on this board");
        let (unit, hex) = (order.unit(), order.hex());
        match order.act {
            Act::Column => {
                let k = usize::from(hex != self.g.column_entries[0]);
                let formation = order.formation().ok_or_else(lost)?;
                self.s.columns[k].try_push(formation).map_err(|_| lost())?;
            }
            Act::Place => self.put(unit.ok_or_else(lost)?, hex.ok_or_else(lost)?),
            Act::Arrive => {
                let k = self.g.unsettled(self.s).ok_or_else(lost)?;
                self.s.arrivals[k].entry = hex;
            }
            Act::Return => self.come_back(unit.ok_or_else(lost)?, hex.ok_or_else(lost)?),
            Act::Replace => {
                let unit = unit.ok_or_else(lost)?;
                self.s.unit_mut(unit).steps += 1;
                self.s.spare[self.s.active.index()] -= 1;
            }
            Act::Raise => self.raise(unit.ok_or_else(lost)?, order.other().ok_or_else(lost)?),
            Act::Detach => {
                let (brigade, battalion) = (unit.ok_or_else(lost)?, order.other().ok_or_else(lost)?);
                let hex = self.s.unit(brigade).at.hex().ok_or_else(lost)?;
                self.s.unit_mut(brigade).steps = 1;
                self.raised(battalion, hex);
            }
            Act::Unsquare => self.s.unit_mut(unit.ok_or_else(lost)?).clear(Flags::SQUARE),
            Act::Mass => self.mass(order)?,
            Act::Take => {
                self.s.hand = unit;
                self.s.step = Step::Hand;
            }
            Act::To | Act::March | Act::Emplace | Act::Enter => self.go(order.act, hex.ok_or_else(lost)?)?,
            Act::Limber => {
                let unit = self.s.hand.ok_or_else(lost)?;
                self.s.unit_mut(unit).clear(Flags::DEPLOYED);
                self.put_down();
            }
            Act::Stay => self.put_down(),
            Act::Exit => {
                let seat = self.s.active;
                self.s.ending = Some(if seat == FRENCH { Ending::FrenchLeave } else { Ending::AustriansLeave });
            }
            Act::Hold => {
                self.s.unit_mut(unit.ok_or_else(lost)?).set(Flags::SQUARE.with(Flags::HOLDS).with(Flags::MOVED))
            }
            Act::Leave => self.s.unit_mut(unit.ok_or_else(lost)?).clear(Flags::SQUARE.with(Flags::HOLDS)),
            Act::Fire => {
                self.open(super::flow::Kind::Fire, unit.ok_or_else(lost)?, hex.ok_or_else(lost)?);
                self.s.step = Step::Roll;
            }
            Act::Charge => {
                let (unit, target) = (unit.ok_or_else(lost)?, hex.ok_or_else(lost)?);
                let contact = self.g.may_charge(self.s, unit, target).map_err(|_| lost())?;
                self.s.unit_mut(unit).at = Place::Hex(contact);
                self.ride_down(unit, contact);
                self.open(super::flow::Kind::Charge, unit, target);
                self.s.step = Step::ChargeJoin;
            }
            Act::Square => {
                let unit = unit.ok_or_else(lost)?;
                self.s.unit_mut(unit).set(Flags::TRIED);
                if self.check(unit, "to form square") {
                    self.squares_up(unit);
                }
            }
            Act::Counter => {
                let unit = unit.ok_or_else(lost)?;
                self.s.unit_mut(unit).set(Flags::TRIED);
                if self.check(unit, "to counter-charge") {
                    self.s.unit_mut(unit).set(Flags::DEFENDS);
                }
            }
            Act::Attack => {
                self.open(super::flow::Kind::Attack, unit.ok_or_else(lost)?, hex.ok_or_else(lost)?);
                self.s.step = Step::Join;
            }
            Act::Join => self.s.unit_mut(unit.ok_or_else(lost)?).set(Flags::ATTACKS),
            Act::Go => self.s.step = if self.s.step == Step::ChargeJoin { Step::Square } else { Step::Roll },
            Act::Lose => self.lose(unit.ok_or_else(lost)?),
            Act::Mark => self.marked(unit.ok_or_else(lost)?),
            Act::Retreat => self.fall_back(unit.ok_or_else(lost)?, hex.ok_or_else(lost)?),
            Act::Advance => self.advance(unit.ok_or_else(lost)?, hex.ok_or_else(lost)?),
            Act::Done => {
                if self.s.step == Step::Move {
                    self.s.hand = None;
                }
                self.skip();
            }
        }
        self.run();
        Ok(())
    }

    fn announce(&mut self, order: &Order) {
        if self.log.wants() {
            let text = self.g.order_text(order);
            let side = self.g.side_name(self.g.decider(self.s));
            let (public, parts) = (format!("{side}: {text}"), order.parts.to_vec());
            self.log.put(Event { public, private: None, rule: Rule::of(""), parts });
        }
    }

    pub(super) fn put(&mut self, unit: UnitId, hex: HexId) {
        self.s.unit_mut(unit).at = Place::Hex(hex);
    }

    /// The unit in hand has moved. (4)
    fn go(&mut self, act: Act, hex: HexId) -> Result<(), Fault> {
        let unit = self.s.hand.ok_or_else(|| Fault::new("no unit is in hand"))?;
        let mut spent = None;
        if self.log.wants() {
            self.g.destinations(self.s, unit, &mut |found, to, cost| {
                if (found, to) == (act, hex) {
                    spent = Some(cost);
                }
            });
        }
        let entered = self.s.unit(unit).at == Place::Waiting;
        let from = match self.s.unit(unit).at {
            Place::Hex(from) => self.g.map.hex_name(from),
            _ => {
                let entry = self.g.entry(self.s, unit).map_err(|refusal| Fault::new(refusal.text))?;
                let through = if act == Act::Enter { hex } else { entry };
                if self.g.army.facts(unit).kind.is_unit() {
                    self.count_through(through);
                }
                "off the map".to_owned()
            }
        };
        let spent = u16::from(spent.unwrap_or(0));
        let route = if self.log.wants() { self.g.route(self.s, unit, act, hex) } else { Vec::new() };
        self.tell(
            if act == Act::March { "4.5" } else { "4.1" },
            &[PartKind::Unit(unit), PartKind::Hex(hex)],
            |g, _| {
                let (name, hex) = (&g.army.facts(unit).name, g.map.hex_name(hex));
                let way = if from == hex {
                    format!("{name} stays in {hex}")
                } else {
                    format!("{name} goes from {from} to {hex}")
                };
                let guns = if act == Act::Emplace { " and gets ready to fire" } else { "" };
                let between = route.get(1..route.len().saturating_sub(1)).unwrap_or_default();
                let between: Vec<String> = between.iter().map(|hex| g.map.hex_name(*hex)).collect();
                let by = if between.is_empty() { String::new() } else { format!(" by {}", between.join(", ")) };
                let unit = if (1..=2).contains(&spent) { "point" } else { "points" };
                format!("{way}{by}{guns} ({} {unit})", super::notation::points(spent))
            },
        );
        let state = self.s.unit_mut(unit);
        state.at = Place::Hex(hex);
        if self.g.army.facts(unit).kind == Unit::Hq {
            // 12.1: who is taken up and stays has not moved
            state.set(Flags::MOVED_LAST);
        }
        if act == Act::March {
            state.set(Flags::MARCHED);
        }
        if act == Act::Emplace {
            state.set(Flags::DEPLOYED);
        }
        self.ride_down(unit, hex);
        if entered && self.g.army.facts(unit).kind == Unit::Leader && !self.g.setup(self.s).incapable.contains(&unit) {
            self.s.unit_mut(unit).set(Flags::EFFECTIVE);
        }
        self.put_down();
        if self.s.active == AUSTRIAN {
            self.surprise(unit, hex);
        }
        self.entered(unit, false);
        Ok(())
    }

    /// Packs hear that a unit has come into a hex.
    pub(super) fn entered(&mut self, unit: UnitId, advance: bool) {
        if let Some(hex) = self.s.unit(unit).at.hex() {
            let facts = self.g.army.facts(unit);
            let (seat, arm, formation) = (facts.seat, facts.kind.arm(), facts.formation);
            told!(self, on_enter, EnterFacts { seat, unit, arm, formation, hex, advance });
        }
    }

    fn count_through(&mut self, hex: HexId) {
        match self.s.through.iter_mut().find(|(entry, _)| *entry == hex) {
            Some((_, n)) => *n = n.saturating_add(1),
            // more entries than a turn can have room for are not told apart
            None => drop(self.s.through.try_push((hex, 1))),
        }
    }

    fn put_down(&mut self) {
        if let Some(unit) = self.s.hand.take() {
            self.s.unit_mut(unit).set(Flags::MOVED);
        }
        self.s.step = Step::Move;
    }

    /// 19.1: the French whose zone is entered for the first time check.
    fn surprise(&mut self, unit: UnitId, hex: HexId) {
        if !self.g.army.facts(unit).kind.is_unit() {
            return;
        }
        let near = |id: &UnitId| {
            let at = self.s.unit(*id).at.hex();
            at.is_some_and(|at| self.g.controls(self.s, *id) && self.g.map.controls(at, hex))
        };
        let french: Vec<UnitId> =
            self.g.army.all().filter(|(_, facts)| facts.seat == FRENCH).map(|(id, _)| id).collect();
        let surprised: Vec<UnitId> = french.into_iter().filter(near).collect();
        for id in surprised {
            let (facts, turn) = (self.g.army.facts(id), self.s.turn);
            let told = SurpriseFacts { turn, arm: facts.kind.arm(), formation: facts.formation };
            if self.s.unit(id).is(Flags::ALARMED) || !ruled!(self.g, &*self.s, is_surprised, told) {
                continue;
            }
            self.s.unit_mut(id).set(Flags::ALARMED);
            if !self.check(id, "in surprise") {
                self.s.unit_mut(id).set(Flags::DISRUPTED);
                self.tell("19.1", &[PartKind::Unit(id)], |g, _| {
                    format!("{} is surprised and disrupted", g.army.facts(id).name)
                });
            }
        }
    }

    /// 11.3: leaders and headquarters alone in a hex that the enemy enters are captured.
    pub(super) fn ride_down(&mut self, unit: UnitId, hex: HexId) {
        let facts = self.g.army.facts(unit);
        if !facts.kind.is_unit() {
            return;
        }
        let alone: Vec<UnitId> = self.s.in_hex(hex).filter(|id| self.g.army.facts(*id).seat != facts.seat).collect();
        for id in alone {
            self.capture(id);
        }
    }

    /// The points of a side against a unit's owner.
    fn victor(&mut self, unit: UnitId) -> &mut super::model::Score {
        let seat = self.g.army.facts(unit).seat.other();
        &mut self.s.score[seat.index()]
    }

    /// 11.2, 18.3.
    pub(super) fn capture(&mut self, unit: UnitId) {
        let kind = self.g.army.facts(unit).kind;
        let great = matches!(kind, Unit::Hq | Unit::Train);
        let score = self.victor(unit);
        let count = if great { &mut score.great } else { &mut score.captured };
        *count = count.saturating_add(1);
        let hex = self.s.unit(unit).at.hex();
        self.remove(unit, Place::Captured);
        self.tell("11.2", &[PartKind::Unit(unit)], |g, _| format!("{} is captured", g.army.facts(unit).name));
        self.lost(unit, hex, true);
        if self.is_napoleon(unit) && self.g.numbers.captured_napoleon_ends {
            self.s.ending = Some(Ending::NapoleonFalls);
        }
    }

    /// 18.1 speaks of the French leader of the whole army.
    fn is_napoleon(&self, unit: UnitId) -> bool {
        let facts = self.g.army.facts(unit);
        facts.kind == Unit::Leader && facts.army && facts.seat == FRENCH
    }

    /// Without a safe line of retreat who is destroyed is captured. (11.2)
    pub(super) fn destroy(&mut self, unit: UnitId) {
        if !self.g.has_line(self.s, unit) {
            self.capture(unit);
            return;
        }
        let score = self.victor(unit);
        score.destroyed = score.destroyed.saturating_add(1);
        let hex = self.s.unit(unit).at.hex();
        self.remove(unit, Place::Destroyed);
        self.tell("11.2", &[PartKind::Unit(unit)], |g, _| format!("{} is destroyed", g.army.facts(unit).name));
        self.lost(unit, hex, false);
    }

    /// What events are told of a unit that was in a hex; nothing of one that was nowhere.
    pub(super) fn loss(&self, unit: UnitId, hex: Option<HexId>, captured: bool) -> Option<LossFacts> {
        let facts = self.g.army.facts(unit);
        let (seat, arm, formation) = (facts.seat, facts.kind.arm(), facts.formation);
        Some(LossFacts { seat, unit, arm, formation, hex: hex?, captured })
    }

    /// Packs hear that a unit is gone.
    fn lost(&mut self, unit: UnitId, hex: Option<HexId>, captured: bool) {
        if let Some(facts) = self.loss(unit, hex, captured) {
            told!(self, on_loss, facts);
        }
    }

    /// A leader falls. (7.5, 18.3)
    pub(super) fn fall(&mut self, leader: UnitId) {
        let score = self.victor(leader);
        score.casualties = score.casualties.saturating_add(1);
        let hex = self.s.unit(leader).at.hex();
        self.remove(leader, Place::Destroyed);
        self.tell("7.5", &[PartKind::Unit(leader)], |g, _| format!("{} falls", g.army.facts(leader).name));
        self.lost(leader, hex, false);
        if self.is_napoleon(leader) {
            self.s.ending = Some(Ending::NapoleonFalls);
        }
    }

    pub(super) fn remove(&mut self, unit: UnitId, to: Place) {
        let state = self.s.unit_mut(unit);
        *state =
            super::model::Unit { at: to, flags: Flags(state.flags.0 & Flags::SPENT.0), steps: state.steps, flee: 0 };
    }

    /// A unit that comes back, or for the first time, at one step's strength or its own.
    pub(super) fn raised(&mut self, unit: UnitId, hex: HexId) {
        let steps = self.g.army.facts(unit).steps;
        *self.s.unit_mut(unit) = super::model::Unit { at: Place::Hex(hex), flags: Flags::NONE, steps, flee: 0 };
    }

    /// 13.2, 19.5: a unit comes back with the help of a leader, if it passes its check.
    fn raise(&mut self, unit: UnitId, leader: UnitId) {
        let Place::Hex(hex) = self.s.unit(leader).at else { return };
        self.s.spare[self.s.active.index()] -= 1;
        let before = self.s.unit(unit).at;
        // it checks as if it stood with the leader
        self.raised(unit, hex);
        if self.check(unit, "to come back") {
            return;
        }
        self.remove(unit, before);
        if self.g.army.facts(unit).role == super::army::Role::Line {
            // 19.5 spares at-large battalions this: destroyed once more, for good
            self.s.unit_mut(unit).set(Flags::SPENT);
            let score = self.victor(unit);
            score.destroyed = score.destroyed.saturating_add(1);
            self.tell("13.2", &[PartKind::Unit(unit)], |g, _| {
                format!("{} does not come back, and counts as destroyed", g.army.facts(unit).name)
            });
        }
    }

    /// 19.4.
    fn mass(&mut self, order: &Order) -> Result<(), Fault> {
        let hex = order.hex().ok_or_else(|| Fault::new("an order names what is not on this board"))?;
        let mut three = self.g.batteries_in(self.s, hex);
        three.retain(|unit| !order.kinds().any(|kind| kind == PartKind::Unit(*unit)));
        let massed = self.g.massed().ok_or_else(|| Fault::new("there is no unit for massed guns"))?;
        let flee = three.iter().map(|unit| self.s.unit(*unit).flee).max().unwrap_or(0);
        let flags = three.iter().map(|unit| self.s.unit(*unit).flags.0);
        let (all, any) = (flags.clone().fold(u32::MAX, |a, b| a & b), flags.fold(0, |a, b| a | b));
        for unit in three {
            self.remove(unit, Place::Gone);
        }
        self.raised(massed, hex);
        // it is as ready as the least ready of them, and has done what any of them has done
        let done = Flags::MOVED.with(Flags::FOUGHT).with(Flags::MARCHED).with(Flags::DISRUPTED).with(Flags::AMMO);
        let done = done.with(Flags::OF_FIGHT);
        self.s.unit_mut(massed).flee = flee;
        self.s.unit_mut(massed).flags = Flags(all & Flags::DEPLOYED.0 | any & done.0);
        Ok(())
    }

    /// A fight begins.
    fn open(&mut self, kind: super::flow::Kind, unit: UnitId, target: HexId) {
        self.s.fight.kind = kind;
        self.s.fight.target = target;
        self.s.unit_mut(unit).set(Flags::ATTACKS);
    }

    /// The seat of a unit.
    pub(super) fn seat(&self, unit: UnitId) -> Seat {
        self.g.army.facts(unit).seat
    }
}
