//! Triomphe à Marengo: areas and approaches, hidden blocks, morale tokens.

mod additions;
mod ask;
mod assault;
mod attack;
mod bombard;
mod bots;
mod case;
mod doing;
mod dues;
mod edition;
mod effects;
mod flow;
mod game;
mod kit;
mod knowledge;
mod land;
mod lay;
mod layered;
mod legal;
mod lua_rules;
mod march;
mod model;
mod morale;
mod notation;
pub mod numbers;
mod offers;
mod order;
mod organize;
mod own;
mod phases;
mod play;
mod points;
mod possible;
mod procedure;
mod resolve;
mod resolve_assault;
mod resolve_retreat;
mod resolve_turn;
mod retreat;
mod ride;
mod road;
mod roads;
mod rules;
mod sample;
pub mod scene;
mod settings;
pub mod setup_file;
mod shelf;
mod show;
mod start;
mod status;
mod stop;
mod tally;
mod told;
mod traffic;
mod view;
mod worth;

pub use additions::ADDITIONS;
pub use bots::{LuaBot, STEADY, Steady, TRAIT_NAMES, TRAITS, Traits, bot_declarations, bot_page, triomphe_bots};
pub use case::TriompheCase;
pub use dues::{Due, Dues, Role};
pub use edition::Edition;
pub use effects::EFFECTS;
pub use flow::{Fight, March, Step};
pub use game::Triomphe;
pub use kit::{TriompheKit, WORDS};
pub use lua_rules::MOMENT;
pub use model::{
    ANY_QUOTA, ANY_REACH, AS_PRINTED, AUSTRIAN, Arm, CLASS_NAMES, CLASSES, Deck, Ending, FRENCH, Face, Flags,
    MOST_PIECES, MOST_ROUNDS, Morale, PartKind, Piece, Pool, Pos, Public, State, UNSEEN, crossing_part, part_kind,
};
pub use notation::SIDES;
pub use numbers::Numbers;
pub use order::{Order, Path, VERBS, one, size};
pub use own::Prompt;
pub use points::{POINTS, Printed, Rules};
pub use rules::{
    Asked, AssaultFacts, AttackFacts, BombardFacts, Consequence, DecisionFacts, EnterFacts, FlightFacts, GainFacts,
    HoldingFacts, LineFacts, LocaleFacts, LossFacts, MarchFacts, MomentFacts, Now, OrganizeFacts, PenaltyFacts,
    PlaceFacts, RecoveryFacts, RetreatFacts, StepFacts, TurnFacts,
};
pub use setup_file::SetupFile;
pub use shelf::TriompheShelf;
pub use tally::Tally;
pub use traffic::{Traffic, TrafficTable};
pub use view::{Faces, Token, View};
