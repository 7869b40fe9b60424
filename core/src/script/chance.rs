//! Seeded chance lent to scripts: `rng:roll(6)`, `rng:below(n)`, `rng:pick(list)`, `rng:shuffle(list)`.

use mlua::{UserData, UserDataMethods};

/// A source of numbers whose sequence is settled by its seed.
pub trait Draw {
    /// A number below `n`, all equally likely; `n` is at least 1.
    fn below(&mut self, n: u32) -> u32;
}

/// A handle on a [`Draw`] that scripts may use during one call.
#[derive(Clone, Debug)]
pub struct Chance<D>(pub D);

/// Splitmix64: a small seeded generator for bots and tests; a match brings its own dice.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The generator that starts from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Draw for SplitMix {
    fn below(&mut self, n: u32) -> u32 {
        loop {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let draw = u64::from((z >> 32) as u32 ^ z as u32) * u64::from(n);
            // Lemire: reject the few draws that would favour small numbers.
            if draw as u32 >= n.wrapping_neg() % n {
                return (draw >> 32) as u32;
            }
        }
    }
}

impl<D: Draw + 'static> UserData for Chance<D> {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method_mut("below", |_, rng, n: f64| Ok(rng.0.below(sides("below", n)?)));
        methods.add_method_mut("roll", |_, rng, n: f64| Ok(rng.0.below(sides("roll", n)?) + 1));
        methods.add_method_mut("pick", |_, rng, list: mlua::Table| match list.raw_len() {
            0 => Err(mlua::Error::runtime("rng:pick: the list is empty")),
            len => list.raw_get::<mlua::Value>(rng.0.below(sides("pick", len as f64)?) + 1),
        });
        // A shuffled copy: arguments are read-only.
        methods.add_method_mut("shuffle", |lua, rng, list: mlua::Table| {
            let len = sides("shuffle", (list.raw_len() as f64).max(1.0))? as usize;
            let mut items =
                (1..=len.min(list.raw_len())).map(|i| list.raw_get(i)).collect::<mlua::Result<Vec<mlua::Value>>>()?;
            for last in (1..items.len()).rev() {
                items.swap(last, rng.0.below(last as u32 + 1) as usize);
            }
            lua.create_sequence_from(items)
        });
    }
}

/// Checks a number of sides: a whole number from 1 to 65536.
fn sides(method: &str, n: f64) -> mlua::Result<u32> {
    if (1.0..=65536.0).contains(&n) && n.fract() == 0.0 {
        Ok(n as u32)
    } else {
        Err(mlua::Error::runtime(format!("rng:{method}: a whole number from 1 to 65536 is wanted, not {n}")))
    }
}
