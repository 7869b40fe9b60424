//! What goes on by itself in an assault: who is hit, the result, the reductions. (11)

use super::Triomphe;
use super::doing::Doing;
use super::flow::Step;
use super::model::{Arm, Face, Flags, Pos};
use super::rules::{AssaultFacts, DecisionFacts, LossFacts};
use super::settings::{GunPoints, LosingAttacker};
use crate::kernel::{Class, Fault, Seat};

impl Doing<'_> {
    /// The attack's leading pieces are named and shown. (11.3)
    pub(super) fn head(&mut self, bag: &crate::kernel::Bag) {
        let (seat, from) = (self.s.active, self.s.fight.from);
        let picked = self.single_out(seat, from, bag, |p| !p.flags.has(Flags::ACTED.with(Flags::DISORGANIZED)));
        self.s.fight.attackers = picked.len() as u8;
        self.note_arm(seat, bag);
        self.show(seat, &picked);
        let set = Flags::NAMED.with(Flags::ACTED).with(Flags::LEADS).with(Flags::UP);
        self.mark(&picked, set);
        self.go_on(Step::Head);
    }

    /// Notes the type of a seat's leading pieces, where it may be asked for when none is left. (11.6)
    pub(super) fn note_arm(&mut self, seat: Seat, bag: &crate::kernel::Bag) {
        if self.g.numbers.gun_defence_hits == GunPoints::Strength || self.g.own.flow.has_own() {
            self.s.fight.led[seat.index()] = bag.first().map(|(class, _)| class.arm());
        }
    }

    /// Artillery defence hits a leading piece of the attack. (11.4)
    pub(super) fn hit(&mut self, class: Class) {
        let seat = self.s.active;
        self.reduce_marked(seat, Flags::LEADS, class);
        self.go_on(Step::Gun);
    }

    /// One reduction on a marked block of a class; it counts as a loss of the fight. The class it is now.
    pub(super) fn reduce_marked(&mut self, seat: Seat, mark: Flags, class: Class) -> Option<Class> {
        let k = self.s.pieces.iter().position(|p| p.seat == seat && p.flags.has(mark) && p.class == class)?;
        self.reduce(k)
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
    pub(super) fn assault_result(&mut self) -> Result<(), Fault> {
        let g = self.g;
        let (seat, defender) = (self.s.active, self.s.active.other());
        let over = self.s.fight.over;
        let leaders: Vec<Class> = g.leading(self.s, seat).map(|p| p.class).collect();
        let defence: Vec<Class> = g.leading(self.s, defender).map(|p| p.class).collect();
        let counters: Vec<Class> = g.countering(self.s).map(|p| p.class).collect();
        let strength = |classes: &[Class]| classes.iter().map(|c| c.strength()).sum::<u8>();
        let arm = leaders.first().map(|c| c.arm()).or(self.s.fight.led[seat.index()]).unwrap_or(Arm::Infantry);
        let penalty = g.penalty(over, arm);
        let facts = AssaultFacts {
            seat,
            over,
            arm,
            attack: strength(&leaders),
            penalty,
            defence: strength(&defence),
            counter: strength(&counters),
            attackers: leaders.len() as u8 + g.others(self.s, seat).count() as u8,
            attack_leaders: leaders.len() as u8,
            defence_leaders: defence.len() as u8,
            attack_broken: self.s.is_broken(seat),
            defence_broken: self.s.is_broken(defender),
        };
        let result = g.rules.assault_result(g.now(self.s), facts)?;
        let won = result > 0;
        let attack = LossFacts {
            seat,
            attacks: true,
            won,
            margin: result.unsigned_abs(),
            leaders: facts.attack_leaders,
            strength: facts.attack,
            enemy_leaders: facts.defence_leaders,
            enemy_cavalry: counters.iter().filter(|c| c.arm() == Arm::Cavalry).count() as u8,
        };
        let defence = LossFacts {
            seat: defender,
            attacks: false,
            won: !won,
            leaders: facts.defence_leaders,
            strength: facts.defence,
            enemy_leaders: facts.attack_leaders,
            enemy_cavalry: 0,
            ..attack
        };
        let attacker_hits = g.rules.assault_losses(g.now(self.s), attack)?;
        let defender_hits = g.rules.assault_losses(g.now(self.s), defence)?;
        let f = &mut self.s.public.fight;
        f.won = won;
        f.hits[seat.index()] = attacker_hits;
        f.hits[defender.index()] = defender_hits;
        let (attackers, chosen) = (f.attackers, f.chosen);
        self.say("11.6", &[Pos::approach(over).part()], |g, _| {
            let winner = g.side_name(if won { seat } else { defender });
            format!(
                "Attack {} - ground {} - defence {} - counter-attack {} = {result}: {winner} wins.",
                facts.attack, facts.penalty, facts.defence, facts.counter
            )
        });
        // The loser's reductions so far were deferred until the result; the winner's cost no morale. (18)
        let loser = if won { defender } else { seat };
        self.charge(loser);
        self.s.fight.losses = [0; 2];
        if !won {
            if g.numbers.lost_assault_shuts {
                self.s.public.closed.set(over.pair().index());
            }
            let locale = g.map.approach(over).locale;
            self.owe(defender, locale, chosen.saturating_mul(g.numbers.defence_tokens));
        }
        self.go_on(Step::Result);
        let attack = super::rules::AttackFacts { attackers, ..g.attack_facts(self.s) };
        let asked = g.rules.on_attack_resolved(g.now(self.s), DecisionFacts::new(attack, true, won))?;
        self.follow_up(asked)
    }

    /// Excess reductions where there is nothing to choose. (11.8)
    pub(super) fn unasked_excess(&mut self, seat: Seat) {
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
        if self.s.fight.hits[k] > 0 {
            return;
        }
        if seat == self.s.active {
            self.s.step = Step::DefenderOdd;
        } else {
            self.go_on(Step::AttackerOdd);
        }
    }

    /// The beaten attacker's assault pieces go back into the reserve of their locale. (11.9)
    fn withdraw(&mut self) {
        let (seat, from) = (self.s.active, self.s.fight.from);
        let Some(home) = from.locale(&self.g.map) else { return };
        let named: Vec<usize> = (0..self.s.pieces.len())
            .filter(|k| self.s.pieces[*k].seat == seat && self.s.pieces[*k].flags.has(Flags::NAMED))
            .collect();
        if !named.is_empty() {
            self.move_to(&named, Pos::reserve(home), Flags::NONE, Flags::NONE);
            self.say("11.9", &[from.part()], |g, _| {
                format!("{} falls back from {}.", g.side_name(seat), g.pos_text(from))
            });
        }
    }

    /// The loser's reductions are charged; a beaten defender retreats. (11.9, 18)
    pub(super) fn complete_assault(&mut self) {
        let loser = if self.s.fight.won { self.s.active.other() } else { self.s.active };
        self.charge(loser);
        self.s.fight.losses = [0; 2];
        self.s.fight.hits = [0; 2];
        if !self.s.fight.won && self.g.numbers.losing_attacker == LosingAttacker::Withdraws {
            self.withdraw();
        }
        self.s.step = if self.s.fight.won { Step::Reveal } else { Step::Finish };
    }
}
