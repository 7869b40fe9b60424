//! What follows an order by itself, step by step, until somebody has to decide.

use super::Triomphe;
use super::doing::Doing;
use super::flow::{Fight, March, Step};
use super::model::{Face, Flags, Pos, State, UNSEEN};
use super::order::one;
use super::rules::{DecisionFacts, TurnFacts};
use super::settings::LeaderLosses;
use super::stop::Stop;
use crate::board::{LocaleId, Position};
use crate::kernel::{Class, Fault, Seat};

/// A rule cannot bar what goes on by itself: only a script can stop it.
pub(super) fn fault(stop: Stop) -> Fault {
    match stop {
        Stop::Fault(fault) => *fault,
        Stop::Bar(bar) => Fault::new(bar.text),
    }
}

impl Triomphe {
    /// Whether the step that the turn stands at waits for an order. Depends on public facts alone: a choice is skipped
    /// only when it is forced for every arrangement of faces that the other seat thinks possible.
    pub(super) fn is_asked(&self, s: &State) -> Result<bool, Fault> {
        let defender = s.active.other();
        Ok(match s.step {
            Step::Turn => self.phase_is_open(s)?,
            Step::Own => s.prompt.is_some(),
            Step::Also => s.march.more > 0 && self.also_is_asked(s)?,
            Step::Respond => self.answer_limit(s).map_err(fault)? > 0,
            Step::StepUp => s.fight.from.is_reserve() && self.can_block(s, s.active),
            Step::Lead => self.lead_is_asked(s),
            Step::Head => s.at(s.active, s.fight.from).filter(|p| !p.flags.has(Flags::ACTED)).count() > 1,
            Step::Join => s.fight.attackers < self.named_limit(s) && !self.join_candidates(s).is_empty(),
            Step::Gun => self.gun_is_asked(s),
            Step::Hit => distinct(self.leading(s, s.active).map(|p| p.class)) > 1,
            Step::Counter => self.counter_is_asked(s),
            Step::CounterOdd => self.odd_among(s, defender).is_some(),
            Step::AttackerOdd => self.odd_among(s, s.active).is_some(),
            Step::DefenderOdd => self.odd_among(s, defender).is_some(),
            Step::AttackerExcess => self.excess_is_asked(s, s.active),
            Step::DefenderExcess => self.excess_is_asked(s, defender),
            Step::RetreatLoss => {
                let hits = s.fight.hits[defender.index()];
                hits > 0
                    && !self.is_lost(s, defender)
                    && self.spot(s).is_some_and(|spot| distinct(self.spot_pieces(s, spot).map(|p| p.class)) > 1)
            }
            Step::Flee => {
                !self.is_lost(s, defender) && self.next_to_flee(s).is_some() && self.flights(s, &self.lay(s)?).len() > 1
            }
            Step::Target => {
                let targets = self.bombarded(s);
                !(s.known_alike(targets.iter().copied()) && targets.iter().all(|p| p.pos == targets[0].pos))
                    && targets.len() > 1
            }
            Step::Mark => self.bombarded_approaches(s).len() > 1,
            Step::Onward => self.riders(s).next().is_some() && !self.onward_paths(s, &self.lay(s)?).is_empty(),
            Step::Ride => self.ride_is_asked(s)?,
            Step::Reveals => {
                let mut named = s.pieces_of(s.active).filter(|p| p.flags.has(Flags::NAMED));
                s.march.prove && s.fight.attackers > 1 && named.any(|p| p.pool.class().is_none())
            }
            Step::Return => s.march.more > 0 && !self.returnable(s).is_empty(),
            Step::Start
            | Step::Resolve
            | Step::Result
            | Step::Complete
            | Step::Reveal
            | Step::Room
            | Step::Fled
            | Step::Advance
            | Step::Finish
            | Step::CleanUp
            | Step::Pass => false,
        })
    }

    fn also_is_asked(&self, s: &State) -> Result<bool, Fault> {
        let lay = self.lay(s)?;
        for (at, class) in self.organizable(s) {
            match self.check_organize(s, &lay, at, class, false) {
                Ok(_) => return Ok(true),
                Err(Stop::Bar(_)) => {}
                Err(stop) => return Err(fault(stop)),
            }
        }
        Ok(false)
    }

