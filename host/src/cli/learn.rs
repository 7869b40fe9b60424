//! `learn`: a lesson in the terminal, the list of lessons, and the recorder.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use bormida_core::games::Catalogue;
use bormida_core::games::catalogue::PERSON;
use bormida_core::kernel::{Opening, Seat, Table, Trouble};
use bormida_core::lesson::{self, Button, Card, Hand, Notice, Report, Skeleton, Tutor};
use bormida_core::pack::nearest::did_you_mean;
use bormida_core::pack::{Kind, Pack};
use serde_json::json;

use super::listing::{board, list_orders, refusal, write_log};
use super::open::{opened, seat_named};
use super::typed::next_line;
use super::voice::{Ended, Failure, Plain, Status, Voice};
use super::words::Learn;
use crate::in_place::put_in_place;

/// Leads through a lesson, lists them, or writes a skeleton.
pub(super) fn run(args: &Learn, voice: &mut Voice<'_>) -> Ended {
    if let Some(save) = &args.record {
        return record(save, args, voice);
    }
    let Some(name) = &args.lesson else { return list(voice) };
    let pack = named(name, voice)?;
    let screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !voice.json;
    let mut aside = io::stderr();
    let mut aside = Plain(&mut aside);
    let (catalogue, mut input) = (voice.catalogue, io::stdin().lock());
    if let Some(path) = args.results.as_deref().filter(|path| path.exists() && !args.force) {
        return Err(Failure::Lost(format!("{}: is there already; --force writes over it", path.display())));
    }
    let report = {
        let out: &mut dyn Write = if voice.json { &mut aside } else { &mut *voice.out };
        let begun = lesson::begin(&pack, catalogue);
        let (mut tutor, table) = begun.map_err(|fault| Failure::Lost(format!("{}: {fault}", pack.id())))?;
        tutor.speak_to(&*table, Hand::Typing);
        let results = args.results.as_deref().map(|path| Results { path, written: None });
        let mut led = Led { tutor, table, pack, catalogue, input: &mut input, out, screen, results };
        led.run()?;
        led.tutor.report().clone()
    };
    if voice.json {
        voice.object(&report)?;
    }
    Ok(Status::Fine)
}

fn list(voice: &mut Voice<'_>) -> Ended {
    let packs = lesson::lessons(voice.catalogue);
    if voice.json {
        let line = |pack: &Pack| {
            let about = &pack.manifest;
            json!({ "id": about.id, "game": about.game, "title": about.title, "description": about.description })
        };
        let lessons: Vec<_> = packs.iter().map(line).collect();
        voice.object(&json!({ "lessons": lessons }))?;
        return Ok(Status::Fine);
    }
    for pack in &packs {
        let about = &pack.manifest;
        writeln!(voice.out, "{}  {}: {}", about.id, about.title, about.description)?;
    }
    if packs.is_empty() {
        writeln!(voice.out, "There are no lessons here.")?;
    }
    Ok(Status::Fine)
}

/// A lesson by its id, or its pack's folder.
fn named(name: &str, voice: &Voice<'_>) -> Result<Pack, Failure> {
    let packs = lesson::lessons(voice.catalogue);
    if let Some(pack) = packs.iter().find(|pack| pack.id() == name) {
        return Ok(pack.clone());
    }
    if Pack::is_at(Path::new(name)) {
        let pack =
            Pack::read(Path::new(name)).map_err(|found| Failure::Lost(found.to_string().trim_end().to_owned()))?;
        return match pack.manifest.kind {
            Kind::Tutorial => Ok(pack),
            _ => Err(Failure::Use(format!("{name} is no lesson: its pack.toml says another kind"))),
        };
    }
    let broken = voice.catalogue.abouts().into_iter().find_map(|about| {
        let packs = voice.catalogue.game(&about.id).ok()?.packs();
        packs.why_broken(name).map(|found| found.to_string().trim_end().to_owned())
    });
    if let Some(why) = broken {
        return Err(Failure::Lost(why));
    }
    let hint = did_you_mean(name, packs.iter().map(Pack::id)).unwrap_or_else(|| {
        let known: Vec<&str> = packs.iter().map(Pack::id).collect();
        if known.is_empty() { "there are none".to_owned() } else { format!("known: {}", known.join(", ")) }
    });
    Err(Failure::Use(format!("there is no lesson \"{name}\"; {hint}")))
}

fn record(save: &Path, args: &Learn, voice: &mut Voice<'_>) -> Ended {
    let skeleton = written(save, args.seat.as_deref(), args.replay, args.to, voice)?;
    if voice.json {
        voice.object(&json!({ "lesson.luau": skeleton }))?;
    } else {
        write!(voice.out, "{skeleton}")?;
    }
    Ok(Status::Fine)
}

