//! What every game promises, tried on random matches: one test for all games and variants.
//!
//! [`conformance`] plays a match for each seed and tries every clause along the way; the first that fails comes back as a
//! [`Breach`] with its seed and order, so that it can be played again.

mod legality;
mod saving;
mod secrets;

use crate::kernel::*;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// One match for each seed.
    pub seeds: Range<u64>,
    /// The set-up.
    pub setup: Setup,
    /// A match is left after so many orders.
    pub orders: u32,
    /// The clauses of a moment are tried at every so-many-th one.
    pub every: u32,
    /// A folder for saved matches; it must exist.
    pub folder: PathBuf,
}

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub struct Report {
    pub games: u32,
    pub ended: u32,
    pub orders: u32,
    pub moments: u32,
    pub offers: u32,
    pub texts: u32,
    pub narrowed: u32,
    pub odd_orders: u32,
    pub refused: u32,
    pub deals: u32,
    pub lockstep: u32,
    pub searches: u32,
    pub undone: u32,
    pub hooks_off: u32,
    pub torn: u32,
}

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{clause}: seed {seed}, after order {order} ({text}): {why}")]
pub struct Breach {
    /// The clause: `offers`, `text`, `deal`, `prompts` ...
    pub clause: &'static str,
    /// The match's seed.
    pub seed: u64,
    /// How many orders had been played.
    pub order: u32,
    /// The last order.
    pub text: String,
    /// What is wrong.
    pub why: String,
}

/// A clause that failed, before it is known where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{clause}: {why}")]
pub struct Broken {
    /// The clause: `offers`, `text`, `deal`, `prompts` ...
    pub clause: &'static str,
    /// What is wrong.
    pub why: String,
}

type Kept = Result<(), Broken>;

fn broken(clause: &'static str, why: impl Into<String>) -> Broken {
    Broken { clause, why: why.into() }
}

/// Fails a clause unless a condition holds.
fn keep(clause: &'static str, holds: bool, why: impl FnOnce() -> String) -> Kept {
    if holds { Ok(()) } else { Err(broken(clause, why())) }
}

/// Tries every clause.
///
/// # Errors
/// The first promise that was broken.
pub fn conformance<K: Kit + 'static>(kit: &Arc<K>, trial: &Trial) -> Result<Report, Breach> {
    let mut report = Report::default();
    let mut hashes = Vec::new();
    for seed in trial.seeds.clone() {
        hashes.push(one_match(kit, trial, seed, &mut report)?);
    }
    let alone =
        |seeds: Range<u64>| -> Result<Vec<u64>, Breach> { seeds.map(|seed| plain_match(kit, trial, seed)).collect() };
    let few = trial.seeds.start..trial.seeds.end.min(trial.seeds.start + 4);
    let threads: Vec<_> = std::thread::scope(|scope| {
        let both = [scope.spawn(|| alone(few.clone())), scope.spawn(|| alone(few.clone()))];
        both.into_iter().map(|t| t.join().map_err(|_| "a thread panicked".to_owned())).collect()
    });
    for thread in threads {
        let at = |why| Breach { clause: "threads", seed: few.start, order: 0, text: String::new(), why };
        let found = thread.map_err(at)??;
        if found != hashes[..found.len()] {
            return Err(at("another thread, or fresh scripts, came to other states".to_owned()));
        }
    }
    Ok(report)
}

/// Tries the clauses of a moment at the moment at which a match stands.
///
/// # Errors
/// The first that is broken.
pub fn examine<K: Kit>(game: &mut Match<K>, rng: &mut Rng) -> Result<(), Broken> {
    let offers = game.offers().map_err(|t| broken("offers", t.to_string()))?.to_vec();
    let (number, header) = (game.number(), game.journal().header());
    game.game().possible(game.state(), number, header).map_err(|f| broken("possible", f.to_string()))?;
    if let Ask::Over(_) = game.ask() {
        return keep("over", offers.is_empty(), || "orders are offered when the game is over".to_owned());
    }
    let recent: Vec<String> = game.history().iter().rev().take(6).map(|done| done.text.clone()).collect();
    let moment = Moment { game: game.game(), state: game.state(), offers: &offers };
    // without a search: what a script does in thought alone the match has not met
    let mut report = Report::default();
    let legal = moment.legality(rng, &mut report)?;
    let odd = moment.odd_orders(&recent, &legal, rng, &mut report)?;
    moment.secrets(&legal, &odd, rng, &mut report)
}

/// One number for all states of all matches of a trial: a second process must come to the same.
///
/// # Errors
/// When a match cannot be played on.
pub fn fingerprint<K: Kit>(kit: &Arc<K>, trial: &Trial) -> Result<u64, Breach> {
    let hashes: Result<Vec<u64>, Breach> = trial.seeds.clone().map(|seed| plain_match(kit, trial, seed)).collect();
    Ok(hashes?.into_iter().fold(0, chain))
}

/// Adds a hash to a chain of hashes.
fn chain(so_far: u64, hash: u64) -> u64 {
    so_far.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash
}

fn header(trial: &Trial, seed: u64) -> Header {
    Header { setup: trial.setup.clone(), seed: Seed(seed), friendly: true, ..Header::default() }
}

