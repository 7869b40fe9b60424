//! The rule points: each question with its printed rule, each event, declared once for the engine, for packs and for the reference.

use super::lua_rules::LuaRules;
use super::model::{ANY_QUOTA, AUSTRIAN};
use super::own::{Leave, ORDERS, Prompt, STEPS, calls};
use super::rules::{
    Asked, AssaultFacts, AttackFacts, BombardFacts, DecisionFacts, EnterFacts, FlightFacts, GainFacts, HoldingFacts,
    LineFacts, LocaleFacts, LossFacts, MarchFacts, Now, OrganizeFacts, PenaltyFacts, PlaceFacts, RecoveryFacts,
    RetreatFacts, StepFacts, TurnFacts,
};
use super::settings::{Answer as Answers, GunPoints};
use crate::board::Width;
use crate::games::points::points;
use crate::kernel::Fault;
use crate::script::{Answer, Cadence, Eyes, FactSet, Operation, Point, Stack};

/// A number of tokens, pieces or reductions that a script may answer.
const FEW: Answer = Answer::Count(0, MOST as i32);
const MOST: u8 = 20;

points! {
    questions {
        commands(TurnFacts) -> u8 = "6", Turn, Public, Answer::Count(0, 15) => "commands",
            "How many commands a turn has.",
            "As many as the number `commands` says.",
            |now, _| now.numbers.commands;
        capacity(LocaleFacts) -> u8 = "3, 20", Match, Public, Answer::Count(1, 64) => "pieces",
            "How many pieces of an army a locale has room for; asked of each locale when a game is opened.",
            "The capacity that is printed in it.",
            |_, locale| locale.printed;
        penalty(PenaltyFacts) -> u8 = "10, 11.6", Match, Public, Answer::Count(0, 9) => "penalties",
            "How many penalties an approach has for a type; asked of each approach and type when a game is opened.",
            "The symbols that are printed on it.",
            |_, approach| approach.printed;
        road_reach(TurnFacts) -> u8 = "8", Turn, Public, Answer::Count(1, 15) => "steps",
            "How many steps a road march counts off in a turn; no more than the number `road_steps` says.",
            "As many as the number `road_steps` says.",
            |now, _| now.numbers.road_steps;
        entry_hour(HoldingFacts) -> u8 = "15", Turn, Public, Answer::Count(0, 24) => "hours",
            "From which hour on reinforcements enter from a holding area; 24 is never.",
            "The hour that is printed beside it.",
            |_, holding| holding.printed;
        morale_gain(GainFacts) -> u8 = "18", Turn, Public, FEW => "morale",
            "How many morale tokens come in at the start of a turn, out of those on the track for it; the others are lost.",
            "All that wait on the track.",
            |_, gain| gain.on_track;
        recovery(RecoveryFacts) -> u8 = "18, 19", Turn, Public, FEW => "morale",
            "How much morale an army gains at the start of a round for the enemy's demoralization.",
            "What the number `recovery` says when it is due, else none.",
            |now, r| if r.due { now.numbers.recovery } else { 0 };
        march_cost(MarchFacts) -> u8 = "6, 7", Query, Public, Answer::Count(0, 15) => "commands",
            "What an off-road march costs.",
            "One; none for a defensive march where `defensive_march_free` is true, nor for a step back where `step_back_free` is.",
            |now, march| {
                let free = march.defensive && now.numbers.defensive_march_free;
                u8::from(!(free || march.step_back && now.numbers.step_back_free))
            };
        responders(AttackFacts) -> u8 = "9.2", Query, Public, FEW => "pieces",
            "How many reserve pieces may answer a maneuver attack.",
            "As many as attack, or any number: as `answer` says.",
            |now, attack| match now.numbers.answer {
                Answers::Attackers => attack.attackers,
                Answers::Any => MOST,
            };
        is_blocked(AttackFacts) -> bool = "9.3", Query, Public, Answer::Truth,
            "Whether a maneuver attack is blocked.",
            "When the approach is blocked fully, or partly against the first attack across it and a single piece.",
            |now, a| {
                let closed = a.blockers >= now.numbers.closes(a.width);
                closed || (a.blockers > 0 && a.attackers == 1 && a.first)
            };
        blocked_tokens(AttackFacts) -> u8 = "18", Query, Public, FEW => "morale",
            "How much morale the defender commits who wins a maneuver attack.",
            "What `blocked_tokens` and `blocked_tokens_wide` say.",
            |now, a| {
                let pressed = a.width == Width::Wide && a.attackers > 1 && a.first;
                if pressed { now.numbers.blocked_tokens_wide } else { now.numbers.blocked_tokens }
            };
        assault_result(AssaultFacts) -> i8 = "11.6", Query, Public, Answer::Count(-100, 100) => "strength",
            "The result of an assault: above 0 the attacker wins.",
            "The leading strength of the attack less penalties, leading strength of the defence and counter-attack; less `broken_penalty` for demoralized pieces.",
            |now, a| {
                let weak = |broken: bool, pieces: u8| if broken { (now.numbers.broken_penalty * pieces) as i8 } else { 0 };
                // an army that its own assault breaks pays for every piece in it, a defending one for those that lead
                let attack = a.attack as i8 - weak(a.attack_broken, a.attackers);
                let defence = a.defence as i8 - weak(a.defence_broken, a.defence_leaders);
                attack - a.penalty as i8 - defence - a.counter as i8
            };
        assault_losses(LossFacts) -> u8 = "11.7", Query, Public, Answer::Count(0, 40) => "reductions",
            "How many reductions one side takes when an assault is decided.",
            "One for each leading piece of the enemy and each cavalry piece that counter-attacks; one more for each of its own when an attack is beaten by its whole strength.",
            |_, l| {
                let crushed = l.attacks && !l.won && l.margin >= l.strength;
                l.enemy_leaders + l.enemy_cavalry + if crushed { l.leaders } else { 0 }
            };
        bombard_hits(BombardFacts) -> u8 = "10.2", Query, Public, Answer::Count(0, 9) => "reductions",
            "How many reductions a bombardment makes, all of one piece.",
            "One, or the strength of the gun: as `gun_points` says; less the penalty.",
            |now, b| {
                let points = if now.numbers.gun_points == GunPoints::One { 1 } else { b.strength };
                points.saturating_sub(b.penalty)
            };
        retreat_losses(RetreatFacts) -> u8 = "13.1", Query, Public, FEW => "reductions",
            "How many reductions the pieces of one position take in a retreat.",
            "What the numbers of `[retreat]` say for the position.",
            |now, retreat| match retreat.approach {
                Some(_) if retreat.assaulted && now.numbers.assaulted_exempt => 0,
                Some(Width::Narrow) => now.numbers.retreat_narrow,
                Some(Width::Wide) => now.numbers.retreat_wide,
                None if retreat.attack == Width::Wide && retreat.advancing > 1 => now.numbers.retreat_reserve_pressed,
                None => now.numbers.retreat_reserve,
            };
        retreat_tokens(FlightFacts) -> u8 = "18", Query, Public, Answer::Count(0, 100) => "morale",
            "How much morale an army commits for pieces that retreated out of a locale.",
            "What `retreat_tokens` says for each piece of the Austrians, none for the French.",
            |now, flight| {
                let each = if flight.seat == AUSTRIAN { now.numbers.retreat_tokens } else { 0 };
                flight.pieces.saturating_mul(each)
            };
        organizes(OrganizeFacts) -> u8 = "14", Query, Public, Answer::Count(1, 3) => "pieces",
            "How many pieces an organize action may organize.",
            "Two where as many are organized as `organized_for_two` says, else one.",
            |now, on_map| if on_map.organized >= now.numbers.organized_for_two { 2 } else { 1 };
        organize_quota(TurnFacts) -> u8 = "14", Turn, Public, Answer::Count(0, 64) => "pieces",
            "How many pieces may be organized in a French turn.",
            "Any number.",
            |_, _| ANY_QUOTA;
        austria_holds(LineFacts) -> bool = "19", Match, Public, Answer::Truth,
            "Whether Austria wins the marginal victory with so many pieces east of the objective line, or such stars.",
            "When there are as many pieces as `objective_pieces` says, or stars of as many colours as `objective_colours` does.",
            |now, line| match now.numbers.objective_colours {
                0 => line.pieces_east >= now.numbers.objective_pieces,
                colours => line.colours >= colours,
            };
    }
    events {
        on_turn_start(TurnFacts) = "5", Public, "After a turn's scheduled morale and clean-up, before its first action.";
        on_enter(EnterFacts) = "7, 8, 9, 13", Public, "After pieces entered a locale, passing through it by road included.";
        on_attack_resolved(DecisionFacts) = "9, 11", Public, "After a maneuver attack or an assault has been decided.";
        on_retreat(FlightFacts) = "13", Public, "After a locale was evacuated.";
        on_turn_end(TurnFacts) = "18", Public, "After a turn's morale clean-up.";
    }
    also {
        /// What a step of a pack asks; nothing when it asks nobody now, or is switched off.
        ///
        /// # Errors
        /// When a script fails.
        fn choose(&self, _step: usize, _: Now<'_>, _: StepFacts) -> Result<Option<Prompt>, Fault> {
            Ok(None)
        }
        /// What a step of a pack does.
        ///
        /// # Errors
        /// When a script fails.
        fn play_step(&self, _step: usize, _: Now<'_>, _: StepFacts) -> Result<Vec<Asked>, Fault> {
            Ok(Vec::new())
        }
        /// Whether an order of a pack can be given in a position.
        ///
        /// # Errors
        /// When a script fails.
        fn may(&self, _order: usize, _: Now<'_>, _: PlaceFacts) -> Result<Leave, Fault> {
            Ok(Leave::Refused(None))
        }
        /// What an order of a pack does.
        ///
        /// # Errors
        /// When a script fails.
        fn play_order(&self, _order: usize, _: Now<'_>, _: PlaceFacts) -> Result<Vec<Asked>, Fault> {
            Ok(Vec::new())
        }
    }
    scripted {
        fn choose(&self, step: usize, now: Now<'_>, facts: StepFacts) -> Result<Option<Prompt>, Fault> {
            self.ask_step(step, now, facts)
        }
        fn play_step(&self, step: usize, now: Now<'_>, facts: StepFacts) -> Result<Vec<Asked>, Fault> {
            self.play_added((STEPS, step, calls::PLAY), now, &facts)
        }
        fn may(&self, order: usize, now: Now<'_>, facts: PlaceFacts) -> Result<Leave, Fault> {
            self.ask_order(order, now, facts)
        }
        fn play_order(&self, order: usize, now: Now<'_>, facts: PlaceFacts) -> Result<Vec<Asked>, Fault> {
            self.play_added((ORDERS, order, calls::ORDER_PLAY), now, &facts)
        }
    }
}

/// Whether some pack answers a question.
pub(super) fn is_answered(rules: &dyn Rules, name: &str) -> bool {
    let point = POINTS.iter().position(|point| point.name == name);
    rules.stack().zip(point).is_some_and(|(stack, point)| stack.has(point))
}

/// The rules as printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rules for Printed {}
