//! What scripts see, as trees for an author's eyes: facts by name, a memory by its fields.

use serde_json::{Map, Value as Json};

use super::memory::Memory;
use super::points::{Fact, FactKind};
use super::schema::{Field, FieldId, Schema, Shape};
use super::stack::Stack;
use crate::kernel::Seat;

/// Facts by their names, as scripts see them; `place` names a place of the board.
pub(crate) fn facts_tree(declared: &[Fact], told: &[i32], place: &dyn Fn(&'static str, i32) -> String) -> Json {
    let entry = |(fact, n): (&Fact, &i32)| {
        let word = |words: &[&'static str]| usize::try_from(*n).ok().and_then(|k| words.get(k).copied());
        let value = match fact.kind {
            FactKind::Count => Json::from(*n),
            FactKind::Truth => Json::Bool(*n != 0),
            FactKind::Word(words) | FactKind::MaybeWord(words) => Json::from(word(words)),
            FactKind::MaybePlace(_) if *n < 0 => Json::Null,
            FactKind::Place(kind) | FactKind::MaybePlace(kind) => Json::String(place(kind, *n)),
        };
        (fact.name.to_owned(), value)
    };
    Json::Object(declared.iter().zip(told).map(entry).collect())
}

/// A memory by the names of its fields; a field that several hold, by its holders.
#[must_use]
pub fn memory_tree(schema: &Schema, memory: &Memory) -> Json {
    let mut tree = Map::new();
    for field in schema.fields() {
        let Some(id) = schema.id(&field.name) else { continue };
        let held = match field.is_many() {
            false => copy(schema, memory, field, id, None),
            true => {
                let copies = schema.holders(field).iter().zip(schema.owners(field));
                let copies = copies.map(|(word, owner)| (word.clone(), copy(schema, memory, field, id, owner)));
                Json::Object(copies.collect())
            }
        };
        tree.insert(field.name.clone(), held);
    }
    Json::Object(tree)
}

/// One copy of a field; null where the memory is none of this schema.
fn copy(schema: &Schema, memory: &Memory, field: &Field, id: FieldId, owner: Option<Seat>) -> Json {
    match &field.shape {
        Shape::One(domain) => schema.get(memory, id, owner).map_or(Json::Null, |n| domain.value(n).to_json()),
        Shape::List { of, .. } => {
            let len = schema.len(memory, id, owner).unwrap_or(0);
            let at = |k| schema.at(memory, id, owner, k).ok().flatten();
            Json::Array((0..len).filter_map(at).map(|n| of.value(n).to_json()).collect())
        }
        Shape::Bag { classes, .. } => {
            let count = |class| schema.count(memory, id, owner, class).unwrap_or(0);
            let counts = classes.iter().enumerate().map(|(k, word)| (word.clone(), count(k)));
            Json::Object(counts.filter(|(_, n)| *n > 0).map(|(word, n)| (word, Json::from(n))).collect())
        }
    }
}

impl Stack {
    /// What each pack remembers, by pack and field.
    #[must_use]
    pub fn remembered(&self, memory: &[u8]) -> Json {
        let own = |(pack, schema, at): (&str, &Schema, usize)| {
            let bytes = memory.get(at..at + schema.bytes()).map(Memory::of)?;
            Some((pack.to_owned(), memory_tree(schema, &bytes)))
        };
        Json::Object(self.memories().filter_map(own).collect())
    }
}
