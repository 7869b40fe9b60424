//! What a script remembers, as bytes: typed reading and writing with range checks.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::chance::Draw;
use super::schema::{Domain, Field, FieldId, Schema, Shape};
use crate::kernel::{CanonicalBytes, Seat};

/// One flat buffer, laid out by a [`Schema`]; equal contents have equal bytes.
///
/// A stored one is to pass [`Schema::check`] before it is used.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Memory(Box<[u8]>);

/// A read or write that the schema does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// A field that each seat has was named without a seat, or the other way round.
    #[error("`{field}`: {}", if *.per_seat { "each seat has its own: name the seat" } else { "no seat has its own" })]
    Owner {
        /// Name of the field.
        field: String,
        /// Whether each seat has one.
        per_seat: bool,
    },
    /// Another operation than the field's shape has.
    #[error("`{0}` is not {1}")]
    Shape(String, &'static str),
    /// A value outside the declared range.
    #[error("`{field}`: {n} is not from {lo} to {hi}")]
    Range {
        /// Name of the field.
        field: String,
        /// The value.
        n: i32,
        /// Smallest.
        lo: i32,
        /// Largest.
        hi: i32,
    },
    /// No room, or nothing there to take.
    #[error("`{0}`: {1}")]
    Room(String, String),
    /// Bytes that no memory of this schema has.
    #[error("stored memory: {0}")]
    Stored(String),
}

type Result<T> = std::result::Result<T, MemoryError>;

impl Memory {
    /// A memory that was stored as bytes; [`Schema::check`] says whether it is sound.
    pub(super) fn of(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    pub(super) fn zeroed(bytes: usize) -> Self {
        Self(vec![0; bytes].into_boxed_slice())
    }

    /// The canonical bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Little-endian; a buffer of another schema may be too short, and then reads as blank.
    fn number(&self, at: usize, width: usize) -> u32 {
        let bytes = self.0.get(at..at + width).unwrap_or_default();
        bytes.iter().rev().fold(0, |n, byte| n << 8 | u32::from(*byte))
    }

    fn write(&mut self, at: usize, width: usize, n: u32) {
        if let Some(slot) = self.0.get_mut(at..at + width) {
            slot.copy_from_slice(&n.to_le_bytes()[..width]);
        }
    }

    /// Becomes the same as another, in its place where it can.
    pub(super) fn copy(&mut self, other: &Memory) {
        match self.0.len() == other.0.len() {
            true => self.0.copy_from_slice(&other.0),
            false => *self = other.clone(),
        }
    }

    pub(super) fn blank(&mut self, at: usize, bytes: usize) {
        if let Some(slots) = self.0.get_mut(at..at + bytes) {
            slots.fill(0);
        }
    }
}

impl CanonicalBytes for Memory {
    fn canonical(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
}

impl Serialize for Memory {
    /// As hexadecimal digits.
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        to.serialize_str(&digits)
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        let digits = String::deserialize(from)?;
        let pairs = digits.as_bytes().chunks(2).map(|pair| match pair {
            [a, b] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                let nibble = |digit: u8| char::from(digit).to_digit(16).unwrap_or(0) as u8;
                Ok(nibble(*a) << 4 | nibble(*b))
            }
            _ => Err(de::Error::custom("a memory is an even number of hexadecimal digits")),
        });
        Ok(Self(pairs.collect::<std::result::Result<_, _>>()?))
    }
}

