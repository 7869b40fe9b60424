//! The contract that every game fulfils.

use super::*;
use crate::scene::{Layer, Scene};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::{BTreeMap, BTreeSet};

/// A source of chance outside the match: bots, fuzz, search. Never the match's own dice.
pub type Rng = fastrand::Rng;

/// What one seat perceives of an order: equal for orders that look the same to it. Search keys are made of it.
pub type Key = u64;

/// How a random order is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Uniform over canonical ground orders: for fuzz and benches.
    Uniform,
    /// The game's own quick, sensible-looking policy: for search playouts.
    Natural,
}

/// Whether an expansion is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Every order of the offer was listed.
    All,
    /// Some were: the cap was reached, or the slot is a pose.
    Some,
}

/// A set-up by name, with options that the game knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Setup {
    /// The set-up's name: `historical`.
    pub name: String,
    /// Options by name; unknown ones are refused.
    pub options: BTreeMap<String, String>,
}

/// A hook of a pack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
pub struct HookName {
    /// The pack's id.
    pub pack: String,
    /// The hook or rule point.
    pub hook: String,
}

/// A pack as a match used it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct PackStamp {
    /// The pack's id.
    pub id: String,
    /// Its version as written in its manifest.
    pub version: String,
    /// The hash of its files, as hexadecimal text.
    pub hash: String,
}

/// The hooks that a match has switched off.
pub type HookMask = BTreeSet<HookName>;

/// Opens a game: rules, board, numbers and scripts. One game a thread, each with its own script machines.
pub trait Kit: Send + Sync {
    /// The game that it opens.
    type G: Game;
    /// The packs that the game is made of, below to above.
    fn packs(&self) -> Vec<PackStamp> {
        Vec::new()
    }
    /// A word that changes whenever the program's own part of the rules may have: a save records it, so that a history
    /// that today's rules do not reproduce can be told from one that somebody has edited. Empty when unknown.
    fn revision(&self) -> String {
        String::new()
    }
    /// The files of a user's own packs, path -> text: a save carries them.
    fn embedded(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }
    /// The packs that it is played with, below to above, as their authors want to see them.
    fn in_use(&self) -> Vec<InUse> {
        Vec::new()
    }
    /// Where its scripts print to; only an all-seeing match has such a place.
    fn console(&self) -> Option<&Console> {
        None
    }
    /// The same game from packs as they lie now: what a match goes on under when their author has saved.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    fn anew(&self, _: &Wanted<'_>) -> Result<Self, Fault>
    where
        Self: Sized,
    {
        Err(Fault::new("this game is not made of packs"))
    }
    /// Opens a game with some hooks switched off.
    ///
    /// # Errors
    /// When a script does not load or the data does not hold together.
    fn open(&self, off: &HookMask) -> Result<Self::G, Fault>;
}

/// The rules, board, numbers and scripts of one thread. The state holds none of them.
pub trait Game {
    /// Everything that changes: small, flat, plain.
    type State: Clone + Eq + Serialize + DeserializeOwned + Send + CanonicalBytes + 'static;
    /// One decision of one seat. Identical pieces are named by class, never by id.
    type Order: Clone + Ord + Send + std::fmt::Debug + 'static;
    /// What one seat may know, built up, never the state with fields blanked.
    type View: Clone + Serialize + Send + 'static;

    /// The sides in seat order, in the game's own words, lower case: `austrian`.
    fn sides(&self) -> &[&str];
    /// The kinds of order: the word of the notation and a name for people.
    fn verbs(&self) -> &[(&str, &str)];
    /// The classes of pieces as the notation writes them.
    fn classes(&self) -> &[&str];
    /// What a class is called in a sentence, such as `infantry of strength 3`; its text where that says enough.
    fn class_title(&self, class: Class) -> String {
        self.classes().get(usize::from(class.0)).map_or("?", |text| *text).to_owned()
    }
    /// The names of the kinds of decision that it asks for, as `Question::name` has them; none where it does not tell.
    fn questions(&self) -> Vec<String> {
        Vec::new()
    }
    /// How pieces and places are written, a sentence a line, for somebody who begins to read orders.
    fn legend(&self) -> Vec<String> {
        Vec::new()
    }
    /// A part's name for people and for the order line.
    fn part_name(&self, part: Part) -> String;
    /// What a part is called in a sentence, such as `12 Marengo` or `the main road 2-3`; its name where that says enough.
    fn part_title(&self, part: Part) -> String {
        self.part_name(part)
    }
    /// An order's text as a sentence for people, where the game has one.
    fn spoken(&self, _text: &str) -> Option<String> {
        None
    }
    /// Reads a part's name; `None` when nothing is called so.
    fn part_named(&self, name: &str) -> Option<Part>;

