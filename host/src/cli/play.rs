//! `play`: a match in the terminal.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use bormida_core::games::catalogue::{PERSON, check_player};
use bormida_core::games::{Spec, Vacant};
use bormida_core::kernel::{Mended, Opening, Table, Trust, mend};
use bormida_core::pack::Kind;
use serde_json::json;

use super::files::new_save;
use super::off::Off;
use super::open::{Named, eprint_line, named, opened, remarks, seat_named};
use super::talk::{End, Talk};
use super::voice::{Ended, Failure, Plain, Status, Voice};
use super::words::{OnDamage, OnDivergence, Play};
use crate::seed::{self, is_open, nobody_plays};
use crate::watchman::Watchman;

/// Plays a match, or goes on with a saved one.
pub(super) fn run(args: &Play, voice: &mut Voice<'_>) -> Ended {
    let screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !voice.json;
    play(args, voice, &mut io::stdin().lock(), screen)
}

/// The same with any input.
pub(super) fn play(args: &Play, voice: &mut Voice<'_>, input: &mut dyn BufRead, screen: bool) -> Ended {
    let (mut table, names) = match named(&args.what, voice)? {
        Named::Game(id) => begin(id, args, voice)?,
        Named::File(path) => resume(path, args, voice)?,
    };
    // with --json the talk of bots among themselves is dropped, and people are spoken to on standard error
    let people = names.iter().any(|name| name == PERSON);
    let _watchman = people.then(|| Watchman::over(voice.catalogue.watches()));
    let mut silence = io::sink();
    let mut aside = io::stderr();
    let mut aside = Plain(&mut aside);
    let out: &mut dyn Write = match (voice.json, people) {
        (false, _) => &mut *voice.out,
        (true, true) => &mut aside,
        (true, false) => &mut silence,
    };
    let nobody = nobody_plays(table.header(), &names);
    let told = args.seed.is_some() || nobody || is_open(&*table);
    welcome(&*table, &names, told, out)?;
    let mut talk = Talk::new(&mut *table, names, input, out, screen, !args.ask_always)?;
    let end = talk.run()?;
    let failed_bots = talk.into_failed();
    if !told && is_open(&*table) {
        writeln!(out, "The seed was {}.", table.header().seed.0)?;
    }
    farewell(&*table, out)?;
    if voice.json {
        let outcome = match &end {
            End::Over(outcome) => Some(json!({
                "winner": outcome.winner.and_then(|seat| table.sides().get(seat.index()).cloned()),
                "kind": outcome.kind,
                "rule": outcome.rule,
            })),
            End::Left => None,
        };
        let header = table.header();
        voice.object(&json!({
            "game": header.game,
            "setup": header.setup.name,
            "variants": header.variants,
            "options": header.options,
            "seed": (told || is_open(&*table)).then_some(header.seed),
            "over": outcome.is_some(),
            "outcome": outcome,
            "orders": table.number(),
            "hash": (nobody || is_open(&*table)).then(|| table.hash()),
            "failed_bots": failed_bots,
            "switched_off": Off::now(table.entries(), table.off()),
            "save": table.save_path(),
        }))?;
    }
    Ok(Status::Fine)
}

type Seated = (Box<dyn Table>, Vec<String>);

fn begin(id: &str, args: &Play, voice: &Voice<'_>) -> Result<Seated, Failure> {
    if args.on_divergence != OnDivergence::Stop {
        return Err(Failure::Use("--on-divergence goes with a saved match".to_owned()));
    }
    if args.on_damage != OnDamage::Stop {
        return Err(Failure::Use("--on-damage goes with a saved match".to_owned()));
    }
    let game = voice.catalogue.game(id)?;
    let about = game.about();
    let seed = args.seed.unwrap_or_else(seed::fresh);
    let spec = Spec { all_seeing: args.designer, ..args.asked.spec(seed, args.friendly)? };
    let header = spec.header(&about, Vacant::PersonAndBot)?;
    if let Ok(stack) = game.packs().stack(&header.variants, Kind::Variant) {
        game.clashes(&stack).iter().for_each(|clash| eprint_line(clash.to_string().trim_end()));
    }
    let names = header.seats.clone();
    // what people play is kept without being asked; what bots play among themselves is not
    let people = names.iter().any(|name| name == PERSON);
    let kept = if people { new_save(id) } else { None };
    let save = args.save.clone().or(kept);
    if people && save.is_none() {
        eprint_line("The match is not saved by itself (there is no folder for matches here); `save FILE` does.");
    }
    match (voice.catalogue.start(header.clone(), save.as_deref()), &args.save) {
        (Ok(table), _) => Ok((table, names)),
        (Err(cannot), Some(path)) if path.is_file() => Err(Failure::Lost(format!(
            "{cannot}; a saved match is never overwritten: `bormida play {}` goes on with it",
            path.display()
        ))),
        (Err(cannot), Some(_)) => Err(cannot.into()),
        (Err(cannot), None) if save.is_none() => Err(cannot.into()),
        (Err(cannot), None) => {
            let table = voice.catalogue.start(header, None)?;
            eprint_line(&format!("The match is not saved by itself ({cannot}); `save FILE` does."));
            Ok((table, names))
        }
    }
}

