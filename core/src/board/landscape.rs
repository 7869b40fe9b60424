//! What lies under an area board, for the drawing: roads, waters, ground, heights, settlements and names.

use super::area::AreaMap;
use super::id::CrossingId;
use super::polygon::{Point, Polygon};
use super::road::RoadKind;
use super::sheet::Sheet;
use crate::pack::diagnostic::{Diagnostics, Source};
use crate::pack::toml_doc::{Table, Value, read_layers};

/// Metres that no place exceeds.
const FAR: i32 = 1_000_000;

/// Everything that is drawn and has no effect on play. Places are in metres, x east, y south.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landscape {
    /// The sheet around the map, where the file tells it.
    pub sheet: Option<Sheet>,
    /// Road stretches between junctions or ends.
    pub roads: Vec<RoadCourse>,
    /// Rivers, canals, streams and ditches.
    pub waters: Vec<Water>,
    /// Outlines of what grows or stands on the ground.
    pub ground: Vec<Ground>,
    /// Contour lines, the lowest first.
    pub heights: Vec<Contour>,
    /// Villages, then farms.
    pub settlements: Vec<Settlement>,
    /// Dykes and causeways.
    pub embankments: Vec<Vec<Point>>,
    /// Bridges of boats.
    pub pontoons: Vec<Vec<Point>>,
    /// Islands in the waters.
    pub islands: Vec<Polygon>,
    /// Field works.
    pub earthworks: Vec<Polygon>,
    /// Names as the map writes them.
    pub labels: Vec<PlaceName>,
}

/// One stretch of road.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadCourse {
    /// Main or local.
    pub kind: RoadKind,
    /// Its course.
    pub points: Vec<Point>,
    /// The crossings that it passes, in order.
    pub crossings: Vec<CrossingId>,
    /// Where it spans water.
    pub bridges: Vec<Point>,
    /// Whether it lies under something printed and is guessed.
    pub hidden: bool,
}

/// Kinds of running water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaterKind {
    /// A river, drawn with both banks.
    River,
    /// A dug channel of some size.
    Canal,
    /// A small natural water.
    Stream,
    /// The smallest.
    Ditch,
}

/// One water course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Water {
    /// Its kind.
    pub kind: WaterKind,
    /// Its name; empty when it has none.
    pub name: String,
    /// Its width in metres.
    pub width: i32,
    /// Its course.
    pub points: Vec<Point>,
    /// Whether it lies under something printed and is guessed.
    pub hidden: bool,
}

/// Kinds of ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroundKind {
    /// Rows of vines.
    Vineyard,
    /// Flooded rice fields.
    Rice,
    /// Marsh.
    Marsh,
    /// Trees.
    Woods,
    /// A park or kitchen garden.
    Garden,
}

/// One piece of ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// What it is.
    pub kind: GroundKind,
    /// Its outline.
    pub outline: Polygon,
}

/// One contour line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// Metres above the sea.
    pub height: i32,
    /// Its course.
    pub points: Vec<Point>,
}

/// A village or a farm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// Its name.
    pub name: String,
    /// Its middle.
    pub at: Point,
    /// Its houses.
    pub buildings: Vec<Building>,
    /// Whether it is a village; otherwise a farm.
    pub village: bool,
}

/// One house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Building {
    /// Its centre.
    pub at: Point,
    /// Width and height in metres, before it is turned.
    pub size: [i32; 2],
    /// Degrees clockwise.
    pub turn: i32,
}

/// One name on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceName {
    /// The text.
    pub text: String,
    /// Its middle.
    pub at: Point,
    /// Degrees clockwise.
    pub turn: i32,
}

impl Landscape {
    /// Reads a landscape from TOML, for the map whose crossings its roads pass.
    ///
    /// # Errors
    /// Everything that is wrong with the file, each with its place.
    pub fn load(file: &str, text: &str, map: &AreaMap) -> Result<Landscape, Diagnostics> {
        Landscape::load_layers(&[Source::new(file, text)], map)
    }