/// The skeleton of a lesson from a saved match.
pub(super) fn written(
    save: &Path,
    seat: Option<&str>,
    replay: bool,
    to: Option<u32>,
    voice: &Voice<'_>,
) -> Result<String, Failure> {
    let mut table = opened(save, Opening::Look, voice)?.game;
    if table.first_known() > 0 {
        let what = "today's rules do not reproduce its beginning, from which a lesson would have to begin";
        return Err(Failure::Lost(format!("{}: {what}", save.display())));
    }
    let seat = match seat {
        Some(name) => seat_named(&*table, name)?,
        None => leader(&*table),
    };
    let ordered = orders_of(&*table, to);
    let until = to.map_or_else(String::new, |to| format!(" up to order {to}"));
    if !replay && !ordered.contains(&seat) {
        let sides = table.sides();
        let word = |seat: &Seat| sides.get(seat.index()).cloned().unwrap_or_default();
        let mut others: Vec<String> = ordered.iter().map(word).collect();
        others.sort();
        others.dedup();
        let hint = match &others[..] {
            [] => "nobody has ordered anything".to_owned(),
            others => format!("--seat {} has some", others.join(" or ")),
        };
        let why = format!("no order of the {} side stands in it{until}, of which a lesson could be made", word(&seat));
        return Err(Failure::Lost(format!("{}: {why}; {hint}", save.display())));
    }
    if replay && ordered.is_empty() {
        return Err(Failure::Lost(format!(
            "{}: no order stands in it{until}: there is nothing to look on at",
            save.display()
        )));
    }
    let title = save.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let kind = if replay { Skeleton::Replay } else { Skeleton::Led };
    Ok(lesson::skeleton(&mut *table, seat, &title, kind, to))
}

/// Who gave the orders that stand on a table, up to one of them.
fn orders_of(table: &dyn Table, to: Option<u32>) -> Vec<Seat> {
    let lines = table.log(None);
    lines.iter().filter(|line| to.is_none_or(|to| line.n <= to)).map(|line| line.seat).collect()
}

/// Whose orders a lesson is made of unless it is said: those of a person who played, else of the side that began.
fn leader(table: &dyn Table) -> Seat {
    let ordered = orders_of(table, None);
    let seats = &table.header().seats;
    let is_person = |seat: &&Seat| seats.get(seat.index()).is_some_and(|name| name == PERSON);
    ordered.iter().find(is_person).or(ordered.first()).copied().unwrap_or(Seat(0))
}

/// A lesson with its learner before the terminal.
struct Led<'a> {
    tutor: Tutor,
    table: Box<dyn Table>,
    pack: Pack,
    catalogue: &'a Catalogue,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    screen: bool,
    results: Option<Results<'a>>,
}

/// The file of what the learner does, written anew with each step: who leaves in mid-lesson keeps it.
struct Results<'a> {
    path: &'a Path,
    written: Option<Report>,
}

impl Results<'_> {
    fn write(&mut self, report: &Report) -> Result<(), Failure> {
        if self.written.as_ref() == Some(report) {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(report).map_err(io::Error::from)? + "\n";
        let lost = |error: io::Error| Failure::Lost(format!("{}: cannot be written: {error}", self.path.display()));
        put_in_place(self.path, text.as_bytes()).map_err(lost)?;
        self.written = Some(report.clone());
        Ok(())
    }
}

/// What can be typed beside orders.
const WORDS: [(&str, Button); 10] = [
    ("next", Button::Next),
    ("hint", Button::Hint),
    ("show", Button::ShowMe),
    ("show me", Button::ShowMe),
    ("undo", Button::TakeBack),
    ("take back", Button::TakeBack),
    ("on", Button::GoOn),
    ("back", Button::Back),
    ("skip", Button::Skip),
    ("restart", Button::Restart),
];

