//! What each order does. Legality is settled before.

use super::Triomphe;
use super::bombard::GunOrder;
use super::doing::{Doing, ended_declaration};
use super::flow::{Fight, March, Step};
use super::knowledge::Picked;
use super::lay::Lay;
use super::model::{ANY_QUOTA, Flags, Piece, Pool, Pos, State};
use super::order::{Order, Path, one, size};
use super::rules::OrganizeFacts;
use super::settings::Shuffle;
use crate::board::{ApproachId, LocaleId, Position};
use crate::kernel::{Bag, Class, Fault, Fill, No, Seat};

fn fault(no: No) -> Fault {
    match no {
        No::Fault(fault) => fault,
        No::Refused(refusal) => Fault::new(format!("an illegal order was played: {refusal}")),
    }
}

/// Which pieces of a position an order takes: of each class so many, the first in the list that fit.
struct Grip {
    from: Pos,
    bag: Bag,
    /// Marks that they have.
    with: Flags,
    /// Marks that they have not.
    without: Flags,
}

impl Grip {
    fn fits(&self, p: &Piece) -> bool {
        p.flags.0 & self.with.0 == self.with.0 && !p.flags.has(self.without)
    }
}

impl Triomphe {
    /// What an order takes out of hidden pieces; none for other orders.
    fn grip(&self, s: &State, order: &Order) -> Option<Grip> {
        let fresh = Flags::ACTED;
        let orderly = fresh.with(Flags::DISORGANIZED);
        let grip = |from, bag, without| Some(Grip { from, bag, with: Flags::NONE, without });
        match order {
            Order::March { from, to, bag } => {
                let leaves = self.bars_disorganized(*from, *to);
                grip(*from, *bag, if leaves { orderly } else { fresh })
            }
            Order::Road { from, class, path } => {
                let leaves = !path.is_empty() || !self.numbers.rides_disorganized();
                let cleaned = if self.numbers.cleaned_up_may_road_march { Flags::NONE } else { Flags::CLEANED };
                grip(*from, one(*class), if leaves { orderly } else { fresh }.with(cleaned))
            }
            Order::Pontoon { from, class } => grip(*from, one(*class), fresh),
            Order::Attack { from, bag, .. } => grip(*from, *bag, orderly),
            Order::With(bag) => grip(s.fight.from, *bag, orderly),
            Order::Up(bag) => Some(Grip { from: s.fight.from, bag: *bag, with: Flags::NAMED, without: Flags::NONE }),
            Order::Send(bag) => grip(Pos::reserve(self.map.approach(s.fight.over).locale), *bag, Flags::NONE),
            Order::Organize { at, class } | Order::Also { at, class } => {
                let again = self.numbers.organize_again_after_contagion;
                let without = if again { Flags::NONE } else { Flags::ORGANIZED };
                Some(Grip { from: *at, bag: one(*class), with: Flags::DISORGANIZED, without })
            }
            Order::Own { verb, at: Some(at), fill: Fill::Bag(bag) } => {
                let (with, without) = self.own_marks(*verb);
                Some(Grip { from: *at, bag: *bag, with, without })
            }
            _ => None,
        }
    }

    /// The marks of the pieces that an order takes: of pieces with different marks everybody sees which go.
    pub(super) fn marks_taken(&self, s: &State, order: &Order) -> Vec<(Flags, Pool)> {
        let Some(grip) = self.grip(s, order) else { return Vec::new() };
        let seat = self.decider(s);
        let mut marks = Vec::new();
        for &(class, count) in &grip.bag {
            let fit = |p: &&Piece| p.class == class && grip.fits(p);
            let count = usize::from(count);
            if self.numbers.shuffle == Shuffle::Always {
                marks.extend(s.at(seat, grip.from).filter(fit).take(count).map(|p| (p.flags, Pool::HIDDEN)));
            } else {
                // it is seen which go, as `point_out` has it
                let there: Vec<&Piece> = s.at(seat, grip.from).filter(fit).collect();
                marks.extend(there.iter().rev().take(count).map(|p| (p.flags, p.pool)));
            }
        }
        marks.sort_unstable();
        marks
    }
}

