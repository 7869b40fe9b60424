//! A match: one game being played, with its journal, its history and undo. An order is carried out whole or not at all.

use super::journal::{Entry, Header, Journal, StateHash};
use super::replay::snapshot_of;
use super::*;
use std::path::Path;
use std::sync::Arc;

/// A snapshot is written after so many orders, and at exit.
pub const SNAPSHOT_EVERY: u32 = 25;

/// Why a match did not do what was asked. The match stands where it stood.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A hook failed and is off from now on; the seat is asked again.
    #[error("{0}. This hook is now switched off")]
    HookOff(Fault),
    /// A script takes too long by the wall clock: wait, or switch the hook off?
    #[error("{0}")]
    Slow(Fault),
    /// The game itself failed, and there is no hook to switch off.
    #[error("{0}")]
    Fault(Fault),
    /// The match cannot be written.
    #[error(transparent)]
    File(#[from] FileTrouble),
    /// There is nothing to decide any more.
    #[error("the game is over: {}", .0.kind)]
    Over(Outcome),
    /// Undo or redo is not possible.
    #[error(transparent)]
    Barred(#[from] Barrier),
    /// An earlier moment is being looked at.
    #[error("order {shown} of {last} is shown; go to the last to play on")]
    LookingBack {
        /// The order shown.
        shown: u32,
        /// The last order.
        last: u32,
    },
}

/// Why orders cannot be taken back, or given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Barrier {
    /// The seat has given no order yet.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("there is nothing to do again")]
    NothingToRedo,
    /// Dice were used.
    #[error("dice were rolled by order {0}")]
    Rolled(u32),
    /// Something hidden was told.
    #[error("order {0} told something that was hidden")]
    Told(u32),
    /// Another seat has answered.
    #[error("the other side has answered with order {0}")]
    Answered(u32),
}

/// An order that was carried out.
pub struct Done<G: Game> {
    /// Who gave it.
    pub seat: Seat,
    /// The order.
    pub order: G::Order,
    /// The owner's text.
    pub text: String,
    /// The text for everybody else.
    pub public: String,
    /// What it gave away.
    pub effect: Effect,
    /// What happened.
    pub events: Vec<Event>,
    /// The hash of the state after it.
    pub hash: StateHash,
    /// The state after it.
    pub state: G::State,
}

impl<G: Game> std::fmt::Debug for Done<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seat {}: {} ({})", self.seat.0, self.text, self.hash)
    }
}

/// One game being played.
pub struct Match<K: Kit> {
    pub(super) kit: Arc<K>,
    pub(super) game: K::G,
    pub(super) off: HookMask,
    pub(super) journal: Journal,
    /// The state before the first order that `done` holds, and how many orders lie before it.
    pub(super) base: (u32, <K::G as Game>::State),
    /// The journal's lines before this index lie before the base; 0 unless a snapshot is the base.
    pub(super) begins: usize,
    pub(super) done: Vec<Done<K::G>>,
    /// Orders before the base with their numbers, to be read and not to be taken back.
    pub(super) past: Vec<(u32, Done<K::G>)>,
    pub(super) undone: Vec<<K::G as Game>::Order>,
    /// The order number of the newest snapshot line.
    pub(super) snapshot: u32,
    /// The journal's lines from this index on do not stand, because history could not be followed past it; they are
    /// taken back before the next line.
    pub(super) cut: Option<usize>,
    pub(super) offers: Option<Offers>,
}

impl<K: Kit> Match<K> {
    /// Begins a match; `save` names a new file for it. The header's packs and files are the kit's.
    ///
    /// # Errors
    /// When a script or the set-up fails, or the file cannot be made.
    pub fn start(kit: Arc<K>, mut header: Header, save: Option<&Path>) -> Result<Match<K>, Trouble> {
        header.packs = kit.packs();
        header.rules = kit.revision();
        header.embedded = kit.embedded();
        let off = HookMask::new();
        let game = kit.open(&off).map_err(Trouble::Fault)?;
        let first = game.start(&header.setup, header.seed).map_err(Trouble::Fault)?;
        let journal = match save {
            Some(path) => Journal::create(header, path)?,
            None => Journal::in_memory(header),
        };
        Ok(Match::standing(kit, game, off, journal, (0, first)))
    }

