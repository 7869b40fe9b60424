//! Whether a state that was read from a file can be: a snapshot that somebody has edited is not played on.

use super::Triomphe;
use super::dues::Role;
use super::flow::Step;
use super::model::{
    ANY_QUOTA, ANY_REACH, AS_PRINTED, Arm, CLASSES, Deck, Face, Flags, LEAST_UNSEEN, MOST_ROUNDS, Morale, Piece, Pos,
    State, UNSEEN,
};
use crate::board::{ApproachId, LocaleSet};
use crate::kernel::{Class, Fault, Header, Offers, Seat};

impl Triomphe {
    /// Looks for the first thing that cannot be after `n` orders of a match.
    pub(super) fn possible_state(&self, s: &State, n: u32, header: &Header) -> Result<(), Fault> {
        self.pieces_can_be(s)?;
        self.turn_can_be(s)?;
        self.action_can_be(s)?;
        ensure(s.seed == header.seed && s.orders == n, "it is of another match or moment")?;
        // scripts may bring blocks and tokens; the rules alone only take blocks and move tokens, but for the gain of one army
        // from the other's demoralization
        if self.rules.operation().is_none() && self.numbers.recovery == 0 {
            self.forces_can_be(s, header)?;
        }
        if s.ending.is_none() {
            // morale that is owed is chosen first, then reductions that are due, whatever the step
            let asked = match (self.token_choice(s), s.fight.dues.first()) {
                (Some(_), _) => true,
                (None, Some(due)) => self.due_is_asked(s, due),
                (None, None) => self.is_asked(s)?,
            };
            ensure(asked, "nobody is asked anything")?;
            let mut offers = Offers::new();
            self.collect_offers(s, &mut offers)?;
            ensure(!offers.is_empty(), "nobody could give an order")?;
        }
        Ok(())
    }

    fn pieces_can_be(&self, s: &State) -> Result<(), Fault> {
        ensure(s.pieces.is_sorted_by_key(Piece::rank), "its blocks are out of order")?;
        for p in &s.pieces {
            let there = p.seat.index() < 2 && self.is_place(p.pos) && usize::from(p.class.0) <= CLASSES;
            ensure(there && p.flags.without(Flags::ALL) == Flags::NONE, "a block cannot be so")?;
            ensure(p.pool.class().is_none_or(|class| class == p.class), "a block is known for what it is not")?;
        }
        for (seat, deck) in [Seat(0), Seat(1)].into_iter().zip(&s.public.unseen) {
            let unseen = s.pieces_of(seat).filter(|p| p.class == UNSEEN).count();
            ensure(unseen == deck_of(deck).count(), "its unseen blocks are not those of its deck")?;
            let weak = |class: Class| class.arm() != Arm::Infantry || class.strength() < LEAST_UNSEEN;
            ensure(!deck_of(deck).any(weak), "a face is in its deck that no block can have")?;
        }
        let mixed = |p: &Piece| {
            let others = s.pieces.iter().filter(|q| q.pool == p.pool && p.pool.class().is_none());
            others.map(|q| q.seat).any(|seat| seat != p.seat)
        };
        ensure(!s.pieces.iter().any(mixed), "blocks of both armies are taken for each other")?;
        for locale in self.map.locales() {
            for seat in [Seat(0), Seat(1)] {
                let others = s.count_in(&self.map, seat.other(), locale);
                let reserve = s.count_at(seat, Pos::reserve(locale));
                ensure(reserve == 0 || others == 0 || s.step != Step::Turn, "both armies are in one locale")?;
            }
        }
        Ok(())
    }

    fn turn_can_be(&self, s: &State) -> Result<(), Fault> {
        let p = &s.public;
        let rounds = self.numbers.rounds.min(MOST_ROUNDS as u8);
        ensure((1..=rounds).contains(&p.round) && p.active.index() < 2, "its round cannot be")?;
        ensure(p.used <= p.allowance && usize::from(p.pontoon) <= s.pieces.len().max(64), "its commands cannot be")?;
        let (locales, approaches) = (self.map.locales().len(), self.map.approaches().len());
        let (pairs, crossings) = (self.map.pairs().len(), self.map.crossings().len());
        let on_map = |set: LocaleSet| set.iter().all(|l| l.index() < locales);
        ensure(
            [p.entered[0], p.entered[1], p.stormed, p.begun].into_iter().all(on_map),
            "it marks places that are not",
        )?;
        let marks = p.attacked.iter().all(|k| k < approaches) && p.closed.iter().all(|k| k < pairs);
        let traffic = p.traffic.used().all(|(c, t)| c.index() < crossings && t.way <= 2);
        ensure(marks && traffic, "it marks places that are not")?;
        ensure(p.phase < self.numbers.phases.count() && p.quota <= ANY_QUOTA, "its turn has no such phase")?;
        let hours = p.entry.iter().all(|hour| *hour <= 24 || *hour == AS_PRINTED);
        ensure(hours && (1..=ANY_REACH).contains(&p.reach), "its roads or hours cannot be")?;
        ensure(p.broken.iter().all(|round| *round <= p.round), "an army was demoralized in a round to come")?;
        for (k, morale) in p.morale.iter().enumerate() {
            let places = morale.committed.entries().all(|(l, _)| l < locales);
            let (to, owed) = p.to_commit[k];
            ensure(places && to.index() < locales, "morale is committed to places that are not")?;
            let sum = tokens(morale);
            ensure(sum <= 255 && u32::from(p.to_lose[k]) <= sum && u32::from(owed) <= sum, "its morale cannot be")?;
        }
        let shifted = p.shifted.0.iter().map(|n| u32::from(*n)).sum::<u32>();
        ensure(p.shifted.entries().all(|(l, _)| l < locales) && shifted <= 255, "its morale cannot be")?;
        ensure(p.memory.len() == self.rules.fresh_memory().len(), "it remembers what no pack of the match does")
    }

