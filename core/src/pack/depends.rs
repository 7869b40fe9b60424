//! What a pack needs below it: in order, or why it can never lie there.

use super::manifest::MANIFEST;
use super::nearest::did_you_mean;
use super::{Diagnostic, Pack, Source};

/// The packs that one depends on, and those that they depend on, below to above, each once; `known` are all that are here,
/// of which the first of an id is meant.
///
/// # Errors
/// At the pack's `depends`: packs that need each other, so that neither can lie below the other, or one that is not here,
/// which is a warning: it may lie elsewhere.
pub fn below<'p>(pack: &'p Pack, known: &[&'p Pack]) -> Result<Vec<&'p Pack>, Box<Diagnostic>> {
    let (mut laid, mut above) = (Vec::new(), vec![pack]);
    lay(pack, known, &mut above, &mut laid)?;
    Ok(laid)
}

fn lay<'p>(
    pack: &'p Pack,
    known: &[&'p Pack],
    above: &mut Vec<&'p Pack>,
    laid: &mut Vec<&'p Pack>,
) -> Result<(), Box<Diagnostic>> {
    for id in &pack.manifest.depends {
        if laid.iter().any(|below| below.id() == id) {
            continue;
        }
        if above.iter().any(|above| above.id() == id) {
            let ring: Vec<&str> = above.iter().map(|pack| pack.id()).chain([&**id]).collect();
            let what = format!("packs need each other below them, which cannot be: {}", ring.join(" needs "));
            return Err(Box::new(at_depends(above[0], Diagnostic::error, what)));
        }
        let Some(need) = known.iter().find(|known| known.id() == id) else {
            let what = format!("the pack \"{id}\", which \"{}\" needs below it, is not here", pack.id());
            let hint = did_you_mean(id, known.iter().map(|known| known.id()));
            let hint = hint.or_else(|| Some("`--packs` names the folder where it lies".to_owned()));
            return Err(Box::new(at_depends(above[0], Diagnostic::warning, what).hint(hint)));
        };
        above.push(need);
        lay(need, known, above, laid)?;
        above.pop();
        laid.push(need);
    }
    Ok(())
}

type Finding = fn(&Source, std::ops::Range<usize>, String) -> Diagnostic;

/// A finding where a manifest says what a pack depends on.
fn at_depends(pack: &Pack, finding: Finding, what: String) -> Diagnostic {
    let source = pack.source(MANIFEST).unwrap_or_else(|| Source::new(pack.called(MANIFEST), ""));
    let line = source.text().lines().position(|line| line.trim_start().starts_with("depends")).unwrap_or(0);
    finding(&source, source.line_span(line + 1), what)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Severity;

    fn pack(folder: &std::path::Path, id: &str, depends: &str) -> Pack {
        let path = folder.join(id);
        std::fs::create_dir_all(&path).unwrap();
        let manifest = format!(
            "id = \"{id}\"\nversion = \"1\"\napi = 0\ngame = \"ambush\"\nkind = \"variant\"\ntitle = \"T\"\ndepends = [{depends}]\n"
        );
        std::fs::write(path.join(MANIFEST), manifest).unwrap();
        std::fs::write(path.join("rules.luau"), "return {}").unwrap();
        Pack::read(&path).unwrap()
    }

    #[test]
    fn what_a_pack_needs_is_laid_below_it_and_a_ring_is_told() {
        let disk = tempfile::tempdir().unwrap();
        let pack = |id: &str, depends: &str| pack(disk.path(), id, depends);
        let (sand, rain, mud) = (pack("sand", ""), pack("rain", "\"sand\""), pack("mud", "\"rain\", \"sand\""));
        let ids: Vec<&str> = below(&mud, &[&mud, &rain, &sand]).unwrap().iter().map(|pack| pack.id()).collect();
        assert_eq!(ids, ["sand", "rain"]);
        let missing = below(&mud, &[&rain]).unwrap_err();
        assert_eq!((missing.severity, missing.line), (Severity::Warning, 7));
        assert!(missing.message.contains("\"sand\", which \"rain\" needs"), "{missing}");
        let (one, two) = (pack("one", "\"two\""), pack("two", "\"one\""));
        let ring = below(&one, &[&one, &two]).unwrap_err();
        assert_eq!((ring.severity, &*ring.file, ring.line), (Severity::Error, "one/pack.toml", 7));
        assert!(ring.message.ends_with("one needs two needs one"), "{ring}");
    }
}
