//! Ferry: a solitaire of dice with a cup, written whole in Luau.

use bormida_core::script::{ScriptKit, Sources};

/// The script of Ferry.
pub const SOURCE: &str = include_str!("game.luau");

/// Opens Ferry.
pub fn ferry() -> ScriptKit {
    changed(&[])
}

/// Ferry with pieces of its text replaced; each must be there.
///
/// # Panics
/// When a piece is not in the text.
pub fn changed(pieces: &[(&str, &str)]) -> ScriptKit {
    let text = pieces.iter().fold(SOURCE.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from} is not in the text");
        text.replace(from, to)
    });
    ScriptKit::new("ferry", Sources::new().with("game.luau", text), "game")
}
