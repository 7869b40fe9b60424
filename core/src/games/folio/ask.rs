//! Whose decision it is, and what is asked; why an order is not among the legal ones.

use super::Folio;
use super::flow::{Kind, Step};
use super::model::{FRENCH, Flags, PartKind, Place, State, UnitId};
use super::options::MASSED;
use super::order::{Act, Order, VERBS};
use crate::board::HexId;
use crate::kernel::{Ask, Game, Offer, Offers, Part, Question, Refusal, Rule};
use std::borrow::Cow;

/// The names of the questions.
pub(super) const QUESTIONS: [&str; 18] = [
    "column",
    "place",
    "arrive",
    "return",
    "command",
    "move",
    "hand",
    "bombard",
    "charge",
    "charge_join",
    "square",
    "counter",
    "attack",
    "join",
    "loss",
    "mark",
    "retreat",
    "advance",
];

/// The name of each question, what is asked, and the section that asks.
const fn asked(step: Step) -> (&'static str, &'static str, &'static str) {
    match step {
        Step::Column => ("column", "choose the formation that comes next", "19.6"),
        Step::Place => ("place", "place the next unit", "17.3"),
        Step::Arrive => ("arrive", "choose the entry hex", "17.3"),
        Step::Return => ("return", "choose where a routed unit returns", "10.3"),
        Step::Command => ("command", "use replacements and what else comes before movement, or go on", "13.2"),
        Step::Hand => ("hand", "choose where the unit goes", "4"),
        Step::Fire => ("bombard", "fire on a hex, or end the bombardment", "8"),
        Step::Charge => ("charge", "charge, or end the charges", "9"),
        Step::ChargeJoin => ("charge_join", "choose who else charges, or roll", "9.1"),
        Step::Square => ("square", "form square, or go on", "9.2"),
        Step::Counter => ("counter", "counter-charge, or go on", "9.5"),
        Step::Attack => ("attack", "attack a hex, or end the combat", "7"),
        Step::Join => ("join", "choose who else attacks, or roll", "7.1"),
        Step::Loss => ("loss", "choose who loses a step", "7.5"),
        Step::Mark => ("mark", "choose on whom the fire tells", "7.5"),
        Step::Retreat => ("retreat", "choose where a beaten unit retreats", "7.6"),
        Step::Advance => ("advance", "advance into the vacated hex, or stay", "7.7"),
        _ => ("move", "take up a unit to move it, or end the movement", "4"),
    }
}