impl Schema {
    /// The number in a field of one value.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn get(&self, memory: &Memory, id: FieldId, owner: Option<Seat>) -> Result<i32> {
        let (field, at) = self.place(id, owner)?;
        let domain = one(field)?;
        Ok(read(memory, at, domain))
    }

    /// Tells which copies of a field of one value have this number, in the order of its holders.
    ///
    /// # Errors
    /// Another shape.
    pub(super) fn holding(&self, memory: &Memory, id: FieldId, n: i32, mut tell: impl FnMut(usize)) -> Result<()> {
        let field = self.field(id);
        let (lo, width) = (one(field)?.lo, one(field)?.width());
        let copies = memory.0.get(field.offset..field.offset + width * self.copies(field)).unwrap_or_default();
        let wanted = &n.abs_diff(lo).to_le_bytes()[..width];
        match wanted {
            // small values by the hundred: looked at as bytes
            [wanted] => copies.iter().enumerate().filter(|(_, byte)| *byte == wanted).for_each(|(at, _)| tell(at)),
            _ => {
                let slots = copies.chunks_exact(width).enumerate();
                slots.filter(|(_, slot)| *slot == wanted).for_each(|(at, _)| tell(at));
            }
        }
        Ok(())
    }

    /// Sets the number in a field of one value.
    ///
    /// # Errors
    /// As [`Schema::get`], and numbers out of range.
    pub fn set(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, n: i32) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        let domain = one(field)?;
        write(memory, at, field, domain, n)
    }

    /// How many values a list has.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn len(&self, memory: &Memory, id: FieldId, owner: Option<Seat>) -> Result<usize> {
        let (field, at) = self.place(id, owner)?;
        let (_, max) = list(field)?;
        Ok(length(memory, at, max))
    }

    /// The value at `index` of a list, from 0; nothing past its end.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn at(&self, memory: &Memory, id: FieldId, owner: Option<Seat>, index: usize) -> Result<Option<i32>> {
        let (field, at) = self.place(id, owner)?;
        let (domain, max) = list(field)?;
        let len = length(memory, at, max);
        Ok((index < len).then(|| read(memory, at + 2 + index * domain.width(), domain)))
    }

    /// Replaces the value at `index` of a list.
    ///
    /// # Errors
    /// As [`Schema::at`], indices past the end, and numbers out of range.
    pub fn put(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, index: usize, n: i32) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        let (domain, max) = list(field)?;
        if index >= length(memory, at, max) {
            return Err(MemoryError::Room(field.name.clone(), format!("it has no value {}", index + 1)));
        }
        write(memory, at + 2 + index * domain.width(), field, domain, n)
    }

    /// Adds a value at the end of a list.
    ///
    /// # Errors
    /// Another shape, a full list, numbers out of range.
    pub fn push(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, n: i32) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        let (domain, max) = list(field)?;
        let len = length(memory, at, max);
        if len >= usize::from(max) {
            return Err(MemoryError::Room(field.name.clone(), format!("it is full with {max}")));
        }
        write(memory, at + 2 + len * domain.width(), field, domain, n)?;
        memory.write(at, 2, len as u32 + 1);
        Ok(())
    }

    /// Takes the value at `index` out of a list; later ones move up.
    ///
    /// # Errors
    /// Another shape, indices past the end.
    pub fn remove(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, index: usize) -> Result<i32> {
        let (field, at) = self.place(id, owner)?;
        let (domain, max) = list(field)?;
        let (len, width) = (length(memory, at, max), domain.width());
        if index >= len {
            return Err(MemoryError::Room(field.name.clone(), format!("it has no value {}", index + 1)));
        }
        let start = at + 2;
        let taken = read(memory, start + index * width, domain);
        for later in index + 1..len {
            let n = memory.number(start + later * width, width);
            memory.write(start + (later - 1) * width, width, n);
        }
        memory.blank(start + (len - 1) * width, width); // equal lists have equal bytes
        memory.write(at, 2, len as u32 - 1);
        Ok(taken)
    }

    /// Puts the values of a list into an order that chance settles.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn shuffle(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, rng: &mut dyn Draw) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        let (domain, max) = list(field)?;
        let width = domain.width();
        for last in (1..length(memory, at, max)).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            let (last, other) = (at + 2 + last * width, at + 2 + other * width);
            let (a, b) = (memory.number(last, width), memory.number(other, width));
            memory.write(last, width, b);
            memory.write(other, width, a);
        }
        Ok(())
    }

    /// Empties a list or a bag.
    ///
    /// # Errors
    /// A field of one value; a seat missing or too many.
    pub fn clear(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        if matches!(field.shape, Shape::One(_)) {
            return Err(MemoryError::Shape(field.name.clone(), "a list or a bag"));
        }
        memory.blank(at, field.size);
        Ok(())
    }

    /// The number of a bag's class.
    ///
    /// # Errors
    /// Another shape, unknown classes.
    pub fn class(&self, id: FieldId, name: &str) -> Result<usize> {
        let field = self.field(id);
        let (classes, _) = bag(field)?;
        classes.iter().position(|other| other == name).ok_or_else(|| {
            MemoryError::Room(field.name.clone(), format!("`{name}` is none of its classes ({})", classes.join(", ")))
        })
    }

    /// How many of a class are in a bag.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn count(&self, memory: &Memory, id: FieldId, owner: Option<Seat>, class: usize) -> Result<u16> {
        let (field, at) = self.place(id, owner)?;
        let (classes, _) = bag(field)?;
        Ok(if class < classes.len() { memory.number(at + 2 + 2 * class, 2) as u16 } else { 0 })
    }

    /// How many are in a bag; public even where the classes are not.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn total(&self, memory: &Memory, id: FieldId, owner: Option<Seat>) -> Result<u16> {
        let (field, at) = self.place(id, owner)?;
        bag(field)?;
        Ok(memory.number(at, 2) as u16)
    }

    /// Adds `n` of a class to a bag.
    ///
    /// # Errors
    /// Another shape, a full bag, unknown classes.
    pub fn add(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, class: usize, n: u16) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        let (classes, max) = bag(field)?;
        let total = memory.number(at, 2) + u32::from(n);
        if total > u32::from(max) || class >= classes.len() {
            return Err(MemoryError::Room(field.name.clone(), format!("it holds {max}, not {total}")));
        }
        self.add_unseen(memory, at, class, n);
        Ok(())
    }

    /// Adds to the bag at byte `at`, however full: a view's cup also counts what is drawn from it unseen.
    pub(super) fn add_unseen(&self, memory: &mut Memory, at: usize, class: usize, n: u16) {
        for slot in [at, at + 2 + 2 * class] {
            memory.write(slot, 2, memory.number(slot, 2) + u32::from(n));
        }
    }

    /// Takes `n` of a class out of a bag.
    ///
    /// # Errors
    /// Another shape, fewer than `n` there.
    pub fn take(&self, memory: &mut Memory, id: FieldId, owner: Option<Seat>, class: usize, n: u16) -> Result<()> {
        let (field, at) = self.place(id, owner)?;
        bag(field)?;
        let there = self.count(memory, id, owner, class)?;
        if n > there {
            return Err(MemoryError::Room(field.name.clone(), format!("{n} cannot be taken, there are {there}")));
        }
        memory.write(at + 2 + 2 * class, 2, u32::from(there - n));
        memory.write(at, 2, memory.number(at, 2) - u32::from(n));
        Ok(())
    }

    /// Draws one piece from a bag, all equally likely; nothing from an empty one.
    ///
    /// # Errors
    /// Another shape; a seat missing or too many.
    pub fn draw(
        &self,
        memory: &mut Memory,
        id: FieldId,
        owner: Option<Seat>,
        rng: &mut dyn Draw,
    ) -> Result<Option<usize>> {
        let (field, _) = self.place(id, owner)?;
        let (classes, _) = bag(field)?;
        let mut counts = Vec::with_capacity(classes.len());
        for class in 0..classes.len() {
            counts.push(self.count(memory, id, owner, class)?);
        }
        let all: u32 = counts.iter().map(|count| u32::from(*count)).sum();
        if all == 0 {
            return Ok(None);
        }
        let mut left = rng.below(all);
        for (class, count) in counts.into_iter().enumerate() {
            if left < u32::from(count) {
                self.take(memory, id, owner, class, 1)?;
                return Ok(Some(class));
            }
            left -= u32::from(count);
        }
        Ok(None)
    }

    /// Says whether stored bytes are a memory of this schema: length, ranges, totals, blank tails.
    ///
    /// # Errors
    /// Which field is wrong.
    pub fn check(&self, memory: &Memory) -> Result<()> {
        if memory.0.len() != self.bytes() {
            return Err(MemoryError::Stored(format!("{} bytes, not {}", memory.0.len(), self.bytes())));
        }
        for field in &self.fields {
            let (from, copies) = (field.offset, self.copies(field));
            let sound = match &field.shape {
                // small values by the hundred: looked at as bytes
                Shape::One(domain) if domain.width() == 1 => {
                    let most = memory.0[from..from + copies].iter().copied().max().unwrap_or(0);
                    u32::from(most) <= domain.hi.abs_diff(domain.lo)
                }
                _ => (0..copies).all(|copy| sound(memory, from + copy * field.size, field)),
            };
            if !sound {
                return Err(MemoryError::Stored(format!("field `{}` holds what it cannot", field.name)));
            }
        }
        Ok(())
    }

    /// A field and the first byte of the copy that `owner` has.
    pub(super) fn place(&self, id: FieldId, owner: Option<Seat>) -> Result<(&Field, usize)> {
        let field = self.field(id);
        let copy = match owner {
            None if !field.is_many() => 0,
            Some(seat) if field.is_many() && seat.index() < self.copies(field) => seat.index(),
            _ => return Err(MemoryError::Owner { field: field.name.clone(), per_seat: field.is_many() }),
        };
        Ok((field, field.offset + copy * field.size))
    }
}

