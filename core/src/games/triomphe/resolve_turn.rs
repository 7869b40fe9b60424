//! How a turn begins and ends. (5, 16, 18, 19)

use super::Triomphe;
use super::doing::Doing;
use super::flow::{Fight, March, Step};
use super::model::{ANY_QUOTA, ANY_REACH, AS_PRINTED, AUSTRIAN, Ending, FRENCH, Flags, Pos, Public, State};
use super::rules::{GainFacts, HoldingFacts, LineFacts};
use super::settings::{CleanUp, Shuffle};
use crate::board::{AreaMap, HoldingId, Hour, LocaleId, Position};
use crate::kernel::Fault;

/// What the questions of a turn were answered when it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    allowance: u8,
    quota: u8,
    reach: u8,
    entry: [u8; AreaMap::MOST_HOLDINGS],
}

impl Answers {
    /// Notes them for the turn.
    pub(super) fn note(self, p: &mut Public) {
        (p.allowance, p.quota, p.reach, p.entry) = (self.allowance, self.quota, self.reach, self.entry);
    }
}

impl Triomphe {
    /// Asks the questions of the turn that begins. (6, 8, 14, 15)
    pub(super) fn turn_answers(&self, s: &State) -> Result<Answers, Fault> {
        let (now, facts) = (self.now(s), self.turn_facts(s));
        let allowance = self.rules.commands(now, facts)?.min(15);
        let quota = match s.active {
            FRENCH => self.rules.organize_quota(now, facts)?.min(ANY_QUOTA),
            _ => ANY_QUOTA,
        };
        let reach = self.rules.road_reach(now, facts)?;
        let mut entry = [AS_PRINTED; AreaMap::MOST_HOLDINGS];
        for holding in self.map.holdings() {
            let printed = self.map.holding(holding).hour.0;
            let hour = self.rules.entry_hour(now, HoldingFacts { holding, printed })?;
            entry[holding.index()] = if hour == printed { AS_PRINTED } else { hour };
        }
        // rain shortens a march, nothing lengthens it
        let reach = if reach >= self.numbers.road_steps { ANY_REACH } else { reach };
        Ok(Answers { allowance, quota, reach, entry })
    }

    /// The steps that a road march has. (8)
    pub(super) fn road_steps(&self, s: &State) -> u8 {
        self.numbers.road_steps.min(s.reach)
    }

    /// From which hour on reinforcements enter from a holding area. (15)
    pub(super) fn entry_hour(&self, s: &State, holding: HoldingId) -> Hour {
        match s.entry[holding.index()] {
            AS_PRINTED => self.map.holding(holding).hour,
            hour => Hour(hour),
        }
    }
}

