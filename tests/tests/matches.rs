//! A match in play: undo and its barrier, failing hooks, changed packs, saves of every kind, and the table over it.

use bormida_core::bots::Roster;
use bormida_core::kernel::*;
use bormida_tests::toys::ford::{FordKit, Variant};
use std::path::Path;
use std::sync::Arc;

type Ford = Match<FordKit>;

fn kit(variant: Variant) -> Arc<FordKit> {
    Arc::new(FordKit::with(variant))
}

fn begin(variant: Variant, friendly: bool, save: Option<&Path>) -> Ford {
    Match::start(
        kit(variant),
        Header { friendly, seed: Seed(5), seats: vec!["human".to_owned(); 2], ..Header::default() },
        save,
    )
    .unwrap()
}

/// Plays the first order whose text begins so.
fn play(game: &mut Ford, start: &str) -> Result<u32, Trouble> {
    let offers = game.offers()?.to_vec();
    let mut orders = Vec::new();
    for offer in &offers {
        game.game().expand(game.state(), offer, 100, &mut orders).unwrap();
    }
    let words = |text: &str| text.split(' ').filter(|w| !w.starts_with(['0', '1', '2'])).collect::<Vec<_>>().join(" ");
    let order = orders.into_iter().find(|o| words(&game.game().write(game.state(), o)) == start);
    let order = order.unwrap_or_else(|| panic!("\"{start}\" is not offered"));
    game.play(&order).map(|_| ())?;
    Ok(game.number())
}

/// Random orders until a condition holds.
fn play_until(game: &mut Ford, rng: &mut Rng, mut done: impl FnMut(&Ford) -> bool) {
    while !done(game) {
        let order = game.game().sample(game.state(), rng, Policy::Natural).unwrap();
        game.play(&order).unwrap();
    }
}

#[test]
fn undo_ends_at_dice_and_answers_unless_the_match_is_friendly() {
    let mut game = begin(Variant::None, false, None);
    let start = game.hash();
    assert_eq!(game.can_undo(Seat(0)), Err(Barrier::NothingToUndo));
    play(&mut game, "m A > B").unwrap();
    let after = game.hash();
    game.undo(Seat(0)).unwrap();
    assert_eq!(game.hash(), start);
    assert!(matches!(game.undo(Seat(0)), Err(Trouble::Barred(Barrier::NothingToUndo))));
    game.redo().unwrap();
    assert_eq!(game.hash(), after);
    play(&mut game, "end").unwrap();
    assert_eq!(game.can_undo(Seat(0)), Ok(1));
    play(&mut game, "m H > G").unwrap();
    assert_eq!(game.can_undo(Seat(0)), Err(Barrier::Answered(3)));
    assert_eq!(game.can_undo(Seat(1)), Ok(2));
    let mut rng = Rng::with_seed(1);
    play_until(&mut game, &mut rng, |g| g.history().last().is_some_and(|d| d.effect.rolled));
    let (by, n) = (game.history().last().unwrap().seat, game.number());
    assert_eq!(game.can_undo(by), Err(Barrier::Rolled(n)));

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("friendly.match");
    let mut game = begin(Variant::None, true, Some(&path));
    let mut rng = Rng::with_seed(1);
    play_until(&mut game, &mut rng, |g| g.history().last().is_some_and(|d| d.effect.rolled));
    let (by, hash) = (game.history().last().unwrap().seat, game.hash());
    game.undo(by).unwrap();
    let back = game.number();
    assert!(game.journal().entries().contains(&Entry::Back { to: back }));
    game.redo().unwrap();
    assert_eq!(game.hash(), hash);
    game.undo(by).unwrap();
    let hash = game.hash();
    drop(game);
    let loaded = Match::load(kit(Variant::None), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.number(), loaded.game.hash(), loaded.divergence), (back, hash, None));
}

