//! Studies of games of the house.

use super::*;
use crate::games::scripted::ScriptShelf;
use crate::games::triomphe::TriompheShelf;
use crate::kernel::{Ask, Seed, Setup, Shelved};
use crate::pack::builtin::Files;
use crate::pack::{Kind, Packs};
use std::cell::Cell;

fn triomphe() -> TriompheShelf {
    TriompheShelf::new(Files::builtin()).unwrap()
}

fn version(game: &dyn Shelved, bot: &str) -> Version {
    let about = game.about();
    let name = about.setups.first().map(|setup| setup.name.clone()).unwrap_or_default();
    let setup = Setup { name, ..Setup::default() };
    let header = Header { game: about.id, setup, seats: vec![bot.to_owned(); about.sides.len()], ..Header::default() };
    Version { header, forbidden: Vec::new() }
}

fn study(base: Version, seeds: Range<u64>) -> Study {
    Study { base, variant: None, seeds, threads: 2, most_orders: 20_000, turns: false, until: None }
}

fn played(study: Study, game: &dyn Shelved) -> (Session, Vec<Played>) {
    let mut session = Session::open(study, game).unwrap();
    let mut all = Vec::new();
    session
        .run(&|| false, &mut |_, games| {
            all.extend_from_slice(games);
            true
        })
        .unwrap();
    (session, all)
}

/// The same match at a table, by players that are made for it.
fn at_a_table(game: &dyn Shelved, version: &Version, seed: u64) -> (u32, crate::kernel::StateHash) {
    let mut table = game.start(Header { seed: Seed(seed), ..version.header.clone() }, None).unwrap();
    let mut players: Vec<_> = version.header.seats.iter().map(|name| table.recruit(name)().unwrap()).collect();
    while let Ask::Ask(question) = table.ask() {
        let chosen = players[question.seat.index()].choose(&table.seen(question.seat), &|| false).unwrap();
        table.play_text(&chosen.order).unwrap();
    }
    (table.number(), table.hash())
}

#[test]
fn games_of_a_study_are_those_of_a_table_whatever_was_played_before() {
    let game = triomphe();
    for (bot, seeds) in [("random", 3..7), ("steady", 5..7), ("lua", 1..3)] {
        let version = version(&game, bot);
        let (_, all) = played(Study { threads: 1, ..study(version.clone(), seeds) }, &game);
        for Played { row, .. } in all {
            assert_eq!(row.fault, None, "{bot}");
            assert_eq!((row.orders, row.hash), at_a_table(&game, &version, row.seed), "{bot}, seed {}", row.seed);
        }
    }
}

#[test]
fn games_in_luau_are_those_of_a_table_whatever_was_played_before() {
    let files = Files::builtin();
    let games = Packs::games(&files);
    let pack =
        games.of_kind(Kind::Game).find(|pack| pack.manifest.engine.is_none()).expect("a game in Luau is shipped");
    let game = ScriptShelf::of(&files, pack);
    for bot in ["random", "search:2"] {
        let version = version(&game, bot);
        let (_, all) = played(Study { threads: 1, ..study(version.clone(), 0..3) }, &game);
        assert_eq!(all.len(), 3);
        for Played { row, .. } in all.into_iter().filter(|played| played.row.fault.is_none()) {
            assert_eq!((row.orders, row.hash), at_a_table(&game, &version, row.seed), "{bot}, seed {}", row.seed);
        }
    }
}

#[test]
fn rows_come_in_the_order_of_seeds_up_to_the_last_one_that_there_is() {
    let game = triomphe();
    let plan = Study { most_orders: 2, ..study(version(&game, "random"), u64::MAX - 3..u64::MAX) };
    let (session, all) = played(plan, &game);
    let seeds: Vec<u64> = all.iter().map(|played| played.row.seed).collect();
    assert_eq!(seeds, [u64::MAX - 3, u64::MAX - 2, u64::MAX - 1]);
    let tally = session.tally(Which::Base).unwrap();
    assert_eq!((tally.games, tally.failed, session.ended()), (3, 3, (true, false)));
    assert_eq!(tally.first_failure.as_ref().unwrap().1, "no end after 2 orders");
}

#[test]
fn the_same_version_twice_shows_no_difference() {
    let game = triomphe();
    let base = version(&game, "random");
    let (session, all) = played(Study { variant: Some(base.clone()), ..study(base, 0..6) }, &game);
    assert_eq!((all.len(), session.pairs().whole, session.done()), (12, 6, 6));
    for pair in all.chunks(2) {
        assert_eq!(
            (pair[0].row.hash, pair[0].row.version, pair[1].row.version),
            (pair[1].row.hash, Which::Base, Which::Variant)
        );
    }
    let found = session.difference("french");
    assert!(found.gain == 0.0 && !found.shown && found.width() > 0.0, "{found:?}");
    let verdict = session.verdict("nothing");
    assert!(verdict.starts_with("The games show no difference by nothing"), "{verdict}");
}