impl Folio {
    pub(super) fn question(&self, s: &State) -> Ask {
        if let Some(ending) = s.ending {
            return Ask::Over(ending.outcome());
        }
        let (name, text, section) = asked(s.step);
        let called = |unit: UnitId| self.army.facts(unit).name.as_str();
        let target = || self.map.hex_name(s.fight.target);
        let text: Cow<'static, str> = match s.step {
            Step::Hand => s.hand.map_or(text.into(), |unit| format!("choose where {} goes", called(unit)).into()),
            Step::Place => match self.to_place(s) {
                Some((unit, _)) => format!("choose where {} stands", called(unit)).into(),
                None => text.into(),
            },
            Step::Join => format!("choose who else attacks {}, or roll", target()).into(),
            Step::ChargeJoin => format!("choose who else charges {}, or roll", target()).into(),
            Step::Square => format!("choose who forms square in {}, or go on", target()).into(),
            _ => text.into(),
        };
        let help = if matches!(s.step, Step::Join | Step::ChargeJoin | Step::Square | Step::Counter) {
            self.preview(s).join(" ")
        } else {
            String::new()
        };
        Ask::Ask(Question {
            seat: self.decider(s),
            text,
            help: help.into(),
            name: name.into(),
            rule: Rule::of(section),
            needs_hidden_faces: false,
        })
    }

    /// The fight that is declared, as sentences: its odds, its column of the table, and how likely each result is.
    pub(super) fn preview(&self, s: &State) -> Vec<String> {
        if s.fight.kind == Kind::None {
            return Vec::new();
        }
        let attackers: Vec<UnitId> = Folio::with_flag(s, Flags::ATTACKS).collect();
        let more: Vec<UnitId> = Folio::with_flag(s, Flags::DEFENDS).collect();
        let odds = self.odds(s, s.fight.kind, &attackers, s.fight.target, &more);
        let flank = if odds.shift > 0 { ", with a flank" } else { "" };
        let differential = odds.attack - odds.defence;
        let heading = self.table.heading(odds.column);
        let cells = (1..=6).map(|die| {
            let (cell, tags) = self.cell(die, odds.column);
            format!("{die} {cell}{tags}")
        });
        vec![
            format!("{} against {}: {differential:+}{flank}, column {heading}.", odds.attack, odds.defence),
            format!("Die: {}.", cells.collect::<Vec<_>>().join("; ")),
        ]
    }

    /// Why an order is not legal.
    pub(super) fn refusal(&self, s: &State, order: &Order) -> Refusal {
        let (_, _, section) = asked(s.step);
        let other_question = || {
            let text = format!("Something else is asked now: {}.", asked(s.step).1);
            Refusal { rule: Rule::of(section), text }
        };
        let (unit, hex) = (order.unit(), order.hex());
        let told = |result: Result<(), Refusal>| result.err();
        let known = match (order.act, s.step) {
            (Act::Take, Step::Move) => unit.and_then(|unit| told(self.may_take(s, unit))),
            (Act::Replace, Step::Command) => unit.and_then(|unit| told(self.may_replace(s, unit))),
            (Act::Raise, Step::Command) => {
                Some(Refusal::new("13.2", "That unit cannot be brought back by that leader now."))
            }
            (Act::Detach, Step::Command) => Some(Refusal::new(
                "19.5",
                "A battalion is taken out of a full French brigade of two steps that has room beside it.",
            )),
            (Act::Mass, _) => hex.map(|hex| self.unmassed(s, hex)),
            (Act::Attack, Step::Attack) => unit.zip(hex).and_then(|(unit, hex)| told(self.may_attack(s, unit, hex))),
            (Act::Join, Step::Join) => unit.and_then(|unit| told(self.may_attack(s, unit, s.fight.target))),
            (Act::Fire, Step::Fire) => unit.zip(hex).and_then(|(unit, hex)| told(self.may_fire(s, unit, hex))),
            (Act::Charge, Step::Charge | Step::ChargeJoin) => {
                unit.zip(hex).and_then(|(unit, hex)| self.may_charge(s, unit, hex).err())
            }
            (Act::To | Act::March | Act::Emplace | Act::Enter, Step::Hand) => {
                s.hand.zip(hex).map(|(unit, hex)| self.unreachable(s, unit, order.act, hex))
            }
            (Act::Hold, Step::Move) => {
                Some(Refusal::new("19.2", "Only a battalion of yours that stands in the hex of a chateau may hold it."))
            }
            (Act::Place, Step::Place) => Some(self.misplaced(s, order)),
            (Act::Column, Step::Column) => {
                Some(Refusal::new("19.6", "Formation 2 comes first, by the bridge; each formation comes once."))
            }
            (Act::Retreat, Step::Retreat) => Some(Refusal::new(
                "7.6",
                "A retreat goes along the safe line, every hex nearer home, to where there is room.",
            )),
            (Act::Advance, Step::Advance) => Some(Refusal::new(
                "7.7",
                "One stack of the winners may advance into the vacated hex, cavalry one hex further.",
            )),
            (Act::Square, Step::Square) => {
                Some(Refusal::new("9.2", "Only undisrupted infantry that is charged forms square, and once."))
            }
            (Act::Counter, Step::Counter) => {
                Some(Refusal::new("9.5", "Only undisrupted cavalry near by counter-charges, and once."))
            }
            _ => None,
        };
        self.malformed(s, order).or(known).unwrap_or_else(other_question)
    }

    /// What an order names of other sorts, or in other numbers, than all orders of its kind that are legal now.
    fn malformed(&self, s: &State, order: &Order) -> Option<Refusal> {
        let sorts = |parts: &[Part]| -> Vec<&'static str> {
            let sort = |part: &Part| match PartKind::of(*part) {
                Some(PartKind::Hex(_)) => "a hex",
                Some(PartKind::Unit(_)) => "a unit",
                Some(PartKind::Formation(_)) => "a formation",
                None => "something",
            };
            parts.iter().map(sort).collect()
        };
        let mut offers = Offers::new();
        self.offers(s, &mut offers).ok()?;
        let verb = order.choice().verb;
        let alike: Vec<&Offer> = offers.iter().filter(|offer| offer.verb == verb).collect();
        let first = alike.first()?;
        let given = sorts(&order.parts);
        if alike.iter().any(|offer| sorts(&offer.parts) == given) {
            return None;
        }
        let wanted = match &sorts(&first.parts)[..] {
            [] => "nothing".to_owned(),
            wanted => wanted.join(", then "),
        };
        let example = Order { act: order.act, parts: first.parts };
        let (word, _) = VERBS[order.act as usize];
        let text = format!("`{word}` names {wanted}, as in `{}`.", self.order_text(&example));
        Some(Refusal::new("notation", text))
    }

    /// Why the guns of a hex do not become Marmont's.
    fn unmassed(&self, s: &State, hex: HexId) -> Refusal {
        let guns = self.batteries_in(s, hex);
        let names: Vec<&str> = guns.iter().map(|unit| self.army.facts(*unit).name.as_str()).collect();
        let text = match guns.len().checked_sub(MASSED) {
            _ if self.decider(s) != FRENCH => "It is an order of the French.".to_owned(),
            None => "Three French batteries have to stand in that hex.".to_owned(),
            _ if !self.numbers.marmont => "Batteries stay as they are in this game.".to_owned(),
            Some(more) if more > 0 => {
                format!(
                    "Three of {} become Marmont's: name who stays, as in `mass {} > {}`.",
                    names.join(", "),
                    self.map.hex_name(hex),
                    names[..more].join(" > ")
                )
            }
            _ if self.massed().is_none_or(|unit| s.unit(unit).at != Place::Ready) => {
                "Marmont's guns are formed already.".to_owned()
            }
            Some(_) => {
                "Guns of which some have another part in this fight, or are on the move, wait for its end.".to_owned()
            }
        };
        Refusal::new("19.4", text)
    }

    fn misplaced(&self, s: &State, order: &Order) -> Refusal {
        match self.to_place(s) {
            Some((unit, _)) if order.unit() != Some(unit) => {
                Refusal::new("17.3", format!("It is {} that is placed now.", self.army.facts(unit).name))
            }
            Some((unit, _)) if order.hex().is_some_and(|hex| s.in_hex(hex).next().is_some()) => {
                Refusal::new("17.3", format!("{} is placed unstacked.", self.army.facts(unit).name))
            }
            _ => Refusal::new("17.3", "The set-up does not let it stand there."),
        }
    }

    fn unreachable(&self, s: &State, unit: UnitId, act: Act, hex: crate::board::HexId) -> Refusal {
        let facts = self.army.facts(unit);
        let name = &facts.name;
        let lay = self.lay(s, facts.seat);
        let arm = self.arm(unit);
        let closed = |hex: crate::board::HexId| {
            let steps =
                crate::board::Way::ALL.into_iter().filter_map(|way| Some((self.map.next(hex, way)?, way.back())));
            !steps.into_iter().any(|(from, way)| self.map.step(arm, crate::board::Going::Road, from, way).is_some())
        };
        if lay.held.has(hex) {
            return Refusal::new("4.3", "The enemy holds that hex.");
        }
        if !self.has_room(s, unit, hex) {
            return Refusal::new("4.4", "There is no room in that hex.");
        }
        if closed(hex) {
            return Refusal::new("TEC", format!("{name} cannot enter that ground."));
        }
        if act == Act::Emplace {
            let near = lay.zone.has(hex);
            let why =
                if near { "is ready in no enemy zone of control" } else { "has no point left there to get ready" };
            return Refusal::new("2", format!("{name} {why}."));
        }
        if act == Act::Enter {
            return Refusal::new("17.2", "One unit a turn comes onto the map through each hex beside the bridge.");
        }
        if act == Act::March {
            return Refusal::new(
                "4.5",
                format!("{name} cannot march there: roads and clear ground, away from the enemy."),
            );
        }
        let neighbour = s.unit(unit).at.hex().and_then(|from| self.map.border(from, hex));
        if neighbour.is_some_and(|border| border.is_barred()) {
            return Refusal::new("TEC", "A creek is crossed by bridges and fords alone.");
        }
        if neighbour.is_some() && lay.zone.has(hex) {
            let from_zone = s.unit(unit).at.hex().is_some_and(|from| lay.zone.has(from));
            return match from_zone {
                true => Refusal::new("5", format!("{name} cannot go from one zone of control straight into another.")),
                false => {
                    Refusal::new("4.6", format!("{name} goes by road there, and enters no enemy zone of control so."))
                }
            };
        }
        if lay.zone.has(hex) && matches!(facts.kind.arm(), super::model::Arm::Infantry | super::model::Arm::Cavalry) {
            return Refusal::new(
                "4.6",
                format!("{name} does not get there across country; by road it enters no enemy zone of control."),
            );
        }
        if neighbour.is_some() && s.unit(unit).at == Place::Waiting {
            return Refusal::new("13.1", format!("{name} does not get that far from its entry hex."));
        }
        Refusal::new("4.1", format!("{name} has not the movement points to get there."))
    }

    /// Whether the French have the hex of their aim. (18.2)
    pub(super) fn french_hold_marengo(&self, s: &State) -> bool {
        self.marengo.is_some_and(|hex| {
            s.in_hex(hex).any(|unit| self.army.facts(unit).seat == FRENCH && self.army.facts(unit).kind.is_unit())
        })
    }
}
