//! Road marches: steps, traffic, entry, and what a march along a road may run into. (8, 15)

use super::Triomphe;
use super::lay::Lay;
use super::model::{AUSTRIAN, Arm, Face, Flags, Pos, State};
use super::order::{Path, one};
use super::settings::{CapturedShut, Riders};
use super::stop::{Stop, bar, bar_at};
use super::traffic::Traffic;
use crate::board::{CrossingId, LocaleId, Position};
use crate::kernel::{Bag, Class};
use arrayvec::ArrayVec;

/// Where a piece on a road march is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    /// The locale; none while it waits in a holding area.
    pub(super) at: Option<LocaleId>,
    /// The crossing that it came over last.
    pub(super) via: Option<CrossingId>,
    /// Steps counted off.
    pub(super) steps: u8,
    /// Whether it has used a local road.
    pub(super) local: bool,
}

/// What a step over a crossing leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    /// The crossing.
    pub(super) crossing: CrossingId,
    /// The locale beyond.
    pub(super) to: LocaleId,
    /// The step at which it is crossed.
    pub(super) step: u8,
    /// Whether it is a maneuver attack.
    pub(super) attack: bool,
    /// Whether the march must end there because of disorganized pieces. (14)
    pub(super) ends: bool,
}

/// What waits beyond a crossing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    /// Whether the step is a maneuver attack.
    pub(super) attack: bool,
    /// Whether a march must end there because of disorganized pieces. (14)
    pub(super) ends: bool,
}

impl Triomphe {
    /// A holding area's walker, or a reserve's.
    pub(super) fn walker(&self, from: Pos) -> Walker {
        Walker { at: from.locale(&self.map), via: None, steps: 0, local: false }
    }

    /// One step of a road march over a crossing, for a piece that may attack by road or not.
    pub(super) fn stride(
        &self,
        s: &State,
        lay: &Lay,
        from: Pos,
        w: Walker,
        crossing: CrossingId,
        attacks: bool,
    ) -> Result<Stride, Stop> {
        let seat = s.active;
        let c = self.map.crossing(crossing);
        let to = match (w.at, from.place()) {
            (None, Position::Holding(holding)) if self.map.holding(holding).crossing == crossing => c.ends.0,
            (Some(at), _) => {
                if w.via.is_some_and(|via| !self.map.joined(at, via, crossing)) {
                    return bar_at("8", "The roads do not join in {}.", Pos::reserve(at));
                }
                let Some(to) = c.across(at) else {
                    return bar_at("8", "No such road leads on from {}.", Pos::reserve(at));
                };
                to
            }
            _ => return bar("15", "Reinforcements enter by their own road."),
        };
        let step = self.step_over(s, w, crossing, to)?;
        if !attacks && lay.holds(seat.other(), to) {
            let who = match self.numbers.road_attackers {
                Riders::None => "{} is enemy-occupied: nothing enters it by road.",
                _ => "{} is enemy-occupied: only cavalry can try to enter it by road.",
            };
            return bar_at("8", who, Pos::reserve(to));
        }
        let Gate { attack, ends } = self.gate(s, lay, crossing, to)?;
        Ok(Stride { crossing, to, step, attack, ends })
    }

    /// The step at which a walker gets over a crossing, behind the traffic of the turn. (8)
    fn step_over(&self, s: &State, w: Walker, crossing: CrossingId, to: LocaleId) -> Result<u8, Stop> {
        let step = w.steps.max(self.traffic_over(s, crossing, to)?) + 1;
        if step > self.road_steps(s) {
            return bar_at(
                "8",
                "The steps do not suffice to reach {}: they are used up, or go by waiting for traffic.",
                Pos::reserve(to),
            );
        }
        Ok(step)
    }

    /// The step of the latest passage over a crossing, where the traffic of the turn lets another one pass. (8)
    pub(super) fn traffic_over(&self, s: &State, crossing: CrossingId, to: LocaleId) -> Result<u8, Stop> {
        let place = Pos::reserve(to);
        let traffic = s.traffic.at(crossing);
        if traffic.way != 0 && traffic.way != self.way(crossing, to) {
            return bar_at("8", "Pieces marched by road the other way out of {} this turn.", place);
        }
        if traffic.count >= self.numbers.traffic_limit {
            return bar_at("8", "The crossing to {} has carried all the pieces that it can this turn.", place);
        }
        Ok(traffic.last)
    }

