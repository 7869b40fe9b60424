//! The boards that a lesson's steps begin from, laid out before it begins.

use super::plan::{Lesson, Opening};
use super::tutor::Tutor;
use crate::games::{Catalogue, Spec, Vacant};
use crate::kernel::{Fault, Seed, Table};
use crate::pack::case::{CaseFile, Step};
use crate::pack::nearest::did_you_mean;
use crate::pack::{Diagnostics, Kind, Origin, Pack};

/// A board that steps begin from. While it is being played on it is away.
pub struct Stage {
    /// What it is.
    pub opening: Opening,
    /// The orders that lead to it; steps begin after them.
    pub(super) first: u32,
    /// The board.
    pub(super) table: Option<Box<dyn Table>>,
    /// Why there is none.
    pub(super) fault: Option<Fault>,
}

/// The lessons of all games, those of the first game first.
#[must_use]
pub fn lessons(catalogue: &Catalogue) -> Vec<Pack> {
    let games = catalogue.abouts().into_iter().filter_map(|about| catalogue.game(&about.id).ok());
    games.flat_map(|game| game.packs().of_kind(Kind::Tutorial).cloned().collect::<Vec<_>>()).collect()
}

/// Begins the lesson of a pack.
///
/// # Errors
/// Why it does not load, or has no board to begin on.
pub fn begin(pack: &Pack, catalogue: &Catalogue) -> Result<(Tutor, Box<dyn Table>), Fault> {
    let lesson = Lesson::read(pack)?;
    let stages = open_all(&lesson, pack, catalogue);
    Tutor::begin(lesson, stages)
}

/// The pack as it lies on the disk now, if its author has changed it since it was read.
#[must_use]
pub fn changed(pack: &Pack) -> Option<Result<Pack, Diagnostics>> {
    let Origin::Disk(folder) = &pack.origin else { return None };
    match Pack::read(folder) {
        Ok(now) => (now.files != pack.files).then_some(Ok(now)),
        Err(found) => Some(Err(found)),
    }
}

/// Lays out every board of a lesson, each once. One that cannot be laid out says why.
#[must_use]
pub fn open_all(lesson: &Lesson, pack: &Pack, catalogue: &Catalogue) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for opening in std::iter::once(&lesson.opening).chain(lesson.steps.iter().filter_map(|step| step.opening.as_ref()))
    {
        if stages.iter().any(|stage| stage.opening == *opening) {
            continue;
        }
        let (table, fault) = match open(lesson, opening, pack, catalogue) {
            Ok(table) => (Some(table), None),
            Err(fault) => (None, Some(fault)),
        };
        let first = table.as_ref().map_or(0, |table| table.number());
        stages.push(Stage { opening: opening.clone(), first, table, fault });
    }
    stages
}

fn open(lesson: &Lesson, opening: &Opening, pack: &Pack, catalogue: &Catalogue) -> Result<Box<dyn Table>, Fault> {
    let told = |why: String| Fault { pack: pack.id().to_owned(), ..Fault::new(why) };
    let game = catalogue.game(&lesson.game).map_err(|unfit| told(unfit.to_string()))?;
    let setup = match opening {
        Opening::Setup(name) => Some(name.clone()),
        Opening::Usual | Opening::Position(_) => None,
    };
    let (variants, rulings) = (lesson.variants.clone(), lesson.rulings.clone());
    let spec = Spec { setup, variants, rulings, seed: Seed(lesson.seed), friendly: true, ..Spec::default() };
    let header = spec.header(&game.about(), Vacant::People).map_err(|unfit| told(unfit.to_string()))?;
    let Opening::Position(name) = opening else {
        return game.start(header, None).map_err(|trouble| told(trouble.to_string()));
    };
    let mut known = Vec::new();
    for (path, text) in pack.files.iter().filter(|(path, _)| path.ends_with(".case")) {
        let file = CaseFile::read(pack.called(path), text.as_str())
            .map_err(|found| told(found.to_string().trim_end().to_owned()))?;
        let Some(case) = file.cases().iter().find(|case| case.name == *name) else {
            known.extend(file.cases().iter().map(|case| case.name.clone()));
            continue;
        };
        let mut table = game.stand(header, pack, case)?;
        for step in &case.steps {
            if let Step::Order(order) = step {
                let played = table.play_text(order.text());
                played.map_err(|trouble| told(format!("position \"{name}\", order {}: {trouble}", order.text())))?;
            }
        }
        return Ok(table);
    }
    let hint = did_you_mean(name, known.iter().map(String::as_str)).map_or(String::new(), |hint| format!("; {hint}"));
    Err(told(format!("no case of this pack is called \"{name}\"{hint}")))
}
