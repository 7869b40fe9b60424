//! One game of fuzz: random orders, and every promise tried along the way.

use super::{Finding, Fuzz};
use crate::kernel::{Ask, Header, Opening, Player, Rng, Seat, Shelved, Table, Trouble};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A script that spends more than so many thousandths of its budget in one call is near to being stopped.
const NEAR: u16 = 500;

/// The clause of an order that is refused.
pub(super) const REFUSED: &str = "play";

/// What a game came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    pub(super) ended: bool,
    pub(super) orders: u32,
    pub(super) moments: u32,
}

/// What broke, at the moment at which a table stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Break {
    pub(super) clause: String,
    pub(super) why: String,
    /// The order that showed it.
    pub(super) next: Option<String>,
}

impl Break {
    pub(super) fn new(clause: &str, why: impl std::fmt::Display, next: Option<&str>) -> Break {
        Break { clause: clause.to_owned(), why: why.to_string(), next: next.map(str::to_owned) }
    }
}

/// One game.
pub(super) struct Walk<'a> {
    pub(super) game: &'a dyn Shelved,
    pub(super) fuzz: &'a Fuzz,
    pub(super) header: Header,
}

/// The game under way.
struct Under {
    table: Box<dyn Table>,
    orders: Vec<String>,
    count: Count,
    luck: u64,
    /// The seat that decided when the board was last drawn.
    drawn_for: Option<Seat>,
}

/// The words of a panic.
pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a word".to_owned())
}

impl Walk<'_> {
    /// Plays the game to its end, or to the first thing that breaks.
    pub(super) fn go(&self, stop: &dyn Fn() -> bool) -> (Count, Option<Finding>) {
        let seed = self.header.seed.0;
        let finding = |broken: Break, orders: Vec<String>, luck| Finding {
            clause: broken.clause,
            why: broken.why,
            header: self.header.clone(),
            seed,
            orders,
            next: broken.next,
            games: 1,
            luck,
        };
        let table = match catch_unwind(AssertUnwindSafe(|| self.game.start(self.header.clone(), None))) {
            Ok(Ok(table)) => table,
            Ok(Err(trouble)) => {
                return (Count::default(), Some(finding(Break::new("start", trouble, None), Vec::new(), 0)));
            }
            Err(panic) => {
                let broken = Break::new("crash", panic_text(&*panic), None);
                return (Count::default(), Some(finding(broken, Vec::new(), 0)));
            }
        };
        let mut under = Under { table, orders: Vec::new(), count: Count::default(), luck: 0, drawn_for: None };
        let mut doing = None;
        let ended = catch_unwind(AssertUnwindSafe(|| self.play(&mut under, &mut doing, stop)));
        let broken = match ended {
            Ok(broken) => broken.err(),
            Err(panic) => Some(Break::new("crash", panic_text(&*panic), doing.as_deref())),
        };
        let Under { orders, count, luck, .. } = under;
        (count, broken.map(|broken| finding(broken, orders, luck)))
    }

    /// Plays on; `doing` is the order under way.
    fn play(&self, under: &mut Under, doing: &mut Option<String>, stop: &dyn Fn() -> bool) -> Result<(), Break> {
        let seed = self.header.seed.0;
        // two sources: what is tried along the way must not change the match
        let (mut rng, mut side_rng) = (Rng::with_seed(seed), Rng::with_seed(!seed));
        let mut players = self.players(&*under.table)?;
        // what it took to open the scripts is no strain of play
        let _ = under.table.strain();
        while !stop() {
            *doing = None;
            let table = &mut *under.table;
            if table.number().is_multiple_of(self.fuzz.every.max(1)) || table.outcome().is_some() {
                under.luck = seed ^ u64::from(table.number()).rotate_left(32);
                under.count.moments += 1;
                examined(table, under.luck)?;
            }
            let Ask::Ask(question) = table.ask() else {
                under.count.ended = true;
                return self.saved(table);
            };
            // the board may fail at any time, and a look at it once a turn is cheap
            if under.drawn_for.replace(question.seat) != Some(question.seat) {
                drawn(table)?;
            }
            if table.number() >= self.fuzz.most_orders {
                let why = format!("the game has not ended after {} orders", table.number());
                return Err(Break::new("no end", why, None));
            }
            let order = match players.get_mut(question.seat.index()).and_then(Option::as_mut) {
                Some(player) => {
                    let chosen = player.choose(&table.seen(question.seat), stop);
                    chosen.map_err(|fault| Break::new("bot", fault, None))?.order
                }
                None => match table.any_order(&mut rng) {
                    Ok(order) => order.text,
                    Err(trouble) => {
                        // why there is none is told best by a look at the moment
                        examined(table, under.luck)?;
                        return Err(Break::new("sample", trouble, None));
                    }
                },
            };
            hooks(table, None)?;
            *doing = Some(order.clone());
            let before = table.hash();
            played(table, &order)?;
            under.orders.push(order.clone());
            under.count.orders += 1;
            if side_rng.u8(..4) == 0 {
                let after = table.hash();
                let shown = |why: &str| Break::new("undo", why, None);
                table.undo(question.seat).map_err(|trouble| Break::new("undo", trouble, None))?;
                if table.hash() != before {
                    return Err(shown("taking an order back leads elsewhere"));
                }
                table.redo().map_err(|trouble| Break::new("undo", trouble, None))?;
                if table.hash() != after {
                    return Err(shown("giving an order again leads elsewhere"));
                }
            }
        }
        Ok(())
    }

    /// The bots that play; random play has none.
    fn players(&self, table: &dyn Table) -> Result<Vec<Option<Box<dyn Player>>>, Break> {
        let seats = self.header.seats.iter();
        let player = |name: &String| match name.as_str() {
            "human" => Ok(None),
            name => table.recruit(name)().map(Some).map_err(|fault| Break::new("bot", fault, None)),
        };
        seats.map(player).collect()
    }

    /// The match is written and read, and is the same.
    fn saved(&self, table: &mut dyn Table) -> Result<(), Break> {
        let broken = |why: &dyn std::fmt::Display| Break::new("save", why, None);
        let folder = Scratch::new().map_err(|e| broken(&e))?;
        let path = folder.0.join("fuzz.match");
        table.branch(table.number(), &path).map_err(|t| broken(&t))?;
        let loaded = self.game.load(&path, Opening::Follow).map_err(|t| broken(&t))?;
        if let Some(divergence) = &loaded.divergence {
            return Err(broken(&divergence));
        }
        if loaded.game.hash() != table.hash() {
            return Err(broken(&"the match is another one after it was read again"));
        }
        Ok(())
    }
}