    /// The action under way: ids that are there, counts that the board bears out.
    fn action_can_be(&self, s: &State) -> Result<(), Fault> {
        let (f, m) = (&s.fight, &s.march);
        let approach = |a: ApproachId| a.index() < self.map.approaches().len();
        let fight = self.is_place(f.from) && approach(f.over);
        let crossing = m.via.is_none_or(|c| c.index() < self.map.crossings().len());
        let march = m.at.index() < self.map.locales().len() && crossing && m.only.is_none_or(approach);
        ensure(fight && march, "its action is at a place that is not")?;
        let dues = f.dues.all().iter().all(|due| {
            let there = if let Role::At(pos) = due.from { self.is_place(pos) } else { true };
            there && due.seat.index() < 2 && due.by.index() < 2
        });
        ensure(dues, "reductions are due where they cannot be")?;
        let most = s.pieces.len() as u8;
        let counts =
            [f.attackers, f.chosen, f.barred, f.stranded, f.fled, f.hits[0], f.hits[1], f.losses[0], f.losses[1]];
        ensure(counts.iter().all(|n| *n <= most.saturating_mul(3)), "its action counts more blocks than there are")?;
        ensure(m.steps <= 15 && m.more <= most.max(8), "its march is longer than a march can be")
    }

    /// Blocks and tokens against the set-up: blocks are only reduced and removed (2), tokens only change place (18).
    fn forces_can_be(&self, s: &State, header: &Header) -> Result<(), Fault> {
        let setup = self.setups.get(&header.setup.name);
        let setup = setup.ok_or_else(|| Fault::new("its set-up is not known"))?;
        for seat in [Seat(0), Seat(1)] {
            let mut first: Vec<Class> = Vec::new();
            for group in setup.groups.iter().filter(|group| group.seat == seat) {
                first.extend(group.faces.iter().flat_map(|(class, count)| vec![*class; usize::from(*count)]));
            }
            let seen = s.pieces_of(seat).map(|p| p.class).filter(|class| *class != UNSEEN);
            let mut now: Vec<Class> = seen.chain(deck_of(&s.public.unseen[seat.index()])).collect();
            ensure(fits_into(&mut now, &mut first), "an army is stronger than its set-up")?;
            let start = setup.morale.get(seat.index());
            let sum = |counts: &mut dyn Iterator<Item = u8>| counts.map(u32::from).sum::<u32>();
            let start = start.map_or(0, |m| {
                u32::from(m.uncommitted)
                    + sum(&mut m.track.iter().map(|(_, n)| *n))
                    + sum(&mut m.committed.iter().map(|(_, n)| *n))
            });
            ensure(tokens(&s.morale[seat.index()]) == start, "an army has other morale than its set-up")?;
        }
        Ok(())
    }
}

/// The faces of a deck, one by one.
fn deck_of(deck: &Deck) -> impl Iterator<Item = Class> + '_ {
    deck.entries().flat_map(|(class, count)| std::iter::repeat_n(Class(class as u8), usize::from(count)))
}

fn ensure(holds: bool, otherwise: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::new(format!("this position cannot be: {otherwise}"))) }
}

fn tokens(morale: &Morale) -> u32 {
    let on_map = morale.committed.0.iter().chain(&morale.track).map(|n| u32::from(*n)).sum::<u32>();
    u32::from(morale.uncommitted) + u32::from(morale.lost) + on_map
}