#[test]
fn turns_tell_morale_and_what_was_lost_and_where_was_fought() {
    let game = triomphe();
    let (session, all) = played(Study { turns: true, ..study(version(&game, "steady"), 0..2) }, &game);
    let names: Vec<&str> = session.figures().collect();
    assert_eq!(names[0], "morale austrian");
    let lost = names.iter().position(|name| *name == "infantry lost french").unwrap();
    for played in &all {
        let last = played.turns.last().unwrap();
        assert_eq!(played.turns[0].time, "6:00AM");
        assert!(last.turn > 2 && last.figures[lost].is_some_and(|n| n > 0), "{last:?}");
        let falls = played.turns.windows(2).all(|two| two[0].figures[lost] <= two[1].figures[lost]);
        assert!(falls, "what is lost stays lost");
        assert!(played.turns.iter().any(|turn| !turn.fights.is_empty()));
    }
    let trend = session.trend(Which::Base).unwrap();
    assert_eq!(trend.turns[0].games, 2);
    assert!(trend.fights.values().sum::<u64>() > 0);
}

#[test]
fn a_side_does_without_what_is_forbidden() {
    let game = triomphe();
    let open = version(&game, "steady");
    let orders = |forbidden: &[(&str, &str)]| {
        let forbidden: Vec<_> = forbidden.iter().map(|(side, verb)| ((*side).to_owned(), (*verb).to_owned())).collect();
        let table = game.start(open.header.clone(), None).unwrap();
        let mut bouts = table.bouts(&forbidden)?().unwrap();
        bouts.begin(Seed(4)).unwrap();
        let (mut fights, mut forced) = ([0, 0], 0);
        while let Ask::Ask(_) = bouts.ask() {
            let stroke = bouts.step(&|| false).unwrap();
            fights[stroke.seat.index()] += u32::from(stroke.fight.is_some());
            forced += u32::from(stroke.forced);
        }
        Ok::<_, crate::kernel::Fault>((fights, forced))
    };
    let (free, _) = orders(&[]).unwrap();
    assert!(free[0] > 0, "{free:?}");
    let (tame, forced) = orders(&[("austrian", "maneuver_attack"), ("austrian", "s")]).unwrap();
    assert_eq!((tame[0], forced), (0, 0), "{tame:?}");
    let (_, forced) = orders(&[("french", "end")]).unwrap();
    assert!(forced > 0, "a turn has to end");
    assert!(orders(&[("french", "dance")]).unwrap_err().what.contains("maneuver-attack"));
    assert!(orders(&[("russian", "march")]).unwrap_err().what.contains("austrian"));
}

#[test]
fn a_study_stops_at_a_look_when_its_interval_is_narrow_enough() {
    let game = triomphe();
    let plan = |until| Study { until, most_orders: 1, ..study(version(&game, "random"), 0..150) };
    // games that all fail tell nothing: the interval stays as wide as it can be
    assert_eq!(played(plan(Some(0.5)), &game).0.done(), 150);
    let mut session = Session::open(plan(Some(0.9)), &game).unwrap();
    let lost =
        |seed| Played { row: Row { winner: Some("french".to_owned()), ..Row::new(seed, Which::Base) }, turns: vec![] };
    (0..99).for_each(|seed| session.count(&[lost(seed)]));
    assert_eq!(session.ended(), (false, false), "narrow enough, and not looked at");
    session.count(&[lost(99)]);
    assert_eq!(session.ended(), (true, true));
    assert!(session.share(Which::Base, "french").width() > session.tally(Which::Base).unwrap().share("french").width());
}

#[test]
fn what_is_stopped_counts_for_nothing() {
    let game = triomphe();
    let mut session = Session::open(study(version(&game, "random"), 0..50), &game).unwrap();
    session.run(&|| true, &mut |_, _| true).unwrap();
    assert_eq!(session.done(), 0);
    let seen = Cell::new(0);
    let few = &mut |session: &Session, _: &[Played]| {
        seen.set(session.done());
        session.done() < 3
    };
    session.run(&|| false, few).unwrap();
    assert_eq!((session.done(), seen.get(), session.ended().0), (3, 3, false));
    session.run(&|| false, &mut |_, _| true).unwrap();
    assert_eq!((session.done(), session.tally(Which::Base).unwrap().games), (50, 50), "it goes on where it stood");
}
