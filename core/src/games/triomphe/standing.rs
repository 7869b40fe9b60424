//! A state as text: as the set-up lines of a case, and as the set-up of a pack.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::Triomphe;
use super::WORDS;
use super::case::marks_alone;
use super::flow::{Fight, March, Step};
use super::model::{CLASS_NAMES, FACE_NAMES, Flags, Morale, Piece, Pool, Pos, State, UNSEEN};
use super::notation::SIDES;
use super::phases::Phases;
use super::setup_file::SetupFile;
use crate::board::{ApproachId, LocaleId, PairId};
use crate::kernel::{Header, Seat};
use crate::pack::case::as_word;

/// What pieces of one group of a set-up have in common: army, place, whether they are disorganized, and their pool.
type Alike = (Seat, Pos, bool, Option<Pool>);

/// The army's word.
fn side(seat: Seat) -> &'static str {
    SIDES.get(seat.index()).copied().unwrap_or_default()
}

/// Pieces of a list that are alike in all but the face, as a bag: `2x3I+2C`.
fn bag<'a>(faces: impl Iterator<Item = &'a Piece>) -> String {
    let mut counts: BTreeMap<u8, u8> = BTreeMap::new();
    faces.for_each(|piece| *counts.entry(piece.class.0).or_default() += 1);
    let name = |class: &u8| CLASS_NAMES.get(usize::from(*class)).copied().unwrap_or("?");
    let parts =
        counts.iter().map(|(class, n)| if *n == 1 { name(class).to_owned() } else { format!("{n}x{}", name(class)) });
    parts.collect::<Vec<_>>().join("+")
}

/// The lines for the variants, their options and the readings of the rules of a match.
fn asked_for(header: &Header) -> Vec<String> {
    let mut lines: Vec<String> = header.variants.iter().map(|id| format!("variant {id}")).collect();
    lines.extend(header.options.iter().map(|(key, value)| format!("option {key} {}", as_word(value))));
    lines.extend(header.rulings.iter().map(|(name, value)| format!("switch {name} = {}", as_word(value))));
    lines
}

impl Triomphe {
    /// See [`crate::kernel::Game::beginning`].
    pub(super) fn beginning_lines(&self, header: &Header) -> Vec<String> {
        let mut lines = vec![format!("setup {}", as_word(&header.setup.name))];
        lines.extend(asked_for(header));
        lines.push(format!("seed {}", header.seed.0));
        lines.push(format!("turn {}", side(self.numbers.first_seat())));
        lines.push("phase start".to_owned());
        lines
    }

    /// See [`crate::kernel::Game::position`]: between two actions of a turn.
    pub(super) fn position_lines(&self, s: &State, header: &Header) -> Option<Vec<String>> {
        let p = &s.public;
        let is_open = p.step == Step::Turn && p.prompt.is_none() && p.ending.is_none() && p.to_lose == [0; 2];
        if !is_open
            || p.fight != Fight::default()
            || p.march != March::default()
            || p.to_commit.iter().any(|due| due.1 > 0)
        {
            return None;
        }
        let mut lines = vec!["setup none".to_owned()];
        lines.extend(asked_for(header));
        lines.push(format!("seed {}", s.seed.0));
        lines.push(format!("round {}", self.numbers.hour_of(p.round)));
        lines.push(format!("turn {}", side(p.active)));
        lines.push(format!("commands {}", p.used));
        if p.phase > 0 {
            let in_it = |action: &&&str| self.numbers.phases.with(action) == Some(p.phase);
            lines.push(format!("phase {}", Phases::NAMES.iter().find(in_it)?));
        }
        lines.push(format!("orders {}", p.orders));
        for pieces in s.pieces.chunk_by(|a, b| (a.seat, a.pos, a.flags) == (b.seat, b.pos, b.flags)) {
            // of one pool each, in the order of the pools
            let mut pools: Vec<Pool> = pieces.iter().map(|piece| piece.pool).collect();
            pools.sort_unstable();
            pools.dedup();
            let is_known = |pool: &Pool| pool.class().is_some();
            let known = pools.iter().any(is_known).then_some(None);
            for pool in known.into_iter().chain(pools.iter().filter(|pool| !is_known(pool)).map(Some)) {
                let alike = |piece: &&Piece| pool.map_or(is_known(&piece.pool), |pool| piece.pool == *pool);
                lines.push(self.pieces_line(pieces.iter().filter(alike), pool)?);
            }
        }
        for seat in [Seat(0), Seat(1)] {
            lines.extend(self.morale_lines(&p.morale[seat.index()], seat));
            for locale in p.entered[seat.index()].iter() {
                lines.push(format!("last_in {} {}", self.locale_word(locale), side(seat)));
            }
            let deck = &p.unseen[seat.index()];
            if deck.total() > 0 {
                let faces = deck.entries().map(|(k, n)| format!("{n}x{}", CLASS_NAMES.get(k).copied().unwrap_or("?")));
                lines.push(format!("unseen {} {}", side(seat), faces.collect::<Vec<_>>().join("+")));
            }
            if p.broken[seat.index()] > 0 {
                lines.push(format!("broken {} {}", side(seat), self.numbers.hour_of(p.broken[seat.index()])));
            }
            let committing = p.to_commit[seat.index()].0;
            if committing != LocaleId(0) {
                lines.push(format!("memory committing {} {}", side(seat), self.locale_word(committing)));
            }
        }
        self.turn_lines(s, &mut lines);
        for (pack, schema, memory) in self.rules.stack().into_iter().flat_map(|stack| stack.recalled(&p.memory)) {
            lines.extend(schema.written(&memory).into_iter().map(|line| format!("remember {pack} {line}")));
        }
        Some(lines)
    }

