//! Orders as text: the owner's, the public one, and reading them back.

use super::Triomphe;
use super::model::{CLASS_NAMES, Piece, Pos, State};
use super::order::{Order, Path, VERBS, size};
use crate::board::{AreaMap, CrossingId, LocaleId, Position};
use crate::kernel::{Bag, Class, Fill, No, Refusal, Seat, Verb};
use crate::pack::nearest::did_you_mean;

/// The sides in seat order.
pub const SIDES: [&str; 2] = ["austrian", "french"];

impl Triomphe {
    /// An army's name.
    pub(super) fn side_name(&self, seat: Seat) -> &'static str {
        ["Austria", "France"][seat.index()]
    }
    /// An army's adjective.
    pub(super) fn side_word(&self, seat: Seat) -> &'static str {
        ["Austrian", "French"][seat.index()]
    }
    /// A position's name.
    pub(super) fn pos_text(&self, pos: Pos) -> String {
        self.map.position_name(pos.place())
    }
    /// A face's text.
    pub(super) fn class_text(&self, class: Class) -> &'static str {
        CLASS_NAMES.get(class.0 as usize).copied().unwrap_or("?")
    }
    /// A bag's text, strongest infantry first: `3I+2x2I+1A`.
    pub(super) fn bag_text(&self, bag: &Bag) -> String {
        if bag.is_empty() {
            return "none".to_owned();
        }
        let one = |(class, count): &(Class, u8)| match count {
            1 => self.class_text(*class).to_owned(),
            n => format!("{n}x{}", self.class_text(*class)),
        };
        bag.iter().rev().map(one).collect::<Vec<_>>().join("+")
    }
    /// The blocks as a bag.
    pub(super) fn bag_of<'a>(&self, pieces: impl Iterator<Item = &'a Piece>) -> Bag {
        let mut bag = Bag::new();
        pieces.for_each(|p| super::march::add(&mut bag, p.class, 1));
        bag
    }

    fn locale_text(&self, locale: LocaleId) -> &str {
        self.map.locale_name(locale)
    }

    /// The locales of a path, each with its crossing where several roads lead there.
    fn path_text(&self, from: Option<LocaleId>, path: &Path) -> String {
        let mut at = from;
        let mut text = String::new();
        for &crossing in path {
            let to =
                at.and_then(|at| self.map.crossing(crossing).across(at)).unwrap_or(self.map.crossing(crossing).ends.0);
            text.push_str(" > ");
            text.push_str(self.locale_text(to));
            let ways = at.map_or(1, |at| self.ways(at, to).count());
            if ways > 1 {
                text.push_str(" via ");
                text.push_str(&self.map.crossing_name(crossing));
            }
            at = Some(to);
        }
        text
    }

    fn ways(&self, from: LocaleId, to: LocaleId) -> impl Iterator<Item = CrossingId> + '_ {
        let map: &AreaMap = &self.map;
        map.crossings_of(from).iter().copied().filter(move |c| map.crossing(*c).across(from) == Some(to))
    }

    pub(super) fn order_text(&self, s: &State, order: &Order, public: bool) -> String {
        let count = |bag: &Bag| if public { size(bag).to_string() } else { self.bag_text(bag) };
        let hidden = |class: Class| if public { String::new() } else { format!(" {}", self.class_text(class)) };
        let place = |pos: Pos| self.pos_text(pos);
        let near = |a: crate::board::ApproachId| self.map.approach_name(a);
        let word = self.own.verbs.get(usize::from(order.choice().verb.0)).map_or("", |(word, _)| *word);
        match order {
            Order::March { from, to, bag } => format!("m {} {} > {}", place(*from), count(bag), place(*to)),
            Order::Road { from, class, path } => {
                format!("r {}{}{}", place(*from), hidden(*class), self.path_text(from.locale(&self.map), path))
            }
            Order::Pontoon { from, class } => {
                let one = self.map.holdings().filter(|h| self.map.holding(*h).pontoon).count() == 1;
                let from = if one { String::new() } else { format!(" {}", place(*from)) };
                format!("p{from}{}", hidden(*class))
            }
            Order::Attack { from, over, bag } => {
                let to = self.map.approach(*over).locale;
                let several =
                    from.is_reserve() && self.map.approaches_facing(to, self.map.approach(*over).beyond).count() > 1;
                let over = if several { format!(" over {}", near(*over)) } else { String::new() };
                format!("a {} {} > {}{over}", place(*from), count(bag), self.locale_text(to))
            }
            Order::Assault(at) | Order::Aim(at) | Order::Unaim(at) | Order::Bombard(at) | Order::Mark(at) => {
                format!("{word} {}", near(*at))
            }
            Order::Organize { at, class } | Order::Also { at, class } => {
                format!("{word} {}{}", place(*at), hidden(*class))
            }
            Order::Own { at: Some(at), fill: Fill::Bag(bag), verb } => {
                // of pieces that are shown everybody reads which
                let bag = if self.own_shows(*verb) { self.bag_text(bag) } else { count(bag) };
                format!("{word} {} {bag}", place(*at))
            }
            Order::Own { fill: Fill::Bag(bag), .. } => format!("{word} {}", self.bag_text(bag)),
            Order::Own { fill: Fill::Number(n), .. } => format!("{word} {n}"),
            Order::Own { .. } => word.to_owned(),
            Order::End | Order::Enough | Order::Halt | Order::Stay => word.to_owned(),
            Order::Send(bag) | Order::With(bag) => {
                if bag.is_empty() {
                    format!("{word} none")
                } else {
                    format!("{word} {}", count(bag))
                }
            }
            Order::StepUp(all) => format!("step {}", if *all { "all" } else { "none" }),
            Order::Up(bag) => format!("{word} {}", count(bag)),
            Order::On(path) => format!("on{}", self.path_text(Some(s.march.at), path)).replacen(" >", "", 1),
            Order::Ride { bag, to } => format!("ride {} > {}", self.bag_text(bag), near(*to)),
            Order::Reveal(class) | Order::Hit(class) | Order::Odd(class) => {
                format!("{word} {}", self.class_text(*class))
            }
            Order::Lead(bag) | Order::Counter(bag) => format!("{word} {}", self.bag_text(bag)),
            Order::Fire(fire) => if *fire { "fire" } else { "hold fire" }.to_owned(),
            Order::Loss { at, class } => format!("loss {} {}", place(*at), self.class_text(*class)),
            Order::Flee { class, to } => {
                format!("flee {} > {}", self.class_text(*class), to.map_or("none", |l| self.locale_text(l)))
            }
            Order::Shift(from) | Order::Return(from) => {
                format!("{word} {}", from.map_or("none", |l| self.locale_text(l)))
            }
            Order::Take(from) => format!("take {}", self.locale_text(*from)),
        }
    }

    /// Writes an order's line in the log.
    pub(super) fn announcement(&self, s: &State, order: &Order) -> (String, String, Seat) {
        let seat = self.decider(s);
        let side = self.side_name(seat);
        let line = |public| format!("{side}: {}", self.order_text(s, order, public));
        (line(true), line(false), seat)
    }

    pub(super) fn read_order(&self, s: &State, text: &str) -> Result<Order, No> {
        Reading { g: self, s, words: text.split_whitespace().collect(), at: 0 }.order()
    }
}

