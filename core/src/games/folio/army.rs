//! The order of battle: what is printed on each counter, read from `army.toml`.

use super::model::{AUSTRIAN, Arm, FRENCH, MOST_UNITS, UnitId};
use crate::kernel::Seat;
use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::{Name, Table, Value, read_layers};
use crate::pack::{Diagnostics, Source};

/// What a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Infantry, usually of two steps.
    Brigade,
    /// Infantry that may hold a chateau. (19.2)
    Battalion,
    /// Horse.
    Cavalry,
    /// Guns.
    Battery,
    /// Wagons.
    Train,
    /// A leader.
    Leader,
    /// Headquarters.
    Hq,
}

impl Kind {
    /// Its row of the terrain effects chart.
    #[must_use]
    pub const fn arm(self) -> Arm {
        match self {
            Kind::Brigade | Kind::Battalion => Arm::Infantry,
            Kind::Battery => Arm::Artillery,
            Kind::Cavalry => Arm::Cavalry,
            Kind::Train => Arm::Train,
            Kind::Leader | Kind::Hq => Arm::Leader,
        }
    }

    /// Whether it is a unit that fights or is fought: no leader and no headquarters.
    #[must_use]
    pub const fn is_unit(self) -> bool {
        !matches!(self, Kind::Leader | Kind::Hq)
    }

    const WORDS: [(&'static str, Kind); 7] = [
        ("brigade", Kind::Brigade),
        ("battalion", Kind::Battalion),
        ("cavalry", Kind::Cavalry),
        ("battery", Kind::Battery),
        ("train", Kind::Train),
        ("leader", Kind::Leader),
        ("hq", Kind::Hq),
    ];
}

/// One side of a counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Combat strength.
    pub combat: u8,
    /// Morale: a die of at most so many passes.
    pub morale: u8,
    /// Movement points.
    pub movement: u8,
}

/// A part that the special rules give a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// None.
    #[default]
    Line,
    /// Batteries massed into one. (19.4)
    Massed,
    /// A battalion that may come in again and again. (19.5)
    AtLarge,
}

/// One counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitFacts {
    /// Its name in orders, such as `Frim-L`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Whose it is.
    pub seat: Seat,
    /// Its formation.
    pub formation: u8,
    /// What it is.
    pub kind: Kind,
    /// Full strength, then what is left after a step.
    pub sides: [Values; 2],
    /// Its steps.
    pub steps: u8,
    /// Movement points of guns that are ready to fire.
    pub deployed: u8,
    /// The formations that a leader leads, as bits.
    pub leads: u16,
    /// Whether a leader leads every formation.
    pub army: bool,
    /// What a leader adds in combat. (7.4, 12.4)
    pub bonus: u8,
    /// What the special rules make of it.
    pub role: Role,
}

/// Both armies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Army {
    units: Vec<UnitFacts>,
}

impl Army {
    /// Reads the order of battle, packs' files laid over it, below to above.
    ///
    /// # Errors
    /// All that is wrong with the files.
    pub fn load(layers: &[Source]) -> Result<Army, Diagnostics> {
        read_layers(layers, |top| {
            let mut army = Army::default();
            for (key, seat) in [("austrian", AUSTRIAN), ("french", FRENCH)] {
                for (name, table) in top.need_table(key).map_or_else(Vec::new, |table| table.tables()) {
                    if army.units.len() == MOST_UNITS {
                        top.reader().error(&name.at, format!("at most {MOST_UNITS} units fit into a match"));
                        break;
                    }
                    army.units.extend(unit(seat, &name, &table));
                }
            }
            for (k, unit) in army.units.iter().enumerate() {
                if army.units[..k].iter().any(|other| other.name.eq_ignore_ascii_case(&unit.name)) {
                    top.reader().error(&(0..0), format!("two units are called \"{}\"", unit.name));
                }
            }
            top.done();
            Some(army)
        })
    }

    /// The units, in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = (UnitId, &UnitFacts)> {
        self.units.iter().enumerate().map(|(k, unit)| (UnitId(k as u8), unit))
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.units.len()
    }

    /// What is printed on a counter.
    #[must_use]
    #[inline]
    pub fn facts(&self, unit: UnitId) -> &UnitFacts {
        &self.units[unit.index()]
    }

    /// The unit that is called so, capitals aside.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.units.iter().position(|unit| unit.name.eq_ignore_ascii_case(name)).map(|k| UnitId(k as u8))
    }

    /// The unit that is called so.
    ///
    /// # Errors
    /// A sentence that names the nearest.
    pub fn read(&self, name: &str) -> Result<UnitId, String> {
        self.named(name).ok_or_else(|| {
            let hint = did_you_mean(name, self.units.iter().map(|unit| unit.name.as_str()));
            format!("there is no unit \"{name}\"{}", hint.map_or_else(String::new, |hint| format!("; {hint}")))
        })
    }
}