impl Doing<'_> {
    /// Singles out blocks by class among those of a seat in a position that fit: shuffled with those that stay, or seen as
    /// they are. (17)
    pub(super) fn single_out(&mut self, seat: Seat, pos: Pos, bag: &Bag, fits: impl Fn(&Piece) -> bool) -> Picked {
        match self.g.numbers.shuffle {
            Shuffle::Always => self.s.single_out(seat, pos, bag, fits),
            Shuffle::TurnStart => self.s.point_out(seat, pos, bag, fits),
        }
    }

    /// Singles out the pieces that an order takes.
    pub(super) fn take(&mut self, order: &Order) -> Picked {
        let seat = self.g.decider(self.s);
        match self.g.grip(self.s, order) {
            Some(grip) => self.single_out(seat, grip.from, &grip.bag, |p| grip.fits(p)),
            None => Picked::new(),
        }
    }

    /// Carries out a legal order up to the next decision.
    pub(super) fn order(&mut self, order: &Order) -> Result<(), Fault> {
        let lay = self.lay()?;
        let cost = self.g.legal_on(self.s, &lay, order).map_err(|stop| fault(self.g.no(stop)))?;
        self.announce(order);
        self.s.used += cost;
        let seat = self.s.active;
        match order {
            Order::March { from, to, .. } => {
                let picked = self.take(order);
                self.march(*from, *to, &picked)?;
            }
            Order::Road { from, path, .. } => {
                let picked = self.take(order);
                self.road(&lay, *from, &picked, path)?;
            }
            Order::Pontoon { from, .. } => {
                let Position::Holding(holding) = from.place() else { return Ok(()) };
                let to = self.g.map.holding(holding).enters;
                let picked = self.take(order);
                self.move_to(&picked, Pos::reserve(to), Flags::ACTED.with(Flags::NAMED), Flags::NONE);
                self.enter(seat, to)?;
                self.s.pontoon += 1;
                self.s.march = March { at: to, ..March::default() };
                self.s.step = if self.g.numbers.pontoon_rides { Step::Ride } else { Step::Finish };
            }
            Order::Attack { from, over, .. } => {
                let picked = self.take(order);
                self.attack(*from, *over, &picked);
            }
            Order::Assault(at) => {
                self.s.fight =
                    Fight { from: Pos::approach(*at), over: at.opposite(), assault: true, ..Fight::default() };
                self.enter_stage(self.g.own.flow.assault);
            }
            Order::Aim(at) => self.gun(*at, GunOrder::Aim)?,
            Order::Unaim(at) => self.gun(*at, GunOrder::Unaim)?,
            Order::Bombard(at) => self.gun(*at, GunOrder::Fire)?,
            Order::Mark(at) => self.mark_approach(*at),
            Order::Organize { at, .. } => {
                let picked = self.take(order);
                self.organize(*at, &picked);
                let facts = OrganizeFacts { organized: lay.organized };
                let pieces = self.g.rules.organizes(self.g.now(self.s), facts)?;
                self.s.march.more = pieces.saturating_sub(1);
                self.s.step = Step::Also;
            }
            Order::Also { at, .. } => {
                let picked = self.take(order);
                self.organize(*at, &picked);
                self.s.march.more -= 1;
            }
            Order::Enough => self.s.step = Step::Finish,
            Order::End => self.end_phase()?,
            Order::Send(_) => {
                let picked = self.take(order);
                self.send(&picked);
            }
            Order::StepUp(all) => self.step_up(*all),
            Order::Up(_) => {
                let picked = self.take(order);
                let attack = self.s.fight.over.opposite();
                self.move_to(&picked, Pos::approach(attack), Flags::NONE, Flags::NONE);
                self.s.step = Step::Reveals; // their move is over
            }
            Order::On(path) => {
                let marcher = self.s.pieces.iter().position(|p| p.seat == seat && p.flags.has(Flags::NAMED));
                if let Some(k) = marcher {
                    self.travel(&lay, k, path)?;
                }
            }
            Order::Halt => self.s.step = Step::Ride,
            Order::Ride { bag, to } => {
                let at = Pos::reserve(self.s.march.at);
                let picked = self.single_out(seat, at, bag, |p| p.flags.has(Flags::NAMED));
                self.show(seat, &picked);
                self.move_to(&picked, Pos::approach(*to), Flags::NONE, Flags::NONE);
            }
            Order::Stay => self.s.step = Step::Reveals,
            Order::Reveal(class) => {
                let named = |p: &super::model::Piece| p.seat == seat && p.class == *class && p.flags.has(Flags::NAMED);
                if let Some(p) = self.s.pieces.iter().copied().find(named) {
                    let picked = self.single_out(seat, p.pos, &one(*class), |p| p.flags.has(Flags::NAMED));
                    self.show(seat, &picked);
                }
                self.s.step = Step::Finish;
            }
            Order::Lead(bag) if self.s.step == Step::Lead => {
                self.choose(bag, Flags::LEADS);
                self.go_on(Step::Lead);
            }
            Order::Lead(bag) => self.head(bag),
            Order::With(bag) => {
                let picked = self.take(order);
                self.mark(&picked, Flags::NAMED.with(Flags::ACTED));
                self.s.fight.attackers += size(bag);
                self.go_on(Step::Join);
            }
            Order::Fire(fire) => {
                let gun = if *fire { self.show_firing_gun() } else { None };
                match gun {
                    None => self.go_on(Step::Gun),
                    Some(_) if self.g.hit_as_printed() => self.s.step = Step::Hit,
                    Some(gun) => self.fire_on_leaders(gun),
                }
            }
            Order::Hit(class) => self.hit(*class),
            Order::Counter(bag) => {
                self.choose(bag, Flags::COUNTERS);
                self.s.fight.hits[seat.other().index()] = self.g.leading(self.s, seat).count() as u8;
                if bag.is_empty() {
                    self.go_on(Step::Counter);
                } else {
                    self.s.step = Step::CounterOdd;
                }
            }
            Order::Odd(class) => self.odd(*class),
            Order::Loss { at, class } => self.loss(*at, *class),
            Order::Flee { class, to } => self.flee(*class, *to)?,
            Order::Shift(from) => self.shift_token(*from),
            Order::Take(from) => self.take_token(*from),
            Order::Own { verb, at: Some(at), fill: Fill::Bag(bag) } => self.own_order(order, *verb, *at, bag)?,
            Order::Own { fill, .. } => self.own_answer(fill)?,
            Order::Return(from) => match from {
                Some(from) => {
                    self.return_token(*from);
                    self.s.march.more -= 1;
                }
                None => self.go_on(Step::Return),
            },
        }
        self.s.orders += 1;
        self.run()
    }

    fn march(&mut self, from: Pos, to: Pos, picked: &Picked) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        let leaves = from.locale(&g.map) != to.locale(&g.map);
        self.move_to(picked, to, Flags::ACTED.with(Flags::NAMED), Flags::NONE);
        self.s.step = Step::Finish;
        if let Position::Reserve(locale) = to.place() {
            if leaves {
                self.enter(seat, locale)?;
            }
            self.s.march = March { at: locale, ..March::default() };
            // from an approach of the same locale continuation may be barred (12)
            if leaves || g.numbers.ride_back {
                self.s.step = Step::Ride;
            }
        }
        Ok(())
    }

    fn road(&mut self, lay: &Lay, from: Pos, picked: &Picked, path: &Path) -> Result<(), Fault> {
        let seat = self.s.active;
        let leaves = !path.is_empty();
        let at = from.locale(&self.g.map).unwrap_or(LocaleId(0));
        self.s.march = March { at, road: true, ..March::default() };
        self.mark(picked, Flags::ACTED.with(Flags::NAMED));
        let marcher = self.s.pieces.iter().position(|p| p.seat == seat && p.flags.has(Flags::NAMED));
        match marcher {
            Some(k) if leaves => self.travel(lay, k, path),
            _ => {
                self.s.step = Step::Ride;
                Ok(())
            }
        }
    }

    /// A piece follows a path by road, up to its end or to its first attack. (8)
    fn travel(&mut self, lay: &Lay, k: usize, path: &Path) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        let piece = self.s.pieces[k];
        let on_map = piece.pos.locale(&g.map).is_some();
        let start = if on_map { g.marcher(self.s) } else { g.walker(piece.pos) };
        let attacks = g.numbers.road_attackers.admit(piece.class);
        let followed = g.follow(self.s, lay, piece.pos, start, path, attacks);
        let (strides, walker) = followed.map_err(|stop| fault(g.no(stop)))?;
        let mut reached = None;
        let mut attack = None;
        for stride in &strides {
            g.note_traffic(self.s, stride);
            if stride.attack {
                attack = Some(*stride);
            } else {
                if let Some(through) = reached.replace(stride.to) {
                    self.pass_through(seat, through)?;
                }
            }
        }
        if let Some(to) = reached {
            self.move_to(&[k], Pos::reserve(to), Flags::NONE, Flags::NONE);
            self.enter(seat, to)?;
            self.s.march.at = to;
        }
        self.s.march.via = walker.via;
        self.s.march.steps = walker.steps;
        self.s.march.paid = walker.local;
        match attack.and_then(|a| g.map.approach_at(a.to, a.crossing)) {
            Some(over) => {
                self.s.march.attacked = true;
                let from = Pos::reserve(self.s.march.at);
                self.open_attack(from, over, 1);
            }
            None => self.s.step = Step::Ride,
        }
        Ok(())
    }

    fn attack(&mut self, from: Pos, over: ApproachId, picked: &Picked) {
        self.mark(picked, Flags::ACTED.with(Flags::NAMED));
        let at = self.g.map.approach(over).beyond;
        let prove = self.g.map.approach(over).penalties.cavalry_obstructing;
        self.s.march = March { at, prove, ..March::default() };
        self.open_attack(from, over, picked.len() as u8);
    }

    fn open_attack(&mut self, from: Pos, over: ApproachId, attackers: u8) {
        let first = !self.s.attacked.has(over.0 as usize);
        self.s.fight = Fight { from, over, attackers, first, ..Fight::default() };
        self.s.step = Step::Respond;
    }

    fn gun(&mut self, at: ApproachId, order: GunOrder) -> Result<(), Fault> {
        let (g, seat, pos) = (self.g, self.s.active, Pos::approach(at));
        let Some(gun) = self.s.at(seat, pos).find(|p| g.gun_suits(p, order)).copied() else { return Ok(()) };
        let picked = self.single_out(seat, pos, &one(gun.class), |p| g.gun_suits(p, order));
        self.show(seat, &picked);
        let fired = Flags::FIRED.with(Flags::SALVO).with(Flags::ACTED).with(Flags::UP);
        let aimed = Flags::AIMED.with(Flags::SALVO).with(Flags::ACTED).with(Flags::UP);
        for &k in &picked {
            let flags = &mut self.s.pieces[k].flags;
            *flags = match order {
                GunOrder::Aim => flags.with(aimed),
                GunOrder::Unaim => ended_declaration(*flags, g.numbers.gun_hidden_when_declaration_ends),
                GunOrder::Fire => flags.without(Flags::AIMED).with(fired),
            };
        }
        self.s.sort();
        self.s.step = Step::Finish;
        if order == GunOrder::Fire {
            self.s.fight = Fight { from: pos, over: at.opposite(), ..Fight::default() };
            let points = g.bombard_points(self.s, gun.class)?;
            if g.bombarded(self.s).is_empty() || points == 0 {
                self.say("10.2", &[pos.part()], |_, _| "The bombardment has no effect.".to_owned());
            } else {
                self.s.fight.hits[seat.other().index()] = points - 1;
                let choice = !g.bombarded_approaches(self.s).is_empty();
                self.s.step = if choice { Step::Mark } else { Step::Target };
            }
        }
        Ok(())
    }

    /// The attacker names the approach that his bombardment falls on. (10.2)
    pub(super) fn mark_approach(&mut self, at: ApproachId) {
        let sides = self.g.map.approaches_of(self.g.map.approach(at).locale);
        self.s.fight.spot = sides.iter().position(|a| *a == at).map_or(0, |k| k as u8 + 1);
        self.s.step = Step::Target;
    }

    fn organize(&mut self, at: Pos, picked: &Picked) {
        for &k in picked {
            let flags = &mut self.s.pieces[k].flags;
            *flags = flags.without(Flags::DISORGANIZED).with(Flags::ORGANIZED);
        }
        self.s.sort();
        if self.s.quota < ANY_QUOTA {
            self.s.quota = self.s.quota.saturating_sub(picked.len() as u8);
        }
        if let Some(locale) = at.locale(&self.g.map) {
            self.s.public.begun.insert(locale);
        }
    }

    fn send(&mut self, picked: &Picked) {
        let over = self.s.fight.over;
        self.move_to(picked, Pos::approach(over), Flags::NONE, Flags::NONE);
        self.go_on(Step::Respond);
    }

    /// Blocked attackers advance to the attack approach, all or none; a single one that stays has no other way there.
    /// (9.4, 12)
    fn step_up(&mut self, all: bool) {
        let seat = self.s.active;
        let f = self.s.fight;
        if all {
            let named: super::knowledge::Picked = (0..self.s.pieces.len())
                .filter(|k| self.s.pieces[*k].seat == seat && self.s.pieces[*k].flags.has(Flags::NAMED))
                .collect();
            self.move_to(&named, Pos::approach(f.over.opposite()), Flags::NONE, Flags::NONE);
        }
        self.s.march.only = Some(f.over.opposite());
        self.s.step = if all || f.attackers == 1 { Step::Reveals } else { Step::Ride };
    }

    /// Chooses defence leaders or counter-attacking pieces and turns them face-up. (11.2, 11.5)
    fn choose(&mut self, bag: &Bag, mark: Flags) {
        let defender: Seat = self.s.active.other();
        let place = Pos::approach(self.s.fight.over);
        let picked = self.single_out(defender, place, bag, |p| !p.flags.has(Flags::LEADS));
        self.s.fight.chosen += picked.len() as u8;
        if mark == Flags::LEADS {
            self.note_arm(defender, bag);
        }
        if !picked.is_empty() {
            self.show(defender, &picked);
        }
        self.mark(&picked, mark.with(Flags::UP));
    }

    /// The class of the gun that fires in defence; none when there is none. (11.4)
    fn show_firing_gun(&mut self) -> Option<Class> {
        let defender = self.s.active.other();
        let class = self.g.firing_gun(self.s)?;
        let place = Pos::approach(self.s.fight.over);
        let picked =
            self.single_out(defender, place, &one(class), |p| !p.flags.has(Flags::LEADS) && !p.flags.has(Flags::SALVO));
        self.show(defender, &picked);
        Some(class)
    }

    fn odd(&mut self, class: Class) {
        let (seat, defender) = (self.s.active, self.s.active.other());
        match self.s.step {
            Step::CounterOdd => {
                self.take_marked(defender, Flags::COUNTERS, Some(class));
                self.s.fight.hits[defender.index()] = 0;
                self.go_on(Step::Counter);
            }
            Step::AttackerOdd => {
                self.take_marked(seat, Flags::LEADS, Some(class));
                self.s.step = Step::AttackerExcess;
            }
            _ => {
                self.take_marked(defender, Flags::LEADS, Some(class));
                self.s.step = Step::DefenderExcess;
            }
        }
    }

    fn loss(&mut self, at: Pos, class: Class) {
        if let Some(due) = self.s.fight.dues.first() {
            self.pay(due, at, class);
            return;
        }
        let (g, seat, defender) = (self.g, self.s.active, self.s.active.other());
        let owner = if self.s.step == Step::AttackerExcess { seat } else { defender };
        let excess = matches!(self.s.step, Step::AttackerExcess | Step::DefenderExcess);
        let fits = |p: &super::model::Piece| !excess || g.others(self.s, owner).any(|q| q == p);
        let mine = |p: &super::model::Piece| p.seat == owner && p.pos == at && p.class == class && fits(p);
        let open = self.s.pieces.iter().position(|p| mine(p) && p.flags.has(Flags::UP));
        // of two alike the one whose face is up, so that no other has to be shown
        let Some(k) = open.or_else(|| self.s.pieces.iter().position(mine)) else { return };
        let chosen = self.s.pieces[k];
        let k = if self.s.step == Step::RetreatLoss {
            k // the faces lie open: the enemy sees which (13.1)
        } else {
            let picked = self.single_out(owner, at, &one(class), |p| p.flags == chosen.flags);
            let Some(&k) = picked.first() else { return };
            k
        };
        if self.s.step == Step::Target {
            self.bombard(k);
            return;
        }
        self.s.fight.hits[owner.index()] -= 1;
        self.reduce(k);
    }
}
