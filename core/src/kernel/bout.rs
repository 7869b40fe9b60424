//! Games that bots play among themselves one after another, with nothing kept but the state: no journal, no text, no way
//! back. The same seed leads to the same state as at a table.

use super::*;
use std::sync::Arc;

/// What came of one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Who gave it.
    pub seat: Seat,
    /// Where it fights, if it does.
    pub fight: Option<Part>,
    /// It is forbidden, and nothing else was left.
    pub forced: bool,
}

/// One game after another, with the types of the game erased. Lives in one thread.
pub trait Bouts {
    /// Begins another game.
    ///
    /// # Errors
    /// When the set-up, a script or a bot fails.
    fn begin(&mut self, seed: Seed) -> Result<(), Fault>;
    /// Whose decision it is. Before the first game, nobody's.
    fn ask(&self) -> Ask;
    /// Has the bot of the seat that is asked choose, and carries out its order.
    ///
    /// # Errors
    /// When a script or a bot fails, or the game is over.
    fn step(&mut self, stop: &dyn Fn() -> bool) -> Result<Stroke, Fault>;
    /// The hash of the state.
    fn hash(&self) -> StateHash;
    /// The state counted.
    fn reckon(&self) -> Reckoning;
    /// A part's name.
    fn part_name(&self, part: Part) -> String;
}

/// Opens the games of one thread in that thread.
pub type OpenBouts = Arc<dyn Fn() -> Result<Box<dyn Bouts>, Fault> + Send + Sync>;

/// Opens games of a kit, with a ban and a bot for each seat.
pub(super) fn open_bouts<K: Kit + 'static>(
    kit: Arc<K>,
    bots: Arc<dyn Bots<K::G>>,
    header: &Header,
    ban: Ban,
) -> OpenBouts {
    let (setup, names) = (header.setup.clone(), header.seats.clone());
    Arc::new(move || {
        let mut game = kit.open(&HookMask::new())?;
        if !ban.is_empty() && !game.forbid(ban.clone()) {
            return Err(Fault::new("in this game nothing can be forbidden"));
        }
        let seated = names.iter().map(|name| bots.bot(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(Ring {
            game,
            ban: ban.clone(),
            bots: bots.clone(),
            names: names.clone(),
            seated,
            fresh: true,
            setup: setup.clone(),
            now: None,
        }))
    })
}

/// The games of one thread: rules and bots are opened once.
struct Ring<G: Game> {
    game: G,
    ban: Ban,
    bots: Arc<dyn Bots<G>>,
    names: Vec<String>,
    seated: Vec<Box<dyn Bot<G>>>,
    /// No bot has played yet.
    fresh: bool,
    setup: Setup,
    now: Option<Now<G::State>>,
}

struct Now<S> {
    seed: Seed,
    /// Orders played.
    n: u32,
    state: S,
}

impl<G: Game> Bouts for Ring<G> {
    fn begin(&mut self, seed: Seed) -> Result<(), Fault> {
        self.now = None;
        self.game.forget();
        for (name, bot) in self.names.iter().zip(&mut self.seated) {
            if !self.fresh && !bot.again() {
                *bot = self.bots.bot(name)?;
            }
        }
        self.fresh = false;
        self.now = Some(Now { seed, n: 0, state: self.game.start(&self.setup, seed)? });
        Ok(())
    }

    fn ask(&self) -> Ask {
        match &self.now {
            Some(now) => self.game.ask(&now.state),
            None => Ask::Over(Outcome { winner: None, kind: "not begun".into(), rule: Rule::of("") }),
        }
    }

    fn step(&mut self, stop: &dyn Fn() -> bool) -> Result<Stroke, Fault> {
        let (Ask::Ask(Question { seat, .. }), Some(now)) = (self.ask(), &mut self.now) else {
            return Err(Fault::new("nobody is asked"));
        };
        let nobody = || Fault::new(format!("nobody plays seat {}", seat.0));
        let bot = self.seated.get_mut(seat.index()).ok_or_else(nobody)?;
        let game = &self.game;
        let mut rng = Rng::with_seed(luck(now.seed, now.n, seat));
        let order = match bot.draws() {
            // the same orders are possible in every deal of the view, so that none has to be dealt
            Some(policy) => {
                rng.u64(..);
                game.sample(&now.state, &mut rng, policy)?
            }
            None => {
                let chosen = bot.choose(game, seat, &game.view(&now.state, seat), &mut rng, stop)?;
                game.check(&now.state, &chosen.order).map_err(|no| match no {
                    No::Fault(fault) => fault,
                    No::Refused(why) => Fault::new(format!("\"{}\": {why}", game.write(&now.state, &chosen.order))),
                })?;
                chosen.order
            }
        };
        let choice = game.choice(&now.state, &order);
        let stroke = Stroke { seat, fight: game.fight(&choice), forced: self.ban.bars(seat, &choice) };
        game.play(&mut now.state, &order, &mut ())?;
        now.n += 1;
        Ok(stroke)
    }

    fn hash(&self) -> StateHash {
        StateHash(self.now.as_ref().map_or(0, |now| state_hash(&now.state)))
    }

    fn reckon(&self) -> Reckoning {
        self.now.as_ref().map(|now| self.game.reckon(&now.state)).unwrap_or_default()
    }

    fn part_name(&self, part: Part) -> String {
        self.game.part_name(part)
    }
}

/// The seed of a bot's own chance: the same match gives the same bot the same luck.
pub(super) fn luck(seed: Seed, number: u32, seat: Seat) -> u64 {
    Dice::new(seed, u64::from(number), "bot").bits().wrapping_add(u64::from(seat.0))
}
