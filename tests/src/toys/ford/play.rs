//! What orders do in Ford.

use super::orders::*;
use super::state::*;
use super::{Phase, State, count_of, text};
use bormida_core::kernel::*;

impl State {
    pub(super) fn play(
        &mut self,
        o: &Choice,
        log: &mut dyn Sink,
        mut on_march: impl FnMut(&mut State, usize) -> Result<(), Fault>,
    ) -> Result<Effect, Fault> {
        self.n += 1;
        let side = self.asked();
        let place = |i: usize| o.parts.get(i).map_or(0, |p| p.0 as usize);
        let bag = match &o.fill {
            Fill::Bag(bag) => count_of(bag),
            _ => [0; CLASSES],
        };
        let (from, to) = (place(0), place(1));
        match o.verb {
            END => self.end_turn(log),
            SHUFFLE => {
                let open = std::mem::take(&mut self.sides[side].open[from]);
                self.sides[side].fresh[from] = sum(&self.sides[side].fresh[from], &open);
                self.sides[side].among[from] = sum(&self.sides[side].among[from], &open);
            }
            MARCH => {
                self.leave(side, from, &bag, Some(to));
                self.left -= 1;
                on_march(self, to)?;
                self.arrive(side, to, &bag, log);
            }
            ATTACK => {
                self.leave(side, from, &bag, None);
                self.left -= 1;
                self.phase = Phase::Reply { from: from as u8, to: to as u8, bag };
            }
            REPLY => return Ok(self.reply(side, &bag, log)),
            _ => return Ok(self.retreat(side, from, o.parts.get(1).map(|p| p.0 as usize), log)),
        }
        Ok(Effect::default())
    }

    fn end_turn(&mut self, log: &mut dyn Sink) {
        let side = usize::from(self.active);
        for p in 0..PLACES {
            let moved = std::mem::take(&mut self.sides[side].moved[p]);
            self.sides[side].fresh[p] = sum(&self.sides[side].fresh[p], &moved);
        }
        (self.turn, self.left, self.active) = (self.turn + 1, ORDERS, 1 - self.active);
        if self.turn == TURNS {
            let (north, south) = (total(&self.living(0)), total(&self.living(1)));
            let winner = (north != south).then_some(u8::from(south > north));
            self.phase = Phase::Over { winner, home: false };
        }
        text::note(log, "1", &format!("turn {} begins", self.turn + 1), None);
    }

    /// Hidden fresh blocks leave a place; what is known of them goes along only when all of them go.
    fn leave(&mut self, side: usize, from: usize, bag: &Count, to: Option<usize>) {
        let whole = self.hidden(side, from) == *bag;
        let known = std::mem::take(&mut self.sides[side].among[from]);
        if let Some(to) = to
            && whole
        {
            self.sides[side].among[to] = sum(&self.sides[side].among[to], &known);
        }
        self.sides[side].fresh[from] = less(&self.sides[side].fresh[from], bag);
    }

    /// Hidden blocks of the active side arrive.
    fn arrive(&mut self, side: usize, to: usize, bag: &Count, log: &mut dyn Sink) {
        self.sides[side].moved[to] = sum(&self.sides[side].moved[to], bag);
        self.taken(side, to, log);
    }

    fn taken(&mut self, side: usize, to: usize, log: &mut dyn Sink) {
        if to == HOMES[1 - side] || total(&self.living(1 - side)) == 0 {
            self.phase = Phase::Over { winner: Some(side as u8), home: to == HOMES[1 - side] };
            text::note(log, "7", "the war is decided", Some(to));
        }
    }

    fn reply(&mut self, side: usize, bag: &Count, log: &mut dyn Sink) -> Effect {
        let Phase::Reply { from, to, bag: attack } = self.phase.clone() else { return Effect::default() };
        let (from, to) = (usize::from(from), usize::from(to));
        if total(bag) == 0 {
            // 4: without an answer nobody shows a face, and no die is thrown
            self.phase = Phase::Retreat { from: from as u8, to: to as u8, bag: attack, shown: false };
            return Effect::default();
        }
        // those that lie open answer first; the others come into the open
        let hidden = less(bag, &self.sides[side].open[to]);
        self.sides[side].among[to] = less(&self.sides[side].among[to], &hidden);
        self.sides[side].fresh[to] = less(&self.sides[side].fresh[to], &hidden);
        self.sides[side].open[to] = sum(&self.sides[side].open[to], &hidden);
        let weight = |count: &Count| (0..CLASSES).map(|c| u32::from(count[c] * STRENGTH[c])).sum::<u32>();
        let die = Dice::new(self.seed, u64::from(self.n), "fight").roll(6);
        let won = weight(&attack) + u32::from(die >= 4) > weight(bag);
        let (loser, lost) = if won { (side, bag) } else { (1 - side, &attack) };
        let victim = lowest(lost).map_or([0; CLASSES], one);
        self.sides[loser].dead = sum(&self.sides[loser].dead, &victim);
        if won {
            self.sides[side].open[to] = less(&self.sides[side].open[to], &victim);
            self.phase = Phase::Retreat { from: from as u8, to: to as u8, bag: attack, shown: true };
        } else {
            let back = less(&attack, &victim);
            self.sides[1 - side].open[from] = sum(&self.sides[1 - side].open[from], &back);
            self.phase = Phase::Turn;
        }
        text::note(
            log,
            "4",
            &format!("the die shows {die}: the attack {}", if won { "wins" } else { "fails" }),
            Some(to),
        );
        self.move_in(log);
        if total(&self.living(loser)) == 0 {
            self.phase = Phase::Over { winner: Some(1 - loser as u8), home: false };
        }
        Effect { rolled: true, told: Told::ALL }
    }

    fn retreat(&mut self, side: usize, at: usize, dest: Option<usize>, log: &mut dyn Sink) -> Effect {
        let Some((class, open)) = next_to_retreat(self, side, at) else { return Effect::default() };
        let block = one(class);
        if open {
            self.sides[side].open[at] = less(&self.sides[side].open[at], &block);
        } else {
            self.leave(side, at, &block, dest);
        }
        let told = match dest {
            Some(dest) => {
                let group = if open { &mut self.sides[side].open } else { &mut self.sides[side].fresh };
                group[dest] = sum(&group[dest], &block);
                Told::NONE
            }
            None => {
                self.sides[side].dead = sum(&self.sides[side].dead, &block);
                if open { Told::NONE } else { Told::ALL }
            }
        };
        self.move_in(log);
        Effect { rolled: false, told }
    }

    /// The victors move in when the last block has left.
    fn move_in(&mut self, log: &mut dyn Sink) {
        let Phase::Retreat { to, bag, shown, .. } = self.phase.clone() else { return };
        let (side, to) = (usize::from(self.active), usize::from(to));
        if total(&self.at(1 - side, to)) > 0 {
            return;
        }
        self.phase = Phase::Turn;
        if shown {
            self.sides[side].open[to] = sum(&self.sides[side].open[to], &bag);
            self.taken(side, to, log);
        } else {
            self.arrive(side, to, &bag, log);
        }
    }
}
