//! The expectations of a case: each compares the position, or what a seat knows of it, with the words of the line.

use super::position::{MARKS, mark, marks_of};
use super::words::{bag, collect, need, parse_bag, whole, write_bag};
use super::{SIDES, State, Table, TriompheCase};
use crate::games::triomphe::Token;
use crate::games::triomphe::model::{Flags, Piece, Pool, Pos};
use crate::kernel::{Ask, Bag, Class, Game, Seat};
use crate::pack::case::{Clause, Trouble};
use crate::pack::nearest::did_you_mean;

/// What can be expected.
const KNOWN: [&str; 17] = [
    "at",
    "morale",
    "uncommitted",
    "committed",
    "lost",
    "track",
    "commands",
    "cost",
    "log",
    "sees",
    "knows",
    "could",
    "could_not",
    "over",
    "army",
    "broken",
    "round",
];

impl TriompheCase {
    /// Looks whether a line holds; the word `expect` is not part of it.
    pub(super) fn expectation(&mut self, line: &Clause) -> Result<(), Trouble> {
        match line.word(0).unwrap_or_default() {
            "at" => self.expect_at(line),
            "morale" => self.expect_tokens(line, 2, |state, seat, _| state.morale[seat].level()),
            "uncommitted" => self.expect_tokens(line, 2, |state, seat, _| state.morale[seat].uncommitted),
            "lost" => self.expect_tokens(line, 2, |state, seat, _| state.morale[seat].lost),
            "track" => self.expect_tokens(line, 2, |state, seat, _| state.morale[seat].track.iter().sum()),
            "committed" => self.expect_committed(line),
            "commands" => {
                let used = self.state()?.public.used;
                equal(line, 1, whole(line, 1)?, used, "commands used")
            }
            "round" => {
                let hour = super::words::hour(line, 1)?;
                let (round, now) = (self.round_at(hour), self.state()?.public.round);
                if round == Some(now) { Ok(()) } else { Err(Trouble::at(1, format!("the round is number {now}"))) }
            }
            "cost" => match self.cost {
                Some(cost) => equal(line, 1, i16::from(whole(line, 1)?), cost, "the cost"),
                None => Err(Trouble::at(0, "no order was played")),
            },
            "log" => self.expect_log(line),
            "sees" => self.expect_sees(line),
            "knows" => self.expect_knows(line),
            "could" => self.expect_could(line, true),
            "could_not" => self.expect_could(line, false),
            "over" => self.expect_over(line),
            "army" => self.expect_army(line),
            "broken" => self.expect_broken(line),
            other => Err(Trouble::at(0, format!("\"{other}\" cannot be expected")).hint(did_you_mean(other, KNOWN))),
        }
    }

    /// `at P/Q french 2x3I disorganized`, `at P nothing`: the exact content; each mark named is on every piece.
    fn expect_at(&mut self, line: &Clause) -> Result<(), Trouble> {
        let pos = self.position(line, 1)?;
        if line.word(2) == Some("nothing") {
            let found = collect(self.state()?.pieces.iter().filter(|p| p.pos == pos).map(|p| p.class));
            return if found.is_empty() {
                Ok(())
            } else {
                Err(Trouble::at(2, format!("there is {}", write_bag(&found))))
            };
        }
        let (seat, wanted) = (self.seat(line, 2)?, bag(line, 3)?);
        let there: Vec<Piece> = self.state()?.at(seat, pos).copied().collect();
        let found = collect(there.iter().map(|p| p.class));
        if found != wanted {
            return Err(Trouble::at(3, format!("there is {}", write_bag(&found))));
        }
        let flags: Vec<Flags> = there.iter().map(|p| p.flags).collect();
        self.expect_marks(line, 4, seat, &flags)
    }

    /// The marks from a word on, on every piece.
    fn expect_marks(&mut self, line: &Clause, from: usize, seat: Seat, flags: &[Flags]) -> Result<(), Trouble> {
        let active = self.state()?.public.active;
        for k in from..line.words().len() {
            let word = line.word(k).unwrap_or_default();
            let holds = match word {
                "hidden" => flags.iter().all(|f| !f.has(Flags::UP)),
                _ => {
                    let wanted = mark(word, seat, active).ok_or_else(|| {
                        Trouble::at(k, format!("\"{word}\" marks no piece")).hint(did_you_mean(word, MARKS))
                    })?;
                    flags.iter().all(|f| f.0 & wanted.0 == wanted.0)
                }
            };
            if !holds {
                let found: Vec<String> = flags.iter().map(|f| marks_of(*f, seat, active)).collect();
                return Err(Trouble::at(k, format!("not every piece is {word}: found {}", found.join(", "))));
            }
        }
        Ok(())
    }

