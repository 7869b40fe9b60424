//! Morale: losing, committing and recovering tokens. (18)

use super::Triomphe;
use super::doing::Doing;
use super::lay::Lay;
use super::model::{Ending, FRENCH, Pos, State};
use super::rules::RecoveryFacts;
use super::settings::Demoralization;
use crate::board::LocaleId;
use crate::kernel::{Fault, Seat};

impl Triomphe {
    /// Which tokens of which army have to be chosen now, if any. Losses come first.
    pub(super) fn token_choice(&self, s: &State) -> Option<(TokenChoice, Seat)> {
        for army in [Seat(0), Seat(1)] {
            if s.to_lose[army.index()] > 0 {
                return Some((TokenChoice::Take, army));
            }
        }
        [Seat(0), Seat(1)]
            .into_iter()
            .find(|army| s.to_commit[army.index()].1 > 0)
            .map(|army| (TokenChoice::Shift, army))
    }

    /// The locales whose tokens of an army can be taken or moved now.
    pub(super) fn token_locales(&self, s: &State, choice: TokenChoice, army: Seat) -> Vec<LocaleId> {
        let to = s.to_commit[army.index()].0;
        let committed = &s.morale[army.index()].committed;
        let all = committed.entries().map(|(k, _)| LocaleId(k as u8));
        all.filter(|l| choice == TokenChoice::Take || *l != to).collect()
    }

    /// The locales from which the French may return a token. (18 step 3, R18)
    pub(super) fn returnable(&self, s: &State) -> Vec<LocaleId> {
        if s.active != FRENCH || self.hour(s) >= self.numbers.return_until {
            return Vec::new();
        }
        let committed = &s.morale[FRENCH.index()].committed;
        committed.entries().filter(|(k, n)| *n > s.shifted.0[*k]).map(|(k, _)| LocaleId(k as u8)).collect()
    }
}

/// What the opponent chooses tokens for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenChoice {
    /// Tokens that are lost.
    Take,
    /// Tokens that make up a commitment.
    Shift,
}

