//! Steps and orders that packs add: what they declare, read once, and how they are asked and played.

use super::Triomphe;
use super::doing::Doing;
use super::dues::Role;
use super::flow::Step;
use super::lay::Lay;
use super::model::{Arm, Face, Flags, Piece, Pos, State};
use super::numbers::Numbers;
use super::order::{Order, VERBS, size, verb};
use super::points::Rules;
use super::procedure::Flow;
use super::rules::{PlaceFacts, StepFacts};
use super::stop::{Stop, bar, bar_at, bar_by};
use crate::board::Position;
use crate::kernel::{Bag, Class, Cost, Fault, Fill, Offer, Offers, Seat, Slot, Verb};
use crate::pack::nearest::did_you_mean;
use crate::script::{Added, BadValue};
use serde::{Deserialize, Serialize};

/// A step of a pack.
#[derive(Clone, Debug)]
pub(super) struct OwnStep {
    pub(super) name: String,
    pub(super) rule: &'static str,
    pub(super) ask: String,
    pub(super) help: String,
    /// Its verb; none for a step that asks nobody.
    pub(super) verb: Option<Verb>,
    /// The name of the step after which it is played.
    pub(super) after: String,
}

/// An order of a pack.
#[derive(Clone, Debug)]
pub(super) struct OwnOrder {
    pub(super) rule: &'static str,
    pub(super) verb: Verb,
    cost: u8,
    arm: Option<Arm>,
    /// Marks that its pieces have.
    with: Flags,
    most: u8,
    /// Whether its pieces are shown.
    shows: bool,
}

/// What packs have added, with the procedures and verbs that come of it.
#[derive(Clone, Debug)]
pub(super) struct Own {
    pub(super) steps: Vec<OwnStep>,
    pub(super) orders: Vec<OwnOrder>,
    pub(super) verbs: Vec<(&'static str, &'static str)>,
    pub(super) flow: Flow,
}

/// What a pack's step asks, of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// Who is asked.
    pub seat: Seat,
    /// Of which of its pieces it may choose; none when a number is asked.
    pub from: Option<Role>,
    /// The only type that may be chosen.
    pub arm: Option<Arm>,
    /// The least number of pieces; fewer do when the seat has not so many.
    pub min: u8,
    /// The greatest number.
    pub max: u8,
}

impl Prompt {
    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        let from = self.from.map_or([0; 3], |role| {
            let [kind, low, high] = role.code();
            [kind + 1, low, high]
        });
        out.extend(from);
        out.extend([self.seat.0, self.arm.map_or(0, |arm| 1 + arm as u8), self.min, self.max]);
    }
}

/// Whether an order of a pack can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It can.
    Given,
    /// It cannot, for a reason in the pack's own words if it has any.
    Refused(Option<String>),
}

/// The tables of [`ADDITIONS`](super::ADDITIONS).
pub(super) const STEPS: usize = 0;
pub(super) const ORDERS: usize = 1;

impl Own {
    /// Nothing but what is printed.
    pub(super) fn printed(numbers: &Numbers) -> Own {
        let (steps, orders) = (Vec::new(), Vec::new());
        let mut verbs = VERBS.to_vec();
        if numbers.phases.count() > 1 {
            verbs[usize::from(verb::END.0)].1 = "end this step of the turn";
        }
        Own { steps, orders, verbs, flow: Flow::of(&numbers.assault_order) }
    }