    /// `at 12/11 french 2x3I acted among 13`: pieces of one place and one pool; none of a pool for those that are known.
    fn pieces_line<'a>(&self, pieces: impl Iterator<Item = &'a Piece> + Clone, pool: Option<&Pool>) -> Option<String> {
        let first = pieces.clone().next()?;
        let mut line = format!("at {} {} {}", self.position_word(first.pos), side(first.seat), bag(pieces));
        for mark in marks_alone(first.flags)? {
            line.push(' ');
            line.push_str(mark);
        }
        match pool {
            None if first.flags.has(Flags::UP) => {}
            None => line.push_str(" known"),
            Some(pool) => {
                let _ = write!(line, " among {}", pool.0);
            }
        }
        Some(line)
    }

    fn morale_lines(&self, morale: &Morale, seat: Seat) -> Vec<String> {
        let committed = morale.committed.entries().map(|(k, n)| format!("{} {n}", self.locale_word(LocaleId(k as u8))));
        let committed: Vec<String> = committed.collect();
        let committed =
            if committed.is_empty() { String::new() } else { format!(" committed {}", committed.join(", ")) };
        let mut lines = vec![format!("morale {} {}{committed}", side(seat), morale.uncommitted)];
        for (k, tokens) in morale.track.iter().enumerate().filter(|(_, tokens)| **tokens > 0) {
            lines.push(format!("track {} {} {tokens}", side(seat), self.numbers.hour_of(k as u8 + 1)));
        }
        if morale.lost > 0 {
            lines.push(format!("lost {} {}", side(seat), morale.lost));
        }
        lines
    }

    /// What was done earlier in the turn.
    fn turn_lines(&self, s: &State, lines: &mut Vec<String>) {
        let p = &s.public;
        for (crossing, traffic) in p.traffic.used() {
            let (first, second) = self.map.crossing(crossing).ends;
            let from = if traffic.way == 1 { second } else { Some(first) };
            let from = from.map_or_else(|| "edge".to_owned(), |locale| self.locale_word(locale));
            for k in (0..traffic.count).rev() {
                let attacked = if k == 0 && traffic.attacked { " attacked" } else { "" };
                let (name, step) = (self.map.crossing_name(crossing), traffic.last.saturating_sub(k));
                lines.push(format!("memory crossing {} step {step} from {from}{attacked}", as_word(&name)));
            }
        }
        let approach = |k: usize| as_word(&self.map.approach_name(ApproachId(k as u16))).into_owned();
        lines.extend(p.attacked.iter().map(|k| format!("memory attacked {}", approach(k))));
        lines
            .extend(p.closed.iter().map(|k| format!("memory closed {}", as_word(self.map.pair_name(PairId(k as u8))))));
        lines.extend(p.stormed.iter().map(|locale| format!("memory stormed {}", self.locale_word(locale))));
        lines.extend((0..p.pontoon).map(|_| "memory pontoon".to_owned()));
        lines.extend(p.begun.iter().map(|locale| format!("memory begun {}", self.locale_word(locale))));
        let shifted = p.shifted.entries();
        lines.extend(shifted.map(|(k, n)| format!("memory shifted {} {n}", self.locale_word(LocaleId(k as u8)))));
    }

    fn locale_word(&self, locale: LocaleId) -> String {
        as_word(self.map.locale_name(locale)).into_owned()
    }

    fn position_word(&self, pos: Pos) -> String {
        as_word(&self.map.position_name(pos.place())).into_owned()
    }

    /// See [`crate::kernel::Game::setup_text`]. What was done in the turn is forgotten: the first army begins the round.
    pub(super) fn setup_toml(&self, s: &State, name: &str) -> Result<String, String> {
        let p = &s.public;
        let mut out = String::new();
        let told = format!("{} in the {} turn, copied from a match.", self.numbers.hour_of(p.round), side(p.active));
        let _ = writeln!(
            out,
            "# The round begins anew: acts, commands, traffic and declarations of the turn are left out."
        );
        let _ =
            writeln!(out, "[setup]\nname = {name:?}\nhelp = {told:?}\nhour = \"{}\"", self.numbers.hour_of(p.round));
        // blocks that are hidden together stay so
        let mut groups: BTreeMap<Alike, BTreeMap<u8, u8>> = BTreeMap::new();
        for piece in s.pieces.iter().filter(|piece| piece.class != UNSEEN) {
            let pool = Some(piece.pool).filter(|pool| pool.class().is_none());
            let group = groups.entry((piece.seat, piece.pos, piece.flags.has(Flags::DISORGANIZED), pool)).or_default();
            *group.entry(piece.class.0).or_default() += 1;
        }
        for ((seat, pos, disorganized, pool), faces) in groups {
            let count: u8 = faces.values().sum();
            let faces =
                faces.iter().map(|(class, n)| format!("{} = {n}", FACE_NAMES.get(usize::from(*class)).unwrap_or(&"?")));
            let faces: Vec<String> = faces.collect();
            let _ = writeln!(out, "\n[[pieces]]\narmy = \"{}\"\nfaces = {{ {} }}", side(seat), faces.join(", "));
            let _ = writeln!(out, "into = {{ {} = {count} }}", self.key(&self.map.position_name(pos.place())));
            if let Some(pool) = pool {
                let _ = writeln!(out, "pool = \"{}\"", pool.0);
            }
            if disorganized {
                let _ = writeln!(out, "disorganized = true");
            }
        }
        for seat in [Seat(0), Seat(1)] {
            self.write_unseen(s, seat, &mut out)?;
        }
        for seat in [Seat(0), Seat(1)] {
            let morale = &p.morale[seat.index()];
            let _ = writeln!(out, "\n[morale.{}]\nuncommitted = {}", side(seat), morale.uncommitted);
            let track = morale.track.iter().enumerate().filter(|(_, n)| **n > 0);
            let track: Vec<String> =
                track.map(|(k, n)| format!("\"{}\" = {n}", self.numbers.hour_of(k as u8 + 1))).collect();
            if !track.is_empty() {
                let _ = writeln!(out, "track = {{ {} }}", track.join(", "));
            }
            let committed = morale.committed.entries();
            let committed: Vec<String> = committed
                .map(|(k, n)| format!("{} = {n}", self.key(self.map.locale_name(LocaleId(k as u8)))))
                .collect();
            if !committed.is_empty() {
                let _ = writeln!(out, "committed = {{ {} }}", committed.join(", "));
            }
        }
        match SetupFile::load("setup.toml", &out, &self.map, &self.numbers, &WORDS) {
            Ok(_) => Ok(out),
            Err(found) => Err(format!("No set-up can say this position:\n{}", found.to_string().trim_end())),
        }
    }

    /// The blocks that nobody has looked at: they share one deck, so they are one group.
    fn write_unseen(&self, s: &State, seat: Seat, out: &mut String) -> Result<(), String> {
        let unseen: Vec<&Piece> = s.pieces_of(seat).filter(|piece| piece.class == UNSEEN).collect();
        let disorganized = unseen.iter().filter(|piece| piece.flags.has(Flags::DISORGANIZED)).count();
        if unseen.is_empty() {
            return Ok(());
        }
        if disorganized > 0 && disorganized < unseen.len() {
            return Err("Blocks that nobody has looked at are partly disorganized: no set-up can say so.".to_owned());
        }
        let mut places: BTreeMap<Pos, u8> = BTreeMap::new();
        unseen.iter().for_each(|piece| *places.entry(piece.pos).or_default() += 1);
        let deck = s.public.unseen[seat.index()].entries();
        let faces: Vec<String> = deck.map(|(k, n)| format!("{} = {n}", FACE_NAMES.get(k).unwrap_or(&"?"))).collect();
        let into = places.iter().map(|(pos, n)| format!("{} = {n}", self.key(&self.map.position_name(pos.place()))));
        let into: Vec<String> = into.collect();
        let _ = writeln!(out, "\n[[pieces]]\narmy = \"{}\"\nfaces = {{ {} }}", side(seat), faces.join(", "));
        let _ = writeln!(out, "into = {{ {} }}\nunseen = true", into.join(", "));
        if disorganized > 0 {
            let _ = writeln!(out, "disorganized = true");
        }
        Ok(())
    }

    /// A name as a key of TOML.
    fn key(&self, name: &str) -> String {
        let bare =
            !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_');
        if bare { name.to_owned() } else { format!("{name:?}") }
    }
}
