//! Scripts that are slow on the wall clock: a person is asked, and where there is nobody the count of steps decides.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bormida_core::games::triomphe::TriompheShelf;
use bormida_core::games::{HouseGame, Spec, Vacant};
use bormida_core::kernel::*;
use bormida_core::pack::builtin::Files;
use bormida_core::script::Watch;

/// A pack whose function never ends, by steps that are few and long: each looks through so many empty places.
fn shelf(empty: u32, variant: bool) -> (tempfile::TempDir, TriompheShelf) {
    shelf_of(empty, variant, "while true do next(t) end")
}

fn shelf_of(empty: u32, variant: bool, body: &str) -> (tempfile::TempDir, TriompheShelf) {
    let disk = tempfile::tempdir().unwrap();
    let (kind, file) = if variant { ("variant", "rules.luau") } else { ("bot", "bot.luau") };
    let manifest =
        format!("id = \"slow\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"{kind}\"\ntitle = \"Slow\"\n");
    let hook = if variant { "march_cost" } else { "choose" };
    let script = format!(
        "local t = table.create({empty}, 1)\nfor i = 1, {empty} do t[i] = nil end\n\
         return {{ {hook} = function(_, default) {body} end }}"
    );
    std::fs::write(disk.path().join("pack.toml"), manifest).unwrap();
    std::fs::write(disk.path().join(file), script).unwrap();
    let shelf = TriompheShelf::new(Files::over(disk.path())).unwrap();
    (disk, shelf)
}

fn table(shelf: &TriompheShelf, variants: &[&str], austrian: &str) -> Box<dyn Table> {
    let seats = [("austrian".to_owned(), austrian.to_owned())].into();
    let variants = variants.iter().map(|id| (*id).to_owned()).collect();
    let spec = Spec { variants, seats, seed: Seed(3), ..Spec::default() };
    shelf.start(spec.header(&shelf.about(), Vacant::PersonAndBot).unwrap(), None).unwrap()
}

/// Does some work while somebody looks after the scripts, a hundred times as often as the program does.
fn watched<T>(watch: &Watch, work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                watch.look();
                thread::sleep(Duration::from_millis(1));
            }
        });
        // also where the work panics: nothing else ends the thread
        let _ended = Ended(&done);
        work()
    })
}

struct Ended<'a>(&'a AtomicBool);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Gives random orders until something stands in the way.
fn trouble(table: &mut dyn Table) -> Trouble {
    let mut rng = Rng::with_seed(3);
    for _ in 0..200 {
        let done = table.offers().map(drop).and_then(|()| table.any_order(&mut rng)).and_then(|order| {
            let text = order.text;
            table.play_text(&text)
        });
        if let Err(trouble) = done {
            return trouble;
        }
    }
    panic!("nobody has asked for the price of a march");
}

#[test]
fn a_slow_script_decides_nothing_and_the_person_s_answer_is_the_journal_s_line() {
    let (_disk, shelf) = shelf(6_000, true);
    let mut table = table(&shelf, &["slow"], "human");
    let start = Instant::now();
    let found = watched(&shelf.watch(), || trouble(&mut *table));
    let Trouble::Slow(fault) = found else { panic!("{found}") };
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(fault.slow && fault.pack == "slow" && fault.at.starts_with("rules.luau:"), "{fault:?}");
    let stands = (table.number(), table.hash(), table.entries().len());
    assert!(table.off().is_empty(), "nothing is decided");
    // waiting: the same question is asked again, and it may take twice as long
    let again = watched(&shelf.watch(), || table.offers().map(drop));
    assert!(matches!(again, Err(Trouble::Slow(_))));
    assert_eq!((table.number(), table.hash(), table.entries().len()), stands);
    table.switch_off(fault.hook_name().unwrap(), &fault.to_string()).unwrap();
    let last = table.entries().last().cloned();
    assert!(
        matches!(&last, Some(Entry::HookOff { hook, why }) if hook.hook == "march_cost" && why.contains("too slow"))
    );
    assert!(watched(&shelf.watch(), || table.offers().map(drop)).is_ok(), "the printed rule holds");
}

