//! The orders: one ground decision of one seat each.

use super::model::{Pos, crossing_part};
use crate::board::{ApproachId, CrossingId, LocaleId};
use crate::kernel::{Bag, Choice, Class, Few, Fill, Parts, Verb};

/// The crossings of a road march in turn; where a march enters the map, that crossing comes first. (8, 15)
pub type Path = Few<CrossingId, 5>;

/// One decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    /// An off-road march. (7)
    March {
        /// Where all pieces start.
        from: Pos,
        /// Where all pieces end.
        to: Pos,
        /// Which pieces.
        bag: Bag,
    },
    /// A road march, up to its end or to its first maneuver attack; without crossings it only leads to continuation.
    /// (8, 12)
    Road {
        /// A reserve, or a holding area.
        from: Pos,
        /// Which piece.
        class: Class,
        /// The crossings.
        path: Path,
    },
    /// Entry by the pontoon bridge. (15)
    Pontoon {
        /// From which holding area.
        from: Pos,
        /// Which piece.
        class: Class,
    },
    /// A maneuver attack. (9)
    Attack {
        /// Where all attackers stand: a reserve, or the attack approach.
        from: Pos,
        /// The defence approach.
        over: ApproachId,
        /// Which pieces.
        bag: Bag,
    },
    /// Declares an assault from an attack approach. (11.1)
    Assault(ApproachId),
    /// Declares a bombardment from an approach. (10.1)
    Aim(ApproachId),
    /// Cancels a declared bombardment. (10)
    Unaim(ApproachId),
    /// Completes a declared bombardment. (10.2)
    Bombard(ApproachId),
    /// Organizes a piece, the first of its action. (14)
    Organize {
        /// Where it is.
        at: Pos,
        /// Which piece.
        class: Class,
    },
    /// Ends the actions of the turn. (5)
    End,
    /// The second piece of an organize action. (14)
    Also {
        /// Where it is.
        at: Pos,
        /// Which piece.
        class: Class,
    },
    /// No second piece.
    Enough,
    /// Reserve pieces that answer a maneuver attack; none is an answer. (9.2)
    Send(Bag),
    /// Whether blocked attackers advance to the attack approach. (9.4)
    StepUp(bool),
    /// Some of the blocked attackers advance, the others stay. (9.4)
    Up(Bag),
    /// The road march goes on over these crossings. (8)
    On(Path),
    /// The road march ends.
    Halt,
    /// Cavalry that continues to an approach. (12)
    Ride {
        /// Which pieces.
        bag: Bag,
        /// The approach.
        to: ApproachId,
    },
    /// No continuation, or no more.
    Stay,
    /// The infantry face shown after an attack over cavalry-obstructing ground. (9)
    Reveal(Class),
    /// Leading pieces, of the defence or of the attack. (11.2, 11.3)
    Lead(Bag),
    /// The other assault pieces of the attack. (11.3)
    With(Bag),
    /// Whether artillery fires in defence. (11.4)
    Fire(bool),
    /// The leading piece that artillery defence reduces. (11.4)
    Hit(Class),
    /// Counter-attacking pieces. (11.5)
    Counter(Bag),
    /// Which of two pieces takes the odd reduction. (11.5, 11.8)
    Odd(Class),
    /// Which piece takes the next reduction. (10.2, 11.8, 13.1)
    Loss {
        /// Where it is.
        at: Pos,
        /// Which piece.
        class: Class,
    },
    /// Where the next retreating piece goes; nowhere when there is no room. (13.2)
    Flee {
        /// Which piece: the weakest class goes first.
        class: Class,
        /// The locale.
        to: Option<LocaleId>,
    },
    /// The locale whose token the opponent moves to where morale is owed; none when he moves no more. (18)
    Shift(Option<LocaleId>),
    /// The locale whose token is lost. (18)
    Take(LocaleId),
    /// The locale whose token returns. (18)
    Return(Option<LocaleId>),
    /// The approach that a bombardment falls on. (10.2)
    Mark(ApproachId),
    /// An answer to a step of a pack, or, in a position, an order of a pack.
    Own {
        /// Which.
        verb: Verb,
        /// Where its pieces are; none for an answer.
        at: Option<Pos>,
        /// The pieces, or the number.
        fill: Fill,
    },
}

