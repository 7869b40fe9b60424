//! Fuel: a count per call, one budget per whole operation, and the alarm that guards the program.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::error::{Kind, ScriptError};
use crate::kernel::Console;

/// A flag that another thread raises when an operation takes too long on this machine.
///
/// It guards the program only: nothing in a match may depend on it. [`super::Watch`] raises it for one operation.
#[derive(Clone, Debug, Default)]
pub struct Alarm(Arc<Bell>);

#[derive(Debug, Default)]
pub(super) struct Bell {
    raised: AtomicBool,
    /// Operations begun and ended so far: odd while one is under way.
    turns: AtomicU64,
    /// The turn whose operation took too long; 0 for none.
    late: AtomicU64,
}

impl Alarm {
    /// Makes every running and later call end as [`Kind::TooSlow`] until the alarm is cleared.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
    }

    /// Lets calls run again.
    pub fn clear(&self) {
        self.0.raised.store(false, Ordering::Relaxed);
    }

    /// Whether the alarm is raised for what is running.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        let turn = self.0.turns.load(Ordering::Relaxed);
        self.0.raised.load(Ordering::Relaxed) || (turn % 2 == 1 && self.0.late.load(Ordering::Relaxed) == turn)
    }

    pub(super) fn bell(&self) -> &Arc<Bell> {
        &self.0
    }

    fn turn(&self) {
        self.0.turns.fetch_add(1, Ordering::Relaxed);
    }
}

impl Bell {
    /// The operation that is under way, by a number that no other one has.
    pub(super) fn under_way(&self) -> Option<u64> {
        let turn = self.turns.load(Ordering::Relaxed);
        (turn % 2 == 1).then_some(turn)
    }

    /// Ends that operation, and no later one.
    pub(super) fn ring_for(&self, operation: u64) {
        self.late.store(operation, Ordering::Relaxed);
    }
}

/// The fuel of whole operations (all offers of a position, one order played), shared by the sandboxes of one game.
#[derive(Clone, Debug)]
pub struct Meter(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    limit: u64,
    used: Cell<u64>,
    /// Spent in all operations that are over.
    before: Cell<u64>,
    nested: Cell<u32>,
    /// The greatest share of a budget that was spent, in thousandths.
    strain: Cell<u16>,
    alarm: Alarm,
    /// Where its scripts print to, in an all-seeing match.
    console: RefCell<Option<Console>>,
}

/// Keeps one operation open; the outermost one starts with a full budget.
#[derive(Debug)]
pub struct Operation(Meter);

impl Meter {
    /// A meter that grants `limit` interrupts to each operation.
    #[must_use]
    pub fn new(limit: u64, alarm: Alarm) -> Self {
        let (used, before, nested, strain) = (Cell::new(0), Cell::new(0), Cell::new(0), Cell::new(0));
        let console = RefCell::new(None);
        Self(Rc::new(Shared { limit, used, before, nested, strain, alarm, console }))
    }

    /// Opens an operation; inside an open one, joins it. A call outside any operation is an operation by itself.
    #[must_use = "the operation ends when the guard is dropped"]
    pub fn operation(&self) -> Operation {
        let shared = &self.0;
        if shared.nested.get() == 0 {
            shared.used.set(0);
            shared.alarm.turn();
        }
        shared.nested.set(shared.nested.get() + 1);
        Operation(self.clone())
    }

    /// Interrupts spent in the operation that is open, or in the last one.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.0.used.get()
    }

    /// Interrupts spent since it was made, in all operations.
    #[must_use]
    pub fn total(&self) -> u64 {
        let open = if self.is_idle() { 0 } else { self.0.used.get() };
        self.0.before.get().saturating_add(open)
    }

    /// The greatest share of its budget that a call or an operation has spent since this was last asked, in thousandths.
    #[must_use]
    pub fn strain(&self) -> u16 {
        self.0.strain.take()
    }

    /// Notes what a call or an operation has spent of its budget.
    pub(super) fn strained(&self, used: u64, limit: u64) {
        let share = (used.saturating_mul(1000) / limit.max(1)).min(1000) as u16;
        self.0.strain.set(self.0.strain.get().max(share));
    }

    /// The alarm that all calls of this meter look at.
    #[must_use]
    pub fn alarm(&self) -> &Alarm {
        &self.0.alarm
    }
}

impl Meter {
    /// Lets its scripts print to a console.
    pub(super) fn print_to(&self, console: &Console) {
        self.0.console.replace(Some(console.clone()));
    }

    /// A line that a script printed; without a console nobody reads it.
    pub(super) fn printed(&self, pack: &str, line: &str) {
        if let Some(console) = &*self.0.console.borrow() {
            console.print(pack, line);
        }
    }

