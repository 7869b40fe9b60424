//! A match in the terminal: people type, bots answer, everything that happens is told to those who may know it.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};

use bormida_core::games::catalogue::PERSON;
use bormida_core::kernel::{
    Ask, Barrier, Fault, FileTrouble, HookMask, Outcome, Player, Question, Seat, Table, Trouble, Whole,
};
use serde::Serialize;

use super::listing::{self, board, cost, list_orders, side, write_log};
use super::off::Off;
use super::typed::{HELP, Typed, next_line};
use super::voice::Failure;
use crate::spoken::{nobody_wins, spoken};
use crate::succession::Succession;

/// How a match was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game is over.
    Over(Outcome),
    /// Somebody left, or the input ended.
    Left,
}

/// A bot that failed, and who plays on for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct FailedBot {
    /// The side that it played.
    seat: String,
    /// Its name.
    bot: String,
    /// What it did.
    why: String,
    /// The bot that took its seat.
    next: String,
}

/// A match with those who play it.
pub(super) struct Talk<'a> {
    table: &'a mut dyn Table,
    sides: Vec<String>,
    /// Who plays each seat, by name.
    names: Vec<String>,
    /// The bots; none where a person plays.
    bots: Vec<Option<Box<dyn Player>>>,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    /// Whether people sit before a screen that can be cleared.
    screen: bool,
    /// The person who looks at the screen, when there are several.
    eyes: Option<Seat>,
    /// The last order that each seat was told of.
    told: Vec<u32>,
    /// The hooks that were off when the bots were called.
    off: HookMask,
    /// The bots that failed, in the order of their failures.
    failed: Vec<FailedBot>,
    /// Whether a question with one legal answer is answered for the only person.
    answers_forced: bool,
    /// The numbers of the orders that were given so.
    forced: BTreeSet<u32>,
    /// The number of the order after which such an answer did not stand: the person is asked.
    failed_at: Option<u32>,
}

