//! Who knows what of a memory: a seat's copy with the rest blanked, and full memories that agree with such a copy.

use std::collections::BTreeMap;

use super::chance::Draw;
use super::memory::{Memory, MemoryError};
use super::schema::{Eyes, Field, FieldId, Schema, Shape};
use super::value::{Key, Value};
use crate::kernel::Seat;

impl Schema {
    /// Whether `viewer` may know the contents of a field that `owner` holds.
    #[must_use]
    pub fn knows(&self, viewer: Seat, id: FieldId, owner: Option<Seat>) -> bool {
        match self.field(id).eyes {
            Eyes::Public | Eyes::Cup => true,
            Eyes::Seat => owner == Some(viewer),
            Eyes::Hidden => false,
        }
    }

    /// Whether there is anything that a seat may not know: else all views are the memory itself.
    #[must_use]
    pub fn hides(&self) -> bool {
        let open = |field: &Field| match field.eyes {
            Eyes::Public => true,
            Eyes::Cup => matches!(field.shape, Shape::Bag { .. }),
            Eyes::Seat | Eyes::Hidden => false,
        };
        !self.fields.iter().all(open)
    }

    /// What `viewer` may know of a memory: unknown bytes are blank.
    ///
    /// Lists keep their length and bags their total. A cup list stands in ascending order. A cup bag counts with it
    /// what others hold unseen from it: what is in the cup or in their hands is all that anyone can tell.
    ///
    /// # Errors
    /// None for a memory of this schema.
    pub fn view(&self, memory: &Memory, viewer: Seat) -> Result<Memory, MemoryError> {
        self.check(memory)?;
        let mut seen = memory.clone();
        for (at, field) in self.fields.iter().enumerate().filter(|(_, field)| field.eyes != Eyes::Public) {
            let id = FieldId(at as u16);
            for owner in self.owners(field) {
                if self.knows(viewer, id, owner) {
                    if let (Eyes::Cup, Shape::List { .. }) = (field.eyes, &field.shape) {
                        self.sort(&mut seen, id, owner)?;
                    }
                    continue;
                }
                let (_, start) = self.place(id, owner)?;
                let kept = if matches!(field.shape, Shape::One(_)) { 0 } else { 2 };
                seen.blank(start + kept, field.size - kept);
                self.pool(memory, &mut seen, id, owner, field)?;
            }
        }
        Ok(seen)
    }

    /// A full memory that agrees with what `viewer` sees: every unknown drawn anew.
    ///
    /// # Errors
    /// A view that no memory of this schema has.
    pub fn deal(&self, view: &Memory, viewer: Seat, rng: &mut dyn Draw) -> Result<Memory, MemoryError> {
        if view.bytes().len() != self.bytes() {
            return Err(MemoryError::Stored(format!("{} bytes, not {}", view.bytes().len(), self.bytes())));
        }
        let mut dealt = view.clone();
        for (at, field) in self.fields.iter().enumerate().filter(|(_, field)| field.eyes != Eyes::Public) {
            let id = FieldId(at as u16);
            for owner in self.owners(field) {
                if !self.knows(viewer, id, owner) {
                    self.deal_unknown(&mut dealt, id, owner, rng)?;
                } else if let (Eyes::Cup, Shape::List { .. }) = (field.eyes, &field.shape) {
                    self.shuffle(&mut dealt, id, owner, rng)?;
                }
            }
        }
        self.check(&dealt)?;
        Ok(dealt)
    }

    /// A memory as plain data for people to read, by field and seat; without `viewer`, everything.
    ///
    /// # Errors
    /// None for a memory of this schema.
    pub fn describe(&self, memory: &Memory, viewer: Option<Seat>) -> Result<Value, MemoryError> {
        let mut all = BTreeMap::new();
        for (at, field) in self.fields.iter().enumerate() {
            let id = FieldId(at as u16);
            let mut copies = BTreeMap::new();
            for owner in self.owners(field) {
                let known = viewer.is_none_or(|viewer| self.knows(viewer, id, owner));
                let shown = self.describe_one(memory, id, owner, known)?;
                let word = owner.map_or(String::new(), |seat| self.holders(field)[seat.index()].clone());
                copies.insert(Key::Text(word), shown);
            }
            let shown =
                if field.is_many() { Value::Map(copies) } else { copies.into_values().next().unwrap_or_default() };
            all.insert(Key::Text(field.name.clone()), shown);
        }
        Ok(Value::Map(all))
    }

