//! Composing an order: who, where, how. Every step narrows the offers; the composer never knows the game.

use bormida_core::kernel::{Bag, Choice, Class, Fill, Frame, Narrowed, Offer, Part, Pose, Slot, Verb, narrow};

/// At most so many ways to one target are laid before a person.
pub(super) const MOST_WAYS: usize = 4;

/// What has been chosen of an order so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Composer {
    verb: Option<Verb>,
    chosen: Vec<Part>,
    picked: Bag,
    /// The pieces were taken by the composer, not by the person.
    filled: bool,
    number: Option<i32>,
    pose: Option<Pose>,
    ways: Vec<Offer>,
}

/// What a choice came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The part cannot be chosen now.
    Dark,
    /// One step further; more is to be chosen, or a target can still be given up for another.
    On,
    /// The target is chosen and nothing is open: the order may be given.
    Whole,
}

/// A class of pieces that can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chip {
    /// The class.
    pub(super) class: Class,
    /// How many there are.
    pub(super) have: u8,
    /// How many are taken.
    pub(super) taken: u8,
}

impl Composer {
    /// The parts chosen so far.
    pub(super) fn chosen(&self) -> &[Part] {
        &self.chosen
    }
    /// Several ways to the target that was pointed at, one to be chosen.
    pub(super) fn ways(&self) -> &[Offer] {
        &self.ways
    }
    /// Whether nothing has been chosen.
    pub(super) fn is_empty(&self) -> bool {
        self.chosen.is_empty()
            && self.picked.is_empty()
            && self.verb.is_none()
            && self.number.is_none()
            && self.pose.is_none()
    }
    /// Whether the target is chosen.
    pub(super) fn is_aimed(&self) -> bool {
        self.verb.is_some()
    }
    /// Where something is placed.
    pub(super) fn pose(&self) -> Option<Pose> {
        self.pose
    }
    /// The box in which something can be placed now, if anything can.
    pub(super) fn frame(&self, offers: &[Offer]) -> Option<Frame> {
        self.narrowed(offers).slots.iter().find_map(|offer| match offer.slot {
            Slot::Pose { frame } => Some(frame),
            _ => None,
        })
    }
    /// Places something, or takes it off again.
    pub(super) fn place(&mut self, pose: Option<Pose>) {
        self.pose = pose;
    }
    /// The number chosen.
    pub(super) fn number(&self) -> Option<i32> {
        self.number
    }
    /// The bag of pieces taken.
    pub(super) fn picked(&self) -> &Bag {
        &self.picked
    }

    /// The offers that go with what is chosen. Those that name the chosen parts first and in this order win over others.
    pub(super) fn fitting(&self, offers: &[Offer]) -> Vec<Offer> {
        let open = |o: &&Offer| self.verb.is_none_or(|v| v == o.verb) && self.leaves_room(&o.slot);
        let prefix = |o: &&Offer| o.parts.starts_with(&self.chosen);
        let ordered: Vec<Offer> = offers.iter().filter(open).filter(prefix).cloned().collect();
        if !ordered.is_empty() || self.chosen.is_empty() {
            return ordered;
        }
        offers.iter().filter(open).filter(|o| self.chosen.iter().all(|p| o.parts.contains(p))).cloned().collect()
    }

    /// What may come next.
    pub(super) fn narrowed(&self, offers: &[Offer]) -> Narrowed {
        narrow(&self.fitting(offers), self.verb, &self.chosen)
    }

    /// The parts that can be chosen next with the offers that they would end, or only lead to.
    pub(super) fn targets(&self, offers: &[Offer]) -> Vec<(Part, Option<Offer>)> {
        let fitting = self.fitting(offers);
        let next: Vec<Part> = match self.chosen.is_empty() {
            true => {
                let mut first: Vec<Part> = fitting.iter().filter_map(|o| o.parts.first().copied()).collect();
                first.sort_unstable();
                first.dedup();
                first
            }
            false => narrow(&fitting, self.verb, &self.chosen).next,
        };
        let end = |part: Part| {
            let ending = fitting.iter().filter(|o| o.parts.len() > self.chosen.len() && o.parts.last() == Some(&part));
            ending.min_by_key(|o| (o.parts.len(), o.cost)).cloned()
        };
        next.into_iter().map(|part| (part, end(part))).collect()
    }

    fn leaves_room(&self, slot: &Slot) -> bool {
        match slot {
            Slot::Bag { classes, max, .. } => {
                let have = |class: Class| classes.iter().find(|(c, _)| *c == class).map_or(0, |(_, n)| *n);
                self.picked.iter().all(|(class, n)| have(*class) >= *n) && total(&self.picked) <= u32::from(*max)
            }
            _ => self.picked.is_empty(),
        }
    }

