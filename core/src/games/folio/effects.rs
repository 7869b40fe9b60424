//! What hooks may do to a match of this game: effects as scripts return them, read, checked and done.

use super::Folio;
use super::army::{Army, Kind};
use super::doing::Doing;
use super::model::{Flags, PartKind, State, UnitId};
use super::notation::SIDES;
use super::rules::{Asked, Consequence};
use crate::board::{HexId, HexMap};
use crate::games::asked::{effect_named, line, remember, side};
use crate::kernel::{Fault, Seat};
use crate::script::{BadValue, Effect, Value};

/// The effects that a hook may ask for: the name, its fields beside `effect`, and what it does.
pub const EFFECTS: [Effect; 8] = [
    ("say", &[("text", "string")], "A line in the log, of at most 200 bytes."),
    (
        "replacements",
        &[("seat", "Seat"), ("change", "number")],
        "A side has more replacement steps at hand, or fewer: -20 to 20; never fewer than none.",
    ),
    ("disrupt", &[("unit", "string")], "A unit on the map is disrupted."),
    ("rally", &[("unit", "string")], "A unit on the map is disrupted no longer."),
    (
        "ammunition",
        &[("unit", "string"), ("has", "boolean")],
        "A unit on the map has ammunition again, or has none left.",
    ),
    (
        "step",
        &[("unit", "string"), ("change", "number")],
        "A unit on the map loses a step, -1, with the last its life; or regains one, 1, if it has lost any.",
    ),
    ("rout", &[("unit", "string")], "A unit on the map routs to the turn track; no leader and no headquarters."),
    (
        "place",
        &[("unit", "string"), ("at", "string")],
        "A unit that is not on the map appears in a hex, such as \"1107\", where it could stand, there is room and no enemy; \
         elsewhere nothing happens.",
    ),
];

/// Effects may lead to events, and these to effects: so deep and no deeper.
const MOST_DEPTH: u8 = 4;

/// An effect as a script writes it: `{ effect = "disrupt", unit = "43" }`.
pub(super) fn consequence(map: &HexMap, army: &Army, effect: &Value) -> Result<Consequence, BadValue> {
    let name = effect_named(effect, &EFFECTS)?;
    let unit = || army.read(effect.field("unit").text("`unit`")?).map_err(BadValue);
    Ok(match name {
        "replacements" => {
            let seat = side(effect, "seat", &SIDES)?;
            Consequence::Replacements { seat, change: effect.field("change").int_in("`change`", -20..=20)? as i8 }
        }
        "disrupt" => Consequence::Mark { unit: unit()?, flags: Flags::DISRUPTED, set: true },
        "rally" => Consequence::Mark { unit: unit()?, flags: Flags::DISRUPTED, set: false },
        "ammunition" => {
            let has = effect.field("has").bool("`has`")?;
            Consequence::Mark { unit: unit()?, flags: Flags::AMMO, set: !has }
        }
        "step" => {
            let change = effect.field("change").int_in("`change`", -1..=1)?;
            match (unit()?, change) {
                (_, 0) => return Err(BadValue("`change` is 1 or -1".to_owned())),
                (unit, change) => Consequence::Step { unit, gained: change > 0 },
            }
        }
        "rout" => match unit()? {
            unit if army.facts(unit).kind.is_unit() => Consequence::Rout { unit },
            unit => return Err(BadValue(format!("{} does not rout", army.facts(unit).name))),
        },
        "place" => {
            let (unit, at) = (unit()?, map.read_hex(effect.field("at").text("`at`")?).map_err(BadValue)?);
            if map.entry_cost(army.facts(unit).kind.arm() as usize, at).is_none() {
                return Err(BadValue(format!("{} cannot stand in {}", army.facts(unit).name, map.hex_name(at))));
            }
            Consequence::Place { unit, at }
        }
        _ => Consequence::Say(line(effect.field("text").text("`text`")?)?.to_owned()),
    })
}