    /// The first state of a match.
    ///
    /// # Errors
    /// When the set-up is unknown or does not fit the board.
    fn start(&self, setup: &Setup, seed: Seed) -> Result<Self::State, Fault>;
    /// Whose decision it is.
    fn ask(&self, s: &Self::State) -> Ask;
    /// The seat's offers. Every offer has at least one legal order; nothing is offered when the game is over.
    ///
    /// # Errors
    /// When a script fails.
    fn offers(&self, s: &Self::State, out: &mut Offers) -> Result<(), Fault>;
    /// The order that an offer of this state and a fill make.
    ///
    /// # Errors
    /// A refusal when the fill does not fit, a fault when a script fails.
    fn complete(&self, s: &Self::State, offer: &Offer, fill: &Fill) -> Result<Self::Order, No>;
    /// The order as plain data: the parts and fill of the offer that it comes from.
    fn choice(&self, s: &Self::State, o: &Self::Order) -> Choice;
    /// The legal orders of an offer in canonical order, at most `cap`, appended to `out`.
    ///
    /// # Errors
    /// When a script fails.
    fn expand(&self, s: &Self::State, o: &Offer, cap: usize, out: &mut Vec<Self::Order>) -> Result<Whole, Fault> {
        expand_by_fills(self, s, o, cap, out)
    }
    /// A random legal order, without building the list.
    ///
    /// # Errors
    /// When a script fails, or the game is over.
    fn sample(&self, s: &Self::State, rng: &mut Rng, by: Policy) -> Result<Self::Order, Fault>;
    /// Whether an order of the seat to act is legal, and what it costs.
    ///
    /// # Errors
    /// A refusal with its section, or a fault of a script.
    fn check(&self, s: &Self::State, o: &Self::Order) -> Result<Cost, No>;
    /// What a legal order of the seat whose view this is brings, as far as the game can say so before it is given: prices, a
    /// sum, the cases of a table with their chances. Shown before anything that is tried out.
    ///
    /// # Errors
    /// A script that fails.
    fn follows(&self, _: &Self::View, _: &Self::Order) -> Result<Odds, Fault> {
        Ok(Odds::default())
    }
    /// Carries out a legal order. On a fault the state is worthless: the caller restores it.
    ///
    /// # Errors
    /// When a script fails.
    fn play(&self, s: &mut Self::State, o: &Self::Order, log: &mut dyn Sink) -> Result<Effect, Fault>;
    /// Whether a state that was read from a file can stand after `n` orders of a match of this header: ids that are there,
    /// pieces that can be, numbers within their bounds. What passes is safe to ask, to show and to play.
    ///
    /// # Errors
    /// What is impossible, without naming what a seat may not see.
    fn possible(&self, _s: &Self::State, _n: u32, _header: &Header) -> Result<(), Fault> {
        Ok(())
    }
    /// What a seat may know.
    fn view(&self, s: &Self::State, seat: Seat) -> Self::View;
    /// A full state that fits a view, with fresh dice.
    ///
    /// # Errors
    /// When the view contradicts itself.
    fn deal(&self, v: &Self::View, seed: Seed) -> Result<Self::State, Fault>;
    /// What `by` sees of an order.
    fn perceived(&self, s: &Self::State, o: &Self::Order, by: Seat) -> Key;
    /// How good a state is for a seat, from -10,000 (lost) to 10,000 (won); `None` when the game has no such judgement.
    ///
    /// # Errors
    /// When a script fails.
    fn worth(&self, s: &Self::State, seat: Seat) -> Result<Option<i16>, Fault>;
    /// How many orders a search plays on, after those that it looks into, before it asks for [`Game::worth`]: few where the
    /// judgement sees what is to come.
    fn horizon(&self) -> u32 {
        30
    }
    /// Steps that its scripts have taken since it was opened: the same for the same calls on every machine.
    fn spent(&self) -> u64 {
        0
    }
    /// The greatest share of its budget that a call of its scripts has spent since this was last asked, in thousandths.
    fn strain(&self) -> u16 {
        0
    }
    /// Forgets what it has kept of earlier calls to answer quicker, so that the calls that follow take the same steps on a
    /// warm game as on a fresh one.
    fn forget(&self) {}
    /// The order as its owner writes it; [`Game::read`] reads it back.
    fn write(&self, s: &Self::State, o: &Self::Order) -> String;
    /// The order as the other seats may read it.
    fn write_public(&self, s: &Self::State, o: &Self::Order) -> String;
    /// Reads an order's text.
    ///
    /// # Errors
    /// A refusal that says what was expected and the nearest known name.
    fn read(&self, s: &Self::State, text: &str) -> Result<Self::Order, No>;
    /// What the orders of an offer do, and where a window should say so; `None` where the place alone says it.
    fn sign(&self, _: &Offer) -> Option<Signed> {
        None
    }
    /// The figures that players want before their eyes, the time first.
    fn status(&self, _: &Self::View) -> Vec<Status> {
        Vec::new()
    }
    /// What a player with a perfect memory could tell: of the enemy's pieces the viewer, of the viewer's own the enemy.
    fn known(&self, _: &Self::View) -> Vec<Known> {
        Vec::new()
    }
    /// Keeps sides from kinds of order from now on, in all that it offers, draws and allows, as [`Ban`] says; whether it
    /// can.
    fn forbid(&mut self, _: Ban) -> bool {
        false
    }
    /// Where an order fights, if it does: where its sign is an attack or an assault, unless a game knows better.
    fn fight(&self, o: &Choice) -> Option<Part> {
        let offer = Offer { verb: o.verb, parts: o.parts, slot: Slot::None, cost: Cost::default() };
        let signed = self.sign(&offer).filter(|signed| matches!(signed.sign, Sign::Attack | Sign::Assault));
        signed.map(|signed| signed.at)
    }
    /// What a study counts: the numbers among [`Game::status`] of seat 0, unless a game knows better.
    fn reckon(&self, s: &Self::State) -> Reckoning {
        Reckoning::of_status(&self.status(&self.view(s, Seat(0))))
    }
    /// The whole state for an author's eyes, as a tree: `state`, and where scripts see more, `facts` and `memory`.
    fn inspect(&self, s: &Self::State) -> serde_json::Value {
        serde_json::json!({ "state": serde_json::to_value(s).unwrap_or_default() })
    }
    /// The set-up lines with which a case lays out a state of a match of this header, exactly; `None` where lines cannot say
    /// it, as in the middle of an attack.
    fn position(&self, _s: &Self::State, _header: &Header) -> Option<Vec<String>> {
        None
    }
    /// The set-up lines with which a case begins as a match of this header does.
    fn beginning(&self, _header: &Header) -> Option<Vec<String>> {
        None
    }
    /// A set-up from which a match begins with the pieces of this state where they are, as the TOML of a set-up pack.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn setup_text(&self, _s: &Self::State, _name: &str) -> Result<String, String> {
        Err("A match of this game begins from its own set-ups only; its positions can be copied as cases.".to_owned())
    }
    /// What a seat sees of the board.
    fn scene(&self, v: &Self::View) -> Scene;
    /// The board from a seat's chair with nothing hidden, for matches in which authors try their rules.
    fn unveiled(&self, s: &Self::State, seat: Seat) -> Scene {
        self.scene(&self.view(s, seat))
    }
    /// What is to be drawn over the board about the parts that are chosen, and the one under the pointer: ways, reach,
    /// what can be seen from there.
    fn focus(&self, _: &Self::View, _chosen: &[Part], _under: Option<Part>) -> Vec<Layer> {
        Vec::new()
    }
}

/// What [`Game::expand`] is unless a game knows better: every fill of the slot in turn, made into an order.
///
/// # Errors
/// When a script fails.
pub fn expand_by_fills<G: Game + ?Sized>(
    game: &G,
    s: &G::State,
    o: &Offer,
    cap: usize,
    out: &mut Vec<G::Order>,
) -> Result<Whole, Fault> {
    let mut fault = None;
    let mut left = cap;
    let all = fills(&o.slot, &mut |fill| {
        if left == 0 {
            return false;
        }
        match game.complete(s, o, &fill) {
            Ok(order) => {
                out.push(order);
                left -= 1;
            }
            Err(No::Refused(_)) => {}
            Err(No::Fault(f)) => {
                fault = Some(f);
                return false;
            }
        }
        true
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(if all { Whole::All } else { Whole::Some }),
    }
}
