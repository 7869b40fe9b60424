//! The terrain effects chart of a hex game, as data: what each ground, feature, hexside and way does to movement, sight, zones of
//! control and combat, by arm.

use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::{Table, Value, read_layers, read_toml};
use crate::pack::{Diagnostics, Source};

/// No entry: see [`Ground::cost`].
pub const NO: u8 = 0x7f;
/// The most arms, grounds' features, kinds of hexside that a chart may have.
const MOST: usize = 16;
/// The most arms.
pub const MOST_ARMS: usize = 8;

/// Some arms of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arms(u8);

impl Arms {
    /// Whether an arm is among them.
    #[must_use]
    pub const fn has(self, arm: usize) -> bool {
        self.0 & (1 << arm) != 0
    }
}

/// What a ground does to a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing.
    Open,
    /// Blocks what passes through it, unless the observer stands higher than flat ground.
    Low,
    /// Blocks what passes through it or ends in it.
    Shut,
}

/// Whether units in march movement may use a ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum March {
    /// With or without a road.
    Open,
    /// Along a road alone.
    Road,
    /// Neither into it nor out of it.
    Never,
}

/// What a hexside does to a line of sight that crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideSight {
    /// Nothing.
    Open,
    /// Blocks between hexes of one level.
    Level,
    /// Blocks what goes into the hex that owns it from below.
    Uphill,
    /// Blocks what ends in the hex that owns it.
    Into,
}

/// The ground of a hex. Costs are in halves of a movement point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its name in files.
    pub name: String,
    /// What entering costs each arm; [`NO`] where it may not enter.
    pub cost: Vec<u8>,
    /// The arms that must stop when they enter off the road.
    pub halts: Arms,
    /// What it does to sight.
    pub sight: Sight,
    /// Whether zones of control reach into it.
    pub zone_in: bool,
    /// Whether units in it have a zone of control.
    pub zone_out: bool,
    /// Whether march movement may use it.
    pub march: March,
    /// Whether a charge may go into it or out of it.
    pub charge: bool,
    /// Whether its defender may advance after combat.
    pub advance: bool,
    /// Whether guns may fire into it from afar.
    pub fire: bool,
    /// The arms that attack into it at half strength.
    pub into_halved: Arms,
    /// The arms that attack into it with a strength of 1.
    pub into_ones: Arms,
    /// Whether both hold only across a hexside with nothing on it.
    pub over_clear: bool,
    /// The arms that attack from it at half strength.
    pub from_halved: Arms,
    /// The arms that defend in it at half strength.
    pub defends_halved: Arms,
}

/// Something more that a hex may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name in files.
    pub name: String,
    /// What it adds to the cost of each arm.
    pub extra: Vec<u8>,
    /// The arms that must stop when they enter.
    pub halts: Arms,
    /// How much it raises the ground.
    pub level: u8,
    /// Whether all combat from it or into it is halved.
    pub halves: bool,
    /// How much farther guns on it reach.
    pub range: u8,
}

/// A kind of hexside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexSide {
    /// Its name in files.
    pub name: String,
    /// Whether it bars all movement and attacks.
    pub bars: bool,
    /// Whether it opens a hexside that would be barred.
    pub opens: bool,
    /// What it adds to the cost of each arm.
    pub extra: Vec<u8>,
    /// Whether cost and combat hold only towards the hex that owns it.
    pub uphill: bool,
    /// Whether zones of control reach across.
    pub zone: bool,
    /// What it does to sight.
    pub sight: SideSight,
    /// Whether attacks across it are halved.
    pub halves: bool,
    /// The arms that attack across it with a strength of 1.
    pub ones: Arms,
}

/// A road or trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadKind {
    /// Its name in files.
    pub name: String,
    /// The cost of a step along it.
    pub cost: u8,
    /// The cost of a step along it in march movement; none where it is no help.
    pub march: Option<u8>,
}

/// The chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexChart {
    /// The arms by name; the order is that of all costs.
    pub arms: Vec<String>,
    /// The grounds; a hex has one, the first where the map says nothing.
    pub grounds: Vec<Ground>,
    /// Features; a hex has any of them.
    pub features: Vec<Feature>,
    /// Kinds of hexside.
    pub sides: Vec<HexSide>,
    /// Kinds of road, the best first.
    pub ways: Vec<RoadKind>,
}

impl HexChart {
    /// Reads a chart.
    ///
    /// # Errors
    /// All that is wrong with the file.
    pub fn load(file: &str, text: &str) -> Result<HexChart, Diagnostics> {
        read_toml(file, text, HexChart::read)
    }

    /// The same with files of packs laid over it, below to above.
    ///
    /// # Errors
    /// As [`HexChart::load`].
    pub fn load_layers(layers: &[Source]) -> Result<HexChart, Diagnostics> {
        read_layers(layers, HexChart::read)
    }

