//! A match at the window's table: who sits where, through whose eyes one looks, what is proposed, whose turn it is.

use std::collections::BTreeSet;

use bormida_core::kernel::{
    Ask, Choice, Class, Entry, Fault, Fill, Foresight, Frame, HookMask, Known, LogLine, Offer, OrderLine, Part, Pose,
    Question, Refusal, Seat, Status, Table, Trouble, Verb, Whole, fills,
};
use bormida_core::scene::Scene;

use super::company::{Sitter, seated};
use super::composer::{Composer, Step};
use super::keeping::{Keeping, Memory, TableKind};
use super::lesson::Led;
use super::pose;
use super::words;

/// So many deals are tried to foresee what an order may bring.
const DEALS: u32 = 12;
/// A card lists so many answers at most, one a digit.
const MOST_OPTIONS: usize = 9;
/// An order that could be given, with what may come of it.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    /// The order.
    pub(super) line: OrderLine,
    /// What may come of it.
    pub(super) foresight: Foresight,
}

/// Something to be read in the panel of the order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Notice {
    /// The rules forbid it.
    Refused(Vec<(String, Refusal)>),
    /// Anything else that was not done, or a word on what was.
    Word(String),
}

/// What is known of the moment shown; worked out anew only when it changes.
pub(super) struct Moment {
    /// Whose decision it is.
    pub(super) ask: Ask,
    /// The offers of a person who may choose now.
    pub(super) offers: Vec<Offer>,
    /// The orders so far, as the eyes may read them.
    pub(super) log: Vec<LogLine>,
    /// The board as the eyes see it.
    pub(super) scene: Scene,
    /// The figures of the moment.
    pub(super) status: Vec<Status>,
    /// What a perfect memory could tell, the eyes' and their enemy's.
    pub(super) known: Vec<Known>,
}

/// A match with its people and bots.
pub(super) struct Sitting {
    /// The match.
    pub(super) table: Box<dyn Table>,
    pub(super) sitters: Vec<Sitter>,
    /// What the people keep beside the orders.
    pub(super) keeping: Keeping,
    /// Whose view the board shows.
    pub(super) eyes: Seat,
    /// A decision without secrets is another person's: the board shows what everybody may see.
    pub(super) veiled: bool,
    /// The seat for which the curtain has fallen.
    pub(super) curtain: Option<Seat>,
    /// The order being composed.
    pub(super) composer: Composer,
    /// What could be given now with Enter.
    pub(super) proposals: Vec<Proposal>,
    /// All answers to the question, when they are few.
    pub(super) options: Vec<Proposal>,
    /// The option that Enter would take.
    pub(super) option: Option<usize>,
    /// What was refused, or said.
    pub(super) notice: Option<Notice>,
    /// Hooks that failed and are off, not yet read.
    pub(super) faults: Vec<Fault>,
    /// What is to be told of bots that failed, not yet read.
    pub(super) failed_bots: Vec<String>,
    /// A script that takes too long.
    pub(super) slow: Option<Fault>,
    /// The bot whose own script that is.
    pub(super) slow_bot: Option<Seat>,
    /// The moment shown.
    pub(super) now: Moment,
    /// Whether the outcome has been read.
    pub(super) outcome_read: bool,
    /// Grows with everything that changes what is lit.
    pub(super) changes: u64,
    /// Whether a question with one answer is answered for the person; not for two people, who could draw conclusions.
    pub(super) answer_forced: bool,
    /// The numbers of the orders that were answered for the person.
    pub(super) forced: BTreeSet<u32>,
    pending: Option<String>,
    known_off: HookMask,
    pub(super) bot_next: f64,
    /// The lesson that leads through it, if one does.
    pub(super) led: Option<Led>,
}

