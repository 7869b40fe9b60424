//! `test`: runs the cases of .case files, and packs' tests in Luau.

use std::path::{Path, PathBuf};

use bormida_core::games::proof::{Failure as Failed, Proof, pack_of, prove};
use bormida_core::games::{Catalogue, HouseGame};
use bormida_core::lesson::try_lesson;
use bormida_core::pack::LESSON_FILE;
use bormida_core::pack::{Kind, Pack};

use super::check::placed;
use super::files::{below, ends};
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Paths;

/// Runs them side by side. Exit status 1 when one does not hold.
pub(super) fn run(args: &Paths, voice: &mut Voice<'_>) -> Ended {
    let catalogue = voice.catalogue;
    let named = args.game.as_deref().map(|id| catalogue.game(id)).transpose()?;
    let named_here = |file: &PathBuf| args.paths.contains(file);
    let mut files = below(&args.paths, &["case", "luau"])?;
    let named_files = files.clone();
    files.retain(|file| !ends(file, &["luau"]) || is_test(file) || named_here(file));
    let lessons = lessons_among(&named_files);
    let game_of = |path: &Path| -> Option<&dyn HouseGame> { named.or_else(|| catalogue.game_of_path(&whole(path))) };
    let mut proof = prove(&files, &game_of);
    for (pack, shown) in &lessons {
        for trial in try_lesson(pack, catalogue) {
            match trial.finding {
                None => proof.passed += 1,
                Some(finding) => {
                    proof.failed += 1;
                    proof.failures.push(Failed { case: trial.name, finding: placed(finding, pack, shown) });
                }
            }
        }
    }
    if voice.json {
        voice.object(&proof)?;
    } else {
        for failure in &proof.failures {
            if !failure.case.is_empty() {
                writeln!(voice.out, "case {}", failure.case)?;
            }
            writeln!(voice.out, "{}", failure.finding)?;
        }
        writeln!(voice.out, "{} passed, {} failed", proof.passed, proof.failed)?;
    }
    if proof.passed + proof.failed == 0 {
        return Err(Failure::Lost("there is no case in these files".to_owned()));
    }
    Ok(if proof.failed > 0 { Status::Findings } else { Status::Fine })
}

/// Runs the cases and tests of some packs.
pub(crate) fn prove_packs(places: &[PathBuf], catalogue: &Catalogue) -> Proof {
    // a pack without any is no fault
    let of_place = |place: &PathBuf| below(std::slice::from_ref(place), &["case", "luau"]).unwrap_or_default();
    let files = places.iter().flat_map(of_place).filter(|file| !ends(file, &["luau"]) || is_test(file));
    let game_of = |path: &Path| catalogue.game_of_path(&whole(path));
    prove(&files.collect::<Vec<_>>(), &game_of)
}

/// The packs of lessons whose scripts are among some files, each with where it lies.
fn lessons_among(files: &[PathBuf]) -> Vec<(Pack, String)> {
    let is_lesson = |file: &&PathBuf| file.file_name().is_some_and(|name| name == LESSON_FILE);
    let folders = files.iter().filter(is_lesson).filter_map(|file| pack_of(file));
    let packs = folders.filter_map(|folder| Some((Pack::read(folder).ok()?, folder.display().to_string())));
    packs.filter(|(pack, _)| pack.manifest.kind == Kind::Tutorial).collect()
}

/// Whether a script is a file of tests: it lies in a folder `tests`.
pub(super) fn is_test(path: &Path) -> bool {
    ends(path, &["luau"]) && path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "tests")
}

/// A path with the folders above it, which may name the game.
pub(super) fn whole(path: &Path) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