/// The same random match as in [`one_match`], and nothing else: the chain of its hashes.
fn plain_match<K: Kit>(kit: &Arc<K>, trial: &Trial, seed: u64) -> Result<u64, Breach> {
    let breach = |order, why: String| Breach { clause: "play", seed, order, text: String::new(), why };
    let start = Match::start(kit.clone(), header(trial, seed), None);
    let mut game = start.map_err(|t| breach(0, t.to_string()))?;
    let (mut rng, mut hashes) = (Rng::with_seed(seed), game.hash().0);
    while game.number() < trial.orders && matches!(game.ask(), Ask::Ask(_)) {
        if play_random(&mut game, &mut rng).map_err(|b| breach(game.number(), b.why))?.is_none() {
            hashes = chain(hashes, game.hash().0);
        }
    }
    Ok(hashes)
}

/// Plays a uniformly random order; the fault, when a hook was switched off instead.
fn play_random<K: Kit>(game: &mut Match<K>, rng: &mut Rng) -> Result<Option<Fault>, Broken> {
    let order = match game.game().sample(game.state(), rng, Policy::Uniform) {
        Ok(order) => order,
        Err(fault) => {
            let Some(hook) = fault.hook_name() else { return Err(broken("sample", fault.to_string())) };
            game.switch_off(hook, &fault.to_string()).map_err(|t| broken("hook off", t.to_string()))?;
            return Ok(Some(fault));
        }
    };
    match game.play(&order) {
        Ok(_) => Ok(None),
        Err(Trouble::HookOff(fault)) => Ok(Some(fault)),
        Err(other) => Err(broken("play", format!("{order:?}: {other}"))),
    }
}

fn one_match<K: Kit + 'static>(kit: &Arc<K>, trial: &Trial, seed: u64, report: &mut Report) -> Result<u64, Breach> {
    let path = trial.folder.join(format!("{seed}.match"));
    // The rest of an earlier trial; whether there was one does not matter.
    let _ = std::fs::remove_file(&path);
    let start = Match::start(kit.clone(), header(trial, seed), Some(&path));
    let located = |order: u32, text: &str, b: Broken| {
        let Broken { clause, why } = b;
        Breach { clause, seed, order, text: text.to_owned(), why }
    };
    let mut game = start.map_err(|t| located(0, "", broken("start", t.to_string())))?;
    // Two sources: what the clauses draw must not change the match.
    let (mut rng, mut side_rng) = (Rng::with_seed(seed), Rng::with_seed(!seed));
    let mut walk =
        Walk { first: game.state().clone(), hashes: vec![game.hash()], chain: game.hash().0, texts: Vec::new() };
    while game.number() < trial.orders && matches!(game.ask(), Ask::Ask(_)) {
        let step = walk.step(&mut game, trial, report, &mut rng, &mut side_rng);
        step.map_err(|b| located(game.number(), walk.texts.last().map_or("", |t| t), b))?;
    }
    let (order, text) = (game.number(), walk.texts.last().cloned().unwrap_or_default());
    report.games += 1;
    if let Ask::Over(_) = game.ask() {
        report.ended += 1;
        let none = game.offers().map(|o| o.is_empty());
        let kept = keep("over", matches!(none, Ok(true)), || "orders are offered when the game is over".to_owned());
        kept.map_err(|b| located(order, &text, b))?;
    }
    saving::saves_and_loads(kit, game, &path, &walk, &mut side_rng, report).map_err(|b| located(order, &text, b))?;
    let _ = std::fs::remove_file(&path);
    Ok(walk.chain)
}

/// A match on its way.
struct Walk<S> {
    first: S,
    /// The hash after each order that stands.
    hashes: Vec<StateHash>,
    chain: u64,
    /// What was played.
    texts: Vec<String>,
}

impl<S: Clone + Eq> Walk<S> {
    fn step<K>(
        &mut self,
        game: &mut Match<K>,
        trial: &Trial,
        report: &mut Report,
        rng: &mut Rng,
        side_rng: &mut Rng,
    ) -> Kept
    where
        K: Kit + 'static,
        K::G: Game<State = S>,
    {
        if game.number().is_multiple_of(trial.every.max(1)) {
            report.moments += 1;
            let offers = game.offers().map_err(|t| broken("offers", t.to_string()))?.to_vec();
            let moment = Moment { game: game.game(), state: game.state(), offers: &offers };
            let legal = moment.legality(side_rng, report)?;
            let odd = moment.odd_orders(&self.texts, &legal, side_rng, report)?;
            moment.secrets(&legal, &odd, side_rng, report)?;
        }
        let Ask::Ask(question) = game.ask() else { return Ok(()) };
        let before = game.hash();
        if play_random(game, rng)?.is_some() {
            report.hooks_off += 1;
            return keep("hook off", game.hash() == before, || "a failed order has changed the state".to_owned());
        }
        report.orders += 1;
        let after = game.hash();
        if let Some(done) = game.history().last() {
            self.texts.push(done.text.clone());
        }
        if side_rng.u8(..4) == 0 {
            let undo = game.undo(question.seat).map_err(|t| broken("undo", t.to_string()));
            undo.and_then(|()| keep("undo", game.hash() == before, || "undo leads elsewhere".to_owned()))?;
            game.redo().map_err(|t| broken("undo", t.to_string()))?;
            keep("undo", game.hash() == after, || "redo leads elsewhere".to_owned())?;
            report.undone += 1;
        }
        self.hashes.push(after);
        self.chain = chain(self.chain, after.0);
        Ok(())
    }
}

/// One state, with its offers.
struct Moment<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    offers: &'a [Offer],
}