impl Doing<'_> {
    /// Scheduled morale, then clean-up, then actions. (5, 16, 18)
    pub(super) fn start_turn(&mut self) -> Result<(), Fault> {
        let (g, seat, k) = (self.g, self.s.active, self.s.active.index());
        let facts = g.turn_facts(self.s);
        self.say("5", &[], |g, s| format!("{}: {} turn.", g.hour(s), g.side_word(seat)));
        if g.numbers.shuffle == Shuffle::TurnStart {
            self.s.shuffle(seat);
        }
        if seat == g.numbers.first_seat() {
            self.recover()?;
        }
        let round = usize::from(self.s.round) - 1;
        let waiting = self.s.morale[k].track.get(round).copied().unwrap_or(0);
        let gain = g.rules.morale_gain(g.now(self.s), GainFacts { seat, on_track: waiting })?.min(waiting);
        let answers = g.turn_answers(self.s)?;
        let p = &mut self.s.public;
        if let Some(space) = p.morale[k].track.get_mut(round) {
            *space = 0;
        }
        p.morale[k].uncommitted += gain;
        p.morale[k].lost = p.morale[k].lost.saturating_add(waiting.saturating_sub(gain));
        p.used = 0;
        answers.note(p);
        if gain > 0 {
            self.say("18", &[], |g, _| format!("{} receives {gain} morale.", g.side_name(seat)));
        }
        let guns_hide = g.hour(self.s) >= g.numbers.artillery_hour;
        self.s.remark(seat, |p| {
            let flags = p.flags.without(Flags::SALVO);
            let waits = matches!(p.pos.place(), Position::Holding(_));
            if waits && guns_hide && seat == AUSTRIAN { flags.without(Flags::UP) } else { flags }
        });
        if g.numbers.clean_up == CleanUp::TurnStart {
            self.clean_up_approaches();
        }
        if seat == FRENCH && g.numbers.wakes_near_enemy {
            self.wake();
        }
        self.go_on(Step::Start);
        let asked = g.rules.on_turn_start(g.now(self.s), facts)?;
        self.follow_up(asked)
    }

    /// The French with the enemy in an adjacent locale are organized. (14)
    fn wake(&mut self) {
        let g = self.g;
        let enemies = self.s.occupied(&g.map, AUSTRIAN);
        let is_near = |locale: LocaleId| {
            let mut sides = g.map.approaches_of(locale).iter().map(|a| g.map.approach(*a));
            sides.any(|a| !a.impassable && enemies.contains(a.beyond))
        };
        let near: Vec<LocaleId> = g.map.locales().filter(|l| is_near(*l)).collect();
        let wakes = |p: &super::model::Piece| {
            p.flags.has(Flags::DISORGANIZED) && p.pos.locale(&g.map).is_some_and(|l| near.contains(&l))
        };
        for locale in near.iter().copied().filter(|l| self.s.inside(&g.map, FRENCH, *l).any(wakes)).collect::<Vec<_>>()
        {
            self.say("14", &[Pos::reserve(locale).part()], |g, _| {
                format!("The enemy is near: the French in {} are organized.", g.map.locale_name(locale))
            });
        }
        self.s.remark(FRENCH, |p| if wakes(p) { p.flags.without(Flags::DISORGANIZED) } else { p.flags });
    }

    /// Approach clean-up: where nobody is opposite, pieces go back into reserve. (16)
    pub(super) fn clean_up_approaches(&mut self) {
        let (g, seat) = (self.g, self.s.active);
        let enemies = self.s.occupied(&g.map, seat.other());
        let mark = if g.numbers.cleaned_up_may_road_march { Flags::NONE } else { Flags::CLEANED };
        let idle = |p: &super::model::Piece| match p.pos.place() {
            Position::Approach(a) => p.seat == seat && !enemies.contains(g.map.approach(a).beyond),
            _ => false,
        };
        let mut cleaned = Vec::new();
        while let Some(k) = self.s.pieces.iter().position(idle) {
            let pos = self.s.pieces[k].pos;
            let Some(locale) = pos.locale(&g.map) else { break };
            let all: super::knowledge::Picked = (0..self.s.pieces.len())
                .filter(|j| self.s.pieces[*j].pos == pos && self.s.pieces[*j].seat == seat)
                .collect();
            self.move_to(&all, Pos::reserve(locale), mark, Flags::NONE);
            cleaned.push(pos);
        }
        for pos in cleaned {
            self.say("16", &[pos.part()], |g, _| format!("{} is cleaned up.", g.pos_text(pos)));
        }
    }

    /// The turn is over: its marks go, and the other seat's turn, the next round or the end comes. (5, 19)
    pub(super) fn pass(&mut self) -> Result<(), Fault> {
        let (g, seat) = (self.g, self.s.active);
        let facts = g.turn_facts(self.s);
        self.forget_chosen();
        self.s.remark(seat, |p| {
            let turn = Flags::ACTED.with(Flags::ORGANIZED).with(Flags::CLEANED);
            let mut flags = p.flags.without(turn);
            if flags.has(Flags::AIMED) && !flags.has(Flags::SALVO) {
                flags = flags.without(Flags::AIMED.with(Flags::UP)); // not completed in its turn: it lapses (10, R2)
            }
            if flags.has(Flags::FIRED) {
                flags = flags.without(Flags::FIRED.with(Flags::UP));
            }
            flags
        });
        let p = &mut self.s.public;
        if seat == FRENCH {
            p.shifted.0.fill(0);
        }
        p.traffic = Default::default();
        p.attacked = Default::default();
        p.closed = Default::default();
        p.stormed = Default::default();
        p.begun = Default::default();
        p.pontoon = 0;
        p.quota = ANY_QUOTA;
        p.reach = ANY_REACH;
        p.entry = [AS_PRINTED; AreaMap::MOST_HOLDINGS];
        p.march = March::default();
        p.fight = Fight::default();
        p.used = 0;
        p.step = Step::Start;
        p.active = seat.other();
        let ends_round = seat != g.numbers.first_seat();
        let is_last = ends_round && p.round >= g.numbers.rounds;
        if ends_round && !is_last {
            p.round += 1;
        }
        let asked = g.rules.on_turn_end(g.now(self.s), facts)?;
        self.follow_up(asked)?;
        if is_last { self.decide_by_line() } else { Ok(()) }
    }

    /// The last round is over: if no army is demoralized, or both, the objective line decides. (19)
    pub(super) fn decide_by_line(&mut self) -> Result<(), Fault> {
        let g = self.g;
        // of two armies that fight on, the one that is not demoralized has won
        let broken = [AUSTRIAN, FRENCH].map(|seat| self.s.is_broken(seat));
        if broken[0] != broken[1] {
            let winner = if broken[0] { FRENCH } else { AUSTRIAN };
            self.s.ending = Some(Ending { winner, decisive: true });
            self.say("19", &[], |g, _| {
                format!("{} is demoralized: {} wins.", g.side_name(winner.other()), g.side_name(winner))
            });
            return Ok(());
        }
        let east = |p: &&super::model::Piece| p.pos.locale(&g.map).is_some_and(|l| g.map.locale(l).east_of_line);
        let pieces = self.s.pieces_of(AUSTRIAN).filter(east).count() as u8;
        let held = self.s.occupied(&g.map, AUSTRIAN);
        let mut colours: Vec<&str> = held.iter().filter_map(|l| g.map.locale(l).objective.as_deref()).collect();
        let stars = colours.len() as u8;
        colours.sort_unstable();
        colours.dedup();
        let facts = LineFacts { pieces_east: pieces, stars, colours: colours.len() as u8 };
        let winner = if g.rules.austria_holds(g.now(self.s), facts)? { AUSTRIAN } else { FRENCH };
        self.s.ending = Some(Ending { winner, decisive: false });
        let by_stars = g.numbers.objective_colours > 0;
        self.say("19", &[], |g, _| {
            if by_stars {
                let (colours, side) = (facts.colours, g.side_name(winner));
                return format!("Austria holds {stars} stars of {colours} colours: {side} wins a marginal victory.");
            }
            format!(
                "{pieces} Austrian {} east of the objective line: {} wins a marginal victory.",
                if pieces == 1 { "piece is" } else { "pieces are" },
                g.side_name(winner)
            )
        });
        Ok(())
    }
}
