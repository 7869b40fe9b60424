//! A game on hexes as a terminal tells it: its board, a hex, the chances of a fight.

mod program_desk;

use program_desk::{Desk, said};

#[test]
fn the_board_of_a_hex_game_is_told_by_its_hexes() {
    let desk = Desk::new();
    let play =
        ["play", "folio", "--setup", "at_once", "--seed", "1", "--seat", "austrian=human", "--seat", "french=human"];
    let input = b"board\nboard 1107\nboard Marengo\nboard nowhere\ntake Frim-L\nto 1202\nwhy take Jg\n";
    let (_, text) = said(&desk.typing(&play, input));
    // who stands where, a hex a line
    let marengo = text.lines().find(|line| line.contains("1107 Marengo: 24L")).unwrap_or_else(|| panic!("{text}"));
    assert!(marengo.contains("4-4-5"), "{marengo}");
    assert!(
        text.contains("Formation 2, waiting at its bridge (17.2): ") && text.contains("Turn 2, 07:30: ConGd"),
        "{text}"
    );
    assert!(text.contains("1007: 96") && text.contains("; Victor, "), "a stack stands on one line: {text}");
    // a hex with its ground, its borders and its neighbours, by number and by name
    let described = text.matches("1107 Marengo: town, chateau; road to").count();
    assert_eq!(described, 2, "{text}");
    for line in
        ["creek towards 1006, 1106, 1206", "bridge towards 1106", "Next to it:", "\n  1108: clear", "\n  1106: clear"]
    {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(text.contains("Nothing on this board is called \"nowhere\"."), "{text}");
}

#[test]
fn why_tells_the_chances_of_a_fight() {
    let desk = Desk::new();
    let play =
        ["play", "folio", "--setup", "at_once", "--seed", "5", "--seat", "austrian=human", "--seat", "french=steady"];
    // guns come up to Pietrabona and are laid
    let input = b"take HA1\nemplace 1302\ntake Frim-L\nto 1303\ndone\ndone\nwhy attack Frim-L > 1203\n";
    let (_, text) = said(&desk.typing(&play, input));
    for part in ["Attack ", "Defence ", "column ", " %  ", "The defenders leave the hex: "] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}