    fn excess_is_asked(&self, s: &State, seat: Seat) -> bool {
        // the marks of leading and counter-attacking pieces make no difference to what a reduction does
        let mut pools = self.others(s, seat).map(|p| p.pool);
        let first = pools.next();
        s.fight.hits[seat.index()] > 0
            && first.is_some_and(|first| pools.any(|pool| pool != first || pool.class().is_none()))
    }

    /// The two classes between which the odd reduction of a seat is its owner's choice, if there is such a choice:
    /// among counter-attacking pieces in step 5, among leading pieces in step 8. (11.5, 11.8)
    pub(super) fn odd_among(&self, s: &State, seat: Seat) -> Option<[Class; 2]> {
        let mark = if s.step == Step::CounterOdd { Flags::COUNTERS } else { Flags::LEADS };
        if mark == Flags::LEADS && self.numbers.leader_losses_by == LeaderLosses::Enemy {
            return None;
        }
        let mut marked = s.pieces_of(seat).filter(|p| p.flags.has(mark)).map(|p| p.class);
        let (a, b) = (marked.next()?, marked.next()?);
        let (_, odd) = Triomphe::split(s.fight.hits[seat.index()], [a.strength(), b.strength()]);
        (odd > 0 && a != b).then_some([a.min(b), a.max(b)])
    }

    /// What a turn's questions are told.
    pub(super) fn turn_facts(&self, s: &State) -> TurnFacts {
        TurnFacts { round: s.round, hour: self.hour(s).0, seat: s.active }
    }
}

/// How many different items.
fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> usize {
    let mut seen: Vec<T> = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen.len()
}

