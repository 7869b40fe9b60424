//! A table: a match with the types of its game erased, so that a program and a window hold any game alike.

use super::*;
use crate::conformance::Broken;
use crate::scene::{Layer, Scene};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A legal order, ready for a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// The owner's text.
    pub text: String,
    /// The text for everybody else.
    pub public: String,
    /// What it costs.
    pub cost: Cost,
    /// The order as plain data.
    pub choice: Choice,
}

/// An order that stands, with what happened, as one seat may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// The order's number.
    pub n: u32,
    /// Who gave it.
    pub seat: Seat,
    /// The order.
    pub text: String,
    /// What happened.
    pub events: Vec<LogEvent>,
    /// Whether dice were used.
    pub rolled: bool,
}

/// One line of what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEvent {
    /// The line.
    pub text: String,
    /// The section of the rulebook behind it.
    pub rule: Rule,
    /// The places that it is about.
    pub parts: Vec<Part>,
}

impl LogEvent {
    /// An event as a seat reads it; `None` is somebody who looks on.
    #[must_use]
    pub fn of(event: &Event, seat: Option<Seat>) -> LogEvent {
        LogEvent { text: event.text(seat).to_owned(), rule: event.rule.clone(), parts: event.parts.clone() }
    }
}

/// One figure of a match that its players want before their eyes: the hour, commands left, morale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// What it is, for people.
    pub name: String,
    /// How it stands.
    pub text: String,
    /// The side that it is about, if it is about one.
    pub seat: Option<Seat>,
}

/// A match whose game is not known by type. `None` as a seat is somebody who looks on and sees public texts only.
pub trait Table {
    /// What the game says of itself.
    fn about(&self) -> &About;
    /// What was decided before the first order.
    fn header(&self) -> &Header;
    /// The sides in seat order.
    fn sides(&self) -> Vec<String>;
    /// The kinds of order: the word of the notation and a name for people.
    fn verbs(&self) -> Vec<(String, String)>;
    /// The names of the kinds of decision that the game asks for; none where it does not tell.
    fn questions(&self) -> Vec<String>;
    /// The classes of pieces as the notation writes them.
    fn classes(&self) -> Vec<String>;
    /// What a class is called in a sentence.
    fn class_title(&self, class: Class) -> String;
    /// How pieces and places are written, a sentence a line.
    fn legend(&self) -> Vec<String>;
    /// What the orders of an offer do, and where a window should say so.
    fn sign(&self, offer: &Offer) -> Option<Signed>;
    /// A part's name.
    fn part_name(&self, part: Part) -> String;
    /// What a part is called in a sentence.
    fn part_title(&self, part: Part) -> String;
    /// An order's text as a sentence for people, where the game has one.
    fn spoken(&self, text: &str) -> Option<String>;
    /// The part that is called so.
    fn part_named(&self, name: &str) -> Option<Part>;

    /// Whose decision it is, after the last order.
    fn ask(&self) -> Ask;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome> {
        match self.ask() {
            Ask::Over(outcome) => Some(outcome),
            Ask::Ask(_) => None,
        }
    }
    /// The offers of the seat that is asked; a failing hook is switched off on the way, and then says so in the log of
    /// hooks: [`Table::off`].
    ///
    /// # Errors
    /// When the game itself fails.
    fn offers(&mut self) -> Result<Vec<Offer>, Trouble>;
    /// The offers narrowed by a verb and parts in any order.
    ///
    /// # Errors
    /// When the game itself fails.
    fn narrow(&mut self, verb: Option<Verb>, chosen: &[Part]) -> Result<Narrowed, Trouble>;
    /// Legal orders in canonical order, at most `limit`, and whether these are all.
    ///
    /// # Errors
    /// When the game itself fails.
    fn orders(&mut self, limit: usize) -> Result<(Vec<OrderLine>, Whole), Trouble>;
    /// A random legal order, also where poses have no list.
    ///
    /// # Errors
    /// When the game itself fails, or is over.
    fn any_order(&mut self, rng: &mut Rng) -> Result<OrderLine, Trouble>;
    /// An order from its text, if it is legal.
    ///
    /// # Errors
    /// Why not: the rule and a sentence.
    fn check_text(&mut self, text: &str) -> Result<OrderLine, Trouble>;
    /// An order from plain data, if it is legal.
    ///
    /// # Errors
    /// Why not: the rule and a sentence.
    fn check_choice(&mut self, choice: &Choice) -> Result<OrderLine, Trouble>;
    /// What a legal order would give away, tried on a deal of what its seat knows: whether it can be taken back.
    ///
    /// # Errors
    /// When the order is not legal.
    fn effect_of(&mut self, text: &str) -> Result<Effect, Trouble>;
    /// What a legal order may bring, tried on so many deals of what its seat knows.
    ///
    /// # Errors
    /// When the order is not legal.
    fn foresee(&mut self, text: &str, deals: u32) -> Result<Foresight, Trouble>;
    /// What the game itself says that a legal order brings: prices, chances.
    ///
    /// # Errors
    /// When the order is not legal.
    fn follows(&mut self, text: &str) -> Result<Odds, Trouble>;
    /// An order from plain data, whether it is offered or not.
    ///
    /// # Errors
    /// Why it is not legal: the rule and a sentence.
    fn try_choice(&mut self, choice: &Choice) -> Result<OrderLine, Trouble>;
    /// Carries out an order, and returns its line as its owner reads it.
    ///
    /// # Errors
    /// Every [`Trouble`]; the match then stands as before.
    fn play_text(&mut self, text: &str) -> Result<LogLine, Trouble>;
    /// Carries out an order, and returns its line as its owner reads it.
    ///
    /// # Errors
    /// Every [`Trouble`]; the match then stands as before.
    fn play_choice(&mut self, choice: &Choice) -> Result<LogLine, Trouble>;

