//! Bots for games in Luau: what they are lent, what they may give back, and that they are told when they are wrong.

use std::path::Path;

use bormida_core::games::{Spec, Vacant, house};
use bormida_core::kernel::{Ask, Seat, Seed};
use bormida_core::pack::builtin::Files;

/// A hidden number between two, one of whom guesses: the other's memory must not be seen.
const GAME: &str = r#"
return {
	sides = { "hider", "seeker" },
	verbs = { { "hide", "hide a number", shown = "verb" }, { "guess", "guess" } },
	classes = {},
	places = { "here", "there" },
	memory = { kept = { int = { 0, 9 }, eyes = "seat", each = "seat" } },
	steps = {
		hide = {
			ask = "hide a number", rule = "1", seat = "hider",
			offers = function() return { { verb = "hide", number = { 1, 3 } } } end,
			play = function(memory, order) memory:set("kept", "hider", order.number) return "guess" end,
		},
		guess = {
			ask = "guess", rule = "2", seat = "seeker",
			offers = function() return { { verb = "guess", parts = { "here" } }, { verb = "guess", parts = { "there" } } } end,
			play = function(memory, order)
				local right = (memory:get("kept", "hider") == 3) == (order.parts[1] == "there")
				return { over = { winner = if right then "seeker" else "hider", kind = "found" } }
			end,
		},
	},
	start = function() return "hide" end,
	worth = function(memory, side) return if memory:get("kept", side) == 3 then 5 else 0 end,
}
"#;

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

fn manifest(id: &str, kind: &str) -> String {
    format!("id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"hats\"\nkind = \"{kind}\"\ntitle = \"{id}\"\n")
}

/// Ten games in which the bot of this text hides and seeks: how many the seeker won, or why the first failed.
fn played(bot: &str) -> Result<usize, String> {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("hats/pack.toml", &*manifest("hats", "game")),
        ("hats/game.luau", GAME),
        ("hats/words.luau", "return { right = \"there\" }"),
        ("rook/pack.toml", &*manifest("rook", "bot")),
        ("rook/bot.luau", bot),
    ];
    write(folder.path(), &files);
    let catalogue = house(&Files::over(folder.path())).unwrap();
    let game = catalogue.game("hats").unwrap();
    let seats = [("hider".to_owned(), "rook".to_owned()), ("seeker".to_owned(), "rook".to_owned())].into();
    let spec = Spec { seats, seed: Seed(1), ..Spec::default() };
    let header = spec.header(&game.about(), Vacant::Yardstick).map_err(|unfit| unfit.to_string())?;
    let mut table = catalogue.start(header, None).map_err(|cannot| cannot.to_string())?;
    let mut won = 0;
    for seed in 0..10 {
        table.again(Seed(seed)).unwrap();
        let mut player = table.recruit("rook")().map_err(|fault| fault.to_string())?;
        while let Ask::Ask(question) = table.ask() {
            let chosen = player.choose(&table.seen(question.seat), &|| false).map_err(|fault| fault.to_string())?;
            table.play_text(&chosen.order).unwrap();
        }
        won += usize::from(table.outcome().unwrap().winner == Some(Seat(1)));
    }
    Ok(won)
}

#[test]
fn a_bot_looks_ahead_requires_the_game_s_modules_and_gives_orders_in_every_form() {
    let won = played(
        r#"
local words = require("words")
return {
	choose = function(memory, asked, offers, rng, ahead)
		if asked == "hide" then
			assert(offers[1].verb == "hide" and offers[1].number[2] == 3 and offers[1].weight == 1)
			assert(ahead({ verb = "hide", number = 3 }, 2) == 5 and ahead("hide 1") == 0)
			return { order = { verb = "hide", number = 3 }, why = "three is worth most" }
		end
		assert(memory:get("kept", "hider") == nil, "the hider's number is seen")
		return if offers[2].parts[1] == words.right then 2 else "guess here"
	end,
}"#,
    )
    .unwrap();
    assert_eq!(won, 10);
}

#[test]
fn what_a_bot_may_not_do_fails_its_game_and_says_why() {
    for (choice, wanted) in [
        ("nil", "an order is wanted"),
        ("7", "there is no offer 7: 1 to"),
        ("\"hide 9\"", "this order is not legal"),
        ("\"hide\"", "a number is missing at its end: 1 to 3"),
        ("\"hide none\"", "a number is wanted at its end: 1 to 3"),
        ("{ verb = \"hid\" }", "there is no `hid`; did you mean \"hide\"?"),
        ("{ verb = \"hide\", nmber = 1 }", "an order has verb"),
        ("ahead(\"hide 12\")", "this order is not legal"),
        ("(function() while true do end end)()", "steps"),
    ] {
        let bot = format!("return {{ choose = function(_, _, _, _, ahead) return {choice} end }}");
        let why = played(&bot).unwrap_err();
        assert!(why.contains(wanted) && why.contains("rook"), "{choice}: {why}");
    }
    let none = played("return {}").unwrap_err();
    assert!(none.contains("a function `choose`"), "{none}");
}
