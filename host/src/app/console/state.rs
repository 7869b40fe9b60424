//! The console's state: the whole state of the moment shown as a tree, with a search.

use eframe::egui::{CollapsingHeader, RichText, ScrollArea, TextEdit, Ui};
use serde_json::Value;

use super::super::sitting::Sitting;
use super::super::words;

/// Most lines that a search shows.
const MOST_FOUND: usize = 300;

/// The tree of a moment.
#[derive(Default)]
pub(super) struct StateTree {
    sought: String,
    /// The moment, and its tree.
    read: Option<(u64, Result<Value, String>)>,
}

fn leaf(value: &Value) -> Option<String> {
    match value {
        Value::Object(map) if map.is_empty() => Some("{ }".to_owned()),
        Value::Array(items) if items.is_empty() => Some("{ }".to_owned()),
        // a short list of plain values is read best in a line
        Value::Array(items) if items.len() <= 16 && items.iter().all(|item| !item.is_array() && !item.is_object()) => {
            let items: Vec<String> = items.iter().map(Value::to_string).collect();
            Some(format!("{{ {} }}", items.join(", ")))
        }
        Value::Object(_) | Value::Array(_) => None,
        Value::Null => Some("nil".to_owned()),
        plain => Some(plain.to_string()),
    }
}

/// The branches of a value with their names as a script writes them; lists count from 1.
fn branches(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(k, value)| (format!("[{}]", k + 1), value)).collect(),
        _ => Vec::new(),
    }
}

fn show_branch(ui: &mut Ui, name: &str, value: &Value, depth: usize) {
    if let Some(text) = leaf(value) {
        ui.label(RichText::new(format!("{name} = {text}")).monospace());
        return;
    }
    let inner = branches(value);
    let header = CollapsingHeader::new(RichText::new(format!("{name}  ({})", inner.len())).monospace());
    header.id_salt(name).default_open(depth == 0).show(ui, |ui| {
        for (name, value) in inner {
            show_branch(ui, &name, value, depth + 1);
        }
    });
}

/// The lines `path = value` that hold a text, capitals aside.
fn found(value: &Value, path: &str, sought: &str, lines: &mut Vec<String>) {
    for (name, inner) in branches(value) {
        if lines.len() >= MOST_FOUND {
            return;
        }
        let path = match (path.is_empty(), name.starts_with('[')) {
            (true, _) => name,
            (false, true) => format!("{path}{name}"),
            (false, false) => format!("{path}.{name}"),
        };
        match leaf(inner) {
            Some(text) => {
                let line = format!("{path} = {text}");
                if line.to_lowercase().contains(sought) {
                    lines.push(line);
                }
            }
            None => found(inner, &path, sought, lines),
        }
    }
}

impl StateTree {
    /// Shows the tree, or what was looked for in it.
    pub(super) fn show(&mut self, ui: &mut Ui, sitting: &Sitting) {
        if self.read.as_ref().is_none_or(|(at, _)| *at != sitting.changes) {
            let tree = sitting.table.inspect().map_err(|trouble| words::sentence(&trouble.to_string()));
            self.read = Some((sitting.changes, tree));
        }
        let Some((_, tree)) = &self.read else { return };
        ui.horizontal(|ui| {
            let label = ui.label("Search");
            ui.add(TextEdit::singleline(&mut self.sought).desired_width(220.0)).labelled_by(label.id);
            let moment = format!("after order {} of {}", sitting.table.shown(), sitting.table.number());
            ui.label(RichText::new(moment).weak());
        });
        ScrollArea::both().id_salt("state").auto_shrink(false).show(ui, |ui| match tree {
            Err(why) => {
                ui.label(why);
            }
            Ok(tree) if self.sought.trim().is_empty() => {
                for (name, value) in branches(tree) {
                    show_branch(ui, &name, value, 0);
                }
            }
            Ok(tree) => {
                let mut lines = Vec::new();
                found(tree, "", &self.sought.trim().to_lowercase(), &mut lines);
                if lines.is_empty() {
                    ui.label("Nothing of the state is called so.");
                }
                for line in lines {
                    ui.label(RichText::new(line).monospace());
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_are_written_as_scripts_write_them() {
        let tree = json!({ "state": { "pieces": [{ "at": 12 }, { "at": 3 }], "turn": "french", "none": [] } });
        let lines = |sought: &str| {
            let mut lines = Vec::new();
            found(&tree, "", sought, &mut lines);
            lines
        };
        assert_eq!(lines("at ="), ["state.pieces[1].at = 12", "state.pieces[2].at = 3"]);
        assert_eq!(lines("french"), ["state.turn = \"french\""]);
        assert_eq!(lines("nowhere"), Vec::<String>::new());
    }
}
