//! What is played: the version that was asked for, and the one that has something beside it.

use bormida_core::games::Vacant;
use bormida_core::games::catalogue::PERSON;
use bormida_core::kernel::About;
use bormida_core::study::Version;

use super::super::voice::Failure;
use super::super::words::{Asked, Study};

/// The versions of a study, and what the variant is called in a sentence.
pub(super) fn versions(args: &Study, about: &About) -> Result<(Version, Option<Version>, String), Failure> {
    let base = version(&args.asked, &args.forbid, about)?;
    if args.against.is_empty() {
        return Ok((base, None, String::new()));
    }
    let (mut asked, mut forbid, mut labels) = (args.asked.clone(), args.forbid.clone(), Vec::new());
    for (what, value) in &args.against {
        labels.push(besides(&mut asked, &mut forbid, what, value)?);
    }
    let variant = version(&asked, &forbid, about)?;
    if variant == base {
        return Err(Failure::Use("--against names what is played anyway: there is nothing to compare".to_owned()));
    }
    Ok((base, Some(variant), labels.join(" and ")))
}

fn version(asked: &Asked, forbid: &[(String, String)], about: &About) -> Result<Version, Failure> {
    let header = asked.spec(0, false)?.header(about, Vacant::Yardstick)?;
    if header.seats.iter().any(|name| name == PERSON) {
        return Err(Failure::Use("a study is played by bots; no seat can be human".to_owned()));
    }
    Ok(Version { header, forbidden: forbid.iter().map(|(verb, side)| (side.clone(), verb.clone())).collect() })
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
