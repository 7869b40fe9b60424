//! The wall clock for scripts: a thread that looks at what is running, so that a person is asked about what is slow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle, park_timeout};
use std::time::Duration;

use bormida_core::script::Watch;

/// Looks after scripts while it lives. Only a program with a person to ask has one: a run without people never looks
/// at the wall clock.
#[derive(Debug)]
pub struct Watchman {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Between two looks.
const PACE: Duration = Duration::from_millis(100);

impl Watchman {
    /// Starts to look. Where the system gives no thread nobody looks, and the count of steps alone ends a script.
    #[must_use]
    pub fn over(watches: Vec<Watch>) -> Watchman {
        let stop = Arc::new(AtomicBool::new(false));
        let ended = stop.clone();
        let rounds = move || {
            while !ended.load(Ordering::Relaxed) {
                watches.iter().for_each(Watch::look);
                park_timeout(PACE);
            }
        };
        Watchman { stop, thread: Builder::new().name("watchman".to_owned()).spawn(rounds).ok() }
    }
}

impl Drop for Watchman {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join(); // it ends by itself in any case
        }
    }
}
