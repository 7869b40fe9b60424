//! What both map tests read out of a reference reading of a printed board, and how our map says the same.

use bormida_core::board::{AreaMap, Beyond, LocaleId, Penalties, RoadEnd, RoadKind};

pub(crate) fn whole(value: &toml::Value) -> i64 {
    value.as_integer().expect("a number")
}

pub(crate) fn texts(value: &toml::Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// The penalties that the reading gives one approach.
pub(crate) fn penalties(side: &toml::Value) -> Penalties {
    let count = |what: &str| u8::try_from(whole(&side[what])).expect("a small number");
    Penalties {
        infantry: count("infantry"),
        cavalry: count("cavalry"),
        artillery: count("artillery"),
        cavalry_obstructing: side["cavalry_obstructing"].as_bool().expect("a yes or no"),
    }
}

pub(crate) fn side_text(map: &AreaMap, side: Beyond) -> &str {
    match side {
        Beyond::Approach(approach) => map.pair_name(approach.pair()),
        Beyond::Impassable => "impassable",
        Beyond::Edge => "edge",
    }
}

/// The roads of a locale as sorted names; of ends at the edge only their kinds.
pub(crate) fn our_roads(map: &AreaMap, locale: LocaleId) -> Vec<Vec<String>> {
    let road = |road: &bormida_core::board::Road| {
        let between = road.crossings.iter().filter(|crossing| map.crossing(**crossing).pair.is_some());
        let mut names: Vec<String> = between.map(|crossing| map.crossing_name(*crossing)).collect();
        names.extend(road.ends.iter().map(|end| match end {
            RoadEnd::Edge(RoadKind::Main, _) => "edge:main".to_owned(),
            RoadEnd::Edge(RoadKind::Local, _) => "edge:local".to_owned(),
            RoadEnd::Stop => "end".to_owned(),
        }));
        names.sort();
        names
    };
    map.locale(locale).roads.iter().map(road).collect()
}

/// A road of the reading in our words. It numbers roads that leave the board by hand, ours are numbered in each locale:
/// only their kinds compare.
pub(crate) fn reference_road(road: &toml::Value, word: impl Fn(&str) -> String) -> Vec<String> {
    let mut names: Vec<String> =
        texts(road).into_iter().map(|name| word(name.split('#').next().unwrap_or(name))).collect();
    names.sort();
    names
}
