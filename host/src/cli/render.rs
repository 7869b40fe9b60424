//! `render`: the board as a picture.

use std::path::Path;

use bormida_core::games::{Spec, Vacant};
use bormida_core::kernel::{Ask, Seat, Seed, Table, Trouble};
use bormida_core::lesson::Marks;
use bormida_core::pack::Pack;
use bormida_core::pack::case::{CaseFile, Step};
use bormida_core::scene::{Scene, around};
use serde_json::json;

use super::files::ends;
use super::open::{Named, look, named, seat_named};
use super::voice::{Ended, Failure, Status, Voice};
use super::words::Render;
use crate::in_place::put_in_place;
use crate::paint::{Palette, cut, to_png, to_svg};

/// Draws what a seat sees, at the start of a game or in a saved match.
pub(super) fn run(args: &Render, voice: &mut Voice<'_>) -> Ended {
    let png = ends(&args.out, &["png"]);
    if !png && !ends(&args.out, &["svg"]) {
        return Err(Failure::Use(format!("{}: --out takes FILE.svg or FILE.png", args.out.display())));
    }
    // before the work of drawing
    if let Some(folder) = args.out.parent()
        && !folder.as_os_str().is_empty()
        && !folder.is_dir()
    {
        return Err(Failure::Lost(format!("{}: there is no folder {}", args.out.display(), folder.display())));
    }
    let mut table = match named(&args.what, voice)? {
        Named::Game(id) => begin(id, args, voice)?,
        Named::File(path) => match args.what.split_once(".case:") {
            Some((file, name)) => position(Path::new(&format!("{file}.case")), name, args, voice)?,
            None => saved(path, args, voice)?,
        },
    };
    if let Some(to) = args.to
        && table.to(to) != to
    {
        let (first, last) = (table.first_known(), table.number());
        return Err(Failure::Lost(format!("order {to} is not known; the match has {first} to {last}")));
    }
    let seat = match (&args.seat, table.ask()) {
        (Some(name), _) => seat_named(&*table, name)?,
        (None, Ask::Ask(question)) => question.seat,
        (None, Ask::Over(_)) => Seat(0),
    };
    let (scene, (width, height)) = (marked(&*table, &table.scene(seat), args)?, args.size);
    if let Some(why) = scene.fault() {
        return Err(Failure::Lost(format!("the board cannot be drawn: {why}")));
    }
    let lost = |what: String| Failure::Lost(format!("{}: {what}", args.out.display()));
    let bytes = match png {
        true => to_png(&scene, Palette::default(), width, height).map_err(|error| lost(error.to_string()))?,
        false => to_svg(&scene, Palette::default(), width, height).into_bytes(),
    };
    put_in_place(&args.out, &bytes).map_err(|error| lost(format!("cannot be written: {error}")))?;
    if voice.json {
        let side = table.sides().get(seat.index()).cloned();
        let shown = table.shown();
        voice.object(&json!({
            "out": args.out, "width": width, "height": height, "bytes": bytes.len(), "seat": side, "order": shown,
        }))?;
    } else {
        writeln!(voice.out, "{}", args.out.display())?;
    }
    Ok(Status::Fine)
}

fn begin(id: &str, args: &Render, voice: &Voice<'_>) -> Result<Box<dyn Table>, Failure> {
    let about = voice.catalogue.game(id)?.about();
    let spec = Spec { setup: args.setup.clone(), seed: Seed(args.seed.unwrap_or(0)), ..Spec::default() };
    Ok(voice.catalogue.start(spec.header(&about, Vacant::People)?, None)?)
}

/// A position of a pack, with the orders that its case plays.
fn position(path: &Path, name: &str, args: &Render, voice: &Voice<'_>) -> Result<Box<dyn Table>, Failure> {
    let lost = |what: String| Failure::Lost(what.trim_end().to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let pack = Pack::read(folder).map_err(|found| lost(found.to_string()))?;
    let text = std::fs::read_to_string(path).map_err(|error| lost(format!("{}: {error}", path.display())))?;
    let file = CaseFile::read(path.display().to_string(), text).map_err(|found| lost(found.to_string()))?;
    let case = file.cases().iter().find(|case| case.name == name);
    let case = case.ok_or_else(|| lost(format!("{}: no case is called \"{name}\"", path.display())))?;
    let game = voice.catalogue.game(&pack.manifest.game)?;
    let spec = Spec { setup: args.setup.clone(), seed: Seed(args.seed.unwrap_or(0)), ..Spec::default() };
    let header = spec.header(&game.about(), Vacant::People)?;
    let mut table = game.stand(header, &pack, case).map_err(Trouble::Fault)?;
    for step in &case.steps {
        if let Step::Order(order) = step {
            table.play_text(order.text())?;
        }
    }
    Ok(table)
}

/// The scene with its arrows and words, cut down to what is wanted of it.
fn marked(table: &dyn Table, scene: &Scene, args: &Render) -> Result<Scene, Failure> {
    let part = |name: &String| {
        table.part_named(name).ok_or_else(|| Failure::Lost(format!("there is no place \"{name}\" on this board")))
    };
    let mut marks = Marks::default();
    for (from, to) in &args.arrows {
        marks.arrows.push((part(from)?, part(to)?));
    }
    for (place, text) in &args.labels {
        marks.labels.push((part(place)?, text.clone()));
    }
    let mut box_ = None;
    for name in &args.around {
        let bounds = scene.bounds(part(name)?);
        box_ = box_.into_iter().chain(bounds).reduce(around);
    }
    let drawn = marks.drawn(scene);
    Ok(match box_ {
        Some(box_) => cut(&drawn, box_),
        None => drawn,
    })
}

fn saved(path: &Path, args: &Render, voice: &Voice<'_>) -> Result<Box<dyn Table>, Failure> {
    if args.setup.is_some() || args.seed.is_some() {
        return Err(Failure::Use("--setup and --seed go with a game, not with a saved match".to_owned()));
    }
    Ok(look(path, voice)?.table)
}