/// A folder that goes when it is not needed any more.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new() -> std::io::Result<Scratch> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("bormida-fuzz-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // what stays behind is the system's to clean up
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether a hook has failed and was switched off.
fn hooks(table: &dyn Table, next: Option<&str>) -> Result<(), Break> {
    let Some(hook) = table.off().first() else { return Ok(()) };
    let why = table.entries().iter().rev().find_map(|entry| match entry {
        crate::kernel::Entry::HookOff { why, .. } => Some(why.clone()),
        _ => None,
    });
    let why = why.unwrap_or_else(|| format!("{}, {} failed", hook.pack, hook.hook));
    Err(Break::new("script", why, next))
}

/// Draws the board as each side sees it.
pub(super) fn drawn(table: &dyn Table) -> Result<(), Break> {
    let scenes = (0..table.sides().len()).map(|seat| table.scene(Seat(seat as u8)));
    let why = scenes.into_iter().find_map(|scene| scene.fault().map(str::to_owned));
    why.map_or(Ok(()), |why| Err(Break::new("scene", why, None)))
}

/// Tries every promise at the moment at which a table stands.
pub(super) fn examined(table: &mut dyn Table, luck: u64) -> Result<(), Break> {
    let tried = table.examine(&mut Rng::with_seed(luck));
    hooks(table, None)?;
    tried.map_err(|broken| Break::new(broken.clause, broken.why, None))?;
    strained(table, None)
}

fn strained(table: &dyn Table, next: Option<&str>) -> Result<(), Break> {
    match table.strain() {
        share if share > NEAR => {
            let why = format!("a script spent {} % of its budget in one call", share / 10);
            Err(Break::new("slow", why, next))
        }
        _ => Ok(()),
    }
}

/// Plays an order that was drawn as a legal one.
pub(super) fn played(table: &mut dyn Table, order: &str) -> Result<(), Break> {
    let answer = table.play_text(order).map(drop);
    hooks(table, Some(order))?;
    match answer {
        Ok(()) => strained(table, Some(order)),
        Err(Trouble::Refused(refusal)) => Err(Break::new(REFUSED, refusal, Some(order))),
        Err(Trouble::HookOff(fault) | Trouble::Fault(fault) | Trouble::Slow(fault)) => {
            Err(Break::new("script", fault, Some(order)))
        }
        Err(other) => Err(Break::new(REFUSED, other, Some(order))),
    }
}
