//! Boards: pure geometry and graphs, without pieces and without rules.

pub mod approach;
pub mod area;
mod area_check;
mod area_file;
mod area_link;
pub mod area_names;
mod area_roads;
pub mod hex;
pub mod hex_chart;
mod hex_file;
pub mod hex_map;
pub mod hex_reach;
mod hex_sight;
#[cfg(test)]
mod hex_tests;
pub mod holding;
pub mod hour;
pub mod id;
pub mod landscape;
pub mod locale;
pub mod polygon;
pub mod position;
pub mod road;
pub mod sheet;

pub use approach::{Approach, Direction, Pair, Penalties, Width};
pub use area::AreaMap;
pub use area_names::UnknownName;
pub use hex::{Grid, HexId, HexSet, Way};
pub use hex_chart::HexChart;
pub use hex_map::{Border, Going, HexMap};
pub use hex_reach::{Bounds, Line, Reach};
pub use holding::Holding;
pub use hour::Hour;
pub use id::{ApproachId, CrossingId, HoldingId, LocaleId, LocaleSet, PairId, Side};
pub use landscape::Landscape;
pub use locale::{Beyond, Locale};
pub use polygon::{Point, Polygon};
pub use position::Position;
pub use road::{Crossing, Road, RoadEnd, RoadKind};
pub use sheet::Sheet;
