//! Triomphe à Marengo on random matches: the promises of every game, and the invariants of this one.

use bormida_core::board::Position;
use bormida_core::conformance::{Trial, conformance};
use bormida_core::games::triomphe::*;
use bormida_core::kernel::*;
use bormida_core::pack::builtin::Files;
use std::collections::BTreeMap;
use std::sync::Arc;

fn kit(settings: &[(&str, &str)]) -> TriompheKit {
    let settings = settings.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    TriompheKit::load(&Files::builtin(), &settings, &[]).unwrap()
}

fn historical() -> Setup {
    Setup { name: "historical".to_owned(), ..Setup::default() }
}

fn keeps_promises(settings: &[(&str, &str)], seeds: std::ops::Range<u64>, every: u32) {
    let folder = tempfile::tempdir().unwrap();
    let trial = Trial { seeds, setup: historical(), orders: 2000, every, folder: folder.path().to_owned() };
    let report = conformance(&Arc::new(kit(settings)), &trial).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(report.ended > 0 && report.deals > 20 && report.searches > 0 && report.torn > 0, "{report:?}");
}

#[test]
fn the_historical_set_up_keeps_every_promise() {
    keeps_promises(&[], 0..4, 23);
}

#[test]
fn the_other_readings_keep_every_promise_too() {
    let other = [
        ("cleaned_up_may_road_march", "false"),
        ("local_road_continuation_costs", "false"),
        ("continuation_of_disorganized", "false"),
        ("capacity_tested_at_declaration", "false"),
        ("gun_hidden_when_declaration_ends", "false"),
        ("disorganized_may_defend", "false"),
        ("elimination_morale", "none"),
        ("organize_again_after_contagion", "true"),
        ("orders_while_organizing", "false"),
        ("entering_half_organized_refused", "false"),
        ("waiting_protects_for_ever", "hour"),
    ];
    keeps_promises(&other, 4..6, 41);
}

#[test]
fn another_order_and_other_losses_keep_every_promise_too() {
    let other = [
        ("assault_order", "head,join,gun,lead,result,losses,complete"),
        ("gun_points", "strength"),
        ("bombard_elsewhere", "attacker"),
        ("gun_defence_hits", "strength"),
        ("leader_losses_by", "enemy"),
        ("losing_attacker", "withdraws"),
    ];
    keeps_promises(&other, 6..9, 41);
}

#[test]
fn the_switches_of_sibling_games_keep_every_promise_too() {
    let other = [
        ("group", "64"),
        ("defensive_march_free", "false"),
        ("step_back_free", "true"),
        ("block_wide", "1"),
        ("answer", "any"),
        ("step_up", "any"),
        ("declare_after_march", "true"),
        ("declare_after_fire", "true"),
        ("artillery_penalty", "weakens"),
        ("captured_shut", "all"),
        ("lost_assault_shuts", "false"),
        ("artillery_leads", "false"),
        ("leader_over_penalty", "true"),
        ("gun_penalty_bars", "false"),
        ("ride_back", "false"),
        ("pontoon_rides", "true"),
        ("assaulted_exempt", "true"),
        ("retreat_by_arrows", "false"),
        ("waiting_protects_for_ever", "never"),
        ("defence_tokens", "0"),
        ("winner_pays", "true"),
        ("demoralization", "weakens"),
        ("broken_may_assault", "false"),
        ("broken_penalty", "1"),
        ("recovery", "5"),
    ];
    keeps_promises(&other, 9..12, 41);
}

#[test]
fn a_turn_in_phases_without_shuffling_keeps_every_promise_too() {
    let other = [
        ("phases", "organize,bombard,assault,march+road+pontoon+attack,aim+unaim"),
        ("bombardment_must_fire", "true"),
        ("lost_assault_stops_fire", "false"),
        ("declare_after_march", "true"),
        ("clean_up", "march_end"),
        ("shuffle", "turn_start"),
    ];
    keeps_promises(&other, 12..15, 41);
}

#[test]
fn what_designers_turn_keeps_every_promise_too() {
    let dear = [
        ("first_player", "french"),
        ("attack_cost", "2"),
        ("assault_cost", "0"),
        ("local_road_cost", "2"),
        ("road_attackers", "any"),
        ("riders", "any"),
        ("leaders_narrow", "2"),
        ("leaders_wide", "1"),
        ("artillery_morale", "none"),
        ("token_losses_by", "owner"),
        ("retreat_limit", "2"),
    ];
    keeps_promises(&dear, 15..18, 41);
    let cheap = [
        ("attack_cost", "0"),
        ("assault_cost", "3"),
        ("local_road_cost", "0"),
        ("road_attackers", "none"),
        ("riders", "none"),
        ("leaders_narrow", "2"),
    ];
    keeps_promises(&cheap, 18..21, 41);
}

