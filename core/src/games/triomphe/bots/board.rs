//! What a scripted bot may ask of its view: pieces, places, morale, and the engine's judgement of them.

use std::sync::Arc;

use super::super::model::{AUSTRIAN, CLASS_NAMES, FRENCH, Face, Flags, Pos};
use super::super::notation::SIDES;
use super::super::view::View;
use super::super::{Numbers, Triomphe};
use super::field::Field;
use super::ground::Ground;
use super::judge::{Judge, Spearhead};
use crate::board::{AreaMap, LocaleId, Position};
use crate::kernel::Seat;
use crate::script::{UserData, UserDataMethods};

/// A view as a script holds it: read only, and dead after the call.
pub(super) struct Board {
    map: Arc<AreaMap>,
    numbers: Numbers,
    ground: Arc<Ground>,
    view: View,
    field: Field,
    spearhead: Spearhead,
    hour: u8,
    asked: String,
}

impl Board {
    pub(super) fn new(g: &Triomphe, ground: &Arc<Ground>, view: &View, asked: &str) -> Board {
        let field = Field::of(&g.map, view);
        let spearhead = Spearhead::of(&g.map, ground, &g.numbers, &field);
        Board {
            map: g.map.clone(),
            numbers: g.numbers.clone(),
            ground: ground.clone(),
            view: view.clone(),
            field,
            spearhead,
            hour: g.numbers.hour_of(view.public.round).0,
            asked: asked.to_owned(),
        }
    }

    fn place(&self, name: &str) -> mlua::Result<Pos> {
        self.map.read_position(name).map(Pos::of).map_err(|_| mlua::Error::runtime(format!("no place \"{name}\"")))
    }
    fn locale(&self, name: &str) -> mlua::Result<LocaleId> {
        self.map.read_locale(name).map_err(|_| mlua::Error::runtime(format!("no locale \"{name}\"")))
    }
    fn id(&self, locale: LocaleId) -> String {
        self.map.locale(locale).id.to_string()
    }
    fn side(&self, name: &str) -> mlua::Result<Seat> {
        let found = SIDES.iter().position(|side| *side == name);
        let seat = found.ok_or_else(|| mlua::Error::runtime(format!("no side \"{name}\"")))?;
        Ok(if seat == AUSTRIAN.index() { AUSTRIAN } else { FRENCH })
    }
    fn strength(&self, seat: Seat, inside: LocaleId) -> f64 {
        let here = |pos: Pos| pos.locale(&self.map) == Some(inside);
        if seat == self.view.seat {
            let own = self.view.own.iter().filter(|p| here(p.pos));
            return own.map(|p| f64::from(p.class.strength())).sum();
        }
        let mean = |t: &super::super::Token| {
            let faces = self.view.could_be(t);
            let sum: f64 = faces.iter().map(|c| f64::from(c.strength())).sum();
            sum / faces.len().max(1) as f64
        };
        self.view.theirs.iter().filter(|t| here(t.pos)).map(mean).sum()
    }
    fn beyond(&self) -> u8 {
        let held = self.field.held(AUSTRIAN).iter().filter(|l| self.map.locale(*l).is_goal());
        held.map(|l| self.field.inside(AUSTRIAN, l)).sum()
    }
    fn waiting(&self, seat: Seat) -> u8 {
        self.map.holdings().map(|h| self.field.at(seat, Pos::holding(h))).sum()
    }
    fn disorganized(&self) -> usize {
        if self.view.seat == FRENCH {
            self.view.own.iter().filter(|p| p.flags.has(Flags::DISORGANIZED)).count()
        } else {
            self.view.theirs.iter().filter(|t| t.flags.has(Flags::DISORGANIZED)).count()
        }
    }
}

