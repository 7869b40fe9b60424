//! The board as one seat sees it.

use super::Triomphe;
use super::model::{Arm, Face, Flags, PartKind, Pos, UNSEEN, part_kind};
use super::order::verb;
use super::scene::{BlockMark, BoardMarks, BoardScene, Deed, Spot, Symbol};
use super::view::{Token, View};
use crate::board::{AreaMap, Landscape, LocaleId, Position};
use crate::kernel::{Class, Offer, Part, Seat, Sign, Signed};
use crate::scene::Scene;
use std::sync::OnceLock;

/// The unchanging layers of a board, drawn when the board is first looked at.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub(super) land: Landscape,
    layers: OnceLock<BoardScene>,
}

impl Drawing {
    pub(super) fn of(land: Landscape) -> Drawing {
        Drawing { land, layers: OnceLock::new() }
    }
}

fn spot(pos: Pos) -> Spot {
    match pos.place() {
        Position::Reserve(locale) => Spot::Reserve(locale),
        Position::Approach(approach) => Spot::Approach(approach),
        Position::Holding(holding) => Spot::Holding(holding),
    }
}

pub(super) fn symbol(class: Class) -> (Symbol, u8) {
    let symbol = match class.arm() {
        Arm::Artillery => Symbol::Artillery,
        Arm::Cavalry => Symbol::Cavalry,
        Arm::Infantry => Symbol::Infantry,
    };
    (symbol, if class == UNSEEN { 0 } else { class.strength() })
}

/// What a block is doing, by its marks: the latest of an action hides what led to it.
fn deed(flags: Flags) -> Option<Deed> {
    let deeds = [
        (Flags::FLEES, Deed::Flees),
        (Flags::COUNTERS, Deed::Counters),
        (Flags::LEADS, Deed::Leads),
        (Flags::AIMED, Deed::Aims),
        (Flags::NAMED, Deed::Acts),
    ];
    deeds.into_iter().find(|(flag, _)| flags.has(*flag)).map(|(_, deed)| deed)
}

/// What an offer's orders do on the board. What crosses an approach stands on the one that faces it. (7 to 15)
pub(super) fn sign_of(map: &AreaMap, offer: &Offer) -> Option<Signed> {
    let last = *offer.parts.last()?;
    let approach = match part_kind(last)? {
        PartKind::Pos(pos) => match pos.place() {
            Position::Approach(approach) => Some(approach),
            _ => None,
        },
        PartKind::Crossing(_) => None,
    };
    let to = match (offer.verb, approach) {
        (verb::ATTACK, Some(over)) => Some(Pos::reserve(map.approach(over).locale).part()),
        (verb::ROAD, _) => road_end(map, &offer.parts).map(|locale| Pos::reserve(locale).part()),
        _ => None,
    };
    let facing = approach.map_or(last, |approach| Pos::approach(approach.opposite()).part());
    let (sign, at) = match offer.verb {
        verb::MARCH if approach.is_some() => (Sign::Guard, last),
        verb::MARCH | verb::FLEE => (Sign::March, last),
        verb::ROAD | verb::ON if offer.parts.len() > 1 || offer.verb == verb::ON => (Sign::Road, last),
        verb::RIDE => (Sign::Guard, last),
        verb::ATTACK => (Sign::Attack, last),
        verb::ASSAULT => (Sign::Assault, facing),
        verb::AIM | verb::BOMBARD => (Sign::Fire, facing),
        verb::ORGANIZE | verb::ALSO => (Sign::Rally, last),
        _ => return None,
    };
    Some(Signed { sign, at, to })
}

/// The locale in which a road march ends; none of a march that goes on, whose start is not named.
fn road_end(map: &AreaMap, parts: &[Part]) -> Option<LocaleId> {
    let (first, road) = parts.split_first()?;
    let PartKind::Pos(from) = part_kind(*first)? else { return None };
    let mut at = from.locale(map);
    for part in road {
        let PartKind::Crossing(crossing) = part_kind(*part)? else { return None };
        let crossing = map.crossing(crossing);
        at = match at {
            Some(here) => Some(crossing.across(here)?),
            None => Some(crossing.ends.0), // where reinforcements enter (15)
        };
    }
    at
}