    /// Begins from a position instead of a set-up, in memory. Its first line is a snapshot, which a saved match takes up.
    ///
    /// # Errors
    /// When a script fails.
    pub fn standing_at(kit: Arc<K>, mut header: Header, first: <K::G as Game>::State) -> Result<Match<K>, Trouble> {
        header.packs = kit.packs();
        header.rules = kit.revision();
        header.embedded = kit.embedded();
        let off = HookMask::new();
        let game = kit.open(&off).map_err(Trouble::Fault)?;
        let mut standing = Match::standing(kit, game, off, Journal::in_memory(header), (0, first));
        standing.snapshot_line()?;
        Ok(standing)
    }

    /// Begins again from another seed, in memory, by the rules that are open: the file, if there was one, is left as it
    /// is. Hooks that were switched off are on again.
    ///
    /// # Errors
    /// When a script or the set-up fails; the match then stands as before.
    pub fn again(&mut self, seed: Seed) -> Result<(), Trouble> {
        let header = Header { seed, ..self.journal.header().clone() };
        if !self.off.is_empty() {
            *self = Match::start(self.kit.clone(), header, None)?;
            return Ok(());
        }
        let first = self.game.start(&header.setup, seed).map_err(Trouble::Fault)?;
        self.journal = Journal::in_memory(header);
        self.base = (0, first);
        (self.begins, self.snapshot, self.cut, self.offers) = (0, 0, None, None);
        self.done.clear();
        self.past.clear();
        self.undone.clear();
        Ok(())
    }

    pub(super) fn standing(
        kit: Arc<K>,
        game: K::G,
        off: HookMask,
        journal: Journal,
        base: (u32, <K::G as Game>::State),
    ) -> Match<K> {
        let (done, past, undone, snapshot) = (Vec::new(), Vec::new(), Vec::new(), base.0);
        Match { kit, game, off, journal, base, begins: 0, done, past, undone, snapshot, cut: None, offers: None }
    }

