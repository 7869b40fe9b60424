//! Seeded chance lent to scripts: `rng:roll(6)`, `rng:below(n)`, `rng:pick(list)`, `rng:shuffle(list)`,
//! and in games `rng:stream("arrivals", turn)`.

use mlua::{UserData, UserDataMethods};

use super::sandbox::charge;
use crate::kernel::{Dice, Rng};

/// A source of numbers whose sequence is settled by its seed.
pub trait Draw {
    /// Whether scripts may draw now: a handle that is made once is dead between calls.
    fn is_lent(&self) -> bool {
        true
    }
    /// A number below `n`, all equally likely; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
    /// A die of so many sides, from 1.
    fn roll(&mut self, sides: u32) -> u32 {
        self.below(sides) + 1
    }
    /// Goes on with the stream of that name and key, or with the order's own; false where there is one stream only.
    fn stream(&mut self, _: Option<&str>, _: Option<u64>) -> bool {
        false
    }
}

/// A handle on a [`Draw`] that scripts may use during one call.
#[derive(Clone, Debug)]
pub struct Chance<D>(pub D);

impl Draw for Dice {
    fn below(&mut self, n: u32) -> u32 {
        Self::below(self, n)
    }
}

impl Draw for Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.u32(..n)
    }
}

impl<D: Draw> Chance<D> {
    fn lent(&mut self) -> mlua::Result<&mut D> {
        if self.0.is_lent() { Ok(&mut self.0) } else { Err(mlua::Error::UserDataDestructed) }
    }
}

impl<D: Draw + 'static> UserData for Chance<D> {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method_mut("below", |_, rng, n: f64| Ok(rng.lent()?.below(sides("below", n)?)));
        methods.add_method_mut("roll", |_, rng, n: f64| Ok(rng.lent()?.roll(sides("roll", n)?)));
        methods.add_method_mut("pick", |_, rng, list: mlua::Table| match list.raw_len() {
            0 => Err(mlua::Error::runtime("rng:pick: the list is empty")),
            len => list.raw_get::<mlua::Value>(rng.lent()?.below(sides("pick", len as f64)?) + 1),
        });
        methods.add_method_mut("stream", |_, rng, (name, key): (Option<String>, Option<f64>)| {
            let key = match key {
                Some(key) if (0.0..9e15).contains(&key) && key.fract() == 0.0 => Some(key as u64),
                Some(key) => return Err(mlua::Error::runtime(format!("rng:stream: {key} is no whole number from 0"))),
                None => None,
            };
            if name.as_ref().is_some_and(|name| name.len() > MOST_NAME) {
                return Err(mlua::Error::runtime(format!("rng:stream: a name has at most {MOST_NAME} bytes")));
            }
            match rng.lent()?.stream(name.as_deref(), key) {
                true => Ok(()),
                false => Err(mlua::Error::runtime("rng:stream: this chance has one stream only")),
            }
        });
        // A shuffled copy: arguments are read-only.
        methods.add_method_mut("shuffle", |lua, rng, list: mlua::Table| {
            let len = sides("shuffle", (list.raw_len() as f64).max(1.0))? as usize;
            charge(lua, len as u64)?;
            let chance = rng.lent()?;
            let mut items =
                (1..=len.min(list.raw_len())).map(|i| list.raw_get(i)).collect::<mlua::Result<Vec<mlua::Value>>>()?;
            for last in (1..items.len()).rev() {
                items.swap(last, chance.below(last as u32 + 1) as usize);
            }
            lua.create_sequence_from(items)
        });
    }
}

/// Most bytes of a stream's name.
const MOST_NAME: usize = 64;

/// Checks a number of sides: a whole number from 1 to 65536.
fn sides(method: &str, n: f64) -> mlua::Result<u32> {
    if (1.0..=65536.0).contains(&n) && n.fract() == 0.0 {
        Ok(n as u32)
    } else {
        Err(mlua::Error::runtime(format!("rng:{method}: a whole number from 1 to 65536 is wanted, not {n}")))
    }
}