    fn expect_tokens(
        &mut self,
        line: &Clause,
        number: usize,
        count: impl Fn(&State, usize, &Clause) -> u8,
    ) -> Result<(), Trouble> {
        let (seat, wanted) = (self.seat(line, 1)?, whole(line, number)?);
        let found = count(self.state()?, seat.index(), line);
        equal(line, number, wanted, found, "tokens")
    }

    /// `committed Q french 2`
    fn expect_committed(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (locale, seat, wanted) = (self.locale(line, 1)?, self.seat(line, 2)?, whole(line, 3)?);
        let found = self.state()?.morale[seat.index()].committed.0[locale.index()];
        equal(line, 3, wanted, found, "tokens there")
    }

    /// `log "text" by austrian`: a line of the last order's log holds the text.
    fn expect_log(&mut self, line: &Clause) -> Result<(), Trouble> {
        let text = need(line, 1, "a text")?;
        let by = match line.word(2) {
            None => None,
            Some("by") => Some(self.seat(line, 3)?),
            Some(_) => return Err(Trouble::at(2, "after the text comes `by` and an army")),
        };
        let lines: Vec<&str> = self.log.iter().map(|event| event.text(by)).collect();
        if lines.iter().any(|line| line.contains(text)) {
            Ok(())
        } else {
            Err(Trouble::at(1, format!("the log says: {}", lines.join(" / "))))
        }
    }

    /// `over austrian decisive`, `over no`
    fn expect_over(&mut self, line: &Clause) -> Result<(), Trouble> {
        let table = self.table()?;
        let found = match table.game.ask(&table.state) {
            Ask::Ask(_) => "no".to_owned(),
            Ask::Over(outcome) => {
                let side = outcome.winner.and_then(|seat| SIDES.get(seat.index()).copied());
                format!("{} {}", side.unwrap_or("nobody"), outcome.kind.split(' ').next().unwrap_or_default())
            }
        };
        if line.text_from(1) == found { Ok(()) } else { Err(Trouble::at(1, format!("over: {found}"))) }
    }

    /// `broken french 10:00AM`, or `no`: the hour in which an army was demoralized and fought on.
    fn expect_broken(&mut self, line: &Clause) -> Result<(), Trouble> {
        let seat = self.seat(line, 1)?;
        let wanted = match line.word(2) {
            Some("no") => 0,
            _ => {
                let hour = super::words::hour(line, 2)?;
                self.round_at(hour).ok_or_else(|| Trouble::at(2, "no round is played at this hour"))?
            }
        };
        match self.state()?.public.broken[seat.index()] {
            found if found == wanted => Ok(()),
            0 => Err(Trouble::at(2, "the army is not demoralized")),
            found => Err(Trouble::at(2, format!("the army was demoralized in round {found}"))),
        }
    }

    /// `army french 4x3I+2C`: all pieces that an army has, wherever they are.
    fn expect_army(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (seat, wanted) = (self.seat(line, 1)?, bag(line, 2)?);
        let found = collect(self.state()?.pieces_of(seat).map(|p| p.class));
        if found == wanted { Ok(()) } else { Err(Trouble::at(2, format!("the army has {}", write_bag(&found)))) }
    }

    /// What a seat knows of a position: the faces it is sure of, how many more there are, and everybody's marks.
    fn seen(&mut self, by: Seat, pos: Pos) -> Result<Seen, Trouble> {
        let Table { game, state, .. } = self.table()?;
        let view = game.view(state, by);
        let mut seen = Seen { owner: None, faces: Bag::new(), blanks: 0, flags: Vec::new(), groups: Vec::new() };
        let own: Vec<&Piece> = view.own.iter().filter(|p| p.pos == pos).collect();
        if !own.is_empty() {
            seen.owner = Some(by);
            seen.flags = own.iter().map(|p| p.flags).collect();
            seen.groups = own.iter().map(|p| Group { pool: None, faces: vec![p.class], members: 1 }).collect();
            seen.faces = collect(own.iter().map(|p| p.class));
            return Ok(seen);
        }
        let there: Vec<&Token> = view.theirs.iter().filter(|t| t.pos == pos).collect();
        seen.owner = (!there.is_empty()).then_some(by.other());
        seen.flags = there.iter().map(|t| t.flags).collect();
        seen.faces = collect(there.iter().filter_map(|t| t.class()));
        for token in there {
            match token.class() {
                Some(class) => seen.groups.push(Group { pool: None, faces: vec![class], members: 1 }),
                None => {
                    seen.blanks += 1;
                    match seen.groups.iter_mut().find(|group| group.pool == Some(token.pool)) {
                        Some(group) => group.members += 1,
                        None => {
                            let faces = view.pools.iter().find(|faces| faces.pool == token.pool);
                            let faces = faces.map_or_else(Vec::new, |faces| faces.classes.clone());
                            seen.groups.push(Group { pool: Some(token.pool), faces, members: 1 });
                        }
                    }
                }
            }
        }
        Ok(seen)
    }

