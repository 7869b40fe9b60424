//! The combat results table, read from `combat.toml`.

use crate::pack::toml_doc::{Table, Value, read_layers};
use crate::pack::{Diagnostics, Source};

/// What befalls a side. (7.5)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harm {
    /// Nothing.
    Ne,
    /// Each side loses a step.
    Ex,
    /// Attackers lose a step and retreat.
    Ax,
    /// Attackers retreat.
    Ar,
    /// Defenders retreat.
    Dr,
    /// Defenders lose a step and retreat.
    Dx,
}

/// Who rolls against morale before it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// Nobody: it happens.
    None,
    /// Each attacker: who fails retreats, the others suffer what stands in brackets.
    Ac,
    /// Each defender, in the same way.
    Dc,
    /// Each defender: who fails routs.
    Dm,
}

/// A cell of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Who checks.
    pub check: Check,
    /// What happens, or happens to those who pass.
    pub harm: Harm,
}

/// The tags of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The defender's fire tells.
    pub fire: bool,
    /// Leaders are in danger.
    pub leader: bool,
    /// The attackers run out of ammunition.
    pub ammo: bool,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CombatTable {
    least: Vec<i8>,
    rows: Vec<Vec<Cell>>,
    leader_rows: u8,
    ammo_rows: u8,
    fire: [Vec<(u8, u8)>; 2],
}

const HARMS: [(&str, Harm); 6] =
    [("NE", Harm::Ne), ("Ex", Harm::Ex), ("Ax", Harm::Ax), ("Ar", Harm::Ar), ("Dr", Harm::Dr), ("Dx", Harm::Dx)];

impl Cell {
    fn parse(text: &str) -> Option<Cell> {
        let harm = |word: &str| HARMS.iter().find(|(known, _)| *known == word).map(|(_, harm)| *harm);
        let Some((check, rest)) = text.split_once('(') else {
            return Some(Cell { check: Check::None, harm: harm(text)? });
        };
        let check = match check {
            "Ac" => Check::Ac,
            "Dc" => Check::Dc,
            "Dm" => Check::Dm,
            _ => return None,
        };
        Some(Cell { check, harm: harm(rest.strip_suffix(')')?)? })
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let harm = HARMS.iter().find(|(_, harm)| *harm == self.harm).map_or("?", |(word, _)| *word);
        match self.check {
            Check::None => f.write_str(harm),
            Check::Ac => write!(f, "Ac({harm})"),
            Check::Dc => write!(f, "Dc({harm})"),
            Check::Dm => write!(f, "Dm({harm})"),
        }
    }
}

impl std::fmt::Display for Tags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tags = [(self.fire, " DF"), (self.leader, " Leader"), (self.ammo, " Ammo")];
        tags.iter().filter(|(there, _)| *there).try_for_each(|(_, tag)| f.write_str(tag))
    }
}

impl CombatTable {
    /// Reads the table, packs' files laid over it, below to above.
    ///
    /// # Errors
    /// All that is wrong with the files.
    pub fn load(layers: &[Source]) -> Result<CombatTable, Diagnostics> {
        read_layers(layers, read)
    }

    /// The column of a differential, from 0; a shift moves it within the table.
    #[must_use]
    pub fn column(&self, differential: i16, shift: i8) -> u8 {
        let column = self.least.iter().rposition(|least| differential >= i16::from(*least)).unwrap_or(0);
        (column as i16 + i16::from(shift)).clamp(0, self.least.len() as i16 - 1) as u8
    }

    /// How a column is headed: `+2,+3`.
    #[must_use]
    pub fn heading(&self, column: u8) -> String {
        let sign = |n: i16| if n > 0 { format!("+{n}") } else { n.to_string() };
        let k = usize::from(column).min(self.least.len() - 1);
        let (least, next) = (i16::from(self.least[k]), self.least.get(k + 1).map(|next| i16::from(*next) - 1));
        match next {
            Some(_) if k == 0 => format!("{} or less", sign(least)),
            Some(most) if most > least => format!("{},{}", sign(least), sign(most)),
            Some(_) => sign(least),
            None => format!("{} or more", sign(least)),
        }
    }

    /// The columns.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.least.len() as u8
    }

    /// The cell of a die and a column, with its tags; `diagonal` is the reading of the uncertain ones.
    #[must_use]
    pub fn cell(&self, die: u8, column: u8, diagonal: bool) -> (Cell, Tags) {
        let (row, column) = (die.clamp(1, 6), column.min(self.columns() - 1));
        let cell = self.rows[usize::from(row - 1)][usize::from(column)];
        let tags = Tags {
            fire: self.fire[usize::from(!diagonal)].contains(&(row, column + 1)),
            leader: self.leader_rows & (1 << row) != 0,
            ammo: self.ammo_rows & (1 << row) != 0,
        };
        (cell, tags)
    }
}