    /// What the packs of some rules have added. The words are kept as long as the program runs, since the contract
    /// lends them plainly: once a kit.
    ///
    /// # Errors
    /// A field that is missing or of a wrong type, a word that is taken, a step that has no place.
    pub(super) fn of(rules: &dyn Rules, numbers: &Numbers) -> Result<Own, Fault> {
        let mut own = Own::printed(numbers);
        let Some(stack) = rules.stack() else { return Ok(own) };
        let wrong = |added: &Added, table: &str, what: String| Fault {
            pack: added.pack().to_owned(),
            at: "rules.luau".to_owned(),
            what: format!("`{table}.{}`: {what}", added.name),
            ..Fault::default()
        };
        for added in stack.added(STEPS) {
            let step = own.read_step(added).map_err(|e| wrong(added, "steps", e.0))?;
            let index = own.steps.len() as u8;
            own.flow.insert(&numbers.assault_order, index, &step.after).map_err(|e| wrong(added, "steps", e))?;
            own.steps.push(step);
        }
        for added in stack.added(ORDERS) {
            let order = own.read_order(added).map_err(|e| wrong(added, "orders", e.0))?;
            own.orders.push(order);
        }
        Ok(own)
    }

    fn read_step(&mut self, added: &Added) -> Result<OwnStep, BadValue> {
        let asks = added.has(calls::CHOOSE);
        let ask = added.text("ask")?;
        if asks != ask.is_some() {
            return Err(BadValue("`ask` and `choose` go together".to_owned()));
        }
        if !added.has(calls::PLAY) {
            return Err(BadValue("`play` is missing".to_owned()));
        }
        let after = added.text("after")?.ok_or_else(|| BadValue("`after` is missing".to_owned()))?;
        Ok(OwnStep {
            name: added.name.clone(),
            rule: kept(added.text("rule")?.unwrap_or_default()),
            ask: ask.unwrap_or_default().to_owned(),
            help: added.text("help")?.unwrap_or_default().to_owned(),
            verb: if asks { Some(self.add_verb(added)?) } else { None },
            after: after.to_owned(),
        })
    }

    fn read_order(&mut self, added: &Added) -> Result<OwnOrder, BadValue> {
        if !added.has(calls::ORDER_PLAY) {
            return Err(BadValue("`play` is missing".to_owned()));
        }
        let arm = added.text("arm")?.map(|word| named("arm", word, &super::additions::ARM_WORDS)).transpose()?;
        let with = added.text("marked")?.map(|word| named("marked", word, &MARKS)).transpose()?;
        Ok(OwnOrder {
            rule: kept(added.text("rule")?.unwrap_or_default()),
            verb: self.add_verb(added)?,
            cost: added.count("cost", 0..=9, 1)?,
            arm,
            with: with.unwrap_or(Flags::NONE),
            most: added.count("most", 1..=8, 1)?,
            shows: match added.fields.field("shows") {
                crate::script::Value::Nil => false,
                value => value.bool("`shows`")?,
            },
        })
    }

    fn add_verb(&mut self, added: &Added) -> Result<Verb, BadValue> {
        let word = added.text("word")?.unwrap_or(&added.name);
        let is_word = !word.is_empty() && word.len() <= 20 && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        if !is_word {
            return Err(BadValue(format!("`word`: \"{word}\" is not of small letters")));
        }
        if word == "hold" || self.verbs.iter().any(|(taken, _)| *taken == word) {
            return Err(BadValue(format!("`word`: \"{word}\" is an order already")));
        }
        if self.verbs.len() >= 200 {
            return Err(BadValue("there are too many orders".to_owned()));
        }
        let name = added.text("name")?.map_or_else(|| added.name.replace('_', " "), str::to_owned);
        self.verbs.push((kept(word), kept(&name)));
        Ok(Verb(self.verbs.len() as u8 - 1))
    }

    /// The step whose verb this is.
    pub(super) fn step_of(&self, verb: Verb) -> Option<usize> {
        self.steps.iter().position(|step| step.verb == Some(verb))
    }

    fn order_of(&self, verb: Verb) -> Option<(usize, &OwnOrder)> {
        self.orders.iter().enumerate().find(|(_, order)| order.verb == verb)
    }
}