#[test]
fn a_failing_hook_is_switched_off_for_good_and_the_seat_is_asked_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hook.match");
    let mut game = begin(Variant::Breaks, false, Some(&path));
    play(&mut game, "m A > C").unwrap();
    let before = (game.hash(), game.ask());
    let Err(Trouble::HookOff(fault)) = play(&mut game, "m B > D") else { panic!("the hook has not failed") };
    assert_eq!(fault.to_string(), "brittle, on_march, brittle/rules.luau:7: attempt to index nil with 'morale'");
    assert_eq!((game.hash(), game.ask()), before);
    assert!(matches!(game.journal().entries().last(), Some(Entry::HookOff { .. })));
    play(&mut game, "m B > D").unwrap();
    let (hash, off) = (game.hash(), game.off().clone());
    drop(game);
    let loaded = Match::load(kit(Variant::Breaks), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.hash(), loaded.game.off(), loaded.divergence), (hash, &off, None));
}

#[test]
fn the_clock_decides_nothing_and_a_fault_without_a_hook_leaves_the_match_standing() {
    let mut game = begin(Variant::Slow, false, None);
    let before = game.hash();
    let Err(Trouble::Slow(fault)) = play(&mut game, "m B > D") else { panic!("the clock has not stopped it") };
    assert_eq!((game.hash(), game.journal().entries().len(), game.off().len()), (before, 0, 0));
    game.switch_off(fault.hook_name().unwrap(), "a person said so").unwrap();
    play(&mut game, "m B > D").unwrap();

    let mut game = begin(Variant::Whole, false, None);
    assert!(matches!(play(&mut game, "m B > D"), Err(Trouble::Fault(_))));
    assert_eq!((game.hash(), game.journal().entries().len(), game.off().len()), (before, 0, 0));
    play(&mut game, "m B > E").map(|_| ()).unwrap();
}

#[test]
fn packs_may_change_while_history_fits_them() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("packs.match");
    let mut game = begin(Variant::Breaks, false, Some(&path));
    play(&mut game, "m A > C").unwrap();
    let _ = play(&mut game, "m B > D");
    assert_eq!(game.off().len(), 1);
    assert_eq!(game.adopt(kit(Variant::Mended)).unwrap(), None);
    assert!(game.off().is_empty(), "a mended hook has its chance again");
    play(&mut game, "m B > D").unwrap();
    let hash = game.hash();
    drop(game);
    let loaded = Match::load(kit(Variant::Mended), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.hash(), loaded.divergence, loaded.other_packs), (hash, None, false));
    drop(loaded.game);
    assert!(Match::load(kit(Variant::Breaks), &path, Trust::SamePacks).unwrap().other_packs);
}

#[test]
fn packs_that_do_not_fit_are_refused_or_taken_from_now_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("packs.match");
    let mut game = begin(Variant::None, false, Some(&path));
    play(&mut game, "m A > B").unwrap();
    play(&mut game, "m A > C").unwrap();
    play(&mut game, "end").unwrap();
    let before = (game.hash(), game.number(), game.journal().entries().len());
    let divergence = game.adopt(kit(Variant::Mended)).unwrap().unwrap();
    assert_eq!(divergence.order, 2);
    assert!(matches!(divergence.why, Parting::Hash { .. }), "{divergence}");
    assert_eq!((game.hash(), game.number(), game.journal().entries().len()), before);

    game.adopt_from_now(kit(Variant::Mended)).unwrap();
    assert_eq!((game.hash(), game.number(), game.first_known()), (before.0, 3, 3));
    play(&mut game, "m H > G").unwrap();
    let hash = game.hash();
    drop(game);
    let mut game = Match::load(kit(Variant::Mended), &path, Trust::SamePacks).unwrap().game;
    assert_eq!((game.hash(), game.number(), game.first_known()), (hash, 4, 3));
    assert!(game.back_to(2).is_err());
    game.back_to(3).unwrap();
    assert_eq!(game.hash(), before.0);
}