    /// Chooses a part: first who, then where. A dark part that could be the "who" of another order begins that one.
    pub(super) fn choose(&mut self, offers: &[Offer], part: Part) -> Step {
        self.ways.clear();
        let targets = self.targets(offers);
        let is_who = |part: Part| offers.iter().any(|o| o.parts.first() == Some(&part));
        if !targets.iter().any(|(target, _)| *target == part) {
            let before = self.before_target();
            if self.chosen.len() > 1 && before.targets(offers).iter().any(|(target, _)| *target == part) {
                *self = before;
                return self.choose(offers, part);
            }
            if self.chosen.last() == Some(&part) || !is_who(part) {
                return Step::Dark;
            }
            *self = Composer { chosen: vec![part], ..Composer::default() };
            return self.after(offers);
        }
        if self.chosen.is_empty() {
            self.chosen.push(part);
            return self.after(offers);
        }
        let ways: Vec<Offer> = self.fitting(offers).into_iter().filter(|o| o.parts.last() == Some(&part)).collect();
        if ways.is_empty() {
            self.chosen.push(part);
            return self.after(offers);
        }
        self.choose_among(offers, ways)
    }

    /// Takes the only one of some ways, or lays them before the person, the cheapest and shortest first.
    pub(super) fn choose_among(&mut self, offers: &[Offer], mut ways: Vec<Offer>) -> Step {
        ways.sort_by_key(|o| (o.cost, o.parts.len()));
        match &ways[..] {
            [] => Step::Dark,
            [way] => {
                (self.verb, self.chosen) = (Some(way.verb), way.parts.to_vec());
                self.after(offers)
            }
            _ => {
                ways.truncate(MOST_WAYS);
                self.ways = ways;
                Step::On
            }
        }
    }

    /// Whether a part can be chosen next, or in place of the target that is chosen.
    pub(super) fn leads_to(&self, offers: &[Offer], part: Part) -> bool {
        let among = |composer: &Composer| composer.targets(offers).iter().any(|(target, _)| *target == part);
        among(self) || self.chosen.len() > 1 && among(&self.before_target())
    }

    /// Chooses a kind of order with all its places at once; pieces that were taken for it stay.
    pub(super) fn choose_deed(&mut self, offers: &[Offer], verb: Verb, parts: &[Part]) -> Step {
        let deed = Composer { verb: Some(verb), chosen: parts.to_vec(), ..Composer::default() };
        let kept = Composer { picked: self.picked, filled: self.filled, ..deed.clone() };
        let stays = self.chosen.first() == parts.first() && !kept.fitting(offers).is_empty();
        let next = if stays { kept } else { deed };
        if next.fitting(offers).is_empty() {
            return Step::Dark;
        }
        *self = next;
        self.after(offers)
    }

    /// Chooses one of [`Composer::ways`].
    pub(super) fn choose_way(&mut self, offers: &[Offer], index: usize) -> Step {
        let Some(way) = self.ways.get(index).cloned() else { return Step::Dark };
        self.ways.clear();
        (self.verb, self.chosen) = (Some(way.verb), way.parts.to_vec());
        self.after(offers)
    }

    /// Chooses a number.
    pub(super) fn choose_number(&mut self, number: i32) {
        self.number = Some(number);
    }

    /// After a step: whole orders are told, and an open bag is filled as far as it goes.
    fn after(&mut self, offers: &[Offer]) -> Step {
        let narrowed = self.narrowed(offers);
        if !narrowed.next.is_empty() && self.verb.is_none() {
            return Step::On;
        }
        if self.candidates(offers).len() == 1 && self.frame(offers).is_none() {
            return Step::Whole;
        }
        if let [offer] = &narrowed.slots[..]
            && let Slot::Bag { max, .. } = &offer.slot
            && *max > 1
            && self.picked.is_empty()
            && !self.chosen.is_empty()
        {
            self.fill_up(offers);
            self.filled = true;
        }
        Step::On
    }

    /// As it was when only the "who" was chosen.
    fn before_target(&self) -> Composer {
        Composer {
            chosen: self.chosen.iter().take(1).copied().collect(),
            picked: if self.filled { Bag::new() } else { self.picked },
            ..Composer::default()
        }
    }

    /// The classes that can be taken, with what is taken of them.
    pub(super) fn chips(&self, offers: &[Offer]) -> Vec<Chip> {
        let unpicked = Composer { picked: Bag::new(), ..self.clone() };
        let mut chips: Vec<Chip> = Vec::new();
        for offer in unpicked.fitting(offers) {
            if self.chosen.is_empty() && !offer.parts.is_empty() {
                continue; // nobody is chosen yet
            }
            let Slot::Bag { classes, .. } = &offer.slot else { continue };
            for (class, have) in classes {
                match chips.iter_mut().find(|chip| chip.class == *class) {
                    Some(chip) => chip.have = chip.have.max(*have),
                    None => chips.push(Chip { class: *class, have: *have, taken: 0 }),
                }
            }
        }
        for chip in &mut chips {
            chip.taken = self.picked.iter().find(|(c, _)| *c == chip.class).map_or(0, |(_, n)| *n);
        }
        chips.sort_by_key(|chip| std::cmp::Reverse(chip.class));
        chips
    }

