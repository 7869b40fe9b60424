//! The console's prompt: a line of Luau against the present state, as a pack's scripts see it.

use std::collections::BTreeMap;

use bormida_core::kernel::{Fault, InUse, Table};
use bormida_core::scene::Role;
use bormida_core::script::{Value, prompt};
use eframe::egui::{ComboBox, Key, Label, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use super::super::look::Look;

/// Most lines that are remembered.
const MOST: usize = 100;

/// A line with what came of it.
struct Tried {
    line: String,
    printed: Vec<String>,
    answer: Result<String, String>,
}

/// The prompt.
pub(super) struct Prompt {
    /// What scripts of a game in Luau read as `data`.
    data: BTreeMap<String, Value>,
    /// The pack in whose sandbox the lines run.
    pack: String,
    line: String,
    tried: Vec<Tried>,
    /// The line of before that is shown, counted from the newest.
    back: Option<usize>,
    /// What is typed next is meant for it.
    wants_keys: bool,
}

impl Prompt {
    pub(super) fn new(data: BTreeMap<String, Value>) -> Prompt {
        Prompt { data, pack: String::new(), line: String::new(), tried: Vec::new(), back: None, wants_keys: false }
    }

    /// Takes what is typed from now on.
    pub(super) fn wants_keys(&mut self) {
        self.wants_keys = true;
    }

    /// The packs with scripts, the topmost last; a sandbox without a pack where there are none.
    fn scripted(table: &dyn Table, packs: &[InUse]) -> Vec<InUse> {
        let scripted = |pack: &&InUse| pack.files.keys().any(|path| path.ends_with(".luau"));
        let packs: Vec<InUse> = packs.iter().filter(scripted).cloned().collect();
        match packs.is_empty() {
            true => vec![InUse { id: table.header().game.clone(), ..InUse::default() }],
            false => packs,
        }
    }

    fn try_line(&mut self, table: &dyn Table, pack: &InUse) {
        let line = std::mem::take(&mut self.line);
        self.back = None;
        if line.trim().is_empty() {
            return;
        }
        let answered = match table.inspect() {
            Ok(seen) => prompt::evaluate(pack, &seen, &self.data, line.trim()).map_err(|error| {
                let fault = Fault::from(error);
                // its own chunk has one line
                let place = if fault.at.starts_with("prompt") { String::new() } else { format!("{}: ", fault.at) };
                format!("{place}{}", fault.what)
            }),
            Err(trouble) => Err(trouble.to_string()),
        };
        let (printed, answer) = match answered {
            Ok(answered) => (answered.printed, Ok(answered.value)),
            Err(wrong) => (Vec::new(), Err(wrong)),
        };
        if self.tried.len() == MOST {
            self.tried.remove(0);
        }
        self.tried.push(Tried { line, printed, answer });
    }

    /// Tries a line in the sandbox of a pack.
    pub(super) fn replay(&mut self, table: &dyn Table, packs: &[InUse], pack: String, line: String) {
        (self.pack, self.line) = (pack, line);
        if let Some(pack) = Prompt::scripted(table, packs).iter().find(|pack| pack.id == self.pack) {
            self.try_line(table, pack);
        }
    }

    /// Goes through the lines of before.
    fn leaf(&mut self, by: isize) {
        let last = self.tried.len();
        let at = self.back.map_or(0, |k| k as isize + 1) + by;
        self.back = (at > 0 && last > 0).then(|| (at as usize).min(last) - 1);
        self.line = self.back.map_or_else(String::new, |k| self.tried[last - 1 - k].line.clone());
    }

    /// Shows it.
    pub(super) fn show(&mut self, ui: &mut Ui, table: &dyn Table, packs: &[InUse], look: Look) {
        let packs = Prompt::scripted(table, packs);
        if !packs.iter().any(|pack| pack.id == self.pack)
            && let Some(top) = packs.last()
        {
            self.pack.clone_from(&top.id);
        }
        ui.horizontal(|ui| {
            let label = ui.label("try>");
            let edit = TextEdit::singleline(&mut self.line)
                .code_editor()
                .hint_text("memory, facts, state, require(\"rules\")");
            let edit = ui.add(edit.desired_width(ui.available_width() - 180.0)).labelled_by(label.id);
            if std::mem::take(&mut self.wants_keys) {
                edit.request_focus();
            }
            if edit.has_focus() {
                if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowUp)) {
                    self.leaf(1);
                } else if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown)) {
                    self.leaf(-1);
                }
            }
            if edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                if let Some(pack) = packs.iter().find(|pack| pack.id == self.pack) {
                    self.try_line(table, pack);
                }
                edit.request_focus();
            }
            let list = ComboBox::from_id_salt("sandbox").selected_text(self.pack.as_str()).show_ui(ui, |ui| {
                for pack in &packs {
                    ui.selectable_value(&mut self.pack, pack.id.clone(), &pack.id);
                }
            });
            list.response.on_hover_text("The pack in whose sandbox the line runs: its modules, options and memory.");
        });
        ScrollArea::both().id_salt("tried").stick_to_bottom(true).auto_shrink(false).show(ui, |ui| {
            if self.tried.is_empty() {
                let text = "An expression or a statement, within the budget of one call. It sees a copy: nothing in the match \
                            changes.";
                ui.label(RichText::new(text).weak());
            }
            for tried in &self.tried {
                ui.label(RichText::new(format!("try> {}", tried.line)).monospace().weak());
                for line in &tried.printed {
                    ui.label(RichText::new(line).monospace());
                }
                let (text, role) = match &tried.answer {
                    Ok(value) => (value, Role::Ink),
                    Err(wrong) => (wrong, Role::Bad),
                };
                ui.add(Label::new(RichText::new(text).monospace().color(look.colour(role))).wrap());
            }
        });
    }
}
