//! The words of a case that speak of a memory that a script has declared: a game's or a pack's.

use crate::kernel::Seat;
use crate::pack::case::{Clause, Trouble};
use crate::pack::nearest::did_you_mean;
use crate::script::{FieldId, Memory, Schema, Shape};

/// Carries out a line `set FIELD VALUE`, `put FIELD CLASS..` or `clear FIELD`.
pub(super) fn change(schema: &Schema, memory: &mut Memory, line: &Clause) -> Result<(), Trouble> {
    let holding = Holding::read(schema, line, 1)?;
    match line.word(0) {
        Some("set") => holding.set(memory, line),
        Some("put") => holding.put(memory, line),
        _ => schema.clear(memory, holding.id, holding.owner).map_err(|e| Trouble::at(1, e.to_string())),
    }
}

/// A field, whose copy of it, and the first word after both.
pub(super) struct Holding<'s> {
    schema: &'s Schema,
    pub(super) id: FieldId,
    pub(super) owner: Option<Seat>,
    pub(super) next: usize,
}

/// A word that must be there.
pub(super) fn need<'l>(line: &'l Clause, k: usize, what: &str) -> Result<&'l str, Trouble> {
    line.word(k).ok_or_else(|| Trouble::new(format!("{what} is missing")))
}

/// The words of a line from one on.
pub(super) fn text_of(line: &Clause, from: usize) -> String {
    let words: Vec<&str> = line.words().iter().skip(from).map(|word| word.text.as_str()).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}

/// How many of those that have a field hold a value, of a line `expect those FIELD VALUE ..`.
pub(super) fn those(schema: &Schema, memory: &Memory, line: &Clause) -> Result<usize, Trouble> {
    let name = need(line, 1, "a field")?;
    let id = schema.id(name).filter(|id| schema.field(*id).is_many());
    let id = id.ok_or_else(|| {
        let many = schema.fields().iter().filter(|field| field.is_many()).map(|field| field.name.as_str());
        Trouble::at(1, format!("the memory has no field \"{name}\" that several hold")).hint(did_you_mean(name, many))
    })?;
    let wanted = schema.number_of(id, need(line, 2, "a value")?).map_err(|why| Trouble::at(2, why))?;
    let field = schema.field(id);
    let holds = |word: &String| schema.get(memory, id, schema.holder(field, word)).is_ok_and(|n| n == wanted);
    Ok(schema.holders(field).iter().filter(|word| holds(word)).count())
}

impl<'s> Holding<'s> {
    /// Reads `FIELD` or `FIELD HOLDER`, from word `k`.
    pub(super) fn read(schema: &'s Schema, line: &Clause, k: usize) -> Result<Holding<'s>, Trouble> {
        let name = need(line, k, "a field")?;
        let id = schema.id(name).ok_or_else(|| {
            let names = schema.fields().iter().map(|field| field.name.as_str());
            Trouble::at(k, format!("the memory has no field \"{name}\"")).hint(did_you_mean(name, names))
        })?;
        let field = schema.field(id);
        if !field.is_many() {
            return Ok(Holding { schema, id, owner: None, next: k + 1 });
        }
        let holder = need(line, k + 1, "whose it is")?;
        let owner = schema.holder(field, holder).ok_or_else(|| {
            let names = schema.holders(field).iter().map(String::as_str);
            Trouble::at(k + 1, format!("`{name}` has none for \"{holder}\"")).hint(did_you_mean(holder, names))
        })?;
        Ok(Holding { schema, id, owner: Some(owner), next: k + 2 })
    }

    fn number(&self, line: &Clause, k: usize) -> Result<i32, Trouble> {
        let word = need(line, k, "a value")?;
        self.schema.number_of(self.id, word).map_err(|why| Trouble::at(k, why))
    }

    /// `set FIELD VALUE`.
    pub(super) fn set(&self, memory: &mut Memory, line: &Clause) -> Result<(), Trouble> {
        let n = self.number(line, self.next)?;
        self.schema.set(memory, self.id, self.owner, n).map_err(|e| Trouble::at(self.next, e.to_string()))
    }

    /// `put FIELD A B`: into a bag one of each, into a list at its end.
    pub(super) fn put(&self, memory: &mut Memory, line: &Clause) -> Result<(), Trouble> {
        for k in self.next..line.words().len() {
            let wrong = |e: crate::script::MemoryError| Trouble::at(k, e.to_string());
            match &self.schema.field(self.id).shape {
                Shape::Bag { .. } => {
                    let class = self.schema.class(self.id, need(line, k, "a class")?).map_err(wrong)?;
                    self.schema.add(memory, self.id, self.owner, class, 1).map_err(wrong)?;
                }
                _ => {
                    let n = self.number(line, k)?;
                    self.schema.push(memory, self.id, self.owner, n).map_err(wrong)?;
                }
            }
        }
        Ok(())
    }

    /// What stands there, in the words in which the line says what should: a value, a list's values, `CLASS N` and
    /// `total N` of a bag.
    pub(super) fn found(&self, memory: &Memory, line: &Clause) -> Result<String, Trouble> {
        let (schema, id, owner) = (self.schema, self.id, self.owner);
        let wrong = |e: crate::script::MemoryError| Trouble::new(e.to_string());
        let shown = |n: i32| schema.word_of(id, n);
        match &schema.field(id).shape {
            Shape::One(_) => Ok(shown(schema.get(memory, id, owner).map_err(wrong)?)),
            Shape::List { .. } => {
                let len = schema.len(memory, id, owner).map_err(wrong)?;
                let value =
                    |index| Ok(schema.at(memory, id, owner, index).map_err(wrong)?.map_or_else(String::new, shown));
                let words = (0..len).map(value).collect::<Result<Vec<String>, Trouble>>()?;
                Ok(if words.is_empty() { "none".to_owned() } else { words.join(" ") })
            }
            Shape::Bag { .. } => {
                let class = need(line, self.next, "a class, or `total`,")?;
                let n = match class {
                    "total" => schema.total(memory, id, owner).map_err(wrong)?,
                    _ => {
                        let class = schema.class(id, class).map_err(wrong)?;
                        schema.count(memory, id, owner, class).map_err(wrong)?
                    }
                };
                Ok(format!("{class} {n}"))
            }
        }
    }
}