impl Triomphe {
    /// Draws a view: own faces, and of the enemy's those that `face` tells.
    pub(super) fn draw(&self, v: &View, face: impl Fn(&Token) -> Option<Class>) -> Scene {
        let board = self.drawing.layers.get_or_init(|| BoardScene::new(&self.map, &self.drawing.land));
        let mark = |seat: Seat, flags: Flags, face: Option<Class>| BlockMark {
            army: seat.0,
            face: face.map(symbol),
            face_up: flags.has(Flags::UP),
            disorganized: flags.has(Flags::DISORGANIZED),
            acted: flags.has(Flags::ACTED),
            deed: deed(flags),
            part: None,
        };
        let own = v.own.iter().map(|p| (spot(p.pos), mark(p.seat, p.flags, Some(p.class))));
        let theirs = v.theirs.iter().map(|t| (spot(t.pos), mark(v.seat.other(), t.flags, face(t))));
        let p = &v.public;
        let seats = || [Seat(0), Seat(1)].into_iter();
        let committed = seats().flat_map(|seat| {
            let tokens = p.morale[seat.index()].committed.entries();
            tokens.map(move |(l, n)| (LocaleId(l as u8), seat.0, n)).collect::<Vec<_>>()
        });
        let scheduled = seats().flat_map(|seat| {
            let track = p.morale[seat.index()].track.iter().enumerate();
            track.filter(|(_, n)| **n > 0).map(move |(round, n)| (round as u8, seat.0, *n)).collect::<Vec<_>>()
        });
        let marks = BoardMarks {
            blocks: own.chain(theirs).collect(),
            committed: committed.collect(),
            uncommitted: [p.morale[0].uncommitted, p.morale[1].uncommitted],
            scheduled: scheduled.collect(),
            round: p.round.saturating_sub(1),
            traffic: p.traffic.used().map(|(c, t)| (c, t.count)).collect(),
        };
        board.scene(&self.map, &marks)
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::crossing_part;
    use super::*;
    use crate::board::ApproachId;
    use crate::kernel::{Cost, Slot, Verb};
    use crate::pack::builtin;

    fn map() -> AreaMap {
        AreaMap::load("map.toml", &builtin::text("data/triomphe/map.toml").unwrap()).unwrap()
    }

    fn sign(verb: Verb, places: &[Pos]) -> Option<(Sign, Pos)> {
        let parts = places.iter().map(|pos| pos.part()).collect();
        let signed = sign_of(&map(), &Offer { verb, parts, slot: Slot::None, cost: Cost(0) })?;
        match part_kind(signed.at)? {
            PartKind::Pos(pos) => Some((signed.sign, pos)),
            PartKind::Crossing(_) => None,
        }
    }

    #[test]
    fn what_is_shot_or_stormed_is_signed_on_the_far_side() {
        let (near, reserve) = (ApproachId(10), Pos::reserve(LocaleId(3)));
        let (at, far) = (Pos::approach(near), Pos::approach(near.opposite()));
        assert_eq!(sign(verb::ASSAULT, &[at]), Some((Sign::Assault, far)));
        assert_eq!(sign(verb::AIM, &[at]), Some((Sign::Fire, far)));
        assert_eq!(sign(verb::ATTACK, &[reserve, far]), Some((Sign::Attack, far)), "the order names the far side");
        assert_eq!(sign(verb::ORGANIZE, &[at]), Some((Sign::Rally, at)));
        assert_eq!(sign(verb::MARCH, &[reserve, at]), Some((Sign::Guard, at)));
        assert_eq!(sign(verb::MARCH, &[at, reserve]), Some((Sign::March, reserve)));
        assert_eq!(sign(verb::ROAD, &[reserve]), None, "cavalry that only continues goes nowhere by road");
        assert_eq!(sign(verb::END, &[]), None);
    }

    #[test]
    fn what_goes_by_road_or_attacks_comes_to_stand_in_a_place_that_it_does_not_name() {
        let map = map();
        let to = |verb, parts: &[Part]| {
            let offer = Offer { verb, parts: parts.iter().copied().collect(), slot: Slot::None, cost: Cost(0) };
            let locale = sign_of(&map, &offer)?.to.and_then(part_kind)?;
            match locale {
                PartKind::Pos(pos) => pos.locale(&map).map(|locale| map.locale_name(locale).to_owned()),
                PartKind::Crossing(_) => None,
            }
        };
        let part = |name: &str| Pos::of(map.read_position(name).unwrap()).part();
        let road = |name: &str| crossing_part(map.read_crossing(name).unwrap());
        assert_eq!(to(verb::ROAD, &[part("1"), road("1-2b/main1")]).as_deref(), Some("2"));
        assert_eq!(to(verb::ROAD, &[part("1"), road("1-2b/main1"), road("2-3/main1")]).as_deref(), Some("3"));
        assert_eq!(to(verb::ATTACK, &[part("5"), part("12/5")]).as_deref(), Some("12"));
        assert_eq!(to(verb::MARCH, &[part("1"), part("2")]), None, "the order names it");
    }

    #[test]
    fn a_leader_is_marked_as_one_and_not_only_as_acting() {
        assert_eq!(deed(Flags::NAMED.with(Flags::LEADS)), Some(Deed::Leads));
        assert_eq!(deed(Flags::UP.with(Flags::AIMED)), Some(Deed::Aims));
        assert_eq!(deed(Flags::ACTED.with(Flags::DISORGANIZED)), None);
    }
}
