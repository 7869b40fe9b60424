//! The set-up lines of a case: pieces, morale, and what was done earlier in the turn.

use super::TriompheCase;
use super::words::{bag, hour, whole};
use crate::board::{ApproachId, LocaleId};
use crate::games::triomphe::Traffic;
use crate::games::triomphe::model::{CLASSES, Flags, Piece, Pool, State};
use crate::games::triomphe::tally::Tally;
use crate::kernel::Seat;
use crate::pack::case::{Clause, Trouble};
use crate::pack::nearest::did_you_mean;

/// The marks that words after a bag stand for, for a seat's pieces in a turn of `active`.
pub(super) fn mark(word: &str, seat: Seat, active: Seat) -> Option<Flags> {
    Some(match word {
        "acted" => Flags::ACTED,
        "disorganized" => Flags::DISORGANIZED,
        "organized" => Flags::ORGANIZED,
        "up" => Flags::UP,
        "cleaned" => Flags::CLEANED,
        // in the enemy's turn the declaration of the latest own turn still bars artillery defence (11.4)
        "declared" if seat == active => Flags::AIMED.with(Flags::UP),
        "declared" => Flags::AIMED.with(Flags::UP).with(Flags::SALVO),
        "declared_now" => Flags::AIMED.with(Flags::UP).with(Flags::SALVO).with(Flags::ACTED),
        "fired" => Flags::SALVO,
        _ => return None,
    })
}

/// The words that [`mark`] knows.
pub(super) const MARKS: [&str; 8] =
    ["acted", "disorganized", "organized", "up", "cleaned", "declared", "declared_now", "fired"];

/// The marks of a piece in those words.
pub(super) fn marks_of(flags: Flags, seat: Seat, active: Seat) -> String {
    let has = |word: &&&str| mark(word, seat, active).is_some_and(|marks| flags.0 & marks.0 == marks.0);
    let words: Vec<&str> = MARKS.iter().filter(has).copied().collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" and ") }
}

impl TriompheCase {
    /// Takes one line that speaks of places.
    pub(super) fn set_position(&mut self, line: &Clause) -> Result<(), Trouble> {
        self.open()?;
        match line.word(0).unwrap_or_default() {
            "at" => self.set_pieces(line),
            "morale" => self.set_morale(line),
            "track" => self.set_track(line),
            "last_in" => {
                let (locale, seat) = (self.locale(line, 1)?, self.seat(line, 2)?);
                self.set_last_in(locale, seat)
            }
            "memory" => self.set_memory(line),
            "unseen" => self.set_unseen(line),
            other => {
                Err(Trouble::at(0, format!("\"{other}\" sets nothing up")).hint(did_you_mean(other, super::SETTINGS)))
            }
        }
    }

    /// `at P french 2x3I+2C acted`
    fn set_pieces(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (pos, seat) = (self.position(line, 1)?, self.seat(line, 2)?);
        let bag = bag(line, 3)?;
        let active = self.settings.active;
        let mut flags = Flags::NONE;
        for k in 4..line.words().len() {
            let word = line.word(k).unwrap_or_default();
            let known = mark(word, seat, active)
                .ok_or_else(|| Trouble::at(k, format!("\"{word}\" marks no piece")).hint(did_you_mean(word, MARKS)))?;
            flags = flags.with(known);
        }
        // all hidden faces of an army are one pool; those that are up are known
        let hidden = Pool(CLASSES as u8 + seat.0);
        let state = self.state()?;
        if state.pieces.iter().any(|p| p.seat != seat && p.pos == pos) {
            return Err(Trouble::at(1, "pieces of both armies cannot stand in one position"));
        }
        for (class, count) in bag {
            for _ in 0..count {
                let pool = if flags.has(Flags::UP) { Pool::known(class) } else { hidden };
                let piece = Piece { seat, pos, flags, class, pool };
                state.pieces.try_push(piece).map_err(|_| Trouble::at(3, "more pieces than a match can have"))?;
            }
        }
        if let Some(locale) = self.locale_of(pos)? {
            self.set_last_in(locale, seat)?;
        }
        Ok(())
    }

    /// `unseen french 3I+2x2I`: what the blocks `?I` are, nobody knows which
    fn set_unseen(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (seat, faces) = (self.seat(line, 1)?, bag(line, 2)?);
        let deck = &mut self.state()?.public.unseen[seat.index()];
        *deck = Tally::default();
        for (class, count) in faces {
            let place = deck.0.get_mut(usize::from(class.0));
            *place.ok_or_else(|| Trouble::at(2, "these are the faces that are drawn"))? = count;
        }
        Ok(())
    }

