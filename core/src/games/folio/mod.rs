//! Marengo: Morning Defeat, Afternoon Victory: hexes and counters, native on the kernel.

mod army;
mod ask;
mod bots;
mod case;
mod combat;
mod crt;
mod doing;
mod effects;
mod field;
mod fight;
mod flow;
mod game;
mod kit;
mod layered;
mod lua_rules;
mod march;
mod model;
mod notation;
mod options;
mod order;
mod points;
mod possible;
mod preview;
mod rules;
mod scene;
mod settings;
mod setup_file;
mod shelf;
mod standing;
mod status;
mod turn;
mod view;
mod worth;

pub use army::{Army, Kind, Role, UnitFacts, Values};
pub use bots::{LuaBot, STEADY, Steady, TRAIT_NAMES, TRAITS, Traits, bot_declarations, bot_page, folio_bots};
pub use case::FolioCase;
pub use combat::Odds;
pub use crt::{Cell, Check, CombatTable, Harm, Tags};
pub use effects::EFFECTS;
pub use flow::{Fight, Kind as FightKind, Step};
pub use game::{Folio, verb};
pub use kit::FolioKit;
pub use lua_rules::MOMENT;
pub use model::{
    AUSTRIAN, Arm, Arrival, Ending, FRENCH, Flags, MOST_FORMATIONS, MOST_GROUPS, MOST_UNITS, PartKind, Place, Score,
    State, Unit, UnitId,
};
pub use notation::SIDES;
pub use order::{Act, Order, VERBS};
pub use points::{POINTS, Printed, Rules};
pub use rules::*;
pub use settings::Numbers;
pub use setup_file::{Group, SetupFile};
pub use shelf::FolioShelf;
pub use view::View;