fn unit(seat: Seat, name: &Name<'_>, table: &Table<'_>) -> Option<UnitFacts> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.text.len() > 12 || !name.text.chars().all(plain) || name.text.len() == 4 && name.text.parse::<u16>().is_ok()
    {
        table.reader().error(&name.at, "a unit's name has up to 12 letters, digits and dashes, and is no hex");
    }
    let title = table.get("title").and_then(|v| v.text()).map_or(name.text, |title| title.text).to_owned();
    let formation = table.need("formation").and_then(|v| v.number(0, 15)).unwrap_or(0u8);
    let kind = table.need("kind").and_then(|v| v.choice(&Kind::WORDS))?;
    let (sides, steps) = table.need("values").and_then(|v| values(&v))?;
    let deployed = table.get("deployed").and_then(|v| v.number(0, 9)).unwrap_or(sides[0].movement);
    let led = table.get("leads").and_then(|v| v.list()).unwrap_or_default();
    let leads = led.iter().filter_map(|v| v.number(0, 15)).fold(0, |bits, f: i32| bits | 1 << f);
    let army = table.get("army").and_then(|v| v.truth()).unwrap_or(false);
    let bonus = table.get("bonus").and_then(|v| v.number(0, 9)).unwrap_or(0);
    let roles = [("massed", Role::Massed), ("at_large", Role::AtLarge)];
    let role = table.get("role").and_then(|v| v.choice(&roles)).unwrap_or_default();
    table.done();
    Some(UnitFacts {
        name: name.text.to_owned(),
        title,
        seat,
        formation,
        kind,
        sides,
        steps,
        deployed,
        leads,
        army,
        bonus,
        role,
    })
}

/// `4-3-5/2-3-5`: combat, morale and movement, and the same after a step.
fn values(value: &Value<'_>) -> Option<([Values; 2], u8)> {
    let text = value.text()?;
    let side = |text: &str| {
        let numbers: Option<Vec<u8>> = text.split('-').map(|n| n.trim().parse().ok().filter(|n| *n <= 30)).collect();
        match numbers?[..] {
            [combat, morale, movement] => Some(Values { combat, morale, movement }),
            _ => None,
        }
    };
    let read = match text.text.split_once('/') {
        Some((front, back)) => side(front).zip(side(back)).map(|(front, back)| ([front, back], 2)),
        None => side(text.text).map(|front| ([front, front], 1)),
    };
    if read.is_none() {
        value.error("values are combat-morale-movement, as in \"4-3-5\" or \"4-3-5/2-3-5\"");
    }
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::builtin;

    #[test]
    fn the_armies_stand_to_each_other_as_the_notes_say() {
        let text = builtin::text("data/folio/army.toml").unwrap();
        let army = Army::load(&[Source::new("army.toml", text)]).unwrap_or_else(|found| panic!("{found}"));
        let count = |seat: Seat, arm: Arm| {
            let units = army.all().filter(|(_, f)| f.seat == seat && f.kind.arm() == arm && f.kind.is_unit());
            units.fold((0, 0), |(units, steps), (_, facts)| (units + 1, steps + facts.steps))
        };
        // 20.2: the French have more infantry, the Austrians far more guns and horse
        assert_eq!((count(AUSTRIAN, Arm::Infantry), count(FRENCH, Arm::Infantry)), ((15, 29), (19, 34)));
        assert_eq!((count(AUSTRIAN, Arm::Cavalry), count(FRENCH, Arm::Cavalry)), ((11, 19), (6, 8)));
        assert_eq!((count(AUSTRIAN, Arm::Artillery).0, count(FRENCH, Arm::Artillery).0), (10, 6));
        assert_eq!(army.count(), 78, "with 22 markers the sheet has 100 counters");
        let french = army.all().filter(|(_, f)| f.seat == FRENCH && f.kind.arm() == Arm::Infantry);
        assert!(french.into_iter().all(|(_, f)| f.sides[0].morale == 4));
    }

    #[test]
    fn a_wrong_order_of_battle_is_told_at_its_place() {
        let text = "[austrian]\n\"1107\" = { formation = 1, kind = \"brigade\", values = \"4-3\" }\n[french]\n\"A\" = { formation = 99, kind = \"hors\" }\n";
        let found = Army::load(&[Source::new("a.toml", text)]).unwrap_err();
        let lines: Vec<usize> = found.iter().map(|d| d.line).collect();
        assert_eq!(lines, [2, 2, 4, 4], "{found}");
    }
}