fn kept(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// The places of the functions of steps and orders in their tables.
pub(super) mod calls {
    pub(crate) const CHOOSE: usize = 0;
    pub(crate) const PLAY: usize = 1;
    pub(crate) const MAY: usize = 0;
    pub(crate) const ORDER_PLAY: usize = 1;
}

/// The marks that a pack may ask for and set.
pub(super) const MARKS: [(&str, Flags); 3] =
    [("acted", Flags::ACTED), ("disorganized", Flags::DISORGANIZED), ("organized", Flags::ORGANIZED)];

/// What a word stands for.
pub(super) fn named<T: Copy>(field: &str, word: &str, known: &[(&str, T)]) -> Result<T, BadValue> {
    known.iter().find(|(text, _)| *text == word).map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = known.iter().map(|(text, _)| *text).collect();
        let hint = did_you_mean(word, words.iter().copied()).map_or_else(String::new, |hint| format!("; {hint}"));
        BadValue(format!("`{field}`: \"{word}\" is none of {}{hint}", words.join(", ")))
    })
}

impl Triomphe {
    /// What the functions of a step are told.
    pub(super) fn step_facts(&self, s: &State, chosen: u8, strength: u8) -> StepFacts {
        let f = &s.fight;
        let (attacker, defender) = (s.active, s.active.other());
        let fights = f.assault || f.attackers > 0;
        let decided = fights && self.own.flow.is_decided(s.own);
        let (winner, loser) = if f.won { (attacker, defender) } else { (defender, attacker) };
        let (here, there) = (self.map.approach(f.over), self.map.approach(f.over.opposite()));
        let count = |seat| self.leading(s, seat).count() as u8;
        let others = |seat| if fights { self.others(s, seat).count() as u8 } else { 0 };
        StepFacts {
            attacker,
            defender,
            winner: decided.then_some(winner),
            loser: decided.then_some(loser),
            over: fights.then_some(f.over),
            width: self.map.width(f.over),
            assault: f.assault,
            attackers: f.attackers,
            attack_leaders: count(attacker),
            defence_leaders: count(defender),
            attack_others: others(attacker),
            defence_others: others(defender),
            attack_arm: f.led[attacker.index()],
            defence_arm: f.led[defender.index()],
            obstructed: here.penalties.cavalry_obstructing || there.penalties.cavalry_obstructing,
            infantry_over: here.penalties.infantry,
            cavalry_over: here.penalties.cavalry,
            infantry_from: there.penalties.infantry,
            cavalry_from: there.penalties.cavalry,
            chosen,
            strength,
        }
    }

    /// The pieces that may be chosen for a prompt: what the asked seat knows.
    pub(super) fn choosable(&self, s: &State, prompt: &Prompt) -> Bag {
        let Some(from) = prompt.from else { return Bag::new() };
        let fits = |p: &&Piece| prompt.arm.is_none_or(|arm| p.class.arm() == arm);
        self.bag_of(self.role(s, prompt.seat, from).into_iter().filter(fits))
    }

    /// Whether the enemy of the asked seat must think it possible that there is something to choose.
    fn is_open(&self, s: &State, prompt: &Prompt) -> bool {
        let Some(from) = prompt.from else { return true };
        let could = |p: &&Piece| prompt.arm.is_none_or(|arm| s.could_be(p, |class| class.arm() == arm));
        prompt.max > 0 && self.role(s, prompt.seat, from).iter().any(could)
    }

    /// The offer of a pack's step.
    pub(super) fn prompt_offer(&self, s: &State) -> Option<Offer> {
        let prompt = s.prompt?;
        let verb = self.own.steps.get(usize::from(s.own))?.verb?;
        let slot = match prompt.from {
            None => Slot::Number { lo: i32::from(prompt.min), hi: i32::from(prompt.max) },
            Some(_) => {
                let classes = self.choosable(s, &prompt);
                let have = size(&classes);
                Slot::Bag { classes, min: prompt.min.min(have), max: prompt.max.min(have) }
            }
        };
        Some(Offer { verb, parts: Default::default(), slot, cost: Cost(0) })
    }