    /// The least and the greatest number of pieces that some order would take.
    pub(super) fn limits(&self, offers: &[Offer]) -> Option<(u8, u8)> {
        let unpicked = Composer { picked: Bag::new(), ..self.clone() };
        let bags = unpicked.fitting(offers).into_iter().filter_map(|o| match o.slot {
            Slot::Bag { min, max, .. } if !self.chosen.is_empty() || o.parts.is_empty() => Some((min, max)),
            _ => None,
        });
        bags.reduce(|(a, b), (min, max)| (a.min(min), b.max(max)))
    }

    /// Takes one piece more of a class, or puts all of it back when there is no more to take.
    pub(super) fn toggle(&mut self, offers: &[Offer], class: Class) -> Step {
        let Some(chip) = self.chips(offers).into_iter().find(|chip| chip.class == class) else { return Step::Dark };
        let before = self.picked;
        self.filled = false;
        self.set(class, chip.taken + 1);
        if chip.taken >= chip.have || self.fitting(offers).is_empty() {
            self.picked = before;
            if chip.taken > 0 {
                self.set(class, 0);
            } else if let Some((_, 1)) = self.limits(offers) {
                self.picked.clear(); // one piece only: it is another one now
                self.set(class, 1);
            } else {
                return Step::Dark;
            }
        }
        // one piece where one is wanted, and no place to go that is yet to be chosen: nothing is left open
        let one = self.limits(offers).is_some_and(|(_, max)| max == 1) && total(&self.picked) == 1;
        let there = self.verb.is_some() || self.narrowed(offers).next.is_empty();
        if one && there && self.candidates(offers).len() == 1 { Step::Whole } else { Step::On }
    }

    /// Takes as many of a class as one order allows.
    pub(super) fn take_all(&mut self, offers: &[Offer], class: Class) {
        let Some(chip) = self.chips(offers).into_iter().find(|chip| chip.class == class) else { return };
        for n in (0..=chip.have).rev() {
            self.set(class, n);
            if !self.fitting(offers).is_empty() {
                return;
            }
        }
    }

    /// Takes as many pieces as one order allows, the last classes first.
    pub(super) fn fill_up(&mut self, offers: &[Offer]) {
        for chip in self.chips(offers) {
            self.take_all(offers, chip.class);
        }
    }

    fn set(&mut self, class: Class, count: u8) {
        self.picked.retain(|(c, _)| *c != class);
        if count > 0 {
            let at = self.picked.iter().position(|(c, _)| *c > class).unwrap_or(self.picked.len());
            // a bag has room for every class of a game
            let _ = self.picked.try_insert(at, (class, count));
        }
    }

    /// The whole orders that what is chosen could mean.
    pub(super) fn candidates(&self, offers: &[Offer]) -> Vec<Choice> {
        let exact = self.fitting(offers).into_iter().filter(|o| same(&o.parts, &self.chosen));
        let fills = exact.filter_map(|o| {
            if self.pose.is_some() && !matches!(o.slot, Slot::Pose { .. }) {
                return None; // what is placed is not for other orders
            }
            let fill = match (&o.slot, self.number) {
                (Slot::Pose { .. }, _) => self.pose.map(Fill::Pose), // the rules say what is wrong with it
                (Slot::Number { .. }, Some(n)) => Some(Fill::Number(n)).filter(|fill| o.slot.takes(fill)),
                (Slot::Bag { .. }, _) if !self.picked.is_empty() => {
                    Some(Fill::Bag(self.picked)).filter(|fill| o.slot.takes(fill))
                }
                (slot, _) => slot.forced(),
            };
            Some(Choice { verb: o.verb, parts: o.parts, fill: fill? })
        });
        let mut choices: Vec<Choice> = fills.collect();
        choices.dedup();
        choices
    }

    /// Steps back: pieces and numbers first, then the target, then who. Returns whether there was something to give up.
    pub(super) fn back(&mut self) -> bool {
        if !self.ways.is_empty() {
            self.ways.clear();
        } else if self.pose.take().is_some() {
            // the pose is given up
        } else if self.chosen.len() > 1 {
            *self = self.before_target();
        } else if self.is_empty() {
            return false;
        } else {
            *self = Composer::default();
        }
        true
    }
}

fn total(bag: &[(Class, u8)]) -> u32 {
    bag.iter().map(|(_, n)| u32::from(*n)).sum()
}

fn same(a: &[Part], b: &[Part]) -> bool {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    a.sort_unstable();
    b.sort_unstable();
    a == b
}

#[cfg(test)]
mod tests;
