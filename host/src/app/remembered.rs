//! What is remembered of the pieces on the board, in words and as tags over it: what the enemy may know of one's own,
//! what the enemy's could be, and one's own notes.

use bormida_core::kernel::{Class, Known, Part, Table};
use bormida_core::scene::Role;
use eframe::egui::{Align2, Pos2, RichText, Ui, vec2};

use super::board::BoardView;
use super::keeping::Memory;
use super::look::{Look, head};
use super::match_page::tag;
use super::sitting::Sitting;

/// A tag on the board has so many letters at most.
const LONGEST_TAG: usize = 22;

fn name(table: &dyn Table, class: Class) -> String {
    table.classes().get(class.0 as usize).map_or_else(|| "?".to_owned(), Clone::clone)
}

/// In a sentence: `2 pieces, each 3I or 2I`.
fn words(table: &dyn Table, known: &Known) -> String {
    let pieces = if known.count == 1 { "1 piece".to_owned() } else { format!("{} pieces", known.count) };
    let each = if known.count == 1 { "" } else { "each " };
    let names: Vec<String> = known.classes.iter().rev().map(|class| name(table, *class)).collect();
    match &names[..] {
        [] => pieces,
        [only] => format!("{pieces}, {each}known as {only}"),
        [first @ .., last] => format!("{pieces}, {each}{} or {last}", first.join(", ")),
    }
}

/// In a few letters: `3I ?? 2I/1C`.
fn short(table: &dyn Table, known: &[&Known]) -> String {
    const FEW: usize = 3;
    let one = |known: &&Known| match known.classes.len() {
        1 if known.count == 1 => name(table, known.classes[0]),
        1 => format!("{}x{}", known.count, name(table, known.classes[0])),
        2..=FEW => {
            let names: Vec<String> = known.classes.iter().rev().map(|class| name(table, *class)).collect();
            format!("{}x{}", known.count, names.join("/"))
        }
        _ => "?".repeat(usize::from(known.count.min(6))),
    };
    known.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// What is known to be shown: the eyes' own pieces as the enemy knows them; the enemy's with a full memory.
fn shown(sitting: &Sitting) -> impl Iterator<Item = &Known> {
    let full = sitting.keeping.memory == Memory::Full;
    sitting.now.known.iter().filter(move |known| !sitting.veiled && (full || known.owner == sitting.eyes))
}

/// What is remembered of a place: a line a fact.
pub(super) fn of_place(sitting: &Sitting, part: Part) -> Vec<String> {
    let mut lines = Vec::new();
    for known in shown(sitting).filter(|known| known.part == part) {
        let words = words(&*sitting.table, known);
        lines.push(match known.owner == sitting.eyes {
            true => format!("The enemy knows: {words}."),
            false => format!("It could be: {words}."),
        });
    }
    if !sitting.veiled
        && sitting.keeping.memory != Memory::None
        && let Some(note) = sitting.keeping.note(sitting.eyes, part)
    {
        lines.push(format!("Note: {note}"));
    }
    lines
}

/// The place under the cursor with what is remembered of it.
pub(super) fn panel(ui: &mut Ui, sitting: &Sitting, part: Part, look: Look) {
    let lines = of_place(sitting, part);
    if lines.is_empty() {
        return;
    }
    ui.label(head(sitting.table.part_name(part)));
    for line in lines {
        ui.label(RichText::new(line).small().color(look.colour(Role::InkSoft)));
    }
    ui.separator();
}

/// Tags over the board: notes always, knowledge when it is asked for.
pub(super) fn paint(ui: &Ui, board: &BoardView, sitting: &Sitting, knowledge: bool, look: Look) {
    if sitting.veiled {
        return;
    }
    if knowledge {
        let mut places: Vec<Part> = shown(sitting).map(|known| known.part).collect();
        places.sort_unstable();
        places.dedup();
        for part in places {
            for own in [true, false] {
                let here = |known: &&Known| known.part == part && (known.owner == sitting.eyes) == own;
                let here: Vec<&Known> = shown(sitting).filter(here).collect();
                if !here.is_empty() {
                    let mark = if own { "" } else { "he: " };
                    let shift = if own { -14.0 } else { 14.0 };
                    let text = cut(&format!("{mark}{}", short(&*sitting.table, &here)));
                    place(ui, board.middle(part).map(|at| at + vec2(0.0, shift)), &text, look);
                }
            }
        }
    }
    if sitting.keeping.memory != Memory::None {
        for (part, note) in sitting.keeping.notes(sitting.eyes) {
            place(ui, board.middle(part).map(|at| at + vec2(0.0, 30.0)), &cut(note), look);
        }
    }
}

fn place(ui: &Ui, at: Option<Pos2>, text: &str, look: Look) {
    if let Some(at) = at.filter(|at| ui.clip_rect().contains(*at)) {
        tag(ui.painter(), at, Align2::CENTER_CENTER, text, look);
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TAG) {
        Some((at, _)) => format!("{}...", text[..at].trim_end()),
        None => text.to_owned(),
    }
}