impl Sitting {
    /// Sits down at a table.
    pub(super) fn new(table: Box<dyn Table>) -> Sitting {
        let sides = table.sides().len();
        let sitters = seated(table.header().seats.clone(), sides);
        let keeping = Keeping::read(&*table);
        let first = sitters.iter().position(|s| matches!(s, Sitter::Person)).unwrap_or(0);
        let known_off = table.off().clone();
        let now = Moment {
            ask: table.ask(),
            offers: Vec::new(),
            log: Vec::new(),
            scene: Scene::default(),
            status: Vec::new(),
            known: Vec::new(),
        };
        let mut sitting = Sitting {
            table,
            sitters,
            keeping,
            eyes: Seat(first as u8),
            veiled: false,
            curtain: None,
            composer: Composer::default(),
            proposals: Vec::new(),
            options: Vec::new(),
            option: None,
            notice: None,
            faults: Vec::new(),
            failed_bots: Vec::new(),
            slow: None,
            slow_bot: None,
            now,
            outcome_read: false,
            changes: 0,
            answer_forced: true,
            forced: BTreeSet::new(),
            pending: None,
            known_off,
            bot_next: 0.0,
            led: None,
        };
        sitting.refresh();
        sitting
    }

    /// Whether an earlier moment is shown.
    pub(super) fn is_looking_back(&self) -> bool {
        self.table.shown() < self.table.number()
    }

    /// The question of a person who may answer it now.
    pub(super) fn question(&self) -> Option<&Question> {
        match &self.now.ask {
            Ask::Ask(q) if self.is_person(q.seat) && !self.is_looking_back() && self.curtain.is_none() => Some(q),
            _ => None,
        }
    }

    /// A side's name with a capital.
    pub(super) fn side(&self, seat: Seat) -> String {
        words::capital(self.table.sides().get(seat.index()).map_or("nobody", String::as_str))
    }

    /// Works out the moment anew: after an order, a step in history, another pair of eyes.
    pub(super) fn refresh(&mut self) {
        self.changes += 1;
        self.composer = Composer::default();
        (self.proposals, self.options, self.option) = (Vec::new(), Vec::new(), None);
        self.now.ask = self.table.ask();
        self.seat_eyes();
        if self.question().is_some() {
            match self.table.offers() {
                Ok(offers) => self.now.offers = offers,
                Err(trouble) => self.trouble(trouble),
            }
        } else {
            self.now.offers = Vec::new();
        }
        // hooks that were switched off on the way may have changed the question
        self.now.ask = self.table.ask();
        self.read_hooks();
        self.look();
        self.list_options();
    }

    /// Takes in what the eyes may see; behind the veil and the curtain only what everybody may.
    fn look(&mut self) {
        let scene = self.table.scene(self.eyes);
        self.now.status = self.table.status(self.eyes);
        if !self.veiled && self.curtain.is_none() {
            (self.now.log, self.now.scene) = (self.table.log(Some(self.eyes)), scene);
            self.now.known = self.table.known(self.eyes);
            return;
        }
        (self.now.log, self.now.scene) = (self.table.log(None), scene.public());
        self.now.known = Vec::new();
        // a figure is everybody's when every side reads the same
        for k in 0..self.sitters.len() {
            let theirs = self.table.status(Seat(k as u8));
            self.now.status.retain(|figure| theirs.contains(figure));
        }
    }

    /// Answers for the person where there is one answer.
    fn go_on_when_forced(&mut self) {
        while self.answer_forced && self.is_alone() && self.notice.is_none() {
            let ([only], Some(0)) = (&self.options[..], self.option) else { return };
            let text = only.line.text.clone();
            let before = self.table.number();
            self.play_once(&text);
            if self.table.number() == before {
                return;
            }
            self.forced.insert(before + 1);
        }
    }

    /// Takes in that the match goes on under other rules: a hook that was off has its chance again, and bots learn of it.
    pub(super) fn take_other_rules(&mut self) {
        self.known_off = self.table.off().clone();
        (self.pending, self.slow, self.slow_bot, self.notice) = (None, None, None, None);
        self.forget_thinkers();
        self.refresh();
    }

    fn forget_thinkers(&mut self) {
        for sitter in &mut self.sitters {
            if let Sitter::Bot { thinker, .. } = sitter {
                *thinker = None;
            }
        }
    }

