//! What maps of hexes promise, on the built-in one and on small ones.

use super::hex::{HexId, HexSet};
use super::hex_chart::HexChart;
use super::hex_map::{Going, HexMap};
use super::hex_reach::{Bounds, Reach};
use crate::pack::builtin;

const INFANTRY: usize = 0;
const GUNS: usize = 1;
const HORSE: usize = 2;

fn chart() -> HexChart {
    let text = builtin::text("data/folio/terrain.toml").unwrap();
    HexChart::load("terrain.toml", &text).unwrap_or_else(|found| panic!("{found}"))
}

fn marengo() -> HexMap {
    let text = builtin::text("data/folio/map.toml").unwrap();
    HexMap::load("map.toml", &text, &chart()).unwrap_or_else(|found| panic!("{found}"))
}

fn field(text: &str) -> HexMap {
    let head = "[map]\nname = \"Field\"\ncolumns = 9\nrows = [9, 9]\nrows_run = \"east\"\n";
    HexMap::load("field.toml", &format!("{head}{text}"), &chart()).unwrap_or_else(|found| panic!("{found}"))
}

fn at(map: &HexMap, name: &str) -> HexId {
    map.named(name).unwrap_or_else(|| panic!("no hex {name}"))
}

fn bounds(allowance: u8) -> Bounds<'static> {
    let none = &HexSet::EMPTY;
    Bounds { allowance, sure: true, leave: 0, barred: none, barred_first: none, stop: none }
}

fn cost(map: &HexMap, arm: usize, going: Going, from: &str, to: &str) -> Option<u8> {
    let mut reach = Reach::default();
    reach.spread(map, arm, going, at(map, from), &bounds(40));
    reach.cost(at(map, to))
}

#[test]
fn the_fontanone_has_41_hexsides_and_four_ways_over_it() {
    let map = marengo();
    let mut crossed = (0, Vec::new());
    for hex in map.land().iter() {
        for (_, next) in map.neighbours(hex).filter(|(_, next)| *next > hex) {
            let border = map.border(hex, next).unwrap();
            if border.kinds().any(|side| side.name == "creek") {
                crossed.0 += 1;
                if !border.is_barred() {
                    crossed.1.push(format!("{}/{}", map.hex_name(hex), map.hex_name(next)));
                }
            }
        }
    }
    assert_eq!(crossed, (41, ["0805/0806", "1106/1107", "1406/1407", "1707/1708"].map(str::to_owned).to_vec()));
    // the way round by the south, where the Fontanone has no water
    assert!(cost(&map, INFANTRY, Going::Road, "1301", "1108").is_some());
}

#[test]
fn the_high_road_is_a_chain_from_the_bridge_to_the_line_of_communications() {
    let map = marengo();
    assert_eq!(cost(&map, HORSE, Going::Road, "1301", "1828"), None, "it is longer than 20 points");
    assert_eq!(cost(&map, GUNS, Going::Road, "1301", "1107"), Some(14));
    assert_eq!(cost(&map, GUNS, Going::March, "1301", "1107"), Some(7), "half a point a hex in march movement");
    assert_eq!(map.entry("A"), Some(at(&map, "1301")));
    assert_eq!(map.title(at(&map, "1107")), Some("Marengo"));
    assert!(map.entries().all(|(_, hex)| map.is_edge(hex)), "entries lie on the edge of what is on the map");
}

