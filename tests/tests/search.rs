//! The search plays better than chance, within what its seat may know.

use bormida_core::bots::{Random, Search};
use bormida_core::kernel::*;
use bormida_tests::toys::ford::FordKit;

/// Plays one game; each bot is given its seat's view and nothing else.
fn winner<K: Kit>(kit: &K, seed: u64, bots: &mut [Box<dyn Bot<K::G>>]) -> Option<Seat> {
    let game = kit.open(&HookMask::new()).unwrap();
    let mut state = game.start(&Setup::default(), Seed(seed)).unwrap();
    let mut rng = Rng::with_seed(seed);
    loop {
        let seat = match game.ask(&state) {
            Ask::Over(outcome) => return outcome.winner,
            Ask::Ask(question) => question.seat,
        };
        let view = game.view(&state, seat);
        let chosen = bots[seat.index()].choose(&game, seat, &view, &mut rng, &|| false).unwrap();
        game.check(&state, &chosen.order).unwrap();
        game.play(&mut state, &chosen.order, &mut ()).unwrap();
    }
}

/// Games won of `games`, with seats changed after each.
fn wins<K: Kit>(kit: &K, games: u64) -> u64 {
    let won = |seed: &u64| {
        let seat = Seat((seed % 2) as u8);
        let mut bots: Vec<Box<dyn Bot<K::G>>> =
            (0..2).map(|_| Box::new(Random(Policy::Natural)) as Box<dyn Bot<K::G>>).collect();
        bots[seat.index()] = Box::new(Search::new(60));
        winner(kit, *seed, &mut bots) == Some(seat)
    };
    (0..games).filter(won).count() as u64
}

#[test]
fn search_beats_natural_chance_among_hidden_blocks() {
    // 24 of 30: the lower 95 % bound is over 60 in 100
    let won = wins(&FordKit::default(), 30);
    assert!(won >= 24, "{won} of 30");
}

#[test]
fn the_same_luck_gives_the_same_order() {
    let game = FordKit::default().open(&HookMask::new()).unwrap();
    let state = game.start(&Setup::default(), Seed(9)).unwrap();
    let view = game.view(&state, Seat(0));
    let order = |luck| {
        let mut rng = Rng::with_seed(luck);
        Search::new(80).choose(&game, Seat(0), &view, &mut rng, &|| false).unwrap()
    };
    assert_eq!(order(4), order(4));
}

#[test]
fn a_search_that_is_stopped_answers_at_once_with_a_legal_order() {
    let game = FordKit::default().open(&HookMask::new()).unwrap();
    let state = game.start(&Setup::default(), Seed(9)).unwrap();
    let view = game.view(&state, Seat(0));
    let chosen = Search::new(u32::MAX).choose(&game, Seat(0), &view, &mut Rng::with_seed(1), &|| true).unwrap();
    assert!(game.check(&state, &chosen.order).is_ok());
}