    /// Tells of hooks that went off since the last look, and lets the bots learn of it.
    fn read_hooks(&mut self) {
        if *self.table.off() == self.known_off {
            return;
        }
        let new: Vec<_> = self.table.off().difference(&self.known_off).cloned().collect();
        for name in new {
            let why = self.table.entries().iter().rev().find_map(|entry| match entry {
                Entry::HookOff { hook, why } if *hook == name => Some(why.clone()),
                _ => None,
            });
            self.faults.push(Fault {
                pack: name.pack,
                hook: name.hook,
                what: why.unwrap_or_default(),
                ..Fault::default()
            });
        }
        self.known_off = self.table.off().clone();
        self.forget_thinkers();
    }

    /// Whose eyes look: with two people who hide something from each other, the curtain falls when another one must see
    /// hidden faces, and what needs none is decided over the public board.
    fn seat_eyes(&mut self) {
        let Ask::Ask(question) = &self.now.ask else {
            (self.curtain, self.veiled) = (None, false);
            return;
        };
        let (seat, faces) = (question.seat, question.needs_hidden_faces);
        if !self.is_person(seat) || self.is_looking_back() {
            return;
        }
        let open = self.keeping.table != TableKind::Curtain || self.table.header().all_seeing;
        if open || self.people() < 2 {
            (self.eyes, self.curtain, self.veiled) = (seat, None, false);
        } else if seat == self.eyes && !self.veiled {
            self.curtain = None;
        } else if faces {
            self.curtain = Some(seat);
        } else {
            (self.curtain, self.veiled) = (None, true);
        }
    }

    /// The curtain rises for the seat that it fell for.
    pub(super) fn raise_curtain(&mut self) {
        if let Some(seat) = self.curtain.take() {
            (self.eyes, self.veiled) = (seat, false);
            self.refresh();
        }
    }

    /// The answers to a question, when all of them fit on a card. An ordinary turn has no card.
    fn list_options(&mut self) {
        if self.question().is_none_or(|q| q.name == "turn") {
            return;
        }
        match self.table.orders(MOST_OPTIONS + 1) {
            Ok((lines, Whole::All)) if lines.len() <= MOST_OPTIONS => {
                self.options = lines.into_iter().filter_map(|line| self.proposal(line)).collect();
                self.option = (self.options.len() == 1).then_some(0);
            }
            Ok(_) => {}
            Err(trouble) => self.trouble(trouble),
        }
    }

    fn proposal(&mut self, line: OrderLine) -> Option<Proposal> {
        match self.table.foresee(&line.text, DEALS) {
            Ok(foresight) => Some(Proposal { line, foresight }),
            Err(trouble) => {
                self.trouble(trouble);
                None
            }
        }
    }

    /// A part of the board was chosen.
    pub(super) fn choose(&mut self, part: Part) {
        if self.question().is_none() {
            return;
        }
        self.notice = None;
        let offers = &self.now.offers;
        let begins = offers.iter().any(|offer| offer.parts.first() == Some(&part));
        if !self.composer.chosen().is_empty() && !self.can_choose(part) && !begins {
            let ways = self.ways_into(part);
            if ways.is_empty() && !self.composer.chosen().contains(&part) {
                return self.why_not(part);
            }
            let step = self.composer.choose_among(&self.now.offers, ways);
            return self.stepped(step);
        }
        let step = self.composer.choose(offers, part);
        self.stepped(step);
    }

    /// Whether a part is a target of what is chosen so far, or of who alone was chosen.
    pub(super) fn can_choose(&self, part: Part) -> bool {
        self.composer.leads_to(&self.now.offers, part)
    }

    /// The offers whose pieces would come to stand in a place that they do not name.
    pub(super) fn ways_into(&self, part: Part) -> Vec<Offer> {
        let into = |offer: &Offer| self.table.sign(offer).is_some_and(|signed| signed.to == Some(part));
        self.composer.fitting(&self.now.offers).into_iter().filter(into).collect()
    }