    /// The number of the order that would stand last if the seat took back its newest order.
    ///
    /// # Errors
    /// What bars the way.
    fn can_undo(&self, by: Seat) -> Result<u32, Barrier>;
    /// What keeps a seat from taking back every order after number `to`.
    ///
    /// # Errors
    /// What bars the way; a friendly match lets every way open.
    fn can_go_back(&self, by: Seat, to: u32) -> Result<(), Barrier>;
    /// Takes back a seat's newest order.
    ///
    /// # Errors
    /// What bars the way, or the system's refusal.
    fn undo(&mut self, by: Seat) -> Result<(), Trouble>;
    /// Takes back every order after a number, whatever the barrier; everybody has agreed.
    ///
    /// # Errors
    /// When there is nothing after it, or the system refuses.
    fn back_to(&mut self, n: u32) -> Result<(), Trouble>;
    /// Whether an order that was taken back can be given again.
    fn can_redo(&self) -> bool;
    /// Gives it again.
    ///
    /// # Errors
    /// When there is none.
    fn redo(&mut self) -> Result<LogLine, Trouble>;

    /// How many orders stand.
    fn number(&self) -> u32;
    /// The number before the first order that is known, usually 0.
    fn first_known(&self) -> u32;
    /// The number of the order whose outcome is shown.
    fn shown(&self) -> u32;
    /// Shows the moment after an order; the last order's is the present. Returns what is shown.
    fn to(&mut self, n: u32) -> u32;
    /// The hash of the state shown.
    fn hash(&self) -> StateHash;
    /// The orders up to the moment shown, as a seat may read them; in an all-seeing match with all that they tell anybody.
    fn log(&self, seat: Option<Seat>) -> Vec<LogLine>;
    /// The board at the moment shown, as a seat sees it; in an all-seeing match nothing is hidden.
    fn scene(&self, seat: Seat) -> Scene;
    /// A cost as people read it.
    fn cost_text(&self, cost: Cost) -> String;
    /// What is drawn over the board about chosen parts, and the one under the pointer, as a seat sees it.
    fn focus(&self, seat: Seat, chosen: &[Part], under: Option<Part>) -> Vec<Layer>;
    /// The figures of the moment shown, as a seat knows them; the first tells the time.
    fn status(&self, seat: Seat) -> Vec<Status>;
    /// What a seat with a perfect memory could tell of the others' pieces at the moment shown, and they of its own.
    fn known(&self, seat: Seat) -> Vec<Known>;
    /// What a seat knows at the moment shown, as JSON.
    ///
    /// # Errors
    /// When the game's view has no JSON form.
    fn view_json(&self, seat: Seat) -> Result<serde_json::Value, Trouble>;

    /// What the seat sees at present, for a bot.
    fn seen(&self, seat: Seat) -> Seen;
    /// A bot by name, to be made in the thread in which it will play.
    fn recruit(&self, name: &str) -> Recruit;
    /// Opens games like this one, to be played by the bots of its header; `forbidden` holds sides, and kinds of order that
    /// they must do without, by word or name.
    ///
    /// # Errors
    /// When there is no such side or kind of order.
    fn bouts(&self, forbidden: &[(String, String)]) -> Result<OpenBouts, Fault>;
    /// The hooks that are off.
    fn off(&self) -> &HookMask;
    /// Switches a hook off: the answer to [`Trouble::Slow`].
    ///
    /// # Errors
    /// When the game does not open without it.
    fn switch_off(&mut self, hook: HookName, why: &str) -> Result<(), Trouble>;

