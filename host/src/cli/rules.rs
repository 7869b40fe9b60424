//! `rules`: the rules of a game in plain words, a section or all of them.

use super::voice::{Ended, Failure, Status, Voice};
use super::words::Rules;

/// So many sections are told that are only near to what was asked for.
const NEAR: usize = 3;

/// Writes the sections asked for to standard output.
pub(super) fn run(args: &Rules, voice: &mut Voice<'_>) -> Ended {
    let title = voice.catalogue.game(&args.game)?.about().title;
    let nothing = || Failure::Lost(format!("nobody has written down the rules of {title} yet"));
    let book = voice.catalogue.rulebook(&args.game).ok_or_else(nothing)?;
    let mut looked = None;
    let chosen: Vec<usize> = match &args.section {
        None => (0..book.sections.len()).collect(),
        Some(wanted) => {
            let found = book.find(wanted).map(|k| {
                let level = book.sections[k].level;
                let below = book.sections[k + 1..].iter().take_while(|section| section.level > level).count();
                (k..=k + below).collect()
            });
            // words instead of a number
            found.unwrap_or_else(|| {
                let found = book.search(wanted);
                let exact = |k: &usize| {
                    let (section, wanted) = (&book.sections[*k], wanted.trim().to_lowercase());
                    section.title.to_lowercase().contains(&wanted) || section.text.to_lowercase().contains(&wanted)
                };
                if let Some(first) = found.first().filter(|first| !exact(first)) {
                    // the best few: what has one of the words is most of the page
                    let number = &book.sections[*first].title;
                    looked =
                        Some(format!("Nothing says \"{wanted}\" as it stands; nearest to its words is \"{number}\"."));
                    return found.into_iter().take(NEAR).collect();
                }
                found
            })
        }
    };
    if chosen.is_empty() {
        let wanted = args.section.as_deref().unwrap_or_default();
        let why = format!(
            "the rules of {title} have no section \"{wanted}\", and none with that word or any of these words in any form"
        );
        return Err(Failure::Lost(why));
    }
    if voice.json {
        let sections = chosen.iter().map(|k| &book.sections[*k]).map(
            |section| serde_json::json!({ "number": section.number, "title": section.title, "text": section.text }),
        );
        let sections: Vec<serde_json::Value> = sections.collect();
        voice.object(&serde_json::json!({ "game": args.game, "sections": sections }))?;
        return Ok(Status::Fine);
    }
    if let Some(said) = &looked {
        writeln!(voice.out, "{said}\n")?;
    }
    for k in chosen {
        let section = &book.sections[k];
        writeln!(voice.out, "{} {}\n\n{}\n", "#".repeat(section.level), section.title, section.text)?;
    }
    Ok(Status::Fine)
}