    /// What a badge shows was chosen: a kind of order with all its places.
    pub(super) fn choose_deed(&mut self, verb: Verb, parts: &[Part]) {
        self.notice = None;
        let step = self.composer.choose_deed(&self.now.offers, verb, parts);
        self.stepped(step);
    }

    /// One of several ways was chosen.
    pub(super) fn choose_way(&mut self, index: usize) {
        let step = self.composer.choose_way(&self.now.offers, index);
        self.stepped(step);
    }

    /// A class of pieces was clicked.
    pub(super) fn toggle(&mut self, class: Class) {
        let step = self.composer.toggle(&self.now.offers, class);
        self.stepped(step);
    }

    /// A class of pieces was clicked twice.
    pub(super) fn take_all(&mut self, class: Class) {
        self.composer.take_all(&self.now.offers, class);
        self.stepped(Step::On);
    }

    /// A number was chosen.
    pub(super) fn choose_number(&mut self, number: i32) {
        self.composer.choose_number(number);
        self.stepped(Step::On);
    }

    /// As many pieces as one order allows are taken.
    pub(super) fn take_most(&mut self) {
        self.composer.fill_up(&self.now.offers);
        self.stepped(Step::On);
    }

    /// Begins an order anew with who acts.
    pub(super) fn begin_with(&mut self, part: Part) {
        if self.composer.chosen() != [part] {
            self.composer = Composer::default();
            self.choose(part);
        }
    }

    /// The box in which something can be placed now, if anything can.
    pub(super) fn frame(&self) -> Option<Frame> {
        self.question().and_then(|_| self.composer.frame(&self.now.offers))
    }

    /// Where the thing stands that is being placed: as placed, else as it stands now.
    pub(super) fn pose(&self, frame: &Frame) -> Pose {
        let first = || pose::first(&self.now.scene, self.composer.chosen().first().copied(), frame);
        self.composer.pose().unwrap_or_else(first)
    }

    /// Something was placed.
    pub(super) fn place(&mut self, pose: Pose) {
        self.notice = None;
        self.composer.place(Some(pose));
        self.stepped(Step::On);
    }

    /// Chooses the kind of table for the match.
    pub(super) fn set_table(&mut self, kind: TableKind) {
        if kind != self.keeping.table {
            self.keeping.table = kind;
            self.keep(&Keeping::table_line(kind));
            self.refresh();
        }
    }

    /// Chooses how much is remembered in the match.
    pub(super) fn set_memory(&mut self, memory: Memory) {
        if memory != self.keeping.memory {
            self.keeping.memory = memory;
            self.keep(&Keeping::memory_line(memory));
        }
    }

    /// Writes the eyes' note on a place.
    pub(super) fn write_note(&mut self, part: Part, text: &str) {
        let line = self.keeping.write(&*self.table, self.eyes, part, text);
        self.keep(&line);
    }

    fn keep(&mut self, line: &str) {
        self.changes += 1;
        if let Err(trouble) = self.table.note(line) {
            self.trouble(trouble);
        }
    }

    /// One step back; whether there was one.
    pub(super) fn back(&mut self) -> bool {
        let had = self.notice.take().is_some() | self.option.take().is_some_and(|_| self.options.len() > 1);
        let stepped = self.composer.back();
        self.propose();
        had || stepped
    }

    fn stepped(&mut self, step: Step) {
        self.propose();
        let Some(seat) = self.question().map(|q| q.seat) else { return };
        if step == Step::Whole
            && let [only] = &self.proposals[..]
            && only.foresight.is_quiet(seat)
        {
            let text = only.line.text.clone();
            self.play(&text);
        }
    }