    /// `morale french 3 committed Q 2, S 1`
    fn set_morale(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (seat, uncommitted) = (self.seat(line, 1)?, whole(line, 2)?);
        let mut committed = Tally::default();
        match line.word(3) {
            None => {}
            Some("committed") => {
                for k in (4..line.words().len()).step_by(2) {
                    committed.0[self.locale(line, k)?.index()] = whole(line, k + 1)?;
                }
            }
            Some(_) => {
                return Err(Trouble::at(3, "after the uncommitted tokens comes `committed` and locales with theirs"));
            }
        }
        let morale = &mut self.state()?.public.morale[seat.index()];
        morale.uncommitted = uncommitted;
        morale.committed = committed;
        Ok(())
    }

    /// `track french 11:00AM 2`
    fn set_track(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (seat, hour, tokens) = (self.seat(line, 1)?, hour(line, 2)?, whole(line, 3)?);
        let round = self.round_at(hour).ok_or_else(|| Trouble::at(2, "no round is played at this hour"))?;
        let place = self.state()?.public.morale[seat.index()].track.get_mut(usize::from(round) - 1);
        *place.ok_or_else(|| Trouble::at(2, "the time track ends before this hour"))? = tokens;
        Ok(())
    }

    fn set_last_in(&mut self, locale: LocaleId, seat: Seat) -> Result<(), Trouble> {
        let entered = &mut self.state()?.public.entered;
        entered[seat.index()].insert(locale);
        entered[1 - seat.index()].remove(locale);
        Ok(())
    }

    /// What was done earlier this turn.
    fn set_memory(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(1).unwrap_or_default() {
            "crossing" => self.set_traffic(line)?,
            "attacked" => {
                let ApproachId(over) = self.approach(line, 2)?;
                self.state()?.public.attacked.set(usize::from(over));
            }
            "closed" => {
                let pair = self.pair(line, 2)?;
                self.state()?.public.closed.set(pair.index());
            }
            "stormed" => {
                let locale = self.locale(line, 2)?;
                self.state()?.public.stormed.insert(locale);
            }
            "pontoon" => self.state()?.public.pontoon += 1,
            "begun" => {
                let locale = self.locale(line, 2)?;
                self.state()?.public.begun.insert(locale);
            }
            "shifted" => {
                let (locale, tokens) = (self.locale(line, 2)?, whole(line, 3)?);
                self.state()?.public.shifted.0[locale.index()] = tokens;
            }
            other => {
                let known = ["crossing", "attacked", "closed", "stormed", "pontoon", "begun", "shifted"];
                return Err(
                    Trouble::at(1, format!("\"{other}\" is nothing to remember")).hint(did_you_mean(other, known))
                );
            }
        }
        Ok(())
    }

    /// `memory crossing P-Q/main1 step 2 from P attacked`: one passage.
    fn set_traffic(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (Some("step"), Some("from")) = (line.word(3), line.word(5)) else {
            return Err(Trouble::new("a passage is written `memory crossing P-Q/main1 step 2 from P`"));
        };
        let (crossing, step) = (self.crossing(line, 2)?, whole(line, 4)?);
        let ends = self.map()?.crossing(crossing).ends;
        let from = match line.word(6) {
            Some("edge") => None,
            _ => Some(self.locale(line, 6)?),
        };
        // 1 is towards the first end, 2 towards the second
        let way = match from {
            from if from == ends.1 => 1,
            Some(from) if from == ends.0 => 2,
            _ => return Err(Trouble::at(6, "the crossing does not begin here")),
        };
        let attacked = match line.word(7) {
            None => false,
            Some("attacked") => true,
            Some(_) => return Err(Trouble::at(7, "after the passage may come `attacked`")),
        };
        let traffic = &mut self.state()?.public.traffic;
        let old = traffic.at(crossing);
        if old.count > 0 && (old.way != way || old.last >= step) {
            return Err(Trouble::new("passages go one way, each at a higher step than the one before"));
        }
        traffic.set(crossing, Traffic { last: step, count: old.count + 1, way, attacked: old.attacked || attacked });
        Ok(())
    }
}

/// The state of a case before its lines: nobody on the board, ten tokens each.
pub(super) fn blank() -> State {
    let mut state = State::empty(1);
    for morale in &mut state.public.morale {
        morale.uncommitted = 10;
    }
    state
}