#[test]
fn a_history_that_is_not_reproduced_goes_on_from_a_snapshot_or_stands_before_the_first_difference() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("old.match");
    let mut game = begin(Variant::None, false, Some(&path));
    play(&mut game, "m A > C").unwrap();
    let mut rng = Rng::with_seed(3);
    play_until(&mut game, &mut rng, |g| g.number() == 24);
    let short = std::fs::read(&path).unwrap();
    play_until(&mut game, &mut rng, |g| g.number() == SNAPSHOT_EVERY);
    let (hash, snapshot) = (game.hash(), game.number());
    drop(game);

    // the same stamps, other rules: the snapshot saves the match, and the report says what is different
    let loaded = Match::load(kit(Variant::Unstamped), &path, Trust::SamePacks).unwrap();
    assert_eq!(loaded.from_snapshot, Some(snapshot));
    assert_eq!(loaded.divergence.unwrap().order, 1);
    assert_eq!((loaded.game.hash(), loaded.game.number()), (hash, snapshot));
    drop(loaded.game);
    // other stamps: only a person may go on from there
    let loaded = Match::load(kit(Variant::Mended), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.number(), loaded.from_snapshot, loaded.other_packs), (0, None, true));
    assert_eq!(loaded.later_snapshot, Some(snapshot));
    drop(loaded.game);
    let loaded = Match::load(kit(Variant::Mended), &path, Trust::Always).unwrap();
    assert_eq!((loaded.game.hash(), loaded.from_snapshot), (hash, Some(snapshot)));
    drop(loaded.game);
    let loaded = Match::load(kit(Variant::Mended), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.hash(), loaded.divergence, loaded.other_packs), (hash, None, false));
    drop(loaded.game);

    // no snapshot yet: the match stands before the first difference, writes nothing, and goes on from there
    std::fs::write(&path, &short).unwrap();
    let mut loaded = Match::load(kit(Variant::Unstamped), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.number(), loaded.divergence.map(|d| d.order)), (0, Some(1)));
    assert_eq!(std::fs::read(&path).unwrap(), short);
    play(&mut loaded.game, "m A > B").unwrap();
    let hash = loaded.game.hash();
    drop(loaded.game);
    let loaded = Match::load(kit(Variant::Unstamped), &path, Trust::SamePacks).unwrap();
    assert_eq!((loaded.game.number(), loaded.game.hash(), loaded.divergence), (1, hash, None));
}

/// A saved match of three orders with a hook that is off before its snapshot, and a first order that no rules reproduce.
fn hook_off_before_a_snapshot(path: &Path) -> StateHash {
    let mut game = begin(Variant::Breaks, false, Some(path));
    play(&mut game, "m A > C").unwrap();
    let recorded = game.hash();
    assert!(matches!(play(&mut game, "m B > D"), Err(Trouble::HookOff(_))));
    play(&mut game, "m B > D").unwrap();
    play(&mut game, "end").unwrap();
    let hash = game.hash();
    drop(game);
    let text = std::fs::read_to_string(path).unwrap();
    std::fs::write(path, text.replace(&recorded.to_string(), &StateHash(1).to_string())).unwrap();
    hash
}

/// The newest order is the one whose price the variant changes.
fn marched_to_c(game: &Ford) -> bool {
    game.history().last().is_some_and(|d| d.public.starts_with("m ") && d.public.ends_with("> C"))
}

#[test]
fn a_match_that_goes_on_from_a_snapshot_under_other_packs_begins_with_every_hook_on() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hook.match");
    let before = hook_off_before_a_snapshot(&path);
    let mut loaded = Match::load(kit(Variant::Mended), &path, Trust::Always).unwrap();
    assert_eq!((loaded.from_snapshot, loaded.game.hash()), (Some(3), before));
    assert!(loaded.game.off().is_empty(), "a mended hook has its chance again");
    play_until(&mut loaded.game, &mut Rng::with_seed(4), marched_to_c);
    let (hash, number) = (loaded.game.hash(), loaded.game.number());
    drop(loaded.game);
    let loaded = Match::load(kit(Variant::Mended), &path, Trust::Never).unwrap();
    assert_eq!((loaded.divergence, loaded.game.number(), loaded.game.hash()), (None, number, hash));
}

#[test]
fn a_branch_from_a_snapshot_keeps_the_hooks_off_that_were_off_before_it() {
    let dir = tempfile::tempdir().unwrap();
    let (path, branch) = (dir.path().join("hook.match"), dir.path().join("branch.match"));
    hook_off_before_a_snapshot(&path);
    let mut game = Match::load(kit(Variant::Breaks), &path, Trust::SamePacks).unwrap().game;
    assert_eq!((game.first_known(), game.off().len()), (3, 1));
    play_until(&mut game, &mut Rng::with_seed(4), marched_to_c);
    game.branch(game.number(), &branch).unwrap();
    let loaded = Match::load(kit(Variant::Breaks), &branch, Trust::Never).unwrap();
    assert_eq!((loaded.divergence, loaded.game.number()), (None, game.number()));
    assert_eq!((loaded.game.off(), loaded.game.hash()), (game.off(), game.hash()));
}