    /// The rules that it is played by.
    #[must_use]
    pub fn game(&self) -> &K::G {
        &self.game
    }
    /// What opens the game in another thread.
    #[must_use]
    pub fn kit(&self) -> &Arc<K> {
        &self.kit
    }
    /// The hooks that are off.
    #[must_use]
    pub fn off(&self) -> &HookMask {
        &self.off
    }
    /// The journal.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }
    /// The state after the last order.
    #[must_use]
    pub fn state(&self) -> &<K::G as Game>::State {
        self.done.last().map_or(&self.base.1, |d| &d.state)
    }
    /// How many orders stand.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.base.0 + self.done.len() as u32
    }
    /// The number before the first order that is known: 0, unless the match was taken up from a snapshot.
    #[must_use]
    pub fn first_known(&self) -> u32 {
        self.base.0
    }
    /// The orders that stand, the first of them number [`Match::first_known`] + 1.
    #[must_use]
    pub fn history(&self) -> &[Done<K::G>] {
        &self.done
    }
    /// Orders before [`Match::first_known`] that were played here, with their numbers: other rules hold since.
    #[must_use]
    pub fn past(&self) -> &[(u32, Done<K::G>)] {
        &self.past
    }
    /// The state after an order, when it is known.
    #[must_use]
    pub fn state_after(&self, n: u32) -> Option<&<K::G as Game>::State> {
        match n.checked_sub(self.base.0)? {
            0 => Some(&self.base.1),
            i => self.done.get(i as usize - 1).map(|d| &d.state),
        }
    }
    /// The hash of the state.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        self.done.last().map_or_else(|| StateHash(state_hash(&self.base.1)), |d| d.hash)
    }
    /// Whose decision it is.
    #[must_use]
    pub fn ask(&self) -> Ask {
        self.game.ask(self.state())
    }

    /// The offers of the seat that is asked.
    ///
    /// # Errors
    /// When the game itself fails. A failing hook is switched off on the way.
    pub fn offers(&mut self) -> Result<&Offers, Trouble> {
        while self.offers.is_none() {
            let mut offers = Offers::new();
            match self.game.offers(self.state(), &mut offers) {
                Ok(()) => self.offers = Some(offers),
                Err(fault) => self.survive(fault)?,
            }
        }
        Ok(self.offers.get_or_insert_default())
    }

    /// The order that an offer of this moment makes with a choice.
    ///
    /// # Errors
    /// A refusal when no offer fits, or the game refuses the fill.
    pub fn order_of(&mut self, choice: &Choice) -> Result<<K::G as Game>::Order, Trouble> {
        let fits = |o: &&Offer| o.verb == choice.verb && o.parts == choice.parts && o.slot.takes(&choice.fill);
        let Some(offer) = self.offers()?.iter().find(fits).cloned() else {
            return Err(Refusal::new("", "this is not among the orders that are possible now").into());
        };
        self.ruled(|game, state| game.complete(state, &offer, &choice.fill))
    }

    /// The order that a text means, legal or not.
    ///
    /// # Errors
    /// A refusal that says what was expected.
    pub fn read(&mut self, text: &str) -> Result<<K::G as Game>::Order, Trouble> {
        self.ruled(|game, state| game.read(state, text))
    }

    /// Whether an order is legal now, and its cost.
    ///
    /// # Errors
    /// A refusal with its section.
    pub fn check(&mut self, order: &<K::G as Game>::Order) -> Result<Cost, Trouble> {
        if let Ask::Over(outcome) = self.ask() {
            return Err(Trouble::Over(outcome));
        }
        self.ruled(|game, state| game.check(state, order))
    }

    /// Carries out an order of the seat that is asked. When this returns it is on the disk; when it fails, the match
    /// stands as before.
    ///
    /// # Errors
    /// Every [`Trouble`]; after [`Trouble::HookOff`] the seat is asked again under the rules without that hook.
    pub fn play(&mut self, order: &<K::G as Game>::Order) -> Result<&Done<K::G>, Trouble> {
        let done = self.carried_out(order)?;
        self.undone.clear();
        self.push(done)
    }

    fn carried_out(&mut self, order: &<K::G as Game>::Order) -> Result<Done<K::G>, Trouble> {
        let seat = match self.ask() {
            Ask::Over(outcome) => return Err(Trouble::Over(outcome)),
            Ask::Ask(question) => question.seat,
        };
        let result = match self.game.check(self.state(), order) {
            Ok(_) => carry_out(&self.game, self.state(), seat, order),
            Err(No::Refused(refusal)) => return Err(refusal.into()),
            Err(No::Fault(fault)) => Err(fault),
        };
        result.or_else(|fault| {
            self.survive(fault.clone())?;
            Err(Trouble::HookOff(fault))
        })
    }

    fn push(&mut self, done: Done<K::G>) -> Result<&Done<K::G>, Trouble> {
        self.append(Entry::Order { n: self.number() + 1, seat: done.seat, text: done.text.clone(), hash: done.hash })?;
        self.offers = None;
        self.done.push(done);
        if self.number() >= self.snapshot + SNAPSHOT_EVERY {
            // The order is safe already; a snapshot that cannot be written is tried again after the next one.
            let _ = self.write_snapshot();
        }
        Ok(&self.done[self.done.len() - 1])
    }

    /// Writes a line; orders past the last one that stands are taken back first.
    pub(super) fn append(&mut self, entry: Entry) -> Result<(), Trouble> {
        if self.cut.is_some() {
            self.journal.append(Entry::Back { to: self.number() })?;
            self.cut = None;
        }
        Ok(self.journal.append(entry)?)
    }

    /// Writes the whole state into the journal, unless its newest snapshot is this one.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn write_snapshot(&mut self) -> Result<(), Trouble> {
        if self.snapshot == self.number() {
            return Ok(());
        }
        self.snapshot_line()
    }

    pub(super) fn snapshot_line(&mut self) -> Result<(), Trouble> {
        let state = serde_json::to_value(self.state()).map_err(|e| Trouble::Fault(Fault::new(e.to_string())))?;
        self.append(Entry::Snapshot { n: self.number(), hash: self.hash(), state })?;
        self.snapshot = self.number();
        Ok(())
    }

    /// Writes a word of the players into the journal.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn note(&mut self, text: &str) -> Result<(), Trouble> {
        self.append(Entry::Note { text: text.to_owned() })
    }

    /// Writes the match to a new file and goes on there.
    ///
    /// # Errors
    /// When there is such a file already, or the system refuses.
    pub fn save_as(&mut self, path: &Path) -> Result<(), Trouble> {
        // what was edited into a file is no beginning, and nothing tells a position of a lesson from that
        if let Some(first @ Entry::Snapshot { n: 0, .. }) = self.journal.entries().first()
            && snapshot_of(&self.game, first, self.journal.header()).is_none()
        {
            let why =
                "this match began from a position to which no set-up leads: it could not be read again from a file";
            return Err(Trouble::Fault(Fault::new(why)));
        }
        Ok(self.journal.save_as(path)?)
    }

    /// What an order would give away, as its seat may foresee it: tried on a deal of the seat's own view.
    ///
    /// # Errors
    /// When the order is not legal or a script fails.
    pub fn effect_of(&mut self, order: &<K::G as Game>::Order) -> Result<Effect, Trouble> {
        self.check(order)?;
        let Ask::Ask(question) = self.ask() else { return Ok(Effect::default()) };
        self.ruled(|game, state| {
            let mut could_be = game.deal(&game.view(state, question.seat), Seed(0))?;
            Ok(game.play(&mut could_be, order, &mut ())?)
        })
    }

    /// The number of the order that stands last when a seat takes back its newest order.
    ///
    /// # Errors
    /// What bars the way; a friendly match lets every way open but the empty one.
    pub fn can_undo(&self, by: Seat) -> Result<u32, Barrier> {
        let at = self.done.iter().rposition(|d| d.seat == by).ok_or(Barrier::NothingToUndo)?;
        let to = self.base.0 + at as u32;
        self.can_go_back(by, to).map(|()| to)
    }

    /// What keeps a seat from taking back every order after number `to`.
    ///
    /// # Errors
    /// What bars the way; a friendly match lets every way open.
    pub fn can_go_back(&self, by: Seat, to: u32) -> Result<(), Barrier> {
        let Some(at) = to.checked_sub(self.base.0).filter(|_| to < self.number()) else {
            return Err(Barrier::NothingToUndo);
        };
        if self.journal.header().friendly {
            return Ok(());
        }
        for (d, n) in self.done[at as usize..].iter().zip(to + 1..) {
            if d.seat != by {
                return Err(Barrier::Answered(n));
            }
            if d.effect.rolled {
                return Err(Barrier::Rolled(n));
            }
            if !d.effect.told.is_empty() {
                return Err(Barrier::Told(n));
            }
        }
        Ok(())
    }

    /// Takes back a seat's newest order, and in a friendly match all that came after it.
    ///
    /// # Errors
    /// What bars the way, or the system's refusal.
    pub fn undo(&mut self, by: Seat) -> Result<(), Trouble> {
        let to = self.can_undo(by)?;
        self.back_to(to)
    }

    /// Takes back every order after number `to`, whatever the barrier; the caller has asked everybody.
    ///
    /// # Errors
    /// When the order is not known, or the system refuses.
    pub fn back_to(&mut self, to: u32) -> Result<(), Trouble> {
        if to >= self.number() || to < self.base.0 {
            return Err(Barrier::NothingToUndo.into());
        }
        self.append(Entry::Back { to })?;
        let taken = self.done.drain((to - self.base.0) as usize..);
        self.undone.extend(taken.rev().map(|d| d.order));
        self.snapshot = self.snapshot.min(to);
        self.offers = None;
        Ok(())
    }

    /// Gives the order again that was taken back last.
    ///
    /// # Errors
    /// When nothing was taken back since the last order, or it is not legal any more.
    pub fn redo(&mut self) -> Result<&Done<K::G>, Trouble> {
        let order = self.undone.last().cloned().ok_or(Barrier::NothingToRedo)?;
        let done = self.carried_out(&order)?;
        self.push(done)?;
        self.undone.pop();
        Ok(&self.done[self.done.len() - 1])
    }

    /// Whether an order can be given again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Switches a hook off for the rest of the match: the answer to "wait or switch off", or to a fault.
    ///
    /// # Errors
    /// When the game does not open without the hook, or the system refuses.
    pub fn switch_off(&mut self, hook: HookName, why: &str) -> Result<(), Trouble> {
        if self.is_own(&hook) {
            let what = format!("\"{}\" is the game itself: it cannot go on without it. {why}", hook.pack);
            return Err(Trouble::Fault(Fault::new(what)));
        }
        let mut off = self.off.clone();
        off.insert(hook.clone());
        let game = self.kit.open(&off).map_err(Trouble::Fault)?;
        self.append(Entry::HookOff { hook, why: why.to_owned() })?;
        (self.game, self.off, self.offers) = (game, off, None);
        Ok(())
    }

    /// Whether a hook is the game's own: without it the match would be one of another game.
    fn is_own(&self, hook: &HookName) -> bool {
        self.kit.packs().first().is_some_and(|own| own.id == hook.pack)
    }

    /// Goes on after a fault, or says why it cannot.
    fn survive(&mut self, fault: Fault) -> Result<(), Trouble> {
        if let Some(console) = self.kit.console() {
            console.fail(&fault);
        }
        if fault.slow {
            return Err(Trouble::Slow(fault));
        }
        match fault.hook_name() {
            Some(hook) if !self.off.contains(&hook) && !self.is_own(&hook) => self.switch_off(hook, &fault.to_string()),
            _ => Err(Trouble::Fault(fault)),
        }
    }

    /// Asks the rules, and once more whenever a failing hook had to be switched off.
    pub(super) fn ruled<T>(
        &mut self,
        question: impl Fn(&K::G, &<K::G as Game>::State) -> Result<T, No>,
    ) -> Result<T, Trouble> {
        loop {
            match question(&self.game, self.state()) {
                Ok(answer) => return Ok(answer),
                Err(No::Refused(refusal)) => return Err(refusal.into()),
                Err(No::Fault(fault)) => self.survive(fault)?,
            }
        }
    }
}

impl<K: Kit> Drop for Match<K> {
    /// The snapshot at exit. A journal without it is whole all the same.
    fn drop(&mut self) {
        if self.journal.path().is_some() && self.cut.is_none() && !self.done.is_empty() {
            let _ = self.write_snapshot();
        }
    }
}

/// Carries out a legal order on a copy of the state.
pub(super) fn carry_out<G: Game>(game: &G, state: &G::State, seat: Seat, order: &G::Order) -> Result<Done<G>, Fault> {
    let mut after = state.clone();
    let mut events = Vec::new();
    let effect = game.play(&mut after, order, &mut events)?;
    Ok(Done {
        seat,
        order: order.clone(),
        text: game.write(state, order),
        public: game.write_public(state, order),
        effect,
        events,
        hash: StateHash(state_hash(&after)),
        state: after,
    })
}
