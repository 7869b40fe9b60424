//! What an assault can come to, over all faces that a seat must think possible. (11)

use super::super::Triomphe;
use super::super::flow::Step;
use super::super::model::{Arm, Face, Flags, Pos};
use super::super::view::{Token, View};
use crate::board::ApproachId;
use crate::kernel::Class;

/// What can be said of an assault before it is declared, when the defender defends as well as he can.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Odds {
    /// The share of the possible deals of faces in which it succeeds.
    pub(super) success: f32,
    /// Reductions that the attacker suffers on average.
    pub(super) lost: f32,
    /// Reductions that the defender suffers on average, without those of a retreat.
    pub(super) taken: f32,
    /// Defenders that lead or counter-attack on average: the morale committed by a successful defence. (18)
    pub(super) chosen: f32,
}

/// Faces of at most so many blocks are dealt out one by one; of more, the weakest are left out.
const MOST_DEALT: usize = 4;

/// What is done with the faces of a deal, which of them cannot fire, and how likely the deal is.
type Deals<'a> = dyn FnMut(&[Class], &[bool], f32) + 'a;

/// One way to defend or attack: the sum of strengths, how many pieces, of which type.
#[derive(Clone, Copy, Debug)]
struct Lead {
    sum: i16,
    pieces: i16,
    arm: Option<Arm>,
}

/// Every choice of 0 to `most` pieces of one type out of `faces`, as a mask with its sum.
fn leads(faces: &[Class], most: u8, fits: impl Fn(Class) -> bool) -> Vec<(u32, Lead)> {
    let mut found = vec![(0, Lead { sum: 0, pieces: 0, arm: None })];
    for (a, &first) in faces.iter().enumerate().filter(|(_, c)| fits(**c)) {
        let strength = i16::from(first.strength());
        found.push((1 << a, Lead { sum: strength, pieces: 1, arm: Some(first.arm()) }));
        for (b, &second) in faces.iter().enumerate().skip(a + 1) {
            if most >= 2 && fits(second) && second.arm() == first.arm() {
                let sum = strength + i16::from(second.strength());
                found.push((1 << a | 1 << b, Lead { sum, pieces: 2, arm: Some(first.arm()) }));
            }
        }
    }
    found
}

impl Triomphe {
    /// The odds of an assault from an attack approach.
    pub(super) fn assault_odds(&self, view: &View, at: ApproachId) -> Odds {
        let over = at.opposite();
        let ground = self.map.approach(over).penalties;
        let most = self.numbers.leaders(self.map.width(over));
        let barred = Flags::ACTED.with(Flags::DISORGANIZED);
        let free: Vec<Class> =
            view.own.iter().filter(|p| p.pos == Pos::approach(at) && !p.flags.has(barred)).map(|p| p.class).collect();
        let heads = leads(&free, most, |c| self.can_head(over, c));
        let gun_can_fire = !self.numbers.gun_penalty_bars || self.map.approach(at).penalties.artillery == 0;
        let mut total = Odds::default();
        let mut weight = 0.0;
        self.each_defence(view, over, &mut |faces, silent, share| {
            let defences = leads(faces, most, |c| self.can_lead(over, c));
            let mut worst: Option<(bool, Odds)> = None;
            for &(led, defence) in &defences {
                // the attacker answers what he sees: the defence leaders
                let mut best: Option<(i16, Odds)> = None;
                for &(_, head) in heads.iter().filter(|(_, h)| h.pieces > 0) {
                    let penalty = match head.arm {
                        Some(Arm::Infantry) => ground.infantry,
                        Some(Arm::Cavalry) => ground.cavalry,
                        _ => 0,
                    };
                    let fires = gun_can_fire
                        && faces
                            .iter()
                            .enumerate()
                            .any(|(k, c)| led >> k & 1 == 0 && c.arm() == Arm::Artillery && !silent[k]);
                    let shot = i16::from(fires);
                    let attack = (head.sum - shot).max(0);
                    let alive = if fires && head.sum == 1 { 0 } else { head.pieces };
                    let base = attack - i16::from(penalty) - defence.sum;
                    let counter = self.best_counter(over, faces, led, alive, base);
                    let result = base - counter.sum;
                    let won = result > 0;
                    let crushed = !won && -result >= attack;
                    let horse = if counter.arm == Some(Arm::Cavalry) { counter.pieces } else { 0 };
                    let lost = shot + (defence.pieces + horse + if crushed { alive } else { 0 }).min(attack);
                    let taken = alive.min(faces.iter().map(|c| i16::from(c.strength())).sum());
                    let odds = Odds {
                        success: f32::from(u8::from(won)),
                        lost: f32::from(lost),
                        taken: f32::from(taken),
                        chosen: f32::from(defence.pieces + counter.pieces),
                    };
                    if best.is_none_or(|(r, _)| result > r) {
                        best = Some((result, odds));
                    }
                }
                let Some((result, odds)) = best else { continue };
                let won = result > 0;
                // the defender holds if he can, with as few pieces as he can
                let better = worst.is_none_or(|(was, old)| (won, odds.chosen as i16) < (was, old.chosen as i16));
                if better {
                    worst = Some((won, odds));
                }
            }
            if let Some((_, odds)) = worst {
                total.success += share * odds.success;
                total.lost += share * odds.lost;
                total.taken += share * odds.taken;
                total.chosen += share * odds.chosen;
                weight += share;
            }
        });
        if weight > 0.0 {
            for sum in [&mut total.success, &mut total.lost, &mut total.taken, &mut total.chosen] {
                *sum /= weight;
            }
        }
        total
    }