fn table(friendly: bool) -> Laid<FordKit> {
    let sides = ["north", "south"].map(str::to_owned).to_vec();
    let about = About { id: "ford".to_owned(), sides, ..About::default() };
    Laid::new(begin(Variant::None, friendly, None), about, Arc::new(Roster::default()))
}

#[test]
fn a_table_plays_any_game_by_text_by_choice_and_by_bots() {
    let mut table = table(false);
    let march = Verb(1);
    let place = |t: &Laid<FordKit>, name: &str| t.part_named(name).unwrap();
    let chosen = [place(&table, "C"), place(&table, "A")];
    let left = table.narrow(Some(march), &chosen).unwrap();
    assert_eq!(left.slots[0].parts[..], [place(&table, "A"), place(&table, "C")]);
    let Slot::Bag { classes, .. } = &left.slots[0].slot else { panic!("{left:?}") };
    let fill = Fill::Bag([(classes[0].0, 1)].into_iter().collect());
    let choice = Choice { verb: march, parts: left.slots[0].parts, fill };
    let line = table.check_choice(&choice).unwrap();
    assert_eq!(line.cost, Cost(1));
    assert_eq!(table.effect_of(&line.text).unwrap(), Effect::default());
    assert_eq!(table.play_choice(&choice).unwrap().text, line.text);
    assert_eq!(table.log(Some(Seat(0)))[0].text, line.text);
    for other in [Some(Seat(1)), None] {
        assert_eq!(table.log(other)[0].text, "m A 1 > C");
    }

    let refusal = table.check_text("m A 1i > H").unwrap_err();
    assert_eq!(refusal.to_string(), "these places are not neighbours (2)");
    assert!(table.play_text("dance").unwrap_err().to_string().contains("is no order"));
    table.play_text("end").unwrap();

    assert_eq!(table.to(1), 1);
    assert_eq!(table.log(None).len(), 1);
    assert!(matches!(table.play_text("end"), Err(Trouble::LookingBack { shown: 1, last: 2 })));
    assert_ne!(table.view_json(Seat(0)).unwrap()["active"], 1);
    assert_eq!(table.to(99), 2);
    assert_eq!(table.view_json(Seat(0)).unwrap()["active"], 1);

    let mut rng = Rng::with_seed(2);
    for name in ["search:40", "random"] {
        let (seen, recruit) = (table.seen(Seat(1)), table.recruit(name));
        let order = std::thread::spawn(move || recruit().unwrap().choose(&seen, &|| false).unwrap().order);
        table.play_text(&order.join().unwrap()).unwrap();
        while matches!(table.ask(), Ask::Ask(q) if q.seat == Seat(0)) {
            let line = table.any_order(&mut rng).unwrap();
            table.play_text(&line.text).unwrap();
        }
    }
    let wrong = table.recruit("marshal")().err().unwrap();
    assert!(wrong.to_string().contains("\"marshal\"") && wrong.to_string().contains("search"), "{wrong}");
    let (orders, whole) = table.orders(1000).unwrap();
    assert!(whole == Whole::All && orders.iter().all(|line| table.check_text(&line.text).is_ok()));
}

#[test]
fn a_match_is_saved_under_a_name_at_any_time() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("later.match");
    let mut table = table(true);
    table.play_text("end").unwrap();
    table.save_as(&path).unwrap();
    table.note("well met").unwrap();
    table.play_text("end").unwrap();
    let (hash, about) = (table.hash(), table.about().clone());
    assert_eq!(table.save_path(), Some(&*path));
    assert!(table.save_as(&path).is_err(), "nothing is overwritten");
    let again = |opening| Laid::load(kit(Variant::None), about.clone(), Arc::new(Roster::default()), &path, opening);
    assert!(again(Opening::GoOn(Trust::SamePacks)).is_err(), "the match is still open");
    assert_eq!(again(Opening::Look).unwrap().game.hash(), hash);
    drop(table);
    let loaded = again(Opening::GoOn(Trust::SamePacks)).unwrap();
    assert_eq!((loaded.game.hash(), loaded.game.number()), (hash, 2));
    assert!(loaded.game.entries().contains(&Entry::Note { text: "well met".to_owned() }));
}
