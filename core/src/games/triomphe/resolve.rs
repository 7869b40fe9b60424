//! What follows an order by itself, step by step, until somebody has to decide.

use super::Triomphe;
use super::doing::Doing;
use super::flow::{Fight, March, Step};
use super::model::{AUSTRIAN, Arm, Ending, FRENCH, Face, Flags, Pos, State};
use super::order::one;
use super::rules::{AssaultFacts, DecisionFacts, FlightFacts, GainFacts, LineFacts, TurnFacts};
use super::stop::Stop;
use crate::board::{LocaleId, Position};
use crate::kernel::{Class, Fault, Seat};

/// A rule cannot bar what goes on by itself: only a script can stop it.
fn fault(stop: Stop) -> Fault {
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
            Step::Turn => true,
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
            Step::Onward => !self.onward_paths(s, &self.lay(s)?).is_empty(),
            Step::Ride => self.ride_is_asked(s, &self.lay(s)?),
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
            if self.settle_tokens() || self.s.ending.is_some() || self.g.is_asked(self.s)? {
                return Ok(());
            }
            self.step()?;
        }
    }

    /// One step that nobody has to decide.
    fn step(&mut self) -> Result<(), Fault> {
        let defender = self.s.active.other();
        match self.s.step {
            Step::Turn => {}
            Step::Start => self.start_turn()?,
            Step::Also | Step::Target => self.unasked_target(),
            Step::Respond => self.s.step = Step::Resolve,
            Step::Resolve => self.resolve_attack()?,
            Step::StepUp => self.blocked_on_approach(),
            Step::Lead => self.s.step = Step::Head,
            Step::Head => {
                // one piece in the approach: it leads
                let heads = self.g.head_candidates(self.s, approach_of(self.s.fight.from));
                if let Some((class, _)) = heads.first() {
                    self.head(&one(*class));
                }
            }
            Step::Join => self.s.step = Step::Gun,
            Step::Gun => self.s.step = Step::Counter,
            Step::Hit => {
                let leader = self.g.leading(self.s, self.s.active).map(|p| p.class).next();
                if let Some(class) = leader {
                    self.hit(class);
                }
            }
            Step::Counter => self.s.step = Step::Result,
            Step::CounterOdd => {
                self.take_marked(defender, Flags::COUNTERS, None);
                self.s.fight.hits[defender.index()] = 0;
                self.s.step = Step::Result;
            }
            Step::Result => self.assault_result()?,
            Step::AttackerOdd => {
                self.take_marked(self.s.active, Flags::LEADS, None);
                self.s.step = Step::AttackerExcess;
            }
            Step::DefenderOdd => {
                self.take_marked(defender, Flags::LEADS, None);
                self.s.step = Step::DefenderExcess;
            }
            Step::AttackerExcess => self.unasked_excess(self.s.active, Step::DefenderOdd),
            Step::DefenderExcess => self.unasked_excess(defender, Step::Complete),
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
                self.s.step = Step::Return;
            }
            Step::Return => self.s.step = Step::Pass,
            Step::Pass => self.pass()?,
        }
        Ok(())
    }

    /// Scheduled morale, then clean-up, then actions. (5, 16, 18)
    fn start_turn(&mut self) -> Result<(), Fault> {
        let (g, seat, k) = (self.g, self.s.active, self.s.active.index());
        let facts = g.turn_facts(self.s);
        self.say("5", &[], |g, s| format!("{}: {} turn.", g.hour(s), g.side_word(seat)));
        let round = usize::from(self.s.round) - 1;
        let waiting = self.s.morale[k].track.get(round).copied().unwrap_or(0);
        let gain = g.rules.morale_gain(g.now(self.s), GainFacts { seat, on_track: waiting })?.min(waiting);
        let allowance = g.rules.commands(g.now(self.s), facts)?.min(15);
        let p = &mut self.s.public;
        if let Some(space) = p.morale[k].track.get_mut(round) {
            *space = 0;
        }
        p.morale[k].uncommitted += gain;
        p.morale[k].lost = p.morale[k].lost.saturating_add(waiting.saturating_sub(gain));
        p.used = 0;
        p.allowance = allowance;
        if gain > 0 {
            self.say("18", &[], |g, _| format!("{} receives {gain} morale.", g.side_name(seat)));
        }
        let guns_hide = g.hour(self.s) >= g.numbers.artillery_hour;
        self.s.remark(seat, |p| {
            let flags = p.flags.without(Flags::SALVO);
            let waits = matches!(p.pos.place(), Position::Holding(_));
            if waits && guns_hide && seat == AUSTRIAN { flags.without(Flags::UP) } else { flags }
        });
        self.clean_up_approaches();
        self.s.step = Step::Turn;
        let asked = g.rules.on_turn_start(g.now(self.s), facts)?;
        self.follow_up(asked)
    }

    /// Approach clean-up: where nobody is opposite, pieces go back into reserve. (16)
    fn clean_up_approaches(&mut self) {
        let (g, seat) = (self.g, self.s.active);
        let enemies = self.s.occupied(&g.map, seat.other());
        let mark = if g.numbers.cleaned_up_may_road_march { Flags::NONE } else { Flags::CLEANED };
        let idle = |p: &super::model::Piece| match p.pos.place() {
            Position::Approach(a) => p.seat == seat && !enemies.contains(g.map.approach(a).beyond),
            _ => false,
        };
        let mut cleaned = Vec::new();
        while let Some(k) = self.s.pieces.iter().position(idle) {
            let pos = self.s.pieces[k].pos;
            let Some(locale) = pos.locale(&g.map) else { break };
            let all: super::knowledge::Picked = (0..self.s.pieces.len())
                .filter(|j| self.s.pieces[*j].pos == pos && self.s.pieces[*j].seat == seat)
                .collect();
            self.move_to(&all, Pos::reserve(locale), mark, Flags::NONE);
            cleaned.push(pos);
        }
        for pos in cleaned {
            self.say("16", &[pos.part()], |g, _| format!("{} is cleaned up.", g.pos_text(pos)));
        }
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
    fn owe(&mut self, army: Seat, locale: LocaleId, tokens: u8) {
        self.s.to_commit[army.index()] = (locale, tokens);
    }

    /// Attackers that cannot advance: their action ends where they stand.
    fn blocked_on_approach(&mut self) {
        self.s.step = Step::Reveals;
    }

    /// The attack's leading pieces are named and shown. (11.3)
    pub(super) fn head(&mut self, bag: &crate::kernel::Bag) {
        let (seat, from) = (self.s.active, self.s.fight.from);
        let picked = self.s.single_out(seat, from, bag, |p| !p.flags.has(Flags::ACTED.with(Flags::DISORGANIZED)));
        self.s.fight.attackers = picked.len() as u8;
        self.show(seat, &picked);
        let set = Flags::NAMED.with(Flags::ACTED).with(Flags::LEADS).with(Flags::UP);
        self.mark(&picked, set);
        self.s.step = Step::Join;
    }

    /// Sets marks on picked blocks.
    pub(super) fn mark(&mut self, picked: &[usize], set: Flags) {
        for &k in picked {
            let p = &mut self.s.pieces[k];
            p.flags = p.flags.with(set);
        }
        self.s.sort();
    }

    /// Artillery defence hits a leading piece of the attack. (11.4)
    pub(super) fn hit(&mut self, class: Class) {
        let seat = self.s.active;
        self.reduce_marked(seat, Flags::LEADS, class);
        self.s.step = Step::Counter;
    }

    /// One reduction on a marked block of a class; it counts as a loss of the fight. The class it is now.
    fn reduce_marked(&mut self, seat: Seat, mark: Flags, class: Class) -> Option<Class> {
        let k = self.s.pieces.iter().position(|p| p.seat == seat && p.flags.has(mark) && p.class == class)?;
        self.reduce(k)
    }

    /// One reduction, shown to the enemy and counted in the fight. The class that the block is now. (2)
    pub(super) fn reduce(&mut self, k: usize) -> Option<Class> {
        let p = self.s.pieces[k];
        self.s.reduce(k);
        self.shown_by(p.seat);
        let losses = &mut self.s.fight.losses[p.seat.index()];
        *losses = losses.saturating_add(1);
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

    /// Assesses a seat's reductions on its leading or counter-attacking pieces, with the odd one where its owner says;
    /// what they cannot take is left over. (11.5, 11.8)
    pub(super) fn take_marked(&mut self, seat: Seat, mark: Flags, odd: Option<Class>) {
        let classes: Vec<Class> =
            self.s.pieces_of(seat).filter(|p| p.flags.has(mark)).map(|p| p.class).take(2).collect();
        let hits = self.s.fight.hits[seat.index()];
        let taken: Vec<(Class, u8)> = match classes[..] {
            [] => Vec::new(),
            [only] => vec![(only, hits.min(only.strength()))],
            [a, b, ..] => {
                let (mut taken, one_more) = Triomphe::split(hits, [a.strength(), b.strength()]);
                let second = odd.is_some_and(|class| class == b);
                taken[usize::from(second)] += one_more;
                vec![(a, taken[0]), (b, taken[1])]
            }
        };
        let mut left = hits;
        for (class, points) in taken {
            let mut now = Some(class);
            for _ in 0..points {
                left -= 1;
                now = now.and_then(|class| self.reduce_marked(seat, mark, class));
            }
        }
        self.s.fight.hits[seat.index()] = left;
    }

    /// The result of an assault and the reductions that it calls for. (11.6, 11.7)
    fn assault_result(&mut self) -> Result<(), Fault> {
        let g = self.g;
        let (seat, defender) = (self.s.active, self.s.active.other());
        let over = self.s.fight.over;
        let leaders: Vec<Class> = g.leading(self.s, seat).map(|p| p.class).collect();
        let defence: Vec<Class> = g.leading(self.s, defender).map(|p| p.class).collect();
        let counters: Vec<Class> = g.countering(self.s).map(|p| p.class).collect();
        let strength = |classes: &[Class]| classes.iter().map(|c| c.strength()).sum::<u8>();
        let printed = g.map.approach(over).penalties;
        let arm = leaders.first().map_or(Arm::Infantry, |c| c.arm());
        let penalty = match arm {
            Arm::Infantry => printed.infantry,
            Arm::Cavalry => printed.cavalry,
            Arm::Artillery => 0,
        };
        let facts = AssaultFacts {
            seat,
            over,
            arm,
            attack: strength(&leaders),
            penalty,
            defence: strength(&defence),
            counter: strength(&counters),
        };
        let result = g.rules.assault_result(g.now(self.s), facts)?;
        let won = result > 0;
        let mut attacker_hits = defence.len() as u8;
        attacker_hits += counters.iter().filter(|c| c.arm() == Arm::Cavalry).count() as u8;
        if !won && result.unsigned_abs() >= facts.attack {
            attacker_hits += leaders.len() as u8;
        }
        let f = &mut self.s.public.fight;
        f.won = won;
        f.hits[seat.index()] = attacker_hits;
        f.hits[defender.index()] = leaders.len() as u8;
        let (attackers, chosen) = (f.attackers, f.chosen);
        self.say("11.6", &[Pos::approach(over).part()], |g, _| {
            let winner = g.side_name(if won { seat } else { defender });
            format!(
                "{} lead, -{} ground, -{} defence, -{} counter-attack = {result}: {winner} wins.",
                facts.attack, facts.penalty, facts.defence, facts.counter
            )
        });
        // The loser's reductions so far were deferred until the result; the winner's cost no morale. (18)
        let loser = if won { defender } else { seat };
        self.charge(loser);
        self.s.fight.losses = [0; 2];
        if !won {
            self.s.public.closed.set(over.pair().index());
            let locale = g.map.approach(over).locale;
            self.owe(defender, locale, chosen);
        }
        self.s.step = Step::AttackerOdd;
        let attack = super::rules::AttackFacts { attackers, ..g.attack_facts(self.s) };
        let asked = g.rules.on_attack_resolved(g.now(self.s), DecisionFacts::new(attack, true, won))?;
        self.follow_up(asked)
    }

    /// Charges what an army has lost in the fight to its morale. (18)
    fn charge(&mut self, army: Seat) {
        let k = army.index();
        let losses = self.s.fight.losses[k];
        self.s.fight.losses[k] = 0;
        self.s.to_lose[k] = self.s.to_lose[k].saturating_add(losses);
    }

    /// Excess reductions where there is nothing to choose. (11.8)
    fn unasked_excess(&mut self, seat: Seat, then: Step) {
        let k = seat.index();
        while self.s.fight.hits[k] > 0 && !self.g.is_asked(self.s).unwrap_or(true) {
            let first = self.g.others(self.s, seat).next().copied();
            let Some(k_piece) = first.and_then(|p| self.s.pieces.iter().position(|q| *q == p)) else {
                self.s.fight.hits[k] = 0; // more than the assault pieces can take is ignored
                break;
            };
            self.s.fight.hits[k] -= 1;
            self.reduce(k_piece);
        }
        if self.s.fight.hits[k] == 0 {
            self.s.step = then;
        }
    }

    /// The loser's reductions are charged; a beaten defender retreats. (11.9, 18)
    fn complete_assault(&mut self) {
        let loser = if self.s.fight.won { self.s.active.other() } else { self.s.active };
        self.charge(loser);
        self.s.fight.losses = [0; 2];
        self.s.fight.hits = [0; 2];
        self.s.step = if self.s.fight.won { Step::Reveal } else { Step::Finish };
    }

    /// Retreating faces are shown and artillery is eliminated. (13.1)
    fn reveal_retreat(&mut self) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        let locale = g.map.approach(self.s.fight.over).locale;
        let all: Vec<usize> = (0..self.s.pieces.len())
            .filter(|k| {
                let p = &self.s.pieces[*k];
                p.seat == defender && p.pos.locale(&g.map) == Some(locale)
            })
            .collect();
        if !all.is_empty() {
            self.show(defender, &all);
            self.mark(&all, Flags::UP.with(Flags::FLEES));
            self.say("13", &[Pos::reserve(locale).part()], |g, s| {
                let bag = g.bag_of(s.inside(&g.map, defender, locale));
                format!("{} evacuates {}: {}.", g.side_name(defender), g.map.locale_name(locale), g.bag_text(&bag))
            });
        }
        let is_gun = |p: &super::model::Piece| {
            p.seat == defender && p.class.arm() == Arm::Artillery && p.pos.locale(&g.map) == Some(locale)
        };
        while let Some(k) = self.s.pieces.iter().position(is_gun) {
            self.lose_piece(k, self.s.pieces[k].class.strength());
        }
        self.s.fight.spot = 0;
        self.open_spot()?;
        self.s.step = Step::RetreatLoss;
        Ok(())
    }

    /// Takes a block away and counts what it costs in the fight. (13, 18)
    fn lose_piece(&mut self, k: usize, morale: u8) {
        let p = self.s.pieces[k];
        self.s.eliminate(k);
        self.shown_by(p.seat);
        let losses = &mut self.s.fight.losses[p.seat.index()];
        *losses = losses.saturating_add(morale);
        self.say("13", &[p.pos.part()], |g, _| {
            format!("{}: {} in {} is eliminated.", g.side_name(p.seat), g.class_text(p.class), g.pos_text(p.pos))
        });
    }

    fn open_spot(&mut self) -> Result<(), Fault> {
        let defender = self.s.active.other();
        if let Some(spot) = self.g.spot(self.s) {
            let any = self.g.spot_pieces(self.s, spot).next().is_some();
            let hits = if any { self.g.spot_losses(self.s, spot).map_err(fault)? } else { 0 };
            self.s.fight.hits[defender.index()] = hits;
        }
        Ok(())
    }

    /// Retreat reductions where there is nothing to choose. (13.1)
    fn unasked_retreat_loss(&mut self) -> Result<(), Fault> {
        let defender = self.s.active.other();
        if self.g.is_lost(self.s, defender) {
            self.s.step = Step::Room; // the army breaks before anything moves (18, R17)
            return Ok(());
        }
        let Some(spot) = self.g.spot(self.s) else {
            self.s.step = Step::Room;
            return Ok(());
        };
        let next = self.g.spot_pieces(self.s, spot).next().copied();
        let hits = self.s.fight.hits[defender.index()];
        match next.and_then(|p| self.s.pieces.iter().position(|q| *q == p)) {
            Some(k) if hits > 0 => {
                self.s.fight.hits[defender.index()] -= 1;
                self.reduce(k);
            }
            _ => {
                self.s.fight.hits[defender.index()] = 0;
                self.s.fight.spot += 1;
                self.open_spot()?;
            }
        }
        Ok(())
    }

    /// The reductions are charged; then the room around decides who can go where. (13, 18)
    fn count_room(&mut self) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        self.charge(defender);
        let locale = g.map.approach(self.s.fight.over).locale;
        let pieces = self.s.count_in(&g.map, defender, locale);
        let lay = self.lay()?;
        let (barred, stranded) = g.overflow(self.s, &lay, pieces);
        let f = &mut self.s.public.fight;
        (f.barred, f.stranded, f.fled) = (barred, stranded, 0);
        self.s.step = Step::Flee;
        Ok(())
    }

    /// One piece retreats, or is eliminated for want of room. (13.2)
    pub(super) fn flee(&mut self, class: Class, to: Option<LocaleId>) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        let fleeing = |p: &super::model::Piece| p.seat == defender && p.class == class && p.flags.has(Flags::FLEES);
        let Some(k) = self.s.pieces.iter().position(fleeing) else { return Ok(()) };
        let Some(to) = to else {
            self.s.fight.stranded = self.s.fight.stranded.saturating_sub(1);
            self.lose_piece(k, g.stranded_losses(class));
            return Ok(());
        };
        let lay = self.lay()?;
        if g.refuges(self.s, &lay).iter().any(|r| r.to == to && r.barred) {
            self.s.fight.barred = self.s.fight.barred.saturating_sub(1);
        }
        self.s.fight.fled += 1;
        self.move_to(&[k], Pos::reserve(to), Flags::NONE, Flags::FLEES);
        self.enter(defender, to);
        self.say("13.2", &[Pos::reserve(to).part()], |g, _| {
            format!("{}: {} retreats to {}.", g.side_name(defender), g.class_text(class), g.map.locale_name(to))
        });
        Ok(())
    }

    /// Faces are hidden again, pieces without a retreat are charged, and the Austrians commit morale for those that got away. (13, 18)
    fn end_retreat(&mut self) -> Result<(), Fault> {
        let (g, defender) = (self.g, self.s.active.other());
        self.charge(defender);
        self.s.remark(defender, |p| {
            let waits = matches!(p.pos.place(), Position::Holding(_));
            let stays_up = waits || p.flags.has(Flags::AIMED.with(Flags::FIRED));
            if stays_up { p.flags } else { p.flags.without(Flags::UP.with(Flags::FLEES)) }
        });
        let locale = g.map.approach(self.s.fight.over).locale;
        let flight = FlightFacts { seat: defender, from: locale, pieces: self.s.fight.fled };
        let tokens = g.rules.retreat_tokens(g.now(self.s), flight)?;
        self.owe(defender, locale, tokens);
        self.s.step = Step::Advance;
        let asked = g.rules.on_retreat(g.now(self.s), flight)?;
        self.follow_up(asked)
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
        self.enter(seat, locale);
        self.s.step = if self.s.march.road { Step::Onward } else { Step::Ride };
        Ok(())
    }

    /// Shows the named pieces of the active seat that fit.
    fn show_named(&mut self, fits: impl Fn(Class) -> bool) {
        let seat = self.s.active;
        let named: Vec<usize> = (0..self.s.pieces.len())
            .filter(|k| {
                let p = &self.s.pieces[*k];
                p.seat == seat && p.flags.has(Flags::NAMED) && fits(p.class)
            })
            .collect();
        for &k in &named {
            let p = self.s.pieces[k];
            self.say("8", &[p.pos.part()], |g, _| {
                format!("{} shows {} in {}.", g.side_name(seat), g.class_text(p.class), g.pos_text(p.pos))
            });
        }
        self.show(seat, &named);
    }

    /// A bombardment or an organize action where there is nothing more to choose. (10.2, 14)
    fn unasked_target(&mut self) {
        if self.s.step == Step::Target {
            let first = self.g.bombarded(self.s).first().map(|p| **p);
            if let Some(k) = first.and_then(|p| self.s.pieces.iter().position(|q| *q == p)) {
                self.bombard(k);
            }
        }
        self.s.step = Step::Finish;
    }

    /// A bombardment reduces a piece, which costs its army a morale. (10.2, 18)
    pub(super) fn bombard(&mut self, k: usize) {
        let seat = self.s.pieces[k].seat;
        self.reduce(k);
        self.charge(seat);
        self.s.step = Step::Finish;
    }

    /// Ends an action: faces are hidden again, and a march with attacks has shown that it was cavalry. (8, 11.9)
    fn finish(&mut self) {
        let seat = self.s.active;
        if self.s.march.attacked {
            self.show_named(|_| true);
        }
        let marks = Flags::NAMED.with(Flags::LEADS).with(Flags::COUNTERS).with(Flags::FLEES);
        for side in [seat, seat.other()] {
            self.s.remark(side, |p| {
                let led = p.flags.has(Flags::LEADS.with(Flags::COUNTERS).with(Flags::NAMED));
                let stays_up = p.flags.has(Flags::AIMED.with(Flags::FIRED));
                let flags = p.flags.without(marks);
                if led && !stays_up { flags.without(Flags::UP) } else { flags }
            });
        }
        self.s.fight = Fight::default();
        self.s.march = March::default();
        self.s.step = Step::Turn;
    }

    /// The turn is over: its marks go, and the other seat's turn, the next round or the end comes. (5, 19)
    fn pass(&mut self) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        let facts = g.turn_facts(self.s);
        self.s.remark(seat, |p| {
            let turn = Flags::ACTED.with(Flags::ORGANIZED).with(Flags::CLEANED);
            let mut flags = p.flags.without(turn);
            if flags.has(Flags::AIMED) && !flags.has(Flags::SALVO) {
                flags = flags.without(Flags::AIMED.with(Flags::UP)); // not completed in its turn: it lapses (10, R2)
            }
            if flags.has(Flags::FIRED) {
                flags = flags.without(Flags::FIRED.with(Flags::UP));
            }
            flags
        });
        let p = &mut self.s.public;
        if seat == FRENCH {
            p.shifted.0.fill(0);
        }
        p.traffic = Default::default();
        p.attacked = Default::default();
        p.closed = Default::default();
        p.stormed = Default::default();
        p.begun = Default::default();
        p.pontoon = 0;
        p.march = March::default();
        p.fight = Fight::default();
        p.used = 0;
        p.step = Step::Start;
        p.active = seat.other();
        if seat == FRENCH {
            if p.round >= g.numbers.rounds {
                self.decide_by_line()?;
                return Ok(());
            }
            p.round += 1;
        }
        let asked = g.rules.on_turn_end(g.now(self.s), facts)?;
        self.follow_up(asked)
    }

    /// No army is demoralized: the objective line decides. (19)
    fn decide_by_line(&mut self) -> Result<(), Fault> {
        let g = self.g;
        let east = |p: &&super::model::Piece| p.pos.locale(&g.map).is_some_and(|l| g.map.locale(l).east_of_line);
        let pieces = self.s.pieces_of(AUSTRIAN).filter(east).count() as u8;
        let winner =
            if g.rules.austria_holds(g.now(self.s), LineFacts { pieces_east: pieces })? { AUSTRIAN } else { FRENCH };
        self.s.ending = Some(Ending { winner, decisive: false });
        self.say("19", &[], |g, _| {
            format!(
                "{pieces} Austrian pieces are east of the objective line: {} wins a marginal victory.",
                g.side_name(winner)
            )
        });
        Ok(())
    }
}

/// The approach of a position; only asked of attack approaches.
pub(super) fn approach_of(pos: Pos) -> crate::board::ApproachId {
    match pos.place() {
        Position::Approach(approach) => approach,
        _ => crate::board::ApproachId(0),
    }
}
