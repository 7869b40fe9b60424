//! How a match of any game of the house begins, and how a saved one is taken up again: the same for all but for the kit.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::catalogue::PERSON;
use crate::kernel::{
    About, Bots, Entry, Fault, Header, Kit, Laid, LoadedTable, Match, Opening, PackStamp, Saved, Table, Trouble,
};
use crate::pack::Packs;
use crate::pack::builtin::Files;
use crate::script::Watch;

/// What a game's tables need beside a kit.
pub(super) struct Tables<'a, K: Kit> {
    pub(super) about: &'a About,
    pub(super) bots: &'a Arc<dyn Bots<K::G>>,
    pub(super) watch: &'a Watch,
    pub(super) files: &'a Files,
}

/// What a match is played with.
pub(super) struct Wanted<'a> {
    pub(super) header: &'a Header,
    /// Its variants by pack id, below to above.
    pub(super) variants: Vec<String>,
    /// The files that it carries, over those of the shelf; none where it carries nothing.
    pub(super) carrying: Option<Files>,
}

impl<K: Kit + 'static> Tables<'_, K> {
    /// Begins a match.
    ///
    /// # Errors
    /// When something that was asked for is not known, a script fails, or the file cannot be made.
    pub(super) fn start(
        &self,
        header: Header,
        save: Option<&Path>,
        kit: impl FnOnce(Wanted<'_>) -> Result<K, Fault>,
    ) -> Result<Box<dyn Table>, Trouble> {
        let _nobody_to_ask = self.watch.pause();
        let wanted = Wanted { header: &header, variants: header.variants.clone(), carrying: None };
        let kit = Arc::new(kit(wanted).map_err(Trouble::Fault)?);
        // a bot that does not load is told before anything is written
        for player in header.seats.iter().filter(|player| *player != PERSON) {
            self.bots.bot(player).map_err(Trouble::Fault)?;
        }
        let game = Match::start(kit, header, save)?;
        Ok(Box::new(Laid::new(game, self.about.clone(), self.bots.clone())))
    }

    /// Takes up a saved match; `packs` are those of today, which may win over what the match carries.
    ///
    /// # Errors
    /// When the file is busy or damaged, or the game does not open.
    pub(super) fn load(
        &self,
        path: &Path,
        opening: Opening,
        packs: impl FnOnce() -> Packs,
        kit: impl FnOnce(Wanted<'_>) -> Result<K, Fault>,
    ) -> Result<LoadedTable, Trouble> {
        let _nobody_to_ask = self.watch.pause();
        let saved = Saved::read(path)?;
        let (variants, carried) = in_force(&saved);
        let carried = match opening {
            Opening::Look | Opening::Follow | Opening::GoOn(_) => carried.clone(),
            Opening::Today(_) | Opening::Glimpse => packs().missing(self.files, carried),
        };
        let carrying = (!carried.is_empty()).then(|| self.files.clone().carrying(&carried));
        let wanted = Wanted { header: &saved.header, variants, carrying };
        let kit = Arc::new(kit(wanted).map_err(Trouble::Fault)?);
        Laid::load(kit, self.about.clone(), self.bots.clone(), path, opening)
    }
}

/// The variants of a saved match, and the files that it carries: those that it was last played with.
fn in_force(saved: &Saved) -> (Vec<String>, &BTreeMap<String, String>) {
    let newest = saved.entries.iter().rev().find_map(|entry| match entry {
        Entry::Packs { packs, embedded, .. } => Some((packs, embedded)),
        _ => None,
    });
    match newest {
        Some((packs, embedded)) => (variants_among(packs, &saved.header.setup.name), embedded),
        None => (saved.header.variants.clone(), &saved.header.embedded),
    }
}

/// The variants among a match's packs: the first is the game's own, and the set-up may be one.
fn variants_among(packs: &[PackStamp], setup: &str) -> Vec<String> {
    packs.iter().skip(1).filter(|stamp| stamp.id != setup).map(|stamp| stamp.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_own_pack_and_a_set_up_are_no_variants() {
        let stamp = |id: &str| PackStamp { id: id.to_owned(), version: String::new(), hash: String::new() };
        let packs = ["folio", "pickets-out", "at-noon"].map(stamp);
        assert_eq!(variants_among(&packs, "at-noon"), ["pickets-out"]);
        assert_eq!(variants_among(&packs, "historical"), ["pickets-out", "at-noon"]);
        assert!(variants_among(&[], "historical").is_empty());
    }
}
