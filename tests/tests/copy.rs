//! Positions of matches as cases and set-ups: what is copied makes the same position again.

use bormida_core::games::copy::{Form, NoCopy, copied};
use bormida_core::games::{Catalogue, Spec, Vacant, house};
use bormida_core::kernel::{Ask, Rng, Seat, Seed, Table};
use bormida_core::pack::builtin::Files;

fn begun(house: &Catalogue, game: &str, spec: &Spec) -> Box<dyn Table> {
    let about = house.abouts().into_iter().find(|about| about.id == game).unwrap();
    house.start(spec.header(&about, Vacant::People).unwrap(), None).unwrap()
}

/// Plays at random, and copies at every so-many-th order; how many copies there are, and how many orders they replay.
fn copies(house: &Catalogue, game: &str, spec: &Spec, most: u32, every: u32) -> (u32, usize) {
    let mut table = begun(house, game, spec);
    let mut rng = Rng::with_seed(spec.seed.0);
    let (mut count, mut replayed) = (0, 0);
    while let Ask::Ask(_) = table.ask() {
        if table.number() == most {
            break;
        }
        if table.number().is_multiple_of(every) {
            // a copy is run, and its hash compared, before it is given away
            let text = copied(house.game(game).unwrap(), &*table, None, Form::Case)
                .unwrap_or_else(|why| panic!("{game}, order {}: {why}", table.number()));
            replayed += text.lines().filter(|line| line.starts_with("> ")).count();
            count += 1;
        }
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    (count, replayed)
}

#[test]
fn every_game_writes_its_positions_as_cases_that_pass() {
    let house = house(&Files::builtin()).unwrap();
    for (game, most) in [("triomphe", 200), ("bonaparte", 200), ("folio", 300), ("nwars", 120)] {
        let spec = Spec { seed: Seed(1), ..Spec::default() };
        let (count, replayed) = copies(&house, game, &spec, most, 17);
        assert!(count > 4, "{game}: {count}");
        // positions, not the whole history
        assert!(replayed < 12 * count as usize, "{game}: {replayed} orders in {count} cases");
    }
}

#[test]
fn variants_options_readings_and_what_packs_remember_are_copied() {
    let house = house(&Files::builtin()).unwrap();
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
    let triomphe = house.game("triomphe").unwrap();
    let remembers =
        triomphe.packs().all().find(|pack| pack.files.values().any(|text| text.contains("memory = {"))).cloned();
    let remembers = remembers.expect("a pack of the house remembers something");
    let spec = Spec { variants: words(&[remembers.id()]), seed: Seed(3), ..Spec::default() };
    let mut table = begun(&house, "triomphe", &spec);
    let mut rng = Rng::with_seed(3);
    for _ in 0..60 {
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    let text = copied(triomphe, &*table, None, Form::Case).unwrap();
    assert!(text.contains(&format!("variant {}", remembers.id())), "{text}");
    assert!(text.contains(&format!("remember {} ", remembers.id())) || text.contains("setup historical"), "{text}");
    let ruling = triomphe.about().rulings.into_iter().find(|ruling| ruling.values.len() > 1).unwrap();
    let value = ruling.values.iter().find(|value| **value != ruling.default).unwrap().clone();
    let spec = Spec { rulings: [(ruling.name.clone(), value.clone())].into(), ..Spec::default() };
    let table = begun(&house, "triomphe", &spec);
    let text = copied(triomphe, &*table, None, Form::Case).unwrap();
    assert!(text.contains(&format!("switch {} = {value}", ruling.name)), "{text}");
}

#[test]
fn a_side_copies_what_it_knows() {
    let house = house(&Files::builtin()).unwrap();
    let triomphe = house.game("triomphe").unwrap();
    let mut table = begun(&house, "triomphe", &Spec { seed: Seed(7), ..Spec::default() });
    let mut rng = Rng::with_seed(7);
    let (mut whole, mut midway) = (0, 0);
    for _ in 0..40 {
        match copied(triomphe, &*table, Some(Seat(1)), Form::Case) {
            Ok(text) => {
                assert!(!text.contains("\n> "), "orders of the other side tell its pieces: {text}");
                whole += 1;
            }
            Err(NoCopy::Midway { at }) => {
                assert!(at.is_some_and(|at| at < table.number()));
                midway += 1;
            }
            Err(other) => panic!("{other}"),
        }
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    assert!(whole > 10 && midway > 0, "{whole} {midway}");
}

#[test]
fn a_set_up_begins_with_the_pieces_and_tokens_of_its_position() {
    let house = house(&Files::builtin()).unwrap();
    let mut table = begun(&house, "triomphe", &Spec { seed: Seed(2), ..Spec::default() });
    let mut rng = Rng::with_seed(2);
    for _ in 0..90 {
        let order = table.any_order(&mut rng).unwrap().text;
        table.play_text(&order).unwrap();
    }
    let triomphe = house.game("triomphe").unwrap();
    let text = copied(triomphe, &*table, None, Form::Setup).unwrap();
    assert!(triomphe.examine("setup.toml", &text).unwrap().is_empty(), "{text}");
    let disk = tempfile::tempdir().unwrap();
    let manifest =
        "id = \"later\"\nversion = \"1\"\napi = 0\ngame = \"triomphe\"\nkind = \"setup\"\ntitle = \"Later\"\n";
    std::fs::write(disk.path().join("pack.toml"), manifest).unwrap();
    std::fs::write(disk.path().join("setup.toml"), &text).unwrap();
    let again = bormida_core::games::house(&Files::over(disk.path())).unwrap();
    let begun = begun(&again, "triomphe", &Spec { setup: Some("later".to_owned()), ..Spec::default() });
    // what a case says of both: the same pieces in the same places
    let pieces = |table: &dyn Table, house: &Catalogue| {
        let text = copied(house.game("triomphe").unwrap(), table, None, Form::Setup).unwrap();
        let kept = |line: &&str| ["army", "faces", "into", "disorganized"].iter().any(|key| line.starts_with(key));
        text.lines().filter(kept).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(pieces(&*table, &house), pieces(&*begun, &again));
    for game in ["folio", "nwars"] {
        let about = house.abouts().into_iter().find(|about| about.id == game).unwrap();
        let table = house.start(Spec::default().header(&about, Vacant::People).unwrap(), None).unwrap();
        let why = copied(house.game(game).unwrap(), &*table, None, Form::Setup).unwrap_err();
        assert!(why.to_string().contains("from its own set-ups only"), "{why}");
    }
}
