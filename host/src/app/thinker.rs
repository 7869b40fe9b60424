//! A bot at work in a thread of its own: the window asks, goes on drawing, and is woken by the answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use bormida_core::kernel::{Chosen, Fault, Recruit, Seen};

/// A bot's decision, as text.
pub(super) type Answer = Result<Chosen<String>, Fault>;

/// One question to a bot.
struct Job {
    ticket: u64,
    seen: Seen,
    stop: Arc<AtomicBool>,
}

/// The window's end of a bot's thread.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    answers: Receiver<(u64, Answer)>,
    ticket: u64,
    stop: Option<Arc<AtomicBool>>,
}

impl Thinker {
    /// Starts a bot's thread; `wake` is called there after each answer.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub(super) fn new(recruit: Recruit, wake: impl Fn() + Send + 'static) -> Result<Thinker, Fault> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        let work = move || {
            let mut player = recruit();
            while let Ok(job) = inbox.recv() {
                let answer = match &mut player {
                    Ok(player) => player.choose(&job.seen, &|| job.stop.load(Ordering::Relaxed)),
                    Err(fault) => Err(fault.clone()),
                };
                if outbox.send((job.ticket, answer)).is_err() {
                    break;
                }
                wake();
            }
        };
        let started = thread::Builder::new().name("bot".to_owned()).spawn(work);
        started.map_err(|error| Fault::new(format!("no thread for the bot: {error}")))?;
        Ok(Thinker { jobs, answers, ticket: 0, stop: None })
    }

    /// Whether an answer is awaited.
    pub(super) fn is_thinking(&self) -> bool {
        self.stop.is_some()
    }

    /// Asks for a decision; what was asked before is let go.
    pub(super) fn ask(&mut self, seen: Seen) {
        self.cancel();
        let stop = Arc::new(AtomicBool::new(false));
        self.ticket += 1;
        // a thread that is gone is found out by `answer`
        let _ = self.jobs.send(Job { ticket: self.ticket, seen, stop: stop.clone() });
        self.stop = Some(stop);
    }

    /// The answer to the newest question, once.
    pub(super) fn answer(&mut self) -> Option<Answer> {
        self.stop.as_ref()?;
        loop {
            match self.answers.try_recv() {
                Ok((ticket, answer)) if ticket == self.ticket => {
                    self.stop = None;
                    return Some(answer);
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => {
                    self.stop = None;
                    return Some(Err(Fault::new("the bot's thread has ended")));
                }
            }
        }
    }

    /// Lets go of what was asked.
    pub(super) fn cancel(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.cancel();
    }
}