impl<'a> Talk<'a> {
    /// Seats the players. The names are the game's, one for each side.
    pub(super) fn new(
        table: &'a mut dyn Table,
        names: Vec<String>,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
        screen: bool,
        answers_forced: bool,
    ) -> Result<Talk<'a>, Failure> {
        let sides = table.sides();
        let told = vec![table.number(); sides.len() + 1];
        let mut talk = Talk {
            table,
            sides,
            names,
            bots: Vec::new(),
            input,
            out,
            screen,
            eyes: None,
            told,
            off: HookMask::new(),
            failed: Vec::new(),
            answers_forced,
            forced: BTreeSet::new(),
            failed_at: None,
        };
        talk.call_bots()?;
        Ok(talk)
    }

    /// The bots that failed.
    pub(super) fn into_failed(self) -> Vec<FailedBot> {
        self.failed
    }

    /// Plays until the game is over or somebody leaves.
    pub(super) fn run(&mut self) -> Result<End, Failure> {
        loop {
            self.tell_hooks()?;
            let question = match self.table.ask() {
                Ask::Over(outcome) => {
                    self.tell_news()?;
                    self.tell_outcome(&outcome)?;
                    return Ok(End::Over(outcome));
                }
                Ask::Ask(question) => question,
            };
            if self.bots.get(question.seat.index()).is_some_and(Option::is_some) {
                if !self.bot_decides(question.seat)? {
                    return Ok(End::Left);
                }
                self.tell_news()?;
            } else if !self.person_decides(&question)? {
                return Ok(End::Left);
            }
        }
    }

    /// Calls the bots, who play by the rules as they are now.
    fn call_bots(&mut self) -> Result<(), Failure> {
        self.off = self.table.off().clone();
        self.bots.clear();
        for name in &self.names {
            let bot = if name == PERSON { None } else { Some(self.table.recruit(name)()) };
            self.bots.push(bot.transpose().map_err(|fault| Failure::Lost(fault.to_string()))?);
        }
        Ok(())
    }

    fn people(&self) -> usize {
        self.bots.iter().filter(|bot| bot.is_none()).count()
    }

    /// Whose texts are shown: the only person's, or those of the person before the screen; else what all may read.
    fn reader(&self) -> Option<Seat> {
        match self.people() {
            1 => self.bots.iter().position(Option::is_none).map(|k| Seat(k as u8)),
            _ => self.eyes,
        }
    }

    fn say(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", text.as_ref())?)
    }

    fn tell_news(&mut self) -> Result<(), Failure> {
        let (reader, last) = (self.reader(), self.table.number());
        let told = reader.map_or(self.sides.len(), Seat::index);
        if self.told[told] < last {
            let mut lines = self.table.log(reader);
            lines.retain(|line| line.n > self.told[told]);
            write_log(&*self.table, &lines, self.out)?;
        }
        self.told[told] = last;
        Ok(())
    }

    fn tell_outcome(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let who =
            outcome.winner.map_or_else(|| nobody_wins(&self.sides), |seat| format!("{} wins", side(&self.sides, seat)));
        self.say(format!("The game is over. {who}: {}{}", outcome.kind, outcome.rule.behind()))
    }

    /// Says which hooks were switched off since the bots were called, and calls them anew.
    fn tell_hooks(&mut self) -> Result<(), Failure> {
        if *self.table.off() == self.off {
            return Ok(());
        }
        for off in Off::now(self.table.entries(), self.table.off()) {
            if !off.is_in(&self.off) {
                self.say(format!("Switched off in this match, because it failed: {off}. Play goes on."))?;
            }
        }
        self.call_bots()
    }

    /// Lets a bot decide; false when nobody is there any more to say what shall become of what it met with.
    fn bot_decides(&mut self, seat: Seat) -> Result<bool, Failure> {
        let Some(bot) = self.bots.get_mut(seat.index()).and_then(Option::as_mut) else { return Ok(true) };
        let chosen = match bot.choose(&self.table.seen(seat), &|| false) {
            Ok(chosen) => chosen,
            Err(fault) if fault.slow => return self.slow(&fault, Some(seat)),
            // a rule that fails in the match itself is switched off there, and the bot is asked again
            Err(_) if self.table.offers().is_ok() && *self.table.off() != self.off => return Ok(true),
            Err(fault) => return self.replace_bot(seat, &fault.to_string()).map(|()| true),
        };
        match self.table.play_text(&chosen.order) {
            Ok(_) | Err(Trouble::HookOff(_)) => Ok(true),
            Err(Trouble::Slow(fault)) => self.slow(&fault, None),
            Err(Trouble::File(trouble)) if self.people() > 0 => self.unwritten(&trouble),
            // the order may name hidden pieces: nobody at the table reads it
            Err(Trouble::Refused(_)) if self.people() > 0 => {
                self.replace_bot(seat, "its order is refused").map(|()| true)
            }
            Err(Trouble::Refused(no)) => {
                self.replace_bot(seat, &format!("its order \"{}\" is refused: {no}", chosen.order)).map(|()| true)
            }
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Another bot takes the seat of one that failed, so that one bad script does not end the evening.
    fn replace_bot(&mut self, seat: Seat, why: &str) -> Result<(), Failure> {
        let failed = self.names[seat.index()].clone();
        let Succession { next, told } =
            Succession::of(&failed, side(&self.sides, seat), why, &self.table.about().seats);
        let Some(next) = next else { return Err(Failure::Lost(told)) };
        self.say(&told)?;
        let _ = self.table.note(&told); // a courtesy: a full disk does not stop the match for it
        let bot = self.table.recruit(&next)().map_err(|fault| Failure::Lost(fault.to_string()))?;
        let whose = side(&self.sides, seat).to_owned();
        self.failed.push(FailedBot { seat: whose, bot: failed, why: why.to_owned(), next: next.clone() });
        (self.names[seat.index()], self.bots[seat.index()]) = (next, Some(bot));
        Ok(())
    }

    /// Asks what shall become of a script that is too slow; false when nobody answers any more. The answer stands in the
    /// journal. `bot` is the seat that was thinking.
    fn slow(&mut self, fault: &Fault, bot: Option<Seat>) -> Result<bool, Failure> {
        // a bot's own script is no hook of the match: another bot takes its seat
        let bot = bot.filter(|_| fault.hook_name().is_none());
        let off = if bot.is_some() { "seat another bot" } else { "switch it off for this match" };
        self.say(format!("{fault}. Wait, or {off}? Type `wait` or `off`."))?;
        loop {
            match next_line(self.input)?.as_deref() {
                None => return Ok(false),
                Some("wait") => {
                    let noted = self.table.note(&format!("Waited for a slow script: {fault}"));
                    if let Some(goes_on) = self.unless_unwritten(noted)? {
                        return Ok(goes_on);
                    }
                    self.say("It gets twice the time. What was asked of it has to be asked again.")?;
                    return Ok(true);
                }
                Some("off") => match (bot, fault.hook_name()) {
                    (Some(seat), _) => return self.replace_bot(seat, &fault.to_string()).map(|()| true),
                    (None, Some(hook)) => {
                        let done = self.table.switch_off(hook, &fault.to_string());
                        return Ok(self.unless_unwritten(done)?.unwrap_or(true));
                    }
                    (None, None) => self.say("This script is the game itself: it cannot be switched off.")?,
                },
                Some(_) => self.say("Type `wait` or `off`.")?,
            }
        }
    }

    /// What [`Talk::unwritten`] says when a line of the journal could not be written; none when it was.
    fn unless_unwritten(&mut self, done: Result<(), Trouble>) -> Result<Option<bool>, Failure> {
        match done {
            Ok(()) => Ok(None),
            Err(Trouble::File(trouble)) => self.unwritten(&trouble).map(Some),
            Err(trouble) => Err(trouble.into()),
        }
    }

    /// Asks what shall become of a match that cannot be written; false when nobody answers, or they leave.
    fn unwritten(&mut self, trouble: &FileTrouble) -> Result<bool, Failure> {
        self.say(format!(
            "{trouble}. The match stands as before the order. `save FILE` goes on in another file, Enter tries again, `quit` \
             leaves."
        ))?;
        loop {
            match self.line()?.as_deref().map(Typed::read) {
                None | Some(Typed::Quit) => return Ok(false),
                Some(Typed::Empty) => return Ok(true),
                Some(Typed::Save(path)) => match self.table.save_as(&path) {
                    Ok(()) => {
                        self.say(format!("The match goes on in {}.", path.display()))?;
                        return Ok(true);
                    }
                    Err(trouble) => self.say(sentence(&trouble))?,
                },
                Some(_) => self.say("Type `save FILE`, `quit`, or nothing.")?,
            }
        }
    }

    /// One line of a person; false when they leave.
    fn person_decides(&mut self, question: &Question) -> Result<bool, Failure> {
        if question.needs_hidden_faces && !self.draw_curtain(question.seat)? {
            return Ok(false);
        }
        self.tell_news()?;
        let who = side(&self.sides, question.seat);
        writeln!(self.out, "{who}: {}{}", question.text, question.rule.behind())?;
        let (typed, before) = (self.only_answer(question), self.table.number());
        if let Some(only) = typed {
            self.say(format!("One answer is legal, and given for you: {} [{only}]", spoken(&*self.table, &only)))?;
            let goes_on = self.do_as_typed(question.seat, Typed::Orders(vec![only]))?;
            if self.table.number() > before {
                self.forced.insert(before + 1);
            } else {
                self.failed_at = Some(before);
            }
            return Ok(goes_on);
        }
        let Some(line) = self.line()? else { return Ok(false) };
        self.do_as_typed(question.seat, Typed::read(&line))
    }

    /// The only legal answer to a question, where nobody but the person at the table could draw conclusions from its
    /// being given at once. A turn is always asked for.
    fn only_answer(&mut self, question: &Question) -> Option<String> {
        let asks = !self.answers_forced || self.people() != 1 || self.failed_at == Some(self.table.number());
        if asks || question.name == "turn" {
            return None;
        }
        match self.table.orders(2) {
            Ok((lines, Whole::All)) if lines.len() == 1 => lines.into_iter().next().map(|line| line.text),
            _ => None,
        }
    }

    /// Does what a person typed; false when they leave.
    fn do_as_typed(&mut self, seat: Seat, typed: Typed) -> Result<bool, Failure> {
        match typed {
            Typed::Quit => return Ok(false),
            typed => match self.obey(seat, typed) {
                // what the game cannot do is said, and the match goes on
                Err(Told::Trouble(Trouble::Slow(fault))) => return self.slow(&fault, None),
                Err(Told::Trouble(trouble)) => self.say(sentence(&trouble))?,
                Err(Told::Failure(failure)) => return Err(failure),
                Ok(()) => {}
            },
        }
        Ok(true)
    }

    fn line(&mut self) -> Result<Option<String>, Failure> {
        if self.screen {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        let line = next_line(self.input)?;
        if let Some(line) = &line
            && !self.screen
        {
            writeln!(self.out, "> {line}")?;
        }
        Ok(line)
    }

    /// Two people at one screen: the other one looks away. False when nobody is there any more.
    fn draw_curtain(&mut self, seat: Seat) -> Result<bool, Failure> {
        if self.people() < 2 || self.eyes == Some(seat) {
            return Ok(true);
        }
        let who = side(&self.sides, seat).to_owned();
        self.eyes = None;
        if self.screen {
            self.clear()?;
            self.say(format!("The {who} side decides, and the others look away. Enter when ready."))?;
            self.out.flush()?;
            if next_line(self.input)?.is_none() {
                return Ok(false);
            }
            self.clear()?;
        } else {
            self.say(format!("--- for {who} alone ---"))?;
        }
        self.eyes = Some(seat);
        Ok(true)
    }

    /// Clears the screen. Only people before a terminal have one, which then is standard output: what goes there by way of
    /// `out` commands nothing.
    fn clear(&mut self) -> Result<(), Failure> {
        self.out.flush()?;
        let mut terminal = std::io::stdout();
        terminal.write_all(CLEAR.as_bytes())?;
        Ok(terminal.flush()?)
    }

    fn obey(&mut self, seat: Seat, typed: Typed) -> Result<(), Told> {
        match typed {
            Typed::Empty | Typed::Quit => {}
            Typed::Help => {
                self.say(HELP)?;
                for line in self.table.legend() {
                    self.say(line)?;
                }
                if self.answers_forced {
                    self.say("Where one answer alone is legal it is given for you; `--ask-always` leaves it to you.")?;
                }
            }
            Typed::List(filter) => list_orders(self.table, &filter, self.out)?,
            Typed::Why(order) => self.explain(&order)?,
            Typed::Undo => self.undo(seat)?,
            Typed::Redo => {
                self.table.redo()?;
            }
            Typed::Log(count) => {
                let lines = self.table.log(self.reader());
                write_log(&*self.table, &lines[lines.len().saturating_sub(count)..], self.out)?;
            }
            Typed::Board => {
                if self.draw_curtain(seat)? {
                    for line in board(self.table, seat) {
                        self.say(line)?;
                    }
                }
            }
            Typed::Place(name) => {
                if self.draw_curtain(seat)? {
                    match listing::place(self.table, seat, &name) {
                        Ok(lines) => lines.into_iter().try_for_each(|line| self.say(line))?,
                        Err(why) => self.say(why)?,
                    }
                }
            }
            Typed::Odd(word, wants) => {
                self.say(format!("`{word}` {wants}. An order that begins so: put `>` before it."))?
            }
            Typed::Save(path) => {
                self.table.save_as(&path)?;
                self.say(format!("The match goes on in {}.", path.display()))?;
            }
            Typed::Note(text) => self.table.note(&text)?,
            Typed::Orders(orders) => self.give(seat, &orders)?,
        }
        Ok(())
    }

    /// Orders of one line; the first that does not stand ends it.
    fn give(&mut self, seat: Seat, orders: &[String]) -> Result<(), Told> {
        for (k, order) in orders.iter().enumerate() {
            let mine = matches!(self.table.ask(), Ask::Ask(question) if question.seat == seat);
            if !mine {
                self.say(format!("Not given, since the decision has passed on: {}", orders[k..].join("; ")))?;
                break;
            }
            if let Err(trouble) = self.table.play_text(order) {
                if k > 0 {
                    self.say(format!("Given: {}. Not given: {}", orders[..k].join("; "), orders[k..].join("; ")))?;
                }
                return Err(trouble.into());
            }
        }
        Ok(())
    }

    fn explain(&mut self, order: &str) -> Result<(), Told> {
        let line = self.table.check_text(order)?;
        let effect = self.table.effect_of(order)?;
        let back = match (effect.rolled, effect.told.is_empty()) {
            (false, true) => "it can be taken back",
            (true, _) => "it rolls dice, so it cannot be taken back",
            (false, false) => "it tells something hidden, so it cannot be taken back",
        };
        let order = spoken(&*self.table, &line.text);
        let order = if order == line.text { order } else { format!("{order} [{}]", line.text) };
        self.say(format!("Legal: {order}, {}; {back}.", cost(&*self.table, line.cost)))?;
        for line in self.table.follows(&line.text)?.lines() {
            self.say(format!("  {line}"))?;
        }
        Ok(())
    }

    /// Takes back the newest order of the one who is asked; in a friendly match of the person who gave the newest of all.
    fn undo(&mut self, asked: Seat) -> Result<(), Told> {
        let log = self.table.log(None);
        let is_person = |seat: Seat| self.bots.get(seat.index()).is_some_and(Option::is_none);
        let newest = log.last().map(|line| line.seat).filter(|_| self.table.header().friendly);
        let by = newest.filter(|seat| is_person(*seat)).unwrap_or(asked);
        // answers that were given for the person are no decision of theirs: the one before them is taken back
        let own = log.iter().rev().find(|line| is_person(line.seat) && !self.forced.contains(&line.n));
        match own.filter(|_| log.last().is_some_and(|line| self.forced.contains(&line.n))) {
            Some(own) => {
                self.table.can_go_back(own.seat, own.n - 1).map_err(Trouble::from)?;
                self.table.back_to(own.n - 1)?;
            }
            None => self.table.undo(by)?,
        }
        let last = self.table.number();
        self.forced.retain(|n| *n <= last);
        for told in &mut self.told {
            *told = last.min(*told);
        }
        Ok(self.say(format!("Taken back to order {last}."))?)
    }
}

/// Clears the screen and what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Why a typed line was not obeyed.
enum Told {
    /// The game says no: that is told, and the match goes on.
    Trouble(Trouble),
    /// The program cannot go on.
    Failure(Failure),
}

impl From<Trouble> for Told {
    fn from(trouble: Trouble) -> Self {
        Told::Trouble(trouble)
    }
}

impl From<Failure> for Told {
    fn from(failure: Failure) -> Self {
        Told::Failure(failure)
    }
}

impl From<std::io::Error> for Told {
    fn from(error: std::io::Error) -> Self {
        Told::Failure(error.into())
    }
}

impl From<listing::Listed> for Told {
    fn from(listed: listing::Listed) -> Self {
        match listed {
            listing::Listed::Game(trouble) => Told::Trouble(trouble),
            listing::Listed::Stream(error) => Told::Failure(error.into()),
        }
    }
}

fn sentence(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused(refusal) => listing::refusal(refusal),
        Trouble::Barred(Barrier::Told(_) | Barrier::Rolled(_) | Barrier::Answered(_)) => {
            format!("Cannot be taken back: {trouble}.")
        }
        Trouble::HookOff(fault) => format!("{fault}. The printed rule holds from now on; give the order again."),
        Trouble::File(_) => format!("{trouble}. The match stands as before; `save FILE` goes on in another file."),
        _ => format!("Cannot: {trouble}."),
    }
}
