//! The numbers and switches of the game: everything that a variant turns without a script. The defaults are the printed values.

use serde::{Deserialize, Serialize};

use super::phases::Phases;
use super::procedure::AssaultOrder;
use crate::board::Hour;
use crate::games::settings::{Choices, Kind, Setting, settings, words, wrong, yes_no};
use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::{Table, Value};

words! {
    /// What the loss of a piece that has nowhere to retreat to costs. (13, 18)
    EliminationMorale {
        Strength = "strength", "one morale for each point of strength";
        Piece = "piece", "one morale for each piece";
        None = "none", "nothing";
    }
    /// How many reductions a gun's fire makes. (10.2, 11.4)
    GunPoints {
        One = "one", "one, whatever its strength";
        Strength = "strength", "one for each point of its strength";
    }
    /// Who spreads reductions over leading pieces. (11.4, 11.8)
    LeaderLosses {
        Owner = "owner_evenly", "their owner, evenly";
        Enemy = "enemy", "the enemy, as he likes";
    }
    /// What an attacker does who has lost an assault. (11.9)
    LosingAttacker {
        Stays = "stays", "his pieces stay in the attack approach";
        Withdraws = "withdraws", "his assault pieces go back into the reserve of their locale";
    }
    /// Who chooses when a bombardment finds nobody opposite nor in reserve. (10.2)
    BombardElsewhere {
        Owner = "owner", "the owner of the pieces: any piece of the locale";
        Attacker = "attacker", "the attacker: an approach, then the owner a piece there";
    }
    /// Whether blocked attackers may part. (9.4)
    StepUp {
        All = "all", "all advance to the approach, or none";
        Any = "any", "some may advance, for a command more";
    }
    /// When blocks of one place and one set of marks are shuffled. (17)
    Shuffle {
        Always = "always", "whenever one of them moves or is marked";
        TurnStart = "turn_start", "when their turn begins: in between it is seen which of them moves";
    }
    /// When pieces leave approaches that face nobody. (16)
    CleanUp {
        TurnStart = "turn_start", "when their turn begins";
        MarchEnd = "march_end", "when the marches of their turn are over";
    }
    /// What an artillery penalty does to bombardment across it. (10)
    ArtilleryPenalty {
        Forbids = "forbids", "nobody bombards across it";
        Weakens = "weakens", "it takes points from fire on those who stand on the approach itself";
    }
    /// How many reserve pieces may answer a maneuver attack. (9.2)
    Answer {
        Attackers = "attackers", "as many as attack";
        Any = "any", "all that are in reserve";
    }
    /// To whom a locale is shut that was taken by assault, for the rest of the turn. (11)
    CapturedShut {
        Road = "road", "to road marches";
        All = "all", "to every piece that took no part";
        None = "none", "to nobody";
    }
    /// Which pieces may do what the rulebook leaves to cavalry. (8, 12)
    Riders {
        Cavalry = "cavalry", "cavalry alone";
        Any = "any", "pieces of every type";
        None = "none", "nobody";
    }
    /// Which army begins a round. (5)
    FirstPlayer {
        Austrian = "austrian", "the Austrians";
        French = "french", "the French";
    }
    /// Who chooses which committed tokens are lost. (18)
    TokenLosses {
        Enemy = "enemy", "the enemy of the army that loses them";
        Owner = "owner", "that army itself";
    }
    /// What happens to an army whose morale is gone. (19)
    Demoralization {
        Ends = "ends", "it has lost the match";
        Weakens = "weakens", "it fights on, weakened";
    }
    /// How long pieces that wait beside the map keep the enemy out of the locale where they enter. (15)
    Waiting {
        Ever = "ever", "as long as one waits";
        Hour = "hour", "until the hour at which they can enter is over";
        Never = "never", "not at all";
    }
}