    fn read(top: &Table<'_>) -> Option<HexChart> {
        let arms = top.need("arms")?;
        let names: Vec<String> = arms.texts()?.iter().map(|name| name.text.to_owned()).collect();
        if !(1..=MOST_ARMS).contains(&names.len()) {
            arms.error(format!("a chart has from 1 to {MOST_ARMS} arms"));
            return None;
        }
        let all = |key: &'static str| {
            let tables = top.table(key).map_or_else(Vec::new, |table| table.tables());
            if let Some((name, _)) = tables.get(MOST) {
                top.reader().error(&name.at, format!("at most {MOST} kinds fit into \"{key}\""));
            }
            tables.into_iter().take(MOST)
        };
        let ground = |(name, t): (crate::pack::toml_doc::Name<'_>, Table<'_>)| {
            let ground = Ground {
                name: name.text.to_owned(),
                cost: t.need("move").and_then(|v| costs(&v, &names)).unwrap_or_else(|| vec![2; names.len()]),
                halts: arms_of(&t, "halts", &names),
                sight: t.get("sight").and_then(|v| v.choice(&SIGHTS)).unwrap_or(Sight::Open),
                zone_in: truth(&t, "zone_in", true),
                zone_out: truth(&t, "zone_out", true),
                march: t.get("march").and_then(|v| v.choice(&MARCHES)).unwrap_or(March::Road),
                charge: truth(&t, "charge", true),
                advance: truth(&t, "advance", true),
                fire: truth(&t, "fire", true),
                into_halved: arms_of(&t, "into_halved", &names),
                into_ones: arms_of(&t, "into_ones", &names),
                over_clear: truth(&t, "over_clear", false),
                from_halved: arms_of(&t, "from_halved", &names),
                defends_halved: arms_of(&t, "defends_halved", &names),
            };
            t.done();
            ground
        };
        let grounds: Vec<Ground> = all("ground").map(ground).collect();
        let features = all("feature").map(|(name, t)| {
            let feature = Feature {
                name: name.text.to_owned(),
                extra: t.get("extra").and_then(|v| costs(&v, &names)).unwrap_or_else(|| vec![0; names.len()]),
                halts: arms_of(&t, "halts", &names),
                level: t.get("level").and_then(|v| v.number(0, 9)).unwrap_or(0),
                halves: truth(&t, "halves", false),
                range: t.get("range").and_then(|v| v.number(0, 9)).unwrap_or(0),
            };
            t.done();
            feature
        });
        let features = features.collect();
        let sides = all("side").map(|(name, t)| {
            let side = HexSide {
                name: name.text.to_owned(),
                bars: truth(&t, "bars", false),
                opens: truth(&t, "opens", false),
                extra: t.get("extra").and_then(|v| costs(&v, &names)).unwrap_or_else(|| vec![0; names.len()]),
                uphill: truth(&t, "uphill", false),
                zone: truth(&t, "zone", true),
                sight: t.get("sight").and_then(|v| v.choice(&SIDE_SIGHTS)).unwrap_or(SideSight::Open),
                halves: truth(&t, "halves", false),
                ones: arms_of(&t, "ones", &names),
            };
            t.done();
            side
        });
        let sides = sides.collect();
        let ways = all("way").map(|(name, t)| {
            let way = RoadKind {
                name: name.text.to_owned(),
                cost: t.need("cost").and_then(|v| cost(&v)).unwrap_or(2),
                march: t.get("march").and_then(|v| cost(&v)),
            };
            t.done();
            way
        });
        let ways = ways.collect();
        top.done();
        if grounds.is_empty() {
            top.reader().error(&(0..0), "a chart needs a ground");
            return None;
        }
        Some(HexChart { arms: names, grounds, features, sides, ways })
    }

    /// The place of a feature in the chart.
    #[must_use]
    pub fn feature(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|feature| feature.name == name)
    }
}

const SIGHTS: [(&str, Sight); 3] = [("open", Sight::Open), ("low", Sight::Low), ("shut", Sight::Shut)];
const MARCHES: [(&str, March); 3] = [("open", March::Open), ("road", March::Road), ("never", March::Never)];
const SIDE_SIGHTS: [(&str, SideSight); 4] =
    [("open", SideSight::Open), ("level", SideSight::Level), ("uphill", SideSight::Uphill), ("into", SideSight::Into)];

fn truth(table: &Table<'_>, key: &'static str, otherwise: bool) -> bool {
    table.get(key).and_then(|v| v.truth()).unwrap_or(otherwise)
}

/// A cost in halves: `2` is two points, `"1/2"` half a point, `"no"` no entry.
fn cost(value: &Value<'_>) -> Option<u8> {
    if !value.is_text() {
        return value.number(0, 30).map(|points: i32| points as u8 * 2);
    }
    value.choice(&[("no", NO), ("1/2", 1)])
}

fn costs(value: &Value<'_>, arms: &[String]) -> Option<Vec<u8>> {
    let items = value.list()?;
    if items.len() != arms.len() {
        value.error(format!("expected {} costs, one for each of {}", arms.len(), arms.join(", ")));
        return None;
    }
    items.iter().map(cost).collect()
}

fn arms_of(table: &Table<'_>, key: &'static str, arms: &[String]) -> Arms {
    let mut set = Arms::default();
    let Some(names) = table.get(key).and_then(|v| v.texts()) else { return set };
    for name in names {
        match arms.iter().position(|arm| arm == name.text) {
            Some(k) => set.0 |= 1 << k,
            None => {
                let hint = did_you_mean(name.text, arms.iter().map(String::as_str));
                table.reader().hinted(&name.at, format!("no arm \"{}\"", name.text), hint);
            }
        }
    }
    set
}