impl Doing<'_> {
    /// Goes on until somebody has to decide or the match is over.
    pub(super) fn run(&mut self) -> Result<(), Fault> {
        loop {
            if self.settle_tokens() || self.s.ending.is_some() {
                return Ok(());
            }
            if let Some(due) = self.s.fight.dues.first() {
                if self.g.due_is_asked(self.s, due) {
                    return Ok(());
                }
                self.settle_due(due);
                continue;
            }
            if self.g.is_asked(self.s)? {
                return Ok(());
            }
            self.step()?;
        }
    }

    /// One step that nobody has to decide.
    fn step(&mut self) -> Result<(), Fault> {
        let defender = self.s.active.other();
        match self.s.step {
            Step::Turn => self.end_phase()?,
            Step::Start => self.start_turn()?,
            Step::Own => self.own_step()?,
            Step::Also => self.s.step = Step::Finish,
            Step::Target => self.unasked_target(),
            Step::Respond => self.go_on(Step::Respond),
            Step::Resolve => self.resolve_attack()?,
            Step::StepUp => self.blocked_on_approach(),
            Step::Lead => self.go_on(Step::Lead),
            Step::Head => {
                // one piece in the approach: it leads
                let heads = self.g.head_candidates(self.s, approach_of(self.s.fight.from));
                if let Some((class, _)) = heads.first() {
                    self.head(&one(*class));
                }
            }
            Step::Join => self.go_on(Step::Join),
            Step::Gun => self.go_on(Step::Gun),
            Step::Hit => {
                let leader = self.g.leading(self.s, self.s.active).map(|p| p.class).next();
                if let Some(class) = leader {
                    self.hit(class);
                }
            }
            Step::Counter => self.go_on(Step::Counter),
            Step::CounterOdd => {
                self.take_marked(defender, Flags::COUNTERS, None);
                self.s.fight.hits[defender.index()] = 0;
                self.go_on(Step::Counter);
            }
            Step::Result => self.assault_result()?,
            Step::AttackerOdd if self.g.numbers.leader_losses_by == LeaderLosses::Enemy => self.spread_losses(),
            Step::AttackerOdd => {
                self.take_marked(self.s.active, Flags::LEADS, None);
                self.s.step = Step::AttackerExcess;
            }
            Step::DefenderOdd => {
                self.take_marked(defender, Flags::LEADS, None);
                self.s.step = Step::DefenderExcess;
            }
            Step::AttackerExcess => self.unasked_excess(self.s.active),
            Step::DefenderExcess => self.unasked_excess(defender),
            Step::Complete => self.complete_assault(),
            Step::Reveal => self.reveal_retreat()?,
            Step::RetreatLoss => self.unasked_retreat_loss()?,
            Step::Room => self.count_room()?,
            Step::Flee => {
                let lay = self.lay()?;
                match self.g.next_to_flee(self.s).filter(|_| !self.g.is_lost(self.s, defender)) {
                    Some(class) => {
                        let to = self.g.flights(self.s, &lay).first().copied().flatten();
                        self.flee(class, to)?;
                    }
                    None => self.s.step = Step::Fled,
                }
            }
            Step::Fled => self.end_retreat()?,
            Step::Advance => self.advance()?,
            Step::Mark => {
                if let [only, ..] = self.g.bombarded_approaches(self.s)[..] {
                    self.mark_approach(only);
                }
            }
            Step::Onward => self.s.step = Step::Ride,
            Step::Ride => self.s.step = Step::Reveals,
            Step::Reveals => {
                if self.s.march.prove && self.s.fight.attackers == 1 {
                    self.show_named(|_| true);
                }
                self.s.step = Step::Finish;
            }
            Step::Finish => self.finish(),
            Step::CleanUp => {
                let lay = self.lay()?;
                self.clean_up_morale(&lay)?;
                self.s.march.more = self.g.numbers.return_tokens;
                self.go_on(Step::CleanUp);
            }
            Step::Return => self.go_on(Step::Return),
            Step::Pass => self.pass()?,
        }
        Ok(())
    }

    /// Whether a maneuver attack is blocked, and what follows. (9.3, 9.4)
    fn resolve_attack(&mut self) -> Result<(), Fault> {
        let g = self.g;
        let facts = g.attack_facts(self.s);
        let over = self.s.fight.over;
        let blocked = g.rules.is_blocked(g.now(self.s), facts)?;
        self.s.public.attacked.set(over.0 as usize);
        self.s.fight.won = !blocked;
        if blocked {
            let tokens = g.rules.blocked_tokens(g.now(self.s), facts)?;
            let locale = g.map.approach(over).locale;
            self.owe(facts.seat.other(), locale, tokens);
            self.say("9.3", &[Pos::approach(over).part()], |g, _| {
                format!("The attack across {} is blocked.", g.map.approach_name(over))
            });
            self.s.step = Step::StepUp;
        } else {
            self.say("9.3", &[Pos::approach(over).part()], |g, _| {
                format!("The attack across {} is not blocked: the defenders retreat.", g.map.approach_name(over))
            });
            self.s.step = Step::Reveal;
        }
        let asked = g.rules.on_attack_resolved(g.now(self.s), DecisionFacts::new(facts, false, !blocked))?;
        self.follow_up(asked)
    }

    /// Adds to what an army has to commit to a locale. (18)
    pub(super) fn owe(&mut self, army: Seat, locale: LocaleId, tokens: u8) {
        self.s.to_commit[army.index()] = (locale, tokens);
    }

    /// Attackers that cannot advance: their action ends where they stand.
    pub(super) fn blocked_on_approach(&mut self) {
        self.s.step = Step::Reveals;
    }

    /// Sets marks on picked blocks.
    pub(super) fn mark(&mut self, picked: &[usize], set: Flags) {
        for &k in picked {
            let p = &mut self.s.pieces[k];
            p.flags = p.flags.with(set);
        }
        self.s.sort();
    }

    /// One reduction, shown to the enemy and counted in the fight. The class that the block is now. (2)
    pub(super) fn reduce(&mut self, k: usize) -> Option<Class> {
        if self.s.pieces[k].class == UNSEEN {
            self.show(self.s.pieces[k].seat, &[k]);
        }
        let p = self.s.pieces[k];
        self.s.reduce(k);
        self.shown_by(p.seat);
        let losses = &mut self.s.fight.losses[p.seat.index()];
        *losses = losses.saturating_add(1);
        if self.s.fight.assault && self.g.numbers.winner_pays {
            self.charge(p.seat);
        }
        let now = p.class.reduced();
        self.say("2", &[p.pos.part()], |g, _| {
            let (side, was) = (g.side_name(p.seat), g.class_text(p.class));
            match now {
                Some(class) => format!("{side}: {was} in {} is reduced to {}.", g.pos_text(p.pos), g.class_text(class)),
                None => format!("{side}: {was} in {} is eliminated.", g.pos_text(p.pos)),
            }
        });
        now
    }

    /// Charges what an army has lost in the fight to its morale. (18)
    pub(super) fn charge(&mut self, army: Seat) {
        let k = army.index();
        let losses = self.s.fight.losses[k];
        self.s.fight.losses[k] = 0;
        self.s.to_lose[k] = self.s.to_lose[k].saturating_add(losses);
    }

    /// The attackers advance into reserve in the locale that they won. (9.4, 11.9)
    fn advance(&mut self) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        let locale = g.map.approach(self.s.fight.over).locale;
        let room = self.lay()?.room(&g.map, seat, locale);
        // strongest first: only on boards where not all who attack find room
        let mut named: Vec<usize> = (0..self.s.pieces.len())
            .filter(|k| self.s.pieces[*k].seat == seat && self.s.pieces[*k].flags.has(Flags::NAMED))
            .collect();
        named.sort_by_key(|k| std::cmp::Reverse((self.s.pieces[*k].class.strength(), self.s.pieces[*k].class)));
        named.truncate(usize::from(room));
        if self.s.fight.assault {
            self.s.public.stormed.insert(locale);
        }
        self.s.march.at = locale;
        if named.is_empty() {
            self.s.step = Step::Finish;
            return Ok(());
        }
        self.move_to(&named, Pos::reserve(locale), Flags::NONE, Flags::NONE);
        self.enter(seat, locale)?;
        self.s.step = if self.s.march.road { Step::Onward } else { Step::Ride };
        Ok(())
    }

    /// Shows the named pieces of the active seat that fit.
    pub(super) fn show_named(&mut self, fits: impl Fn(Class) -> bool) {
        let seat = self.s.active;
        let named: Vec<usize> = (0..self.s.pieces.len())
            .filter(|k| {
                let p = &self.s.pieces[*k];
                p.seat == seat && p.flags.has(Flags::NAMED) && fits(p.class)
            })
            .collect();
        self.show(seat, &named);
        for &k in &named {
            let p = self.s.pieces[k];
            self.say("8", &[p.pos.part()], |g, _| {
                format!("{} shows {} in {}.", g.side_name(seat), g.class_text(p.class), g.pos_text(p.pos))
            });
        }
    }

    /// A bombardment where there is nothing to choose. (10.2)
    fn unasked_target(&mut self) {
        let first = self.g.bombarded(self.s).first().map(|p| **p);
        match first.and_then(|p| self.s.pieces.iter().position(|q| *q == p)) {
            Some(k) => self.bombard(k),
            None => self.go_on(Step::Target),
        }
    }

    /// A bombardment reduces a piece, which costs its army morale. (10.2, 18)
    pub(super) fn bombard(&mut self, k: usize) {
        let seat = self.s.pieces[k].seat;
        self.reduce_by(k, 1 + self.s.fight.hits[seat.index()]);
        self.charge(seat);
        self.go_on(Step::Target);
    }

    /// Ends an action: faces are hidden again, and a march with attacks has shown that it was cavalry. (8, 11.9)
    fn finish(&mut self) {
        if self.s.march.attacked {
            self.show_named(|_| true);
        }
        self.forget_chosen();
        let marks = Flags::NAMED.with(Flags::LEADS).with(Flags::COUNTERS).with(Flags::FLEES);
        for p in &mut self.s.pieces {
            let led = p.flags.has(Flags::LEADS.with(Flags::COUNTERS).with(Flags::NAMED));
            let stays_up = p.flags.has(Flags::AIMED.with(Flags::FIRED));
            let flags = p.flags.without(marks);
            p.flags = if led && !stays_up { flags.without(Flags::UP) } else { flags };
        }
        self.s.sort();
        self.s.fight = Fight::default();
        self.s.march = March::default();
        self.s.step = Step::Turn;
    }
}

/// The approach of a position; only asked of attack approaches.
pub(super) fn approach_of(pos: Pos) -> crate::board::ApproachId {
    match pos.place() {
        Position::Approach(approach) => approach,
        _ => crate::board::ApproachId(0),
    }
}