fn one(field: &Field) -> Result<&Domain> {
    match &field.shape {
        Shape::One(domain) => Ok(domain),
        _ => Err(MemoryError::Shape(field.name.clone(), "a single value")),
    }
}

fn list(field: &Field) -> Result<(&Domain, u16)> {
    match &field.shape {
        Shape::List { of, max } => Ok((of, *max)),
        _ => Err(MemoryError::Shape(field.name.clone(), "a list")),
    }
}

/// Length of the list at byte `at`, never over its capacity.
fn length(memory: &Memory, at: usize, max: u16) -> usize {
    memory.number(at, 2).min(u32::from(max)) as usize
}

fn bag(field: &Field) -> Result<(&[String], u16)> {
    match &field.shape {
        Shape::Bag { classes, max } => Ok((classes, *max)),
        _ => Err(MemoryError::Shape(field.name.clone(), "a bag")),
    }
}

/// Slots are stored as their distance from the smallest value.
fn read(memory: &Memory, at: usize, domain: &Domain) -> i32 {
    domain.lo.wrapping_add_unsigned(memory.number(at, domain.width()))
}

fn write(memory: &mut Memory, at: usize, field: &Field, domain: &Domain, n: i32) -> Result<()> {
    if n < domain.lo || n > domain.hi {
        return Err(MemoryError::Range { field: field.name.clone(), n, lo: domain.lo, hi: domain.hi });
    }
    memory.write(at, domain.width(), n.abs_diff(domain.lo));
    Ok(())
}

fn sound(memory: &Memory, at: usize, field: &Field) -> bool {
    let in_domain = |at: usize, of: &Domain| memory.number(at, of.width()) <= of.hi.abs_diff(of.lo);
    match &field.shape {
        Shape::One(domain) => in_domain(at, domain),
        Shape::List { of, max } => {
            let len = memory.number(at, 2) as usize;
            let tail = at + 2 + len * of.width();
            len <= usize::from(*max)
                && (0..len).all(|i| in_domain(at + 2 + i * of.width(), of))
                && memory.0[tail..at + field.size].iter().all(|byte| *byte == 0)
        }
        Shape::Bag { classes, max } => {
            let counted: u32 = (0..classes.len()).map(|class| memory.number(at + 2 + 2 * class, 2)).sum();
            counted == memory.number(at, 2) && counted <= u32::from(*max)
        }
    }
}
