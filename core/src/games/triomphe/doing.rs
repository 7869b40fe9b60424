//! Carrying out an order: the state, the log and what was given away, in one hand.

use super::Triomphe;
use super::dues::{Due, Dues};
use super::flow::Step;
use super::knowledge::Picked;
use super::lay::Lay;
use super::model::{Face, Flags, Pos, State, UNSEEN};
use super::procedure::Stage;
use super::rules::{Asked, Consequence, EnterFacts};
use crate::board::{LocaleId, Position};
use crate::games::asked::remember;
use crate::kernel::{Effect, Event, Fault, Part, Rule, Seat, Seats, Sink};

/// An order being carried out.
pub(super) struct Doing<'a> {
    pub(super) g: &'a Triomphe,
    pub(super) s: &'a mut State,
    pub(super) log: &'a mut dyn Sink,
    pub(super) effect: Effect,
    /// How deep effects of hooks have led to further hooks.
    pub(super) depth: u8,
}

/// How deep effects may lead to hooks and these to effects: beyond it a pack moves pieces to and fro for ever.
const MOST_DEPTH: u8 = 8;

impl Doing<'_> {
    /// Writes a line that both seats read alike.
    pub(super) fn say(
        &mut self,
        section: &'static str,
        parts: &[Part],
        text: impl FnOnce(&Triomphe, &State) -> String,
    ) {
        if self.log.wants() {
            let public = text(self.g, self.s);
            self.log.put(Event { public, private: None, rule: Rule::of(section), parts: parts.to_vec() });
        }
    }

    /// Notes that a seat's hidden faces were shown to the other.
    pub(super) fn shown_by(&mut self, seat: Seat) {
        self.effect.told = self.effect.told.union(Seats::only(seat.other()));
    }

    /// Goes on to what follows when a step's part of its procedure is over.
    pub(super) fn go_on(&mut self, done: Step) {
        self.enter_stage(self.g.own.flow.after(done));
    }

    /// Goes on to a step.
    pub(super) fn enter_stage(&mut self, stage: Stage) {
        match stage {
            Stage::Printed(step) => self.s.step = step,
            Stage::Own(own) => (self.s.step, self.s.own) = (Step::Own, own),
        }
    }

    /// Counts the blocks as they are now.
    pub(super) fn lay(&self) -> Result<Lay, Fault> {
        self.g.lay(self.s)
    }

    /// Shows blocks to the enemy of their owner. Of those that nobody had looked at it is told what they are.
    pub(super) fn show(&mut self, seat: Seat, picked: &[usize]) {
        let unseen: Picked = picked.iter().copied().filter(|k| self.s.pieces[*k].class == UNSEEN).collect();
        self.s.show(picked);
        self.effect.rolled |= !unseen.is_empty();
        for k in unseen {
            let p = self.s.pieces[k];
            self.say("4", &[p.pos.part()], |g, _| {
                format!("{}: an unseen piece in {} is {}.", g.side_name(seat), g.pos_text(p.pos), g.class_text(p.class))
            });
        }
        self.shown_by(seat);
    }

    /// Moves blocks to a position. A gun that leaves its place gives up its declaration. (10)
    pub(super) fn move_to(&mut self, picked: &[usize], to: Pos, set: Flags, clear: Flags) {
        let hidden_at_once = self.g.numbers.gun_hidden_when_declaration_ends;
        for &k in picked {
            let p = &mut self.s.pieces[k];
            p.pos = to;
            if p.flags.has(Flags::AIMED) {
                p.flags = ended_declaration(p.flags, hidden_at_once);
            }
            if p.flags.has(Flags::FIRED) {
                p.flags = p.flags.without(Flags::FIRED.with(Flags::UP));
            }
            p.flags = p.flags.with(set).without(clear);
        }
        self.s.sort();
    }

    /// Notes that a seat's blocks entered a locale, and what that does to their order. (14, 18)
    pub(super) fn enter(&mut self, seat: Seat, locale: LocaleId) -> Result<(), Fault> {
        self.pass_through(seat, locale)?;
        self.g.contagion(self.s, locale);
        Ok(())
    }

    /// The same of blocks that do not stay there. (8, 18)
    pub(super) fn pass_through(&mut self, seat: Seat, locale: LocaleId) -> Result<(), Fault> {
        let g = self.g;
        self.s.entered[seat.index()].insert(locale);
        self.s.entered[seat.other().index()].remove(locale);
        let facts = EnterFacts { seat, locale, setup: g.map.locale(locale).setup > 0 };
        let asked = g.rules.on_enter(g.now(self.s), facts)?;
        self.follow_up(asked)
    }

    /// Does what hooks ask for. Nothing that they ask can break the match: what does not fit is a fault of the hook.
    pub(super) fn follow_up(&mut self, asked: Vec<Asked>) -> Result<(), Fault> {
        self.depth += 1;
        for Asked { by, at, what } in asked {
            let done = match self.depth <= MOST_DEPTH {
                true => self.consequence(what),
                false => Err(Fault::new(format!("effects led to hooks and these to effects, {MOST_DEPTH} deep"))),
            };
            done.map_err(|fault| Fault { pack: by.pack, hook: by.hook, at, ..fault })?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn consequence(&mut self, what: Consequence) -> Result<(), Fault> {
        match what {
            Consequence::Say(text) => self.say("", &[], |_, _| text),
            Consequence::Morale { change: 0, .. } => {}
            Consequence::Morale { seat, change } => {
                if change < 0 {
                    let owed = &mut self.s.to_lose[seat.index()];
                    *owed = owed.saturating_add(change.unsigned_abs());
                } else {
                    let morale = &mut self.s.morale[seat.index()];
                    let sum = morale.uncommitted.checked_add(change.unsigned_abs()).filter(|_| morale.level() < 100);
                    morale.uncommitted = sum.ok_or_else(|| Fault::new("an army gets more morale than fits"))?;
                }
                self.say("18", &[], |g, _| {
                    let side = g.side_name(seat);
                    if change < 0 {
                        format!("{side} loses {} morale.", -i16::from(change))
                    } else {
                        format!("{side} gains {change} morale.")
                    }
                });
            }
            Consequence::Commands { change } => {
                self.s.allowance = self.s.allowance.saturating_add_signed(change).min(15);
            }
            Consequence::Arrive { seat, class, holding } => {
                self.g.arrive(self.s, seat, class, holding)?;
                self.say("15", &[Pos::holding(holding).part()], |g, _| {
                    format!("A piece of the {} waits in {}.", g.side_word(seat), g.map.holding_name(holding))
                });
            }
            Consequence::Reduce { seat, from, count, by, rest } => {
                let due = Due { seat, from, count, by, rest };
                // who chooses reads the faces: the enemy may only where they are up
                if by != seat && self.g.payers(self.s, due).iter().any(|p| !p.flags.has(Flags::UP)) {
                    return Err(Fault::new("the enemy cannot choose among pieces whose faces he does not see"));
                }
                if !self.s.fight.dues.add(due) {
                    return Err(Fault::new(format!("more than {} reductions wait to be placed", Dues::MOST)));
                }
            }
            Consequence::Mark { marks, set } => {
                for side in [Seat(0), Seat(1)] {
                    self.s.remark(side, |p| match (p.flags.has(Flags::CHOSEN), set) {
                        (true, true) => p.flags.with(marks),
                        (true, false) => p.flags.without(marks),
                        (false, _) => p.flags,
                    });
                }
            }
            Consequence::Move { to } => self.move_chosen(to)?,
            Consequence::Eliminate => {
                while let Some(k) = self.s.pieces.iter().position(|p| p.flags.has(Flags::CHOSEN)) {
                    self.show(self.s.pieces[k].seat, &[k]);
                    let p = self.s.pieces[k];
                    self.lose_piece(k, p.class.strength());
                    if !self.assault_is_open() {
                        self.charge(p.seat);
                    }
                }
            }
            Consequence::Shut { over } => self.s.public.closed.set(over.pair().index()),
            Consequence::Remember { at, bytes } => remember(&mut self.s.memory, at, &bytes)?,
        }
        Ok(())
    }
}

impl Doing<'_> {
    /// A pack moves the chosen pieces: the board's own bounds hold. (3)
    fn move_chosen(&mut self, to: Pos) -> Result<(), Fault> {
        let g = self.g;
        let picked: Vec<usize> =
            (0..self.s.pieces.len()).filter(|k| self.s.pieces[*k].flags.has(Flags::CHOSEN)).collect();
        let Some(first) = picked.first().map(|k| self.s.pieces[*k]) else { return Ok(()) };
        let Some(locale) = to.locale(&g.map) else { return Err(Fault::new("nobody is moved off the board")) };
        if let Position::Approach(a) = to.place()
            && g.map.approach(a).impassable
        {
            return Err(Fault::new(format!("{} is impassable", g.pos_text(to))));
        }
        let lay = self.lay()?;
        if lay.holds(first.seat.other(), locale) {
            return Err(Fault::new(format!("the enemy is in {}", g.map.locale_name(locale))));
        }
        let enters = first.pos.locale(&g.map) != Some(locale);
        if enters && picked.len() > usize::from(lay.room(&g.map, first.seat, locale)) {
            return Err(Fault::new(format!("there is no room in {}", g.map.locale_name(locale))));
        }
        self.move_to(&picked, to, Flags::NONE, Flags::NONE);
        if enters {
            self.enter(first.seat, locale)?;
        }
        Ok(())
    }
}

/// A gun's marks when its declaration ends without fire. (10, T246)
pub(super) fn ended_declaration(flags: Flags, hidden_at_once: bool) -> Flags {
    let flags = flags.without(Flags::AIMED);
    if hidden_at_once { flags.without(Flags::UP) } else { flags.with(Flags::FIRED) }
}