#[test]
fn grounds_cost_what_the_chart_says() {
    let map = field(
        "[ground]\nswamp = [\"0404\"]\nvineyard = [\"0406\"]\ndeep_woods = [\"0408\"]\n[feature]\nstream = [\"0602\"]\n",
    );
    let step = |arm, to: &str| {
        let to = at(&map, to);
        let from = map.neighbours(to).find(|(way, _)| way.0 == 3).unwrap().1;
        map.step(arm, Going::Country, from, super::hex::Way(0))
    };
    assert_eq!((step(INFANTRY, "0404"), step(GUNS, "0404"), step(HORSE, "0404")), (Some((6, false)), None, None));
    assert_eq!(
        (step(INFANTRY, "0406"), step(GUNS, "0406"), step(HORSE, "0406")),
        (Some((2, false)), None, Some((4, false)))
    );
    assert_eq!((step(INFANTRY, "0408"), step(HORSE, "0408")), (Some((4, false)), None));
    assert_eq!((step(INFANTRY, "0602"), step(GUNS, "0602")), (Some((4, false)), Some((2, true))));
    assert_eq!(step(3, "0505"), Some((2, true)), "a train that enters clear ground stops");
}

#[test]
fn a_road_carries_guns_through_what_is_closed_to_them() {
    let map = field("[ground]\nvineyard = [\"0404-0406\"]\n[way]\nroad = [\"0403-0404-0405-0406\"]\n");
    assert_eq!(cost(&map, GUNS, Going::Country, "0403", "0405"), None);
    assert_eq!(cost(&map, GUNS, Going::Road, "0403", "0405"), Some(4));
    assert_eq!(cost(&map, HORSE, Going::Road, "0403", "0405"), Some(4));
    assert_eq!(cost(&map, HORSE, Going::Country, "0403", "0405"), Some(8));
    assert_eq!(cost(&map, GUNS, Going::March, "0403", "0406"), Some(3));
}

#[test]
fn creeks_bar_and_fords_open() {
    let all = "\"0504/0404\", \"0504/0403\", \"0504/0503\", \"0504/0505\", \"0504/0604\", \"0504/0603\"";
    let map = field(&format!("[side]\ncreek = [{all}]\nford = [\"0504/0505\"]\n"));
    assert_eq!(cost(&map, INFANTRY, Going::Country, "0506", "0504"), Some(6), "one point more over the ford");
    assert_eq!(cost(&map, INFANTRY, Going::Country, "0503", "0504"), Some(10), "round to the ford");
    assert!(map.zones([at(&map, "0504")]).is_empty(), "no zone across a creek, nor over its ford");
}

#[test]
fn the_first_step_is_always_affordable_and_zones_stop() {
    let map = field("[ground]\nswamp = [\"0404\"]\n");
    let (zone, mut reach) = ([at(&map, "0406")].into_iter().collect::<HexSet>(), Reach::default());
    reach.spread(&map, INFANTRY, Going::Country, at(&map, "0403"), &bounds(2));
    assert_eq!(reach.cost(at(&map, "0404")), Some(2), "3 points cost no more than the 1 there is");
    reach.spread(&map, INFANTRY, Going::Country, at(&map, "0405"), &Bounds { stop: &zone, ..bounds(4) });
    assert!(reach.cost(at(&map, "0406")).is_some() && reach.cost(at(&map, "0407")).is_none());
    let leaving = Bounds { leave: 2, barred_first: &zone, ..bounds(6) };
    reach.spread(&map, INFANTRY, Going::Country, at(&map, "0405"), &leaving);
    assert_eq!(reach.cost(at(&map, "0506")), Some(4));
    assert_eq!(reach.cost(at(&map, "0406")), Some(6), "not at once, but round about");
    assert_eq!(reach.path(&map, at(&map, "0406")).len(), 3);
}

#[test]
fn zones_end_where_the_chart_says() {
    let map = field("[ground]\ntown = [\"0505\"]\ndeep_woods = [\"0203\"]\nrough = [\"0207\"]\n");
    let around = map.zones([at(&map, "0504")]);
    assert_eq!(around.iter().count(), 5);
    assert!(!around.has(at(&map, "0505")) && map.zones([at(&map, "0203")]).is_empty());
    assert!(map.zones([at(&map, "0207")]).is_empty());
    assert_eq!(map.zones([at(&map, "0505")]).iter().count(), 6, "out of a town it reaches");
}