    /// Works out what could be given now.
    fn propose(&mut self) {
        self.changes += 1;
        self.proposals.clear();
        if self.composer.is_empty() && self.now.offers.iter().any(|o| !o.parts.is_empty()) {
            return; // orders without parts have buttons of their own
        }
        for choice in self.composer.candidates(&self.now.offers) {
            // no offer knows whether a pose is legal: the rules are asked
            let line = match choice.fill {
                Fill::Pose(_) => self.table.try_choice(&choice),
                _ => self.table.check_choice(&choice),
            };
            match line {
                Ok(line) => {
                    let proposal = self.proposal(line);
                    self.proposals.extend(proposal);
                }
                Err(trouble) => self.trouble(trouble),
            }
        }
    }

    /// What is still to be chosen of the order.
    pub(super) fn what_is_left(&self) -> String {
        let name = |part: &Part| self.table.part_title(*part);
        let chosen = match self.composer.chosen() {
            [first, _, .., last] => format!("{} > ... > {}", name(first), name(last)),
            few => few.iter().map(name).collect::<Vec<_>>().join(" > "),
        };
        let narrowed = self.composer.narrowed(&self.now.offers);
        let pieces = match self.composer.limits(&self.now.offers) {
            Some((1, 1)) => Some("one piece".to_owned()),
            Some((min, max)) if min == max => Some(format!("{max} pieces")),
            Some((min, max)) => Some(format!("{min} to {max} pieces")),
            None => None,
        };
        let whole = narrowed.next.is_empty() || self.composer.is_aimed();
        let open: Vec<String> = match (self.composer.picked().is_empty(), whole) {
            (true, true) => pieces.into_iter().collect(),
            (true, false) => pieces.into_iter().chain(["where to".to_owned()]).collect(),
            (false, true) => vec!["what is meant".to_owned()],
            (false, false) => vec!["where to".to_owned()],
        };
        if self.frame().is_some() {
            let text = "click where to; drag, Q and E turn";
            return if chosen.is_empty() { words::sentence(text) } else { format!("{chosen}: {text}.") };
        }
        let chosen = if chosen.is_empty() { String::new() } else { format!("{chosen}: ") };
        format!("{chosen}choose {}.", open.join(" and "))
    }

    /// Orders that name nothing and leave nothing open, such as the end of a turn.
    pub(super) fn plain_orders(&self) -> Vec<Choice> {
        let plain = self.now.offers.iter().filter(|o| o.parts.is_empty());
        plain
            .filter_map(|o| Some(Choice { verb: o.verb, parts: o.parts, fill: o.slot.forced()? }))
            .filter(|choice| choice.fill == Fill::None)
            .collect()
    }

    /// Lays an order before the person, to be given with Enter.
    pub(super) fn lay_out(&mut self, choice: &Choice) {
        self.changes += 1;
        self.composer = Composer::default();
        self.proposals.clear();
        self.notice = None;
        match self.table.check_choice(choice) {
            Ok(line) => {
                let proposal = self.proposal(line);
                self.proposals.extend(proposal);
            }
            Err(trouble) => self.trouble(trouble),
        }
    }

    /// Gives what is proposed, or the answer that is marked.
    pub(super) fn go_on(&mut self) {
        let text = match (&self.proposals[..], self.option.and_then(|k| self.options.get(k))) {
            ([only], _) => only.line.text.clone(),
            ([], Some(option)) => option.line.text.clone(),
            _ => return,
        };
        self.play(&text);
    }

    /// Gives an order, and the answers after it that leave no choice.
    pub(super) fn play(&mut self, text: &str) {
        self.play_once(text);
        self.go_on_when_forced();
    }

    fn play_once(&mut self, text: &str) {
        self.notice = None;
        let played = match &mut self.led {
            Some(led) => led.tutor.give(&mut self.table, text),
            None => self.table.play_text(text).map(drop),
        };
        match played {
            Ok(()) => {
                self.pending = None;
                match self.led {
                    Some(_) => self.follow_tutor(),
                    None => self.refresh(),
                }
            }
            Err(trouble) => {
                self.pending = Some(text.to_owned());
                self.trouble(trouble);
            }
        }
    }

