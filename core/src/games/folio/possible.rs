//! Whether a state that was read from a file can be: a snapshot that somebody has edited is not played on.

use super::Folio;
use super::model::{Flags, MOST_FORMATIONS, Place, State};
use crate::kernel::{Fault, Game, Header, Offers};

fn ensure(holds: bool, why: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::new(why)) }
}

impl Folio {
    /// Looks for the first thing that cannot be after `n` orders of a match.
    pub(super) fn possible_state(&self, s: &State, n: u32, header: &Header) -> Result<(), Fault> {
        ensure(s.seed == header.seed && s.orders == n, "it is of another match or moment")?;
        let setup = self.setups.get(usize::from(s.setup));
        // a position of a lesson is of none
        let none = s.setup == u8::MAX;
        ensure(none || setup.is_some_and(|(name, _)| *name == header.setup.name), "it is of another set-up")?;
        ensure((1..=self.numbers.turns).contains(&s.turn) && s.active.index() < 2, "its turn cannot be")?;
        ensure(s.units.len() == self.army.count(), "it has other units than the order of battle")?;
        let on_map = |hex: crate::board::HexId| hex.index() < self.map.grid().count() && self.map.land().has(hex);
        for ((_, facts), unit) in self.army.all().zip(&s.units) {
            ensure(
                (1..=facts.steps).contains(&unit.steps) && unit.flags.without(Flags::ALL) == Flags::NONE,
                "a unit cannot be so",
            )?;
            ensure(unit.at.hex().is_none_or(on_map), "a unit is where no hex is")?;
            ensure(unit.flee <= 9 && (unit.flee == 0 || unit.at.hex().is_some()), "a unit retreats that is not there")?;
            ensure(!matches!(unit.at, Place::Track(t) if t > 40), "a unit is off the turn track")?;
        }
        ensure(s.memory.len() == self.rules.fresh_memory().len(), "it remembers what no pack of the match does")?;
        ensure(s.hand.is_none_or(|unit| unit.index() < s.units.len()), "a unit is moved that is not there")?;
        let fight = &s.fight;
        let hexes = [Some(fight.target), fight.advance.map(|(from, _)| from), fight.advance.map(|(_, to)| to)];
        let peace = fight.kind == super::flow::Kind::None;
        ensure(peace || hexes.iter().flatten().all(|hex| on_map(*hex)), "its fight is where no hex is")?;
        ensure(
            fight.die <= 6 && fight.column < self.table.columns() && fight.owed.iter().all(|n| *n <= 2),
            "its fight cannot be",
        )?;
        let groups = self.setup(s).groups.len();
        ensure(
            s.arrivals.len() == groups && s.arrivals.iter().all(|a| a.turn <= s.turn && a.entry.is_none_or(on_map)),
            "its arrivals cannot be",
        )?;
        let formations =
            s.columns.iter().all(|column| column.len() <= MOST_FORMATIONS && column.iter().all(|f| *f < 16));
        ensure(formations && s.through.iter().all(|(hex, _)| on_map(*hex)), "its columns cannot be")?;
        if s.ending.is_none() {
            let mut offers = Offers::new();
            self.offers(s, &mut offers)?;
            ensure(!offers.is_empty(), "nobody is asked anything")?;
        }
        Ok(())
    }
}
