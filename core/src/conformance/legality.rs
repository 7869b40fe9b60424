//! Offers, orders, texts and refusals of one state agree.

use super::{Broken, Kept, Moment, Report, broken, keep};
use crate::bots::Search;
use crate::kernel::*;
use crate::scene::Scene;
use std::collections::{BTreeMap, BTreeSet};

/// Orders listed of one offer at most.
const LISTED: usize = 48;

/// Legal orders of a moment.
pub(super) struct Legal<O> {
    pub(super) orders: Vec<O>,
    /// Whether these are all of them.
    pub(super) whole: bool,
}

impl<G: Game> Moment<'_, G> {
    pub(super) fn asked(&self) -> Result<Question, Broken> {
        match self.game.ask(self.state) {
            Ask::Ask(question) => Ok(question),
            Ask::Over(_) => Err(broken("ask", "the game is over and the match goes on")),
        }
    }

    pub(super) fn legality(&self, rng: &mut Rng, report: &mut Report) -> Result<Legal<G::Order>, Broken> {
        let seat = self.asked()?.seat;
        keep("ask", seat.index() < self.game.sides().len(), || format!("there is no seat {}", seat.0))?;
        keep("offers", !self.offers.is_empty(), || "a seat is asked and nothing is offered".to_owned())?;
        keep("offers", self.offers.len() <= Offers::MOST, || format!("{} offers", self.offers.len()))?;
        let legal = self.expansions(report)?;
        self.samples(&legal, rng)?;
        self.texts(&legal, seat, report)?;
        self.narrowing(rng, report)?;
        self.board(seat)?;
        if report.moments % 16 == 1 {
            self.search(seat, rng, report)?;
        }
        Ok(legal)
    }

    fn expansions(&self, report: &mut Report) -> Result<Legal<G::Order>, Broken> {
        let mut legal = Legal { orders: Vec::new(), whole: true };
        for offer in self.offers {
            report.offers += 1;
            let verb = usize::from(offer.verb.0) < self.game.verbs().len();
            keep("offers", verb, || format!("{offer:?} has no verb"))?;
            let mut orders = Vec::new();
            let whole = self.game.expand(self.state, offer, LISTED, &mut orders);
            let whole = whole.map_err(|f| broken("expand", f.to_string()))?;
            legal.whole &= whole == Whole::All;
            let posed = matches!(offer.slot, Slot::Pose { .. });
            keep("expand", posed || !orders.is_empty(), || format!("{offer:?} has no order"))?;
            for order in orders {
                let choice = self.game.choice(self.state, &order);
                let fits = choice.verb == offer.verb && choice.parts == offer.parts && offer.slot.takes(&choice.fill);
                keep("expand", fits, || format!("{order:?} is no order of {offer:?}"))?;
                let again = self.game.complete(self.state, offer, &choice.fill);
                keep("complete", again.as_ref() == Ok(&order), || format!("{order:?} is made again as {again:?}"))?;
                let cost = self.legal(&order).map_err(|b| broken("check", b.why))?;
                keep("cost", cost >= offer.cost, || format!("{order:?} costs {cost:?}, less than its offer says"))?;
                legal.orders.push(order);
            }
        }
        let distinct: BTreeSet<&G::Order> = legal.orders.iter().collect();
        keep("expand", distinct.len() == legal.orders.len(), || "an order is offered twice".to_owned())?;
        Ok(legal)
    }

    pub(super) fn legal(&self, order: &G::Order) -> Result<Cost, Broken> {
        self.game.check(self.state, order).map_err(|no| broken("check", format!("{order:?} is not legal: {no}")))
    }

    fn offered(&self, order: &G::Order) -> bool {
        let choice = self.game.choice(self.state, order);
        self.offers.iter().any(|o| o.verb == choice.verb && o.parts == choice.parts && o.slot.takes(&choice.fill))
    }

    fn samples(&self, legal: &Legal<G::Order>, rng: &mut Rng) -> Kept {
        for policy in [Policy::Uniform, Policy::Natural, Policy::Uniform, Policy::Natural] {
            let order = self.game.sample(self.state, rng, policy).map_err(|f| broken("sample", f.to_string()))?;
            self.legal(&order).map_err(|b| broken("sample", b.why))?;
            keep("sample", self.offered(&order), || format!("{order:?} is drawn and not offered"))?;
            let listed = !legal.whole || legal.orders.contains(&order);
            keep("sample", listed, || format!("{order:?} is drawn and not listed"))?;
        }
        Ok(())
    }

    fn texts(&self, legal: &Legal<G::Order>, seat: Seat, report: &mut Report) -> Kept {
        let (game, state) = (self.game, self.state);
        let others: Vec<Seat> = (0..game.sides().len() as u8).map(Seat).filter(|s| *s != seat).collect();
        let mut publicly: BTreeMap<(Seat, Key), String> = BTreeMap::new();
        let mut owners = BTreeSet::new();
        for order in &legal.orders {
            report.texts += 1;
            let text = game.write(state, order);
            let read = game.read(state, &text);
            keep("text", read.as_ref() == Ok(order), || format!("\"{text}\" of {order:?} is read as {read:?}"))?;
            let single = !text.contains(['\n', '\r']) && text.trim() == text && !text.is_empty();
            keep("text", single, || format!("{text:?} is not one line"))?;
            let own = game.perceived(state, order, seat);
            keep("perceived", owners.insert(own), || format!("\"{text}\" looks like another order to its own seat"))?;
            let public = game.write_public(state, order);
            for other in &others {
                let key = (*other, game.perceived(state, order, *other));
                let known = publicly.entry(key).or_insert_with(|| public.clone());
                keep("perceived", *known == public, || format!("\"{known}\" and \"{public}\" look alike"))?;
            }
        }
        Ok(())
    }

    /// Builds an order as a window does.
    fn narrowing(&self, rng: &mut Rng, report: &mut Report) -> Kept {
        for _ in 0..4 {
            let (mut verb, mut chosen) = (None, Vec::new());
            let choice = loop {
                let left = narrow(self.offers, verb, &chosen);
                keep("narrow", !left.is_dead(), || format!("{verb:?} {chosen:?} is a dead end"))?;
                if verb.is_none() && rng.u8(..3) == 0 {
                    verb = Some(left.verbs[rng.usize(..left.verbs.len())]);
                    continue;
                }
                let ends = left.ready.len() + left.slots.len();
                let at = rng.usize(..left.next.len() + ends);
                if let Some(part) = left.next.get(at) {
                    chosen.push(*part);
                } else if let Some(ready) = left.ready.get(at - left.next.len()) {
                    break Some(*ready);
                } else if let Some(open) = left.slots.get(at - left.next.len() - left.ready.len()) {
                    break self.some_fill(open, rng);
                }
            };
            let Some(choice) = choice else { continue };
            report.narrowed += 1;
            let offer = self.offers.iter().find(|o| o.verb == choice.verb && o.parts == choice.parts);
            let made = offer.map(|o| self.game.complete(self.state, o, &choice.fill));
            let order = match made {
                Some(Ok(order)) => order,
                other => return Err(broken("narrow", format!("{choice:?} is not made: {other:?}"))),
            };
            self.legal(&order).map_err(|b| broken("narrow", b.why))?;
        }
        Ok(())
    }

    /// A fill that the game takes; poses are drawn, since they have no list.
    fn some_fill(&self, open: &Offer, rng: &mut Rng) -> Option<Choice> {
        let mut orders = Vec::new();
        if let Slot::Pose { .. } = open.slot {
            orders.extend((0..8).filter_map(|_| self.game.sample(self.state, rng, Policy::Uniform).ok()));
        } else {
            self.game.expand(self.state, open, LISTED, &mut orders).ok()?;
        }
        let choices = orders.iter().map(|o| self.game.choice(self.state, o));
        let fitting: Vec<Choice> = choices.filter(|c| c.verb == open.verb && c.parts == open.parts).collect();
        (!fitting.is_empty()).then(|| fitting[rng.usize(..fitting.len())])
    }

    /// What can be ordered can be pointed at.
    fn board(&self, seat: Seat) -> Kept {
        let scene: Scene = self.game.scene(&self.game.view(self.state, seat));
        if let Some(why) = scene.fault() {
            return Err(broken("scene", why));
        }
        let shapes = scene.layers.iter().flat_map(|layer| layer.shapes.iter());
        let drawn: BTreeSet<Part> = shapes.filter_map(|shape| shape.part).collect();
        for part in self.offers.iter().flat_map(|o| &o.parts) {
            let name = self.game.part_name(*part);
            keep("scene", drawn.contains(part), || format!("\"{name}\" is offered and not drawn"))?;
            let named = self.game.part_named(&name);
            keep("names", named == Some(*part), || format!("{part:?} is called \"{name}\", which is {named:?}"))?;
        }
        Ok(())
    }

    fn search(&self, seat: Seat, rng: &mut Rng, report: &mut Report) -> Kept {
        let view = self.game.view(self.state, seat);
        match Search::new(100).choose(self.game, seat, &view, rng, &|| false) {
            Ok(chosen) => {
                report.searches += 1;
                self.legal(&chosen.order).map(|_| ()).map_err(|b| broken("search", b.why))
            }
            // A script may fail in what is only thought; the match itself has not met it.
            Err(fault) if fault.hook_name().is_some() => Ok(()),
            Err(fault) => Err(broken("search", fault.to_string())),
        }
    }

    /// Orders that are probably illegal: texts of earlier moments, and legal ones bent. None may panic; one that passes
    /// the check must be offered.
    pub(super) fn odd_orders(
        &self,
        earlier: &[String],
        legal: &Legal<G::Order>,
        rng: &mut Rng,
        report: &mut Report,
    ) -> Result<Vec<G::Order>, Broken> {
        let recent = earlier.iter().rev().take(6).cloned();
        let mut texts: Vec<String> = recent.collect();
        for _ in 0..12 {
            if let Some(order) = legal.orders.get(rng.usize(..legal.orders.len().max(1))) {
                texts.push(bent(&self.game.write(self.state, order), rng));
            }
        }
        let mut odd = Vec::new();
        for text in texts {
            report.odd_orders += 1;
            let order = match self.game.read(self.state, &text) {
                Ok(order) => order,
                Err(No::Refused(refusal)) => {
                    keep("refusal", !refusal.text.is_empty(), || format!("\"{text}\" is refused without a word"))?;
                    report.refused += 1;
                    continue;
                }
                Err(No::Fault(fault)) => return Err(broken("read", format!("\"{text}\": {fault}"))),
            };
            match self.game.check(self.state, &order) {
                Ok(_) => keep("check", self.offered(&order), || format!("\"{text}\" is legal and not offered"))?,
                Err(No::Refused(refusal)) => {
                    keep("refusal", !refusal.text.is_empty(), || format!("\"{text}\" is refused without a word"))?;
                    keep("check", !legal.orders.contains(&order), || format!("\"{text}\" is listed and refused"))?;
                    report.refused += 1;
                }
                Err(No::Fault(fault)) => return Err(broken("check", format!("\"{text}\": {fault}"))),
            }
            odd.push(order);
        }
        self.bent_fills(report)?;
        Ok(odd)
    }

    /// Fills beside the slot are refused.
    fn bent_fills(&self, report: &mut Report) -> Kept {
        let strange: Bag = [(Class(250), 1)].into_iter().collect();
        let pose = Pose { x: i32::MAX, y: i32::MIN, heading: i32::MAX };
        let fills = [Fill::None, Fill::Number(i32::MAX), Fill::Number(i32::MIN), Fill::Bag(strange), Fill::Pose(pose)];
        for offer in self.offers.iter().take(8) {
            for fill in fills.iter().filter(|f| !offer.slot.takes(f)) {
                report.odd_orders += 1;
                match self.game.complete(self.state, offer, fill) {
                    Err(No::Refused(_)) => report.refused += 1,
                    other => {
                        return Err(broken("complete", format!("{offer:?} with {fill:?} is not refused: {other:?}")));
                    }
                }
            }
        }
        Ok(())
    }
}

/// A text with one word or letter changed.
fn bent(text: &str, rng: &mut Rng) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let at = rng.usize(..words.len());
    let other = words[rng.usize(..words.len())].clone();
    match rng.u8(..6) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, other),
        2 => words[at] = other,
        3 => words.truncate(at),
        4 => {
            let digits = ["0", "1", "2", "9", "255", "4294967296", "-1"];
            let bend =
                |c: char| if c.is_ascii_digit() { digits[rng.usize(..digits.len())].to_owned() } else { c.to_string() };
            words[at] = words[at].chars().map(bend).collect();
        }
        _ => {
            let mut letters: Vec<char> = words[at].chars().collect();
            let i = rng.usize(..letters.len().max(1));
            if let Some(letter) = letters.get_mut(i) {
                *letter = rng.choice(['A', 'z', '9', '>', '/', '\u{e0}', '\u{1f4a5}']).unwrap_or('?');
            }
            words[at] = letters.into_iter().collect();
        }
    }
    words.join(" ")
}
