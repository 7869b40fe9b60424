//! The games of the window: those that it was opened with, or the same with a pack more.

use std::ops::Deref;
use std::rc::Rc;

use bormida_core::games::Catalogue;

/// The games.
#[derive(Clone)]
pub(super) enum Shelf<'a> {
    /// Those that the window was opened with.
    Given(&'a Catalogue),
    /// Those with packs that have come since.
    Own(Rc<Catalogue>),
}

impl Deref for Shelf<'_> {
    type Target = Catalogue;

    fn deref(&self) -> &Catalogue {
        match self {
            Shelf::Given(catalogue) => catalogue,
            Shelf::Own(catalogue) => catalogue,
        }
    }
}