/// The kinds of order: the word of the notation and a name for people. The index is the verb.
pub const VERBS: [(&str, &str); 32] = [
    ("m", "march"),
    ("r", "road march"),
    ("p", "pontoon bridge"),
    ("a", "maneuver attack"),
    ("s", "assault"),
    ("b", "declare bombardment"),
    ("bx", "cancel bombardment"),
    ("bc", "complete bombardment"),
    ("o", "organize"),
    ("end", "end the turn"),
    ("also", "organize a second piece"),
    ("enough", "organize no more"),
    ("send", "answer the attack"),
    ("step", "advance to the approach"),
    ("on", "march on"),
    ("halt", "end the march"),
    ("ride", "continue with cavalry"),
    ("stay", "no continuation"),
    ("show", "show infantry"),
    ("lead", "lead"),
    ("with", "join the assault"),
    ("fire", "artillery defence"),
    ("hit", "reduce a leading piece"),
    ("counter", "counter-attack"),
    ("odd", "take the odd reduction"),
    ("loss", "take a reduction"),
    ("flee", "retreat"),
    ("shift", "move morale"),
    ("take", "take morale"),
    ("return", "return morale"),
    ("mark", "bombard an approach"),
    ("up", "advance some to the approach"),
];

/// The same for people, as bots read them.
pub(super) const VERB_NAMES: [&str; VERBS.len()] = {
    let mut names = [""; VERBS.len()];
    let mut k = 0;
    while k < VERBS.len() {
        names[k] = VERBS[k].1;
        k += 1;
    }
    names
};

/// The verbs by name.
pub(crate) mod verb {
    use crate::kernel::Verb;
    pub(crate) const MARCH: Verb = Verb(0);
    pub(crate) const ROAD: Verb = Verb(1);
    pub(crate) const PONTOON: Verb = Verb(2);
    pub(crate) const ATTACK: Verb = Verb(3);
    pub(crate) const ASSAULT: Verb = Verb(4);
    pub(crate) const AIM: Verb = Verb(5);
    pub(crate) const UNAIM: Verb = Verb(6);
    pub(crate) const BOMBARD: Verb = Verb(7);
    pub(crate) const ORGANIZE: Verb = Verb(8);
    pub(crate) const END: Verb = Verb(9);
    pub(crate) const ALSO: Verb = Verb(10);
    pub(crate) const ENOUGH: Verb = Verb(11);
    pub(crate) const SEND: Verb = Verb(12);
    pub(crate) const STEP_UP: Verb = Verb(13);
    pub(crate) const ON: Verb = Verb(14);
    pub(crate) const HALT: Verb = Verb(15);
    pub(crate) const RIDE: Verb = Verb(16);
    pub(crate) const STAY: Verb = Verb(17);
    pub(crate) const REVEAL: Verb = Verb(18);
    pub(crate) const LEAD: Verb = Verb(19);
    pub(crate) const WITH: Verb = Verb(20);
    pub(crate) const FIRE: Verb = Verb(21);
    pub(crate) const HIT: Verb = Verb(22);
    pub(crate) const COUNTER: Verb = Verb(23);
    pub(crate) const ODD: Verb = Verb(24);
    pub(crate) const LOSS: Verb = Verb(25);
    pub(crate) const FLEE: Verb = Verb(26);
    pub(crate) const SHIFT: Verb = Verb(27);
    pub(crate) const TAKE: Verb = Verb(28);
    pub(crate) const RETURN: Verb = Verb(29);
    pub(crate) const MARK: Verb = Verb(30);
    pub(crate) const UP: Verb = Verb(31);
}

/// A bag of one piece.
#[must_use]
pub fn one(class: Class) -> Bag {
    [(class, 1)].into_iter().collect()
}

/// How many pieces a bag holds.
#[must_use]
pub fn size(bag: &Bag) -> u8 {
    bag.iter().map(|(_, n)| *n).sum()
}

fn places(places: impl IntoIterator<Item = crate::kernel::Part>) -> Parts {
    places.into_iter().collect()
}