fn wrong(text: String) -> No {
    No::Refused(Refusal::new("notation", text))
}

struct Reading<'a> {
    g: &'a Triomphe,
    s: &'a State,
    words: Vec<&'a str>,
    at: usize,
}

impl<'a> Reading<'a> {
    fn next(&mut self, what: &str) -> Result<&'a str, No> {
        let word = self.words.get(self.at).copied();
        self.at += 1;
        word.ok_or_else(|| wrong(format!("The order ends where {what} was expected.")))
    }

    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).copied()
    }

    fn expect(&mut self, sign: &str) -> Result<(), No> {
        let word = self.next(&format!("\"{sign}\""))?;
        if word == sign { Ok(()) } else { Err(wrong(format!("Expected \"{sign}\" instead of \"{word}\"."))) }
    }

    fn pos(&mut self) -> Result<Pos, No> {
        let word = self.next("a position such as 12 or 12/11")?;
        self.g.map.read_position(word).map(Pos::of).map_err(|e| wrong(sentence(&e.to_string())))
    }

    fn locale(&mut self) -> Result<LocaleId, No> {
        let word = self.next("a locale such as 12")?;
        self.g.map.read_locale(word).map_err(|e| wrong(sentence(&e.to_string())))
    }

    fn locale_or_none(&mut self) -> Result<Option<LocaleId>, No> {
        if self.peek() == Some("none") {
            self.at += 1;
            return Ok(None);
        }
        self.locale().map(Some)
    }

    fn approach(&mut self) -> Result<crate::board::ApproachId, No> {
        let word = self.next("an approach such as 12/11")?;
        self.g.map.read_approach(word).map_err(|e| wrong(sentence(&e.to_string())))
    }

    fn class(&mut self) -> Result<Class, No> {
        let word = self.next("a piece such as 2I")?;
        class_named(word)
    }

    fn bag(&mut self) -> Result<Bag, No> {
        let word = self.next("pieces such as 3I+2x2I")?;
        let mut bag = Bag::new();
        if word == "none" {
            return Ok(bag);
        }
        for item in word.split('+') {
            let (count, name) = match item.split_once('x') {
                Some((count, name)) => {
                    let count = count.parse::<u8>().ok().filter(|n| (1..=20).contains(n));
                    (count.ok_or_else(|| wrong(format!("\"{item}\" is no number of pieces such as 2x2I.")))?, name)
                }
                None => (1, item),
            };
            let class = class_named(name)?;
            if size(&bag) + count > 60 {
                return Err(wrong("These are more pieces than there are.".to_owned()));
            }
            super::march::add(&mut bag, class, count);
        }
        Ok(bag)
    }

    /// `> A > B via CROSSING`: the crossings of a road march from a locale or a holding area.
    fn path(&mut self, start: Pos) -> Result<Path, No> {
        let mut path = Path::new();
        let mut at = start.locale(&self.g.map);
        let mut via: Option<CrossingId> = None;
        while self.at < self.words.len() {
            if !path.is_empty() || self.peek() == Some(">") {
                self.expect(">")?;
            }
            let to = self.locale()?;
            let crossing = if self.peek() == Some("via") {
                self.at += 1;
                let word = self.next("a crossing such as 10-11/local1")?;
                self.g.map.read_crossing(word).map_err(|e| wrong(sentence(&e.to_string())))?
            } else {
                self.crossing(start, at, via, to)?
            };
            path.try_push(crossing).map_err(|_| wrong("A march is not that long.".to_owned()))?;
            at = Some(to);
            via = Some(crossing);
        }
        Ok(path)
    }

    /// The road that is meant when only the locale is named: the only one, or the only one that joins on.
    fn crossing(
        &self,
        start: Pos,
        at: Option<LocaleId>,
        via: Option<CrossingId>,
        to: LocaleId,
    ) -> Result<CrossingId, No> {
        let map = &self.g.map;
        let Some(at) = at else {
            return match start.place() {
                Position::Holding(h) if map.holding(h).enters == to => Ok(map.holding(h).crossing),
                _ => Err(wrong(format!("No road enters {} from there.", map.locale_name(to)))),
            };
        };
        let ways: Vec<CrossingId> = self.g.ways(at, to).collect();
        let joined: Vec<CrossingId> =
            ways.iter().copied().filter(|c| via.is_none_or(|via| map.joined(at, via, *c))).collect();
        match (&joined[..], &ways[..]) {
            ([only], _) | ([], [only, ..]) => Ok(*only),
            ([], []) => Err(No::Refused(Refusal::new(
                "8",
                format!("No road leads from {} to {}.", map.locale_name(at), map.locale_name(to)),
            ))),
            (several, _) => {
                let names: Vec<String> = several.iter().map(|c| map.crossing_name(*c)).collect();
                Err(wrong(format!(
                    "Several roads lead to {}: add \"via\" and one of {}.",
                    map.locale_name(to),
                    names.join(", ")
                )))
            }
        }
    }

    fn order(mut self) -> Result<Order, No> {
        let word = self.next("an order")?;
        let order = self.body(word)?;
        match self.peek() {
            None => Ok(order),
            Some(more) => Err(wrong(format!("The order is complete before \"{more}\"."))),
        }
    }

    fn body(&mut self, word: &str) -> Result<Order, No> {
        Ok(match word {
            "m" => {
                let (from, bag) = (self.pos()?, self.bag()?);
                self.expect(">")?;
                Order::March { from, to: self.pos()?, bag }
            }
            "r" => {
                let (from, class) = (self.pos()?, self.class()?);
                Order::Road { from, class, path: self.path(from)? }
            }
            "p" => self.pontoon()?,
            "a" => self.attack()?,
            "s" => Order::Assault(self.approach()?),
            "b" => Order::Aim(self.approach()?),
            "bx" => Order::Unaim(self.approach()?),
            "bc" => Order::Bombard(self.approach()?),
            "o" => Order::Organize { at: self.pos()?, class: self.class()? },
            "also" => Order::Also { at: self.pos()?, class: self.class()? },
            "enough" => Order::Enough,
            "end" => Order::End,
            "send" => Order::Send(self.bag()?),
            "step" => match self.next("\"all\" or \"none\"")? {
                "all" => Order::StepUp(true),
                "none" => Order::StepUp(false),
                other => return Err(wrong(format!("Expected \"all\" or \"none\" instead of \"{other}\"."))),
            },
            "up" => Order::Up(self.bag()?),
            "on" => Order::On(self.path(Pos::reserve(self.s.march.at))?),
            "halt" => Order::Halt,
            "ride" => {
                let bag = self.bag()?;
                self.expect(">")?;
                Order::Ride { bag, to: self.approach()? }
            }
            "stay" => Order::Stay,
            "show" => Order::Reveal(self.class()?),
            "lead" => Order::Lead(self.bag()?),
            "with" => Order::With(self.bag()?),
            "fire" => Order::Fire(true),
            "hold" => {
                self.expect("fire")?;
                Order::Fire(false)
            }
            "hit" => Order::Hit(self.class()?),
            "counter" => Order::Counter(self.bag()?),
            "odd" => Order::Odd(self.class()?),
            "loss" => Order::Loss { at: self.pos()?, class: self.class()? },
            "flee" => {
                let class = self.class()?;
                self.expect(">")?;
                Order::Flee { class, to: self.locale_or_none()? }
            }
            "shift" => Order::Shift(self.locale_or_none()?),
            "take" => Order::Take(self.locale()?),
            "mark" => Order::Mark(self.approach()?),
            "return" => Order::Return(self.locale_or_none()?),
            other if let Some(verb) = self.own_verb(other) => self.own(verb)?,
            other => {
                let known = self.g.own.verbs.iter().map(|(word, _)| *word).chain(["hold"]);
                let hint = did_you_mean(other, known).map_or_else(String::new, |hint| format!(" ({hint})"));
                return Err(wrong(format!("No order begins with \"{other}\"{hint}.")));
            }
        })
    }

    fn own_verb(&self, word: &str) -> Option<Verb> {
        let verbs = &self.g.own.verbs;
        let found = verbs.iter().skip(VERBS.len()).position(|(known, _)| *known == word)?;
        Some(Verb((VERBS.len() + found) as u8))
    }

    /// An answer to a pack's step (pieces or a number), or a pack's order (a position and pieces).
    fn own(&mut self, verb: Verb) -> Result<Order, No> {
        if self.g.own.step_of(verb).is_none() {
            return Ok(Order::Own { verb, at: Some(self.pos()?), fill: Fill::Bag(self.bag()?) });
        }
        let number = self.peek().and_then(|word| word.parse().ok());
        let fill = match number {
            Some(n) => {
                self.at += 1;
                Fill::Number(n)
            }
            None => Fill::Bag(self.bag()?),
        };
        Ok(Order::Own { verb, at: None, fill })
    }

    fn pontoon(&mut self) -> Result<Order, No> {
        let map = &self.g.map;
        let bridges: Vec<_> = map.holdings().filter(|h| map.holding(*h).pontoon).collect();
        let from = match bridges[..] {
            [only] => Pos::holding(only),
            [] => return Err(No::Refused(Refusal::new("15", "There is no pontoon bridge on this map."))),
            _ => self.pos()?,
        };
        Ok(Order::Pontoon { from, class: self.class()? })
    }

    fn attack(&mut self) -> Result<Order, No> {
        let (from, bag) = (self.pos()?, self.bag()?);
        self.expect(">")?;
        let to = self.locale()?;
        let map = &self.g.map;
        if self.peek() == Some("over") {
            self.at += 1;
            let over = self.approach()?;
            if self.g.map.approach(over).locale != to {
                return Err(wrong(format!(
                    "{} is no approach of {}.",
                    self.g.map.approach_name(over),
                    self.g.map.locale_name(to)
                )));
            }
            return Ok(Order::Attack { from, over, bag });
        }
        if let Position::Approach(at) = from.place() {
            return if map.approach(at).beyond == to {
                Ok(Order::Attack { from, over: at.opposite(), bag })
            } else {
                Err(No::Refused(Refusal::new("9", "From an approach the attack goes into the opposite locale.")))
            };
        }
        let here = from.locale(map);
        let over: Vec<_> = here.map_or_else(Vec::new, |here| map.approaches_facing(to, here).collect());
        match over[..] {
            [only] => Ok(Order::Attack { from, over: only, bag }),
            [] => Err(No::Refused(Refusal::new("9", format!("{} is not adjacent.", map.locale_name(to))))),
            _ => {
                let names: Vec<String> = over.iter().map(|a| map.approach_name(*a)).collect();
                Err(wrong(format!("Several approaches face there: add \"over\" and one of {}.", names.join(", "))))
            }
        }
    }
}

fn class_named(name: &str) -> Result<Class, No> {
    let found = CLASS_NAMES.iter().position(|n| n.eq_ignore_ascii_case(name));
    found.map(|k| Class(k as u8)).ok_or_else(|| {
        let hint = did_you_mean(name, CLASS_NAMES).map_or_else(String::new, |hint| format!(" ({hint})"));
        wrong(format!("No piece is called \"{name}\"{hint}: write its strength and I, C or A, as in 2I."))
    })
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => {
            format!("{}{}{}", first.to_uppercase(), chars.as_str(), if text.ends_with(['?', '.']) { "" } else { "." })
        }
        None => String::new(),
    }
}