impl UserData for Board {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("seat", |_, b, ()| Ok(SIDES[b.view.seat.index()]));
        methods.add_method("asked", |_, b, ()| Ok(b.asked.clone()));
        methods.add_method("round", |_, b, ()| Ok(b.view.public.round));
        methods.add_method("rounds", |_, b, ()| Ok(b.numbers.rounds));
        methods.add_method("hour", |_, b, ()| Ok(b.hour));
        methods.add_method("commands", |_, b, ()| Ok(b.view.public.allowance.saturating_sub(b.view.public.used)));
        methods.add_method("morale", |_, b, side: String| Ok(b.view.public.morale[b.side(&side)?.index()].level()));
        methods.add_method("uncommitted", |_, b, side: String| {
            Ok(b.view.public.morale[b.side(&side)?.index()].uncommitted)
        });
        methods.add_method("committed", |_, b, (side, place): (String, String)| {
            Ok(b.view.public.morale[b.side(&side)?.index()].committed.0[b.locale(&place)?.index()])
        });
        methods.add_method("count", |_, b, (side, place): (String, String)| {
            Ok(b.field.at(b.side(&side)?, b.place(&place)?))
        });
        methods.add_method("inside", |_, b, (side, place): (String, String)| {
            Ok(b.field.inside(b.side(&side)?, b.locale(&place)?))
        });
        methods.add_method("strength", |_, b, (side, place): (String, String)| {
            Ok(b.strength(b.side(&side)?, b.locale(&place)?))
        });
        methods.add_method("own", |_, b, place: String| {
            let pos = b.place(&place)?;
            let there = b.view.own.iter().filter(|p| p.pos == pos);
            Ok(there.filter_map(|p| CLASS_NAMES.get(usize::from(p.class.0)).copied()).collect::<Vec<_>>())
        });
        methods.add_method("could_be", |_, b, place: String| {
            let pos = b.place(&place)?;
            let mut faces: Vec<u8> =
                b.view.theirs.iter().filter(|t| t.pos == pos).flat_map(|t| b.view.could_be(t)).map(|c| c.0).collect();
            faces.sort_unstable();
            faces.dedup();
            Ok(faces.iter().filter_map(|c| CLASS_NAMES.get(usize::from(*c)).copied()).collect::<Vec<_>>())
        });
        methods.add_method("held", |_, b, side: String| {
            let seat = b.side(&side)?;
            Ok(b.field.held(seat).iter().map(|l| b.id(l)).collect::<Vec<_>>())
        });
        methods.add_method("waiting", |_, b, side: String| Ok(b.waiting(b.side(&side)?)));
        methods.add_method("neighbours", |_, b, place: String| {
            let locale = b.locale(&place)?;
            Ok(b.map.neighbours(locale).iter().map(|l| b.id(l)).collect::<Vec<_>>())
        });
        methods.add_method("ground", |_, b, edge: String| {
            let Position::Approach(approach) = b.place(&edge)?.place() else {
                return Err(mlua::Error::runtime(format!("\"{edge}\" is no edge of a locale, as \"12/11\" is")));
            };
            let ground = b.map.approach(approach).penalties;
            Ok((b.map.width(approach).pieces(), ground.infantry, ground.cavalry, ground.artillery > 0))
        });
        methods.add_method("stars", |_, b, ()| {
            let starred = b.map.locales().filter(|l| b.map.locale(*l).objective.is_some());
            Ok(starred.map(|l| b.id(l)).collect::<Vec<_>>())
        });
        methods.add_method("to_line", |_, b, place: String| Ok(b.ground.to_line(b.locale(&place)?)));
        methods.add_method("apart", |_, b, (from, to): (String, String)| {
            Ok(b.ground.apart(b.locale(&from)?, b.locale(&to)?))
        });
        methods.add_method("beyond", |_, b, ()| Ok(b.beyond()));
        methods.add_method("disorganized", |_, b, ()| Ok(b.disorganized()));
        methods.add_method("spearhead", |_, b, ()| Ok((b.id(b.spearhead.at), b.spearhead.turns)));
        methods.add_method("danger", |_, b, (side, place): (String, String)| {
            let (seat, locale) = (b.side(&side)?, b.locale(&place)?);
            let judge = Judge::new(&b.map, &b.numbers, &b.ground, &b.view.public, b.spearhead, &b.field);
            let e = judge.exposure(&b.field, seat, locale);
            Ok((e.loss, e.forced, e.attackable))
        });
    }
}

/// The methods of a view: name, type, what it gives.
pub(super) const VIEW_METHODS: [(&str, &str, &str); 25] = [
    ("seat", "(self) -> Side", "Whose view it is."),
    (
        "asked",
        "(self) -> Asked",
        "The name of the decision; one that a step of a pack asks for is called like the step.",
    ),
    ("round", "(self) -> number", "The round, from 1."),
    ("rounds", "(self) -> number", "How many rounds a match has."),
    ("hour", "(self) -> number", "The hour, 0 to 23."),
    ("commands", "(self) -> number", "Commands left this turn."),
    ("morale", "(self, side: Side) -> number", "An army's morale level."),
    ("uncommitted", "(self, side: Side) -> number", "Its tokens that are not committed."),
    ("committed", "(self, side: Side, locale: string) -> number", "Its tokens committed to a locale."),
    ("count", "(self, side: Side, place: string) -> number", "Its pieces in a position: \"12\", \"12/11\", \"Novi\"."),
    ("inside", "(self, side: Side, locale: string) -> number", "Its pieces in all positions of a locale."),
    ("strength", "(self, side: Side, locale: string) -> number", "Their strength; of hidden faces the mean."),
    ("own", "(self, place: string) -> { string }", "The seat's own faces in a position."),
    ("could_be", "(self, place: string) -> { string }", "The faces that enemy pieces in a position may have."),
    ("held", "(self, side: Side) -> { string }", "The locales that an army occupies."),
    ("waiting", "(self, side: Side) -> number", "Its pieces in holding areas."),
    ("neighbours", "(self, locale: string) -> { string }", "The adjacent locales."),
    (
        "ground",
        "(self, edge: string) -> (number, number, number, boolean)",
        "Of an edge such as \"12/11\", the side of 12 towards 11: how many pieces fill it, what an attack across it loses that infantry or that cavalry leads, and whether artillery may not fire across it.",
    ),
    ("stars", "(self) -> { string }", "The locales that bear a star; none on a map without."),
    ("to_line", "(self, locale: string) -> number", "Turns that an unopposed piece needs to the objective line."),
    ("apart", "(self, from: string, to: string) -> number", "Approaches between two locales."),
    ("beyond", "(self) -> number", "Austrian pieces east of the objective line."),
    ("disorganized", "(self) -> number", "Disorganized French pieces."),
    (
        "spearhead",
        "(self) -> (string, number)",
        "Where the foremost Austrian pieces stand that suffice for the marginal victory, and their turns to the line.",
    ),
    (
        "danger",
        "(self, side: Side, locale: string) -> (number, boolean, number)",
        "What the enemy could force out of a locale by maneuver: morale, whether it can be forced, over how many approaches.",
    ),
];