/// What must hold in every state between two orders.
fn holds(game: &Triomphe, before: &State, s: &State, order: &str) {
    let map = &game.map;
    assert!(s.used <= s.allowance, "{order}: more commands than the turn has");
    for locale in map.locales() {
        for seat in [AUSTRIAN, FRENCH] {
            let inside = s.count_in(map, seat, locale);
            let name = map.locale_name(locale);
            assert!(inside <= map.locale(locale).capacity, "{order}: {inside} pieces in {name}");
        }
        assert!(
            s.count_in(map, AUSTRIAN, locale) == 0 || s.count_in(map, FRENCH, locale) == 0,
            "{order}: both armies are in {}",
            map.locale_name(locale)
        );
    }
    for (seat, tokens) in [(AUSTRIAN, 12), (FRENCH, 15)] {
        let m = &s.morale[seat.index()];
        let all = m.track.iter().sum::<u8>() + m.level() + m.lost;
        assert_eq!(all, tokens, "{order}: tokens of {seat:?}");
        let strength = |s: &State| s.pieces_of(seat).map(|p| u32::from(p.class.strength())).sum::<u32>();
        assert!(strength(s) <= strength(before), "{order}: strength rose");
        assert!(s.pieces_of(seat).count() <= before.pieces_of(seat).count(), "{order}: pieces appeared");
    }
    for (crossing, traffic) in s.traffic.used() {
        assert!(
            traffic.count <= 3 && traffic.last <= 3 && traffic.count <= traffic.last,
            "{order}: {crossing:?} {traffic:?}"
        );
    }
    // a disorganized piece leaves its locale only by retreat: the French leave by their own orders only when organized
    let bound = |s: &State| {
        let mut at: BTreeMap<_, usize> = BTreeMap::new();
        for p in s.pieces_of(FRENCH).filter(|p| p.flags.has(Flags::DISORGANIZED)) {
            *at.entry(p.pos.locale(map).map(|l| l.0)).or_default() += 1;
        }
        at
    };
    if before.active == FRENCH && s.active == FRENCH && order.starts_with(['m', 'r']) {
        let now = bound(s);
        for (locale, count) in bound(before) {
            assert!(now.get(&locale).copied().unwrap_or(0) >= count, "{order}: a disorganized piece left {locale:?}");
        }
    }
    for p in &s.pieces {
        if let Position::Approach(a) = p.pos.place() {
            assert!(!map.approach(a).impassable, "{order}: a piece on an impassable approach");
        }
        assert!(p.pool.class().is_none_or(|known| known == p.class), "{order}: a known face is another");
    }
    assert!(s.pieces.is_sorted(), "{order}: the list of pieces is not in order");
}

#[test]
fn invariants_hold_over_thousands_of_random_games() {
    let game = kit(&[]).open(&HookMask::new()).unwrap();
    let (mut decisive, mut orders) = ([0; 2], 0_u32);
    for seed in 0..2000 {
        let mut rng = Rng::with_seed(seed);
        let policy = if seed % 2 == 0 { Policy::Uniform } else { Policy::Natural };
        let mut s = game.start(&historical(), Seed(seed)).unwrap();
        let mut cleaned_for = (0, AUSTRIAN);
        while let Ask::Ask(_) = game.ask(&s) {
            let order = game.sample(&s, &mut rng, policy).unwrap();
            let before = s.clone();
            game.play(&mut s, &order, &mut ()).unwrap();
            orders += 1;
            if seed % 20 < 2 {
                holds(&game, &before, &s, &game.write(&before, &order));
            }
            // nobody blocks an approach that had no enemy opposite when its owner's turn began (16)
            if (s.round, s.active) != cleaned_for && s.ending.is_none() {
                cleaned_for = (s.round, s.active);
                let enemies = s.occupied(&game.map, s.active.other());
                for p in s.pieces_of(s.active) {
                    if let Position::Approach(a) = p.pos.place() {
                        assert!(enemies.contains(game.map.approach(a).beyond), "seed {seed}: not cleaned up");
                    }
                }
            }
        }
        let ending = s.ending.unwrap();
        decisive[ending.winner.index()] += u32::from(ending.decisive);
        assert!(ending.decisive || s.round == 16);
    }
    assert!(orders > 300_000, "{orders}");
}
