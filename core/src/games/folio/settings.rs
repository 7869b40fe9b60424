//! The numbers and switches of the game: everything that a variant turns without a script.

use serde::{Deserialize, Serialize};

use crate::board::Hour;
use crate::games::settings::{Choices, Kind, Setting, settings, words, wrong, yes_no};
use crate::pack::nearest::did_you_mean;
use crate::pack::toml_doc::{Table, Value};

words! {
    /// Which cells of the combat results table carry the tag of the defender's fire.
    FireCells {
        Diagonal = "diagonal", "the diagonal in the upper left corner";
        Column = "column", "the first three rows of the first column";
    }
    /// In which order the Austrian formations come. (17.2, 19.6)
    ColumnOrder {
        Printed = "printed", "as the set-up says";
        Free = "free", "as the Austrian player says, formation 2 first";
    }
}

settings! {
    [clock]
    turns: u8 = 9, "17.1", "Turns of a match", Choices::Whole(1..=12);
    begins: Hour = Hour(6), "1", "The hour at which the first turn begins", Choices::Hour;
    minutes: u8 = 90, "1", "Minutes of a turn", Choices::Whole(0..=240);
    [movement]
    stack: u8 = 4, "4.4", "What a hex holds: a brigade counts 2, other units 1", Choices::Whole(2..=12);
    leave_zone: u8 = 1, "5", "Movement points that leaving a zone of control costs more", Choices::Whole(0..=4);
    zone_to_zone: bool = false, "5", "May infantry and guns go from one zone of control straight into another?",
        yes_no!("yes", "no: only cavalry");
    march_factor: u8 = 2, "4.5", "How often march movement takes the allowance", Choices::Whole(1..=3);
    march_distance: u8 = 2, "4.5", "Hexes that a march keeps away from any enemy", Choices::Whole(1..=5);
    column_length: u8 = 1, "13.1", "Halves of a point that each unit pays more than the one before it through an entry hex",
        Choices::Whole(0..=8);
    entry_shift: u8 = 3, "13.1", "Hexes by which an entry hex that the enemy holds may shift", Choices::Whole(0..=9);
    [combat]
    leader_bonus: bool = true, "7.4", "Do leaders add their bonus in combat?", yes_no!("yes", "no");
    flank_shift: u8 = 1, "7.4", "Columns to the right for a flank", Choices::Whole(0..=3);
    retreat_attackers: u8 = 1, "7.5", "Hexes that beaten attackers retreat", Choices::Whole(1..=4);
    retreat_defenders: u8 = 2, "7.5", "Hexes that beaten defenders retreat", Choices::Whole(1..=4);
    retreat_in_brackets: u8 = 1, "7.5", "Hexes that defenders retreat who have passed their check", Choices::Whole(0..=4);
    ammunition: bool = true, "7.5", "Do attackers run out of ammunition?", yes_no!("yes", "no");
    casualties: bool = true, "7.5", "Are leaders in danger?", yes_no!("yes", "no");
    leader_falls: u8 = 1, "7.5", "The greatest die on which a leader in danger falls; 0: none does", Choices::Whole(0..=6);
    leader_taken: u8 = 2, "7.5", "The greatest die on which a leader in danger is captured, if all units with him are gone", Choices::Whole(0..=6);
    advance_beyond: bool = true, "7.7", "May cavalry advance one hex further?", yes_no!("yes", "no");
    [bombardment]
    range: u8 = 2, "8", "Hexes that guns reach", Choices::Whole(1..=6);
    bombard_defence: u8 = 2, "8", "By what the defence against bombardment is divided", Choices::Whole(1..=4);
    [cavalry]
    charges: bool = true, "9.1", "May cavalry charge?", yes_no!("yes", "no");
    charge_factor: u8 = 2, "9.1", "How often charging cavalry counts", Choices::Whole(1..=4);
    squares: bool = true, "9.2", "May infantry form squares?", yes_no!("yes", "no");
    charge_disrupts: bool = true, "9.4", "Is cavalry disrupted by its own charge?", yes_no!("yes", "no");
    counter_range: u8 = 2, "9.5", "Hexes within which cavalry may counter-charge; 0: never", Choices::Whole(0..=6);
    [morale]
    leader_morale: u8 = 1, "10.1", "How often a leader's bonus counts in the morale checks of his units", Choices::Whole(0..=3);
    shaken_morale: u8 = 1, "10.1", "What disruption or want of ammunition takes from a unit's morale", Choices::Whole(0..=3);
    always_passes: u8 = 1, "10.1", "The greatest die that passes any check; 0: none does", Choices::Whole(0..=6);
    always_fails: u8 = 6, "10.1", "The least die that fails any other check; 7: none does", Choices::Whole(1..=7);
    rally_range: u8 = 4, "10.2", "Hexes within which headquarters and leaders rally without a roll", Choices::Whole(0..=12);
    rout_turns: u8 = 2, "10.3", "Turns that routed units are away", Choices::Whole(1..=9);
    rout_turns_cut_off: u8 = 3, "10.3", "The same without a safe line of retreat", Choices::Whole(1..=9);
    rout_return: u8 = 2, "10.3", "Hexes from headquarters within which they return", Choices::Whole(0..=6);
    [command]
    hq_range: u8 = 6, "12.1", "Hexes that headquarters reach", Choices::Whole(0..=20);
    replacements: u8 = 1, "17.2, 17.3", "Replacement steps for each turn in which the headquarters are active", Choices::Whole(0..=9);
    leader_recovers: u8 = 3, "12.2", "The greatest die by which an incapable leader becomes effective", Choices::Whole(0..=6);
    train_range: u8 = 6, "14", "Hexes that a train reaches", Choices::Whole(0..=20);
    ammo_found: u8 = 2, "14", "The greatest die by which a unit finds ammunition without a train", Choices::Whole(0..=6);
    [victory]
    draw_below: u8 = 10, "18.3", "Points that a winner by points needs", Choices::Whole(0..=99);
    destroyed_points: u8 = 1, "18.3", "Points for a destroyed unit", Choices::Whole(0..=9);
    casualty_points: u8 = 1, "18.3", "Points for a leader who falls", Choices::Whole(0..=9);
    captured_points: u8 = 2, "18.3", "Points for a captured unit or leader", Choices::Whole(0..=9);
    great_points: u8 = 4, "18.3", "Points for captured headquarters and trains", Choices::Whole(0..=9);
    [special]
    surprise: bool = true, "19.1", "Are the French surprised on turn 1?", yes_no!("yes", "no");
    chateaux: bool = true, "19.2", "May battalions hold chateaux?", yes_no!("yes", "no");
    vineyards: bool = true, "19.3", "Do vineyards have rules of their own?", yes_no!("yes", "no: they are light woods");
    marmont: bool = true, "19.4", "May three batteries become Marmont's?", yes_no!("yes", "no");
    at_large: bool = true, "19.5", "Are there at-large battalions?", yes_no!("yes", "no");
    [rulings]
    df_cells: FireCells = FireCells::Diagonal, "7.5", "Which cells carry the tag DF?", Choices::Words(FireCells::WORDS);
    column_order: ColumnOrder = ColumnOrder::Printed, "19.6", "In which order do the Austrians come? (option 1)",
        Choices::Words(ColumnOrder::WORDS);
    otts_bridge: bool = false, "19.6", "Is Ott's bridge intact? (option 2)", yes_no!("yes: formations may come by entry M", "no");
    captured_napoleon_ends: bool = false, "18.1", "Is a captured Napoleon a casualty?", yes_no!("yes: Austria wins", "no: points");
}
