//! What packs ask of a game when it tells them of an event, steps or orders: read and checked alike for every game of the
//! house, but for the effects themselves.

use crate::kernel::{Fault, HookName, Seat};
use crate::pack::nearest::did_you_mean;
use crate::pack::plain::no_line;
use crate::script::{BadValue, Effect, Heard, Key, Value};

/// Bytes that all packs of a match may remember together: what a state has room for.
pub const MOST_MEMORY: usize = 128;

/// A wish, and the hook that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked<W> {
    /// The hook.
    pub by: HookName,
    /// `file:line` where its function begins.
    pub at: String,
    /// What it asks for.
    pub what: W,
}

/// What a hook may ask of a game.
pub(crate) trait Wish: Sized {
    /// That its pack remembers these bytes from now on, at its place in the memory of all.
    fn remember(at: usize, bytes: Vec<u8>) -> Self;
}

/// What one pack wants, its effects read by the game, put behind what is wanted already.
///
/// # Errors
/// An effect that the game does not know, at the hook's place.
pub(crate) fn wishes<W: Wish>(
    heard: &Heard,
    read: impl Fn(&Value) -> Result<W, BadValue>,
    out: &mut Vec<Asked<W>>,
) -> Result<(), Fault> {
    let asks = |what| Asked { by: heard.by.clone(), at: heard.at.clone(), what };
    for (k, effect) in heard.effects.iter().enumerate() {
        out.push(asks(read(effect).map_err(|wrong| unfit(heard, k, &wrong))?));
    }
    if let Some((at, bytes)) = &heard.memory {
        out.push(asks(W::remember(*at, bytes.clone())));
    }
    Ok(())
}

fn unfit(heard: &Heard, k: usize, wrong: &BadValue) -> Fault {
    let (by, at, what) = (heard.by.clone(), heard.at.clone(), format!("effect {}: {wrong}", k + 1));
    Fault { pack: by.pack, hook: by.hook, at, what, ..Fault::default() }
}

/// The name of an effect, all of whose fields are known.
///
/// # Errors
/// One sentence: an unknown effect or field.
pub(crate) fn effect_named<'a>(effect: &'a Value, known: &[Effect]) -> Result<&'a str, BadValue> {
    let name = effect.field("effect").text("`effect`")?;
    let Some((_, fields, _)) = known.iter().find(|(known, ..)| *known == name) else {
        let hint = did_you_mean(name, known.iter().map(|(known, ..)| *known));
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        return Err(BadValue(format!("there is no effect \"{name}\"{hint}")));
    };
    for (key, _) in effect.entries("an effect")? {
        let known = || fields.iter().map(|(field, _)| *field).chain(["effect"]);
        let Key::Text(key) = key else { return Err(BadValue("its fields have names".to_owned())) };
        if !known().any(|field| field == key) {
            let hint = did_you_mean(key, known()).map_or(String::new(), |hint| format!("; {hint}"));
            return Err(BadValue(format!("\"{name}\" has no field `{key}`{hint}")));
        }
    }
    Ok(name)
}

/// A side's word in a field.
///
/// # Errors
/// It is no side.
pub(crate) fn side(value: &Value, field: &str, sides: &[&str]) -> Result<Seat, BadValue> {
    let word = value.field(field).text(&format!("`{field}`"))?;
    let found = sides.iter().position(|side| *side == word);
    found.map(|k| Seat(k as u8)).ok_or_else(|| BadValue(format!("`{field}` is {}", sides.join(" or "))))
}

/// A text of a script that people read: in the log, or as the reason of a refusal.
///
/// # Errors
/// It is not one line of at most 200 bytes.
pub(crate) fn line(text: &str) -> Result<&str, BadValue> {
    match text.len() > 200 || no_line(text).is_some() {
        true => Err(BadValue("`text` is one line of at most 200 bytes".to_owned())),
        false => Ok(text),
    }
}

/// Writes what a pack remembers into the memory of all.
///
/// # Errors
/// The memory has no such place.
pub(crate) fn remember(memory: &mut [u8], at: usize, bytes: &[u8]) -> Result<(), Fault> {
    let own = memory.get_mut(at..at + bytes.len());
    own.ok_or_else(|| Fault::new("the match remembers nothing that is of this pack"))?.copy_from_slice(bytes);
    Ok(())
}
