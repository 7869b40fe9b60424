//! The sheet that a board is printed on: how large it is, and where in its margins the tracks and holding areas have their boxes.

use super::area::AreaMap;
use super::polygon::Point;
use crate::pack::toml_doc::{Table, Value};

/// Metres that no sheet exceeds.
const FAR: i32 = 100_000;

/// A box: its left, top, right and bottom, in metres from the north-west corner of the sheet.
pub type Frame = [i32; 4];

/// The sheet of one board. The map's own north-west corner lies a little inside it, below the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Width and height in metres.
    pub size: Point,
    /// Where the title stands.
    pub title: Frame,
    /// A line under the title; empty when there is none.
    pub subtitle: String,
    /// The time track.
    pub track: Frame,
    /// The morale of each army, by seat.
    pub morale: [Frame; 2],
    /// The holding areas, by their ids.
    pub holdings: Vec<Frame>,
}

impl Sheet {
    /// The sheet of a map whose landscape tells none: margins above it for title, track and morale, and on its right side, where the
    /// holding areas stand one above the other.
    #[must_use]
    pub fn around(map: &AreaMap) -> Sheet {
        let [wide, high] = map.size().map(|metres| metres.clamp(6_000, FAR / 2));
        let right = wide + 140;
        let below = |k: usize| 420 + 560 * i32::try_from(k).unwrap_or(0);
        Sheet {
            size: [wide + 660, high + 480],
            title: [90, 70, 2_600, 430],
            subtitle: String::new(),
            track: [2_900, 70, wide, 450],
            morale: [[90, 1_020, 1_320, 1_300], [1_370, 1_020, 2_600, 1_300]],
            holdings: (0..map.holdings().len()).map(|k| [right, below(k), right + 460, below(k) + 520]).collect(),
        }
    }

    /// Reads a `[sheet]`; every holding area of the map needs its box.
    pub(super) fn read(table: &Table<'_>, map: &AreaMap) -> Option<Sheet> {
        let size = table.need("size").and_then(|v| v.numbers(1, FAR));
        let title = table.need("title").and_then(|v| frame(&v));
        let subtitle =
            table.get("subtitle").and_then(|v| v.text()).map_or_else(String::new, |name| name.text.to_owned());
        let track = table.need("track").and_then(|v| frame(&v));
        let morale = table.need("morale").and_then(|v| frames(&v));
        let holdings = table.need("holdings").and_then(|v| holdings(&v, map));
        table.done();
        Some(Sheet { size: size?, title: title?, subtitle, track: track?, morale: morale?, holdings: holdings? })
    }
}

fn frame(value: &Value<'_>) -> Option<Frame> {
    let [left, top, right, bottom] = value.numbers(0, FAR)?;
    if left >= right || top >= bottom {
        value.error("a box is its left, top, right and bottom".to_owned());
        return None;
    }
    Some([left, top, right, bottom])
}

fn frames(value: &Value<'_>) -> Option<[Frame; 2]> {
    let boxes: Vec<Frame> = value.list()?.iter().filter_map(frame).collect();
    let found = boxes.len();
    let two = boxes.try_into().ok();
    if two.is_none() {
        value.error(format!("each of the two armies has a box, found {found}"));
    }
    two
}

fn holdings(value: &Value<'_>, map: &AreaMap) -> Option<Vec<Frame>> {
    let mut boxes = vec![None; map.holdings().len()];
    for (name, at) in value.table()?.entries() {
        match map.read_holding(name.text) {
            Ok(holding) => boxes[holding.index()] = frame(&at),
            Err(unknown) => value.reader().no_such(&name.at, &unknown),
        }
    }
    let missing = map.holdings().find(|holding| boxes[holding.index()].is_none());
    if let Some(holding) = missing {
        value.error(format!("holding area \"{}\" has no box", map.holding_name(holding)));
    }
    boxes.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Landscape;

    const MAP: &str = "[locale]\nP = { capacity = 1 }\n[holding]\n\
        A = { army = \"x\", hour = \"6:00AM\", enters = \"P\", road = \"edge/main1\" }\n";

    fn load(text: &str) -> Result<Option<Sheet>, Vec<String>> {
        let map = AreaMap::load("m.toml", MAP).unwrap();
        let land = Landscape::load("l.toml", text, &map);
        land.map(|land| land.sheet)
            .map_err(|found| found.iter().map(|d| format!("{}:{} {}", d.line, d.column, d.message)).collect())
    }

    #[test]
    fn a_sheet_is_read_and_one_is_made_where_none_is_told() {
        let text = "[sheet]\nsize = [900, 700]\ntitle = [1, 2, 3, 4]\ntrack = [5, 6, 7, 8]\n\
                    morale = [[1, 1, 2, 2], [3, 3, 4, 4]]\nholdings.A = [9, 9, 10, 10]\n";
        let sheet = load(text).unwrap().unwrap();
        assert_eq!(
            (sheet.size, sheet.morale[1], &sheet.holdings[..]),
            ([900, 700], [3, 3, 4, 4], &[[9, 9, 10, 10]][..])
        );
        assert_eq!(load("").unwrap(), None);
        let around = Sheet::around(&AreaMap::load("m.toml", MAP).unwrap());
        assert!(around.holdings.len() == 1 && around.holdings[0][2] <= around.size[0]);
    }

    #[test]
    fn mistakes_are_told_with_their_places() {
        let text = "[sheet]\nsize = [900, 700]\ntitle = [3, 2, 1, 4]\ntrack = [5, 6, 7]\n\
                    morale = [[1, 1, 2, 2]]\nholdings = { B = [9, 9, 10, 10] }\n";
        assert_eq!(
            load(text).unwrap_err(),
            [
                "3:9 a box is its left, top, right and bottom",
                "4:9 expected 4 numbers, found 3",
                "5:10 each of the two armies has a box, found 1",
                "6:12 holding area \"A\" has no box",
                "6:14 no holding area \"B\"",
            ]
        );
    }
}