    /// Whether an answer to a pack's step is legal.
    pub(super) fn check_answer(&self, s: &State, verb: Verb, fill: &Fill) -> Result<u8, Stop> {
        let rule = self.own.steps.get(usize::from(s.own)).map_or("", |step| step.rule);
        match (self.prompt_offer(s), fill) {
            (Some(Offer { verb: asked, slot: Slot::Number { lo, hi }, .. }), Fill::Number(n))
                if asked == verb && (lo..=hi).contains(n) =>
            {
                Ok(0)
            }
            (Some(Offer { verb: asked, slot: Slot::Bag { classes, min, max }, .. }), Fill::Bag(bag))
                if asked == verb && (min..=max).contains(&size(bag)) && within(bag, &classes) =>
            {
                Ok(0)
            }
            (Some(Offer { slot: Slot::Bag { .. }, .. }), _) => {
                bar(rule, "That is not what is asked: too few or too many pieces, or others than may be chosen.")
            }
            _ => bar(rule, "That is not what is asked now."),
        }
    }

    fn may_take(&self, p: &Piece, order: &OwnOrder) -> bool {
        marks_suit(p, order) && order.arm.is_none_or(|arm| p.class.arm() == arm)
    }

    /// The marks that the pieces of a pack's order have, and have not.
    pub(super) fn own_marks(&self, verb: Verb) -> (Flags, Flags) {
        marks_of(self.own.order_of(verb).map_or(Flags::NONE, |(_, order)| order.with))
    }