fn read(top: &Table<'_>) -> Option<CombatTable> {
    let columns = top.need("columns")?;
    let mut least = Vec::new();
    for name in columns.texts()? {
        match name.text.trim_start_matches('+').parse::<i8>() {
            Ok(n) if least.last().is_none_or(|before| *before < n) => least.push(n),
            _ => top.reader().error(&name.at, "columns are whole numbers that grow, such as \"-5\" or \"+2\""),
        }
    }
    // the first column holds all that is less
    let rows_value = top.need("rows")?;
    let mut rows = Vec::new();
    for row in rows_value.list()? {
        let mut cells = Vec::new();
        for name in row.texts()? {
            match Cell::parse(name.text) {
                Some(cell) => cells.push(cell),
                None => {
                    top.reader().error(&name.at, format!("\"{}\" is no result such as Dr, Ac(Ex) or Dm(Dx)", name.text))
                }
            }
        }
        if cells.len() != least.len() {
            row.error(format!("a row has {} results, one a column", least.len()));
            return None;
        }
        rows.push(cells);
    }
    if rows.len() != 6 || least.is_empty() {
        rows_value.error("the table has six rows, one for each side of a die, and a column or more");
        return None;
    }
    let bits = |key: &'static str| {
        let list = top.get(key).and_then(|v| v.list()).unwrap_or_default();
        list.iter().filter_map(|v| v.number(1, 6)).fold(0u8, |bits, row: i32| bits | 1 << row)
    };
    let cells = |key: &'static str| -> Vec<(u8, u8)> {
        let texts = top.get(key).map_or_else(Vec::new, |v: Value<'_>| v.texts().unwrap_or_default());
        let cell = |name: &crate::pack::toml_doc::Name<'_>| {
            let read = name.text.split_once('/').and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
            let read = read.filter(|(r, c)| (1..=6u8).contains(r) && *c >= 1 && usize::from(*c) <= least.len());
            if read.is_none() {
                top.reader().error(&name.at, "a cell is its row and column, as in \"1/2\"");
            }
            read
        };
        texts.iter().filter_map(cell).collect()
    };
    let table = CombatTable {
        leader_rows: bits("leader_rows"),
        ammo_rows: bits("ammo_rows"),
        fire: [cells("df_diagonal"), cells("df_column")],
        least,
        rows,
    };
    top.done();
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::builtin;

    fn printed() -> CombatTable {
        let text = builtin::text("data/folio/combat.toml").unwrap();
        CombatTable::load(&[Source::new("combat.toml", text)]).unwrap_or_else(|found| panic!("{found}"))
    }

    /// The table as it is printed, cell by cell, with its tags.
    const CELLS: [[&str; 9]; 6] = [
        ["Ax DF", "Ax DF", "Ax", "Ar", "Ac(NE)", "Dc(Ex)", "Dr", "Dr", "Dx"],
        ["Ax DF", "Ax", "Ar", "Ar", "Dc(Ex)", "Dc(Ex)", "Dr", "Dx", "Dm(Dr)"],
        ["Ax", "Ar", "Ar", "Ac(Ex)", "Dc(Ex)", "Dr", "Dx", "Dm(Dr)", "Dm(Dr)"],
        [
            "Ar Leader",
            "Ar Leader",
            "Ac(Ex) Leader",
            "Dc(Ex) Leader",
            "Dr Leader",
            "Dr Leader",
            "Dm(Dr) Leader",
            "Dm(Dr) Leader",
            "Dm(Dx) Leader",
        ],
        [
            "Ar Ammo",
            "Ac(NE) Ammo",
            "Dc(NE) Ammo",
            "Dr Ammo",
            "Dr Ammo",
            "Dm(Dr) Ammo",
            "Dm(Dr) Ammo",
            "Dm(Dx) Ammo",
            "Dm(Dx) Ammo",
        ],
        [
            "Ar Ammo",
            "Dc(NE) Ammo",
            "Dc(Dr) Ammo",
            "Dr Ammo",
            "Dm(Dr) Ammo",
            "Dm(Dr) Ammo",
            "Dm(Dx) Ammo",
            "Dm(Dx) Ammo",
            "Dm(Dx) Ammo",
        ],
    ];

    #[test]
    fn every_cell_is_as_printed() {
        let table = printed();
        for (row, cells) in CELLS.iter().enumerate() {
            for (column, wanted) in cells.iter().enumerate() {
                let (cell, tags) = table.cell(row as u8 + 1, column as u8, true);
                assert_eq!(format!("{cell}{tags}"), *wanted, "die {}, column {column}", row + 1);
            }
        }
        // the other reading of the uncertain tags: down the first column
        let fire = |die, column| table.cell(die, column, false).1.fire;
        assert!(fire(1, 0) && fire(2, 0) && fire(3, 0) && !fire(1, 1));
    }

    #[test]
    fn differentials_find_their_columns() {
        let table = printed();
        let columns: Vec<u8> = (-7..=12).map(|differential| table.column(differential, 0)).collect();
        assert_eq!(columns, [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 8]);
        assert_eq!((table.column(12, 1), table.column(0, 1)), (8, 4));
        let headings: Vec<String> = (0..9).map(|column| table.heading(column)).collect();
        assert_eq!(headings[0], "-5 or less");
        assert_eq!(headings[1..], ["-4,-3", "-2,-1", "0,+1", "+2,+3", "+4,+5", "+6,+7", "+8,+9", "+10 or more"]);
    }

    #[test]
    fn a_wrong_table_is_told_at_its_place() {
        let text = "columns = [\"-5\", \"0\", \"0\"]\nrows = [[\"Ax\", \"Dq\"]]\n";
        let found = CombatTable::load(&[Source::new("c.toml", text)]).unwrap_err();
        let lines: Vec<String> = found.iter().map(|d| format!("{}:{} {}", d.line, d.column, d.message)).collect();
        assert_eq!(lines[0], "1:23 columns are whole numbers that grow, such as \"-5\" or \"+2\"");
        assert_eq!(lines[1], "2:9 a row has 2 results, one a column");
        assert!(lines[2].starts_with("2:16 \"Dq\" is no result"), "{lines:?}");
    }
}