    /// Says what stands in the way.
    pub(super) fn trouble(&mut self, trouble: Trouble) {
        match trouble {
            Trouble::Refused(refusal) => self.notice = Some(Notice::Refused(vec![(String::new(), refusal)])),
            Trouble::HookOff(_) => {
                self.pending = None;
                self.refresh();
            }
            Trouble::Slow(fault) => self.slow = Some(fault),
            other => self.notice = Some(Notice::Word(words::sentence(&other.to_string()))),
        }
    }

    /// The slow script is given its time again; the answer stands in the journal.
    pub(super) fn wait_for_script(&mut self) {
        if let Some(fault) = self.slow.take()
            && let Err(trouble) = self.table.note(&format!("Waited for a slow script: {fault}"))
        {
            self.trouble(trouble);
        }
        self.go_on_after_script();
    }

    fn go_on_after_script(&mut self) {
        self.slow_bot = None;
        match self.pending.take() {
            Some(text) => self.play(&text),
            None => self.refresh(),
        }
    }

    /// The slow script is switched off; a bot that is slow itself leaves its seat.
    pub(super) fn switch_off_script(&mut self) {
        let Some(fault) = self.slow.take() else { return };
        if let Some(seat) = self.slow_bot.take() {
            self.replace_bot(seat, &fault.to_string());
            return;
        }
        if let Some(hook) = fault.hook_name()
            && let Err(trouble) = self.table.switch_off(hook, &fault.to_string())
        {
            self.trouble(trouble);
        }
        self.go_on_after_script();
    }

    /// Why an order typed by hand is not legal; or what it may bring.
    pub(super) fn ask_about(&mut self, text: &str) {
        self.changes += 1;
        self.notice = None;
        self.composer = Composer::default();
        self.proposals.clear();
        match self.table.check_text(text) {
            Ok(line) => {
                let line = self.proposal(line);
                self.proposals = line.into_iter().collect();
            }
            Err(trouble) => self.trouble(trouble),
        }
    }

    /// Why a part cannot be chosen.
    pub(super) fn why_not(&mut self, part: Part) {
        if self.question().is_none() {
            return;
        }
        let targets = self.composer.targets(&self.now.offers);
        let name = self.table.part_title(part);
        if targets.iter().any(|(p, _)| *p == part) || self.composer.chosen().contains(&part) {
            self.notice = Some(Notice::Word(format!("{name} can be chosen.")));
            return;
        }
        if self.composer.chosen().is_empty()
            && let Some(word) = super::why::who_first(&*self.table, &self.now.offers, part)
        {
            self.notice = Some(Notice::Word(word));
            return;
        }
        let found = super::why::why_not(&mut *self.table, &self.composer, &self.now.offers, &self.now.scene, part);
        self.notice = Some(match found.is_empty() {
            true if self.composer.chosen().is_empty() => {
                Notice::Word(format!("Nobody in {name} can act now. Choose first who acts: a lit place."))
            }
            true => Notice::Word(format!("No order of this moment has to do with {name}.")),
            false if self.composer.chosen().is_empty() => {
                let nobody = |(kind, refusal)| (format!("Nobody in {name} can act. {kind}"), refusal);
                Notice::Refused(found.into_iter().map(nobody).collect())
            }
            false => Notice::Refused(found),
        });
    }

    /// Whether an offer's order hands the decision on, or cannot be taken back: tried with its first pieces.
    pub(super) fn is_grave(&mut self, offer: &Offer) -> bool {
        let Some(seat) = self.question().map(|q| q.seat) else { return false };
        let picked = *self.composer.picked();
        let mut text = None;
        let _ = fills(&offer.slot, &mut |fill| {
            if !picked.is_empty() && fill != Fill::Bag(picked) {
                return true;
            }
            let choice = Choice { verb: offer.verb, parts: offer.parts, fill };
            text = self.table.check_choice(&choice).ok().map(|line| line.text);
            text.is_none()
        });
        let Some(text) = text else { return false };
        self.table.foresee(&text, 1).is_ok_and(|foresight| !foresight.is_quiet(seat))
    }
}