/// Whether blocks can have come from others by reductions and eliminations: the strongest of a type from the strongest,
/// and so on.
fn fits_into(now: &mut [Class], first: &mut [Class]) -> bool {
    // type by type, the strongest first
    let rank = |class: &Class| (class.arm() as u8, u8::MAX - class.strength());
    now.sort_unstable_by_key(rank);
    first.sort_unstable_by_key(rank);
    now.chunk_by(|a, b| a.arm() == b.arm()).all(|blocks| {
        let arm = blocks[0].arm();
        let mut from = first.iter().filter(|class| class.arm() == arm);
        blocks.iter().all(|block| from.next().is_some_and(|old| block.strength() <= old.strength()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Arm, Face, TriompheKit};
    use super::*;
    use crate::kernel::{Ask, Game, Kit, Policy, Rng, Seed, Setup};
    use crate::pack::builtin::Files;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn header(seed: u64) -> Header {
        let setup = Setup { name: "historical".to_owned(), ..Setup::default() };
        Header { setup, seed: Seed(seed), ..Header::default() }
    }

    /// The states of a random match, in order.
    fn states(game: &Triomphe, seed: u64, orders: u32) -> Vec<State> {
        let mut rng = Rng::with_seed(seed);
        let mut state = game.start(&header(seed).setup, Seed(seed)).unwrap();
        let mut all = vec![state.clone()];
        while all.len() <= orders as usize && matches!(game.ask(&state), Ask::Ask(_)) {
            let order = game.sample(&state, &mut rng, Policy::Natural).unwrap();
            game.play(&mut state, &order, &mut ()).unwrap();
            all.push(state.clone());
        }
        all
    }

    fn game() -> Triomphe {
        TriompheKit::load(&Files::builtin(), &Default::default(), &[]).unwrap().open(&Default::default()).unwrap()
    }

    #[test]
    fn every_state_that_is_reached_is_possible() {
        let game = game();
        for seed in 0..4 {
            for (n, state) in states(&game, seed, 2000).iter().enumerate() {
                game.possible(state, n as u32, &header(seed)).unwrap_or_else(|fault| panic!("{seed}, {n}: {fault}"));
            }
        }
    }

    #[test]
    fn a_stronger_army_a_doubled_block_and_more_morale_are_not_possible() {
        let game = game();
        let state = states(&game, 1, 80).pop().unwrap();
        let n = state.orders;
        let refused = |change: &dyn Fn(&mut State)| {
            let mut forged = state.clone();
            change(&mut forged);
            forged.sort();
            game.possible(&forged, n, &header(1)).is_err()
        };
        assert!(!refused(&|_| {}));
        assert!(refused(&|s| s.pieces[0].class = Class::of(Arm::Infantry, 4)));
        assert!(refused(&|s| {
            let twin = s.pieces[0];
            s.pieces.push(twin);
        }));
        assert!(refused(&|s| s.public.morale[1].uncommitted += 1));
        assert!(refused(&|s| s.pieces[0].pos.0 = 127));
        assert!(refused(&|s| s.pieces[0].seat = Seat(7)));
        assert!(refused(&|s| s.public.orders += 1));
        assert!(refused(&|s| s.seed = Seed(2)));
        assert!(refused(&|s| s.public.round = 99));
    }

    /// Changes some number in a state's JSON, or trades one for another.
    fn forge(value: &mut serde_json::Value, rng: &mut Rng, chance: f64) {
        match value {
            serde_json::Value::Number(number) if rng.f64() < chance => {
                let old = number.as_u64().unwrap_or(0);
                let new =
                    [old.wrapping_add(1), old.saturating_sub(1), 0, 1, rng.u64(..8), rng.u64(..90), rng.u64(..700)];
                *value = new[rng.usize(..new.len())].into();
            }
            serde_json::Value::Bool(flag) if rng.f64() < chance => *flag = !*flag,
            serde_json::Value::Array(list) => list.iter_mut().for_each(|v| forge(v, rng, chance)),
            serde_json::Value::Object(map) => map.values_mut().for_each(|v| forge(v, rng, chance)),
            _ => {}
        }
    }

    #[test]
    fn what_passes_is_safe_to_show_and_to_play() {
        let game = game();
        let (mut passed, mut rng) = (0, Rng::with_seed(11));
        let tries = std::env::var("FORGERIES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
        let pool: Vec<(u64, State)> =
            (0..6).flat_map(|seed| states(&game, seed, 1000).into_iter().map(move |s| (seed, s))).collect();
        for k in 0..tries {
            let (seed, state) = &pool[rng.usize(..pool.len())];
            let mut json = serde_json::to_value(state).unwrap();
            forge(&mut json, &mut rng, 0.004);
            let Ok(mut forged) = serde_json::from_value::<State>(json.clone()) else { continue };
            forged.sort();
            let n = forged.orders;
            let mut play = || {
                game.possible(&forged, n, &header(*seed)).ok()?;
                for _ in 0..12 {
                    let Ask::Ask(question) = game.ask(&forged) else { break };
                    let view = game.view(&forged, question.seat);
                    let _ = (game.scene(&view), game.status(&view), game.deal(&view, Seed(3)));
                    let order = game.sample(&forged, &mut rng, Policy::Uniform).ok()?;
                    let _ = (game.write(&forged, &order), game.write_public(&forged, &order));
                    game.play(&mut forged, &order, &mut Vec::new()).ok()?;
                }
                Some(())
            };
            let done = catch_unwind(AssertUnwindSafe(&mut play));
            passed += u32::from(matches!(done, Ok(Some(()))));
            assert!(done.is_ok(), "forgery {k} of seed {seed}, {:?}: {json}", state.step);
        }
        assert!(passed > 50, "only {passed} forgeries passed: the test tries nothing");
    }
}
