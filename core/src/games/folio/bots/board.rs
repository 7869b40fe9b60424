//! What a scripted bot may ask of its view: units, hexes, points, and the engine's judgement of them.

use std::sync::Arc;

use super::sight::Sight;
use crate::board::{HexId, HexMap, HexSet};
use crate::games::folio::Folio;
use crate::games::folio::army::Army;
use crate::games::folio::case::MARKS;
use crate::games::folio::model::{Arm, Flags, Place, State, UnitId};
use crate::games::folio::notation::SIDES;
use crate::kernel::Seat;
use crate::pack::nearest::did_you_mean;
use crate::script::{UserData, UserDataMethods};

/// A view as a script holds it: read only, and dead after the call.
pub(super) struct Board {
    map: Arc<HexMap>,
    army: Arc<Army>,
    s: State,
    seat: Seat,
    asked: String,
    turns: u8,
    points: [u16; 2],
    /// Twice the strength that each unit defends with.
    defence: Vec<u16>,
    nerve: Vec<i8>,
    enemy_zone: HexSet,
    /// Hexes from which the seat has a safe line of retreat.
    safe: HexSet,
    aim: HexId,
}

impl Board {
    pub(super) fn of(g: &Folio, sight: &Sight<'_>, asked: String) -> Board {
        let s = sight.s;
        let units = || g.army.all().map(|(unit, _)| unit);
        Board {
            map: g.map.clone(),
            army: g.army.clone(),
            s: s.clone(),
            seat: sight.seat,
            asked,
            turns: g.numbers.turns,
            points: [Seat(0), Seat(1)].map(|seat| g.points_of(s, seat)),
            defence: units().map(|unit| g.defence_halves(s, unit, true)).collect(),
            nerve: units().map(|unit| g.nerve(s, unit)).collect(),
            enemy_zone: sight.lay.zone,
            safe: g.map.land().iter().filter(|hex| sight.home.steps(*hex).is_some()).collect(),
            aim: sight.aim,
        }
    }

    fn side(&self, name: &str) -> mlua::Result<Seat> {
        let found = SIDES.iter().position(|side| *side == name);
        found.map(|k| Seat(k as u8)).ok_or_else(|| mlua::Error::runtime(format!("no side \"{name}\"")))
    }
    fn unit(&self, name: &str) -> mlua::Result<UnitId> {
        self.army.read(name).map_err(mlua::Error::runtime)
    }
    fn hex(&self, name: &str) -> mlua::Result<HexId> {
        self.map.read_hex(name).map_err(mlua::Error::runtime)
    }
    fn names(&self, units: impl Iterator<Item = UnitId>) -> Vec<String> {
        units.map(|unit| self.army.facts(unit).name.clone()).collect()
    }
    fn strength(&self, unit: UnitId) -> u8 {
        let facts = self.army.facts(unit);
        facts.sides[usize::from(self.s.unit(unit).steps < facts.steps)].combat
    }
    fn of_side(&self, seat: Seat) -> impl Iterator<Item = UnitId> + '_ {
        self.army.all().filter(move |(_, facts)| facts.seat == seat).map(|(unit, _)| unit)
    }
}

fn mark(name: &str) -> mlua::Result<Flags> {
    let found = MARKS.iter().find(|(known, _)| *known == name);
    found.map(|(_, flags)| *flags).ok_or_else(|| {
        let hint = did_you_mean(name, MARKS.map(|(word, _)| word)).map_or(String::new(), |hint| format!("; {hint}"));
        mlua::Error::runtime(format!("\"{name}\" is no state of a unit{hint}"))
    })
}