settings! {
    [clock]
    first_hour: Hour = Hour(6), "5", "The hour of the first round", Choices::Hour;
    rounds: u8 = 16, "5", "Rounds of a match, one an hour", Choices::Whole(1..=24);
    [turn]
    first_player: FirstPlayer = FirstPlayer::Austrian, "5", "Which army begins a round", Choices::Words(FirstPlayer::WORDS);
    commands: u8 = 3, "6", "Commands that a turn has", Choices::Whole(0..=15);
    attack_cost: u8 = 1, "6, 9", "Commands that a maneuver attack costs", Choices::Whole(0..=9);
    assault_cost: u8 = 1, "6, 11", "Commands that an assault costs", Choices::Whole(0..=9);
    group: u8 = 3, "6", "Pieces that can take part in one action", Choices::Whole(1..=64);
    phases: Phases = Phases::default(), "5", "The phases of a turn, each with the actions that it is open to; none: all are open all the time",
        Choices::Groups(&Phases::NAMES);
    [road]
    road_steps: u8 = 3, "8", "Steps that a road march counts off", Choices::Whole(1..=15);
    local_road_cost: u8 = 1, "6, 8", "Commands that a road march costs which uses a local road", Choices::Whole(0..=9);
    road_attackers: Riders = Riders::Cavalry, "8", "Which pieces may attack by road", Choices::Words(Riders::WORDS);
    riders: Riders = Riders::Cavalry, "12", "Which pieces may continue to an approach", Choices::Words(Riders::WORDS);
    traffic_limit: u8 = 3, "8", "Pieces that can pass a crossing in one turn", Choices::Whole(1..=15);
    [bombardment]
    gun_points: GunPoints = GunPoints::One, "10.2", "Reductions that a bombardment makes, all of one piece",
        Choices::Words(GunPoints::WORDS);
    bombard_elsewhere: BombardElsewhere = BombardElsewhere::Owner, "10.2",
        "Who chooses when a bombardment finds nobody opposite nor in reserve", Choices::Words(BombardElsewhere::WORDS);
    [assault]
    leaders_narrow: u8 = 1, "11.2", "Pieces that lead or counter-attack across a narrow approach", Choices::Whole(1..=2);
    leaders_wide: u8 = 2, "11.2", "Pieces that lead or counter-attack across a wide approach", Choices::Whole(1..=2);
    leader_strength: u8 = 2, "11.3", "Strength that a leading piece of the attack must have", Choices::Whole(1..=4);
    assault_order: AssaultOrder = AssaultOrder::default(), "11", "The steps of an assault, in the order in which they are played",
        Choices::Order(&AssaultOrder::NAMES);
    counter_strength: u8 = 2, "11.5", "Strength that a counter-attacking piece must have", Choices::Whole(1..=4);
    gun_defence_hits: GunPoints = GunPoints::One, "11.4", "Reductions of leading pieces that artillery defence makes",
        Choices::Words(GunPoints::WORDS);
    leader_losses_by: LeaderLosses = LeaderLosses::Owner, "11.4, 11.8", "Who spreads reductions over leading pieces",
        Choices::Words(LeaderLosses::WORDS);
    losing_attacker: LosingAttacker = LosingAttacker::Stays, "11.9", "What an attacker does who has lost an assault",
        Choices::Words(LosingAttacker::WORDS);
    [retreat]
    retreat_narrow: u8 = 1, "13.1", "Reductions of the pieces that block a narrow approach", Choices::Whole(0..=9);
    retreat_wide: u8 = 2, "13.1", "Reductions of the pieces that block a wide approach", Choices::Whole(0..=9);
    retreat_reserve: u8 = 1, "13.1", "Reductions of the infantry in reserve", Choices::Whole(0..=9);
    retreat_reserve_pressed: u8 = 2, "13.1",
        "Reductions of the infantry in reserve when several pieces advance over a wide approach", Choices::Whole(0..=9);
    retreat_limit: u8 = 64, "13.2", "Pieces that can retreat to one locale at once", Choices::Whole(1..=64);
    artillery_morale: EliminationMorale = EliminationMorale::Strength, "13.1, 18", "What a gun costs that is lost in a retreat",
        Choices::Words(EliminationMorale::WORDS);
    [disorganization]
    surprise_rounds: u8 = 1, "14", "Rounds from the start in which French pieces cannot block", Choices::Whole(0..=24);
    organize_cost: u8 = 1, "14", "Commands that an organize action costs", Choices::Whole(0..=9);
    whole_locale: bool = true, "14", "Must a locale where organizing is begun be organized whole in that turn?", yes_no!("yes: all or none", "no");
    contagion: bool = true, "14", "Are organized pieces disorganized where they come together with such?",
        yes_no!("yes", "no: each piece stays what it is");
    wakes_near_enemy: bool = false, "14", "Are French pieces organized that have the enemy in an adjacent locale when their turn begins?",
        yes_no!("yes", "no: by organize actions only");
    disorganized_may_march: bool = true, "14", "May a disorganized piece march and continue within its locale?",
        yes_no!("yes: it only may not leave it", "no: it stays where it is");
    organized_for_two: u8 = 3, "14", "Organized French pieces on the map that let an organize action take two", Choices::Whole(0..=64);
    [reinforcements]
    artillery_hour: Hour = Hour(7), "15", "The hour from which the Austrian artillery can enter", Choices::Hour;
    pontoon_pieces: u8 = 1, "15", "Pieces a turn that can enter by pontoon bridge", Choices::Whole(0..=8);
    pontoon_cost: u8 = 0, "15", "Commands that entering by pontoon bridge costs", Choices::Whole(0..=9);
    [morale]
    blocked_tokens: u8 = 1, "18", "Tokens that the winning defender of a maneuver attack commits", Choices::Whole(0..=9);
    blocked_tokens_wide: u8 = 2, "18",
        "The same for the first attack of the turn across a wide approach by several pieces", Choices::Whole(0..=9);
    retreat_tokens: u8 = 1, "18", "Tokens that Austria commits for each piece that retreats out of a locale", Choices::Whole(0..=9);
    defence_tokens: u8 = 1, "18", "Tokens that the winning defender of an assault commits for each piece that led or counter-attacked",
        Choices::Whole(0..=9);
    recovery: u8 = 0, "18, 19", "Morale that an army gains at the start of a round when the enemy alone is demoralized", Choices::Whole(0..=20);
    token_losses_by: TokenLosses = TokenLosses::Enemy, "18", "Who chooses which committed tokens are lost",
        Choices::Words(TokenLosses::WORDS);
    return_until: Hour = Hour(16), "18", "The hour from which the French can no longer return a committed token", Choices::Hour;
    return_tokens: u8 = 1, "18", "Committed tokens that the French can return at the end of their turn", Choices::Whole(0..=9);
    [victory]
    objective_colours: u8 = 0, "19", "Colours of objective stars that Austria must hold at the end to win; 0: pieces east of the line decide",
        Choices::Whole(0..=9);
    objective_pieces: u8 = 3, "19", "Austrian pieces east of the objective line for a marginal victory", Choices::Whole(1..=64);
    [rules]
    defensive_march_free: bool = true, "7", "Is a march free that only blocks an approach fully?",
        yes_no!("yes", "no: it costs what any march does");
    step_back_free: bool = false, "7, 16", "Is a march free that goes back into reserve from an approach that faces nobody?",
        yes_no!("yes", "no: it costs what any march does");
    block_narrow: u8 = 1, "9", "Pieces that block a narrow approach fully", Choices::Whole(1..=9);
    block_wide: u8 = 2, "9", "Pieces that block a wide approach fully", Choices::Whole(1..=9);
    answer: Answer = Answer::Attackers, "9.2", "How many reserve pieces may answer a maneuver attack", Choices::Words(Answer::WORDS);
    step_up: StepUp = StepUp::All, "9.4", "Whether blocked attackers may part", Choices::Words(StepUp::WORDS);
    bombardment_must_fire: bool = false, "10.2", "Must a gun that has declared a bombardment and has a target fire?",
        yes_no!("yes: its phase does not end before", "no: the declaration lapses");
    declare_after_march: bool = false, "10", "May a gun declare a bombardment in a turn in which it has marched?",
        yes_no!("yes: a declaration is no second action", "no: one action a turn");
    declare_after_fire: bool = false, "10", "May a gun declare a bombardment in the turn in which it has fired?",
        yes_no!("yes: it fires every turn", "no: it fires every other turn");
    artillery_penalty: ArtilleryPenalty = ArtilleryPenalty::Forbids, "10",
        "What an artillery penalty does to bombardment across it", Choices::Words(ArtilleryPenalty::WORDS);
    captured_shut: CapturedShut = CapturedShut::Road, "11",
        "To whom a locale taken by assault is shut for the rest of the turn", Choices::Words(CapturedShut::WORDS);
    lost_assault_shuts: bool = true, "11", "Does nothing cross an approach any more in the turn in which an assault across it was lost?",
        yes_no!("yes: it is shut", "no");
    lost_assault_stops_fire: bool = true, "10, 11", "Does a lost assault stop bombardment across its approach for the turn, too?",
        yes_no!("yes: to declare and to fire is to attack", "no: it stops who would cross");
    artillery_leads: bool = true, "11.2, 11.3", "May artillery lead in an assault?",
        yes_no!("yes", "no: infantry and cavalry only");
    leader_over_penalty: bool = false, "11.3", "Must a leading piece of the attack be stronger than the penalty that matches its type?",
        yes_no!("yes", "no");
    gun_penalty_bars: bool = true, "11.4", "Does an artillery penalty on the attack approach bar artillery defence?",
        yes_no!("yes", "no");
    ride_back: bool = true, "12", "May cavalry that marched from an approach into its own reserve continue to another approach?",
        yes_no!("yes", "no");
    pontoon_rides: bool = false, "12, 15", "May cavalry continue to an approach that came over the pontoon bridge?",
        yes_no!("yes, as after a march off the roads", "no: no road leads on from it");
    assaulted_exempt: bool = false, "13.1", "Do the pieces of an assaulted approach take no more reductions in the retreat that follows?",
        yes_no!("yes: they have paid in the assault", "no: they pay like those of any approach");
    clean_up: CleanUp = CleanUp::TurnStart, "16", "When pieces leave approaches that face nobody", Choices::Words(CleanUp::WORDS);
    shuffle: Shuffle = Shuffle::Always, "17", "When blocks of one place are shuffled", Choices::Words(Shuffle::WORDS);
    retreat_by_arrows: bool = true, "13.2", "Does an army retreat towards the enemy's side only for want of another way?",
        yes_no!("yes: the marks of east and west hold", "no: any way is as good");
    winner_pays: bool = false, "18", "Does every reduction in an assault cost morale at once, whoever wins?",
        yes_no!("yes", "no: those of the loser do, when the assault is decided");
    demoralization: Demoralization = Demoralization::Ends, "19", "What happens to an army whose morale is gone", Choices::Words(Demoralization::WORDS);
    broken_may_assault: bool = true, "19", "May an army assault that is demoralized and fights on?", yes_no!("yes", "no");
    broken_penalty: u8 = 0, "11.6, 19", "What each leading piece of a demoralized defence counts less, and each piece of an attack that breaks its own army", Choices::Whole(0..=4);
    recovery_once: bool = true, "18, 19", "Does an army gain morale for the enemy's demoralization once?",
        yes_no!("yes: in the round after it", "no: in every round while it lasts");
    [rulings]
    cleaned_up_may_road_march: bool = true, "8, 16", "May a piece that clean-up took back into reserve road march in the same turn?",
        yes_no!("yes: clean-up comes before the actions", "no: it did not start the turn in reserve");
    local_road_continuation_costs: bool = true, "8, 12", "Does continuation along a local road cost a free road march its command?",
        yes_no!("yes: the whole move must be on main roads to be free", "no: continuation itself costs nothing");
    continuation_of_disorganized: bool = true, "12, 14", "May disorganized cavalry continue to an approach of the locale it is in?",
        yes_no!("yes: it stays inside its locale", "no");
    capacity_tested_at_declaration: bool = true, "3, 9, 11", "Must there be room for all attackers when the attack is declared?",
        yes_no!("yes: no more may be named than the locale has room for", "no: those without room stay where they attacked from");
    gun_hidden_when_declaration_ends: bool = true, "10", "Is a gun hidden at once when its declaration ends without fire?",
        yes_no!("yes", "no: at the end of the turn, as after fire");
    disorganized_may_defend: bool = true, "11, 14", "May disorganized pieces lead a defence, counter-attack and fire in defence?",
        yes_no!("yes: these are no attacks", "no: they only block");
    elimination_morale: EliminationMorale = EliminationMorale::Strength, "13, 18", "What does a piece cost that has nowhere to retreat to?",
        Choices::Words(EliminationMorale::WORDS);
    organize_again_after_contagion: bool = false, "14", "May a piece that was disorganized again be organized again in the same turn?",
        yes_no!("yes", "no: one organize action a piece and turn");
    orders_while_organizing: bool = true, "14", "May other actions come between those that organize one locale?",
        yes_no!("yes, while enough commands are kept to finish it", "no: what is begun is finished first");
    entering_half_organized_refused: bool = true, "14", "Is a half organized locale shut to organized pieces?",
        yes_no!("yes: all would be disorganized and the locale left unfinished", "no: all become disorganized and nothing need be finished");
    waiting_protects_for_ever: Waiting = Waiting::Ever, "15", "How long do pieces that wait protect their entry locale?",
        Choices::Words(Waiting::WORDS);
}