impl Folio {
    /// Whether a hook may put a unit there: not on the map yet, with room and no enemy about it. (4.3, 4.4)
    fn could_appear(&self, s: &State, unit: UnitId, at: HexId) -> bool {
        let seat = self.army.facts(unit).seat;
        let enemy = s.in_hex(at).any(|other| self.army.facts(other).seat != seat);
        s.unit(unit).at.hex().is_none() && !enemy && self.has_room(s, unit, at)
    }
}

impl Doing<'_> {
    /// Tells an event to the packs that listen, and does what they ask for. A failure ends what is under way.
    pub(super) fn hear(&mut self, asked: Result<Vec<Asked>, Fault>) {
        self.depth += 1;
        match asked {
            Ok(asked) => {
                for Asked { by, at, what } in asked {
                    if self.depth > MOST_DEPTH {
                        let what = format!("effects led to hooks and these to effects, {MOST_DEPTH} deep");
                        self.g.fail(Fault { pack: by.pack, hook: by.hook, at, ..Fault::new(what) });
                        break;
                    }
                    if let Err(fault) = self.consequence(what) {
                        self.g.fail(Fault { pack: by.pack, hook: by.hook, at, ..fault });
                    }
                }
            }
            Err(fault) => self.g.fail(fault),
        }
        self.depth -= 1;
    }

    fn consequence(&mut self, what: Consequence) -> Result<(), Fault> {
        let stands = |doing: &Self, unit: UnitId| doing.s.unit(unit).at.hex().is_some();
        match what {
            Consequence::Say(text) => self.tell("", &[], |_, _| text),
            Consequence::Replacements { seat, change } => self.more_replacements(seat, change),
            Consequence::Mark { unit, flags, set } if stands(self, unit) => {
                let state = self.s.unit_mut(unit);
                if set {
                    state.set(flags);
                } else {
                    state.clear(flags);
                }
                let what = match (flags, set) {
                    (Flags::AMMO, true) => "is out of ammunition",
                    (Flags::AMMO, false) => "has ammunition",
                    (_, true) => "is disrupted",
                    (_, false) => "rallies",
                };
                self.tell("", &[PartKind::Unit(unit)], |g, _| format!("{} {what}", g.army.facts(unit).name));
            }
            Consequence::Step { unit, gained } if stands(self, unit) => {
                let most = self.g.army.facts(unit).steps;
                let state = self.s.unit_mut(unit);
                if !gained {
                    self.step_lost(unit);
                } else if state.steps < most {
                    state.steps += 1;
                    self.tell("", &[PartKind::Unit(unit)], |g, _| {
                        format!("{} regains a step", g.army.facts(unit).name)
                    });
                }
            }
            Consequence::Rout { unit } if stands(self, unit) => self.rout(unit),
            Consequence::Place { unit, at } if self.g.could_appear(self.s, unit, at) => {
                self.put(unit, at);
                if self.g.army.facts(unit).kind == Kind::Leader {
                    self.s.unit_mut(unit).set(Flags::EFFECTIVE);
                }
                self.tell("", &[PartKind::Unit(unit), PartKind::Hex(at)], |g, _| {
                    format!("{} appears in {}", g.army.facts(unit).name, g.map.hex_name(at))
                });
            }
            // what is not there cannot suffer it
            Consequence::Mark { .. }
            | Consequence::Step { .. }
            | Consequence::Rout { .. }
            | Consequence::Place { .. } => {}
            Consequence::Remember { at, bytes } => remember(&mut self.s.memory, at, &bytes)?,
        }
        Ok(())
    }

    fn more_replacements(&mut self, seat: Seat, change: i8) {
        let spare = &mut self.s.spare[seat.index()];
        *spare = spare.saturating_add_signed(change);
        self.tell("", &[], |g, s| {
            format!("{}: {} replacement steps in hand", g.side_name(seat), s.spare[seat.index()])
        });
    }
}