    /// The counter-attack that helps a defence: none when it holds without or when none suffices. (11.5)
    fn best_counter(&self, over: ApproachId, faces: &[Class], led: u32, leaders: i16, base: i16) -> Lead {
        let none = Lead { sum: 0, pieces: 0, arm: None };
        if base <= 0 || !self.numbers.assault_order.steps().contains(&Step::Counter) {
            return none;
        }
        let all = leads(faces, self.numbers.leaders(self.map.width(over)), |c| self.can_counter(over, c));
        let apart = all.into_iter().filter(|(mask, _)| mask & led == 0).map(|(_, lead)| lead);
        // they take a reduction for each leading attacker first (11.5)
        let counters = apart.map(|lead| Lead { sum: (lead.sum - leaders).max(0), ..lead });
        counters.filter(|c| base - c.sum <= 0).min_by_key(|c| c.pieces).unwrap_or(none)
    }

    /// Calls `each` with the faces that a defence may have, which of them cannot fire, and how likely that is.
    fn each_defence(&self, view: &View, over: ApproachId, each: &mut Deals<'_>) {
        let may_defend = |t: &&Token| self.numbers.disorganized_may_defend || !t.flags.has(Flags::DISORGANIZED);
        let there = view.theirs.iter().filter(|t| t.pos == Pos::approach(over)).filter(may_defend);
        let tokens: Vec<&Token> = there.take(MOST_DEALT).collect();
        let silent: Vec<bool> = tokens.iter().map(|t| t.flags.has(Flags::SALVO)).collect();
        let mut decks: Vec<(u8, Vec<Class>)> = view.pools.iter().map(|f| (f.pool.0, f.classes.clone())).collect();
        let mut faces = Vec::with_capacity(tokens.len());
        deal(&tokens, &mut decks, &mut faces, 1.0, &mut |faces, share| each(faces, &silent, share));
    }
}

fn deal(
    tokens: &[&Token],
    decks: &mut Vec<(u8, Vec<Class>)>,
    faces: &mut Vec<Class>,
    share: f32,
    each: &mut dyn FnMut(&[Class], f32),
) {
    let Some((token, rest)) = tokens.split_first() else {
        each(faces, share);
        return;
    };
    if let Some(class) = token.class() {
        faces.push(class);
        deal(rest, decks, faces, share, each);
        faces.pop();
        return;
    }
    let Some(deck) = decks.iter().position(|(pool, _)| *pool == token.pool.0) else { return };
    let classes = decks[deck].1.clone();
    let mut k = 0;
    while k < classes.len() {
        let class = classes[k];
        let alike = classes[k..].iter().take_while(|c| **c == class).count();
        let mut left = classes.clone();
        left.remove(k);
        decks[deck].1 = left;
        faces.push(class);
        deal(rest, decks, faces, share * alike as f32 / classes.len() as f32, each);
        faces.pop();
        k += alike;
    }
    decks[deck].1 = classes;
}
