//! The rule points: each question with its printed or reconstructed rule, declared once for the engine, for packs and for the reference.

use super::lua_rules::LuaRules;
use super::model::Arm;
use super::rules::{
    AmmoFacts, ArrivalFacts, Asked, BonusFacts, ChargeFacts, ChateauFacts, DefenceFacts, EndFacts, EnterFacts,
    EntryFacts, FightFacts, FlankFacts, HqFacts, LossFacts, MoveFacts, NerveFacts, Now, PointFacts, RallyFacts,
    RangeFacts, RetreatFacts, RoomFacts, RoutFacts, SpareFacts, StrengthFacts, SupplyFacts, SurpriseFacts, TurnFacts,
    Worth,
};
use crate::games::points::points;
use crate::kernel::Fault;
use crate::script::{Answer, Cadence, Eyes, FactSet, Operation, Point, Stack};

points! {
    questions {
        allowance(MoveFacts) -> u8 = "2, 10.2", Query, Public, Answer::Count(0, 60) => "halves of a point",
            "What a unit may spend on movement.",
            "The printed points; half of them, and one at least, when it is disrupted.",
            |_, m| {
                let halves = m.printed.saturating_mul(2);
                if m.disrupted { (halves / 2).max(2) } else { halves }
            };
        room(RoomFacts) -> u8 = "4.4", Query, Public, Answer::Count(1, 12) => "stacking points",
            "What a hex holds: a brigade counts 2, other units 1.",
            "What the number `stack` says.",
            |now, _| now.numbers.stack;
        column_delay(EntryFacts) -> u8 = "13.1", Query, Public, Answer::Count(0, 60) => "halves of a point",
            "What a unit pays more for an entry hex because others have come through it.",
            "For each of them what the number `column_length` says.",
            |now, entry| entry.before.saturating_mul(now.numbers.column_length);
        is_surprised(SurpriseFacts) -> bool = "19.1", Query, Public, Answer::Truth,
            "Whether a French unit checks its morale when an Austrian first enters its zone of control.",
            "On turn 1, where `surprise` is true.",
            |now, surprise| now.numbers.surprise && surprise.turn == 1;
        arrival_chance(ArrivalFacts) -> u8 = "17.3", Query, Public, Answer::Count(0, 6) => "sides of a die",
            "The greatest die with which a group arrives in a turn in which one is rolled for it.",
            "As the set-up says.",
            |_, group| group.printed;
        attack_strength(StrengthFacts) -> u8 = "7.2, 9.1", Query, Public, Answer::Count(0, 200) => "halves of a strength point",
            "Twice the strength with which one unit attacks.",
            "Twice the printed strength, as often as `charge_factor` says in a charge; once where it is halved; 2 where it counts 1.",
            |now, a| {
                if a.one {
                    2
                } else {
                    let strength = a.printed.saturating_mul(if a.rides { now.numbers.charge_factor } else { 1 });
                    if a.halved { strength } else { strength.saturating_mul(2) }
                }
            };
        defence_strength(DefenceFacts) -> u8 = "7.2, 10.2", Query, Public, Answer::Count(0, 200) => "halves of a strength point",
            "Twice the strength with which one unit defends.",
            "Twice the printed strength; once where it is halved.",
            |_, d| if d.halved { d.printed } else { d.printed.saturating_mul(2) };
        leader_bonus(BonusFacts) -> u8 = "7.4, 12.4", Query, Public, Answer::Count(0, 20) => "strength points",
            "What an effective leader adds to the strength of his side.",
            "The printed bonus, where `leader_bonus` is true.",
            |now, b| if now.numbers.leader_bonus { b.printed } else { 0 };
        flank_shift(FlankFacts) -> u8 = "7.4", Query, Public, Answer::Count(0, 8) => "columns",
            "How many columns to the right an attack is read for the hexes that it comes from.",
            "What `flank_shift` says, where the target is flanked.",
            |now, f| if f.flanked { now.numbers.flank_shift } else { 0 };
        nerve(NerveFacts) -> i8 = "10.1", Query, Public, Answer::Count(-9, 12) => "sides of a die",
            "The die that a unit's morale check must not exceed; some dice always pass, some never: `always_passes`, `always_fails`.",
            "The printed morale, with its leader's bonus, `leader_morale` times, more, and `shaken_morale` less when it is shaken.",
            |now, n| {
                let led = n.bonus.saturating_mul(now.numbers.leader_morale).min(9);
                let shaken = if n.shaken { now.numbers.shaken_morale } else { 0 };
                n.printed as i8 + led as i8 - shaken as i8
            };
        retreat_hexes(RetreatFacts) -> u8 = "7.5", Query, Public, Answer::Count(0, 6) => "hexes",
            "How far beaten units retreat.",
            "What `retreat_attackers`, `retreat_defenders` and, for those who have passed their check, `retreat_in_brackets` say.",
            |now, r| match (r.attacks, r.passed) {
                (true, _) => now.numbers.retreat_attackers,
                (false, true) => now.numbers.retreat_in_brackets,
                (false, false) => now.numbers.retreat_defenders,
            };
        rout_turns(RoutFacts) -> u8 = "10.3", Query, Public, Answer::Count(1, 12) => "turns",
            "How long a routed unit is away.",
            "What `rout_turns` says, and `rout_turns_cut_off` without a safe line of retreat.",
            |now, r| if r.safe { now.numbers.rout_turns } else { now.numbers.rout_turns_cut_off };
        rallies(RallyFacts) -> bool = "10.2", Query, Public, Answer::Truth,
            "Whether a disrupted unit outside enemy zones rallies without a check.",
            "Within `rally_range` of an effective leader or active headquarters.",
            |now, r| r.distance <= now.numbers.rally_range;
        wants_ammunition(AmmoFacts) -> bool = "7.5, 14", Query, Public, Answer::Truth,
            "Whether an attacker is out of ammunition when the table says Ammo.",
            "Infantry and guns are, where `ammunition` is true.",
            |now, a| now.numbers.ammunition && matches!(a.arm, Arm::Infantry | Arm::Artillery);
        finds_ammunition(SupplyFacts) -> u8 = "14", Query, Public, Answer::Count(0, 6) => "sides of a die",
            "The greatest die with which a unit finds ammunition in the recovery phase; for 6 none is rolled.",
            "6 where a train reaches it, else what `ammo_found` says.",
            |now, a| if a.supplied { 6 } else { now.numbers.ammo_found };
        gun_range(RangeFacts) -> u8 = "8", Query, Public, Answer::Count(1, 12) => "hexes",
            "How far a battery fires.",
            "As far as `range` says, and farther from a hill.",
            |now, r| now.numbers.range + r.higher;
        charge_points(ChargeFacts) -> u8 = "9.1", Query, Public, Answer::Count(0, 60) => "halves of a point",
            "What a charge may spend on the hexes before the one that it strikes.",
            "Half the allowance.",
            |_, c| c.points / 2;
        works(HqFacts) -> bool = "12.1", Query, Public, Answer::Truth,
            "Whether headquarters are active in a turn.",
            "When no enemy stands next to them, they did not move in their last turn, and have a safe line of retreat.",
            |_, hq| !hq.near && !hq.moved && hq.safe;
        replacement_steps(SpareFacts) -> u8 = "17.2, 17.3", Query, Public, Answer::Count(0, 20) => "steps",
            "How many replacement steps a side gains at the start of its turn.",
            "What `replacements` says, where its headquarters are active.",
            |now, spare| if spare.working { now.numbers.replacements } else { 0 };
        points_for(PointFacts) -> u8 = "18.3", Query, Public, Answer::Count(0, 50) => "points",
            "What each loss of the enemy counts.",
            "What the numbers of `[victory]` say.",
            |now, p| match p.what {
                Worth::Destroyed => now.numbers.destroyed_points,
                Worth::Casualty => now.numbers.casualty_points,
                Worth::Captured => now.numbers.captured_points,
                Worth::Great => now.numbers.great_points,
            };
        marengo_decides(EndFacts) -> bool = "18.2", Query, Public, Answer::Truth,
            "Whether the French have won at the end of the last turn, before points are counted.",
            "With a unit in Marengo that has a safe line of retreat.",
            |_, end| end.held && end.safe;
        points_to_win(EndFacts) -> u8 = "18.3", Query, Public, Answer::Count(0, 200) => "points",
            "How many points the side with more of them needs; with fewer the match is a draw.",
            "What `draw_below` says.",
            |now, _| now.numbers.draw_below;
        may_hold(ChateauFacts) -> bool = "19.2", Query, Public, Answer::Truth,
            "Whether infantry may hold the chateau of its hex.",
            "A battalion may.",
            |_, c| c.battalion;
    }
    events {
        on_turn_start(TurnFacts) = "3", Public, "After arrivals and replacements of a player-turn, before its first decision.";
        on_enter(EnterFacts) = "4.1, 7.7", Public, "After a unit has moved into a hex, come onto the map or advanced.";
        on_fight(FightFacts) = "7, 8, 9", Public, "After a bombardment, a charge or an attack is over, advances included.";
        on_rout(LossFacts) = "10.3", Public, "After a unit has routed.";
        on_loss(LossFacts) = "11.2", Public, "After a unit, a leader or headquarters were destroyed or captured, or a leader fell.";
        on_turn_end(TurnFacts) = "3", Public, "After the recovery phase of a player-turn.";
    }
    also {}
    scripted {}
}

/// The rules as printed, and as reconstructed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rules for Printed {}