    /// Which way a march over a crossing into a locale goes, as traffic counts it.
    fn way(&self, crossing: CrossingId, to: LocaleId) -> u8 {
        if to == self.map.crossing(crossing).ends.0 { 1 } else { 2 }
    }

    /// What waits beyond a crossing, whoever comes and however he came.
    pub(super) fn gate(&self, s: &State, lay: &Lay, crossing: CrossingId, to: LocaleId) -> Result<Gate, Stop> {
        let seat = s.active;
        let c = self.map.crossing(crossing);
        let place = Pos::reserve(to);
        if c.pair.is_some_and(|pair| s.is_closed(pair)) {
            return bar_at("11", "The way to {} is shut: an assault across it was lost this turn.", place);
        }
        if s.stormed.contains(to) && self.numbers.captured_shut != CapturedShut::None {
            return bar_at("11", "{} was taken by assault this turn: nothing enters it by road.", place);
        }
        let attack = lay.holds(seat.other(), to);
        if attack {
            if s.traffic.at(crossing).attacked {
                return bar_at("8", "A road maneuver attack on {} used this crossing already.", place);
            }
            let Some(over) = c.pair.and_then(|_| self.map.approach_at(to, crossing)) else {
                return bar_at("15", "{} is enemy-occupied: reinforcements cannot enter there.", place);
            };
            self.check_defence(s, over, false)?;
            self.check_room(lay, seat, to, 1)?;
        } else {
            self.check_entry(s, lay, to, 1)?;
        }
        let ends = self.numbers.contagion && seat != AUSTRIAN && lay.disorganized.contains(to);
        Ok(Gate { attack, ends })
    }

    /// Follows a path, or says which rule bars it. What the whole march costs on top of what is paid comes with it.
    pub(super) fn follow(
        &self,
        s: &State,
        lay: &Lay,
        from: Pos,
        mut w: Walker,
        path: &Path,
        attacks: bool,
    ) -> Result<(ArrayVec<Stride, 5>, Walker), Stop> {
        let mut strides: ArrayVec<Stride, 5> = ArrayVec::new();
        for (k, &crossing) in path.iter().enumerate() {
            if path[..k].contains(&crossing) {
                return bar("8", "A march uses a crossing once.");
            }
            if let Some(last) = strides.last() {
                if last.attack {
                    return bar("8", "A maneuver attack is resolved before the march goes on.");
                }
                if last.ends {
                    return bar_at("14", "A road march ends among disorganized pieces in {}.", Pos::reserve(last.to));
                }
            }
            let stride = self.stride(s, lay, from, w, crossing, attacks)?;
            w = self.after(w, &stride);
            strides.push(stride);
        }
        Ok((strides, w))
    }

    /// The walker after a stride.
    pub(super) fn after(&self, w: Walker, stride: &Stride) -> Walker {
        Walker {
            at: Some(stride.to),
            via: Some(stride.crossing),
            steps: stride.step,
            local: w.local || !self.map.crossing(stride.crossing).is_main(),
        }
    }

    /// What a road march costs, if it is legal.
    pub(super) fn check_road(&self, s: &State, lay: &Lay, from: Pos, class: Class, path: &Path) -> Result<u8, Stop> {
        match from.place() {
            Position::Approach(_) => return bar("8", "A road march starts in reserve."),
            Position::Holding(_) => self.check_arrival(s, from, class)?,
            Position::Reserve(_) => {}
        }
        self.check_pieces(s, s.active, from, &one(class), !path.is_empty())?;
        if !self.numbers.cleaned_up_may_road_march && self.road_free(s, from, false).iter().all(|(c, _)| *c != class) {
            return bar("8", "A piece that was cleaned up did not start its turn in reserve.");
        }
        if path.is_empty() {
            let Some(at) = from.locale(&self.map) else { return bar("15", "A march must enter the map.") };
            if !self.numbers.riders.admit(class) {
                return bar("12", "Only cavalry continues to an approach without crossing.");
            }
            let fresh = |(c, _): &(Class, u8)| *c == class;
            if !self.numbers.rides_disorganized() && !self.road_free(s, from, true).iter().any(fresh) {
                return bar("14", "A disorganized piece does not continue.");
            }
            if !self.can_ride_road(s, lay, at, None, false) {
                return bar("12", "No approach along a road here faces the enemy.");
            }
            return Ok(0);
        }
        let attacks = self.numbers.road_attackers.admit(class);
        let (strides, w) = self.follow(s, lay, from, self.walker(from), path, attacks)?;
        let cost = self.numbers.local_roads(w.local);
        self.check_road_price(s, lay, from, strides.last(), cost)?;
        Ok(cost)
    }