    /// The same of a text with others laid over it, below to above.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place in its own file.
    pub fn load_layers(layers: &[Source], map: &AreaMap) -> Result<Landscape, Diagnostics> {
        read_layers(layers, |top| {
            let mut settlements = settlements(top, "villages", true);
            settlements.extend(self::settlements(top, "farms", false));
            let landscape = Landscape {
                sheet: top.table("sheet").and_then(|table| Sheet::read(&table, map)),
                roads: rows(top, "roads", |table| road(table, map)),
                waters: rows(top, "waters", water),
                ground: ground(top),
                heights: heights(top),
                settlements,
                embankments: items(top, "embankments", |v| line(v, 2)),
                pontoons: items(top, "pontoons", |v| line(v, 2)),
                islands: items(top, "islands", outline),
                earthworks: items(top, "earthworks", outline),
                labels: rows(top, "labels", label),
            };
            top.done();
            Some(landscape)
        })
    }
}

/// The items of a list that may be left out; wrong ones are reported and skipped.
fn items<T>(top: &Table<'_>, key: &'static str, read: impl Fn(&Value<'_>) -> Option<T>) -> Vec<T> {
    top.get(key).and_then(|v| v.list()).unwrap_or_default().iter().filter_map(read).collect()
}

/// The same for a list of tables.
fn rows<T>(top: &Table<'_>, key: &'static str, read: impl Fn(&Table<'_>) -> Option<T>) -> Vec<T> {
    items(top, key, |value| {
        let table = value.table()?;
        let row = read(&table);
        table.done();
        row
    })
}

fn points(value: &Value<'_>) -> Option<Vec<Point>> {
    value.list()?.iter().map(|point| point.numbers(-FAR, FAR)).collect()
}

fn line(value: &Value<'_>, least: usize) -> Option<Vec<Point>> {
    let points = points(value)?;
    if points.len() < least {
        value.error(format!("expected at least {least} points, found {}", points.len()));
        return None;
    }
    Some(points)
}

fn outline(value: &Value<'_>) -> Option<Polygon> {
    line(value, 3).map(|corners| Polygon(corners.into()))
}

fn flag(table: &Table<'_>, key: &'static str) -> bool {
    table.get(key).and_then(|v| v.truth()).unwrap_or(false)
}

fn turn(table: &Table<'_>) -> i32 {
    table.get("turn").and_then(|v| v.number(-360, 360)).unwrap_or(0)
}

fn road(table: &Table<'_>, map: &AreaMap) -> Option<RoadCourse> {
    let kind = table.need("kind").and_then(|v| v.choice(&[("main", RoadKind::Main), ("local", RoadKind::Local)]));
    let points = table.need("points").and_then(|v| line(&v, 2));
    let mut crossings = Vec::new();
    for name in table.get("crossings").and_then(|v| v.texts()).unwrap_or_default() {
        match map.read_crossing(name.text) {
            Ok(crossing) if kind.is_some_and(|kind| kind != map.crossing(crossing).kind) => {
                table.reader().error(&name.at, format!("crossing \"{}\" is not on a road of this kind", name.text));
            }
            Ok(crossing) => crossings.push(crossing),
            Err(unknown) => table.reader().no_such(&name.at, &unknown),
        }
    }
    let bridges = table.get("bridges").and_then(|v| self::points(&v)).unwrap_or_default();
    let hidden = flag(table, "hidden");
    Some(RoadCourse { kind: kind?, points: points?, crossings, bridges, hidden })
}

fn water(table: &Table<'_>) -> Option<Water> {
    let kinds = [
        ("river", WaterKind::River),
        ("canal", WaterKind::Canal),
        ("stream", WaterKind::Stream),
        ("ditch", WaterKind::Ditch),
    ];
    let kind = table.need("kind").and_then(|v| v.choice(&kinds));
    let name = table.get("name").and_then(|v| v.text()).map_or_else(String::new, |name| name.text.to_owned());
    let width = table.need("width").and_then(|v| v.number(1, 2000));
    let points = table.need("points").and_then(|v| line(&v, 2));
    let hidden = flag(table, "hidden");
    Some(Water { kind: kind?, name, width: width?, points: points?, hidden })
}

fn ground(top: &Table<'_>) -> Vec<Ground> {
    let kinds = [
        ("vineyard", GroundKind::Vineyard),
        ("rice", GroundKind::Rice),
        ("marsh", GroundKind::Marsh),
        ("woods", GroundKind::Woods),
        ("garden", GroundKind::Garden),
    ];
    let Some(table) = top.table("ground") else { return Vec::new() };
    let ground = kinds
        .into_iter()
        .flat_map(|(key, kind)| items(&table, key, outline).into_iter().map(move |outline| Ground { kind, outline }))
        .collect();
    table.done();
    ground
}

fn heights(top: &Table<'_>) -> Vec<Contour> {
    let mut contours = Vec::new();
    for (name, value) in top.table("heights").map_or_else(Vec::new, |heights| heights.entries()) {
        let Ok(height) = name.text.parse::<i16>().map(i32::from) else {
            value.reader().error(&name.at, format!("\"{}\" is no height in whole metres", name.text));
            continue;
        };
        let lines = value.list().unwrap_or_default();
        contours.extend(lines.iter().filter_map(|v| line(v, 2)).map(|points| Contour { height, points }));
    }
    contours.sort_by_key(|contour| contour.height);
    contours
}

fn settlements(top: &Table<'_>, key: &'static str, village: bool) -> Vec<Settlement> {
    let mut settlements = Vec::new();
    for (name, table) in top.table(key).map_or_else(Vec::new, |named| named.tables()) {
        let at = table.need("at").and_then(|v| v.numbers(-FAR, FAR));
        let buildings = items(&table, "buildings", |value| {
            let [x, y, width, height, turn] = value.numbers(-FAR, FAR)?;
            Some(Building { at: [x, y], size: [width, height], turn })
        });
        table.done();
        if let Some(at) = at {
            settlements.push(Settlement { name: name.text.to_owned(), at, buildings, village });
        }
    }
    settlements
}

fn label(table: &Table<'_>) -> Option<PlaceName> {
    let text = table.need("text").and_then(|v| v.text());
    let at = table.need("at").and_then(|v| v.numbers(-FAR, FAR));
    let turn = turn(table);
    Some(PlaceName { text: text?.text.to_owned(), at: at?, turn })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::builtin;

    fn printed_map() -> AreaMap {
        AreaMap::load("map.toml", &builtin::text("data/triomphe/map.toml").unwrap()).unwrap()
    }

    #[test]
    fn the_printed_landscape_loads_and_its_roads_pass_every_crossing_once() {
        let map = printed_map();
        let text = builtin::text("data/triomphe/landscape.toml").unwrap();
        let land = Landscape::load("landscape.toml", &text, &map).unwrap_or_else(|found| panic!("{found}"));
        let counts =
            [land.roads.len(), land.waters.len(), land.ground.len(), land.heights.len(), land.settlements.len()];
        assert_eq!(counts, [212, 37, 134, 27, 40]);
        let mut passed: Vec<_> = land.roads.iter().flat_map(|road| road.crossings.iter().copied()).collect();
        passed.sort_unstable();
        let between: Vec<_> = map.crossings().filter(|crossing| map.crossing(*crossing).pair.is_some()).collect();
        assert_eq!(passed, between);
    }

    #[test]
    fn mistakes_are_told_with_their_places() {
        let text = "roads = [{ kind = \"main\", points = [[1, 2], [3, 4]], crossings = [\"5-12/mian1\"] }]\n\
                    waters = [{ kind = \"rivr\", width = 0, points = [[1, 2]] }]\n[heights]\nhigh = []\n[ground]\nswamp = []\n";
        let found = Landscape::load("l.toml", text, &printed_map()).unwrap_err();
        let told: Vec<String> = found.iter().map(|d| format!("{}:{} {}", d.line, d.column, d.message)).collect();
        assert_eq!(
            told,
            [
                "1:67 no crossing \"5-12/mian1\"",
                "2:20 \"rivr\" is none of \"river\", \"canal\", \"stream\", \"ditch\"",
                "2:36 0 is not within 1 to 2000",
                "2:48 expected at least 2 points, found 1",
                "4:1 \"high\" is no height in whole metres",
                "6:1 unknown key \"swamp\"",
            ]
        );
        assert_eq!(found.iter().next().and_then(|d| d.hint.as_deref()), Some("did you mean \"5-12/main1\"?"));
    }
}
