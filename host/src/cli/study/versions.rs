//! What is played: the version that was asked for, and the one that has something beside it.

use bormida_core::games::catalogue::PERSON;
use bormida_core::games::{HouseGame, Vacant};
use bormida_core::kernel::{About, Header};
use bormida_core::pack::nearest::did_you_mean;
use bormida_core::study::Version;

use super::super::voice::Failure;
use super::super::words::{Asked, Study};

/// The versions of a study, and what the variant is called in a sentence.
pub(super) fn versions(
    args: &Study,
    game: &dyn HouseGame,
    about: &About,
) -> Result<(Version, Option<Version>, String), Failure> {
    let base = version(&args.asked, &args.forbid, game, about)?;
    if args.against.is_empty() {
        return Ok((base, None, String::new()));
    }
    let (mut asked, mut forbid, mut labels) = (args.asked.clone(), args.forbid.clone(), Vec::new());
    for (what, value) in &args.against {
        labels.push(besides(&mut asked, &mut forbid, what, value)?);
    }
    let variant = version(&asked, &forbid, game, about)?;
    if variant == base {
        return Err(Failure::Use(
            "--against names what both versions have anyway: there is nothing to compare".to_owned(),
        ));
    }
    Ok((base, Some(variant), labels.join(" and ")))
}

fn version(
    asked: &Asked,
    forbid: &[(String, String)],
    game: &dyn HouseGame,
    about: &About,
) -> Result<Version, Failure> {
    let header = asked.spec(0, false)?.header(about, Vacant::Yardstick)?;
    if header.seats.iter().any(|name| name == PERSON) {
        return Err(Failure::Use("a study is played by bots; no seat can be human".to_owned()));
    }
    let forbidden = if forbid.is_empty() { Vec::new() } else { barred(forbid, game, &header)? };
    Ok(Version { header, forbidden })
}

/// What is forbidden, as the game calls it: each side and kind of order once, however often and by whichever of its names
/// it was given.
fn barred(
    forbid: &[(String, String)],
    game: &dyn HouseGame,
    header: &Header,
) -> Result<Vec<(String, String)>, Failure> {
    let table = game.start(header.clone(), None)?;
    let dashed = |name: &str| name.to_lowercase().replace(['_', ' '], "-");
    let (sides, verbs) = (table.sides(), table.verbs());
    let mut barred = Vec::new();
    for (verb, side) in forbid {
        let unknown = |what: &str, name: &str, known: &[&str]| {
            let hint = did_you_mean(name, known.iter().copied());
            let hint = hint.unwrap_or_else(|| format!("there are {}", known.join(", ")));
            Failure::Use(format!("--forbid {verb}@{side}: \"{name}\" is no {what}; {hint}"))
        };
        if !sides.contains(side) {
            return Err(unknown("side", side, &sides.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        let found = verbs.iter().find(|(word, name)| word == verb || dashed(name) == dashed(verb));
        let names: Vec<String> = verbs.iter().map(|(_, name)| dashed(name)).collect();
        let Some((_, name)) = found else {
            return Err(unknown("kind of order", verb, &names.iter().map(String::as_str).collect::<Vec<_>>()));
        };
        let one = (side.clone(), dashed(name));
        if !barred.contains(&one) {
            barred.push(one);
        }
    }
    Ok(barred)
}

/// Adds what the variant has beside the base; what it is called.
fn besides(asked: &mut Asked, forbid: &mut Vec<(String, String)>, what: &str, value: &str) -> Result<String, Failure> {
    let named = || {
        let pair = value.split_once('=').filter(|(name, value)| !name.is_empty() && !value.is_empty());
        let pair = pair.map(|(name, value)| (name.to_owned(), value.to_owned()));
        pair.ok_or_else(|| Failure::Use(format!("--against {what}={value}: {what}=NAME=VALUE is expected")))
    };
    let instead = |list: &mut Vec<(String, String)>, (name, value): (String, String)| {
        list.retain(|(known, _)| *known != name);
        list.push((name, value));
    };
    match what {
        "variant" => {
            asked.variants.push(value.to_owned());
            return Ok(value.to_owned());
        }
        "setup" => {
            asked.setup = Some(value.to_owned());
            return Ok(format!("set-up {value}"));
        }
        "ruling" => instead(&mut asked.rulings, named()?),
        "option" => instead(&mut asked.options, named()?),
        "seat" => instead(&mut asked.seats, named()?),
        "forbid" => {
            forbid.push(super::super::words::forbidden(value).map_err(Failure::Use)?);
            return Ok(format!("forbidding {value}"));
        }
        _ => {
            let known =
                "variant=PACK, setup=NAME, ruling=NAME=VALUE, option=NAME=VALUE, seat=SIDE=PLAYER, forbid=VERB@SIDE";
            return Err(Failure::Use(format!("--against {what}={value}: one of these is expected: {known}")));
        }
    }
    Ok(value.replace('=', " = "))
}
