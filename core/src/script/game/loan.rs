//! What a game lends its scripts for a step, chance and the log: each has one handle, made with the machine and dead
//! between the steps.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{AnyUserData, Lua, UserData};

use crate::script::Draw;

/// A place for a thing that is lent now and then.
pub(super) struct Loan<T>(Rc<RefCell<Option<T>>>);

/// A loan, and the handle that scripts have on it.
pub(super) struct Kept<T> {
    place: Loan<T>,
    handle: AnyUserData,
}

/// A thing under loan: it is dead to scripts when this is dropped.
pub(super) struct Lent<'l, T>(&'l Loan<T>);

impl<T> Kept<T> {
    /// A place in which nothing lies, with its handle in a machine.
    pub(super) fn new<H: UserData + 'static>(lua: &Lua, handle: impl FnOnce(Loan<T>) -> H) -> mlua::Result<Self> {
        let place = Loan(Rc::default());
        let handle = lua.create_userdata(handle(Loan(place.0.clone())))?;
        Ok(Kept { place, handle })
    }

    /// Lends a thing.
    #[must_use = "the loan ends when the guard is dropped"]
    pub(super) fn lend(&self, thing: T) -> Lent<'_, T> {
        self.place.0.replace(Some(thing));
        Lent(&self.place)
    }

    /// What scripts are given.
    pub(super) fn handle(&self) -> &AnyUserData {
        &self.handle
    }

    /// Looks at what is lent; nothing where nothing is.
    pub(super) fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.place.with(look)
    }
}

impl<T> Loan<T> {
    /// Looks at what is lent; nothing where nothing is.
    pub(super) fn with<R>(&self, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.0.borrow_mut().as_mut().map(look)
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        self.0.0.replace(None);
    }
}

impl<D: Draw> Draw for Loan<D> {
    fn is_lent(&self) -> bool {
        self.0.borrow().is_some()
    }
    fn below(&mut self, n: u32) -> u32 {
        self.with(|chance| chance.below(n)).unwrap_or(0)
    }
    fn roll(&mut self, sides: u32) -> u32 {
        self.with(|chance| chance.roll(sides)).unwrap_or(1)
    }
    fn stream(&mut self, name: Option<&str>, key: Option<u64>) -> bool {
        self.with(|chance| chance.stream(name, key)).unwrap_or(false)
    }
}
