//! A match laid out as a [`Table`].

use super::*;
use crate::conformance::{self, Broken};
use crate::scene::{Layer, Scene};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// A match with what its game says of itself and its bots.
pub struct Laid<K: Kit> {
    about: About,
    bots: Arc<dyn Bots<K::G>>,
    game: Match<K>,
    /// The order whose outcome is shown, when it is not the last.
    looking_at: Option<u32>,
    /// Packs that were read anew and that history does not fit.
    waiting: Option<Arc<K>>,
}

impl<K: Kit + 'static> Laid<K> {
    /// Lays out a match.
    #[must_use]
    pub fn new(game: Match<K>, about: About, bots: Arc<dyn Bots<K::G>>) -> Laid<K> {
        Laid { about, bots, game, looking_at: None, waiting: None }
    }

    /// The match.
    #[must_use]
    pub fn game(&self) -> &Match<K> {
        &self.game
    }

    /// Takes up a saved match: a [`Shelved`] game has read its header, made the kit, and calls this.
    ///
    /// # Errors
    /// When the file is busy or damaged, or the game does not open.
    pub fn load(
        kit: Arc<K>,
        about: About,
        bots: Arc<dyn Bots<K::G>>,
        path: &Path,
        opening: Opening,
    ) -> Result<LoadedTable, Trouble> {
        let saved = Saved::read(path)?;
        let (players, sides) = (saved.header.seats.len(), about.sides.len());
        if players != sides {
            let why =
                format!("{players} players are named, and the game has {sides} sides ({})", about.sides.join(", "));
            return Err(FileTrouble::Line { path: path.to_owned(), line: 1, why }.into());
        }
        let loaded = match opening {
            Opening::Look => Match::look(kit, saved, Trust::SamePacks)?,
            Opening::Follow => Match::look(kit, saved, Trust::Never)?,
            Opening::Today(trust) => Match::look(kit, saved, trust)?,
            Opening::Glimpse => Match::glimpse(kit, saved)?,
            Opening::GoOn(trust) => Match::load(kit, path, trust)?,
        };
        Ok(loaded.map(|game| Box::new(Laid::new(game, about, bots)) as Box<dyn Table>))
    }

    fn present(&self) -> Result<(), Trouble> {
        match self.looking_at {
            Some(shown) => Err(Trouble::LookingBack { shown, last: self.game.number() }),
            None => Ok(()),
        }
    }

    fn shown_state(&self) -> &<K::G as Game>::State {
        self.looking_at.and_then(|n| self.game.state_after(n)).unwrap_or(self.game.state())
    }

    /// The state after an order, or one that fits all that a seat knows of it.
    fn known_by(&self, n: u32, seat: Option<Seat>) -> Result<Cow<'_, <K::G as Game>::State>, Fault> {
        let state = self.game.state_after(n).ok_or_else(|| Fault::new(format!("order {n} is not known")))?;
        let game = self.game.game();
        match seat {
            None => Ok(Cow::Borrowed(state)),
            Some(seat) => game.deal(&game.view(state, seat), Seed(0)).map(Cow::Owned),
        }
    }

    fn order_line(&self, order: &<K::G as Game>::Order, cost: Cost) -> OrderLine {
        let (game, state) = (self.game.game(), self.game.state());
        OrderLine {
            text: game.write(state, order),
            public: game.write_public(state, order),
            cost,
            choice: game.choice(state, order),
        }
    }

    fn checked(&mut self, order: &<K::G as Game>::Order) -> Result<OrderLine, Trouble> {
        let cost = self.game.check(order)?;
        Ok(self.order_line(order, cost))
    }

    fn play(&mut self, order: &<K::G as Game>::Order) -> Result<LogLine, Trouble> {
        self.present()?;
        self.game.play(order)?;
        Ok(self.newest())
    }

    /// A ban with one kind of order more, by the side's word and the verb's word or name.
    fn barred(&self, ban: Ban, side: &str, verb: &str) -> Result<Ban, Fault> {
        let game = self.game.game();
        let named = |name: &str| name.to_lowercase().replace(['_', ' '], "-");
        let seat = game.sides().iter().position(|word| *word == side);
        let known = |list: &[&str]| Fault::new(format!("\"{side}\" is no side; there are {}", list.join(", ")));
        let seat = seat.ok_or_else(|| known(game.sides()))?;
        let found = game.verbs().iter().position(|(word, name)| *word == verb || named(name) == named(verb));
        let verb = found.ok_or_else(|| {
            let names: Vec<String> = game.verbs().iter().map(|(_, name)| name.replace(' ', "-")).collect();
            Fault::new(format!("\"{verb}\" is no kind of order; there are {}", names.join(", ")))
        })?;
        Ok(ban.with(Seat(seat as u8), Verb(verb as u8)))
    }

    /// Whether this is a match in which nothing is hidden.
    fn all_seeing(&self) -> Result<(), Trouble> {
        match self.header().all_seeing {
            true => Ok(()),
            false => Err(Trouble::Fault(Fault::new("only in a match for trying rules, in which nothing is hidden"))),
        }
    }

    fn hush(&self) -> Option<Hush> {
        self.console().map(Console::hush)
    }

    fn newest(&self) -> LogLine {
        let done = &self.game.history()[self.game.history().len() - 1];
        log_line(done, self.game.number(), Some(done.seat))
    }
}