fn resume(path: &Path, args: &Play, voice: &Voice<'_>) -> Result<Seated, Failure> {
    let asked = &args.asked;
    let of_new = [
        (asked.setup.is_some(), "--setup"),
        (!asked.variants.is_empty(), "--variant"),
        (!asked.rulings.is_empty(), "--ruling"),
        (!asked.options.is_empty(), "--option"),
        (args.seed.is_some(), "--seed"),
        (args.save.is_some(), "--save"),
        (args.friendly, "--friendly"),
        (args.designer, "--designer"),
    ];
    if let Some((_, flag)) = of_new.iter().find(|(given, _)| *given) {
        return Err(Failure::Use(format!("{flag} goes with a new match, and {} is a saved one", path.display())));
    }
    if args.on_damage == OnDamage::Back
        && let Some(Mended { line, kept }) = mend(path).map_err(|trouble| Failure::Lost(trouble.to_string()))?
    {
        let (file, kept) = (path.display(), kept.display());
        eprint_line(&format!("{file}: line {line} and all after it are left out; the file as it was is {kept}"));
    }
    let look = opened(path, Opening::Follow, voice)?;
    let stuck = look.divergence.is_some();
    if stuck && args.on_divergence == OnDivergence::Stop {
        let why = remarks(&look, path).join("\n");
        return Err(Failure::Lost(format!(
            "{why}\nThe file is as it was. `--on-divergence back` goes on from there{}{}. `bormida patch {}` says more.",
            look.later_snapshot.map_or(String::new(), |n| {
                format!(", `--on-divergence snapshot` from the snapshot after order {n}")
            }),
            if look.other_packs { "; or play it with the packs that it was begun with" } else { "" },
            path.display()
        )));
    }
    if stuck && args.on_divergence == OnDivergence::Snapshot && look.later_snapshot.is_none() {
        let why = remarks(&look, path).join("\n");
        return Err(Failure::Lost(format!(
            "{why}\nThere is no later snapshot from which it could go on. The file is as it was; `--on-divergence back` \
             goes on from order {}.",
            look.game.number()
        )));
    }
    drop(look);
    let trust = if args.on_divergence == OnDivergence::Snapshot { Trust::Always } else { Trust::Never };
    let loaded = opened(path, Opening::GoOn(trust), voice)?;
    for remark in remarks(&loaded, path) {
        eprint_line(&remark);
    }
    let table = loaded.game;
    let mut names = table.header().seats.clone();
    let sides = table.sides();
    for (side, player) in &args.asked.spec(0, false)?.seats {
        let seat = seat_named(&*table, side)?;
        check_player(table.about(), player)?;
        names[seat.index()].clone_from(player);
    }
    for (side, player) in sides.iter().zip(&names) {
        check_player(table.about(), player).map_err(|unfit| {
            Failure::Lost(format!(
                "{unfit}\n`--seat {side}=PLAYER` seats another; --packs DIR names the folder of a bot."
            ))
        })?;
    }
    Ok((table, names))
}

fn welcome(table: &dyn Table, names: &[String], with_seed: bool, out: &mut dyn Write) -> io::Result<()> {
    let header = table.header();
    let seats: Vec<String> = table.sides().iter().zip(names).map(|(side, name)| format!("{side}: {name}")).collect();
    let seed = if with_seed { format!(" Seed {}.", header.seed.0) } else { String::new() };
    write!(out, "{}, {}", table.about().title, header.setup.name)?;
    if !header.variants.is_empty() {
        write!(out, " with {}", header.variants.join(", "))?;
    }
    for (name, value) in header.rulings.iter().chain(&header.options) {
        write!(out, ", {name} = {value}")?;
    }
    writeln!(out, ". {}.{seed}", seats.join(", "))?;
    if names.iter().any(|name| name == PERSON) {
        writeln!(out, "`?` lists legal orders, `help` the other words, `quit` leaves.")?;
    }
    if table.number() > 0 {
        writeln!(out, "{} orders have been played.", table.number())?;
    }
    Ok(())
}

fn farewell(table: &dyn Table, out: &mut dyn Write) -> io::Result<()> {
    match table.save_path() {
        Some(path) if !path.exists() => {
            writeln!(out, "{} is not there any more: it was moved or deleted. The match is not kept.", path.display())
        }
        Some(path) if table.outcome().is_none() => {
            writeln!(out, "The match is kept: bormida play {}", path.display())
        }
        Some(path) => writeln!(out, "The match is kept: bormida replay {}", path.display()),
        None => Ok(()),
    }
}