    /// `sees austrian P/Q 2I+1 blank disorganized`
    fn expect_sees(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (by, pos) = (self.seat(line, 1)?, self.position(line, 2)?);
        let words = need(line, 3, "what is seen")?;
        let seen = self.seen(by, pos)?;
        let (mut blanks, mut faces) = (0, Vec::new());
        for part in words.split('+').filter(|part| *part != "nothing") {
            match part.parse::<u8>() {
                Ok(n) => blanks += n,
                Err(_) => faces.push(part),
            }
        }
        let wanted = if faces.is_empty() {
            Bag::new()
        } else {
            parse_bag(&faces.join("+")).map_err(|wrong| Trouble::at(3, wrong))?
        };
        let marks = 4 + usize::from(line.word(4) == Some("blank"));
        if (&wanted, blanks) != (&seen.faces, seen.blanks) {
            let (faces, blanks) = (write_bag(&seen.faces), seen.blanks);
            return Err(Trouble::at(3, format!("seen is: {faces} and {blanks} blank")));
        }
        let owner = seen.owner.unwrap_or(by);
        self.expect_marks(line, marks, owner, &seen.flags)
    }

    /// `knows french Novi`: every face there, and there is one.
    fn expect_knows(&mut self, line: &Clause) -> Result<(), Trouble> {
        let (by, pos) = (self.seat(line, 1)?, self.position(line, 2)?);
        let seen = self.seen(by, pos)?;
        match (seen.blanks, seen.faces.is_empty()) {
            (0, false) => Ok(()),
            (0, true) => Err(Trouble::at(2, "nothing is there")),
            (blanks, _) => Err(Trouble::at(2, format!("{blanks} are blank"))),
        }
    }

    /// `could austrian P/Q 2C`: these faces may be there together, as far as the seat knows.
    fn expect_could(&mut self, line: &Clause, wanted: bool) -> Result<(), Trouble> {
        let (by, pos, faces) = (self.seat(line, 1)?, self.position(line, 2)?, bag(line, 3)?);
        let mut seen = self.seen(by, pos)?;
        let left: Vec<_> = faces.iter().flat_map(|(class, n)| std::iter::repeat_n(*class, usize::from(*n))).collect();
        match (place(&left, &mut seen.groups), wanted) {
            (true, true) | (false, false) => Ok(()),
            (false, true) => Err(Trouble::at(3, "the seat knows that this is not so")),
            (true, false) => Err(Trouble::at(3, "the seat must think this possible")),
        }
    }
}

/// What a seat knows of one position.
struct Seen {
    owner: Option<Seat>,
    faces: Bag,
    blanks: u8,
    flags: Vec<Flags>,
    groups: Vec<Group>,
}

/// Pieces of a position whose faces come from one pool: the pool's faces, and how many of its members are here.
#[derive(Clone)]
struct Group {
    pool: Option<Pool>,
    faces: Vec<Class>,
    members: u8,
}

/// Whether these faces can be there together: each takes a member of a group that still has the face.
fn place(faces: &[Class], groups: &mut [Group]) -> bool {
    let Some((face, rest)) = faces.split_first() else { return true };
    for k in 0..groups.len() {
        let Some(at) = groups[k].faces.iter().position(|known| known == face).filter(|_| groups[k].members > 0) else {
            continue;
        };
        groups[k].faces.swap_remove(at);
        groups[k].members -= 1;
        if place(rest, groups) {
            return true;
        }
        groups[k].faces.push(*face);
        groups[k].members += 1;
    }
    false
}

fn equal<N: Copy + PartialEq + std::fmt::Display>(
    line: &Clause,
    k: usize,
    wanted: N,
    found: N,
    what: &str,
) -> Result<(), Trouble> {
    if wanted == found {
        Ok(())
    } else {
        let word = line.word(k).unwrap_or_default();
        Err(Trouble::at(k, format!("{found} instead of {word}: {what}")))
    }
}