impl Order {
    /// Names other pieces than before, as many as the order can name: one, or any number. Otherwise, or where an order
    /// names none, nothing changes and the answer is `false`.
    pub(super) fn name_pieces(&mut self, pieces: &Bag) -> bool {
        match self {
            Order::March { bag, .. }
            | Order::Attack { bag, .. }
            | Order::Ride { bag, .. }
            | Order::Send(bag)
            | Order::Up(bag)
            | Order::Lead(bag)
            | Order::With(bag)
            | Order::Counter(bag)
            | Order::Own { fill: Fill::Bag(bag), .. } => {
                *bag = *pieces;
                true
            }
            Order::Road { class, .. }
            | Order::Pontoon { class, .. }
            | Order::Organize { class, .. }
            | Order::Also { class, .. }
            | Order::Loss { class, .. }
            | Order::Flee { class, .. }
            | Order::Reveal(class)
            | Order::Hit(class)
            | Order::Odd(class) => match pieces[..] {
                [(named, 1)] => {
                    *class = named;
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The order as plain data: its verb, the places in the order of the notation, and what fills its slot.
    #[must_use]
    pub fn choice(&self) -> Choice {
        let locale = |l: LocaleId| Pos::reserve(l).part();
        let near = |a: &ApproachId| places([Pos::approach(*a).part()]);
        let yes = |yes: bool| Fill::Number(i32::from(yes));
        let (verb, parts, fill) = match self {
            Order::March { from, to, bag } => (verb::MARCH, places([from.part(), to.part()]), Fill::Bag(*bag)),
            Order::Road { from, class, path } => {
                let road = path.iter().map(|c| crossing_part(*c));
                (verb::ROAD, places(std::iter::once(from.part()).chain(road)), Fill::Bag(one(*class)))
            }
            Order::Pontoon { from, class } => (verb::PONTOON, places([from.part()]), Fill::Bag(one(*class))),
            Order::Attack { from, over, bag } => {
                (verb::ATTACK, places([from.part(), Pos::approach(*over).part()]), Fill::Bag(*bag))
            }
            Order::Assault(at) => (verb::ASSAULT, near(at), Fill::None),
            Order::Aim(at) => (verb::AIM, near(at), Fill::None),
            Order::Unaim(at) => (verb::UNAIM, near(at), Fill::None),
            Order::Bombard(at) => (verb::BOMBARD, near(at), Fill::None),
            Order::Mark(at) => (verb::MARK, near(at), Fill::None),
            Order::Organize { at, class } => (verb::ORGANIZE, places([at.part()]), Fill::Bag(one(*class))),
            Order::End => (verb::END, Parts::new(), Fill::None),
            Order::Also { at, class } => (verb::ALSO, places([at.part()]), Fill::Bag(one(*class))),
            Order::Enough => (verb::ENOUGH, Parts::new(), Fill::None),
            Order::Send(bag) => (verb::SEND, Parts::new(), Fill::Bag(*bag)),
            Order::StepUp(all) => (verb::STEP_UP, Parts::new(), yes(*all)),
            Order::Up(bag) => (verb::UP, Parts::new(), Fill::Bag(*bag)),
            Order::On(path) => (verb::ON, path.iter().map(|c| crossing_part(*c)).collect(), Fill::None),
            Order::Halt => (verb::HALT, Parts::new(), Fill::None),
            Order::Ride { bag, to } => (verb::RIDE, near(to), Fill::Bag(*bag)),
            Order::Stay => (verb::STAY, Parts::new(), Fill::None),
            Order::Reveal(class) => (verb::REVEAL, Parts::new(), Fill::Bag(one(*class))),
            Order::Lead(bag) => (verb::LEAD, Parts::new(), Fill::Bag(*bag)),
            Order::With(bag) => (verb::WITH, Parts::new(), Fill::Bag(*bag)),
            Order::Fire(fire) => (verb::FIRE, Parts::new(), yes(*fire)),
            Order::Hit(class) => (verb::HIT, Parts::new(), Fill::Bag(one(*class))),
            Order::Counter(bag) => (verb::COUNTER, Parts::new(), Fill::Bag(*bag)),
            Order::Odd(class) => (verb::ODD, Parts::new(), Fill::Bag(one(*class))),
            Order::Loss { at, class } => (verb::LOSS, places([at.part()]), Fill::Bag(one(*class))),
            Order::Flee { class, to } => (verb::FLEE, to.iter().map(|l| locale(*l)).collect(), Fill::Bag(one(*class))),
            Order::Shift(from) => (verb::SHIFT, from.iter().map(|l| locale(*l)).collect(), Fill::None),
            Order::Take(from) => (verb::TAKE, places([locale(*from)]), Fill::None),
            Order::Own { verb, at, fill } => (*verb, at.iter().map(|pos| pos.part()).collect(), *fill),
            Order::Return(from) => (verb::RETURN, from.iter().map(|l| locale(*l)).collect(), Fill::None),
        };
        Choice { verb, parts, fill }
    }
}
