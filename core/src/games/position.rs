//! A position of a pack on the table: the set-up lines of a case, told with the pack where they are wrong.

use crate::kernel::Fault;
use crate::pack::Pack;
use crate::pack::case::{Case, CaseGame, Clause, Trouble};

/// Sets up the lines of a case of a pack, without the steps after them.
///
/// # Errors
/// The line that is wrong, with the reason.
pub(super) fn lay_out(position: &mut dyn CaseGame, pack: &Pack, case: &Case) -> Result<(), Fault> {
    let told = |what: String, trouble: Trouble| Fault {
        pack: pack.id().to_owned(),
        ..Fault::new(trouble.within(&what).told())
    };
    let of_line = |line: &Clause| format!("position \"{}\", {}", case.name, line.text());
    for line in &case.position {
        position.set(line).map_err(|trouble| told(of_line(line), trouble))?;
    }
    position.begin().map_err(|trouble| told(format!("position \"{}\"", case.name), trouble))
}