    /// Tries what a game promises at the present moment, as `conformance` does: that offers, orders and texts agree, that
    /// nobody learns what is hidden, that the state is possible.
    ///
    /// # Errors
    /// The first promise that is broken.
    fn examine(&mut self, rng: &mut Rng) -> Result<(), Broken>;
    /// The greatest share of its budget that a call of its scripts has spent since this was last asked, in thousandths.
    fn strain(&self) -> u16;
    /// Where the match is saved; every order is on the disk when it was carried out.
    fn save_path(&self) -> Option<&Path>;
    /// Writes the match to a new file and goes on there.
    ///
    /// # Errors
    /// When there is such a file already, or the system refuses.
    fn save_as(&mut self, path: &Path) -> Result<(), Trouble>;
    /// Writes the match up to an order into a new file, as a match of today's packs and program; this one stays as it
    /// is.
    ///
    /// # Errors
    /// When the order does not stand, there is such a file already, or the system refuses.
    fn branch(&self, to: u32, path: &Path) -> Result<(), Trouble>;
    /// The same as an all-seeing match, in which nothing is hidden; this one and its file keep their secrets.
    ///
    /// # Errors
    /// As [`Table::branch`].
    fn branch_all_seeing(&self, to: u32, path: &Path) -> Result<(), Trouble>;
    /// The ids of the variants that the match is played with now, below to above.
    fn variants(&self) -> Vec<String>;
    /// The packs that an all-seeing match is played with, below to above, for their authors; nothing in other matches.
    fn in_use(&self) -> Vec<InUse>;
    /// Where the scripts of an all-seeing match print to; none in other matches.
    fn console(&self) -> Option<&Console>;
    /// The whole state at the moment shown, as a tree: `state`, and where scripts see more, `facts` and `memory`.
    ///
    /// # Errors
    /// When the match is not all-seeing.
    fn inspect(&self) -> Result<serde_json::Value, Trouble>;
    /// Reads the packs of an all-seeing match anew, as they lie now, and goes on under them if its history fits. With
    /// `variants` it is played with these, by pack id, below to above, instead of those of before.
    ///
    /// # Errors
    /// When the match is not all-seeing, or what is wrong with the packs; the match then goes on as before.
    fn reread(&mut self, variants: Option<&[String]>) -> Result<Reread, Trouble>;
    /// Goes on under the packs that were read last and that history does not fit.
    ///
    /// # Errors
    /// When there are none, or the system refuses.
    fn go_on_under(&mut self, way: WayOn) -> Result<(), Trouble>;
    /// Writes a word of the players into the journal.
    ///
    /// # Errors
    /// When the system refuses.
    fn note(&mut self, text: &str) -> Result<(), Trouble>;
    /// Begins again from another seed, in memory: what plays many games need not read packs for each. The file, if there
    /// was one, is left as it is.
    ///
    /// # Errors
    /// When a script or the set-up fails; the match then stands as before.
    fn again(&mut self, seed: Seed) -> Result<(), Trouble>;
    /// The journal's lines.
    fn entries(&self) -> &[Entry];
    /// How a case writes the moment after an order: exactly, or as far as a seat knows it, with what it does not know dealt
    /// anew and other dice to come.
    ///
    /// # Errors
    /// When the moment is not known.
    fn standing(&self, n: u32, seat: Option<Seat>) -> Result<Standing, Fault>;
    /// The TOML of a set-up pack that begins with the moment after an order, known as in [`Table::standing`].
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    fn setup_text(&self, n: u32, seat: Option<Seat>) -> Result<String, String>;
}

/// A moment of a match as a case writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The set-up lines of a case that lay it out; `None` where lines cannot say it.
    pub lines: Option<Vec<String>>,
    /// Those with which a case begins as the match did.
    pub beginning: Option<Vec<String>>,
    /// The hash of its state.
    pub hash: StateHash,
}

/// A saved match on a table again.
pub type LoadedTable = Loaded<Box<dyn Table>>;

/// How a saved match is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// To look at: nothing is written, the file stays free. A snapshot stands in where history cannot be followed.
    Look,
    /// To look at up to where history can be followed.
    Follow,
    /// To go on with it.
    GoOn(Trust),
    /// To look at as it would be today: where today's packs have what the match carries, they win.
    Today(Trust),
    /// To look at the first snapshot after the point where today's packs and program part from it.
    Glimpse,
}

/// A game on the shelf: it says what it is and lays out tables. The one thing that a program needs of a game.
pub trait Shelved: Send + Sync {
    /// What the game says of itself.
    fn about(&self) -> About;
    /// Begins a match; of the header it reads the set-up, variants, rulings, seats, seed and the two marks.
    ///
    /// # Errors
    /// When something that was asked for is not known, a script fails, or the file cannot be made.
    fn start(&self, header: Header, save: Option<&Path>) -> Result<Box<dyn Table>, Trouble>;
    /// Takes up a saved match of this game.
    ///
    /// # Errors
    /// When the file is busy or damaged, or the game does not open.
    fn load(&self, path: &Path, opening: Opening) -> Result<LoadedTable, Trouble>;
}
