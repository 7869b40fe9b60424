//! What is remembered of the pieces on the board, in words and as tags over it: what the enemy may know of one's own,
//! what the enemy's could be, and one's own notes.

use bormida_core::kernel::{Class, Known, Part, Table};
use bormida_core::scene::Role;
use eframe::egui::{Align2, Rect, RichText, Ui, pos2};

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
    ui.label(head(sitting.table.part_title(part)));
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
    // beside what stands there: above and below lie the names of places
    let mut lines: Vec<(Part, Vec<String>)> = Vec::new();
    let mut add = |part: Part, text: String| match lines.iter_mut().find(|(p, _)| *p == part) {
        Some((_, texts)) => texts.push(text),
        None => lines.push((part, vec![text])),
    };
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
                    add(part, cut(&format!("{mark}{}", short(&*sitting.table, &here))));
                }
            }
        }
    }
    if sitting.keeping.memory != Memory::None {
        for (part, note) in sitting.keeping.notes(sitting.eyes) {
            add(part, cut(note));
        }
    }
    for (part, texts) in lines {
        if let Some(room) = board.standing(part) {
            beside(ui, room, &texts, look);
        }
    }
}

/// Tags in a column on the right of a room, or on its left where the board ends.
fn beside(ui: &Ui, room: Rect, texts: &[String], look: Look) {
    const HIGH: f32 = 24.0;
    let view = ui.clip_rect();
    for (k, text) in texts.iter().enumerate() {
        let y = room.center().y + (k as f32 - (texts.len() - 1) as f32 / 2.0) * HIGH;
        let wide = text.chars().count() as f32 * 9.0;
        let right = room.right() + 6.0 + wide < view.right();
        let (x, anchor) = match right {
            true => (room.right() + 6.0, Align2::LEFT_CENTER),
            false => (room.left() - 6.0, Align2::RIGHT_CENTER),
        };
        if view.contains(pos2(x, y)) {
            tag(ui.painter(), pos2(x, y), anchor, text, look);
        }
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST_TAG) {
        Some((at, _)) => format!("{}...", text[..at].trim_end()),
        None => text.to_owned(),
    }
}
