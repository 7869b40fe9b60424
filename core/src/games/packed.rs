//! What a game of the house says of its packs and numbers, in lists of games and in the reference.

use std::collections::BTreeMap;

use super::settings::{Choices, Setting};
use crate::kernel::{About, InUse, Named, Rule, Ruling};
use crate::pack::builtin::{self, Files};
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostic, Diagnostics, Kind, Pack, Packs};
use crate::script::{Addition, Effect, Fact, Point, Reference};

/// The settings of a game with their values.
pub(crate) struct Settings {
    /// All settings in the order of `rules.toml`, each with its value as text.
    pub(crate) all: Vec<(Setting, String)>,
}

impl Settings {
    /// Those that answer what the rulebook leaves open.
    fn rulings(&self) -> Vec<Ruling> {
        let ruling = |(setting, value): &(Setting, String)| {
            let Choices::Words(words) = &setting.choices else { return None };
            Some(Ruling {
                name: setting.name.to_owned(),
                rule: Rule::of(setting.section),
                help: setting.help.to_owned(),
                values: words.iter().map(|(word, _)| (*word).to_owned()).collect(),
                default: value.clone(),
            })
        };
        self.all.iter().filter(|(setting, _)| setting.is_ruling()).filter_map(ruling).collect()
    }
}

/// The same with what the game's packs and numbers give to choose from; `own` is the pack that brings the game, if one does.
pub(crate) fn about(game: About, packs: &Packs, own: Option<&Pack>, settings: &Settings) -> About {
    let variants = || packs.of_kind(Kind::Variant);
    let options = own.into_iter().chain(variants());
    About {
        variants: variants().map(named).collect(),
        examples: variants().filter(|pack| pack.manifest.example).map(|pack| pack.id().to_owned()).collect(),
        options: options.flat_map(|pack| pack.manifest.options.iter().cloned()).collect(),
        rulings: settings.rulings(),
        unusable: packs.unusable().map(|(name, why)| (name.to_owned(), why)).collect(),
        ..game
    }
}

fn named(pack: &Pack) -> Named {
    let m = &pack.manifest;
    Named { name: m.id.clone(), title: m.title.clone(), summary: m.description.clone() }
}

/// What packs of a game can change.
pub(crate) struct Changes {
    /// The rule points.
    pub(crate) points: &'static [Point],
    /// What every point is told beside its own facts.
    pub(crate) moment: &'static [Fact],
    /// What events may ask for.
    pub(crate) effects: &'static [Effect],
    /// What packs may add beside answers.
    pub(crate) additions: &'static [Addition],
}

impl Changes {
    /// The reference of a game with its numbers.
    pub(crate) fn reference(&self, id: &str, title: &str, settings: &Settings) -> Reference {
        let mut reference = Reference::of(id, title, self.points, self.moment, self.effects, self.additions);
        reference.numbers = settings.all.iter().map(|(setting, value)| setting.line(value)).collect();
        reference
    }
}

/// The variants under which a variant or a set-up is looked at by itself, below to above: those that it needs, and a variant
/// itself. None for packs that change neither board nor rules.
pub(crate) fn looked_at_under(pack: &Pack, packs: &Packs) -> Option<Vec<Pack>> {
    let own = match pack.manifest.kind {
        Kind::Variant => Some(pack.clone()),
        Kind::Setup => None,
        Kind::Bot | Kind::Game | Kind::Tutorial => return None,
    };
    let below = pack.manifest.depends.iter().filter_map(|id| packs.get(id).cloned());
    Some(below.chain(own).collect())
}

/// The files with a pack and those below it, as a match would carry them wherever they lie, and the variants among them.
pub(crate) fn opened_with(files: &Files, pack: &Pack, below: &[&Pack]) -> (Files, Vec<String>) {
    let stack = || below.iter().copied().chain([pack]).filter(|pack| pack.manifest.kind != Kind::Game);
    let own = stack().flat_map(|pack| pack.files.iter().map(|(path, text)| (pack.called(path), text.clone())));
    let variants = stack().filter(|pack| pack.manifest.kind == Kind::Variant).map(|pack| pack.id().to_owned());
    (files.clone().carrying(&own.collect()), variants.collect())
}

/// The game's own files that lie in the folder laid over the built-in ones, for the author who works on them; `data` is where
/// they lie in the layout.
pub(crate) fn laid_over(files: &Files, id: &str, data: &str) -> Option<InUse> {
    let place = files.folder()?.join(data);
    let own = builtin::files(data).into_iter().filter_map(|path| {
        let within = path.strip_prefix(data)?.trim_start_matches('/').to_owned();
        let text = place.join(&within).is_file().then(|| files.text(&path).unwrap_or_default())?;
        Some((within, text.into_owned()))
    });
    let own: BTreeMap<String, String> = own.collect();
    (!own.is_empty()).then(|| InUse { id: id.to_owned(), place: Some(place), files: own, ..InUse::default() })
}

/// TOML files of a pack that nothing reads: misspelt ones, most likely.
pub(crate) fn strangers(pack: &Pack, known: &[&str]) -> Diagnostics {
    let strange = pack.files.keys().filter(|path| path.ends_with(".toml") && !path.contains('/'));
    let strange = strange.filter(|path| !known.contains(&path.as_str()));
    let found = strange.map(|path| {
        Diagnostic::of_file(pack.called(path), "nothing reads this file")
            .hint(did_you_mean(path, known.iter().copied()))
    });
    found.collect()
}

/// The folder of set-ups.
const SETUPS: &str = "setups/";

/// A file of a variant that is to lie over a set-up which the game does not have.
pub(crate) fn homeless_setup<S: AsRef<str>>(variants: &[Pack], names: &[S]) -> Option<Diagnostic> {
    let known = || names.iter().map(AsRef::as_ref);
    let paths = variants.iter().flat_map(|pack| pack.files.keys().map(move |path| (pack, path)));
    paths.into_iter().find_map(|(pack, path)| {
        let name = path.strip_prefix(SETUPS)?.strip_suffix(".toml")?;
        if known().any(|known| known == name) {
            return None;
        }
        let hint = did_you_mean(name, known());
        let hint = hint.or_else(|| Some("a pack of kind \"setup\" brings a new one".to_owned()));
        let what = format!("there is no set-up \"{name}\" that this could be laid over");
        Some(Diagnostic::of_file(pack.called(path), what).hint(hint))
    })
}