impl Doing<'_> {
    /// Settles what armies owe in morale as far as nobody has to choose. Returns whether somebody has to.
    pub(super) fn settle_tokens(&mut self) -> bool {
        for army in [Seat(0), Seat(1)] {
            self.settle_losses(army);
            if self.s.ending.is_some() {
                return false;
            }
        }
        for army in [Seat(0), Seat(1)] {
            self.settle_commitments(army);
        }
        self.g.token_choice(self.s).is_some()
    }

    /// Losses come from uncommitted morale first, then from where the opponent says, or the army itself. (18)
    fn settle_losses(&mut self, army: Seat) {
        let k = army.index();
        let owed = self.s.to_lose[k];
        if owed == 0 {
            return;
        }
        let morale = &mut self.s.public.morale[k];
        if owed >= morale.level() {
            // the level reaches zero: demoralized, nothing is owed beyond
            morale.lost += morale.level();
            morale.uncommitted = 0;
            morale.committed.0.fill(0);
            self.s.to_lose[k] = 0;
            self.s.to_commit[k] = (LocaleId(0), 0);
            self.break_army(army);
            return;
        }
        let free = owed.min(morale.uncommitted);
        morale.uncommitted -= free;
        morale.lost += free;
        let mut rest = owed - free;
        let places: Vec<(usize, u8)> = morale.committed.entries().collect();
        let only = if let [only] = places[..] { Some(only) } else { None };
        if let Some((only, _)) = only {
            morale.committed.0[only] -= rest;
            morale.lost += rest;
            rest = 0;
        }
        let level = morale.level() - rest;
        self.s.to_lose[k] = rest;
        let lost = owed - rest;
        if lost > 0 {
            self.say("18", &[], |g, _| format!("{} loses {lost} morale: its level is {level}.", g.side_name(army)));
        }
    }

    /// An army's morale is gone. (19)
    fn break_army(&mut self, army: Seat) {
        let k = army.index();
        if self.g.numbers.demoralization == Demoralization::Ends {
            self.s.to_lose = [0; 2];
            self.s.to_commit = [(LocaleId(0), 0); 2];
            self.s.ending = Some(Ending { winner: army.other(), decisive: true });
            self.say("19", &[], |g, _| format!("{} is demoralized and loses the match.", g.side_name(army)));
        } else if self.s.broken[k] == 0 {
            self.s.broken[k] = self.s.round;
            self.say("19", &[], |g, _| format!("{} is demoralized and fights on.", g.side_name(army)));
        }
    }

    /// A round begins: an army may gain morale because the enemy's is gone. (18, 19)
    pub(super) fn recover(&mut self) -> Result<(), Fault> {
        let g = self.g;
        for seat in [Seat(0), Seat(1)] {
            let broke = self.s.broken[seat.other().index()];
            let rounds = if broke > 0 { self.s.round.saturating_sub(broke) } else { 0 };
            let broken = self.s.is_broken(seat);
            let due = !broken && (rounds == 1 || rounds > 1 && !g.numbers.recovery_once);
            let facts = RecoveryFacts { seat, broken, enemy_broken_rounds: rounds, due };
            let gain = g.rules.recovery(g.now(self.s), facts)?;
            if gain > 0 {
                let morale = &mut self.s.public.morale[seat.index()];
                morale.uncommitted = morale.uncommitted.saturating_add(gain).min(u8::MAX - morale.committed.total());
                self.say("18", &[], |g, _| format!("{} gains {gain} morale.", g.side_name(seat)));
            }
        }
        Ok(())
    }

    /// Commitments come from uncommitted morale first; what is missing the opponent may move in, or it lapses. (18)
    fn settle_commitments(&mut self, army: Seat) {
        let k = army.index();
        let (to, owed) = self.s.to_commit[k];
        if owed == 0 {
            return;
        }
        let morale = &mut self.s.public.morale[k];
        let free = owed.min(morale.uncommitted);
        morale.uncommitted -= free;
        morale.committed.0[to.index()] += free;
        let mut rest = owed - free;
        if morale.committed.entries().all(|(l, _)| l == to.index()) {
            rest = 0;
        }
        self.s.to_commit[k] = (to, rest);
        if free > 0 {
            self.say("18", &[Pos::reserve(to).part()], |g, _| {
                format!("{} commits {free} morale to {}.", g.side_name(army), g.map.locale_name(to))
            });
        }
    }

    /// Takes one committed token of the army that has to lose it. (18)
    pub(super) fn take_token(&mut self, from: LocaleId) {
        let Some((_, army)) = self.g.token_choice(self.s) else { return };
        let morale = &mut self.s.public.morale[army.index()];
        morale.committed.0[from.index()] -= 1;
        morale.lost += 1;
        self.s.to_lose[army.index()] -= 1;
        self.say("18", &[Pos::reserve(from).part()], |g, _| {
            format!("{} loses 1 morale committed to {}.", g.side_name(army), g.map.locale_name(from))
        });
    }

    /// Moves one committed token to where morale is owed, or none any more. (18)
    pub(super) fn shift_token(&mut self, from: Option<LocaleId>) {
        let Some((_, army)) = self.g.token_choice(self.s) else { return };
        let (to, owed) = self.s.to_commit[army.index()];
        let Some(from) = from else {
            self.s.to_commit[army.index()] = (to, 0);
            return;
        };
        let p = &mut self.s.public;
        let committed = &mut p.morale[army.index()].committed.0;
        committed[from.index()] -= 1;
        committed[to.index()] += 1;
        p.to_commit[army.index()] = (to, owed - 1);
        if army == FRENCH {
            // a token moved on carries its mark with it
            p.shifted.0[from.index()] = p.shifted.0[from.index()].min(committed[from.index()]);
            p.shifted.0[to.index()] += 1;
        }
        self.say("18", &[Pos::reserve(from).part(), Pos::reserve(to).part()], |g, _| {
            format!(
                "1 morale of {} moves from {} to {}.",
                g.side_name(army),
                g.map.locale_name(from),
                g.map.locale_name(to)
            )
        });
    }

    /// Morale clean-up, steps 1 and 2. (18)
    pub(super) fn clean_up_morale(&mut self, lay: &Lay) -> Result<(), Fault> {
        let army = self.s.active;
        let enemy = army.other();
        let k = army.index();
        let (mut lost, mut back) = (0, 0);
        for index in 0..self.s.morale[k].committed.0.len() {
            let tokens = self.s.morale[k].committed.0[index];
            if tokens == 0 {
                continue;
            }
            let locale = LocaleId(index as u8);
            let taken = lay.holds(enemy, locale)
                || (!lay.holds(army, locale) && self.s.entered[enemy.index()].contains(locale));
            let quiet = !self.g.map.neighbours(locale).meets(lay.held(enemy));
            let morale = &mut self.s.public.morale[k];
            if taken {
                morale.lost += tokens;
                lost += tokens;
            } else if quiet {
                morale.uncommitted += tokens;
                back += tokens;
            } else {
                continue;
            }
            morale.committed.0[index] = 0;
            if army == FRENCH {
                self.s.shifted.0[index] = 0;
            }
        }
        if lost > 0 {
            self.say("18", &[], |g, _| format!("{} loses {lost} morale committed to lost ground.", g.side_name(army)));
        }
        if self.s.morale[k].level() == 0 && lost > 0 {
            self.break_army(army);
        } else if back > 0 {
            self.say("18", &[], |g, _| format!("{back} committed morale of {} returns.", g.side_name(army)));
        }
        Ok(())
    }

    /// Returns one committed French token. (18 step 3)
    pub(super) fn return_token(&mut self, from: LocaleId) {
        let morale = &mut self.s.public.morale[FRENCH.index()];
        morale.committed.0[from.index()] -= 1;
        morale.uncommitted += 1;
        self.say("18", &[Pos::reserve(from).part()], |g, _| {
            format!("France returns 1 morale from {}.", g.map.locale_name(from))
        });
    }
}