impl UserData for Board {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("seat", |_, b, ()| Ok(SIDES[b.seat.index() % 2]));
        methods.add_method("asked", |_, b, ()| Ok(b.asked.clone()));
        methods.add_method("turn", |_, b, ()| Ok(b.s.turn));
        methods.add_method("turns", |_, b, ()| Ok(b.turns));
        methods.add_method("active", |_, b, ()| Ok(SIDES[b.s.active.index() % 2]));
        methods.add_method("points", |_, b, side: String| Ok(b.points[b.side(&side)?.index()]));
        methods.add_method("spare", |_, b, side: String| Ok(b.s.spare[b.side(&side)?.index()]));
        methods.add_method("aim", |_, b, ()| Ok(b.map.hex_name(b.aim)));
        methods.add_method("hand", |_, b, ()| Ok(b.s.hand.map(|unit| b.army.facts(unit).name.clone())));
        methods.add_method("units", |_, b, side: String| {
            let seat = b.side(&side)?;
            Ok(b.names(b.of_side(seat).filter(|unit| b.s.unit(*unit).at.hex().is_some())))
        });
        methods.add_method("waiting", |_, b, side: String| {
            let seat = b.side(&side)?;
            Ok(b.names(b.of_side(seat).filter(|unit| b.s.unit(*unit).at == Place::Waiting)))
        });
        methods.add_method("routed", |_, b, side: String| {
            let seat = b.side(&side)?;
            Ok(b.names(b.of_side(seat).filter(|unit| matches!(b.s.unit(*unit).at, Place::Track(_)))))
        });
        methods.add_method("inside", |_, b, hex: String| {
            let hex = b.hex(&hex)?;
            Ok(b.names(b.s.in_hex(hex)))
        });
        methods.add_method("at", |_, b, unit: String| {
            let at = b.s.unit(b.unit(&unit)?).at.hex();
            Ok(at.map(|hex| b.map.hex_name(hex)))
        });
        methods.add_method("side", |_, b, unit: String| Ok(SIDES[b.army.facts(b.unit(&unit)?).seat.index() % 2]));
        methods.add_method("arm", |_, b, unit: String| {
            let kind = b.army.facts(b.unit(&unit)?).kind;
            Ok(if kind.is_unit() { Arm::NAMES[kind.arm() as usize] } else { Arm::NAMES[Arm::Leader as usize] })
        });
        methods.add_method("formation", |_, b, unit: String| Ok(b.army.facts(b.unit(&unit)?).formation));
        methods.add_method("steps", |_, b, unit: String| Ok(b.s.unit(b.unit(&unit)?).steps));
        methods.add_method("strength", |_, b, unit: String| Ok(b.strength(b.unit(&unit)?)));
        methods.add_method("defence", |_, b, unit: String| Ok(f64::from(b.defence[b.unit(&unit)?.index()]) / 2.0));
        methods.add_method("morale", |_, b, unit: String| Ok(b.nerve[b.unit(&unit)?.index()]));
        methods
            .add_method("is", |_, b, (unit, state): (String, String)| Ok(b.s.unit(b.unit(&unit)?).is(mark(&state)?)));
        methods.add_method("distance", |_, b, (from, to): (String, String)| {
            Ok(b.map.grid().distance(b.hex(&from)?, b.hex(&to)?))
        });
        methods.add_method("neighbours", |_, b, hex: String| {
            let hex = b.hex(&hex)?;
            Ok(b.map.neighbours(hex).map(|(_, hex)| b.map.hex_name(hex)).collect::<Vec<_>>())
        });
        methods.add_method("controlled", |_, b, hex: String| Ok(b.enemy_zone.has(b.hex(&hex)?)));
        methods.add_method("safe", |_, b, hex: String| Ok(b.safe.has(b.hex(&hex)?)));
    }
}

/// The methods of a view: name, type, what it gives.
pub(super) const VIEW_METHODS: [(&str, &str, &str); 26] = [
    ("seat", "(self) -> Side", "Whose view it is."),
    ("asked", "(self) -> Asked", "The name of the decision."),
    ("turn", "(self) -> number", "The turn, from 1."),
    ("turns", "(self) -> number", "How many turns a match has."),
    ("active", "(self) -> Side", "Whose player-turn it is."),
    ("points", "(self, side: Side) -> number", "A side's points."),
    ("spare", "(self, side: Side) -> number", "A side's replacement steps at hand."),
    ("aim", "(self) -> string", "The hex that the trait `near` counts to."),
    ("hand", "(self) -> string?", "The unit that is being moved."),
    ("units", "(self, side: Side) -> { string }", "A side's units on the map, leaders and headquarters included."),
    ("waiting", "(self, side: Side) -> { string }", "A side's units that have not come yet."),
    ("routed", "(self, side: Side) -> { string }", "A side's units on the turn track."),
    ("inside", "(self, hex: string) -> { string }", "All units in a hex."),
    ("at", "(self, unit: string) -> string?", "The hex of a unit, when it is on the map."),
    ("side", "(self, unit: string) -> Side", "Whose unit it is."),
    (
        "arm",
        "(self, unit: string) -> string",
        "Its arm: \"infantry\", \"artillery\", \"cavalry\", \"train\"; \"leader\" of leaders and headquarters.",
    ),
    ("formation", "(self, unit: string) -> number", "Its formation."),
    ("steps", "(self, unit: string) -> number", "Its steps."),
    ("strength", "(self, unit: string) -> number", "The combat strength that it shows."),
    ("defence", "(self, unit: string) -> number", "The strength with which it defends where it is."),
    ("morale", "(self, unit: string) -> number", "The die that its morale check must not exceed now."),
    (
        "is",
        "(self, unit: string, state: string) -> boolean",
        "Whether a state holds: \"disrupted\", \"square\", \"inside\", \"ammo\", \"deployed\", \"moved\", \"marched\", \
         \"fought\", \"effective\", \"active\", \"moved_last\".",
    ),
    ("distance", "(self, from: string, to: string) -> number", "Hexes between two hexes."),
    ("neighbours", "(self, hex: string) -> { string }", "The hexes next to a hex."),
    ("controlled", "(self, hex: string) -> boolean", "Whether the enemy's zones of control reach a hex."),
    ("safe", "(self, hex: string) -> boolean", "Whether the seat's infantry has a safe line of retreat from a hex."),
];
