//! The words of a schema as one machine has them: its own strings, told apart by where they lie, and given back without
//! being made anew.
//!
//! Luau keeps each string once, so that strings that lie in one place are equal; and those that are kept here stay there.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use mlua::{Lua, LuaString};

use super::schema::{DomainKind, Field, FieldId, Schema, Shape};

/// The words of one schema in one machine.
#[derive(Debug)]
pub(super) struct Lexicon {
    schema: Arc<Schema>,
    words: Vec<LuaString>,
    /// Where the words lie, in ascending order, and their numbers.
    places: Vec<(usize, u32)>,
    /// By word, the field of that name.
    fields: Vec<Option<FieldId>>,
    /// By field, its name.
    named: Vec<u32>,
    lists: Vec<List>,
    /// By field, the lists of its holders and of its values.
    holders: Vec<usize>,
    values: Vec<usize>,
}

/// Some words in order, and the same by their numbers with the place of each.
#[derive(Debug)]
struct List {
    words: Vec<u32>,
    places: Vec<(u32, u16)>,
}

/// The lexicons of a machine: one, unless a test uses several schemas.
struct Kept(Vec<Rc<Lexicon>>);

/// The words that a field's values are written in.
fn values(field: &Field) -> &[String] {
    match &field.shape {
        Shape::One(domain) | Shape::List { of: domain, .. } => match &domain.kind {
            DomainKind::Enum(words) | DomainKind::Place(words) => words,
            DomainKind::Int | DomainKind::Bool => &[],
        },
        Shape::Bag { classes, .. } => classes,
    }
}

impl Lexicon {
    /// The lexicon of a schema in this machine, made at the first use.
    pub(super) fn of(lua: &Lua, schema: &Arc<Schema>) -> mlua::Result<Rc<Lexicon>> {
        let kept = lua.app_data_ref::<Kept>();
        let found = kept.as_ref().and_then(|kept| kept.0.iter().find(|known| Arc::ptr_eq(&known.schema, schema)));
        if let Some(lexicon) = found {
            return Ok(lexicon.clone());
        }
        drop(kept);
        let made = Rc::new(Lexicon::read(lua, schema)?);
        match lua.app_data_mut::<Kept>() {
            Some(mut kept) => kept.0.push(made.clone()),
            None => drop(lua.set_app_data(Kept(vec![made.clone()]))),
        }
        Ok(made)
    }

    fn read(lua: &Lua, schema: &Arc<Schema>) -> mlua::Result<Lexicon> {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut words = Vec::new();
        let mut number = |word: &str| -> mlua::Result<u32> {
            if let Some(number) = numbers.get(word) {
                return Ok(*number);
            }
            let fresh = words.len() as u32;
            words.push(lua.create_string(word)?);
            numbers.insert(word.to_owned(), fresh);
            Ok(fresh)
        };
        let mut named = Vec::new();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut list_of = |of: Vec<u32>| -> usize {
            let known = lists.iter().position(|list| *list == of);
            known.unwrap_or_else(|| {
                lists.push(of);
                lists.len() - 1
            })
        };
        let (mut by_holder, mut by_value) = (Vec::new(), Vec::new());
        for field in schema.fields() {
            named.push(number(&field.name)?);
            let holders = if field.each.is_empty() { &schema.seats } else { &field.each };
            let list = holders.iter().map(|word| number(word)).collect::<mlua::Result<_>>()?;
            by_holder.push(list_of(list));
            let list = values(field).iter().map(|word| number(word)).collect::<mlua::Result<_>>()?;
            by_value.push(list_of(list));
        }
        let mut fields = vec![None; words.len()];
        for (at, word) in named.iter().enumerate() {
            fields[*word as usize] = Some(FieldId(at as u16));
        }
        let list = |words: Vec<u32>| {
            let mut places: Vec<(u32, u16)> = words.iter().copied().zip(0..).collect();
            places.sort_unstable();
            List { words, places }
        };
        let lists = lists.into_iter().map(list).collect();
        let mut places: Vec<(usize, u32)> = words.iter().zip(0..).map(|(word, k)| (place(word), k)).collect();
        places.sort_unstable();
        let (holders, values) = (by_holder, by_value);
        Ok(Lexicon { schema: schema.clone(), words, places, fields, named, lists, holders, values })
    }

    /// The schema whose words these are.
    pub(super) fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// The name of a field.
    pub(super) fn field_word(&self, id: FieldId) -> &LuaString {
        &self.words[self.named[id.index()] as usize]
    }

    fn number(&self, word: &LuaString) -> Option<u32> {
        let at = place(word);
        let found = self.places.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        Some(self.places[found].1)
    }

    /// The field of that name.
    pub(super) fn field(&self, name: &LuaString) -> Option<FieldId> {
        self.fields[self.number(name)? as usize]
    }

    /// Which of a field's holders a word names; the seats, for a field that no words hold.
    pub(super) fn holder(&self, id: FieldId, word: &LuaString) -> Option<usize> {
        self.lists[self.holders[usize::from(id.0)]].place(self.number(word)?)
    }

    /// Which of the words of a field's values this is.
    pub(super) fn value(&self, id: FieldId, word: &LuaString) -> Option<usize> {
        self.lists[self.values[usize::from(id.0)]].place(self.number(word)?)
    }

    /// A word of a field's values.
    pub(super) fn value_word(&self, id: FieldId, at: usize) -> Option<&LuaString> {
        self.lists[self.values[usize::from(id.0)]].word(self, at)
    }

    /// The word of a field's holder.
    pub(super) fn holder_word(&self, id: FieldId, at: usize) -> Option<&LuaString> {
        self.lists[self.holders[usize::from(id.0)]].word(self, at)
    }
}

impl List {
    fn place(&self, word: u32) -> Option<usize> {
        let found = self.places.binary_search_by_key(&word, |(word, _)| *word).ok()?;
        Some(usize::from(self.places[found].1))
    }

    fn word<'l>(&self, lexicon: &'l Lexicon, at: usize) -> Option<&'l LuaString> {
        self.words.get(at).map(|word| &lexicon.words[*word as usize])
    }
}

fn place(word: &LuaString) -> usize {
    word.to_pointer().addr()
}
