//! A match survives being saved, torn and taken back to its start.

use super::{Kept, Report, Walk, broken, keep};
use crate::kernel::*;
use std::path::Path;
use std::sync::Arc;

pub(super) fn saves_and_loads<K: Kit>(
    kit: &Arc<K>,
    game: Match<K>,
    path: &Path,
    walk: &Walk<<K::G as Game>::State>,
    rng: &mut Rng,
    report: &mut Report,
) -> Kept {
    let (hash, number, off) = (game.hash(), game.number(), game.off().clone());
    drop(game);
    let same = |loaded: &Loaded<Match<K>>, clause: &'static str| {
        if let Some(divergence) = &loaded.divergence {
            return Err(broken(clause, format!("history is not reproduced: {divergence}")));
        }
        let n = loaded.game.number();
        keep(clause, walk.hashes.get(n as usize) == Some(&loaded.game.hash()), || {
            format!("another state after {n} orders")
        })
    };
    let bytes = std::fs::read(path).map_err(|e| broken("save", e.to_string()))?;
    {
        let loaded = Match::load(kit.clone(), path, Trust::SamePacks).map_err(|t| broken("load", t.to_string()))?;
        same(&loaded, "load")?;
        keep("load", loaded.game.number() == number && loaded.game.hash() == hash, || "orders are missing".to_owned())?;
        keep("load", *loaded.game.off() == off, || "other hooks are off".to_owned())?;
        keep("load", loaded.torn.is_none(), || "a line is torn".to_owned())?;
        let mut game = loaded.game;
        if number > 0 {
            game.back_to(0).map_err(|t| broken("undo", t.to_string()))?;
        }
        keep("undo", *game.state() == walk.first, || "undo to the start leads elsewhere".to_owned())?;
    }
    let header = bytes.iter().position(|b| *b == b'\n').unwrap_or(0) + 1;
    for _ in 0..3 {
        let cut = rng.usize(header..=bytes.len());
        std::fs::write(path, &bytes[..cut]).map_err(|e| broken("torn", e.to_string()))?;
        let loaded = Match::load(kit.clone(), path, Trust::SamePacks).map_err(|t| broken("torn", t.to_string()))?;
        same(&loaded, "torn")?;
        report.torn += u32::from(loaded.torn.is_some());
    }
    Ok(())
}
