//! A memory as the lines of a case that make it: `clear deck`, `put deck a a b`, `set fervor germany 14`.

use super::memory::Memory;
use super::schema::{FieldId, Schema, Shape};
use crate::pack::case::as_word;

impl Schema {
    /// A line for all that the memory holds; together they make it of any other memory of this schema.
    #[must_use]
    pub fn written(&self, memory: &Memory) -> Vec<String> {
        let mut lines = Vec::new();
        for (at, field) in self.fields().iter().enumerate() {
            let id = FieldId(at as u16);
            for owner in self.owners(field) {
                let holder = owner.and_then(|seat| self.holders(field).get(seat.index()));
                let holder = holder.map_or_else(String::new, |word| format!(" {}", as_word(word)));
                let of = format!("{}{holder}", as_word(&field.name));
                let held: Vec<String> = match &field.shape {
                    Shape::One(_) => {
                        let value = self.get(memory, id, owner).map(|n| self.word_of(id, n)).unwrap_or_default();
                        lines.push(format!("set {of} {}", as_word(&value)));
                        continue;
                    }
                    Shape::List { .. } => {
                        let len = self.len(memory, id, owner).unwrap_or(0);
                        let value = |k| self.at(memory, id, owner, k).ok().flatten().map(|n| self.word_of(id, n));
                        (0..len).filter_map(value).collect()
                    }
                    Shape::Bag { classes, .. } => {
                        let count = |k| usize::from(self.count(memory, id, owner, k).unwrap_or(0));
                        let all =
                            classes.iter().enumerate().map(|(k, class)| std::iter::repeat_n(class.clone(), count(k)));
                        all.flatten().collect()
                    }
                };
                lines.push(format!("clear {of}"));
                if !held.is_empty() {
                    let words: Vec<_> = held.iter().map(|word| as_word(word)).collect();
                    lines.push(format!("put {of} {}", words.join(" ")));
                }
            }
        }
        lines
    }
}