impl Led<'_> {
    fn run(&mut self) -> Result<(), Failure> {
        let mut last = Card::default();
        if let Some(results) = &mut self.results {
            results.write(self.tutor.report())?;
        }
        let order = self.example();
        writeln!(
            self.out,
            "Type an order{order}, or a word in brackets. `board` shows the board, `?` what can be ordered, `help` how orders are written, `quit` leaves."
        )?;
        loop {
            self.reload()?;
            if let Some(results) = &mut self.results {
                results.write(self.tutor.report())?;
            }
            if *self.tutor.card() != last {
                last = self.tutor.card().clone();
                self.tell(&last)?;
            }
            if last.ended {
                return Ok(());
            }
            if self.screen {
                write!(self.out, "> ")?;
            }
            self.out.flush()?;
            let Some(line) = next_line(self.input)? else { return Ok(()) };
            if !self.screen {
                writeln!(self.out, "> {line}")?;
            }
            if !self.obey(&line)? {
                return Ok(());
            }
        }
    }

    /// An order of this board, to see what one looks like.
    fn example(&mut self) -> String {
        let found = self.table.orders(1).ok().and_then(|(lines, _)| lines.into_iter().next());
        found.map_or_else(String::new, |line| format!(", such as `{}`", line.text))
    }

    /// Takes up what the lesson's author has changed since.
    fn reload(&mut self) -> Result<(), Failure> {
        match lesson::changed(&self.pack) {
            None => {}
            Some(Err(found)) => writeln!(self.out, "The lesson has changed and cannot be read: {found}")?,
            Some(Ok(pack)) => {
                match lesson::Lesson::read(&pack) {
                    Ok(lesson) => {
                        let stages = lesson::open_all(&lesson, &pack, self.catalogue);
                        self.tutor.reload(&mut self.table, lesson, stages);
                        writeln!(self.out, "(The lesson has changed, and goes on as it is now.)")?;
                    }
                    Err(fault) => writeln!(self.out, "The lesson has changed and does not load: {fault}")?,
                }
                self.pack = pack;
            }
        }
        Ok(())
    }

    fn tell(&mut self, card: &Card) -> Result<(), Failure> {
        writeln!(self.out)?;
        if let Some(notice) = &card.notice {
            let sign = match notice {
                Notice::Right(_) => "+",
                Notice::Wrong(_) => "-",
                Notice::Shown(_) | Notice::Fault(_) => "!",
            };
            writeln!(self.out, "{sign} {}", notice.text())?;
        }
        let rule = if card.rule.is_empty() { String::new() } else { format!("  (rule {})", card.rule) };
        if card.ended {
            writeln!(self.out, "== {}: {} ==", card.lesson, card.title)?;
        } else {
            writeln!(self.out, "== {}: step {} of {}, {}{rule} ==", card.lesson, card.step, card.of, card.title)?;
        }
        writeln!(self.out, "{}", card.text)?;
        let marked: Vec<String> = card.marks.parts().iter().map(|part| self.table.part_title(*part)).collect();
        if !marked.is_empty() {
            writeln!(self.out, "Marked on the board: {}.", marked.join(", "))?;
        }
        for (part, text) in &card.marks.labels {
            writeln!(self.out, "  {}: {text}", self.table.part_title(*part))?;
        }
        if !card.question.is_empty() {
            writeln!(self.out, "{}", card.question)?;
            for (answer, k) in card.answers.iter().zip(1..) {
                writeln!(self.out, "  {k}  {answer}")?;
            }
        }
        if let Some(hint) = &card.hint {
            writeln!(self.out, "Hint: {hint}")?;
        }
        if card.ended {
            return Ok(()); // nobody asks for a word any more
        }
        let mut words: Vec<&str> = Vec::new();
        for (word, button) in WORDS {
            if card.has(button) && !word.contains(' ') {
                words.push(word);
            }
        }
        Ok(writeln!(self.out, "[{}]", words.join("] ["))?)
    }

    /// Does what was typed; false when the learner leaves.
    fn obey(&mut self, typed: &str) -> Result<bool, Failure> {
        let card = self.tutor.card().clone();
        if let Some((word, button)) = WORDS.iter().find(|(word, _)| *word == typed) {
            if card.has(*button) {
                self.tutor.press(&mut self.table, *button);
            } else {
                writeln!(self.out, "There is nothing to `{word}` here.")?;
            }
            return Ok(true);
        }
        if let Some(answer) = typed.parse::<usize>().ok().filter(|_| !card.answers.is_empty()) {
            let answers = card.answers.len();
            if !(1..=answers).contains(&answer) {
                writeln!(self.out, "Choose an answer, 1 to {answers}.")?;
                return Ok(true);
            }
            self.tutor.press(&mut self.table, Button::Answer(answer - 1));
            // the same wrong answer again leaves the card as it is, and is answered all the same
            if *self.tutor.card() == card
                && let Some(notice) = &card.notice
            {
                writeln!(self.out, "- {}", notice.text())?;
            }
            return Ok(true);
        }
        match typed {
            "quit" | "q" => return Ok(false),
            "" => self.tutor.press(&mut self.table, Button::Next),
            "board" => {
                for line in board(&*self.table, self.tutor.learner(&*self.table)) {
                    writeln!(self.out, "{line}")?;
                }
            }
            "help" => {
                writeln!(self.out, "Type an order, or one of the words in brackets; `board`, `?` for orders, `quit`.")?;
                for line in self.table.legend() {
                    writeln!(self.out, "{line}")?;
                }
            }
            _ if typed.starts_with('?') => {
                if let Err(wrong) = list_orders(&mut *self.table, typed[1..].trim(), self.out) {
                    writeln!(self.out, "{wrong}")?;
                }
            }
            orders => {
                for order in orders.trim_start_matches('>').split(';').map(str::trim) {
                    let before = self.table.number();
                    match self.tutor.give(&mut self.table, order) {
                        Ok(()) => self.happened(before)?,
                        Err(Trouble::Refused(refused)) => {
                            writeln!(self.out, "{}", refusal(&refused))?;
                            break;
                        }
                        Err(trouble) => {
                            writeln!(self.out, "Cannot: {trouble}.")?;
                            break;
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    /// The orders since, as the learner may read them.
    fn happened(&mut self, before: u32) -> Result<(), Failure> {
        let log = self.table.log(Some(self.tutor.learner(&*self.table)));
        let new = log.iter().position(|line| line.n > before).unwrap_or(log.len());
        Ok(write_log(&*self.table, &log[new..], self.out)?)
    }
}
