//! The console's output: what rules scripts print, by pack.

use bormida_core::kernel::{Console as Heard, Printed};
use eframe::egui::{Button, RichText, ScrollArea, TextStyle, Ui};

fn line(printed: &Printed) -> String {
    let times = if printed.times > 1 { format!("  ({} times)", printed.times) } else { String::new() };
    format!("{}: {}{times}", printed.pack, printed.text)
}

/// Shows the lines, the newest below.
pub(super) fn show(ui: &mut Ui, heard: &Heard) {
    let lines = heard.lines();
    ui.horizontal(|ui| {
        if ui.add_enabled(!lines.is_empty(), Button::new("Copy output").small()).clicked() {
            ui.ctx().copy_text(lines.iter().map(line).collect::<Vec<_>>().join("\n"));
        }
        if ui.add_enabled(!lines.is_empty(), Button::new("Clear output").small()).clicked() {
            heard.clear_lines();
        }
        if lines.is_empty() {
            ui.label(RichText::new("Nothing was printed yet: `print(..)` in a rules script writes here.").weak());
        }
    });
    let high = ui.text_style_height(&TextStyle::Monospace);
    let area = ScrollArea::both().id_salt("output").stick_to_bottom(true).auto_shrink(false);
    area.show_rows(ui, high, lines.len(), |ui, rows| {
        for printed in &lines[rows] {
            ui.label(RichText::new(line(printed)).monospace());
        }
    });
}