    /// What going on with a road march costs, if it is legal.
    pub(super) fn check_on(&self, s: &State, lay: &Lay, path: &Path) -> Result<u8, Stop> {
        if path.is_empty() {
            return bar("8", "Name where the march goes on to.");
        }
        let from = Pos::reserve(s.march.at);
        let (strides, w) = self.follow(s, lay, from, self.marcher(s), path, true)?;
        let cost = self.numbers.local_roads(w.local && !s.march.paid);
        self.check_road_price(s, lay, from, strides.last(), cost)?;
        Ok(cost)
    }

    /// Whether the commands left can pay for a road march, with what its disorder makes dearer. (6, 14)
    pub(super) fn check_road_price(
        &self,
        s: &State,
        lay: &Lay,
        from: Pos,
        last: Option<&Stride>,
        cost: u8,
    ) -> Result<(), Stop> {
        self.check_commands(s, lay, cost)?;
        match last {
            // a reinforcement was not on the map, so it does not count as organized there before
            Some(last) if last.ends && from.is_reserve() => self.check_mixing(s, lay, last.to, 1, cost),
            _ => Ok(()),
        }
    }

    /// The piece that is on a road march now.
    pub(super) fn marcher(&self, s: &State) -> Walker {
        Walker { at: Some(s.march.at), via: s.march.via, steps: s.march.steps, local: s.march.paid }
    }

    /// Whether a piece may arrive from a holding area now. (15)
    fn check_arrival(&self, s: &State, from: Pos, class: Class) -> Result<(), Stop> {
        let Position::Holding(holding) = from.place() else {
            return bar("15", "Only reinforcements arrive.");
        };
        if self.hour(s) < self.entry_hour(s, holding) {
            return bar_at("15", "The reinforcements in {} are not eligible to enter yet.", from);
        }
        if s.active == AUSTRIAN && class.arm() == Arm::Artillery && self.hour(s) < self.numbers.artillery_hour {
            return bar("15", "The Austrian artillery cannot enter yet.");
        }
        Ok(())
    }

    /// Whether a piece may come over the pontoon bridge: it costs nothing. (15)
    pub(super) fn check_pontoon(&self, s: &State, lay: &Lay, from: Pos, class: Class) -> Result<u8, Stop> {
        let Position::Holding(holding) = from.place() else {
            return bar("15", "The pontoon bridge starts at a holding area.");
        };
        let h = self.map.holding(holding);
        if !h.pontoon {
            return bar_at("15", "{} has no pontoon bridge.", from);
        }
        if s.pontoon >= self.numbers.pontoon_pieces {
            return bar("15", "The pontoon bridge carries no more pieces this turn.");
        }
        self.check_arrival(s, from, class)?;
        self.check_pieces(s, s.active, from, &one(class), true)?;
        self.check_entry(s, lay, h.enters, 1)?;
        self.check_commands(s, lay, self.numbers.pontoon_cost)?;
        Ok(self.numbers.pontoon_cost)
    }

    /// The pieces that could start a road march from a reserve or a holding area, by class. (8, 15)
    pub(super) fn road_free(&self, s: &State, from: Pos, leaves: bool) -> Bag {
        let mut bag = Bag::new();
        let mut barred = Flags::ACTED;
        if leaves {
            barred = barred.with(Flags::DISORGANIZED);
        }
        if !self.numbers.cleaned_up_may_road_march {
            barred = barred.with(Flags::CLEANED);
        }
        let holding = !from.is_reserve();
        for p in s.at(s.active, from).filter(|p| !p.flags.has(barred)) {
            if !holding || self.check_arrival(s, from, p.class).is_ok() {
                super::march::add(&mut bag, p.class, 1);
            }
        }
        bag
    }

    /// Notes the traffic of a stride. (8)
    pub(super) fn note_traffic(&self, s: &mut State, stride: &Stride) {
        let old = s.traffic.at(stride.crossing);
        let way = self.way(stride.crossing, stride.to);
        s.public.traffic.set(
            stride.crossing,
            Traffic { last: stride.step, count: old.count + 1, way, attacked: old.attacked || stride.attack },
        );
    }
}