#[test]
fn where_nobody_looks_the_count_of_steps_decides() {
    let (_disk, shelf) = shelf(400, true);
    let mut table = table(&shelf, &["slow"], "human");
    let mut rng = Rng::with_seed(3);
    for _ in 0..200 {
        table.offers().unwrap();
        if !table.off().is_empty() {
            break;
        }
        let order = table.any_order(&mut rng).unwrap().text;
        if table.play_text(&order).is_err() {
            break;
        }
    }
    let why = table.entries().iter().find_map(|entry| match entry {
        Entry::HookOff { why, .. } => Some(why.clone()),
        _ => None,
    });
    assert!(why.is_some_and(|why| why.contains("fuel")), "{:?}", table.entries().last());
}

#[test]
fn a_match_with_a_slow_script_loads_while_somebody_looks() {
    let (disk, shelf) = shelf_of(60_000, true, "for i = 1, 1500 do next(t) end return default()");
    let path = disk.path().join("a.match");
    {
        let spec = Spec { variants: vec!["slow".to_owned()], seed: Seed(3), ..Spec::default() };
        let header = spec.header(&shelf.about(), Vacant::People).unwrap();
        let mut table = shelf.start(header, Some(&path)).unwrap();
        let (mut rng, mut paid) = (Rng::with_seed(3), 0);
        for _ in 0..60 {
            let order = table.any_order(&mut rng).unwrap();
            table.play_text(&order.text).unwrap();
            paid += u32::from(order.cost.0 > 0);
        }
        assert!(paid > 0);
        assert!(watched(&shelf.watch(), || trouble(&mut *table)).to_string().contains("too slow"));
    }
    // without the snapshot of its end the whole match is played again
    let kept = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = kept.lines().filter(|line| !line.contains("\"snapshot\"")).collect();
    std::fs::write(&path, lines.join("\n") + "\n").unwrap();
    let loaded = watched(&shelf.watch(), || shelf.load(&path, Opening::Look)).unwrap();
    assert!(loaded.divergence.is_none() && loaded.from_snapshot.is_none(), "{:?}", loaded.divergence);
}

#[test]
fn a_slow_bot_is_no_hook_of_the_match() {
    let (_disk, shelf) = shelf(6_000, false);
    let table = table(&shelf, &[], "slow");
    let mut player = table.recruit("slow")().unwrap();
    let seen = table.seen(Seat(0));
    let fault = watched(&shelf.watch(), || player.choose(&seen, &|| false)).unwrap_err();
    assert!(fault.slow && fault.pack == "slow" && fault.hook_name().is_none(), "{fault:?}");
}

#[test]
fn machines_that_are_gone_are_looked_after_no_more() {
    let (_disk, shelf) = shelf(400, true);
    let table = table(&shelf, &["slow"], "human");
    assert_eq!(shelf.watch().minded(), 1);
    drop(table);
    assert_eq!(shelf.watch().minded(), 0);
}

#[test]
fn a_bot_that_cannot_choose_is_told_before_the_match_begins() {
    let disk = tempfile::tempdir().unwrap();
    let manifest = "id = \"mute\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"bot\"\ntitle = \"M\"\n";
    std::fs::write(disk.path().join("pack.toml"), manifest).unwrap();
    std::fs::write(disk.path().join("bot.luau"), "return { chose = function() return 1 end }").unwrap();
    let shelf = TriompheShelf::new(Files::over(disk.path())).unwrap();
    let seats = [("french".to_owned(), "mute".to_owned())].into();
    let header = Spec { seats, ..Spec::default() }.header(&shelf.about(), Vacant::PersonAndBot).unwrap();
    let save = disk.path().join("a.match");
    let why = shelf.start(header, Some(&save)).err().unwrap().to_string();
    assert!(why.contains("mute") && why.contains("function `choose`"), "{why}");
    assert!(!save.exists(), "nothing is written");
}
