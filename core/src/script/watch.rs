//! Who looks after scripts that take long by the wall clock: many alarms, and a program that looks at them now and then.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::meter::{Alarm, Bell, Meter};
use crate::kernel::Console;

/// The alarms of all machines that a game has open.
///
/// It knows no clock. A program with a person to ask calls [`Watch::look`] every so often; one that has nobody to ask
/// never does, and there the count of steps alone ends a script. An operation that was seen too often ends as
/// [`super::Kind::TooSlow`], and decides nothing: the person says whether to wait or to switch the script off.
///
/// In an all-seeing match it hands on where scripts print to, too.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Mutex<Watched>>, Option<Console>);

#[derive(Debug, Default)]
struct Watched {
    alarms: Vec<Minded>,
    pauses: u32,
    joined: Vec<Weak<Mutex<Watched>>>,
}

#[derive(Debug)]
struct Minded {
    bell: Weak<Bell>,
    /// The operation under way at the last look, and how often it has been seen.
    operation: Option<u64>,
    looks: u32,
    patience: u32,
}

/// While it lives nothing is too slow; see [`Watch::pause`].
#[derive(Debug)]
pub struct Pause(Watch);

impl Watch {
    /// The same for the scripts of one match: an all-seeing one lets them print to a console of its own.
    #[must_use]
    pub fn of_match(&self, all_seeing: bool) -> Watch {
        Watch(self.0.clone(), all_seeing.then(Console::default))
    }

    /// Where scripts print to, if anybody may read it.
    #[must_use]
    pub const fn console(&self) -> Option<&Console> {
        self.1.as_ref()
    }

    /// Looks after all operations of a meter, and lets its scripts print.
    pub fn attend(&self, meter: &Meter) {
        self.mind(meter.alarm());
        if let Some(console) = &self.1 {
            meter.print_to(console);
        }
    }

    /// Looks after an operation that an alarm ends, until its machine is gone.
    pub fn mind(&self, alarm: &Alarm) {
        let bell = Arc::downgrade(alarm.bell());
        let mut watched = self.watched();
        // where nobody looks, nobody else clears the list
        watched.alarms.retain(|minded| minded.bell.strong_count() > 0);
        watched.alarms.push(Minded { bell, operation: None, looks: 0, patience: PATIENCE });
    }

    /// Looks at what another one minds too, as long as somebody holds it.
    pub fn join(&self, other: &Watch) {
        let mut watched = self.watched();
        watched.joined.retain(|other| other.strong_count() > 0);
        watched.joined.push(Arc::downgrade(&other.0));
    }

    /// Looks at every operation once, and ends those that were seen `PATIENCE` times. Whoever waits gets twice as many
    /// looks the next time.
    pub fn look(&self) {
        let joined: Vec<Watch> =
            self.watched().joined.iter().filter_map(Weak::upgrade).map(|other| Watch(other, None)).collect();
        joined.iter().for_each(Watch::look);
        let mut watched = self.watched();
        watched.alarms.retain(|minded| minded.bell.strong_count() > 0);
        if watched.pauses > 0 {
            return;
        }
        for minded in &mut watched.alarms {
            let Some(bell) = minded.bell.upgrade() else { continue };
            let operation = bell.under_way();
            if operation.is_none() || operation != minded.operation {
                (minded.operation, minded.looks) = (operation, 0);
            }
            minded.looks += 1;
            if let Some(operation) = operation
                && minded.looks == minded.patience
            {
                bell.ring_for(operation);
                minded.patience = minded.patience.saturating_mul(2);
            }
        }
    }

    /// Lets scripts take their time while nobody can be asked, as when a saved match is read.
    #[must_use = "the pause ends when the guard is dropped"]
    pub fn pause(&self) -> Pause {
        self.watched().pauses += 1;
        Pause(self.clone())
    }

    /// How many machines are looked after.
    #[must_use]
    pub fn minded(&self) -> usize {
        self.watched().alarms.iter().filter(|minded| minded.bell.strong_count() > 0).count()
    }

    fn watched(&self) -> MutexGuard<'_, Watched> {
        // a panic elsewhere leaves the list whole
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Pause {
    fn drop(&mut self) {
        self.0.watched().pauses -= 1;
    }
}

/// Looks at one operation before it is too slow; at ten a second, two seconds.
pub const PATIENCE: u32 = 20;

#[cfg(test)]
mod tests {
    use super::super::Meter;
    use super::*;

    #[test]
    fn an_operation_seen_too_often_is_ended_and_the_next_one_is_not() {
        let (watch, meter) = (Watch::default(), Meter::default());
        watch.mind(meter.alarm());
        let looks = |n: u32| (0..n).for_each(|_| watch.look());
        let first = meter.operation();
        looks(PATIENCE - 1);
        assert!(!meter.alarm().is_raised());
        looks(1);
        assert!(meter.alarm().is_raised());
        drop(first);
        assert!(!meter.alarm().is_raised(), "nothing is under way");
        let second = meter.operation();
        looks(2 * PATIENCE - 1);
        assert!(!meter.alarm().is_raised(), "who waits gets twice the time");
        looks(1);
        assert!(meter.alarm().is_raised());
        drop((second, meter));
        assert_eq!(watch.minded(), 0);
    }

    #[test]
    fn many_short_operations_and_those_in_a_pause_are_never_too_slow() {
        let (watch, meter) = (Watch::default(), Meter::default());
        watch.mind(meter.alarm());
        for _ in 0..3 * PATIENCE {
            let _operation = meter.operation();
            watch.look();
            assert!(!meter.alarm().is_raised());
        }
        let _operation = meter.operation();
        let pause = watch.pause();
        (0..3 * PATIENCE).for_each(|_| watch.look());
        assert!(!meter.alarm().is_raised());
        drop(pause);
        (0..PATIENCE).for_each(|_| watch.look());
        assert!(meter.alarm().is_raised());
    }
}
