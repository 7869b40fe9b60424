//! What a match of a game of the house is made of: the printed files, the packs over them, the set-up.

use std::collections::BTreeMap;
use std::sync::Arc;

use xxhash_rust::xxh3::Xxh3;

use super::packed::laid_over;
use crate::kernel::{Fault, InUse, PackStamp};
use crate::pack::SETUP;
use crate::pack::builtin::{self, Files};
use crate::pack::{Diagnostic, Diagnostics, Kind, Origin, Pack, Packs};
use crate::script::Watch;

/// The files and packs that the games of a match are opened from.
#[derive(Clone, Debug)]
pub(super) struct MadeOf {
    /// The game itself, as a match records it.
    pub(super) stamp: PackStamp,
    /// The printed files that a folder on disk laid over the built-in ones.
    printed: Arc<BTreeMap<String, String>>,
    /// The packs in force, below to above: the one that brings the game, if one does, then the variants.
    pub(super) layers: Vec<Pack>,
    /// Where the printed files lie in the layout.
    data: &'static str,
    /// How many of them bring the game.
    below: usize,
    /// The pack that brings the set-up of the match, if one does.
    pub(super) setup: Option<Pack>,
    /// All packs of the game that were found.
    pub(super) found: Arc<Packs>,
    /// Who looks after the scripts of games that are opened.
    pub(super) watch: Watch,
    /// Where all of it was read from.
    pub(super) files: Files,
}

impl MadeOf {
    /// Nothing but the game with this id, the folder of its printed files, and its own pack, if one brings it.
    pub(super) fn bare(id: &str, data: &'static str, own: Option<&Pack>) -> MadeOf {
        MadeOf {
            data,
            stamp: PackStamp { id: id.to_owned(), version: String::new(), hash: String::new() },
            printed: Arc::default(),
            layers: own.into_iter().cloned().collect(),
            below: usize::from(own.is_some()),
            setup: None,
            found: Arc::default(),
            watch: Watch::default(),
            files: Files::builtin(),
        }
    }

    /// The same with these variants by pack id, below to above, and the options of all.
    ///
    /// # Errors
    /// The first variant or option that is not there.
    pub(super) fn with(
        self,
        files: &Files,
        variants: &[String],
        settings: &BTreeMap<String, String>,
    ) -> Result<MadeOf, Fault> {
        let found = Packs::find(files, &self.stamp.id);
        let variants = found.stack(variants, Kind::Variant).map_err(Fault::new)?;
        let mut made = MadeOf { found: Arc::new(found), files: files.clone().carrying_nothing(), ..self };
        made.layers.extend(variants);
        made.layers.iter_mut().try_for_each(|pack| pack.choose(settings)).map_err(Fault::new)?;
        Ok(made)
    }

    /// The packs over the game.
    pub(super) fn variants(&self) -> &[Pack] {
        self.layers.get(self.below..).unwrap_or_default()
    }

    /// Of some settings the numbers and rulings of the game itself: the others are options of packs.
    ///
    /// # Errors
    /// An option of a pack that is not among these.
    pub(super) fn own_settings<'s>(
        &self,
        settings: &'s BTreeMap<String, String>,
    ) -> Result<impl Iterator<Item = (&'s String, &'s String)> + use<'s>, Fault> {
        let is_here = |id: &str| self.layers.iter().any(|layer| layer.id() == id);
        match settings.keys().find(|name| name.split_once('.').is_some_and(|(pack, _)| !is_here(pack))) {
            Some(name) => Err(Fault::new(format!("\"{name}\" is an option of a pack that is not in this match"))),
            None => Ok(settings.iter().filter(|(name, _)| !name.contains('.'))),
        }
    }

    /// Takes note of the printed files that were read: with the game's own pack they make up its stamp, and those that are
    /// not as they are built in travel with a match.
    pub(super) fn note(&mut self, mut read: BTreeMap<String, String>, version: &str) {
        let mut hash = Xxh3::new();
        for (path, text) in &read {
            hash.update(path.as_bytes());
            hash.update(text.as_bytes());
        }
        for pack in &self.layers[..self.below] {
            hash.update(pack.stamp().hash.as_bytes());
        }
        (self.stamp.version, self.stamp.hash) = (version.to_owned(), format!("{:016x}", hash.digest()));
        read.retain(|path, text| self.below == 0 && builtin::text(path).as_deref() != Some(text));
        self.printed = Arc::new(read);
    }

    /// The same for a match that begins from a set-up: a pack that brings it is one of the match's packs.
    pub(super) fn beginning_from(mut self, setup: &str) -> MadeOf {
        self.setup = self.found.get(setup).filter(|pack| pack.manifest.kind == Kind::Setup).cloned();
        self
    }

    /// The same, whose scripts `watch` looks after.
    pub(super) fn watched_by(mut self, watch: &Watch) -> MadeOf {
        self.watch = watch.clone();
        self
    }

    /// See [`Kit::packs`](crate::kernel::Kit::packs): the first stamp is the game's own, whether a pack brings it or not.
    pub(super) fn stamps(&self) -> Vec<PackStamp> {
        let others = self.variants().iter().chain(&self.setup);
        std::iter::once(self.stamp.clone()).chain(others.map(Pack::stamp)).collect()
    }

    /// See [`Kit::embedded`](crate::kernel::Kit::embedded).
    pub(super) fn embedded(&self) -> BTreeMap<String, String> {
        let packs = self.layers.iter().chain(&self.setup).filter(|pack| pack.origin != Origin::BuiltIn);
        let packs = packs.flat_map(|pack| pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())));
        self.printed.iter().map(|(path, text)| (path.clone(), text.clone())).chain(packs).collect()
    }

    /// See [`Kit::in_use`](crate::kernel::Kit::in_use).
    pub(super) fn in_use(&self) -> Vec<InUse> {
        let packs = self.layers.iter().chain(&self.setup).map(Pack::in_use);
        packs.chain(laid_over(&self.files, &self.stamp.id, self.data)).collect()
    }

    /// The files as they lie now, under what a match carries.
    pub(super) fn lying_now(&self, carried: &BTreeMap<String, String>) -> Files {
        Packs::find(&self.files, &self.stamp.id).lying_now(&self.files, carried)
    }
}

/// The set-ups that packs bring, by name, each read on the board of the match. One that does not fit it, or is called as
/// one that is there, is left out and told.
pub(super) fn brought<S>(
    found: &mut Arc<Packs>,
    is_there: impl Fn(&str) -> bool,
    read: impl Fn(&Pack) -> Result<S, Diagnostics>,
) -> Vec<(String, S)> {
    let mut fit = Vec::new();
    let packs: Vec<Pack> = found.of_kind(Kind::Setup).cloned().collect();
    for pack in packs {
        let read = match is_there(pack.id()) {
            true => Err(Diagnostic::of_file(pack.called(SETUP), "there is a set-up of this name already").into()),
            false => read(&pack),
        };
        match read {
            Ok(setup) => fit.push((pack.id().to_owned(), setup)),
            Err(why) => Arc::make_mut(found).set_aside(&pack, why),
        }
    }
    fit
}