#[test]
fn woods_and_walls_block_sight_and_hills_look_over_low_woods() {
    let map = field(
        "[ground]\nlight_woods = [\"0404\"]\ndeep_woods = [\"0604\"]\n[feature]\nhill = [\"0403\"]\n\
         [side]\ntreeline = [\"0804/0805\"]\nprotected = [\"0204/0203\"]\nslope = [\"0206/0205\"]\n",
    );
    let sees = |a: &str, b: &str| map.sees(at(&map, a), at(&map, b));
    assert!(sees("0405", "0404") && !sees("0405", "0403"), "into light woods, not through");
    assert!(sees("0403", "0405"), "over light woods from a hill");
    assert!(!sees("0603", "0604") && !sees("0603", "0605"));
    assert!(!sees("0804", "0805"), "a treeline between equals");
    assert!(!sees("0203", "0204") && sees("0204", "0203"), "into the walls, not out of them");
    assert!(!sees("0205", "0206") && sees("0206", "0205"));
    assert!(sees("0903", "0906") && sees("0103", "0703"));
}

#[test]
fn a_line_that_runs_along_a_side_is_open_when_one_side_is() {
    let one = field("[ground]\ndeep_woods = [\"0404\"]\n");
    let both = field("[ground]\ndeep_woods = [\"0404\", \"0403\"]\n");
    assert!(one.sees(at(&one, "0304"), at(&one, "0504")));
    assert!(!both.sees(at(&both, "0304"), at(&both, "0504")));
}

#[test]
fn the_line_home_goes_round_what_is_barred() {
    let map = field("");
    let goal = at(&map, "0505");
    let open = map.line_to(INFANTRY, goal, &HexSet::EMPTY);
    assert!(map.land().iter().all(|hex| open.steps(hex) == Some(map.grid().distance(hex, goal))));
    let wall: HexSet = map.neighbours(goal).map(|(_, hex)| hex).skip(1).collect();
    let closed = map.line_to(INFANTRY, goal, &wall);
    assert_eq!(closed.steps(at(&map, "0506")), Some(1));
    assert_eq!(closed.steps(at(&map, "0503")), Some(7));
    assert_eq!(closed.steps(at(&map, "0504")), Some(1), "who stands in a barred hex may leave it");
    let mut shut = wall;
    shut.add(at(&map, "0506"));
    assert_eq!(map.line_to(INFANTRY, goal, &shut).steps(at(&map, "0503")), None);
}

#[test]
fn every_mistake_of_a_map_is_told_at_its_place() {
    let text = "[map]\nname = \"X\"\ncolumns = 3\nrows = [3, 3]\n[ground]\nclera = [\"0101\"]\ntown = [\"0104\"]\n\
                [side]\ncreek = [\"0101/0103\", \"0101\"]\n[way]\nroad = [\"0101-0102-0303\"]\n";
    let found = HexMap::load("x.toml", text, &chart()).unwrap_err();
    let lines: Vec<String> = found.iter().map(|d| format!("{}:{} {}", d.line, d.column, d.message)).collect();
    assert_eq!(
        lines,
        [
            "6:1 no ground \"clera\"",
            "7:9 no hex \"0104\" on this map",
            "9:10 0101 and 0103 are no neighbours",
            "9:23 \"0101\" is no hexside; one is written 1106/1107",
            "11:9 the road leaps from 0102 to 0303",
        ]
    );
    assert!(found.iter().next().unwrap().hint.as_deref() == Some("did you mean \"clear\"?"));
    let chart =
        HexChart::load("c.toml", "arms = [\"foot\"]\n[ground.a]\nmove = [1]\nhalts = [\"fot\"]\nsihgt = \"low\"\n");
    let lines: Vec<String> =
        chart.unwrap_err().iter().map(|d| format!("{}:{} {}", d.line, d.column, d.message)).collect();
    assert_eq!(lines, ["4:10 no arm \"fot\"", "5:1 unknown key \"sihgt\""]);
}