    /// Where its scripts print to.
    pub(super) fn console(&self) -> Option<Console> {
        self.0.console.borrow().clone()
    }

    /// Whether somebody reads what its scripts print.
    pub(super) fn is_read(&self) -> bool {
        self.0.console.borrow().is_some()
    }

    /// Whether no operation is under way.
    pub(super) fn is_idle(&self) -> bool {
        self.0.nested.get() == 0
    }
}

impl Default for Meter {
    /// Ten calls' worth of default fuel an operation, and an alarm that nobody raises.
    fn default() -> Self {
        Self::new(2_000_000, Alarm::default())
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        let shared = &self.0.0;
        shared.nested.set(shared.nested.get().saturating_sub(1));
        if shared.nested.get() == 0 {
            self.0.strained(shared.used.get(), shared.limit);
            shared.before.set(shared.before.get().saturating_add(shared.used.get()));
            shared.alarm.turn();
        }
    }
}

/// The fuel of one virtual machine, and why its running call must end.
#[derive(Debug)]
pub(super) struct Gauge {
    used: Cell<u64>,
    limit: u64,
    meter: Meter,
    tripped: Cell<bool>,
    trip: RefCell<Option<Trip>>,
}

/// Why a call must end; once set, every interrupt raises it, so that no `pcall`, handler or coroutine swallows it.
#[derive(Clone, Debug)]
pub(super) enum Trip {
    /// This sandbox ran out of something; the traceback is that of the first interrupt that saw it.
    Spent { kind: Kind, message: String, traceback: String },
    /// A call into another pack's sandbox failed.
    Below(Box<ScriptError>),
}

/// Single steps from one look at the alarm to the next.
const LOOK: u64 = 32;

impl Gauge {
    pub(super) fn new(limit: u64, meter: Meter) -> Self {
        Self { used: Cell::new(0), limit, meter, tripped: Cell::new(false), trip: RefCell::new(None) }
    }

    /// Fills the call's budget.
    pub(super) fn start(&self) {
        self.used.set(0);
        self.tripped.set(false);
        self.trip.replace(None);
    }

    /// Does what a machine needs once, whenever that comes: it costs no call anything.
    pub(super) fn free<R>(&self, work: impl FnOnce() -> R) -> R {
        let shared = &self.meter.0;
        let (used, whole) = (self.used.get(), shared.used.get());
        let done = work();
        self.used.set(used);
        shared.used.set(whole);
        done
    }

    pub(super) const fn meter(&self) -> &Meter {
        &self.meter
    }

    pub(super) fn used(&self) -> u64 {
        self.used.get()
    }

    pub(super) const fn limit(&self) -> u64 {
        self.limit
    }

    pub(super) fn take_trip(&self) -> Option<Trip> {
        self.tripped.set(false);
        self.trip.take()
    }

    /// Ends the running call for `trip`, unless an earlier reason stands.
    pub(super) fn set_trip(&self, trip: Trip) -> mlua::Error {
        self.tripped.set(true);
        self.trip.borrow_mut().get_or_insert(trip);
        mlua::Error::external(Tripped)
    }

    /// Spends `units`; `traceback` is asked once, when the call trips.
    pub(super) fn spend(&self, units: u64, traceback: impl FnOnce() -> String) -> mlua::Result<()> {
        let used = self.used.get().saturating_add(units);
        self.used.set(used);
        let shared = &self.meter.0;
        let whole = shared.used.get().saturating_add(units);
        shared.used.set(whole);
        let late = (units > 1 || used % LOOK == 1) && shared.alarm.is_raised();
        if used <= self.limit && whole <= shared.limit && !late && !self.tripped.get() {
            return Ok(());
        }
        Err(self.overspend(used, whole, traceback))
    }

    #[cold]
    fn overspend(&self, used: u64, whole: u64, traceback: impl FnOnce() -> String) -> mlua::Error {
        if self.tripped.get() {
            return mlua::Error::external(Tripped);
        }
        let (kind, message) = if used > self.limit {
            (Kind::Fuel, format!("ran out of fuel: one call may take {} steps", self.limit))
        } else if whole > self.meter.0.limit {
            (Kind::Fuel, format!("ran out of fuel: one operation may take {} steps", self.meter.0.limit))
        } else {
            (Kind::TooSlow, "too slow on this machine".to_owned())
        };
        self.set_trip(Trip::Spent { kind, message, traceback: traceback() })
    }
}

/// What a tripped interrupt raises; the reason is kept in the gauge, where no script reaches it.
#[derive(Debug, thiserror::Error)]
#[error("this call has to end")]
pub(super) struct Tripped;