fn log_line<G: Game>(done: &Done<G>, n: u32, seat: Option<Seat>) -> LogLine {
    let text = if seat == Some(done.seat) { &done.text } else { &done.public };
    let event = |e: &Event| LogEvent::of(e, seat);
    LogLine {
        n,
        seat: done.seat,
        text: text.clone(),
        events: done.events.iter().map(event).collect(),
        rolled: done.effect.rolled,
    }
}

/// A line with every text as the one reads it who may read most.
fn unveiled_line<G: Game>(done: &Done<G>, n: u32) -> LogLine {
    let owner = |e: &Event| e.private.as_ref().map(|(seat, _)| *seat);
    let events = done.events.iter().map(|e| LogEvent::of(e, owner(e))).collect();
    LogLine { events, ..log_line(done, n, Some(done.seat)) }
}

impl<K: Kit + 'static> Table for Laid<K> {
    fn about(&self) -> &About {
        &self.about
    }
    fn header(&self) -> &Header {
        self.game.journal().header()
    }
    fn sides(&self) -> Vec<String> {
        self.game.game().sides().iter().map(|s| (*s).to_owned()).collect()
    }
    fn verbs(&self) -> Vec<(String, String)> {
        self.game.game().verbs().iter().map(|(word, name)| ((*word).to_owned(), (*name).to_owned())).collect()
    }
    fn questions(&self) -> Vec<String> {
        self.game.game().questions()
    }
    fn classes(&self) -> Vec<String> {
        self.game.game().classes().iter().map(|c| (*c).to_owned()).collect()
    }
    fn class_title(&self, class: Class) -> String {
        self.game.game().class_title(class)
    }
    fn legend(&self) -> Vec<String> {
        self.game.game().legend()
    }
    fn sign(&self, offer: &Offer) -> Option<Signed> {
        self.game.game().sign(offer)
    }
    fn part_name(&self, part: Part) -> String {
        self.game.game().part_name(part)
    }
    fn part_title(&self, part: Part) -> String {
        self.game.game().part_title(part)
    }
    fn spoken(&self, text: &str) -> Option<String> {
        self.game.game().spoken(text)
    }
    fn part_named(&self, name: &str) -> Option<Part> {
        self.game.game().part_named(name)
    }

    fn ask(&self) -> Ask {
        self.game.ask()
    }
    fn offers(&mut self) -> Result<Vec<Offer>, Trouble> {
        Ok(self.game.offers()?.to_vec())
    }
    fn narrow(&mut self, verb: Option<Verb>, chosen: &[Part]) -> Result<Narrowed, Trouble> {
        Ok(narrow(self.game.offers()?, verb, chosen))
    }
    fn orders(&mut self, limit: usize) -> Result<(Vec<OrderLine>, Whole), Trouble> {
        let mut whole = Whole::All;
        let mut orders: Vec<<K::G as Game>::Order> = Vec::new();
        for offer in self.offers()? {
            let room = limit - orders.len();
            let mut some = self.game.ruled(|game, state| {
                let mut some = Vec::new();
                let all = game.expand(state, &offer, room, &mut some)?;
                Ok((some, all))
            })?;
            orders.append(&mut some.0);
            if some.1 == Whole::Some {
                whole = Whole::Some;
            }
        }
        let mut lines = Vec::with_capacity(orders.len());
        for order in &orders {
            lines.push(self.checked(order)?);
        }
        Ok((lines, whole))
    }
    fn any_order(&mut self, rng: &mut Rng) -> Result<OrderLine, Trouble> {
        if let Some(outcome) = self.outcome() {
            return Err(Trouble::Over(outcome));
        }
        let seed = rng.u64(..);
        let order =
            self.game.ruled(|game, state| Ok(game.sample(state, &mut Rng::with_seed(seed), Policy::Uniform)?))?;
        self.checked(&order)
    }
    fn check_text(&mut self, text: &str) -> Result<OrderLine, Trouble> {
        let order = self.game.read(text)?;
        self.checked(&order)
    }
    fn check_choice(&mut self, choice: &Choice) -> Result<OrderLine, Trouble> {
        let order = self.game.order_of(choice)?;
        self.checked(&order)
    }
    fn effect_of(&mut self, text: &str) -> Result<Effect, Trouble> {
        let _tried = self.hush();
        let order = self.game.read(text)?;
        self.game.effect_of(&order)
    }
    fn foresee(&mut self, text: &str, deals: u32) -> Result<Foresight, Trouble> {
        let _tried = self.hush();
        let order = self.game.read(text)?;
        self.game.foresee(&order, deals)
    }
    fn follows(&mut self, text: &str) -> Result<Odds, Trouble> {
        let _not_yet = self.hush();
        let order = self.game.read(text)?;
        self.game.follows(&order)
    }
    fn try_choice(&mut self, choice: &Choice) -> Result<OrderLine, Trouble> {
        let order = self.game.try_choice(choice)?;
        self.checked(&order)
    }
    fn play_text(&mut self, text: &str) -> Result<LogLine, Trouble> {
        self.present()?;
        let order = self.game.read(text)?;
        self.play(&order)
    }
    fn play_choice(&mut self, choice: &Choice) -> Result<LogLine, Trouble> {
        self.present()?;
        let order = self.game.order_of(choice)?;
        self.play(&order)
    }

    fn can_undo(&self, by: Seat) -> Result<u32, Barrier> {
        self.game.can_undo(by)
    }
    fn can_go_back(&self, by: Seat, to: u32) -> Result<(), Barrier> {
        self.game.can_go_back(by, to)
    }
    fn undo(&mut self, by: Seat) -> Result<(), Trouble> {
        self.present()?;
        self.game.undo(by)
    }
    fn back_to(&mut self, n: u32) -> Result<(), Trouble> {
        self.looking_at = None;
        self.game.back_to(n)
    }
    fn can_redo(&self) -> bool {
        self.game.can_redo()
    }
    fn redo(&mut self) -> Result<LogLine, Trouble> {
        self.present()?;
        self.game.redo()?;
        Ok(self.newest())
    }

    fn number(&self) -> u32 {
        self.game.number()
    }
    fn first_known(&self) -> u32 {
        self.game.first_known()
    }
    fn shown(&self) -> u32 {
        self.looking_at.unwrap_or(self.game.number())
    }
    fn to(&mut self, n: u32) -> u32 {
        self.looking_at = (n < self.game.number()).then(|| n.max(self.game.first_known()));
        self.shown()
    }
    fn hash(&self) -> StateHash {
        StateHash(state_hash(self.shown_state()))
    }
    fn log(&self, seat: Option<Seat>) -> Vec<LogLine> {
        let past = self.game.past().iter().map(|(n, done)| (done, *n));
        let orders = past.chain(self.game.history().iter().zip(self.game.first_known() + 1..));
        let orders = orders.take_while(|(_, n)| *n <= self.shown());
        match self.header().all_seeing {
            true => orders.map(|(done, n)| unveiled_line(done, n)).collect(),
            false => orders.map(|(done, n)| log_line(done, n, seat)).collect(),
        }
    }
    fn scene(&self, seat: Seat) -> Scene {
        let (game, state) = (self.game.game(), self.shown_state());
        match self.header().all_seeing {
            true => game.unveiled(state, seat),
            false => game.scene(&game.view(state, seat)),
        }
    }
    fn focus(&self, seat: Seat, chosen: &[Part], under: Option<Part>) -> Vec<Layer> {
        let game = self.game.game();
        game.focus(&game.view(self.shown_state(), seat), chosen, under)
    }
    fn status(&self, seat: Seat) -> Vec<Status> {
        let game = self.game.game();
        game.status(&game.view(self.shown_state(), seat))
    }
    fn known(&self, seat: Seat) -> Vec<Known> {
        let game = self.game.game();
        game.known(&game.view(self.shown_state(), seat))
    }
    fn view_json(&self, seat: Seat) -> Result<serde_json::Value, Trouble> {
        let view = self.game.game().view(self.shown_state(), seat);
        serde_json::to_value(view).map_err(|e| Trouble::Fault(Fault::new(e.to_string())))
    }

    fn seen(&self, seat: Seat) -> Seen {
        let view = Box::new(self.game.game().view(self.game.state(), seat));
        Seen { seat, view, luck: bout::luck(self.header().seed, self.game.number(), seat), off: self.off().clone() }
    }
    fn bouts(&self, forbidden: &[(String, String)]) -> Result<OpenBouts, Fault> {
        let ban = forbidden.iter().try_fold(Ban::default(), |ban, (side, verb)| self.barred(ban, side, verb))?;
        Ok(bout::open_bouts(self.game.kit().clone(), self.bots.clone(), self.header(), ban))
    }
    fn recruit(&self, name: &str) -> Recruit {
        let (kit, bots, off, name) = (self.game.kit().clone(), self.bots.clone(), self.off().clone(), name.to_owned());
        Box::new(move || {
            let (game, bot) = (kit.open(&off)?, bots.bot(&name)?);
            Ok(Box::new(bot::Seated { kit, game, off, bot }) as Box<dyn Player>)
        })
    }
    fn off(&self) -> &HookMask {
        self.game.off()
    }
    fn switch_off(&mut self, hook: HookName, why: &str) -> Result<(), Trouble> {
        self.game.switch_off(hook, why)
    }

    fn examine(&mut self, rng: &mut Rng) -> Result<(), Broken> {
        conformance::examine(&mut self.game, rng)
    }
    fn strain(&self) -> u16 {
        self.game.game().strain()
    }

    fn save_path(&self) -> Option<&Path> {
        self.game.journal().path()
    }
    fn save_as(&mut self, path: &Path) -> Result<(), Trouble> {
        self.game.save_as(path)
    }
    fn branch(&self, to: u32, path: &Path) -> Result<(), Trouble> {
        self.game.branch(to, path)
    }
    fn branch_all_seeing(&self, to: u32, path: &Path) -> Result<(), Trouble> {
        self.game.branch_all_seeing(to, path)
    }
    fn variants(&self) -> Vec<String> {
        // the first stamp is the game's own, and the set-up may have one
        let others = self.game.kit().packs().into_iter().skip(1).map(|stamp| stamp.id);
        others.filter(|id| *id != self.header().setup.name).collect()
    }
    fn in_use(&self) -> Vec<InUse> {
        self.all_seeing().map(|()| self.game.kit().in_use()).unwrap_or_default()
    }
    fn console(&self) -> Option<&Console> {
        self.game.kit().console().filter(|_| self.header().all_seeing)
    }
    fn inspect(&self) -> Result<serde_json::Value, Trouble> {
        self.all_seeing()?;
        Ok(self.game.game().inspect(self.shown_state()))
    }
    fn reread(&mut self, variants: Option<&[String]>) -> Result<Reread, Trouble> {
        self.all_seeing()?;
        let old = self.game.kit().clone();
        let variants = variants.map_or_else(|| self.variants(), <[String]>::to_vec);
        let wanted = Wanted { header: self.header(), variants: &variants, carried: &old.embedded() };
        let kit = Arc::new(old.anew(&wanted).map_err(Trouble::Fault)?);
        self.waiting = None;
        // a hook that is off has its chance again
        if self.off().is_empty() && kit.packs() == old.packs() && kit.embedded() == old.embedded() {
            // they may lie elsewhere than when the match was opened
            self.game.kit = kit;
            return Ok(Reread::Same);
        }
        Ok(match self.game.adopt(kit.clone())? {
            None => Reread::Fits,
            Some(divergence) => {
                self.waiting = Some(kit);
                Reread::Parts(divergence)
            }
        })
    }
    fn go_on_under(&mut self, way: WayOn) -> Result<(), Trouble> {
        let none = || Trouble::Fault(Fault::new("no other packs wait for a way on"));
        let kit = self.waiting.clone().ok_or_else(none)?;
        let _told_before = self.hush();
        match way {
            WayOn::BackThere => self.game.adopt_back_there(kit).map(drop)?,
            WayOn::FromNow => self.game.adopt_from_now(kit)?,
        }
        (self.waiting, self.looking_at) = (None, None);
        Ok(())
    }
    fn note(&mut self, text: &str) -> Result<(), Trouble> {
        self.game.note(text)
    }
    fn again(&mut self, seed: Seed) -> Result<(), Trouble> {
        self.looking_at = None;
        self.game.again(seed)
    }
    fn entries(&self) -> &[Entry] {
        self.game.journal().entries()
    }
    fn standing(&self, n: u32, seat: Option<Seat>) -> Result<Standing, Fault> {
        let state = self.known_by(n, seat)?;
        let game = self.game.game();
        let (lines, beginning) = (game.position(&state, self.header()), game.beginning(self.header()));
        Ok(Standing { lines, beginning, hash: StateHash(state_hash(&*state)) })
    }
    fn setup_text(&self, n: u32, seat: Option<Seat>) -> Result<String, String> {
        let state = self.known_by(n, seat).map_err(|fault| fault.to_string())?;
        self.game.game().setup_text(&state, &format!("After order {n}"))
    }
}