    /// Whether an order of a pack could be given, as far as both sides know.
    pub(super) fn own_is_possible(&self, s: &State, lay: &Lay) -> Result<bool, Stop> {
        for (k, order) in self.own.orders.iter().enumerate() {
            if order.cost > 0 && self.check_commands(s, lay, order.cost).is_err() {
                continue;
            }
            let arm = |class: Class| order.arm.is_none_or(|arm| class.arm() == arm);
            for here in s.stacks(s.active) {
                let could = here.iter().any(|p| marks_suit(p, order) && s.could_be(p, arm));
                let may = || self.rules.may(k, self.now(s), self.place_facts(s, lay, here[0].pos, 0, 0));
                if could && may()? == Leave::Given {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn place_facts(&self, s: &State, lay: &Lay, at: Pos, chosen: u8, strength: u8) -> PlaceFacts {
        let (seat, enemy) = (s.active, s.active.other());
        let locale = at.locale(&self.map);
        let near = |approach: &crate::board::ApproachId| {
            let a = self.map.approach(*approach);
            !a.impassable && lay.holds(enemy, a.beyond)
        };
        let disorganized = s.at(seat, at).filter(|p| p.flags.has(Flags::DISORGANIZED)).count() as u8;
        PlaceFacts {
            seat,
            place: at,
            locale,
            reserve: at.is_reserve(),
            pieces: s.count_at(seat, at),
            disorganized,
            enemy_near: locale.is_some_and(|l| self.map.approaches_of(l).iter().any(near)),
            enemy_opposite: match at.place() {
                Position::Approach(a) => s.count_at(enemy, Pos::approach(a.opposite())) > 0,
                _ => false,
            },
            chosen,
            strength,
        }
    }

    /// What an order of a pack costs with some pieces of a position, if it is legal.
    pub(super) fn check_own(&self, s: &State, lay: &Lay, verb: Verb, at: Pos, bag: &Bag) -> Result<u8, Stop> {
        let Some((k, order)) = self.own.order_of(verb) else { return bar("6", "There is no such order.") };
        self.check_own_pieces(s, order, at, bag)?;
        if size(bag) > order.most {
            return bar(order.rule, "Fewer pieces can take part in one order.");
        }
        match self.rules.may(k, self.now(s), self.place_facts(s, lay, at, 0, 0))? {
            Leave::Given => {}
            Leave::Refused(None) => return bar_at(order.rule, "The order cannot be given in {} now.", at),
            Leave::Refused(Some(text)) => return bar_by(order.rule, text),
        }
        if order.cost > 0 {
            self.check_commands(s, lay, order.cost)?;
        }
        Ok(order.cost)
    }

    /// Whether pieces of a position can take part in an order of a pack: each thing that can be wrong by itself.
    fn check_own_pieces(&self, s: &State, order: &OwnOrder, at: Pos, bag: &Bag) -> Result<(), Stop> {
        let those = |fits: &dyn Fn(&Piece) -> bool| self.bag_of(s.at(s.active, at).filter(|p| fits(p)));
        if bag.is_empty() {
            return bar(order.rule, "The order takes a piece at least.");
        }
        if !within(bag, &those(&|_| true)) {
            return bar_at(order.rule, "Not all these pieces are in {}.", at);
        }
        if !within(bag, &those(&|p| !p.flags.has(Flags::ACTED))) {
            return bar_at(order.rule, "Not all these pieces in {} are free: some have acted this turn.", at);
        }
        let of_arm = |p: &Piece| order.arm.is_none_or(|arm| p.class.arm() == arm);
        if !within(bag, &those(&of_arm)) {
            let known = super::additions::ARM_WORDS.iter().find(|(_, arm)| Some(*arm) == order.arm);
            let word = known.map_or("some pieces", |(word, _)| word);
            return bar_by(order.rule, format!("Only {word} can take part."));
        }
        if !within(bag, &those(&|p| self.may_take(p, order))) {
            return match MARKS.iter().find(|(_, mark)| *mark == order.with) {
                Some((word, _)) => bar_by(order.rule, format!("Only {word} pieces can take part.")),
                None => bar(order.rule, "Disorganized pieces cannot take part."),
            };
        }
        Ok(())
    }

    /// The offers of packs' orders.
    pub(super) fn own_offers(&self, s: &State, lay: &Lay, out: &mut Offers) -> Result<(), Fault> {
        for order in &self.own.orders {
            for here in s.stacks(s.active) {
                let at = here[0].pos;
                let classes = self.bag_of(here.iter().filter(|p| self.may_take(p, order)));
                let Some(&(first, _)) = classes.first() else { continue };
                match self.check_own(s, lay, order.verb, at, &super::order::one(first)) {
                    Ok(cost) => {
                        let max = order.most.min(size(&classes));
                        let slot = Slot::Bag { classes, min: 1, max };
                        let parts = std::iter::once(at.part()).collect();
                        out.push(Offer { verb: order.verb, parts, slot, cost: Cost(i16::from(cost)) });
                    }
                    Err(Stop::Bar(_)) => {}
                    Err(Stop::Fault(fault)) => return Err(*fault),
                }
            }
        }
        Ok(())
    }

    /// Whether the enemy reads the faces of an order of a pack: those are shown.
    pub(super) fn own_shows(&self, verb: Verb) -> bool {
        self.own.order_of(verb).is_none_or(|(_, order)| order.shows)
    }
}

/// The marks that pieces of an order have that asks for some, and those that they have not.
fn marks_of(with: Flags) -> (Flags, Flags) {
    let without = if with.has(Flags::DISORGANIZED) { Flags::NONE } else { Flags::DISORGANIZED };
    (with, without.with(Flags::ACTED))
}

fn marks_suit(p: &Piece, order: &OwnOrder) -> bool {
    let (with, without) = marks_of(order.with);
    p.flags.0 & with.0 == with.0 && !p.flags.has(without)
}

fn within(bag: &Bag, of: &Bag) -> bool {
    bag.iter().all(|(class, count)| of.iter().any(|(c, n)| c == class && n >= count))
}

impl Doing<'_> {
    /// A step of a pack is come to: it asks somebody, or is played, or is passed by. (steps)
    pub(super) fn own_step(&mut self) -> Result<(), Fault> {
        let g = self.g;
        self.forget_chosen();
        let k = self.s.own;
        let asks = g.own.steps.get(usize::from(k)).is_some_and(|step| step.verb.is_some());
        if !asks {
            return self.play_own(0, 0);
        }
        let facts = g.step_facts(self.s, 0, 0);
        match g.rules.choose(usize::from(k), g.now(self.s), facts)? {
            Some(prompt) if g.is_open(self.s, &prompt) => self.s.prompt = Some(prompt),
            _ => self.leave_own(),
        }
        Ok(())
    }

    fn leave_own(&mut self) {
        let k = std::mem::take(&mut self.s.own);
        self.enter_stage(self.g.own.flow.after_own(k));
    }

    /// The answer to a step of a pack: the chosen pieces are shown.
    pub(super) fn own_answer(&mut self, fill: &Fill) -> Result<(), Fault> {
        let Some(prompt) = self.s.prompt.take() else { return Ok(()) };
        match fill {
            Fill::Number(n) => self.play_own(*n as u8, 0),
            Fill::Bag(bag) => {
                let (mut strength, g) = (0, self.g);
                if let Some(from) = prompt.from.filter(|_| !bag.is_empty()) {
                    let role = g.role(self.s, prompt.seat, from);
                    if let Some(pos) = role.first().map(|p| p.pos) {
                        let marks: Vec<Flags> = role.iter().map(|p| p.flags).collect();
                        let picked = self.single_out(prompt.seat, pos, bag, |p| marks.contains(&p.flags));
                        self.show(prompt.seat, &picked);
                        strength = picked.iter().map(|k| self.s.pieces[*k].class.strength()).sum();
                        self.mark(&picked, Flags::CHOSEN.with(Flags::UP));
                    }
                }
                self.play_own(size(bag), strength)
            }
            _ => self.play_own(0, 0),
        }
    }

    fn play_own(&mut self, chosen: u8, strength: u8) -> Result<(), Fault> {
        let g = self.g;
        let facts = g.step_facts(self.s, chosen, strength);
        let asked = g.rules.play_step(usize::from(self.s.own), g.now(self.s), facts)?;
        self.leave_own();
        self.follow_up(asked)
    }

    /// An order of a pack. (orders)
    pub(super) fn own_order(&mut self, order: &Order, verb: Verb, at: Pos, bag: &Bag) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        let Some((k, declared)) = g.own.order_of(verb) else { return Ok(()) };
        self.forget_chosen();
        let picked = self.take(order);
        let mut strength = 0;
        let mut marks = Flags::CHOSEN.with(Flags::ACTED);
        if declared.shows {
            self.show(seat, &picked);
            strength = picked.iter().map(|k| self.s.pieces[*k].class.strength()).sum();
            marks = marks.with(Flags::UP);
        }
        self.mark(&picked, marks);
        let facts = g.place_facts(self.s, &self.lay()?, at, size(bag), strength);
        let asked = g.rules.play_order(k, g.now(self.s), facts)?;
        self.s.step = Step::Finish;
        self.follow_up(asked)
    }

    /// Pieces chosen in a pack's step or order are not any more, and their faces are hidden again.
    pub(super) fn forget_chosen(&mut self) {
        for side in [Seat(0), Seat(1)] {
            if self.s.pieces_of(side).any(|p| p.flags.has(Flags::CHOSEN)) {
                let open = Flags::AIMED.with(Flags::FIRED).with(Flags::LEADS).with(Flags::COUNTERS).with(Flags::FLEES);
                self.s.remark(side, |p| match p.flags.has(Flags::CHOSEN) {
                    true if p.flags.has(open) => p.flags.without(Flags::CHOSEN),
                    true => p.flags.without(Flags::CHOSEN.with(Flags::UP)),
                    false => p.flags,
                });
            }
        }
    }
}