    fn describe_one(
        &self,
        memory: &Memory,
        id: FieldId,
        owner: Option<Seat>,
        known: bool,
    ) -> Result<Value, MemoryError> {
        Ok(match &self.field(id).shape {
            Shape::One(_) if !known => Value::from("unknown"),
            Shape::One(domain) => domain.value(self.get(memory, id, owner)?),
            Shape::List { .. } if !known => Value::Text(format!("{} unknown", self.len(memory, id, owner)?)),
            Shape::List { of, .. } => {
                let len = self.len(memory, id, owner)?;
                let values = (0..len).map(|index| self.at(memory, id, owner, index));
                Value::List(values.map(|n| Ok(n?.map_or(Value::Nil, |n| of.value(n)))).collect::<Result<_, _>>()?)
            }
            Shape::Bag { .. } if !known => Value::Text(format!("{} unknown", self.total(memory, id, owner)?)),
            Shape::Bag { classes, .. } => {
                let counts = classes.iter().enumerate().map(|(class, name)| {
                    Ok((Key::Text(name.clone()), Value::Int(self.count(memory, id, owner, class)?.into())))
                });
                Value::Map(counts.collect::<Result<_, _>>()?)
            }
        })
    }

    fn deal_unknown(
        &self,
        dealt: &mut Memory,
        id: FieldId,
        owner: Option<Seat>,
        rng: &mut dyn Draw,
    ) -> Result<(), MemoryError> {
        let field = self.field(id);
        match &field.shape {
            Shape::One(of) => {
                let n = of.lo.wrapping_add_unsigned(rng.below(of.hi.abs_diff(of.lo) + 1));
                self.set(dealt, id, owner, n)
            }
            Shape::List { of, .. } => {
                let domain = of.clone();
                for index in 0..self.len(dealt, id, owner)? {
                    let n = domain.lo.wrapping_add_unsigned(rng.below(domain.hi.abs_diff(domain.lo) + 1));
                    self.put(dealt, id, owner, index, n)?;
                }
                Ok(())
            }
            Shape::Bag { classes, .. } => {
                let unknown = self.total(dealt, id, owner)?;
                self.clear(dealt, id, owner)?;
                for _ in 0..unknown {
                    let class = match field.from {
                        Some(cup) => self.draw(dealt, cup, None, rng)?.ok_or_else(|| {
                            let name = field.name.clone();
                            MemoryError::Room(name, "its cup has fewer pieces than it".to_owned())
                        })?,
                        None => rng.below(classes.len() as u32) as usize,
                    };
                    self.add(dealt, id, owner, class, 1)?;
                }
                Ok(())
            }
        }
    }

    /// Counts an unseen bag with the cup that it was filled from.
    fn pool(
        &self,
        memory: &Memory,
        seen: &mut Memory,
        id: FieldId,
        owner: Option<Seat>,
        field: &Field,
    ) -> Result<(), MemoryError> {
        let (Some(cup), Shape::Bag { classes, .. }) = (field.from, &field.shape) else { return Ok(()) };
        let (_, start) = self.place(cup, None)?;
        for class in 0..classes.len() {
            let unseen = self.count(memory, id, owner, class)?;
            self.add_unseen(seen, start, class, unseen);
        }
        Ok(())
    }

    fn sort(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>) -> Result<(), MemoryError> {
        let len = self.len(memory, id, owner)?;
        let mut values = (0..len)
            .filter_map(|index| self.at(memory, id, owner, index).transpose())
            .collect::<Result<Vec<_>, _>>()?;
        values.sort_unstable();
        for (index, n) in values.into_iter().enumerate() {
            self.put(memory, id, owner, index, n)?;
        }
        Ok(())
    }
}
